"""Content key of a dataset: its parameters, its seed, and the code that computes it.

Of the modules in figures/ that is what the ``data`` function reaches by name: not ``draw``, not the
caption, not the quotes. Of theory/ and sims/ it is every module that the reached code uses.
Comments, docstrings and layout change no key.
"""

import ast
import hashlib
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from depthlaws.base.sources import ROOT, Sources, without_docstrings
from depthlaws.figures.engine import provenance

ROOM = f"{ROOT}.figures."
MATHEMATICS = (f"{ROOT}.theory", f"{ROOT}.sims")
DECIDING = ("numpy", "scipy")  # libraries whose version change recomputes a dataset

sources = lru_cache(maxsize=1)(Sources)  # files are read once a process


def content_key(data: Callable[..., Any], parameters: Any, seed: int) -> str:
    """Hash of everything that the dataset of a figure depends on."""
    inputs = [provenance.settings(parameters), seed, type(parameters).__name__]
    statements, modules = reached(data.__module__, data.__name__)
    code = [*inputs, statements, sources().digest(modules, DECIDING)]
    return hashlib.sha256(json.dumps(code, sort_keys=True).encode()).hexdigest()


def reached(module: str, name: str) -> tuple[list[str], list[str]]:
    """Code of figures/ that a function reaches, and modules of theory/ and sims/ that it uses."""
    in_room = lambda place: place.startswith(ROOM)  # noqa: E731
    statements: set[str] = set()
    modules: set[str] = set()
    for place, node, uses in sources().statements([(module, name)], in_room):
        statements.add(f"{place}: {ast.dump(without_docstrings(node))}")
        modules |= sources().resolved(d for d in uses.dotted if d.startswith(f"{ROOT}."))
        modules |= {sources().ids()[name] for name in uses.names if name in sources().ids()}
    mathematics = (m for m in modules if m.startswith(MATHEMATICS))
    needed = sources().needed(mathematics)
    return sorted(statements), sorted(m for m in needed if m.startswith(MATHEMATICS))
