"""When a statement is checked: as it is built, or, in a file of claims, when it is used.

A file of claims is imported for one of its claims, for its listing or for a run of all of them. Its
statements are checked when the file is listed, as its sources have changed, and each of them again
in a process that runs it; a process that runs one claim does not check the others.
"""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

_AT_ONCE = ContextVar("_AT_ONCE", default=True)


def at_once() -> bool:
    """Return whether a statement is checked as it is built."""
    return _AT_ONCE.get()


@contextlib.contextmanager
def when_used() -> Iterator[None]:
    """Build statements unchecked: each checks itself before it is used."""
    before = _AT_ONCE.set(False)
    try:
        yield
    finally:
        _AT_ONCE.reset(before)
