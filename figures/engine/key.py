"""The content key of a dataset: its parameters, its seed, and the code that computes it.

Of the modules in figures/ that is what the ``data`` function reaches by name: not ``draw``, not the
caption, not the quotes. Of theory/ and sims/ it is every module that the reached code imports.
Comments, docstrings and layout change no key.

Claims have the closure of their modules instead, and what they were seen to read
(:mod:`depthlaws.claims.engine.closure`): nothing is recorded while a dataset is computed, so here a
package that is handed on whole counts with all that is in it.
"""

import ast
import hashlib
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from depthlaws.claims.engine.closure import ROOT, Sources, without_docstrings
from depthlaws.figures.engine import provenance

ROOM = "depthlaws.figures."
MATHEMATICS = ("depthlaws.theory", "depthlaws.sims")
DECIDING = ("numpy", "scipy")  # a version change of these recomputes a dataset

Node = ast.stmt
Place = tuple[str, str]  # (module, name)


def content_key(data: Callable[..., Any], parameters: Any, seed: int) -> str:
    """Hash of everything that a figure's dataset depends on."""
    inputs = [provenance.settings(parameters), seed, type(parameters).__name__]
    digest = hashlib.sha256(json.dumps(inputs, sort_keys=True).encode())
    for place in sorted(reached(data.__module__, data.__name__)):
        digest.update(repr(place).encode() + _source(*place).encode())
    for library in DECIDING:
        digest.update(f"{library}=={version(library)}".encode())
    return digest.hexdigest()


def reached(module: str, name: str) -> frozenset[Place]:
    """Everything that a function of a figure module reaches: names here, whole modules elsewhere.

    A whole module of theory/ or sims/ is the place (module, "").
    """
    seen: set[Place] = set()
    waiting = [(module, name)]
    while waiting:
        place = waiting.pop()
        if place not in seen:
            seen.add(place)
            waiting.extend(_next(*place))
    return frozenset(place for place in seen if place[1] in _defined(place[0]) or not place[1])


def _next(module: str, name: str) -> Iterator[Place]:
    """Places that one place leads to directly."""
    if not name:
        yield from ((found, "") for found in _imports(module) if found.startswith(MATHEMATICS))
        return
    node = _defined(module).get(name)
    if node is not None:
        yield from _uses(module, node)
        return
    target = _imported(module).get(name, "")
    owner, _, inner = target.rpartition(".")
    if target.startswith(MATHEMATICS):
        yield from ((found, "") for found in _modules_of(target))
    elif owner.startswith(ROOM) and inner in _defined(owner):
        yield owner, inner


def _uses(module: str, node: Node) -> Iterator[Place]:
    """Names of this module, and attributes of helper modules of this room, in a definition."""
    imported = _imported(module)
    for one in ast.walk(node):
        if isinstance(one, ast.Name):
            yield module, one.id
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            target = imported.get(one.value.id, "")
            if target.startswith(ROOM) and one.attr in _defined(target):
                yield target, one.attr


@lru_cache(maxsize=512)
def _text(module: str) -> str:
    path = _path(module)
    return path.read_text(encoding="utf-8") if path else ""


_parsed = lru_cache(maxsize=512)(ast.parse)  # a text is parsed once a process, whoever asks


def _tree(module: str) -> ast.Module:
    return _parsed(_text(module))


def _path(module: str) -> Path | None:
    """Source file of a module of ours; nothing is imported."""
    return _sources().path(module) if module.partition(".")[0] == ROOT else None


@lru_cache(maxsize=1)
def _sources() -> Sources:
    return Sources()


@lru_cache(maxsize=512)
def _defined(module: str) -> dict[str, Node]:
    """Functions, classes and values that a module of this room defines, by name."""
    found: dict[str, Node] = {}
    for node in _tree(module).body if module.startswith(ROOM) else ():
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        for target in getattr(node, "targets", [getattr(node, "target", None)]):
            found |= {n.id: node for n in ast.walk(target or ast.Pass()) if isinstance(n, ast.Name)}
    return found


@lru_cache(maxsize=512)
def _imported(module: str) -> dict[str, str]:
    """What the imported names of a module stand for: ``{"chain": "depthlaws.theory.chain"}``."""
    found: dict[str, str] = {}
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                found[alias.asname or alias.name] = _full(f"{node.module}.{alias.name}")
        elif isinstance(node, ast.Import):
            found |= {a.asname or a.name.partition(".")[0]: a.name for a in node.names}
    return found


def _full(target: str) -> str:
    """A subject of the theory has a short name too: ``from depthlaws import chain``."""
    top, _, name = target.partition(".")
    short = f"depthlaws.theory.{name}"
    return short if top == "depthlaws" and _path(target) is None and _path(short) else target


def _imports(module: str) -> set[str]:
    """Modules that a module imports, and those behind a package that finds its names in them."""
    return {found for target in _imported(module).values() for found in _modules_of(target)}


def _modules_of(target: str) -> set[str]:
    """Modules behind an imported name; all below a package that looks its names up by itself."""
    if not target.startswith(MATHEMATICS):
        return set()
    if _path(target) is None:
        target = target.rpartition(".")[0]
    path = _path(target)
    if path is None or path.name != "__init__.py":
        return {target} if path else set()
    deep = "**/*.py" if "import_module" in path.read_text(encoding="utf-8") else "*.py"
    below = (p.relative_to(path.parent).with_suffix("") for p in path.parent.glob(deep))
    return {target} | {".".join([target, *p.parts]) for p in below if p.name != "__init__"}


@lru_cache(maxsize=1024)
def _source(module: str, name: str) -> str:
    """Code of a place without comments, docstrings and layout."""
    return ast.dump(without_docstrings(_defined(module)[name])) if name else _meaning(_text(module))


@lru_cache(maxsize=512)
def _meaning(text: str) -> str:
    return ast.dump(without_docstrings(_parsed(text)))


def forget() -> None:
    """Read the sources again: for tests that change them."""
    for cache in (_text, _defined, _imported, _source, _sources):
        cache.cache_clear()
