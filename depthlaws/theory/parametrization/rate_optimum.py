r"""Best learning rate of a sweep at one size, with its confidence interval.

The mean losses have a least at one swept rate. Curves of many shapes (:mod:`.loss_curves`) are
fitted in log2(rate) to the mean losses at the rates within a factor of 8 of it, at least the two
rates on either side and the five nearest; a level of each seed is taken out first. The best rate is
the least of the curve that fits best, between the swept rates on either side of the best swept one.
A mean may miss the curve by its scatter and by a tenth of its rise above the least loss, so that no
shape has to be right. The interval holds all rates at which a curve of some shape has its least and
fits about as well: by less than Student's t squared above the least sum of squares. Diverged runs
are kept: no rate at which one diverged, or beyond it, enters the fit.
"""

from __future__ import annotations

import copy
import functools
import math
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from depthlaws.theory.numerics.types import Array
from depthlaws.theory.parametrization import loss_curves

__all__ = ["Optimum"]

MIN_RATES = 3  # rates for a curve
NEIGHBOURS = 2  # rates on either side of the best that are always fitted
FITTED = 5  # nearest rates that are always fitted: one more than a curve has numbers
HALF_WINDOW = 3.0  # powers of 2 in the rate on either side of the best
ROUNDING = 1e-9  # of log2(rate), and of a loss relative to the largest
MISFIT = 0.1  # of its rise above the least loss, by which a mean may miss the curve
PLACES = 121  # of the least of a curve that are tried, over the fitted rates
REFINED = 41  # places around the best of them, at each step of its refinement
LEAST_SQUARES_SUM = 1e-290  # in place of a sum of squares that is 0
CURVE_NUMBERS = 3  # level, factor and place of the least of a curve; its shape is the fourth


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
        Loss at the best rate by the fitted curve; where that is not located, ``lowest_mean``.
    lowest_mean : float
        Least mean loss of the runs at one rate; infinite where every run diverged. ``loss`` can lie
        below it, because the best rate may lie between two swept ones.
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
    lowest_mean: float
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
    fit: CurveFit | None = None
    why: str = ""

    def __post_init__(self) -> None:
        bad = ~np.isfinite(self.losses)
        every = np.unique(self.x)
        self.ceiling = float(self.x[bad].min()) if bad.any() else math.inf
        self.rates = every[every < self.ceiling]
        self.means = np.array([self.losses[self.x == rate].mean() for rate in self.rates])
        self.why = self._unenclosed()
        if not self.why:
            self.fit = self._fit()

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

    def _fit(self) -> CurveFit:
        i = self.best
        near = np.abs(self.rates - self.rates[i]) <= HALF_WINDOW + ROUNDING
        near[max(0, i - NEIGHBOURS) : i + NEIGHBOURS + 1] = True
        distance = np.abs(self.rates - self.rates[i])
        near |= distance <= np.sort(distance)[:FITTED][-1] + ROUNDING
        inside = np.isin(self.x, self.rates[near])
        means = rate_means(self.x[inside], self.losses[inside], self.seeds[inside])
        cut = math.isfinite(self.ceiling) and i == len(self.rates) - 2
        return CurveFit(means, (float(self.rates[i - 1]), float(self.rates[i + 1])), cut)

    def excess(self, x: float) -> float:
        """Loss at log2(rate) = x minus the least: of the curve, beyond it between the means."""
        assert self.fit is not None
        low, high = self.fit.ends
        if low <= x <= high:
            return self.fit.excess(x)
        if x >= self.ceiling:
            return math.inf
        if not self.rates[0] <= x <= self.rates[-1]:
            return math.nan
        return float(np.interp(x, self.rates, self.means)) - self.fit.least


class RateMeans(NamedTuple):
    """Mean loss at every rate, without the levels of the seeds, and the scatter of the runs."""

    x: Array  # log2(rate)
    means: np.ndarray
    runs: np.ndarray  # at each rate
    squares: float  # of what rates and seeds leave over
    freedom: int


def rate_means(x: Array, losses: Array, seeds: np.ndarray) -> RateMeans:
    """Return the means of an additive model: one number for each rate, one for each seed.

    Where the seeds have no rates in common their levels cannot be told from the curve; then they
    count as 0.
    """
    rates, at_rate = np.unique(x, return_inverse=True)
    _, at_seed = np.unique(seeds, return_inverse=True)
    of_rate = np.eye(len(rates))[at_rate]
    of_seed = np.eye(at_seed.max() + 1)[at_seed]
    design = np.column_stack([of_rate, of_seed[:, 1:] - of_seed[:, :1]])
    if np.linalg.matrix_rank(design) < design.shape[1]:
        design = of_rate
    solution = np.linalg.lstsq(design, losses, rcond=None)[0]
    squares = float(np.sum((losses - design @ solution) ** 2))
    freedom = len(x) - design.shape[1]
    return RateMeans(rates, solution[: len(rates)], np.bincount(at_rate), squares, freedom)


@functools.lru_cache(maxsize=8)  # sizes and repeated checks have the same rates
def _rises_of_grid(distances: bytes) -> Array:
    """Return rises (shape, place, rate) for rates at distances from the lowest, as log2."""
    x = np.frombuffer(distances)
    rises = loss_curves.rises(x - np.linspace(0, x[-1], PLACES)[:, None])
    rises.flags.writeable = False
    return rises


class CurveFit:
    """Curves of all shapes, fitted to the mean losses of a sweep by weighted least squares.

    Attributes
    ----------
    places : array (place,)
        log2 of the rates at which the least of a curve is tried.
    squares : array (shape, place)
        Weighted sum of squares plus the penalty of the shape; see :meth:`weigh`.
    vertex, least : float
        log2 of the best rate, and the loss there.
    """

    def __init__(self, data: RateMeans, bracket: tuple[float, float], cut: bool) -> None:
        self.data, self.bracket = data, bracket
        # ``cut``: one rate is left between the best one and those that diverge.
        self.penalties = loss_curves.PENALTIES_BELOW_DIVERGENCE if cut else loss_curves.PENALTIES
        self.ends = float(data.x[0]), float(data.x[-1])
        self.places = np.linspace(*self.ends, PLACES)
        self._rises = _rises_of_grid((data.x - data.x[0]).tobytes())
        i = int(data.means.argmin())
        below = np.diff(data.means[max(0, i - 1) : i + 2], 2).sum() / 8  # depth between the rates
        self.rise = data.means - data.means.min() + max(0.0, float(below))

    def weighed(self, variance: float, misfit: float) -> CurveFit:
        """Return a copy that is fitted as by :meth:`weigh`, with penalties that all sizes share."""
        fit = copy.copy(self)
        fit.penalties = loss_curves.PENALTIES
        fit.weigh(variance, misfit)
        return fit

    def weigh(self, variance: float, misfit: float = MISFIT) -> None:
        """Fit all curves where one run scatters by ``variance``; sets ``squares`` and the best."""
        rounding = ROUNDING * max(LEAST_SQUARES_SUM, float(np.max(np.abs(self.data.means))))
        variances = variance / self.data.runs + (misfit * self.rise) ** 2 + rounding**2
        w = 1 / variances
        self.squares = self._sums(self._rises, w) + self.penalties[:, None]
        low, high = self.bracket
        inside = (self.places >= low - ROUNDING) & (self.places <= high + ROUNDING)
        enclosed = np.where(inside, self.squares, math.inf)
        shape, i = np.unravel_index(enclosed.argmin(), enclosed.shape)
        self.shape, self.least_squares = int(shape), float(enclosed.min())
        self.vertex = self._refined(float(self.places[i]), w)
        rise = loss_curves.rises(self.data.x - self.vertex)[self.shape]
        centred = rise - np.sum(w * rise) / np.sum(w)
        spread = max(float(np.sum(w * centred**2)), LEAST_SQUARES_SUM)
        self.factor = max(0.0, float(np.sum(w * centred * self.data.means)) / spread)
        self.least = float(np.sum(w * (self.data.means - self.factor * rise)) / np.sum(w))

    def _refined(self, place: float, w: Array) -> float:
        """Place of the least of the best shape near one of the places, within the bracket."""
        step = float(self.places[1] - self.places[0])
        while step > ROUNDING:
            near = np.clip(place + step * np.linspace(-1, 1, REFINED), *self.bracket)
            rises = loss_curves.rises(self.data.x - near[:, None])[self.shape]
            place = float(near[self._sums(rises, w).argmin()])
            step *= 4 / (REFINED - 1)
        return place

    def unweighted(self) -> Array:
        """Return the least sum of squares of each shape, with every run of one weight."""
        return self._sums(self._rises, self.data.runs.astype(float)).min(axis=1)

    def _sums(self, rises: Array, w: Array) -> Array:
        """Weighted sums of squares of the best fits of curves with rises (..., rate)."""
        means = self.data.means - np.sum(w * self.data.means) / np.sum(w)
        centred = rises - (rises @ w / np.sum(w))[..., None]
        covered = centred @ (w * means)
        factor = np.maximum(
            covered / np.maximum(centred**2 @ w, LEAST_SQUARES_SUM), 0
        )  # curves with a least
        return np.maximum(np.sum(w * means**2) - factor * covered, 0)

    def lowest(self, shapes: np.ndarray, at: int | None = None) -> tuple[Array, Array]:
        """Places of the least sums of squares of shapes, and their second derivatives there.

        The least of the parabola through three neighbours, around the place with the number ``at``
        or the least one; derivative 0 at an end.
        """
        squares = self.squares[shapes]
        i = squares.argmin(axis=-1) if at is None else np.full(len(squares), at)
        inside = (i > 0) & (i < len(self.places) - 1)
        j, rows = np.clip(i, 1, len(self.places) - 2), np.arange(len(squares))
        left, middle, right = (squares[rows, j + side] for side in (-1, 0, 1))
        step, second = float(self.places[1] - self.places[0]), left - 2 * middle + right
        second = np.where(inside & (second > 0), second, 0.0)
        shift = np.zeros(len(squares))
        np.divide(left - right, 2 * second, out=shift, where=second > 0)
        return self.places[i] + np.clip(shift, -1, 1) * step, second / step**2

    def interval(self, crit: float) -> tuple[float, float]:
        """Ends of the places at which some curve fits within ``crit`` of the best one."""
        over = self.squares.min(axis=0) - self.least_squares - crit
        within = np.flatnonzero(over <= 0)
        ends = []
        for i, outside in ((within[0], within[0] - 1), (within[-1], within[-1] + 1)):
            end = float(self.places[i])
            if 0 <= outside < len(over):
                part = over[i] / (over[i] - over[outside])
                end += float(part * (self.places[outside] - self.places[i]))
            ends.append(end)
        return min(ends[0], self.vertex), max(ends[1], self.vertex)

    def excess(self, x: float) -> float:
        """Loss of the best curve at log2(rate) = x minus its least."""
        rise = loss_curves.rises(np.array([x - self.vertex]))[self.shape, 0]
        return self.factor * float(rise)
