"""Coordinate checks with a verdict: does a measured size grow with the exponent it should?

A check that cannot tell says so. The slope of log(size) against log(width, depth or loops) has a
confidence interval; PASS needs all of it within the tolerance of the expected slope, FAIL all of it
outside, and everything in between is NO POWER. So each wrong verdict, FAIL of a slope within the
tolerance and PASS of one outside, has at most half the probability that the interval misses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from depthlaws import _tables
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import finite, positive
from depthlaws.theory.numerics.types import Array, Numbers

__all__ = ["CoordinateCheck", "coordinate_check"]

Verdict = Literal["PASS", "FAIL", "NO POWER"]
LEAST_SIZES = 3
LEAST_RANGE = 4.0
SAME = 1e-12  # slopes of runs that are copies of one


@dataclass(frozen=True, slots=True)
class CoordinateCheck:
    """Verdict of a check, the slope that it rests on with its interval, and why.

    ``at_the_end``: slope between the two largest sizes, where small-size effects are least.

    >>> from depthlaws import parametrization
    >>> check = parametrization.coordinate_check([64, 256, 1024], [1.0, 2.0, 4.0])
    >>> check.verdict, check.expected, round(check.at_the_end, 6)
    ('FAIL', 0.0, 0.5)
    """

    verdict: Verdict
    slope: float
    low: float
    high: float
    expected: float
    at_the_end: float
    why: str

    def _repr_html_(self) -> str:
        slope = f"{self.slope:.4g} ({self.low:.4g} to {self.high:.4g})"
        cells = [self.verdict, slope, f"{self.expected:.4g}", f"{self.at_the_end:.4g}", self.why]
        return _tables.html(["verdict", "slope", "expected", "at the end", "why"], [cells])


def coordinate_check(
    sizes: Sequence[float],
    values: Numbers,
    /,
    *,
    expected: float = 0.0,
    tolerance: float = 0.1,
    confidence: float = 0.99,
    floor: float = 1e-6,
) -> CoordinateCheck:
    """Compare how measured activations or updates grow with the slope that theory expects.

    Source: pc, section 2.3 (desiderata 1 to 5): :func:`~depthlaws.parametrization.growth` gives
    expected slopes.
    ``sizes``: widths, depths or loops, each once. ``values`` are positive measurements (size,) or
    (seed, size): with three seeds or more the interval is Student's over the slopes of the seeds,
    otherwise (and where the seeds are copies of one run) over the residuals of the line.
    ``expected`` is the exponent. ``tolerance`` is the distance from it that does not matter.
    ``confidence`` is that of the interval. ``floor``: measurements at or below it are rounding
    noise of the trainer.
    Shapes: (size,) or (seed, size).
    Raises: ValueError for sizes or values that are not positive and finite, sizes that repeat,
        shapes that do not match, a tolerance that is not positive, a confidence outside (0, 1), a
        negative floor.

    >>> from depthlaws import parametrization
    >>> widths = [64, 256, 1024, 4096]
    >>> check = parametrization.coordinate_check(widths, [w**-0.5 for w in widths])
    >>> check.verdict, round(check.slope, 9)
    ('FAIL', -0.5)
    """
    x, table = _checked(sizes, values)
    _between("confidence", confidence, 0, 1)
    _between("tolerance", tolerance, 0, math.inf)
    if finite("floor", floor) < 0:
        msg = f"floor must not be negative, got {floor}"
        raise ValueError(msg)
    found = _slope(x, np.log(table), confidence)
    end = float(np.polyfit(x[-2:], np.log(table).mean(axis=0)[-2:], 1)[0])
    low, high, target = found[1], found[2], finite("expected", expected)
    verdict, why = _decide(x, table, low, high, (target - tolerance, target + tolerance), floor)
    if verdict == "NO POWER" and "across" in why:
        why += _advice(len(table), found, abs(abs(found[0] - target) - tolerance))
    return CoordinateCheck(verdict, *found, target, end, why)


def _checked(sizes: Sequence[float], values: Numbers) -> tuple[Array, Array]:
    n = np.atleast_1d(positive("sizes", sizes)).astype(float)
    table = np.atleast_2d(positive("values", values)).astype(float)
    if n.ndim != 1 or len(set(n)) != len(n) or len(n) < 2:
        msg = f"sizes must be two or more different numbers, got {list(n)}"
        raise ValueError(msg)
    if table.ndim != 2 or table.shape[1] != len(n):
        msg = f"values must be (size,) or (seed, size) with {len(n)} sizes, got {table.shape}"
        raise ValueError(msg)
    order = np.argsort(n)
    return np.log(n[order]), table[:, order]


def _between(name: str, value: float, low: float, high: float) -> None:
    if not low < finite(name, value) < high:
        msg = f"{name} must lie between {low} and {high}, got {value}"
        raise ValueError(msg)


def _slope(x: Array, y: Array, confidence: float) -> tuple[float, float, float]:
    """Slope of the rows against x and its interval: over the rows, or over the residuals."""
    slopes = (y - y.mean(axis=1, keepdims=True)) @ (x - x.mean()) / np.sum((x - x.mean()) ** 2)
    slope = float(slopes.mean())
    if len(y) >= LEAST_SIZES and np.ptp(slopes) > SAME:
        freedom, error = len(y) - 1, float(slopes.std(ddof=1)) / math.sqrt(len(y))
    elif len(x) >= LEAST_SIZES:
        mean = y.mean(axis=0)
        residuals = mean - mean.mean() - slope * (x - x.mean())
        freedom = len(x) - 2
        error = math.sqrt(np.sum(residuals**2) / freedom / np.sum((x - x.mean()) ** 2))
    else:
        return slope, -math.inf, math.inf
    half = float(special.stdtrit(freedom, (1 + confidence) / 2)) * error
    return slope, slope - half, slope + half


def _decide(
    x: Array, table: Array, low: float, high: float, band: tuple[float, float], floor: float
) -> tuple[Verdict, str]:
    allowed = f"{band[0]:.3g} to {band[1]:.3g}"
    if len(x) < LEAST_SIZES:
        return "NO POWER", f"{len(x)} sizes; a slope with an error needs {LEAST_SIZES}"
    if math.exp(x[-1] - x[0]) < LEAST_RANGE * (1 - 1e-12):
        return "NO POWER", f"sizes span a factor {math.exp(x[-1] - x[0]):.3g}, less than 4"
    if np.median(table) <= floor:
        return "NO POWER", f"values of {np.median(table):.2g} are rounding noise (floor {floor:g})"
    if band[0] <= low and high <= band[1]:
        return "PASS", f"the whole interval {low:.3g} to {high:.3g} lies in {allowed}"
    if high < band[0] or low > band[1]:
        return "FAIL", f"the whole interval {low:.3g} to {high:.3g} lies outside {allowed}"
    return "NO POWER", f"the interval {low:.3g} to {high:.3g} reaches across an end of {allowed}"


def _advice(seeds: int, found: tuple[float, float, float], needed: float) -> str:
    """How many runs would narrow the interval to the distance from the nearer end."""
    if seeds < LEAST_SIZES:
        return f"; {LEAST_SIZES} seeds or more would say how far slopes scatter"
    if not needed > 0:
        return ""
    wanted = math.ceil(seeds * max(1.0, (found[2] - found[0]) / needed) ** 2)
    return f"; about {wanted} seeds that scatter like these {seeds} would tell"
