"""Conditioning of inference: eigenvalues of the energy in the activities, and steps to the minimum.

Per sample the energy is |K z + b|^2 / 2 with K block bidiagonal: identities on the diagonal, -M_l
below it, and the block rows times the roots of the precisions. The Hessian H = K^T K is block
tridiagonal and the same for every sample. With the batch-sum energy a step beta multiplies H by
beta; with the batch mean over P samples, as the paper writes it, by beta / P: give ``samples=P``.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

import numpy as np

from depthlaws.base.cost_notice import announce
from depthlaws.theory.numerics.arguments import count
from depthlaws.theory.numerics.resource_limits import require_memory
from depthlaws.theory.numerics.types import Array, Numbers
from depthlaws.theory.predictive_coding.error_spectrum import error_spectrum
from depthlaws.theory.predictive_coding.inference_rates import Inference
from depthlaws.theory.predictive_coding.networks import LinearNetwork, linear_network
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["activity_hessian", "inference"]

Coordinates = Literal["activities", "errors"]
MAX_SQUARABLE = 1e150  # weights below it have squares that are finite doubles
SECONDS_PER_PRODUCT = 3e-11  # of a multiplication and an addition
SECONDS_PER_ITERATED_LAYER = 2e-4  # of Lanczos with some dozens of products, in narrow layers
SECONDS_PER_ITERATED_ENTRY = 8e-8  # of a wide matrix
MAX_DENSE_ACTIVITIES = 400  # up to here the singular values of K cost less than Lanczos steps
MAX_STACKED_NUMBERS = 1 << 22  # in hidden layers: up to here a second copy of them saves time


def inference(
    weights: Sequence[Numbers],
    *,
    coordinates: Coordinates = "activities",
    skips: bool = False,
    scale: Numbers = 1.0,
    precision: Numbers = 1.0,
    output_precision: float = 1.0,
    samples: int = 1,
) -> Inference:
    """Return the conditioning of inference: condition number, safe and best steps, and iterations.

    The eigenvalues have a relative error of about eps sqrt(condition).

    Parameters
    ----------
    weights : list of array_like
        Weight matrices W_1..W_L, each (outputs, inputs). A number is a 1 x 1 matrix. At least two.
    coordinates : {"activities", "errors"}
        Variables that inference moves: the hidden activities, or the prediction errors of the
        hidden layers, from which the activities follow (error-based predictive coding).
    skips : bool
        Layers 2..L-1 are branches beside a skip: the identity is added to them.
    scale : float or array_like
        Multiplier of all weight matrices, or one for each layer, an array (layer,).
    precision : float or array_like
        Weight of the prediction errors in the energy: one number, or one for each layer, an array
        (layer,). Positive.
    output_precision : float
        Further weight of the output's error in the energy. Positive.
    samples : int
        Number of samples over which the energy is a mean; 1 is the batch-sum convention.

    Returns
    -------
    Inference
        Extreme eigenvalues of the Hessian in these variables, with the steps and rates that follow.

    Raises
    ------
    UnknownNameError
        If there are no such coordinates.
    ValueError
        If shapes do not fit, a value is not finite, a precision is not positive, or there is no
        hidden layer.

    References
    ----------
    Source: pc, section 5: beyond the paper (PC-B30; PC-B49 in the errors).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> spectrum = predictive_coding.inference([[[1.0]], [[1.0]], [[1.0]]])
    >>> spectrum.condition, spectrum.largest_step, spectrum.iterations(0.01)["gradient descent"]
    (3.0, 0.6667, 7)
    >>> predictive_coding.inference([2.0, 1.0, 1.0], coordinates="errors").condition
    3.0
    """
    if coordinates not in (known := get_args(Coordinates)):
        raise UnknownNameError("coordinates", coordinates, known)
    network = linear_network(weights, skips, scale, output_precision, precision)
    size, samples = _activities(network), count("samples", samples)
    if coordinates == "errors":
        spectrum = error_spectrum(network)
        values = [*spectrum.modes.tolist(), *spectrum.elsewhere]
        return Inference(min(values), max(values), size, samples)
    _squares_fit(network)
    low, high = _dense(network) if size <= MAX_DENSE_ACTIVITIES else _iterated(network)
    return Inference(low, high, size, samples)


def _activities(network: LinearNetwork) -> int:
    """Return the number of hidden activities of one sample."""
    if network.depth < 2:
        msg = "weights must hold at least two layers: without a hidden one there is no inference"
        raise ValueError(msg)
    return sum(layer.shape[0] for layer in network.layers[:-1])


def activity_hessian(
    weights: Sequence[Numbers],
    *,
    skips: bool = False,
    scale: Numbers = 1.0,
    precision: Numbers = 1.0,
    output_precision: float = 1.0,
) -> Array:
    """Return the dense Hessian of the batch-sum energy in the hidden activities of one sample.

    Parameters
    ----------
    weights : list of array_like
        Weight matrices W_1..W_L, each (outputs, inputs). A number is a 1 x 1 matrix. At least two.
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
    ndarray
        Hessian, a pure number per pair of activities. Shape (activity, activity), layer after
        layer.

    Raises
    ------
    ValueError
        If shapes do not fit, a value is not finite, a precision is not positive, or there is no
        hidden layer.
    MemoryError
        If the Hessian does not fit.

    References
    ----------
    Source: pc, eq. (3), for linear networks.

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> predictive_coding.activity_hessian([[[1.0]], [[2.0]], [[0.5]]])
    array([[ 5.  , -2.  ],
           [-2.  ,  1.25]])
    """
    if hasattr(weights, "__len__"):  # before the layers are read: each has an activity at least
        _require_hessian(len(weights) - 1)
    network = linear_network(weights, skips, scale, output_precision, precision)
    root = _root(network)
    return root.T @ root


def _squares_fit(network: LinearNetwork) -> None:
    """Raise ValueError for layers whose squares are no doubles."""
    largest = max(float(np.max(np.abs(layer), initial=0.0)) for layer in network.layers)
    largest = max(largest, 1.0) * max(1.0, math.sqrt(max(network.precisions)))
    if not largest < MAX_SQUARABLE:
        allowed = f"weights, times their scale, must be below {MAX_SQUARABLE:g}"
        msg = f"{allowed}, got {largest:g}: squares overflow"
        raise ValueError(msg)


def _require_hessian(size: int) -> None:
    require_memory(16.0 * size**2, f"the Hessian of {size:,} activities")
    announce(f"the Hessian of {size:,} activities", SECONDS_PER_PRODUCT * float(size) ** 3)


def _root(network: LinearNetwork) -> Array:
    """Return K (errors, activities), the root of H = K^T K."""
    size = _activities(network)
    _require_hessian(size)
    _squares_fit(network)
    root = np.zeros((size + network.outputs, size))
    np.fill_diagonal(root, 1.0)
    row, column = network.layers[0].shape[0], 0
    for layer in network.layers[1:]:
        outputs, inputs = layer.shape
        root[row : row + outputs, column : column + inputs] = -layer
        row, column = row + outputs, column + inputs
    rows = [layer.shape[0] for layer in network.layers]
    return np.sqrt(np.repeat(network.precisions, rows))[:, None] * root


def _dense(network: LinearNetwork) -> tuple[float, float]:
    """Return the extreme eigenvalues by the singular values of K."""
    singular_values = np.linalg.svd(_root(network), compute_uv=False)
    return float(singular_values[-1]) ** 2, float(singular_values[0]) ** 2


def _iterated(network: LinearNetwork) -> tuple[float, float]:
    """Return the extreme eigenvalues by Lanczos on H and on H^-1, both O(L N^2) per product."""
    from scipy.sparse.linalg import LinearOperator, eigsh

    size, entries = _activities(network), sum(layer.size for layer in network.layers)
    seconds = SECONDS_PER_ITERATED_LAYER * network.depth + SECONDS_PER_ITERATED_ENTRY * entries
    announce(f"the spectrum of {size:,} activities", seconds, least=True)
    start = np.random.default_rng(0).standard_normal(size)

    def top(product: Callable[[Array], Array]) -> float:
        constructor: Any = LinearOperator  # it returns a subclass, which type checkers do not know
        operator = constructor((size, size), matvec=product, dtype=np.float64)
        return float(eigsh(operator, k=1, which="LA", v0=start, return_eigenvectors=False)[0])

    blocks = _Blocks(network)
    return 1 / top(blocks.solve), top(blocks.product)


class _Blocks:
    """Products with H and H^-1 on vectors of all activities, layer by layer."""

    def __init__(self, network: LinearNetwork) -> None:
        self.layers = network.layers
        self.precisions = np.array(network.precisions)
        self.cuts = np.cumsum([m.shape[0] for m in self.layers[:-2]])
        self.paths = network.paths()[1:-1]
        hidden = self.layers[1:-1]
        one_width = len({n for m in hidden for n in m.shape}) == 1
        small = sum(m.size for m in hidden) <= MAX_STACKED_NUMBERS
        self.stack = np.stack(hidden) if one_width and small else None

    def product(self, vector: Array) -> Array:
        """Return H z = K^T K z."""
        if self.stack is not None:
            return self._product(vector, self.stack)
        z = np.split(vector, self.cuts)
        errors = [b - m @ a for a, b, m in zip(z[:-1], z[1:], self.layers[1:-1], strict=True)]
        errors = [z[0], *errors, -(self.layers[-1] @ z[-1])]
        errors = [p * e for p, e in zip(self.precisions, errors, strict=True)]
        above = zip(errors[:-1], errors[1:], self.layers[1:], strict=True)
        return np.concatenate([e - m.T @ upper for e, upper, m in above])

    def _product(self, vector: Array, hidden: Array) -> Array:
        """Return H z for hidden layers of one width, all at once."""
        z = vector.reshape(len(hidden) + 1, -1)
        errors = z.copy()
        errors[1:] -= np.matvec(hidden, z[:-1])
        errors *= self.precisions[:-1, None]
        products = errors.copy()
        products[:-1] -= np.vecmat(errors[1:], hidden)
        products[-1] += self.precisions[-1] * self.layers[-1].T @ (self.layers[-1] @ z[-1])
        return products.ravel()

    def solve(self, vector: Array) -> Array:
        """Return H^-1 v: errors of least squares that the multiplier of the output corrects.

        With A the part of K above the output, D the precisions there and C = (m_1, ..., m_{L-1}),
        H^-1 = A^-1 (D^-1 - D^-1 C S^-1 C^T D^-1) A^-T.
        """
        if self.stack is not None:
            return self._solve(vector, self.stack)
        *parts, top = np.split(vector, self.cuts)
        down = [top]
        for part, layer in zip(reversed(parts), reversed(self.layers[1:-1]), strict=True):
            down.append(part + layer.T @ down[-1])
        errors = self._projected(down[::-1])
        up = [errors[0]]
        for error, layer in zip(errors[1:], self.layers[1:-1], strict=True):
            up.append(error + layer @ up[-1])
        return np.concatenate(up)

    def _solve(self, vector: Array, hidden: Array) -> Array:
        """Return H^-1 v for hidden layers of one width, in one array."""
        z, paths = vector.reshape(len(hidden) + 1, -1).copy(), np.stack(self.paths)
        for i in range(len(hidden), 0, -1):
            z[i - 1] += z[i] @ hidden[i - 1]
        z /= self.precisions[:-1, None]
        output_errors = np.tensordot(paths, z, ([0, 1], [0, 1]))
        z -= paths @ np.linalg.solve(self._rescaling, output_errors) / self.precisions[:-1, None]
        for i, layer in enumerate(hidden):
            z[i + 1] += layer @ z[i]
        return z.ravel()

    def _projected(self, errors: list[Array]) -> list[Array]:
        layers = [*zip(self.paths, errors, self.precisions, strict=False)]
        multiplier = np.linalg.solve(self._rescaling, sum(m.T @ e / p for m, e, p in layers))
        return [(e - m @ multiplier) / p for m, e, p in layers]

    @functools.cached_property
    def _rescaling(self) -> Any:
        squares = [m.T @ m / p for m, p in zip(self.paths, self.precisions, strict=False)]
        return np.sum(squares, axis=0) + np.eye(len(squares[0])) / self.precisions[-1]
