"""Room between the markers of a panel and its axes, on which no mark lies."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import QuadMesh
from matplotlib.lines import Line2D

GAP = 1.0  # points between a marker and an axis
EDGE = 1e-6  # share of a panel by which a point on its limit may miss it
NOTHING = ("", "None", None, " ")  # markers and line styles that draw nothing
ROUNDS = 3  # of moving both limits: each moves the markers nearest to the other


def clear_edges(axes: Axes) -> bool:
    """Widen the limits of a panel until its markers lie clear of its axes; True if it did.

    Markers beyond the limits were left out by whoever set them, and stay out. Panels with a map
    keep their limits. The panel must have its size.
    """
    if any(isinstance(part, QuadMesh) for part in axes.collections):
        return False
    for line in _marked_lines(axes):
        _leave_out(line)
    changed = False
    for _ in range(ROUNDS):
        marks = _marks(axes)
        if not marks.size:
            break
        moved = [_widen(axis, marks[:, i], marks[:, 2]) for i, axis in enumerate(_both(axes))]
        if not any(moved):
            break
        changed = True
    return changed


def _both(axes: Axes) -> tuple[Axis, Axis]:
    return axes.xaxis, axes.yaxis


def _marks(axes: Axes) -> np.ndarray:
    """Return places of the markers in a panel, as shares of it, and their room.

    Shape (marker, 3): x and y from 0 to 1, and half of the marker with its gap, in pixels.
    """
    box, dots = axes.get_window_extent(), axes.get_figure(root=True).dpi / 72
    parts = [np.empty((0, 3))]
    for line in _marked_lines(axes):
        x, y = axes.transData.transform(np.ma.filled(line.get_xydata(), np.nan)).T
        room = dots * ((line.get_markersize() + line.get_markeredgewidth()) / 2 + GAP)
        at = np.array([(x - box.x0) / box.width, (y - box.y0) / box.height, np.full(len(x), room)])
        parts.append(at.T[np.isfinite(at).all(axis=0)])
    marks = np.concatenate(parts)
    return marks[((marks[:, :2] > -EDGE) & (marks[:, :2] < 1 + EDGE)).all(axis=1)]


def _marked_lines(axes: Axes) -> list[Line2D]:
    """Return the artists that draw markers without a line, guides left out."""
    lines = (line for line in axes.lines if line.get_gid() != "guide")
    return [
        line
        for line in lines
        if line.get_marker() not in NOTHING and line.get_linestyle() in NOTHING
    ]


def _leave_out(line: Line2D) -> None:
    """Take the points of a line away that lie beyond the limits of their panel."""
    axes = line.axes
    if axes is None:
        return
    box = axes.get_window_extent()
    x, y = axes.transData.transform(np.ma.filled(line.get_xydata(), np.nan)).T
    shares = np.array([(x - box.x0) / box.width, (y - box.y0) / box.height])
    inside = ((shares > -EDGE) & (shares < 1 + EDGE)).all(axis=0)
    if not inside.all():
        line.set_ydata(np.where(inside, np.asarray(line.get_ydata(), dtype=float), np.nan))


def _widen(axis: Axis, places: np.ndarray, room: np.ndarray) -> bool:
    """Move the limits of one axis apart where markers at some shares of it need room, in pixels."""
    box = axis.axes.get_window_extent()
    pixels = box.width if axis.axis_name == "x" else box.height
    missing = [max(0.0, (room / pixels - s).max()) for s in (places, 1 - places)]
    if max(missing) < 0.01 / pixels or sum(missing) > 0.5:
        return False
    scale, limits = axis.get_transform(), np.array(axis.get_view_interval())
    ends = scale.transform(limits)
    span = (ends[1] - ends[0]) / (1 - sum(missing))
    wider = ends + span * np.array([-missing[0], missing[1]])
    getattr(axis.axes, f"set_{axis.axis_name}lim")(scale.inverted().transform(wider))
    return True
