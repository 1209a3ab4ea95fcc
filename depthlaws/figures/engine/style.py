"""Style of all figures: readable at column width, without colour vision, and in grey.

Theory is a line without markers, simulation is hollow markers without a line, and the law of
something near what is simulated is grey and dotted. The functions :func:`line`, :func:`points`,
:func:`bars` and :func:`neighbour` return plot options with the artist's role in its ``gid``, and
``GUIDE`` is the style of guides to the eye; the tests check every artist by its role.
Depths run from light to dark along one perceptually uniform colour map, infinite depth is black,
and each depth also has its own marker and line style.
"""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from depthlaws.figures.engine.chosen_panels import LETTER, Chosen, chosen, is_shown
from depthlaws.figures.engine.titles import END_LABEL, fold
from depthlaws.figures.engine.venues import FULL_WIDTH as FULL_WIDTH

NARROW_WIDTH = 4.2  # inches: narrower figures have at most two panels side by side
MAX_CHOSEN_ACROSS = 3  # chosen panels side by side
ROW_HEIGHT = 2.0  # inches: of a row of chosen panels
MAX_NARROW_HEIGHT = 8.0  # inches: of a narrow figure

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
    "axes.titlelocation": "left",
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
    "svg.fonttype": "none",  # text, with its fonts (svg.as_text)
    "svg.hashsalt": "depthlaws",
}

MARKERS = ("o", "s", "^", "D", "v", "<", ">", "h", "p", "d")  # hollow ones differ when small
LINES = ("-", (0, (5, 1.2)), (0, (3, 1, 1, 1)), (0, (1.2, 1)))
GUIDE: dict[str, Any] = {
    "color": "0.45",
    "linewidth": 0.8,
    "linestyle": (0, (4, 2)),
    "zorder": 0.5,
    "gid": "guide",
}
VERMILION = "#d55e00"  # differs from the colour map without colour vision and in grey
BLUE = "#0072b2"
COLOUR_MAP = "viridis"
LIGHTEST, DARKEST = 0.58, 0.04  # range of the colour map: contrast to white of 3 and more


# -- the canvas ------------------------------------------------------------------------------------


def house() -> Any:
    """Matplotlib settings in which figures are drawn and saved, as a context manager."""
    return mpl.rc_context(dict(RC))


def canvas(width: float, height: float) -> Canvas:
    """Return an empty figure, sizes in inches; its height shrinks half as much as its width."""
    empty = Canvas(
        figsize=(width, height * min(1, 0.5 + 0.5 * width / FULL_WIDTH)), layout="constrained"
    )
    FigureCanvasAgg(empty)  # remembers the sizes of letters between layouts
    return empty


def choose(where: Canvas, numbers: Sequence[int]) -> None:
    """Draw only some panels of a figure, by number, in rows of up to three, one if narrow."""
    across = min(len(numbers), 1 if is_narrow(where) else MAX_CHOSEN_ACROSS)
    where.set_figheight(ROW_HEIGHT * -(-len(numbers) // across) + 0.6)
    Chosen(where, numbers, across)


def is_narrow(where: Any) -> bool:
    """True if the figure is too narrow for more than two panels side by side."""
    return where.get_figure(root=True).get_figwidth() < NARROW_WIDTH


def grow(where: Any, inches: float) -> None:
    """Make a narrow figure taller, up to MAX_NARROW_HEIGHT, unless some panels are chosen."""
    if is_narrow(where) and chosen(where) is None:
        root = where.get_figure(root=True)
        root.set_figheight(min(root.get_figheight() + inches, MAX_NARROW_HEIGHT))


def panels(
    where: Any,
    rows: int,
    columns: int,
    *,
    sharex: Any = False,
    sharey: Any = False,
    beside: int | None = None,
    **grid: Any,
) -> np.ndarray:
    """Return axes as an array (row, column).

    On a narrow canvas at most two panels are side by side and the figure becomes taller; ``beside``
    sets another number. ``sharex`` and ``sharey`` are False, True, "row" or "col" and refer to the
    rows and columns given, not to those of the narrow canvas.
    """
    across = min(columns, beside or (1 if rows * columns <= 4 else 2))
    across = across if is_narrow(where) else columns
    down = -(-rows * columns // across)
    chosen_here = chosen(where)
    more = 1.7 if across == 1 else 2.6  # panels that halve their width need taller rows
    grow(where, 1.2 if rows == columns == 1 else more * (down - rows))  # for titles and labels
    if across < columns:
        grid = {name: v for name, v in grid.items() if name not in {"width_ratios"}}
    spec: Any = None if chosen_here else where.add_gridspec(down, across, **grid)
    axes = np.empty((rows, columns), dtype=object)
    for i in range(rows * columns):
        r, c = divmod(i, columns)
        shared = {
            name: {True: axes[0, 0], "row": axes[r, 0], "col": axes[0, c]}.get(how)
            for name, how in (("sharex", sharex), ("sharey", sharey))
        }
        if chosen_here:
            axes[r, c] = chosen_here.panel(**shared)
        elif spec:
            axes[r, c] = where.add_subplot(spec[divmod(i, across)], **shared)
    return axes


def outer_labels_only(axes: Iterable[Axes], *, x: bool = True, y: bool = True) -> None:
    """Remove axis labels from inner panels, which share the scales of the outer ones."""
    for axis in axes:
        if is_narrow(axis) or chosen(axis):
            continue
        place = axis.get_subplotspec()
        if x and not place.is_last_row():
            axis.set_xlabel("")
            axis.tick_params(which="both", labelbottom=False)
        if y and not place.is_first_col():
            axis.set_ylabel("")
            axis.tick_params(which="both", labelleft=False)


def fit_narrow_canvas(where: Canvas) -> None:
    """On a narrow canvas fold titles and labels, and shrink remarks."""
    if not is_narrow(where):
        return
    for axis in where.axes:
        wide = axis.get_subplotspec() is None or axis.get_subplotspec().get_gridspec().ncols == 1
        for text in (axis.title, axis._left_title, axis.xaxis.label):
            text.set_text(fold(text.get_text(), 42 if wide else 22))
        axis.yaxis.label.set_text(fold(axis.get_ylabel(), 22))
        for remark in axis.texts:
            if remark.get_fontweight() != "bold":
                remark.set_fontsize(6 if wide else 5.5)
                remark.set_annotation_clip(False)


# -- lines and markers -----------------------------------------------------------------------------


def shades(values: Iterable[Any]) -> dict[Any, Any]:
    """Return a colour for each of some increasing values, light to dark."""
    steps = list(values)
    places = np.linspace(LIGHTEST, DARKEST, len(steps))
    return {v: mpl.colormaps[COLOUR_MAP](place) for v, place in zip(steps, places, strict=True)}


def depth_colours(depths: Iterable[float]) -> dict[float, Any]:
    """Return a colour for each depth, light to dark; infinite depth is black."""
    finite = sorted({float(d) for d in depths if math.isfinite(d)})
    return shades(finite) | {math.inf: "black"}


def depth_styles(depths: Iterable[float]) -> dict[float, dict[str, Any]]:
    """Return line and marker options of each depth, as keywords of ``Axes.plot``."""
    colours = depth_colours(depths)
    return {
        float(d): {
            "color": colours[float(d)],
            "linestyle": LINES[i % len(LINES)],
            "marker": MARKERS[i % len(MARKERS)],
        }
        for i, d in enumerate(sorted({float(d) for d in depths}))
    }


def line(options: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """Return plot options of a theory curve: a line without markers."""
    return {**options, "marker": "", "gid": "theory", **changes}


def neighbour(**changes: Any) -> dict[str, Any]:
    """Return plot options of a law of something near what the markers measure: grey and dotted.

    The caption names the law and says how far it misses the markers.
    """
    look = {"color": "0.4", "linewidth": 0.7, "linestyle": (0, (1, 1.3)), "marker": ""}
    return {**look, "zorder": 1.5, "gid": "neighbour", **changes}


def points(options: Mapping[str, Any], every: Any = None, **changes: Any) -> dict[str, Any]:
    """Return plot options of simulated points: hollow markers, one in ``every``, no line."""
    hollow = {"linestyle": "", "markerfacecolor": "white", "markevery": every, "zorder": 3}
    return {**options, **hollow, "gid": "simulation", **changes}


def bars(options: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """Return options of simulated points with error bars, as keywords of ``Axes.errorbar``."""
    return {**points(options), "elinewidth": 0.8, **changes}


def legend_entry(look: Mapping[str, Any], label: str) -> Line2D:
    """Return a legend entry: a line, a hollow marker or both, by its plot options."""
    return Line2D([], [], **{"markerfacecolor": "white", **look}, label=label)


def theory_and_simulation(
    theory: str = "exact", simulation: str = "simulated", colour: str = "0.3"
) -> list[Line2D]:
    """Return legend entries for theory (line) and simulation (marker)."""
    return [
        legend_entry({"color": colour}, theory),
        legend_entry(points({"color": colour, "marker": "o"}), simulation),
    ]


def depth_label(depth: float) -> str:
    """Return the label of a depth."""
    return r"$L=\infty$" if math.isinf(depth) else f"$L={depth:g}$"


def legend(where: Canvas, handles: Sequence[Any], *, columns: int | None = None) -> None:
    """Draw the legend of the whole figure below the panels, in as many rows as needed."""
    room = 72 * where.get_figwidth() - 8
    if chosen(where):
        handles = [handle for handle in handles if _is_drawn(handle, where)]
    labels = [h.get_label() for h in handles]
    fits = [n for n in range(1, len(labels) + 1) if _legend_points(labels, n) <= room]
    across = columns or -(-len(labels) // -(-len(labels) // max(fits, default=1)))
    where.legend(handles=list(handles), loc="outside lower center", ncols=across)


def _is_drawn(handle: Any, where: Canvas) -> bool:
    """True unless a legend entry names a kind of line that no chosen panel has."""
    if not isinstance(handle, Line2D) or handle.get_marker() not in ("", "None", None):
        return True
    role = handle.get_gid() or "theory"
    return any(line.get_gid() == role for axis in where.axes for line in axis.lines)


def _legend_points(labels: Sequence[Any], columns: int) -> float:
    """Estimate the width in points of a legend with ``columns`` columns."""
    size = RC["legend.fontsize"]
    beside = RC["legend.handlelength"] + RC["legend.handletextpad"] + RC["legend.columnspacing"]
    rows = -(-len(labels) // columns)
    longest = [
        max(map(len, map(_visible_letters, labels[i : i + rows])))
        for i in range(0, len(labels), rows)
    ]
    return size * sum(beside + 0.6 * letters for letters in longest)


def _visible_letters(label: Any) -> str:
    return str(label).replace("\\infty", "8").translate(str.maketrans("", "", "\\${}"))


def depth_legend(
    where: Canvas,
    depths: Sequence[float],
    *,
    theory: str = "",
    simulation: str = "",
    others: Sequence[Line2D] = (),
) -> None:
    """Draw the legend of the whole figure: every depth, and the meaning of lines and markers."""
    handles = []
    for depth, options in depth_styles(depths).items():
        shown = (
            options if theory and simulation else points(options) if simulation else line(options)
        )
        handles.append(legend_entry(shown, depth_label(depth)))
    line_key, marker_key = theory_and_simulation(theory, simulation)
    handles += [marker_key] * bool(simulation) + [line_key] * bool(theory)
    legend(where, [*handles, *others])


def colour_bar(where: Any, image: Any, axes: Iterable[Axes], label: str, **options: Any) -> None:
    """Draw a colour bar beside the panels, or below them on a narrow canvas."""
    place = (
        {"location": "bottom", "aspect": 40, "pad": 0.01} if is_narrow(where) else {"pad": 0.015}
    )
    if shown := [axis for axis in axes if is_shown(axis)]:
        where.colorbar(image, ax=shown, **options | place).set_label(label)


def label(axis: Axes, text: str, x: float, y: float, **options: Any) -> None:
    """Write a label beside a curve or region, in data coordinates by default."""
    options = {"fontsize": 7, "ha": "left", "va": "center", "annotation_clip": False} | options
    axis.annotate(text, (x, y), **options)


def end_label(axis: Axes, text: str, x: float, y: float, **options: Any) -> None:
    """Write a label at the end of a line; it moves up or down where another end is near."""
    label(axis, text, x, y, gid=END_LABEL, **options)


def count_ticks(axis: Axes, values: Iterable[float], label: str) -> None:
    """Make the x axis logarithmic, with ticks at the given values."""
    axis.set_xlabel(label)
    axis.set_xscale("log", base=2)
    ticks = list(values)
    every = next((n for n in range(1, len(ticks)) if _labels_fit(axis, ticks[::n])), len(ticks))
    axis.set_xticks(ticks, [f"{n:g}" * (i % every == 0) for i, n in enumerate(ticks)])
    axis.set_xticks([], minor=True)


def _labels_fit(axis: Axes, ticks: Sequence[float]) -> bool:
    """True if the labels of these ticks do not touch on a logarithmic axis."""
    room = 0.7 * 72 * axis.get_figure(root=False).bbox.width / axis.get_figure(root=True).dpi
    room /= axis.get_subplotspec().get_gridspec().ncols
    span = math.log(max(ticks) / min(ticks))
    gaps = [room * math.log(b / a) / span for a, b in itertools.pairwise(ticks)]
    digits = [(len(f"{a:g}") + len(f"{b:g}")) / 2 for a, b in itertools.pairwise(ticks)]
    size = 0.64 * RC["xtick.labelsize"]
    return all(gap > size * (n + 0.6) for gap, n in zip(gaps, digits, strict=True))


def panel_letters(axes: Iterable[Axes], names: str = "ABCDEFGHIJKLMNOP") -> None:
    """Write bold panel letters at the upper left, outside the axes."""
    for axis, name in zip(axes, names, strict=False):
        axis.annotate(
            name,
            xy=(0, 1),
            xytext=(-4, 4),
            xycoords="axes fraction",
            textcoords="offset points",
            ha="right",
            va="bottom",
            fontweight="bold",
            fontsize=9,
            gid=LETTER,
        )


def note(axis: Axes, text: str, x: float = 0.03, y: float = 0.97, **options: Any) -> None:
    """Write a small remark inside a panel; x and y are fractions of the panel."""
    options = {
        "xycoords": "axes fraction",
        "fontsize": 6.5,
        "color": "0.3",
        "ha": "left" if x < 0.5 else "right",
        "va": "top" if y > 0.5 else "bottom",
    } | options
    axis.annotate(text, (x, y), **options)


def halves(where: Canvas, *, below: bool = False, **options: Any) -> Any:
    """Split a figure in two parts, side by side or (always if narrow) one above the other."""
    if chosen(where):
        return where, where
    if is_narrow(where) and not below:
        return where.subfigures(2, 1)
    return where.subfigures(2, 1, **options) if below else where.subfigures(1, 2, **options)
