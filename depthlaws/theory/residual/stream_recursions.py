"""Recursions of the covariances of a residual stream: row by row, loop by loop, or rescaled.

Plain rows are the fastest; where an energy is beyond the doubles, each time has a power of two.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from depthlaws.theory import activations
from depthlaws.theory.activations.catalogue import pair_seconds
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix, add_pairs

if TYPE_CHECKING:
    from depthlaws.theory.residual.streams import Stream

Array = NDArray[np.float64]

MAX_LOG_RATIO = 700.0  # of two energies whose ratio is a double


def squeezed(stream: Stream, kernel: Array) -> Array:
    """Return the kernel without the axes of inputs, for a stream that has one."""
    return kernel[0, 0] if np.ndim(stream.h0) == 0 else kernel


def increment_law(stream: Stream, gain: Any = None) -> Callable[[Array, Array, Array], Array]:
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
    moment = increment_law(stream)
    scales = stream.scales * stream.s if np.ndim(stream.eps) else None
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
    if finite.all() and comparable(kernel):
        return kernel
    if not rescales(stream):
        return np.where(finite, kernel, np.inf)
    beyond = rescaled(stream, replaced, excess).value
    return np.where(finite, kernel, beyond) if comparable(kernel) else beyond


def comparable(kernel: Array) -> bool:
    """Return True if the ratio of no two energies that are doubles is beyond the doubles."""
    energies = np.diagonal(kernel) if kernel.ndim == 2 else np.einsum("aann->an", kernel)
    energies = energies[np.isfinite(energies)]
    return energies.size == 0 or math.log(energies.max()) - math.log(energies.min()) < MAX_LOG_RATIO


def rescales(stream: Stream) -> bool:
    """Return True if the law of long states is that of shorter ones in other units."""
    return not stream.normalize and activations.get(stream.activation).slopes is not None


def rescaled(
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
    moment = increment_law(stream, gain)
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


def block_covariances(stream: Stream) -> Array:
    """Return the covariances of the states before each layer: (input, input, L + 1, N, N)."""
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
