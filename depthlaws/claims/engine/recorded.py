"""Fractions that record the sums, products and powers they come from, for recursions over numbers.

A certificate prints such a number step by step. ``Recorded(1, 3)`` in a claim starts a record; the
functions of ``depthlaws.theory`` that count in fractions carry it on.
"""

import itertools
from fractions import Fraction
from typing import Any

__all__ = ["Recorded"]

Tree = list[Any]


class Step(list[Any]):
    """Tree of one operation on numbers; later steps hold this object itself, not a copy.

    ``made`` numbers the steps in the order in which they were made.
    """

    _count = itertools.count()

    def __init__(self, parts: list[Any]) -> None:
        super().__init__(parts)
        self.made = next(self._count)


class Recorded(Fraction):
    """A fraction with the sums, products and powers that it comes from.

    Adding a typed 0 and multiplying by a typed 1 is no step. Arithmetic with floats and SymPy
    expressions is that of plain fractions.

    >>> half = Recorded(1, 2)
    >>> (half + half**2).tree
    ['+', ['rational', '1/2'], ['^', ['rational', '1/2'], ['rational', '2']]]
    >>> half + half**2
    Recorded(3, 4)
    """

    tree: Tree

    def __new__(cls, numerator: Any = 0, denominator: Any = 1) -> Any:
        """Return a number as typed; a quotient of recorded numbers is recorded."""
        if isinstance(numerator, Recorded) or isinstance(denominator, Recorded):
            return _number(numerator) / denominator
        exact = Fraction(numerator) / Fraction(denominator)
        return _recorded(exact, ["rational", str(exact)])

    def __add__(self, b: Any) -> Any:
        if not _exact(b):
            return Fraction.__add__(self, b)
        if _typed(b, 0):
            return self
        value = Fraction.__add__(self, b)
        return _recorded(value, tree_of(b) if _typed(self, 0) else _step("+", self, b))

    def __mul__(self, b: Any) -> Any:
        if not _exact(b):
            return Fraction.__mul__(self, b)
        if _typed(b, 1):
            return self
        value = Fraction.__mul__(self, b)
        return _recorded(value, tree_of(b) if _typed(self, 1) else _step("*", self, b))

    def __radd__(self, a: Any) -> Any:
        return self + a

    def __rmul__(self, a: Any) -> Any:
        return self * a

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, b: Any) -> Any:
        return self + _number(b) * -1 if _exact(b) else Fraction.__sub__(self, b)

    def __rsub__(self, a: Any) -> Any:
        return self * -1 + a if _exact(a) else Fraction.__rsub__(self, a)

    def __truediv__(self, b: Any) -> Any:
        if not _exact(b):
            return Fraction.__truediv__(self, b)
        return self * (b**-1 if isinstance(b, Recorded) else 1 / Fraction(b))

    def __rtruediv__(self, a: Any) -> Any:
        return self**-1 * a if _exact(a) else Fraction.__rtruediv__(self, a)

    def __pow__(self, b: Any) -> Any:
        power = Fraction.__pow__(self, b)
        exact = isinstance(b, int) and isinstance(power, Fraction)
        return _recorded(power, _step("^", self, b)) if exact else power

    def __abs__(self) -> Any:
        return -self if self < 0 else self


def tree_of(number: Any) -> Tree:
    """Tree of a number: the operations it comes from, or the number itself."""
    return number.tree if isinstance(number, Recorded) else ["rational", str(Fraction(number))]


def _recorded(value: Any, tree: Tree) -> Recorded:
    number = Fraction.__new__(Recorded, value.numerator, value.denominator)
    number.tree = tree
    return number


def _step(head: str, *numbers: Any) -> Step:
    return Step([head, *map(tree_of, numbers)])


def _typed(number: Any, value: int) -> bool:
    """True for this number as typed, which no operation made."""
    return number == value and not isinstance(tree_of(number), Step)


def _exact(other: Any) -> bool:
    return isinstance(other, (int, Fraction))


def _number(other: Any) -> Recorded:
    return other if isinstance(other, Recorded) else Recorded(other)
