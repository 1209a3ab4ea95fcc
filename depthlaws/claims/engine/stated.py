"""Undone operations for the sides of claims: ``D(f, x)``, ``lim(f, x, 0)``, ``integral(...)``.

A check works a side out (:func:`worked_out`) before it compares; a certificate prints the side as
the claim states it.
"""

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.recorded import Recorded
from depthlaws.theory.symbolic.exact import symbolic

__all__ = [
    "D",
    "at",
    "gaussian_mean",
    "integral",
    "jacobian",
    "largest",
    "lim",
    "smallest",
    "total",
    "worked_out",
]


def _parts(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return SymPy objects, inside tuples too. Raises: TypeError for text, which SymPy runs."""
    return tuple(_parts(v) if isinstance(v, tuple | list) else symbolic(v) for v in values)


def D(f: Any, *by: Any) -> sp.Expr:
    """Derivative of f by symbols, or by (symbol, order), not taken.

    >>> x = sp.Symbol("x")
    >>> D(x**2, x), worked_out(D(x**2, x))
    (Derivative(x**2, x), 2*x)
    """
    return sp.Derivative(symbolic(f), *_parts(by), evaluate=False)


def jacobian(f: Any, symbols: Iterable[sp.Symbol]) -> sp.Matrix:
    """Matrix of the derivatives of every entry of f (rows) by every symbol (columns), not taken."""
    return sp.Matrix([[D(entry, x) for x in symbols] for entry in f])


class Value(sp.Subs):
    """Value at a point, equal only to the same expression at the same point.

    ``sp.Subs`` takes values for equal that agree once every symbol is its place: both second
    slopes of x y at x = y = 1.
    """

    def _hashable_content(self) -> tuple[Any, ...]:
        return self.args


def at(f: Any, values: Mapping[Any, Any]) -> sp.Expr:
    """Value of f where symbols have these values, not put in.

    >>> x = sp.Symbol("x")
    >>> worked_out(at(D(x**2, x), {x: 3}))
    6
    """
    return Value(symbolic(f), _parts(values), _parts(values.values()))


def lim(f: Any, x: sp.Symbol, place: Any, side: str = "+") -> sp.Expr:
    """Limit of f as x goes to a place, from above ("+") or from below ("-"), not taken."""
    return sp.Limit(symbolic(f), *_parts([x, place]), side)


class Integral(sp.Integral):
    """Definite integral that :func:`worked_out` evaluates, unlike the integrals of formulas."""

    def doit(self, **_hints: Any) -> sp.Expr:
        """Integrate."""
        return sp.integrate(*(arg.doit(integrals=False) for arg in self.args))


class Total(sp.Sum):
    """Sum that a certificate prints as such, unlike the sums of formulas."""


def integral(f: Any, over: tuple[sp.Symbol, Any, Any]) -> sp.Expr:
    """Integral of f over (x, a, b), not evaluated; f needs an antiderivative that SymPy finds."""
    return Integral(symbolic(f), _parts(over))


def total(f: Any, over: tuple[sp.Symbol, Any, Any]) -> sp.Expr:
    """Sum of f over (k, first, last), last included, not evaluated; SymPy must find its value."""
    return Total(symbolic(f), _parts(over))


class Mean(sp.Expr):
    """Mean of a polynomial in independent centred Gaussians: (polynomial, variance, *unknown)."""

    is_commutative = True

    @property
    def free_symbols(self) -> set[sp.Symbol]:
        """Symbols but for those averaged over."""
        polynomial, variance, *unknown = self.args
        return (polynomial.free_symbols - {*unknown}) | variance.free_symbols

    def doit(self, **_hints: Any) -> sp.Expr:
        """Work out the mean, moment by moment."""
        polynomial, variance, *unknown = (arg.doit() for arg in self.args)
        terms = sp.Poly(polynomial, *unknown).terms()
        moments = (
            c
            * math.prod(math.prod(range(1, p, 2)) for p in powers)
            * variance ** (sum(powers) // 2)
            for powers, c in terms
            if not any(p % 2 for p in powers)
        )
        return sp.expand(sum(moments, sp.Integer(0)))


def gaussian_mean(polynomial: Any, unknown: Sequence[sp.Symbol], variance: Any) -> sp.Expr:
    """Mean of a polynomial in independent centred Gaussians of this variance, not worked out.

    >>> x, y = sp.symbols("x y")
    >>> worked_out(gaussian_mean((x + y) ** 2, [x, y], 3))
    6
    """
    return Mean(symbolic(polynomial), symbolic(variance), *_parts(unknown))


def largest(*numbers: Any) -> sp.Expr:
    """Largest of exact numbers, not picked."""
    return sp.Max(*_parts(numbers), evaluate=False)


def smallest(*numbers: Any) -> sp.Expr:
    """Smallest of exact numbers, not picked."""
    return sp.Min(*_parts(numbers), evaluate=False)


UNDONE = (sp.Derivative, sp.Subs, sp.Limit, Integral, Total, Mean, sp.Max, sp.Min)


def worked_out(side: Any) -> Any:
    """Side of a statement with every undone operation done; words and plain numbers as they are.

    Integrals in registered formulas stay: SymPy has no value for them.
    """
    if isinstance(side, Recorded):
        return Fraction(side)
    if not (isinstance(side, sp.Basic) and side.has(*UNDONE)):
        return side
    return _done(side)


@functools.lru_cache(maxsize=1024)
def _done(side: sp.Basic) -> Any:
    """Side with its operations done: a limit of seconds is asked for by the ends, proof and form.

    Equal sides have equal values, whether SymPy's arithmetic is on or off where they are asked.
    """
    with sp.evaluate(True):
        return side.doit(integrals=False)
