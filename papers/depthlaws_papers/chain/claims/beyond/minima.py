"""Beyond the paper: block two with targets it cannot reach, and unbalanced minima."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    Tree,
    above,
    exp,
    positive,
    reals,
    registered,
)
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    SHARE,
    L,
    gradient,
    layer,
    mu_xx,
    mu_yx,
    mu_yy,
    r,
    radial_curvature,
    u,
    v,
    w,
    x,
)

CLAIMS = Claims()

z = sp.Symbol("z", real=True)


# -- block two, unreachable targets ----------------------------------------------------------------


def _floor(name: str) -> Tree:
    return registered(f"block2-floor-{name}", mu_yx=r * mu_xx)


# At r = exp(-x) and a factor b = exp(v): the slope of the loss at the edge rate is 2 w.
weight = sp.sqrt(L * (sp.exp(v) - 1))
slope = gradient("block2").subs(mu_yx, mu_xx * sp.exp(-x)).subs(w, weight)


def _public_basin(depth: float, ratio: float, share: float) -> tuple[float, float]:
    """At the weight of the public basin edge the registered edge rate equals the rate."""
    rate = share * chain.floor_max_learning_rate(depth, ratio, 1.0)
    weight = chain.floor_basin(rate, depth, ratio, 1.0)
    return formula("block2-floor-edge-rate")(1 + weight**2 / depth, depth, ratio, 1.0), rate


def _basin(depth: float, ratio: float, share: float) -> bool:
    """Simulated: from inside the basin block two reaches w = 0, from outside it does not."""
    rate = share * chain.floor_max_learning_rate(depth, ratio, 1.0)
    edge = chain.floor_basin(rate, depth, ratio, 1.0)
    grid = scalar.Grid(
        "block2", depth, mu_yx=ratio, rate=rate, weight=[0.998 * edge, 1.002 * edge], balanced=True
    )
    with np.errstate(all="ignore"):
        out = scalar.gradient_descent(grid, steps=4000)
    inside, outside = np.squeeze(out["total"].to_numpy()).tolist()
    return abs(inside - 1) < 1e-6 and not abs(outside - 1) < 1e-6


def _unstable_rate(depth: float, ratio: float) -> bool:
    """Beyond the largest rate the basin is empty."""
    rate = 1.01 * chain.floor_max_learning_rate(depth, ratio, 1.0)
    return chain.floor_basin(rate, depth, ratio, 1.0) == 0


def _critical(depth: int, start: float) -> tuple[float, float]:
    """Simulated decay at r = 1, to leading order."""
    grid = scalar.Grid("block2", float(depth), mu_yx=1.0, rate=0.1, weight=start, balanced=True)
    total = float(np.squeeze(scalar.gradient_descent(grid, steps=10_000)["total"].to_numpy()))
    threshold = math.sqrt(depth * math.expm1(math.log(total) / depth))
    return threshold, formula("block2-critical-decay")(10_000, start, depth, 0.1, 1.0)


_BASINS = {"depth": [1.0, 2.0, 4.0, 16.0], "ratio": [0.5, 0.9], "share": [0.3, 0.8]}

CLAIMS.add(
    id="CHAIN-I22-laws",
    source=CHAIN.beyond("I22"),
    says="Block two with an unreachable target (0 < r < 1): loss, curvature and largest rate at w "
    "= 0, the edge of the basin, where a step takes w to -w, and the decay at r = 1.",
    statement=Statement(
        Equal(_floor("loss"), mu_xx * (1 - r) ** 2 / 2),
        Equal(_floor("sharpness"), at(radial_curvature("block2"), {w: 0}).subs(mu_yx, r * mu_xx)),
        Equal(_floor("max-rate") * mu_xx * (1 - r), L),
        # At the edge rate one step takes w to -w.
        Less(0, mu_xx * sp.exp(v) ** L - mu_xx * sp.exp(-x)),
        Equal(
            slope * registered("block2-floor-edge-rate", b=exp(v), mu_yx=mu_xx * sp.exp(-x)),
            2 * weight,
        ),
        for_all={v: positive, x: positive, r: SHARE, L: DEPTH, mu_xx: positive, mu_yy: positive},
    ),
    cross_checks=(
        Property(_public_basin, _BASINS, rtol=1e-10),
        Property(_basin, _BASINS),
        Property(_unstable_rate, {"depth": [1.0, 4.0], "ratio": [0.5, 0.9]}),
        Property(_critical, {"depth": [1, 2, 8], "start": [0.05, 0.02]}, rtol=5e-3),
    ),
)


# -- other minima ---------------------------------------------------------------------------------


def _weights(network: str, logs: np.ndarray) -> np.ndarray:
    """Weights of layers with these log factors."""
    depth = len(logs)
    return {
        "feedforward": np.exp(logs),
        "block1": math.sqrt(depth) * np.expm1(logs),
        "block2": np.sqrt(depth * np.expm1(logs)),
    }[network]


def _top_eigenvalue(network: str, depth: int, seed: int, ratio: float) -> tuple[Any, Any]:
    """Hessian of the simulator at a random global minimum, and the public sharpness there."""
    logs = np.random.default_rng(seed).dirichlet(np.ones(depth)) * math.log(ratio)
    weights = _weights(network, logs)
    matrix = scalar.hessian(network, weights, mu_yx=ratio * 0.7, mu_xx=0.7)
    ours = chain.minimum_sharpness(weights, 0.7, network=network)
    return float(np.linalg.eigvalsh(matrix)[-1]), ours


def _hessian_off_minimum(network: str, depth: int, seed: int) -> tuple[Any, Any]:
    """The simulator's Hessian at random weights, against differences of its losses."""
    weights = np.random.default_rng(seed).uniform(0.4, 1.2, depth)
    matrix = scalar.hessian(network, weights, mu_yx=1.3, mu_xx=0.8)
    step, axes = 1e-3, np.eye(depth)

    def loss_at(i: int, j: int, a: int, b: int) -> float:
        moved = weights + step * (a * axes[i] + b * axes[j])
        return float(scalar.loss(network, moved, mu_yx=1.3, mu_xx=0.8))

    corners = ((1, 1, 1), (-1, 1, -1), (-1, -1, 1), (1, -1, -1))
    differences = [
        [sum(sign * loss_at(i, j, a, b) for sign, a, b in corners) for j in range(depth)]
        for i in range(depth)
    ]
    return matrix, np.array(differences) / (4 * step**2)


def _close_to_differences(network: str, depth: int, seed: int) -> bool:
    matrix, differences = _hessian_off_minimum(network, depth, seed)
    return bool(np.allclose(matrix, differences, rtol=1e-4, atol=1e-4))


def _share_of_log(network: str) -> sp.Expr:
    """(b'/b)^2 L^p of a layer with log factor z, in block two x > 0."""
    return sp.exp(-x) - sp.exp(-2 * x) if network == "block2" else sp.exp(-2 * z)


WEIGHTS = {
    "feedforward": (sp.exp(z), 1),
    "block1": (sp.sqrt(L) * (sp.exp(z) - 1), 1 / L),
    "block2": (sp.sqrt(L * (sp.exp(x) - 1)), 4 / L),
}


def _shares() -> Iterator[Equal]:
    """(b'/b)^2 as functions of the log factor, which block two has above 0 only."""
    for network, (weight, scale) in WEIGHTS.items():
        share = at(D(sp.log(layer(network, w)), w) ** 2, {w: weight})
        yield Equal(share, scale * _share_of_log(network))


power = (1 + 3 * u) / 4


CLAIMS.add(
    id="CHAIN-X-C6-minima",
    source=CHAIN.beyond("X-C6"),
    says="At a global minimum S = mu_xx r^2 sum (b'_l/b_l)^2. In the log factors y_l of its layers "
    "the share of block two, (4/L)(exp(-y) - exp(-2y)), is concave below ln 4: for 1 < r <= 4 the "
    "balanced minimum is the sharpest. That of positive factors of the feedforward network and "
    "block one, exp(-2y), is convex: there it is the flattest.",
    statement=Statement(
        *_shares(),
        # Block two below exp(x) = 4: by Jensen equal log factors have the largest sum, as
        # phi'' = exp(-x) - 4 exp(-2x), with exp(-x) = (1 + 3 u)/4 above 1/4.
        Equal(D(_share_of_log("block2"), x, 2), sp.exp(-x) - 4 * sp.exp(-2 * x)),
        Less(power - 4 * power**2, 0),
        # Feedforward and block one: by Jensen equal log factors have the smallest sum.
        Equal(D(_share_of_log("feedforward"), z, 2), 4 * sp.exp(-2 * z)),
        Less(0, 4 * sp.exp(-2 * z)),
        Equal(registered("block2-ceiling") * registered("block2-escape-rate"), 1),
        for_all={z: reals, x: positive, u: SHARE, r: above(1), L: DEPTH},
    ),
    cross_checks=(
        Property(
            _top_eigenvalue,
            {
                "network": ["feedforward", "block1", "block2"],
                "depth": [1, 2, 4, 9],
                "seed": [0, 1, 2],
                "ratio": [1.5, 4.0],
            },
            rtol=1e-12,
        ),
        Property(
            _close_to_differences,
            {"network": ["feedforward", "block1", "block2"], "depth": [2, 4], "seed": [0, 1]},
        ),
    ),
)
