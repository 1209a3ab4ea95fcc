"""Coordinate checks: does a measured size grow with the expected exponent, with a verdict.

The slope of log(size) against log(width, depth or loops) has a
confidence interval; PASS needs all of it within the tolerance of the expected slope, FAIL all of it
outside, and everything in between is NO POWER. So each wrong verdict, FAIL of a slope within the
tolerance and PASS of one outside, has at most half the probability that the interval misses.
Sizes need not follow one power: WARN replaces PASS and NO POWER where the slope between the two
largest sizes bends out of the tolerance. How far slopes scatter is told by :mod:`.slope_scatter`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from depthlaws.base import tables
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import finite, positive
from depthlaws.theory.numerics.types import Numbers
from depthlaws.theory.parametrization.slope_scatter import LogTable, Scatter, over_layers

__all__ = ["CoordinateCheck", "coordinate_check", "layer_checks"]

Verdict = Literal["PASS", "WARN", "FAIL", "NO POWER"]
MIN_SIZES = 3  # sizes for a slope with an error
MIN_RANGE = 4.0  # ratio of the largest size to the smallest
WARNING_ERRORS = 2.0  # standard errors by which the slope at the end lies outside
MAX_SEEDS = 10**6  # seeds that are advised
POWER_ERRORS = 0.84  # standard errors that a slope stays below in four of five cases


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
    pool: bool = True,
) -> CoordinateCheck:
    """Compare the growth of measured activations or updates with the exponent of theory.

    The interval is Student's. Its scatter is that of the seeds over all sizes, of one run that of
    its distances from a line. A slope at the end warns where it is outside the tolerance by two
    standard errors, and farther from the expected slope than the whole one by half a tolerance.

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
    pool : bool
        Whether levels, slopes and remainders of the seeds estimate one scatter where Bartlett's
        test cannot tell them apart (p > 0.01); otherwise the slopes of the seeds alone do.

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
    limits = _Limits(finite("expected", expected), tolerance, confidence, floor)
    table = _checked(sizes, positive("values", values), paired=True)
    if len(table.x) < 2:
        msg = f"sizes must be two or more different numbers, got {list(sizes)}"
        raise ValueError(msg)
    check = _judged(table, table.scatter(pool=pool), limits)
    rows = np.shape(values)
    if len(rows) == 2 and rows[0] == rows[1] >= MIN_SIZES:
        why = f"{check.why}; rows of the {rows[0]} x {rows[1]} table were read as seeds"
        return replace(check, why=why)
    return check


def layer_checks(
    tables: Mapping[str, tuple[Sequence[float], Numbers]],
    /,
    *,
    expected: float = 0.0,
    tolerance: float = 0.1,
    confidence: float = 0.99,
    floor: float = 1e-6,
    pool: bool = True,
    paired: bool = True,
) -> dict[str, CoordinateCheck]:
    """Check the growth of several layers of the same runs, whose scatter may be pooled.

    Parameters
    ----------
    tables : mapping of str to (sizes, values)
        Sizes (size,) and values (seed, size) of each layer, as of
        :func:`~depthlaws.parametrization.coordinate_check`; NaN for a missing cell.
    expected, tolerance, floor : float
        As of :func:`~depthlaws.parametrization.coordinate_check`.
    confidence : float
        Probability that all intervals cover their slopes.
    pool : bool
        Whether scatter is pooled over the sizes and the layers where Bartlett's test cannot tell
        their variances apart (p > 0.01); ``why`` says so.
    paired : bool
        Whether a row of values is one seed at all sizes; otherwise rows are repeats in any order,
        whose scatter at each size counts.

    Returns
    -------
    dict of str to CoordinateCheck
        Check of each layer. One or two sizes give NO POWER.

    Raises
    ------
    ValueError
        As :func:`~depthlaws.parametrization.coordinate_check`, for values that are not positive,
        and for a size without a value.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> layers = {f"block {i}": [1.0, 1.02 - 0.01 * i, 0.99 + 0.01 * i] for i in range(4)}
    >>> tables = {name: ([64, 128, 256], v) for name, v in layers.items()}
    >>> tables["head"] = ([64, 128, 256], [0.1484, 0.1215, 0.0975])
    >>> {c.verdict for c in parametrization.layer_checks(tables, pool=False).values()}
    {'NO POWER'}
    >>> parametrization.layer_checks(tables)["head"].verdict
    'FAIL'
    """
    each = 1 - (1 - _between("confidence", confidence, 0, 1)) / max(1, len(tables))  # Bonferroni
    limits = _Limits(finite("expected", expected), tolerance, each, floor)
    read = {name: _named(name, *table, paired=paired) for name, table in tables.items()}
    scatters = {name: table.scatter(pool=pool) for name, table in read.items()}
    if pool:
        scatters = over_layers(scatters)
    return {name: _judged(read[name], scatters[name], limits) for name in read}


@dataclass(frozen=True)
class _Limits:
    """Options of a check."""

    expected: float
    tolerance: float
    confidence: float
    floor: float

    def __post_init__(self) -> None:
        _between("confidence", self.confidence, 0, 1)
        _between("tolerance", self.tolerance, 0, math.inf)
        if finite("floor", self.floor) < 0:
            msg = f"floor must not be negative, got {self.floor}"
            raise ValueError(msg)

    @property
    def band(self) -> tuple[float, float]:
        """Slopes that are allowed."""
        return self.expected - self.tolerance, self.expected + self.tolerance


def _judged(table: LogTable, scatter: Scatter, limits: _Limits) -> CoordinateCheck:
    """Check of one layer, whose measurements scatter as given."""
    x, means, target = table.x, table.means, limits.expected
    if len(x) < 2:
        why = f"one size, {math.exp(x[0]):.6g}; a slope with an error needs {MIN_SIZES}"
        return CoordinateCheck("NO POWER", math.nan, -math.inf, math.inf, target, math.nan, why)
    slope, error = table.slope, table.error * math.sqrt(scatter.variance)
    half = math.inf
    if scatter.freedom > 0:
        half = float(special.stdtrit(scatter.freedom, (1 + limits.confidence) / 2)) * error
    end = float((means[-1] - means[-2]) / (x[-1] - x[-2]))
    verdict, why = _decide(table, slope - half, slope + half, limits)
    undecided = verdict == "NO POWER" and "across" in why
    if undecided:
        needed = abs(abs(slope - target) - limits.tolerance)
        why += _advice(table, scatter, needed, limits.confidence)
    elif verdict != "NO POWER":
        why += f" (scatter {math.sqrt(scatter.variance):.2g}: {_source(scatter)})"
    error_at_end = table.error_at_the_end * math.sqrt(scatter.variance)
    outside = abs(end - target) - limits.tolerance > WARNING_ERRORS * error_at_end
    bends = abs(end - target) - abs(slope - target) > limits.tolerance / 2
    if (undecided or verdict == "PASS") and outside and bends and scatter.freedom:
        low, high = limits.band
        bent = f"the slope between the two largest sizes, {end:.3g}, lies outside"
        verdict, why = "WARN", f"{bent} {low:.3g} to {high:.3g}: add larger sizes; {why}"
    return CoordinateCheck(verdict, slope, slope - half, slope + half, target, end, why)


def _source(scatter: Scatter) -> str:
    """Origin of a scatter in words."""
    layers = f", pooled over {scatter.layers} layers" if scatter.layers > 1 else ""
    return f"{scatter.parts}{layers}"


def _named(name: str, sizes: Sequence[float], values: Numbers, *, paired: bool) -> LogTable:
    """Table of one layer, with its name in an error."""
    try:
        known = np.asarray(values, dtype=float)
        positive("values", known[~np.isnan(known)])
        return _checked(sizes, known, paired=paired)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _checked(sizes: Sequence[float], values: Numbers, *, paired: bool) -> LogTable:
    n = np.atleast_1d(positive("sizes", sizes)).astype(float)
    table = np.atleast_2d(np.asarray(values, dtype=float))
    if n.ndim != 1 or len(set(n)) != len(n):
        msg = f"sizes must be different numbers, got {list(n)}"
        raise ValueError(msg)
    if table.ndim == 2 and len(table) == len(n) != table.shape[1]:
        msg = f"values must be (seed, size), got {table.shape} for {len(n)} sizes: transpose them"
        raise ValueError(msg)
    if table.ndim != 2 or table.shape[1] != len(n):
        msg = f"values must be (size,) or (seed, size) with {len(n)} sizes, got {table.shape}"
        raise ValueError(msg)
    if empty := [
        f"{size:g}" for size, full in zip(n, np.isfinite(table).T, strict=True) if not full.any()
    ]:
        msg = f"no value at size {', '.join(empty)}: leave these sizes out"
        raise ValueError(msg)
    order = np.argsort(n)
    return LogTable(np.log(n[order]), np.log(table[:, order]), paired)


def _between(name: str, value: float, low: float, high: float) -> float:
    if not low < finite(name, value) < high:
        msg = f"{name} must lie between {low} and {high}, got {value}"
        raise ValueError(msg)
    return value


def _decide(table: LogTable, low: float, high: float, limits: _Limits) -> tuple[Verdict, str]:
    x, band = table.x, limits.band
    allowed = f"{band[0]:.3g} to {band[1]:.3g}"
    if len(x) < MIN_SIZES:
        return "NO POWER", f"{len(x)} sizes; a slope with an error needs {MIN_SIZES}"
    if x[-1] - x[0] < math.log(MIN_RANGE) - 1e-12:
        return "NO POWER", f"sizes span a factor {math.exp(x[-1] - x[0]):.3g}, less than 4"
    median = math.exp(float(np.nanmedian(table.y)))
    if median <= limits.floor:
        return "NO POWER", f"values of {median:.2g} are rounding noise (floor {limits.floor:g})"
    if band[0] <= low and high <= band[1]:
        return "PASS", f"the whole interval {low:.3g} to {high:.3g} lies in {allowed}"
    if high < band[0] or low > band[1]:
        return "FAIL", f"the whole interval {low:.3g} to {high:.3g} lies outside {allowed}"
    return "NO POWER", f"the interval {low:.3g} to {high:.3g} reaches across an end of {allowed}"


def _advice(table: LogTable, scatter: Scatter, needed: float, confidence: float) -> str:
    """Number of seeds that would tell in four of five cases, if the slope is the one found.

    Both Student's factor t(n) and the error s(n) of the slope fall with the number n of seeds; the
    number solves (t(n) + 0.84) s(n) = needed.
    """
    if not needed > 0:
        return ""
    seeds = table.seeds
    error = table.error * math.sqrt(scatter.variance * seeds)  # of one seed
    each = scatter.freedom / (seeds - 1) if seeds > 1 else scatter.layers * len(table.x)

    def enough(n: int) -> bool:
        factor = float(special.stdtrit(each * (n - 1), (1 + confidence) / 2)) + POWER_ERRORS
        return factor * error / math.sqrt(n) <= needed

    low, high = max(1, seeds), max(2, seeds + 1)
    while not enough(high):
        if high >= MAX_SEEDS:
            return f"; more than {MAX_SEEDS} seeds would be needed: add larger sizes instead"
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    alike = f"like these {seeds}" if seeds > 1 else "like the distances from a line here"
    return f"; about {high} seeds that scatter {alike} would tell"
