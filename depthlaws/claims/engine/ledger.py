"""Ledger of the claims: every module-level ``CLAIMS`` in the folder of a paper.

The folders of papers are found by :mod:`depthlaws.base.paper_folders`; no list repeats them. Ids
are read from the text of the files, so that a question about one claim or one paper imports no
claims of other papers.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from depthlaws.base.paper_folders import PaperFolder, paper_folders, required
from depthlaws.base.plugins import BrokenFileError, imported_file
from depthlaws.base.plugins import broken as broken_line
from depthlaws.base.sources import Sources, Stamp, stamp
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.claims.engine.records import Claim, Entry
from depthlaws.claims.engine.statement.when_checked import when_used
from depthlaws.theory import papers
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["all_claims", "claim", "entries", "modules", "select"]

_SOURCE = re.compile(r"\b([A-Z][A-Z0-9_]*)\.\w+\(")


def modules(paper: str | None = None) -> dict[str, Path]:
    """Return the files of modules with claims by name.

    Parameters
    ----------
    paper : str, optional
        Key of a paper whose folders are meant; all papers by default.

    Returns
    -------
    dict of str to Path
        File of each module.
    """
    file_of: dict[str, Path] = {}
    for folder in paper_folders():
        files = folder.modules("claims")
        if paper is None or paper in {p.key for p in folder.papers()} or _cited(paper, files):
            file_of |= files
    return file_of


def _cited(paper: str, files: Mapping[str, Path]) -> bool:
    return any(paper in _papers(path) for path in files.values())


def _papers(path: Path) -> set[str]:
    """Keys of the papers that a file cites: ``source=CHAIN.eq(13)``."""
    constants = _SOURCE.findall(path.read_text(encoding="utf-8"))
    values = (getattr(papers, name, None) for name in set(constants))
    return {paper.key for paper in values if isinstance(paper, papers.Paper)}


def claims_of(module: str) -> list[Claim]:
    """Claims of one module, in their order. Raises: BrokenFileError if it cannot be imported.

    Their statements are not checked yet: each checks itself when it is used.
    """
    paper_folders()  # makes folders that are given by path importable
    with when_used():
        return list(getattr(imported_file(module), "CLAIMS", ()))


def all_claims(paper: str | None = None) -> Mapping[str, Claim]:
    """Return every claim by id, or those of one paper.

    Parameters
    ----------
    paper : str, optional
        Key of a paper; claims of other papers are not imported then.

    Returns
    -------
    mapping of str to Claim
        Claims in the order of the papers.

    Raises
    ------
    ValueError
        For an id that two claims have, a correction or exact form that does not exist, or a
        repeated fault whose first place is no erratum.

    Examples
    --------
    >>> from depthlaws import claims
    >>> claims.all_claims("chain")["CHAIN-E5"].source.where
    'eq. (5)'
    """
    return _all_claims(paper, paper_folders())


@cache
def _all_claims(paper: str | None, _others: Sequence[PaperFolder]) -> Mapping[str, Claim]:
    claims_by_id: dict[str, Claim] = {}
    for module in modules(paper):
        for claim in claims_of(module):
            _add(claims_by_id, claim)
    sound(claims_by_id)
    return {k: c for k, c in claims_by_id.items() if paper in (None, c.source.paper)}


def _add(entries: dict[str, Any], entry: Entry) -> None:
    if entry.id in entries:
        msg = f"two claims have the id {entry.id!r}"
        raise ValueError(msg)
    entries[entry.id] = entry


def sound(entries: Mapping[str, Entry]) -> None:
    """Raise ValueError for a correction, exact form or repeated fault that does not exist."""
    for entry in entries.values():
        for relation, name in (("corrected", entry.corrected_by), ("made exact", entry.exact)):
            if name is not None and name not in entries:
                msg = f"claim {entry.id!r} is {relation} by {name!r}, which does not exist"
                raise ValueError(msg)
        if (first := entry.same_fault_as) and not (
            first in entries and entries[first].erratum and not entries[first].same_fault_as
        ):
            msg = (
                f"claim {entry.id!r} repeats the fault of {first!r}, which is no erratum with a "
                "fault of its own"
            )
            raise ValueError(msg)


def claim(name: str) -> Claim:
    """Return one claim by id; only the file with the text ``id="..."`` is imported.

    Parameters
    ----------
    name : str
        Id of the claim, for example ``"CHAIN-E5"``.

    Returns
    -------
    Claim
        Claim with its checks.

    Raises
    ------
    UnknownNameError
        For another name, with the nearest three ids.

    Examples
    --------
    >>> from depthlaws import claims
    >>> str(claims.claim("CHAIN-E5").source)
    'chain, eq. (5)'
    """
    for module in _holding(name):
        for claim in claims_of(module):
            if claim.id == name:
                return claim
    claims_by_id = all_claims()
    if name not in claims_by_id:
        raise UnknownNameError("claim", name, claims_by_id)
    return claims_by_id[name]


def _holding(name: str) -> Iterator[str]:
    for module, path in modules().items():
        if f'id="{name}"' in path.read_text(encoding="utf-8"):
            yield module


@dataclass(frozen=True)
class Book:
    """Entries of every claim, the module of each, the sources, and files that are left out."""

    entries: Mapping[str, Entry]
    module_of: Mapping[str, str]
    sources: Sources
    note: str = ""
    broken: tuple[str, ...] = ()  # a line for each file that cannot be imported

    def select(self, names: Sequence[str]) -> list[Entry]:
        """Claims of the named papers and ids (of all papers by default), with their corrections.

        The exact form of an imprecise claim counts as its correction.
        Raises: UnknownNameError with the nearest three names; ValueError for papers without claims,
        or where there are no papers.
        """
        required()
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
                if other is not None and other in self.entries:  # else its file is broken
                    chosen[other] = self.entries[other]
        return list(chosen.values())


@dataclass(frozen=True)
class _Read:
    """A book with the files that it was made of and their stamps."""

    files: Mapping[str, Path]
    stamps: Mapping[Path, Stamp]
    book: Book

    def holds(self, files: Mapping[str, Path]) -> bool:
        """Return True if these are its files, and nothing that it was made of has changed."""
        return self.files == files and all(stamp(path) == s for path, s in self.stamps.items())


_READ: dict[Path, _Read] = {}  # by the folder in which the listing is stored


def book(progress: Callable[[], Any] = lambda: None) -> Book:
    """Return every claim without its checks: stored by file, so that no mathematics is imported.

    A file that cannot be imported is left out and named in ``broken``. ``progress()`` is called
    after each file. What this process has read is not read again while no file has changed.
    """
    store, modules_by_name = Store("ledger"), modules()
    read = _READ.get(store.folder.resolve())
    if read and read.holds(modules_by_name):
        for _ in modules_by_name:
            progress()
        kept = read.book
        return Book(dict(kept.entries), dict(kept.module_of), kept.sources.copy(), store.note)
    known = store.load("sources")
    sources = Sources(known if isinstance(known, dict) else {})
    entries: dict[str, Entry] = {}
    module_of: dict[str, str] = {}
    broken: list[str] = []
    for module, file in modules_by_name.items():
        try:
            listed = _entries(module, sources, store)
        except BrokenFileError as error:
            broken.append(str(error))
            continue
        for entry in listed:
            if entry.id in entries:
                taken = modules_by_name[module_of[entry.id]]
                broken.append(f"{file}: claim {entry.id!r} is left out, {taken} has one of that id")
                continue
            entries[entry.id] = entry
            module_of[entry.id] = module
        progress()
    if not broken:  # what it corrects would be missing
        sound(entries)
    if set(known or ()) != set(sources.known):
        store.save("sources", sources.known)
    whole = Book(entries, module_of, sources, store.note, tuple(broken))
    if not broken and not store.note:
        kept = replace(whole, sources=sources.copy())
        listing = store.path("sources")
        stamps = sources.stamps | {listing: stamp(listing)}
        _READ[store.folder.resolve()] = _Read(modules_by_name, stamps, kept)
    return whole


def _entries(module: str, sources: Sources, store: Store) -> list[Entry]:
    try:
        key = key_of("entries", module, sources.digest(sources.needed([module])))
    except (ValueError, ModuleNotFoundError) as error:  # no Python, or a module that is not there
        raise BrokenFileError(broken_line(modules()[module], error)) from error
    stored = store.load(key)
    try:
        return [_entry(row) for row in stored]
    except (TypeError, KeyError, ValueError):  # none, or of another shape
        claims, file = claims_of(module), modules()[module]
        try:
            new = [claim.checked().entry for claim in claims]
        except ValueError as error:
            raise BrokenFileError(broken_line(file, error)) from error
        _of_places(file, new)
        store.save(key, [asdict(entry) for entry in new])
        return new


def _of_places(file: Path, entries: Sequence[Entry]) -> None:
    """Raise BrokenFileError for a source that is no place of its paper."""
    for entry in entries:
        if entry.source.paper not in papers.PAPERS:
            fault = f"the paper {entry.source.paper!r}, which is not here"
        elif absent := entry.source.absent:
            fault = f"{', '.join(absent)}, which `places` of {entry.source.paper} does not list"
        else:
            continue
        msg = f"{file} is left out: claim {entry.id!r} cites {fault}"
        raise BrokenFileError(msg)


def _entry(row: dict[str, Any]) -> Entry:
    """Entry from its JSON form. Raises: TypeError, KeyError, ValueError for another shape."""
    sides = tuple(row["sides"]) if row.get("sides") else None
    return Entry(**row | {"source": papers.Source(**row["source"]), "sides": sides})


def entries() -> Mapping[str, Entry]:
    """Return every claim without its checks.

    Returns
    -------
    mapping of str to Entry
        Entries by id.
    """
    return book().entries


def select(names: Sequence[str]) -> list[Entry]:
    """Return claims without their checks, with their corrections and exact forms.

    Parameters
    ----------
    names : sequence of str
        Keys of papers and ids of claims; a single string is one name.

    Returns
    -------
    list of Entry
        Entries of the named papers and claims, of all papers if none is named.

    Raises
    ------
    UnknownNameError
        For a name that is neither a paper nor a claim.
    ValueError
        For papers without claims.

    Examples
    --------
    >>> from depthlaws import claims
    >>> [claim.id for claim in claims.select(["CHAIN-E5"])]
    ['CHAIN-E5']
    """
    return book().select(names)
