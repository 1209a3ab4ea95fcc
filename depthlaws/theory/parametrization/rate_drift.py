"""Drift of the best learning rates of several sizes, as an exponent with its interval.

All sizes share one shape of the loss: an error of the shape then moves all best rates alike, and
not their drift. For the same reason a mean may miss the curve by less, 7 % of its rise, than for a
best rate of its own. Every shape gives best rates, whose logarithms are fitted by a line, weighted
by their errors. The interval of the drift holds the drifts of all shapes that fit the sweeps about
as well as the best one. Where no shape fits all sizes (chi-squared, p < 0.01), each has its own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.parametrization.rate_optimum import CURVE_NUMBERS, CurveFit, Sweep

__all__: list[str] = []

MIN_SIZES = 2  # sizes with a located optimum, for an exponent
MISFIT_OF_DRIFT = 0.07  # of its rise, by which a mean may miss a curve of the shape of all sizes
LEAST_P = 0.01  # of chi-squared, above which one shape of the loss fits all sizes


class Located(NamedTuple):
    """Best rate of a sweep as log2(rate), its interval, and the fit with its degrees of freedom.

    ``alike`` is the fit for the drift.
    """

    vertex: float
    low: float
    high: float
    fit: CurveFit
    freedom: int
    alike: CurveFit


def locate(sweeps: Sequence[Sweep], confidence: float) -> dict[float, Located]:
    """Best rates by size; sets ``why`` where there is none."""
    fits = {sweep.size: sweep.fit for sweep in sweeps if sweep.fit is not None}
    located = {}
    for sweep in sweeps:
        if (fit := sweep.fit) is None:
            continue
        variance, freedom = _scatter(fit, [*fits.values()])
        if freedom < 1:
            sweep.why = "as many runs as the curve has numbers: sweep more rates or seeds"
            continue
        fit.weigh(variance)
        low, high = fit.interval(_student(freedom, confidence) ** 2)
        a, b = (f"{2**end:.3g}" for end in fit.ends)
        if not fit.ends[0] < low <= high < fit.ends[1]:
            sweep.why = f"the scatter hides the best rate between {a} and {b}: add seeds or rates"
        else:
            alike = fit.weighed(variance, MISFIT_OF_DRIFT)
            located[sweep.size] = Located(fit.vertex, low, high, fit, freedom, alike)
    return located


def _student(freedom: float, confidence: float) -> float:
    return float(special.stdtrit(freedom, (1 + confidence) / 2))


def _scatter(fit: CurveFit, fits: Sequence[CurveFit]) -> tuple[float, int]:
    """Variance of one run and its degrees of freedom.

    From the runs that repeat a rate at this size, else at all sizes, else from the distances of the
    means to curves of one shape for all sizes.
    """
    repeated = [fit] if fit.data.freedom else fits
    freedom = sum(other.data.freedom for other in repeated)
    if freedom:
        return sum(other.data.squares for other in repeated) / freedom, freedom
    freedom = sum(len(other.data.x) - CURVE_NUMBERS for other in fits) - 1
    squares = np.sum([other.unweighted() for other in fits], axis=0)
    return float(squares.min()) / max(1, freedom), freedom


def drift_of(located: Mapping[float, Located], confidence: float) -> tuple[float, float, float]:
    """Exponent of the best rates as a power of the size, and its interval."""
    unknown = math.nan, -math.inf, math.inf
    if len(located) < MIN_SIZES:
        return unknown
    x, best = np.log2([*located]), [*located.values()]
    freedom = np.array([one.freedom for one in best], dtype=float)
    together = np.sum([one.alike.squares.min(axis=1) for one in best], axis=0)
    apart = sum(one.alike.least_squares for one in best)
    if special.chdtrc(len(best) - 1, max(0.0, together.min() - apart)) < LEAST_P:
        places = np.array([one.vertex for one in best])
        errors = np.array([(o.high - o.low) / 2 / _student(o.freedom, confidence) for o in best])
        drift, low, high = _power(x, places, errors, freedom, confidence)
        return float(drift), float(low), float(high)
    worse = together - together.min()
    fitting = np.flatnonzero(worse <= _student(float(freedom.sum()), confidence) ** 2)
    places, seconds = np.array([one.alike.lowest(fitting) for one in best]).swapaxes(0, 1)
    inside = np.all(seconds > 0, axis=0)
    if not inside.any():
        return unknown
    errors = np.sqrt(2 / seconds[:, inside])
    fits = _power(x, places[:, inside].T, errors.T, freedom, confidence, worse[fitting[inside]])
    drifts, lows, highs = fits
    nearest = int(np.argmin(worse[fitting[inside]]))
    return float(drifts[nearest]), float(lows.min()), float(highs.max())


def _power(
    x: Array,
    y: Array,
    error: Array,
    freedom: Array,
    confidence: float,
    worse: Array | float = 0.0,
) -> tuple[Array, Array, Array]:
    """Exponent of best rates y over sizes x, both as log2, and its interval.

    Welch and Satterthwaite's degrees of freedom; a shape that fits ``worse`` narrows the interval.
    Shapes: x, freedom (size,); y, error (..., size); worse and results (...).
    """
    error = np.maximum(error, 1e-12)  # a curve that fits exactly
    weight = error**-2.0
    total = np.sum(weight, axis=-1, keepdims=True)
    x = x - np.sum(weight * x, axis=-1, keepdims=True) / total
    effect = weight * x / np.sum(weight * x**2, axis=-1, keepdims=True)  # of each rate on drift
    drift = np.sum(effect * y, axis=-1)
    parts = (effect * error) ** 2
    degrees = parts.sum(axis=-1) ** 2 / np.sum(parts**2 / freedom, axis=-1)
    level = np.sum(weight * y, axis=-1, keepdims=True) / total
    left = y - level - drift[..., None] * x
    variance = parts.sum(axis=-1)
    if (spare := len(freedom) - MIN_SIZES) > 0:
        variance = variance * np.maximum(1.0, np.sum(weight * left**2, axis=-1) / spare)
    crit = special.stdtrit(degrees, (1 + confidence) / 2) ** 2
    half = np.sqrt(variance * np.maximum(0.0, crit - worse))
    return drift, drift - half, drift + half
