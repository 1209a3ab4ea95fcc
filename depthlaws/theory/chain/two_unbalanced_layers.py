"""Gradient flow of two unbalanced layers in closed form, by an angle."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain.symbols import B, t, theta0, theta_end
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

# |theta| <= 300 covers c >= 1e-130 r
ANGLE = Interval(-300, 300)


def _angle(t: Any, theta0: Any, theta_end: Any, B: Any) -> Any:
    rate = B * np.cosh(theta_end)
    left, gone = np.exp(-rate * t), -np.expm1(-rate * t)
    both = np.exp(theta0 + theta_end)
    above = both + gone + left * np.exp(theta0 - theta_end)
    below = gone * both + 1 + left * np.exp(2 * theta_end)
    missing = np.log(above / below)
    push = 2 * np.exp(theta_end) * (np.sinh(theta_end) - np.sinh(theta0))
    moved = np.log1p(gone * push / below)
    return np.where(np.abs(moved) < np.abs(missing), theta0 + moved, theta_end + missing)


_left = sp.exp(-B * sp.cosh(theta_end) * t)
_both = sp.exp(theta0 + theta_end)

two_layer_angle = Formula(
    id="chain-two-layer-angle",
    says="Angle theta at time t of two unbalanced layers sqrt(c) (sinh, +-cosh)(theta/2).",
    source=CHAIN.beyond("X-C7"),
    domain={t: NONNEGATIVE, theta0: ANGLE, theta_end: ANGLE, B: POSITIVE},
    # d theta/dt = B (sinh(theta_end) - sinh(theta)); only positive terms are added
    expr=theta_end
    + sp.log(
        (_both + 1 - _left + _left * sp.exp(theta0 - theta_end))
        / ((1 - _left) * _both + 1 + _left * sp.exp(2 * theta_end))
    ),
    kernel=_angle,
)
