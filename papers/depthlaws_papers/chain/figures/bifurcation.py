"""Chain, beyond the paper: last values of gradient descent over the normalised rate k."""

import math
from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap, LogNorm
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.theory import chain
from depthlaws.theory.chain import descent_map
from depthlaws.theory.chain.networks import any_depth
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.figures import descent_and_flow as runs
from depthlaws_papers.chain.figures.descent_and_flow import DEPTHS


@dataclass(frozen=True)
class Parameters:
    """Depths (an even number), rates, and the numbers of steps to skip and to record."""

    depths: tuple[float, ...] = setting(
        (2, 3, 4, 8, 64, math.inf), "depths", **(DEPTHS | {"low": 2}), infinite=True, most=6
    )
    low: float = setting(1.8, "smallest rate k = eta S", low=0.1, high=1.95)
    high: float = setting(4.2, "largest rate k = eta S", low=2.6, high=10)
    rates: int = setting(360, "rates", whole=True, low=20, high=4_000)
    start: float = setting(0.3, "total weight at the start over the target", low=1e-3, high=0.99)
    wait: int = 1_500
    watch: int = 300
    widest: float = 1.2
    top: float = 2.1
    cells: int = 140


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Last values of alpha at each rate, their density, and the exact 2-cycle."""
    p = parameters
    k, last = np.linspace(p.low, p.high, p.rates), p.wait + p.watch
    run = runs.descent(
        p.depths, k, steps=last, record=range(p.wait, last), total=p.start, balanced=True
    )
    alpha = run.alpha.rename(rate="k").transpose("depth", "k", "step")
    ratio, depth = np.linspace(1e-3, p.widest, p.rates), np.asarray(p.depths, dtype=float)
    rate, low, high = (
        np.asarray(any_depth(law, ratio, depth[:, None]), float)
        for law in (descent_map.cycle_rate, descent_map.cycle_low, descent_map.cycle_high)
    )
    doubling = chain.period_doubling_rate(depth)
    stable = rate < doubling[:, None]
    lines = {
        "cycle_k": rate,
        "stable_low": np.where(stable, low, np.nan),
        "stable_high": np.where(stable, high, np.nan),
        "unstable_low": np.where(stable, np.nan, low),
        "unstable_high": np.where(stable, np.nan, high),
    }
    edges = np.linspace(-0.05, p.top, p.cells + 1)
    dataset = xr.Dataset(
        {
            "alpha": alpha,
            "density": (("depth", "k", "cell"), _density(alpha.values, edges)),
            **{name: (("depth", "ratio"), v) for name, v in lines.items()},
            "doubling": ("depth", doubling),
            "divergence": ("depth", chain.divergence_rate(depth)),
            "trapped": ("depth", _trapped(alpha)),
        },
        coords={"ratio": ratio, "cell": (edges[1:] + edges[:-1]) / 2, "k": k, "depth": depth},
    )
    return describe(
        dataset,
        alpha=simulated("relative total weight over the last steps"),
        density=simulated("share of the last steps in a cell; NaN where there is none"),
        cycle_k=exact("normalised rate of the 2-cycle"),
        stable_low=exact("lower end of the 2-cycle, stable"),
        stable_high=exact("upper end of the 2-cycle, stable"),
        unstable_low=exact("lower end of the 2-cycle, unstable"),
        unstable_high=exact("upper end of the 2-cycle, unstable"),
        doubling=exact("normalised rate where the 2-cycle loses stability"),
        divergence=exact("normalised rate of divergence"),
        trapped=simulated("smallest rate whose orbit ends at the saddle; NaN for none"),
        ratio=given("logarithm of the ratio of the ends of the 2-cycle"),
        cell=given("centre of a cell of relative total weight"),
        k=given("normalised rate k = eta S"),
        depth=given("depth L"),
        step=given("gradient-descent step", "step"),
    )


def _density(alpha: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Share of the last steps of each (depth, rate) in each cell."""
    shape = alpha.shape
    flat = np.where(np.isfinite(alpha), alpha, np.inf).reshape(-1, shape[-1])
    counted = np.stack([np.histogram(row, edges)[0] for row in flat]) / shape[-1]
    return np.where(counted > 0, counted, np.nan).reshape(*shape[:-1], -1).astype("float32")


def _trapped(alpha: xr.DataArray) -> np.ndarray:
    """Smallest rate at which all last values are within 0.01 of the saddle at 0."""
    stuck = (abs(alpha) < 0.01).all("step")
    return alpha.k.where(stuck).min("k").values


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one panel for each depth: simulation as shades, the 2-cycle as a line."""
    count = ds.sizes["depth"]
    down = min(2, count)
    grid = style.panels(canvas, down, -(-count // down), sharex=True, sharey=True, beside=2)
    axes = grid.flat[:count]
    for axis in grid.flat[count:]:
        axis.remove()
    options = {"norm": LogNorm(3e-3, 0.3), "cmap": GREYS, "shading": "nearest"}
    for axis, depth in zip(axes, ds.depth.values, strict=True):
        orbits = ds.sel(depth=depth)
        image = axis.pcolormesh(ds.k, ds.cell, orbits.density.T, rasterized=True, **options)
        for end in ("low", "high"):
            axis.plot(orbits.cycle_k, orbits[f"stable_{end}"], **style.line(CYCLE, linewidth=1.4))
            unstable = style.line(CYCLE, linestyle=(0, (2, 1)))
            axis.plot(orbits.cycle_k, orbits[f"unstable_{end}"], **unstable)
        axis.set(title=style.depth_label(depth), ylim=(-0.05, 2.1), xlim=(ds.k[0], ds.k[-1]))
        axis.set(xlabel=r"$k=\eta S$", ylabel=r"total weight $\alpha$")
        _label(axis, orbits, float(ds.k[-1]))
    style.outer_labels_only(axes)
    label = "share of the last steps, simulated"
    style.colour_bar(canvas, image, axes, label, aspect=40, extend="max")
    first, last = float(ds.k[0]), float(ds.k[-1])
    at = first + 0.017 * (last - first)
    style.label(axes[0], "exact 2-cycle", at, 1.66, color=style.VERMILION)
    style.panel_letters(axes)


def _label(axis: Axes, orbits: xr.Dataset, last: float) -> None:
    """Write the rate of period doubling, and label divergence or the saddle."""
    doubling, divergence, trapped = (
        float(orbits[name]) for name in ("doubling", "divergence", "trapped")
    )
    axis.axvline(doubling, ymax=0.05, **TICK)
    axis.annotate(f"{doubling:.2f}", (doubling - 0.05, 0.06), ha="right", fontsize=6.5)
    if divergence < last:
        axis.axvline(divergence, **style.GUIDE)
        style.label(
            axis, f"diverges for $k\\geq{divergence:g}$", divergence - 0.2, 2.03, ha="right"
        )
    elif trapped < last:
        style.label(axis, "some orbits stay near 0", last - 0.03, 2.03, ha="right")


GREYS = ListedColormap(mpl.colormaps["Greys"](np.linspace(0.3, 1, 128)))
CYCLE = {"color": style.VERMILION}
TICK = {"color": "black", "linewidth": 1, "gid": "guide"}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: 2-cycles, then longer cycles, and bounds up to k = 4."""
    gap = abs(ds.alpha - ds.alpha.shift(step=2)).max("step")
    first = (ds.k > 2.05) & (ds.k < ds.doubling - 0.03)
    later = (ds.k > ds.doubling + 0.03) & (ds.k < 2.55)
    return {
        "a 2-cycle follows": bool((gap.where(first, 0) < 1e-3).all()),
        "longer cycles follow": bool((gap.where(later, 1) > 1e-3).all()),
        "it stays bounded up to k = 4": bool(np.isfinite(ds.alpha.where(ds.k < 4, 0)).all()),
    }


FIGURE = Figure(
    id="chain-bifurcation",
    says="Above k = 2 descent with two or more layers ends on a 2-cycle, then on longer cycles or "
    "chaos, and stays bounded up to k = 4.",
    source=CHAIN.beyond("X-C"),
    caption="""Last values of gradient descent on a balanced chain over the normalised rate k = eta
    S: simulated share of the last steps at each total weight relative to the target (shades), and
    the exact 2-cycle (lines; dashed where it is unstable). For L >= 2 the minimum loses its
    stability at k = 2 to a 2-cycle. The 2-cycle becomes unstable at the rate marked by a tick;
    above it the simulation shows period doubling and bounded chaos. L = 2 diverges from k = 4 on
    (blank). At large k an orbit can cross zero and then stay close to the saddle for longer than
    the run (the line at 0). At infinite depth the orbit stays positive and bounded at every k. The
    unstable branch is cut where it leaves the panel.""",
    runs="one orbit for each of {rates} rates at each depth, from alpha = {start}; the {watch} "
    "steps after the first {wait} are counted; nothing is random.",
    shows="""Last values of gradient descent on a balanced chain of L = {depths} layers over the
    rate k = eta S. Simulated share of the last steps at each total weight relative to the target
    (shades), and the exact 2-cycle (lines; dashed where it is unstable, cut where it leaves the
    panel). A tick marks the rate at which the 2-cycle loses its stability. Blank: the orbit
    diverges, or leaves the panel.""",
    claims=("CHAIN-R3", "CHAIN-R3-bounded", "CHAIN-X-C2", "CHAIN-X-C3", "CHAIN-X-C3-thresholds"),
    height=4.2,
    quick=Parameters(),
    paper=Parameters(rates=2_000, wait=20_000),
    tiny={
        "depths": (2, 3, 8, math.inf),
        "rates": 400,
        "high": 2.7,
        "widest": 0.5,
        "wait": 1_000,
        "watch": 8,
    },
    data=data,
    draw=draw,
    holds=holds,
)
