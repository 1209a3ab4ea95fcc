"""Sections 2.3, 3.1, 3.2 and A.4.4: sizes of rates and weights, the origin, weights met twice."""

from fractions import Fraction

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Less,
    Mean,
    Statement,
    arrays,
    both,
    gaussian,
    index,
    indices,
    induction,
    naturals,
    positive,
    reals,
    same,
    scalars,
    total,
)
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.common import Case
from depthlaws_papers.pc.claims.exponents import ANY_EXPONENT, a, a1, aL, b, b1, c, d
from depthlaws_papers.pc.claims.sizes import typed

CLAIMS = Claims()

# -- the rate --------------------------------------------------------------------------------------

HALF = Fraction(1, 2)
RATE = 2 * d - c  # power of N in eta_0 gamma^2 N^-c
on_line, one = both(same(d, HALF), same(RATE, 0)), same(c, 1)


def _mup() -> tuple[Case, ...]:
    """The column muP against the point c = 1 of the line."""
    wanted = {"a1": -HALF, "b1": 1, "a": 0, "b": 1, "aL": 0, "bL": 1, "c": 1, "d": HALF}
    cells = typed("mup")
    return tuple((name, cells[name], sp.Rational(str(value))) for name, value in wanted.items())


CLAIMS.add(
    id="PC-S13",
    source=PC.section("2.3, after eq. (15)"),
    says="On the line (15) the learning rate eta_0 gamma^2 N^-c is of order one exactly at c = 1: "
    "that is the column muP, a = 0, b = 1, a_1 = -1/2, b_1 = 1.",
    statement=Statement(
        Exactly(on_line, both(same(d, HALF), one)),
        Exactly(both(one, same(a, (1 - c) / 2)), both(one, same(a, 0))),
        Exactly(both(one, same(a1, -c / 2)), both(one, same(a1, -HALF))),
        Exactly(both(one, same(b, c)), both(one, same(b, 1))),
        Exactly(both(one, same(b1, c)), both(one, same(b1, 1))),
        for_all=ANY_EXPONENT,
    ),
    cross_checks=(Exhaustive(_mup, what="the typed column"),),
)

# -- sizes of weights, with the factors in front of them -------------------------------------------

hidden, last = a + (1 - 2 * a) / 2, aL + (1 - 2 * aL) / 2 + d

CLAIMS.add(
    id="PC-S14",
    source=PC.section("3.1"),
    says="Under desideratum 1, b = 1 - 2 a, a weight with its factors has the size N^-(a + b/2) = "
    "N^(-1/2) in hidden layers and N^(-1/2 - d) in the readout, N^(-d) times as much: 1/N at "
    "d = 1/2, and as much as the others at d = 0.",
    statement=Statement(
        Equal(hidden, HALF),
        Equal(last - hidden, d),
        Equal(last, 1, where={d: HALF}),
        Equal(last, hidden, where={d: 0}),
        for_all=ANY_EXPONENT,
    ),
)

# -- the origin ------------------------------------------------------------------------------------

t, q, loss = sp.symbols("t q loss", positive=True)
y, f = sp.symbols("y f", real=True)
more = sp.Symbol("k", integer=True, nonnegative=True)
missed = (y - t ** (more + 3) * f) ** 2 / 2
energy = loss / (1 + q * t**2)

CLAIMS.add(
    id="PC-S15",
    source=PC.section("3.2, saddles"),
    says="At the origin the loss of three or more layers is flat: along any weights t W, t to the "
    "power L in the output, it changes by t^3 times a factor that stays bounded. The energy has "
    "the curvature -2 q F along the readout alone, q the square of its length and factor: a saddle "
    "that is left.",
    reading="q = |c w|^2: with all other layers 0 the output is 0 and s = 1 + t^2 q (eq. 6). "
    "Other saddles: PC-S15-readout.",
    statement=Statement(
        Equal(missed - y**2 / 2, t**3 * (t ** (2 * more + 3) * f**2 / 2 - t**more * f * y)),
        Equal(at(D(energy, t), {t: 0}), 0),
        Equal(at(D(D(energy, t), t), {t: 0}), -2 * q * loss),
        Less(energy, loss),
        for_all={more: naturals(0), t: positive, q: positive, loss: positive, y: reals, f: reals},
    ),
)

K, size, scale, tau = scalars("K d c tau")
head, P = arrays("w P")
layer, (row, column) = index("k", 1, K), indices("i j", size)
SQUARES = total((scale * head[row]) ** 2, row)
PATHS = total(total(scale * head[row] * P[layer, row, column], row) ** 2, column, layer)
scaled_paths = total(
    total(scale * tau * head[row] * P[layer, row, column], row) ** 2, column, layer
)

CLAIMS.add(
    id="PC-S15-readout",
    source=PC.section("3.2, saddles"),
    says="Where the last features vanish on every input, which frees the loss of the readout, s is "
    "1 + t^2 q along a readout t w, whatever the other weights, with q at least |c w|^2: at t = 0 "
    "the energy has the curvature -2 q F, where the loss F has none.",
    reading="P_k is the product of the layers from k to the last. One layer of zeros below the "
    "readout makes the last features vanish.",
    statement=Statement(
        Equal(
            total((scale * tau * head[row]) ** 2, row) + scaled_paths, tau**2 * (SQUARES + PATHS)
        ),
        AtMost(SQUARES, SQUARES + PATHS, because=PATHS),
        Equal(at(D(energy, t), {t: 0}), 0),
        Equal(at(D(D(energy, t), t), {t: 0}), -2 * q * loss),
        Less(energy, loss),
        for_all={
            **dict.fromkeys((K, size), naturals(1)),
            **dict.fromkeys((scale, tau, t, q, loss), positive),
            **{head: reals[size], P: reals[K, size, size]},
        },
    ),
)

# -- the origin with skips -------------------------------------------------------------------------

H, width, factor, w = scalars("H d c w")
h, x = arrays("h x")
u, below = indices("u", width), index("l", 0, H - 1)

CLAIMS.add(
    id="PC-S16",
    source=PC.section("3.2, saddles"),
    says="Skips move the saddle of the origin: H blocks h + c W h with W = w on the diagonal "
    "multiply by (1 + c w)^H, which is 0, to order H in w + 1/c, at w = -1/c and 1 at w = 0.",
    quote="they effectively shift the position of the origin saddle",
    reading="The place w = -1/c is L^alpha sqrt(N) from 0 with c = L^-alpha N^(-1/2), where "
    "weights at the start have the size 1. At w = 0 the blocks pass their input unchanged, and a "
    "network with one hidden layer is left.",
    statement=Statement(
        Equal(h[H, u], (1 + factor * w) ** H * x[u], by=induction(H, times=1 + factor * w)),
        Equal(1 + factor * w, factor * (w + 1 / factor)),
        for_all={
            **dict.fromkeys((H, width), naturals(1)),
            **{factor: positive, w: reals, x: reals[width]},
        },
        defined={h[0, u]: x[u], h[below + 1, u]: h[below, u] + factor * w * h[below, u]},
    ),
)

# -- weights met twice (eq. 89) --------------------------------------------------------------------

N = scalars("N")
W, m = arrays("W m")
i, j, k = indices("i j k", N)

CLAIMS.add(
    id="PC-E89-last",
    source=PC.eq(89),
    says="The last term of (89) stays of order 1 in the second layer, where it meets its own "
    "weights again: the velocity below goes along W^T m, and |W W^T m|^2 has the mean (2 + 1/N) "
    "|m|^2, twice that of fresh weights.",
    quote="the covariance of the third term of Eq. 89",
    reading="At the start of a plain network, W of variance 1/N with its factor; the first "
    "features move along g_1, which is W^T m up to a factor (PC-E80, PC-E39). Later layers: not "
    "claimed.",
    statement=Statement(
        Equal(
            Mean(total(total(W[i, j] * W[k, j] * m[k], j, k) ** 2, i), W),
            (2 + 1 / N) * total(m[i] ** 2, i),
        ),
        Equal(
            Mean(total(total(W[i, j] * m[j], j) ** 2, i), W),
            total(m[i] ** 2, i),
        ),
        for_all={N: naturals(1), m: reals[N], W: gaussian(1 / N)[N, N]},
    ),
)

# -- the loss at the start -------------------------------------------------------------------------

gamma, target = scalars("gamma y")
r, states = arrays("r h")

CLAIMS.add(
    id="PC-S17",
    source=PC.section("A.4.3"),
    says="At the start the output has the mean square |h|^2/N over gamma^2, gamma = gamma0 N^d, so "
    "that half the mean square of an error y - f is y^2/2 and that half: of order 1 in the width "
    "for d >= 0, but of order N^(-2d) for d < 0.",
    quote="Given that the loss is",
    reading="Under desideratum 1: the readout with its multiplier has variance 1/N, and the "
    "features h have |h|^2 of order N. The sentence names no sign of d; the paper goes on with "
    "d = 1/2, where it holds (PC-E66-start has what follows for d < 0).",
    statement=Statement(
        Equal(
            Mean((target - total(r[i] * states[i], i) / gamma) ** 2 / 2, r),
            target**2 / 2 + total(states[i] ** 2, i) / (2 * N * gamma**2),
        ),
        for_all={
            **{N: naturals(1), gamma: positive, target: reals},
            **{states: reals[N], r: gaussian(1 / N)[N]},
        },
    ),
)
