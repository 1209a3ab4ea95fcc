"""Axes of plots: where given values are placed, infinity behind a break, and the ticks."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from depthlaws.cli.values import shown
from depthlaws.figures.engine import style

MAX_TICKS = 12  # values that get a tick each; more get automatic ticks
MIN_DECADE_RATIO = 10  # largest over smallest value from which an axis is logarithmic
MIN_EVEN_RATIO = 100  # the same for values that are typed and evenly spaced
MIN_GRID_RATIO = 4  # the same for values that are typed and not evenly spaced
MIN_TICKS = 3  # the fewest steps of a decade that give so many ticks are taken
MAX_DECADES = 6  # ticks at powers of ten
STEPS = ((1,), (1, 3), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8))  # of a decade, few to many
NOT_DRAWN = str.maketrans("", "", "${}^")  # letters of TeX
TICK_DIGITS = 4  # of the label of a typed value
MARGIN = 0.05  # of the axis, on both sides of typed values
EDGE = 0.18  # distance from the last finite value to infinity, as a fraction of the axis


def is_number(value: Any) -> bool:
    """Return whether a value is a real number, and not a truth value."""
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def plain_number(value: float) -> str:
    """Short form of a number: 0.06 and not 6 x 10^-2.

    >>> plain_number(0.06), plain_number(1e-9), plain_number(float("inf"))
    ('0.06', '$10^{-9}$', '\u221e')
    """
    if math.isinf(value):
        return "-\u221e" if value < 0 else "\u221e"
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:g}"
    return power_of_ten(value)


@dataclass(frozen=True)
class Scale:
    """Places of values on an axis.

    Infinity is placed at the edge, beyond all finite values. Values that are not numbers are placed
    side by side. Values that ``are_given`` were typed, and get a tick each.
    """

    values: Sequence[Any]
    are_given: bool = False

    @property
    def named(self) -> list[str]:
        """Values in words if one of them is not a number."""
        if all(is_number(value) for value in self.values):
            return []
        return list(dict.fromkeys(shown(value) for value in self.values))

    @property
    def finite(self) -> list[float]:
        """Finite values in increasing order."""
        numbers = {float(v) for v in self.values if is_number(v) and math.isfinite(v)}
        return sorted(numbers)

    @property
    def infinite(self) -> list[float]:
        """Infinities among the values."""
        numbers = [v for v in self.values if is_number(v)]
        return [end for end in (-math.inf, math.inf) if end in numbers]

    @property
    def logarithmic(self) -> bool:
        """True for positive values that span decades, or are typed as a growing grid."""
        numbers = self.finite
        if self.named or len(numbers) < 2 or numbers[0] <= 0:
            return False
        ratio = numbers[-1] / numbers[0]
        gaps = np.diff(numbers)
        even = len(gaps) > 1 and np.allclose(gaps, gaps[0])
        if not self.are_given:
            return ratio >= MIN_DECADE_RATIO
        return ratio >= (MIN_EVEN_RATIO if even else MIN_GRID_RATIO)

    @property
    def base(self) -> int:
        """Base of a logarithmic axis: 2 for values that double."""
        powers = [math.log2(value / self.finite[0]) for value in self.finite]
        return 2 if all(abs(power - round(power)) < 1e-6 for power in powers) else 10

    def place(self, value: Any) -> float:
        """Coordinate of a value."""
        if self.named:
            return float(self.named.index(shown(value)))
        if not math.isinf(value):
            return float(value)
        low, high = (self.finite[0], self.finite[-1]) if self.finite else (0.0, 0.0)
        up = value > 0
        if self.logarithmic:
            beyond = (high / low) ** EDGE * self.base
            return high * beyond if up else low / beyond
        beyond = EDGE * (high - low) if high > low else 1.0
        return high + beyond if up else low - beyond

    def label_of(self, value: Any) -> str:
        """Tick label of a value."""
        if not is_number(value):
            return shown(value)
        whole = math.isinf(value) or float(value).is_integer()
        return plain_number(value if whole else float(f"{value:.{TICK_DIGITS}g}"))


def set_scale(axes: Any, which: str, scale: Scale, room: float) -> None:
    """Set scale, ticks and breaks of the axis ``which`` (x or y), ``room`` inches long."""
    axis = getattr(axes, f"{which}axis")
    if scale.named:
        axis.set_ticks(range(len(scale.named)), scale.named)
        getattr(axes, f"set_{which}lim")(-0.5, len(scale.named) - 0.5)
        return
    if scale.logarithmic:
        getattr(axes, f"set_{which}scale")("log", base=scale.base if scale.are_given else 10)
    values = [*scale.finite, *scale.infinite]
    if scale.are_given and len(scale.finite) <= MAX_TICKS:
        places = [scale.place(v) for v in values]
        labels = _thinned(scale, [scale.label_of(v) for v in values], places, room)
        axis.set_ticks(places, labels)
        axis.set_ticks([], minor=True)
        _margins(axes, which, scale, places)
    elif scale.logarithmic or scale.infinite:
        _automatic_ticks(axes, which, scale)
    for end in scale.infinite:
        _break(axes, which, scale, end)


def _margins(axes: Any, which: str, scale: Scale, places: Sequence[float]) -> None:
    """Show every place on the axis, also those where no curve has a value."""
    low, high = min(places), max(places)
    if scale.logarithmic:
        beyond = (high / low) ** MARGIN
        ends = low / beyond, high * beyond
    else:
        beyond = MARGIN * ((high - low) or 1.0)
        ends = low - beyond, high + beyond
    getattr(axes, f"set_{which}lim")(*ends)


def _automatic_ticks(axes: Any, which: str, scale: Scale) -> None:
    """Set the ticks that Matplotlib chooses between the finite values, and one at infinity."""
    axis = getattr(axes, f"{which}axis")
    low, high = axis.get_view_interval()
    ends = [scale.place(end) for end in scale.infinite]
    inner = (min(scale.finite, default=0), max(scale.finite, default=0)) if ends else (low, high)
    ticks = (
        log_ticks(*inner)
        if scale.logarithmic
        else [float(t) for t in axis.get_majorticklocs() if inner[0] <= t <= inner[1]]
    )
    labels = [plain_number(t) for t in ticks]
    if scale.logarithmic and any("$" in label for label in labels):
        labels = [power_of_ten(t) for t in ticks]
    labels += [plain_number(end) for end in scale.infinite]
    axis.set_ticks([*ticks, *ends], labels)
    axis.set_ticks([], minor=True)


def power_of_ten(value: float) -> str:
    """Form of a positive number with its power of ten.

    >>> power_of_ten(1e-9), power_of_ten(3e5)
    ('$10^{-9}$', '3 $10^{5}$')
    """
    factor, power = f"{value:.3e}".split("e")
    text = f"{float(factor):g}"
    return ("" if text == "1" else f"{text} ") + f"$10^{{{int(power)}}}$"


def log_ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two positive ends: three or more, powers of ten if they do.

    >>> log_ticks(2, 9), log_ticks(0.5, 2e6)
    ([2.0, 3.0, 4.0, 5.0, 6.0, 8.0], [1.0, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0])
    """
    powers = range(math.floor(math.log10(low)), math.floor(math.log10(high)) + 1)
    for steps in STEPS:
        ticks = [float(f"{step}e{n}") for n in powers for step in steps]
        ticks = [tick for tick in ticks if low <= tick <= high]
        if len(ticks) >= MIN_TICKS:
            return ticks[:: -(-len(ticks) // (MAX_DECADES + 1))]
    ticks = MaxNLocator(MIN_TICKS + 1).tick_values(low, high)
    return [float(tick) for tick in ticks if low <= tick <= high]


def set_round_ticks(axes: Any, which: str) -> None:
    """Set round numbers as the ticks of a logarithmic axis, between its ends."""
    axis = getattr(axes, f"{which}axis")
    ticks = log_ticks(*axis.get_view_interval())
    axis.set_ticks(ticks, [plain_number(tick) for tick in ticks])
    axis.set_ticks([], minor=True)


def _break(axes: Any, which: str, scale: Scale, end: float) -> None:
    """Mark the break of the axis before infinity."""
    if not scale.finite:
        return
    at = scale.place(end)
    last = scale.finite[-1] if end > 0 else scale.finite[0]
    middle = math.sqrt(last * at) if scale.logarithmic else (last + at) / 2
    place = (middle, 0) if which == "x" else (0, middle)
    axes.text(
        *place,
        "//",
        transform=getattr(axes, f"get_{which}axis_transform")(),
        rotation=0 if which == "x" else 90,
        ha="center",
        va="center",
        fontsize=7,
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.3},
        gid="break",
        in_layout=False,
    )


def _thinned(
    scale: Scale, labels: Sequence[str], places: Sequence[float], room: float
) -> list[str]:
    """Labels with every second, third, ... left out until they do not touch; infinity stays."""
    size = 0.64 * style.RC["xtick.labelsize"] / 72  # inches of a letter
    at = np.log(places) if scale.logarithmic else np.asarray(places, dtype=float)
    span = np.ptp(at) or 1.0
    fixed = len(scale.finite)
    for every in range(1, len(labels) + 1):
        kept = [i for i in range(len(labels)) if i >= fixed or i % every == 0]
        gaps = [room * abs(at[b] - at[a]) / span for a, b in itertools.pairwise(kept)]
        letters = [len(label.translate(NOT_DRAWN)) for label in labels]
        wide = [(letters[a] + letters[b]) / 2 + 0.6 for a, b in itertools.pairwise(kept)]
        if all(gap > size * room_of_two for gap, room_of_two in zip(gaps, wide, strict=True)):
            break
    return [label if i in kept else "" for i, label in enumerate(labels)]
