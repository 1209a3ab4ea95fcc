"""AM-muP: Figure 5, the ablations of Table 3 by their first step."""

from dataclasses import dataclass, replace

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.claims.ammup.printed import TABLE_3
from depthlaws.figures.ammup import rates
from depthlaws.figures.ammup.rates import BLACK, Curve
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, exact, given
from depthlaws.theory.papers import AMMUP

FREE = {"scaled": "none"}
ROWS = {  # rows of Table 3 that the first step can tell apart, and the network that stands for it
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


SHOWN = ("exact_slope", "slope", "slope_error", "log_slope", "log_slope_error", "curve")
HEAVY = "plain GELU, SGD"  # few networks carry its mean: shown by its mean logarithm, too
SQUARE = {"color": style.BLUE, "marker": "s"}


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks."""

    width: int = 160
    samples: int = 120
    depths: tuple[int, ...] = (2, 4, 8)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Exponents over the depths, exact at infinite width where there is a law, and simulated."""
    p = parameters
    at_width = replace(ROWS["CNN", "Baseline"], theory={"width": p.width})
    curves = [at_width, *list(ROWS.values())[1:]]
    found = rates.family(
        curves,
        p.depths,
        width=p.width,
        samples=p.samples,
        seed=seed,
        part="label",
        labels=8,
    )
    printed = [float(TABLE_3[row][2]) for row in ROWS]
    found = found[[name for name in SHOWN if name in found]].assign(
        printed=("curve", np.array(printed)),
        row=("curve", [" ".join(row) for row in ROWS]),
    )
    said = {name: rates.SAID[name] for name in SHOWN}
    found = found.drop_vars("depth", errors="ignore")
    found["low"], found["high"] = (
        found.exact_slope * 0 + np.arange(len(ROWS)) + s for s in (-0.3, 0.3)
    )
    return described(
        found,
        **said,
        printed=given("exponent of the trained networks, as printed"),
        row=given("row of table 3"),
        low=exact("lower end of a mark"),
        high=exact("upper end of a mark"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Exponents side by side, a row each."""
    ((axis,),) = style.panels(canvas, 1, 1)
    places = np.arange(ds.sizes["curve"])
    for i in places:
        one = ds.isel(curve=i)
        if np.isfinite(one.exact_slope):
            at = [float(one.exact_slope)] * 2
            axis.plot(at, [float(one.low), float(one.high)], **style.line(BLACK, linewidth=1.6))
    axis.errorbar(ds.slope, places, xerr=ds.slope_error, **style.bars(BLACK))
    place, one = list(ds.curve.values).index(HEAVY), ds.sel(curve=HEAVY)
    axis.errorbar(one.log_slope, place, xerr=one.log_slope_error, **style.bars(SQUARE))
    axis.plot(
        ds.printed, places, **{**style.GUIDE, "linestyle": "", "marker": "x", "color": style.OTHER}
    )
    axis.axvline(-1.5, **style.GUIDE)
    words = [f"{row}:\n{name}" for row, name in zip(ds.row.values, ds.curve.values, strict=True)]
    axis.set_yticks(places, words)
    axis.invert_yaxis()
    axis.set_xlabel(r"exponent of $\eta^*$ in the depth")
    crosses = style.entry({"color": style.OTHER, "linestyle": "", "marker": "x"}, "printed")
    squares = style.entry(style.points(SQUARE), "simulated, by the mean logarithm")
    style.legend(canvas, [*style.theory_and_simulation("exact"), squares, crosses])


def quotes(ds: xr.Dataset) -> list[Quote]:
    """First-step exponents beside the printed ones."""
    return [
        Quote(f"{row}: exponent of the first step", f"{float(printed):.3f}", float(ours))
        for row, printed, ours in zip(ds.row.values, ds.printed, ds.slope, strict=True)
    ]


FIGURE = Figure(
    id="ammup-fig5",
    says="By the first step Adam's exponents are shallower than those of SGD, as in training, and "
    "residual ones shallower than plain ones, unlike it.",
    source=AMMUP.figure(5),
    caption="""Exponents of the maximal update rate eta* over depths {depths} by the first step (ten
    outputs, for SGD the part due to the labels): exact at infinite width, for plain ReLU at the
    simulated one (vertical marks) and simulated with fully connected networks (hollow, 95 %
    intervals), beside those that Table 3 prints for trained networks (crosses; their depths are not
    given). Sign descent stands for Adam's first step, layers without convolution and attention for
    CNN and ViT; batch normalisation and dropout have no twin here. GELU is far from its limit here
    in the mean, which few networks carry: its variance has an unstable fixed point, and finite
    networks leave it to both sides. By the mean logarithm (square) it is at the law; the mean comes
    nearer as the width grows. Dashed: -3/2. The nine panels of the paper's figure show sweeps of
    trained networks and are not drawn.""",
    runs="{samples} networks of width {width} a depth, seed {seed}.",
    claims=("AMMUP-T3", "AMMUP-X15", "AMMUP-MC-slopes"),
    height=3.3,
    quick=Parameters(),
    paper=Parameters(width=512, samples=1000, depths=(2, 4, 8, 16)),
    tiny={"width": 8, "samples": 8, "depths": (1, 2)},
    data=data,
    draw=draw,
    quotes=quotes,
)
