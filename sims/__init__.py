"""Simulators of the models whose exact theory is in ``theory``: the two share no code.

``simulators()`` are those that ``depthlaws simulate`` can run; each stands in a module of
a subject, and says itself that it is one.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from depthlaws._public import collected, lazy

if TYPE_CHECKING:
    import xarray as xr

__getattr__, __dir__, __all__ = lazy(
    __name__,
    collected(__name__, Path(__file__).parent)
    | {m.name: f"{__name__}.{m.name}" for m in pkgutil.iter_modules(__path__) if m.ispkg}
    | {"simulators": f"{__name__}:simulators"},
)


def simulators() -> "Mapping[str, Callable[..., xr.Dataset]]":
    """Every simulator by the name that the command line knows it by.

    >>> {"matrix-free", "residual", "scalar"} <= {*simulators()}
    True
    """
    found = {}
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        loaded = importlib.import_module(module.name)
        for listed in () if module.ispkg else getattr(loaded, "__all__", ()):
            function = getattr(loaded, listed)
            if inspect.isfunction(function) and hasattr(function, "simulator"):
                found[function.simulator] = function
    return found
