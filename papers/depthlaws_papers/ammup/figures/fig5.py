"""AM-muP: Figure 5, exponents of the ablations of Table 3 at the first step."""

from dataclasses import dataclass, replace

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.printed import TABLE_3
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import BLACK, Curve

FREE = {"scaled": "none"}
ROWS = {  # rows of Table 3 that differ at the first step, and the network simulated for each
    ("CNN", "Baseline"): Curve("plain ReLU, SGD", "plain", {}),
    ("CNN", "GELU"): Curve("plain GELU, SGD", "plain", {"activation": "gelu"}),
    ("CNN", "Adam"): Curve("plain ReLU, sign", "plain", {"optimizer": "sign"}),
    ("ResNet", "Baseline"): Curve("residual ReLU, SGD", "residual", {}),
    ("ResNet", "Adam"): Curve("residual ReLU, sign", "residual", {"optimizer": "sign"}, None),
    ("ViT", "Pre-LN"): Curve(
        "pre-LN, SGD", "residual", {**FREE, "activation": "linear", "norm": "pre"}
    ),
    ("ViT", "Post-LN"): Curve(
        "post-LN, SGD", "residual", {**FREE, "activation": "linear", "norm": "post"}
    ),
}


VARIABLES = ("exact_slope", "slope", "slope_error", "log_slope", "log_slope_error", "curve")
HEAVY_TAILED = "plain GELU, SGD"  # its mean depends on few networks: the mean log is drawn too
BELOW = 0.32  # rows between a bar and the cross below it, which the bar would strike through
SQUARE = {"color": style.BLUE, "marker": "s"}


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks."""

    width: int = setting(160, "width of the networks", **WIDTH)
    samples: int = setting(120, "networks for each point", **SAMPLES)
    depths: tuple[int, ...] = setting((2, 4, 8), "depths", **rates.DEPTHS)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Exponents over the depths, exact at infinite width where there is a law, and simulated."""
    p = parameters
    at_width = replace(ROWS["CNN", "Baseline"], theory={"width": p.width})
    curves = [at_width, *list(ROWS.values())[1:]]
    dataset = rates.rate_curves(
        curves,
        p.depths,
        width=p.width,
        samples=p.samples,
        seed=seed,
        part="label",
        labels=8,
    )
    printed = [float(TABLE_3[row][2]) for row in ROWS]
    dataset = dataset[[name for name in VARIABLES if name in dataset]].assign(
        printed=("curve", np.array(printed)),
        row=("curve", [" ".join(row) for row in ROWS]),
    )
    attributes = {name: rates.ATTRIBUTES[name] for name in VARIABLES}
    dataset = dataset.drop_vars("depth", errors="ignore")
    dataset["low"], dataset["high"] = (
        dataset.exact_slope * 0 + np.arange(len(ROWS)) + s for s in (-0.3, 0.3)
    )
    return describe(
        dataset,
        **attributes,
        printed=given("exponent of the trained networks, as printed"),
        row=given("row of table 3"),
        low=exact("lower end of a mark"),
        high=exact("upper end of a mark"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one row for each network with its exponents."""
    ((axis,),) = style.panels(canvas, 1, 1)
    places = np.arange(ds.sizes["curve"])
    for i in places:
        curve = ds.isel(curve=i)
        if np.isfinite(curve.exact_slope):
            at = [float(curve.exact_slope)] * 2
            axis.plot(at, [float(curve.low), float(curve.high)], **style.line(BLACK, linewidth=1.6))
    axis.errorbar(ds.slope, places, xerr=ds.slope_error, **style.bars(BLACK))
    place, curve = list(ds.curve.values).index(HEAVY_TAILED), ds.sel(curve=HEAVY_TAILED)
    axis.errorbar(curve.log_slope, place, xerr=curve.log_slope_error, **style.bars(SQUARE))
    axis.plot(
        ds.printed,
        places + BELOW,
        **{**style.GUIDE, "linestyle": "", "marker": "x", "color": style.VERMILION},
    )
    axis.axvline(-1.5, **style.GUIDE)
    words = [f"{row}:\n{name}" for row, name in zip(ds.row.values, ds.curve.values, strict=True)]
    axis.set_yticks(places, words)
    axis.invert_yaxis()
    axis.set_xlabel(r"exponent of $\eta^*$ in the depth")
    crosses = style.legend_entry(
        {"color": style.VERMILION, "linestyle": "", "marker": "x"}, "printed"
    )
    squares = style.legend_entry(style.points(SQUARE), "simulated, mean logarithm")
    mark = {
        "color": "black",
        "linestyle": "",
        "marker": "|",
        "markersize": 8,
        "markeredgewidth": 1.6,
    }
    _, circles = style.theory_and_simulation()
    style.legend(canvas, [style.legend_entry(mark, "exact"), circles, squares, crosses])


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of the first step beside the printed ones."""
    return [
        Quote(f"{row}: exponent of the first step", f"{float(printed):.3f}", float(ours))
        for row, printed, ours in zip(ds.row.values, ds.printed, ds.slope, strict=True)
    ]


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exponents of Adam's rows beside those of SGD: exact where there is a law, and printed."""
    rows = ds.set_index(curve="row")
    law = rows.exact_slope.fillna(rows.slope)
    pairs = [(f"{name} Adam", f"{name} Baseline") for name in ("CNN", "ResNet")]
    return {
        f"the exponent of Adam is nearer to 0 ({kind})": all(
            bool(abs(values.sel(curve=adam)) < abs(values.sel(curve=sgd))) for adam, sgd in pairs
        )
        for kind, values in (("first step", law), ("trained", rows.printed))
    }


FIGURE = Figure(
    id="ammup-fig5",
    says="With ReLU the exponent of Adam is nearer to 0 than that of SGD, at the first step and in "
    "the paper's trained networks.",
    source=AMMUP.figure(5),
    caption="""Exponents of the maximal update rate eta* over depths {depths} at the first step (ten
    outputs, for SGD the part due to the labels): exact at infinite width, for plain ReLU at the
    simulated width (vertical marks), and simulated with fully connected networks (hollow markers,
    95 % intervals), beside the exponents that Table 3 prints for trained networks (crosses; their
    depths are not given). Sign descent represents Adam's first step, and layers without convolution
    and attention represent CNN and ViT; batch normalisation and dropout are not simulated. The mean
    of GELU networks is far from its limit: their variance has an unstable fixed point that finite
    networks leave to both sides, so few networks dominate the mean. Their mean logarithm (square)
    is at the exact exponent; the mean comes nearer to it as the width grows. Dashed: -3/2. The nine
    panels of the paper's figure show sweeps of trained networks and are not drawn.""",
    runs="{samples} networks of width {width} for each depth, seed {seed}.",
    shows="""Exponents of the maximal update rate eta* over depths {depths} at the first step. Ten
    outputs, for SGD the part due to the labels: exact at infinite width, for plain ReLU at the
    simulated width (vertical marks), and simulated with fully connected networks (hollow markers,
    95 % intervals; square: by the mean logarithm), beside exponents printed for trained networks
    (crosses). Dashed: -3/2.""",
    claims=("AMMUP-T3", "AMMUP-X15", "AMMUP-MC-slopes", "AMMUP-B-sign", "AMMUP-B-sign-skip"),
    height=3.3,
    quick=Parameters(),
    paper=Parameters(width=512, samples=1000, depths=(2, 4, 8, 16)),
    tiny={"width": 8, "samples": 8, "depths": (1, 2)},
    data=data,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
