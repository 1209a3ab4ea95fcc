"""PC, Figures 1, 3, A.5 to A.13: linear networks along 200 steps of Adam, stored runs."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.sample_means import mean_and_half_interval
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import largest_miss, span
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.predictive_coding import Task, tasks
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.sims.predictive_coding.training import seed_of_batch
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.after_200_steps import PAIRS, TRAINING_RATE
from depthlaws_papers.pc.figures.axes import LOSS, step_axis, styles_by_value
from depthlaws_papers.pc.figures.leading_orders import misalignment
from depthlaws_papers.pc.figures.stored_runs_on_digits import NETWORKS
from depthlaws_papers.pc.runs.trained_networks import BATCH, DIGITS

MARKERS = ("o", "s")  # of the narrow and the wide networks of a pair
COLUMNS = {  # variable: (leading order before training, label)
    "between": ("law_cosine", r"$1-\cos$, two runs"),
    "ratio": ("law_excess", rf"{LOSS}$/F^*-1$"),
}


@dataclass(frozen=True)
class Parameters:
    """Depths that are drawn; the networks are stored, leading orders are computed."""

    depths: tuple[int, ...] = setting((4, 8, 32), "depths", name="L", among=(4, 8, 32), most=3)


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Distances from backpropagation along 200 steps, and their leading orders before training.

    The stored runs have a seed of their own; ``seed`` changes nothing.
    """
    del seed
    run = stored_run("pc-two-hundred-steps").sel(rate=TRAINING_RATE, depth=list(parameters.depths))
    dims = ("network", "depth", "width", "step")
    drawn = {
        "between": 1 - run.between,
        "ratio": run.loss / run.energy - 1,
        "loss": run.loss / run.loss.isel(step=0),
    }
    ds = xr.Dataset(coords={name: run[name] for name in dims})
    for name, values in drawn.items():
        mean, half = mean_and_half_interval(values.transpose(*dims, "sample").values, axis=-1)
        ds[name], ds[f"{name}_error"] = (dims, mean), (dims, half)
    batch, sizes = _first_batch(run.attrs["seed"]), [run[n].values.tolist() for n in dims[:-1]]
    excess, cosine = np.empty((2, *(len(values) for values in sizes)))
    for place in np.ndindex(excess.shape):
        network, depth, width = (values[i] for values, i in zip(sizes, place, strict=True))
        expected = predictive_coding.expected_rescaling(width, depth, network=network)
        excess[place], cosine[place] = expected - 1, misalignment(batch, width, depth, network)
    ds["law_excess"], ds["law_cosine"] = (dims[:-1], excess), (dims[:-1], cosine)
    attrs = {name: run.attrs[name] for name in ("samples", "task", "numpy", "prediction")}
    attrs |= {
        "simulated_dtype": run.attrs["dtype"],
        "simulated_device": "cpu",
        "rate": TRAINING_RATE,
    }
    words = {
        "between": "1 - cosine of the energy's gradient along PC's run, the loss's along BP's",
        "ratio": "loss over energy, less one, same parameters",
        "loss": "loss of PC on the batch of the step over that before training",
    }
    both = {name: simulated(text) for name, text in words.items()} | {
        f"{n}_error": simulated(f"half of the 95 % interval of: {t}") for n, t in words.items()
    }
    return describe(
        ds.assign_attrs(attrs),
        law_excess=exact("E s - 1 before training, one output"),
        law_cosine=exact("1 - cosine before training, leading order in 1/N"),
        network=given("network"),
        depth=given("depth L"),
        width=given("width N"),
        step=given("step of training", "step"),
        **both,
    )


def _first_batch(seed: int) -> Task:
    """Return the digits of the first step of the stored runs of a seed."""
    seed = int(seed)
    digits = tasks.task("digits", seeds(seed, 0)[0], inputs=DIGITS, folder=None)
    return digits.batch(BATCH, seed_of_batch(seed, 0))


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw directions, energies and losses along training, one row for each network."""
    grid = style.panels(canvas, 2, 2, sharex=True, sharey="col")
    looks = styles_by_value(ds.depth.values.tolist())
    for row, (network, word) in zip(grid, NETWORKS.items(), strict=True):
        for axis, (name, (law, label)) in zip(row, COLUMNS.items(), strict=True):
            for depth, look in looks.items():
                for width, marker in zip(sorted(PAIRS[depth]), MARKERS, strict=True):
                    at = ds.sel(network=network, depth=depth, width=width)
                    bars = style.bars(look | {"marker": marker})
                    axis.errorbar(ds.step, at[name], at[f"{name}_error"], **bars)
                    axis.plot(ds.step[[0, -1]], [float(at[law])] * 2, **style.neighbour())
            axis.set(title=word, ylabel=label)
            step_axis(axis)
    for axis in grid[0]:
        axis.set_yscale("log")
    style.outer_labels_only(grid.flat, y=False)
    style.panel_letters(grid.flat)
    pairs = ("narrow", "wide")
    handles = [
        *(style.legend_entry(style.line(look, gid=None), f"$L={d}$") for d, look in looks.items()),
        *(
            style.legend_entry(style.points({"color": "0.3", "marker": marker}), pair)
            for marker, pair in zip(MARKERS, pairs, strict=True)
        ),
        style.legend_entry(style.neighbour(), "leading order, before"),
    ]
    style.legend(canvas, handles)


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str | int]:
    """Losses and directions at the last step, and misses of the dotted laws at step 0."""
    last, first = ds.isel(step=-1), ds.isel(step=0)
    deep = last.between.sel(network="mlp").isel(depth=-1)
    ends = [last.between.sel(network="residual").values, deep.values]
    order = ds.law_cosine.dims
    return {
        "left": span(last.loss),
        "residual": " to ".join(f"{f(ends[0]):.2g}" for f in (np.nanmin, np.nanmax)),
        "deep": " to ".join(f"{f(ends[1]):.2g}" for f in (np.nanmin, np.nanmax)),
        "deepest": int(ds.depth[-1]),
        "miss_turn": largest_miss(ds.law_cosine, first.between.transpose(*order)),
        "miss_energy": largest_miss(ds.law_excess, first["ratio"].transpose(*order)),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: directions at the last step, by network and within each pair."""
    last = ds.between.isel(step=-1)
    pairs = [last.sel(depth=d, width=sorted(PAIRS[d])).diff("width") for d in ds.depth.values]
    shown = {"the wider are nearer": all(bool((pair < 0).all()) for pair in pairs)}
    if (ds.depth == TITLE_DEPTH).any():
        deep = last.sel(depth=TITLE_DEPTH).dropna("width", how="all")
        shown |= {
            "residual networks stay near BP": bool(last.sel(network="residual").max() < 0.2),
            "deep MLPs leave it": bool((deep.sel(network="mlp") > 0.8).all()),
        }
    return shown


TITLE_DEPTH = 32  # layers of the networks of which the title speaks

FIGURE = Figure(
    id="pc-200-steps",
    says="After 200 steps of Adam, 1 - cos is below 1/5 in residual networks, and above 4/5 in "
    "MLPs of 32 layers, at N = 64 and at N = 256 (digits).",
    source=PC.figure("1, 3 and A.5 to A.13"),
    caption="""Linear networks with ten outputs, mean-field parametrisation, a fresh batch of 64
    handwritten digits at each step in place of CIFAR-10 and Fashion-MNIST, which are not included;
    Adam with the paper's powers of width and depth and eta_0 = 1/50, where the paper has 1/1000.
    Above: residual networks, alpha = 1/2; below: MLPs; widths 128 (narrow) and 512 (wide), in
    networks of 32 layers 64 and 256. (A, C) One minus the cosine between the energy's gradient
    along the run of predictive coding and the loss's along that of backpropagation, on the batch of
    the step: {residual} after the last step in residual networks, {deep} in MLPs of {deepest}
    layers. (B, D) Loss (L in script) over the equilibrated energy, less one, along predictive
    coding's run, whose loss falls to {left} of its initial value; dotted: before training, the
    leading order in 1/N of 1 - cos (largest miss {miss_turn}), and E s - 1 of one output
    ({miss_energy}). In MLPs of 32 layers the weights' products grow while they learn, and with them
    s. Bars are 95 % intervals over networks by Student's t.""",
    runs="stored runs of {samples} networks for each point; the figure draws nothing at "
    "random (seed {seed}).",
    shows="""Linear networks of L = {depths} layers along 200 steps of Adam. Ten outputs, mean-field
    parametrisation, a fresh batch of 64 handwritten digits at each step, eta_0 = 1/50. Above:
    residual networks, alpha = 1/2; below: MLPs; widths 128 (narrow) and 512 (wide), in networks of
    32 layers 64 and 256. (A, C) One minus the cosine between the energy's gradient along the run of
    predictive coding and the loss's along that of backpropagation. (B, D) Loss (L in script) over
    the equilibrated energy, less one. Dotted: before training, the leading order in 1/N of 1 - cos
    (largest miss {miss_turn}), and E s - 1 of one output ({miss_energy}). Bars are 95 % intervals
    over networks by Student's t.""",
    claims=("PC-F1-200-steps", "PC-A2-200-steps", "PC-FA6-200-steps", "PC-FA12-200-steps"),
    height=4.2,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"depths": (4, 32)},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
)
