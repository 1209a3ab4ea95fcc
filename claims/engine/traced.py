"""Fractions that remember how they came about, so that a recursion can be written step by step."""

import itertools
from abc import ABCMeta
from collections.abc import Callable
from fractions import Fraction
from typing import Any

Tree = list[Any]


class Step(list[Any]):
    """The tree of one operation on numbers; other trees hold the same object, not a copy.

    ``made`` counts the steps: what a step is made from came before it.
    """

    _count = itertools.count()

    def __init__(self, parts: list[Any]) -> None:
        super().__init__(parts)
        self.made = next(self._count)


class _AnyFraction(ABCMeta):
    """What asks for a fraction while ``Traced`` stands in its place takes a plain one as well."""

    def __instancecheck__(cls, one: Any) -> bool:
        return isinstance(one, Fraction)


def tree_of(number: Any) -> Tree:
    """Tree of a number: the operations it came from, or itself."""
    return number.tree if type(number) is Traced else ["rational", str(Fraction(number))]


class Traced(Fraction, metaclass=_AnyFraction):
    """A fraction with the sums, products and powers that it came from.

    >>> half = Traced(1, 2)
    >>> (half + half**2).tree
    ['+', ['rational', '1/2'], ['^', ['rational', '1/2'], ['rational', '2']]]
    >>> half + half**2
    Traced(3, 4)
    """

    tree: Tree

    def __new__(cls, numerator: Any = 0, denominator: Any = None) -> Any:
        """Return a number as written; a quotient of traced ones is traced."""
        if type(numerator) is Traced:
            return numerator if denominator is None else numerator / denominator
        if type(denominator) is Traced:
            return Fraction(numerator) / denominator
        return _traced(Fraction(numerator, denominator), None)

    def __add__(self, b: Any) -> Any:
        return _done("+", self, b, Fraction.__add__)

    def __mul__(self, b: Any) -> Any:
        return _done("*", self, b, Fraction.__mul__)

    def __radd__(self, a: Any) -> Any:
        return _done("+", self, a, Fraction.__radd__)

    def __rmul__(self, a: Any) -> Any:
        return _done("*", self, a, Fraction.__rmul__)

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, b: Any) -> Any:
        return self + _number(b) * -1 if _exact(b) else Fraction.__sub__(self, b)

    def __rsub__(self, a: Any) -> Any:
        return self * -1 + a if _exact(a) else Fraction.__rsub__(self, a)

    def __truediv__(self, b: Any) -> Any:
        exact = _exact(b) and b != 1
        return self * _number(b) ** -1 if exact else _kept(self, b, Fraction.__truediv__)

    def __rtruediv__(self, a: Any) -> Any:
        return self**-1 * a if _exact(a) else Fraction.__rtruediv__(self, a)

    def __pow__(self, b: Any) -> Any:
        found = Fraction.__pow__(self, b)
        if not isinstance(b, int) or not isinstance(found, Fraction):
            return found
        if 1 in (self, b) or b == 0:
            return _number(found) if b == 0 else self
        return _traced(found, Step(["^", self.tree, tree_of(b)]))

    def __abs__(self) -> Any:
        return -self if self < 0 else self


def _traced(value: Fraction, tree: Tree | None) -> Traced:
    found = Fraction.__new__(Traced, value.numerator, value.denominator)
    found.tree = ["rational", str(value)] if tree is None else tree
    return found


def _exact(other: Any) -> bool:
    return isinstance(other, (int, Fraction))


def _number(other: Any) -> Traced:
    return other if type(other) is Traced else _traced(Fraction(other), None)


def _kept(one: Traced, other: Any, plain: Callable[[Any, Any], Any]) -> Any:
    return one if _exact(other) else plain(one, other)


NEUTRAL = {"+": 0, "*": 1}


def _done(head: str, one: Traced, other: Any, plain: Callable[[Any, Any], Any]) -> Any:
    """A sum or product; to add nothing and to multiply by nothing or one is no step."""
    if not _exact(other):
        return plain(one, other)
    if NEUTRAL[head] in (one, other):
        return _number(other) if one == NEUTRAL[head] else one
    if head == "*" and 0 in (one, other):
        return _traced(Fraction(0), None)
    value = plain(Fraction(one.numerator, one.denominator), Fraction(other))
    return _traced(Fraction(value), Step([head, one.tree, tree_of(other)]))
