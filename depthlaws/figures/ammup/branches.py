"""AM-muP, beyond the paper: exponent of eta* by the place of K^-1/2 and the branch depth."""

from dataclasses import dataclass

import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.ammup import rates
from depthlaws.figures.ammup.rates import LINE_STYLES, Curve
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variable_attributes import describe
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


@dataclass(frozen=True)
class Parameters:
    """Sizes of the simulated networks."""

    width: int = 96
    samples: int = 60
    depths: tuple[int, ...] = (4, 8, 16, 32)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Maximal update rates over the number of blocks."""
    p = parameters
    curves = [Curve(c.label, c.network, _options(c), _law_options(c, p.width)) for c in CURVES]
    dataset = rates.rate_curves(
        curves, p.depths, width=p.width, samples=p.samples, seed=seed, part="label", labels=8
    )
    return describe(dataset, **rates.ATTRIBUTES)


def _options(curve: Curve) -> dict:
    """Options of a curve without the default branch depth 1."""
    return {k: v for k, v in curve.words.items() if (k, v) != ("branch_depth", 1)}


def _law_options(curve: Curve, width: int) -> dict:
    """Return the width as an option if the law has one."""
    return {} if curve.words.get("branch_depth", 1) > 1 else {"width": width}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw rates over the number of blocks, and guides with the exact exponents."""
    ((axis,),) = style.panels(canvas, 1, 1)
    x = ds.depth.values
    for look, name, power in zip(LINE_STYLES, ds.curve.values, EXPONENTS, strict=False):
        curve = ds.sel(curve=name)
        first = float(curve.simulated[0])
        axis.plot(x, first * (x / x[0]) ** power, **style.GUIDE)
        text = f"{name}: " + (f"$K^{{{power:.0f}}}$" if power else "$K^0$")
        at = float(curve.simulated[-1])
        style.end_label(axis, text, float(x[-1]) * 1.08, at, color=look["color"])
    rates.draw_curves(axis, ds)
    axis.set_ylabel(r"maximal update rate $\eta^*\sqrt{n/m}$")
    axis.set_xlabel("residual blocks $K$")
    axis.set_xlim(right=float(x[-1]) * 1.06)
    axis.set_ylim(bottom=0.6 * axis.get_ylim()[0])
    style.legend(canvas, style.theory_and_simulation())


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Fitted exponents; the paper says that branches change constants only."""
    return [
        Quote(f"{name}: fitted exponent", "-3/2", float(ds.slope.sel(curve=name)))
        for name in ds.curve.values
    ]


FIGURE = Figure(
    id="ammup-branches",
    says="With K^-1/2 on each tensor of a branch the exponent of eta* over K blocks is -1, 0 and "
    "+1 for one, two and three tensors.",
    source=AMMUP.eq(5),
    caption="""Maximal update rate of linear residual networks over the number of blocks K (mse,
    SGD, the part due to the labels, ten outputs). With K^(-1/2) on each of beta tensors of a
    branch, as in eq. (5), the exponent is beta - 2 (markers: simulated, with 95 % intervals; lines:
    exact, at infinite width for branches of several tensors; dashed: the power law through the
    first point). With K^(-1/2) on the last tensor only, the exponent is -1 for every branch depth.
    With K^(-1/2) as a multiplier outside the weights it is 0, because a step then moves the branch
    K times less. The paper says that weights and multiplier are equivalent, and that the inside of
    a branch changes constants only.""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    claims=("AMMUP-MC-residual", "AMMUP-MC-multiplier", "AMMUP-B-branch-depth"),
    height=2.9,
    quick=Parameters(),
    paper=Parameters(width=256, samples=300, depths=(4, 8, 16, 32, 64)),
    tiny={"width": 8, "samples": 8, "depths": (4, 32)},
    data=data,
    draw=draw,
    quotes=quotes,
)
