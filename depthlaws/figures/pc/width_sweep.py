"""Predictive coding beside backpropagation at growing width: figures 2, A.14, A.16, A.18."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.pc.averaged_runs import train_over
from depthlaws.figures.pc.axes import (
    BLACK,
    LIMIT,
    LOSS,
    legend_entries,
    plot_against,
    plot_steps,
    step_axis,
    styles_by_value,
)
from depthlaws.figures.pc.leading_orders import misalignment
from depthlaws.sims.predictive_coding import PCN, tasks
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding

NAMES = ("loss", "energy", "rescaling", "cosine", "between")


@dataclass(frozen=True)
class Parameters:
    """Sizes are those of section A.8; the number of steps is that of the authors' code."""

    widths: tuple[int, ...] = (8, 32, 128, 512)
    depth: int = 5
    network: Literal["mlp", "residual"] = "mlp"
    parametrization: str = "mean_field"
    task: str = "toy"
    steps: int = 60
    samples: int = 5
    rate: float = 0.025
    dtype: str = "float64"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Training at every width, with exact values at infinite width and at the start."""
    p = parameters
    models = {
        n: PCN(width=n, depth=p.depth, network=p.network, parametrization=p.parametrization)
        for n in p.widths
    }
    dataset, runs = train_over(
        models,
        "width",
        NAMES,
        samples=p.samples,
        seed=seed,
        steps=p.steps,
        rate=p.rate,
        task=p.task,
        dtype=p.dtype,
    )
    for name in ("rescaling", "cosine", "between"):  # the distance from 1 is drawn
        dataset[name] = np.abs(1 - dataset[name])
    dataset = dataset.assign(_theory(p, seed)).assign_attrs(
        simulation_attributes(*runs), task=p.task, depth=p.depth, law=p.parametrization
    )
    return describe(
        dataset,
        width=given("width N"),
        step=given("step of gradient descent", "step"),
        rule=given("along the run of predictive coding (pc) or backpropagation (bp)"),
        end=given("step, first or last"),
        **_attributes(),
    )


def _attributes() -> dict[str, dict[str, str]]:
    names = {
        "loss": "loss, half the mean squared error",
        "energy": "energy at the equilibrium of the activities",
        "rescaling": "s - 1 (several outputs: largest eigenvalue of S, minus one)",
        "cosine": "1 - cosine of the gradients of energy and loss at the same parameters",
        "between": "1 - cosine of the energy's gradient along PC's run, the loss's along BP's",
    }
    attributes = {name: simulated(text) for name, text in names.items()}
    attributes |= {
        f"{n}_error": simulated(f"half of the 95 % interval of: {t}") for n, t in names.items()
    }
    return attributes | {
        "wide_loss": exact("loss at infinite width, exact gradient descent"),
        "wide_rescaling": exact(
            "E s - 1 at the start; at the end N (s - 1) of infinite width, / N"
        ),
        "law": exact("1 - cosine at the start, leading order in 1/N"),
    }


def _theory(p: Parameters, seed: int) -> dict[str, tuple]:
    """Return exact values; NaN where there are none: image tasks, standard weights in training."""
    missing = np.full((2, len(p.widths)), np.nan)
    wide, rescaling, law = np.full(p.steps + 1, np.nan), missing.copy(), missing[0].copy()
    uniform = p.parametrization == "kaiming"
    rescaling[0] = [
        predictive_coding.expected_rescaling(
            n,
            p.depth,
            network=p.network,
            parametrization="kaiming_uniform" if uniform else p.parametrization,
        )
        - 1
        for n in p.widths
    ]
    task = tasks.task(p.task, seeds(seed, 0)[0], inputs=None, folder=None)
    if not uniform:
        law = np.array([misalignment(task, n, p.depth, p.network) for n in p.widths])
    if p.task == "toy" and not uniform:
        kernel, y = task.x @ task.x.T / task.x.shape[1], task.y[:, 0]
        course = predictive_coding.wide_descent(
            kernel, y, depth=p.depth, steps=p.steps, learning_rate=p.rate, network=p.network
        )
        wide, rescaling[1] = course.loss, course.excess[-1] / np.array(p.widths)
    return {
        "wide_loss": ("step", wide),
        "wide_rescaling": (("end", "width"), rescaling),
        "law": ("width", law),
        "end": ("end", [0, p.steps]),
    }


def draw_sweep(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw rescaling, energy and loss along training, and distances from BP over the width."""
    ((first, second, third), (fourth, fifth, sixth)) = style.panels(canvas, 2, 3)
    looks, every = styles_by_value(ds.width.values.tolist()), max(1, len(ds.step) // 8)
    for width, look in looks.items():
        at = {"width": width, "rule": "pc"}
        plot_steps(first, ds, "rescaling", look, every=every, **at)
        plot_steps(second, ds, "energy", look, every=every, **at)
        plot_steps(third, ds, "loss", look, every=every, **at)
        plot_steps(sixth, ds, "between", look, every=every, width=width)
    for axis in (second, third):
        axis.plot(ds.step, ds.wide_loss, **LIMIT)
    _rescaling_over_width(fourth, ds)
    _directions_over_width(fifth, ds)
    first.set(ylabel="$s-1$", title="rescaling")
    second.set(ylabel="$F^*$", title="energy of PC")
    third.set(ylabel=f"loss {LOSS}", title="loss of PC")
    sixth.set(ylabel=r"$1-\cos$", title="between two runs")
    for axis in (first, second, third, sixth):
        step_axis(axis)
    for axis in (fourth, fifth):
        style.count_ticks(axis, ds.width.values.tolist(), "width $N$")
    for axis in (first, fourth, fifth, sixth):
        axis.set_yscale("log")
    style.panel_letters([first, second, third, fourth, fifth, sixth])
    words = ("D, E: before", "after, equal parameters", "after, two runs")
    ends = [
        style.legend_entry(style.points(look), name)
        for look, name in zip(END_STYLES, words, strict=True)
    ]
    handles = [*legend_entries(looks, "$N={}$"), *ends]
    if np.isfinite(ds.wide_rescaling).any():
        handles += style.theory_and_simulation(_exact_lines(ds))[:1]
    style.legend(canvas, handles)


def _exact_lines(ds: xr.Dataset) -> str:
    """Say what the exact lines of panels D and E are."""
    remarks = ["D: one output"] if ds.attrs["task"] != "toy" else []
    remarks += ["E: leading order"] if np.isfinite(ds.law).all() else []
    return "exact" + (f" ({'; '.join(remarks)})" if remarks else "")


def fall(ds: xr.Dataset, _: Parameters) -> dict[str, str]:
    """Loss of predictive coding at the last step over the loss at the first, widest networks."""
    loss = ds.loss.isel(width=-1).sel(rule="pc")
    return {"fall": f"{float(loss[-1] / loss[0]):.2f}"}


END_STYLES = (  # before training, after it at equal parameters, after it between two runs
    BLACK,
    {**BLACK, "color": style.VERMILION, "marker": "s"},
    {**BLACK, "color": style.BLUE, "marker": "^"},
)


def _rescaling_over_width(axis: Axes, ds: xr.Dataset) -> None:
    """Draw the rescaling over the width, before and after training."""
    for end, look in zip(ds.end.values, END_STYLES, strict=False):
        row = ds.wide_rescaling.isel(end=int(end > 0))
        if np.isfinite(row).all():
            axis.plot(ds.width, row, **style.line(look))
        plot_against(axis, ds, "rescaling", look, "width", rule="pc", step=end)
    axis.set(ylabel="$s-1$", title="rescaling over width")


def _directions_over_width(axis: Axes, ds: xr.Dataset) -> None:
    """Draw 1 - cosine over the width: at the start, and at the end by both comparisons."""
    last = ds.end.values[-1]
    rows = (
        ("cosine", 0),
        ("cosine", last),
        ("between", last),
    )
    if np.isfinite(ds.law).all():
        axis.plot(ds.width, ds.law, **style.line(BLACK))
    for (name, step), look in zip(rows, END_STYLES, strict=True):
        chosen = ds.sel(rule="pc") if name == "cosine" else ds
        plot_against(axis, chosen, name, look, "width", step=step)
    axis.set(ylabel=r"$1-\cos$", title=f"directions, $t=0$ and ${int(last)}$")
