"""Residual streams at infinite width: tied, untied and blocks; their limits and bounds."""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
