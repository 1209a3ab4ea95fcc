"""Which claims exist: every module-level ``CLAIMS`` in the folder of a paper.

A paper is a folder of ``claims/`` (never a list kept elsewhere). What a file holds is read from its
text, so that a question about one claim or one paper imports no other paper's claims.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from depthlaws import claims
from depthlaws.claims.engine.records import Claim
from depthlaws.theory import papers
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["all_claims", "claim", "modules"]

MACHINERY = {"engine"}  # every other folder of claims/ is a paper's
_SOURCE = re.compile(r"\b([A-Z][A-Z0-9_]*)\.\w+\(")


def modules(paper: str | None = None) -> dict[str, Path]:
    """Modules with claims by name, with their files: all, or those of the folders of one paper."""
    found: dict[str, Path] = {}
    for folder in sorted(p for root in claims.__path__ for p in Path(root).iterdir()):
        if folder.name in MACHINERY or not (folder / "__init__.py").exists():
            continue
        files = {
            f"{claims.__name__}.{folder.name}.{m.name}": folder / f"{m.name}.py"
            for m in pkgutil.iter_modules([str(folder)])
        }
        if paper is None or any(paper in _papers(path) for path in files.values()):
            found |= files
    return found


def _papers(path: Path) -> set[str]:
    """Keys of the papers whose sources a file writes: ``source=CHAIN.eq(13)``."""
    written = _SOURCE.findall(path.read_text(encoding="utf-8"))
    named = (getattr(papers, name, None) for name in set(written))
    return {paper.key for paper in named if isinstance(paper, papers.Paper)}


def claims_of(module: str) -> list[Claim]:
    """Claims of one module, in the order in which they stand there."""
    return list(getattr(importlib.import_module(module), "CLAIMS", ()))


@cache
def all_claims(paper: str | None = None) -> Mapping[str, Claim]:
    """Every claim by id, or those of one paper (then no other paper's claims are imported).

    Raises: ValueError for an id that is used twice, or a correction or exact form that does not
    exist.
    """
    found: dict[str, Claim] = {}
    for module in modules(paper):
        for one in claims_of(module):
            if one.id in found:
                msg = f"two claims have the id {one.id!r}"
                raise ValueError(msg)
            found[one.id] = one
    for one in found.values():
        for how, name in (("corrected", one.corrected_by), ("made exact", one.exact)):
            if name is not None and name not in found:
                msg = f"claim {one.id!r} is {how} by {name!r}, which does not exist"
                raise ValueError(msg)
    return {k: c for k, c in found.items() if paper in (None, c.source.paper)}


def claim(name: str) -> Claim:
    """One claim by id; only the file that holds the text ``id="..."`` is imported.

    Raises: UnknownNameError with the nearest three ids.
    """
    for module in _holding(name):
        for one in claims_of(module):
            if one.id == name:
                return one
    known = all_claims()
    if name not in known:
        raise UnknownNameError("claim", name, known)
    return known[name]


def _holding(name: str) -> Iterator[str]:
    for module, path in modules().items():
        if f'id="{name}"' in path.read_text(encoding="utf-8"):
            yield module
