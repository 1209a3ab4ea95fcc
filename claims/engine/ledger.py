"""Which claims exist: every module-level ``CLAIMS`` in the folder of a paper.

A paper is a folder of ``claims/`` (never a list kept elsewhere). What a file holds is read from its
text, so that a question about one claim or one paper imports no other paper's claims.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from depthlaws import claims
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.claims.engine.closure import Sources
from depthlaws.claims.engine.records import Claim, Entry
from depthlaws.theory import papers
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["all_claims", "claim", "entries", "modules", "select"]

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
    try:
        return list(getattr(importlib.import_module(module), "CLAIMS", ()))
    except SystemExit as error:
        msg = f"{module} exits when it is imported: sys.exit({error})"
        raise ImportError(msg) from error


@cache
def all_claims(paper: str | None = None) -> Mapping[str, Claim]:
    """Every claim by id, or those of one paper (then no other paper's claims are imported).

    Raises: ValueError for an id that is used twice, or a correction or exact form that does not
    exist.
    """
    found: dict[str, Claim] = {}
    for module in modules(paper):
        for one in claims_of(module):
            _add(found, one)
    _sound(found)
    return {k: c for k, c in found.items() if paper in (None, c.source.paper)}


def _add(found: dict[str, Any], one: Entry) -> None:
    if one.id in found:
        msg = f"two claims have the id {one.id!r}"
        raise ValueError(msg)
    found[one.id] = one


def _sound(found: Mapping[str, Entry]) -> None:
    for one in found.values():
        for how, name in (("corrected", one.corrected_by), ("made exact", one.exact)):
            if name is not None and name not in found:
                msg = f"claim {one.id!r} is {how} by {name!r}, which does not exist"
                raise ValueError(msg)


def claim(name: str) -> Claim:
    """One claim by id; only the file that holds the text ``id="..."`` is imported.

    Raises: UnknownNameError with the nearest three ids.

    >>> from depthlaws import claims
    >>> str(claims.claim("CHAIN-E5").source)
    'chain, eq. (5)'
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


@dataclass(frozen=True)
class Book:
    """What the ledger says about every claim, in which module it stands, and the sources."""

    entries: Mapping[str, Entry]
    module_of: Mapping[str, str]
    sources: Sources
    note: str = ""

    def select(self, names: Sequence[str]) -> list[Entry]:
        """Claims of the papers and ids named, all if none is, with corrections and exact forms.

        Raises: UnknownNameError with the nearest three names; ValueError for papers without claims.
        """
        chosen: dict[str, Entry] = {}
        for name in ([names] if isinstance(names, str) else names) or [*papers.PAPERS]:
            if name in self.entries:
                chosen[name] = self.entries[name]
            elif name in papers.PAPERS:
                chosen |= {c.id: c for c in self.entries.values() if c.source.paper == name}
            else:
                raise UnknownNameError("paper or claim", name, [*papers.PAPERS, *self.entries])
        if not chosen:
            having = sorted({c.source.paper for c in self.entries.values()})
            msg = f"no claims of {', '.join(names) or 'any paper'}; there are claims of {having}"
            raise ValueError(msg)
        for entry in [*chosen.values()]:
            for other in (entry.corrected_by, entry.exact):
                if other is not None:
                    chosen[other] = self.entries[other]
        return list(chosen.values())


def book() -> Book:
    """Every claim without its checks: stored by file, so that looking needs no mathematics."""
    store = Store("ledger")
    known = store.load("sources")
    sources = Sources(known if isinstance(known, dict) else {})
    entries: dict[str, Entry] = {}
    module_of: dict[str, str] = {}
    for module in modules():
        for entry in _entries(module, sources, store):
            _add(entries, entry)
            module_of[entry.id] = module
    _sound(entries)
    if set(known or ()) != set(sources.known):
        store.save("sources", sources.known)
    return Book(entries, module_of, sources, store.note)


def _entries(module: str, sources: Sources, store: Store) -> list[Entry]:
    key = key_of("entries", module, sources.digest(sources.needed([module])))
    stored = store.load(key)
    try:
        return [_entry(row) for row in stored]
    except (TypeError, KeyError, ValueError):  # none, or of another shape
        found = [one.entry for one in claims_of(module)]
        store.save(key, [asdict(entry) for entry in found])
        return found


def _entry(row: dict[str, Any]) -> Entry:
    """Entry from its JSON. Raises: TypeError, KeyError, ValueError for another shape."""
    sides = tuple(row["sides"]) if row.get("sides") else None
    return Entry(**row | {"source": papers.Source(**row["source"]), "sides": sides})


def entries() -> Mapping[str, Entry]:
    """Every claim by id without its checks."""
    return book().entries


def select(names: Sequence[str]) -> list[Entry]:
    """Claims of the papers and ids named (one name may stand alone); see :meth:`Book.select`.

    >>> from depthlaws import claims
    >>> [one.id for one in claims.select(["CHAIN-E5"])]
    ['CHAIN-E5']
    """
    return book().select(names)
