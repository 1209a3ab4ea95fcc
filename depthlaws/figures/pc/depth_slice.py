"""PC, Figures A.10 to A.13: training at depth 32 for growing width, residual and MLP."""

from dataclasses import dataclass

import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.variable_attributes import describe, given, simulated
from depthlaws.figures.pc.averaged_runs import RUNS_SENTENCE, train_over
from depthlaws.figures.pc.axes import (
    LOSS,
    legend_entries,
    plot_steps,
    step_axis,
    styles_by_value,
)
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory.papers import PC

NETWORKS = {"residual": "residual", "mlp": "MLP"}
NAMES = ("loss", "energy", "rescaling", "cosine")


@dataclass(frozen=True)
class Parameters:
    """Batch and optimiser are those of section A.8; larger rates halve the loss in few steps."""

    widths: tuple[int, ...] = (32, 64, 128)
    depth: int = 32
    steps: int = 30
    samples: int = 3
    rates: tuple[float, float] = (0.05, 0.01)  # residual networks, MLPs
    dtype: str = "float32"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Losses, energies, rescaling and cosines along training."""
    p, parts, runs = parameters, [], []
    for network, rate in zip(NETWORKS, p.rates, strict=True):
        models = {n: PCN(width=n, depth=p.depth, network=network) for n in p.widths}
        means, network_runs = train_over(
            models,
            "width",
            NAMES,
            samples=p.samples,
            seed=seed,
            steps=p.steps,
            rate=rate,
            optimizer="adam",
            task="digits",
            dtype=p.dtype,
        )
        parts.append(means.assign(rescaling=means.rescaling - 1, cosine=1 - means.cosine))
        runs += network_runs
    ds = xr.concat(parts, dim="network").assign_coords(network=list(NETWORKS))
    names = {
        "loss": "loss, half the squared error, mean over inputs",
        "energy": "energy at the equilibrium of the activities",
        "rescaling": "largest eigenvalue of S - 1",
        "cosine": "1 - cosine of the gradients of energy and loss, same parameters",
    }
    both = {n: simulated(t) for n, t in names.items()}
    both |= {
        f"{n}_error": simulated(f"half of the 95 % interval of: {t}") for n, t in names.items()
    }
    return describe(
        ds.assign_attrs(simulation_attributes(*runs), depth=p.depth),
        network=given("network"),
        width=given("width N"),
        rule=given("along the run of predictive coding (pc) or backpropagation (bp)"),
        step=given("step of training", "step"),
        **both,
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw rescaling, energy, loss and directions, one row for each network."""
    grid = style.panels(canvas, 2, 4, sharex=True, sharey="col")
    looks, every = styles_by_value(ds.width.values.tolist()), max(1, len(ds.step) // 6)
    labels = {"rescaling": "$s-1$", "energy": "$F^*$", "loss": LOSS, "cosine": r"$1-\cos$"}
    for row, (network, word) in zip(grid, NETWORKS.items(), strict=True):
        chosen = ds.sel(network=network)
        for axis, (name, label) in zip(row, labels.items(), strict=True):
            for width, look in looks.items():
                plot_steps(axis, chosen, name, look, every=every, width=width, rule="pc")
            axis.set(ylabel=label, title=f"{word}: {label}")
            step_axis(axis)
    for axis in (grid[0, 0], grid[0, 3]):
        axis.set_yscale("log")
    style.outer_labels_only(grid.flat, y=False)
    style.panel_letters(grid.flat)
    style.legend(canvas, legend_entries(looks, "$N={}$"))


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Loss of predictive coding at the last step over the loss at the first, least and largest."""
    loss = ds.loss.sel(rule="pc")
    falls = loss.isel(step=-1) / loss.isel(step=0)
    return {"falls": f"{float(falls.min()):.2f} to {float(falls.max()):.2f}"}


FIGURE = Figure(
    id="pc-depth-slice",
    says="At depth 32 wider networks stay nearer to backpropagation while they train; MLPs are "
    "farther from it than residual networks (digits).",
    source=PC.figure("A.10 to A.13"),
    caption="""Linear networks of {depth} layers with ten outputs, mean-field parametrisation, Adam
    with the paper's powers of width and depth, eta_0 = {rates} (residual networks, MLPs; the paper
    has 1/1000), one batch of 64 handwritten digits in place of Fashion-MNIST. Above: residual
    networks, alpha = 1/2 (figures A.10 and A.11); below: MLPs (A.12 and A.13). Columns: s - 1, s
    the largest eigenvalue of the rescaling matrix; the energy; the loss (L in script); 1 - cos of
    their gradients, all at the same parameters along the run of predictive coding. In {steps} steps
    the loss falls to {falls} of its initial value. Bars are 95 % intervals over networks.""",
    runs=RUNS_SENTENCE,
    claims=("PC-FA10", "PC-FA12", "PC-FA6-width", "PC-FA10-trained"),
    height=3.8,
    quick=Parameters(),
    paper=Parameters(widths=(64, 128, 256, 512, 1024), steps=100, samples=3, rates=(1e-3, 1e-3)),
    tiny={"widths": (4, 8), "depth": 3, "steps": 1},
    data=data,
    facts=facts,
    draw=draw,
)
