"""Dynamics of the relative total weight and its exact time course: equations (6) to (9)."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from scipy.integrate import quad

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    ANY_DEPTHS,
    FINITE_DEPTH,
    START,
    L,
    alpha,
    alpha0,
    eta,
    gradient,
    k,
    loss,
    minimum,
    mu_xx,
    mu_yx,
    mu_yy,
    printed_sharpness,
    r,
    speed_of_alpha,
    step_in_units,
    t,
    tau,
    u,
    v,
    w,
    x,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT, Interval

CLAIMS = Claims()


# -- the relative total weight ---------------------------------------------------------------------


def _loss_above_the_best() -> tuple[sp.Expr, sp.Expr]:
    """Least at alpha = 1 only: the excess is a square."""
    share = minimum("plain") ** L * alpha  # total weight w^L at w = r^(1/L), times alpha
    excess = (loss(share) - loss(mu_yx / mu_xx)).subs(mu_yx, r * mu_xx)
    return excess, mu_xx * r**2 * (1 - alpha) ** 2 / 2


CLAIMS.add(
    id="CHAIN-I9",
    source=CHAIN.section("2"),
    says="The relative total weight alpha = w^L mu_xx/mu_yx is 1 at the global minimum and nowhere "
    "else: the loss exceeds its least value by mu_xx r^2 (1 - alpha)^2/2.",
    checks=(
        Identity(
            _loss_above_the_best,
            {alpha: POSITIVE, r: POSITIVE, mu_xx: POSITIVE, mu_yy: POSITIVE, L: FINITE_DEPTH},
        ),
    ),
)


def _speed() -> tuple[sp.Expr, sp.Expr]:
    return speed_of_alpha("plain")


def _registered_speed() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-effective-flow"), alpha ** (2 - 2 / L) * (1 - alpha)


CLAIMS.add(
    id="CHAIN-E6",
    source=CHAIN.eq(6),
    says="Under eq. (5) the relative total weight obeys tau d(alpha)/dt = "
    "alpha^(2 - 2/L) (1 - alpha): free of the data.",
    checks=(
        Identity(
            _speed,
            {w: POSITIVE, L: FINITE_DEPTH, r: POSITIVE, mu_xx: POSITIVE, tau: POSITIVE},
        ),
        Identity(_registered_speed, {alpha: POSITIVE, L: FINITE_DEPTH}),
    ),
)


def _step() -> tuple[sp.Expr, sp.Expr]:
    """In v = w/w_* neither r nor mu_xx is left."""
    return step_in_units("plain", v), v + k / L * (1 - v**L) * v ** (L - 1)


def _data_free(depth: int, start: float, rate: float, ratio: float) -> tuple[Any, Any]:
    runs = []
    for target, second in ((1.0, 1.0), (ratio, 0.7)):
        out = scalar.gradient_descent(
            scalar.Grid(
                "plain",
                float(depth),
                mu_yx=target * second,
                mu_xx=second,
                rate=rate * chain.learning_rate(depth, target * second, second, 1.0),
                total=start * target,
                balanced=True,
            ),
            steps=12,
            record=range(13),
        )
        runs.append(np.squeeze(out["total"].to_numpy()) / target)
    return runs[0], runs[1]


CLAIMS.add(
    id="CHAIN-E5-descent",
    source=CHAIN.beyond("E5"),
    says="Under eq. (5) not only the flow but gradient descent itself is free of the data, for "
    "the same alpha0: v -> v + (k/L) (1 - v^L) v^(L-1) in v = w/w_*.",
    checks=(
        Identity(_step, {v: POSITIVE, k: POSITIVE, L: FINITE_DEPTH, r: POSITIVE, mu_xx: POSITIVE}),
    ),
    cross_checks=(
        Property(
            _data_free,
            {
                "depth": [1, 2, 3, 8, 40],
                "start": Interval(sp.Rational(1, 20), 2),
                "rate": Interval(sp.Rational(1, 10), 1),
                "ratio": Interval(sp.Rational(1, 10), 10),
            },
            rtol=1e-9,
            n=40,
        ),
    ),
)


def _independent_start() -> tuple[sp.Expr, sp.Expr]:
    """A fixed initial total weight w^L = x is alpha0 = x/r: the data come back."""
    return (x * mu_xx / mu_yx).subs(mu_yx, r * mu_xx), x / r


CLAIMS.add(
    id="CHAIN-C4",
    source=CHAIN.section("abstract"),
    says="Under eq. (5) the learning dynamics is independent of data: the equation is (CHAIN-E6), "
    "and so is the course from a fixed alpha0.",
    quote="the learning dynamics is independent of data",
    reading="Independent for a fixed alpha0 = w^L/r. Figure 2 fixes w^L = 0.1 instead, so that its "
    "alpha0 = 0.1/r depends on the data.",
    imprecise=True,
    exact="CHAIN-E5-descent",
    checks=(
        Identity(
            _speed,
            {w: POSITIVE, L: FINITE_DEPTH, r: POSITIVE, mu_xx: POSITIVE, tau: POSITIVE},
            what="the equation",
        ),
        Identity(_independent_start, {x: POSITIVE, r: POSITIVE, mu_xx: POSITIVE}, what="the start"),
    ),
)


def _deep_power() -> tuple[sp.Expr, sp.Expr]:
    return sp.limit(alpha ** (2 - 2 / L), L, sp.oo), alpha**2


def _gap_of_powers() -> tuple[sp.Expr, sp.Expr]:
    """alpha^(2-2/L) - alpha^2 = alpha^(2-2/L) (1 - exp(-x)) with x = (2/L) ln(1/alpha)."""
    return alpha ** (2 - 2 / L) - alpha**2, alpha ** (2 - 2 / L) * (1 - alpha ** (2 / L))


def _gap_bound() -> tuple[sp.Expr, str, sp.Expr]:
    return 1 - sp.exp(-x), "<", x


def _gap_positive() -> tuple[sp.Expr, str, sp.Expr]:
    return sp.Integer(0), "<", 1 - sp.exp(-x)


CLAIMS.add(
    id="CHAIN-I10",
    source=CHAIN.section("2"),
    says="The depth dependence fades: alpha^(2-2/L) -> alpha^2, for alpha < 1 from above, with a "
    "gap below (2/L) alpha^(2-2/L) ln(1/alpha).",
    quote="The dependence on L weakens as L increases",
    checks=(
        Identity(_deep_power, {alpha: UNIT}),
        Identity(_gap_of_powers, {alpha: POSITIVE, L: FINITE_DEPTH}),
        Inequality(_gap_bound, {x: POSITIVE}, along=((x, 0),)),
        Inequality(_gap_positive, {x: POSITIVE}),
    ),
)


# -- exact time course -----------------------------------------------------------------------------


def _printed_course(z: float, depth: float) -> Any:
    """Eq. (7) at one end, in mpmath."""
    p = 2 / mpmath.mpf(depth) - 1
    return mpmath.mpf(z) ** p / p * mpmath.hyp2f1(1, p, p + 1, z)


def _defined(depth: int) -> bool:
    """Eq. (7) as printed, "for any positive integer depth": has it a value?"""
    try:
        return bool(mpmath.isfinite(_printed_course(0.5, depth)))
    except ZeroDivisionError:
        return False


CLAIMS.add(
    id="CHAIN-E7",
    source=CHAIN.eq(7),
    says="The time course t(alpha) in 2F1 holds for any positive integer depth.",
    quote="for any positive integer depth L",
    reading="L = 2 divides by zero; read as a limit the sentence stands, with ln(alpha/(1-alpha)).",
    checks=(Property(_defined, {"depth": [1, 2, 3, 4, 8]}),),
    corrected_by="CHAIN-E7-not-two",
)

_N, _P = sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("p", positive=True)


def _term_of_course() -> tuple[sp.Expr, sp.Expr]:
    """z^p/p 2F1(1, p; p+1; z) = sum z^(p+n)/(p+n), for (1)_n (p)_n/((p+1)_n n!) = p/(p+n).

    Its derivative is z^(p-1) (1 + z + z^2 + ...) = z^(p-1)/(1-z), which is 1/speed at p = 2/L - 1.
    """
    term = sp.rf(1, _N) * sp.rf(_P, _N) / (sp.rf(_P + 1, _N) * sp.factorial(_N)) / _P
    return sp.gammasimp(sp.combsimp(term.rewrite(sp.gamma))), 1 / (_P + _N)


def _term_of_slope() -> tuple[sp.Expr, sp.Expr]:
    return sp.diff(x ** (_P + _N) / (_P + _N), x), x ** (_P - 1) * x**_N


def _slope_is_slowness() -> tuple[sp.Expr, sp.Expr]:
    return alpha ** (2 / L - 2) / (1 - alpha), 1 / law("chain-effective-flow")


def _in_logit(side: int) -> tuple[sp.Expr, sp.Expr]:
    """dt/dy at alpha = 1/(1 + s exp(-y)), s = 1 below the target and -1 above; x = exp(-y)."""
    state = 1 / (1 + side * x)
    slope = -x * sp.diff(state, x)  # d alpha/dy
    slowness = slope / law("chain-effective-flow", alpha=state)
    return slowness, (1 + side * x) ** (1 - 2 / L)


def _in_logit_below() -> tuple[sp.Expr, sp.Expr]:
    return _in_logit(1)


def _in_logit_above() -> tuple[sp.Expr, sp.Expr]:
    slowness, printed = _in_logit(-1)
    return slowness.subs(x, u / (1 + u)), printed.subs(x, u / (1 + u))


def _limit_at_two() -> tuple[sp.Expr, sp.Expr]:
    """At L = 2 the integrand is 1: t = [y] = [ln(alpha/(1-alpha))]."""
    course = sp.log(alpha / (1 - alpha))
    return sp.diff(course, alpha), 1 / law("chain-effective-flow", L=sp.Integer(2))


def _by_quadrature(depth: float, start: float, end: float) -> tuple[float, float] | None:
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    q = 1 - 2 / depth
    ends = (math.log(z / (1 - z)) for z in (low, high))
    exact, _ = quad(lambda y: (1 + math.exp(-y)) ** q, *ends, epsabs=1e-13, epsrel=1e-13, limit=400)
    return chain.time(high, low, depth), exact


def _by_quadrature_above(depth: float, start: float, end: float) -> tuple[float, float] | None:
    """Above the target, in x = 1/alpha = 1/(1 + exp(-y)): the exponent is 2/L - 2."""
    low, high = sorted((1 / start, 1 / end))
    if high - low < 1e-3:
        return None
    q = 2 / depth - 2
    ends = (math.log(z / (1 - z)) for z in (low, high))
    exact, _ = quad(lambda y: (1 + math.exp(-y)) ** q, *ends, epsabs=1e-13, epsrel=1e-13, limit=400)
    return chain.time(1 / high, 1 / low, depth), exact


def _printed_by_mpmath(depth: float, start: float, end: float) -> tuple[float, float] | None:
    if depth in {2.0, math.inf} or start == end:
        return None
    with mpmath.workdps(60):
        p = 2 / mpmath.mpf(depth) - 1
        printed = _printed_course(end, depth) - _printed_course(start, depth)
        exact = mpmath.quad(lambda a: a ** (p - 1) / (1 - a), mpmath.linspace(start, end, 7))
    return float(printed), float(exact)


def _against_full_flow(depth: int, start: float) -> tuple[Any, Any]:
    """The exact course against the L-dimensional flow, integrated numerically."""
    times = np.array([0.5, 2.0, 8.0]) / depth
    flow = scalar.gradient_flow("plain", [start ** (1 / depth)] * depth, times, mu_yx=1.0)
    return chain.alpha(times * depth, start, depth), flow["total"].to_numpy()


_TRIES = {"depth": ANY_DEPTHS, "start": START, "end": START}
_ABOVE = Interval(sp.Rational(101, 100), 100)

CLAIMS.add(
    id="CHAIN-E7-not-two",
    source=CHAIN.beyond("ERR-B7"),
    says="Eq. (7) solves eq. (6) below the target at every real depth but L = 2, where it divides "
    "by zero and the course is ln(alpha/(1-alpha)); the integral of (1 + s exp(-y))^(1 - 2/L), "
    "alpha = 1/(1 + s exp(-y)), s = 1 below and -1 above, covers all depths on both sides.",
    checks=(
        Identity(
            _term_of_course,
            {_P: UNIT, _N: Interval(0, 1000, integer=True)},
            what="term by term in z",
        ),
        Identity(_term_of_slope, {x: UNIT, _P: UNIT, _N: Interval(0, 1000, integer=True)}),
        Identity(_slope_is_slowness, {alpha: UNIT, L: FINITE_DEPTH}),
        Identity(_in_logit_below, {x: POSITIVE, L: FINITE_DEPTH}, what="below the target"),
        Identity(_in_logit_above, {u: POSITIVE, L: FINITE_DEPTH}, what="above the target"),
        Identity(_limit_at_two, {alpha: UNIT}, what="two layers"),
    ),
    cross_checks=(
        Property(_printed_by_mpmath, _TRIES, n=33, rtol=1e-13),
        Property(_by_quadrature, _TRIES, n=88, rtol=1e-11),
        Property(
            _by_quadrature_above,
            {"depth": ANY_DEPTHS, "start": _ABOVE, "end": _ABOVE},
            n=66,
            rtol=1e-10,
        ),
        Property(_against_full_flow, {"depth": [1, 2, 3, 6], "start": START}, n=12, rtol=1e-7),
    ),
)


# -- inverses --------------------------------------------------------------------------------------


def _inverse(depth: sp.Expr) -> sp.Expr:
    return {
        1: 1 - (1 - alpha0) * sp.exp(-t / tau),
        2: 1 / (1 + (1 - alpha0) / alpha0 * sp.exp(-t / tau)),
        sp.oo: 1 / (1 + sp.LambertW((1 / alpha0 - 1) * sp.exp(1 / alpha0 - 1 - t / tau))),
    }[depth]


def _deep_speed(at: sp.Expr) -> sp.Expr:
    return sp.limit(law("chain-effective-flow"), L, sp.oo).subs(alpha, at)


def _one_layer_flows() -> tuple[sp.Expr, sp.Expr]:
    course = _inverse(sp.Integer(1))
    return tau * sp.diff(course, t), law("chain-effective-flow", L=sp.Integer(1), alpha=course)


def _two_layers_flow() -> tuple[sp.Expr, sp.Expr]:
    course = _inverse(sp.Integer(2))
    return tau * sp.diff(course, t), law("chain-effective-flow", L=sp.Integer(2), alpha=course)


def _infinite_depth_flows() -> tuple[sp.Expr, sp.Expr]:
    course = _inverse(sp.oo)
    return tau * sp.diff(course, t), _deep_speed(course)


def _starts() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "L=1", _inverse(sp.Integer(1)).subs(t, 0), alpha0
    yield "L=2", sp.simplify(_inverse(sp.Integer(2)).subs(t, 0)), alpha0
    # W_0(z exp(z)) = z for z = 1/alpha0 - 1 > -1, where z exp(z) grows (CHAIN-E22)
    (lambert,) = _inverse(sp.oo).atoms(sp.LambertW)
    z = 1 / alpha0 - 1
    yield "L=oo, argument of W", lambert.args[0].subs(t, 0), z * sp.exp(z)
    yield "L=oo", _inverse(sp.oo).subs(lambert, z), alpha0


_COURSE = {t: POSITIVE, alpha0: POSITIVE, tau: POSITIVE}

CLAIMS.add(
    id="CHAIN-I11",
    source=CHAIN.section("2, exact solution"),
    says="Eq. (7) can be inverted at L = 1, 2 and infinity: the three closed inverses solve "
    "the flow and start at alpha0.",
    quote="we can invert Equation (7) for several specific depths, L = 1, 2, infinity",
    checks=(
        Identity(_one_layer_flows, _COURSE, what="one layer"),
        Identity(_two_layers_flow, _COURSE, what="two layers"),
        Identity(_infinite_depth_flows, {**_COURSE, alpha0: UNIT}, what="infinite depth"),
        Exhaustive(_starts, what="they start at alpha0"),
    ),
)


def _tanh_speed() -> tuple[sp.Expr, sp.Expr]:
    """alpha = z^2 with z = tanh(y), y = artanh sqrt(alpha0) + t/(2 tau): 2 tau dz/dt = 1 - z^2."""
    speed = law("chain-effective-flow", L=sp.Rational(4, 3)).subs(alpha, x**2)
    return 2 * x * (1 - x**2) / 2, speed


def _tanh_law() -> tuple[sp.Expr, sp.Expr]:
    angle = sp.atanh(sp.sqrt(alpha0)) + t / (2 * tau)
    return law("chain-alpha-depth4/3"), sp.tanh(angle) ** 2


def _tanh_starts() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "t = 0", law("chain-alpha-depth4/3").subs(t, 0), alpha0


def _four_layers() -> tuple[sp.Expr, sp.Expr]:
    course = 2 * sp.atanh(sp.sqrt(alpha)) - 2 / sp.sqrt(alpha)
    return sp.diff(course, alpha), 1 / law("chain-effective-flow", L=sp.Integer(4))


CLAIMS.add(
    id="CHAIN-I11-more",
    source=CHAIN.beyond("ERR-C7"),
    says="Also invertible: real depth 4/3, alpha = tanh^2(artanh sqrt(alpha0) + t/(2 tau)). "
    "Elementary, though implicit: L = 4, t/(2 tau) = [artanh sqrt(alpha) - 1/sqrt(alpha)].",
    checks=(
        Identity(_tanh_speed, {x: UNIT}, what="L = 4/3"),
        Identity(_tanh_law, {t: POSITIVE, alpha0: UNIT, tau: POSITIVE}),
        Exhaustive(_tanh_starts),
        Identity(_four_layers, {alpha: UNIT}, what="L = 4"),
    ),
)


def _deep_flow() -> tuple[sp.Expr, sp.Expr]:
    return sp.limit(law("chain-effective-flow"), L, sp.oo), alpha**2 * (1 - alpha)


CLAIMS.add(
    id="CHAIN-E8",
    source=CHAIN.eq(8),
    says="At infinite depth tau d(alpha)/dt = alpha^2 (1 - alpha).",
    checks=(Identity(_deep_flow, {alpha: POSITIVE}),),
)


def _beta() -> sp.Expr:
    return -t / tau + 1 / alpha0 + sp.log(1 / alpha0 - 1) - 1


def _argument() -> tuple[sp.Expr, sp.Expr]:
    """What stands under W_0 in the registered course is exp(beta), at alpha0 = 1/(1 + u) < 1."""
    (lambert,) = law("chain-alpha-infinite-depth").atoms(sp.LambertW)
    below = {alpha0: 1 / (1 + u)}
    return lambert.args[0].subs(below), sp.exp(_beta()).subs(below)


def _course_in_w() -> tuple[sp.Expr, sp.Expr]:
    course = law("chain-alpha-infinite-depth")
    (lambert,) = course.atoms(sp.LambertW)
    return course.subs(lambert, x), 1 / (1 + x)


def _registered_course_flows() -> tuple[sp.Expr, sp.Expr]:
    course = law("chain-alpha-infinite-depth")
    return tau * sp.diff(course, t), _deep_speed(course)


def _registered_start() -> tuple[sp.Expr, sp.Expr]:
    """At t = 0 the argument is z exp(z) with z = 1/alpha0 - 1, hence W_0 = z and alpha = alpha0."""
    (lambert,) = law("chain-alpha-infinite-depth").atoms(sp.LambertW)
    z = 1 / alpha0 - 1
    return lambert.args[0].subs(t, 0), z * sp.exp(z)


_BELOW = {t: POSITIVE, u: POSITIVE, tau: POSITIVE}

CLAIMS.add(
    id="CHAIN-E9",
    source=CHAIN.eq(9),
    says="At infinite depth alpha(t) = 1/(1 + W0(exp(beta))), beta = -t/tau + 1/alpha0 + "
    "ln(1/alpha0 - 1) - 1, solves eq. (8) and starts at alpha0, for 0 < alpha0 < 1.",
    checks=(
        Identity(_argument, _BELOW, what="the printed argument"),
        Identity(_course_in_w, {x: POSITIVE}),
        Identity(_registered_course_flows, {**_COURSE, alpha0: UNIT}, what="the flow"),
        Identity(_registered_start, {alpha0: UNIT}, what="the start"),
    ),
)


def _argument_above() -> tuple[sp.Expr, str, sp.Expr]:
    """z exp(z) > -1/e for -1 < z: the argument of W_0 stays where the principal branch is real.

    z = x - 1 > -1: exp(1) (x - 1) exp(x - 1) + 1 > 0, 0 at x = 0 and growing.
    """
    return (x - 1) * sp.exp(x) + 1, ">", sp.Integer(0)


def _fades_above() -> tuple[sp.Expr, sp.Expr]:
    """d/dt ln of the argument: it shrinks in size like exp(-t/tau), on either side of 0."""
    (lambert,) = law("chain-alpha-infinite-depth").atoms(sp.LambertW)
    return sp.diff(lambert.args[0], t), -lambert.args[0] / tau


def _above_by_time(start: float, when: float) -> tuple[float, float]:
    end = chain.alpha(when, start, math.inf)
    return chain.time(None, start, math.inf, gap=chain.gap(when, start, math.inf)), when * (end > 1)


CLAIMS.add(
    id="CHAIN-B8",
    source=CHAIN.beyond("ERR-B8"),
    says="Written with W0((1/alpha0 - 1) exp(1/alpha0 - 1 - t/tau)), eq. (9) holds for every "
    "alpha0 > 0: above the target the argument lies between -1/e and 0, on the same branch.",
    checks=(
        Identity(
            _registered_course_flows,
            {t: POSITIVE, tau: POSITIVE, alpha0: ABOVE_ONE},
            what="the flow above the target",
        ),
        Identity(_registered_start, {alpha0: ABOVE_ONE}),
        Inequality(_argument_above, {x: POSITIVE}, along=((x, 0),)),
        Identity(_fades_above, _COURSE),
    ),
    cross_checks=(
        Property(
            _above_by_time,
            {"start": Interval(sp.Rational(11, 10), 50), "when": Interval(sp.Rational(1, 10), 20)},
            rtol=1e-10,
            n=40,
        ),
    ),
)


def _implicit(depth: int) -> bool:
    """Eq. (7) gives t of alpha, not alpha of t; gradient descent leaves it at once."""
    one_step = depth * 0.0 + chain.alpha(1.0, 0.1, float(depth))
    descended = 0.1 * (1 + 0.1 ** (1 - 2 / depth) * 0.9 / depth) ** depth
    return abs(one_step - descended) > 1e-3


def _flow_of_one_weight() -> tuple[sp.Expr, sp.Expr]:
    """What is solved: the flow of equal weights, eq. (4), under the rule of eq. (5)."""
    rule = 1 / (tau * printed_sharpness("plain"))
    flow = (-eta * gradient("plain")).subs(eta, rule).subs(mu_yx, r * mu_xx)
    speed = sp.diff(w**L / r, w) * flow * tau
    return speed, law("chain-effective-flow", alpha=w**L / r)


CLAIMS.add(
    id="CHAIN-C2",
    source=CHAIN.section("1"),
    says="The exact solutions are those of gradient flow with equal weights, as t(alpha).",
    quote="exact solutions to the full gradient descent learning dynamics for any integer depth",
    reading="Full and gradient descent are loose: gradient descent at k = 1 leaves the course at "
    "its first step, and unequal weights have other courses (CHAIN-X-C7).",
    imprecise=True,
    exact="CHAIN-E7-not-two",
    checks=(
        Identity(
            _flow_of_one_weight,
            {w: POSITIVE, L: FINITE_DEPTH, r: POSITIVE, mu_xx: POSITIVE, tau: POSITIVE},
        ),
    ),
    cross_checks=(Property(_implicit, {"depth": [1, 2, 3, 8]}),),
)
