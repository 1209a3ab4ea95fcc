"""PC, Figure 4: nonlinear networks, twenty inference steps, and the equilibrium they aim at."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, given, simulated
from depthlaws.figures.pc.common import BLACK, shades, steps
from depthlaws.sims.predictive_coding import PCN, Inference, train
from depthlaws.theory.papers import PC

ACTIVATIONS = ("tanh", "relu")


@dataclass(frozen=True)
class Parameters:
    """Depths, step sizes, batch and inference steps as in section A.8."""

    depths: tuple[int, ...] = (2, 16)
    betas: tuple[float, ...] = (0.1, 0.5, 1.0, 5.0, 10.0, 20.0)
    width: int = 64
    inputs: int = 64
    equilibrated: int = 16
    iterations: int = 20
    steps: int = 6
    samples: int = 1
    dtype: str = "float64"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Cosines along training, after some inference steps; before training at equilibrium."""
    p = parameters
    shape = (len(ACTIVATIONS), len(p.depths))
    cosine = np.empty((*shape, len(p.betas), p.steps + 1))
    exact_, promise, runs = np.empty(shape), 1e-6, []
    for i, j in np.ndindex(shape):
        model = PCN(width=p.width, depth=p.depths[j], network="residual", activation=ACTIVATIONS[i])
        for k, beta in enumerate(p.betas):
            how = Inference(method="gradient", step=beta, iterations=p.iterations)
            runs.append(_run(p, model, how, seed, p.steps, p.inputs))
            cosine[i, j, k] = runs[-1].cosine[0].mean("sample")
        runs.append(_run(p, model, Inference(), seed, 0, p.equilibrated, tolerance=promise))
        exact_[i, j] = runs[-1].cosine[0].mean()
    dims = ("activation", "depth")
    ds = xr.Dataset(
        {"cosine": ((*dims, "beta", "step"), cosine), "equilibrium": (dims, exact_)},
        coords={
            "activation": list(ACTIVATIONS),
            "depth": list(p.depths),
            "beta": list(p.betas),
            "step": np.arange(p.steps + 1),
        },
        attrs=computed(*runs) | {"width": p.width, "iterations": p.iterations},
    )
    return described(
        ds,
        cosine=simulated("cosine of the gradients of energy and loss, same parameters"),
        equilibrium=simulated("the same before training, at the equilibrium of the activities"),
        activation=given("activation"),
        depth=given("depth L"),
        beta=given("step size of inference, on the mean energy of the batch"),
        step=given("step of training", "step"),
    )


def _run(p: Parameters, model: PCN, how: Inference, seed: int, steps: int, inputs: int, **more):
    return train(
        model,
        how,
        samples=p.samples,
        seed=seed,
        steps=steps,
        rate=1e-3,
        optimizer="adam",
        task="digits",
        inputs=inputs,
        rules="pc",
        observe="cosine",
        dtype=p.dtype,
        **more,
    )


WORDS = {"tanh": "tanh", "relu": "ReLU"}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """One panel a network: every beta along training, and the equilibrium at the start."""
    grid = style.panels(canvas, 2, 2, sharex=True, sharey=True)
    looks = shades(ds.beta.values.tolist())
    for (i, j), axis in np.ndenumerate(grid):
        at = ds.isel(activation=i, depth=j)
        for beta, look in looks.items():
            axis.plot(at.step, at.cosine.sel(beta=beta), **style.points(look))
        start = {**BLACK, "marker": "*", "color": style.OTHER}
        axis.plot(at.step[:1], [at.equilibrium], **style.points(start, markersize=9))
        axis.set_title(f"{WORDS[at.activation.item()]}, $L={int(at.depth)}$")
        axis.set(ylabel=r"$\cos$(PC, BP)", ylim=(0.4, 1.06))
        steps(axis)
    style.outer(grid.flat)
    handles = [style.entry(style.points(look), rf"$\beta={b:g}$") for b, look in looks.items()]
    star = style.points({"color": style.OTHER, "marker": "*"}, markersize=9)
    handles.append(style.entry(star, "at equilibrium, before training"))
    style.legend(canvas, handles)
    style.letters(grid.flat)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """The largest step size at the largest depth, and equilibrium."""
    deep = ds.isel(depth=-1, step=-1, beta=-1)
    found = []
    for a in ds.activation.values:
        what = f"{a}, L = {int(deep.depth)}: cos "
        one = float(deep.cosine.sel(activation=a))
        best = float(ds.equilibrium.isel(depth=-1).sel(activation=a))
        found += [
            Quote(what + "after 20 steps of the largest beta", "aligned", one),
            Quote(what + "at equilibrium", "aligned", best),
        ]
    return found


FIGURE = Figure(
    id="pc-fig4",
    says="Twenty inference steps align shallow networks only; deep ones need equilibrium (digits).",
    source=PC.figure(4),
    caption="""Cosine of the gradients of the energy and of the loss of nonlinear residual networks
    (alpha = 1/2, mean-field, Adam) after {iterations} gradient steps of inference with step size
    beta on the mean energy of a batch of {inputs}, along training; handwritten digits in place of
    CIFAR-10. Stars: before training at the equilibrium of the activities, by Gauss-Newton steps
    that hold units at kinks of ReLU (on {equilibrated} of the digits), relative energy within 1e-6.
    At L = {shallowest} the largest steps reach it; at L = {deepest}, {iterations} steps of any of
    the sizes leave the cosine where the output layer's share puts it, though at equilibrium the
    gradients are aligned.""",
    runs="networks of width {width}, {samples} a curve, seed {seed}.",
    claims=("PC-TK4", "PC-S6-steps", "PC-B33"),
    height=4.2,
    quick=Parameters(),
    paper=Parameters(width=2048, equilibrated=64, steps=100, dtype="float32"),
    tiny={
        "depths": (2, 3),
        "betas": (0.1, 1.0),
        "width": 4,
        "inputs": 4,
        "equilibrated": 4,
        "steps": 1,
    },
    data=data,
    facts=lambda ds, _: {"shallowest": int(ds.depth.min()), "deepest": int(ds.depth.max())},
    draw=draw,
    quotes=quotes,
)
