"""Functions of real numbers as Coq has them; they refuse where its value is a convention."""

from typing import Any

from mpmath import mp, mpf

from tests.claims.coq_polynomials import Poly

TINY = mpf(10) ** -28


class UndefinedHereError(ArithmeticError):
    """x/0, the logarithm of 0, a root of a negative number: Coq's value is a convention."""


def positive(x: Any, what: str) -> Any:
    """Return x. Raises: UndefinedHereError where it is not above 0."""
    if x <= TINY:
        msg = f"{what} of {mp.nstr(x, 5)}"
        raise UndefinedHereError(msg)
    return x


def inside(x: Any, what: str) -> Any:
    """Return x. Raises: UndefinedHereError where it is not between -1 and 1."""
    if abs(x) > 1:
        msg = f"{what} of {mp.nstr(x, 5)}"
        raise UndefinedHereError(msg)
    return x


def inverse(x: Any) -> Any:
    """1/x. Raises: UndefinedHereError at 0."""
    if abs(x) < TINY:
        msg = "x/0"
        raise UndefinedHereError(msg)
    return 1 / x


def root(x: Any) -> Any:
    """Root. Raises: UndefinedHereError of a negative number."""
    if x < -TINY:
        msg = "a root of a negative number"
        raise UndefinedHereError(msg)
    return mp.sqrt(abs(x))


def whole_power(x: Any, n: int) -> Any:
    """Power with a whole exponent."""
    out = mpf(1)
    for _ in range(abs(n)) if isinstance(x, Poly) else ():
        out = x * out
    if not isinstance(x, Poly):
        out = x ** abs(n)
    return out if n >= 0 else inverse(out)
