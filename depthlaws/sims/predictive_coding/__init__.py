"""Predictive coding networks of finite width: inference, learning, backpropagation beside it."""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
