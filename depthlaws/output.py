"""Errors, options and tables of every command."""

import difflib
import json
import math
import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click

from depthlaws.faults import Interrupted

_AFTER_JSON = "depthlaws.after_json"
SHORT_LIST = 40  # names that an error still lists


def unknown(kind: str, name: str, known: Iterable[str]) -> click.UsageError:
    """Error that suggests the nearest three names, or lists all when none is near."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if near:
        hint = f"; the nearest are: {', '.join(near)}"
    elif len(names) <= SHORT_LIST:
        hint = f"; there are: {', '.join(names)}"
    else:
        hint = f"; none of {len(names)} is near, `depthlaws list` shows them all"
    context = click.get_current_context(silent=True)
    if context and context.meta.get(_AFTER_JSON) == name:
        hint += f" (a file for --json ends in .json: --json {name}.json)"
    return click.UsageError(f"unknown {kind} {name!r}{hint}")


def named(kind: str, name: str, known: Iterable[str]) -> str:
    """Known name that was meant, in whatever case it was typed."""
    names = list(known)
    same = [k for k in names if k.lower() == name.lower()]
    if name in names or len(same) == 1:
        return name if name in names else same[0]
    raise unknown(kind, name, names)


def all_named(kind: str, patterns: Iterable[str], known: Iterable[str]) -> list[str]:
    """Known names that were meant, ``chain-*`` for all that match. Each once, in order."""
    names, found = list(known), {}
    for pattern in patterns:
        if any(c in pattern for c in "*?["):
            matching = [n for n in names if fnmatchcase(n.lower(), pattern.lower())]
            if not matching:
                raise unknown(kind, pattern, names)
            found |= dict.fromkeys(matching)
        else:
            found[named(kind, pattern, names)] = None
    return list(found)


def with_bare_json(ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Write ``--json`` without a file as ``--json=-``, and remember what came after it."""
    following = [*args, None][1:]
    bare = [a == "--json" and not _is_file(b) for a, b in zip(args, following, strict=True)]
    ctx.meta[_AFTER_JSON] = next(
        (b for b, is_bare in zip(following, bare, strict=True) if is_bare), None
    )
    return ["--json=-" if b else a for a, b in zip(args, bare, strict=True)]


class Command(click.Command):
    """A command that says what an interrupt leaves.

    Its ``--json`` may stand alone (standard output) or before a file.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give a bare ``--json`` its value."""
        return super().parse_args(ctx, with_bare_json(ctx, args))

    def kept(self, ctx: click.Context) -> str:
        """Say what an interrupted run leaves."""
        return "nothing was kept"

    def names(self) -> Mapping[str, Sequence[str]]:
        """Names that the help page lists, by what they name."""
        return {}

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the names that the command takes."""
        super().format_epilog(ctx, formatter)
        for kind, names in self.names().items():
            with formatter.section(kind):
                lines = textwrap.wrap(", ".join(names), 76, break_on_hyphens=False)
                formatter.write("".join(f"  {line}\n" for line in lines))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interrupted(self.kept(ctx)) from None


def _is_file(text: str | None) -> bool:
    return text is not None and (
        text == "-" or not text or text.endswith(".json") or os.sep in text
    )


def writable(_ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a file that cannot be written before the work, not after it."""
    if value in (None, "-"):
        return None if value is None else Path("-")
    path, option = Path(value), parameter.opts[0]
    if not value:
        problem = "a file needs a name, got ''"
    elif path.is_dir():
        problem = f"{path} is a folder; give a file in it"
    elif path.exists() and not path.is_file():  # a device
        problem = "" if os.access(path, os.W_OK) else f"cannot write {path}"
    elif not path.parent.is_dir():
        problem = f"cannot write {path}: there is no folder {path.parent}"
    else:
        allowed = os.access(path.parent, os.W_OK | os.X_OK)
        problem = "" if allowed else f"cannot write {path}: not allowed in {path.parent}"
    if problem:
        msg = f"{option}: {problem}"
        raise click.UsageError(msg)
    return path


def folder(_ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a folder without a name."""
    if value is None:
        return None
    if not value:
        msg = f"{parameter.opts[0]}: a folder needs a name, got ''"
        raise click.UsageError(msg)
    return Path(value)


def positive(_ctx: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse what is no positive finite number."""
    if value is not None and not 0 < value < math.inf:
        msg = f"{parameter.opts[0]}: must be a positive finite number of seconds, got {value}"
        raise click.UsageError(msg)
    return value


json_option = click.option(
    "--json", "json_file", metavar="[FILE]", callback=writable,
    help="Write JSON to FILE (ends in .json), or alone to standard output.",
)  # fmt: skip
jobs_option = click.option(
    "--jobs", type=click.IntRange(min=1), help="Most processes at once (one a core by default)."
)
seed_option = click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all sampling."
)


def write_json(data: Any, file: Path) -> None:
    """Write to a file, or to standard output for ``-``."""
    from depthlaws._json import jsonable
    from depthlaws.files import write_text

    text = json.dumps(jsonable(data), indent=1, allow_nan=False)
    if str(file) == "-":
        click.echo(text)
    else:
        write_text(text + "\n", file)


def show(table: Any) -> None:
    """Print a rich table; wide where nobody folds it."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 160
    Console(width=wide).print(table)


def show_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], title: str = "") -> None:
    """Print rows as a table; names and other words without blanks are never folded."""
    from rich.markup import escape
    from rich.table import Table

    if title:
        click.echo(title)
    table, cells = Table(), [[str(cell) for cell in row] for row in rows]
    for i, column in enumerate(columns):
        whole = not any(" " in row[i] for row in cells)
        table.add_column(escape(column), overflow="fold", no_wrap=whole)
    for row in cells:
        table.add_row(*map(escape, row))
    show(table)


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
        rich.TextColumn(what), rich.BarColumn(), rich.MofNCompleteColumn(),
        rich.TimeElapsedColumn(), rich.TimeRemainingColumn(),
    )  # fmt: skip
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
