"""Derivation of the total weight's dynamics and of the infinite-depth solution: B.3 and B.4."""

import sympy as sp
from scipy.integrate import quad

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    LambertW,
    Less,
    Statement,
    Tree,
    exp,
    log,
    positive,
    registered,
    scalars,
    tree,
)
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    AT_TARGET,
    BALANCED,
    DEPTH,
    SHARE,
    START,
    L,
    alpha,
    eta,
    mu_xx,
    mu_yx,
    printed_sharpness,
    r,
    speed_of_total,
    t,
    tau,
    u,
    v,
    w,
    x,
)

CLAIMS = Claims()

a = scalars("a")


# -- B.3 -------------------------------------------------------------------------------------------

flow = eta * L * w ** (2 * L - 2) * (mu_yx - mu_xx * w**L)

CLAIMS.add(
    id="CHAIN-E14",
    source=CHAIN.eq(14),
    says="d(a)/dt = eta L a^(2 - 2/L) (mu_yx - mu_xx a), with a = w^L.",
    statement=Statement(
        Equal(speed_of_total("feedforward"), flow),
        Equal(registered("chain-total-flow", a=w**L), flow),
        for_all=BALANCED,
    ),
)


def _scaled_flow() -> sp.Expr:
    """The flow of the total weight times tau, under eq. (5)."""
    speed = speed_of_total("feedforward").subs(eta, 1 / (tau * printed_sharpness("feedforward")))
    return tau * speed.subs(mu_yx, r * mu_xx)


CLAIMS.add(
    id="CHAIN-E15",
    source=CHAIN.eq(15),
    says="Under eq. (5), tau d(a)/dt = r^(-2 + 2/L) a^(2 - 2/L) (r - a), with a = w^L.",
    statement=Statement(
        Equal(_scaled_flow(), r ** (2 / L - 2) * w ** (2 * L - 2) * (r - w**L)),
        for_all={**AT_TARGET, w: positive, tau: positive},
    ),
)

shares = (a / r) ** (2 - 2 / L) * (1 - a / r)

CLAIMS.add(
    id="CHAIN-E16",
    source=CHAIN.eq(16),
    says="The three lines from eq. (15), divided by r, to eq. (6) agree, with alpha = a/r.",
    statement=Statement(
        Equal(r ** (2 / L - 2) * a ** (2 - 2 / L) * (r - a) / r, shares),
        Equal(shares.put({a: tree(alpha) * r}), alpha ** (2 - 2 / L) * (1 - alpha)),
        for_all={a: positive, r: positive, L: DEPTH, alpha: positive},
    ),
)


# -- B.4 -------------------------------------------------------------------------------------------

speed, deep_speed = alpha ** (2 - 2 / L) * (1 - alpha), alpha**2 * (1 - alpha)

CLAIMS.add(
    id="CHAIN-E17",
    source=CHAIN.eq(17),
    says="At infinite depth tau d(alpha)/dt = alpha^2 (1 - alpha), from eq. (15) as from eq. (6).",
    statement=Statement(
        Equal(registered("chain-effective-flow"), sp.expand(speed)),
        Equal(lim(speed, L, sp.oo), deep_speed),
        Equal(
            lim(r ** (2 / L - 2) * (alpha * r) ** (2 - 2 / L), L, sp.oo) * (r - alpha * r) / r,
            deep_speed,
        ),
        for_all={alpha: positive, r: positive, L: DEPTH},
    ),
)


def _antiderivative(place: sp.Expr) -> sp.Expr:
    return -1 / place - sp.log(1 / place - 1)


# t/tau of eq. (19) below the target, with u = 1/alpha - 1 and v = 1/alpha0 - 1.
course = _antiderivative(1 / (1 + u)) - _antiderivative(1 / (1 + v))
registered_course = registered(
    "chain-time-infinite-depth", tau=1, alpha=1 / (1 + u), alpha0=1 / (1 + v)
)


def _by_quadrature(start: float, end: float) -> tuple[float, float] | None:
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    exact, _ = quad(lambda a: 1 / (a**2 * (1 - a)), low, high, epsabs=0, epsrel=1e-12, limit=200)
    return chain.time(high, low, float("inf")), exact


CLAIMS.add(
    id="CHAIN-E18",
    source=CHAIN.eq(18),
    says="At infinite depth, below the target, t/tau is the integral of 1/(alpha^2 (1 - alpha)) "
    "from alpha0 to alpha: eq. (19) has this slope, here at alpha = 1/(1 + u), and begins at 0.",
    statement=Statement(
        Equal(registered_course, course),
        Equal(D(course, u) * -((1 + u) ** 2), 1 / deep_speed.subs(alpha, 1 / (1 + u))),
        Equal(at(course, {u: v}), 0),
        for_all={u: positive, v: positive},
    ),
    cross_checks=(Property(_by_quadrature, {"start": START, "end": START}, rtol=1e-10, n=40),),
)

CLAIMS.add(
    id="CHAIN-E19",
    source=CHAIN.eq(19),
    says="Below the target -1/alpha - ln(1/alpha - 1), whose change is t/tau, is an antiderivative "
    "of 1/(alpha^2 (1 - alpha)).",
    statement=Statement(
        Equal(D(_antiderivative(alpha), alpha), 1 / deep_speed),
        Equal(registered_course, course),
        for_all={alpha: SHARE, u: positive, v: positive},
    ),
)


def _beta(time: Tree) -> Tree:
    """beta at alpha0 = 1/(1 + v)."""
    return -time + (1 + tree(v)) + log(v) - 1


CLAIMS.add(
    id="CHAIN-E20",
    source=CHAIN.eq(20),
    says="Along the course of eq. (19) 1/alpha - 1 + ln(1/alpha - 1) = beta(t) = -t/tau + 1/alpha0 "
    "+ ln(1/alpha0 - 1) - 1, for alpha0 = 1/(1 + v), alpha = 1/(1 + u); at t = 0 alpha = alpha0.",
    statement=Statement(
        Equal(_beta(registered_course), tree(u) + log(u)),
        Equal(_beta(tree(0)), tree(v) + log(v)),
        for_all={u: positive, v: positive},
    ),
)

exponentiated = Equal(exp(_beta(registered_course)), u * sp.exp(u))

CLAIMS.add(
    id="CHAIN-E21",
    source=CHAIN.eq(21),
    says="(1/alpha - 1) exp(1/alpha - 1) = exp(beta(t)) along the course of eq. (19), for "
    "alpha0 = 1/(1 + v), alpha = 1/(1 + u).",
    statement=Statement(exponentiated, for_all={u: positive, v: positive}),
)


def _there_and_back(start: float, end: float) -> tuple[float, float] | None:
    """Float kernels: at the time of eq. (19) the time course has the alpha given to eq. (19)."""
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    return chain.alpha(chain.time(high, low, float("inf")), low, float("inf")), high


CLAIMS.add(
    id="CHAIN-E22",
    source=CHAIN.eq(22),
    says="alpha(t) = 1/(1 + W_0(exp(beta(t)))) for alpha0 = 1/(1 + v): y = 1/alpha - 1 solves "
    "y exp(y) = exp(beta), and y exp(y) grows for y > -1, here y = x - 1.",
    statement=Statement(
        Less(0, at(D(x * sp.exp(x), x), {x: x - 1})),
        exponentiated,
        Equal(
            registered("chain-alpha-infinite-depth", alpha0=1 / (1 + v)),
            1 / (1 + LambertW(exp(_beta(tree(t) / tau)))),
        ),
        for_all={x: positive, u: positive, v: positive, t: positive, tau: positive},
    ),
    cross_checks=(Property(_there_and_back, {"start": START, "end": START}, rtol=1e-9, n=40),),
)
