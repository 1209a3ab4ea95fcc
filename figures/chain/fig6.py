"""Chain, Figure 6: loss of residual networks with block depth one over depth and start."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.theory.papers import CHAIN


@dataclass(frozen=True)
class Parameters:
    """Rate and data as given; starts, depths and horizons are ours."""

    depths: tuple[int, ...] = (1, 2, 4, 8, 16, 64)
    weights: tuple[float, ...] = (0.01, -0.2, -0.4)
    alpha0: float = 0.01
    horizons: tuple[int, ...] = (120, 180, 700, 1_200)
    k: float = 0.1
    r: float = 2.0
    points: int = 121


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Gradient descent and exact flow; the last column starts every depth at the same alpha."""
    p = parameters
    starts: list[dict[str, Any]] = [{"weight": w} for w in p.weights] + [{"total": p.alpha0 * p.r}]
    columns = [_column(p, s, h) for s, h in zip(starts, p.horizons, strict=True)]
    titles = [f"$w_l(0)={w:g}$" for w in p.weights] + [rf"$\alpha(0)={p.alpha0:g}$"]
    return xr.concat(columns, dim="start").assign_coords(start=titles)


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
        }
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """One panel a start."""
    axes = canvas.subplots(1, ds.sizes["start"], sharey=True)
    for axis, start in zip(axes, ds.start.values, strict=True):
        column = ds.sel(start=start)
        for depth, look in style.depth_styles(ds.depth.values).items():
            one = column.sel(depth=depth)
            axis.plot(column.step, one.flow_loss, **style.line(look))
            axis.plot(column.step, one.loss, **style.points(look, 12))
        axis.set(title=start, xlabel="step", xlim=(0, column.step[-1]))
        axis.xaxis.set_major_locator(MaxNLocator(4))
    axes[0].set(ylabel="loss")
    style.letters(axes)
    style.depth_legend(canvas, ds.depth.values, theory="exact flow", simulation="gradient descent")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Where a fixed layer weight starts the deepest network."""
    deepest = ds.isel(depth=-1)
    return [
        Quote(f"alpha(0), L = {float(deepest.depth):g}, {start}", "", float(one))
        for start, one in zip(ds.start.values, deepest.alpha0, strict=True)
    ]


FIGURE = Figure(
    id="chain-fig6",
    says="Loss of residual networks with block depth one over depth and start.",
    source=CHAIN.figure(6),
    caption="""Loss of residual networks with block depth one, target 2, at the rate of eq. (28)
    with 1/tau = 0.1: gradient descent (points) on the exact flow (lines), which is the plain
    chain's. (A-C) The same weight in every layer: the total weight it gives,
    (1 + w/sqrt(L))^L, depends on depth, so a negative start makes a plateau that grows with depth
    (and a positive one an ever larger total weight). (D) The same total weight at every depth,
    layer weights of order 1/sqrt(L): the times tend to a limit.""",
    claims=("CHAIN-E25", "CHAIN-X-A1"),
    height=2.4,
    quick=Parameters(),
    paper=Parameters(depths=(1, 2, 4, 8, 16, 64, 256), points=121, horizons=(120, 250, 4000, 1200)),
    tiny={"depths": (1, 4), "horizons": (40, 50, 60, 70), "points": 31},
    data=data,
    draw=draw,
    quotes=quotes,
)
