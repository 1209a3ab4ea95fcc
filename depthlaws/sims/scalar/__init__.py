"""Scalar networks trained by gradient descent or flow, over whole grids."""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
