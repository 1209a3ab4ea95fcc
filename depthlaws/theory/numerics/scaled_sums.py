r"""Sums over pairs of times that outgrow the doubles, held with a power of two for each time.

Covariances of a stream grow exponentially with its steps. Here they are

    M_nm = 2^(e_n + e_m) m_nm,    with numbers m_nm near 1 and whole numbers e_n,

so that ratios (cosines, gates, noise over signal) have all their digits where energies are beyond
the doubles. The plain recursions of :mod:`depthlaws.theory.residual.streams` are faster, and answer
all other questions.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MAX_LENGTH = 200  # largest binary logarithm, up or down, of a length at the same power of two


@dataclass(frozen=True, slots=True)
class ScaledMatrix:
    """Matrix 2^(e_n + e_m) m_nm.

    Attributes
    ----------
    mantissa : ndarray (..., time, time)
        Numbers m_nm, which are finite.
    exponent : ndarray (time,)
        Whole numbers e_n; zeros where no double overflows.
    """

    mantissa: Array
    exponent: NDArray[np.intp]

    @property
    def value(self) -> Array:
        """The matrix itself, infinite where it is beyond the doubles."""
        if not self.exponent.any():
            return self.mantissa
        return grown(self.mantissa, np.add.outer(self.exponent, self.exponent))

    @property
    def largest(self) -> int:
        """Largest e_n."""
        return int(self.exponent.max())

    def reduced(self) -> Array:
        """Return the matrix over 2^(2 e) of the largest e, which no entry overflows."""
        if not self.exponent.any():
            return self.mantissa
        e = self.exponent - self.largest
        return grown(self.mantissa, np.add.outer(e, e))


def grown(x: Any, power: NDArray[np.intp] | int) -> Any:
    """Return 2^power x: infinity beyond the doubles, without a warning."""
    with np.errstate(over="ignore", under="ignore"):
        return np.ldexp(x, power)


def square(x: float) -> float:
    """Return the square of a number: infinity beyond the doubles, without an error."""
    return x * x


def add_pairs(
    start: Array,
    scales: Array,
    pairs: Callable[[int, Array, Array], Array],
    exponent: NDArray[np.intp] | None = None,
) -> ScaledMatrix:
    """Return M with M_{k+1,m} = M_km + sum_{j<m} C_kj and M_{k+1,k+1} = M_{k+1,k} + sum_i C_ik.

    Parameters
    ----------
    start : ndarray (input, input)
        M_00.
    scales : ndarray (step,)
        Factors f of the pairs, C_kj = f_k f_j pairs_kj.
    pairs : callable
        ``pairs(k, row, energy)`` with row (input, input, k + 1) of m_{k,0..k} and energy
        (input, k + 1): pairs_kj over 2^(e_k + e_j), j = 0..k.
    exponent : ndarray (time,), optional
        Exponents to use, by default those that the growth needs.

    Returns
    -------
    ScaledMatrix
        Mantissas (input, input, time, time).
    """
    inputs, steps = len(start), len(scales)
    inputs, steps = len(start), len(scales)
    e = np.zeros(steps + 1, dtype=np.intp) if exponent is None else exponent
    if exponent is None:
        e[0] = power_to_hold(math.sqrt(start.diagonal().max()))
    mantissa = np.zeros((inputs, inputs, steps + 1, steps + 1))
    mantissa[..., 0, 0] = grown(start, -2 * int(e[0]))
    energy = np.zeros((inputs, steps + 1))
    energy[:, 0] = mantissa[..., 0, 0].diagonal()
    weights = np.zeros(steps)  # f_j 2^(e_j - e_{j+1})
    for k, scale in enumerate(np.asarray(scales, dtype=np.float64).tolist()):
        row = mantissa[..., k, : k + 1]
        terms = pairs(k, row, energy[:, : k + 1])
        if exponent is None:
            step = abs(scale) * np.sqrt(terms[..., k].diagonal())
            e[k + 1] = e[k] + power_to_hold(float(np.max(np.sqrt(energy[:, k]) + step)))
        ratio = math.ldexp(1.0, int(e[k] - e[k + 1]))
        weights[k] = ratio * scale
        sums = _prefix_sums(weights[: k + 1] * terms, e[: k + 2])
        new = ratio * row + weights[k] * sums[..., : k + 1]
        corner = ratio * new[..., k] + weights[k] * sums[..., k + 1].T
        mantissa[..., k + 1, : k + 1] = new
        mantissa[..., : k + 1, k + 1] = new.swapaxes(0, 1)
        mantissa[..., k + 1, k + 1] = corner
        energy[:, k + 1] = corner.diagonal()
    return ScaledMatrix(mantissa, e)


def power_to_hold(length: float) -> int:
    """Return the power of two by which a state of this length is reduced."""
    power = math.frexp(length)[1]
    return power if abs(power) > MAX_LENGTH else 0


def _prefix_sums(terms: Array, exponent: NDArray[np.intp]) -> Array:
    """Return P_m = sum over j < m of 2^(e_{j+1} - e_m) terms_j, for every time m."""
    sums = np.zeros((*terms.shape[:-1], terms.shape[-1] + 1))
    edges = [0, *(np.flatnonzero(np.diff(exponent)) + 1).tolist(), len(exponent)]
    for first, end in itertools.pairwise(edges):
        if first > 0:
            ratio = math.ldexp(1.0, int(exponent[first - 1] - exponent[first]))
            sums[..., first] = ratio * sums[..., first - 1] + terms[..., first - 1]
        inside = np.cumsum(terms[..., first : end - 1], axis=-1)
        sums[..., first + 1 : end] = sums[..., first, None] + inside
    return sums
