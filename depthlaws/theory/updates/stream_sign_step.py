r"""One sign step of a residual stream at infinite width: dW = -(eta/d) sign(gradient).

Signs of gradients are no Gaussian matrices: their effect is averaged over populations of
coordinates, drawn from the joint distribution of the forward and backward pass
(:mod:`.stream_gradient_step`).
"""

import math
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from depthlaws.base.cost_notice import time_is_said
from depthlaws.base.threads import one_blas_thread, spread
from depthlaws.theory import activations
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import count, finite, whole
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix, add_pairs, grown
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.post_activation import scaled_post_activation
from depthlaws.theory.residual.streams import Array, Stream, whole_loops
from depthlaws.theory.residual.symbols import T, eps, eta, h0
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.updates.stream_gradient_step import scaled_backward, single

__all__ = ["SignStep", "sign_step"]

MAX_LENGTH_RATIO = 1e3  # of states whose covariance keeps the digits of each; squared: 1e6 of 1e16
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


@dataclass(frozen=True)
class _PostActivation(Stream):
    """The stream h + eps relu(W h): its pre-activations have the correlations of the states.

    The kernels of :mod:`.stream_gradient_step` need those only, so that they hold for it too.
    """

    @cached_property
    def kernel(self) -> Array:
        """Covariance of the states (time, time)."""
        return self.scaled.value

    @cached_property
    def scaled(self) -> ScaledMatrix:
        """Covariance of the states, with a power of two for each time if it overflows."""
        unit = scaled_post_activation(self.loops, self.layers, self.scales[0], self.s)
        size, power = math.frexp(math.sqrt(self.start[0, 0]))
        if not unit.exponent.any():
            size, power = math.sqrt(self.start[0, 0]), 0
        return ScaledMatrix(size**2 * unit.mantissa, unit.exponent + power)


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
        stream = _post_activation(stream)
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
    roots = _roots(stream, backward, post_activation=post_activation)
    sites = 2 ** math.ceil(math.log2(sites))
    generators = [np.random.default_rng(child) for child in root.spawn(replicates)]
    populate, square = (
        (_post_population, _post_square) if post_activation else (_population, _square)
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


def _root(covariance: Array) -> Array:
    """Square root A of a covariance, A A^T, which may be singular; strongest directions first.

    Of lengths that differ much the short ones would drown in the rounding of the long ones: then
    it is the root of the correlations, times the lengths.
    """
    length = np.sqrt(covariance.diagonal())
    positive = length[length > 0]
    if positive.size == 0 or positive.max() < MAX_LENGTH_RATIO * positive.min():
        # A power of two changes no bit, and keeps the eigenvalues within the doubles.
        length = np.full_like(length, np.ldexp(1.0, np.frexp(length.max())[1]))
    size = np.where(length > 0, length, 1.0)
    value, vector = np.linalg.eigh(covariance / size[:, None] / size)
    return size[:, None] * (vector * np.sqrt(np.maximum(value, 0.0)))[:, ::-1]


@dataclass(frozen=True, slots=True)
class _Roots:
    """Square roots of the covariances of states and of fields W^T g / s; deviation of v.

    The states of step k are those over 2^(``ahead_power``_k), its fields and the vectors g_{k+1}
    those over 2^(``back_power``_k): zeros unless an energy is beyond the doubles.
    """

    ahead: Array
    back: Array
    last: float
    ahead_power: NDArray[np.intp]
    back_power: NDArray[np.intp]


def _roots(stream: Stream, backward: ScaledMatrix, *, post_activation: bool) -> _Roots:
    ahead, fields = stream.scaled.mantissa[:-1, :-1], stream.same * backward.mantissa[1:, 1:]
    if post_activation:
        ahead, fields = stream.same * ahead, stream.gate * fields
    return _Roots(
        _root(ahead),
        _root(fields),
        math.sqrt(backward.mantissa[-1, -1]),
        stream.scaled.exponent[:-1],
        backward.exponent[1:],
    )


def _normals(size: int, dimension: int, rng: np.random.Generator) -> Array:
    """Scrambled Sobol points as standard normals (size, dimension); size is a power of two."""
    from scipy.stats import qmc  # a third of a second that few questions pay

    points = qmc.Sobol(dimension, rng=rng).random(size)
    return special.ndtri(np.clip(points, 2.0**-54, 1 - 2.0**-53))


@dataclass(frozen=True)
class _Population:
    """Coordinates drawn together: arrays (site, step), inputs (half, site, step).

    The inputs of the two halves are independent, so that their products have no sampling bias.
    """

    gates: Array
    fields: Array  # W^T of the vectors
    vectors: Array  # left factor of the gradient: g_{k+1}, times its gate for post-activation
    inputs: Array  # right factor: the vectors that W multiplies


def _population(stream: Stream, roots: _Roots, sites: int, rng: np.random.Generator) -> _Population:
    steps = stream.steps
    activation = activations.get(stream.activation)
    radius = np.sqrt(stream.energies[:-1]) if stream.normalize else np.ones(steps)
    root = roots.ahead
    noise = _normals(sites, 2 * steps + 1, rng)
    gates = activation.derivative(noise[:, :steps] @ root.T / radius) / radius
    fields = noise[:, steps:-1] @ roots.back.T
    vectors = _backward_vectors(stream, roots, gates * fields, noise[:, -1])
    halves = [_normals(sites, steps, rng) @ root.T for _ in range(2)]
    return _Population(gates, fields, vectors, activation(np.stack(halves) / radius))


def _backward_vectors(stream: Stream, roots: _Roots, pulls: Array, last: Array) -> Array:
    """Backward vectors g_{k+1} = v + sum over later steps j of eps_j s pulls_j: (site, step)."""
    vectors, vector = np.empty_like(pulls), roots.last * last
    strengths, power = stream.scales * stream.s, roots.back_power
    for k in range(stream.steps - 1, -1, -1):
        vectors[:, k] = vector
        vector = vector + strengths[k] * pulls[:, k]
        if k > 0 and power[k] != power[k - 1]:
            vector = np.ldexp(vector, power[k] - power[k - 1])
    return vectors


def _kicks(stream: Stream, weights: Array, drawn: list[_Population]) -> Array:
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


def _visit_weights(stream: Stream, roots: _Roots) -> Array:
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


def _power_ratios(stream: Stream) -> Array:
    """Power of two of each state over that of the next one: (step,)."""
    return np.ldexp(1.0, -np.diff(stream.scaled.exponent))


def _square(stream: Stream, drawn: _Population, kicks: Array) -> float:
    """Mean square output change from one population of sites, for eta times the largest eps 1."""
    steps, strengths, labels = stream.steps, stream.scales * stream.s, stream.labels
    scales, ratios = _kick_scales(stream), _power_ratios(stream)
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


def _post_activation(stream: Stream) -> _PostActivation:
    whole_loops(stream, "a sign step of a post-activation stream")
    if stream.normalize or stream.activation != "relu":
        msg = (
            "sign steps of post-activation streams are those of ReLU without normalisation, got "
            f"activation={stream.activation!r}, normalize={stream.normalize}"
        )
        raise ValueError(msg)
    return _PostActivation(**{f.name: getattr(stream, f.name) for f in fields(stream) if f.init})


def _post_population(
    stream: Stream, roots: _Roots, sites: int, rng: np.random.Generator
) -> _Population:
    """Population of z_k = W h_k, b_k = W^T y_k, y_k = 1[z_k > 0] g_{k+1}; g = v + all later b.

    v is odd and what it is multiplied by is not: forward and backward fields are independent.
    """
    steps, strengths, root = stream.steps, stream.scales * stream.s, roots.ahead
    ratios = _power_ratios(stream)
    noise = _normals(sites, 2 * steps + 1, rng)
    gates = (noise[:, :steps] @ root.T > 0).astype(float)
    fields = noise[:, steps:-1] @ roots.back.T
    vectors = gates * _backward_vectors(stream, roots, fields, noise[:, -1])
    halves = np.empty((2, sites, steps))
    for half in halves:
        draws = _normals(sites, steps + 1, rng)
        state = math.sqrt(stream.scaled.mantissa[0, 0]) * draws[:, 0]
        branches = strengths * np.maximum(draws[:, 1:] @ root.T, 0.0)
        for k in range(steps):
            half[:, k] = state
            state = ratios[k] * (state + branches[:, k])
    return _Population(gates, fields, vectors, halves)


def _post_square(stream: Stream, drawn: _Population, kicks: Array) -> float:
    """Mean square output change: dh_{k+1} = dh_k + eps 1[z_k > 0] (W dh_k + dW h_k).

    W dh_k has an independent Gaussian part (covariance s^2 E dh dh) and a drift along the vectors
    of its matrix.
    """
    steps, strengths, labels = stream.steps, stream.scales * stream.s, stream.labels
    scales, ratios = _kick_scales(stream), _power_ratios(stream)
    change, before = np.zeros((2, len(drawn.gates))), np.empty((2, len(drawn.gates), steps))
    for n in range(steps):
        before[:, :, n] = change
        drift = _response(change.mean(axis=0), drawn, labels == labels[n])
        moved = strengths[n] * drift - scales[n] * kicks[:, :, n]
        change = ratios[n] * (change + drawn.gates[:, n] * moved)
    cross = before[0].T @ before[1] / len(drawn.gates)
    fresh = _fresh(stream, (cross + cross.T) / 2, np.ones_like(cross), stream.gate)
    return fresh + float(np.mean(change[0] * change[1]))


def _response(target: Array, drawn: _Population, same: Array) -> Array:
    """Part of W x / s along the vectors of the visits ``same``, for the coordinates x of W.

    It is the sum over them of vector_k E[dx / d field_k], by Stein's identity
    E x b = cov(b) E grad x. The fields of early visits may be larger by many powers of ten.
    """
    fields = drawn.fields[:, same]
    size = np.abs(fields).max(axis=0)
    size = np.where(size > 0, size, 1.0)
    share = np.linalg.lstsq(fields / size, target, rcond=1e-10)[0]
    return np.asarray((drawn.vectors[:, same] / size) @ share, dtype=np.float64)
