"""What a module's answers depend on: every module of ours that it reaches, and their meaning.

A module reaches what it imports, directly or not, and the modules whose registered ids it names.
Of a package that makes its public names from its modules, only those whose names are used count.
The meaning of a module is its syntax tree: comments, docstrings and layout do not change it.
"""

import ast
import functools
import hashlib
import importlib
import json
import platform
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

__all__ = ["Sources"]

ROOT = "depthlaws"
LIBRARIES = (
    *("numpy", "scipy", "sympy", "mpmath", "python-flint", "xarray", "array-api-compat"),
    "scikit-learn",  # its digits
)
FORMAT = 1  # of the records below; raise it when they change
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")

Record = Mapping[str, Any]  # digest; uses: dotted names; names: strings that may be ids; ids


class Sources:
    """The sources as they are when first looked at; ``known`` records are not parsed again."""

    def __init__(self, known: Mapping[str, Record] | None = None) -> None:
        self.known = dict(known or {})
        self.seen: dict[str, Record] = {}
        self._paths: dict[str, Path | None] = {}
        self._direct: dict[str, frozenset[str]] = {}
        self._ids: dict[str, str] | None = None
        self._versions = versions()

    def needed(self, modules: Iterable[str], *, without: Iterable[str] = ()) -> frozenset[str]:
        """Return the modules and all of ours that they reach, not walking into ``without``."""
        left_out, found, waiting = set(without), set(), [*modules]
        while waiting:
            name = waiting.pop()
            if name not in found and name not in left_out:
                found.add(name)
                waiting.extend(self.direct(name))
        return frozenset(found)

    def digest(self, modules: Iterable[str]) -> str:
        """Hash of the meaning of some modules, the libraries' versions and Python's."""
        text = [(name, self.record(name)["digest"]) for name in sorted(modules)]
        return hashlib.sha256(json.dumps([text, self._versions]).encode()).hexdigest()

    def direct(self, module: str) -> frozenset[str]:
        """Modules of ours that a module reaches in one step."""
        if module not in self._direct:
            record = self.record(module)
            found = {m for dotted in (module, *record["uses"]) for m in self._resolved(dotted)}
            found |= {self.ids()[name] for name in record["names"] if name in self.ids()}
            self._direct[module] = frozenset(found - {module})
        return self._direct[module]

    def record(self, module: str) -> Record:
        """What is known about one module.

        Raises: ModuleNotFoundError if it has no source, ValueError if that is no Python.
        """
        path = self.path(module)
        if path is None:
            msg = f"no source file for the module {module!r}"
            raise ModuleNotFoundError(msg)
        if module not in self.seen:
            raw = path.read_bytes()
            package = module if path.stem == "__init__" else module.rpartition(".")[0]
            key = hashlib.sha256(f"{FORMAT} {sys.version_info[:2]} {package} ".encode() + raw)
            try:
                found = self.known.get(key.hexdigest()) or _record(raw.decode(), package)
            except SyntaxError as error:
                msg = f"{path}, line {error.lineno}: {error.msg}"
                raise ValueError(msg) from error
            self.known[key.hexdigest()] = self.seen[module] = found
        return self.seen[module]

    def path(self, module: str) -> Path | None:
        """File of one of our modules, None if there is none; nothing is imported."""
        if module not in self._paths:
            self._paths[module] = self._find(module)
        return self._paths[module]

    def _find(self, module: str) -> Path | None:
        above, _, name = module.rpartition(".")
        if not above:
            return Path(importlib.import_module(ROOT).__file__ or "") if name == ROOT else None
        places = getattr(sys.modules.get(above), "__path__", None)
        if places is None:
            outer = self.path(above)
            places = [str(outer.parent)] if outer and outer.stem == "__init__" else []
        for place in map(Path, places):
            for path in (place / name / "__init__.py", place / f"{name}.py"):
                if path.exists():
                    return path
        return None

    def ids(self) -> Mapping[str, str]:
        """Module in which each literal id of the theory stands."""
        if self._ids is None:
            self._ids = {
                name: module
                for module in self._inside(f"{ROOT}.theory")
                for name in self.record(module)["ids"]
            }
        return self._ids

    def _inside(self, package: str) -> Iterator[str]:
        """All modules below a package."""
        path = self.path(package)
        if path is None or path.stem != "__init__":
            return
        for inner in sorted(path.parent.iterdir()):
            if inner.suffix == ".py" and inner.stem != "__init__":
                yield f"{package}.{inner.stem}"
            elif (inner / "__init__.py").exists():
                yield from (f"{package}.{inner.name}", *self._inside(f"{package}.{inner.name}"))

    def _resolved(self, dotted: str) -> Iterator[str]:
        """Modules that a dotted name runs through: packages, and where its parts are defined."""
        for module, rest in self._steps(dotted):
            yield module
            if rest == "*":
                yield from (place.partition(":")[0] for place in self._public(module).values())

    def located(self, dotted: str) -> tuple[str, str]:
        """Module in which a dotted name ends, and the name's first part inside it."""
        *_, (module, rest) = self._steps(dotted)
        return module, rest.partition(".")[0]

    def _steps(self, dotted: str) -> Iterator[tuple[str, str]]:
        """Each module on the way, with what is left of the name."""
        module, _, rest = dotted.partition(".")
        yield module, rest
        while rest and rest != "*":
            part, _, left = rest.partition(".")
            public = self._public(module)
            inner = f"{module}.{part}"
            if self.path(inner) is None and part not in public:
                return
            module, _, name = (inner if self.path(inner) else public[part]).partition(":")
            rest = ".".join(p for p in (name, left) if p)
            yield module, rest
            if name:
                return

    def _public(self, package: str) -> Mapping[str, str]:
        """Public names of a package with the places where they are defined."""
        path = self.path(package)
        if path is None or path.stem != "__init__" or "_public" not in str(self.record(package)):
            return {}
        attribute = getattr(importlib.import_module(package), "__getattr__", None)
        return getattr(attribute, "places", {})


def versions(libraries: Iterable[str] = LIBRARIES) -> dict[str, str]:
    """Versions of Python and of some libraries, those that make the numbers by default."""
    found = {"python": platform.python_version()}
    for library in libraries:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = "not installed"
    return found


@functools.lru_cache(maxsize=1024)
def _record(text: str, package: str) -> Record:
    """What a source says; a text is parsed once a process, whoever asks."""
    tree = without_docstrings(ast.parse(text))
    walk = Uses(package)
    walk.visit(tree)
    return {
        "digest": hashlib.sha256(ast.dump(tree).encode()).hexdigest(),
        "uses": sorted(u for u in walk.uses if u == ROOT or u.startswith(f"{ROOT}.")),
        "names": sorted(walk.names - walk.ids),
        "ids": sorted(walk.ids),
    }


def without_docstrings(tree: ast.AST) -> ast.AST:
    """Take the docstrings out of a syntax tree, which is what it means then."""
    waiting = [tree]
    while waiting:  # statements only: no expression holds a definition
        node = waiting.pop()
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(node, block, ())
            waiting.extend(inner if isinstance(inner, list) else ())
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:] or [ast.Pass()]
    return tree


class Uses(ast.NodeVisitor):
    """Collect what a module imports, and which parts of it are used, as dotted names."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.bound: dict[str, str] = {}
        self.uses: set[str] = set()
        self.names: set[str] = set()
        self.ids: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        """Types are no dependency."""
        if ast.unparse(node.test) != "TYPE_CHECKING":
            self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        """``import a.b as c``."""
        for alias in node.names:
            self.uses.add(alias.name)
            if alias.asname:
                self.bound[alias.asname] = alias.name
            else:
                self.bound[alias.name.partition(".")[0]] = alias.name.partition(".")[0]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """``from a.b import c``, relative ones included."""
        above = self.package.rsplit(".", node.level - 1)[0] if node.level else ""
        origin = ".".join(part for part in (above, node.module) if part)
        for alias in node.names:
            self.uses.add(f"{origin}.{alias.name}")
            self.bound[alias.asname or alias.name] = f"{origin}.{alias.name}"

    def visit_Attribute(self, node: ast.Attribute) -> None:
        """``chain.sharpness`` uses one name of the package; anything else may use all of them."""
        parts, base = [node.attr], node.value
        while isinstance(base, ast.Attribute):
            parts.append(base.attr)
            base = base.value
        if isinstance(base, ast.Name) and base.id in self.bound:
            self.uses.add(".".join([self.bound[base.id], *reversed(parts)]))
        else:
            self.visit(base)

    def visit_Name(self, node: ast.Name) -> None:
        """A package handed on whole."""
        if node.id in self.bound:
            self.uses.add(f"{self.bound[node.id]}.*")

    def visit_Call(self, node: ast.Call) -> None:
        """``import_module("depthlaws.theory.x")``, and literal ids of records."""
        called = str(getattr(node.func, "attr", getattr(node.func, "id", "")))
        if called.endswith("import_module") and node.args:
            parts = getattr(node.args[0], "values", [node.args[0]])
            if isinstance(parts[0], ast.Constant) and isinstance(parts[0].value, str):
                whole = len(parts) == 1
                self.uses.add(parts[0].value.rstrip(".") + ("" if whole else ".*"))
        for keyword in node.keywords:
            if keyword.arg == "id" and isinstance(keyword.value, ast.Constant):
                self.ids.add(str(keyword.value.value))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A string that may be the id of a formula."""
        if isinstance(node.value, str) and _ID.fullmatch(node.value):
            self.names.add(node.value)
