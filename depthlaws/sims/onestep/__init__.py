"""The linearised first step of training at initialisation: how far it moves every layer."""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
