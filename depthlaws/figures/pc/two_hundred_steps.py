"""PC, Figures 1, 3, A.5 to A.13: linear networks along 200 steps of Adam, stored runs."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.claims.pc.after_200_steps import PAIRS, TRAINING_RATE
from depthlaws.figures.engine import style
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.looped.scaling_rules import mean_and_half_interval
from depthlaws.figures.pc.axes import BLACK, LOSS, step_axis, styles_by_value
from depthlaws.figures.pc.leading_orders import misalignment
from depthlaws.figures.pc.stored_runs_on_digits import NETWORKS
from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.predictive_coding import Task, tasks
from depthlaws.sims.predictive_coding.experiments import BATCH, DIGITS
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.sims.predictive_coding.training import seed_of_batch
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC

MARKERS = ("o", "s")  # of the narrow and the wide networks of a pair
COLUMNS = {  # variable: (leading order before training, label)
    "between": ("law_cosine", r"$1-\cos$, two runs"),
    "ratio": ("law_excess", rf"{LOSS}$/F^*-1$"),
    "loss": (None, rf"{LOSS}$(t)/${LOSS}$(0)$"),
}
LAW_STEPS = 9  # length of the line of theory at step 0, in steps


@dataclass(frozen=True)
class Parameters:
    """Depths that are drawn; the networks are stored, leading orders are computed."""

    depths: tuple[int, ...] = (4, 8, 32)


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
    grid = style.panels(canvas, 2, 3, sharex=True, sharey="col")
    looks = styles_by_value(ds.depth.values.tolist())
    for row, (network, word) in zip(grid, NETWORKS.items(), strict=True):
        for axis, (name, (law, label)) in zip(row, COLUMNS.items(), strict=True):
            for depth, look in looks.items():
                for width, marker in zip(sorted(PAIRS[depth]), MARKERS, strict=True):
                    at = ds.sel(network=network, depth=depth, width=width)
                    bars = style.bars(look | {"marker": marker})
                    axis.errorbar(ds.step, at[name], at[f"{name}_error"], **bars)
                    if law is not None:
                        ends = [-LAW_STEPS, LAW_STEPS], [float(at[law])] * 2
                        axis.plot(*ends, **style.line(look))
            axis.set(title=word, ylabel=label)
            step_axis(axis)
    grid[0, 0].set(yscale="log", ylim=(5e-6, 3))
    grid[0, 1].set_yscale("log")
    grid[0, 2].set(ylim=(0, 1.2))
    style.outer_labels_only(grid.flat, y=False)
    style.panel_letters(grid.flat)
    pairs = ("$N=128$ ($L=32$: 64)", "$N=512$ ($L=32$: 256)")
    handles = [
        *(style.legend_entry(style.line(look), f"$L={d}$") for d, look in looks.items()),
        *(
            style.legend_entry(style.points({"color": "0.3", "marker": marker}), pair)
            for marker, pair in zip(MARKERS, pairs, strict=True)
        ),
        style.legend_entry(style.line(BLACK), "leading order in 1/N, before training"),
    ]
    style.legend(canvas, handles)


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Shares of the loss that are left at the last step."""
    left = ds.loss.isel(step=-1)
    return {"left": f"{float(left.min()):.2f} to {float(left.max()):.2f}"}


FIGURE = Figure(
    id="pc-200-steps",
    says="Along 200 steps of Adam residual networks stay near BP, the wider the nearer; MLPs of 32 "
    "layers leave it at N = 64 and at N = 256 (digits).",
    source=PC.figure("1, 3 and A.5 to A.13"),
    caption="""Linear networks with ten outputs, mean-field parametrisation, a fresh batch of 64
    handwritten digits at each step in place of CIFAR-10 and Fashion-MNIST, which are not included;
    Adam with the paper's powers of width and depth and eta_0 = 1/50, where the paper has 1/1000.
    Above: residual networks, alpha = 1/2; below: MLPs. (A, D) One minus the cosine between the
    energy's gradient along the run of predictive coding and the loss's along that of
    backpropagation, on the batch of the step. (B, E) Loss (L in script) over the equilibrated
    energy, less one, along predictive coding's run. (C, F) Its loss, of which {left} is left. Lines
    at step 0: leading order in 1/N of 1 - cos, and E s - 1 of one output, which ten outputs exceed.
    In MLPs of 32 layers the weights' products grow while they learn, and with them s. Bars are 95 %
    intervals over networks by Student's t.""",
    runs="stored runs of {samples} networks for each point; the figure draws nothing at "
    "random (seed {seed}).",
    claims=("PC-F1-200-steps", "PC-A2-200-steps", "PC-FA6-200-steps", "PC-FA12-200-steps"),
    height=4.2,
    quick=Parameters(),
    paper=Parameters(),
    tiny={"depths": (4,)},
    data=data,
    facts=facts,
    draw=draw,
)
