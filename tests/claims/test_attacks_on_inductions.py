"""Attempts to have something false proved by induction, or by a definition.

Named after the kind of fault: D for inductions, P for definitions and printed sentences, Z for
sizes that may be 0.
"""

import pytest
import sympy as sp

from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Exactly,
    Index,
    Less,
    Max,
    Statement,
    Tree,
    both,
    indices,
    induction,
    interval,
    naturals,
    negated,
    nonnegative,
    one_of,
    positive,
    rational,
    reals,
    registered,
    same,
    step,
    total,
    tree,
)
from depthlaws.claims.engine.statement.language import function
from tests.claims.attacks import (
    AGAINST,
    ARRAYS,
    COUNT,
    DEPTH,
    DIM,
    OPEN,
    REALS,
    SEQ,
    STAYS,
    SUM,
    L,
    M,
    N,
    S,
    a,
    assert_fails,
    b,
    before,
    d,
    g,
    h,
    i,
    j,
    k,
    less,
    n,
    r,
    s,
    start,
    t,
    u,
    ups,
    v,
)

i1, i2 = Index("i", 1, d), Index("i", 1, d)


REFUTED = {  # two sides differ at a point
    # -- D: inductions ----------------------------------------------------------------------------
    "D1 a recursion that does not move": lambda: Statement(
        Equal(S[L], 5 * L, by=induction(L)),
        for_all=DEPTH,
        defined={S[0]: 0, S[before + 1]: S[before]},
    ),
    "D3 a definition that depends on the counter": lambda: Statement(
        Equal(S[L], r, by=induction(L)),
        for_all=DEPTH,
        defined={S[0]: r, S[before + 1]: S[before] + L - L * r},
    ),
    "D6 even depths only": lambda: Statement(
        Equal((1 + (-1) ** L) / 2, 1, by=induction(L)), for_all={L: naturals(0)}
    ),
    "D6 a base in the wrong place": lambda: Statement(
        Equal(S[L], 1, by=induction(L)),
        for_all=DEPTH | {L: naturals(0)},
        defined={S[0]: 0, S[before + 1]: 1},
    ),
    "D9 a counter with an end": lambda: Statement(
        Equal(L * (L - 1) * (L - 2), 0, by=induction(L)), for_all={L: interval(0, 9, whole=True)}
    ),
    "D9 a multiple that hides a pole": lambda: Statement(
        Equal(S[L], 0, by=induction(L, times=1 / (L - 3))), for_all=DEPTH, defined=SUM
    ),
    "D9 an index that is not in the clause": lambda: Statement(
        Equal(S[L], 0, by=induction(before)), for_all=DEPTH, defined=SUM
    ),
    "D9 a step for an induction": lambda: Statement(
        Equal(S[before + 1], S[before], by=step(before)), for_all=DEPTH, defined=SUM
    ),
    "D a counter that is a sum": lambda: Statement(
        Equal(S[L], 1, by=induction(L + 1)), for_all=COUNT, defined=STAYS
    ),
    "D a counter that is an entry": lambda: Statement(
        Equal(S[L], 1, by=induction(S[L])), for_all=COUNT, defined=STAYS
    ),
    "D an index that runs to the counter": lambda: Statement(
        Equal(S[ups, indices("inner", ups)], 1, by=induction(ups)),
        for_all={N: naturals(2)},
        defined={S[1, k]: 1, S[ups + 1, k]: S[ups, k] * 2},
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
    "D a base that fails": lambda: Statement(
        Equal(S[L], total(a[t], t), by=induction(L)),
        for_all=DEPTH,
        defined={S[0]: 1, S[before + 1]: S[before] + a[before + 1]},
    ),
    "D a step that holds where the base does not": lambda: Statement(
        Equal(S[L], r + 1, by=induction(L)),
        for_all=DEPTH,
        defined={S[0]: r, S[before + 1]: S[before]},
    ),
    "D a counter that begins later": lambda: Statement(
        Equal(total(a[t], t), total(a[t], t) * 2 - a[1], by=induction(L, first=1)),
        for_all=DEPTH | {L: naturals(1)},
    ),
    "D a product for a sum": lambda: Statement(
        Equal(S[L], 2**L, by=induction(L)),
        for_all=DEPTH,
        defined={S[0]: 1, S[before + 1]: S[before] + 2 * before},
    ),
    "D one index further": lambda: Statement(
        Equal(S[L], total(a[t], t) + a[L] - a[1], by=induction(L)),
        for_all=DEPTH | {L: naturals(1)},
        defined=SUM,
    ),
    "D two steps for one": lambda: Statement(
        Equal(S[L], 2 * total(a[t], t), by=induction(L)), for_all=DEPTH, defined=SUM
    ),
    "D a recursion run backwards": lambda: Statement(
        Equal(S[0], S[L], by=induction(L)), for_all=DEPTH, defined=SUM
    ),
    # -- Z: sizes that may be 0 -------------------------------------------------------------------
    "Z a positive sum of nothing": lambda: Statement(
        Less(0, total(u[n], n), because=total(u[n], n)),
        for_all={N: naturals(0), u: positive[N]},
    ),
    "Z an empty sum above 0": lambda: Statement(
        Less(
            0,
            total(u[n] ** 2, n) + total(v[n] ** 2, n),
            because=total(u[n] ** 2 + v[n] ** 2, n),
        ),
        for_all=SEQ | {N: naturals(0)},
    ),
}
UNPROVED = {  # refused, left open, or undefined at a point
    # -- D: inductions ----------------------------------------------------------------------------
    "D3 a sum whose end moves too": lambda: Statement(
        Equal(S[L], L * total(a[t], t), by=induction(L)),
        for_all=DEPTH,
        defined=SUM,
    ),
    "D4 a counter that is also a constant": lambda: Statement(
        Equal(S[L], L, by=induction(L)), for_all=DEPTH, defined={S[0]: L, S[before + 1]: S[before]}
    ),
    "D7 the clause as its own side": lambda: Statement(Equal(h[i], h[i]), for_all=ARRAYS),
    "D7 a definition by itself": lambda: Statement(
        Equal(h[i], 0), for_all=ARRAYS, defined={h[i]: h[i] * 2}
    ),
    "D7 a circle of two": lambda: Statement(
        Equal(h[i], 0), for_all=ARRAYS, defined={h[i]: g[i], g[j]: h[j]}
    ),
    "D7 a circle of two that counts up and down": lambda: Statement(
        Equal(h[L], 0, by=induction(L)),
        for_all=DEPTH,
        defined={h[0]: 0, h[before + 1]: g[before], g[before]: h[before + 1]},
    ),
    "D9 two definitions that meet": lambda: Statement(
        Equal(S[L], r, by=induction(L)),
        for_all=DEPTH,
        defined={S[0]: r, S[1]: r + 1, S[before + 1]: S[before]},
    ),
    "D9 a start that is missing": lambda: Statement(
        Equal(S[L], 0, by=induction(L)), for_all=DEPTH, defined={S[before + 1]: 0 * S[before]}
    ),
    "D9 a counter over the reals": lambda: Statement(
        Equal(r * S[0], 0, by=induction(r)), for_all=DEPTH, defined={S[0]: 0}
    ),
    "D9 a definition of a scalar": lambda: Statement(Equal(r, 0), for_all=ARRAYS, defined={r: 0}),
    "D9 a definition of what is quantified": lambda: Statement(
        Equal(a[i], 0), for_all=ARRAYS, defined={a[i]: 0 * b[i]}
    ),
    "D a start that is not the sentence's": lambda: Statement(
        Equal(S[L], 0, by=induction(L, first=5)), for_all=COUNT, defined=STAYS
    ),
    "D a counter in halves": lambda: Statement(
        Equal(S[L], 0, by=induction(L)), for_all={L: naturals(rational(1, 2))}, defined=STAYS
    ),
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
    "D a multiple that is 0 at one depth": lambda: Statement(
        Equal(S[L], r, by=induction(L, times=L - 2)),
        for_all=DEPTH,
        defined={S[0]: r, S[before + 1]: S[before] + before * (before - 1)},
    ),
    # -- P: definitions and printed sentences -----------------------------------------------------
    "P a free and a bound index of one name": lambda: Statement(
        Equal(total(a[i1] * b[i2], i1), total(a[i1], i1) * b[i2]), for_all=DIM
    ),
    "P two bound indices of one name": lambda: Statement(
        Equal(total(M[i1, i2], i1, i2), total(M[i1, i2], i2, i1)), for_all=DIM
    ),
    "P one name over two ranges": lambda: Statement(
        Equal(2 * a[i1], a[i1] + a[i1]),
        Equal(2 * u[Index("i", 1, N)], u[Index("i", 1, N)] + u[Index("i", 1, N)]),
        for_all=DIM | {N: naturals(1), u: reals[N]},
    ),
    "P nothing joined by and": lambda: Statement(Exactly(both(), r**2 >= 0), for_all={r: reals}),
    "P a truth as a number": lambda: Statement(
        Equal(Tree("*", r < 2, tree(1)), 1), for_all={r: one_of(1)}
    ),
    "P a truth joined": lambda: Statement(Exactly(both(r < 2, True), r < 3), for_all={r: reals}),
    "P equal truths": lambda: Statement(
        Exactly(same(Tree("<", r, tree(2)), r < 3), r < 4), for_all={r: reals}
    ),
    "P a number negated": lambda: Statement(Exactly(negated(r), r < 4), for_all={r: reals}),
    "P the largest of nothing": lambda: Statement(Equal(Max(), r), for_all={r: reals}),
    "P a function of two": lambda: Statement(Equal(function("Abs", r, s), r), for_all=REALS),
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
    "P a definition that changes an array of the sentence": lambda: Statement(
        Equal(a[i], 0), for_all=DIM, defined={a[i]: b[i] - b[i]}
    ),
    "P a step where the sentence has every depth": lambda: Statement(
        Equal(S[before + 1], S[before] + a[before], by=step(before)),
        for_all=DEPTH,
        defined=SUM,
    ),
    "P a formula with one symbol too many": lambda: Statement(
        Equal(registered("chain-sharpness", mu_xx=1, mu_yx=r, L=2, width=2), r),
        for_all={r: positive},
    ),
    # -- Z: sizes that may be 0 -------------------------------------------------------------------
    "Z a mean over nothing": lambda: Statement(
        Equal(total(u[n], n) / N * N, total(u[n], n)), for_all=SEQ | {N: naturals(0)}
    ),
    "Z the first of none": lambda: Statement(Equal(u[1] * 1, u[1]), for_all=SEQ | {N: naturals(0)}),
    "Z the last of none": lambda: Statement(
        Equal(total(u[n], n) - u[N] + u[N], total(u[n], n)), for_all=SEQ | {N: naturals(0)}
    ),
    "Z a mean square of nothing": lambda: Statement(
        AtMost((total(u[n], n) / N) ** 2, total(u[n] ** 2, n) / N),
        for_all=SEQ | {N: naturals(0)},
    ),
}

REASONS = {
    "D a multiple that is 0 at one depth": "UNKNOWN: in the step of L, left over",
    "P a definition that changes an array of the sentence": "refused: a is quantified and defined",
    "P a step where the sentence has every depth": "refused: a.before.: the place before is",
    "P a formula with one symbol too many": "refused: .*has no symbol width",
    "Z the last of none": "refused: u.N.: the place N is not seen to lie in 1..N",
    "Z a mean square of nothing": "REFUTED: undefined .a quotient by 0",
}


@pytest.mark.parametrize("name", REFUTED)
def test_a_false_sentence_is_refuted_by_its_sides(name):
    assert_fails(REFUTED[name], AGAINST)


@pytest.mark.parametrize("name", UNPROVED)
def test_a_sentence_without_a_proof_is_not_proved(name):
    assert_fails(UNPROVED[name], REASONS.get(name, OPEN))
