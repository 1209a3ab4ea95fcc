"""Small residual streams drawn by Hypothesis, and their matrices."""

import dataclasses
import math

import numpy as np
from hypothesis import strategies as st

from depthlaws.sims.common import activations, backend
from depthlaws.sims.residual.dense import simulate
from depthlaws.sims.residual.network import ResidualMLP, forward
from depthlaws.sims.residual.observables import OBSERVABLES
from tests.sims.flat import flat

NUMPY = backend.get("cpu")
ACTIVATIONS = sorted(activations.ACTIVATIONS)
HOMOGENEOUS = [name for name in ACTIVATIONS if activations.get(name).homogeneous]
SMOOTH = ["erf", "gelu", "tanh", "linear"]

models = st.builds(
    ResidualMLP,
    width=st.integers(1, 6),
    loops=st.integers(1, 4),
    layers=st.integers(1, 3),
    eps=st.floats(0.01, 1) | st.floats(-1, -0.01),
    s=st.floats(0.01, 2),
    h0=st.sampled_from([1.0, 0.3, ((1.0, 0.5), (0.5, 2.0))]),
    activation=st.sampled_from(ACTIVATIONS),
    normalize=st.booleans(),
)
seeds = st.integers(0, 2**32)


class Fixed:
    """Given matrices (layer, sample, width, width), multiplied by einsum."""

    def __init__(self, w):
        self.w = w

    def matvec(self, layer, u):
        return np.einsum("sij,sxj->sxi", self.w[layer], u)

    def rmatvec(self, layer, g):
        return np.einsum("sij,sxi->sxj", self.w[layer], g)


def weights(model, seed, samples=1):
    shape = (model.layers, samples, model.width, model.width)
    return Fixed(np.random.default_rng(seed).normal(0, model.s / math.sqrt(model.width), shape))


def start(model, seed, samples=1):
    return np.random.default_rng([seed, 1]).standard_normal((samples, model.inputs, model.width))


def without_h0(model):
    """The model for states that are given: their overlaps are not those of ``h0``."""
    return dataclasses.replace(model, h0=1.0)


def trajectory(model, w, h):
    """All states h_0, ..., h_K, each from a fresh array."""
    return [state.h.copy() for state in forward(model, w, h)]


def everything(model, **options):
    return flat(simulate, model, observe=tuple(OBSERVABLES), **options)
