"""Sizes estimated before the work: what does not fit or would not end is refused in one line."""

import os

GIB = 2.0**30
SECONDS_ALLOWED = 3600.0


def free_memory() -> float:
    """Bytes of memory that can be had without swapping; infinite where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable"):
                    return float(line.split()[1]) * 1024
        return float(os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (OSError, ValueError):
        return float("inf")


def require_memory(size: float, what: str) -> None:
    """Raise MemoryError with the GiB needed and free, if ``size`` bytes are not to be had."""
    free = free_memory()
    if size > free:
        need = f"{size / GIB:,.1f}" if size < 1e6 * GIB else f"{size / GIB:.3g}"
        msg = f"{what} needs {need} GiB of memory, {free / GIB:,.1f} GiB are free"
        raise MemoryError(msg)


def require_time(seconds: float, what: str, instead: str) -> None:
    """Raise ValueError for work that would take more than an hour, with what to ask instead."""
    if seconds > SECONDS_ALLOWED:
        msg = f"{what} would take about {_duration(seconds)}; {instead}"
        raise ValueError(msg)


def _duration(seconds: float) -> str:
    for size, unit in ((3.2e7, "years"), (86400.0, "days")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds / 3600:,.0f} hours"
