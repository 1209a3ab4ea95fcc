"""Hessian of inference in the errors: its eigenvalues, and gradient descent in each of them.

The free variables are the errors e_l of the hidden layers, z_l = M_l z_{l-1} + e_l, instead of the
activities z_l. With R = (m_1, ..., m_{L-1}) the energy of one sample is
sum_l p_l |e_l|^2 / 2 + p_L |r - R^T e|^2 / 2, r the error of the forward pass. Its Hessian
D + p_L R R^T is p_L p S on the columns of the m_l, where every hidden layer has the precision p,
and p elsewhere.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from depthlaws.theory.numerics.elementary import power
from depthlaws.theory.numerics.types import Array
from depthlaws.theory.papers import PC
from depthlaws.theory.predictive_coding.equilibria import path_passes
from depthlaws.theory.predictive_coding.networks import LinearNetwork
from depthlaws.theory.predictive_coding.symbols import STEPS, T, beta, s
from depthlaws.theory.symbolic.domain import POSITIVE, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

RESCALING = Interval(1, sp.oo, right_open=True)
# Both laws hold up to beta s = 2 and beyond; a base that is not positive has no derivative in T,
# with which tests of formulas enclose them.
NO_OVERSHOOT = sp.Lt(beta * s, 1)


def residual_polynomial(step: Any, eigenvalue: Any, steps: Any) -> Any:
    """Return (1 - step eigenvalue)^steps, what descent leaves of an error, for whole steps."""
    x = np.asarray(step * eigenvalue, dtype=float)
    with np.errstate(over="ignore"):
        slow = np.exp(steps * np.log1p(-np.minimum(x, 0.5)))
        return np.where(x < 0.5, slow, power(1 - x, steps))


def descent_filter(step: Any, eigenvalue: Any, steps: Any) -> Any:
    """Return (1 - (1 - step eigenvalue)^steps) / eigenvalue: descent's stand-in for 1/eigenvalue.

    Small values keep their digits.
    """
    x = np.asarray(step * eigenvalue, dtype=float)
    with np.errstate(over="ignore"):
        slow = -np.expm1(steps * np.log1p(-np.minimum(x, 0.5)))
        return np.where(x < 0.5, slow, 1 - power(1 - x, steps)) / eigenvalue


error_weight = Formula(
    id="pc-error-weight",
    says="Weight c of backpropagation in the update of hidden layers after T steps in the errors: "
    "the errors are c m r, with one output and unit precisions.",
    source=PC.beyond("PC-B49"),
    domain={s: RESCALING, beta: POSITIVE, T: STEPS},
    given=NO_OVERSHOOT,
    expr=(1 - (1 - beta * s) ** T) / s,
    kernel=lambda s, beta, T: descent_filter(beta, s, T),
    budget=16,
)

error_energy = Formula(
    id="pc-error-energy",
    says="Energy after T steps of gradient descent in the errors over the loss, where they start.",
    source=PC.beyond("PC-B50"),
    domain={s: RESCALING, beta: POSITIVE, T: STEPS},
    given=NO_OVERSHOOT,
    expr=1 / s + (1 - 1 / s) * (1 - beta * s) ** (2 * T),
    kernel=lambda s, beta, T: 1 / s + (1 - 1 / s) * residual_polynomial(beta, s, 2 * T),
    budget=16,
)


class Spectrum(NamedTuple):
    """Hessian in the errors, where steps from the forward pass go.

    ``modes`` are eigenvalues there, with ``vectors`` in columns; ``reach`` (row, output) moves the
    output. ``bases`` has orthonormal columns for the layers of each precision of hidden layers, and
    ``layers`` their places. ``elsewhere`` are the other eigenvalues.
    """

    modes: Array
    vectors: Array
    reach: Array
    bases: list[Array]
    layers: list[list[int]]
    elsewhere: list[float]


def error_spectrum(network: LinearNetwork) -> Spectrum:
    """Return the eigenvalues of the Hessian in the errors.

    Raises: ValueError without a hidden layer, or where a product of layers leaves the doubles.
    """
    if network.depth < 2:
        msg = "weights must hold at least two layers: without a hidden one there is no inference"
        raise ValueError(msg)
    hidden, paths = network.precisions[:-1], path_passes(network)[0][1:-1]
    bases, reaches, diagonal, elsewhere = [], [], [], []
    layers = [[i for i, p in enumerate(hidden) if p == value] for value in sorted({*hidden})]
    for places in layers:
        columns = np.concatenate([paths[i] for i in places]).astype(float)
        basis, reach = np.linalg.qr(columns)
        bases.append(basis)
        reaches.append(reach)
        diagonal += [hidden[places[0]]] * len(reach)
        elsewhere += [hidden[places[0]]] * (len(basis) > len(reach))
    reach = np.concatenate(reaches)
    root = np.concatenate([np.diag(np.sqrt(diagonal)), math.sqrt(network.precision) * reach.T])
    _, singular_values, rows = np.linalg.svd(root, full_matrices=False)
    return Spectrum(singular_values**2, rows.T, reach, bases, layers, elsewhere)
