"""Early ends of a command: signals, closed or full output, missing memory, errors in one line."""

import contextlib
import errno
import io
import math
import os
import re
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import cast

from depthlaws.base.memory import GIB, free_memory

REPEAT_S = 2.0  # seconds in which a signal that repeats counts once
UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
BYTES_PER_UNIT = {unit: 1 << 10 * power for power, unit in enumerate(UNITS)}


class Interrupted(Exception):
    """A signal ended the command; the message is the note on what is kept."""


@dataclass
class Ending:
    """Signal that ended a command, an interrupt unless another signal came, and when it came."""

    signal: int = signal.SIGINT
    at: float = -math.inf

    @property
    def status(self) -> int:
        """Exit status by the shells' convention."""
        return 128 + self.signal


@contextlib.contextmanager
def endings() -> Iterator[Ending]:
    """Treat SIGTERM and SIGHUP as Ctrl-C, so that workers and temporary files are cleared away.

    SIGINT too, where it would still end the process at once (:mod:`depthlaws.__main__`).

    A signal that is ignored (``nohup``) stays ignored; outside the main thread nothing changes.
    A signal that repeats at once, as a terminal and its shell both send SIGHUP, counts once.
    """
    ending, handlers = Ending(), {}

    def stop(number: int, _frame: FrameType | None) -> None:
        if time.monotonic() < ending.at + REPEAT_S:
            return
        ending.signal, ending.at = number, time.monotonic()
        # The garbage collector closes a file that was open, of an import for example.
        warnings.simplefilter("ignore", ResourceWarning)
        raise KeyboardInterrupt

    in_main_thread = threading.current_thread() is threading.main_thread()
    names = ("SIGINT", "SIGTERM", "SIGHUP") if in_main_thread else ()
    for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
        if signal.getsignal(number) is signal.SIG_DFL or _is_early(signal.getsignal(number)):
            handlers[number] = signal.signal(number, stop)
    try:
        yield ending
    finally:
        for number, handler in handlers.items():
            told = ending.at > -math.inf and _is_early(handler)
            signal.signal(number, signal.SIG_IGN if told else handler)


def _is_early(handler: object) -> bool:
    """Return whether a handler is that of :mod:`depthlaws.__main__`, for the time before."""
    return getattr(handler, "__name__", "") == "before_the_command"


def open_streams() -> None:
    """Replace a closed standard output or error (``>&-``) by the null device.

    Unbuffered streams (``python -u``) get a buffer: when a disk fills up half way through a single
    write, Python would drop the remainder without an error.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(getattr(stream, "buffer", None), io.RawIOBase):
            buffered = io.BufferedWriter(cast("io.RawIOBase", stream.buffer))
            text = io.TextIOWrapper(buffered, stream.encoding, stream.errors, line_buffering=True)
            setattr(sys, name, text)


def discard_unwritten() -> None:
    """Discard what standard output could not take (a full disk): Python would complain at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        with open(os.devnull, "wb") as null_device:
            os.dup2(null_device.fileno(), sys.stdout.fileno())


def memory_message(error: MemoryError) -> str:
    """Return the need for memory and the free memory in GiB, as one sentence."""
    text = str(error) or "the computation needs more memory than there is"
    need = re.search(r"Unable to allocate ([\d.]+) (\w+)", text)
    if need and need[2] in BYTES_PER_UNIT:
        gib = float(need[1]) * BYTES_PER_UNIT[need[2]] / GIB
        text = f"needs {gib:.3g} GiB more memory in one piece"
    free = "" if "free" in text else f"; {free_memory() / GIB:.3g} GiB are free"
    return f"out of memory: {text}{free}"


def limit_message(error: BaseException | None) -> str:
    """Return the message on a limit of open files or processes behind an error, or "".

    >>> limit_message(OSError(24, "Too many open files"))
    'Too many open files: raise the limit (ulimit -n or -u), or take fewer processes (--jobs 1)'
    """
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE, errno.EAGAIN):
            way = "raise the limit (ulimit -n or -u), or take fewer processes (--jobs 1)"
            return f"{error.strerror}: {way}"
        error = error.__cause__ or error.__context__
    return ""


def _is_somewhere() -> bool:
    """Return whether the current folder is still there."""
    try:
        return bool(os.getcwd())
    except OSError:
        return False


def message_of(error: Exception) -> str:
    """Return the message of an error; for a system error the file and the reason.

    >>> message_of(FileExistsError(17, "File exists", "a.nc"))
    'a.nc: File exists'
    >>> message_of(KeyError("given"))
    "no entry 'given'"
    >>> message_of(OSError(5, "Input/output error"))
    'Input/output error'
    """
    if type(error) is KeyError:
        return f"no entry {error}"
    if limit := limit_message(error):
        return limit
    if not isinstance(error, OSError) or error.strerror is None:
        return str(error) or type(error).__name__
    full = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    if error.errno == errno.ENOENT and not error.filename and not _is_somewhere():
        return "the current folder is gone; go to one that is there"
    place = "standard output" if error.errno in full and not error.filename else error.filename
    reason = error.strerror
    return f"{place}: {reason}" if place and str(place) not in reason else reason
