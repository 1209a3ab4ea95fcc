"""Residual networks of block depth one: appendix C, equations (23)-(28), figures 5 and 6."""

from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    CURVATURE_DOMAIN,
    DATA,
    FIGURE_2,
    FINITE_DEPTH,
    MODERATE,
    ONE,
    TARGET,
    WEIGHT,
    L,
    at_minimum,
    block1_sharpness,
    eta,
    flow_slope,
    full_hessian,
    gradient,
    largest_eigenvalue,
    law_id,
    layer,
    loss,
    mu_xx,
    mu_yx,
    mu_yy,
    r,
    radial_curvature,
    residual_gradients,
    target_domain,
    tau,
    total_weight,
    transfers,
    transverse_curvature,
    w,
)
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT

CLAIMS = Claims()


CLAIMS.add(
    id="CHAIN-I8-block1",
    source=CHAIN.figure(5),
    says="Figure 5: in the case drawn (r = 1) the sharpness of block one grows with depth.",
    checks=(
        Certify(
            lambda: (
                law("block1-sharpness", mu_yx=ONE, mu_xx=ONE),
                "<",
                law("block1-sharpness", mu_yx=ONE, mu_xx=ONE, L=L + 1),
            ),
            {L: [1, 2, 4, 8, 16]},
        ),
    ),
    corrected_by="CHAIN-I8-block1-constant",
)


CLAIMS.add(
    id="CHAIN-I8-block1-constant",
    source=CHAIN.beyond("ERR-A8"),
    says="At r = 1 block one has S = mu_xx at every depth; what grows is the curvature of the "
    "drawn curve, L S (L^2 mu_xx for the plain network of figure 1).",
    checks=(
        Identity(
            lambda: (law("block1-sharpness", mu_yx=mu_xx), mu_xx),
            {L: FINITE_DEPTH, mu_xx: MODERATE},
        ),
        Identity(
            lambda: (
                sp.diff(loss(layer("block1", w) ** L), w, 2).subs({w: 0, mu_yx: mu_xx}),
                L * mu_xx,
            ),
            {L: FINITE_DEPTH, mu_xx: MODERATE},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-F5",
    source=CHAIN.figure(5),
    says="The drawn curve (1 - (1 + w/sqrt L)^L)^2/2 is the loss of block one at equal weights; "
    "its curvature at the minimum w = 0 is L.",
    checks=(
        Identity(
            lambda: (
                loss(layer("block1", w) ** L).subs(dict.fromkeys((mu_yx, mu_xx, mu_yy), 1)),
                (1 - (1 + w / sp.sqrt(L)) ** L) ** 2 / 2,
            ),
            {w: MODERATE, L: FINITE_DEPTH},
        ),
        Identity(
            lambda: (sp.diff((1 - (1 + w / sp.sqrt(L)) ** L) ** 2 / 2, w, 2).subs(w, 0), L),
            {L: FINITE_DEPTH},
        ),
    ),
)


def _block1_starts() -> Iterator[tuple[str, float, str]]:
    """Total weight of block one from w = -0.5, and the plateau it makes deep networks wait."""
    for depth, printed in ((1, "0.5"), (2, "0.418"), (4, "0.316"), (16, "0.118"), (64, "0.0161")):
        out = scalar.gradient_descent(
            scalar.Grid("block1", depth, mu_yx=2.0, rate=0.01, weight=-0.5), steps=1, record=[0]
        )
        yield f"a(0) at L={depth}", float(np.squeeze(out["total"].to_numpy())), printed


CLAIMS.add(
    id="CHAIN-F6",
    source=CHAIN.figure(6),
    says="Block one from a fixed w(0) = -0.5 starts at a total weight that falls with depth.",
    checks=(Quoted(_block1_starts),),
)


CLAIMS.add(
    id="CHAIN-E23",
    source=CHAIN.eq(23),
    says="Definition of the block1 network: the product of its layers.",
    checks=(total_weight("block1"),),
)


CLAIMS.add(
    id="CHAIN-E24",
    source=CHAIN.eq(24),
    says="Block one: gradient flow of the first layer, for every depth up to five.",
    checks=(
        Exhaustive(
            residual_gradients(
                "block1",
                lambda x, b, n: eta / sp.sqrt(n) * (mu_yx - mu_xx * sp.prod(b)) * sp.prod(b[1:]),
            )
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E25",
    source=CHAIN.eq(25),
    says="Block one: flow of one weight when all are equal.",
    checks=(
        Identity(
            lambda: (
                -eta * gradient("block1"),
                eta
                / sp.sqrt(L)
                * (mu_yx - mu_xx * (1 + w / sp.sqrt(L)) ** L)
                * (1 + w / sp.sqrt(L)) ** (L - 1),
            ),
            {**WEIGHT, L: FINITE_DEPTH, **DATA, eta: UNIT},
        ),
    ),
)


def _block1_curvature() -> sp.Expr:
    """Right-hand side of eq. (26)."""
    b = 1 + w / sp.sqrt(L)
    return (-mu_yx * (L - 1) * b ** (L - 2) + mu_xx * (2 * L - 1) * b ** (2 * L - 2)) / L


def block1_printed_slope() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (26) as printed."""
    return flow_slope("block1"), _block1_curvature()


CLAIMS.add(
    id="CHAIN-E26",
    source=CHAIN.eq(26),
    says="block1: (1/eta) d(dw_1/dt)/dw_1 equals the printed right-hand side.",
    checks=(Identity(block1_printed_slope, CURVATURE_DOMAIN),),
    corrected_by="CHAIN-E26-sign",
)


def block1_negative_slope() -> tuple[sp.Expr, sp.Expr]:
    """Eq. (26) with the sign that its left side lacks."""
    return -flow_slope("block1"), _block1_curvature()


def block1_radial_law() -> tuple[sp.Expr, sp.Expr]:
    """The registered radial eigenvalue against the printed one."""
    return law(law_id("block1", "radial")), _block1_curvature()


def block1_radial() -> tuple[sp.Expr, sp.Expr]:
    """The registered radial eigenvalue against the Hessian of the loss."""
    return law(law_id("block1", "radial")), radial_curvature("block1")


def block1_transverse() -> tuple[sp.Expr, sp.Expr]:
    """The registered transverse eigenvalue against the Hessian of the loss."""
    return law(law_id("block1", "transverse")), transverse_curvature("block1")


CLAIMS.add(
    id="CHAIN-E26-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="block1: the printed right-hand side is the radial Hessian eigenvalue, -(1/eta) "
    "d(dw_1/dt)/dw_1.",
    checks=(
        Identity(block1_negative_slope, CURVATURE_DOMAIN),
        Identity(block1_radial_law, CURVATURE_DOMAIN),
        Identity(block1_radial, CURVATURE_DOMAIN),
        Identity(block1_transverse, CURVATURE_DOMAIN),
    ),
    cross_checks=(Exhaustive(full_hessian("block1")),),
)


def block1_printed_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (27) as printed."""
    return at_minimum(flow_slope("block1"), "block1"), block1_sharpness()


CLAIMS.add(
    id="CHAIN-E27",
    source=CHAIN.eq(27),
    says="block1: S = (1/eta) d(dw_1/dt)/dw_1 at the minimum, as printed.",
    checks=(Identity(block1_printed_at_minimum, target_domain("block1")),),
    corrected_by="CHAIN-E27-sign",
)


def block1_radial_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    """Radial eigenvalue at the balanced minimum against the printed S."""
    return at_minimum(radial_curvature("block1"), "block1"), block1_sharpness()


def block1_sharpness_law() -> tuple[sp.Expr, sp.Expr]:
    """The registered S against the printed one."""
    return law(law_id("block1", "sharpness"), mu_yx=r * mu_xx), block1_sharpness()


def block1_flat_across() -> tuple[sp.Expr, sp.Expr]:
    """The other eigenvalues vanish at the balanced minimum."""
    return at_minimum(transverse_curvature("block1"), "block1"), sp.Integer(0)


CLAIMS.add(
    id="CHAIN-E27-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="block1: the printed S is the radial Hessian eigenvalue at the balanced minimum; there it"
    " is the largest eigenvalue.",
    checks=(
        Identity(block1_radial_at_minimum, target_domain("block1")),
        Identity(block1_sharpness_law, target_domain("block1")),
        Identity(block1_flat_across, target_domain("block1")),
    ),
    cross_checks=(
        Property(
            largest_eigenvalue("block1"),
            {"depth": [1, 2, 3, 8, 24], "ratio": TARGET["block1"], "second": MODERATE},
            rtol=1e-9,
            n=60,
        ),
    ),
)


def block1_rule() -> tuple[sp.Expr, sp.Expr]:
    """The registered rule against 1/(tau S), S as printed."""
    found = law(law_id("block1", "rate"), mu_yx=r * mu_xx)
    return found, 1 / (tau * block1_sharpness())


def block1_scaled_rule() -> tuple[sp.Expr, sp.Expr]:
    """eta S = 1/tau between the registered rule and the registered S."""
    moments = {"mu_yx": r * mu_xx}
    rate, sharp = (law(law_id("block1", name), **moments) for name in ("rate", "sharpness"))
    return rate * sharp, 1 / tau


CLAIMS.add(
    id="CHAIN-E28",
    source=CHAIN.eq(28),
    says="block1: the rule is eta = 1/(tau S), so that eta S = 1/tau.",
    checks=(
        Identity(block1_rule, {**target_domain("block1"), tau: MODERATE}),
        Identity(block1_scaled_rule, {**target_domain("block1"), tau: MODERATE}),
    ),
)


CLAIMS.add(
    id="CHAIN-I20",
    source=CHAIN.section("C"),
    says="Block one from w = 0.01: under eq. (28) one k in [0.9, 1.5] trains every depth to loss "
    "1e-4 in 30 steps (r = 2) (r = 2; for r = 0.5 the fixed w(0) spoils L >= 1024, where a(0)"
    " = 1.38).",
    checks=(Property(transfers("block1", 2.0, {"weight": 0.01}, 1e-4), FIGURE_2, n=30),),
)
