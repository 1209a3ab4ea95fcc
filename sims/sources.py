"""Which sources a simulator's numbers came from: a hash of its module and of what it imports."""

import ast
import functools
import hashlib
import importlib.metadata
import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

__all__ = []

ROOM = "depthlaws.sims"


def version(function: Callable[..., Any]) -> str:
    """Version of the package, and the first digits of the hash of the sources.

    Of a function from elsewhere its own code counts.
    """
    module = getattr(function, "__module__", "")
    if module.startswith(ROOM):
        digest = _digest(module)
    else:
        code = getattr(function, "__code__", None)
        own = code.co_code + " ".join(code.co_names).encode() if code else b""
        digest = hashlib.sha256(own).hexdigest()[:12]
    return f"{_package()} ({digest})"


@functools.cache
def _package() -> str:
    return importlib.metadata.version("depthlaws")


@functools.cache
def _digest(module: str) -> str:
    seen: dict[str, bytes] = {}
    todo = [module]
    while todo:
        name = todo.pop()
        path = _file(name)
        if path is None or name in seen:
            continue
        seen[name] = path.read_bytes()
        todo += [one for one in _imported(seen[name]) if one.startswith(ROOM)]
    content = b"".join(seen[name] for name in sorted(seen))
    return hashlib.sha256(content).hexdigest()[:12]


def _file(module: str) -> Path | None:
    try:
        found = importlib.util.find_spec(module) if module else None
    except (ImportError, ValueError):  # a name inside a module
        return None
    return Path(found.origin) if found and found.origin and Path(found.origin).exists() else None


def _imported(source: bytes) -> Iterator[str]:
    """Names that may be modules, of imports wherever they stand."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
