"""Beyond the paper: the registered laws of each network, curvature, extremal depths."""

from collections.abc import Callable

import sympy as sp

from depthlaws.claims.chain.common import (
    CURVATURE_DOMAIN,
    FINITE_DEPTH,
    L0,
    L,
    alpha,
    at_minimum,
    eta,
    gradient,
    law_id,
    layer,
    loss,
    minimum,
    mu_xx,
    mu_yx,
    mu_yy,
    r,
    radial_curvature,
    speed_of_total,
    target_domain,
    transverse_curvature,
    u,
    w,
)
from depthlaws.claims.engine.checks import Identity, Inequality
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()

Sides = Callable[[], tuple[sp.Expr, sp.Expr]]


# -- the laws of a network, each derived again from its layer --------------------------------------


def _named(network: str, name: str, **values: sp.Expr) -> sp.Expr:
    return law(law_id(network, name), **values)


def _factor(network: str) -> tuple[sp.Expr, sp.Expr]:
    return _named(network, "factor"), layer(network, w)


def _loss(network: str) -> tuple[sp.Expr, sp.Expr]:
    best = mu_yy - mu_yx**2 / mu_xx
    return _named(network, "loss"), sp.expand(loss(layer(network, w) ** L) - best / 2)


def _flow(network: str) -> tuple[sp.Expr, sp.Expr]:
    return _named(network, "flow"), -eta * gradient(network)


def _total_flow(network: str) -> tuple[sp.Expr, sp.Expr]:
    return _named(network, "total-flow", a=layer(network, w) ** L), speed_of_total(network)


def _invariant(network: str) -> tuple[sp.Expr, sp.Expr]:
    """dw/dt = -dloss/da a b'/b, so that the invariant's slope times b' is 2b for every layer."""
    factor = layer(network, w)
    return D(_named(network, "invariant"), w) * D(factor, w), 2 * factor


def _layer_sharpness(network: str) -> tuple[sp.Expr, sp.Expr]:
    return _named(network, "layer-sharpness"), D(sp.log(layer(network, w)), w) ** 2


def _minimum(network: str) -> tuple[sp.Expr, sp.Expr]:
    return _named(network, "minimum", mu_yx=r * mu_xx), minimum(network)


def _max_rate(network: str) -> tuple[sp.Expr, sp.Expr]:
    max_rate = _named(network, "max-rate", mu_yx=r * mu_xx)
    return max_rate * at_minimum(radial_curvature(network), network), sp.Integer(2)


def _mismatch(network: str) -> tuple[sp.Expr, sp.Expr]:
    power = {"feedforward": -1, "block1": 0, "block2": 1}[network]
    here = L**power * at_minimum(radial_curvature(network), network)
    return _named(network, "mismatch", L0=L0), here / here.subs(L, L0)


def _derived(network: str) -> tuple[Identity, ...]:
    """Every registered law of a network against its own derivation."""

    def sides(of: Callable[[str], tuple[sp.Expr, sp.Expr]]) -> Sides:
        return lambda: of(network)

    at_weight = {w: POSITIVE, L: FINITE_DEPTH}
    flows = {**CURVATURE_DOMAIN, eta: POSITIVE}
    target = target_domain(network)
    return (
        Identity(sides(_factor), at_weight, what="factor"),
        Identity(sides(_loss), CURVATURE_DOMAIN, what="loss"),
        Identity(sides(_flow), flows, what="flow"),
        Identity(sides(_total_flow), flows, what="flow of the total weight"),
        Identity(sides(_invariant), at_weight, what="invariant"),
        Identity(sides(_layer_sharpness), at_weight, what="share of a layer"),
        Identity(sides(_minimum), target, what="minimum"),
        Identity(sides(_max_rate), target, what="largest rate"),
        Identity(sides(_mismatch), {**target, L0: FINITE_DEPTH}, what="mismatch"),
    )


CLAIMS.add(
    id="CHAIN-laws-feedforward",
    source=CHAIN.beyond("X-A1"),
    says="The registered laws of the feedforward network, each derived again from its layer.",
    checks=_derived("feedforward"),
)

CLAIMS.add(
    id="CHAIN-laws-block1",
    source=CHAIN.beyond("X-A1"),
    says="The registered laws of block one, each derived again from its layer.",
    checks=_derived("block1"),
)

CLAIMS.add(
    id="CHAIN-laws-block2",
    source=CHAIN.beyond("X-A2"),
    says="The registered laws of block two, each derived again from its layer.",
    checks=_derived("block2"),
)


# -- curvature and extremal depths -----------------------------------------------------------------


def _share(curvature: sp.Expr) -> sp.Expr:
    """A curvature of the feedforward network on the balanced ray in units of S/L."""
    here = at(curvature, {w: (alpha * r) ** (1 / L)}).subs(mu_yx, r * mu_xx)
    return here / (mu_xx * r ** (2 - 2 / L))


def _radial_share() -> tuple[sp.Expr, sp.Expr]:
    return _share(radial_curvature("feedforward")), law("chain-radial-share")


def _transverse_share() -> tuple[sp.Expr, sp.Expr]:
    return _share(transverse_curvature("feedforward")), law("chain-transverse-share")


def _concave_below() -> tuple[sp.Expr, sp.Expr]:
    """The radial eigenvalue has the sign of alpha - (L-1)/(2L-1), the registered edge."""
    slope = (2 * L - 1) * alpha ** (1 - 2 / L)
    return law("chain-radial-share"), slope * (alpha - law("chain-negative-curvature"))


def _data_loss() -> tuple[sp.Expr, sp.Expr]:
    return law("data-loss", a=u), loss(u)


def _irreducible_loss() -> tuple[sp.Expr, sp.Expr]:
    return law("irreducible-loss"), loss(mu_yx / mu_xx)


_RAY = {alpha: POSITIVE, r: POSITIVE, mu_xx: POSITIVE, L: FINITE_DEPTH}
_MOMENTS = {mu_yx: POSITIVE, mu_xx: POSITIVE, mu_yy: POSITIVE}

CLAIMS.add(
    id="CHAIN-X-curvature",
    source=CHAIN.beyond("I5"),
    says=(
        "On the balanced ray, in units of S/L, the registered radial and transverse shares "
        "are the Hessian's eigenvalues, and the first is negative exactly below alpha = "
        "(L-1)/(2L-1); the registered losses are that of total weight a and its least value."
    ),
    checks=(
        Identity(_radial_share, _RAY),
        Identity(_transverse_share, _RAY),
        Identity(_concave_below, {alpha: POSITIVE, L: FINITE_DEPTH}),
        Identity(_data_loss, {u: POSITIVE, **_MOMENTS}),
        Identity(_irreducible_loss, _MOMENTS),
    ),
)


def _flattest() -> tuple[sp.Expr, sp.Expr]:
    slope = D(sp.log(law("chain-sharpness", mu_yx=r * mu_xx)), L)
    return at(slope, {L: law("chain-flattest-depth")}), sp.Integer(0)


def _sharpest() -> tuple[sp.Expr, sp.Expr]:
    slope = D(sp.log(law("block2-sharpness", mu_yx=r * mu_xx)), L)
    return at(slope, {L: law("block2-sharpest-depth")}), sp.Integer(0)


_WEAK = Interval(0, sp.Rational(1, 2), left_open=True)


def _a_depth() -> tuple[sp.Expr, str, sp.Expr]:
    return law("chain-flattest-depth"), ">", sp.Integer(1)


CLAIMS.add(
    id="CHAIN-X-depths",
    source=CHAIN.beyond("ERR-A9"),
    says=(
        "The flattest real depth of the feedforward network is 2 ln(1/r), for r <= 1/2, the "
        "sharpest of block two log2(r), for r >= 2: there d ln S/dL vanishes (CHAIN-I8-range "
        "and CHAIN-I8-block2-peak state on which sides S grows)."
    ),
    checks=(
        Identity(_flattest, {r: _WEAK, mu_xx: POSITIVE}),
        Inequality(_a_depth, {r: _WEAK}, along=[(r, sp.Rational(1, 2))]),
        Identity(_sharpest, {r: Interval(2, sp.oo, right_open=True), mu_xx: POSITIVE}),
    ),
)
