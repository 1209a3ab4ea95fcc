"""Model, loss, flow and conservation laws: sections 1 and 2 up to equation (2)."""

from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property, Quoted, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    arrays,
    indices,
    induction,
    naturals,
    positive,
    reals,
    scalars,
    slope,
    total,
)
from depthlaws.theory import chain
from depthlaws.theory.papers import CHAIN
from depthlaws_papers.chain.claims import layers
from depthlaws_papers.chain.claims.common import (
    DEPTH,
    MOMENTS,
    L,
    descent,
    exact_networks,
    layer,
    loss,
    others,
    p,
    q,
    u,
    v,
)

CLAIMS = Claims()


# -- the network and its loss ----------------------------------------------------------------------


x, y, c = scalars("x y c")
f, g, h = arrays("f g h")

CLAIMS.add(
    id="CHAIN-E1",
    source=CHAIN.eq(1),
    says="The network is linear in its input and in every single weight b_1, ..., b_L.",
    statement=Statement(
        Equal(h[layers.n], f[layers.n] + c * g[layers.n], by=induction(layers.n)),
        *layers.PARTS,
        for_all={**layers.ANY_LAYERS, x: reals, y: reals, c: reals},
        defined={
            f[0]: x,
            f[layers.layer + 1]: layers.b[layers.layer + 1] * f[layers.layer],
            g[0]: y,
            g[layers.layer + 1]: layers.b[layers.layer + 1] * g[layers.layer],
            h[0]: x + c * y,
            h[layers.layer + 1]: layers.b[layers.layer + 1] * h[layers.layer],
            **layers.LAYERS,
        },
    ),
    cross_checks=(Exhaustive(exact_networks("feedforward")),),
)


N, a = scalars("N a")
X, Y = arrays("X Y")
i = indices("i", N)
yx, xx, yy = scalars("mu_yx mu_xx mu_yy")
parabola = xx * (a - yx / xx) ** 2 / 2 + (yy - yx**2 / xx) / 2

CLAIMS.add(
    id="CHAIN-I1",
    source=CHAIN.section("2, loss"),
    says="The training loss is a parabola in the total weight a with minimum at "
    "r = mu_yx/mu_xx, above an irreducible part, unless every input is 0.",
    statement=Statement(
        Equal(
            total((Y[i] - a * X[i]) ** 2, i) / (2 * N),
            total(Y[i] ** 2, i) / N / 2
            - a * total(Y[i] * X[i], i) / N
            + a**2 * total(X[i] ** 2, i) / N / 2,
        ),
        Equal((yy - 2 * a * yx + a**2 * xx) / 2, parabola),
        for_all={N: naturals(1), a: reals, X: reals[N], Y: reals[N]}
        | {yx: reals, xx: positive, yy: reals},
    ),
)


push = yx - xx * layers.P

CLAIMS.add(
    id="CHAIN-E2",
    source=CHAIN.eq(2),
    says="Gradient flow of each weight b_l has the speed eta (mu_yx - mu_xx P) P/b_l, with P the "
    "product of all weights: minus the loss's slope; P/b_l is front[l - 1] back[l].",
    statement=Statement(
        *layers.PARTS,
        *layers.SLOPES,
        Equal(slope((yy - 2 * a * yx + a**2 * xx) / 2, a), xx * a - yx),
        Equal(
            -push * layers.dP,
            -total(
                push * layers.front[layers.m - 1] * layers.back[layers.m] * layers.db[layers.m],
                layers.m,
            ),
            because=push * layers.slopes.gap,
        ),
        for_all={**layers.ANY_VARIATION, a: reals, yx: reals, xx: positive, yy: reals},
        defined=layers.VARIED,
    ),
)


def _distance_to_flow(depth: float, rate: float) -> float:
    steps = int(260 / rate)
    path = descent(depth, 0.01, rate, steps)
    return float(np.max(np.abs(path - chain.alpha(rate * np.arange(steps + 1.0), 0.01, depth))))


def _first_order(depth: float) -> tuple[float, float]:
    """Halving a small rate halves the distance, once the term linear in the rate is removed."""
    whole, half, quarter = (_distance_to_flow(depth, k) for k in (0.2, 0.1, 0.05))
    return 2 * quarter / half - half / whole, 0.5


CLAIMS.add(
    id="CHAIN-I2",
    source=CHAIN.section("2"),
    says="Gradient flow captures gradient descent at a small rate: the largest distance between "
    "them is proportional to k = eta S as k -> 0 (extrapolated from k = 0.2, 0.1 and 0.05, from "
    "alpha0 = 0.01, at L = 1, 2, 4, 16 and infinity).",
    quote="captures the behaviors of gradient descent under a stable learning rate",
    reading=(
        '"Captures" is read as: becomes exact as the rate shrinks. At the stable rate '
        "k = 1 the distance is a third of the target for one layer (CHAIN-I2-distances)."
    ),
    imprecise=True,
    exact="CHAIN-I2-distances",
    checks=(Property(_first_order, {"depth": [1.0, 2.0, 4.0, 16.0, np.inf]}, rtol=2.5e-3),),
    why_sampled="no enclosure of the largest distance along an orbit",
    change="under a small learning rate.",
    against=(
        Smallest(
            lambda L: (sp.exp(-1), "<=", sp.Rational(1, 10)),
            {"L": [1]},
            of=("distance after one step at the stable rate k = 1 from 0", "a tenth of the target"),
        ),
    ),
)


def _distances() -> Iterator[tuple[str, float, str]]:
    table = {
        1.0: (".364", ".166", ".201", ".222", ".221"),
        0.5: (".117", ".083", ".103", ".113", ".117"),
        0.1: (".0190", ".0164", ".0204", ".0227", ".0233"),
    }
    for rate, printed in table.items():
        for depth, number in zip((1.0, 2.0, 4.0, 16.0, np.inf), printed, strict=True):
            yield f"k={rate:g}, L={depth:g}", _distance_to_flow(depth, rate), number


CLAIMS.add(
    id="CHAIN-I2-distances",
    source=CHAIN.beyond("ERR-C3"),
    says="The largest |alpha_GD - alpha_flow| from alpha0 = 0.01 is 0.17 to 0.36 at k = 1, 0.08 to "
    "0.12 at k = 0.5 and 0.016 to 0.023 at k = 0.1, for L = 1, 2, 4, 16 and infinity.",
    checks=(Quoted(_distances),),
    why_sampled="no enclosure of the largest distance along an orbit",
)


# -- conservation laws -----------------------------------------------------------------------------


invariants = {
    "feedforward": lambda weight: weight**2,
    "block1": lambda weight: (1 + weight / sp.sqrt(L)) ** 2,
    "block2": lambda weight: sp.log(weight) + weight**2 / (2 * L),
}


def _conserved(network: str, first: sp.Symbol, second: sp.Symbol) -> Equal:
    """d/dt of a layer's invariant does not depend on the layer; two layers are compared."""
    after = loss(layer(network, first) * layer(network, second) * others)
    rates = [D(invariants[network](z), z) * -D(after, z) for z in (first, second)]
    return Equal(*rates)


CLAIMS.add(
    id="CHAIN-I3",
    source=CHAIN.section("2, conservation law"),
    says="Gradient flow conserves the differences of w_l^2 (feedforward), of (1 + w_l/sqrt L)^2 "
    "(block one) and, for w_l > 0, of ln w_l + w_l^2/(2L) (block two).",
    statement=Statement(
        _conserved("feedforward", p, q),
        _conserved("block1", p, q),
        _conserved("block2", u, v),
        for_all={p: reals, q: reals, u: positive, v: positive, others: reals, L: DEPTH, **MOMENTS},
    ),
)

eta, force, one, two, rest = scalars("eta g w_l w_m B")
push_on = eta * force * rest  # eta g P/(w_l w_m): P is w_l w_m B

CLAIMS.add(
    id="CHAIN-I3-descent",
    source=CHAIN.beyond("I3"),
    says="One step of gradient descent multiplies w_l^2 - w_m^2, of nonzero weights, by 1 - (eta g "
    "P/(w_l w_m))^2 exactly, g = mu_yx - mu_xx P; here P = w_l w_m B.",
    statement=Statement(
        Equal(
            (one + push_on * two) ** 2 - (two + push_on * one) ** 2,
            (one**2 - two**2) * (1 - push_on**2),
        ),
        for_all=dict.fromkeys((eta, force, one, two, rest), reals),
    ),
)
