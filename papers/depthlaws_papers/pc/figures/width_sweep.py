"""Predictive coding beside backpropagation at growing width: figures 2, A.14, A.16, A.18."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import largest_miss, powers, span
from depthlaws.sims.predictive_coding import PCN, tasks
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws_papers.pc.figures.averaged_runs import train_over
from depthlaws_papers.pc.figures.axes import (
    BLACK,
    LOSS,
    legend_entries,
    plot_against,
    plot_steps,
    step_axis,
    styles_by_value,
)
from depthlaws_papers.pc.figures.leading_orders import misalignment

NAMES = ("loss", "energy", "rescaling", "cosine", "between")


@dataclass(frozen=True)
class Parameters:
    """Sizes are those of section A.8; the number of steps is that of the authors' code."""

    widths: tuple[int, ...] = setting(
        (8, 32, 128, 512), "widths", name="N", low=2, high=2048, whole=True, most=6, least=2
    )
    depth: int = setting(5, "depth", name="L", low=2, high=32, whole=True)
    network: Literal["mlp", "residual"] = "mlp"
    parametrization: str = "mean_field"
    task: str = "toy"
    steps: int = setting(60, "steps of training", units="step", low=2, high=500, whole=True)
    samples: int = setting(5, "networks at the largest width", low=2, high=100, whole=True)
    rate: float = setting(0.025, "learning rate eta_0", low=0, above=True, high=1)
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
    for axis in (second, third) if np.isfinite(ds.wide_loss).any() else ():
        axis.plot(ds.step, ds.wide_loss, **style.neighbour())
    _rescaling_over_width(fourth, ds)
    _directions_over_width(fifth, ds)
    first.set(ylabel="$s-1$", title="rescaling")
    second.set(ylabel="$F^*$", title="energy of PC")
    third.set(ylabel=f"loss {LOSS}", title="loss of PC")
    sixth.set(ylabel=r"$1-\cos$", title="two runs")
    for axis in (first, second, third, sixth):
        step_axis(axis)
    for axis in (fourth, fifth):
        style.count_ticks(axis, ds.width.values.tolist(), "width $N$")
    for axis in (first, fourth, fifth, sixth):
        axis.set_yscale("log")
    style.panel_letters([first, second, third, fourth, fifth, sixth])
    words = ("D, E: before", "after, equal weights", "after, two runs")
    ends = [
        style.legend_entry(style.points(look), name)
        for look, name in zip(END_STYLES, words, strict=True)
    ]
    handles = [*legend_entries(looks, "$N={}$"), *ends]
    lines = {line.get_gid() for axis in canvas.axes for line in axis.lines}
    if "theory" in lines:
        handles.append(style.legend_entry(style.line({"color": "black"}), "exact"))
    if "neighbour" in lines:
        handles.append(style.legend_entry(style.neighbour(), "wide, or one output"))
    style.legend(canvas, handles)


FROM = 32  # width from which the titles state powers


def facts(ds: xr.Dataset, _: Parameters) -> dict[str, Any]:
    """Powers of the width, largest misses of the dotted laws, and the fall of the loss."""
    pc = ds.sel(rule="pc")
    first, last = pc.isel(step=0), pc.isel(step=-1)
    limit = pc.loss.isel(width=-1)
    distances = {
        "scales": [first.rescaling, last.rescaling],
        "turns": [first.cosine, last.cosine, ds.between.isel(step=-1)],
    }
    wide = ds.width.values >= min(FROM, float(ds.width[-2]))
    texts: dict[str, Any] = {"fall": f"{float(limit[-1] / limit[0]):.2f}"}
    for name, rows in distances.items():
        p = np.array([powers(row.transpose("width"), ds.width.values) for row in rows])
        texts |= {name: span(p[:, wide[:-1]], 1), f"{name}_below": span(p[:, ~wide[:-1]], 1)}
    misses = {
        "miss_wide": (ds.wide_loss, limit),
        "miss_start": (ds.wide_rescaling.isel(end=0), first.rescaling),
        "miss_end": (ds.wide_rescaling.isel(end=1), last.rescaling),
        "miss_turn": (ds.law, first.cosine),
        "miss_widest": (ds.law[-1:], first.cosine[-1:]),
    }
    texts |= {name: largest_miss(law, measured) for name, (law, measured) in misses.items()}
    ends = {"narrowest": ds.width[0], "widest": ds.width[-1], "from": ds.width[wide][0]}
    return texts | {name: int(width) for name, width in ends.items()}


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statement of the titles: s - 1 and 1 - cos fall with the width, before and after training."""
    pc = ds.sel(rule="pc").isel(step=[0, -1])
    rows = (pc.rescaling, pc.cosine)
    return {"PC approaches BP": all(bool((row.diff("width") < 0).all()) for row in rows)}


END_STYLES = (  # before training, after it at equal parameters, after it between two runs
    BLACK,
    {**BLACK, "color": style.VERMILION, "marker": "s"},
    {**BLACK, "color": style.BLUE, "marker": "^"},
)


def _rescaling_over_width(axis: Axes, ds: xr.Dataset) -> None:
    """Draw the rescaling over the width, before and after training."""
    for end, look in zip(ds.end.values, END_STYLES, strict=False):
        row = ds.wide_rescaling.isel(end=int(end > 0))
        same = ds.attrs["task"] == "toy" and end == 0  # one output, exact at every width
        if np.isfinite(row).all():
            axis.plot(ds.width, row, **(style.line(look) if same else style.neighbour()))
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
        axis.plot(ds.width, ds.law, **style.neighbour())
    for (name, step), look in zip(rows, END_STYLES, strict=True):
        chosen = ds.sel(rule="pc") if name == "cosine" else ds
        plot_against(axis, chosen, name, look, "width", step=step)
    axis.set(ylabel=r"$1-\cos$", title="directions over width")


def shows(network: str) -> str:
    """Return the caption of a drawing with changed parameters, for some networks."""
    return f"""Predictive coding beside backpropagation at widths {{widths}}: {network} of {{depth}}
    layers. Means over networks with 95 % intervals; s - 1 goes as N^p with p of {{scales}} and
    1 - cos with {{turns}} from N = {{from}} to {{widest}}. (A) s - 1 along training at the rate
    {{rate}}. (B) Energy and (C) loss; dotted: infinite width, where it is known (largest miss of
    the widest: {{miss_wide}}). (D) s - 1 over the width at the first and the last step; line: its
    exact mean at the start for one output, where it is known; dotted: one output or infinite width
    (largest miss {{miss_end}}). (E) 1 - cos at the start, and at the last step with equal weights
    and between two runs; dotted: leading order (largest miss {{miss_turn}}). (F) Between two
    runs."""
