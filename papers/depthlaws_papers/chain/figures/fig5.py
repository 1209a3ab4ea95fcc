"""Chain, Figure 5: loss landscape of residual networks with block depth one."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.figures import descent_and_flow as runs
from depthlaws_papers.chain.figures.descent_and_flow import DEPTHS


@dataclass(frozen=True)
class Parameters:
    """Depths and range; the paper states neither."""

    depths: tuple[int, ...] = setting((1, 2, 4, 8, 16, 64), "depths", **DEPTHS, most=7)
    low: float = -1.0
    high: float = 1.0
    points: int = 241
    difference: float = 1e-4


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Landscapes, the sharpness of the minimum, and the curvature of the drawn curve there."""
    p = parameters
    depths, weight = np.array(p.depths, dtype=float), np.linspace(p.low, p.high, p.points)
    near = np.array([-p.difference, 0.0, p.difference])
    around = runs.landscape("block1", near, p.depths)["landscape"][1]
    sharpness = chain.sharpness(depths, 1.0, 1.0, network="block1")
    dataset = xr.Dataset(
        {
            **runs.landscape("block1", weight, p.depths),
            "sharpness": ("depth", runs.hessian_sharpness("block1", p.depths, 0.0)),
            "sharpness_theory": ("depth", sharpness),
            "curvature": ("depth", np.diff(around, 2)[:, 0] / p.difference**2),
            "curvature_theory": ("depth", depths * sharpness),
        },
        coords={"depth": depths, "weight": weight},
    )
    return describe(
        dataset,
        landscape=simulated("loss with all weights equal"),
        landscape_theory=exact("loss with all weights equal"),
        sharpness=simulated("largest Hessian eigenvalue at the minimum"),
        sharpness_theory=exact("largest Hessian eigenvalue at the minimum"),
        curvature=simulated("curvature of the loss drawn at its minimum"),
        curvature_theory=exact("curvature of the loss drawn at its minimum"),
        depth=given("depth L"),
        weight=given("weight of every layer"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw landscapes at the left, and the two curvatures at the minimum at the right."""
    ((left, right),) = style.panels(canvas, 1, 2, width_ratios=[1.6, 1])
    for depth, look in style.depth_styles(ds.depth.values).items():
        chosen = ds.sel(depth=depth)
        left.plot(ds.weight, chosen.landscape_theory, **style.line(look))
        left.plot(ds.weight, chosen.landscape, **style.points(look, 20))
    left.set(xlabel=r"weight $w$ of every layer", ylabel=r"loss $(1-(1+w/\sqrt{L})^L)^2/2$")
    left.set(ylim=(0, 1.2), xlim=(ds.weight[0], ds.weight[-1]), title="loss, all weights equal")
    for name, colour, marker in (("curvature", "0.5", "s"), ("sharpness", "black", "o")):
        look = {"color": colour, "marker": marker, "linestyle": "-"}
        right.plot(ds.depth, ds[f"{name}_theory"], **style.line(look))
        right.plot(ds.depth, ds[name], **style.points(look))
    style.label(right, "of the curve drawn: $L$", 1.1, 24, color="0.4")
    below = {"xytext": (0, -4), "textcoords": "offset points", "va": "top"}
    style.label(right, "of the Hessian: 1 at every $L$", 1.1, 1, **below)
    right.set(yscale="log", ylabel="curvature", ylim=(0.4, 2 * float(ds.depth.max())))
    right.set_title("curvature at the minimum")
    style.count_ticks(right, ds.depth.values, "depth $L$")
    right.set_yticks([1, 4, 16, 64], ["1", "4", "16", "64"])
    right.set_yticks([], minor=True)
    style.panel_letters([left, right])
    style.depth_legend(canvas, ds.depth.values, theory="exact", simulation="simulated")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Sharpness of the minimum by depth."""
    return [
        Quote(f"sharpness of the global minimum, L = {float(L):g}", "increases with L", float(s))
        for L, s in zip(ds.depth, ds.sharpness, strict=True)
    ]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statement of the title: the largest eigenvalue of the Hessian is 1."""
    return {"the sharpness is 1": bool((abs(ds.sharpness - 1) < 1e-9).all())}


FIGURE = Figure(
    id="chain-fig5",
    says="For y = x the sharpness of the minimum is 1 at every depth with block depth one.",
    source=CHAIN.figure(5),
    caption="""(A) Loss of residual networks with block depth one on y = x when all weights are
    equal: exact (lines) and simulated (markers). (B) The paper's caption says that the sharpness of
    the minimum increases with depth. By the paper's eq. (27) it does not: the largest Hessian
    eigenvalue is 1 at every depth (black). The curvature of the curve drawn grows: it is L times
    the sharpness (grey), because a change of w moves all L weights. Panel A is cut where the loss
    of deep networks leaves it.""",
    runs="loss and finite differences (of {difference}) of one chain of each depth; nothing is "
    "random.",
    shows="""Loss and curvature at the minimum of residual networks with block depth one, L =
    {depths}. Exact (lines) and simulated (markers), on y = x. (A) Loss with all weights equal, cut
    where it leaves the panel. (B) Largest eigenvalue of the Hessian at the minimum (black), and the
    curvature of the curve drawn (grey).""",
    claims=("CHAIN-I8-block1", "CHAIN-I8-block1-constant"),
    height=3.0,
    quick=Parameters(),
    paper=Parameters(points=961),
    tiny={"depths": (1, 2, 8), "points": 41},
    data=data,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
