"""Any simulator on a grid of cells, in several processes or on a cluster, stored batch by batch."""

from depthlaws.base import public_names

__getattr__, __dir__, __all__ = public_names.package(__name__, __file__)
