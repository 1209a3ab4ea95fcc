"""Linear networks as the matrices that act: z_l is predicted by M_l z_{l-1}, l = 1..L.

M_l = scale_l W_l, or I + scale_l W_l where a skip runs past layers 2..L-1. Everything that is exact
about predictive coding follows from two sweeps over these matrices: m_l = (M_L ... M_{l+1})^T down,
and V_l = M_l V_{l-1} + m_l up. The sweeps only add and multiply, so that they also run on arrays
of fractions or symbols.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.numerics.arguments import NotRealError, finite, numbers, reals
from depthlaws.theory.numerics.types import Numbers


@dataclass(frozen=True, slots=True, eq=False)
class LinearNetwork:
    """Matrices ``layers`` (outputs, inputs) each; ``scales``: dM_l/dW_l; the output's precision.

    The prediction error of the output counts ``precision`` times in the energy.
    """

    layers: tuple[Any, ...]
    scales: tuple[float, ...]
    precision: Any

    @property
    def depth(self) -> int:
        """Number of layers, L, input and output layers counted."""
        return len(self.layers)

    @property
    def outputs(self) -> int:
        """Number of outputs."""
        return self.layers[-1].shape[0]

    def paths(self) -> list[Any]:
        """m_l = (M_L ... M_{l+1})^T for l = 0..L, each (width of layer l, outputs)."""
        found = [np.eye(self.outputs, dtype=int)]
        for layer in reversed(self.layers):
            found.append(layer.T @ found[-1])
        return found[::-1]

    def reaches(self, paths: Sequence[Any]) -> list[Any]:
        """V_l for l = 0..L: what a unit of the output's multiplier adds to the activities of l.

        V_l = M_l V_{l-1} + m_l from V_0 = 0, and V_L is the rescaling S (outputs, outputs).
        """
        found = [0 * paths[0]]
        for layer, path in zip(self.layers[:-1], paths[1:-1], strict=True):
            found.append(layer @ found[-1] + path)
        unit = np.eye(self.outputs, dtype=int) / self.precision
        return [*found, self.layers[-1] @ found[-1] + unit]

    def forward(self, x: Any) -> list[Any]:
        """Activities h_l of the forward pass from x (inputs, sample), l = 0..L."""
        found = [x]
        for layer in self.layers:
            found.append(layer @ found[-1])
        return found


def linear_network(
    weights: Sequence[Numbers], *, skips: bool, scale: Numbers, output_precision: float
) -> LinearNetwork:
    """Network of given weights, checked. A number is a 1 x 1 matrix, a list one row.

    Raises: ValueError naming the layer for shapes that do not fit, values that are not finite, a
    skip past a layer that changes the width, a scale that is neither one number nor one a layer,
    an output precision that is not positive.
    """
    if not hasattr(weights, "__len__") or (isinstance(weights, np.ndarray) and not weights.ndim):
        msg = f"weights must be a list of one matrix or number a layer, got {weights!r}"
        raise NotRealError(msg)
    if not len(weights):
        msg = "weights must hold at least one layer, got none"
        raise ValueError(msg)
    scales = _scales(scale, len(weights))
    layers: list[np.ndarray] = []
    for i, (c, w) in enumerate(zip(scales, weights, strict=True)):  # each while it is in the cache
        matrix = _matrix(f"weights[{i}]", w)
        if layers:
            _fit(i, layers[-1], matrix)
        layer = c * matrix
        if skips and 0 < i < len(weights) - 1:
            _skip(i, layer)
        layers.append(layer)
    if not finite("output_precision", output_precision) > 0:
        msg = f"output_precision must be positive, got {output_precision}"
        raise ValueError(msg)
    return LinearNetwork(tuple(layers), scales, float(output_precision))


def _matrix(name: str, value: Numbers) -> np.ndarray:
    found = np.atleast_2d(reals(name, value))
    if found.ndim != 2 or 0 in found.shape:
        msg = f"{name} must be a matrix (outputs, inputs), got shape {np.shape(value)}"
        raise ValueError(msg)
    if not (allowed := np.isfinite(found)).all():
        msg = f"{name} must be finite, got {found[~allowed][0]:g}"
        raise ValueError(msg)
    return found


def _fit(i: int, below: np.ndarray, above: np.ndarray) -> None:
    if above.shape[1] != below.shape[0]:
        msg = (
            f"weights[{i}] must take the {below.shape[0]} outputs of weights[{i - 1}]: its "
            f"shape must be (..., {below.shape[0]}), got {above.shape}"
        )
        raise ValueError(msg)


def _scales(scale: Numbers, depth: int) -> tuple[float, ...]:
    found = numbers("scale", scale)
    if np.ndim(found) == 0:
        return (finite("scale", scale),) * depth
    if np.shape(found) != (depth,):
        msg = f"scale must be one number or one for each of the {depth} layers, got shape "
        raise ValueError(msg + str(np.shape(found)))
    return tuple(finite(f"scale[{i}]", c) for i, c in enumerate(found))


def _skip(i: int, layer: np.ndarray) -> None:
    """Add the identity to the layer."""
    rows, columns = layer.shape
    if rows != columns:
        msg = f"a skip past weights[{i}] needs a square matrix, got shape {layer.shape}"
        raise ValueError(msg)
    np.einsum("ii->i", layer)[:] += 1
