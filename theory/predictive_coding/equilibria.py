r"""Equilibrium of the activities of linear predictive coding networks, in closed form.

The errors e_l = z_l - M_l z_{l-1}, l < L, are free, and the clamped output y only demands
sum_l M_L ... M_{l+1} e_l = r, the error of the forward pass. The least sum of squares is
e_l = m_l lambda with S lambda = r, S = I / precision + sum_{l >= 2} (M_L ... M_l)(M_L ... M_l)^T:
one sweep down the layers and one up, O(L N^2 (samples + outputs)). The Hessian of the activities is
never formed. Energies are means over the samples, as the paper writes them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.numerics.arguments import numbers
from depthlaws.theory.numerics.types import Array, Floats, Numbers
from depthlaws.theory.predictive_coding.networks import LinearNetwork, linear_network

__all__ = ["Equilibrium", "equilibrium", "rescaling", "rescaling_gradient"]


@dataclass(frozen=True, slots=True, eq=False)
class Equilibrium:
    """A linear network whose activities have converged between an input and a target.

    ``activities``: z_0 = x, z_1, ..., z_L = y, each (sample, width); ``forward`` the same for the
    forward pass. ``residual``: y less the output of the forward pass, ``multiplier``: lambda =
    S^-1 residual, both (sample, output). ``paths`` and ``reaches``: m_l and V_l, (width, output).

    >>> from depthlaws import predictive_coding
    >>> found = predictive_coding.equilibrium([2.0, 0.5], [[1.0]], [2.0])
    >>> found.residual.tolist(), [z.tolist() for z in found.activities]
    ([[1.0]], [[[1.0]], [[2.4]], [[2.0]]])
    """

    network: LinearNetwork
    forward: tuple[Array, ...]
    residual: Array
    multiplier: Array
    paths: tuple[Array, ...]
    reaches: tuple[Array, ...]

    @property
    def activities(self) -> tuple[Array, ...]:
        """Activities at the minimum of the energy: the forward pass plus V_l lambda."""
        steps = (self.multiplier @ v.T for v in self.reaches)
        return tuple(h + step for h, step in zip(self.forward, steps, strict=True))

    @property
    def errors(self) -> tuple[Array, ...]:
        """Prediction errors z_l - M_l z_{l-1} = m_l lambda, l = 1..L: (sample, width) each."""
        found = [self.multiplier @ m.T for m in self.paths[1:]]
        return (*found[:-1], found[-1] / self.network.precision)

    @property
    def energy(self) -> float:
        """Equilibrated energy: half the mean over the samples of r^T S^-1 r."""
        return float(np.sum(self.residual * self.multiplier) / (2 * len(self.multiplier)))

    @property
    def loss(self) -> float:
        """Squared-error loss of the forward pass: half the mean over the samples of |r|^2."""
        return float(np.sum(self.residual**2) / (2 * len(self.multiplier)))

    @property
    def shares(self) -> Array:
        """Share of each layer 1..L in the equilibrated energy; NaN where that is 0."""
        weights = [1.0] * (len(self.paths) - 2) + [self.network.precision]
        squares = [w * np.sum(e**2) for w, e in zip(weights, self.errors, strict=True)]
        with np.errstate(invalid="ignore"):
            return np.array(squares) / sum(squares)

    @property
    def energy_gradients(self) -> list[Array]:
        """Gradient of the equilibrated energy in every weight matrix: what the network learns by.

        The activities are at their minimum, so that only the direct dependence counts.
        """
        lower = self.activities[:-1]
        return [
            -c * (m @ (self.multiplier.T @ z)) / len(z)
            for c, m, z in zip(self.network.scales, self.paths[1:], lower, strict=True)
        ]

    @property
    def loss_gradients(self) -> list[Array]:
        """Gradient of the loss in every weight matrix: what backpropagation learns by."""
        return [
            -c * (m @ (self.residual.T @ h)) / len(h)
            for c, m, h in zip(self.network.scales, self.paths[1:], self.forward[:-1], strict=True)
        ]

    @property
    def cosine(self) -> float:
        """Cosine between the two gradients over all layers; NaN where one of them is 0."""
        ours, theirs = self.energy_gradients, self.loss_gradients
        dot = sum(np.sum(a * b) for a, b in zip(ours, theirs, strict=True))
        norms = [math.sqrt(sum(np.sum(g**2) for g in gradients)) for gradients in (ours, theirs)]
        return float(dot / math.prod(norms)) if all(norms) else math.nan


def _swept(network: LinearNetwork) -> tuple[list[Any], list[Any]]:
    """Both sweeps. Raises: ValueError where a product of layers leaves the doubles."""
    with np.errstate(over="ignore", invalid="ignore"):
        paths = network.paths()
        reaches = network.reaches(paths)
    if not np.isfinite(reaches[-1]).all():
        largest = max(float(np.max(np.abs(layer))) for layer in network.layers)
        msg = f"the products of the layers overflow, got weights up to {largest:g}; "
        msg += "use a smaller scale or fewer layers"
        raise ValueError(msg)
    return paths, reaches


def rescaling(
    weights: Sequence[Numbers],
    *,
    skips: bool = False,
    scale: Numbers = 1.0,
    output_precision: float = 1.0,
) -> Floats:
    """Rescaling s of the equilibrated energy of a linear network: energy = loss / s.

    Source: pc, eqs. (6), (25), (104); several outputs and precisions: beyond the paper (PC-B1).
    Shapes: ``weights`` are W_1..W_L, each (outputs, inputs). Returns s for one output, else the
    matrix S (output, output) of energy = mean r^T S^-1 r / 2. ``skips`` adds the identity to layers
    2..L-1. ``scale`` multiplies all the weights, or each layer's. ``output_precision`` weighs the
    error of the output in the energy.
    Raises: ValueError for shapes that do not fit, values that are not finite, a precision that is
    not positive.

    >>> from depthlaws import predictive_coding
    >>> predictive_coding.rescaling([[[1.0], [2.0]], [[0.5, 0.25]]])
    1.3125
    """
    network = linear_network(weights, skips=skips, scale=scale, output_precision=output_precision)
    found = _swept(network)[1][-1]
    return float(found[0, 0]) if network.outputs == 1 else (found + found.T) / 2


def rescaling_gradient(
    weights: Sequence[Numbers],
    *,
    skips: bool = False,
    scale: Numbers = 1.0,
    output_precision: float = 1.0,
) -> list[Array]:
    """Gradient of the rescaling s in every weight matrix: 2 scale_l m_l V_{l-1}^T, of rank one.

    Source: pc, eqs. (48), (109), summed: beyond the paper (PC-B3).
    Shapes: as ``weights``; for several outputs the gradient of the trace of S. Arguments as
    :func:`rescaling`: ``skips``, ``scale``, ``output_precision``.
    Raises: ValueError as :func:`rescaling`.

    >>> from depthlaws import predictive_coding
    >>> predictive_coding.rescaling_gradient([[[1.0], [2.0]], [[0.5, 0.25]]])[1]
    array([[1. , 0.5]])
    """
    network = linear_network(weights, skips=skips, scale=scale, output_precision=output_precision)
    paths, reaches = _swept(network)
    return [
        2 * c * m @ v.T for c, m, v in zip(network.scales, paths[1:], reaches[:-1], strict=True)
    ]


def equilibrium(
    weights: Sequence[Numbers],
    x: Numbers,
    y: Numbers,
    *,
    skips: bool = False,
    scale: Numbers = 1.0,
    output_precision: float = 1.0,
) -> Equilibrium:
    """Activities, energy and gradients of a linear network at the minimum of its energy.

    Source: pc, eqs. (2) to (5), solved: beyond the paper (PC-B1, PC-B3).
    Shapes: ``x`` (sample, input), ``y`` (sample, output), or (sample,) for one output; ``weights``,
    ``skips``, ``scale`` and ``output_precision`` as in :func:`rescaling`.
    Raises: ValueError for shapes that do not fit, values that are not finite, a precision that is
    not positive.

    >>> from depthlaws import predictive_coding
    >>> found = predictive_coding.equilibrium([[[1.0]], [[0.5]]], [[2.0]], [3.0])
    >>> found.loss, found.energy, found.activities[1]
    (2.0, 1.6, array([[2.8]]))
    """
    network = linear_network(weights, skips=skips, scale=scale, output_precision=output_precision)
    inputs, targets = _data(network, x, y)
    paths, reaches = _swept(network)
    with np.errstate(over="ignore", invalid="ignore"):
        forward = network.forward(inputs.T)
        errors = targets - forward[-1].T
    if not np.isfinite(errors).all():
        msg = "the forward pass overflows; use smaller inputs or a smaller scale"
        raise ValueError(msg)
    multiplier = np.linalg.solve(reaches[-1], errors.T).T
    states = tuple(np.ascontiguousarray(h.T) for h in forward)
    return Equilibrium(network, states, errors, multiplier, tuple(paths), tuple(reaches))


def _data(network: LinearNetwork, x: Numbers, y: Numbers) -> tuple[np.ndarray, np.ndarray]:
    inputs, targets = (np.asarray(numbers(name, v)) for name, v in (("x", x), ("y", y)))
    targets = targets[:, None] if targets.ndim == 1 and network.outputs == 1 else targets
    sizes = {"x": network.layers[0].shape[1], "y": network.outputs}
    for name, found in {"x": inputs, "y": targets}.items():
        if found.ndim != 2 or found.shape[1] != sizes[name] or not found.size:
            msg = f"{name} must be (sample, {sizes[name]}) for these weights, got {found.shape}"
            raise ValueError(msg)
        if not np.isfinite(found).all():
            msg = f"{name} must be finite, got {found[~np.isfinite(found)][0]:g}"
            raise ValueError(msg)
    if len(inputs) != len(targets):
        msg = f"x and y must hold the same samples, got {len(inputs)} and {len(targets)}"
        raise ValueError(msg)
    return inputs, targets
