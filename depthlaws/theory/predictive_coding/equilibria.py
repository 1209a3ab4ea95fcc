"""Equilibrium of the activities of linear predictive coding networks, in closed form.

The errors e_l = z_l - M_l z_{l-1}, l < L, are free, and the clamped output y only demands
sum_l M_L ... M_{l+1} e_l = r, the error of the forward pass. The least sum of squares, each p_l
times, is e_l = m_l lambda / p_l with S lambda = r, S = I / p_L + sum_{l < L} m_l^T m_l / p_l: one
pass down the layers and one up, O(L N^2 (samples + outputs)). The Hessian of the activities is
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

    Attributes
    ----------
    network : LinearNetwork
        The layers with their scales and the output's precision.
    forward : tuple of ndarray
        Activities of the forward pass of layers 0..L, each (sample, width).
    residual : ndarray
        Target less the output of the forward pass. Shape (sample, output).
    multiplier : ndarray
        lambda = S^-1 residual. Shape (sample, output).
    paths, reaches : tuple of ndarray
        m_l and V_l of layers 0..L, each (width, output).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> state = predictive_coding.equilibrium([2.0, 0.5], [[1.0]], [2.0])
    >>> state.residual.tolist(), [z.tolist() for z in state.activities]
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
        """Activities z_0 = x, z_1, ..., z_L = y at the minimum of the energy, each (sample, width).

        They are those of the forward pass plus V_l lambda.
        """
        steps = (self.multiplier @ v.T for v in self.reaches)
        return tuple(h + step for h, step in zip(self.forward, steps, strict=True))

    @property
    def errors(self) -> tuple[Array, ...]:
        """Prediction errors of layers 1..L, each (sample, width).

        They are z_l - M_l z_{l-1} = m_l lambda / p_l.
        """
        weighted = (self.multiplier @ m.T for m in self.paths[1:])
        return tuple(e / p for e, p in zip(weighted, self.network.precisions, strict=True))

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
        """Share of each layer 1..L in the equilibrated energy; NaN if that energy is 0."""
        squares = [
            p * np.sum(e**2) for p, e in zip(self.network.precisions, self.errors, strict=True)
        ]
        with np.errstate(invalid="ignore"):
            return np.array(squares) / sum(squares)

    @property
    def energy_gradients(self) -> list[Array]:
        """Gradient of the equilibrated energy in every weight matrix.

        Predictive coding learns by it. The activities are at their minimum, so that only the direct
        dependence counts.
        """
        lower = self.activities[:-1]
        return [
            -c * (m @ (self.multiplier.T @ z)) / len(z)
            for c, m, z in zip(self.network.scales, self.paths[1:], lower, strict=True)
        ]

    @property
    def loss_gradients(self) -> list[Array]:
        """Gradient of the loss in every weight matrix: backpropagation learns by it."""
        return [
            -c * (m @ (self.residual.T @ h)) / len(h)
            for c, m, h in zip(self.network.scales, self.paths[1:], self.forward[:-1], strict=True)
        ]

    @property
    def cosine(self) -> float:
        """Cosine between both gradients over all layers; NaN if one of them is 0."""
        energy, loss = self.energy_gradients, self.loss_gradients
        dot = sum(np.sum(a * b) for a, b in zip(energy, loss, strict=True))
        norms = [math.sqrt(sum(np.sum(g**2) for g in gradients)) for gradients in (energy, loss)]
        return float(dot / math.prod(norms)) if all(norms) else math.nan


def path_passes(network: LinearNetwork) -> tuple[list[Any], list[Any]]:
    """Return m_l and V_l of all layers, by one pass down and one up.

    Raises: ValueError where a product of layers leaves the doubles.
    """
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
    precision: Numbers = 1.0,
    output_precision: float = 1.0,
) -> Floats:
    """Return the rescaling s of the equilibrated energy of a linear network: energy = loss / s.

    Parameters
    ----------
    weights : list of array_like
        Weight matrices W_1..W_L, each (outputs, inputs). A number is a 1 x 1 matrix.
    skips : bool
        Layers 2..L-1 are branches beside a skip: the identity is added to them.
    scale : float or array_like
        Multiplier of all weight matrices, or one for each layer, an array (layer,).
    precision : float or array_like
        Weight of the prediction errors in the energy: one number, or one for each layer, an array
        (layer,). Positive.
    output_precision : float
        Further weight of the output's error in the energy. Positive.

    Returns
    -------
    float or ndarray
        Rescaling s of one output, a pure number; for several outputs the matrix S (output, output)
        of energy = mean r^T S^-1 r / 2.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, a precision is not positive, or a product of
        layers overflows.

    References
    ----------
    Source: pc, eqs. (6), (25), (104); several outputs and precisions: beyond the paper (PC-B1).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> predictive_coding.rescaling([[[1.0], [2.0]], [[0.5, 0.25]]])
    1.3125
    """
    network = linear_network(weights, skips, scale, output_precision, precision)
    matrix = path_passes(network)[1][-1]
    return float(matrix[0, 0]) if network.outputs == 1 else (matrix + matrix.T) / 2


def rescaling_gradient(
    weights: Sequence[Numbers],
    *,
    skips: bool = False,
    scale: Numbers = 1.0,
    precision: Numbers = 1.0,
    output_precision: float = 1.0,
) -> list[Array]:
    """Return the gradient of the rescaling s in every weight matrix: 2 scale_l m_l V_{l-1}^T.

    The gradient of one output is of rank one.

    Parameters
    ----------
    weights : list of array_like
        Weight matrices W_1..W_L, each (outputs, inputs). A number is a 1 x 1 matrix.
    skips : bool
        Layers 2..L-1 are branches beside a skip: the identity is added to them.
    scale : float or array_like
        Multiplier of all weight matrices, or one for each layer, an array (layer,).
    precision : float or array_like
        Weight of the prediction errors in the energy: one number, or one for each layer, an array
        (layer,). Positive.
    output_precision : float
        Further weight of the output's error in the energy. Positive. It adds a constant to s, so
        that the gradient does not depend on it.

    Returns
    -------
    list of ndarray
        Gradients, of the shapes of ``weights``; for several outputs those of the trace of S.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, a precision is not positive, or a product of
        layers overflows.

    References
    ----------
    Source: pc, eqs. (48), (109), summed: beyond the paper (PC-B3).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> predictive_coding.rescaling_gradient([[[1.0], [2.0]], [[0.5, 0.25]]])[1]
    array([[1. , 0.5]])
    """
    network = linear_network(weights, skips, scale, output_precision, precision)
    return trace_slopes(network)


def trace_slopes(network: LinearNetwork) -> list[Array]:
    """Return the slopes of the trace of S in every weight matrix, 2 scale_l m_l V_{l-1}^T."""
    paths, reaches = path_passes(network)
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
    precision: Numbers = 1.0,
    output_precision: float = 1.0,
) -> Equilibrium:
    """Return activities, energy and gradients of a linear network at the minimum of its energy.

    Parameters
    ----------
    weights : list of array_like
        Weight matrices W_1..W_L, each (outputs, inputs). A number is a 1 x 1 matrix.
    x : array_like
        Inputs, an array (sample, input).
    y : array_like
        Targets, an array (sample, output), or (sample,) for one output.
    skips : bool
        Layers 2..L-1 are branches beside a skip: the identity is added to them.
    scale : float or array_like
        Multiplier of all weight matrices, or one for each layer, an array (layer,).
    precision : float or array_like
        Weight of the prediction errors in the energy: one number, or one for each layer, an array
        (layer,). Positive.
    output_precision : float
        Further weight of the output's error in the energy. Positive.

    Returns
    -------
    Equilibrium
        The network at its minimum: activities, errors, energy, loss and gradients.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, a precision is not positive, or a product of
        layers overflows.

    References
    ----------
    Source: pc, eqs. (2) to (5), solved: beyond the paper (PC-B1, PC-B3).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> state = predictive_coding.equilibrium([[[1.0]], [[0.5]]], [[2.0]], [3.0])
    >>> state.loss, state.energy, state.activities[1]
    (2.0, 1.6, array([[2.8]]))
    """
    network = linear_network(weights, skips, scale, output_precision, precision)
    forward, errors = forward_pass(network, x, y)
    paths, reaches = path_passes(network)
    multiplier = np.linalg.solve(reaches[-1], errors.T).T
    return Equilibrium(network, forward, errors, multiplier, tuple(paths), tuple(reaches))


def forward_pass(network: LinearNetwork, x: Numbers, y: Numbers) -> tuple[tuple[Array, ...], Array]:
    """Return the activities of layers 0..L, each (sample, width), and the error of the output.

    Raises: ValueError for data that do not fit the network, or a pass beyond the doubles.
    """
    inputs, targets = _data(network, x, y)
    with np.errstate(over="ignore", invalid="ignore"):
        forward = network.forward(inputs.T)
        errors = targets - forward[-1].T
    if not np.isfinite(errors).all():
        msg = "the forward pass overflows; use smaller inputs or a smaller scale"
        raise ValueError(msg)
    return tuple(np.ascontiguousarray(h.T) for h in forward), errors


def _data(network: LinearNetwork, x: Numbers, y: Numbers) -> tuple[np.ndarray, np.ndarray]:
    """Return inputs (sample, input) and targets (sample, output), checked."""
    inputs, targets = (np.asarray(numbers(name, v)) for name, v in (("x", x), ("y", y)))
    targets = targets[:, None] if targets.ndim == 1 and network.outputs == 1 else targets
    sizes = {"x": network.layers[0].shape[1], "y": network.outputs}
    for name, array in {"x": inputs, "y": targets}.items():
        if array.ndim != 2 or array.shape[1] != sizes[name] or not array.size:
            msg = f"{name} must be (sample, {sizes[name]}) for these weights, got {array.shape}"
            raise ValueError(msg)
        if not np.isfinite(array).all():
            msg = f"{name} must be finite, got {array[~np.isfinite(array)][0]:g}"
            raise ValueError(msg)
    if len(inputs) != len(targets):
        msg = f"x and y must hold the same samples, got {len(inputs)} and {len(targets)}"
        raise ValueError(msg)
    return inputs, targets
