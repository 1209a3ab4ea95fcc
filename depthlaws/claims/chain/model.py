"""Model, loss, flow and conservation laws: sections 1 and 2 up to equation (2)."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    DATA,
    FINITE_DEPTH,
    L,
    descent,
    eta,
    exact_networks,
    layer,
    loss,
    mu_xx,
    mu_yx,
    mu_yy,
    rest,
    u,
    v,
    w,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, REAL, UNIT

CLAIMS = Claims()


# -- the network and its loss ----------------------------------------------------------------------


def _multilinear() -> Iterator[tuple[str, Any, Any]]:
    """f is linear in every weight and in x, for depths 1 to 6: f = z df/dz."""
    inputs = sp.Symbol("x", real=True)
    for depth in range(1, 7):
        weights = sp.symbols(f"w1:{depth + 1}", real=True)
        output = sp.prod(layer("feedforward", z) for z in weights) * inputs
        for z in (*weights, inputs):
            yield f"L={depth}, {z}", output, z * D(output, z)


CLAIMS.add(
    id="CHAIN-E1",
    source=CHAIN.eq(1),
    says="The network is linear in its input and in every single weight; the simulator multiplies "
    "exactly these layers.",
    checks=(
        Exhaustive(_multilinear, what="depths 1 to 6"),
        Exhaustive(exact_networks("feedforward"), what="the simulator, in exact arithmetic"),
    ),
)


def _loss_of_data() -> Iterator[tuple[str, Any, Any]]:
    """The mean over the data against the moments, for up to four samples with free values."""
    a = sp.Symbol("a", real=True)
    for n in range(1, 5):
        inputs, targets = sp.symbols(f"x1:{n + 1}", real=True), sp.symbols(f"y1:{n + 1}", real=True)
        pairs = list(zip(inputs, targets, strict=True))
        moments = {
            mu_yx: sum(y * z for z, y in pairs) / n,
            mu_xx: sum(z**2 for z in inputs) / n,
            mu_yy: sum(y**2 for y in targets) / n,
        }
        yield f"N={n}", sum((y - a * z) ** 2 for z, y in pairs) / (2 * n), loss(a).subs(moments)


def _completed_square() -> tuple[sp.Expr, sp.Expr]:
    a = sp.Symbol("a", real=True)
    best = mu_yx / mu_xx
    return loss(a), mu_xx * (a - best) ** 2 / 2 + (mu_yy - mu_yx**2 / mu_xx) / 2


CLAIMS.add(
    id="CHAIN-I1",
    source=CHAIN.section("2, loss"),
    says="The training loss is a parabola in the total weight with minimum at "
    "r = mu_yx/mu_xx, above an irreducible part.",
    checks=(
        Exhaustive(_loss_of_data, what="data of one to four samples"),
        Identity(_completed_square, {sp.Symbol("a", real=True): REAL, **DATA, mu_yy: POSITIVE}),
    ),
)


def _layer_gradient() -> tuple[sp.Expr, sp.Expr]:
    """Any depth: all layers but one enter only by their product B."""
    return -eta * D(loss(w * rest), w), eta * (mu_yx - mu_xx * w * rest) * rest


def _layer_gradients() -> Iterator[tuple[str, Any, Any]]:
    for depth in range(1, 7):
        weights = sp.symbols(f"w1:{depth + 1}", real=True)
        total = sp.prod(weights)
        for i, weight in enumerate(weights):
            printed = eta * (mu_yx - mu_xx * total) * sp.prod(weights[:i] + weights[i + 1 :])
            yield f"L={depth}, l={i + 1}", -eta * D(loss(total), weight), printed


CLAIMS.add(
    id="CHAIN-E2",
    source=CHAIN.eq(2),
    says="Gradient flow of each layer: dw_l/dt = eta (mu_yx - mu_xx P) P/w_l, with P the product "
    "of all weights; for every depth, and written out for every layer up to depth six.",
    checks=(
        Identity(_layer_gradient, {w: POSITIVE, rest: POSITIVE, **DATA, eta: POSITIVE}),
        Exhaustive(_layer_gradients, what="all real weights"),
    ),
)


def _distance_to_flow(depth: float, rate: float) -> float:
    steps = int(260 / rate)
    path = descent(depth, 0.01, rate, steps)
    return float(np.max(np.abs(path - chain.alpha(rate * np.arange(steps + 1.0), 0.01, depth))))


def _first_order(depth: float) -> tuple[float, float]:
    """Halving a small rate halves the distance, once the term linear in the rate is removed."""
    whole, half, quarter = (_distance_to_flow(depth, k) for k in (0.2, 0.1, 0.05))
    return 2 * quarter / half - half / whole, 0.5


CLAIMS.add(
    id="CHAIN-I2",
    source=CHAIN.section("2"),
    says="Gradient flow captures gradient descent at a small rate: halving k = eta S halves the "
    "largest distance between them (from k = 0.2, 0.1 to 0.05, alpha0 = 0.01).",
    quote="captures the behaviors of gradient descent under a stable learning rate",
    reading=(
        '"Captures" is read as: becomes exact as the rate shrinks. At the stable rate '
        "k = 1 the distance is a third of the target for one layer (CHAIN-I2-distances)."
    ),
    imprecise=True,
    exact="CHAIN-I2-distances",
    checks=(Property(_first_order, {"depth": [1.0, 2.0, 4.0, 16.0, np.inf]}, rtol=2.5e-3),),
    why_sampled="no enclosure of the largest distance along an orbit",
)


def _distances() -> Iterator[tuple[str, float, str]]:
    table = {
        1.0: (".364", ".166", ".201", ".222", ".221"),
        0.5: (".117", ".083", ".103", ".113", ".117"),
        0.1: (".0190", ".0164", ".0204", ".0227", ".0233"),
    }
    for rate, printed in table.items():
        for depth, number in zip((1.0, 2.0, 4.0, 16.0, np.inf), printed, strict=True):
            yield f"k={rate:g}, L={depth:g}", _distance_to_flow(depth, rate), number


CLAIMS.add(
    id="CHAIN-I2-distances",
    source=CHAIN.beyond("ERR-C3"),
    says="The largest |alpha_GD - alpha_flow| from alpha0 = 0.01 is 0.17 to 0.36 at k = 1, 0.08 to "
    "0.12 at k = 0.5 and about 0.02 at k = 0.1, for L = 1, 2, 4, 16 and infinity.",
    checks=(Quoted(_distances),),
    why_sampled="no enclosure of the largest distance along an orbit",
)


# -- conservation laws -----------------------------------------------------------------------------


def _invariant(network: str, weight: sp.Expr) -> sp.Expr:
    return {
        "feedforward": weight**2,
        "block1": (1 + weight / sp.sqrt(L)) ** 2,
        "block2": sp.log(weight) + weight**2 / (2 * L),
    }[network]


def _rates_of_invariants(network: str) -> tuple[sp.Expr, sp.Expr]:
    """d/dt of a layer's invariant does not depend on the layer; two layers are compared."""
    total = layer(network, u) * layer(network, v) * rest
    rates = [D(_invariant(network, z), z) * -D(loss(total), z) for z in (u, v)]
    return rates[0], rates[1]


def _feedforward_conserves() -> tuple[sp.Expr, sp.Expr]:
    return _rates_of_invariants("feedforward")


def _block1_conserves() -> tuple[sp.Expr, sp.Expr]:
    return _rates_of_invariants("block1")


def _block2_conserves() -> tuple[sp.Expr, sp.Expr]:
    return _rates_of_invariants("block2")


_TWO_LAYERS = {u: POSITIVE, v: POSITIVE, rest: POSITIVE, **DATA, mu_yy: POSITIVE}

CLAIMS.add(
    id="CHAIN-I3",
    source=CHAIN.section("2, conservation law"),
    says="Gradient flow conserves the differences of w_l^2 (feedforward), of (1 + w_l/sqrt L)^2 "
    "(block one) and of ln w_l + w_l^2/(2L) (block two).",
    checks=(
        Identity(_feedforward_conserves, _TWO_LAYERS, what="feedforward"),
        Identity(_block1_conserves, {**_TWO_LAYERS, L: FINITE_DEPTH}, what="block one"),
        Identity(_block2_conserves, {**_TWO_LAYERS, L: FINITE_DEPTH}, what="block two"),
    ),
)

PUSH = sp.Symbol("g", positive=True)  # mu_yx - mu_xx P


def _imbalance_step() -> tuple[sp.Expr, sp.Expr]:
    total = u * v * rest
    after = [z + eta * PUSH * total / z for z in (u, v)]
    shrink = 1 - eta**2 * PUSH**2 * total**2 / (u**2 * v**2)
    return after[0] ** 2 - after[1] ** 2, (u**2 - v**2) * shrink


CLAIMS.add(
    id="CHAIN-I3-descent",
    source=CHAIN.beyond("I3"),
    says="One step of gradient descent multiplies w_l^2 - w_m^2 by "
    "1 - (eta g P / (w_l w_m))^2 exactly, g = mu_yx - mu_xx P.",
    checks=(
        Identity(
            _imbalance_step, {u: POSITIVE, v: POSITIVE, eta: UNIT, rest: POSITIVE, PUSH: POSITIVE}
        ),
    ),
)
