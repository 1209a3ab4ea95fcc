"""Simulated first steps against eq. (7) written out, from the same standard normals."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Check
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step
from tests.verdicts import assert_checks_hold

STATEMENTS: dict[str, list[Check]] = {}

Array = np.ndarray

SAMPLES, WIDTH, DEPTH, OUTPUTS, LABELS = 3, 5, 4, 2, 3
HEAD, LABEL_VARIANCE = 1.7, 2.3
BRANCH_SCALE = DEPTH**-0.5
# What is handed to the simulator; then by hand: factor of the standard normals, skip a, branch b.
NETWORKS: dict[str, tuple[dict[str, Any], float, float, float]] = {
    "plain relu": ({"activation": "relu"}, math.sqrt(2 / WIDTH), 0.0, 1.0),
    "plain linear": ({"activation": "linear", "variance": 0.6}, math.sqrt(0.6 / WIDTH), 0.0, 1.0),
    "residual": (
        {"network": "residual", "activation": "relu"},
        math.sqrt(2 / WIDTH) * BRANCH_SCALE,
        1.0,
        1.0,
    ),
    "multiplier": (
        {"network": "residual", "activation": "relu", "scaled": "multiplier"},
        math.sqrt(2 / WIDTH),
        1.0,
        BRANCH_SCALE,
    ),
    "orthogonal": (
        {"activation": "linear", "weights": "orthogonal", "variance": 1.3},
        math.sqrt(1.3),
        0.0,
        1.0,
    ),
}


def _normals(seed: int) -> Iterator[tuple[Array, Array, Array, Array]]:
    """Standard normals of each network: input, signs of the labels, head, weights of the layers."""
    (child,) = np.random.SeedSequence(seed).spawn(1)
    inputs, labels, head, weights = np.random.Generator(np.random.SFC64(child)).spawn(4)
    shapes = (WIDTH,), (LABELS, OUTPUTS), (WIDTH, OUTPUTS), (WIDTH, WIDTH)
    streams = [inputs, labels, head, *weights.spawn(DEPTH)]
    drawn = [
        stream.standard_normal((SAMPLES, *shapes[min(i, 3)])) for i, stream in enumerate(streams)
    ]
    for x, y, v, *w in zip(*drawn, strict=True):
        yield x, np.sign(y), v, np.array(w)


def _orthogonal(w: Array) -> Array:
    q, r = np.linalg.qr(w)
    return q * np.sign(np.diag(r))


def _energies(network: str, x: Array, signs: Array, v: Array, w: Array) -> Array:
    """S_l of one network: the part of its outputs, and the mean part of the labels and -labels."""
    words, scale, a, b = NETWORKS[network]
    relu, plain = words["activation"] == "relu", a == 0
    w = scale * (np.array([_orthogonal(m) for m in w]) if "weights" in words else w)
    v = v * math.sqrt(HEAD / WIDTH)
    z, reads, gates = x / math.sqrt(x @ x / WIDTH), [], []
    for matrix in w:
        gates.append(z > 0 if relu else np.ones(WIDTH))
        reads.append(gates[-1] * z)
        z = a * z + b * reads[-1] @ matrix
    last = (z > 0 if relu and plain else np.ones(WIDTH)).astype(float)
    slopes = [last * z @ v, *(math.sqrt(LABEL_VARIANCE) * signs)]
    parts = np.array([_changes(v @ g / OUTPUTS * last, reads, gates, w, a=a, b=b) for g in slopes])
    return parts[0] + parts[1:].mean(axis=0)


def _changes(
    g: Array, reads: list[Array], gates: list[Array], w: Array, *, a: float, b: float
) -> Array:
    """Mean square change of every z_l by dW = -gradient, from the loss's gradient in z_L."""
    updates = []
    for x, gate, matrix in zip(reads[::-1], gates[::-1], w[::-1], strict=True):
        updates.insert(0, -b * np.outer(x, g))
        g = a * g + b * gate * (matrix @ g)
    dz, energies = np.zeros(WIDTH), []
    for x, gate, matrix, dw in zip(reads, gates, w, updates, strict=True):
        dz = a * dz + b * ((dz * gate) @ matrix + x @ dw)
        energies.append(dz @ dz / WIDTH)
    return np.array(energies)


def _simulated(network: str, seed: int) -> tuple[Array, Array]:
    sizes = {"width": WIDTH, "depth": DEPTH, "outputs": OUTPUTS, "head": HEAD}
    step = FirstStep(labels=LABELS, label_variance=LABEL_VARIANCE)
    run = first_step(
        Architecture(**sizes, **NETWORKS[network][0]), step, Sampling(samples=SAMPLES, seed=seed)
    )
    return run.energy.to_numpy(), np.array([_energies(network, *one) for one in _normals(seed)])


# Simulated energies of a first step are those of eq. (7) written out, layer by layer, for the
# same standard normals times the stated deviations: plain, residual, with a multiplier,
# orthogonal; to 1e-11, so that no variance, factor or sign is off by more.
STATEMENTS["simulated first steps"] = [
    Property(_simulated, {"network": list(NETWORKS), "seed": [0, 1]}, relation="==", rtol=1e-11),
]


@pytest.mark.parametrize("name", STATEMENTS)
def test_statement_holds(name):
    assert_checks_hold(STATEMENTS[name])
