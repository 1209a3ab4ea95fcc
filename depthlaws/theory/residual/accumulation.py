"""Accumulation of the steps of a stream: terms B and C, branch energies, cosines of increments."""

import math
from dataclasses import dataclass, replace

import numpy as np

from depthlaws.theory import activations
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count
from depthlaws.theory.numerics.scaled_sums import ScaledMatrix, grown, square
from depthlaws.theory.residual.energies import cross_term_deviation
from depthlaws.theory.residual.stream_kernels import coupled_states
from depthlaws.theory.residual.stream_time import time_of_pairs
from depthlaws.theory.residual.streams import Array, Stream, require_stream, whole_loops

__all__ = ["branch_energies", "cosines", "energy_terms", "replacement_stability"]


@dataclass(frozen=True, slots=True)
class EnergyTerms:
    """Terms of the output energy: H_N = start + cross + quadratic (H_0, B_N and C_N in the papers).

    At infinite width the cross term vanishes; ``deviation`` is its standard deviation at the given
    width.
    """

    start: float
    cross: float
    quadratic: float
    deviation: float


def _one_input(stream: Stream) -> None:
    """Refuse a stream of several inputs, and anything but a stream."""
    require_stream(stream)
    if np.ndim(stream.h0) != 0:
        msg = f"one input is needed, got h0 of shape {np.shape(stream.h0)}"
        raise ValueError(msg)


def energy_terms(stream: Stream, /, *, width: float = np.inf) -> EnergyTerms:
    """Return terms B and C of the output energy at infinite width, and the size of B at a width.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input.
    width : float
        Width d: coordinates of the state, for the standard deviation of the cross term. At least 1,
        or inf.

    Returns
    -------
    EnergyTerms
        Terms ``start``, ``cross``, ``quadratic``, in units of h^2, and ``deviation`` of the cross
        term.

    Raises
    ------
    ValueError
        If the stream has several inputs, or the width is below 1.

    References
    ----------
    Source: looped-v0, eq. (2); B beyond the paper (X-4).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.energy_terms(residual.Stream(loops=4, eps=0.25)).quadratic
    0.537199
    """
    _one_input(stream)
    with time_of_pairs(stream, "energy_terms", kernels=2, matrices=2):
        start, end = float(stream.energies[0]), float(stream.energies[-1])
        quadratic = math.inf
        if math.isfinite(end):
            quadratic = float(np.sum(stream.couplings * stream.same * stream.overlap))
    deviation = 0.0
    if width != np.inf:
        count("width", width)
        deviation = math.inf
        if math.isfinite(quadratic):
            deviation = cross_term_deviation(start, start + quadratic, width)
    return EnergyTerms(start, 0.0, quadratic, deviation)


def by_layer(stream: Stream, pairs: Array) -> Array:
    """Return the sum of the same-layer entries of a (step, step) matrix: (layer,)."""
    labels = stream.labels
    return np.array(
        [pairs[np.ix_(u, u)].sum() for u in (labels == n for n in range(stream.layers))]
    )


def _by_loop(stream: Stream, pairs: Array) -> Array:
    """Return the sum over layers of the same-layer entries of two loops: (loop, loop)."""
    loops, layers = stream.loops, stream.layers
    return np.einsum("nlml->nm", pairs.reshape(loops, layers, loops, layers))


def branch_energies(stream: Stream, /) -> Array:
    """Return E |G_l|^2 / d of each layer's summed branch output G_l = W_l sum_n phi(h_nl).

    Tying makes it Theta(N^2).

    Parameters
    ----------
    stream : Stream
        Residual stream of one input.

    Returns
    -------
    ndarray
        Energies per coordinate, in units of h^2. Shape (layer,).

    Raises
    ------
    ValueError
        If the stream has several inputs.

    References
    ----------
    Source: looped, section 4.2; exact beyond the paper (X-1).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.branch_energies(residual.Stream(loops=4, layers=2, eps=0.1))
    array([8.18665042, 8.34880422])
    """
    _one_input(stream)
    with time_of_pairs(stream, "branch_energies", kernels=2, matrices=2):
        return _sum_by_layer(stream, stream.scaled_overlap, square(stream.s))


def _sum_by_layer(stream: Stream, pairs: ScaledMatrix, factor: float) -> Array:
    """Return the sums of the same-layer entries times a factor, inf beyond the doubles."""
    reduced = pairs.reduced()
    power = int(np.frexp(np.max(np.abs(reduced)))[1])
    with np.errstate(over="ignore"):
        sums = factor * by_layer(stream, np.ldexp(reduced, -power))
    return grown(sums, 2 * pairs.largest + power)


def cosines(stream: Stream, /, *, blocks: bool = False) -> Array:
    """Return the cosines between the increments of the stream.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input.
    blocks : bool
        Increments of whole blocks instead of single steps.

    Returns
    -------
    ndarray
        Cosines. Shape (step, step), or (loop, loop) with ``blocks``. NaN for a visit whose own
        branch scale is 0; the limit of small scales for one scale ``eps`` = 0.

    Raises
    ------
    ValueError
        If the stream has several inputs.

    References
    ----------
    Source: looped, figures 3 and 6, at initialisation and infinite width: beyond (X-5).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.cosines(residual.Stream(loops=3, eps=0.5))
    array([[1.        , 0.94692543, 0.83668792],
           [0.94692543, 1.        , 0.95999977],
           [0.83668792, 0.95999977, 1.        ]])
    """
    _one_input(stream)
    with time_of_pairs(stream, "cosines", kernels=2, matrices=7):
        overlap = stream.scaled_overlap
    covariance = np.where(stream.same, overlap.mantissa, 0.0)
    if blocks:
        whole_loops(stream, "a cosine between whole blocks")
        # The length of a loop's increment does not matter: each has its own power of two.
        power = overlap.exponent.reshape(stream.loops, -1)
        power = (power - power.max(axis=1, keepdims=True)).ravel()
        covariance = _by_loop(stream, grown(covariance, np.add.outer(power, power)))
    size = np.diagonal(covariance)
    cosine = correlation(size[:, None], covariance, size)[1]
    if np.ndim(stream.eps) == 0:
        return cosine
    sign = np.where(stream.scales == 0, np.nan, np.sign(stream.scales))
    return cosine * np.multiply.outer(sign, sign)


def replacement_stability(stream: Stream, /, layer: int) -> Array:
    """Return half the mean square change of the mean branch outputs when one matrix is redrawn.

    The mean branch output of layer l is Y_l = W_l mean_n phi(h_nl); the paper bounds the change by
    C_1 beta^2.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input.
    layer : int
        Layer whose matrix is redrawn, counted from 0.

    Returns
    -------
    ndarray
        Half the mean square change per coordinate, in units of h^2. Shape (layer,); the entry of
        the redrawn layer itself is its total energy E |Y_l|^2 / d.

    Raises
    ------
    ValueError
        If the stream has several inputs, or there is no such layer.

    References
    ----------
    Source: looped, eq. (9); exact beyond the paper (X-1d).

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.replacement_stability(residual.Stream(loops=4, layers=3, eps=0.1), layer=0)
    array([0.51773574, 0.01474844, 0.01496031])
    """
    coupled = coupled_states(stream, layer)
    across = coupled.mantissa[:-1, :-1]
    energy = np.diagonal(stream.scaled.mantissa)[:-1]
    first, second = energy[:, None], energy[None, :]
    moment = activations.get(stream.activation).dual
    if stream.normalize:
        _, across = correlation(first, across, second)
        first = second = np.ones(())
    both = stream.scaled_overlap
    lost = np.where(stream.same, both.mantissa - moment(first, across, second), 0.0)
    change = _sum_by_layer(stream, replace(both, mantissa=lost), square(stream.s))
    change[layer] = branch_energies(stream)[layer]
    return change / stream.uses**2
