"""A folder of computed cells that survives whatever ends the process: kills, full disks, power.

Every batch is one file that is written beside its place, synced and moved, and never touched again.
Its name is the hash of its content: what is damaged is noticed, what comes twice is one file, and
stores merge by copying. xyzpy writes its batches in place, where a kill leaves half a pickle;
joblib.Memory moves whole files as we do, but one folder a call; regions of Zarr need one shape for
all cells and a second, separate note of which are done. Hence these lines.
"""

import contextlib
import errno
import fcntl
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from depthlaws._whole import sweep, write
from depthlaws.sims import packing
from depthlaws.sims.cells import Grid

__all__ = []

FORMAT = 1
_UNLOCKED = (errno.EWOULDBLOCK, errno.EACCES)


class Store:
    """Results of cells, by name: in a folder, or in memory without one.

    Raises: ValueError for a folder that holds another simulator's or version's results, or damage;
    OSError naming the folder if it cannot be written.
    """

    def __init__(self, folder: Path | None, about: Mapping[str, Any]) -> None:
        self.folder, self.about = folder, dict(about)
        self._kept: dict[str, bytes] = {}  # without a folder
        self._files: dict[str, str] = {}  # which file holds a cell
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            msg = f"cannot write {folder}: {error.strerror or error}; what is stored stays"
            raise OSError(msg) from error
        sweep(folder)
        if not (folder / "store.json").exists():
            if any(not _ours(path.name) for path in folder.iterdir()):
                msg = f"{folder} is no store of a sweep and not empty; give a folder of its own"
                raise ValueError(msg)
            write(folder / "store.json", json.dumps(self.about, indent=1).encode())
        _check_about(folder, self.about)
        for path in sorted(folder.glob("cells-*.npz")):
            self._note(path.name, _whole(path))

    def __contains__(self, key: str) -> bool:
        return key in self._files

    def __len__(self) -> int:
        return len(self._files)

    def _note(self, name: str, content: bytes) -> int:
        """Remember where cells are; returns how many are new."""
        new = [key for key in packing.about(content)["cells"] if key not in self._files]
        self._files |= dict.fromkeys(new, name)
        return len(new)

    def add(self, content: bytes) -> int:
        """Keep a batch. Returns how many of its cells are new. Raises: OSError, nothing lost."""
        name = _name(content)
        if self.folder is None:
            self._kept[name] = content
        elif not (self.folder / name).exists():
            write(self.folder / name, content)
        return self._note(name, content)

    def results(self, keys: Iterable[str]) -> Iterator[tuple[str, packing.Result]]:
        """Yield the results of those cells that are there, each once."""
        wanted: dict[str, set[str]] = {}
        for key in keys:
            if key in self._files:
                wanted.setdefault(self._files[key], set()).add(key)
        for name, inside in wanted.items():
            content = _whole(self.folder / name) if self.folder else self._kept[name]
            for key, result in packing.results(content):
                if key in inside:
                    inside.discard(key)
                    yield key, result

    @classmethod
    def existing(cls, folder: Path, about: Mapping[str, Any]) -> "Store":
        """Open a store that must be there. Raises: ValueError, OSError."""
        about_of(folder)
        return cls(folder, about)

    def contents(self) -> Iterator[bytes]:
        """Yield every batch, once."""
        for name in dict.fromkeys(self._files.values()):
            yield _whole(self.folder / name) if self.folder else self._kept[name]

    def ask(self, grid: Grid) -> None:
        """Note a grid that is asked for, so that a merge knows what is missing.

        Raises: ValueError for other values of an argument than all that is stored has.
        """
        if self.folder is None:
            return
        for before in self.asked():
            _check_asked(self.folder, before, grid)
        self.note(grid.asked())

    def note(self, asked: Mapping[str, Any]) -> None:
        """Note a grid in JSON's form."""
        text = json.dumps(asked, indent=1).encode()
        name = f"asked-{hashlib.sha256(text).hexdigest()[:16]}.json"
        if self.folder is not None and not (self.folder / name).exists():
            write(self.folder / name, text)

    def asked(self) -> list[dict[str, Any]]:
        """Grids that were asked for."""
        found = sorted(self.folder.glob("asked-*.json")) if self.folder else []
        return [_read(path) for path in found]

    @contextlib.contextmanager
    def alone(self, shard: tuple[int, int]) -> Iterator[None]:
        """Let nobody else run this shard into this folder meanwhile. Raises: ValueError."""
        if self.folder is None:
            yield
            return
        path = self.folder / ".lock-{}-of-{}".format(*shard)
        with path.open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:  # a file system without locks has to be trusted
                if error.errno in _UNLOCKED:
                    msg = (
                        f"another process is running this sweep into {self.folder}; wait for it, "
                        "or give another folder and merge the two"
                    )
                    raise ValueError(msg) from error
            yield


def _name(content: bytes) -> str:
    return f"cells-{hashlib.sha256(content).hexdigest()[:32]}.npz"


def _whole(path: Path) -> bytes:
    """Content of a batch. Raises: ValueError if it is not what was written."""
    content = path.read_bytes()
    if _name(content) != path.name:
        msg = f"{path} is damaged; move it away, and the same command computes its cells again"
        raise ValueError(msg)
    return content


def _ours(name: str) -> bool:
    """Whether a file is a store's: other shards may have just begun."""
    return name.startswith((".", "asked-", "cells-")) or name == "store.json"


def about_of(folder: Path) -> dict[str, Any]:
    """What a store says about itself. Raises: ValueError for a folder that is none, or damage."""
    path = folder / "store.json"
    try:
        found = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        msg = f"{folder} is no store of a sweep: it has no store.json"
        raise ValueError(msg) from error
    except ValueError as error:
        msg = f"{path} is damaged ({error}); a store of the same sweep elsewhere has the same file"
        raise ValueError(msg) from error
    return dict(found) if isinstance(found, dict) else {}


def _check_about(folder: Path, about: Mapping[str, Any]) -> None:
    found = about_of(folder)
    for name, value in about.items():
        if found.get(name) != value:
            msg = f"{folder} holds results of another {name}: {found.get(name)}, here it is {value}"
            raise ValueError(msg + "; give another folder")


def _check_asked(folder: Path, before: Mapping[str, Any], grid: Grid) -> None:
    now = grid.asked()
    for name in dict.fromkeys([*before["given"], *before["axes"], *now["given"], *now["axes"]]):
        old = before["axes"].get(name, [before["given"].get(name)])
        new = now["axes"].get(name, [now["given"].get(name)])
        if (len(old) == 1 or len(new) == 1) and not any(v in old for v in new):
            msg = f"{folder} holds results with {name} = {_short(old)}, now it is {_short(new)}"
            raise ValueError(f"{msg}; give another folder, or an axis {name} with both")


def _read(path: Path) -> dict[str, Any]:
    try:
        return dict(json.loads(path.read_bytes()))
    except (ValueError, TypeError) as error:
        msg = f"{path} is damaged ({error}); move it away, the cells are well"
        raise ValueError(msg) from error


def _short(values: list[Any]) -> str:
    return ", ".join(map(str, values)) if len(values) < 5 else f"{values[0]}, ..., {values[-1]}"
