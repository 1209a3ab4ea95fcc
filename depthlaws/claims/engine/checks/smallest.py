"""Smallest numbers at which the words of a paper fail, by exact search."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks.common import COMPARE, UndecidedError, ball_at, in_words, truth
from depthlaws.claims.engine.records import Context, Evidence, Verdict
from depthlaws.theory.symbolic.exact import symbolic

__all__ = ["Smallest"]

PRECISION = 192  # bits of a ball around roots and logarithms


@dataclass(frozen=True)
class Smallest:
    """Smallest numbers at which printed words fail: the first point of an exact search.

    ``sides(**point)`` returns (left, relation, right) in exact numbers (int, Fraction, SymPy).
    ``ranges`` lists the values of each argument, the simplest first; points are tried in the order
    of the sum of their places in these lists. ``of`` says in words what left and right side are.
    ``again(**point)`` is the left side by a second route; where it differs, nothing is decided.
    The check stands in ``against`` of a claim, where it must come out REFUTED.

    >>> from depthlaws.claims.engine import Context
    >>> primes = Smallest(lambda n: (n**2 - n + 2, "<=", 8), {"n": range(1, 9)})
    >>> evidence = primes.run(Context())
    >>> print(evidence.verdict, evidence.data["point"], evidence.data["left"])
    REFUTED {'n': '4'} 14
    """

    sides: Callable[..., tuple[Any, str, Any]]
    ranges: Mapping[str, Sequence[Any]]
    of: tuple[str, str] | None = None
    again: Callable[..., Any] | None = None

    def run(self, context: Context) -> Evidence:
        points = 0
        for point in self._points():
            points += 1
            try:
                left, relation, right = self.sides(**point)
                if _holds(left, relation, right, in_words(point)):
                    continue
                if self.again is not None and _gap(left, self.again(**point)) != 0:
                    msg = f"{left} and {self.again(**point)} by a second route, at {point}"
                    raise UndecidedError(msg)
            except UndecidedError as doubt:
                return Evidence(Verdict.UNKNOWN, str(doubt), drew=False)
            data = {
                "point": {name: str(value) for name, value in point.items()},
                "left": _shown(left),
                "relation": relation,
                "right": _shown(right),
                "points tried": points,
            }
            words = {"sides": list(self.of)} if self.of else {}
            routes = ", by two routes" if self.again else ""
            where = in_words(point)
            return Evidence(Verdict.REFUTED, f"fails at {where}{routes}", data | words)
        return Evidence(Verdict.EXACT_IN_CASES, f"holds at {points} points", {"cases": points})

    def _points(self) -> Iterator[dict[str, Any]]:
        """Yield the points, those with early values first."""
        numbered = [list(enumerate(values)) for values in self.ranges.values()]
        grid = sorted(itertools.product(*numbered), key=lambda p: sum(place for place, _ in p))
        for point in grid:
            yield dict(zip(self.ranges, (value for _, value in point), strict=True))

    def mutants(self) -> "Iterator[tuple[str, Smallest]]":
        """Yield nothing: printed words that fail have no mutants that should fail."""
        return iter(())


def _holds(left: Any, relation: str, right: Any, where: str) -> bool:
    return truth(bool(COMPARE[relation](_gap(left, right), 0)), where)


def _gap(left: Any, right: Any) -> Any:
    """Left minus right: a rational number, or a ball that does not contain 0.

    Raises: UndecidedError for floats, and for a ball that contains 0.
    """
    gap = symbolic(left) - symbolic(right)
    if not gap.is_number or gap.has(sp.Float):
        msg = f"{left}, {right} are not exact numbers"
        raise UndecidedError(msg)
    if gap.is_Rational:
        return gap
    ball = ball_at(gap, {}, PRECISION)
    if not (ball.is_finite() and not ball.contains(0)):
        msg = f"{left} and {right} are too near to tell apart"
        raise UndecidedError(msg)
    return ball


def _shown(value: Any) -> str:
    """Exact number; roots and logarithms also by their first digits."""
    exact = symbolic(value)
    return str(exact) if exact.is_Rational else f"{exact} = {float(exact):.5g}"
