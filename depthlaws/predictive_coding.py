"""Predictive coding networks: short name of ``depthlaws.theory.predictive_coding``."""

from depthlaws.base.public_names import surface_of
from depthlaws.theory import predictive_coding

__getattr__, __dir__, __all__ = surface_of(predictive_coding)
