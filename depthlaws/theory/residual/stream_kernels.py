"""Covariances of tied, looped and untied residual streams, and of two runs that share matrices."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from depthlaws.theory import activations
from depthlaws.theory.activations import Activation
from depthlaws.theory.activations.catalogue import call_seconds, pair_seconds
from depthlaws.theory.numerics.arguments import count, whole
from depthlaws.theory.numerics.resource_limits import require_memory, require_time
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix, grown, power_to_hold
from depthlaws.theory.numerics.types import Numbers
from depthlaws.theory.residual.stream_recursions import (
    all_times,
    block_covariances,
    comparable,
    increment_law,
    rescaled,
    rescales,
    squeezed,
)
from depthlaws.theory.residual.streams import Stream, require_stream

__all__ = ["block_kernel", "coupled_kernel", "tied_kernel", "untied_kernel"]

Array = NDArray[np.float64]

MAX_PAIRS = 1 << 15  # pairs of inputs per pass: they stay in the second-level cache


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
    return squeezed(stream, block_covariances(stream))


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
    moment, energies, power = increment_law(stream), [np.diag(stream.start)], [0]
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
    return 2 * power_to_hold(length * (1 + strength)) if rescales(stream) else 0


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
    if (np.isfinite(kernel).all() and comparable(kernel)) or not rescales(stream):
        return ScaledMatrix(kernel[0, 1], np.zeros(stream.steps + 1, dtype=np.intp))
    growing = rescaled(twice, replaced=layer)
    return replace(growing, mantissa=growing.mantissa[0, 1])
