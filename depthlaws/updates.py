"""Exact first training steps and depth laws: short name of ``depthlaws.theory.updates``."""

from depthlaws.base.public_names import surface_of
from depthlaws.theory import updates

__getattr__, __dir__, __all__ = surface_of(updates)
