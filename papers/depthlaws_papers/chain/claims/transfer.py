"""Depth-wise transfer of learning rates: section 3, equation (11)."""

import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Quoted, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    Tree,
    above,
    positive,
    registered,
    tree,
)
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims import layers
from depthlaws_papers.chain.claims.common import (
    AT_TARGET,
    DEPTH,
    L0,
    L,
    at_minimum,
    exact_networks,
    law_id,
    loss,
    mp,
    precise,
    r,
    radial_curvature,
    u,
    v,
    w,
    x,
)

CLAIMS = Claims()


# -- networks and rules -----------------------------------------------------------------------

_RATE_POWER = {"feedforward": -1, "block1": 0, "block2": 1}


def _scaled(network: str) -> Tree:
    """k = eta S under the agnostic rule eta = c L^p, per unit c, at mu_xx = 1."""
    return L ** _RATE_POWER[network] * registered(law_id(network, "sharpness"), mu_yx=r, mu_xx=1)


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
    "k_L = k_L0 r^(2/L0 - 2/L), as block one with constant eta: for L = L0 + v > L0 too small if "
    "r = exp(-x) < 1, too large if r = exp(x) > 1; at r = 2 the factor to infinite depth is 4, 2, "
    "1.414, 1.189 from L0 = 1, 2, 4, 8.",
    quote="too small when mu_yx/mu_xx < 1, and too large when mu_yx/mu_xx > 1",
    statement=Statement(
        *(
            Equal(_scaled(network) / _scaled(network).put({L: L0}), r ** (2 / L0 - 2 / L))
            for network in ("feedforward", "block1")
        ),
        for_all={r: positive, L: DEPTH, L0: DEPTH},
    ),
    checks=(
        *Statement(
            Less(-x * (2 / L0 - 2 / (L0 + v)), 0),
            Less(0, x * (2 / L0 - 2 / (L0 + v))),
            for_all={x: positive, v: positive, L0: DEPTH},
        ).checks,
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


# Slope in one u at equal weights, and the curvature when all of them move.
untied = D(loss((1 + u * w / L) * (1 + w**2 / L) ** (L - 1)), u)
untied_curvature = D(at(untied, {u: w}), w)

CLAIMS.add(
    id="CHAIN-C8",
    source=CHAIN.beyond("ERR-C8"),
    says="Block two is weight-tied inside a block; untied, 1 + u v/L with u = v, it has half the "
    "sharpness at the balanced minimum.",
    statement=Statement(
        Equal(
            2 * at_minimum(untied_curvature, "block2"),
            at_minimum(radial_curvature("block2"), "block2"),
        ),
        for_all={**AT_TARGET, r: above(1)},
    ),
)


# -- weak for large depth --------------------------------------------------------------------------


CLAIMS.add(
    id="CHAIN-I17",
    source=CHAIN.section("3"),
    says="The depth-dependent part of the rule's data dependence is weak for large L: the factor "
    "r^(2/L) tends to 1.",
    quote="the data dependence of optimal learning rate scaling is weak for large L",
    reading="Read as appendix C explains it, lim 2/L = 0. The data dependence itself does not "
    "weaken: it tends to r^-2.",
    imprecise=True,
    exact="CHAIN-I17-saturates",
    statement=Statement(Equal(lim(r ** (2 / L), L, sp.oo), 1), for_all={r: positive, L: DEPTH}),
    change="the depth dependence of the data dependence is weak for large L.",
    against=(
        Smallest(
            lambda L: (
                sp.Integer(2) ** (sp.Rational(2, L + 1) - 2),
                ">=",
                sp.Integer(2) ** (sp.Rational(2, L) - 2),
            ),
            {"L": [1, 2, 3]},
            of=(
                "factor by which the optimal rate changes at L + 1 if mu_yx doubles",
                "factor at L",
            ),
        ),
    ),
)


# S L^p of the feedforward network and of block one, at mu_xx = 1
saturating = r ** (2 - 2 / L)

CLAIMS.add(
    id="CHAIN-I17-saturates",
    source=CHAIN.beyond("ERR-C5"),
    says="The data dependence of eta L saturates at r^-2 (S/L tends to mu_xx r^2); only its "
    "dependence on depth, the factor r^(2/L), fades. The same holds for block one, without the "
    "factor L.",
    statement=Statement(
        *(Equal(_scaled(network), saturating) for network in ("feedforward", "block1")),
        Equal(lim(saturating, L, sp.oo), r**2),
        Equal(tree(r) ** 2 / saturating, r ** (2 / L)),
        for_all={r: positive, L: DEPTH},
    ),
)


# -- transfer from a shallow network ---------------------------------------------------------------


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
    says="Tuned to k = 1 at depth L0, an infinitely deep network has k = r^(2/L0), which grows "
    "with r and is 2 at r = 2^(L0/2): at 2 from L0 = 2, at 4 from L0 = 4.",
    statement=Statement(
        Equal(_scaled("feedforward"), saturating),
        Equal(lim(saturating, L, sp.oo) / saturating.subs(L, L0), r ** (2 / L0)),
        Less(0, D(r ** (2 / L0), r)),
        Equal(at(r ** (2 / L0), {r: 2 ** (L0 / 2)}), 2),
        for_all={r: positive, L: DEPTH, L0: DEPTH},
    ),
)


CLAIMS.add(
    id="CHAIN-I18-rule-converges",
    source=CHAIN.beyond("ERR-C6"),
    says="Tuned to k = 1 at depth L0, an infinitely deep network converges from alpha0 in (0, 1) "
    "exactly for r up to 2^(L0/2) (L0 = 1, 2, 4, 8).",
    checks=(
        Property(
            _decided,
            {"tuned": [1.0, 2.0, 4.0, 8.0], "ratio": [0.3, 0.8, 1.3, 1.6, 2.5, 3.5, 6.0, 17.0]},
        ),
        Property(
            _simulated, {"tuned": [1.0, 2.0, 4.0, 8.0], "ratio": [0.3, 0.8, 1.3, 2.5, 3.5, 6.0]}
        ),
        Property(_one_layer_at_two, {"network": ["feedforward", "block1", "block2"]}),
    ),
    why_sampled="open, as CHAIN-R2-converges: no check of ours proves convergence of orbits",
)
