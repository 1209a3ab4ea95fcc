"""Elementary functions in the form that keeps their digits."""

from typing import Any

import numpy as np

HALF = 0.5
LEAST = 1e-300  # of a quotient: below it digits are lost


def power(x: Any, y: Any) -> Any:
    """x^y with the same bits for a number as for an element of any array.

    NumPy multiplies or takes a root for one exponent 2, -1 or 1/2, has no vector code for numbers
    with ``**``, and rounds these differently from its powers of arrays: here all go that way.
    """
    if np.ndim(x) == np.ndim(y) == 0:
        return np.power(np.array([x], dtype=float), np.array([y], dtype=float))[0]
    x, y = np.atleast_1d(x, y)
    shape = np.broadcast_shapes(x.shape, y.shape)
    return np.power(x, np.full(shape, y))


def compound(x: Any, n: Any) -> Any:
    """(1 + x)^n for x >= 0 and whole n: by the logarithm for small x, as a power for large ones.

    Either loses as many digits as the relative error of x alone would cost, and no more.
    """
    small = np.exp(n * np.log1p(np.minimum(x, HALF)))
    return np.where(np.less(x, HALF), small, power(1.0 + x, n))


def log_ratio(a: Any, b: Any, change: Any) -> Any:
    """log(a/b) for a = b + change: exact to rounding also where a and b are nearly equal."""
    near = np.abs(change) <= HALF * np.abs(b)
    with np.errstate(over="ignore", divide="ignore"):
        ratio = np.divide(a, b)
        lost = ~((ratio > LEAST) & (ratio < 1 / LEAST))
        far = np.where(lost, np.log(a) - np.log(b), np.log(ratio))
    return np.where(near, np.log1p(np.where(near, change, 0.0) / b), far)
