"""Additional figures: appendix B.1, figures 3 and 4."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import CYCLE_DEPTHS, descent, k, v, x
from depthlaws.claims.engine.checks import Certify, Exhaustive, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


def _distance_factors() -> Iterator[tuple[str, Any, Any]]:
    """1 - f_k(v) = (1 - v) (1 - (k/L) v^(L-1) (1 + v + ... + v^(L-1))).

    For 0 < v < 1 every power is below 1, so the last factor is above 1 - k >= 0: no overshoot.
    """
    for depth in range(1, 13):
        n = sp.Integer(depth)
        powers = sum(v**i for i in range(depth))
        product = (1 - v) * (1 - k / n * v ** (n - 1) * powers)
        yield f"L={depth}", sp.expand(1 - law("chain-gd-step", v=v, L=n)), sp.expand(product)


def _never_overshoots(depth: float, start: float, rate: float) -> bool:
    path = descent(depth, start, rate, 200)
    return bool(np.all(np.diff(path) >= 0) and path[-1] <= 1 + 1e-14)


def _smaller_is_slower(depth: float, start: float, rate: float, n: int) -> bool:
    """The loss after n steps strictly decreases with k on (0, 1]."""
    slow, fast = (descent(depth, start, q, int(n))[-1] for q in (0.9 * rate, rate))
    return bool(slow < fast or fast > 1 - 1e-12)


CLAIMS.add(
    id="CHAIN-R1",
    source=CHAIN.figure(3),
    says="For 0 < k <= 1 gradient descent from alpha0 in (0, 1) is monotone and never overshoots "
    "(theorem X-C1), and a larger k is faster (alpha0 <= 1; the factorisation is exact for L "
    "= 1..12).",
    checks=(Exhaustive(_distance_factors),),
    cross_checks=(
        Property(
            _never_overshoots, {"depth": [1.0, *CYCLE_DEPTHS], "start": UNIT, "rate": UNIT}, n=36
        ),
        Property(
            _smaller_is_slower,
            {
                "depth": [1.0, *CYCLE_DEPTHS],
                "start": Interval(sp.Rational(1, 20), sp.Rational(9, 10)),
                "rate": Interval(sp.Rational(1, 10), 1),
                "n": [1, 3, 9],
            },
            n=36,
        ),
    ),
)


def _reaches_target(depth: float, start: float, rate: float) -> bool:
    path = descent(depth, start, rate, 1500)
    return bool(abs(path[-1] - 1) < 1e-6)


CLAIMS.add(
    id="CHAIN-R2",
    source=CHAIN.figure(3),
    says="For 1 < k < 2 gradient descent oscillates and converges (theorem X-C2: every alpha0 in "
    "(0, 2), real L >= 2 and infinite).",
    checks=(
        Property(
            _reaches_target,
            {
                "depth": CYCLE_DEPTHS,
                "start": Interval(sp.Rational(1, 10), sp.Rational(199, 100)),
                "rate": Interval(1, sp.Rational(197, 100)),
            },
            n=24,
        ),
        Certify(
            lambda: (sp.Min(x / 3, 1), "<", sp.Rational(3, 2) * sp.tanh(x / 2)),
            {x: (sp.Rational(1, 1000), 50)},
            what="no 2-cycle: the bound on (ln k)'",
        ),
    ),
)


def _caption_diverges(depth: float) -> bool:
    """Figure 3: at 1/tau = 2.05 gradient descent from 0.01 diverges."""
    return not bool(np.max(np.abs(descent(depth, 0.01, 2.05, 4000)[-100:])) < 10)


CLAIMS.add(
    id="CHAIN-R3",
    source=CHAIN.figure(3),
    says="For k >= 2 gradient descent is oscillatory and diverging (the panel's k = 2.05).",
    checks=(Property(_caption_diverges, {"depth": [2.0, 4.0, 16.0, math.inf]}, n=4),),
    corrected_by="CHAIN-R3-bounded",
)


def _simulated_cycles() -> Iterator[tuple[str, float, str]]:
    printed = {
        2.0: ("0.8331", "1.1425"),
        3.0: ("0.8683", "1.1117"),
        4.0: ("0.8808", "1.1009"),
        8.0: ("0.8956", "1.0880"),
        16.0: ("0.9017", "1.0828"),
        math.inf: ("0.9072", "1.0781"),
    }
    for depth, (low, high) in printed.items():
        tail = descent(depth, 0.01, 2.05, 4000)[-100:]
        yield f"lowest alpha at L = {depth}", float(np.min(tail)), low
        yield f"highest alpha at L = {depth}", float(np.max(tail)), high


def _never_diverges_at_infinite_depth(start: float, rate: float) -> bool:
    path = descent(math.inf, start, rate, 500)
    return bool(np.all(np.isfinite(path)))


CLAIMS.add(
    id="CHAIN-R3-bounded",
    source=CHAIN.beyond("ERR-A1"),
    says="At k = 2.05 every L >= 2 ends on a stable 2-cycle (only L = 1 diverges); infinite depth "
    "never diverges.",
    checks=(
        Quoted(_simulated_cycles),
        Property(_never_diverges_at_infinite_depth, {"start": UNIT, "rate": Interval(2, 12)}, n=30),
        Property(_caption_diverges, {"depth": [1.0]}, n=1),
    ),
)


def _steps(depth: float, rate: float) -> int:
    path = np.abs(1 - descent(depth, 0.01, rate, 200))
    return int(np.argmax(path < 1e-3))


def _golden_steps() -> Iterator[tuple[str, float, str]]:
    rows = {
        1.0: (1, 10, 135),
        2.0: (9, 10, 91),
        4.0: (24, 21, 91),
        8.0: (48, 38, 109),
        16.0: (72, 52, 120),
        64.0: (98, 70, 86),
        math.inf: (109, 77, 136),
    }
    for depth, counts in rows.items():
        for rate, count in zip((1.0, 1.5, 1.95), counts, strict=True):
            yield f"steps at k={rate:g}, L={depth:g}", _steps(depth, rate), str(count)


CLAIMS.add(
    id="CHAIN-F3",
    source=CHAIN.figure(3),
    says="Steps to |1 - alpha| < 1e-3 from 0.01 at k = 1, 1.5 and 1.95.",
    checks=(Quoted(_golden_steps),),
)


def _golden_halves() -> Iterator[tuple[str, float, str]]:
    for depth, printed in (
        (2, "45.95"),
        (3, "113.04"),
        (4, "187.34"),
        (8, "425.0"),
        (16, "655.8"),
        (math.inf, "1025.95"),
    ):
        yield f"t_1/2 at L={depth}", chain.time(0.5, 0.01, depth, 10.0), printed


CLAIMS.add(
    id="CHAIN-F4",
    source=CHAIN.figure(4),
    says="Time to half the target from alpha0 = 0.01 at 1/tau = 0.1: slower with depth.",
    checks=(Quoted(_golden_halves),),
)
