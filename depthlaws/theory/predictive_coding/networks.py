"""Linear networks as the matrices of their layers: z_l is predicted by M_l z_{l-1}, l = 1..L.

M_l = scale_l W_l, or I + scale_l W_l where a skip runs past layers 2..L-1. All exact results on
predictive coding follow from two passes over these matrices: m_l = (M_L ... M_{l+1})^T down, and
V_l = M_l V_{l-1} + m_l / p_l up, with p_l the precision of layer l. The passes only add, multiply
and divide by precisions, so that they also run on arrays of fractions or symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.base.cost_notice import announce
from depthlaws.theory.numerics.arguments import NotRealError, finite, numbers, reals
from depthlaws.theory.numerics.types import Numbers

SECONDS_PER_LAYER = 1e-5  # of a narrow layer, in a pass or two


@dataclass(frozen=True, slots=True, eq=False)
class LinearNetwork:
    """A linear network with the precisions of its layers.

    ``layers`` are the matrices M_l (outputs, inputs), ``scales`` the factors dM_l/dW_l. The squared
    prediction error of layer l counts ``precisions[l - 1]`` times in the energy.
    """

    layers: tuple[Any, ...]
    scales: tuple[float, ...]
    precisions: tuple[Any, ...]

    @property
    def precision(self) -> Any:
        """Precision of the output."""
        return self.precisions[-1]

    @property
    def depth(self) -> int:
        """Number of layers, L, input and output layers counted."""
        return len(self.layers)

    @property
    def outputs(self) -> int:
        """Number of outputs."""
        return self.layers[-1].shape[0]

    def paths(self) -> list[Any]:
        """Return m_l = (M_L ... M_{l+1})^T for l = 0..L, each (width of layer l, outputs)."""
        paths = [np.eye(self.outputs, dtype=int)]
        for layer in reversed(self.layers):
            paths.append(layer.T @ paths[-1])
        return paths[::-1]

    def reaches(self, paths: Sequence[Any]) -> list[Any]:
        """Return V_l for l = 0..L: change of the activities per unit of the output's multiplier.

        V_l = M_l V_{l-1} + m_l / p_l from V_0 = 0, and V_L is the rescaling S (outputs, outputs).
        """
        reaches = [0 * paths[0]]
        for layer, path, p in zip(self.layers[:-1], paths[1:-1], self.precisions, strict=False):
            reaches.append(layer @ reaches[-1] + (path if p == 1 else path / p))
        unit = np.eye(self.outputs, dtype=int) / self.precision
        return [*reaches, self.layers[-1] @ reaches[-1] + unit]

    def forward(self, x: Any) -> list[Any]:
        """Return the activities h_l of the forward pass from x (inputs, sample), l = 0..L."""
        activities = [x]
        for layer in self.layers:
            activities.append(layer @ activities[-1])
        return activities


def linear_network(
    weights: Sequence[Numbers],
    skips: bool,
    scale: Numbers,
    output_precision: float,
    precision: Numbers = 1.0,
) -> LinearNetwork:
    """Return the network of given weights, checked. A number is a 1 x 1 matrix, a list one row.

    Raises: ValueError naming the layer for shapes that do not fit, values that are not finite, a
    skip past a layer that changes the width, a scale or precision that is neither one number nor
    one a layer, a precision that is not positive.
    """
    if not hasattr(weights, "__len__") or (isinstance(weights, np.ndarray) and not weights.ndim):
        msg = f"weights must be a list of one matrix or number a layer, got {shown(weights)}"
        raise NotRealError(msg)
    if not len(weights):
        msg = "weights must hold at least one layer, got none"
        raise ValueError(msg)
    announce(f"a network of {len(weights):,} layers", SECONDS_PER_LAYER * len(weights))
    scales = _one_a_layer("scale", scale, len(weights))
    precisions = _precisions(precision, output_precision, len(weights))
    layers: list[np.ndarray] = []
    for i, (c, w) in enumerate(
        zip(scales, weights, strict=True)
    ):  # layer by layer: each is then in the cache
        matrix = _matrix(f"weights[{i}]", w)
        if layers:
            _fit(i, layers[-1], matrix)
        layer = c * matrix
        if skips and 0 < i < len(weights) - 1:
            _skip(i, layer)
        layers.append(layer)
    return LinearNetwork(tuple(layers), scales, precisions)


def _matrix(name: str, value: Numbers) -> np.ndarray:
    matrix = np.atleast_2d(reals(name, value))
    if matrix.ndim != 2 or 0 in matrix.shape:
        msg = f"{name} must be a matrix (outputs, inputs), got shape {np.shape(value)}"
        raise ValueError(msg)
    if not (allowed := np.isfinite(matrix)).all():
        msg = f"{name} must be finite, got {matrix[~allowed][0]:g}"
        raise ValueError(msg)
    return matrix


def _fit(i: int, below: np.ndarray, above: np.ndarray) -> None:
    if above.shape[1] != below.shape[0]:
        msg = (
            f"weights[{i}] must take the {below.shape[0]} outputs of weights[{i - 1}]: its "
            f"shape must be (..., {below.shape[0]}), got {above.shape}"
        )
        raise ValueError(msg)


def _one_a_layer(name: str, value: Numbers, depth: int) -> tuple[float, ...]:
    """Return one number for each layer, from one for all of them or one for each."""
    values = numbers(name, value)
    if np.ndim(values) == 0:
        return (finite(name, value),) * depth
    if np.shape(values) != (depth,):
        msg = f"{name} must be one number or one for each of the {depth} layers, got shape "
        raise ValueError(msg + str(np.shape(values)))
    return tuple(finite(f"{name}[{i}]", c) for i, c in enumerate(values))


def _precisions(precision: Numbers, output_precision: float, depth: int) -> tuple[float, ...]:
    """Return the precision of each layer; the output's counts ``output_precision`` times."""
    *hidden, last = _one_a_layer("precision", precision, depth)
    for name, value in (
        *((f"precision[{i}]", p) for i, p in enumerate((*hidden, last))),
        ("output_precision", finite("output_precision", output_precision)),
    ):
        if not value > 0:
            name = "precision" if np.ndim(precision) == 0 and "[" in name else name
            msg = f"{name} must be positive, got {value}"
            raise ValueError(msg)
    return (*hidden, last * float(output_precision))


def _skip(i: int, layer: np.ndarray) -> None:
    """Add the identity to the layer."""
    rows, columns = layer.shape
    if rows != columns:
        msg = f"a skip past weights[{i}] needs a square matrix, got shape {layer.shape}"
        raise ValueError(msg)
    np.einsum("ii->i", layer)[:] += 1
