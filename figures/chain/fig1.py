"""Chain, Figure 1: sharper minima with depth, and gradient descent at two rates."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.theory.chain import descent_map
from depthlaws.theory.papers import CHAIN


@dataclass(frozen=True)
class Parameters:
    """Depths and horizons; the paper states none of them."""

    depths: tuple[int, ...] = (1, 2, 4, 8, 16)
    start: float = 0.1
    steps: int = 40
    long: int = 10_000
    high: float = 1.5
    points: int = 241


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Landscapes, trajectories at tau = 1 and tau = 1/2, and the slow decay at tau = 1/2."""
    p = parameters
    depths, weight = list(p.depths), np.linspace(0, p.high, p.points)
    fine = np.linspace(0, p.steps, 8 * p.steps + 1)
    short, long = range(p.steps + 1), np.unique(np.geomspace(1, p.long, 80).astype(int))
    stable = runs.descent(depths, 1.0, steps=p.steps, record=short, total=p.start)
    edge = runs.descent(depths, 2.0, steps=p.long, record={*short, *long}, total=p.start)
    found = xr.Dataset(
        {
            **runs.landscape("plain", weight, depths),
            "sharpness": ("depth", runs.hessian_sharpness("plain", depths, 1.0)),
            "stable": stable.alpha,
            "flow": runs.flow(fine, p.start, depths, 1.0).alpha.rename(step="time"),
            "edge": edge.alpha.sel(step=list(short)),
            "distance": abs(edge.alpha - 1).sel(step=long).rename(step="late"),
        },
        coords={"weight": weight},
    )
    deep = found.depth[found.depth >= 2]
    flip = deep.copy(data=descent_map.flip_total(deep.values))
    return found.assign(decay=1 / np.sqrt(2 * flip * found.late))


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Four panels: landscape, tau = 1, tau = 1/2, and the decay at tau = 1/2."""
    (a, b), (c, d) = canvas.subplots(2, 2)
    for depth, look in style.depth_styles(ds.depth.values).items():
        one, line = ds.sel(depth=depth), style.line(look)
        a.plot(ds.weight, one.landscape_theory, **line)
        a.plot(ds.weight, one.landscape, **style.points(look, 20))
        b.plot(ds.time, one.flow, **line)
        b.plot(ds.step, one.stable, **style.points(look))
        c.plot(ds.step, one.edge, **{**look, "linewidth": 0.6, "markerfacecolor": "white"})
        if depth > 1:
            d.plot(ds.late, one.decay, **line)
        d.plot(ds.late, one.distance, **style.points(look, 4))
    a.set(xlabel=r"weight $w$ of every layer", ylabel=r"loss $(1-w^L)^2/2$", ylim=(0, 1.2))
    b.set(xlabel="step", ylabel=r"total weight $w^L$", title=r"$\tau=1$")
    c.set(xlabel="step", ylabel=r"total weight $w^L$", title=r"$\tau=1/2$", ylim=(0, 2))
    d.set(
        xlabel="step", ylabel=r"$|w^L-1|$", title=r"$\tau=1/2$, later", xscale="log", yscale="log"
    )
    style.letters([a, b, c, d])
    style.depth_legend(
        canvas, ds.depth.values, theory="exact theory", simulation="gradient descent"
    )


def quotes(ds: xr.Dataset) -> list[Quote]:
    """What the caption says, measured."""
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


FIGURE = Figure(
    id="chain-fig1",
    says="Landscape of the plain chain by depth, and descent at tau = 1 and tau = 1/2.",
    source=CHAIN.figure(1),
    caption="""Deep scalar linear networks on y = x. (A) Loss when all weights are equal: lines
    theory, points the simulator. The Hessian's largest eigenvalue at the minimum is L; the curve
    drawn has curvature L^2, since the ray of equal weights has length sqrt(L). (B) Total weight
    under gradient descent with the rate of eq. (5), tau = 1 (points), and the exact gradient flow
    (lines): gradient descent lags. (C) The same rate at tau = 1/2. Only L = 1 oscillates for ever.
    For L >= 2 the oscillation of the paper's panel dies out, (D), as the power law 1/sqrt(2 C n)
    with the exact flip coefficient C = 4(1-1/L)(5-4/L)/3 (lines): tau = 1/2 still converges.""",
    claims=("CHAIN-I5", "CHAIN-I7", "CHAIN-I7-closed", "CHAIN-X-C3"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(long=200_000),
    tiny={"depths": (1, 2, 4), "steps": 12, "long": 60, "points": 41},
    data=data,
    draw=draw,
    quotes=quotes,
)
