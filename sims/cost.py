"""What a run will need, said before it starts: memory and time, outputs included."""

LONGEST = 30 * 86_400.0  # seconds; nobody waits longer by intention
GIB = 2**30
OBJECT = 150  # bytes of a small array, whatever it holds

_UNITS = (("year", 365.25 * 86_400), ("day", 86_400.0), ("hour", 3600.0), ("minute", 60.0))


def afford(run: str, *, need: float, free: float, seconds: float = 0.0, instead: str = "") -> None:
    """Let a run start that needs so many bytes and at least so many seconds.

    Raises: MemoryError or ValueError, one line, with what is needed and what there is.
    """
    if need > free:
        msg = f"{run} needs {need / GIB:.3g} GiB and {free / GIB:.3g} GiB are free"
        raise MemoryError(msg + (f"; {instead}" if instead else ""))
    if seconds > LONGEST:
        msg = f"{run} would take {duration(seconds)} or more; at most {duration(LONGEST)} are begun"
        raise ValueError(msg)


def duration(seconds: float, /) -> str:
    """Seconds in words: ``2.3 hours``.

    >>> duration(8280.0)
    '2.3 hours'
    """
    for unit, length in _UNITS:
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}s"
    return f"{seconds:.3g} seconds"
