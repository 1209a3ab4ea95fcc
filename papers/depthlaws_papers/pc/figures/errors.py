"""PC, beyond the paper: inference in the errors, and how learning with it climbs the rescaling."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.figure import Figure as Canvas

from depthlaws.figures.engine import style
from depthlaws.figures.engine.provenance import simulation_attributes
from depthlaws.figures.engine.record import Figure
from depthlaws.figures.engine.settings import setting
from depthlaws.figures.engine.variable_attributes import describe, exact, given, simulated
from depthlaws.figures.engine.words import largest_miss
from depthlaws.sims.common import backend
from depthlaws.sims.predictive_coding import PCN, Inference, Task, infer, train
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import formula, predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.figures.averaged_runs import means_over_networks
from depthlaws_papers.pc.figures.axes import LOSS, plot_steps, step_axis, styles_by_value

BACKPROP = {"color": "black", "linestyle": "-", "marker": "o"}
SHARES = (0.1, 0.5, 1.0, 1.8)  # of the rate at which one step reaches the minimum
ITERATIONS = 8  # of inference, drawn
EQUAL = 0.01  # relative difference of losses that are called equal
MARKED = 8  # markers of a run


@dataclass(frozen=True)
class Parameters:
    """Sizes chosen by us; the targets are half noise, so that the loss cannot vanish."""

    weights: tuple[float, ...] = setting(
        (1e-3, 2e-3, 5e-3, 1e-2), "rates of inference", name="c", low=1e-5, high=0.2, most=5
    )
    depths: tuple[int, ...] = setting(
        (2, 4, 8, 16), "depths", name="L", low=2, high=64, whole=True, least=2, most=6
    )
    depth: int = setting(6, "depth of the trained networks", low=2, high=32, whole=True)
    width: int = setting(16, "width", name="N", low=2, high=128, whole=True)
    steps: int = setting(250, "learning steps", low=8, high=3000, whole=True)
    samples: int = setting(12, "networks for each point", low=2, high=50, whole=True)
    inputs: int = 24
    features: int = 6
    rate: float = 0.01


def _model(p: Parameters, depth: int) -> PCN:
    return PCN(
        width=p.width, depth=depth, features=p.features, network="residual", parametrization="sp"
    )


def _task(p: Parameters, seed: int) -> Task:
    """Gaussian inputs, and targets of which half the variance is noise."""
    rng = np.random.default_rng([seed, 1])
    x, teacher = (rng.standard_normal(shape) for shape in ((p.inputs, p.features), p.features))
    signal = x @ teacher
    y = signal / np.std(signal) + rng.standard_normal(p.inputs)
    return Task("noisy teacher", x, y[:, None])


def data(parameters: Parameters, seed: int) -> xr.Dataset:
    """Energies during inference, condition numbers, and learning by several weights c."""
    p, task = parameters, _task(parameters, seed)
    law, energy, condition = _inference(p, task, seed)
    learned, runs = _learning(p, task, seed)
    first = float(runs[0].rescaling.isel(step=0).max())
    along = (("share", "iteration"), ("weight", "step"))
    ds = xr.Dataset(
        {
            "energy": (along[0], energy),
            "law": (along[0], law),
            "condition": (("coordinates", "depth"), condition),
            **{name: (along[1], values) for name, values in learned.items()},
        },
        coords={
            "share": list(SHARES),
            "iteration": np.arange(energy.shape[1]),
            "coordinates": ["activities", "errors"],
            "depth": list(p.depths),
            "weight": [0.0, *p.weights],
            "step": np.arange(p.steps + 1),
        },
        attrs={**simulation_attributes(*runs), "deep": p.depth, "first": first},
    )
    return describe(
        ds,
        energy=simulated("energy over the loss of the forward pass, one network"),
        law=exact("energy over the loss of the forward pass, by its law"),
        condition=exact("condition number of inference, one network"),
        growth=simulated("log of s over that of backpropagation, mean over networks"),
        growth_error=simulated("half of the 95 % interval of the logarithm"),
        loss=simulated("loss, mean over networks"),
        loss_error=simulated("half of the 95 % interval of the loss"),
        share=given("rate times s"),
        iteration=given("step of inference"),
        coordinates=given("variables of inference"),
        depth=given("depth L"),
        weight=given("rate c of the one step of inference; 0 is backpropagation"),
        step=given("learning step"),
    )


def _inference(p: Parameters, task: Task, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Energy over the loss by the law and by simulation, (share, iteration), and conditions."""
    condition = np.empty((2, len(p.depths)))
    for k, depth in enumerate(p.depths):
        condition[:, k] = [
            predictive_coding.inference(
                weights, coordinates=c, skips=True, scale=model.multipliers
            ).condition
            for model, weights in [_drawn(p, depth, seed)]
            for c in ("activities", "errors")
        ]
    model, weights = _drawn(p, p.depth, seed)
    s = float(predictive_coding.rescaling(weights, skips=True, scale=model.multipliers))
    energy, law = [], []
    for share in SHARES:
        path = infer(model, _descent(share / s, ITERATIONS), weights, task.x, task.y)[1]
        energy.append(path / path[0])
        steps = np.arange(1, ITERATIONS + 1)
        law.append([1.0, *formula("pc-error-energy")(s, share / s, steps)])
    return np.array(law), np.array(energy), condition


def _descent(step: float, steps: int) -> Inference:
    return Inference(
        method="gradient", coordinates="errors", batch="sum", step=step, iterations=steps
    )


def _drawn(p: Parameters, depth: int, seed: int) -> tuple[PCN, list[np.ndarray]]:
    """Return a network of this depth, and its weights."""
    model = _model(p, depth)
    return model, [w[0] for w in model.draw(seeds(seed, 1)[1], backend.get("cpu"), "float64")]


def _learning(
    p: Parameters, task: Task, seed: int
) -> tuple[dict[str, np.ndarray], list[xr.Dataset]]:
    """Mean log of s over that of backpropagation, and loss, with half intervals, (weight, step)."""
    rows: dict[str, list[np.ndarray]] = {}
    runs = []
    for weight in (0.0, *p.weights):
        run = train(
            _model(p, p.depth),
            _descent(weight, 1) if weight else Inference(),
            samples=p.samples,
            seed=seed,
            steps=p.steps,
            rate=p.rate,
            optimizer="adam",
            task=task,
            rules="pc" if weight else "bp",
            observe=("rescaling", "loss"),
        )
        runs.append(run)
        growth = np.log(run.rescaling.values[0] / runs[0].rescaling.values[0])
        both = run.isel(rule=0)[["loss"]].assign(growth=(("sample", "step"), growth))
        for name, (mean, half) in means_over_networks(both, ["growth", "loss"]).items():
            rows.setdefault(name, []).append(mean)
            rows.setdefault(f"{name}_error", []).append(half)
    return {name: np.array(values) for name, values in rows.items()}, runs


def draw(ds: xr.Dataset, canvas: Canvas) -> None:
    """Draw inference above, (A) energies and (B) conditions; learning below, (C) s and (D) loss."""
    axes = style.panels(canvas, 2, 2).flat
    weights = styles_by_value(ds.weight.values[1:].tolist())
    for share, marker in zip(SHARES, style.MARKERS, strict=False):
        at, look = ds.sel(share=share), {**BACKPROP, "color": style.VERMILION, "marker": marker}
        axes[0].plot(at.iteration, at.law, **style.line(look))
        axes[0].plot(at.iteration, at.energy, **style.points(look))
        style.label(axes[0], f"{share:g}", 1.15, float(at.law[1]), va="bottom")
    axes[0].set(
        xlabel="step of inference", ylabel=f"energy$/${LOSS}", title="energy, by rate times $s$"
    )
    for name, look in (("activities", style.LINES[1]), ("errors", style.LINES[0])):
        at = ds.condition.sel(coordinates=name)
        axes[1].plot(ds.depth, at, **style.line(BACKPROP, linestyle=look))
        style.end_label(axes[1], name, float(ds.depth[-1]), float(at[-1]))
    style.count_ticks(axes[1], ds.depth.values.tolist(), "depth $L$")
    axes[1].set(ylabel=r"condition number $\kappa$", yscale="log", title="condition, exact")
    every = max(1, (ds.sizes["step"] - 1) // MARKED)
    for weight, look in weights.items():
        plot_steps(axes[2], ds, "growth", look, every=every, weight=weight)
    for weight, look in {0.0: BACKPROP, **weights}.items():
        plot_steps(axes[3], ds, "loss", look, every=every, weight=weight)
    axes[2].set(ylabel=r"$\log(s/s_{\mathrm{backprop}})$", title="learning climbs $s$")
    axes[3].set(ylabel=f"loss {LOSS}", title="loss", yscale="log")
    for axis in axes[2:]:
        step_axis(axis)
    style.panel_letters(axes)
    style.legend(
        canvas,
        [
            style.legend_entry(style.points(BACKPROP), "backpropagation"),
            *(style.legend_entry(style.points(k), f"$c={c:g}$") for c, k in weights.items()),
        ],
    )


def facts(ds: xr.Dataset, p: Parameters) -> dict[str, Any]:
    """Miss of the law, and s and loss at the last step over those of backpropagation."""
    last = ds.isel(step=-1)
    loss = last.loss / last.loss.sel(weight=0.0)
    return {
        "miss": largest_miss(ds.law, ds.energy),
        "grown": f"{math.exp(last.growth[1:].max()):.2g}",
        "least": f"{math.exp(last.growth[1]):.3g}",
        "settled": f"{100 * p.weights[-1] * ds.attrs['first']:.0f} %",
        "worse": f"{100 * float(abs(loss - 1).max()):.1f} %",
        "deep": int(ds.attrs["deep"]),
    }


def holds(ds: xr.Dataset) -> dict[str, bool]:
    """Statements of the title: condition numbers at every depth, and s at the last step."""
    deep = ds.condition.isel(depth=np.flatnonzero(ds.depth > 2))
    condition = deep.sel(coordinates="errors") < deep.sel(coordinates="activities")
    last = ds.isel(step=-1, weight=slice(1, None))
    rising = last.growth.diff("weight") > 0
    loss = last.loss / float(ds.loss.sel(weight=0.0).isel(step=-1))
    return {
        "beyond one hidden layer better conditioned in the errors": bool(condition.all()),
        "learning climbs s": bool((last.growth > last.growth_error).all()),
        "the larger c, the further": bool(rising.all()),
        "at an equal loss": bool((abs(loss - 1) < EQUAL).all()),
    }


FIGURE = Figure(
    id="pc-errors",
    says="Beyond one hidden layer inference is better conditioned in the errors than in the "
    "activities, but learning with it climbs s beyond backpropagation, at an equal loss.",
    source=PC.beyond("PC-B49, PC-B50, PC-B51"),
    caption="""Linear residual networks with standard parametrisation. (A) Energy over the loss of
    the forward pass, where inference by gradient descent in the errors starts, of one network of
    {deep} layers; lines: its law (largest miss {miss}); one step at the rate 1/s reaches the
    minimum. (B) Condition number of inference in the activities and in the errors, where it is s;
    exact, one network for each depth. (C, D) Learning by Adam on inputs whose targets are half
    noise, after one step of inference at the rate c: at first at most {settled} of the way to the
    minimum. Hidden layers learn c times what backpropagation teaches, plus c^2 r^2/2 times the
    gradient of s, which does not vanish with the gradient of the loss. At the last step the loss is
    within {worse} of that of backpropagation, and s is {least} (smallest c) to {grown} times its s,
    in geometric mean over networks. Bars are 95 % intervals.""",
    runs="{samples} networks for each c, width {width}, {inputs} inputs of {features} features, "
    "{steps} learning steps, seed {seed}.",
    shows="""Linear residual networks with standard parametrisation and width {width}. (A) Energy
    over the loss of the forward pass during gradient descent in the errors, {deep} layers; lines:
    its law (largest miss {miss}). (B) Condition number of inference in the activities and in the
    errors, exact. (C, D) Learning by Adam on targets that are half noise, after one step of
    inference in the errors at the rate c = {weights}, and by backpropagation. Bars are 95 %
    intervals.""",
    claims=("PC-B49", "PC-B50", "PC-B51"),
    height=4.6,
    quick=Parameters(),
    paper=Parameters(
        depths=(2, 4, 8, 16, 32), depth=16, width=32, steps=1000, samples=8, inputs=64, features=8
    ),
    tiny={
        **{"weights": (1e-2, 3e-2), "depths": (2, 4), "depth": 6, "width": 8},
        **{"steps": 160, "samples": 5},
    },
    data=data,
    facts=facts,
    draw=draw,
    holds=holds,
)
