"""Recipes of the papers as data, and transfer of hyperparameters under them."""

from depthlaws import _public

__getattr__, __dir__, __all__ = _public.package(__name__, __file__)
