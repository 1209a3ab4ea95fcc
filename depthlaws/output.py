"""Errors, options and tables of every command."""

import difflib
import json
import math
import os
import shutil
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import click

from depthlaws.faults import Interrupted

_AFTER_JSON, _TYPED = "depthlaws.after_json", "depthlaws.typed"
SHORT_LIST = 40  # names that an error still lists
ALIKE = (  # words that people type for the same option; commands differ in which they have
    ("learning-rate", "lr", "eta", "rate"),
    ("weight-decay", "wd", "decay"),
    ("adam-epsilon", "epsilon", "adam-eps", "eps"),
    ("eps", "epsilon", "branch-scale", "scale", "residual-scale", "multiplier"),
    ("multiplier", "branch-multiplier", "residual-multiplier"),
    ("init-std", "std", "sigma", "init-scale", "initializer-range"),
    ("layers", "depth", "num-layers", "n-layers", "n-layer", "num-hidden-layers", "L"),
    ("depth", "layers", "num-layers", "n-layers", "L"),
    ("to-layers", "to-depth", "to-L", "target-layers", "target-depth"),
    ("loops", "num-loops", "n-loops", "loop", "recurrences", "N"),
    ("N", "loops", "num-loops", "n-loops", "loop", "recurrences"),
    ("L", "layers", "depth", "num-layers", "n-layers"),
    ("to-loops", "to-n", "target-loops"),
    ("width", "d-model", "hidden-size", "hidden", "dim", "d", "n-embd", "N"),
    ("to-width", "to-d-model", "to-hidden-size", "target-width"),
    ("optimizer", "opt", "optim"),
    ("law", "laws", "parametrization", "parameterization", "rule"),
    ("trainer", "framework", "export"),
    ("activation", "act", "phi", "nonlinearity"),
    ("seeds", "num-seeds", "n-seeds", "replicates"),
    ("samples", "num-samples", "n-samples", "networks", "replicates"),
    ("seed-column", "seed", "run"),
    ("size", "x", "width", "axis"),
    ("value", "y", "column", "quantity"),
    ("store", "folder", "out-dir", "output"),
    ("out", "output", "file"),
    ("jobs", "workers", "processes", "n-jobs", "j"),
    ("cluster", "scheduler", "dask"),
    ("format", "form", "output-format"),
)
UNSAID = ("batch-size", "batch", "schedule", "warmup", "warm-up", "betas", "beta1", "beta2",
          "momentum", "steps", "tokens", "dropout")  # fmt: skip
READABLE = 10  # letters in the narrowest column of sentences


def unknown(
    kind: str, name: str, known: Iterable[str], *, shown: str = "`depthlaws list` shows them all"
) -> click.UsageError:
    """Error that suggests the nearest three names, or lists all when none is near.

    ``shown`` says where they stand when they are too many to list.
    """
    names = list(known)
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    if near:
        hint = f"; the nearest are: {', '.join(near)}"
    elif len(names) <= SHORT_LIST:
        hint = f"; there are: {', '.join(names)}"
    else:
        hint = f"; none of {len(names)} is near, {shown}"
    context = click.get_current_context(silent=True)
    if context and context.meta.get(_AFTER_JSON) == name:
        hint += f" (a file for --json ends in .json: --json {name}.json)"
    return click.UsageError(f"unknown {kind} {name!r}{hint}")


def meant(error: click.NoSuchOption) -> str:
    """Say which option was meant, where others call it otherwise than we do."""
    guess = error.option_name.lstrip("-").replace("_", "-").lower()
    alike = [names for names in ALIKE if guess in map(str.lower, names)]
    context = error.ctx
    known = [o for p in context.command.get_params(context) for o in p.opts] if context else []
    right = [name for names in alike for name in names if f"--{name}" in known]
    if right:
        return f"no option {error.option_name!r}; it is --{right[0]} here"
    if guess in UNSAID and "--law" in known:
        return f"no option {error.option_name!r}: no law here speaks of it, keep what you have"
    return error.format_message()


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


def read_once(command: click.Command, ctx: click.Context, args: Sequence[str]) -> list[str]:
    """Arguments with a value for a bare ``--json``.

    Raises: UsageError for an option that is given twice, whose last value would silently win.
    """
    whole = with_bare_json(ctx, args)
    _, _, order = command.make_parser(ctx).parse_args(args=[*whole])
    for option, times in Counter(order).items():
        single = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
        if times > 1 and single:
            msg = f"{option.opts[0]} is given {times} times; give it once"
            raise click.UsageError(msg)
    ctx.meta[_TYPED] = _other_names(
        order, [word.partition("=")[0].replace("_", "-") for word in args]
    )
    return whole


def _other_names(typed: Iterable[click.Parameter], words: Sequence[str]) -> dict[str, str]:
    """Option that was typed, by each of its other names as an argument: L -> --layers."""
    return {
        other.lstrip("-").replace("-", "_"): flag
        for option in typed
        for flag in set(option.opts) & set(words)
        for other in {*option.opts} - {flag}
    }


@contextmanager
def as_typed(ctx: click.Context) -> Iterator[None]:
    """A word on an argument that was typed under another name names the option as well."""
    try:
        yield
    except ValueError as error:
        word, _, rest = str(error).partition(" ")
        name = word.strip("-:").replace("-", "_")
        if flag := ctx.meta.get(_TYPED, {}).get(name):
            msg = f"{flag}: {rest if word.startswith('--') else error}"
            raise ValueError(msg) from error
        raise


class Command(click.Command):
    """A command that says what an interrupt leaves, and names options as they were typed.

    Its ``--json`` may stand alone (standard output) or before a file; options come once.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give a bare ``--json`` its value."""
        return super().parse_args(ctx, read_once(self, ctx, args))

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
            with as_typed(ctx):
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


def netcdf(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a file whose name says that it is something else."""
    path = writable(ctx, parameter, value)
    if path is not None and path.suffix != ".nc" and (path.is_file() or not path.exists()):
        msg = f"{parameter.opts[0]}: a netCDF file must end in .nc, got {value!r}"
        raise click.UsageError(msg)
    return path


def folder(_ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a folder without a name, or that cannot be made, before the work."""
    if value is None:
        return None
    path = Path(value)
    there = next(p for p in (path, *path.absolute().parents) if p.exists())
    problem = ""
    if not value:
        problem = "a folder needs a name, got ''"
    elif not there.is_dir():
        problem = f"cannot write to {path}: {there} is a file"
    elif not os.access(there, os.W_OK | os.X_OK):
        problem = f"cannot write to {path}: not allowed in {there}"
    if problem:
        msg = f"{parameter.opts[0]}: {problem}"
        raise click.UsageError(msg)
    return path


def ready(path: Path, option: str) -> None:
    """Make a folder and try it before the work. Raises: UsageError where nothing can be written."""
    from depthlaws import _whole

    try:
        _whole.writable(path)
    except OSError as error:
        msg = f"{option}: {error}"
        raise click.UsageError(msg) from error


class Whole(click.ParamType):
    """A whole number as it is typed everywhere, ``1e5`` too, of at least ``least``."""

    name = "integer"

    def __init__(self, least: int) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number. Raises: UsageError naming it."""
        from depthlaws.values import values

        try:
            (found,) = values(value, "integer") if isinstance(value, str) else [value]
        except ValueError:
            found = None
        if not isinstance(found, int) or found < self.least:
            flag = f"{param.opts[0]}: " if param else ""
            msg = f"{flag}must be a whole number of at least {self.least}, got {value!r}"
            raise click.UsageError(msg, ctx)
        return found


def positive(_ctx: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse what is no positive finite number."""
    if value is not None and not 0 < value < math.inf:
        msg = f"{parameter.opts[0]}: must be a positive finite number of seconds, got {value}"
        raise click.UsageError(msg)
    return value


json_option = click.option(
    "--json",
    "json_file",
    metavar="[FILE]",
    callback=writable,
    help="Write JSON to FILE (ends in .json), or alone to standard output.",
)
jobs_option = click.option(
    "--jobs", type=Whole(1), help="Most processes at once (one a core by default)."
)
seed_option = click.option(
    "--seed", type=Whole(0), default=0, show_default=True, help="Seed of all sampling."
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
