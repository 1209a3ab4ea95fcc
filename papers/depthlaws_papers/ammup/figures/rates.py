"""Maximal update rates over depth, exact and simulated, for the figures of ammup."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.variable_attributes import exact, given, simulated
from depthlaws.sims.onestep import (
    Architecture,
    FirstStep,
    Sampling,
    first_step,
    fitted_slope,
    summary,
)
from depthlaws.theory import updates

BLACK = {"color": "black", "linestyle": "-", "marker": "o"}
LINE_STYLES = (
    BLACK,
    {"color": style.VERMILION, "linestyle": style.LINES[1], "marker": "s"},
    {"color": style.BLUE, "linestyle": style.LINES[2], "marker": "^"},
    {"color": "#009e73", "linestyle": style.LINES[3], "marker": "D"},
    {"color": "#cc79a7", "linestyle": style.LINES[0], "marker": "v"},
    {"color": "0.45", "linestyle": style.LINES[1], "marker": "P"},
)
NETWORK_LOOKS = {  # one look for each network in every figure
    **dict(
        zip(
            ("plain ReLU", "orthogonal", "residual", "post-activation", "pre-LN", "post-LN"),
            LINE_STYLES,
            strict=True,
        )
    ),
    "plain linear": {"color": "#8c510a", "linestyle": style.LINES[3], "marker": "h"},
}
DEPTHS: dict[str, Any] = {  # domain of the depths of simulated networks
    "name": "L",
    "whole": True,
    "low": 1,
    "high": 64,
    "least": 2,
    "most": 6,
}
STEP_OPTIONS = {f.name for f in fields(FirstStep)}


def budgets(
    network: str,
    depths: Iterable[int],
    *,
    samples: int,
    seed: int,
    part: str = "total",
    **options: Any,
) -> list[xr.Dataset]:
    """Simulate the first step at each depth; ``budget`` of a run is S-bar, or one part of it.

    ``options`` are arguments of the simulators ``Architecture`` and ``FirstStep``.
    """
    step = {k: v for k, v in options.items() if k in STEP_OPTIONS}
    shape = {k: v for k, v in options.items() if k not in STEP_OPTIONS}
    runs = []
    for i, depth in enumerate(depths):
        sampling = Sampling(samples=samples, seed=seed + 1000 * i, dtype="float32")
        architecture = Architecture(network=network, depth=depth, **shape)
        undivided = part == "total" or step.get("optimizer") == "sign" or step.get("loss") == "ce"
        name = "budget" if undivided else part
        run = first_step(architecture, FirstStep(**step), sampling, observe=name)
        runs.append(run.assign(budget=run[name] if undivided else run[name].mean("layer")))
    return runs


def rate_scale(width: int, outputs: int, options: Mapping[str, Any]) -> float:
    """Return the factor that gives a rate a limit at infinite width."""
    if options.get("optimizer") == "sign":
        return float(width)
    return math.sqrt(width if options.get("loss") == "ce" else width / outputs)


def simulated_rates(runs: Sequence[xr.Dataset], scale: float) -> np.ndarray:
    """Return eta* times a scale and half of its 95 % interval, (2, depth)."""
    rows = []
    for run in runs:
        budget = summary(run.budget)
        rate = scale / math.sqrt(float(budget["mean"]))
        rows.append((rate, 1.96 * rate * float(budget["error"] / budget["mean"]) / 2))
    return np.array(rows).T


def exact_rates(network: str, depths: Sequence[int], scale: float, **options: Any) -> np.ndarray:
    """Return eta* times a scale, at the width in ``options`` or at infinite width."""
    return scale * np.asarray(updates.max_update_rate(network, list(depths), **options))


@dataclass(frozen=True)
class Curve:
    """One curve: a network with its arguments of the simulators and of the theory.

    ``words`` are arguments of both; ``theory`` are further arguments of the exact law, such as a
    finite width, or None for a network without an exact law.
    """

    label: str
    network: str
    words: Mapping[str, Any] = field(default_factory=dict)
    theory: Mapping[str, Any] | None = field(default_factory=dict)


def rate_curves(
    curves: Sequence[Curve],
    depths: Sequence[int],
    *,
    samples: int,
    seed: int,
    width: int,
    outputs: int = 10,
    labels: int = 4,
    part: str = "total",
) -> xr.Dataset:
    """Return exact and simulated rates of several networks, with fitted exponents.

    Variables: exact, simulated and error (curve, depth); slopes with their intervals (curve).
    """
    rows: dict[str, list[Any]] = {name: [] for name in VARIABLES}
    all_runs: list[xr.Dataset] = []
    for i, curve in enumerate(curves):
        sizes = {"width": width, "outputs": outputs, **curve.words}
        scale = rate_scale(sizes["width"], sizes["outputs"], sizes)
        runs = budgets(
            curve.network, depths, samples=samples, seed=seed + i, labels=labels, part=part, **sizes
        )
        all_runs += runs
        rate, error = simulated_rates(runs, scale)
        fitted = fitted_slope({L: run.budget for L, run in zip(depths, runs, strict=True)})
        rows["simulated"].append(rate)
        rows["error"].append(error)
        rows["slope"].append(fitted.value)
        rows["slope_error"].append(1.96 * fitted.error)
        middle = fitted_slope({L: r.budget for L, r in zip(depths, runs, strict=True)}, of="log")
        rows["log_slope"].append(middle.value)
        rows["log_slope_error"].append(1.96 * middle.error)
        rows["exact"].append(_law(curve, depths, {**sizes, "part": part}, scale))
        rows["exact_slope"].append(fitted_exponent(depths, rows["exact"][-1]))
    dims = {name: ("curve", "depth") if np.ndim(rows[name][0]) else "curve" for name in VARIABLES}
    dataset = xr.Dataset({name: (dims[name], np.array(rows[name])) for name in VARIABLES})
    dataset = dataset.assign_coords(curve=[c.label for c in curves], depth=list(depths))
    return dataset.assign_attrs(**simulation_attributes(*all_runs))


VARIABLES = (
    "exact",
    "simulated",
    "error",
    "exact_slope",
    "slope",
    "slope_error",
    "log_slope",
    "log_slope_error",
)
ATTRIBUTES = {
    "exact": exact("maximal update rate, over what it scales with in the width"),
    "simulated": simulated("simulated maximal update rate, over what it scales with in the width"),
    "error": simulated("half of the 95 % interval of the simulated rate"),
    "exact_slope": exact("least-squares exponent of the rate in the depth"),
    "slope": simulated("least-squares exponent of the simulated rate in the depth"),
    "slope_error": simulated("half of the 95 % interval of the exponent"),
    "log_slope": simulated("least-squares exponent by the mean logarithm of the energy"),
    "log_slope_error": simulated("half of the 95 % interval of log_slope"),
    "curve": given("network"),
    "depth": given("depth units L"),
}


def _law(curve: Curve, depths: Sequence[int], sizes: Mapping[str, Any], scale: float) -> np.ndarray:
    """Return exact rates, at the simulated width if the law has one, else at infinite width."""
    if curve.theory is None:
        return np.full(len(depths), np.nan)
    if sizes.get("loss") == "ce" or sizes.get("optimizer") == "sign":
        sizes = {k: v for k, v in sizes.items() if k != "part"}
    options = {k: v for k, v in sizes.items() if k not in {"width", "labels"}} | dict(curve.theory)
    finite = "width" in options
    return exact_rates(curve.network, depths, scale if finite else 1.0, **options)


def exponent_difference(
    first: Sequence[xr.Dataset], second: Sequence[xr.Dataset], depths: Sequence[int]
) -> tuple[float, float]:
    """Return the second exponent minus the first, and half of its 95 % interval.

    The runs share their weights, so the interval is that of the difference of logarithms of means,
    by the delta method.
    """
    x = np.log(depths) - np.mean(np.log(depths))
    weights, rows = x / (x @ x), []
    for pair in zip(first, second, strict=True):
        a, b = (run.budget.values for run in pair)
        apart = b / b.mean() - a / a.mean()
        rows.append((-np.log(b.mean() / a.mean()) / 2, apart.std(ddof=1) / 2 / len(a) ** 0.5))
    value, error = np.array(rows).T
    return float(weights @ value), float(1.96 * np.sqrt(weights**2 @ error**2))


def exponent_with_interval(curve: xr.Dataset) -> str:
    """Return the simulated exponent of a curve and half of its 95 % interval: ``-1.34 ± 0.06``."""
    text = f"{float(curve.slope):.2f} \u00b1 {float(curve.slope_error):.2f}"
    return text.replace("-", "\u2212")


def factor(misses: Any) -> str:
    """Return the largest of some ratios, or of their inverses, for a caption: ``1.4``."""
    return f"{float(np.exp(np.nanmax(abs(np.log(np.asarray(misses, dtype=float)))))):.1f}"


def fitted_exponent(depths: Sequence[int], rates: np.ndarray) -> float:
    """Return the least-squares exponent of exact rates; NaN if there are none."""
    x = np.log(depths) - np.mean(np.log(depths))
    return float(x @ np.log(rates) / (x @ x)) if len(x) > 1 else math.nan


def dense_exponents(depths: Sequence[int], width: int) -> dict[str, str]:
    """Return exact exponents of fully connected ReLU networks, for captions.

    ``wide`` is that of infinite width, ``narrow`` that of the given width.
    """
    options = {"part": "label", "outputs": 10}
    exponents = {
        "wide": fitted_exponent(depths, exact_rates("plain", depths, 1.0, part="label")),
        "narrow": fitted_exponent(
            depths, exact_rates("plain", depths, 1.0, width=width, **options)
        ),
    }
    return {name: f"{value:.2f}" for name, value in exponents.items()}


def draw_curves(
    axis: Axes, ds: xr.Dataset, looks: Sequence[Mapping[str, Any]] = LINE_STYLES
) -> None:
    """Draw exact rates as lines and simulated ones as hollow points, on logarithmic axes."""
    for look, name in zip(looks, ds.curve.values, strict=False):
        rate = ds.sel(curve=name)
        if np.isfinite(rate.exact).any():
            axis.plot(ds.depth, rate.exact, **style.line(look))
        axis.errorbar(ds.depth, rate.simulated, rate.error, **style.bars(look))
    axis.set_yscale("log")
    style.count_ticks(axis, ds.depth.values, "depth units $L$")
