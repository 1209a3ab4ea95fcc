"""Looped, beyond the papers: energy over loops and layers under three rules for eps."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures.scaling_rules import network, point_seed

SCALINGS: Mapping[str, Callable[[int, int], float]] = {
    "block": lambda N, L: 1 / (N * L**0.5),
    "linear": lambda N, L: 1 / N,
    "sqrt": lambda N, L: 1 / (N * L) ** 0.5,
}
NAMES = {
    "block": r"$\varepsilon=1/(N\sqrt{L})$",
    "linear": r"$\varepsilon=1/N$",
    "sqrt": r"$\varepsilon=1/\sqrt{NL}$",
}


ON_GRID = {"among": (1, 2, 4, 8, 16, 32, 64), "least": 1}


@dataclass(frozen=True)
class Parameters:
    """Grids (``depths`` are part of ``grid``); lambda = 1 as in table 4 of the paper."""

    grid: tuple[int, ...] = (1, 2, 4, 8, 16, 32, 64)
    depths: tuple[int, ...] = setting(
        (1, 4, 16, 64), "layers of the curves", name="L", **ON_GRID, most=6
    )
    loops: tuple[int, ...] = setting(
        (1, 2, 4, 8, 16, 32), "loops simulated", name="N", **ON_GRID, most=7
    )
    width: int = setting(1024, "width of the networks", **WIDTH)
    samples: int = setting(64, "networks for each point", **SAMPLES)
    steps: int = 256
    highest: float = 1e6


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Exact maps, exact curves over N with simulated points, and limits at lambda = 1."""
    p = parameters
    law = [[[_exact(rule, N, L) for N in p.grid] for L in p.grid] for rule in SCALINGS]
    points = [
        [[_simulated(p, rule, N, L, seed) for N in p.loops] for L in p.depths] for rule in SCALINGS
    ]
    dims = ("scaling", "depth", "loops")
    deep = [residual.limit(1.0, loops=N, layers=math.inf).value for N in p.loops]
    values = np.array([[[point[:2] for point in row] for row in rows] for rows in points])
    dataset = xr.Dataset(
        {
            "energy": (("scaling", "layers", "number"), law),
            "simulated": (dims, values[..., 0]),
            "error": (dims, values[..., 1]),
            "deep": ("loops", deep),
            "limit": residual.limit(1.0).value,
        },
        coords={
            "scaling": list(SCALINGS),
            "layers": list(p.grid),
            "number": list(p.grid),
            "depth": list(p.depths),
            "loops": list(p.loops),
        },
        attrs=simulation_attributes(
            *(run for rows in points for row in rows for *_, run in row if run)
        ),
    )
    return describe(
        dataset.assign_attrs(highest=p.highest),
        energy=exact("energy H/H_0, infinite width"),
        simulated=simulated("energy H/H_0"),
        error=simulated("half of the 95 % interval of the simulated energy"),
        deep=exact("energy H/H_0 of infinitely many layers"),
        limit=exact("energy H/H_0 of infinitely many loops, G(1)"),
        scaling=given("scaling rule"),
        layers=given("layers L"),
        number=given("loops N"),
        depth=given("layers L"),
        loops=given("loops N"),
    )


def _exact(rule: str, N: int, L: int) -> float:
    kernel = residual.block_kernel(N, L, SCALINGS[rule](N, L))
    return float(kernel[-1, -1, -1])


def _simulated(
    p: Parameters, rule: str, N: int, L: int, seed: int
) -> tuple[float, float, xr.Dataset | None]:
    """Return the mean of H_N / H_0, half of its 95 % interval, and the run.

    The law of H_N / H_0 does not depend on H_0. NaN for more steps than ``steps``.
    """
    if p.steps < N * L:
        return math.nan, math.nan, None
    model = network(Stream(loops=N, layers=L, eps=SCALINGS[rule](N, L)), p.width)
    ensemble = Ensemble(samples=p.samples, seed=point_seed(seed, N, L), dtype="float32")
    run = matrix_free.simulate(model, ensemble)
    mean, half = mean_and_half_interval(run.energy.isel(time=-1) / run.energy.isel(time=0))
    return float(mean), float(half), run


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw maps over N and L above, and curves over N with simulated points below."""
    narrow = style.is_narrow(canvas)  # there map and curves of a rule stay side by side
    axes = style.panels(canvas, *((len(NAMES), 2) if narrow else (2, len(NAMES))))
    axes = axes.T if narrow else axes
    style.grow(canvas, 2.6)
    maps = {axis: str(scaling) for axis, scaling in zip(axes[0], ds.scaling.values, strict=True)}
    for axis, scaling in maps.items():
        image = _map(axis, ds, scaling)
    # pyrefly: ignore[unbound-name]  (there is a panel)
    style.colour_bar(canvas, image, axes[0], "energy $H/H_0$, exact", aspect=18, extend="max")
    depths = style.depth_styles(ds.depth.values)
    for axis, scaling in zip(axes[1], ds.scaling.values, strict=True):
        for depth, look in depths.items():
            curve = ds.sel(scaling=scaling, depth=depth)
            axis.plot(ds.number, curve.energy.sel(layers=depth), **style.line(look))
            axis.errorbar(ds.loops, curve.simulated, curve.error, **style.bars(look))
        style.count_ticks(axis, TICKS, "loops $N$")
        axis.set_ylabel("energy $H/H_0$")
        axis.set_title(NAMES[str(scaling)])
    axes[1, 0].plot(ds.loops, ds.deep, **style.line({"color": "black"}, linewidth=0.9))
    axes[1, 0].axhline(ds.limit, **style.GUIDE)
    axes[1, 0].set_title(f"{NAMES['block']}, dashed: $G(1)$")
    for axis in axes[1, 1:]:
        axis.set(yscale="log", ylim=(1, min(ds.highest, axis.get_ylim()[1])))
        axis.margins(0.08)
    style.panel_letters(axes.flat)
    handles = [style.legend_entry(look, style.depth_label(L)) for L, look in depths.items()]
    handles.append(
        style.legend_entry({"color": "black", "linewidth": 0.9}, style.depth_label(math.inf))
    )
    style.legend(canvas, [*handles, *style.theory_and_simulation("exact, infinite width")])


def _map(axis: Axes, ds: xr.Dataset, scaling: str) -> object:
    """Draw the exact energy over N and L, with its numbers under the rule that bounds it."""
    energy = ds.energy.sel(scaling=scaling)
    image = axis.pcolormesh(
        np.arange(ds.sizes["number"]),
        np.arange(ds.sizes["layers"]),
        energy,
        norm=LogNorm(1, ds.highest),
        cmap=style.COLOUR_MAP,
        rasterized=True,
    )
    axis.set(title=NAMES[scaling], xlabel="loops $N$", ylabel="layers $L$")
    places = [i for i, n in enumerate(ds.number.values) if n in TICKS]
    names = [f"{n:g}" for n in ds.number.values if n in TICKS]
    axis.set_xticks(places, names)
    axis.set_yticks(places, names)
    axis.spines[["top", "right"]].set_visible(True)
    if scaling == "block":
        for i in places:
            for j in places:
                beside = {places[0]: "left", places[-1]: "right"}.get(j, "center")
                at = j + {"left": -0.45, "right": 0.45, "center": 0}[beside], i
                number = f"{float(energy[i, j]):.2f}"
                axis.annotate(number, at, color="white", fontsize=6, ha=beside, va="center")
    return image


TICKS = (1, 4, 16, 64)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Range of the energy over the grid under each rule."""
    says = {"block": "Theta(1) in N and L", "linear": "grows with L", "sqrt": "grows with N"}
    return [
        Quote(
            f"{rule}: range of H/H_0 over N, L from 1 to {int(ds.number[-1])}, exact",
            paper,
            f"[{float(ds.energy.sel(scaling=rule).min()):.6g}, "
            f"{float(ds.energy.sel(scaling=rule).max()):.6g}]",
        )
        for rule, paper in says.items()
    ]


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Range of the energy under the rule that bounds it, and the limit G(1)."""
    energy = ds.energy.sel(scaling="block")
    ends = {"least": energy.min(), "most": energy.max()}
    return {n: f"{float(v):.2f}" for n, v in ends.items()} | {"limit": f"{float(ds.limit):.3f}"}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact energies over the grid under each rule."""
    many, few = (ds.energy.isel(number=i, layers=i) for i in (-1, 0))
    block = ds.energy.sel(scaling="block")
    layers = ds.energy.sel(scaling="linear").isel(number=0)
    loops = ds.energy.sel(scaling="sqrt").isel(layers=0)
    return {
        "1/(N sqrt L) keeps the energy below exp(1/2)": bool(block.max() < math.exp(0.5)),
        "under 1/N it grows with L": bool((layers.diff("layers") > 0).all()),
        "under 1/sqrt(N L) it grows with N": bool((loops.diff("number") > 0).all()),
        "both end above the bounded one": bool(
            (many.sel(scaling=["linear", "sqrt"]) > 1.2 * many.sel(scaling="block")).all()
            and np.isfinite(few).all()
        ),
    }


FIGURE = Figure(
    id="looped-blocks",
    says="Of three rules for eps only 1/(N sqrt L) bounds the energy both in the loops N and in "
    "the layers L.",
    source=LOOPED.beyond("X-10"),
    caption="""Energy of a block of L ReLU layers looped N times at initialisation, relative to its
    start, without normalisation (the model of the paper's equations (1) and (2)). Top: exact
    infinite-width law over N and L. Bottom: the same over N for four depths (lines), with simulated
    means (bars are 95 % intervals by Student's t). Of the three rules drawn only eps = 1/(N sqrt L)
    bounds the energy: over the whole grid it stays between {least} and {most}; it tends to G(1) =
    {limit} for many loops at every depth, and to exp(1/2) for many layers looped once. Under eps =
    1/N it grows with L and under eps = 1/sqrt(N L) with N, both exponentially; normalisation turns
    this into powers. Large energies have a skewed distribution at finite width, so a mean over few
    networks scatters around the curve by more than its bar.""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    shows="""Energy of a block of ReLU layers looped N times at initialisation, by three rules for
    eps. Relative to its start, without normalisation. Top: exact infinite-width law over N and the
    number of layers L. Bottom: the same over N for L = {depths} (lines), with simulated means (bars
    are 95 % intervals by Student's t, of networks of up to {steps} steps); at the left the limit of
    many layers too (black), and that of many loops, G(1) = {limit} (dashed). Between networks
    energies have a skewed distribution: a mean over few networks can miss by more than its bar.""",
    claims=("LOOP-A-X1", "LOOP-B-X10", "LOOP-B-T3"),
    height=4.8,
    quick=Parameters(),
    paper=Parameters(
        grid=(1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128),
        width=2048,
        samples=400,
        steps=1024,
    ),
    tiny={
        "grid": (1, 2, 4),
        "depths": (1, 2),
        "loops": (1, 2, 4),
        "width": 128,
        "samples": 8,
        "steps": 4,
    },
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
