"""Papers: folders outside this package, each with a paper, its claims and its figures.

A folder is a package: ``paper.py`` with ``PAPER`` (or ``PAPERS``, versions of one paper), a folder
``claims`` and a folder ``figures``. Installed ones have an entry point of the group
``depthlaws.papers``, which names the package of a paper, or one whose folders are papers; the
environment variable DEPTHLAWS_PAPERS names others by path.
"""

import importlib.util
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from depthlaws.base.plugins import BrokenFileError, imported_file

GROUP = "depthlaws.papers"
VARIABLE = "DEPTHLAWS_PAPERS"


class NoPapersError(ValueError):
    """No paper is installed and none is given by its folder."""


@dataclass(frozen=True)
class PaperFolder:
    """A folder with a paper, importable as ``package``."""

    package: str
    path: Path

    @property
    def root(self) -> Path:
        """Folder in which the first part of the package's name stands."""
        return self.path.parents[self.package.count(".")]

    def modules(self, room: str) -> dict[str, Path]:
        """Return the files of its claims or figures by module name."""
        inside = self.path / room
        paths = sorted(inside.rglob("*.py"), key=lambda path: (path.parent != inside, path.name))
        return {
            ".".join((self.package, *path.relative_to(self.path).with_suffix("").parts)): path
            for path in paths
            if path.name != "__init__.py"
        }

    def findings(self) -> dict[str, tuple[int, int]]:
        """Return figures for the landing page: the place of each there, and its panel to show."""
        return dict(getattr(imported_file(f"{self.package}.paper"), "FINDINGS", {}))

    def papers(self) -> tuple[Any, ...]:
        """Return its papers.

        Raises: BrokenFileError if ``paper.py`` is missing, cannot be imported or has no PAPER.
        """
        module = imported_file(f"{self.package}.paper")
        papers = getattr(module, "PAPERS", None) or (getattr(module, "PAPER", None),)
        if not all(hasattr(paper, "key") for paper in papers):
            msg = f"{self.path / 'paper.py'} must bind PAPER = Paper(key=..., title=..., ...)"
            raise BrokenFileError(msg)
        return tuple(papers)


def add(folder: str | Path) -> None:
    """Add the folder of a paper, for this process and those that it starts.

    Raises: ValueError for a path that is no folder of a paper.
    """
    path = Path(folder).resolve()
    if any(one.path == path for one in paper_folders()):
        return
    _mounted(path)
    known = os.environ.get(VARIABLE, "")
    if str(path) not in known.split(os.pathsep):
        os.environ[VARIABLE] = os.pathsep.join(filter(None, (known, str(path))))


def folder_at(path: str | Path) -> PaperFolder | None:
    """Return the paper in a folder, None if it is not known."""
    return next((one for one in paper_folders() if one.path == Path(path).resolve()), None)


def paper_folders() -> tuple[PaperFolder, ...]:
    """Return the folders of papers: installed ones by name, then those given by path.

    Raises: ValueError for a path that is no folder of a paper, or two folders of one name.
    """
    return _folders(os.environ.get(VARIABLE, ""))


def required() -> tuple[PaperFolder, ...]:
    """Return the folders of papers. Raises: NoPapersError if there are none."""
    if folders := paper_folders():
        return folders
    msg = (
        "no papers are here: pip install 'depthlaws[papers]' for ours, "
        "--papers FOLDER for one of your own"
    )
    raise NoPapersError(msg)


def tops() -> frozenset[str]:
    """Return the first parts of the names of the packages of papers."""
    return frozenset(folder.package.partition(".")[0] for folder in paper_folders())


def folder_of(module: str) -> PaperFolder | None:
    """Return the folder of a module, None for one that is in no folder of a paper."""
    name = f"{module}."
    return next((one for one in paper_folders() if name.startswith(f"{one.package}.")), None)


@lru_cache(maxsize=4)
def _folders(named: str) -> tuple[PaperFolder, ...]:
    folders = {folder.package: folder for folder in _installed()}
    for path in map(Path, filter(None, named.split(os.pathsep))):
        folder = _mounted(path)
        other = folders.setdefault(folder.package, folder)
        if other.path != folder.path:
            msg = f"two papers are named {folder.package!r}: {other.path} and {path}; rename one"
            raise ValueError(msg)
    return tuple(folders.values())


def _installed() -> Iterator[PaperFolder]:
    from importlib.metadata import entry_points  # 20 ms that few questions pay

    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            spec = importlib.util.find_spec(entry.value)  # of a top-level package: no import
        except (ModuleNotFoundError, ValueError):  # it cannot be imported
            continue
        if spec is None or not spec.origin:  # it is no longer installed
            continue
        path = Path(spec.origin).parent
        inner = sorted(file.parent for file in path.glob("*/paper.py"))
        if inner and not (path / "paper.py").is_file():
            yield from (PaperFolder(f"{entry.value}.{folder.name}", folder) for folder in inner)
        else:
            yield PaperFolder(entry.value, path)


def _mounted(path: Path) -> PaperFolder:
    """Make the folder importable under its name; its neighbours do not become importable."""
    name, start = path.name, path / "__init__.py"
    if not path.is_dir():
        problem = "is no folder"
    elif not name.isidentifier():
        problem = f"must have a name that Python can import, got {name!r}; my_paper is one"
    elif not (path / "paper.py").is_file():
        problem = "has no paper.py; `depthlaws new-paper NAME` writes a folder that runs"
    elif missing := [f for f in (path, path / "claims", path / "figures") if _bare(f)]:
        problem = f"is no package: add an empty {missing[0] / '__init__.py'}"
    elif not _free(name, start):
        problem = f"has the name of another package, {name!r}; rename it"
    else:
        if name not in sys.modules:
            spec = importlib.util.spec_from_file_location(
                name, start, submodule_search_locations=[str(path)]
            )
            if spec and spec.loader:  # as every file of Python has
                sys.modules[name] = module = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
        return PaperFolder(name, path)
    msg = f"the paper's folder {path} {problem}"
    raise ValueError(msg)


def _bare(folder: Path) -> bool:
    return folder.is_dir() and not (folder / "__init__.py").is_file()


def _free(name: str, start: Path) -> bool:
    """Return True if the name is that of no other package."""
    loaded = sys.modules.get(name)
    if loaded is not None:
        return getattr(loaded, "__file__", None) == str(start)
    spec = importlib.util.find_spec(name)
    return spec is None or spec.origin == str(start)
