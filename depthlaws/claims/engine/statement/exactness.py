"""Equality of what the code of a claim returns: of exact values only."""

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from flint import fmpq, fmpq_mat, fmpq_mpoly, fmpq_poly, fmpz
from sympy.logic.boolalg import BooleanAtom

EXACT = (
    bool,
    int,
    str,
    Fraction,
    fmpz,
    fmpq,
    fmpq_poly,
    fmpq_mpoly,
    fmpq_mat,
    np.bool_,
    np.integer,
)
TRUTHS = (bool, np.bool_, BooleanAtom)
NESTED = (tuple, list, set, frozenset)


def exactly_equal(left: Any, right: Any) -> bool:
    """Return whether two exact values are equal.

    Exact are whole numbers, fractions, truths, words, SymPy without floats, polynomials and
    matrices of fractions, and lists of these.

    Raises: TypeError for any other value, for a truth beside a number, and for what compares to
    anything but yes or no.
    """
    for value in (left, right):
        _check(value)
    equal = left == right
    if not isinstance(equal, TRUTHS):
        msg = f"{left!r} and {right!r} compare to {equal!r}, which is no yes or no"
        raise TypeError(msg)
    if equal and _truths(left) != _truths(right):
        msg = f"{left!r} beside {right!r}: only one of them is a truth"
        raise TypeError(msg)
    return bool(equal)


def _truths(value: Any) -> Any:
    """Return which parts of a value are truths, which Python takes for 1 and 0."""
    return [*map(_truths, value)] if isinstance(value, (tuple, list)) else isinstance(value, TRUTHS)


def _check(value: Any) -> None:
    if type(value) in NESTED:
        for part in value:
            _check(part)
    elif isinstance(value, dict):
        _check([*value, *value.values()])
    elif isinstance(value, (sp.Basic, sp.MatrixBase)):
        inexact = value.has(sp.Float, sp.nan)
        if inexact:
            msg = f"{value!r} is not exact; return integers, fractions or True"
            raise TypeError(msg)
    elif not isinstance(value, EXACT):
        msg = f"{value!r} is not exact; return integers, fractions or True"
        raise TypeError(msg)
