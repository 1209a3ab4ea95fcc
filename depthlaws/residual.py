"""Residual streams at infinite width: short name of ``depthlaws.theory.residual``."""

from depthlaws.base.public_names import surface_of
from depthlaws.theory import residual

__getattr__, __dir__, __all__ = surface_of(residual)
