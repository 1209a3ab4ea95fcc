"""AM-muP, beyond the paper: Table 1's exponents beside exact fits at finite depth."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.claims.ammup.printed import TABLE_1
from depthlaws.figures.ammup import rates
from depthlaws.figures.ammup.rates import LOOKS, Curve
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variables import described, exact, given, simulated
from depthlaws.sims.onestep import fitted_slope
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.updates.architecture import NoTheoryError

FREE = {"activation": "linear", "scaled": "none"}
CURVES = (
    Curve("plain ReLU", "plain", {"activation": "relu"}),
    Curve("plain linear", "plain", {"activation": "linear"}),
    Curve("post-LN", "residual", {**FREE, "norm": "post"}),
    Curve("residual", "residual", {"activation": "linear"}),
)


@dataclass(frozen=True)
class Parameters:
    """The first depth of all fits, the last depths, and the simulated networks."""

    first: int = 3
    last: tuple[int, ...] = (6, 12, 24, 48, 96)
    shown: tuple[int, ...] = (6, 12)
    width: int = 160
    samples: int = 180


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Least-squares exponents over doublings from the first depth to the last."""
    p = parameters
    law, finite, point, error = [], [], [], []
    for i, curve in enumerate(CURVES):
        law.append(
            [
                rates.slope(
                    depths,
                    updates.max_update_rate(curve.network, depths, part="label", **curve.words),
                )
                for depths in (_depths(p.first, last) for last in p.last)
            ]
        )
        finite.append([_at_width(curve, _depths(p.first, last), p.width) for last in p.shown])
        depths = _depths(p.first, p.shown[-1])
        runs = rates.budgets(
            curve.network,
            depths,
            samples=p.samples,
            seed=seed + i,
            part="label",
            labels=8,
            width=p.width,
            outputs=10,
            **curve.words,
        )
        by_depth = {L: run.budget for L, run in zip(depths, runs, strict=True)}
        found = [fitted_slope({L: v for L, v in by_depth.items() if last >= L}) for last in p.shown]
        point.append([one.value for one in found])
        error.append([1.96 * one.error for one in found])
    made = xr.Dataset(
        {
            "exact": (("curve", "last"), np.array(law)),
            "finite": (("curve", "shown"), np.array(finite)),
            "simulated": (("curve", "shown"), np.array(point)),
            "error": (("curve", "shown"), np.array(error)),
            "printed": (
                ("model", "dataset"),
                np.array([[float(v) for v in row] for row in TABLE_1.values()]),
            ),
        },
        {
            "curve": [c.label for c in CURVES],
            "last": list(p.last),
            "shown": list(p.shown),
            "model": list(TABLE_1),
        },
    )
    return described(
        made.assign_attrs(first=p.first, width=p.width),
        exact=exact("least-squares exponent from the first to the last depth, infinite width"),
        finite=exact("the same at the simulated width; NaN where there is no law"),
        simulated=simulated("the same, simulated"),
        error=simulated("half of its 95 % interval"),
        printed=given("exponents of table 1"),
        curve=given("network"),
        last=given("last depth of the fit"),
        shown=given("last depth of the fit"),
        model=given("model of table 1"),
    )


def _at_width(curve: Curve, depths: list[int], width: int) -> float:
    """Exact exponent at a finite width; NaN where there is no law."""
    try:
        found = updates.max_update_rate(
            curve.network, depths, part="label", width=width, outputs=10, **curve.words
        )
    except NoTheoryError:
        return float("nan")
    return rates.slope(depths, np.asarray(found))


def _depths(first: int, last: int) -> list[int]:
    """First depth and its doublings up to the last."""
    found = [first]
    while 2 * found[-1] <= last:
        found.append(2 * found[-1])
    return found


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Left: exponents of fits over growing ranges. Right: the nine of Table 1."""
    left, right = style.panels(canvas, 1, 2, sharey=True, width_ratios=(2, 1))[0]
    for look, name in zip(LOOKS, ds.curve.values, strict=False):
        one = ds.sel(curve=name)
        left.plot(ds["last"], one.exact, **style.line(look))
        if np.isfinite(one.finite).all():
            thin = {"linewidth": 0.6, "linestyle": "-", "color": look["color"]}
            left.plot(ds.shown, one.finite, **style.line(thin))
        left.errorbar(ds.shown, one.simulated, one.error, **style.bars(look))
    for axis in (left, right):
        axis.axhline(-1.5, **style.GUIDE)
    left.set_ylabel("fitted exponent")
    style.counts(left, ds["last"].values, f"last depth of the fit, from $L={ds.first}$")
    left.set_title("exact fits at finite depth")
    for i, model in enumerate(ds.model.values):
        values = ds.printed.sel(model=model).values
        right.plot(
            [i] * len(values),
            values,
            **{**style.GUIDE, "linestyle": "", "marker": "x", "markersize": 5, "color": "black"},
        )
    right.set_xticks(range(ds.sizes["model"]), [str(m) for m in ds.model.values])
    right.set(xlim=(-0.5, ds.sizes["model"] - 0.5), xlabel="trained, as printed")
    right.set_title("Table 1")
    style.letters([left, right])
    handles = [
        style.entry(look, str(name)) for look, name in zip(LOOKS, ds.curve.values, strict=False)
    ]
    handles.append(style.entry({"color": "0.3", "linewidth": 0.6}, f"exact, width {ds.width}"))
    style.legend(canvas, handles)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Mean of Table 1 beside the exact fits of the networks that its rows are made of."""
    at = ds.exact.isel(last=min(2, ds.sizes["last"] - 1))
    return [Quote("mean of the nine", "-1.38", float(ds.printed.mean()))] + [
        Quote(f"{name}, fitted up to L = {int(at['last'])}", "-1.38", float(at.sel(curve=name)))
        for name in ds.curve.values
    ]


FIGURE = Figure(
    id="ammup-table-slopes",
    says="Table 1's mean of -1.38 is what the exact law gives plain ReLU networks at finite depth; "
    "that of its residual row is not.",
    source=AMMUP.table(1),
    caption="""A: exponent of the maximal update rate fitted by least squares over doublings of the
    depth from the first to the last one: exact at infinite width (lines), and simulated (markers,
    95 % intervals). At the simulated width, where each layer adds its part of order 1/n, exponents
    lie lower: exact there (thin lines) but for post-LN networks, which have no law. The distance to
    -3/2 (dashed) is no scatter: it is the 1 + O(1/L) that the paper leaves out, and shrinks as the
    fit reaches deeper. Residual networks with K^(-1/2) in the weights tend to -1. B: the nine
    exponents that Table 1 prints for trained CNN, ResNet and ViT (crosses), whose depths the paper
    does not give: a row cannot be compared with a fit.""",
    runs="{samples} networks of width {width} a depth, seed {seed}.",
    claims=("AMMUP-T1", "AMMUP-X17", "AMMUP-X17-t", "AMMUP-MC-slopes"),
    height=2.9,
    quick=Parameters(),
    paper=Parameters(width=512, samples=600, shown=(6, 12, 24)),
    tiny={"first": 1, "last": (2, 4), "shown": (2,), "width": 8, "samples": 8},
    data=data,
    draw=draw,
    quotes=quotes,
)
