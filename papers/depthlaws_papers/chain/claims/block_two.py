"""Residual networks of block depth two: appendix D, equations (29) to (35)."""

import sympy as sp

from depthlaws.claims.engine.checks import (
    Exhaustive,
    Property,
)
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    above,
    interval,
    log,
    positive,
    reals,
    registered,
)
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims import layers
from depthlaws_papers.chain.claims.common import (
    BALANCED,
    DEPTH,
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
    s,
    tau,
    u,
    w,
    x,
)
from depthlaws_papers.chain.claims.curvatures import (
    largest,
    sharpness_as_printed,
    sharpness_at_minimum,
    slope_as_printed,
    slope_with_its_sign,
)

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
    reading="One sign slip, that of eq. (12): the left side lacks a minus. (The text cites eq. "
    "(25) for eq. (31).) With the minus the equation holds.",
    statement=slope_as_printed("block2", _printed_curvature),
    corrected_by="CHAIN-E32-sign",
    same_fault_as="CHAIN-E12",
    sides=("left side", "right side as printed"),
)


CLAIMS.add(
    id="CHAIN-E32-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="Block two, equal weights w > 0 (both sides are even in w): the printed right-hand side "
    "is the radial Hessian eigenvalue, -(1/eta) d(dw_1/dt)/dw_1.",
    statement=slope_with_its_sign("block2", _printed_curvature),
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


# S = (4/L) mu_xx r^(2-2/L) w_1^2 at the minimum.
middle_form = Equal(
    at(4 / L * mu_xx * r ** (2 - 2 / L) * w**2, {w: minimum("block2")}),
    printed_sharpness("block2"),
)


CLAIMS.add(
    id="CHAIN-E33-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="Block two, r > 1: the printed S is the radial Hessian eigenvalue at the balanced "
    "minimum; there it is positive and the largest eigenvalue, the others being 0.",
    statement=sharpness_at_minimum("block2", middle_form),
    cross_checks=(largest("block2", Interval(1, 8, left_open=True), rtol=1e-8),),
)


@precise
def _rate_in_floats(L: float, excess: float, second: float, tau: float) -> tuple[float, float]:
    yx = second * (1 + excess)
    exact = mp("block2-rate", L, yx, second, tau)
    return chain.learning_rate(L, yx, second, tau, network="block2"), float(exact)


CLAIMS.add(
    id="CHAIN-E34",
    source=CHAIN.eq(34),
    says="Block two: the rule is eta = 1/(tau S), so that eta S = 1/tau.",
    statement=Statement(
        Equal(registered("block2-rate", mu_yx=r * mu_xx), 1 / (tau * printed_sharpness("block2"))),
        for_all={r: above(1), mu_xx: positive, L: DEPTH, tau: positive},
    ),
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


# S at mu_xx = 1 as a function of z = 1/L; it is 0 at z = 0.
of_inverse_depth = 4 * r ** (2 - 2 * z) * (r**z - 1)


CLAIMS.add(
    id="CHAIN-E35",
    source=CHAIN.eq(35),
    says="Block two at large depth: S = (4/L) mu_xx r^2 ln r + O(1/L^2); the next factor is "
    "1 - 3 ln r/(2 L).",
    statement=Statement(
        Equal(registered("block2-sharpness", mu_yx=r, mu_xx=ONE), at(of_inverse_depth, {z: 1 / L})),
        # Coefficients of its expansion in z.
        Equal(at(D(of_inverse_depth, z), {z: 0}), 4 * r**2 * sp.log(r)),
        Equal(at(D(of_inverse_depth, z, 2), {z: 0}) / 2, -6 * r**2 * sp.log(r) ** 2),
        for_all={r: above(1), L: DEPTH},
    ),
)


# The sharpness as a function of u = r^(1/L), which falls with depth at fixed r = u^L.
in_root = Equal(
    registered("block2-sharpness", mu_yx=u**L * mu_xx), 4 * mu_xx * u ** (2 * L) * (u - 1) / u**2
)
slope_in_root = Equal(D((u - 1) / u**2, u), (2 - u) / u**3)
falls = Less(0, (2 - x) / x**3)
ROOTS = {u: above(1), x: interval(1, 2, low_open=True, high_open=True), L: DEPTH, mu_xx: positive}


CLAIMS.add(
    id="CHAIN-I8-block2",
    source=CHAIN.section("D"),
    says="At large depth, from r^(1/L) < 2 on, the sharpness of block two decreases with depth.",
    quote="This shows that the sharpness at the global minimum decreases with L",
    reading="Restricted to large L, as the paper introduces the sentence. It does not hold at "
    "every depth: for r = 16 the sharpness grows until L = 4.",
    statement=Statement(
        in_root,
        slope_in_root,
        falls,
        for_all=ROOTS,
    ),
)


CLAIMS.add(
    id="CHAIN-I8-block2-peak",
    source=CHAIN.beyond("ERR-A10"),
    says="S of block two is 4 mu_xx r^2 (u - 1)/u^2 in u = r^(1/L): largest at u = 2, it grows "
    "with depth before L = log2(r) and falls from there on.",
    statement=Statement(
        in_root,
        slope_in_root,
        falls,
        Less((2 - s) / s**3, 0),
        Equal(sp.Rational(1, 4) - (u - 1) / u**2, (u - 2) ** 2 / (2 * u) ** 2),
        # The depth at which u is 2.
        Equal(log(r), log(2) * registered("block2-sharpest-depth")),
        for_all={**ROOTS, s: above(2), r: above(1)},
    ),
)
