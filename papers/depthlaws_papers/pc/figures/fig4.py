"""PC, Figure 4: nonlinear networks that train with twenty inference steps, and at equilibrium."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, given, simulated
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.axes import LOSS, step_axis

ACTIVATIONS = {"tanh": "tanh", "relu": "ReLU"}
EQUILIBRIUM = 0.0  # value of beta that stands for it
LOOKS = {
    0.1: {"color": "#00875f", "marker": "v"},
    1.0: {"color": "#0072b2", "marker": "s"},
    20.0: {"color": style.VERMILION, "marker": "^"},
    EQUILIBRIUM: {"color": "black", "marker": "o"},
}


@dataclass(frozen=True)
class Parameters:
    """Depths and step sizes that are drawn; the networks are stored."""

    depths: tuple[int, ...] = setting((2, 16), "depths", name="L", among=(2, 16), most=2)
    betas: tuple[float, ...] = (0.1, 1.0, 20.0, EQUILIBRIUM)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Cosines, and losses over those before training, along the runs of predictive coding.

    The stored runs have a seed of their own; ``seed`` changes nothing.
    """
    del seed
    run = stored_run("pc-inference")
    run = run.sel(depth=list(parameters.depths), beta=list(parameters.betas))
    share = run.loss / run.loss.isel(step=0)
    dims = ("activation", "depth", "beta", "step")
    ds = xr.Dataset(coords={name: run[name] for name in dims})
    for name, values in {"cosine": run.cosine, "loss": share}.items():
        mean, half = mean_and_half_interval(values.transpose(*dims, "sample").values, axis=-1)
        ds[name], ds[f"{name}_error"] = (dims, mean), (dims, half)
    attrs = {name: run.attrs[name] for name in ("samples", "width", "task", "prediction")}
    attrs |= {"simulated_dtype": run.attrs["dtype"], "simulated_device": "cpu"}
    return describe(
        ds.assign_attrs(attrs),
        cosine=simulated("cosine of the gradients of energy and loss, equal parameters"),
        cosine_error=simulated("half of the 95 % interval of the cosine"),
        loss=simulated("loss over that before training, mean over networks"),
        loss_error=simulated("half of the 95 % interval of the loss"),
        activation=given("activation"),
        depth=given("depth L"),
        beta=given("step size of inference, on the mean energy of the batch; 0: equilibrium"),
        step=given("step of training", "step"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw cosines above and losses below, one column for each activation and depth."""
    cases = [(a, d) for d in ds.depth.values for a in ds.activation.values]
    grid = style.panels(canvas, 2, len(cases), sharex=True, sharey="row")
    for column, (activation, depth) in zip(grid.T, cases, strict=True):
        at = ds.sel(activation=activation, depth=depth)
        _curves(column[0], at, "cosine")
        _curves(column[1], at, "loss")
        column[0].axhline(1.0, **style.GUIDE)
        column[0].set(ylabel=r"$\cos$", ylim=(0.4, 1.06))
        column[1].set(ylabel=rf"{LOSS}$(t)/${LOSS}$(0)$", ylim=(0, 1.06))
        for axis in column if style.is_narrow(canvas) else column[:1]:
            axis.set_title(f"{ACTIVATIONS[str(activation)]}, $L={depth}$")
        for axis in column:
            step_axis(axis)
    style.outer_labels_only(grid.flat)
    style.panel_letters(grid.flat)
    labels = {b: rf"20 steps of $\beta={b:g}$" if b else "equilibrium" for b in ds.beta.values}
    style.legend(
        canvas, [style.legend_entry(style.points(LOOKS[b]), label) for b, label in labels.items()]
    )


def _curves(axis: Axes, ds: xr.Dataset, name: str) -> None:
    for beta in ds.beta.values:
        at = ds.sel(beta=beta)
        size = 5.0 if beta == EQUILIBRIUM else 2.6  # rings around what lies at the equilibrium
        look = style.bars(LOOKS[float(beta)], markersize=size, zorder=2 if size > 3 else 3)
        axis.errorbar(ds.step, at[name], at[f"{name}_error"], **look)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Cosines at the largest depth after training, by the largest step size and at equilibrium."""
    deep = ds.isel(depth=-1, step=-1)
    rows = []
    for a in ds.activation.values:
        at, what = deep.sel(activation=a), f"{a}, L = {int(deep.depth)}, trained: cos "
        gradient, equilibrium = at.cosine.isel(beta=-2), at.cosine.sel(beta=EQUILIBRIUM)
        rows.append(Quote(what + "after 20 steps of the largest beta", "aligned", float(gradient)))
        if np.isfinite(equilibrium):  # else it was not run
            rows.append(Quote(what + "at equilibrium", "aligned", float(equilibrium)))
    return rows


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Cosines of the shallowest and deepest networks at the largest step size, and equilibrium."""
    largest = ds.cosine.sel(beta=ds.beta.values[ds.beta.values > 0].max())
    equilibrium = ds.sel(beta=EQUILIBRIUM)
    ends = lambda values: f"{float(values.min()):.2f} to {float(values.max()):.2f}"  # noqa: E731
    return {
        "shallowest": int(ds.depth.min()),
        "deepest": int(ds.depth.max()),
        "shallow": ends(largest.isel(depth=0)),
        "deep": ends(largest.isel(depth=-1)),
        "least": f"{np.floor(100 * float(equilibrium.cosine.min())) / 100:.2f}",
        "fall": ends(equilibrium.loss.isel(step=-1)),
        "steps": int(ds.step[-1]),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: cosines at the largest step size by depth, and at equilibrium."""
    largest = ds.cosine.sel(beta=ds.beta.values[ds.beta.values > 0].max())
    tanh = ds.cosine.sel(activation="tanh", beta=EQUILIBRIUM)
    shown = {"tanh networks align at equilibrium": bool((tanh > 0.98).all())}
    if ds.sizes["depth"] > 1:
        shown |= {
            "twenty steps align shallow networks": bool((largest.isel(depth=0) > 0.95).all()),
            "they do not align deep ones": bool((largest.isel(depth=-1) < 0.75).all()),
        }
    return shown


FIGURE = Figure(
    id="pc-fig4",
    says="While networks of width 128 train, twenty inference steps of size 20 align the gradients "
    "at depth 2, not at depth 16; at equilibrium tanh networks align at both (digits).",
    source=PC.figure(4),
    caption="""Above: cosine of the gradients of the energy and of the loss at equal parameters,
    along the training of nonlinear residual networks by predictive coding (alpha = 1/2, mean-field,
    Adam with eta_0 = 1/10, where the paper has 1/1000, one batch of 64 handwritten digits in place
    of CIFAR-10), with twenty gradient steps of inference of size beta on the mean energy of the
    batch, or at the equilibrium of the activities (Gauss-Newton steps that keep units at kinks of
    ReLU, relative energy within 1e-5). Dashed: 1, the limit of infinite width at equilibrium.
    Below: the loss (L in script) over that before training. Steps of the largest beta give
    {shallow} at L = {shallowest} and {deep} at L = {deepest}; at equilibrium the cosine is {least}
    or more, and after {steps} steps the loss is {fall} of its initial value. ReLU networks of L =
    16 were not run at equilibrium. Bars are 95 % intervals by Student's t.""",
    runs="stored runs of {samples} networks of width {width} for each curve; the figure draws "
    "nothing at random (seed {seed}).",
    shows="""Nonlinear residual networks of L = {depths} layers along training by predictive coding.
    Above: cosine of the gradients of the energy and of the loss at equal parameters (alpha = 1/2,
    mean-field, Adam, one batch of 64 handwritten digits), with twenty gradient steps of inference
    of size beta on the mean energy of the batch, or at the equilibrium of the activities; dashed:
    1. Below: the loss (L in script) over that before training. ReLU networks of 16 layers were not
    run at equilibrium. Bars are 95 % intervals by Student's t.""",
    claims=(
        "PC-TK4",
        "PC-S6-steps",
        "PC-F4",
        "PC-F4-trained",
        "PC-F4-trained-steps",
        "PC-F4-at-512",
        "PC-F4-equilibrium-at-512",
    ),
    height=3.8,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"depths": (2, 16), "betas": (20.0, EQUILIBRIUM)},
    holds=holds,
    data=data,
    facts=facts,
    draw=draw,
    quotes=quotes,
)
