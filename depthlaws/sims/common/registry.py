"""Simulators of the command line: functions marked with :func:`simulator`.

To add one, write it, put :func:`simulator` above it and name it in its module's ``__all__``.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from depthlaws.base.argument_errors import guarded

if TYPE_CHECKING:
    import xarray as xr

__all__ = ["simulators"]

Simulator = TypeVar("Simulator", bound=Callable[..., object])


def simulator(
    name: str,
    /,
    *,
    along: tuple[str, ...] = (),
    without_effect: tuple[str, ...] = (),
    reads_files: tuple[str, ...] = (),
    says: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Simulator], Simulator]:
    """Register a function under a name of ``depthlaws simulate``.

    The function has a docstring, annotated arguments (a dataclass counts as its fields), and
    returns an xarray.Dataset.

    Parameters
    ----------
    name : str
        Name of the simulator.
    along : tuple of str
        Dimensions of the results that come from sequences among the arguments: a table of last
        values has a row for each entry of these, and shows the last entry of other dimensions.
    without_effect : tuple of str
        Arguments that change no result, such as a number of threads.
    reads_files : tuple of str
        Arguments that may be the name of a file or a folder; in a store its content counts.
    says : mapping of str to str
        What each variable of the results is, in words.

    Returns
    -------
    callable
        Decorator.
    """

    def named(function: Simulator) -> Simulator:
        function.simulator = name  # pyrefly: ignore
        function.along = frozenset(along)  # pyrefly: ignore
        function.without_effect = frozenset(without_effect)  # pyrefly: ignore
        function.reads_files = frozenset(reads_files)  # pyrefly: ignore
        function.says = dict(says)  # pyrefly: ignore
        ours = function.__module__.startswith("depthlaws.")
        return guarded(function) if ours else function  # pyrefly: ignore[bad-return]

    return named


def simulators() -> "Mapping[str, Callable[..., xr.Dataset]]":
    """Return every simulator by the name that the command line knows it by.

    Returns
    -------
    Mapping[str, Callable[..., xarray.Dataset]]
        Functions, in the order of their modules.

    Examples
    --------
    >>> from depthlaws.sims import simulators
    >>> {"matrix-free", "residual", "scalar"} <= {*simulators()}
    True
    """
    functions = {}
    for info in pkgutil.walk_packages([str(Path(__file__).parents[1])], "depthlaws.sims."):
        module = importlib.import_module(info.name)
        for listed in () if info.ispkg else getattr(module, "__all__", ()):
            function = getattr(module, listed)
            if inspect.isfunction(function) and hasattr(function, "simulator"):
                functions[function.simulator] = function
    return functions
