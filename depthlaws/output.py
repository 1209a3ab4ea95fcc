"""What commands print: JSON, tables that fit the terminal, sentences, progress."""

import json
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

READABLE = 10  # letters in the narrowest column of sentences


def write_json(data: Any, file: Path) -> None:
    """Write to a file, or to standard output for ``-``."""
    from depthlaws._json import jsonable
    from depthlaws.files import write_text

    text = json.dumps(jsonable(data), indent=1, allow_nan=False)
    if str(file) == "-":
        click.echo(text)
    else:
        write_text(text + "\n", file)


WIDE = 160  # columns where nobody folds a line
LONG = 24  # letters from which a cell is a text, which folds at its blanks
EDGE = 3  # columns that a column's frame takes
WHOLE_WORDS: Any = {"break_long_words": False, "break_on_hyphens": False}


def _width() -> int:
    """Columns that a line has: wide where nobody folds it."""
    if sys.stdout.isatty() or "COLUMNS" in os.environ:
        return shutil.get_terminal_size().columns
    return WIDE


def show(table: Any) -> None:
    """Print a rich table; wide where nobody folds it."""
    from rich.console import Console

    console = Console(width=_width())
    if _least_width(table) <= console.width:
        console.print(table)
        return
    columns = [str(column.header) for column in table.columns]
    cells = ([str(cell) for cell in column.cells] for column in table.columns)
    _line_by_line(columns, zip(*cells, strict=True))


def _least_width(table: Any) -> int:
    """Letters that a table needs: names whole, sentences in columns of a word or two."""
    longest = [max(len(str(c)) for c in (column.header, *column.cells)) for column in table.columns]
    needed = [
        n if column.no_wrap else min(n, READABLE)
        for n, column in zip(longest, table.columns, strict=True)
    ]
    return sum(needed) + 3 * len(needed) + 1


def show_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """Print rows as a table; where it is too wide, as several under each other.

    Each of them begins with the first column. Numbers and names are never folded.
    """
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    if title:
        click.echo(title)
    cells, room = [[str(cell) for cell in row] for row in rows], _width()
    below = [[row[i] for row in cells] for i in range(len(columns))]
    least = [_least(column, own) for column, own in zip(columns, below, strict=True)]
    whole = [max(map(len, (column, *own))) for column, own in zip(columns, below, strict=True)]
    for part in _parts(least, room):
        table, widths = Table(), _widths({i: (least[i], whole[i]) for i in part}, room)
        for i, width in widths.items():
            table.add_column(escape(columns[i]), overflow="fold", width=width)
        for row in cells:
            table.add_row(*(escape(row[i]) for i in part))
        needs = 1 + sum(width + EDGE for width in widths.values())
        if needs > room:
            _line_by_line(columns, cells)
            return
        Console(width=needs).print(table)


def _line_by_line(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows where not even two columns fit beside each other."""
    for row in rows:
        click.echo("".join(f"{name}: {cell}\n" for name, cell in zip(columns, row, strict=True)))


def _least(heading: str, cells: Sequence[str]) -> int:
    """Width of a column that folds no number and no name."""
    words = (word for cell in (heading, *cells) for word in (cell.split() or [""]))
    return max(*map(len, words), min(LONG, max(map(len, cells), default=0)))


def _parts(least: Sequence[int], width: int) -> list[list[int]]:
    """Columns of each table: as many as fit beside the first one."""
    parts = [[0]]
    for i in range(1, len(least)):
        taken = 1 + sum(least[j] + EDGE for j in parts[-1])
        if len(parts[-1]) > 1 and taken + least[i] + EDGE > width:
            parts.append([0])
        parts[-1].append(i)
    return parts


def _widths(columns: Mapping[int, tuple[int, int]], room: int) -> dict[int, int]:
    """Widths between the least and the whole one; those that lack least come first."""
    left = room - 1 - sum(least + EDGE for least, _ in columns.values())
    found = {}
    for i, (least, whole) in sorted(columns.items(), key=lambda one: one[1][1] - one[1][0]):
        more = max(0, min(left, whole - least))
        found[i], left = least + more, left - more
    return {i: found[i] for i in columns}


def show_text(lines: Iterable[str]) -> None:
    """Print sentences, folded at their blanks, what goes on indented."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        click.echo(textwrap.fill(line, _width(), subsequent_indent=indent, **WHOLE_WORDS))


def show_records(records: Sequence[Mapping[str, Any]], title: str = "") -> None:
    """Print records with the same keys as a table."""
    columns = list(records[0]) if records else []
    show_rows(columns, [list(r.values()) for r in records], title)


@contextmanager
def counter(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar on standard error for what takes long; yields ``told(done, total)``."""
    with progress(what, None) as bar:
        last = time.monotonic()

        def told(done: int, total: int) -> None:
            nonlocal last
            if done == total or time.monotonic() > last + 0.1:
                last = time.monotonic()
                bar(done, total)

        yield told


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[..., None]]:
    """Show a bar on standard error; yields what is called after each piece."""
    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn(what),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TimeElapsedColumn(),
        rich.TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with rich.Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)

        def told(done: Any = None, total: int | None = None) -> None:
            if total is None:
                bar.advance(task)
            else:
                bar.update(task, completed=done, total=total)

        yield told
