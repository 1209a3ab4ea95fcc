"""PC, Figures A.1, A.2, A.20, A.21: nonlinear networks at equilibrium, two widths or more."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import largest_miss, span
from depthlaws.sims.predictive_coding import PCN, toy
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.averaged_runs import RUNS_SENTENCE, train_over
from depthlaws_papers.pc.figures.axes import (
    LOSS,
    legend_entries,
    plot_steps,
    step_axis,
    styles_by_value,
)

CASES: dict[str, tuple[str, Literal["mlp", "residual"]]] = {
    "tanh residual": ("tanh", "residual"),
    "ReLU residual": ("relu", "residual"),
    "tanh MLP": ("tanh", "mlp"),
    "ReLU MLP": ("relu", "mlp"),
}
NAMES = ("loss", "energy", "cosine")


@dataclass(frozen=True)
class Parameters:
    """Toy task and depth are those of section A.8; a larger rate halves the loss in few steps."""

    widths: tuple[int, ...] = setting(
        (16, 64, 256), "widths", name="N", low=2, high=512, whole=True, least=2, most=4
    )
    depth: int = setting(5, "depth", name="L", low=2, high=16, whole=True)
    steps: int = setting(8, "steps of training", units="step", low=1, high=100, whole=True)
    samples: int = setting(4, "networks at the largest width", low=2, high=50, whole=True)
    rate: float = setting(1.0, "learning rate eta_0", low=0, above=True, high=2)
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
    for column, case in zip(grid.T, ds.case.values, strict=True):
        chosen = ds.sel(case=case)
        for width, look in looks.items():
            at = {"width": width, "rule": "pc"}
            plot_steps(column[0], chosen, "energy", look, every=every, **at)
            plot_steps(column[1], chosen, "gap", look, every=every, **at)
            plot_steps(column[2], chosen, "cosine", look, every=every, **at)
            law = float(chosen.law.sel(width=width))
            column[1].plot(ds.step[[0, -1]], [law, law], **style.neighbour())
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
    law = style.legend_entry(style.neighbour(), "leading order, before")
    style.legend(canvas, [*legend_entries(looks, "$N={}$"), law])


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Fall of the loss of the widest networks, largest miss of the dotted law, and widths."""
    loss = ds.loss.isel(width=-1).sel(rule="pc")
    falls = loss.isel(step=-1) / loss.isel(step=0)
    start = ds.gap.sel(rule="pc").isel(step=0).transpose(*ds.law.dims)
    return {
        "falls": span(falls),
        "miss": largest_miss(ds.law, start),
        "narrowest": int(ds.width[0]),
        "widest": int(ds.width[-1]),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: gaps and directions over the width, at every step drawn."""
    pc = ds.sel(rule="pc")
    return {
        "wider networks have smaller gaps": bool((pc.gap.diff("width") < 0).all()),
        "wider networks have closer directions": bool((pc.cosine.diff("width") < 0).all()),
    }


FIGURE = Figure(
    id="pc-nonlinear",
    says="At equilibrium wider nonlinear networks (N = 16 to 256) are nearer to BP, in energy and "
    "direction, at each of the first 8 steps.",
    finding="At equilibrium wider nonlinear networks (N = {narrowest} to {widest}) are nearer to "
    "BP, in energy and direction, at each of the first {steps} steps.",
    source=PC.figure("A.1, A.2, A.20 and A.21"),
    caption="""Predictive coding in tanh and ReLU networks of L = {depth} on the toy task,
    mean-field parametrisation, activities at equilibrium (Gauss-Newton by dynamic programming;
    units of ReLU may be at their kinks). Columns: residual networks (figures A.1, A.2) and MLPs
    (A.20, A.21). Rows: the energy; the loss (L in script) over the energy, less one, at the same
    parameters; dotted: its leading order in 1/N before training, from squared derivatives of the
    output in the activities at infinite width (largest miss of step 0: {miss}); 1 - cos of their
    gradients. Theory has no line along training, where kernels of nonlinear fields do not close,
    nor for the cosine, which slopes that change with the activities lower too. Gradient descent
    with eta_0 = {rate}: in {steps} steps the loss of the widest networks falls to {falls} of its
    initial value. With eta_0 = 1 ReLU MLPs leave their minimum again a few steps later, which is
    not drawn. Bars are 95 % intervals over networks.""",
    runs=RUNS_SENTENCE,
    shows="""Nonlinear predictive coding at equilibrium, N = {widths}, {depth} layers, rate {rate}.
    Tanh and ReLU networks on the toy task. Rows: energy; loss over energy, less one (dotted:
    leading order in 1/N before training, largest miss of step 0: {miss}); 1 - cos of their
    gradients. In {steps} steps the loss of the widest networks falls to {falls} of its initial
    value.""",
    claims=("PC-FA1", "PC-FA2", "PC-FA20", "PC-FA21", "PC-FA1-trained", "PC-B33", "PC-B46"),
    height=4.8,
    quick=Parameters(),
    paper=Parameters(widths=(8, 32, 128, 512), steps=100, samples=3, rate=0.025),
    tiny={"widths": (4, 32), "steps": 2, "samples": 2},
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
)
