"""Predictive coding networks of finite width: inference, learning, backpropagation beside it."""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
