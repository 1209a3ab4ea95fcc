"""Files that are whole or not there: written beside their place, then moved into it.

The neighbour bears the name of its writer: what a killed run left half written is told from what
another process writes now, here or on a machine that shares the disk.
"""

import contextlib
import os
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

STALE_S = 24 * 3600.0  # a part this old has no writer any more, on whatever machine
_PART = re.compile(r"\..+\.([^.]+)\.(\d+)\.part")


def part_of(path: Path, process: int) -> Path:
    """Neighbour of a file into which a process of this machine writes it."""
    return path.with_name(f".{path.name}.{_host()}.{process}.part")


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a neighbour that takes a file's place when all went well; else the old one stays."""
    part = part_of(path, os.getpid())
    try:
        yield part
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def write(path: Path, content: bytes) -> None:
    """Replace a file, or leave it as it is; once written it outlives a power cut.

    Raises: OSError naming the file and the reason, a full disk for example.
    """
    try:
        with replacing(path) as part, part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _sync(path.parent)
    except OSError as error:
        msg = f"cannot write {path}: {error.strerror or error}; what was there stays"
        raise OSError(msg) from error


def writable(folder: Path) -> Path:
    """Create a folder if need be. Raises: OSError naming it if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = part_of(folder / "probe", os.getpid())
        probe.touch()
        probe.unlink()
    except OSError as error:
        msg = f"cannot write to {folder}: {error.strerror}"
        raise OSError(msg) from error
    return folder


def sweep(folder: Path) -> None:
    """Remove what runs that were killed have left half written in a folder."""
    for path in folder.glob(".*.part"):
        found = _PART.fullmatch(path.name)
        with contextlib.suppress(OSError):
            if found and not _written(path, *found.groups()):
                path.unlink()


def _written(path: Path, host: str, process: str) -> bool:
    """Whether somebody may be writing this part: a live process here, any on another machine."""
    if time.time() - path.stat().st_mtime > STALE_S:
        return False
    return host != _host() or _alive(int(process))


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _host() -> str:
    return socket.gethostname().replace(".", "-")


def _sync(folder: Path) -> None:
    """Let the disk know the new name, too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
