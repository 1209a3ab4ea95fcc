"""AM-muP: Figure 7, kernel sizes."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.ammup import rates
from depthlaws.figures.ammup.rates import LOOKS, Curve
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, exact
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP

PRINTED = {3: "-1.74", 4: "-1.44", 5: "-1.46"}


@dataclass(frozen=True)
class Parameters:
    """Channels, sites, kernels and depths of the simulated convolutions."""

    channels: int = 96
    samples: int = 110
    sites: int = 8
    kernels: tuple[int, ...] = (3, 4, 5)
    depths: tuple[int, ...] = (2, 3, 4, 6, 8)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Rates of circular convolutions, and the exponent of a fully connected network there."""
    p = parameters
    curves = [
        Curve(f"kernel {k}", "plain", {"grid": p.sites, "kernel": k}, None) for k in p.kernels
    ]
    found = rates.family(
        curves, p.depths, width=p.channels, samples=p.samples, seed=seed, part="label", labels=8
    ).drop_vars(["exact", "exact_slope"])
    dense = np.asarray(updates.max_update_rate("plain", list(p.depths), part="label"))
    at = float(found.simulated[0, 0] / dense[0])
    found["dense"] = ("depth", at * dense)
    found["dense_slope"] = rates.slope(p.depths, dense)
    said = {k: v for k, v in rates.SAID.items() if k not in {"exact", "exact_slope"}}
    return described(
        found,
        **said,
        dense=exact("rate of a fully connected network, through the first point"),
        dense_slope=exact("its exponent over the depths shown, infinite width"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Rates over depth, one colour a kernel; the law of fully connected networks as a line."""
    ((axis,),) = style.panels(canvas, 1, 1)
    axis.plot(ds.depth, ds.dense, **style.line({"color": "0.3", "linestyle": "-"}))
    rates.draw_family(axis, ds.assign(exact=ds.simulated * np.nan))
    for i, (look, name) in enumerate(zip(LOOKS, ds.curve.values, strict=False)):
        one = ds.sel(curve=name)
        text = f"{name}: {float(one.slope):.2f}({100 * float(one.slope_error):.0f})"
        text += f", printed {PRINTED[int(str(name).split()[1])]}"
        style.note(axis, text, 0.03, 0.3 - 0.09 * i, color=look["color"])
    text = f"fully connected, exact: {float(ds.dense_slope):.2f}"
    style.note(axis, text, 0.03, 0.03, color="0.3")
    axis.set_ylabel(r"maximal update rate $\eta^*\sqrt{C/m}$")
    style.legend(canvas, style.theory_and_simulation())


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of the three kernels."""
    return [
        Quote(
            f"{name}: exponent of eta*",
            PRINTED.get(int(str(name).split()[1]), ""),
            float(ds.slope.sel(curve=name)),
        )
        for name in ds.curve.values
    ]


FIGURE = Figure(
    id="ammup-fig7",
    says="The kernel's size hardly touches the exponent of the first step: the spread of the "
    "paper's three exponents comes from elsewhere.",
    source=AMMUP.figure(7),
    caption="""Simulated maximal update rates eta* of circular convolutions (ReLU, {sites} sites,
    global average pooling, ten outputs, the part due to the labels) with kernels {kernels}, and
    their exponents over the depths shown with half of their 95 % intervals in units of the last
    digit. Line: the exact law of fully connected ReLU networks through the first point. The paper
    prints {printed} for networks trained on CIFAR-10; these points need sweeps of learning rates
    and are not drawn.""",
    runs="{samples} networks of {channels} channels a point, seed {seed}.",
    claims=("AMMUP-X19", "AMMUP-X20"),
    height=2.7,
    quick=Parameters(),
    paper=Parameters(channels=192, samples=600, depths=(2, 4, 8, 16, 32)),
    tiny={"channels": 8, "samples": 8, "sites": 4, "kernels": (3, 4), "depths": (1, 2)},
    data=data,
    facts=lambda *_: {"printed": tuple(PRINTED.values())},
    draw=draw,
    quotes=quotes,
)
