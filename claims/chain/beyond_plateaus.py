"""Beyond the paper: plateaus and convergence constants in closed form."""

import math
from collections.abc import Callable
from typing import Any

import mpmath
import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE_DEPTH,
    MODERATE,
    START,
    L,
    alpha0,
    by_integral,
    gap,
    minimum,
    mp,
    precise,
    r,
    tau,
    theta,
)
from depthlaws.claims.engine.checks import Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


@precise
def _uniform(start: float, theta: float, L: float) -> Any:
    """Uniform plateau minus remainder is the exact time; the remainder is within its bound."""
    if not start < 0.99 * theta:
        return None
    exact = by_integral(lambda a: mp("chain-effective-flow", a, L), start, theta)
    rest = mp("chain-plateau-remainder", start, L)
    bound = mp("chain-plateau-remainder-bound", start, L)
    return max(
        gap(mp("chain-uniform-plateau", start, L, theta) - rest, exact)[0],
        0.0 if 0 < rest <= bound else 1.0,
    ), 1e-18


PLATEAU_DEPTHS = [1.0, 1.3, 3.0, 4.0, 16.0]


@precise
def _rest_is_tight(start: float, L: float) -> Any:
    """As alpha0 -> 0 the remainder approaches its bound: their ratio is 1 - O(alpha0)."""
    small = mpmath.mpf(start) * 1e-6
    ratio = mp("chain-plateau-remainder", small, L) / mp("chain-plateau-remainder-bound", small, L)
    return float(abs(ratio - 1)), float(2 * small)


CLAIMS.add(
    id="CHAIN-E10-uniform",
    source=CHAIN.beyond("CHAIN-E10"),
    says="A plateau time uniform in depth, too long by R with 0 < R <= alpha0^(1+2/L) / "
    "((1+2/L)(1-alpha0)).",
    checks=(
        Property(
            _uniform, {"start": START, "theta": START, "L": PLATEAU_DEPTHS}, relation="<=", n=30
        ),
        Property(_rest_is_tight, {"start": START, "L": PLATEAU_DEPTHS}, relation="<=", n=12),
        Identity(
            lambda: (
                sp.diff((1 - alpha0) * law("chain-plateau-remainder-bound"), alpha0),
                alpha0 ** (2 / L),
            ),
            {alpha0: UNIT, L: FINITE_DEPTH},
            what="a^(2/L)/(1-a) <= a^(2/L)/(1-alpha0) under the integral",
        ),
    ),
)


@precise
def _sandwich(start: float, theta: float) -> Any:
    if not start < 0.99 * theta:
        return None
    exact = by_integral(lambda a: a**2 * (1 - a), start, theta)
    low = mp("chain-infinite-plateau-lower", start, theta)
    high = mp("chain-infinite-plateau-upper", start, theta)
    # the gap to the upper bound is -log(1 - alpha0), to the lower the positive logarithms
    return gap(high + mpmath.log(1 - mpmath.mpf(start)), exact)[0] if low < exact else 1.0, 1e-18


@precise
def _threshold(theta: float) -> Any:
    """At the threshold the exact time to theta equals 1/alpha0."""
    start = mp("chain-plateau-exceeds-below", theta)
    return gap(by_integral(lambda a: a**2 * (1 - a), start, mpmath.mpf(theta)), 1 / start)


@precise
def _printed_threshold(L: float) -> Any:
    start = mp("chain-plateau-printed-exceeds-above", L)
    return gap(mp("chain-plateau-time", start, L, 1), 1 / start)


CLAIMS.add(
    id="CHAIN-I14-laws",
    source=CHAIN.beyond("ERR-A3"),
    says="Infinite depth: both bounds on the plateau, the alpha0 below which it exceeds tau/alpha0"
    " (0.1192 to one half), and above which eq. (10) itself does (3^(-3/2) at L = 3).",
    checks=(
        Property(_sandwich, {"start": START, "theta": START}, relation="<=", n=40),
        Property(
            _threshold,
            {"theta": Interval(sp.Rational(1, 8), sp.Rational(95, 100))},
            relation="<=",
            n=10,
        ),
        Identity(
            lambda: (
                sp.diff(law("chain-infinite-plateau-lower", theta=theta), theta),
                1 / theta**2,
            ),
            {theta: UNIT},
            what="1/(a^2 (1-a)) > 1/a^2",
        ),
        Identity(
            lambda: (law("chain-infinite-plateau-lower", theta=alpha0), sp.Integer(0)),
            {alpha0: UNIT},
        ),
        Property(_printed_threshold, {"L": [3.0, 4.0, 5.0, 8.0, 40.0]}, relation="<=", n=8),
        Quoted(
            lambda: [
                ("theta = 1/2", formula("chain-plateau-exceeds-below").ball("1/2"), "0.1192"),
                ("theta = 1/4", formula("chain-plateau-exceeds-below").ball("1/4"), "0.00607"),
                ("L = 3", formula("chain-plateau-printed-exceeds-above").ball(3), "0.19245"),
                ("L = 5", formula("chain-plateau-printed-exceeds-above").ball(5), "0.2789"),
            ]
        ),
    ),
)


def _block2_plateau(depth: float, ratio: float) -> tuple[float, float]:
    """Time from w0 to a fixed alpha, minus the printed logarithm, stays bounded as w0 -> 0."""
    gaps = []
    for w0 in (1e-3, 1e-4):
        start = math.exp(depth * math.log1p(w0**2 / depth)) / ratio
        exact = chain.time((1 + 1 / ratio) / 2, start, depth, network="block2", r=ratio)
        gaps.append(exact - formula("block2-plateau-time")(w0, depth, ratio, 1.0))
    return abs(gaps[1] - gaps[0]), 1e-4


CLAIMS.add(
    id="CHAIN-X-A5-plateau",
    source=CHAIN.beyond("X-A5"),
    says="Block two's plateau is (tau/kappa_L) ln(w_*/w_0) up to a constant as w_0 -> 0.",
    checks=(
        Property(
            _block2_plateau, {"depth": [1.0, 2.0, 8.0], "ratio": [1.5, 2.0, 6.0]}, relation="<", n=9
        ),
        Identity(
            lambda: (law("block2-plateau-time", w0=minimum("block2")), sp.Integer(0)),
            {r: ABOVE_ONE, L: FINITE_DEPTH, tau: MODERATE},
            what="none from w_*",
        ),
    ),
)


def constant_by_integral(name: str, depth: float | None = None) -> Callable[..., Any]:
    """t + log(gap) at a gap of 1e-15, from the integral, against the constant."""

    @precise
    def compare(start: float, L: float = math.nan) -> Any:
        used = L if depth is None else depth
        arguments = (start, used) if depth is None else (start,)
        near = mpmath.mpf("1e-15")

        def rate(y: Any) -> Any:
            # alpha = 1 -+ exp(-y): dt/dy stays smooth up to the target
            a = 1 - mpmath.exp(-y) if start < 1 else 1 + mpmath.exp(-y)
            power = 2 if math.isinf(used) else 2 - 2 / mpmath.mpf(used)
            return a**-power

        first = -mpmath.log(abs(1 - mpmath.mpf(start)))
        exact = mpmath.quad(rate, mpmath.linspace(first, -mpmath.log(near), 24))
        return float(abs(exact + mpmath.log(near) - mp(name, *arguments))), 1e-12

    return compare


CLAIMS.add(
    id="CHAIN-I15-laws",
    source=CHAIN.beyond("CHAIN-I15"),
    says="The constant C_L(alpha0) in closed form, below and above the target, at two layers and "
    "at infinite depth.",
    checks=(
        Property(
            constant_by_integral("chain-convergence-constant"),
            {"start": START, "L": PLATEAU_DEPTHS},
            relation="<=",
            n=5,
        ),
        Property(
            constant_by_integral("chain-convergence-constant-above"),
            {"start": Interval(sp.Rational(11, 10), 9), "L": [1.3, 2.0, 3.0, 16.0]},
            relation="<=",
            n=4,
        ),
        Property(
            constant_by_integral("chain-convergence-constant-depth2", 2.0),
            {"start": START},
            relation="<=",
            n=3,
        ),
        Property(
            constant_by_integral("chain-convergence-constant-infinite", math.inf),
            {"start": START},
            relation="<=",
            n=6,
        ),
    ),
)
