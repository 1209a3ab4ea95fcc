"""Chain, Figure 4: plateau and convergence of total weight and loss over depth and start."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN


@dataclass(frozen=True)
class Parameters:
    """Rate and data as given; starts, depths and horizons are ours."""

    depths: tuple[float, ...] = (1, 2, 3, 4, 8, 16, math.inf)
    starts: tuple[float, ...] = (0.1, 0.01, 0.001)
    horizons: tuple[int, ...] = (250, 1_500, 12_000)
    k: float = 0.1
    points: int = 251


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Gradient descent, exact flow and plateau times; ``part`` counts time in horizons."""
    p = parameters
    found = xr.concat([_column(p, i) for i in range(len(p.starts))], dim="start")
    return found.assign_coords(start=list(p.starts), part=np.linspace(0, 1, p.points))


def _column(p: Parameters, i: int) -> xr.Dataset:
    start, tau = p.starts[i], 1 / p.k
    steps = np.linspace(0, p.horizons[i], p.points).astype(int)
    run = runs.descent(p.depths, p.k, steps=p.horizons[i], record=steps, total=start)
    flow = runs.flow(steps, start, p.depths, tau)
    deep = np.array([L for L in p.depths if L >= 2])
    whole = {"step": "part"}
    return xr.Dataset(
        {
            "step": ("part", steps),
            "alpha": run.alpha.drop_vars("step").rename(whole),
            "loss": run.loss.drop_vars("step").rename(whole),
            "flow": flow.alpha.drop_vars("step").rename(whole),
            "flow_loss": (flow.gap**2 / 2).drop_vars("step").rename(whole),
            "plateau": ("deep", chain.plateau_time(start, deep, tau)),
            "half": ("deep", chain.time(0.5, start, deep, tau)),
        },
        coords={"deep": deep},
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Columns: starts. Top: total weight with plateau times as ticks. Bottom: loss."""
    axes = canvas.subplots(2, ds.sizes["start"], sharex="col", sharey="row")
    looks = style.depth_styles(ds.depth.values)
    for (top, bottom), start in zip(axes.T, ds.start.values, strict=True):
        column = ds.sel(start=start)
        for depth, look in looks.items():
            one = column.sel(depth=depth)
            for axis, theory, simulated in (
                (top, one.flow, one.alpha),
                (bottom, one.flow_loss, one.loss),
            ):
                axis.plot(column.step, theory, **style.line(look))
                axis.plot(column.step, simulated, **style.points(look, 12))
        for depth, time in zip(ds.deep.values, column.plateau.values, strict=True):
            top.axvline(time, ymin=0, ymax=0.07, color=looks[depth]["color"], linewidth=1.6)
        top.set(title=rf"$\alpha(0)={start:g}$", xlim=(0, column.step[-1]))
        bottom.set(xlabel="step")
        bottom.xaxis.set_major_locator(MaxNLocator(3))
    axes[0, 0].set(ylabel=r"total weight $\alpha$")
    axes[1, 0].set(ylabel=r"loss $(1-\alpha)^2/2$")
    style.letters(axes.flat)
    style.depth_legend(canvas, ds.depth.values, theory="exact flow", simulation="gradient descent")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Printed plateau times beside the exact time to half the target."""
    return [
        Quote(
            f"T of eq. (10), alpha(0) = {start:g}, L = {depth:g}",
            f"{float(one.plateau):.6g}",
            float(one.half),
        )
        for start in ds.start.values
        for depth in ds.deep.values
        for one in [ds.sel(start=start, deep=depth)]
    ]


FIGURE = Figure(
    id="chain-fig4",
    says="Total weight and loss over depth and start, on the exact time courses.",
    source=CHAIN.figure(4),
    caption="""Total weight (top) and loss (bottom) of deep scalar linear networks on y = x at the
    normalised rate 0.1: gradient descent (points) on the exact flow (lines), infinite depth
    included. Ticks at the bottom of the top row: plateau times of the paper's eq. (10), a leading
    term as alpha(0) -> 0. At alpha(0) = 0.1 it is 81 % too long for L = 3 and puts L = 3 after
    L = 4, against the order of the true times; at infinite depth the time to half the target
    exceeds the paper's bound 1/alpha(0) (in units of tau) in every column.""",
    claims=(
        "CHAIN-E7",
        "CHAIN-E9",
        "CHAIN-E10",
        "CHAIN-I13",
        "CHAIN-I13-printed",
        "CHAIN-I14-bounds",
    ),
    height=4.0,
    quick=Parameters(),
    paper=Parameters(
        depths=(1, 2, 3, 4, 8, 16, 64, math.inf),
        starts=(0.1, 0.01, 0.001, 0.0001),
        horizons=(250, 1_500, 12_000, 120_000),
        points=251,
    ),
    tiny={"depths": (1, 2, math.inf), "horizons": (60, 90, 120), "points": 31},
    data=data,
    draw=draw,
    quotes=quotes,
)
