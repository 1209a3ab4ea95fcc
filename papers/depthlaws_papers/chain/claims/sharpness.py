"""Sharpness over depth and along the balanced ray: section 2."""

import sympy as sp

from depthlaws.claims.engine.checks import Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, worked_out
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Less,
    Statement,
    above,
    log,
    naturals,
    positive,
    rational,
    registered,
    tree,
)
from depthlaws.theory import formula
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    AT_TARGET,
    DEPTH,
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

CLAIMS = Claims()


# -- sharpness over depth --------------------------------------------------------------------------


S = registered("chain-sharpness", mu_yx=r, mu_xx=1)
deeper = S.put({L: tree(L) + 1})


def _sharpness(variance: int, depth: int) -> sp.Expr:
    """Sharpness of the balanced minimum at mu_yx = 1 and this mu_xx."""
    values = {"mu_yx": 1, "mu_xx": variance, "L": depth}
    expression = formula("chain-sharpness").expr
    return expression.subs({s: values[s.name] for s in expression.free_symbols})


CLAIMS.add(
    id="CHAIN-I8",
    source=CHAIN.section("2, sharpness"),
    says="The deeper the network, the sharper its balanced minimum: S(L+1) > S(L).",
    quote="When we increase the depth of the linear network, the global minimum of the loss "
    "landscape becomes sharper, as shown in Figure 1A",
    reading=("For every target. In the case drawn in figure 1A, r = 1, the sentence is true."),
    statement=Statement(Less(S, deeper), for_all={L: naturals(1), r: positive}, about=S),
    corrected_by="CHAIN-I8-range",
    sides=("sharpness at L", "sharpness at L + 1"),
    fault="result",
    change="For targets mu_yx >= mu_xx it becomes sharper at every depth, as in Figure 1A; else "
    "from L > 2 ln(mu_xx/mu_yx) on.",
    against=(
        Smallest(
            lambda mu_xx, L: (_sharpness(mu_xx, L), "<=", _sharpness(mu_xx, L + 1)),
            {"mu_xx": [1, 2, 3, 4], "L": [1, 2, 3]},
            of=("sharpness at L, mu_yx = 1", "sharpness at L + 1"),
        ),
    ),
)


CLAIMS.add(
    id="CHAIN-I8-range",
    source=CHAIN.beyond("ERR-A9"),
    says="S grows with depth exactly where L > 2 ln(1/r); two layers are sharper than one exactly "
    "if r > 1/2.",
    statement=Statement(
        Exactly(tree(D(sp.log(L * r ** (2 - 2 / L)), L)) > 0, tree(L) > -2 * log(r)),
        Exactly(S.put({L: 1}) < S.put({L: 2}), tree(r) > rational(1, 2)),
        for_all={L: DEPTH, r: positive},
        about=S,
    ),
)


# -- the spectrum on the balanced ray --------------------------------------------------------------

_RAY = {alpha: positive, **AT_TARGET}


def _on_the_ray(curvature: sp.Expr) -> sp.Expr:
    """A curvature of the feedforward network at total weight alpha r, in units mu_xx r^(2-2/L)."""
    here = at(worked_out(curvature), {w: (alpha * r) ** (1 / L)}).subs(mu_yx, r * mu_xx)
    return here / (mu_xx * r ** (2 - 2 / L))


_RADIAL = (2 * L - 1) * alpha ** (2 - 2 / L) - (L - 1) * alpha ** (1 - 2 / L)
_TRANSVERSE = alpha ** (1 - 2 / L) * (1 - alpha)

CLAIMS.add(
    id="CHAIN-I5",
    source=CHAIN.section("2, sharpness"),
    says="On the balanced ray the Hessian has one radial eigenvalue (2L-1) alpha^(2-2/L) - "
    "(L-1) alpha^(1-2/L) and L-1 transverse ones alpha^(1-2/L) (1 - alpha), in units "
    "mu_xx r^(2-2/L); at alpha = 1 the first is L and the others vanish.",
    quote="The second-order derivative, i.e. the sharpness, at the global minimum",
    statement=Statement(
        Equal(_on_the_ray(radial_curvature("feedforward")), _RADIAL),
        Equal(_on_the_ray(transverse_curvature("feedforward")), _TRANSVERSE),
        Equal(at(_RADIAL, {alpha: 1}), L),
        Equal(at(_TRANSVERSE, {alpha: 1}), 0),
        for_all=_RAY,
    ),
)


edge = (L - 1) / (2 * L - 1)

CLAIMS.add(
    id="CHAIN-B2",
    source=CHAIN.beyond("ERR-B2"),
    says="Above depth 1 the radial eigenvalue, which eq. (12) calls sharpness, is the largest one "
    "exactly for alpha >= 1/2, and negative exactly for alpha < (L-1)/(2L-1); it rises with alpha "
    "from 1/2 on, here at alpha = (1 + x)/2.",
    statement=Statement(
        Equal(_RADIAL - _TRANSVERSE, L * alpha ** (1 - 2 / L) * (2 * alpha - 1)),
        Equal(_RADIAL, (2 * L - 1) * alpha ** (1 - 2 / L) * (alpha - edge)),
        Equal(
            D(_RADIAL, alpha),
            (L - 1) * alpha ** (-2 / L) * (2 * (2 * L - 1) * alpha - (L - 2)) / L,
        ),
        Less(0, L * alpha ** (1 - 2 / L)),
        Less(0, (2 * L - 1) * alpha ** (1 - 2 / L)),
        Less(0, (L - 1) * alpha ** (-2 / L) / L),
        Less(0, at(2 * (2 * L - 1) * alpha - (L - 2), {alpha: (1 + x) / 2})),
        Exactly(tree(_RADIAL - _TRANSVERSE) >= 0, rational(1, 2) <= tree(alpha)),
        Exactly(tree(_RADIAL) < 0, tree(alpha) < tree(edge)),
        for_all={alpha: positive, L: above(1), x: positive},
    ),
)
