"""A picture beside each formula: its value over one argument, the others at a point of the domain.

Everything is read from the record of the formula: its domain, its relation ``given`` and its
values. A formula that is constant over every argument, or whose domain holds no grid, has none.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup

from depthlaws.claims.engine.sampling import allows
from depthlaws.report.notation import GREEK
from depthlaws.report.prose import typeset

POINTS = 49
LEFT, TOP, RIGHT, BOTTOM = 70, 10, 282, 112  # of the axes, in units of the picture
WIDTH, HEIGHT = 290, 146
REST = (0.5, 2.0, 1.0, 4.0, 0.25, -0.5, 8.0)  # values of the other arguments, the first that fits
DRAWN_RANGE = (1 / 8, 8.0)  # of an argument without an upper end
COUNTS = ("L", "N", "K", "n", "m")  # letters over which a formula is drawn first


class Curve(NamedTuple):
    """Values (``POINTS``,) of a formula over one argument, and the other arguments."""

    name: str
    x: np.ndarray
    y: np.ndarray
    fixed: Mapping[str, float]

    @property
    def logarithmic(self) -> tuple[bool, bool]:
        """True for x, and for y, that is positive and spans a factor of 30."""
        return _wide(self.x), _wide(self.y)


def _wide(values: np.ndarray) -> bool:
    return bool(values.min() > 0 and values.max() / values.min() >= 30)


def curve(formula: Any) -> Curve | None:
    """Return the values of a formula over the first argument in which it varies, or None."""
    intervals = dict(zip(formula.names, formula.domain.values(), strict=True))
    for name in sorted(formula.names, key=lambda n: (n not in COUNTS, not intervals[n].integer)):
        for fixed in _others(intervals, name):
            grid = _grid(intervals[name])
            x = np.array([v for v in grid if allows(formula.given, {**fixed, name: v})])
            if len(x) < POINTS // 2:
                continue
            with np.errstate(all="ignore"):
                y = np.asarray(formula(**fixed, **{name: x}), dtype=float)
            finite = np.isfinite(y)
            if finite.sum() >= POINTS // 2 and np.ptp(y[finite]) > 1e-9 * np.abs(y[finite]).max():
                return Curve(name, x[finite], y[finite], fixed)
    return None


def picture(formula: Any) -> Markup:
    """Return the drawing as SVG with a sentence of what it shows, empty if there is none."""
    drawn = curve(formula)
    if drawn is None:
        return Markup("")
    across, down = (
        _Axis(values, wide)
        for values, wide in zip((drawn.x, drawn.y), drawn.logarithmic, strict=True)
    )
    points = "L".join(
        f"{LEFT + (RIGHT - LEFT) * u:.1f} {BOTTOM - (BOTTOM - TOP) * v:.1f}"
        for u, v in zip(across.places(drawn.x), down.places(drawn.y), strict=True)
    )
    name = GREEK.get(drawn.name, drawn.name)
    at = ", ".join(f"{n} = {v:g}" for n, v in drawn.fixed.items())
    low, high = f"{drawn.x[0]:.3g}", f"{drawn.x[-1]:.3g}"
    words = f"{formula.id} over {drawn.name} from {low} to {high}{f', at {at}' if at else ''}"
    logs = [
        f"{axis} logarithmic"
        for axis, wide in zip(("across", "up"), drawn.logarithmic, strict=True)
        if wide
    ]
    note = "; ".join(part for part in (at, *logs) if part)
    return Markup(
        '<figure class="curve"><svg viewBox="0 0 {w} {h}" role="img" aria-label="{label}">'
        '<path class="grid" d="M{l} {t}V{b}H{r}"/><g class="theory"><path d="M{points}"/></g>'
        '<text x="{l}" y="{below}">{low}</text>'
        '<text x="{r}" y="{below}" text-anchor="end">{high}</text>'
        '<text x="{middle}" y="{below}" text-anchor="middle">{name}</text>'
        '<text x="{beside}" y="{b}" text-anchor="end">{bottom}</text>'
        '<text x="{beside}" y="{upper}" text-anchor="end">{top}</text></svg>'
        "<figcaption>{note}</figcaption></figure>"
    ).format(
        w=WIDTH,
        h=HEIGHT,
        l=LEFT,
        r=RIGHT,
        t=TOP,
        b=BOTTOM,
        points=points,
        label=words,
        below=BOTTOM + 20,
        beside=LEFT - 6,
        upper=TOP + 10,
        middle=(LEFT + RIGHT) / 2,
        low=low,
        high=high,
        name=Markup(name),
        bottom=f"{drawn.y.min():.3g}",
        top=f"{drawn.y.max():.3g}",
        note=typeset(note),
    )


class _Axis:
    def __init__(self, values: np.ndarray, logarithmic: bool) -> None:
        self.scale = np.log if logarithmic else np.asarray
        self.ends = self.scale(values.min()), self.scale(values.max())

    def places(self, values: np.ndarray) -> Sequence[float]:
        """Return where values lie on the axis: 0 at its least, 1 at its largest value."""
        low, high = self.ends
        return ((self.scale(values) - low) / (high - low)).tolist()


def _ends(interval: Any) -> tuple[float, float]:
    return float(interval.low), float(interval.high)


def _grid(interval: Any) -> np.ndarray:
    """Return values of an interval; 1/8 to 8 of an unbounded one, 64-fold from a bounded end."""
    low, high = _ends(interval)
    if interval.integer or (low > 0 and math.isinf(high)):
        start = low if math.isfinite(low) else 0
        whole = start + np.arange(64.0)
        values = whole if interval.integer else np.geomspace(low, 64 * low, POINTS)
    elif math.isfinite(low) and math.isfinite(high):
        values = np.linspace(low, high, POINTS)
    elif low == 0:
        values = np.geomspace(*DRAWN_RANGE, POINTS)
    else:
        start = low if math.isfinite(low) else -3.0
        values = np.linspace(start, min(high, start + 6.0), POINTS)
    return values[interval.contains(values)]


def _others(intervals: Mapping[str, Any], name: str) -> Iterator[dict[str, float]]:
    """Yield points of the other arguments: a half each where it fits, then others, then all."""
    free = [n for n in intervals if n != name]
    values = {
        n: [v for v in REST if intervals[n].contains(v)] or _middle(intervals[n]) for n in free
    }
    for shift in range(len(REST)):
        yield {n: values[n][(shift * (i + 1)) % len(values[n])] for i, n in enumerate(free)}
    for point in itertools.product(*values.values()):
        yield dict(zip(free, point, strict=True))


def _middle(interval: Any) -> list[float]:
    grid = _grid(interval)
    return [float(grid[len(grid) // 2])]
