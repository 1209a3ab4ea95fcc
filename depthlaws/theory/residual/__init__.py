"""Residual streams at infinite width: tied, untied and looped blocks; their limits and bounds."""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
