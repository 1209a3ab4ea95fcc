"""AM-muP: Figure 6, what zero padding does to a stack of convolutions."""

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
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step, fitted_slope
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP

PADDINGS = ("circular", "zero")


@dataclass(frozen=True)
class Parameters:
    """Channels, sites and depths of the simulated convolutions."""

    channels: int = 48
    samples: int = 110
    sites: tuple[int, ...] = (8, 16, 32)
    depth: int = 24
    depths: tuple[int, ...] = (2, 3, 4, 6, 8, 12)
    grid: int = 8


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Energy that is left after each layer, and rates over the depth of both paddings."""
    p = parameters
    runs = [_states(N, p, seed + i) for i, N in enumerate(p.sites)]
    left = [Estimate.of(run.state, "sample") for run in runs]
    survival = [updates.zero_padding_survival(N, p.depth, each=True)[1:] for N in p.sites]
    found, both = _rates(p, seed)
    found = found.assign(
        survival=(("sites", "layer"), np.array(survival)),
        state=(("sites", "layer"), np.array([e.mean for e in left])),
        state_error=(("sites", "layer"), 1.96 * np.array([e.sem for e in left])),
    ).assign_coords(sites=list(p.sites), layer=np.arange(1, p.depth + 1))
    names = ("simulated", "error", "slope", "slope_error", "curve", "depth")
    return described(
        found.assign_attrs(**computed(*runs, *both)),
        **{n: rates.SAID[n] for n in names},
        contrast=simulated("exponent of zero padding less that of circular padding"),
        contrast_error=simulated("half of its 95 % interval"),
        survival=exact("mean square of a state, over that of circular padding"),
        state=simulated("the same, simulated"),
        state_error=simulated("half of its 95 % interval"),
        sites=given("sites N"),
        layer=given("layer"),
    )


def _rates(p: Parameters, seed: int) -> tuple[xr.Dataset, list[xr.Dataset]]:
    """Rates and exponents of both paddings with the same weights, and how far they are apart."""
    scale = rates.unit(p.channels, 10, {})
    runs = [
        rates.budgets(
            "plain",
            p.depths,
            samples=p.samples,
            seed=seed,
            part="label",
            labels=8,
            outputs=10,
            width=p.channels,
            grid=p.grid,
            padding=padding,
        )
        for padding in PADDINGS
    ]
    rate, error = np.moveaxis(np.array([rates.rates_of(one, scale) for one in runs]), 1, 0)
    by_depth = [dict(zip(p.depths, (r.budget for r in one), strict=True)) for one in runs]
    slopes = [fitted_slope(one) for one in by_depth]
    apart, apart_error = rates.contrast(runs[0], runs[1], p.depths)
    found = xr.Dataset(
        {
            "simulated": (("curve", "depth"), rate),
            "error": (("curve", "depth"), error),
            "slope": ("curve", [s.value for s in slopes]),
            "slope_error": ("curve", [1.96 * s.error for s in slopes]),
            "contrast": apart,
            "contrast_error": apart_error,
        },
        {"curve": list(PADDINGS), "depth": list(p.depths)},
    )
    return found, [run for one in runs for run in one]


def _states(sites: int, p: Parameters, seed: int) -> xr.Dataset:
    architecture = Architecture(
        width=2 * p.channels, depth=p.depth, grid=sites, padding="zero", activation="linear"
    )
    sampling = Sampling(samples=p.samples, seed=seed, dtype="float32")
    return first_step(architecture, FirstStep(inputs="gaussian"), sampling, observe="state")


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Left: energy left. Right: rates."""
    ((left, right),) = style.panels(canvas, 1, 2)
    for look, sites in zip(LOOKS, ds.sites.values, strict=False):
        one = ds.sel(sites=sites)
        left.plot(ds.layer, one.survival, **style.line(look))
        some = one.isel(layer=slice(1, None, 4))
        left.errorbar(some.layer, some.state, some.state_error, **style.bars(look))
        at = float(one.survival[-1])
        style.say(left, f" $N={sites}$", float(ds.layer[-1]), at, color=look["color"])
    left.set(ylim=(0, 1.05), xlabel="layer", ylabel="energy left, over circular padding")
    left.margins(x=0.14)
    left.set_title("lost at the border: $\\lambda_1^L$")
    rates.draw_family(right, ds.assign(exact=ds.simulated * np.nan), LOOKS[3:])
    for row, (look, name) in enumerate(zip(LOOKS[3:], ds.curve.values, strict=False)):
        one = ds.sel(curve=name)
        text = f"{name} padding: {float(one.slope):.2f}({100 * float(one.slope_error):.0f})"
        style.note(right, text, 0.03, 0.03 + 0.09 * (row + 1), color=look["color"])
    apart = f"{float(ds.contrast):+.2f}({100 * float(ds.contrast_error):.0f})"
    style.note(right, f"difference, same weights: {apart}", 0.03, 0.03)
    right.set_ylabel(r"maximal update rate $\eta^*\sqrt{C/m}$")
    right.set_title("so the exponents differ")
    style.letters([left, right])
    style.legend(canvas, style.theory_and_simulation())


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of both paddings."""
    found = [
        Quote(f"{name} padding: exponent of eta*", "-1.5", float(ds.slope.sel(curve=name)))
        for name in ds.curve.values
    ]
    return [*found, Quote("zero less circular padding", "none", float(ds.contrast))]


FIGURE = Figure(
    id="ammup-fig6",
    says="Zero padding is no constant factor: its loss grows with depth and makes the exponent "
    "shallower.",
    source=AMMUP.figure(6),
    caption="""A: mean square of the states of zero-padded convolutions (kernel 3, linear, one axis
    of N sites) over that of circular ones: exact, the survival of a random walk killed at the
    border (lines), and simulated (markers, 95 % intervals). The paper's remark has it 1 +
    O(boundary fraction) at every depth. B: simulated maximal update rates of convolutional networks
    with global average pooling and ten outputs, the part due to the labels, {grid} sites, both
    paddings, with the exponents fitted over the depths shown and half of their 95 % intervals in
    units of the last digit; both have the same weights, so their difference is known better than
    either. The paper's own points, trained on CIFAR-10 with exponents about -3/2 for both, belong
    here too: they need sweeps of learning rates and are not drawn.""",
    runs="in A {samples} networks of twice {channels} channels a curve, in B {samples} of "
    "{channels} channels a point, seed {seed}.",
    claims=("AMMUP-X20", "AMMUP-T1"),
    height=2.9,
    quick=Parameters(),
    paper=Parameters(channels=128, samples=1000, depth=64, depths=(2, 4, 8, 16, 32)),
    tiny={"channels": 8, "samples": 8, "sites": (4, 8), "depth": 6, "depths": (1, 2), "grid": 4},
    data=data,
    draw=draw,
    quotes=quotes,
)
