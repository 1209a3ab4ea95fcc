"""Cosine between the gradients of energy and loss at the start of training, at large width."""

from __future__ import annotations

import math

import numpy as np

from depthlaws.theory.numerics.arguments import finite, positive
from depthlaws.theory.papers import PC
from depthlaws.theory.predictive_coding.moments import Network, checked_sizes
from depthlaws.theory.predictive_coding.symbols import SIZES, L, N, energy, gamma0, signal
from depthlaws.theory.symbolic.domain import POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["misalignment"]

misaligned_mlp = Formula(
    id="pc-misalignment-mlp",
    says="1 - cosine between the gradients of energy and loss at the start, wide plain network.",
    source=PC.beyond("PC-B13"),
    domain={**SIZES, signal: POSITIVE, energy: POSITIVE},
    expr=energy**2 * L * (L**2 - 1) / (6 * signal * gamma0**2 * N**2),
    values=POSITIVE,
    rising=(L,),
    falling=(N, gamma0, signal),
)

misaligned_residual = Formula(
    id="pc-misalignment-residual",
    says="1 - cosine between the gradients of energy and loss at the start, wide and deep residual "
    "network with branches of 1/sqrt(L).",
    source=PC.beyond("PC-B14"),
    domain={**SIZES, signal: POSITIVE, energy: POSITIVE},
    expr=sp.Rational(2, 3) * sp.E * energy**2 * L**2 / (signal * gamma0**2 * N**2),
    kernel=lambda N, L, gamma0, signal, energy: (
        2 * math.e / 3 * energy**2 * L**2 / (signal * gamma0**2 * N**2)
    ),
    values=POSITIVE,
    rising=(L,),
    falling=(N, gamma0, signal),
)


def _spread_of_reaches(depth: int) -> float:
    """Return C_L of the residual network: sum of squared reaches over the size of the gradients.

    rho = 1 + 1/L is the growth of a squared length per block, t_n the second moment of n blocks.
    """
    rho, n = 1 + 1 / depth, np.arange(depth, dtype=float)
    second = rho ** (2 * n) * (1 + n * (1 - rho**-2))
    # Pairs of layers whose higher one is n below l: (1 + 2 (rho + ... )) t_n.
    lower = [1 + 2 * (rho**k - 1) / (1 - 1 / rho) for k in range(depth)]
    sizes = [sum(lower[at - 1 - k] * second[k] for k in range(at)) for at in range(depth)]
    inner = sum(rho ** (2 * depth - 1 - 2 * at) * sizes[at - 1] for at in range(2, depth))
    total = rho ** (depth - 2) * (2 + (depth - 2) / (depth * rho))
    return (inner / depth + sizes[depth - 1]) / total


def misalignment(
    width: int,
    depth: int,
    signal: float,
    *,
    network: Network = "mlp",
    gamma0: float = 1.0,
    energy: float = 0.5,
) -> float:
    """Return 1 - cosine between the gradients of energy and loss at the start, for large width.

    The result is the leading order in 1/width.

    Parameters
    ----------
    width : int
        Width N: units of a hidden layer. At least 1.
    depth : int
        Depth L: layers of weights. At least 2.
    signal : float
        Signal e^T Phi e / samples^2, e the initial errors and Phi = x x^T / inputs; with several
        outputs the sum over them. Positive.
    network : {"mlp", "residual"}
        Network: mlp, or residual with branches multiplied by 1/sqrt(depth).
    gamma0 : float
        Richness: the output is divided by gamma0 width^d. Positive.
    energy : float
        Equilibrated energy at the start; 1/2 for labels of size 1. Positive. With several outputs Y
        (samples, output) half the Frobenius norm of Y^T Y / samples (PC-B13-outputs).

    Returns
    -------
    float
        1 - cosine, a pure number.

    Raises
    ------
    UnknownNameError
        If there is no such network.
    ValueError
        If an argument is not positive, or the depth is below 2.

    References
    ----------
    Source: pc, corollaries 3.2 and 4.2, with the constant: beyond the paper (PC-B13, PC-B14).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> predictive_coding.misalignment(1024, 5, 0.0417)
    0.000114350
    """
    width, depth, gamma0 = checked_sizes(width, depth, network, gamma0)
    signal, energy = (
        float(positive(n, finite(n, x))) for n, x in (("signal", signal), ("energy", energy))
    )
    if network == "mlp":
        return misaligned_mlp(width, depth, gamma0, signal, energy)
    spread = _spread_of_reaches(depth)
    return 2 * energy**2 * spread / (signal * gamma0**2 * width**2)
