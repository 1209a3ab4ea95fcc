r"""Gaussian matrix that is never formed: it is drawn only along the vectors it multiplies.

W has independent entries N(0, scale^2/width). Suppose W and W^T have been applied to vectors whose
orthonormal bases are the rows of Q and P, with images G = W Q^T and F = W^T P^T. Given all of
that, W is Gaussian again, and for a unit vector q orthogonal to the rows of Q

    W q = P^T (F^T q) + (1 - P^T P) z,      z ~ N(0, scale^2/width) with independent entries,

because P W q = F^T q is already known and the rest of the column is independent of the past. The
direction q may depend on everything drawn so far, so adaptive sequences (a tied network run
forward and backward, trained, and run again) are exact in law at every width.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from array_api_compat import device

from depthlaws.base.threads import spread
from depthlaws.sims.common.backend import namespace

__all__ = ["GaussianMatrix"]

Array = Any
Draw = Callable[[tuple[int, int]], Array]  # standard normals (sample, width) of the run's dtype

CACHE_BYTES = 1 << 22  # of a basis per span of coordinates: still in cache at their second use
MIN_SPAN = 1 << 12  # least coordinates of a span; sums over spans are in float64
MAX_SPAN = 1 << 16  # most coordinates of a span
UNLOCKED_RESULTS = 501  # least results of a product during which NumPy releases Python's lock
MIN_PIECE = 128  # coordinates below which a piece of a span costs more than it gains


class Basis:
    """Orthonormal vectors that a matrix multiplied from one side, and their images.

    Shapes: vectors, images (sample, slot, width); the first ``count`` slots are in use. A sample
    whose vector brought no new direction has a zero vector and a zero image in that slot.
    """

    def __init__(self, room: int, /):
        self.count, self._room = 0, room
        self.vectors: Array = None
        self.images: Array = None

    def make_room(self, x: Array, /) -> None:
        """Make a free slot for vectors like x: at first ``room`` slots, then half as many again."""
        slots = 0 if self.vectors is None else self.vectors.shape[1]
        if self.count < slots:
            return
        room = max(self._room, 1) if slots == 0 else slots + slots // 2 + 1
        self.vectors = self._grown(self.vectors, x, room)
        self.images = self._grown(self.images, x, room)

    def coordinates(self, x: Array, /) -> Array:
        """Return inner products with the vectors: (sample, n, width) to float64 (..., slot)."""
        xp = namespace(x)
        total = xp.zeros((*x.shape[:2], self.count), dtype=xp.float64, device=device(x))
        if self.count == 0:
            return total

        def over(part: slice) -> Array:
            basis = xp.matrix_transpose(self.vectors[:, : self.count, part])
            return xp.astype(xp.matmul(x[:, :, part], basis), xp.float64)

        return sum(spread(over, spans(x, self.count)), start=total)

    def project(self, x: Array, /) -> Array:
        """Put x (sample, width) in the free slot and return its inner products with all vectors.

        Shape: float64 (sample, slot), the last with x itself.
        """
        xp, slots = namespace(x), self.count + 1
        basis, parts = self.vectors[:, :slots, :], spans(x, slots)

        def over(part: slice) -> Array:
            basis[:, -1, part] = x[:, part]
            return _inner(xp, basis[:, :, part], x[:, part], alone=len(parts) == 1)

        return _total(spread(over, parts))

    def combine(self, coordinates: Array, /, *, images: bool = False) -> Array:
        """Combine the vectors, or their images: (sample, slot) -> (sample, width)."""
        source = self.images if images else self.vectors
        basis = source[:, : coordinates.shape[1], :]
        samples, slots, width = basis.shape
        xp, parts = namespace(basis), spans(basis, slots)
        if len(parts) == 1:
            return _mix(xp, coordinates, basis)
        total = xp.empty((samples, width), dtype=basis.dtype, device=device(basis))

        def over(part: slice) -> None:
            total[:, part] = _mix(xp, coordinates, basis[:, :, part])

        spread(over, parts)
        return total

    def _grown(self, old: Array, x: Array, room: int) -> Array:
        xp = namespace(x)
        new = xp.empty((x.shape[0], room, x.shape[-1]), dtype=x.dtype, device=device(x))
        if old is not None:
            new[:, : old.shape[1], :] = old
        return new


class GaussianMatrix:
    """Matrix W of independent entries N(0, scale^2/width), exact in law.

    A product takes O(width) time for each product before it. All samples of a batch have matrices
    of their own.

    Error: a vector closer to the span of its predecessors than eps^(3/4) of its length, eps being
           the precision of the arrays, counts as inside, and no number is drawn for it: beyond
           ``width`` directions there are no new ones, and a draw would change the law.

    Parameters
    ----------
    draw : callable
        Draws standard normals of a shape (sample, width), in the type of the run's numbers.
    width : int
        Number of rows and columns.
    scale : float
        Standard deviation of an entry times sqrt(width).
    room, transposed_room : int
        Numbers of products expected from the right and from the left; more cost a copy.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> matrix = GaussianMatrix(rng.standard_normal, width=1000)
    >>> x = rng.standard_normal((1, 1000))
    >>> image, _ = matrix.matvec(x)
    >>> again, _ = matrix.matvec(2 * x)
    >>> bool(np.allclose(again, 2 * image))
    True
    """

    def __init__(
        self,
        draw: Draw,
        /,
        *,
        width: int,
        scale: float = 1.0,
        room: int = 8,
        transposed_room: int = 8,
    ):
        self.width, self.scale, self._draw = width, scale, draw
        self.right, self.left = Basis(room), Basis(transposed_room)

    def matvec(self, x: Array, /, *, keep: bool = True) -> tuple[Array, Array]:
        """Return W x, and the coordinates of x in the vectors of ``right``.

        With keep=False nothing is remembered: only for the last product with this matrix.

        Shapes: x (sample, width) -> (sample, width), float64 (sample, slot).
        """
        return self._multiply(x, self.right, self.left, keep)

    def rmatvec(self, y: Array, /, *, keep: bool = True) -> tuple[Array, Array]:
        """Return W^T y, and the coordinates of y in the vectors of ``left``."""
        return self._multiply(y, self.left, self.right, keep)

    def _multiply(self, x: Array, near: Basis, far: Basis, keep: bool) -> tuple[Array, Array]:
        xp = namespace(x)
        near.make_room(x)
        products = near.project(x)
        unit = _unit(x, products[:, -1])
        if unit is not None:
            image, coordinates = self._multiply(x / unit, near, far, keep)
            return unit * image, xp.astype(unit, xp.float64) * coordinates
        coordinates, length = _orthogonalise(x, products, near)
        if xp.any(length > 0):
            gain = xp.astype(length > 0, xp.float64) * (self.scale / math.sqrt(self.width))
            self._draw_image(near, far, xp.astype(gain, x.dtype)[:, None])
            coordinates = xp.concat([coordinates, length[:, None]], axis=1)
        image = near.combine(coordinates, images=True)
        if keep:
            near.count = coordinates.shape[1]
        return image, coordinates

    def _draw_image(self, near: Basis, far: Basis, gain: Array) -> None:
        """Draw the image of the new direction, given all products from the far side."""
        q, image = near.vectors[:, near.count, :], near.images[:, near.count, :]
        image[...] = self._draw(image.shape)
        image *= gain
        if far.count == 0:
            return
        xp = namespace(q)
        vectors, images = far.vectors[:, : far.count, :], far.images[:, : far.count, :]
        parts = spans(q, far.count)

        def products(part: slice) -> tuple[Array, Array]:
            drawn = _inner(xp, vectors[:, :, part], image[:, part], alone=len(parts) == 1)
            return _inner(xp, images[:, :, part], q[:, part], alone=len(parts) == 1), drawn

        missing: Any = 0.0
        for required, drawn in spread(products, parts):
            missing = missing + required
            missing = missing - drawn

        def correct(part: slice) -> None:
            image[:, part] += _mix(xp, missing, vectors[:, :, part])

        spread(correct, parts)


def spans(x: Array, rows: int, /) -> list[slice]:
    """Return slices of the last axis of x, of which ``rows`` vectors stay in cache."""
    width = x.shape[-1]
    if not isinstance(x, np.ndarray):
        return [slice(0, width)]
    fitting = CACHE_BYTES // (x.shape[0] * (rows + 1) * x.itemsize)
    step = min(MAX_SPAN, max(MIN_SPAN, fitting))
    return [slice(start, start + step) for start in range(0, width, step)]


def _unit(x: Array, square: Array) -> Array | None:
    """Return the largest coordinates (sample, 1) if a square of a length over- or underflows."""
    xp, info = namespace(x), namespace(x).finfo(x.dtype)
    low, high = float(info.smallest_normal) ** 0.5, float(info.max) ** 0.5
    if xp.all((square > low) & (square < high)):
        return None
    size = xp.max(xp.abs(x), axis=1)
    odd = (size > 0) & (size <= float(info.max)) & ((square <= low) | (square >= high))
    return xp.where(odd, size, xp.ones_like(size))[:, None] if xp.any(odd) else None


def _orthogonalise(x: Array, products: Array, near: Basis) -> tuple[Array, Array]:
    """Put the new direction of x in the free slot; return the coordinates of x and its length.

    The coordinates are those in the old directions, the length that of the rest. The second pass
    removes the old directions that rounding left; twice is enough.
    """
    xp, count = namespace(x), near.count
    basis, first, square = near.vectors[:, : count + 1, :], products[:, :-1], products[:, -1]
    old, q, parts = basis[:, :-1, :], basis[:, -1, :], spans(x, count + 1)

    def remove(part: slice) -> Array:
        q[:, part] -= _mix(xp, first, old[:, :, part])
        return _inner(xp, basis[:, :, part], q[:, part], alone=len(parts) == 1)

    again = _total(spread(remove, parts)) if count else products
    second, new_square = again[:, :-1], again[:, -1]
    new_square = new_square - xp.sum(second * second, axis=1)
    new = xp.astype(new_square > float(xp.finfo(x.dtype).eps) ** 1.5 * square, xp.float64)
    length = new * xp.sqrt(xp.abs(new_square))
    inverse = xp.astype(new / (length + (1 - new)), x.dtype)[:, None]

    def finish(part: slice) -> None:
        if count:
            q[:, part] -= _mix(xp, second, old[:, :, part])
        q[:, part] *= inverse

    spread(finish, parts)
    return first + second, length


def _total(parts: Sequence[Array]) -> Array:
    """Sum in the order of the spans, not of their completion."""
    return sum(parts[1:], start=parts[0])


def _inner(xp: Any, basis: Array, x: Array, *, alone: bool) -> Array:
    """Return inner products: (sample, slot, width), (sample, width) -> float64 (sample, slot).

    NumPy lets another thread run only while it computes more than 500 numbers: for fewer results,
    pieces of a span that is not ``alone`` are multiplied together and added.
    """
    samples, slots, width = basis.shape
    pieces = -(-UNLOCKED_RESULTS // max(1, samples * slots)) if isinstance(basis, np.ndarray) else 1
    size = width // pieces
    if alone or pieces == 1 or size < MIN_PIECE:
        return xp.astype((basis @ x[:, :, None])[:, :, 0], xp.float64)
    covered = pieces * size
    left = basis[:, :, :covered].reshape(samples, slots, pieces, size).swapaxes(1, 2)
    sums = (left @ x[:, :covered].reshape(samples, pieces, size, 1))[..., 0]
    total = sums.sum(axis=1, dtype=np.float64)
    if covered == width:
        return total
    return total + _inner(xp, basis[:, :, covered:], x[:, covered:], alone=True)


def _mix(xp: Any, coordinates: Array, basis: Array) -> Array:
    """Combine vectors: (sample, slot), (sample, slot, width) -> (sample, width)."""
    return (xp.astype(coordinates, basis.dtype)[:, None, :] @ basis)[:, 0, :]
