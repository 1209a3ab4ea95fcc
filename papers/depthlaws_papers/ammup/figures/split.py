"""AM-muP, beyond the paper: part of the update energy due to the outputs, and its effect."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.common.estimate import Estimate
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import LINE_STYLES


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks and of the exact curves at infinite width."""

    width: int = setting(128, "width of the networks", **WIDTH)
    samples: int = setting(300, "networks for each point", **SAMPLES)
    depths: tuple[int, ...] = setting((2, 4, 8, 12), "depths", **(rates.DEPTHS | {"least": 1}))
    outputs: tuple[int, ...] = setting(
        (1, 16, 128), "numbers of outputs", name="m", whole=True, low=1, high=1024, most=4
    )
    far: tuple[int, ...] = (2, 4, 8, 16, 32, 64, 128, 256, 512)
    ratios: tuple[float, ...] = (0.0, 1 / 64, 1.0)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Both parts at one width, and the local exponent of their sum at infinite width."""
    p, options = parameters, {"activation": "linear"}
    law, point, error, all_runs = [], [], [], []
    for m in p.outputs:
        sizes = {"width": p.width, "outputs": m, **options}
        law.append([_ratio("plain", L, sizes) for L in p.depths])
        runs = [
            run
            for i, L in enumerate(p.depths)
            for run in rates.budgets(
                "plain", [L], samples=p.samples, seed=seed + i, part="output", labels=8, **sizes
            )
        ]
        # Each run's label part has the exact mean; only the output part is estimated.
        labels = [np.mean(updates.energies("plain", L, part="label", **sizes)) for L in p.depths]
        estimates = [Estimate.of(run.budget, "sample") for run in runs]
        point.append([float(e.mean) / b for e, b in zip(estimates, labels, strict=True)])
        error.append([1.96 * float(e.sem) / b for e, b in zip(estimates, labels, strict=True)])
        all_runs += runs
    local = [
        updates.local_slope("plain", list(p.far), output_ratio=ratio, **options)
        for ratio in p.ratios
    ]
    dataset = xr.Dataset(
        {
            "exact": (("outputs", "depth"), np.array(law)),
            "simulated": (("outputs", "depth"), np.array(point)),
            "error": (("outputs", "depth"), np.array(error)),
            "local": (("ratio", "far"), np.array(local)),
        },
        {
            "outputs": list(p.outputs),
            "depth": list(p.depths),
            "far": list(p.far),
            "ratio": list(p.ratios),
        },
    )
    return describe(
        dataset.assign_attrs(**simulation_attributes(*all_runs), width=p.width),
        exact=exact("output part over label part of the mean energy"),
        simulated=simulated("simulated output part over exact label part of the mean energy"),
        error=simulated("half of the 95 % interval of the simulated ratio"),
        local=exact("exponent of the rate from L to 2L, infinite width"),
        outputs=given("outputs m"),
        depth=given("depth units L"),
        far=given("depth units L"),
        ratio=given("outputs over width, m/n"),
    )


def _ratio(network: str, depth: int, sizes: dict) -> float:
    parts = [
        np.mean(updates.energies(network, depth, part=p, **sizes)) for p in ("output", "label")
    ]
    return float(parts[0] / parts[1])


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw the ratio of the parts at the left and local exponents at the right."""
    ((left, right),) = style.panels(canvas, 1, 2)
    for look, m in zip(LINE_STYLES, ds.outputs.values, strict=False):
        curve = ds.sel(outputs=m)
        left.plot(ds.depth, curve.exact, **style.line(look))
        left.errorbar(ds.depth, curve.simulated, curve.error, **style.bars(look))
        at = float(curve.exact[-1])
        style.label(left, f"$m={m}$", 1.06 * float(ds.depth[-1]), at, color=look["color"])
    left.set(yscale="log", ylabel="$A/B$, outputs over labels")
    style.count_ticks(left, ds.depth.values, "depth units $L$")
    left.margins(x=0.18)
    least = 1 + ds.depth * ds.outputs / ds.width
    more = ": $A/B$ is $1 + Lm/n$ or more" if (ds.exact >= (1 - 1e-9) * least).all() else ""
    left.set_title(f"width {int(ds.width)}{more}")
    right.axhline(-1.5, **style.GUIDE)
    right.axhline(-2.0, **style.GUIDE)
    for look, ratio in zip(LINE_STYLES, ds.ratio.values, strict=False):
        right.plot(ds.far, ds.local.sel(ratio=ratio), **style.line(look))
        words = "$m \\ll n$" if ratio == 0 else f"$m/n=1/{1 / ratio:.0f}$"
        words = "$m=n$" if ratio == 1 else words
        at = float(ds.local.sel(ratio=ratio)[-4])
        style.label(right, words, float(ds.far[-4]), at + 0.06, color=look["color"])
    right.set_ylabel(r"local exponent of $\eta^*$, $L$ to $2L$")
    style.count_ticks(right, ds.far.values, "depth units $L$")
    right.set_title("from $-3/2$ to $-2$ around $L = 2n/m$" if _crosses(ds) else "local exponents")
    style.panel_letters([left, right])
    style.legend(canvas, style.theory_and_simulation())


def _crosses(ds: xr.Dataset) -> bool:
    """True if the exponent is -3/2 with few outputs, and -2 with as many as units."""
    last = ds.local.isel(far=-1)
    ends = abs(last.sel(ratio=1.0) + 2) < 0.05, abs(last.sel(ratio=0.0) + 1.5) < 0.05
    return all(map(bool, ends))


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Ratio of the parts at the largest depth; the paper takes it to vanish with depth."""
    last = ds.exact.isel(depth=-1)
    return [
        Quote(f"A/B at m = {m}, deepest", "O(1/L)", float(last.sel(outputs=m)))
        for m in ds.outputs.values
    ]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact ratio of the parts with as many outputs as units, and exponents of deep networks."""
    square = ds.exact.sel(outputs=int(ds.outputs[-1]))
    return {
        "the outputs' part exceeds the labels' part L-fold": bool((square > ds.depth).all()),
        "the exponent is -2 instead of -3/2": _crosses(ds),
    }


FIGURE = Figure(
    id="ammup-split",
    says="With as many outputs as units the outputs' part of the energy exceeds the labels' part "
    "L-fold, and the exponent tends to -2 instead of -3/2.",
    source=AMMUP.eq(21),
    caption="""A: the part A of the mean update energy that is due to the outputs over the part B
    due to the labels, plain linear networks with a fan-in head: exact at the simulated width
    (lines) and simulated (markers; bars are 95 % intervals; the exact label part in the
    denominator). The paper's eq. (21) takes A/B to vanish as 1/L. B: local exponent of the maximal
    update rate at infinite width for three proportions of outputs to width, exact; dashed -3/2 and
    -2. The crossover, where A and B are equal, is at L = (n/m) (1 + h)/(kappa h), which is 2n/m
    here.""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    shows="""Part of the mean update energy due to the outputs over that due to the labels, m =
    {outputs} outputs. (A) Plain linear networks of width {width} with a fan-in head: exact (lines)
    and simulated (markers, 95 % intervals; the exact label part in the denominator) over L =
    {depths} depth units. (B) Exact exponents of the maximal update rate between L and 2L at
    infinite width for three proportions of outputs to width; dashed: -3/2 and -2.""",
    claims=("AMMUP-E21-ratio", "AMMUP-P1-outputs", "AMMUP-B-crossover", "AMMUP-MC-plain-linear"),
    height=2.8,
    quick=Parameters(),
    paper=Parameters(width=256, samples=2000, outputs=(1, 16, 256), depths=(2, 4, 8, 16, 24)),
    tiny={
        "width": 16,
        "samples": 8,
        "depths": (1, 2),
        "outputs": (1, 64),
        "far": (2, 8, 32, 128, 512),
        "ratios": (0.0, 1.0),
    },
    data=data,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
