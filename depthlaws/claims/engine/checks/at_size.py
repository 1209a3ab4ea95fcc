"""A quantity that a paper states for large networks, measured in small ones that stand in."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from scipy import special

from depthlaws.claims.engine.records import Context, Evidence, Verdict

__all__ = ["AtSize"]

ALARM = 1e-6  # probability that an interval misses its number, the same for every stand-in
MOST_NETWORKS = 10**6  # above which no number of networks is named
Forecast = float | tuple[float, float] | None  # a number, or the ends of a range


@dataclass(frozen=True)
class AtSize:
    """Interval of a mean over small networks against our band for what a paper says of large ones.

    ``measured()`` returns the quantity for each network, (sample,); ``low`` and ``high`` are the
    ends of the band, which the reading of the claim derives from the paper's sentence. SUPPORTED
    if the interval of the mean (Student's t) lies in the band, NOT REPRODUCED AT SIZE if they are
    disjoint, else NO POWER, with the number of networks that would decide. The interval misses the
    mean with probability ``ALARM``, for Gaussian samples. Nothing is refuted: the paper speaks of
    another size.

    ``set_after`` says that band or quantity were chosen when the runs had been seen: EXPLORED
    takes the place of SUPPORTED. ``forecast`` is the number or range that we wrote down before.

    >>> from depthlaws.claims.engine import Context
    >>> for high in (3.0, 1.0, 2.0):
    ...     print(AtSize(lambda: [1.99, 2.0, 2.01] * 4, 0.0, high).run(Context()).verdict)
    SUPPORTED
    NOT REPRODUCED AT SIZE
    NO POWER
    >>> AtSize(lambda: [1.99, 2.0, 2.01] * 4, 0.0, 3.0, set_after=True).run(Context()).verdict.value
    'EXPLORED'
    """

    stand_in: ClassVar[bool] = True
    measured: Callable[[], object]
    low: float
    high: float
    what: str = ""
    forecast: Forecast = None
    set_after: bool = False

    def run(self, context: Context) -> Evidence:
        samples = np.asarray(self.measured(), dtype=float)
        n = samples.size
        if n < 2 or not np.isfinite(samples).all() or not self.low < self.high:
            return Evidence(Verdict.NO_POWER, f"no interval from {n} networks", {"n": n})
        mean, sem = float(samples.mean()), float(samples.std(ddof=1)) / math.sqrt(n)
        half = _student(n) * sem
        interval, band = (mean - half, mean + half), (self.low, self.high)
        data: dict[str, Any] = {"n": n, "estimate": mean, "sem": sem}
        start = f"{n} networks, {mean:.4g} with standard error {sem:.2g}"
        evidence = decide(start, data, interval, band, self.forecast, set_after=self.set_after)
        if evidence.verdict != Verdict.NO_POWER:
            return evidence
        enough = networks_that_decide(mean, sem * math.sqrt(n), band)
        if enough is None:
            words = f"no {MOST_NETWORKS:,} networks would decide"
        else:
            words = f"about {enough:,} networks would decide"
        more = {**evidence.data, "networks that decide": enough}
        return replace(evidence, summary=f"{evidence.summary}; {words}", data=more)

    def mutants(self) -> "Iterator[tuple[str, AtSize]]":
        for label, (low, high) in moved_bands(self.low, self.high):
            yield label, replace(self, low=low, high=high)


def decide(
    start: str,
    data: dict[str, Any],
    interval: tuple[float, float],
    band: tuple[float, float],
    forecast: Forecast,
    *,
    set_after: bool,
) -> Evidence:
    """Return the evidence of an interval against a band; ``start`` begins its summary."""
    verdict = _verdict(interval, band)
    if verdict == Verdict.SUPPORTED and set_after:
        verdict = Verdict.EXPLORED
    data = data | {"interval": [*interval], "band": [*band], "false alarm rate": ALARM}
    words = [
        f"{start}; the interval is {band_words(*interval)} (false alarm rate {ALARM:g})",
        f"our band{', set after the run,' if set_after else ''} is {band_words(*band)}",
    ]
    if forecast is not None:
        ends = forecast if isinstance(forecast, tuple) else (forecast, forecast)
        fate = forecast_fate(interval, ends)
        data |= {"forecast": [*ends], "forecast fate": fate}
        said = f"{ends[0]:g}" if ends[0] == ends[1] else band_words(*ends)
        words.append(f"our forecast, {said}, {fate}")
    return Evidence(verdict, "; ".join(words), data)


def _verdict(interval: tuple[float, float], band: tuple[float, float]) -> Verdict:
    if band[0] <= interval[0] and interval[1] <= band[1]:
        return Verdict.SUPPORTED
    if interval[1] < band[0] or band[1] < interval[0]:
        return Verdict.NOT_REPRODUCED
    return Verdict.NO_POWER


def forecast_fate(interval: tuple[float, float], ends: tuple[float, float]) -> str:
    """Return whether a forecast held: a number by lying in the interval, a range by holding it.

    >>> forecast_fate((1.0, 2.0), (1.5, 1.5)), forecast_fate((1.0, 2.0), (0.0, 1.5))
    ('held', 'is open')
    >>> forecast_fate((1.0, 2.0), (2.5, 3.0))
    'failed'
    """
    if interval[1] < ends[0] or ends[1] < interval[0]:
        return "failed"
    held = ends[0] == ends[1] or (ends[0] <= interval[0] and interval[1] <= ends[1])
    return "held" if held else "is open"


def networks_that_decide(mean: float, deviation: float, band: tuple[float, float], /) -> int | None:
    """Return about how many networks decide if mean and deviation stay; None above a million.

    >>> networks_that_decide(0.0, 1.0, (-0.5, 0.5)), networks_that_decide(0.5, 1.0, (-0.5, 0.5))
    (110, None)
    """
    distance = min(abs(mean - end) for end in band)
    if not distance > 0:
        return None
    low, high = 2, MOST_NETWORKS
    if _student(high) * deviation > distance * math.sqrt(high):
        return None
    while low < high:
        middle = (low + high) // 2
        if _student(middle) * deviation > distance * math.sqrt(middle):
            low = middle + 1
        else:
            high = middle
    digits = max(0, len(str(low)) - 2)
    return math.ceil(low / 10**digits) * 10**digits


def moved_bands(low: float, high: float) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield labelled bands beside one, so that what lies in it lies in none of them."""
    if math.isfinite(low) and math.isfinite(high):
        width = 2 * (high - low)
        yield "band raised", (low + width, high + width)
        yield "band lowered", (low - width, high - width)
    elif math.isfinite(low):
        yield "band became that below", (-math.inf, low)
    elif math.isfinite(high):
        yield "band became that above", (high, math.inf)


def band_words(low: float, high: float) -> str:
    """Return "0.1 to 0.3", "above 0.1" or "below 0.3"."""
    if math.isinf(high) and not math.isinf(low):
        return f"above {low:.4g}"
    return f"below {high:.4g}" if math.isinf(low) else f"{low:.4g} to {high:.4g}"


def _student(n: int) -> float:
    return float(special.stdtrit(n - 1, 1 - ALARM / 2))
