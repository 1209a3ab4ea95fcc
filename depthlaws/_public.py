"""Public names of a package: what its modules list in ``__all__``, imported on first use.

To add a public function, write it in a module and name it in that module's ``__all__``: the
package finds it there. ``__init__.pyi`` beside each package repeats the names for editors and type
checkers: ``make fix`` writes it, and a test shows its diff.
"""

import ast
import difflib
import importlib
import importlib.abc
import importlib.machinery
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

_LISTED = re.compile(r"^__all__ = (\[.*?\])", re.MULTILINE | re.DOTALL)

Surface = tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]


def listed(path: Path) -> list[str]:
    """Names in the ``__all__`` of a source file, without importing it."""
    found = _LISTED.search(path.read_text(encoding="utf-8"))
    return list(ast.literal_eval(found[1])) if found else []


def collected(package: str, folder: Path, *, without: Iterable[str] = ()) -> dict[str, str]:
    """Return where each public name of a package's modules is: ``{name: "package.module:name"}``.

    Modules ``without`` share names, which are then asked of the modules themselves.

    Raises: ImportError for a name that two modules list, or that is also the name of a module.
    """
    found: dict[str, str] = {}
    paths = [path for path in sorted(folder.glob("*.py")) if not path.stem.startswith("_")]
    for path in paths:
        for name in () if path.stem in set(without) else listed(path):
            if name in found or name in {p.stem for p in paths}:
                msg = f"{package}: the name {name!r} of {path.name} is taken"
                raise ImportError(msg)
            found[name] = f"{package}.{path.stem}:{name}"
    return found


def lazy(package: str, places: Mapping[str, str]) -> Surface:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` of a package with exactly these names.

    A place is a module, or ``module:name``.
    """

    def attribute(name: str) -> Any:
        if name not in places:
            msg = f"module {package!r} has no attribute {name!r}" + nearest(name, places)
            raise AttributeError(msg)
        module, _, inner = places[name].partition(":")
        found = importlib.import_module(module)
        return getattr(found, inner) if inner else found

    attribute.__dict__["places"] = places  # for the stub files
    return attribute, lambda: sorted(places), sorted(places)


def package(name: str, file: str) -> Surface:
    """Make the surface of a package from what its modules list."""
    return lazy(name, collected(name, Path(file).parent))


def nearest(name: str, known: Iterable[str]) -> str:
    """Say which known names are nearest, or nothing."""
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.3)
    return f"; the nearest are: {', '.join(near)}" if near and not name.startswith("__") else ""


class _SecondNames(importlib.abc.Loader):
    """Finder of modules that are known by two names: one module, whichever name is imported."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = dict(places)

    def find_spec(self, name: str, *_where: object) -> importlib.machinery.ModuleSpec | None:
        """Say who loads ``depthlaws.chain`` and what is inside it."""
        known = any(name == second or name.startswith(f"{second}.") for second in self._places)
        return importlib.machinery.ModuleSpec(name, self) if known else None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        """Leave the making of an empty module to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of the first name in its place."""
        parent, _, inner = module.__name__.partition(".")
        subject, _, rest = inner.partition(".")
        first = self._places[f"{parent}.{subject}"]
        sys.modules[module.__name__] = importlib.import_module(
            ".".join(filter(None, (first, rest)))
        )


def second_names(places: Mapping[str, str]) -> None:
    """Let ``from depthlaws.chain import sharpness`` import ``depthlaws.theory.chain``, once."""
    sys.meta_path[:] = [f for f in sys.meta_path if not isinstance(f, _SecondNames)]
    sys.meta_path.insert(0, _SecondNames(places))
