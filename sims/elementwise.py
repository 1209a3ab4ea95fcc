"""Updates of elementwise optimisers, applied without being stored.

The sign of a low-rank gradient, or Adam's quotient of two averages, has full rank: no basis of a
few vectors holds it. Its entries still follow from the factors of the gradients seen so far, so a
product with the sum of all updates can be taken by recomputing a few rows at a time. That costs
O(steps * factors * width^2) operations per product (a dense matrix: width^2), and O(width) memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from array_api_compat import array_namespace

Array = Any
Rule = Callable[[Iterable[Array]], Array]

BLOCK_ENTRIES = 1 << 21  # entries of W recomputed at a time


def sign(rate: float, /, *, decay: float = 0.0) -> Rule:
    """-rate * sign(gradient), with decoupled weight decay."""

    def total(gradients: Iterable[Array]) -> Array:
        update = 0.0
        for gradient in gradients:
            xp = array_namespace(gradient)
            update = (1 - rate * decay) * update - rate * xp.sign(gradient)
        return update

    return total


def adamw(
    rate: float,
    /,
    *,
    decay: float = 0.0,
    betas: tuple[float, float] = (0.9, 0.999),
    epsilon: float = 1e-8,
) -> Rule:
    """AdamW with bias correction, restarted from zero moments for every block of rows."""
    first, second = betas

    def total(gradients: Iterable[Array]) -> Array:
        update, mean, square = 0.0, 0.0, 0.0
        for step, gradient in enumerate(gradients, start=1):
            xp = array_namespace(gradient)
            mean = first * mean + (1 - first) * gradient
            square = second * square + (1 - second) * gradient * gradient
            size = xp.sqrt(square / (1 - second**step)) + epsilon
            update = (1 - rate * decay) * update - rate * mean / (1 - first**step) / size
        return update

    return total


class ElementwiseUpdates:
    """The sum of the updates so far, as an operator.

    Shapes: factors of a gradient (sample, factor, width); vectors (sample, width).
    """

    def __init__(self, rule: Rule, /):
        self._rule = rule
        self._factors: list[tuple[Array, Array]] = []

    def record(self, left: Array, right: Array, /) -> None:
        """One more step, whose gradient is sum_m left_m right_m^T."""
        if left.shape != right.shape:
            msg = f"factors must have one shape, got {left.shape} and {right.shape}"
            raise ValueError(msg)
        self._factors.append((left, right))

    def matvec(self, x: Array, /) -> Array:
        """Multiply x by the updates."""
        xp = array_namespace(x)
        parts = [xp.matmul(rows, x[:, :, None])[:, :, 0] for rows, _ in self._rows(x)]
        return xp.concat(parts, axis=1) if parts else xp.zeros_like(x)

    def rmatvec(self, y: Array, /) -> Array:
        """Multiply y by the transposed updates."""
        xp = array_namespace(y)
        total = xp.zeros_like(y)
        for rows, part in self._rows(y):
            total = total + xp.matmul(y[:, None, part], rows)[:, 0, :]
        return total

    def _rows(self, like: Array) -> Iterator[tuple[Array, slice]]:
        if not self._factors:
            return
        samples, width = like.shape
        step = max(1, BLOCK_ENTRIES // (samples * width))
        for start in range(0, width, step):
            part = slice(start, min(start + step, width))
            yield self._rule(self._gradients(part)), part

    def _gradients(self, part: slice) -> Iterator[Array]:
        for left, right in self._factors:
            xp = array_namespace(left)
            yield xp.matmul(xp.matrix_transpose(left[:, :, part]), right)
