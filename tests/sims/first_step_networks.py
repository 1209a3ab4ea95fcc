"""Networks of every kind for the first step, and one problem of each."""

import math

import numpy as np

from depthlaws.sims.common import backend
from tests.sims import naive

CPU = backend.get("cpu")

NETWORKS = {
    "plain": {"width": 3, "depth": 3},
    "plain, raw input": {"width": 3, "depth": 2, "activate_input": False},
    "plain, two matrices": {"width": 3, "depth": 2, "branch_depth": 2, "activate_input": False},
    "affine": {"width": 3, "depth": 2, "skip": 0.6, "multiplier": 0.7, "readout": "raw"},
    "residual": {"network": "residual", "width": 3, "depth": 3},
    "two matrices": {
        "network": "residual", "width": 3, "depth": 2, "branch_depth": 2, "scaled": "last",
    },
    "multiplier": {
        "network": "residual", "width": 3, "depth": 3, "scaled": "multiplier", "power": 1,
    },
    "stem": {"network": "residual", "width": 3, "depth": 3, "stem": 1, "scaled": "none"},
    "post-activation": {"network": "post-activation", "width": 3, "depth": 3, "multiplier": 0.5},
    "pre-norm": {"network": "residual", "width": 4, "depth": 2, "norm": "pre"},
    "post-norm": {"network": "residual", "width": 4, "depth": 2, "norm": "post"},
    "circular": {"width": 2, "depth": 2, "grid": 4},
    "zero padding": {"width": 2, "depth": 2, "grid": 4, "padding": "zero"},
    "even kernel": {"width": 2, "depth": 2, "grid": 5, "kernel": 4, "padding": "zero"},
    "two axes": {"width": 2, "depth": 1, "grid": (2, 3), "padding": "zero"},
    "residual circular": {"network": "residual", "width": 2, "depth": 2, "grid": (3,)},
    "attention": {"network": "transformer", "width": 4, "depth": 1, "grid": 3, "heads": 2},
    "transformer": {
        "network": "transformer", "width": 2, "depth": 2, "grid": 3, "branch_depth": 2,
        "norm": "pre",
    },
    "post-norm transformer": {
        "network": "transformer", "width": 4, "depth": 2, "grid": 2, "heads": 2, "norm": "post",
        "branch_depth": 2, "scaled": "each",
    },
}  # fmt: skip
ACTIVATIONS = sorted(naive.PHI)


def problem(a, step, seed, inputs=1):
    """Weights, inputs, labels and fresh inputs of one network."""
    rng = np.random.default_rng(seed)
    weights = [rng.normal(0, 1 / math.sqrt(shape[1]), shape) for shape in a.shapes]
    x, fresh = rng.standard_normal((2, inputs, *a.grid, a.width))
    y = rng.standard_normal((inputs, a.outputs))
    return weights, x, np.argmax(y, axis=1) if step.loss == "ce" else y, fresh
