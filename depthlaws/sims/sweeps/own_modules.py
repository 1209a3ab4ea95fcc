"""Modules of a user that a module or some code imports, directly or through other ones.

Sources are read and never run: a statement ``import`` anywhere in a file counts, also one inside of
a function.
"""

import ast
import dis
import hashlib
import sys
import types
from collections.abc import Callable, Iterator
from importlib.machinery import PathFinder
from pathlib import Path

__all__ = []


def imported_by(code: types.CodeType, package: str) -> Iterator[str]:
    """Yield the names of modules that some code imports when it runs."""
    before: list[dis.Instruction] = []
    for instruction in dis.get_instructions(code):
        if instruction.opname == "IMPORT_NAME":
            numbers = [i.argval for i in before if i.opname in {"LOAD_CONST", "LOAD_SMALL_INT"}]
            level, names = numbers[-2:]
            yield from _names(instruction.argval or "", level, names or (), package)
        before = [*before[-1:], instruction]


def contents(names: Iterator[str], is_own: Callable[[str, Path], bool]) -> list[str]:
    """Return name and hash of every module of a user that is reached from some names."""
    hashes: dict[str, str] = {}
    waiting = sorted(set(names))
    while waiting:
        name = waiting.pop()
        path = None if name in hashes else _file(name)
        if path is None or not is_own(name, path):
            continue
        content = path.read_bytes()
        hashes[name] = f"{name} {hashlib.sha256(content).hexdigest()}"
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        waiting += _imports(content, package) if path.suffix == ".py" else []
    return sorted(hashes.values())


def _imports(content: bytes, package: str) -> list[str]:
    try:
        tree = ast.parse(content)
    except SyntaxError:
        return []
    names: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                names += _names(alias.name, 0, (), package)
        elif isinstance(node, ast.ImportFrom):
            members = tuple(alias.name for alias in node.names)
            names += _names(node.module or "", node.level, members, package)
    return names


def _names(module: str, level: int, members: tuple[str, ...], package: str) -> Iterator[str]:
    """Yield a module with its packages, and its members, which may be modules themselves."""
    if level:
        parents = package.split(".")
        module = ".".join([*parents[: len(parents) - level + 1], *filter(None, [module])])
    parts = module.split(".") if module else []
    yield from (".".join(parts[:n]) for n in range(1, len(parts) + 1))
    yield from (f"{module}.{member}" for member in members if module and member != "*")


def _file(name: str) -> Path | None:
    """Return the source of a module, which need not be imported yet, without importing it."""
    path = getattr(sys.modules.get(name), "__file__", None)
    parts, folders = name.split("."), None
    for n in range(1, len(parts) + 1) if path is None else ():
        spec = PathFinder.find_spec(".".join(parts[:n]), folders)
        if spec is None:
            return None
        folders, path = spec.submodule_search_locations, spec.origin
    return Path(path) if path and Path(path).is_file() else None
