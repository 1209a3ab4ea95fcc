"""Interval of a quantity of small networks that is fitted to all of them together."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from depthlaws.claims.engine.checks.at_size import ALARM, Forecast, decide, moved_bands
from depthlaws.claims.engine.records import Context, Evidence, Verdict

__all__ = ["IntervalAtSize"]


@dataclass(frozen=True)
class IntervalAtSize:
    """Interval that was fitted to small networks against our band for what a paper says.

    As :class:`.AtSize`, where ``fitted(alarm)`` returns the estimate and the ends of the interval
    that misses it with probability ``alarm``, such as the exponent of a best learning rate;
    ``runs`` is the number of networks behind it.

    >>> from depthlaws.claims.engine import Context
    >>> for low in (0.0, 2.5, 1.9):
    ...     check = IntervalAtSize(lambda alarm: (2.0, 1.8, 2.2), low, 3.0, runs=12)
    ...     print(check.run(Context()).verdict)
    SUPPORTED
    NOT REPRODUCED AT SIZE
    NO POWER
    """

    stand_in: ClassVar[bool] = True
    fitted: Callable[[float], tuple[float, float, float]]
    low: float
    high: float
    runs: int
    what: str = ""
    forecast: Forecast = None
    set_after: bool = False

    def run(self, context: Context) -> Evidence:
        estimate, low, high = map(float, self.fitted(ALARM))
        start, data = (
            f"{self.runs} networks, {estimate:.4g}",
            {"n": self.runs, "estimate": estimate},
        )
        finite = all(map(math.isfinite, (estimate, low, high)))
        if not (finite and self.low < self.high and low <= estimate <= high):
            none = f"no interval from {self.runs} networks (false alarm rate {ALARM:g})"
            return Evidence(Verdict.NO_POWER, none, {"n": self.runs})
        band = self.low, self.high
        return decide(start, data, (low, high), band, self.forecast, set_after=self.set_after)

    def mutants(self) -> "Iterator[tuple[str, IntervalAtSize]]":
        for label, (low, high) in moved_bands(self.low, self.high):
            yield label, replace(self, low=low, high=high)
