"""Looped: Figures 4 and 9, updates of the output in the first steps, and exact one-step laws."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.common.optimizers import SGD, Noise, Sign
from depthlaws.sims.residual import dense, matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures import line_styles
from depthlaws_papers.looped.figures.scaling_rules import (
    COUNTS,
    RULES,
    first_steps,
    network,
    stream,
)

STEPS = {"sign": Sign, "gradient": SGD, "isotropic": Noise}


@dataclass(frozen=True)
class Parameters:
    """Counts and steps are those of figures 4 and 9; widths, rates, samples and grids are ours."""

    counts: tuple[int, ...] = setting(
        COUNTS, "loops (A to C)", name="N", whole=True, low=1, high=128, least=2, most=8
    )
    width: int = setting(128, "width of the networks (A to C)", **(WIDTH | {"high": 1024}))
    samples: int = setting(40, "networks for each count (A to C)", **SAMPLES)
    steps: int = setting(10, "steps of AdamW", units="step", whole=True, low=2, high=100)
    rate: float = setting(0.1, "learning rate of AdamW", low=1e-4, high=1)
    sites: int = 1024
    times: tuple[float, ...] = (0.125, 0.25, 0.5, 1.0, 2.0)
    loops: int = setting(8, "loops (D)", whole=True, low=2, high=64)
    depths: tuple[int, ...] = setting(
        (1, 2, 4, 8, 16), "layers (E)", name="L", whole=True, low=1, high=32, least=2, most=8
    )
    block_loops: int = setting(2, "loops (E)", whole=True, low=1, high=16)
    one_width: int = 256
    one_samples: int = 24
    small_rate: float = 1e-3


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Updates in the first steps of AdamW, and one step of three kinds over T and over layers."""
    p = parameters
    trained = first_steps(
        "tied", p.counts, width=p.width, samples=p.samples, steps=p.steps, rate=p.rate, seed=seed
    )
    law = [[_exact("sign", stream("tied", n, r), p, seed) for n in p.counts] for r in RULES]
    scale = np.array([[float(n) ** (1 - alpha) for n in p.counts] for alpha in RULES.values()])
    unit = xr.DataArray(p.rate * scale, dims=("rule", "count"))
    compensated = {name: trained[name] / unit for name in ("moved", "moved_error")}
    tied = [Stream(loops=p.loops, eps=T / p.loops) for T in p.times]
    blocks = [
        Stream(loops=p.block_loops, layers=L, eps=1 / (p.block_loops * L**0.5)) for L in p.depths
    ]
    variables: dict[str, Any] = {
        "exact": (("rule", "count"), law / scale),
        "growth": (("rule", "step"), _growth(trained, p.counts)),
        "linear_guide": ("T", np.array(p.times) / math.sqrt(2 * math.pi)),
        "square_guide": ("T", np.array(p.times) ** 2 / 2),
        "depth_guide": ("depth", np.sqrt(p.depths) / math.sqrt(2 * math.pi)),
    }
    runs = [trained]
    for name, dim, streams in (("time", "T", tied), ("block", "depth", blocks)):
        theory = [[_exact(kind, s, p, seed) for s in streams] for kind in STEPS]
        points = [[_simulated(kind, s, p, seed) for s in streams] for kind in STEPS]
        runs += [point[2] for row in points for point in row]
        variables[f"{name}_exact"] = (("kind", dim), theory)
        for i, variable in enumerate((f"{name}_simulated", f"{name}_error")):
            variables[variable] = (("kind", dim), [[point[i] for point in row] for row in points])
    dataset = trained.drop_vars(["norm", "norm_error"]).assign(compensated).assign(variables)
    dataset = dataset.assign_coords(kind=list(STEPS), T=list(p.times), depth=list(p.depths))
    return _described(dataset).assign_attrs(
        **simulation_attributes(*runs), loops=p.loops, block_loops=p.block_loops
    )


def _growth(trained: xr.Dataset, counts: tuple[int, ...]) -> np.ndarray:
    """Return the least-squares exponent of the update over N at each step; NaN at step 0."""
    x = np.log(counts) - np.log(counts).mean()
    moved = trained.moved.transpose("rule", "step", "count").values
    return np.log(np.where(moved > 0, moved, np.nan)) @ x / (x @ x)


def _described(ds: xr.Dataset) -> xr.Dataset:
    return describe(
        ds,
        moved=simulated("RMS update of the output over eta eps N"),
        moved_error=simulated("half of the 95 % interval of the update"),
        exact=exact("RMS update by the first step over eta eps N, infinite width"),
        growth=simulated("exponent of the update over N"),
        linear_guide=given("T / sqrt(2 pi)"),
        square_guide=given("T^2 / 2"),
        depth_guide=given("sqrt(L / (2 pi))"),
        time_exact=exact("RMS update over eta, infinite width, one layer"),
        time_simulated=simulated("RMS update over eta, one layer"),
        time_error=simulated("half of the 95 % interval of the update, one layer"),
        block_exact=exact("RMS update over eta, infinite width, blocks"),
        block_simulated=simulated("RMS update over eta, blocks"),
        block_error=simulated("half of the 95 % interval of the update, blocks"),
        count=given("loops N"),
        step=given("optimiser step", "step"),
        rule=given("scaling rule"),
        kind=given("kind of step"),
        T=given("loop time eps N"),
        depth=given("layers L"),
    )


def _exact(kind: str, limit: Stream, p: Parameters, seed: int) -> float:
    """Return the RMS change of the output per unit rate at infinite width."""
    if kind == "sign":
        return updates.sign_step(limit, seed=seed, sites=p.sites, replicates=4).rms
    if kind == "gradient":
        return updates.gradient_step(limit).rms
    return math.sqrt(updates.isotropic_update(limit)[-1, -1])


def _simulated(
    kind: str, limit: Stream, p: Parameters, seed: int
) -> tuple[float, float, xr.Dataset]:
    """Return the RMS change per unit rate by one small step, half of its interval, and the run."""
    simulator = dense if kind == "sign" else matrix_free
    run = simulator.train(
        network(limit, p.one_width),
        Ensemble(samples=p.one_samples, seed=seed),
        STEPS[kind](p.small_rate),
        steps=1,
    )
    square, half = mean_and_half_interval(run.change.values[:, 1, -1] / p.small_rate**2)
    rms = math.sqrt(square)
    return rms, float(half) / (2 * rms), run


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw first and last updates over N above, and one step over T and over L below."""
    top, bottom = style.halves(canvas, below=True, height_ratios=(1.12, 1))
    (axes,) = style.panels(top, 1, len(RULES), sharey=True)
    for axis, rule in zip(axes, ds.rule.values, strict=True):
        _steps(axis, ds.sel(rule=rule))
        axis.set_title(TITLES[str(rule)])
    style.outer_labels_only(axes, x=False)
    ((left, right),) = style.panels(bottom, 1, 2)
    _kinds(left, ds, "time", "T")
    left.plot(ds["T"], ds.linear_guide, **style.GUIDE)
    left.plot(ds["T"], ds.square_guide, **style.GUIDE)
    end = float(ds["T"][-1]), float(ds.linear_guide[-1])
    style.label(left, r"$\propto T$", 0.72 * end[0], 0.45 * end[1], color="0.35")
    style.label(left, r"$T^2/2$", 0.21, 0.0085, color="0.35")
    left.set(xscale="log", xlabel=rf"loop time $T=\varepsilon N$, $N={ds.loops}$, one layer")
    shown = holds(ds)
    square = shown["a gradient step moves the output as T^2"]
    left.set_title(
        "a gradient step moves the output as $T^2$, not $T$" if square else "one step over $T$"
    )
    left.set_xticks(ds["T"].values, [f"{T:g}" for T in ds["T"].values])
    left.set_xticks([], minor=True)
    _kinds(right, ds, "block", "depth")
    right.plot(ds.depth, ds.depth_guide, **style.GUIDE)
    over = rf"layers $L$, $N={ds.block_loops}$, $\varepsilon=1/(N\sqrt{{L}})$"
    style.count_ticks(right, ds.depth.values, over)
    alone = (
        shown["sign steps add up over layers as sqrt L"]
        and shown["gradient and isotropic steps do less"]
    )
    right.set_title(
        r"only sign steps add up over layers, as $\sqrt{L}$" if alone else "one step over $L$"
    )
    right.set_yticks([0.5, 1, 2], ["0.5", "1", "2"])
    right.set_yticks([], minor=True)
    style.panel_letters([*axes, left, right])
    words = {"sign": "sign step", "gradient": "gradient step", "isotropic": "isotropic noise"}
    handles = [style.legend_entry(look, words[kind]) for kind, look in LOOKS.items()]
    first = style.legend_entry(line_styles.BLACK, "first step, a sign step")
    last = style.legend_entry(line_styles.LAST_STEP, f"step {int(ds.step[-1])}")
    style.legend(canvas, [first, last, *handles[1:]])


def _steps(axis: Axes, panel: xr.Dataset) -> None:
    """Draw first and last updates over eta eps N, which are flat if they are proportional."""
    last = panel.isel(step=-1)
    axis.errorbar(panel["count"], last.moved, last.moved_error, **line_styles.LAST_STEP)
    first = panel.sel(step=1)
    axis.plot(panel["count"], panel.exact, **line_styles.EXACT)
    axis.errorbar(panel["count"], first.moved, first.moved_error, **line_styles.SIMULATED)
    axis.set(yscale="log", ylim=(0.08, 4), ylabel=r"update of $h_N$ / $(\eta\varepsilon N)$, RMS")
    style.count_ticks(axis, panel["count"].values, "loops $N$")
    ends = float(panel.growth[1]), float(panel.growth[-1])
    style.note(
        axis,
        f"exponent of the update in $N$:\n{ends[0]:.2f} at step 1, "
        f"{ends[1]:.2f} at step {int(panel.step[-1])}",
        0.03,
        0.97,
    )


def _kinds(axis: Axes, ds: xr.Dataset, name: str, dim: str) -> None:
    """Draw exact curves and simulated points of the three kinds of step."""
    for kind, look in LOOKS.items():
        steps = ds.sel(kind=kind)
        axis.plot(ds[dim], steps[f"{name}_exact"], **style.line(look))
        points = steps[f"{name}_simulated"]
        axis.errorbar(ds[dim], points, steps[f"{name}_error"], **style.bars(look))
    axis.set(yscale="log", ylabel=r"one step, RMS$/\eta$")


TITLES = {
    "none": r"none, $\varepsilon=1$",
    "sqrt": r"sqrt, $\varepsilon=N^{-1/2}$",
    "linear": r"linear, $\varepsilon=1/N$",
}
LOOKS = dict(zip(STEPS, line_styles.THREE_STYLES, strict=True))


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of the first and last update over N, and the range of panel C."""
    says = {"none": "parallel to N", "sqrt": "parallel to sqrt N", "linear": "within 4x over N"}
    rows = []
    for rule, paper in says.items():
        panel = ds.sel(rule=rule)
        label = f"{rule}: exponent of the update over N"
        rows += [
            Quote(f"{label}, first step", paper, float(panel.growth[1])),
            Quote(f"{label}, last step", paper, float(panel.growth[-1])),
        ]
    linear = ds.exact.sel(rule="linear")
    return [
        *rows,
        Quote(
            "linear: largest over smallest first update, exact",
            "within 4x",
            float(linear.max() / linear.min()),
        ),
    ]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exponents of the updates over N beside those of eta eps N, and of one step over T and L."""
    expected = xr.DataArray([1 - alpha for alpha in RULES.values()], {"rule": [*RULES]}, "rule")
    off = abs(ds.growth.isel(step=slice(1, None)) - expected).max("step")
    time, block = (xr.apply_ufunc(np.log, ds[f"{name}_exact"]) for name in ("time", "block"))
    gradient, sign = time.sel(kind="gradient"), block.sel(kind="sign")
    power = (gradient[1] - gradient[0]) / np.log(ds["T"][1] / ds["T"][0])
    over_layers = (block[:, -1] - block[:, 0]) / np.log(ds.depth[-1] / ds.depth[0])
    others = over_layers.sel(kind=["gradient", "isotropic"])
    return {
        "linear scaling keeps the updates nearest to eta eps N": bool(
            off.sel(rule="linear") < off.sel(rule=["none", "sqrt"]).min()
        ),
        "a gradient step moves the output as T^2": abs(float(power) - 2) < 0.1,
        "sign steps add up over layers as sqrt L": bool(
            abs(over_layers.sel(kind="sign") - 0.5) < 0.15
        )
        and bool(np.isfinite(sign).all()),
        "gradient and isotropic steps do less": bool((others < 0.3).all()),
    }


FIGURE = Figure(
    id="looped-updates",
    says="Of three rules for eps only linear scaling keeps the first ten updates nearly "
    "proportional to eta eps N.",
    source=LOOPED.figure("4 and 9"),
    caption="""A to C: root mean square change of the output of the normalised tied ReLU layer by
    each of the first {steps} steps of AdamW, over eta eps N: flat if the paper's law holds. Blue
    squares: the last of these steps, simulated (those between are in the data); black: the first, a
    sign step, exact at infinite width and simulated. The first update is proportional to eta eps N
    up to a slow, logarithm-like growth, and within the paper's factor of 4 under linear scaling.
    The paper's curves are parallel at every step; here this holds under linear scaling only
    (exponents of the first and the last step in the panels), because updates shrink first where the
    loss is small. D: one step of a layer without normalisation over T = eps N, exact curves and
    simulated points. Sign steps and isotropic noise change the output by eta T, as theorem 2 says,
    a plain gradient step by eta T^2 / 2 (dashed guides). Above T = 1 all three grow faster than
    these powers. E: blocks of L layers looped {block_loops} times at eps = 1/(N sqrt L): sign steps
    of all layers add up to eta sqrt L (dashed), the bound of proposition 7; gradient and isotropic
    steps do not grow with L. Bars are 95 % intervals by Student's t.""",
    runs="in A to C {samples} networks of width {width}, in D and E {one_samples} of width "
    "{one_width} for each point, seed {seed}.",
    shows="""Updates of the output by the first {steps} steps of AdamW over N = {counts} loops, and
    by one step of three kinds. (A to C) Root mean square change of the output of the normalised
    tied ReLU layer over eta eps N under three rules for eps; black: by the first step, a sign step,
    exact at infinite width and simulated; blue squares: by the last, simulated. In the panels:
    exponents of the change in N. (D) One step of a layer without normalisation, N = {loops}, over T
    = eps N, exact curves and simulated points (dashed guides: T and T^2 / 2). (E) The same of
    blocks of L layers looped {block_loops} times at eps = 1/(N sqrt L) (dashed guide: sqrt L). Bars
    are 95 % intervals by Student's t.""",
    claims=("LOOP-B-FIG4", "LOOP-B-FIG9", "LOOP-B-X8", "LOOP-B-X7", "LOOP-B-X6", "LOOP-B-E15"),
    height=4.8,
    quick=Parameters(),
    paper=Parameters(
        width=768,
        sites=4096,
        one_width=1024,
        one_samples=100,
        block_loops=8,
        depths=(1, 2, 4, 8, 12, 16, 24),
    ),
    tiny={
        "counts": (1, 4),
        "width": 16,
        "samples": 3,
        "steps": 3,
        "sites": 256,
        "times": (0.125, 0.5),
        "loops": 2,
        "depths": (1, 2),
        "one_width": 64,
        "one_samples": 4,
    },
    data=data,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
