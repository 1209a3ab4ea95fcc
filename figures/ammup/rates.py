"""Maximal update rates over depth, exact and simulated, as the figures of ammup draw them."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.variables import exact, given, simulated
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
LOOKS = (
    BLACK,
    {"color": style.OTHER, "linestyle": style.LINES[1], "marker": "s"},
    {"color": style.BLUE, "linestyle": style.LINES[2], "marker": "^"},
    {"color": "#009e73", "linestyle": style.LINES[3], "marker": "D"},
    {"color": "#cc79a7", "linestyle": style.LINES[0], "marker": "v"},
    {"color": "0.45", "linestyle": style.LINES[1], "marker": "P"},
)
STEP = {f.name for f in fields(FirstStep)}


def budgets(
    network: str,
    depths: Iterable[int],
    *,
    samples: int,
    seed: int,
    part: str = "total",
    **words: Any,
) -> list[xr.Dataset]:
    """Runs of independent networks at these depths; ``budget`` is S-bar, or its label ``part``.

    ``words`` are those of the simulators.
    """
    own = {k: v for k, v in words.items() if k in STEP}
    rest = {k: v for k, v in words.items() if k not in STEP}
    found = []
    for i, depth in enumerate(depths):
        sampling = Sampling(samples=samples, seed=seed + 1000 * i, dtype="float32")
        architecture = Architecture(network=network, depth=depth, **rest)
        whole = part == "total" or own.get("optimizer") == "sign" or own.get("loss") == "ce"
        name = "budget" if whole else part
        run = first_step(architecture, FirstStep(**own), sampling, observe=name)
        found.append(run.assign(budget=run[name] if whole else run[name].mean("layer")))
    return found


def unit(width: int, outputs: int, words: Mapping[str, Any]) -> float:
    """What a rate is multiplied with so that it has a limit at infinite width."""
    if words.get("optimizer") == "sign":
        return float(width)
    return math.sqrt(width if words.get("loss") == "ce" else width / outputs)


def rates_of(runs: Sequence[xr.Dataset], scale: float) -> np.ndarray:
    """eta* times a scale and half of its 95 % interval, (2, depth)."""
    rows = []
    for run in runs:
        found = summary(run.budget)
        rate = scale / math.sqrt(float(found["mean"]))
        rows.append((rate, 1.96 * rate * float(found["error"] / found["mean"]) / 2))
    return np.array(rows).T


def exact_rates(network: str, depths: Sequence[int], scale: float, **words: Any) -> np.ndarray:
    """eta* times a scale, at the width in ``words`` or at infinite width."""
    return scale * np.asarray(updates.max_update_rate(network, list(depths), **words))


@dataclass(frozen=True)
class Curve:
    """One curve: a network in the words of theory and simulators; ``exact`` where it has a law.

    ``theory`` are words for the law alone (the width, unless it is infinite).
    """

    label: str
    network: str
    words: Mapping[str, Any] = field(default_factory=dict)
    theory: Mapping[str, Any] | None = field(default_factory=dict)


def family(
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
    """Exact and simulated rates of several networks, with the exponents fitted to them.

    Variables: exact and simulated (curve, depth), error, and slopes with their intervals (curve).
    """
    rows: dict[str, list[Any]] = {name: [] for name in FAMILY}
    every: list[xr.Dataset] = []
    for i, curve in enumerate(curves):
        sizes = {"width": width, "outputs": outputs, **curve.words}
        scale = unit(sizes["width"], sizes["outputs"], sizes)
        runs = budgets(
            curve.network, depths, samples=samples, seed=seed + i, labels=labels, part=part, **sizes
        )
        every += runs
        rate, error = rates_of(runs, scale)
        fitted = fitted_slope({L: run.budget for L, run in zip(depths, runs, strict=True)})
        rows["simulated"].append(rate)
        rows["error"].append(error)
        rows["slope"].append(fitted.value)
        rows["slope_error"].append(1.96 * fitted.error)
        middle = fitted_slope({L: r.budget for L, r in zip(depths, runs, strict=True)}, of="log")
        rows["log_slope"].append(middle.value)
        rows["log_slope_error"].append(1.96 * middle.error)
        rows["exact"].append(_law(curve, depths, {**sizes, "part": part}, scale))
        rows["exact_slope"].append(slope(depths, rows["exact"][-1]))
    dims = {name: ("curve", "depth") if np.ndim(rows[name][0]) else "curve" for name in FAMILY}
    found = xr.Dataset({name: (dims[name], np.array(rows[name])) for name in FAMILY})
    found = found.assign_coords(curve=[c.label for c in curves], depth=list(depths))
    return found.assign_attrs(**computed(*every))


FAMILY = (
    "exact",
    "simulated",
    "error",
    "exact_slope",
    "slope",
    "slope_error",
    "log_slope",
    "log_slope_error",
)
SAID = {
    "exact": exact("maximal update rate, over what it scales with in the width"),
    "simulated": simulated("the same, simulated"),
    "error": simulated("half of its 95 % interval"),
    "exact_slope": exact("least-squares exponent of the rate in the depth"),
    "slope": simulated("the same, simulated"),
    "slope_error": simulated("half of its 95 % interval"),
    "log_slope": simulated("least-squares exponent by the mean logarithm of the energy"),
    "log_slope_error": simulated("half of its 95 % interval"),
    "curve": given("network"),
    "depth": given("depth units L"),
}


def _law(curve: Curve, depths: Sequence[int], sizes: Mapping[str, Any], scale: float) -> np.ndarray:
    """Exact rates at the width of the simulation where the law knows it, else at infinite width."""
    if curve.theory is None:
        return np.full(len(depths), np.nan)
    if sizes.get("loss") == "ce" or sizes.get("optimizer") == "sign":
        sizes = {k: v for k, v in sizes.items() if k != "part"}
    words = {k: v for k, v in sizes.items() if k not in {"width", "labels"}} | dict(curve.theory)
    finite = "width" in words
    return exact_rates(curve.network, depths, scale if finite else 1.0, **words)


def contrast(
    first: Sequence[xr.Dataset], second: Sequence[xr.Dataset], depths: Sequence[int]
) -> tuple[float, float]:
    """Exponent of the second less that of the first, and half of its 95 % interval.

    The runs share their weights: the delta method for the difference of logarithms of means.
    """
    x = np.log(depths) - np.mean(np.log(depths))
    weights, rows = x / (x @ x), []
    for pair in zip(first, second, strict=True):
        a, b = (run.budget.values for run in pair)
        apart = b / b.mean() - a / a.mean()
        rows.append((-np.log(b.mean() / a.mean()) / 2, apart.std(ddof=1) / 2 / len(a) ** 0.5))
    value, error = np.array(rows).T
    return float(weights @ value), float(1.96 * np.sqrt(weights**2 @ error**2))


def slope(depths: Sequence[int], rates: np.ndarray) -> float:
    """Least-squares exponent of exact rates; NaN where there are none."""
    x = np.log(depths) - np.mean(np.log(depths))
    return float(x @ np.log(rates) / (x @ x))


def draw_family(axis: Axes, ds: xr.Dataset, looks: Sequence[Mapping[str, Any]] = LOOKS) -> None:
    """Exact lines through hollow points, on logarithmic axes."""
    for look, name in zip(looks, ds.curve.values, strict=False):
        one = ds.sel(curve=name)
        if np.isfinite(one.exact).any():
            axis.plot(ds.depth, one.exact, **style.line(look))
        axis.errorbar(ds.depth, one.simulated, one.error, **style.bars(look))
    axis.set_yscale("log")
    style.counts(axis, ds.depth.values, "depth units $L$")
