"""Roots of equations and orbits of maps: in certified balls, and written for ``recheck``.

A root is a change of sign between two rational ends; along an orbit a stranger counts in intervals
of so many bits, for its exact numbers double their digits with each step.
"""

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb

from depthlaws.claims.engine.checks.common import ball_at, exact_ball
from depthlaws.claims.engine.checks.quoted import Quoted, ends
from depthlaws.claims.engine.written import tree
from depthlaws.theory.symbolic import codegen
from depthlaws.theory.symbolic.balls import BallContext, precision, real_ball

__all__ = ["Orbit", "Root", "quoted_roots"]


@dataclass(frozen=True)
class Root:
    """The number ``value`` at a root of ``zero`` in x, which changes sign from ``low`` to ``high``.

    >>> x = sp.Symbol("x")
    >>> Root(x, zero=x**2 - 2, value=x, low=1, high=2).ball().str(6)
    '[1.41421 +/- 3.57e-6]'
    """

    x: sp.Symbol
    zero: sp.Expr
    value: sp.Expr
    low: Any
    high: Any
    prec: int = 192
    halvings: int = 60

    @functools.cached_property
    def between(self) -> tuple[Fraction, Fraction]:
        """Rational ends of the last interval. Raises: ArithmeticError for no change of sign."""
        a, b = (Fraction(str(sp.Rational(end))) for end in (self.low, self.high))
        rising = self._sign(a) < 0 < self._sign(b)
        if not rising and not self._sign(b) < 0 < self._sign(a):
            msg = f"no change of sign between {self.low} and {self.high}"
            raise ArithmeticError(msg)
        for _ in range(self.halvings):
            middle = (a + b) / 2
            sign = self._sign(middle)
            if not sign:
                return self._around(a, middle, b)
            a, b = (middle, b) if (sign < 0) == rising else (a, middle)
        return a, b

    def _around(self, a: Fraction, middle: Fraction, b: Fraction) -> tuple[Fraction, Fraction]:
        """A middle is the root, as nearly as can be seen: a small interval around it."""
        reach = min(middle - a, b - middle) / 2**40
        return middle - reach, middle + reach

    @functools.cached_property
    def _code(self) -> Any:
        return codegen.compile_expression(self.zero, (self.x,))

    def _sign(self, at: Fraction) -> int:
        with precision(self.prec):
            found = real_ball(self._code(BallContext(), exact_ball(at)))
        return int(found > 0) - int(found < 0)

    def ball(self) -> arb:
        """The number, in a ball."""
        a, b = map(exact_ball, self.between)
        return ball_at(self.value, {self.x: a.union(b)}, self.prec)

    def row(self, label: str, printed: str, *, units: float = 0.5) -> list[Any]:
        """As ``recheck`` reads it: the change of sign, the value between what rounds so."""
        sides = [str(end) for end in self.between]
        zero, value = tree(self.zero), tree(self.value)
        return [label, self.x.name, sides, zero, value, [*ends(printed, units)]]


def quoted_roots(rows: Callable[[], Iterable[tuple[str, Root, str]]]) -> Quoted:
    """Roots beside printed numbers: in balls for the verdict, as roots for a certificate."""
    return Quoted(
        lambda: [(label, root.ball(), printed) for label, root, printed in rows()],
        proof=lambda: [("roots", root.row(label, printed)) for label, root, printed in rows()],
    )


@dataclass(frozen=True)
class Orbit:
    """x, step(x), step(step(x)), ... from a start, as ``recheck`` follows it in intervals."""

    x: sp.Symbol
    start: sp.Expr
    step: sp.Expr
    bits: int = 512

    def row(self, label: str, *seen: tuple[Sequence[int], Any, Any]) -> list[Any]:
        """What is seen: at each of these steps (a range) the first number is below the second."""
        written = [[at[0], at[-1], _by(at), tree(low), tree(high)] for at, low, high in seen if at]
        return [label, self.x.name, tree(self.start), tree(self.step), self.bits, written]


def _by(at: Sequence[int]) -> int:
    return at[1] - at[0] if len(at) > 1 else 1
