"""Files written whole or not at all: first beside their place, then moved into it.

The temporary neighbour of a file is named after its writer (host and process id), so that a part
left by a killed run can be told from one that another process is writing.
"""

import contextlib
import hashlib
import os
import re
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from depthlaws.base.memory import GIB

MAX_PART_AGE_S = 24 * 3600.0  # an older part has no writer any more, on whatever machine
_PART_NAME = re.compile(r"\..+\.([^.]+)\.(\d+)\.part")


def part_of(path: Path, process: int) -> Path:
    """Neighbour of a file into which a process of this machine writes it."""
    return path.with_name(f".{path.name}.{_host()}.{process}.part")


@contextlib.contextmanager
def atomic(path: Path) -> Iterator[Path]:
    """Yield a neighbour that replaces the file if the block succeeds; else the old file stays."""
    part = part_of(path, os.getpid())
    try:
        yield part
        part.replace(path)
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the path to write an output to: as :func:`atomic`, but a device itself.

    Parts that killed runs left in the folder are removed. Raises: OSError naming the file.
    """
    device = path.exists() and not path.is_file()  # such as /dev/stdout
    try:
        if not device:
            remove_leftovers(path.parent)
        with contextlib.nullcontext(path) if device else atomic(path) as part:
            yield part
    except OSError as error:
        msg = f"cannot write {path}: {error.strerror or error}"
        raise OSError(msg) from error


def write(path: Path, content: bytes) -> None:
    """Replace a file so that it survives a power cut, or leave it as it is.

    Raises: OSError naming the file and the reason, a full disk for example.
    """
    try:
        with atomic(path) as part, part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        _sync(path.parent)
    except OSError as error:
        msg = f"cannot write {path}: {error.strerror or error}; what was there stays"
        raise OSError(msg) from error


def write_text(text: str, path: Path) -> None:
    """Write a text file, whole or not at all."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8")


def write_netcdf(dataset: Any, path: Path) -> None:
    """Write a dataset as netCDF, whole or not at all.

    The HDF5 library crashes when its disk fills up, so the file is made in memory and Python
    writes it. Raises: OSError with the GiB needed and free.
    """
    marked = dataset.assign_attrs(made_by="depthlaws")  # by which a later run knows it as ours
    content = memoryview(marked.to_netcdf(engine="h5netcdf"))
    need, free = content.nbytes, shutil.disk_usage(path.parent).free
    if need > free:
        msg = f"cannot write {path}: it needs {need / GIB:.3g} GiB, {free / GIB:.3g} GiB are free"
        raise OSError(msg)
    with replacing(path) as part:
        part.write_bytes(content)


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


def remove_leftovers(folder: Path) -> None:
    """Remove parts of files that killed runs left in a folder."""
    for path in folder.glob(".*.part"):
        match = _PART_NAME.fullmatch(path.name)
        with contextlib.suppress(OSError):
            if match and not _has_writer(path, *match.groups()):
                path.unlink()


def _has_writer(path: Path, host: str, process: str) -> bool:
    """Return whether a live process here, or any process on another host, may write this part."""
    if time.time() - path.stat().st_mtime > MAX_PART_AGE_S:
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
    """Make the new name in a folder survive a power cut too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def content_of(name: str | Path, /) -> str:
    """Return the hash of a file, or of the files directly in a folder with their names.

    Empty for a name of neither, and for what cannot be read.
    """
    try:
        path = Path(name)
        if path.is_file():
            return _hash_of(path)
        if not path.is_dir() or not str(name):
            return ""
        inner = sorted(file for file in path.iterdir() if file.is_file())
        text = "".join(f"{file.name} {_hash_of(file)}\n" for file in inner)
        return hashlib.sha256(text.encode()).hexdigest()
    except (OSError, ValueError):  # a name that is too long, or has a null character
        return ""


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
