"""Interval of a quantity of small networks that is fitted to all of them together."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from depthlaws.claims.engine.checks.at_size import AtSize
from depthlaws.claims.engine.records import Context, Evidence, Verdict

__all__ = ["IntervalAtSize"]


@dataclass(frozen=True)
class IntervalAtSize:
    """Interval that was fitted to small networks against the range that a paper states.

    As :class:`.AtSize`, where ``fitted()`` returns the estimate and the ends of its interval, such
    as the exponent of a best learning rate; ``runs`` is the number of networks behind it.

    >>> from depthlaws.claims.engine import Context
    >>> for low in (0.0, 2.5, 1.9):
    ...     check = IntervalAtSize(lambda: (2.0, 1.8, 2.2), low, 3.0, runs=12)
    ...     print(check.run(Context()).verdict)
    SUPPORTED
    NOT REPRODUCED AT SIZE
    NO POWER
    """

    stand_in: ClassVar[bool] = True
    fitted: Callable[[], tuple[float, float, float]]
    low: float
    high: float
    runs: int
    what: str = ""

    def run(self, context: Context) -> Evidence:
        estimate, low, high = map(float, self.fitted())
        data = {
            "n": self.runs,
            "estimate": estimate,
            "interval": [low, high],
            "stated": [self.low, self.high],
        }
        finite = all(map(math.isfinite, (estimate, low, high)))
        if not (finite and self.low < self.high and low <= estimate <= high):
            return Evidence(Verdict.NO_POWER, f"no interval from {self.runs} networks", data)
        if self.low <= low and high <= self.high:
            verdict = Verdict.SUPPORTED
        elif high < self.low or self.high < low:
            verdict = Verdict.NOT_REPRODUCED
        else:
            verdict = Verdict.NO_POWER
        summary = (
            f"{self.runs} networks, {estimate:.4g}; the interval is {low:.4g} to {high:.4g}, "
            f"stated is {self.low:g} to {self.high:g}"
        )
        return Evidence(verdict, summary, data)

    def mutants(self) -> "Iterator[tuple[str, IntervalAtSize]]":
        ranges = AtSize(tuple, self.low, self.high).mutants()
        for label, moved in ranges:
            yield label, replace(self, low=moved.low, high=moved.high)
