"""``depthlaws simulate``: any simulator over any grid."""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base_command import Command
from depthlaws.files import write_netcdf
from depthlaws.options import VALUES, Asking, made_command, options, read_options, show_answers
from depthlaws.output import counter, write_json
from depthlaws.shared_options import Whole, folder, netcdf
from depthlaws.sweeping import (
    MANY,
    SHOWN,
    Wishes,
    agreed,
    ends,
    numbered,
    read_shard,
    shape,
    sorted_out,
)
from depthlaws.sweeping import run as run_sweep


def simulators() -> Mapping[str, Callable[..., Any]]:
    """Simulators by name."""
    from depthlaws import sims

    return sims.simulators()


class Simulate(Command):
    """Cells of a sweep are stored as they are done."""

    def kept(self, ctx: click.Context) -> str:
        """Say what an interrupted run leaves."""
        if store := ctx.params.get("store"):
            return f"finished cells are kept in {store}, the same command goes on from there"
        return "nothing was kept; --store FOLDER keeps finished runs"


class Simulations(Asking):
    """One command a simulator."""

    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Run the simulator on the grid of the options."""
        from depthlaws._arguments import parameters

        asked = parameters(function)
        callback = functools.partial(_simulate, name, function, asked)
        params = [*options(function, asked), *_sweep_options()]
        return made_command(name, function, callback, params, Simulate)


def _sweep_options() -> list[click.Option]:
    return [
        click.Option(
            ["--seeds"],
            type=Whole(1),
            metavar="N",
            help="So many seeds, from --seed or 0 on; --samples is then 1 by default.",
        ),
        click.Option(["--out"], metavar="FILE", callback=netcdf, help="Write all as netCDF (.nc)."),
        click.Option(
            ["--store"],
            metavar="FOLDER",
            callback=folder,
            help="Run every combination of the values as a cell of its own and keep it here "
            "as it is done.",
        ),
        click.Option(["--jobs"], type=Whole(1), help="Processes that run cells."),
        click.Option(
            ["--cluster"],
            metavar="ADDRESS",
            help="Run the cells on the workers of a Dask scheduler: tcp://host:8786.",
        ),
        click.Option(
            ["--shard"],
            metavar="I/N",
            callback=read_shard,
            help="Run the I-th of N parts only, for array jobs.",
        ),
        click.Option(["--yes"], is_flag=True, help=f"Do not ask about more than {MANY} cells."),
    ]


@click.group(
    "simulate",
    cls=Simulations,
    known=simulators,
    noun="simulator",
    subcommand_metavar="NAME [--OPTION VALUES]...",
    epilog=f"""\b
Example: depthlaws simulate matrix-free --width 4096 --loops 4,16 --eps 1/16 --samples 20 --seed 0
{VALUES}
The table shows the end of every run; --out FILE.nc keeps everything.
A sweep: --width 64:1024:2x --N 1:64:2x --scale none,sqrt,linear --seeds 20 --store DIR --jobs 8
(with --scale, --eps is 1 unless told otherwise). The same command goes on after an interrupt, a
kill or a full disk, more values reuse what is there; `depthlaws merge` puts folders together.""",
)
def command() -> None:
    """Run a simulator over a grid of values."""


def _simulate(
    name: str,
    function: Callable[..., Any],
    parameters: Sequence[Any],
    *,
    seeds: int | None,
    out: Path | None,
    store: Path | None,
    jobs: int | None,
    cluster: str | None,
    shard: tuple[int, int],
    yes: bool,
    json_file: Path | None,
    **typed: Any,
) -> int:
    try:
        given = read_options(parameters, numbered(typed, seeds))
        if store is not None:
            wishes = Wishes(store, jobs, cluster, shard, yes)
            return _sweep(name, function, parameters, given, wishes, out, json_file)
        if jobs or cluster or shard != (1, 1):
            msg = "--jobs, --cluster and --shard go with --store FOLDER, which keeps what is done"
            raise click.UsageError(msg)
        _run(name, function, parameters, given, out, json_file)
    except (TypeError, RuntimeError) as error:
        raise ValueError(str(error)) from error
    return 0


def _run(
    name: str,
    function: Callable[..., Any],
    parameters: Sequence[Any],
    given: Mapping[str, Sequence[Any]],
    out: Path | None,
    json_file: Path | None,
) -> None:
    """Run here and now, one after the other; lists as the simulator takes them."""
    from depthlaws import grid

    whole = [p.name for p in parameters if p.anything]
    with counter(name) as progress:
        run, ends = grid.simulation(name, function, given, whole=whole, progress=progress)
    if out:
        write_netcdf(run, out)
    if json_file:
        write_json(ends.as_dict(), json_file)
    if str(json_file) != "-":
        show_answers(ends)


def _sweep(
    name: str,
    function: Callable[..., Any],
    parameters: Sequence[Any],
    given: Mapping[str, Sequence[Any]],
    wishes: Wishes,
    out: Path | None,
    json_file: Path | None,
) -> int:
    """Run what is missing in the store, then show or write all of it."""
    from depthlaws.sims.sweeps import planned

    axes, fixed = sorted_out(function, parameters, given)
    wishes = agreed(math.prod(map(len, axes.values())) // wishes.shard[1], wishes)
    plan = planned(function, axes, given=fixed, store=wishes.store, shard=wishes.shard)
    failed = run_sweep(plan, wishes)
    if out:
        write_netcdf(plan.dataset(), out)
    few = plan.total <= SHOWN
    found = ends(plan, name, fixed, list(axes)) if json_file or few else None
    if json_file and found:
        write_json(found.as_dict(), json_file)
    if str(json_file) != "-":
        if few and found and found.rows:
            show_answers(found)
        else:
            click.echo(shape(plan.dataset()))
    if failed:
        click.echo(f"error: {failed}", err=True)
    return int(bool(failed))
