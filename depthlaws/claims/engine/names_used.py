"""Formulas and public functions that the source of each claim names or may read.

A claim's checks are the lines of its record and the helpers that these reach, in its file and in
other files of claims. A formula whose name is made up at run time is recorded while the check runs,
and joined to these names.
"""

import ast
import re
from collections.abc import Callable
from typing import Any

from depthlaws.base.paper_folders import folder_of
from depthlaws.base.sources import ROOT, Sources, ours
from depthlaws.claims.engine import ledger

__all__ = ["reads"]


def reads(progress: Callable[[], Any] = lambda: None) -> dict[str, tuple[str, ...]]:
    """Return the names that each claim uses.

    Parameters
    ----------
    progress : callable
        Called after each claim.

    Returns
    -------
    dict of str to tuple of str
        By claim: formulas by id, public functions as ``chain.sharpness``.
    """
    book = ledger.book()
    names = {}
    for name, module in book.module_of.items():
        names[name] = named(book.sources, module, name)
        progress()
    return names


def named(sources: Sources, module: str, claim: str) -> tuple[str, ...]:
    """Names that the record of one claim in a module uses.

    Formulas come by id, public functions as ``chain.sharpness``, ``sims.residual.dense.train``.
    """
    labels: set[str] = set()
    for _, _, uses in sources.statements([(module, claim)], _of_a_paper):
        labels |= {name for name in uses.names if name in sources.ids()}
        labels |= {_label(*sources.located(dotted)) for dotted in uses.dotted}
    return tuple(sorted(labels - {""}))


def readable(book: ledger.Book) -> dict[str, frozenset[str]]:
    """Formulas that each claim may read: a superset of those that its checks evaluate.

    These are the formulas whose ids its statements name, those whose ids an f-string of theirs may
    spell, and all in the modules that they reach. A claim whose record has no literal id may read
    every formula.
    """
    sources, modules_of = book.sources, book.sources.ids()
    inside: dict[frozenset[str], set[str]] = {}  # ids in all that some modules reach
    formulas: dict[str, frozenset[str]] = {}
    for claim, module in book.module_of.items():
        statements = [*sources.statements([(module, claim)], _of_a_paper)]
        dotted = {d for *_, uses in statements for d in uses.dotted if ours(d)}
        modules = frozenset(m for m in sources.resolved(dotted) if not _of_a_paper(m))
        if modules not in inside:
            reached = sources.needed(modules)
            inside[modules] = {name for name, place in modules_of.items() if place in reached}
        ids = inside[modules] | {name for *_, uses in statements for name in uses.names}
        spelt = {pattern for _, node, _ in statements for pattern in _spelt(node)}
        ids |= {name for name in modules_of for pattern in spelt if re.fullmatch(pattern, name)}
        formulas[claim] = frozenset(ids & modules_of.keys() if statements else modules_of)
    return formulas


def _spelt(node: ast.AST) -> set[str]:
    """Patterns of the f-strings in a statement that write a hyphen, as every id has one."""
    texts = (part for part in ast.walk(node) if isinstance(part, ast.JoinedStr))
    patterns = {"".join(map(_pattern, text.values)) for text in texts}
    return {pattern for pattern in patterns if r"\-" in pattern}


def _pattern(part: ast.expr) -> str:
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*"


def _of_a_paper(module: str) -> bool:
    return folder_of(module) is not None


def _label(module: str, name: str) -> str:
    """Short name of a public function of theory or sims; empty for anything else."""
    room, _, inner = module.removeprefix(f"{ROOT}.").partition(".")
    if not name or not name.islower() or name.startswith("_"):
        return ""
    if room == "sims" and inner:
        return f"sims.{inner}.{name}"
    subject = inner.partition(".")[0]
    machinery = subject in {"", "symbolic", "numerics", "papers"}
    return f"{subject}.{name}" if room == "theory" and not machinery else ""
