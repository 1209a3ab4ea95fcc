r"""One sign step of a residual stream at infinite width: dW = -(eta/d) sign(gradient).

Signs of gradients are no Gaussian matrices: their effect is averaged over populations of
coordinates, drawn from the joint distribution of the forward and backward pass
(:mod:`.stream_gradient_step`).
"""

import math
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np

from depthlaws.base.threads import one_blas_thread, spread
from depthlaws.theory import activations
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import count, finite, whole
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.post_activation import post_activation_kernel
from depthlaws.theory.residual.streams import Array, Stream, whole_loops
from depthlaws.theory.residual.symbols import T, eps, eta, h0
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.updates.stream_gradient_step import backward_kernel, gaussian_part, single

__all__ = ["SignStep", "sign_step"]

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
        unit = post_activation_kernel(self.loops, self.layers, self.scales[0], self.s)
        return float(self.start[0, 0]) * unit


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
    replicates: int = 16,
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
    roots = _roots(stream, backward_kernel(stream), post_activation=post_activation)
    sites = 2 ** math.ceil(math.log2(sites))
    generators = [np.random.default_rng(child) for child in root.spawn(replicates)]
    populate, square = (
        (_post_population, _post_square) if post_activation else (_population, _square)
    )
    with one_blas_thread():
        drawn = spread(lambda rng: populate(stream, roots, sites, rng), generators)
        kicks = _kicks(stream, drawn)
        squares = spread(lambda i: square(stream, eta, drawn[i], kicks[i]), range(replicates))
    return _rms_and_error(squares)


def _rms_and_error(squares: list[float]) -> SignStep:
    """Root of the mean of squares, with its standard error over the replicates."""
    mean = float(np.mean(squares))
    deviation = float(np.std(squares, ddof=1)) / math.sqrt(len(squares))
    rms = math.sqrt(max(mean, 0.0))
    return SignStep(rms, deviation / (2 * rms) if rms > 0 else math.sqrt(deviation))


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
    work = 3e-9 * replicates * sites * sites * steps * float(stream.uses.max())
    require_time(work, "sign_step", "ask for fewer sites, loops or layers")


def _root(covariance: Array) -> Array:
    """Square root A of a covariance, A A^T, which may be singular; strongest directions first."""
    value, vector = np.linalg.eigh(covariance)
    return (vector * np.sqrt(np.maximum(value, 0.0)))[:, ::-1]


@dataclass(frozen=True, slots=True)
class _Roots:
    """Square roots of the covariances of states and of fields W^T g; deviation of v."""

    ahead: Array
    back: Array
    last: float


def _roots(stream: Stream, backward: Array, *, post_activation: bool) -> _Roots:
    alike, ahead = stream.s**2 * stream.same, stream.kernel[:-1, :-1]
    fields = alike * backward[1:, 1:]
    if post_activation:
        ahead, fields = alike * ahead, stream.gate * fields
    return _Roots(_root(ahead), _root(fields), math.sqrt(backward[-1, -1]))


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
    steps, eps = stream.steps, stream.scales
    activation = activations.get(stream.activation)
    radius = np.sqrt(stream.energies[:-1]) if stream.normalize else np.ones(steps)
    root = roots.ahead
    noise = _normals(sites, 2 * steps + 1, rng)
    gates = activation.derivative(noise[:, :steps] @ root.T / radius) / radius
    fields = noise[:, steps:-1] @ roots.back.T
    last = roots.last * noise[:, -1:]
    pulls = np.cumsum((eps * gates * fields)[:, ::-1], axis=1)[:, ::-1]
    vectors = last + np.hstack([pulls[:, 1:], np.zeros((sites, 1))])
    halves = [_normals(sites, steps, rng) @ root.T for _ in range(2)]
    return _Population(gates, fields, vectors, activation(np.stack(halves) / radius))


def _kicks(stream: Stream, drawn: list[_Population]) -> Array:
    """Change of every site by the signs of the gradients: (replicate, half, site, step).

    The gradient of a layer's matrix is the sum of eps_k g_{k+1} u_k^T over its visits k.
    """
    scales = _relative_scales(stream)
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
        signs = np.sign((drawn[replicate].vectors[rows, steps] * scales[steps]) @ u.T)
        kicks[replicate, half][rows, steps] = signs @ u / sites

    spread(kick, tasks)
    return kicks


def _relative_scales(stream: Stream) -> Array:
    """Branch scale of each step over the largest of its layer; zeros where all of them are."""
    largest = np.zeros(stream.layers)
    np.maximum.at(largest, stream.labels, np.abs(stream.scales))
    return stream.scales / np.where(largest > 0, largest, 1.0)[stream.labels]


def _square(stream: Stream, eta: float, drawn: _Population, kicks: Array) -> float:
    """Mean square output change from one population of sites."""
    steps, eps, labels = stream.steps, stream.scales, stream.labels
    sites = len(drawn.gates)
    change, sources = np.zeros((2, sites)), np.empty((2, sites, steps))
    for n in range(steps):
        sources[:, :, n] = drawn.gates[:, n] * change
        same = labels == labels[n]
        share = _regression(sources[:, :, n].mean(axis=0), drawn.fields[:, same])
        drift = stream.s**2 * (drawn.vectors[:, same] @ share)
        change = change + eps[n] * (drift - eta * kicks[:, :, n])
    cross = sources[0].T @ sources[1] / sites
    fresh = gaussian_part(stream, np.where(stream.same, (cross + cross.T) / 2, 0.0))
    return fresh + float(np.mean(change[0] * change[1]))


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
    steps, eps, root = stream.steps, stream.scales, roots.ahead
    noise = _normals(sites, 2 * steps + 1, rng)
    gates = (noise[:, :steps] @ root.T > 0).astype(float)
    fields = noise[:, steps:-1] @ roots.back.T
    last = roots.last * noise[:, -1:]
    pulls = np.cumsum((eps * fields)[:, ::-1], axis=1)[:, ::-1]
    vectors = gates * (last + np.hstack([pulls[:, 1:], np.zeros((sites, 1))]))
    halves = []
    for _ in range(2):
        draws = _normals(sites, steps + 1, rng)
        start = math.sqrt(stream.kernel[0, 0]) * draws[:, :1]
        branches = eps * np.maximum(draws[:, 1:] @ root.T, 0.0)
        halves.append(np.cumsum(np.hstack([start, branches[:, :-1]]), axis=1))
    return _Population(gates, fields, vectors, np.stack(halves))


def _post_square(stream: Stream, eta: float, drawn: _Population, kicks: Array) -> float:
    """Mean square output change: dh_{k+1} = dh_k + eps 1[z_k > 0] (W dh_k + dW h_k).

    W dh_k has an independent Gaussian part (covariance s^2 E dh dh) and a drift along the vectors
    of its matrix.
    """
    steps, eps, labels = stream.steps, stream.scales, stream.labels
    change, before = np.zeros((2, len(drawn.gates))), np.empty((2, len(drawn.gates), steps))
    for n in range(steps):
        before[:, :, n] = change
        same = labels == labels[n]
        share = _regression(change.mean(axis=0), drawn.fields[:, same])
        drift = stream.s**2 * (drawn.vectors[:, same] @ share)
        change = change + eps[n] * drawn.gates[:, n] * (drift - eta * kicks[:, :, n])
    cross = before[0].T @ before[1] / len(drawn.gates)
    fresh, gain = (cross + cross.T) / 2, stream.gains * stream.s**2 * stream.gate * stream.same
    prefix = np.zeros((steps + 1, steps + 1))  # E of what the fresh parts made of dh_k, dh_j
    for k in range(steps):
        sums = np.cumsum(gain[k, : k + 1] * (fresh[k, : k + 1] + prefix[k, : k + 1]))
        prefix[k + 1, 1 : k + 1] = prefix[k, 1 : k + 1] + sums[:k]
        prefix[k + 1, k + 1] = prefix[k + 1, k] + sums[k]
        prefix[: k + 1, k + 1] = prefix[k + 1, : k + 1]
    return float(prefix[-1, -1]) + float(np.mean(change[0] * change[1]))


def _regression(target: Array, fields: Array) -> Array:
    """Mean derivative of the target in each field, by Stein's identity: E f b = cov(b) E grad f."""
    return np.asarray(np.linalg.lstsq(fields, target, rcond=1e-10)[0], dtype=np.float64)
