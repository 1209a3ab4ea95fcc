"""Updates of elementwise optimisers, applied without being stored.

The sign of a low-rank gradient, or Adam's quotient of two averages, has full rank: no basis of a
few vectors holds it. Its entries still follow from the factors of all gradients, so a product with
the sum of all updates recomputes a few rows at a time. That costs O(steps * factors * width^2)
operations per product (a dense matrix: width^2), and O(width) memory.
"""

from collections.abc import Iterator
from typing import Any

from depthlaws.sims.common.backend import namespace
from depthlaws.sims.common.optimizers import AdamW, Memory, Sign, no_draw

Array = Any

ENTRIES_AT_ONCE = 1 << 22  # of W, recomputed together; a smaller W is stored until its next step


class ElementwiseUpdates:
    """Sum of all updates, W(t) - (1 - rate decay)^t W(0), on (sample, input, width)."""

    def __init__(self, optimizer: Sign | AdamW, /):
        self._optimizer = optimizer
        self._factors: list[tuple[Array, Array]] = []
        self._whole: Array = None

    def record(self, left: Array, right: Array, /) -> None:
        """Add a step with gradient sum_p left_p right_p^T. Shapes: (sample, pair, width)."""
        self._factors.append((left, right))
        self._whole = None

    def matvec(self, x: Array, /) -> Array:
        """Multiply the updates by x."""
        xp = namespace(x)
        images = xp.empty_like(x)
        for rows, part in self._rows(x):
            images[:, :, part] = xp.matmul(x, xp.matrix_transpose(rows))
        return images

    def rmatvec(self, y: Array, /) -> Array:
        """Multiply the transposed updates by y."""
        xp = namespace(y)
        images = xp.zeros_like(y)
        for rows, part in self._rows(y):
            images += xp.matmul(y[:, :, part], rows)
        return images

    def _rows(self, like: Array) -> Iterator[tuple[Array, slice]]:
        samples, _, width = like.shape
        step = max(1, ENTRIES_AT_ONCE // (samples * width))
        if step >= width:
            self._whole = self._sum(slice(0, width)) if self._whole is None else self._whole
            yield self._whole, slice(0, width)
            return
        for start in range(0, width, step):
            part = slice(start, min(start + step, width))
            yield self._sum(part), part

    def _sum(self, part: slice) -> Array:
        """Repeat all steps of the optimiser on these rows."""
        rate, memory = self._optimizer.rate, Memory()
        total: Any = 0.0
        for left, right in self._factors:
            xp = namespace(left)
            gradient = xp.matmul(xp.matrix_transpose(left[:, :, part]), right)
            total = (1 - rate * self._optimizer.decay) * total
            total -= rate / right.shape[2] * self._optimizer.direction(gradient, memory, no_draw)
        return total
