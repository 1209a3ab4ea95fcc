"""PC, Figures A.1, A.2, A.20, A.21: nonlinear networks at equilibrium, two widths or more."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.pc.averaged_runs import RUNS_SENTENCE, train_over
from depthlaws.figures.pc.axes import (
    BLACK,
    LOSS,
    legend_entries,
    plot_steps,
    step_axis,
    styles_by_value,
)
from depthlaws.sims.predictive_coding import PCN, toy
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC

CASES: dict[str, tuple[str, Literal["mlp", "residual"]]] = {
    "tanh residual": ("tanh", "residual"),
    "ReLU residual": ("relu", "residual"),
    "tanh MLP": ("tanh", "mlp"),
    "ReLU MLP": ("relu", "mlp"),
}
NAMES = ("loss", "energy", "cosine")
LAW_STEPS = 1.2  # length of the line of theory at step 0, in steps


@dataclass(frozen=True)
class Parameters:
    """Toy task and depth are those of section A.8; a larger rate halves the loss in few steps."""

    widths: tuple[int, ...] = (16, 64, 256)
    depth: int = 5
    steps: int = 16
    samples: int = 4
    rate: float = 1.0
    tolerance: float = 1e-5


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Losses, energies and cosines along predictive coding's runs, and the law at their start."""
    p, parts, runs = parameters, [], []
    squares = np.mean(toy(seeds(seed, 0)[0]).x ** 2, axis=1)
    for activation, network in CASES.values():
        models = {
            n: PCN(width=n, depth=p.depth, network=network, activation=activation) for n in p.widths
        }
        means, case_runs = train_over(
            models,
            "width",
            NAMES,
            samples=p.samples,
            seed=seed,
            steps=p.steps,
            rate=p.rate,
            tolerance=p.tolerance,
            rules=("pc",),
            derived={"gap": lambda r: r.loss / r.energy - 1},
        )
        means["cosine"] = 1 - means.cosine
        excess = predictive_coding.excess_at_start(
            p.depth, activation, squares=squares, network=network
        )
        means["law"] = ("width", np.mean(excess) / np.array(p.widths))
        parts.append(means)
        runs += case_runs
    ds = xr.concat(parts, dim="case").assign_coords(case=list(CASES))
    names = {
        "loss": "loss, half the mean squared error",
        "energy": "energy at the equilibrium of the activities",
        "cosine": "1 - cosine of the gradients of energy and loss, same parameters",
        "gap": "loss over energy, less one, same parameters",
    }
    both = {n: simulated(t) for n, t in names.items()}
    both |= {
        f"{n}_error": simulated(f"half of the 95 % interval of: {t}") for n, t in names.items()
    }
    return describe(
        ds.assign_attrs(simulation_attributes(*runs)),
        case=given("network"),
        width=given("width N"),
        rule=given("along the run of predictive coding (pc)"),
        step=given("step of gradient descent", "step"),
        law=exact("loss over energy, less one, before training, leading order in 1/N"),
        **both,
    )


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw energy, loss less energy, and directions, one column for each network."""
    grid = style.panels(canvas, 3, 4, sharex=True, sharey="row")
    looks, every = styles_by_value(ds.width.values.tolist()), max(1, len(ds.step) // 6)
    reach = max(1.0, len(ds.step) / 17) * LAW_STEPS
    ends = [-reach, reach]
    for column, case in zip(grid.T, ds.case.values, strict=True):
        chosen = ds.sel(case=case)
        for width, look in looks.items():
            at = {"width": width, "rule": "pc"}
            plot_steps(column[0], chosen, "energy", look, every=every, **at)
            plot_steps(column[1], chosen, "gap", look, every=every, **at)
            plot_steps(column[2], chosen, "cosine", look, every=every, **at)
            law = float(chosen.law.sel(width=width))
            column[1].plot(ends, [law, law], **style.line(look))
        for axis in column if style.is_narrow(canvas) else column[:1]:
            axis.set_title(case)
        column[0].set(ylabel="energy $F^*$")
        column[1].set(ylabel=rf"{LOSS}$/F^*-1$")
        column[2].set(ylabel=r"$1-\cos$")
    for axis in grid.flat:
        step_axis(axis)
    for axis in grid[1:].flat:
        axis.set_yscale("log")
    for row in grid[1:]:
        row[0].set_yscale("log")
    style.outer_labels_only(grid.flat)
    style.panel_letters(grid.flat)
    law = style.legend_entry(style.line(BLACK), "leading order in 1/N, before training")
    style.legend(canvas, [*legend_entries(looks, "$N={}$"), law])


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Loss of the widest networks at the last step over the first; least and largest."""
    loss = ds.loss.isel(width=-1).sel(rule="pc")
    falls = loss.isel(step=-1) / loss.isel(step=0)
    return {"falls": f"{float(falls.min()):.2f} to {float(falls.max()):.2f}"}


FIGURE = Figure(
    id="pc-nonlinear",
    says="At equilibrium wider nonlinear networks (N = 16 to 256) are nearer to BP, in energy and "
    "direction, until the loss has halved.",
    source=PC.figure("A.1, A.2, A.20 and A.21"),
    caption="""Predictive coding in tanh and ReLU networks of L = {depth} on the toy task,
    mean-field parametrisation, activities at equilibrium (Gauss-Newton by dynamic programming;
    units of ReLU may be at their kinks). Columns: residual networks (figures A.1, A.2) and MLPs
    (A.20, A.21). Rows: the energy; the loss (L in script) over the energy, less one, at the same
    parameters, with its leading order in 1/N before training as lines at step 0 (squared
    derivatives of the output in the activities, at infinite width); 1 - cos of their gradients.
    Theory has no line along training, where kernels of nonlinear fields do not close, nor for the
    cosine, which slopes that change with the activities lower too. Gradient descent with eta_0 =
    {rate}: in {steps} steps the loss of the widest networks falls to {falls} of its initial value.
    Bars are 95 % intervals over networks.""",
    runs=RUNS_SENTENCE,
    claims=("PC-FA1", "PC-FA2", "PC-FA20", "PC-FA21", "PC-FA1-trained", "PC-B33", "PC-B46"),
    height=4.8,
    quick=Parameters(),
    paper=Parameters(widths=(8, 32, 128, 512), steps=100, samples=3, rate=0.025),
    tiny={"widths": (2, 4), "steps": 1, "samples": 2},
    data=data,
    facts=facts,
    draw=draw,
)
