"""Residual streams of finite width.

``dense`` and ``matrix_free`` each have ``simulate`` and ``train``, of the same law.
"""

from pathlib import Path

from depthlaws.base import public_names

_FOLDER = Path(__file__).parent
_ROUTES = [p.stem for p in _FOLDER.glob("*.py") if "simulate" in public_names.listed(p)]

__getattr__, __dir__, __all__ = public_names.lazy(
    __name__,
    {route: f"{__name__}.{route}" for route in _ROUTES}
    | public_names.collected(__name__, _FOLDER, without=_ROUTES),
)
