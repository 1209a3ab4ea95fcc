"""Chain, Figure 3: total weight at four normalised rates, and the 2-cycle above k = 2."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
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

MAX_PERIOD = 32  # longest cycle that is looked for
TOP = 2.1  # of the panels
ENDS = {0: "diverges", 1: "converges", -1: f"no cycle up to {MAX_PERIOD}", -2: "still rises"}


@dataclass(frozen=True)
class Parameters:
    """Rates and start are the paper's; depths and numbers of steps are ours."""

    depths: tuple[float, ...] = setting(
        (1, 2, 4, 16, math.inf), "depths", **DEPTHS, infinite=True, most=6
    )
    rates: tuple[float, ...] = setting(
        (1.0, 1.5, 1.95, 2.05), "normalised rates k = eta S", low=0, above=True, high=10, most=6
    )
    start: float = setting(0.01, "total weight at the start over the target", low=1e-4, high=0.99)
    steps: int = setting(150, "steps drawn", units="step", whole=True, low=10, high=10_000)
    long: int = setting(
        4_000, "steps before cycles are counted", units="step", whole=True, low=200, high=100_000
    )


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Gradient descent, exact flow, periods of the last steps and stable 2-cycles at each rate."""
    p = parameters
    shown, last = range(p.steps + 1), range(p.long - 2 * MAX_PERIOD, p.long + 1)
    run = runs.descent(
        p.depths, p.rates, steps=max(p.long, p.steps), record={*shown, *last}, total=p.start
    )
    run = run.alpha.transpose("rate", "depth", "step")
    alpha, late = run.sel(step=list(shown)), run.sel(step=list(last)).values
    flow = [runs.flow(shown, p.start, p.depths, 1 / k).alpha for k in p.rates]
    gone = ((alpha > TOP) | (alpha < 0)).cumsum("step") > 0
    dataset = xr.Dataset(
        {
            "alpha": alpha,
            "drawn": alpha.where(~gone),
            "flow": xr.concat(flow, dim="rate").transpose("rate", "depth", "step"),
            "period": (("rate", "depth"), periods(late)),
            "highest": alpha.max("step"),
            "cycle": (("rate", "depth", "end"), _cycles(p)),
            "late": (("rate", "depth", "end"), np.sort(late[..., -2:], axis=-1)),
            "bar": ("edge", [0.0, float(p.steps)]),
        },
        coords={"rate": list(p.rates), "depth": np.asarray(p.depths, dtype=float)},
    )
    return describe(
        dataset,
        alpha=simulated("relative total weight"),
        drawn=simulated("relative total weight until it first leaves the panel"),
        flow=exact("relative total weight of the flow"),
        period=simulated("period of the last steps; 0: diverged, -1: none found, -2: still rising"),
        highest=simulated("largest relative total weight of the steps drawn"),
        cycle=exact("ends of the 2-cycle where it is stable"),
        late=simulated("last two relative total weights, sorted"),
        bar=given("first and last step drawn", "step"),
        rate=given("normalised rate k = eta S"),
        depth=given("depth L"),
        step=given("gradient-descent step", "step"),
    )


def periods(late: np.ndarray) -> np.ndarray:
    """Return the period of the last values of each orbit: (..., step) -> (...).

    0 means diverged, -1 no period up to MAX_PERIOD, -2 still rising towards the target.
    """
    result = np.full(late.shape[:-1], -1)
    with np.errstate(invalid="ignore", over="ignore"):
        for period in range(MAX_PERIOD, 0, -1):
            back = np.abs(late[..., period:] - late[..., :-period]).max(axis=-1)
            result[back < 1e-3] = period
        rising = (np.diff(late, axis=-1) > 0).all(axis=-1) & (late[..., -1] < 0.999)
        result[rising] = -2
        result[~np.isfinite(late).all(axis=-1) | (np.abs(late) > 1e6).any(axis=-1)] = 0
    return result


def _cycles(p: Parameters) -> np.ndarray:
    """Ends of the 2-cycle, (rate, depth, end); NaN where it is not stable."""
    ends = np.full((len(p.rates), len(p.depths), 2), np.nan)
    for i, j in np.ndindex(ends.shape[:-1]):
        k, depth = p.rates[i], p.depths[j]
        if depth > 1 and 2 < k < float(chain.period_doubling_rate(depth)):
            ends[i, j] = chain.two_cycle(k, depth)
    return ends


def outcome(at: xr.Dataset) -> str:
    """Return where descent ends at one rate: "diverges at L = 1; others: 2-cycle"."""
    if (at.period == 1).all():
        over = at.highest > 1 + 1e-6
        return "overshoots, converges" if over.any() else "converges without overshoot"
    groups: dict[str, list[float]] = {}
    for depth, period in zip(at.depth.values, at.period.values, strict=True):
        words = ENDS.get(int(period), f"{int(period)}-cycle")
        groups.setdefault(words, []).append(depth)
    largest = max(groups, key=lambda words: len(groups[words]))
    if len(groups) == 1:
        return largest
    rare = [f"{words} at $L={_depths(d)}$" for words, d in groups.items() if words != largest]
    return f"{'; '.join(rare)}; others: {largest}"


def _depths(depths: list[float]) -> str:
    return ",".join("\\infty" if math.isinf(d) else f"{d:g}" for d in depths)


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one panel for each rate: descent, the flow below 2, stable 2-cycles above."""
    down, across = -(-ds.sizes["rate"] // 2), min(2, ds.sizes["rate"])
    axes = style.panels(canvas, down, across, sharex=True, sharey=True).flat
    for axis, k in zip(axes, ds.rate.values, strict=False):
        _panel(axis, ds.sel(rate=k), ds.bar.values)
        axis.set_title(f"$k={k:g}$: {outcome(ds.sel(rate=k))}")
        axis.set(xlabel="step", ylabel=r"total weight $\alpha$", ylim=(0, TOP))
        axis.set_xlim(float(ds.bar[0]), float(ds.bar[1]))
    for axis in axes[ds.sizes["rate"] :]:
        axis.remove()
    shown = axes[: ds.sizes["rate"]]
    style.outer_labels_only(shown)
    style.panel_letters(shown)
    others = [style.legend_entry(style.neighbour(), "exact flow ($k<2$)")] * bool(
        (ds.rate < 2).any()
    )
    if ds.cycle.notnull().any():
        others.append(style.legend_entry({"color": "0.3"}, "exact 2-cycle"))
    style.depth_legend(canvas, ds.depth.values, simulation="gradient descent", others=others)


def _panel(axis: Axes, at: xr.Dataset, bar: np.ndarray) -> None:
    """Draw the orbits of one rate, and what is exact there."""
    for i, (depth, look) in enumerate(style.depth_styles(at.depth.values).items()):
        chosen = at.sel(depth=depth)
        if at.rate < 2:
            axis.plot(at.step, chosen.flow, **style.neighbour())
        elif chosen.cycle.notnull().all():
            for end in chosen.cycle.values:
                axis.plot(bar, [end, end], **style.line(look, linewidth=0.9))
        every = max(3, len(at.step) // 50 // 2 * 2 + 1)  # odd: both branches of a 2-cycle
        axis.plot(at.step, chosen.drawn, **style.points(look, (i % every, every)))


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Distances of descent from the flow, and the last two values above k = 2 with theory."""
    first = abs(ds.alpha - ds.flow).isel(rate=0).max("step")
    label = f"largest |descent - flow| at k = {float(ds.rate[0]):g}"
    rows = [
        Quote(f"{label}, L = {depth:g}", "well described", float(gap))
        for depth, gap in zip(ds.depth.values, first, strict=True)
    ]
    for depth in ds.depth.values[ds.cycle.isel(rate=-1, end=0).notnull()]:
        for name, values in (("simulated", ds.late), ("theory", ds.cycle)):
            low, high = values.isel(rate=-1).sel(depth=depth).values
            label = f"k = {float(ds.rate.max()):g}, L = {depth:g}, last two alpha, {name}"
            rows.append(Quote(label, "diverging", f"{low:.6f}, {high:.6f}"))
    return rows


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Outcomes by rate, the range of period doubling, distances of descent from the flow."""
    below = ds.sel(rate=ds.rate < 2)
    apart = abs(below.alpha - below.flow).max("step")
    doubling = chain.period_doubling_rate(ds.depth.values[ds.depth > 1])
    words = [f"k = {k:g}: {outcome(ds.sel(rate=k))}" for k in ds.rate.values]
    plain = [
        text.replace("$", "").replace("\\infty", "inf").replace("L=", "L = ") for text in words
    ]
    return {
        "outcomes": "; ".join(plain),
        "above": float(ds.rate[-1]),
        "below": [float(k) for k in below.rate],
        "first": float(ds.rate[0]),
        "doubling": span(doubling),
        "apart": " and ".join(f"{float(one.max()):.2f} (k = {float(one.rate):g})" for one in apart),
        "one": "".join(f"{float(v):.2f}" for v in apart.sel(depth=ds.depth == 1).values.flat[:1]),
        "deeper": span(apart.sel(depth=ds.depth > 1).values[:1]),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: where descent ends just above k = 2."""
    above = ds.period.isel(rate=-1)
    return {
        "one layer diverges": bool((above.sel(depth=1) == 0).all()),
        "deeper chains end on a 2-cycle": bool((above.sel(depth=above.depth > 1) == 2).all()),
        "the 2-cycle is stable there": bool(
            ds.cycle.isel(rate=-1).sel(depth=ds.depth > 1).notnull().all()
        ),
    }


FIGURE = Figure(
    id="chain-fig3",
    says="Just above k = 2 only chains of one layer diverge; deeper chains end on a 2-cycle, which "
    "is stable up to a k of 2.47 to 2.50.",
    finding="Just above k = 2 only chains of one layer diverge; deeper chains end on a 2-cycle, "
    "which is stable up to a k of {doubling}.",
    source=CHAIN.figure(3),
    caption="""Relative total weight from alpha = {start} at normalised rates k = eta S: simulated
    gradient descent (markers, some steps); dotted in (A-C): the exact flow (largest miss {apart}).
    (D) k = {above}; lines: exact 2-cycles. The paper's caption says that descent diverges for k >=
    2. This holds for L = 1 only; its points are cut where it leaves the panel. For L >= 2 descent
    ends on a 2-cycle just above k = 2. The period doubles at a k of {doubling}, depending on depth;
    divergence needs a much larger k and does not occur at infinite depth. The paper says that for k
    <= 1 descent is "well described by the flow": at k = {first} they differ by up to {one} (L = 1)
    and {deeper} (deeper).""",
    runs="gradient descent on one chain for each depth and rate, {steps} steps, and {long} to find "
    "where it ends; nothing is random.",
    shows="""Where gradient descent ends: {outcomes}. Relative total weight from alpha = {start} at
    normalised rates k = eta S, depths L = {depths}: simulated gradient descent (markers, some
    steps, cut where an orbit leaves its panel), below k = 2 the exact flow (dotted; largest miss
    {apart}), above it the exact 2-cycle of the depths where it is stable (lines).""",
    claims=(
        "CHAIN-R1",
        "CHAIN-R2",
        "CHAIN-R2-converges",
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
    holds=holds,
    quotes=quotes,
)
