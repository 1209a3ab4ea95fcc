"""Iterates of a linear map by doubling: as many products of matrices as the count has bits."""

import math

import numpy as np

from depthlaws.theory.numerics.types import Array

FAR = 600.0  # exponents of e beyond which a double might overflow


def orbit(matrix: Array, start: Array, steps: int) -> tuple[Array, float]:
    """Return M^0 v, ..., M^steps v divided by exp(rate k), and the rate.

    The rate is 0 unless the iterates leave the range of doubles. Entries that are not negative
    stay without cancellation; the relative error is at most about ``steps`` roundings of M, and
    a few roundings where all eigenvalues are 1.
    Shapes: matrix (n, n), start (n,) -> (n, steps + 1).
    """
    rate = _rate(matrix, steps)
    power = np.asarray(matrix, dtype=np.float64) * math.exp(-rate)
    out = np.empty((len(power), steps + 1))
    out[:, 0] = start
    known = 1
    while known <= steps:
        more = min(known, steps + 1 - known)
        out[:, known : known + more] = power @ out[:, :more]
        power, known = power @ power, known + more
    return out, rate


def _rate(matrix: Array, steps: int) -> float:
    """Logarithm of the spectral radius where that many steps would need it, else 0."""
    radius = float(np.max(np.abs(np.linalg.eigvals(np.asarray(matrix, dtype=np.float64)))))
    rate = math.log(radius) if radius > 0 else 0.0
    return rate if abs(rate) * steps > FAR else 0.0


def advance(matrix: Array, start: Array, steps: int) -> tuple[Array, float]:
    """Return M^steps v divided by exp(log), and the log: any count, no overflow.

    Shapes: matrix (n, n), start (n,) -> (n,).
    """
    state, exponent = np.asarray(start, dtype=np.float64), 0
    power, scale = np.asarray(matrix, dtype=np.float64), 0
    while steps:
        if steps & 1:
            state, exponent = _settled(power @ state, exponent + scale)
        power, scale = _settled(power @ power, 2 * scale)
        steps >>= 1
    return state, exponent * math.log(2)


def _settled(values: Array, exponent: int) -> tuple[Array, int]:
    """Divide by a power of two near the largest entry; whole exponents double without error."""
    more = int(np.frexp(np.max(np.abs(values)))[1])
    return np.ldexp(values, -more), exponent + more
