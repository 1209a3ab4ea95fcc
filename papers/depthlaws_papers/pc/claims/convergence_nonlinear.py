"""Figures A.1, A.2, A.20 and A.21: nonlinear networks at equilibrium as width grows."""

from depthlaws.claims.engine.checks import Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.runs import Array, above, certified, logs, off, run

CLAIMS = Claims()

GRADIENTS = ("loss", "energy", "cosine")


def _nonlinear(network: str, activation: str, seed: int) -> Array:
    """Logarithms of the factors by which L/F* - 1 and 1 - cos shrink from N = 16 to 64.

    Shape (sample, 2, time).
    """
    histories = [
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
    return logs(*(off(one, (0, 4)) for one in histories))[certified(*histories)]


def _nonlinear_check(network: str, activation: str) -> Sampled:
    return above(
        lambda seed: _nonlinear(network, activation, seed),
        what="L/F* - 1 and 1 - cos: logarithms of the factors by which they fall",
    )


CLAIMS.add(
    id="PC-FA1",
    source=PC.figure("A.1"),
    says="Tanh residual networks, L = 5, activities at certified equilibrium (the decrease "
    "promised by a further step is less than 1e-6 of the energy): from N = 16 to 64 L/F* - 1 and 1 "
    "- cos fall, before training and after four steps.",
    quote="PC converges to BP for model width much larger than depth even on nonlinear networks",
    reading="The toy task, N = 16 and 64 in place of 8 to 2048, before training and after four "
    "steps; equilibrium by Newton's method in place of many steps of descent.",
    checks=(_nonlinear_check("residual", "tanh"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA2",
    source=PC.figure("A.2"),
    says="ReLU residual networks, whose equilibria lie on kinks, L = 5, at certified equilibrium: "
    "from N = 16 to 64 L/F* - 1 and 1 - cos fall, before training and after four steps.",
    reading="As PC-FA1: the toy task, N = 16 and 64, before training and after four steps, "
    "equilibrium by Newton's method.",
    checks=(_nonlinear_check("residual", "relu"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA20",
    source=PC.figure("A.20"),
    says="Tanh MLPs, L = 5, at certified equilibrium: from N = 16 to 64 L/F* - 1 and 1 - cos fall, "
    "before training and after four steps.",
    reading="As PC-FA1: the toy task, N = 16 and 64, before training and after four steps, "
    "equilibrium by Newton's method.",
    checks=(_nonlinear_check("mlp", "tanh"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA21",
    source=PC.figure("A.21"),
    says="ReLU MLPs, L = 5, at certified equilibrium: from N = 16 to 64 L/F* - 1 and 1 - cos fall, "
    "before training and after four steps.",
    reading="As PC-FA1: the toy task, N = 16 and 64, before training and after four steps, "
    "equilibrium by Newton's method.",
    checks=(_nonlinear_check("mlp", "relu"),),
    why_sampled="random",
)
