"""``depthlaws where``: how far a place is claimed, and what belongs to it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from depthlaws.cli.command import Command
from depthlaws.cli.name_suggestions import named, unknown
from depthlaws.cli.output import show_records, show_text, write_json
from depthlaws.cli.shared_options import json_option

SEARCH = "`depthlaws list --about WORDS` searches their sentences"


@dataclass(frozen=True)
class Room:
    """All formulas, claims and figures by id, and the ledger of the claims."""

    formulas: dict[str, Any]
    claims: dict[str, Any]
    figures: dict[str, Any]
    book: Any

    def kind(self, name: str) -> str:
        """Kind of an id: formula, claim or figure."""
        known = {"formula": self.formulas, "claim": self.claims, "figure": self.figures}
        return next((kind for kind, ids in known.items() if name in ids), "")

    def record(self, name: str) -> Any:
        """Record of an id."""
        return (self.formulas | self.claims | self.figures)[name]


@click.command("where", cls=Command)
@click.argument("words", nargs=-1, required=True, metavar="PAPER PLACE | ID")
@json_option
def command(words: Sequence[str], json_file: Path | None) -> None:
    """Show how far a place of a paper is claimed, and what belongs to it, with file and line.

    \b
    depthlaws where chain 13           equation 13 of a paper
    depthlaws where looped figure 6    or any other place in it
    depthlaws where LOOP-B-T6          a claim: formulas it reads, figures that rest on it
    depthlaws where chain-sharpness    a formula or figure: what reads it, what it rests on
    """  # noqa: D301 - \b is click's: these lines are not filled
    from depthlaws.report.places import line_of

    room = _room()
    covered = _coverage(room, words) if len(words) > 1 else None
    if len(words) == 1:
        names = _of_id(room, words[0])
    elif covered is None:
        names = _of_words(room, words)
    else:
        names = _of_place(room, words[0], covered)
    verdicts = _verdicts(room, names)
    order = ["formula", "claim", "figure"]
    rows = [
        {
            "kind": room.kind(n),
            "name": n,
            "verdict": verdicts.get(n, ""),
            "of": str(room.record(n).source),
            "at": line_of(n),
        }
        for n in sorted(names, key=lambda n: order.index(room.kind(n)))
    ]
    head = [] if covered is None else [_head(words[0], covered)]
    if json_file:
        write_json([*head, *rows], json_file)
    if str(json_file) != "-":
        show_text(f"{h['of']}: {h['verdict']}. {h['needs']}".rstrip(". ") + "." for h in head)
        if rows:
            show_records(rows, " ".join(words))


def _head(paper: str, covered: Any) -> dict[str, str]:
    """Row on the place itself."""
    needs = covered.needs[:1].upper() + covered.needs[1:]
    if covered.needs and covered.claims:
        needs = f"Missing: {covered.needs}"
    of = f"{named('paper', paper, _papers())}, {covered.place}"
    return {
        "kind": "place",
        "name": covered.place,
        "verdict": str(covered.status),
        "of": of,
        "at": "",
        "needs": needs,
    }


def _papers() -> Mapping[str, Any]:
    from depthlaws.theory.papers import PAPERS

    return PAPERS


def _coverage(room: Room, words: Sequence[str]) -> Any:
    """Return how far a place is claimed, None for words that are no place of the paper."""
    from depthlaws.claims.gaps import coverage

    paper, text = named("paper", words[0], _papers()), " ".join(words[1:]).strip()
    if not text:
        msg = f"name a place of {paper}, for example: depthlaws where {paper} 13"
        raise click.UsageError(msg)
    place = _papers()[paper].place(text)
    return None if place is None else coverage(paper, place, room.claims.values())


def _verdicts(room: Room, names: Sequence[str]) -> dict[str, str]:
    """Verdicts of claims as far as they are stored, else what the ledger expects."""
    from depthlaws.claims.engine.report import word
    from depthlaws.claims.engine.verify_claims import stored_results

    entries = {name: room.claims[name] for name in names if name in room.claims}
    stored = stored_results([*entries], book=room.book)
    return {
        n: word(entry, stored[n]) if n in stored else _unverified(entry)
        for n, entry in entries.items()
    }


def _unverified(entry: Any) -> str:
    marks = ("erratum", "imprecise", "reconstructed")
    return ", ".join([*(mark for mark in marks if getattr(entry, mark)), "not verified"])


def _room() -> Room:
    from depthlaws.cli import record_entries

    book = record_entries.book()
    formulas, figures = record_entries.formulas(book.sources), record_entries.figures(book.sources)
    return Room(formulas, dict(book.entries), figures, book)


def _of_place(room: Room, paper: str, covered: Any) -> list[str]:
    """Ids at a place in a paper: its claims, and formulas and figures of the same place."""
    paper = named("paper", paper, _papers())
    kind, _, number = covered.place.partition(" ")
    others = room.formulas | room.figures
    here = [
        name
        for name, record in others.items()
        if record.source.paper == paper and (kind, number) in record.source.cited
    ]
    return list(dict.fromkeys([*here, *covered.claims, *_resting_figures(room, covered.claims)]))


def _of_words(room: Room, words: Sequence[str]) -> list[str]:
    """Ids at places that contain some words: ``pc learning regimes``, ``looped X-5``."""
    paper, text = named("paper", words[0], _papers()), " ".join(words[1:]).lower().strip()
    records = room.formulas | room.claims | room.figures
    places = {n: r.source.where for n, r in records.items() if r.source.paper == paper}
    start = r"(?<![\w.-])" if text[:1].isdigit() else ""  # 0 is no part of eq. (10)
    sought = re.compile(start + re.escape(text))
    ids = [n for n, where in places.items() if sought.search(f"{where.lower()} ")]
    if not ids:
        known = [f"{k} {n}" for k in _papers()[paper].places for n in _papers()[paper].numbers(k)]
        examples = "among them " + ", ".join(known[:3])
        raise unknown(f"place of {paper}", text, known, shown=examples)
    return list(dict.fromkeys([*ids, *_resting_figures(room, ids)]))


def _of_id(room: Room, word: str) -> list[str]:
    """Ids that a record reads or that read it, itself first."""
    from depthlaws.cli.record_entries import formulas_read
    from depthlaws.theory.papers import PAPERS

    if word.lower() in PAPERS:
        msg = f"name a place of {word}, for example: depthlaws where {word} 13"
        raise click.UsageError(msg)
    name = named("id", word, [*room.formulas, *room.claims, *room.figures], shown=SEARCH)
    read = {claim: {*names} & {*room.formulas} for claim, names in formulas_read(room.book).items()}
    source = room.record(name).source
    if name in room.claims:
        same = [f for f, formula in room.formulas.items() if formula.source == source]
        related = [*same, *sorted(read[name]), *_resting_figures(room, [name])]
    elif name in room.figures:
        related = list(room.figures[name].claims)
    else:
        claims = [c for c, x in room.claims.items() if name in read[c] or x.source == source]
        related = [*claims, *_resting_figures(room, claims)]
    return list(dict.fromkeys([name, *related]))


def _resting_figures(room: Room, claims: Sequence[str]) -> list[str]:
    """Figures that rest on one of the claims."""
    return [name for name, figure in room.figures.items() if {*figure.claims} & {*claims}]
