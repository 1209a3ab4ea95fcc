"""Chain, beyond the paper: loss after 30 steps over depth and rate, as a map."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib import patheffects
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Patch

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import span
from depthlaws.sims import scalar
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.figures import descent_and_flow as runs


@dataclass(frozen=True)
class Parameters:
    """Grids; starts and number of steps as in Figure 2."""

    deepest: int = setting(256, "largest depth", name="L", whole=True, low=4, high=4_096)
    depths: int = setting(25, "depths of the map", whole=True, low=4, high=100)
    targets: tuple[float, ...] = (2.0, 2.0, 2.0)
    rates: int = setting(140, "rates of the map", whole=True, low=20, high=1_000)
    k_range: tuple[float, float] = (0.0, 3.0)
    c_ranges: tuple[tuple[float, float], ...] = ((0.05, 4.0), (0.02, 4.0), (0.03, 1.0))
    thresholds: tuple[float, ...] = (1e-4, 1e-4, 1e-2)
    steps: int = setting(30, "steps before the loss", units="step", whole=True, low=5, high=1_000)
    total: float = setting(0.1, "total weight at the start, feedforward", low=1e-3, high=0.9)
    weight: float = setting(0.01, "weight of a layer at the start, residual", low=1e-3, high=0.5)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Loss after some steps for every network, depth and rate, under both rules."""
    p = parameters
    networks = [_network(p, i, name) for i, name in enumerate(scalar.NETWORKS)]
    return describe(
        xr.concat(networks, dim="network").assign_coords(network=list(scalar.NETWORKS)),
        scaled=simulated("log10 of the loss after the last step, data-dependent rule"),
        agnostic=simulated("log10 of the loss after the last step, data-agnostic rule"),
        scaled_window=simulated("ends in k of the good rates of each depth"),
        agnostic_window=simulated("ends of the good agnostic rates of each depth"),
        scaled_common=simulated("ends in k of the rates good at every depth"),
        agnostic_common=simulated("ends of the agnostic rates good at every depth"),
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
    variables, edge = {}, runs.scaled_rate(2.0, depths, r, network=network)
    for name, rate in rates.items():
        grid = scalar.Grid(network, depths, mu_yx=r, scaled_rate=rate, balanced=True, **start)
        run = scalar.gradient_descent(grid, steps=p.steps)
        loss = run.loss.squeeze("step", drop=True).drop_vars("network")
        variables[name] = np.log10(np.maximum(loss.where(np.isfinite(loss)), 1e-32))
        good = (loss < p.thresholds[row]).transpose("depth", ...).values
        x = k if name == "scaled" else c
        ends = [runs.window(x, one) for one in good]
        ends = np.array(ends)
        variables[f"{name}_window"] = (("depth", "end"), ends)
        variables[f"{name}_common"] = ("end", [ends[:, 0].max(), ends[:, 1].min()])
    return xr.Dataset(variables | {"c": ("index", c), "edge": edge, "r": r}, coords={"k": k})


RULES = {"feedforward": r"$\eta L$", "block1": r"$\eta$", "block2": r"$\eta/L$"}
NAMES = {"feedforward": "feedforward", "block1": "residual, 1", "block2": "residual, 2"}
LOSS_NORM = Normalize(-16, 0)


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one column for each network; data-dependent rule above, data-agnostic rule below."""
    count = ds.sizes["network"]
    narrow = style.is_narrow(canvas)  # there both rules of a network stay side by side
    axes = style.panels(canvas, *((count, 2) if narrow else (2, count)), sharey=True)
    axes = axes.T if narrow else axes
    style.grow(canvas, 3.2)
    for (scaled, agnostic), name in zip(axes.T, ds.network.values, strict=True):
        chosen = ds.sel(network=name)
        image = _map(scaled, chosen, "scaled", ds.k)
        _map(agnostic, chosen, "agnostic", chosen.c)
        scaled.axvline(2, **EDGE_STYLE, **style.line({}))
        agnostic.plot(chosen.edge, ds.depth, **EDGE_STYLE, **style.line({}))
        scaled.set(title=NAMES[name], xlabel=r"data-dependent $k=\eta S$")
        agnostic.set(title=NAMES[name], xlabel=f"data-agnostic {RULES[name]}", xscale="log")
        agnostic.set_xlim(chosen.c[0], chosen.c[-1])
    style.outer_labels_only(axes.flat, x=False)
    label = r"$\log_{10}$ loss after the last step, simulated"
    style.colour_bar(canvas, image, axes.flat, label, aspect=40, extend="both")
    style.panel_letters(axes.flat)
    handles = [
        style.legend_entry(WINDOW_STYLE, "ends of good rates"),
        Patch(facecolor="none", hatch="///", edgecolor="black", label="good at every depth"),
        style.legend_entry(EDGE_STYLE, "exact edge, $k=2$"),
        Patch(facecolor="0.85", label="overflow"),
    ]
    style.legend(canvas, handles)


def _map(axis: Axes, chosen: xr.Dataset, rule: str, x: xr.DataArray) -> Any:
    """Draw the loss as a map, the good rates of each depth, and the rates good at every depth."""
    options = {"norm": LOSS_NORM, "cmap": "viridis", "shading": "nearest", "rasterized": True}
    image = axis.pcolormesh(x, chosen.depth, chosen[rule], **options)
    for end in chosen[f"{rule}_window"].T:
        axis.plot(end, chosen.depth, **WINDOW_STYLE)
    low, high = chosen[f"{rule}_common"].values
    if low < high:
        axis.axvspan(low, high, facecolor="none", edgecolor="white", hatch="///", linewidth=0)
    axis.set(yscale="log", facecolor="0.85", ylabel="depth $L$")
    axis.set_yticks(TICKS, [f"{depth:g}" for depth in TICKS])
    axis.set_yticks([], minor=True)
    axis.set_ylim(0.8 * float(chosen.depth[0]), 1.1 * float(chosen.depth[-1]))  # ticks widen it
    axis.spines[["top", "right"]].set_visible(True)
    return image


TICKS = (1, 4, 16, 64, 256, 1024, 4096)
EDGE_STYLE = {  # seen on yellow and on dark blue, with any colour vision
    "color": "black",
    "linewidth": 1.1,
    "linestyle": (0, (4, 2)),
    "path_effects": [patheffects.withStroke(linewidth=2.4, foreground="white")],
}
WINDOW_STYLE = style.points({"color": "black", "marker": "o"}, markersize=2.4, markeredgewidth=0.5)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Largest over smallest rate that is good at every depth, under both rules."""
    rows = []
    for rule, says in (("scaled", "transfers"), ("agnostic", "does not transfer")):
        low, high = ds[f"{rule}_common"].transpose("end", ...).values
        label = f"{rule}: largest over smallest rate good for every depth"
        rows += [
            Quote(f"{name}, {label}", says, float(v))
            for name, v in zip(ds.network.values, high / low, strict=True)
        ]
    return rows


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Target, common good rates of the feedforward chain, and where those of all networks end."""
    ends = {name: ds[f"{name}_common"].isel(network=0).values for name in ("scaled", "agnostic")}
    return {
        "target": float(ds.r[0]),
        "ends": span(ds.scaled_common.isel(end=1)),
        "deepest": int(ds.depth[-1]),
    } | {n: f"{high / low:.2f}" for n, (low, high) in ends.items()}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statement of the title: a rate of each rule is good at every depth, in every network."""
    common = [ds[f"{rule}_common"].transpose("end", ...) for rule in ("scaled", "agnostic")]
    return {"both have common good rates": all(bool((c[0] < c[1]).all()) for c in common)}


FIGURE = Figure(
    id="chain-success-windows",
    says="Both rules have rates that are good at every depth to 256; under the data-dependent rule "
    "they end at k = 1.84 to 2.04.",
    finding="Both rules have rates that are good at every depth to {deepest}; under the "
    "data-dependent rule they end at k = {ends}.",
    source=CHAIN.beyond("X-C"),
    caption="""Simulated loss after {steps} steps over depth and rate, starts as in Figure 2, target
    {target}: feedforward chains, residual networks with block depth 1 and 2. (A-C) Rate in units of
    the data-dependent rule. (D-F) Data-agnostic rule. Circles: ends of the good rates of each depth
    (loss below {thresholds} in the three columns). Hatched: rates that are good at every depth.
    Black dashes: exact edge of linear stability, k = 2. Grey: the run overflowed. Under the
    data-dependent rule the upper end of the good rates is nearly the same at every depth; the lower
    end, which the plateau sets, still moves. Rates that are good at every depth exist under both
    rules. For the feedforward chain at this target the ratio of the largest to the smallest of them
    is {agnostic} under the data-agnostic rule and {scaled} under the data-dependent rule.""",
    runs="gradient descent on one chain for each depth and rate, {rates} rates; nothing is random.",
    shows="""Loss after {steps} steps over depth and rate, chains of up to {deepest} layers.
    Simulated gradient descent from total weight {total} (feedforward) or layer weights {weight}
    (residual networks with block depth 1 and 2), target {target}. (A-C) Rate k = eta S of the
    data-dependent rule. (D-F) Data-agnostic rule. Circles: ends of the good rates of each depth
    (loss below {thresholds} in the three columns). Hatched: rates that are good at every depth,
    where there are any. Black dashes: exact edge of linear stability, k = 2. Grey: the run
    overflowed.""",
    claims=("CHAIN-I16", "CHAIN-I18", "CHAIN-I18-rule", "CHAIN-I21"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(deepest=4_096, depths=97, rates=600),
    tiny={"deepest": 8, "depths": 4, "rates": 40},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
