"""Predictive coding of linear networks: equilibrium, rescaling, inference, infinite width."""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
