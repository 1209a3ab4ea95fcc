"""Section 5 and figure 4: nonlinear networks, at equilibrium and after twenty steps."""

from functools import lru_cache
from itertools import pairwise

import numpy as np

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.predictive_coding import PCN, Inference, infer
from depthlaws.sims.predictive_coding.energy import (
    Net,
    activity_gradients,
    inner,
    weight_gradients,
)
from depthlaws.sims.predictive_coding.equilibrium import Equilibrium, solve
from depthlaws.sims.predictive_coding.inference import largest_step
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.practical_inference import NUMPY, SEEDS, drawn
from depthlaws_papers.pc.claims.runs import (
    Array,
    above,
    below,
    certified,
    logs,
    run,
    seen,
    toy_task,
)

CLAIMS = Claims()


# -- networks that are not linear ------------------------------------------------------------------


def _equilibrium(model: PCN, seed: int, inputs: int = 6) -> tuple[Net, Equilibrium, list]:
    """Newton's equilibrium of one network, with its weights, inputs and targets."""
    weights, x, y = drawn(model, seed, inputs)
    net = Net(model, [w[None] for w in weights])
    return net, solve(net, x[None], y[None], tolerance=1e-11), [weights, x, y]


def _descended(net: Net, found: Equilibrium, problem: list, steps: int, *, there: bool) -> float:
    """Energy after gradient descent from that equilibrium or from the forward pass."""
    how = Inference(method="gradient", step=0.2, iterations=steps, batch="sum")
    start = [z[0] for z in found.z[1:]] if there else None
    return float(infer(net.model, how, *problem, start=start)[1][-1])


def _model(network: str, activation: str, depth: int, width: int = 16) -> PCN:
    return PCN(width=width, depth=depth, features=3, network=network, activation=activation)


def _certified(network: str, activation: str, depth: int, seed: int) -> tuple[list, list]:
    """The promised decrease is negligible, and gradient descent finds no lower energy."""
    net, equilibrium, problem = _equilibrium(_model(network, activation, depth), seed)
    energy, after = (
        float(equilibrium.energy.mean()),
        _descended(net, equilibrium, problem, 50, there=True),
    )
    return [float(equilibrium.promise.max()), energy], [1e-11, after * (1 + 1e-9)]


def _reached(network: str, activation: str, depth: int, seed: int) -> tuple[float, float]:
    """Newton's energy is not above that of gradient descent from the forward pass."""
    net, equilibrium, problem = _equilibrium(_model(network, activation, depth), seed)
    long = _descended(net, equilibrium, problem, 600, there=False)
    return float(equilibrium.energy.mean()), long * (1 + 1e-6)


def _another() -> tuple[float, float]:
    """Energy of Newton's equilibrium of one ReLU network, over that of gradient descent's."""
    net, equilibrium, problem = _equilibrium(_model("residual", "relu", 5), 12)
    return float(equilibrium.energy.mean()) / _descended(
        net, equilibrium, problem, 600, there=False
    ), 1.0007


def _kinks(network: str, seed: int) -> bool:
    """Some ReLU units rest at exactly zero, where the gradient does not vanish."""
    net, equilibrium, _ = _equilibrium(_model(network, "relu", 4, width=32), seed, 12)
    g = activity_gradients(net, net.slopes(equilibrium.z), equilibrium.e)
    at = [z == 0 for z in equilibrium.z[1:]]
    on = max(np.abs(a[h]).max(initial=0.0) for a, h in zip(g, at, strict=True))
    off = max(np.abs(a[~h]).max() for a, h in zip(g, at, strict=True))
    return bool(any(h.any() for h in at) and on > 10 * off)


_NETWORKS = {"network": ["mlp", "residual"], "depth": [2, 5], "seed": SEEDS}

CLAIMS.add(
    id="PC-B33",
    source=PC.ledger("B33"),
    says="Newton and Gauss-Newton steps by dynamic programming, with units held at kinks, reach "
    "equilibria from which a further step promises less than 1e-11 of the energy and which "
    "gradient descent started there does not lower, for tanh, ReLU and GELU. For tanh and GELU "
    "their energy is not above that of long gradient descent from the forward pass; a ReLU network "
    "has several equilibria (seed 12: one 0.0007 higher). Equilibria of ReLU networks lie on "
    "kinks, where the gradient stays above ten times that of all other units.",
    checks=(
        Property(
            _certified,
            _NETWORKS | {"activation": ["tanh", "relu", "gelu"]},
            relation="<=",
            n=12,
            at_least=12,
        ),
        Property(
            _reached, _NETWORKS | {"activation": ["tanh", "gelu"]}, relation="<=", n=8, at_least=8
        ),
        Property(_another, {}, relation=">="),
        Property(_kinks, {"network": ["mlp", "residual"], "seed": SEEDS}, n=4, at_least=4),
    ),
    why_sampled="no enclosure of a whole network",
)


# -- figure 4 and takeaway 4 -----------------------------------------------------------------------

BETAS = [0.1, 1.0, 5.0, 20.0]
LINE = 0.9  # cosines above this count as aligned, in the figure's statement and in its correction


def _cosine(activation: str, depth: int, beta: float, seed: int) -> Array:
    """Cosine after 20 steps of size beta on the mean energy of 64 digits, of which 16 are run."""
    model = PCN(width=32, depth=depth, network="residual", activation=activation)
    how = Inference(method="gradient", step=beta / 64, iterations=20, batch="sum")
    history = run(
        model,
        samples=48,
        seed=seed,
        steps=0,
        task="digits",
        inputs=16,
        inference=how,
        observe=("cosine",),
        rules=("pc",),
    )
    return seen(history, "cosine")[:, 0]


@lru_cache(maxsize=16)
def _at_equilibrium(activation: str, depth: int, width: int, seed: int):
    """Networks before training, on four digits."""
    model = PCN(width=width, depth=depth, network="residual", activation=activation)
    return run(
        model,
        samples=96 if depth == 2 else 24,
        seed=seed,
        steps=0,
        task="digits",
        inputs=4,
        observe=("cosine", "promise"),
        rules=("pc",),
    )


def _equilibrium_cosine(activation: str, depth: int, seed: int) -> Array:
    """Cosine at certified equilibrium, N = 64."""
    states = _at_equilibrium(activation, depth, 64, seed)
    return seen(states, "cosine")[certified(states), 0]


def _wider(activation: str, depth: int, seed: int) -> Array:
    """Logarithm of the factor by which 1 - cos shrinks from N = 16 to 64 at equilibrium."""
    states = [_at_equilibrium(activation, depth, width, seed) for width in (16, 64)]
    return logs(*(1 - seen(one, "cosine")[:, 0] for one in states))[certified(*states)]


CASES = [(activation, depth) for activation in ("tanh", "relu") for depth in (2, 16)]


def _after_twenty(seed: int) -> Array:
    """Cosines at the largest step of figure 4, two layers, (sample, activation)."""
    shallow = [
        _cosine(activation, depth, BETAS[-1], seed) for activation, depth in CASES if depth == 2
    ]
    return np.stack(shallow, axis=-1)


def _larger_steps(seed: int) -> Array:
    """Logarithms of the factors by which 1 - cos shrinks from each beta to the next.

    Shape (sample, case x beta).
    """
    rows = [[1 - _cosine(*case, beta, seed) for beta in BETAS] for case in CASES]
    return np.stack([logs(*pair) for row in rows for pair in pairwise(row)], axis=-1)


def _deeper_needs_more(seed: int) -> Array:
    """Cosine at L = 2 minus the cosine at L = 16, (sample, activation x beta)."""
    return np.stack(
        [
            _cosine(activation, 2, beta, seed) - _cosine(activation, 16, beta, seed)
            for activation in ("tanh", "relu")
            for beta in BETAS
        ],
        axis=-1,
    )


CLAIMS.add(
    id="PC-F4",
    source=PC.figure(4),
    says="After the 20 inference steps of the experiment, at the largest step size, the gradients "
    "of PC and BP align at L = 2: cos above 0.9.",
    quote="the gradients of the energy evaluated at numerical (GD) convergence of the activities "
    "(Eq. 3) approach the BP (MSE) gradients for both shallow and deep models",
    reading="N = 32 before training, in place of N = 2048; 20 steps of beta = 20 on the energy as "
    "printed, the mean over 64 inputs; digits in place of CIFAR-10. At L = 16 so many steps do not "
    "reach an equilibrium at N = 32 (PC-F4-steps); N = 2048 is not tested. At certified "
    "equilibrium both depths align (PC-TK4).",
    checks=(above(_after_twenty, LINE, what="cosines after 20 steps, L = 2"),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-F4-deep",
    source=PC.beyond("PC-B34"),
    says="On digits, after 20 inference steps of beta = 20, N = 32, the cosine of tanh and ReLU "
    "networks of L = 16 is below 0.8.",
    checks=tuple(
        below(lambda seed, a=a: _cosine(a, 16, BETAS[-1], seed), 0.8, what=f"cosine, {a}")
        for a in ("tanh", "relu")
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-TK4",
    source=PC.section("5, takeaway 4"),
    says="At certified equilibrium the gradients of tanh and ReLU residual networks align: cos "
    "above 0.9 at N = 64 for L = 2 and 16, and 1 - cos falls from N = 16 to 64.",
    quote="PC still converges to BP on nonlinear networks, as long as an activity equilibrium",
    reading="Before training, on four digits, at N = 16 and 64; N = 16 is no wider than the deeper "
    "networks. Equilibrium: a further step promises to lower the energy by less than 1e-6 of it.",
    checks=(
        *(
            above(
                lambda seed, case=case: _equilibrium_cosine(*case, seed),
                LINE,
                what=f"cosine at equilibrium, {case[0]}, L = {case[1]}",
            )
            for case in CASES
        ),
        *(
            above(
                lambda seed, case=case: _wider(*case, seed),
                what=f"fall of 1 - cos, {case[0]}, L = {case[1]}",
            )
            for case in CASES
        ),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-S6-steps",
    source=PC.section(5),
    says="On digits, after 20 steps, the cosine rises with beta from 0.1 to 20 at L = 2 and at "
    "L = 16, and at every such beta it is lower at L = 16 than at L = 2.",
    quote="deeper PCNs require much larger GD step sizes",
    reading="N = 32, before training, digits in place of CIFAR-10. For other inputs, Gaussian ones "
    "among them, the rise at L = 16 is not claimed.",
    checks=(
        above(_larger_steps, what="fall of 1 - cos at the next beta"),
        above(_deeper_needs_more, what="cosine at L = 2 minus the cosine at L = 16"),
    ),
    why_sampled="random",
)


REACHED_COSINE = (
    0.99  # a cosine above this with the gradients at equilibrium counts as having reached it
)


def _reached_after(depth: int, steps: int, seed: int) -> Array:
    """Cosine between the energy's gradients after so many steps and those at equilibrium."""
    model, task = PCN(width=32, depth=depth, network="residual"), toy_task(seed)
    net = Net(model, model.draw(seeds(seed, 16)[1], NUMPY, "float64"))
    x, y = (np.broadcast_to(a, (16, *a.shape)) for a in (task.x, task.y))
    how = Inference(method="gradient", step=largest_step(net, x), iterations=steps, batch="sum")
    *_, last = how.walk(net, x, y)
    end = solve(net, x, y)
    gradients, wanted = (weight_gradients(net, state.z, state.e) for state in (last, end))
    products = [
        sum(inner(a, b) for a, b in zip(one, other, strict=True))
        for one, other in ((gradients, wanted), (gradients, gradients), (wanted, wanted))
    ]
    return products[0] / np.sqrt(products[1] * products[2])


CLAIMS.add(
    id="PC-F4-steps",
    source=PC.ledger("ERR-PC-22"),
    says="Twenty steps of gradient descent at the largest safe step do not reach the equilibrium "
    "at L = 16: linear residual networks, N = 32, the toy task. Gradients have a cosine below 0.99 "
    "with those at equilibrium after 20 steps and after 100; at L = 2 the cosine is above it after "
    "20.",
    reading="linear networks of N = 32, simulated in a second. At N = 512 one network takes six "
    "seconds: tanh networks need 670 +- 10 steps, ReLU ones 755 +- 5 (benchmarks, nonlinear-steps)",
    checks=(
        above(lambda seed: _reached_after(2, 20, seed), REACHED_COSINE, what="20 steps, L = 2"),
        below(lambda seed: _reached_after(16, 20, seed), REACHED_COSINE, what="20 steps, L = 16"),
        below(lambda seed: _reached_after(16, 100, seed), REACHED_COSINE, what="100 steps, L = 16"),
    ),
    why_sampled="random",
)
