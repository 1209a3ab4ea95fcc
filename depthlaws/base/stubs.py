"""Stub files of the packages that import their names on first use.

Run: ``python -m depthlaws.base.stubs``, or ``make fix``; a test shows the diff.

No static reader follows an import on first use, so ``__init__.pyi`` says where each name is. A
function that returns a float for numbers and an array for arrays (``-> Floats`` in its source) has
both signatures there.
"""

import ast
import builtins
import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType

import depthlaws

_HEADER = '"""Written by depthlaws.base.stubs from the modules of this package."""\n'
_TYPES = "depthlaws.theory.numerics.types"
_OF_NUMBERS = {
    "Numbers": "Number",
    "MaybeNumbers": "Number | None",
    "Counts": "int",
    "Floats": "float",
    "Truths": "bool",
}
_OF_ARRAYS = {"Floats": "Array", "Truths": "TruthArray", "Counts": "Sequence[int]"}


def packages() -> Iterator[ModuleType]:
    """Yield every package of ours whose names are imported on first use."""
    yield depthlaws
    for info in pkgutil.walk_packages(depthlaws.__path__, "depthlaws."):
        if info.ispkg:
            module = importlib.import_module(info.name)
            if hasattr(getattr(module, "__getattr__", None), "places"):
                yield module


def stub(package: ModuleType) -> str:
    """Return the source of a package's ``__init__.pyi``."""
    imports: dict[str, set[str]] = {}  # names by module
    headers: list[str] = []
    for name, place in sorted(vars(package.__getattr__)["places"].items()):
        module, _, inner = place.partition(":") if ":" in place else place.rpartition(".")
        signatures = _overloads(module, inner)
        headers += [f"@overload\n{signature}" for signature in signatures]
        if not signatures:
            imports.setdefault(module, set()).add(f"{inner} as {name}")
        for word in _names(ast.parse("\n".join(signatures))) - {*dir(builtins)}:
            types = hasattr(importlib.import_module(_TYPES), word)
            imports.setdefault(_TYPES if types else module, set()).add(word)
    if headers:
        imports["typing"] = {"overload"}
    lines = [f"from {module} import {', '.join(sorted(imports[module]))}" for module in imports]
    return "\n".join([_HEADER, *sorted(lines), *headers, ""])


def _overloads(module: str, name: str) -> list[str]:
    """Both headers of a function that returns a float or an array; none of anything else."""
    function = _function(module, name)
    returns = function.returns if function else None
    if function is None or returns is None or not {"Floats", "Truths"} & _names(returns):
        return []
    return [_header(function, types) for types in (_OF_NUMBERS, _OF_ARRAYS)]


def _function(module: str, name: str) -> ast.FunctionDef | None:
    """Definition of a function in the source of a module, or None."""
    item = getattr(importlib.import_module(module), name, None)
    node = ast.parse(inspect.getsource(item)).body[0] if inspect.isfunction(item) else None
    return node if isinstance(node, ast.FunctionDef) else None


def _header(function: ast.FunctionDef, types: Mapping[str, str]) -> str:
    """One signature, with the first line of the docstring for editors to show."""
    renamed = _Renamed(types).visit(ast.parse(ast.unparse(function)).body[0])
    summary = (ast.get_docstring(function) or "").partition("\n")[0]
    arguments, returns = ast.unparse(renamed.args), ast.unparse(renamed.returns)
    return f"def {function.name}({arguments}) -> {returns}:\n    {summary!r}"


class _Renamed(ast.NodeTransformer):
    """Replaces the types of a source by those of one signature."""

    def __init__(self, types: Mapping[str, str]):
        self._types = types

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self._types:
            return node
        return ast.parse(self._types[node.id], mode="eval").body


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def write() -> None:
    """Write the stub of every lazy package."""
    for package in packages():
        path = Path(str(package.__file__)).with_suffix(".pyi")
        path.write_text(stub(package), encoding="utf-8")


if __name__ == "__main__":
    write()
