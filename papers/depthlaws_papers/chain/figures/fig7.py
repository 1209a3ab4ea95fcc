"""Chain, Figure 7: loss of residual networks with block depth two, and their escape rate."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

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
        (1, 2, 4, 8, 16, math.inf), "depths", **DEPTHS, infinite=True, most=7
    )
    weights: tuple[float, ...] = (0.1, 0.01, 0.001)
    horizon: int = 420
    k: float = 0.1
    r: float = setting(2.0, "target of (A-C)", low=1, above=True, high=20)
    points: int = 201
    targets: tuple[float, ...] = setting(
        (1.5, 2.0, 4.0, 8.0), "targets of (D)", low=1, above=True, high=50, most=5
    )
    slow: float = 1e-4
    tiny: float = 1e-3


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Descent and exact flow, and the rate of escape from small weights for each target."""
    p = parameters
    dataset = xr.concat([_column(p, w) for w in p.weights], dim="start")
    return describe(
        dataset.assign_coords(start=list(p.weights)).merge(_escape(p)),
        loss=simulated("loss"),
        flow_loss=exact("loss of the flow"),
        escape=simulated("growth of log w per unit of normalised time"),
        escape_theory=exact("growth of log w per unit of normalised time"),
        step=given("gradient-descent step", "step"),
        start=given("initial weight of every layer"),
        target=given("target r"),
        depth=given("depth L"),
    )


def _column(p: Parameters, weight: float) -> xr.Dataset:
    steps = np.linspace(0, p.horizon, p.points).astype(int)
    options = {"r": p.r, "network": "block2"}
    run = runs.descent(p.depths, p.k, steps=p.horizon, record=steps, weight=weight, **options)
    flow = runs.flow(steps, run.alpha.isel(step=0), p.depths, 1 / p.k, **options)
    return xr.Dataset({"loss": run.loss, "flow_loss": (p.r * flow.gap) ** 2 / 2})


def _escape(p: Parameters) -> xr.Dataset:
    """Growth of log w per unit of normalised time at small w, from one slow step."""
    rows = []
    for r in p.targets:
        run = runs.descent(
            p.depths, p.slow, r=r, network="block2", steps=1, record=[0, 1], weight=p.tiny
        )
        grown = np.log(np.log(run.total)).diff("step").squeeze("step") / 2  # log a = w^2 at small w
        rows.append((grown / p.slow).values)
    depth, target = np.asarray(p.depths, dtype=float), np.asarray(p.targets)
    return xr.Dataset(
        {
            "escape": (("target", "depth"), np.stack(rows)),
            "escape_theory": (("target", "depth"), chain.escape_rate(target[:, None], depth)),
        },
        coords={"target": target, "depth": depth},
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw the loss from each start, and the escape rates."""
    axes = style.panels(canvas, 2, (ds.sizes["start"] + 1) // 2).flat
    for axis, start in zip(axes, ds.start.values, strict=False):
        for depth, look in style.depth_styles(ds.depth.values).items():
            chosen = ds.sel(start=start, depth=depth)
            axis.plot(ds.step, chosen.flow_loss, **style.neighbour())
            axis.plot(ds.step, chosen.loss, **style.points(look, 12))
        axis.set(title=f"$w_l(0)={start:g}$", xlabel="step", xlim=(0, ds.step[-1]))
        axis.set(ylabel="loss", ylim=(0, None))
        axis.xaxis.set_major_locator(MaxNLocator(3))
    _draw_escape(ds, axes[-1])
    style.panel_letters(axes)
    flow = style.legend_entry(style.neighbour(), "exact flow")
    style.depth_legend(
        canvas,
        ds.depth.values,
        theory="exact escape rate",
        simulation="gradient descent",
        others=[flow],
    )


def _draw_escape(ds: xr.Dataset, axis: Axes) -> None:
    """Draw one short exact line and one simulated marker for each depth and target."""
    ends = np.array([-0.32, 0.32])
    for target in ds.target.values:
        rates = ds.sel(target=target)
        for i, (depth, look) in enumerate(style.depth_styles(ds.depth.values).items()):
            at = rates.sel(depth=depth)
            axis.plot(i + ends, [at.escape_theory] * 2, **style.line(look, linestyle="-"))
            axis.plot([i], [at.escape], **style.points(look))
        style.end_label(
            axis, f"$r={target:g}$", ds.sizes["depth"] - 0.5, float(rates.escape_theory[-1])
        )
    names = [r"$\infty$" if math.isinf(L) else f"{L:g}" for L in ds.depth.values]
    axis.set_xticks(range(ds.sizes["depth"]), names)
    axis.set(xlabel=r"depth $L$", ylabel=r"escape rate $\kappa_L$", ylim=(-0.04, 0.55))
    axis.set_title("escape, by target $r$")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Escape rates by depth and target, which data-independent dynamics would make equal."""
    return [
        Quote(
            f"escape rate, r = {target:g}, L = {depth:g}, measured", "independent of data", float(v)
        )
        for target in ds.target.values
        for depth, v in zip(ds.depth.values, ds.escape.sel(target=target), strict=True)
    ]


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Largest miss of the flow, and the escape of the smallest target over that of the largest."""
    apart = abs(np.sqrt(ds.loss) - np.sqrt(ds.flow_loss)) * math.sqrt(2)
    ratio = ds.escape.isel(target=0) / ds.escape.isel(target=-1)
    return {
        "apart": f"{float(apart.max()):.2f}",
        "ratio": span(ratio.values[ds.depth > 1], 1),
        "first": f"{float(ds.target[0]):g}",
        "last": f"{float(ds.target[-1]):g}",
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statement of the title: the escape rate falls with the target beyond depth 1."""
    deep = ds.escape.sel(depth=ds.depth > 1)
    return {"the target sets the escape": bool((deep.diff("target") < -1e-3).all())}


FIGURE = Figure(
    id="chain-fig7",
    says="With block depth two the rate of escape from small weights depends on the target at "
    "every depth beyond 1.",
    source=CHAIN.figure(7),
    caption="""(A-C) Loss of residual networks with block depth two, target {r}, at the rate of eq.
    (34) with 1/tau = {k}, infinite depth included: simulated gradient descent (markers); dotted:
    the exact flow (largest miss of the total weight {apart}). The length of the plateau is
    logarithmic in the initial weight at every depth. (D) Escape rate, the growth of log w per unit
    of normalised time t/tau at small w: simulated (markers) and exact (short lines). Beyond depth 1
    it depends on the target r, which in the feedforward chain it does not: from r = {first} to
    {last} it falls by factors of {ratio}. The rule of eq. (34) therefore does not make the dynamics
    independent of the data.""",
    runs="gradient descent on one chain for each depth and start, {horizon} steps; nothing is "
    "random.",
    shows="""Loss and escape from small weights of residual networks with block depth two, L =
    {depths}. (A-C) Target {r}: simulated gradient descent (markers); dotted: the exact flow
    (largest miss of the total weight {apart}). (D) Growth of log w per unit of normalised time at
    small w: simulated (markers) and exact (short lines); from r = {first} to {last} it falls beyond
    depth 1 by factors of {ratio}.""",
    claims=("CHAIN-E31", "CHAIN-X-A2-flow", "CHAIN-X-A5", "CHAIN-I21"),
    height=4.2,
    quick=Parameters(),
    paper=Parameters(depths=(1, 2, 4, 8, 16, 64, math.inf), points=501),
    tiny={"depths": (1, 2, math.inf), "horizon": 420, "points": 43},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
