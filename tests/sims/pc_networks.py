"""Small predictive coding networks, and one of them written out."""

import math

import numpy as np
from hypothesis import strategies as st

from depthlaws.sims.common import activations, backend
from depthlaws.sims.predictive_coding import PCN, Task
from depthlaws.sims.predictive_coding import energy as pc
from depthlaws.sims.predictive_coding.model import NAMED, seeds

NUMPY = backend.get("cpu")
TASK = Task("small", np.random.default_rng(5).standard_normal((3, 4)), [[1.0], [-1.0], [0.5]])
SMALL_RUN = {"rules": ("pc", "bp"), "samples": 2, "seed": 3, "task": TASK}

models = st.builds(
    lambda network, alpha, **options: PCN(
        network=network, **options, **({"alpha": alpha} if network == "residual" else {})
    ),
    width=st.integers(1, 5),
    depth=st.integers(2, 5),
    features=st.just(4),
    outputs=st.integers(1, 3),
    network=st.sampled_from(["mlp", "residual"]),
    parametrization=st.sampled_from(sorted(NAMED)),
    gamma0=st.floats(0.3, 2),
    alpha=st.sampled_from([0.0, 0.5, 1.0]),
    output_precision=st.sampled_from([1.0, 0.3, 4.0]),
)
numbers = st.integers(0, 2**32)


def drawn(model, seed, samples=1):
    """Weights, inputs and targets of independent networks."""
    _, children = seeds(seed, samples)
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((samples, 3, model.features))
    y = rng.standard_normal((samples, 3, model.outputs))
    return model.draw(children, NUMPY, "float64"), x, y


class Naive:
    """One network, written out: predictions, energy and loss of given matrices."""

    def __init__(self, model, weights, x, y):
        self.model, self.w, self.x, self.y = model, [np.array(w) for w in weights], x, y
        self.phi = activations.get(model.activation).function

    def predicted(self, layer, z):
        m, n = self.model, self.model.width
        e = m.exponents
        last, first = layer == m.depth, layer == 1
        seen = z if first else self.phi(z)
        scale = (n**-e.a1 / math.sqrt(m.features)) if first else n**-e.a
        scale = 1.0 if first and e.kaiming else scale
        scale /= m.gamma0 * n**e.d if last else 1.0
        if m.network == "residual" and not (first or last):
            return z + scale * m.depth**-m.alpha * seen @ self.w[layer - 1].T
        return scale * seen @ self.w[layer - 1].T

    def output(self):
        z = self.x
        for layer in range(1, self.model.depth + 1):
            z = self.predicted(layer, z)
        return z

    def loss(self):
        return 0.5 * np.sum((self.y - self.output()) ** 2) / len(self.x)

    def energy(self, flat):
        """Sum over inputs, of activities (input, layer, width) in one row."""
        inner = flat.reshape(len(self.x), self.model.depth - 1, -1)
        z = [self.x, *inner.transpose(1, 0, 2), self.y]
        total = 0.0
        for layer in range(1, self.model.depth + 1):
            e = z[layer] - self.predicted(layer, z[layer - 1])
            precision = self.model.output_precision if layer == self.model.depth else 1.0
            total += 0.5 * precision * np.sum(e * e)
        return total

    def least(self):
        """The least energy of a linear network, by the dense Hessian."""
        size = len(self.x) * (self.model.depth - 1) * self.model.width
        zero, unit = np.zeros(size), np.eye(size)
        start = self.energy(zero)
        ends = np.array([[self.energy(u), self.energy(-u)] for u in unit])
        gradient = (ends[:, 0] - ends[:, 1]) / 2
        hessian = np.array(
            [
                [self.energy(u + v) - self.energy(u) - self.energy(v) + start for v in unit]
                for u in unit
            ]
        )
        z = np.linalg.solve(hessian, -gradient)
        return z.reshape(len(self.x), self.model.depth - 1, -1), self.energy(z)


def flat(z):
    return np.stack([a[0] for a in z[1:]], axis=1).ravel()


def naive_net(naive):
    return pc.Net(naive.model, [w[None] for w in naive.w])


def matrix(gradient):
    left, right = gradient
    return np.einsum("spi,spj->sij", left, right)


def differences(function, w):
    """Central differences of a function of nothing in one matrix."""
    result = np.zeros_like(w)
    for index in np.ndindex(w.shape):
        old, values = w[index], []
        for shift in (1e-5, -1e-5):
            w[index] = old + shift
            values.append(function())
        w[index] = old
        result[index] = (values[0] - values[1]) / 2e-5
    return result
