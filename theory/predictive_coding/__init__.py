"""Predictive coding of linear networks: equilibrium, rescaling, inference, infinite width."""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
