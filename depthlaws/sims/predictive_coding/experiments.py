"""Experiments on trained predictive coding networks whose results are stored: minutes to an hour.

``python -m depthlaws.sims.predictive_coding.experiments NAME FOLDER`` runs one and writes its file
beside those of the other stored runs; cells that FOLDER holds are not run again. A new file gets
its checksum into ``sims.common.stored_runs.RESULTS``. Every file carries the prediction that was
written before the run.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.sims.common import stored_runs
from depthlaws.sims.common.argument_checks import choice
from depthlaws.sims.predictive_coding.inference import Inference
from depthlaws.sims.predictive_coding.model import PCN
from depthlaws.sims.predictive_coding.training import train
from depthlaws.sims.sweeps.run_sweep import sweep

__all__ = ["halved_loss", "inference_while_training", "toy_task"]

HALF = 0.5  # of the mean loss before training
STAGES = ("start", "halved")
NETWORKS = ("residual", "mlp")
# Steps after which the mean loss has halved in every network, by depth.
STEPS = {
    "residual": {2: 160, 4: 80, 8: 45, 16: 38, 32: 38},
    "mlp": {2: 120, 4: 24, 8: 16, 16: 16, 32: 44},
}
RATE, DEEP_MLP_RATE = 0.05, 0.02  # eta_0 of Adam; MLPs of 32 layers diverge at the first
BETAS = (0.1, 1.0, 20.0)  # step sizes of inference; 0 stands for the equilibrium
GRADIENT_STEPS = 20
OBSERVED = ("loss", "energy", "rescaling", "cosine", "between")

ON_DIGITS = """Before training s - 1 falls as 1/N and 1 - cos as 1/N^2, with the constants of theory
where N is much larger than L and the number of outputs. When the loss has halved, from N = 128 to
512: in residual networks loss/F* - 1 goes by a power of N within 0.35 of -1 and 1 - cos by one
within 0.6 of -2, at every depth; at N = 512 the cosine is above 0.99 up to L = 8. In MLPs of 32
layers 1 - cos at equal weights falls too, so not "independent of the width", and stays above that
of residual networks; between two runs it is above 0.1 at N = 512."""
IN_INFERENCE = """While the loss falls, at L = 16 twenty steps of inference leave the cosine below
0.8 for every step size up to 20, and the loss falls more slowly the smaller the step; at L = 2 the
cosine after steps of size 20 is above 0.99; at equilibrium it is above 0.95 at both depths, before
training and after 40 steps."""

ON_TOY = """From N = 128 to 512 (nonlinear networks from 64 to 256), before training and at the last
step, mean-field networks: loss/F* - 1 goes by a power of N within 0.3 of -1, 1 - cos at equal
weights by one within 0.6 of -2. Standard weights: loss/F* - 1 before training goes by a power
within 0.2 of 0, 1 - cos at equal weights falls. Written after the figures had shown as much for
three to five networks."""
TOY_CASES = {  # case: (network, activation, parametrisation, eta_0, steps)
    "mlp": ("mlp", "linear", "mean_field", 0.025, 60),
    "residual": ("residual", "linear", "mean_field", 0.025, 80),
    "standard": ("mlp", "linear", "kaiming", 0.025, 100),
    "tanh mlp": ("mlp", "tanh", "mean_field", 1.0, 8),
    "relu mlp": ("mlp", "relu", "mean_field", 1.0, 8),
    "tanh residual": ("residual", "tanh", "mean_field", 1.0, 8),
    "relu residual": ("residual", "relu", "mean_field", 1.0, 8),
}


def _halved(network: str, depth: int, width: int, samples: int, seed: int) -> xr.Dataset:
    """Return what a cell observes before training and at the halved loss, (stage, sample)."""
    run = train(
        PCN(width=width, depth=depth, network=network),
        Inference(),
        samples=samples,
        seed=seed,
        steps=STEPS[network][depth],
        rate=DEEP_MLP_RATE if (network, depth) == ("mlp", 32) else RATE,
        optimizer="adam",
        task="digits",
        observe=OBSERVED,
        dtype="float32",
        workers=1,
    )
    share = (run.loss / run.loss.isel(step=0)).sel(rule="pc").mean("sample").to_numpy()
    step = int(np.argmax(share <= HALF)) if share.min() <= HALF else len(share) - 1
    stages = run.isel(step=[0, step]).drop_vars("step").rename(step="stage")
    along = stages.sel(rule="pc", drop=True).assign_coords(stage=[*STAGES])
    along["bp_loss"] = stages.loss.sel(rule="bp", drop=True)
    return along.assign(step=step).assign_attrs(run.attrs)


def _inferred(activation: str, depth: int, beta: float, sizes: tuple[int, int, int]) -> xr.Dataset:
    """Return cosine and loss of a cell, (sample, step), every fifth step."""
    width, samples, steps = sizes
    gradient = Inference(method="gradient", step=beta or 1.0, iterations=GRADIENT_STEPS)
    run = train(
        PCN(width=width, depth=depth, network="residual", activation=activation),
        gradient if beta else Inference(),
        samples=samples,
        seed=1,
        steps=steps,
        rate=0.1,
        optimizer="adam",
        task="digits",
        rules="pc",
        observe=("loss", "cosine"),
        tolerance=1e-5,
        dtype="float32" if beta else "float64",
        workers=1,
    )
    return run.sel(rule="pc", drop=True).isel(step=slice(None, None, 5))


def _toy(case: str, size: int, samples: int, seed: int) -> xr.Dataset:
    """Return what a cell observes at the first and the last step, (stage, sample)."""
    network, activation, parametrization, rate, steps = TOY_CASES[case]
    linear = activation == "linear"
    run = train(
        PCN(
            width=size * (128 if linear else 64),
            depth=5,
            network=network,
            activation=activation,
            parametrization=parametrization,
        ),
        Inference(),
        samples=samples,
        seed=seed,
        steps=steps,
        rate=rate,
        observe=("loss", "energy", "cosine", "between"),
        tolerance=1e-6,
        workers=1,
    )
    stages = run.isel(step=[0, steps]).drop_vars("step").rename(step="stage")
    along = stages.sel(rule="pc", drop=True).assign_coords(stage=["start", "end"])
    return along.assign_attrs(run.attrs)


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
    run = sweep(_halved, axes, given={"samples": samples, "seed": seed}, store=store)
    return run.astype("float32").assign_attrs(
        _provenance(run, prediction=ON_DIGITS, task="64 digits, ten outputs", seed=seed)
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
    run = sweep(_inferred, axes, given={"sizes": (width, samples, steps)}, store=store)
    return run.astype("float32").assign_attrs(
        _provenance(run, prediction=IN_INFERENCE, task="64 digits, ten outputs", width=width)
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
    run = sweep(_toy, axes, given={"samples": samples, "seed": seed}, store=store)
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
    "pc-toy-task": toy_task,
}


def main(name: str, folder: str) -> str:
    """Run an experiment with its cells in a folder, write its file and return the checksum."""
    run = EXPERIMENTS[choice("name", name, EXPERIMENTS)](store=Path(folder) / name)
    return stored_runs.store_run(name, run)


if __name__ == "__main__":
    print(main(*sys.argv[1:]))
