"""Inference step by step and its equilibrium: simulation and theory."""

import math
from typing import Any

import numpy as np

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.common import backend
from depthlaws.sims.predictive_coding import PCN, Inference, infer
from depthlaws.sims.predictive_coding.energy import (
    Net,
    backpropagated,
    forward,
    weight_gradients,
)
from depthlaws.sims.predictive_coding.equilibrium import solve
from depthlaws.sims.predictive_coding.linearised import Linearised
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.pc.claims.runs import Array

CLAIMS = Claims()

NUMPY = backend.get("cpu")
SEEDS = Interval(0, 10**6, integer=True)


def drawn(model: PCN, seed: int, inputs: int = 6) -> tuple[list[Array], Array, Array]:
    """Weights, inputs and targets of one network."""
    weights = [w[0] for w in model.draw(seeds(seed, 1)[1], NUMPY, "float64")]
    rng = np.random.default_rng(seed)
    return (
        weights,
        rng.standard_normal((inputs, model.features)),
        rng.standard_normal((inputs, model.outputs)),
    )


# -- equilibrium, simulated beside the closed form -------------------------------------------------


def _same_equilibrium(
    network: str, width: int, depth: int, outputs: int, precision: float, seed: int
) -> tuple[Array, Array]:
    """Activities, energy and gradients of both rules: dynamic programming against closed form."""
    model = PCN(
        width=width,
        depth=depth,
        features=3,
        outputs=outputs,
        network=network,
        gamma0=0.5,
        output_precision=precision,
    )
    weights, x, y = drawn(model, seed)
    net, data = Net(model, [w[None] for w in weights]), (x[None], y[None])
    equilibrium = solve(net, *data)
    exact = predictive_coding.equilibrium(
        weights,
        x,
        y,
        skips=network == "residual",
        scale=model.multipliers,
        output_precision=precision,
    )
    ours = [z[0] for z in equilibrium.z[1:]]
    bp = backpropagated(net, forward(net, data[0]), data[1])
    own = weight_gradients(net, equilibrium.z, equilibrium.e)
    gradients = [(left[0].T @ right[0]) for left, right in (*own, *bp)]
    theirs = [*exact.energy_gradients, *exact.loss_gradients]
    left = [*ours, [equilibrium.energy.mean()], np.asarray(equilibrium.stiffness[0]), *gradients]
    s = np.atleast_2d(
        predictive_coding.rescaling(
            weights,
            skips=network == "residual",
            scale=model.multipliers,
            output_precision=precision,
        )
    )
    right = [*exact.activities[1:-1], [exact.energy], s, *theirs]
    hidden, many = len(ours), len(ours) + 2
    kinds = [right[:hidden], right[hidden : hidden + 1], right[hidden + 1 : many], right[many:]]
    size = [max(np.abs(a).max() for a in kind) for kind in kinds for _ in kind]
    return (
        np.concatenate([2 + np.ravel(a) / n for a, n in zip(left, size, strict=True)]),
        np.concatenate([2 + np.ravel(a) / n for a, n in zip(right, size, strict=True)]),
    )


CLAIMS.add(
    id="PC-B1-simulated",
    source=PC.ledger("B1"),
    says="Activities, energy, rescaling and the gradients of both rules by the simulator's dynamic "
    "programming agree with the closed form to 1e-10 of the largest entry of each kind, at widths "
    "1 to 24, depths 2 to 9 and 1 or 3 outputs.",
    checks=(
        Property(
            _same_equilibrium,
            {
                "network": ["mlp", "residual"],
                "width": [1, 5, 24],
                "depth": [2, 3, 9],
                "outputs": [1, 3],
                "precision": [1.0, 0.2],
                "seed": SEEDS,
            },
            rtol=1e-10,
            n=72,
        ),
    ),
    why_sampled="no enclosure of a whole network",
)


# -- number of inference steps ---------------------------------------------------------------------


def _conditioned(network: str, depth: int, seed: int):
    """One network, its data and the theory's numbers for its inference."""
    model = PCN(width=12, depth=depth, features=3, network=network)
    weights, x, y = drawn(model, seed)
    spectrum = predictive_coding.inference(
        weights, skips=network == "residual", scale=model.multipliers
    )
    return model, weights, x, y, spectrum


def _everywhere(model: PCN, weights: list[Array], x: Array, y: Array, seed: int) -> list[Array]:
    """The equilibrium plus noise, so that every mode is excited."""
    z, _ = infer(model, Inference(), weights, x, y)
    rng = np.random.default_rng(seed + 1)
    return [a + rng.standard_normal(a.shape) for a in z]


def _modes(model: PCN, weights: list[Array]) -> Array:
    """Eigenvectors of the inference Hessian, in rising order, from the simulator's curvature."""
    net = Net(model, [w[None] for w in weights])
    count = model.width * (model.depth - 1)
    unit = np.eye(count).reshape(1, count, model.depth - 1, model.width)
    linear = Linearised(net, [None] * model.depth)
    columns = linear.curvature([unit[:, :, i, :] for i in range(model.depth - 1)])
    return np.linalg.eigh(np.concatenate(columns, axis=-1)[0])[1]


def _along(
    model: PCN, weights: list[Array], x: Array, y: Array, how: Inference, mode: Array
) -> Array:
    """Factor by which the distance to the equilibrium shrinks along a mode, at each step."""
    z, _ = infer(model, Inference(), weights, x, y)
    steps = mode.reshape(model.depth - 1, model.width)
    start = [a + 1e3 * step for a, step in zip(z, steps, strict=True)]
    _, path = infer(model, how, weights, x, y, start=start)
    least = infer(model, Inference(), weights, x, y)[1][0]
    gaps = np.sqrt((path - least) / (path[0] - least))
    return gaps[1:]


METHODS = {
    "gradient descent": "gradient",
    "nesterov": "nesterov",
    "conjugate gradients": "conjugate",
}


def _enough(network: str, depth: int, method: str, seed: int) -> tuple[float, float]:
    """Root of the energy above its minimum after theory's number of steps, over its start."""
    model, weights, x, y, known = _conditioned(network, depth, seed)
    moving: dict[str, Any] = {}  # conjugate gradients find their steps
    if method in known.best_steps:
        moving = {"step": known.best_steps[method], "batch": "sum"}
    how = Inference(
        method=METHODS[method],
        iterations=known.iterations(1e-2)[method],
        momentum=known.momentum if method == "nesterov" else None,
        **moving,
    )
    start = _everywhere(model, weights, x, y, seed)
    _, path = infer(model, how, weights, x, y, start=start)
    least = infer(model, Inference(), weights, x, y)[1][0]
    return math.sqrt(max(path[-1] - least, 0) / (path[0] - least)), 1.000001e-2


def _rates(network: str, depth: int, end: int, seed: int) -> tuple[Array, Array]:
    """Gradient descent at its best step has theory's rate along the slowest and fastest mode."""
    model, weights, x, y, known = _conditioned(network, depth, seed)
    how = Inference(
        method="gradient", step=known.best_steps["gradient descent"], iterations=8, batch="sum"
    )
    distances = _along(model, weights, x, y, how, _modes(model, weights)[:, end])
    return -np.log(distances), -np.log(known.rates["gradient descent"]) * np.arange(1, 9)


def _accelerated(network: str, depth: int, seed: int) -> tuple[Array, Array]:
    """Nesterov's method shrinks its slowest mode as (1 + k (1 - m)/(1 + m)) r^k from rest."""
    model, weights, x, y, known = _conditioned(network, depth, seed)
    m = known.momentum
    how = Inference(
        method="nesterov", step=known.best_steps["nesterov"], iterations=8, momentum=m, batch="sum"
    )
    k = np.arange(1, 9)
    wanted = (1 + k * (1 - m) / (1 + m)) * known.rates["nesterov"] ** k
    return _along(model, weights, x, y, how, _modes(model, weights)[:, 0]), wanted


def _largest_step(
    network: str, depth: int, batch: str, share: float, seed: int
) -> tuple[Array, Array]:
    """At a share of the largest step the fastest mode changes by |1 - 2 share| per step."""
    model, weights, x, y, known = _conditioned(network, depth, seed)
    scale = len(x) if batch == "mean" else 1
    how = Inference(
        method="gradient", step=share * known.largest_step * scale, iterations=8, batch=batch
    )
    distances = _along(model, weights, x, y, how, _modes(model, weights)[:, -1])
    return np.log(distances), np.log(2 * share - 1) * np.arange(1, 9)


INFERRED = {"network": ["mlp", "residual"], "depth": [3, 6], "seed": SEEDS}

CLAIMS.add(
    id="PC-B32",
    source=PC.ledger("B32"),
    says="Simulated inference needs no more steps than theory says for gradient descent, Nesterov "
    "and conjugate gradients; at the best steps the error of gradient descent shrinks by (kappa - "
    "1)/(kappa + 1) per step along the slowest and the fastest mode, that of Nesterov's method as "
    "(1 + k (1-m)/(1+m)) r^k along the slowest; below the largest step the fastest mode decays and "
    "above it it grows, by |1 - 2 share| per step, for batch sum and mean.",
    checks=(
        Property(_enough, INFERRED | {"method": list(METHODS)}, relation="<=", n=12, at_least=12),
        Property(_rates, INFERRED | {"end": [0, -1]}, rtol=1e-9, n=8, at_least=8),
        Property(_accelerated, INFERRED, rtol=1e-9, n=4, at_least=4),
        Property(
            _largest_step,
            INFERRED | {"batch": ["sum", "mean"], "share": [0.95, 1.05]},
            rtol=1e-9,
            n=16,
            at_least=16,
        ),
    ),
    why_sampled="no enclosure of a whole network",
)
