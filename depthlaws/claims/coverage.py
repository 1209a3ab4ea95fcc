"""Coverage of the papers: how far their sentences, and with them their places, are claimed.

``claims/sentences.toml`` in the folder of a paper (``sentences_v0.toml``: of its version ``v0``)
lists, in the paper's order, every sentence and formula with content that can be true or false::

    [[sentence]]
    place = "eq. 13"         # as `depthlaws where chain PLACE` takes it; also "eq. 27-36"
    quote = "S = mu_xx L (mu_yx/mu_xx)^(2-2/L)"   # as the paper prints it, shortened with ...
    claims = ["CHAIN-E13"]   # claims that judge it, stand-ins included
    missing = "..."          # what is missing, or what a claim would take; absent if claimed

A place holds its own sentences, and a section those of everything that stands in it:
``claims/places.toml`` has title and content of each section.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from depthlaws.base.paper_folders import PaperFolder, paper_folders
from depthlaws.base.plural import counted
from depthlaws.claims.engine.records import Entry
from depthlaws.theory.papers import PAPERS, Source

__all__ = [
    "Coverage",
    "Sentence",
    "Status",
    "counts_of",
    "coverage",
    "inside",
    "named_places",
    "quoted",
    "sentences",
    "tally",
]

Place = tuple[str, str]  # kind and number, as Paper.place returns them
MIN_LETTERS = 4  # of one word at least, in words that are sought in sentences
FIELDS = {"place", "quote", "claims", "missing"}
_DOTS = re.compile(r"\.\.\.|…")


class Status(StrEnum):
    """Extent to which a sentence or a place of a paper is claimed."""

    CLAIMED = "claimed"
    IN_PART = "claimed in part"
    NOT_CLAIMED = "not claimed"


@dataclass(frozen=True)
class Sentence:
    """A sentence or formula of a paper, with the claims that judge it and what they leave open.

    ``place`` is as the list writes it; ``places`` are the places that it names.
    """

    place: str
    places: tuple[Place, ...]
    quote: str
    claims: tuple[str, ...]
    missing: str

    @property
    def status(self) -> Status:
        """Claimed if claims judge all of it, in part if something is missing."""
        if not self.claims:
            return Status.NOT_CLAIMED
        return Status.IN_PART if self.missing else Status.CLAIMED


@dataclass(frozen=True)
class Coverage:
    """Place of a paper with its sentences, and the ids of their claims and of those that cite it.

    A place is claimed if all its sentences are; one without sentences if a claim cites it, as
    where an equation is a step between two others.
    """

    place: str
    sentences: tuple[Sentence, ...]
    claims: tuple[str, ...]

    @property
    def status(self) -> Status:
        """Extent to which the place is claimed."""
        statuses = {one.status for one in self.sentences}
        if not statuses:
            return Status.CLAIMED if self.claims else Status.NOT_CLAIMED
        return statuses.pop() if len(statuses) == 1 else Status.IN_PART


def tally(statuses: Iterable[str]) -> dict[Status, int]:
    """Count each status, also those that do not occur."""
    numbers = Counter(map(Status, statuses))
    return {status: numbers[status] for status in Status}


def counts_of(statuses: Iterable[str]) -> str:
    """Say in words how many sentences have each status.

    >>> counts_of(["claimed", "claimed", "not claimed"])
    '3 sentences: 2 claimed, 0 claimed in part, 1 not claimed'
    """
    numbers = tally(statuses)
    parts = ", ".join(f"{n} {status}" for status, n in numbers.items())
    return f"{counted(sum(numbers.values()), 'sentence')}: {parts}"


def sentences(paper: str) -> tuple[Sentence, ...]:
    """Return the sentences of a paper in its order; none for a paper without a list.

    Raises: ValueError for a list that names no place of the paper, or is not of the form above.
    """
    path = _list_of(paper)
    return _sentences(paper, path) if path and path.is_file() else ()


def _list_of(paper: str) -> Path | None:
    """Return where the sentences of a paper are listed; None if no folder has the paper."""
    for folder in paper_folders():
        first, *_ = keys = [one.key for one in folder.papers()]
        if paper in keys:
            version = paper.removeprefix(first).replace("-", "_")
            return folder.path / "claims" / f"sentences{version}.toml"
    return None


@cache
def _sentences(paper: str, path: Path) -> tuple[Sentence, ...]:
    records = tomllib.loads(path.read_text(encoding="utf-8")).get("sentence", [])
    return tuple(_sentence(paper, path.name, record) for record in records)


def _sentence(paper: str, file: str, record: Mapping[str, Any]) -> Sentence:
    place, quote = record.get("place", ""), " ".join(str(record.get("quote", "")).split())
    claims, missing = tuple(record.get("claims", ())), record.get("missing", "").strip()
    places = named_places(paper, place)
    if unknown := set(record) - FIELDS:
        fault = f"has no field {', '.join(sorted(unknown))}; there are: {', '.join(sorted(FIELDS))}"
    elif not quote:
        fault = "needs a quote"
    elif "$" in quote or "\\" in quote:
        fault = "has TeX; write formulas as our own sentences do: sum_(l=2)^L |W_l|^2"
    elif not places:
        fault = f"names no place of {paper}: {place!r}"
    elif not claims and not missing:
        fault = "needs claims, or says under missing what a claim would take"
    else:
        return Sentence(place, places, quote, claims, missing)
    msg = f"{paper}, {file}: the sentence {quote[:60]!r} at {place!r} {fault}"
    raise ValueError(msg)


def _layout() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return title and content of every section by paper and number."""
    return _layout_of(paper_folders())


@cache
def _layout_of(folders: Sequence[PaperFolder]) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    paths = [folder.path / "claims" / "places.toml" for folder in folders]
    texts = [path.read_text(encoding="utf-8") for path in paths if path.is_file()]
    return {key: rows for text in texts for key, rows in tomllib.loads(text).items()}


def named_places(paper: str, words: str) -> tuple[Place, ...]:
    """Return the places that a reader names: one, some equations, or a section by its title.

    None for words that name no place, or whose title more than one section has.
    """
    key = PAPERS[paper]
    if place := key.place(words):
        return (place,)
    sections = {n: row["title"].lower() for n, row in _layout().get(paper, {}).items()}
    sought = re.sub(r"^(?:section|sec\.?|appendix|app\.?) +", "", words.strip().lower())
    titled = [n for n, title in sections.items() if sought and title == sought]
    titled = titled or [n for n, title in sections.items() if len(sought) > 3 and sought in title]
    if len(titled) == 1:
        return (("section", titled[0]),)
    equations = re.sub(r"^(?:equations?|eqs?\.?) *", "", sought)
    if span := re.fullmatch(r"\(?(\d+)\)? *(?:-|to|\.\.) *\(?(\d+)\)?", equations):
        cited = tuple(Source(paper, f"eq. ({span[1]}-{span[2]})").cited)
    elif re.fullmatch(r"\(?\d+\)?(?:(?: *, *| +and +|, *and +)\(?\d+\)?)+", equations):
        cited = tuple(("eq.", number) for number in re.findall(r"\d+", equations))
    else:
        return ()
    return cited if cited and all(n in key.numbers(k) for k, n in cited) else ()


def inside(paper: str, place: Place) -> set[Place]:
    """Return the place itself and, of a section, its subsections and all that stands in them."""
    kind, number = place
    if kind != "section":
        return {place}
    places: set[Place] = {place}
    for name, row in _layout().get(paper, {}).items():
        if name == number or name.startswith(f"{number}."):
            places |= {("section", name), *Source(paper, row.get("holds", "")).cited}
    return places


def coverage(paper: str, places: Sequence[Place], entries: Iterable[Entry]) -> Coverage:
    """Return how far one place of a paper, or a range of them, is claimed.

    Parameters
    ----------
    paper : str
        Key of the paper.
    places : sequence of (str, str)
        Kinds and numbers, as :func:`named_places` returns them.
    entries : iterable of Entry
        Claims of the ledger; ids that are not among them are left out.

    Returns
    -------
    Coverage
        Sentences and claims.
    """
    here = set().union(*(inside(paper, place) for place in places))
    listed = tuple(one for one in sentences(paper) if here.intersection(one.places))
    known = {entry.id: entry for entry in entries}
    named = [name for one in listed for name in one.claims if name in known]
    citing = [
        entry.id
        for entry in known.values()
        if entry.source.paper == paper and here.intersection(entry.source.cited)
    ]
    name = " ".join(places[0]) + (f" to {places[-1][1]}" if len(places) > 1 else "")
    name = (
        name.removeprefix("section ") if places[0][1].isalpha() and places[0][1].islower() else name
    )
    return Coverage(name, listed, tuple(dict.fromkeys([*named, *citing])))


def quoted(paper: str, words: str) -> list[Sentence]:
    """Return the sentences of a paper that hold some words, in any spelling of their formulas."""
    sought = [part for part in map(_plain, _DOTS.split(words)) if part]
    if not any(len(word) >= MIN_LETTERS for part in sought for word in part.split()):
        return []
    return [
        one
        for one in sentences(paper)
        if all(f" {part}" in f" {_plain(one.quote)}" for part in sought)
    ]


def _plain(text: str) -> str:
    """Return letters and digits in lower case, with one space for everything between them."""
    return " ".join(re.findall(r"[^\W_]+", text.lower()))
