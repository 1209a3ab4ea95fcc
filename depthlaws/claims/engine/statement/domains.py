"""Quantifiers as data: what a scalar or an entry ranges over, in words, at its ends, for SymPy."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy as sp

from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import Tree, tree
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import exact_number

__all__ = [
    "Domain",
    "above",
    "at_least",
    "below",
    "gaussian",
    "interval",
    "naturals",
    "nonnegative",
    "of_interval",
    "one_of",
    "positive",
    "reals",
    "span",
]

INFINITY = float("inf")
GRID = (1, 0, 2, "1/2", "1/3", "3/2", 3, 8, "1/10", 40, -1, "-1/2", -2, -3)
INNER_SHARES = (Fraction(1, 2), Fraction(1, 7))  # shares of an interval
LARGE_WHOLE_NUMBERS = (16, 64)  # of whole scalars that are no size of an array
SMALL_ENTRIES = (1, 0, 2, -1, "1/2", -2, 3, "-1/3")  # entries of arrays, so that loops stay quick


@dataclass(frozen=True)
class Domain:
    """Set of real numbers; with ``sizes`` an array of them, with ``variance`` Gaussian entries.

    Examples
    --------
    >>> print(naturals(1), positive, interval(0, 1), one_of(2, 3), sep="; ")
    whole >= 1; > 0; in [0, 1]; one of 2, 3
    """

    low: Any = -INFINITY
    high: Any = INFINITY
    low_open: bool = True
    high_open: bool = True
    whole: bool = False
    values: tuple[Fraction, ...] = ()
    sizes: tuple[Tree, ...] = ()
    variance: Tree | None = None

    def __getitem__(self, sizes: Any) -> "Domain":
        """Arrays with entries in this set, with one size for each slot."""
        sizes = sizes if isinstance(sizes, tuple) else (sizes,)
        return replace(self, sizes=tuple(map(tree, sizes)))

    def __str__(self) -> str:
        if self.variance is not None:
            return f"independent Gaussian with mean 0 and variance {self.variance}"
        if self.values:
            return "one of " + ", ".join(map(str, self.values))
        kind = "whole " if self.whole else ""
        low, high = (self.low, self.high)
        if low == -INFINITY and high == INFINITY:
            return "whole" if self.whole else "real"
        if high == INFINITY:
            return f"{kind}{'>' if self.low_open else '>='} {low}"
        if low == -INFINITY:
            return f"{kind}{'<' if self.high_open else '<='} {high}"
        return f"{kind}in {'[('[self.low_open]}{low}, {high}{'])'[self.high_open]}"

    def has(self, value: Any) -> bool:
        """Return whether an exact number belongs to the set."""
        value = Fraction(value)
        if self.values:
            return value in self.values
        above = value > self.low if self.low_open else value >= self.low
        below = value < self.high if self.high_open else value <= self.high
        return above and below and (not self.whole or value.denominator == 1)

    def ends(self, *, size: bool = False) -> list[Fraction]:
        """Values to try: the ends, 0, below and above 1, small, large, negative ones."""
        return list(self._ends_of_size if size else self._ends)

    @cached_property
    def _ends(self) -> list[Fraction]:
        return self._tries(size=False)

    @cached_property
    def _ends_of_size(self) -> list[Fraction]:
        return self._tries(size=True)

    def _tries(self, *, size: bool) -> list[Fraction]:
        if self.values:
            return list(self.values)
        if self.whole:
            first = Fraction(self.low) if self.low != -INFINITY else Fraction(-2)
            tries = [first + k for k in range(3 if size else 4)]
            tries += [] if size else [Fraction(x) for x in LARGE_WHOLE_NUMBERS]
        else:
            ends = [Fraction(x) for x in (self.low, self.high) if abs(x) != INFINITY]
            middle = (
                [(ends[0] + ends[-1]) / 2, ends[0] + (ends[-1] - ends[0]) / 7]
                if len(ends) == 2
                else []
            )
            beside = [e + s * Fraction(1, 100) for e in ends for s in (1, -1)]
            tries = [*ends, *middle, *(Fraction(x) for x in GRID), *beside]
        return [x for x in dict.fromkeys(tries) if self.has(x)]

    def entries(self) -> list[Fraction]:
        """Values of entries to try."""
        usual = [Fraction(x) for x in SMALL_ENTRIES if self.has(Fraction(x))]
        return usual if len(usual) > 1 else self.ends()

    @property
    def sign(self) -> str:
        """One of ``+``, ``0+`` and empty: positive, nonnegative, or neither on the whole set."""
        if self.values:
            least = min(self.values)
            return "+" if least > 0 else "0+" if least == 0 else ""
        if self.low > 0 or (self.low == 0 and self.low_open):
            return "+"
        return "0+" if self.low == 0 else ""

    @property
    def interval(self) -> Interval | list[Any]:
        """The set for the checks that prove with SymPy."""
        if self.values:
            return [sp.Rational(v.numerator, v.denominator) for v in self.values]
        ends = map(exact_end, (self.low, self.high))
        return Interval(
            *ends,
            left_open=self.low_open,
            right_open=self.high_open,
            integer=self.whole,
        )

    def symbol(self, name: str) -> sp.Symbol:
        """SymPy symbol that assumes no more than the set says."""
        sign = {"+": {"positive": True}, "0+": {"nonnegative": True}, "": {"real": True}}
        return sp.Symbol(name, **sign[self.sign], **({"integer": True} if self.whole else {}))

    @property
    def box(self) -> bool:
        """True if both ends are finite and belong to the set."""
        return bool(self.values) or not (self.low_open or self.high_open or self.whole)


def exact_end(x: Any) -> sp.Expr:
    """End of a domain for SymPy."""
    if abs(x) == INFINITY:
        return sp.oo if x > 0 else -sp.oo
    return sp.Rational(Fraction(x).numerator, Fraction(x).denominator)


def _number(x: Any) -> Fraction:
    t = tree(x)
    if t.head != "number":
        msg = f"the end {x} of a domain is no number; write the relation into given="
        raise FormError(msg)
    return t.args[0]


def naturals(first: int = 1) -> Domain:
    """Whole numbers from ``first`` on."""
    low = _number(first)
    if low.denominator != 1:
        msg = f"naturals({first}) must begin at a whole number"
        raise FormError(msg)
    return Domain(low, low_open=False, whole=True)


def span(first: int, last: int) -> Domain:
    """Whole numbers from ``first`` to ``last``, which the sentence names one by one."""
    return one_of(*range(first, last + 1))


def above(low: Any) -> Domain:
    """Numbers above ``low``."""
    return Domain(_number(low))


def at_least(low: Any) -> Domain:
    """Numbers from ``low`` on."""
    return Domain(_number(low), low_open=False)


def below(high: Any) -> Domain:
    """Numbers below ``high``."""
    return Domain(high=_number(high))


def interval(
    low: Any, high: Any, *, low_open: bool = False, high_open: bool = False, whole: bool = False
) -> Domain:
    """Numbers between two ends, which belong to the set unless they are open."""
    first, last = _number(low), _number(high)
    if whole and (first.denominator != 1 or last.denominator != 1):
        msg = f"whole numbers from {low} to {high} must have whole ends"
        raise FormError(msg)
    if not first < last:
        msg = f"the interval from {low} to {high} has no inside"
        raise FormError(msg)
    return Domain(first, last, low_open, high_open, whole)


def one_of(*values: Any) -> Domain:
    """Numbers that the sentence names one by one."""
    if not values:
        msg = "one_of() names no value"
        raise FormError(msg)
    return Domain(values=tuple(map(_number, values)))


def gaussian(variance: Any) -> Domain:
    """Independent Gaussian entries with mean 0, as an array ``gaussian(v)[rows, columns]``."""
    return Domain(variance=tree(variance))


def of_interval(allowed: Interval | Sequence[Any]) -> Domain:
    """Domain of the interval or the list of values that formulas use."""
    if not isinstance(allowed, Interval):
        return one_of(*allowed)
    low, high = (
        float(x) if abs(float(x)) == INFINITY else _number(exact_number(x))
        for x in (allowed.low, allowed.high)
    )
    return Domain(
        low,
        high,
        allowed.left_open or low == -INFINITY,
        allowed.right_open or high == INFINITY,
        allowed.integer,
    )


reals, positive, nonnegative = Domain(), above(0), at_least(0)
