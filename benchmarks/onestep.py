"""The first step of many networks beside the same by PyTorch's and JAX's automatic derivatives.

Run: python -m benchmarks.onestep [--rounds R] [--clock cpu] [--only step] [--json FILE]

``step``: networks whose weights are drawn already; gradient of the loss, then the change of every
layer along it. The others take a gradient and a Jacobian-vector product of the states, compiled
(JAX) and mapped over the networks; ours keeps gradients as factors and never makes one of the size
of a weight. ``simulation``: a whole call of `first_step`, draws included. PyTorch and JAX are
compared where they are installed; they are no dependencies. Routes take turns; a ratio is the
median over the rounds with its quartiles, and above 1 where this package is faster. ``memory``:
peak of what one network allocates, over that at half the depth.
"""

import argparse
import itertools
import json
import math
import statistics
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.dense import CLOCKS, Route, Turns, beside, installed, on_torch, ratio
from benchmarks.rows import Row
from depthlaws.base.threads import MIN_PARTS_PER_THREAD, one_blas_thread, processors, spread
from depthlaws.sims.common import backend
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step
from depthlaws.sims.onestep.observables import Trial
from depthlaws.sims.onestep.passes import Network
from depthlaws.sims.onestep.plan import Plan

Array = Any

DEPTHS = (16, 32, 64, 128, 256)


@dataclass(frozen=True)
class Case:
    """Networks, the inputs of their mini-batch, and their precision."""

    name: str
    network: Architecture
    samples: int
    batch: int = 1
    dtype: str = "float32"


def plain(width: int, depth: int, outputs: int = 10) -> Architecture:
    """A plain ReLU network."""
    return Architecture(width=width, depth=depth, outputs=outputs)


def residual(width: int, depth: int, outputs: int = 10) -> Architecture:
    """Residual blocks with K^-1/2 in the weights."""
    return Architecture(
        network="residual", width=width, depth=depth, outputs=outputs, scaled="each"
    )


CASES = (
    Case("64 plain networks, width 64, L = 16", plain(64, 16), 64),
    Case("32 plain networks, width 128, L = 16", plain(128, 16), 32),
    Case("16 plain networks, width 256, L = 32", plain(256, 32), 16),
    Case("16 plain networks, width 256, L = 32", plain(256, 32), 16, dtype="float64"),
    Case("16 residual networks, width 256, K = 32", residual(256, 32), 16),
    Case("16 plain networks, width 256, L = 16, batch 16", plain(256, 16), 16, 16),
    Case("8 plain networks, width 512, L = 16", plain(512, 16), 8),
    Case("4 plain networks, width 1024, L = 16", plain(1024, 16), 4),
)


@dataclass(frozen=True)
class Drawn:
    """Weights (layer, network, in, out), head, inputs and labels (network, input, ...)."""

    weights: Array
    head: Array
    x: Array
    y: Array

    @classmethod
    def of(cls, case: Case) -> "Drawn":
        """Normal draws of the right size."""
        rng, a = np.random.default_rng(1), case.network
        shape = (a.depth, case.samples, a.width, a.width)
        scale = math.sqrt(a.tensors[0].variance / a.width)
        weights = scale * rng.standard_normal(shape)
        head = rng.standard_normal((case.samples, a.width, a.outputs)) / math.sqrt(a.width)
        x = rng.standard_normal((case.samples, case.batch, a.width))
        y = rng.standard_normal((case.samples, case.batch, a.outputs))
        return cls(*(v.astype(case.dtype) for v in (weights, head, x, y)))

    def trial(self, some: slice, where: Backend) -> Trial:
        """The step of some of the networks."""
        x, y = self.x[some, None, :, None, :], self.y[some, None]
        weights = [where.shared(w[some]) for w in self.weights]
        head, x, y = (where.shared(a) for a in (self.head[some], x, y))
        return Trial(weights, head, x, y, paired=False)


def our_step(case: Case, drawn: Drawn, device: str = "cpu") -> Route:
    """Three sweeps; where it pays the networks are cut and spread, as a whole call does."""
    where, step = backend.get(device), FirstStep(batch=case.batch)
    network = Network(case.network, where)
    plan = Plan(case.network, step, Sampling(samples=case.samples, seed=0, dtype=case.dtype))
    jobs = plan.worthwhile_threads(case.samples, min(processors(), case.samples))
    pieces = max(jobs, min(MIN_PARTS_PER_THREAD, case.samples // plan.batch))
    size = -(-case.samples // pieces)
    trials = [drawn.trial(slice(i, i + size), where) for i in range(0, case.samples, size)]

    def energies(trial: Trial) -> Array:
        return trial.values(network, step, ("energy",), where)["energy"]

    def route() -> Array:
        with one_blas_thread():
            return np.concatenate(spread(energies, trials, threads=jobs))

    return route


class TorchSteps:
    """torch.func: a gradient and a Jacobian-vector product, mapped over the networks."""

    def __init__(self, case: Case):
        import torch
        from torch.func import grad, jvp, vmap

        self._case, self._skip = case, case.network.network == "residual"

        def loss(weights: Array, head: Array, x: Array, y: Array) -> Array:
            z = self._states(weights, x)[-1]
            out = (z if self._skip else torch.relu(z)) @ head
            return ((out - y) ** 2).mean() / 2

        def energy(weights: Array, head: Array, x: Array, y: Array) -> Array:
            step = grad(loss)(weights, head, x, y)
            along = tuple(-g for g in step)
            _, dz = jvp(lambda *w: self._states(w, x), weights, along)
            return torch.stack([(d * d).mean() for d in dz])

        self._step = vmap(energy)

    def _states(self, weights: Array, x: Array) -> tuple[Array, ...]:
        import torch

        z, states = x, []
        for w in weights:
            z = torch.relu(z) @ w + (z if self._skip else 0)
            states.append(z)
        return tuple(states)

    def given(self, drawn: Drawn) -> Route:
        """The step of these networks."""
        import torch

        weights = tuple(torch.from_numpy(w) for w in drawn.weights)
        rest = [torch.from_numpy(v) for v in (drawn.head, drawn.x, drawn.y)]
        return lambda: self._step(weights, *rest).numpy()

    def drawing(self) -> Route:
        """The same from its own draws, a few networks at a time as ours."""
        import torch

        c, dtype = self._case, getattr(torch, self._case.dtype)

        def route() -> None:
            for shapes in pieces(c):
                *weights, head, x, y = (
                    torch.randn(shape, dtype=dtype) * scale for shape, scale in shapes
                )
                self._step(tuple(weights), head, x, y).numpy()

        return route


class JaxSteps:
    """jax.grad and jax.jvp, mapped over the networks and compiled."""

    def __init__(self, case: Case):
        import jax
        import jax.numpy as jnp

        self._case, skip = case, case.network.network == "residual"

        def states(weights: Array, x: Array) -> list[Array]:
            z, states = x, []
            for w in weights:
                z = jax.nn.relu(z) @ w + (z if skip else 0)
                states.append(z)
            return states

        def loss(weights: Array, head: Array, x: Array, y: Array) -> Array:
            z = states(weights, x)[-1]
            out = (z if skip else jax.nn.relu(z)) @ head
            return jnp.mean((out - y) ** 2) / 2

        def energy(weights: Array, head: Array, x: Array, y: Array) -> Array:
            step = jax.grad(loss)(weights, head, x, y)
            along = [-g for g in step]
            _, dz = jax.jvp(lambda w: states(w, x), (weights,), (along,))
            return jnp.stack([jnp.mean(d * d) for d in dz])

        self._step = jax.vmap(energy)

    def given(self, drawn: Drawn) -> Route:
        """The step of these networks."""
        import jax
        import jax.numpy as jnp

        compiled = jax.jit(self._step)
        weights = [jnp.asarray(w) for w in drawn.weights]
        rest = [jnp.asarray(v) for v in (drawn.head, drawn.x, drawn.y)]
        return lambda: np.asarray(compiled(weights, *rest))

    def drawing(self) -> Route:
        """The same, compiled with its draws."""
        import jax

        shapes, c = pieces(self._case), self._case

        @jax.jit
        def piece(key: Array) -> Array:
            keys = jax.random.split(key, len(shapes[0]))
            *weights, head, x, y = (
                jax.random.normal(k, shape, c.dtype) * np.asarray(scale, c.dtype)
                for k, (shape, scale) in zip(keys, shapes[0], strict=True)
            )
            return self._step(weights, head, x, y)

        def route() -> None:
            for i in range(len(shapes)):
                np.asarray(piece(jax.random.key(i)))

        return route


def pieces(case: Case) -> list[list[tuple[tuple[int, ...], float]]]:
    """Shapes and scales of what is drawn, for as many networks at once as stay in 8 MiB."""
    a = case.network
    of_one = a.depth * a.width**2 * np.dtype(case.dtype).itemsize
    size = max(1, min(case.samples, 2**23 // of_one))
    scale = math.sqrt(a.tensors[0].variance / a.width)
    shapes: list[tuple[tuple[int, ...], float]] = [((size, a.width, a.width), scale)] * a.depth
    shapes += [((size, a.width, a.outputs), 1 / math.sqrt(a.width))]
    shapes += [((size, case.batch, n), 1.0) for n in (a.width, a.outputs)]
    return [shapes] * -(-case.samples // size)


OTHERS: dict[str, Any] = {"torch": TorchSteps, "jax": JaxSteps}


def step_record(case: Case, turns: Turns) -> dict[str, Any]:
    """Given weights: ours beside the others, all of which must find the same."""
    drawn = Drawn.of(case)
    routes = {name: OTHERS[name](case).given(drawn) for name in installed()}
    routes["ours"] = our_step(case, drawn)
    if "torch" in routes:
        routes["on torch"] = our_step(case, drawn, "torch")
    expected, rtol = routes["ours"](), 1e-3 if case.dtype == "float32" else 1e-9
    for route in routes.values():
        np.testing.assert_allclose(route(), expected, rtol=rtol)
    return record(f"step, {case.name}, {case.dtype}", routes, turns)


def simulation_record(case: Case, turns: Turns) -> dict[str, Any]:
    """Draws included."""
    routes: dict[str, Route] = {name: OTHERS[name](case).drawing() for name in installed()}
    sampling = Sampling(samples=case.samples, seed=0, dtype=case.dtype)
    step = FirstStep(batch=case.batch, inputs="gaussian")
    routes["ours"] = lambda: first_step(case.network, step, sampling)
    return record(f"simulation, {case.name}, {case.dtype}", routes, turns)


def record(what: str, routes: dict[str, Route], turns: Turns) -> dict[str, Any]:
    """Seconds of ours, and how many times longer the others take."""
    seconds = turns.seconds(routes)
    record: dict[str, Any] = {"what": what, "seconds": statistics.median(seconds["ours"])}
    if "on torch" in seconds:
        record |= {
            "seconds on torch": statistics.median(seconds["on torch"]),
            "on torch": ratio(seconds, "torch", "on torch"),
        }
    others = [name for name in seconds if name in OTHERS]
    spreads = {f"{name}_quartiles": quartiles(seconds, name) for name in others}
    return record | {name: ratio(seconds, name) for name in others} | spreads


def quartiles(seconds: dict[str, list[float]], other: str) -> tuple[float, float]:
    """Between which two ratios half of the rounds are."""
    ratios = [a / b for a, b in zip(seconds[other], seconds["ours"], strict=True)]
    low, _, high = statistics.quantiles(ratios, n=4)
    return low, high


def shown(record: dict[str, Any], other: str) -> str:
    """The ratio, and its quartiles."""
    if other not in record:
        return ""
    low, high = record[f"{other}_quartiles"]
    return f"{record[other]:.2f} ({low:.2f}-{high:.2f})"


def peaks() -> list[dict[str, Any]]:
    """Peak bytes of one network of width 128 at every depth."""
    peaks: list[float] = []
    for depth in DEPTHS:
        network = plain(128, depth)
        sampling = Sampling(samples=1, seed=0, together=1, workers=1)
        tracemalloc.start()
        first_step(network, FirstStep(), sampling)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    rows = zip(DEPTHS, peaks, strict=True)
    return [{"depth": depth, "MiB": peak / 2**20} for depth, peak in rows]


def bars() -> Iterator[Row]:
    """Yield the step and the whole call beside the others, and the growth of memory with depth."""
    turns = Turns(5, time.perf_counter, enough=6.0)
    for case in CASES:
        measured = step_record(case, turns)
        yield from beside(measured)
        yield on_torch(measured)
    for case in CASES[::3]:  # one of each kind and size: draws cost every route the same
        yield from beside(simulation_record(case, turns))
    known = peaks()
    growth = [b["MiB"] / a["MiB"] for a, b in itertools.pairwise(known)]
    yield Row(
        what="memory of twice the depth, over the depth's",
        value=max(growth),
        most=2.1,
        ours=", ".join(f"{g:.2f}" for g in growth),
        beside="linear 2",
    )


def main() -> None:
    """Measure, print tables, and write the records where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", choices=("step", "simulation", "memory"))
    parser.add_argument("--clock", choices=CLOCKS, default="wall")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    turns = Turns(options.rounds, CLOCKS[options.clock])
    asked = (options.only,) if options.only else ("step", "simulation", "memory")
    records = [step_record(case, turns) for case in CASES if "step" in asked]
    records += [simulation_record(case, turns) for case in CASES if "simulation" in asked]
    table = Table("what", "seconds", "x torch", "x jax", "on torch, x torch")
    for one in records:
        on = f"{one['on torch']:.2f}" if "on torch" in one else ""
        table.add_row(one["what"], f"{one['seconds']:.3g}", *(shown(one, k) for k in OTHERS), on)
    memory, known = (
        Table("depth", "peak (MiB)", "over half the depth"),
        peaks() if "memory" in asked else [],
    )
    for before, one in zip([None, *known], known, strict=False):
        growth = f"{one['MiB'] / before['MiB']:.2f}" if before else ""
        memory.add_row(str(one["depth"]), f"{one['MiB']:.3g}", growth)
    console = Console(width=120)
    console.print(table)
    console.print(memory)
    if options.json:
        options.json.write_text(json.dumps([*records, *known], indent=2) + "\n")


if __name__ == "__main__":
    main()
