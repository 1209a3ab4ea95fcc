"""Section 5 and figure 4: inference step by step, its end, and nonlinear networks."""

import math

import numpy as np

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.runs import KINDS, Array, mean, run
from depthlaws.sims import backend
from depthlaws.sims.predictive_coding import PCN, Inference, infer
from depthlaws.sims.predictive_coding.energy import (
    Net,
    activity_gradients,
    backpropagated,
    forward,
    weight_gradients,
)
from depthlaws.sims.predictive_coding.equilibrium import solve
from depthlaws.sims.predictive_coding.model import seeds
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC

CLAIMS = Claims()

NUMPY = backend.get("cpu")


def _drawn(model: PCN, seed: int, inputs: int = 6) -> tuple[list[Array], Array, Array]:
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
    """Activities, energy and the gradients of both rules: dynamic programming and closed form."""
    model = PCN(
        width=width, depth=depth, features=3, outputs=outputs, network=network, gamma0=0.5,
        output_precision=precision,
    )  # fmt: skip
    weights, x, y = _drawn(model, seed)
    net, data = Net(model, [w[None] for w in weights]), (x[None], y[None])
    found = solve(net, *data)
    exact = predictive_coding.equilibrium(
        weights, x, y, skips=network == "residual", scale=model.multipliers,
        output_precision=precision,
    )  # fmt: skip
    ours = [z[0] for z in found.z[1:]]
    bp = backpropagated(net, forward(net, data[0]), data[1])
    own = weight_gradients(net, found.z, found.e)
    gradients = [(left[0].T @ right[0]) for left, right in (*own, *bp)]
    theirs = [*exact.energy_gradients, *exact.loss_gradients]
    left = [*ours, [found.energy.mean()], np.asarray(found.stiffness[0]), *gradients]
    s = np.atleast_2d(predictive_coding.rescaling(
        weights, skips=network == "residual", scale=model.multipliers, output_precision=precision
    ))  # fmt: skip
    right = [*exact.activities[1:-1], [exact.energy], s, *theirs]
    size = [np.abs(a).max() + 1e-300 for a in right]
    return (
        np.concatenate([2 + np.ravel(a) / n for a, n in zip(left, size, strict=True)]),
        np.concatenate([2 + np.ravel(a) / n for a, n in zip(right, size, strict=True)]),
    )


CLAIMS.add(
    id="PC-B1-simulated",
    source=PC.ledger("B1"),
    says="Activities, energy, rescaling and the gradients of both rules by the simulator's dynamic "
    "programming are those of the closed form, to 1e-10 of the largest entry.",
    checks=(
        Property(
            _same_equilibrium,
            {
                "network": ["mlp", "residual"], "width": [1, 5, 24], "depth": [2, 3, 9],
                "outputs": [1, 3], "precision": [1.0, 0.2], "seed": [0],
            },
            rtol=1e-10,
            n=72,
        ),
    ),
    why_sampled="no enclosure of a whole network",
)  # fmt: skip


# -- law of the rescaling at the start: 36 cells ---------------------------------------------------

CELLS = [
    (network, parametrization, width, depth)
    for network in KINDS
    for parametrization in ("mean_field", "ntk", "sp", "mup", "kaiming")
    for width, depth in ((16, 2), (16, 5), (32, 3), (32, 9))
    if not (network == "residual" and parametrization in {"mup", "kaiming"} and width == 32)
]
DRAWS = 200


def _cells(seed: int) -> Array:
    """s in every cell, (network, cell)."""
    found = []
    for network, parametrization, width, depth in CELLS:
        alpha = 0.0 if parametrization == "kaiming" else 0.5
        model = PCN(
            width=width, depth=depth, network=network, parametrization=parametrization, alpha=alpha
        )
        run_ = run(model, samples=DRAWS, seed=seed, steps=0, observe=("rescaling",), rules=("pc",))
        found.append(run_.rescaling.to_numpy()[0, :, 0])
    return np.stack(found, axis=-1)


def _expected() -> Array:
    """E[s] in every cell."""
    return np.array([
        predictive_coding.expected_rescaling(
            width, depth, network=network,
            parametrization="kaiming_uniform" if name == "kaiming" else name,
            alpha=0.0 if name == "kaiming" else 0.5,
        )
        for network, name, width, depth in CELLS
    ])  # fmt: skip


CLAIMS.add(
    id="PC-B6-cells",
    source=PC.ledger("B6"),
    says="Simulated mean rescaling in 36 cells, both networks, five initial laws, widths 16 and "
    "32, depths 2 to 9: E[s] within Monte-Carlo error.",
    checks=(Sampled(_cells, _expected, what="36 cells"),),
    why_sampled="random",
)


# -- steps that inference needs --------------------------------------------------------------------


def _conditioned(network: str, depth: int, seed: int):
    """One network, its data and what theory says of its inference."""
    model = PCN(width=12, depth=depth, features=3, network=network)
    weights, x, y = _drawn(model, seed)
    found = predictive_coding.inference(
        weights, skips=network == "residual", scale=model.multipliers
    )
    return model, weights, x, y, found


def _slowest(model: PCN, weights: list[Array], x: Array, y: Array) -> list[Array]:
    """Start at the equilibrium plus noise, so that every mode takes part."""
    z, _ = infer(model, Inference(), weights, x, y)
    rng = np.random.default_rng(1)
    return [a + rng.standard_normal(a.shape) for a in z]


METHODS = {
    "gradient descent": "gradient", "nesterov": "nesterov", "conjugate gradients": "conjugate",
}  # fmt: skip


def _enough(network: str, depth: int, method: str, seed: int) -> tuple[float, float]:
    """Root of the energy above its minimum after theory's number of steps, over its start."""
    model, weights, x, y, known = _conditioned(network, depth, seed)
    how = Inference(
        method=METHODS[method],
        step=known.best_steps.get(method, 1.0),
        iterations=known.iterations(1e-2)[method],
        momentum=known.momentum if method == "nesterov" else None,
        batch="sum",
    )
    start = _slowest(model, weights, x, y)
    _, path = infer(model, how, weights, x, y, start=start)
    least = infer(model, Inference(), weights, x, y)[1][0]
    return math.sqrt(max(path[-1] - least, 0) / (path[0] - least)), 1.000001e-2


def _rate(network: str, depth: int, seed: int) -> tuple[float, float]:
    """Late factor per step of gradient descent at its best step: as large as theory's rate."""
    model, weights, x, y, known = _conditioned(network, depth, seed)
    many = known.iterations(1e-3)["gradient descent"]
    how = Inference(
        method="gradient", step=known.best_steps["gradient descent"], iterations=many, batch="sum"
    )
    _, path = infer(model, how, weights, x, y, start=_slowest(model, weights, x, y))
    least = infer(model, Inference(), weights, x, y)[1][0]
    gaps = np.sqrt(path - least)
    half = len(gaps) // 2
    return float((gaps[-1] / gaps[half]) ** (1 / (len(gaps) - 1 - half))), known.rates[
        "gradient descent"
    ]


def _largest_step(network: str, depth: int, batch: str, seed: int) -> bool:
    """At 0.98 of the largest step the energy falls; at 1.02 of it the error grows in the end."""
    model, weights, x, y, known = _conditioned(network, depth, seed)
    start = _slowest(model, weights, x, y)
    scale = len(x) if batch == "mean" else 1
    falls = []
    for share in (0.98, 1.02):
        how = Inference(
            method="gradient", step=share * known.largest_step * scale, iterations=120, batch=batch
        )
        try:
            _, path = infer(model, how, weights, x, y, start=start)
        except ArithmeticError:
            falls.append(False)
        else:
            falls.append(bool(path[-1] < path[-21]))
    return falls == [True, False]


INFERRED = {"network": ["mlp", "residual"], "depth": [3, 6], "seed": [0]}

CLAIMS.add(
    id="PC-B32",
    source=PC.ledger("B32"),
    says="Simulated inference needs no more steps than theory says for gradient descent, Nesterov "
    "and conjugate gradients; gradient descent's late rate is (kappa - 1)/(kappa + 1) within 1 %; "
    "it converges below the largest step and diverges above, for batch sum and mean.",
    checks=(
        Property(_enough, INFERRED | {"method": list(METHODS)}, relation="<=", n=12, at_least=12),
        Property(_rate, INFERRED, rtol=0.01, n=4, at_least=4),
        Property(_largest_step, INFERRED | {"batch": ["sum", "mean"]}, n=8, at_least=8),
    ),
    why_sampled="no enclosure of a whole network",
)


# -- networks that are not linear ------------------------------------------------------------------


def _certified(network: str, activation: str, depth: int, seed: int) -> tuple[list, list]:
    """Newton's equilibrium: no promise left, and no more energy than long gradient descent."""
    model = PCN(width=16, depth=depth, features=3, network=network, activation=activation)
    weights, x, y = _drawn(model, seed)
    net = Net(model, [w[None] for w in weights])
    found = solve(net, x[None], y[None], tolerance=1e-11)
    how = Inference(method="gradient", step=0.2, iterations=600, batch="sum")
    _, path = infer(model, how, weights, x, y)
    energy = float(found.energy.mean())
    return [float(found.promise.max()), energy], [1e-11, path[-1] * (1 + 1e-4)]


def _kinks(network: str, seed: int) -> bool:
    """Units of ReLU rest at exactly zero, where the gradient does not vanish."""
    model = PCN(width=32, depth=4, features=3, network=network, activation="relu")
    weights, x, y = _drawn(model, seed, 12)
    net = Net(model, [w[None] for w in weights])
    found = solve(net, x[None], y[None], tolerance=1e-11)
    g = activity_gradients(net, net.slopes(found.z), found.e)
    at = [z == 0 for z in found.z[1:]]
    on = max(np.abs(a[h]).max(initial=0.0) for a, h in zip(g, at, strict=True))
    off = max(np.abs(a[~h]).max() for a, h in zip(g, at, strict=True))
    return bool(sum(int(h.sum()) for h in at) > 0 and off < 1e-4 < 1e-3 < on)


CLAIMS.add(
    id="PC-B33",
    source=PC.ledger("B33"),
    says="Gauss-Newton steps by dynamic programming, with units held at kinks, reach equilibria "
    "that promise less than 1e-11 of their energy, for tanh, ReLU and GELU, no higher than long "
    "gradient descent; ReLU's lie on kinks, where the gradient stays above 1e-3.",
    checks=(
        Property(
            _certified,
            {
                "network": ["mlp", "residual"], "activation": ["tanh", "relu", "gelu"],
                "depth": [2, 5], "seed": [0],
            },
            relation="<=",
            n=12,
            at_least=12,
        ),
        Property(_kinks, {"network": ["mlp", "residual"], "seed": [0, 1]}, at_least=4),
    ),
    why_sampled="no enclosure of a whole network",
)  # fmt: skip


# -- figure 4 and takeaway 4 -----------------------------------------------------------------------

BETAS = [0.1, 1.0, 5.0, 20.0]


def _cosine(activation: str, depth: int, width: int, beta: float | None) -> float:
    """Cosine after 20 steps of size beta on the mean energy of 64 digits; None: at equilibrium."""
    model = PCN(width=width, depth=depth, network="residual", activation=activation)
    how = Inference() if beta is None else Inference(method="gradient", step=beta, iterations=20)
    found = run(
        model, samples=1, seed=0, steps=0, task="digits", inference=how, observe=("cosine",),
        rules=("pc",), tolerance=1e-5, inputs=16 if beta is None else 64,
    )  # fmt: skip
    return float(mean(found, "cosine")[0])


def _aligned(activation: str, depth: int) -> tuple[float, float]:
    """At the largest step of figure 4, N = 64 and 128."""
    return min(_cosine(activation, depth, n, BETAS[-1]) for n in (64, 128)), 0.9


def _at_equilibrium(activation: str, depth: int) -> tuple[list[float], list[float]]:
    near, far = (_cosine(activation, depth, n, None) for n in (64, 128))
    return [near, far, 1 - near], [0.95, 0.98, 1.5 * (1 - far)]


def _larger_steps(activation: str, depth: int) -> bool:
    found = [_cosine(activation, depth, 128, beta) for beta in BETAS]
    return bool((np.diff(found) > 0).all())


def _deeper_needs_more(activation: str, beta: float) -> tuple[float, float]:
    return _cosine(activation, 2, 128, beta), _cosine(activation, 16, 128, beta) + 0.08


BOTH = {"activation": ["tanh", "relu"]}

CLAIMS.add(
    id="PC-F4",
    source=PC.figure(4),
    says="After the 20 inference steps of the experiment, at the largest step size, the gradients "
    "of PC and BP align at L = 2 and at L = 16.",
    quote="the gradients of the energy evaluated at numerical (GD) convergence of the activities "
    "approach the BP (MSE) gradients for both shallow and deep models",
    reading="aligned: cos above 0.9; 20 steps of beta = 20 on the energy as printed, the mean over "
    "64 inputs, digits in place of CIFAR-10. With a certified equilibrium it stands, PC-TK4",
    corrected_by="PC-TK4",
    checks=(Property(_aligned, BOTH | {"depth": [2, 16]}, relation=">", at_least=4),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-TK4",
    source=PC.section("5, takeaway 4"),
    says="At certified equilibrium the gradients of tanh and ReLU residual networks align: cos "
    "above 0.98 at N = 128 for L = 2 and 16, 1 - cos at least 1.5 times that at N = 64.",
    quote="PC still converges to BP on nonlinear networks, as long as an activity equilibrium",
    reading="at initialisation, 16 digits; the promised decrease is below 1e-5 of the energy",
    checks=(Property(_at_equilibrium, BOTH | {"depth": [2, 16]}, relation=">", at_least=4),),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-S6-steps",
    source=PC.section(5),
    says="After 20 steps the cosine rises with beta from 0.1 to 20, and at every beta up to 20 "
    "it is lower at L = 16 than at L = 2 by more than 0.08.",
    quote="deeper PCNs require much larger GD step sizes",
    checks=(
        Property(_larger_steps, BOTH | {"depth": [2, 16]}, at_least=4),
        Property(_deeper_needs_more, BOTH | {"beta": BETAS}, relation=">", at_least=8),
    ),
    why_sampled="random",
)
