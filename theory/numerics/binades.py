"""A smooth function on (0, 1], tabulated once so that a value costs some twenty array passes."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from depthlaws.theory.numerics.elementary import power

SPLIT_BITS = 2  # pieces per binade: 4, read off the leading bits of the float itself
SHIFT = 52 - SPLIT_BITS
BELOW_ONE = np.nextafter(1.0, 0.0)
LAST = (int(np.float64(1.0).view(np.int64)) >> SHIFT) - 1  # leading bits of the last piece


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
    series = _product(to_series, values - centre)
    table = _product(to_monomials, series)
    table[0] += centre
    return table, np.abs(series[-2:]).max(axis=0)


def _product(matrix: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Matrix times columns: the bits of each are its own, as those of BLAS are not."""
    out = matrix[:, :1] * columns[0]
    for weights, row in zip(matrix.T[1:], columns[1:], strict=True):
        out += weights[:, None] * row
    return out


def _piece(bits: Any) -> Any:
    """Middle of the piece with these leading bits."""
    return ((bits << SHIFT) | (1 << (SHIFT - 1))).view(np.float64)


def _polynomials(function: Callable[[Any], Any], middle: np.ndarray, degree: int) -> np.ndarray:
    """Coefficients (power, piece) in x / middle - 1; the function maps (point, piece)."""
    half_width = np.ldexp(0.5, np.frexp(middle)[1] - SPLIT_BITS - 1)
    table, _ = interpolate(function(middle + half_width * chebyshev_points(degree)[:, None]))
    return table * power(middle / half_width, np.arange(degree + 1.0)[:, None])


def _value(rows: Iterator[np.ndarray], local: np.ndarray) -> np.ndarray:
    """Polynomials by Horner's rule, the highest coefficients first."""
    out = next(rows)
    for coefficients in rows:
        out = out * local + coefficients
    return out


class BinadeTable:
    """Polynomials on quarters of binades of (0, 1]; constant below 2^-binades.

    ``function`` maps an array to its values; it must be analytic away from 0 and settle to
    its limit at 0 within 2^-binades.
    """

    def __init__(self, function: Callable[[Any], Any], *, binades: int, degree: int = 11) -> None:
        self.first = LAST + 1 - (binades << SPLIT_BITS)
        self.table = _polynomials(function, _piece(np.arange(self.first, LAST + 1)), degree)
        self.table[1:, 0] = 0.0

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """Values at a 1-D float64 array in [0, 1]."""
        x = np.minimum(x, BELOW_ONE)
        bits = x.view(np.int64) >> SHIFT
        row = np.clip(bits - self.first, 0, self.table.shape[1] - 1)  # NaN: any row
        middle = _piece(bits)
        return _value((c.take(row) for c in self.table[::-1]), (x - middle) / middle)


def value_of_own_table(
    function: Callable[[Any], Any], x: np.ndarray, *, binades: Any, degree: int
) -> np.ndarray:
    """Values at x of a table for each element, of which only the piece at x is made.

    ``function`` maps (point, element) to the values of each element's own function. The bits are
    those of its :class:`BinadeTable`.
    """
    x = np.minimum(x, BELOW_ONE)
    bits = x.view(np.int64) >> SHIFT
    first = LAST + 1 - (np.asarray(binades) << SPLIT_BITS)
    table = _polynomials(function, _piece(np.clip(bits, first, LAST)), degree)
    table[1:, bits <= first] = 0.0
    middle = _piece(bits)
    return _value(iter(table[::-1]), (x - middle) / middle)
