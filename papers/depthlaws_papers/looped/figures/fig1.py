"""Looped: Figure 1, length of the sum of increments of layers and of loops."""

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
from depthlaws_papers.looped.figures.scaling_rules import network, point_seed, stream

KINDS = ("untied", "tied")


@dataclass(frozen=True)
class Parameters:
    """Number of steps as in figure 2; width and number of networks are ours."""

    steps: int = setting(64, "increments", name="n", whole=True, low=8, high=512)
    width: int = setting(1024, "width of the networks", **WIDTH)
    samples: int = setting(32, "networks for each point", **SAMPLES)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Length of the sum of the first n increments, and its ratio to the sum of their lengths."""
    p = parameters
    steps = np.arange(1, p.steps + 1)
    law, points, runs = [], [], []
    for i, kind in enumerate(KINDS):
        limit = stream(kind, p.steps, "none")
        run = matrix_free.simulate(
            network(limit, p.width),
            Ensemble(samples=p.samples, seed=point_seed(seed, i)),
            observe=("kernel",),
        )
        law.append(_sums(np.asarray(limit.kernel)))
        points.append([mean_and_half_interval(values) for values in _sums(run.kernel.values)])
        runs.append(run)
    dataset = xr.Dataset(
        {
            "root": ("n", np.sqrt(steps) * law[0][0][0]),
            "line": ("n", steps * law[1][0][0]),
        },
        coords={"kind": list(KINDS), "n": steps},
        attrs=simulation_attributes(*runs),
    )
    for i, name in enumerate(("length", "aligned")):
        dims = ("kind", "n")
        dataset[f"{name}_exact"] = (dims, [values[i] for values in law])
        dataset[name] = (dims, [values[i][0] for values in points])
        dataset[f"{name}_error"] = (dims, [values[i][1] for values in points])
    return describe(
        dataset.assign_attrs(width=p.width),
        length=simulated("length of the sum of the first n increments over sqrt(d)"),
        length_exact=exact("length of the sum over sqrt(d), infinite width"),
        length_error=simulated("half of the 95 % interval of the length"),
        aligned=simulated("length of the sum over the sum of the lengths"),
        aligned_exact=exact("length of the sum over the sum of the lengths, infinite width"),
        aligned_error=simulated("half of the 95 % interval of the ratio"),
        root=given("random walk, proportional to sqrt(n)"),
        line=given("straight line, proportional to n"),
        kind=given("weights"),
        n=given("number of increments"),
    )


def _sums(kernel: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return |h_n - h_0| per sqrt(d), and |h_n - h_0| over sum |h_m - h_(m-1)|, for n >= 1."""
    size = np.diagonal(kernel, axis1=-2, axis2=-1)
    length = np.sqrt(size[..., 1:] - 2 * kernel[..., 0, 1:] + size[..., :1])
    across = np.diagonal(kernel, offset=1, axis1=-2, axis2=-1)
    pieces = np.sqrt(np.maximum(size[..., 1:] - 2 * across + size[..., :-1], 0))
    return length, length / np.cumsum(pieces, axis=-1)


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw the length of the sum at the left, and its ratio to the sum of lengths at the right."""
    ((left, right),) = style.panels(canvas, 1, 2)
    last = float(ds.n[-1])
    powers = [2**i for i in range(int(np.log2(last)) + 1)]
    shown = [n - 1 for n in powers]
    for kind, look in LOOKS.items():
        curve = ds.sel(kind=kind)
        for axis, name in ((left, "length"), (right, "aligned")):
            axis.plot(ds.n, curve[f"{name}_exact"], **style.line(look))
            bars = style.bars(look, markevery=shown, zorder=4)
            axis.errorbar(ds.n, curve[name], curve[f"{name}_error"], **bars, errorevery=shown)
            end = float(curve[f"{name}_exact"][-1])
            style.label(axis, WORDS[kind], last * 1.1, end, color=look["color"])
    left.plot(ds.n, ds.root, **style.GUIDE)
    left.plot(ds.n, ds.line, **style.GUIDE)
    guides = (("\\sqrt{n}", ds.root, 5, 0.75), ("n", ds.line, 3, 1.6))
    for words, guide, place, factor in guides:
        n = min(place, ds.sizes["n"])
        height = factor * float(guide.sel(n=n))
        style.label(left, f"$\\propto {words}$", n, height, color="0.35")
    left.set(yscale="log", ylabel=r"$|\sum_{m\leq n}\delta_m|/\sqrt{d}$", title="length of the sum")
    right.set(ylim=(0, 1.05), ylabel=r"$|\sum\delta_m|\,/\,\sum|\delta_m|$")
    right.set_title("ratio to the sum of the lengths")
    for axis in (left, right):
        style.count_ticks(axis, powers, "increments $n$")
        axis.set_xlim(0.9, last * 3.2)
    style.panel_letters([left, right])
    style.legend(
        canvas, style.theory_and_simulation("exact, infinite width", f"simulated, width {ds.width}")
    )


WORDS = {"untied": "layers", "tied": "loops"}
LOOKS = dict(zip(("tied", "untied"), line_styles.THREE_STYLES, strict=False))


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponent of the length of the sum over the last doubling."""
    says = {"untied": "Theta(sqrt L)", "tied": "Theta(N)"}
    ends = ds.length_exact.isel(n=[len(ds.n) // 2 - 1, -1])
    exponents = np.log2(ends.isel(n=1) / ends.isel(n=0))
    return [
        Quote(
            f"{kind}: exponent of |sum of increments| over the last doubling, exact",
            paper,
            float(exponents.sel(kind=kind)),
        )
        for kind, paper in says.items()
    ]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact lengths beside sqrt(n) and n."""
    layers, loops = (ds.length_exact.sel(kind=kind) for kind in KINDS)
    last = np.log2(float(loops[-1] / loops[len(loops) // 2 - 1]))
    return {
        "the sum over layers is sqrt(n) times the first": bool(np.allclose(layers, ds.root)),
        "the sum over loops grows as n over the last doubling": bool(abs(last - 1) < 0.15),
    }


FIGURE = Figure(
    id="looped-fig1",
    says="The sum of n increments of independent layers grows as sqrt(n), that of n loops as n.",
    source=LOOPED.figure(1),
    caption="""The paper's sketch with numbers: the sum of the first n residual increments of the
    normalised ReLU residual MLP at initialisation, without residual scaling, for independent layers
    (untied) and for one layer looped (tied). (A) Its length per sqrt(width): exact infinite-width
    law (lines) and simulated means (markers). The sum over independent layers grows exactly as
    sqrt(n), like a random walk; the sum over loops grows as n after a transient (dashed guides,
    through the first increment). (B) The length of the sum over the sum of the lengths, which is 1
    for a straight path. For loops the ratio stays near 1, for layers it falls as 1/sqrt(n). Bars
    are 95 % intervals by Student's t.""",
    runs="{samples} networks of width {width}, seed {seed}; the points of a curve come from the "
    "same networks.",
    shows="""Length of the sum of up to {steps} residual increments, of independent layers and of
    one looped layer. Normalised ReLU residual MLP at initialisation without residual scaling. (A)
    Length per sqrt(width): exact infinite-width law (lines) and simulated means (markers); dashed:
    sqrt(n) and n times the first increment. (B) The length of the sum over the sum of the lengths.
    Bars are 95 % intervals by Student's t.""",
    claims=("LOOP-B-FIG1", "LOOP-B-FIG1a", "LOOP-B-FIG1n", "LOOP-A-X1"),
    height=3.1,
    quick=Parameters(),
    paper=Parameters(width=16_384, samples=200),
    tiny={"steps": 4, "width": 64, "samples": 4},
    data=data,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
