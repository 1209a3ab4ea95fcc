"""PC, Figure 4: nonlinear networks after twenty inference steps, and at equilibrium."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variable_attributes import describe, given, simulated
from depthlaws.figures.pc.averaged_runs import means_over_networks
from depthlaws.figures.pc.axes import styles_by_value
from depthlaws.sims.predictive_coding import PCN, Inference, train
from depthlaws.theory.papers import PC

ACTIVATIONS = {"tanh": "tanh", "relu": "ReLU"}
TOLERANCE = 1e-6  # relative energy above the least at an equilibrium


@dataclass(frozen=True)
class Parameters:
    """Step sizes, batch and inference steps are those of section A.8, depths 2 and 16 too."""

    depths: tuple[int, ...] = (2, 4, 16)
    betas: tuple[float, ...] = (0.1, 0.5, 1.0, 5.0, 10.0, 20.0)
    width: int = 64
    inputs: int = 64
    equilibrated: int = 16
    iterations: int = 20
    samples: int = 4
    dtype: str = "float64"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Cosines before training, after some inference steps of every size and at equilibrium."""
    p, runs = parameters, []
    shape = (2, len(ACTIVATIONS), len(p.depths))
    cosine, equilibrium = np.empty((*shape, len(p.betas))), np.empty(shape)
    for i, activation in enumerate(ACTIVATIONS):
        for j, depth in enumerate(p.depths):
            model = PCN(width=p.width, depth=depth, network="residual", activation=activation)
            for k, beta in enumerate(p.betas):
                inference = Inference(method="gradient", step=beta, iterations=p.iterations)
                runs.append(_start(p, model, inference, seed, p.inputs))
                cosine[:, i, j, k] = _mean(runs[-1])
            runs.append(_start(p, model, Inference(), seed, p.equilibrated, tolerance=TOLERANCE))
            equilibrium[:, i, j] = _mean(runs[-1])
    dims = ("activation", "depth")
    ds = xr.Dataset(
        {
            "cosine": ((*dims, "beta"), cosine[0]),
            "cosine_error": ((*dims, "beta"), cosine[1]),
            "equilibrium": (dims, equilibrium[0]),
            "equilibrium_error": (dims, equilibrium[1]),
        },
        coords={"activation": list(ACTIVATIONS), "depth": list(p.depths), "beta": list(p.betas)},
        attrs=simulation_attributes(*runs),
    )
    return describe(
        ds,
        cosine=simulated("cosine of the gradients of energy and loss before training"),
        cosine_error=simulated("half of the 95 % interval of the cosine"),
        equilibrium=simulated("cosine at the equilibrium of the activities, before training"),
        equilibrium_error=simulated("half of the 95 % interval of the cosine at equilibrium"),
        activation=given("activation"),
        depth=given("depth L"),
        beta=given("step size of inference, on the mean energy of the batch"),
    )


def _start(
    p: Parameters, model: PCN, inference: Inference, seed: int, inputs: int, **options: Any
) -> xr.Dataset:
    return train(
        model,
        inference,
        samples=p.samples,
        seed=seed,
        steps=0,
        task="digits",
        inputs=inputs,
        rules="pc",
        observe="cosine",
        dtype=p.dtype,
        **options,
    )


def _mean(run: xr.Dataset) -> tuple[float, float]:
    """Return the mean cosine over networks and half of its 95 % interval."""
    mean, half = means_over_networks(run, ["cosine"])["cosine"]
    return mean.item(), half.item()


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one panel for each activation: cosine over the step size, and at equilibrium."""
    (axes,) = style.panels(canvas, 1, 2, sharey=True)
    looks = styles_by_value(ds.depth.values.tolist())
    for axis, (activation, name) in zip(axes, ACTIVATIONS.items(), strict=True):
        _panel(axis, ds.sel(activation=activation), looks)
        axis.set(title=name, xlabel=r"inference step size $\beta$", ylabel=r"$\cos$(PC, BP)")
    style.outer_labels_only(axes, x=False)
    handles = [style.legend_entry(style.points(look), f"$L={d}$") for d, look in looks.items()]
    style.legend(canvas, handles)
    style.panel_letters(axes)


def _panel(axis: Axes, ds: xr.Dataset, looks: dict) -> None:
    betas = ds.beta.values.tolist()
    end = betas[-1] * betas[-1] / betas[-2] * 2
    for depth, look in looks.items():
        at = ds.sel(depth=depth)
        axis.errorbar(ds.beta, at.cosine, at.cosine_error, **style.bars(look))
        axis.errorbar([end], at.equilibrium, at.equilibrium_error, **style.bars(look))
    axis.axvline((betas[-1] * end) ** 0.5, **style.GUIDE)
    axis.set(xscale="log", ylim=(0.4, 1.06))
    shown = betas[:: max(1, len(betas) // 3)]
    axis.set_xticks([*shown, end], [*(f"{b:g}" for b in shown), "equilibrium"])
    axis.set_xticks([], minor=True)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Cosines at the largest depth, by the largest step size and at equilibrium."""
    deep = ds.isel(depth=-1, beta=-1)
    rows = []
    for a in ds.activation.values:
        at, what = deep.sel(activation=a), f"{a}, L = {int(deep.depth)}: cos "
        rows += [
            Quote(what + "after 20 steps of the largest beta", "aligned", float(at.cosine)),
            Quote(what + "at equilibrium", "aligned", float(at.equilibrium)),
        ]
    return rows


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Cosines of the shallowest and deepest networks at the largest step size, and equilibrium."""
    largest = ds.cosine.isel(beta=-1)
    ends = lambda values: f"{float(values.min()):.2f} to {float(values.max()):.2f}"  # noqa: E731
    return {
        "shallowest": int(ds.depth.min()),
        "deepest": int(ds.depth.max()),
        "shallow": ends(largest.isel(depth=0)),
        "deep": ends(largest.isel(depth=-1)),
        "least": f"{float(ds.equilibrium.min()):.2f}",
    }


FIGURE = Figure(
    id="pc-fig4",
    says="Twenty inference steps of the largest size align the gradients at depth 2, not at depth "
    "16; at equilibrium they align at both (digits).",
    source=PC.figure(4),
    caption="""Cosine of the gradients of the energy and of the loss of nonlinear residual networks
    (alpha = 1/2, mean-field) before training, after {iterations} gradient steps of inference with
    step size beta on the mean energy of a batch of {inputs} handwritten digits, in place of
    CIFAR-10 (left of the dashed line), and at the equilibrium of the activities (right; on
    {equilibrated} of the digits, by Gauss-Newton steps that keep units at kinks of ReLU, relative
    energy within 1e-6). The paper draws the cosine along training. Steps of the largest beta
    give {shallow} at L = {shallowest} and {deep} at L = {deepest}, the value that the
    output layer alone contributes; at equilibrium the cosine is {least} or more. Bars are 95 %
    intervals by Student's t.""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    claims=("PC-TK4", "PC-S6-steps", "PC-F4", "PC-F4-deep", "PC-B33"),
    height=3.0,
    quick=Parameters(),
    paper=Parameters(width=2048, equilibrated=64, dtype="float32"),
    tiny={"depths": (2, 3), "betas": (0.1, 1.0), "width": 4, "inputs": 4, "equilibrated": 4},
    data=data,
    facts=facts,
    draw=draw,
    quotes=quotes,
)
