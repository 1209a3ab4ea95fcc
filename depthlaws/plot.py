"""Answers as pictures, in the style of the figures: curves over a range, kernels as maps."""

import io
import math
import textwrap
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from depthlaws._arguments import parameters
from depthlaws.figures.engine import style
from depthlaws.files import replacing
from depthlaws.grid import Answers
from depthlaws.values import shown

WIDTH, HEIGHT = style.VENUES["neurips"], 3.4  # inches, the height of one panel
LONGEST = 60  # letters of a label
Measured = Mapping[Any, tuple[np.ndarray, np.ndarray]]


class Drawn(Figure):
    """A figure that shows itself in a notebook."""

    def _repr_png_(self) -> bytes:
        content = io.BytesIO()
        with style.house():
            self.savefig(content, format="png", dpi=style.DPI["png"])
        return content.getvalue()


def over(question: str | Callable[..., Any], /, **given: Any) -> Drawn:
    """Ask a question on a range of values and draw the answers; a notebook shows the figure.

    ``question`` is a function or a name that ``depthlaws whatif`` takes; lists and ranges vary.
    Raises: ValueError if there is nothing to draw, and what the function raises.

    >>> from depthlaws import plot
    >>> drawn = plot.over("chain.max_learning_rate", L=range(1, 65), mu_yx=2.0, mu_xx=1.0)
    >>> drawn.axes[0].get_xlabel()[:2]
    'L:'
    """
    from depthlaws.grid import answers
    from depthlaws.questions import question as named
    from depthlaws.questions import questions
    from depthlaws.words import about

    function: Any = question
    if isinstance(question, str):
        function = named(question) or questions()[question]
    several = {
        name: [*value] if isinstance(value, (list, tuple, range, np.ndarray)) else [value]
        for name, value in given.items()
    }
    name = question if isinstance(question, str) else getattr(function, "__name__", "")
    records = {p.name: p.record for p in parameters(function)}
    found = answers(name, function, several)
    return figure(found, meaning=lambda x: about(function, x, records.get(x)))


def save(drawn: Figure, path: Path) -> None:
    """Write a figure, whole or not at all. Raises: OSError naming the file."""
    from depthlaws.figures.engine import svg

    with style.house(), svg.as_text(), replacing(path) as part:
        drawn.savefig(part, format=path.suffix[1:].lower(), dpi=style.DPI["png"])


def figure(asked: Answers, *, says: str = "", meaning: Callable[[str], str]) -> Drawn:
    """Draw every numeric part of the answers.

    Against the first option that varies; where nothing varies, arrays against their indices.
    ``meaning`` of an option becomes the name of its axis.
    Raises: ValueError if there is nothing to draw.
    """
    draw = _curves(asked, meaning) if asked.axes else _maps(asked)
    if not draw:
        what = ", ".join(asked.fields)
        msg = (
            f"--plot needs numbers over an option with more than one value, for example --L 1:64, "
            f"or an array; got {what} against {asked.axes[0] if asked.axes else 'nothing'}"
        )
        raise ValueError(msg)
    with style.house():
        canvas = Drawn(figsize=(WIDTH, HEIGHT * len(draw)), layout="constrained")
        canvas.suptitle(textwrap.fill(says or asked.question, 2 * LONGEST), fontsize=8)
        panels = canvas.subplots(len(draw), 1, squeeze=False)[:, 0]
        for panel, (name, fill) in zip(panels, draw.items(), strict=True):
            fill(panel)
            panel.set_title(name if name != "value" else "", loc="left")
    return canvas


def slopes(measured: Measured, found: Mapping[Any, Any], size: str, value: str) -> Drawn:
    """Draw a coordinate check: measurements by markers, expected slopes by lines.

    ``measured`` and ``found`` by group: sizes (size,) and values (seed, size), and the check.
    """
    with style.house():
        canvas = Drawn(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = canvas.subplots()
        for group, (sizes, values) in measured.items():
            check, mean = found[group], np.exp(np.log(values).mean(axis=0))
            label = f"{', '.join(group) or value}: slope {check.slope:.3f}, {check.verdict}"
            (marks,) = axes.plot(sizes, mean, "o", mfc="none", label=label)
            middle = np.exp(np.log(mean).mean() - check.expected * np.log(sizes).mean())
            ends = np.array([np.min(sizes), np.max(sizes)])
            axes.plot(ends, middle * ends**check.expected, "-", color=marks.get_color())
        axes.set(xscale="log", yscale="log", xlabel=size, ylabel=value)
        axes.set_title(f"Lines have the expected slope {check.expected:g}")
        axes.legend(fontsize="small")
    return canvas


def _curves(asked: Answers, meaning: Callable[[str], str]) -> dict[str, Callable[[Any], None]]:
    x, others = asked.axes[0], asked.axes[1:]
    if not all(_is_number(row[x]) for row in asked.rows):
        return {}
    rows = [dict(row) | _spread(row, asked.fields) for row in asked.rows]
    names = [f for f in rows[0] if f not in asked.axes]
    numeric = [f for f in names if all(_is_number(row.get(f)) for row in rows)]

    def fill(name: str) -> Callable[[Any], None]:
        def panel(axes: Any) -> None:
            for label, points in _points(rows, x, others, name).items():
                axes.plot(*zip(*points, strict=True), label=label)
            axes.set(xlabel=_label(x, meaning(x)), ylabel=_label(asked.question, ""))
            _scale(axes, [row[x] for row in rows], [row[name] for row in rows])
            if others:
                axes.legend(title=", ".join(others) if len(others) > 1 else None)

        return panel

    return {name: fill(name) for name in numeric}


def _spread(row: Mapping[str, Any], fields: Sequence[str]) -> dict[str, Any]:
    """Parts of a short array, a pair of bounds for example, as numbers of their own."""
    found: dict[str, Any] = {}
    for name in fields:
        values = np.asarray(row[name]) if not isinstance(row[name], str) else np.empty(())
        if values.ndim == 1 and 1 < values.size <= 4 and values.dtype.kind in "fiu":
            found |= {f"{name}[{i}]": value.item() for i, value in enumerate(values)}
    return found


def _maps(asked: Answers) -> dict[str, Callable[[Any], None]]:
    """Panel of each array: a matrix as a map, a vector as points."""
    arrays = {f: np.asarray(asked.rows[0][f]) for f in asked.fields}
    fit = {f: v for f, v in arrays.items() if v.dtype.kind in "fiu" and v.ndim in (1, 2) and v.size}

    def fill(values: np.ndarray) -> Callable[[Any], None]:
        def panel(axes: Any) -> None:
            if values.ndim == 1:
                axes.plot(np.arange(values.size), values)
                axes.set(xlabel="index", ylabel=asked.question)
                return
            image = axes.imshow(values, origin="lower", aspect="auto", interpolation="nearest")
            axes.figure.colorbar(image, ax=axes, label=asked.question)
            axes.set(xlabel="column", ylabel="row")

        return panel

    return {f: fill(v) for f, v in fit.items()}


def _label(name: str, meaning: str) -> str:
    return textwrap.shorten(f"{name}: {meaning}" if meaning else name, LONGEST, placeholder=" ...")


def _is_number(value: Any) -> bool:
    return np.ndim(value) == 0 and isinstance(value, int | float | np.number)


def _points(
    rows: Sequence[Mapping[str, Any]], x: str, others: Sequence[str], name: str
) -> dict[str, list[tuple[float, float]]]:
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        label = ", ".join(f"{o} = {shown(row[o])}" for o in others)
        curves.setdefault(label, []).append((float(row[x]), float(row[name])))
    return curves


def _scale(panel: Any, x: Sequence[float], y: Sequence[float]) -> None:
    """Logarithmic axes where the values are positive and span decades."""
    for name, data in (("xscale", x), ("yscale", y)):
        finite = np.asarray([v for v in data if math.isfinite(v)], dtype=float)
        if finite.size and finite.min() > 0 and finite.max() >= 100 * finite.min():
            panel.set(**{name: "log"})
