r"""One sign step of a residual stream at infinite width: dW = -(eta/d) sign(gradient).

Signs of gradients are no Gaussian matrices: their effect is averaged over populations of
coordinates, drawn from the joint law of the pass forward and back (:mod:`.one_step`).
"""

import math
from dataclasses import dataclass

import numpy as np

from depthlaws._threads import one_blas_thread, pulse, spread
from depthlaws.theory import activations
from depthlaws.theory.numerics import sobol, special
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.limits import require_memory, require_time
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.streams import Array, Stream
from depthlaws.theory.residual.symbols import T, eps, eta, h0
from depthlaws.theory.symbolic.deferred import sp
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.updates.one_step import backward_kernel, gaussian_part, single

__all__ = ["SignStep", "sign_step"]

ROWS = 256  # sites whose signs are multiplied at once: a part for one of several processors

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
    Raises: ValueError for several inputs, fewer than two replicates, a negative seed or eta not
        finite.

    >>> from depthlaws import residual, updates
    >>> updates.sign_step(residual.Stream(loops=1, eps=0.25), seed=0, sites=64).rms
    0.099529
    """
    single(stream)
    finite("eta", eta)
    count("sites", sites)
    if count("replicates", replicates) < 2:
        msg = f"replicates must be at least 2, got {replicates}"
        raise ValueError(msg)
    if isinstance(seed, int) and seed < 0:
        msg = f"seed must be at least 0, got {seed}"
        raise ValueError(msg)
    steps = stream.steps
    need = (56.0 * replicates + 80.0) * sites * steps + 64.0 * (steps + 1) ** 2
    require_memory(need, f"sign_step of {steps} steps")
    work = 3e-9 * replicates * sites * sites * steps * stream.loops
    require_time(work, "sign_step", "ask for fewer sites, loops or layers")
    root = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    backward = backward_kernel(stream)
    sites = 2 ** math.ceil(math.log2(sites))
    generators = [np.random.default_rng(child) for child in root.spawn(replicates)]
    with one_blas_thread():
        drawn = spread(lambda rng: _population(stream, backward, sites, rng), generators)
        kicks = _kicks(stream, drawn)
        squares = spread(lambda i: _square(stream, eta, drawn[i], kicks[i]), range(replicates))
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
    points = sobol.points(size, dimension, rng)
    return special.ndtri(np.clip(points, 2.0**-54, 1 - 2.0**-53))


@dataclass(frozen=True)
class _Population:
    """Coordinates drawn together. Shapes: (site, step), inputs (half, site, step).

    Products of the two halves, independent inputs, are free of sampling bias.
    """

    gates: Array
    fields: Array
    vectors: Array  # g_{k+1}
    inputs: Array


def _population(
    stream: Stream, backward: Array, sites: int, rng: np.random.Generator
) -> _Population:
    steps, eps = stream.steps, stream.eps
    found = activations.get(stream.activation)
    radius = np.sqrt(stream.energies[:-1]) if stream.normalize else np.ones(steps)
    root = _root(stream.kernel[:-1, :-1])
    noise = _normals(sites, 2 * steps + 1, rng)
    pulse()
    gates = found.derivative(noise[:, :steps] @ root.T / radius) / radius
    covariance = np.where(stream.same, stream.s**2 * backward[1:, 1:], 0.0)
    fields = noise[:, steps:-1] @ _root(covariance).T
    last = math.sqrt(backward[-1, -1]) * noise[:, -1:]
    pulls = np.cumsum((eps * gates * fields)[:, ::-1], axis=1)[:, ::-1]
    vectors = last + np.hstack([pulls[:, 1:], np.zeros((sites, 1))])
    pulse()
    halves = [_normals(sites, steps, rng) @ root.T for _ in range(2)]
    return _Population(gates, fields, vectors, found(np.stack(halves) / radius))


def _kicks(stream: Stream, drawn: list[_Population]) -> Array:
    """What the signs of the gradients do to every site: (replicate, half, site, step)."""
    found = np.empty((len(drawn), *drawn[0].inputs.shape))
    sites = found.shape[2]
    parts = [
        (replicate, half, stream.labels == layer, slice(start, start + ROWS))
        for replicate in range(len(drawn))
        for layer in range(stream.layers)
        for half in (0, 1)
        for start in range(0, sites, ROWS)
    ]

    def kick(part: tuple[int, int, Array, slice]) -> None:
        replicate, half, own, rows = part
        u = drawn[replicate].inputs[half][:, own]
        signs = np.sign(drawn[replicate].vectors[rows, own] @ u.T)
        found[replicate, half][rows, own] = signs @ u / sites

    spread(kick, parts)
    return found


def _square(stream: Stream, eta: float, drawn: _Population, kicks: Array) -> float:
    """Mean square output change from one population of sites."""
    steps, eps, labels = stream.steps, stream.eps, stream.labels
    sites = len(drawn.gates)
    change, sources = np.zeros((2, sites)), np.empty((2, sites, steps))
    for n in range(steps):
        pulse()
        sources[:, :, n] = drawn.gates[:, n] * change
        own = labels == labels[n]
        share = _regression(sources[:, :, n].mean(axis=0), drawn.fields[:, own])
        drift = stream.s**2 * (drawn.vectors[:, own] @ share)
        change = change + eps * (drift - eta * kicks[:, :, n])
    cross = sources[0].T @ sources[1] / sites
    fresh = gaussian_part(stream, np.where(stream.same, (cross + cross.T) / 2, 0.0))
    return fresh + float(np.mean(change[0] * change[1]))


def _regression(target: Array, fields: Array) -> Array:
    """Mean derivative of the target in each field, by Stein's identity: E f b = cov(b) E grad f."""
    return np.asarray(np.linalg.lstsq(fields, target, rcond=1e-10)[0], dtype=np.float64)
