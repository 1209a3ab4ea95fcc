"""Iterates of a linear map by repeated squaring of its matrix."""

import math

import numpy as np

from depthlaws.theory.numerics.types import Array

MAX_LOG = 600.0  # beyond this exponent of e a product might overflow


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
    count = 1
    while count <= steps:
        added = min(count, steps + 1 - count)
        out[:, count : count + added] = power @ out[:, :added]
        power, count = power @ power, count + added
    return out, rate


def _rate(matrix: Array, steps: int) -> float:
    """Return the log of the spectral radius if these many steps leave the doubles, else 0."""
    radius = float(np.max(np.abs(np.linalg.eigvals(np.asarray(matrix, dtype=np.float64)))))
    rate = math.log(radius) if radius > 0 else 0.0
    return rate if abs(rate) * steps > MAX_LOG else 0.0


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
    """Divide by a power of two near the largest entry; integer exponents double without error."""
    shift = int(np.frexp(np.max(np.abs(values)))[1])
    return np.ldexp(values, -shift), exponent + shift
