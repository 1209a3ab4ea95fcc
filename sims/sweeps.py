"""Sweeps: any simulator on a grid, in several processes or on a cluster, cell by cell on disk.

Cells run in batches of about a second, each written whole when it is done: a kill costs the
batches that are under way, no more, and the next run computes only what is missing.
"""

import functools
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import xarray as xr

from depthlaws._arguments import call
from depthlaws.sims import backend, cost, packing, sources
from depthlaws.sims.arguments import choice, integer
from depthlaws.sims.cells import Grid
from depthlaws.sims.crews import BATCH_S, Batch, Done, here, on_cluster
from depthlaws.sims.store import FORMAT, Store

__all__ = ["Sweep", "planned", "sweep"]

Progress = Callable[[int, int], None]  # (done, total), in cells
MOST_AT_ONCE = 4096  # cells in a batch
MOST_FAILURES = 10  # then it is no accident any more
PROBES = 3
NAME_BYTES = 400  # of a cell's name and places, measured


def sweep(
    simulator: str | Callable[..., xr.Dataset],
    axes: Mapping[str, Sequence[Any]],
    /,
    *,
    given: Mapping[str, Any] | None = None,
    seeds: int | Sequence[int] | None = None,
    store: str | Path | None = None,
    workers: int = 1,
    cluster: str | None = None,
    shard: tuple[int, int] = (1, 1),
    progress: Progress | None = None,
) -> xr.Dataset:
    """Run a simulator at every combination of the values on the axes: one labelled dataset.

    A cell is ``simulator(**given, **values)``, records among its arguments by their fields, run on
    one BLAS thread: the same bits in any grid, with any number of ``workers``, from any shard.
    ``seeds`` adds an axis ``seed``: their number, counted from ``given["seed"]`` or 0, or a list.
    ``store`` is a folder that keeps every batch of cells as it is done. The same call goes on
    after any interruption, a larger grid reuses what is there. ``cluster`` is the address of a Dask
    scheduler; ``shard`` (i, n) runs the i-th of n parts only, for array jobs, and leaves NaN
    elsewhere. ``progress(done, total)`` counts cells that are stored.

    Shapes: the axes, then the dimensions of the simulator's results, joined by their labels.
    Raises: ValueError or TypeError for an axis that is not one, another simulator's or version's
    store, or a damaged one; RuntimeError if cells failed, the others being kept; ConnectionError
    for a cluster that does not answer; OSError naming the file that could not be written.

    >>> run = sweep("residual", {"width": [8, 16], "loops": [1, 2, 4]}, seeds=3,
    ...             given={"eps": 0.25, "samples": 5})
    >>> run.energy.dims, run.energy.shape
    (('width', 'loops', 'seed', 'sample', 'time'), (2, 3, 3, 5, 5))
    >>> bool((run.energy.sel(loops=4, seed=1).isel(time=-1) > 0).all())
    True
    """
    plan = planned(simulator, axes, given=given, seeds=seeds, store=store, shard=shard)
    plan.run(workers=workers, cluster=cluster, progress=progress)
    return plan.dataset()


def planned(
    simulator: str | Callable[..., xr.Dataset],
    axes: Mapping[str, Sequence[Any]],
    /,
    *,
    given: Mapping[str, Any] | None = None,
    seeds: int | Sequence[int] | None = None,
    store: str | Path | None = None,
    shard: tuple[int, int] = (1, 1),
) -> "Sweep":
    """What :func:`sweep` would do, before it does it.

    >>> plan = planned("residual", {"width": [8, 16]}, given={"eps": 1, "samples": 2}, seeds=50)
    >>> plan.total, len(plan.missing())
    (100, 100)
    """
    name, function = _found(simulator)
    values: dict[str, Sequence[Any]] = {n: tuple(v) if _many(v) else v for n, v in axes.items()}
    fixed = dict(given or {})
    if seeds is not None:
        first = fixed.pop("seed", 0)
        values["seed"] = tuple(
            range(first, first + integer("seeds", seeds)) if isinstance(seeds, int) else seeds
        )
    grid = Grid(name, function, values, fixed, shard)
    about = {"format": FORMAT, "simulator": name, "version": sources.version(function)}
    return Sweep(grid, Store(None if store is None else Path(store), about))


def _many(values: Any) -> bool:
    return hasattr(values, "__iter__") and not isinstance(values, str | bytes)


def _found(simulator: str | Callable[..., xr.Dataset]) -> tuple[str, Callable[..., xr.Dataset]]:
    if callable(simulator):
        name = getattr(simulator, "simulator", None) or getattr(simulator, "__name__", "function")
        return name, simulator
    from depthlaws.sims import simulators

    known = simulators()
    return choice("simulator", simulator, known), known[simulator]


@dataclass
class Pace:
    """How long cells take and how much they hold, as far as is known."""

    cells: int = 0
    seconds: float = 0.0
    nbytes: int = 0

    def add(self, done: Done) -> None:
        """Count a batch."""
        self.cells += done.finished
        self.seconds += done.seconds
        self.nbytes += len(done.content)

    def batch(self, left: int, workers: int) -> int:
        """Cells of the next batch: a second's worth, but something for every worker."""
        each = self.seconds / self.cells if self.cells else BATCH_S
        fair = math.ceil(left / (2 * workers)) if workers > 1 else left
        return max(1, min(MOST_AT_ONCE, fair, int(BATCH_S / max(each, 1e-9))))


@dataclass
class Sweep:
    """A grid of cells and the store of their results: what is there, what is missing.

    ``failures`` holds what cells said that could not be run.

    >>> import tempfile
    >>> from depthlaws.sims import simulators
    >>> from depthlaws.sims.sweeps import planned
    >>> axes, given = {"width": [4, 5]}, {"eps": 1.0, "samples": 1, "seed": 0}
    >>> store = tempfile.mkdtemp()
    >>> plan = planned(simulators()["residual"], axes, given=given, store=store)
    >>> plan.total, len(plan.missing())
    (2, 2)
    >>> plan.run()
    >>> len(plan.missing())
    0
    """

    grid: Grid
    store: Store
    failures: dict[str, str] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)

    def __post_init__(self) -> None:
        cells = self.grid.size
        free = backend.get("cpu").available()
        cost.fit(f"a list of {cells:,} cells", need=cells * NAME_BYTES, free=free)
        self._keys = list(self.grid.keys())
        self._places = {self._keys[place]: place for place in self.grid.places()}
        self.store.ask(self.grid)

    @property
    def total(self) -> int:
        """Number of cells of this shard."""
        return len(self._places)

    def cell(self, key: str) -> dict[str, Any]:
        """Arguments of a cell."""
        return self.grid.cell(self._places[key])

    def missing(self) -> list[str]:
        """Names of the cells of this shard that are to be run, well mixed."""
        return [key for key in self._places if key not in self.store]

    def rehearse(self, most: int = 100) -> float:
        """Bytes that a cell needs, the most of those that are tried.

        Raises: what the simulator raises, for a bad argument for example.
        """
        need = [0.0]
        for key in self.missing()[:most]:
            cell = self.cell(key)
            need.append(
                cost.expected(
                    lambda told, cell=cell: call(self.grid.function, cell | {"progress": told})
                ).need
            )
            if not need[-1]:  # it does not say, and may have run
                break
        return max(need)

    def measure(self, cluster: str | None = None, seconds: float = 2.0) -> Pace:
        """Run a few cells, or one that takes long, and say how long they took."""
        until = time.perf_counter() + seconds
        for key in self.missing()[:PROBES]:
            self._run(deque([key]), 1, cluster, None)
            if time.perf_counter() > until:
                break
        return self.pace

    def run(
        self, *, workers: int = 1, cluster: str | None = None, progress: Progress | None = None
    ) -> None:
        """Run what is missing, here in so many processes or on the workers of a Dask cluster.

        Raises: RuntimeError naming the first of the cells that failed, once the others are done,
        or of ten; ConnectionError for a cluster that does not answer; OSError if a result cannot
        be written. Whatever it raises, the cells that ``progress`` counted are stored.
        """
        todo = deque(self.missing())
        with self.store.alone(self.grid.shard):
            while todo:
                self._run(todo, integer("workers", workers), cluster, progress)
        if self.failures:
            raise RuntimeError(self._failed())

    def _run(
        self, todo: deque[str], workers: int, cluster: str | None, progress: Progress | None
    ) -> None:
        done = self.total - len(todo)
        task = (self.grid.function, self.store.about, functools.partial(_Batches, self, todo))
        carried = on_cluster(cluster, *task) if cluster else here(workers, *task)
        for batch, found in carried:
            if found.content:
                self.store.add(found.content)
            self.pace.add(found)
            self.failures |= {batch[i][0]: says for i, says in found.failed}
            todo.extend(key for key, _ in batch[found.finished :])
            done += found.finished
            if progress is not None:
                progress(done, self.total)
            if found.interrupted:
                raise KeyboardInterrupt
            if len(self.failures) >= MOST_FAILURES:
                raise RuntimeError(self._failed())

    def _failed(self) -> str:
        key, says = next(iter(self.failures.items()))
        at = ", ".join(f"{name} = {v}" for name, v in self.grid.at(self._places[key]).items())
        return f"{len(self.failures)} of {self.total} cells failed, the first at {at}: {says}"

    def results(self) -> Iterator[tuple[dict[str, Any], packing.Result]]:
        """Yield the place on the axes and the result of every cell that is there, in order."""
        found = dict(self.store.results(self._keys))
        for place, key in enumerate(self._keys):
            if key in found:
                yield self.grid.at(place), found[key]

    def dataset(self) -> xr.Dataset:
        """All that is there: dimensions of the axes, then those of the results; NaN elsewhere."""
        places = {key: place for place, key in enumerate(self._keys)}
        found = [(places[key], result) for key, result in self.store.results(self._keys)]
        whole = packing.assembled(self.grid.axes, found)
        return whole.assign_attrs(_told(self.store, self.grid.size - len(found)))


def _told(store: Store, missing: int) -> dict[str, Any]:
    return {**store.about, "missing_cells": missing}


class _Batches:
    """Batches of what is to be done; after the last one more may come back undone."""

    def __init__(self, plan: Sweep, todo: deque[str], workers: int):
        self._plan, self._todo, self._workers = plan, todo, workers

    def __iter__(self) -> "_Batches":
        return self

    def __next__(self) -> Batch:
        if not self._todo:
            raise StopIteration
        size = self._plan.pace.batch(len(self._todo), self._workers)
        names = [self._todo.popleft() for _ in range(min(size, len(self._todo)))]
        return [(key, self._plan.cell(key)) for key in names]
