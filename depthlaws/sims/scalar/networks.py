r"""Deep scalar linear networks as arrays: total weight, loss gradient, Hessian.

Layer l of a network of depth L multiplies its input by

    feedforward w,        block1   1 + w/sqrt(L),      block2   1 + w^2/L,

so every factor is c0 + c1 w + c2 w^2 and one code runs all three networks and all depths at once:
a layer that a shallower network does not have is the constant factor 1. Products over all other
layers are prefix times suffix products, never a division by a weight that may be 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from array_api_compat import device

from depthlaws.sims.common.backend import namespace

__all__ = ["NETWORKS"]

Array = Any

NETWORKS = ("feedforward", "block1", "block2")


def coefficients(network: str, depth: float) -> tuple[float, float, float]:
    """Return (c0, c1, c2) of the layer factor c0 + c1 w + c2 w^2 of a network of this depth."""
    table = {
        "feedforward": (0.0, 1.0, 0.0),
        "block1": (1.0, depth**-0.5, 0.0),
        "block2": (1.0, 0.0, 1 / depth),
    }
    return table[network]


@dataclass(frozen=True)
class Layers:
    """Networks with all their weights; every array broadcasts to (..., layer)."""

    c0: Array
    c1: Array
    c2: Array
    mu_yx: Array
    mu_xx: Array

    def _products(self, w: Array) -> tuple[Array, Array, Array]:
        """Return the products of the factors before and after each layer, and of all (..., 1)."""
        xp = namespace(w)
        b = self.c0 + self.c1 * w + self.c2 * w * w
        before = xp.cumulative_prod(b, axis=-1, include_initial=True)
        after = xp.flip(
            xp.cumulative_prod(xp.flip(b, axis=-1), axis=-1, include_initial=True), axis=-1
        )
        return before[..., :-1], after[..., 1:], before[..., -1:]

    def total(self, w: Array) -> Array:
        """Return the total weight: (..., layer) -> (...)."""
        return self._products(w)[2][..., 0]

    def gradient(self, w: Array) -> Array:
        """Return the gradient of the loss: (..., layer) -> (..., layer)."""
        before, after, total = self._products(w)
        return (self.mu_xx * total - self.mu_yx) * before * after * (self.c1 + 2 * self.c2 * w)

    def hessian(self, w: Array) -> Array:
        """Return the second derivatives of the loss: (..., layer) -> (..., layer, other)."""
        xp = namespace(w)
        before, after, total = self._products(w)
        slope = self.c1 + 2 * self.c2 * w
        first = before * after * slope
        mixed = slope[..., :, None] * slope[..., None, :] * self._other_two(w, before, after)
        same = (2 * self.c2 * before * after)[..., None] * xp.eye(
            w.shape[-1], dtype=w.dtype, device=device(w)
        )
        residual = (self.mu_xx * total - self.mu_yx)[..., None]
        mu_xx = xp.asarray(self.mu_xx)[..., None]
        return mu_xx * (first[..., :, None] * first[..., None, :]) + residual * (mixed + same)

    def _other_two(self, w: Array, before: Array, after: Array) -> Array:
        """Return the products over all layers but two, (..., layer, other), 0 on the diagonal."""
        xp = namespace(w)
        layers = w.shape[-1]
        b = (self.c0 + self.c1 * w + self.c2 * w * w)[..., None, :]
        index = xp.arange(layers, device=device(b))
        later = index[None, :] > index[:, None]
        between = xp.cumulative_prod(
            xp.where(later, b, xp.ones_like(b)), axis=-1, include_initial=True
        )
        pair = before[..., :, None] * between[..., :-1] * after[..., None, :]
        pair = xp.where(later, pair, xp.zeros_like(pair))
        return pair + xp.matrix_transpose(pair)


@dataclass(frozen=True)
class Balanced:
    """Networks with equal weights: one weight each, for any depth. Arrays broadcast to (..., 1)."""

    depth: Array
    c0: Array
    c1: Array
    c2: Array
    mu_yx: Array
    mu_xx: Array

    def total(self, w: Array) -> Array:
        """Return the total weight: (..., 1) -> (...)."""
        return ((self.c0 + self.c1 * w + self.c2 * w * w) ** self.depth)[..., 0]

    def gradient(self, w: Array) -> Array:
        """Return the gradient of the loss in one of the equal weights."""
        b = self.c0 + self.c1 * w + self.c2 * w * w
        other = b ** (self.depth - 1)
        return (self.mu_xx * other * b - self.mu_yx) * other * (self.c1 + 2 * self.c2 * w)


@dataclass(frozen=True)
class InfiniteDepth:
    """Limits of :class:`Balanced` as L -> infinity, at fixed scaled rate c (see :class:`.Grid`).

    feedforward, block1: one step multiplies the total weight a by (1 - c g a^(1-2/L)/L)^L, which
    tends to exp(-c g a) with g = mu_xx a - mu_yx; the state is log a. block2: a = (1 + w^2/L)^L
    tends to exp(w^2), the state stays w, and its step is -2 c g a w.
    """

    logarithmic: Array  # where the state is log a
    mu_yx: Array
    mu_xx: Array

    def total(self, w: Array) -> Array:
        """Return the total weight: (..., 1) -> (...)."""
        return self._total(w)[..., 0]

    def _total(self, w: Array) -> Array:
        xp = namespace(w)
        return xp.exp(xp.where(self.logarithmic, w, w * w))

    def gradient(self, w: Array) -> Array:
        """Return minus the step of the state at unit scaled rate."""
        xp = namespace(w)
        a = self._total(w)
        return (
            (self.mu_xx * a - self.mu_yx) * a * xp.where(self.logarithmic, xp.ones_like(w), 2 * w)
        )


def descend(model: Layers | Balanced | InfiniteDepth, w: Array, rate: Array) -> Iterator[Array]:
    """Yield the weights before the first step and after every step, without end."""
    while True:
        yield w
        w = w - rate * model.gradient(w)
