"""``depthlaws loop``: a looped block in numbers, at infinite width and at one's own."""

from pathlib import Path
from typing import Any

import click

from depthlaws.options import VALUES, flag, options, read_options
from depthlaws.output import Command, counter, json_option, show_rows, write_json

SAYS = {
    "growth": "energy after the loops, over that of h_0",
    "many_loops": "its limit for many loops at the same eps N",
    "unrolled": "energy of as many layers that share nothing",
    "coherence": "mean cosine between increments of different loops",
    "largest_eps": "branch scale at which the growth reaches {bound:g}",
    "update": "change of the output by one sign step of rate 1",
    "rate_shift": "learning rate, over that with one loop of branch scale eps N",
}


class Loop(Command):
    """A command with the options of the question, made when they are needed."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Options of the question, then those of the simulation."""
        return [*_options(), *super().get_params(ctx)]


def _options() -> list[click.Option]:
    from depthlaws._arguments import parameters
    from depthlaws.theory import residual

    return options(residual.loop, parameters(residual.loop))


@click.command(
    "loop",
    cls=Loop,
    epilog=f"""\b
Examples:
  depthlaws loop --L 4 --N 16 --eps 1/32
  depthlaws loop --L 4 --N 16 --eps 1/32 --block prenorm --width 4096 --samples 50
{VALUES}""",
)
@click.option("--width", type=click.IntRange(min=1), help="Simulate networks of this width too.")
@click.option(
    "--samples", type=click.IntRange(min=2), default=20, show_default=True, help="How many of them."
)
@json_option
def command(*, width: int | None, samples: int, json_file: Path | None, **typed: Any) -> None:
    """Growth, coherence, largest safe branch scale and learning rate of a looped block."""
    from depthlaws._arguments import call, parameters
    from depthlaws.theory import residual

    asked = parameters(residual.loop)
    given = read_options(asked, typed)
    for parameter in asked:
        if len(given.get(parameter.name, [])) > 1:
            msg = f"{flag(parameter)}: one value at a time here; whatif residual.loop takes several"
            raise ValueError(msg)
    at = {name: values[0] for name, values in given.items()}
    try:
        found = call(residual.loop, at)
    except TypeError as error:  # the function's word on a value of the wrong type
        raise ValueError(str(error)) from error
    rows = [(name, getattr(found, name), getattr(found, f"{name}_error", None)) for name in SAYS]
    if width:
        rows.insert(1, ("simulated", *_simulated(at, width, samples)))
    if json_file:
        write_json({name: {"value": v, "error": e} for name, v, e in rows}, json_file)
    if str(json_file) != "-":
        says = SAYS | {"simulated": f"growth of {samples} networks of width {width}"}
        shown = [(name, _shown(v, e), says[name].format(bound=found.bound)) for name, v, e in rows]
        show_rows(("quantity", "value", "meaning"), shown)


def _shown(value: float, error: float | None) -> str:
    return f"{value:.6g}" if error is None else f"{value:.4g} +- {error:.1g}"


def _simulated(at: dict[str, Any], width: int, samples: int) -> tuple[float, float]:
    """Mean growth at a finite width and its standard error, without a weight matrix."""
    from depthlaws.sims import Estimate
    from depthlaws.sims.residual import Ensemble, ResidualMLP, matrix_free

    model = ResidualMLP(
        width=width,
        loops=at["N"],
        layers=at["L"],
        eps=at["eps"],
        s=at.get("s", 2**0.5),
        normalize=at.get("block") == "prenorm",
    )
    with counter("loop") as progress:
        ensemble = Ensemble(samples=samples, seed=int(at.get("seed", 0)), progress=progress)
        run = matrix_free.simulate(model, ensemble)
    growth = run["energy"].isel(time=-1) / run["energy"].isel(time=0)
    found = Estimate.of(growth.to_numpy())
    return float(found.mean), float(found.sem)
