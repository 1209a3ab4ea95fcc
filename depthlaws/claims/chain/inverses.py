"""Depths at which the time course can be inverted: section 2, equations (8) and (9)."""

import math
from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE_DEPTH,
    L,
    alpha,
    alpha0,
    eta,
    gradient,
    mu_xx,
    mu_yx,
    printed_sharpness,
    r,
    t,
    tau,
    u,
    w,
    x,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT, Interval

CLAIMS = Claims()


def _inverse(depth: sp.Expr) -> sp.Expr:
    return {
        1: 1 - (1 - alpha0) * sp.exp(-t / tau),
        2: 1 / (1 + (1 - alpha0) / alpha0 * sp.exp(-t / tau)),
        sp.oo: 1 / (1 + sp.LambertW((1 / alpha0 - 1) * sp.exp(1 / alpha0 - 1 - t / tau))),
    }[depth]


def _deep_speed(place: sp.Expr) -> sp.Expr:
    return lim(law("chain-effective-flow"), L, sp.oo).subs(alpha, place)


def _one_layer_flows() -> tuple[sp.Expr, sp.Expr]:
    course = _inverse(sp.Integer(1))
    return tau * D(course, t), law("chain-effective-flow", L=sp.Integer(1), alpha=course)


def _two_layers_flow() -> tuple[sp.Expr, sp.Expr]:
    course = _inverse(sp.Integer(2))
    return tau * D(course, t), law("chain-effective-flow", L=sp.Integer(2), alpha=course)


def _infinite_depth_flows() -> tuple[sp.Expr, sp.Expr]:
    course = _inverse(sp.oo)
    return tau * D(course, t), _deep_speed(course)


def _starts() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "L=1", at(_inverse(sp.Integer(1)), {t: 0}), alpha0
    yield "L=2", at(_inverse(sp.Integer(2)), {t: 0}), alpha0
    # W_0(z exp(z)) = z for z = 1/alpha0 - 1 > -1, where z exp(z) grows (CHAIN-E22)
    (lambert,) = _inverse(sp.oo).atoms(sp.LambertW)
    z = 1 / alpha0 - 1
    yield "L=oo, argument of W", at(lambert.args[0], {t: 0}), z * sp.exp(z)
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
        Exhaustive(_starts, what="all start at alpha0"),
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
    yield "t = 0", at(law("chain-alpha-depth4/3"), {t: 0}), alpha0


def _four_layers() -> tuple[sp.Expr, sp.Expr]:
    course = 2 * sp.atanh(sp.sqrt(alpha)) - 2 / sp.sqrt(alpha)
    return D(course, alpha), 1 / law("chain-effective-flow", L=sp.Integer(4))


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
    return lim(law("chain-effective-flow"), L, sp.oo), alpha**2 * (1 - alpha)


CLAIMS.add(
    id="CHAIN-E8",
    source=CHAIN.eq(8),
    says="At infinite depth tau d(alpha)/dt = alpha^2 (1 - alpha).",
    checks=(Identity(_deep_flow, {alpha: POSITIVE}),),
)


def _beta() -> sp.Expr:
    return -t / tau + 1 / alpha0 + sp.log(1 / alpha0 - 1) - 1


def _argument() -> tuple[sp.Expr, sp.Expr]:
    """The argument of W_0 in the registered course is exp(beta), for alpha0 = 1/(1 + u) < 1."""
    (lambert,) = law("chain-alpha-infinite-depth").atoms(sp.LambertW)
    below = {alpha0: 1 / (1 + u)}
    return at(lambert.args[0], below), at(sp.exp(_beta()), below)


def _course_in_w() -> tuple[sp.Expr, sp.Expr]:
    course = law("chain-alpha-infinite-depth")
    (lambert,) = course.atoms(sp.LambertW)
    return course.subs(lambert, x), 1 / (1 + x)


def _registered_course_flows() -> tuple[sp.Expr, sp.Expr]:
    course = law("chain-alpha-infinite-depth")
    return tau * D(course, t), _deep_speed(course)


def _registered_start() -> tuple[sp.Expr, sp.Expr]:
    """At t = 0 the argument is z exp(z) with z = 1/alpha0 - 1, hence W_0 = z and alpha = alpha0."""
    (lambert,) = law("chain-alpha-infinite-depth").atoms(sp.LambertW)
    z = 1 / alpha0 - 1
    return at(lambert.args[0], {t: 0}), z * sp.exp(z)


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
    """z exp(z) > -1/e for -1 < z: the argument of W_0 is where the principal branch is real.

    z = x - 1 > -1: exp(1) (x - 1) exp(x - 1) + 1 > 0, because it is 0 at x = 0 and grows.
    """
    return (x - 1) * sp.exp(x) + 1, ">", sp.Integer(0)


def _fades_above() -> tuple[sp.Expr, sp.Expr]:
    """d/dt ln of the argument: its magnitude shrinks like exp(-t/tau), whatever its sign."""
    (lambert,) = law("chain-alpha-infinite-depth").atoms(sp.LambertW)
    return D(lambert.args[0], t), -lambert.args[0] / tau


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
    """Gradient descent at k = 1 leaves the course t(alpha) of eq. (7) at its first step."""
    one_step = depth * 0.0 + chain.alpha(1.0, 0.1, float(depth))
    descended = 0.1 * (1 + 0.1 ** (1 - 2 / depth) * 0.9 / depth) ** depth
    return abs(one_step - descended) > 1e-3


def _flow_of_one_weight() -> tuple[sp.Expr, sp.Expr]:
    """The differential equation solved: the flow of equal weights, eq. (4), under eq. (5)."""
    rule = 1 / (tau * printed_sharpness("feedforward"))
    flow = (-eta * gradient("feedforward")).subs(eta, rule).subs(mu_yx, r * mu_xx)
    speed = D(w**L / r, w) * flow * tau
    return speed, law("chain-effective-flow", alpha=w**L / r)


CLAIMS.add(
    id="CHAIN-C2",
    source=CHAIN.section("1"),
    says="The exact solutions are those of gradient flow with equal weights, as t(alpha).",
    quote="exact solutions to the full gradient descent learning dynamics for any integer depth",
    reading=(
        'The words "full" and "gradient descent" are loose: gradient descent at k = '
        "1 leaves the course at its first step, and unequal weights have other courses "
        "(CHAIN-X-C7)."
    ),
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
