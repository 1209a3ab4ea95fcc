r"""Infinite-width residual streams: exact covariances of the state over time.

A stream of K steps adds eps_k W phi(h) (or eps_k W phi(h / R), normalised) at step k, with the
matrix of the layer that the step visits: layer k mod L where a block is looped, K = N L, or any
order of visits. Visits of one layer share a Gaussian matrix, different layers are independent. As
the width grows, the coordinates of h_n become a centred Gaussian process with

    H_nm = H_0 + sum_{i < n, j < m} eps_i eps_j C_ij,   C_ij = [same layer] s^2 E phi(Z_i) phi(Z_j),

because W restricted to the vectors it has met is exactly iid Gaussian, so that h_n is a linear
combination of iid Gaussian vectors whose coefficients obey a law of large numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from depthlaws.base.argument_errors import shown
from depthlaws.base.roundings import roundings
from depthlaws.base.visit_order import Visits, visit_counts, visits_alone
from depthlaws.theory import activations
from depthlaws.theory.activations import Activation
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count, finite, reals
from depthlaws.theory.numerics.resource_limits import require_memory
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix, square
from depthlaws.theory.residual.stream_recursions import (
    all_times,
    comparable,
    rescaled,
    rescales,
    squeezed,
)

__all__ = ["Stream"]

Array = NDArray[np.float64]

MAX_SQUARABLE = 1e150  # values of eps s below it have squares that are finite doubles


def representable(eps: ArrayLike, s: float) -> None:
    """Raise ValueError for branches whose energy is beyond the doubles."""
    largest = float(np.max(np.abs(eps)))
    if not largest * abs(s) < MAX_SQUARABLE:
        msg = (
            f"eps s must be below {MAX_SQUARABLE:g}, got eps={largest:g}, s={s:g}: its square "
            "overflows"
        )
        raise ValueError(msg)


def branch_scales(eps: ArrayLike, steps: int) -> float | Array:
    """Return a branch scale, or one a visit. Raises: ValueError for any other shape."""
    if not isinstance(eps, list | tuple | np.ndarray):
        return finite("eps", eps)
    scales = np.array(reals("eps", eps), dtype=np.float64)
    if scales.ndim == 0:
        return finite("eps", eps)
    if scales.shape != (steps,) or not np.all(np.isfinite(scales)):
        msg = f"eps must be a finite number, or one for each of the {steps} visits, got {eps}"
        raise ValueError(msg)
    scales.flags.writeable = False
    return scales


SEMIDEFINITE = 1e-12  # of the trace, by which the least eigenvalue of overlaps may be negative


def initial_overlaps(h0: ArrayLike) -> Array:
    """Return the initial overlap matrix (input, input) of one energy or of a Gram matrix."""
    start = np.atleast_2d(reals("h0", h0))
    if start.ndim != 2 or start.shape[0] != start.shape[1]:
        msg = f"h0 must be an energy or a symmetric overlap matrix, got shape {np.shape(h0)}"
        raise ValueError(msg)
    if not np.array_equal(start, start.T):
        msg = f"h0 must be an energy or a symmetric overlap matrix, got {h0}"
        raise ValueError(msg)
    if not (np.all(np.isfinite(start)) and np.all(np.diag(start) > 0)):
        msg = f"h0 must have finite positive energies, got {h0}"
        raise ValueError(msg)
    largest = start.diagonal().max()
    lowest = np.linalg.eigvalsh(start / largest)[0]
    if lowest < -max(SEMIDEFINITE, roundings(h0)) * (start / largest).trace():
        lowest *= largest
        msg = f"h0 must be positive semidefinite, got an eigenvalue {lowest:g}"
        raise ValueError(msg)
    return start


@dataclass(frozen=True, kw_only=True, eq=False)
class Stream:
    """A residual stream at infinite width: ``layers`` unique layers, used ``loops`` times.

    With one layer it is the tied model, with one loop the untied one. ``visits`` gives any other
    order, such as a prelude, a looped core and a coda.

    Parameters
    ----------
    loops : int
        Loops N: how often the block is applied. At least 1.
    layers : int
        Unique layers L of the block. At least 1.
    eps : float or array_like
        Branch scale: h + eps W phi(h). One for all visits, or one a visit.
    s : float
        Weight scale: entries of W have variance s^2 / width.
    h0 : float or array_like
        Energy of the initial state, or the overlap matrix (input, input) of several inputs. Every
        kernel of several inputs has two leading input axes.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    normalize : bool
        Divide the input of each step by its root mean square.
    visits : sequence of int or str
        Layer of each step, instead of ``loops`` and ``layers``: [0, 1, 2, 1, 2, 3], or "1+2x2+1"
        for one layer, two layers twice, one layer.

    Raises
    ------
    ValueError
        If loops or layers < 1, a scale is not finite, an overlap matrix is not positive, the visits
        leave out a layer, or they are given beside loops or layers.
    UnknownNameError
        If there is no such activation; the message has the nearest names.

    Examples
    --------
    >>> from depthlaws import residual
    >>> stream = residual.Stream(loops=2, layers=3, eps=0.25)
    >>> stream.steps, stream.labels.tolist(), stream.kernel.shape
    (6, [0, 1, 2, 0, 1, 2], (7, 7))
    >>> core_twice = residual.Stream(visits="1+2x2+1", eps=[0.5, 0.25, 0.25, 0.25, 0.25, 0.5])
    >>> core_twice.labels.tolist(), core_twice.uses.tolist()
    ([0, 1, 2, 1, 2, 3], [1, 2, 2, 1])
    """

    loops: int = 1
    layers: int = 1
    eps: Any
    s: float = 1.0
    h0: ArrayLike = 1.0
    activation: str | Activation = "relu"
    normalize: bool = False
    visits: str | Visits | None = None

    def __post_init__(self) -> None:
        for name, plain in {"loops": count, "layers": count, "s": finite}.items():
            object.__setattr__(self, name, plain(name, getattr(self, name)))
        if self.visits is not None:
            order = visits_alone(self.visits, self.loops, self.layers)
            object.__setattr__(self, "visits", order)
            object.__setattr__(self, "layers", max(order) + 1)
        object.__setattr__(self, "eps", branch_scales(self.eps, self.steps))
        representable(self.eps, self.s)
        activations.get(self.activation)
        initial_overlaps(self.h0)

    @property
    def steps(self) -> int:
        """Number of updates K: loops * layers, or the number of visits."""
        return self.loops * self.layers if self.visits is None else len(self.visits)

    @property
    def labels(self) -> NDArray[np.intp]:
        """Layer of each step (step,)."""
        if self.visits is None:
            return np.tile(np.arange(self.layers), self.loops)
        return np.array(self.visits, dtype=np.intp)

    @property
    def uses(self) -> NDArray[np.intp]:
        """Number of visits of each layer (layer,)."""
        return np.array(visit_counts(self.labels.tolist()), dtype=np.intp)

    @property
    def scales(self) -> Array:
        """Branch scale of each step (step,)."""
        return np.broadcast_to(np.asarray(self.eps, dtype=np.float64), (self.steps,))

    @cached_property
    def gains(self) -> Any:
        """Product eps_j eps_k of the branch scales of two steps: a number, or (step, step)."""
        return np.multiply.outer(self.eps, self.eps) if np.ndim(self.eps) else square(self.eps)

    @cached_property
    def couplings(self) -> Any:
        """Product eps_j eps_k s^2 of two steps: a number, or (step, step)."""
        strength = np.multiply(self.eps, self.s)
        return np.multiply.outer(strength, strength) if np.ndim(strength) else float(strength) ** 2

    @property
    def same(self) -> NDArray[np.bool_]:
        """Mask of the pairs of steps that share their matrix (step, step)."""
        return self.labels[:, None] == self.labels

    @cached_property
    def kernel(self) -> Array:
        """Covariance H of all K + 1 states: ([input, input,] time, time). O(K^2).

        Entries beyond the doubles are infinite.
        """
        size = 8.0 * len(self.start) ** 2 * (self.steps + 1.0) ** 2
        require_memory(size, f"the kernel of {self.steps:,} steps")
        return squeezed(self, all_times(self))

    @cached_property
    def scaled(self) -> ScaledMatrix:
        """Kernel with a power of two for each time, where an energy is beyond the doubles."""
        kernel = self.kernel
        if np.isfinite(kernel).all() and comparable(kernel):
            return ScaledMatrix(kernel, np.zeros(self.steps + 1, dtype=np.intp))
        if not rescales(self):
            finite = np.isfinite(self.energies.reshape(-1, self.steps + 1)).all(axis=0)
            step = int(np.argmin(finite))
            msg = f"the energy overflows at step {step} of {self.steps}; use a smaller eps or s"
            raise ValueError(msg)
        growing = rescaled(self)
        return replace(growing, mantissa=squeezed(self, growing.mantissa))

    @cached_property
    def branch(self) -> Array:
        """Covariance C of the branch outputs W phi(h): ([input, input,] step, step)."""
        overlap = self.overlap
        with np.errstate(over="ignore"):
            return np.where(self.same, square(self.s) * overlap, 0.0)

    @cached_property
    def overlap(self) -> Array:
        """Mean product q of activations, shared matrix or not: ([input, input,] step, step)."""
        return self.scaled_overlap.value

    @cached_property
    def scaled_overlap(self) -> ScaledMatrix:
        """Mean product of activations, with the powers of two of :attr:`scaled`."""
        overlap = self.pair(activations.get(self.activation).dual)
        return ScaledMatrix(overlap, self.scaled.exponent[:-1])

    @cached_property
    def gate(self) -> Array:
        """Mean product of activation derivatives, per unit of state: same shape as overlap."""
        return self.pair(activations.get(self.activation).gate, derivative=True)

    @cached_property
    def start(self) -> Array:
        """Initial overlap matrix (input, input)."""
        return initial_overlaps(self.h0)

    @property
    def energies(self) -> Array:
        """Energy of each state: ([input,] time)."""
        kernel = self.kernel
        if kernel.ndim == 2:
            return np.diagonal(kernel).copy()
        return np.einsum("aann->an", kernel).copy()

    def pair(self, moment: Callable[..., Any], *, derivative: bool = False) -> Array:
        """Apply a dual kernel to every pair of the states that are multiplied by a matrix.

        The states are those of :attr:`scaled`.
        """
        kernel = self.scaled.mantissa[..., :-1, :-1]
        energy = np.diagonal(kernel) if kernel.ndim == 2 else np.einsum("aann->an", kernel)
        first, second = energy[..., :, None], energy[..., None, :]
        if kernel.ndim == 4:
            first, second = energy[:, None, :, None], energy[None, :, None, :]
        if not self.normalize:
            return moment(first, kernel, second)
        scale, ratio = correlation(first, kernel, second)
        value = moment(np.ones(()), ratio, np.ones(()))
        return value / scale if derivative else value


def require_stream(stream: Any, /) -> None:
    """Raise TypeError for anything but a stream."""
    if not isinstance(stream, Stream):
        given = shown(stream)
        msg = f"stream must be a residual.Stream, got {given}; write Stream(loops=4, eps=0.25)"
        raise TypeError(msg)


def whole_loops(stream: Stream, what: str, /) -> None:
    """Raise an error for anything but a looped block with one branch scale."""
    require_stream(stream)
    if stream.visits is not None or np.ndim(stream.eps):
        given = f"visits={stream.visits}" if stream.visits is not None else f"eps={stream.eps}"
        msg = f"{what} needs loops and layers with one branch scale, got {given}"
        raise ValueError(msg)
