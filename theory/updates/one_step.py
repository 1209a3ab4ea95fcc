r"""One optimiser step of a residual stream at infinite width, exact in law.

The loss is v . h_K with v independent of everything, mean zero, variance Q_v. Backward vectors
g_K = v, g_k = g_{k+1} + eps D_k W^T g_{k+1} have covariances Q_nm; a step changes W by dW and the
states, to first order in eta, by dh_n. Streams are those of theory.residual.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from depthlaws.theory import activations
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.elementary import compound
from depthlaws.theory.numerics.limits import require_memory, require_time
from depthlaws.theory.numerics.orthant_probabilities import sign_products
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.streams import Array, Stream
from depthlaws.theory.residual.symbols import COUNT, L, N, T, eps, eta, h0, s, variance
from depthlaws.theory.symbolic.deferred import sp
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE
from depthlaws.theory.symbolic.formula import Formula

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
    """Raise ValueError for a stream of several inputs."""
    if np.ndim(stream.h0) != 0:
        msg = f"updates need one input, got h0 of shape {np.shape(stream.h0)}"
        raise ValueError(msg)


def _positive_variance(variance: float) -> float:
    if not (found := finite("variance", variance)) > 0:
        msg = f"variance must be positive, got {variance}"
        raise ValueError(msg)
    return found


def _affordable(stream: Stream, what: str, matrices: int) -> None:
    """Refuse before the work what its (time, time) matrices do not fit into."""
    require_memory(8.0 * matrices * (stream.steps + 1) ** 2, f"{what} of {stream.steps} steps")


def backward_kernel(stream: Stream, /, variance: float = 1.0) -> Array:
    """Covariance Q_nm of the backward vectors g_n, g_m, n, m = 0..K, for loss v . h_K.

    Source: looped, beyond the paper (X-6).
    Shapes: (time, time).
    Raises: ValueError for several inputs.

    >>> from depthlaws import residual, updates
    >>> updates.backward_kernel(residual.Stream(loops=2, eps=0.5))
    array([[1.488582, 1.236478, 1.      ],
           [1.236478, 1.125   , 1.      ],
           [1.      , 1.      , 1.      ]])
    """
    single(stream)
    _affordable(stream, "backward_kernel", 6)
    steps = stream.steps
    gain = (stream.eps * stream.s) ** 2 * np.where(stream.same, stream.gate, 0.0)
    kernel = np.full((steps + 1, steps + 1), _positive_variance(variance))
    for n in range(steps - 1, -1, -1):
        # Q_nm = Q_{n+1,m} + eps^2 s^2 sum_{j>=m} k_nj Q_{n+1,j+1}
        terms = gain[n] * kernel[n + 1, 1:]
        kernel[n, :-1] = kernel[n + 1, :-1] + np.cumsum(terms[::-1])[::-1]
    return kernel


def gradient_energies(stream: Stream, /, variance: float = 1.0) -> Array:
    """Squared Frobenius norm of each layer's gradient over width squared: (layer,).

    Source: looped, beyond the paper (X-6).
    Raises: ValueError for several inputs.

    >>> from depthlaws import residual, updates
    >>> updates.gradient_energies(residual.Stream(loops=4, eps=0.25))
    array([0.571942])
    """
    backward = backward_kernel(stream, variance)[1:, 1:]
    pairs = stream.eps**2 * backward * stream.overlap
    grid = pairs.reshape(stream.loops, stream.layers, stream.loops, stream.layers)
    return np.einsum("nlml->l", grid)


def isotropic_update(stream: Stream, /, eta: float = 1.0) -> Array:
    """Covariance Y_nm of the state changes by dW with iid entries of variance eta^2 / d.

    Source: looped, beyond the paper (X-6). RMS change of the output: sqrt(Y[-1, -1]).
    Shapes: (time, time).
    Raises: ValueError for several inputs.

    >>> from depthlaws import residual, updates
    >>> updates.isotropic_update(residual.Stream(loops=4, eps=0.25))[-1, -1]
    np.float64(0.571942)
    """
    single(stream)
    fresh = finite("eta", eta) ** 2 * np.where(stream.same, stream.overlap, 0.0)
    carried = stream.s**2 * np.where(stream.same, stream.gate, 0.0)
    change = np.zeros((stream.steps + 1, stream.steps + 1))
    for n in range(stream.steps):
        terms = stream.eps**2 * (fresh[n] + carried[n] * change[n, :-1])
        change[n + 1, 1:] = change[n, 1:] + np.cumsum(terms)
    return change


@dataclass(frozen=True, slots=True)
class GradientStep:
    """First-order effect of dW = -(eta/d) gradient at infinite width.

    ``rms`` is |dh_K| / sqrt(d) and ``error`` its numerical error; ``loss`` is <v, dh_K> / d;
    dh_n = Gaussian part + sum_l response[n, l] g_{l+1}.

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


def _response(stream: Stream, eta: float) -> Array:
    """Coefficients A_nl of g_{l+1} in dh_n, with the W / W^T interaction."""
    direct = -eta * stream.eps**2 * np.where(stream.same, stream.overlap, 0.0)
    gain = (stream.eps * stream.s) ** 2 * np.where(stream.same, stream.gate, 0.0)
    response = np.zeros((stream.steps + 1, stream.steps))
    for n in range(stream.steps):
        before = np.cumsum(response[n]) - response[n]
        response[n + 1] = response[n] + direct[n] + gain[n] * before
    return response


def _gate_products(stream: Stream, quadruples: NDArray[np.intp], nodes: int) -> Array:
    """E[D_a D_b D_c D_d] of activation derivatives, for D = mean + half sign(h)."""
    left, right = activations.get(stream.activation).slopes or (0.0, 1.0)
    mean, half = (right + left) / 2, (right - left) / 2
    energy = stream.energies[:-1]
    scale = np.sqrt(energy)
    kernel = stream.kernel[:-1, :-1]
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


def _sources(stream: Stream, response: Array, backward: Array, nodes: int) -> Array:
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
    weight = (stream.eps * stream.s) ** 2 * backward[first + 1, second + 1]
    value = (gates * carried) @ weight
    ends = full[:-1, -1]
    value += backward[-1, -1] * stream.gate[first, second] * ends[first] * ends[second]
    out = np.zeros((stream.steps, stream.steps))
    out[first, second] = out[second, first] = value
    return out


def gaussian_part(stream: Stream, sources: Array) -> float:
    """Energy of the part of dh_K that is fresh Gaussian: eps^2 s^2 sum of M over equal labels."""
    gain = (stream.eps * stream.s) ** 2
    gate, same = gain * stream.gate, stream.same
    prefix = np.zeros(stream.steps + 1)  # sum of M_ab over a < k, b < j
    for k in range(stream.steps):
        moment = sources[k, : k + 1] + gate[k, : k + 1] * prefix[: k + 1]
        sums = np.cumsum(np.where(same[k, : k + 1], moment, 0.0))
        prefix[1 : k + 1] += sums[:k]
        prefix[k + 1] = prefix[k] + sums[k]
    return float(gain * prefix[-1])


def gradient_step(
    stream: Stream, /, eta: float = 1.0, *, variance: float = 1.0, nodes: int = 40
) -> GradientStep:
    """One gradient step: linear response of the output, exact at infinite width.

    Source: looped, beyond the paper (X-7). The loss change equals -eta sum of
    :func:`gradient_energies` exactly. O(K^2 loops^2) four-gate expectations, each an integral of
    3 ``nodes`` points; ``error`` is the change from half as many nodes.
    Raises: ValueError for several inputs or an activation that is not positively homogeneous.

    >>> from depthlaws import residual, updates
    >>> updates.gradient_step(residual.Stream(loops=4, eps=0.25)).rms
    0.606948
    """
    single(stream)
    eta, nodes = finite("eta", eta), count("nodes", nodes)
    found = activations.get(stream.activation)
    if found.slopes is None:
        msg = f"a gradient step needs a positively homogeneous activation, got {found.name!r}"
        raise ValueError(msg)
    quadruples = (stream.steps * (stream.loops + 1) / 2) ** 2
    _affordable(stream, "gradient_step", 12)
    require_memory(300.0 * quadruples, f"gradient_step with {quadruples:.3g} pairs of gates")
    require_time(2e-6 * nodes * quadruples, "gradient_step", "ask for fewer loops or layers")
    backward = backward_kernel(stream, variance)
    response = _response(stream, eta)
    along = float(response[-1] @ backward[1:, 1:] @ response[-1])
    gaussian, coarse = (
        gaussian_part(stream, _sources(stream, response, backward, n))
        for n in (nodes, max(nodes // 2, 1))
    )
    rms = math.sqrt(along + gaussian)
    error = abs(rms - math.sqrt(along + coarse))
    loss = float(variance * response[-1].sum())
    return GradientStep(rms, max(error, 1e-12 * rms), loss, response, gaussian)
