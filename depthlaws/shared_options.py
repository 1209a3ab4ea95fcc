"""Options that several commands share: files and folders, whole numbers, --json, --jobs, --seed.

Each refuses before the work what could only fail after it.
"""

import math
import os
from pathlib import Path
from typing import Any

import click


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
