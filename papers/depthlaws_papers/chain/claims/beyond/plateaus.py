"""Beyond the paper: plateaus and convergence constants in closed form."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import sympy as sp

from depthlaws.claims.engine.checks import Property, Quoted
from depthlaws.claims.engine.formula_expressions import law, looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    above,
    exp,
    interval,
    log,
    positive,
    registered,
    tree,
)
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    SHARE,
    START,
    L,
    alpha0,
    minimum,
    mp,
    precise,
    r,
    s,
    tau,
    theta,
    v,
    w0,
    x,
)

CLAIMS = Claims()


# -- plateaus --------------------------------------------------------------------------------------


def _early_slope(depth: sp.Expr) -> Iterator[Equal]:
    """Yield that the plateau is its remainder at theta, and grows by a^-p + a^(1-p) before."""
    plateau, p = looked_up("chain-uniform-plateau", L=depth), 2 - 2 / depth
    yield Equal(-D(plateau, alpha0), alpha0**-p + alpha0 ** (1 - p))
    yield Equal(at(plateau, {theta: alpha0}), registered("chain-plateau-remainder", L=depth))


p = 2 - 2 / L
parts = alpha0**-p + alpha0 ** (1 - p) + alpha0 ** (2 / L) / (1 - alpha0)
bound = (1 - alpha0) * looked_up("chain-plateau-remainder-bound")


@precise
def _uniform_in_digits(share: float, theta: float, L: float) -> Any:
    start = 0.99 * share * theta
    rest, bound = (
        mp("chain-plateau-remainder", start, L),
        mp("chain-plateau-remainder-bound", start, L),
    )
    exact = mpmath.quad(
        lambda a: 1 / mp("chain-effective-flow", a, L), mpmath.linspace(start, theta, 5)
    )
    plateau = mp("chain-uniform-plateau", start, L, theta) - rest
    inside = 0 < rest <= bound
    return float(abs(plateau - exact) / exact) if inside else 1.0, 1e-58


def _uniform_in_floats(start: float, theta: float, L: float) -> bool | None:
    """The public plateau minus the exact time is positive and within the bound."""
    if not start < 0.9 * theta:
        return None
    exact = chain.time(theta, start, L)
    excess = chain.uniform_plateau_time(start, L, theta=theta) - exact
    bound = formula("chain-plateau-remainder-bound")(start, L)
    slack = 1e-12 * (1 + exact)
    return -slack <= excess <= bound + slack


def _uniform_scale(start: float, L: float) -> tuple[float, float]:
    """The public plateau at theta = 0.9, by its exact excess."""
    exact = chain.time(0.9, start, L) + formula("chain-plateau-remainder")(start, L)
    return chain.uniform_plateau_time(start, L, 2.0, theta=0.9), 2 * exact


CLAIMS.add(
    id="CHAIN-E10-uniform",
    source=CHAIN.beyond("CHAIN-E10"),
    says="A plateau time uniform in depth (at L = 2 its limit), for alpha0 < theta < 1 too long by "
    "R with 0 < R <= alpha0^(1+2/L) / ((1+2/L)(1-alpha0)).",
    statement=Statement(
        # 1/(a^p (1-a)) = a^-p + a^(1-p) + a^(2-p)/(1-a), p = 2 - 2/L; the last is the remainder,
        # whose terms are CHAIN-E7-series.
        Equal(1 / registered("chain-effective-flow", alpha=alpha0), parts),
        *_early_slope(2 + x),
        *_early_slope(2 - s),
        # The integral of a^(2/L)/(1-alpha0), which is above a^(2/L)/(1-a) for a < alpha0.
        Equal(D(bound, alpha0), alpha0 ** (2 / L)),
        for_all={
            alpha0: SHARE,
            theta: SHARE,
            L: DEPTH,
            x: positive,
            s: interval(0, 1, low_open=True),
        },
    ),
    cross_checks=(
        Property(
            _uniform_in_digits,
            {"share": START, "theta": START, "L": [1.0, 1.3, 3.0, 16.0]},
            relation="<=",
            n=10,
        ),
        Property(
            _uniform_in_floats,
            {"start": START, "theta": START, "L": [1.0, 1.3, 2.0, 3.0, 64.0, 1e6, math.inf]},
            n=70,
        ),
        Property(
            _uniform_scale,
            {"start": [1e-4, 0.01, 0.3, 0.7], "L": [1.0, 2.0, 3.0, 64.0, 1e5]},
            rtol=1e-11,
        ),
    ),
)


far = v * sp.exp(1 + v)


def _threshold_numbers() -> Iterator[tuple[str, sp.Expr, str]]:
    for end, printed in (("1/2", "0.1192"), ("1/4", "0.00607")):
        edge = law("chain-plateau-exceeds-below", theta=sp.Rational(end))
        yield f"theta = {end}", edge, printed
    for depth, printed in ((3, "0.19245"), (5, "0.2789")):
        rate = law("chain-plateau-printed-exceeds-above", L=sp.Integer(depth))
        yield f"L = {depth}", rate, printed


CLAIMS.add(
    id="CHAIN-I14-laws",
    source=CHAIN.beyond("ERR-A3"),
    says="At infinite depth the lower bound 1/alpha0 - 1/theta of the plateau, the alpha0 below "
    "which it exceeds tau/alpha0 (0.1192 to one half), and the alpha0 above which eq. (10) exceeds "
    "it at L > 2, (1 - 2/L)^(L/2) (3^(-3/2) at L = 3).",
    statement=Statement(
        Equal(D(looked_up("chain-infinite-plateau-lower"), theta), 1 / theta**2),
        Equal(at(looked_up("chain-infinite-plateau-lower"), {theta: alpha0}), 0),
        # At this alpha0 the exact time to theta is 1/alpha0; theta = 1/(1 + v).
        Equal(1 / registered("chain-plateau-exceeds-below", theta=1 / (1 + v)), 1 + far),
        Equal(
            registered("chain-time-infinite-depth", tau=1, alpha=1 / (1 + v), alpha0=1 / (1 + far)),
            1 + far,
        ),
        # L = 2 + x: eq. (10) times alpha0 is a growing power of alpha0, which is 1 at the edge.
        Equal(
            registered("chain-plateau-time", L=2 + x, tau=1) * alpha0,
            (2 + x) / x * alpha0 ** (2 / (2 + x)),
        ),
        Equal(
            registered("chain-plateau-printed-exceeds-above", L=2 / (1 - theta)),
            theta ** (1 / (1 - theta)),
        ),
        for_all={
            theta: SHARE,
            alpha0: SHARE,
            v: positive,
            x: positive,
        },
    ),
    checks=(Quoted(_threshold_numbers),),
)


def _bounded_rest(depth: float, ratio: float) -> tuple[float, float]:
    """Exact time to a fixed alpha minus the logarithm tends to a constant as w0 -> 0."""
    gaps = []
    for weight in (1e-3, 1e-4):
        start = math.exp(depth * math.log1p(weight**2 / depth)) / ratio
        exact = chain.time((1 + 1 / ratio) / 2, start, depth, network="block2", r=ratio)
        gaps.append(exact - chain.block2_plateau_time(weight, depth, ratio))
    return abs(gaps[1] - gaps[0]), 1e-5


@precise
def _plateau_in_floats(w0: float, L: float, r: float) -> tuple[float, float]:
    exact = mp("block2-plateau-time", w0, L, r, 1)
    return chain.block2_plateau_time(w0, L, r), float(exact)


CLAIMS.add(
    id="CHAIN-X-A5-plateau",
    source=CHAIN.beyond("X-A5"),
    says="Block two's plateau (tau/kappa_L) ln(w_*/w_0), r > 1, grows by tau/kappa_L whenever w_0 "
    "shrinks by a factor e, as the escape from w = 0 does, and is 0 from w_*.",
    statement=Statement(
        # zero plateau from w_*
        Equal(registered("block2-plateau-time", w0=minimum("block2")), 0),
        # dT/d ln w0 = -tau/kappa: the time of an escape at the rate kappa/tau.
        Equal(
            w0 * D(looked_up("block2-plateau-time"), w0) * registered("block2-escape-rate"), -tau
        ),
        for_all={r: above(1), L: DEPTH, tau: positive, w0: positive},
    ),
    cross_checks=(
        Property(
            _bounded_rest,
            {"depth": [1.0, 2.0, 8.0], "ratio": [1.5, 2.0, 6.0]},
            relation="<",
            met="0.608",
        ),
        Property(
            _plateau_in_floats,
            {"w0": [1e-6, 1e-3, 0.1], "L": [1.0, 2.0, 8.0, 1e6], "r": [1.5, 4.0, 100.0]},
            rtol=1e-12,
        ),
    ),
)


# -- convergence constants -------------------------------------------------------------------------


constant_two, constant_deep = sp.log((1 - alpha0) / alpha0), 1 / alpha0 - 1 + sp.log(1 / alpha0 - 1)

CLAIMS.add(
    id="CHAIN-I15-elementary",
    source=CHAIN.ledger("CHAIN-I15"),
    says="C(alpha0) = ln((1-alpha0)/alpha0) at two layers and 1/alpha0 - 1 + ln(1/alpha0 - 1) at "
    "infinite depth: slope -1/speed, and C - ln(1-alpha0) is -ln(alpha0), or 1/alpha0 - 1 - "
    "ln(alpha0), which are 0 at the target.",
    statement=Statement(
        Equal(exp(registered("chain-convergence-constant-depth2")), (1 - alpha0) / alpha0),
        Equal(
            registered("chain-convergence-constant-infinite") - 1 / tree(alpha0) + 1,
            sp.log(1 / alpha0 - 1),
        ),
        Equal(D(constant_two, alpha0), -1 / (alpha0 * (1 - alpha0))),
        Equal(D(constant_deep, alpha0), -1 / (alpha0**2 * (1 - alpha0))),
        Equal(tree(constant_two) - log(1 - alpha0), -sp.log(alpha0)),
        Equal(tree(constant_deep) - log(1 - alpha0), 1 / alpha0 - 1 - sp.log(alpha0)),
        for_all={alpha0: SHARE},
    ),
)


def _by_integral(start: float, depth: float, law_name: str, *arguments: float) -> Any:
    """t + log(gap) at a gap of 1e-15, from the integral, less the constant: (2 - 2/L) gap."""
    near = mpmath.mpf("1e-15")

    def slowness(y: Any) -> Any:
        # alpha = 1 -+ exp(-y): dt/dy stays smooth up to the target
        a = 1 - mpmath.exp(-y) if start < 1 else 1 + mpmath.exp(-y)
        return a ** -(2 if math.isinf(depth) else 2 - 2 / mpmath.mpf(depth))

    first = -mpmath.log(abs(1 - mpmath.mpf(start)))
    exact = mpmath.quad(slowness, mpmath.linspace(first, -mpmath.log(near), 12))
    return float(
        abs(exact + mpmath.log(near) - mp(law_name, *arguments)) / near
    ), 2 - 2 / depth + 1e-9


@precise
def _constant_below(start: float, L: float) -> Any:
    return _by_integral(start, L, "chain-convergence-constant", start, L)


@precise
def _constant_above(start: float, L: float) -> Any:
    return _by_integral(start, L, "chain-convergence-constant-above", start, L)


@precise
def _constant_in_floats(start: float, L: float) -> tuple[float, float]:
    name = "chain-convergence-constant" + ("-above" if start > 1 else "")
    exact = mp(name, start, L)
    return float(abs(chain.convergence_constant(start, L) - exact)) / (1 + float(abs(exact))), 1e-14


CLAIMS.add(
    id="CHAIN-I15-laws",
    source=CHAIN.beyond("CHAIN-I15"),
    says="The constant C_L(alpha0) in closed form: below the target at every depth L >= 1 but 2 "
    "(CHAIN-I15-elementary), above it at every depth L > 1.",
    checks=(
        Property(
            _constant_below, {"start": START, "L": [1.0, 1.3, 3.0, 4.0, 16.0]}, relation="<=", n=6
        ),
        Property(
            _constant_above,
            {"start": Interval(sp.Rational(11, 10), 9), "L": [1.3, 2.0, 3.0, 16.0, 1e6]},
            relation="<=",
            n=6,
        ),
        Property(
            _constant_in_floats,
            {"start": [1e-3, 0.1, 0.9, 1.1, 4.0, 50.0], "L": [1.3, 3.0, 8.0, 64.0, 1e4]},
            relation="<=",
        ),
    ),
    why_sampled="no enclosure of the limit of 2F1 at the end of its disc",
)
