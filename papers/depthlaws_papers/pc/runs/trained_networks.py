"""One cell of each experiment: networks that are trained, and what is observed of them."""

import numpy as np
import xarray as xr

from depthlaws.sims.predictive_coding.inference import Inference
from depthlaws.sims.predictive_coding.model import PCN
from depthlaws.sims.predictive_coding.training import train

HALF = 0.5  # of the mean loss before training
STAGES = ("start", "halved")
NETWORKS = ("residual", "mlp")
# Steps after which the mean loss has halved in every network, by depth.
STEPS = {
    "residual": {2: 160, 4: 80, 8: 45, 16: 38, 32: 38},
    "mlp": {2: 120, 4: 24, 8: 16, 16: 16, 32: 44},
}
RATE, DEEP_MLP_RATE = 0.05, 0.02  # eta_0 of Adam; MLPs of 32 layers diverge at the first
GRADIENT_STEPS = 20
INFERRED = {  # case: (activation, step size of inference, 0 for the equilibrium)
    "tanh, twenty steps": ("tanh", 20.0),
    "relu, twenty steps": ("relu", 20.0),
    "tanh, equilibrium": ("tanh", 0.0),
}
OBSERVED = ("loss", "energy", "rescaling", "cosine", "between")
STEPS_KEPT = (0, 10, 25, 50, 100, 200)
DIGITS, BATCH = 1797, 64  # all digits; inputs of a step, as in the paper
DESCENT_RATE = 0.025  # eta_0 of gradient descent, as on the paper's toy task
TOY_CASES = {  # case: (network, activation, parametrisation, eta_0, steps)
    "mlp": ("mlp", "linear", "mean_field", 0.025, 60),
    "residual": ("residual", "linear", "mean_field", 0.025, 80),
    "standard": ("mlp", "linear", "kaiming", 0.025, 100),
    "tanh mlp": ("mlp", "tanh", "mean_field", 1.0, 8),
    "relu mlp": ("mlp", "relu", "mean_field", 1.0, 8),
    "tanh residual": ("residual", "tanh", "mean_field", 1.0, 8),
    "relu residual": ("residual", "relu", "mean_field", 1.0, 8),
}


def halved(network: str, depth: int, width: int, samples: int, seed: int) -> xr.Dataset:
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
    return along(stages.assign_coords(stage=[*STAGES])).assign(step=step)


def along(run: xr.Dataset) -> xr.Dataset:
    """Return what is observed along predictive coding's run, and the loss along the other."""
    along = run.sel(rule="pc", drop=True)
    along["bp_loss"] = run.loss.sel(rule="bp", drop=True)
    return along.assign_attrs(run.attrs)


def course(
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
    return along(run.sel(step=[*STEPS_KEPT]))


def inferred(activation: str, depth: int, beta: float, sizes: tuple[int, int, int]) -> xr.Dataset:
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


def inferred_at_start(case: str, depth: int, width: int, samples: int) -> xr.Dataset:
    """Return cosine and loss of a cell before training, (sample,)."""
    activation, beta = INFERRED[case]
    run = inferred(activation, depth, beta, (width, samples, 0))
    return run.isel(step=0, drop=True)


def toy(case: str, size: int, samples: int, seed: int) -> xr.Dataset:
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
