"""The landing page: a picture that answers a question, findings with the panel that shows them."""

import functools
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib.image
import numpy as np
from markupsafe import Markup

from depthlaws.base.paper_folders import paper_folders
from depthlaws.report.pictures import Picture
from depthlaws.report.prose import typeset
from depthlaws.theory import residual

LOOPS = (1, 2, 4, 8, 16, 32, 64)
BOUND = 2.0  # energy after the loops over the energy before them
LEFT, TOP, RIGHT, BOTTOM = 52, 12, 470, 236  # of the axes, in units of the picture
LABEL_ROOM = (52, 14, 38, 26)  # points left, above, before the next, below a panel: its labels
SVG = "{http://www.w3.org/2000/svg}"


# -- the picture -----------------------------------------------------------------------------------


@functools.cache
def picture() -> Mapping[str, Any]:
    """Return the largest safe branch scale over loops: its sentence, and the drawing as SVG.

    Exact at infinite width, without a norm, with He weights (:func:`residual.loop`).
    """
    shared = [residual.loop(1, n, lam=1.0, bound=BOUND, sites=0).largest_eps for n in LOOPS]
    fresh = [residual.loop(n, 1, lam=1.0, bound=BOUND, sites=0).largest_eps for n in LOOPS]
    powers = [math.log(a[-1] / a[-3]) / math.log(LOOPS[-1] / LOOPS[-3]) for a in (shared, fresh)]
    says = (
        f"At {LOOPS[-1]} loops of one layer a branch may be scaled by at most {shared[-1]:.4f}; "
        f"{LOOPS[-1]} layers of their own allow {fresh[-1]:.3f}. Shared weights need 1/loops "
        f"(local power {powers[0]:.2f}), fresh ones 1/\N{WORD JOINER}√layers ({powers[1]:.2f})."
    )
    return {"says": says, "svg": Markup(_drawing(shared, fresh))}


def _drawing(shared: Sequence[float], fresh: Sequence[float]) -> str:
    low = 10 ** math.floor(math.log10(min(shared)))
    parts = []
    for n in LOOPS:
        x = _across(n)
        parts.append(f'<path class="grid" d="M{x:.1f} {TOP}V{BOTTOM}"/>')
        parts.append(f'<text x="{x:.1f}" y="{BOTTOM + 18}" text-anchor="middle">{n}</text>')
    for power in range(round(math.log10(low)), 1):
        y = _down(10.0**power, low)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{RIGHT}"/>')
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>'
        )
    for name, words, values, dy in (
        ("theory", "one matrix, looped", shared, 22),
        ("descent", "fresh matrices", fresh, -12),
    ):
        points = [(_across(n), _down(v, low)) for n, v in zip(LOOPS, values, strict=True)]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in points)
        x, y = points[4]
        label = f'<text x="{x:.1f}" y="{y + dy:.1f}" text-anchor="{"end" if dy > 0 else "start"}">'
        parts.append(f'<g class="{name}"><path d="M{line}"/>{marks}{label}{words}</text></g>')
    title = "Largest safe branch scale over the number of loops, for shared and for fresh weights"
    return (
        f'<svg viewBox="0 0 480 276" role="img" aria-label="{title}">{"".join(parts)}'
        f'<text x="{(LEFT + RIGHT) / 2}" y="{BOTTOM + 36}" text-anchor="middle">loops</text>'
        f'<text x="{LEFT + 20}" y="{BOTTOM - 12}">largest safe branch scale</text></svg>'
    )


def _across(n: float) -> float:
    return LEFT + 14 + (RIGHT - LEFT - 28) * math.log(n) / math.log(LOOPS[-1])


def _down(value: float, low: float) -> float:
    return TOP + 8 + (BOTTOM - TOP - 8) * math.log(value) / math.log(low)


# -- findings --------------------------------------------------------------------------------------


def chosen() -> dict[str, int]:
    """Return the figures of the landing page in their order, each with the panel that it shows.

    They are the ``FINDINGS`` in ``paper.py`` of each paper: ``{"my-fig1": (place, panel)}``.
    """
    named = {name: at for folder in paper_folders() for name, at in folder.findings().items()}
    return {name: panel for name, (_, panel) in sorted(named.items(), key=lambda one: one[1][0])}


def findings(shown: Sequence[Picture], order: Sequence[str], folder: Path) -> list[dict[str, Any]]:
    """Return the findings of the landing page; without drawn figures they have no picture.

    The panel that shows a finding is cut from the figure into ``figures/NAME-panel.png``.
    """
    from depthlaws.figures import figures

    drawn = {p.id: p for p in shown}
    entries = []
    panels = chosen()
    for figure in (figures()[name] for name in panels):
        if figure.source.paper not in order:
            continue
        one = drawn.get(figure.id)
        image, size = _panel(one, panels[figure.id], folder) if one else ("", (0, 0))
        address = f"figure-{figure.id}.html" if one else f"{figure.source.paper}.html"
        entries.append(
            {"says": typeset(figure.says), "address": address, "image": image, "size": size}
        )
    return entries


def _panel(shown: Picture, which: int, folder: Path) -> tuple[str, tuple[int, int]]:
    """Write one panel of a figure; return its address and size, those of the figure if unknown."""
    image = shown.files.get("PNG", "")
    if not image or "SVG" not in shown.files or not shown.size[0]:
        return image, shown.size
    boxes = panel_boxes((folder / shown.files["SVG"]).read_text(encoding="utf-8"))
    if which >= len(boxes):
        return image, shown.size
    pixels = matplotlib.image.imread(folder / image)
    height, width = pixels.shape[:2]
    x0, y0, x1, y1 = boxes[which]
    rows = slice(math.floor(y0 * height), math.ceil(y1 * height))
    cut = np.ascontiguousarray(pixels[rows, math.floor(x0 * width) : math.ceil(x1 * width)])
    name = f"figures/{shown.id}-panel.png"
    matplotlib.image.imsave(folder / name, cut)
    return name, (cut.shape[1], cut.shape[0])


def panel_boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of every panel with its labels, as parts of the figure.

    A panel ends in the middle between its axes and those beside it.
    """
    root = ElementTree.fromstring(svg)
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    axes = [_axes_box(g) for g in root.iter(f"{SVG}g") if g.get("id", "").startswith("axes_")]
    boxes = [box for box in axes if box]
    wide = max((b[2] - b[0] for b in boxes), default=0)
    panels = [b for b in boxes if b[2] - b[0] > wide / 3]  # the others are colour bars
    left, above, right, below = LABEL_ROOM
    return [
        (
            max(b[0] - left, 0, *(o[2] for o in panels if _side_by_side(o, b))) / width,
            max(b[1] - above, 0, *(o[3] for o in panels if _stacked(o, b))) / height,
            _right_end(b, panels, right, width) / width,
            min(b[3] + below, height, *(o[1] - above for o in panels if _stacked(b, o))) / height,
        )
        for b in panels
    ]


def _right_end(
    panel: Sequence[float], panels: Sequence[Sequence[float]], room: float, width: float
) -> float:
    """Return where the labels on the right end: before those of the next panel, if there is one."""
    beside = [other[0] for other in panels if _side_by_side(panel, other)]
    return max(panel[2] + 3, min(beside) - room) if beside else width


def _side_by_side(left: Sequence[float], right: Sequence[float]) -> bool:
    return left[2] <= right[0] and left[1] < right[3] and right[1] < left[3]


def _stacked(upper: Sequence[float], lower: Sequence[float]) -> bool:
    return upper[3] <= lower[1] and upper[0] < lower[2] and lower[0] < upper[2]


def _axes_box(group: ElementTree.Element) -> tuple[float, float, float, float] | None:
    """Return the box of the background of an axes: the first path of its group."""
    path = next((p for p in group.iter(f"{SVG}path") if p.get("d")), None)
    numbers = (
        [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", path.get("d", ""))]
        if path is not None
        else []
    )
    if len(numbers) < 8:
        return None
    xs, ys = numbers[0::2], numbers[1::2]
    return min(xs), min(ys), max(xs), max(ys)
