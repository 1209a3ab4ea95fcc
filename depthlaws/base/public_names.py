"""Public names of a package: the ``__all__`` of its modules, imported on first use.

To add a public function, write it in a module and name it in that module's ``__all__``.
``__init__.pyi`` beside each package repeats the names for editors and type checkers: ``make fix``
writes it, and a test shows its diff.
"""

import ast
import difflib
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import lazy_loader

from depthlaws.base.argument_errors import guarded, guarded_class
from depthlaws.base.extras import explained

_LIST_OF_NAMES = re.compile(r"^__all__ = (\[.*?\])", re.MULTILINE | re.DOTALL)

Surface = tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]


def listed(path: Path) -> list[str]:
    """Names in the ``__all__`` of a source file, without importing it."""
    match = _LIST_OF_NAMES.search(path.read_text(encoding="utf-8"))
    return list(ast.literal_eval(match[1])) if match else []


def collected(package: str, folder: Path, *, without: Iterable[str] = ()) -> dict[str, str]:
    """Return the place of each public name of a package's modules: ``"package.module:name"``.

    Modules ``without`` share names with each other, and are left out.

    Raises: ImportError for a name that two modules list, or that is also the name of a module.
    """
    places: dict[str, str] = {}
    paths = [path for path in sorted(folder.glob("*.py")) if not path.stem.startswith("_")]
    for path in paths:
        for name in () if path.stem in set(without) else listed(path):
            if name in places or name in {p.stem for p in paths}:
                msg = f"{package}: the name {name!r} of {path.name} is taken"
                raise ImportError(msg)
            places[name] = f"{package}.{path.stem}:{name}"
    return places


def lazy(package: str, places: Mapping[str, str]) -> Surface:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package with exactly these names.

    The place of a name is a module below the package, or ``module:name``.
    """
    names_of: dict[str, list[str]] = {}  # by module, relative to the package; "": modules
    for name, place in places.items():
        inside = place.replace(":", ".").removeprefix(f"{package}.")
        names_of.setdefault(inside.rpartition(".")[0], []).append(name)
    load, directory, names = lazy_loader.attach(package, names_of.pop("", ()), names_of)

    def attribute(name: str) -> Any:
        if name in places:
            with explained(f"{package}.{name}"):
                value = _guarded(load(name))
            if room := sys.modules.get(package):
                room.__dict__[name] = value  # where the loader has put the bare function
            return value
        near = [] if name.startswith("__") else difflib.get_close_matches(name, names, cutoff=0.3)
        also = f"; the nearest are: {', '.join(near)}" if near else ""
        raise AttributeError(f"module {package!r} has no attribute {name!r}{also}")

    attribute.__dict__["places"] = places  # for the stub files
    return attribute, directory, names


def _guarded(value: Any) -> Any:
    """Return a public name whose errors are in our words; what is no function or class as it is."""
    if isinstance(value, FunctionType):
        return guarded(value)
    ours = isinstance(value, type) and value.__module__.partition(".")[0] == "depthlaws"
    return guarded_class(value) if ours and not issubclass(value, Exception) else value


def package(name: str, file: str) -> Surface:
    """Return the surface of a package whose public names are those of its modules."""
    return lazy(name, collected(name, Path(file).parent))


def surface_of(module: ModuleType) -> Surface:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a lazy package, for a second name."""
    package: Any = module
    return package.__getattr__, package.__dir__, package.__all__
