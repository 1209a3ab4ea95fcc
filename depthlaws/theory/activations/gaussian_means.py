r"""Gaussian means of any activation phi and its derivative, by panels that resolve both.

E f(sqrt(variance) Z) and E f(u) f(v), for f = phi or phi', are sums over Gauss-Legendre panels. The
panels of an activation are found once: the axis is bisected until phi and phi' are polynomials of
degree 15 on each panel, so that their kinks, jumps and narrow parts are edges or get narrow panels
wherever they lie. A Gaussian adds edges at multiples of its own deviation. The number of nodes
therefore grows with the logarithm of the variance only, and the error does not depend on it.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from depthlaws.base.cost_notice import announce, spoken
from depthlaws.base.plural import counted
from depthlaws.theory.activations import lattice
from depthlaws.theory.numerics.binade_table import chebyshev_points, interpolate
from depthlaws.theory.numerics.exact_products import exact_product
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.numerics.roots import root
from depthlaws.theory.numerics.types import Array

NODES = 16  # of the Gauss-Legendre rule on each panel
DEGREE = NODES - 1
MAX_TAIL = (
    1e-7  # last Chebyshev coefficients of a resolved panel: the error of the rule is its square
)
MAX_SMOOTH_TAIL = 1e-11  # of narrow panels about the edges, unless a higher derivative jumps there
GROWTH = 4.0  # each panel from 1 outwards is at most so many times as far out at its end
NARROWEST = 2.0**-44  # width of a panel over its distance from 0: narrower ones hold a kink
LOST = 1e-9  # largest square of a function on a panel that holds a kink, times its relative width
MAX_PANELS = 1 << 18
JUMP = 1e-9  # distance of two points at an edge, over that of the edge from 0
GAUSSIAN = np.array([-9.5, -4.5, 0.0, 4.5, 9.5])  # edges of a normal density; 2e-21 lies beyond
TAILS = np.array([-8.5, -4.25, 4.25, 8.5])  # edges where a smoothed kink levels off
SMOOTHED = 0.25  # deviations above it widen what lies near 0
WEAK = 1e-3  # correlation up to which the mean of the gate kernel replaces the sum
EVALUATIONS = 1 << 17  # at once: they stay in the second-level cache
SECONDS = 1e-8  # for each evaluation of an activation and a density
ALLOWED = 20.0  # seconds for the pairs of one call that need panels
WAVE_SECONDS = 8e-6  # of a pair of waves, for each of their steps in a deviation
WAVE_PANELS = 200  # panels: a function with more has waves everywhere, or many kinks
MAX_DEVIATION = 1e150  # deviation: its square times that of an activation is a double

Function = Callable[[Any], Any]

_node, _share = np.polynomial.legendre.leggauss(NODES)
_weak_node, _weak_share = np.polynomial.legendre.leggauss(3)


class UnresolvedError(ValueError):
    """A function of an activation has parts that no affordable number of panels resolves."""


@lru_cache(maxsize=128)
def resolved(name: str, function: Function, derivative: Function, /) -> Panels:
    """Return the panels of an activation, found once."""
    return Panels(name, function, derivative)


class Panels:
    """Panels on which an activation and its derivative are polynomials to about 1e-14.

    They are found as far out as has been asked for.
    """

    def __init__(self, name: str, function: Function, derivative: Function) -> None:
        self.name, self.functions = name, (function, derivative)
        self.reach = 1.0
        self.kinks = self._zeros = np.empty(0)
        self._signed: Array | None = None  # the edges between which the zeros have been found
        with np.errstate(all="ignore"):
            near = np.linspace(-1.0, 1.0, 64)
            self.sizes = [np.abs(np.asarray(f(near), dtype=float)).max() for f in self.functions]
        self.edges = self._divided(np.array([-1.0, 1.0]))

    # -- the panels of the axis -------------------------------------------------------------------

    def up_to(self, reach: float) -> Array:
        """Return the edges, sorted, at least up to this distance from 0."""
        if reach > self.reach:
            count = math.ceil(math.log(reach / self.reach) / math.log(GROWTH))
            new = self.reach * GROWTH ** np.arange(1.0, count + 1)
            right = np.append(self.reach, new)
            left, right = self._divided(-right[::-1]), self._divided(right)
            self.edges = np.concatenate([left[:-1], self.edges, right[1:]])
            self.reach = float(new[-1])
        return self.edges

    def _divided(self, edges: Array) -> Array:
        """Return edges with more between them, so that both functions are resolved."""
        divided, kinks = self._bisected(edges)
        if kinks.size:
            divided, _ = self._bisected(np.union1d(edges, kinks))
        self._require_continuous(divided)
        # A jump of a derivative may lie on an edge by chance: then no panel across it is resolved.
        width = np.diff(divided)
        near = np.minimum(np.append(width[0], width), np.append(width, width[-1])) / 8
        rough = self._unresolved(divided, near, MAX_SMOOTH_TAIL)[0]
        self.kinks = np.union1d(self.kinks, divided[rough])
        return divided

    def _require_continuous(self, edges: Array) -> None:
        """Raise ValueError where the activation jumps: a jump is always an edge."""
        apart = JUMP * np.maximum(np.abs(edges), JUMP)
        with np.errstate(all="ignore"):
            ends = [(f(edges - apart), f(edges + apart)) for f in self.functions]
        (before, after), slopes = ends
        rise = 10 * apart * np.maximum(*np.abs(slopes)) + JUMP * np.maximum(*np.abs(ends[0]))
        jumps = np.abs(after - before) > np.maximum(rise, 1e-6 * self.sizes[0])
        if np.any(jumps):
            at, i = edges[jumps][0], int(np.argmax(jumps))
            msg = (
                f"activation {self.name!r} must be continuous, got a jump from {before[i]:.6g} to "
                f"{after[i]:.6g} at {at:.6g}: the mean product of its slopes is not finite"
            )
            raise ValueError(msg)

    def _bisected(self, edges: Array) -> tuple[Array, Array]:
        """Return the edges of resolved panels, and the middles of the narrowest, rough ones."""
        low, high = edges[:-1], edges[1:]
        divided, kinks = [edges], []
        total = 0
        while low.size:
            middle, half = (low + high) / 2, (high - low) / 2
            coarse, energy = self._unresolved(middle, half)
            narrow = 2 * half <= NARROWEST * np.maximum(np.abs(middle), NARROWEST)
            kinks.append(middle[coarse & narrow])
            lost = np.max(energy[coarse & narrow], initial=0.0)
            total += low.size
            halved = coarse & ~narrow
            if total > MAX_PANELS or lost > LOST:
                raise self._unresolved_error(middle[coarse], float(np.abs(edges).max()))
            divided.append(middle[halved])
            left, right = low[halved], high[halved]
            low = np.append(left, middle[halved])
            high = np.append(middle[halved], right)
        return np.unique(np.concatenate(divided)), np.concatenate([np.empty(0), *kinks])

    def _unresolved(self, middle: Array, half: Array, most: float = MAX_TAIL) -> tuple[Any, Array]:
        """Return which panels are too wide, and what a kink there could add to a mean square."""
        x = middle + half * chebyshev_points(DEGREE)[:, None]
        coarse, energy = np.zeros(middle.size, dtype=bool), np.zeros(middle.size)
        for f, size in zip(self.functions, self.sizes, strict=True):
            values = self._values(f, x)
            scale = np.maximum(np.abs(values).max(axis=0), size)
            coarse |= interpolate(values)[1] > most * scale
            with np.errstate(over="ignore"):  # far out, where no kink is lost
                width = 2 * half / np.maximum(np.abs(middle), 1.0)
                energy = np.maximum(energy, width * np.square(scale / (size or 1.0)))
        return coarse, energy

    def _unresolved_error(self, places: Array, reach: float) -> UnresolvedError:
        return UnresolvedError(
            f"activation {self.name!r} has kernels to about 1e-10 only where {MAX_PANELS:,} panels "
            f"resolve it, and near {places[len(places) // 2]:.6g} it and its derivative still vary "
            f"(inputs reach {reach:.3g}): give it fewer jumps or waves there, or a smaller variance"
        )

    def _values(self, f: Function, x: Array) -> Array:
        with np.errstate(all="ignore"):
            values = np.asarray(f(x), dtype=np.float64)
        if not np.all(np.isfinite(values)):
            at = x[~np.isfinite(values)][0]
            msg = f"activation {self.name!r} and its derivative must be finite, got one that is not"
            raise ValueError(f"{msg} at {at:.6g}")
        return values

    # -- one Gaussian -----------------------------------------------------------------------------

    def line(self, deviation: float, *, signed: bool = False) -> tuple[Array, Array]:
        """Return nodes and weights of a mean over N(0, deviation^2), with zeros as edges if signed.

        Raises: ValueError for a deviation above 1e150, whose energies are no doubles.
        """
        if not deviation <= MAX_DEVIATION:
            msg = (
                f"the inputs of activation {self.name!r} grew to a deviation of {deviation:.3g}, "
                f"and {MAX_DEVIATION:g} is allowed: take smaller weights or fewer layers"
            )
            raise ValueError(msg)
        ends = deviation * GAUSSIAN
        inside = np.append(self.up_to(ends[-1]), self.zeros(ends[-1]) if signed else [])
        edges = np.union1d(ends, inside[np.abs(inside) < ends[-1]])
        x, weight = _nodes(edges)
        return x, weight * _density(x / deviation) / deviation

    def zeros(self, reach: float) -> Array:
        """Return the points up to this distance at which phi or phi' changes its sign.

        Nodes of resolved panels lie on both sides of each.
        """
        edges = self.up_to(reach)
        if self._signed is not edges:
            x = _nodes(edges)[0]
            points = [np.empty(0)]
            for f in self.functions:
                signs = np.sign(self._values(f, x))
                left = np.flatnonzero(signs[1:] * signs[:-1] < 0)
                if left.size:
                    points.append(root(f, x[left], x[left + 1]))
            self._signed, self._zeros = edges, np.concatenate(points)
        return self._zeros

    # -- two Gaussians ----------------------------------------------------------------------------

    def pair(self, first: Any, cross: Any, second: Any, *, gate: bool) -> Any:
        """Return E phi(u) phi(v), or E phi'(u) phi'(v), from E u^2, E u v and E v^2.

        NaN where a moment is not finite.
        """
        moments = np.broadcast_arrays(*(np.asarray(v, float) for v in (first, cross, second)))
        a, c, b = (v.ravel() for v in moments)
        out = np.full(a.size, np.nan)
        fine = np.flatnonzero(np.isfinite(a) & np.isfinite(b) & np.isfinite(c))
        if fine.size:
            larger, smaller = np.maximum(a, b)[fine], np.minimum(a, b)[fine]
            weak = np.abs(c[fine]) <= WEAK * np.sqrt(larger) * np.sqrt(smaller)
            weak &= (c[fine] != 0) & (not gate)
            part = np.where(weak, 0.0, c[fine])
            out[fine] = self._pairs(self.functions[gate], larger, part, smaller)
            if weak.any():
                moved = larger[weak], c[fine][weak], smaller[weak]
                out[fine[weak]] += moved[1] * self._mean_gate(*moved)
        return out.reshape(moments[0].shape)[()]

    def _mean_gate(self, a: Array, c: Array, b: Array) -> Array:
        """Return the mean of E phi'(u) phi'(v) over covariances from 0 to c.

        Times c it is what a weak correlation adds to E phi(u) E phi(v), which terms of an odd phi
        that cancel would hide.
        """
        gates = [self._pairs(self.functions[True], a, c * (1 + x) / 2, b) for x in _weak_node]
        return np.average(gates, axis=0, weights=_weak_share)

    def _pairs(self, f: Function, a: Array, c: Array, b: Array) -> Array:
        """Return means for variances a >= b: v is slope u + tau Z with Z independent of u."""
        rows = (np.sqrt(a), *_conditional(a, c, b), np.sqrt(b))
        reach = GAUSSIAN[-1] * rows[0]
        self.up_to(float(reach.max()))
        power = np.ceil(np.log(np.maximum(reach, 1.0)) / math.log(GROWTH))
        out = np.empty(a.size)
        for k in np.unique(power):  # so that a pair has the bits that it has alone
            alike = power == k
            out[alike] = self._within(GROWTH**k)._alike(f, *(row[alike] for row in rows))
        return out

    def _within(self, reach: float) -> Panels:
        """Return a copy that has only the panels up to this distance from 0."""
        near = copy.copy(self)
        near.reach = reach
        near.edges = self.edges[np.abs(self.edges) <= reach]
        near.kinks = self.kinks[np.abs(self.kinks) <= reach]
        return near

    def _alike(self, f: Function, *rows: Array) -> Array:
        """Return E f(u) f(v), row by row.

        Rows: deviation of u, slope of v over u, deviation of v at a given u, deviation of v.
        """
        tau = rows[2]
        out, sure = np.empty(tau.size), np.zeros(tau.size, dtype=bool)
        if not self.kinks.size:
            out, sure = lattice.means(f, float(np.diff(self.edges).min()), *rows)
            growing = 2 * math.log(self.reach, GROWTH)  # panels that follow from the reach alone
            if len(self.edges) > WAVE_PANELS + growing:
                self._add_waves(f, rows, out, sure)
        rest = np.flatnonzero(np.logical_not(sure))
        self._require_short(rows[0][rest], tau[rest])
        step = max(1, EVALUATIONS // (2 * NODES * (len(self.edges) + 8)))
        for these in (rest[tau[rest] > 0], rest[tau[rest] <= 0]):
            for start in range(0, these.size, step):
                part = these[start : start + step]
                out[part] = self._part(f, *(row[part] for row in rows[:3]))
        return out

    def _add_waves(self, f: Function, rows: tuple[Array, ...], out: Array, sure: Any) -> None:
        """Fill in the means of functions that have structure everywhere, on an even lattice."""
        step = float(np.diff(self.edges).min()) / 6  # at most a third of what resolves f
        waves = np.flatnonzero(~sure)
        seconds = float(np.sum(rows[0][waves])) / step * WAVE_SECONDS
        fewer = "ask for fewer pairs or a smaller variance"
        require_time(seconds, f"the kernel of {counted(waves.size, 'pair')} of waves", fewer)
        for i in waves:
            larger, slope, _, smaller = (float(row[i]) for row in rows)
            if WAVE_PANELS * step < larger and smaller > 0:
                rho = slope * larger / smaller
                if math.sqrt(max(0.0, 1 - abs(rho))) * larger > 4 * step:
                    out[i], sure[i] = lattice.wave_mean(f, step, (larger, smaller), rho)

    def _require_short(self, deviation: Array, tau: Array) -> None:
        """Raise UnresolvedError for pairs whose panels would take over 20 seconds."""
        apart, reach = tau > 0, GAUSSIAN[-1]
        bends = len(TAILS) * (self.kinks.size + 2.0)
        outer = 2 * np.searchsorted(self.edges, reach * deviation[apart]) - len(self.edges)
        inner = 2 * np.searchsorted(self.edges, reach * tau[apart]) - len(self.edges)
        seconds = SECONDS * NODES**2 * float(np.sum((2.0 * outer + bends) * (inner + 8.0)))
        if seconds > ALLOWED:
            msg = (
                f"activation {self.name!r} has {int(outer.max()):,} waves or bends within reach of "
                f"a deviation of {deviation[apart].max():.3g}: these kernels would take about "
                f"{spoken(seconds)}; ask for fewer pairs, a smaller variance, or an "
                "activation that settles far out"
            )
            raise UnresolvedError(msg)
        announce(
            f"the kernel of activation {self.name!r} for {counted(apart.sum(), 'pair')}", seconds
        )

    def _part(self, f: Function, deviation: Array, slope: Array, tau: Array) -> Array:
        u, weight = _nodes(self._outer(deviation, slope, tau))
        size = deviation[:, None]
        left = weight * _density(u / size) / size * self._values(f, u)
        row, column = np.nonzero(left)
        centre, spread = slope[row] * u[row, column], tau[row]
        right = self._smoothed(f, centre, spread) if np.any(tau) else self._values(f, centre)
        total: Any = np.bincount(row, left[row, column] * right, minlength=len(u))
        return total

    def _outer(self, deviation: Array, slope: Array, tau: Array) -> Array:
        """Return edges (row, edge) for f(u) and for the mean of f(slope u + tau Z)."""
        ends = deviation[:, None] * GAUSSIAN
        low, high = ends[:, 0], ends[:, -1]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            other = self._between(-np.abs(slope) * high, np.abs(slope) * high) / slope[:, None]
            edges = [ends, self._between(low, high), other]
            for x in self.kinks:
                edges.append((x + tau[:, None] * TAILS) / slope[:, None])
            widened = (tau > SMOOTHED * np.abs(slope))[:, None]
            edges.append(np.where(widened, tau[:, None] * TAILS / slope[:, None], low[:, None]))
        inside = np.nan_to_num(np.concatenate(edges, axis=1), nan=0.0)
        return np.sort(np.clip(inside, low[:, None], high[:, None]), axis=1)

    def _between(self, low: Array, high: Array) -> Array:
        """Return the edges between low and high, row by row; shorter rows end in infinity."""
        first = np.searchsorted(self.edges, low, side="right")
        last = np.searchsorted(self.edges, high, side="left")
        index = first[:, None] + np.arange(max(0, int((last - first).max(initial=0))))
        inside = self.edges[np.minimum(index, len(self.edges) - 1)]
        return np.where(index < last[:, None], inside, np.inf)

    def _smoothed(self, f: Function, centre: Array, tau: Array) -> Array:
        """Return E f(centre + tau Z), element by element."""
        reach = GAUSSIAN[-1] * float(tau.max(initial=0.0))
        panels = 8 + 2 * np.count_nonzero(np.abs(self.edges) < reach)
        out, step = np.empty(centre.size), max(1, EVALUATIONS // (panels * NODES))
        for start in range(0, centre.size, step):
            part = slice(start, start + step)
            out[part] = self._by_panels(f, centre[part], tau[part])
        return out

    def _by_panels(self, f: Function, centre: Array, tau: Array) -> Array:
        """Return E f(centre + tau Z) by panels in Z: a narrow Gaussian loses no digits there."""
        centre, tau = centre[:, None], tau[:, None]
        ends = centre + tau * GAUSSIAN
        inside = (self._between(ends[:, 0], ends[:, -1]) - centre) / tau
        inside = np.clip(inside, GAUSSIAN[0], GAUSSIAN[-1])
        every = np.concatenate([np.broadcast_to(GAUSSIAN, ends.shape), inside], axis=1)
        z, weight = _nodes(np.sort(every, axis=1))
        # One after the other: panels of no width, which fill a row up, change no sum.
        terms: Array = weight * _density(z) * self._values(f, centre + tau * z)
        return np.cumsum(terms, axis=1)[:, -1]


def _nodes(edges: Array) -> tuple[Array, Array]:
    """Return nodes and weights (..., node) of the panels between edges (..., edge)."""
    low, half = edges[..., :-1, None], np.diff(edges)[..., None] / 2
    x, weight = low + half * (1 + _node), half * _share
    return x.reshape(*edges.shape[:-1], -1), weight.reshape(*edges.shape[:-1], -1)


def _density(z: Array) -> Array:
    return np.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)


def _conditional(a: Array, c: Array, b: Array) -> tuple[Array, Array]:
    """Return slope and deviation of v given u, from products without rounding.

    a b - c^2 of nearly perfect correlations has few digits left in plain arithmetic.
    """
    up = np.frexp(a)[1]
    down = np.frexp(b)[1]
    down = down + (up + down) % 2
    x, y, z = np.ldexp(a, -up), np.ldexp(b, -down), np.ldexp(c, -(up + down) // 2)
    (p, e), (q, f) = exact_product(x, y), exact_product(z, z)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(p > 0, ((p - q) + (e - f)) / p, 0.0)
        slope = np.where(a > 0, c / a, 0.0)
    return slope, np.sqrt(b) * np.sqrt(np.maximum(share, 0.0))
