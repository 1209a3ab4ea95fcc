"""A second trainer of dense streams: plain matrices and central differences."""

import math

import numpy as np
from hypothesis import strategies as st

from depthlaws.sims.common import activations, backend
from depthlaws.sims.common.optimizers import SGD, AdamW, Noise, Sign
from depthlaws.sims.residual import dense as residual
from depthlaws.sims.residual.ensemble import Batch
from depthlaws.sims.residual.network import ResidualMLP

NUMPY = backend.get("cpu")
OPTIMIZERS = [SGD(0.3, 0.1), Sign(0.3, 0.1), AdamW(0.2, 0.1), Noise(0.3, 0.1)]

models = st.builds(
    ResidualMLP,
    width=st.integers(2, 6),
    loops=st.integers(1, 3),
    layers=st.integers(1, 3),
    eps=st.floats(0.05, 1),
    h0=st.sampled_from([1.0, ((1.0, 0.5), (0.5, 2.0))]),
    activation=st.sampled_from(["relu", "tanh", "gelu", "linear"]),
    normalize=st.booleans(),
)
seeds = st.integers(0, 2**32)
losses = st.sampled_from(["linear", "mse"])


class Naive:
    """A second trainer: plain matrices, gradients by central differences, textbook updates."""

    def __init__(self, model, w, h0, v, loss, target):
        self.model, self.w, self.h0, self.v = model, np.array(w), h0, v
        self.loss_name, self.target = loss, target
        self.m = self.s = np.zeros_like(self.w)

    def states(self):
        h, result = self.h0.copy(), [self.h0.copy()]
        phi = activations.get(self.model.activation).function
        for k in range(self.model.steps):
            radius = np.sqrt((h**2).mean(-1, keepdims=True))
            u = phi(h / radius if self.model.normalize else h)
            h = h + self.model.eps * u @ self.w[k % self.model.layers].T
            result.append(h)
        return np.stack(result)

    def loss(self):
        f = self.states()[-1] @ self.v / self.model.width
        return np.mean(f if self.loss_name == "linear" else (f - self.target) ** 2 / 2)

    def gradient(self):
        """Of width times the loss per width."""
        g = np.zeros_like(self.w)
        for index in np.ndindex(g.shape):
            old, values = self.w[index], []
            for shift in (1e-6, -1e-6):
                self.w[index] = old + shift
                values.append(self.loss())
            self.w[index] = old
            g[index] = self.model.width * (values[0] - values[1]) / 2e-6
        return g

    def step(self, optimizer, t):
        g, width = self.gradient(), self.model.width
        if isinstance(optimizer, AdamW):
            self.m = 0.9 * self.m + 0.1 * g
            self.s = 0.999 * self.s + 0.001 * g**2
            g = (self.m / (1 - 0.9**t)) / (np.sqrt(self.s / (1 - 0.999**t)) + optimizer.epsilon)
        elif isinstance(optimizer, Sign):
            g = np.sign(g)
        shrink = 1 - optimizer.rate * optimizer.decay
        self.w = shrink * self.w - optimizer.rate / width * g


def drawn(model, seed, samples=1):
    """Matrices, start and cotangent, and the dense weights that hold them."""
    rng = np.random.default_rng(seed)
    d = model.width
    w = rng.normal(0, 1 / math.sqrt(d), (model.layers, samples, d, d))
    h0, v = rng.standard_normal((samples, model.inputs, d)), rng.standard_normal((samples, 1, d))
    dense = residual.Dense(model, [], samples, "float64")
    dense._drawn = {layer: w[layer].mT.copy() for layer in range(model.layers)}
    return w, h0, np.broadcast_to(v, h0.shape), dense


def run(training, model, dense, h0, v):
    """Train one batch: (sample, step, ...)."""
    return training.values(training.walk(model, dense, Batch(len(h0), h0, v), backend=NUMPY))
