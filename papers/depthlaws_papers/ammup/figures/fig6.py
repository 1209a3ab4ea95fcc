"""AM-muP: Figure 6, energy and maximal rates of convolutions with zero and circular padding."""

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
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step, fitted_slope
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims import networks
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import LINE_STYLES

PADDINGS = ("circular", "zero")


@dataclass(frozen=True)
class Parameters:
    """Channels, sites and depths of the simulated convolutions."""

    channels: int = setting(48, "channels", **WIDTH)
    samples: int = setting(110, "networks for each point", **SAMPLES)
    sites: tuple[int, ...] = setting(
        (8, 16, 32), "sites (A)", name="N", whole=True, low=3, high=128, most=3
    )
    depth: int = setting(24, "layers (A)", whole=True, low=8, high=128)
    depths: tuple[int, ...] = setting((2, 3, 4, 6, 8, 12), "depths (B)", **rates.DEPTHS)
    grid: int = setting(8, "sites (B)", whole=True, low=3, high=64)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Energy after each layer, and rates over the depth for both paddings."""
    p = parameters
    runs = [_states(N, p, seed + i) for i, N in enumerate(p.sites)]
    energies = [Estimate.of(run.state, "sample") for run in runs]
    survival = [updates.zero_padding_survival(N, p.depth, each=True)[1:] for N in p.sites]
    dataset, rate_runs = _rates(p, seed)
    dataset = dataset.assign(
        survival=(("sites", "layer"), np.array(survival)),
        state=(("sites", "layer"), np.array([e.mean for e in energies])),
        state_error=(("sites", "layer"), 1.96 * np.array([e.sem for e in energies])),
    ).assign_coords(sites=list(p.sites), layer=np.arange(1, p.depth + 1))
    names = ("simulated", "error", "slope", "slope_error", "curve", "depth")
    return describe(
        dataset.assign_attrs(rate_sites=p.grid, **simulation_attributes(*runs, *rate_runs)),
        **{n: rates.ATTRIBUTES[n] for n in names},
        contrast=simulated("exponent of zero padding less that of circular padding"),
        contrast_error=simulated("half of the 95 % interval of the difference"),
        survival=exact("mean square of a state, over that of circular padding"),
        state=simulated("simulated mean square of a state, over that of circular padding"),
        state_error=simulated("half of the 95 % interval of state"),
        sites=given("sites N"),
        layer=given("layer"),
    )


def _rates(p: Parameters, seed: int) -> tuple[xr.Dataset, list[xr.Dataset]]:
    """Rates and exponents of both paddings with the same weights, and their difference."""
    scale = rates.rate_scale(p.channels, 10, {})
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
    rate, error = np.moveaxis(
        np.array([rates.simulated_rates(padding_runs, scale) for padding_runs in runs]), 1, 0
    )
    by_depth = [
        dict(zip(p.depths, (r.budget for r in padding_runs), strict=True)) for padding_runs in runs
    ]
    slopes = [fitted_slope(padding_runs) for padding_runs in by_depth]
    difference, difference_error = rates.exponent_difference(runs[0], runs[1], p.depths)
    dataset = xr.Dataset(
        {
            "simulated": (("curve", "depth"), rate),
            "error": (("curve", "depth"), error),
            "slope": ("curve", [s.value for s in slopes]),
            "slope_error": ("curve", [1.96 * s.error for s in slopes]),
            "contrast": difference,
            "contrast_error": difference_error,
        },
        {"curve": list(PADDINGS), "depth": list(p.depths)},
    )
    return dataset, [run for padding_runs in runs for run in padding_runs]


def _states(sites: int, p: Parameters, seed: int) -> xr.Dataset:
    architecture = Architecture(
        width=2 * p.channels, depth=p.depth, grid=sites, padding="zero", activation="linear"
    )
    sampling = Sampling(samples=p.samples, seed=seed, dtype="float32")
    return first_step(architecture, FirstStep(inputs="gaussian"), sampling, observe="state")


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw the energy after each layer at the left and rates at the right."""
    ((left, right),) = style.panels(canvas, 1, 2)
    for look, sites in zip(LINE_STYLES, ds.sites.values, strict=False):
        curve = ds.sel(sites=sites)
        left.plot(ds.layer, curve.survival, **style.line(look))
        some = curve.isel(layer=slice(1, None, 4))
        left.errorbar(some.layer, some.state, some.state_error, **style.bars(look))
        at = float(curve.survival[-1])
        style.label(left, f" $N={sites}$", float(ds.layer[-1]), at, color=look["color"])
    left.set(ylim=(0, 1.05), xlabel="layer", ylabel="energy relative to circular")
    left.margins(x=0.14)
    shown = list(holds(ds).values())
    left.set_title("energy is lost at the border" if shown[0] else "energy")
    rates.draw_curves(right, ds.assign(exact=ds.simulated * np.nan), LINE_STYLES[3:])
    for row, (look, name) in enumerate(zip(LINE_STYLES[3:], ds.curve.values, strict=False)):
        curve = ds.sel(curve=name)
        text = f"{name} padding: {rates.exponent_with_interval(curve)}"
        style.note(right, text, 0.03, 0.03 + 0.09 * (row + 1), color=look["color"])
    difference = f"{float(ds.contrast):+.2f} \u00b1 {float(ds.contrast_error):.2f}"
    style.note(right, f"difference, same weights: {difference}", 0.03, 0.03)
    right.set_ylabel(r"rate $\eta^*\sqrt{C/m}$")
    differ = "the exponents differ" if shown[1] else "exponents"
    right.set_title(f"{differ} on {ds.attrs['rate_sites']} sites")
    style.panel_letters([left, right])
    style.legend(canvas, style.theory_and_simulation())


def facts(_: xr.Dataset, parameters: Parameters) -> dict[str, str]:
    """Exponents of fully connected networks, and the difference on the paper's size of images."""
    shifts = networks.padding_shift()
    words = rates.dense_exponents(parameters.depths, parameters.channels)
    return words | {"on_images": f"{float(shifts.mean()):.2f}"}


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of both paddings, and their difference."""
    rows = [
        Quote(f"{name} padding: exponent of eta*", "-1.5", float(ds.slope.sel(curve=name)))
        for name in ds.curve.values
    ]
    return [*rows, Quote("zero less circular padding", "none", float(ds.contrast))]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact energies of zero over circular padding by layer, and the difference of exponents."""
    return {
        "zero padding loses energy at every layer": bool(
            (ds.survival < 1).all() and (ds.survival.diff("layer") < 0).all()
        ),
        "the exponents of the paddings differ": bool(abs(ds.contrast) > ds.contrast_error),
    }


FIGURE = Figure(
    id="ammup-fig6",
    says="Zero padding loses a share of the energy at every layer; circular padding loses none.",
    source=AMMUP.figure(6),
    caption="""A: mean square of the states of zero-padded convolutions (kernel 3, linear, one axis
    of N sites) over that of circular ones: exact, the survival probability (lambda_1^L in deep
    stacks) of a random walk that ends at the border (lines), and simulated (markers, 95 %
    intervals). The paper remarks that it is 1 + O(boundary fraction) at every depth. B: simulated
    maximal update rates of convolutional networks with global average pooling and ten outputs, the
    part due to the labels, {grid} sites, for both paddings. In the panel: exponents fitted over
    the depths shown, +- half of their 95 % intervals. Both paddings have the same weights, so
    their difference has a smaller error than either. On images of 32 x 32 pixels, as the paper has
    them, the border is a smaller part and the difference is {on_images}. The same circular network
    has other exponents in figures 3, 6 and 7, because depths and channels differ and each layer
    adds a part of order 1 over the channels: the exact exponent of fully connected ReLU networks at
    the depths of this figure is {wide} at infinite width and {narrow} at width {channels}. The
    paper's points, trained on CIFAR-10 with exponents of about -3/2 for both paddings, need sweeps
    of learning rates and are not drawn.""",
    runs="in A {samples} networks of twice {channels} channels for each curve, in B {samples} of "
    "{channels} channels for each point, seed {seed}.",
    shows="""Convolutions with zero and with circular padding at the first step. (A) Mean square of
    the states of zero-padded convolutions (kernel 3, linear, N = {sites} sites) over that of
    circular ones: exact (lines) and simulated (markers, 95 % intervals). (B) Simulated maximal
    update rates over L = {depths} layers with global average pooling and ten outputs, the part due
    to the labels, {grid} sites; in the panel: exponents over the depths shown, +- half of their 95
    % intervals. Both paddings have the same weights.""",
    claims=(
        "AMMUP-N-PADDING",
        "AMMUP-B-padding",
        "AMMUP-MC-padding",
        "AMMUP-E03",
        "AMMUP-X20",
        "AMMUP-T1",
    ),
    height=2.9,
    quick=Parameters(),
    paper=Parameters(channels=128, samples=1000, depth=64, depths=(2, 4, 8, 16, 32)),
    tiny={"channels": 8, "samples": 8, "sites": (4, 32), "depth": 9, "depths": (1, 2), "grid": 4},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
