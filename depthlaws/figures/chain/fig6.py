"""Chain, Figure 6: loss of residual networks with block depth one, from two kinds of start."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.theory.papers import CHAIN


@dataclass(frozen=True)
class Parameters:
    """Rate and data are the paper's; starts, depths and numbers of steps are ours."""

    depths: tuple[int, ...] = (1, 2, 4, 8, 16, 64)  # and infinite depth from equal total weights
    weight: float = -0.4
    alpha0: float = 0.01
    horizons: tuple[int, int] = (700, 1_200)
    k: float = 0.1
    r: float = 2.0
    points: int = 121


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Descent and exact flow from equal layer weights, and from equal total weights.

    From equal layer weights infinite depth has no start: its total weight would be zero.
    """
    p = parameters
    with_limit = (*p.depths, math.inf)
    columns = [
        _column(p, p.depths, {"weight": p.weight}, p.horizons[0]),
        _column(p, with_limit, {"total": p.alpha0 * p.r}, p.horizons[1]),
    ]
    dataset = xr.concat(columns, dim="start", join="outer")
    return describe(
        dataset.assign_coords(start=["weight", "total"]),
        step=given("gradient-descent step", "step"),
        alpha0=simulated("alpha(0)"),
        loss=simulated("loss"),
        flow_loss=exact("loss of the flow"),
        weight=given("initial weight of every layer"),
        total=given("initial relative total weight"),
        start=given("quantity that is equal at every depth: layer weight or total weight"),
        depth=given("depth L"),
    )


def _column(
    p: Parameters, depths: Sequence[float], start: dict[str, Any], horizon: int
) -> xr.Dataset:
    steps = np.linspace(0, horizon, p.points).astype(int)
    run = runs.descent(depths, p.k, r=p.r, network="block1", steps=horizon, record=steps, **start)
    alpha0 = run.alpha.isel(step=0).values
    flow = runs.flow(steps, alpha0, depths, 1 / p.k, network="block1")
    renamed = {"step": "part"}
    return xr.Dataset(
        {
            "step": ("part", steps),
            "alpha0": ("depth", alpha0),
            "loss": run.loss.drop_vars("step").rename(renamed),
            "flow_loss": ((p.r * flow.gap) ** 2 / 2).drop_vars("step").rename(renamed),
            "weight": p.weight,
            "total": p.alpha0,
        }
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw equal layer weights at the left, equal total weights at the right."""
    ((left, right),) = style.panels(canvas, 1, 2, sharey=True)
    for axis, start in ((left, "weight"), (right, "total")):
        column = ds.sel(start=start)
        for depth, look in style.depth_styles(ds.depth.values).items():
            chosen = column.sel(depth=depth)
            if np.isnan(chosen.alpha0):
                continue
            axis.plot(column.step, chosen.flow_loss, **style.line(look))
            axis.plot(column.step, chosen.loss, **style.points(look, 6))
        axis.set(xlabel="step", xlim=(0, column.step[-1]), ylabel="loss")
        axis.set(yscale="log", ylim=(1e-12, 10))
    weight, total = float(ds.weight[0]), float(ds.total[0])
    left.set_title(f"same layer weight $w_l(0)={weight:g}$:\nthe plateau grows with depth")
    right.set_title(
        rf"same total weight $\alpha(0)={total:g}$:" "\n" r"plateaus tend to that of $L=\infty$"
    )
    style.outer_labels_only([left, right], x=False)
    style.panel_letters([left, right])
    style.depth_legend(canvas, ds.depth.values, theory="exact flow", simulation="gradient descent")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Total weight at the start of the deepest finite network, for both starts."""
    deepest = ds.isel(depth=-2)
    return [
        Quote(f"alpha(0), L = {float(deepest.depth):g}, same {start}", "", float(alpha))
        for start, alpha in zip(ds.start.values, deepest.alpha0, strict=True)
    ]


FIGURE = Figure(
    id="chain-fig6",
    says="From equal total weights the plateau with block depth one grows with depth towards that "
    "of infinite depth.",
    source=CHAIN.figure(6),
    caption="""Loss of residual networks with block depth one, target {r}, at the rate of eq. (28)
    with 1/tau = {k}: simulated gradient descent (markers) and the exact flow (lines), which is the
    feedforward chain's. (A) The same negative weight in every layer at every depth; the paper's
    text does not say how its starts depend on the depth. The total weight, (1 + w/sqrt(L))^L, tends
    to zero with depth, so the plateau grows without bound (a positive weight gives a growing total
    weight). (B) The same total weight at every depth, so that layer weights are of order 1/sqrt(L).
    The plateau grows with depth and tends to that of infinite depth (black). After the plateau all
    depths converge at the same rate. Losses below the axis are cut.""",
    runs="gradient descent on one chain of each depth, {horizons} steps; nothing is random.",
    claims=("CHAIN-E25", "CHAIN-X-A1", "CHAIN-I13", "CHAIN-I14"),
    height=3.2,
    quick=Parameters(),
    paper=Parameters(depths=(1, 2, 4, 8, 16, 64, 256), points=241, horizons=(4_000, 1_200)),
    tiny={"depths": (1, 4), "horizons": (50, 70), "points": 31},
    data=data,
    draw=draw,
    quotes=quotes,
)
