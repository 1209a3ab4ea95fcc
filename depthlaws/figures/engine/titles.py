"""Layout of text: typeset and fold titles of figures and panels, move labels of lines apart."""

import itertools
import re
import textwrap
from functools import partial
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.text import Text
from matplotlib.transforms import TransformedBbox

from depthlaws.figures.engine.edges import clear_edges
from depthlaws.figures.engine.measured_once import measured_once
from depthlaws.figures.engine.ticks import enough_ticks

GREEK = {"eps": "\u03b5", "eta": "\u03b7", "tau": "\u03c4", "alpha": "\u03b1", "kappa": "\u03ba",
         "gamma": "\u03b3", "phi": "\u03c6", "pi": "\u03c0"}  # fmt: skip
END_LABEL = "end-label"  # role of the labels that may move up or down, away from each other
LINE_GAP = 0.01  # inches between two such labels
ROUNDS_OF_TICKS = 3  # more ticks have wider labels, which shrink the panels and their ticks
ROUNDS = 200  # of moving neighbours apart; eight labels at one height need fewer than 50


def headline(where: Canvas, text: str) -> None:
    """Write the title above the panels, folded into even lines, its mathematics typeset."""
    greek = re.sub(rf"\b({'|'.join(GREEK)})(?=\b|_)", lambda match: GREEK[match[0]], text)
    roots = re.sub(r"\bsqrt(?: (?=[A-Z]\b)|\(([A-Za-z])\))", "\u221a\\1", greek)
    signs = roots.replace("<=", "\u2264").replace(">=", "\u2265")
    plain = re.sub(r"(?<= )-(?=[ \d])", "\u2212", signs).rstrip(".")
    plain = re.sub(r" ([=+\u2212\u2264\u2265]) ", "\u00a0\\1\u00a0", plain)  # not across lines
    wrap = partial(textwrap.wrap, break_on_hyphens=False)
    plain = re.sub(r"\([^()]{1,12}\)", lambda m: m[0].replace(" ", "\u00a0"), plain)  # nor these
    letters = int(12.6 * where.get_figwidth())
    rows = max(1, len(wrap(plain, letters)))
    widths = range(max(1, len(plain) // rows), letters + 1)
    even = next(n for n in widths if len(wrap(plain, n)) <= rows)
    shown = re.sub(r"(\w)((?:_\w|\^\(?-?[\d/]+\)?|\^p\b)+)", _scripts, "\n".join(wrap(plain, even)))
    where.suptitle(shown, x=0.008, ha="left", fontsize=8.5, fontweight="bold")


def _scripts(match: re.Match[str]) -> str:
    """Return ``x_0^-1/2`` as bold mathematics."""
    inside = re.sub(r"\^\(?(-?[\d/]+|p)\)?", r"^{\1}", match[2])
    return rf"$\mathbf{{{match[1]}{inside}}}$"


def fix_layout(where: Canvas) -> None:
    """Compute the layout, fold titles that are too long, part labels, and freeze the result.

    Panels with a fixed aspect ratio need two passes: the labels around them move in the second
    one. The layout is computed again while a title reaches beyond the paper or into the text above
    the next panel, and can still be folded. Axes whose automatic ticks are too few get more.
    """
    layout: Any = where.get_layout_engine()
    if layout is None:  # frozen before
        return
    with measured_once(where):
        _lay_out(where, layout)
    # Not "none", a placeholder, for which Matplotlib draws all once more before it saves a file.
    with rc_context({"figure.constrained_layout.use": False, "figure.autolayout": False}):
        where.set_layout_engine(None)


def _lay_out(where: Canvas, layout: Any) -> None:
    """Compute the layout until titles, labels and ticks fit."""
    square = any(axis.get_aspect() != "auto" for axis in where.axes)
    for _ in range(1 + square):
        layout.execute(where)
    widened = [clear_edges(axis) for axis in where.axes]
    if any(widened):
        layout.execute(where)
    while [axis for axis in where.axes if _fold_to_edge(axis._left_title, _title_edge(axis))]:
        layout.execute(where)
    for _ in range(ROUNDS_OF_TICKS):
        if not enough_ticks(where):
            break
        layout.execute(where)
    for axis in where.axes:
        _part_end_labels(axis)
        _show_whole_markers(axis)


def _show_whole_markers(axis: Axes) -> None:
    """Let markers at the edge of a panel reach beyond it, up to half of their size."""
    inches = axis.get_figure(root=True).dpi_scale_trans
    box = axis.get_window_extent().transformed(inches.inverted())
    for line in axis.lines:
        if line.get_marker() not in ("", "None", None, " "):
            half = (line.get_markersize() + line.get_markeredgewidth()) / 144
            line.set_clip_box(TransformedBbox(box.padded(half), inches))


def _part_end_labels(axis: Axes) -> None:
    """Move the labels at the ends of lines up and down by as little as keeps them apart."""
    labels = [text for text in axis.texts if text.get_gid() == END_LABEL]
    boxes = {text: Text.get_window_extent(text) for text in labels}
    labels.sort(key=lambda text: boxes[text].y0 + boxes[text].y1)
    heights = [boxes[text].height for text in labels]
    middles = [(boxes[text].y0 + boxes[text].y1) / 2 for text in labels]
    gap = LINE_GAP * axis.get_figure(root=True).dpi
    for _ in range(ROUNDS):
        moved = False
        for i, j in itertools.pairwise(range(len(labels))):
            missing = (heights[i] + heights[j]) / 2 + gap - (middles[j] - middles[i])
            if missing > 0.01 * gap:
                middles[i], middles[j] = middles[i] - missing / 2, middles[j] + missing / 2
                moved = True
        if not moved:
            break
    for text, middle in zip(labels, middles, strict=True):
        x, y = axis.transData.transform(text.get_position())
        change = middle - (boxes[text].y0 + boxes[text].y1) / 2
        text.set_position(axis.transData.inverted().transform((x, y + change)))


def _title_edge(axis: Any) -> float:
    """Return the x coordinate before which a panel's title must end: the text above the next."""
    title = axis._left_title.get_window_extent()
    others = [a for a in axis.get_figure(root=True).axes if a.bbox.x0 > axis.bbox.x1]
    above = (t for a in others for t in (a._left_title, *a.texts) if t.get_text())
    boxes = (Text.get_window_extent(t) for t in above)
    gap = axis.get_figure(root=True).dpi / 24
    beside = [b.x0 - gap for b in boxes if b.y0 < title.y1 and title.y0 < b.y1]
    return min([axis.get_figure(root=True).bbox.x1, *beside])


def _fold_to_edge(title: Text, edge: float) -> bool:
    """Fold a title into even lines until it ends before an edge; return True if it was folded."""
    original = title.get_text()
    folds = dict.fromkeys(fold(original, letters) for letters in range(len(original), 6, -1))
    for text in folds:
        if title.get_window_extent().x1 <= edge:
            break
        title.set_text(text)
    if title.get_text() == original:
        return False
    rows = title.get_text().count("\n")
    title.set_text([text for text in folds if text.count("\n") == rows][-1])
    return True


def fold(text: str, width: int) -> str:
    """Fold a text between words; mathematics between dollars counts by its visible letters."""
    lines, length = [""], 0
    for word in re.findall(r"(?:\$[^$]*\$|[^\s$])+", text):
        size = len(re.sub(r"\\[a-z]+", "x", re.sub(r"[${}^_]", "", word))) + 1
        if lines[-1] and length + size > width:
            lines, length = [*lines, ""], 0
        lines[-1] += " " * bool(lines[-1]) + word
        length += size
    return "\n".join(lines)
