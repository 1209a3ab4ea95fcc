"""Answers as curves, in the style of the figures."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from depthlaws.figures.engine import style
from depthlaws.files import replacing
from depthlaws.grid import Answers
from depthlaws.values import shown


def plot(asked: Answers, path: Path) -> None:
    """Draw every numeric part of the answers against the first option that varies.

    Raises: ValueError if nothing varies or the answers are not numbers; OSError; ValueError for a
    file type that is not known, with those that are.
    """
    if not asked.axes:
        msg = "--plot needs an option with more than one value, for example --L 1:64"
        raise ValueError(msg)
    numeric = [f for f in asked.fields if all(_is_number(r[f]) for r in asked.rows)]
    x, others = asked.axes[0], asked.axes[1:]
    if not numeric or not all(_is_number(r[x]) for r in asked.rows):
        msg = f"--plot needs numbers, got {asked.fields} against {x}"
        raise ValueError(msg)
    with mpl.rc_context(dict(style.RC)):
        canvas = Figure(figsize=(style.VENUES["neurips"], 3.2 * len(numeric)), layout="constrained")
        panels = canvas.subplots(len(numeric), 1, squeeze=False)[:, 0]
        for panel, field in zip(panels, numeric, strict=True):
            for label, points in _curves(asked.rows, x, others, field).items():
                panel.plot(*zip(*points, strict=True), label=label)
            panel.set(xlabel=x, ylabel=asked.question if field == "value" else field)
            _scale(panel, [r[x] for r in asked.rows], [r[field] for r in asked.rows])
            if others:
                panel.legend()
        with replacing(path) as part:
            canvas.savefig(part, format=path.suffix[1:], dpi=300)


def _is_number(value: Any) -> bool:
    return np.ndim(value) == 0 and isinstance(value, int | float | np.number)


def _curves(
    rows: Sequence[Mapping[str, Any]], x: str, others: Sequence[str], field: str
) -> dict[str, list[tuple[float, float]]]:
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        label = ", ".join(f"{o} = {shown(row[o])}" for o in others)
        curves.setdefault(label, []).append((float(row[x]), float(row[field])))
    return curves


def _scale(panel: Any, x: Sequence[float], y: Sequence[float]) -> None:
    """Logarithmic axes where the values are positive and span decades."""
    for name, data in (("xscale", x), ("yscale", y)):
        finite = np.asarray([v for v in data if math.isfinite(v)], dtype=float)
        if finite.size and finite.min() > 0 and finite.max() >= 100 * finite.min():
            panel.set(**{name: "log"})
