"""Exact numbers read from text, which is never evaluated."""

import decimal
import math
from fractions import Fraction

MAX_LENGTH = 10_000  # characters of a number
MAX_EXPONENT = 100_000  # power of ten of a number


def exact_number(text: str) -> Fraction | float:
    """Return the number that a text writes: 2, 0.1, 1e-3, 1/3, inf or -inf.

    Raises: ValueError for any other text, NaN, more than MAX_LENGTH characters or a power of ten
    beyond MAX_EXPONENT.

    >>> exact_number("0.1"), exact_number("1/3"), exact_number("-inf")
    (Fraction(1, 10), Fraction(1, 3), -inf)
    """
    if len(text) <= MAX_LENGTH:
        try:
            if "/" in text:
                return Fraction(text)
            number = decimal.Decimal(text)
            if number.is_infinite():
                return math.copysign(math.inf, number)
            if number.is_finite() and abs(number.adjusted()) <= MAX_EXPONENT:
                return Fraction(number)
        except (ValueError, ArithmeticError):
            pass
    shown = text if len(text) <= 40 else f"{text[:40]}..."
    msg = f"a number must be written like 2, 0.1, 1e-3, 1/3 or inf, got {shown!r}"
    raise ValueError(msg)
