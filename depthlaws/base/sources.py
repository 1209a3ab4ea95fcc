"""Import closures of our modules, and hashes of what their code means.

A module reaches what it imports, directly or not, and the modules whose registered ids it names.
Of a package that makes its public names from its modules, only the modules of the names in use
count. The meaning of code is its syntax tree: comments, docstrings and layout do not change it.
Stored verdicts, datasets of figures and sweeps are valid while their hash is the same.
"""

import ast
import functools
import hashlib
import importlib
import json
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from depthlaws.base import paper_folders
from depthlaws.base.names_in_code import Definitions, Uses, without_docstrings

ROOT = "depthlaws"
LIBRARIES = (
    *("numpy", "scipy", "sympy", "mpmath", "python-flint", "xarray", "array-api-compat"),
    "scikit-learn",  # its digits
)
FORMAT = 2  # of the records below; raise it when they change

Record = Mapping[str, Any]  # digest; uses: dotted names; names: strings that may be ids; ids
Place = tuple[str, str]  # module, and a name that it defines
Stamp = tuple[int, int] | None  # nanosecond of the last change and size; None if there is no file


def stamp(path: Path) -> Stamp:
    """Return what a change of a file changes, without reading it."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


class Sources:
    """Source files as they are when first read; ``known`` records are not parsed again."""

    def __init__(self, known: Mapping[str, Record] | None = None) -> None:
        self.known = dict(known or {})
        self.read: dict[str, Record] = {}
        self.stamps: dict[Path, Stamp] = {}  # of the files and their folders, before they are read
        self._paths: dict[str, Path | None] = {}
        self._direct: dict[str, frozenset[str]] = {}
        self._definitions: dict[str, Definitions] = {}
        self._ways: dict[str, list[tuple[str, str]]] = {}
        self._places: dict[str, Mapping[str, str]] = {}
        self._ids: dict[str, str] | None = None
        self._stored: dict[str, str] | None = None
        self._versions: dict[tuple[str, ...], dict[str, str]] = {}

    def copy(self) -> "Sources":
        """Return sources that know what these have read so far, and read on by themselves."""
        other = Sources(self.known)
        for name in ("read", "stamps", "_paths", "_direct", "_ways", "_places"):
            setattr(other, name, dict(getattr(self, name)))
        other._ids = self._ids
        return other

    def needed(self, modules: Iterable[str], *, inside: str = "") -> frozenset[str]:
        """Return the modules and all of ours that they reach, or all ``inside`` one room.

        Ids of formulas are followed only into all rooms.
        """
        reached: set[str] = set()
        waiting = [*modules]
        while waiting:
            name = waiting.pop()
            if name not in reached and name.startswith(inside):
                reached.add(name)
                waiting.extend(self.imported(name) if inside else self.direct(name))
        return frozenset(reached)

    def digest(self, modules: Iterable[str], libraries: Iterable[str] = LIBRARIES) -> str:
        """Hash of the meaning of modules and the versions of Python and of libraries."""
        text = [(name, self.record(name)["digest"]) for name in sorted(modules)]
        chosen = tuple(libraries)
        if chosen not in self._versions:
            self._versions[chosen] = versions(chosen)
        return hashlib.sha256(json.dumps([text, self._versions[chosen]]).encode()).hexdigest()

    def direct(self, module: str) -> frozenset[str]:
        """Modules of ours that a module reaches in one step."""
        if module not in self._direct:
            known = self.ids() | self.stored()
            ids = {known[name] for name in self.record(module)["names"] if name in known}
            self._direct[module] = (self.imported(module) | ids) - {module}
        return self._direct[module]

    def imported(self, module: str) -> frozenset[str]:
        """Modules of ours that a module imports, with the packages around it."""
        return self.resolved([module, *self.record(module)["uses"]])

    def resolved(self, dotted: Iterable[str]) -> frozenset[str]:
        """Modules that dotted names run through: packages, and where their parts are defined."""
        modules: set[str] = set()
        for name in dotted:
            for module, rest in self._steps(name):
                modules.add(module)
                if rest == "*":
                    modules |= {place.partition(":")[0] for place in self._public(module).values()}
        return frozenset(modules)

    def record(self, module: str) -> Record:
        """Digest, imports and ids of one module.

        Raises: ModuleNotFoundError if it has no source, ValueError if that is no Python.
        """
        if module not in self.read:
            path = self.path(module)
            if path is None:
                msg = f"no source file for the module {module!r}"
                raise ModuleNotFoundError(msg)
            raw, package = path.read_bytes(), _package(module, path)
            key = hashlib.sha256(f"{FORMAT} {sys.version_info[:2]} {package} ".encode() + raw)
            try:
                record = self.known.get(key.hexdigest()) or _record(raw.decode(), package)
            except SyntaxError as error:
                msg = f"{path}, line {error.lineno}: {error.msg}"
                raise ValueError(msg) from error
            self.known[key.hexdigest()] = self.read[module] = record
        return self.read[module]

    def path(self, module: str) -> Path | None:
        """File of one of our modules, None if there is none; nothing is imported."""
        if module not in self._paths:
            path = self._paths[module] = self._find(module)
            for one in (path, path.parent) if path else ():
                self.stamps.setdefault(one, stamp(one))
        return self._paths[module]

    def _find(self, module: str) -> Path | None:
        above, _, name = module.rpartition(".")
        if not above:
            return Path(importlib.import_module(name).__file__ or "") if ours(name) else None
        folders = getattr(sys.modules.get(above), "__path__", None)
        if folders is None:
            outer = self.path(above)
            folders = [str(outer.parent)] if outer and outer.stem == "__init__" else []
        for folder in map(Path, folders):
            for path in (folder / name / "__init__.py", folder / f"{name}.py"):
                if path.exists():
                    return path
        return None

    def ids(self) -> dict[str, str]:
        """Module of each literal id of the theory."""
        if self._ids is None:
            self._ids = {
                name: module
                for module in self.below(f"{ROOT}.theory")
                for name in self.record(module)["ids"]
            }
        return self._ids

    def stored(self) -> dict[str, str]:
        """Module of each literal name of stored results: ``runs`` of the paper that has them."""
        if self._stored is None:
            folders = paper_folders.paper_folders()
            having = [one for one in folders if (one.path / "runs" / "__init__.py").is_file()]
            modules = [f"{one.package}.runs" for one in having]
            self._stored = {name: m for m in modules for name in self.record(m)["ids"]}
        return self._stored

    def below(self, package: str) -> Iterator[str]:
        """All modules below a package."""
        path = self.path(package)
        if path is None or path.stem != "__init__":
            return
        for inner in sorted(path.parent.iterdir()):
            if inner.suffix == ".py" and inner.stem != "__init__":
                yield f"{package}.{inner.stem}"
            elif (inner / "__init__.py").exists():
                yield from (f"{package}.{inner.name}", *self.below(f"{package}.{inner.name}"))

    def located(self, dotted: str) -> Place:
        """Module in which a dotted name ends, and the first part of the name inside it."""
        *_, (module, rest) = self._steps(dotted)
        return module, rest.partition(".")[0]

    def _steps(self, dotted: str) -> list[tuple[str, str]]:
        """Each module on the way, with what is left of the name."""
        if dotted not in self._ways:
            self._ways[dotted] = [*self._followed(dotted)]
        return self._ways[dotted]

    def _followed(self, dotted: str) -> Iterator[tuple[str, str]]:
        module, _, rest = dotted.partition(".")
        yield module, rest
        while rest and rest != "*":
            part, _, left = rest.partition(".")
            public = self._public(module)
            inner = f"{module}.{part}"
            if self.path(inner) is None and part not in public:
                return
            module, _, name = public.get(part, inner).partition(":")
            rest = ".".join(p for p in (name, left) if p)
            yield module, rest
            if name:
                return

    def _public(self, package: str) -> Mapping[str, str]:
        """Public names of a lazy package with the places where they are defined."""
        if package not in self._places:
            path = self.path(package)
            lazy = path and path.stem == "__init__" and "public_names" in str(self.record(package))
            module = importlib.import_module(package) if lazy else None
            attribute = getattr(module, "__getattr__", None)
            self._places[package] = getattr(attribute, "places", {})
        return self._places[package]

    def definitions(self, module: str) -> "Definitions":
        """Top-level statements of a module by the names that they bind."""
        if module not in self._definitions:
            path = self.path(module)
            text = path.read_text(encoding="utf-8") if path else ""
            package = _package(module, path) if path else ""
            self._definitions[module] = Definitions(text, package)
        return self._definitions[module]

    def statements(
        self, starts: Iterable[Place], inside: Callable[[str], bool]
    ) -> Iterator[tuple[Place, ast.AST, "Uses"]]:
        """Yield the top-level statements that ``starts`` reach, of modules ``inside`` some bounds.

        A statement comes with the place that led there and with what it uses, inside and outside.
        """
        waiting, seen = [*starts], set[Place]()
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            module, name = place
            definitions = self.definitions(module)
            if name == "*":  # a module that is handed on whole
                waiting += [(module, name) for name in definitions.by_name]
            for node in definitions.by_name.get(name, ()):
                uses = definitions.uses(node)
                yield place, node, uses
                waiting += [(module, inner) for inner in uses.variables]
                ends = (self.located(dotted) for dotted in uses.dotted if ours(dotted))
                waiting += [end for end in ends if inside(end[0])]


def ours(dotted: str) -> bool:
    """Return True for a name in this package, or beside the folder of a paper."""
    package = dotted.partition(".")[0]
    return package == ROOT or package in paper_folders.tops()


def versions(libraries: Iterable[str] = LIBRARIES) -> dict[str, str]:
    """Versions of Python and of some libraries, by default of those that compute the numbers."""
    numbers = {"python": platform.python_version()}
    for library in libraries:
        try:
            numbers[library] = version(library)
        except PackageNotFoundError:
            numbers[library] = "not installed"
    return numbers


def _package(module: str, path: Path) -> str:
    return module if path.stem == "__init__" else module.rpartition(".")[0]


@functools.lru_cache(maxsize=1024)
def _record(text: str, package: str) -> Record:
    """Record of a source, parsed once a process."""
    own = package.partition(".")[0] if ours(package) else ROOT
    tree = ast.parse(text)
    uses = Uses(package)
    uses.visit(without_docstrings(tree))
    return {
        "digest": hashlib.sha256(ast.dump(tree).encode()).hexdigest(),
        "uses": sorted(u for u in uses.dotted if u.partition(".")[0] in {ROOT, own}),
        "names": sorted(uses.names - uses.ids),
        "ids": sorted(uses.ids),
    }
