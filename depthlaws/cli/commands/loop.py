"""``depthlaws loop``: growth, coherence and learning rate of a looped block."""

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from depthlaws.cli.command import Command
from depthlaws.cli.function_commands import (
    VALUES,
    draw,
    options,
    plot_option,
    read_options,
    type_errors_as_bad_input,
)
from depthlaws.cli.output import counter, echo, show_rows, write_json
from depthlaws.cli.shared_options import WholeNumber, json_option

NORMS = {  # words behind the growth, by block
    "preact": " without a norm (--block prenorm is a pre-norm transformer)",
    "postact": " without a norm",
    "prenorm": " with a norm before each branch",
}
MEANINGS = {
    "growth": "energy after the loops over the energy of h_0",
    "many_loops": "limit of the growth for many loops at the same eps N",
    "unrolled": "growth with a fresh matrix for every layer of every loop",
    "coherence": "mean cosine between increments of different visits of a layer",
    "largest_eps": "branch scale at which the growth reaches the bound",
    "noise": "relative change of the output per relative noise of the matrices",
    "update": "change of the output by one sign step of learning rate 1",
    "rate_shift": "rate that keeps this change, over that of one visit with the summed scale",
}
SECOND_NAMES = {"L": "layers", "N": "loops"}  # the simulators' words for the options
SIMULATED = ("growth", "coherence", "update", "rate_shift")
MAX_NAMED = 3  # curves whose range the title of a plot names
DEFAULT_SAMPLES = 20  # simulated networks
SIGN_STEP_RATE = 1e-3  # small enough that the response is linear to about a thousandth


class Loop(Command):
    """A command with the options of ``residual.loop``, made when they are needed."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Options of ``residual.loop``, then those of the simulation."""
        from depthlaws.theory import residual

        return [*options(residual.loop, _parameters(), SECOND_NAMES), *super().get_params(ctx)]


@functools.cache
def _parameters() -> Sequence[Any]:
    from depthlaws.base.arguments import parameters
    from depthlaws.theory import residual

    return parameters(residual.loop)


@click.command(
    "loop",
    cls=Loop,
    epilog=f"""\b
Examples:
  depthlaws loop --L 4 --N 16 --eps 1/32
  depthlaws loop --visits 2+4x16+2 --lam 1
  depthlaws loop --L 4 --N 8 --lam 1 --use-loops 32
  depthlaws loop --visits 2+4x4+2 --lam 1 --use-visits 2+4x16+2
  depthlaws loop --L 4 --N 16 --eps 1/64 --block postact --width 256 --samples 10
  depthlaws loop --L 4 --N 1:64:2x --eps 1/32 --block preact,prenorm --plot loops.png
{VALUES}""",
)
@click.option("--width", type=WholeNumber(1), help="Width of networks to simulate as well.")
@click.option(
    "--samples",
    type=WholeNumber(2),
    help=f"Number of these networks.  [default: {DEFAULT_SAMPLES}]",
)
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
    from depthlaws.cli import grid
    from depthlaws.theory import residual

    if width is None and samples is not None:
        msg = f"--samples {samples} needs --width, which simulates networks"
        raise click.UsageError(msg)
    given, samples = read_options(_parameters(), typed), samples or DEFAULT_SAMPLES
    if width is None:
        question = residual.loop
    else:
        # Wrapped, so that its signature is that of residual.loop.
        @functools.wraps(residual.loop)
        def question(L: int | None = None, N: int | None = None, **options: Any) -> Any:
            exact = grid.fields(residual.loop(L, N, **options))
            return exact | _simulated({"L": L, "N": N} | options, width, samples)

    with type_errors_as_bad_input():
        answers = grid.answers("loop", question, given)
    if plot:
        draw(answers, plot, residual.loop, _parameters(), MEANINGS, finding=_finding(answers))
    if json_file:
        write_json(answers.as_dict() if answers.axes else _record(answers.rows[0]), json_file)
    if str(json_file) == "-":
        return
    if not answers.axes:
        usual = {p.name: p.default for p in _parameters()}
        s, block = (given.get(name, [usual[name]])[0] for name in ("s", "block"))
        echo(_verdict(answers.rows[0], s, block))
    if answers.axes:
        rows = [_cells(row, answers.axes) for row in answers.rows]
        show_rows([*answers.axes, *MEANINGS], rows)
    else:
        show_rows(("quantity", "value", "meaning"), list(_lines(answers.rows[0], width, samples)))


def _verdict(row: Mapping[str, Any], s: float, block: str) -> str:
    """Return the sentence that answers first: growth, bound and largest branch scale."""
    side = "within" if row["growth"] <= row["bound"] else "above"
    return (
        f"At s = {s:.4g} (--s) the energy grows {row['growth']:.4g}-fold{NORMS[block]}, {side} the "
        f"bound {row['bound']:g} (--bound). "
        f"The largest branch scale within it is {row['largest_eps']:.4g}."
    )


def _finding(answers: Any) -> str:
    """Return the sentence on the range in which the energy stays within the bound."""
    from depthlaws.cli.plot_curves import panels, x_name
    from depthlaws.cli.values import shown

    bounds = {row["bound"] for row in answers.rows}
    if not answers.axes or len(bounds) > 1:
        return ""
    (bound,), x = bounds, x_name(answers)
    growth = next(panel for panel in panels(answers) if panel.name == "growth")
    curves = [curve for curve in growth.curves if not curve.simulated]
    parts = []
    for curve in curves:
        within = [y <= bound for y in curve.y]
        of = f" ({curve.label})" * (len(curves) > 1)
        if all(within):
            parts.append(f"at every {x} drawn{of}")
        elif within[0]:
            parts.append(f"up to {x} = {shown(curve.x[within.index(False) - 1])}{of}")
        else:
            parts.append(f"not at {x} = {shown(curve.x[0])}{of}")
    if len(parts) > MAX_NAMED:
        inside = sum(y <= bound for curve in curves for y in curve.y)
        parts = [f"at {inside} of {sum(len(curve.y) for curve in curves)} points drawn"]
    return f"The energy stays within {bound:g}-fold {', '.join(parts)}"


def _lines(row: Mapping[str, Any], width: int | None, samples: int) -> Iterator[Sequence[str]]:
    """Rows of the table: each quantity at infinite width, and simulated."""
    for name, meaning in MEANINGS.items():
        yield name, _shown(row[name], row.get(f"{name}_error")), meaning
        if width is not None and name in SIMULATED:
            value = _shown(row[f"simulated_{name}"], row[f"simulated_{name}_error"])
            yield "  simulated", value, f"mean of {samples} networks of width {width}"


def _cells(row: Mapping[str, Any], axes: Sequence[str]) -> list[str]:
    """Row of the table over a range: each exact value, then the simulated value if there is one."""
    from depthlaws.cli.values import shown

    cells = [shown(row[axis]) for axis in axes]
    for name in MEANINGS:
        simulated = f"simulated_{name}"
        exact = "" if row[name] != row[name] else _shown(row[name], row.get(f"{name}_error"))
        sampled = _shown(row[simulated], row[f"{simulated}_error"]) if simulated in row else ""
        cells.append("; ".join(filter(None, (exact, sampled))) or "-")
    return cells


def _shown(value: float, error: float | None) -> str:
    if value != value:  # NaN: one loop has no coherence
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
    from depthlaws.sims.residual import Ensemble, matrix_free

    looped, once = _models(at, width)
    with counter("loop") as progress:
        ensemble = Ensemble(samples=samples, seed=int(at.get("seed", 0)), progress=progress)
        run = matrix_free.simulate(looped, ensemble, observe=("energy", "cosines"))
        sizes = [
            matrix_free.train(trained, ensemble, Sign(SIGN_STEP_RATE), observe="change")
            .change.isel(step=1, time=-1)
            .to_numpy()
            / SIGN_STEP_RATE**2
            for trained in (looped, once)
        ]
    energy = run["energy"]
    growth = (run["energy_out"] / energy.isel(time=0)).to_numpy()
    pairs = run["cosines"].to_numpy()[..., _other_visits(looped)].reshape(len(growth), -1)
    return _estimates(growth, pairs, *sizes)


def _models(at: Mapping[str, Any], width: int) -> tuple[Any, Any]:
    """Networks of a question: as asked, and with each layer visited once at its summed scale."""
    import numpy as np

    from depthlaws.base.visit_order import visit_order
    from depthlaws.sims.residual import ResidualMLP
    from depthlaws.theory import residual

    visits, block = at.get("visits"), at.get("block", "preact")
    order = visit_order(visits) if visits else tuple(range(at["L"])) * at["N"]
    eps = at.get("eps")
    scales = (
        np.full(len(order), eps) if eps is not None else residual.visit_scales(order, at["lam"])
    )
    if at.get("use_visits"):
        tuned = dict(zip(order, scales, strict=True))  # of each layer
        order = visit_order(at["use_visits"])
        scales = np.array([tuned[layer] for layer in order])
    same: dict[str, Any] = {
        "width": width,
        "s": at.get("s", 2**0.5),
        "normalize": block == "prenorm",
        "post_activation": block == "postact",
    }
    shape: dict[str, Any] = (
        {"visits": order, "eps": scales}
        if visits
        else {"loops": at.get("use_loops") or at["N"], "eps": scales[0]}
    )
    once = np.bincount(order, weights=scales)
    if not visits:
        once = once * shape["loops"] / at["N"]
    layers = max(order) + 1
    return (
        ResidualMLP(layers=layers, **shape, **same),
        ResidualMLP(layers=layers, eps=once, **same),
    )


def _other_visits(model: Any) -> Any:
    """Mask of the pairs of different visits of one layer."""
    import numpy as np

    order = np.array(model.matrices)
    return (order[:, None] == order) & ~np.eye(len(order), dtype=bool)


def _estimates(growth: Any, pairs: Any, looped: Any, once: Any) -> dict[str, float]:
    """Means with their standard errors; for roots of mean squares by the delta method.

    Without other visits, and where an increment has no direction, there is no coherence: NaN.
    """
    import numpy as np

    from depthlaws.sims import Estimate

    estimates = {}
    for name, values in (
        ("growth", growth),
        ("coherence", pairs.mean(axis=1) if pairs.size else ()),
    ):
        known = len(values) and np.isfinite(values).all()
        estimate = Estimate.of(values) if known else None
        mean, error = (float(estimate.mean), float(estimate.sem)) if estimate else (math.nan, 0.0)
        estimates |= {f"simulated_{name}": mean, f"simulated_{name}_error": error}
    square, base = Estimate.of(looped), Estimate.of(once)
    relative = [float(e.sem) / float(e.mean) / 2 if e.mean else 0.0 for e in (square, base)]
    update = float(square.mean) ** 0.5
    shift = (float(base.mean) / float(square.mean)) ** 0.5 if square.mean else 1.0
    return estimates | {
        "simulated_update": update,
        "simulated_update_error": update * relative[0],
        "simulated_rate_shift": shift,
        # The two errors are independent: the networks are drawn apart.
        "simulated_rate_shift_error": shift * math.hypot(*relative),
    }
