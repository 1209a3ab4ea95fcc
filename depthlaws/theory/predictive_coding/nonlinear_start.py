r"""Distance of the energy from the loss of wide nonlinear networks before training.

At equilibrium the activities are off the pass forward by order 1/N. To leading order the energy is
that of the network linearised at the pass forward: |r|^2 / (2 S) with r the error of the output
and S - 1 = sum_l |df/dz_l|^2. Squared lengths of z_l and df/dz_l have recursions in the layers:

    q_1 = |x|^2 / D,                       q_(l+1) = k q_l + c^2 E phi(z_l)^2,
    G_(L-1) = E phi'(z_(L-1))^2,           G_l = (k + c^2 E phi'(z_l)^2) G_(l+1),

z_l Gaussian of variance q_l, k = 0 and c = 1 in a plain network, k = 1 and c = L^-alpha in a
residual one. N (S - 1) has the limit sum_l G_l / gamma0^2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from depthlaws.theory import activations
from depthlaws.theory.activations.catalogue import call_seconds
from depthlaws.theory.numerics.arguments import as_float, positive
from depthlaws.theory.numerics.resource_limits import require_time
from depthlaws.theory.predictive_coding.moments import checked_alpha, checked_sizes

if TYPE_CHECKING:
    from depthlaws.theory.activations.catalogue import Activation
    from depthlaws.theory.numerics.types import Floats, Numbers

__all__ = ["excess_at_start"]

SMALLEST_SQUARE, LARGEST_SQUARE = 1e-299, 1e299  # beyond them a gate is that of the limit


def excess_at_start(
    depth: int,
    activation: str | Activation = "tanh",
    *,
    squares: Numbers = 1.0,
    network: Literal["mlp", "residual"] = "mlp",
    alpha: float = 0.5,
    gamma0: float = 1.0,
) -> Floats:
    """Return the limit of N (loss/energy - 1) at the start, mean-field networks of one output.

    Parameters
    ----------
    depth : int
        Depth L: layers of weights. At least 2.
    activation : str or Activation
        Activation of the hidden layers: tanh, relu, gelu, linear, ...
    squares : float or array_like
        Mean square |x|^2 / D of the coordinates of each input. Positive.
    network : {"mlp", "residual"}
        Network: mlp, or residual with branches multiplied by depth^-alpha.
    alpha : float
        Depth exponent: a residual branch is multiplied by depth^-alpha. In [0, 2]; for network
        residual alone.
    gamma0 : float
        Richness: the output is divided by gamma0 width^(1/2). Positive.

    Returns
    -------
    float or ndarray
        Limit of N (S - 1) for each input, of the shape of ``squares``. A batch of targets of equal
        size has the mean over its inputs.

    Raises
    ------
    UnknownNameError
        If there is no such activation or network.
    ValueError
        If the depth is below 2, or a number is out of its range.

    References
    ----------
    Source: pc, figures A.1, A.2, A.20, A.21: beyond the paper (PC-B46).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> predictive_coding.excess_at_start(5, "relu"), predictive_coding.excess_at_start(5, "linear")
    (0.9375, 4.0)
    """
    _, depth, gamma0 = checked_sizes(1, depth, network, gamma0)
    residual = network == "residual"
    branch = depth ** (-2 * checked_alpha(alpha, network))
    skip, branch = (1.0, branch) if residual else (0.0, 1.0)
    phi = activations.get(activation)
    inputs = positive("squares", squares)
    seconds = 3e-5 + call_seconds(phi)
    fewer = "ask for fewer layers or inputs"
    require_time(seconds * depth * np.size(inputs), f"{depth:,} layers", fewer)

    def limit(square: float) -> float:
        gates = []
        for _ in range(depth - 1):
            square = min(max(square, SMALLEST_SQUARE), LARGEST_SQUARE)
            gates.append(activations.gate(phi, variance=square))
            square = skip * square + branch * float(activations.dual(square, square, square, phi))
        gradient = total = gates[-1]
        for gate in gates[-2::-1]:
            gradient *= skip + branch * gate
            total += gradient
        return total / gamma0**2

    with np.errstate(over="ignore"):  # an excess beyond the doubles is infinite
        return as_float(np.vectorize(limit, otypes=[float])(inputs))
