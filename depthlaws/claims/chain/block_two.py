"""Residual networks of block depth two: appendix D, equations (29) to (35)."""

import sympy as sp

from depthlaws.claims.chain import layers
from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    BALANCED,
    FINITE_DEPTH,
    ONE,
    L,
    eta,
    exact_networks,
    full_hessian,
    gradient,
    layer,
    loss,
    minimum,
    mp,
    mu_xx,
    mu_yx,
    others,
    p,
    precise,
    printed_sharpness,
    r,
    target_domain,
    tau,
    u,
    w,
    x,
)
from depthlaws.claims.chain.curvatures import (
    largest,
    sharpness_as_printed,
    sharpness_at_minimum,
    slope_as_printed,
    slope_with_its_sign,
)
from depthlaws.claims.engine.checks import (
    Exhaustive,
    Identity,
    Inequality,
    Property,
)
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import Equal, Statement, reals
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()

z = sp.Symbol("z", real=True)


# -- the network and its flow ----------------------------------------------------------------------

CLAIMS.add(
    id="CHAIN-E29",
    source=CHAIN.eq(29),
    says="Block two multiplies its input by the product of the factors 1 + w_l^2/L.",
    statement=layers.block2,
    cross_checks=(Exhaustive(exact_networks("block2")),),
)


block = layer("block2", p)

CLAIMS.add(
    id="CHAIN-E30",
    source=CHAIN.eq(30),
    says="Block two: gradient flow of a layer at every depth, B the product of the other factors.",
    statement=Statement(
        Equal(
            -eta * D(loss(block * others), p),
            2 * eta * p / L * (mu_yx - mu_xx * block * others) * others,
        ),
        for_all={**BALANCED, p: reals, others: reals},
    ),
)


equal_block = 1 + p**2 / L

CLAIMS.add(
    id="CHAIN-E31",
    source=CHAIN.eq(31),
    says="Block two: flow of one weight when all are equal.",
    statement=Statement(
        Equal(
            at(-eta * gradient("block2"), {w: p}),
            2 * eta / L * (mu_yx - mu_xx * equal_block**L) * equal_block ** (L - 1) * p,
        ),
        for_all={**BALANCED, p: reals},
    ),
)


# -- curvature, sharpness, rule --------------------------------------------------------------------


def _printed_curvature() -> sp.Expr:
    """Right-hand side of eq. (32)."""
    b = 1 + w**2 / L
    pull = mu_yx * b ** (L - 2) * ((2 * L - 1) / L * w**2 + 1)
    return 2 / L * (mu_xx * b ** (2 * L - 2) * ((4 * L - 1) / L * w**2 + 1) - pull)


CLAIMS.add(
    id="CHAIN-E32",
    source=CHAIN.eq(32),
    says="Block two: (1/eta) d(dw_1/dt)/dw_1 equals the printed right-hand side.",
    quote="(1/eta) d(dw_1/dt)/dw_1 = (2/L) [ -mu_yx (...) + mu_xx (...) ]",
    reading=(
        "One sign slip, that of eq. (12): the left side lacks a minus. (The text cites "
        "eq. (25) for eq. (31).) With the minus the equation holds."
    ),
    statement=slope_as_printed("block2", _printed_curvature),
    corrected_by="CHAIN-E32-sign",
    same_fault_as="CHAIN-E12",
    sides=("left side", "right side as printed"),
)


CLAIMS.add(
    id="CHAIN-E32-sign",
    source=CHAIN.beyond("ERR-B1"),
    says=(
        "Block two, equal weights w > 0 (both sides are even in w): the printed right-hand "
        "side is the radial Hessian eigenvalue, -(1/eta) d(dw_1/dt)/dw_1."
    ),
    checks=slope_with_its_sign("block2", _printed_curvature),
    cross_checks=(Exhaustive(full_hessian("block2")),),
)


CLAIMS.add(
    id="CHAIN-E33",
    source=CHAIN.eq(33),
    says="Block two: S = (1/eta) d(dw_1/dt)/dw_1 at the minimum, as printed.",
    quote="S = (1/eta) d(dw_1/dt)/dw_1 at 1 + w_1^2/L = (mu_yx/mu_xx)^(1/L)",
    reading="The sign slip of eq. (12) again; the value of S is right.",
    statement=sharpness_as_printed("block2"),
    corrected_by="CHAIN-E33-sign",
    same_fault_as="CHAIN-E12",
    sides=("(1/eta) d(dw_1/dt)/dw_1 there", "S as printed"),
)


def _middle_form() -> tuple[sp.Expr, sp.Expr]:
    """S = (4/L) mu_xx r^(2-2/L) w_1^2 at the minimum."""
    weight = minimum("block2")
    return 4 / L * mu_xx * r ** (2 - 2 / L) * weight**2, printed_sharpness("block2")


def _positive_sharpness() -> tuple[sp.Expr, str, sp.Expr]:
    """The sharpness is positive, in r = exp(x)."""
    return printed_sharpness("block2").subs(r, sp.exp(x)), ">", sp.Integer(0)


CLAIMS.add(
    id="CHAIN-E33-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="Block two, r > 1: the printed S is the radial Hessian eigenvalue at the balanced "
    "minimum; there it is positive and the largest eigenvalue, the others being 0.",
    checks=(
        *sharpness_at_minimum("block2"),
        Identity(_middle_form, target_domain("block2")),
        Inequality(_positive_sharpness, {x: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH}),
    ),
    cross_checks=(largest("block2", Interval(1, 8, left_open=True), rtol=1e-8),),
)


def _rule() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-rate", mu_yx=r * mu_xx), 1 / (tau * printed_sharpness("block2"))


@precise
def _rate_in_floats(L: float, excess: float, second: float, tau: float) -> tuple[float, float]:
    yx = second * (1 + excess)
    exact = mp("block2-rate", L, yx, second, tau)
    return chain.learning_rate(L, yx, second, tau, network="block2"), float(exact)


CLAIMS.add(
    id="CHAIN-E34",
    source=CHAIN.eq(34),
    says="Block two: the rule is eta = 1/(tau S), so that eta S = 1/tau.",
    checks=(Identity(_rule, {**target_domain("block2"), tau: POSITIVE}),),
    cross_checks=(
        Property(
            _rate_in_floats,
            {
                "L": [1.0, 2.0, 7.0, 1e3, 1e6, 1e9],
                "excess": Interval(sp.Rational(1, 100), 1000),
                "second": [0.01, 1.0, 100.0],
                "tau": [0.5, 3.0],
            },
            rtol=1e-12,
            n=72,
        ),
    ),
)


# -- large depth -----------------------------------------------------------------------------------


def _of_inverse_depth() -> sp.Expr:
    """S at mu_xx = 1 as a function of z = 1/L; it is 0 at z = 0."""
    return 4 * r ** (2 - 2 * z) * (r**z - 1)


def _registered() -> tuple[sp.Expr, sp.Expr]:
    return law("block2-sharpness", mu_yx=r, mu_xx=ONE), at(_of_inverse_depth(), {z: 1 / L})


def _leading() -> tuple[sp.Expr, sp.Expr]:
    """First coefficient of its expansion in z."""
    return at(D(_of_inverse_depth(), z), {z: 0}), 4 * r**2 * sp.log(r)


def _next() -> tuple[sp.Expr, sp.Expr]:
    """Second coefficient of its expansion in z."""
    second = at(D(_of_inverse_depth(), z, 2), {z: 0}) / 2
    return second, -6 * r**2 * sp.log(r) ** 2


CLAIMS.add(
    id="CHAIN-E35",
    source=CHAIN.eq(35),
    says="Block two at large depth: S = (4/L) mu_xx r^2 ln r + O(1/L^2); the next factor is "
    "1 - 3 ln r/(2 L).",
    checks=(
        Identity(_registered, {r: ABOVE_ONE, L: FINITE_DEPTH}),
        Identity(_leading, {r: ABOVE_ONE}),
        Identity(_next, {r: ABOVE_ONE}),
    ),
)


def _in_root() -> tuple[sp.Expr, sp.Expr]:
    """The sharpness as a function of u = r^(1/L)."""
    sharpness = law("block2-sharpness", mu_yx=r * mu_xx).subs(r, u**L)
    return sharpness, 4 * mu_xx * u ** (2 * L) * (u - 1) / u**2


def _slope_in_root() -> tuple[sp.Expr, sp.Expr]:
    """At fixed r = u^L, S changes with u like (u - 1)/u^2, and u falls with depth."""
    return D((u - 1) / u**2, u), (2 - u) / u**3


def _falls_below_two() -> tuple[sp.Expr, str, sp.Expr]:
    return (2 - u) / u**3, ">", sp.Integer(0)


CLAIMS.add(
    id="CHAIN-I8-block2",
    source=CHAIN.section("D"),
    says="At large depth, from r^(1/L) < 2 on, the sharpness of block two decreases with depth.",
    quote="This shows that the sharpness at the global minimum decreases with L",
    reading=(
        "Restricted to large L, as the paper introduces the sentence. It does not hold "
        "at every depth: for r = 16 the sharpness grows until L = 4."
    ),
    checks=(
        Identity(_in_root, {u: ABOVE_ONE, L: FINITE_DEPTH, mu_xx: POSITIVE}),
        Identity(_slope_in_root, {u: ABOVE_ONE}),
        Inequality(_falls_below_two, {u: Interval(1, 2, left_open=True, right_open=True)}),
    ),
)


def _grows_above_two() -> tuple[sp.Expr, str, sp.Expr]:
    return (2 - u) / u**3, "<", sp.Integer(0)


def _peak_depth() -> tuple[sp.Expr, sp.Expr]:
    """The depth at which u = r^(1/L) is 2."""
    return at(sp.log(r) / L, {L: law("block2-sharpest-depth")}), sp.log(2)


CLAIMS.add(
    id="CHAIN-I8-block2-peak",
    source=CHAIN.beyond("ERR-A10"),
    says="S of block two is 4 mu_xx r^2 (u - 1)/u^2 in u = r^(1/L): largest at u = 2, it grows "
    "with depth before L = log2(r) and falls from there on.",
    checks=(
        Identity(_in_root, {u: ABOVE_ONE, L: FINITE_DEPTH, mu_xx: POSITIVE}),
        Identity(_slope_in_root, {u: ABOVE_ONE}),
        Inequality(_falls_below_two, {u: Interval(1, 2, left_open=True, right_open=True)}),
        Inequality(_grows_above_two, {u: Interval(2, sp.oo, left_open=True, right_open=True)}),
        Identity(_peak_depth, {r: ABOVE_ONE}),
    ),
)
