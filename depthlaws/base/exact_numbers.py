"""Rational numbers read from text: digits and nothing else, of a size that fits memory."""

import re
from fractions import Fraction

INFINITIES = {"inf": 1, "+inf": 1, "oo": 1, "+oo": 1, "-inf": -1, "-oo": -1}
MAX_DIGITS = 4000  # of a number, and the largest power of ten in it
_NUMBER = re.compile(r"[-+]?(\d+/\d+|(\d+\.?\d*|\.\d+)(e[-+]?\d+)?)", re.ASCII | re.IGNORECASE)


def only_digits(text: str, /) -> bool:
    """Return whether a text is one or more of the digits 0 to 9.

    >>> only_digits("64"), only_digits("６４"), only_digits("")
    (True, False, False)
    """
    return text.isascii() and text.isdecimal()


def fraction(name: str, text: str, /) -> Fraction:
    """Return the number that is written, exactly.

    Parameters
    ----------
    name : str
        Name of the value for the message.
    text : str
        Digits such as "3", "-0.25", "2e-5" or "1/3".

    Returns
    -------
    Fraction
        The number.

    Raises
    ------
    ValueError
        For any other text, a zero below the line, or more than ``MAX_DIGITS`` digits.

    Examples
    --------
    >>> fraction("eps", "2.5e-1"), fraction("eps", "1/3")
    (Fraction(1, 4), Fraction(1, 3))
    """
    digits = text.strip()
    if not _NUMBER.fullmatch(digits):
        msg = f"{name} must be written in digits such as 3, 0.25, 2e-5 or 1/3, got {text[:60]!r}"
        raise ValueError(msg)
    power = digits.lower().partition("e")[2].lstrip("+-0") or "0"
    if len(digits) > MAX_DIGITS or len(power) > len(str(MAX_DIGITS)) or int(power) > MAX_DIGITS:
        msg = f"{name} must have at most {MAX_DIGITS} digits, got {text[:60]!r}"
        raise ValueError(msg)
    if re.search(r"/0+$", digits):
        msg = f"{name} must not be divided by zero, got {text[:60]!r}"
        raise ValueError(msg)
    return Fraction(digits)
