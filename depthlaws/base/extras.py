"""Packages that an extra brings, and the one line that says how to add the extra.

The core (NumPy, SciPy and small pure-Python packages) answers what-if questions. Each room asks for
its extra in its first lines; single functions import their package with :func:`imported`.
"""

import importlib
import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

# Modules of each extra, and the extras that it includes; pyproject.toml has the distributions.
EXTRAS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "symbolic": (("sympy", "mpmath", "flint"), ()),
    "simulate": (
        ("cloudpickle", "h5netcdf", "h5py", "joblib", "pebble", "sklearn", "xarray"),
        (),
    ),
    "verify": (("hypothesis", "platformdirs"), ("symbolic", "simulate")),
    "figures": (("matplotlib", "fontTools", "jinja2", "markupsafe"), ("verify",)),
    "all": ((), ("figures",)),
    "papers": (("depthlaws_papers",), ("figures",)),
    "cuda": (("cupy",), ()),
    "distributed": (("distributed",), ()),
    "networks": (("torch",), ()),
}


class MissingExtraError(ModuleNotFoundError):
    """A package is not installed; the message names it and the command that adds its extra."""


def modules(extra: str) -> list[str]:
    """Return the modules of an extra and of those that it includes."""
    own, included = EXTRAS[extra]
    return [*(name for other in included for name in modules(other)), *own]


def require(extra: str, what: str) -> None:
    """Raise MissingExtraError unless every module of an extra can be found; nothing is imported.

    ``what`` is the subject of the sentence: "the simulators".
    """
    missing = [name for name in modules(extra) if not is_installed(name)]
    if missing:
        raise MissingExtraError(message(extra, what, missing), name=missing[0])


def imported(module: str, what: str) -> ModuleType:
    """Import a module of an extra. Raises: MissingExtraError if it is not installed."""
    with explained(what):
        return importlib.import_module(module)


@contextmanager
def explained(what: str) -> Iterator[None]:
    """Turn the lack of a module of an extra, inside a ``with`` block, into a MissingExtraError."""
    try:
        yield
    except MissingExtraError:
        raise
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        extra = next((name for name, (own, _) in EXTRAS.items() if missing in own), None)
        if extra is None:
            raise
        raise MissingExtraError(message(extra, what, [missing]), name=missing) from None


class _Optional:
    """A module that is imported when a name in it is first used."""

    def __init__(self, module: str, what: str) -> None:
        self._module, self._what = module, what

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(imported(self._module, self._what), name)


def optional(module: str, what: str) -> Any:
    """Return a module of an extra that is imported when a name in it is first used."""
    return _Optional(module, what)


def message(extra: str, what: str, missing: Sequence[str]) -> str:
    """Return the line: what needs which packages, and the command that installs them.

    >>> message("symbolic", "the LaTeX of a formula", ["sympy"])
    "the LaTeX of a formula needs sympy, not installed here: pip install 'depthlaws[symbolic]'"
    """
    verb = "need" if what.endswith("s") else "needs"
    first, *others = missing
    names = f"{first} and {len(others)} more packages" if len(others) > 1 else ", ".join(missing)
    return f"{what} {verb} {names}, not installed here: pip install 'depthlaws[{extra}]'"


def is_installed(module: str) -> bool:
    """Return whether a module can be found; nothing is imported."""
    try:
        return importlib.util.find_spec(module) is not None
    except (ModuleNotFoundError, ValueError):  # ValueError: imported, without a spec
        return False
