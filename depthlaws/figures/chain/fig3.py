"""Chain, Figure 3: total weight at four normalised rates, and the 2-cycle above k = 2."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN


@dataclass(frozen=True)
class Parameters:
    """Rates and start are the paper's; depths and numbers of steps are ours."""

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
    alpha = run.alpha
    even = alpha.where(alpha.step % 2 == 0)
    left = (alpha > 2) | (alpha < 0)  # an orbit that has left the panel is not drawn again
    alpha, even = (a.where(left.cumsum("step") == 0) for a in (alpha, even))
    dataset = xr.Dataset(
        {
            "alpha": run.alpha,
            "even": even,
            "odd": alpha.where(alpha.step % 2 == 1),
            "flow": xr.concat(flow, dim="rate"),
            "cycle": (("cycled", "end"), [chain.two_cycle(top, L) for L in deep]),
            "late": (("cycled", "end"), np.sort(late.alpha.transpose("depth", "step").values)),
            "bar": ("edge", [0.0, float(p.steps)]),
        },
        coords={"rate": list(p.rates), "cycled": deep},
    )
    return describe(
        dataset,
        alpha=simulated("relative total weight"),
        even=simulated("relative total weight after an even number of steps"),
        odd=simulated("relative total weight after an odd number of steps"),
        flow=exact("relative total weight of the flow"),
        cycle=exact("ends of the 2-cycle"),
        late=simulated("last two relative total weights, sorted"),
        bar=given("first and last step drawn", "step"),
        rate=given("normalised rate k = eta S"),
        depth=given("depth L"),
        cycled=given("depth L of two or more"),
        step=given("gradient-descent step", "step"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw three rates below 2 with the flow, and one above 2 with the exact 2-cycle."""
    axes = style.panels(canvas, 2, 2, sharex=True, sharey=True)
    *below, above = axes.flat
    for axis, k, says in zip(below, ds.rate.values, TITLES, strict=False):
        for i, (depth, look) in enumerate(style.depth_styles(ds.depth.values).items()):
            chosen = ds.sel(rate=k, depth=depth)
            axis.plot(ds.step, chosen.alpha, **style.points(look, (i % 3, 3)))
            axis.plot(ds.step, chosen.flow, **style.line(look))
        axis.set_title(f"$k={k:g}$: {says}")
    _cycles(above, ds)
    for axis in axes.flat:
        axis.set(xlabel="step", ylabel=r"relative total weight $\alpha$", ylim=(0, 2.1))
        axis.set_xlim(float(ds.bar[0]), float(ds.bar[1]))
    style.outer_labels_only(axes.flat)
    style.panel_letters(axes.flat)
    style.depth_legend(canvas, ds.depth.values, simulation="gradient descent", theory="exact")


TITLES = ("roughly follows the flow", "overshoots, converges fast", "oscillates, converges")


def _cycles(axis: Axes, ds: xr.Dataset) -> None:
    """Draw even and odd steps as two branches, with the exact 2-cycle of each depth."""
    k = ds.rate.values.max()
    for i, (depth, look) in enumerate(style.depth_styles(ds.depth.values).items()):
        chosen = ds.sel(rate=k, depth=depth)
        for branch in (chosen.even, chosen.odd):
            axis.plot(ds.step, branch, **style.points(look, None if depth == 1 else (i, 3)))
        if depth in ds.cycled:
            for end in ds.cycle.sel(cycled=depth).values:
                axis.plot(ds.bar, [end, end], **style.line(look, linewidth=0.9))
    axis.set_title(f"$k={k:g}$: stable 2-cycle (paper: diverges)")
    style.label(axis, "$L=1$ diverges, leaves at step 1", 0.03, 1.95, xycoords=FRACTION_BY_DATA)
    style.label(
        axis,
        "even and odd steps, on the exact 2-cycles",
        0.03,
        1.7,
        xycoords=FRACTION_BY_DATA,
    )


FRACTION_BY_DATA = ("axes fraction", "data")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Distances of descent from the flow, and the last two values above k = 2 with theory."""
    first = abs(ds.alpha - ds.flow).isel(rate=0).max("step")
    label = f"largest |descent - flow| at k = {float(ds.rate[0]):g}"
    rows = [
        Quote(f"{label}, L = {depth:g}", "well described", float(gap))
        for depth, gap in zip(ds.depth.values, first, strict=True)
    ]
    for i, depth in enumerate(ds.cycled.values):
        for name, values in (("simulated", ds.late), ("theory", ds.cycle)):
            low, high = values.values[i]
            label = f"k = {float(ds.rate.max()):g}, L = {depth:g}, last two alpha, {name}"
            rows.append(Quote(label, "diverging", f"{low:.6f}, {high:.6f}"))
    return rows


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Rates, the range of period doubling, and the distances of descent from the flow."""
    apart = abs(ds.alpha - ds.flow).isel(rate=0).max("step")
    deeper = apart.sel(depth=ds.cycled.values)
    doubling = chain.period_doubling_rate(ds.cycled.values)
    *below, above = (float(k) for k in ds.rate)
    return {
        "below": below,
        "above": above,
        "first": below[0],
        "doubling": f"{doubling.min():.2f} to {doubling.max():.2f}",
        "one": f"{float(apart.sel(depth=1)):.2f}",
        "deeper": f"{float(deeper.min()):.2f} to {float(deeper.max()):.2f}",
    }


FIGURE = Figure(
    id="chain-fig3",
    says="Just above k = 2 only chains of one layer diverge; deeper chains end on a 2-cycle, which "
    "is stable up to k of about 2.5.",
    source=CHAIN.figure(3),
    caption="""Relative total weight from alpha = {start} at normalised rates k = eta S. (A-C)
    Simulated gradient descent (markers, every third step) and the exact flow (lines) at k =
    {below}. (D) k = {above}, even and odd steps as two branches. The paper's caption says that
    descent diverges for k >= 2. This holds for L = 1 only, which leaves the panel at its first
    step. For L >= 2 descent ends on a 2-cycle just above k = 2 (lines: exact). The period doubles
    at a k of {doubling}, depending on depth; divergence needs a much larger k and does not occur at
    infinite depth. The paper says that for k <= 1 descent is "well described by the flow": at k =
    {first} they differ by up to {one} (L = 1) and {deeper} (deeper).""",
    runs="gradient descent on one chain for each depth and rate, {steps} steps; nothing is random.",
    claims=(
        "CHAIN-R1",
        "CHAIN-R2",
        "CHAIN-R3",
        "CHAIN-R3-bounded",
        "CHAIN-X-C2",
        "CHAIN-X-C3",
        "CHAIN-X-C3-thresholds",
    ),
    height=4.8,
    quick=Parameters(),
    paper=Parameters(depths=(1, 2, 3, 4, 8, 16, 64, math.inf), long=20_000),
    tiny={"depths": (1, 2, math.inf), "steps": 30, "long": 3_000},
    data=data,
    facts=facts,
    draw=draw,
    quotes=quotes,
)
