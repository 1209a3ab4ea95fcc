"""One look for all figures: readable at column width, without colour vision, and in grey.

Theory is a line without markers, simulation is hollow markers without a line, in every figure. The
functions that make these looks mark each artist with its role, and the tests hold the artists to
it. Depth runs from light to dark along one perceptually
uniform map, infinite depth is black, and each depth also has its own marker and line style.
"""

import itertools
import math
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D
from matplotlib.text import Text

FULL = 6.75  # inches: the text width that a figure is laid out for
VENUES: Mapping[str, float] = {
    "full": FULL,
    "icml": 6.75,
    "icml-column": 3.25,
    "neurips": 5.5,
    "iclr": 5.5,
    "tmlr": 6.5,
}
GREEK = {"eps": "\u03b5", "eta": "\u03b7", "tau": "\u03c4", "alpha": "\u03b1", "kappa": "\u03ba",
         "gamma": "\u03b3", "phi": "\u03c6"}  # fmt: skip
NARROW = 4.2  # inches: below it panels stand at most two in a row
DPI: Mapping[str, int] = {"png": 300, "pdf": 600, "svg": 600}  # of images inside a PDF or SVG

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

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "h", "<", ">")
LINES = ("-", (0, (5, 1.2)), (0, (3, 1, 1, 1)), (0, (1.2, 1)))
GUIDE: dict[str, Any] = {
    "color": "0.45",
    "linewidth": 0.8,
    "linestyle": (0, (4, 2)),
    "zorder": 0.5,
    "gid": "guide",
}
OTHER = "#d55e00"  # vermilion: told from the map's colours without colour vision and in grey
BLUE = "#0072b2"
MAP = "viridis"
LIGHTEST, DARKEST = 0.86, 0.12  # ends of the map that still stand out from paper and from black


# -- the canvas ------------------------------------------------------------------------------------


def house() -> Any:
    """Context in which figures are drawn and saved."""
    return mpl.rc_context(dict(RC))


def inches(width: float | str) -> float:
    """Width in inches, of a venue or as given. Raises: ValueError for one that cannot be drawn."""
    if isinstance(width, str) and width not in VENUES:
        msg = f"venue must be one of {', '.join(VENUES)}, got {width!r}"
        raise ValueError(msg)
    found = VENUES[width] if isinstance(width, str) else float(width)
    if not 3 <= found <= 20:
        msg = f"width must be between 3 and 20 inches, got {width!r}"
        raise ValueError(msg)
    return found


def canvas(width: float, height: float) -> Canvas:
    """Empty figure of a width in inches; a narrower one is a little lower too."""
    return Canvas(figsize=(width, height * min(1, 0.5 + 0.5 * width / FULL)), layout="constrained")


def headline(where: Canvas, text: str) -> None:
    """Write the finding above the panels, folded evenly to the width, mathematics as such."""
    greek = re.sub(rf"\b({'|'.join(GREEK)})(?=\b|_)", lambda found: GREEK[found[0]], text)
    roots = re.sub(r"\bsqrt(?: (?=[A-Z]\b)|\(([A-Z])\))", "\u221a\\1", greek)
    plain = re.sub(r"(?<= )-(?=[ \d])", "\u2212", roots).rstrip(".")
    most = int(12.6 * where.get_figwidth())
    rows = max(1, len(textwrap.wrap(plain, most)))
    widths = range(max(1, len(plain) // rows), most + 1)
    even = next(n for n in widths if len(textwrap.wrap(plain, n)) <= rows)
    shown = re.sub(r"(\w)((?:_\w|\^\(?-?[\d/]+\)?)+)", _scripts, textwrap.fill(plain, even))
    where.suptitle(shown, x=0.008, ha="left", fontsize=8.5, fontweight="bold")


def _scripts(found: re.Match[str]) -> str:
    """x_0^-1/2 as mathematics."""
    inside = re.sub(r"\^\(?(-?[\d/]+)\)?", r"^{\1}", found[2])
    return rf"$\mathbf{{{found[1]}{inside}}}$"


def settle(where: Canvas) -> None:
    """Lay out, then no more.

    Twice where panels keep their shape: what stands around them moves the second time. Elsewhere
    that moved nothing by more than a fiftieth of an inch. Again while a title reaches beyond the
    paper or the words above the next panel, and can be folded.
    """
    square = any(axis.get_aspect() != "auto" for axis in where.axes)
    layout: Any = where.get_layout_engine()
    for _ in range(1 + square):
        layout.execute(where)
    while [axis for axis in where.axes if _fold_at_the_edge(axis._left_title, _room(axis))]:
        layout.execute(where)
    where.set_layout_engine("none")


def _room(axis: Any) -> float:
    """Where the title of a panel has to end: before what stands above the next one."""
    own = axis._left_title.get_window_extent()
    others = [a for a in axis.get_figure(root=True).axes if a.bbox.x0 > axis.bbox.x1]
    above = (t for a in others for t in (a._left_title, *a.texts) if t.get_text())
    boxes = (Text.get_window_extent(t) for t in above)
    gap = axis.get_figure(root=True).dpi / 24
    beside = [b.x0 - gap for b in boxes if b.y0 < own.y1 and own.y0 < b.y1]
    return min([axis.get_figure(root=True).bbox.x1, *beside])


def _fold_at_the_edge(title: Text, edge: float) -> bool:
    """Fold a title, evenly, until it ends before an edge; whether it had to be."""
    whole = title.get_text()
    folds = dict.fromkeys(folded(whole, letters) for letters in range(len(whole), 6, -1))
    for text in folds:
        if title.get_window_extent().x1 <= edge:
            break
        title.set_text(text)
    if title.get_text() == whole:
        return False
    rows = title.get_text().count("\n")
    title.set_text([text for text in folds if text.count("\n") == rows][-1])
    return True


def narrow(where: Any) -> bool:
    """Whether panels have to stand below instead of beside each other."""
    return where.get_figure(root=True).get_figwidth() < NARROW


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
    """Axes (row, column); on a narrow canvas at most two stand side by side, and it grows.

    ``sharex`` and ``sharey`` are False, True, "row" or "col", of the grid asked for; ``beside``
    says how many stand side by side on a narrow canvas instead.
    """
    few = beside or (1 if rows * columns <= 6 else 2)
    across = min(columns, few) if narrow(where) else columns
    down = -(-rows * columns // across)
    if narrow(where) and rows == columns == 1:  # titles and labels take their share of the height
        whole = where.get_figure(root=True)
        whole.set_figheight(whole.get_figheight() + 1.2)
    if across < columns:
        grid = {name: v for name, v in grid.items() if name not in {"width_ratios"}}
        whole = where.get_figure(root=True)
        whole.set_figheight(whole.get_figheight() + 1.7 * (down - rows))
    spec = where.add_gridspec(down, across, **grid)
    found = np.empty((rows, columns), dtype=object)
    for i in range(rows * columns):
        r, c = divmod(i, columns)
        shared = {
            name: {True: found[0, 0], "row": found[r, 0], "col": found[0, c]}.get(how)
            for name, how in (("sharex", sharex), ("sharey", sharey))
        }
        found[r, c] = where.add_subplot(spec[divmod(i, across)], **shared)
    return found


def outer(axes: Iterable[Axes], *, x: bool = True, y: bool = True) -> None:
    """Keep the labels of shared scales at the outer panels only."""
    for axis in axes:
        if narrow(axis):
            continue
        place = axis.get_subplotspec()
        if x and not place.is_last_row():
            axis.set_xlabel("")
            axis.tick_params(which="both", labelbottom=False)
        if y and not place.is_first_col():
            axis.set_ylabel("")
            axis.tick_params(which="both", labelleft=False)


def fit(where: Canvas) -> None:
    """Fold titles and labels, and shrink remarks, where panels are narrow."""
    if not narrow(where):
        return
    for axis in where.axes:
        wide = axis.get_subplotspec() is None or axis.get_subplotspec().get_gridspec().ncols == 1
        for text in (axis.title, axis._left_title, axis.xaxis.label):
            text.set_text(folded(text.get_text(), 42 if wide else 22))
        axis.yaxis.label.set_text(folded(axis.get_ylabel(), 22))
        for remark in axis.texts:
            if remark.get_fontweight() != "bold":
                remark.set_fontsize(6 if wide else 5.5)
                remark.set_annotation_clip(False)


def folded(text: str, width: int) -> str:
    """Fold a text between words; mathematics between dollars is one word, counted as it shows."""
    lines, length = [""], 0
    for word in re.findall(r"(?:\$[^$]*\$|[^\s$])+", text):
        size = len(re.sub(r"\\[a-z]+", "x", re.sub(r"[${}^_]", "", word))) + 1
        if lines[-1] and length + size > width:
            lines, length = [*lines, ""], 0
        lines[-1] += " " * bool(lines[-1]) + word
        length += size
    return "\n".join(lines)


def metadata(kind: str, *, title: str, key: str, caption: str) -> dict[str, Any]:
    """What a file says about itself."""
    if kind == "pdf":
        return {
            "Title": title,
            "Subject": caption,
            "Keywords": f"content key {key}",
            "Creator": "depthlaws",
            "CreationDate": None,
        }
    if kind == "svg":
        described = f"{caption} (content key {key})"
        return {"Title": title, "Description": described, "Creator": "depthlaws", "Date": None}
    return {"Title": title, "Description": caption, "Content key": key, "Software": "depthlaws"}


# -- lines and markers -----------------------------------------------------------------------------


def shades(values: Iterable[Any]) -> dict[Any, Any]:
    """A colour for each of some increasing values, light to dark."""
    steps = list(values)
    places = np.linspace(LIGHTEST, DARKEST, len(steps))
    return {v: mpl.colormaps[MAP](place) for v, place in zip(steps, places, strict=True)}


def depth_colours(depths: Iterable[float]) -> dict[float, Any]:
    """Light to dark with depth; black at infinite depth."""
    finite = sorted({float(d) for d in depths if math.isfinite(d)})
    return shades(finite) | {math.inf: "black"}


def depth_styles(depths: Iterable[float]) -> dict[float, dict[str, Any]]:
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


def line(options: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """The options of a theory curve: no markers."""
    return {**options, "marker": "", "gid": "theory", **changes}


def points(options: Mapping[str, Any], every: Any = None, **changes: Any) -> dict[str, Any]:
    """The options of simulated points: hollow markers, one in ``every``."""
    hollow = {"linestyle": "", "markerfacecolor": "white", "markevery": every, "zorder": 3}
    return {**options, **hollow, "gid": "simulation", **changes}


def bars(options: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """The options of simulated points with error bars, as keywords of ``Axes.errorbar``."""
    return {**points(options), "elinewidth": 0.8, **changes}


def entry(look: Mapping[str, Any], label: str) -> Line2D:
    """Legend entry: a line, a hollow marker or both, as the look has them."""
    return Line2D([], [], **{"markerfacecolor": "white", **look}, label=label)


def theory_and_simulation(
    theory: str = "exact", simulation: str = "simulated", colour: str = "0.3"
) -> list[Line2D]:
    """Legend entries of the two roles."""
    return [
        entry({"color": colour}, theory),
        entry(points({"color": colour, "marker": "o"}), simulation),
    ]


def depth_label(depth: float) -> str:
    """Legend entry of a depth."""
    return r"$L=\infty$" if math.isinf(depth) else f"$L={depth:g}$"


def legend(where: Canvas, handles: Sequence[Any], *, columns: int | None = None) -> None:
    """Legend of the whole figure, below the panels, in as many rows as it needs."""
    room = 72 * where.get_figwidth() - 8
    labels = [h.get_label() for h in handles]
    fits = [n for n in range(1, len(labels) + 1) if _legend_points(labels, n) <= room]
    across = columns or -(-len(labels) // -(-len(labels) // max(fits, default=1)))
    where.legend(handles=list(handles), loc="outside lower center", ncols=across)


def _legend_points(labels: Sequence[Any], columns: int) -> float:
    """Width of a legend in so many columns, by letters of a typical width."""
    size = RC["legend.fontsize"]
    beside = RC["legend.handlelength"] + RC["legend.handletextpad"] + RC["legend.columnspacing"]
    rows = -(-len(labels) // columns)
    longest = [max(map(len, map(_bare, labels[i : i + rows]))) for i in range(0, len(labels), rows)]
    return size * sum(beside + 0.6 * letters for letters in longest)


def _bare(label: Any) -> str:
    return str(label).replace("\\infty", "8").translate(str.maketrans("", "", "\\${}"))


def depth_legend(
    where: Canvas,
    depths: Sequence[float],
    *,
    theory: str = "",
    simulation: str = "",
    others: Sequence[Line2D] = (),
) -> None:
    """Legend of the whole figure: every depth, and what lines and markers stand for."""
    handles = []
    for depth, options in depth_styles(depths).items():
        shown = (
            options if theory and simulation else points(options) if simulation else line(options)
        )
        handles.append(entry(shown, depth_label(depth)))
    line_key, marker_key = theory_and_simulation(theory, simulation)
    handles += [marker_key] * bool(simulation) + [line_key] * bool(theory)
    legend(where, [*handles, *others])


def colour_bar(where: Any, image: Any, axes: Iterable[Axes], label: str, **options: Any) -> None:
    """What the colours of panels mean: beside them, on a narrow canvas below them."""
    place = {"location": "bottom", "aspect": 40, "pad": 0.01} if narrow(where) else {"pad": 0.015}
    bar = where.colorbar(image, ax=list(axes), **options | place)
    bar.set_label(label)


def say(axis: Axes, text: str, x: float, y: float, **options: Any) -> None:
    """Label a curve or a region where it is, in data coordinates unless told otherwise."""
    options = {"fontsize": 7, "ha": "left", "va": "center", "annotation_clip": False} | options
    axis.annotate(text, (x, y), **options)


def counts(axis: Axes, values: Iterable[float], label: str) -> None:
    """Logarithmic x axis whose ticks are the counts themselves."""
    axis.set_xlabel(label)
    axis.set_xscale("log", base=2)
    ticks = list(values)
    every = next((n for n in range(1, len(ticks)) if _apart(axis, ticks[::n])), len(ticks))
    axis.set_xticks(ticks, [f"{n:g}" * (i % every == 0) for i, n in enumerate(ticks)])
    axis.set_xticks([], minor=True)


def _apart(axis: Axes, ticks: Sequence[float]) -> bool:
    """Whether the labels of these ticks leave room between them on a logarithmic axis."""
    room = 0.7 * 72 * axis.get_figure(root=False).bbox.width / axis.get_figure(root=True).dpi
    room /= axis.get_subplotspec().get_gridspec().ncols
    span = math.log(max(ticks) / min(ticks))
    gaps = [room * math.log(b / a) / span for a, b in itertools.pairwise(ticks)]
    digits = [(len(f"{a:g}") + len(f"{b:g}")) / 2 for a, b in itertools.pairwise(ticks)]
    size = 0.64 * RC["xtick.labelsize"]
    return all(gap > size * (n + 0.6) for gap, n in zip(gaps, digits, strict=True))


def letters(axes: Iterable[Axes], names: str = "ABCDEFGHIJKLMNOP") -> None:
    """Bold panel letters at the upper left, outside the axes."""
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
        )


def note(axis: Axes, text: str, x: float = 0.03, y: float = 0.97, **options: Any) -> None:
    """Small remark inside a panel, in fractions of it."""
    options = {
        "xycoords": "axes fraction",
        "fontsize": 6.5,
        "color": "0.3",
        "ha": "left" if x < 0.5 else "right",
        "va": "top" if y > 0.5 else "bottom",
    } | options
    axis.annotate(text, (x, y), **options)


def halves(where: Canvas, *, below: bool = False, **options: Any) -> Any:
    """Two parts of a figure, beside or below each other; always below on a narrow canvas."""
    if narrow(where) and not below:
        return where.subfigures(2, 1)
    return where.subfigures(2, 1, **options) if below else where.subfigures(1, 2, **options)
