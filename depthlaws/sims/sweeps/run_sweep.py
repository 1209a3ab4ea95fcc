"""Any simulator on a grid of cells: planned, measured, run in batches, joined to one dataset.

Batches take about a second and are stored when they are done: a kill costs the batches that are
under way, and the next run computes only the missing cells.
"""

import functools
import itertools
import math
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import xarray as xr

from depthlaws.base.arguments import call
from depthlaws.base.memory import free_memory
from depthlaws.sims.common import cost
from depthlaws.sims.common.argument_checks import choice, integer
from depthlaws.sims.sweeps import simulator_version
from depthlaws.sims.sweeps.batch_files import CellResult
from depthlaws.sims.sweeps.batch_runners import BATCH_S, Batch, Outcome, run_here, run_on_cluster
from depthlaws.sims.sweeps.cells import Grid
from depthlaws.sims.sweeps.joined_cells import joined
from depthlaws.sims.sweeps.store import FORMAT, Store

__all__ = ["Sweep", "planned", "sweep"]

Progress = Callable[[int, int], None]  # (done, total), in cells
MAX_BATCH_CELLS = 4096
MAX_FAILURES = 10  # failed cells after which the sweep ends
PROBE_CELLS = 3  # cells whose time is measured before a sweep, or
PROBE_SHARE = 0.01  # of its cells if that is more, up to
MAX_PROBE_CELLS = 64
BYTES_PER_NAME = 400  # of a cell in the list of cells, measured


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
    """Run a simulator at every combination of the values on the axes.

    A cell is ``simulator(**given, **values)``, with one BLAS thread: the same bits in any grid,
    for any number of workers, from any shard.

    Parameters
    ----------
    simulator : str or callable
        Name of a simulator, or a function that returns an xarray.Dataset.
    axes : Mapping[str, Sequence]
        Values of each argument that varies. A dataclass among the arguments counts as its fields.
    given : Mapping[str, Any], optional
        Arguments that are the same in every cell.
    seeds : int or sequence of int, optional
        Values of an additional axis ``seed``: their number, counted from ``given["seed"]`` or 0,
        or a list.
    store : str or Path, optional
        Folder that keeps every batch of cells when it is done. The same call continues after any
        interruption, and a larger grid reuses the stored cells.
    workers : int
        Number of processes of this machine.
    cluster : str, optional
        Address of a Dask scheduler whose workers run the cells.
    shard : tuple[int, int]
        (i, n) runs only the i-th of n parts, for array jobs.
    progress : callable, optional
        Called with the numbers of stored cells and of all cells.

    Returns
    -------
    xarray.Dataset
        The axes, then the dimensions of the simulator's results, joined by their labels; NaN where
        a cell is missing.

    Raises
    ------
    ValueError, TypeError
        For an unknown axis, the store of another simulator or version, or a damaged store.
    RuntimeError
        If cells failed; the others are kept.
    ConnectionError
        For a cluster that does not answer.
    OSError
        If a file cannot be written.

    Examples
    --------
    >>> run = sweep("residual", {"width": [8, 16], "loops": [1, 2, 4]}, seeds=3,
    ...             given={"eps": 0.25, "samples": 5})
    >>> run.energy.dims, run.energy.shape
    (('width', 'loops', 'seed', 'sample', 'time'), (2, 3, 3, 5, 5))
    >>> bool((run.energy_out.sel(loops=4, seed=1) > 0).all())
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
    """Return the cells that :func:`sweep` would run, with the store of their results.

    Parameters
    ----------
    simulator, axes, given, seeds, store, shard
        As for :func:`sweep`.

    Returns
    -------
    Sweep
        Cells that are stored and cells that are missing; its ``run`` runs them.

    Raises
    ------
    ValueError, TypeError, OSError
        As :func:`sweep`.

    Examples
    --------
    >>> plan = planned("residual", {"width": [8, 16]}, given={"eps": 1, "samples": 2}, seeds=50)
    >>> plan.total, len(plan.missing())
    (100, 100)
    """
    name, function = _named(simulator)
    values = {n: tuple(v) if _is_sequence(v) else v for n, v in axes.items()}
    fixed = dict(given or {})
    if isinstance(seeds, int):
        first = fixed.pop("seed", 0)
        values["seed"] = tuple(range(first, first + integer("seeds", seeds)))
    elif seeds is not None:
        fixed.pop("seed", None)
        values["seed"] = seeds
    grid = Grid(name, function, values, fixed, shard)
    about = {"format": FORMAT, "simulator": name, "version": simulator_version.version(function)}
    return Sweep(grid, Store(None if store is None else Path(store), about))


def _is_sequence(values: Any) -> bool:
    return hasattr(values, "__iter__") and not isinstance(values, str | bytes)


def _named(simulator: str | Callable[..., xr.Dataset]) -> tuple[str, Callable[..., xr.Dataset]]:
    if callable(simulator):
        name = getattr(simulator, "simulator", None) or getattr(simulator, "__name__", "function")
        return name, simulator
    from depthlaws.sims import simulators

    functions = simulators()
    return choice("simulator", simulator, functions), functions[simulator]


@dataclass
class Pace:
    """Time and bytes of the cells that were run."""

    cells: int = 0
    seconds: float = 0.0
    nbytes: int = 0

    def add(self, outcome: Outcome) -> None:
        """Count a batch."""
        self.cells += outcome.finished
        self.seconds += outcome.seconds
        self.nbytes += len(outcome.content)

    def batch(self, left: int, workers: int) -> int:
        """Cells of the next batch: a second's worth, but two batches for every worker."""
        each = self.seconds / self.cells if self.cells else BATCH_S
        fair = math.ceil(left / (2 * workers)) if workers > 1 else left
        return max(1, min(MAX_BATCH_CELLS, fair, int(BATCH_S / max(each, 1e-9))))


@dataclass
class Sweep:
    """A grid of cells and the store of their results.

    Attributes
    ----------
    grid : Grid
        Simulator, axes, constant arguments and shard.
    store : Store
        Results by name of cell.
    failures : dict[str, str]
        Errors of the cells that failed, by name of cell.
    pace : Pace
        Time and bytes of the cells that were run.

    Examples
    --------
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
        cost.fit(f"a list of {cells:,} cells", need=cells * BYTES_PER_NAME, free=free_memory())
        self._all = self.grid.keys()
        names = list(self._all)
        self._places = {names[place]: place for place in self.grid.places()}
        self.store.add_grid(self.grid)

    @property
    def total(self) -> int:
        """Number of cells of this shard."""
        return len(self._places)

    def cell(self, name: str) -> dict[str, Any]:
        """Arguments of a cell."""
        return self.grid.cell(self._places[name])

    def missing(self) -> list[str]:
        """Names of the cells of this shard that are not stored, in random order."""
        return [name for name in self._places if name not in self.store]

    def rehearse(self, most: int = 100) -> float:
        """Return the largest number of bytes that one of the first missing cells needs.

        Raises: what the simulator raises, for a bad argument for example.
        """

        def need(name: str) -> float:
            function, cell = self.grid.function, self.cell(name)
            return cost.expected(lambda told: call(function, cell | {"progress": told})).need

        # A need of 0 is that of a simulator that does not say, and may have run.
        return max(itertools.takewhile(bool, map(need, self.missing()[:most])), default=0.0)

    def measure(self, cluster: str | None = None, seconds: float = 2.0) -> Pace:
        """Run a few cells, or one that takes long, and return their time and bytes.

        The first cell is left out unless it is the only one: its time includes imports. The others
        are taken at random in batches that double, so that they scatter over the grid.
        """
        until = time.perf_counter() + seconds
        missing, size = self.missing(), 1
        probes = missing[: min(MAX_PROBE_CELLS, max(PROBE_CELLS, int(PROBE_SHARE * len(missing))))]
        while probes:
            batch, probes = deque(probes[:size]), probes[size:]
            self._run(batch, 1, cluster, None)
            if time.perf_counter() > until:
                break
            if size == 1 and probes:
                self.pace = Pace()
            size *= 2
        return self.pace

    def run(
        self, *, workers: int = 1, cluster: str | None = None, progress: Progress | None = None
    ) -> None:
        """Run the missing cells in processes of this machine or on the workers of a Dask cluster.

        Raises: RuntimeError naming the first of the cells that failed, once the others are done or
        ten have failed; ConnectionError for a cluster that does not answer; OSError if a result
        cannot be written. In each case the cells that ``progress`` counted are stored.
        """
        todo = deque(self.missing())
        with self.store.locked(self.grid.shard):
            while todo:
                self._run(todo, integer("workers", workers), cluster, progress)
        if self.failures:
            raise RuntimeError(self._failure())

    def _run(
        self, todo: deque[str], workers: int, cluster: str | None, progress: Progress | None
    ) -> None:
        done = self.total - len(todo)
        task = (self.grid.function, self.store.about, functools.partial(self._next_batch, todo))
        outcomes = run_on_cluster(cluster, *task) if cluster else run_here(workers, *task)
        for batch, outcome in outcomes:
            if outcome.content:
                self.store.add(outcome.content)
            self.pace.add(outcome)
            self.failures |= {batch[i][0]: error for i, error in outcome.failed}
            todo.extend(name for name, _ in batch[outcome.finished :])
            done += outcome.finished
            if progress is not None:
                progress(done, self.total)
            if outcome.interrupted:
                raise KeyboardInterrupt
            if len(self.failures) >= MAX_FAILURES:
                raise RuntimeError(self._failure())

    def _next_batch(self, todo: deque[str], workers: int) -> Batch | None:
        """Take a batch of cells; after the last one more may come back undone."""
        if not todo:
            return None
        size = self.pace.batch(len(todo), workers)
        names = [todo.popleft() for _ in range(min(size, len(todo)))]
        return [(name, self.cell(name)) for name in names]

    def _failure(self) -> str:
        name, error = next(iter(self.failures.items()))
        at = ", ".join(f"{axis} = {v}" for axis, v in self.grid.at(self._places[name]).items())
        return f"{len(self.failures)} of {self.total} cells failed, the first at {at}: {error}"

    def results(self) -> list[tuple[int, CellResult]]:
        """Return the place in the grid and the result of every stored cell, in order."""
        stored = self.store.results(self._all)
        return sorted(((self._all[n], result) for n, result in stored), key=lambda cell: cell[0])

    def dataset(self) -> xr.Dataset:
        """Return all stored cells: axes, then dimensions of the results; NaN elsewhere."""
        return joined(self.grid.axes, self.results(), self.store.about, self.grid.function)
