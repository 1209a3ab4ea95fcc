"""Who runs the batches of a sweep: this process, several of this machine, or a Dask cluster.

Each takes batches as somebody is free, asks for more after every answer, and yields them with what
came back, in any order.
"""

import itertools
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cloudpickle

from depthlaws import _workers
from depthlaws._arguments import call
from depthlaws._threads import one_blas_thread
from depthlaws.sims import packing, sources

__all__ = []

Batch = Sequence[tuple[str, Mapping[str, Any]]]  # names and arguments of cells
Batches = Callable[[int], Iterator[Batch]]  # for so many that work at the same time
BATCH_S = 1.0  # how long a batch takes: what a kill costs at most, cells that take longer apart
WAIT_S = 10.0  # for a cluster to answer


@dataclass
class Done:
    """What came back of a batch: the stored form of its results, and what went wrong."""

    content: bytes
    finished: int
    failed: list[tuple[int, str]]
    seconds: float
    interrupted: bool = False


def work(function: Callable[..., Any], about: Mapping[str, Any], batch: Batch) -> Done:
    """Run cells one after the other until they are done or the time is over.

    One BLAS thread whatever the machine: products cut in other places round in other ways.
    """
    begun, keys, found, failed = time.perf_counter(), [], [], []
    interrupted = False
    if about["version"] != (ours := sources.version(function)):
        msg = f"a worker has depthlaws {ours}, this process {about['version']}; install the same"
        raise RuntimeError(msg)
    with one_blas_thread():
        for i, (key, given) in enumerate(batch):
            try:
                found.append(call(function, given))
                keys.append(key)
            except KeyboardInterrupt:
                interrupted = True
            except Exception as error:  # the other cells are worth having
                failed.append((i, f"{type(error).__name__}: {error}"))
            if interrupted or time.perf_counter() - begun > BATCH_S:
                break
    content = packing.pack(about, keys, found) if found else b""
    seconds = time.perf_counter() - begun
    return Done(content, len(found) + len(failed), failed, seconds, interrupted)


def _work(pickled: bytes, about: Mapping[str, Any], batch: Batch) -> Done:
    """Run cells in a process of their own."""
    function = cloudpickle.loads(pickled)
    _workers.started()
    return work(function, about, batch)


def here(
    workers: int, function: Callable[..., Any], about: Mapping[str, Any], batches: Batches
) -> Iterator[tuple[Batch, Done]]:
    """Run on this machine; a cell whose process is killed is one that failed.

    Raises: RuntimeError if results cannot be stored.
    """
    if workers == 1:
        yield from ((batch, work(function, about, batch)) for batch in batches(1))
        return
    pickled, again = cloudpickle.dumps(function), deque[Batch]()
    tasks = _Tasks(lambda batch: (pickled, about, batch), again, batches(workers))
    asked = _workers.answers(_work, tasks, jobs=workers, limit=lambda _: math.inf)
    for (_, _, batch), done in asked:
        if not isinstance(done, _workers.Failure):
            yield batch, done
        elif not done.why.startswith("the process died"):
            raise RuntimeError(done.why)
        elif len(batch) > 1:
            again.extend([cell] for cell in batch)  # which of them was it?
        else:
            yield batch, Done(b"", 1, [(0, done.why)], 0.0)


class _Tasks:
    """Tasks from batches that are to be run again, then from new ones, as long as more may come."""

    def __init__(self, made: Callable[[Batch], Any], again: deque[Batch], batches: Iterator[Batch]):
        self._made, self._again, self._batches = made, again, batches

    def __iter__(self) -> "_Tasks":
        return self

    def __next__(self) -> Any:
        return self._made(self._again.popleft() if self._again else next(self._batches))


def on_cluster(
    address: str, function: Callable[..., Any], about: Mapping[str, Any], batches: Batches
) -> Iterator[tuple[Batch, Done]]:
    """Run on the workers of a Dask scheduler; a batch whose worker dies goes to another.

    Not by joblib's backend for Dask: it waits for ever where a cell kills every worker that tries
    it, and where the scheduler goes away.
    Raises: ConnectionError for a cluster that does not answer or has nobody to work, RuntimeError
    without Dask, or with another version of this package there.
    """
    with _client(address) as client:
        from distributed import KilledWorker, as_completed

        sent: dict[str, Batch] = {}
        running = as_completed(loop=client.loop, with_results=True, raise_errors=False)
        again = deque[Batch]()
        tasks = _Tasks(lambda batch: batch, again, batches(_threads(client)))

        def send() -> None:
            for batch in itertools.islice(tasks, max(0, 2 * _threads(client) - len(sent))):
                future = client.submit(work, function, about, batch, pure=False)
                sent[future.key] = batch
                running.add(future)

        send()
        for future, result in running:
            batch = sent.pop(future.key)
            if future.status == "finished":
                yield batch, result
            elif future.status != "error":
                msg = f"the cluster at {address} went away ({future.status})"
                raise ConnectionError(msg)
            elif not isinstance(result[1], KilledWorker):
                raise RuntimeError(f"the cluster: {type(result[1]).__name__}: {result[1]}")
            elif len(batch) > 1:
                again.extend([cell] for cell in batch)  # which of them was it?
            else:
                yield batch, Done(b"", 1, [(0, "killed every worker that tried it")], 0.0)
            send()


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        msg = "a cluster needs Dask: pip install 'depthlaws[distributed]'"
        raise RuntimeError(msg) from error
    try:
        client = Client(address, timeout=WAIT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        msg = f"cannot reach a cluster at {address}: {str(error) or type(error).__name__}"
        raise ConnectionError(msg) from error
    try:
        client.wait_for_workers(1, timeout=WAIT_S)
    except TimeoutError as error:
        client.close()
        msg = f"the cluster at {address} has no workers: start dask worker {address} --nthreads 1"
        raise ConnectionError(msg) from error
    return client


def _threads(client: Any) -> int:
    return max(1, sum(client.ncores().values()))
