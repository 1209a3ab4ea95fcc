"""A quantity that a paper states for large networks, measured in small ones that stand in."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from scipy import special

from depthlaws.claims.engine.records import Context, Evidence, Verdict

__all__ = ["AtSize"]


@dataclass(frozen=True)
class AtSize:
    """Interval of a mean over small networks against the range that a paper states for large ones.

    ``measured()`` returns the quantity for each network, (sample,); ``low`` and ``high`` are the
    ends of the stated range. SUPPORTED if the interval of the mean (Student's t) lies in the
    range, NOT REPRODUCED AT SIZE if they are disjoint, else NO POWER. The interval misses the mean
    with probability ``alarm``, for Gaussian samples. Nothing is refuted: the paper speaks of
    another size.

    >>> from depthlaws.claims.engine import Context
    >>> for high in (3.0, 1.0, 2.0):
    ...     print(AtSize(lambda: [1.99, 2.0, 2.01] * 4, 0.0, high).run(Context()).verdict)
    SUPPORTED
    NOT REPRODUCED AT SIZE
    NO POWER
    """

    stand_in: ClassVar[bool] = True
    measured: Callable[[], object]
    low: float
    high: float
    what: str = ""
    alarm: float = 1e-6

    def run(self, context: Context) -> Evidence:
        samples = np.asarray(self.measured(), dtype=float)
        n = samples.size
        if n < 2 or not np.isfinite(samples).all() or not self.low < self.high:
            return Evidence(Verdict.NO_POWER, f"no interval from {n} networks", {"n": n})
        mean, sem = float(samples.mean()), float(samples.std(ddof=1)) / math.sqrt(n)
        half = float(special.stdtrit(n - 1, 1 - self.alarm / 2)) * sem
        data = {
            "n": n,
            "estimate": mean,
            "sem": sem,
            "interval": [mean - half, mean + half],
            "stated": [self.low, self.high],
            "false alarm rate": self.alarm,
        }
        if self.low <= mean - half and mean + half <= self.high:
            verdict = Verdict.SUPPORTED
        elif mean + half < self.low or self.high < mean - half:
            verdict = Verdict.NOT_REPRODUCED
        else:
            verdict = Verdict.NO_POWER
        summary = (
            f"{n} networks, {mean:.4g} with standard error {sem:.2g}; the interval is "
            f"{mean - half:.4g} to {mean + half:.4g}, stated is {self.low:g} to {self.high:g}"
        )
        return Evidence(verdict, summary, data)

    def mutants(self) -> "Iterator[tuple[str, AtSize]]":
        if not (math.isfinite(self.low) and math.isfinite(self.high)):
            if math.isfinite(self.low):
                yield "range became that below", replace(self, low=-math.inf, high=self.low)
            if math.isfinite(self.high):
                yield "range became that above", replace(self, low=self.high, high=math.inf)
            return
        width = 2 * (self.high - self.low)
        for label, shift in {"raised": width, "lowered": -width}.items():
            yield f"range {label}", replace(self, low=self.low + shift, high=self.high + shift)
