r"""One Muon step of a residual stream at infinite width: dW = -eta U V^T, gradient = U S V^T.

The gradient of a shared matrix is sum_k eps_k g_{k+1} u_k^T over its visits k. Its factors have
lengths |g_{k+1}| and |u_k|, which may grow by many powers of ten, and correlations X and Y. With
E = diag(eps_k |g_{k+1}| |u_k| / d), whose entries are alike, and A = X^(1/2), B = Y^(1/2),

    gradient / d has the singular values of A E B = P S R^T, and
    U V^T = sum_jk (A^-1 P R^T B^-1)_jk g_{j+1} u_k^T / (|g_{j+1}| |u_k|):

a gradient step with other coefficients, whose effect is that of :mod:`.stream_gradient_step`.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from depthlaws.base.cost_notice import time_is_said
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.numerics.scaled_sums import grown
from depthlaws.theory.residual.stream_time import seconds_of_pairs
from depthlaws.theory.residual.streams import Array, Stream
from depthlaws.theory.updates.stream_backward import positive_variance, scaled_backward, single
from depthlaws.theory.updates.stream_gradient_step import (
    GradientStep,
    first_order_step,
    require_gates,
)

__all__ = ["MuonStep", "muon_step"]

LEAST_EIGENVALUE = 1e-13  # over the largest; below it a direction is rounding


@dataclass(frozen=True, slots=True)
class MuonStep:
    """First-order effect of dW = -eta U V^T at infinite width, gradient = U S V^T.

    Norms are those of the gradient of each layer's matrix over the width: numbers for one layer,
    arrays (layer,) for several.

    Attributes
    ----------
    singular_values : ndarray (visit,) or (layer, visit)
        Singular values, largest first; zeros fill up layers with fewer visits.
    nuclear_norm : float or ndarray
        Sum of the singular values.
    spectral_norm : float or ndarray
        Largest singular value.
    effective_rank : float or ndarray
        Squared sum of the singular values over the sum of their squares: 1 to the number of visits.
    error : float or ndarray
        Estimated rounding error of the nuclear norm. Singular values below 1e-8 of the largest, as
        of nearly parallel visits, have few digits.
    loss : float
        Change of the loss over the width, -eta times the sum of the nuclear norms.
    output : GradientStep or None
        Change of the output and its response; None if not asked for.

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> step = updates.muon_step(residual.Stream(loops=8, eps=1 / 8, s=2**0.5))
    >>> step.nuclear_norm, step.singular_values.shape
    (np.float64(0.892408), (8,))
    """

    singular_values: Array
    nuclear_norm: float | Array
    spectral_norm: float | Array
    effective_rank: float | Array
    error: float | Array
    loss: float
    output: GradientStep | None


def muon_step(
    stream: Stream,
    /,
    eta: float = 1.0,
    *,
    variance: float = 1.0,
    nodes: int = 40,
    output: bool = False,
) -> MuonStep:
    """One Muon step: singular values of each matrix's gradient, and effect of its polar factor.

    Singular values, norms and the change of the loss are those of infinite width, to the rounding
    that ``error`` estimates.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input; for ``output`` with a positively homogeneous activation.
    eta : float
        Step size: dW = -eta U V^T, of spectral norm eta.
    variance : float
        Variance Q_v of a coordinate of the output gradient v, positive.
    nodes : int
        Nodes of the quadrature behind ``output``.
    output : bool
        Compute the change of the output too, in O(K^2 N^2) time for N visits of a layer.

    Returns
    -------
    MuonStep
        Norms of the gradient over the width, change of the loss and of the output.

    Raises
    ------
    ValueError
        For several inputs, eta or variance out of range, or, with ``output``, an activation that
        is not positively homogeneous or a stream too long for memory or time.

    References
    ----------
    Source: looped, beyond the paper (X-13).

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> updates.muon_step(residual.Stream(loops=1, eps=1.0)).nuclear_norm
    np.float64(0.707107)
    """
    single(stream)
    eta, nodes = finite("eta", eta), count("nodes", nodes)
    uses = np.bincount(stream.labels).astype(float)
    what = f"a Muon step of matrices that are used {uses.max():,.0f} times"
    seconds = 1.1e-9 * float(np.sum(uses**3)) + 1e-4 * len(uses)
    seconds += seconds_of_pairs(stream, kernels=3, matrices=0)
    if output:
        require_gates(stream, what, nodes, more=seconds)
    else:
        require_time(seconds, what, "ask for fewer loops or layers")
    variance = positive_variance(variance)
    with time_is_said():
        back, overlap = scaled_backward(stream, variance), stream.scaled_overlap
    if output and (back.largest or overlap.largest):
        msg = "the energies overflow, so that the change of the output is not computed; ask with "
        msg += "output=False, or for a smaller eps"
        raise ValueError(msg)
    lengths = [np.sqrt(x.diagonal()) for x in (back.mantissa[1:, 1:], overlap.mantissa)]
    powers = back.exponent[1:] + overlap.exponent
    values = np.zeros((stream.layers, int(stream.uses.max())))
    lost, ranks = np.zeros((2, stream.layers))
    direct = np.zeros(overlap.mantissa.shape)  # coefficients of g_{j+1} in eps_n dW u_n: (n, j)
    for layer in range(stream.layers):
        uses = np.flatnonzero(stream.labels == layer)
        at = np.ix_(uses, uses)
        g, u = (length[uses] for length in lengths)
        x = _root(_correlations(back.mantissa[1:, 1:][at], g))
        y = _root(_correlations(overlap.mantissa[at], u))
        power = _power(stream.scales[uses], powers[uses])
        sizes = np.ldexp(stream.scales[uses] * g * u, powers[uses] - power)
        p, singular, r = np.linalg.svd(x.root @ (sizes[:, None] * y.root))
        values[layer, : len(uses)] = grown(singular, power)
        ranks[layer] = _effective_rank(singular)
        lost[layer] = grown(np.max(np.abs(sizes)) * (x.error * y.size + y.error * x.size), power)
        if output:
            kept = singular > LEAST_EIGENVALUE * singular[0]  # a visit of scale 0 has none
            polar = x.inverse @ p[:, kept] @ r[kept] @ y.root
            direct[at] = -eta * stream.scales[uses, None] * (polar * u / g[:, None]).T
    nuclear = _sum(values)
    effect = None
    if output:
        effect = first_order_step(stream, direct, back.mantissa, nodes)
        error = max(effect.error, LEAST_EIGENVALUE**0.5 * effect.rms)
        effect = replace(effect, error=error)
    one = 0 if stream.layers == 1 else slice(None)
    with np.errstate(over="ignore"):
        loss = -eta * float(nuclear.sum()) if eta else 0.0
    return MuonStep(
        values[one],
        nuclear[one],
        values[:, 0][one],
        ranks[one],
        lost[one],
        loss,
        effect,
    )


def _power(scales: Array, powers: NDArray[np.intp]) -> int:
    """Return the largest power of two of scales times their own powers of two."""
    used = scales != 0
    return int(np.max(np.frexp(scales[used])[1] + powers[used])) if used.any() else 0


def _sum(values: Array) -> Array:
    with np.errstate(over="ignore"):
        return values.sum(axis=1)


def _effective_rank(singular: Array) -> float:
    """Return (sum)^2 over the sum of squares, 0 without a gradient."""
    if not singular[0] > 0:
        return 0.0
    shares = singular / singular[0]
    return float(shares.sum() ** 2 / np.sum(shares**2))


def _correlations(gram: Array, lengths: Array) -> Array:
    return gram / lengths[:, None] / lengths


@dataclass(frozen=True, slots=True)
class _Root:
    """Symmetric root of a correlation matrix, and the inverse on its directions beyond rounding.

    ``error`` estimates the rounding error of the sum of its eigenvalues, ``size`` is the largest.
    """

    root: Array
    inverse: Array
    error: float
    size: float


def _root(correlations: Array) -> _Root:
    value, vector = np.linalg.eigh(correlations)
    root = np.sqrt(np.maximum(value, 0.0))
    kept = value > LEAST_EIGENVALUE * value[-1]
    inverse = np.divide(1, root, out=np.zeros_like(root), where=kept)
    rounding = np.finfo(np.float64).eps * value[-1]
    # A root moves by d / 2 root if its square moves by d, and by at most root(d).
    error = np.minimum(rounding / np.maximum(2 * root, 1e-300), math.sqrt(rounding)).sum()
    return _Root((vector * root) @ vector.T, (vector * inverse) @ vector.T, error, root[-1])
