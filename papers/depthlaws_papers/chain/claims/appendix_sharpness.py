"""Derivation of the sharpness: appendix B.2, equations (12) and (13)."""

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    naturals,
    positive,
    registered,
)
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    MOMENTS,
    L,
    at_minimum,
    full_hessian,
    gradient,
    layer,
    loss,
    mu_xx,
    mu_yx,
    printed_sharpness,
    r,
    radial_curvature,
    u,
    w,
)
from depthlaws_papers.chain.claims.curvatures import (
    largest,
    sharpness_as_printed,
    sharpness_at_minimum,
    slope_as_printed,
    slope_with_its_sign,
)

CLAIMS = Claims()


def _printed_curvature() -> sp.Expr:
    """Right-hand side of eq. (12)."""
    return -mu_yx * (L - 1) * w ** (L - 2) + mu_xx * (2 * L - 1) * w ** (2 * L - 2)


CLAIMS.add(
    id="CHAIN-E12",
    source=CHAIN.eq(12),
    says="(1/eta) d(dw_1/dt)/dw_1 equals the printed right-hand side.",
    quote="(1/eta) d(dw_1/dt)/dw_1 = -mu_yx (L-1) w_1^(L-2) + mu_xx (2L-1) w_1^(2L-2)",
    reading="One sign slip, counted once: a minus is missing on the left; eqs. (13), (26), (27), "
    "(32) and (33) repeat it. Taken literally S would be negative; every right-hand side and every "
    "value of S is right.",
    statement=slope_as_printed("feedforward", _printed_curvature),
    corrected_by="CHAIN-E12-sign",
    sides=("left side", "right side as printed"),
    fault="slip",
    change="-(1/eta) d(dw_1/dt)/dw_1 on the left side; the same minus in (13), (26), (27), (32) "
    "and (33).",
)


CLAIMS.add(
    id="CHAIN-E12-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="At equal positive weights the printed right-hand side is the radial Hessian eigenvalue, "
    "-(1/eta) d(dw_1/dt)/dw_1.",
    statement=slope_with_its_sign("feedforward", _printed_curvature),
    cross_checks=(Exhaustive(full_hessian("feedforward")),),
)


CLAIMS.add(
    id="CHAIN-E13",
    source=CHAIN.eq(13),
    says="S = (1/eta) d(dw_1/dt)/dw_1 at the minimum, as printed.",
    quote="S = (1/eta) d(dw_1/dt)/dw_1 at w_1 = (mu_yx/mu_xx)^(1/L)",
    reading="The sign slip of eq. (12) again; the value of S is right.",
    statement=sharpness_as_printed("feedforward"),
    corrected_by="CHAIN-E13-sign",
    same_fault_as="CHAIN-E12",
    sides=("(1/eta) d(dw_1/dt)/dw_1 there", "S as printed"),
)


CLAIMS.add(
    id="CHAIN-E13-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="The printed S is the radial Hessian eigenvalue at the balanced minimum; there it is "
    "positive and the largest eigenvalue, the others being 0.",
    statement=sharpness_at_minimum("feedforward"),
    cross_checks=(largest("feedforward", Interval(sp.Rational(1, 10), 10), rtol=1e-9),),
)


one_moves = layer("feedforward", u) * layer("feedforward", w) ** (L - 1)


CLAIMS.add(
    id="CHAIN-I19",
    source=CHAIN.section("B.2, remark"),
    says="Tying the weights before differentiating gives L times the gradient and L times the "
    "curvature; differentiating twice in one weight gives S/L at the minimum: from L = 2 on "
    "neither is S.",
    quote="Substituting in the equality after the double differentiation would yield the wrong "
    "sharpness metric",
    statement=Statement(
        # The curvature of the curve w -> loss(w, ..., w) is L times the radial eigenvalue.
        Equal(D(loss(layer("feedforward", w) ** L), w, 2), L * radial_curvature("feedforward")),
        Equal(D(loss(layer("feedforward", w) ** L), w), L * gradient("feedforward")),
        # Differentiating twice in one weight and then tying gives S/L instead of S.
        Equal(
            at_minimum(at(D(loss(one_moves), u, 2), {u: w}), "feedforward"),
            printed_sharpness("feedforward") / L,
        ),
        for_all={w: positive, L: DEPTH, r: positive, **MOMENTS},
    ),
)


# -- on which moments the sharpness depends --------------------------------------------------------

S = L * mu_yx ** (2 - 2 / L) * mu_xx ** (2 / L - 1)
MOMENTS_ONLY = {mu_yx: positive, mu_xx: positive}

CLAIMS.add(
    id="CHAIN-I23",
    source=CHAIN.section("B.2"),
    says="At every depth from 2 on the sharpness S depends on the input variance mu_xx: its slope "
    "in mu_xx is not 0.",
    quote="For L >= 2, the sharpness depends on both the input variance and the input-output "
    "correlation",
    reading="Depends on both: neither derivative of S vanishes. At L = 2 S is 2 mu_yx, whatever "
    "mu_xx is. The sentence before it, that at L = 1 S depends on mu_xx alone, is true.",
    statement=Statement(
        Less(0, (mu_xx * D(sp.log(S), mu_xx)) ** 2), for_all={L: naturals(2), **MOMENTS_ONLY}
    ),
    corrected_by="CHAIN-I23-three",
    sides=("0", "squared slope of ln S in ln mu_xx"),
    fault="result",
    change="For L >= 3 the sharpness depends on both; at L = 2 it is 2 mu_yx, whatever the input "
    "variance is.",
)

CLAIMS.add(
    id="CHAIN-I23-three",
    source=CHAIN.beyond("ERR-A12"),
    says="S is mu_xx at L = 1 and 2 mu_yx at L = 2; from L = 3 on it depends on both moments, with "
    "the powers 2 - 2/L > 0 of mu_yx and 2/L - 1 < 0 of mu_xx.",
    statement=Statement(
        Equal(at(S, {L: 1}), mu_xx),
        Equal(at(S, {L: 2}), 2 * mu_yx),
        Equal(registered("chain-sharpness"), S),
        Equal(mu_yx * D(sp.log(S), mu_yx), 2 - 2 / L),
        Equal(mu_xx * D(sp.log(S), mu_xx), 2 / L - 1),
        Less(0, 2 - 2 / L),
        Less(2 / L - 1, 0),
        for_all={L: naturals(3), **MOMENTS_ONLY},
    ),
)
