"""Claims about one quantity, tried at each other's points.

A statement names the quantity that it is about, ``Statement(..., about=S)``. What one of two such
claims says at its ends, borders and witnesses is asked of the other there.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.statement.check import Stated
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.form import Form

MAX_POINTS = 40  # of one claim that another is asked about


def contradictions(statements: Mapping[str, Form]) -> Iterator[tuple[str, str, str]]:
    """Yield (claim, claim whose point it fails at, how it fails there).

    Parameters
    ----------
    statements : mapping of str to Statement
        Statements by the ids of their claims; those without ``about`` are left out.
    """
    by_quantity: dict[str, list[str]] = {}
    for name, statement in statements.items():
        if statement.about is not None:
            by_quantity.setdefault(str(statement.about), []).append(name)
    for names in by_quantity.values():
        points = {
            name: [*itertools.islice(_scalars(statements[name]), MAX_POINTS)] for name in names
        }
        for one in names:
            for other in names:
                if one != other:
                    how = _fails_at(statements[one], points[other])
                    if how:
                        yield one, other, how


def _fails_at(one: Form, points: Sequence[Mapping[str, Fraction]]) -> str:
    """Counterexample to a statement among the points of another; empty if there is none."""
    for place in range(len(one.clauses)):
        check = Stated(one, place)
        for values in points:
            try:
                evidence = check.at(values)
            except (FormError, LimitError):
                continue
            if evidence:
                return evidence
    return ""


def _scalars(statement: Form) -> Iterator[dict[str, Fraction]]:
    """Yield the values of scalars at the points of all clauses, each once."""
    seen: set[Any] = set()
    first = {n: d.ends()[0] for n, d in statement.domains.items() if not d.sizes}
    for place in range(len(statement.clauses)):
        for point, _, _ in Stated(statement, place).points():
            at = {n: Fraction(int(v.p), int(v.q)) for n, v in point.scalars.items()}
            values = first | at
            key = tuple(sorted(values.items()))
            if key not in seen:
                seen.add(key)
                yield values
