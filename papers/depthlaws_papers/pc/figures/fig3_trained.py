"""PC, Figures 3 and A.9: s - 1 over depth divided by width at the halved loss, stored runs."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import largest_miss, span
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.axes import LOSS, styles_by_value
from depthlaws_papers.pc.figures.stored_runs_on_digits import NETWORKS, halved_loss


@dataclass(frozen=True)
class Parameters:
    """Widths and depths that are drawn; the networks are stored, means are computed."""

    widths: tuple[int, ...] = setting(
        (32, 128, 512), "widths", name="N", among=(32, 128, 512), least=2, most=3
    )
    depths: tuple[int, ...] = setting(
        (2, 4, 8, 16, 32), "depths", name="L", among=(2, 4, 8, 16, 32), most=5
    )


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Loss over energy, less one, at the halved loss, and the exact E s - 1 before training.

    The stored runs have a seed of their own; ``seed`` changes nothing.
    """
    del seed
    means, attrs = halved_loss()
    drawn = means.sel(
        width=list(parameters.widths), depth=list(parameters.depths), stage="halved", drop=True
    )
    ratio = drawn.depth / drawn.width
    return describe(
        drawn[["ratio", "ratio_error", "law_excess", "fall"]]
        .assign(over=ratio.transpose("depth", "width"))
        .assign_attrs(attrs),
        ratio=simulated("loss over energy, less one, at the halved loss"),
        ratio_error=simulated("half of the 95 % interval of: loss over energy, less one"),
        law_excess=exact("E s - 1 before training, one output"),
        fall=simulated("mean share of the initial loss at the halved loss"),
        over=given("depth over width L/N"),
        network=given("network"),
        depth=given("depth L"),
        width=given("width N"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw one panel for each network, over L/N."""
    (axes,) = style.panels(canvas, 1, 2, sharey=True)
    looks = styles_by_value(ds.depth.values.tolist())
    for axis, (network, word) in zip(axes, NETWORKS.items(), strict=True):
        _panel(axis, ds.sel(network=network), looks)
        axis.set_title(word)
    style.outer_labels_only(axes, x=False)
    style.panel_letters(axes)
    style.legend(
        canvas,
        [
            *(style.legend_entry(style.points(look), f"$L={d}$") for d, look in looks.items()),
            style.legend_entry(style.neighbour(), "one output, before"),
            style.legend_entry(style.GUIDE, "$L/N$"),
        ],
    )


def _panel(axis: Axes, ds: xr.Dataset, looks: dict) -> None:
    for depth, look in looks.items():
        at = ds.sel(depth=depth)
        axis.plot(at.over, at.law_excess, **style.neighbour())
        axis.errorbar(at.over, at["ratio"], at.ratio_error, **style.bars(look))
    ends = np.array([float(ds.over.min()), float(ds.over.max())])
    axis.plot(ends, ends, **style.GUIDE)
    axis.set(xscale="log", yscale="log", xlabel="$L/N$", ylabel=rf"{LOSS}$/F^*-1$")


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Least and largest share of the initial loss that is left, factor and power of N."""
    factor = ds["ratio"] / ds.over
    words = {"falls": f"{float(ds.fall.min()):.2f} to {float(ds.fall.max()):.2f}"}
    for network in NETWORKS:
        at = factor.sel(network=network)
        words[network] = span(at)
        law = ds.law_excess.sel(network=network).transpose("depth", "width")
        measured = ds["ratio"].sel(network=network).transpose("depth", "width")
        words[f"{network}_miss"] = largest_miss(law, measured)
        first, last = (ds.isel(width=i).sel(network=network) for i in (0, -1))
        grows = np.log(last["ratio"].values / first["ratio"].values)
        powers = grows / np.log(float(last.width / first.width))
        words[f"{network}_power"] = f"{powers.min():.2f} to {powers.max():.2f}"
    return words


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: the loss over energy, less one, over its mean before training."""
    over = ds["ratio"] / ds.law_excess
    return {
        "residual networks are within 1/4": bool(
            (abs(1 / over.sel(network="residual") - 1) < 1 / 4).all()
        ),
        "the deepest MLPs are above": bool((over.sel(network="mlp").isel(depth=-1) > 1.2).all()),
    }


FIGURE = Figure(
    id="pc-fig3-trained",
    says="When the loss has halved, loss over energy less one of residual networks is within 1/4 "
    "of its exact mean before training; in the deepest MLPs it is above (digits).",
    source=PC.figure("3 and A.9"),
    caption="""Loss over energy, less one, of linear networks with ten outputs when the loss of
    predictive coding has halved (to {falls} of the initial one), mean-field parametrisation, Adam
    with the paper's powers of width and depth, eta_0 = 1/20 (MLPs of 32 layers 1/50; the paper has
    1/1000), one batch of 64 handwritten digits in place of CIFAR-10 and Fashion-MNIST. (A) Residual
    networks, alpha = 1/2. (B) MLPs. Markers: means with 95 % intervals by Student's t; dotted:
    exact mean of s - 1 of one output before training (largest miss {residual_miss} in residual
    networks, {mlp_miss} in MLPs); dashed: L/N, the line of the paper, which has s for this ratio.
    Over L/N the ratio is {residual} in residual networks and {mlp} in MLPs; from the least to the
    largest N it goes as N^p, p from {residual_power} in residual networks and {mlp_power} in
    MLPs.""",
    runs="stored runs of {samples} networks for each cell; the figure draws nothing at random "
    "(seed {seed}).",
    shows="""Loss over energy, less one, of linear networks of L = {depths} layers when the loss has
    halved. Ten outputs, mean-field parametrisation, Adam, one batch of 64 handwritten digits; to
    {falls} of the initial loss. (A) Residual networks, alpha = 1/2. (B) MLPs. Markers: means with
    95 % intervals by Student's t; dotted: exact mean of s - 1 of one output before training
    (largest miss {residual_miss} in residual networks, {mlp_miss} in MLPs); dashed: L/N.""",
    claims=("PC-F3-at-512", "PC-B8"),
    height=3.2,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"widths": (32, 512), "depths": (2, 32)},
    holds=holds,
    data=data,
    facts=facts,
    draw=draw,
)
