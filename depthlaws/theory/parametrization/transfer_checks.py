"""Transfer checks: does the best learning rate of a sweep stay where a law says, with a verdict.

Best rates of several sizes (:mod:`.rate_optimum`) are fitted by a power of the size, weighted by
their errors. As in a coordinate check, PASS needs the whole interval of the exponent within the
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
from depthlaws.theory.parametrization.rate_optimum import Optimum, Parabola, Sweep

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
    def rows(self) -> list[dict[str, str]]:
        """Rows of the table of sizes, as text."""
        return [_row(optimum) for optimum in self.optima]

    def _repr_html_(self) -> str:
        drift = f"{self.drift:.4g} ({self.low:.4g} to {self.high:.4g})"
        head = tables.html(["verdict", "drift", "why"], [[self.verdict, drift, self.why]])
        rows = self.rows
        return head + tables.html(list(rows[0]), [list(row.values()) for row in rows])


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

    One entry of each argument is one run. With one seed the scatter is pooled over the sizes. The
    errors of the fitted exponent grow where the best rates of three sizes or more scatter farther
    from a power than their own errors say.

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
        Seed of each run; left out, one run for each size and rate.
    expected : float
        Exponent of the best rate as a power of the size, under the law.
    tolerance : float
        Distance from the expected exponent that does not matter, positive.
    confidence : float
        Probability that an interval covers its number, between 0 and 1.
    diverged_above : float
        Loss above which a run counts as diverged.

    Returns
    -------
    TransferCheck
        Verdict PASS, FAIL or NO POWER, the exponent, and the best rate at every size with its
        interval, the loss paid there by the rate of the smallest size, and the diverged runs.

    Raises
    ------
    ValueError
        For sizes or rates that are not positive and finite, arguments of different lengths, runs
        that repeat, one size, a size with one rate, and a tolerance or confidence outside of its
        range.

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
    seed = np.zeros(len(n), int) if seeds is None else np.array([str(s) for s in seeds])
    lengths = {"sizes": n.shape, "rates": rate.shape, "losses": loss.shape, "seeds": seed.shape}
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
    if len(set(zip(n.tolist(), rate.tolist(), seed.tolist(), strict=True))) < len(n):
        msg = "a size, rate and seed repeat: give each run of the same size and rate its own seed"
        raise ValueError(msg)
    sweeps = []
    for size in np.unique(n):
        here = n == size
        if len(np.unique(rate[here])) < 2:
            msg = f"size {size:g} has one rate, {rate[here][0]:g}: sweep three rates or more"
            raise ValueError(msg)
        sweeps.append(_distinct(float(size), np.log2(rate[here]), loss[here], seed[here]))
    return sweeps


def _distinct(size: float, x: Array, loss: Array, seed: np.ndarray) -> Sweep:
    """Sweep without seeds that are copies of another, which would count scatter as none."""
    runs: dict[Any, Any] = {}
    for name in np.unique(seed):
        at = np.flatnonzero(seed == name)
        at = at[np.argsort(x[at])]
        runs.setdefault((x[at].tobytes(), loss[at].tobytes()), at)
    kept = np.concatenate([*runs.values()])
    return Sweep(size, x[kept], loss[kept], seed[kept])


class Located(NamedTuple):
    """Best rate of a sweep as log2(rate), with its error, degrees of freedom and interval."""

    vertex: float
    error: float
    freedom: int
    low: float
    high: float


def _locate(sweeps: Sequence[Sweep], confidence: float) -> dict[float, Located]:
    """Best rates by size; sets ``why`` where there is none."""
    single = all(len(np.unique(sweep.seeds)) == 1 for sweep in sweeps)
    fits = {sweep.size: sweep.fit for sweep in sweeps if sweep.fit is not None}
    located = {}
    for sweep in sweeps:
        if (fit := sweep.fit) is None:
            continue
        pooled: Sequence[Parabola] = [*fits.values()] if single else [fit]
        freedom = sum(other.freedom for other in pooled)
        variance = sum(other.squares for other in pooled) / max(1, freedom)
        low, high = fit.interval(variance, freedom, confidence)
        a, b = (f"{2**end:.3g}" for end in fit.ends)
        if freedom < 1:
            sweep.why = "as many runs as the parabola has numbers: sweep more rates or seeds"
        elif not fit.ends[0] < low <= high < fit.ends[1]:
            sweep.why = f"the scatter hides the best rate between {a} and {b}: add seeds or rates"
        else:
            error = (high - low) / 2 / float(special.stdtrit(freedom, (1 + confidence) / 2))
            located[sweep.size] = Located(fit.vertex, error, freedom, low, high)
    return located


def _drift(located: Mapping[float, Located], confidence: float) -> tuple[float, float, float]:
    """Exponent of the best rates as a power of the size, and its interval."""
    if len(located) < MIN_SIZES:
        return math.nan, -math.inf, math.inf
    x = np.log2([*located])
    y, error, freedom = np.array([best[:3] for best in located.values()]).T
    error = np.maximum(error, 1e-12)  # a parabola that fits exactly
    weight = error**-2.0
    x = x - np.sum(weight * x) / np.sum(weight)
    effect = weight * x / np.sum(weight * x**2)  # of each best rate on the exponent
    drift = float(effect @ y)
    parts = (effect * error) ** 2
    degrees = parts.sum() ** 2 / np.sum(parts**2 / freedom)  # Welch and Satterthwaite
    level = np.sum(weight * y) / np.sum(weight)
    scatter = np.sum(weight * (y - level - drift * x) ** 2) / max(1, len(x) - MIN_SIZES)
    half = math.sqrt(float(parts.sum()) * max(1.0, float(scatter) * (len(x) > MIN_SIZES)))
    half *= float(special.stdtrit(degrees, (1 + confidence) / 2))
    return drift, drift - half, drift + half


def _optimum(
    sweep: Sweep, located: Mapping[float, Located], sweeps: Sequence[Sweep], expected: float
) -> Optimum:
    at = located.get(sweep.size, Located(math.nan, math.nan, 0, math.nan, math.nan))
    paid = (math.nan,) * 3
    first = next((other for other in sweeps if not other.why), sweep)
    if not sweep.why:
        paid = _paid(sweep, at, first, located[first.size], expected)
    swept = len(sweep.rates) > 0
    least = float(sweep.means.min()) if swept else math.inf
    return Optimum(
        size=sweep.size,
        rate=2**at.vertex,
        low=2**at.low,
        high=2**at.high,
        loss=least if sweep.why or sweep.fit is None else sweep.fit.least,
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


def _row(optimum: Optimum) -> dict[str, str]:
    unknown = "not located"
    located = not optimum.why
    paid = f"{optimum.paid:.3g} ({optimum.paid_low:.2g} to {optimum.paid_high:.2g})"
    marks = f"{optimum.diverged} from rate {optimum.diverged_from:.3g}"
    return {
        "size": f"{optimum.size:g}",
        "best rate": f"{optimum.rate:.3g}" if located else unknown,
        "interval": f"{optimum.low:.3g} to {optimum.high:.3g}" if located else "",
        "best swept": f"{optimum.best_swept:.3g}",
        "loss": f"{optimum.loss:.5g}",
        "paid": paid if located and optimum.paid == optimum.paid else "",
        "diverged": marks if optimum.diverged else "0",
    }
