"""Model, loss, flow and conservation laws: sections 1 and 2 up to equation (4), footnote 1."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import (
    BLOCKS,
    DATA,
    FINITE_DEPTH,
    MODERATE,
    NETWORKS,
    WEIGHT,
    L,
    descent,
    eta,
    gradient,
    layer,
    loss,
    mu_xx,
    mu_yx,
    mu_yy,
    u,
    v,
    w,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval

CLAIMS = Claims()


def _multilinear(depth: int, seed: int) -> tuple[float, float]:
    rng = np.random.default_rng(int(seed))
    weights, scale, x = rng.normal(size=int(depth)), rng.normal(), rng.normal()
    layers = np.where(np.arange(len(weights)) == 0, scale, 1.0) * weights
    return float(np.prod(layers[::-1]) * x), float(scale * np.prod(weights) * x)


CLAIMS.add(
    id="CHAIN-E1",
    source=CHAIN.eq(1),
    says="The network is linear in its input and in every single weight.",
    checks=(Property(_multilinear, {"depth": [1, 2, 5, 9], "seed": list(range(20))}),),
)


def _completed_square() -> tuple[sp.Expr, sp.Expr]:
    a = sp.Symbol("a", real=True)
    best = mu_yx / mu_xx
    return loss(a), mu_xx * (a - best) ** 2 / 2 + (mu_yy - mu_yx**2 / mu_xx) / 2


def _loss_from_data(seed: int, a: float) -> tuple[float, float]:
    rng = np.random.default_rng(int(seed))
    x, y = rng.normal(size=(2, 7))
    moments = {mu_yx: np.mean(y * x), mu_xx: np.mean(x * x), mu_yy: np.mean(y * y)}
    a_symbol = sp.Symbol("a", real=True)
    return float(loss(a_symbol).subs({a_symbol: a, **moments})), float(
        np.mean((y - a * x) ** 2) / 2
    )


CLAIMS.add(
    id="CHAIN-I1",
    source=CHAIN.section("2, loss"),
    says="The training loss is a parabola in the total weight with minimum at r = mu_yx/mu_xx, "
    "above an irreducible part.",
    checks=(
        Identity(_completed_square, {sp.Symbol("a", real=True): MODERATE, **DATA, mu_yy: MODERATE}),
    ),
    cross_checks=(
        Property(_loss_from_data, {"seed": list(range(30)), "a": Interval(-3, 3)}, rtol=1e-11),
    ),
)


def _layer_gradients() -> Iterator[tuple[str, Any, Any]]:
    for depth in range(1, 7):
        weights = sp.symbols(f"w1:{depth + 1}", real=True)
        total = sp.prod(weights)
        for i, weight in enumerate(weights):
            printed = eta * (mu_yx - mu_xx * total) * sp.prod(weights[:i] + weights[i + 1 :])
            yield f"L={depth}, l={i + 1}", -eta * sp.diff(loss(total), weight), printed


CLAIMS.add(
    id="CHAIN-E2",
    source=CHAIN.eq(2),
    says="Gradient flow of each layer, for every depth up to six and every layer (all real "
    "weights).",
    checks=(Exhaustive(_layer_gradients),),
)


def _distance_to_flow(depth: float, rate: float) -> float:
    steps = math.ceil(260 / rate)
    path = descent(depth, 0.01, rate, steps)
    return float(np.max(np.abs(path - chain.alpha(rate * np.arange(steps + 1.0), 0.01, depth))))


def _flow_is_first_order(depth: float) -> tuple[float, float]:
    return _distance_to_flow(depth, 0.05), 0.6 * _distance_to_flow(depth, 0.1)


CLAIMS.add(
    id="CHAIN-I2",
    source=CHAIN.section("2"),
    says="Gradient flow captures gradient descent at a small rate: the largest gap falls at least "
    "in proportion k^0.7 when k = eta S is halved (order one in k) (alpha0 = 0.01, k = 0.1 "
    "and 0.05; at k = 1 the gap is 0.36 for L = 1 (not small)).",
    checks=(
        Property(
            _flow_is_first_order, {"depth": [1.0, 2.0, 4.0, 16.0, math.inf]}, relation="<", n=5
        ),
    ),
)


_INVARIANT = {
    "plain": lambda x, depth: x**2,
    "block1": lambda x, depth: (1 + x / sp.sqrt(depth)) ** 2,
    "block2": lambda x, depth: sp.log(x) + x**2 / (2 * depth),
}


def _invariant_is_conserved(network: str) -> Callable[[], tuple[sp.Expr, sp.Expr]]:
    """d/dt of the invariant of a layer does not depend on the layer: compare two of them."""

    def sides() -> tuple[sp.Expr, sp.Expr]:
        rest = sp.Symbol("B", positive=True)  # product of the other layers
        total = layer(network, u) * layer(network, v) * rest
        rates = [sp.diff(_INVARIANT[network](x, L), x) * -sp.diff(loss(total), x) for x in (u, v)]
        return rates[0], rates[1]

    return sides


CLAIMS.add(
    id="CHAIN-I3",
    source=CHAIN.section("2, conservation law"),
    says="Gradient flow conserves the differences of w_l^2 (plain), of (1 + w_l/sqrt L)^2 (block "
    "one) and of ln w_l + w_l^2/(2L) (block two).",
    checks=tuple(
        Identity(
            _invariant_is_conserved(n),
            {
                u: MODERATE,
                v: MODERATE,
                L: FINITE_DEPTH,
                **DATA,
                mu_yy: MODERATE,
                sp.Symbol("B", positive=True): MODERATE,
            },
            what=n,
        )
        for n in ("plain", *BLOCKS)
    ),
)


def _imbalance_step() -> tuple[sp.Expr, sp.Expr]:
    rest, g = sp.Symbol("B", positive=True), sp.Symbol("g", positive=True)
    total = u * v * rest
    after = [x + eta * g * total / x for x in (u, v)]
    shrink = 1 - eta**2 * g**2 * total**2 / (u**2 * v**2)
    return after[0] ** 2 - after[1] ** 2, (u**2 - v**2) * shrink


CLAIMS.add(
    id="CHAIN-I3-descent",
    source=CHAIN.beyond("I3"),
    says="One step of gradient descent multiplies w_l^2 - w_m^2 by 1 - (eta g P / (w_l w_m))^2 "
    "exactly, g = mu_yx - mu_xx P.",
    checks=(
        Identity(
            _imbalance_step,
            {
                u: MODERATE,
                v: MODERATE,
                eta: UNIT,
                sp.Symbol("B", positive=True): MODERATE,
                sp.Symbol("g", positive=True): MODERATE,
            },
        ),
    ),
)


def _first_layer_stuck(mu: float) -> bool:
    """Eq. (3) under its printed assumption (w_l(0) > 0) alone: does it follow the full flow?"""
    from scipy.integrate import solve_ivp

    weights = np.array([0.7, 0.2])
    c = weights**2 - weights[0] ** 2

    def rhs(_: float, x: Any) -> Any:
        rest = np.sqrt(np.maximum(x[0] ** 2 + c[1], 0.0))
        return [(mu - x[0] * rest) * rest]

    reduced = solve_ivp(rhs, (0, 5), weights[:1], rtol=1e-10, atol=1e-12).y[0, -1]
    full = scalar.gradient_flow("plain", weights, [5.0], mu_yx=mu, mu_xx=1.0)
    return abs(reduced - float(full["weights"][0, 0])) < 1e-6


CLAIMS.add(
    id="CHAIN-E3",
    source=CHAIN.eq(3),
    says="With positive initial weights (nothing else assumed), one equation for w_1 follows the "
    "whole flow.",
    checks=(Property(_first_layer_stuck, {"mu": [-1.0]}, n=1),),
    corrected_by="CHAIN-E3-smallest",
)


def _reduced_flow(seed: int, depth: int) -> tuple[Any, Any]:
    """Eq. (3), integrated on its own, against the full flow: the smallest layer as coordinate."""
    from scipy.integrate import solve_ivp

    rng = np.random.default_rng(int(seed))
    weights = np.sort(rng.uniform(0.2, 1.5, size=int(depth)))
    c = weights**2 - weights[0] ** 2
    times = np.array([0.5, 2.0, 6.0])

    def rhs(_: float, x: Any) -> Any:
        rest = np.prod(np.sqrt(x[0] ** 2 + c[1:]))
        return [0.5 * (1.2 - 0.8 * x[0] * rest) * rest]

    path = solve_ivp(rhs, (0, 6), weights[:1], t_eval=times, rtol=1e-11, atol=1e-13)
    full = scalar.gradient_flow("plain", weights, times, mu_yx=1.2, mu_xx=0.8, rate=0.5)
    return path.y[0], full["weights"].isel(layer=0).to_numpy()


CLAIMS.add(
    id="CHAIN-E3-smallest",
    source=CHAIN.beyond("ERR-B3"),
    says="Eq. (3) follows the whole flow when w_1 is the layer of smallest modulus.",
    checks=(
        Property(_reduced_flow, {"seed": list(range(8)), "depth": [2, 3, 5]}, rtol=1e-7, n=12),
    ),
)


def _footnote_flow(seed: int) -> tuple[Any, Any]:
    """Mixed signs: one smooth equation for the layer of smallest modulus, through a sign change."""
    from scipy.integrate import solve_ivp

    rng = np.random.default_rng(int(seed))
    weights = np.array([-rng.uniform(0.1, 0.3), rng.uniform(0.5, 0.9), rng.uniform(1.0, 1.3)])
    c = weights**2 - weights[0] ** 2
    signs, times = np.sign(weights[1:]), np.array([1.0, 4.0, 8.0])

    def rhs(_: float, x: Any) -> Any:
        rest = np.prod(signs * np.sqrt(x[0] ** 2 + c[1:]))
        return [0.5 * (1 - x[0] * rest) * rest]

    path = solve_ivp(rhs, (0, 8), weights[:1], t_eval=times, rtol=1e-11, atol=1e-13)
    full = scalar.gradient_flow("plain", weights, times, mu_yx=1.0, mu_xx=1.0, rate=0.5)
    return path.y[0], full["weights"].isel(layer=0).to_numpy()


def _footnote_as_printed(seed: int) -> bool:
    """The footnote says that no such single equation exists: this is false where one works."""
    left, right = _footnote_flow(seed)
    changed_sign = bool(np.any(right > 0))
    return not (changed_sign and np.allclose(left, right, rtol=1e-7))


CLAIMS.add(
    id="CHAIN-FN1",
    source=CHAIN.section("footnote 1"),
    says="With initial weights of different signs there is no one-dimensional equation without "
    "piecewise functions.",
    checks=(Property(_footnote_as_printed, {"seed": list(range(5))}, n=5),),
    corrected_by="CHAIN-FN1-smooth",
)


CLAIMS.add(
    id="CHAIN-FN1-smooth",
    source=CHAIN.beyond("ERR-A5"),
    says="With the layer of smallest modulus as coordinate one smooth equation follows the flow, "
    "through changes of sign.",
    checks=(Property(_footnote_flow, {"seed": list(range(12))}, rtol=1e-7, n=10),),
)


def _equal_weights_stay_equal(network: str, depth: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(int(seed))
    out = scalar.gradient_descent(
        scalar.Grid(network, int(depth), mu_yx=1.5, rate=0.05, weight=rng.uniform(0.3, 0.9)),
        steps=200,
        observe=("weights",),
        record=[200],
    )
    weights = np.squeeze(out["weights"].to_numpy())
    return weights, np.full_like(weights, weights.flat[0])


CLAIMS.add(
    id="CHAIN-I4",
    source=CHAIN.section("2"),
    says="Weights that start equal stay equal, in all three networks.",
    checks=(
        Property(
            _equal_weights_stay_equal,
            {"network": list(NETWORKS), "depth": [2, 5, 16], "seed": list(range(4))},
            rtol=1e-12,
            n=24,
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-E4",
    source=CHAIN.eq(4),
    says="With equal weights the flow is one equation for one weight.",
    checks=(
        Identity(
            lambda: (-eta * gradient("plain"), eta * (mu_yx - mu_xx * w**L) * w ** (L - 1)),
            {**WEIGHT, L: FINITE_DEPTH, **DATA, eta: UNIT},
        ),
    ),
)
