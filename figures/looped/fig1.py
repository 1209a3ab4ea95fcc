"""Looped: Figure 1 of the second version, the sum of increments, drawn from numbers."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, exact, given, simulated
from depthlaws.figures.looped import looks
from depthlaws.figures.looped.scaling_rules import mean_and_half, network, own_seed, stream
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory.papers import LOOPED

KINDS = ("untied", "tied")


@dataclass(frozen=True)
class Parameters:
    """Steps up to those of figure 2; width and number of networks are ours."""

    steps: int = 64
    width: int = 1024
    samples: int = 32


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Length of the sum of the first increments, and over the sum of their lengths."""
    p = parameters
    steps = np.arange(1, p.steps + 1)
    law, points, runs = [], [], []
    for i, kind in enumerate(KINDS):
        limit = stream(kind, p.steps, "none")
        run = matrix_free.simulate(
            network(limit, p.width),
            Ensemble(samples=p.samples, seed=own_seed(seed, i)),
            observe=("kernel",),
        )
        law.append(_sums(np.asarray(limit.kernel)))
        points.append([mean_and_half(values) for values in _sums(run.kernel.values)])
        runs.append(run)
    found = xr.Dataset(
        {
            "root": ("n", np.sqrt(steps) * law[0][0][0]),
            "line": ("n", steps * law[1][0][0]),
        },
        coords={"kind": list(KINDS), "n": steps},
        attrs=computed(*runs),
    )
    for i, name in enumerate(("length", "aligned")):
        dims = ("kind", "n")
        found[f"{name}_exact"] = (dims, [one[i] for one in law])
        found[name] = (dims, [one[i][0] for one in points])
        found[f"{name}_error"] = (dims, [one[i][1] for one in points])
    return described(
        found.assign_attrs(width=p.width),
        length=simulated("length of the sum of the first n increments over sqrt(d)"),
        length_exact=exact("the same at infinite width"),
        length_error=simulated("half of its 95 % interval"),
        aligned=simulated("length of the sum over the sum of the lengths"),
        aligned_exact=exact("the same at infinite width"),
        aligned_error=simulated("half of its 95 % interval"),
        root=given("random walk, proportional to sqrt(n)"),
        line=given("straight line, proportional to n"),
        kind=given("weights"),
        n=given("number of increments"),
    )


def _sums(kernel: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """|h_n - h_0| and that over sum |h_m - h_(m-1)|, per sqrt(d), for each n from 1 on."""
    size = np.diagonal(kernel, axis1=-2, axis2=-1)
    whole = np.sqrt(size[..., 1:] - 2 * kernel[..., 0, 1:] + size[..., :1])
    across = np.diagonal(kernel, offset=1, axis1=-2, axis2=-1)
    pieces = np.sqrt(np.maximum(size[..., 1:] - 2 * across + size[..., :-1], 0))
    return whole, whole / np.cumsum(pieces, axis=-1)


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Left: length of the sum. Right: how far it is from a straight line."""
    ((left, right),) = style.panels(canvas, 1, 2)
    last = float(ds.n[-1])
    powers = [2**i for i in range(int(np.log2(last)) + 1)]
    shown = [n - 1 for n in powers]
    for kind, look in LOOKS.items():
        one = ds.sel(kind=kind)
        for axis, name in ((left, "length"), (right, "aligned")):
            axis.plot(ds.n, one[f"{name}_exact"], **style.line(look))
            bars = style.bars(look, markevery=shown, zorder=4)
            axis.errorbar(ds.n, one[name], one[f"{name}_error"], **bars, errorevery=shown)
            end = float(one[f"{name}_exact"][-1])
            style.say(axis, WORDS[kind], last * 1.1, end, color=look["color"])
    left.plot(ds.n, ds.root, **style.GUIDE)
    left.plot(ds.n, ds.line, **style.GUIDE)
    style.say(left, r"$\propto\sqrt{n}$", 5, 1.15, color="0.35")
    style.say(left, r"$\propto n$", 3, 3.4, color="0.35")
    left.set(yscale="log", ylabel=r"$|\sum_{m\leq n}\delta_m|/\sqrt{d}$", title="length of the sum")
    right.set(ylim=(0, 1.05), ylabel=r"$|\sum\delta_m|\,/\,\sum|\delta_m|$")
    right.set_title("share of the path that adds up")
    for axis in (left, right):
        style.counts(axis, powers, "increments $n$")
        axis.set_xlim(0.9, last * 3.2)
    style.letters([left, right])
    style.legend(
        canvas, style.theory_and_simulation("exact, infinite width", f"simulated, width {ds.width}")
    )


WORDS = {"untied": "layers", "tied": "loops"}
LOOKS = dict(zip(("tied", "untied"), looks.THREE, strict=False))


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponent of the length of the sum over the last doubling."""
    says = {"untied": "Theta(sqrt L)", "tied": "Theta(N)"}
    ends = ds.length_exact.isel(n=[len(ds.n) // 2 - 1, -1])
    found = np.log2(ends.isel(n=1) / ends.isel(n=0))
    return [
        Quote(
            f"{kind}: exponent of |sum of increments| over the last doubling, exact",
            paper,
            float(found.sel(kind=kind)),
        )
        for kind, paper in says.items()
    ]


FIGURE = Figure(
    id="looped-fig1",
    says="Increments of independent layers walk at random; those of loops line up.",
    source=LOOPED.figure(1),
    caption="""The paper's sketch drawn from numbers: the sum of the first n residual increments of
    the normalised ReLU residual MLP at initialisation, without residual scaling, for independent
    layers (untied) and for one layer looped (tied). (A) Its length per sqrt(width): exact
    infinite-width law (lines) through simulated means (markers). Independent layers add up as a
    random walk, sqrt(n), exactly; loops as n, after a transient (dashed guides, through the first
    increment). (B) The same over the sum of the increments' lengths: one would be a straight line.
    Loops keep nearly all of their path, layers lose it as 1/sqrt(n). Bars are 95 % intervals by
    Student's t.""",
    runs="{samples} networks of width {width}, seed {seed}; the points of a curve share their "
    "networks.",
    claims=("LOOP-B-FIG1", "LOOP-B-FIG1a", "LOOP-B-FIG1n", "LOOP-A-X1"),
    height=3.1,
    quick=Parameters(),
    paper=Parameters(width=16_384, samples=200),
    tiny={"steps": 4, "width": 64, "samples": 4},
    data=data,
    draw=draw,
    quotes=quotes,
)
