"""Depth-wise transfer and the residual networks: E11, E23, E29, E35, I8 and I16 to I22."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.derive import (
    FINITE_DEPTH,
    MODERATE,
    L,
    at_minimum,
    gradient,
    law_id,
    layer,
    loss,
    mu_xx,
    mu_yx,
    r,
    radial_curvature,
    u,
    w,
)
from depthlaws.claims.chain.equations import ABOVE_ONE
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claim
from depthlaws.sims.scalar import descent as scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import Interval

ONE = sp.Integer(1)
L0 = sp.Symbol("L0", positive=True)
RATE_POWER = {"plain": -1, "block1": 0, "block2": 1}
BELOW_ONE = [0.5, 0.9]


def _total_weight(network: str) -> Any:
    """The simulated network against its definition, layer by layer."""

    def compare(depth: int, seed: int) -> tuple[float, float]:
        weights = np.random.default_rng(int(seed)).normal(size=int(depth))
        value = math.prod(float(layer(network, sp.Float(float(x)), sp.Integer(int(depth))))
                          for x in weights)  # fmt: skip
        exact = (0.3 * value - 0.7) ** 2 / 0.6
        return float(scalar.loss(network, weights, mu_yx=0.7, mu_xx=0.3)), exact

    return Property(compare, {"depth": [1, 2, 3, 7], "seed": list(range(20))}, rtol=1e-9, n=40)


def _scaled(network: str) -> sp.Expr:
    """k = eta S under the agnostic rule eta = c L^p, per unit c, at mu_xx = 1."""
    return L ** RATE_POWER[network] * law(law_id(network, "sharpness"), mu_yx=r, mu_xx=ONE)


def _mismatch(network: str) -> sp.Expr:
    return _scaled(network) / _scaled(network).subs(L, L0)


def _final_loss(network: str, depth: float, ratio: float, k: float, start: Any) -> float:
    rate = k * chain.learning_rate(depth, ratio, 1.0, 1.0, network=network)
    out = scalar.gradient_descent(
        network, depth, mu_yx=ratio, rate=rate, steps=30, balanced=True, **start
    )
    return float(np.squeeze(out["loss"].to_numpy()))


def _transfers(network: str, ratio: float, start: dict[str, float], limit: float):
    """One k = 1/tau in the middle of the window works at every depth."""

    def test(depth: float, k: float) -> bool:
        return _final_loss(network, depth, ratio, k, start) < limit

    return test


def _agnostic_from(tuned: float, ratio: float) -> bool:
    """c = eta L tuned to k = 1 at depth `tuned`: does the deepest network still converge?"""
    k = ratio ** (2 / tuned - 2 / 1024)
    path = scalar.gradient_descent(
        "plain", 1024.0, mu_yx=ratio, rate=k * chain.learning_rate(1024.0, ratio, 1.0, 1.0),
        total=0.1, steps=4000, balanced=True,
    )  # fmt: skip
    return float(np.squeeze(path["loss"].to_numpy())) < 1e-6


def _fails_iff(tuned: float, ratio: float) -> bool | None:
    k = ratio ** (2 / tuned - 2 / 1024)
    if abs(k - 2) < 0.05:
        return None
    return _agnostic_from(tuned, ratio) == (k < 2)


def _one_weight_curve() -> tuple[sp.Expr, sp.Expr]:
    """Curvature of the drawn curve w -> loss(w, ..., w) is L times the radial eigenvalue."""
    return sp.diff(loss(layer("plain", w) ** L), w, 2), L * radial_curvature("plain")


def _single_entry() -> tuple[sp.Expr, sp.Expr]:
    """Differentiating twice in one weight, then tying: S/L instead of S."""
    total = layer("plain", u) * layer("plain", w) ** (L - 1)
    wrong = sp.diff(loss(total), u, 2).subs(u, w)
    sharp = law("chain-sharpness", mu_yx=r * mu_xx)
    return at_minimum(wrong, "plain"), sharp / L


def _untied_block() -> Iterator[tuple[str, Any, Any]]:
    """1 + u v / L with u = v at the minimum: half the sharpness of the tied block 1 + w^2/L."""
    for depth in (1, 2, 3):
        us, vs = (sp.symbols(f"{x}1:{depth + 1}", positive=True) for x in "uv")
        total = sp.prod([1 + p * q / depth for p, q in zip(us, vs, strict=True)])
        at = {s: sp.sqrt(depth * (2 ** sp.Rational(1, depth) - 1)) for s in (*us, *vs)}
        full = sp.hessian(loss(total).subs({mu_yx: 2, mu_xx: 1}), [*us, *vs]).subs(at)
        direction = sp.ones(2 * depth, 1)
        radial = sp.simplify((full * direction)[0])
        tied = law("block2-sharpness", mu_yx=sp.Integer(2), mu_xx=ONE, L=sp.Integer(depth))
        yield f"L={depth}", radial, tied / 2


def _origin_stable(depth: int, ratio: float, factor: float) -> bool:
    """Block two with r < 1: w = 0 attracts gradient descent iff eta < L/(mu_xx (1 - r))."""
    rate = factor * depth / (1 - ratio)
    out = scalar.gradient_descent(
        "block2", float(depth), mu_yx=ratio, rate=rate, weight=1e-3, steps=6000, balanced=True,
        observe=("total",),
    )  # fmt: skip
    total = float(np.squeeze(out["total"].to_numpy()))
    return (math.isfinite(total) and total - 1 < 1e-6) == (factor < 1)


def _algebraic_decay(depth: int) -> tuple[float, float]:
    """Block two with r = 1: w_n = w_0 / sqrt(1 + 4 eta mu_xx w_0^2 n / L)."""
    steps, rate, start = 10_000, 0.1, 0.05
    out = scalar.gradient_descent(
        "block2", float(depth), mu_yx=1.0, rate=rate, weight=start, steps=steps, balanced=True
    )
    found = math.sqrt(depth * (float(np.squeeze(out["total"].to_numpy())) ** (1 / depth) - 1))
    return found, start / math.sqrt(1 + 4 * rate * start**2 * steps / depth)


_FIGURE_2 = {"depth": [1.0, 2.0, 4.0, 16.0, 128.0, 1024.0], "k": [0.9, 1.0, 1.2, 1.5]}

CLAIMS = (
    *(
        Claim(
            id=f"CHAIN-E{number}",
            source=CHAIN.eq(number),
            says=f"Definition of the {network} network: the product of its layers.",
            checks=(_total_weight(network),),
        )
        for number, network in ((23, "block1"), (29, "block2"))
    ),
    Claim(
        id="CHAIN-E11",
        source=CHAIN.eq(11),
        says="The two residual networks; untied, block two (1 + u v/L) has half the sharpness.",
        checks=(_total_weight("block1"), _total_weight("block2")),
        cross_checks=(Exhaustive(_untied_block),),
        uses=("block2-sharpness",),
    ),
    Claim(
        id="CHAIN-E35",
        source=CHAIN.eq(35),
        says="Block two at large depth: S = (4/L) mu_xx r^2 ln r + O(1/L^2); the next factor is "
        "1 - 3 ln r/(2 L).",
        uses=("block2-sharpness",),
        checks=(
            Identity(lambda: (sp.limit(_scaled("block2"), L, sp.oo), 4 * r**2 * sp.log(r)),
                     {r: ABOVE_ONE}),
            Identity(lambda: (
                sp.limit(L * (_scaled("block2") - 4 * r**2 * sp.log(r)), L, sp.oo),
                -6 * r**2 * sp.log(r) ** 2), {r: ABOVE_ONE}),
        ),
    ),
    Claim(
        id="CHAIN-I8-block1",
        source=CHAIN.figure(5),
        says="Figure 5: in the case drawn (r = 1) the sharpness of block one grows with depth.",
        uses=("block1-sharpness",),
        checks=(Certify(lambda: (
            law("block1-sharpness", mu_yx=ONE, mu_xx=ONE), "<",
            law("block1-sharpness", mu_yx=ONE, mu_xx=ONE, L=L + 1)), {L: [1, 2, 4, 8, 16]}),),
        corrected_by="CHAIN-I8-block1-constant",
    ),
    Claim(
        id="CHAIN-I8-block1-constant",
        source=CHAIN.beyond("ERR-A8"),
        says="At r = 1 block one has S = mu_xx at every depth; what grows is the curvature of the "
        "drawn curve, L S (L^2 mu_xx for the plain network of figure 1).",
        uses=("block1-sharpness",),
        checks=(
            Identity(lambda: (law("block1-sharpness", mu_yx=mu_xx), mu_xx),
                     {L: FINITE_DEPTH, mu_xx: MODERATE}),
            Identity(lambda: (
                sp.diff(loss(layer("block1", w) ** L), w, 2).subs({w: 0, mu_yx: mu_xx}),
                L * mu_xx), {L: FINITE_DEPTH, mu_xx: MODERATE}),
        ),
    ),
    Claim(
        id="CHAIN-I8-block2",
        source=CHAIN.section("D"),
        says="The sharpness of block two decreases with depth.",
        uses=("block2-sharpness",),
        checks=(Certify(lambda: (
            law("block2-sharpness", mu_yx=r, mu_xx=ONE), ">",
            law("block2-sharpness", mu_yx=r, mu_xx=ONE, L=L + 1)),
            {r: (sp.Rational(11, 10), 16), L: [1, 2, 4, 8, 16]},
            try_first=({"r": 16, "L": 1},)),),
        corrected_by="CHAIN-I8-block2-peak",
    ),
    Claim(
        id="CHAIN-I8-block2-peak",
        source=CHAIN.beyond("ERR-A10"),
        says="S of block two is 4 mu_xx r^2 (x - 1)/x^2 in x = r^(1/L), largest at x = 2: it "
        "decreases with depth exactly from L = log2(r) on.",
        uses=("block2-sharpness",),
        checks=(
            Identity(lambda: (
                law("block2-sharpness", mu_yx=r * mu_xx).subs(r, u**L),
                4 * mu_xx * u ** (2 * L) * (u - 1) / u**2),
                {u: Interval(1, 3, left_open=True), L: Interval(1, 8), mu_xx: MODERATE}),
            Identity(lambda: (sp.diff((u - 1) / u**2, u), (2 - u) / u**3),
                     {u: Interval(1, 5)}),
        ),
    ),
    Claim(
        id="CHAIN-I16",
        source=CHAIN.section("3"),
        says="With eta = c/L tuned at depth L0 the normalised rate at depth L is "
        "k_L = k_L0 r^(2/L0 - 2/L): too small for r < 1, too large for r > 1. Block one with "
        "constant eta: the same factor.",
        uses=("chain-sharpness", "block1-sharpness"),
        checks=tuple(
            Identity(lambda n=n: (_mismatch(n), r ** (2 / L0 - 2 / L)),
                     {r: MODERATE, L: FINITE_DEPTH, L0: FINITE_DEPTH}, what=n)
            for n in ("plain", "block1")
        ),
    ),
    Claim(
        id="CHAIN-I16-block2",
        source=CHAIN.beyond("I16"),
        says="Block two with eta = c L: k_inf = k_L0 ln(r) r^(2/L0) / (L0 (r^(1/L0) - 1)).",
        uses=("block2-sharpness",),
        checks=(
            Identity(lambda: (
                sp.limit(_scaled("block2"), L, sp.oo) / _scaled("block2").subs(L, L0),
                sp.log(r) * r ** (2 / L0) / (L0 * (r ** (1 / L0) - 1))),
                {r: ABOVE_ONE, L0: FINITE_DEPTH}),
            Quoted(lambda: [
                (f"r = 2, L0 = {d}",
                 float(sp.N(4 * sp.Integer(4) * sp.log(2) / _scaled("block2").subs(
                     {L: d, r: 2}))), p)
                for d, p in ((1, "2.773"), (2, "1.673"), (4, "1.295"), (8, "1.138"))]),
        ),
    ),
    Claim(
        id="CHAIN-I17",
        source=CHAIN.section("3"),
        says="The data dependence of the optimal rule vanishes for large L (the factor "
        "r^(2 - 2/L) tends to 1).",
        checks=(Identity(lambda: (sp.limit(r ** (2 - 2 / L), L, sp.oo), ONE), {r: MODERATE}),),
        corrected_by="CHAIN-I17-saturates",
    ),
    Claim(
        id="CHAIN-I17-saturates",
        source=CHAIN.beyond("ERR-C5"),
        says="The data dependence saturates at r^-2; its dependence on depth, r^(2/L), is what "
        "fades.",
        checks=(
            Identity(lambda: (sp.limit(r ** (2 - 2 / L), L, sp.oo), r**2), {r: MODERATE}),
            Identity(lambda: (sp.limit(r ** (2 / L), L, sp.oo), ONE), {r: MODERATE}),
        ),
    ),
    Claim(
        id="CHAIN-I18",
        source=CHAIN.section("3"),
        says="A rate tuned at L = 4 (to k = 1) under eta = c/L fails in very deep networks, "
        "r = 2.",
        checks=(Property(lambda tuned, ratio: not _agnostic_from(tuned, ratio),
                         {"tuned": [4.0], "ratio": [2.0]}, n=1),),
        corrected_by="CHAIN-I18-rule",
    ),
    Claim(
        id="CHAIN-I18-rule",
        source=CHAIN.beyond("ERR-C6"),
        says="Tuned to k = 1 at depth L0, a deep network converges exactly if r^(2/L0) < 2: from "
        "L0 = 4 it does for r < 4, from L0 = 2 for r < 2, and always for r < 1.",
        checks=(Property(_fails_iff, {"tuned": [1.0, 2.0, 4.0, 8.0],
                                      "ratio": [0.3, 0.8, 1.3, 1.6, 2.5, 3.5, 6.0]}, n=20),),
    ),
    Claim(
        id="CHAIN-I19",
        source=CHAIN.section("B.2, remark"),
        says="Tying the weights before differentiating gives L times the gradient and L times "
        "the curvature; differentiating twice in one weight gives S/L: neither is S.",
        uses=("chain-sharpness",),
        checks=(
            Identity(_one_weight_curve, {w: MODERATE, L: FINITE_DEPTH, mu_yx: MODERATE,
                                         mu_xx: MODERATE}),
            Identity(lambda: (sp.diff(loss(layer("plain", w) ** L), w), L * gradient("plain")),
                     {w: MODERATE, L: FINITE_DEPTH, mu_yx: MODERATE, mu_xx: MODERATE}),
            Identity(_single_entry, {r: MODERATE, mu_xx: MODERATE, L: FINITE_DEPTH}),
        ),
    ),
    Claim(
        id="CHAIN-I20",
        source=CHAIN.section("C"),
        says="Block one from w = 0.01: under eq. (28) one k in [0.9, 1.5] trains every depth to "
        "loss 1e-4 in 30 steps (r = 2).",
        checks=(Property(_transfers("block1", 2.0, {"weight": 0.01}, 1e-4), _FIGURE_2, n=30),),
        domain="r = 2; for r = 0.5 the fixed w(0) spoils L >= 1024, where a(0) = 1.38",
    ),
    Claim(
        id="CHAIN-I21",
        source=CHAIN.section("D"),
        says="Block two from w = 0.01: under eq. (34) the rates k in [0.9, 1.5] train every "
        "depth in 30 steps, r = 4.",
        checks=(Property(_transfers("block2", 4.0, {"weight": 0.01}, 1e-2), _FIGURE_2, n=30,
                         try_first=({"depth": 16.0, "k": 1.2},)),),
        corrected_by="CHAIN-I21-near-two",
    ),
    Claim(
        id="CHAIN-I21-near-two",
        source=CHAIN.beyond("ERR-A7"),
        says="For r = 2 they do (k from 1.0 to 1.5, loss below 1e-2); for r = 4 and L >= 4 no k "
        "does, because the escape from w = 0 takes longer than the budget.",
        checks=(
            Property(_transfers("block2", 2.0, {"weight": 0.01}, 1e-2),
                     {**_FIGURE_2, "k": [1.0, 1.2, 1.5]}, n=30),
            Property(lambda depth, k: not _transfers("block2", 4.0, {"weight": 0.01}, 1e-2)(
                depth, k), {"depth": [4.0, 16.0, 1024.0],
                            "k": Interval(sp.Rational(1, 10), 3)}, n=60),
        ),
    ),
    Claim(
        id="CHAIN-I22",
        source=CHAIN.beyond("ERR-A6"),
        says="Block two with r < 1 has its minimum at w = 0, a = 1, stable for "
        "eta < L/(mu_xx (1 - r)); with r = 1 weights decay like n^(-1/2).",
        checks=(
            Property(_origin_stable, {"depth": [1, 2, 4, 16], "ratio": BELOW_ONE,
                                      "factor": [0.98, 1.02]}, n=10),
            Property(_algebraic_decay, {"depth": [1, 2, 8]}, rtol=5e-3, n=6),
        ),
    ),
    Claim(
        id="CHAIN-I22-printed",
        source=CHAIN.eq(34),
        says="Eq. (34) is a positive learning rate for every mu_yx/mu_xx > 0.",
        uses=("block2-rate",),
        checks=(Certify(lambda: (law("block2-rate", mu_yx=r, mu_xx=ONE, tau=ONE), ">",
                                 sp.Integer(0)), {r: (sp.Rational(1, 4), sp.Rational(3, 4)),
                                                  L: [1, 2, 4]}),),
        corrected_by="CHAIN-I22-domain",
    ),
    Claim(
        id="CHAIN-I22-domain",
        source=CHAIN.beyond("ERR-A6"),
        says="Eq. (34) is positive for r > 1 and negative for r < 1: block two cannot reach a "
        "target below 1.",
        uses=("block2-rate",),
        checks=(
            Certify(lambda: (law("block2-rate", mu_yx=r, mu_xx=ONE, tau=ONE), ">",
                             sp.Integer(0)), {r: (sp.Rational(101, 100), 8), L: [1, 2, 4, 64]}),
            Certify(lambda: (law("block2-rate", mu_yx=r, mu_xx=ONE, tau=ONE), "<",
                             sp.Integer(0)), {r: (sp.Rational(1, 8), sp.Rational(99, 100)),
                                              L: [1, 2, 4, 64]}),
        ),
    ),
)  # fmt: skip
