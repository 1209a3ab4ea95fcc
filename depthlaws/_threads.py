"""Processors shared fairly: one BLAS thread for small products, our own threads for many.

A BLAS splits each product over all processors and waits for the slowest part. Where a product
takes less than a time slice and another process runs, it waits for a thread that is not running,
each time. Our threads take the next piece of work when they are done with the last.
"""

import collections
import contextlib
import contextvars
import functools
import math
import os
import resource
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

# The libraries that count and limit threads are imported where needed: most questions never do.
Part = TypeVar("Part")
Found = TypeVar("Found")

FEWEST = 4  # parts below which another thread costs more than it saves
CROWDED = 0.5  # seconds for which processors stay scarce once one was taken from us
WAITED = 1e-3  # seconds without a processor that tell another program from the system's own work
SHARE = 3  # threads a processor beside other processes

_crowded_until = 0.0
_lock = threading.Lock()
_inside = 0  # how many blocks hold the limit: the last one out lifts it
_limit: Any = None
_here = threading.local()  # .look: asks whether this thread lost its processor


@contextlib.contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let every product of this process run on the thread that asks for it."""
    global _inside, _limit
    with _lock:
        if _inside == 0:
            from threadpoolctl import threadpool_limits

            processors()
            _take_over()
            _limit = threadpool_limits(1, user_api="blas")
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                _take_over()
                _limit.restore_original_limits()
                _take_over()


def _take_over() -> None:
    """Let this thread set the limits: threadpoolctl 3.8 heeds the first thread that did so alone.

    Runs that overlap in several threads end in any order, and the last one lifts the limit.
    """
    from threadpoolctl import OpenBLASController

    clear = getattr(OpenBLASController, "clear_controlling_thread", None)
    if clear is not None:
        clear(force=True)


def spread(
    work: Callable[[Part], Found],
    parts: Sequence[Part],
    /,
    *,
    threads: tuple[int, int] | None = None,
) -> list[Found]:
    """Apply work to every part, on all processors, and return what it found in the same order.

    ``threads``: how many begin, and how many there may be where other processes take processors
    from them; by default as many as the parts are worth. What fails first is raised, and no part
    is begun after it.
    """
    few = min(processors(), len(parts) // FEWEST + 1)
    nested = getattr(_here, "look", None) is not None  # the outer parts are those to be shared
    many = few if nested or len(parts) < FEWEST else max(few, min(most(), len(parts)))
    few, many = threads or (few, many)
    if many == 1:
        return [work(part) for part in parts]
    return _Crew(work, parts, few, many).run()


class _Crew:
    """Threads that take the next part of some work when they are done with the last.

    Three threads that want two processors get two thirds of one each: beside a busy process two of
    ours take 1.5 times as long, and wait for the slower one at the end; six of ours get twelve
    sevenths of the two, and one that waits is taken over by the processor that has nothing to do.
    """

    def __init__(self, work: Callable[[Any], Any], parts: Sequence[Any], few: int, many: int):
        self._work, self._parts, self._few, self._many = work, parts, few, many
        self._todo = iter(range(len(parts)))
        self._found: list[Any] = [None] * len(parts)
        self._others: list[Future[None]] = []
        self._failures: list[BaseException] = []
        self._growing = threading.Lock()

    def run(self) -> list[Any]:
        """Let the caller work too; return what was found."""
        self._grow(self._many if time.monotonic() < _crowded_until else self._few)
        self._take()
        for other in self._others:  # grows until the last one is done
            if not other.cancel():  # one that found no processor in time is not waited for
                other.result()
        if self._failures:
            raise self._failures[0]
        return self._found

    def _take(self) -> None:
        outer = getattr(_here, "look", None)
        look = outer or functools.partial(self._look, _taken_away(), _waited())
        _here.look = look
        try:
            for i in self._todo:
                self._found[i] = self._work(self._parts[i])
                look()
        except BaseException as error:
            self._failures.append(error)
            collections.deque(self._todo, maxlen=0)
        finally:
            _here.look = outer

    def _look(self, before: int, waited: float) -> None:
        """If another process took the processor of this thread, ask for a larger share of all."""
        if len(self._others) + 1 >= self._many or _taken_away() == before:
            return
        if not _waited() - waited < WAITED:  # NaN where the system does not tell
            self._crowded()

    def _crowded(self) -> None:
        global _crowded_until
        if len(self._others) < self._few:  # more than these take processors from one another
            _crowded_until = time.monotonic() + CROWDED
        self._grow(self._many)

    def _grow(self, wanted: int) -> None:
        # What to do about overflow and the like is the caller's word, not that of a new thread.
        with self._growing:
            while len(self._others) + 1 < min(wanted, len(self._parts)):
                context = contextvars.copy_context()
                self._others.append(_pool().submit(context.run, self._take))


def _taken_away() -> int:
    """How often this thread had to leave its processor; 0 where the system does not tell."""
    thread = getattr(resource, "RUSAGE_THREAD", None)
    return 0 if thread is None else resource.getrusage(thread).ru_nivcsw


def _waited() -> float:
    """Seconds for which this thread was ready without a processor; infinite if nobody tells."""
    try:
        with open("/proc/thread-self/schedstat", "rb", buffering=0) as file:
            return int(file.read(64).split()[1]) * 1e-9
    except (OSError, ValueError, IndexError):
        return math.inf


def pulse() -> None:
    """A long part of :func:`spread` lets it look, from within, whether it needs more threads."""
    look = getattr(_here, "look", None)
    if look is not None:
        look()


def most() -> int:
    """Threads beside other processes: no more than processors where the user set their number."""
    return (SHARE if processors() >= _machine() else 1) * processors()


@functools.cache
def processors() -> int:
    """Threads that a BLAS would take: OMP_NUM_THREADS and the like hold for ours too."""
    from threadpoolctl import threadpool_info

    wanted = [found["num_threads"] for found in threadpool_info() if found["user_api"] == "blas"]
    return min(_machine(), max(wanted, default=_machine()))


@functools.cache
def _machine() -> int:
    """Processors that this process may use; asking takes as long as a small product."""
    import joblib

    return joblib.cpu_count()


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(1, most() - 1), thread_name_prefix="depthlaws")


os.register_at_fork(after_in_child=_pool.cache_clear)
