"""Processors shared fairly: one BLAS thread for small products, our own threads for many.

A BLAS splits each product over all processors and waits for the slowest part. Where a product
takes less than a time slice and another process runs, it waits for a thread that is not running,
each time. Our threads take the next piece of work when they are done with the last.
"""

import contextlib
import contextvars
import functools
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

# The libraries that count and limit threads are imported where needed: most questions never do.
Part = TypeVar("Part")
Found = TypeVar("Found")

FEWEST = 4  # parts below which another thread costs more than it saves

_lock = threading.Lock()
_inside = 0  # how many blocks hold the limit: the last one out lifts it
_limit: Any = None


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


def spread(work: Callable[[Part], Found], parts: Sequence[Part], /) -> list[Found]:
    """Apply work to every part, on all processors, and return what it found in the same order.

    The work of a part may not call this function again.
    """
    helpers = min(processors(), len(parts) // FEWEST + 1) - 1
    found: list[Any] = [None] * len(parts)
    todo = iter(range(len(parts)))

    def take() -> None:
        for i in todo:
            found[i] = work(parts[i])

    # What to do about overflow and the like is the caller's word, not that of a new thread.
    others = [_pool().submit(contextvars.copy_context().run, take) for _ in range(helpers)]
    try:
        take()
    finally:
        for other in others:
            if not other.cancel():  # one that found no processor in time is not waited for
                other.result()
    return found


@functools.cache
def processors() -> int:
    """Threads that a BLAS would take: OMP_NUM_THREADS and the like hold for ours too."""
    import joblib
    from threadpoolctl import threadpool_info

    wanted = [found["num_threads"] for found in threadpool_info() if found["user_api"] == "blas"]
    return min(joblib.cpu_count(), max(wanted, default=joblib.cpu_count()))


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(processors(), thread_name_prefix="depthlaws")


os.register_at_fork(after_in_child=_pool.cache_clear)
