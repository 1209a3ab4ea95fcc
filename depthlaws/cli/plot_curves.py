"""Panels of a plot: one per quantity, its curves, its simulated points and its error bars."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.cli.grid import Answers
from depthlaws.cli.plot_axes import Scale, is_number, plain_number, set_scale
from depthlaws.cli.values import shown
from depthlaws.figures.engine import style

MAX_SPREAD = 4  # entries of an array that become a quantity each
MAX_MARKERS = 33  # points of a curve with a marker each
MIN_LINE = 4  # points through which a line is drawn: a line through fewer would look like a law
MAX_LEGEND = 12  # curves that the legend lists
STRIPE = 4.0  # length of a dash of one of several curves that coincide, in line widths
SIMULATED = "simulated_"  # begins the name of a quantity's simulated value
ERRORS = ("_error", " error")  # ends of the name of a quantity's error


@dataclass(frozen=True)
class Curve:
    """Points (x, y) of a quantity, with the half lengths of their bars if they have errors."""

    label: str
    x: tuple[Any, ...]
    y: tuple[Any, ...]
    errors: tuple[float, ...] = ()
    simulated: bool = False


@dataclass(frozen=True)
class Panel:
    """A quantity against the first option that varies."""

    name: str
    curves: Sequence[Curve]

    @property
    def missing(self) -> str:
        """Values on the x axis at which a curve has no value, the first three of them."""
        gaps = [shown(a) for c in self.curves for a, b in zip(c.x, c.y, strict=True) if _is_nan(b)]
        names = list(dict.fromkeys(gaps))
        return ", ".join(names[:3]) + " ..." * (len(names) > 3)

    @property
    def truth(self) -> bool:
        """True for a quantity that is true or false."""
        values = [y for curve in self.curves for y in curve.y]
        return all(isinstance(y, bool | np.bool_) for y in values)


def panels(answers: Answers, arguments: Collection[str] = ()) -> list[Panel]:
    """Panels of all quantities that are numbers or truth values, against ``x_name(answers)``.

    Parts of the answers that repeat one of the ``arguments`` are left out.
    """
    rows = [dict(row) | _spread(row, answers.fields) for row in answers.rows]
    names = [f for f in rows[0] if f not in {*answers.axes, *arguments}]
    drawn = [f for f in names if all(_is_drawable(row.get(f)) for row in rows)]
    errors = {f: _error_of(f, drawn) for f in drawn}
    apart = {error for error in errors.values() if error}
    apart |= {f for f in drawn if f.startswith(SIMULATED) and f.removeprefix(SIMULATED) in drawn}
    made = []
    for name in drawn:
        if name in apart:
            continue
        alone = name.startswith(SIMULATED)
        curves = _curves(answers, rows, name, errors[name], simulated=alone)
        if (sampled := SIMULATED + name) in drawn:
            curves += _curves(answers, rows, sampled, errors[sampled], simulated=True)
        if curves := [c for c in curves if any(not _is_nan(y) for y in c.y)]:
            made.append(Panel(name.removeprefix(SIMULATED), curves))
    return made


def x_name(answers: Answers) -> str:
    """Option on the x axis: the first one that varies over numbers, else the first that varies."""
    numeric = [a for a in answers.axes if all(is_number(row[a]) for row in answers.rows)]
    return [*numeric, *answers.axes][0]


def _error_of(name: str, names: Sequence[str]) -> str:
    """Name of the error of a quantity: ``update_error`` of update, ``error`` of value."""
    candidates = [name + end for end in ERRORS] + ["error"] * (name == "value")
    return next((c for c in candidates if c in names), "")


def _is_drawable(value: Any) -> bool:
    return is_number(value) or isinstance(value, bool | np.bool_)


def _is_nan(value: Any) -> bool:
    return bool(value != value)


def _spread(row: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """Entries of a short array, a pair of bounds for example, as a number each."""
    entries: dict[str, Any] = {}
    for name in fields:
        values = np.asarray(row[name]) if not isinstance(row[name], str) else np.empty(())
        if values.ndim == 1 and 1 < values.size <= MAX_SPREAD and values.dtype.kind in "fiu":
            entries |= {f"{name}[{i}]": value.item() for i, value in enumerate(values)}
    return entries


def _curves(
    answers: Answers,
    rows: Sequence[Mapping[str, Any]],
    name: str,
    error: str,
    *,
    simulated: bool = False,
) -> list[Curve]:
    """Curves of a quantity, one per combination of the options that are not on the x axis."""
    x = x_name(answers)
    others = [axis for axis in answers.axes if axis != x]
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        label = ", ".join(_named_value(other, row[other]) for other in others)
        groups.setdefault(label, []).append(row)
    return [
        Curve(
            label=label,
            x=tuple(row[x] for row in group),
            y=tuple(row[name] for row in group),
            errors=tuple(float(row[error]) for row in group) if error else (),
            simulated=simulated,
        )
        for label, group in groups.items()
    ]


def _named_value(name: str, value: Any) -> str:
    """``tau = 2`` for a number, the value alone for a word."""
    return f"{name} = {plain_number(value)}" if is_number(value) else shown(value)


def coinciding(curves: Sequence[Curve]) -> list[tuple[int, int]]:
    """Return for each curve its number among those that coincide with it, and how many they are.

    Curves coincide if they agree to nine digits.
    """
    keys = [
        (curve.x, tuple(f"{y:.9g}" if is_number(y) else y for y in curve.y), curve.simulated)
        for curve in curves
    ]
    return [(keys[:i].count(key), keys.count(key)) for i, key in enumerate(keys)]


def looks(labels: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Colour, marker and line style of each curve by its label, light to dark."""
    colours = style.shades(range(len(labels))) if len(labels) > 1 else {0: style.BLUE}
    return {
        label: {
            "color": colours[i],
            "marker": style.MARKERS[i % len(style.MARKERS)],
            "linestyle": style.LINES[i % len(style.LINES)],
        }
        for i, label in enumerate(labels)
    }


def fill(axes: Any, panel: Panel, styles: Mapping[str, Any], room: float) -> list[Any]:
    """Draw the curves of a panel, ``room`` inches wide; returns one legend handle per curve."""
    x = Scale([x for curve in panel.curves for x in curve.x], are_given=True)
    ends = [e for curve in panel.curves for e in _bar_ends(curve)]
    y = Scale([y for curve in panel.curves for y in curve.y if not _is_nan(y)] + ends)
    shares = coinciding(panel.curves)
    handles = [
        _draw(axes, curve, panel, x, y, styles[curve.label], share)
        for curve, share in zip(panel.curves, shares, strict=True)
    ]
    set_scale(axes, "x", x, room)
    if panel.truth:
        axes.set_ylim(-0.4, 1.4)
        axes.set_yticks([0, 1], ["no", "yes"])
    else:
        set_scale(axes, "y", y, room)
    return handles


def _bar_ends(curve: Curve) -> list[float]:
    """Finite ends of the error bars, which the y axis must hold."""
    pairs = zip(curve.y, curve.errors, strict=False)
    ends = [end for y, error in pairs for end in (y - error, y + error)]
    return [end for end in ends if math.isfinite(end)]


def _draw(
    axes: Any,
    curve: Curve,
    panel: Panel,
    x: Scale,
    y: Scale,
    look: Mapping[str, Any],
    share: tuple[int, int] = (0, 1),
) -> Any:
    """Draw exact values as a line with markers, simulated ones as hollow markers with bars.

    Of curves that coincide each has its ``share`` of the line and of the markers, in its colour.
    """
    points = [(x.place(a), a, b) for a, b in zip(curve.x, curve.y, strict=True) if not _is_nan(b)]
    across = np.array([place for place, _, _ in points])
    up = np.array([float(b) if panel.truth else y.place(b) for _, _, b in points])
    bars = [e for e, b in zip(curve.errors, curve.y, strict=False) if not _is_nan(b)]
    if curve.simulated:
        axes.errorbar(across, up, yerr=bars or None, **style.bars(look))
        return style.legend_entry(style.points(look), curve.label)
    finite = np.array([_is_finite(a) and _is_finite(b) for _, a, b in points], dtype=bool)
    if bars:
        ends = {"linestyle": "", "marker": "", "elinewidth": 0.8, "color": look["color"]}
        axes.errorbar(across, up, yerr=bars, gid="error", **ends)
    many = len(points) > MAX_MARKERS
    is_line = finite.sum() >= MIN_LINE and not panel.truth and not x.named
    markers = style.line(look, linestyle="", gid="theory", marker="" if many else look["marker"])
    number, count = share
    if count > 1 and not many:
        markers["markevery"] = (number % len(across), count)
    if is_line:
        stripes = (number * STRIPE, (STRIPE, (count - 1) * STRIPE))
        dashes = {"linestyle": stripes} if count > 1 else {}
        axes.plot(across[finite], up[finite], **style.line(look, **dashes))
        alone = across[~finite], up[~finite]
        if many and len(alone[0]):
            axes.plot(*alone, **style.line(look, linestyle="", marker=look["marker"]))
    (drawn,) = axes.plot(across, up, **markers)
    line = look["linestyle"] if is_line else ""
    return style.legend_entry(
        {**look, "linestyle": line, "marker": drawn.get_marker(), "markerfacecolor": look["color"]},
        curve.label,
    )


def _is_finite(value: Any) -> bool:
    return not is_number(value) or math.isfinite(value)


def listed(handles: Sequence[Any]) -> tuple[list[Any], str]:
    """Handles that a legend lists, and a sentence on those that it leaves out."""
    if len(handles) <= MAX_LEGEND:
        return list(handles), ""
    at = np.unique(np.linspace(0, len(handles) - 1, MAX_LEGEND // 2).round().astype(int))
    return [handles[i] for i in at], f"{len(at)} of {len(handles)} curves are listed"
