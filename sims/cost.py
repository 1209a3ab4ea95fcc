"""What a run will need, said before it starts: memory and time, outputs included."""

import contextvars
import reprlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from depthlaws._threads import processors
from depthlaws.sims.backend import Backend

LONGEST = 86_400.0  # seconds; a run that needs more is split by its seeds, steps or samples
GIB = 2**30
OBJECT = 150  # bytes of a small array, whatever it holds
CALLS = 1e-5  # seconds that the calls for one layer take at least, however small it is

_UNITS = (("year", 365.25 * 86_400), ("day", 86_400.0), ("hour", 3600.0), ("minute", 60.0))


@dataclass(frozen=True)
class Cost:
    """Bytes that a run needs, those of its results among them, and seconds that it will exceed."""

    need: float
    output: float
    seconds: float


class _Rehearsed(Exception):
    """A run came to where its work begins; the argument is its cost."""


_rehearsing: contextvars.ContextVar[bool] = contextvars.ContextVar("rehearsing", default=False)


def fit(what: str, *, need: float, free: float, instead: str = "") -> None:
    """Let something start that needs so many bytes. Raises: MemoryError, one line."""
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
    """Let a run begin that needs so many bytes and at least so many seconds.

    A simulator calls it once, when its arguments are checked and before its work.
    Raises: MemoryError or ValueError, one line, with what is needed and what there is.
    """
    fit(run, need=need, free=free, instead=instead)
    if seconds > LONGEST:
        msg = f"{run} would take {duration(seconds)} or more; at most {duration(LONGEST)} are begun"
        raise ValueError(msg)
    if _rehearsing.get():
        raise _Rehearsed(Cost(need, output, seconds))


def expected(run: Callable[[Callable[[int, int], None]], Any]) -> Cost:
    """What ``run(progress)`` would cost: it is called, and stopped where its work begins.

    One that says nothing about its cost is stopped by its first sign of progress.
    Raises: what the run raises, for a bad argument for example.
    """
    token = _rehearsing.set(True)
    try:
        run(_begun)
    except _Rehearsed as stopped:
        (cost,) = stopped.args
        return cost
    finally:
        _rehearsing.reset(token)
    return Cost(0.0, 0.0, 0.0)


def _begun(_done: int, _total: int) -> None:
    raise _Rehearsed(Cost(0.0, 0.0, 0.0))


def speeds(backend: Backend, /) -> tuple[float, float]:
    """Numbers drawn, and products added, in a second: few machines do more."""
    if backend.name == "cupy":
        return 3e10, 5e13
    return 3e8 * processors(), 1e11 * processors()


_SHORT = reprlib.Repr()  # of an overlap matrix a corner: all of 256 inputs is a megabyte
_SHORT.maxstring = _SHORT.maxother = 200


def told(model: Any, /) -> str:
    """A model by what is not its default.

    >>> from depthlaws.sims.residual import ResidualMLP
    >>> told(ResidualMLP(width=8, loops=4, eps=0.5))
    'ResidualMLP(width=8, loops=4, eps=0.5)'
    """
    shown = ((f, _SHORT.repr(getattr(model, f.name))) for f in fields(model) if f.repr)
    said = ", ".join(f"{f.name}={v}" for f, v in shown if v not in (repr(f.default), "()"))
    return f"{type(model).__name__}({said})"


def duration(seconds: float, /) -> str:
    """Seconds in words: ``2.3 hours``.

    >>> duration(8280.0)
    '2.3 hours'
    """
    for unit, length in _UNITS:
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}s"
    return f"{seconds:.3g} seconds"
