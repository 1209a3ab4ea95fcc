"""Output of commands: JSON, tables that fit the terminal, sentences, progress bars."""

import json
import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

PLAIN_WIDTH = 160  # columns where no terminal folds a line
MIN_TEXT_WIDTH = 10  # letters in the narrowest column of sentences
MAX_NAME_LENGTH = 24  # letters of a cell that is never folded; a longer cell is a text
FRAME_WIDTH = 3  # columns that the frame of a column takes
REDRAW_INTERVAL_S = 0.1  # between two states of a progress bar
WHOLE_WORDS: Any = {"break_long_words": False, "break_on_hyphens": False}


_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)


def printable(text: str) -> str:
    r"""Return a text whose control characters are written out: a file cannot steer the terminal.

    >>> print(printable("a\x1b[31mb"))
    a\x1b[31mb
    """
    return _CONTROLS.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def echo(text: object = "", **options: Any) -> None:
    """Print a text, with its control characters written out."""
    click.echo(printable(str(text)), **options)


def write_json(data: Any, file: Path) -> None:
    """Write to a file, or to standard output for ``-``."""
    from depthlaws.base.files import write_text
    from depthlaws.base.outputs import JSON_END
    from depthlaws.base.strict_json import jsonable

    text = json.dumps(jsonable(data), indent=1, allow_nan=False)
    if str(file) == "-":
        click.echo(text)
    else:
        write_text(text + JSON_END, file)


def _width() -> int:
    """Width of a line: that of the terminal, or PLAIN_WIDTH in a file."""
    if sys.stdout.isatty() or "COLUMNS" in os.environ:
        return shutil.get_terminal_size().columns
    return PLAIN_WIDTH


def show(table: Any) -> None:
    """Print a rich table, or its rows line by line where the terminal is too narrow."""
    from rich.console import Console

    for column in table.columns:
        column._cells = [printable(c) if isinstance(c, str) else c for c in column._cells]
    console = Console(width=_width())
    if _least_width(table) <= console.width:
        console.print(table)
        return
    columns = [str(column.header) for column in table.columns]
    cells = ([str(cell) for cell in column.cells] for column in table.columns)
    _line_by_line(columns, zip(*cells, strict=True))


def _least_width(table: Any) -> int:
    """Letters that a table needs: names whole, sentences in columns of a word or two."""
    lengths = [max(len(str(c)) for c in (column.header, *column.cells)) for column in table.columns]
    widths = [
        length if column.no_wrap else min(length, MIN_TEXT_WIDTH)
        for length, column in zip(lengths, table.columns, strict=True)
    ]
    return sum(widths) + FRAME_WIDTH * len(widths) + 1


def show_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """Print rows as a table, or as several tables below each other if it is too wide.

    Each table begins with the first column. Numbers and names are never folded.
    """
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    if title:
        echo(title)
    if not columns:
        return
    cells, room = [[printable(str(cell)) for cell in row] for row in rows], _width()
    columns = [*map(printable, columns)]
    contents = [[row[i] for row in cells] for i in range(len(columns))]
    headed = list(zip(columns, contents, strict=True))
    least = [_least_column(heading, column) for heading, column in headed]
    full = [max(map(len, (heading, *column))) for heading, column in headed]
    for part in _parts(least, room):
        table, widths = Table(), _widths({i: (least[i], full[i]) for i in part}, room)
        for i, width in widths.items():
            table.add_column(escape(columns[i]), overflow="fold", width=width)
        for row in cells:
            table.add_row(*(escape(row[i]) for i in part))
        needed = 1 + sum(width + FRAME_WIDTH for width in widths.values())
        if needed > room:
            _line_by_line(columns, cells)
            return
        Console(width=needed).print(table)


def _line_by_line(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a line per cell, for a terminal too narrow for two columns."""
    for row in rows:
        click.echo("".join(f"{name}: {cell}\n" for name, cell in zip(columns, row, strict=True)))


def _least_column(heading: str, cells: Sequence[str]) -> int:
    """Smallest width of a column that folds no number and no name."""
    words = (word for cell in (heading, *cells) for word in (cell.split() or [""]))
    return max(*map(len, words), min(MAX_NAME_LENGTH, max(map(len, cells), default=0)))


def _parts(least: Sequence[int], width: int) -> list[list[int]]:
    """Columns of each table: those that fit beside the first column."""
    parts = [[0]]
    for i in range(1, len(least)):
        taken = 1 + sum(least[j] + FRAME_WIDTH for j in parts[-1])
        if len(parts[-1]) > 1 and taken + least[i] + FRAME_WIDTH > width:
            parts.append([0])
        parts[-1].append(i)
    return parts


def _widths(columns: Mapping[int, tuple[int, int]], room: int) -> dict[int, int]:
    """Widths between the least and the full width; columns that lack least are widened first."""
    spare = room - 1 - sum(least + FRAME_WIDTH for least, _ in columns.values())
    widths = {}
    for i, (least, full) in sorted(columns.items(), key=lambda item: item[1][1] - item[1][0]):
        more = max(0, min(spare, full - least))
        widths[i], spare = least + more, spare - more
    return {i: widths[i] for i in columns}


def show_text(lines: Iterable[str], hanging: int = 2) -> None:
    """Print sentences, folded at blanks; continued lines are indented."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + hanging)
        click.echo(
            textwrap.fill(printable(line), _width(), subsequent_indent=indent, **WHOLE_WORDS)
        )


def show_records(records: Sequence[Mapping[str, Any]], title: str = "") -> None:
    """Print records with the same keys as a table."""
    columns = list(records[0]) if records else []
    show_rows(columns, [list(r.values()) for r in records], title)


@contextmanager
def counter(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error; yields ``update(done, total)``."""
    with progress(what, None) as bar:
        last = time.monotonic()

        def update(done: int, total: int) -> None:
            nonlocal last
            if done == total or time.monotonic() > last + REDRAW_INTERVAL_S:
                last = time.monotonic()
                bar(done, total)

        yield update


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[..., None]]:
    """Show a progress bar on standard error; yields a function to call after each step.

    Without arguments it adds one step, with ``(done, total)`` it sets both.
    """
    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn("{task.description}"),
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

        def update(done: Any = None, total: int | None = None, phase: str = what) -> None:
            if total is None:
                bar.advance(task)
            else:
                bar.update(task, completed=done, total=total, description=phase)

        yield update
