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
import sys
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
WAITED = 4e-3  # seconds without a processor, and the part of the time, that tell another program
LOST = 0.1  # from the system's own work: a new thread may begin where another one runs
PAUSE = 5e-3  # seconds between two looks of one thread: each takes some 30 microseconds
READY = "/proc/loadavg"  # how many threads of the machine run or are ready to
SHARE = 3  # threads a processor beside other processes

_crowded_until = 0.0
_lock = threading.Lock()
_inside = 0  # how many blocks hold the limit: the last one out lifts it
_limit: Any = None
_here = threading.local()  # .watch: that of a thread which takes parts of a crew


@contextlib.contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let every product of this process run on the thread that asks for it."""
    global _inside, _limit
    with _lock:
        if _inside == 0:
            processors()
            _take_over()
            _limit = _libraries(len(sys.modules)).limit(limits=1, user_api="blas")
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


@functools.lru_cache(maxsize=1)
def _libraries(modules: int) -> Any:
    """The libraries loaded: looking takes half a millisecond, and only an import brings more."""
    from threadpoolctl import ThreadpoolController

    del modules
    return ThreadpoolController()


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
    if len(parts) < FEWEST and threads is None:
        return [work(part) for part in parts]
    few = min(free(), len(parts) // FEWEST + 1)
    many = few if getattr(_here, "watch", None) else max(few, min(most(), len(parts)))
    few, many = threads or (few, many)
    if many == 1:
        return [work(part) for part in parts]
    return _Crew(work, parts, few, many).run()


def free() -> int:
    """Processors for parts begun by this thread: those of a crew in which it works come first."""
    outer = getattr(_here, "watch", None)
    return max(1, processors() // outer.crew.threads()) if outer else processors()


def crowded() -> bool:
    """Whether another process took a processor from us a moment ago."""
    return time.monotonic() < _crowded_until


class _Crew:
    """Threads that take the next part of some work when they are done with the last.

    Three threads that want two processors get two thirds of one each: beside a busy process two of
    ours take 1.5 times as long, and wait for the slower one at the end; six of ours get twelve
    sevenths of the two, and one that waits is taken over by the processor that has nothing to do.
    """

    def __init__(self, work: Callable[[Any], Any], parts: Sequence[Any], few: int, many: int):
        self._work, self._parts, self._few, self._many = work, parts, few, min(many, len(parts))
        self._todo = iter(range(len(parts)))
        self._found: list[Any] = [None] * len(parts)
        self._others: list[Future[None]] = []
        self._failures: list[BaseException] = []
        self._growing = threading.Lock()

    def run(self) -> list[Any]:
        """Let the caller work too; return what was found."""
        self._grow(self._many if crowded() else self._few)
        self._take()
        for other in self._others:  # grows until the last one is done
            if not other.cancel():  # one that found no processor in time is not waited for
                other.result()
        if self._failures:
            raise self._failures[0]
        return self._found

    def threads(self) -> int:
        """How many there are, the caller's own among them."""
        return len(self._others) + 1

    def may_grow(self) -> bool:
        """Whether it is of use to know that the machine is crowded: for this crew, or the next."""
        return self.threads() < self._many or not crowded()

    def _take(self) -> None:
        outer = getattr(_here, "watch", None)
        watch = _here.watch = outer or _Watch(self)
        try:
            for i in self._todo:
                self._found[i] = self._work(self._parts[i])
                watch.look()
        except BaseException as error:
            self._failures.append(error)
            collections.deque(self._todo, maxlen=0)
        finally:
            _here.watch = outer

    def ask(self) -> None:
        """Another process takes processors: ask for a larger share of them all."""
        global _crowded_until
        if len(self._others) < self._few:  # more than these take processors from one another
            _crowded_until = time.monotonic() + CROWDED
        self._grow(self._many)

    def _grow(self, wanted: int) -> None:
        # What to do about overflow and the like is the caller's word, not that of a new thread.
        with self._growing:
            while self.threads() < min(wanted, len(self._parts)):
                context = contextvars.copy_context()
                pool = _pool(self.threads() >= self._few)
                self._others.append(pool.submit(context.run, self._take))


class _Watch:
    """Looks whether another process takes the processor of this thread of a crew."""

    def __init__(self, crew: _Crew):
        self.crew = crew
        self._since = self._next = time.monotonic()
        self._taken, self._waited = _taken_away(), _waited()

    def look(self) -> None:
        """If so, tell the crew."""
        now = time.monotonic()
        if now < self._next or not self.crew.may_grow() or _taken_away() == self._taken:
            return
        self._next = now + PAUSE
        least = max(WAITED, LOST * (now - self._since))
        if not _waited() - self._waited < least and _scarce():  # NaN: the system does not tell
            self.crew.ask()


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


def _scarce() -> bool:
    """Whether more threads are ready to run than there are processors; true if nobody tells.

    A thread also waits for a processor that was asleep: some milliseconds on a virtual machine.
    """
    try:
        with open(READY, "rb", buffering=0) as file:
            ready = int(file.read(64).split()[3].partition(b"/")[0])
    except (OSError, ValueError, IndexError):
        return True
    everywhere = os.cpu_count() or 1  # those that we may not use are counted too
    return ready == 0 or _machine() < everywhere or ready > everywhere


def pulse() -> None:
    """A long part of :func:`spread` lets it look, from within, whether it needs more threads."""
    watch = getattr(_here, "watch", None)
    if watch is not None:
        watch.look()


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
def _pool(more: bool = False) -> ThreadPoolExecutor:
    """Threads that begin, or those ``more`` beside other processes.

    Apart, since a thread wakes up where it ran last: of six that did so on two processors, the
    next two may wake up on one of them.
    """
    name = "depthlaws-more" if more else "depthlaws"
    return ThreadPoolExecutor(max(1, most() - 1), thread_name_prefix=name)


os.register_at_fork(after_in_child=_pool.cache_clear)
