"""Room between the markers of a panel and its axes, on which no mark lies."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import QuadMesh

GAP = 1.0  # points between a marker and an axis
ROUNDS = 3  # of moving both limits: each moves the markers nearest to the other


def clear_edges(axes: Axes) -> bool:
    """Widen the limits of a panel until its markers lie clear of its axes; True if it did.

    Markers wholly beyond the limits were left out by whoever set them. Panels with a map keep their
    limits. The panel must have its size.
    """
    if any(isinstance(part, QuadMesh) for part in axes.collections):
        return False
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
    """Return places of the markers that are seen, as shares of the panel, and their room.

    Shape (marker, 3): x and y from 0 to 1, and half of the marker with its gap, in pixels.
    """
    box, dots = axes.get_window_extent(), axes.get_figure(root=True).dpi / 72
    parts = [np.empty((0, 3))]
    for line in axes.lines:
        if line.get_marker() in ("", "None", None, " ") or line.get_gid() == "guide":
            continue
        x, y = axes.transData.transform(np.ma.filled(line.get_xydata(), np.nan)).T
        room = dots * ((line.get_markersize() + line.get_markeredgewidth()) / 2 + GAP)
        at = np.array([(x - box.x0) / box.width, (y - box.y0) / box.height, np.full(len(x), room)])
        parts.append(at.T[np.isfinite(at).all(axis=0)])
    marks = np.concatenate(parts)
    beyond = marks[:, 2:] / [[box.width, box.height]]  # of a marker that would be half cut
    return marks[((marks[:, :2] > -beyond) & (marks[:, :2] < 1 + beyond)).all(axis=1)]


def _widen(axis: Axis, places: np.ndarray, room: np.ndarray) -> bool:
    """Move the limits of one axis apart where markers at some shares of it need room, in pixels."""
    box = axis.axes.get_window_extent()
    pixels = box.width if axis.axis_name == "x" else box.height
    missing = [max(0.0, (room / pixels - s).max()) for s in (places, 1 - places)]
    if max(missing) < 0.01 / pixels or sum(missing) > 0.5:
        return False
    scale, limits = axis.get_transform(), np.array(axis.get_view_interval())
    ends = scale.transform(limits)
    if axis.get_inverted():
        ends = ends[::-1]
    span = (ends[1] - ends[0]) / (1 - sum(missing))
    wider = ends + span * np.array([-missing[0], missing[1]])
    getattr(axis.axes, f"set_{axis.axis_name}lim")(scale.inverted().transform(wider))
    return True
