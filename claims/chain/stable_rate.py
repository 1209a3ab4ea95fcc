"""Sharpness and the largest stable learning rate: section 2 up to equation (5), figure 1."""

import math
from collections.abc import Callable

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    FINITE_DEPTH,
    MODERATE,
    NETWORKS,
    TARGET,
    L,
    alpha,
    at_minimum,
    descent,
    eta,
    gradient,
    law_id,
    mu_xx,
    mu_yx,
    plain_sharpness,
    r,
    radial_curvature,
    target_domain,
    tau,
    transverse_curvature,
    w,
)
from depthlaws.claims.engine.checks import Certify, Identity, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT

CLAIMS = Claims()


CLAIMS.add(
    id="CHAIN-I8",
    source=CHAIN.section("2, sharpness"),
    says="The deeper the network, the sharper its balanced minimum: S(L+1) > S(L).",
    checks=(
        Certify(
            lambda: (
                law("chain-sharpness", mu_yx=r, mu_xx=sp.Integer(1)),
                "<",
                law("chain-sharpness", mu_yx=r, mu_xx=sp.Integer(1), L=L + 1),
            ),
            {r: (sp.Rational(1, 20), 20), L: list(range(1, 9))},
            try_first=({"r": sp.Rational(1, 10), "L": 1},),
        ),
    ),
    corrected_by="CHAIN-I8-range",
)


CLAIMS.add(
    id="CHAIN-I8-range",
    source=CHAIN.beyond("ERR-A9"),
    says="d ln S/dL = (L + 2 ln r)/L^2: S grows with depth exactly where L > 2 ln(1/r), at every "
    "depth >= 1 if r >= exp(-1/2).",
    checks=(
        Identity(
            lambda: (
                sp.diff(sp.log(law("chain-sharpness", mu_yx=r, mu_xx=sp.Integer(1))), L),
                (L + 2 * sp.log(r)) / L**2,
            ),
            {r: MODERATE, L: FINITE_DEPTH},
        ),
    ),
)


def _spectrum(network: str, printed: Callable[[], sp.Expr], curvature: Callable[..., sp.Expr]):
    """Curvatures of the plain network in units mu_xx r^(2 - 2/L), as functions of alpha."""

    def sides() -> tuple[sp.Expr, sp.Expr]:
        weight = (alpha * r) ** (1 / L)
        found = curvature(network).subs(w, weight).subs(mu_yx, r * mu_xx)
        return found, mu_xx * r ** (2 - 2 / L) * printed()

    return sides


CLAIMS.add(
    id="CHAIN-I5",
    source=CHAIN.section("2, sharpness"),
    says="On the balanced ray the Hessian has one radial eigenvalue (2L-1) alpha^(2-2/L) - (L-1) "
    "alpha^(1-2/L) and L-1 transverse ones alpha^(1-2/L) (1 - alpha), in units mu_xx "
    "r^(2-2/L); at alpha = 1 the first is L and the others vanish.",
    checks=(
        Identity(
            _spectrum(
                "plain",
                lambda: (2 * L - 1) * alpha ** (2 - 2 / L) - (L - 1) * alpha ** (1 - 2 / L),
                radial_curvature,
            ),
            {alpha: MODERATE, r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH},
            what="radial",
        ),
        Identity(
            _spectrum("plain", lambda: alpha ** (1 - 2 / L) * (1 - alpha), transverse_curvature),
            {alpha: MODERATE, r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH},
            what="transverse",
        ),
    ),
)


def _multiplier(network: str) -> Callable[[], tuple[sp.Expr, sp.Expr]]:
    def sides() -> tuple[sp.Expr, sp.Expr]:
        step = sp.diff(w - eta * gradient(network), w)
        sharp = law(law_id(network, "sharpness"), mu_yx=r * mu_xx, mu_xx=mu_xx)
        return at_minimum(step, network), 1 - eta * sharp

    return sides


CLAIMS.add(
    id="CHAIN-I6",
    source=CHAIN.section("2, stability"),
    says="Gradient descent near the balanced minimum multiplies deviations by 1 - eta S, so it is "
    "stable exactly for 0 < eta < 2/S, in all three networks.",
    checks=tuple(
        Identity(
            _multiplier(n), {r: TARGET[n], mu_xx: MODERATE, L: FINITE_DEPTH, eta: UNIT}, what=n
        )
        for n in NETWORKS
    ),
)


def plain_rule() -> tuple[sp.Expr, sp.Expr]:
    """The registered rule against 1/(tau S), S as printed."""
    found = law(law_id("plain", "rate"), mu_yx=r * mu_xx)
    return found, 1 / (tau * plain_sharpness())


def plain_scaled_rule() -> tuple[sp.Expr, sp.Expr]:
    """eta S = 1/tau between the registered rule and the registered S."""
    moments = {"mu_yx": r * mu_xx}
    rate, sharp = (law(law_id("plain", name), **moments) for name in ("rate", "sharpness"))
    return rate * sharp, 1 / tau


CLAIMS.add(
    id="CHAIN-E5",
    source=CHAIN.eq(5),
    says="plain: the rule is eta = 1/(tau S), so that eta S = 1/tau.",
    checks=(
        Identity(plain_rule, {**target_domain("plain"), tau: MODERATE}),
        Identity(plain_scaled_rule, {**target_domain("plain"), tau: MODERATE}),
    ),
)


def _stuck_at_the_edge(depth: float) -> bool:
    """At k = 2 the distance to the minimum does not shrink."""
    path = np.abs(descent(depth, 0.5, 2.0, 6000) - 1)
    return bool(np.max(path[-100:]) > 0.9 * np.max(path[1000:1100]))


CLAIMS.add(
    id="CHAIN-I7",
    source=CHAIN.figure("1C and section 2"),
    says="tau = 0.5 is outside the stable window (0.5, inf): there gradient descent keeps "
    "oscillating, at every depth.",
    checks=(
        Property(
            _stuck_at_the_edge, {"depth": [1.0, 2.0, 4.0, 8.0]}, n=4, try_first=({"depth": 2.0},)
        ),
    ),
    corrected_by="CHAIN-I7-closed",
)


def _edge_decay(depth: float) -> tuple[float, float]:
    """|v_n - 1| sqrt(2 C n) at k = 2 tends to 1."""
    steps = 20_000
    out = scalar.gradient_descent(
        scalar.Grid("plain", depth, mu_yx=1.0, scaled_rate=2.0, total=0.5, balanced=True),
        steps=steps,
        record=[steps - 1, steps],
    )
    v = np.squeeze(out["total"].to_numpy()) ** (1 / depth)
    gap = float(np.mean(np.abs(v - 1)))
    return abs(gap * math.sqrt(2 * formula("chain-flip")(depth) * steps) - 1), 0.05


def _oscillates_above_one(depth: float, rate: float) -> bool:
    """Near the minimum successive deviations change sign exactly if k > 1."""
    path = descent(depth, 0.999, rate, 6) - 1
    return bool(np.all(path[:-1] * path[1:] < 0)) == (rate > 1)


CLAIMS.add(
    id="CHAIN-I7-closed",
    source=CHAIN.beyond("ERR-A2"),
    says="For L >= 2 the minimum still attracts at k = 1/tau = 2, |v_n - 1| ~ (2 C n)^(-1/2), C = "
    "4/3 (L-1)(5L-4); decaying oscillation begins at k = 1.",
    checks=(
        Property(_edge_decay, {"depth": [2.0, 3.0, 8.0]}, relation="<", n=3),
        Property(
            _oscillates_above_one,
            {"depth": [2.0, 3.0, 8.0, 64.0], "rate": [0.3, 0.7, 0.95, 1.05, 1.4, 1.9]},
            n=30,
        ),
    ),
)


def _panel_b(depth: float) -> bool:
    path = descent(depth, 0.1, 1.0, 60)
    return bool(np.all(np.diff(path) >= 0) and abs(path[-1] - 1) < 1e-3)


def _panel_c(depth: float) -> bool:
    path = descent(depth, 0.1, 2.0, 4000)
    if depth == 1:
        return bool(np.allclose(path[::2], 0.1) and np.allclose(path[1::2], 1.9))
    return bool(abs(path[-1] - 1) < abs(path[500] - 1) < abs(path[50] - 1))


CLAIMS.add(
    id="CHAIN-F1",
    source=CHAIN.figure(1),
    says="Panel B (tau = 1) is monotone and converges; panel C (tau = 0.5) oscillates: for ever "
    "between 0.1 and 1.9 at L = 1, with decay at L >= 2.",
    checks=(
        Property(_panel_b, {"depth": [1.0, 2.0, 4.0, 8.0, 16.0]}, n=8),
        Property(_panel_c, {"depth": [1.0, 2.0, 4.0, 8.0]}, n=8),
    ),
)
