"""Deep scalar linear networks: what depth does to sharpness, rates, time courses and descent."""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
