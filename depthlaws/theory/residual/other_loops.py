"""Streams that are used with other loops than those they were tuned at, and with noisy matrices."""

import math
from dataclasses import replace

import numpy as np

from depthlaws.base.argument_errors import shown
from depthlaws.base.visit_order import Visits, visit_order
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.numerics.resource_limits import require_memory
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.stream_recursions import all_times
from depthlaws.theory.residual.streams import MAX_SQUARABLE, Array, Stream, representable
from depthlaws.theory.residual.symbols import T, noise, s
from depthlaws.theory.symbolic.domain import NONNEGATIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["in_use", "noisy_kernel"]

linear_noise = Formula(
    id="tied-linear-noise-limit",
    says="Mean square output change over H_0 by small noise in the tied linear matrix, eps = T/N.",
    # The change is H at s^2 (1 + noise^2) less H at s^2: noise^2 s^2 dH/d(s^2), H = I_0(2 s T).
    source=LOOPED.beyond("X-14"),
    domain={T: NONNEGATIVE, s: NONNEGATIVE, noise: NONNEGATIVE},
    expr=noise**2 * s * T * sp.besseli(1, 2 * s * T),
    kernel=lambda T, s, noise: noise**2 * s * T * special.i1(2.0 * s * T),
)


def in_use(
    stream: Stream, /, loops: int | None = None, *, visits: str | Visits | None = None
) -> Stream:
    """The same layers with other loops or visits, each with the branch scale it was tuned at.

    Parameters
    ----------
    stream : Stream
        Residual stream as it was tuned. All visits of a layer have one branch scale.
    loops : int
        Loops in use. At least 1; for a stream of loops and layers.
    visits : str or sequence of int
        Order of the visits in use, instead of ``loops``: "2+4x32+2" for a stream tuned at
        "2+4x16+2".

    Returns
    -------
    Stream
        Stream in use.

    Raises
    ------
    ValueError
        If not exactly one of loops and visits is given, the layers are others, visits of a layer
        have different branch scales, or loops are asked of a stream of visits.

    References
    ----------
    Source: looped, beyond the paper (X-14).

    Examples
    --------
    >>> from depthlaws import residual
    >>> tuned = residual.Stream(loops=8, eps=1 / 8)
    >>> [float(stream.energies[-1]) for stream in (tuned, residual.in_use(tuned, 32))]
    [1.5511, 45.586]
    """
    if (loops is None) == (visits is None):
        msg = f"give loops or visits: got loops={loops}, visits={shown(visits)}"
        raise ValueError(msg)
    if loops is not None and stream.visits is not None:
        msg = f"loops={loops} needs a stream of loops and layers; give visits"
        raise ValueError(msg)
    if loops is not None:
        steps = float(count("loops", loops)) * stream.layers
        require_memory(16.0 * steps * steps, f"a stream of {steps:,.0f} steps")
    scales = [np.unique(stream.scales[stream.labels == layer]) for layer in range(stream.layers)]
    several = [layer for layer, scale in enumerate(scales) if len(scale) > 1]
    if several:
        msg = f"visits of layer {several[0]} have different branch scales: {scales[several[0]]}"
        raise ValueError(msg)
    if visits is None:
        order = np.tile(np.arange(stream.layers), count("loops", loops))
    else:
        order = np.array(visit_order(visits))
        if order.max() + 1 != stream.layers:
            msg = f"visits must be of the same {stream.layers} layers, got {shown(visits)}"
            raise ValueError(msg)
    eps = np.concatenate(scales)[order] if np.ndim(stream.eps) else stream.eps
    if visits is None:
        return replace(stream, loops=len(order) // stream.layers, eps=eps)
    return replace(stream, loops=1, visits=tuple(order.tolist()), eps=eps)


def noisy_kernel(stream: Stream, /, noise: float) -> Array:
    """Return the covariances of two runs from one input, the second with noise in its matrices.

    The matrices are W and W + dW, dW independent of W: rounding with dither, for one. To first
    order the mean square difference is that of ``updates.isotropic_update`` at eta = noise s,
    without its cancellation at small noise.

    Parameters
    ----------
    stream : Stream
        Residual stream of one input.
    noise : float
        Standard deviation of the entries of dW over that of the entries of W.

    Returns
    -------
    ndarray
        Covariance per coordinate, in units of h^2. Shape (2, 2, time, time): run, run, time, time.

    Raises
    ------
    ValueError
        If the stream has several inputs, or noise is not finite or its square overflows.

    References
    ----------
    Source: looped, beyond the paper (X-14).

    Examples
    --------
    >>> from depthlaws import residual
    >>> end = residual.noisy_kernel(residual.Stream(loops=8, eps=1 / 8), 0.1)[..., -1, -1]
    >>> end[0, 0] + end[1, 1] - 2 * end[0, 1]
    np.float64(0.0059995)
    """
    if np.ndim(stream.h0) != 0:
        msg = f"a noisy kernel needs one initial energy, got h0 of shape {np.shape(stream.h0)}"
        raise ValueError(msg)
    require_memory(32.0 * (stream.steps + 1.0) ** 2, f"two runs of {stream.steps:,} steps")
    if not abs(finite("noise", noise)) < MAX_SQUARABLE:
        msg = f"noise must be below {MAX_SQUARABLE:g}, got {noise}: its square overflows"
        raise ValueError(msg)
    representable(stream.eps, stream.s * math.hypot(1.0, noise))
    twice = replace(stream, h0=np.full((2, 2), stream.start[0, 0]))
    excess = np.array([[1.0, 1.0], [1.0, 1.0 + finite("noise", noise) ** 2]])
    return all_times(twice, excess=excess)
