"""Line styles that the looped figures share: exact curves black, optimiser steps by shade."""

from collections.abc import Sequence

from matplotlib.lines import Line2D

from depthlaws.figures.engine import style

BLACK = {"color": "black", "marker": "o", "linestyle": "-"}
EXACT = style.line(BLACK, linewidth=1.2, zorder=4)
SIMULATED = style.bars(BLACK, zorder=5)
THREE_STYLES = (
    {"color": "black", "linestyle": "-", "marker": "o"},
    {"color": style.VERMILION, "linestyle": style.LINES[1], "marker": "s"},
    {"color": style.BLUE, "linestyle": style.LINES[2], "marker": "^"},
)


def step_handles(steps: Sequence[int], first: int = 0) -> list[Line2D]:
    """Return legend entries of an early and the last optimiser step."""
    colours = style.shades(int(s) for s in steps)
    return [
        style.legend_entry(style.points({"color": colours[s], "marker": "o"}), f"step {s}")
        for s in sorted({int(steps[first]), int(steps[-1])})
    ]
