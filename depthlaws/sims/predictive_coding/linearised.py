r"""Network to first order around its activities: errors e_l + d_l - J_l d_(l-1).

Least energy of the layers above l, as a function of the change d_l, is
1/2 (r - m^T d_l)^T Q^-1 (r - m^T d_l), with one row of m for each output; one layer down,

    r <- r + m^T e_l,    Q <- Q + m^T m,    m <- J_l^T m,

and on the way up the best d_l follows from d_(l-1): dynamic programming, one pass down and one up,
where Newton's method would solve with the Hessian of all activities.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from array_api_compat import device

from depthlaws.sims.common.backend import namespace
from depthlaws.sims.predictive_coding.energy import Net, Slopes, weighed

Array = Any
Changes = list[Any]  # d_1, ..., d_(L-1)


class Best(NamedTuple):
    """Changes of least energy, that energy (sample, input), and Q of the whole network."""

    d: Changes
    least: Array
    stiffness: Array


class Linearised:
    """Derivatives of all predictions at once; units with ``free`` zero are held where they are."""

    def __init__(self, net: Net, slopes: Slopes, free: Sequence[Array] | None = None):
        self._net, self._slopes, self._free = net, slopes, free
        self._depth = net.model.depth
        self._down: tuple[list[tuple[Array, Array]], Array] | None = None

    def best(self, e: Sequence[Array]) -> Best:
        """Return the changes of least energy; errors of held units do not count."""
        if self._down is None:  # the same for all errors
            self._down = self._pass_down(e[-1])
        down, q = self._down
        r, rights = e[-1], []
        for layer, (m, _) in zip(range(self._depth - 1, 0, -1), down, strict=True):
            r = r + _rows_times(m, self._held(layer, e[layer - 1]))
            rights.append(r)
        least = 0.5 * namespace(r).sum(r * _rows_times(down[-1][1], r), axis=-1)
        d: Changes = []
        for layer in range(1, self._depth):
            (m, inverse), r = down[-layer], rights[-layer]
            moved = self._push(layer, d[-1]) if d else 0 * e[0]
            chosen = _rows_times(inverse, r - _rows_times(m, moved))
            d.append(moved - self._held(layer, e[layer - 1]) + _combined(chosen, m))
        return Best(d, least, q)

    def _pass_down(self, like: Array) -> tuple[list[tuple[Array, Array]], Array]:
        """Return m and the inverse of Q from layer L - 1 down to 1, and the last Q."""
        xp, model = namespace(like), self._net.model
        samples, inputs, _ = like.shape
        rows = 1 if model.linear else inputs
        unit = xp.eye(model.outputs, dtype=like.dtype, device=device(like))
        m = xp.broadcast_to(unit, (samples, rows, model.outputs, model.outputs))
        q, down = unit / model.output_precision, []
        for layer in range(self._depth - 1, 0, -1):
            m = self._pull_rows(layer + 1, m)
            q = q + xp.matmul(m, xp.matrix_transpose(m))
            down.append((m, xp.linalg.inv(q)))
        return down, q

    def solve(self, g: Sequence[Array]) -> Changes:
        """Return the changes whose curvature is g, without held units and their errors."""
        back: list[Array] = []
        for layer in range(self._depth - 1, 0, -1):
            pulled = self._pull(layer + 1, back[0]) if back else 0.0
            back.insert(0, self._held(layer, pulled - g[layer - 1]))
        xp, (samples, inputs, _) = namespace(g[0]), g[0].shape
        shape = samples, inputs, self._net.model.outputs
        none = xp.zeros(shape, dtype=g[0].dtype, device=device(g[0]))
        return self.best([*back, none]).d

    def curvature(self, d: Changes) -> Changes:
        """Multiply changes of units that are not held by the Gauss-Newton Hessian of each input."""
        e = [d[0], *(d[i] - self._push_all(i + 1, d[i - 1]) for i in range(1, len(d)))]
        e.append(-self._push_all(self._depth, d[-1]))
        e = weighed(self._net, e)
        return [
            self._held(layer, e[layer - 1] - self._pull(layer + 1, e[layer]))
            for layer in range(1, self._depth)
        ]

    def _held(self, layer: int, a: Array) -> Array:
        return a if self._free is None or layer == self._depth else self._free[layer - 1] * a

    def _push_all(self, layer: int, d: Array) -> Array:
        return self._net.push(layer, self._slopes[layer - 1], d)

    def _push(self, layer: int, d: Array) -> Array:
        return self._held(layer, self._push_all(layer, d))

    def _pull(self, layer: int, g: Array) -> Array:
        return self._net.pull(layer, self._slopes[layer - 1], g)

    def _pull_rows(self, layer: int, m: Array) -> Array:
        """Pull rows of m back by the derivative: (sample, rows, output, out) to (..., in)."""
        xp, slope = namespace(m), self._slopes[layer - 1]
        samples, rows, outputs, width = m.shape
        if slope is not None:  # else the derivative is the same for all inputs
            every = (samples, rows, outputs, slope.shape[-1])
            slope = xp.reshape(
                xp.broadcast_to(slope[:, :, None, :], every), (samples, -1, every[-1])
            )
        flat = xp.reshape(m, (samples, rows * outputs, width))
        pulled = xp.reshape(self._net.pull(layer, slope, flat), (samples, rows, outputs, -1))
        return pulled if self._free is None else self._free[layer - 2][:, :, None, :] * pulled


def _rows_times(m: Array, d: Array) -> Array:
    """Multiply the rows of m by d for every input: (sample, input, output)."""
    xp = namespace(d)
    if m.shape[1] == 1:
        return xp.matmul(d, xp.matrix_transpose(m[:, 0, :, :]))
    return xp.matmul(m, d[..., None])[..., 0]


def _combined(chosen: Array, m: Array) -> Array:
    """Sum the rows of m times ``chosen`` over outputs: (sample, input, width)."""
    xp = namespace(m)
    if m.shape[1] == 1:
        return xp.matmul(chosen, m[:, 0, :, :])
    return xp.matmul(chosen[:, :, None, :], m)[:, :, 0, :]
