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
    identities,
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
from depthlaws.claims.engine.checks import Identity
from depthlaws.claims.engine.formula_expressions import law
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT

CLAIMS = Claims()


def _feedforward_step() -> tuple[sp.Expr, sp.Expr]:
    return step_in_units("feedforward", v), law("chain-gd-step", v=v)


def _printed_step() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-gd-step", v=v), v + k / L * (1 - v**L) * v ** (L - 1)


def _block1_step() -> tuple[sp.Expr, sp.Expr]:
    """In v = b/rho block one has the same step."""
    rho = r ** (1 / L)
    here = sp.sqrt(L) * (v * rho - 1)
    push = -k / printed_sharpness("block1") * gradient("block1")
    moved = at(push.subs(mu_yx, r * mu_xx), {w: here})
    return v + moved / (sp.sqrt(L) * rho), law("chain-gd-step", v=v)


def _block2_step() -> tuple[sp.Expr, sp.Expr]:
    return step_in_units("block2", s), law("block2-gd-step", s=s)


def _multiplier() -> tuple[sp.Expr, sp.Expr]:
    step = v + k / L * (1 - v**L) * v ** (L - 1)
    return at(D(step, v), {v: 1}), law("gd-multiplier")


def _registered_multiplier() -> tuple[sp.Expr, sp.Expr]:
    return law("gd-multiplier"), 1 - k


def _imbalance() -> tuple[sp.Expr, sp.Expr]:
    push = sp.Symbol("g", positive=True)
    total = u * v * rest
    after = [z + eta * push * total / z for z in (u, v)]
    factor = law("chain-imbalance-factor", step=eta * push * total, w1=u, w2=v)
    return after[0] ** 2 - after[1] ** 2, (u**2 - v**2) * factor


_STEP_DOMAIN = {k: POSITIVE, L: FINITE_DEPTH, mu_xx: POSITIVE}

CLAIMS.add(
    id="CHAIN-X-C-map",
    source=CHAIN.beyond("X-C"),
    says=(
        "Normalised by its minimum, gradient descent of the feedforward network and of block "
        "one is one map without data, v + (k/L)(1 - v^L) v^(L-1), with slope 1 - k at 1; that "
        "of block two, r > 1, contains r, but for L = 1 (CHAIN-X-A4)."
    ),
    checks=(
        Identity(_feedforward_step, {v: POSITIVE, r: POSITIVE, **_STEP_DOMAIN}, what="feedforward"),
        Identity(_printed_step, {v: POSITIVE, k: POSITIVE, L: FINITE_DEPTH}),
        Identity(_block1_step, {v: POSITIVE, r: POSITIVE, **_STEP_DOMAIN}, what="block one"),
        Identity(_block2_step, {s: POSITIVE, r: ABOVE_ONE, **_STEP_DOMAIN}, what="block two"),
        Identity(_multiplier, {k: POSITIVE, L: FINITE_DEPTH}),
        Identity(_registered_multiplier, {k: POSITIVE}),
        Identity(
            _imbalance,
            {
                u: POSITIVE,
                v: POSITIVE,
                rest: POSITIVE,
                sp.Symbol("g", positive=True): POSITIVE,
                eta: POSITIVE,
            },
        ),
    ),
)


def _block2_one_layer() -> tuple[sp.Expr, sp.Expr]:
    """One block 1 + w^2 is two tied layers: the feedforward map of L = 2 in s."""
    next_weight = law("block2-gd-step", s=s, L=sp.Integer(1))
    return next_weight, law("chain-gd-step", v=s, L=sp.Integer(2))


def _block2_near_one() -> tuple[sp.Expr, sp.Expr]:
    """Block two as r -> 1, with r = u^L: the target is near the floor at every depth."""
    step = sp.powdenest(law("block2-gd-step", s=s, r=u**L), force=True)
    return lim(step, u, 1), law("chain-gd-step", v=s, L=sp.Integer(2))


CLAIMS.add(
    id="CHAIN-X-A4",
    source=CHAIN.beyond("X-A4"),
    says=(
        "Block two of depth one takes the same steps as two feedforward layers, for every "
        "target r > 1, in units of the minimum; as r -> 1 block two of any depth does so too."
    ),
    checks=(
        Identity(_block2_one_layer, {s: POSITIVE, k: POSITIVE, r: ABOVE_ONE}),
        Identity(_block2_near_one, {s: POSITIVE, k: POSITIVE, L: FINITE_DEPTH}),
    ),
)


def _total_step() -> tuple[sp.Expr, sp.Expr]:
    """The step in alpha = v^L; both sides over alpha."""
    total = law("chain-gd-total-step", alpha=v**L) / v**L
    return sp.expand(law("chain-gd-step", v=v) / v) ** L, total


def _infinite_step() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    limit = lim(law("chain-gd-total-step"), L, sp.oo)
    yield "infinite depth", limit, law("chain-gd-total-step-infinite")


def _printed_infinite_step() -> tuple[sp.Expr, sp.Expr]:
    return law("chain-gd-total-step-infinite"), alpha * sp.exp(k * alpha * (1 - alpha))


def _log_slope() -> tuple[sp.Expr, sp.Expr]:
    step = law("chain-gd-total-step")
    return alpha * D(step, alpha) / step, law("chain-gd-log-slope")


CLAIMS.add(
    id="CHAIN-X-C-total",
    source=CHAIN.beyond("X-C"),
    says="In the total weight the map is alpha (1 + (k/L) alpha^(1-2/L) (1-alpha))^L, at infinite "
    "depth alpha exp(k alpha (1-alpha)); its logarithmic slope.",
    checks=(
        Identity(_total_step, {v: UNIT, k: POSITIVE, L: FINITE_DEPTH}),
        *identities(_infinite_step, ("infinite depth",), {alpha: UNIT, k: POSITIVE}),
        Identity(_printed_infinite_step, {alpha: POSITIVE, k: POSITIVE}),
        Identity(_log_slope, {alpha: POSITIVE, k: POSITIVE, L: FINITE_DEPTH}),
    ),
)
