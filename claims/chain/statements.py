"""What the scalar-chain paper says in words: I2 to I22 and the regimes of figure 3."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.derive import (
    FINITE_DEPTH,
    MODERATE,
    NETWORKS,
    L,
    alpha,
    at_minimum,
    eta,
    gradient,
    law_id,
    layer,
    mu_xx,
    mu_yx,
    r,
    radial_curvature,
    transverse_curvature,
    w,
)
from depthlaws.claims.chain.equations import TARGET
from depthlaws.claims.engine.checks import Certify, Identity, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claim
from depthlaws.sims.scalar import descent as scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import UNIT

DEPTHS = [1.0, 2.0, 3.0, 4.0, 8.0, 16.0, 64.0, math.inf]


def descent(depth: float, start: float, rate: float, steps: int, **options: Any) -> np.ndarray:
    """Relative total weight at every step, target 1, rate in units of 1/S: (steps + 1,)."""
    scaled = rate  # eta S = rate at mu_yx = mu_xx = 1, where S = L and eta = c / L
    out = scalar.gradient_descent(
        "plain", depth, mu_yx=1.0, scaled_rate=scaled, total=start, steps=steps,
        record=range(steps + 1), balanced=True, observe=("total",), **options,
    )  # fmt: skip
    return np.squeeze(out["total"].to_numpy())


def _distance_to_flow(depth: float, rate: float) -> float:
    steps = math.ceil(260 / rate)
    path = descent(depth, 0.01, rate, steps)
    return float(np.max(np.abs(path - chain.alpha(rate * np.arange(steps + 1.0), 0.01, depth))))


def _flow_is_first_order(depth: float) -> tuple[float, float]:
    return _distance_to_flow(depth, 0.05), 0.6 * _distance_to_flow(depth, 0.1)


def _equal_weights_stay_equal(network: str, depth: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(int(seed))
    out = scalar.gradient_descent(
        network, int(depth), mu_yx=1.5, rate=0.05, steps=200, observe=("weights",),
        weight=rng.uniform(0.3, 0.9), record=[200],
    )  # fmt: skip
    weights = np.squeeze(out["weights"].to_numpy())
    return weights, np.full_like(weights, weights.flat[0])


def _spectrum(network: str, printed: Callable[[], sp.Expr], curvature: Callable[..., sp.Expr]):
    """Curvatures of the plain network in units mu_xx r^(2 - 2/L), as functions of alpha."""

    def sides() -> tuple[sp.Expr, sp.Expr]:
        weight = (alpha * r) ** (1 / L)
        found = curvature(network).subs(w, weight).subs(mu_yx, r * mu_xx)
        return found, mu_xx * r ** (2 - 2 / L) * printed()

    return sides


def _multiplier(network: str) -> Callable[[], tuple[sp.Expr, sp.Expr]]:
    def sides() -> tuple[sp.Expr, sp.Expr]:
        step = sp.diff(w - eta * gradient(network), w)
        sharp = law(law_id(network, "sharpness"), mu_yx=r * mu_xx, mu_xx=mu_xx)
        return at_minimum(step, network), 1 - eta * sharp

    return sides


def _stuck_at_the_edge(depth: float) -> bool:
    """At k = 2 the distance to the minimum does not shrink."""
    path = np.abs(descent(depth, 0.5, 2.0, 6000) - 1)
    return bool(np.max(path[-100:]) > 0.9 * np.max(path[1000:1100]))


def _edge_decay(depth: float) -> tuple[float, float]:
    """|v_n - 1| sqrt(2 C n) at k = 2 tends to 1."""
    steps = 20_000
    out = scalar.gradient_descent(
        "plain", depth, mu_yx=1.0, scaled_rate=2.0, total=0.5, steps=steps,
        record=[steps - 1, steps], balanced=True,
    )  # fmt: skip
    v = np.squeeze(out["total"].to_numpy()) ** (1 / depth)
    gap = float(np.mean(np.abs(v - 1)))
    return abs(gap * math.sqrt(2 * formula("chain-flip")(depth) * steps) - 1), 0.05


def _oscillates_above_one(depth: float, rate: float) -> bool:
    """Near the minimum successive deviations change sign exactly if k > 1."""
    path = descent(depth, 0.999, rate, 6) - 1
    return bool(np.all(path[:-1] * path[1:] < 0)) == (rate > 1)


_LOCAL = (
    Claim(
        id="CHAIN-I2",
        source=CHAIN.section("2"),
        says="Gradient flow captures gradient descent at a small rate: the largest gap falls at "
        "least in proportion k^0.7 when k = eta S is halved (order one in k).",
        checks=(Property(_flow_is_first_order, {"depth": [1.0, 2.0, 4.0, 16.0, math.inf]},
                         relation="<", n=5),),
        domain="alpha0 = 0.01, k = 0.1 and 0.05; at k = 1 the gap is 0.36 for L = 1 (not small)",
    ),
    Claim(
        id="CHAIN-I4",
        source=CHAIN.section("2"),
        says="Weights that start equal stay equal, in all three networks.",
        checks=(Property(_equal_weights_stay_equal,
                         {"network": list(NETWORKS), "depth": [2, 5, 16],
                          "seed": list(range(4))}, rtol=1e-12, n=24),),
    ),
    Claim(
        id="CHAIN-I5",
        source=CHAIN.section("2, sharpness"),
        says="On the balanced ray the Hessian has one radial eigenvalue (2L-1) alpha^(2-2/L) - "
        "(L-1) alpha^(1-2/L) and L-1 transverse ones alpha^(1-2/L) (1 - alpha), in units "
        "mu_xx r^(2-2/L); at alpha = 1 the first is L and the others vanish.",
        checks=(
            Identity(_spectrum("plain", lambda: (2 * L - 1) * alpha ** (2 - 2 / L)
                               - (L - 1) * alpha ** (1 - 2 / L), radial_curvature),
                     {alpha: MODERATE, r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH},
                     what="radial"),
            Identity(_spectrum("plain", lambda: alpha ** (1 - 2 / L) * (1 - alpha),
                               transverse_curvature),
                     {alpha: MODERATE, r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH},
                     what="transverse"),
        ),
    ),
    Claim(
        id="CHAIN-I6",
        source=CHAIN.section("2, stability"),
        says="Gradient descent near the balanced minimum multiplies deviations by 1 - eta S, so "
        "it is stable exactly for 0 < eta < 2/S, in all three networks.",
        uses=tuple(law_id(n, "sharpness") for n in NETWORKS),
        checks=tuple(
            Identity(_multiplier(n), {r: TARGET[n], mu_xx: MODERATE, L: FINITE_DEPTH, eta: UNIT},
                     what=n)
            for n in NETWORKS
        ),
    ),
    Claim(
        id="CHAIN-I7",
        source=CHAIN.figure("1C and section 2"),
        says="tau = 0.5 is outside the stable window (0.5, inf): there gradient descent keeps "
        "oscillating, at every depth.",
        checks=(Property(_stuck_at_the_edge, {"depth": [1.0, 2.0, 4.0, 8.0]}, n=4,
                         try_first=({"depth": 2.0},)),),
        corrected_by="CHAIN-I7-closed",
    ),
    Claim(
        id="CHAIN-I7-closed",
        source=CHAIN.beyond("ERR-A2"),
        says="For L >= 2 the minimum still attracts at k = 1/tau = 2, |v_n - 1| ~ "
        "(2 C n)^(-1/2), C = 4/3 (L-1)(5L-4); decaying oscillation begins at k = 1.",
        uses=("chain-flip",),
        checks=(
            Property(_edge_decay, {"depth": [2.0, 3.0, 8.0]}, relation="<", n=3),
            Property(_oscillates_above_one,
                     {"depth": [2.0, 3.0, 8.0, 64.0],
                      "rate": [0.3, 0.7, 0.95, 1.05, 1.4, 1.9]}, n=30),
        ),
    ),
    Claim(
        id="CHAIN-I8",
        source=CHAIN.section("2, sharpness"),
        says="The deeper the network, the sharper its balanced minimum: S(L+1) > S(L).",
        uses=("chain-sharpness",),
        checks=(Certify(lambda: (
            law("chain-sharpness", mu_yx=r, mu_xx=sp.Integer(1)), "<",
            law("chain-sharpness", mu_yx=r, mu_xx=sp.Integer(1), L=L + 1)),
            {r: (sp.Rational(1, 20), 20), L: list(range(1, 9))},
            try_first=({"r": sp.Rational(1, 10), "L": 1},)),),
        corrected_by="CHAIN-I8-range",
    ),
    Claim(
        id="CHAIN-I8-range",
        source=CHAIN.beyond("ERR-A9"),
        says="d ln S/dL = (L + 2 ln r)/L^2: S grows with depth exactly where L > 2 ln(1/r), at "
        "every depth >= 1 if r >= exp(-1/2).",
        uses=("chain-sharpness",),
        checks=(Identity(lambda: (
            sp.diff(sp.log(law("chain-sharpness", mu_yx=r, mu_xx=sp.Integer(1))), L),
            (L + 2 * sp.log(r)) / L**2), {r: MODERATE, L: FINITE_DEPTH}),),
    ),
    Claim(
        id="CHAIN-I9",
        source=CHAIN.section("2"),
        says="The relative total weight alpha = w^L mu_xx/mu_yx is 1 at the global minimum.",
        checks=(Identity(lambda: (at_minimum(layer("plain", w) ** L * mu_xx / mu_yx, "plain"),
                                  sp.Integer(1)),
                         {r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH}),),
    ),
    Claim(
        id="CHAIN-I10",
        source=CHAIN.section("2"),
        says="The depth dependence fades: alpha^(2-2/L) -> alpha^2, from above, with gap at most "
        "(2/L) alpha^(2-2/L) ln(1/alpha).",
        checks=(
            Identity(lambda: (sp.limit(alpha ** (2 - 2 / L), L, sp.oo), alpha**2), {alpha: UNIT}),
            Certify(lambda: (1 - alpha ** (2 / L), "<=", 2 / L * -sp.log(alpha)),
                    {alpha: (sp.Rational(1, 1000), sp.Rational(999, 1000)),
                     L: [1, 2, 3, 10, 100]}),
        ),
    ),
)  # fmt: skip

CLAIMS = _LOCAL
