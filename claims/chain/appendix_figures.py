"""Steps to the target: the numbers of figures 3 and 4, appendix B.1."""

import math
from collections.abc import Iterator

import numpy as np
from flint import arb

from depthlaws.claims.chain.common import (
    descent,
    orbit,
)
from depthlaws.claims.engine.checks import Property, Quoted
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN

CLAIMS = Claims()

_COUNTS = {
    1: (1, 10, 135),
    2: (9, 10, 91),
    4: (24, 21, 91),
    8: (48, 38, 109),
    16: (72, 52, 120),
    64: (98, 70, 86),
    math.inf: (109, 77, 136),
}


def _certified_steps() -> Iterator[tuple[str, arb, str]]:
    """First step within 1e-3, where every step before is certainly farther."""
    for depth, counts in _COUNTS.items():
        for rate, count in zip(("1", "1.5", "1.95"), counts, strict=True):
            path = [abs(1 - a) for a in orbit(depth, "0.01", rate, 140)]
            close = [bool(z < 1e-3) for z in path]
            decided = all(bool(z < 1e-3) or bool(z > 1e-3) for z in path)
            found = close.index(True) if decided else -1
            yield f"steps at k={rate}, L={depth}", arb(found), str(count)


def _simulated_steps(depth: float) -> tuple[list[int], list[int]]:
    paths = [np.abs(1 - descent(depth, 0.01, rate, 200)) for rate in (1.0, 1.5, 1.95)]
    return [int(np.argmax(path < 1e-3)) for path in paths], list(_COUNTS[depth])


CLAIMS.add(
    id="CHAIN-F3",
    source=CHAIN.figure(3),
    says="Steps to |1 - alpha| < 1e-3 from 0.01 at k = 1, 1.5 and 1.95: 1, 10, 135 for one layer, "
    "109, 77, 136 at infinite depth.",
    only_said="a hundred steps of a map, which double the digits of a number each; enclosed in Arb",
    checks=(Quoted(_certified_steps),),
    cross_checks=(Property(_simulated_steps, {"depth": list(_COUNTS)}),),
)


def _halves() -> Iterator[tuple[str, arb, str]]:
    table = {
        "0.1": {3: "35.76", 4: "46.04", 5: "53.74", math.inf: "101.97"},
        "0.01": {
            2: "45.95",
            3: "113.04",
            4: "187.34",
            8: "425.0",
            16: "655.8",
            math.inf: "1025.95",
        },
        "0.001": {2: "69.07", math.inf: "10049.1"},
    }
    for start, numbers in table.items():
        for depth, printed in numbers.items():
            yield f"t_1/2 from {start} at L={depth}", _half(start, depth), printed


def _half(start: str, depth: float) -> arb:
    if depth == math.inf:
        return formula("chain-time-infinite-depth").ball("1/2", start, 10)
    return formula("chain-time").ball("1/2", start, depth, 10)


def _half_in_floats(depth: float, start: float) -> tuple[float, float]:
    return chain.time(0.5, start, depth, 10.0), float(_half(str(start), depth))


CLAIMS.add(
    id="CHAIN-F4",
    source=CHAIN.figure(4),
    says="Steps of the flow to half the target at 1/tau = 0.1: from alpha0 = 0.01 45.95 for two "
    "layers, 1025.95 at infinite depth; slower with depth and with a smaller start (CHAIN-I13).",
    quote="The learning speed decreases when the depth increases and when the initialization scale "
    "decreases",
    only_said="a Lerch function, which plain intervals do not have; enclosed in Arb",
    checks=(Quoted(_halves),),
    cross_checks=(
        Property(
            _half_in_floats,
            {"depth": [1, 2, 3, 8, 64, math.inf], "start": [0.1, 0.01, 0.001]},
            rtol=1e-13,
        ),
    ),
)
