"""Chain, Figure 6: loss of residual networks with block depth one over depth and start."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, exact, given, simulated
from depthlaws.theory.papers import CHAIN


@dataclass(frozen=True)
class Parameters:
    """Rate and data as given; starts, depths and horizons are ours."""

    depths: tuple[int, ...] = (1, 2, 4, 8, 16, 64)
    weight: float = -0.4
    alpha0: float = 0.01
    horizons: tuple[int, int] = (700, 1_200)
    k: float = 0.1
    r: float = 2.0
    points: int = 121


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Gradient descent and exact flow from one weight per layer, and from one total weight."""
    p = parameters
    starts: list[dict[str, Any]] = [{"weight": p.weight}, {"total": p.alpha0 * p.r}]
    columns = [_column(p, s, h) for s, h in zip(starts, p.horizons, strict=True)]
    found = xr.concat(columns, dim="start")
    return described(
        found.assign_coords(start=["weight", "total"]),
        step=given("gradient-descent step", "step"),
        alpha0=simulated("alpha(0)"),
        loss=simulated("loss"),
        flow_loss=exact("loss of the flow"),
        weight=given("initial weight of every layer"),
        total=given("initial relative total weight"),
        start=given("what is the same at every depth"),
        depth=given("depth L"),
    )


def _column(p: Parameters, start: dict[str, Any], horizon: int) -> xr.Dataset:
    steps = np.linspace(0, horizon, p.points).astype(int)
    run = runs.descent(p.depths, p.k, r=p.r, network="block1", steps=horizon, record=steps, **start)
    alpha0 = run.alpha.isel(step=0).values
    flow = runs.flow(steps, alpha0, p.depths, 1 / p.k, network="block1")
    whole = {"step": "part"}
    return xr.Dataset(
        {
            "step": ("part", steps),
            "alpha0": ("depth", alpha0),
            "loss": run.loss.drop_vars("step").rename(whole),
            "flow_loss": ((p.r * flow.gap) ** 2 / 2).drop_vars("step").rename(whole),
            "weight": p.weight,
            "total": p.alpha0,
        }
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Left: the same weight in every layer. Right: the same total weight."""
    ((left, right),) = style.panels(canvas, 1, 2, sharey=True)
    for axis, start in ((left, "weight"), (right, "total")):
        column = ds.sel(start=start)
        for depth, look in style.depth_styles(ds.depth.values).items():
            one = column.sel(depth=depth)
            axis.plot(column.step, one.flow_loss, **style.line(look))
            axis.plot(column.step, one.loss, **style.points(look, 6))
        axis.set(xlabel="step", xlim=(0, column.step[-1]), ylabel="loss")
        axis.set(yscale="log", ylim=(1e-12, 10))
    weight, total = float(ds.weight[0]), float(ds.total[0])
    left.set_title(f"same layer weight $w_l(0)={weight:g}$:\nthe plateau grows with depth")
    right.set_title(rf"same total weight $\alpha(0)={total:g}$:" "\nthe times tend to a limit")
    style.outer([left, right], x=False)
    style.letters([left, right])
    style.depth_legend(canvas, ds.depth.values, theory="exact flow", simulation="gradient descent")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Where the starts put the deepest network."""
    deepest = ds.isel(depth=-1)
    return [
        Quote(f"alpha(0), L = {float(deepest.depth):g}, same {start}", "", float(one))
        for start, one in zip(ds.start.values, deepest.alpha0, strict=True)
    ]


FIGURE = Figure(
    id="chain-fig6",
    says="With block depth one the plateau grows without bound only if layer weights are fixed.",
    source=CHAIN.figure(6),
    caption="""Loss of residual networks with block depth one, target {r}, at the rate of eq. (28)
    with 1/tau = {k}: simulated gradient descent (markers) on the exact flow (lines), which is the
    feedforward chain's. (A) The same negative weight in every layer, as in the paper: the total
    weight it gives, (1 + w/sqrt(L))^L, falls with depth, so the plateau grows (a positive weight
    would give an ever larger total weight). (B) The same total weight at every depth, layer weights
    of order 1/sqrt(L): the times tend to a limit, and all depths converge at the same rate.""",
    runs="gradient descent on one chain a depth, {horizons} steps; nothing is random.",
    claims=("CHAIN-E25", "CHAIN-X-A1"),
    height=3.2,
    quick=Parameters(),
    paper=Parameters(depths=(1, 2, 4, 8, 16, 64, 256), points=241, horizons=(4_000, 1_200)),
    tiny={"depths": (1, 4), "horizons": (50, 70), "points": 31},
    data=data,
    draw=draw,
    quotes=quotes,
)
