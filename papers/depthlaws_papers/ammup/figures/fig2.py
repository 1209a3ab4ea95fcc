"""AM-muP: Figure 2, rates over the effective depth L = m + K of plain units and blocks."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import LINE_STYLES

STEMS = {"m = 0": lambda L: 0, "m = 4": lambda L: 4, "m = K": lambda L: L // 2}
WORDS = {"activation": "linear"}


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks, and depths of the exact local exponents."""

    width: int = setting(128, "width of the networks", **WIDTH)
    samples: int = setting(150, "networks for each point", **SAMPLES)
    depths: tuple[int, ...] = setting(
        (8, 12, 16, 24),
        "effective depths",
        **(rates.DEPTHS | {"low": 6, "multiple": 2}),  # even: m = K
    )
    far: tuple[int, ...] = (8, 16, 32, 64, 128, 256, 512, 1024)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Rates at one width over the effective depth, and slopes at infinite width."""
    p = parameters
    law, point, error, local, all_runs = [], [], [], [], []
    for i, stem in enumerate(STEMS.values()):
        sizes = {"width": p.width, "outputs": 10, **WORDS}
        scale = rates.rate_scale(p.width, 10, sizes)
        runs = [
            run
            for j, L in enumerate(p.depths)
            for run in rates.budgets(
                "residual",
                [L],
                samples=p.samples,
                seed=seed + 10 * i + j,
                part="label",
                stem=stem(L),
                labels=8,
                **sizes,
            )
        ]
        values, halves = rates.simulated_rates(runs, scale)
        point.append(values)
        error.append(halves)
        law.append(
            [
                scale * updates.max_update_rate("residual", L, stem=stem(L), part="label", **sizes)
                for L in p.depths
            ]
        )
        wide = [
            updates.max_update_rate("residual", L, stem=stem(L), part="label", **WORDS)
            for L in (*p.far, 2 * p.far[-1])
        ]
        local.append(np.diff(np.log2(wide)))
        all_runs += runs
    dataset = xr.Dataset(
        {
            "exact": (("stem", "depth"), np.array(law)),
            "simulated": (("stem", "depth"), np.array(point)),
            "error": (("stem", "depth"), np.array(error)),
            "local": (("stem", "far"), np.array(local)),
        },
        {"stem": list(STEMS), "depth": list(p.depths), "far": list(p.far)},
    ).assign_attrs(**simulation_attributes(*all_runs))
    return describe(
        dataset,
        exact=exact("maximal update rate times sqrt(n/10), at the simulated width"),
        simulated=simulated("simulated maximal update rate times sqrt(n/10)"),
        error=simulated("half of the 95 % interval of the simulated rate"),
        local=exact("exponent of the rate from L to 2L, infinite width"),
        stem=given("plain units before the blocks"),
        depth=given("effective depth L = m + K"),
        far=given("effective depth L = m + K"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw rates at the left and local exponents at the right."""
    ((left, right),) = style.panels(canvas, 1, 2)
    for look, name in zip(LINE_STYLES, ds.stem.values, strict=False):
        curve = ds.sel(stem=name)
        left.plot(ds.depth, curve.exact, **style.line(look))
        left.errorbar(ds.depth, curve.simulated, curve.error, **style.bars(look))
        right.plot(ds.far, curve.local, **style.line(look))
    left.set(yscale="log", ylabel=r"maximal update rate $\eta^*\sqrt{n/10}$")
    style.count_ticks(left, ds.depth.values, "effective depth $L=m+K$")
    left.set_title("rates, three numbers of plain units")
    for y in (-1.0, -1.5):
        right.axhline(y, **style.GUIDE)
    right.set_ylabel(r"local exponent of $\eta^*$, $L$ to $2L$")
    style.count_ticks(right, ds.far.values, "effective depth $L=m+K$")
    shown = all(holds(ds).values())
    right.set_title("$-3/2$ for $m=K$, $-1$ for fixed $m$" if shown else "local exponents")
    style.panel_letters([left, right])
    handles = [
        style.legend_entry(look, f"${name}$ plain units")
        for look, name in zip(LINE_STYLES, ds.stem.values, strict=False)
    ]
    style.legend(canvas, handles)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Local exponents at the largest depth."""
    return [
        Quote(
            f"{name}: exponent at L = {int(ds.far[-1])}", "-3/2", float(ds.local.sel(stem=name)[-1])
        )
        for name in ds.stem.values
    ]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact local exponents at the largest effective depth, beside their limits."""
    last = ds.local.isel(far=-1)
    fixed = last.sel(stem=[name for name in STEMS if name != "m = K"])
    return {
        "for fixed m the exponent tends to -1": bool((abs(fixed + 1) < 0.05).all()),
        "for m = K it tends to -3/2": abs(float(last.sel(stem="m = K")) + 1.5) < 0.05,
    }


FIGURE = Figure(
    id="ammup-fig2",
    says="Over the effective depth L = m + K the exponent of eta* tends to -1 for a fixed number m "
    "of plain units, and to -3/2 for m = K.",
    source=AMMUP.figure(2),
    caption="""The paper's figure 2 defines the effective depth L = m + K, the length of the
    shortest path, as m plain units plus K residual blocks, and gives every mixture the exponent
    -3/2. A: maximal update rates of linear networks with m plain units before the blocks (n Var W =
    1/K in the blocks, the part due to the labels, ten outputs at width n): exact at the simulated
    width (lines) and simulated (markers, 95 % intervals). B: exact local exponents at infinite
    width; dashed: -1 and -3/2. The effect of a fixed number of plain units vanishes as K grows.""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    shows="""Maximal update rates over the effective depth L = {depths}, by the number m of plain
    units. Linear networks of m plain units and L - m residual blocks (n Var W = 1/K in the blocks,
    the part due to the labels, ten outputs). (A) Exact at the simulated width (lines) and simulated
    (markers, 95 % intervals). (B) Exact exponents between L and 2L at infinite width; dashed: -1
    and -3/2.""",
    claims=("AMMUP-P2-mixed", "AMMUP-MC-residual", "AMMUP-MC-slopes"),
    height=2.8,
    quick=Parameters(),
    paper=Parameters(width=256, samples=500, depths=(8, 12, 16, 24, 32)),
    tiny={"width": 8, "samples": 8, "depths": (6, 8), "far": (8, 512)},
    data=data,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
