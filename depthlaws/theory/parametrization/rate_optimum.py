r"""Best learning rate of a sweep at one size, with its confidence interval.

The mean losses have a least at one swept rate. A parabola in log2(rate) is fitted to the runs whose
rates are within a factor of 4 of it, at least the two rates on either side, with one level for each
seed. The interval of the vertex is Fieller's: all t at which the derivative b + 2 c t is not
distinguishable from 0 by Student's test. It holds for normal scatter of any size, and a parabola
that does not fit widens it. Diverged runs are kept: no rate at which one diverged, or beyond it,
enters the fit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.types import Array

__all__ = ["Optimum"]

MIN_RATES = 3  # rates for a parabola
NEIGHBOURS = 2  # rates on either side of the best that are always fitted
HALF_WINDOW = 2.0  # powers of 2 in the rate on either side of the best
ROUNDING = 1e-9  # of log2(rate)


@dataclass(frozen=True, slots=True)
class Optimum:
    """Best learning rate at one size, and the loss paid there by the transferred rate.

    Attributes
    ----------
    size : float
        Width, depth or loops.
    rate, low, high : float
        Best rate and its interval; NaN where the sweep does not locate it.
    loss : float
        Loss at the best rate; where that is not located, least mean loss.
    paid, paid_low, paid_high : float
        Loss at the transferred rate minus ``loss``, with the interval that follows from those of
        the two best rates; infinite where runs diverge, NaN outside of the swept rates.
    best_swept : float
        Swept rate of least mean loss; NaN where every run diverged.
    diverged : int
        Number of diverged runs.
    diverged_from : float
        Lowest rate at which a run diverged; infinite without one.
    why : str
        Reason why the best rate is not located; otherwise "".

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> n, rates = [64] * 5 + [256] * 5, [1, 2, 4, 8, 16] * 2
    >>> losses = [4.01, 0.99, 0.0, 1.01, 3.99] * 2
    >>> first, second = parametrization.transfer_check(n, rates, losses).optima
    >>> round(first.rate, 1), first.low < 4 < first.high, first.diverged
    (4.0, True, 0)
    """

    size: float
    rate: float
    low: float
    high: float
    loss: float
    paid: float
    paid_low: float
    paid_high: float
    best_swept: float
    diverged: int
    diverged_from: float
    why: str = ""


@dataclass(slots=True)
class Sweep:
    """Runs at one size: log2 of their rates, their losses (not finite: diverged) and seeds."""

    size: float
    x: Array
    losses: Array
    seeds: np.ndarray
    rates: Array = field(init=False)  # log2 of the rates at which no run diverged
    means: Array = field(init=False)
    ceiling: float = field(init=False)  # log2 of the lowest rate at which a run diverged
    fit: Parabola | None = None
    why: str = ""

    def __post_init__(self) -> None:
        bad = ~np.isfinite(self.losses)
        every = np.unique(self.x)
        self.ceiling = float(self.x[bad].min()) if bad.any() else math.inf
        self.rates = every[every < self.ceiling]
        self.means = np.array([self.losses[self.x == rate].mean() for rate in self.rates])
        self.why = self._unenclosed()
        if not self.why:
            self.fit = self._parabola()

    @property
    def diverged(self) -> int:
        """Number of diverged runs."""
        return int((~np.isfinite(self.losses)).sum())

    @property
    def best(self) -> int:
        """Index of the rate of least mean loss."""
        return int(self.means.argmin())

    def _unenclosed(self) -> str:
        """Reason why no swept rate of least loss has one on either side, or ""."""
        lowest = 2 ** float(np.min(self.x))
        if not len(self.rates):
            return f"runs diverged at the lowest rate, {lowest:.3g}: sweep lower rates"
        best = 2 ** float(self.rates[self.best])
        if len(self.rates) < MIN_RATES:
            count = len(self.rates)
            return f"{count} rate{'s' * (count > 1)} without a diverged run: sweep {MIN_RATES}"
        if self.best == 0:
            return f"the best rate, {best:.3g}, is the lowest: sweep lower rates"
        if self.best == len(self.rates) - 1:
            if math.isinf(self.ceiling):
                return f"the best rate, {best:.3g}, is the highest: sweep higher rates"
            end = f"{2**self.ceiling:.3g}"
            return f"the best rate, {best:.3g}, is the last below diverged runs: sweep up to {end}"
        return ""

    def _parabola(self) -> Parabola:
        i = self.best
        near = np.abs(self.rates - self.rates[i]) <= HALF_WINDOW + ROUNDING
        near[max(0, i - NEIGHBOURS) : i + NEIGHBOURS + 1] = True
        inside = np.isin(self.x, self.rates[near])
        return Parabola(self.x[inside], self.losses[inside], self.seeds[inside])

    def excess(self, x: float) -> float:
        """Loss at log2(rate) = x minus the least: of the parabola, beyond it between the means."""
        assert self.fit is not None
        low, high = self.fit.ends
        if low <= x <= high:
            return self.fit.curvature * (x - self.fit.vertex) ** 2
        if x >= self.ceiling:
            return math.inf
        if not self.rates[0] <= x <= self.rates[-1]:
            return math.nan
        return float(np.interp(x, self.rates, self.means)) - self.fit.least


class Parabola:
    """Least-squares parabola in x with one level for each seed."""

    def __init__(self, x: Array, losses: Array, seeds: np.ndarray) -> None:
        _, level = np.unique(seeds, return_inverse=True)
        self.ends = float(x.min()), float(x.max())
        self.centre = float(x.mean())
        u = x - self.centre
        design = np.column_stack([u, u**2, np.eye(level.max() + 1)[level]])
        solution, _, rank, _ = np.linalg.lstsq(design, losses, rcond=None)
        self.slope, self.curvature = map(float, solution[:2])
        self.freedom = len(x) - int(rank)
        self.squares = float(np.sum((losses - design @ solution) ** 2))
        self.unit = np.linalg.pinv(design.T @ design)[:2, :2]  # covariance at unit variance
        with np.errstate(divide="ignore", invalid="ignore"):
            self.vertex = float(self.centre - np.divide(self.slope, 2 * self.curvature))
        at = self.vertex - self.centre
        level_mean = float(np.mean(losses - design[:, :2] @ solution[:2]))
        self.least = level_mean + self.slope * at + self.curvature * at**2

    def interval(self, variance: float, freedom: int, confidence: float) -> tuple[float, float]:
        """Fieller's interval of the vertex; infinite where no curvature is seen."""
        if freedom < 1 or not self.curvature > 0:
            return -math.inf, math.inf
        crit = float(special.stdtrit(freedom, (1 + confidence) / 2)) ** 2 * variance
        (v, w), (_, z) = self.unit
        a = self.curvature**2 - crit * z
        b = self.slope * self.curvature - crit * w
        c = self.slope**2 - crit * v
        if not a > 0:
            return -math.inf, math.inf
        root = math.sqrt(max(0.0, b * b - a * c))
        low, high = (self.centre + (-b + sign * root) / (2 * a) for sign in (-1, 1))
        return float(low), float(high)
