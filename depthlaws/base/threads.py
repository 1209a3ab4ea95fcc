"""One thread per processor: parts of a task on threads of ours, one BLAS thread in each.

A BLAS that splits each product over all processors waits for its slowest part every time. Here a
thread that is done with a part takes the next one.
"""

import collections
import contextlib
import contextvars
import functools
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from depthlaws.base.extras import is_installed

# threadpoolctl and joblib are imported where needed: most questions need neither.
Part = TypeVar("Part")
Result = TypeVar("Result")

BLAS_THREADS = 1  # of every product behind a verdict, a figure or a sweep
MIN_PARTS_PER_THREAD = 4  # with fewer, another thread costs more than it saves

_lock = threading.Lock()
_limits_held = 0  # blocks that are inside one_blas_thread: the last one lifts the limit
_limit: Any = None
_threads_around = contextvars.ContextVar("threads_around", default=1)  # of enclosing spreads


def spread(
    work: Callable[[Part], Result], parts: Sequence[Part], /, *, threads: int | None = None
) -> list[Result]:
    """Apply work to every part, in several threads, and return the results in order.

    ``threads`` is their number, by default as many as there are free processors and the parts are
    worth. The failure that comes first is raised, and no part is begun after it. Settings of the
    caller's context, such as ``numpy.errstate``, hold in every thread.
    """
    worth = len(parts) // MIN_PARTS_PER_THREAD + 1 if len(parts) >= MIN_PARTS_PER_THREAD else 1
    count = min(threads or min(free_processors(), worth), len(parts))
    if count <= 1:
        return [work(part) for part in parts]
    todo, failures = iter(range(len(parts))), list[BaseException]()
    results: list[Any] = [None] * len(parts)
    share = _torch_threads() // count

    def take_parts() -> None:
        _threads_around.set(_threads_around.get() * count)
        try:
            with _limited_torch(share):
                for i in todo:
                    results[i] = work(parts[i])
        except BaseException as error:
            failures.append(error)
            collections.deque(todo, maxlen=0)  # nothing is left to begin

    contexts = [contextvars.copy_context() for _ in range(count)]
    others = [_pool().submit(context.run, take_parts) for context in contexts[1:]]
    contexts[0].run(take_parts)
    for other in others:
        if not other.cancel():  # one that found no free thread has nothing to do
            other.result()
    if failures:
        raise failures[0]
    return results


def _torch_threads() -> int:
    """Threads of PyTorch's products in this thread; 0 while nothing has imported it."""
    threads = getattr(sys.modules.get("torch"), "get_num_threads", None)
    return threads() if threads else 0


@contextlib.contextmanager
def _limited_torch(threads: int) -> Iterator[None]:
    """Let PyTorch's products in this thread take so many threads: each thread has its own limit."""
    if not (before := _torch_threads()):
        yield
        return
    torch = sys.modules["torch"]
    torch.set_num_threads(max(1, threads))
    try:
        yield
    finally:
        torch.set_num_threads(before)


def free_processors() -> int:
    """Processors for a spread begun here: those of an enclosing spread are taken."""
    return max(1, processors() // _threads_around.get())


def cores() -> int:
    """Processors that this process may use, within a container's limit."""
    if not is_installed("joblib"):  # of the core only: without the limit of a container
        affinity = getattr(os, "sched_getaffinity", None)
        return len(affinity(0)) if affinity else os.cpu_count() or 1
    import joblib

    return joblib.cpu_count()


@functools.cache
def processors() -> int:
    """Threads that a BLAS would take: OMP_NUM_THREADS and the like hold for ours too."""
    from threadpoolctl import threadpool_info

    blas = [
        library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"
    ]
    return min(max(blas, default=cores()), cores())


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max(1, processors() - 1), thread_name_prefix="depthlaws")


os.register_at_fork(after_in_child=_pool.cache_clear)


@contextlib.contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let every product of this process run on the thread that asks for it."""
    global _limits_held, _limit
    with _lock:
        if _limits_held == 0:
            processors()
            _take_control()
            _limit = _libraries(len(sys.modules)).limit(limits=BLAS_THREADS, user_api="blas")
        _limits_held += 1
    try:
        yield
    finally:
        with _lock:
            _limits_held -= 1
            if _limits_held == 0:
                _take_control()
                _limit.restore_original_limits()
                _take_control()


@functools.lru_cache(maxsize=1)
def _libraries(modules: int) -> Any:
    """Loaded libraries: the search takes half a millisecond, and only an import adds any."""
    from threadpoolctl import ThreadpoolController

    del modules
    return ThreadpoolController()


def _take_control() -> None:
    """Let this thread set the limits: threadpoolctl 3.8 obeys only the first thread that did.

    Runs that overlap in several threads end in any order, and the last one lifts the limit.
    """
    from threadpoolctl import OpenBLASController

    if hasattr(OpenBLASController, "clear_controlling_thread"):
        OpenBLASController.clear_controlling_thread(force=True)
