"""A smooth function on (0, 1], tabulated once so that a value costs some twenty array passes."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

SPLIT_BITS = 2  # pieces per binade: 4, read off the leading bits of the float itself
SHIFT = 52 - SPLIT_BITS
BELOW_ONE = np.nextafter(1.0, 0.0)


@lru_cache(maxsize=8)
def _rule(degree: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    count = np.arange(degree + 1)
    angle = np.pi * (count + 0.5) / len(count)
    to_series = np.cos(np.outer(count, angle)) * 2 / len(count)
    to_series[0] /= 2
    to_monomials = np.zeros((len(count), len(count)))
    for n in count:
        to_monomials[: n + 1, n] = np.polynomial.chebyshev.cheb2poly(np.eye(len(count))[n])
    return np.cos(angle), to_series, to_monomials


def chebyshev_points(degree: int) -> np.ndarray:
    """Nodes of interpolation on [-1, 1]."""
    return _rule(degree)[0]


def interpolate(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Polynomials through values at the Chebyshev points, and their last two coefficients.

    Shapes: values (point, piece) -> monomial coefficients (power, piece), magnitudes (piece,).
    """
    _, to_series, to_monomials = _rule(len(values) - 1)
    # Fit the deviation from one value: the rounding of the matrices then scales with it.
    centre = values[len(values) // 2].copy()
    series = to_series @ (values - centre)
    table = to_monomials @ series
    table[0] += centre
    return table, np.abs(series[-2:]).max(axis=0)


class BinadeTable:
    """Polynomials on quarters of binades of (0, 1]; constant below 2^-binades.

    ``function`` maps a 1-D array to its values; it must be analytic away from 0 and settle to
    its limit at 0 within 2^-binades.
    """

    def __init__(self, function: Callable[[Any], Any], *, binades: int, degree: int = 11) -> None:
        rows = binades << SPLIT_BITS
        self.first = (int(np.float64(1.0).view(np.int64)) >> SHIFT) - rows
        bits = (np.arange(self.first, self.first + rows) << SHIFT) | (1 << (SHIFT - 1))
        middle = bits.view(np.float64)
        half_width = np.ldexp(0.5, np.frexp(middle)[1] - SPLIT_BITS - 1)
        points = chebyshev_points(degree)
        x = middle + half_width * points[:, None]
        self.table, _ = interpolate(function(x.ravel()).reshape(x.shape))
        self.table *= (middle / half_width) ** np.arange(degree + 1)[:, None]
        self.table[1:, 0] = 0.0

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """Values at a 1-D float64 array in [0, 1]."""
        x = np.minimum(x, BELOW_ONE)
        bits = x.view(np.int64)
        row = np.clip((bits >> SHIFT) - self.first, 0, self.table.shape[1] - 1)  # NaN: any row
        middle = ((bits >> SHIFT << SHIFT) | (1 << (SHIFT - 1))).view(np.float64)
        local = (x - middle) / middle
        out = self.table[-1].take(row)
        for coefficients in self.table[-2::-1]:
            out *= local
            out += coefficients.take(row)
        return out
