"""Chain, beyond the paper: regimes of gradient descent over depth and rate, exact boundaries."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Patch

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import span
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.figures import descent_and_flow as runs

REGIMES = (
    "monotone",
    "damped oscillation",
    "2-cycle",
    "longer cycles, chaos",
    "crosses zero",
    "diverges",
)
COLOURS = ("#f7f7e8", "#bfd8a6", "#6fb08c", "#3f7f93", "#fbd86f", "#4a2040")


@dataclass(frozen=True)
class Parameters:
    """Depths and rates of the map, and rates of the paths below it."""

    depths: tuple[float, ...] = (1, 2, 3, 4, 5, 6, 7, 8, 16, 64, math.inf)
    low: float = 0.5
    high: float = 10.0
    rates: int = 240
    start: float = setting(0.01, "total weight at the start", low=1e-3, high=0.9)
    steps: int = 3_000
    watched: int = 300
    shown: int = setting(4, "depth of the paths", low=2, high=64, whole=True)
    samples: tuple[float, ...] = setting(
        (0.8, 1.6, 2.3, 2.8, 4.4, 5.2), "rates of the paths", low=0.1, high=10, most=6
    )
    path: int = 80


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Regime of each simulated (depth, rate), the exact boundaries, and one path per regime."""
    p = parameters
    k = np.geomspace(p.low, p.high, p.rates)
    depth = np.asarray(p.depths, dtype=float)
    deep = depth[depth >= 2]
    rows = [_regimes(p, L, k) for L in p.depths]
    path = runs.descent(
        [p.shown],
        p.samples,
        steps=p.path,
        record=range(p.path + 1),
        total=p.start,
        observe=("total", "weights"),
    )
    first = path.weights.isel(layer=0).squeeze("depth", drop=True).rename(rate="sample")
    dataset = xr.Dataset(
        {
            "regime": (("depth", "k"), np.stack(rows)),
            "doubling": ("deep", chain.period_doubling_rate(deep)),
            "leaving": ("deep", chain.leaving_rate(deep)),
            "divergence": ("deep", chain.divergence_rate(deep)),
            "path": first,
            "path_regime": ("sample", _regimes(p, float(p.shown), np.array(p.samples))),
            "shown": p.shown,
            "onset": ("change", [1.0, 2.0]),
        },
        coords={"k": k, "depth": depth, "deep": deep, "sample": list(p.samples)},
    )
    return describe(
        dataset,
        regime=simulated(f"regime, number in {', '.join(REGIMES)}"),
        doubling=exact("normalised rate where the 2-cycle loses stability"),
        leaving=exact("normalised rate from which orbits may cross zero"),
        divergence=exact("normalised rate of divergence"),
        onset=exact("normalised rates where oscillation and where instability begin"),
        path=simulated("weight of the first layer"),
        path_regime=simulated("regime of a path, by number"),
        shown=given("depth L of the paths"),
        k=given("normalised rate k = eta S"),
        depth=given("depth L"),
        deep=given("depth L of two or more"),
        sample=given("normalised rate k = eta S of a path"),
        step=given("gradient-descent step", "step"),
    )


def _regimes(p: Parameters, depth: float, k: np.ndarray) -> np.ndarray:
    """Index into REGIMES for every rate: what the first and the last steps do."""
    last = range(p.steps - p.watched, p.steps + 1)
    rate = runs.scaled_rate(k, [depth], 1.0)[0]
    run = scalar.gradient_descent(
        scalar.Grid(
            "feedforward", depth, mu_yx=1.0, scaled_rate=rate, total=p.start, balanced=True
        ),
        steps=p.steps,
        record=[*range(p.watched), *last],
        observe=("total",) if math.isinf(depth) else ("total", "weights"),
    )
    alpha = run.total.transpose("rate", "step").values
    late = alpha[:, -p.watched :]
    below = alpha < 0 if math.isinf(depth) else run.weights[..., 0].transpose("rate", "step") < 0
    return np.select(
        [
            ~np.isfinite(late).all(axis=1) | (np.abs(late) > 1e6).any(axis=1),
            np.asarray(below).any(axis=1),
            np.abs(late - 1).max(axis=1) < 1e-3,
            # An orbit can stay near zero for long: a cycle must return above the target.
            (np.abs(late[:, 2:] - late[:, :-2]).max(axis=1) < 1e-3) & (late.max(axis=1) > 1),
        ],
        [5, 4, np.where(np.nanmax(alpha, axis=1) <= 1 + 1e-9, 0, 1), 2],
        default=3,
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw the map of regimes above, and one path of a layer's weight for each regime below."""
    ratios = [1.3, 1] if style.is_narrow(canvas) else [2.2, 1]
    upper, lower = style.halves(canvas, below=True, height_ratios=ratios)
    ((top,),) = style.panels(upper, 1, 1)
    rows = list(range(ds.sizes["depth"]))
    top.pcolormesh(
        ds.k,
        rows,
        ds.regime,
        cmap=ListedColormap(COLOURS),
        vmin=-0.5,
        vmax=5.5,
        shading="nearest",
        rasterized=True,
    )
    for k in ds.onset.values:
        top.plot([k, k], [-0.5, rows[-1] + 0.5], **style.line({"color": "black", "linewidth": 1}))
    for name, (look, _) in BOUNDARIES.items():
        for row, k in zip(rows[-ds.sizes["deep"] :], ds[name].values, strict=True):
            top.plot([k, k], [row - 0.46, row + 0.46], **style.line(look))
    top.set_yticks(rows, [style.depth_label(depth) for depth in ds.depth.values])
    top.set(xscale="log", xlabel=r"$k=\eta S$", xlim=(ds.k[0], ds.k[-1]))
    top.set_xticks(TICKS, [f"{k:g}" for k in TICKS])
    top.set_xticks([], minor=True)
    style.panel_letters([top])
    _paths(lower, ds)
    _legend(canvas)


def _paths(where: Any, ds: xr.Dataset) -> None:
    """Draw one path for each regime, with a frame in the colour of the regime."""
    (axes,) = style.panels(where, 1, ds.sizes["sample"], sharey=True, beside=3)
    for axis, k in zip(axes, ds["sample"].values, strict=True):
        regime = int(ds.path_regime.sel(sample=k))
        look = style.points({"color": "black", "marker": "o"}, markersize=1.6, markeredgewidth=0.4)
        axis.plot(ds.step, ds.path.sel(sample=k), **look)
        axis.axhline(0, **style.GUIDE)
        axis.set(title=f"$k={k:g}$", xlabel="step", ylim=(-1.35, 1.45))
        if axis.get_subplotspec().is_first_col():
            axis.set_ylabel(rf"weight $w$, $L={int(ds.shown)}$")
        axis.set_xticks([0, ds.step[-1] // 2, ds.step[-1]])
        axis.set_yticks([-1, 0, 1])
        axis.spines[["top", "right"]].set_visible(True)
        for spine in axis.spines.values():
            spine.set(color=COLOURS[regime] if regime else "0.8", linewidth=2)
    style.outer_labels_only(axes, x=False)
    style.panel_letters(axes, "BCDEFGH")


TICKS = (0.5, 1, 2, 3, 4, 6, 8, 10)
BOUNDARIES: dict[str, tuple[dict[str, Any], str]] = {
    "doubling": ({"color": "black", "linestyle": (0, (1, 1))}, "2-cycle unstable"),
    "leaving": ({"color": "black", "linestyle": (0, (3, 1))}, "$k_1$: can cross zero"),
    "divergence": ({"color": style.VERMILION, "linewidth": 1.8}, "$k_2$: can diverge"),
}


def _legend(canvas: Canvas) -> None:
    lines = [style.legend_entry(style.line({"color": "black"}), "$k=1$, $k=2$")]
    lines += [style.legend_entry(style.line(look), label) for look, label in BOUNDARIES.values()]
    patches = [
        Patch(facecolor=colour, edgecolor="0.4", linewidth=0.5, label=name)
        for colour, name in zip(COLOURS, REGIMES, strict=True)
    ]
    style.legend(canvas, [*patches, *lines])


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Smallest simulated k that diverges, by depth."""
    rows = []
    for depth in ds.depth.values:
        gone = ds.k[(ds.regime.sel(depth=depth) == 5).values]
        value = float(gone[0]) if gone.size else f"none up to {float(ds.k[-1]):g}"
        rows.append(Quote(f"smallest diverging k simulated, L = {depth:g}", "2", value))
    return rows


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: the regimes between k = 2 and 4."""
    between = ds.regime.sel(k=(ds.k > 2.02) & (ds.k < 3.98))
    deep = between.sel(depth=between.depth > 1)
    return {
        "one layer diverges": bool((between.sel(depth=1) == len(REGIMES) - 1).all()),
        "deeper chains end on cycles or chaos, or cross zero": bool(
            ((deep > 1) & (deep < len(REGIMES) - 1)).all()
        ),
    }


FIGURE = Figure(
    id="chain-regimes",
    says="Between k = 2 and 4 only chains of one layer diverge; deeper chains end on cycles or "
    "chaos, or cross zero.",
    source=CHAIN.beyond("X-C"),
    caption="""Regimes of gradient descent from alpha = {start} over the normalised rate k = eta S
    (colours: simulation), and their exact boundaries (lines). The paper's Figure 3 has three
    regimes: monotone up to k = 1, oscillating and converging up to 2, diverging from 2 on. The
    first two are confirmed. The third holds for one layer only. With two or more layers a stable
    2-cycle follows, up to a k between {doubling} (dotted); then longer cycles and chaos; from k_1
    on (dashed) orbits can cross zero; divergence is possible only from k_2 on (orange), which is
    {least} or more. At infinite depth there is neither k_1 nor k_2. (B-G) The weight of one layer
    at L = {shown} on simulated paths, with a frame in the colour of their regime (grey: monotone);
    paths are cut where they leave their panel.""",
    shows="""Regimes of gradient descent over depth and rate, and paths at L = {shown}. (A)
    Simulated regimes from alpha = {start} (colours) and their exact boundaries (lines). (B) and on:
    the weight of one layer at k = {samples}, with a frame in the colour of the regime that the
    whole orbit has (grey: monotone); paths are cut where they leave their panel.""",
    runs="one orbit of {steps} steps for each depth and rate, {rates} rates; nothing is random.",
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
    height=5.0,
    quick=Parameters(),
    paper=Parameters(rates=1_500, steps=30_000),
    tiny={"depths": (1, 2, 3, 4, math.inf), "rates": 30, "steps": 600, "watched": 250},
    data=data,
    facts=lambda ds, _: {
        "doubling": [f"{f(ds.doubling.values):.2f}" for f in (min, max)],
        "least": span(ds.divergence).partition(" ")[0],
    },
    draw=draw,
    holds=holds,
    quotes=quotes,
)
