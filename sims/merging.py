"""Stores of sweeps put together, and read without running anything."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xarray as xr

from depthlaws.sims import packing
from depthlaws.sims.cells import keys
from depthlaws.sims.store import Store, about_of

__all__ = ["Merged", "load_sweep", "merge_sweeps"]


@dataclass(frozen=True)
class Merged:
    """What came together: cells, and how many of them were new, of every folder, in order.

    ``total`` cells were asked for, ``missing`` of them are nowhere; ``shards`` are the parts, such
    as ``2/4``, that were not among the folders.

    >>> found = Merged({"part1": (3, 3)}, total=6, missing=3, shards=("2/2",))
    >>> found.missing, found.shards
    (3, ('2/2',))
    """

    folders: Mapping[str, tuple[int, int]]
    total: int
    missing: int
    shards: Sequence[str]


def merge_sweeps(folders: Sequence[str | Path], into: str | Path, /) -> Merged:
    """Copy the cells of several stores of one simulator into one, each cell once.

    The order of the folders does not matter, nor that one of them comes twice.
    Raises: ValueError for a folder that is no store, is damaged, or is another simulator's or
    version's; nothing is copied then. OSError if the disk is full; what was copied stays.

    >>> import tempfile
    >>> from depthlaws.sims import sweep
    >>> folder = tempfile.mkdtemp()
    >>> for i in (1, 2):
    ...     given = {"eps": 1.0, "samples": 1, "seed": 0}
    ...     _ = sweep("residual", {"width": [4, 5, 6]}, given=given, shard=(i, 2),
    ...               store=f"{folder}/{i}")
    >>> merge_sweeps([f"{folder}/1"], f"{folder}/all").shards
    ['2/2']
    >>> merge_sweeps([f"{folder}/2", f"{folder}/2"], f"{folder}/all").missing
    0
    """
    if not folders:
        msg = "there is nothing to merge: give at least one folder"
        raise ValueError(msg)
    about = about_of(Path(folders[0]))
    sources = [Store.existing(Path(folder), about) for folder in folders]
    whole = Store(Path(into), about)
    found: dict[str, tuple[int, int]] = {}
    for folder, source in zip(folders, sources, strict=True):
        before = len(whole)
        for content in source.contents():
            whole.add(content)
        for grid in source.asked():
            whole.note(grid)
        name = str(folder) if str(folder) not in found else f"{folder} (again)"
        found[name] = len(source), len(whole) - before
    wanted = _wanted(whole)
    missing = sum(key not in whole for key in wanted)
    return Merged(found, len(wanted), missing, _absent(whole) if missing else [])


def load_sweep(folder: str | Path, /) -> xr.Dataset:
    """All that a store holds as one dataset: an axis for every argument that varies.

    Raises: ValueError for a folder that is no store or is damaged.

    >>> import tempfile
    >>> from depthlaws.sims import sweep
    >>> folder = tempfile.mkdtemp()
    >>> given = {"eps": 1.0, "samples": 1, "seed": 0}
    >>> run = sweep("residual", {"width": [4, 5]}, given=given, store=folder)
    >>> load_sweep(folder).identical(run)
    True
    """
    path = Path(folder)
    store = Store.existing(path, about_of(path))
    axes, constant = _axes(store)
    places = keys(axes, constant)
    found = [(places[key], result) for key, result in store.results(places)]
    whole = packing.assembled(axes, found)
    return whole.assign_attrs(
        store.about, missing_cells=math.prod(map(len, axes.values())) - len(found)
    )


def _axes(store: Store) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """Values of everything that was asked for: several make an axis, in the order of the first."""
    values: dict[str, dict[str, Any]] = {}
    order: dict[str, None] = {}
    for grid in store.asked():
        for name, several in [*grid["axes"].items(), *((n, [v]) for n, v in grid["given"].items())]:
            values.setdefault(name, {}).update({json.dumps(v): v for v in several})
        order |= dict.fromkeys(grid["axes"])
    order |= {name: None for name, known in values.items() if len(known) > 1}
    axes = {name: _sorted(list(values[name].values())) for name in order}
    return axes, {n: next(iter(v.values())) for n, v in values.items() if n not in axes}


def _sorted(values: list[Any]) -> list[Any]:
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    return sorted(values) if numbers else values


def _wanted(store: Store) -> set[str]:
    return {key for grid in store.asked() for key in keys(grid["axes"], grid["given"])}


def _absent(store: Store) -> list[str]:
    """Shards that nobody has run, of each way in which the grid was cut."""
    shards = [tuple(grid["shard"]) for grid in store.asked()]
    cuts = sorted({n for _, n in shards})
    return [f"{i}/{n}" for n in cuts for i in range(1, n + 1) if (i, n) not in shards]
