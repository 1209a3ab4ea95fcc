"""AM-muP: Figure 4, mean update energy over the learning rate, for growing depth."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import Curve

FREE = {"activation": "linear", "scaled": "none"}
CURVES = (
    Curve("plain", "plain", {"activation": "linear"}),
    Curve("post-LN", "residual", {**FREE, "norm": "post"}),
    Curve("pre-LN", "residual", {**FREE, "norm": "pre"}),
)


@dataclass(frozen=True)
class Parameters:
    """Depths, and the range of rates around the mean of all maximal rates."""

    width: int = setting(160, "width of the networks", **WIDTH)
    samples: int = setting(60, "networks for each point", **SAMPLES)
    depths: tuple[int, ...] = setting((2, 4, 8, 16), "depths", **rates.DEPTHS)
    decades: float = setting(1.0, "decades of rates to each side", low=0.1, high=3)
    points: int = setting(5, "rates", whole=True, low=3, high=20)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Mean update energy over the rate: eta^2 times its value at rate 1."""
    p = parameters
    dataset = rates.rate_curves(
        CURVES, p.depths, width=p.width, samples=p.samples, seed=seed, part="label", labels=8
    )
    middle = np.exp(np.log(dataset.exact).mean(("curve", "depth")))
    rate = float(middle) * np.logspace(-p.decades, p.decades, p.points)
    dataset = dataset.assign_coords(rate=rate)
    for name in ("exact", "simulated"):
        dataset[f"{name}_energy"] = (dataset.rate / dataset[name]) ** 2
    dataset["energy_error"] = 2 * dataset.error / dataset.simulated * dataset.simulated_energy
    return describe(
        dataset,
        **rates.ATTRIBUTES,
        exact_energy=exact("exact mean update energy"),
        simulated_energy=simulated("simulated mean update energy"),
        energy_error=simulated("half of the 95 % interval of the simulated energy"),
        rate=given("learning rate, times sqrt(n/m)"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one panel for each network, light to dark with depth."""
    (axes,) = style.panels(canvas, 1, 3, sharey=True)
    looks = style.depth_styles(ds.depth.values)
    for axis, name in zip(axes, ds.curve.values, strict=True):
        for depth, look in looks.items():
            curve = ds.sel(curve=name, depth=int(depth))
            axis.plot(ds.rate, curve.exact_energy, **style.line(look))
            bars = style.bars(look)
            axis.errorbar(ds.rate, curve.simulated_energy, curve.energy_error, **bars)
        axis.axhline(1.0, **style.GUIDE)
        axis.set(xscale="log", yscale="log", xlabel=r"learning rate $\eta\sqrt{n/m}$")
        axis.set_ylabel(r"mean update energy $\bar S(\eta)$")
        first, last = (float(ds.exact.sel(curve=name)[i]) for i in (0, -1))
        moves = "falls" if last < first else "rises"
        fold = max(first / last, last / first)
        axis.set_title(f"{name}: $\\eta^*$ {moves} {fold:.{0 if fold >= 10 else 1}f}-fold")
    style.outer_labels_only(axes)
    style.panel_letters(axes)
    style.depth_legend(
        canvas, ds.depth.values, theory="exact, infinite width", simulation="simulated"
    )


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Factor by which eta* falls over the depths shown."""
    return [
        Quote(
            f"{name}: factor of eta* over the depths shown",
            "leftward",
            float(ds.exact.sel(curve=name)[0] / ds.exact.sel(curve=name)[-1]),
        )
        for name in ds.curve.values
    ]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Factor by which the exact rate falls over the depths shown."""
    fall = ds.exact.isel(depth=0) / ds.exact.isel(depth=-1)
    return {
        "the rate falls with depth": bool((ds.exact.diff("depth") < 0).all()),
        "it falls least in pre-LN networks": bool(
            fall.sel(curve="pre-LN") < fall.drop_sel(curve="pre-LN").min()
        ),
    }


FIGURE = Figure(
    id="ammup-fig4",
    says="At the first step the maximal update rate falls with depth, least in pre-LN networks.",
    source=AMMUP.figure(4),
    caption="""Mean update energy S-bar of one step of SGD over the learning rate (mse, the part due
    to the labels, ten outputs), depth from light to dark: exact (lines) and simulated (markers, 95
    % intervals). It is quadratic in the rate, and 1 at the maximal update rate eta* (dashed). The
    paper's figure shows the training loss of ViT, BEiT and CCT over the rate, whose curves shift to
    the left with depth; these curves of trained networks need sweeps of learning rates and are not
    drawn. All lines are at infinite width.""",
    runs="{samples} networks of width {width} for each curve, seed {seed}; the points of a curve "
    "come from one run.",
    shows="""Mean update energy of one step of SGD over the learning rate, L = {depths} depth units.
    Exact at infinite width (lines) and simulated (markers, 95 % intervals; mse, the part due to the
    labels, ten outputs), depth from light to dark; dashed: 1, the energy at the maximal update rate
    eta*. In the titles: the change of the exact eta* from the least to the largest depth.""",
    claims=("AMMUP-E09-quadratic", "AMMUP-P3-post", "AMMUP-MC-plain-linear"),
    height=2.8,
    quick=Parameters(),
    paper=Parameters(width=512, samples=400, depths=(2, 4, 8, 16, 32), points=9),
    tiny={"width": 8, "samples": 6, "depths": (2, 8), "points": 3},
    data=data,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
