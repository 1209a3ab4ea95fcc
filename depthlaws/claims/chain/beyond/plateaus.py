"""Beyond the paper: plateaus and convergence constants in closed form."""

import math
from collections.abc import Iterator
from typing import Any

import mpmath
import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE_DEPTH,
    SHARE,
    START,
    L,
    alpha0,
    minimum,
    mp,
    precise,
    r,
    tau,
    theta,
    v,
    x,
)
from depthlaws.claims.engine.checks import Identity, Property, Quoted
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import Equal, Statement, exp, log, registered, tree
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT, Interval

CLAIMS = Claims()


# -- plateaus --------------------------------------------------------------------------------------


DEEPER = Interval(2, sp.oo, left_open=True, right_open=True)
_STARTS = {alpha0: UNIT, L: FINITE_DEPTH}


def _split_integrand() -> tuple[sp.Expr, sp.Expr]:
    """1/(a^p (1-a)) = a^-p + a^(1-p) + a^(2-p)/(1-a), p = 2 - 2/L; the last is the remainder."""
    p = 2 - 2 / L
    parts = alpha0**-p + alpha0 ** (1 - p) + alpha0 ** (2 / L) / (1 - alpha0)
    return 1 / law("chain-effective-flow", alpha=alpha0), parts


def _early_slope() -> tuple[sp.Expr, sp.Expr]:
    """The plateau without its remainders: minus its slope in alpha0 is a^-p + a^(1-p)."""
    p = 2 - 2 / L
    plateau = law("chain-uniform-plateau")
    slope = D(plateau, alpha0)
    return -slope, alpha0**-p + alpha0 ** (1 - p)


def _plateau_at_threshold() -> tuple[sp.Expr, sp.Expr]:
    """At alpha0 = theta only the remainder of theta is left."""
    return at(law("chain-uniform-plateau"), {theta: alpha0}), law("chain-plateau-remainder")


_N, _P = sp.Symbol("n", integer=True, nonnegative=True), sp.Symbol("p", positive=True)


def _term_of_rest() -> tuple[sp.Expr, sp.Expr]:
    """x^p/p 2F1(1, p; p+1; x) = sum x^(p+n)/(p+n), whose slope is x^(p-1)/(1-x), p = 1 + 2/L."""
    term = sp.rf(1, _N) * sp.rf(_P, _N) / (sp.rf(_P + 1, _N) * sp.factorial(_N)) / _P
    return sp.gammasimp(sp.combsimp(term.rewrite(sp.gamma))), 1 / (_P + _N)


def _registered_rest() -> tuple[sp.Expr, sp.Expr]:
    p = 1 + 2 / L
    printed = alpha0**p / p * sp.hyper((1, p), (p + 1,), alpha0)
    return law("chain-plateau-remainder"), printed


def _rest_below_bound() -> tuple[sp.Expr, sp.Expr]:
    """The integral of a^(2/L)/(1-alpha0), which is above a^(2/L)/(1-a) for a < alpha0."""
    bound = (1 - alpha0) * law("chain-plateau-remainder-bound")
    return D(bound, alpha0), alpha0 ** (2 / L)


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
    says=(
        "A plateau time uniform in depth (at L = 2 its limit), for alpha0 < theta < 1 too "
        "long by R with 0 < R <= alpha0^(1+2/L) / ((1+2/L)(1-alpha0))."
    ),
    checks=(
        Identity(_split_integrand, {alpha0: UNIT, L: FINITE_DEPTH}),
        *(
            Identity(_early_slope, {alpha0: UNIT, L: depths, theta: UNIT})
            for depths in (Interval(1, 2, right_open=True), DEEPER)
        ),
        Identity(_plateau_at_threshold, _STARTS),
        Identity(_term_of_rest, {_P: POSITIVE, _N: Interval(0, 1000, integer=True)}),
        Identity(_registered_rest, _STARTS),
        Identity(_rest_below_bound, {alpha0: UNIT, L: FINITE_DEPTH}),
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


def _lower_slope() -> tuple[sp.Expr, sp.Expr]:
    return D(law("chain-infinite-plateau-lower"), theta), 1 / theta**2


def _lower_starts() -> tuple[sp.Expr, sp.Expr]:
    return at(law("chain-infinite-plateau-lower"), {theta: alpha0}), sp.Integer(0)


def _threshold() -> tuple[sp.Expr, sp.Expr]:
    """At the registered alpha0 the exact time to theta is 1/alpha0; theta = 1/(1 + v)."""
    edge = law("chain-plateau-exceeds-below").subs(theta, 1 / (1 + v))
    course = law("chain-time-infinite-depth", tau=sp.Integer(1), alpha=1 / (1 + v))
    return sp.expand_log(course.subs(alpha0, edge), force=True), sp.expand(1 / edge)


def _printed_threshold() -> tuple[sp.Expr, sp.Expr]:
    """L = 2 + x: eq. (10) equals 1/alpha0 at the registered alpha0."""
    depth = 2 + x
    edge = law("chain-plateau-printed-exceeds-above").subs(L, depth)
    plateau = law("chain-plateau-time", L=depth, tau=sp.Integer(1))
    return sp.powdenest(plateau.subs(alpha0, edge) * edge, force=True), sp.Integer(1)


def _printed_root() -> tuple[sp.Expr, sp.Expr]:
    """Eq. (10) times alpha0 is alpha0^(2/L) over the (2/L)th power of the edge: a real root."""
    depth = 2 + x
    edge = law("chain-plateau-printed-exceeds-above").subs(L, depth)
    plateau = law("chain-plateau-time", L=depth, tau=sp.Integer(1))
    prefactor = sp.powdenest(plateau * alpha0 ** (1 - 2 / depth), force=True)
    return sp.powdenest(edge ** (2 / depth), force=True) * prefactor, sp.Integer(1)


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
    says=(
        "At infinite depth the lower bound 1/alpha0 - 1/theta of the plateau, the alpha0 "
        "below which it exceeds tau/alpha0 (0.1192 to one half), and the alpha0 above which "
        "eq. (10) exceeds it at L > 2, (1 - 2/L)^(L/2) (3^(-3/2) at L = 3)."
    ),
    checks=(
        Identity(_lower_slope, {theta: UNIT, alpha0: UNIT}),
        Identity(_lower_starts, {alpha0: UNIT}),
        Identity(_threshold, {v: POSITIVE}),
        Identity(_printed_threshold, {x: POSITIVE}),
        Identity(_printed_root, {x: POSITIVE, alpha0: UNIT}),
        Quoted(_threshold_numbers),
    ),
)


def _no_plateau_from_minimum() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-plateau-time", w0=minimum("block2")), sp.Integer(0)


def _log_growth() -> tuple[sp.Expr, sp.Expr]:
    """dT/d ln w0 = -tau/kappa: the time of an escape at the rate kappa/tau."""
    w0 = sp.Symbol("w0", positive=True)
    plateau = law("block2-plateau-time", w0=w0)
    return w0 * D(plateau, w0), -tau / law("block2-escape-rate")


def _bounded_rest(depth: float, ratio: float) -> tuple[float, float]:
    """Exact time to a fixed alpha minus the logarithm tends to a constant as w0 -> 0."""
    gaps = []
    for w0 in (1e-3, 1e-4):
        start = math.exp(depth * math.log1p(w0**2 / depth)) / ratio
        exact = chain.time((1 + 1 / ratio) / 2, start, depth, network="block2", r=ratio)
        gaps.append(exact - chain.block2_plateau_time(w0, depth, ratio))
    return abs(gaps[1] - gaps[0]), 1e-5


@precise
def _plateau_in_floats(w0: float, L: float, r: float) -> tuple[float, float]:
    exact = mp("block2-plateau-time", w0, L, r, 1)
    return chain.block2_plateau_time(w0, L, r), float(exact)


_BLOCK2 = {r: ABOVE_ONE, L: FINITE_DEPTH, tau: POSITIVE}

CLAIMS.add(
    id="CHAIN-X-A5-plateau",
    source=CHAIN.beyond("X-A5"),
    says=(
        "Block two's plateau (tau/kappa_L) ln(w_*/w_0), r > 1, grows by tau/kappa_L whenever "
        "w_0 shrinks by a factor e, as the escape from w = 0 does, and is 0 from w_*."
    ),
    checks=(
        Identity(_no_plateau_from_minimum, _BLOCK2, what="zero plateau from w_*"),
        Identity(_log_growth, {**_BLOCK2, sp.Symbol("w0", positive=True): POSITIVE}),
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
    says=(
        "The constant C_L(alpha0) in closed form: below the target at every depth L >= 1 but "
        "2 (CHAIN-I15-elementary), above it at every depth L > 1."
    ),
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
