"""AM-muP, beyond the paper: the part of the energy that is due to the outputs."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.ammup import rates
from depthlaws.figures.ammup.rates import LOOKS
from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, exact, given, simulated
from depthlaws.sims.estimate import Estimate
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks, and of the exact curves at infinite width."""

    width: int = 128
    samples: int = 300
    depths: tuple[int, ...] = (2, 4, 8, 12)
    outputs: tuple[int, ...] = (1, 16, 128)
    far: tuple[int, ...] = (2, 4, 8, 16, 32, 64, 128, 256, 512)
    ratios: tuple[float, ...] = (0.0, 1 / 64, 1.0)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Both parts at one width, and the local exponent of their sum at infinite width."""
    p, words = parameters, {"activation": "linear"}
    law, point, error, every = [], [], [], []
    for m in p.outputs:
        sizes = {"width": p.width, "outputs": m, **words}
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
        found = [Estimate.of(run.budget, "sample") for run in runs]
        point.append([float(e.mean) / b for e, b in zip(found, labels, strict=True)])
        error.append([1.96 * float(e.sem) / b for e, b in zip(found, labels, strict=True)])
        every += runs
    local = [
        updates.local_slope("plain", list(p.far), output_ratio=ratio, **words) for ratio in p.ratios
    ]
    found = xr.Dataset(
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
    return described(
        found.assign_attrs(**computed(*every), width=p.width),
        exact=exact("output part over label part of the mean energy"),
        simulated=simulated("the same, simulated over the exact label part"),
        error=simulated("half of its 95 % interval"),
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
    """Left: the ratio of the parts. Right: what it does to the exponent."""
    ((left, right),) = style.panels(canvas, 1, 2)
    for look, m in zip(LOOKS, ds.outputs.values, strict=False):
        one = ds.sel(outputs=m)
        left.plot(ds.depth, one.exact, **style.line(look))
        left.errorbar(ds.depth, one.simulated, one.error, **style.bars(look))
        at = float(one.exact[-1])
        style.say(left, f"$m={m}$", 1.06 * float(ds.depth[-1]), at, color=look["color"])
    left.set(yscale="log", ylabel="output part / label part")
    style.counts(left, ds.depth.values, "depth units $L$")
    left.margins(x=0.18)
    left.set_title(f"$A/B = 1 + Lm/n$ and more at width {int(ds.width)}")
    right.axhline(-1.5, **style.GUIDE)
    right.axhline(-2.0, **style.GUIDE)
    for look, ratio in zip(LOOKS, ds.ratio.values, strict=False):
        right.plot(ds.far, ds.local.sel(ratio=ratio), **style.line(look))
        words = "$m \\ll n$" if ratio == 0 else f"$m/n=1/{1 / ratio:.0f}$"
        words = "$m=n$" if ratio == 1 else words
        at = float(ds.local.sel(ratio=ratio)[-4])
        style.say(right, words, float(ds.far[-4]), at + 0.06, color=look["color"])
    right.set_ylabel(r"local exponent of $\eta^*$, $L$ to $2L$")
    style.counts(right, ds.far.values, "depth units $L$")
    right.set_title("from $-3/2$ to $-2$ around $L = 2n/m$")
    style.letters([left, right])
    style.legend(canvas, style.theory_and_simulation())


def quotes(ds: xr.Dataset) -> list[Quote]:
    """The paper takes the output part for smaller by a power of the depth."""
    last = ds.exact.isel(depth=-1)
    return [
        Quote(f"A/B at m = {m}, deepest", "O(1/L)", float(last.sel(outputs=m)))
        for m in ds.outputs.values
    ]


FIGURE = Figure(
    id="ammup-split",
    says="The outputs' part of the energy is not negligible: with as many outputs as units it is "
    "over L times the labels' part, and the exponent turns from -3/2 to -2.",
    source=AMMUP.eq(21),
    caption="""A: the part A of the mean update energy that is due to the outputs over the part B
    due to the labels, plain linear networks with a fan-in head: exact at the simulated width
    (lines) and simulated (markers; bars are 95 % intervals; the exact label part in the
    denominator). The paper's eq. (21) takes A/B to vanish as 1/L. B: local exponent of the maximal
    update rate at infinite width for three proportions of outputs to width, exact; dashed -3/2 and
    -2. The crossover is where A and B are equal, L = (n/m) (1 + h)/(kappa h), which is 2n/m
    here.""",
    runs="{samples} networks of width {width} a point, seed {seed}.",
    claims=("AMMUP-MC-plain-linear",),
    height=2.8,
    quick=Parameters(),
    paper=Parameters(width=256, samples=2000, outputs=(1, 16, 256), depths=(2, 4, 8, 16, 24)),
    tiny={
        "width": 16,
        "samples": 8,
        "depths": (1, 2),
        "outputs": (1, 4),
        "far": (2, 4, 8, 16),
        "ratios": (0.0, 1.0),
    },
    data=data,
    draw=draw,
    quotes=quotes,
)
