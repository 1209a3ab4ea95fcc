"""Coordinate checks: does a measured size grow with the expected exponent, with a verdict.

The slope of log(size) against log(width, depth or loops) has a
confidence interval; PASS needs all of it within the tolerance of the expected slope, FAIL all of it
outside, and everything in between is NO POWER. So each wrong verdict, FAIL of a slope within the
tolerance and PASS of one outside, has at most half the probability that the interval misses.
Sizes need not follow one power: WARN replaces PASS and NO POWER where the slope between the two
largest sizes bends out of the tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from depthlaws.base import tables
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import finite, positive
from depthlaws.theory.numerics.types import Array, Numbers

__all__ = ["CoordinateCheck", "coordinate_check"]

Verdict = Literal["PASS", "WARN", "FAIL", "NO POWER"]
MIN_SIZES = 3  # sizes, or seeds, for a slope with an error
MIN_RANGE = 4.0  # ratio of the largest size to the smallest
WARNING_ERRORS = 2.0  # standard errors by which the slope at the end lies outside
IDENTICAL_SLOPES = 1e-12  # range of the slopes of runs that are copies of one


@dataclass(frozen=True, slots=True)
class CoordinateCheck:
    """Verdict of a check, with the slope that decides it.

    Attributes
    ----------
    verdict : {"PASS", "WARN", "FAIL", "NO POWER"}
        Slope within the tolerance; not outside, but bending out of it at the largest sizes; outside
        of it; or undecided.
    slope, low, high : float
        Measured exponent and the ends of its confidence interval.
    expected : float
        Expected exponent.
    at_the_end : float
        Slope between the two largest sizes, where effects of small sizes are weakest; decides WARN.
    why : str
        Reason for the verdict.

    Examples
    --------
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
        return tables.html(["verdict", "slope", "expected", "at the end", "why"], [cells])


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
    """Compare the growth of measured activations or updates with the exponent of theory.

    With three seeds or more the interval is Student's over the slopes of the seeds; otherwise, and
    where the seeds are copies of one run, over the residuals of the fitted line. A slope at the end
    warns where it is outside the tolerance by two standard errors, and farther from the expected
    slope than the whole one by half a tolerance.

    Parameters
    ----------
    sizes : sequence of float
        Widths, depths or loops, positive and each once; three or more, over a factor of 4.
    values : array (size,) or (seed, size)
        Positive measurements at each size. A square table is read as a row a seed, and ``why`` says
        so.
    expected : float
        Exponent of theory, as :func:`~depthlaws.parametrization.growth` gives it.
    tolerance : float
        Distance from the expected exponent that does not matter, positive.
    confidence : float
        Probability that the interval covers the slope, between 0 and 1.
    floor : float
        Largest median that counts as rounding noise of the trainer, at least 0.

    Returns
    -------
    CoordinateCheck
        Verdict PASS, WARN, FAIL or NO POWER, with the slope and its interval.

    Raises
    ------
    ValueError
        For sizes or values that are not positive and finite, sizes that repeat, shapes that do not
        match, and a tolerance, confidence or floor outside its range.

    References
    ----------
    Source: pc, section 2.3 (desiderata 1 to 5).

    Examples
    --------
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
    target = finite("expected", expected)
    slope, low, high = _slope(x, np.log(table), confidence)
    end, error = _end(x, np.log(table))
    verdict, why = _decide(x, table, low, high, (target - tolerance, target + tolerance), floor)
    undecided = verdict == "NO POWER" and "across" in why
    if undecided:
        why += _advice(len(table), high - slope, abs(abs(slope - target) - tolerance))
    outside = abs(end - target) - tolerance > WARNING_ERRORS * error
    bends = abs(end - target) - abs(slope - target) > tolerance / 2
    if (undecided or verdict == "PASS") and outside and bends:
        verdict, bent = "WARN", f"the slope between the two largest sizes, {end:.3g}, lies outside"
        why = (
            f"{bent} {target - tolerance:.3g} to {target + tolerance:.3g}: add larger sizes; {why}"
        )
    if len(table) == len(x) >= MIN_SIZES:
        why += f"; rows of the {len(x)} x {len(x)} table were read as seeds"
    return CoordinateCheck(verdict, slope, low, high, target, end, why)


def _checked(sizes: Sequence[float], values: Numbers) -> tuple[Array, Array]:
    n = np.atleast_1d(positive("sizes", sizes)).astype(float)
    table = np.atleast_2d(positive("values", values)).astype(float)
    if n.ndim != 1 or len(set(n)) != len(n) or len(n) < 2:
        msg = f"sizes must be two or more different numbers, got {list(n)}"
        raise ValueError(msg)
    if table.ndim == 2 and len(table) == len(n) != table.shape[1]:
        msg = f"values must be (seed, size), got {table.shape} for {len(n)} sizes: transpose them"
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
    if len(y) >= MIN_SIZES and np.ptp(slopes) > IDENTICAL_SLOPES:
        freedom, error = len(y) - 1, float(slopes.std(ddof=1)) / math.sqrt(len(y))
    elif len(x) >= MIN_SIZES:
        mean = y.mean(axis=0)
        residuals = mean - mean.mean() - slope * (x - x.mean())
        freedom = len(x) - 2
        error = math.sqrt(np.sum(residuals**2) / freedom / np.sum((x - x.mean()) ** 2))
    else:
        return slope, -math.inf, math.inf
    half = float(special.stdtrit(freedom, (1 + confidence) / 2)) * error
    return slope, slope - half, slope + half


def _end(x: Array, y: Array) -> tuple[float, float]:
    """Slope between the two largest sizes, and its standard error: over the rows, or residuals."""
    slopes, apart = (y[:, -1] - y[:, -2]) / (x[-1] - x[-2]), x[-1] - x[-2]
    if len(y) >= MIN_SIZES and np.ptp(slopes) > IDENTICAL_SLOPES:
        return float(slopes.mean()), float(slopes.std(ddof=1)) / math.sqrt(len(y))
    if len(x) < MIN_SIZES:
        return float(slopes.mean()), math.inf
    residuals = y.mean(axis=0) - np.polyval(np.polyfit(x, y.mean(axis=0), 1), x)
    error = math.sqrt(2 * float(np.sum(residuals**2)) / (len(x) - 2)) / float(apart)
    return float(slopes.mean()), error


def _decide(
    x: Array, table: Array, low: float, high: float, band: tuple[float, float], floor: float
) -> tuple[Verdict, str]:
    allowed = f"{band[0]:.3g} to {band[1]:.3g}"
    if len(x) < MIN_SIZES:
        return "NO POWER", f"{len(x)} sizes; a slope with an error needs {MIN_SIZES}"
    if math.exp(x[-1] - x[0]) < MIN_RANGE * (1 - 1e-12):
        return "NO POWER", f"sizes span a factor {math.exp(x[-1] - x[0]):.3g}, less than 4"
    if np.median(table) <= floor:
        return "NO POWER", f"values of {np.median(table):.2g} are rounding noise (floor {floor:g})"
    if band[0] <= low and high <= band[1]:
        return "PASS", f"the whole interval {low:.3g} to {high:.3g} lies in {allowed}"
    if high < band[0] or low > band[1]:
        return "FAIL", f"the whole interval {low:.3g} to {high:.3g} lies outside {allowed}"
    return "NO POWER", f"the interval {low:.3g} to {high:.3g} reaches across an end of {allowed}"


def _advice(seeds: int, half: float, needed: float) -> str:
    """Number of seeds that narrow half of the interval to what is needed, in words."""
    if seeds < MIN_SIZES:
        return f"; {MIN_SIZES} seeds or more would say how far slopes scatter"
    if not needed > 0:
        return ""
    enough = math.ceil(seeds * max(1.0, half / needed) ** 2)
    return f"; about {enough} seeds that scatter like these {seeds} would tell"
