"""Chain, Figure 3: total weight at four normalised rates, and what really happens above 2."""

import math
from dataclasses import dataclass
from typing import Any

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
    """Rates and start as given in the paper; depths and horizon are ours."""

    depths: tuple[float, ...] = (1, 2, 4, 16, math.inf)
    rates: tuple[float, ...] = (1.0, 1.5, 1.95, 2.05)
    start: float = 0.01
    steps: int = 150
    long: int = 4_000


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Gradient descent and exact flow at each rate; the 2-cycle above k = 2 and its simulation."""
    p = parameters
    shown = range(p.steps + 1)
    run = runs.descent(p.depths, p.rates, steps=p.steps, record=shown, total=p.start)
    flow = [runs.flow(shown, p.start, p.depths, 1 / k).alpha for k in p.rates]
    deep = [L for L in p.depths if L > 1]
    top = max(p.rates)
    late = runs.descent(deep, top, steps=p.long, record=[p.long - 1, p.long], total=p.start)
    return xr.Dataset(
        {
            "alpha": run.alpha,
            "flow": xr.concat(flow, dim="rate"),
            "cycle": (("cycled", "end"), [chain.two_cycle(top, L) for L in deep]),
            "late": (("cycled", "end"), np.sort(late.alpha.transpose("depth", "step").values)),
        },
        coords={"rate": list(p.rates), "cycled": deep},
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """One panel a rate: thin lines gradient descent, thick lines flow, grey lines the 2-cycle."""
    axes = canvas.subplots(2, 2, sharex=True, sharey=True)
    for axis, k in zip(axes.flat, ds.rate.values, strict=True):
        for depth, look in style.depth_styles(ds.depth.values).items():
            one = ds.sel(rate=k, depth=depth)
            axis.plot(ds.step, one.alpha, **thin(look, depth))
            axis.plot(ds.step, one.flow, **style.line(look))
        axis.set(title=rf"$k=1/\tau={k:g}$", ylim=(0, 2), xlim=(0, None))
    for depth, ends in zip(ds.cycled.values, ds.cycle.values, strict=True):
        look = style.depth_styles(ds.depth.values)[depth]
        for end in ends:
            axes.flat[-1].axhline(end, xmin=0.96, color=look["color"], linewidth=2)
    for axis in axes[-1]:
        axis.set_xlabel("step")
    for axis in axes[:, 0]:
        axis.set_ylabel(r"relative total weight $\alpha$")
    style.letters(axes.flat)
    style.depth_legend(canvas, ds.depth.values, simulation="gradient descent", theory="exact flow")


def thin(look: dict[str, Any], depth: float) -> dict[str, Any]:
    """Look of an oscillating path: every step on a thin line, every fifth marked."""
    path = {"linestyle": "-", "linewidth": 0.5, "markerfacecolor": "white", "markevery": (0, 5)}
    behind = {"zorder": 1, "alpha": 0.6} if depth == 1 else {"zorder": 3}  # it fills the last panel
    return {**look, **path, **behind}


def quotes(ds: xr.Dataset) -> list[Quote]:
    """The caption says that k >= 2 diverges; these are the simulated end states beside theory."""
    first = abs(ds.alpha - ds.flow).isel(rate=0).max("step")
    label = f"largest |descent - flow| at k = {float(ds.rate[0]):g}"
    found = [
        Quote(f"{label}, L = {depth:g}", "well described", float(gap))
        for depth, gap in zip(ds.depth.values, first, strict=True)
    ]
    for i, depth in enumerate(ds.cycled.values):
        for name, values in (("simulated", ds.late), ("theory", ds.cycle)):
            low, high = values.values[i]
            label = f"k = {float(ds.rate.max()):g}, L = {depth:g}, last two alpha, {name}"
            found.append(Quote(label, "diverging", f"{low:.6f}, {high:.6f}"))
    return found


FIGURE = Figure(
    id="chain-fig3",
    says="Total weight at four normalised rates, above and below the edge of stability.",
    source=CHAIN.figure(3),
    caption="""Relative total weight under gradient descent (thin lines, every fifth step marked)
    and under the exact flow (thick) at normalised rates k = eta S = 1, 1.5, 1.95, 2.05 from
    alpha = 0.01. The paper's caption calls k >= 2 diverging. That is so for L = 1 only. For every
    L >= 2 descent settles on a stable 2-cycle just above k = 2 (bars at the right of the last
    panel: exact cycle), doubles its period from k = 2.47 to 2.50 on, and diverges only at much
    larger k, never at infinite depth. Also "well described by the flow" for k <= 1 is rough: at
    k = 1 they differ by up to 0.36 (L = 1) and 0.17 to 0.22 (deeper).""",
    claims=("CHAIN-R1", "CHAIN-R2", "CHAIN-R3", "CHAIN-R3-bounded", "CHAIN-X-C2", "CHAIN-X-C3"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(depths=(1, 2, 3, 4, 8, 16, 64, math.inf), long=20_000),
    tiny={"depths": (1, 2, math.inf), "steps": 30, "long": 3000},
    data=data,
    draw=draw,
    quotes=quotes,
)
