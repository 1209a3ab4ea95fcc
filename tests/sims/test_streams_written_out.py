"""Simulated streams against the same streams written out, from the same standard normals."""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Check
from depthlaws.sims.common.optimizers import SGD, AdamW, Noise, Optimizer, Sign
from depthlaws.sims.residual import Ensemble, dense, matrix_free
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws_papers.looped.claims.common import Array
from tests.verdicts import assert_checks_hold

STATEMENTS: dict[str, list[Check]] = {}

SAMPLES, WIDTH, LAYERS, LOOPS, STEPS = 2, 6, 2, 3, 2
EPS, S, ENERGY, PROBE, TARGET = 0.4, 1.3, 1.7, 0.6, 0.2
RATE, DECAY = 0.3, 0.1
STREAMS: dict[str, dict[str, Any]] = {
    "plain": {},
    "normalised": {"normalize": True},
    "post-activation": {"post_activation": True},
}
OPTIMIZERS: dict[str, Optimizer] = {
    "sgd": SGD(RATE, decay=DECAY),
    "sign": Sign(RATE, decay=DECAY),
    "adamw": AdamW(RATE, decay=DECAY, betas=(0.8, 0.9), epsilon=0.05),
    "noise": Noise(RATE, decay=DECAY),
}


class Drawn(NamedTuple):
    """One network: h_0, v, and the noise and weights of its layers, as (in, out)."""

    h: Array
    v: Array
    noise: Array
    w: Array


def _networks(seed: int) -> Iterator[Drawn]:
    (child,) = np.random.SeedSequence(seed).spawn(1)
    states, probe, noise, matrices = np.random.Generator(np.random.SFC64(child)).spawn(4)
    square = (SAMPLES, WIDTH, WIDTH)
    h, v = (stream.standard_normal(square[:2]) for stream in (states, probe))
    steps = [stream.standard_normal(square) for stream in noise.spawn(STEPS * LAYERS)]
    w = [stream.standard_normal(square) for stream in matrices.spawn(LAYERS)]
    for i in range(SAMPLES):
        yield Drawn(
            math.sqrt(ENERGY) * h[i],
            math.sqrt(PROBE) * v[i],
            np.array([z[i] for z in steps]),
            S / math.sqrt(WIDTH) * np.array([z[i] for z in w]),
        )


class Course(NamedTuple):
    """States h_0, ..., h_K, gradients at them, and the gradients of the weights."""

    states: Array
    gradients: Array
    weights: Array


def _course(stream: str, h: Array, w: Any, v: Array, target: float | None) -> Course:
    """One pass forward and one back; the loss is v h_K, or (v h_K / d - target)^2 / 2."""
    words, states, reads = STREAMS[stream], [h], []
    for k in range(LOOPS * LAYERS):
        h, matrix = states[-1], w[k % LAYERS]
        radius = math.sqrt(h @ h / WIDTH) if "normalize" in words else 1.0
        u = h if "post_activation" in words else np.maximum(h / radius, 0)
        z = u @ matrix
        reads.append((u, z > 0, h / radius, radius))
        states.append(h + EPS * (np.maximum(z, 0) if "post_activation" in words else z))
    g = v if target is None else (v @ states[-1] / WIDTH - target) * v
    gradients, weights = [g], np.zeros((LAYERS, WIDTH, WIDTH))
    for k in reversed(range(LOOPS * LAYERS)):
        u, gate, x, radius = reads[k]
        post = "post_activation" in words
        left = g * gate if post else g
        weights[k % LAYERS] += EPS * np.outer(u, left)
        back = w[k % LAYERS] @ left
        if not post:
            back = back * (x > 0)
        if "normalize" in words:
            back = (back - x * (x @ back) / WIDTH) / radius
        g = g + EPS * back
        gradients.insert(0, g)
    return Course(np.array(states), np.array(gradients), weights)


class Met:
    """W = ``u @ met`` and its transpose ``met @ g``, drawn along the vectors they are met with."""

    __array_ufunc__ = None  # NumPy leaves ``u @ met`` to this class

    def __init__(self, normals: Array) -> None:
        self._normals = iter(S / math.sqrt(WIDTH) * normals)
        self._right: list[tuple[Array, Array]] = []
        self._left: list[tuple[Array, Array]] = []

    def __rmatmul__(self, u: Array) -> Array:
        return self._times(u, self._right, self._left)

    def __matmul__(self, g: Array) -> Array:
        return self._times(g, self._left, self._right)

    def _times(self, x: Array, near: list, far: list) -> Array:
        """Known along near; W q = P^T F^T q + (1 - P^T P) z beyond."""
        rest, image = x, np.zeros(WIDTH)
        for q, known in near:
            image, rest = image + (q @ rest) * known, rest - (q @ rest) * q
        size, z = math.sqrt(rest @ rest), next(self._normals)
        if size < 1e-12 * math.sqrt(x @ x):  # nothing new: few units of a ReLU are open
            return image
        q = rest / size
        new = z + sum((p * (f @ q - p @ z) for p, f in far), np.zeros(WIDTH))
        near.append((q, new))
        return image + size * new


def _met(seed: int) -> Iterator[tuple[Drawn, list[Met]]]:
    """The same networks without a matrix: their own normals, in the order of the products."""
    (child,) = np.random.SeedSequence(seed).spawn(1)
    matrices = np.random.Generator(np.random.SFC64(child)).spawn(4)[3].spawn(LAYERS)
    z = [stream.standard_normal((2 * LOOPS, SAMPLES, WIDTH)) for stream in matrices]
    for i, one in enumerate(_networks(seed)):
        yield one, [Met(normals[:, i]) for normals in z]


def _passed(stream: str, route: str, seed: int) -> tuple[Array, Array]:
    """Energies of states and of gradients, and of the gradient in each matrix."""
    names = ("energy", "gradient_energy", "weight_gradient")
    ensemble = Ensemble(samples=SAMPLES, seed=seed, probe=PROBE)
    simulate = dense.simulate if route == "dense" else matrix_free.simulate
    run = simulate(_model(stream), ensemble, observe=names)
    right = []
    for one, met in _met(seed):
        c = _course(stream, one.h, one.w if route == "dense" else met, one.v, None)
        energies = [(x**2).mean(axis=1) for x in (c.states, c.gradients)]
        right.append(np.concatenate([*energies, (c.weights**2).mean(axis=(1, 2))]))
    return np.concatenate([run[name].to_numpy() for name in names], axis=1), np.array(right)


def _trained(optimizer: str, loss: str, seed: int) -> tuple[Array, Array]:
    """Mean square changes of the states after one step and after two."""
    target = None if loss == "linear" else TARGET
    options: dict[str, Any] = {"loss": loss} | ({} if target is None else {"target": target})
    run = dense.train(
        _model("plain"),
        Ensemble(samples=SAMPLES, seed=seed, probe=PROBE),
        OPTIMIZERS[optimizer],
        steps=STEPS,
        **options,
    )
    return run.change.to_numpy(), np.array(
        [_changes(optimizer, one, target) for one in _networks(seed)]
    )


def _changes(optimizer: str, one: Drawn, target: float | None) -> Array:
    w, mean, square, states = one.w.copy(), 0.0, 0.0, []
    for step in range(STEPS + 1):
        course = _course("plain", one.h, w, one.v, target)
        states.append(course.states)
        g = course.weights
        mean, square = 0.8 * mean + 0.2 * g, 0.9 * square + 0.1 * g * g
        debiased = np.sqrt(square / (1 - 0.9 ** (step + 1)))
        noise = one.noise[step * LAYERS : (step + 1) * LAYERS]
        ways = {
            "sgd": g,
            "sign": np.sign(g),
            "adamw": mean / (1 - 0.8 ** (step + 1)) / (debiased + 0.05),
            "noise": math.sqrt(WIDTH) * noise if len(noise) else g,
        }
        w = (1 - RATE * DECAY) * w - RATE / WIDTH * ways[optimizer]
    return np.mean((np.array(states) - states[0]) ** 2, axis=2)


def _model(stream: str) -> ResidualMLP:
    return ResidualMLP(
        width=WIDTH, loops=LOOPS, layers=LAYERS, eps=EPS, s=S, h0=ENERGY, **STREAMS[stream]
    )


# Dense simulations of looped blocks are eq. (1) written out step by step for the same standard
# normals times the stated deviations: states, gradients of states and matrices, and the states
# after two steps of every optimiser; matrix-free ones are it for a matrix that is drawn along
# each vector it meets. To 1e-11.
STATEMENTS["simulated streams"] = [
    Property(
        _passed,
        {"stream": list(STREAMS), "route": ["dense", "matrix-free"], "seed": [0, 1]},
        rtol=1e-11,
    ),
    Property(
        _trained,
        {"optimizer": list(OPTIMIZERS), "loss": ["linear", "mse"], "seed": [0]},
        rtol=1e-11,
    ),
]


@pytest.mark.parametrize("name", STATEMENTS)
def test_statement_holds(name):
    assert_checks_hold(STATEMENTS[name])
