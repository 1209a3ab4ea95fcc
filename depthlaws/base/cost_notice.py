"""A line on the time of long work, before it begins: by logging, which prints it by default."""

import contextlib
import logging
from collections.abc import Iterator
from contextvars import ContextVar

ANNOUNCED_S = 1.0  # seconds from which the time is said

_UNITS = (("years", 3.2e7), ("days", 86_400.0), ("hours", 3600.0), ("minutes", 60.0))
_logger = logging.getLogger("depthlaws")
_said = ContextVar("said", default=False)  # the time of what runs now has been said


def announce(what: str, seconds: float, *, least: bool = False) -> bool:
    """Say that something takes about so long, unless it is quick; return True if it is said.

    The logger is ``depthlaws``, its level is WARNING; without a handler the line goes to standard
    error. ``least``: the time is a lower bound.
    """
    long = seconds >= ANNOUNCED_S and not _said.get()
    if long:
        _logger.warning("%s takes %s %s", what, "at least" if least else "about", spoken(seconds))
    return long


@contextlib.contextmanager
def time_is_said() -> Iterator[None]:
    """Say no times within: those of parts of work whose whole time has been said.

    >>> with time_is_said():
    ...     announce("a part", 99.0)
    False
    """
    before = _said.set(True)
    try:
        yield
    finally:
        _said.reset(before)


def spoken(seconds: float) -> str:
    """Return a time in words.

    >>> spoken(90.0), spoken(8000.0)
    ('90 seconds', '2.2 hours')
    """
    for unit, size in _UNITS:
        if seconds >= 2 * size:
            return f"{seconds / size:.2g} {unit}"
    return f"{seconds:.2g} seconds"
