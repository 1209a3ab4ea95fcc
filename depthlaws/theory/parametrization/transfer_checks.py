"""Transfer checks: does the best learning rate of a sweep stay where a law says, with a verdict.

Best rates of several sizes (:mod:`.rate_optimum`) are fitted by a power of the size
(:mod:`.rate_drift`). As in a coordinate check, PASS needs the whole interval of the exponent within
the tolerance of the expected one, FAIL all of it outside, and everything else is NO POWER.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from depthlaws.base import tables
from depthlaws.theory.numerics.arguments import finite, positive, reals
from depthlaws.theory.numerics.types import Array, Numbers
from depthlaws.theory.parametrization.rate_drift import MIN_SIZES, Located, drift_of, locate
from depthlaws.theory.parametrization.rate_optimum import Optimum, Sweep

__all__ = ["TransferCheck", "transfer_check"]

MAX_SQUARABLE = 1e150  # magnitude below which the square of a loss is a finite double
STRAY = 1e4  # loss over the median from which it may be a mark of a diverged run
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
        For sizes or rates that are not positive and finite, losses above 1e150 or all below 1e-150,
        arguments of different lengths, runs that repeat with their seed, one size, a size with one
        rate, and a tolerance, confidence or diverged_above outside of its range.

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
    located = locate(sweeps, confidence)
    optima = tuple(_optimum(sweep, located, sweeps, target) for sweep in sweeps)
    drift, low, high = drift_of(located, confidence)
    verdict, why = _decide(sweeps, (drift, low, high), (target - tolerance, target + tolerance))
    if verdict == "NO POWER":
        why += _stray(losses, diverged_above)
    return TransferCheck(verdict, drift, low, high, target, optima, why)


def _stray(losses: Any, diverged_above: float) -> str:
    """Return advice where some loss is so large that it may stand for a diverged run, or ""."""
    size = np.abs(np.ravel(reals("losses", losses)))
    size = size[np.isfinite(size) & (size <= diverged_above)]
    if not len(size) or size.max() <= STRAY * np.median(size):
        return ""
    return (
        f"; the largest loss, {size.max():g}, is far above the others: if it stands for a diverged "
        "run, write nan or give diverged_above"
    )


def _between(name: str, value: float, low: float, high: float) -> None:
    if not low < finite(name, value) < high:
        msg = f"{name} must lie between {low} and {high}, got {value}"
        raise ValueError(msg)


def _sweeps(sizes: Any, rates: Any, losses: Any, seeds: Any, diverged_above: float) -> list[Sweep]:
    n, rate = (np.atleast_1d(positive(*a)) for a in (("sizes", sizes), ("rates", rates)))
    loss = np.atleast_1d(reals("losses", losses)).copy()
    if isinstance(diverged_above, bool) or not diverged_above > -math.inf:
        msg = f"diverged_above must be a loss or infinite, got {diverged_above}: leave it out to "
        raise ValueError(msg + "keep every loss")
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
    top = float(np.max(np.abs(loss), where=np.isfinite(loss), initial=0))
    if top and not 1 / MAX_SQUARABLE < top < MAX_SQUARABLE:
        msg = (
            f"the largest loss must be between {1 / MAX_SQUARABLE:g} and {MAX_SQUARABLE:g} in "
            f"size, got {top:g}: write nan for a diverged run, or give diverged_above"
        )
        raise ValueError(msg)
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
