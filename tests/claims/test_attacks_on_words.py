"""Attempts to have a sentence proved that says more than its checks.

Named after the kind of fault: W for words, X for "exactly", Q for listed cases, code and digits, T
for time.
"""

from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

from depthlaws.claims.engine.statement import (
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
    Tree,
    at_least,
    both,
    either,
    exp,
    gaussian,
    index,
    interval,
    naturals,
    nonnegative,
    one_of,
    positive,
    rational,
    reals,
    registered,
    same,
    scalars,
    sqrt,
    total,
    tree,
)
from tests.claims.attacks import (
    AGAINST,
    ARRAYS,
    DRAWN_BY_SIZE,
    OPEN,
    REALS,
    SIZES,
    L,
    N,
    W,
    a,
    assert_fails,
    b,
    d,
    f,
    h,
    i,
    j,
    m,
    n,
    p,
    q,
    r,
    s,
    share,
    u,
)

long = index("long", 1, 10**9)


class Agreeable:
    """Equal to everything."""

    def __eq__(self, _other):
        return True

    __hash__ = None


def cases(code):
    return lambda: Statement(
        Cases(code, {N: (1, 2)}, "as the code says"), for_all={N: one_of(1, 2)}
    )


REFUTED = {  # two sides differ at a point
    # -- W: words ---------------------------------------------------------------------------------
    "W1 one direction": lambda: Statement(Exactly(r < 1, r < 2), for_all={r: reals}),
    "W1 an end of a condition": lambda: Statement(
        Exactly(r**2 < 1, r <= 1), for_all={r: nonnegative}
    ),
    "W1 a border between the points": lambda: Statement(
        Exactly(r < rational(5, 7), r <= rational(5, 7)), for_all={r: positive}
    ),
    "W4 printed digits of another number": lambda: Statement(Rounds(rational(1383, 1000), "1.39")),
    "W5 a special case outside its domain": lambda: Statement(
        Equal(total(u[n], n), -N, where={u[n]: r, r: 5}), for_all=SIZES | {u: reals[N], r: reals}
    ),
    "W6 a formula beyond its domain": lambda: Statement(
        Less(0, registered("chain-sharpness", mu_xx=1, mu_yx=r)),
        for_all={r: reals, scalars("L"): at_least(1)},
    ),
    "W7 a large power": lambda: Statement(
        Equal((r + s) ** 500, r**500), for_all={r: reals, s: reals}
    ),
    "W7 a large number": lambda: Statement(
        Equal(r * 10**4000, r * 10**4000 + 1), for_all={r: reals}
    ),
    "W7 many alike indices": lambda: Statement(
        Equal(
            total(W[i, j] * W[j, m] * W[m, i], i, j, m) ** 4,
            total(W[i, j] * W[j, m] * W[m, i], i, j, m) ** 4 * rational(1001, 1000),
        ),
        for_all=ARRAYS,
    ),
    "W7 a mean of many": lambda: Statement(
        Equal(Mean(total(W[i, i], i) ** 14, W), 0), for_all=DRAWN_BY_SIZE
    ),
    "W8 exponentials": lambda: Statement(
        Equal(exp(r) * exp(s), exp(r * s)), for_all={r: reals, s: reals}
    ),
    "W8 conditions joined by and": lambda: Statement(
        Exactly(both(r < 1, s < 1), r + s < 2), for_all={r: reals, s: reals}
    ),
    "W8 an order of linear forms": lambda: Statement(
        Exactly(same(Max(r, s), r), r > s), for_all={r: reals, s: reals}
    ),
    "W10 a growth that cancels": lambda: Statement(
        Equal(Growth(N + 1 - N, N), 1), for_all={N: naturals(1)}
    ),
    "W10 a growth in the wrong power": lambda: Statement(
        Equal(Growth(N**r + N**2, N), r), for_all={N: naturals(1), r: reals}
    ),
    "W9 code that says otherwise": lambda: Statement(
        Cases(lambda N: (N, N + 1), {N: (1, 2)}, "N is N + 1"), for_all={N: naturals(1)}
    ),
    "W a special case under another name": lambda: Statement(
        Equal(r, 1, where={s: 1}), for_all={r: reals, s: reals}
    ),
    "W a hypothesis that only one point meets": lambda: Statement(
        Equal(r, 0), for_all={r: reals}, given=(AtMost((r - share) ** 2, 0),)
    ),
    "W a rounding away by one digit": lambda: Statement(Rounds(rational(22, 7), "3.15")),
    "W a special case of the other clause": lambda: Statement(
        Equal(r * s, 0, where={r: 0}), Equal(r * s, 0), for_all={r: reals, s: reals}
    ),
    "W a box that is cut at its end": lambda: Statement(Less(r**2, 4), for_all={r: interval(0, 2)}),
    # -- X: exactly -------------------------------------------------------------------------------
    "X a factor that may be 0": lambda: Statement(
        Exactly(r * s > 0, s > 0), for_all={r: nonnegative, s: reals}
    ),
    "X at most for below": lambda: Statement(
        Exactly(r * s < share, r <= share / s), for_all={r: positive, s: positive}
    ),
    "X a square root on both sides": lambda: Statement(
        Exactly(r**2 < s**2, r < s), for_all={r: reals, s: positive}
    ),
    "X or for and": lambda: Statement(
        Exactly(both(r > 0, s > 0), either(r > 0, s > 0)), for_all={r: reals, s: reals}
    ),
    "X a border closed": lambda: Statement(Exactly(r < share, r <= share), for_all={r: reals}),
    "X equality of squares": lambda: Statement(
        Exactly(same(r**2, s**2), same(r, s)), for_all={r: reals, s: reals}
    ),
    "X a product of three by two": lambda: Statement(
        Exactly(r * s * q > 0, r * s > 0), for_all=dict.fromkeys((r, s), positive) | {q: reals}
    ),
    "X a root on one side of an interval": lambda: Statement(
        Exactly((r - share) * (r - 4) < 0, r > share), for_all={r: positive}
    ),
    "X one of two for both": lambda: Statement(
        Exactly(either(same(r, 0), same(s, 0)), same(r**2 + s**2, 0)),
        for_all={r: reals, s: reals},
    ),
    # -- Q: listed cases, code and digits ---------------------------------------------------------
    "Q integers of NumPy": lambda: Statement(
        Cases(lambda N: (np.int64(N), N + 1), {N: (1, 2)}, "N is N + 1"), for_all={N: naturals(1)}
    ),
    "Q a truth of NumPy": lambda: Statement(
        Cases(lambda _: np.bool_(False), {N: (1,)}, "false"), for_all={N: naturals(1)}
    ),
    "Q a border of three": lambda: Statement(
        Exactly(Tree("<", (r - 1) * (r - 2) * (r - share), tree(0)), r < 1), for_all={r: reals}
    ),
    "Q a factor that may be 0": lambda: Statement(
        Exactly((s - 1) * (r - share) ** 2 > 0, s > 1), for_all={r: nonnegative, s: reals}
    ),
    "Q half a unit, rounded down": lambda: Statement(Rounds(rational(1, 8), "0.12")),
    "Q half a unit below 0, rounded up": lambda: Statement(Rounds(rational(-1, 8), "-0.12")),
    "Q digits of a negative number without their sign": lambda: Statement(
        Rounds(rational(-138, 100), "1.38")
    ),
    # -- T: time ----------------------------------------------------------------------------------
    "T a long free index": lambda: Statement(Equal(tree(long) * r, r), for_all={r: reals}),
    "T a long product": lambda: Statement(
        Equal((r + s + q + p) ** 40, (r + s) ** 40), for_all=REALS | {p: reals}
    ),
    "T many nested minima": lambda: Statement(
        AtMost(Min(*(Max(r, s + c) for c in range(1, 15))), Max(r, s)), for_all=REALS
    ),
}
UNPROVED = {  # refused, left open, or undefined at a point
    # -- W: words ---------------------------------------------------------------------------------
    "W1 a condition with a pole": lambda: Statement(
        Exactly(1 / r > 0, r >= 0), for_all={r: nonnegative}
    ),
    "W2 sizes listed, the sentence open": lambda: Statement(
        AtMost(
            rational(1, 1000), N * Max(r - rational(5, 7), rational(5, 7) - r), over={N: (1, 2)}
        ),
        for_all={N: naturals(1), r: positive},
    ),
    "W2 a listed value outside the sentence": lambda: Statement(
        Equal(r, 2, over={r: (-1,)}), for_all={r: positive}
    ),
    "W2 no listed value": lambda: Statement(Equal(r, 2, over={r: ()}), for_all={r: positive}),
    "W2 too many listed values": lambda: Statement(
        Equal(N * 0 + L * 0, r * 0, over={N: range(1, 99), L: range(1, 99)}),
        for_all={N: naturals(1), L: naturals(1), r: one_of(1, 2)},
    ),
    "W3 no clause": lambda: Statement(for_all={r: reals}),
    "W3 no quantifier": lambda: Statement(Equal(r + s, s), for_all={r: reals}),
    "W3 no quantifier in a definition": lambda: Statement(
        Equal(h[i], 0), for_all=SIZES, defined={h[i]: 0 * s}
    ),
    "W3 no quantifier in an undone derivative": lambda: Statement(
        Equal(sp.Derivative(sp.Symbol("z") ** 2, sp.Symbol("z")), r), for_all={r: reals}
    ),
    "W3 a chain of relations": lambda: Statement(0 < r < 1, for_all={r: reals}),
    "W3 a condition for a number": lambda: Statement(Equal(r < 1, s), for_all={r: reals, s: reals}),
    "W3 two indices of one name": lambda: Statement(
        Equal(a[i], total(b[j] * 0, j) + a[index("i", 1, d)]), for_all=ARRAYS
    ),
    "W3 an index with the name of an array": lambda: Statement(
        Equal(h[index("h", 1, d)], 0), for_all=ARRAYS, defined={h[i]: 0 * a[i]}
    ),
    "W3 a hypothesis as a clause": lambda: Statement(Differs(r, 1), for_all={r: reals}),
    "W4 digits that are none": lambda: Statement(Rounds(r, "one"), for_all={r: reals}),
    "W5 hypotheses that nothing meets": lambda: Statement(
        AtMost(r, 0), for_all={r: positive}, given=(Less(r, -1),)
    ),
    "W7 a deep tree": lambda: Statement(Equal(sum([r] * 500), 500 * r + 1), for_all={r: reals}),
    "W7 a tower": lambda: Statement(
        Equal(tree(2) ** (tree(2) ** (tree(2) ** 9)), r), for_all={r: reals}
    ),
    "W10 a growth of what may be negative": lambda: Statement(
        Equal(Growth(s * N, N), 1), for_all={N: naturals(1), s: reals}
    ),
    "W a case that is no case of the sentence": lambda: Statement(
        Cases(lambda N: (N, N), {N: (0, 1)}, "N is N"), for_all={N: naturals(1)}
    ),
    "W a list of cases for an interval": lambda: Statement(
        Equal(r * (r - 1) * (r - 2), 0, over={r: (0, 1, 2)}), for_all={r: interval(0, 2)}
    ),
    "W a difference that is none at one point": lambda: Statement(
        Equal(1 / (r - 1) * (r - 1), 1), for_all={r: reals}, given=(Differs(r, 2),)
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
    "X two signs for one": lambda: Statement(Exactly(r * s > 0, both(r > 0, s > 0)), for_all=REALS),
    "X the inverse of a number of any sign": lambda: Statement(
        Exactly(1 / r < 1, r > 1), for_all={r: reals}
    ),
    # -- Q: listed cases, code and digits ---------------------------------------------------------
    "Q a hypothesis that balls leave open": lambda: Statement(
        Equal(r, 1), for_all={r: one_of(1, 2)}, given=(AtMost(sqrt(r) ** 2, r),)
    ),
    "Q arrays of listed entries": lambda: Statement(
        Equal(f[1], f[2], over={d: (2,)}), for_all={d: naturals(2), f: one_of(1, 2)[d]}
    ),
    "Q digits that are a quotient": lambda: Statement(Rounds(rational(4, 5), "1/3")),
    "Q digits apart from the number": lambda: Statement(Rounds(tree(7), 8, printed="9.00")),
    "Q no digits": lambda: Statement(Rounds(rational(7, 5), 1)),
    "Q Arabic digits": lambda: Statement(Rounds(rational(7, 5), "\u0661.\u0664")),
    "Q an underline in digits": lambda: Statement(Rounds(rational(1384, 1000), "1.3_8")),
    "Q a root of what is just negative": lambda: Statement(
        AtMost(0, sqrt(sqrt(tree(2)) ** 2 - 2 - rational(1, 10**80)))
    ),
    "Q arrays of NumPy": lambda: Statement(
        Cases(lambda N: (np.array([1, N]), np.array([2, 3])), {N: (1,)}, "1 is 2"),
        for_all={N: naturals(1)},
    ),
    "Q floats": lambda: Statement(
        Cases(lambda N: (1e16 + N, 1e16), {N: (1,)}, "1 is 0"), for_all={N: naturals(1)}
    ),
    "Q code that fails": lambda: Statement(
        Cases(lambda N: 1 / (N - 1), {N: (1,)}, "a quotient"), for_all={N: naturals(1)}
    ),
    "Q conditions that never hold": lambda: Statement(
        Exactly(r < -1, r < -2), for_all={r: positive}
    ),
    "Q conditions that always hold": lambda: Statement(
        Exactly(r**2 > -1, r**2 > -2), for_all={r: positive}
    ),
    "Q code that returns nothing": cases(lambda N: (None, None)),
    "Q floats in lists": cases(lambda N: ([1e16 + 1], [1e16])),
    "Q floats in a set": cases(lambda N: ({1e16 + 1}, {1e16})),
    "Q numbers of mpmath": cases(lambda N: (mpmath.mpf(10) ** 16 + 1, mpmath.mpf(10) ** 16)),
    "Q decimals": cases(lambda N: (Decimal(10) ** 30 + 1, Decimal(10) ** 30)),
    "Q equal to everything": cases(lambda N: (Agreeable(), N)),
    "Q functions": cases(lambda N: (cases, cases)),
    "Q an assertion": cases(lambda N: 1 // 0 if N > 3 else (_ for _ in ()).throw(AssertionError)),
    "Q a truth that is a number": lambda: Statement(
        Cases(lambda N: 1, {N: (1, 2)}, "one"), for_all={N: naturals(1)}
    ),
    "Q a truth beside a fraction in a list": lambda: Statement(
        Cases(lambda N: ([Fraction(1)], [True]), {N: (1, 2)}, "one is true"),
        for_all={N: naturals(1)},
    ),
    # -- T: time ----------------------------------------------------------------------------------
    "T a number without end": lambda: Statement(Equal(tree(10**5000) * r, r), for_all={r: reals}),
    "T a large power of a sum": lambda: Statement(
        Equal((2 * r) ** (10**9), tree(2) ** (10**9) * r ** (10**9) * 1), for_all={r: reals}
    ),
    "T a long sum": lambda: Statement(Equal(total(r * long, long), r), for_all={r: reals}),
    "T a hypothesis at many places": lambda: Statement(
        Equal(r, s), for_all=REALS, given=(AtMost(r * 0, tree(long)),)
    ),
    "T a large least size": lambda: Statement(
        Equal(total(u[n], n), total(u[n], n) * 2), for_all={N: naturals(10**8), u: reals[N]}
    ),
    "T many Gaussian entries": lambda: Statement(
        Equal(Mean(W[1, 1] ** 2, W), 2), for_all={d: naturals(10**5), W: gaussian(1)[d, d]}
    ),
    "T a tower of exponentials": lambda: Statement(
        Equal(exp(exp(exp(exp(exp(r))))), r), for_all={r: at_least(1)}
    ),
}

REASONS = {
    "X the inverse of a number of any sign": "REFUTED: undefined .a quotient by 0",
    "W a case that is no case of the sentence": "refused",
    "W a list of cases for an interval": "EXACT IN CASES",
    "W a difference that is none at one point": "REFUTED: undefined",
    "Q a truth that is a number": "UNKNOWN: .*only one of them is a truth",
    "Q a truth beside a fraction in a list": "UNKNOWN: .*only one of them is a truth",
    "T a tower of exponentials": "REFUTED: undefined .exp",
}


@pytest.mark.parametrize("name", REFUTED)
def test_a_false_sentence_is_refuted_by_its_sides(name):
    assert_fails(REFUTED[name], AGAINST)


@pytest.mark.parametrize("name", UNPROVED)
def test_a_sentence_without_a_proof_is_not_proved(name):
    assert_fails(UNPROVED[name], REASONS.get(name, OPEN))
