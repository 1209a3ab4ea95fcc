"""AM-muP, beyond the paper: exponent of eta* by the place of K^-1/2 and the branch depth."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import LINE_STYLES, Curve

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
    """Sizes of the simulated networks, and numbers of blocks of the exact local exponents."""

    width: int = setting(96, "width of the networks", **WIDTH)
    samples: int = setting(60, "networks for each point", **SAMPLES)
    depths: tuple[int, ...] = setting(
        (4, 8, 16, 32), "numbers of blocks", **(rates.DEPTHS | {"name": "K"})
    )
    far: tuple[int, ...] = (4, 8, 16, 32, 64, 128, 256, 512)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Maximal update rates over the number of blocks, and their local exponents."""
    p = parameters
    curves = [Curve(c.label, c.network, _options(c), _law_options(c, p.width)) for c in CURVES]
    dataset = rates.rate_curves(
        curves, p.depths, width=p.width, samples=p.samples, seed=seed, part="label", labels=8
    )
    local = [
        updates.local_slope("residual", list(p.far), part="label", **_options(c)) for c in CURVES
    ]
    dataset["local"] = (("curve", "far"), np.array(local))
    return describe(
        dataset.assign_coords(far=list(p.far)),
        **rates.ATTRIBUTES,
        local=exact("exponent of the rate from K to 2K, infinite width"),
        far=given("residual blocks K"),
    )


def _options(curve: Curve) -> dict:
    """Options of a curve without the default branch depth 1."""
    return {k: v for k, v in curve.words.items() if (k, v) != ("branch_depth", 1)}


def _law_options(curve: Curve, width: int) -> dict:
    """Return the width as an option if the law has one."""
    return {} if curve.words.get("branch_depth", 1) > 1 else {"width": width}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw rates over the number of blocks at the left, their local exponents at the right."""
    ((left, right),) = style.panels(canvas, 1, 2)
    rates.draw_curves(left, ds)
    left.set(ylabel=r"rate $\eta^*\sqrt{n/m}$", xlabel="residual blocks $K$")
    left.set_title("exact and simulated")
    for power in sorted(set(EXPONENTS)):
        right.axhline(power, **style.GUIDE)
    for look, name in zip(LINE_STYLES, ds.curve.values, strict=False):
        right.plot(ds.far, ds.local.sel(curve=name), **style.line(look))
    right.set_ylabel(r"local exponent of $\eta^*$, $K$ to $2K$")
    style.count_ticks(right, ds.far.values, "residual blocks $K$")
    right.set_title("dashed: limits $-1$, $0$ and $+1$")
    style.panel_letters([left, right])
    handles = [
        style.legend_entry(look, str(name))
        for look, name in zip(LINE_STYLES, ds.curve.values, strict=False)
    ]
    style.legend(canvas, handles)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Fitted exponents; the paper says that branches change constants only."""
    return [
        Quote(f"{name}: fitted exponent", "-3/2", float(ds.slope.sel(curve=name)))
        for name in ds.curve.values
    ]


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, tuple[str, ...]]:
    """Exponents fitted over the simulated numbers of blocks, of one, two and three tensors."""
    names = [c.label for c in CURVES if c.words.get("scaled") is None]
    return {"fitted": tuple(f"{float(ds.slope.sel(curve=n)):.2f}" for n in names)}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact local exponents at the largest number of blocks, beside their limits."""
    off = abs(ds.local - xr.DataArray(list(EXPONENTS), {"curve": ds.curve}, "curve"))
    return {
        "the exponents end within 0.05 of -1, 0 and +1": bool((off.isel(far=-1) < 0.05).all()),
        "they come nearer": bool((off.isel(far=-1) < off.isel(far=0)).all()),
    }


FIGURE = Figure(
    id="ammup-branches",
    says="With K^-1/2 on each tensor of a branch the exponent of eta* over K blocks tends to -1, 0 "
    "and +1 for one, two and three tensors.",
    source=AMMUP.eq(5),
    caption="""A: maximal update rate of linear residual networks over the number of blocks K (mse,
    SGD, the part due to the labels, ten outputs). Markers: simulated, with 95 % intervals; lines:
    exact at the simulated width for branches of one tensor, at infinite width for several. B: exact
    exponents between K and 2K at infinite width; dashed: their limits. With K^(-1/2) on each of
    beta tensors of a branch, as in eq. (5), the limit is beta - 2; over the few blocks of A the
    fitted exponents of one, two and three tensors are still {fitted}. With K^(-1/2) on the last
    tensor only, the limit is -1 for every branch depth. With K^(-1/2) as a multiplier outside the
    weights it is 0, because a step then moves the branch K times less. The paper says that weights
    and multiplier are equivalent, and that the inside of a branch changes constants only.""",
    runs="{samples} networks of width {width} for each point, seed {seed}.",
    shows="""Maximal update rates of linear residual networks over K = {depths} blocks, with K^-1/2
    in five places. (A) Simulated (markers, 95 % intervals; mse, SGD, the part due to the labels,
    ten outputs) and exact (lines; at the simulated width for branches of one tensor, at infinite
    width for several). (B) Exact exponents between K and 2K at infinite width; dashed: their limits
    at many blocks.""",
    claims=("AMMUP-MC-residual", "AMMUP-MC-multiplier", "AMMUP-B-branch-depth"),
    height=3.1,
    quick=Parameters(),
    paper=Parameters(width=256, samples=300, depths=(4, 8, 16, 32, 64)),
    tiny={"width": 8, "samples": 8, "depths": (4, 32), "far": (4, 256)},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
