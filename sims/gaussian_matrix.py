r"""A Gaussian matrix that is never formed: it is drawn only along the vectors it has met.

W has independent entries N(0, scale^2/width). Suppose W and W^T have been applied to vectors whose
orthonormal bases are the rows of Q and P, with images G = W Q^T and F = W^T P^T. Given all of
that, W is Gaussian again, and for a unit vector q orthogonal to the rows of Q

    W q = P^T (F^T q) + (1 - P^T P) z,      z ~ N(0, scale^2/width) with independent entries,

because P^T W q is already known and the rest of the column is independent of the past. The
direction q may depend on everything drawn so far, so adaptive sequences (a tied network run
forward and backward, trained, and run again) are exact in law at every width.

Adding A = P^T K Q to W (K small) changes what is known, G + P^T K and F + Q^T K^T, and leaves the
law of the rest alone: gradient steps, whose factors have all met W, cost no new storage.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from array_api_compat import array_namespace, is_numpy_array

Array = Any

STREAM = 65536  # coordinates per child generator: changing it changes every seeded result
BLOCK_BYTES = 1 << 22  # of basis per pass: still in cache at its second use
MIN_SPAN = 4096


Draw = Callable[[Array], None]  # fills an array (sample, width) with standard normals


def normals(generator: Any, /) -> Draw:
    """Draw standard normal vectors, from one child generator per STREAM coordinates.

    The numbers depend on the generator alone, never on the number of threads.
    """
    streams: list[Any] = []

    def fill(target: Array) -> None:
        if not is_numpy_array(target):
            target[...] = generator.standard_normal(target.shape, dtype=target.dtype)
            return
        _, width = target.shape
        if not streams:
            streams.extend(generator.spawn(-(-width // STREAM)))
        dtype = target.dtype

        def stream(index: int) -> None:
            part = target[:, index * STREAM : (index + 1) * STREAM]
            if part.flags.c_contiguous:  # no temporary: its page faults cost as much as the draws
                streams[index].standard_normal(dtype=dtype, out=part)
            else:
                part[...] = streams[index].standard_normal(part.shape, dtype=dtype)

        if len(streams) == 1:
            stream(0)
            return
        with ThreadPoolExecutor() as pool:
            list(pool.map(stream, range(len(streams))))

    return fill


def _inner(basis: Array, x: Array) -> Array:
    """(sample, slot, width), (sample, width) -> float64 (sample, slot)."""
    xp = array_namespace(x)
    return xp.astype(xp.matmul(basis, x[:, :, None])[:, :, 0], xp.float64)


def _mix(coordinates: Array, basis: Array) -> Array:
    """(sample, slot), (sample, slot, width) -> (sample, width)."""
    xp = array_namespace(basis)
    return xp.matmul(xp.astype(coordinates, basis.dtype)[:, None, :], basis)[:, 0, :]


class _Side:
    """Orthonormal vectors that met the matrix from one side, and their images.

    Shapes: vectors, images (sample, slot, width); the first `count` slots are in use. A sample
    whose vector brought no new direction has a zero vector and a zero image in that slot.
    """

    def __init__(self, samples: int, room: int, width: int, empty: Callable[[tuple], Array]):
        self._empty, self.count = empty, 0
        self.vectors = empty((samples, room, width))
        self.images = empty((samples, room, width))

    def make_room(self) -> None:
        """Have a free slot, by copying into half as much space again if need be."""
        samples, room, width = self.vectors.shape
        if self.count == room:
            for name in ("vectors", "images"):
                grown = self._empty((samples, room + room // 2 + 1, width))
                grown[:, :room, :] = getattr(self, name)
                setattr(self, name, grown)


class GaussianMatrix:
    """W with independent entries N(0, scale^2/width): exact in law, O(width) per product met.

    `samples` independent matrices are handled at once. `room` and `transposed_room` are the
    numbers of products expected from each side; more are allowed, at the price of a copy.

    Error: a vector closer to the span of its predecessors than `tolerance` times its length
           counts as lying in it, and no number is drawn: beyond `width` directions there are no
           new ones, and a draw there would spoil the law. Products are off by that fraction.
    """

    def __init__(
        self,
        draw: Draw,
        /,
        *,
        width: int,
        samples: int = 1,
        scale: float = 1.0,
        room: int = 8,
        transposed_room: int = 0,
        xp: Any = np,
        dtype: Any = None,
        device: Any = None,
    ):
        for name, value in (("width", width), ("samples", samples)):
            if value < 1:
                msg = f"{name} must be at least 1, got {value}"
                raise ValueError(msg)
        dtype = xp.float64 if dtype is None else dtype

        def empty(shape: tuple) -> Array:
            return xp.empty(shape, dtype=dtype, device=device)

        self.width, self.scale, self.dtype = width, scale, dtype
        self.tolerance = float(xp.finfo(dtype).eps) ** 0.75
        self._draw, self._xp = draw, xp
        self._right = _Side(samples, room, width, empty)
        self._left = _Side(samples, transposed_room, width, empty)

    def matvec(self, x: Array, /, *, keep: bool = True) -> tuple[Array, Array]:
        """W x, and the coordinates of x in the orthonormal vectors W has met.

        Shapes: x (sample, width) -> (sample, width), (sample, slot).
        With keep=False nothing is remembered: only for the last product with this matrix.
        """
        return self._multiply(x, self._right, self._left, keep)

    def rmatvec(self, y: Array, /, *, keep: bool = True) -> tuple[Array, Array]:
        """W^T y, and the coordinates of y in the orthonormal vectors W^T has met."""
        return self._multiply(y, self._left, self._right, keep)

    def add(self, core: Array, /) -> None:
        """W <- W + P^T core Q, where Q, P are the orthonormal vectors met by W and by W^T.

        Shapes: core (sample, left slot, right slot), padded with zeros if smaller.
        """
        xp = self._xp
        _, rows, columns = core.shape
        if rows > self._left.count or columns > self._right.count:
            met = (self._left.count, self._right.count)
            msg = f"core has shape {core.shape[1:]}, but W^T and W have met {met} vectors"
            raise ValueError(msg)
        core = xp.astype(core, self.dtype)
        for part in self._spans(max(rows, columns)):
            p, q = self._left.vectors[:, :rows, part], self._right.vectors[:, :columns, part]
            self._right.images[:, :columns, part] += xp.matmul(xp.matrix_transpose(core), p)
            self._left.images[:, :rows, part] += xp.matmul(core, q)

    def shrink(self, factor: float, /) -> None:
        """W <- factor W: decoupled weight decay."""
        for side in (self._right, self._left):
            side.images[:, : side.count, :] *= factor
        self.scale *= abs(factor)

    def _spans(self, rows: int) -> list[slice]:
        """Slices of the coordinates such that `rows` vectors of one slice fit in cache."""
        vectors = self._right.vectors
        if not is_numpy_array(vectors):
            return [slice(0, self.width)]
        step = max(MIN_SPAN, BLOCK_BYTES // max(1, vectors.shape[0] * rows * vectors.itemsize))
        return [slice(start, start + step) for start in range(0, self.width, step)]

    def _multiply(self, x: Array, near: _Side, far: _Side, keep: bool) -> tuple[Array, Array]:
        xp, slot = self._xp, near.count
        near.make_room()
        coordinates, rest = self._orthogonalise(x, near)
        if xp.any(rest > 0):
            self._draw(near.images[:, slot, :])
            self._condition(near, far, xp.astype(rest > 0, xp.float64))
            coordinates = xp.concat([coordinates, rest[:, None]], axis=1)
            near.count += keep
        image = xp.empty_like(x)
        known = near.images[:, : coordinates.shape[1], :]
        for part in self._spans(slot + 1):
            image[:, part] = _mix(coordinates, known[:, :, part])
        return image, coordinates

    def _orthogonalise(self, x: Array, near: _Side) -> tuple[Array, Array]:
        """Put the new direction of x in the free slot; known coordinates of x, length of the rest.

        The second pass removes what rounding left of the known directions; twice is enough.
        """
        xp, slot, spans = self._xp, near.count, self._spans(near.count + 1)
        known, q = near.vectors[:, :slot, :], near.vectors[:, slot, :]
        first, square = 0.0, 0.0
        for part in spans:
            first = first + _inner(known[:, :, part], x[:, part])
            square = square + _inner(x[:, None, part], x[:, part])
        second, rest = 0.0, 0.0
        for part in spans:
            q[:, part] = x[:, part] - _mix(first, known[:, :, part])
            second = second + _inner(known[:, :, part], q[:, part])
            rest = rest + _inner(q[:, None, part], q[:, part])
        rest = rest[:, 0] - xp.sum(second * second, axis=1)
        new = rest > self.tolerance**2 * square[:, 0]
        length = xp.sqrt(xp.where(new, rest, xp.zeros_like(rest)))
        inverse = xp.astype(new, self.dtype) / xp.astype(xp.where(new, length, 1.0), self.dtype)
        for part in spans:
            q[:, part] = inverse[:, None] * (q[:, part] - _mix(second, known[:, :, part]))
        return first + second, length

    def _condition(self, near: _Side, far: _Side, new: Array) -> None:
        """Turn the fresh normals in the free slot into the image of the direction beside them."""
        xp, slot = self._xp, near.count
        q, z = near.vectors[:, slot, :], near.images[:, slot, :]
        met, images = far.vectors[:, : far.count, :], far.images[:, : far.count, :]
        gain = xp.astype(new * (self.scale / math.sqrt(self.width)), self.dtype)[:, None]
        spans, missing = self._spans(far.count + 1), 0.0
        for part in spans:
            z[:, part] = gain * z[:, part]
            missing = missing + _inner(images[:, :, part], q[:, part])
            missing = missing - _inner(met[:, :, part], z[:, part])
        for part in spans if far.count else ():
            z[:, part] = z[:, part] + _mix(missing, met[:, :, part])
