"""Sharpness over depth and along the balanced ray: section 2."""

from collections.abc import Iterator
from typing import Any

import sympy as sp

from depthlaws.claims.chain.common import (
    FINITE_DEPTH,
    L,
    alpha,
    mu_xx,
    mu_yx,
    r,
    radial_curvature,
    transverse_curvature,
    w,
    x,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    Exactly,
    Less,
    Statement,
    at_least,
    log,
    naturals,
    positive,
    rational,
    registered,
    tree,
)
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE

CLAIMS = Claims()


# -- sharpness over depth --------------------------------------------------------------------------


S = registered("chain-sharpness", mu_yx=r, mu_xx=1)
deeper = S.put({L: tree(L) + 1})

CLAIMS.add(
    id="CHAIN-I8",
    source=CHAIN.section("2, sharpness"),
    says="The deeper the network, the sharper its balanced minimum: S(L+1) > S(L).",
    quote="When we increase the depth of the linear network, the global minimum of the loss "
    "landscape becomes sharper, as shown in Figure 1A",
    reading=("For every target. In the case drawn in figure 1A, r = 1, the sentence is true."),
    statement=Statement(Less(S, deeper), for_all={L: naturals(1), r: positive}),
    corrected_by="CHAIN-I8-range",
    sides=("sharpness at L", "sharpness at L + 1"),
)


CLAIMS.add(
    id="CHAIN-I8-range",
    source=CHAIN.beyond("ERR-A9"),
    says="S grows with depth exactly where L > 2 ln(1/r); two layers are sharper than one exactly "
    "if r > 1/2.",
    statement=Statement(
        Exactly(tree(D(sp.log(L * r ** (2 - 2 / L)), L)) > 0, tree(L) > -2 * log(r)),
        Exactly(S.put({L: 1}) < S.put({L: 2}), tree(r) > rational(1, 2)),
        for_all={L: at_least(1), r: positive},
    ),
)


# -- the spectrum on the balanced ray --------------------------------------------------------------

_RAY = {alpha: POSITIVE, r: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH}


def _on_the_ray(curvature: sp.Expr) -> sp.Expr:
    """A curvature of the feedforward network at total weight alpha r, in units mu_xx r^(2-2/L)."""
    here = at(curvature, {w: (alpha * r) ** (1 / L)}).subs(mu_yx, r * mu_xx)
    return here / (mu_xx * r ** (2 - 2 / L))


_RADIAL = (2 * L - 1) * alpha ** (2 - 2 / L) - (L - 1) * alpha ** (1 - 2 / L)
_TRANSVERSE = alpha ** (1 - 2 / L) * (1 - alpha)


def _radial() -> tuple[sp.Expr, sp.Expr]:
    return _on_the_ray(radial_curvature("feedforward")), _RADIAL


def _transverse() -> tuple[sp.Expr, sp.Expr]:
    return _on_the_ray(transverse_curvature("feedforward")), _TRANSVERSE


def _at_the_minimum() -> Iterator[tuple[str, Any, Any]]:
    yield "radial", at(_RADIAL, {alpha: 1}), L
    yield "transverse", at(_TRANSVERSE, {alpha: 1}), sp.Integer(0)


CLAIMS.add(
    id="CHAIN-I5",
    source=CHAIN.section("2, sharpness"),
    says="On the balanced ray the Hessian has one radial eigenvalue (2L-1) alpha^(2-2/L) - "
    "(L-1) alpha^(1-2/L) and L-1 transverse ones alpha^(1-2/L) (1 - alpha), in units "
    "mu_xx r^(2-2/L); at alpha = 1 the first is L and the others vanish.",
    quote="The second-order derivative, i.e. the sharpness, at the global minimum",
    checks=(
        Identity(_radial, _RAY, what="radial"),
        Identity(_transverse, _RAY, what="transverse"),
        Exhaustive(_at_the_minimum, what="at alpha = 1"),
    ),
)


def _radial_excess() -> tuple[sp.Expr, sp.Expr]:
    """The excess of the radial eigenvalue over the transverse one has the sign of 2 alpha - 1."""
    return _RADIAL - _TRANSVERSE, L * alpha ** (1 - 2 / L) * (2 * alpha - 1)


def _radial_sign() -> tuple[sp.Expr, sp.Expr]:
    """The radial eigenvalue has the sign of alpha - (L-1)/(2L-1)."""
    share = (L - 1) / (2 * L - 1)
    return _RADIAL, (2 * L - 1) * alpha ** (1 - 2 / L) * (alpha - share)


def _radial_slope() -> tuple[sp.Expr, sp.Expr]:
    """With alpha = (1 + x)/2 every term is positive: lambda_rad rises on [1/2, 1]."""
    q = 1 - 2 / L
    grows = (L - 1) * alpha ** (q - 1) * (2 * (2 * L - 1) * alpha - (L - 2)) / L
    return D(_RADIAL, alpha), grows


def _radial_slope_positive() -> tuple[sp.Expr, str, sp.Expr]:
    return (2 * (2 * L - 1) * alpha - (L - 2)).subs(alpha, (1 + x) / 2), ">", sp.Integer(0)


CLAIMS.add(
    id="CHAIN-B2",
    source=CHAIN.beyond("ERR-B2"),
    says="The radial eigenvalue, which eq. (12) calls sharpness, is the largest one exactly for "
    "alpha >= 1/2, and negative for alpha < (L-1)/(2L-1); it rises with alpha from 1/2 on, so that "
    "from alpha0 <= 1 the largest sharpness on the way is S, at the end.",
    checks=(
        Identity(_radial_excess, {alpha: POSITIVE, L: FINITE_DEPTH}),
        Identity(_radial_sign, {alpha: POSITIVE, L: FINITE_DEPTH}),
        Identity(_radial_slope, {alpha: POSITIVE, L: FINITE_DEPTH}),
        Inequality(_radial_slope_positive, {x: POSITIVE, L: FINITE_DEPTH}),
    ),
)
