"""Predictive coding: equilibria beside general solvers, and figure 2 as a whole.

Run: python -m benchmarks.predictive_coding [CASE ...]. Times are of processor, except the whole
experiment's; every case has a process of its own, so that its peak of memory is its own.
"""

import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.optimize import minimize

from benchmarks.infinite_width import Figures, infinite_width
from benchmarks.rows import Row, peak_gib
from depthlaws.sims.common import backend
from depthlaws.sims.predictive_coding import PCN, Inference, infer, toy, train
from depthlaws.sims.predictive_coding.energy import Net, inner, weight_gradients
from depthlaws.sims.predictive_coding.equilibrium import solve
from depthlaws.sims.predictive_coding.inference import largest_step
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.predictive_coding.conditioning import activity_hessian

WIDTH, INPUTS, ACCURACY = 32, 16, 1e-8
DEPTHS = (2, 4, 8, 16, 32, 64, 128)
NETWORKS, EVERY, MOST = 4, 20, 4_000  # of nonlinear-steps
PATIENCE = 1_500  # steps of a method that are run; more are counted by theory, at the same pace


def seconds(f: Callable[[], Any], *, repeat: int = 3) -> float:
    """Best processor time of a few runs."""
    best = math.inf
    for _ in range(repeat):
        start = time.process_time()
        f()
        best = min(best, time.process_time() - start)
    return best


def drawn(depth: int, width: int = WIDTH) -> tuple[PCN, list[Any], Any, Any]:
    """A residual network, its weights, inputs and targets."""
    model = PCN(width=width, depth=depth, features=width, network="residual")
    weights = [w[0] for w in model.draw(seeds(0, 1)[1], backend.get("cpu"), "float64")]
    rng = np.random.default_rng(0)
    return model, weights, rng.standard_normal((INPUTS, width)), rng.standard_normal((INPUTS, 1))


def closed(model: PCN, weights: list[Any], x: Any, y: Any) -> Any:
    """Theory's equilibrium."""
    return predictive_coding.equilibrium(weights, x, y, skips=True, scale=model.multipliers)


def inverse(model: PCN, weights: list[Any], x: Any, y: Any) -> Any:
    """Activities (sample, layer * width) by the dense inverse of their Hessian."""
    hessian = activity_hessian(weights, skips=True, scale=model.multipliers)
    gradient = np.zeros((len(x), len(hessian)))
    first, last = model.multipliers[0] * weights[0], model.multipliers[-1] * weights[-1]
    gradient[:, : model.width] += x @ first.T
    gradient[:, -model.width :] += y @ last
    return gradient @ np.linalg.inv(hessian)


def equilibria() -> Figures:
    """Routes over depth: processor time, and largest error of the activities over their size."""
    rows = []
    for depth in DEPTHS:
        model, weights, x, y = drawn(depth)
        exact = np.concatenate(closed(model, weights, x, y).activities[1:-1], axis=1)
        size = np.abs(exact).max()
        row: Figures = {"depth": depth}
        row["closed"] = seconds(lambda a=(model, weights, x, y): closed(*a).activities)
        z, _ = infer(model, Inference(), weights, x, y)
        row["programming"] = seconds(lambda a=(weights, x, y), m=model: infer(m, Inference(), *a))
        row["programming error"] = float(np.abs(np.concatenate(z, axis=1) - exact).max() / size)
        ends: list[Any] = []
        row["inverse"] = seconds(
            lambda a=(model, weights, x, y), e=ends: e.append(inverse(*a)), repeat=1
        )
        row["inverse error"] = float(np.abs(ends[0] - exact).max() / size)
        row |= _steps(model, weights, x, y, exact)
        rows.append(row)
    return {"rows": rows}


def _steps(model: PCN, weights: list[Any], x: Any, y: Any, exact: Any) -> Figures:
    """Nesterov and gradient descent to ACCURACY: steps by theory, time at the measured pace."""
    known = predictive_coding.inference(weights, skips=True, scale=model.multipliers)
    figures: Figures = {"condition": known.condition}
    for name, method in (("nesterov", "nesterov"), ("gradient descent", "gradient")):
        needed = known.iterations(ACCURACY)[name]
        run = min(needed, PATIENCE if needed <= PATIENCE else PATIENCE // 30)
        how = Inference(
            method=method,
            step=known.best_steps[name],
            iterations=run,
            batch="sum",
            momentum=known.momentum if method == "nesterov" else None,
        )
        ends: list[Any] = []
        infer(model, replace(how, iterations=1), weights, x, y)  # the first call of all is slower
        took = seconds(lambda h=how, e=ends: e.append(infer(model, h, weights, x, y)), repeat=1)
        figures |= {f"{name} steps": needed, name: took * needed / run, f"{name} run": run}
        if run == needed:
            z = np.concatenate(ends[0][0], axis=1)
            figures[f"{name} error"] = float(np.abs(z - exact).max() / np.abs(exact).max())
    return figures


def minimisation() -> Figures:
    """Energy of the closed form beside direct minimisation by L-BFGS and conjugate gradients."""
    worst = {"L-BFGS": 0.0, "conjugate gradients": 0.0}
    for depth in (2, 4, 8):
        model, weights, x, y = drawn(depth, 12)
        exact = closed(model, weights, x, y)
        activities = sum(w.shape[0] for w in weights[:-1])
        _, path = infer(
            model, Inference(method="conjugate", iterations=3 * activities), weights, x, y
        )
        worst["conjugate gradients"] = max(
            worst["conjugate gradients"], abs(path[-1] / exact.energy - 1)
        )
        hessian = activity_hessian(weights, skips=True, scale=model.multipliers)
        linear = inverse(model, weights, x, y) @ hessian
        start = np.zeros_like(linear)
        constant = 0.5 * np.sum((x @ (model.multipliers[0] * weights[0]).T) ** 2) + 0.5 * np.sum(
            y**2
        )

        def energy(flat: Any, h: Any = hessian, b: Any = linear, c: float = constant) -> Any:
            z = flat.reshape(b.shape)
            return float(0.5 * np.sum(z @ h * z) - np.sum(b * z) + c), (z @ h - b).ravel()

        best = minimize(
            energy,
            start.ravel(),
            jac=True,
            method="L-BFGS-B",
            options={"maxiter": 50_000, "maxfun": 10**6, "ftol": 1e-16, "gtol": 1e-12},
        )
        worst["L-BFGS"] = max(worst["L-BFGS"], abs(best.fun / INPUTS / exact.energy - 1))
    return {f"energy, {name}": value for name, value in worst.items()}


def linear_cost() -> Figures:
    """Exponent of the time of the closed form in the depth, 16 to 256 layers of width 128.

    The depths take turns: in a fresh process the allocator gives the first of them cheaper memory.
    """
    cases = {depth: drawn(depth, 128) for depth in (16, 32, 64, 128, 256)}
    best = dict.fromkeys(cases, math.inf)
    for _ in range(9):
        for depth, case in cases.items():
            best[depth] = min(best[depth], seconds(lambda c=case: closed(*c).activities, repeat=1))
    slope = np.polyfit(np.log(list(best)), np.log(list(best.values())), 1)[0]
    return {"exponent": float(slope), "seconds at 256": best[256]}


def figure_two(widest: int) -> Figures:
    """Figure 2: widths 8 to 2048 (or less), 100 steps, both rules and all that is compared."""
    start, ends = time.perf_counter(), {}
    for power in range(3, int(math.log2(widest)) + 1):
        run = train(
            PCN(width=2**power, depth=5),
            Inference(),
            samples=1,
            seed=0,
            steps=100,
            dtype="float32",
            observe=("loss", "energy", "rescaling", "cosine", "between"),
        )
        ends[2**power] = {
            "s - 1": float(run.rescaling.sel(rule="pc")[0, -1]) - 1,
            "1 - cos": float(1 - run.cosine.sel(rule="pc")[0, 0]),
            "loss": run.loss.sel(rule="bp")[0].values.tolist(),
        }
    took = time.perf_counter() - start
    task = toy(seeds(0, 1)[0])
    begun = time.process_time()
    course = predictive_coding.wide_descent(
        task.x @ task.x.T / 40, task.y[:, 0], depth=5, steps=100
    )
    wide = {n: float(np.abs(np.array(e.pop("loss")) - course.loss).max()) for n, e in ends.items()}
    return {
        "wall seconds": took,
        "march seconds": time.process_time() - begun,
        "ends": ends,
        "loss off the infinite width": wide,
    }


def march() -> Figures:
    """The infinite-width march, T = 200, five layers."""
    task = toy(0)
    kernel, y = task.x @ task.x.T / 40, task.y[:, 0]
    figures = {}
    for network in ("mlp", "residual"):
        options: Any = {"depth": 5, "steps": 200, "network": network}
        figures[network] = seconds(lambda o=options: predictive_coding.wide_descent(kernel, y, **o))
    return figures


def cells() -> Figures:
    """Standard errors between the simulated mean rescaling and E[s], 36 independent cells."""
    scores = []
    for network in ("mlp", "residual"):
        for name in ("mean_field", "ntk", "sp"):
            for width, depth in ((8, 2), (8, 4), (16, 5), (32, 3), (32, 9), (64, 16)):
                model = PCN(width=width, depth=depth, network=network, parametrization=name)
                s = train(
                    model,
                    Inference(),
                    samples=400,
                    seed=len(scores),
                    steps=0,
                    rules="pc",
                    observe="rescaling",
                ).rescaling.values.ravel()
                options: Any = {"network": network, "parametrization": name}
                truth = predictive_coding.expected_rescaling(width, depth, **options)
                scores.append(float((s.mean() - truth) / (s.std(ddof=1) / math.sqrt(len(s)))))
    z = np.abs(scores)
    return {"cells": len(z), "largest": float(z.max()), "within 4": int((z < 4).sum())}


def _steps_to_equilibrium(activation: str, seed: int, dtype: str = "float32") -> int:
    """Steps of gradient descent, the largest safe ones, until its gradients have cosine 0.99.

    With those at equilibrium: N = 512, L = 16, residual, four inputs of the toy task; to EVERY.
    """
    model = PCN(width=512, depth=16, network="residual", activation=activation)
    first, second = seeds(seed, 1)
    task = toy(first, inputs=4)
    net = Net(model, model.draw(second, backend.get("cpu"), dtype))
    x, y = (a[None].astype(dtype) for a in (task.x, task.y))
    end = solve(net, x, y, tolerance=1e-6)
    wanted = weight_gradients(net, end.z, end.e)
    how = Inference(method="gradient", step=largest_step(net, x), iterations=MOST, batch="sum")
    for step, state in enumerate(how.walk(net, x, y)):
        if step % EVERY == 0:
            gradients = weight_gradients(net, state.z, state.e)
            both, one, other = (
                sum(float(inner(a, b)[0]) for a, b in zip(left, right, strict=True))
                for left, right in ((gradients, wanted), (gradients, gradients), (wanted, wanted))
            )
            if both > 0.99 * math.sqrt(one * other):
                return step
    return MOST


def nonlinear_steps() -> Figures:
    """Mean and standard error over networks of the steps to equilibrium, tanh and ReLU."""
    figures: Figures = {}
    for activation in ("tanh", "relu"):
        counts = [_steps_to_equilibrium(activation, seed) for seed in range(NETWORKS)]
        error = float(np.std(counts, ddof=1)) / math.sqrt(NETWORKS)
        figures |= {f"{activation}, mean": float(np.mean(counts)), f"{activation}, error": error}
        figures[f"{activation}, all"] = str(counts)
    return figures


CASES: dict[str, Callable[[], Figures]] = {
    "equilibria": equilibria,
    "minimisation": minimisation,
    "linear-cost": linear_cost,
    "cells": cells,
    "march": march,
    "infinite-width": infinite_width,
    "figure-2": lambda: figure_two(2048),
    "figure-2-small": lambda: figure_two(256),
    "nonlinear-steps": nonlinear_steps,
}
ASKED_ONLY = {"figure-2-small", "nonlinear-steps"}


def bars() -> Iterator[Row]:
    """Yield accuracy and cost of the closed form, moments in cells, the infinite-width march."""
    for row in measured("equilibria")["rows"]:
        if "inverse" in row:
            yield Row(
                what=f"equilibrium, depth {row['depth']}: over the dense inverse",
                ours=f"{1e3 * row['closed']:.3g} ms",
                beside=f"{1e3 * row['inverse']:.3g} ms",
                value=row["inverse"] / row["closed"],
                least=1.0,
            )
    for name, off in measured("minimisation").items():
        if name.startswith("energy"):
            yield Row(what=f"{name}: relative gap", ours=f"{off:.1e}", value=off, most=1e-10)
    cost = measured("linear-cost")
    yield Row(
        what="exponent of the cost over depth, 16 to 256",
        ours=f"{cost['exponent']:.2f}",
        beside="linear 1",
        value=cost["exponent"],
        most=1.1,
    )
    figures = measured("cells")
    yield Row(
        what=f"{figures['cells']} cells, mean rescaling: largest standard error",
        ours=f"{figures['largest']:.2f}",
        value=figures["largest"],
        most=4.0,
    )
    figures = measured("infinite-width")
    yield Row(
        what="N (loss - infinite width's), N = 2048 beside 256: factor apart",
        ours=f"{figures['apart, factor']:.2f}",
        value=figures["apart, factor"],
        most=1.5,
    )
    marched = measured("march")
    for network in ("mlp", "residual"):
        took = marched[network]
        yield Row(
            what=f"infinite-width march, T = 200, {network}, s",
            ours=f"{took:.2f}",
            value=took,
            most=1.0,
        )


def measured(case: str) -> Figures:
    """Run one case in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.predictive_coding", "--case", case]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def alone(case: str) -> None:
    """Print the figures of one case, with the peak of resident memory of this process."""
    figures = CASES[case]()
    figures["GiB"] = peak_gib()
    print(json.dumps(figures))


def shown(console: Console, case: str, figures: Figures) -> None:
    """Print a case: a table of the routes, or its numbers."""
    if case != "equilibria":
        console.print(f"[bold]{case}[/bold]")
        for name, value in figures.items():
            console.print(
                f"  {name}: {value:.3g}" if isinstance(value, float) else f"  {name}: {value}"
            )
        return
    table = Table(title=f"equilibria: N = {WIDTH}, {INPUTS} inputs; times over the closed form's")
    names = ["depth", "condition", "closed ms", "programming", "inverse", "nesterov", "gradient",
             "errors: programming", "inverse", "nesterov"]  # fmt: skip
    for name in names:
        table.add_column(name)
    for row in figures["rows"]:
        over = [
            row.get(n, math.nan) / row["closed"]
            for n in ("programming", "inverse", "nesterov", "gradient descent")
        ]
        off = [row.get(f"{n} error", math.nan) for n in ("programming", "inverse", "nesterov")]
        table.add_row(
            str(row["depth"]),
            f"{row['condition']:.3g}",
            f"{1e3 * row['closed']:.3g}",
            *(f"{v:.3g}" for v in (*over, *off)),
        )
    console.print(table)


def main() -> None:
    """Run the cases named, or all but those that are run if asked for only."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["--case"]:
        alone(arguments[1])
        return
    console = Console(width=120)
    for case in arguments or [c for c in CASES if c not in ASKED_ONLY]:
        shown(console, case, measured(case))


if __name__ == "__main__":
    main()
