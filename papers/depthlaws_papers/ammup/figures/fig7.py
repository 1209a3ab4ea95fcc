"""AM-muP: Figure 7, maximal rates and exponents of convolutions by kernel size."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import LINE_STYLES, Curve

PRINTED = {3: "-1.74", 4: "-1.44", 5: "-1.46"}


@dataclass(frozen=True)
class Parameters:
    """Channels, sites, kernels and depths of the simulated convolutions."""

    channels: int = setting(96, "channels", **WIDTH)
    samples: int = setting(110, "networks for each point", **SAMPLES)
    sites: int = setting(8, "sites", whole=True, low=5, high=64)
    kernels: tuple[int, ...] = setting((3, 4, 5), "sizes of the kernel", among=(3, 4, 5), most=3)
    depths: tuple[int, ...] = setting((2, 3, 4, 6, 8), "depths", **rates.DEPTHS)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Rates of circular convolutions, and of a fully connected network at the same depths."""
    p = parameters
    curves = [
        Curve(f"kernel {k}", "plain", {"grid": p.sites, "kernel": k}, None) for k in p.kernels
    ]
    dataset = rates.rate_curves(
        curves, p.depths, width=p.channels, samples=p.samples, seed=seed, part="label", labels=8
    ).drop_vars(["exact", "exact_slope"])
    dense = np.asarray(updates.max_update_rate("plain", list(p.depths), part="label"))
    at = float(dataset.simulated[0, 0] / dense[0])
    dataset["dense"] = ("depth", at * dense)
    dataset["dense_slope"] = rates.fitted_exponent(p.depths, dense)
    attributes = {k: v for k, v in rates.ATTRIBUTES.items() if k not in {"exact", "exact_slope"}}
    return describe(
        dataset,
        **attributes,
        dense=exact("rate of a fully connected network, through the first point"),
        dense_slope=exact(
            "exponent of the fully connected rate over the depths shown, infinite width"
        ),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw rates over depth, one colour for each kernel, and the fully connected law as a line."""
    ((axis,),) = style.panels(canvas, 1, 1)
    axis.plot(ds.depth, ds.dense, **style.neighbour())
    rates.draw_curves(axis, ds.assign(exact=ds.simulated * np.nan))
    for i, (look, name) in enumerate(zip(LINE_STYLES, ds.curve.values, strict=False)):
        curve = ds.sel(curve=name)
        text = f"{name}: {rates.exponent_with_interval(curve)}"
        text += f", printed {PRINTED[int(str(name).split()[1])]}"
        text = text.replace("-", "\u2212")
        style.note(axis, text, 0.03, 0.3 - 0.09 * i, color=look["color"])
    text = f"fully connected, exact: {float(ds.dense_slope):.2f}".replace("-", "\u2212")
    style.note(axis, text, 0.03, 0.03, color="0.3")
    axis.set_ylabel(r"rate $\eta^*\sqrt{C/m}$")
    law = style.legend_entry(style.neighbour(), "fully connected, exact")
    style.legend(canvas, [law, style.theory_and_simulation()[1]])


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents for each kernel."""
    return [
        Quote(
            f"{name}: exponent of eta*",
            PRINTED.get(int(str(name).split()[1]), ""),
            float(ds.slope.sel(curve=name)),
        )
        for name in ds.curve.values
    ]


def facts(ds: xr.Dataset, parameters: Parameters) -> dict[str, Any]:
    """Printed exponents, those of fully connected networks, and the largest miss of their law."""
    return {
        "printed": tuple(PRINTED.values()),
        "miss": f"{float(np.exp(abs(np.log(ds.simulated[0] / ds.dense)).max())):.2f}",
        **rates.dense_exponents(parameters.depths, parameters.channels),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Distance of the simulated exponents beside that of the printed ones."""
    printed = [float(PRINTED[int(str(name).split()[1])]) for name in ds.curve.values]
    apart = float(ds.slope.max() - ds.slope.min())
    return {"exponents are less than half as far apart": 2 * apart < max(printed) - min(printed)}


FIGURE = Figure(
    id="ammup-fig7",
    says="At the first step the exponents of kernels of size 3, 4 and 5 are less than half as far "
    "apart as those printed for trained networks.",
    source=AMMUP.figure(7),
    caption="""Simulated maximal update rates eta* of circular convolutions (ReLU, {sites} sites,
    global average pooling, ten outputs, the part due to the labels) with kernels of size
    {kernels}, and their exponents over the depths shown, +- half of their 95 % intervals. Dotted:
    the exact law of other networks, fully connected ReLU ones, through the first point of kernel 3,
    whose points it misses by a factor of {miss} (largest miss). The paper prints
    {printed} for networks trained on CIFAR-10; these points need sweeps of learning rates and are
    not drawn. The same circular network has other exponents in figures 3, 6 and 7, because depths
    and channels differ and each layer adds a part of order 1 over the channels: the exact exponent
    of fully connected ReLU networks at the depths of this figure is {wide} at infinite width and
    {narrow} at width {channels}.""",
    runs="{samples} networks of {channels} channels for each point, seed {seed}.",
    shows="""Maximal update rates of circular convolutions over L = {depths} layers, by the size of
    the kernel. Simulated (ReLU, {sites} sites, global average pooling, ten outputs, the part due to
    the labels), with exponents over the depths shown, +- half of their 95 % intervals, and those
    printed for trained networks. Dotted: the exact law of fully connected ReLU networks through the
    first point of the smallest kernel, whose points it misses by a factor of {miss} (largest
    miss).""",
    claims=("AMMUP-X07", "AMMUP-X19", "AMMUP-X20"),
    height=2.7,
    quick=Parameters(),
    paper=Parameters(channels=192, samples=600, depths=(2, 4, 8, 16, 32)),
    tiny={"channels": 32, "samples": 100, "kernels": (3, 4), "depths": (2, 8)},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
