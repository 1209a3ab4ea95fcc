"""Dense residual streams beside the machine's matrix products, and beside PyTorch and JAX.

Run: python -m benchmarks.dense [--rounds R] [--clock cpu] [--device torch:cuda] [--json FILE]

``loop``: one tied network of width 2048 with 256 inputs, its matrix already drawn, and the energy
after each of 16 steps; its rate is that of the products alone, by the time of everything.
``simulation``: a whole call of `simulate`, draws included. PyTorch and JAX are compared where they
are installed; they are no dependencies. ``on torch``: the loop of this package on PyTorch's arrays
(``--device torch``), beside the loop as one writes it in PyTorch. Routes take turns, so that a busy
machine slows all alike; a ratio is the median over the rounds, and above 1 where this package is
faster. On a busy machine compare the processor time of one thread: ``--clock cpu`` with
OMP_NUM_THREADS=1 and
XLA_FLAGS="--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1".
"""

import argparse
import importlib.util
import json
import math
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.rows import Row, absent
from depthlaws.base.threads import one_blas_thread
from depthlaws.sims.common import backend
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.draws import blocks
from depthlaws.sims.residual.dense import Dense, simulate
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import Tape, walk

Array = Any
Route = Callable[[], Any]
Seconds = dict[str, list[float]]

LOOP = ResidualMLP(width=2048, loops=16, eps=1 / 16, h0=np.eye(256))
CLOCKS = {"wall": time.perf_counter, "cpu": time.process_time}
MIN_ROUNDS = 3  # rounds that count, whatever they take
PAUSE_S = 0.02  # seconds: lets the threads of the last route go to sleep
AWAKE = 0.12  # after products on BLAS's own threads: OpenBLAS keeps them awake for 0.105


@dataclass(frozen=True)
class Case:
    """Networks to simulate from their draws on."""

    name: str
    model: ResidualMLP
    samples: int
    dtype: str


def looped(where: Backend) -> ResidualMLP:
    """The network of the loop; larger on a GPU."""
    if not where.gpu:
        return LOOP
    return ResidualMLP(width=8192, loops=16, eps=1 / 16, h0=np.eye(4096))


def tied(width: int, loops: int) -> ResidualMLP:
    """The stable tied stream of one input, eps = 1 / loops."""
    return ResidualMLP(width=width, loops=loops, eps=1 / loops)


DEEP_CASE = ResidualMLP(width=1024, layers=16, eps=1 / 4, h0=np.eye(32))
SIMULATIONS = (
    Case("256 inputs, width 2048, tied", LOOP, 1, "float32"),
    Case("256 inputs, width 2048, tied", LOOP, 1, "float64"),
    Case("32 inputs, width 1024, 16 layers", DEEP_CASE, 4, "float32"),
    Case("16 networks, width 1024, tied", tied(1024, 16), 16, "float32"),
    Case("256 networks, width 256, tied", tied(256, 16), 256, "float64"),
    Case("4096 networks, width 64, tied", tied(64, 16), 4096, "float64"),
    Case("20000 networks, width 32, tied", tied(32, 8), 20_000, "float32"),
)


@dataclass(frozen=True)
class Turns:
    """Rounds in which the routes are timed, and the clock.

    ``enough``: seconds after which three rounds are enough.
    """

    rounds: int
    clock: Callable[[], float]
    enough: float = math.inf

    def seconds(self, routes: dict[str, Route]) -> Seconds:
        """Seconds of every route in every round, after one round that is not counted."""
        times: Seconds = {name: [] for name in routes}
        begun = time.perf_counter()
        for done in range(self.rounds + 1):
            if done > MIN_ROUNDS and time.perf_counter() > begun + self.enough:
                break
            for name, route in routes.items():
                start = self.clock()
                route()
                times[name].append(self.clock() - start)
                time.sleep(AWAKE if name == "products" else PAUSE_S)
        return {name: every[1:] for name, every in times.items()}


def ratio(seconds: Seconds, other: str, ours: str = "ours") -> float:
    """Time of the other route over ours."""
    pairs = zip(seconds[other], seconds[ours], strict=True)
    return statistics.median(a / b for a, b in pairs)


def our_loop(model: ResidualMLP, dtype: str, where: Backend) -> dict[str, Route]:
    """The products of a loop alone, and the loop with its energies."""
    [block] = blocks(1, 1, block=1, device=where)
    weights = Dense(model, block.stream.spawn(1), 1, dtype)
    h = block.stream.normal((1, model.inputs, model.width), dtype=dtype)
    w = weights.transposed(0)

    def products() -> None:
        for _ in range(model.steps):
            where.xp.matmul(h, w)
        where.synchronize()

    def ours() -> None:
        with one_blas_thread():  # as in a whole call
            walk(Tape(model, h, backend=where, observe=("energy",)), weights).values()
        where.synchronize()

    return {"products": products, "ours": ours}


def torch_loop(model: ResidualMLP, h: Array, w: Callable[[int], Array]) -> Array:
    """The stream as one writes it in PyTorch; energies (sample, input, time)."""
    import torch

    energies = [(h * h).mean(-1)]
    for k in range(model.steps):
        h = h + model.eps * torch.matmul(torch.relu(h), w(k).mT)
        energies.append((h * h).mean(-1))
    return torch.stack(energies, -1)


def jax_loop(model: ResidualMLP, h: Array, w: Callable[[int], Array]) -> Array:
    """The stream as one writes it in JAX, to be compiled."""
    import jax
    import jax.numpy as jnp

    energies = [(h * h).mean(-1)]
    for k in range(model.steps):
        h = h + model.eps * jnp.matmul(jax.nn.relu(h), jnp.swapaxes(w(k), -1, -2))
        energies.append((h * h).mean(-1))
    return jnp.stack(energies, -1)


def torch_simulation(case: Case) -> Route:
    """Batches of networks of a few MiB, as ours."""
    import torch

    model, dtype = case.model, getattr(torch, case.dtype)
    size = max(1, min(case.samples, 2**20 // model.width**2))

    def matrix() -> Array:
        return torch.randn(size, model.width, model.width, dtype=dtype) / math.sqrt(model.width)

    def route() -> None:
        for _ in range(0, case.samples, size):
            h = torch.randn(size, model.inputs, model.width, dtype=dtype)
            tied = matrix() if model.layers == 1 else None
            torch_loop(model, h, lambda _, w=tied: matrix() if w is None else w).numpy()

    return route


def jax_simulation(case: Case) -> Route:
    """The same batches, compiled with their draws."""
    import jax

    model = case.model
    size = max(1, min(case.samples, 2**20 // model.width**2))
    shape = (size, model.width, model.width)

    @jax.jit
    def batch(key: Array) -> Array:
        def matrix(k: int) -> Array:
            normal = jax.random.normal(jax.random.fold_in(key, k), shape, case.dtype)
            return normal / math.sqrt(model.width)

        h = jax.random.normal(key, (size, model.inputs, model.width), case.dtype)
        tied = matrix(0)
        return jax_loop(model, h, lambda k: tied if model.layers == 1 else matrix(k))

    def route() -> None:
        for start in range(0, case.samples, size):
            np.asarray(batch(jax.random.key(start)))

    return route


def installed() -> list[str]:
    """The other libraries that can be compared here."""
    libraries = [name for name in ("torch", "jax") if importlib.util.find_spec(name)]
    if "jax" in libraries:
        import jax

        jax.config.update("jax_enable_x64", True)
    return libraries


def loop_routes(dtype: str, where: Backend) -> dict[str, Route]:
    """The loop with its matrix given: in every library that is here, on a GPU by PyTorch alone."""
    model = looped(where)
    routes = our_loop(model, dtype, where)
    if where.name == "cupy":
        return routes
    on_torch = where if where.name.startswith("torch") else None
    rng = np.random.default_rng(1)
    h = rng.standard_normal((1, model.inputs, model.width)).astype(dtype)
    w = rng.normal(0, 1 / math.sqrt(model.width), (1, model.width, model.width)).astype(dtype)
    if "torch" in installed():
        import torch

        on_torch = on_torch or backend.get("torch")
        th, tw = (torch.from_numpy(a).to(on_torch.device) for a in (h, w))
        routes["torch"] = lambda: torch_loop(model, th, lambda _: tw).cpu().numpy()
        routes["on torch"] = our_loop(model, dtype, on_torch)["ours"]
    if "jax" in installed() and not where.gpu:
        import jax

        jh, jw = jax.numpy.asarray(h), jax.numpy.asarray(w)
        compiled = jax.jit(lambda h, w: jax_loop(model, h, lambda _: w))
        routes["jax"] = lambda: np.asarray(compiled(jh, jw))
    return routes


def loop_record(dtype: str, where: Backend, turns: Turns) -> dict[str, Any]:
    """The loop beside its products and beside the other libraries."""
    model = looped(where)
    seconds = turns.seconds(loop_routes(dtype, where))
    operations = 2 * model.steps * model.inputs * model.width**2
    record = {
        "what": f"loop, {model.inputs} inputs, width {model.width}, {dtype}",
        "seconds": statistics.median(seconds["ours"]),
        "gflops": operations / statistics.median(seconds["products"]) / 1e9,
        "of products": ratio(seconds, "products"),
    }
    if "on torch" in seconds:
        record |= {
            "seconds on torch": statistics.median(seconds["on torch"]),
            "on torch": ratio(seconds, "torch", "on torch"),
        }
    return record | {name: ratio(seconds, name) for name in installed() if name in seconds}


def simulation_record(case: Case, turns: Turns) -> dict[str, Any]:
    """A whole simulation beside the other libraries."""
    others = {"torch": torch_simulation, "jax": jax_simulation}
    routes: dict[str, Route] = {name: others[name](case) for name in installed()}
    routes["ours"] = lambda: simulate(
        case.model, Ensemble(samples=case.samples, seed=0, dtype=case.dtype)
    )
    seconds = turns.seconds(routes)
    what = f"simulation, {case.name}, {case.dtype}"
    record: dict[str, Any] = {"what": what, "seconds": statistics.median(seconds["ours"])}
    return record | {name: ratio(seconds, name) for name in installed()}


OTHERS = ("torch", "jax")
ON_TORCH = 0.9  # least speed of our code on PyTorch's arrays, in that of code written for PyTorch


def beside(record: dict[str, Any]) -> Iterator[Row]:
    """Yield a row for every other library: how many times longer it takes than we do."""
    for name in OTHERS:
        what = f"{record['what']}: over {name}"
        if name not in record:
            yield absent(name, what, least=1.0)
            continue
        ours, ratio = record["seconds"], record[name]
        yield Row(
            what=what, ours=f"{ours:.3g} s", beside=f"{ratio * ours:.3g} s", value=ratio, least=1.0
        )


def on_torch(record: dict[str, Any]) -> Row:
    """Return the row of this package's code on PyTorch's arrays, over what one writes there."""
    what = f"{record['what']}: on PyTorch's arrays, over torch"
    if "on torch" not in record:
        return absent("torch", what, least=ON_TORCH)
    ours, ratio = record["seconds on torch"], record["on torch"]
    return Row(
        what=what, ours=f"{ours:.3g} s", beside=f"{ratio * ours:.3g} s", value=ratio, least=ON_TORCH
    )


def of_products(record: dict[str, Any], least: float) -> Row:
    """Rate of the loop over that of its matrix products alone."""
    return Row(
        what=f"{record['what']}: of the GEMM rate",
        ours=f"{record['seconds']:.3g} s",
        beside=f"{record['gflops']:.4g} GFLOP/s",
        value=record["of products"],
        least=least,
    )


def bars() -> Iterator[Row]:
    """Yield the loop beside its products, then loop and whole simulations beside others."""
    turns, where = Turns(5, time.perf_counter, enough=6.0), backend.get("cpu")
    for dtype in ("float32", "float64"):
        record = loop_record(dtype, where, turns)
        yield of_products(record, 0.85)
        yield from beside(record)
        yield on_torch(record)
    for case in SIMULATIONS:
        yield from beside(simulation_record(case, turns))


def gpu() -> Iterator[Row]:
    """Yield the loop on the GPU beside its matrix products alone."""
    turns, where = Turns(5, time.perf_counter), backend.get("cuda")
    for dtype in ("float32", "float64"):
        yield of_products(loop_record(dtype, where, turns), 0.8)


def main() -> None:
    """Measure, print a table, and write the records where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--clock", choices=CLOCKS, default="wall")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    turns, where = Turns(options.rounds, CLOCKS[options.clock]), backend.get(options.device)
    records = [loop_record(dtype, where, turns) for dtype in ("float32", "float64")]
    if not where.gpu:
        records += [simulation_record(case, turns) for case in SIMULATIONS]
    table = Table(
        "what", "seconds", "GEMM GFLOP/s", "of GEMM rate", "x torch", "x jax", "on torch, x torch"
    )
    for record in records:
        keys = ("seconds", "gflops", "of products", "torch", "jax", "on torch")
        cells = [f"{record[key]:.3g}" if key in record else "" for key in keys]
        table.add_row(record["what"], *cells)
    Console(width=120).print(table)
    if options.json:
        options.json.write_text(json.dumps(records, indent=2) + "\n")


if __name__ == "__main__":
    main()
