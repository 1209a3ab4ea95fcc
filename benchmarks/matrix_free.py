"""Matrix-free residual streams: time and memory beside the dense simulator and the stated bars.

Run: python -m benchmarks.matrix_free [CASE ...]; CASE names lines of CASES, among them
``width-1e8``, which takes 13 GiB and a minute and is left out unless named. Every measurement has
a process of its own, so that its peak of resident memory is its own.
"""

import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.rows import Row, peak_gib
from depthlaws.sims.common import backend
from depthlaws.sims.common.backend import Backend
from depthlaws.sims.common.optimizers import SGD
from depthlaws.sims.residual import dense as residual
from depthlaws.sims.residual import matrix_free
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.gaussian_matrix import GaussianMatrix
from depthlaws.sims.residual.network import ResidualMLP

Figures = dict[str, float]


def tied(width: int, loops: int) -> ResidualMLP:
    """The stable tied stream, eps = 1 / loops."""
    return ResidualMLP(width=width, loops=loops, eps=1 / loops)


def forward(
    width: int, loops: int, *, repeat: int = 3, simulate: Callable[..., Any] = matrix_free.simulate
) -> Figures:
    """Best time of one pass in float32, imports and first calls left out; energy gained."""
    simulate(tied(8, 2), Ensemble(samples=1, seed=0))
    best, energy = math.inf, math.nan
    for _ in range(repeat):
        start = time.perf_counter()
        data = simulate(tied(width, loops), Ensemble(samples=1, seed=1, dtype="float32"))
        best = min(best, time.perf_counter() - start)
        energy = float(data["energy"][0, -1] / data["energy"][0, 0])
    return {"seconds": best, "energy": energy}


def step(width: int, loops: int) -> Figures:
    """Pass forward and back, one step of gradient descent, and the pass after it."""
    start = time.perf_counter()
    data = matrix_free.train(
        tied(width, loops), Ensemble(samples=1, seed=1, dtype="float32"), SGD(1.0)
    )
    return {
        "seconds": time.perf_counter() - start,
        "moved": math.sqrt(float(data["change"][0, 1, -1])),
    }


def rounding(width: int, loops: int) -> Figures:
    """float32 against float64 with the same normals: error of H_N, loss of orthogonality."""
    energy, loss = {}, math.nan
    for dtype in (np.float64, np.float32):
        rng = np.random.default_rng(1)
        # Products of the normals of one call: both runs ask for them in the same order.
        matrix = GaussianMatrix(_cast(rng, dtype), width=width, room=loops)
        h = rng.standard_normal((1, width)).astype(dtype)
        for _ in range(loops):
            h = h + dtype(1 / loops) * matrix.matvec(np.maximum(h, 0))[0]
        energy[dtype] = float(np.sum(h * h, dtype=np.float64))
        q = matrix.right.vectors
        loss = float(np.abs(matrix.right.coordinates(q) - np.eye(loops)).max())
    error = abs(energy[np.float32] / energy[np.float64] - 1)
    return {"energy": error, "orthogonality": loss}


def _cast(rng: np.random.Generator, dtype: type) -> Callable[[tuple[int, int]], np.ndarray]:
    return lambda shape: rng.standard_normal(shape).astype(dtype)


CASES: dict[str, Callable[[], Figures]] = {
    "width-1e6": lambda: forward(10**6, 64),
    "width-8192": lambda: forward(8192, 16),
    "dense-8192": lambda: forward(8192, 16, simulate=residual.simulate),
    "step-1e6": lambda: step(10**6, 16),
    "rounding-1e5": lambda: rounding(10**5, 64),
    "width-1e8": lambda: forward(10**8, 16, repeat=1),
}
ASKED_ONLY = {"width-1e8"}


def bandwidth(where: Backend, nbytes: int) -> float:
    """Bytes a second, read and written, of copying an array of so many; the best of ten."""
    x = where.xp.zeros(nbytes // 4, dtype=where.xp.float32, device=where.device)
    out, best = where.xp.empty_like(x), math.inf
    for _ in range(10):
        start = time.perf_counter()
        out[...] = x
        where.synchronize()
        best = min(best, time.perf_counter() - start)
    return 2 * nbytes / best


def traffic(width: int, loops: int) -> int:
    """Bytes of the bases that a forward pass must read in float32.

    The product after k others reads k basis vectors in each of four passes (two rounds of
    coordinates and of subtraction) and k + 1 images in one; vectors of its own are not counted.
    """
    return 4 * width * sum(4 * k + k + 1 for k in range(loops))


def streamed(device: str, width: int, loops: int) -> Row:
    """Share of the copy bandwidth at which a forward pass reads its bases."""
    where, ensemble = (
        backend.get(device),
        Ensemble(samples=1, seed=1, dtype="float32", device=device),
    )
    best = math.inf
    for _ in range(4):
        start = time.perf_counter()
        matrix_free.simulate(tied(width, loops), ensemble)
        where.synchronize()
        best = min(best, time.perf_counter() - start)
    rate, most = traffic(width, loops) / best, bandwidth(where, 4 * width * loops)
    return Row(
        what=f"forward, width {width:.0e}, N = {loops}: of the copy bandwidth",
        ours=f"{rate / 1e9:.4g} GB/s",
        beside=f"copy {most / 1e9:.4g} GB/s",
        value=rate / most,
        least=0.6,
    )


def gpu() -> Iterator[Row]:
    """Yield a forward pass on the GPU beside its copy bandwidth."""
    yield streamed("cuda", 10**7, 64)


def bars() -> Iterator[Row]:
    """Yield time and memory of the widest networks of every day, and beside the dense simulator."""
    wide = measured("width-1e6")
    what = "forward, float32, width 10^6, N = 64"
    yield Row(what=f"{what}, s", ours=f"{wide['seconds']:.2f}", value=wide["seconds"], most=5.0)
    yield Row(what=f"{what}, GiB", ours=f"{wide['gib']:.2f}", value=wide["gib"], most=0.8)
    ours, dense = (measured(case)["seconds"] for case in ("width-8192", "dense-8192"))
    yield Row(
        what="forward, width 8192, N = 16: over dense",
        ours=f"{1e3 * ours:.2f} ms",
        beside=f"dense {1e3 * dense:.0f} ms",
        value=dense / ours,
        least=100.0,
    )


def widest() -> Iterator[Row]:
    """Yield memory at width 10^8."""
    figures = measured("width-1e8")
    yield Row(
        what="forward, float32, width 10^8, N = 16, GiB",
        ours=f"{figures['gib']:.1f} in {figures['seconds']:.0f} s",
        value=figures["gib"],
        most=16.0,
    )


def measured(case: str) -> Figures:
    """Run one case in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.matrix_free", "--case", case]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def alone(case: str) -> None:
    """Print the figures of one case, with the peak of resident memory of this process."""
    figures = CASES[case]()
    figures["gib"] = peak_gib()
    print(json.dumps(figures))


def rows(figures: dict[str, Figures]) -> list[tuple[str, str, str, str]]:
    """Rows of a name, our figure, the bar or the other route, and the ratio, for each case."""
    table = []
    for case, what, seconds, gib in (
        ("width-1e6", "forward, width 10^6, N = 64", 5.0, 0.8),
        ("width-1e8", "forward, width 10^8, N = 16", math.nan, 16.0),
    ):
        if case in figures:
            ours = figures[case]
            bar = "" if math.isnan(seconds) else f"bar {seconds:.1f}"
            ratio = "" if math.isnan(seconds) else f"{seconds / ours['seconds']:.1f}"
            table += [
                (f"{what} (s)", f"{ours['seconds']:.2f}", bar, ratio),
                (f"{what} (GiB)", f"{ours['gib']:.2f}", f"bar {gib}", f"{gib / ours['gib']:.1f}"),
            ]
    if {"width-8192", "dense-8192"} <= figures.keys():
        ours, dense = figures["width-8192"]["seconds"], figures["dense-8192"]["seconds"]
        ratio = f"{dense / ours:.0f} (bar 100)"
        table.append(
            ("forward, width 8192, N = 16 (s)", f"{ours:.4f}", f"dense {dense:.2f}", ratio)
        )
    if "step-1e6" in figures:
        ours = figures["step-1e6"]
        what = "gradient step, width 10^6, N = 16"
        table += [
            (f"{what} (s)", f"{ours['seconds']:.1f}", "", ""),
            (f"{what} (GiB)", f"{ours['gib']:.2f}", "", ""),
            (f"{what}, RMS change", f"{ours['moved']:.4f}", "infinite width .6759 rate", ""),
        ]
    if "rounding-1e5" in figures:
        ours = figures["rounding-1e5"]
        table += [
            ("float32, width 10^5, N = 64: error of H_N", f"{ours['energy']:.0e}", "", ""),
            ("float32, largest |Q Q^T - 1|", f"{ours['orthogonality']:.0e}", "", ""),
        ]
    return table


def main(arguments: list[str]) -> None:
    """Print the table of the cases asked for."""
    if arguments[:1] == ["--case"]:
        alone(arguments[1])
        return
    unknown = set(arguments) - CASES.keys()
    if unknown:
        msg = f"unknown case {sorted(unknown)}; there are {', '.join(CASES)}"
        raise SystemExit(msg)
    cases = arguments or [case for case in CASES if case not in ASKED_ONLY]
    table = Table("what", "ours", "other route", "ratio", title="Matrix-free, float32")
    for row in rows({case: measured(case) for case in cases}):
        table.add_row(*row)
    Console(width=110).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
