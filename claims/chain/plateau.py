"""Initial plateau and convergence rate: section 2, equation (10)."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import BELOW, COURSE_DEPTHS, LOW_START, L, alpha, alpha0
from depthlaws.claims.engine.checks import Certify, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


CLAIMS.add(
    id="CHAIN-I12",
    source=CHAIN.section("2, initial plateau"),
    says="alpha = 1 is a stable fixed point at every depth (linearisation -1/tau); alpha = 0 is "
    "one for L >= 2, with linearisation 1/tau at L = 2 and 0 beyond.",
    checks=(
        Identity(
            lambda: (sp.diff(law("chain-effective-flow"), alpha).subs(alpha, 1), sp.Integer(-1)),
            {L: Interval(1, 40)},
        ),
        Identity(
            lambda: (
                sp.limit(sp.diff(law("chain-effective-flow", L=sp.Integer(2)), alpha), alpha, 0),
                sp.Integer(1),
            ),
            {alpha: UNIT},
        ),
        Identity(
            lambda: (
                sp.limit(sp.diff(law("chain-effective-flow", L=sp.Integer(3)), alpha), alpha, 0),
                sp.Integer(0),
            ),
            {alpha: UNIT},
        ),
    ),
)


def _plateau_error(depth: float) -> bool:
    """The printed plateau approaches the exact time to 1/2 as alpha0 -> 0 (ratio to 1)."""
    ratios = [
        chain.plateau_time(a, depth) / chain.time(0.5, a, depth) - 1 for a in (1e-3, 1e-6, 1e-9)
    ]
    return abs(ratios[2]) < abs(ratios[0]) and abs(ratios[2]) < 0.01


def _golden_plateaus() -> Iterator[tuple[str, float, str]]:
    for depth, printed in zip(
        (2, 3, 4, 5, 6, 8, 16, 64, math.inf),
        ("1.048", "1.808", "1.374", "1.235", "1.167", "1.102", "1.031", "0.992", "0.981"),
        strict=True,
    ):
        ratio = chain.plateau_time(0.1, depth) / chain.time(0.5, 0.1, depth)
        yield f"T/t_1/2 at alpha0 = 0.1, L = {depth}", ratio, printed


CLAIMS.add(
    id="CHAIN-E10",
    source=CHAIN.eq(10),
    says="The plateau time approximates the time to alpha = 1/2 for small alpha0: their ratio "
    "tends to 1 at every depth (alpha0 -> 0; at alpha0 = 0.1 it is 81 % too long for L = 3).",
    checks=(
        Property(_plateau_error, {"depth": [2.0, 4.0, 8.0, 64.0, math.inf]}, n=10),
        Quoted(_golden_plateaus),
    ),
)


def _grows_with_depth(start: float, threshold: float, depth: float) -> bool | None:
    if not start < threshold * 0.999:
        return None
    return chain.time(threshold, start, depth + 1) > chain.time(threshold, start, depth)


def _grows_as_start_shrinks(start: float, threshold: float, depth: float) -> bool | None:
    if not start < threshold * 0.999:
        return None
    return chain.time(threshold, start / 2, depth) > chain.time(threshold, start, depth)


CLAIMS.add(
    id="CHAIN-I13",
    source=CHAIN.section("2, initial plateau"),
    says="The duration of the plateau grows with depth and as alpha0 shrinks (exact time to any "
    "threshold).",
    checks=(
        Property(
            _grows_with_depth,
            {"start": LOW_START, "threshold": LOW_START, "depth": [1.0, 2.0, 3.0, 8.0, 50.0]},
            n=120,
        ),
        Property(
            _grows_as_start_shrinks,
            {"start": LOW_START, "threshold": LOW_START, "depth": [1.0, 2.0, 3.0, 8.0, 50.0]},
            n=120,
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-I13-printed",
    source=CHAIN.eq(10),
    says="The plateau time as printed in eq. (10) grows with depth.",
    checks=(
        Property(
            lambda start, depth: (
                chain.plateau_time(start, depth),
                chain.plateau_time(start, depth + 1),
            ),
            {"start": LOW_START, "depth": [2.0, 3.0, 4.0, 8.0]},
            relation="<",
            try_first=({"start": 0.1, "depth": 3.0},),
        ),
    ),
    corrected_by="CHAIN-I13-crossing",
)


CLAIMS.add(
    id="CHAIN-I13-crossing",
    source=CHAIN.beyond("ERR-A4"),
    says="Eq. (10) has T(3) > T(4) exactly for alpha0 > (2/3)^6 = 0.0878.",
    checks=(
        Certify(
            lambda: (3 * alpha0 ** -sp.Rational(1, 3), ">", 2 * alpha0 ** -sp.Rational(1, 2)),
            {alpha0: (sp.Rational(8780, 100000), 1)},
        ),
        Certify(
            lambda: (3 * alpha0 ** -sp.Rational(1, 3), "<", 2 * alpha0 ** -sp.Rational(1, 2)),
            {alpha0: (sp.Rational(1, 10**6), sp.Rational(8777, 100000))},
        ),
        Identity(
            lambda: (
                law("chain-plateau-time", L=sp.Integer(3), tau=sp.Integer(1)),
                3 * alpha0 ** -sp.Rational(1, 3),
            ),
            {alpha0: BELOW},
        ),
        Identity(
            lambda: (
                law("chain-plateau-time", L=sp.Integer(4), tau=sp.Integer(1)),
                2 * alpha0 ** -sp.Rational(1, 2),
            ),
            {alpha0: BELOW},
        ),
    ),
)


def _plateau_bounds(start: float, threshold: float) -> tuple[float, float] | None:
    """Exact time to the threshold at infinite depth, against tau/alpha0."""
    return (chain.time(threshold, start, math.inf), 1 / start) if start < threshold else None


CLAIMS.add(
    id="CHAIN-I14",
    source=CHAIN.section("2, initial plateau"),
    says="At infinite depth the plateau is shorter than tau/alpha0 (time to alpha = 1/2).",
    checks=(
        Property(
            _plateau_bounds,
            {"start": LOW_START, "threshold": [0.5]},
            relation="<",
            try_first=({"start": 0.1, "threshold": 0.5},),
        ),
    ),
    corrected_by="CHAIN-I14-bounds",
)


def _two_sided(start: float, threshold: float) -> bool | None:
    if not start < threshold:
        return None
    exact = chain.time(threshold, start, math.inf)
    low = 1 / start - 1 / threshold
    high = low + math.log(1 / start) - math.log(1 / threshold - 1)
    return low * (1 - 1e-12) <= exact <= high * (1 + 1e-12) + 1e-9


CLAIMS.add(
    id="CHAIN-I14-bounds",
    source=CHAIN.beyond("ERR-A3"),
    says="At infinite depth 1/alpha0 - 1/theta <= t_theta/tau <= 1/alpha0 - 1/theta + ln(1/alpha0)"
    " - ln(1/theta - 1): the time exceeds tau/alpha0 as alpha0 -> 0 (0 < alpha0 < theta < 1).",
    checks=(Property(_two_sided, {"start": LOW_START, "threshold": LOW_START}, n=200),),
)


def _late_rate(depth: float, start: float) -> tuple[float, float]:
    """tau d ln(1 - alpha)/dt late in training is -1 at every depth."""
    when = chain.time(None, start, depth, gap=1e-9)
    gaps = chain.gap(np.array([when, when + 1.0]), start, depth)
    return float(np.log(gaps[0] / gaps[1])), 1.0


CLAIMS.add(
    id="CHAIN-I15",
    source=CHAIN.section("2, convergence rate"),
    says="All depths converge at the same linear rate: late in training d ln(1-alpha)/dt = -1/tau.",
    checks=(
        Property(_late_rate, {"depth": COURSE_DEPTHS[2:], "start": LOW_START}, n=60, rtol=1e-6),
    ),
)


def _same_total_time(start: float) -> bool:
    """The time to |1 - alpha| < 1e-3 depends weakly (within a factor two) on the depth."""
    times = [chain.time(None, start, depth, gap=1e-3) for depth in (2.0, 3.0, 8.0, math.inf)]
    return max(times) < 2 * min(times)


CLAIMS.add(
    id="CHAIN-I15-weak",
    source=CHAIN.section("abstract"),
    says="The dynamics depends weakly on depth: the time to |1 - alpha| < 1e-3 from a small "
    "initialisation changes by less than a factor two.",
    checks=(Property(_same_total_time, {"start": [0.1, 0.01, 0.001]}, n=3),),
    corrected_by="CHAIN-I15-constant",
)


def _constant_by_time(depth: float, start: float) -> tuple[float, float]:
    when = chain.time(None, start, depth, gap=1e-13)
    return when - math.log(1e13), chain.convergence_constant(start, depth)


CLAIMS.add(
    id="CHAIN-I15-constant",
    source=CHAIN.beyond("I15"),
    says="t_eps = tau (ln(1/eps) + C_L(alpha0)): the rate is free of depth, the constant is not "
    "(alpha0 = 0.001: 6.9 at L = 2, 1005.9 at infinite depth).",
    checks=(
        Property(
            _constant_by_time, {"depth": COURSE_DEPTHS[2:], "start": LOW_START}, n=60, rtol=1e-9
        ),
        Quoted(
            lambda: [
                (f"C at L = {d}, alpha0 = 0.001", chain.convergence_constant(0.001, d), p)
                for d, p in (
                    (2, "6.907"),
                    (3, "27.726"),
                    (4, "62.569"),
                    (8, "238.71"),
                    (64, "836.97"),
                    (math.inf, "1005.91"),
                )
            ]
        ),
    ),
)
