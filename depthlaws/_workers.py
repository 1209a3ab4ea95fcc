"""Work in processes of its own: one that hangs, exits or is killed harms nobody else.

Every worker is a fresh Python that answers one question at a time over a pipe. joblib's pools end
the whole run when a worker dies, and cannot stop one that hangs in C: hence these lines.
"""

import contextlib
import ctypes
import gc
import importlib
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any

from depthlaws._clock import clock

_SERVE = "import sys; from depthlaws import _workers; _workers.serve(int(sys.argv[1]))"
# Packages whose folders a caller may have changed, and what is to be loaded from the old ones.
_MOVED = {"depthlaws.claims": "depthlaws.claims.engine"}
START_S = 120.0  # imports on a busy machine; the limit of a question counts from its start
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
# SymPy keeps 1000 results of each function by default, and one proof asks for more.
SYMPY = {"SYMPY_CACHE_SIZE": "50000"}
# Objects between two looks for cycles; with Python's 700 a proof spends a tenth of its time there.
GARBAGE = 50_000
_WATCH_S = 1.0  # how often a worker looks whether its parent still lives
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


@dataclass(frozen=True)
class Failure:
    """Why a question has no answer."""

    why: str


class _Started:
    """What a worker says when it has imported all it needs."""


class _Worker:
    """One process and its pipe; ``question`` is what it works on, if anything."""

    def __init__(self, threads: Mapping[str, str]) -> None:
        self.pipe, theirs = Pipe()
        path = os.pathsep.join(p or os.getcwd() for p in sys.path)
        self.process = subprocess.Popen(
            [sys.executable, "-c", _SERVE, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # what a check prints is no part of the report
            env={**threads, **SYMPY, **os.environ, "PYTHONPATH": path},
            start_new_session=True,  # Ctrl-C is the parent's to handle
        )
        theirs.close()
        self.question: tuple[Any, ...] | None = None
        self.last: tuple[Any, ...] | None = None
        self.until = self.limit = 0.0
        moved = {n: list(sys.modules[n].__path__) for n in _MOVED if n in sys.modules}
        self._say(os.getpid(), moved)

    def _say(self, *message: Any) -> None:
        with contextlib.suppress(OSError):  # it is dead: its pipe will tell
            self.pipe.send(message)

    def ask(self, function: Callable[..., Any], question: tuple[Any, ...], limit: float) -> None:
        """Hand over one question."""
        self.question, self.last, self.limit = question, question, limit
        self.until = self.clock() + START_S
        self._say(function, question)

    def clock(self) -> float:
        """Its own clock, by which its time is counted."""
        return clock(self.process.pid)

    def answer(self) -> Any:
        """Return what came through the pipe, or why nothing will."""
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            return Failure(f"the process died ({_ending(self.end())})")
        except Exception as error:  # whatever an answer that cannot be read raises
            return Failure(f"the answer cannot be read: {type(error).__name__}: {error}")

    def end(self) -> int:
        """Kill the process and return its exit status."""
        if self.process.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.2 if self.question is not None else 0)
        self.process.kill()
        self.pipe.close()
        return self.process.wait()


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ending(status: int) -> str:
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-status).name}"
    return f"exit status {status}"


def answers(
    function: Callable[..., Any],
    questions: Iterable[tuple[Any, ...]],
    *,
    jobs: int,
    limit: Callable[[tuple[Any, ...]], float],
    group: Callable[[tuple[Any, ...]], Any] | None = None,
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield (question, function(*question) or Failure) as the answers come.

    At most ``jobs`` processes (-1: one a core; 0: this one, for a debugger); one that is not done
    ``limit(question)`` seconds after it started, but for those in line for a processor, is killed.
    They all end with the caller, whatever
    ends it. A question is taken when somebody is free, and asked for again after every answer.
    ``group``: who has answered one of a group goes on with it while there is one left.
    """
    if jobs == 0:
        yield from ((question, _answer(function, question)) for question in questions)
        return
    crew: list[_Worker] = []
    waiting = iter(questions)
    groups = _Groups(waiting, group) if group else None
    size = jobs if jobs > 0 else cores()
    if isinstance(questions, Sized):
        size = min(size, len(questions))
    threads = dict.fromkeys(_THREADS, str(max(1, cores() // max(1, size))))
    try:
        with interruptible():
            while True:
                for _ in range(size - sum(map(_busy, crew))):
                    question = groups.after(_last(crew)) if groups else next(waiting, None)
                    if question is None:
                        break
                    _free(crew, threads).ask(function, question, limit(question))
                if not any(map(_busy, crew)):
                    return
                yield from _collected(crew, threads)
    finally:
        for worker in crew:
            worker.end()


class _Groups:
    """Questions by group: who is done with one begins another, at last one that others work on."""

    def __init__(
        self, questions: Iterable[tuple[Any, ...]], group: Callable[[tuple[Any, ...]], Any]
    ):
        self._of, self._begun = group, set[Any]()
        self._left: dict[Any, list[tuple[Any, ...]]] = {}
        for question in questions:
            self._left.setdefault(group(question), []).append(question)

    def after(self, last: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        """Question for who answered ``last``, or None if all are taken."""
        own = () if last is None else (self._of(last),)
        fresh = (name for name in self._left if name not in self._begun)
        name = next((n for n in itertools.chain(own, fresh, self._left) if n in self._left), None)
        if name is None:
            return None
        self._begun.add(name)
        question, *rest = self._left.pop(name)
        if rest:
            self._left[name] = rest
        return question


def _last(crew: list[_Worker]) -> tuple[Any, ...] | None:
    """What the worker that :func:`_free` will choose has answered last."""
    return next((w.last for w in crew if not _busy(w) and w.process.poll() is None), None)


def _busy(worker: _Worker) -> bool:
    return worker.question is not None


def _free(crew: list[_Worker], threads: Mapping[str, str]) -> _Worker:
    """Worker without a question: one that waits and lives, or a new one."""
    for worker in [w for w in crew if not _busy(w)]:
        if worker.process.poll() is None:
            return worker
        worker.end()
        crew.remove(worker)
    crew.append(_Worker(threads))
    return crew[-1]


def _collected(
    crew: list[_Worker], threads: Mapping[str, str]
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Wait until a worker has answered, died or run out of time; replace it where needed."""
    busy = {w.pipe: w for w in crew if w.question is not None}
    first = min(w.until - w.clock() for w in busy.values())
    # Waits of more than 24 days are more than the system can; the caller asks again.
    ready = wait(list(busy), timeout=min(3600.0, max(0.0, first)))
    for pipe, worker in busy.items():
        question, late = worker.question, worker.clock() >= worker.until
        if pipe in ready:
            answer = worker.answer()
            if isinstance(answer, _Started):
                worker.until = worker.clock() + worker.limit
                continue
        elif late:
            answer = Failure("it did not stop in time and was killed")
        else:
            continue
        worker.question = None
        if isinstance(answer, Failure):
            worker.end()
            crew[crew.index(worker)] = _Worker(threads)
        yield question or (), answer


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP as Ctrl-C where the system can (POSIX, main thread).

    What the caller handles or ignores (``nohup``) stays so.
    """

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    in_main = threading.current_thread() is threading.main_thread()
    known = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))
    numbers = [n for n in known if in_main and n and signal.getsignal(n) is signal.SIG_DFL]
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# -- in the worker ---------------------------------------------------------------------------------


_to_parent: Connection | None = None


def started() -> None:
    """Say that the imports are done: from now on the question's own time counts."""
    if _to_parent is not None:
        _to_parent.send(_Started())


def serve(descriptor: int) -> None:
    """Answer questions until the pipe closes."""
    global _to_parent
    pipe = _to_parent = Connection(descriptor)
    try:
        parent, moved = pipe.recv()
    except EOFError:  # it ended while we began
        return
    _die_with(parent)
    gc.set_threshold(GARBAGE)
    for name, paths in moved.items():
        importlib.import_module(_MOVED[name])
        sys.modules[name].__path__ = paths
    with contextlib.suppress(EOFError, OSError):  # the pipe has closed
        while True:
            pipe.send(_answered(*pipe.recv()))


def _answered(function: Callable[..., Any], question: tuple[Any, ...]) -> Any:
    """Answer here, where no Ctrl-C comes from a user."""
    try:
        return _answer(function, question)
    except KeyboardInterrupt:
        return Failure("KeyboardInterrupt")


def _answer(function: Callable[..., Any], question: tuple[Any, ...]) -> Any:
    try:
        return function(*question)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() included: the pipe must carry an answer
        return Failure(f"{type(error).__name__}: {error}")


def _die_with(parent: int) -> None:
    """End when the parent does: at once on Linux, elsewhere within a second."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH_S)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
