"""Chain, Figure 5: loss landscape of residual networks with block depth one."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN


@dataclass(frozen=True)
class Parameters:
    """Depths and range; the paper states neither."""

    depths: tuple[int, ...] = (1, 2, 4, 8, 16, 64)
    low: float = -1.0
    high: float = 1.0
    points: int = 241
    difference: float = 1e-4


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Landscapes, and at the minimum: Hessian sharpness and curvature of the drawn curve."""
    p = parameters
    depths, weight = np.array(p.depths, dtype=float), np.linspace(p.low, p.high, p.points)
    near = np.array([-p.difference, 0.0, p.difference])
    around = runs.landscape("block1", near, p.depths)["landscape"][1]
    exact = chain.sharpness(depths, 1.0, 1.0, network="block1")
    return xr.Dataset(
        {
            **runs.landscape("block1", weight, p.depths),
            "sharpness": ("depth", runs.hessian_sharpness("block1", p.depths, 0.0)),
            "sharpness_theory": ("depth", exact),
            "curvature": ("depth", np.diff(around, 2)[:, 0] / p.difference**2),
            "curvature_theory": ("depth", depths * exact),
        },
        coords={"depth": depths, "weight": weight},
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Left: landscapes. Right: the two curvatures at the minimum against depth."""
    left, right = canvas.subplots(1, 2, width_ratios=[1.6, 1])
    for depth, look in style.depth_styles(ds.depth.values).items():
        one = ds.sel(depth=depth)
        left.plot(ds.weight, one.landscape_theory, **style.line(look))
        left.plot(ds.weight, one.landscape, **style.points(look, 20))
    left.set(xlabel=r"weight $w$ of every layer", ylabel=r"loss $(1-(1+w/\sqrt{L})^L)^2/2$")
    left.set(ylim=(0, 1.2), xlim=(ds.weight[0], ds.weight[-1]))
    right.plot(ds.depth, ds.curvature_theory, color="0.5", label="of the curve drawn: $L$")
    right.plot(ds.depth, ds.curvature, **style.points({"color": "0.5", "marker": "s"}))
    right.plot(ds.depth, ds.sharpness_theory, color="black", label="of the Hessian: 1")
    right.plot(ds.depth, ds.sharpness, **style.points({"color": "black", "marker": "o"}))
    right.set(xscale="log", yscale="log", xlabel=r"depth $L$", ylabel="curvature at the minimum")
    right.set_xticks(ds.depth.values, [f"{depth:g}" for depth in ds.depth.values], minor=False)
    right.set_xticks([], minor=True)
    right.set_yticks([1, 4, 16, 64], ["1", "4", "16", "64"])
    right.set_yticks([], minor=True)
    right.legend(loc="upper left")
    style.letters([left, right])
    style.depth_legend(canvas, ds.depth.values, theory="exact theory", simulation="simulator")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """The caption says that the sharpness increases with depth."""
    return [
        Quote(f"sharpness of the global minimum, L = {float(L):g}", "increases with L", float(s))
        for L, s in zip(ds.depth, ds.sharpness, strict=True)
    ]


FIGURE = Figure(
    id="chain-fig5",
    says="Landscape of residual networks with block depth one; their sharpness is constant.",
    source=CHAIN.figure(5),
    caption="""(A) Loss of residual networks with block depth one on y = x when all weights are
    equal: lines theory, points the simulator. (B) The paper's caption says that the sharpness of
    the minimum increases with depth. It does not: by its own eq. (27) the largest Hessian
    eigenvalue is 1 at every depth (black). What grows is the curvature of the curve drawn, L times
    the sharpness (grey), because the ray of equal weights has length sqrt(L).""",
    claims=("CHAIN-I8-block1", "CHAIN-I8-block1-constant"),
    height=2.7,
    quick=Parameters(),
    paper=Parameters(points=961),
    tiny={"depths": (1, 2, 8), "points": 41},
    data=data,
    draw=draw,
    quotes=quotes,
)
