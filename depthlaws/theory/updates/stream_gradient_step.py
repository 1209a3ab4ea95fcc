r"""One gradient step of a residual stream at infinite width: exact change of the output.

The loss is v . h_K with v independent of everything, mean zero, variance Q_v. Backward vectors
g_K = v, g_k = g_{k+1} + eps D_k W^T g_{k+1} have covariances Q_nm; a step changes W by dW and the
states, to first order in eta, by dh_n. Streams are those of :mod:`depthlaws.theory.residual`.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from depthlaws.base.argument_errors import shown
from depthlaws.base.cost_notice import time_is_said
from depthlaws.theory import activations
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.elementary import compound
from depthlaws.theory.numerics.orthant_probabilities import sign_products
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix, add_pairs, grown
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.accumulation import by_layer
from depthlaws.theory.residual.stream_time import time_of_pairs
from depthlaws.theory.residual.streams import Array, Stream, require_stream
from depthlaws.theory.residual.symbols import COUNT, L, N, T, eps, eta, h0, s, variance
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = [
    "GradientStep",
    "backward_kernel",
    "gradient_energies",
    "gradient_step",
    "isotropic_update",
]

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

gradient_untied = Formula(
    id="gradient-descent-untied",
    says="Change of the loss per coordinate by one gradient step on L untied ReLU layers.",
    source=LOOPED.beyond("X-7"),
    domain={L: COUNT, eps: NONNEGATIVE, s: NONNEGATIVE, h0: POSITIVE, eta: NONNEGATIVE},
    expr=-eta * eps**2 * L * h0 / 2 * (1 + (eps * s) ** 2 / 2) ** (L - 1),
    kernel=lambda L, eps, s, h0, eta: (
        -eta * eps**2 * L * (h0 / 2) * compound((eps * s) ** 2 / 2, L - 1)
    ),
)

gradient_small_time = Formula(
    id="gradient-descent-small-time",
    says="RMS output change by one gradient step of the tied ReLU stream to leading order in T.",
    source=LOOPED.beyond("X-7"),
    domain={T: NONNEGATIVE, h0: POSITIVE, eta: NONNEGATIVE, variance: POSITIVE},
    expr=eta * T**2 * h0 * sp.sqrt(variance) / 2,
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


def _affordable(stream: Stream, what: str, matrices: int) -> None:
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
    _affordable(stream, "backward_kernel", 6)
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
    _affordable(stream, "gradient_energies", 8)
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


@dataclass(frozen=True, slots=True)
class GradientStep:
    """First-order effect of dW = -(eta/d) gradient at infinite width.

    The change is dh_n = Gaussian part + sum_l response[n, l] g_{l+1}. All of it is infinite where
    the change of the output is beyond the doubles.

    Attributes
    ----------
    rms : float
        Change of the output, |dh_K| / sqrt(d).
    error : float
        Numerical error of ``rms``.
    loss : float
        Change of the loss over the width, <v, dh_K> / d.
    response : ndarray (time, step)
        Coefficients of the backward vectors in the changes of the states.
    gaussian : float
        Mean square of the Gaussian part of the output's change.

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> step = updates.gradient_step(residual.Stream(loops=4, eps=0.25))
    >>> step.response.shape, step.error < 1e-6 * step.rms
    ((5, 4), True)
    """

    rms: float
    error: float
    loss: float
    response: Array
    gaussian: float


def state_response(stream: Stream, direct: Array, trained: int | None = None) -> Array:
    """Coefficients A_nl of g_{l+1} in dh_n, with the W / W^T interaction.

    ``direct`` (step, step) has the coefficients of g_{l+1} in eps_n dW u_n. The loss is one of
    h_K, or of h_n with n = ``trained``.
    """
    gain = stream.couplings * np.where(stream.same, stream.gate, 0.0)
    if trained is not None:
        gain[:, trained:] = 0.0
    response = np.zeros((stream.steps + 1, stream.steps))
    for n in range(stream.steps):
        before = np.cumsum(response[n]) - response[n]
        response[n + 1] = response[n] + direct[n] + gain[n] * before
    return response


def _gate_products(stream: Stream, quadruples: NDArray[np.intp], nodes: int) -> Array:
    """E[D_a D_b D_c D_d] of activation derivatives, for D = mean + half sign(h)."""
    left, right = activations.get(stream.activation).slopes or (0.0, 1.0)
    mean, half = (right + left) / 2, (right - left) / 2
    kernel = stream.scaled.mantissa[:-1, :-1]
    energy = np.diagonal(kernel)
    scale = np.sqrt(energy)
    _, ratios = correlation(energy[:, None], kernel, energy)
    total = np.full(quadruples.shape[:-1], mean**4)
    if half:
        total += half**4 * sign_products(ratios, quadruples, nodes=nodes)
    if half and mean:
        pairs = 2 / math.pi * np.arcsin(ratios)
        for i, j in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
            total += (mean * half) ** 2 * pairs[quadruples[..., i], quadruples[..., j]]
    if stream.normalize:
        total /= np.prod(scale[quadruples], axis=-1)
    return total


def _sources(
    stream: Stream, response: Array, backward: Array, nodes: int, variance: float
) -> Array:
    """Part of E[D_k dh_k D_j dh_j] that comes from the backward vectors: (step, step)."""
    # g_{l+1} = v + eps sum_{p>l} D_p W^T g_{p+1}, so D_p carries summed[k, p] = sum_{l<p} A_kl.
    full = np.cumsum(response, axis=1)
    summed = (full - response)[:-1]
    first, second = np.nonzero(np.triu(stream.same))
    shape = (len(first), len(first), 4)
    quadruples = np.empty(shape, dtype=np.intp)
    quadruples[..., 0], quadruples[..., 1] = first[:, None], second[:, None]
    quadruples[..., 2], quadruples[..., 3] = first, second
    gates = _gate_products(stream, quadruples, nodes)
    carried = summed[first][:, first] * summed[second][:, second]
    carried += np.where(first == second, 0.0, summed[first][:, second] * summed[second][:, first])
    scales = stream.scales * stream.s
    weight = scales[first] * scales[second] * backward[first + 1, second + 1]
    value = (gates * carried) @ weight
    ends = full[:-1, -1]
    value += variance * stream.gate[first, second] * ends[first] * ends[second]
    out = np.zeros((stream.steps, stream.steps))
    out[first, second] = out[second, first] = value
    return out


def gaussian_part(stream: Stream, sources: Array, read: int = -1) -> float:
    """Energy of the Gaussian part of dh_K: the sum of eps_a eps_b s^2 M_ab over equal labels.

    Or of the state ``read``.
    """
    gain, gate = stream.couplings * stream.same, stream.gate
    prefix = np.zeros(stream.steps + 1)  # sum over a < k, b < j
    for k in range(stream.steps):
        moment = sources[k, : k + 1] + gate[k, : k + 1] * prefix[: k + 1]
        sums = np.cumsum(gain[k, : k + 1] * moment)
        prefix[1 : k + 1] += sums[:k]
        prefix[k + 1] = prefix[k] + sums[k]
        if k + 1 == read:
            break
    return float(prefix[read])


def gradient_step(
    stream: Stream, /, eta: float = 1.0, *, variance: float = 1.0, nodes: int = 40
) -> GradientStep:
    """One gradient step: linear response of the output, exact at infinite width.

    The change of the loss equals -eta times the sum of :func:`gradient_energies` exactly. The work
    is O(K^2 loops^2) means of four gates, each an integral over 3 ``nodes`` points.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input, with a positively homogeneous activation.
    eta : float
        Step size: dW = -(eta/d) gradient.
    variance : float
        Variance Q_v of a coordinate of the output gradient v, positive.
    nodes : int
        Nodes of the quadrature, a third of the points of each mean of four gates.

    Returns
    -------
    GradientStep
        Changes of output and loss; its error is the change from half as many nodes.

    Raises
    ------
    ValueError
        For several inputs, an activation that is not positively homogeneous, or a stream too long
        for memory or time.

    References
    ----------
    Source: looped, beyond the paper (X-7).

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> updates.gradient_step(residual.Stream(loops=4, eps=0.25)).rms
    0.606948
    """
    single(stream)
    eta, nodes = finite("eta", eta), count("nodes", nodes)
    require_gates(stream, "a gradient step", nodes)
    with time_is_said():
        backward = backward_kernel(stream, variance)
    with np.errstate(over="ignore", invalid="ignore"):
        direct = -eta * stream.gains * np.where(stream.same, stream.overlap, 0.0)
    return first_order_step(stream, direct, backward, nodes)


def require_gates(stream: Stream, what: str, nodes: int, *, more: float = 0.0) -> None:
    """Refuse an activation without slopes, and a stream too long for the means of its gates.

    ``more`` seconds are those of other work, said together.
    """
    activation = activations.get(stream.activation)
    if activation.slopes is None:
        msg = f"{what} needs a positively homogeneous activation, got {shown(activation.name)}"
        raise ValueError(msg)
    quadruples = float(np.sum(stream.uses * (stream.uses + 1.0) / 2)) ** 2
    _affordable(stream, what, 12)
    require_memory(300.0 * quadruples, f"{what} with {quadruples:.3g} pairs of gates")
    require_time(8e-8 * nodes * quadruples + more, what, "ask for fewer loops or layers")


def first_order_step(
    stream: Stream,
    direct: Array,
    backward: Array,
    nodes: int,
    *,
    trained: int | None = None,
    read: int = -1,
) -> GradientStep:
    """Change of the output by a step dW that :func:`state_response` describes.

    Or of the state ``read``; the gradient is of a loss at the state ``trained``.
    """
    if not (np.isfinite(direct).all() and np.isfinite(backward).all()):
        return _beyond(stream, direct)
    # The change is linear in the step, and its square linear in the backward kernel.
    power, size = (int(np.frexp(np.max(np.abs(x)))[1]) for x in (direct, backward))
    with np.errstate(over="ignore", invalid="ignore"):
        response = state_response(stream, np.ldexp(direct, -power), trained)
        last, backward = response[read], np.ldexp(backward, -size)
        along = float(last @ backward[1:, 1:] @ last)
        output = -1 if trained is None else trained
        variance = float(backward[output, output])
        gaussian, coarse = (
            gaussian_part(stream, _sources(stream, response, backward, n, variance), read)
            for n in (nodes, max(nodes // 2, 1))
        )
        rms = math.sqrt(max(along + gaussian, 0.0))
        error = abs(rms - math.sqrt(max(along + coarse, 0.0)))
        # An odd power of the variance is a root of two in the change.
        unit = math.sqrt(2.0) if size % 2 else 1.0
        rms, error = (
            float(grown(unit * x, power + size // 2)) for x in (rms, max(error, 1e-12 * rms))
        )
        loss = float(grown(variance * last.sum(), power + size))
        gaussian = float(grown(gaussian, 2 * power + size))
    if not math.isfinite(rms):
        return _beyond(stream, direct)
    return GradientStep(rms, error, loss, grown(response, power), gaussian)


def _beyond(stream: Stream, direct: Array) -> GradientStep:
    """Change that is beyond the doubles, with a response of the sign of the step."""
    sign = 1.0 if np.nanmax(direct) > 0 else -1.0
    response = np.where(np.tri(stream.steps + 1, stream.steps, -1) > 0, sign * math.inf, 0.0)
    return GradientStep(math.inf, math.inf, sign * math.inf, response, math.inf)
