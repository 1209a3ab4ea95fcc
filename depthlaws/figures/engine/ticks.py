"""Ticks between the data, with decimal numbers on short logarithmic axes."""

import math
from collections.abc import Sequence

import numpy as np
from matplotlib import ticker
from matplotlib.axis import Axis
from matplotlib.figure import Figure as Canvas

MAX_RATIO = 1000  # of the limits of an axis with decimal numbers; longer ones have powers of ten
STEPS = (
    (1,),
    (1, 3),
    (1, 2, 5),
    (1, 2, 3, 5),
    (1, 1.5, 2, 3, 4, 5, 6, 8),
)  # of a decade, few to many
MIN_TICKS = 2  # the fewest steps that give so many ticks are taken


def decimal_ticks(where: Canvas) -> None:
    """Write decimal numbers at the ticks of logarithmic axes of less than three decades.

    Axes whose ticks are set, and colour bars, are left alone.
    """
    for axis in _automatic(where):
        low, high = sorted(axis.get_view_interval())
        if axis.get_scale() == "log" and high < MAX_RATIO * low:
            enough = (s for s in STEPS if len(_numbers(low, high, s)) >= MIN_TICKS)
            _decimal(axis, ticker.LogLocator(subs=next(enough, STEPS[-1])))


def enough_ticks(where: Canvas) -> bool:
    """Place two ticks or more between the numbers drawn; return True if that changed an axis.

    The panels must have their sizes, on which the number of automatic ticks depends.
    """
    changed = False
    for axis in _automatic(where):
        low, high = drawn_range(axis)
        if low < high and _between(axis, low, high) < MIN_TICKS:
            (_more_powers if axis.get_scale() == "log" else _more_numbers)(axis, low, high)
            changed = True
    return changed


def _automatic(where: Canvas) -> list[Axis]:
    """Return the axes of all panels whose ticks Matplotlib or this module places."""
    panels = [axes for axes in where.axes if axes.get_label() != "<colorbar>"]
    both = [axis for axes in panels for axis in (axes.xaxis, axes.yaxis)]
    kinds = (ticker.AutoLocator, ticker.LogLocator)
    return [axis for axis in both if isinstance(axis.get_major_locator(), kinds)]


def drawn_range(axis: Axis) -> tuple[float, float]:
    """Return the least and the largest number drawn along an axis, within its limits.

    The numbers are those of lines that are no guides and of error bars, in the panel and in those
    that share its scale. An axis without such numbers has the range of its limits.
    """
    low, high = sorted(axis.get_view_interval())
    along = "xy".index(axis.axis_name)
    shared = getattr(axis.axes, f"get_shared_{axis.axis_name}_axes")()
    parts = [np.empty(0)]
    for panel in shared.get_siblings(axis.axes):
        for line in panel.lines:
            if line.get_gid() != "guide":
                parts.append(np.asarray(line.get_data(orig=False)[along], dtype=float))
        for container in panel.containers:
            for bars in container.lines[2]:
                parts += [np.reshape(part, (-1, 2))[:, along] for part in bars.get_segments()]
    inside = np.concatenate([n[(n >= low) & (n <= high)] for n in parts])
    return (inside.min(), inside.max()) if inside.size > 1 else (low, high)


def _between(axis: Axis, low: float, high: float) -> int:
    """Return how many major ticks lie between two numbers."""
    room, places = 1e-9 * (high - low), np.asarray(axis.get_majorticklocs())
    return int(((places >= low - room) & (places <= high + room)).sum())


def _more_numbers(axis: Axis, low: float, high: float) -> None:
    """Place round numbers, as few as put two of them between two numbers."""
    for most in range(3, 16):
        axis.set_major_locator(ticker.MaxNLocator(most, steps=[1, 2, 2.5, 5, 10]))
        if _between(axis, low, high) >= MIN_TICKS:
            return


def _more_powers(axis: Axis, low: float, high: float) -> None:
    """Place every power of ten, or numbers between them, or round numbers in one decade."""
    first, last = sorted(axis.get_view_interval())
    enough = (s for s in STEPS if len(_numbers(low, high, s)) >= MIN_TICKS)
    steps = next(enough, STEPS[-1])
    locator = ticker.LogLocator(subs=steps, numticks=20)
    if len(steps) == 1:
        axis.set_major_locator(locator)
    else:
        _decimal(axis, locator)
        if last < 10 * first and len(_numbers(low, high, steps)) < MIN_TICKS:
            _more_numbers(axis, low, high)


def _decimal(axis: Axis, locator: ticker.Locator) -> None:
    axis.set_major_locator(locator)
    axis.set_major_formatter(ticker.FuncFormatter(lambda x, _: decimal(x) if x > 0 else ""))
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
