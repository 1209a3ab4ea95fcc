"""Late approach to the target: |1-alpha| = eps at t = tau (log(1/eps) + C_L(alpha0) + o(1))."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain import flow
from depthlaws.theory.chain.symbols import ABOVE_ONE, FINITE_DEPTH, L, alpha0
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import as_float, numbers, positive
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import UNIT, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["convergence_constant"]

SERIES_TERMS = 60  # in power series at 1/2


def _final_constant(L: Any, *, above: bool) -> Any:
    """Return C at alpha0 = 1/2 or 2: log z + sum (1+q)_n z^n / (n n!), z = 1/2, q -> -1-q above."""
    lift = 2 / L - 1 if above else 2 - 2 / L
    total, factor = np.log(0.5), 1.0
    for n in range(1, SERIES_TERMS):
        factor = factor * (lift + n - 1) / n / 2
        total = total + factor / n
    return total


def convergence_constant(alpha0: Numbers, L: Numbers) -> Floats:
    """Return the constant C_L(alpha0) of the late approach to the target.

    The distance |1-alpha| = eps is reached at t = tau (log(1/eps) + C_L + o(1)) as eps -> 0, on
    both sides of the target.

    Parameters
    ----------
    alpha0 : float or array_like
        Relative total weight a/r at the start. Positive.
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.

    Returns
    -------
    float or ndarray
        Constant C_L, in time constants; -inf at alpha0 = 1. The arguments broadcast.

    Raises
    ------
    ValueError
        If alpha0 <= 0 or L < 1.

    References
    ----------
    Source: chain, section 2, with the constant (CHAIN-I15).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.convergence_constant(0.1, 8)
    7.51775
    """
    start = positive("alpha0", alpha0)
    above = start > 1
    until = flow.time(np.where(above, 2.0, 0.5), np.where(start == 1, 0.5, start), L)
    depth = numbers("L", L)
    last = np.where(above, _final_constant(depth, above=True), _final_constant(depth, above=False))
    return as_float(np.where(start == 1, -np.inf, until + last))


_B = 2 - 2 / L

constant_below = Formula(
    id="chain-convergence-constant",
    says="Late-approach constant C_L below the target: "
    "|1-alpha| = eps at t/tau = log(1/eps) + C_L + o(1).",
    source=CHAIN.ledger("CHAIN-I15"),
    falling=(alpha0,),
    domain={alpha0: UNIT, L: FINITE_DEPTH},
    given=sp.Ne(L, 2),
    expr=-sp.EulerGamma
    - sp.digamma(2 / L - 1)
    - alpha0 ** (2 / L - 1) / (2 / L - 1) * sp.hyper((1, 2 / L - 1), (2 / L,), alpha0),
    kernel=convergence_constant,
)

constant_above = Formula(
    id="chain-convergence-constant-above",
    says="Late-approach constant C_L above the target: "
    "|1-alpha| = eps at t/tau = log(1/eps) + C_L + o(1).",
    source=CHAIN.beyond("CHAIN-I15"),
    domain={alpha0: ABOVE_ONE, L: Interval(1, sp.oo, left_open=True)},
    expr=-sp.EulerGamma
    - sp.digamma(_B)
    - alpha0**-_B / _B * sp.hyper((1, _B), (_B + 1,), 1 / alpha0),
    kernel=convergence_constant,
)

constant_two = Formula(
    id="chain-convergence-constant-depth2",
    says="Late-approach constant C_2 of two layers, below the target.",
    source=CHAIN.ledger("CHAIN-I15"),
    domain={alpha0: UNIT},
    expr=sp.log((1 - alpha0) / alpha0),
    kernel=lambda alpha0: -special.logit(alpha0),
)

constant_infinite = Formula(
    id="chain-convergence-constant-infinite",
    says="Late-approach constant C at infinite depth, below the target.",
    source=CHAIN.ledger("CHAIN-I15"),
    domain={alpha0: UNIT},
    expr=1 / alpha0 - 1 + sp.log(1 / alpha0 - 1),
    kernel=lambda alpha0: (1 - alpha0) / alpha0 - special.logit(alpha0),
)
