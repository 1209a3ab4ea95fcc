"""``depthlaws where``: how far a place is claimed, and what belongs to it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from depthlaws.cli.command import Command
from depthlaws.cli.name_suggestions import named
from depthlaws.cli.output import show_records, show_text, write_json
from depthlaws.cli.shared_options import json_option, papers_option

UNVERIFIED = "not verified"
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
@papers_option
def command(words: Sequence[str], json_file: Path | None) -> None:
    """Show how far the sentences at a place of a paper are claimed, and what belongs to it.

    \b
    depthlaws where chain 13           equation 13 of a paper
    depthlaws where looped figure 6    or any other place in it: abstract, limitations
    depthlaws where chain sharpness depends on both    a sentence quoted in part
    depthlaws where chain all          every sentence of a paper, with counts
    depthlaws where LOOP-B-T6          a claim: formulas it reads, figures that rest on it
    depthlaws where chain-sharpness    a formula or figure: what reads it, what it rests on
    """  # noqa: D301 - \b is click's: these lines are not filled
    room = _room()
    if len(words) == 1:
        names = _of_id(room, words[0])
        head = _of_claim(names[0])
    else:
        names, head = _of_paper(room, words)
    verdicts = _verdicts(room, [*names, *(name for h in head for name in h["claims"])])
    rows = _rows(room, names, verdicts)
    for h in head:
        h["sentences"] = [_shown(one, verdicts) for one in h["sentences"]]
        del h["claims"]
    if json_file:
        write_json([*head, *rows], json_file)
    if str(json_file) != "-":
        show_text(line for h in head for line in _lines(h))
        if rows:
            show_records(rows, " ".join(words))
        show_text(_how_to_verify(verdicts))


def _rows(room: Room, names: Sequence[str], verdicts: Mapping[str, str]) -> list[dict[str, str]]:
    """Rows of formulas, claims and figures."""
    from depthlaws.report.places import line_of

    order = ["formula", "claim", "figure"]
    return [
        {
            "kind": room.kind(n),
            "name": n,
            "verdict": verdicts.get(n, ""),
            "of": str(room.record(n).source),
            "at": line_of(n),
        }
        for n in sorted(names, key=lambda n: order.index(room.kind(n)))
    ]


def _of_paper(room: Room, words: Sequence[str]) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the ids at a place or with words of a paper, and the record of the sentences."""
    from depthlaws.claims.coverage import coverage, named_places, quoted, sentences
    from depthlaws.cli.place_suggestions import unknown_place

    paper, text = named("paper", words[0], _papers()), " ".join(words[1:]).strip()
    if not text:
        msg = f"name a place of {paper}, for example: depthlaws where {paper} 13"
        raise click.UsageError(msg)
    if text.lower() == "all":
        return [], [_head(paper, "all", "", sentences(paper))]
    if places := named_places(paper, text):
        covered = coverage(paper, places, room.claims.values())
        names = _of_place(room, paper, places, covered)
        return names, [_head(paper, covered.place, covered.status, covered.sentences)]
    names, listed = _of_words(room, paper, text), quoted(paper, text)
    if not names and not listed:
        raise unknown_place(paper, text)
    claims = [name for one in listed for name in one.claims if name in room.claims]
    names = list(dict.fromkeys([*names, *claims]))
    return names, [_head(paper, f"sentences with {text!r}", "", listed)] if listed else []


def _of_claim(name: str) -> list[dict[str, Any]]:
    """Return the record of the sentences that a claim judges, if there are any."""
    from depthlaws.claims.coverage import sentences

    judged = {key: [one for one in sentences(key) if name in one.claims] for key in _papers()}
    title = f"sentences that {name} judges"
    return [_head(key, title, "", listed) for key, listed in judged.items() if listed]


def _head(paper: str, name: str, status: str, listed: Sequence[Any]) -> dict[str, Any]:
    """Return what is said of a place, or of sentences that were quoted, as a record."""
    return {
        "kind": "place" if status else "sentences",
        "name": name,
        "verdict": str(status),
        "of": f"{paper}, {name}",
        "at": "",
        "needs": "; ".join(dict.fromkeys(one.missing for one in listed if one.missing)),
        "sentences": listed,
        "claims": [name for one in listed for name in one.claims],
    }


def _shown(one: Any, verdicts: Mapping[str, str]) -> dict[str, Any]:
    """Return a sentence as a record, in which each of its claims has its verdict."""
    return {
        "place": one.place,
        "quote": one.quote,
        "status": str(one.status),
        "claims": {name: verdicts.get(name, "") for name in one.claims},
        "missing": one.missing,
    }


def _lines(head: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines on a place: its status, then each sentence with its claims and gaps."""
    from depthlaws.claims.coverage import counts_of

    listed = head["sentences"]
    said = counts_of(one["status"] for one in listed) if listed else "No sentence of it is listed"
    yield f"{head['of']}: {'. '.join(filter(None, (head['verdict'], said)))}."
    for one in listed:
        yield f"{one['place']}, {one['status']}: \u201c{one['quote']}\u201d"
        if one["claims"]:
            yield "  " + "; ".join(f"{n} {v}".strip() for n, v in one["claims"].items())
        if one["missing"]:
            yield f"  Missing: {one['missing']}"


def _papers() -> Mapping[str, Any]:
    from depthlaws.theory.papers import PAPERS

    return PAPERS


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
    return ", ".join([*(mark for mark in marks if getattr(entry, mark)), UNVERIFIED])


def _how_to_verify(verdicts: Mapping[str, str]) -> Iterator[str]:
    """Yield a line with the command that decides the claims that no run here has decided."""
    open_ = [name for name, verdict in verdicts.items() if verdict.endswith(UNVERIFIED)]
    if open_:
        from depthlaws.base.plural import counted

        count = counted(len(open_), "claim")
        yield f"Not verified on this machine yet: {count}. depthlaws verify {' '.join(open_)}"


def _room() -> Room:
    from depthlaws.cli import record_entries

    book = record_entries.book()
    formulas, figures = record_entries.formulas(book.sources), record_entries.figures(book.sources)
    return Room(formulas, dict(book.entries), figures, book)


def _of_place(room: Room, paper: str, places: Sequence[Any], covered: Any) -> list[str]:
    """Ids at a place in a paper: its claims, and formulas and figures of the same place."""
    others = room.formulas | room.figures
    here = [
        name
        for name, record in others.items()
        if record.source.paper == paper and {*places} & {*record.source.cited}
    ]
    return list(dict.fromkeys([*here, *covered.claims, *_resting_figures(room, covered.claims)]))


def _of_words(room: Room, paper: str, text: str) -> list[str]:
    """Ids at places that contain some words: ``pc learning regimes``, ``looped X-5``."""
    records = room.formulas | room.claims | room.figures
    places = {n: r.source.where for n, r in records.items() if r.source.paper == paper}
    start = r"(?<![\w.-])" if text[:1].isdigit() else ""  # 0 is no part of eq. (10)
    sought = re.compile(start + re.escape(text.lower()))
    ids = [n for n, where in places.items() if sought.search(f"{where.lower()} ")]
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
