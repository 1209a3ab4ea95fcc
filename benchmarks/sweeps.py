"""Sweeps: cost of the store beside the bare loop, and gain of a second worker.

Run: python -m benchmarks.sweeps [--rounds R]

``overhead``: 10 000 cells of a millisecond, stored, against a loop that calls the simulator and
keeps its results in a list; the bar is 1.2. ``resume``: the same call when all is stored.
``workers`` and ``cluster``: cells bound by arithmetic, with two workers over one; the bar of the
cluster (a scheduler and workers of Dask on this machine) is 1.7, on two processors that are free.
"""

import argparse
import contextlib
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr
from rich.console import Console
from rich.table import Table

from benchmarks.rows import Row, absent, installed
from depthlaws.base.arguments import call
from depthlaws.base.threads import one_blas_thread
from depthlaws.sims import load_sweep, merge_sweeps, simulators
from depthlaws.sims.sweeps import planned, sweep

SMALL_CELLS = {"width": [16, 32], "loops": [1, 2, 4, 8, 16], "eps": [0.1, 0.2, 0.4, 0.8]}
SEEDS = 250
COUNTS = (10**4, 10**5)
HEAVY = {"width": 512, "loops": 64, "eps": 1 / 64, "samples": 8}
CELLS = 96
WARM = 6  # cells that are run before: imports, the first look at how long a cell takes
ROUNDS = 3


def seconds(run: Callable[[], Any]) -> float:
    """Wall-clock time of one run."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def bare() -> list[Any]:
    """Ten thousand calls, their results in a list."""
    function, results = simulators()["matrix-free"], []
    for *values, seed in itertools.product(*SMALL_CELLS.values(), range(SEEDS)):
        given = dict(zip(SMALL_CELLS, values, strict=True))
        results.append(call(function, {**given, "samples": 1, "seed": seed}))
    return results


def stored(folder: Path | None) -> Any:
    """The same cells as a sweep."""
    return sweep("matrix-free", SMALL_CELLS, given={"samples": 1}, seeds=SEEDS, store=folder)


def heavy(seeds: int = CELLS, **options: Any) -> Any:
    """A sweep of cells of about a tenth of a second each, arithmetic but for a file a second."""
    with tempfile.TemporaryDirectory() as folder:
        return sweep("residual", {}, given=HEAVY, seeds=seeds, store=folder, **options)


@contextlib.contextmanager
def cluster(workers: int) -> Iterator[str]:
    """Address of a scheduler on this machine with so many workers of one thread."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        dask = [sys.executable, "-m", "distributed.cli"]
        quiet = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        common = ["--scheduler-file", str(file), "--no-dashboard"]
        env = os.environ | {"OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join(sys.path)}

        def begin(*line: str) -> Any:  # in sessions of their own: Linux shares by session
            return subprocess.Popen(line, env=env, start_new_session=True, **quiet)

        started = [begin(*dask[:2], f"{dask[2]}.dask_scheduler", "--port", "0", *common)]
        try:
            while not file.exists():
                time.sleep(0.1)
            for _ in range(workers):
                worker = (f"{dask[2]}.dask_worker", "--nthreads", "1", "--no-nanny", *common)
                started.append(begin(*dask[:2], *worker))
            from distributed import Client

            with Client(scheduler_file=str(file), set_as_default=False) as client:
                client.wait_for_workers(workers, timeout=60)
                client.run(simulators)  # imports are not what is measured
                address = client.scheduler.address
            yield address
        finally:
            for process in reversed(started):  # a worker takes leave of its scheduler
                process.terminate()
                try:
                    process.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


Pairs = list[tuple[float, ...]]


def turns(rounds: int, *routes: Callable[..., Any]) -> Pairs:
    """Seconds of every sweep, all warm: they take turns, every second round the other way round."""
    for route in routes:
        route(seeds=WARM)
    pairs = []
    for i in range(rounds):
        order = routes if i % 2 == 0 else routes[::-1]
        taken = {route: seconds(route) for route in order}
        pairs.append(tuple(taken[route] for route in routes))
    return pairs


def stored_twice() -> tuple[float, float]:
    """Seconds of a sweep into an empty folder, and of the same call once more."""
    with tempfile.TemporaryDirectory() as folder:
        return seconds(lambda: stored(Path(folder))), seconds(lambda: stored(Path(folder)))


def rows(rounds: int) -> Iterator[tuple[str, ...]]:
    """Yield (what, first, second, ratio)."""
    with one_blas_thread():  # as the cells of a sweep have it
        times = [(seconds(bare), *stored_twice()) for _ in range(rounds)]
    yield row("10^4 cells: stored, bare loop", [(b, a) for a, b, _ in times])
    yield row("  all there already, bare loop", [(c, a) for a, _, c in times])
    yield row("one process, two", turns(rounds, *processes()))
    if installed("distributed"):
        with cluster(1) as one, cluster(2) as two:
            pairs = turns(rounds, partial(heavy, cluster=one), partial(heavy, cluster=two))
        yield row("cluster of one worker, of two", pairs)


def row(what: str, pairs: Pairs) -> tuple[str, ...]:
    """Medians of the two columns, and of their ratio."""
    one, two = (statistics.median(column) for column in zip(*pairs, strict=True))
    return what, f"{one:.1f}", f"{two:.1f}", f"{statistics.median(a / b for a, b in pairs):.2f}"


def bars() -> Iterator[Row]:
    """Yield what 10^4 stored cells cost over the bare loop, and what a second worker brings."""
    with one_blas_thread():  # as the cells of a sweep have it
        alone = seconds(bare)
        first, again = stored_twice()
    yield Row(
        what="10^4 small cells, stored, over the bare loop",
        ours=f"{first:.1f} s",
        beside=f"loop {alone:.1f} s",
        value=first / alone,
        most=1.2,
    )
    yield Row(
        what="the same call when all are there, over the loop",
        ours=f"{again:.2f} s",
        beside=f"loop {alone:.1f} s",
        value=again / alone,
    )
    yield second("two processes over one", turns(1, *processes()))
    what = "two workers of a cluster over one"
    if not installed("distributed"):
        yield absent("Dask", what, least=1.7)
        return
    with cluster(1) as one, cluster(2) as two:
        pairs = turns(ROUNDS, partial(heavy, cluster=one), partial(heavy, cluster=two))
    yield second(what, pairs, least=1.7)


def processes() -> list[Callable[..., Any]]:
    """The sweep in one process and in two, as the cluster of one and two workers runs it."""
    return [partial(heavy, workers=n) for n in (1, 2)]


def second(what: str, pairs: Pairs, least: float | None = None) -> Row:
    """Time of one worker over the time of two."""
    one, two = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratios = [a / b for a, b in pairs]
    each = f" ({', '.join(f'{r:.2f}' for r in ratios)})" if len(pairs) > 1 else ""
    return Row(
        what=what,
        ours=f"{two:.1f} s{each}",
        beside=f"one {one:.1f} s",
        value=statistics.median(ratios),
        least=least,
    )


def tiny(*, n: int) -> xr.Dataset:
    """A cell that costs nothing, so that the store is all there is."""
    return xr.Dataset({"path": ("time", np.full(8, float(n)))})


def sizes() -> Iterator[Row]:
    """Yield what a store of many cells costs: resuming, merging, memory, and its growth."""
    costs = {count: size(count) for count in COUNTS}
    few, many = (costs[count] for count in COUNTS)
    for name, value in many.items():
        unit = "MiB" if name == "memory" else "s"
        yield Row(
            what=f"{name}, {COUNTS[1]:.0e} cells over {COUNTS[0]:.0e}",
            ours=f"{value:.3g} {unit}",
            beside=f"{few[name]:.3g} {unit}",
            value=value / few[name],
            most=1.5 * COUNTS[1] / COUNTS[0],
        )


def size(count: int) -> dict[str, float]:
    """Processor seconds of what is done with a store of so many cells, MiB of its dataset."""
    axes = {"n": range(count)}
    with tempfile.TemporaryDirectory() as folder:
        store, into = Path(folder) / "store", Path(folder) / "into"
        figures = {"filling": spent(lambda: planned(tiny, axes, store=store).run())}
        figures["resuming"] = spent(lambda: planned(tiny, axes, store=store).run())
        figures["merging"] = spent(lambda: merge_sweeps([store], into))
        tracemalloc.start()
        figures["loading, traced"] = spent(lambda: load_sweep(into))
        figures["memory"] = tracemalloc.get_traced_memory()[1] / 2**20
        tracemalloc.stop()
    return figures


def spent(run: Callable[[], Any]) -> float:
    """Processor time of one run."""
    start = time.process_time()
    run()
    return time.process_time() - start


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    table = Table("what", "first (s)", "second (s)", "ratio", title="Sweeps")
    for cells in rows(rounds):
        table.add_row(*cells)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
