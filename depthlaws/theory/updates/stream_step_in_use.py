"""A gradient step taken at some loops of a stream, and its effect at other loops."""

from dataclasses import replace

import numpy as np

from depthlaws.theory.numerics.arguments import count, finite
from depthlaws.theory.residual.streams import Stream, whole_loops
from depthlaws.theory.updates.stream_backward import backward_kernel, single
from depthlaws.theory.updates.stream_gradient_step import (
    GradientStep,
    first_order_step,
    require_gates,
)

__all__ = ["gradient_step_in_use"]


def gradient_step_in_use(
    stream: Stream,
    /,
    loops: int,
    eta: float = 1.0,
    *,
    variance: float = 1.0,
    nodes: int = 40,
) -> GradientStep:
    """One gradient step of a looped block, and the change of its output at other loops.

    The gradient is that of v . h_K after the stream's own loops, as in training or fine-tuning;
    the change is that of the state after ``loops`` loops with the same branch scale.

    Parameters
    ----------
    stream : Stream
        Looped block of one input, with a positively homogeneous activation.
    loops : int
        Loops in use. At least 1.
    eta : float
        Step size: dW = -(eta/d) gradient.
    variance : float
        Variance Q_v of a coordinate of the output gradient v, positive.
    nodes : int
        Nodes of the quadrature, a third of the points of each mean of four gates.

    Returns
    -------
    GradientStep
        Change of the output in use; ``loss`` is <v, dh> / d there, ``response`` is by state up to
        it (time, step of the training).

    Raises
    ------
    ValueError
        For several inputs, visits in another order, an activation that is not positively
        homogeneous, or a stream too long for memory or time.

    References
    ----------
    Source: looped, beyond the paper (X-14).

    Examples
    --------
    >>> from depthlaws import residual, updates
    >>> tuned = residual.Stream(loops=4, eps=0.25)
    >>> updates.gradient_step_in_use(tuned, 4).rms, updates.gradient_step_in_use(tuned, 8).rms
    (0.606948, 1.593642)
    """
    single(stream)
    whole_loops(stream, "a gradient step in use")
    eta, nodes, loops = finite("eta", eta), count("nodes", nodes), count("loops", loops)
    longest = replace(stream, loops=max(loops, stream.loops))
    require_gates(longest, "a gradient step in use", nodes)
    trained, read = stream.steps, loops * stream.layers
    backward = np.zeros((longest.steps + 1, longest.steps + 1))
    backward[: trained + 1, : trained + 1] = backward_kernel(stream, variance)
    with np.errstate(over="ignore", invalid="ignore"):
        direct = -eta * longest.gains * np.where(longest.same, longest.overlap, 0.0)
    direct[:, trained:] = 0.0
    step = first_order_step(longest, direct, backward, nodes, trained=trained, read=read)
    return replace(step, response=step.response[: read + 1, :trained])
