"""``depthlaws merge``: combine stores of one sweep."""

from collections.abc import Sequence
from pathlib import Path

import click

from depthlaws.base import outputs
from depthlaws.base.files import write_netcdf
from depthlaws.base.plural import counted
from depthlaws.cli.command import Command
from depthlaws.cli.output import echo, show_rows
from depthlaws.cli.shared_options import OutputFile, folder
from depthlaws.cli.sweeps import described


class Merge(Command):
    """A command that copies cells one batch at a time."""

    def kept_note(self, ctx: click.Context) -> str:
        """Return the sentence on what an interrupted run leaves."""
        return "the folders are unchanged, copied cells are kept; the same command continues"


@click.command("merge", cls=Merge)
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...", type=Path)
@click.option(
    "--into",
    required=True,
    metavar="FOLDER",
    callback=folder,
    help="Folder of the result; may be one of FOLDER.",
)
@click.option(
    "--out",
    metavar="FILE",
    callback=OutputFile(outputs.NETCDF),
    help="Write all cells as netCDF (.nc).",
)
def command(folders: Sequence[Path], into: Path, out: Path | None) -> int:
    """Combine stores of one sweep, for example the shards of an array job.

    The order of the folders does not matter; a cell in several folders counts once. Exit status 1
    means that cells are missing.
    """
    from depthlaws.sims.sweeps import load_sweep, merge_sweeps

    merged = merge_sweeps(folders, into)
    rows = [(name, cells, new, cells - new) for name, (cells, new) in merged.folders.items()]
    title = f"{counted(merged.total, 'cell')} in {into}"
    show_rows(("folder", "cells", "new", "there already"), rows, title)
    run = load_sweep(into)
    if out:
        write_netcdf(run, out)
    echo(described(run))
    if merged.missing:
        shards = f" (shard {', '.join(merged.shards)} is absent)" if merged.shards else ""
        message = f"{merged.missing} of {merged.total} cells are missing{shards}"
        echo(f"error: {message}; simulate with --store {into} runs them", err=True)
    return int(merged.missing > 0)
