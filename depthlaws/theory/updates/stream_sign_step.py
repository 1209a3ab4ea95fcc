r"""One sign step of a residual stream at infinite width: dW = -(eta/d) sign(gradient).

Signs of gradients are no Gaussian matrices: their effect is averaged over populations of
coordinates, drawn from the joint distribution of the forward and backward pass
(:mod:`.stream_gradient_step`).
"""

import math
from dataclasses import dataclass

import numpy as np

from depthlaws.base.cost_notice import time_is_said
from depthlaws.base.threads import one_blas_thread, spread
from depthlaws.theory.numerics.arguments import count, finite, whole
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.scaled_sums import add_pairs, grown
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.streams import Array, Stream
from depthlaws.theory.residual.symbols import T, eps, eta, h0
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.updates.sign_step_populations import (
    Population,
    Roots,
    as_post_activation,
    draw_population,
    draw_post_activation,
    power_ratios,
    roots_of,
)
from depthlaws.theory.updates.stream_backward import scaled_backward, single

__all__ = ["SignStep", "sign_step"]

REPLICATES = 16  # populations, whose spread gives the standard errors
SITES_PER_TASK = 256  # sites whose signs are multiplied at once, by one of several processors

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


sign_one_post_activation = Formula(
    id="sign-one-post-activation",
    says="RMS output change by one sign step of h + eps relu(W h), W used once.",
    source=LOOPED.beyond("X-8"),
    domain={eps: NONNEGATIVE, h0: POSITIVE, eta: NONNEGATIVE},
    expr=eta * eps * sp.sqrt(h0 / sp.pi),
)


@dataclass(frozen=True, slots=True)
class SignStep:
    """First-order effect of dW = -(eta/d) sign(gradient).

    Attributes
    ----------
    rms : float
        Root mean square change of an output coordinate.
    error : float
        Standard error of ``rms``.

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> step = updates.sign_step(residual.Stream(loops=4, eps=0.25), seed=0, sites=64)
    >>> 0 < step.error < step.rms
    True
    """

    rms: float
    error: float


def sign_step(
    stream: Stream,
    /,
    eta: float = 1.0,
    *,
    seed: int | np.random.SeedSequence,
    sites: int = 2048,
    replicates: int = REPLICATES,
    post_activation: bool = False,
) -> SignStep:
    """One sign step at infinite width, averaged over populations of coordinates.

    The output gradient is Gaussian of variance 1. :data:`sign_one_loop` is the closed form at one
    step, :data:`sign_one_post_activation` that of ``post_activation``.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input, of width d.
    eta : float
        Step size: dW = -(eta/d) sign(gradient).
    seed : int or SeedSequence
        Seed of all draws; the same seed gives the same numbers.
    sites : int
        Coordinates in each population, rounded up to a power of two; at least twice the visits of
        a layer. Few sites a visit bias the size upwards: four by 3 % at 64 loops, eps = 1/64 and
        s^2 = 2.
    replicates : int
        Independent populations (scrambled Sobol sets), which give the standard error; at least 2.
    post_activation : bool
        Put the ReLU behind the matrix: h + eps relu(W h).

    Returns
    -------
    SignStep
        Change of the output with its standard error over the replicates.

    Raises
    ------
    ValueError
        For several inputs, fewer than two replicates, a negative seed, eta not finite, or fewer
        than two sites a visit of a layer (its response is fitted to as many fields).

    References
    ----------
    Source: looped, beyond the paper (X-8).

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> updates.sign_step(residual.Stream(loops=1, eps=0.25), seed=0, sites=64).rms
    0.099529
    """
    single(stream)
    eta, sites, replicates = (
        finite("eta", eta),
        count("sites", sites),
        count("replicates", replicates),
    )
    if post_activation:
        stream = as_post_activation(stream)
    if sites < 2 * (uses := int(stream.uses.max())):
        msg = f"sites must be at least twice the {uses} visits of a layer, got {sites}"
        raise ValueError(msg)
    if replicates < 2:
        msg = f"replicates must be at least 2, got {replicates}"
        raise ValueError(msg)
    root = _seed_sequence(seed)
    _require_resources(stream, sites, replicates)
    with time_is_said():
        backward = scaled_backward(stream, 1.0)
    roots = roots_of(stream, backward, post_activation=post_activation)
    sites = 2 ** math.ceil(math.log2(sites))
    generators = [np.random.default_rng(child) for child in root.spawn(replicates)]
    populate, square = (
        (draw_post_activation, _post_square) if post_activation else (draw_population, _square)
    )
    with one_blas_thread(), np.errstate(over="ignore", invalid="ignore"):
        drawn = spread(lambda rng: populate(stream, roots, sites, rng), generators)
        kicks = _kicks(stream, _visit_weights(stream, roots), drawn)
        squares = spread(lambda i: square(stream, drawn[i], kicks[i]), range(replicates))
    rms, error = _rms_and_error(squares)
    # The change is linear in eta and, at these kicks, in the branch scales.
    (size, power), (scale, more) = math.frexp(eta), math.frexp(np.abs(stream.scales).max())
    power += more + int(stream.scaled.exponent[-1])
    return SignStep(*(float(grown(abs(size * scale) * x, power)) for x in (rms, error)))


def _rms_and_error(squares: list[float]) -> tuple[float, float]:
    """Root of the mean of squares, with its standard error over the replicates."""
    if not np.isfinite(squares).all():
        return math.inf, math.inf
    half = math.frexp(max(map(abs, squares)))[1] // 2
    scaled = np.ldexp(squares, -2 * half)  # its squares are doubles
    mean = float(np.mean(scaled))
    deviation = float(np.std(scaled, ddof=1)) / math.sqrt(len(squares))
    rms = math.sqrt(max(mean, 0.0))
    error = deviation / (2 * rms) if rms > 0 else math.sqrt(deviation)
    return math.ldexp(rms, half), math.ldexp(error, half)


def _seed_sequence(seed: int | np.random.SeedSequence) -> np.random.SeedSequence:
    if isinstance(seed, np.random.SeedSequence):
        return seed
    number = whole("seed", seed)
    if number < 0:
        msg = f"seed must be at least 0, got {number}"
        raise ValueError(msg)
    return np.random.SeedSequence(number)


def _require_resources(stream: Stream, sites: int, replicates: int) -> None:
    """Refuse a stream that needs too much memory or time, before any work."""
    steps = stream.steps
    need = (56.0 * replicates + 80.0) * sites * steps + 64.0 * (steps + 1) ** 2
    require_memory(need, f"sign_step of {steps} steps")
    seconds = sign_step_seconds(steps, float(stream.uses.max()), sites, replicates)
    require_time(seconds, "sign_step", "ask for fewer sites, loops or layers")


def sign_step_seconds(steps: int, uses: float, sites: int, replicates: int) -> float:
    """Return about the seconds of a sign step, within a factor of 2 from half a second on.

    Signs of the gradient for each pair of sites, then kernels of each pair of uses of a matrix.
    """
    return 1.5e-9 * replicates * sites**2 * steps + 4e-6 * steps * uses**2


def _kicks(stream: Stream, weights: Array, drawn: list[Population]) -> Array:
    """Change of every site by the signs of the gradients: (replicate, half, site, step).

    The gradient of a layer's matrix is the sum of eps_k g_{k+1} u_k^T over its visits k, with the
    ``weights`` of :func:`_visit_weights` for eps_k.
    """
    kicks = np.empty((len(drawn), *drawn[0].inputs.shape))
    sites = kicks.shape[2]
    tasks = [
        (replicate, half, stream.labels == layer, slice(start, start + SITES_PER_TASK))
        for replicate in range(len(drawn))
        for layer in range(stream.layers)
        for half in (0, 1)
        for start in range(0, sites, SITES_PER_TASK)
    ]

    def kick(task: tuple[int, int, Array, slice]) -> None:
        replicate, half, steps, rows = task
        u = drawn[replicate].inputs[half][:, steps]
        signs = np.sign((drawn[replicate].vectors[rows, steps] * weights[steps]) @ u.T)
        kicks[replicate, half][rows, steps] = signs @ u / sites

    spread(kick, tasks)
    return kicks


def _visit_weights(stream: Stream, roots: Roots) -> Array:
    """Weight of each visit in its layer's gradient, over the largest of them: (step,).

    It is the branch scale times the powers of two of the two factors.
    """
    size, power = np.frexp(stream.scales)
    power = power + roots.ahead_power + roots.back_power
    largest = np.full(stream.layers, np.iinfo(np.int64).min // 2)
    np.maximum.at(largest, stream.labels, np.where(size != 0, power, largest[0]))
    return grown(size, np.where(size != 0, power - largest[stream.labels], 0))


def _kick_scales(stream: Stream) -> Array:
    """Branch scales over the largest of them, the unit of the change: (step,)."""
    largest = np.abs(stream.scales).max()
    return stream.scales / largest if largest > 0 else stream.scales


def _square(stream: Stream, drawn: Population, kicks: Array) -> float:
    """Mean square output change from one population of sites, for eta times the largest eps 1."""
    steps, strengths, labels = stream.steps, stream.scales * stream.s, stream.labels
    scales, ratios = _kick_scales(stream), power_ratios(stream)
    sites = len(drawn.gates)
    change, sources = np.zeros((2, sites)), np.empty((2, sites, steps))
    for n in range(steps):
        sources[:, :, n] = drawn.gates[:, n] * change
        drift = _response(sources[:, :, n].mean(axis=0), drawn, labels == labels[n])
        change = ratios[n] * (change + strengths[n] * drift - scales[n] * kicks[:, :, n])
    cross = sources[0].T @ sources[1] / sites
    fresh = _fresh(stream, (cross + cross.T) / 2, stream.gate)
    return fresh + float(np.mean(change[0] * change[1]))


def _fresh(stream: Stream, sources: Array, gates: Array, before: Array | float = 1.0) -> float:
    """Energy of the Gaussian part of the output's change, over 2^(2 e) of the last state.

    It is the sum of eps_a eps_b s^2 ``before`` (sources + gates M)_ab over equal labels, M that of
    earlier steps.
    """
    moments = stream.same * before

    def pairs(k: int, row: Array, *_: Array) -> Array:
        return (moments * sources)[k, : k + 1] + (moments * gates)[k, : k + 1] * row

    strengths, exponent = stream.scales * stream.s, stream.scaled.exponent
    return float(add_pairs(np.zeros((1, 1)), strengths, pairs, exponent).mantissa[0, 0, -1, -1])


def _post_square(stream: Stream, drawn: Population, kicks: Array) -> float:
    """Mean square output change: dh_{k+1} = dh_k + eps 1[z_k > 0] (W dh_k + dW h_k).

    W dh_k has an independent Gaussian part (covariance s^2 E dh dh) and a drift along the vectors
    of its matrix.
    """
    steps, strengths, labels = stream.steps, stream.scales * stream.s, stream.labels
    scales, ratios = _kick_scales(stream), power_ratios(stream)
    change, before = np.zeros((2, len(drawn.gates))), np.empty((2, len(drawn.gates), steps))
    for n in range(steps):
        before[:, :, n] = change
        drift = _response(change.mean(axis=0), drawn, labels == labels[n])
        moved = strengths[n] * drift - scales[n] * kicks[:, :, n]
        change = ratios[n] * (change + drawn.gates[:, n] * moved)
    cross = before[0].T @ before[1] / len(drawn.gates)
    fresh = _fresh(stream, (cross + cross.T) / 2, np.ones_like(cross), stream.gate)
    return fresh + float(np.mean(change[0] * change[1]))


def _response(target: Array, drawn: Population, same: Array) -> Array:
    """Part of W x / s along the vectors of the visits ``same``, for the coordinates x of W.

    It is the sum over them of vector_k E[dx / d field_k], by Stein's identity
    E x b = cov(b) E grad x. The fields of early visits may be larger by many powers of ten.
    """
    fields = drawn.fields[:, same]
    size = np.abs(fields).max(axis=0)
    size = np.where(size > 0, size, 1.0)
    share = np.linalg.lstsq(fields / size, target, rcond=1e-10)[0]
    return np.asarray((drawn.vectors[:, same] / size) @ share, dtype=np.float64)
