"""Chain, beyond the paper: where descent ends up as the normalised rate grows, depth by depth."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure
from depthlaws.theory.chain import descent_map
from depthlaws.theory.chain.networks import any_depth
from depthlaws.theory.papers import CHAIN


@dataclass(frozen=True)
class Parameters:
    """Depths (an even number of them), rates, and how long to wait and to watch."""

    depths: tuple[float, ...] = (2, 3, 4, 8, 64, math.inf)
    low: float = 1.8
    high: float = 4.2
    rates: int = 500
    start: float = 0.3
    wait: int = 1_500
    watch: int = 60
    widest: float = 1.2


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Last values of alpha at each rate, and the exact 2-cycle with where it stops being stable."""
    p = parameters
    k, last = np.linspace(p.low, p.high, p.rates), p.wait + p.watch
    run = runs.descent(
        p.depths, k, steps=last, record=range(p.wait, last), total=p.start, balanced=True
    )
    ratio, depth = np.linspace(1e-3, p.widest, p.rates), np.asarray(p.depths, dtype=float)[:, None]
    cycle = {
        "cycle_k": any_depth(descent_map.cycle_rate, ratio, depth),
        "low": any_depth(descent_map.cycle_low, ratio, depth),
        "high": any_depth(descent_map.cycle_high, ratio, depth),
        "stable": np.abs(any_depth(descent_map.cycle_multiplier, ratio, depth)) < 1,
    }
    return xr.Dataset(
        {
            "alpha": run.alpha.rename(rate="k").transpose("depth", "k", "step"),
            **{name: (("depth", "ratio"), np.asarray(v, float)) for name, v in cycle.items()},
        },
        coords={"ratio": ratio},
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """One panel a depth: dots simulation, lines the 2-cycle, dashed where it is unstable."""
    axes = canvas.subplots(2, ds.sizes["depth"] // 2, sharex=True, sharey=True)
    dots = {"linestyle": "", "marker": ",", "color": "0.35", "alpha": 0.5, "rasterized": True}
    for axis, depth in zip(axes.flat, ds.depth.values, strict=True):
        one = ds.sel(depth=depth)
        axis.plot(ds.k, one.alpha, **dots)
        for end in (one.low, one.high):
            axis.plot(one.cycle_k, end.where(one.stable == 1), color=CYCLE, linewidth=1.4)
            axis.plot(one.cycle_k, end.where(one.stable == 0), color=CYCLE, linestyle=(0, (2, 1)))
        axis.axvline(2, **style.GUIDE)
        axis.set(title=style.depth_label(depth), ylim=(-0.05, 2.1), xlim=(ds.k[0], ds.k[-1]))
    for axis in axes[-1]:
        axis.set_xlabel(r"$k=\eta S$")
    for axis in axes[:, 0]:
        axis.set_ylabel(r"total weight $\alpha$")
    style.letters(axes.flat)


CYCLE = "#d55e00"

FIGURE = Figure(
    id="chain-bifurcation",
    says="Where descent ends up as the normalised rate grows, with the exact 2-cycles.",
    source=CHAIN.beyond("X-C"),
    caption="""Where gradient descent on a balanced chain ends up as the normalised rate k = eta S
    grows: total weight relative to the target over the last steps (dots), and the exact 2-cycle
    (lines; dashed where it is unstable). At k = 2
    the minimum passes its stability to a 2-cycle at every depth from 2 on, then come period
    doubling and chaos within bounds. L = 2 diverges from k = 4 on. For L = 3 and 4 large k throws
    the orbit across zero, where the saddle holds it for longer than the run (the line at 0). At
    infinite depth the orbit stays positive and bounded at every k.""",
    claims=("CHAIN-R3", "CHAIN-R3-bounded", "CHAIN-X-C2", "CHAIN-X-C3"),
    height=4.0,
    quick=Parameters(),
    paper=Parameters(rates=2_000, wait=20_000),
    tiny={
        "depths": (2, 3, 8, math.inf),
        "rates": 400,
        "high": 2.6,
        "widest": 0.5,
        "wait": 1000,
        "watch": 8,
    },
    data=data,
    draw=draw,
)
