"""What ends a command early: signals, no memory, nobody who reads."""

import contextlib
import errno
import io
import os
import re
import signal
import sys
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from types import FrameType
from typing import cast

GIB = 1 << 30
UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
SIZES = {unit: 1 << 10 * power for power, unit in enumerate(UNITS)}


class Interrupted(Exception):
    """A command was told to stop; the message says what is kept."""


@dataclass
class Ending:
    """The signal that ended a command: an interrupt, unless another came."""

    signal: int = signal.SIGINT

    @property
    def status(self) -> int:
        """Exit status by the shells' convention."""
        return 128 + self.signal


@contextlib.contextmanager
def endings() -> Iterator[Ending]:
    """Treat SIGTERM and SIGHUP as Ctrl-C, so that workers and temporary files end with us.

    An interrupt too, where it would still end the process at once (:mod:`depthlaws.__main__`).

    A signal that is ignored (``nohup``) stays so; outside the main thread nothing is changed.
    """
    ending, before = Ending(), {}

    def stop(number: int, _frame: FrameType | None) -> None:
        ending.signal = number
        # A file that was being read, of an import for one, is left to the garbage collector.
        warnings.simplefilter("ignore", ResourceWarning)
        raise KeyboardInterrupt

    here = threading.current_thread() is threading.main_thread()
    names = ("SIGINT", "SIGTERM", "SIGHUP") if here else ()
    for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
        if signal.getsignal(number) is signal.SIG_DFL:
            before[number] = signal.signal(number, stop)
    try:
        yield ending
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def open_streams() -> None:
    """Give a process without standard output or error (``>&-``) one that goes nowhere.

    Unbuffered ones (``python -u``) get a buffer: Python would drop what a disk that fills up half
    way does not take of a single write, without an error.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(getattr(stream, "buffer", None), io.RawIOBase):
            whole = io.BufferedWriter(cast("io.RawIOBase", stream.buffer))
            text = io.TextIOWrapper(whole, stream.encoding, stream.errors, line_buffering=True)
            setattr(sys, name, text)


def silence() -> None:
    """Forget what standard output could not take (a full disk), or Python complains at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


def memory_line(error: MemoryError) -> str:
    """Say how many GiB were needed and how many are free."""
    text = str(error) or "the computation needs more memory than there is"
    found = re.search(r"Unable to allocate ([\d.]+) (\w+)", text)
    if found and found[2] in SIZES:
        text = f"needs {float(found[1]) * SIZES[found[2]] / GIB:.3g} GiB more memory in one piece"
    free = "" if "free" in text else f"; {free_memory() / GIB:.3g} GiB are free"
    return f"out of memory: {text}{free}"


def told(error: Exception) -> str:
    """What an error says; of the system's ones without their number, with what they are about.

    >>> told(FileExistsError(17, "File exists", "a.nc"))
    'a.nc: File exists'
    """
    if not isinstance(error, OSError) or error.strerror is None:
        return str(error) or type(error).__name__
    full = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    where = "standard output" if error.errno in full and not error.filename else error.filename
    said = error.strerror
    return f"{where}: {said}" if where and str(where) not in said else said


def free_memory() -> int:
    """Bytes that the system could give, by its own estimate."""
    with contextlib.suppress(OSError), open("/proc/meminfo", encoding="ascii") as lines:
        found = {line.split(":")[0]: line.split()[1] for line in lines}
        return int(found["MemAvailable"]) << 10
    return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
