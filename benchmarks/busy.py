"""Simulators and kernels on a shared machine: their time beside one busy process, over idle time.

Run: python -m benchmarks.busy [CASE ...]; CASE names lines of CASES. The bar is 2.5: on two
processors, two threads with equal parts take twice as long where one shares its processor with the
busy process. The idle times are printed with their range, which shows other work on the machine.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.rows import Row
from depthlaws.sims import SGD
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step
from depthlaws.sims.predictive_coding import PCN, Inference
from depthlaws.sims.predictive_coding import train as train_pcn
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, matrix_free
from depthlaws.sims.scalar import Grid, gradient_descent
from depthlaws.theory import residual, updates

TURNS = 5  # pairs of an idle and a busy run
MIN_TURNS = 3  # of a case that takes longer than CASE_S
CASE_S = 8.0  # seconds
BAR = 2.5  # busy time over idle time


def tied(width: int, loops: int, **options: Any) -> ResidualMLP:
    """The stable tied stream, eps = 1 / loops."""
    return ResidualMLP(width=width, loops=loops, eps=1 / loops, **options)


def forward(
    simulator: Any, model: ResidualMLP, samples: int, dtype: str = "float32"
) -> Callable[[], Any]:
    """Networks run forward."""
    return lambda: simulator.simulate(model, Ensemble(samples=samples, seed=1, dtype=dtype))


def step() -> Any:
    """A step of gradient descent at width 10^6."""
    ensemble = Ensemble(samples=1, seed=1, dtype="float32")
    return matrix_free.train(tied(10**6, 16), ensemble, SGD(1.0))


def descent() -> Any:
    """Gradient descent on a grid of depths and rates."""
    grid = Grid(
        "feedforward", [2, 16, 64], mu_yx=1.0, scaled_rate=np.linspace(0.1, 2, 200), total=0.1
    )
    return gradient_descent(grid, steps=300)


def first_steps() -> Any:
    """First steps of plain networks."""
    network = Architecture(width=256, depth=32, outputs=10)
    return first_step(network, FirstStep(), Sampling(samples=64, seed=0, dtype="float32"))


def learning() -> Any:
    """Predictive coding and back-propagation beside each other."""
    return train_pcn(PCN(width=256, depth=8), Inference(), samples=8, seed=0, steps=20)


CASES: dict[str, Callable[[], Any]] = {
    "matrix-free, width 10^6, N = 64": forward(matrix_free, tied(10**6, 64), 1),
    "matrix-free, gradient step, width 10^6, N = 16": step,
    "matrix-free, 20 networks, width 4096, N = 16": forward(matrix_free, tied(4096, 16), 20),
    "dense, 20 000 networks, width 32": forward(dense, tied(32, 16), 20_000),
    "dense, 256 networks, width 256": forward(dense, tied(256, 16), 256, "float64"),
    "dense, 16 networks, width 1024": forward(dense, tied(1024, 16), 16),
    "dense, width 2048, 256 inputs": forward(dense, tied(2048, 64, h0=np.eye(256)), 1),
    "dense, width 8192": forward(dense, tied(8192, 16), 1),
    "scalar descent, 600 networks, 300 steps": descent,
    "first step, 64 networks, width 256, L = 32": first_steps,
    "predictive coding, 8 networks, width 256, L = 8": learning,
    "tied kernel, N = 4096": lambda: residual.tied_kernel(4096, 1 / 4096),
    "sign step, N = 16": lambda: updates.sign_step(
        residual.Stream(loops=16, eps=1 / 16), seed=0, sites=2048, replicates=4
    ),
}


@contextmanager
def busy_process() -> Iterator[None]:
    """Let another process take a processor."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        time.sleep(0.2)
        yield
    finally:
        process.kill()
        process.wait()


def seconds(run: Callable[[], Any]) -> float:
    """Wall-clock time of one run."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def turns(name: str) -> tuple[list[float], list[float]]:
    """Times of alternating idle and busy runs: other work on the machine affects both."""
    run, idle, busy = CASES[name], [], []
    run()
    begun = time.perf_counter()
    for done in range(TURNS):
        if done >= MIN_TURNS and time.perf_counter() > begun + CASE_S:
            break
        idle.append(seconds(run))
        with busy_process():
            busy.append(seconds(run))
    return idle, busy


def measured(name: str) -> Row:
    """Median time beside one busy process over idle time."""
    idle, busy = turns(name)
    return Row(
        what=name,
        ours=f"{np.median(busy):.3g} s",
        beside=f"idle {min(idle):.3g} to {max(idle):.3g} s",
        value=float(np.median(busy) / np.median(idle)),
        most=BAR,
    )


def bars() -> Iterator[Row]:
    """Yield every case."""
    yield from map(measured, CASES)


def main(arguments: list[str]) -> None:
    """Print the table of the cases asked for."""
    unknown = set(arguments) - CASES.keys()
    if unknown:
        msg = f"unknown case {sorted(unknown)}; there are {', '.join(CASES)}"
        raise SystemExit(msg)
    table = Table("what", "idle", "busy", "ratio", f"bar {BAR}", title="Beside one busy")
    for row in map(measured, arguments or CASES):
        table.add_row(row.what, row.beside, row.ours, f"{row.value:.2f}", row.verdict)
    Console(width=110).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
