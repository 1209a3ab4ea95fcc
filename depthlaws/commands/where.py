"""``depthlaws where``: from an equation to its formula, claims, figures and lines of source."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import click

from depthlaws.output import Command, json_option, named, show_records, unknown, write_json


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
    from depthlaws.claims.engine import run as engine

    return Room(dict(theory.formulas()), dict(engine.ledger()), dict(figures.figures()))


def _of_place(room: Room, words: Sequence[str]) -> list[str]:
    """Ids of a place in a paper: ``chain 13``, ``looped theorem 6``."""
    from depthlaws.theory.papers import PAPERS

    paper, place = named("paper", words[0], PAPERS), " ".join(words[1:]).lower()
    place = f"eq. ({place})" if place.rstrip("abc").isdigit() else place
    records = room.formulas | room.claims | room.figures
    places = {n: r.source.where for n, r in records.items() if r.source.paper == paper}
    found = [n for n, where in places.items() if place in f"{where.lower()} "]
    found = [n for n in found if places[n].lower() == place] or found
    if not found:
        raise unknown(f"place of {paper}", place, dict.fromkeys(places.values()))
    drawn = [f for f, one in room.figures.items() if {*one.claims} & {*found}]
    return list(dict.fromkeys([*found, *drawn]))


def _of_id(room: Room, word: str) -> list[str]:
    """An id with what it reads and what reads it."""
    name = named("id", word, [*room.formulas, *room.claims, *room.figures])
    read = {claim: _reads(claim) & {*room.formulas} for claim in room.claims}
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


def _reads(claim: str) -> set[str]:
    """Words that the record of a claim writes out, in the helpers that it names too."""
    return _written().get(claim, set())


@cache
def _written() -> dict[str, set[str]]:
    from depthlaws.claims.engine.ledger import modules

    found: dict[str, set[str]] = {}
    for path in modules().values():
        found |= dict(_records(ast.parse(path.read_text(encoding="utf-8"))))
    return found


def _records(tree: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """Yield the id of each claim of a file, with all words written in it and in its helpers."""
    helpers = {name: node for node in tree.body for name in _defines(node)}
    for node in tree.body:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "CLAIMS.add":
            ids = [k.value.value for k in call.keywords
                   if k.arg == "id" and isinstance(k.value, ast.Constant)]  # fmt: skip
            yield from ((str(name), _words(call, helpers, set())) for name in ids)


def _defines(node: ast.stmt) -> list[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [
        name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
    ]


def _words(node: ast.AST, helpers: dict[str, ast.stmt], seen: set[str]) -> set[str]:
    words = set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            words.add(inner.value)
        elif isinstance(inner, ast.Name) and inner.id in helpers and inner.id not in seen:
            seen.add(inner.id)
            words |= _words(helpers[inner.id], helpers, seen)
    return words
