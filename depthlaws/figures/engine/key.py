"""Content key of a dataset: its parameters, its seed, and the code that computes it.

Of papers, and of both engines, that is what the ``data`` function reaches by name: not ``draw``,
not the caption, not the quotes, not a claim's checks. Of the rest of the package it is every module
that the reached code uses. Comments, docstrings and layout change no key.
"""

import ast
import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from depthlaws.base.names_in_code import without_docstrings
from depthlaws.base.paper_folders import folder_of
from depthlaws.base.sources import LIBRARIES, ROOT, Sources, ours
from depthlaws.figures.engine import provenance

BY_NAME = (f"{ROOT}.figures", f"{ROOT}.claims")  # rooms of which single statements count

sources = lru_cache(maxsize=1)(Sources)  # files are read once a process


def content_key(data: Callable[..., Any], parameters: Any, seed: int) -> str:
    """Hash of everything that the dataset of a figure depends on.

    Raises: LookupError if the source of ``data`` is not found; its key would be that of no code.
    """
    inputs = [provenance.settings(parameters), seed, type(parameters).__name__]
    statements, modules = reached(data.__module__, data.__name__)
    code = [*inputs, statements, sources().digest(modules, LIBRARIES)]
    return hashlib.sha256(json.dumps(code, sort_keys=True).encode()).hexdigest()


def reached(module: str, name: str) -> tuple[list[str], list[str]]:
    """Code of figures/ and claims/ that a function reaches, and all other modules that it uses."""
    if name not in sources().definitions(module).by_name:
        msg = f"found no function {name} in {module}"
        raise LookupError(msg)
    statements: set[str] = set()
    modules: set[str] = set()
    for place, node, uses in sources().statements([(module, name)], _in_room):
        statements.add(f"{place}: {ast.dump(without_docstrings(node))}")
        modules |= sources().resolved(d for d in uses.dotted if ours(d) and d != ROOT)
        known = sources().ids() | sources().stored()
        modules |= {known[name] for name in uses.names if name in known}
    needed = sources().needed(m for m in modules if not _in_room(m) and m != ROOT)
    return sorted(statements), sorted(m for m in needed if not _in_room(m) and m != ROOT)


def _in_room(module: str) -> bool:
    """Return True for engines and papers, but for checksums of results that a paper has stored."""
    paper = folder_of(module)
    of_a_paper = paper is not None and module != f"{paper.package}.runs"
    return module.startswith(BY_NAME) or of_a_paper
