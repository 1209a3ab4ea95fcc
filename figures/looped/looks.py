"""Looks that the looped figures share: exact curves black, optimiser steps light to dark."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style

BLACK = {"color": "black", "marker": "o", "linestyle": "-"}
EXACT = style.line(BLACK, linewidth=1.2, zorder=4)
SIMULATED = style.bars(BLACK, zorder=5)
OTHER = style.OTHER
THREE = (
    {"color": "black", "linestyle": "-", "marker": "o"},
    {"color": style.OTHER, "linestyle": style.LINES[1], "marker": "s"},
    {"color": style.BLUE, "linestyle": style.LINES[2], "marker": "^"},
)


def step_colours(steps: Sequence[int]) -> dict[int, Any]:
    """Light to dark with the optimiser step."""
    shades = np.linspace(style.LIGHTEST, style.DARKEST, len(steps))
    return {int(s): mpl.colormaps[style.MAP](v) for s, v in zip(steps, shades, strict=True)}


def step_handles(steps: Sequence[int], first: int = 0) -> list[Line2D]:
    """Legend entries of an early and the last optimiser step."""
    colours = step_colours(steps)
    return [
        Line2D([], [], **style.points({"color": colours[s], "marker": "o"}), label=f"step {s}")
        for s in sorted({int(steps[first]), int(steps[-1])})
    ]


def doublings(axis: Axes, counts: Iterable[float], label: str) -> None:
    """Logarithmic x axis whose ticks are the counts themselves."""
    style.counts(axis, counts)
    axis.set_xlabel(label)


def handle(look: Mapping[str, Any], label: str) -> Line2D:
    """Legend entry with line and hollow marker."""
    return Line2D([], [], **{**look, "markerfacecolor": "white"}, label=label)
