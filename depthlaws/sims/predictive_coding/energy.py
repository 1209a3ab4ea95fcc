"""Predictions, errors, the energy and its gradients; the loss and its gradients.

Activities are lists [z_0, ..., z_(L-1)], z_0 = x, errors [e_1, ..., e_L] and weights [W_1, ...,
W_L]; arrays are (sample, input, width) and (sample, out, in). A gradient in a matrix is a pair
(left, right) of arrays (sample, pair, out) and (sample, pair, in): sum_p left_p right_p^T.
"""

from collections.abc import Sequence
from typing import Any

from depthlaws.sims.common.backend import namespace
from depthlaws.sims.predictive_coding.model import PCN, Weights

Array = Any
Activities = list[Any]
Slopes = Sequence[Any]  # phi'(z_0), ..., phi'(z_(L-1)); None where it is one
Gradients = list[tuple[Array, Array]]


class Net:
    """Network with its weights: the prediction of every layer, and its derivative both ways."""

    def __init__(self, model: PCN, weights: Weights):
        self.model, self.weights, self.factors = model, weights, model.multipliers

    def predict(self, layer: int, z: Array) -> Array:
        """Return p_l(z): (sample, input, in) -> (sample, input, out)."""
        phi = self.model.phi(layer)
        return self.image(layer, z if phi.name == "linear" else phi.function(z), z)

    def image(self, layer: int, u: Array, z: Array) -> Array:
        """Return c_l W_l u, plus z if the layer has a skip connection."""
        xp = namespace(u)
        branch = xp.matmul(u, xp.matrix_transpose(self.weights[layer - 1]))
        branch = self.factors[layer - 1] * branch
        return branch + z if self.model.skips(layer) else branch

    def pull(self, layer: int, slope: Array, g: Array) -> Array:
        """Multiply g by the transposed derivative of p_l: (sample, input, out) to (..., in)."""
        xp = namespace(g)
        back = self.factors[layer - 1] * xp.matmul(g, self.weights[layer - 1])
        back = back if slope is None else slope * back
        return back + g if self.model.skips(layer) else back

    def push(self, layer: int, slope: Array, d: Array) -> Array:
        """Multiply d by the derivative of p_l: (sample, input, in) to (sample, input, out)."""
        return self.image(layer, d if slope is None else slope * d, d)

    def slopes(self, z: Activities) -> Slopes:
        """Return phi' at the activities."""
        if self.model.linear:
            return [None] * len(z)
        return [None, *(self.model.phi(2).derivative(a) for a in z[1:])]


def forward(net: Net, x: Array) -> Activities:
    """Return [x, h_1, ..., h_L], where every activity is its prediction."""
    h = [x]
    for layer in range(1, net.model.depth + 1):
        h.append(net.predict(layer, h[-1]))
    return h


def errors(net: Net, z: Activities, y: Array) -> list[Array]:
    """Return [e_1, ..., e_L], e_l = z_l - p_l(z_(l-1)), with z_L = y."""
    targets = [*z[1:], y]
    return [t - net.predict(i + 1, z[i]) for i, t in enumerate(targets)]


def energies(net: Net, e: Sequence[Array]) -> Array:
    """Return the energy of every input, (sample, input): half the weighted squared errors."""
    xp = namespace(e[-1])
    last = net.model.output_precision * xp.sum(e[-1] * e[-1], axis=-1)
    return 0.5 * (sum(xp.sum(a * a, axis=-1) for a in e[:-1]) + last)


def losses(f: Array, y: Array) -> Array:
    """Return half the squared distance of every input: (sample, input, out) to (sample, input)."""
    return 0.5 * namespace(f).sum((y - f) ** 2, axis=-1)


def weighed(net: Net, e: Sequence[Array]) -> list[Array]:
    """Return the errors, the output's times its precision."""
    return [*e[:-1], net.model.output_precision * e[-1]]


def activity_gradients(net: Net, slopes: Slopes, e: Sequence[Array]) -> list[Array]:
    """Return the gradients of each input's own energy in z_1, ..., z_(L-1)."""
    e = weighed(net, e)
    return [
        e[layer - 1] - net.pull(layer + 1, slopes[layer], e[layer])
        for layer in range(1, net.model.depth)
    ]


def error_gradients(net: Net, slopes: Slopes, e: Sequence[Array]) -> list[Array]:
    """Return the gradients of each input's own energy in e_1, ..., e_(L-1), which move z above."""
    pulled, gradients = -net.model.output_precision * e[-1], list[Array]()
    for layer in range(net.model.depth - 1, 0, -1):
        pulled = net.pull(layer + 1, slopes[layer], pulled)
        gradients.insert(0, e[layer - 1] + pulled)
    return gradients


def with_errors(net: Net, x: Array, e: Sequence[Array]) -> Activities:
    """Return the activities [x, z_1, ..., z_(L-1)] that have the errors e_1, ..., e_(L-1)."""
    z = [x]
    for layer, error in enumerate(e, start=1):
        z.append(net.predict(layer, z[-1]) + error)
    return z


def weight_gradients(net: Net, z: Activities, e: Sequence[Array]) -> Gradients:
    """Return the gradients of the mean energy in W_1, ..., W_L at these activities."""
    return _factors(net, z, [-a for a in weighed(net, e)])


def backpropagated(net: Net, h: Activities, y: Array) -> Gradients:
    """Return the gradients of the mean loss in W_1, ..., W_L; h is the pass forward."""
    g, slopes = [h[-1] - y], net.slopes(h[:-1])
    for layer in range(net.model.depth, 1, -1):
        g.insert(0, net.pull(layer, slopes[layer - 1], g[0]))
    return _factors(net, h, g)


def _factors(net: Net, z: Activities, g: Sequence[Array]) -> Gradients:
    """Return pairs (c_l g_l / P, phi(z_(l-1))) for P inputs."""
    inputs = z[0].shape[-2]
    return [
        (c / inputs * g[i], net.model.phi(i + 1).function(z[i])) for i, c in enumerate(net.factors)
    ]


def inner(a: tuple[Array, Array], b: tuple[Array, Array]) -> Array:
    """Return the inner product of two gradients in one matrix, without the matrix: (sample,)."""
    xp = namespace(a[0])
    left, right = (xp.matmul(x, xp.matrix_transpose(y)) for x, y in zip(a, b, strict=True))
    return xp.sum(left * right, axis=(-2, -1))
