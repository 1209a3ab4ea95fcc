"""Functions of the language, as one types them."""

from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.statement.expressions import Tree, tree
from depthlaws.claims.engine.statement.language import function

__all__ = [
    "Abs",
    "LambertW",
    "Max",
    "Min",
    "erf",
    "exp",
    "half",
    "log",
    "pi",
    "rational",
    "sqrt",
    "tanh",
]

half = tree(Fraction(1, 2))
pi = Tree("pi")


def rational(numerator: int, denominator: int = 1) -> Tree:
    """Exact fraction."""
    return tree(Fraction(numerator, denominator))


def sqrt(x: Any) -> Tree:
    """Square root."""
    return tree(x) ** half


def exp(x: Any) -> Tree:
    """Exponential."""
    return function("exp", x)


def log(x: Any) -> Tree:
    """Natural logarithm."""
    return function("log", x)


def tanh(x: Any) -> Tree:
    """Hyperbolic tangent."""
    return function("tanh", x)


def erf(x: Any) -> Tree:
    """Error function."""
    return function("erf", x)


def LambertW(x: Any) -> Tree:
    """Return the principal branch of Lambert's function."""
    return function("LambertW", x)


def Abs(x: Any) -> Tree:
    """Absolute value."""
    return function("Abs", x)


def Max(*parts: Any) -> Tree:
    """Largest of some numbers."""
    return function("Max", *parts)


def Min(*parts: Any) -> Tree:
    """Smallest of some numbers."""
    return function("Min", *parts)
