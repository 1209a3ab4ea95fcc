"""Wide networks and their first step without matrices: weights are drawn along what they multiply.

A square Gaussian matrix W of a first step multiplies three vectors: W x on the forward pass, W^T g
on the backward pass and W dx along the step. Given its products with the earlier vectors, the
remainder of the next product is fresh noise outside of their directions. So a network costs a few
vectors per weight matrix, not n^2 numbers, and its energies have exactly the law of networks with
matrices.
"""

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.sims.common import activations
from depthlaws.sims.onestep import Architecture

Array = np.ndarray
TOGETHER = 50  # networks whose vectors fit in cache


def _dot(x: Array, y: Array) -> Array:
    """Products of rows, (network, 1)."""
    return np.vecdot(x, y)[:, None]


# -- parts of a unit: a state forward, a cotangent back, a tangent along -----------------------


class Known:
    """Given weights, (network, out, in), and their change by a step of unit rate."""

    def __init__(self, matrix: Array, *, sign: bool) -> None:
        self.matrix, self.sign = matrix, sign

    def forward(self, x: Array) -> Array:
        """W x."""
        self.x = x
        return np.einsum("kij,kj->ki", self.matrix, x)

    def back(self, g: Array) -> Array:
        """W^T g."""
        self.g = g
        return np.einsum("kij,ki->kj", self.matrix, g)

    def along(self, dx: Array) -> Array:
        """W dx, and the change of W times x."""
        return np.einsum("kij,kj->ki", self.matrix, dx) - self._moved()

    def _moved(self) -> Array:
        """The gradient g x^T, or its sign, times x."""
        if self.sign:
            return np.sum(np.abs(self.x), axis=1, keepdims=True) * np.sign(self.g)
        return _dot(self.x, self.x) * self.g


class Unmet(Known):
    """Gaussian weights of variance s^2/n; ``noise`` are the normals that they were drawn from."""

    def __init__(self, rng: np.random.Generator, s: float, *, sign: bool) -> None:
        self.rng, self.s, self.sign = rng, s, sign
        self.noise: list[Array] = []

    def forward(self, x: Array) -> Array:
        """|x| times noise."""
        self.x, self.square = x, _dot(x, x)
        self.out = np.sqrt(self.square) * self._fresh(x)
        return self.out

    def back(self, g: Array) -> Array:
        """Along x the part known from W x, a fresh draw elsewhere."""
        fresh, self.g = self._fresh(g), g
        length = np.sqrt(_dot(g, g))
        known = (_dot(self.out, g) - length * _dot(fresh, self.x)) / self.square
        self.pulled = length * fresh + known * self.x
        return self.pulled

    def along(self, dx: Array) -> Array:
        """Known along x; of the remainder known along g, a fresh draw elsewhere."""
        share = _dot(self.x, dx) / self.square
        rest = dx - share * self.x
        fresh, length = self._fresh(dx), np.sqrt(_dot(rest, rest))
        known = (_dot(self.pulled, rest) - length * _dot(fresh, self.g)) / _dot(self.g, self.g)
        return share * self.out + length * fresh + known * self.g - self._moved()

    def _fresh(self, like: Array) -> Array:
        noise = self.rng.standard_normal(like.shape, dtype=like.dtype)
        self.noise.append(noise)
        return noise * like.dtype.type(self.s / math.sqrt(like.shape[1]))


class _Gate:
    """phi of every coordinate."""

    def __init__(self, activation: str) -> None:
        self.phi = activations.get(activation)

    def forward(self, x: Array) -> Array:
        self.slope = self.phi.derivative(x)
        return self.phi.function(x)

    def back(self, g: Array) -> Array:
        return g * self.slope

    along = back


class _Normalised:
    """(x - mean) / s with s^2 = variance + epsilon."""

    def __init__(self, epsilon: float) -> None:
        self.epsilon = epsilon

    def forward(self, x: Array) -> Array:
        centred = x - x.mean(axis=1, keepdims=True)
        self.s = np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + self.epsilon)
        self.u = centred / self.s
        return self.u

    def back(self, g: Array) -> Array:
        along = np.mean(self.u * g, axis=1, keepdims=True)
        return (g - g.mean(axis=1, keepdims=True) - self.u * along) / self.s

    along = back


# -- the three sweeps --------------------------------------------------------------------------


@dataclass(frozen=True)
class _Unit:
    """z -> a z + b F(z)."""

    parts: Sequence[Any]
    skip: float
    scale: float

    def through(self, way: str, x: Array) -> Array:
        back = way == "back"
        y = self.scale * x if back and self.scale != 1 else x
        for part in self.parts[::-1] if back else self.parts:
            y = getattr(part, way)(y)
        y = self.scale * y if not back and self.scale != 1 else y
        return self.skip * x + y if self.skip else y


def _units(a: Architecture, weights: Iterator[Known]) -> Iterator[_Unit]:
    for unit in range(a.depth):
        stem = unit < a.stem
        gate = a.network != "plain" or unit > 0 or a.activate_input
        pairs = [
            ([_Gate(str(a.activation))] * gate, [next(weights)])
            for _ in range(1 if stem else a.branch_depth)
        ]
        if a.network == "post-activation":
            pairs = [pair[::-1] for pair in pairs]
        parts = [part for pair in pairs for half in pair for part in half]
        if stem or a.network == "plain":
            yield _Unit(parts, 0.0, 1.0)
        else:
            before = [_Normalised(a.norm_epsilon)] * (a.norm == "pre")
            yield _Unit(before + parts, 1.0 if a.skip is None else a.skip, a.branch_multiplier)


def energies(a: Architecture, weights: Sequence[Known], x: Array, head: Array) -> Array:
    """Mean square change of every layer, (network, layer); ``head`` is the readout's cotangent."""
    units = [*_units(a, iter(weights))]
    read = {"activated": _Gate(str(a.activation)), "normalized": _Normalised(a.norm_epsilon)}
    z = x
    for unit in units:
        z = unit.through("forward", z)
    g = head
    if a.reads in read:
        read[a.reads].forward(z)
        g = read[a.reads].back(g)
    for unit in reversed(units):
        g = unit.through("back", g)
    dz, squares = np.zeros_like(x), []
    for unit in units:
        dz = unit.through("along", dz)
        squares.append(np.mean(dz * dz, axis=1))
    return np.stack(squares, axis=1).astype(float)


# -- many networks, and control variates from their noise ------------------------------------------


def drawn(a: Architecture, samples: int, seed: int, *, sign: bool) -> tuple[Array, Array]:
    """Energies (network, layer) for a cotangent of variance 1/n^2, and control variates."""
    rng = np.random.default_rng(seed)
    parts = [
        _some(a, min(TOGETHER, samples - first), rng, sign=sign)
        for first in range(0, samples, TOGETHER)
    ]
    energies_drawn, controls = (np.concatenate(rows) for rows in zip(*parts, strict=True))
    return energies_drawn, controls


def _some(
    a: Architecture, samples: int, rng: np.random.Generator, *, sign: bool
) -> tuple[Array, Array]:
    start, end = (rng.standard_normal((samples, a.width), dtype=np.float32) for _ in range(2))
    x = start * np.sqrt(a.width / _dot(start, start))
    weights = [Unmet(rng, math.sqrt(tensor.variance), sign=sign) for tensor in a.tensors]
    sizes = energies(a, weights, x, end / np.float32(a.width))
    forward, back, along = zip(*(weight.noise for weight in weights), strict=True)
    return sizes, _controls(a, [start, *forward], [*back, end], along)


def _controls(
    a: Architecture, states: Sequence[Array], cotangents: Sequence[Array], tangents: Sequence[Array]
) -> Array:
    """Means over units of functions of the noise, less their exact means."""
    rows = [np.mean(x * x, axis=1) - 1 for x in (*states, *cotangents, *tangents)]
    if a.activation != "linear":
        phi = activations.get(a.activation)
        for x, g in zip(states, cotangents, strict=True):
            value, slope = phi.function(x), phi.derivative(x) ** 2
            first, second, gates = _moments(str(a.activation))
            rows += [value.mean(axis=1) - first, np.mean(value**2, axis=1) - second]
            rows += [slope.mean(axis=1) - gates, np.mean(slope * (g * g - 1), axis=1)]
    return np.stack(rows, axis=1)


@functools.cache
def _moments(activation: str) -> tuple[float, float, float]:
    """E phi, E phi^2 and E phi'^2 of a standard normal."""
    phi = activations.get(activation)
    functions: tuple[Callable[[Array], Array], ...] = (
        phi.function,
        lambda x: phi.function(x) ** 2,
        lambda x: phi.derivative(x) ** 2,
    )
    nodes, weights = np.polynomial.legendre.leggauss(120)
    x = 6 * (nodes + 1)  # each side of 0 separately, to twelve standard deviations
    density = 6 * weights * np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    first, second, gates = (float(density @ (f(x) + f(-x))) for f in functions)
    return first, second, gates
