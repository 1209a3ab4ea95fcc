"""Post-activation streams h + eps relu(W h) at infinite width: tied, untied and looped blocks.

The pre-activations z_k = W h_k of a matrix are jointly Gaussian with the covariance s^2 H_kj of the
states; those of different matrices are independent. A branch relu(z) has a positive mean, so that
branches with different matrices add up coherently too:

    H_nm = H_0 + eps^2 s^2 sum_{i < n, j < m} dual(H_ii, [same matrix] H_ij, H_jj).

With one matrix this is the recursion of the pre-activation stream: z itself is such a stream,
started at W h_0. No W^T enters a forward pass, so that the law is exact for Gaussian h_0 of mean
zero.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from depthlaws.theory import activations
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix, add_pairs
from depthlaws.theory.residual.limits import extrapolate
from depthlaws.theory.residual.streams import Array, representable

__all__ = ["post_activation_kernel"]

_dual = activations.get("relu").dual


def post_activation_kernel(N: int, L: int, eps: float, s: float = math.sqrt(2)) -> Array:
    """Return the covariance H_nm of the states of h + eps relu(W h).

    L matrices are used N times in turn. ``L`` = 1 is the tied stream (equal to
    :func:`tied_kernel`), ``N`` = 1 the untied one, whose last energy is
    :func:`~depthlaws.updates.post_activation_energy`. The only error is rounding.

    Parameters
    ----------
    N : int
        Loops: how often the block is applied. At least 1.
    L : int
        Unique layers of the block. At least 1.
    eps : float
        Branch scale: h + eps relu(W h).
    s : float
        Weight scale: entries of W have variance s^2 / width.

    Returns
    -------
    ndarray
        Covariance per coordinate over the energy of the start. Shape (N L + 1, N L + 1).

    Raises
    ------
    ValueError
        If a count is below 1 or a scale is not finite.
    MemoryError
        If the kernel does not fit.

    References
    ----------
    Source: ammup, beyond the paper (X21), for any sharing of the matrices.

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.post_activation_kernel(1, 16, eps=0.25)[-1, -1]
    np.float64(29.2544)
    """
    return scaled_post_activation(N, L, eps, s).value


def scaled_post_activation(N: int, L: int, eps: float, s: float) -> ScaledMatrix:
    """Return :func:`post_activation_kernel`, with a power of two for each time if it overflows."""
    loops, layers = count("N", N), count("L", L)
    steps = loops * layers
    what = f"the kernel of {steps:,} steps"
    require_memory(8.0 * (steps + 1.0) ** 2, what)
    require_time(6e-8 * float(steps) ** 2, what, "ask for fewer loops or layers")
    labels = np.tile(np.arange(layers), loops)
    representable(finite("eps", eps), finite("s", s))
    gain = (float(eps) * float(s)) ** 2

    def moment(k: int, energy: Array, cross: Array) -> Array:
        same = np.where(labels[: k + 1] == labels[k], cross, 0.0)
        return gain * _dual(energy[k], same, energy[: k + 1])

    with np.errstate(over="ignore", invalid="ignore"):
        kernel = _kernel(steps, moment)
    if np.isfinite(kernel).all():
        return ScaledMatrix(kernel, np.zeros(steps + 1, dtype=np.intp))

    def pairs(k: int, row: Array, energy: Array) -> Array:
        same = np.where(labels[: k + 1] == labels[k], row, 0.0)
        return _dual(energy[:, k, None], same, energy)

    growing = add_pairs(np.ones((1, 1)), np.full(steps, float(eps) * float(s)), pairs)
    return ScaledMatrix(growing.mantissa[0, 0], growing.exponent)


def increment_cosines(kernel: ScaledMatrix, layers: int) -> Array:
    """Cosines between the increments of single visits, (step, step), from the states' moments.

    Increments eps relu(W h) have cosines that depend on no scale: differences of states, which
    lose all digits of small branches, are not needed. Source: ammup, beyond the paper (X21).
    """
    states = kernel.mantissa[:-1, :-1]
    labels, energy = np.arange(len(states)) % layers, states.diagonal()
    same = np.where(labels[:, None] == labels, states, 0.0)
    moments = _dual(energy[:, None], same, energy)
    size = moments.diagonal()
    return correlation(size[:, None], moments, size)[1]


def many_loops(T: float, L: int, s: float) -> float:
    """Return the output energy as N grows at eps N = T: at each time all layers see the same state.

    Infinity beyond the doubles. Source: ammup, beyond the paper (X21).
    """

    def moment(gain: float, k: int, energy: Array, cross: Array) -> Array:
        here, there = energy[k], energy[: k + 1]
        mean = np.sqrt(here * there) / (2 * math.pi)  # E relu(z) E relu(z')
        return gain * (L * _dual(here, cross, there) + L * (L - 1) * mean)

    def log_energy(n: int, *_: Any) -> Any:
        with np.errstate(over="ignore", invalid="ignore"):
            energy = float(_kernel(n, partial(moment, (T * s / n) ** 2))[-1, -1])
        if not math.isfinite(energy):
            raise OverflowError
        return math.log(energy)

    try:
        return math.exp(float(extrapolate(log_energy, 8, 1024)[0]))
    except OverflowError:  # the energy grows with n
        return math.inf


def _kernel(steps: int, moment: Any) -> Array:
    """Sum up moment(k, energies, row k) = C_{k, 0..k} from the energy 1."""
    kernel = np.ones((steps + 1, steps + 1))
    for k in range(steps):
        sums = np.cumsum(moment(k, kernel.diagonal(), kernel[k, : k + 1]))
        # H_{k+1,m} = H_{k,m} + sum_{j<m} C_kj, then H_{k+1,k+1} = H_{k+1,k} + sum_{i<=k} C_ik.
        kernel[k + 1, 1 : k + 1] = kernel[k, 1 : k + 1] + sums[:k]
        kernel[k + 1, k + 1] = kernel[k + 1, k] + sums[k]
    return np.where(np.tri(steps + 1, dtype=bool), kernel, kernel.T)
