"""Predictive-coding runs over a grid of networks, as means over networks with 95 % intervals."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.sims.predictive_coding import PCN, Inference, train

MAX_SAMPLE_FACTOR = 4  # narrow networks vary more: up to this many times the widest one's samples
RUNS_SENTENCE = """{samples} networks at the largest width, up to four times as many at smaller
    widths; widths {widths}, seed {seed}."""


def means_over_networks(
    run: xr.Dataset, names: Iterable[str]
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return mean over networks and half of its 95 % interval, for each named variable."""
    means = {}
    for name in names:
        values = run[name].transpose("sample", ...).to_numpy()
        single = values[0], 0 * values[0]
        means[name] = mean_and_half_interval(values) if len(values) > 1 else single
    return means


def train_over(
    models: Mapping[Any, PCN],
    dim: str,
    names: Sequence[str],
    /,
    *,
    samples: int,
    seed: int,
    inference: Inference | None = None,
    derived: Mapping[str, Callable[[xr.Dataset], xr.DataArray]] | None = None,
    **options: Any,
) -> tuple[xr.Dataset, list[xr.Dataset]]:
    """Train one network for each value of ``dim``; return means with ``..._error``, and the runs.

    The widest network is trained ``samples`` times, narrower ones up to MAX_SAMPLE_FACTOR times as
    often. ``derived`` names variables that are computed from a run before the means are taken.
    """
    derived = derived or {}
    widest = max(m.width for m in models.values())
    runs = [
        train(
            m,
            inference or Inference(),
            seed=seed,
            observe=names,
            samples=samples * min(MAX_SAMPLE_FACTOR, widest // m.width),
            **options,
        )
        for m in models.values()
    ]
    parts = []
    for run in (run.assign({n: derive(run) for n, derive in derived.items()}) for run in runs):
        data = {}
        for name, (mean, half) in means_over_networks(run, [*names, *derived]).items():
            dims = tuple(d for d in run[name].dims if d != "sample")
            data |= {name: (dims, mean), f"{name}_error": (dims, half)}
        parts.append(xr.Dataset(data, coords={"rule": run.rule, "step": run.step}))
    return xr.concat(parts, dim=dim).assign_coords({dim: list(models)}), runs
