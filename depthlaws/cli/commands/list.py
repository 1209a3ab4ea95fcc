"""``depthlaws list``: claims, figures, formulas and questions with their sources."""

import functools
import importlib
import inspect
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base.paper_folders import paper_folders
from depthlaws.base.plural import counted
from depthlaws.cli.command import Command
from depthlaws.cli.help_texts import summary
from depthlaws.cli.name_suggestions import unknown
from depthlaws.cli.output import show_rows, write_json
from depthlaws.cli.questions import questions
from depthlaws.cli.shared_options import json_option, papers_option


@functools.cache
def entries() -> Mapping[str, Any]:
    """Claims without their checks."""
    return importlib.import_module("depthlaws.cli.record_entries").entries()


KINDS = ("claims", "figures", "formulas", "questions")


@click.command("list", cls=Command)
@click.argument("kinds", nargs=-1, metavar=f"[{'|'.join(KINDS)}]...")
@click.option("--paper", metavar="PAPER", help="List only what belongs to this paper.")
@click.option(
    "--about", metavar="WORDS", help="List only what speaks of these words: --about 'why -3/2'."
)
@json_option
@papers_option
def command(
    kinds: Sequence[str], paper: str | None, about: str | None, json_file: Path | None
) -> None:
    """List claims, figures, formulas and questions, or those that speak of some words."""
    from depthlaws.theory.papers import PAPERS

    if paper not in (None, *PAPERS):
        raise unknown("paper", str(paper), PAPERS)
    if about is not None and not about.strip():
        msg = f"--about: the words are missing, got {about!r}; for example: --about 'why -3/2'"
        raise click.UsageError(msg)
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind", kind, KINDS)
    tables = {
        kind: [r for r in records(kind) if paper in (None, r.pop("paper", None))]
        for kind in kinds or KINDS
    }
    if about is not None:
        tables = _about(about, tables)
    if json_file:
        write_json(tables, json_file)
    if str(json_file) != "-":
        for kind, rows in tables.items():
            columns = list(rows[0]) if rows else []
            show_rows(columns, [list(r.values()) for r in rows], _title(kind, rows))


def _about(words: str, tables: Mapping[str, Any]) -> dict[str, list[dict[str, str]]]:
    """Rows whose sentences hold the words. Raises: UsageError if there are none."""
    from depthlaws.cli.word_search import matching

    chosen = {}
    for kind, rows in tables.items():
        by_name = {row["name"]: row for row in rows}
        texts = {
            name: " ".join((*row.values(), _quoted(kind, name))) for name, row in by_name.items()
        }
        if names := matching(words, texts):
            chosen[kind] = [by_name[name] for name in names]
    if not chosen:
        msg = f"nothing speaks of {words!r}; try fewer or other words, or `depthlaws list`"
        raise click.UsageError(msg)
    return chosen


def _quoted(kind: str, name: str) -> str:
    """Words of the paper behind a claim, and how they are read."""
    if kind != "claims":
        return ""
    entry = entries()[name]
    return f"{entry.quote} {entry.reading}"


def _title(kind: str, rows: Sequence[Mapping[str, str]]) -> str:
    """Number of rows; of claims also how many are statements of the papers."""
    title = counted(len(rows), kind.removesuffix("s"))
    if kind in {"claims", "figures"} and not rows and not paper_folders():
        return f"{title}: pip install 'depthlaws[papers]', or --papers FOLDER"
    if kind != "claims" or not rows:
        return title
    beyond = sum(entries()[row["name"]].beyond for row in rows)
    return f"{title} ({len(rows) - beyond} of the papers, {beyond} beyond them)"


def records(kind: str) -> Iterator[dict[str, str]]:
    """Iterator over the name, the source and the sentence of each record of a kind."""
    from depthlaws import theory

    if kind == "questions":
        for name, function in questions().items():
            if name not in theory.formulas():
                paper = _paper(inspect.getdoc(function) or "")
                yield {"name": name, "says": summary(function), "paper": paper}
        return
    by_id: Mapping[str, Any] = {
        "formulas": theory.formulas,
        "claims": entries,
        "figures": lambda: importlib.import_module("depthlaws.figures").figures(),
    }[kind]()
    for name, record in by_id.items():
        says = " ".join((getattr(record, "says", "") or record.caption).split())
        paper = record.source.paper
        yield {"name": name, "where": str(record.source), "says": says, "paper": paper}


def _paper(text: str) -> str:
    """Paper named by the line ``Source: chain, eq. (5)`` of a docstring."""
    return text.partition("Source: ")[2].partition(",")[0].strip()
