"""Looped: Figure 2 (1 of version 1), output norm over layers and loops, residual MLP."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory.papers import LOOPED
from depthlaws_papers.looped.figures import line_styles
from depthlaws_papers.looped.figures.scaling_rules import (
    COUNTS,
    RULES,
    first_steps,
    network,
    point_seed,
    stream,
)

KINDS = ("untied", "tied")
PAPER_STD = 0.02  # standard deviation of the paper's initial weights


@dataclass(frozen=True)
class Parameters:
    """Counts and steps are the paper's (section 5.1); widths, rate and samples are ours."""

    counts: tuple[int, ...] = setting(
        COUNTS, "layers L, or loops N", name="N", whole=True, low=1, high=128, most=8
    )
    width: int = setting(96, "width of the trained networks", **(WIDTH | {"high": 1024}))
    samples: int = setting(40, "trained networks for each point", **SAMPLES)
    steps: int = setting(10, "steps of AdamW", units="step", whole=True, low=1, high=100)
    rate: float = setting(0.1, "learning rate of AdamW", low=1e-4, high=1)
    start_width: int = 1024
    start_samples: int = 32


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Output norm at initialisation, exact and simulated, and after the first optimiser steps."""
    p = parameters
    trained = [
        first_steps(
            kind, p.counts, width=p.width, samples=p.samples, steps=p.steps, rate=p.rate, seed=seed
        )
        for kind in KINDS
    ]
    started = [[[_start(p, k, n, r, seed) for n in p.counts] for r in RULES] for k in KINDS]
    dims = ("kind", "rule", "count")
    points = np.array([[[point[:2] for point in row] for row in rows] for rows in started])
    dataset = xr.concat(trained, dim="kind").assign_coords(kind=list(KINDS))
    dataset = dataset.drop_vars(["moved", "moved_error"]).assign(
        {
            "start": (dims, points[..., 0]),
            "start_error": (dims, points[..., 1]),
            "exact": (dims, _norms(p, normalize=True)),
            "plain": (dims, _norms(p, normalize=False)),
        }
    )
    dataset.attrs = simulation_attributes(
        *trained, *(point[2] for rows in started for row in rows for point in row)
    )
    return describe(
        dataset,
        norm=simulated("norm of the output during training"),
        norm_error=simulated("half of the 95 % interval of the norm during training"),
        start=simulated("norm of the output at initialisation"),
        start_error=simulated("half of the 95 % interval of the norm at initialisation"),
        exact=exact("norm of the output at initialisation, infinite width"),
        plain=exact("norm of the output at initialisation without normalisation, infinite width"),
        count=given("layers L (untied) or loops N (tied)"),
        kind=given("weights"),
        rule=given("scaling rule"),
        step=given("optimiser step", "step"),
    ).assign_attrs(width=p.width, samples=p.samples)


def _norms(p: Parameters, *, normalize: bool) -> list[list[list[float]]]:
    return [
        [
            [math.sqrt(stream(k, n, r, normalize=normalize).energies[-1]) for n in p.counts]
            for r in RULES
        ]
        for k in KINDS
    ]


def _start(
    p: Parameters, kind: str, count: int, rule: str, seed: int
) -> tuple[float, float, xr.Dataset]:
    """Return the mean norm over that of the input, half of its 95 % interval, and the run."""
    run = matrix_free.simulate(
        network(stream(kind, count, rule), p.start_width),
        Ensemble(samples=p.start_samples, seed=point_seed(seed, count), dtype="float32"),
    )
    mean, half = mean_and_half_interval(np.sqrt(run.energy.isel(time=-1) / run.energy.isel(time=0)))
    return float(mean), float(half), run


TITLES = {"none": "none", "sqrt": "sqrt", "linear": "linear"}
EPS = {
    "none": r"$\varepsilon=1$",
    "sqrt": r"$\varepsilon={0}^{{-1/2}}$",
    "linear": r"$\varepsilon={0}^{{-1}}$",
}
# Words on the exact curve of each panel, and their place: x in counts, y in units of the norm.
SLOPES = {
    ("untied", "none"): (r"$\propto\sqrt{L}$", 20, 2.1),
    ("tied", "none"): (r"$\propto N$", 20, 8.0),
    ("tied", "sqrt"): (r"$\propto\sqrt{N}$", 22, 2.4),
    ("tied", "linear"): ("flat at start", 8, 3.5),
    ("untied", "sqrt"): ("flat at start", 1.1, 3.5),
    ("untied", "linear"): ("tends to 1", 16, 2.1),
}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw untied streams over L above and tied streams over N below, one column for each rule."""
    axes = style.panels(canvas, 2, len(RULES), sharey=True)
    for row, kind in zip(axes, KINDS, strict=True):
        letter = {"untied": "L", "tied": "N"}[kind]
        for axis, rule in zip(row, ds.rule.values, strict=True):
            panel = ds.sel(kind=kind, rule=rule)
            last = panel.isel(step=-1)
            axis.errorbar(ds["count"], last.norm, last.norm_error, **line_styles.LAST_STEP)
            axis.plot(ds["count"], panel.plain, **UNNORMALISED)
            axis.plot(ds["count"], panel.exact, **line_styles.EXACT)
            axis.errorbar(ds["count"], panel.start, panel.start_error, **line_styles.SIMULATED)
            axis.set(yscale="log", ylim=(0.85, NORM_LIMIT))
            axis.set_title(f"{kind}, {rule}: {EPS[str(rule)].format(letter)}")
            words = {"untied": "layers $L$ (untied)", "tied": "loops $N$ (tied)"}
            style.count_ticks(axis, ds["count"].values, words[kind])
            axis.set_ylabel(r"norm $R=|h|/\sqrt{d}$")
            says, x, y = SLOPES[kind, str(rule)]
            if _is_shown(kind, str(rule), panel.exact):
                style.label(axis, says, min(x, float(ds["count"][-1])), y)
    style.outer_labels_only(axes.flat, x=False)
    style.panel_letters(axes.flat)
    start = style.legend_entry(line_styles.BLACK, "initialisation: exact, simulated")
    plain = style.legend_entry(UNNORMALISED, "exact, without normalisation")
    last = style.legend_entry(line_styles.LAST_STEP, f"step {int(ds.step[-1])}")
    style.legend(canvas, [start, last, plain])


def _is_shown(kind: str, rule: str, norm: xr.DataArray) -> bool:
    """True if the words on an exact curve hold for it: its power in the count, or its flatness."""
    low, high = float(norm["count"][0]), float(norm["count"][-1])
    if high < 8 * low:
        return False
    if (kind, rule) == ("untied", "linear"):
        return abs(float(norm[-1]) - 1) < 0.1
    expected = {("untied", "none"): 0.5, ("tied", "none"): 1.0, ("tied", "sqrt"): 0.5}
    power = float(np.log(norm[-1] / norm[-2]) / np.log(norm["count"][-1] / norm["count"][-2]))
    return abs(power - expected.get((kind, rule), 0.0)) < 0.1


NORM_LIMIT = 120.0
UNNORMALISED = style.line({"color": style.VERMILION, "linestyle": (0, (4, 1.5))}, zorder=3)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Growth of the norm over the range of counts, exact at the start and after the last step."""
    says = {
        ("untied", "sqrt"): "stabilised (panel b)",
        ("tied", "sqrt"): "fails (panel e)",
        ("tied", "linear"): "bounded (panel f)",
    }
    rows = []
    for kind in KINDS:
        for rule in ds.rule.values:
            norms = ds.sel(kind=kind, rule=rule)
            label = f"{kind}, {rule}: R at the largest count over R at 1"
            paper = says.get((kind, str(rule)), "shown")
            ends = {"initialisation, exact": norms.exact, "last step": norms.norm.isel(step=-1)}
            rows += [
                Quote(f"{label}, {when}", paper, float(v[-1] / v[0])) for when, v in ends.items()
            ]
    return rows


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Growth of the norm of untied stacks over L under sqrt scaling, after the last step."""
    norm = ds.norm.sel(kind="untied", rule="sqrt").isel(step=-1)
    return {"rise": f"{float(norm[-1] / norm[0]):.2f}", "std": f"{PAPER_STD:g}"}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Growth of the exact norm at initialisation from the least to the largest count."""
    growth = ds.exact.isel(count=-1) / ds.exact.isel(count=0)
    at = {(k, r): float(growth.sel(kind=k, rule=r)) for k in KINDS for r in RULES}
    flat = [at["untied", "sqrt"], at["untied", "linear"], at["tied", "linear"]]
    rising = [at["untied", "none"], at["tied", "none"], at["tied", "sqrt"]]
    return {
        "layers under sqrt and linear, loops under linear scaling do not grow": max(flat) < 1.03,
        "the others grow": min(rising) > 1.5,
    }


FIGURE = Figure(
    id="looped-fig2",
    says="At initialisation the norm of independent layers does not grow from eps = L^-1/2 on, "
    "that of loops only from eps = 1/N.",
    source=LOOPED.figure(2),
    caption="""Norm of the output of the normalised ReLU residual MLP (its square is the energy of
    the first version's figure 1) against unique layers (top) and loops (bottom). Black: at
    initialisation, exact infinite-width law (lines) and simulated (circles). Blue squares: after
    {steps} steps of AdamW, simulated (the steps before are in the data). Bars are 95 % intervals by
    Student's t. At initialisation the norm of untied stacks does not grow under sqrt and linear
    scaling, that of loops only under linear scaling, as the papers show for Transformers. Without
    scaling the norm of loops grows linearly in N because the branch reads the normalised stream.
    The model of the papers' equation (1) has no normalisation and grows exponentially (orange),
    under sqrt scaling as exp(sqrt(2 N)) in energy; norms above the axis are cut. In {steps} steps
    the norm of untied stacks under sqrt scaling rises with L ({rise} times from the smallest to the
    largest L), because the rate of each layer's update does not fall with L. Rate {rate} per unit
    of weight is close to the paper's 1e-4 at width 768 with weights of standard deviation {std};
    one input and a squared loss replace its 128 tokens.""",
    runs="at initialisation {start_samples} networks of width {start_width} for each point, in "
    "training {samples} of width {width}, seed {seed}.",
    shows="""Norm of the output of the normalised ReLU residual MLP over {counts} layers (top) or
    loops (bottom), by three rules for eps. Black: at initialisation, exact infinite-width law
    (lines) and simulated (circles). Blue squares: after {steps} steps of AdamW of rate {rate},
    simulated. Orange: the exact law without normalisation, cut above the axis. Bars are 95 %
    intervals by Student's t.""",
    claims=("LOOP-B-FIG2", "LOOP-A-X1", "LOOP-A-P1", "LOOP-B-FIG1n", "LOOP-A-DP4"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(width=768, samples=100, start_width=16_384, start_samples=100),
    tiny={
        "counts": (1, 4, 64),
        "width": 16,
        "samples": 3,
        "steps": 3,
        "start_width": 64,
        "start_samples": 4,
    },
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
