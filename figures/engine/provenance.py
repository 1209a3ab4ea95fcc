"""What a saved dataset depends on: parameters, seed, source files, library versions."""

import ast
import dataclasses
import hashlib
import importlib.util
import json
import math
import platform
import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOTS = ("depthlaws.theory", "depthlaws.sims", "depthlaws.figures")
LIBRARIES = ("numpy", "scipy", "sympy", "mpmath", "python-flint", "xarray", "matplotlib")
MACHINERY = {
    "depthlaws.figures",
    "depthlaws.figures.engine.make",
    "depthlaws.figures.engine.provenance",
    "depthlaws.figures.engine.style",
}  # makes no numbers
DECIDING = ("numpy", "scipy")  # a version change of these recomputes a dataset


def plain(parameters: Any) -> dict[str, Any]:
    """JSON-able parameters of a figure (a frozen dataclass)."""
    return {name: strict(value) for name, value in dataclasses.asdict(parameters).items()}


def strict(value: Any) -> Any:
    """Return the value in strict JSON, which has no infinity: that becomes the string ``inf``."""
    if isinstance(value, (list, tuple)):
        return [strict(v) for v in value]
    if hasattr(value, "item"):
        value = value.item()
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def content_key(module: str, parameters: Any, seed: int) -> str:
    """Hash of everything that a figure's dataset depends on."""
    digest = hashlib.sha256(json.dumps([plain(parameters), seed], sort_keys=True).encode())
    for name in sorted(needed_modules(module)):
        digest.update(name.encode() + _path(name).read_bytes())
    for library in DECIDING:
        digest.update(f"{library}=={version(library)}".encode())
    return digest.hexdigest()


@lru_cache(maxsize=256)
def needed_modules(module: str) -> frozenset[str]:
    """Return the module and all of ours that it imports, directly or not, and that make numbers."""
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting.extend(_imports(name) - MACHINERY)
    return frozenset(seen)


@lru_cache(maxsize=256)
def _imports(module: str) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(_path(module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in inner if name.startswith(ROOTS) and _exists(name)}
            found.update(modules if len(modules) == len(inner) else modules | {node.module})
    return frozenset(n for n in found if n.startswith(ROOTS) and _exists(n))


def _exists(module: str) -> bool:
    try:
        spec = importlib.util.find_spec(module)
    except ModuleNotFoundError:
        return False
    return spec is not None and spec.origin is not None


def _path(module: str) -> Path:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        msg = f"no source file for the module {module!r}"
        raise ModuleNotFoundError(msg)
    return Path(spec.origin)


def versions() -> Mapping[str, str]:
    """Versions of this package, Python and the libraries that make the numbers."""
    found = {"python": platform.python_version()}
    for library in ("depthlaws", *LIBRARIES):
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            found[library] = "not installed"
    return found


def device() -> str:
    """Where the numbers were computed, in words."""
    return f"cpu, {platform.machine()}, {sys.platform}, float64"
