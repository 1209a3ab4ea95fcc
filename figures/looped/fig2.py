"""Looped: Figure 2 of the second version (1 of the first), on the residual-MLP model."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, exact, given, simulated
from depthlaws.figures.looped import looks
from depthlaws.figures.looped.scaling_rules import (
    COUNTS,
    RULES,
    first_steps,
    mean_and_half,
    network,
    own_seed,
    stream,
)
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory.papers import LOOPED

KINDS = ("untied", "tied")


@dataclass(frozen=True)
class Parameters:
    """Counts and steps as in the paper (section 5.1); widths, rate and numbers of runs are ours."""

    counts: tuple[int, ...] = COUNTS
    width: int = 96
    samples: int = 40
    steps: int = 10
    rate: float = 0.1
    start_width: int = 1024
    start_samples: int = 32


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Output norm at initialisation, exact and simulated, and over the first optimiser steps."""
    p = parameters
    trained = [
        first_steps(
            kind, p.counts, width=p.width, samples=p.samples, steps=p.steps, rate=p.rate, seed=seed
        )
        for kind in KINDS
    ]
    started = [[[_start(p, k, n, r, seed) for n in p.counts] for r in RULES] for k in KINDS]
    dims = ("kind", "rule", "count")
    points = np.array([[[one[:2] for one in row] for row in rows] for rows in started])
    found = xr.concat(trained, dim="kind").assign_coords(kind=list(KINDS))
    found = found.drop_vars(["moved", "moved_error"]).assign(
        {
            "start": (dims, points[..., 0]),
            "start_error": (dims, points[..., 1]),
            "exact": (dims, _norms(p, normalize=True)),
            "plain": (dims, _norms(p, normalize=False)),
        }
    )
    found.attrs = computed(*trained, *(one[2] for rows in started for row in rows for one in row))
    return described(
        found,
        norm=simulated("norm of the output during training"),
        norm_error=simulated("half of its 95 % interval"),
        start=simulated("norm of the output at initialisation"),
        start_error=simulated("half of its 95 % interval"),
        exact=exact("norm of the output at initialisation, infinite width"),
        plain=exact("the same without normalisation"),
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
    """Norm over its start, whose law does not depend on the start, and half its interval."""
    run = matrix_free.simulate(
        network(stream(kind, count, rule), p.start_width),
        Ensemble(samples=p.start_samples, seed=own_seed(seed, count), dtype="float32"),
    )
    mean, half = mean_and_half(np.sqrt(run.energy.isel(time=-1) / run.energy.isel(time=0)))
    return float(mean), float(half), run


TITLES = {"none": "none", "sqrt": "sqrt", "linear": "linear"}
EPS = {
    "none": r"$\varepsilon=1$",
    "sqrt": r"$\varepsilon={0}^{{-1/2}}$",
    "linear": r"$\varepsilon={0}^{{-1}}$",
}
# What the exact curve does in each panel, and where that is written: x and y, in counts and norm.
SLOPES = {
    ("untied", "none"): (r"$\propto\sqrt{L}$", 20, 2.1),
    ("tied", "none"): (r"$\propto N$", 20, 8.0),
    ("tied", "sqrt"): (r"$\propto\sqrt{N}$", 22, 2.4),
    ("tied", "linear"): ("flat", 22, 2.1),
    ("untied", "sqrt"): ("flat", 2, 2.1),
    ("untied", "linear"): ("flat", 22, 2.1),
}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Rows: untied over L, tied over N. Columns: rules. Colours: optimiser steps."""
    axes = style.panels(canvas, 2, len(RULES), sharey=True)
    colours = style.shades(ds.step.values[1:])
    for row, kind in zip(axes, KINDS, strict=True):
        letter = {"untied": "L", "tied": "N"}[kind]
        for axis, rule in zip(row, ds.rule.values, strict=True):
            one = ds.sel(kind=kind, rule=rule)
            for step, colour in colours.items():
                small = {"color": colour, "marker": "o"}
                dots = style.points(small, markersize=1.8, markeredgewidth=0.5)
                axis.plot(ds["count"], one.norm.sel(step=step), **dots)
            last = one.isel(step=-1)
            bars = style.bars({"color": colours[int(ds.step[-1])], "marker": "o"}, markersize=1.8)
            axis.errorbar(ds["count"], last.norm, last.norm_error, **bars)
            axis.plot(ds["count"], one.plain, **PLAIN)
            axis.plot(ds["count"], one.exact, **looks.EXACT)
            axis.errorbar(ds["count"], one.start, one.start_error, **looks.SIMULATED)
            axis.set(yscale="log", ylim=(0.85, LIMIT))
            axis.set_title(f"{kind}, {rule}: {EPS[str(rule)].format(letter)}")
            words = {"untied": "layers $L$ (untied)", "tied": "loops $N$ (tied)"}
            style.counts(axis, ds["count"].values, words[kind])
            axis.set_ylabel(r"norm $R=|h|/\sqrt{d}$")
            says, x, y = SLOPES[kind, str(rule)]
            style.say(axis, says, min(x, float(ds["count"][-1])), y)
    style.outer(axes.flat, x=False)
    style.letters(axes.flat)
    start = style.entry(looks.BLACK, "initialisation: exact, simulated")
    plain = style.entry(PLAIN, "exact, without normalisation")
    style.legend(canvas, [start, *looks.step_handles(ds.step.values[1:]), plain])


LIMIT = 120.0
PLAIN = style.line({"color": style.OTHER, "linestyle": (0, (4, 1.5))}, zorder=3)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Growth of the norm over the range of counts, exact and after the last step."""
    says = {
        ("untied", "sqrt"): "stabilised (panel b)",
        ("tied", "sqrt"): "fails (panel e)",
        ("tied", "linear"): "bounded (panel f)",
    }
    found = []
    for kind in KINDS:
        for rule in ds.rule.values:
            one = ds.sel(kind=kind, rule=rule)
            label = f"{kind}, {rule}: R at the largest count over R at 1"
            paper = says.get((kind, str(rule)), "shown")
            ends = {"initialisation, exact": one.exact, "last step": one.norm.isel(step=-1)}
            found += [
                Quote(f"{label}, {when}", paper, float(v[-1] / v[0])) for when, v in ends.items()
            ]
    return found


FIGURE = Figure(
    id="looped-fig2",
    says="Loops need linear scaling: sqrt scaling, enough for layers, lets the norm grow.",
    source=LOOPED.figure(2),
    caption="""Norm of the output of the normalised ReLU residual MLP (its square is the energy of
    the first version's figure 1) against unique layers (top) and loops (bottom). Black: at
    initialisation, exact infinite-width law (lines) and simulated (markers). Colours: after each of
    the first {steps} steps of AdamW, light to dark, simulated. Bars are 95 % intervals by Student's
    t. Untied stacks are flat from sqrt scaling on, loops only under linear scaling, as the papers
    show for Transformers. The linear growth in N without scaling holds because the branch sees the
    normalised stream: the model of the papers' equation (1) has no normalisation and grows
    exponentially (orange), as exp(sqrt(2 N)) in energy already under sqrt scaling. In {steps} steps
    untied stacks under sqrt scaling rise, as every layer adds its update at a rate that does not
    fall with L. Rate {rate} per unit of weight is close to the paper's 1e-4 at width 768 and
    weights of a scale of 2 %; one input and a squared loss stand in for its 128 tokens.""",
    runs="at initialisation {start_samples} networks of width {start_width} a point, in "
    "training {samples} of width {width}, seed {seed}.",
    claims=("LOOP-B-FIG2", "LOOP-A-X1", "LOOP-A-P1", "LOOP-B-FIG1n", "LOOP-A-DP4"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(width=768, samples=100, start_width=16_384, start_samples=100),
    tiny={
        "counts": (1, 4),
        "width": 16,
        "samples": 3,
        "steps": 3,
        "start_width": 64,
        "start_samples": 4,
    },
    data=data,
    draw=draw,
    quotes=quotes,
)
