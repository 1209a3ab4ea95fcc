"""Chain, Figure 4: total weight and loss over the step, for depths and starts."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import span
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.figures import descent_and_flow as runs
from depthlaws_papers.chain.figures.descent_and_flow import DEPTHS


@dataclass(frozen=True)
class Parameters:
    """Rate and data are the paper's; starts, depths and numbers of steps are ours."""

    depths: tuple[float, ...] = setting(
        (1, 2, 3, 4, 16, math.inf), "depths", **DEPTHS, infinite=True, most=7
    )
    starts: tuple[float, ...] = (0.1, 0.01, 0.001)
    horizons: tuple[int, ...] = (250, 1_500, 12_000)
    k: float = setting(0.1, "normalised rate eta S", low=0.02, high=1)
    points: int = 121
    after: int = 100


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Gradient descent and exact flow over the step, and over the time since half the target."""
    p = parameters
    dataset = xr.concat([_column(p, i) for i in range(len(p.starts))], dim="start")
    dataset = dataset.assign_coords(start=list(p.starts))
    return describe(
        dataset,
        step=given("gradient-descent step", "step"),
        alpha=simulated("relative total weight"),
        flow=exact("relative total weight of the flow"),
        since=given("time since half the target over tau"),
        loss=simulated("loss"),
        flow_loss=exact("loss of the flow"),
        plateau=exact("plateau time, eq. (10)", "step"),
        half=exact("time to half the target", "step"),
        deep=given("depth L of two or more"),
        depth=given("depth L"),
        start=given("alpha(0)"),
    )


def _column(p: Parameters, i: int) -> xr.Dataset:
    start, tau, depth = p.starts[i], 1 / p.k, np.asarray(p.depths, dtype=float)
    steps = np.unique(np.geomspace(1, p.horizons[i], p.points).astype(int))
    steps = np.interp(np.linspace(0, 1, p.points), np.linspace(0, 1, steps.size), steps).astype(int)
    half = chain.time(0.5, start, depth, tau)
    around = np.arange(-p.after // 10, p.after + 1)  # steps since the one next to half the target
    first = np.rint(half).astype(int)
    recorded = np.maximum(first[:, None] + around, 0)
    run = runs.descent(
        p.depths,
        p.k,
        steps=max(p.horizons[i], int(recorded.max())),
        record={*steps.tolist(), *recorded.ravel().tolist()},
        total=start,
    )
    gap = chain.gap(recorded, start, depth[:, None], tau)
    loss = [run.loss.sel(depth=L, step=w).values for L, w in zip(depth, recorded, strict=True)]
    deep = depth[depth >= 2]
    return xr.Dataset(
        {
            "step": ("part", steps),
            "alpha": run.alpha.sel(step=xr.DataArray(steps, dims="part")).drop_vars("step"),
            "flow": (("depth", "part"), chain.alpha(steps, start, depth[:, None], tau)),
            "since": (("depth", "later"), (recorded - half[:, None]) / tau),
            "loss": (("depth", "later"), np.stack(loss)),
            "flow_loss": (("depth", "later"), gap**2 / 2),
            "plateau": ("deep", chain.plateau_time(start, deep, tau)),
            "half": ("deep", chain.time(0.5, start, deep, tau)),
        },
        coords={"deep": deep, "depth": depth},
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw the total weight for each start, and for one the loss since half the target."""
    grid = style.panels(canvas, 2, (ds.sizes["start"] + 2) // 2)
    *tops, bottom = grid.flat[: ds.sizes["start"] + 1]
    for axis in grid.flat[ds.sizes["start"] + 1 :]:
        axis.remove()
    looks = style.depth_styles(ds.depth.values)
    for top, start in zip(tops, ds.start.values, strict=True):
        column = ds.sel(start=start)
        for depth, look in looks.items():
            chosen = column.sel(depth=depth)
            top.plot(column.step, chosen.flow, **style.neighbour())
            top.plot(column.step, chosen.alpha, **style.points(look, 10))
        for depth, time in zip(ds.deep.values, column.plateau.values, strict=True):
            top.plot([time, time], [0, 0.07], **style.line(looks[depth], **TICK))
        top.set(title=rf"$\alpha(0)={start:g}$", xscale="log", xlabel="step")
        top.set(ylabel=r"total weight $\alpha$", xlim=(1, column.step[-1]), ylim=(0, 1.05))
    for depth, look in looks.items():
        chosen = ds.isel(start=MIDDLE).sel(depth=depth)
        bottom.plot(chosen.since, chosen.flow_loss, **style.neighbour())
        bottom.plot(chosen.since, chosen.loss, **style.points(look, (5, 15)))
    bottom.set(xlabel=r"$(t-t_{1/2})/\tau$", yscale="log", ylim=(1e-9, 1), xlim=(-1, 10))
    bottom.set_yticks([1e-9, 1e-6, 1e-3, 1])
    bottom.set_ylabel(r"loss $(1-\alpha)^2/2$")
    bottom.set_title(rf"$\alpha(0)={float(ds.start[MIDDLE]):g}$, since $\alpha=1/2$")
    style.panel_letters([*tops, bottom])
    ticks = style.legend_entry(
        {"color": "0.3", "marker": "|", "linestyle": ""}, "plateau time, eq. (10)"
    )
    flow = style.legend_entry(style.neighbour(), "exact flow")
    style.depth_legend(canvas, ds.depth.values, simulation="gradient descent", others=[flow, ticks])


MIDDLE = 1  # number of the start of the loss drawn
TICK = {"linewidth": 1.6, "linestyle": "-"}


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Plateau times of eq. (10) beside the exact time to half the target."""
    return [
        Quote(
            f"T of eq. (10), alpha(0) = {start:g}, L = {depth:g}",
            f"{float(chosen.plateau):.6g}",
            float(chosen.half),
        )
        for start in ds.start.values
        for depth in ds.deep.values
        for chosen in [ds.sel(start=start, deep=depth)]
    ]


def slopes(ds: xr.Dataset) -> xr.DataArray:
    """Return minus the slope of log loss over time/tau from 4 to 8 tau after half the target."""
    late = (ds.since > 4) & (ds.since < 8) & (ds.loss > 0)
    x, y = ds.since.where(late), np.log(ds.loss.where(late))
    return -((x - x.mean("later")) * y).sum("later") / ((x - x.mean("later")) ** 2).sum("later")


def facts(ds: xr.Dataset, p: Parameters) -> dict[str, Any]:
    """Error of eq. (10) at the largest start, slopes of the loss, and misses of the flow."""
    start = float(ds.start[0])
    off = chain.plateau_time(start, 3) / chain.time(0.5, start, 3) - 1
    return {
        "most": start,
        "too_long": f"{100 * float(off):.0f}",
        "slopes": span(slopes(ds)),
        "apart": f"{float(abs(ds.alpha - ds.flow).max()):.3f}",
        "factor": f"{float((ds.flow_loss / ds.loss).where(ds.since < 10).max()):.1f}",
        "middle": float(ds.start[MIDDLE]),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: times to half the target, and slopes of the loss after them."""
    fall = slopes(ds)
    return {
        "depth lengthens the plateau": bool((ds.half.diff("deep") > 0).all()),
        "the loss falls at one rate": bool(fall.max() < 1.1 * fall.min()),
    }


FIGURE = Figure(
    id="chain-fig4",
    says="Depth lengthens the plateau; after it the loss falls at the same rate at every depth.",
    source=CHAIN.figure(4),
    caption="""Deep scalar linear networks on y = x at the normalised rate {k}: simulated gradient
    descent (markers), infinite depth included; dotted: the exact flow (largest miss: {apart} of the
    total weight, a factor of {factor} of the loss). (A-C) Total weight over the step. Ticks at the
    bottom: plateau times of the paper's eq. (10), the leading term for alpha(0) -> 0. At alpha(0) =
    {most} this time is {too_long} % too long for L = 3, and longer for L = 3 than for L = 4, which
    reverses the order of the exact times. At infinite depth the time to half the target exceeds the
    paper's bound 1/alpha(0) (in units of tau) in every panel. (D) Loss over the exact time since
    half the target, in units of tau, from alpha(0) = {middle}: from 4 to 8 tau it falls as exp(-s
    t/tau), s from {slopes} over depths and starts (2 for the flow), times a factor that depends on
    depth. (A-C) are cut at their last step, where eq. (10) of shallow networks may lie beyond, (D)
    at small losses.""",
    runs="gradient descent on one chain for each depth and start, up to {horizons} steps; nothing "
    "is random.",
    shows="""Plateau and decay of the loss at the rate k = {k}, chains of L = {depths} layers.
    Simulated gradient descent on y = x (markers); dotted: the exact flow (largest miss: {apart} of
    the total weight, a factor of {factor} of the loss). (A-C) Total weight over the step; ticks:
    plateau times of eq. (10) of Deep scalar networks. (D) Loss over the exact time since half the
    target, from alpha(0) = {middle}: it falls as exp(-s t/tau), s from {slopes} over depths and
    starts. All panels are cut.""",
    claims=(
        "CHAIN-E7",
        "CHAIN-E9",
        "CHAIN-E10",
        "CHAIN-I13",
        "CHAIN-I13-printed",
        "CHAIN-I14-bounds",
        "CHAIN-I15",
    ),
    height=4.2,
    quick=Parameters(),
    paper=Parameters(
        depths=(1, 2, 3, 4, 8, 16, 64, math.inf),
        starts=(0.1, 0.01, 0.001, 0.0001),
        horizons=(250, 1_500, 12_000, 120_000),
        points=251,
    ),
    tiny={
        "depths": (1, 2, math.inf),
        "horizons": (60, 90, 120),
        "points": 31,
        "after": 90,
        "starts": (0.1, 0.05, 0.02),
    },
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
