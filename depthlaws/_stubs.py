"""Stub files of the lazy packages, for editors and type checkers: ``python -m depthlaws._stubs``.

A lazy package imports a public name on first use, which no static reader can follow: its
``__init__.pyi`` says where each name is. ``make fix`` writes the stubs, a test shows their diff.
"""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import depthlaws

_HEADER = '"""Written by depthlaws._stubs from the modules of this package."""\n'


def packages() -> Iterator[ModuleType]:
    """Every package of ours whose names are imported on first use."""
    yield depthlaws
    for found in pkgutil.walk_packages(depthlaws.__path__, "depthlaws."):
        if found.ispkg:
            module = importlib.import_module(found.name)
            if hasattr(getattr(module, "__getattr__", None), "places"):
                yield module


def _import(package: str, name: str, place: str) -> str:
    module, _, inner = place.partition(":")
    if not inner:
        module, _, inner = place.rpartition(".")
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


def _annotation(node: ast.expr) -> str:
    quoted = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return str(node.value) if quoted else ast.unparse(node)  # type: ignore[attr-defined]


def stub(package: ModuleType) -> str:
    """Source of a package's ``__init__.pyi``."""
    places: dict[str, str] = vars(package.__getattr__)["places"]
    own = {name for name, place in places.items() if place.startswith(f"{package.__name__}:")}
    lines = sorted(_import(package.__name__, n, p) for n, p in places.items() if n not in own)
    kept = _own(Path(str(package.__file__)), own) if own else []
    listed = "".join(f"    {name!r},\n" for name in sorted(places)).replace("'", '"')
    return "\n".join([_HEADER, *kept, *lines, "", f"__all__ = [\n{listed}]\n"])


def write() -> None:
    """Write the stub of every lazy package."""
    for package in packages():
        path = Path(str(package.__file__)).with_suffix(".pyi")
        path.write_text(stub(package), encoding="utf-8")


if __name__ == "__main__":
    write()
