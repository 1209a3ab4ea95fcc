"""Formulas, claims and figures without what they compute.

To import them all takes seconds. They are stored under the meaning of their sources, as the ledger
of the claims is, and a progress bar shows when they are read for the first time.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from depthlaws.base.sources import Sources
from depthlaws.claims.engine import ledger
from depthlaws.claims.engine.cache import Store, key_of
from depthlaws.cli.output import echo, progress
from depthlaws.theory.papers import Source


@dataclass(frozen=True)
class Record:
    """Id and source of a formula or figure, and the claims on which a figure rests."""

    id: str
    source: Source
    claims: tuple[str, ...] = ()


def book() -> ledger.Book:
    """Every claim without its checks, and the sources; files that are left out are named."""
    with progress("files of claims", len(ledger.modules())) as done:
        read = ledger.book(progress=done)
    for line in read.broken:
        echo(f"warning: {line}", err=True)
    return read


def entries() -> Mapping[str, ledger.Entry]:
    """Every claim by id, without its checks."""
    return book().entries


def formulas(sources: Sources) -> dict[str, Record]:
    """Id and source of every formula."""
    from depthlaws import theory

    modules = sources.below("depthlaws.theory")
    return _records(_stored("formulas", modules, sources, lambda: _rows(theory.formulas())))


def figures(sources: Sources) -> dict[str, Record]:
    """Id, source and claims of every figure."""
    from depthlaws.figures.engine import registry

    modules = registry.modules().values()
    return _records(_stored("figures", modules, sources, lambda: _rows(registry.figures())))


def formulas_read(book: ledger.Book) -> Mapping[str, Sequence[str]]:
    """Formulas and functions that each claim uses, by id of the claim."""
    from depthlaws.claims.engine.names_used import reads

    def read() -> Mapping[str, Sequence[str]]:
        with progress("claims and their formulas", len(book.entries)) as done:
            return reads(progress=done)

    return _stored("formulas read", {*book.module_of.values()}, book.sources, read)


def _stored(what: str, modules: Iterable[str], sources: Sources, read: Callable[[], Any]) -> Any:
    """Return what was read from modules and is stored; otherwise read it and store it."""
    store = Store("ledger")
    parsed = len(sources.known)
    key = key_of(what, sources.digest(sources.needed(modules)))
    if len(sources.known) != parsed:
        store.save("sources", sources.known)
    if (stored := store.load(key)) is None:
        stored = read()
        store.save(key, stored)
    return stored


def _rows(records: Mapping[str, Any]) -> list[tuple[str, str, str, tuple[str, ...]]]:
    return [
        (name, record.source.paper, record.source.where, getattr(record, "claims", ()))
        for name, record in records.items()
    ]


def _records(rows: Iterable[tuple[str, str, str, Iterable[str]]]) -> dict[str, Record]:
    return {
        name: Record(name, Source(paper, where), tuple(claims))
        for name, paper, where, claims in rows
    }
