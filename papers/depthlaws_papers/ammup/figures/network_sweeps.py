"""AM-muP: Figure 4, training loss of small ViTs over the learning rate, by depth; stored runs."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, given, simulated
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims import trained_networks
from depthlaws_papers.ammup.figures.networks import LOOKS

NETWORKS = ("ViT", "ViT, pre-norm")
TITLES = {"ViT": "post-norm ViT", "ViT, pre-norm": "pre-norm ViT"}


@dataclass(frozen=True)
class Parameters:
    """Blocks that are drawn; their runs are stored."""

    blocks: tuple[int, ...] = setting(
        (1, 2, 3, 4, 6), "blocks", name="D", among=(1, 2, 3, 4, 6), least=2, most=5
    )


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Mean training losses after one epoch, and geometric means of the best rates, with intervals.

    The stored runs have seeds of their own; ``seed`` changes nothing.
    """
    del seed
    run = stored_run("trained-rates").sel(network=list(NETWORKS))
    (rates,) = {tuple(row) for row in run.learning_rate.values.tolist()}
    shape = (len(NETWORKS), len(parameters.blocks))
    loss, error = np.full((2, *shape, len(rates)), np.nan)
    best = np.empty((3, *shape))
    for i, network in enumerate(NETWORKS):
        places = np.searchsorted(trained_networks.blocks(network), parameters.blocks)
        losses = trained_networks.losses(network)[places]
        kept = np.asarray(np.isfinite(losses).all(axis=1))
        whole = np.where(np.expand_dims(kept, 1), losses, 0.0)
        mean, half = mean_and_half_interval(whole, axis=1)
        loss[i], error[i] = np.where(kept, mean, np.nan), np.where(kept, half, np.nan)
        logs = np.log(trained_networks.best_rates(network)[places])
        middle, half = mean_and_half_interval(logs, axis=1)
        best[:, i] = np.exp([middle, middle - half, middle + half])
    dims = ("network", "depth")
    dataset = xr.Dataset(
        {
            "loss": ((*dims, "rate"), loss),
            "loss_error": ((*dims, "rate"), error),
            **{name: (dims, best[k]) for k, name in enumerate(("best", "low", "high"))},
        },
        {
            "network": list(NETWORKS),
            "depth": (2 * np.array(parameters.blocks) + 2).tolist(),
            "rate": list(rates),
        },
        {"simulated_dtype": run.attrs["dtype"], "simulated_device": "torch"}
        | {name: run.attrs[name] for name in ("torch", "steps", "batch")},
    )
    return describe(
        dataset,
        loss=simulated("training loss after one epoch, mean over seeds"),
        loss_error=simulated("half of the 95 % interval of the loss"),
        best=simulated("geometric mean of the best rate"),
        low=simulated("lower end of the 95 % interval of the best rate"),
        high=simulated("upper end of the 95 % interval of the best rate"),
        network=given("network"),
        depth=given("depth as the paper counts it, 2 D + 2"),
        rate=given("learning rate"),
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw losses over the rate, a panel for each place of the norm, and best rates over depth."""
    (axes,) = style.panels(canvas, 1, 3)
    looks = style.depth_styles(ds.depth.values)
    for axis, network in zip(axes, ds.network.values, strict=False):
        _panel(axis, ds.sel(network=network), looks)
        axis.set_title(TITLES[str(network)])
    _best(axes[-1], ds)
    style.panel_letters(axes)
    depths = [
        style.legend_entry(style.points(look), f"$L={depth:g}$") for depth, look in looks.items()
    ]
    norms = [style.legend_entry(style.points(LOOKS[n]), f"C: {TITLES[n]}") for n in NETWORKS]
    style.legend(canvas, [*depths, *norms])


def _panel(axis: Axes, ds: xr.Dataset, looks: dict) -> None:
    for depth, look in looks.items():
        curve = ds.sel(depth=depth)
        axis.errorbar(curve.rate, curve.loss, curve.loss_error, **style.bars(look))
    axis.set(xscale="log", yscale="log", ylim=(0.3, 3.2))
    axis.set(xlabel=r"learning rate $\eta$", ylabel="training loss")


def _best(axis: Axes, ds: xr.Dataset) -> None:
    for network in ds.network.values:
        curve = ds.sel(network=network)
        ends = np.array([curve.best - curve.low, curve.high - curve.best])
        axis.errorbar(ds.depth, curve.best, ends, **style.bars(LOOKS[str(network)]))
    axis.set(yscale="log", ylabel="best learning rate")
    style.count_ticks(axis, ds.depth.values, "depth $L$")
    axis.set_title("best rate")


def facts(ds: xr.Dataset, _parameters: Parameters) -> dict[str, str]:
    """Best rates of the least and the largest depth of both, and the number of seeds."""
    words = {"seeds": str(stored_run("trained-rates").sizes["seed"])}
    for name, network in zip(("post", "pre"), NETWORKS, strict=True):
        best = ds.best.sel(network=network)
        words[name] = f"{float(best[0]):.2f} to {float(best[-1]):.2f}"
    return words


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Best rates of the least and the largest depth, with intervals."""
    fall = ds.best.isel(depth=0) / ds.best.isel(depth=-1)
    ends = ds.low.isel(depth=0) > ds.high.isel(depth=-1)
    post, pre = NETWORKS
    return {
        "the best rate falls with depth in post-norm ViTs": bool(ends.sel(network=post)),
        "it falls less in pre-norm ones": bool(fall.sel(network=pre) < fall.sel(network=post)),
    }


FIGURE = Figure(
    id="ammup-network-sweeps",
    says="In small post-norm ViTs the best rate of one epoch falls with depth; in pre-norm ones it "
    "falls less.",
    source=AMMUP.figure(4),
    caption="""Training loss of small ViTs after one epoch of digits, {steps} steps of SGD, over the
    learning rate, by depth L = 2 D + 2 for D blocks (means over seeds with 95 % intervals by
    Student's t; rates at which a seed diverged are left out). A: the norm behind the residual
    addition, as in figure 4 of the paper. B: before the branch. C: geometric mean of the best rate
    with its 95 % interval, from the least depth to the largest {post} behind the addition and {pre}
    before the branch. BEiT and CCT, which figure 4 has too, were not run.""",
    runs="stored runs of {seeds} seeds; the figure draws nothing at random (seed {seed}).",
    shows="""Training loss of small ViTs of D = {blocks} blocks after one epoch of digits. {steps}
    steps of SGD, over the learning rate, depth L = 2 D + 2 (means over seeds with 95 % intervals by
    Student's t; rates at which a seed diverged are left out). (A) The norm behind the residual
    addition. (B) The norm before the branch. (C) Geometric mean of the best rate with its 95 %
    interval.""",
    claims=("AMMUP-N-SWEEP-VIT", "AMMUP-N-TRAINED-VIT", "AMMUP-N-TRAINED-NORM"),
    height=3.0,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"blocks": (1, 3, 6)},
    data=data,
    facts=facts,
    holds=holds,
    draw=draw,
)
