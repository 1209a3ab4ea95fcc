"""Deep scalar linear networks: short name of ``depthlaws.theory.chain``."""

from depthlaws.base.public_names import surface_of
from depthlaws.theory import chain

__getattr__, __dir__, __all__ = surface_of(chain)
