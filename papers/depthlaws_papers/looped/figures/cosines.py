"""Looped: cosines between increments at initialisation (figures 3, 6 and 8; 2 of version 1)."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures import line_styles
from depthlaws_papers.looped.figures.scaling_rules import RULES, network, stream

Cosines = tuple[np.ndarray, np.ndarray, np.ndarray, xr.Dataset]  # simulated, exact, half, run


@dataclass(frozen=True)
class Parameters:
    """Block, copies, depths, loops and width are those of figures 3 and 6; samples are ours."""

    layers: int = setting(12, "layers of a block (A to C)", whole=True, low=1, high=24)
    copies: int = setting(64, "blocks, or loops (A to C)", whole=True, low=5, high=64)
    depths: tuple[int, ...] = (12, 24, 48)
    drawn: int = 24
    loops: int = setting(8, "loops (D)", name="N", whole=True, low=3, high=16)
    width: int = setting(768, "width of the networks", **WIDTH)
    samples: int = setting(48, "networks for each curve", **SAMPLES)
    untied_samples: int = setting(20, "networks of untied blocks", **SAMPLES)
    single: int = setting(32, "loops of one layer (E)", whole=True, low=7, high=256)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Cosines between the increments of whole blocks, simulated and exact."""
    p = parameters
    looped = Stream(loops=p.copies, layers=p.layers, eps=1.0, normalize=True)
    untied = Stream(loops=1, layers=p.copies * p.layers, eps=1.0, normalize=True)
    big = [_untied(untied, p, seed), _blocks(looped, p, seed)]
    small = [
        _blocks(
            Stream(loops=p.loops, layers=L, eps=1 / (p.loops * L**0.5), normalize=True), p, seed
        )
        for L in p.depths
    ]
    single = [
        [_blocks(stream("tied", p.single, rule, normalize=normal), p, seed) for rule in RULES]
        for normal in (True, False)
    ]
    values: dict[str, Any] = {
        "loop_number": ("loop", np.arange(1, p.copies + 1)),
        "few_number": ("few", np.arange(1, p.loops + 1)),
        "single_number": ("one", np.arange(1, p.single + 1)),
        "single_floor": formula("increment-cosine")(0.0),
        "drawn": p.drawn,
    }
    for i, name in enumerate(("simulated", "exact", "error")):
        values[f"big_{name}"] = (("model", "loop", "loop_other"), np.stack([o[i] for o in big]))
        values[f"small_{name}"] = (("depth", "few", "few_other"), np.stack([o[i] for o in small]))
        rows = np.stack([np.stack([result[i][0] for result in row]) for row in single])
        values[f"single_{name}"] = (("normalized", "rule", "one"), rows)
    dataset = xr.Dataset(
        values,
        coords={
            "model": ["untied", "looped"],
            "depth": list(p.depths),
            "normalized": [1, 0],
            "rule": list(RULES),
        },
        attrs=simulation_attributes(
            *(result[3] for result in [*big, *small, *single[0], *single[1]])
        ),
    )
    dataset = dataset.assign({name: _halves(dataset, name) for name in ("big", "small")})
    return _described(dataset).assign_attrs(
        layers=p.layers, samples=p.samples, width=p.width, runs=p.untied_samples
    )


def _described(ds: xr.Dataset) -> xr.Dataset:
    half = simulated("half of the 95 % interval of the cosine")
    return describe(
        ds,
        big_simulated=simulated("cosine between increments of 64 blocks"),
        big_exact=exact("cosine between increments of 64 blocks"),
        big_error=half,
        big=simulated("cosine, 64 blocks: simulated below the diagonal, exact above"),
        small_simulated=simulated("cosine between increments of 8 loops"),
        small_exact=exact("cosine between increments of 8 loops"),
        small_error=half,
        small=simulated("cosine, 8 loops: simulated below the diagonal, exact above"),
        single_simulated=simulated("cosine with the first increment, one layer"),
        single_exact=exact("cosine with the first increment, one layer"),
        single_error=half,
        single_floor=exact("least cosine of the ReLU model, 1/pi"),
        drawn=given("layers L of the map drawn"),
        loop_number=given("number of the block"),
        few_number=given("number of the loop"),
        single_number=given("number of the increment"),
        model=given("weights"),
        depth=given("layers L"),
        normalized=given("1 with normalisation, 0 without"),
        rule=given("scaling rule"),
    )


def _halves(ds: xr.Dataset, name: str) -> xr.DataArray:
    """Return simulated values below the diagonal and exact ones on and above it."""
    law = ds[f"{name}_exact"]
    below = np.tril(np.ones(law.shape[-2:], dtype=bool), -1)
    return ds[f"{name}_simulated"].where(xr.DataArray(below, dims=law.dims[-2:]), law)


def _blocks(limit: Stream, p: Parameters, seed: int) -> Cosines:
    ensemble = Ensemble(samples=p.samples, seed=seed)
    run = matrix_free.simulate(network(limit, p.width), ensemble, observe=("loop_cosines",))
    mean, half = mean_and_half_interval(run.loop_cosines.values)
    return mean, residual.cosines(limit, blocks=True), half, run


def _untied(limit: Stream, p: Parameters, seed: int) -> Cosines:
    """Return the cosines of an untied stack, from the overlaps of the states between blocks."""
    ensemble = Ensemble(samples=p.untied_samples, seed=seed)
    run = matrix_free.simulate(network(limit, p.width), ensemble, observe=("kernel",))
    states = run.kernel.values[:, :: p.layers, :: p.layers]
    increments = np.diff(np.diff(states, axis=1), axis=2)
    size = np.sqrt(np.diagonal(increments, axis1=1, axis2=2))
    mean, half = mean_and_half_interval(increments / (size[:, :, None] * size[:, None, :]))
    return mean, np.eye(p.copies), half, run


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw maps of blocks above; rows of the maps, of loops and of one layer below."""
    ratios = (1, 2.1) if style.is_narrow(canvas) else (1, 0.9)
    top, bottom = style.halves(canvas, below=True, height_ratios=ratios)
    ((a, b),) = style.panels(top, 1, 2, beside=2)
    count = ds.sizes["loop"]
    titles = (f"{count} own blocks", f"one block, {count} loops")
    for axis, name, title in zip((a, b), ds.model.values, titles, strict=True):
        image = _map(axis, ds.loop_number, ds.big.sel(model=name))
        axis.set(title=title, xlabel="increment $j$", ylabel="increment $i$")
    style.colour_bar(top, image, [a, b], "cosine: simulated \\ exact", aspect=25)
    ((first, few, layer),) = style.panels(bottom, 1, 3)
    _rows(first, ds)
    _few(few, ds)
    _single(layer, ds)
    style.panel_letters([a, b, first, few, layer])
    rows = {"first": FIRST, "last": LAST}
    style.legend(
        canvas,
        [
            *(style.legend_entry(look, f"D: with the {name}") for name, look in rows.items()),
            *style.theory_and_simulation("exact, infinite width", f"simulated, width {ds.width}"),
            style.legend_entry({"color": "0.3", **DASHED}, "E: exact, not normalised"),
        ],
    )


def _drawn(ds: xr.Dataset) -> int:
    """Depth of panel D."""
    return int(ds.drawn) if int(ds.drawn) in ds.depth else int(ds.depth[0])


DASHED = {"linestyle": (0, (4, 1.5))}


def _map(axis: Axes, numbers: xr.DataArray, values: xr.DataArray) -> QuadMesh:
    """Draw a square map that is white where increments are orthogonal."""
    image = axis.pcolormesh(
        numbers, numbers, values, vmin=-1, vmax=1, cmap="RdBu_r", rasterized=True
    )
    axis.set_aspect("equal")
    axis.set_ylim(numbers[-1] + 0.5, numbers[0] - 0.5)
    axis.spines[["top", "right"]].set_visible(True)
    many = (1, 32, 64) if style.is_narrow(axis.figure) else (1, 16, 32, 48, 64)
    ticks = many if numbers.size > 16 else (1, 4, 8)
    axis.set_xticks([t for t in ticks if t <= numbers.size])
    axis.set_yticks([t for t in ticks if t <= numbers.size])
    return image


def _rows(axis: Axes, ds: xr.Dataset) -> None:
    """Draw the first rows of the maps of untied and looped blocks."""
    numbers = ds.loop_number[1:]
    for name, marker in zip(ds.model.values, "so", strict=True):
        curve = ds.sel(model=name).isel(loop=0, loop_other=slice(1, None))
        axis.plot(numbers, curve.big_exact, **line_styles.EXACT)
        bars = style.bars({"color": "black", "marker": marker}, markevery=(2, 5))
        axis.errorbar(numbers, curve.big_simulated, curve.big_error, **bars, errorevery=(2, 5))
        style.label(axis, name, float(numbers[-1]) + 2, float(curve.big_exact[-1]))
    axis.set(xlabel="increment $j$", ylabel="cosine with the first", ylim=(-0.1, 1.05))
    axis.set_title("first rows")
    axis.set_xlim(0, float(numbers[-1]) * 1.4)
    axis.set_xticks(
        [t for t in (2, 4, 16, 32, 48, 64) if 16 <= t <= numbers[-1] or numbers[-1] < 16]
    )


def _few(axis: Axes, ds: xr.Dataset) -> None:
    """Draw cosines with the first and with the last loop, of a few loops of several layers."""
    depth = _drawn(ds)
    law, mean, half = (
        ds[f"small_{name}"].sel(depth=depth) for name in ("exact", "simulated", "error")
    )
    last = ds.sizes["few"] - 1
    for row, look, others in ((0, FIRST, slice(1, None)), (last, LAST, slice(0, last))):
        numbers = ds.few_number[others]
        exact_row, points, bars = (v.isel(few=row, few_other=others) for v in (law, mean, half))
        axis.plot(numbers, exact_row, **style.line(look))
        axis.errorbar(numbers, points, bars, **style.bars(look))
    axis.set(xlabel="loop $j$", ylabel="cosine", xticks=sorted({1, (last + 1) // 2, last + 1}))
    axis.margins(0.1, 0.2)
    axis.set_title(f"$L={depth}$, " r"$\varepsilon=1/(N\sqrt{L})$")


FIRST = {"color": "black", "linestyle": "-", "marker": "o"}
LAST = {"color": style.VERMILION, "linestyle": style.LINES[1], "marker": "s"}


def _single(axis: Axes, ds: xr.Dataset) -> None:
    """Draw first rows of one tied layer under three rules, with and without normalisation."""
    numbers = ds.single_number[1:]
    for (rule, look), place in zip(line_styles.RULE_LOOKS.items(), (0.0, 0.42, 0.76), strict=True):
        for normal, dashes in ((1, {"linestyle": "-"}), (0, DASHED)):
            curve = ds.sel(rule=rule, normalized=normal).isel(one=slice(1, None))
            axis.plot(numbers, curve.single_exact, **style.line(look, **dashes))
            bars = style.bars(look, markevery=(1, 5))
            axis.errorbar(
                numbers, curve.single_simulated, curve.single_error, **bars, errorevery=(1, 5)
            )
        style.note(axis, rule, 0.97, place, color=look["color"], fontsize=7)
    axis.axhline(ds.single_floor, **style.GUIDE)
    style.label(axis, r"$1/\pi$", 2, float(ds.single_floor) - 0.05, color="0.35")
    axis.set(xlabel="increment $j$", ylabel="cosine with the first", ylim=(0.2, 1.05))
    bounded = float(ds.single_exact.min()) >= 1 / np.pi - 1e-9
    axis.set_title(r"one layer: at least $1/\pi$" if bounded else "one layer")


PRINTED = {"range": "[-0.037, 0.034]", "lowest": "0.027", "after": "0.3 to 0.6"}


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Off-diagonal ranges of the cosines, simulated and exact."""
    rows = []
    ranges = (
        ("untied", PRINTED["range"], ds.runs),
        ("looped", f"[{PRINTED['lowest']}, 0.995]", ds.samples),
    )
    for name, says, runs in ranges:
        for how, note in (("simulated", f"simulated, mean of {runs} networks"), ("exact", "exact")):
            label = f"figure 3, {name}, off-diagonal range, {note}"
            rows.append(Quote(label, says, _range(ds[f"big_{how}"].sel(model=name))))
    for depth in ds.depth.values:
        label = f"figure 6, L = {depth}, off-diagonal range at initialisation, exact"
        says = f"{PRINTED['after']} after training, last step near 0"
        rows.append(Quote(label, says, _range(ds.small_exact.sel(depth=depth))))
    return rows


def _range(cosines: xr.DataArray) -> str:
    off = cosines.values[~np.eye(len(cosines), dtype=bool)]
    return f"[{off.min():.4f}, {off.max():.4f}]"


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Smallest cosine of the map of a few loops, and the ranges that the paper prints."""
    least = float(ds.small_exact.sel(depth=_drawn(ds)).min())
    return {"least": f"{math.floor(100 * least) / 100:.2f}"} | PRINTED


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact cosines of loops beside 1/pi, and of independent layers beside 0."""
    floor = float(ds.single_floor) - 1e-9
    loops = [ds.big_exact.sel(model="looped"), ds.small_exact, ds.single_exact]
    untied = ds.big_exact.sel(model="untied").values
    return {
        "cosines of loops are at least 1/pi": all(float(part.min()) >= floor for part in loops),
        "cosines of independent layers are 0": bool((untied == np.eye(len(untied))).all()),
    }


FIGURE = Figure(
    id="looped-cosines",
    says="At initialisation the cosine of two increments is at least 1/pi for loops and 0 for "
    "independent layers.",
    source=LOOPED.figure(3),
    caption="""Cosines between the increments of ReLU residual MLPs at initialisation. Maps:
    simulated means below the diagonal, exact infinite-width values on and above it. {copies} untied
    copies of a {layers}-layer block (A) and one such block looped {copies} times (B), without
    residual scaling, on the normalised stream; (C) their first rows. Untied increments are
    orthogonal up to 1/sqrt(d) in one run; the range {range} that the paper quotes at width 768 is
    reached by a mean over about ten runs. (D) Cosines with the first and with the last of N =
    {loops} loops at the paper's depth L = {drawn} and eps = 1/(N sqrt L) (all pairs and the depths
    {depths} are in the data): at initialisation all cosines exceed {least}; the smaller ones of the
    paper's figures 6 and 8 ({after}, the last loop near zero) are effects of training. (E) One tied
    layer under the three rules for eps, first row, with normalisation (lines) and without (dashed).
    In the ReLU model a cosine is at least 1/pi; the paper's Transformer reaches {lowest}. Bars are
    95 % intervals by Student's t; the points of a curve come from the same networks and are
    correlated.""",
    runs="{samples} networks of width {width} ({untied_samples} untied), seed {seed}.",
    shows="""Cosines between the increments of ReLU residual MLPs at initialisation. Maps: simulated
    means below the diagonal, exact infinite-width values on and above it, of {copies} untied copies
    of a block of {layers} layers (A) and of one such block looped {copies} times (B), without
    residual scaling, on the normalised stream; (C) their first rows. (D) Cosines with the first and
    with the last of N = {loops} loops, eps = 1/(N sqrt L). (E) One tied layer under three rules for
    eps, first row, with normalisation (lines) and without (dashed). Bars are 95 % intervals by
    Student's t; the points of a curve come from the same networks.""",
    claims=("LOOP-B-X5", "LOOP-A-X1", "LOOP-B-FIG3", "LOOP-B-FIG3-mean"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(samples=400),
    tiny={
        "layers": 2,
        "copies": 5,
        "depths": (1, 3),
        "loops": 3,
        "width": 64,
        "samples": 4,
        "untied_samples": 3,
        "single": 7,
    },
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
