"""Scalar networks trained by gradient descent or flow, over whole grids."""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
