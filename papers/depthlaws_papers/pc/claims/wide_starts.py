"""Wide linear networks at their start, each matrix drawn only along the vectors it multiplies.

Both gradients follow from the paths down, m_(l-1) = M_l^T m_l, and from two sweeps up: of the
residuals, k_l = M_l k_(l-1), and of the reaches, V_l = M_l V_(l-1) + m_l. So each matrix multiplies
three vectors; given its products with the earlier vectors, the remainder of its next product is
fresh noise.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from depthlaws.theory import predictive_coding
from depthlaws_papers.pc.claims.runs import Network

Array = np.ndarray
TOGETHER = 50  # networks whose vectors fit in cache


def _dot(x: Array, y: Array) -> Array:
    return np.vecdot(x, y)[:, None]


class Known:
    """Given matrices, (network, out, in)."""

    def __init__(self, matrix: Array) -> None:
        self.matrix = matrix

    def down(self, m: Array) -> Array:
        """W^T m."""
        return np.einsum("kij,ki->kj", self.matrix, m)

    def up(self, k: Array) -> Array:
        """W k."""
        return np.einsum("kij,kj->ki", self.matrix, k)


class Unmet(Known):
    """Matrices of standard normals, multiplied by vectors first from above, then from below."""

    def __init__(self, rng: np.random.Generator, inputs: int) -> None:
        self.rng, self.inputs = rng, inputs
        self.met: tuple[Array, Array] | None = None

    def down(self, m: Array) -> Array:
        """|m| times noise."""
        self.m, self.square = m, _dot(m, m)
        self.below = np.sqrt(self.square) * self.rng.standard_normal((len(m), self.inputs))
        return self.below

    def up(self, k: Array) -> Array:
        """Return W k: known along the earlier vector, W^T m along m, a fresh draw elsewhere."""
        if self.met is None:
            variance_above = self._outside(k)
            self.met = k, variance_above
            return variance_above
        before, above = self.met
        share = _dot(before, k) / _dot(before, before)
        return share * above + self._outside(k - share * before)

    def _outside(self, k: Array) -> Array:
        fresh = np.sqrt(_dot(k, k)) * self.rng.standard_normal(self.m.shape)
        return fresh + self.m * ((_dot(self.below, k) - _dot(fresh, self.m)) / self.square)


@dataclass(frozen=True)
class Start:
    """A mean-field network of this width and depth, gamma0 = 1, on samples ``x`` with labels."""

    network: Network
    depth: int
    width: int
    x: Array
    y: Array

    @property
    def scale(self) -> list[float]:
        """c_1, ..., c_L."""
        blocks = self.width * (self.depth if self.network == "residual" else 1)
        return [
            self.x.shape[1] ** -0.5,
            *[blocks**-0.5] * (self.depth - 2),
            1 / self.width,
        ]

    def compared(self, hidden: Sequence[Known], readout: Array) -> tuple[Array, Array, Array]:
        """1 - cos of both gradients, energy and residuals, for matrices below the readout."""
        c, skip = self.scale, float(self.network == "residual")
        paths = [c[-1] * readout]  # m_(L-1), ..., m_1
        for i in range(self.depth - 2, 0, -1):
            paths.append(skip * paths[-1] + c[i] * hidden[i].down(paths[-1]))
        paths = paths[::-1]
        residual = self.y - c[0] * hidden[0].down(paths[0]) @ self.x.T
        sizes = [*(np.vecdot(m, m) for m in paths), np.ones(len(readout))]
        pushed = residual @ self.x / len(self.y)  # k_0
        k, V = [pushed, c[0] * hidden[0].up(pushed)], [np.zeros_like(pushed), paths[0]]
        for i in range(1, self.depth - 1):
            k.append(skip * k[-1] + c[i] * hidden[i].up(k[-1]))
            V.append(skip * V[-1] + c[i] * hidden[i].up(V[-1]) + paths[i])
        s = 1 + np.vecdot(paths[-1], V[-1])
        energy = np.mean(residual**2, axis=1) / (2 * s)
        weights = [e * e * size for e, size in zip(c, sizes, strict=True)]
        inner, ours, theirs = (_weighed(weights, *pair) for pair in ((k, V), (k, k), (V, V)))
        # Between k and k + 2 F V: 1 - cos = sin^2/(1 + cos), which avoids cancellation.
        f = 2 * energy
        size = ours * (ours + 2 * f * inner + f * f * theirs)
        cos = (ours + f * inner) / np.sqrt(size)
        sine = f * f * (ours * theirs - inner**2) / size
        return np.where(cos > 0, sine / (1 + np.abs(cos)), 1 - cos), energy, residual

    def drawn(self, samples: int, seed: int) -> Array:
        """1 - cos of random networks over its prediction at large width."""
        rng = np.random.default_rng([seed, self.width])
        return np.concatenate(
            [self._some(min(TOGETHER, samples - i), rng) for i in range(0, samples, TOGETHER)]
        )

    def _some(self, samples: int, rng: np.random.Generator) -> Array:
        inputs = [self.x.shape[1], *[self.width] * (self.depth - 2)]
        readout = rng.standard_normal((samples, self.width))
        off, energy, residual = self.compared([Unmet(rng, n) for n in inputs], readout)
        signal = np.sum((residual @ self.x) ** 2, axis=1) / self.x.shape[1] / len(self.y) ** 2
        wanted = [
            predictive_coding.misalignment(
                self.width, self.depth, one, network=self.network, energy=level
            )
            for one, level in zip(signal.tolist(), energy.tolist(), strict=True)
        ]
        return off / np.array(wanted)


def _weighed(weights: Sequence[Array], one: Sequence[Array], other: Sequence[Array]) -> Array:
    """Sum over layers of weighted products."""
    pairs = zip(weights, one, other, strict=True)
    return np.sum([w * np.vecdot(a, b) for w, a, b in pairs], axis=0)
