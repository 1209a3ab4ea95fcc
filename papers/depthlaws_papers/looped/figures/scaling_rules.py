"""Streams under the scaling rules of the looped figures, and their first optimiser steps.

Tied streams use one matrix N times, untied streams use L matrices once. The branch scale eps is
steps^-alpha, with alpha = 0 (none), 1/2 (sqrt) or 1 (linear).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.sims.common.optimizers import AdamW
from depthlaws.sims.residual import dense
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.theory.residual import Stream

RULES: Mapping[str, float] = {"none": 0.0, "sqrt": 0.5, "linear": 1.0}  # eps = steps^-alpha
COUNTS = (1, 2, 4, 8, 16, 32, 64)  # loops or layers in figures 2, 4 and 9 of the paper


def stream(kind: str, count: int, rule: str, *, normalize: bool = True) -> Stream:
    """Return the tied or untied stream of ``count`` steps under a scaling rule."""
    loops, layers = (count, 1) if kind == "tied" else (1, count)
    eps = float(count) ** -RULES[rule]
    return Stream(loops=loops, layers=layers, eps=eps, normalize=normalize)


def network(limit: Stream, width: int) -> ResidualMLP:
    """Return the network of finite width whose infinite-width limit is the given stream."""
    return ResidualMLP(
        width=width,
        loops=limit.loops,
        layers=limit.layers,
        visits=limit.visits,
        eps=limit.eps,
        s=limit.s,
        h0=limit.h0,
        activation=str(limit.activation),
        normalize=limit.normalize,
    )


def increment_of_relu(start: Any, norm: Any) -> float:
    """Return the branch scale at which a normalised ReLU stream has the first increment measured.

    One pass of one block adds the square of the increment to that of the norm; the mean square of
    the ReLU branch is 1/2 of the stream's.
    """
    return float(np.sqrt(2 * (np.mean(np.square(norm)) / np.mean(start) ** 2 - 1)))


def point_seed(seed: int, *numbers: int) -> int:
    """Return a seed for one point of a figure, from the figure's seed and the point's numbers."""
    return int(np.random.SeedSequence([seed, *numbers]).generate_state(1)[0])


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
    """Simulate the first steps of AdamW: output norm R and its update, with 95 % intervals.

    The loss is width (f - 1)^2 / 2 with f = v . h_K / width, on one input of the normalised model.
    Shapes: (rule, count, step) each; step 0 is initialisation, where the update is 0.
    """
    runs = [
        [_trained(stream(kind, n, rule), width, samples, steps, rate, seed) for n in counts]
        for rule in RULES
    ]
    variables = {}
    for name, observed in (("norm", "energy"), ("moved", "last_change")):
        values = [
            [mean_and_half_interval(np.sqrt(run[observed].values)) for run in row] for row in runs
        ]
        for i, variable in enumerate((name, f"{name}_error")):
            variables[variable] = (
                ("rule", "count", "step"),
                [[v[i] for v in row] for row in values],
            )
    coords = {"rule": list(RULES), "count": list(counts), "step": np.arange(steps + 1)}
    return xr.Dataset(
        variables, coords=coords, attrs=simulation_attributes(*(run for row in runs for run in row))
    )


def _trained(
    limit: Stream, width: int, samples: int, steps: int, rate: float, seed: int
) -> xr.Dataset:
    return dense.train(
        network(limit, width),
        Ensemble(samples=samples, seed=seed, dtype="float32"),
        AdamW(rate),
        steps=steps,
        observe=("energy", "last_change"),
        loss="mse",
        target=1.0,
    ).isel(time=-1)
