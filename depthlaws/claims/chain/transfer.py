"""Depth-wise transfer of learning rates: section 3, equation (11)."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain import layers
from depthlaws.claims.chain.common import (
    FINITE_DEPTH,
    L0,
    ONE,
    L,
    exact_networks,
    law_id,
    loss,
    mp,
    mu_xx,
    mu_yx,
    precise,
    r,
    x,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property, Quoted
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE

CLAIMS = Claims()


# -- networks and rules -----------------------------------------------------------------------

_RATE_POWER = {"feedforward": -1, "block1": 0, "block2": 1}


def _scaled(network: str) -> sp.Expr:
    """k = eta S under the agnostic rule eta = c L^p, per unit c, at mu_xx = 1."""
    sharp = law(law_id(network, "sharpness"), mu_yx=r, mu_xx=ONE)
    return L ** _RATE_POWER[network] * sharp


def _mismatch(network: str) -> tuple[sp.Expr, sp.Expr]:
    return _scaled(network) / _scaled(network).subs(L, L0), r ** (2 / L0 - 2 / L)


def _feedforward_mismatch() -> tuple[sp.Expr, sp.Expr]:
    return _mismatch("feedforward")


def _block1_mismatch() -> tuple[sp.Expr, sp.Expr]:
    return _mismatch("block1")


def _too_small() -> tuple[sp.Expr, str, sp.Expr]:
    """r = exp(-x) < 1 and L > L0 (L = L0 + v): the exponent of the factor is negative."""
    v = sp.Symbol("v", positive=True)
    return -x * (2 / L0 - 2 / (L0 + v)), "<", sp.Integer(0)


def _deep_factors() -> Iterator[tuple[str, sp.Expr, str]]:
    for ratio, numbers in (("2", ("4.000", "2.000", "1.414", "1.189")),):
        for depth, printed in zip((1, 2, 4, 8), numbers, strict=True):
            yield (
                f"k_inf/k_L0 at r = {ratio}, L0 = {depth}",
                sp.Rational(ratio) ** sp.Rational(2, depth),
                printed,
            )


@precise
def _mismatch_in_floats(L: float, L0: float, ratio: float, network: str) -> tuple[float, float]:
    if network == "block2":
        ratio = 1 + ratio
    exact = mp(law_id(network, "mismatch"), L, L0, ratio)
    return chain.mismatch(L, L0, ratio, network=network), float(exact)


_FAR_DEPTHS = [1.0, 2.0, 4.0, 12.0, 1e3, 1e6, 1e9]

CLAIMS.add(
    id="CHAIN-I16",
    source=CHAIN.section("3"),
    says="With eta = c/L tuned at depth L0 the normalised rate at depth L is "
    "k_L = k_L0 r^(2/L0 - 2/L): for L > L0 too small if r < 1, too large if r > 1; at r = 2 the "
    "factor to infinite depth is 4, 2, 1.414, 1.189 from L0 = 1, 2, 4, 8. Block one with constant "
    "eta: the same factor.",
    quote="too small when mu_yx/mu_xx < 1, and too large when mu_yx/mu_xx > 1",
    checks=(
        Identity(
            _feedforward_mismatch,
            {r: POSITIVE, L: FINITE_DEPTH, L0: FINITE_DEPTH},
            what="feedforward",
        ),
        Identity(_block1_mismatch, {r: POSITIVE, L: FINITE_DEPTH, L0: FINITE_DEPTH}, what="block1"),
        Inequality(
            _too_small,
            {x: POSITIVE, L0: FINITE_DEPTH, sp.Symbol("v", positive=True): POSITIVE},
        ),
        Quoted(_deep_factors),
    ),
    cross_checks=(
        Property(
            _mismatch_in_floats,
            {
                "L": _FAR_DEPTHS,
                "L0": _FAR_DEPTHS,
                "ratio": [0.01, 0.5, 2.0, 30.0],
                "network": ["feedforward", "block1", "block2"],
            },
            rtol=1e-12,
        ),
    ),
)

CLAIMS.add(
    id="CHAIN-E11",
    source=CHAIN.eq(11),
    says="The two residual networks: products of 1 + w_l/sqrt L, and of 1 + w_l^2/L.",
    statement=layers.block1,
    checks=layers.block2.checks,
    cross_checks=(Exhaustive(exact_networks("block1")), Exhaustive(exact_networks("block2"))),
)


def _untied_block() -> Iterator[tuple[str, Any, Any]]:
    """1 + u v / L with u = v at the minimum has half the sharpness of the tied block 1 + w^2/L."""
    for depth in (1, 2, 3):
        us, vs = (sp.symbols(f"{name}1:{depth + 1}", positive=True) for name in "uv")
        total = sp.prod([1 + p * q / depth for p, q in zip(us, vs, strict=True)])
        weight = sp.sqrt(depth * (2 ** sp.Rational(1, depth) - 1))
        here = dict.fromkeys((*us, *vs), weight)
        push = loss(total).subs({mu_yx: 2, mu_xx: 1})
        radial = sum(at(D(push, us[0], z), here) for z in here)
        tied = law("block2-sharpness", mu_yx=sp.Integer(2), mu_xx=ONE, L=sp.Integer(depth))
        yield f"L={depth}", radial, tied / 2


CLAIMS.add(
    id="CHAIN-C8",
    source=CHAIN.beyond("ERR-C8"),
    says="Block two is weight-tied inside a block; untied, 1 + u v/L with u = v, it has half the "
    "sharpness (depths 1 to 3, r = 2).",
    checks=(Exhaustive(_untied_block),),
)


# -- weak for large depth --------------------------------------------------------------------------


def _exponent_fades() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "2/L", lim(2 / L, L, sp.oo), sp.Integer(0)
    yield "r^(2/L)", lim(r ** (2 / L), L, sp.oo), sp.Integer(1)


CLAIMS.add(
    id="CHAIN-I17",
    source=CHAIN.section("3"),
    says=(
        "The depth-dependent part of the rule's data dependence is weak for large L: the "
        "factor r^(2/L) tends to 1."
    ),
    quote="the data dependence of optimal learning rate scaling is weak for large L",
    reading=(
        "Read as appendix C explains it, lim 2/L = 0. The data dependence itself does "
        "not weaken: it tends to r^-2."
    ),
    imprecise=True,
    exact="CHAIN-I17-saturates",
    checks=(Exhaustive(_exponent_fades),),
)


def _sharpness_saturates() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for network in ("feedforward", "block1"):
        yield f"{network}: S L^p", lim(_scaled(network), L, sp.oo), r**2


def _rate_saturates() -> tuple[sp.Expr, sp.Expr]:
    """The depth-dependent factor of the rule: eta(L)/eta(infinity) = r^(2/L)."""
    factor = lim(_scaled("feedforward"), L, sp.oo) / _scaled("feedforward")
    return factor, r ** (2 / L)


CLAIMS.add(
    id="CHAIN-I17-saturates",
    source=CHAIN.beyond("ERR-C5"),
    says=(
        "The data dependence of eta L saturates at r^-2 (S/L tends to mu_xx r^2); only "
        "its dependence on depth, the factor r^(2/L), fades. The same holds for block "
        "one, without the factor L."
    ),
    checks=(
        Exhaustive(_sharpness_saturates),
        Identity(_rate_saturates, {r: POSITIVE, L: FINITE_DEPTH}),
    ),
)


# -- transfer from a shallow network ---------------------------------------------------------------


def _deep_rate() -> tuple[sp.Expr, sp.Expr]:
    """k at infinite depth for k = 1 at depth L0."""
    return 1 / (_scaled("feedforward").subs(L, L0)) * lim(_scaled("feedforward"), L, sp.oo), r ** (
        2 / L0
    )


def _limit_from_depth() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """r^(2/L0) = 2 if r = 2^(L0/2)."""
    for depth, ratio in ((2, 2), (4, 4), (1, sp.sqrt(2))):
        yield f"L0={depth}", sp.sympify(ratio) ** sp.Rational(2, depth), sp.Integer(2)


def _decided(tuned: float, ratio: float) -> bool:
    """The public answer, near the minimum and from alpha0 = 0.1/r, at infinite depth."""
    k = ratio ** (2 / tuned)
    near = chain.transfer(L=math.inf, L0=tuned, r=ratio)
    far = chain.transfer(L=math.inf, L0=tuned, r=ratio, alpha0=0.1)
    same = math.isclose(near.k, k, rel_tol=1e-12) and near.k == far.k
    return same and near.converges == far.converges == (k <= 2)


def _simulated(tuned: float, ratio: float) -> bool | None:
    k = ratio ** (2 / tuned - 2 / 1024)
    if abs(k - 2) < 0.05:
        return None
    path = scalar.gradient_descent(
        scalar.Grid(
            "feedforward",
            1024.0,
            mu_yx=ratio,
            rate=k * chain.learning_rate(1024.0, ratio, 1.0, 1.0),
            total=0.1,
            balanced=True,
        ),
        steps=4000,
    )
    return (float(np.squeeze(path["loss"].to_numpy())) < 1e-6) == (k < 2)


def _one_layer_at_two(network: str) -> bool:
    """At k = 2 one layer does not converge, except for block two; deeper networks do."""
    tuned = {"k0": 2.0, "network": network}
    deep = chain.transfer(L=8, L0=8, r=2.0, **tuned).converges
    return deep and chain.transfer(L=1, L0=1, r=2.0, **tuned).converges == (network == "block2")


CLAIMS.add(
    id="CHAIN-I18-rule",
    source=CHAIN.beyond("ERR-C6"),
    says="Tuned to k = 1 at depth L0, an infinitely deep network has k = r^(2/L0) and converges "
    "from alpha0 < 1 exactly if that is at most 2 (CHAIN-R2, CHAIN-X-C2): from L0 = 4 for r <= 4, "
    "from L0 = 2 for r <= 2, and always for r < 1.",
    checks=(
        Identity(_deep_rate, {r: POSITIVE, L0: FINITE_DEPTH}),
        Exhaustive(_limit_from_depth),
    ),
    cross_checks=(
        Property(
            _decided,
            {"tuned": [1.0, 2.0, 4.0, 8.0], "ratio": [0.3, 0.8, 1.3, 1.6, 2.5, 3.5, 6.0, 17.0]},
        ),
        Property(
            _simulated, {"tuned": [1.0, 2.0, 4.0, 8.0], "ratio": [0.3, 0.8, 1.3, 2.5, 3.5, 6.0]}
        ),
        Property(_one_layer_at_two, {"network": ["feedforward", "block1", "block2"]}),
    ),
)
