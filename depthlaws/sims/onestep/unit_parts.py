"""Parts of a depth unit: maps of a state, of a cotangent and of a tangent.

``forward`` returns the state after a part and the arrays that its derivative needs, ``pull``
applies the transposed derivative and ``push`` the derivative. Shapes are (network, column, input,
site, channel); states have one column, cotangents and tangents one for every loss. A tangent that
is zero is None.
"""

import functools
import itertools
import math
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from depthlaws.sims.common.activations import Activation
from depthlaws.sims.common.backend import Backend, namespace, transposed

Array = Any
LEADING = (0, 1, 2)  # network, column, input


class Update(Protocol):
    """Change of a weight by one step of an optimiser."""

    def along(self, rows: Array, /) -> Array:
        """Multiply rows by it: (network, 1, input, site, in) -> (network, column, ..., out)."""
        ...


class Gradient(NamedTuple):
    """Gradient of one weight as factors: sum over inputs and sites of left^T right."""

    left: Array
    right: Array


class Part(Protocol):
    """Map of a branch; ``weight`` is (network, in, out) for a :class:`Linear`, else None."""

    def forward(self, x: Array, weight: Array, /) -> tuple[Array, Array]:
        """Return the state after the part, and the arrays that it remembers."""
        ...

    def pull(self, g: Array, saved: Array, weight: Array, /) -> tuple[Array, Gradient | None]:
        """Return the cotangent before the part, and the gradient of its weight."""
        ...

    def push(self, dx: Array, saved: Array, weight: Array, update: Update | None, /) -> Array:
        """Return the tangent after the part, whose weight may move too."""
        ...


@dataclass(frozen=True)
class Activate:
    """Activation of every coordinate; remembers phi'."""

    activation: Activation

    def forward(self, x: Array, weight: Array, /) -> tuple[Array, Array]:
        """Return phi(x) and phi'(x)."""
        return self.activation.function(x), self.activation.derivative(x)

    def pull(self, g: Array, saved: Array, weight: Array, /) -> tuple[Array, None]:
        """Return phi'(x) g."""
        return g * saved, None

    def push(self, dx: Array, saved: Array, weight: Array, update: Update | None, /) -> Array:
        """Return phi'(x) dx."""
        return None if dx is None else dx * saved


@dataclass(frozen=True)
class Linear:
    """Rows times a weight, at every site or over the neighbours of every site."""

    patches: "Patches | None" = None

    def forward(self, x: Array, weight: Array, /) -> tuple[Array, Array]:
        """Return the outputs, and the rows that were multiplied."""
        rows = x if self.patches is None else self.patches.gather(x)
        return times(rows, weight), rows

    def pull(self, g: Array, saved: Array, weight: Array, /) -> tuple[Array, Gradient]:
        """Return the cotangents of the inputs, and the factors of the gradient."""
        rows = times(g, transposed(weight))
        back = rows if self.patches is None else self.patches.scatter(rows)
        return back, Gradient(saved, g)

    def push(self, dx: Array, saved: Array, weight: Array, update: Update | None, /) -> Array:
        """Return dx W + x dW."""
        moved = None if update is None else update.along(saved)
        if dx is None:
            return moved
        rows = dx if self.patches is None else self.patches.gather(dx)
        along = times(rows, weight)
        return along if moved is None else along + moved


@dataclass(frozen=True)
class Norm:
    """Layer normalisation over the channels of each site, without trained parameters."""

    epsilon: float

    def forward(self, x: Array, weight: Array, /) -> tuple[Array, tuple[Array, Array]]:
        """Return (x - mean) / s with s^2 = variance + epsilon."""
        xp = namespace(x)
        centred = x - xp.mean(x, axis=-1, keepdims=True)
        s = xp.sqrt(xp.mean(centred * centred, axis=-1, keepdims=True) + self.epsilon)
        return centred / s, (centred / s, s)

    def pull(self, g: Array, saved: tuple[Array, Array], weight: Array, /) -> tuple[Array, None]:
        """Return (P g - u <u, g> / d) / s: the Jacobian is symmetric."""
        xp, (u, s) = namespace(g), saved
        along = xp.mean(u * g, axis=-1, keepdims=True)
        return (g - xp.mean(g, axis=-1, keepdims=True) - u * along) / s, None

    def push(
        self, dx: Array, saved: tuple[Array, Array], weight: Array, update: Update | None, /
    ) -> Array:
        """Return the tangent by the same symmetric Jacobian."""
        return None if dx is None else self.pull(dx, saved, weight)[0]


@dataclass(frozen=True)
class Attend:
    """Softmax attention of several heads; reads queries, keys and values side by side."""

    heads: int

    def forward(self, x: Array, weight: Array, /) -> tuple[Array, tuple[Array, ...]]:
        """Return softmax(Q K^T / sqrt(d)) V for every head."""
        xp = namespace(x)
        q, k, v = self._split(x)
        score = xp.matmul(q, transposed(k)) / math.sqrt(q.shape[-1])
        power = xp.exp(score - xp.max(score, axis=-1, keepdims=True))
        p = power / xp.sum(power, axis=-1, keepdims=True)
        return self._joined(xp.matmul(p, v)), (q, k, v, p)

    def pull(self, g: Array, saved: tuple[Array, ...], weight: Array, /) -> tuple[Array, None]:
        """Return the cotangents of queries, keys and values."""
        xp, (q, k, v, p) = namespace(g), saved
        (g,) = self._split(g, 1)
        score = self._through(p, xp.matmul(g, transposed(v))) / math.sqrt(q.shape[-1])
        parts = (xp.matmul(score, k), xp.matmul(transposed(score), q))
        dv = xp.matmul(transposed(p), g)
        return xp.concat([self._joined(part) for part in (*parts, dv)], axis=-1), None

    def push(
        self, dx: Array, saved: tuple[Array, ...], weight: Array, update: Update | None, /
    ) -> Array:
        """Return the tangent of the outputs."""
        if dx is None:
            return None
        xp, (q, k, v, p) = namespace(dx), saved
        dq, dk, dv = self._split(dx)
        score = xp.matmul(dq, transposed(k)) + xp.matmul(q, transposed(dk))
        moved = self._through(p, score / math.sqrt(q.shape[-1]))
        return self._joined(xp.matmul(moved, v) + xp.matmul(p, dv))

    def _through(self, p: Array, x: Array) -> Array:
        """Apply the derivative of the softmax, which is symmetric: p x - p <p, x>."""
        xp = namespace(p)
        return p * (x - xp.sum(p * x, axis=-1, keepdims=True))

    def _split(self, x: Array, parts: int = 3) -> list[Array]:
        """Split (..., site, channel) into parts of (..., head, site, channel / heads)."""
        xp, (*leading, sites, channels) = namespace(x), x.shape
        shape = (*leading, sites, parts, self.heads, channels // (parts * self.heads))
        order = (*LEADING, 4, 5, 3, 6)
        split = xp.permute_dims(xp.reshape(x, shape), order)
        return [split[:, :, :, i, ...] for i in range(parts)]

    def _joined(self, x: Array) -> Array:
        xp, (*leading, heads, sites, size) = namespace(x), x.shape
        return xp.reshape(xp.permute_dims(x, (*LEADING, 4, 3, 5)), (*leading, sites, heads * size))


@dataclass(frozen=True)
class Pool:
    """Mean over the sites."""

    def forward(self, x: Array, weight: Array, /) -> tuple[Array, int]:
        """Return the mean site, and the number of sites."""
        sites = x.shape[-2]
        return (x if sites == 1 else namespace(x).mean(x, axis=-2, keepdims=True)), sites

    def pull(self, g: Array, saved: int, weight: Array, /) -> tuple[Array, None]:
        """Return the same cotangent for every site."""
        xp = namespace(g)
        if saved == 1:
            return g, None
        return xp.broadcast_to(g / saved, (*g.shape[:-2], saved, g.shape[-1])), None

    def push(self, dx: Array, saved: int, weight: Array, update: Update | None, /) -> Array:
        """Return the mean of the tangent."""
        return None if dx is None else self.forward(dx, weight)[0]


class Patches:
    """Neighbours of the sites of a grid, side by side: to (site, offset channel) and back.

    The offsets of an axis are -((k-1)//2), ..., k//2: cross-correlation, as in eq. (3).
    """

    def __init__(self, grid: tuple[int, ...], kernel: int, padding: str, backend: Backend, /):
        sources, copies = _neighbours(grid, kernel, padding)
        self.offsets = sources.shape[1]
        self._sources = backend.shared(sources.reshape(-1))
        self._copies = backend.shared(copies.reshape(-1))

    def gather(self, x: Array, /) -> Array:
        """Copy (..., site, channel) to (..., site, offset * channel), with zeros from outside."""
        xp, (*leading, sites, channels) = namespace(x), x.shape
        rows = xp.take(_with_zeros(x), self._sources, axis=3)
        return xp.reshape(rows, (*leading, sites, self.offsets * channels))

    def scatter(self, rows: Array, /) -> Array:
        """Apply the transposed map: each site sums its copies in all patches."""
        xp, (*leading, sites, channels) = namespace(rows), rows.shape
        channels //= self.offsets
        apart = xp.reshape(rows, (*leading, sites * self.offsets, channels))
        copies = xp.take(_with_zeros(apart), self._copies, axis=3)
        return xp.sum(xp.reshape(copies, (*leading, sites, self.offsets, channels)), axis=4)


def _with_zeros(x: Array) -> Array:
    """Add a site of zeros, the value outside of the grid."""
    xp = namespace(x)
    return xp.concat([x, xp.zeros_like(x[:, :, :, :1, :])], axis=3)


@functools.cache
def _neighbours(grid: tuple[int, ...], kernel: int, padding: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the site at each offset of a patch, and the places of a site's copies in patches.

    Shapes: (site, offset) both; the number of sites (of places) means outside.
    """
    steps = range(-((kernel - 1) // 2), kernel // 2 + 1)
    offsets = list(itertools.product(steps, repeat=len(grid)))
    sites = list(itertools.product(*map(range, grid)))
    number = {site: i for i, site in enumerate(sites)}

    def at(site: tuple[int, ...], offset: tuple[int, ...], sign: int) -> int:
        moved = [x + sign * d for x, d in zip(site, offset, strict=True)]
        if padding == "circular":
            moved = [x % n for x, n in zip(moved, grid, strict=True)]
        return number.get(tuple(moved), len(sites))

    sources = np.array([[at(s, d, 1) for d in offsets] for s in sites])
    places = list(enumerate(offsets))
    copies = np.array([[at(s, d, -1) * len(offsets) + i for i, d in places] for s in sites])
    return sources, np.minimum(copies, len(sites) * len(offsets))


def times(rows: Array, weight: Array, /) -> Array:
    """Multiply (network, column, input, site, in) by (network, in, out), in one product each."""
    networks, columns, inputs, sites, size = rows.shape
    if columns * inputs == 1:
        return rows @ weight[:, None, None, ...]
    xp = namespace(rows)
    flat = xp.reshape(rows, (networks, columns * inputs * sites, size))
    return xp.reshape(flat @ weight, (networks, columns, inputs, sites, weight.shape[2]))
