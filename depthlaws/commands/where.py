"""``depthlaws where``: from an equation to its formula, claims, figures and lines of source."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from depthlaws.base_command import Command
from depthlaws.names import named, unknown
from depthlaws.output import show_records, write_json
from depthlaws.shared_options import json_option

EQUATION = "eq. ("


@dataclass(frozen=True)
class Room:
    """All formulas, claims and figures by id."""

    formulas: dict[str, Any]
    claims: dict[str, Any]
    figures: dict[str, Any]

    def kind(self, name: str) -> str:
        """Formula, claim or figure."""
        known = {"formula": self.formulas, "claim": self.claims, "figure": self.figures}
        return next((kind for kind, ids in known.items() if name in ids), "")

    def record(self, name: str) -> Any:
        """What stands under an id."""
        return (self.formulas | self.claims | self.figures)[name]


@click.command("where", cls=Command)
@click.argument("words", nargs=-1, required=True, metavar="PAPER EQUATION | ID")
@json_option
def command(words: Sequence[str], json_file: Path | None) -> None:
    """Show the formulas, claims and figures of an equation, with file and line.

    \b
    depthlaws where chain 13           equation 13 of a paper
    depthlaws where looped theorem 6   or any other place in it
    depthlaws where LOOP-B-T6          a claim: formulas it reads, figures that rest on it
    depthlaws where chain-sharpness    a formula or figure: what reads it, what it rests on
    """  # noqa: D301 - \b is click's: these lines are not filled
    from depthlaws.report.places import line_of

    room = _room()
    names = _of_place(room, words) if len(words) > 1 else _of_id(room, words[0])
    order = ["formula", "claim", "figure"]
    rows = [
        {"kind": room.kind(n), "name": n, "of": str(room.record(n).source), "at": line_of(n)}
        for n in sorted(names, key=lambda n: order.index(room.kind(n)))
    ]
    if json_file:
        write_json(rows, json_file)
    if str(json_file) != "-":
        show_records(rows, " ".join(words))


def _room() -> Room:
    from depthlaws import figures, theory
    from depthlaws.claims.engine.ledger import entries

    return Room(dict(theory.formulas()), dict(entries()), dict(figures.figures()))


def _of_place(room: Room, words: Sequence[str]) -> list[str]:
    """Ids of a place in a paper: ``chain 13``, ``looped theorem 6``."""
    from depthlaws.theory.papers import PAPERS

    paper, place = named("paper", words[0], PAPERS), " ".join(words[1:]).lower().strip()
    if not place:
        msg = f"a place in {paper} is missing; for example: depthlaws where {paper} 13"
        raise click.UsageError(msg)
    place = f"eq. ({place})" if place.rstrip("abc").isdigit() else place
    records = room.formulas | room.claims | room.figures
    places = {n: r.source.where for n, r in records.items() if r.source.paper == paper}
    found = _exact(places, place)
    found = found or [n for n, where in places.items() if place in f"{where.lower()} "]
    if not found:
        known = dict.fromkeys(places.values())
        some = "among them " + ", ".join([*known][:3])
        raise unknown(f"place of {paper}", place, known, shown=some)
    drawn = [f for f, one in room.figures.items() if {*one.claims} & {*found}]
    return list(dict.fromkeys([*found, *drawn]))


def _exact(places: Mapping[str, str], place: str) -> list[str]:
    """Ids of this very place; of a numbered equation also those of a row that it stands in."""
    number = place[len(EQUATION) : -1]
    return [
        name
        for name, where in places.items()
        if where.lower() == place or (place.startswith(EQUATION) and number in _equations(where))
    ]


def _equations(where: str) -> set[str]:
    """Numbers of equations: 2, 25 and 28 to 30 of ``eq. (2, 25, 28-30)``, none elsewhere."""
    if not where.startswith(EQUATION):
        return set()
    found: set[str] = set()
    for part in where[len(EQUATION) :].split(")")[0].split(", "):
        first, _, last = part.partition("-")
        numbers = range(int(first), int(last) + 1) if last else [first]
        found |= {str(number) for number in numbers}
    return found


def _of_id(room: Room, word: str) -> list[str]:
    """An id with what it reads and what reads it."""
    from depthlaws.claims.engine.reading import reads
    from depthlaws.theory.papers import PAPERS

    if word.lower() in PAPERS:
        msg = f"where in {word}? for example: depthlaws where {word} 13"
        raise click.UsageError(msg)
    name = named("id", word, [*room.formulas, *room.claims, *room.figures])
    read = {claim: {*names} & {*room.formulas} for claim, names in reads().items()}
    source = room.record(name).source
    if name in room.claims:
        same = [f for f, one in room.formulas.items() if one.source == source]
        near = [*same, *sorted(read[name]), *_drawn(room, [name])]
    elif name in room.figures:
        near = list(room.figures[name].claims)
    else:
        claims = [c for c, one in room.claims.items() if name in read[c] or one.source == source]
        near = [*claims, *_drawn(room, claims)]
    return list(dict.fromkeys([name, *near]))


def _drawn(room: Room, claims: Sequence[str]) -> list[str]:
    return [name for name, one in room.figures.items() if {*one.claims} & {*claims}]
