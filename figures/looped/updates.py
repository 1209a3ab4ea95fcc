"""Looped: Figures 4 and 9 of the second version, and the exact one-step laws behind them."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.looped import scaling_rules as rules
from depthlaws.figures.looped.scaling_rules import RULES
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.optimizers import SGD, Noise, Sign
from depthlaws.sims.residual import dense as dense
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import updates
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream

STEPS = {"sign": Sign, "gradient": SGD, "isotropic": Noise}


@dataclass(frozen=True)
class Parameters:
    """Counts, steps and number of runs as in figures 4 and 9; widths, rates and grids are ours."""

    counts: tuple[int, ...] = rules.COUNTS
    width: int = 192
    samples: int = 10
    steps: int = 10
    rate: float = 0.1
    sites: int = 1024
    times: tuple[float, ...] = (0.125, 0.25, 0.5, 1.0, 2.0)
    loops: int = 8
    depths: tuple[int, ...] = (1, 2, 4, 8, 16)
    block_loops: int = 2
    one_width: int = 384
    one_samples: int = 16
    small_rate: float = 1e-3


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Updates over the first steps of AdamW; one step of three kinds over time and over layers."""
    p = parameters
    runs = rules.first_steps(
        "tied", p.counts, width=p.width, samples=p.samples, steps=p.steps, rate=p.rate, seed=seed
    )
    exact = [
        [_exact("sign", rules.stream("tied", n, rule), p, seed) for n in p.counts] for rule in RULES
    ]
    counts = np.asarray(p.counts, dtype=float)
    slopes = {rule: counts ** (1 - alpha) for rule, alpha in RULES.items()}
    tied = [Stream(loops=p.loops, eps=T / p.loops) for T in p.times]
    blocks = [
        Stream(loops=p.block_loops, layers=L, eps=1 / (p.block_loops * L**0.5)) for L in p.depths
    ]
    found: dict[str, object] = {
        "exact": (("rule", "count"), exact),
        "reference": (("rule", "count"), [exact[i][0] * slopes[r] for i, r in enumerate(RULES)]),
        "linear_guide": ("T", np.array(p.times) / math.sqrt(2 * math.pi)),
        "square_guide": ("T", np.array(p.times) ** 2 / 2),
        "depth_guide": ("depth", np.sqrt(p.depths) / math.sqrt(2 * math.pi)),
    }
    for name, dim, streams in (("time", "T", tied), ("block", "depth", blocks)):
        theory = [[_exact(kind, s, p, seed) for s in streams] for kind in STEPS]
        points = np.array([[_simulated(kind, s, p, seed) for s in streams] for kind in STEPS])
        found[f"{name}_exact"] = (("kind", dim), theory)
        found[f"{name}_simulated"] = (("kind", dim), points[..., 0])
        found[f"{name}_error"] = (("kind", dim), points[..., 1])
    scaled = {name: runs[name] / p.rate for name in ("moved", "moved_error")}
    return (
        runs.assign(scaled)
        .assign(found)
        .assign_coords(kind=list(STEPS), T=list(p.times), depth=list(p.depths))
        .assign_attrs(loops=p.loops, block_loops=p.block_loops)
    )


def _exact(kind: str, stream: Stream, p: Parameters, seed: int) -> float:
    """RMS change of the output per unit rate at infinite width."""
    if kind == "sign":
        return updates.sign_step(stream, seed=seed, sites=p.sites, replicates=4).rms
    if kind == "gradient":
        return updates.gradient_step(stream).rms
    return math.sqrt(updates.isotropic_update(stream)[-1, -1])


def _simulated(kind: str, stream: Stream, p: Parameters, seed: int) -> tuple[float, float]:
    """RMS change per unit rate of finite networks by one small step, and its standard error."""
    simulator = dense if kind == "sign" else matrix_free
    run = simulator.train(
        rules.network(stream, p.one_width),
        Ensemble(samples=p.one_samples, seed=seed),
        STEPS[kind](p.small_rate),
        steps=1,
    )
    square = Estimate.of(run.change.values[:, 1, -1] / p.small_rate**2)
    rms = math.sqrt(square.mean)
    return rms, square.sem / (2 * rms)


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Top: updates over N at each step, one panel a rule. Bottom: one step over T and over L."""
    top, bottom = canvas.subfigures(2, 1, height_ratios=(1.12, 1))
    axes = top.subplots(1, len(RULES), sharey=True)
    steps = ds.step.values[1:]
    colours = rules.step_colours(steps)
    for axis, rule in zip(axes, ds.rule.values, strict=True):
        one = ds.sel(rule=rule)
        for step in steps:
            at = one.sel(step=step)
            axis.errorbar(
                ds["count"],
                at.moved,
                at.moved_error,
                color=colours[step],
                linewidth=0.9,
                elinewidth=0.6,
            )
        first = one.sel(step=1)
        axis.plot(ds["count"], one.reference, **style.GUIDE)
        axis.plot(ds["count"], one.exact, **rules.EXACT)
        axis.errorbar(ds["count"], first.moved, first.moved_error, **rules.SIMULATED)
        axis.set(yscale="log", title=TITLES[str(rule)])
        rules.doublings(axis, ds["count"].values, "loops $N$")
    axes[0].set_ylabel(r"update of $h_N$ per step, RMS$/\eta$")
    left, right = bottom.subplots(1, 2)
    _kinds(left, ds, "time", "T")
    left.plot(ds["T"], ds.linear_guide, **style.GUIDE)
    left.plot(ds["T"], ds.square_guide, **style.GUIDE)
    left.set(
        xscale="log",
        xlabel=rf"loop time $T=\varepsilon N$, $N={ds.loops}$, one layer",
        ylabel=r"one step, RMS$/\eta$",
    )
    left.set_xticks(ds["T"].values, [f"{T:g}" for T in ds["T"].values])
    left.set_xticks([], minor=True)
    _kinds(right, ds, "block", "depth")
    right.plot(ds.depth, ds.depth_guide, **style.GUIDE)
    rules.doublings(
        right,
        ds.depth.values,
        rf"layers $L$, $N={ds.block_loops}$, "
        r"$\varepsilon=1/(N\sqrt{L})$",
    )
    right.set_ylabel(r"one step, RMS$/\eta$")
    right.set_yticks([0.5, 1, 2], ["0.5", "1", "2"])
    right.set_yticks([], minor=True)
    style.letters([*axes, left, right])
    _legends(canvas, right, steps)


def _kinds(axis: Axes, ds: xr.Dataset, name: str, dim: str) -> None:
    """Exact curves of the three kinds of step through simulated points."""
    for kind, look in LOOKS.items():
        one = ds.sel(kind=kind)
        axis.plot(ds[dim], one[f"{name}_exact"], **style.line(look))
        axis.errorbar(
            ds[dim],
            one[f"{name}_simulated"],
            one[f"{name}_error"],
            **style.points(look),
            elinewidth=0.8,
        )
    axis.set(yscale="log")


def _legends(canvas: Canvas, axis: Axes, steps: np.ndarray) -> None:
    names = {"sign": "sign", "gradient": "gradient", "isotropic": "isotropic noise"}
    axis.legend(
        handles=[rules.handle(look, names[kind]) for kind, look in LOOKS.items()],
        loc="upper left",
    )
    handles = [
        Line2D([], [], **rules.EXACT, label="first step, exact"),
        Line2D(
            [],
            [],
            color="black",
            marker="o",
            markerfacecolor="white",
            linestyle="",
            label="simulated",
        ),
        *rules.step_handles(steps.tolist()),
        Line2D([], [], **style.GUIDE, label="reference slopes"),
    ]
    canvas.legend(handles=handles, loc="outside upper center", ncols=len(handles))


TITLES = {
    "none": r"none, $\varepsilon=1$",
    "sqrt": r"sqrt, $\varepsilon=N^{-1/2}$",
    "linear": r"linear, $\varepsilon=1/N$",
}
LOOKS = {
    "sign": {"color": "black", "linestyle": "-", "marker": "o"},
    "gradient": {"color": rules.OTHER, "linestyle": style.LINES[1], "marker": "s"},
    "isotropic": {"color": "#0072b2", "linestyle": style.LINES[2], "marker": "^"},
}


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Slope of the updates over N at both ends, exact; range of panel C."""
    says = {"none": "parallel to N", "sqrt": "parallel to sqrt N", "linear": "within 4x over N"}
    found = []
    for rule, paper in says.items():
        one = ds.sel(rule=rule)
        growth = float(one.exact[-1] / one.exact[0])
        last = one.moved.isel(step=-1)
        label = f"{rule}: update at N = {int(ds['count'][-1])} over N = 1"
        found += [
            Quote(f"{label}, first step, exact", paper, growth),
            Quote(f"{label}, last step", paper, float(last[-1] / last[0])),
        ]
    return found


FIGURE = Figure(
    id="looped-updates",
    says="Size of the first updates of the output over loops, time and layers.",
    source=LOOPED.figure("4 and 9"),
    caption="""A to C: root mean square change of the output of the normalised tied ReLU layer by
    each of the first ten steps of AdamW (colours, light to dark; means over 10 networks, bars one
    standard error), per unit rate, and the exact infinite-width law of the first step, a sign step
    (black). Dashed: N, sqrt N and constant, anchored at N = 1. The first update tracks N and sqrt N
    up to a logarithm-like excess and stays within the paper's 4x under linear scaling; later ones
    shrink where the loss is already small. (At N = 64 without scaling a rate of 0.1 is no longer
    small.) D: one step of
    a layer without normalisation over T = eps N: exact curves through simulated points (width 384,
    16 networks in the quick profile). Sign steps and isotropic noise change the output by eta T,
    as theorem 2 says; a plain gradient step by eta T^2 / 2 (lower dashed line). Beyond T = 1 all
    three outgrow their powers. E: blocks of L layers looped twice at eps = 1/(N sqrt L): sign
    steps of all layers add up to eta sqrt L (dashed), the bound of proposition 7; gradient and
    isotropic steps do not grow with L.""",
    claims=("LOOP-B-FIG4", "LOOP-B-X8", "LOOP-B-X7", "LOOP-B-X6", "LOOP-B-E15"),
    height=4.6,
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
        "counts": (1, 2),
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
    draw=draw,
    quotes=quotes,
)
