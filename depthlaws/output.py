"""Errors, files and tables of every command."""

import difflib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click


def unknown(kind: str, name: str, known: Iterable[str]) -> click.UsageError:
    """Error that suggests the nearest three names."""
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.3)
    return click.UsageError(
        f"unknown {kind} {name!r}" + (f"; the nearest are: {', '.join(near)}" if near else "")
    )


class Command(click.Command):
    """A command whose ``--json`` may stand alone (standard output) or before a file."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give a bare ``--json`` its value."""
        following = [*args, ""][1:]
        bare = [a == "--json" and not _is_file(b) for a, b in zip(args, following, strict=True)]
        args = ["--json=-" if b else a for a, b in zip(args, bare, strict=True)]
        return super().parse_args(ctx, args)


def _is_file(text: str) -> bool:
    return text == "-" or text.endswith(".json") or os.sep in text


def writable(_ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a file that cannot be written before the work, not after it."""
    if value in (None, "-"):
        return None if value is None else Path("-")
    path = Path(value)
    try:
        with path.open("a"):
            pass
        if path.is_file() and path.stat().st_size == 0:
            path.unlink()
    except OSError as error:
        msg = f"{parameter.opts[0]}: cannot write {path}: {error.strerror}"
        raise click.UsageError(msg) from error
    return path


json_option = click.option(
    "--json", "json_file", metavar="[FILE]", callback=writable,
    help="Write JSON to FILE (ends in .json), or alone to standard output.",
)  # fmt: skip


def write_json(data: Any, file: Path) -> None:
    """Write to a file, or to standard output for ``-``."""
    from depthlaws.values import plain

    text = json.dumps(plain(data), indent=1, allow_nan=False)
    if str(file) == "-":
        click.echo(text)
    else:
        file.write_text(text + "\n", encoding="utf-8")


def show(table: Any) -> None:
    """Print a rich table; wide where nobody folds it."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 160
    Console(width=wide).print(table)


def show_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """Print rows as a table."""
    from rich.markup import escape
    from rich.table import Table

    if title:
        click.echo(title)
    table = Table()
    for column in columns:
        table.add_column(escape(column), overflow="fold")
    for row in rows:
        table.add_row(*(escape(str(cell)) for cell in row))
    show(table)


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[Any], None]]:
    """Show a bar on standard error; yields what is called after each piece."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda _: bar.advance(task)
