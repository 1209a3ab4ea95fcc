"""Elementary functions in forms that keep their digits."""

from typing import Any

import numpy as np

HALF = 0.5
MIN_QUOTIENT = 1e-300  # below it, and above its inverse, a quotient has lost digits


def power(x: Any, y: Any) -> Any:
    """Return x^y with the same bits for a number as for an element of any array.

    NumPy has other code, rounded differently, for one exponent 2, -1 or 1/2, for an array with one
    element and for numbers with ``**``. Here every pair is an element of a flat array of two or
    more.
    """
    shape = np.broadcast_shapes(np.shape(x), np.shape(y))
    flat = (np.append(np.broadcast_to(v, shape), 1.0) for v in (x, y))
    return np.power(*flat)[:-1].reshape(shape)[()]


def compound(x: Any, n: Any) -> Any:
    """Return (1 + x)^n for x >= 0 and whole n.

    Small x go through the logarithm, large x through a power. Both forms lose only as many digits
    as the relative error of x alone costs.
    """
    small = np.exp(n * np.log1p(np.minimum(x, HALF)))
    return np.where(np.less(x, HALF), small, power(1.0 + x, n))


def log_ratio(a: Any, b: Any, change: Any) -> Any:
    """Return log(a/b) for a = b + change, exact to rounding also where a and b are nearly equal."""
    near = np.abs(change) <= HALF * np.abs(b)
    with np.errstate(over="ignore", divide="ignore"):
        ratio = np.divide(a, b)
        lost = ~((ratio > MIN_QUOTIENT) & (ratio < 1 / MIN_QUOTIENT))
        far = np.where(lost, np.log(a) - np.log(b), np.log(ratio))
    return np.where(near, np.log1p(np.where(near, change, 0.0) / b), far)
