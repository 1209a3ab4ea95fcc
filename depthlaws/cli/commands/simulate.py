"""``depthlaws simulate``: run a simulator over a grid of values, or as a stored sweep."""

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base import outputs
from depthlaws.base.files import write_netcdf
from depthlaws.cli.command import Command
from depthlaws.cli.function_commands import (
    VALUES,
    FunctionGroup,
    draw,
    made_command,
    options,
    plot_option,
    read_options,
)
from depthlaws.cli.output import counter, echo, show_rows, write_json
from depthlaws.cli.shared_options import OutputFile, WholeNumber, folder
from depthlaws.cli.sweeps import (
    MAX_TABLE_CELLS,
    MAX_UNASKED_CELLS,
    SweepOptions,
    axes_and_constants,
    confirmed,
    described,
    ends,
    read_shard,
    with_seeds,
)
from depthlaws.cli.sweeps import run as run_sweep


def simulators() -> Mapping[str, Callable[..., Any]]:
    """Simulators by name."""
    from depthlaws import sims

    return sims.simulators()


class Simulate(Command):
    """A command that stores each cell of a sweep as soon as it is done."""

    def kept_note(self, ctx: click.Context) -> str:
        """Return the sentence on what an interrupted run leaves."""
        if store := ctx.params.get("store"):
            return f"finished cells are kept in {store}; the same command continues from them"
        return "nothing was kept; --store FOLDER keeps finished runs"


class Simulations(FunctionGroup):
    """A group with one command per simulator."""

    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Make the command that runs a simulator on the grid of its options."""
        from depthlaws.base.arguments import parameters

        arguments = parameters(function)
        callback = functools.partial(_simulate, name, function, arguments)
        params = [*options(function, arguments), *_sweep_options()]
        return plot_option(made_command(name, function, callback, params, Simulate))


def _sweep_options() -> list[click.Option]:
    return [
        click.Option(
            ["--seeds"],
            type=WholeNumber(1),
            metavar="N",
            help="Number of seeds, counted from --seed or 0; --samples is then 1 by default.",
        ),
        click.Option(
            ["--out"],
            metavar="FILE",
            callback=OutputFile(outputs.NETCDF),
            help="Write all states as netCDF (.nc).",
        ),
        click.Option(
            ["--store"],
            metavar="FOLDER",
            callback=folder,
            help="Run each combination of the values as a cell of its own, and store it here.",
        ),
        click.Option(["--jobs"], type=WholeNumber(1), help="Number of processes."),
        click.Option(
            ["--cluster"],
            metavar="ADDRESS",
            help="Run the cells on a Dask scheduler: tcp://host:8786.",
        ),
        click.Option(
            ["--shard"],
            metavar="I/N",
            callback=read_shard,
            help="Run only the I-th of N parts, for array jobs.",
        ),
        click.Option(
            ["--yes"],
            is_flag=True,
            help=f"Run more than {MAX_UNASKED_CELLS} cells without a question.",
        ),
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
The table shows the last state of every run; --out FILE.nc has all states. --plot draws the last
states against the first option with several values, or the course of a single run.
A sweep: --width 64:1024:2x --N 1:64:2x --scale none,sqrt,linear --seeds 20 --store DIR --jobs 8
(with --scale, the default of --eps is 1). After an interrupt, a kill or a full disk the same
command continues; more values reuse the stored cells; `depthlaws merge` combines stores.""",
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
    plot: Path | None,
    json_file: Path | None,
    **typed: Any,
) -> int:
    try:
        given = read_options(parameters, with_seeds(typed, seeds))
        if store is not None:
            sweep_options = SweepOptions(store, jobs or 1, cluster, shard, yes)
            files = (out, plot, json_file)
            return _sweep(name, function, parameters, given, sweep_options, files)
        if jobs or cluster or shard != (1, 1):
            msg = "--jobs, --cluster and --shard need --store FOLDER, which keeps finished cells"
            raise click.UsageError(msg)
        _run(name, function, parameters, given, (out, plot, json_file))
    except click.Abort:  # a RuntimeError: a question answered with no, Ctrl-C or Ctrl-D
        raise
    except (TypeError, RuntimeError) as error:
        raise ValueError(str(error)) from error
    return 0


def _run(
    name: str,
    function: Callable[..., Any],
    parameters: Sequence[Any],
    given: Mapping[str, Sequence[Any]],
    files: tuple[Path | None, Path | None, Path | None],
) -> None:
    """Run one point after the other in this process, without a store."""
    from depthlaws.cli import grid
    from depthlaws.cli.simulation_answers import with_law

    out, plot, json_file = files
    lists = [p.name for p in parameters if p.anything]
    with counter(name) as progress:
        run, ends = grid.simulation(name, function, given, whole=lists, progress=progress)
    ends = with_law(name, ends)
    if out:
        write_netcdf(run, out)
    if plot:
        _draw(name, function, parameters, run, ends, plot)
    if json_file:
        write_json(ends.as_dict(), json_file)
    if str(json_file) != "-":
        _show(ends)


def _draw(
    name: str,
    function: Callable[..., Any],
    parameters: Sequence[Any],
    run: Any,
    ends: Any,
    path: Path,
) -> None:
    """Draw means over networks as markers with their standard errors, and a law as a line."""
    from depthlaws.cli.simulation_answers import LAW, drawn

    draw(drawn(name, run, ends), path, function, parameters, theory=LAW.strip())


def _show(answers: Any) -> None:
    """Print the last states as a table, means rounded to their errors."""
    from depthlaws.cli.simulation_answers import cells
    from depthlaws.cli.values import shown

    rows = cells(answers)
    fixed = (f"{name} = {shown(value)}" for name, value in answers.fixed.items())
    title = ", ".join([answers.question, *fixed])
    show_rows([*rows[0]], [[*row.values()] for row in rows], title)


def _sweep(
    name: str,
    function: Callable[..., Any],
    parameters: Sequence[Any],
    given: Mapping[str, Sequence[Any]],
    sweep_options: SweepOptions,
    files: tuple[Path | None, Path | None, Path | None],
) -> int:
    """Run the cells that the store lacks, then show, draw or write all of them."""
    from depthlaws.cli.simulation_answers import with_law
    from depthlaws.sims.sweeps import planned

    out, plot, json_file = files
    axes, fixed = axes_and_constants(function, parameters, given)
    cells = math.prod(map(len, axes.values())) // sweep_options.shard[1]
    sweep_options = confirmed(cells, sweep_options)
    store, shard = sweep_options.store, sweep_options.shard
    plan = planned(function, axes, given=fixed, store=store, shard=shard)
    failed = run_sweep(plan, sweep_options)
    if out:
        write_netcdf(plan.dataset(), out)
    few = plan.total <= MAX_TABLE_CELLS
    answers = None
    if json_file or plot or few:
        answers = with_law(name, ends(plan, name, fixed, list(axes)))
    if plot and answers and answers.rows:
        _draw(name, function, parameters, plan.dataset(), answers, plot)
    if json_file and answers:
        write_json(answers.as_dict(), json_file)
    if str(json_file) != "-":
        if few and answers and answers.rows:
            _show(answers)
        else:
            echo(described(plan.dataset()))
    if failed:
        echo(f"error: {failed}", err=True)
    return int(bool(failed))
