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

import functools
import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from depthlaws.base.argument_errors import shown
from depthlaws.base.visit_order import Visits, visit_counts, visits_alone
from depthlaws.theory import activations
from depthlaws.theory.activations import Activation
from depthlaws.theory.activations.catalogue import call_seconds, pair_seconds
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count, finite, reals, whole
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.scaled_sums import (
    ScaledMatrix,
    add_pairs,
    grown,
    power_to_hold,
    square,
)
from depthlaws.theory.numerics.types import Numbers

__all__ = ["Stream", "block_kernel", "coupled_kernel", "tied_kernel", "untied_kernel"]

Array = NDArray[np.float64]

MAX_PAIRS = 1 << 15  # pairs of inputs per pass: they stay in the second-level cache
MAX_LOG_RATIO = 700.0  # of two energies whose ratio is a double
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
    if lowest < -1e-12 * (start / largest).trace():
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
        return _squeeze(self, all_times(self))

    @cached_property
    def scaled(self) -> ScaledMatrix:
        """Kernel with a power of two for each time, where an energy is beyond the doubles."""
        kernel = self.kernel
        if np.isfinite(kernel).all() and _comparable(kernel):
            return ScaledMatrix(kernel, np.zeros(self.steps + 1, dtype=np.intp))
        if not _scales(self):
            finite = np.isfinite(self.energies.reshape(-1, self.steps + 1)).all(axis=0)
            step = int(np.argmin(finite))
            msg = f"the energy overflows at step {step} of {self.steps}; use a smaller eps or s"
            raise ValueError(msg)
        growing = _growing(self)
        return replace(growing, mantissa=_squeeze(self, growing.mantissa))

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

    @functools.cached_property
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


def _squeeze(stream: Stream, kernel: Array) -> Array:
    return kernel[0, 0] if np.ndim(stream.h0) == 0 else kernel


def _moment(stream: Stream, gain: Any = None) -> Callable[[Array, Array, Array], Array]:
    """Return the increment covariance of two states as a function of (energy, overlap, energy).

    The gain is eps^2 s^2, or ``gain``; 1 where every visit has a scale of its own.
    """
    dual = activations.get(stream.activation).dual
    if gain is None:
        gain = (stream.eps * stream.s) ** 2 if np.ndim(stream.eps) == 0 else 1.0
    if not stream.normalize:
        return lambda first, cross, second: gain * dual(first, cross, second)

    def normalized(first: Array, cross: Array, second: Array) -> Array:
        _, ratio = correlation(first, cross, second)
        return gain * dual(np.ones(()), ratio, np.ones(()))

    return normalized


def _add(total: Array, low: Array, term: Array) -> None:
    """Add to a compensated sum in place: total + low carries about twice the digits of total.

    Exact for |term| <= |total|; a stream with larger steps has only a few steps.
    """
    term = term + low
    new = total + term
    np.subtract(term, new - total, out=low)
    total[...] = new


def _rows(
    stream: Stream, replaced: int | None = None, excess: Array | None = None
) -> Iterator[Array]:
    """Yield rows H_{k, 0..k} of the kernel, k = 0..K: (input, input, k + 1).

    ``replaced`` is a layer whose matrix each input has for itself; ``excess`` (input, input)
    multiplies the covariances of the entries of two inputs' matrices.
    """
    start, steps, layers, labels = stream.start, stream.steps, stream.layers, stream.labels
    inputs = len(start)
    moment, scales = _moment(stream), stream.scales * stream.s if np.ndim(stream.eps) else None
    energy = np.empty((inputs, steps + 1))
    row = np.repeat(start[:, :, None], steps + 1, axis=2)
    low, increments = np.zeros_like(row), np.zeros_like(row)
    energy[:, 0] = np.diag(start)
    yield row[..., :1]
    for k in range(steps):
        columns: Any = slice(k % layers, k + 1, layers)
        if stream.visits is not None:
            columns = np.flatnonzero(labels[: k + 1] == labels[k])
        terms = moment(energy[:, None, k, None], row[..., columns], energy[None, :, columns])
        if scales is not None:
            terms = terms * (scales[k] * scales[columns])
        if labels[k] == replaced:
            terms = terms * np.eye(inputs)[..., None]
        if excess is not None:
            terms = terms * excess[..., None]
        if layers > 1:
            increments[..., : k + 1] = 0.0
            increments[..., columns] = terms
            terms = increments[..., : k + 1]
        sums = terms.cumsum(axis=-1)
        # H_{k+1,m} = H_{k,m} + sum_{j<m} C_kj, then H_{k+1,k+1} = H_{k+1,k} + sum_{i<=k} C_ik.
        _add(row[..., 1 : k + 1], low[..., 1 : k + 1], sums[..., :k])
        row[..., k + 1], low[..., k + 1] = row[..., k], low[..., k]
        _add(row[..., k + 1], low[..., k + 1], sums[..., k].T)
        energy[:, k + 1] = row[..., k + 1].diagonal()
        yield row[..., : k + 2]


def all_times(stream: Stream, replaced: int | None = None, excess: Array | None = None) -> Array:
    """Return the kernel of all states, infinite beyond the doubles: (input, input, time, time)."""
    inputs, times = len(stream.start), stream.steps + 1
    seconds = pair_seconds(activations.get(stream.activation)) * float(inputs * times) ** 2
    fewer = "ask for fewer loops, layers or inputs"
    require_time(seconds, f"the kernel of {stream.steps:,} steps", fewer)
    kernel = np.empty((inputs, inputs, times, times))
    with np.errstate(over="ignore", invalid="ignore"):
        for k, row in enumerate(_rows(stream, replaced, excess)):
            kernel[:, :, k, : k + 1] = row
    kernel = _mirror(kernel)
    finite = np.isfinite(kernel)
    if finite.all() and _comparable(kernel):
        return kernel
    if not _scales(stream):
        return np.where(finite, kernel, np.inf)
    beyond = _growing(stream, replaced, excess).value
    return np.where(finite, kernel, beyond) if _comparable(kernel) else beyond


def _comparable(kernel: Array) -> bool:
    """Return True if the ratio of no two energies that are doubles is beyond the doubles."""
    energies = np.diagonal(kernel) if kernel.ndim == 2 else np.einsum("aann->an", kernel)
    energies = energies[np.isfinite(energies)]
    return energies.size == 0 or math.log(energies.max()) - math.log(energies.min()) < MAX_LOG_RATIO


def _scales(stream: Stream) -> bool:
    """Return True if the law of long states is that of shorter ones in other units."""
    return not stream.normalize and activations.get(stream.activation).slopes is not None


def _growing(
    stream: Stream, replaced: int | None = None, excess: Array | None = None
) -> ScaledMatrix:
    """Return the kernel of all states with a power of two for each time, as :func:`all_times`."""
    dual, labels = activations.get(stream.activation).dual, stream.labels
    apart = np.eye(len(stream.start))[..., None]

    def pairs(k: int, row: Array, energy: Array) -> Array:
        columns = np.flatnonzero(labels[: k + 1] == labels[k])
        terms = np.zeros_like(row)
        overlaps = dual(energy[:, None, k, None], row[..., columns], energy[None, :, columns])
        if labels[k] == replaced:
            overlaps = overlaps * apart
        terms[..., columns] = overlaps if excess is None else overlaps * excess[..., None]
        return terms

    return add_pairs(stream.start, stream.scales * stream.s, pairs)


def _block_rows(
    stream: Stream, start: Array | None = None, gain: Any = None
) -> Iterator[tuple[int, int, Array]]:
    """Yield (n, l, H^l_{n, 0..n}) for loops n and layers l = 0..L: O(N^2 L) in all.

    H^{l+1}_nm = H^l_nm + sum_{j<=m} C^l_nj + sum_{i<n} C^l_im, and H^0_{n,m} = H^L_{n-1,m-1}.
    Several streams at once: ``start`` (stream, input, input), ``gain`` (stream, 1, 1, 1).
    """
    start, loops, layers = stream.start if start is None else start, stream.loops, stream.layers
    moment = _moment(stream, gain)
    energy = np.empty((layers, *start.shape[:-1], loops))
    columns = np.zeros((layers, *start.shape, loops))  # sum_{i<n} C_im of each layer
    row, low = np.repeat(start[..., None], loops, axis=-1), np.zeros((*start.shape, loops))
    for n in range(loops):
        row[..., 1 : n + 1], low[..., 1 : n + 1] = row[..., :n].copy(), low[..., :n].copy()
        row[..., 0], low[..., 0] = start, 0.0
        here, carry = row[..., : n + 1], low[..., : n + 1]
        for layer in range(layers):
            yield n, layer, here
            energy[layer, ..., n] = here[..., n].diagonal(axis1=-2, axis2=-1)
            first, second = (
                energy[layer][..., :, None, n, None],
                energy[layer][..., None, :, : n + 1],
            )
            terms = moment(first, here, second)
            sums = terms.cumsum(axis=-1)
            above = columns[layer, ..., : n + 1]
            above[..., n] = (sums[..., n] - terms[..., n]).swapaxes(-1, -2)
            _add(here, carry, sums + above)
            above += terms
        yield n, layers, here


def _block_kernel(stream: Stream) -> Array:
    inputs, loops = len(stream.start), stream.loops
    kernel = np.empty((inputs, inputs, stream.layers + 1, loops, loops))
    with np.errstate(over="ignore", invalid="ignore"):
        for n, layer, row in _block_rows(stream):
            kernel[:, :, layer, n, : n + 1] = row
    for layer in range(stream.layers + 1):
        _mirror(kernel[:, :, layer])
    if not np.isfinite(kernel).all():
        states = np.reshape(stream.kernel, (inputs, inputs, stream.steps + 1, stream.steps + 1))
        for layer in range(stream.layers + 1):
            times = slice(layer, layer + stream.steps, stream.layers)
            kernel[:, :, layer] = states[..., times, times]
    return kernel


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


def output_energy(stream: Stream) -> float:
    """Return the energy of the last state of one input, in O(N^2 L) time and O(N L) memory.

    With visits in another order, or a branch scale for each, O(K^2) time.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        if stream.visits is not None or np.ndim(stream.eps):
            energy = float(deque(_rows(stream), maxlen=1).pop()[0, 0, -1])
        else:
            *_, row = deque(_block_rows(stream), maxlen=1).pop()
            energy = float(row[0, 0, -1])
    if math.isfinite(energy) or np.all(stream.scales >= 0) or np.all(stream.scales <= 0):
        return energy if math.isfinite(energy) else math.inf  # all steps add up: it only grows
    return float(stream.energies[-1])


def output_energies(stream: Stream, gain: Array, h0: Array) -> Array:
    """Return the energies of the last states for each eps^2 s^2 and initial energy (stream,)."""
    start, gains = h0[:, None, None], gain[:, None, None, None]
    *_, row = deque(_block_rows(stream, start, gains), maxlen=1).pop()
    return row[:, 0, 0, -1].copy()


def _mirror(kernel: Array, block: int = 256) -> Array:
    """Fill the upper time triangle, H^ab_nm = H^ba_mn, block by block to stay in cache."""
    times = kernel.shape[-1]
    for i in range(0, times, block):
        for j in range(0, i + 1, block):
            lower = kernel[..., i : i + block, j : j + block]
            flipped = np.swapaxes(np.swapaxes(lower, -1, -2), 0, 1)
            if i == j:
                keep = np.tri(lower.shape[-1], dtype=bool)
                lower[...] = np.where(keep, lower, flipped)
            else:
                kernel[..., j : j + block, i : i + block] = flipped
    return kernel


def tied_kernel(
    N: int,
    eps: float,
    s: float = 1.0,
    h0: Numbers = 1.0,
    activation: str | Activation = "relu",
    *,
    normalize: bool = False,
) -> Array:
    """Return the covariance H_nm of the states of one layer looped N times.

    The only error is rounding, about eps (1 + N eps s) relative. The kernel takes 8 (N+1)^2 bytes.

    Parameters
    ----------
    N : int
        Loops: how often the layer is applied. At least 1.
    eps : float
        Branch scale: h + eps W phi(h).
    s : float
        Weight scale: entries of W have variance s^2 / width.
    h0 : float or array_like
        Energy of the initial state, or the overlap matrix (input, input) of several inputs.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    normalize : bool
        Divide the input of each step by its root mean square.

    Returns
    -------
    ndarray
        Covariance per coordinate, in units of h^2. Shape (N+1, N+1), or (input, input, N+1, N+1)
        for an overlap matrix ``h0``.

    Raises
    ------
    ValueError
        If N < 1, a scale is not finite, or the overlap matrix is not positive.
    MemoryError
        If the kernel does not fit.
    UnknownNameError
        If there is no such activation.

    References
    ----------
    Source: looped, eq. (1), at infinite width: beyond the paper (X-1).

    Examples
    --------
    >>> tied_kernel(2, eps=0.5)
    array([[1.        , 1.        , 1.        ],
           [1.        , 1.125     , 1.25054576],
           [1.        , 1.25054576, 1.51671652]])
    """
    loops = count("N", N)
    stream = Stream(loops=loops, eps=eps, s=s, h0=h0, activation=activation, normalize=normalize)
    return stream.kernel


def block_kernel(
    N: int,
    L: int,
    eps: float,
    s: float = 1.0,
    h0: Numbers = 1.0,
    activation: str | Activation = "relu",
    *,
    normalize: bool = False,
) -> Array:
    """Return the covariance of the states h_{n,l}, h_{m,l} before layer l of a looped block.

    It takes O(N^2 L) time and memory.

    Parameters
    ----------
    N : int
        Loops: how often the block is applied. At least 1.
    L : int
        Unique layers of the block. At least 1.
    eps : float
        Branch scale: h + eps W phi(h).
    s : float
        Weight scale: entries of W have variance s^2 / width.
    h0 : float or array_like
        Energy of the initial state, or the overlap matrix (input, input) of several inputs.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    normalize : bool
        Divide the input of each step by its root mean square.

    Returns
    -------
    ndarray
        Covariance per coordinate, in units of h^2. Shape (L+1, N, N), element [l, n, m]; l = L is
        the state after the block, so that [L, n, m] = [0, n+1, m+1] and the output energy is [-1,
        -1, -1]. An overlap matrix ``h0`` gives two leading input axes.

    Raises
    ------
    ValueError
        If N or L < 1, a scale is not finite, or the overlap matrix is not positive.
    MemoryError
        If the kernel does not fit.
    UnknownNameError
        If there is no such activation.

    References
    ----------
    Source: looped, eq. (2), at infinite width: beyond the paper (X-1).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.block_kernel(3, 2, eps=0.25)[-1, -1, -1]
    np.float64(1.62813)
    """
    loops, layers = count("N", N), count("L", L)
    stream = Stream(
        loops=loops, layers=layers, eps=eps, s=s, h0=h0, activation=activation, normalize=normalize
    )
    size = 8.0 * len(stream.start) ** 2 * (L + 1.0) * float(N) ** 2
    require_memory(size, f"the kernel of {N:,} loops of {L:,} layers")
    seconds = pair_seconds(activations.get(activation)) * len(stream.start) ** 2
    work = (3e-5 * N + seconds * float(N) ** 2) * L
    require_time(work, f"the kernel of {N:,} loops of {L:,} layers", "ask for fewer layers")
    return _squeeze(stream, _block_kernel(stream))


def untied_kernel(
    L: int,
    eps: float,
    s: float = 1.0,
    h0: Numbers = 1.0,
    activation: str | Activation = "relu",
    *,
    normalize: bool = False,
) -> Array:
    """Return the overlaps of the outputs of several inputs after L untied layers.

    It takes O(L) time for each pair of inputs.

    Parameters
    ----------
    L : int
        Layers, each with its own matrix. At least 1.
    eps : float
        Branch scale: h + eps W phi(h).
    s : float
        Weight scale: entries of W have variance s^2 / width.
    h0 : float or array_like
        Energy of the initial state, or the overlap matrix (input, input) of several inputs.
    activation : str or Activation
        Activation applied to each coordinate: relu, leaky_relu, linear, erf, ...
    normalize : bool
        Divide the input of each step by its root mean square.

    Returns
    -------
    ndarray
        Overlaps per coordinate, in units of h^2. Shape (input, input).

    Raises
    ------
    ValueError
        If L < 1, a scale is not finite, the overlap matrix is not positive, or the layers would
        take more than an hour.
    MemoryError
        If the energies do not fit.
    UnknownNameError
        If there is no such activation.

    References
    ----------
    Source: looped, section 7.1, at infinite width: beyond the paper (X-1).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.untied_kernel(8, 0.25, h0=[[1.0, 0.5], [0.5, 1.0]])
    array([[1.279121, 0.672199],
           [0.672199, 1.279121]])
    """
    layers = count("L", L)
    stream = Stream(
        loops=1, layers=layers, eps=eps, s=s, h0=h0, activation=activation, normalize=normalize
    )
    phi = activations.get(activation)
    seconds = 3e-5 + call_seconds(phi) + pair_seconds(phi) * len(stream.start) ** 2
    require_time(seconds * layers, f"{layers:,} layers, one by one,", "ask for fewer layers")
    require_memory(8.0 * len(stream.start) * layers, f"the energies of {layers:,} layers")
    moment, energies, power = _moment(stream), [np.diag(stream.start)], [0]
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(stream.layers):
            # One power of two for each layer keeps the energies within the doubles.
            more = _power_of_energies(stream, energies[-1])
            energies[-1] = np.ldexp(energies[-1], -more)
            power.append(power[-1] + more)
            energies.append(energies[-1] + moment(energies[-1], energies[-1], energies[-1]))
    kernel = np.diag(energies.pop())
    shifts = np.diff(power).tolist()
    first, second = np.triu_indices(len(kernel), k=1)
    for low in range(0, len(first), MAX_PAIRS):
        i, j = first[low : low + MAX_PAIRS], second[low : low + MAX_PAIRS]
        cross = stream.start[i, j]
        with np.errstate(over="ignore", invalid="ignore"):
            for energy, more in zip(energies, shifts, strict=True):
                cross = np.ldexp(cross, -more) if more else cross
                cross = cross + moment(energy[i], cross, energy[j])
        kernel[i, j] = kernel[j, i] = cross
    return grown(np.where(np.isnan(kernel), np.inf, kernel), power[-1])


def _power_of_energies(stream: Stream, energies: Array) -> int:
    """Power of two that keeps the next energies of homogeneous layers within the doubles."""
    strength = abs(float(stream.eps) * stream.s)
    length = math.sqrt(float(energies.max()))
    return 2 * power_to_hold(length * (1 + strength)) if _scales(stream) else 0


def coupled_kernel(stream: Stream, /, layer: int) -> Array:
    """Return the covariance of two runs from one input that share every matrix but one.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input.
    layer : int
        Layer whose matrix is redrawn for the second run, counted from 0.

    Returns
    -------
    ndarray
        Covariance per coordinate of run one at n and run two at m, in units of h^2. Shape
        (time, time), symmetric.

    Raises
    ------
    ValueError
        If the stream has several inputs, or there is no such layer.

    References
    ----------
    Source: looped, beyond the paper (X-1d).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.coupled_kernel(residual.Stream(loops=2, layers=2, eps=0.25), layer=1)[-1, -1]
    np.float64(1.12613)
    """
    return coupled_states(stream, layer).value


def coupled_states(stream: Stream, layer: int) -> ScaledMatrix:
    """Return :func:`coupled_kernel` with the powers of two of :attr:`Stream.scaled`."""
    require_stream(stream)
    if np.ndim(stream.h0) != 0:
        msg = f"a coupled kernel needs one initial energy, got h0 of shape {np.shape(stream.h0)}"
        raise ValueError(msg)
    if not 0 <= whole("layer", layer) < stream.layers:
        msg = f"layer must be an integer from 0 to {stream.layers - 1}, got {layer}"
        raise ValueError(msg)
    require_memory(64.0 * (stream.steps + 1.0) ** 2, f"the kernel of {stream.steps:,} steps")
    twice = replace(stream, h0=np.full((2, 2), stream.start[0, 0]))
    kernel = all_times(twice, replaced=layer)
    if (np.isfinite(kernel).all() and _comparable(kernel)) or not _scales(stream):
        return ScaledMatrix(kernel[0, 1], np.zeros(stream.steps + 1, dtype=np.intp))
    growing = _growing(twice, replaced=layer)
    return replace(growing, mantissa=growing.mantissa[0, 1])
