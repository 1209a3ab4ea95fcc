"""SymPy objects of numbers and expressions. Text is read as digits or refused, never evaluated."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from depthlaws.base import extras
from depthlaws.base.argument_errors import shown
from depthlaws.base.exact_numbers import INFINITIES, fraction

sp = extras.optional("sympy", "the expression of a formula")


def symbolic(value: Any) -> Any:
    """Return the SymPy object of a number or expression; None stays None.

    Raises
    ------
    TypeError
        For text, which SymPy would evaluate, and for anything else without a SymPy form.
    """
    if isinstance(value, str | bytes):
        msg = f"an expression must be a SymPy expression or a number, got the text {shown(value)}"
        raise TypeError(msg)
    try:
        return None if value is None else sp.sympify(value, strict=True)
    except sp.SympifyError as error:
        msg = f"an expression must be a SymPy expression or a number, got {shown(value)}"
        raise TypeError(msg) from error


def exact_number(value: Any) -> Any:
    """Return the exact SymPy number of a number, of digits ("0.1", "1/3", "2e-5") or of "inf".

    Floats become the short number that they are nearest to: 0.1 is 1/10.

    Raises
    ------
    TypeError, ValueError
        For text that is not digits, and for anything without a SymPy form.

    Examples
    --------
    >>> exact_number("1/3"), exact_number(0.1), exact_number("-inf")
    (1/3, 1/10, -oo)
    """
    if isinstance(value, str):
        if sign := INFINITIES.get(value.strip().lower()):
            return sign * sp.oo
        value = fraction("a number", value)
    if isinstance(value, Fraction):
        return sp.Rational(value.numerator, value.denominator)
    if isinstance(value, Decimal):
        return exact_number(str(value))
    return sp.nsimplify(symbolic(value))
