"""Options that several commands share: files, folders, integers, --json, --jobs, --seed.

Each option refuses before the work what could only fail after it.
"""

import math
import os
from pathlib import Path
from typing import Any

import click


def writable(_ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a file that cannot be written."""
    if value in (None, "-"):
        return None if value is None else Path("-")
    path, option = Path(value), parameter.opts[0]
    if not value:
        problem = "the name of a file must not be empty, got ''"
    elif path.is_dir():
        problem = f"{path} is a folder; give a file inside it"
    elif path.exists() and not path.is_file():  # a device
        problem = "" if os.access(path, os.W_OK) else f"cannot write {path}"
    elif not path.parent.is_dir():
        problem = f"cannot write {path}: there is no folder {path.parent}"
    else:
        allowed = os.access(path.parent, os.W_OK | os.X_OK)
        problem = "" if allowed else f"cannot write {path}: no permission for {path.parent}"
    if problem:
        msg = f"{option}: {problem}"
        raise click.UsageError(msg)
    return path


def netcdf(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Path | None:
    """Refuse a file that does not end in .nc."""
    path = writable(ctx, parameter, value)
    if path is not None and path.suffix != ".nc" and (path.is_file() or not path.exists()):
        msg = f"{parameter.opts[0]}: a netCDF file must end in .nc, got {value!r}"
        raise click.UsageError(msg)
    return path


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


def positive(_ctx: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse a number of seconds that is not positive and finite."""
    if value is not None and not 0 < value < math.inf:
        msg = f"{parameter.opts[0]}: must be a positive finite number of seconds, got {value}"
        raise click.UsageError(msg)
    return value


json_option = click.option(
    "--json",
    "json_file",
    metavar="[FILE]",
    callback=writable,
    help="Write JSON to FILE, which ends in .json; without FILE, to standard output.",
)
jobs_option = click.option(
    "--jobs", type=WholeNumber(1), help="Largest number of processes.  [default: one per core]"
)
seed_option = click.option(
    "--seed", type=WholeNumber(0), default=0, show_default=True, help="Seed of all sampling."
)
