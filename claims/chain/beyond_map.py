"""Beyond the paper: gradient descent as one map."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.chain.common import (
    ABOVE_ONE,
    FINITE_DEPTH,
    L,
    alpha,
    eta,
    gradient,
    k,
    mu_xx,
    mu_yx,
    printed_sharpness,
    r,
    rest,
    s,
    step_in_units,
    u,
    v,
    w,
)
from depthlaws.claims.engine.checks import Exhaustive, Identity
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claims
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT

CLAIMS = Claims()


def _feedforward_step() -> tuple[sp.Expr, sp.Expr]:
    return step_in_units("feedforward", v), law("chain-gd-step", v=v)


def _printed_step() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-gd-step", v=v), v + k / L * (1 - v**L) * v ** (L - 1)


def _block1_step() -> tuple[sp.Expr, sp.Expr]:
    """In v = b/rho, block one makes the same step."""
    rho = r ** (1 / L)
    here = sp.sqrt(L) * (v * rho - 1)
    push = -k / printed_sharpness("block1") * gradient("block1")
    moved = push.subs(mu_yx, r * mu_xx).subs(w, here)
    return v + moved / (sp.sqrt(L) * rho), law("chain-gd-step", v=v)


def _block2_step() -> tuple[sp.Expr, sp.Expr]:
    return step_in_units("block2", s), law("block2-gd-step", s=s)


def _multiplier() -> tuple[sp.Expr, sp.Expr]:
    step = v + k / L * (1 - v**L) * v ** (L - 1)
    return sp.diff(step, v).subs(v, 1), law("gd-multiplier")


def _registered_multiplier() -> tuple[sp.Expr, sp.Expr]:
    return law("gd-multiplier"), 1 - k


def _imbalance() -> tuple[sp.Expr, sp.Expr]:
    push = sp.Symbol("g", positive=True)
    total = u * v * rest
    after = [z + eta * push * total / z for z in (u, v)]
    factor = law("chain-imbalance-factor", step=eta * push * total, w1=u, w2=v)
    return after[0] ** 2 - after[1] ** 2, (u**2 - v**2) * factor


_STEP = {k: POSITIVE, L: FINITE_DEPTH, mu_xx: POSITIVE}

CLAIMS.add(
    id="CHAIN-X-C-map",
    source=CHAIN.beyond("X-C"),
    says="Normalised by its minimum, gradient descent of the feedforward network and of block one "
    "is one map without data, v + (k/L)(1 - v^L) v^(L-1); block two's keeps r.",
    checks=(
        Identity(_feedforward_step, {v: POSITIVE, r: POSITIVE, **_STEP}, what="feedforward"),
        Identity(_printed_step, {v: POSITIVE, k: POSITIVE, L: FINITE_DEPTH}),
        Identity(_block1_step, {v: POSITIVE, r: POSITIVE, **_STEP}, what="block one"),
        Identity(_block2_step, {s: POSITIVE, r: ABOVE_ONE, **_STEP}, what="block two"),
        Identity(_multiplier, {k: POSITIVE, L: FINITE_DEPTH}),
        Identity(_registered_multiplier, {k: POSITIVE}),
        Identity(
            _imbalance,
            {
                u: POSITIVE,
                v: POSITIVE,
                rest: POSITIVE,
                sp.Symbol("g", positive=True): POSITIVE,
                eta: UNIT,
            },
        ),
    ),
)


def _block2_one_layer() -> tuple[sp.Expr, sp.Expr]:
    """One block 1 + w^2 is two tied layers: the feedforward map of L = 2 in s."""
    found = law("block2-gd-step", s=s, L=sp.Integer(1))
    return found, law("chain-gd-step", v=s, L=sp.Integer(2))


def _block2_near_one() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """r -> 1, in r = u^L: the target is near the floor, whatever the depth."""
    for depth in (1, 2, 3, 5):
        step = law("block2-gd-step", s=s, L=sp.Integer(depth), r=u**depth)
        printed = law("chain-gd-step", v=s, L=sp.Integer(2))
        yield f"L={depth}", sp.expand(sp.limit(step, u, 1)), sp.expand(printed)


CLAIMS.add(
    id="CHAIN-X-A4",
    source=CHAIN.beyond("X-A4"),
    says="Block two of depth one makes the steps of two feedforward layers for every target; so "
    "does block two of any depth (1, 2, 3, 5) as r -> 1.",
    checks=(
        Identity(_block2_one_layer, {s: POSITIVE, k: POSITIVE, r: ABOVE_ONE}),
        Exhaustive(_block2_near_one),
    ),
)


def _total_step() -> tuple[sp.Expr, sp.Expr]:
    """alpha = v^L; both over alpha."""
    total = law("chain-gd-total-step", alpha=v**L) / v**L
    return sp.expand(law("chain-gd-step", v=v) / v) ** L, total


def _infinite_step() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    found = sp.limit(law("chain-gd-total-step"), L, sp.oo)
    yield "infinite depth", sp.simplify(found), law("chain-gd-total-step-infinite")


def _printed_infinite_step() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-gd-total-step-infinite"), alpha * sp.exp(k * alpha * (1 - alpha))


def _log_slope() -> tuple[sp.Expr, sp.Expr]:
    step = law("chain-gd-total-step")
    return alpha * sp.diff(step, alpha) / step, law("chain-gd-log-slope")


CLAIMS.add(
    id="CHAIN-X-C-total",
    source=CHAIN.beyond("X-C"),
    says="In the total weight the map is alpha (1 + (k/L) alpha^(1-2/L) (1-alpha))^L, at infinite "
    "depth alpha exp(k alpha (1-alpha)); its logarithmic slope.",
    checks=(
        Identity(_total_step, {v: UNIT, k: POSITIVE, L: FINITE_DEPTH}),
        Exhaustive(_infinite_step),
        Identity(_printed_infinite_step, {alpha: POSITIVE, k: POSITIVE}),
        Identity(_log_slope, {alpha: POSITIVE, k: POSITIVE, L: FINITE_DEPTH}),
    ),
)
