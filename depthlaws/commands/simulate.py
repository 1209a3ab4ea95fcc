"""``depthlaws simulate``: any simulator over any grid."""

import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.files import write_netcdf
from depthlaws.options import VALUES, Asking, made_command, options, read_options, show_answers
from depthlaws.output import counter, writable, write_json


def simulators() -> Mapping[str, Callable[..., Any]]:
    """Simulators by name."""
    from depthlaws import sims

    return sims.simulators()


class Simulations(Asking):
    """One command a simulator."""

    def make(self, name: str, function: Callable[..., Any]) -> click.Command:
        """Run the simulator on the grid of the options."""
        from depthlaws._arguments import parameters

        asked = parameters(function)
        out = click.Option(
            ["--out"], metavar="FILE", callback=writable, help="Write everything as netCDF."
        )
        callback = functools.partial(_simulate, name, function, asked)
        return made_command(name, function, callback, [*options(function, asked), out])


@click.group(
    "simulate",
    cls=Simulations,
    known=simulators,
    noun="simulator",
    subcommand_metavar="NAME [--OPTION VALUES]...",
    epilog=f"""\b
Example: depthlaws simulate matrix-free --width 4096 --loops 4,16 --eps 1/16 --samples 20 --seed 0
{VALUES}
The table shows the end of every run; --out FILE.nc keeps everything.""",
)
def command() -> None:
    """Run a simulator over a grid of values."""


def _simulate(
    name: str, function: Callable[..., Any], parameters: Sequence[Any], *,
    out: Path | None, json_file: Path | None, **typed: Any,
) -> None:  # fmt: skip
    from depthlaws import grid

    try:
        given = read_options(parameters, typed)
        whole = [p.name for p in parameters if p.anything]
        with counter(name) as progress:
            run, ends = grid.simulation(name, function, given, whole=whole, progress=progress)
    except (TypeError, RuntimeError) as error:
        raise ValueError(str(error)) from error
    if out:
        write_netcdf(run, out)
    if json_file:
        write_json(ends.as_dict(), json_file)
    if str(json_file) != "-":
        show_answers(ends)
