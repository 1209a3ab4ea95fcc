"""Options that several commands share: files, folders, integers, --json, --jobs, --seed.

Each option refuses before the work what could only fail after it.
"""

import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from depthlaws.base import outputs


@dataclass(frozen=True)
class OutputFile:
    """Reader of an option that names a file to write: of its kind, and nobody else's.

    ``-`` is standard output; a device such as ``/dev/stdout`` may have any name.
    """

    kind: outputs.Kind

    def __call__(
        self, _ctx: click.Context, parameter: click.Parameter, value: str | None
    ) -> Path | None:
        """Return the path. Raises: UsageError for a file that cannot be or must not be written."""
        if value is None:
            return None
        path = Path(value)
        problem = "" if value == "-" and self.kind.printed else self._problem(path, value)
        if problem:
            msg = f"{parameter.opts[0]}: {problem}"
            raise click.UsageError(msg)
        return path

    def _problem(self, path: Path, value: str) -> str:
        if not value:
            return "the name of a file must not be empty, got ''"
        if path.is_dir():
            return f"{path} is a folder; give a file inside it"
        if path.exists() and not path.is_file() and not self.kind.formats:  # a device
            return "" if os.access(path, os.W_OK) else f"cannot write {path}"
        if not self.kind.accepts(path):
            endings = " or ".join(self.kind.suffixes)
            return f"a {self.kind.name} file must end in {endings}, got {value!r}"
        if not path.parent.is_dir():
            return f"cannot write {path}: there is no folder {path.parent}"
        if not os.access(path.parent, os.W_OK | os.X_OK):
            return f"cannot write {path}: no permission for {path.parent}"
        try:
            return "" if not path.exists() or self.kind.wrote(path) else outputs.foreign(path)
        except OSError as error:
            return f"cannot read what {path} holds: {error.strerror}"


def refuse_inputs_as_outputs(ctx: click.Context) -> None:
    """Check that no option names a file to write that another word names too.

    Raises: UsageError naming the file and both options.
    """
    values, by_name = ctx.params, {p.name or "": p for p in ctx.command.get_params(ctx)}
    words = [(p, word) for name, p in by_name.items() for word in _words(values.get(name))]
    for name, p in by_name.items():
        path = values.get(name)
        if not isinstance(p.callback, OutputFile) or path is None or str(path) == "-":
            continue
        for other, word in words:
            if other is not p and _same_file(path, word):
                msg = (
                    f"{p.opts[0]}: {path} is also {_flag(other)}; an output needs a name of its own"
                )
                raise click.UsageError(msg)


def _flag(parameter: click.Parameter) -> str:
    return (
        parameter.opts[0] if isinstance(parameter, click.Option) else parameter.human_readable_name
    )


def _words(value: Any) -> Iterator[str]:
    """Words of a value that may name a file."""
    if isinstance(value, list | tuple):
        for part in value:
            yield from _words(part)
    elif isinstance(value, str | Path):
        yield from dict.fromkeys([str(value), *str(value).split(",")])


def _same_file(path: Path, word: str) -> bool:
    if not word or word == "-":
        return False
    try:
        return os.path.samefile(path, word)
    except (OSError, ValueError):  # one of the two is not there yet, or no name of a file
        return os.path.abspath(path) == os.path.abspath(word.replace("\0", ""))


def folder(_ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a folder that has no name or cannot be made."""
    if value is None:
        return None
    path = Path(value)
    existing = next(p for p in (path, *path.absolute().parents) if p.exists())
    problem = ""
    if not value:
        problem = "the name of a folder must not be empty, got ''"
    elif not existing.is_dir():
        problem = f"cannot write to {path}: {existing} is a file"
    elif not os.access(existing, os.W_OK | os.X_OK):
        problem = f"cannot write to {path}: no permission for {existing}"
    if problem:
        msg = f"{parameter.opts[0]}: {problem}"
        raise click.UsageError(msg)
    return path


def make_folder(path: Path, option: str) -> None:
    """Make a folder and write a trial file. Raises: UsageError if that fails."""
    from depthlaws.base import files

    try:
        files.writable(path)
    except OSError as error:
        msg = f"{option}: {error}"
        raise click.UsageError(msg) from error


class WholeNumber(click.ParamType):
    """An integer of at least ``least``, in any form of a number: ``1e5`` too."""

    name = "integer"

    def __init__(self, least: int) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number. Raises: UsageError naming it."""
        from depthlaws.cli.values import values

        try:
            (number,) = values(value, "integer") if isinstance(value, str) else [value]
        except ValueError:
            number = None
        if not isinstance(number, int) or number < self.least:
            flag = f"{param.opts[0]}: " if param else ""
            msg = f"{flag}must be a whole number of at least {self.least}, got {value!r}"
            raise click.UsageError(msg, ctx)
        return number


class RealNumber(click.ParamType):
    """A number in any form that is typed elsewhere: ``0.5``, ``1/2``, ``inf``.

    NaN is left to the option, which says what it allows.
    """

    name = "float"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number. Raises: UsageError naming it."""
        from depthlaws.cli.values import SYNTAX, values

        if isinstance(value, str) and value.strip().lower() == "nan":
            return math.nan
        try:
            numbers, problem = values(value) if isinstance(value, str) else [value], ""
        except ValueError as error:
            numbers, problem = [], str(error)
        if len(numbers) == 1 and isinstance(numbers[0], int | float):
            return float(numbers[0])
        if not problem or SYNTAX in problem:
            problem = f"must be a number such as 0.5, got {value!r}"
        flag = f"{param.opts[0]}: " if param else ""
        raise click.UsageError(f"{flag}{problem}", ctx)


def positive(_ctx: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse a number of seconds that is not positive and finite."""
    if value is not None and not 0 < value < math.inf:
        msg = f"{parameter.opts[0]}: must be a positive finite number of seconds, got {value}"
        raise click.UsageError(msg)
    return value


def _with_paper(_ctx: click.Context, _parameter: click.Parameter, value: Sequence[str]) -> None:
    """Add the folders of papers, before names are looked up."""
    from depthlaws.base import paper_folders

    for name in value:
        try:
            paper_folders.add(name)
        except ValueError as error:
            msg = f"--papers: {error}"
            raise click.UsageError(msg) from error


def papers_required() -> None:
    """Raise UsageError where there are no papers, with what to install."""
    from depthlaws.base import paper_folders

    try:
        paper_folders.required()
    except paper_folders.NoPapersError as error:
        raise click.UsageError(str(error)) from error


papers_option = click.option(
    "--papers",
    multiple=True,
    metavar="FOLDER",
    is_eager=True,
    expose_value=False,
    callback=_with_paper,
    help="Add the paper in this folder (`depthlaws new-paper` writes one); may be repeated.",
)
json_option = click.option(
    "--json",
    "json_file",
    metavar="[FILE]",
    callback=OutputFile(outputs.JSON),
    help="Write JSON to FILE, which ends in .json; without FILE, to standard output.",
)
jobs_option = click.option(
    "--jobs", type=WholeNumber(1), help="Largest number of processes.  [default: one per core]"
)
seed_option = click.option(
    "--seed", type=WholeNumber(0), default=0, show_default=True, help="Seed of all sampling."
)
