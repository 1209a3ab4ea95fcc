"""PC, Figures 1, A.5, A.6, A.7: gradients of PC and BP over width and depth, stored runs."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure, Quote
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import largest_miss, powers, span
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.axes import styles_by_value
from depthlaws_papers.pc.figures.stored_runs_on_digits import NETWORKS, halved_loss

COLUMNS = {  # (variable, stage): title
    ("cosine", "start"): "before",
    ("cosine", "halved"): "halved",
    ("between", "halved"): "two runs",
}


@dataclass(frozen=True)
class Parameters:
    """Widths and depths that are drawn; the networks are stored, leading orders are computed."""

    widths: tuple[int, ...] = setting(
        (32, 128, 512), "widths", name="N", among=(32, 128, 512), least=2, most=3
    )
    depths: tuple[int, ...] = setting(
        (2, 4, 8, 16, 32), "depths", name="L", among=(2, 4, 8, 16, 32), most=5
    )


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """1 - cos before training and at the halved loss, with its leading order before training.

    The stored runs have a seed of their own; ``seed`` changes nothing.
    """
    del seed
    means, attrs = halved_loss()
    drawn = means.sel(width=list(parameters.widths), depth=list(parameters.depths))
    names = ("cosine", "cosine_error", "between", "between_error", "law_cosine", "fall", "step")
    at_equal = "1 - cosine of the gradients of energy and loss, equal parameters"
    apart = "1 - cosine of the energy's gradient along PC's run, the loss's along BP's"
    return describe(
        drawn[[*names]].assign_attrs(attrs),
        cosine=simulated(at_equal),
        cosine_error=simulated(f"half of the 95 % interval of: {at_equal}"),
        between=simulated(apart),
        between_error=simulated(f"half of the 95 % interval of: {apart}"),
        law_cosine=exact("1 - cosine before training, leading order in 1/N"),
        fall=simulated("mean share of the initial loss at the halved loss"),
        step=simulated("step at which the mean loss has halved, or the last", "step"),
        network=given("network"),
        depth=given("depth L"),
        width=given("width N"),
        stage=given("before training, or when the loss has halved"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw 1 - cos over the width for every depth, one row for each network."""
    grid = style.panels(canvas, 2, 3, sharex=True, sharey=True)
    looks = styles_by_value(ds.depth.values.tolist())
    for row, (network, word) in zip(grid, NETWORKS.items(), strict=True):
        for axis, ((name, stage), title) in zip(row, COLUMNS.items(), strict=True):
            for depth, look in looks.items():
                at = ds.sel(network=network, depth=depth)
                points = at.sel(stage=stage)
                axis.plot(ds.width, at.law_cosine, **style.neighbour())
                bars = style.bars(look)
                axis.errorbar(ds.width, points[name], points[f"{name}_error"], **bars)
            axis.set(yscale="log", xscale="log", ylabel=r"$1-\cos$")
            axis.set(ylim=(4e-7, 4), title=f"{word}: {title}")
            style.count_ticks(axis, ds.width.values, "width $N$")
    style.outer_labels_only(grid.flat)
    style.panel_letters(grid.flat)
    style.legend(
        canvas,
        [
            *(style.legend_entry(style.points(look), f"$L={d}$") for d, look in looks.items()),
            style.legend_entry(style.neighbour(), "leading order, before"),
        ],
    )


def quotes(ds: xr.Dataset) -> list[Quote]:
    """Two corners of the map of residual networks."""
    cosines = 1 - ds.between.sel(network="residual", stage="halved")
    return [
        Quote(
            "residual, widest and shallowest: cos at the halved loss, two runs",
            "near 1",
            float(cosines[0, -1]),
        ),
        Quote("residual, narrowest and deepest", "lower", float(cosines[-1, 0])),
    ]


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Steps at which the loss has halved, and the number of cells where it has not."""
    reached = ds.fall <= 0.5
    steps = ds.step.where(reached)
    late = int((~reached).sum())
    return {
        "earliest": int(steps.min()),
        "latest": int(steps.max()),
        "exceptions": f"all but {late} cells" if late else "every cell",
    } | _powers(ds)


def _rows(ds: xr.Dataset) -> dict[str, xr.DataArray]:
    """1 - cos before training, and both comparisons when the loss has halved."""
    return {
        "before": ds.cosine.sel(stage="start"),
        "halved": ds.cosine.sel(stage="halved"),
        "apart": ds.between.sel(stage="halved"),
    }


def _powers(ds: xr.Dataset) -> dict[str, Any]:
    """Powers of the width to the largest width and below, and largest misses of the dotted law."""
    rows = {name: row.transpose(..., "width") for name, row in _rows(ds).items()}
    p = {name: powers(row, ds.width.values) for name, row in rows.items()}
    both = np.stack([p["halved"], p["apart"]])
    return {
        "fast": span(p["before"][..., -1:], 1),
        "slow": span(both[..., -1:], 1),
        "fast_below": span(p["before"][..., :-1], 1),
        "slow_below": span(both[..., :-1], 1),
        "miss": largest_miss(ds.law_cosine.transpose(*rows["before"].dims), rows["before"]),
        "miss_halved": largest_miss(ds.law_cosine.transpose(*rows["halved"].dims), rows["halved"]),
        "second": int(ds.width[-2]),
        "widest": int(ds.width[-1]),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statement of the title: 1 - cos falls between the two largest widths, in every cell."""
    last = [row.isel(width=[-2, -1]).diff("width") for row in _rows(ds).values()]
    return {"1 - cos falls with the width": all(bool((row < 0).all()) for row in last)}


FIGURE = Figure(
    id="pc-fig1",
    says="From N = 128 to 512, 1 - cos of the gradients of PC and BP falls as N^p, p = -2.2 to "
    "-1.8 before training, and -2.4 to -1.6 when the loss has halved (digits).",
    finding="From N = {second} to {widest}, 1 - cos of the gradients of PC and BP falls as N^p, "
    "p = {fast} before training, and {slow} when the loss has halved (digits).",
    source=PC.figure("1, A.5, A.6 and A.7"),
    caption="""One minus the cosine of the gradients of the equilibrated energy (PC) and of the loss
    (BP), linear networks, mean-field parametrisation, Adam with the paper's powers of width and
    depth and eta_0 = 1/20 (MLPs of 32 layers 1/50; the paper has 1/1000), one batch of 64
    handwritten digits in place of CIFAR-10 and Fashion-MNIST, which are not included. Above:
    residual networks, alpha = 1/2 (figures 1 and A.5); below: MLPs (A.6 and A.7). In every panel,
    dotted: the leading order in 1/N before training, which leaves out terms of relative order L/N
    and of the ten outputs (largest miss {miss} before training, {miss_halved} after it). (A, D)
    Before training. (B, E) When the loss of predictive coding has halved, with equal weights, along
    the run of predictive coding. (C, F) At the same step between two separate runs, as in the
    paper. At smaller widths the powers are {fast_below} before training and {slow_below} after it.
    The loss has halved in {exceptions}, at steps {earliest} to {latest}; elsewhere the last step is
    shown. Bars are 95 % intervals by Student's t.""",
    runs="stored runs of {samples} networks for each cell; the figure draws nothing at "
    "random (seed {seed}).",
    shows="""One minus the cosine of the gradients of PC and BP, linear networks of L = {depths}
    layers. Ten outputs, mean-field parametrisation, Adam, one batch of 64 handwritten digits.
    Above: residual networks, alpha = 1/2; below: MLPs. Dotted: the leading order in 1/N before
    training (largest miss {miss} before training, {miss_halved} after it). (A, D) Before training.
    (B, E) When the loss of predictive coding has halved, or at the last step, with equal weights.
    (C, F) At the same step between two separate runs. Bars are 95 % intervals by Student's t.""",
    claims=("PC-F1", "PC-F1-trained", "PC-F1-at-512", "PC-FA5", "PC-FA6-width", "PC-B13-outputs"),
    height=4.3,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"widths": (32, 128), "depths": (2, 4)},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
    quotes=quotes,
)
