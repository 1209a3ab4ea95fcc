"""Folders of papers that tests write, and the folders of ours."""

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from depthlaws.base import paper_folders

ROOT = Path(__file__).parents[1]
PACKAGE, LIBRARY = ROOT / "depthlaws", ROOT / "papers" / "depthlaws_papers"
PAPER = """
from depthlaws.theory.papers import Paper

PAPER = Paper(
    key="{name}", title="Toys", authors="A. Toy", year=2026, venue="preprint", letters={{}},
    places={{"eq.": "1..9", "figure": "1..9"}},
)
"""


def sources() -> list[Path]:
    """Return every file of Python of the package and of the papers beside it."""
    files = {folder: sorted(folder.rglob("*.py")) for folder in (PACKAGE, LIBRARY)}
    assert all(files.values()), "a folder of sources is empty, or has another name"
    return [path for paths in files.values() for path in paths]


def rooms(room: str) -> list[Path]:
    """Return the folders of one room of all papers of ours: their claims, or their figures."""
    folders = sorted(LIBRARY.glob(f"*/{room}"))
    assert folders, f"no paper has a folder {room}"
    return folders


class ToyPapers:
    """Writer of papers in a folder, which are known as long as the test runs."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch, self.names = folder, patch, list[str]()

    def lay(
        self,
        name: str,
        claims: Mapping[str, str] | None = None,
        figures: Mapping[str, str] | None = None,
    ) -> Path:
        """Write a paper with these files of claims and figures, or add files to it."""
        folder = self.folder / name
        for room, files in {"": {}, "claims": claims or {}, "figures": figures or {}}.items():
            (folder / room).mkdir(parents=True, exist_ok=True)
            (folder / room / "__init__.py").touch()
            for file, text in files.items():
                (folder / room / f"{file}.py").write_text(text, encoding="utf-8")
        if name not in self.names:
            (folder / "paper.py").write_text(PAPER.format(name=name), encoding="utf-8")
            self.names.append(name)
            known = [str(self.folder / one) for one in self.names]
            self.patch.setenv(paper_folders.VARIABLE, os.pathsep.join(known))
        return folder

    def alone(self) -> None:
        """Hide the papers that are installed."""
        self.patch.setattr(paper_folders, "_installed", lambda: iter(()))
        paper_folders._folders.cache_clear()


def written(folder: Path) -> Iterator[ToyPapers]:
    """Yield a writer of papers; forget them at the end."""
    with pytest.MonkeyPatch.context() as patch:
        papers = ToyPapers(folder, patch)
        yield papers
    paper_folders._folders.cache_clear()
    for name in [n for n in sys.modules if n.partition(".")[0] in papers.names]:
        del sys.modules[name]
