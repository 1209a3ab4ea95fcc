"""Backward vectors of a residual stream at infinite width, and an isotropic update of its weights.

The loss is v . h_K with v independent of everything, mean zero, variance Q_v. Backward vectors
g_K = v, g_k = g_{k+1} + eps D_k W^T g_{k+1} have covariances Q_nm.
"""

import math

import numpy as np

from depthlaws.theory.numerics.arguments import finite
from depthlaws.theory.numerics.elementary import compound
from depthlaws.theory.numerics.resource_limits import require_memory
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix, add_pairs, grown
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.accumulation import by_layer
from depthlaws.theory.residual.stream_time import time_of_pairs
from depthlaws.theory.residual.streams import Array, Stream, require_stream
from depthlaws.theory.residual.symbols import COUNT, L, N, eps, eta, h0, s
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE
from depthlaws.theory.symbolic.formula import Formula

__all__ = ["backward_kernel", "gradient_energies", "isotropic_update"]

backward_untied = Formula(
    id="backward-untied",
    says="Mean square of the backward vector N layers below the loss, untied ReLU, variance one.",
    source=LOOPED.beyond("X-6"),
    domain={N: COUNT, eps: NONNEGATIVE, s: NONNEGATIVE},
    expr=(1 + (eps * s) ** 2 / 2) ** N,
    kernel=lambda N, eps, s: compound((eps * s) ** 2 / 2, N),
)

isotropic_untied = Formula(
    id="isotropic-update-untied",
    says="Mean square change of the output of L untied ReLU layers by an isotropic update.",
    source=LOOPED.beyond("X-6"),
    domain={L: COUNT, eps: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE, eta: NONNEGATIVE},
    expr=L * eps**2 * eta**2 * h0 / 2 * (1 + (eps * s) ** 2 / 2) ** (L - 1),
    kernel=lambda L, eps, s, h0, eta: (
        L * (eps * eta) ** 2 * (h0 / 2) * compound((eps * s) ** 2 / 2, L - 1)
    ),
)


def single(stream: Stream, /) -> None:
    """Refuse a stream of several inputs, and anything but a stream."""
    require_stream(stream)
    if np.ndim(stream.h0) != 0:
        msg = f"updates need one input, got h0 of shape {np.shape(stream.h0)}"
        raise ValueError(msg)


def positive_variance(variance: float) -> float:
    if not (number := finite("variance", variance)) > 0:
        msg = f"variance must be positive, got {variance}"
        raise ValueError(msg)
    return number


def affordable(stream: Stream, what: str, matrices: int) -> None:
    """Refuse a stream whose (time, time) matrices do not fit into memory, before any work."""
    require_memory(8.0 * matrices * (stream.steps + 1) ** 2, f"{what} of {stream.steps} steps")


def backward_kernel(stream: Stream, /, variance: float = 1.0) -> Array:
    """Covariance Q_nm of the backward vectors g_n, g_m, n, m = 0..K, for loss v . h_K.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input, K = loops layers steps long.
    variance : float
        Variance Q_v of a coordinate of the output gradient v, positive.

    Returns
    -------
    ndarray (time, time)
        Covariance of a coordinate, times 0 (the input) to K (the output).

    Raises
    ------
    ValueError
        For several inputs, or a variance that is not positive.

    References
    ----------
    Source: looped, beyond the paper (X-6).

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> updates.backward_kernel(residual.Stream(loops=2, eps=0.5))
    array([[1.488582, 1.236478, 1.      ],
           [1.236478, 1.125   , 1.      ],
           [1.      , 1.      , 1.      ]])
    """
    single(stream)
    affordable(stream, "backward_kernel", 6)
    variance = positive_variance(variance)
    with time_of_pairs(stream, "backward_kernel", kernels=2, matrices=0):
        return scaled_backward(stream, variance).value


def scaled_backward(stream: Stream, variance: float) -> ScaledMatrix:
    """Return :func:`backward_kernel`, with a power of two for each time where it overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        kernel = _backward(stream, variance)
    if np.isfinite(kernel).all():
        return ScaledMatrix(kernel, np.zeros(stream.steps + 1, dtype=np.intp))
    # Q is a sum over pairs of later steps: that of the gates read from the last step back.
    gates = np.where(stream.same, stream.gate, 0.0)[..., ::-1, ::-1]
    gates = gates.reshape(len(stream.start), len(stream.start), stream.steps, stream.steps)
    growing = add_pairs(
        np.full(gates.shape[:2], variance),
        (stream.scales * stream.s)[::-1],
        lambda k, row, *_: gates[..., k, : k + 1] * row,
    )
    mantissa = growing.mantissa[..., ::-1, ::-1]
    return ScaledMatrix(mantissa.reshape(*stream.kernel.shape), growing.exponent[::-1])


def _backward(stream: Stream, variance: float) -> Array:
    """Return the kernel as it is: ([input, input,] time, time)."""
    gain = stream.couplings * np.where(stream.same, stream.gate, 0.0)
    kernel = np.full(stream.kernel.shape, variance)
    for n in range(stream.steps - 1, -1, -1):
        # Q_nm = Q_{n+1,m} + eps_n s^2 sum_{j>=m} eps_j k_nj Q_{n+1,j+1}
        terms = gain[..., n, :] * kernel[..., n + 1, 1:]
        sums = np.cumsum(terms[..., ::-1], axis=-1)[..., ::-1]
        kernel[..., n, :-1] = kernel[..., n + 1, :-1] + sums
    return kernel


def gradient_energies(stream: Stream, /, variance: float = 1.0) -> Array:
    """Squared Frobenius norm of the gradient of each layer's matrix, over width squared.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input.
    variance : float
        Variance Q_v of a coordinate of the output gradient v, positive.

    Returns
    -------
    ndarray (layer,)
        Squared norms; a looped layer sums over its loops before it squares.

    Raises
    ------
    ValueError
        For several inputs, or a variance that is not positive.

    References
    ----------
    Source: looped, beyond the paper (X-6).

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> updates.gradient_energies(residual.Stream(loops=4, eps=0.25))
    array([0.571942])
    """
    single(stream)
    affordable(stream, "gradient_energies", 8)
    variance = positive_variance(variance)
    with time_of_pairs(stream, "gradient_energies", kernels=2, matrices=6):
        back, overlap = scaled_backward(stream, variance), stream.scaled_overlap
    pairs = ScaledMatrix(
        back.mantissa[1:, 1:] * overlap.mantissa, back.exponent[1:] + overlap.exponent
    )
    scales, power = np.frexp(np.max(np.abs(stream.scales)))
    scales = np.ldexp(stream.scales, -power)
    energies = by_layer(stream, np.multiply.outer(scales, scales) * pairs.reduced())
    return grown(energies, 2 * (pairs.largest + int(power)))


def isotropic_update(stream: Stream, /, eta: float = 1.0) -> Array:
    """Covariance Y_nm of the state changes by dW with iid entries of variance eta^2 / d.

    The root mean square change of an output coordinate is sqrt(Y[-1, -1]).

    Parameters
    ----------
    stream : Stream
        Residual stream of one input, of width d.
    eta : float
        Size of the change: entries of dW have variance eta^2 / d.

    Returns
    -------
    ndarray (time, time)
        Covariance of the first-order changes of a coordinate, times 0 to K.

    Raises
    ------
    ValueError
        For several inputs, or eta not finite.

    References
    ----------
    Source: looped, beyond the paper (X-6).

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> updates.isotropic_update(residual.Stream(loops=4, eps=0.25))[-1, -1]
    np.float64(0.571942)
    """
    single(stream)
    eta = finite("eta", eta)
    with (
        time_of_pairs(stream, "isotropic_update", kernels=3, matrices=7),
        np.errstate(over="ignore", invalid="ignore"),
    ):
        change = _isotropic(stream, eta)
    if np.isfinite(change).all():
        return change
    relative = scaled_update(stream)
    size, power = math.frexp(eta / stream.s) if stream.s else (eta, 0)
    beyond = grown(
        size**2 * relative.mantissa,
        np.add.outer(relative.exponent, relative.exponent) + 2 * power,
    )
    return np.where(np.isfinite(change), change, beyond)


def _isotropic(stream: Stream, eta: float) -> Array:
    fresh = np.multiply(eta, eta) * stream.gains * np.where(stream.same, stream.overlap, 0.0)
    carried = stream.couplings * np.where(stream.same, stream.gate, 0.0)
    change = np.zeros((stream.steps + 1, stream.steps + 1))
    for n in range(stream.steps):
        terms = fresh[n] + carried[n] * change[n, :-1]
        change[n + 1, 1:] = change[n, 1:] + np.cumsum(terms)
    return change


def scaled_update(stream: Stream) -> ScaledMatrix:
    """Return :func:`isotropic_update` at eta = s, with the powers of two of the stream's states.

    So its ratio to the energies is a double where these are not.
    """
    overlap, gates = stream.scaled_overlap.mantissa, stream.gate

    def pairs(k: int, row: Array, *_: Array) -> Array:
        terms = overlap[k, : k + 1] + gates[k, : k + 1] * row
        return np.where(stream.same[k, : k + 1], terms, 0.0)

    scales, exponent = stream.scales * stream.s, stream.scaled.exponent
    change = add_pairs(np.zeros((1, 1)), scales, pairs, exponent)
    return ScaledMatrix(change.mantissa[0, 0], exponent)
