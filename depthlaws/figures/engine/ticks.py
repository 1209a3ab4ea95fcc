"""Decimal numbers at the ticks of short logarithmic axes."""

import math
from collections.abc import Sequence

from matplotlib import ticker
from matplotlib.figure import Figure as Canvas

MAX_RATIO = 1000  # of the limits of an axis with decimal numbers; longer ones have powers of ten
STEPS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8))  # of a decade, few to many
MIN_TICKS = 2  # the fewest steps that give so many ticks are taken


def decimal_ticks(where: Canvas) -> None:
    """Write decimal numbers at the ticks of logarithmic axes of less than three decades.

    Axes whose ticks are set, and colour bars, are left alone.
    """
    for axes in where.axes:
        for axis in (axes.xaxis, axes.yaxis):
            automatic = isinstance(axis.get_major_locator(), ticker.LogLocator)
            if axes.get_label() == "<colorbar>" or not automatic:
                continue
            low, high = sorted(axis.get_view_interval())
            if high < MAX_RATIO * low:
                enough = (s for s in STEPS if len(_numbers(low, high, s)) >= MIN_TICKS)
                axis.set_major_locator(ticker.LogLocator(subs=next(enough, STEPS[-1])))
                axis.set_major_formatter(ticker.FuncFormatter(lambda x, _: decimal(x)))
                axis.set_minor_formatter(ticker.NullFormatter())


def _numbers(low: float, high: float, steps: Sequence[float]) -> list[float]:
    """Return the numbers between two limits that are a step times a power of ten."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [s * 10.0**n for n in powers for s in steps if low <= s * 10.0**n <= high]


def decimal(number: float) -> str:
    """Return a positive number with three digits and without an exponent.

    >>> decimal(0.06), decimal(200.0)
    ('0.06', '200')
    """
    places = max(0, 2 - math.floor(math.log10(number)))
    text = f"{number:.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
