"""Stores of sweeps merged into one, and read without running anything."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xarray as xr

from depthlaws.sims.common.registry import simulators
from depthlaws.sims.sweeps.cells import keys
from depthlaws.sims.sweeps.joined_cells import joined
from depthlaws.sims.sweeps.store import Store, about_of

__all__ = ["Merged", "load_sweep", "merge_sweeps"]


@dataclass(frozen=True)
class Merged:
    """Result of a merge.

    Attributes
    ----------
    folders : Mapping[str, tuple[int, int]]
        Number of cells of every folder, and how many of them were new, in order.
    total : int
        Number of cells that were to be run.
    missing : int
        Number of cells that no folder has.
    shards : Sequence[str]
        Parts such as ``2/4`` that were not among the folders.

    Examples
    --------
    >>> merged = Merged({"part1": (3, 3)}, total=6, missing=3, shards=("2/2",))
    >>> merged.missing, merged.shards
    (3, ('2/2',))
    """

    folders: Mapping[str, tuple[int, int]]
    total: int
    missing: int
    shards: Sequence[str]


def merge_sweeps(folders: Sequence[str | Path], into: str | Path, /) -> Merged:
    """Copy the cells of several stores of one simulator into one, each cell once.

    The order of the folders does not matter, and a folder may be named twice.

    Parameters
    ----------
    folders : sequence of str or Path
        Stores to be merged; at least one.
    into : str or Path
        Folder of the merged store; it may be one of them.

    Returns
    -------
    Merged
        Cells of each folder, and the cells and shards that are missing.

    Raises
    ------
    ValueError
        For a folder that is no store, is damaged, or holds results of another simulator or
        version; nothing is copied then.
    OSError
        If the disk is full; what was copied stays.

    Examples
    --------
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
    merged = Store(Path(into), about)
    counts: dict[str, tuple[int, int]] = {}
    for folder, source in zip(folders, sources, strict=True):
        before = len(merged)
        for content in source.batches():
            merged.add(content)
        for grid in source.grids():
            merged.note_grid(grid)
        name = str(folder) if str(folder) not in counts else f"{folder} (again)"
        counts[name] = len(source), len(merged) - before
    names = {name for grid in merged.grids() for name in keys(grid["axes"], grid["given"])}
    missing = sum(name not in merged for name in names)
    return Merged(counts, len(names), missing, _missing_shards(merged) if missing else [])


def load_sweep(folder: str | Path, /) -> xr.Dataset:
    """Return all cells of a store as one dataset, with an axis for every argument that varies.

    Parameters
    ----------
    folder : str or Path
        Store of a sweep.

    Returns
    -------
    xarray.Dataset
        The axes, then the dimensions of the simulator's results; NaN where a cell is missing.

    Raises
    ------
    ValueError
        For a folder that is no store or is damaged.

    Examples
    --------
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
    cells = [(places[name], result) for name, result in store.results(places)]
    return joined(axes, cells, store.about, simulators().get(store.about["simulator"]))


def _axes(store: Store) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """Values of arguments that vary, in the order of the first grid, and of constant ones."""
    values_of: dict[str, dict[str, Any]] = {}
    order: dict[str, None] = {}
    for grid in store.grids():
        constant = {name: [value] for name, value in grid["given"].items()}
        for name, values in {**grid["axes"], **constant}.items():
            values_of.setdefault(name, {}).update({json.dumps(v): v for v in values})
        order |= dict.fromkeys(grid["axes"])
    order |= {name: None for name, values in values_of.items() if len(values) > 1}
    axes = {name: _sorted(list(values_of[name].values())) for name in order}
    return axes, {n: next(iter(v.values())) for n, v in values_of.items() if n not in axes}


def _sorted(values: list[Any]) -> list[Any]:
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    return sorted(values) if numbers else values


def _missing_shards(store: Store) -> list[str]:
    """Shards that no process has run, for each number of parts that was used."""
    shards = [tuple(grid["shard"]) for grid in store.grids()]
    counts = sorted({n for _, n in shards})
    return [f"{i}/{n}" for n in counts for i in range(1, n + 1) if (i, n) not in shards]
