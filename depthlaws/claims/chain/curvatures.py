"""Checks for eqs. (12) and (13), (26) and (27), (32) and (33): the same slip for three networks.

The paper's equations print (1/eta) d(dw_1/dt)/dw_1 for the curvature, without its minus.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from depthlaws.claims.chain.common import (
    CURVATURE_DOMAIN,
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
)
from depthlaws.claims.engine.checks import Identity, Property
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.stated import at
from depthlaws.claims.engine.statement import Equal, Statement, naturals, of_interval, positive
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

Sides = Callable[[], tuple[sp.Expr, sp.Expr]]


def slope_as_printed(network: str, printed: Callable[[], sp.Expr]) -> Statement:
    """Both sides of eqs. (12), (26), (32) as printed."""
    return Statement(
        Equal(flow_slope(network), printed()), for_all={w: positive, L: naturals(1), **MOMENTS}
    )


def slope_with_its_sign(network: str, printed: Callable[[], sp.Expr]) -> tuple[Identity, ...]:
    """The same with the minus, and the theory's curvatures, including transverse ones."""

    def slope() -> tuple[sp.Expr, sp.Expr]:
        return -flow_slope(network), printed()

    def radial() -> tuple[sp.Expr, sp.Expr]:
        return law(law_id(network, "radial")), radial_curvature(network)

    def transverse() -> tuple[sp.Expr, sp.Expr]:
        return law(law_id(network, "transverse")), transverse_curvature(network)

    domain = {**CURVATURE_DOMAIN, v: POSITIVE}
    return tuple(
        Identity(functools.partial(_in_factors, sides, network), domain)
        for sides in (slope, radial, transverse)
    )


def _in_factors(sides: Sides, network: str) -> tuple[sp.Expr, sp.Expr]:
    """Both sides at the weight at which every factor of block one is v, of any positive size."""
    left, right = sides()
    if network != "block1":
        return left, right
    here = {w: sp.sqrt(L) * (v - 1)}
    return at(left, here), at(right, here)


def sharpness_as_printed(network: str) -> Statement:
    """Both sides of eqs. (13), (27), (33) as printed."""
    return Statement(
        Equal(at_minimum(flow_slope(network), network), printed_sharpness(network)),
        for_all={s: of_interval(domain) for s, domain in target_domain(network).items()}
        | {mu_yy: positive},
    )


def sharpness_at_minimum(network: str) -> tuple[Identity, ...]:
    """The printed S is the radial eigenvalue and the theory's law; transverse eigenvalues are 0."""

    def radial() -> tuple[sp.Expr, sp.Expr]:
        return at_minimum(radial_curvature(network), network), printed_sharpness(network)

    def law_of_theory() -> tuple[sp.Expr, sp.Expr]:
        law_ = law(law_id(network, "sharpness"), mu_yx=r * mu_xx)
        return law_, printed_sharpness(network)

    def across() -> tuple[sp.Expr, sp.Expr]:
        return at_minimum(transverse_curvature(network), network), sp.Integer(0)

    return tuple(
        Identity(sides, target_domain(network)) for sides in (radial, law_of_theory, across)
    )


def largest(network: str, ratio: Interval, *, rtol: float) -> Property:
    """The printed S against the largest eigenvalue of the Hessian of all layers."""
    domain: Mapping[str, Any] = {
        "depth": [1, 2, 3, 8, 24],
        "ratio": ratio,
        "second": [0.3, 1.0, 4.0],
    }
    return Property(largest_eigenvalue(network), domain, rtol=rtol, n=45)
