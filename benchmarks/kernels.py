"""Dual kernels and infinite-width streams: accuracy and speed beside the direct routes.

Run: python -m benchmarks.kernels. Every line has our figure, the other route's and their ratio.
"""

import importlib
import importlib.util
import math
import sys
import time
import tracemalloc
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from flint import arb
from rich.console import Console
from rich.table import Table

from benchmarks.rows import ROOT, Row, absent
from depthlaws.theory import activations, residual, updates
from depthlaws.theory.activations import kernels
from depthlaws.theory.residual import Stream

EPS = 2.0**-52
# The last neural-tangents wants a JAX before 0.6: `make bench` keeps the two by themselves.
TANGENTS = ROOT / ".bench" / "tangents"
UNTIED = {"inputs": 256, "layers": 64, "eps": 0.125}


def seconds(f: Callable[[], Any], *, repeat: int = 3) -> float:
    """Best of a few runs."""
    best = math.inf
    for _ in range(repeat):
        start = time.perf_counter()
        f()
        best = min(best, time.perf_counter() - start)
    return best


def peak_gib(f: Callable[[], Any]) -> float:
    """Peak of the memory that one call allocates."""
    tracemalloc.start()
    f()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**30


def textbook(rho: np.ndarray) -> np.ndarray:
    """The formula as printed in the first version of the paper."""
    return (np.sqrt(1 - rho**2) + (np.pi - np.arccos(rho)) * rho) / (2 * np.pi)


def worst_error(f: Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> float:
    """Largest relative error in eps against certified balls."""
    law = kernels.kappa_relu
    exact = [law.ball(float(v), prec=400) for v in x]
    errors = [abs((arb(float(y)) - b) / b) for y, b in zip(f(x), exact, strict=True)]
    return max(float(e) for e in errors) / EPS


def double_loop(loops: int, eps: float) -> float:
    """Energy of the tied stream by the recursion, one pair of times after the other."""
    row, energy = [1.0] * (loops + 1), [1.0] * (loops + 1)
    for k in range(loops):
        total = 0.0
        for j in range(k + 1):
            scale = math.sqrt(energy[k] * energy[j])
            rho = min(row[j] / scale, 1.0)
            row[j] += total
            total += (
                eps**2 * scale * (math.sqrt(1 - rho * rho) + rho * math.acos(-rho)) / (2 * math.pi)
            )
        row[k + 1] = energy[k + 1] = row[k] + total
    return energy[loops]


def tangents_here() -> bool:
    """Return whether neural-tangents can be imported, from its own folder first."""
    if TANGENTS.is_dir() and str(TANGENTS) not in sys.path:
        sys.path.insert(0, str(TANGENTS))
    return importlib.util.find_spec("neural_tangents") is not None


def neural_tangents(gram: np.ndarray, layers: int, eps: float) -> tuple[Callable[[], Any], Any]:
    """The same untied kernel with the definitions of neural-tangents, compiled and warmed up."""
    # An unused part, which would import TensorFlow.
    experimental = "neural_tangents.experimental"
    sys.modules.setdefault(experimental, types.ModuleType(experimental))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of JAX's older names; and it asks for Dense in a branch
        jax = importlib.import_module("jax")
        stax = importlib.import_module("neural_tangents.stax")
        jax.config.update("jax_enable_x64", True)
        branch = stax.serial(stax.Relu(), stax.Dense(1, W_std=eps, b_std=0.0))
        block = stax.serial(stax.FanOut(2), stax.parallel(stax.Identity(), branch), stax.FanInSum())
        first = stax.Dense(1, W_std=1.0, b_std=0.0)
        kernel = jax.jit(stax.serial(first, *[block] * layers)[2], static_argnames="get")
        x = np.linalg.cholesky(gram) * math.sqrt(len(gram))
        value = np.asarray(kernel(x, None, get="nngp"))
    return lambda: kernel(x, None, get="nngp").block_until_ready(), value


def untied_case() -> tuple[np.ndarray, int, float]:
    """Overlaps of many inputs, layers, branch scale."""
    inputs = int(UNTIED["inputs"])
    factor = np.random.default_rng(0).standard_normal((inputs, 2 * inputs))
    return factor @ factor.T / (2 * inputs), int(UNTIED["layers"]), UNTIED["eps"]


def near_the_ends() -> np.ndarray:
    """Correlations all over the open interval, many of them close to -1."""
    rng = np.random.default_rng(0)
    x = np.concatenate([10 ** rng.uniform(-15, 0, 2000) - 1, rng.uniform(-1, 1, 2000)])
    return x[np.abs(x) < 1]


def bars() -> Iterator[Row]:
    """Yield error of kappa, time and memory of the tied kernel, the untied one beside others."""
    x = near_the_ends()
    ours, other = worst_error(activations.kappa, x), worst_error(textbook, x)
    yield Row(
        what="kappa, worst relative error, eps",
        ours=f"{ours:.2f}; certified 3.8",
        beside=f"textbook {other:.1e}",
        value=max(ours, 3.8),
        most=4.0,
    )
    took = seconds(lambda: residual.tied_kernel(4096, 1 / 4096))
    slow = seconds(lambda: double_loop(512, 1 / 512), repeat=1) * 64
    yield Row(
        what="tied kernel, N = 4096, s",
        ours=f"{took:.2f}",
        beside=f"double loop {slow:.0f}",
        value=took,
        most=1.0,
    )
    memory = peak_gib(lambda: residual.tied_kernel(4096, 1 / 4096))
    yield Row(what="tied kernel, N = 4096, GiB", ours=f"{memory:.3f}", value=memory, most=0.5)
    gram, layers, eps = untied_case()
    what = f"untied kernel, {len(gram)} inputs, L = {layers}: over neural-tangents"
    if not tangents_here():
        yield absent("neural-tangents", what, least=1.0)
        return
    run, value = neural_tangents(gram, layers, eps)
    gap = np.abs(value / residual.untied_kernel(layers, eps, h0=gram) - 1).max()
    ours, other = seconds(lambda: residual.untied_kernel(layers, eps, h0=gram)), seconds(run)
    yield Row(
        what=what,
        ours=f"{ours:.3f} s",
        beside=f"{other:.3f} s (gap {gap:.0e})",
        value=other / ours,
        least=1.0,
    )


def main() -> None:
    """Print the table."""
    table = Table("what", "ours", "other route", "ratio", title="Kernels at infinite width")
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(-1, 1, 10**6))
    ours, other = seconds(lambda: activations.kappa(x)), seconds(lambda: textbook(x))
    table.add_row(
        "kappa, 10^6 points (ns each)",
        f"{1e3 * ours:.1f}",
        f"textbook {1e3 * other:.1f}",
        f"{other / ours:.2f}",
    )
    near = near_the_ends()
    ours, other = worst_error(activations.kappa, near), worst_error(textbook, near)
    table.add_row(
        "kappa, worst error (eps)", f"{ours:.2f}", f"textbook {other:.1e}", f"{other / ours:.1e}"
    )

    loops = 1024
    ours = seconds(lambda: residual.tied_kernel(loops, 1 / loops))
    other = seconds(lambda: double_loop(loops, 1 / loops), repeat=1)
    table.add_row(
        f"tied kernel, N = {loops} (s)",
        f"{ours:.3f}",
        f"double loop {other:.2f}",
        f"{other / ours:.0f}",
    )
    loops = 4096
    ours = seconds(lambda: residual.tied_kernel(loops, 1 / loops))
    table.add_row(f"tied kernel, N = {loops} (s)", f"{ours:.3f}", "bar 1.0", f"{1 / ours:.1f}")
    memory = peak_gib(lambda: residual.tied_kernel(loops, 1 / loops))
    table.add_row(
        f"tied kernel, N = {loops} (GiB)", f"{memory:.3f}", "bar 0.5", f"{0.5 / memory:.1f}"
    )
    blocks = {"N": 256, "L": 48, "eps": 1 / (256 * 48**0.5)}
    ours = seconds(lambda: residual.block_kernel(**blocks), repeat=1)
    stream = Stream(loops=64, layers=48, eps=1 / (64 * 48**0.5))
    fast = seconds(lambda: residual.block_kernel(64, 48, stream.eps), repeat=1)
    other = seconds(lambda: stream.kernel, repeat=1)
    table.add_row("block kernel, N = 256, L = 48 (s)", f"{ours:.3f}", "", "")
    table.add_row(
        "block kernel, N = 64, L = 48 (s)",
        f"{fast:.3f}",
        f"all times {other:.2f}",
        f"{other / fast:.0f}",
    )
    ours = seconds(lambda: residual.limit(1.0))
    limit = residual.limit(1.0)
    table.add_row(
        "limit G(1) (s)", f"{ours:.3f}", f"relative error {limit.error / limit.value:.0e}", ""
    )
    step = Stream(loops=16, eps=1 / 16)
    ours = seconds(lambda: updates.gradient_step(step))
    table.add_row("one gradient step, N = 16 (s)", f"{ours:.3f}", "", "")

    gram, layers, eps = untied_case()
    ours = seconds(lambda: residual.untied_kernel(layers, eps, h0=gram))
    name = f"untied kernel, {len(gram)} inputs, L = {layers} (s)"
    if not tangents_here():
        table.add_row(name, f"{ours:.3f}", "neural-tangents is not installed", "")
    else:
        run, value = neural_tangents(gram, layers, eps)
        gap = np.abs(value / residual.untied_kernel(layers, eps, h0=gram) - 1).max()
        other = seconds(run)
        table.add_row(
            name,
            f"{ours:.3f}",
            f"neural-tangents {other:.3f} (gap {gap:.0e})",
            f"{other / ours:.1f}",
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
