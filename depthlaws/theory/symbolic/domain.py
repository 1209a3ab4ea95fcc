"""Intervals of real numbers or integers in which a symbol may lie, the common ones by name."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from depthlaws.base.argument_errors import shown
from depthlaws.theory.symbolic.lazy_sympy import sp


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval of real numbers or integers; an infinite closed end allows inf.

    Parameters
    ----------
    low, high : number or SymPy number
        Ends of the interval.
    left_open, right_open : bool
        True if that end does not belong to it.
    integer : bool
        Integers only.
    kernel_at_infinity : bool
        The expression is for finite values, and the float kernel takes its limit at infinity.

    Examples
    --------
    >>> print(Interval(0, 2, left_open=True))
    (0, 2]
    >>> bool(Interval(0, 2, left_open=True).contains(0.0))
    False
    """

    low: Any
    high: Any
    left_open: bool = field(default=False, kw_only=True)
    right_open: bool = field(default=False, kw_only=True)
    integer: bool = field(default=False, kw_only=True)
    kernel_at_infinity: bool = field(default=False, kw_only=True, compare=False)

    def __post_init__(self) -> None:
        for end in (self.low, self.high):
            if isinstance(end, str | bytes | bool | complex) or end is None:
                msg = f"an end must be a number, or math.inf for none, got {shown(end)}"
                raise TypeError(msg)
        # Ends that are SymPy numbers are not compared: that would import SymPy.
        plain = isinstance(self.low, int | float) and isinstance(self.high, int | float)
        empty = plain and self.low == self.high and (self.left_open or self.right_open)
        if plain and (empty or not self.low <= self.high):
            msg = f"low must be at most high, and the interval not empty, got {self}"
            raise ValueError(msg)

    def __str__(self) -> str:
        ends = "(" if self.left_open else "[", ")" if self.right_open else "]"
        text = f"{ends[0]}{self.low}, {self.high}{ends[1]}"
        return f"integers in {text}" if self.integer else text

    @property
    def in_words(self) -> str:
        """Condition on a value in words, for messages.

        >>> Interval(1, sp.oo, integer=True).in_words, Interval(0, 1, right_open=True).in_words
        ('an integer, at least 1 (or inf)', 'at least 0 and below 1')
        """
        low = f"{'above' if self.left_open else 'at least'} {self.low}"
        high = f"{'below' if self.right_open else 'at most'} {self.high}"
        endless = float(self.high) == math.inf
        ends = [] if float(self.low) == -math.inf else [low]
        ends += ["finite"] if endless and self.right_open else [] if endless else [high]
        text = " and ".join(ends) + " (or inf)" * (endless and not self.right_open)
        return f"an integer, {text}" if self.integer else text

    def contains(self, x: Any) -> Any:
        """Return a mask of the elements of x that are allowed; NaN never is."""
        low, high = float(self.low), float(self.high)
        inside = (x > low if self.left_open else x >= low) & (
            x < high if self.right_open else x <= high
        )
        if not self.integer:
            return inside
        from depthlaws.theory.symbolic.namespaces import floor  # a page has no NumPy

        return inside & (x == floor(x))  # an infinite depth counts as an integer

    def excludes(self, value: Any) -> bool:
        """Return True if a ball or a number of any precision lies certainly outside."""
        if not (hasattr(value, "__lt__") and hasattr(value, "__float__")):
            return False
        low, high = float(self.low), float(self.high)
        below = value <= low if self.left_open and low == value else value < low
        above = value >= high if self.right_open and high == value else value > high
        return bool(below) or bool(above)


def check_exact(what: str, domain: Mapping[str, Interval], values: Sequence[Any]) -> None:
    """Raise ValueError for a value certainly outside its interval; a ball may straddle an end."""
    for (name, interval), value in zip(domain.items(), values, strict=True):
        if interval.excludes(value):
            msg = f"{name} must be {interval.in_words}, got {value} ({what})"
            raise ValueError(msg)


REAL = Interval(-sp.oo, sp.oo, left_open=True, right_open=True)
POSITIVE = Interval(0, sp.oo, left_open=True, right_open=True)
NONNEGATIVE = Interval(0, sp.oo, right_open=True)
UNIT = Interval(0, 1, left_open=True, right_open=True)
DEPTH = Interval(1, sp.oo)
