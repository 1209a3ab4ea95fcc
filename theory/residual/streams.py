r"""Infinite-width residual streams: exact covariances of the state over time.

A stream of K = N L steps adds eps W phi(h) (or eps W phi(h / R), normalised) at every step; step
k uses the matrix with label k mod L. Equal labels share a Gaussian matrix, different labels are
independent. As the width grows, the coordinates of h_n become a centred Gaussian process with

    H_nm = H_0 + eps^2 sum_{i < n, j < m} C_ij,   C_ij = [same label] s^2 E phi(Z_i) phi(Z_j),

because W restricted to the vectors it has met is exactly iid Gaussian, so that h_n is a linear
combination of iid Gaussian vectors whose coefficients obey a law of large numbers.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from depthlaws.theory import activations
from depthlaws.theory.activations import Activation
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count, finite, reals, whole
from depthlaws.theory.numerics.limits import require_memory, require_time
from depthlaws.theory.numerics.types import Numbers

__all__ = ["Stream", "block_kernel", "coupled_kernel", "tied_kernel", "untied_kernel"]

Array = NDArray[np.float64]

PAIRS = 1 << 15  # of inputs, followed through all layers at once: still in the second-level cache


MOST = 1e150  # of eps s: its square is still a double


def representable(eps: float, s: float) -> None:
    """Refuse branches whose energy is beyond the doubles. Raises: ValueError."""
    if not abs(eps * s) < MOST:
        msg = f"eps s must be below {MOST:g}, got eps={eps:g}, s={s:g}: its square overflows"
        raise ValueError(msg)


def _overlaps(h0: ArrayLike) -> Array:
    """Initial overlap matrix (input, input) of one energy or of a Gram matrix."""
    start = np.atleast_2d(reals("h0", h0))
    if start.ndim != 2:
        msg = f"h0 must be an energy or a symmetric overlap matrix, got shape {np.shape(h0)}"
        raise ValueError(msg)
    inputs, others = start.shape
    if inputs != others or not np.array_equal(start, start.T):
        msg = f"h0 must be an energy or a symmetric overlap matrix, got shape {np.shape(h0)}"
        raise ValueError(msg)
    if not (np.all(np.isfinite(start)) and np.all(np.diag(start) > 0)):
        msg = f"h0 must have finite positive energies, got {h0}"
        raise ValueError(msg)
    lowest = np.linalg.eigvalsh(start)[0]
    if lowest < -1e-12 * start.trace():
        msg = f"h0 must be positive semidefinite, got an eigenvalue {lowest:g}"
        raise ValueError(msg)
    return start


@dataclass(frozen=True, kw_only=True, eq=False)
class Stream:
    """A residual stream at infinite width: ``layers`` unique layers, used ``loops`` times.

    ``layers=1`` is the tied model, ``loops=1`` the untied one. ``h0`` is the initial energy, or
    the overlap matrix of several inputs; every kernel then has two leading input axes.
    Raises: ValueError or TypeError for loops or layers < 1, a scale that is not finite, an
    overlap matrix that is not positive, an unknown activation (with the nearest names).

    >>> from depthlaws import residual
    >>> stream = residual.Stream(loops=2, layers=3, eps=0.25)
    >>> stream.steps, stream.labels.tolist(), stream.kernel.shape
    (6, [0, 1, 2, 0, 1, 2], (7, 7))
    """

    loops: int
    layers: int = 1
    eps: float
    s: float = 1.0
    h0: ArrayLike = 1.0
    activation: str | Activation = "relu"
    normalize: bool = False

    def __post_init__(self) -> None:
        for name, plain in {"loops": count, "layers": count, "eps": finite, "s": finite}.items():
            object.__setattr__(self, name, plain(name, getattr(self, name)))
        representable(self.eps, self.s)
        activations.get(self.activation)
        _overlaps(self.h0)

    @property
    def steps(self) -> int:
        """Number of updates K = loops * layers."""
        return self.loops * self.layers

    @property
    def labels(self) -> NDArray[np.intp]:
        """Matrix used by each step (step,)."""
        return np.tile(np.arange(self.layers), self.loops)

    @property
    def same(self) -> NDArray[np.bool_]:
        """Whether two steps share their matrix (step, step)."""
        return self.labels[:, None] == self.labels

    @cached_property
    def kernel(self) -> Array:
        """Covariance H of all K + 1 states: ([input, input,] time, time). O(K^2)."""
        size = 8.0 * len(self.start) ** 2 * (self.steps + 1.0) ** 2
        require_memory(size, f"the kernel of {self.steps:,} steps")
        return _squeeze(self, _all_times(self))

    @cached_property
    def branch(self) -> Array:
        """Covariance C of the branch outputs W phi(h): ([input, input,] step, step)."""
        overlap = self.overlap
        return np.where(self.same, self.s**2 * overlap, 0.0)

    @cached_property
    def overlap(self) -> Array:
        """Mean product q of activations, whatever the matrices: ([input, input,] step, step)."""
        return self.pair(activations.get(self.activation).dual)

    @cached_property
    def gate(self) -> Array:
        """Mean product of activation derivatives, per unit of state: same shape as overlap."""
        return self.pair(activations.get(self.activation).gate, derivative=True)

    @functools.cached_property
    def start(self) -> Array:
        """Initial overlap matrix (input, input)."""
        return _overlaps(self.h0)

    @property
    def energies(self) -> Array:
        """Energy of each state: ([input,] time)."""
        kernel = self.kernel
        if kernel.ndim == 2:
            return np.diagonal(kernel).copy()
        return np.einsum("aann->an", kernel).copy()

    def pair(self, moment: Callable[..., Any], *, derivative: bool = False) -> Array:
        """Apply a dual kernel to every pair of the states that are multiplied by a matrix."""
        kernel = self.kernel[..., :-1, :-1]
        energy = self.energies[..., :-1]
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
    """Increment covariance of two states from (energy, overlap, energy); eps^2 s^2 or ``gain``."""
    dual = activations.get(stream.activation).dual
    if gain is None:
        gain = (stream.eps * stream.s) ** 2
    if not stream.normalize:
        return lambda first, cross, second: gain * dual(first, cross, second)

    def normalized(first: Array, cross: Array, second: Array) -> Array:
        _, ratio = correlation(first, cross, second)
        return gain * dual(np.ones(()), ratio, np.ones(()))

    return normalized


def _add(total: Array, low: Array, term: Array) -> None:
    """Add to a compensated sum in place: total + low carries about twice the digits of total.

    Exact for |term| <= |total|; a stream with larger steps has only a few.
    """
    term = term + low
    new = total + term
    np.subtract(term, new - total, out=low)
    total[...] = new


def _rows(stream: Stream, replaced: int | None = None) -> Iterator[Array]:
    """Yield rows H_{k, 0..k} of the kernel, k = 0..K: (input, input, k + 1).

    ``replaced`` names a layer whose matrix every input has for itself.
    """
    start, steps, layers = stream.start, stream.steps, stream.layers
    inputs = len(start)
    moment = _moment(stream)
    energy = np.empty((inputs, steps + 1))
    row = np.repeat(start[:, :, None], steps + 1, axis=2)
    low, increments = np.zeros_like(row), np.zeros_like(row)
    energy[:, 0] = np.diag(start)
    yield row[..., :1]
    for k in range(steps):
        columns = slice(k % layers, k + 1, layers)
        terms = moment(energy[:, None, k, None], row[..., columns], energy[None, :, columns])
        if k % layers == replaced:
            terms = terms * np.eye(inputs)[..., None]
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


def _all_times(stream: Stream, replaced: int | None = None) -> Array:
    """Kernel of all states: (input, input, time, time)."""
    inputs, times = len(stream.start), stream.steps + 1
    kernel = np.empty((inputs, inputs, times, times))
    for k, row in enumerate(_rows(stream, replaced)):
        kernel[:, :, k, : k + 1] = row
    return _mirror(kernel)


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
        here, rest = row[..., : n + 1], low[..., : n + 1]
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
            _add(here, rest, sums + above)
            above += terms
        yield n, layers, here


def _block_kernel(stream: Stream) -> Array:
    inputs, loops = len(stream.start), stream.loops
    kernel = np.empty((inputs, inputs, stream.layers + 1, loops, loops))
    for n, layer, row in _block_rows(stream):
        kernel[:, :, layer, n, : n + 1] = row
    for layer in range(stream.layers + 1):
        _mirror(kernel[:, :, layer])
    return kernel


def output_energy(stream: Stream) -> float:
    """Energy of the last state of one input. O(N^2 L) time, O(N L) memory."""
    *_, row = deque(_block_rows(stream), maxlen=1).pop()
    return float(row[0, 0, -1])


def output_energies(stream: Stream, gain: Array, h0: Array) -> Array:
    """Energies of the last states of streams with this eps^2 s^2 and initial energy (stream,)."""
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
    """Covariance H_nm of the states of one layer looped N times.

    Source: looped, eq. (1), at infinite width: beyond the paper (X-1).
    Shapes: (N+1, N+1); h0 an (input, input) overlap matrix: (input, input, N+1, N+1).
    Error: rounding only, about eps (1 + N eps s) relative; 8 (N+1)^2 bytes.
    Raises: ValueError, TypeError as Stream.

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
    """Covariance of the states h_{n,l}, h_{m,l} before layer l of a block of L looped N times.

    Source: looped, eq. (2), at infinite width: beyond the paper (X-1).
    Shapes: (L+1, N, N), element [l, n, m]; l = L is the state after the block, so that
        [L, n, m] = [0, n+1, m+1] and the output energy is [-1, -1, -1]. With an (input, input)
        matrix h0 there are two leading input axes. O(N^2 L) time and memory.
    Raises: ValueError, TypeError as Stream.

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
    """Overlaps of the outputs of several inputs after L untied layers.

    Source: looped, section 7.1, at infinite width: beyond the paper (X-1).
    Shapes: h0 (input, input) -> (input, input). O(L) a pair; each pair is followed once.
    Raises: ValueError, TypeError as Stream.

    >>> from depthlaws import residual
    >>> residual.untied_kernel(8, 0.25, h0=[[1.0, 0.5], [0.5, 1.0]])
    array([[1.279121, 0.672199],
           [0.672199, 1.279121]])
    """
    layers = count("L", L)
    stream = Stream(
        loops=1, layers=layers, eps=eps, s=s, h0=h0, activation=activation, normalize=normalize
    )
    require_time(2e-5 * layers, f"{layers:,} layers, one by one,", "ask for fewer layers")
    require_memory(8.0 * len(stream.start) * layers, f"the energies of {layers:,} layers")
    moment, start = _moment(stream), stream.start
    energies = [np.diag(start)]
    for _ in range(stream.layers):
        energies.append(energies[-1] + moment(energies[-1], energies[-1], energies[-1]))
    kernel = np.diag(energies.pop())
    first, second = np.triu_indices(len(start), k=1)
    for low in range(0, len(first), PAIRS):
        i, j = first[low : low + PAIRS], second[low : low + PAIRS]
        cross = start[i, j]
        for energy in energies:
            cross = cross + moment(energy[i], cross, energy[j])
        kernel[i, j] = kernel[j, i] = cross
    return kernel


def coupled_kernel(stream: Stream, /, layer: int) -> Array:
    """Covariance of two runs from one input that share every matrix but one, which is redrawn.

    Source: looped, beyond the paper (X-1d).
    Shapes: (time, time), symmetric: run one at n, run two at m.
    Raises: ValueError unless 0 <= layer < layers and the stream has one input.

    >>> from depthlaws import residual
    >>> residual.coupled_kernel(residual.Stream(loops=2, layers=2, eps=0.25), layer=1)[-1, -1]
    np.float64(1.12613)
    """
    if np.ndim(stream.h0) != 0:
        msg = f"a coupled kernel needs one initial energy, got h0 of shape {np.shape(stream.h0)}"
        raise ValueError(msg)
    if not 0 <= whole("layer", layer) < stream.layers:
        msg = f"layer must be in [0, {stream.layers}), got {layer}"
        raise ValueError(msg)
    twice = replace(stream, h0=np.full((2, 2), stream.start[0, 0]))
    return _all_times(twice, replaced=layer)[0, 1]
