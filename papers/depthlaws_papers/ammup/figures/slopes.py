"""AM-muP, beyond the paper: depth exponents of six networks, fitted and local."""

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
from depthlaws_papers.ammup.figures.rates import NETWORK_LOOKS, Curve

LINEAR = {"activation": "linear"}
FREE = {**LINEAR, "scaled": "none"}


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks, and depths of the exact local exponents."""

    width: int = setting(160, "width of the networks", **WIDTH)
    samples: int = setting(70, "networks for each point", **SAMPLES)
    depths: tuple[int, ...] = setting((2, 4, 8, 16), "depths", **rates.DEPTHS)
    far: tuple[int, ...] = (2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


def curves(width: int) -> tuple[Curve, ...]:
    """Return plain and residual networks; laws with a width have that of the simulation."""
    here = {"width": width}
    return (
        Curve("plain ReLU", "plain", {"activation": "relu"}, here),
        Curve("orthogonal", "plain", {**LINEAR, "weights": "orthogonal"}, here),
        Curve("residual", "residual", LINEAR, here),
        Curve("post-activation", "post-activation", {}, {}),
        Curve("pre-LN", "residual", {**FREE, "norm": "pre"}, {}),
        Curve("post-LN", "residual", {**FREE, "norm": "post"}, {}),
    )


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Rates over depth, and exact local exponents at infinite width."""
    p = parameters
    dataset = rates.rate_curves(
        curves(p.width), p.depths, width=p.width, samples=p.samples, seed=seed, part="label"
    )
    local = [
        updates.local_slope(c.network, list(p.far), part="label", **c.words)
        for c in curves(p.width)
    ]
    dataset["local"] = (("curve", "far"), np.array(local))
    dataset = dataset.assign_coords(far=list(p.far))
    return describe(
        dataset,
        **rates.ATTRIBUTES,
        local=exact("exponent of the rate from L to 2L, infinite width"),
        far=given("depth units L"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw rates over depth at the left and local exponents at the right."""
    ((left, right),) = style.panels(canvas, 1, 2)
    rates.draw_curves(left, ds, [NETWORK_LOOKS[str(name)] for name in ds.curve.values])
    left.set_ylabel(r"maximal update rate $\eta^*\sqrt{n/m}$")
    left.set_title("exact and simulated")
    for limit in LIMITS.values():
        right.axhline(limit, **style.GUIDE)
    for name in ds.curve.values:
        right.plot(ds.far, ds.local.sel(curve=name), **style.line(NETWORK_LOOKS[str(name)]))
    right.set(ylim=(-2.6, -0.4), ylabel=r"local exponent of $\eta^*$, $L$ to $2L$")
    style.count_ticks(right, ds.far.values, "depth units $L$")
    right.set_title("infinite width, dashed: limits")
    style.panel_letters([left, right])
    handles = [style.legend_entry(NETWORK_LOOKS[str(name)], str(name)) for name in ds.curve.values]
    style.legend(canvas, handles)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents fitted over the simulated depths, beside the paper's -3/2 for every network."""
    return [
        Quote(
            f"{name}: exponent fitted over the depths shown, exact",
            "-3/2",
            float(ds.exact_slope.sel(curve=name)),
        )
        for name in ds.curve.values
    ]


LIMITS = {"plain ReLU": -1.5, "orthogonal": -1.0, "residual": -1.0, "pre-LN": -0.5, "post-LN": -1.5}


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Distance of pre-LN networks from their limit at the largest depth."""
    return {"left": f"{-0.5 - float(ds.local.sel(curve='pre-LN')[-1]):.2f}"}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact local exponents at the largest depths, beside their limits."""
    last = {name: float(ds.local.sel(curve=name)[-1]) for name in LIMITS}
    near = {name: abs(last[name] - LIMITS[name]) < 0.05 for name in LIMITS if name != "pre-LN"}
    return {
        "plain and post-LN networks tend to -3/2": near["plain ReLU"] and near["post-LN"],
        "residual and orthogonal ones tend to -1": near["residual"] and near["orthogonal"],
        "pre-LN networks rise above -1 towards -1/2": -0.8 < last["pre-LN"] < -0.5,
    }


FIGURE = Figure(
    id="ammup-slopes",
    says="Plain and post-LN networks tend to the exponent -3/2, residual and orthogonal ones to "
    "-1; pre-LN networks rise slowly towards -1/2.",
    source=AMMUP.beyond("BP-3"),
    caption="""A: maximal update rate at initialisation (mse, one step of SGD, the part due to the
    labels), exact (lines) and simulated (markers; bars are 95 % intervals), times sqrt(n/m) at
    width n with m = 10 outputs. Lines of plain, orthogonal and residual networks are at the
    simulated width, the others at infinite width. Residual branches carry K^(-1/2) in their
    weights, as eq. (5) has it, except in networks with a normalisation. B: the local exponent
    between L and 2L at infinite width. Dashed: the limits -3/2, which the paper states for every
    network, -1 and -1/2, from which pre-LN networks are still {left} away at the largest depth.
    Post-activation blocks with K^(-1/2) have no exponent: their energy grows as exp(const sqrt(K)),
    and their curve is cut.""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    shows="""Maximal update rates of six networks over L = {depths} depth units, and local
    exponents. (A) Exact (lines; of plain, orthogonal and residual networks at the simulated width,
    of the others at infinite width) and simulated (markers, 95 % intervals; mse, one step of SGD,
    the part due to the labels), times sqrt(n/m) with m = 10 outputs. (B) Exact exponents between L
    and 2L at infinite width; dashed: limits at large depth. The curve of post-activation blocks,
    which have no limit, is cut.""",
    claims=(
        "AMMUP-B-slope",
        "AMMUP-B-table",
        "AMMUP-P3-post",
        "AMMUP-MC-plain-relu",
        "AMMUP-MC-residual",
        "AMMUP-MC-slopes",
    ),
    height=2.9,
    quick=Parameters(),
    paper=Parameters(width=512, samples=400, depths=(2, 4, 8, 16, 32)),
    tiny={"width": 16, "samples": 8, "depths": (1, 2), "far": (2, 1024)},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
