"""Looped, beyond the papers: spread and bias of the energy at finite width.

Panel A has no exact curve: the spread is derived for one step only, not for many.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import SAMPLES, setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws_papers.looped.figures import line_styles
from depthlaws_papers.looped.figures.scaling_rules import network, point_seed

MODELS = {
    "tied, T = 1": Stream(loops=16, eps=1 / 16),
    "tied, T = 4": Stream(loops=16, eps=1 / 4),
    "untied, eps = 1/2": Stream(loops=1, layers=16, eps=1 / 2),
}


@dataclass(frozen=True)
class Parameters:
    """Widths; coordinates simulated at each width; smallest number of networks; widths of paths."""

    widths: tuple[int, ...] = (10, 32, 100, 316, 1_000, 3_162, 10_000, 100_000)
    coordinates: int = setting(
        1_200_000, "coordinates simulated at each width", whole=True, low=20_000, high=10**8
    )
    fewest: int = setting(16, "least number of networks", **SAMPLES)
    networks: int = setting(5, "networks along the loop (D)", whole=True, low=2, high=20)
    paths: tuple[int, ...] = (100, 3_162, 100_000)
    dtype: str = "float32"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Bias and spread of the output energy over width, and single networks along the loop."""
    p = parameters
    rows = [[_deviation(p, stream, d, seed) for d in p.widths] for stream in MODELS.values()]
    runs = [point.pop("run") for row in rows for point in row]
    variables: dict[str, Any] = {
        name: (("model", "width"), [[point[name] for point in row] for row in rows])
        for name in rows[0][0]
    }
    variables["cross_exact"] = (
        ("model", "width"),
        [[residual.energy_terms(s, width=d).deviation for d in p.widths] for s in MODELS.values()],
    )
    longest = MODELS["tied, T = 4"]
    variables["path"] = (
        ("shown", "network", "loop"),
        [_paths(p, longest, d, seed) for d in p.paths],
    )
    ds = xr.Dataset(
        variables,
        coords={
            "model": list(MODELS),
            "width": list(p.widths),
            "shown": list(p.paths),
            "loop": np.arange(longest.steps + 1),
        },
        attrs=simulation_attributes(*runs),
    )
    resolved = abs(ds.bias) > 3 * ds.bias_error
    return _described(
        ds.assign(
            bias_slope=_slopes(ds, "bias", at_least=30),
            spread_slope=_slopes(ds, "spread", at_least=300),
            bias_shown=abs(ds.bias).where(resolved),
            bias_below=(abs(ds.bias) + 3 * ds.bias_error).where(~resolved),
        )
    )


def _described(ds: xr.Dataset) -> xr.Dataset:
    return describe(
        ds,
        bias=simulated("relative bias of the output energy"),
        bias_error=simulated("standard error of the bias"),
        bias_shown=simulated("size of the bias, where resolved"),
        bias_below=simulated("upper limit of the bias, where not resolved"),
        spread=simulated("relative spread of the output energy"),
        spread_error=simulated("standard error of the spread"),
        cross=simulated("spread of the cross term B_N"),
        cross_error=simulated("standard error of the spread of B_N"),
        cross_exact=exact("spread of the cross term B_N at large width"),
        samples=given("number of networks"),
        path=simulated("energy along the loop over its limit, less one"),
        bias_slope=simulated("exponent of the bias over the width, and its error"),
        spread_slope=simulated("exponent of the spread over the width, and its error"),
        model=given("stream"),
        width=given("width d"),
        shown=given("width d of the single networks"),
        loop=given("loop n"),
    )


def _deviation(p: Parameters, stream: Stream, width: int, seed: int) -> dict[str, Any]:
    """Return relative bias and spread of H_N / H_0, and the spread of B_N, with errors."""
    samples = max(p.fewest, p.coordinates // width)
    seed_here = point_seed(seed, stream.loops, width)
    run = matrix_free.simulate(
        network(stream, width),
        Ensemble(samples=samples, seed=seed_here, dtype=p.dtype),
        observe=("energy", "linear", "quadratic"),
    )
    ratio = run.energy.values[:, -1] / run.energy.values[:, 0]
    off = ratio / stream.energies[-1] - 1
    first = run.isel(time=1)
    start = run.energy.values[:, 0]
    square = first.quadratic.values / start - stream.eps**2 / 2
    mean, sem = _controlled(off, np.stack([first.linear.values / start, square], axis=1))
    spread, error = _spread(off)
    cross, cross_error = _spread(run.linear.values[:, -1])
    return {
        "bias": mean,
        "bias_error": sem,
        "spread": spread,
        "spread_error": error,
        "cross": cross,
        "cross_error": cross_error,
        "samples": samples,
        "run": run[["energy"]],
    }


def _controlled(x: np.ndarray, controls: np.ndarray) -> tuple[float, float]:
    """Return the mean of x and its error, with control variates whose mean is exactly 0.

    The control variates are 2 <h_0, h_1 - h_0> and |h_1 - h_0|^2 - eps^2 |h_0|^2 / 2, over |h_0|^2.
    Their mean is 0 at every width, because the matrix is independent of h_0 and E relu(g)^2 = 1/2
    for a standard Gaussian g.
    """
    weight = np.linalg.lstsq(controls - controls.mean(axis=0), x - x.mean(), rcond=None)[0]
    remainder = Estimate.of(x - controls @ weight)
    return remainder.mean, remainder.sem * np.sqrt(
        (remainder.n - 1) / (remainder.n - 1 - len(weight))
    )


def _spread(x: np.ndarray) -> tuple[float, float]:
    """Return the standard deviation and its standard error, from the fourth moment."""
    square = Estimate.of((x - x.mean()) ** 2)
    spread = float(np.sqrt(square.mean * len(x) / (len(x) - 1)))
    return spread, square.sem / (2 * spread)


def _paths(p: Parameters, stream: Stream, width: int, seed: int) -> np.ndarray:
    """Return the energy of some networks over its limit, minus one: (network, loop)."""
    model = network(stream, width)
    run = matrix_free.simulate(model, Ensemble(samples=p.networks, seed=seed, dtype=p.dtype))
    energy = run.energy.values
    return energy / energy[:, :1] / stream.energies - 1


def _slopes(ds: xr.Dataset, name: str, *, at_least: float) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the exponent over width and its standard error, (model, estimate).

    Weighted least squares of c d^p over all widths of at least ``at_least``.
    """
    keep = ds.width.values >= at_least
    widths, powers = ds.width.values[keep].astype(float), np.linspace(-2.5, 0, 5001)
    estimates = np.empty((ds.sizes["model"], 2))
    for i in range(ds.sizes["model"]):
        value, error = ds[name].values[i][keep], ds[f"{name}_error"].values[i][keep]
        shape = (widths / widths[0]) ** powers[:, None] / error
        factor = shape @ (value / error) / np.sum(shape**2, axis=1)
        misfit = np.sum((value / error - factor[:, None] * shape) ** 2, axis=1)
        inside = powers[misfit <= misfit.min() + 1]
        estimates[i] = powers[misfit.argmin()], (inside[-1] - inside[0]) / 2
    return ("model", "estimate"), estimates


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw spread and bias of the energy, spread of the cross term, and single networks."""
    (spread, bias), (cross, path) = style.panels(canvas, 2, 2)
    ends = (ds.width.values[0], ds.width.values[-1])
    for look, model in zip(line_styles.THREE_STYLES, MODELS, strict=True):
        curve, bars = ds.sel(model=model), style.bars(look)
        spread.errorbar(ds.width, curve.spread, curve.spread_error, **bars)
        bias.errorbar(ds.width, curve.bias_shown, curve.bias_error, **bars)
        limit = style.points(look, marker="v", markersize=4.5)
        bias.plot(ds.width, curve.bias_below, **limit)
        cross.plot(ds.width, curve.cross_exact, **style.line(look))
        cross.errorbar(ds.width, curve.cross, curve.cross_error, **bars)
    spread.axline((ends[0], 1), slope=-0.5, **style.GUIDE)
    style.note(spread, "$d^{-1/2}$", 0.62, 0.5, ha="left", fontsize=7)
    bias.axline((ends[0], 1), slope=-1, **style.GUIDE)
    style.note(bias, "$1/d$", 0.4, 0.62, ha="left", fontsize=7)
    style.note(bias, "triangles: upper limits", 0.97, 0.97)
    style.note(cross, "lines: law at large width", 0.03, 0.03)
    spreads, vanishes = holds(ds).values()
    panels = {
        spread: (
            "spread of $H_N/H_N^\\infty$",
            "networks differ by $d^{-1/2}$" if spreads else "spread of networks",
        ),
        bias: (
            "bias $|E\\,H_N/H_N^\\infty-1|$",
            "their mean is off by $1/d$" if _falls(ds) else "bias of their mean",
        ),
        cross: (
            "spread of $B_N$",
            "the cross term vanishes as $d^{-1/2}$" if vanishes else "spread of the cross term",
        ),
    }
    for axis, (label, title) in panels.items():
        axis.set(xscale="log", yscale="log", xlabel="width $d$", ylabel=label, title=title)
    _along(path, ds)
    style.panel_letters([spread, bias, cross, path])
    handles = [
        style.legend_entry(look, name)
        for name, look in zip(NAMES, line_styles.THREE_STYLES, strict=True)
    ]
    style.legend(canvas, [*handles, *style.theory_and_simulation("exact at large width")])


def _along(axis: Axes, ds: xr.Dataset) -> None:
    """Draw single networks along the loop, one line style for each width."""
    for width, look in style.depth_styles(ds.shown.values).items():
        for i, path in enumerate(ds.path.sel(shown=width)):
            label = "_" if i else f"$d$ = {width:,.0f}"
            axis.plot(ds.loop, path, **style.points(look, label=label, markersize=2.2))
    axis.axhline(0, **style.GUIDE)
    axis.set(xlabel="loop $n$ (tied, $T=4$)", ylabel="networks: $H_n/H_n^\\infty-1$")
    apart = ds.path.std("network")
    grows = (apart.isel(loop=-1) > apart.isel(loop=1)).all()
    axis.set_title("networks drift apart along the loop" if grows else "networks along the loop")
    low, high = axis.get_ylim()
    axis.set_ylim(low, high + 0.2 * (high - low))  # room for the legend
    axis.legend(loc="upper left", ncols=len(ds.shown), borderaxespad=0, columnspacing=0.8)


def _falls(ds: xr.Dataset) -> bool:
    """True if the exponent of the bias over the width agrees with -1 for every stream."""
    power, error = ds.bias_slope.values.T
    return bool((abs(power + 1) < 4 * error).all())


NAMES = (
    r"tied, $N=16$, $\varepsilon=1/16$",
    r"tied, $N=16$, $\varepsilon=1/4$",
    r"untied, $L=16$, $\varepsilon=1/2$",
)


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Fitted exponents of bias and spread over the width."""
    rows = []
    for name, says in (("bias", "-1 (ours)"), ("spread", "-1/2 (ours)")):
        for model in ds.model.values:
            slope, error = ds[f"{name}_slope"].sel(model=model).values
            label = f"{model}: exponent of the {name} over width"
            rows.append(Quote(label, says, f"{slope:.3f} +- {error:.3f}"))
    return rows


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Spread of the energy and of the cross term over the width, beside d^(-1/2)."""
    ends = (ds.spread.isel(width=-1) / ds.spread.isel(width=-2), ds.spread_error / ds.spread)
    step = np.log(float(ds.width[-1] / ds.width[-2]))
    error = np.hypot(ends[1].isel(width=-1), ends[1].isel(width=-2)) / step
    cross = np.log(ds.cross_exact.isel(width=-1) / ds.cross_exact.isel(width=-2)) / step
    return {
        "the energy spreads as d^(-1/2) at the largest widths": bool(
            (abs(np.log(ends[0]) / step + 0.5) < 4 * error).all()
        ),
        "the cross term spreads as d^(-1/2) at large width": bool((abs(cross + 0.5) < 0.01).all()),
    }


FIGURE = Figure(
    id="looped-width",
    says="The energy of networks of width d and its cross term B_N spread as d^(-1/2) around their "
    "values at infinite width.",
    source=LOOPED.beyond("X-1"),
    caption="""Output energy of ReLU streams of 16 steps at finite width d, relative to the
    exact infinite-width value (without normalisation; matrix-free simulator, exact in law). A:
    spread between networks, of order 1/sqrt(d). B: bias of the mean, of order 1/d; terms of the
    first step, whose mean is known at every width, serve as control variates. If the bias is
    smaller than three standard errors, a triangle marks |bias| plus three errors as an upper limit.
    Spread and bias are larger where the energy has grown more. C: spread of the cross term B_N of
    the papers' energy identity: it tends to 2 sqrt(H_0 (H_N - H_0)/d), which is exact at large
    width (lines; the points at d = {narrowest} differ visibly). D: {networks} networks at each of
    three widths along the loop. Bars are one standard error; the number of networks falls with the
    width (at least {fewest}), so that every point takes about the same computing time. Fitted
    exponents are in the provenance file.""",
    runs="for each point as many networks as have {coordinates} coordinates together, at "
    "least {fewest}, {dtype}, seed {seed}.",
    shows="""Output energy of ReLU streams of 16 steps at finite width d over its value at infinite
    width. Without normalisation; widths {widths}. (A) Spread between networks; dashed: d^(-1/2).
    (B) Bias of the mean; dashed: 1/d. A triangle marks |bias| plus three errors as an upper limit
    where the bias is smaller than three standard errors. (C) Spread of the cross term B_N; lines:
    exact at large width. (D) {networks} networks at each of the widths {paths} along the loop. Bars
    are one standard error.""",
    claims=("LOOP-A-X1", "LOOP-A-B1"),
    height=4.8,
    quick=Parameters(),
    paper=Parameters(
        widths=(10, 32, 100, 316, 1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000),
        coordinates=40_000_000,
        fewest=64,
        paths=(100, 10_000, 1_000_000),
        dtype="float64",
    ),
    tiny={"widths": (30, 100, 300), "coordinates": 60000, "paths": (10, 100), "networks": 2},
    data=data,
    facts=lambda ds, _: {"narrowest": int(ds.width[0])},
    holds=holds,
    draw=draw,
    quotes=quotes,
)
