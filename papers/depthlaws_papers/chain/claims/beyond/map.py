"""Beyond the paper: gradient descent as one map."""

import sympy as sp

from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, lim
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    above,
    exp,
    positive,
    registered,
)
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    MOMENTS,
    SHARE,
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
    x,
)

CLAIMS = Claims()


step = v + k / L * (1 - v**L) * v ** (L - 1)
# In v = b/rho block one has the same step.
rho = r ** (1 / L)
push = at(
    (-k / printed_sharpness("block1") * gradient("block1")).subs(mu_yx, r * mu_xx),
    {w: sp.sqrt(L) * (v * rho - 1)},
)
# Two weights u and v, the product B of the others, the slope g of the loss in the total weight.
g = sp.Symbol("g", positive=True)
product = u * v * rest
after = [z + eta * g * product / z for z in (u, v)]


CLAIMS.add(
    id="CHAIN-X-C-map",
    source=CHAIN.beyond("X-C"),
    says="Normalised by its minimum, gradient descent of the feedforward network and of block one "
    "is one map without data, v + (k/L)(1 - v^L) v^(L-1), with slope 1 - k at 1; that of block "
    "two, r > 1, contains r, but for L = 1 (CHAIN-X-A4).",
    statement=Statement(
        Equal(step_in_units("feedforward", v), step),
        Equal(registered("chain-gd-step"), step),
        Equal(v + push / (sp.sqrt(L) * rho), step),
        Equal(
            step_in_units("block2", s).subs(r, sp.exp(x)), registered("block2-gd-step", r=exp(x))
        ),
        Equal(at(D(step, v), {v: 1}), registered("gd-multiplier")),
        Equal(registered("gd-multiplier"), 1 - k),
        Equal(
            after[0] ** 2 - after[1] ** 2,
            (u**2 - v**2)
            * registered("chain-imbalance-factor", step=eta * g * product, w1=u, w2=v),
        ),
        for_all={
            v: positive,
            r: positive,
            k: positive,
            L: DEPTH,
            **MOMENTS,
            x: positive,
            s: positive,
            u: positive,
            rest: positive,
            g: positive,
            eta: positive,
        },
    ),
)


CLAIMS.add(
    id="CHAIN-X-A4",
    source=CHAIN.beyond("X-A4"),
    says="Block two of depth one takes the same steps as two feedforward layers, for every target "
    "r > 1, in units of the minimum; as r -> 1 block two of any depth does so too.",
    statement=Statement(
        # One block 1 + w^2 is two tied layers: the feedforward map of L = 2 in s.
        Equal(registered("block2-gd-step", L=1), registered("chain-gd-step", v=s, L=2)),
        # Block two as r -> 1, with r = u^L: the target is near the floor at every depth.
        Equal(
            lim(looked_up("block2-gd-step", r=u**L), u, 1), registered("chain-gd-step", v=s, L=2)
        ),
        for_all={s: positive, k: positive, r: above(1), L: DEPTH},
    ),
)


total = registered("chain-gd-total-step")
growth = 1 + k / L * v ** (L - 2) * (1 - v**L)


CLAIMS.add(
    id="CHAIN-X-C-total",
    source=CHAIN.beyond("X-C"),
    says="Below the target: in the total weight the map is alpha (1 + (k/L) alpha^(1-2/L) "
    "(1-alpha))^L, at infinite depth alpha exp(k alpha (1-alpha)); its logarithmic slope.",
    statement=Statement(
        # In v, alpha = v^L.
        Equal(registered("chain-gd-step"), v * growth),
        Equal(total.put({alpha: v**L}), v**L * growth**L),
        Equal(
            lim(looked_up("chain-gd-total-step"), L, sp.oo), alpha * sp.exp(k * alpha * (1 - alpha))
        ),
        Equal(registered("chain-gd-total-step-infinite"), alpha * sp.exp(k * alpha * (1 - alpha))),
        Equal(
            alpha * D(looked_up("chain-gd-total-step"), alpha),
            registered("chain-gd-log-slope") * total,
        ),
        for_all={
            v: SHARE,
            k: positive,
            L: DEPTH,
            alpha: SHARE,
        },
    ),
)
