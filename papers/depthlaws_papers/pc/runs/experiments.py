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
from depthlaws.sims.predictive_coding.inference import Inference
from depthlaws.sims.predictive_coding.model import PCN
from depthlaws.sims.predictive_coding.training import train
from depthlaws.sims.sweeps.run_sweep import sweep

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
INFERRED = {  # case: (activation, step size of inference, 0 for the equilibrium)
    "tanh, twenty steps": ("tanh", 20.0),
    "relu, twenty steps": ("relu", 20.0),
    "tanh, equilibrium": ("tanh", 0.0),
}
FRESH = "64 fresh digits a step, ten outputs"
OBSERVED = ("loss", "energy", "rescaling", "cosine", "between")
STEPS_KEPT = (0, 10, 25, 50, 100, 200)
WIDTHS = {4: (128, 512), 8: (128, 512), 32: (64, 256)}  # of 200 steps, by depth
RATES = (0.001, 0.02)  # eta_0 of Adam: that of the paper, and one that trains in 200 steps
DIGITS, BATCH = 1797, 64  # all digits; inputs of a step, as in the paper
DESCENT_RATE = 0.025  # eta_0 of gradient descent, as on the paper's toy task

ON_DIGITS = """Before training s - 1 falls as 1/N and 1 - cos as 1/N^2, with the constants of theory
where N is much larger than L and the number of outputs. When the loss has halved, from N = 128 to
512: in residual networks loss/F* - 1 goes by a power of N within 0.35 of -1 and 1 - cos by one
within 0.6 of -2, at every depth; at N = 512 the cosine is above 0.99 up to L = 8. In MLPs of 32
layers 1 - cos at equal weights falls too, so not "independent of the width", and stays above that
of residual networks; between two runs it is above 0.1 at N = 512."""
IN_200_STEPS = """Written before the run, when only losses of three networks of N = 32 and one rule
had been seen; the width of the networks of 32 layers was then lowered from 512 to 256, for want of
processor time, before any result had been seen. Rate 1/1000: the loss of residual networks falls by
less than a fifth. Rate 1/50: the loss falls to 0.3 to 0.6 of its initial value in all networks. At
both rates, along 200 steps: between two runs of residual networks of N = 512 the cosine stays above
0.99 at L = 4 and 8; at four times the width, at step 200, 1 - cos between two runs of residual
networks goes by a power of N within 0.5 of -2 in the mean over L = 4 and 8, loss/F* - 1 by one
within 0.25 of -1 in the mean over L = 4, 8 and 32. In MLPs of 32 layers, from N = 64 to 256, 1 -
cos falls by a power of N below -1/4, at equal weights and between two runs, so not "independent of
the width", and at N = 256 it is above that of residual networks. Power: along fixed batches the
powers of one pair of networks had deviations of 0.03 to 0.1 (residual) and 0.14 to 0.25 (MLPs of 32
layers), so that the intervals of eight networks have half-widths of 0.6 and of 0.8 to 1.4; those of
sixteen residual networks 0.2. All networks see the same batches: intervals are of networks, not of
batches."""
IN_SIXTEEN_LAYERS = """Written before the run, when only losses of three networks of N = 32 had been
seen. From N = 128 to 512, before training and after 200 steps, s - 1 and loss/F* - 1 go by a power
of N within 1/2 of -1 and 1 - cos at equal weights by one within 1/2 of -2. Between two runs 1 - cos
falls after 200 steps. Power: as for MLPs of eight layers that Adam trains, 0.1 of a pair, so a
half-width of 0.6 with eight networks: too wide for the ranges if training adds to the scatter."""
AT_512 = """Written before the run. Twenty steps of beta = 20 give a cosine above 0.95 at L = 2 and
below 0.8 at L = 16, as at N = 128: the curvatures of the energy tend to a limit with the width, so
that a larger width does not make twenty steps enough. At equilibrium tanh networks have a cosine
above 0.999 at both depths. Power: at N = 128 the deviation of the cosine was below 0.01; eight
networks give a half-width of 0.06 then."""
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
    return _along(stages.assign_coords(stage=[*STAGES])).assign(step=step)


def _along(run: xr.Dataset) -> xr.Dataset:
    """Return what is observed along predictive coding's run, and the loss along the other."""
    along = run.sel(rule="pc", drop=True)
    along["bp_loss"] = run.loss.sel(rule="bp", drop=True)
    return along.assign_attrs(run.attrs)


def _course(
    network: str, depth: int, width: int, rate: float, optimizer: str, samples: int, seed: int
) -> xr.Dataset:
    """Return what a cell observes at the kept of 200 steps on fresh batches, (sample, step)."""
    run = train(
        PCN(width=width, depth=depth, network=network),
        Inference(),
        samples=samples,
        seed=seed,
        steps=STEPS_KEPT[-1],
        rate=rate,
        optimizer=optimizer,
        task="digits",
        inputs=DIGITS,
        minibatch=BATCH,
        observe=OBSERVED,
        dtype="float32",
        workers=1,
    )
    return _along(run.sel(step=[*STEPS_KEPT]))


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
        tolerance=1e-6 if beta else 1e-5,
        dtype="float32" if beta else "float64",
        workers=1,
    )
    return run.sel(rule="pc", drop=True).isel(step=slice(None, None, 5))


def _inferred_at_start(case: str, depth: int, width: int, samples: int) -> xr.Dataset:
    """Return cosine and loss of a cell before training, (sample,)."""
    activation, beta = INFERRED[case]
    run = _inferred(activation, depth, beta, (width, samples, 0))
    return run.isel(step=0, drop=True)


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
            _course,
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
    run = sweep(_course, {"width": widths}, given=given, store=store)
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
    run = sweep(_inferred, axes, given={"sizes": (width, samples, steps)}, store=store)
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
    run = sweep(_inferred_at_start, axes, given={"width": width, "samples": samples}, store=store)
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
    "pc-inference-512": inference_at_512,
    "pc-sixteen-layers": sixteen_layers,
    "pc-toy-task": toy_task,
    "pc-two-hundred-steps": two_hundred_steps,
}


if __name__ == "__main__":
    print(stored_runs.make(sys.argv[1:], EXPERIMENTS))
