"""Networks that have trained until the loss has halved: what the figures show beyond few steps.

The experiments of the paper have 100 steps of small rates. Larger rates halve the loss in fewer
steps, which the figures draw too.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import xarray as xr

from depthlaws.claims.engine.checks import Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.runs import KINDS, Array, Network, above, logs, off, run, seen

CLAIMS = Claims()

HALF = 0.5  # of the initial mean loss
MAX_STEPS = 100  # after which a loss that has not halved is an error


def _halved(
    model: PCN, *, steps: int, seed: int, observe: tuple[str, ...], **training: Any
) -> tuple[xr.Dataset, int]:
    """Return a run until PC's mean loss has halved, and the step at which it has.

    The run has ``steps`` steps, or twice as many until the loss has halved, as each step is the
    same in a longer run. Raises: ValueError if MAX_STEPS are too few.
    """
    while True:
        history = run(model, seed=seed, steps=steps, observe=observe, **training)
        loss = seen(history, "loss").mean(axis=0)
        if loss.min() <= HALF * loss[0]:
            return history, int(np.argmax(loss <= HALF * loss[0]))
        if steps >= MAX_STEPS:
            halved = f"half of {loss[0]:.3g} in {steps} steps"
            msg = f"the loss must fall to {halved}, got {loss.min():.3g}"
            raise ValueError(msg)
        steps *= 2


# -- digits, Adam ----------------------------------------------------------------------------------


# Steps that mostly halve the loss, by network and depth.
DIGITS_STEPS = {
    ("mlp", 4): 12,
    ("mlp", 16): 8,
    ("mlp", 32): 22,
    ("residual", 4): 23,
    ("residual", 16): 21,
    ("residual", 32): 21,
}


@lru_cache(maxsize=16)
def _digits(network: Network, width: int, depth: int, seed: int, *, between: bool = True) -> Array:
    """1 - cos at the halved loss, (sample, 2): at equal parameters and between two runs.

    Without ``between``, (sample, 1): backpropagation takes no run of its own. In float32: rounding
    changes 1 - cos, 2e-4 at least, by a few 1e-7, far less than two networks differ.
    """
    names = ("cosine", "between") if between else ("cosine",)
    history, step = _halved(
        PCN(width=width, depth=depth, network=network),
        steps=DIGITS_STEPS[network, depth],
        seed=seed,
        observe=("loss", *names),
        samples=12,
        task="digits",
        inputs=16,
        optimizer="adam",
        rate=0.05 if network == "residual" or depth < 32 else 0.01,
        rules=("pc", "bp") if between else ("pc",),
        dtype="float32",
    )
    return 1 - np.stack([seen(history, name)[:, step] for name in names], axis=1)


def _wider(network: Network, depth: int, seed: int, **chosen: bool) -> Array:
    """Logarithms of the factors by which 1 - cos shrinks from N = 32 to 128, (sample, 2)."""
    return logs(*(_digits(network, width, depth, seed, **chosen) for width in (32, 128)))


def _mlp_farther(width: int, depth: int, seed: int, **chosen: bool) -> Array:
    """Logarithms of 1 - cos of MLPs over that of residual networks, (sample, 2)."""
    return logs(*(_digits(n, width, depth, seed, **chosen) for n in ("mlp", "residual")))


def _deeper(network: Network, seed: int) -> Array:
    """Logarithms of the factors by which 1 - cos grows from L = 4 to 16, N = 128, (sample, 2)."""
    return logs(*(_digits(network, 128, depth, seed) for depth in (16, 4)))


def _falls(network: Network, depth: int) -> Sampled:
    """Check that 1 - cos falls with the width, at equal parameters and between two runs."""
    return above(lambda seed: _wider(network, depth, seed), what=f"fall, {network}, L = {depth}")


def _falls_at_equal(network: Network, depth: int) -> Sampled:
    """Check that 1 - cos falls with the width at equal parameters."""
    return above(
        lambda seed: _wider(network, depth, seed, between=False)[:, 0],
        what=f"fall with N, {network}",
    )


def _rises(network: Network) -> Sampled:
    """Check that 1 - cos rises with the depth."""
    return above(lambda seed: _deeper(network, seed), what=f"rise with L, {network}")


CLAIMS.add(
    id="PC-F1-trained",
    source=PC.beyond("PC-B37"),
    says="When Adam has halved the loss on digits, residual networks and MLPs of L = 4 and 16: 1 - "
    "cos falls from N = 32 to 128 and rises from L = 4 to 16 at N = 128, at equal parameters and "
    "between two runs; at N = 32 and L = 16 it is larger between two runs of MLPs.",
    checks=(
        *(_falls(network, depth) for network in KINDS for depth in (4, 16)),
        *(_rises(network) for network in KINDS),
        above(lambda seed: _mlp_farther(32, 16, seed)[:, 1], what="MLPs beside residual networks"),
    ),
    why_sampled="random",
)

CLAIMS.add(
    id="PC-FA10-trained",
    source=PC.beyond("PC-B38"),
    says="When Adam has halved the loss on digits, L = 32, at equal parameters: 1 - cos of "
    "residual networks and of MLPs falls from N = 32 to 128, and at N = 128 it is larger in MLPs.",
    checks=(
        *(_falls_at_equal(network, 32) for network in KINDS),
        above(
            lambda seed: _mlp_farther(128, 32, seed, between=False)[:, 0],
            what="MLPs beside residual networks",
        ),
    ),
    why_sampled="random",
)


# -- toy task --------------------------------------------------------------------------------------


def _nonlinear(network: Network, activation: str, seed: int) -> Array:
    """Logarithms of the factors by which loss/F* - 1 and 1 - cos shrink from N = 16 to 64."""
    histories = [
        _halved(
            PCN(width=width, depth=5, network=network, activation=activation),
            steps=12 if (network, activation) == ("mlp", "relu") else 7,
            seed=seed,
            observe=("loss", "energy", "cosine"),
            samples=24,
            rate=1.0,
            rules=("pc",),
        )
        for width in (16, 64)
    ]
    return logs(*(off(history, (step,)) for history, step in histories))


def _nonlinear_falls(network: Network, activation: str) -> Sampled:
    """Check that loss/F* - 1 and 1 - cos fall with the width at equal parameters."""
    what = f"fall with N, {activation} {network}"
    return above(lambda seed: _nonlinear(network, activation, seed), what=what)


CLAIMS.add(
    id="PC-FA1-trained",
    source=PC.beyond("PC-B39"),
    says="When gradient descent has halved the loss, L = 5, tanh and ReLU, residual networks and "
    "MLPs: loss/F* - 1 and 1 - cos fall from N = 16 to 64.",
    reading="The toy task, N = 16 and 64.",
    checks=tuple(_nonlinear_falls(n, a) for a in ("tanh", "relu") for n in KINDS),
    why_sampled="random",
)


def _standard(width: int, seed: int) -> tuple[Array, Array]:
    """1 - cos after 100 steps from standard weights: at equal parameters, between two runs."""
    history = run(
        PCN(width=width, depth=5, parametrization="kaiming"),
        samples=32,
        seed=seed,
        steps=100,
        observe=("cosine", "between"),
    )
    return 1 - seen(history, "cosine")[:, -1], 1 - seen(history, "between")[:, -1]


def _equal_and_apart(seed: int) -> Array:
    """Logarithms of 1 - cos, (sample, 2): N = 8 over 96 at equal parameters, and runs over equal.

    The second is of N = 96: between two runs over equal parameters.
    """
    (narrow, _), (equal, apart) = (_standard(width, seed) for width in (8, 96))
    return np.stack([logs(narrow, equal), logs(apart, equal)], axis=1)


CLAIMS.add(
    id="PC-FA18-runs",
    source=PC.beyond("PC-B40"),
    says="After 100 steps from standard uniform weights, L = 5: from N = 8 to 96 1 - cos falls at "
    "equal parameters; at N = 96 it is larger between the runs of both rules.",
    reading="The toy task.",
    checks=(above(_equal_and_apart, what="fall at equal parameters, two runs beside them"),),
    why_sampled="random",
)
