r"""One gradient step of a residual stream at infinite width: exact change of the output.

The loss is v . h_K with v independent of everything, mean zero, variance Q_v. Backward vectors
g_k and their covariances Q_nm are those of :mod:`.stream_backward`; a step changes W by dW and the
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
from depthlaws.theory.numerics.scaled_sums import grown
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.streams import Array, Stream
from depthlaws.theory.residual.symbols import COUNT, L, T, eps, eta, h0, s, variance
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.updates.stream_backward import affordable, backward_kernel, single

__all__ = ["GradientStep", "gradient_step"]

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
    affordable(stream, what, 12)
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
