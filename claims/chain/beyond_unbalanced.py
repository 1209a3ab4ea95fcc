"""Beyond the paper: the flow from unbalanced weights."""

from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.chain.common import MODERATE
from depthlaws.claims.engine.checks import Identity, Property
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.sims import scalar
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT

CLAIMS = Claims()


def _two_layer_angle() -> tuple[sp.Expr, sp.Expr]:
    """d theta/dt = B (sinh(theta_end) - sinh(theta)) in exponentials, at rational angles."""
    t, B = sp.symbols("t B", positive=True)
    first, last = sp.log(sp.Rational(3, 2)), sp.log(3)
    angle = law("chain-two-layer-angle", t=t, theta0=first, theta_end=last, B=B)
    grown = sp.simplify(sp.exp(angle))
    sinh = (grown - 1 / grown) / 2
    return sp.simplify(sp.diff(grown, t) / grown), sp.simplify(B * (sp.Rational(4, 3) - sinh))


def _flow_from(weights: np.ndarray, mu: float, times: np.ndarray) -> np.ndarray:
    data = scalar.gradient_flow("plain", weights, times, mu_yx=mu, mu_xx=0.8, rate=0.6)
    return data["weights"].to_numpy()


def _unbalanced(depth: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng([int(seed), int(depth)])
    weights = rng.uniform(0.2, 1.4, int(depth)) * rng.choice([-1, 1], int(depth))
    mu, times = float(rng.uniform(0.5, 1.5)), np.array([0.3, 1.0, 3.0])
    flow = chain.unbalanced_flow(weights, mu, 0.8, 0.6)
    return flow.at(times), _flow_from(weights, mu, times)


def _carlson(seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(int(seed))
    flow = chain.unbalanced_flow(rng.uniform(0.2, 1.4, 3), 1.0, 0.8, 0.6)
    w = flow.start + np.array([0.2, 0.5, 0.8]) * (flow.end - flow.start)
    return flow.three_layer_time(w), flow.time(w)


def _end_point(depth: int, seed: int) -> tuple[float, float]:
    rng = np.random.default_rng([int(seed), int(depth)])
    weights = rng.uniform(0.2, 1.4, int(depth))
    flow = chain.unbalanced_flow(weights, 1.0, 0.8, 0.6)
    final = flow.weights(flow.end)
    return float(np.prod(final)), 1 / 0.8


CLAIMS.add(
    id="CHAIN-X-C7",
    source=CHAIN.beyond("X-C7"),
    says="Unbalanced flow of the plain network from any signs follows one equation for its "
    "smallest layer; elementary for two layers, Carlson's R_J for three.",
    checks=(
        Identity(
            _two_layer_angle,
            {sp.Symbol("t", positive=True): UNIT, sp.Symbol("B", positive=True): MODERATE},
        ),
        Property(_unbalanced, {"depth": [2, 3, 5], "seed": list(range(8))}, rtol=1e-6, n=20),
        Property(_carlson, {"seed": list(range(8))}, rtol=1e-9, n=8),
        Property(_end_point, {"depth": [2, 3, 6], "seed": list(range(8))}, rtol=1e-10, n=16),
    ),
)
