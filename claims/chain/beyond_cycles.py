"""Beyond the paper: 2-cycles, flips, period doubling and divergence."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    CYCLE_DEPTHS,
    FINITE,
    FINITE_DEPTH,
    RATE,
    L,
    close,
    descent,
    k,
    mp,
    precise,
    s,
    x,
)
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


@precise
def _is_cycle(x: float, L: float) -> tuple[float, float]:
    rate = mp("chain-cycle-rate", x, L)
    low, high = mp("chain-cycle-low", x, L), mp("chain-cycle-high", x, L)
    if math.isinf(L):
        rate = mp("chain-cycle-rate-infinite", x)
        after = [mp("chain-gd-total-step-infinite", a, rate) for a in (low, high)]
    else:
        after = [mp("chain-gd-total-step", a, rate, L) for a in (low, high)]
    first, second = close(after[0], high)[0], close(after[1], low)[0]
    ratio = close(high / low, mpmath.exp(2 * mpmath.mpf(x)))[0]
    return max(first, second, ratio), 1e-22


CYCLE_X = Interval(sp.Rational(1, 50), 4)


@precise
def _cycle_multiplier(x: float, L: float) -> tuple[float, float]:
    rate, low = mp("chain-cycle-rate", x, L), mp("chain-cycle-low", x, L)

    def twice(alpha: Any) -> Any:
        once = mp("chain-gd-total-step", alpha, rate, L)
        return mp("chain-gd-total-step", once, rate, L)

    return float(mp("chain-cycle-multiplier", x, L)), float(mpmath.diff(twice, low))


CLAIMS.add(
    id="CHAIN-X-C2",
    source=CHAIN.beyond("X-C2"),
    says="The positive 2-cycles are explicit in x = ln(alpha_high/alpha_low)/2: k, both points, "
    "the multiplier; k(x) grows from 2, so there is none for k <= 2.",
    checks=(
        Property(_is_cycle, {"x": CYCLE_X, "L": CYCLE_DEPTHS}, relation="<=", n=40),
        Property(_cycle_multiplier, {"x": CYCLE_X, "L": FINITE}, n=20, rtol=1e-10),
        Certify(
            lambda: (sp.Integer(0), "<", sp.diff(sp.log(law("chain-cycle-rate", x=x)), x)),
            {x: (sp.Rational(1, 20), 6), L: [2, 3, 4, 8, 64]},
            what="k grows with x",
        ),
        Property(
            lambda L: (mp("chain-cycle-rate", mpmath.mpf("1e-12"), L), mpmath.mpf(2)),
            {"L": CYCLE_DEPTHS},
            n=10,
            rtol=1e-14,
        ),
    ),
)


def _cycle_amplitude(depth: float) -> tuple[float, float]:
    """At k = 2 + d the cycle in v has amplitude sqrt(d/C) to leading order."""
    d = 1e-3
    tail = descent(depth, 0.9, 2 + d, 10_000)[-2:] ** (1 / depth)
    return abs(tail[1] - tail[0]) / 2 / math.sqrt(d / formula("chain-flip")(depth)), 1.0


@precise
def _chaotic(theta0: float, n: int) -> tuple[float, float]:
    """At L = 2, k = 4 the map triples the angle."""
    value = mpmath.sqrt(2) * mpmath.sin(mpmath.mpf(theta0))
    for _ in range(int(n)):
        value = mp("chain-gd-step", value, 4, 2)
    return close(mp("chain-chaos", int(n), theta0), value)


CLAIMS.add(
    id="CHAIN-X-C3",
    source=CHAIN.beyond("X-C3"),
    says="The flip at k = 2 is supercritical, C = (4/3)(L-1)(5L-4): above it a stable 2-cycle of "
    "amplitude sqrt((k-2)/C), at it decay like (2 C n)^(-1/2).",
    checks=(
        Identity(
            lambda: (law("chain-flip"), sp.Rational(4, 3) * (L - 1) * (5 * L - 4)),
            {L: FINITE_DEPTH},
        ),
        Identity(lambda: (law("chain-flip-total"), law("chain-flip") / L**2), {L: FINITE_DEPTH}),
        Identity(
            lambda: (
                law("chain-marginal-distance", n=x),
                1 / sp.sqrt(2 * x * sp.Rational(4, 3) * (L - 1) * (5 * L - 4)),
            ),
            {L: Interval(2, 40), x: Interval(1, 100)},
        ),
        Property(_cycle_amplitude, {"depth": [2.0, 3.0, 8.0]}, n=3, rtol=1e-2),
        Property(_chaotic, {"theta0": UNIT, "n": [0, 1, 2, 7, 20]}, relation="<=", n=20),
    ),
)


def _thresholds() -> Iterator[tuple[str, float, str]]:
    for depth, printed in (
        (2, "2.47214"),
        (3, "2.48921"),
        (4, "2.49434"),
        (8, "2.49970"),
        (16, "2.50166"),
        (math.inf, "2.50329"),
    ):
        yield f"period doubling, L = {depth}", chain.period_doubling_rate(depth), printed
    for depth, printed in (
        (2, "3.19615"),
        (3, "3.66100"),
        (4, "3.97858"),
        (8, "4.75133"),
        (16, "5.56819"),
        (64, "7.38375"),
    ):
        yield f"leaves the half-line, L = {depth}", chain.leaving_rate(depth), printed
    for depth, printed in (
        (2, "4.00000"),
        (4, "4.81815"),
        (6, "5.29409"),
        (8, "5.63895"),
        (16, "6.50587"),
        (64, "8.41565"),
    ):
        yield f"diverges, L = {depth}", chain.divergence_rate(depth), printed


def _largest(depth: float, rate: float) -> float:
    """Largest |alpha| over many starts and steps; inf if any orbit overflows."""
    with np.errstate(all="ignore"):
        starts = np.linspace(0.02, 0.98, 97)
        out = scalar.gradient_descent(
            scalar.Grid("plain", depth, mu_yx=1.0, scaled_rate=rate, total=starts, balanced=True),
            steps=400,
            record=range(0, 401, 4),
        )
        return float(np.max(np.nan_to_num(np.abs(out["total"].to_numpy()), nan=math.inf)))


def _diverges(depth: float, side: float) -> bool:
    """Just above the divergence rate some orbit escapes, just below none does."""
    worst = _largest(depth, side * chain.divergence_rate(depth))
    return (worst > 1e6) == (side > 1)


CLAIMS.add(
    id="CHAIN-X-C3-thresholds",
    source=CHAIN.beyond("X-C3"),
    says="Rates at which the 2-cycle loses stability, orbits leave the positive half-line, and "
    "gradient descent diverges (exactly 4 for two layers).",
    checks=(Quoted(_thresholds),),
    cross_checks=(Property(_diverges, {"depth": [2.0, 4.0, 8.0], "side": [0.99, 1.01]}, n=8),),
)


def _flip_from_derivatives() -> Iterator[tuple[str, Any, Any]]:
    """f''^2/4 + f'''/6 of the derived step at s = 1, k = 2 and rational r^(1/L)."""
    root = sp.Rational(3, 2)
    for depth in (1, 2, 3, 5):
        n = sp.Integer(depth)
        b = 1 + (root - 1) * s**2
        step = s * (
            1 + k / (2 * n * (root - 1)) * root ** (2 - 2 * n) * (root**n - b**n) * b ** (n - 1)
        )
        second, third = (sp.diff(step, s, i).subs({s: 1, k: 2}) for i in (2, 3))
        flip = law("block2-flip", L=n, r=root**n)
        yield f"L={depth}", sp.nsimplify(second**2 / 4 + third / 6), sp.nsimplify(flip)


def _to_infinite_depth(name: str, *args: float) -> tuple[float, float]:
    """A block-two formula at depth 1e12 against its infinite-depth form."""
    finite = {
        "block2-gd-step": lambda: mp("block2-gd-step", args[0], args[1], 10**12, args[2]),
        "block2-flip": lambda: mp("block2-flip", 10**12, args[0]),
    }[name]()
    return float(finite), float(mp(f"{name}-infinite", *args))


CLAIMS.add(
    id="CHAIN-X-C6",
    source=CHAIN.beyond("X-C6"),
    says="Block two flips supercritically at k = 2 for every depth and target.",
    checks=(
        Exhaustive(_flip_from_derivatives),
        Property(lambda r: _to_infinite_depth("block2-flip", r), {"r": ABOVE_ONE}, n=20, rtol=1e-9),
        Property(
            lambda s, k, r: _to_infinite_depth("block2-gd-step", s, k, r),
            {"s": UNIT, "k": RATE, "r": ABOVE_ONE},
            n=20,
            rtol=1e-9,
        ),
    ),
)
