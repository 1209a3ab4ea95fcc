"""PC, Figures A.10 to A.13: depth 32 for growing width, residual and MLP, stored runs."""

from dataclasses import dataclass
from typing import Any

import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import largest_miss
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.axes import BLACK, LOSS
from depthlaws_papers.pc.figures.stored_runs_on_digits import NETWORKS, STAGES, halved_loss

COLUMNS = {  # variable: (leading order before training, label)
    "excess": ("law_excess", "$s-1$"),
    "ratio": ("law_excess", rf"{LOSS}$/F^*-1$"),
    "cosine": ("law_cosine", r"$1-\cos$"),
    "between": ("law_cosine", r"$1-\cos$, two runs"),
}
LOOKS = {
    "start": BLACK,
    "halved": {"color": style.VERMILION, "linestyle": style.LINES[1], "marker": "s"},
}


BESIDE = (0.9, 1.1)  # factors in the width of both stages, so that none hides the other


@dataclass(frozen=True)
class Parameters:
    """Depth and widths; the networks are stored, leading orders are computed."""

    widths: tuple[int, ...] = setting(
        (32, 128, 512), "widths", name="N", among=(32, 128, 512), least=2, most=3
    )
    depth: int = setting(32, "depth", name="L", among=(2, 4, 8, 16, 32))


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Distances from backpropagation at one depth, before training and at the halved loss.

    The stored runs have a seed of their own; ``seed`` changes nothing.
    """
    del seed
    means, attrs = halved_loss()
    drawn = means.sel(width=list(parameters.widths), depth=parameters.depth, drop=True)
    names = {
        "excess": "largest eigenvalue of S - 1",
        "ratio": "loss over energy, less one",
        "cosine": "1 - cosine of the gradients of energy and loss, same parameters",
        "between": "1 - cosine of the energy's gradient along PC's run, the loss's along BP's",
    }
    both = {n: simulated(t) for n, t in names.items()}
    both |= {
        f"{n}_error": simulated(f"half of the 95 % interval of: {t}") for n, t in names.items()
    }
    return describe(
        drawn.assign_attrs(attrs, depth=parameters.depth),
        law_excess=exact("E s - 1 before training, one output"),
        law_cosine=exact("1 - cosine before training, leading order in 1/N"),
        fall=simulated("mean share of the initial loss at the halved loss"),
        step=simulated("step at which the mean loss has halved, or the last", "step"),
        network=given("network"),
        width=given("width N"),
        stage=given("before training, or when the loss has halved"),
        **both,
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw rescaling, energy and directions over the width, one row for each network."""
    grid = style.panels(canvas, 2, 4, sharex=True, sharey="col")
    for row, (network, word) in zip(grid, NETWORKS.items(), strict=True):
        chosen = ds.sel(network=network)
        for axis, (name, (law, label)) in zip(row, COLUMNS.items(), strict=True):
            axis.plot(ds.width, chosen[law], **style.neighbour())
            for beside, (stage, look) in zip(BESIDE, LOOKS.items(), strict=True):
                if (name, stage) == ("between", "start"):
                    continue  # the runs have not parted
                at = chosen.sel(stage=stage)
                bars = style.bars(look)
                axis.errorbar(beside * ds.width, at[name], at[f"{name}_error"], **bars)
            axis.set(yscale="log", xscale="log", ylabel=label, title=word)
            style.count_ticks(axis, ds.width.values, "width $N$")
    style.outer_labels_only(grid.flat, y=False)
    style.panel_letters(grid.flat)
    looks = {STAGES[stage]: look for stage, look in LOOKS.items()}
    style.legend(
        canvas,
        [
            *(style.legend_entry(style.points(look), label) for label, look in looks.items()),
            style.legend_entry(style.neighbour(), "leading order, before"),
        ],
    )


def facts(ds: xr.Dataset, p: Parameters) -> dict[str, Any]:
    """Shares of the initial loss that are left, steps it took, and misses of the dotted laws."""
    before = ds.sel(stage="start")
    misses = {
        "miss_scale": (ds.law_excess, before.excess),
        "miss_energy": (ds.law_excess, before["ratio"]),
        "miss_turn": (ds.law_cosine, before.cosine),
    }
    order = ("network", "width")
    return {
        n: largest_miss(a.transpose(*order), b.transpose(*order)) for n, (a, b) in misses.items()
    } | {
        "depth": p.depth,
        "widest": int(ds.width[-1]),
        "second": int(ds.width[-2]),
        "falls": f"{float(ds.fall.min()):.2f} to {float(ds.fall.max()):.2f}",
        "steps": f"{int(ds.step.min())} to {int(ds.step.max())}",
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: distances at the two largest widths, and by network."""
    last = ds.isel(width=[-2, -1])
    rows = [
        last[name].sel(stage=stage) for name in ("excess", "ratio", "cosine") for stage in LOOKS
    ]
    rows.append(last.between.sel(stage="halved"))
    halved = [ds[name].sel(stage="halved") for name in COLUMNS]
    return {
        "wider is nearer": all(bool((row.diff("width") < 0).all()) for row in rows),
        "MLPs are farther when the loss has halved": all(
            bool((row.sel(network="mlp") > row.sel(network="residual")).all()) for row in halved
        ),
    }


FIGURE = Figure(
    id="pc-depth-slice",
    says="At depth 32 PC is nearer to BP at N = 512 than at 128, before training and when the loss "
    "has halved; then MLPs are farther from it than residual networks (digits).",
    finding="At depth {depth} PC is nearer to BP at N = {widest} than at {second}, before training "
    "and when the loss has halved; then MLPs are farther from it than residual networks (digits).",
    source=PC.figure("A.10 to A.13"),
    caption="""Linear networks of {depth} layers with ten outputs, mean-field parametrisation, Adam
    with the paper's powers of width and depth, eta_0 = 1/20 (residual networks) and 1/50 (MLPs; the
    paper has 1/1000), one batch of 64 handwritten digits in place of Fashion-MNIST. Above: residual
    networks, alpha = 1/2 (figures A.10 and A.11); below: MLPs (A.12 and A.13). Columns: s - 1, s
    the largest eigenvalue of the rescaling matrix; the loss (L in script) over the energy, less
    one; 1 - cos of their gradients at the same parameters, and between the runs of both rules.
    Black: before training; dotted: E s - 1 of one output and the leading order of 1 - cos, which
    hold where N is much larger than L and than ten (largest miss {miss_scale}, {miss_energy} and
    {miss_turn} of the first three columns); orange: after {steps} steps, when the loss of
    predictive coding has fallen to {falls} of its initial value; both are drawn side by side. Bars
    are 95 % intervals by
    Student's t.""",
    runs="stored runs of {samples} networks for each point; the figure draws nothing at "
    "random (seed {seed}).",
    shows="""Distances of predictive coding from backpropagation at depth {depth} over the width.
    Linear networks with ten outputs, mean-field parametrisation, Adam, one batch of 64 handwritten
    digits. Above: residual networks, alpha = 1/2; below: MLPs. Columns: s - 1, s the largest
    eigenvalue of the rescaling matrix; the loss (L in script) over the energy, less one; 1 - cos of
    their gradients at the same parameters, and between the runs of both rules. Black: before
    training; dotted: E s - 1 of one output and the leading order of 1 - cos (largest miss
    {miss_scale}, {miss_energy} and {miss_turn} of the first three columns); orange: after {steps}
    steps, at {falls} of the initial loss. Bars are 95 % intervals by Student's t.""",
    claims=("PC-FA10", "PC-FA12", "PC-FA6-width", "PC-FA10-trained", "PC-FA12-at-512"),
    height=3.8,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"widths": (128, 512), "depth": 32},
    holds=holds,
    data=data,
    facts=facts,
    draw=draw,
)
