"""Nonlinear networks before training (PC-B46): the energy at equilibrium beside the loss."""

import numpy as np

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.predictive_coding import PCN, toy
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.runs import KINDS, LEFT_ALARM, Array, Network, off, run

CLAIMS = Claims()

DEPTH, INPUTS, NARROW, WIDE = 5, 5, 16, 64
CASES: tuple[tuple[str, Network], ...] = (
    ("tanh", "mlp"),
    ("tanh", "residual"),
    ("relu", "residual"),
)


def _over_theory(activation: str, network: Network, seed: int) -> Array:
    """N (loss/F* - 1) over its limit, extrapolated from N = 16 and 64, (sample,)."""
    ratios = [
        off(
            run(
                PCN(width=width, depth=DEPTH, network=network, activation=activation),
                samples=128,
                seed=seed,
                steps=0,
                inputs=INPUTS,
                rules=("pc",),
                observe=("loss", "energy", "cosine"),
            )
        )[:, 0, 0]
        for width in (NARROW, WIDE)
    ]
    squares = np.mean(toy(seeds(seed, 0)[0], inputs=INPUTS).x ** 2, axis=1)
    limit = predictive_coding.excess_at_start(DEPTH, activation, squares=squares, network=network)
    return (WIDE**2 * ratios[1] - NARROW**2 * ratios[0]) / (WIDE - NARROW) / np.mean(limit)


def _limit(activation: str, network: Network) -> Sampled:
    """Check that the extrapolated excess is that of theory."""
    return Sampled(
        lambda seed: _over_theory(activation, network, seed),
        lambda: 1.0,
        what=f"over theory, {activation} {network}",
        alarm=LEFT_ALARM,
    )


def _linear(network: Network, depth: int) -> tuple[float, float]:
    """The limit of linear networks is that of N (E s - 1), which is free of N in the mean."""
    width = 10**6
    exact = predictive_coding.expected_rescaling(width, depth, network=network) - 1
    limit = predictive_coding.excess_at_start(depth, "linear", network=network)
    return float(limit), width * exact


CLAIMS.add(
    id="PC-B46",
    source=PC.beyond("PC-B46"),
    says="Before training N (loss/F* - 1) of tanh networks of L = 5, plain and residual, and of "
    "ReLU residual networks has the limit sum_l G_l / gamma0^2 of the squared derivatives of the "
    "output in the activities, at infinite width; in linear networks it is N (E s - 1).",
    reading="Equilibrium of the activities, one output; extrapolated from N = 16 and 64.",
    checks=(
        *(_limit(*case) for case in CASES),
        Property(_linear, {"network": [*KINDS], "depth": [2, 5, 32]}, rtol=1e-9, n=6),
    ),
    why_sampled="random",
)
