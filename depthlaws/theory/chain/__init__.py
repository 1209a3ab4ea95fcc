"""Deep scalar linear networks: how depth changes sharpness, learning rates and time courses."""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
