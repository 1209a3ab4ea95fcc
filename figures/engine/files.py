"""Files that are whole or not there: written beside, then moved; nothing old is ever lost."""

import os
import re
from pathlib import Path

__all__ = []

_PART = re.compile(r"\..*\.(\d+)\.part")


def write(path: Path, content: bytes) -> None:
    """Replace a file by new content, or leave it as it is.

    Raises: OSError naming the file and the reason, a full disk for example.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        msg = f"cannot write {path}: {error.strerror or error}; the file before it is kept"
        raise OSError(error.errno, msg) from error
    finally:
        part.unlink(missing_ok=True)


def writable(folder: Path) -> Path:
    """Create a folder if need be. Raises: OSError naming it if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe.{os.getpid()}.part"
        probe.touch()
        probe.unlink()
    except OSError as error:
        msg = f"cannot write to {folder}: {error.strerror}"
        raise OSError(error.errno, msg) from error
    return folder


def sweep(folder: Path) -> None:
    """Remove what runs that were killed have left half written here."""
    for path in folder.glob(".*.part"):
        found = _PART.fullmatch(path.name)
        if found and not _alive(int(found[1])):
            path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
