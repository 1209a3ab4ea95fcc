"""Store of a sweep: a folder of batch files that survives kills, full disks and power cuts.

Every batch file is written beside its place, synced and moved, and never changed. Its name is the
hash of its content: damage is detected, the same batch written twice is one file, and stores merge
by copying. (xyzpy writes batches in place, where a kill leaves half a pickle; joblib.Memory has one
folder per call; regions of Zarr need one shape for all cells.)
"""

import contextlib
import errno
import fcntl
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from depthlaws.base.files import remove_leftovers, write
from depthlaws.sims.sweeps import batch_files
from depthlaws.sims.sweeps.cells import Grid

__all__ = []

FORMAT = 1  # of the files
_LOCK_IS_TAKEN = (errno.EWOULDBLOCK, errno.EACCES)


class Store:
    """Results of cells by name: in a folder, or in memory without one.

    Raises: ValueError for a folder that holds the results of another simulator or version, or
    damage; OSError naming the folder if it cannot be written.
    """

    def __init__(self, folder: Path | None, about: Mapping[str, Any]) -> None:
        self.folder, self.about = folder, dict(about)
        self._in_memory: dict[str, bytes] = {}  # content of batches by file name
        self._file_of: dict[str, str] = {}  # by name of cell
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            msg = f"cannot write {folder}: {error.strerror or error}; what is stored stays"
            raise OSError(msg) from error
        remove_leftovers(folder)
        if not (folder / "store.json").exists():
            if not all(_belongs_to_store(path.name) for path in folder.iterdir()):
                msg = f"{folder} is no store of a sweep and not empty; give a folder of its own"
                raise ValueError(msg)
            write(folder / "store.json", json.dumps(self.about, indent=1).encode())
        stored = about_of(folder)
        for name, value in self.about.items():
            if stored.get(name) != value:
                msg = f"{folder} holds results of another {name}: {stored.get(name)}, "
                raise ValueError(f"{msg}here it is {value}; give another folder")
        for path in sorted(folder.glob("cells-*.npz")):
            self._note(path.name, _content(path))

    @classmethod
    def existing(cls, folder: Path, about: Mapping[str, Any]) -> "Store":
        """Open a store that must be there. Raises: ValueError, OSError."""
        about_of(folder)
        return cls(folder, about)

    def __contains__(self, name: str) -> bool:
        return name in self._file_of

    def __len__(self) -> int:
        return len(self._file_of)

    def _note(self, file: str, content: bytes) -> None:
        """Remember the file of every cell that is not stored yet."""
        for name in batch_files.names_in(content):
            self._file_of.setdefault(name, file)

    def add(self, content: bytes) -> None:
        """Store a batch. Raises: OSError; nothing that is stored is lost."""
        file = _file_name(content)
        if self.folder is None:
            self._in_memory[file] = content
        elif not (self.folder / file).exists():
            write(self.folder / file, content)
        self._note(file, content)

    def results(self, names: Iterable[str]) -> Iterator[tuple[str, batch_files.CellResult]]:
        """Yield the results of the named cells that are stored, each once."""
        names_by_file: dict[str, set[str]] = {}
        for name in names:
            if name in self._file_of:
                names_by_file.setdefault(self._file_of[name], set()).add(name)
        for file, asked in names_by_file.items():
            for name, result in batch_files.results(self._read(file)):
                if name in asked:
                    asked.discard(name)
                    yield name, result

    def batches(self) -> Iterator[bytes]:
        """Yield the content of every batch, once."""
        for file in dict.fromkeys(self._file_of.values()):
            yield self._read(file)

    def _read(self, file: str) -> bytes:
        return _content(self.folder / file) if self.folder else self._in_memory[file]

    def add_grid(self, grid: Grid) -> None:
        """Note a grid that is to be run, so that a merge can tell which cells are missing.

        Raises: ValueError if a constant argument has another value than in all stored cells.
        """
        if self.folder is not None:
            for earlier in self.grids():
                _check_same_constants(self.folder, earlier, grid)
            self.note_grid(grid.description())

    def note_grid(self, description: Mapping[str, Any]) -> None:
        """Store the description of a grid."""
        text = json.dumps(description, indent=1).encode()
        name = f"asked-{hashlib.sha256(text).hexdigest()[:16]}.json"
        if self.folder is not None and not (self.folder / name).exists():
            write(self.folder / name, text)

    def grids(self) -> list[dict[str, Any]]:
        """Descriptions of the grids that were to be run."""
        paths = sorted(self.folder.glob("asked-*.json")) if self.folder else []
        return [_read_grid(path) for path in paths]

    @contextlib.contextmanager
    def locked(self, shard: tuple[int, int]) -> Iterator[None]:
        """Keep other processes from running this shard into this folder. Raises: ValueError."""
        if self.folder is None:
            yield
            return
        path = self.folder / ".lock-{}-of-{}".format(*shard)
        with path.open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:  # a file system without locks has to be trusted
                if error.errno in _LOCK_IS_TAKEN:
                    msg = (
                        f"another process is running this sweep into {self.folder}; wait for it, "
                        "or give another folder and merge the two"
                    )
                    raise ValueError(msg) from error
            yield


def _file_name(content: bytes) -> str:
    return f"cells-{hashlib.sha256(content).hexdigest()[:32]}.npz"


def _content(path: Path) -> bytes:
    """Content of a batch file. Raises: ValueError if it is not what was written."""
    content = path.read_bytes()
    if _file_name(content) != path.name:
        msg = f"{path} is damaged; move it away, and the same command computes its cells again"
        raise ValueError(msg)
    return content


def _belongs_to_store(name: str) -> bool:
    """Return whether a file may be a store's, one that another shard has just begun for example."""
    return name.startswith((".", "asked-", "cells-")) or name == "store.json"


ABOUT = ("format", "simulator", "version")  # what store.json says


def about_of(folder: Path) -> dict[str, Any]:
    """Format, simulator and version of a store. Raises: ValueError for no store, or damage."""
    path = folder / "store.json"
    try:
        about = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        msg = f"{folder} is no store of a sweep: it has no store.json; give a folder of --store"
        raise ValueError(msg) from error
    except ValueError as error:
        msg = f"{path} is damaged ({error}); a store of the same sweep elsewhere has the same file"
        raise ValueError(msg) from error
    missing = [name for name in ABOUT if not isinstance(about, dict) or name not in about]
    if missing:
        msg = (
            f"{path} is damaged (no entry {missing[0]!r}); a store of the same sweep elsewhere has "
        )
        raise ValueError(msg + "the same file")
    return dict(about)


def _check_same_constants(folder: Path, before: Mapping[str, Any], grid: Grid) -> None:
    now = grid.description()
    for name in dict.fromkeys([*before["given"], *before["axes"], *now["given"], *now["axes"]]):
        old = before["axes"].get(name, [before["given"].get(name)])
        new = now["axes"].get(name, [now["given"].get(name)])
        if (len(old) == 1 or len(new) == 1) and not any(v in old for v in new):
            msg = f"{folder} holds results with {name} = {_short(old)}, now it is {_short(new)}"
            raise ValueError(f"{msg}; give another folder, or an axis {name} with both")


def _read_grid(path: Path) -> dict[str, Any]:
    try:
        grid = json.loads(path.read_bytes())
        if not isinstance(grid, dict):
            msg = "it must be an object"
            raise TypeError(msg)
        complete = isinstance(grid["given"], dict) and isinstance(grid["axes"], dict)
        if not (complete and all(isinstance(values, list) for values in grid["axes"].values())):
            msg = "given must be an object and axes an object of lists"
            raise ValueError(msg)
    except (ValueError, TypeError, KeyError) as error:
        reason = f"no entry {error}" if isinstance(error, KeyError) else error
        msg = f"{path} is damaged ({reason}); move it away, the stored cells are not affected"
        raise ValueError(msg) from error
    return grid


def _short(values: list[Any]) -> str:
    return ", ".join(map(str, values)) if len(values) < 5 else f"{values[0]}, ..., {values[-1]}"
