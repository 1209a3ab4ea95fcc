"""AM-muP: first rates and best trained rates of small image classifiers over depth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.networks.effective_depth import effective_depths
from depthlaws.theory import updates
from depthlaws.theory.numerics import special
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims import trained_networks
from depthlaws_papers.ammup.claims.printed import TABLE_1
from depthlaws_papers.ammup.figures.rates import LINE_STYLES, factor, fitted_exponent

NETWORKS = ("CNN", "ResNet", "ViT", "ViT, pre-norm")
FREE = {"activation": "linear", "scaled": "none"}
LOOKS = dict(zip(NETWORKS, LINE_STYLES, strict=False))
UNITS = {"ViT": 2, "ViT, pre-norm": 2}  # depth units of a block


@dataclass(frozen=True)
class Parameters:
    """Classifiers; their runs are stored."""

    networks: tuple[str, ...] = NETWORKS


def law(network: str, blocks: Sequence[int], width: int) -> np.ndarray:
    """Return the exact rate of the network that is nearest to a classifier and has a law.

    ``blocks`` are convolutions of a CNN, or blocks, of which that of a ViT is two units.
    """
    units = [UNITS.get(network, 1) * int(L) for L in blocks]
    if network == "CNN":
        options = {"loss": "ce", "width": width, "outputs": 10}
        return np.asarray(updates.max_update_rate("plain", units, **options))
    if network == "ResNet":
        return np.asarray(updates.max_update_rate("residual", units))
    norm = "pre" if network.endswith("pre-norm") else "post"
    return np.asarray(updates.max_update_rate("residual", units, norm=norm, **FREE))


def interval(logs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean over the last axis and half of its 95 % interval by Student's t."""
    count = np.isfinite(logs).sum(axis=-1)
    quantile = special.stdtrit(np.maximum(count - 1, 1), 0.975)
    half = quantile * np.nanstd(logs, axis=-1, ddof=1) / np.sqrt(count)
    return np.nanmean(logs, axis=-1), half


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Geometric mean rates of stored runs with intervals, and exact laws through the first mean.

    The stored runs have seeds of their own; ``seed`` changes nothing.
    """
    del seed
    fewer, first, runs = map(stored_run, ("image-rates", "image-exponents", "trained-rates"))
    rows = []
    for name in parameters.networks:
        run = first if name in first.network else fewer
        if name in run.network:
            width = int(run.attrs.get(f"width of the {name}", fewer.attrs["width"]))
            rate = run.rate.sel(network=name).dropna("sample", how="all")
            logs = np.log(rate.transpose("depth", "sample").values)
            rows.append((name, "first step", rate.depth.values, logs, width))
        best = trained_networks.best_rates(name)
        width = int(runs.attrs[f"width of the {name}"])
        rows.append((name, "trained", trained_networks.blocks(name), np.log(best), width))
    values: dict[str, list] = {name: [] for name in VARIABLES}
    for name, _, blocks, logs, width in rows:
        mean, half = interval(logs)
        rate = law(name, blocks, width)
        depths, *others = effective_depths(name, blocks).values()
        other = others[0] if others else depths
        slope_mean, slope_half = interval(np.polyfit(np.log(depths), logs, 1)[0])
        values["depth"].append(depths)
        values["rate"].append(np.exp(mean))
        values["low"].append(np.exp(mean - half))
        values["high"].append(np.exp(mean + half))
        values["law"].append(rate * np.exp(mean[0]) / rate[0])
        values["slope"].append(slope_mean)
        values["slope_error"].append(slope_half)
        values["other_slope"].append(interval(np.polyfit(np.log(other), logs, 1)[0])[0])
        values["law_slope"].append(fitted_exponent(depths.tolist(), rate))
    longest = max(len(depths) for depths in values["depth"])

    def padded(row: np.ndarray | float) -> np.ndarray:
        values = np.asarray(row, float)
        if values.ndim == 0:
            return values
        return np.pad(values, (0, longest - values.size), constant_values=np.nan)

    dataset = xr.Dataset(
        {
            name: (("curve", "place")[: 1 + np.ndim(row[0])], np.array([padded(r) for r in row]))
            for name, row in values.items()
        },
        {"curve": [f"{name}, {panel}" for name, panel, *_ in rows]},
        {"simulated_dtype": first.attrs["dtype"], "simulated_device": "torch"}
        | {"torch": first.attrs["torch"]},
    )
    names, panels = ([row[i] for row in rows] for i in (0, 1))
    dataset = dataset.assign_coords(network=("curve", names), panel=("curve", panels))
    coordinates = {name: given(name) for name in ("curve", "network", "panel")}
    return describe(dataset, **VARIABLES, **coordinates)


VARIABLES = {
    "depth": given("depth as the paper counts it: L, m + K or 2 D + 2"),
    "rate": simulated("geometric mean of the rate"),
    "low": simulated("lower end of the 95 % interval of the rate"),
    "high": simulated("upper end of the 95 % interval of the rate"),
    "law": exact("rate of the nearest network with an exact law, through the first mean"),
    "slope": simulated("least-squares exponent of the rate in the depth"),
    "slope_error": simulated("half of the 95 % interval of the exponent"),
    "other_slope": simulated("exponent over the blocks K of a ResNet, else the same exponent"),
    "law_slope": exact("least-squares exponent of the exact law"),
}


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw rates of the first step at the left and best rates of one epoch at the right."""
    (axes,) = style.panels(canvas, 1, 2)
    for axis, panel in zip(axes, ("first step", "trained"), strict=True):
        for i in np.flatnonzero(ds.panel.values == panel):
            curve = ds.isel(curve=int(i)).dropna("place")
            _draw_curve(axis, curve, LOOKS[str(curve.network.values)])
        axis.set(xscale="log", yscale="log")
        depths = np.unique(ds.depth.values[ds.panel.values == panel])
        style.count_ticks(
            axis, depths[np.isfinite(depths)].astype(int), "depth $L$, as the paper counts it"
        )
    axes[0].set_ylabel(r"maximal update rate $\eta^*$")
    axes[1].set_ylabel("best rate of one epoch")
    axes[0].set_title("first step")
    axes[1].set_title("trained")
    style.panel_letters(axes)
    handles = [
        style.legend_entry(style.points(LOOKS[name]), name)
        for name in dict.fromkeys(ds.network.values.tolist())
    ]
    style.legend(canvas, [*handles, style.legend_entry(style.neighbour(), "nearest exact law")])


def _draw_curve(axis: Axes, curve: xr.Dataset, look: Mapping[str, Any]) -> None:
    axis.plot(curve.depth, curve.law, **style.neighbour())
    ends = np.array([curve.rate - curve.low, curve.high - curve.rate])
    axis.errorbar(curve.depth, curve.rate, ends, **style.bars(look))


def slopes(ds: xr.Dataset, panel: str) -> str:
    """Return the exponents of a panel with intervals, each beside that of the exact law."""
    parts = []
    for i in np.flatnonzero(ds.panel.values == panel):
        c = ds.isel(curve=int(i))
        parts.append(
            f"{c.network.values} {float(c.slope):.2f} +- {float(c.slope_error):.2f} "
            f"(law {float(c.law_slope):.2f})"
        )
    return ", ".join(parts)


def facts(ds: xr.Dataset, _parameters: Parameters) -> dict[str, str]:
    """Exponents of both panels, and numbers of networks and seeds, for the caption."""
    run = stored_run("trained-rates")
    resnet = ds.isel(curve=np.flatnonzero(ds.network.values == "ResNet"))
    return {
        "resnet": ", ".join(f"{float(value):.2f}" for value in resnet.slope),
        "resnet_blocks": ", ".join(f"{float(value):.2f}" for value in resnet.other_slope),
        "first": slopes(ds, "first step"),
        "first_miss": factor((ds.rate / ds.law).isel(curve=ds.panel.values == "first step")),
        "miss": factor(misses(ds)),
        "other_miss": factor(misses(ds)[ds.network.values[_trained(ds)] != "ViT, pre-norm"]),
        "trained": slopes(ds, "trained"),
        "seeds": str(run.sizes["seed"]),
        "rates": str(run.sizes["rate"]),
        "printed": ", ".join(row[0] for row in TABLE_1.values()),
    }


def _trained(ds: xr.Dataset) -> np.ndarray:
    """Numbers of the curves of trained networks."""
    return np.flatnonzero(ds.panel.values == "trained")


def misses(ds: xr.Dataset) -> np.ndarray:
    """Return the ratio of each best rate of a trained network to its law, (curve, place)."""
    return (ds.rate / ds.law).isel(curve=_trained(ds)).values


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Exponents of trained networks with intervals, and misses of the nearest laws."""
    at = ds.isel(curve=_trained(ds))
    pre = at.network.values == "ViT, pre-norm"
    largest = np.nanmax(abs(np.log(misses(ds))), axis=1)
    return {
        "best rates fall with depth": bool((at.slope < 0).all()),
        "by different powers": bool(
            (at.slope + at.slope_error).min() < (at.slope - at.slope_error).max()
        ),
        "least in pre-norm ViTs": bool(at.slope.values[pre] > at.slope.values[~pre].max()),
        "the nearest law misses pre-norm ViTs most": bool(largest[pre] > largest[~pre].max()),
    }


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Exponents of trained networks beside those printed for CIFAR-10."""
    return [
        Quote(
            f"{curve}: exponent",
            TABLE_1[str(network)][0] if str(network) in TABLE_1 else "-1.5",
            float(slope),
        )
        for curve, network, slope in zip(
            ds.curve.values, ds.network.values, ds.slope.values, strict=True
        )
    ]


FIGURE = Figure(
    id="ammup-networks",
    says="Best rates of small trained networks fall by different powers of the depth, least in "
    "pre-norm ViTs, whose nearest exact law misses them most.",
    source=AMMUP.figure(3),
    caption="""Small image classifiers stand in for those of the paper: digits, cross-entropy, SGD;
    geometric means over networks (markers) with 95 % intervals by Student's t. A: maximal update
    rates of the first step. B: rates of least training loss after one epoch, of {rates} rates.
    Depth is the paper's: convolutions of a CNN; K blocks of a ResNet with stem and head, K + 2; for
    D blocks of a ViT 2 D + 2. The paper's experiments with ResNets count the blocks K alone: the
    exponents would be {resnet_blocks} in place of {resnet} (A, B). Dotted: exact rates of other
    networks, the nearest that have a law (CNN: fully connected ReLU networks of the same width with
    the cross-entropy; ResNet: residual ReLU networks of infinite width; ViT: linear residual blocks
    without attention, a block two units), through the first marker: their height is fitted, their
    shape is not. The largest miss in A is a factor of {first_miss}, in B of {miss}, in pre-norm
    ViTs; without them it is {other_miss}. Exponents over the depths shown, with half of their 95 %
    intervals: A: {first}. B: {trained}. For those trained on CIFAR-10 the paper prints {printed}
    (CNN, ResNet, post-norm ViT).""",
    runs="stored runs; {seeds} seeds in B; the figure draws nothing at random (seed {seed}).",
    claims=(
        "AMMUP-N-CNN",
        "AMMUP-N-RESNET",
        "AMMUP-N-VIT",
        "AMMUP-N-TRAINED-CNN",
        "AMMUP-N-TRAINED-RESNET",
        "AMMUP-N-TRAINED-VIT",
        "AMMUP-N-TRAINED-NORM",
    ),
    height=3.2,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"networks": NETWORKS},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
    quotes=quotes,
)
