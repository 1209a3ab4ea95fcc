"""Chain, Figure 1: sharper minima with depth, and gradient descent at two rates."""

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
from depthlaws.theory.chain import descent_map
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.figures import descent_and_flow as runs
from depthlaws_papers.chain.figures.descent_and_flow import DEPTHS


@dataclass(frozen=True)
class Parameters:
    """Depths and numbers of steps; the paper states neither."""

    depths: tuple[int, ...] = setting((1, 2, 4, 8, 16), "depths", **DEPTHS, most=6)
    start: float = setting(0.1, "total weight at the start", low=1e-3, high=0.99)
    shown: int = 15
    steps: int = 40
    long: int = 10_000
    high: float = 1.5
    points: int = 241


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Landscapes, trajectories at tau = 1 and tau = 1/2, and the slow decay at tau = 1/2."""
    p = parameters
    depths, weight = list(p.depths), np.linspace(0, p.high, p.points)
    fine = np.linspace(0, p.shown, 8 * p.shown + 1)
    short, long = range(p.steps + 1), np.unique(np.geomspace(1, p.long, 80).astype(int))
    stable = runs.descent(depths, 1.0, steps=p.steps, record=short, total=p.start)
    edge = runs.descent(depths, 2.0, steps=p.long, record={*short, *long}, total=p.start)
    deep = np.array([L for L in depths if L >= 2], dtype=float)
    flip = descent_map.flip_total(deep)[:, None]
    dataset = xr.Dataset(
        {
            **runs.landscape("feedforward", weight, depths),
            "sharpness": ("depth", runs.hessian_sharpness("feedforward", depths, 1.0)),
            "stable": stable.alpha,
            "flow": runs.flow(fine, p.start, depths, 1.0).alpha.rename(step="time"),
            "edge": edge.alpha.sel(step=list(short)),
            "distance": abs(edge.alpha - 1).sel(step=long).rename(step="late"),
            "decay": (("deep", "late"), 1 / np.sqrt(2 * flip * long)),
            "shown": p.shown,
        },
        coords={"weight": weight, "deep": deep},
    )
    return describe(
        dataset,
        landscape=simulated("loss with all weights equal"),
        landscape_theory=exact("loss with all weights equal"),
        sharpness=simulated("largest Hessian eigenvalue at the minimum"),
        stable=simulated("total weight at tau = 1"),
        flow=exact("total weight of the flow at tau = 1"),
        edge=simulated("total weight at tau = 1/2"),
        distance=simulated("distance of the total weight from 1 at tau = 1/2"),
        decay=exact("asymptotic distance from 1 at tau = 1/2"),
        shown=given("last step drawn at tau = 1", "step"),
        weight=given("weight of every layer"),
        depth=given("depth L"),
        deep=given("depth L of two or more"),
        step=given("gradient-descent step", "step"),
        time=given("time in steps", "step"),
        late=given("gradient-descent step", "step"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw landscape, descent at tau = 1, descent at tau = 1/2, and its decay."""
    (a, b), (c, d) = style.panels(canvas, 2, 2)
    for depth, look in style.depth_styles(ds.depth.values).items():
        chosen = ds.sel(depth=depth)
        a.plot(ds.weight, chosen.landscape_theory, **style.line(look))
        a.plot(ds.weight, chosen.landscape.where(chosen.landscape < TOP), **style.points(look, 20))
        b.plot(ds.time, chosen.flow, **style.neighbour())
        b.plot(ds.step, chosen.stable, **style.points(look))
        c.plot(ds.step, chosen.edge, **style.points(look))
        d.plot(ds.late, chosen.distance, **style.points(look, 4))
        if depth in ds.deep:
            d.plot(ds.late, ds.decay.sel(deep=depth), **style.neighbour())
    _label(a, b, c, d)
    sharper = ds.sizes["depth"] > 1 and holds(ds)["the minimum gets sharper with depth"]
    a.set_title("minima get sharper with depth" if sharper else "loss, all weights equal")
    near = ds.sizes["deep"] > 0 and holds(ds)["every L >= 2 converges"]
    words = r"towards $(2Cn)^{-1/2}$, $L\geq 2$" if near else "distance from the minimum"
    d.set_title(rf"$\tau=1/2$: {words}")
    b.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    b.set_xlim(-0.4, float(ds.shown) + 0.4)
    style.panel_letters([a, b, c, d])
    near = style.legend_entry(style.neighbour(), "B: exact flow; D: exact asymptote")
    style.depth_legend(
        canvas, ds.depth.values, theory="exact loss", simulation="simulated", others=[near]
    )


TOP = 1.1  # largest loss drawn with a marker


def _label(a: Axes, b: Axes, c: Axes, d: Axes) -> None:
    a.set(xlabel=r"weight $w$ of every layer", ylabel=r"loss $(1-w^L)^2/2$")
    a.set_ylim(0, TOP + 0.1)
    b.set(xlabel="step", ylabel=r"total weight $w^L$", title=r"$\tau=1$: descent, and the flow")
    c.set(xlabel="step", ylabel=r"total weight $w^L$", ylim=(0, 2))
    c.set_title(r"$\tau=1/2$: the first steps")
    d.set(xlabel="step", ylabel=r"$|w^L-1|$", xscale="log", yscale="log")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Sharpness by depth, and distances from the minimum after the last step."""
    last = {int(L): float(abs(ds.stable.sel(depth=L)[-1] - 1)) for L in ds.depth}
    return [
        *(
            Quote(f"sharpness of the minimum, L={int(L)}", "increases with L", float(s))
            for L, s in zip(ds.depth, ds.sharpness, strict=True)
        ),
        Quote("largest |w^L - 1| after the last step, tau = 1", "stable", max(last.values())),
        Quote(
            f"|w^L - 1| after {int(ds.late[-1])} steps at tau = 1/2, deepest network",
            "threshold: oscillates",
            float(ds.distance.isel(depth=-1, late=-1)),
        ),
    ]


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Largest miss of the flow, and share of the last distance that the asymptote misses."""
    steps = ds.stable.sel(step=ds.time.values[ds.time.values % 1 == 0].astype(int))
    apart = abs(steps - ds.flow.sel(time=steps.step.astype(float)).drop_vars("time"))
    last = ds.distance.sel(depth=ds.deep.values).isel(late=-1).values
    left = [float(v) for v in abs(ds.decay.isel(late=-1).values / last - 1)]
    return {
        "apart": f"{float(apart.max()):.2f}",
        "left": f"{100 * max(left, default=0.0):.0f}",
        "late": str(int(ds.late[-1])),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the titles: sharpness, and distances from 1 after the last step."""
    deep = ds.distance.sel(depth=ds.deep.values)
    return {
        "the minimum gets sharper with depth": bool((ds.sharpness.diff("depth") > 0).all()),
        "every L >= 2 converges": bool((deep.isel(late=-1) < 0.5 * deep.max("late")).all()),
        "one layer keeps oscillating": bool(np.ptp(ds.distance.sel(depth=1).values) < 1e-9),
    }


FIGURE = Figure(
    id="chain-fig1",
    says="At tau = 1/2 descent converges at every depth L >= 2 drawn; only one layer keeps "
    "oscillating.",
    source=CHAIN.figure(1),
    caption="""Deep scalar linear networks on y = x; markers are simulated gradient descent. (A)
    Loss with all weights equal, exact (lines) and simulated (markers). The largest eigenvalue of
    the Hessian at the minimum is L; the curve drawn has curvature L^2, because a change of w moves
    all L weights. (B) Total weight at the rate of eq. (5) with tau = 1; dotted: the exact gradient
    flow of the same start (largest miss {apart}). (C) The same at tau = 1/2. Only L = 1 keeps
    oscillating. For L >= 2 the oscillation, which the paper's panel shows, decays (D) as 1/sqrt(2 C
    n) with the exact coefficient C = 4(1-1/L)(5-4/L)/3 (dotted: an asymptote; it misses early
    steps, its largest miss of step {late} is {left} %), so descent at tau = 1/2 converges. (A) and
    (B) are cut: steep sides in A, later steps in B.""",
    runs="gradient descent on one chain of each depth from total weight {start}, {steps} steps, in "
    "D {long}; nothing is random.",
    shows="""Landscape, descent at tau = 1 and at tau = 1/2 of chains of L = {depths} layers.
    Markers are simulated gradient descent from total weight {start} on y = x. (A) Loss with all
    weights equal; lines: exact. (B) tau = 1; dotted: the exact flow (largest miss {apart}). (C) and
    (D) tau = 1/2; dotted: the exact asymptote for L >= 2 (largest miss of step {late}: {left} %).
    (A) and (B) are cut.""",
    claims=("CHAIN-I5", "CHAIN-I7", "CHAIN-I7-closed", "CHAIN-X-C3"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(long=200_000),
    tiny={"depths": (1, 2, 4), "steps": 20, "long": 60, "points": 41},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
