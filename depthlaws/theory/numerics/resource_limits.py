"""Limits of memory and time, checked by an estimate before the work begins."""

from depthlaws.base.cost_notice import announce
from depthlaws.base.memory import GIB, free_memory

SECONDS_ALLOWED = 3600.0
SMALL_BYTES = 1 << 22  # about which the system is not asked: it takes longer than most small calls


def require_memory(size: float, what: str) -> None:
    """Raise MemoryError with the GiB needed and free, unless ``size`` bytes are free or few."""
    if size <= SMALL_BYTES:
        return
    free = free_memory()
    if size > free:
        need = f"{size / GIB:,.1f}" if size < 1e6 * GIB else f"{size / GIB:.3g}"
        msg = f"{what} needs {need} GiB of memory, {free / GIB:,.1f} GiB are free"
        raise MemoryError(msg)


def require_time(seconds: float, what: str, instead: str) -> None:
    """Raise ValueError for work that would take more than an hour, with an alternative.

    Of work that takes more than a few seconds the time is said.
    """
    if seconds > SECONDS_ALLOWED:
        msg = f"{what} would take about {_duration(seconds)}; {instead}"
        raise ValueError(msg)
    announce(what.rstrip(","), seconds)


def _duration(seconds: float) -> str:
    for size, unit in ((3.2e7, "years"), (86400.0, "days")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds / 3600:,.0f} hours"
