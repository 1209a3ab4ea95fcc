"""Figures A.1, A.2, A.20 and A.21: nonlinear networks at equilibrium as width grows."""

from depthlaws.claims.engine.checks import Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.runs import Array, above, certified, logs, off, run
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory.papers import PC

CLAIMS = Claims()

GRADIENTS = ("loss", "energy", "cosine")


def _nonlinear(network: str, activation: str, seed: int) -> Array:
    """Logarithms of how often L/F* - 1 and 1 - cos shrink from N = 16 to 64, (sample, 2, time)."""
    found = [
        run(
            PCN(width=width, depth=5, network=network, activation=activation),
            samples=36,
            seed=seed,
            steps=4,
            observe=(*GRADIENTS, "promise"),
            rules=("pc",),
        )
        for width in (16, 64)
    ]
    return logs(*(off(one, (0, 4)) for one in found))[certified(*found)]


def _nonlinear_check(network: str, activation: str) -> Sampled:
    return above(
        lambda seed: _nonlinear(network, activation, seed),
        what="L/F* - 1 and 1 - cos: logarithms of a fall",
    )


CLAIMS.add(
    id="PC-FA1",
    source=PC.figure("A.1"),
    says="Tanh residual networks, L = 5, activities at certified equilibrium (a further step "
    "promises less than 1e-6 of the energy): from N = 16 to 64 L/F* - 1 and 1 - cos fall, before "
    "training and after four steps.",
    quote="PC converges to BP for model width much larger than depth even on nonlinear networks",
    checks=(_nonlinear_check("residual", "tanh"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA2",
    source=PC.figure("A.2"),
    says="The same for ReLU residual networks, whose equilibria lie on kinks.",
    checks=(_nonlinear_check("residual", "relu"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA20",
    source=PC.figure("A.20"),
    says="The same for tanh MLPs.",
    checks=(_nonlinear_check("mlp", "tanh"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA21",
    source=PC.figure("A.21"),
    says="The same for ReLU MLPs.",
    checks=(_nonlinear_check("mlp", "relu"),),
    why_sampled="random",
)
