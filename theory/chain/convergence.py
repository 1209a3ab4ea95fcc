"""How the target is approached: |1-alpha| = eps at t = tau (log(1/eps) + C_L(alpha0) + o(1))."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain import flow
from depthlaws.theory.chain.symbols import ABOVE_ONE, FINITE_DEPTH, L, alpha0
from depthlaws.theory.numerics import special
from depthlaws.theory.numerics.arguments import as_float, numbers, positive
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.deferred import sp
from depthlaws.theory.symbolic.domain import UNIT, Interval
from depthlaws.theory.symbolic.formula import Formula

__all__ = ["convergence_constant"]

SERIES_TERMS = 60  # of power series at 1/2


def _final_constant(L: Any, *, above: bool) -> Any:
    """C at alpha0 = 1/2 or 2: log z + sum (1+q)_n z^n / (n n!), z = 1/2, q -> -1-q above."""
    lift = 2 / L - 1 if above else 2 - 2 / L
    total, factor = np.log(0.5), 1.0
    for n in range(1, SERIES_TERMS):
        factor = factor * (lift + n - 1) / n / 2
        total = total + factor / n
    return total


def convergence_constant(alpha0: Numbers, L: Numbers) -> Floats:
    """C_L(alpha0): |1-alpha| = eps is reached at t = tau (log(1/eps) + C_L + o(1)).

    Source: chain, section 2, with the constant (CHAIN-I15); on both sides of the target.
    Shapes: broadcasts; L may be inf. Raises: ValueError for alpha0 <= 0 or L < 1; -inf at 1.

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
    says="C_L(alpha0) below the target: |1-alpha| = eps at t/tau = log(1/eps) + C_L + o(1).",
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
    says="C_L(alpha0) above the target.",
    source=CHAIN.beyond("CHAIN-I15"),
    domain={alpha0: ABOVE_ONE, L: Interval(1, sp.oo, left_open=True)},
    expr=-sp.EulerGamma
    - sp.digamma(_B)
    - alpha0**-_B / _B * sp.hyper((1, _B), (_B + 1,), 1 / alpha0),
    kernel=convergence_constant,
)

constant_two = Formula(
    id="chain-convergence-constant-depth2",
    says="C_2(alpha0) of two layers.",
    source=CHAIN.ledger("CHAIN-I15"),
    domain={alpha0: UNIT},
    expr=sp.log((1 - alpha0) / alpha0),
    kernel=lambda alpha0: -special.logit(alpha0),
)

constant_infinite = Formula(
    id="chain-convergence-constant-infinite",
    says="C(alpha0) at infinite depth.",
    source=CHAIN.ledger("CHAIN-I15"),
    domain={alpha0: UNIT},
    expr=1 / alpha0 - 1 + sp.log(1 / alpha0 - 1),
    kernel=lambda alpha0: (1 - alpha0) / alpha0 - special.logit(alpha0),
)
