"""Chain, beyond the paper: Figure 2 as a map of loss over depth and rate."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.colors import Normalize
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.sims import scalar
from depthlaws.theory.papers import CHAIN


@dataclass(frozen=True)
class Parameters:
    """Grids; starts and step number as in Figure 2."""

    deepest: int = 256
    depths: int = 25
    targets: tuple[float, ...] = (2.0, 2.0, 2.0)
    rates: int = 140
    k_range: tuple[float, float] = (0.0, 3.0)
    c_ranges: tuple[tuple[float, float], ...] = ((0.05, 4.0), (0.02, 4.0), (0.03, 1.0))
    thresholds: tuple[float, ...] = (1e-4, 1e-4, 1e-2)
    inside: tuple[float, ...] = (1.0, 1.0, 1.5)
    steps: int = 30
    total: float = 0.1
    weight: float = 0.01


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Loss after some steps for every network, depth and rate, under both rules."""
    p = parameters
    found = [_network(p, i, name) for i, name in enumerate(scalar.NETWORKS)]
    return xr.concat(found, dim="network").assign_coords(network=list(scalar.NETWORKS))


def _network(p: Parameters, row: int, network: str) -> xr.Dataset:
    r = p.targets[row]
    depths = np.unique(np.geomspace(1, p.deepest, p.depths).round()).tolist()
    start: dict[str, Any] = {"total": p.total} if network == "plain" else {"weight": p.weight}
    k = np.linspace(*p.k_range, p.rates + 1)[1:]
    c = np.geomspace(*p.c_ranges[row], p.rates)
    rates = {
        "scaled": runs.scaled_rate(k, depths, r, network=network).rename(rate="k"),
        "agnostic": xr.DataArray(c, dims="index"),
    }
    found, edge = {}, runs.scaled_rate(2.0, depths, r, network=network)
    centre = {"scaled": xr.full_like(edge, p.inside[row]), "agnostic": edge * p.inside[row] / 2}
    for name, rate in rates.items():
        run = scalar.gradient_descent(
            scalar.Grid(network, depths, mu_yx=r, scaled_rate=rate, balanced=True, **start),
            steps=p.steps,
        )
        loss = run.loss.squeeze("step", drop=True).drop_vars("network")
        found[name] = np.log10(np.maximum(loss.where(np.isfinite(loss)), 1e-32))
        good = (loss < p.thresholds[row]).transpose("depth", ...).values
        x = k if name == "scaled" else c
        windows = [_window(x, *pair) for pair in zip(good, centre[name].values, strict=True)]
        found[f"{name}_window"] = (("depth", "end"), windows)
    return xr.Dataset(found | {"c": ("index", c), "edge": edge, "r": r}, coords={"k": k})


def _window(x: np.ndarray, good: np.ndarray, inside: float) -> tuple[float, float]:
    """Ends of the run of good rates around one rate; NaN if it is not good itself."""
    i = int(np.argmin(np.abs(x - inside)))
    if not good[i]:
        return np.nan, np.nan
    low = max((j for j in range(i) if not good[j]), default=-1) + 1
    high = min((j for j in range(i, len(x)) if not good[j]), default=len(x)) - 1
    return x[low], x[high]


RULES = {"plain": r"$\eta L$", "block1": r"$\eta$", "block2": r"$\eta/L$"}
NAMES = {"plain": "plain", "block1": "residual, block 1", "block2": "residual, block 2"}
LOSS = Normalize(-16, 0)


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Rows: scaled and agnostic rule; columns: networks. Line: threshold. Dashed: k = 2."""
    axes = canvas.subplots(2, ds.sizes["network"], sharey=True)
    for (scaled, agnostic), name in zip(axes.T, ds.network.values, strict=True):
        one = ds.sel(network=name)
        options = {"norm": LOSS, "cmap": "viridis", "shading": "nearest", "rasterized": True}
        for axis, x, rule in ((scaled, ds.k, "scaled"), (agnostic, one.c, "agnostic")):
            image = axis.pcolormesh(x, ds.depth, one[rule], **options)
            axis.plot(one[f"{rule}_window"], ds.depth, color="white", linewidth=1.2)
            axis.set(yscale="log", facecolor="0.85")
            axis.set_yticks(TICKS, [f"{depth:g}" for depth in TICKS])
            axis.set_yticks([], minor=True)
            axis.set_ylim(ds.depth[0], ds.depth[-1])
            axis.spines[["top", "right"]].set_visible(True)
        scaled.axvline(2, **EDGE)
        agnostic.plot(one.edge, ds.depth, **EDGE)
        scaled.set(title=f"{NAMES[name]}, $r={float(one.r):g}$", xlabel=r"$k=\eta S$")
        agnostic.set(xlabel=RULES[name], xscale="log", xlim=(one.c[0], one.c[-1]))
    for axis in axes[:, 0]:
        axis.set_ylabel("depth $L$")
    bar = canvas.colorbar(image, ax=axes, extend="both", aspect=40, pad=0.015)
    bar.set_label(r"$\log_{10}$ loss after 30 steps")
    style.letters(axes.flat)


TICKS = (1, 4, 16, 64, 256, 1024, 4096)
EDGE = {"color": "#d55e00", "linewidth": 1.3, "linestyle": (0, (4, 1.5))}


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Width of the rates that suit every depth at once, as a ratio, under both rules."""
    found = []
    for rule, says in (("scaled", "transfers"), ("agnostic", "does not transfer")):
        ends = ds[f"{rule}_window"]
        low, high = ends.isel(end=0).max("depth"), ends.isel(end=1).min("depth")
        label = f"{rule}: largest over smallest rate good for every depth"
        ratios = (high / low).values
        found += [
            Quote(f"{name}, {label}", says, float(v))
            for name, v in zip(ds.network.values, ratios, strict=True)
        ]
    return found


FIGURE = Figure(
    id="chain-success-windows",
    says="Figure 2 as a map: loss after 30 steps over depth and rate.",
    source=CHAIN.beyond("X-C"),
    caption="""Loss after 30 steps over depth and rate, starts as in Figure 2, target 2. Top: rate
    in units of the data-dependent rule. Bottom: data-agnostic rule. White: ends of the window of
    success (loss below 1e-4; 1e-2 for block two). Orange: exact edge of linear stability, k = 2.
    Grey: the run overflowed. The data-dependent rule straightens the right edge of the window,
    that is what transfers; the left edge, set by the plateau, still moves with depth. A vertical
    line through every depth exists under both rules.""",
    claims=("CHAIN-I16", "CHAIN-I18", "CHAIN-I18-rule", "CHAIN-I21"),
    height=4.4,
    quick=Parameters(),
    paper=Parameters(deepest=4_096, depths=97, rates=600),
    tiny={"deepest": 8, "depths": 4, "rates": 20, "steps": 10},
    data=data,
    draw=draw,
    quotes=quotes,
)
