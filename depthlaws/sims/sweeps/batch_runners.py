"""Batches of cells run by this process, by several processes of this machine, or by a Dask cluster.

Each runner asks for the next batch when a worker is free and yields it with its outcome, in any
order. Neither joblib's pool nor its backend for Dask will do: the pool ends with a worker that is
killed, the backend waits for ever where a cell kills every worker that tries it.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cloudpickle

from depthlaws.base import workers as processes
from depthlaws.base.arguments import call
from depthlaws.base.extras import message
from depthlaws.base.threads import one_blas_thread
from depthlaws.sims.sweeps import batch_files, simulator_version

__all__ = []

Batch = Sequence[tuple[str, Mapping[str, Any]]]  # names and arguments of cells
NextBatch = Callable[[int], Batch | None]  # given the number of workers; None: none for now
BATCH_S = 1.0  # seconds that a batch takes unless one cell takes longer: the loss by a kill
CLUSTER_WAIT_S = 10.0  # seconds for a cluster to answer


@dataclass
class Outcome:
    """Outcome of the first cells of a batch: their stored form, and what went wrong."""

    content: bytes
    finished: int  # cells that were run, failures among them
    failed: list[tuple[int, str]]  # place in the batch, error
    seconds: float
    interrupted: bool = False


def run_batch(function: Callable[..., Any], about: Mapping[str, Any], batch: Batch) -> Outcome:
    """Run cells one after the other until they are done or the time of a batch is over.

    Products use one BLAS thread on any machine: cut elsewhere they would round differently.
    Raises: RuntimeError if this process has another version of the simulator.
    """
    start, names, datasets, failed = time.perf_counter(), [], [], []
    interrupted = False
    if about["version"] != (version := simulator_version.version(function)):
        msg = f"a worker has depthlaws {version}, this process {about['version']}; install the same"
        raise RuntimeError(msg)
    with one_blas_thread():
        for i, (name, arguments) in enumerate(batch):
            try:
                datasets.append(call(function, arguments))
                names.append(name)
            except KeyboardInterrupt:
                interrupted = True
            except Exception as error:  # the other cells are worth having
                failed.append((i, f"{type(error).__name__}: {error}"))
            if interrupted or time.perf_counter() - start > BATCH_S:
                break
    content = batch_files.pack(about, names, datasets) if datasets else b""
    seconds = time.perf_counter() - start
    return Outcome(content, len(datasets) + len(failed), failed, seconds, interrupted)


def _run_pickled(pickled: bytes, about: Mapping[str, Any], batch: Batch) -> Outcome:
    """Run a batch in a worker process."""
    return run_batch(cloudpickle.loads(pickled), about, batch)


class _Retries:
    """Batches to run: first single cells of batches that killed a worker, then new batches."""

    def __init__(self, next_batch: NextBatch, workers: int):
        self._next_batch, self._workers = next_batch, workers
        self._cells = deque[Batch]()

    def next(self) -> Batch | None:
        return self._cells.popleft() if self._cells else self._next_batch(self._workers)

    def died(self, batch: Batch, why: str) -> Iterator[tuple[Batch, Outcome]]:
        """Plan the cells of a batch one by one; a batch of one cell has failed."""
        if len(batch) > 1:
            self._cells.extend([cell] for cell in batch)
        else:
            yield batch, Outcome(b"", 1, [(0, why)], 0.0)


def run_here(
    workers: int, function: Callable[..., Any], about: Mapping[str, Any], next_batch: NextBatch
) -> Iterator[tuple[Batch, Outcome]]:
    """Run on this machine; a cell whose process is killed has failed.

    Raises: RuntimeError if results cannot be stored.
    """
    if workers == 1:
        while (batch := next_batch(1)) is not None:
            yield batch, run_batch(function, about, batch)
        return
    pickled, batches = cloudpickle.dumps(function), _Retries(next_batch, workers)

    def question() -> tuple[Any, ...] | None:
        batch = batches.next()
        return None if batch is None else (pickled, about, batch)

    answers = processes.answers(_run_pickled, question, jobs=workers, limit=lambda _: math.inf)
    for (_, _, batch), outcome in answers:
        if not isinstance(outcome, processes.Failure):
            yield batch, outcome
        elif outcome.why.startswith("the process died"):
            yield from batches.died(batch, outcome.why)
        else:
            raise RuntimeError(outcome.why)


def run_on_cluster(
    address: str, function: Callable[..., Any], about: Mapping[str, Any], next_batch: NextBatch
) -> Iterator[tuple[Batch, Outcome]]:
    """Run on the workers of a Dask scheduler; a batch whose worker dies goes to another.

    Raises: ConnectionError for a cluster that does not answer or has no workers, RuntimeError
    without Dask, or with another version of this package there.
    """
    with _client(address) as client:
        from distributed import KilledWorker, as_completed

        sent: dict[str, Batch] = {}
        running = as_completed(loop=client.loop, with_results=True, raise_errors=False)
        batches = _Retries(next_batch, _threads(client))

        def send() -> None:
            while len(sent) < 2 * _threads(client) and (batch := batches.next()) is not None:
                future = client.submit(run_batch, function, about, batch, pure=False)
                sent[future.key] = batch
                running.add(future)

        send()
        for future, result in running:
            batch = sent.pop(future.key)
            if isinstance(result, Outcome):  # whatever became of its worker since
                yield batch, result
            elif future.status != "error":
                msg = f"the cluster at {address} went away ({future.status})"
                raise ConnectionError(msg)
            elif isinstance(result[1], KilledWorker):
                yield from batches.died(batch, "killed every worker that tried it")
            else:
                raise RuntimeError(f"the cluster: {type(result[1]).__name__}: {result[1]}")
            send()


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        msg = message("distributed", "a sweep on a Dask cluster", ["distributed"])
        raise RuntimeError(msg) from error
    try:
        client = Client(address, timeout=CLUSTER_WAIT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        why = str(error) or type(error).__name__
        msg = f"no Dask scheduler answers at {address} ({why}): start one, or give its address"
        raise ConnectionError(msg) from error
    try:
        client.wait_for_workers(1, timeout=CLUSTER_WAIT_S)
    except TimeoutError as error:
        client.close()
        msg = f"the cluster at {address} has no workers: start dask worker {address} --nthreads 1"
        raise ConnectionError(msg) from error
    return client


def _threads(client: Any) -> int:
    return max(1, sum(client.ncores().values()))
