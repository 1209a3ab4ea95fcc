"""Stub files of the lazy packages, for editors and type checkers: ``python -m depthlaws._stubs``.

A lazy package imports a public name on first use, which no static reader can follow: its
``__init__.pyi`` says where each name is. What is a float for numbers and an array for arrays
(``-> Floats`` in the source) stands there with both signatures. ``make fix`` writes the stubs, a
test shows their diff.
"""

import ast
import builtins
import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import depthlaws

_TYPES = "depthlaws.theory.numerics.types"
_NUMBERS = {
    "Numbers": "Number",
    "MaybeNumbers": "Number | None",
    "Counts": "int",
    "Floats": "float",
    "Truths": "bool",
}
_ARRAYS = {"Floats": "Array", "Truths": "TruthArray", "Counts": "Sequence[int]"}
_HEADER = '"""Written by depthlaws._stubs from the modules of this package."""\n'


def packages() -> Iterator[ModuleType]:
    """Every package of ours whose names are imported on first use."""
    yield depthlaws
    for found in pkgutil.walk_packages(depthlaws.__path__, "depthlaws."):
        if found.ispkg:
            module = importlib.import_module(found.name)
            if hasattr(getattr(module, "__getattr__", None), "places"):
                yield module


def _split(place: str) -> tuple[str, str]:
    """Module and name."""
    module, _, inner = place.partition(":") if ":" in place else place.rpartition(".")
    return module, inner


def _import(name: str, place: str) -> str:
    module, inner = _split(place)
    return f"from {module} import {inner} as {name}"


def _own(source: Path, names: set[str]) -> list[str]:
    """Headers of functions that stand in ``__init__`` itself, and the imports they may need."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    lines = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    ]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in names:
            returns = f" -> {_annotation(node.returns)}" if node.returns else ""
            lines.append(f"def {node.name}({ast.unparse(node.args)}){returns}: ...")
    return lines


class _Renamed(ast.NodeTransformer):
    """Types of the source under the names of one signature."""

    def __init__(self, names: dict[str, str]):
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._names:
            return node
        return ast.parse(self._names[node.id], mode="eval").body


def _overloaded(place: str) -> tuple[list[str], list[str]]:
    """Imports and both headers of a function that answers with a float or an array; else none."""
    module, name = _split(place)
    function = _function(module, name)
    if function is None or function.returns is None:
        return [], []
    if not {"Floats", "Truths"} & _names(function.returns):
        return [], []
    headers = [_header(function, names) for names in (_NUMBERS, _ARRAYS)]
    used = _names(ast.parse("\n".join(headers))) - set(dir(builtins))
    types = {n for n in used if hasattr(importlib.import_module(_TYPES), n)}
    imports = [f"from {_TYPES} import {n}" for n in types]
    imports += [f"from {module} import {n}" for n in used - types]
    return ["from typing import overload", *imports], [f"@overload\n{h}" for h in headers]


def _function(module: str, name: str) -> ast.FunctionDef | None:
    found = importlib.util.find_spec(module)
    if found is None or not str(found.origin).endswith(".py"):
        return None
    body = ast.parse(Path(str(found.origin)).read_text(encoding="utf-8")).body
    matching = (node for node in body if isinstance(node, ast.FunctionDef) and node.name == name)
    return next(matching, None)


def _header(function: ast.FunctionDef, names: dict[str, str]) -> str:
    """One signature, with the first line of the docstring for editors to show."""
    renamed = _Renamed(names).visit(ast.parse(ast.unparse(function)).body[0])
    says = (ast.get_docstring(function) or "").partition("\n")[0]
    header = f"def {function.name}({ast.unparse(renamed.args)}) -> {ast.unparse(renamed.returns)}:"
    return f"{header}\n    {says!r}"


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _annotation(node: ast.expr) -> str:
    quoted = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if quoted else ast.unparse(node)  # type: ignore[attr-defined]


def stub(package: ModuleType) -> str:
    """Source of a package's ``__init__.pyi``."""
    places: dict[str, str] = vars(package.__getattr__)["places"]
    own = {name for name, place in places.items() if place.startswith(f"{package.__name__}:")}
    kept = _own(Path(str(package.__file__)), own) if own else []
    imports, headers = set(), []
    for name, place in places.items():
        needed, both = _overloaded(place) if name not in own else ([], [])
        imports |= set(needed)
        headers += both
        if name not in own and not both:
            imports.add(_import(name, place))
    listed = "".join(f"    {name!r},\n" for name in sorted(places)).replace("'", '"')
    lines = [_HEADER, *kept, *sorted(imports), *headers, "", f"__all__ = [\n{listed}]\n"]
    return "\n".join(lines)


def write() -> None:
    """Write the stub of every lazy package."""
    for package in packages():
        path = Path(str(package.__file__)).with_suffix(".pyi")
        path.write_text(stub(package), encoding="utf-8")


if __name__ == "__main__":
    write()
