"""Find text of a figure that lies on other text or on markers."""

import itertools
from collections.abc import Iterator
from numbers import Integral
from typing import Any
from unittest import mock

import numpy as np
from matplotlib.figure import Figure as Canvas
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from depthlaws.figures.engine import style, titles

SLACK = 1.0  # pixels at 100 dots an inch by which boxes may overlap: letters do not fill their box


def overlaps(canvas: Canvas) -> list[str]:
    """Return a message for each text that lies on a text, on a marker, or in another panel.

    Text is every title, axis label, tick label, remark and legend entry that is drawn. A marker is
    a simulated point, with its error bar, that lies inside its panel.
    """
    with style.house():
        titles.fix_layout(canvas)
        texts = [(t.get_text(), _box(t)) for t in _drawn(canvas)]
        marks = [("a marker", box) for axes in canvas.axes for box in _marks(axes)]
        pairs = [*itertools.combinations(texts, 2), *itertools.product(texts, marks)]
        for axes, other in itertools.permutations(canvas.axes, 2):
            panel = ("another panel", other.get_window_extent())
            own = (axes._left_title, axes.xaxis.label, axes.yaxis.label, *axes.texts)
            pairs += [((t.get_text(), _box(t)), panel) for t in own if t.get_text()]
    return list(dict.fromkeys(f"{a!r} lies on {b!r}" for (a, x), (b, y) in pairs if x.overlaps(y)))


def _box(text: Text) -> Bbox:
    """Return the box of the letters of a text, in pixels, without the arrow of an annotation."""
    return Text.get_window_extent(text).padded(-SLACK)


def _drawn(canvas: Canvas) -> list[Text]:
    """Draw a figure and return its texts; labels of ticks outside the limits are not drawn."""
    texts: list[Text] = []
    draw = Text.draw

    def recorded(self: Text, renderer: Any) -> None:
        texts.append(self)
        draw(self, renderer)

    with mock.patch.object(Text, "draw", recorded):
        canvas.draw_without_rendering()
    return [text for text in texts if text.get_text().strip() and text.get_visible()]


def _marks(axes: Any) -> Iterator[Bbox]:
    """Yield the box of each marker and each error bar inside the panel, in pixels."""
    inside = axes.get_window_extent()
    for line in axes.lines:
        if line.get_marker() in ("", "None", None, " "):
            continue
        points = line.get_transform().transform(line.get_xydata())[_marked(line)]
        half = line.get_markersize() * axes.get_figure(root=True).dpi / 144
        for x, y in points[np.isfinite(points).all(axis=1)]:
            if inside.contains(x, y) or not line.get_clip_on():
                yield Bbox([[x - half, y - half], [x + half, y + half]])
    for container in axes.containers:
        for bars in container.lines[2]:
            for path in bars.get_paths():
                ends = bars.get_transform().transform(path.vertices)
                box = Bbox.intersection(Bbox([ends.min(0), ends.max(0)]), inside)
                if box is not None and np.isfinite(ends).all():
                    yield box


def _marked(line: Any) -> Any:
    """Return the indices of the points of a line that have a marker."""
    every = line.get_markevery()
    if every is None or isinstance(every, Integral):
        return slice(None, None, every)
    return slice(every[0], None, every[1]) if isinstance(every, tuple) else every
