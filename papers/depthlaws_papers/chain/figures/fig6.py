"""Chain, Figure 6: loss of residual networks with block depth one, from two kinds of start."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.figures import descent_and_flow as runs
from depthlaws_papers.chain.figures.descent_and_flow import DEPTHS


@dataclass(frozen=True)
class Parameters:
    """Rate and data are the paper's; starts, depths and numbers of steps are ours."""

    # and infinite depth from equal total weights
    depths: tuple[int, ...] = setting((1, 2, 4, 8, 16, 64), "depths", **DEPTHS, most=6)
    weight: float = setting(-0.4, "weight of every layer at the start (A)", low=-0.9, high=0.5)
    alpha0: float = setting(
        0.01, "total weight at the start over the target (B)", low=1e-3, high=0.9
    )
    horizons: tuple[int, int] = (700, 1_200)
    k: float = 0.1
    r: float = setting(2.0, "target mu_yx / mu_xx", low=0.1, high=10)
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
            axis.plot(column.step, chosen.flow_loss, **style.neighbour())
            axis.plot(column.step, chosen.loss, **style.points(look, 6))
        axis.set(xlabel="step", xlim=(0, column.step[-1]), ylabel="loss")
        axis.set(yscale="log", ylim=(1e-12, 10))
    weight, total = float(ds.weight[0]), float(ds.total[0])
    left.set_title(f"equal layer weights $w_l(0)={weight:g}$")
    right.set_title(rf"equal total weights $\alpha(0)={total:g}$")
    style.outer_labels_only([left, right], x=False)
    style.panel_letters([left, right])
    flow = style.legend_entry(style.neighbour(), "exact flow")
    style.depth_legend(canvas, ds.depth.values, simulation="gradient descent", others=[flow])


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Total weight at the start of the deepest finite network, for both starts."""
    deepest = ds.isel(depth=-2)
    return [
        Quote(f"alpha(0), L = {float(deepest.depth):g}, same {start}", "", float(alpha))
        for start, alpha in zip(ds.start.values, deepest.alpha0, strict=True)
    ]


def halfway(ds: xr.Dataset) -> xr.DataArray:
    """Return the first recorded step with half the initial loss, (start, depth); NaN if none."""
    low = ds.loss < ds.loss.isel(part=0) / 2
    return ds.step.where(low).min("part")


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Steps to half the loss from equal total weights, and the largest miss of the flow."""
    steps = halfway(ds).sel(start="total")
    apart = abs(np.sqrt(ds.loss) - np.sqrt(ds.flow_loss)) * math.sqrt(2)
    return {
        "plateaus": [f"{float(v):.0f}" for v in steps.values if np.isfinite(v)],
        "apart": f"{float(apart.max()):.2f}",
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statement of the title: the loss from equal total weights rises with depth to its limit."""
    loss = ds.loss.sel(start="total")
    low = loss > 1e-9  # smaller losses are rounding errors
    return {
        "the plateau grows with depth": bool(
            (loss.diff("depth") > -1e-9).where(low.isel(depth=slice(1, None)), other=True).all()
        )
    }


FIGURE = Figure(
    id="chain-fig6",
    says="From equal total weights the plateau with block depth one grows with depth towards that "
    "of infinite depth.",
    source=CHAIN.figure(6),
    caption="""Loss of residual networks with block depth one, target {r}, at the rate of eq. (28)
    with 1/tau = {k}: simulated gradient descent (markers); dotted: the exact flow (largest miss of
    the total weight {apart}). (A) Every layer of every depth starts from the weight {weight}. The
    total weight (1 + w/sqrt(L))^L at the start then falls towards zero with depth, so that the
    plateau grows without bound; the paper does not say how its starts depend on the depth. (B)
    Every depth starts from the total weight {alpha0} of the target. The loss has halved at the
    steps {plateaus}, from the shallowest to infinite depth (black). Losses below the axis are
    cut.""",
    runs="gradient descent on one chain of each depth, {horizons} steps; nothing is random.",
    shows="""Loss of residual networks with block depth one, L = {depths} and infinite, target {r}.
    Simulated gradient descent (markers) at the normalised rate {k}; dotted: the exact flow (largest
    miss of the total weight {apart}). (A) From the weight {weight} in every layer. (B) From the
    total weight {alpha0} of the target, where the loss has halved at the steps {plateaus}. Losses
    below the axis are cut.""",
    claims=("CHAIN-E25", "CHAIN-X-A1", "CHAIN-I13", "CHAIN-I14"),
    height=3.2,
    quick=Parameters(),
    paper=Parameters(depths=(1, 2, 4, 8, 16, 64, 256), points=241, horizons=(4_000, 1_200)),
    tiny={"depths": (1, 4), "horizons": (200, 200), "points": 31},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
