"""Derivation of the total weight's dynamics and of the infinite-depth solution: B.3 and B.4."""

from collections.abc import Iterator

import sympy as sp
from scipy.integrate import quad

from depthlaws.claims.chain.common import (
    CURVATURE_DOMAIN,
    FINITE_DEPTH,
    START,
    L,
    alpha,
    alpha0,
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
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT

CLAIMS = Claims()


# -- B.3 -------------------------------------------------------------------------------------------


def _total_flow() -> tuple[sp.Expr, sp.Expr]:
    """The flow of the total weight, expressed by w with a = w^L."""
    return speed_of_total("feedforward"), eta * L * w ** (2 * L - 2) * (mu_yx - mu_xx * w**L)


def _registered_total_flow() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-total-flow", a=w**L), speed_of_total("feedforward")


CLAIMS.add(
    id="CHAIN-E14",
    source=CHAIN.eq(14),
    says="d(a)/dt = eta L a^(2 - 2/L) (mu_yx - mu_xx a).",
    checks=(
        Identity(_total_flow, {**CURVATURE_DOMAIN, eta: POSITIVE}),
        Identity(_registered_total_flow, {**CURVATURE_DOMAIN, eta: POSITIVE}),
    ),
)


def _scaled_flow() -> tuple[sp.Expr, sp.Expr]:
    speed = speed_of_total("feedforward").subs(eta, 1 / (tau * printed_sharpness("feedforward")))
    printed = r ** (2 / L - 2) * w ** (2 * L - 2) * (r - w**L)
    return tau * speed.subs(mu_yx, r * mu_xx), printed


CLAIMS.add(
    id="CHAIN-E15",
    source=CHAIN.eq(15),
    says="Under eq. (5), tau d(a)/dt = r^(-2 + 2/L) a^(2 - 2/L) (r - a).",
    checks=(
        Identity(
            _scaled_flow,
            {w: POSITIVE, L: FINITE_DEPTH, r: POSITIVE, mu_xx: POSITIVE, tau: POSITIVE},
        ),
    ),
)


def _second_line() -> tuple[sp.Expr, sp.Expr]:
    """From eq. (15), divided by r, to (a/r)^(2-2/L) (1 - a/r)."""
    a = sp.Symbol("a", positive=True)
    first = r ** (2 / L - 2) * a ** (2 - 2 / L) * (r - a) / r
    return first, (a / r) ** (2 - 2 / L) * (1 - a / r)


def _third_line() -> tuple[sp.Expr, sp.Expr]:
    a = alpha * r
    return (a / r) ** (2 - 2 / L) * (1 - a / r), alpha ** (2 - 2 / L) * (1 - alpha)


CLAIMS.add(
    id="CHAIN-E16",
    source=CHAIN.eq(16),
    says="The three lines from eq. (15) to eq. (6).",
    checks=(
        Identity(
            _second_line,
            {sp.Symbol("a", positive=True): POSITIVE, r: POSITIVE, L: FINITE_DEPTH},
        ),
        Identity(_third_line, {alpha: POSITIVE, r: POSITIVE, L: FINITE_DEPTH}),
    ),
)


# -- B.4 -------------------------------------------------------------------------------------------


def _deep_flow() -> sp.Expr:
    return lim(law("chain-effective-flow"), L, sp.oo)


def _deep_flow_of_total() -> tuple[sp.Expr, sp.Expr]:
    """From eq. (15) at infinite depth: r^-2 a^2 (r - a)/r at a = alpha r."""
    speed = lim(r ** (2 / L - 2) * (alpha * r) ** (2 - 2 / L), L, sp.oo)
    return speed * (r - alpha * r) / r, alpha**2 * (1 - alpha)


def _registered_deep_flow() -> tuple[sp.Expr, sp.Expr]:
    return _deep_flow(), alpha**2 * (1 - alpha)


CLAIMS.add(
    id="CHAIN-E17",
    source=CHAIN.eq(17),
    says="At infinite depth tau d(alpha)/dt = alpha^2 (1 - alpha), from eq. (15) as from eq. (6).",
    checks=(
        Identity(_deep_flow_of_total, {alpha: POSITIVE, r: POSITIVE}),
        Identity(_registered_deep_flow, {alpha: POSITIVE}),
    ),
)


def _course() -> sp.Expr:
    """t/tau of eq. (19) below the target, with u = 1/alpha - 1 and v = 1/alpha0 - 1."""
    course = law("chain-time-infinite-depth", tau=sp.Integer(1), alpha=1 / (1 + u))
    return course.subs(alpha0, 1 / (1 + v))


def _separated() -> tuple[sp.Expr, sp.Expr]:
    """d(t/tau)/d(alpha) = 1/speed, with d(alpha)/du = -1/(1+u)^2."""
    slope = D(_course(), u) * -((1 + u) ** 2)
    return slope, 1 / _deep_flow().subs(alpha, 1 / (1 + u))


def _begins() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "alpha = alpha0", at(_course(), {u: v}), sp.Integer(0)


def _by_quadrature(start: float, end: float) -> tuple[float, float] | None:
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    exact, _ = quad(lambda a: 1 / (a**2 * (1 - a)), low, high, epsabs=0, epsrel=1e-12, limit=200)
    return chain.time(high, low, float("inf")), exact


CLAIMS.add(
    id="CHAIN-E18",
    source=CHAIN.eq(18),
    says="At infinite depth t/tau is the integral of 1/(alpha^2 (1 - alpha)) from alpha0 to alpha: "
    "the course of eq. (19) has this slope and begins at 0.",
    checks=(
        Identity(_separated, {u: POSITIVE, v: POSITIVE}),
        Exhaustive(_begins),
    ),
    cross_checks=(Property(_by_quadrature, {"start": START, "end": START}, rtol=1e-10, n=40),),
)


def _antiderivative() -> tuple[sp.Expr, sp.Expr]:
    printed = -1 / alpha - sp.log(1 / alpha - 1)
    return D(printed, alpha), 1 / (alpha**2 * (1 - alpha))


def _registered_course() -> tuple[sp.Expr, sp.Expr]:
    printed = [-(1 + z) - sp.log(z) for z in (u, v)]
    return _course(), printed[0] - printed[1]


CLAIMS.add(
    id="CHAIN-E19",
    source=CHAIN.eq(19),
    says="t/tau = [-1/alpha - ln(1/alpha - 1)], an antiderivative of 1/(alpha^2 (1 - alpha)).",
    checks=(
        Identity(_antiderivative, {alpha: UNIT}),
        Identity(_registered_course, {u: POSITIVE, v: POSITIVE}),
    ),
)


def _beta(time: sp.Expr) -> sp.Expr:
    """beta at alpha0 = 1/(1 + v)."""
    return -time + (1 + v) + sp.log(v) - 1


def _rearranged() -> tuple[sp.Expr, sp.Expr]:
    """1/alpha - 1 + ln(1/alpha - 1) at the time of eq. (19) is beta."""
    return u + sp.log(u), _beta(_course())


def _beta_starts() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "beta(0)", _beta(sp.Integer(0)), v + sp.log(v)


CLAIMS.add(
    id="CHAIN-E20",
    source=CHAIN.eq(20),
    says="Along the course of eq. (19) 1/alpha - 1 + ln(1/alpha - 1) = beta(t) = -t/tau + 1/alpha0 "
    "+ ln(1/alpha0 - 1) - 1, at t = 0 with alpha = alpha0.",
    checks=(
        Identity(_rearranged, {u: POSITIVE, v: POSITIVE}),
        Exhaustive(_beta_starts),
    ),
)


def _exponential_of_a_sum() -> tuple[sp.Expr, sp.Expr]:
    """Exponent in eq. (20): 1/alpha - 1 + ln(1/alpha - 1)."""
    return u * sp.exp(u), sp.exp(u + sp.log(u))


def _exponentiated() -> tuple[sp.Expr, sp.Expr]:
    """(1/alpha - 1) exp(1/alpha - 1) = exp(beta), beta at the time of eq. (19)."""
    return u * sp.exp(u), sp.exp(sp.expand(_beta(_course())))


CLAIMS.add(
    id="CHAIN-E21",
    source=CHAIN.eq(21),
    says="(1/alpha - 1) exp(1/alpha - 1) = exp(beta(t)) along the course of eq. (19).",
    checks=(
        Identity(_rearranged, {u: POSITIVE, v: POSITIVE}),
        Identity(_exponential_of_a_sum, {u: POSITIVE}),
    ),
    cross_checks=(Identity(_exponentiated, {u: POSITIVE, v: POSITIVE}, what="at once"),),
)


def _one_solution() -> tuple[sp.Expr, str, sp.Expr]:
    """y exp(y) grows for y > -1 (here y = x - 1), so y = W_0(z) is the only solution."""
    y = sp.Symbol("y", real=True)
    return at(D(y * sp.exp(y), y), {y: x - 1}), ">", sp.Integer(0)


def _solved() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The registered course is 1/(1 + W_0(z)) with z = exp(beta) at alpha0 = 1/(1 + v)."""
    course = law("chain-alpha-infinite-depth")
    branches = course.atoms(sp.LambertW)
    yield "how many terms in W_0", sp.Integer(len(branches)), sp.Integer(1)
    (lambert,) = branches
    yield "alpha", course.subs(lambert, u), 1 / (1 + u)
    argument = at(lambert.args[0], {alpha0: 1 / (1 + v)})
    yield "the argument", argument, sp.exp(_beta(t / tau))


def _there_and_back(start: float, end: float) -> tuple[float, float] | None:
    """Float kernels: at the time of eq. (19) the time course has the alpha given to eq. (19)."""
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    return chain.alpha(chain.time(high, low, float("inf")), low, float("inf")), high


CLAIMS.add(
    id="CHAIN-E22",
    source=CHAIN.eq(22),
    says="alpha(t) = 1/(1 + W_0(exp(beta(t)))): y exp(y) = exp(beta) has one solution above -1.",
    checks=(
        Inequality(_one_solution, {x: POSITIVE}),
        Exhaustive(_solved),
    ),
    cross_checks=(Property(_there_and_back, {"start": START, "end": START}, rtol=1e-9, n=40),),
)
