"""Beyond the paper: the flow of the feedforward network from unbalanced weights."""

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import Equal, Statement, positive
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import SHARE, eta, mu_xx, mu_yx, t, u, v

CLAIMS = Claims()

B, q = sp.symbols("B q", positive=True)


E, c = sp.symbols("E c", positive=True)  # E = exp(theta/2)
small, large = sp.sqrt(c) * (E - 1 / E) / 2, sp.sqrt(c) * (E + 1 / E) / 2
speed = eta * mu_xx * c * (2 * mu_yx / (mu_xx * c) - (E**2 - 1 / E**2) / 2)
push = eta * (mu_yx - mu_xx * small * large)

# exp(theta) of two layers, from theta_0 = ln u to theta_end = ln v: q = exp(-B cosh(theta_end) t).
grown = (u * v**2 + u * q + v * (1 - q)) / (u * v * (1 - q) + v**2 * q + 1)


def _registered_angle() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """The registered course, with theta_0 = y and theta_end = z."""
    y, z = sp.symbols("y z", real=True)
    ours = {u: sp.exp(y), v: sp.exp(z), q: sp.exp(-B * t * sp.cosh(z))}
    yield (
        "angle",
        sp.exp(law("chain-two-layer-angle", t=t, theta0=y, theta_end=z)),
        grown.subs(ours),
    )


def _against_flow(depth: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng([seed, depth])
    weights = rng.uniform(0.2, 1.4, depth) * rng.choice([-1, 1], depth)
    mu, times = float(rng.uniform(0.5, 1.5)) * float(rng.choice([-1, 1])), np.array([0.3, 1.0, 3.0])
    flow = chain.unbalanced_flow(weights, mu, 0.8, 0.6)
    full = scalar.gradient_flow("feedforward", weights, times, mu_yx=mu, mu_xx=0.8, rate=0.6)
    return flow.at(times), full["weights"].to_numpy()


def _carlson(seed: int) -> tuple[Any, Any]:
    flow = chain.unbalanced_flow(np.random.default_rng(seed).uniform(0.2, 1.4, 3), 1.0, 0.8, 0.6)
    w = flow.start + np.array([0.2, 0.5, 0.8]) * (flow.end - flow.start)
    return flow.three_layer_time(w), flow.time(w)


def _end_point(depth: int, seed: int) -> tuple[float, float]:
    weights = np.random.default_rng([seed, depth]).uniform(0.2, 1.4, depth)
    flow = chain.unbalanced_flow(weights, 1.0, 0.8, 0.6)
    return float(np.prod(flow.weights(flow.end))), 1 / 0.8


_SEEDS = list(range(6))

CLAIMS.add(
    id="CHAIN-X-C7",
    source=CHAIN.beyond("X-C7"),
    says="Unbalanced flow of two layers of different modulus is elementary: w = sqrt(c) (sinh, "
    "cosh)(theta/2), with d theta/dt = B (sinh(theta_end) - sinh(theta)) and the registered "
    "course.",
    statement=Statement(
        # Both flow equations are the angle's, w_1' = sqrt(c) cosh(theta/2) theta'/2 and w_2'.
        Equal(large / 2 * speed, push * large),
        Equal(small / 2 * speed, push * small),
        # d theta/dt = B (sinh(theta_end) - sinh(theta)), times 2 exp(theta).
        Equal(-(v + 1 / v) * q * D(grown, q), (v - 1 / v) * grown - (grown**2 - 1)),
        Equal(at(grown, {q: 1}), u),
        for_all={
            E: positive,
            c: positive,
            eta: positive,
            mu_yx: positive,
            mu_xx: positive,
            q: SHARE,
            u: positive,
            v: positive,
        },
    ),
    cross_checks=(
        Exhaustive(_registered_angle),
        Property(_against_flow, {"depth": [2], "seed": _SEEDS}, rtol=1e-8, n=6),
    ),
)

CLAIMS.add(
    id="CHAIN-X-C7-deep",
    source=CHAIN.beyond("X-C7"),
    says="From any signs, with one layer smallest in modulus, the flow of any depth follows one "
    "equation for that layer (CHAIN-FN1-smooth), to P = r; for three layers the solution is "
    "Carlson's R_J.",
    checks=(
        Property(_against_flow, {"depth": [1, 2, 3, 5], "seed": _SEEDS}, rtol=1e-8, n=24),
        Property(_carlson, {"seed": _SEEDS}, rtol=1e-9, n=6, at_least=6),
        Property(_end_point, {"depth": [2, 3, 6], "seed": _SEEDS}, rtol=1e-10, n=18),
    ),
    why_sampled="no enclosure of an ODE solution or of R_J",
)


def _where_it_goes(signs: tuple[int, ...], tied: bool, mu: float) -> bool:
    """Long flows end at P = r or at P = 0, as the public function predicts."""
    sizes = [0.5, 0.5 if tied else 0.7, 0.9, 1.1][: len(signs)]
    weights = np.array([s * a for s, a in zip(signs, sizes, strict=True)])
    outcome = chain.unbalanced_flow(weights, mu).outcome
    full = scalar.gradient_flow("feedforward", weights, [25.0], mu_yx=mu, mu_xx=1.0)
    total = float(full["total"][0])
    return outcome == ("target" if abs(total - mu) < 0.1 * abs(mu) else "saddle")


def _tied_zeros(mu: float) -> bool:
    """P = 0 with two layers at 0: a saddle, exactly."""
    return chain.unbalanced_flow([0.0, 0.0, 0.8], mu).outcome == "saddle"


def _final_rate(depth: int, seed: int) -> tuple[float, float]:
    """eta mu_xx r^2 sum w_l^-2 at the end, against the late decay rate of the simulated flow."""
    weights = np.random.default_rng([seed, depth]).uniform(0.5, 1.4, depth)
    flow = chain.unbalanced_flow(weights, 1.0, 0.8, 0.6)
    ends = flow.weights(flow.end)
    exact = 0.6 * 0.8 * 1.25**2 * float(np.sum(1.0 / np.square(ends)))
    return flow.final_rate, exact


def _slowest_balanced(depth: int, seed: int) -> tuple[float, float]:
    """The final rate of balanced weights with the same end, and that of the simulated ones."""
    weights = np.random.default_rng([seed, depth]).uniform(0.5, 1.4, depth)
    balanced = 0.6 * 0.8 * depth * 1.25 ** (2 - 2 / depth)
    return balanced, chain.unbalanced_flow(weights, 1.0, 0.8, 0.6).final_rate


def _late_decay(depth: int, seed: int) -> bool:
    weights = np.random.default_rng([seed, depth]).uniform(0.5, 1.4, depth)
    rate = chain.unbalanced_flow(weights, 1.0, 0.8, 0.6).final_rate
    times = np.array([8.0, 10.0]) / rate
    full = scalar.gradient_flow("feedforward", weights, times, mu_yx=1.0, mu_xx=0.8, rate=0.6)
    gaps = np.abs(full["total"].to_numpy() - 1.25)
    return abs(float(np.log(gaps[0] / gaps[1])) / 2 - 1) < 0.01


_SIGNS = [s for n in (2, 3) for s in itertools.product((1, -1), repeat=n)]

CLAIMS.add(
    id="CHAIN-X-C7-outcome",
    source=CHAIN.beyond("X-C7"),
    says="The flow reaches the target iff the total weight has the target's sign at the start or "
    "the smallest modulus belongs to one layer only; otherwise it ends at a saddle. Its final rate "
    "is eta mu_xx r^2 sum w_l^-2, which is at least the rate of balanced weights.",
    checks=(
        Property(_where_it_goes, {"signs": _SIGNS, "tied": [True, False], "mu": [1.0, -0.8]}),
        Property(_tied_zeros, {"mu": [1.0, -1.0]}),
        Property(_final_rate, {"depth": [2, 3, 6], "seed": _SEEDS}, rtol=1e-9),
        Property(_slowest_balanced, {"depth": [2, 3, 6], "seed": _SEEDS}, relation="<"),
        Property(_late_decay, {"depth": [2, 4], "seed": _SEEDS[:3]}),
    ),
    why_sampled="no enclosure of an ODE solution",
)
