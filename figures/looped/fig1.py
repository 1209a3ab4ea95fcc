"""Looped: Figure 1 of the first version, Figure 2 of the second, on the residual-MLP model."""

import math
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.looped import scaling_rules as rules
from depthlaws.figures.looped.scaling_rules import RULES
from depthlaws.theory.papers import LOOPED

KINDS = ("untied", "tied")


@dataclass(frozen=True)
class Parameters:
    """Counts, steps and number of runs as in the paper (section 5.1); width and rate are ours."""

    counts: tuple[int, ...] = rules.COUNTS
    width: int = 128
    samples: int = 10
    steps: int = 10
    rate: float = 0.1


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Output norm over the first optimiser steps, and exactly at initialisation."""
    p = parameters
    runs = [
        rules.first_steps(
            kind, p.counts, width=p.width, samples=p.samples, steps=p.steps, rate=p.rate, seed=seed
        )
        for kind in KINDS
    ]
    limits = {
        name: (
            ("kind", "rule", "count"),
            [[[_norm(k, n, r, normalize) for n in p.counts] for r in RULES] for k in KINDS],
        )
        for name, normalize in (("exact", True), ("plain", False))
    }
    both = xr.concat(runs, dim="kind").assign_coords(kind=list(KINDS))
    return both.assign(limits).assign_attrs(width=p.width, samples=p.samples)


def _norm(kind: str, count: int, rule: str, normalize: bool) -> float:
    return math.sqrt(rules.stream(kind, count, rule, normalize=normalize).energies[-1])


TITLES = {
    "none": r"none, $\varepsilon=1$",
    "sqrt": r"sqrt, $\varepsilon={0}^{{-1/2}}$",
    "linear": r"linear, $\varepsilon={0}^{{-1}}$",
}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Rows: untied over L, tied over N. Columns: rules. Colours: optimiser steps."""
    axes = canvas.subplots(2, len(RULES), sharex=True, sharey=True)
    steps = ds.step.values[1:]
    colours = rules.step_colours(steps)
    for row, kind, x in zip(axes, KINDS, ("L", "N"), strict=True):
        for axis, rule in zip(row, ds.rule.values, strict=True):
            one = ds.sel(kind=kind, rule=rule)
            for step in steps:
                axis.plot(ds["count"], one.norm.sel(step=step), color=colours[step], linewidth=0.9)
            last = one.sel(step=steps[-1])
            axis.errorbar(ds["count"], last.norm, last.norm_error, **LAST)
            axis.plot(ds["count"], one.plain, **PLAIN)
            axis.plot(ds["count"], one.exact, **rules.EXACT)
            start = one.sel(step=0)
            axis.errorbar(ds["count"], start.norm, start.norm_error, **rules.SIMULATED)
            axis.set(yscale="log", ylim=(0.9, LIMIT), title=TITLES[rule].format(x))
            names = {"untied": "layers $L$ (untied)", "tied": "loops $N$ (tied)"}
            rules.doublings(axis, ds["count"].values, names[kind])
            axis.xaxis.set_tick_params(labelbottom=True)
        row[0].set_ylabel(r"norm $R=|h|/\sqrt{d}$")
        energy = row[-1].secondary_yaxis("right", functions=(np.square, np.sqrt))
        energy.set_ylabel(r"energy $H=R^2$")
    style.letters(axes.flat)
    handles = [
        Line2D([], [], **rules.EXACT, label="initialisation, exact"),
        Line2D(
            [],
            [],
            color="black",
            marker="o",
            markerfacecolor="white",
            linestyle="",
            label="simulated",
        ),
        *rules.step_handles(steps),
        Line2D([], [], **PLAIN, label="without normalisation, exact"),
    ]
    canvas.legend(handles=handles, loc="outside upper center", ncols=len(handles))


LIMIT = 120.0
PLAIN = {"color": rules.OTHER, "linestyle": (0, (4, 1.5)), "linewidth": 1.1, "zorder": 3}
LAST = {"color": "0.35", "linestyle": "", "elinewidth": 0.8, "zorder": 2}


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
    id="looped-fig1",
    says="Output norm over depth and loops under three residual scalings, first ten steps.",
    source=LOOPED.figure(2),
    caption="""Norm (left axes; energy, as in the first version, right) of the output of the
    normalised ReLU residual MLP against unique layers (top) and loops (bottom) at initialisation
    (black: exact infinite-width law through simulated points) and after each of the first ten
    steps of AdamW (colours, light to dark). Means over 10 networks, bars one standard error
    (initialisation and last step); width 128 in the quick profile. Untied stacks are flat from
    sqrt scaling on, loops only under linear scaling, as the papers show for Transformers. The
    linear growth in N without scaling holds because the branch sees the normalised stream: the
    model of the papers' equation (1) has no normalisation and grows exponentially (orange), as
    exp(sqrt(2 N)) in energy already under sqrt scaling. In ten steps untied stacks under sqrt
    scaling rise by about 1.6x, as every layer adds its update at a rate that does not fall with L.
    Rate 0.1 per unit of weight is close to the paper's 1e-4 at width 768 and weights of scale
    0.02; one input and a squared loss stand in for its 128 tokens.""",
    claims=("LOOP-B-FIG2", "LOOP-A-X1", "LOOP-A-P1", "LOOP-B-FIG1n", "LOOP-A-DP4"),
    height=4.4,
    quick=Parameters(),
    paper=Parameters(width=768),
    tiny={"counts": (1, 4), "width": 16, "samples": 3, "steps": 3},
    data=data,
    draw=draw,
    quotes=quotes,
)
