"""Figure 2 and those like it: predictive coding beside backpropagation at growing width."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import computed
from depthlaws.figures.engine.variables import described, exact, given, simulated
from depthlaws.figures.pc.common import (
    BLACK,
    LIMIT,
    at_ends,
    course,
    decades,
    keys,
    shades,
    steps,
    swept,
)
from depthlaws.sims.predictive_coding import PCN, toy
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding

NAMES = ("loss", "energy", "rescaling", "cosine", "between")


@dataclass(frozen=True)
class Parameters:
    """As in section A.8; the number of steps is that of the authors' code."""

    widths: tuple[int, ...] = (8, 32, 128)
    depth: int = 5
    network: Literal["mlp", "residual"] = "mlp"
    parametrization: str = "mean_field"
    task: str = "toy"
    steps: int = 60
    samples: int = 5
    rate: float = 0.025
    dtype: str = "float64"


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Train at every width; the exact course at infinite width and laws at the start beside it."""
    p = parameters
    models = {
        n: PCN(width=n, depth=p.depth, network=p.network, parametrization=p.parametrization)
        for n in p.widths
    }
    found, runs = swept(
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
    for name in ("rescaling", "cosine", "between"):  # drawn is the distance from one
        found[name] = np.abs(1 - found[name])
    found = found.assign(_laws(p, seed)).assign_attrs(
        computed(*runs), task=p.task, depth=p.depth, law=p.parametrization
    )
    return described(
        found,
        width=given("width N"),
        step=given("step of gradient descent", "step"),
        rule=given("along the run of predictive coding (pc) or backpropagation (bp)"),
        end=given("step, first or last"),
        **_said(),
    )


def _said() -> dict[str, dict[str, str]]:
    words = {
        "loss": "loss, half the mean squared error",
        "energy": "energy at the equilibrium of the activities",
        "rescaling": "s - 1 (several outputs: largest eigenvalue of S, minus one)",
        "cosine": "1 - cosine of the gradients of energy and loss at the same parameters",
        "between": "1 - cosine of the energy's gradient along PC's run, the loss's along BP's",
    }
    said = {name: simulated(text) for name, text in words.items()}
    said |= {
        f"{n}_error": simulated(f"half of the 95 % interval of: {t}") for n, t in words.items()
    }
    return said | {
        "wide_loss": exact("loss at infinite width, exact gradient descent"),
        "wide_rescaling": exact(
            "E s - 1 at the start; at the end N (s - 1) of infinite width, / N"
        ),
        "law": exact("1 - cosine at the start, leading order in 1/N"),
    }


def _laws(p: Parameters, seed: int) -> dict[str, tuple]:
    """What theory says; NaN where it says nothing: image tasks, standard weights in training."""
    none = np.full((2, len(p.widths)), np.nan)
    wide, rescaling, law = np.full(p.steps + 1, np.nan), none.copy(), none[0].copy()
    uniform = p.parametrization == "kaiming"
    if p.task == "toy":
        name = "kaiming_uniform" if uniform else p.parametrization
        rescaling[0] = [
            predictive_coding.expected_rescaling(
                n, p.depth, network=p.network, parametrization=name
            )
            - 1
            for n in p.widths
        ]
    if p.task == "toy" and not uniform:
        task = toy(seeds(seed, 1)[0])
        kernel, y = task.x @ task.x.T / task.x.shape[1], task.y[:, 0]
        course = predictive_coding.wide_descent(
            kernel, y, depth=p.depth, steps=p.steps, learning_rate=p.rate, network=p.network
        )
        wide, signal = course.loss, float(y @ kernel @ y) / len(y) ** 2
        rescaling[1] = course.excess[-1] / np.array(p.widths)
        law = np.array(
            [
                predictive_coding.misalignment(n, p.depth, signal, network=p.network)
                for n in p.widths
            ]
        )
    return {
        "wide_loss": ("step", wide),
        "wide_rescaling": (("end", "width"), rescaling),
        "law": ("width", law),
        "end": ("end", [0, p.steps]),
    }


def draw_sweep(ds: xr.Dataset, canvas: Canvas) -> None:
    """Above: along training. Below: against the width."""
    ((first, second, third), (fourth, fifth, sixth)) = style.panels(canvas, 2, 3)
    looks, every = shades(ds.width.values.tolist()), max(1, len(ds.step) // 8)
    for width, look in looks.items():
        at = {"width": width, "rule": "pc"}
        course(first, ds, "rescaling", look, every=every, **at)
        course(second, ds, "energy", look, every=every, **at)
        course(third, ds, "loss", look, every=every, **at)
        course(sixth, ds, "cosine", look, every=every, **at)
    for axis in (second, third):
        axis.plot(ds.step, ds.wide_loss, **LIMIT)
    _ends(fourth, ds)
    _angles(fifth, ds)
    first.set(ylabel="$s-1$", title="rescaling")
    second.set(ylabel="$F^*$", title="energy of PC")
    third.set(ylabel="$L$", title="loss of PC")
    sixth.set(ylabel=r"$1-\cos$", title="at equal parameters")
    for axis in (first, second, third, sixth):
        steps(axis)
    for axis in (fourth, fifth):
        style.counts(axis, ds.width.values.tolist(), "width $N$")
    for axis in (first, fourth, fifth, sixth):
        decades(axis)
    style.letters([first, second, third, fourth, fifth, sixth])
    words = ("D, E: before", "after, equal parameters", "after, two runs")
    ends = [style.entry(style.points(one), name) for one, name in zip(ENDS, words, strict=True)]
    handles = [*keys(looks, "$N={}$"), *ends]
    if np.isfinite(ds.wide_rescaling).any():
        handles += style.theory_and_simulation("exact (E: leading order)")[:1]
    style.legend(canvas, handles)


ENDS = (  # before training, after it at equal parameters, after it between two runs
    BLACK,
    {**BLACK, "color": style.OTHER, "marker": "s"},
    {**BLACK, "color": style.BLUE, "marker": "^"},
)


def _ends(axis: Axes, ds: xr.Dataset) -> None:
    """The rescaling against the width, before and after training."""
    for end, look in zip(ds.end.values, ENDS, strict=False):
        row = ds.wide_rescaling.isel(end=int(end > 0))
        if np.isfinite(row).all():
            axis.plot(ds.width, row, **style.line(look))
        at_ends(axis, ds, "rescaling", look, "width", rule="pc", step=end)
    axis.set(ylabel="$s-1$", title="rescaling against width")


def _angles(axis: Axes, ds: xr.Dataset) -> None:
    """1 - cosine against the width: at the start, and at the end by both ways to compare."""
    last = ds.end.values[-1]
    rows = (
        ("cosine", 0),
        ("cosine", last),
        ("between", last),
    )
    if np.isfinite(ds.law).all():
        axis.plot(ds.width, ds.law, **style.line(BLACK))
    for (name, step), look in zip(rows, ENDS, strict=True):
        one = ds.sel(rule="pc") if name == "cosine" else ds
        at_ends(axis, one, name, look, "width", step=step)
    axis.set(ylabel=r"$1-\cos$", title=f"directions, $t=0$ and ${int(last)}$")
