"""Tables of smooth functions on (0, 1]: a value costs some twenty array operations."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from depthlaws.theory.numerics.elementary import power

SPLIT_BITS = 2  # 4 pieces per binade: the leading bits of the float are its piece
SHIFT = 52 - SPLIT_BITS
BELOW_ONE = np.nextafter(1.0, 0.0)
LAST_PIECE = (int(np.float64(1.0).view(np.int64)) >> SHIFT) - 1  # its leading bits


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
    """Return the nodes of interpolation on [-1, 1]."""
    return _rule(degree)[0]


def interpolate(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return polynomials through values at the Chebyshev points, and their last two coefficients.

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
    """Return matrix times columns; unlike BLAS, each column has the same bits alone."""
    out = matrix[:, :1] * columns[0]
    for weights, row in zip(matrix.T[1:], columns[1:], strict=True):
        out += weights[:, None] * row
    return out


def _piece(bits: Any) -> Any:
    """Return the middle of the piece with these leading bits."""
    return ((bits << SHIFT) | (1 << (SHIFT - 1))).view(np.float64)


def _polynomials(function: Callable[[Any], Any], middle: np.ndarray, degree: int) -> np.ndarray:
    """Return coefficients (power, piece) in x / middle - 1; the function maps (point, piece)."""
    half_width = np.ldexp(0.5, np.frexp(middle)[1] - SPLIT_BITS - 1)
    table, _ = interpolate(function(middle + half_width * chebyshev_points(degree)[:, None]))
    return table * power(middle / half_width, np.arange(degree + 1.0)[:, None])


def _value(rows: Iterator[np.ndarray], local: np.ndarray) -> np.ndarray:
    """Evaluate polynomials by Horner's rule, the highest coefficients first."""
    out = next(rows)
    for coefficients in rows:
        out = out * local + coefficients
    return out


class BinadeTable:
    """Table of polynomials on quarters of binades of (0, 1], constant below 2^-binades.

    ``function`` maps an array to its values; it must be analytic away from 0 and settle to
    its limit at 0 within 2^-binades.
    """

    def __init__(self, function: Callable[[Any], Any], *, binades: int, degree: int = 11) -> None:
        self.first = LAST_PIECE + 1 - (binades << SPLIT_BITS)
        self.table = _polynomials(function, _piece(np.arange(self.first, LAST_PIECE + 1)), degree)
        self.table[1:, 0] = 0.0

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """Return the values at a 1-D float64 array in [0, 1]."""
        x = np.minimum(x, BELOW_ONE)
        bits = x.view(np.int64) >> SHIFT
        row = np.clip(bits - self.first, 0, self.table.shape[1] - 1)  # NaN: any row
        middle = _piece(bits)
        return _value((c.take(row) for c in self.table[::-1]), (x - middle) / middle)


def value_of_own_table(
    function: Callable[[Any], Any], x: np.ndarray, *, binades: Any, degree: int
) -> np.ndarray:
    """Return values at x, each from a table of its own, of which only the piece at x is computed.

    ``function`` maps (point, element) to the values of each element's own function. The bits are
    those of its :class:`BinadeTable`.
    """
    x = np.minimum(x, BELOW_ONE)
    bits = x.view(np.int64) >> SHIFT
    first = LAST_PIECE + 1 - (np.asarray(binades) << SPLIT_BITS)
    table = _polynomials(function, _piece(np.clip(bits, first, LAST_PIECE)), degree)
    table[1:, bits <= first] = 0.0
    middle = _piece(bits)
    return _value(iter(table[::-1]), (x - middle) / middle)
