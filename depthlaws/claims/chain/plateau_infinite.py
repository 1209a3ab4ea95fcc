"""Initial plateau at infinite depth: section 2, the bound below equation (10)."""

import math

import sympy as sp

from depthlaws.claims.chain.common import (
    START,
    alpha0,
    theta,
    v,
    x,
)
from depthlaws.claims.engine.checks import Identity, Inequality, Property, Smallest
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT

CLAIMS = Claims()


# alpha0 = 1/(1 + v + x) and theta = 1/(1 + v) cover every 0 < alpha0 < theta < 1.
_ENDS_DOMAIN = {v: POSITIVE, x: POSITIVE}


def _infinite(name: str) -> sp.Expr:
    ends = {alpha0: 1 / (1 + v + x), theta: 1 / (1 + v)}
    return law(name).subs(ends)


def _exact_to_threshold() -> sp.Expr:
    course = law("chain-time-infinite-depth", tau=sp.Integer(1), alpha=1 / (1 + v))
    return course.subs(alpha0, 1 / (1 + v + x))


def _leading_order() -> tuple[sp.Expr, sp.Expr]:
    """alpha0 t_theta/tau -> 1 for every threshold."""
    exact = 1 / alpha0 - (1 + v) + sp.log(1 / alpha0 - 1) - sp.log(v)
    return lim(alpha0 * exact, alpha0, 0), sp.Integer(1)


def _exact_form() -> tuple[sp.Expr, sp.Expr]:
    return _exact_to_threshold(), x + sp.log(v + x) - sp.log(v)


CLAIMS.add(
    id="CHAIN-I14",
    source=CHAIN.section("2, initial plateau"),
    says="At infinite depth the plateau stays finite, tau/alpha0 to leading order.",
    quote="the plateau duration in the infinite-depth scalar linear network remains finite, with "
    "an upper bound of T < tau/alpha(0)",
    reading=(
        "The time is finite, as printed. The paper's strict bound fails: eq. (10) gives "
        "equality, and the exact time to a threshold exceeds tau/alpha0 for every small "
        "alpha0 (below 0.1192 for one half)."
    ),
    imprecise=True,
    exact="CHAIN-I14-bounds",
    checks=(
        Identity(_exact_form, _ENDS_DOMAIN, what="finite"),
        Identity(_leading_order, {v: POSITIVE}, what="alpha0 -> 0"),
    ),
    change="with T = tau/alpha(0) to leading order.",
    against=(
        Smallest(
            lambda n: (n - 2 + sp.log(n - 1), "<", n),
            {"n": range(3, 13)},
            of=(
                "exact time from alpha = 1/n to 1/2 at infinite depth, in tau",
                "tau/alpha(0), in tau",
            ),
        ),
    ),
)


def _above_lower() -> tuple[sp.Expr, sp.Expr]:
    return _exact_to_threshold() - _infinite("chain-infinite-plateau-lower"), sp.log(1 + x / v)


def _lower_excess() -> tuple[sp.Expr, str, sp.Expr]:
    return sp.log(1 + x / v), ">", sp.Integer(0)


def _below_upper() -> tuple[sp.Expr, sp.Expr]:
    """The upper bound minus the exact time is -ln(1 - alpha0)."""
    gap = _infinite("chain-infinite-plateau-upper") - _exact_to_threshold()
    return sp.expand_log(gap), sp.expand_log(-sp.log((v + x) / (1 + v + x)))


def _upper_excess() -> tuple[sp.Expr, str, sp.Expr]:
    return -sp.log(1 - alpha0), ">", sp.Integer(0)


def _beyond_the_bound() -> tuple[sp.Expr, sp.Expr]:
    """t_theta/tau - 1/alpha0 = ln(x/v) - 1 - v at alpha0 = 1/(1 + x), theta = 1/(1 + v)."""
    course = law("chain-time-infinite-depth", tau=sp.Integer(1), alpha=1 / (1 + v))
    exact = course.subs(alpha0, 1 / (1 + x))
    return exact - (1 + x), sp.log(x) - sp.log(v) - 1 - v


def _at_the_threshold() -> tuple[sp.Expr, sp.Expr]:
    """1/alpha0 - 1 at the registered threshold: there ln(x/v) - 1 - v = 0, and above x it grows."""
    edge = law("chain-plateau-exceeds-below").subs(theta, 1 / (1 + v))
    return 1 / edge - 1, v * sp.exp(1 + v)


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
    says="At infinite depth 1/alpha0 - 1/theta < t_theta/tau < 1/alpha0 - 1/theta + "
    "ln(1/alpha0) - ln(1/theta - 1) for 0 < alpha0 < theta < 1; the time exceeds tau/alpha0 "
    "exactly for alpha0 < 1/(1 + (1/theta - 1) exp(1/theta)).",
    checks=(
        Identity(_above_lower, _ENDS_DOMAIN, what="exact time minus lower bound"),
        Inequality(_lower_excess, _ENDS_DOMAIN),
        Identity(_below_upper, _ENDS_DOMAIN, what="upper bound minus exact time"),
        Inequality(_upper_excess, {alpha0: UNIT}),
        Identity(_beyond_the_bound, _ENDS_DOMAIN),
        Identity(_at_the_threshold, {v: POSITIVE}),
    ),
    cross_checks=(Property(_two_sided, {"start": START, "threshold": START}, n=200),),
)
