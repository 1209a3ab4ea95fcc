"""Memory and time of a run, estimated before it begins."""

import contextvars
import reprlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from depthlaws.base.cost_notice import announce
from depthlaws.base.threads import processors
from depthlaws.sims.common.backend import Backend

MAX_SECONDS = 86_400.0  # a longer run is split by its seeds, steps or samples
GIB = 2**30  # bytes
OBJECT_BYTES = 150  # memory of a small array beside its numbers
LAYER_SECONDS = 1e-5  # least time of the Python calls for one layer

_UNITS = (("year", 365.25 * 86_400), ("day", 86_400.0), ("hour", 3600.0), ("minute", 60.0))


@dataclass(frozen=True)
class Cost:
    """Bytes that a run needs, bytes of its results among them, and least seconds that it takes."""

    need: float
    output: float
    seconds: float


class _RehearsalOverError(Exception):
    """End of a rehearsal: the run is about to begin its work; the argument is its cost."""


_rehearsing: contextvars.ContextVar[bool] = contextvars.ContextVar("rehearsing", default=False)


def fit(what: str, *, need: float, free: float, instead: str = "") -> None:
    """Check that ``need`` bytes are free.

    Raises
    ------
    MemoryError
        If they are not, with ``what`` needs them and the advice ``instead``, in one line.
    """
    if need > free:
        msg = f"{what} needs {need / GIB:.3g} GiB and {free / GIB:.3g} GiB are free"
        raise MemoryError(msg + (f"; {instead}" if instead else ""))


def afford(
    run: str,
    *,
    need: float,
    free: float,
    seconds: float = 0.0,
    output: float = 0.0,
    instead: str = "",
) -> None:
    """Check that a run fits into free memory and into a day.

    Every simulator calls this once, after its arguments are checked and before its work.

    Parameters
    ----------
    run : str
        Name of the run for the message.
    need, free, output : float
        Bytes that the run needs, bytes that are free, and bytes of the results.
    seconds : float
        Least time of the run.
    instead : str
        Advice at the end of the message about memory.

    Raises
    ------
    MemoryError
        If the bytes are not free.
    ValueError
        If the run would take over a day.
    """
    fit(run, need=need, free=free, instead=instead)
    if seconds > MAX_SECONDS:
        limit = duration(MAX_SECONDS)
        least = duration(seconds)
        msg = f"{run} would take {least} or more, at most {limit} are allowed; split it into parts"
        raise ValueError(msg)
    if _rehearsing.get():
        raise _RehearsalOverError(Cost(need, output, seconds))
    announce(run, seconds, least=True)


def expected(run: Callable[[Callable[[int, int], None]], Any]) -> Cost:
    """Return the cost of ``run(progress)``, which is called and stopped where its work begins.

    A run that does not announce its cost is stopped by its first report of progress.

    Raises
    ------
    Exception
        Errors of the run itself, for a bad argument for example.
    """
    token = _rehearsing.set(True)
    try:
        run(_stop_at_progress)
    except _RehearsalOverError as stopped:
        (cost,) = stopped.args
        return cost
    finally:
        _rehearsing.reset(token)
    return Cost(0.0, 0.0, 0.0)


def _stop_at_progress(_done: int, _total: int) -> None:
    raise _RehearsalOverError(Cost(0.0, 0.0, 0.0))


def speeds(backend: Backend, /) -> tuple[float, float]:
    """Return numbers drawn and products added per second on a fast machine."""
    if backend.gpu:
        return 3e10, 5e13
    return 3e8 * processors(), 1e11 * processors()


_SHORTENED = reprlib.Repr()  # shortens large overlap matrices: those of 256 inputs take a megabyte
_SHORTENED.maxstring = _SHORTENED.maxother = 200


def described(model: Any, /) -> str:
    """Return the repr of a model without its defaults.

    >>> from depthlaws.sims.residual import ResidualMLP
    >>> described(ResidualMLP(width=8, loops=4, eps=0.5))
    'ResidualMLP(width=8, loops=4, eps=0.5)'
    """
    values = ((f, _SHORTENED.repr(getattr(model, f.name))) for f in fields(model) if f.repr)
    text = ", ".join(f"{f.name}={v}" for f, v in values if v not in (repr(f.default), "()"))
    return f"{type(model).__name__}({text})"


def duration(seconds: float, /) -> str:
    """Return a time in words.

    >>> duration(8280.0)
    '2.3 hours'
    """
    for unit, length in _UNITS:
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}s"
    return f"{seconds:.3g} seconds"
