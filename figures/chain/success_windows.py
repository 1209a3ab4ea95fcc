"""Chain, beyond the paper: Figure 2 as a map of loss over depth and rate."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Patch

from depthlaws.figures.chain import descent_and_flow as runs
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, exact, given, simulated
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
    return described(
        xr.concat(found, dim="network").assign_coords(network=list(scalar.NETWORKS)),
        scaled=simulated("log10 of the loss after 30 steps, data-dependent rule"),
        agnostic=simulated("log10 of the loss after 30 steps, data-agnostic rule"),
        scaled_window=simulated("ends in k of the rates that suit each depth"),
        agnostic_window=simulated("ends of the agnostic rates that suit each depth"),
        scaled_common=simulated("ends in k of the rates that suit every depth"),
        agnostic_common=simulated("ends of the agnostic rates that suit every depth"),
        edge=exact("agnostic rate at the edge of linear stability, k = 2"),
        r=given("target mu_yx / mu_xx"),
        c=given("agnostic rate"),
        k=given("normalised rate k = eta S"),
        depth=given("depth L"),
        network=given("network"),
    )


def _network(p: Parameters, row: int, network: str) -> xr.Dataset:
    r = p.targets[row]
    depths = np.unique(np.geomspace(1, p.deepest, p.depths).round()).tolist()
    start: dict[str, Any] = {"total": p.total} if network == "feedforward" else {"weight": p.weight}
    k = np.linspace(*p.k_range, p.rates + 1)[1:]
    c = np.geomspace(*p.c_ranges[row], p.rates)
    rates = {
        "scaled": runs.scaled_rate(k, depths, r, network=network).rename(rate="k"),
        "agnostic": xr.DataArray(c, dims="index"),
    }
    found, edge = {}, runs.scaled_rate(2.0, depths, r, network=network)
    centre = {"scaled": xr.full_like(edge, p.inside[row]), "agnostic": edge * p.inside[row] / 2}
    for name, rate in rates.items():
        grid = scalar.Grid(network, depths, mu_yx=r, scaled_rate=rate, balanced=True, **start)
        run = scalar.gradient_descent(grid, steps=p.steps)
        loss = run.loss.squeeze("step", drop=True).drop_vars("network")
        found[name] = np.log10(np.maximum(loss.where(np.isfinite(loss)), 1e-32))
        good = (loss < p.thresholds[row]).transpose("depth", ...).values
        x = k if name == "scaled" else c
        ends = [runs.window(x, *pair) for pair in zip(good, centre[name].values, strict=True)]
        ends = np.array(ends)
        found[f"{name}_window"] = (("depth", "end"), ends)
        found[f"{name}_common"] = ("end", [ends[:, 0].max(), ends[:, 1].min()])
    return xr.Dataset(found | {"c": ("index", c), "edge": edge, "r": r}, coords={"k": k})


RULES = {"feedforward": r"$\eta L$", "block1": r"$\eta$", "block2": r"$\eta/L$"}
NAMES = {"feedforward": "feedforward", "block1": "residual, block 1", "block2": "residual, block 2"}
LOSS = Normalize(-16, 0)


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Rows: scaled and agnostic rule; columns: networks."""
    axes = style.panels(canvas, 2, ds.sizes["network"], sharey=True)
    for (scaled, agnostic), name in zip(axes.T, ds.network.values, strict=True):
        one = ds.sel(network=name)
        image = _map(scaled, one, "scaled", ds.k)
        _map(agnostic, one, "agnostic", one.c)
        scaled.axvline(2, **EDGE, **style.line({}))
        agnostic.plot(one.edge, ds.depth, **EDGE, **style.line({}))
        rule = f"{NAMES[name]}, $r={float(one.r):g}$"
        scaled.set(title=f"{rule}:\nscaled with the data", xlabel=r"$k=\eta S$")
        agnostic.set(title="data-agnostic rate", xlabel=f"rate {RULES[name]}", xscale="log")
        agnostic.set_xlim(one.c[0], one.c[-1])
    style.outer(axes.flat, x=False)
    label = r"$\log_{10}$ loss after 30 steps, simulated"
    style.colour_bar(canvas, image, axes.flat, label, aspect=40, extend="both")
    style.letters(axes.flat)
    handles = [
        style.entry(WINDOW | {"color": "0.2"}, "ends of each depth's window"),
        Patch(facecolor="none", hatch="///", edgecolor="black", label="suits every depth"),
        style.entry(EDGE, "exact edge of stability, $k=2$"),
        Patch(facecolor="0.85", label="overflow"),
    ]
    style.legend(canvas, handles)


def _map(axis: Axes, one: xr.Dataset, rule: str, x: xr.DataArray) -> Any:
    """Map of the loss, each depth's window, and the window of all depths."""
    options = {"norm": LOSS, "cmap": "viridis", "shading": "nearest", "rasterized": True}
    image = axis.pcolormesh(x, one.depth, one[rule], **options)
    for end in one[f"{rule}_window"].T:
        axis.plot(end, one.depth, **WINDOW)
    low, high = one[f"{rule}_common"].values
    if low < high:
        axis.axvspan(low, high, facecolor="none", edgecolor="white", hatch="///", linewidth=0)
    axis.set(yscale="log", facecolor="0.85", ylabel="depth $L$")
    axis.set_yticks(TICKS, [f"{depth:g}" for depth in TICKS])
    axis.set_yticks([], minor=True)
    axis.set_ylim(one.depth[0], one.depth[-1])
    axis.spines[["top", "right"]].set_visible(True)
    return image


TICKS = (1, 4, 16, 64, 256, 1024, 4096)
EDGE = {"color": style.OTHER, "linewidth": 1.3, "linestyle": (0, (4, 1.5))}
WINDOW = style.points({"color": "white", "marker": "o"}, markersize=2.2, markerfacecolor="none")


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Width of the rates that suit every depth at once, as a ratio, under both rules."""
    found = []
    for rule, says in (("scaled", "transfers"), ("agnostic", "does not transfer")):
        low, high = ds[f"{rule}_common"].transpose("end", ...).values
        label = f"{rule}: largest over smallest rate good for every depth"
        found += [
            Quote(f"{name}, {label}", says, float(v))
            for name, v in zip(ds.network.values, high / low, strict=True)
        ]
    return found


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """The target, and the feedforward chain's largest over smallest common rate by both rules."""
    ends = {name: ds[f"{name}_common"].isel(network=0).values for name in ("scaled", "agnostic")}
    return {"target": float(ds.r[0])} | {n: f"{high / low:.2f}" for n, (low, high) in ends.items()}


FIGURE = Figure(
    id="chain-success-windows",
    says="The data straighten the upper edge, yet a common rate exists without them.",
    source=CHAIN.beyond("X-C"),
    caption="""Simulated loss after {steps} steps over depth and rate, starts as in Figure 2, target
    {target}. Top: rate in units of the data-dependent rule. Bottom: data-agnostic rule. White
    circles: ends of the window of success of each depth (loss below {thresholds} in the three
    columns). Hatched: rates inside the windows of all depths. Orange: exact edge of linear
    stability, k = 2. Grey: the run overflowed. The data-dependent rule straightens the right edge
    of the window, that is what transfers; the left edge, set by the plateau, still moves with
    depth. A rate for every depth exists under both rules: for the feedforward chain at this target
    the agnostic rule is as good (largest over smallest common rate {agnostic}, against {scaled}
    with the data).""",
    runs="gradient descent on one chain a depth and rate, {rates} rates a depth; nothing is "
    "random.",
    claims=("CHAIN-I16", "CHAIN-I18", "CHAIN-I18-rule", "CHAIN-I21"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(deepest=4_096, depths=97, rates=600),
    tiny={"deepest": 8, "depths": 4, "rates": 40},
    data=data,
    facts=facts,
    draw=draw,
    quotes=quotes,
)
