"""Depths at which the time course can be inverted: section 2, equations (8) and (9)."""

import math

import sympy as sp

from depthlaws.claims.engine.checks import Property, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    above,
    exp,
    log,
    positive,
    rational,
    registered,
    tree,
)
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    MOMENTS,
    SHARE,
    L,
    alpha,
    alpha0,
    eta,
    gradient,
    mu_xx,
    mu_yx,
    printed_sharpness,
    r,
    s,
    t,
    tau,
    v,
    w,
    x,
)

CLAIMS = Claims()


# The inverses below the target, from alpha0 = 1/(1 + v): each solves the flow and starts there.
below = {"alpha0": 1 / (1 + v)}
one = 1 - v / (1 + v) * sp.exp(-t / tau)
two = 1 / (1 + v * sp.exp(-t / tau))
angle = sp.tanh(sp.atanh(sp.sqrt(alpha0)) + t / (2 * tau))
lambert = v * sp.exp(v - t / tau)  # W_0 of it is v at t = 0, as y exp(y) grows for y > -1
deep = 1 / (1 + sp.LambertW(lambert))

ONE_LAYER = (
    Equal(registered("chain-alpha-depth1", **below), one),
    Equal(tau * D(one, t), 1 - one),
    Equal(at(one, {t: 0}), 1 / (1 + v)),
)
TWO_LAYERS = (
    Equal(registered("chain-alpha-depth2", **below), two),
    Equal(tau * D(two, t), two * (1 - two)),
    Equal(at(two, {t: 0}), 1 / (1 + v)),
)
FOUR_THIRDS = (
    Equal(
        registered("chain-alpha-depth4/3", alpha0=x**2),
        sp.tanh(sp.atanh(x) + t / (2 * tau)) ** 2,
    ),
    Equal(2 * tau * D(angle, t), 1 - angle**2),
    Equal(registered("chain-effective-flow", L=rational(4, 3), alpha=x**2), x * (1 - x**2)),
    Equal(at(angle**2, {t: 0}), alpha0),
)
INFINITE_DEPTH = (
    Equal(registered("chain-alpha-infinite-depth", **below), deep),
    Equal(tau * D(deep, t), deep**2 * (1 - deep)),
    Equal(at(lambert, {t: 0}), v * sp.exp(v)),
    Less(0, at(D(x * sp.exp(x), x), {x: x - 1})),
)
COURSE = {t: positive, v: positive, tau: positive}

CLAIMS.add(
    id="CHAIN-I11",
    source=CHAIN.section("2, exact solution"),
    says="Eq. (7) can be inverted at L = 1, 2 and infinity: below the target the three closed "
    "inverses solve the flow and start at alpha0, here 1/(1 + v).",
    quote="we can invert Equation (7) for several specific depths, L = 1, 2, infinity",
    statement=Statement(*ONE_LAYER, *TWO_LAYERS, *INFINITE_DEPTH, for_all={**COURSE, x: positive}),
)

CLAIMS.add(
    id="CHAIN-I11-more",
    source=CHAIN.beyond("ERR-C7"),
    says="The time course is also invertible at the real depth 4/3, alpha = "
    "tanh^2(artanh sqrt(alpha0) + t/(2 tau)), and elementary, though implicit, at L = 4, "
    "t/(2 tau) = [artanh sqrt(alpha) - 1/sqrt(alpha)].",
    statement=Statement(
        *FOUR_THIRDS,
        Equal(
            D(2 * sp.atanh(sp.sqrt(alpha)) - 2 / sp.sqrt(alpha), alpha),
            1 / registered("chain-effective-flow", L=4),
        ),
        for_all={t: positive, tau: positive, alpha0: SHARE, alpha: SHARE, x: SHARE},
    ),
)

CLAIMS.add(
    id="CHAIN-E8",
    source=CHAIN.eq(8),
    says="At infinite depth tau d(alpha)/dt = alpha^2 (1 - alpha), the limit of eq. (6).",
    statement=Statement(
        Equal(registered("chain-effective-flow"), alpha ** (2 - 2 / L) - alpha ** (3 - 2 / L)),
        Equal(lim(alpha ** (2 - 2 / L) * (1 - alpha), L, sp.oo), alpha**2 * (1 - alpha)),
        for_all={alpha: positive, L: DEPTH},
    ),
)

CLAIMS.add(
    id="CHAIN-E9",
    source=CHAIN.eq(9),
    says="At infinite depth alpha(t) = 1/(1 + W0(exp(beta))), beta = -t/tau + 1/alpha0 + "
    "ln(1/alpha0 - 1) - 1, solves eq. (8) and starts at alpha0 = 1/(1 + v) below 1.",
    statement=Statement(
        Equal(exp(-tree(t) / tau + 1 / tree(1 / (1 + v)) + log(v) - 1), lambert),
        *INFINITE_DEPTH,
        for_all={**COURSE, x: positive},
    ),
)


argument = (1 / alpha0 - 1) * sp.exp(1 / alpha0 - 1 - t / tau)
above_time = 1 / alpha0 - 1 + s + sp.log((1 - 1 / alpha0) / s)


def _above_by_time(start: float, when: float) -> tuple[float, float]:
    end = chain.alpha(when, start, math.inf)
    return chain.time(None, start, math.inf, gap=chain.gap(when, start, math.inf)), when * (end > 1)


CLAIMS.add(
    id="CHAIN-B8",
    source=CHAIN.beyond("ERR-B8"),
    says="Written with W0((1/alpha0 - 1) exp(1/alpha0 - 1 - t/tau)), eq. (9) holds for every "
    "alpha0 > 0: above the target the argument lies between -1/e and 0, on the same branch.",
    statement=Statement(
        # Above the target W_0 is -s at this time, with alpha = 1/(1 - s); W exp(W) grows from -1
        # on.
        Equal(at(argument, {t: tau * above_time}), -s * sp.exp(-s)),
        Equal(D(1 / (1 - s), s) / D(above_time, s), (1 / (1 - s)) ** 2 * (1 - 1 / (1 - s))),
        Equal(at(above_time, {alpha0: 1 / (1 - s)}), 0),
        Less(0, at(D(x * sp.exp(x), x), {x: x - 1})),
        # z exp(z) > -1/e for -1 < z: the argument of W_0 is where the principal branch is real.
        # z = x - 1 > -1: exp(1) (x - 1) exp(x - 1) + 1 > 0, because it is 0 at x = 0 and grows.
        Less(0, (x - 1) * sp.exp(x) + 1, along=((x, 0),)),
        # d/dt ln of the argument: its magnitude shrinks like exp(-t/tau), whatever its sign.
        Equal(D(argument, t), -argument / tau),
        for_all={t: positive, tau: positive, alpha0: above(1), s: SHARE, x: positive},
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


rule = 1 / (tau * printed_sharpness("feedforward"))
flow = (-eta * gradient("feedforward")).subs(eta, rule).subs(mu_yx, r * mu_xx)


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
    statement=Statement(
        # The differential equation solved: the flow of equal weights, eq. (4), under eq. (5).
        Equal(D(w**L / r, w) * flow * tau, registered("chain-effective-flow", alpha=w**L / r)),
        for_all={w: positive, L: DEPTH, r: positive, **MOMENTS, tau: positive},
    ),
    cross_checks=(Property(_implicit, {"depth": [1, 2, 3, 8]}),),
    change="exact solutions to the gradient flow with equal weights, in place of the full gradient "
    "descent.",
    against=(
        Smallest(
            lambda L: (1, "==", 1 - sp.exp(-1)),
            {"L": [1]},
            of=(
                "alpha after one step of gradient descent at k = 1 from 0",
                "alpha of the exact solution at that time",
            ),
        ),
    ),
)
