"""AM-muP, beyond the paper: exponents of Table 1 beside exact fits at finite depth."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, WIDTH, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.onestep import fitted_slope
from depthlaws.theory import updates
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.updates.missing_laws import NoTheoryError
from depthlaws_papers.ammup.claims.printed import TABLE_1
from depthlaws_papers.ammup.figures import rates
from depthlaws_papers.ammup.figures.rates import NETWORK_LOOKS, Curve

FREE = {"activation": "linear", "scaled": "none"}
CURVES = (
    Curve("plain ReLU", "plain", {"activation": "relu"}),
    Curve("plain linear", "plain", {"activation": "linear"}),
    Curve("post-LN", "residual", {**FREE, "norm": "post"}),
    Curve("residual", "residual", {"activation": "linear"}),
)


@dataclass(frozen=True)
class Parameters:
    """First depth of all fits, last depths, and sizes of the simulated networks."""

    first: int = 3
    last: tuple[int, ...] = (6, 12, 24, 48, 96)
    shown: tuple[int, ...] = (6, 12)
    width: int = setting(160, "width of the networks", **WIDTH)
    samples: int = setting(180, "networks for each point", **SAMPLES)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Least-squares exponents over doublings from the first depth to the last."""
    p = parameters
    law, finite, point, error = [], [], [], []
    for i, curve in enumerate(CURVES):
        law.append(
            [
                rates.fitted_exponent(
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
        fits = [fitted_slope({L: v for L, v in by_depth.items() if last >= L}) for last in p.shown]
        point.append([fit.value for fit in fits])
        error.append([1.96 * fit.error for fit in fits])
    dataset = xr.Dataset(
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
    return describe(
        dataset.assign_attrs(first=p.first, width=p.width),
        exact=exact("least-squares exponent from the first to the last depth, infinite width"),
        finite=exact("least-squares exponent at the simulated width; NaN without a law"),
        simulated=simulated("simulated least-squares exponent"),
        error=simulated("half of the 95 % interval of the simulated exponent"),
        printed=given("exponents of table 1"),
        curve=given("network"),
        last=given("last depth of the fit"),
        shown=given("last depth of the fit"),
        model=given("model of table 1"),
    )


def _at_width(curve: Curve, depths: list[int], width: int) -> float:
    """Return the exact exponent at a finite width; NaN if there is no law."""
    try:
        rates_at_width = updates.max_update_rate(
            curve.network, depths, part="label", width=width, outputs=10, **curve.words
        )
    except NoTheoryError:
        return float("nan")
    return rates.fitted_exponent(depths, np.asarray(rates_at_width))


def _depths(first: int, last: int) -> list[int]:
    """Return the first depth and its doublings up to the last."""
    depths = [first]
    while 2 * depths[-1] <= last:
        depths.append(2 * depths[-1])
    return depths


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw exponents of fits over growing ranges at the left and those of Table 1 at the right."""
    left, right = style.panels(canvas, 1, 2, sharey=True, width_ratios=(2, 1))[0]
    for i, name in enumerate(ds.curve.values):
        curve, look = ds.sel(curve=name), NETWORK_LOOKS[str(name)]
        left.plot(ds["last"], curve.exact, **style.line(look))
        if np.isfinite(curve.finite).all():
            thin = {"linewidth": 0.6, "linestyle": "-", "color": look["color"]}
            left.plot(ds.shown, curve.finite, **style.line(thin))
        beside = ds.shown * BESIDE ** (i - (len(CURVES) - 1) / 2)
        left.errorbar(beside, curve.simulated, curve.error, **style.bars(look))
    for axis in (left, right):
        axis.axhline(-1.5, **style.GUIDE)
        axis.axhline(ds.printed.mean(), **MEAN)
    left.set_ylabel("fitted exponent")
    left.margins(y=0.08)
    style.count_ticks(left, ds["last"].values, f"last depth of the fit, from $L={ds.first}$")
    left.set_title("exact fits at finite depth")
    for i, model in enumerate(ds.model.values):
        values = ds.printed.sel(model=model).values
        right.plot(
            [i] * len(values),
            values,
            **{
                **style.GUIDE,
                "linestyle": "",
                "marker": "x",
                "markersize": 5,
                "color": "black",
                "zorder": 3,
            },
        )
        mean = float(ds.printed.sel(model=model).mean())
        right.plot([i - 0.3, i + 0.3], [mean, mean], **{**MEAN, "linewidth": 2.0})
    right.set_xticks(range(ds.sizes["model"]), [str(m) for m in ds.model.values])
    right.set(xlim=(-0.5, ds.sizes["model"] - 0.5), xlabel="trained, as printed")
    right.set_title("Table 1")
    style.panel_letters([left, right])
    handles = [style.legend_entry(NETWORK_LOOKS[str(name)], str(name)) for name in ds.curve.values]
    handles.append(
        style.legend_entry({"color": "0.3", "linewidth": 0.6}, f"exact, width {ds.width}")
    )
    handles.append(style.legend_entry(MEAN, "mean of Table 1"))
    style.legend(canvas, handles)


BESIDE = 1.035  # factor in the depth between points of two networks, so that none hides another
MEAN = {**style.GUIDE, "color": "#cc79a7", "linewidth": 1.1, "linestyle": "-"}


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Mean of Table 1, and exact fits of networks like those of its rows."""
    at = ds.exact.isel(last=min(2, ds.sizes["last"] - 1))
    return [Quote("mean of the nine", "-1.38", float(ds.printed.mean()))] + [
        Quote(f"{name}, fitted up to L = {int(at['last'])}", "-1.38", float(at.sel(curve=name)))
        for name in ds.curve.values
    ]


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Mean of the printed exponents, of all models and of ResNet."""
    means = {"mean": ds.printed.mean(), "resnet": ds.printed.sel(model="ResNet").mean()}
    fits = ds.exact.sel(curve="plain ReLU")
    ends = {"least_last": fits[0], "most_last": fits[-1]}
    return {name: f"{float(value):.2f}" for name, value in (means | ends).items()}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exact fits of plain ReLU networks over the last depth, and the mean of the printed ones."""
    fits, mean = ds.exact.sel(curve="plain ReLU"), float(ds.printed.mean())
    return {
        "exact fits fall towards -3/2": bool((fits.diff("last") < 0).all() and (fits > -1.5).all()),
        "they pass the mean of Table 1": bool(fits[0] > mean > fits[-1]),
    }


FIGURE = Figure(
    id="ammup-table-slopes",
    says="Exact fits of plain ReLU networks fall towards -3/2 as the last depth grows, and pass "
    "the mean of Table 1's trained networks.",
    source=AMMUP.table(1),
    caption="""A: exponent of the maximal update rate fitted by least squares over doublings of the
    depth from the first to the last one: exact at infinite width (lines), and simulated (markers
    side by side, 95 % intervals). At the simulated width, where each layer adds its part of order
    1/n, exponents lie lower: exact there (thin lines) but for post-LN networks, which have no law.
    The distance to -3/2 (dashed) is not noise: it comes from the factor 1 + O(1/L) that the paper
    neglects, and shrinks as the last depth grows: plain ReLU networks go from {least_last} to
    {most_last}. Residual networks with K^(-1/2) in the weights tend to -1. B: the nine exponents
    that Table 1 prints for trained CNN, ResNet and ViT (crosses; their mean, pink in both panels,
    is {mean}, that of ResNet {resnet}). The paper does not give the depths of these fits, so that
    it is not known which last depth of panel A belongs to a cross.""",
    runs="{samples} networks of width {width} for each depth, seed {seed}.",
    shows="""Exponents of the maximal update rate, fitted over doublings of the depth from L =
    {first}. (A) Least-squares fits over the last depth: exact at infinite width (lines), exact at
    the simulated width where there is a law (thin lines), and simulated (markers, 95 % intervals);
    dashed: -3/2. (B) Exponents printed for trained CNN, ResNet and ViT (crosses; their mean, pink
    in both panels, is {mean}).""",
    claims=("AMMUP-B-fits", "AMMUP-T1", "AMMUP-X17", "AMMUP-X17-t", "AMMUP-MC-slopes"),
    height=3.3,
    quick=Parameters(),
    paper=Parameters(width=512, samples=600, shown=(6, 12, 24)),
    tiny={"first": 3, "last": (6, 96), "shown": (6,), "width": 8, "samples": 8},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
