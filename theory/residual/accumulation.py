"""How the steps of a stream add up: terms B and C, branch energies, cosines of increments."""

from dataclasses import dataclass

import numpy as np

from depthlaws.theory import activations
from depthlaws.theory.activations.kernels import correlation
from depthlaws.theory.numerics.arguments import count
from depthlaws.theory.residual.energies import cross_term_deviation
from depthlaws.theory.residual.streams import Array, Stream, coupled_kernel

__all__ = ["branch_energies", "cosines", "energy_terms", "replacement_stability"]


@dataclass(frozen=True, slots=True)
class EnergyTerms:
    """H_N = start + cross + quadratic, the terms H_0, B_N and C_N of the papers.

    At infinite width the cross term vanishes; ``deviation`` is its standard deviation at the
    width asked for.
    """

    start: float
    cross: float
    quadratic: float
    deviation: float


def _one_input(stream: Stream) -> None:
    if np.ndim(stream.h0) != 0:
        msg = f"one input is needed, got h0 of shape {np.shape(stream.h0)}"
        raise ValueError(msg)


def energy_terms(stream: Stream, /, *, width: float = np.inf) -> EnergyTerms:
    """Terms B and C of the output energy at infinite width, and the size of B at this width.

    Source: looped-v0, eq. (2); B beyond the paper (X-4).
    Raises: ValueError for several inputs or width < 1.

    >>> from depthlaws import residual
    >>> residual.energy_terms(residual.Stream(loops=4, eps=0.25)).quadratic
    0.537199
    """
    _one_input(stream)
    start = float(stream.energies[0])
    quadratic = float(stream.eps**2 * stream.branch.sum())
    deviation = 0.0
    if np.isfinite(width):
        deviation = cross_term_deviation(start, start + quadratic, count("width", width))
    return EnergyTerms(start, 0.0, quadratic, deviation)


def _by_layer(stream: Stream, pairs: Array) -> Array:
    """Same-layer entries of a (step, step) matrix: (layer, loop, loop)."""
    loops, layers = stream.loops, stream.layers
    grid = pairs.reshape(loops, layers, loops, layers)
    return np.einsum("nlml->lnm", grid)


def branch_energies(stream: Stream, /) -> Array:
    """E |G_l|^2 / d of each layer's summed branch output G_l = W_l sum_n phi(h_nl): (layer,).

    Source: looped, section 4.2; Theta(N^2) by tying, exact beyond the paper (X-1).

    >>> from depthlaws import residual
    >>> residual.branch_energies(residual.Stream(loops=4, layers=2, eps=0.1))
    array([8.18665042, 8.34880422])
    """
    _one_input(stream)
    return _by_layer(stream, stream.branch).sum(axis=(1, 2))


def cosines(stream: Stream, /, *, blocks: bool = False) -> Array:
    """Cosines between increments of the stream: (step, step), or (loop, loop) of whole blocks.

    Source: looped, figures 3 and 6, at initialisation and infinite width: beyond (X-5).

    >>> from depthlaws import residual
    >>> residual.cosines(residual.Stream(loops=3, eps=0.5))
    array([[1.        , 0.94692543, 0.83668792],
           [0.94692543, 1.        , 0.95999977],
           [0.83668792, 0.95999977, 1.        ]])
    """
    _one_input(stream)
    covariance = stream.branch
    if blocks:
        covariance = _by_layer(stream, covariance).sum(axis=0)
    size = np.diagonal(covariance)
    return correlation(size[:, None], covariance, size)[1]


def replacement_stability(stream: Stream, /, layer: int) -> Array:
    """Half the mean square change of each Y_l = W_l mean_n phi(h_nl) when one matrix is redrawn.

    Source: looped, eq. (9), whose C_1 beta^2 bounds it; exact beyond the paper (X-1d).
    Shapes: (layer,); the entry of the redrawn layer itself is its whole energy E |Y_l|^2 / d.
    Raises: ValueError as coupled_kernel.

    >>> from depthlaws import residual
    >>> residual.replacement_stability(residual.Stream(loops=4, layers=3, eps=0.1), layer=0)
    array([0.51773574, 0.01474844, 0.01496031])
    """
    across = coupled_kernel(stream, layer)[:-1, :-1]
    energy = stream.energies[:-1]
    first, second = energy[:, None], energy[None, :]
    moment = activations.get(stream.activation).dual
    if stream.normalize:
        _, across = correlation(first, across, second)
        first = second = np.ones(())
    shared = stream.s**2 * moment(first, across, second)
    lost = _by_layer(stream, stream.branch - np.where(stream.same, shared, 0.0)).sum(axis=(1, 2))
    lost[layer] = branch_energies(stream)[layer]
    return lost / stream.loops**2
