"""One look for all figures: readable at column width, without colour vision, and in grey.

Depth runs from light to dark along one perceptually uniform map, infinite depth is black, and each
depth also has its own marker and line style. Simulations are markers, theory is lines.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

WIDTHS = {1: 3.4, 2: 7.0}  # inches: one column, both columns
PNG_DPI = 220

RC: Mapping[str, Any] = {
    "font.size": 8.0,
    "axes.titlesize": 8.0,
    "axes.labelsize": 8.0,
    "legend.fontsize": 7.0,
    "xtick.labelsize": 7.0,
    "ytick.labelsize": 7.0,
    "font.family": "DejaVu Sans",
    "mathtext.fontset": "dejavusans",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.labelpad": 2.5,
    "axes.titlepad": 4.0,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.minor.size": 1.5,
    "ytick.minor.size": 1.5,
    "lines.linewidth": 1.1,
    "lines.markersize": 3.0,
    "lines.markeredgewidth": 0.7,
    "legend.frameon": False,
    "legend.handlelength": 2.0,
    "legend.columnspacing": 1.2,
    "legend.handletextpad": 0.5,
    "image.cmap": "viridis",
    "pdf.fonttype": 42,
    "figure.constrained_layout.h_pad": 0.03,
    "figure.constrained_layout.w_pad": 0.03,
    "svg.hashsalt": "depthlaws",
}

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "h", "<", ">")
LINES = ("-", (0, (5, 1.2)), (0, (3, 1, 1, 1)), (0, (1.2, 1)))
GUIDE: dict[str, Any] = {
    "color": "0.45",
    "linewidth": 0.8,
    "linestyle": (0, (4, 2)),
    "zorder": 0.5,
}
MAP = "viridis"
LIGHTEST, DARKEST = 0.86, 0.12  # ends of the map that still stand out from paper and from black


def depth_colours(depths: Sequence[float]) -> dict[float, Any]:
    """Light to dark with depth; black at infinite depth."""
    finite = sorted({float(d) for d in depths if math.isfinite(d)})
    step = (LIGHTEST - DARKEST) / max(1, len(finite) - 1)
    found: dict[float, Any] = {
        d: mpl.colormaps[MAP](LIGHTEST - i * step) for i, d in enumerate(finite)
    }
    return found | {math.inf: "black"}


def depth_styles(depths: Sequence[float]) -> dict[float, dict[str, Any]]:
    """Line and marker options of each depth, as keywords of ``Axes.plot``."""
    colours = depth_colours(depths)
    return {
        float(d): {
            "color": colours[float(d)],
            "linestyle": LINES[i % len(LINES)],
            "marker": MARKERS[i % len(MARKERS)],
        }
        for i, d in enumerate(sorted({float(d) for d in depths}))
    }


def line(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a theory curve: no markers."""
    return {**options, "marker": ""}


def points(options: Mapping[str, Any], every: Any = None) -> dict[str, Any]:
    """The options of simulated points: hollow markers, one in ``every``."""
    hollow = {"linestyle": "", "markerfacecolor": "white", "markevery": every, "zorder": 3}
    return {**options, **hollow}


def depth_label(depth: float) -> str:
    """Legend entry of a depth."""
    return r"$L=\infty$" if math.isinf(depth) else f"$L={depth:g}$"


def depth_legend(
    canvas: Canvas,
    depths: Sequence[float],
    *,
    theory: str = "",
    simulation: str = "",
    others: Sequence[Line2D] = (),
    rows: int = 1,
) -> None:
    """Legend of the whole figure, above it: every depth, and what lines and markers stand for."""
    handles = []
    for depth, options in depth_styles(depths).items():
        shown = options if theory and simulation else line(options) if theory else points(options)
        look: dict[str, Any] = {**shown, "markerfacecolor": "white", "label": depth_label(depth)}
        handles.append(Line2D([], [], **look))
    if simulation:
        handles.append(Line2D([], [], **points({"color": "0.3", "marker": "o"}), label=simulation))
    if theory:
        handles.append(Line2D([], [], color="0.3", label=theory))
    handles.extend(others)
    columns = -(-len(handles) // rows)
    canvas.legend(handles=handles, loc="outside upper center", ncols=columns)


def letters(axes: Sequence[Axes], names: str = "ABCDEFGHIJKLMNOP") -> None:
    """Bold panel letters at the upper left, outside the axes."""
    for axis, name in zip(axes, names, strict=False):
        axis.annotate(
            name, xy=(0, 1), xytext=(-4, 4), xycoords="axes fraction", textcoords="offset points",
            ha="right", va="bottom", fontweight="bold", fontsize=9,
        )  # fmt: skip
