"""The linearised first step of training at initialisation: how far it moves every layer."""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
