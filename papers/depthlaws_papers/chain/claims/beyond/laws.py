"""Beyond the paper: the registered laws of each network, curvature, extremal depths."""

import sympy as sp

from depthlaws.claims.engine.formula_expressions import looked_up
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at, worked_out
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Statement,
    of_interval,
    positive,
    registered,
    tree,
)
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    L0,
    MOMENTS,
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
    printed_sharpness,
    r,
    radial_curvature,
    speed_of_total,
    target_domain,
    transverse_curvature,
    u,
    w,
)

CLAIMS = Claims()


# -- the laws of a network, each derived again from its layer --------------------------------------


def _derived(network: str) -> Statement:
    """Every registered law of a network against its own derivation."""

    def law(name: str, **values: sp.Expr) -> sp.Expr:
        return looked_up(law_id(network, name), **values)

    factor, own = layer(network, w), minimum(network)
    best = loss(factor**L) - (mu_yy - mu_yx**2 / mu_xx) / 2
    sharpest = at_minimum(radial_curvature(network), network)
    mismatch = L ** {"feedforward": -1, "block1": 0, "block2": 1}[network] * printed_sharpness(
        network
    )
    targets = {s: of_interval(domain) for s, domain in target_domain(network).items()}
    return Statement(
        Equal(law("factor"), factor),
        Equal(law("loss"), best),
        Equal(law("flow"), -eta * gradient(network)),
        Equal(law("total-flow", a=factor**L), speed_of_total(network)),
        # dw/dt = -dloss/da a b'/b, so that the invariant's slope times b' is 2b for every layer.
        Equal(D(law("invariant"), w) * D(factor, w), 2 * factor),
        Equal(law("layer-sharpness"), D(sp.log(factor), w) ** 2),
        Equal(law("minimum", mu_yx=r * mu_xx), own),
        Equal(law("max-rate", mu_yx=r * mu_xx) * sharpest, 2),
        Equal(sharpest, printed_sharpness(network)),
        Equal(law("mismatch", L0=L0) * mismatch.subs(L, L0), mismatch),
        for_all={w: positive, eta: positive, L0: DEPTH, **MOMENTS, **targets},
    )


CLAIMS.add(
    id="CHAIN-laws-feedforward",
    source=CHAIN.beyond("X-A1"),
    says="The registered laws of the feedforward network, each derived again from its layer.",
    statement=_derived("feedforward"),
)

CLAIMS.add(
    id="CHAIN-laws-block1",
    source=CHAIN.beyond("X-A1"),
    says="The registered laws of block one, each derived again from its layer.",
    statement=_derived("block1"),
)

CLAIMS.add(
    id="CHAIN-laws-block2",
    source=CHAIN.beyond("X-A2"),
    says="The registered laws of block two, each derived again from its layer.",
    statement=_derived("block2"),
)


# -- curvature and extremal depths -----------------------------------------------------------------


def _share(curvature: sp.Expr) -> sp.Expr:
    """A curvature of the feedforward network on the balanced ray in units of S/L."""
    here = at(worked_out(curvature), {w: (alpha * r) ** (1 / L)}).subs(mu_yx, r * mu_xx)
    return here / (mu_xx * r ** (2 - 2 / L))


CLAIMS.add(
    id="CHAIN-X-curvature",
    source=CHAIN.beyond("I5"),
    says="On the balanced ray, in units of S/L, the registered radial and transverse shares are "
    "the Hessian's eigenvalues, and the first is negative exactly below alpha = (L-1)/(2L-1); the "
    "registered losses are that of total weight a and its least value.",
    statement=Statement(
        Equal(_share(radial_curvature("feedforward")), registered("chain-radial-share")),
        Equal(_share(transverse_curvature("feedforward")), registered("chain-transverse-share")),
        Exactly(
            registered("chain-radial-share") < 0,
            tree(alpha) < registered("chain-negative-curvature"),
        ),
        Equal(registered("data-loss", a=u), loss(u)),
        Equal(registered("irreducible-loss"), loss(mu_yx / mu_xx)),
        for_all={
            alpha: positive,
            r: positive,
            mu_xx: positive,
            L: DEPTH,
            u: positive,
            mu_yx: positive,
            mu_yy: positive,
        },
    ),
)


feedforward = sp.log(L * r ** (2 - 2 / L))  # ln S less what has no depth in it
block2 = sp.log(r ** (2 - 2 / L) * (r ** (1 / L) - 1))


CLAIMS.add(
    id="CHAIN-X-depths",
    source=CHAIN.beyond("ERR-A9"),
    says="d ln S/dL vanishes at the real depth 2 ln(1/r) of the feedforward network, for r <= 1/2, "
    "and at log2(r) of block two, for r >= 2 (CHAIN-I8-range and CHAIN-I8-block2-peak state on "
    "which sides S grows).",
    statement=Statement(
        Equal(at(D(feedforward, L), {r: sp.exp(-L / 2)}), 0),
        Equal(registered("chain-flattest-depth", r=sp.exp(-L / 2)), L),
        Equal(at(D(block2, L), {r: 2**L}), 0),
        Equal(registered("block2-sharpest-depth", r=2**L), L),
        for_all={L: DEPTH},
    ),
)
