"""Parametrizations, rates that transfer: short name of ``depthlaws.theory.parametrization``."""

from depthlaws.base.public_names import surface_of
from depthlaws.theory import parametrization

__getattr__, __dir__, __all__ = surface_of(parametrization)
