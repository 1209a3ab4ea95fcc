"""``depthlaws loop``: a looped block in numbers, at infinite width and at one's own."""

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.base_command import Command
from depthlaws.options import (
    VALUES,
    draw,
    options,
    plot_option,
    read_options,
    word_on_types,
)
from depthlaws.output import counter, show_rows, write_json
from depthlaws.shared_options import Whole, json_option

SAYS = {
    "growth": "energy after the loops, over that of h_0",
    "many_loops": "its limit for many loops at the same eps N",
    "unrolled": "energy of as many layers that share nothing",
    "coherence": "mean cosine between increments of different loops",
    "largest_eps": "branch scale at which the growth reaches the bound",
    "update": "change of the output by one sign step of rate 1",
    "rate_shift": "learning rate, over that with one loop of branch scale eps N",
}
WORDS = {"L": "layers", "N": "loops"}  # as the simulators say them
SIMULATED = ("growth", "coherence", "update", "rate_shift")
SAMPLES = 20  # networks that are simulated
RATE = 1e-3  # of a simulated sign step: the response is linear there, to about a thousandth


class Loop(Command):
    """A command with the options of the question, made when they are needed."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Options of the question, then those of the simulation."""
        from depthlaws.theory import residual

        return [*options(residual.loop, _asked(), WORDS), *super().get_params(ctx)]


@functools.cache
def _asked() -> Sequence[Any]:
    from depthlaws._arguments import parameters
    from depthlaws.theory import residual

    return parameters(residual.loop)


@click.command(
    "loop",
    cls=Loop,
    epilog=f"""\b
Examples:
  depthlaws loop --L 4 --N 16 --eps 1/32
  depthlaws loop --L 4 --N 16 --eps 1/64 --block postact --width 256 --samples 10
  depthlaws loop --L 4 --N 1:64:2x --eps 1/32 --block preact,prenorm --plot loops.png
{VALUES}""",
)
@click.option("--width", type=Whole(1), help="Simulate networks of this width too.")
@click.option("--samples", type=Whole(2), help=f"How many of them.  [default: {SAMPLES}]")
@plot_option
@json_option
def command(
    *,
    width: int | None,
    samples: int | None,
    plot: Path | None,
    json_file: Path | None,
    **typed: Any,
) -> None:
    """Growth, coherence, largest safe branch scale and learning rate of a looped block."""
    from depthlaws import grid
    from depthlaws.theory import residual

    if width is None and samples is not None:
        msg = f"--samples {samples} go with --width, which simulates networks"
        raise click.UsageError(msg)
    given, samples = read_options(_asked(), typed), samples or SAMPLES
    if width is None:
        ask = residual.loop
    else:
        # Wrapped, so that its arguments stay those of the question.
        @functools.wraps(residual.loop)
        def ask(L: int, N: int, **rest: Any) -> Any:
            exact = grid.fields(residual.loop(L, N, **rest))
            return exact | _simulated({"L": L, "N": N} | rest, width, samples)

    with word_on_types():
        found = grid.answers("loop", ask, given)
    if plot:
        draw(found, plot, residual.loop, _asked())
    if json_file:
        write_json(found.as_dict() if found.axes else _record(found.rows[0]), json_file)
    if str(json_file) == "-":
        return
    if found.axes:
        show_rows([*found.axes, *SAYS], [_cells(row, found.axes) for row in found.rows])
    else:
        show_rows(("quantity", "value", "meaning"), list(_lines(found.rows[0], width, samples)))


def _lines(row: Mapping[str, Any], width: int | None, samples: int) -> Iterator[Sequence[str]]:
    """Rows of the table: each quantity at infinite width, and simulated."""
    for name, says in SAYS.items():
        yield name, _shown(row[name], row.get(f"{name}_error")), says
        if width is not None and name in SIMULATED:
            value = _shown(row[f"simulated_{name}"], row[f"simulated_{name}_error"])
            yield "  simulated", value, f"mean of {samples} networks of width {width}"


def _cells(row: Mapping[str, Any], axes: Sequence[str]) -> list[str]:
    """Row of the table over a range: what was simulated stands behind the exact value."""
    from depthlaws.values import shown

    cells = [shown(row[axis]) for axis in axes]
    for name in SAYS:
        simulated = f"simulated_{name}"
        exact = "" if row[name] != row[name] else _shown(row[name], row.get(f"{name}_error"))
        found = _shown(row[simulated], row[f"{simulated}_error"]) if simulated in row else ""
        cells.append("; ".join(filter(None, (exact, found))) or "-")
    return cells


def _shown(value: float, error: float | None) -> str:
    if value != value:  # NaN: of one loop no coherence
        return "-"
    return f"{value:.6g}" if error is None else f"{value:.4g} +- {error:.1g}"


def _record(row: Mapping[str, Any]) -> dict[str, Any]:
    names = [name for name in row if not name.endswith("_error")]
    return {name: {"value": row[name], "error": row.get(f"{name}_error")} for name in names}


def _simulated(at: dict[str, Any], width: int, samples: int) -> dict[str, float]:
    """Mean and standard error of each quantity at a finite width.

    The pass forward needs no weight matrix; the signs of gradients take O(width^2) time.
    """
    from depthlaws.sims import Sign
    from depthlaws.sims.residual import Ensemble, ResidualMLP, matrix_free

    block = at.get("block", "preact")

    def model(loops: int, eps: float) -> ResidualMLP:
        return ResidualMLP(
            width=width,
            loops=loops,
            layers=at["L"],
            eps=eps,
            s=at.get("s", 2**0.5),
            normalize=block == "prenorm",
            post_activation=block == "postact",
        )

    with counter("loop") as progress:
        ensemble = Ensemble(samples=samples, seed=int(at.get("seed", 0)), progress=progress)
        looped, once = model(at["N"], at["eps"]), model(1, at["eps"] * at["N"])
        run = matrix_free.simulate(looped, ensemble, observe=("energy", "loop_cosines"))
        sizes = [
            matrix_free.train(one, ensemble, Sign(RATE), observe="change")
            .change.isel(step=1, time=-1)
            .to_numpy()
            / RATE**2
            for one in (looped, once)
        ]
    energy = run["energy"]
    growth = (energy.isel(time=-1) / energy.isel(time=0)).to_numpy()
    return _estimates(growth, run["loop_cosines"].to_numpy(), *sizes)


def _estimates(growth: Any, cosines: Any, looped: Any, once: Any) -> dict[str, float]:
    """Means with their standard errors; roots of mean squares by the delta method."""
    import numpy as np

    from depthlaws.sims import Estimate

    apart, found = ~np.eye(cosines.shape[-1], dtype=bool), {}
    alike = cosines[..., apart].reshape(len(growth), -1)
    for name, values in (
        ("growth", growth),
        ("coherence", alike.mean(axis=1) if apart.any() else ()),
    ):
        one = Estimate.of(values) if len(values) else None
        mean, error = (float(one.mean), float(one.sem)) if one else (math.nan, 0.0)
        found |= {f"simulated_{name}": mean, f"simulated_{name}_error": error}
    square, base = Estimate.of(looped), Estimate.of(once)
    relative = [float(e.sem) / float(e.mean) / 2 if e.mean else 0.0 for e in (square, base)]
    update = float(square.mean) ** 0.5
    shift = (float(base.mean) / float(square.mean)) ** 0.5 if square.mean else 1.0
    return found | {
        "simulated_update": update,
        "simulated_update_error": update * relative[0],
        "simulated_rate_shift": shift,
        # Networks of one loop are other draws than those of many.
        "simulated_rate_shift_error": shift * math.hypot(*relative),
    }
