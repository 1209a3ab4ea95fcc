"""``depthlaws list``: what there is."""

import importlib
import inspect
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base_command import Command
from depthlaws.names import unknown
from depthlaws.output import show_rows, write_json
from depthlaws.questions import questions
from depthlaws.shared_options import json_option

KINDS = ("claims", "figures", "formulas", "questions")


@click.command("list", cls=Command)
@click.argument("kinds", nargs=-1, metavar=f"[{'|'.join(KINDS)}]...")
@click.option("--paper", help="Only what belongs to this paper.")
@json_option
def command(kinds: Sequence[str], paper: str | None, json_file: Path | None) -> None:
    """List claims, figures, formulas and questions."""
    from depthlaws.theory.papers import PAPERS

    if paper not in (None, *PAPERS):
        raise unknown("paper", str(paper), PAPERS)
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind", kind, KINDS)
    found = {
        kind: [r for r in records(kind) if paper in (None, r.pop("paper", None))]
        for kind in kinds or KINDS
    }
    if json_file:
        write_json(found, json_file)
    if str(json_file) != "-":
        for kind, rows in found.items():
            columns = list(rows[0]) if rows else []
            show_rows(columns, [list(r.values()) for r in rows], f"{len(rows)} {kind}")


def records(kind: str) -> Iterator[dict[str, str]]:
    """Yield what is known about each claim, figure, formula or question."""
    from depthlaws import theory

    if kind == "questions":
        for name, function in questions().items():
            if name not in theory.formulas():
                text = inspect.getdoc(function) or ""
                yield {"name": name, "says": text.partition("\n")[0], "paper": _paper(text)}
        return
    found: Mapping[str, Any] = {
        "formulas": theory.formulas,
        "claims": lambda: importlib.import_module("depthlaws.claims.engine.ledger").all_claims(),
        "figures": lambda: importlib.import_module("depthlaws.figures").figures(),
    }[kind]()
    for name, record in found.items():
        says = " ".join((getattr(record, "says", "") or record.caption).split())
        paper = record.source.paper
        yield {"name": name, "where": str(record.source), "says": says, "paper": paper}


def _paper(text: str) -> str:
    """Paper named by the line ``Source: chain, eq. (5)`` of a docstring."""
    return text.partition("Source: ")[2].partition(",")[0].strip()
