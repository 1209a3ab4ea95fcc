"""Derivation of the sharpness: appendix B.2, equations (12) and (13)."""

import sympy as sp

from depthlaws.claims.chain.common import (
    CURVATURE_DOMAIN,
    L,
    at_minimum,
    flow_slope,
    full_hessian,
    gradient,
    largest_eigenvalue,
    layer,
    loss,
    mu_xx,
    mu_yx,
    printed_sharpness,
    r,
    radial_curvature,
    target_domain,
    transverse_curvature,
    u,
    w,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()


def _printed_curvature() -> sp.Expr:
    """Right-hand side of eq. (12)."""
    return -mu_yx * (L - 1) * w ** (L - 2) + mu_xx * (2 * L - 1) * w ** (2 * L - 2)


def _printed_slope() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (12) as printed."""
    return flow_slope("feedforward"), _printed_curvature()


CLAIMS.add(
    id="CHAIN-E12",
    source=CHAIN.eq(12),
    says="(1/eta) d(dw_1/dt)/dw_1 equals the printed right-hand side.",
    quote="(1/eta) d(dw_1/dt)/dw_1 = -mu_yx (L-1) w_1^(L-2) + mu_xx (2L-1) w_1^(2L-2)",
    reading="One slip of sign on the left, where a minus is missing, counted once: eqs. (13), "
    "(26), (27), (32) and (33) repeat it. With it S would be negative; every right-hand side and "
    "every value of S is right.",
    checks=(Identity(_printed_slope, CURVATURE_DOMAIN),),
    corrected_by="CHAIN-E12-sign",
)


def _negative_slope() -> tuple[sp.Expr, sp.Expr]:
    """Eq. (12) with the sign that its left side lacks."""
    return -flow_slope("feedforward"), _printed_curvature()


def _radial_law() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-radial"), radial_curvature("feedforward")


def _transverse_law() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-transverse"), transverse_curvature("feedforward")


CLAIMS.add(
    id="CHAIN-E12-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="The printed right-hand side is the radial Hessian eigenvalue, -(1/eta) d(dw_1/dt)/dw_1.",
    checks=(
        Identity(_negative_slope, CURVATURE_DOMAIN),
        Identity(_radial_law, CURVATURE_DOMAIN),
        Identity(_transverse_law, CURVATURE_DOMAIN),
    ),
    cross_checks=(Exhaustive(full_hessian("feedforward")),),
)


def _printed_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (13) as printed."""
    return at_minimum(flow_slope("feedforward"), "feedforward"), printed_sharpness("feedforward")


CLAIMS.add(
    id="CHAIN-E13",
    source=CHAIN.eq(13),
    says="S = (1/eta) d(dw_1/dt)/dw_1 at the minimum, as printed.",
    quote="S = (1/eta) d(dw_1/dt)/dw_1 at w_1 = (mu_yx/mu_xx)^(1/L)",
    reading="The sign slip of eq. (12) once more; the value of S is right.",
    checks=(Identity(_printed_at_minimum, target_domain("feedforward")),),
    corrected_by="CHAIN-E13-sign",
)


def _radial_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    return at_minimum(radial_curvature("feedforward"), "feedforward"), printed_sharpness(
        "feedforward"
    )


def _sharpness_law() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-sharpness", mu_yx=r * mu_xx), printed_sharpness("feedforward")


def _flat_across() -> tuple[sp.Expr, sp.Expr]:
    return at_minimum(transverse_curvature("feedforward"), "feedforward"), sp.Integer(0)


def _positive_sharpness() -> tuple[sp.Expr, str, sp.Expr]:
    return printed_sharpness("feedforward"), ">", sp.Integer(0)


CLAIMS.add(
    id="CHAIN-E13-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="The printed S is the radial Hessian eigenvalue at the balanced minimum; there it is "
    "positive and the largest eigenvalue, the others being 0.",
    checks=(
        Identity(_radial_at_minimum, target_domain("feedforward")),
        Identity(_sharpness_law, target_domain("feedforward")),
        Identity(_flat_across, target_domain("feedforward")),
        Inequality(_positive_sharpness, target_domain("feedforward")),
    ),
    cross_checks=(
        Property(
            largest_eigenvalue("feedforward"),
            {
                "depth": [1, 2, 3, 8, 24],
                "ratio": Interval(sp.Rational(1, 10), 10),
                "second": [0.3, 1.0, 4.0],
            },
            rtol=1e-9,
            n=45,
        ),
    ),
)


def _drawn_curvature() -> tuple[sp.Expr, sp.Expr]:
    """Curvature of the curve w -> loss(w, ..., w) is L times the radial eigenvalue."""
    return sp.diff(loss(layer("feedforward", w) ** L), w, 2), L * radial_curvature("feedforward")


def _drawn_gradient() -> tuple[sp.Expr, sp.Expr]:
    return sp.diff(loss(layer("feedforward", w) ** L), w), L * gradient("feedforward")


def _single_entry() -> tuple[sp.Expr, sp.Expr]:
    """Differentiating twice in one weight, then tying: S/L instead of S."""
    total = layer("feedforward", u) * layer("feedforward", w) ** (L - 1)
    wrong = sp.diff(loss(total), u, 2).subs(u, w)
    return at_minimum(wrong, "feedforward"), printed_sharpness("feedforward") / L


CLAIMS.add(
    id="CHAIN-I19",
    source=CHAIN.section("B.2, remark"),
    says="Tying the weights before differentiating gives L times the gradient and L times "
    "the curvature; differentiating twice in one weight gives S/L: neither is S.",
    quote="Substituting in the equality after the double differentiation would yield the wrong "
    "sharpness metric",
    checks=(
        Identity(_drawn_curvature, CURVATURE_DOMAIN),
        Identity(_drawn_gradient, CURVATURE_DOMAIN),
        Identity(_single_entry, target_domain("feedforward")),
    ),
)
