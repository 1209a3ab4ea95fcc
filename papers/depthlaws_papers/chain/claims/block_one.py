"""Residual networks of block depth one: appendix C, equations (23) to (28), figures 5 and 6."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp
from flint import arb

from depthlaws.claims.engine.checks import (
    Exhaustive,
    Property,
    Quoted,
    Smallest,
)
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    positive,
    reals,
    registered,
)
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.balls import precision
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims import layers
from depthlaws_papers.chain.claims.common import (
    BALANCED,
    DEPTH,
    MOMENTS,
    L,
    eta,
    exact_networks,
    final_loss,
    full_hessian,
    gradient,
    layer,
    loss,
    mp,
    mu_xx,
    mu_yx,
    mu_yy,
    others,
    p,
    precise,
    printed_sharpness,
    r,
    tau,
    v,
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


# -- figure 5 --------------------------------------------------------------------------------------


drawn = (1 - (1 + w / sp.sqrt(L)) ** L) ** 2 / 2
curve, feedforward_curve = (loss(layer(z, w) ** L) for z in ("block1", "feedforward"))


CLAIMS.add(
    id="CHAIN-F5",
    source=CHAIN.figure(5),
    says="The drawn curve (1 - (1 + w/sqrt L)^L)^2/2 is the loss of block one at equal weights "
    "with positive factors 1 + w/sqrt L; its curvature at the minimum w = 0 is L.",
    reading="The formula that the caption prints; the curves are not compared.",
    statement=Statement(
        # On both sides of the minimum, at 1 + w/sqrt L = v.
        Equal(
            at(curve, {mu_yx: 1, mu_xx: 1, mu_yy: 1, w: sp.sqrt(L) * (v - 1)}), (1 - v**L) ** 2 / 2
        ),
        Equal(at(D(drawn, w, 2), {w: 0}), L),
        for_all={v: positive, L: DEPTH},
    ),
)


def _block_sharpness(depth: int) -> sp.Expr:
    """Sharpness of block one at its minimum, mu_yx = mu_xx = 1: d^2 of half the squared error."""
    first, others = sp.symbols("a b")
    product = (1 + first / sp.sqrt(depth)) * (1 + others / sp.sqrt(depth)) ** (depth - 1)
    slopes = [sp.diff(product, weight).subs({first: 0, others: 0}) for weight in (first, others)]
    return slopes[0] ** 2 * depth  # the gradient has the same entry in each of the layers


CLAIMS.add(
    id="CHAIN-I8-block1",
    source=CHAIN.figure(5),
    says="Figure 5: the curvature of the drawn curve of block one at its minimum is L, so that it "
    "grows with depth.",
    quote="the sharpness of the global minimum increases with the depth L",
    reading="Sharpness is read as the curvature of the drawn curve. The sharpness of eq. (27), the "
    "Hessian's largest eigenvalue, is the same at every depth in the case drawn.",
    statement=Statement(Equal(at(D(drawn, w, 2), {w: 0}), L), for_all={L: DEPTH}),
    imprecise=True,
    exact="CHAIN-I8-block1-constant",
    change="the curvature of the drawn curve increases with the depth L; the sharpness is mu_xx at "
    "every depth.",
    against=(
        Smallest(
            lambda L: (_block_sharpness(L), "<", _block_sharpness(L + 1)),
            {"L": [1, 2, 3, 4]},
            of=("sharpness at L, mu_yx = mu_xx = 1", "sharpness at L + 1"),
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-I8-block1-constant",
    source=CHAIN.beyond("ERR-A8"),
    says="At r = 1 block one has S = mu_xx at every depth; what grows is the curvature of the "
    "drawn curve, L S (L^2 mu_xx for the feedforward network of figure 1).",
    statement=Statement(
        Equal(registered("block1-sharpness", mu_yx=mu_xx), mu_xx),
        Equal(at(D(curve, w, 2), {w: 0, mu_yx: mu_xx}), L * mu_xx),
        Equal(at(D(feedforward_curve, w, 2), {w: 1, mu_yx: mu_xx}), L**2 * mu_xx),
        for_all={L: DEPTH, **MOMENTS},
    ),
)


# -- figure 6 --------------------------------------------------------------------------------------


def _first_totals() -> Iterator[tuple[str, sp.Expr, str]]:
    table = {
        "-0.5": ("0.5", "0.418", "0.316", "0.118", "0.0161", "9.9e-8"),
        "0.01": ("1.01", "1.0142", "1.0202", "1.0408", "1.083", "1.377"),
    }
    for weight, numbers in table.items():
        for depth, printed in zip((1, 2, 4, 16, 64, 1024), numbers, strict=True):
            total = (1 + sp.Rational(weight) / sp.sqrt(depth)) ** depth
            yield f"a(0) at w = {weight}, L = {depth}", total, printed


def _feedforward_map(depth: int, weight: float) -> tuple[Any, Any]:
    """Simulated losses of figure 6 (k = 0.1, r = 2) against the feedforward map, same alpha0."""
    rate = 0.1 * chain.learning_rate(depth, 2.0, 1.0, 1.0, network="block1")
    grid = scalar.Grid("block1", float(depth), mu_yx=2.0, rate=rate, weight=weight, balanced=True)
    losses = scalar.gradient_descent(grid, steps=60, record=range(61))["loss"].to_numpy()
    alpha, exact = (1 + weight / math.sqrt(depth)) ** depth / 2, []
    for _ in range(61):
        exact.append(2 * (1 - alpha) ** 2)
        alpha = formula("chain-gd-total-step")(alpha, 0.1, depth)
    return np.squeeze(losses), np.array(exact)


CLAIMS.add(
    id="CHAIN-F6",
    source=CHAIN.figure(6),
    says="Block one from a fixed w(0) = -0.5 starts at a total weight that falls with depth, from "
    "0.5 to 1e-7 at L = 1024; from there its losses are those of the feedforward network "
    "(CHAIN-X-C-map).",
    reading="The caption prints no start; w(0) = -0.5 stands for it, at mu_yx = 2, mu_xx = 1 and "
    "tau of the caption.",
    checks=(Quoted(_first_totals),),
    cross_checks=(
        Property(
            _feedforward_map,
            {"depth": [1, 2, 4, 16, 64], "weight": [0.01, -0.5, 0.4]},
            rtol=1e-9,
        ),
    ),
)


# -- the network and its flow ----------------------------------------------------------------------

CLAIMS.add(
    id="CHAIN-E23",
    source=CHAIN.eq(23),
    says="Block one multiplies its input by the product of the factors 1 + w_l/sqrt L.",
    statement=layers.block1,
    cross_checks=(Exhaustive(exact_networks("block1")),),
)


block = layer("block1", p)

CLAIMS.add(
    id="CHAIN-E24",
    source=CHAIN.eq(24),
    says="Block one: gradient flow of a layer at every depth, B the product of the other factors.",
    statement=Statement(
        Equal(
            -eta * D(loss(block * others), p),
            eta / sp.sqrt(L) * (mu_yx - mu_xx * block * others) * others,
        ),
        for_all={**BALANCED, p: reals, others: reals},
    ),
)


from_factor = {w: sp.sqrt(L) * (v - 1)}  # the weight at which every factor is v

CLAIMS.add(
    id="CHAIN-E25",
    source=CHAIN.eq(25),
    says="Block one: flow of one weight when all are equal and every factor v = 1 + w/sqrt L is "
    "positive.",
    statement=Statement(
        Equal(
            at(-eta * gradient("block1"), from_factor),
            eta / sp.sqrt(L) * (mu_yx - mu_xx * v**L) * v ** (L - 1),
        ),
        for_all={**BALANCED, v: positive},
    ),
)


# -- curvature, sharpness, rule --------------------------------------------------------------------


def _printed_curvature() -> sp.Expr:
    """Right-hand side of eq. (26)."""
    b = 1 + w / sp.sqrt(L)
    return (-mu_yx * (L - 1) * b ** (L - 2) + mu_xx * (2 * L - 1) * b ** (2 * L - 2)) / L


CLAIMS.add(
    id="CHAIN-E26",
    source=CHAIN.eq(26),
    says="Block one: (1/eta) d(dw_1/dt)/dw_1 equals the printed right-hand side.",
    quote="(1/eta) d(dw_1/dt)/dw_1 = (1/L) [ -mu_yx (L-1) (...) + mu_xx (2L-1) (...) ]",
    reading="The sign slip of eq. (12) again: the left side lacks a minus. With the minus the "
    "equation holds.",
    statement=slope_as_printed("block1", _printed_curvature),
    corrected_by="CHAIN-E26-sign",
    same_fault_as="CHAIN-E12",
    sides=("left side", "right side as printed"),
)


CLAIMS.add(
    id="CHAIN-E26-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="Block one, equal weights with positive factors 1 + w/sqrt L: the printed right-hand side "
    "is the radial Hessian eigenvalue, -(1/eta) d(dw_1/dt)/dw_1.",
    statement=slope_with_its_sign("block1", _printed_curvature),
    cross_checks=(Exhaustive(full_hessian("block1")),),
)


CLAIMS.add(
    id="CHAIN-E27",
    source=CHAIN.eq(27),
    says="Block one: S = (1/eta) d(dw_1/dt)/dw_1 at the minimum, as printed.",
    quote="S = (1/eta) d(dw_1/dt)/dw_1 at 1 + w_1/sqrt(L) = (mu_yx/mu_xx)^(1/L)",
    reading="The sign slip of eq. (12) again; the value of S is right.",
    statement=sharpness_as_printed("block1"),
    corrected_by="CHAIN-E27-sign",
    same_fault_as="CHAIN-E12",
    sides=("(1/eta) d(dw_1/dt)/dw_1 there", "S as printed"),
)


CLAIMS.add(
    id="CHAIN-E27-sign",
    source=CHAIN.beyond("ERR-B1"),
    says="Block one: the printed S is the radial Hessian eigenvalue at the balanced minimum; "
    "there it is positive and the largest eigenvalue, the others being 0.",
    statement=sharpness_at_minimum("block1"),
    cross_checks=(largest("block1", Interval(sp.Rational(1, 10), 10), rtol=1e-9),),
)


@precise
def _rate_in_floats(L: float, yx: float, xx: float) -> tuple[float, float]:
    exact = mp("block1-rate", L, yx, xx, 1.0)
    return chain.learning_rate(L, yx, xx, 1.0, network="block1"), float(exact)


CLAIMS.add(
    id="CHAIN-E28",
    source=CHAIN.eq(28),
    says="Block one: the rule is eta = 1/(tau S), so that eta S = 1/tau.",
    statement=Statement(
        Equal(registered("block1-rate", mu_yx=r * mu_xx), 1 / (tau * printed_sharpness("block1"))),
        for_all={r: positive, mu_xx: positive, L: DEPTH, tau: positive},
    ),
    cross_checks=(
        Property(
            _rate_in_floats,
            {"L": [1.0, 2.0, 7.0, 1e3, 1e6, 1e9], "yx": [0.01, 1.0, 50.0], "xx": [0.02, 1.0, 70.0]},
            rtol=1e-12,
        ),
    ),
)


# -- transfer --------------------------------------------------------------------------------------

_DEPTHS = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 128.0, 1024.0]


def _trained(depth: float, k: float, ratio: float) -> bool:
    return final_loss("block1", depth, ratio, k, weight=0.01) < 1e-4


def _trains_at_two(depth: float, k: float) -> bool:
    return _trained(depth, k, 2.0)


def _fails_at_two(depth: float, k: float) -> bool:
    return not _trains_at_two(depth, k)


_USUAL_RATES = Interval(sp.Rational(9, 10), sp.Rational(3, 2))


CLAIMS.add(
    id="CHAIN-I20",
    source=CHAIN.section("C"),
    says="Block one from w = 0.01, r = 2: under eq. (28) every k in [0.9, 1.5] trains every depth "
    "up to 20 000 to loss 1e-4 in 30 steps. From 30 000 on, where the start is "
    f"(1 + w/sqrt L)^L = {(1 + 0.01 / 30_000**0.5) ** 30_000:.1f} and more, none does.",
    quote="the optimal learning rate transfers under the data-dependent scaling in Equation (28)",
    reading="Depths up to 1024 are those of figure 2. A start held fixed in alpha instead of w, as "
    "alpha0 = 1/2, has the same orbits as the feedforward network at every depth (CHAIN-X-C-map).",
    checks=(
        Property(_trains_at_two, {"depth": [*_DEPTHS, 20_000.0], "k": _USUAL_RATES}, n=80),
        Property(_fails_at_two, {"depth": [30_000.0, 1e5, 1e6, 1e9], "k": _USUAL_RATES}, n=12),
    ),
    why_sampled="no enclosure of 30 steps over a range of rates",
)


def _trains_at_half(depth: float, k: float) -> bool:
    return _trained(depth, k, 0.5)


def _slow_rates_only(k: float) -> bool:
    """L = 1024, r = 1/2: k from 0.1 to 0.81 trains, from 0.82 on does not."""
    return _trained(1024.0, k, 0.5) == (k < 0.815)


def _far_starts() -> Iterator[tuple[str, arb, str]]:
    """alpha0 = a(0)/r at r = 1/2."""
    with precision(128):
        for depth, printed in ((64, "2.17"), (1024, "2.75")):
            total = (1 + arb("0.01") / arb(depth).sqrt()) ** depth
            yield f"alpha0 at L = {depth}", 2 * total, printed


CLAIMS.add(
    id="CHAIN-C9",
    source=CHAIN.beyond("ERR-C9"),
    says="Block one from the fixed w = 0.01 starts farther and farther above a target r = 0.5 "
    "(alpha0 = 2.75 at L = 1024): k = 1 trains to L = 128 in 30 steps; at L = 1024 rates from 0.1 "
    "to 0.81 train, and none from 0.82 on.",
    checks=(
        Property(_trains_at_half, {"depth": _DEPTHS[:-1], "k": [1.0]}, n=7),
        Property(
            _slow_rates_only,
            {"k": [0.1, 0.3, 0.5, 0.7, 0.8, 0.81, 0.82, 0.85, 0.9, 1.0, 1.2, 1.5, 2.0, 2.5, 3.0]},
        ),
        Quoted(_far_starts),
    ),
    why_sampled="no enclosure of 30 steps over a range of rates",
)
