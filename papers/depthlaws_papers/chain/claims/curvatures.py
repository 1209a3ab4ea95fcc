"""Checks for eqs. (12) and (13), (26) and (27), (32) and (33): the same slip for three networks.

The paper's equations print (1/eta) d(dw_1/dt)/dw_1 for the curvature, without its minus.
"""

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.stated import at
from depthlaws.claims.engine.statement import (
    Clause,
    Equal,
    Less,
    Statement,
    naturals,
    of_interval,
    positive,
)
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    MOMENTS,
    L,
    at_minimum,
    flow_slope,
    largest_eigenvalue,
    law_id,
    mu_xx,
    mu_yy,
    printed_sharpness,
    r,
    radial_curvature,
    target_domain,
    transverse_curvature,
    v,
    w,
    x,
)


def slope_as_printed(network: str, printed: Callable[[], sp.Expr]) -> Statement:
    """Both sides of eqs. (12), (26), (32) as printed."""
    return Statement(
        Equal(flow_slope(network), printed()), for_all={w: positive, L: naturals(1), **MOMENTS}
    )


def slope_with_its_sign(network: str, printed: Callable[[], sp.Expr]) -> Statement:
    """Both sides of eqs. (12), (26), (32) with the minus that is missing; curvatures of the theory.

    Block one at the weight at which every factor is v, of any positive size; the theory's laws
    are for positive weights.
    """
    sides = [-flow_slope(network), printed()]
    if network == "block1":
        sides = [at(side, {w: sp.sqrt(L) * (v - 1)}) for side in sides]
    return Statement(
        Equal(*sides),
        Equal(looked_up(law_id(network, "radial")), radial_curvature(network)),
        Equal(looked_up(law_id(network, "transverse")), transverse_curvature(network)),
        for_all={w: positive, v: positive, L: DEPTH, **MOMENTS},
    )


def sharpness_as_printed(network: str) -> Statement:
    """Both sides of eqs. (13), (27), (33) as printed."""
    return Statement(
        Equal(at_minimum(flow_slope(network), network), printed_sharpness(network)),
        for_all={s: of_interval(domain) for s, domain in target_domain(network).items()}
        | {mu_yy: positive},
    )


def sharpness_at_minimum(network: str, *more: Clause) -> Statement:
    """The printed S is the radial eigenvalue and the theory's law; transverse eigenvalues are 0."""
    printed = printed_sharpness(network)
    targets = {s: of_interval(domain) for s, domain in target_domain(network).items()}
    return Statement(
        Equal(at_minimum(radial_curvature(network), network), printed),
        Equal(looked_up(law_id(network, "sharpness"), mu_yx=r * mu_xx), printed),
        Equal(at_minimum(transverse_curvature(network), network), 0),
        Less(0, printed.subs(r, sp.exp(x)) if network == "block2" else printed),
        *more,
        for_all=targets | {mu_yy: positive, x: positive},
    )


def largest(network: str, ratio: Interval, *, rtol: float) -> Property:
    """The printed S against the largest eigenvalue of the Hessian of all layers."""
    domain: Mapping[str, Any] = {
        "depth": [1, 2, 3, 8, 24],
        "ratio": ratio,
        "second": [0.3, 1.0, 4.0],
    }
    return Property(largest_eigenvalue(network), domain, rtol=rtol, n=45)
