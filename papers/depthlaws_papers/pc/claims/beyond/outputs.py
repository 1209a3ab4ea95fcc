"""Several outputs (PC-B13-outputs): direction of the gradients at the start, for large width."""

from functools import lru_cache

import numpy as np

from depthlaws.claims.engine.checks import Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.sims.predictive_coding import PCN, Inference, Task, train
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.runs import Array, Network

CLAIMS = Claims()

WIDTHS, PAIRS = (64, 256), 200
INPUTS, FEATURES = 24, 12
SCALES = np.array([1.0, 0.7, 0.5, 0.3])  # of the four targets


def _task(seed: int) -> Task:
    """Gaussian inputs with four targets of different sizes."""
    rng = np.random.default_rng(seed)
    x, y = (rng.standard_normal((INPUTS, n)) for n in (FEATURES, len(SCALES)))
    return Task("four outputs", x, y * SCALES)


def _law(task: Task, network: Network, width: int, depth: int) -> float:
    """Return 1 - cos of one output, with the signal and the energy of several in its place."""
    x, y = task.x, task.y
    signal = float(np.trace(y.T @ (x @ x.T / FEATURES) @ y)) / INPUTS**2
    energy = float(np.linalg.norm(y.T @ y / INPUTS)) / 2
    return predictive_coding.misalignment(width, depth, signal, network=network, energy=energy)


@lru_cache(maxsize=8)
def _over_law(network: Network, depth: int, seed: int) -> Array:
    """1 - cos over its leading order, extrapolated in 1/N from two widths, (sample,)."""
    task, ratios = _task(seed), []
    for width in WIDTHS:
        run = train(
            PCN(width=width, depth=depth, network=network),
            Inference(),
            samples=PAIRS,
            seed=seed + width,
            steps=0,
            task=task,
            rules="pc",
            observe="cosine",
            workers=1,
        )
        off = 1 - run.cosine.to_numpy().reshape(PAIRS)
        ratios.append(off / _law(task, network, width, depth))
    near, far = ratios
    return far + WIDTHS[0] / (WIDTHS[1] - WIDTHS[0]) * (far - near)


def _at(network: Network, depth: int) -> Sampled:
    return Sampled(
        lambda seed: _over_law(network, depth, seed),
        lambda: 1.0,
        what=f"{network}, L = {depth}: 1 - cos over its leading order",
    )


CLAIMS.add(
    id="PC-B13-outputs",
    source=PC.beyond("PC-B43"),
    says="With several outputs the laws PC-B13 and PC-B14 for 1 - cos at the start hold in leading "
    "order of 1/N with the trace of Y^T Phi Y / P^2 as the signal and half the Frobenius norm of "
    "Y^T Y / P in place of the energy.",
    checks=(_at("mlp", 3), _at("residual", 4)),
    why_sampled="random: resolved to 7 %; what S has off its diagonal is of higher order",
)
