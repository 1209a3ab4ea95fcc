"""Residual networks of block depth two: appendix D, equations (29)-(35), figure 7."""

import math
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    CURVATURE_DOMAIN,
    DATA,
    FIGURE_2,
    FINITE_DEPTH,
    L0,
    MODERATE,
    ONE,
    TARGET,
    WEIGHT,
    L,
    at_minimum,
    block2_sharpness,
    eta,
    flow_slope,
    full_hessian,
    gradient,
    largest_eigenvalue,
    law_id,
    mu_xx,
    mu_yx,
    r,
    radial_curvature,
    residual_gradients,
    scaled,
    target_domain,
    tau,
    total_weight,
    transfers,
    transverse_curvature,
    u,
    w,
)
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


def _escape(depth: float) -> tuple[float, float]:
    """Figure 7: log w grows by 0.1 kappa_L a step from w = 0.001 (r = 2, 1/tau = 0.1)."""
    rate = 0.1 * chain.learning_rate(depth, 2.0, 1.0, 1.0, network="block2")
    out = scalar.gradient_descent(
        scalar.Grid("block2", depth, mu_yx=2.0, rate=rate, weight=1e-3, balanced=True),
        steps=20,
        record=[0, 20],
    )
    weight = np.sqrt(depth * np.expm1(np.log(np.squeeze(out["total"].to_numpy())) / depth))
    return float(np.log(weight[1] / weight[0]) / 20), math.log1p(
        0.1 * formula("block2-escape-rate")(2.0, depth)
    )


CLAIMS.add(
    id="CHAIN-F7",
    source=CHAIN.figure(7),
    says="Block two leaves w = 0 at kappa_L a unit of time: 0.5, 0.302, 0.234, 0.205 for L = 1, 2,"
    " 4, 8 at r = 2.",
    checks=(
        Property(_escape, {"depth": [1.0, 2.0, 4.0, 8.0]}, rtol=1e-4, n=6),
        Quoted(
            lambda: [
                (f"kappa at L={d}", formula("block2-escape-rate")(2.0, d), p)
                for d, p in ((1, "0.5"), (2, "0.3018"), (4, "0.2336"), (8, "0.2053"))
            ]
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E29",
    source=CHAIN.eq(29),
    says="Definition of the block2 network: the product of its layers.",
    checks=(total_weight("block2"),),
)


CLAIMS.add(
    id="CHAIN-E30",
    source=CHAIN.eq(30),
    says="Block two: gradient flow of the first layer, for every depth up to five.",
    checks=(
        Exhaustive(
            residual_gradients(
                "block2",
                lambda x, b, n: 2 * eta * x / n * (mu_yx - mu_xx * sp.prod(b)) * sp.prod(b[1:]),
            )
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E31",
    source=CHAIN.eq(31),
    says="Block two: flow of one weight when all are equal.",
    checks=(
        Identity(
            lambda: (
                -eta * gradient("block2"),
                2 * eta / L * (mu_yx - mu_xx * (1 + w**2 / L) ** L) * (1 + w**2 / L) ** (L - 1) * w,
            ),
            {**WEIGHT, L: FINITE_DEPTH, **DATA, eta: UNIT},
        ),
    ),
)


def _block2_curvature() -> sp.Expr:
    """Right-hand side of eq. (32)."""
    b = 1 + w**2 / L
    pull = mu_yx * b ** (L - 2) * ((2 * L - 1) / L * w**2 + 1)
    return 2 / L * (mu_xx * b ** (2 * L - 2) * ((4 * L - 1) / L * w**2 + 1) - pull)


def block2_printed_slope() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (32) as printed."""
    return flow_slope("block2"), _block2_curvature()


CLAIMS.add(
    id="CHAIN-E32",
    source=CHAIN.eq(32),
    says="block2: (1/eta) d(dw_1/dt)/dw_1 equals the printed right-hand side.",
    checks=(Identity(block2_printed_slope, CURVATURE_DOMAIN),),
    corrected_by="CHAIN-E32-sign",
)


def block2_negative_slope() -> tuple[sp.Expr, sp.Expr]:
    """Eq. (32) with the sign that its left side lacks."""
    return -flow_slope("block2"), _block2_curvature()


def block2_radial_law() -> tuple[sp.Expr, sp.Expr]:
    """The registered radial eigenvalue against the printed one."""
    return law(law_id("block2", "radial")), _block2_curvature()


def block2_radial() -> tuple[sp.Expr, sp.Expr]:
    """The registered radial eigenvalue against the Hessian of the loss."""
    return law(law_id("block2", "radial")), radial_curvature("block2")


def block2_transverse() -> tuple[sp.Expr, sp.Expr]:
    """The registered transverse eigenvalue against the Hessian of the loss."""
    return law(law_id("block2", "transverse")), transverse_curvature("block2")


CLAIMS.add(
    id="CHAIN-E32-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="block2: the printed right-hand side is the radial Hessian eigenvalue, -(1/eta) "
    "d(dw_1/dt)/dw_1.",
    checks=(
        Identity(block2_negative_slope, CURVATURE_DOMAIN),
        Identity(block2_radial_law, CURVATURE_DOMAIN),
        Identity(block2_radial, CURVATURE_DOMAIN),
        Identity(block2_transverse, CURVATURE_DOMAIN),
    ),
    cross_checks=(Exhaustive(full_hessian("block2")),),
)


def block2_printed_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    """Both sides of eq. (33) as printed."""
    return at_minimum(flow_slope("block2"), "block2"), block2_sharpness()


CLAIMS.add(
    id="CHAIN-E33",
    source=CHAIN.eq(33),
    says="block2: S = (1/eta) d(dw_1/dt)/dw_1 at the minimum, as printed.",
    checks=(Identity(block2_printed_at_minimum, target_domain("block2")),),
    corrected_by="CHAIN-E33-sign",
)


def block2_radial_at_minimum() -> tuple[sp.Expr, sp.Expr]:
    """Radial eigenvalue at the balanced minimum against the printed S."""
    return at_minimum(radial_curvature("block2"), "block2"), block2_sharpness()


def block2_sharpness_law() -> tuple[sp.Expr, sp.Expr]:
    """The registered S against the printed one."""
    return law(law_id("block2", "sharpness"), mu_yx=r * mu_xx), block2_sharpness()


def block2_flat_across() -> tuple[sp.Expr, sp.Expr]:
    """The other eigenvalues vanish at the balanced minimum."""
    return at_minimum(transverse_curvature("block2"), "block2"), sp.Integer(0)


CLAIMS.add(
    id="CHAIN-E33-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="block2: the printed S is the radial Hessian eigenvalue at the balanced minimum; there it"
    " is the largest eigenvalue.",
    checks=(
        Identity(block2_radial_at_minimum, target_domain("block2")),
        Identity(block2_sharpness_law, target_domain("block2")),
        Identity(block2_flat_across, target_domain("block2")),
    ),
    cross_checks=(
        Property(
            largest_eigenvalue("block2"),
            {"depth": [1, 2, 3, 8, 24], "ratio": TARGET["block2"], "second": MODERATE},
            rtol=1e-9,
            n=60,
        ),
    ),
)


def block2_rule() -> tuple[sp.Expr, sp.Expr]:
    """The registered rule against 1/(tau S), S as printed."""
    found = law(law_id("block2", "rate"), mu_yx=r * mu_xx)
    return found, 1 / (tau * block2_sharpness())


def block2_scaled_rule() -> tuple[sp.Expr, sp.Expr]:
    """eta S = 1/tau between the registered rule and the registered S."""
    moments = {"mu_yx": r * mu_xx}
    rate, sharp = (law(law_id("block2", name), **moments) for name in ("rate", "sharpness"))
    return rate * sharp, 1 / tau


CLAIMS.add(
    id="CHAIN-E34",
    source=CHAIN.eq(34),
    says="block2: the rule is eta = 1/(tau S), so that eta S = 1/tau.",
    checks=(
        Identity(block2_rule, {**target_domain("block2"), tau: MODERATE}),
        Identity(block2_scaled_rule, {**target_domain("block2"), tau: MODERATE}),
    ),
)


def _origin_stable(depth: int, ratio: float, factor: float) -> bool:
    """Block two with r < 1: w = 0 attracts gradient descent iff eta < L/(mu_xx (1 - r))."""
    rate = factor * depth / (1 - ratio)
    out = scalar.gradient_descent(
        scalar.Grid("block2", float(depth), mu_yx=ratio, rate=rate, weight=1e-3, balanced=True),
        steps=6000,
        observe=("total",),
    )
    total = float(np.squeeze(out["total"].to_numpy()))
    return (math.isfinite(total) and total - 1 < 1e-6) == (factor < 1)


BELOW_ONE = [0.5, 0.9]


def _algebraic_decay(depth: int) -> tuple[float, float]:
    """Block two with r = 1: w_n = w_0 / sqrt(1 + 4 eta mu_xx w_0^2 n / L)."""
    steps, rate, start = 10_000, 0.1, 0.05
    out = scalar.gradient_descent(
        scalar.Grid("block2", float(depth), mu_yx=1.0, rate=rate, weight=start, balanced=True),
        steps=steps,
    )
    found = math.sqrt(depth * (float(np.squeeze(out["total"].to_numpy())) ** (1 / depth) - 1))
    return found, start / math.sqrt(1 + 4 * rate * start**2 * steps / depth)


CLAIMS.add(
    id="CHAIN-I22",
    source=CHAIN.beyond("ERR-A6"),
    says="Block two with r < 1 has its minimum at w = 0, a = 1, stable for eta < L/(mu_xx (1 - "
    "r)); with r = 1 weights decay like n^(-1/2).",
    checks=(
        Property(
            _origin_stable,
            {"depth": [1, 2, 4, 16], "ratio": BELOW_ONE, "factor": [0.98, 1.02]},
            n=10,
        ),
        Property(_algebraic_decay, {"depth": [1, 2, 8]}, rtol=5e-3, n=6),
    ),
)


CLAIMS.add(
    id="CHAIN-I22-printed",
    source=CHAIN.eq(34),
    says="Eq. (34) is a positive learning rate for every mu_yx/mu_xx > 0.",
    checks=(
        Certify(
            lambda: (law("block2-rate", mu_yx=r, mu_xx=ONE, tau=ONE), ">", sp.Integer(0)),
            {r: (sp.Rational(1, 4), sp.Rational(3, 4)), L: [1, 2, 4]},
        ),
    ),
    corrected_by="CHAIN-I22-domain",
)


CLAIMS.add(
    id="CHAIN-I22-domain",
    source=CHAIN.beyond("ERR-A6"),
    says="Eq. (34) is positive for r > 1 and negative for r < 1: block two cannot reach a target "
    "below 1.",
    checks=(
        Certify(
            lambda: (law("block2-rate", mu_yx=r, mu_xx=ONE, tau=ONE), ">", sp.Integer(0)),
            {r: (sp.Rational(101, 100), 8), L: [1, 2, 4, 64]},
        ),
        Certify(
            lambda: (law("block2-rate", mu_yx=r, mu_xx=ONE, tau=ONE), "<", sp.Integer(0)),
            {r: (sp.Rational(1, 8), sp.Rational(99, 100)), L: [1, 2, 4, 64]},
        ),
    ),
)


def _layers(weights: np.ndarray) -> Any:
    import xarray as xr

    return xr.DataArray(weights, dims="layer")


def _above_the_limit(rate: float) -> tuple[float, float]:
    """Block two, r = 2, L = 2, perturbed start: does k above 2 still train?"""
    eta = rate * chain.learning_rate(2, 2.0, 1.0, 1.0, network="block2")
    weights = 0.3 * np.exp(1e-3 * np.random.default_rng(5).standard_normal(2))
    out = scalar.gradient_descent(
        scalar.Grid("block2", 2, mu_yx=2.0, rate=eta, weight=_layers(weights)), steps=20_000
    )
    return float(np.squeeze(out["loss"].to_numpy())), 1e-12


def _printed_limit(rate: float) -> bool:
    """Eq. (34): no learning rate above 2/S (tau below 0.5) trains block two."""
    return not _above_the_limit(rate)[0] < 1e-12


CLAIMS.add(
    id="CHAIN-E34-largest",
    source=CHAIN.eq(34),
    says="Block two: 2/S at the balanced minimum is the largest stable learning rate (r = 2, L = "
    "2, weights perturbed by 1e-3).",
    checks=(Property(_printed_limit, {"rate": [2.2]}, n=1),),
    corrected_by="CHAIN-E34-ceiling",
)


CLAIMS.add(
    id="CHAIN-E34-ceiling",
    source=CHAIN.beyond("ERR-A11"),
    says="Gradient descent moves to a flatter minimum: k = 2.2 trains; the ceiling is k_max = "
    "1/kappa_L (3.314 at L = 2, 4.281 at L = 4, 4.871 at L = 8 for r = 2).",
    checks=(
        Property(_above_the_limit, {"rate": [2.2]}, relation="<", n=1),
        Quoted(
            lambda: [
                (f"k_max at L = {d}, r = 2", formula("block2-ceiling").ball(2, d), p)
                for d, p in ((2, "3.314"), (4, "4.281"), (8, "4.871"))
            ]
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E35",
    source=CHAIN.eq(35),
    says="Block two at large depth: S = (4/L) mu_xx r^2 ln r + O(1/L^2); the next factor is 1 - 3 "
    "ln r/(2 L).",
    checks=(
        Identity(
            lambda: (sp.limit(scaled("block2"), L, sp.oo), 4 * r**2 * sp.log(r)), {r: ABOVE_ONE}
        ),
        Identity(
            lambda: (
                sp.limit(L * (scaled("block2") - 4 * r**2 * sp.log(r)), L, sp.oo),
                -6 * r**2 * sp.log(r) ** 2,
            ),
            {r: ABOVE_ONE},
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-I8-block2",
    source=CHAIN.section("D"),
    says="The sharpness of block two decreases with depth.",
    checks=(
        Certify(
            lambda: (
                law("block2-sharpness", mu_yx=r, mu_xx=ONE),
                ">",
                law("block2-sharpness", mu_yx=r, mu_xx=ONE, L=L + 1),
            ),
            {r: (sp.Rational(11, 10), 16), L: [1, 2, 4, 8, 16]},
            try_first=({"r": 16, "L": 1},),
        ),
    ),
    corrected_by="CHAIN-I8-block2-peak",
)


CLAIMS.add(
    id="CHAIN-I8-block2-peak",
    source=CHAIN.beyond("ERR-A10"),
    says="S of block two is 4 mu_xx r^2 (x - 1)/x^2 in x = r^(1/L), largest at x = 2: it decreases"
    " with depth exactly from L = log2(r) on.",
    checks=(
        Identity(
            lambda: (
                law("block2-sharpness", mu_yx=r * mu_xx).subs(r, u**L),
                4 * mu_xx * u ** (2 * L) * (u - 1) / u**2,
            ),
            {u: Interval(1, 3, left_open=True), L: Interval(1, 8), mu_xx: MODERATE},
        ),
        Identity(lambda: (sp.diff((u - 1) / u**2, u), (2 - u) / u**3), {u: Interval(1, 5)}),
    ),
)


CLAIMS.add(
    id="CHAIN-I16-block2",
    source=CHAIN.beyond("I16"),
    says="Block two with eta = c L: k_inf = k_L0 ln(r) r^(2/L0) / (L0 (r^(1/L0) - 1)).",
    checks=(
        Identity(
            lambda: (
                sp.limit(scaled("block2"), L, sp.oo) / scaled("block2").subs(L, L0),
                sp.log(r) * r ** (2 / L0) / (L0 * (r ** (1 / L0) - 1)),
            ),
            {r: ABOVE_ONE, L0: FINITE_DEPTH},
        ),
        Quoted(
            lambda: [
                (
                    f"r = 2, L0 = {d}",
                    float(
                        sp.N(4 * sp.Integer(4) * sp.log(2) / scaled("block2").subs({L: d, r: 2}))
                    ),
                    p,
                )
                for d, p in ((1, "2.773"), (2, "1.673"), (4, "1.295"), (8, "1.138"))
            ]
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-I21",
    source=CHAIN.section("D"),
    says="Block two from w = 0.01: under eq. (34) the rates k in [0.9, 1.5] train every depth in "
    "30 steps, r = 4.",
    checks=(
        Property(
            transfers("block2", 4.0, {"weight": 0.01}, 1e-2),
            FIGURE_2,
            n=30,
            try_first=({"depth": 16.0, "k": 1.2},),
        ),
    ),
    corrected_by="CHAIN-I21-near-two",
)


CLAIMS.add(
    id="CHAIN-I21-near-two",
    source=CHAIN.beyond("ERR-A7"),
    says="For r = 2 they do (k from 1.0 to 1.5, loss below 1e-2); for r = 4 and L >= 4 no k does, "
    "because the escape from w = 0 takes longer than the budget.",
    checks=(
        Property(
            transfers("block2", 2.0, {"weight": 0.01}, 1e-2),
            {**FIGURE_2, "k": [1.0, 1.2, 1.5]},
            n=30,
        ),
        Property(
            lambda depth, k: not transfers("block2", 4.0, {"weight": 0.01}, 1e-2)(depth, k),
            {"depth": [4.0, 16.0, 1024.0], "k": Interval(sp.Rational(1, 10), 3)},
            n=60,
        ),
    ),
)
