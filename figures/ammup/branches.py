"""AM-muP, beyond the paper: where the K^-1/2 stands, and how deep a branch is."""

from dataclasses import dataclass

import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.ammup import rates
from depthlaws.figures.ammup.rates import LOOKS, Curve
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described
from depthlaws.theory.papers import AMMUP

LINEAR = {"activation": "linear"}
CURVES = (
    Curve("1 tensor, weights", "residual", {**LINEAR, "branch_depth": 1}, {}),
    Curve("1 tensor, multiplier", "residual", {**LINEAR, "scaled": "multiplier"}, {}),
    Curve("2 tensors, each", "residual", {**LINEAR, "branch_depth": 2}, {}),
    Curve("3 tensors, each", "residual", {**LINEAR, "branch_depth": 3}, {}),
    Curve("2 tensors, last only", "residual", {**LINEAR, "branch_depth": 2, "scaled": "last"}, {}),
)
EXPONENTS = (-1.0, 0.0, 0.0, 1.0, -1.0)
APART = {  # factors that keep the labels from each other
    "1 tensor, weights": 1.5,
    "1 tensor, multiplier": 0.75,
    "2 tensors, each": 1.3,
    "3 tensors, each": 1.0,
    "2 tensors, last only": 0.85,
}


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks."""

    width: int = 96
    samples: int = 60
    depths: tuple[int, ...] = (4, 8, 16, 32)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Rates over the number of blocks."""
    p = parameters
    plain = [Curve(c.label, c.network, _asked(c), _law_words(c, p.width)) for c in CURVES]
    found = rates.family(
        plain, p.depths, width=p.width, samples=p.samples, seed=seed, part="label", labels=8
    )
    return described(found, **rates.SAID)


def _asked(curve: Curve) -> dict:
    return {k: v for k, v in curve.words.items() if (k, v) != ("branch_depth", 1)}


def _law_words(curve: Curve, width: int) -> dict:
    """The width, where the law knows it."""
    return {} if curve.words.get("branch_depth", 1) > 1 else {"width": width}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """One panel: rates over the number of blocks, and guides of the exponents."""
    ((axis,),) = style.panels(canvas, 1, 1)
    x = ds.depth.values
    for look, name, power in zip(LOOKS, ds.curve.values, EXPONENTS, strict=False):
        one = ds.sel(curve=name)
        first = float(one.simulated[0])
        axis.plot(x, first * (x / x[0]) ** power, **style.GUIDE)
        text = f"{name}: " + (f"$K^{{{power:.0f}}}$" if power else "$K^0$")
        at = float(one.simulated[-1]) * APART[str(name)]
        style.say(axis, text, float(x[-1]) * 1.08, at, color=look["color"])
    rates.draw_family(axis, ds)
    axis.set_ylabel(r"maximal update rate $\eta^*\sqrt{n/m}$")
    axis.set_xlabel("residual blocks $K$")
    axis.set_xlim(right=float(x[-1]) * 1.06)
    axis.set_ylim(bottom=0.6 * axis.get_ylim()[0])
    style.legend(canvas, style.theory_and_simulation())


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Fitted exponents beside the paper's, which lets branches change constants only."""
    return [
        Quote(f"{name}: fitted exponent", "-3/2", float(ds.slope.sel(curve=name)))
        for name in ds.curve.values
    ]


FIGURE = Figure(
    id="ammup-branches",
    says="Inside a branch nothing is a detail: its depth and the place of K^-1/2 move the exponent "
    "from -1 to +1.",
    source=AMMUP.eq(5),
    caption="""Maximal update rate of linear residual networks over the number of blocks K (mse,
    SGD, the part due to the labels, ten outputs). Where eq. (5) puts K^(-1/2) on each of beta
    tensors of a branch, the exponent is beta - 2 (markers: simulated, with 95 % intervals; lines:
    exact, at infinite width where a branch has several tensors; dashed: the power law through the
    first point). On the last tensor only it is -1 for every depth of the branch; as a multiplier
    outside the weights it is 0, because a step then moves the branch K times less. The paper calls
    weights and multiplier equivalent and says that a branch's inside affects constants only.""",
    runs="{samples} networks of width {width} a point, seed {seed}.",
    claims=("AMMUP-MC-residual", "AMMUP-MC-multiplier", "AMMUP-B-branch-depth"),
    height=2.9,
    quick=Parameters(),
    paper=Parameters(width=256, samples=300, depths=(4, 8, 16, 32, 64)),
    tiny={"width": 8, "samples": 8, "depths": (1, 2)},
    data=data,
    draw=draw,
    quotes=quotes,
)
