"""Roots of equations and orbits of maps, in certified balls and as rows of a certificate.

A root is a change of sign between two rational ends. An orbit is rechecked in intervals of a fixed
number of bits, because the digits of its exact numbers double with each step.
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
from depthlaws.claims.engine.trees import tree
from depthlaws.theory.symbolic import codegen
from depthlaws.theory.symbolic.balls import BallContext, precision, real_ball

__all__ = ["Orbit", "Root", "quoted_roots"]


@dataclass(frozen=True)
class Root:
    """Number ``value`` at a root of ``zero`` in x, which changes sign between ``low`` and ``high``.

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
        """Small interval around a middle whose sign is undecided: the root is there."""
        reach = min(middle - a, b - middle) / 2**40
        return middle - reach, middle + reach

    @functools.cached_property
    def _code(self) -> Any:
        return codegen.compile_expression(self.zero, (self.x,))

    def _sign(self, at: Fraction) -> int:
        with precision(self.prec):
            value = real_ball(self._code(BallContext(), exact_ball(at)))
        return int(value > 0) - int(value < 0)

    def ball(self) -> arb:
        """Ball around the number."""
        a, b = map(exact_ball, self.between)
        return ball_at(self.value, {self.x: a.union(b)}, self.prec)

    def row(self, label: str, printed: str, *, units: float = 0.5) -> list[Any]:
        """Row of a certificate: the change of sign, and the ends of what rounds to ``printed``."""
        sides = [str(end) for end in self.between]
        zero, value = tree(self.zero), tree(self.value)
        return [label, self.x.name, sides, zero, value, [*ends(printed, units)]]


def quoted_roots(rows: Callable[[], Iterable[tuple[str, Root, str]]]) -> Quoted:
    """Return a check of printed numbers at roots, in balls and as roots of a certificate.

    Parameters
    ----------
    rows : callable
        Returns rows (label, root, printed number).

    Returns
    -------
    Quoted
        Check that compares the numbers.
    """
    return Quoted(
        lambda: [(label, root.ball(), printed) for label, root, printed in rows()],
        proof=lambda: [("roots", root.row(label, printed)) for label, root, printed in rows()],
    )


@dataclass(frozen=True)
class Orbit:
    """Orbit x, step(x), step(step(x)), ... from a start, which ``recheck`` follows in intervals."""

    x: sp.Symbol
    start: sp.Expr
    step: sp.Expr
    bits: int = 512

    def row(self, label: str, *seen: tuple[Sequence[int], Any, Any]) -> list[Any]:
        """Row of a certificate: at each step of a range the first number is below the second."""
        written = [[at[0], at[-1], _by(at), tree(low), tree(high)] for at, low, high in seen if at]
        return [label, self.x.name, tree(self.start), tree(self.step), self.bits, written]


def _by(at: Sequence[int]) -> int:
    return at[1] - at[0] if len(at) > 1 else 1
