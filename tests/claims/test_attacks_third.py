"""A third round of attempts to have something false proved.

Letters as in ``test_attacks``, and E for deltas, K for powers, O for cells of minima and maxima, R
for growth, V for hypotheses that are never met, X for "exactly", Z for sizes that may be 0.
"""

import time
from decimal import Decimal

import mpmath
import pytest
import sympy as sp

from depthlaws.claims.engine.stated import D
from depthlaws.claims.engine.statement import (
    Abs,
    AtMost,
    Cases,
    Equal,
    Exactly,
    Growth,
    Less,
    Max,
    Mean,
    Min,
    Rounds,
    Statement,
    arrays,
    at_least,
    both,
    either,
    gaussian,
    index,
    indices,
    induction,
    interval,
    log,
    naturals,
    nonnegative,
    one_of,
    positive,
    rational,
    reals,
    registered,
    same,
    scalars,
    slope,
    sqrt,
    total,
    tree,
)
from tests.claims.test_attacks import GREEN, LIMIT_S, outcome

N, d, L, r, s, q, w, delta = scalars("N d L r s q w delta")
a, b, g, h, u, v, W, M, S = arrays("a b g h u v W M S")
n, k = indices("n k", N)
i, j, m = indices("i j m", d)
t = indices("t", L)
ups = indices("ups", N - 1)
low = indices("low", n)
less = index("less", 1, n - 1)
onwards = index("onwards", n, N)
before = index("before", 0, L - 1)
start = index("start", 0, N - 1)
share = rational(22, 7)  # in no list of points
REALS = {r: reals, s: reals, q: reals}
DIM = {d: naturals(1), a: reals[d], b: reals[d]}
SEQ = {N: naturals(1), u: reals[N]}
DRAWN = {d: naturals(1), q: nonnegative, W: gaussian(q)[d, d]}
LINE = {N: naturals(1), q: nonnegative, v: gaussian(q)[N]}
DEPTH = {L: naturals(0), a: reals[L], r: reals}
SUM = {S[0]: 0, S[before + 1]: S[before] + a[before + 1]}
bump = Max(0, Min(r - share, share + rational(1, 1000) - r))  # not 0 in a thousandth only
at_22 = Max(0, Min(N - 21, 23 - N))  # 1 at N = 22, else 0
x = sp.Symbol("x", positive=True)


class Agreeable:
    """Equal to everything."""

    def __eq__(self, _other):
        return True

    __hash__ = None


def cases(code):
    return lambda: Statement(
        Cases(code, {N: (1, 2)}, "as the code says"), for_all={N: one_of(1, 2)}
    )


ATTACKS = {
    # -- K: powers --------------------------------------------------------------------------------
    "K powers that cancel at 0": lambda: Statement(
        Equal(r**s * r**-s, 1), for_all={r: nonnegative, s: positive}
    ),
    "K a power of a product of negatives": lambda: Statement(
        Equal((r * s) ** q, r**q * s**q), for_all=REALS
    ),
    "K a power of a square": lambda: Statement(
        Equal((r**2) ** q, r ** (2 * q)), for_all={r: reals, q: positive}
    ),
    "K exponents that add to one": lambda: Statement(
        Equal((r - share) ** s * (r - share) ** (1 - s), r - share),
        for_all={r: reals, s: interval(0, 1, low_open=True, high_open=True)},
    ),
    "K a root of a sign": lambda: Statement(
        Equal(sqrt(tree(-1) ** N) ** 2, tree(-1) ** N), for_all={N: naturals(1)}
    ),
    "K an odd power by its sign": lambda: Statement(
        AtMost(0, r ** (2 * N + 1), because=r ** (2 * N + 1)), for_all={N: naturals(1), r: reals}
    ),
    "K a power of an open parity": lambda: Statement(
        AtMost(0, r**N, because=r**N), for_all={N: naturals(1), r: reals}
    ),
    "K an even exponent that is a half": lambda: Statement(
        AtMost(0, r * s, because=(r * s) ** rational(2, 2)), for_all=REALS
    ),
    "K a root of a fourth power": lambda: Statement(
        AtMost(0, r, because=(r**4) ** rational(1, 4)), for_all={r: reals}
    ),
    "K the inverse of an even power": lambda: Statement(
        AtMost(0, (r - share) ** -2, because=(r - share) ** -2), for_all={r: reals}
    ),
    "K a square beside its inverse": lambda: Statement(
        Equal((r - share) ** 2 * (r - share) ** -2, 1), for_all={r: reals}
    ),
    "K a power of 1 less a size": lambda: Statement(
        AtMost(0, (1 - N) ** 3, because=-((1 - N) ** 3) * 1 * -1), for_all={N: naturals(1)}
    ),
    # -- E: deltas --------------------------------------------------------------------------------
    "E a second slope without its delta": lambda: Statement(
        Equal(slope(slope(total(a[i] ** 2, i), a[j]), a[m]), 2), for_all=DIM
    ),
    "E a slope at another place": lambda: Statement(
        Equal(slope(total(a[i] ** 2, i), a[j]), 2 * a[m]), for_all=DIM
    ),
    "E a matrix against its transpose": lambda: Statement(
        Equal(Mean(W[i, j] * W[j, i], W), q), for_all=DRAWN
    ),
    "E neighbours that coincide": lambda: Statement(
        Equal(Mean(total(v[ups] * v[ups + 1], ups), v), q * (N - 1)), for_all=LINE
    ),
    "E earlier places that coincide": lambda: Statement(
        Equal(Mean(total(v[n] * v[less], less), v), q), for_all=LINE
    ),
    "E the first place and all": lambda: Statement(Equal(Mean(v[1] * v[n], v), q), for_all=LINE),
    "E the last place and none": lambda: Statement(
        Equal(Mean(total(v[N] * v[n], n), v), 0), for_all=LINE
    ),
    "E mirrored places": lambda: Statement(
        Equal(total(Mean(v[n] * v[N - n + 1], v), n), 0), for_all=LINE | {N: naturals(2)}
    ),
    "E mirrored places in every pair": lambda: Statement(
        Equal(total(Mean(v[n] * v[N - n + 1], v), n), q), for_all=LINE
    ),
    # -- I: means ---------------------------------------------------------------------------------
    "I two squares in one column": lambda: Statement(
        Equal(Mean(W[i, j] ** 2 * W[m, j] ** 2, W), q**2), for_all=DRAWN
    ),
    "I a trace of a square": lambda: Statement(
        Equal(Mean(total(W[i, j] * W[j, i], i, j), W), q * d**2), for_all=DRAWN
    ),
    "I a mean through two definitions": lambda: Statement(
        Equal(Mean(h[i] * g[j], W), 0),
        for_all=DRAWN | {a: reals[d]},
        defined={g[i]: total(W[i, j] * a[j], j), h[i]: g[i] * a[i]},
    ),
    "I a mean of a largest entry": lambda: Statement(
        AtMost(Mean(Max(W[1, 1], 0), W), 0), for_all=DRAWN
    ),
    "I a variance with a pole": lambda: Statement(
        Equal(Mean(total(W[i, j] ** 2, i, j), W), q * d),
        for_all={d: naturals(0), q: nonnegative, W: gaussian(q / d)[d, d]},
    ),
    "I two independent matrices for one": lambda: Statement(
        Equal(Mean(Mean(total(W[i, j] * M[i, j], i, j) ** 2, W), M), 3 * q**2 * d**2),
        for_all=DRAWN | {M: gaussian(q)[d, d]},
    ),
    "I a drawn array in a hypothesis": lambda: Statement(
        Equal(Mean(W[1, 1] ** 2, W), 1), for_all=DRAWN, given=(Equal(W[1, 1] ** 2, 1),)
    ),
    "I one index both bound and free": lambda: Statement(
        Equal(total(a[i], i) * b[i], total(a[i] * b[i], i)), for_all=DIM
    ),
    # -- D: inductions ----------------------------------------------------------------------------
    "D a constant that is the last entry": lambda: Statement(
        Equal(S[L], a[L], by=induction(L)),
        for_all=DEPTH | {L: naturals(1)},
        defined={S[0]: a[L], S[before + 1]: S[before]},
    ),
    "D a reversed sum with weights": lambda: Statement(
        Equal(S[L], total(a[L + 1 - t] * (1 + (t - 1) * (t - L)), t), by=induction(L)),
        for_all=DEPTH,
        defined=SUM,
    ),
    "D a hypothesis that shrinks": lambda: Statement(
        AtMost(L * r, 1, by=induction(L), because=(1 - L * r) - r),
        for_all={L: naturals(1), r: nonnegative},
        given=(AtMost(L * L * r, 1),),
    ),
    "D a hypothesis on a total": lambda: Statement(
        AtMost(S[L], r, by=induction(L), because=(r - S[L]) * 1 + 0 * r),
        for_all=DEPTH | {a: nonnegative[L]},
        defined=SUM,
        given=(AtMost(total(a[t], t), r),),
    ),
    "D a step that multiplies by 0": lambda: Statement(
        Equal(S[L], total(a[t] * t, t), by=induction(L, times=0)), for_all=DEPTH, defined=SUM
    ),
    "D the gap one further as known": lambda: Statement(
        AtMost(S[L], 0, by=induction(L), because=0 - S[L + 1]), for_all=DEPTH, defined=SUM
    ),
    "D a recursion that skips": lambda: Statement(
        Equal(S[L], 0, by=induction(L)),
        for_all={L: naturals(0)},
        defined={S[0]: 0, S[1]: 1, S[before + 2]: S[before]},
    ),
    # -- P: definitions and names -----------------------------------------------------------------
    "P a start that is the end": lambda: Statement(
        Equal(h[0], 0), for_all={N: naturals(0)}, defined={h[0]: 0, h[N]: 1}
    ),
    "P an end that is defined twice": lambda: Statement(
        Equal(h[N], 1), for_all={N: naturals(1)}, defined={h[N]: 1, h[start + 1]: h[start], h[0]: 0}
    ),
    "P a definition by its own sum": lambda: Statement(
        Equal(h[i], 0), for_all=DIM, defined={h[i]: total(h[j], j) + 0 * a[i]}
    ),
    "P a definition by earlier entries of no fixed step": lambda: Statement(
        Equal(h[n], 0), for_all=SEQ, defined={h[n]: total(h[less], less)}
    ),
    "P a definition that hides an index": lambda: Statement(
        Equal(h[n], u[n]), for_all=SEQ, defined={h[n]: u[k]}
    ),
    "P a special case of what is defined": lambda: Statement(
        Equal(h[i], 1, where={h[i]: 1}), for_all=DIM, defined={h[i]: a[i]}
    ),
    "P a size over the reals": lambda: Statement(
        Equal(total(a[i], i), 0), for_all={d: reals, a: reals[d]}
    ),
    "P two quantifiers for one name": lambda: Statement(
        Equal(r, r + 0 * s), for_all={r: positive, sp.Symbol("r"): reals, s: reals}
    ),
    # -- C: inequalities --------------------------------------------------------------------------
    "C a hypothesis times a factor without sign": lambda: Statement(
        AtMost(0, r * s, because=r * (s - 0)), for_all=REALS, given=(AtMost(0, s),)
    ),
    "C a hypothesis turned round": lambda: Statement(
        AtMost(r, s, because=r - s), for_all=REALS, given=(AtMost(s, r),)
    ),
    "C a multiple of no equality": lambda: Statement(
        Equal(r**2, s**2, because=(r - s) * (r + s)), for_all=REALS, given=(AtMost(r, s),)
    ),
    "C a hypothesis at n for all earlier ones": lambda: Statement(
        AtMost(0, total(u[low], low), because=total(u[low] - 0, low)),
        for_all=SEQ,
        given=(AtMost(0, u[N]),),
    ),
    "C roots of a product without signs": lambda: Statement(
        AtMost(r * s, sqrt(r**2) * s, because=tree(0)), for_all=REALS
    ),
    "C strict by a nonnegative factor": lambda: Statement(
        Less(r * s, 2 * r * s, because=r * s), for_all={r: positive, s: nonnegative}
    ),
    "C the sign of a mean": lambda: Statement(Less(0, Mean(v[1] ** 2, v), because=q), for_all=LINE),
    "C a corner of four": lambda: Statement(
        AtMost(r + s + q + w, rational(399, 100)),
        for_all=dict.fromkeys((r, s, q, w), interval(0, 1)),
    ),
    # -- G: sums ----------------------------------------------------------------------------------
    "G nested ranges": lambda: Statement(
        Equal(
            total(low * n, low, n),
            N * (N + 1) * (N + 2) * (3 * N + 1) / 24 + (N - 1) * (N - 2) * (N - 3) * (N - 4),
        ),
        for_all={N: naturals(1)},
    ),
    "G a range from an index on": lambda: Statement(
        Equal(total(1 + 0 * onwards, onwards), N - n), for_all={N: naturals(1)}
    ),
    "G a range from 3 on": lambda: Statement(
        Equal(total(1 + 0 * index("p", 3, N), index("p", 3, N)), N - 2), for_all={N: naturals(1)}
    ),
    # -- O: cells ---------------------------------------------------------------------------------
    "O a bump between the points": lambda: Statement(Equal(bump, 0), for_all={r: reals}),
    "O a bump that is never positive": lambda: Statement(AtMost(bump, 0), for_all={r: reals}),
    "O a bump as a condition": lambda: Statement(
        Exactly(either(bump > 0, r > 5), r > 5), for_all={r: reals}
    ),
    "O a bump at one size": lambda: Statement(Equal(at_22, 0), for_all={N: naturals(1)}),
    "O a bump at one size, at most": lambda: Statement(
        AtMost(at_22, rational(1, 2)), for_all={N: naturals(1)}
    ),
    "O a product of maxima": lambda: Statement(
        Equal(Max(r * s, 0), Max(r, 0) * Max(s, 0)), for_all=REALS
    ),
    "O a maximum of three by two": lambda: Statement(
        Exactly(Max(r, s, q) < 1, both(r < 1, s < 1)), for_all=REALS
    ),
    "O a maximum below the sum": lambda: Statement(AtMost(Max(r, s), r + s), for_all=REALS),
    "O an absolute value below its bump": lambda: Statement(
        Equal(Abs(r - share) + bump, Max(r - share, share - r)), for_all={r: reals}
    ),
    # -- R: growth --------------------------------------------------------------------------------
    "R a size hidden in a formula": lambda: Statement(
        Equal(Growth(registered("chain-sharpness", mu_xx=1, mu_yx=1), L), 0),
        for_all={L: at_least(1)},
    ),
    "R a size hidden in a derivative": lambda: Statement(
        Equal(Growth(tree(D(x ** sp.Rational(101, 100), x)), x), 0),
        for_all={x: positive},
        given=(Less(0, D(x ** sp.Rational(101, 100), x)),),
    ),
    "R a constant that a hypothesis ties to the size": lambda: Statement(
        Equal(Growth(r * N, N), 1),
        for_all={N: naturals(1), r: positive},
        given=(Equal(r * N, 1),),
    ),
    "R a size hidden in a definition": lambda: Statement(
        Equal(Growth(h[1], N), 0),
        for_all={N: naturals(1)},
        defined={h[1]: N ** rational(1, 100)},
        given=(Less(0, h[1]),),
    ),
    "R a growth of a size with an end": lambda: Statement(
        Equal(Growth(N + 3, N), 1), for_all={N: interval(1, 9, whole=True)}
    ),
    "R a negative exponent that wins": lambda: Statement(
        Equal(Growth(N**delta + 1, N), delta), for_all={N: naturals(1), delta: reals}
    ),
    "R a small power for none": lambda: Statement(
        Equal(Growth(N ** rational(1, 200), N), 0), for_all={N: naturals(1)}
    ),
    "R a logarithm": lambda: Statement(
        Equal(Growth(1 + log(N), N), rational(1, 100)), for_all={N: naturals(1)}
    ),
    "R the larger power, strictly": lambda: Statement(
        Exactly(same(Growth(N**r + N**s, N), r), r > s),
        for_all={N: naturals(1), r: reals, s: reals},
    ),
    # -- X: exactly -------------------------------------------------------------------------------
    "X a point left out": lambda: Statement(
        Exactly((r**2 - 2) ** 2 * (r - 1) > 0, r > 1), for_all={r: nonnegative}
    ),
    "X a size left out": lambda: Statement(
        Exactly((N - 22) ** 2 * (N - 2) > 0, N > 2), for_all={N: naturals(1)}
    ),
    "X a pole at the border": lambda: Statement(
        Exactly(1 / (r - share) > 0, r > share), for_all={r: reals}
    ),
    "X a factor that may be 0": lambda: Statement(
        Exactly(r * s > 0, s > 0), for_all={r: nonnegative, s: reals}
    ),
    "X two signs for one": lambda: Statement(Exactly(r * s > 0, both(r > 0, s > 0)), for_all=REALS),
    "X at most for below": lambda: Statement(
        Exactly(r * s < share, r <= share / s), for_all={r: positive, s: positive}
    ),
    # -- Z: sizes that may be 0 -------------------------------------------------------------------
    "Z a mean over nothing": lambda: Statement(
        Equal(total(u[n], n) / N * N, total(u[n], n)), for_all=SEQ | {N: naturals(0)}
    ),
    "Z the first of none": lambda: Statement(Equal(u[1] * 1, u[1]), for_all=SEQ | {N: naturals(0)}),
    "Z a positive sum of nothing": lambda: Statement(
        Less(0, total(u[n], n), because=total(u[n], n)),
        for_all={N: naturals(0), u: positive[N]},
    ),
    # -- V: hypotheses that are never met ---------------------------------------------------------
    "V hypotheses met at one size only": lambda: Statement(
        AtMost(N, 1, because=total((u[ups] - 1) + (0 - u[ups]), ups)),
        for_all=SEQ,
        given=(AtMost(1, u[ups]), AtMost(u[ups], 0)),
    ),
    "V a negative sum of squares": lambda: Statement(
        Equal(r, 1), for_all=SEQ | {r: reals}, given=(Less(total(u[n] ** 2, n), 0),)
    ),
    "V two values at once": lambda: Statement(
        Equal(s, 1), for_all=REALS, given=(Equal(r, 1), Equal(r, 2))
    ),
    # -- Q: code and digits -----------------------------------------------------------------------
    "Q code that returns nothing": cases(lambda N: (None, None)),
    "Q floats in lists": cases(lambda N: ([1e16 + 1], [1e16])),
    "Q floats in a set": cases(lambda N: ({1e16 + 1}, {1e16})),
    "Q numbers of mpmath": cases(lambda N: (mpmath.mpf(10) ** 16 + 1, mpmath.mpf(10) ** 16)),
    "Q decimals": cases(lambda N: (Decimal(10) ** 30 + 1, Decimal(10) ** 30)),
    "Q equal to everything": cases(lambda N: (Agreeable(), N)),
    "Q functions": cases(lambda N: (cases, cases)),
    "Q an assertion": cases(lambda N: 1 // 0 if N > 3 else (_ for _ in ()).throw(AssertionError)),
    "Q half a unit, rounded down": lambda: Statement(Rounds(rational(1, 8), "0.12")),
    "Q half a unit below 0, rounded up": lambda: Statement(Rounds(rational(-1, 8), "-0.12")),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_in_one_line_or_gets_the_word_it_deserves(name):
    started = time.process_time()
    words = outcome(ATTACKS[name])
    assert words
    assert not words <= GREEN, words
    assert time.process_time() - started < LIMIT_S
