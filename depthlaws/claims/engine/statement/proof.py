"""Outcome of a proof, and the question whether a difference vanishes at every size."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from depthlaws.claims.engine.records import Verdict
from depthlaws.claims.engine.statement.canonical import in_words, left_over
from depthlaws.claims.engine.statement.expressions import Tree
from depthlaws.claims.engine.statement.normal_form import Expansion


@dataclass(frozen=True)
class Proof:
    """Verdict of a proof, how it went, and what ``recheck`` needs beyond the statement."""

    verdict: Verdict
    how: str
    data: Mapping[str, Any] = field(default_factory=dict)


def unknown(why: str) -> Proof:
    """Proof that was not found."""
    return Proof(Verdict.UNKNOWN, why)


def fault_of(gap: Tree, expansion: Expansion) -> str | None:
    """Rest of a difference, in words; None if it vanishes at every size."""
    term = left_over(expansion.terms(gap), expansion)
    return None if term is None else in_words(term)


def verdict_of(fault: str | None, how: str, **data: Any) -> Proof:
    """Return PROVED where nothing is left over, else UNKNOWN with what is."""
    return Proof(Verdict.PROVED, how, data) if fault is None else unknown(f"left over: {fault}")
