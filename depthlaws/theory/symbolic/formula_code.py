"""Source code of formulas: run it, and read it from a file where SymPy is not installed.

``formulas.json`` has the source of every formula, as :mod:`codegen` prints it from the expression,
with the ends of its domain. It is used only without SymPy: with SymPy the expression rules, so a
changed expression never meets old code. ``make fix`` writes the file; a test shows the diff.
"""

import functools
import hashlib
import json
import linecache
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from depthlaws.base import extras

FILE = Path(__file__).parent / "formulas.json"


class MissingEvaluatorError(TypeError):
    """An expression uses a function that an arithmetic does not have."""


@dataclass(frozen=True, slots=True)
class StoredCode:
    """Code of one formula.

    Attributes
    ----------
    says : str
        Sentence that says what the formula is.
    source : str
        Place in a paper.
    domain : mapping of str to mapping
        Interval of each argument, in argument order.
    binds : bool
        True for an integral, a sum or a product.
    code : str
        Source of ``f(c, *values)``, ``c`` an arithmetic context.
    """

    says: str
    source: str
    domain: Mapping[str, Mapping[str, Any]]
    binds: bool
    code: str


@functools.cache
def _content() -> Mapping[str, Any]:
    return json.loads(FILE.read_text(encoding="utf-8"))


@functools.cache
def stored_terms() -> Mapping[str, str]:
    """Return the stored code of terms inside float kernels by name."""
    return _content()["terms"]


@functools.cache
def stored() -> Mapping[str, StoredCode]:
    """Return the stored code of all formulas by id."""
    return {name: StoredCode(**record) for name, record in _content()["formulas"].items()}


@functools.cache
def needs_stored_code() -> bool:
    """Return whether SymPy, which prints the code, is missing."""
    return not extras.is_installed("sympy")


@functools.lru_cache(maxsize=1024)
def executed(source: str) -> Callable[..., Any]:
    """Run generated source under a file name that tracebacks and debuggers can show."""
    name = f"<depthlaws formula {hashlib.sha256(source.encode()).hexdigest()[:12]}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    scope: dict[str, Any] = {}
    exec(compile(source, name, "exec"), scope)
    return scope["f"]
