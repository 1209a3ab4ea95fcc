"""Gaussian matrix in training that is never formed.

After t steps W(t) = a W(0) + P^T C Q + N + E. Gradients are sums of outer products of vectors that
W(0) multiplied from the left (P) and from the right (Q): gradient descent only changes the small
matrix C. Weight decay changes a, isotropic noise adds Gaussian matrices N of its own. The updates
E of elementwise optimisers have full rank, see :mod:`.elementwise_updates`.
"""

from collections.abc import Callable
from typing import Any

from depthlaws.sims.common.backend import namespace
from depthlaws.sims.common.optimizers import AdamW, Sign
from depthlaws.sims.residual.elementwise_updates import ElementwiseUpdates
from depthlaws.sims.residual.gaussian_matrix import Basis, GaussianMatrix

Array = Any


class TrainedMatrix:
    """W(t) as an operator on (sample, input, width), its updates included."""

    def __init__(self, start: GaussianMatrix, /):
        self._start, self._shrunk = start, 1.0
        self._core: Array = None  # float64 (sample, left slot, right slot)
        self._noise: list[tuple[float, GaussianMatrix]] = []
        self._elementwise: ElementwiseUpdates | None = None

    def matvec(self, x: Array, /, *, keep: bool = True) -> Array:
        """Return W(t) x, one input after the other. With keep=False this is the last product."""
        return self._apply(x, "matvec", keep)

    def rmatvec(self, y: Array, /) -> Array:
        """Return W(t)^T y, one input after the other."""
        return self._apply(y, "rmatvec", True)

    def descend(self, left: Array, right: Array, /, *, rate: float) -> None:
        """Take the step W <- W - rate sum_p left_p right_p^T. Shapes: (sample, pair, width)."""
        xp, start = namespace(left), self._start
        rows = _coordinates(left, start.left, start.rmatvec)
        columns = _coordinates(right, start.right, start.matvec)
        core = -rate * xp.matmul(xp.matrix_transpose(rows), columns)
        self._core = core if self._core is None else core + _padded(self._core, core)

    def decay(self, factor: float, /) -> None:
        """Set W <- factor W, except for elementwise updates, which repeat their own decay."""
        self._shrunk *= factor
        self._core = None if self._core is None else factor * self._core
        self._noise = [(factor * size, matrix) for size, matrix in self._noise]

    def disturb(self, noise: GaussianMatrix, /) -> None:
        """Set W <- W + noise."""
        self._noise.append((1.0, noise))

    def record(self, left: Array, right: Array, /, *, optimizer: Sign | AdamW) -> None:
        """Add an elementwise step with gradient sum_p left_p right_p^T."""
        if self._elementwise is None:
            self._elementwise = ElementwiseUpdates(optimizer)
        self._elementwise.record(left, right)

    def _apply(self, x: Array, product: str, keep: bool) -> Array:
        xp = namespace(x)
        inputs = range(x.shape[1])
        images = [self._image(x[:, i, :], product, keep or i < inputs[-1]) for i in inputs]
        image = images[0][:, None, :] if len(images) == 1 else xp.stack(images, axis=1)
        if self._elementwise is not None:
            image += getattr(self._elementwise, product)(x)
        return image

    def _image(self, x: Array, product: str, keep: bool) -> Array:
        image, coordinates = getattr(self._start, product)(x, keep=keep)
        if self._shrunk != 1:
            image *= self._shrunk
        if self._core is not None:
            image += self._low_rank(coordinates, product)
        for size, matrix in self._noise:
            image += size * getattr(matrix, product)(x)[0]
        return image

    def _low_rank(self, coordinates: Array, product: str) -> Array:
        """Return P^T C c, or Q^T C^T c; directions that came after the last step are not in C."""
        xp, core, basis = namespace(coordinates), self._core, self._start.left
        if product == "rmatvec":
            core, basis = xp.matrix_transpose(core), self._start.right
        inside = coordinates[:, : core.shape[2], None]
        return basis.combine(xp.matmul(core, inside)[:, :, 0])


def _coordinates(x: Array, basis: Basis, multiply: Callable[[Array], Any]) -> Array:
    """Return the coordinates of vectors in a basis, after ``multiply`` of vectors outside of it."""
    xp = namespace(x)
    coordinates = basis.coordinates(x)
    square = xp.sum(x * x, axis=2, dtype=xp.float64)
    remainder = square - xp.sum(coordinates * coordinates, axis=2)
    outside = xp.any(remainder > float(xp.finfo(x.dtype).eps) ** 0.5 * square, axis=0)
    if not xp.any(outside):
        return coordinates
    for pair in range(x.shape[1]):
        if outside[pair]:
            multiply(x[:, pair, :])
    return basis.coordinates(x)


def _padded(small: Array, like: Array) -> Array:
    """Put (sample, a, b) in the corner of zeros of a larger shape."""
    large = namespace(like).zeros_like(like)
    large[:, : small.shape[1], : small.shape[2]] = small
    return large
