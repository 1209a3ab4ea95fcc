"""Listed cases of a statement, in exact arithmetic."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from depthlaws.base.plural import counted
from depthlaws.claims.engine.checks.common import (
    COMPARE,
    EXPRESSION_CHANGES,
    FLIPPED,
    UndecidedError,
    ball_at,
    listed,
    truth,
)
from depthlaws.claims.engine.checks.identity import prove_zero
from depthlaws.claims.engine.records import Context, Evidence, Verdict
from depthlaws.claims.engine.stated import worked_out
from depthlaws.theory.symbolic.exact import symbolic

__all__ = ["Exhaustive"]


@dataclass(frozen=True)
class Exhaustive:
    """Listed cases of a statement in exact arithmetic (int, Fraction, SymPy, bool).

    ``cases()`` yields (label, left, right): exact numbers that must be equal; or (label, left,
    relation, right): exact numbers, or words, in an order; or (label, truth). EXACT IN CASES,
    which proves nothing for other sizes; EXACT with ``named``, where the claim's own sentence
    names these cases and no others, and with ``data``, cells of a table typed twice. ``proof``
    yields rows of a certificate for cases that cannot be written by their sides: ("roots" or
    "orbits", row).

    >>> from depthlaws.claims.engine import Context
    >>> odd = Exhaustive(lambda: ((n, sum(range(1, 2 * n, 2)), n**2) for n in range(1, 20)))
    >>> print(odd.run(Context()).verdict)
    EXACT IN CASES
    """

    cases: Callable[[], Iterable[tuple[Any, ...]]]
    what: str = ""
    change: Callable[[Any], Any] = field(default=lambda x: x)
    turned: bool = False
    data: bool = False
    named: bool = False
    proof: Callable[[], Iterable[tuple[str, list[Any]]]] | None = None

    def run(self, context: Context) -> Evidence:
        labels: list[str] = []
        for label, *sides in self.cases():
            labels.append(str(label))
            try:
                good = self._holds(f"case {label}", *sides)
            except UndecidedError as doubt:
                return Evidence(Verdict.UNKNOWN, str(doubt), {"case": str(label)})
            if not good:
                data = {"case": str(label), **_shown(*sides)}
                return Evidence(Verdict.REFUTED, f"fails for {label}", data)
        if not labels:
            return Evidence(Verdict.VACUOUS, "no case")
        cases = counted(len(labels), "case")
        if self.named or self.data:
            text = f"exact in {cases}, which the sentence names"
            return Evidence(Verdict.EXACT, text, {"cases": len(labels)})
        text = f"exact in {cases}: {listed(labels)}; the sentence is wider"
        return Evidence(Verdict.EXACT_IN_CASES, text, {"cases": len(labels), "over": labels})

    def _holds(self, where: str, left: Any, *rest: Any) -> bool:
        if not rest:
            return truth(left, where)
        if len(rest) == 2:
            relation = FLIPPED[rest[0]] if self.turned else rest[0]
            return _compared(where, worked_out(left), relation, worked_out(rest[1]))
        left, right = worked_out(left), worked_out(rest[0])
        sides = [symbolic(side) for side in (left, right)]
        if any(not isinstance(s, sp.Basic) or s.has(sp.Float, sp.nan) for s in sides):
            msg = f"{where}: {left}, {right} are not exact numbers"
            raise UndecidedError(msg)
        right = self.change(right)
        if left == right:
            return True
        gap = symbolic(left - right)
        return not _apart(gap) and prove_zero(gap, {}) is not None

    def mutants(self) -> "Iterator[tuple[str, Exhaustive]]":
        if any(len(case) == 3 for case in self.cases()):
            for label, change in EXPRESSION_CHANGES.items():
                yield label, replace(self, change=change)
        if any(len(case) == 4 and case[2] != "==" for case in self.cases()):
            yield "the order turned round", replace(self, turned=True)


def _apart(gap: sp.Expr) -> bool:
    """True if the sides certainly differ at a point where no symbol breaks its assumptions."""
    if any(s.is_positive is False or s.is_real is False or s.is_integer for s in gap.free_symbols):
        return False
    points = (_somewhere(gap.free_symbols, share) for share in (1, sp.Rational(7, 9)))
    return any(_not_zero(gap, point) for point in points)


def _not_zero(gap: sp.Expr, point: dict[sp.Symbol, sp.Rational]) -> bool:
    try:
        ball = ball_at(gap, point, 128)
    except (ArithmeticError, TypeError, ValueError):
        return False
    return bool(ball.is_finite() and not ball.contains(0))


def _somewhere(symbols: Iterable[sp.Symbol], share: Any = 1) -> dict[sp.Symbol, sp.Rational]:
    """Point with different coordinates between 1 and 2."""
    ordered = sorted(symbols, key=str)
    return {s: 1 + sp.Rational(1, i) * share for i, s in enumerate(ordered, start=1)}


def _compared(where: str, left: Any, relation: str, right: Any) -> bool:
    if any(isinstance(side, float) for side in (left, right)):
        msg = f"{where}: {left}, {right} are not exact numbers"
        raise UndecidedError(msg)
    return truth(COMPARE[relation](*_enclosed(left, right)), where)


def _enclosed(left: Any, right: Any) -> tuple[Any, Any]:
    """Return both numbers, or a ball of their gap and 0 if roots or logarithms are in them."""
    if not any(isinstance(side, sp.Expr) for side in (left, right)):
        return left, right
    gap = symbolic(left) - symbolic(right)
    if not gap.is_number or gap.is_Rational or not gap.is_finite:
        return left, right
    ball = ball_at(gap, {}, 192)
    return (left, right) if ball.contains(0) else (ball, 0)


def _shown(left: Any, *rest: Any) -> dict[str, Any]:
    """Both sides of a case that fails; expressions also in numbers at a point."""
    if not rest:
        return {"left": str(left), "right": ""}
    relation, right = rest if len(rest) == 2 else ("==", rest[0])
    if isinstance(left, str):
        return {"left": left, "relation": relation, "right": right}
    sides = [worked_out(symbolic(left)), worked_out(symbolic(right))]
    point = _somewhere(set().union(*(s.free_symbols for s in sides)))
    first, second = (_number(side.subs(point)) for side in sides)
    sides_in_numbers = {"left": first, "relation": relation, "right": second}
    if point:
        sides_in_numbers["at"] = {str(s): str(value) for s, value in point.items()}
        sides_in_numbers["in symbols"] = f"{left} beside {right}"
    return sides_in_numbers


def _number(value: sp.Expr) -> str:
    """Exact number if it is short, else its first digits."""
    if value.is_infinite:
        return str(float(value))
    try:
        return str(value) if value.is_Rational and len(str(value)) <= 12 else f"{float(value):.10g}"
    except TypeError:  # it is no real number
        return str(value)
