"""Chain, Figure 2: loss after 30 steps over the rate, by data-dependent and data-agnostic rule."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
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
from depthlaws_papers.chain.figures.descent_and_flow import DEPTHS

LOSS_FLOOR = 1e-32  # smallest loss stored: an exact zero has no logarithm


@dataclass(frozen=True)
class Parameters:
    """Grids are ours; the paper states the number of steps and the starts."""

    depths: tuple[int, ...] = setting((1, 2, 8, 32, 128), "depths", **DEPTHS, most=6)
    targets: tuple[tuple[float, float], ...] = ((0.5, 2.0), (0.5, 2.0), (1.5, 2.0))
    steps: int = setting(30, "steps before the loss", units="step", whole=True, low=5, high=1_000)
    total: float = setting(0.1, "total weight at the start, feedforward", low=1e-3, high=0.9)
    weight: float = setting(0.01, "weight of a layer at the start, residual", low=1e-3, high=0.5)
    k_range: tuple[float, float] = (0.02, 3.0)
    c_ranges: tuple[tuple[tuple[float, float], ...], ...] = (
        ((0.1, 12.0), (0.05, 4.0)),
        ((0.05, 12.0), (0.02, 4.0)),
        ((0.05, 3.0), (0.03, 1.5)),
    )
    rates: int = 120
    thresholds: tuple[float, ...] = (1e-4, 1e-4, 1e-2)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Final loss over depth and rate under both rules, for each network and target."""
    p = parameters
    networks = [
        xr.concat([_target(p, name, i, j) for j in range(2)], dim="column")
        for i, name in enumerate(scalar.NETWORKS)
    ]
    dataset = xr.concat(networks, dim="network").assign_coords(
        network=list(scalar.NETWORKS), column=[0, 1]
    )
    return describe(
        dataset,
        scaled=simulated("loss after the last step, data-dependent rule"),
        agnostic=simulated("loss after the last step, data-agnostic rule"),
        scaled_window=simulated("ends in k of the good rates of each depth"),
        agnostic_window=simulated("ends of the good agnostic rates of each depth"),
        edge=exact("agnostic rate at the edge of linear stability, k = 2"),
        r=given("target mu_yx / mu_xx"),
        threshold=given("loss that counts as success"),
        c=given("agnostic rate"),
        k=given("normalised rate k = eta S"),
        depth=given("depth L"),
        network=given("network"),
        column=given("number of the target"),
    )


def _target(p: Parameters, network: str, row: int, column: int) -> xr.Dataset:
    r = p.targets[row][column]
    start: dict[str, Any] = {"total": p.total} if network == "feedforward" else {"weight": p.weight}
    k = np.linspace(*p.k_range, p.rates)
    c = np.geomspace(*p.c_ranges[row][column], p.rates)
    edge = runs.scaled_rate(2.0, p.depths, r, network=network)
    rates = {
        "scaled": runs.scaled_rate(k, p.depths, r, network=network).rename(rate="k"),
        "agnostic": xr.DataArray(c, dims="index"),
    }
    variables: dict[str, Any] = {}
    for name, rate in rates.items():
        grid = scalar.Grid(network, list(p.depths), mu_yx=r, scaled_rate=rate, **start)
        run = scalar.gradient_descent(grid, steps=p.steps)
        loss = run.loss.squeeze("step", drop=True).drop_vars("network")
        variables[name] = np.maximum(loss, LOSS_FLOOR)
        good = (loss < p.thresholds[row]).transpose("depth", ...).values
        x = k if name == "scaled" else c
        ends = [runs.window(x, one) for one in good]
        variables[f"{name}_window"] = (("depth", "end"), ends)
    others = {"edge": edge, "r": r, "c": ("index", c), "threshold": p.thresholds[row]}
    return xr.Dataset(variables | others, coords={"k": k})


RULES = {"feedforward": r"$\eta L$", "block1": r"$\eta$", "block2": r"$\eta/L$"}
NAMES = {"feedforward": "feedforward", "block1": "residual, 1", "block2": "residual, 2"}
LEAST, MOST = 1e-12, 1e2  # losses drawn: smaller ones are rounding errors
GOOD_RATES_STYLE: dict[str, Any] = {"color": "#f0e442", "alpha": 0.45, "linewidth": 0}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one row for each network: data-dependent rule left, data-agnostic right."""
    grid = style.panels(canvas, ds.sizes["network"], 4, sharey=True)
    for row, name in zip(grid, ds.network.values, strict=True):
        for column in (0, 1):
            panel = ds.sel(network=name).isel(column=column)
            scaled, agnostic = row[column], row[2 + column]
            _curves(scaled, panel, "scaled", ds.k)
            _curves(agnostic, panel, "agnostic", panel.c)
            scaled.axvline(2, **style.GUIDE)
            scaled.set(xlabel=r"$k=\eta S$", xlim=(0, ds.k[-1]), xticks=[0, 1, 2, 3])
            for depth, look in style.depth_styles(ds.depth.values).items():
                edge = [panel.edge.sel(depth=depth)] * 2
                ticks = style.line(look, linestyle="-", linewidth=1.6)
                agnostic.plot(edge, [3 * MOST, 50 * MOST], **ticks, scalex=False)
            agnostic.set(xlabel=f"rate {RULES[name]}", xscale="log")
        for axis in row:
            if style.is_narrow(canvas):
                axis.set(ylabel="loss", title=f"{NAMES[name]}, {axis.get_title(loc='left')}")
            else:
                axis.set_ylabel(f"{NAMES[name]}\nloss")
    style.outer_labels_only(grid.flat, x=False)
    style.panel_letters(grid.flat)
    others = [
        Patch(**GOOD_RATES_STYLE, label="good at every depth"),
        style.legend_entry(style.GUIDE, "$k=2$ (right: ticks on top)"),
    ]
    style.depth_legend(canvas, ds.depth.values, simulation="gradient descent", others=others)


def _curves(axis: Axes, panel: xr.Dataset, rule: str, x: xr.DataArray) -> None:
    """Draw the simulated loss of every depth, and the rates that are good at every depth."""
    looks = style.depth_styles(panel.depth.values)
    for i, (depth, look) in enumerate(looks.items()):
        every = (i % 4, 4)
        small = style.points(look, every, markersize=2, markeredgewidth=0.5)
        loss = panel[rule].sel(depth=depth)
        axis.plot(x, loss.where((loss > LEAST) & (loss < MOST)), **small)
    ends = panel[f"{rule}_window"]
    low, high = float(ends[:, 0].max()), float(ends[:, 1].min())
    if ends.notnull().all() and low < high:
        axis.axvspan(low, high, **GOOD_RATES_STYLE)
    axis.set(yscale="log", ylim=(LEAST, 50 * MOST), title=f"$r={float(panel.r):g}$")
    axis.set_yticks([1e-12, 1e-8, 1e-4, 1])


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Largest over smallest upper end of the good rates over depth, under both rules."""
    rows = []
    for name in ds.network.values:
        for column in (0, 1):
            panel = ds.sel(network=name).isel(column=column)
            label = f"{name}, r = {float(panel.r):g}: largest over smallest upper end of the"
            ends = {
                ("transfers", "window in k"): panel.scaled_window[:, 1],
                ("does not transfer", "stable rates, agnostic"): panel.edge,
            }
            rows += [
                Quote(f"{label} {what}", says, float(end.max() / end.min()))
                for (says, what), end in ends.items()
            ]
    return rows


def facts(ds: xr.Dataset, p: Parameters) -> dict[str, Any]:
    """Upper ends of the good rates under one rule, and how far they move under the other."""
    upper = ds.agnostic_window.isel(end=1)
    moved = upper.max("depth") / upper.min("depth")
    return {
        "lowest": p.targets[2][0],
        "ends": span(ds.scaled_window.isel(end=1), 1).replace(" to ", " and "),
        "moved": f"{float(moved.max()):.0f}",
        "deepest": int(ds.depth[-1]),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: how far the largest good rate moves over depth, under both rules."""
    moved = [ds[f"{rule}_window"].isel(end=1) for rule in ("scaled", "agnostic")]
    scaled, agnostic = ((m.max("depth") / m.min("depth")).max() for m in moved)
    return {"the data-dependent rule moves it less": bool(scaled < agnostic)}


FIGURE = Figure(
    id="chain-fig2",
    says="Under the data-dependent rule the largest good rate is between k = 1.6 and 2.3 at every "
    "depth to 128; under the data-agnostic rule it changes up to 4-fold.",
    finding="Under the data-dependent rule the largest good rate is between k = {ends} at every "
    "depth to {deepest}; under the data-agnostic rule it changes up to {moved}-fold.",
    source=CHAIN.figure(2),
    caption="""Simulated training loss after {steps} steps of gradient descent (markers, one in
    four) from total weight {total} (feedforward) or layer weights {weight} (residual), for two
    targets r. Rows: feedforward, residual with block depth 1 and 2. (A, B, E, F, I, J): rate in
    units of the data-dependent rule, k = eta S (eqs. 5, 28, 34); dashed: the exact edge of linear
    stability, k = 2. The other panels: data-agnostic rule, eta proportional to 1/L, 1 and L; ticks
    at the top mark the exact edge of each depth. A rate is good if the loss is below {thresholds}
    in the three rows; the good rates of a depth are their longest interval. Yellow: rates that are
    good at every depth. The data-dependent rule aligns the upper ends of the good rates. With the
    data-agnostic rule they move with depth, but common good rates remain where yellow is drawn.
    Losses below 1e-12, which are rounding errors, and above 100 are not drawn. With block depth two
    the total weight is at least 1, so that a target below 1 cannot be reached; {lowest} is drawn
    instead. There the rule works for small targets only: at r = 4 no rate up to three quarters of
    the edge is good at any depth from 4 on, because the escape time depends on the data.""",
    runs="gradient descent on one chain for each depth and rate, {rates} rates, depths {depths}; "
    "nothing is random.",
    shows="""Loss after {steps} steps over the rate, chains of L = {depths} layers. Simulated
    gradient descent (markers, one in four) from total weight {total} (feedforward) or layer weights
    {weight} (residual networks with block depth 1 and 2), for two targets r. (A, B, E, F, I, J)
    Rate k = eta S of the data-dependent rule; dashed: k = 2. The other panels: data-agnostic rule,
    with ticks at the exact edge of linear stability of each depth. Yellow: rates with a loss below
    {thresholds} (by row) at every depth. Losses below 1e-12, which are rounding errors, and above
    100 are not drawn.""",
    claims=("CHAIN-I16", "CHAIN-I17", "CHAIN-I18-rule", "CHAIN-I21", "CHAIN-I21-near-two"),
    height=5.6,
    quick=Parameters(),
    paper=Parameters(depths=(1, 2, 4, 8, 32, 128, 1024), rates=600),
    tiny={"depths": (1, 4), "rates": 30, "steps": 30},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
