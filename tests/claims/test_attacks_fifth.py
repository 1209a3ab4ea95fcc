"""A fifth round of attempts to have something false proved: three of each kind, with their reasons.

Letters as in ``test_attacks``, ``test_attacks_more`` and ``test_attacks_third``. Verdict and words
are compared, as in ``test_attacks_fourth``.
"""

import re
import time
from fractions import Fraction

import pytest
import sympy as sp

from depthlaws.claims.engine.stated import integral, lim
from depthlaws.claims.engine.statement import (
    Abs,
    AtMost,
    Cases,
    Differs,
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
    either,
    exp,
    gaussian,
    index,
    indices,
    induction,
    interval,
    naturals,
    nonnegative,
    positive,
    rational,
    reals,
    registered,
    same,
    scalars,
    slope,
    sqrt,
    step,
    total,
    tree,
)
from tests.claims.test_attacks import GREEN, LIMIT_S
from tests.claims.test_attacks_fourth import told

N, K, d, L, r, s, q, p = scalars("N K d L r s q p")
a, b, g, h, u, v, W, V, S = arrays("a b g h u v W V S")
n, k = indices("n k", N)
i, j, m = indices("i j m", d)
t = indices("t", L)
before = index("before", 0, L - 1)
above_n = index("above_n", n, N)
REALS = {r: reals, s: reals, q: reals}
DIM = {d: naturals(1), a: reals[d], b: reals[d]}
SQUARE = DIM | {W: reals[d, d], V: reals[d, d]}
SEQ = {N: naturals(1), u: reals[N], v: reals[N]}
TWO = DIM | {q: nonnegative, p: nonnegative, W: gaussian(q / d)[d, d], V: gaussian(p / d)[d, d]}
DEPTH = {L: naturals(0), a: reals[L], r: reals}
SUM = {S[0]: 0, S[before + 1]: S[before] + a[before + 1]}
x, y = sp.symbols("x y", real=True)
X, Y = scalars("x y")
share = rational(22, 7)  # in no list of points
AGAINST = "REFUTED: .* against "

ATTACKS = {
    # -- I: polynomials in arrays -----------------------------------------------------------------
    "I two matrices that commute": (
        lambda: Statement(
            Equal(total(W[i, j] * V[j, m], j), total(V[i, j] * W[j, m], j)), for_all=SQUARE
        ),
        AGAINST,
    ),
    "I two drawn matrices as one": (
        lambda: Statement(
            Equal(Mean(Mean(total(W[i, j] * V[i, j], i, j), W), V), q * d), for_all=TWO
        ),
        AGAINST,
    ),
    "I a mean of a transposed product": (
        lambda: Statement(Equal(Mean(total(W[i, j] * W[j, i], i, j), W), q * d), for_all=TWO),
        AGAINST,
    ),
    # -- D: inductions ----------------------------------------------------------------------------
    "D two steps for one": (
        lambda: Statement(
            Equal(S[L], 2 * total(a[t], t), by=induction(L)), for_all=DEPTH, defined=SUM
        ),
        AGAINST,
    ),
    "D a recursion run backwards": (
        lambda: Statement(Equal(S[0], S[L], by=induction(L)), for_all=DEPTH, defined=SUM),
        AGAINST,
    ),
    "D a multiple that is 0 at one depth": (
        lambda: Statement(
            Equal(S[L], r, by=induction(L, times=L - 2)),
            for_all=DEPTH,
            defined={S[0]: r, S[before + 1]: S[before] + before * (before - 1)},
        ),
        "UNKNOWN: in the step of L, left over",
    ),
    # -- C: inequalities by their gap -------------------------------------------------------------
    "C a hypothesis times a number of any sign": (
        lambda: Statement(
            AtMost(q * r, q * s, because=q * AtMost(r, s).gap), for_all=REALS, given=(AtMost(r, s),)
        ),
        AGAINST,
    ),
    "C a hypothesis about squares for the numbers": (
        lambda: Statement(
            AtMost(total(u[n], n), total(v[n], n), because=total(v[n] - u[n], n)),
            for_all=SEQ,
            given=(AtMost(u[n] ** 2, v[n] ** 2),),
        ),
        AGAINST,
    ),
    "C a mean of roots above the root of the mean": (
        lambda: Statement(
            AtMost(sqrt((r + s) / 2), (sqrt(r) + sqrt(s)) / 2),
            for_all={r: nonnegative, s: nonnegative},
        ),
        AGAINST,
    ),
    # -- G: sums of polynomials -------------------------------------------------------------------
    "G a sum over pairs as a square of a sum over one": (
        lambda: Statement(
            Equal(total(total(1 + 0 * n, above_n), n), N**2 / 2), for_all={N: naturals(1)}
        ),
        AGAINST,
    ),
    "G right at depths 1 to 12": (
        lambda: Statement(
            Equal(
                total(n * 1, n),
                N * (N + 1) / 2
                + (N - 1)
                * (N - 2)
                * (N - 3)
                * (N - 4)
                * (N - 5)
                * (N - 6)
                * (N - 7)
                * (N - 8)
                * (N - 9)
                * (N - 10)
                * (N - 11)
                * (N - 12),
            ),
            for_all={N: naturals(1)},
        ),
        "UNKNOWN: left over",
    ),
    "G a sum of products as a product of sums": (
        lambda: Statement(
            Equal(total(u[n] * v[n], n), total(u[n], n) * total(v[n], n)), for_all=SEQ
        ),
        AGAINST,
    ),
    # -- O: minima and maxima ---------------------------------------------------------------------
    "O a minimum as a maximum of inverses": (
        lambda: Statement(
            Equal(1 / Max(r, s), Max(1 / tree(r), 1 / tree(s))),
            for_all={r: positive, s: positive},
        ),
        AGAINST,
    ),
    "O a maximum that skips the middle": (
        lambda: Statement(Equal(Max(Min(r, s), q), Min(Max(r, q), s)), for_all=REALS),
        AGAINST,
    ),
    "O an absolute value that only shrinks beyond 22/7": (
        lambda: Statement(
            AtMost(Abs(r - share), Max(r - share, share - r) - rational(1, 999)), for_all={r: reals}
        ),
        AGAINST,
    ),
    # -- X: exactly -------------------------------------------------------------------------------
    "X a product of three by two": (
        lambda: Statement(
            Exactly(r * s * q > 0, r * s > 0), for_all=dict.fromkeys((r, s), positive) | {q: reals}
        ),
        AGAINST,
    ),
    "X a root on one side of an interval": (
        lambda: Statement(Exactly((r - share) * (r - 4) < 0, r > share), for_all={r: positive}),
        "REFUTED: ",
    ),
    "X one of two for both": (
        lambda: Statement(
            Exactly(either(same(r, 0), same(s, 0)), same(r**2 + s**2, 0)),
            for_all={r: reals, s: reals},
        ),
        AGAINST,
    ),
    # -- K: powers --------------------------------------------------------------------------------
    "K an exponent that changes its order with the base": (
        lambda: Statement(
            AtMost(r**s, r**q), for_all={r: positive, s: reals, q: reals}, given=(AtMost(s, q),)
        ),
        AGAINST,
    ),
    "K a power of a sum": (
        lambda: Statement(
            AtMost((r + s) ** q, r**q + s**q), for_all={r: positive, s: positive, q: at_least(0)}
        ),
        AGAINST,
    ),
    "K a depth in the exponent of a negative number": (
        lambda: Statement(Equal((r**2) ** L, r**L * r**L), for_all={r: reals, L: positive}),
        "REFUTED: undefined .-1 to the power 3/2",
    ),
    # -- R: growth --------------------------------------------------------------------------------
    "R a difference of equal leading terms": (
        lambda: Statement(Equal(Growth((N + 1) ** 2 - N**2, N), 2), for_all={N: naturals(1)}),
        "REFUTED: 1.0 against 2",
    ),
    "R a factor that may be 0": (
        lambda: Statement(
            Equal(Growth(r * N**2 + N, N), 2), for_all={N: naturals(1), r: nonnegative}
        ),
        "REFUTED: 1.0 against 2",
    ),
    "R an exponent without its sign": (
        lambda: Statement(
            Equal(Growth(1 + N ** (r - s), N), r - s), for_all={N: naturals(1), r: reals, s: reals}
        ),
        AGAINST,
    ),
    # -- W: words ---------------------------------------------------------------------------------
    "W a difference that is none at one point": (
        lambda: Statement(
            Equal(1 / (r - 1) * (r - 1), 1), for_all={r: reals}, given=(Differs(r, 2),)
        ),
        "REFUTED: undefined",
    ),
    "W a special case of the other clause": (
        lambda: Statement(
            Equal(r * s, 0, where={r: 0}), Equal(r * s, 0), for_all={r: reals, s: reals}
        ),
        AGAINST,
    ),
    "W a box that is cut at its end": (
        lambda: Statement(Less(r**2, 4), for_all={r: interval(0, 2)}),
        "REFUTED: 4 against 4",
    ),
    # -- P: printed sentences ---------------------------------------------------------------------
    "P a definition that changes an array of the sentence": (
        lambda: Statement(Equal(a[i], 0), for_all=DIM, defined={a[i]: b[i] - b[i]}),
        "refused: a is quantified and defined",
    ),
    "P a step where the sentence has every depth": (
        lambda: Statement(
            Equal(S[before + 1], S[before] + a[before], by=step(before)),
            for_all=DEPTH,
            defined=SUM,
        ),
        "refused: a.before.: the place before is not seen to lie in 1..L",
    ),
    "P a formula with one symbol too many": (
        lambda: Statement(
            Equal(registered("chain-sharpness", mu_xx=1, mu_yx=r, L=2, width=2), r),
            for_all={r: positive},
        ),
        "refused: .*has no symbol width",
    ),
    # -- Q: code and digits -----------------------------------------------------------------------
    "Q a truth that is a number": (
        lambda: Statement(Cases(lambda N: 1, {N: (1, 2)}, "one"), for_all={N: naturals(1)}),
        "UNKNOWN: .*only one of them is a truth",
    ),
    "Q a truth beside a fraction in a list": (
        lambda: Statement(
            Cases(lambda N: ([Fraction(1)], [True]), {N: (1, 2)}, "one is true"),
            for_all={N: naturals(1)},
        ),
        "UNKNOWN: .*only one of them is a truth",
    ),
    "Q digits of a negative number without their sign": (
        lambda: Statement(Rounds(rational(-138, 100), "1.38")),
        "REFUTED",
    ),
    # -- S: what SymPy hides ----------------------------------------------------------------------
    "S a slope of an absolute value at its corner": (
        lambda: Statement(Equal(slope(Abs(X - share), X) ** 2, 1), for_all={X: reals}),
        "UNKNOWN: no point could be decided",
    ),
    "S a quotient of two that vanish": (
        lambda: Statement(Equal(lim(sp.sin(2 * x) / sp.sin(x), x, 0), 1)),
        "REFUTED: .* against 1",
    ),
    "S an integral of an odd power of a difference": (
        lambda: Statement(
            Equal(integral(sp.Abs(x - y), (x, 0, 1)), (1 - 2 * Y) / 2),
            for_all={Y: interval(rational(1, 4), rational(3, 4))},
        ),
        AGAINST,
    ),
    # -- E: deltas --------------------------------------------------------------------------------
    "E a slope without its own entry": (
        lambda: Statement(
            Equal(slope(total(a[i] * b[i], i), a[j]), total(b[i], i) - b[j]), for_all=DIM
        ),
        AGAINST,
    ),
    "E a slope of a square of a matrix": (
        lambda: Statement(
            Equal(slope(total(W[i, j] * W[j, i], i, j), W[m, m]), 4 * W[m, m]), for_all=SQUARE
        ),
        AGAINST,
    ),
    "E a second moment off the diagonal": (
        lambda: Statement(Equal(Mean(W[1, 1] * W[d, d], W), q / d), for_all=TWO),
        AGAINST,
    ),
    # -- Z: sizes that may be 0 -------------------------------------------------------------------
    "Z the last of none": (
        lambda: Statement(
            Equal(total(u[n], n) - u[N] + u[N], total(u[n], n)), for_all=SEQ | {N: naturals(0)}
        ),
        "refused: u.N.: the place N is not seen to lie in 1..N",
    ),
    "Z a mean square of nothing": (
        lambda: Statement(
            AtMost((total(u[n], n) / N) ** 2, total(u[n] ** 2, n) / N),
            for_all=SEQ | {N: naturals(0)},
        ),
        "REFUTED: undefined .a quotient by 0",
    ),
    "Z an empty sum above 0": (
        lambda: Statement(
            Less(
                0,
                total(u[n] ** 2, n) + total(v[n] ** 2, n),
                because=total(u[n] ** 2 + v[n] ** 2, n),
            ),
            for_all=SEQ | {N: naturals(0)},
        ),
        AGAINST,
    ),
    # -- V: hypotheses that are never met ---------------------------------------------------------
    "V a square below its own half": (
        lambda: Statement(
            Equal(r, s),
            for_all={r: positive, s: reals},
            given=(AtMost(r**2, rational(1, 2) * r**2),),
        ),
        "VACUOUS: no point meets",
    ),
    "V entries above their own mean": (
        lambda: Statement(
            Equal(r, 1), for_all=SEQ | {r: reals}, given=(Less(total(u[n], n) / N, u[n]),)
        ),
        "VACUOUS: no point meets",
    ),
    "V a whole number between two": (
        lambda: Statement(
            Equal(r, 1), for_all={N: naturals(1), r: reals}, given=(Less(3, N), Less(N, 4))
        ),
        "VACUOUS: no point meets",
    ),
    # -- T: time ----------------------------------------------------------------------------------
    "T a tower of exponentials": (
        lambda: Statement(Equal(exp(exp(exp(exp(exp(r))))), r), for_all={r: at_least(1)}),
        "REFUTED: undefined .exp",
    ),
    "T a long product": (
        lambda: Statement(Equal((r + s + q + p) ** 40, (r + s) ** 40), for_all=REALS | {p: reals}),
        AGAINST,
    ),
    "T many nested minima": (
        lambda: Statement(
            AtMost(Min(*(Max(r, s + c) for c in range(1, 15))), Max(r, s)), for_all=REALS
        ),
        AGAINST,
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_fails_for_its_own_reason(name):
    make, reason = ATTACKS[name]
    started = time.process_time()
    found = told(make)
    assert any(re.match(reason, words) for _, words in found), found
    assert not {verdict for verdict, _ in found} <= GREEN, found
    assert all("\n" not in words and len(words) < 400 for _, words in found)
    assert time.process_time() - started < LIMIT_S
