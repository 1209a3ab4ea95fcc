r"""Neural tangent kernels at infinite width: residual streams that share matrices, plain networks.

The tangent kernel of two inputs a, b is the inner product of the gradients of the outputs in all
trained weights. Weights are written as in the NTK parametrisation: every matrix is a number times
independent standard normal entries, over the root of its fan-in, and these entries are trained.

For a stream with the output v . h_K / sqrt(d), v standard normal, the gradient in the matrix of a
layer is a sum of outer products of backward vectors and activations over the visits of the layer:

    Theta_ab = H^ab_KK + s^2 sum_{k, j of one layer} eps_k eps_j Q^ab_{k+1, j+1} q^ab_kj,

with q the mean product of the activations and Q the covariance of the backward vectors, whose
recursion is that of :func:`~depthlaws.updates.backward_kernel` for each pair of inputs.
"""

import numpy as np

from depthlaws.theory import activations
from depthlaws.theory.activations import Activation
from depthlaws.theory.activations.catalogue import call_seconds, pair_seconds
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix, grown
from depthlaws.theory.numerics.types import Numbers
from depthlaws.theory.residual.stream_time import time_of_pairs
from depthlaws.theory.residual.streams import Array, Stream, initial_overlaps, require_stream
from depthlaws.theory.updates.stream_backward import scaled_backward

__all__ = ["plain_tangent_kernel", "tangent_kernel"]


def tangent_kernel(stream: Stream, /, *, readout: bool = True) -> Array:
    """Return the neural tangent kernel of a residual stream, shared matrices included.

    The network is f(x) = v . h_K / sqrt(d) with h_{k+1} = h_k + eps_k (s / sqrt(d)) W phi(h_k). The
    entries of v and of every W are independent standard normals, and trained. The initial state is
    not trained.

    Parameters
    ----------
    stream : Stream
        Residual stream of one or several inputs (``h0`` an overlap matrix), K visits long.
    readout : bool
        Count the readout v among the trained weights. It adds the covariance of the last states.

    Returns
    -------
    ndarray
        Tangent kernel of the inputs: a number, or (input, input) for an overlap matrix ``h0``.

    Raises
    ------
    MemoryError
        If the kernels of all pairs of visits do not fit.

    References
    ----------
    Source: looped, beyond the paper (X-6), for several inputs.

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> updates.tangent_kernel(residual.Stream(loops=4, eps=0.25))
    np.float64(2.109141)
    >>> pair = residual.Stream(loops=4, eps=0.25, h0=[[1.0, 0.5], [0.5, 1.0]])
    >>> updates.tangent_kernel(pair, readout=False)
    array([[0.571942, 0.349033],
           [0.349033, 0.571942]])
    """
    require_stream(stream)
    inputs, steps = len(stream.start), stream.steps
    size = 8.0 * 7 * inputs**2 * (steps + 1.0) ** 2
    require_memory(size, f"tangent_kernel of {steps:,} steps and {inputs:,} inputs")
    with (
        time_of_pairs(stream, "tangent_kernel", kernels=3, matrices=7),
        np.errstate(over="ignore", invalid="ignore"),
    ):
        kernel = _by_rows(stream)
        kernel = kernel + stream.kernel[..., -1, -1] if readout else kernel
    if np.isfinite(kernel).all():
        return kernel
    beyond = _by_scaled_rows(stream)
    beyond = beyond + stream.kernel[..., -1, -1] if readout else beyond
    return np.where(np.isfinite(kernel), kernel, beyond)


def _by_scaled_rows(stream: Stream) -> Array:
    """Return the sum over pairs of visits, with a power of two for each of them."""
    back, overlap = scaled_backward(stream, 1.0), stream.scaled_overlap
    products = np.where(stream.same, back.mantissa[..., 1:, 1:] * overlap.mantissa, 0.0)
    pairs = ScaledMatrix(products, back.exponent[1:] + overlap.exponent)
    size, power = np.frexp(stream.scales * stream.s)
    weights = np.ldexp(size, power - power.max())
    total = np.einsum("...nm,n,m->...", pairs.reduced(), weights, weights)
    return grown(total, 2 * (pairs.largest + int(power.max())))


def _by_rows(stream: Stream) -> Array:
    steps = stream.steps
    shared = stream.couplings * stream.same
    gate, overlap = shared * stream.gate, shared * stream.overlap
    backward = np.ones((*gate.shape[:-2], steps + 1))  # row n + 1 of Q, from the last one
    kernel = np.zeros(gate.shape[:-2])
    for n in range(steps - 1, -1, -1):
        kernel += np.sum(overlap[..., n, :] * backward[..., 1:], axis=-1)
        # Q_nm = Q_{n+1,m} + eps_n s^2 sum_{j>=m} eps_j k_nj Q_{n+1,j+1}
        terms = gate[..., n, :] * backward[..., 1:]
        backward[..., :-1] += np.cumsum(terms[..., ::-1], axis=-1)[..., ::-1]
    return kernel


def plain_tangent_kernel(
    L: int,
    s: float,
    h0: Numbers = 1.0,
    activation: str | Activation = "relu",
    *,
    readout: bool = True,
) -> Array:
    """Return the neural tangent kernel of a plain network of L hidden layers.

    The network is f(x) = v . phi(z_L) / sqrt(d) with z_1 = s W_1 x / sqrt(inputs) and
    z_{l+1} = (s / sqrt(d)) W_{l+1} phi(z_l). The entries of v and of every W are independent
    standard normals, and trained.

    Parameters
    ----------
    L : int
        Hidden layers, each followed by the activation. At least 1.
    s : float
        Weight scale: entries of a matrix times s over the root of its fan-in. sqrt(2) for ReLU
        keeps the energy.
    h0 : float or array_like
        Mean square of the input's coordinates, or the overlap matrix (input, input) of several
        inputs.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    readout : bool
        Count the readout v among the trained weights.

    Returns
    -------
    ndarray
        Tangent kernel of the inputs: a number, or (input, input) for an overlap matrix ``h0``.

    Raises
    ------
    ValueError
        If L < 1, s is not positive and finite, the overlap matrix is not positive, an energy is
        no double, or the layers would take more than an hour.
    UnknownNameError
        If there is no such activation; the message has the nearest names.

    References
    ----------
    Source: A. Jacot, F. Gabriel, C. Hongler, Neural Tangent Kernel, NeurIPS 2018, theorem 1.

    Examples
    --------
    >>> from math import sqrt
    >>> from depthlaws import updates
    >>> updates.plain_tangent_kernel(3, sqrt(2))
    np.float64(4.0)
    >>> updates.plain_tangent_kernel(3, sqrt(2), h0=[[1.0, 0.5], [0.5, 1.0]])
    array([[4.      , 1.737845],
           [1.737845, 4.      ]])
    """
    layers, scale, start = count("L", L), finite("s", s), initial_overlaps(h0)
    if not scale > 0:
        msg = f"s must be positive, got {s}"
        raise ValueError(msg)
    phi = activations.get(activation)  # with a dual and a gate kernel of each pair in a layer
    seconds = 4e-5 + 2 * (call_seconds(phi) + pair_seconds(phi) * start.size)
    require_time(seconds * layers, f"{layers:,} layers", "ask for fewer layers")
    with np.errstate(all="ignore"):
        tangent = _plain(phi, layers, scale, start, readout=readout)
    if not np.all(np.isfinite(tangent)):
        msg = f"an energy overflows or vanishes in {layers:,} layers at s={s}; sqrt(2) keeps ReLU's"
        raise ValueError(msg)
    return tangent[0, 0] if np.ndim(h0) == 0 else tangent


def _plain(phi: Activation, layers: int, scale: float, start: Array, *, readout: bool) -> Array:
    """Return the kernel layer by layer: Theta_{l+1} = Sigma_{l+1} + s^2 gate_l Theta_l."""
    state = tangent = scale**2 * start
    for layer in range(layers):
        energy = np.diag(state)
        first, second = energy[:, None], energy[None, :]
        overlap = phi.dual(first, state, second)
        tangent = phi.gate(first, state, second) * tangent
        if layer < layers - 1:
            state = scale**2 * overlap
            tangent = state + scale**2 * tangent
        elif readout:
            tangent = overlap + tangent
    return tangent
