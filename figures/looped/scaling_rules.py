"""Runs and looks that several figures of the looped paper share.

Tied streams use one matrix N times, untied ones L matrices once; the branch scale is a power of
the number of steps: none (1), sqrt and linear.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.optimizers import AdamW, Optimizer
from depthlaws.sims.residual import dense as dense
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory.residual import Stream

RULES: Mapping[str, float] = {"none": 0.0, "sqrt": 0.5, "linear": 1.0}  # eps = steps^-alpha
COUNTS = (1, 2, 4, 8, 16, 32, 64)  # loops or layers in figures 2, 4 and 9 of the paper


def stream(kind: str, count: int, rule: str, *, normalize: bool = True) -> Stream:
    """Tied or untied stream of some steps under one of the rules."""
    loops, layers = (count, 1) if kind == "tied" else (1, count)
    eps = float(count) ** -RULES[rule]
    return Stream(loops=loops, layers=layers, eps=eps, normalize=normalize)


def network(limit: Stream, width: int) -> ResidualMLP:
    """The finite network whose infinite-width limit a stream is."""
    return ResidualMLP(
        width=width,
        loops=limit.loops,
        layers=limit.layers,
        eps=limit.eps,
        s=limit.s,
        h0=limit.h0,
        activation=str(limit.activation),
        normalize=limit.normalize,
    )


def first_steps(
    kind: str,
    counts: Sequence[int],
    *,
    width: int,
    samples: int,
    steps: int,
    rate: float,
    seed: int,
) -> xr.Dataset:
    """Output norm R and its update in the first steps of AdamW: mean and standard error.

    The loss is width (f - 1)^2 / 2 with f = v . h_K / width, on one input of the normalised model.
    Shapes: (rule, count, step) each; step 0 is initialisation, where the update is 0.
    """
    adam = AdamW(rate)
    runs = [
        [_one(stream(kind, n, rule), adam, width, samples, steps, seed) for n in counts]
        for rule in RULES
    ]
    found = {
        name: (("rule", "count", "step"), [[one[name] for one in row] for row in runs])
        for name in ("norm", "norm_error", "moved", "moved_error")
    }
    return xr.Dataset(found, coords={"rule": list(RULES), "count": list(counts)})


def _one(
    limit: Stream, optimizer: Optimizer, width: int, samples: int, steps: int, seed: int
) -> dict[str, np.ndarray]:
    run = dense.train(
        network(limit, width),
        Ensemble(samples=samples, seed=seed, dtype="float32"),
        optimizer,
        steps=steps,
        observe=("energy", "last_change"),
        loss="mse",
        target=1.0,
    ).isel(time=-1)
    norm = Estimate.of(np.sqrt(run.energy.values))
    moved = Estimate.of(np.sqrt(run.last_change.values))
    return {
        "norm": norm.mean,
        "norm_error": norm.sem,
        "moved": moved.mean,
        "moved_error": moved.sem,
    }


# -- looks -----------------------------------------------------------------------------------------

EXACT: dict[str, Any] = {"color": "black", "linewidth": 1.2, "zorder": 4}
SIMULATED: dict[str, Any] = {
    "color": "black",
    "linestyle": "",
    "marker": "o",
    "markerfacecolor": "white",
    "elinewidth": 0.8,
    "zorder": 5,
}
OTHER = "#d55e00"  # vermilion: told from the map's colours without colour vision and in grey


def step_colours(steps: Sequence[int]) -> dict[int, Any]:
    """Light to dark with the optimiser step."""
    shades = np.linspace(style.LIGHTEST, style.DARKEST, len(steps))
    return {int(s): mpl.colormaps[style.MAP](v) for s, v in zip(steps, shades, strict=True)}


def step_handles(steps: Sequence[int]) -> list[Line2D]:
    """Legend entries of the first and last optimiser step."""
    colours = step_colours(steps)
    return [
        Line2D([], [], color=colours[s], label=f"step {s}") for s in sorted({steps[0], steps[-1]})
    ]


def doublings(axis: Axes, counts: Iterable[int], label: str) -> None:
    """Logarithmic x axis whose ticks are the counts themselves."""
    axis.set_xscale("log", base=2)
    ticks = list(counts)
    axis.set_xticks(ticks, [f"{n:g}" for n in ticks])
    axis.set_xticks([], minor=True)
    axis.set_xlabel(label)


def handle(look: Mapping[str, Any], label: str) -> Line2D:
    """Legend entry with line and hollow marker."""
    return Line2D([], [], **{**look, "markerfacecolor": "white"}, label=label)


def exact_and_simulated(simulated: str = "simulated") -> list[Line2D]:
    """Legend entries of theory and simulation."""
    return [
        Line2D([], [], color="0.3", label="exact, infinite width"),
        Line2D([], [], **style.points({"color": "0.3", "marker": "o"}), label=simulated),
    ]
