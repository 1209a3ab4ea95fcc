"""AM-muP: Figure 3, rates over depth of CNN, ResNet and Transformer."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import LINE_STYLES, Curve

LINEAR = {"activation": "linear"}
FREE = {**LINEAR, "scaled": "none"}
PRINTED = {"CNN": "-1.339", "ResNet": "-1.435", "Transformer": "-1.44"}


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks; the number of tokens is the number of sites."""

    width: int = setting(128, "width of the networks", **WIDTH)
    channels: int = setting(64, "channels", **(WIDTH | {"multiple": 4}))  # four heads
    sites: int = setting(8, "sites, or tokens", whole=True, low=3, high=32)
    samples: int = setting(80, "networks for each point", **SAMPLES)
    depths: tuple[int, ...] = setting((2, 4, 8, 16), "depths", **rates.DEPTHS)


def curves(p: Parameters) -> dict[str, tuple[Curve, ...]]:
    """Return the curves of the three panels: networks with an exact law, and simulated ones."""
    conv = {"grid": p.sites, "width": p.channels}
    attention = {
        "grid": p.sites,
        "width": p.channels,
        "heads": 4,
        "branch_depth": 2,
        "scaled": "none",
    }
    return {
        "CNN": (
            Curve("plain ReLU", "plain", {}, {"width": p.width}),
            Curve("CNN, circular", "plain", conv, None),
        ),
        "ResNet": (
            Curve("residual", "residual", LINEAR, {"width": p.width}),
            Curve("ResNet, ReLU", "residual", conv, None),
        ),
        "Transformer": (
            Curve("post-LN, no attention", "residual", {**FREE, "norm": "post"}, {}),
            Curve("Transformer, post-LN", "transformer", {**attention, "norm": "post"}, None),
            Curve("Transformer, pre-LN", "transformer", {**attention, "norm": "pre"}, None),
        ),
    }


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Rates of all curves, and the PathSum rule for the residual graph."""
    p = parameters
    all_curves = [curve for panel in curves(p).values() for curve in panel]
    dataset = rates.rate_curves(
        all_curves, p.depths, width=p.width, samples=p.samples, seed=seed, part="label", labels=8
    )
    paths = [updates.path_sum_rate(updates.residual_graph(0, K)) for K in p.depths]
    at = dataset.exact.sel(curve="residual")[0] / paths[0]
    dataset["path_sum"] = ("depth", float(at) * np.array(paths))
    panels = [name for name, panel in curves(p).items() for _ in panel]
    dataset = dataset.assign_coords(panel=("curve", panels))
    return describe(
        dataset,
        **rates.ATTRIBUTES,
        path_sum=exact("PathSum's rate of the residual graph, through the first exact point"),
        panel=given("panel"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one panel for each architecture, with the paper's fitted exponent as a guide."""
    (axes,) = style.panels(canvas, 1, 3)
    for axis, panel in zip(axes, PRINTED, strict=True):
        panel_curves = ds.isel(curve=np.flatnonzero(ds.panel.values == panel))
        rates.draw_curves(axis, panel_curves)
        x = ds.depth.values
        first = 1.5 * float(panel_curves.simulated.max())
        axis.plot(x, first * (x / x[0]) ** float(PRINTED[panel]), **style.GUIDE)
        if panel == "ResNet":
            axis.plot(ds.depth, ds.path_sum, **style.neighbour())
            place = x[len(x) // 2], 0.35 * float(ds.path_sum[len(x) // 2])
            style.label(axis, "PathSum", *place, color="0.4", ha="right")
        for i, (look, name) in enumerate(zip(LINE_STYLES, panel_curves.curve.values, strict=False)):
            curve = panel_curves.sel(curve=name)
            short = str(name).removeprefix("Transformer, ").removeprefix("post-LN, ")
            text = f"{short}: {rates.exponent_with_interval(curve)}"
            style.note(axis, text, 0.02, 0.02 + 0.11 * i, color=look["color"], fontsize=6)
        low = 0.0008 if panel == "ResNet" else 0.06  # room for the text below PathSum's curve
        axis.set_title(f"{panel}: printed ${PRINTED[panel]}$")
        axis.set_ylabel(r"rate $\eta^*\sqrt{n/m}$")
        axis.set_ylim(bottom=low * float(panel_curves.simulated.min()))
    style.panel_letters(axes)
    style.legend(canvas, style.theory_and_simulation())


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of the first step beside those of the trained networks."""
    return [
        Quote(
            f"{name}: exponent over the depths shown",
            PRINTED[str(panel)],
            float(ds.slope.sel(curve=name)),
        )
        for name, panel in zip(ds.curve.values, ds.panel.values, strict=True)
    ]


def facts(ds: xr.Dataset, parameters: Parameters) -> dict[str, str]:
    """Exponents of fully connected networks, and the largest miss of PathSum."""
    miss = rates.factor(ds.simulated.sel(curve="residual") / ds.path_sum)
    return rates.dense_exponents(parameters.depths, parameters.channels) | {"miss": miss}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Simulated exponents of the panels, with their intervals."""
    names = ("Transformer, post-LN", "Transformer, pre-LN")
    post, pre = (ds.sel(curve=name) for name in names)
    low, high = ds.slope - ds.slope_error, ds.slope + ds.slope_error
    return {
        "there is no common exponent": bool(low.max() > high.min()),
        "post-LN Transformers have a steeper one than pre-LN ones": bool(post.slope < pre.slope),
    }


FIGURE = Figure(
    id="ammup-fig3",
    says="At the first step CNN, ResNet and Transformer have no common exponent; post-LN networks "
    "have a steeper one than pre-LN networks.",
    source=AMMUP.figure(3),
    caption="""Maximal update rates over depth units at initialisation (mse, SGD, the part due to
    the labels, ten outputs), exact (lines) and simulated (markers, 95 % intervals). In the panels:
    simulated exponents over the depths shown, +- half of their 95 % intervals. A: plain ReLU
    networks (exact at the simulated width) and circular convolutions with global average pooling.
    B: linear residual networks with K^(-1/2) in the weights, convolutional ReLU ones, and, dotted,
    the PathSum rule of the paper's panel through the first exact point, whose largest miss of the
    residual networks is a factor of {miss}. C: post-LN blocks without attention (exact at infinite
    width) and Transformers of attention and MLP units, both places of the normalisation. Dashed:
    the exponents that the paper fits to networks trained on CIFAR-10, at an arbitrary height. The
    same circular network has other exponents in figures 3, 6 and 7, because depths and channels
    differ and each layer adds a part of order 1 over the channels: the exact exponent of fully
    connected ReLU networks at the depths of this figure is {wide} at infinite width and {narrow}
    at width {channels}. The trained points need sweeps of learning rates and are not drawn.""",
    runs="{samples} networks for each point, of width {width} without convolution and attention, "
    "else of {channels} channels and {sites} sites, seed {seed}.",
    shows="""Maximal update rates at the first step over L = {depths} depth units. Exact (lines) and
    simulated (markers, 95 % intervals; mse, SGD, the part due to the labels, ten outputs); in the
    panels: simulated exponents over the depths shown, +- half of their 95 % intervals. (A) Plain
    ReLU networks and circular convolutions. (B) Linear residual networks, convolutional ReLU ones
    and, dotted, the PathSum rule through the first exact point (largest miss of the residual
    networks a factor of {miss}). (C) Post-LN blocks without attention (exact at infinite width) and
    Transformers with both places of the normalisation. Dashed: exponents printed for trained
    networks, at an arbitrary height.""",
    claims=(
        "AMMUP-P1-outputs",
        "AMMUP-C2-linear",
        "AMMUP-P3-post",
        "AMMUP-T1",
        "AMMUP-MC-slopes",
        "AMMUP-MC-residual",
    ),
    height=3.0,
    quick=Parameters(),
    paper=Parameters(width=512, channels=192, samples=300, depths=(2, 4, 8, 16, 32)),
    tiny={"width": 8, "channels": 8, "sites": 4, "samples": 6, "depths": (2, 4)},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
