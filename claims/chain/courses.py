"""Exact time courses, plateaus and convergence: equations (7)-(10), (18)-(22), I11 to I15."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from scipy.integrate import quad

from depthlaws.claims.chain.derive import MODERATE, L, alpha, alpha0, t, tau, u
from depthlaws.claims.engine.checks import Certify, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claim
from depthlaws.sims.scalar import descent as scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import UNIT, Interval

BELOW = Interval(sp.Rational(1, 1000), sp.Rational(999, 1000))
START = Interval(sp.Rational(1, 200), sp.Rational(9, 10))
DEPTHS = [1.0, 1.3, 2.0, 2.0 + 1e-9, 3.0, 4.0, 7.0, 64.0, 1e6, math.inf]


def _slope_of_course() -> tuple[sp.Expr, sp.Expr]:
    """d/dz [z^p/p 2F1(1, p; p + 1; z)] = z^(p-1)/(1 - z): compared as power series in z.

    z^p/p 2F1(1, p; p+1; z) = sum_n z^(p+n)/(p+n), because (1)_n (p)_n/((p+1)_n n!) = p/(p+n).
    """
    n, p = sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("p", positive=True)
    term = sp.rf(1, n) * sp.rf(p, n) / (sp.rf(p + 1, n) * sp.factorial(n)) / p
    return sp.gammasimp(sp.combsimp(term.rewrite(sp.gamma))), 1 / (p + n)


def _by_quadrature(depth: float, start: float, end: float) -> tuple[float, float] | None:
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    q = 1 - 2 / depth
    ours = chain.time(high, low, depth)
    ends = (math.log(x / (1 - x)) for x in (low, high))
    exact, _ = quad(lambda y: (1 + math.exp(-y)) ** q, *ends, epsabs=1e-13, epsrel=1e-13, limit=400)
    return ours, exact


def _by_antiderivative(start: float, end: float) -> tuple[float, float] | None:
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    exact, _ = quad(lambda a: 1 / (a**2 * (1 - a)), low, high, epsabs=0, epsrel=1e-12, limit=200)
    ends = [-1 / a - math.log(1 / a - 1) for a in (low, high)]
    return ends[1] - ends[0], exact


def _printed(z: float, depth: float) -> Any:
    """Eq. (7) at one end, in mpmath."""
    p = 2 / mpmath.mpf(depth) - 1
    return mpmath.mpf(z) ** p / p * mpmath.hyp2f1(1, p, p + 1, z)


def _printed_by_mpmath(depth: float, start: float, end: float) -> tuple[float, float] | None:
    if depth in {2.0, math.inf} or start == end:
        return None
    with mpmath.workdps(40):
        p = 2 / mpmath.mpf(depth) - 1
        printed = _printed(end, depth) - _printed(start, depth)
        exact = mpmath.quad(lambda a: a ** (p - 1) / (1 - a), mpmath.linspace(start, end, 5))
    return float(printed), float(exact)


def _defined(depth: int) -> bool:
    """Eq. (7) as printed, "for any positive integer depth": has it a value?"""
    try:
        return bool(mpmath.isfinite(_printed(0.5, depth)))
    except ZeroDivisionError:
        return False


def _against_full_flow(depth: int, start: float) -> tuple[Any, Any]:
    """The exact course against the L-dimensional flow, integrated numerically."""
    times = np.array([0.5, 2.0, 8.0]) / depth
    weight = start ** (1 / depth)
    flow = scalar.gradient_flow("plain", [weight] * int(depth), times, mu_yx=1.0)
    return chain.alpha(times * depth, start, depth), flow["total"].to_numpy()


def _inverse_solves_the_flow(depth: sp.Expr, solution: sp.Expr) -> Identity:
    def sides() -> tuple[sp.Expr, sp.Expr]:
        speed = law("chain-effective-flow", L=depth, alpha=alpha)
        if depth == sp.oo:
            speed = sp.limit(law("chain-effective-flow"), L, sp.oo)
        return tau * sp.diff(solution, t), speed.subs(alpha, solution)

    return Identity(sides, {t: Interval(0, 3), alpha0: START, tau: Interval(sp.Rational(1, 2), 3)},
                    what=f"L = {depth}")  # fmt: skip


def _logarithm_of_lambert() -> tuple[sp.Expr, sp.Expr]:
    """At alpha = 1/(1 + W): beta = ln(W exp(W)), which is what W0(exp(beta)) = W means."""
    rest = sp.simplify(1 / (1 / (1 + u)) - 1)
    return rest + sp.log(rest), sp.expand_log(sp.log(u * sp.exp(u)))


_W = sp.LambertW((1 / alpha0 - 1) * sp.exp(1 / alpha0 - 1 - t / tau))
_SOLUTIONS = {
    sp.Integer(1): 1 - (1 - alpha0) * sp.exp(-t / tau),
    sp.Integer(2): 1 / (1 + (1 - alpha0) / alpha0 * sp.exp(-t / tau)),
    sp.oo: 1 / (1 + _W),
}


def _four_thirds() -> tuple[sp.Expr, sp.Expr]:
    """alpha = u^2, u = tanh(artanh sqrt(alpha0) + t/(2 tau)): 2 tau du/dt = 1 - u^2."""
    speed = law("chain-effective-flow", L=sp.Rational(4, 3)).subs(alpha, t**2)
    return 2 * t * (1 - t**2) / 2, speed


def _plateau_bounds(start: float, threshold: float) -> tuple[float, float] | None:
    """Exact time to the threshold at infinite depth, against tau/alpha0."""
    return (chain.time(threshold, start, math.inf), 1 / start) if start < threshold else None


def _two_sided(start: float, threshold: float) -> bool | None:
    if not start < threshold:
        return None
    exact = chain.time(threshold, start, math.inf)
    low = 1 / start - 1 / threshold
    high = low + math.log(1 / start) - math.log(1 / threshold - 1)
    return low * (1 - 1e-12) <= exact <= high * (1 + 1e-12) + 1e-9


def _grows_with_depth(start: float, threshold: float, depth: float) -> bool | None:
    if not start < threshold * 0.999:
        return None
    return chain.time(threshold, start, depth + 1) > chain.time(threshold, start, depth)


def _grows_as_start_shrinks(start: float, threshold: float, depth: float) -> bool | None:
    if not start < threshold * 0.999:
        return None
    return chain.time(threshold, start / 2, depth) > chain.time(threshold, start, depth)


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


def _late_rate(depth: float, start: float) -> tuple[float, float]:
    """tau d ln(1 - alpha)/dt late in training is -1 at every depth."""
    when = chain.time(None, start, depth, gap=1e-9)
    gaps = chain.gap(np.array([when, when + 1.0]), start, depth)
    return float(np.log(gaps[0] / gaps[1])), 1.0


def _same_total_time(start: float) -> bool:
    """The time to |1 - alpha| < 1e-3 depends weakly (within a factor two) on the depth."""
    times = [chain.time(None, start, depth, gap=1e-3) for depth in (2.0, 3.0, 8.0, math.inf)]
    return max(times) < 2 * min(times)


def _constant(depth: float, start: float) -> tuple[float, float]:
    when = chain.time(None, start, depth, gap=1e-13)
    return when - math.log(1e13), chain.convergence_constant(start, depth)


_TRIES = {"depth": DEPTHS, "start": START, "end": START}

CLAIMS = (
    Claim(
        id="CHAIN-E7",
        source=CHAIN.eq(7),
        says="The time course t(alpha) in 2F1 holds for any positive integer depth.",
        checks=(Property(_defined, {"depth": [1, 2, 3, 4, 8]}, n=20),),
        corrected_by="CHAIN-E7-not-two",
    ),
    Claim(
        id="CHAIN-E7-not-two",
        source=CHAIN.beyond("ERR-B7"),
        says="Eq. (7) solves eq. (6) at every real depth but L = 2, where it divides by zero; the "
        "integral of (1 + exp(-y))^(1 - 2/L) over y = logit(alpha) covers all depths.",
        uses=("chain-time",),
        checks=(
            Identity(_slope_of_course, {sp.Symbol("p", positive=True): UNIT,
                                        sp.Symbol("n", integer=True, nonnegative=True):
                                        Interval(0, 30, integer=True)}, what="term by term"),
            Property(_printed_by_mpmath, _TRIES, n=24, rtol=1e-14),
            Property(_by_quadrature, _TRIES, n=80, rtol=1e-11),
        ),
        cross_checks=(Property(_against_full_flow,
                               {"depth": [1, 2, 3, 6], "start": START}, n=12, rtol=1e-7),),
    ),
    Claim(
        id="CHAIN-E9",
        source=CHAIN.eq(9),
        says="At infinite depth alpha(t) = 1/(1 + W0(exp(beta))), beta = -t/tau + 1/alpha0 + "
        "ln(1/alpha0 - 1) - 1.",
        uses=("chain-alpha-infinite-depth",),
        checks=(
            _inverse_solves_the_flow(sp.oo, _SOLUTIONS[sp.oo]),
            Identity(lambda: (law("chain-alpha-infinite-depth"), _SOLUTIONS[sp.oo]),
                     {t: Interval(0, 3), alpha0: START, tau: Interval(sp.Rational(1, 2), 3)}),
        ),
    ),
    Claim(
        id="CHAIN-E18",
        source=CHAIN.eq(18),
        says="At infinite depth t/tau is the integral of 1/(alpha^2 (1 - alpha)), which eq. (19) "
        "evaluates between its ends.",
        checks=(Property(_by_antiderivative, {"start": START, "end": START}, rtol=1e-10, n=20),),
    ),
    Claim(
        id="CHAIN-E19",
        source=CHAIN.eq(19),
        says="-1/alpha - ln(1/alpha - 1) is an antiderivative of "
        "1/(alpha^2 (1 - alpha)).",
        checks=(Identity(lambda: (sp.diff(-1 / alpha - sp.log(1 / alpha - 1), alpha),
                                  1 / (alpha**2 * (1 - alpha))), {alpha: BELOW}),),
    ),
    Claim(
        id="CHAIN-E20",
        source=CHAIN.eq(20),
        says="1/alpha - 1 + ln(1/alpha - 1) = beta(t); eqs. (21) and (22) exponentiate and invert "
        "it: alpha = 1/(1 + W) with W exp(W) = exp(beta).",
        checks=(Identity(_logarithm_of_lambert, {u: MODERATE}),),
    ),
    Claim(
        id="CHAIN-I11",
        source=CHAIN.section("2, exact solution"),
        says="Eq. (7) can be inverted at L = 1, 2 and infinity: the three closed inverses solve "
        "the flow and start at alpha0.",
        checks=tuple(_inverse_solves_the_flow(d, s) for d, s in _SOLUTIONS.items()),
    ),
    Claim(
        id="CHAIN-I11-more",
        source=CHAIN.beyond("ERR-C7"),
        says="Also invertible: real depth 4/3, alpha = tanh^2(artanh sqrt(alpha0) + t/(2 tau)). "
        "Elementary, though implicit: L = 4, t/(2 tau) = [artanh sqrt(alpha) - 1/sqrt(alpha)].",
        checks=(
            Identity(_four_thirds, {t: UNIT}, what="L = 4/3"),
            Identity(lambda: (
                sp.diff(2 * sp.atanh(sp.sqrt(alpha)) - 2 / sp.sqrt(alpha), alpha),
                1 / law("chain-effective-flow", L=sp.Integer(4))), {alpha: BELOW}),
        ),
        uses=("chain-effective-flow",),
    ),
    Claim(
        id="CHAIN-I12",
        source=CHAIN.section("2, initial plateau"),
        says="alpha = 1 is a stable fixed point at every depth (linearisation -1/tau); alpha = 0 "
        "is one for L >= 2, with linearisation 1/tau at L = 2 and 0 beyond.",
        uses=("chain-effective-flow",),
        checks=(
            Identity(lambda: (sp.diff(law("chain-effective-flow"), alpha).subs(alpha, 1),
                              sp.Integer(-1)), {L: Interval(1, 40)}),
            Identity(lambda: (sp.limit(sp.diff(law("chain-effective-flow", L=sp.Integer(2)), alpha),
                                       alpha, 0), sp.Integer(1)), {alpha: UNIT}),
            Identity(lambda: (sp.limit(sp.diff(law("chain-effective-flow", L=sp.Integer(3)), alpha),
                                       alpha, 0), sp.Integer(0)), {alpha: UNIT}),
        ),
    ),
    Claim(
        id="CHAIN-E10",
        source=CHAIN.eq(10),
        says="The plateau time approximates the time to alpha = 1/2 for small alpha0: their ratio "
        "tends to 1 at every depth.",
        uses=("chain-plateau-time",),
        checks=(
            Property(_plateau_error, {"depth": [2.0, 4.0, 8.0, 64.0, math.inf]}, n=10),
            Quoted(_golden_plateaus),
        ),
        domain="alpha0 -> 0; at alpha0 = 0.1 it is 81 % too long for L = 3",
    ),
    Claim(
        id="CHAIN-I13",
        source=CHAIN.section("2, initial plateau"),
        says="The duration of the plateau grows with depth and as alpha0 shrinks (exact time to "
        "any threshold).",
        checks=(
            Property(_grows_with_depth, {"start": START, "threshold": START,
                                         "depth": [1.0, 2.0, 3.0, 8.0, 50.0]}, n=120),
            Property(_grows_as_start_shrinks, {"start": START, "threshold": START,
                                               "depth": [1.0, 2.0, 3.0, 8.0, 50.0]}, n=120),
        ),
    ),
    Claim(
        id="CHAIN-I13-printed",
        source=CHAIN.eq(10),
        says="The plateau time as printed in eq. (10) grows with depth.",
        uses=("chain-plateau-time",),
        checks=(Property(lambda start, depth: (chain.plateau_time(start, depth),
                                               chain.plateau_time(start, depth + 1)),
                         {"start": START, "depth": [2.0, 3.0, 4.0, 8.0]}, relation="<",
                         try_first=({"start": 0.1, "depth": 3.0},)),),
        corrected_by="CHAIN-I13-crossing",
    ),
    Claim(
        id="CHAIN-I13-crossing",
        source=CHAIN.beyond("ERR-A4"),
        says="Eq. (10) has T(3) > T(4) exactly for alpha0 > (2/3)^6 = 0.0878.",
        uses=("chain-plateau-time",),
        checks=(
            Certify(lambda: (3 * alpha0 ** -sp.Rational(1, 3), ">",
                             2 * alpha0 ** -sp.Rational(1, 2)),
                    {alpha0: (sp.Rational(8780, 100000), 1)}),
            Certify(lambda: (3 * alpha0 ** -sp.Rational(1, 3), "<",
                             2 * alpha0 ** -sp.Rational(1, 2)),
                    {alpha0: (sp.Rational(1, 10**6), sp.Rational(8777, 100000))}),
            Identity(lambda: (law("chain-plateau-time", L=sp.Integer(3), tau=sp.Integer(1)),
                              3 * alpha0 ** -sp.Rational(1, 3)), {alpha0: BELOW}),
            Identity(lambda: (law("chain-plateau-time", L=sp.Integer(4), tau=sp.Integer(1)),
                              2 * alpha0 ** -sp.Rational(1, 2)), {alpha0: BELOW}),
        ),
    ),
    Claim(
        id="CHAIN-I14",
        source=CHAIN.section("2, initial plateau"),
        says="At infinite depth the plateau is shorter than tau/alpha0 (time to alpha = 1/2).",
        uses=("chain-time",),
        checks=(Property(_plateau_bounds, {"start": START, "threshold": [0.5]}, relation="<",
                         try_first=({"start": 0.1, "threshold": 0.5},)),),
        corrected_by="CHAIN-I14-bounds",
    ),
    Claim(
        id="CHAIN-I14-bounds",
        source=CHAIN.beyond("ERR-A3"),
        says="At infinite depth 1/alpha0 - 1/theta <= t_theta/tau <= 1/alpha0 - 1/theta + "
        "ln(1/alpha0) - ln(1/theta - 1): the time exceeds tau/alpha0 as alpha0 -> 0.",
        checks=(Property(_two_sided, {"start": START, "threshold": START}, n=200),),
        uses=("chain-time",),
        domain="0 < alpha0 < theta < 1",
    ),
    Claim(
        id="CHAIN-I15",
        source=CHAIN.section("2, convergence rate"),
        says="All depths converge at the same linear rate: late in training d ln(1-alpha)/dt = "
        "-1/tau.",
        checks=(Property(_late_rate, {"depth": DEPTHS[2:], "start": START}, n=60, rtol=1e-6),),
    ),
    Claim(
        id="CHAIN-I15-weak",
        source=CHAIN.section("abstract"),
        says="The dynamics depends weakly on depth: the time to |1 - alpha| < 1e-3 from a small "
        "initialisation changes by less than a factor two.",
        checks=(Property(_same_total_time, {"start": [0.1, 0.01, 0.001]}, n=3),),
        corrected_by="CHAIN-I15-constant",
    ),
    Claim(
        id="CHAIN-I15-constant",
        source=CHAIN.beyond("I15"),
        says="t_eps = tau (ln(1/eps) + C_L(alpha0)): the rate is free of depth, the constant is "
        "not (alpha0 = 0.001: 6.9 at L = 2, 1005.9 at infinite depth).",
        checks=(
            Property(_constant, {"depth": DEPTHS[2:], "start": START}, n=60, rtol=1e-9),
            Quoted(lambda: [
                (f"C at L = {d}, alpha0 = 0.001", chain.convergence_constant(0.001, d), p)
                for d, p in ((2, "6.907"), (3, "27.726"), (4, "62.569"), (8, "238.71"),
                             (64, "836.97"), (math.inf, "1005.91"))
            ]),
        ),
        uses=("chain-convergence-constant",),
    ),
)  # fmt: skip
