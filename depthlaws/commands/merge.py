"""``depthlaws merge``: the stores of a sweep put together."""

from collections.abc import Sequence
from pathlib import Path

import click

from depthlaws.base_command import Command
from depthlaws.files import write_netcdf
from depthlaws.output import show_rows
from depthlaws.shared_options import folder, netcdf
from depthlaws.sweeping import shape


class Merge(Command):
    """Cells are copied one batch at a time."""

    def kept(self, ctx: click.Context) -> str:
        """Say what an interrupted run leaves."""
        return "the folders are as they were, the same command goes on from there"


@click.command("merge", cls=Merge)
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...", type=Path)
@click.option(
    "--into", required=True, metavar="FOLDER", callback=folder, help="May be one of them."
)
@click.option("--out", metavar="FILE", callback=netcdf, help="Write all as netCDF (.nc).")
def command(folders: Sequence[Path], into: Path, out: Path | None) -> int:
    """Put stores of one sweep together, shards of an array job for example.

    Their order does not matter, a cell that comes twice counts once. Exit status 1 says that cells
    are missing.
    """
    from depthlaws.sims.merging import load_sweep, merge_sweeps

    found = merge_sweeps(folders, into)
    rows = [(name, cells, new, cells - new) for name, (cells, new) in found.folders.items()]
    show_rows(("folder", "cells", "new", "there already"), rows, f"{found.total} cells in {into}")
    run = load_sweep(into)
    if out:
        write_netcdf(run, out)
    click.echo(shape(run))
    if found.missing:
        absent = f"; not among them: shard {', '.join(found.shards)}" if found.shards else ""
        said = f"{found.missing} of {found.total} cells are missing{absent}"
        click.echo(f"error: {said}; simulate with --store {into} runs them", err=True)
    return int(found.missing > 0)
