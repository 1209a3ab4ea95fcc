r"""One Muon step of a residual stream at infinite width: dW = -eta U V^T, gradient = U S V^T.

The gradient of a shared matrix is sum_k eps_k g_{k+1} u_k^T over its visits k. Over the width d the
Gram matrices of its factors are X = eps Q eps and Y = E u u^T, so that

    gradient / d has the singular values of X^(1/2) Y^(1/2) = P S R^T, and
    U V^T = sum_jk T_jk eps_j g_{j+1} u_k^T / d with T = X^(-1/2) P R^T Y^(-1/2):

a gradient step with other coefficients, whose effect is that of :mod:`.stream_gradient_step`.
"""

from dataclasses import dataclass, replace

import numpy as np

from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.residual.streams import Array, Stream
from depthlaws.theory.updates.stream_gradient_step import (
    GradientStep,
    backward_kernel,
    first_order_step,
    require_gates,
    single,
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

    Singular values, norms and the change of the loss are exact at infinite width, to rounding.

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
    if output:
        require_gates(stream, "a Muon step", nodes)
    backward = backward_kernel(stream, variance)
    left, right = stream.gains * backward[1:, 1:], stream.overlap
    values = np.zeros((stream.layers, int(stream.uses.max())))
    direct = np.zeros_like(left)  # coefficients of g_{j+1} in eps_n dW u_n: (n, j)
    for layer in range(stream.layers):
        uses = np.flatnonzero(stream.labels == layer)
        at = np.ix_(uses, uses)
        (x, x_inverse), (y, _) = _roots(left[at]), _roots(right[at])
        p, values[layer, : len(uses)], r = np.linalg.svd(x @ y)
        # eps_j T_jk <u_k, u_n> / d, with T Y = X^(-1/2) P R^T Y^(1/2)
        scales = stream.scales[uses]
        direct[at] = -eta * np.outer(scales, scales) * (x_inverse @ p @ r @ y).T
    nuclear = values.sum(axis=1)
    effect = None
    if output:
        effect = first_order_step(stream, direct, backward, nodes)
        error = max(effect.error, LEAST_EIGENVALUE**0.5 * effect.rms)
        effect = replace(effect, error=error)
    squares = np.sum(values**2, axis=1)
    rank = np.divide(nuclear**2, squares, out=np.zeros_like(nuclear), where=squares > 0)
    one = 0 if stream.layers == 1 else slice(None)
    return MuonStep(
        values[one],
        nuclear[one],
        values[:, 0][one],
        rank[one],
        -eta * float(nuclear.sum()),
        effect,
    )


def _roots(gram: Array) -> tuple[Array, Array]:
    """Symmetric square root of a Gram matrix, and the inverse on its directions beyond rounding."""
    value, vector = np.linalg.eigh(gram)
    root = np.sqrt(np.maximum(value, 0.0))
    inverse = np.divide(
        1, root, out=np.zeros_like(root), where=value > LEAST_EIGENVALUE * value[-1]
    )
    return (vector * root) @ vector.T, (vector * inverse) @ vector.T
