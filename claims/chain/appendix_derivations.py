"""Derivations for the plain network: appendices B.2 to B.4, equations (12)-(22)."""

import math

import sympy as sp
from scipy.integrate import quad

from depthlaws.claims.chain.common import (
    BELOW,
    CURVATURE_DOMAIN,
    DATA,
    FINITE_DEPTH,
    LOW_START,
    MODERATE,
    PRINTED_SHARPNESS,
    TARGET,
    WEIGHT,
    L,
    alpha,
    at_minimum,
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
    plain_sharpness,
    r,
    radial_curvature,
    speed_of_total,
    target_domain,
    tau,
    transverse_curvature,
    u,
    w,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT

CLAIMS = Claims()


def _plain_curvature() -> sp.Expr:
    """Right-hand side of eq. (12)."""
    return -mu_yx * (L - 1) * w ** (L - 2) + mu_xx * (2 * L - 1) * w ** (2 * L - 2)


def plain_printed_slope() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (12) as printed."""
    return flow_slope("plain"), _plain_curvature()


CLAIMS.add(
    id="CHAIN-E12",
    source=CHAIN.eq(12),
    says="plain: (1/eta) d(dw_1/dt)/dw_1 equals the printed right-hand side.",
    checks=(Identity(plain_printed_slope, CURVATURE_DOMAIN),),
    corrected_by="CHAIN-E12-sign",
)


def plain_negative_slope() -> tuple[sp.Expr, sp.Expr]:
    """Eq. (12) with the sign that its left side lacks."""
    return -flow_slope("plain"), _plain_curvature()


def plain_radial_law() -> tuple[sp.Expr, sp.Expr]:
    """The registered radial eigenvalue against the printed one."""
    return law(law_id("plain", "radial")), _plain_curvature()


def plain_radial() -> tuple[sp.Expr, sp.Expr]:
    """The registered radial eigenvalue against the Hessian of the loss."""
    return law(law_id("plain", "radial")), radial_curvature("plain")


def plain_transverse() -> tuple[sp.Expr, sp.Expr]:
    """The registered transverse eigenvalue against the Hessian of the loss."""
    return law(law_id("plain", "transverse")), transverse_curvature("plain")


CLAIMS.add(
    id="CHAIN-E12-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="plain: the printed right-hand side is the radial Hessian eigenvalue, -(1/eta) "
    "d(dw_1/dt)/dw_1.",
    checks=(
        Identity(plain_negative_slope, CURVATURE_DOMAIN),
        Identity(plain_radial_law, CURVATURE_DOMAIN),
        Identity(plain_radial, CURVATURE_DOMAIN),
        Identity(plain_transverse, CURVATURE_DOMAIN),
    ),
    cross_checks=(Exhaustive(full_hessian("plain")),),
)


def plain_printed_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (13) as printed."""
    return at_minimum(flow_slope("plain"), "plain"), plain_sharpness()


CLAIMS.add(
    id="CHAIN-E13",
    source=CHAIN.eq(13),
    says="plain: S = (1/eta) d(dw_1/dt)/dw_1 at the minimum, as printed.",
    checks=(Identity(plain_printed_at_minimum, target_domain("plain")),),
    corrected_by="CHAIN-E13-sign",
)


def plain_radial_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    """Radial eigenvalue at the balanced minimum against the printed S."""
    return at_minimum(radial_curvature("plain"), "plain"), plain_sharpness()


def plain_sharpness_law() -> tuple[sp.Expr, sp.Expr]:
    """The registered S against the printed one."""
    return law(law_id("plain", "sharpness"), mu_yx=r * mu_xx), plain_sharpness()


def plain_flat_across() -> tuple[sp.Expr, sp.Expr]:
    """The other eigenvalues vanish at the balanced minimum."""
    return at_minimum(transverse_curvature("plain"), "plain"), sp.Integer(0)


CLAIMS.add(
    id="CHAIN-E13-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="plain: the printed S is the radial Hessian eigenvalue at the balanced minimum; there it "
    "is the largest eigenvalue.",
    checks=(
        Identity(plain_radial_at_minimum, target_domain("plain")),
        Identity(plain_sharpness_law, target_domain("plain")),
        Identity(plain_flat_across, target_domain("plain")),
    ),
    cross_checks=(
        Property(
            largest_eigenvalue("plain"),
            {"depth": [1, 2, 3, 8, 24], "ratio": TARGET["plain"], "second": MODERATE},
            rtol=1e-9,
            n=60,
        ),
    ),
)


def _one_weight_curve() -> tuple[sp.Expr, sp.Expr]:
    """Curvature of the drawn curve w -> loss(w, ..., w) is L times the radial eigenvalue."""
    return sp.diff(loss(layer("plain", w) ** L), w, 2), L * radial_curvature("plain")


def _single_entry() -> tuple[sp.Expr, sp.Expr]:
    """Differentiating twice in one weight, then tying: S/L instead of S."""
    total = layer("plain", u) * layer("plain", w) ** (L - 1)
    wrong = sp.diff(loss(total), u, 2).subs(u, w)
    sharp = law("chain-sharpness", mu_yx=r * mu_xx)
    return at_minimum(wrong, "plain"), sharp / L


CLAIMS.add(
    id="CHAIN-I19",
    source=CHAIN.section("B.2, remark"),
    says="Tying the weights before differentiating gives L times the gradient and L times the "
    "curvature; differentiating twice in one weight gives S/L: neither is S.",
    checks=(
        Identity(
            _one_weight_curve, {w: MODERATE, L: FINITE_DEPTH, mu_yx: MODERATE, mu_xx: MODERATE}
        ),
        Identity(
            lambda: (sp.diff(loss(layer("plain", w) ** L), w), L * gradient("plain")),
            {w: MODERATE, L: FINITE_DEPTH, mu_yx: MODERATE, mu_xx: MODERATE},
        ),
        Identity(_single_entry, {r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH}),
    ),
)


CLAIMS.add(
    id="CHAIN-E14",
    source=CHAIN.eq(14),
    says="d(a)/dt = eta L a^(2 - 2/L) (mu_yx - mu_xx a).",
    checks=(
        Identity(
            lambda: (speed_of_total("plain"), eta * L * w ** (2 * L - 2) * (mu_yx - mu_xx * w**L)),
            {**WEIGHT, L: FINITE_DEPTH, **DATA, eta: UNIT},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E15",
    source=CHAIN.eq(15),
    says="Under eq. (5), tau d(a)/dt = r^(-2 + 2/L) a^(2 - 2/L) (r - a).",
    checks=(
        Identity(
            lambda: (
                tau
                * (
                    speed_of_total("plain")
                    .subs(eta, 1 / (tau * PRINTED_SHARPNESS["plain"]()))
                    .subs(mu_yx, r * mu_xx)
                ),
                r ** (2 / L - 2) * w ** (2 * L - 2) * (r - w**L),
            ),
            {**WEIGHT, L: FINITE_DEPTH, r: MODERATE, mu_xx: MODERATE, tau: MODERATE},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E16",
    source=CHAIN.eq(16),
    says="The three lines from eq. (15) to eq. (6).",
    checks=(
        Identity(
            lambda: (
                r ** (2 / L - 2) * (alpha * r) ** (2 - 2 / L) * (r - alpha * r) / r,
                alpha ** (2 - 2 / L) * (1 - alpha),
            ),
            {alpha: UNIT, r: MODERATE, L: FINITE_DEPTH},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E17",
    source=CHAIN.eq(17),
    says="Eq. (17) repeats eq. (8); 1/(alpha^2 (1 - alpha)) is its integrand (eq. 18).",
    checks=(
        Identity(
            lambda: (
                1 / sp.limit(law("chain-effective-flow"), L, sp.oo),
                1 / (alpha**2 * (1 - alpha)),
            ),
            {alpha: UNIT},
        ),
    ),
)


def _by_antiderivative(start: float, end: float) -> tuple[float, float] | None:
    low, high = min(start, end), max(start, end)
    if high - low < 1e-3:
        return None
    exact, _ = quad(lambda a: 1 / (a**2 * (1 - a)), low, high, epsabs=0, epsrel=1e-12, limit=200)
    ends = [-1 / a - math.log(1 / a - 1) for a in (low, high)]
    return ends[1] - ends[0], exact


CLAIMS.add(
    id="CHAIN-E18",
    source=CHAIN.eq(18),
    says="At infinite depth t/tau is the integral of 1/(alpha^2 (1 - alpha)), which eq. (19) "
    "evaluates between its ends.",
    checks=(
        Property(_by_antiderivative, {"start": LOW_START, "end": LOW_START}, rtol=1e-10, n=20),
    ),
)


CLAIMS.add(
    id="CHAIN-E19",
    source=CHAIN.eq(19),
    says="-1/alpha - ln(1/alpha - 1) is an antiderivative of 1/(alpha^2 (1 - alpha)).",
    checks=(
        Identity(
            lambda: (
                sp.diff(-1 / alpha - sp.log(1 / alpha - 1), alpha),
                1 / (alpha**2 * (1 - alpha)),
            ),
            {alpha: BELOW},
        ),
    ),
)


def _logarithm_of_lambert() -> tuple[sp.Expr, sp.Expr]:
    """At alpha = 1/(1 + W): beta = ln(W exp(W)), which is what W0(exp(beta)) = W means."""
    rest = sp.simplify(1 / (1 / (1 + u)) - 1)
    return rest + sp.log(rest), sp.expand_log(sp.log(u * sp.exp(u)))


CLAIMS.add(
    id="CHAIN-E20",
    source=CHAIN.eq(20),
    says="1/alpha - 1 + ln(1/alpha - 1) = beta(t); eqs. (21) and (22) exponentiate and invert it: "
    "alpha = 1/(1 + W) with W exp(W) = exp(beta).",
    checks=(Identity(_logarithm_of_lambert, {u: MODERATE}),),
)
