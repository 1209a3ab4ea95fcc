"""Experiments on trained predictive coding networks whose results are stored: minutes to an hour.

``python -m depthlaws_papers.pc.runs.experiments NAME [laptop FOLDER]`` runs one and writes its file
here; cells that FOLDER holds are not run again. A new file gets its checksum into ``RUNS``. Every
file carries the prediction that was written before the run.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.common import stored_runs
from depthlaws.sims.sweeps.run_sweep import sweep
from depthlaws_papers.pc.runs.predictions import (
    AT_512,
    IN_200_STEPS,
    IN_INFERENCE,
    IN_SIXTEEN_LAYERS,
    ON_DIGITS,
    ON_TOY,
)
from depthlaws_papers.pc.runs.trained_networks import (
    DESCENT_RATE,
    INFERRED,
    NETWORKS,
    TOY_CASES,
    course,
    halved,
    inferred,
    inferred_at_start,
    toy,
)

BETAS = (0.1, 1.0, 20.0)  # step sizes of inference; 0 stands for the equilibrium
FRESH = "64 fresh digits a step, ten outputs"
WIDTHS = {4: (128, 512), 8: (128, 512), 32: (64, 256)}  # of 200 steps, by depth
RATES = (0.001, 0.02)  # eta_0 of Adam: that of the paper, and one that trains in 200 steps


def halved_loss(
    *,
    widths: Sequence[int] = (32, 128, 512),
    depths: Sequence[int] = (2, 4, 8, 16, 32),
    samples: int = 8,
    seed: int = 1,
    store: str | Path | None = None,
) -> xr.Dataset:
    """Compare predictive coding with backpropagation before training and at the halved loss.

    Linear networks, mean-field parametrisation, Adam with the paper's powers of width and depth,
    one batch of 64 handwritten digits. The loss is that of predictive coding, the mean of each
    network's share of its loss before training.

    Source: pc, figures 1, 3, A.5 to A.13.

    Parameters
    ----------
    widths, depths : sequence of int
        Widths N and depths L; a depth has its number of steps in ``STEPS``.
    samples, seed : int
        Networks of each cell, and the seed of all draws.
    store : str or Path, optional
        Folder of the cells that are done.

    Returns
    -------
    xarray.Dataset
        ``loss``, ``energy``, ``rescaling`` and ``cosine`` along predictive coding's run,
        ``bp_loss`` along backpropagation's and ``between`` (network, depth, width, stage, sample);
        ``step`` (network, depth, width) of the halved loss.

    Examples
    --------
    >>> dict(halved_loss(widths=(8,), depths=(2,), samples=2).loss.sizes)  # doctest: +SKIP
    {'network': 2, 'depth': 1, 'width': 1, 'stage': 2, 'sample': 2}
    """
    axes = {"network": NETWORKS, "depth": depths, "width": widths}
    run = sweep(halved, axes, given={"samples": samples, "seed": seed}, store=store)
    return run.astype("float32").assign_attrs(
        _provenance(run, prediction=ON_DIGITS, task="64 digits, ten outputs", seed=seed)
    )


def two_hundred_steps(
    *,
    widths: Mapping[int, Sequence[int]] = WIDTHS,
    rates: Sequence[float] = RATES,
    samples: int = 8,
    seed: int = 1,
    store: str | Path | None = None,
) -> xr.Dataset:
    """Train linear networks for 200 steps of Adam on fresh batches by both rules.

    Mean-field parametrisation, Adam with the paper's powers of width and depth, a batch of 64
    handwritten digits at every step, as the paper has of CIFAR-10.

    Source: pc, figures 1, 3, A.5 to A.13.

    Parameters
    ----------
    widths : mapping of int to sequence of int
        Widths N of each depth L.
    rates : sequence of float
        Constants eta_0 of the learning rate.
    samples, seed : int
        Networks of each cell, and the seed of all draws.
    store : str or Path, optional
        Folder of the cells that are done.

    Returns
    -------
    xarray.Dataset
        ``loss``, ``energy``, ``rescaling`` and ``cosine`` along predictive coding's run,
        ``bp_loss`` along backpropagation's and ``between`` (network, rate, depth, width, sample,
        step), at the steps of ``STEPS_KEPT``; NaN where a depth lacks a width.

    Examples
    --------
    >>> run = two_hundred_steps(widths={2: (8,)}, samples=2)  # doctest: +SKIP
    >>> dict(run.sizes)  # doctest: +SKIP
    {'network': 2, 'rate': 2, 'depth': 1, 'width': 1, 'sample': 2, 'step': 6}
    """
    axes = {"network": NETWORKS, "rate": rates}
    given = {"optimizer": "adam", "samples": samples, "seed": seed}
    parts = [
        sweep(
            course,
            axes | {"depth": [depth], "width": of_depth},
            given=given,
            store=None if store is None else Path(store) / str(depth),
        )
        for depth, of_depth in widths.items()
    ]
    run = xr.concat(parts, "depth", join="outer", combine_attrs="drop_conflicts")
    return run.astype("float32").assign_attrs(
        _provenance(run, prediction=IN_200_STEPS, task=FRESH, seed=seed)
    )


def sixteen_layers(
    *,
    widths: Sequence[int] = (32, 128, 512),
    samples: int = 8,
    seed: int = 1,
    store: str | Path | None = None,
) -> xr.Dataset:
    """Train linear MLPs of 16 layers for 200 steps of gradient descent on fresh batches.

    Mean-field parametrisation, eta_0 = 1/40, a batch of 64 handwritten digits at every step.

    Source: pc, figures A.14 and A.15.

    Parameters
    ----------
    widths : sequence of int
        Widths N.
    samples, seed : int
        Networks of each cell, and the seed of all draws.
    store : str or Path, optional
        Folder of the cells that are done.

    Returns
    -------
    xarray.Dataset
        Variables of :func:`two_hundred_steps` (width, sample, step).

    Examples
    --------
    >>> dict(sixteen_layers(widths=(8,), samples=2).sizes)  # doctest: +SKIP
    {'width': 1, 'sample': 2, 'step': 6}
    """
    model = {"network": "mlp", "depth": 16, "rate": DESCENT_RATE, "optimizer": "sgd"}
    given = model | {"samples": samples, "seed": seed}
    run = sweep(course, {"width": widths}, given=given, store=store)
    return run.astype("float32").assign_attrs(
        _provenance(run, prediction=IN_SIXTEEN_LAYERS, task=FRESH, seed=seed)
    )


def inference_while_training(
    *,
    width: int = 128,
    depths: Sequence[int] = (2, 16),
    samples: int = 8,
    steps: int = 40,
    store: str | Path | None = None,
) -> xr.Dataset:
    """Train nonlinear residual networks with twenty steps of inference, and at equilibrium.

    Adam, one batch of 64 handwritten digits, seed 1. ``beta`` 0 stands for the equilibrium, whose
    energy is within 1e-5 of the least one. The stored file lacks ReLU networks of 16 layers at
    equilibrium (NaN), whose Newton steps at kinks take longest.

    Source: pc, figure 4.

    Parameters
    ----------
    width : int
        Width N.
    depths : sequence of int
        Depths L.
    samples, steps : int
        Networks of each cell, and learning steps.
    store : str or Path, optional
        Folder of the cells that are done.

    Returns
    -------
    xarray.Dataset
        ``loss`` and ``cosine`` (activation, depth, beta, sample, step), every fifth step.

    Examples
    --------
    >>> dict(inference_while_training(width=4, samples=2, steps=5).sizes)  # doctest: +SKIP
    {'activation': 2, 'depth': 2, 'beta': 4, 'sample': 2, 'step': 2}
    """
    axes = {"activation": ("tanh", "relu"), "depth": depths, "beta": (*BETAS, 0.0)}
    run = sweep(inferred, axes, given={"sizes": (width, samples, steps)}, store=store)
    return run.astype("float32").assign_attrs(
        _provenance(run, prediction=IN_INFERENCE, task="64 digits, ten outputs", width=width)
    )


def inference_at_512(
    *,
    width: int = 512,
    depths: Sequence[int] = (2, 16),
    samples: int = 8,
    store: str | Path | None = None,
) -> xr.Dataset:
    """Compare twenty steps of inference with the equilibrium in untrained networks of N = 512.

    Nonlinear residual networks, one batch of 64 handwritten digits, seed 1. ReLU networks at
    equilibrium are left out: their Newton steps at kinks would take an hour.

    Source: pc, figure 4.

    Parameters
    ----------
    width : int
        Width N.
    depths : sequence of int
        Depths L.
    samples : int
        Networks of each cell.
    store : str or Path, optional
        Folder of the cells that are done.

    Returns
    -------
    xarray.Dataset
        ``loss`` and ``cosine`` (case, depth, sample), where a case is one of ``INFERRED``.

    Examples
    --------
    >>> dict(inference_at_512(width=4, samples=2).sizes)  # doctest: +SKIP
    {'case': 3, 'depth': 2, 'sample': 2}
    """
    axes = {"case": tuple(INFERRED), "depth": depths}
    run = sweep(inferred_at_start, axes, given={"width": width, "samples": samples}, store=store)
    return run.astype("float32").assign_attrs(
        _provenance(run, prediction=AT_512, task="64 digits, ten outputs", width=width)
    )


def toy_task(
    *,
    sizes: Sequence[int] = (1, 4),
    samples: int = 12,
    seed: int = 1,
    store: str | Path | None = None,
) -> xr.Dataset:
    """Compare predictive coding with backpropagation on the toy task, L = 5, gradient descent.

    Source: pc, figures 2, A.1, A.2, A.16 to A.21.

    Parameters
    ----------
    sizes : sequence of int
        Widths, in units of 128 (linear networks) and of 64 (others).
    samples, seed : int
        Networks of each cell, and the seed of all draws.
    store : str or Path, optional
        Folder of the cells that are done.

    Returns
    -------
    xarray.Dataset
        ``loss``, ``energy`` and ``cosine`` along predictive coding's run, and ``between`` (case,
        size, stage, sample), where a case is one of ``TOY_CASES``.

    Examples
    --------
    >>> dict(toy_task(sizes=(1,), samples=2).sizes)  # doctest: +SKIP
    {'case': 7, 'size': 1, 'sample': 2, 'stage': 2}
    """
    axes = {"case": tuple(TOY_CASES), "size": sizes}
    run = sweep(toy, axes, given={"samples": samples, "seed": seed}, store=store)
    return run.astype("float32").assign_attrs(
        _provenance(run, prediction=ON_TOY, task="toy task, one output", seed=seed)
    )


def _provenance(run: xr.Dataset, **facts: Any) -> Mapping[str, Any]:
    """Return attributes of a stored run: numbers of networks and versions, and the given facts."""
    return {
        "samples": run.sizes["sample"],
        "numpy": np.__version__,
        "dtype": run.attrs.get("dtype", "float32"),
    } | {name: " ".join(v.split()) if isinstance(v, str) else v for name, v in facts.items()}


EXPERIMENTS: dict[str, Callable[..., xr.Dataset]] = {
    "pc-halved-loss": halved_loss,
    "pc-inference": inference_while_training,
    "pc-inference-512": inference_at_512,
    "pc-sixteen-layers": sixteen_layers,
    "pc-toy-task": toy_task,
    "pc-two-hundred-steps": two_hundred_steps,
}

if __name__ == "__main__":
    print(stored_runs.make(sys.argv[1:], EXPERIMENTS))
