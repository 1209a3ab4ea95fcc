r"""One optimiser step of a residual stream at infinite width, exact in law.

The loss is v . h_K with v independent of everything, mean zero, variance Q_v. Backward vectors
g_K = v, g_k = g_{k+1} + eps D_k W^T g_{k+1} have covariances Q_nm; a step changes W by dW and the
states, to first order in eta, by dh_n. Streams are those of theory.residual.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from depthlaws._threads import one_blas_thread, spread
from depthlaws.theory import activations
from depthlaws.theory.numerics import special
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
    "SignStep",
    "backward_kernel",
    "gradient_energies",
    "gradient_step",
    "isotropic_update",
    "sign_step",
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

sign_one_loop = Formula(
    id="sign-one-loop",
    says="RMS output change by one sign step, dW = -(eta/d) sign(gradient), at N = 1, ReLU.",
    source=LOOPED.beyond("X-8"),
    domain={eps: NONNEGATIVE, h0: POSITIVE, eta: NONNEGATIVE},
    expr=eta * eps * sp.sqrt(h0 / (2 * sp.pi)),
)

sign_small_time = Formula(
    id="sign-small-time",
    says="RMS output change by one sign step of the tied ReLU stream to leading order in T.",
    source=LOOPED.beyond("X-8"),
    domain={T: NONNEGATIVE, h0: POSITIVE, eta: NONNEGATIVE},
    expr=eta * T * sp.sqrt(h0 / (2 * sp.pi)),
)


def _single(stream: Stream) -> None:
    if np.ndim(stream.h0) != 0:
        msg = f"updates need one input, got h0 of shape {np.shape(stream.h0)}"
        raise ValueError(msg)


def _positive_variance(variance: float) -> float:
    if not finite("variance", variance) > 0:
        msg = f"variance must be positive, got {variance}"
        raise ValueError(msg)
    return float(variance)


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
    _single(stream)
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
    _single(stream)
    finite("eta", eta)
    fresh = eta**2 * np.where(stream.same, stream.overlap, 0.0)
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
    _, correlation = activations.correlation(energy[:, None], kernel, energy)
    total = np.full(quadruples.shape[:-1], mean**4)
    if half:
        total += half**4 * sign_products(correlation, quadruples, nodes=nodes)
    if half and mean:
        pairs = 2 / math.pi * np.arcsin(correlation)
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


def _gaussian_part(stream: Stream, sources: Array) -> float:
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
    _single(stream)
    finite("eta", eta)
    count("nodes", nodes)
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
        _gaussian_part(stream, _sources(stream, response, backward, n))
        for n in (nodes, max(nodes // 2, 1))
    )
    rms = math.sqrt(along + gaussian)
    error = abs(rms - math.sqrt(along + coarse))
    loss = float(variance * response[-1].sum())
    return GradientStep(rms, max(error, 1e-12 * rms), loss, response, gaussian)


@dataclass(frozen=True, slots=True)
class SignStep:
    """First-order effect of dW = -(eta/d) sign(gradient): RMS output change, standard error."""

    rms: float
    error: float


def sign_step(
    stream: Stream,
    /,
    eta: float = 1.0,
    *,
    seed: int | np.random.SeedSequence,
    sites: int = 2048,
    replicates: int = 16,
) -> SignStep:
    """One sign step at infinite width by populations of coordinates; v is Gaussian.

    Source: looped, beyond the paper (X-8); :data:`sign_one_loop` is its closed form at K = 1.
    Error: ``error`` is the standard error over the replicates, scrambled Sobol sets of ``sites``
        coordinates each (rounded up to a power of two).
    Raises: ValueError for several inputs, fewer than two replicates or eta not finite.

    >>> from depthlaws import residual, updates
    >>> updates.sign_step(residual.Stream(loops=1, eps=0.25), seed=0, sites=64).rms
    0.099529
    """
    _single(stream)
    finite("eta", eta)
    count("sites", sites)
    if count("replicates", replicates) < 2:
        msg = f"replicates must be at least 2, got {replicates}"
        raise ValueError(msg)
    steps = stream.steps
    require_memory(80.0 * sites * steps + 64.0 * (steps + 1) ** 2, f"sign_step of {steps} steps")
    work = 3e-9 * replicates * sites * sites * steps * stream.loops
    require_time(work, "sign_step", "ask for fewer sites, loops or layers")
    root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    backward = backward_kernel(stream)
    sites = 2 ** math.ceil(math.log2(sites))
    with one_blas_thread():
        squares = spread(
            lambda child: _population(stream, backward, eta, sites, np.random.default_rng(child)),
            root.spawn(replicates),
        )
    mean = float(np.mean(squares))
    deviation = float(np.std(squares, ddof=1)) / math.sqrt(replicates)
    rms = math.sqrt(max(mean, 0.0))
    return SignStep(rms, deviation / (2 * rms) if rms > 0 else math.sqrt(deviation))


def _root(covariance: Array) -> Array:
    """Square root A of a covariance, A A^T, which may be singular; strongest directions first."""
    value, vector = np.linalg.eigh(covariance)
    return (vector * np.sqrt(np.maximum(value, 0.0)))[:, ::-1]


def _normals(size: int, dimension: int, rng: np.random.Generator) -> Array:
    """Scrambled Sobol points as standard normals (size, dimension); size is a power of two."""
    from scipy.stats import qmc  # half a second that no other question pays

    points = qmc.Sobol(dimension, rng=rng).random(size)
    return special.ndtri(np.clip(points, 2.0**-54, 1 - 2.0**-53))


def _population(
    stream: Stream, backward: Array, eta: float, sites: int, rng: np.random.Generator
) -> float:
    """Mean square output change from one population of sites."""
    steps, eps, labels = stream.steps, stream.eps, stream.labels
    found = activations.get(stream.activation)
    radius = np.sqrt(stream.energies[:-1]) if stream.normalize else np.ones(steps)
    forward = stream.kernel[:-1, :-1]
    root = _root(forward)
    noise = _normals(sites, 2 * steps + 1, rng)
    gates = found.derivative(noise[:, :steps] @ root.T / radius) / radius
    covariance = np.where(stream.same, stream.s**2 * backward[1:, 1:], 0.0)
    fields = noise[:, steps:-1] @ _root(covariance).T
    last = math.sqrt(backward[-1, -1]) * noise[:, -1:]
    pulls = np.cumsum((eps * gates * fields)[:, ::-1], axis=1)[:, ::-1]
    vectors = last + np.hstack([pulls[:, 1:], np.zeros((sites, 1))])  # g_{k+1}, (site, step)
    # Two independent halves of the inputs: products of the two are free of sampling bias.
    halves = [_normals(sites, steps, rng) @ root.T for _ in range(2)]
    inputs = found(np.stack(halves) / radius)
    kicks = np.empty((2, sites, steps))
    for layer in range(stream.layers):
        own = labels == layer
        for half in (0, 1):
            u = inputs[half][:, own]
            kicks[half][:, own] = np.sign(vectors[:, own] @ u.T) @ u / sites
    change, sources = np.zeros((2, sites)), np.empty((2, sites, steps))
    for n in range(steps):
        sources[:, :, n] = gates[:, n] * change
        own = labels == labels[n]
        share = _regression(sources[:, :, n].mean(axis=0), fields[:, own])
        drift = stream.s**2 * (vectors[:, own] @ share)
        change = change + eps * (drift - eta * kicks[:, :, n])
    cross = sources[0].T @ sources[1] / sites
    fresh = _gaussian_part(stream, np.where(stream.same, (cross + cross.T) / 2, 0.0))
    return fresh + float(np.mean(change[0] * change[1]))


def _regression(target: Array, fields: Array) -> Array:
    """Mean derivative of the target in each field, by Stein's identity: E f b = cov(b) E grad f."""
    return np.asarray(np.linalg.lstsq(fields, target, rcond=1e-10)[0], dtype=np.float64)
