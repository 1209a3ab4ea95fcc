"""Steps to the target: the numbers of figures 3 and 4, appendix B.1."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp
from flint import arb

from depthlaws.claims.engine.checks import Property, Quoted
from depthlaws.claims.engine.checks.common import ball_at
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D
from depthlaws.claims.engine.statement import Equal, Statement, above, naturals, positive
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    SHARE,
    L,
    alpha,
    descent,
    orbit,
    time_by_series,
    u,
    written_orbit,
    x,
)

CLAIMS = Claims()

LIMIT = sp.Rational("1e-3")
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
    """First step within 1e-3, with certified larger distances at every earlier step."""
    for depth, counts in _COUNTS.items():
        for rate, count in zip(("1", "1.5", "1.95"), counts, strict=True):
            path = [abs(1 - a) for a in orbit(depth, "0.01", rate, 140)]
            close = [bool(z < 1e-3) for z in path]
            decided = all(bool(z < 1e-3) or bool(z > 1e-3) for z in path)
            steps_needed = close.index(True) if decided else -1
            yield f"steps at k={rate}, L={depth}", arb(steps_needed), str(count)


def _followed_steps() -> Iterator[tuple[str, list[Any]]]:
    """Farther than 1e-3 at every step before the count, nearer at it."""
    for depth, counts in _COUNTS.items():
        for rate, count in zip(("1", "1.5", "1.95"), counts, strict=True):
            orbit, share = written_orbit(depth, "0.01", rate)
            gap = sp.Abs(1 - share)
            far = (range(count), LIMIT, gap)
            yield "orbits", orbit.row(f"steps at k={rate}, L={depth}", far, ([count], gap, LIMIT))


def _simulated_steps(depth: float) -> tuple[list[int], list[int]]:
    paths = [np.abs(1 - descent(depth, 0.01, rate, 200)) for rate in (1.0, 1.5, 1.95)]
    return [int(np.argmax(path < 1e-3)) for path in paths], list(_COUNTS[depth])


CLAIMS.add(
    id="CHAIN-F3",
    source=CHAIN.figure(3),
    says="Steps to |1 - alpha| < 1e-3 from 0.01 at k = 1, 1.5 and 1.95: 1, 10, 135 for one layer, "
    "109, 77, 136 at infinite depth.",
    reading="The figure's four panels have k = 1, 1.5, 1.95, 2.05 and the start 0.01. The counts "
    "are ours, of the same gradient descent; the curves are not compared, because no numbers are "
    "printed.",
    checks=(Quoted(_certified_steps, proof=_followed_steps),),
    cross_checks=(Property(_simulated_steps, {"depth": list(_COUNTS)}),),
)


def _halves() -> Iterator[tuple[str, sp.Expr, str]]:
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
            exact = 10 * time_by_series(sp.Rational(1, 2), sp.Rational(start), depth)
            yield f"t_1/2 from {start} at L={depth}", exact, printed


power, first = x - 1 + 2 / L, 2 / (2 + u) - 1


def _half_in_floats(depth: float, start: float) -> tuple[list[float], list[float]]:
    """The public function against the registered formula and the series."""
    if depth == math.inf:
        exact = formula("chain-time-infinite-depth").ball("1/2", str(start), 10)
    else:
        exact = formula("chain-time").ball("1/2", str(start), depth, 10)
    half = sp.Rational(1, 2)
    series = ball_at(10 * time_by_series(half, sp.Rational(str(start)), depth), {}, 128)
    return [chain.time(0.5, start, depth, 10.0)] * 2, [float(exact), float(series)]


CLAIMS.add(
    id="CHAIN-F4",
    source=CHAIN.figure(4),
    says="Steps of the flow to half the target at 1/tau = 0.1: from alpha0 = 0.01 45.95 for two "
    "layers, 1025.95 at infinite depth; slower with depth and with a smaller start (CHAIN-I13).",
    quote="The learning speed decreases when the depth increases and when the initialization scale "
    "decreases",
    reading="The flow at the figure's tau and starts in place of its curves, for which no "
    "numbers are printed: times to half the target.",
    statement=Statement(
        # alpha^(x-1+2/L)/(x-1+2/L) are the terms of the series that gives the times, first x = 0.
        Equal(D(alpha**power / power, alpha), alpha ** (2 / L - 2) * alpha**x),
        Equal(D(alpha**first / first, alpha), alpha ** (2 / (2 + u) - 2)),
        # 1/(1 - alpha) is 1 + alpha + ... + alpha^(x-1) + alpha^x/(1 - alpha): a step of that sum.
        Equal(alpha**x / (1 - alpha) - alpha ** (x + 1) / (1 - alpha), alpha**x),
        for_all={alpha: SHARE, L: above(1), x: naturals(1), u: positive},
    ),
    checks=(Quoted(_halves),),
    cross_checks=(
        Property(
            _half_in_floats,
            {"depth": [1, 2, 3, 8, 64, math.inf], "start": [0.1, 0.01, 0.001]},
            rtol=1e-13,
        ),
    ),
)
