"""Files that a command writes: whole or not there, devices too."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from depthlaws import _whole
from depthlaws.faults import GIB


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a neighbour that replaces the file when all went well; else the old file stays.

    A device (``/dev/stdout``) is written to. Raises: OSError naming the file.
    """
    device = path.exists() and not path.is_file()
    try:
        if not device:
            _whole.sweep(path.parent)
        with contextlib.nullcontext(path) if device else _whole.replacing(path) as part:
            yield part
    except OSError as error:
        msg = f"cannot write {path}: {error.strerror or error}"
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
    content = memoryview(dataset.to_netcdf(engine="h5netcdf"))
    need, free = content.nbytes, shutil.disk_usage(path.parent).free
    if need > free:
        msg = f"cannot write {path}: it needs {need / GIB:.3g} GiB, {free / GIB:.3g} GiB are free"
        raise OSError(msg)
    with replacing(path) as part:
        part.write_bytes(content)
