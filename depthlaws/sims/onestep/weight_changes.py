"""Change of a weight by one step of unit rate, stored as factors where that saves time.

A gradient is sum_p left_p right_p^T over the inputs and sites p. Rows times it are overlaps of rows
times the right factors: no matrix of the size of the weight is made unless there are many p. The
sign of a gradient of one p is the outer product of two signs.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from depthlaws.sims.common.backend import namespace, transposed
from depthlaws.sims.onestep.unit_parts import Gradient, Update

Array = Any


class Factors(NamedTuple):
    """Change -sum_p left_p right_p^T. Shapes: (network, 1, p, in), (network, column, p, out)."""

    left: Array
    right: Array

    def along(self, rows: Array, /) -> Array:
        """Multiply rows by it: their overlaps with the left factors times the right factors."""
        overlaps = -(_flat(rows) @ transposed(self.left))
        single = self.left.shape[2] == 1
        return _shaped(overlaps * self.right if single else overlaps @ self.right, rows)


class Matrix(NamedTuple):
    """Change as a matrix, (network, column, in, out)."""

    change: Array

    def along(self, rows: Array, /) -> Array:
        """Multiply rows by it."""
        return _shaped(_flat(rows) @ self.change, rows)


def descent(gradient: Gradient, rows: int, /) -> Update:
    """Return minus the gradient, in the form that multiplies ``rows`` rows faster."""
    left, right = _flat(gradient.left), _flat(gradient.right)
    pairs, columns = left.shape[2], right.shape[1]
    inputs, outputs = left.shape[3], right.shape[3]
    if rows * pairs * (inputs + columns * outputs) <= columns * inputs * outputs * (rows + pairs):
        return Factors(left, right)
    return Matrix(-(transposed(left) @ right))


def sign(gradient: Gradient, rows: int, /) -> Update:
    """Return minus the sign of the gradient, entry by entry; 0 where the gradient is 0."""
    left, right = _flat(gradient.left), _flat(gradient.right)
    xp = namespace(left)
    if left.shape[2] == 1:
        return Factors(xp.sign(left), xp.sign(right))
    return Matrix(-xp.sign(transposed(left) @ right))


OPTIMIZERS: dict[str, Callable[[Gradient, int], Update]] = {"sgd": descent, "sign": sign}


def _flat(x: Array) -> Array:
    """Join inputs and sites: (network, column, input * site, channel)."""
    networks, columns, inputs, sites, channels = x.shape
    if inputs == 1:
        return x[:, :, 0, ...]
    return namespace(x).reshape(x, (networks, columns, inputs * sites, channels))


def _shaped(flat: Array, rows: Array) -> Array:
    networks, columns, _, channels = flat.shape
    inputs, sites = rows.shape[2:4]
    if inputs == 1:
        return flat[:, :, None, ...]
    return namespace(flat).reshape(flat, (networks, columns, inputs, sites, channels))
