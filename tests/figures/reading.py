"""What a picture draws, read off it: the variable and the selection behind each line and map.

A panel reads ``norm(loops=4) o: end=start 'before training', end=end 'after training'``: the
numbers drawn are those of this part of this variable, and the legend has these names for their
looks; a name that says the selection itself is left out. ``- `` is a line, ``o`` are markers.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.collections import QuadMesh
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D

MOST = 64  # points of a line that are sought one at a time
KINDS = {"theory": "theory", "neighbour": "theory", "simulation": "simulation"}
Selection = Mapping[str, Any]


def _look(line: Line2D) -> tuple[str, str, str]:
    """Colour, marker and dashes of a line."""
    marker = line.get_marker() if line.get_marker() not in ("", "None", None, " ") else ""
    return to_hex(line.get_color()), str(marker), str(getattr(line, "_unscaled_dash_pattern", ""))


def names_of_looks(canvas: Any) -> Mapping[tuple[str, ...], str]:
    """Names of the legend entries by colour and marker, and by colour and dashes."""
    legends = [*canvas.legends, *(a.get_legend() for a in canvas.axes if a.get_legend())]
    names: dict[tuple[str, ...], str] = {}
    for legend in legends:
        for text, handle in zip(legend.get_texts(), legend.legend_handles, strict=True):
            if isinstance(handle, Line2D):
                colour, marker, dashes = _look(handle)
                names.setdefault((colour, "marker", marker), text.get_text())
                names.setdefault((colour, "dashes", dashes), text.get_text())
    return names


def _place(whole: Any, dims: Sequence[str], index: Sequence[int]) -> Selection:
    """Return the labels of a place along some dimensions of a variable."""
    pairs = zip(dims, index, strict=True)
    return {d: whole[d].values[i] if d in whole.coords else int(i) for d, i in pairs}


def _near(numbers: np.ndarray, drawn: Any) -> Any:
    return np.abs(numbers - drawn) <= 1e-9 * np.abs(drawn)


def _all_of(drawn: np.ndarray, rows: np.ndarray) -> Any:
    """Return which rows have all numbers drawn at their places."""
    seen = np.isfinite(drawn)
    fits = rows.shape[-1] == drawn.size
    return _near(rows[..., seen], drawn[seen]).all(axis=-1) if fits else False


def _some_of(drawn: np.ndarray, rows: np.ndarray) -> Any:
    """Return which rows have all numbers drawn anywhere."""
    return np.all([_near(rows, one).any(axis=-1) for one in drawn], axis=0)


class Rows:
    """Rows of all variables of a dataset, along each dimension and as single numbers."""

    def __init__(self, dataset: Any) -> None:
        self.dataset = dataset
        self.numbers = [v for v in dataset.data_vars.values() if v.dtype.kind in "fi"]

    def _tables(self, kind: str) -> Iterator[tuple[Any, list[str], np.ndarray]]:
        """Yield variables of a kind, the other dimensions, and their rows along each dimension."""
        for whole in (v for v in self.numbers if v.attrs["kind"] == kind):
            for along in whole.dims:
                others = [d for d in whole.dims if d != along]
                yield whole, others, whole.transpose(*others, along).values.astype(float)

    def _found(
        self, kind: str, wanted: Callable[[np.ndarray], Any]
    ) -> tuple[str, Selection] | None:
        for whole, others, rows in self._tables(kind):
            good = wanted(rows)
            if np.any(good):
                at = np.unravel_index(int(np.argmax(good)), rows.shape[:-1]) if others else ()
                return str(whole.name), _place(whole, others, at)
        return None

    def source(self, line: Line2D) -> tuple[str, Selection]:
        """Return the first variable and selection that have the numbers drawn, in their order."""
        kind = KINDS[str(line.get_gid())]
        for values in (line.get_ydata(orig=False), line.get_xdata(orig=False)):
            drawn = np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)
            seen = np.isfinite(drawn)
            there = drawn[seen]
            if not there.size:
                continue
            if found := self._found(kind, partial(_all_of, drawn)):
                return found
            if np.ptp(there) == 0:  # one number, as a point or across the panel
                for whole in (v for v in self.numbers if v.attrs["kind"] == kind):
                    near = _near(whole.values, there[0])
                    if near.any():
                        at = np.unravel_index(int(np.argmax(near)), whole.shape)
                        return str(whole.name), _place(whole, whole.dims, at)
            if there.size <= MOST and (found := self._found(kind, partial(_some_of, there))):
                return found
        return "?", {}


def _text(selection: Selection) -> str:
    values = {d: f"{v:.4g}" if isinstance(v, float) else str(v) for d, v in selection.items()}
    return ",".join(f"{d}={v}" for d, v in values.items())


def _named(selection: Selection, look: str) -> str:
    """Selection, and the name of its look unless it has all of the selection's values."""
    words = [
        _text({d: v}).partition("=")[2].replace("inf", "\\infty") for d, v in selection.items()
    ]
    said = bool(words) and all(word in look for word in words)
    return _text(selection) if said else f"{_text(selection)} {look!r}".strip()


def of_panel(axis: Any, rows: Rows, names: Mapping[tuple[str, ...], str]) -> str:
    """Variables of a panel, each with its selections and their looks; labels at their curves."""
    read: dict[tuple[str, str], list[tuple[Selection, str]]] = {}
    ends = []
    for line in axis.lines:
        heights = np.asarray(line.get_ydata(orig=False), dtype=float)
        if line.get_gid() in KINDS and np.isfinite(heights).any():
            name, selection = rows.source(line)
            colour, marker, dashes = _look(line)
            key = ("marker", marker) if marker else ("dashes", dashes)
            look = names.get((colour, *key), f"{colour} {marker or 'line'}")
            read.setdefault((name, "o" if marker else "-"), []).append((selection, look))
            ends.append((heights, f"{name}({_text(selection)})"))
    parts = []
    for (name, sign), drawn in read.items():
        shared = {d: v for d, v in drawn[0][0].items() if all(r.get(d) == v for r, _ in drawn)}
        own = [({d: v for d, v in r.items() if d not in shared}, look) for r, look in drawn]
        looks = {look for _, look in own}
        head = f"{name}({_text(shared)}) {sign}"
        if len(looks) == 1:
            texts = [_text(selection) for selection, _ in own]
            head += f" {looks.pop()!r}"
        else:
            texts = [_named(*pair) for pair in own]
        parts.append(f"{head}: {', '.join(dict.fromkeys(texts))}".rstrip(": "))
    parts += [f"map {name}" for name in _maps(axis, rows.dataset)]
    for text in axis.texts:
        at = [where for y, where in ends if np.isclose(y, text.xy[1], rtol=1e-9, atol=0).any()]
        if at and text.xycoords == "data":
            parts.append(f"{' '.join(text.get_text().split())!r} at {at[0]}")
    return "; ".join(parts)


def _maps(axis: Any, dataset: Any) -> Iterator[str]:
    """Yield the variables of the maps of a panel, without colour bars."""
    meshes = [one for one in axis.collections if isinstance(one, QuadMesh)]
    for mesh in meshes if axis.get_label() != "<colorbar>" else ():
        drawn = np.ma.filled(np.ma.asarray(mesh.get_array(), dtype=float), np.nan)
        found = (
            f"{whole.name}({_text(_place(whole, others, at))})"
            for whole in dataset.data_vars.values()
            for pair in itertools.permutations(whole.dims, 2)
            if tuple(whole.sizes[d] for d in pair) == drawn.shape
            for others in [[d for d in whole.dims if d not in pair]]
            for table in [whole.transpose(*others, *pair).values.astype(float)]
            for at in np.ndindex(table.shape[:-2])
            if np.array_equal(table[at], drawn, equal_nan=True)
        )
        yield next(found, "?")
