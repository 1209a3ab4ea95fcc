"""Scatter of measured slopes: within a layer, over its sizes, and over the layers of a run.

The logarithms of a layer's measurements, a row a seed and a column a size, have a slope against the
logarithm of the size. What the slope cannot explain has three parts, if the same seeds ran at all
sizes: the levels of the seeds, their own slopes, and a remainder. Parts that Bartlett's test cannot
tell apart estimate one variance together; so do layers. More degrees of freedom then make Student's
factor smaller: 4.6 for three seeds that stand alone, 2.9 for three seeds of ten layers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.types import Array

__all__: list[str] = []

MIN_SEEDS = 3  # seeds whose slopes have a scatter of their own
LEAST_P = 0.01  # of Bartlett's test, above which variances count as equal
ROUNDING = 1e-24  # variance of a logarithm that is rounding


@dataclass(frozen=True)
class Scatter:
    """Variance of one measurement, in logarithms, with its degrees of freedom.

    Attributes
    ----------
    variance, freedom : float
        Estimate and its degrees of freedom; none: 0.
    parts : str
        Parts of the table that it comes from, in words.
    layers : int
        Layers that share it.
    """

    variance: float
    freedom: int
    parts: str
    layers: int = 1


@dataclass(frozen=True)
class LogTable:
    """Logarithms of the measurements of one layer.

    Attributes
    ----------
    x : array (size,)
        Logarithms of the sizes, increasing.
    y : array (seed, size)
        Logarithms of the measurements; NaN for a missing cell.
    paired : bool
        Whether a row is one seed at all sizes; otherwise the rows are repeats in any order.
    """

    x: Array
    y: Array
    paired: bool

    def __post_init__(self) -> None:
        if self.paired:
            object.__setattr__(self, "y", np.unique(self.y, axis=0))  # copies of a run count once
            whole = np.isfinite(self.y).all(axis=1)
            if whole.sum() >= MIN_SEEDS:
                object.__setattr__(self, "y", self.y[whole])
            elif not whole.all():
                object.__setattr__(self, "paired", False)

    @property
    def seeds(self) -> int:
        """Largest number of measurements at one size."""
        return int(np.isfinite(self.y).sum(axis=0).max())

    @property
    def means(self) -> Array:
        """Mean logarithm at each size, (size,)."""
        return np.nanmean(self.y, axis=0)

    @property
    def slope(self) -> float:
        """Slope of least squares over all measurements."""
        runs = np.isfinite(self.y).sum(axis=0)
        x = self.x - np.average(self.x, weights=runs)
        return float(np.sum(runs * x * self.means) / np.sum(runs * x**2))

    @property
    def error(self) -> float:
        """Standard error of the slope where a measurement scatters by 1."""
        runs = np.isfinite(self.y).sum(axis=0)
        return float(np.sum(runs * (self.x - np.average(self.x, weights=runs)) ** 2) ** -0.5)

    @property
    def error_at_the_end(self) -> float:
        """Standard error of the slope between the two largest sizes, for scatter 1."""
        runs = np.isfinite(self.y).sum(axis=0)[-2:]
        return float(np.sum(1 / runs) ** 0.5 / (self.x[-1] - self.x[-2]))

    def scatter(self, *, pool: bool = True) -> Scatter:
        """Scatter of a measurement of this layer.

        Without ``pool`` only the slopes of three seeds or more say how they scatter, or else the
        distances of the means from a line.
        """
        seeds, sizes = self.y.shape
        if sizes < 2:
            return Scatter(ROUNDING, 0, "one size")
        line = self.means - self.means.mean() - self.slope * (self.x - self.x.mean())
        if self.paired and seeds > 1 and (pool or seeds >= MIN_SEEDS):
            return self._of_seeds(pool)
        within = np.isfinite(self.y).sum() - sizes
        if within > 0 and (pool or not self.paired):
            squares = np.nansum((self.y - self.means) ** 2)
            return _scatter(float(squares), int(within), f"repeats at {sizes} sizes")
        runs = np.isfinite(self.y).sum(axis=0)
        squares = float(np.sum(runs * line**2))
        return _scatter(squares, sizes - 2, f"distances from a line at {sizes} sizes")

    def _of_seeds(self, pool: bool) -> Scatter:
        seeds, sizes = self.y.shape
        x = self.x - self.x.mean()
        own = self.y - self.y.mean(axis=1, keepdims=True)
        slopes = own @ x / np.sum(x**2)
        left = own - own.mean(axis=0) - np.outer(slopes - slopes.mean(), x)
        levels = self.y.mean(axis=1)
        level = _scatter(float(sizes * np.sum((levels - levels.mean()) ** 2)), seeds - 1, "levels")
        slope = _scatter(
            float(np.sum(x**2) * np.sum((slopes - slopes.mean()) ** 2)), seeds - 1, "slopes"
        )
        if not pool:
            return replace(slope, parts=f"slopes of {seeds} seeds")
        if sizes > 2:
            rest = _scatter(float(np.sum(left**2)), (seeds - 1) * (sizes - 2), "remainder")
            if not equal([slope, rest]):
                return replace(slope, parts=f"slopes of {seeds} seeds")
            slope = replace(together([slope, rest], ""), layers=1)
        if not equal([slope, level]):
            return replace(slope, parts=f"{seeds} seeds with levels of their own at {sizes} sizes")
        return replace(together([slope, level], f"{seeds} seeds at {sizes} sizes"), layers=1)


def _scatter(squares: float, freedom: int, parts: str) -> Scatter:
    return Scatter(max(squares / max(freedom, 1), ROUNDING), max(freedom, 0), parts)


def together(scatters: Sequence[Scatter], parts: str) -> Scatter:
    """Return the pooled variance of scatters that are equal."""
    freedom = sum(s.freedom for s in scatters)
    variance = sum(s.freedom * s.variance for s in scatters) / max(freedom, 1)
    return Scatter(variance, freedom, parts, sum(s.layers for s in scatters))


def equal(scatters: Sequence[Scatter]) -> bool:
    """Return whether Bartlett's test lets the variances be equal."""
    return bartlett_p(scatters) > LEAST_P


def bartlett_p(scatters: Sequence[Scatter]) -> float:
    """Return the p value of Bartlett's test of equal variances; 1 for fewer than two.

    Source: Snedecor and Cochran, Statistical methods, 8th edition, section 13.10.
    """
    known = [s for s in scatters if s.freedom > 0]
    if len(known) < 2:
        return 1.0
    pooled = together(known, "")
    inverse = sum(1 / s.freedom for s in known) - 1 / pooled.freedom
    statistic = pooled.freedom * math.log(pooled.variance)
    statistic -= sum(s.freedom * math.log(s.variance) for s in known)
    statistic /= 1 + inverse / (3 * (len(known) - 1))
    return float(special.chdtrc(len(known) - 1, max(0.0, statistic)))


def over_layers(scatters: Mapping[str, Scatter]) -> dict[str, Scatter]:
    """Return the scatter of each layer, pooled over the layers whose variances may be equal.

    Where Bartlett's test tells the layers apart, those farthest from the median variance keep their
    own scatter, as few as the test needs to allow the others (by bisection).
    """
    known = {name: math.log(s.variance) for name, s in scatters.items() if s.freedom > 0}
    if len(known) < 2:
        return dict(scatters)
    middle = float(np.median([*known.values()]))
    order = sorted(known, key=lambda name: abs(known[name] - middle))
    differ, same = len(order) + 1, 1  # numbers of layers that differ, or may be equal
    while differ - same > 1:
        number = len(order) if differ > len(order) else (differ + same) // 2
        if equal([scatters[name] for name in order[:number]]):
            same = number
        else:
            differ = number
        if same == len(order):
            break
    if same < 2:
        return dict(scatters)
    pooled = together([scatters[name] for name in order[:same]], "")
    shared = {*order[:same], *(name for name, s in scatters.items() if s.freedom == 0)}
    return {
        name: replace(pooled, parts=own.parts) if name in shared else own
        for name, own in scatters.items()
    }
