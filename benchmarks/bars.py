"""Every bar that this project sets itself, with the function that measures it.

``depthlaws bench`` runs them and judges; ``python -m benchmarks.bars --list`` names them in JSON,
``python -m benchmarks.bars NAME`` measures one, a line of JSON a row as it comes:
a process each, for what one has imported or cached must not speed up the next.
"""

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.rows import Neighbours, Row


@dataclass(frozen=True)
class Bar:
    """A group of rows: a sentence, the function that measures them, and about how long it takes.

    ``asked`` ones are measured if named, or with ``--all``; those ``on`` a GPU with its device.
    """

    says: str
    measure: str
    minutes: float
    asked: bool = False
    on: str = "cpu"

    def rows(self) -> Iterator[Row]:
        """Measure."""
        module, _, name = self.measure.partition(":")
        measure: Callable[[], Iterator[Row]] = getattr(
            importlib.import_module(f"benchmarks.{module}"), name
        )
        return measure()


BARS: dict[str, Bar] = {
    "chain": Bar(
        "t(alpha), alpha(t) at any L: error, points a second, beside solve_ivp",
        "chain_flow:bars", 2.0,
    ),
    "kernels": Bar(
        "kappa and the tied kernel: error, time, memory; beside neural-tangents",
        "kernels:bars", 0.5,
    ),
    "dense": Bar(
        "the dense simulator beside the matrix products alone, PyTorch and JAX",
        "dense:bars", 3.0,
    ),
    "matrix-free": Bar(
        "the matrix-free simulator: time, memory, beside the dense one",
        "matrix_free:bars", 0.5,
    ),
    "width-1e8": Bar(
        "the matrix-free simulator at width 10^8, N = 16: memory",
        "matrix_free:widest", 3.0, asked=True,
    ),
    "busy": Bar(
        "every simulator and kernel beside one busy process", "busy:bars", 3.0,
    ),
    "onestep": Bar(
        "the first step of many networks beside PyTorch and JAX; memory over depth",
        "onestep:bars", 3.0,
    ),
    "networks": Bar(
        "training steps of the papers' networks beside plain PyTorch modules; memory over N",
        "networks:bars", 2.0,
    ),
    "first-step": Bar(
        "simulated first steps beside exact energies, cell by cell",
        "cells:cells", 0.7,
    ),
    "ammup": Bar(
        "verdicts and quick figures of ammup, from nothing",
        "cells:room", 2.0, asked=True,
    ),
    "predictive-coding": Bar(
        "equilibria beside the dense inverse; cost over depth; the infinite-width march",
        "predictive_coding:bars", 1.5,
    ),
    "sweeps": Bar(
        "10^4 cells beside the bare loop, resumed; two workers of a cluster over one",
        "sweeps:bars", 3.0,
    ),
    "store": Bar(
        "a store of 10^4 and 10^5 cells: opening, resuming, merging, memory",
        "sweeps:sizes", 1.0,
    ),
    "answers": Bar(
        "a what-if from a cold start", "house:answers", 0.3,
    ),
    "verify": Bar(
        "every claim from nothing, and again after one edit in one claim file",
        "house:verified", 4.0, asked=True,
    ),
    "reproduce": Bar(
        "make reproduce: verdicts, figures, report", "house:reproduced", 6.0, asked=True,
    ),
    "test": Bar(
        "make test", "house:tested", 8.0, asked=True,
    ),
    "mutants": Bar(
        "slips planted in the chain's formulas and claims: which survive",
        "house:mutants", 8.0, asked=True,
    ),
    "gpu-dense": Bar(
        "the dense simulator beside the measured matrix-multiplication rate of the GPU",
        "dense:gpu", 1.0, on="cuda",
    ),
    "gpu-matrix-free": Bar(
        "the matrix-free simulator beside the measured copy bandwidth of the GPU",
        "matrix_free:gpu", 1.0, on="cuda",
    ),
}  # fmt: skip


def main() -> None:
    """Name all, or measure one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", choices=BARS)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list or options.name is None:
        print(json.dumps({name: vars(bar) for name, bar in BARS.items()}))
        return
    rows = BARS[options.name].rows()
    while True:
        meanwhile = Neighbours()
        row = next(rows, None)
        if row is None:
            return
        print(json.dumps({**row.record(), "others": meanwhile.share()}), flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
