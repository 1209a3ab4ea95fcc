"""Populations of coordinates, drawn from the joint distribution of the two passes of a stream."""

import math
from dataclasses import dataclass, fields
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from depthlaws.theory import activations
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix
from depthlaws.theory.residual.post_activation import scaled_post_activation
from depthlaws.theory.residual.streams import Array, Stream, whole_loops

MAX_LENGTH_RATIO = 1e3  # of states whose covariance keeps the digits of each; squared: 1e6 of 1e16


@dataclass(frozen=True)
class PostActivation(Stream):
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


def as_post_activation(stream: Stream) -> PostActivation:
    """Return the stream h + eps relu(W h) with the options of another, or refuse them."""
    whole_loops(stream, "a sign step of a post-activation stream")
    if stream.normalize or stream.activation != "relu":
        msg = (
            "sign steps of post-activation streams are those of ReLU without normalisation, got "
            f"activation={stream.activation!r}, normalize={stream.normalize}"
        )
        raise ValueError(msg)
    return PostActivation(**{f.name: getattr(stream, f.name) for f in fields(stream) if f.init})


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
class Roots:
    """Square roots of the covariances of states and of fields W^T g / s; deviation of v.

    The states of step k are those over 2^(``ahead_power``_k), its fields and the vectors g_{k+1}
    those over 2^(``back_power``_k): zeros unless an energy is beyond the doubles.
    """

    ahead: Array
    back: Array
    last: float
    ahead_power: NDArray[np.intp]
    back_power: NDArray[np.intp]


def roots_of(stream: Stream, backward: ScaledMatrix, *, post_activation: bool) -> Roots:
    """Return the square roots of the covariances of a stream and of its backward vectors."""
    ahead, fields = stream.scaled.mantissa[:-1, :-1], stream.same * backward.mantissa[1:, 1:]
    if post_activation:
        ahead, fields = stream.same * ahead, stream.gate * fields
    return Roots(
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
class Population:
    """Coordinates drawn together: arrays (site, step), inputs (half, site, step).

    The inputs of the two halves are independent, so that their products have no sampling bias.
    """

    gates: Array
    fields: Array  # W^T of the vectors
    vectors: Array  # left factor of the gradient: g_{k+1}, times its gate for post-activation
    inputs: Array  # right factor: the vectors that W multiplies


def draw_population(
    stream: Stream, roots: Roots, sites: int, rng: np.random.Generator
) -> Population:
    """Draw coordinates of the stream h + eps W phi(h)."""
    steps = stream.steps
    activation = activations.get(stream.activation)
    radius = np.sqrt(stream.energies[:-1]) if stream.normalize else np.ones(steps)
    root = roots.ahead
    noise = _normals(sites, 2 * steps + 1, rng)
    gates = activation.derivative(noise[:, :steps] @ root.T / radius) / radius
    fields = noise[:, steps:-1] @ roots.back.T
    vectors = _backward_vectors(stream, roots, gates * fields, noise[:, -1])
    halves = [_normals(sites, steps, rng) @ root.T for _ in range(2)]
    return Population(gates, fields, vectors, activation(np.stack(halves) / radius))


def _backward_vectors(stream: Stream, roots: Roots, pulls: Array, last: Array) -> Array:
    """Backward vectors g_{k+1} = v + sum over later steps j of eps_j s pulls_j: (site, step)."""
    vectors, vector = np.empty_like(pulls), roots.last * last
    strengths, power = stream.scales * stream.s, roots.back_power
    for k in range(stream.steps - 1, -1, -1):
        vectors[:, k] = vector
        vector = vector + strengths[k] * pulls[:, k]
        if k > 0 and power[k] != power[k - 1]:
            vector = np.ldexp(vector, power[k] - power[k - 1])
    return vectors


def power_ratios(stream: Stream) -> Array:
    """Power of two of each state over that of the next one: (step,)."""
    return np.ldexp(1.0, -np.diff(stream.scaled.exponent))


def draw_post_activation(
    stream: Stream, roots: Roots, sites: int, rng: np.random.Generator
) -> Population:
    """Population of z_k = W h_k, b_k = W^T y_k, y_k = 1[z_k > 0] g_{k+1}; g = v + all later b.

    v is odd and what it is multiplied by is not: forward and backward fields are independent.
    """
    steps, strengths, root = stream.steps, stream.scales * stream.s, roots.ahead
    ratios = power_ratios(stream)
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
    return Population(gates, fields, vectors, halves)
