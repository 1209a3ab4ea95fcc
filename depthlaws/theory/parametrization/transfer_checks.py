"""Transfer checks: does the best learning rate of a sweep stay where a law says, with a verdict.

Best rates of several sizes (:mod:`.rate_optimum`) are fitted by a power of the size, weighted by
their errors, with one shape of the loss for all sizes: an error of the shape then moves all best
rates alike, and not their drift. The interval of the drift holds the drifts of all shapes that fit
the sweeps about as well as the best one. As in a coordinate check, PASS needs the whole interval of the exponent within the
tolerance of the expected one, FAIL all of it outside, and everything else is NO POWER.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np

from depthlaws.base import tables
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import finite, positive, reals
from depthlaws.theory.numerics.types import Array, Numbers
from depthlaws.theory.parametrization.rate_optimum import (
    CURVE_NUMBERS,
    CurveFit,
    Optimum,
    Sweep,
)

__all__ = ["TransferCheck", "transfer_check"]

MIN_SIZES = 2  # sizes with a located optimum, for an exponent
PAID_POINTS = 41  # rates in an interval at which the loss paid is evaluated


@dataclass(frozen=True, slots=True)
class TransferCheck:
    """Verdict on the transfer of a learning rate, with the best rate at every size.

    Attributes
    ----------
    verdict : {"PASS", "FAIL", "NO POWER"}
        Exponent within the tolerance, outside of it, or undecided.
    drift, low, high : float
        Exponent of the best rate as a power of the size, and its interval.
    expected : float
        Expected exponent.
    optima : tuple of Optimum
        Best rate at every size, the smallest first.
    why : str
        Reason for the verdict.

    Examples
    --------
    >>> from depthlaws import parametrization
    >>> n, rates = [64] * 5 + [256] * 5, [1, 2, 4, 8, 16] * 2
    >>> losses = [9.01, 3.99, 1.01, 0.0, 0.99] + [4.01, 0.99, 0.0, 1.01, 3.99]
    >>> check = parametrization.transfer_check(n, rates, losses)
    >>> check.verdict, round(check.drift, 1)
    ('FAIL', -0.5)
    """

    verdict: Literal["PASS", "FAIL", "NO POWER"]
    drift: float
    low: float
    high: float
    expected: float
    optima: tuple[Optimum, ...]
    why: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Rows of the table of sizes, as numbers; see :class:`Optimum` for their meaning.

        ``interval`` and ``paid_interval`` are pairs (low, high); numbers that are not known are
        NaN, and ``why`` says the reason.
        """
        return [
            {
                "size": best.size,
                "best_rate": best.rate,
                "interval": (best.low, best.high),
                "best_swept": best.best_swept,
                "loss": best.loss,
                "lowest_mean": best.lowest_mean,
                "paid": best.paid,
                "paid_interval": (best.paid_low, best.paid_high),
                "diverged": best.diverged,
                "diverged_from": best.diverged_from,
                "why": best.why,
            }
            for best in self.optima
        ]

    def _repr_html_(self) -> str:
        drift = f"{self.drift:.4g} ({self.low:.4g} to {self.high:.4g})"
        head = tables.html(["verdict", "drift", "why"], [[self.verdict, drift, self.why]])
        cells = [[_text(value) for value in row.values()] for row in self.rows]
        return head + tables.html([name.replace("_", " ") for name in self.rows[0]], cells)


def _text(value: Any) -> str:
    """Text of a cell of the table of sizes: digits that a reader needs."""
    if isinstance(value, tuple):
        return " to ".join(map(_text, value))
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def transfer_check(
    sizes: Sequence[float],
    rates: Sequence[float],
    losses: Numbers,
    /,
    *,
    seeds: Sequence[Any] | None = None,
    expected: float = 0.0,
    tolerance: float = 0.2,
    confidence: float = 0.95,
    diverged_above: float = math.inf,
) -> TransferCheck:
    """Compare best learning rates of sweeps at several sizes with the exponent of a law.

    One entry of each argument is one run. With one run at each size and rate the scatter is that
    around curves of one shape at all sizes. The errors of the fitted exponent grow where the best
    rates of three sizes or more scatter farther from a power than their own errors say.

    Parameters
    ----------
    sizes : sequence of float
        Width, depth or loops of each run, positive; two sizes or more.
    rates : sequence of float
        Learning rate of each run, positive: as a law moves it, expected is its exponent, usually 0
        for the rate of the tuned model.
    losses : array (run,)
        Final loss of each run; NaN or infinite where it diverged.
    seeds : sequence or None
        Seed of each run, which may have a level of its own at each size; left out, runs of the same
        size and rate are repeats without such levels.
    expected : float
        Exponent of the best rate as a power of the size, under the law.
    tolerance : float
        Distance from the expected exponent that does not matter, positive.
    confidence : float
        Probability that an interval covers its number, between 0 and 1.
    diverged_above : float
        Loss above which a run counts as diverged; a number or infinite, not NaN.

    Returns
    -------
    TransferCheck
        Verdict PASS, FAIL or NO POWER, the exponent, and the best rate at every size with its
        interval, the loss paid there by the rate of the smallest size, and the diverged runs.

    Raises
    ------
    ValueError
        For sizes or rates that are not positive and finite, arguments of different lengths, runs
        that repeat with their seed, one size, a size with one rate, and a tolerance, confidence or
        diverged_above outside of its range.

    References
    ----------
    Source: ammup, section E.4 (direct zero-shot transfer of the learning rate).

    Examples
    --------
    >>> import numpy as np
    >>> from depthlaws import parametrization
    >>> grid = np.meshgrid([64, 256, 1024], 2.0 ** np.arange(5), [0, 1])
    >>> n, rates, seeds = (values.ravel() for values in grid)
    >>> losses = np.log2(rates / 4) ** 2 + np.random.default_rng(0).normal(size=n.size) / 100
    >>> check = parametrization.transfer_check(n, rates, losses, seeds=seeds)
    >>> check.verdict, abs(check.drift) < 0.02
    ('PASS', True)
    """
    _between("tolerance", tolerance, 0, math.inf)
    _between("confidence", confidence, 0, 1)
    target = finite("expected", expected)
    sweeps = _sweeps(sizes, rates, losses, seeds, diverged_above)
    located = _locate(sweeps, confidence)
    optima = tuple(_optimum(sweep, located, sweeps, target) for sweep in sweeps)
    drift, low, high = _drift(located, confidence)
    verdict, why = _decide(sweeps, (drift, low, high), (target - tolerance, target + tolerance))
    return TransferCheck(verdict, drift, low, high, target, optima, why)


def _between(name: str, value: float, low: float, high: float) -> None:
    if not low < finite(name, value) < high:
        msg = f"{name} must lie between {low} and {high}, got {value}"
        raise ValueError(msg)


def _sweeps(sizes: Any, rates: Any, losses: Any, seeds: Any, diverged_above: float) -> list[Sweep]:
    n, rate = (np.atleast_1d(positive(*a)) for a in (("sizes", sizes), ("rates", rates)))
    loss = np.atleast_1d(reals("losses", losses)).copy()
    if math.isnan(diverged_above):
        msg = "diverged_above must be a loss or infinite, got nan: leave it out to keep every loss"
        raise ValueError(msg)
    seed = None if seeds is None else np.array([str(s) for s in seeds])
    lengths = {"sizes": n.shape, "rates": rate.shape, "losses": loss.shape}
    if seed is not None:
        lengths["seeds"] = seed.shape
    if len(set(lengths.values())) > 1 or n.ndim != 1:
        msg = f"all arguments need one entry a run, got the shapes {lengths}"
        raise ValueError(msg)
    if np.isneginf(loss).any():
        msg = "losses must not be -inf; write nan for a diverged run"
        raise ValueError(msg)
    loss[loss > diverged_above] = math.inf
    if len(np.unique(n)) < MIN_SIZES:
        msg = f"sizes has one value, {n[0]:g}: a drift needs sweeps at two sizes or more"
        raise ValueError(msg)
    if seed is not None and len({*zip(n.tolist(), rate.tolist(), seed, strict=True)}) < len(n):
        msg = "a size, rate and seed repeat: give each run of the same size and rate its own seed"
        raise ValueError(msg)
    sweeps = []
    for size in np.unique(n):
        here = n == size
        if len(np.unique(rate[here])) < 2:
            msg = f"size {size:g} has one rate, {rate[here][0]:g}: sweep three rates or more"
            raise ValueError(msg)
        names = None if seed is None else seed[here]
        sweeps.append(_distinct(float(size), np.log2(rate[here]), loss[here], names))
    return sweeps


def _distinct(size: float, x: Array, loss: Array, seed: np.ndarray | None) -> Sweep:
    """Sweep without runs that are copies of another, which would count scatter as none."""
    runs: dict[Any, Any] = {}
    if seed is None:
        for i, run in enumerate(zip(x.tolist(), loss.tolist(), strict=True)):
            runs.setdefault(run if math.isfinite(run[1]) else (i,), [i])
    else:
        for name in np.unique(seed):
            at = np.flatnonzero(seed == name)
            at = at[np.argsort(x[at])]
            runs.setdefault((x[at].tobytes(), loss[at].tobytes()), at)
    kept = np.concatenate([*runs.values()])
    return Sweep(size, x[kept], loss[kept], np.zeros(len(kept)) if seed is None else seed[kept])


class Located(NamedTuple):
    """Best rate of a sweep as log2(rate), its interval, and the fit, whose runs scatter by t."""

    vertex: float
    low: float
    high: float
    fit: CurveFit
    freedom: int


def _locate(sweeps: Sequence[Sweep], confidence: float) -> dict[float, Located]:
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
            located[sweep.size] = Located(fit.vertex, low, high, fit, freedom)
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


def _drift(located: Mapping[float, Located], confidence: float) -> tuple[float, float, float]:
    """Exponent of the best rates as a power of the size, and its interval."""
    unknown = math.nan, -math.inf, math.inf
    if len(located) < MIN_SIZES:
        return unknown
    x, best = np.log2([*located]), [*located.values()]
    freedom = np.array([one.freedom for one in best], dtype=float)
    together = np.sum([one.fit.squares.min(axis=1) for one in best], axis=0)
    worse = together - together.min()
    crit = _student(float(freedom.sum()), confidence) ** 2
    apart = sum(one.fit.least_squares for one in best)
    if together.min() - apart > crit * len(best):  # no shape fits all sizes: each has its own
        places = np.array([one.vertex for one in best])
        errors = np.array([(o.high - o.low) / 2 / _student(o.freedom, confidence) for o in best])
        drift, low, high = _power(x, places, errors, freedom, confidence)
        return float(drift), float(low), float(high)
    fitting = np.flatnonzero(worse <= crit)
    places, seconds = np.array([one.fit.lowest(fitting) for one in best]).swapaxes(0, 1)
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


def _optimum(
    sweep: Sweep, located: Mapping[float, Located], sweeps: Sequence[Sweep], expected: float
) -> Optimum:
    paid = rate = (math.nan,) * 3
    first = next((other for other in sweeps if not other.why), sweep)
    if at := located.get(sweep.size):
        rate = 2**at.vertex, 2**at.low, 2**at.high
        paid = _paid(sweep, at, first, located[first.size], expected)
    swept = len(sweep.rates) > 0
    least = float(sweep.means.min()) if swept else math.inf
    return Optimum(
        size=sweep.size,
        rate=rate[0],
        low=rate[1],
        high=rate[2],
        loss=least if at is None else at.fit.least,
        lowest_mean=least,
        paid=paid[0],
        paid_low=paid[1],
        paid_high=paid[2],
        best_swept=2 ** float(sweep.rates[sweep.best]) if swept else math.nan,
        diverged=sweep.diverged,
        diverged_from=2**sweep.ceiling,
        why=sweep.why,
    )


def _paid(
    sweep: Sweep, at: Located, first: Sweep, tuned: Located, expected: float
) -> tuple[float, float, float]:
    """Loss paid by the best rate of the first size, with its interval; NaN beyond the rates."""
    if first is sweep:
        return 0.0, 0.0, 0.0
    moved = tuned.vertex + expected * math.log2(sweep.size / first.size)
    half = math.hypot(tuned.high - tuned.low, at.high - at.low) / 2
    nearest = min(max(at.vertex, moved - half), moved + half)
    points = [moved, nearest, *np.linspace(moved - half, moved + half, PAID_POINTS)]
    values = [sweep.excess(float(x)) for x in points]
    if np.isnan(values).any():
        return math.nan, math.nan, math.nan
    return values[0], min(values), max(values)


def _decide(
    sweeps: Sequence[Sweep], interval: tuple[float, float, float], band: tuple[float, float]
) -> tuple[Literal["PASS", "FAIL", "NO POWER"], str]:
    _, low, high = interval
    missing = [f"size {sweep.size:g}: {sweep.why}" for sweep in sweeps if sweep.why]
    if len(sweeps) - len(missing) < MIN_SIZES:
        return "NO POWER", f"fewer than two sizes have a located best rate; {'; '.join(missing)}"
    allowed, measured = (f"{a:.3g} to {b:.3g}" for a, b in (band, (low, high)))
    beside = "".join(f"; {sentence}" for sentence in missing)
    if high < band[0] or low > band[1]:
        return "FAIL", f"the whole interval {measured} lies outside {allowed}{beside}"
    if not (band[0] <= low and high <= band[1]):
        advice = "add seeds, rates near the best ones, or sizes farther apart"
        why = f"the interval {measured} reaches across an end of {allowed}: {advice}"
        return "NO POWER", why + beside
    if missing:
        return (
            "NO POWER",
            f"the interval {measured} lies in {allowed}, but not all are located{beside}",
        )
    return "PASS", f"the whole interval {measured} lies in {allowed}"

