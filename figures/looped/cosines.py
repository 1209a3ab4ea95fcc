"""Looped: Figure 2 of the first version, Figures 3, 6 and 8 of the second, at initialisation."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.looped import scaling_rules as rules
from depthlaws.sims.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import formula, residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream


@dataclass(frozen=True)
class Parameters:
    """Block, copies, depths, loops and width from figures 3 and 6; number of networks ours."""

    layers: int = 12
    copies: int = 64
    depths: tuple[int, ...] = (12, 24, 48)
    loops: int = 8
    width: int = 768
    samples: int = 32
    untied_samples: int = 10
    single: int = 32


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Cosines between the increments of whole blocks: simulated below the diagonal, exact above."""
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
        [
            _blocks(rules.stream("tied", p.single, rule, normalize=normal), p, seed)
            for rule in rules.RULES
        ]
        for normal in (True, False)
    ]
    values: dict[str, object] = {
        "loop_number": ("loop", np.arange(1, p.copies + 1)),
        "few_number": ("few", np.arange(1, p.loops + 1)),
        "single_number": ("one", np.arange(1, p.single + 1)),
    }
    for i, name in enumerate(("simulated", "exact", "error")):
        values[f"big_{name}"] = (("model", "loop", "loop_other"), np.stack([o[i] for o in big]))
        values[f"small_{name}"] = (("depth", "few", "few_other"), np.stack([o[i] for o in small]))
        rows = np.stack([np.stack([one[i][0] for one in row]) for row in single])
        values[f"single_{name}"] = (("normalized", "rule", "one"), rows)
    values["single_floor"] = formula("increment-cosine")(0.0)
    found = xr.Dataset(
        values,
        coords={
            "model": ["untied", "looped"],
            "depth": list(p.depths),
            "normalized": [1, 0],
            "rule": list(rules.RULES),
        },
    ).assign_attrs(layers=p.layers, samples=p.samples, width=p.width, runs=p.untied_samples)
    return found.assign({name: _halves(found, name) for name in ("big", "small")})


def _halves(ds: xr.Dataset, name: str) -> xr.DataArray:
    """Simulated below the diagonal, exact on and above it."""
    exact = ds[f"{name}_exact"]
    below = np.tril(np.ones(exact.shape[-2:], dtype=bool), -1)
    return ds[f"{name}_simulated"].where(xr.DataArray(below, dims=exact.dims[-2:]), exact)


def _blocks(stream: Stream, p: Parameters, seed: int) -> tuple[np.ndarray, ...]:
    model = rules.network(stream, p.width)
    run = matrix_free.simulate(
        model, Ensemble(samples=p.samples, seed=seed), observe=("loop_cosines",)
    )
    found = Estimate.of(run.loop_cosines.values)
    return found.mean, residual.cosines(stream, blocks=True), found.sem


def _untied(stream: Stream, p: Parameters, seed: int) -> tuple[np.ndarray, ...]:
    """Increments of each block of an untied stack, from the overlaps of the states between them."""
    model = rules.network(stream, p.width)
    run = matrix_free.simulate(
        model, Ensemble(samples=p.untied_samples, seed=seed), observe=("kernel",)
    )
    states = run.kernel.values[:, :: p.layers, :: p.layers]
    increments = np.diff(np.diff(states, axis=1), axis=2)
    size = np.sqrt(np.diagonal(increments, axis1=1, axis2=2))
    found = Estimate.of(increments / (size[:, :, None] * size[:, None, :]))
    return found.mean, np.eye(p.copies), found.sem


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Top: 64 blocks as maps, and their first row. Bottom: three depths; one layer, first row."""
    top, bottom = canvas.subfigures(2, 1)
    axes = top.subplots(1, 3, width_ratios=(1, 1, 1.15))
    count = ds.sizes["loop"]
    titles = (f"untied, {count} blocks of {ds.layers}", f"looped, one block of {ds.layers}")
    for axis, name, title in zip(axes, ds.model.values, titles, strict=False):
        image = _map(axis, ds.loop_number, ds.big.sel(model=name), (-0.2, 1.0))
        axis.set(title=title, xlabel="increment $j$", ylabel="increment $i$")
    top.colorbar(image, ax=axes[:2].tolist(), aspect=25, pad=0.02).set_label("cosine")
    for name, marker, height in zip(ds.model.values, "so", (0.07, 0.36), strict=True):
        one = ds.sel(model=name).isel(loop=0, loop_other=slice(1, None))
        numbers = ds.loop_number[1:]
        axes[2].plot(numbers, one.big_exact, **rules.EXACT)
        look = {
            **rules.SIMULATED,
            "marker": marker,
            "errorevery": (2, 5),
            "markevery": (2, 5),
        }
        axes[2].errorbar(numbers, one.big_simulated, one.big_error, **look)
        axes[2].annotate({"untied": "untied", "looped": "looped"}[name], (40, height), ha="center")
    axes[2].set(xlabel="increment $j$", ylabel="cosine with the first", ylim=(-0.1, 1))
    lower = bottom.subplots(1, ds.sizes["depth"] + 1, width_ratios=[1] * ds.sizes["depth"] + [1.5])
    for axis, depth in zip(lower, ds.depth.values, strict=False):
        image = _map(axis, ds.few_number, ds.small.sel(depth=depth), (0.85, 1.0))
        axis.set(title=f"$L={depth}$", xlabel="loop $j$", ylabel="loop $i$")
    bar = bottom.colorbar(image, ax=lower[:-1].tolist(), aspect=25, pad=0.02, shrink=0.62)
    bar.set_label("cosine")
    _single(lower[-1], ds)
    style.letters([*axes, *lower])
    handles = [
        Line2D([], [], **rules.EXACT, label="exact, infinite width"),
        Line2D(
            [],
            [],
            color="black",
            marker="o",
            linestyle="",
            markerfacecolor="white",
            label=f"simulated, width {ds.width} (maps: below the diagonal)",
        ),
        Line2D([], [], **rules.EXACT | DASHED, label="not normalised"),
    ]
    canvas.legend(handles=handles, loc="outside upper center", ncols=3)


DASHED = {"linestyle": (0, (4, 1.5))}


def _single(axis: Axes, ds: xr.Dataset) -> None:
    """Rows of one tied layer under the three rules, with and without normalisation."""
    numbers = ds.single_number[1:]
    for rule, marker in zip(ds.rule.values, "so^", strict=True):
        for normal, dashes in ((1, {}), (0, DASHED)):
            one = ds.sel(rule=rule, normalized=normal).isel(one=slice(1, None))
            axis.plot(numbers, one.single_exact, **rules.EXACT | dashes)
            every = {"errorevery": (1, 5), "markevery": (1, 5), "marker": marker}
            axis.errorbar(
                numbers, one.single_simulated, one.single_error, **rules.SIMULATED | every
            )
    axis.axhline(ds.single_floor, **style.GUIDE)
    axis.annotate(
        r"$1/\pi$",
        (ds.sizes["one"], ds.single_floor),
        xytext=(0, -6),
        textcoords="offset points",
        ha="right",
        va="top",
        color="0.35",
    )
    for name, place in RULE_NAMES.items():
        axis.annotate(name, place, xycoords="axes fraction")
    axis.set(
        xlabel="loop $j$",
        ylabel="cosine with the first",
        ylim=(0.15, 1.05),
        title=f"one layer, $N={ds.sizes['one']}$",
    )


RULE_NAMES = {  # and where there is room for them
    r"$\varepsilon=1$": (0.14, 0.44),
    r"$\varepsilon=N^{-1/2}$": (0.5, 0.62),
    r"$\varepsilon=1/N$": (0.7, 0.92),
}


def _map(
    axis: Axes, numbers: xr.DataArray, values: xr.DataArray, limits: tuple[float, float]
) -> QuadMesh:
    low, high = limits
    image = axis.pcolormesh(
        numbers, numbers, values, vmin=low, vmax=high, cmap=style.MAP, rasterized=True
    )
    axis.set_aspect("equal")
    axis.set_ylim(numbers[-1] + 0.5, numbers[0] - 0.5)
    axis.spines[["top", "right"]].set_visible(True)
    ticks = (1, 16, 32, 48, 64) if numbers.size > 16 else (1, 4, 8)
    axis.set_xticks([t for t in ticks if t <= numbers.size])
    axis.set_yticks([t for t in ticks if t <= numbers.size])
    return image


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Off-diagonal ranges, simulated (mean over the runs) and exact."""
    found = []
    ranges = (("untied", "[-0.037, 0.034]", ds.runs), ("looped", "[0.027, 0.995]", ds.samples))
    for name, says, runs in ranges:
        for how, note in (("simulated", f"simulated, mean of {runs} networks"), ("exact", "exact")):
            label = f"figure 3, {name}, off-diagonal range, {note}"
            found.append(Quote(label, says, _range(ds[f"big_{how}"].sel(model=name))))
    for depth in ds.depth.values:
        label = f"figure 6, L = {depth}, off-diagonal range at initialisation, exact"
        says = "0.3 to 0.6 after training, last step near 0"
        found.append(Quote(label, says, _range(ds.small_exact.sel(depth=depth))))
    return found


def _range(cosines: xr.DataArray) -> str:
    off = cosines.values[~np.eye(len(cosines), dtype=bool)]
    return f"[{off.min():.4f}, {off.max():.4f}]"


FIGURE = Figure(
    id="looped-cosines",
    says="Cosines between increments of the stream, tied against untied, simulated beside exact.",
    source=LOOPED.figure(3),
    caption="""Cosines between the increments of ReLU residual MLPs at initialisation. Maps:
    simulated means below the diagonal, exact infinite-width values on and above it. Top: 64 untied
    copies of a 12-layer block (A), one such block looped 64 times (B), without residual scaling,
    on the normalised stream; their first rows (C). Untied increments are orthogonal up to
    1/sqrt(d) in one run, so the range [-0.037, 0.034] that the paper quotes at width 768 needs a
    mean over about ten runs, as here. D to F: its three depths at eps = 1/(N sqrt L), N = 8. At
    initialisation all cosines there exceed 0.87 and hardly depend on L; the weaker ones of its
    figures 6 and 8 (0.3 to 0.6, the last loop near zero) are effects of training. G: one tied
    layer, first row. A cosine of the ReLU model never falls below 1/pi; the paper's Transformer
    reaches 0.027. Bars are one standard error over 32 networks (10 untied); the points of one
    curve come from the same networks and move together.""",
    claims=("LOOP-B-X5", "LOOP-A-X1", "LOOP-B-FIG3", "LOOP-B-FIG3-mean"),
    height=4.5,
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
    draw=draw,
    quotes=quotes,
)
