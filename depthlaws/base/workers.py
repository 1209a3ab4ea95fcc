"""Questions answered in worker processes: one that hangs, exits or is killed harms no other.

Each worker is a pebble pool of one process, so that it can be given the next question of its group.
"""

import contextlib
import ctypes
import functools
import gc
import math
import os
import pickle
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import resource_tracker
from typing import Any

from joblib.externals.loky.backend import resource_tracker as loky_tracker
from joblib.externals.loky.backend.context import LokyContext
from joblib.externals.loky.backend.process import LokyProcess
from pebble import ProcessExpired, ProcessPool

from depthlaws.base.clock import WALL_FACTOR
from depthlaws.base.cost_notice import time_is_said
from depthlaws.base.memory import keep_freed_memory
from depthlaws.base.threads import cores

Question = tuple[Any, ...]

SYMPY_ENVIRONMENT = {
    "SYMPY_CACHE_SIZE": "50000"
}  # results kept of each function; one proof needs over 1000
GC_THRESHOLD = (
    50_000  # objects between two collections; with Python's 700 they take a tenth of a proof
)
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_PR_SET_PDEATHSIG = 1  # of Linux: the signal to a process whose parent dies
_PARENT_CHECK_S = 1.0  # seconds between two looks whether the parent lives


@dataclass(frozen=True)
class Failure:
    """Reason why a question has no answer."""

    why: str


def answers(
    function: Callable[..., Any],
    questions: Iterable[Question] | Callable[[], Question | None],
    *,
    jobs: int,
    limit: Callable[[Question], float],
    group: Callable[[Question], Any] | None = None,
) -> Iterator[tuple[Question, Any]]:
    """Yield (question, function(*question) or Failure) as the answers come.

    At most ``jobs`` processes (-1: one a core; 0: this one, for a debugger). One that takes more
    than ``limit(question)`` seconds of processor time, or five times as long on the wall, is
    killed. All of them end with the caller, whatever ends it. ``questions`` may be a function that
    is called whenever a worker is free; it returns None while there is no question. A worker stays
    with one ``group`` of questions while there are any left.
    """
    size = jobs if jobs > 0 else cores()
    if isinstance(questions, Sized):
        size = max(1, min(size, len(questions)))
    following, threads = _chooser(questions, group), max(1, cores() // size)
    if jobs == 0:
        question = None
        while (question := following(question)) is not None:
            yield question, _answer(function, question)
        return
    pools = [_new_pool(threads) for _ in range(size)]
    idle, running = [*range(size)], dict[Future[bytes], int]()
    last: list[Question | None] = [None] * size  # question of each pool
    try:
        while True:
            while idle and (question := following(last[idle[-1]])) is not None:
                i, seconds = idle.pop(), limit(question)
                if not pools[i].active:  # its process died while it was idle
                    pools[i] = _new_pool(threads)
                running[_asked(pools[i], function, question, seconds, threads)] = i
                last[i] = question
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                i = running.pop(future)
                idle.append(i)
                yield last[i] or (), _received(future)
    finally:
        for pool in pools:
            pool.stop()
        for pool in pools:
            pool.join()


def _chooser(
    questions: Iterable[Question] | Callable[[], Question | None],
    group: Callable[[Question], Any] | None,
) -> Callable[[Question | None], Question | None]:
    """Return the choice of a worker's next question, given its last one.

    With groups it comes from the same one, else from one that no worker has begun, else from any.
    """
    if callable(questions):
        return lambda _last: questions()
    if group is None:
        iterator = iter(questions)
        return lambda _last: next(iterator, None)
    waiting, begun = dict[Any, list[Question]](), set[Any]()
    for question in questions:
        waiting.setdefault(group(question), []).append(question)

    def following(last: Question | None) -> Question | None:
        same = () if last is None else (group(last),)
        fresh = (name for name in waiting if name not in begun)
        for name in (*same, *fresh, *waiting):
            if name in waiting:
                begun.add(name)
                question, *left = waiting.pop(name)
                waiting.update({name: left} if left else {})
                return question
        return None

    return following


def _new_pool(threads: int) -> ProcessPool:
    """Pool of one process, which is started by the first question."""
    defaults = SYMPY_ENVIRONMENT | dict.fromkeys(_THREADS, str(threads))
    environment = {name: v for name, v in defaults.items() if name not in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
    environment["PYTHONSAFEPATH"] = "1"  # else Python puts the current folder before that path
    _start_trackers({name: environment[name] for name in ("PYTHONPATH", "PYTHONSAFEPATH")})
    context: Any = LokyContext()  # a fresh Python, which does not run the caller's script again
    context.Process = functools.partial(LokyProcess, env=environment)
    return ProcessPool(1, initializer=_begin, initargs=(os.getpid(),), context=context)


def _start_trackers(environment: dict[str, str]) -> None:
    """Start the processes that Python and loky have beside workers, with these variables."""
    before = {name: os.environ.get(name) for name in environment}
    os.environ.update(environment)
    try:
        resource_tracker.ensure_running()
        loky_tracker.ensure_running()
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _asked(
    pool: ProcessPool, function: Callable[..., Any], question: Question, limit: float, threads: int
) -> "Future[bytes]":
    content, timeout = pickle.dumps((function, question)), WALL_FACTOR * limit
    return pool.schedule(
        _answer_pickled,
        (content, limit * threads),
        timeout=None if math.isinf(timeout) else timeout,
    )


def _received(future: "Future[bytes]") -> Any:
    """Answer that a worker sent, or the reason why there is none."""
    try:
        return pickle.loads(future.result())
    except TimeoutError:
        return Failure("it did not stop in time and was killed")
    except ProcessExpired as error:
        if error.exitcode == -signal.SIGXCPU:
            return Failure("it did not stop in time and was killed")
        return Failure(f"the process died ({_ending(error.exitcode)})")
    except BrokenProcessPool:
        return Failure("the process died (before it began)")
    except Exception as error:  # whatever unpickling raises
        return Failure(f"the answer cannot be read: {type(error).__name__}: {error}")


def _ending(status: int) -> str:
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-status).name}"
    return f"exit status {status}"


def _answer(function: Callable[..., Any], question: Question) -> Any:
    try:
        return function(*question)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() included: the caller must get an answer
        return Failure(f"{type(error).__name__}: {error}")


# -- in the worker ---------------------------------------------------------------------------------


def _begin(parent: int) -> None:
    """Prepare a worker: it prints nothing on standard output, and ends when its parent does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    _die_with(parent)
    gc.set_threshold(GC_THRESHOLD)
    keep_freed_memory()


def _answer_pickled(content: bytes, limit: float) -> bytes:
    """Answer a question within so many seconds of processor time, else the system kills us."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = hard if math.isinf(limit) else math.ceil(time.process_time() + limit)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
    try:
        with time_is_said():  # the caller shows how far it is
            return pickle.dumps(_answer(*pickle.loads(content)))
    except BaseException as error:  # one that cannot be pickled, KeyboardInterrupt
        return pickle.dumps(Failure(f"{type(error).__name__}: {error}".removesuffix(": ")))


def _die_with(parent: int) -> None:
    """End when the parent does: at once on Linux, elsewhere within a second."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_CHECK_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
