"""Activations and their dual kernels: short name of ``depthlaws.theory.activations``."""

from depthlaws.base.public_names import surface_of
from depthlaws.theory import activations

__getattr__, __dir__, __all__ = surface_of(activations)
