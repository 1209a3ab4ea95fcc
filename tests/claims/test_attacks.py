"""Attempts to have something false proved: each is refused in one line, refuted, or left UNKNOWN.

Named after the kind of fault: I for index identities, D for inductions, C for inequalities by their
gap, G for sums of polynomials, W for words.
"""

import time

import pytest
import sympy as sp

from depthlaws.claims.engine import Context
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
    Rounds,
    Statement,
    array,
    arrays,
    at_least,
    both,
    exp,
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
    step,
    total,
    tree,
)
from depthlaws.claims.engine.statement.errors import FormError

LIMIT_S = 3.0  # for one attack, on a busy machine

N, d, L, r, s, q = scalars("N d L r s q")
a, b, c, h, u, v, W, M, S, g = arrays("a b c h u v W M S g")
n, k = indices("n k", N)
i, j, m = indices("i j m", d)
low = index("low", 0, N - 1)
before = index("before", 0, L - 1)
SIZES = {N: naturals(1), d: naturals(1)}
ARRAYS = SIZES | {a: reals[d], b: reals[d], u: reals[N], W: reals[d, d], r: reals, s: reals}
DRAWN = ARRAYS | {W: gaussian(q / d)[d, d], q: nonnegative}
DEPTH = {L: naturals(0), r: reals, a: reals[L]}
t = indices("t", L)
ups = indices("ups", N - 1)


S_STEP = {S[0]: 0, S[before + 1]: S[before] + a[before + 1]}

ATTACKS = {
    # -- I: polynomials in arrays ---------------------------------------------------------------
    "I1 a name of the normal form": lambda: Statement(Equal(array("#0")[i], a[i]), for_all=ARRAYS),
    "I2 a name of a fresh index": lambda: Statement(
        Equal(total(a[i] * array("_3")[i], i), 0), for_all=ARRAYS
    ),
    "I3 a definition with a free index": lambda: Statement(
        Equal(total(h[i] * a[j], j), total(W[i, j] * a[j], j)),
        for_all=ARRAYS,
        defined={h[i]: W[i, j]},
    ),
    "I3 an index captured by a sum": lambda: Statement(
        Equal(total(h[i], i), total(a[i] * total(b[i], i), i) + 1),
        for_all=ARRAYS,
        defined={h[i]: a[i] * total(b[i], i)},
    ),
    "I4 a definition of the diagonal only": lambda: Statement(
        Equal(total(h[i, j], i, j), total(a[i], i) ** 2),
        for_all=ARRAYS,
        defined={h[i, i]: a[i] * a[i]},
    ),
    "I6 a mean of what hides the drawn matrix": lambda: Statement(
        Equal(Mean(h[N, i] * W[i, j], W), 0),
        for_all=DRAWN | {u: reals[d]},
        defined={h[0, i]: u[i], h[low + 1, i]: total(W[i, j] * h[low, j], j)},
    ),
    "I6 one matrix for all layers": lambda: Statement(
        Equal(
            Mean(total(h[N, i] ** 2, i), W), q**N * total(a[i] ** 2, i), by=induction(N, times=q)
        ),
        for_all=DRAWN | {N: naturals(0)},
        defined={h[0, i]: a[i], h[low + 1, i]: total(W[i, j] * h[low, j], j)},
    ),
    "I6 a product of two means for a mean": lambda: Statement(
        Equal(
            Mean(total(h[N, i] ** 2, i), M) ** 2,
            Mean(total(h[N, i] ** 2, i) ** 2, M),
            by=induction(N),
        ),
        for_all=DRAWN | {N: naturals(0), M: gaussian(q / d)[N, d, d]},
        defined={h[0, i]: a[i], h[low + 1, i]: total(M[low + 1, i, j] * h[low, j], j)},
    ),
    "I6 a layer that comes back": lambda: Statement(
        Equal(
            Mean(total(h[N, i] ** 2, i), M), q**N * total(a[i] ** 2, i), by=induction(N, times=q)
        ),
        for_all=DRAWN | {N: naturals(0), M: gaussian(q / d)[N + 1, d, d]},
        defined={
            h[0, i]: total(M[1, i, j] * a[j], j),
            h[low + 1, i]: total(M[low + 1, i, j] * h[low, j], j),
        },
    ),
    "I6 a mean of a plain definition that hides it": lambda: Statement(
        Equal(Mean(h[i] * W[i, j], W), 0), for_all=DRAWN, defined={h[i]: total(W[i, j] * a[j], j)}
    ),
    "I6 a drawn matrix outside its mean": lambda: Statement(
        Equal(total(W[i, i], i), 0), for_all=DRAWN
    ),
    "I6 a drawn matrix outside, in a definition": lambda: Statement(
        Equal(h[i], 0), for_all=DRAWN, defined={h[i]: W[i, i]}
    ),
    "I6 a mean over what is not drawn": lambda: Statement(Equal(Mean(a[i], a), 0), for_all=ARRAYS),
    "I6 a variance that may be negative": lambda: Statement(
        Equal(Mean(total(W[i, i] ** 2, i), W), r * d), for_all=ARRAYS | {W: gaussian(r)[d, d]}
    ),
    "I6 a variance that holds an array": lambda: Statement(
        Equal(Mean(W[i, i] ** 2, W), a[i]), for_all=ARRAYS | {W: gaussian(a[i])[d, d]}
    ),
    "I6 a product of means for the mean of a product": lambda: Statement(
        Equal(Mean(total(W[i, i], i) ** 2, W), Mean(total(W[i, i], i), W) ** 2), for_all=DRAWN
    ),
    "I7 Kronecker's delta by name": lambda: Statement(
        Equal(total(array("delta")[i, j] * a[j], j), a[i]),
        for_all=ARRAYS | {array("delta"): reals[d, d]},
    ),
    "I8 a negative power of entries": lambda: Statement(
        Equal(a[i] ** -1 * a[i], 1), for_all=ARRAYS
    ),
    "I8 a root of entries": lambda: Statement(Equal(sqrt(a[i] ** 2), a[i]), for_all=ARRAYS),
    "I9 a float": lambda: Statement(Equal(r + 1e-20, r), for_all=ARRAYS),
    "I9 a float of SymPy": lambda: Statement(Equal(r, r + sp.Float("1e-40")), for_all=ARRAYS),
    "I9 an infinity": lambda: Statement(Equal(r, sp.oo), for_all=ARRAYS),
    "I9 an imaginary number": lambda: Statement(
        Equal(r**2, -((sp.I * sp.Symbol("r")) ** 2) * sp.I), for_all=ARRAYS
    ),
    "I9 a truth as a number": lambda: Statement(Equal(r, True), for_all=ARRAYS),
    "I10 a size that may be negative": lambda: Statement(
        Equal(total(c[m], m), 0), for_all=SIZES | {c: reals[d - 5]}
    ),
    "I10 a range that may be shorter than empty": lambda: Statement(
        Equal(total(1 + 0 * tree(index("t", 1, N - 5)), index("t", 1, N - 5)), N - 5), for_all=SIZES
    ),
    "I10 a size that is not whole": lambda: Statement(
        Equal(total(c[1], i), 0), for_all={d: positive, c: reals[d]}
    ),
    "I10 a size of half": lambda: Statement(Equal(c[1], 0), for_all=SIZES | {c: reals[N / 2]}),
    "I11 a pole at the first size": lambda: Statement(
        Equal(total(u[n], n) * (1 / (N - 1)) * (N - 1), total(u[n], n)), for_all=ARRAYS
    ),
    "I11 a pole at size 0": lambda: Statement(Equal(N * (1 / N), 1), for_all={N: naturals(0)}),
    "I11 a geometric sum at ratio 1": lambda: Statement(
        Equal((1 - r**N) / (1 - r) * (1 - r), 1 - r**N), for_all={N: naturals(1), r: positive}
    ),
    "I11 a pole between the points": lambda: Statement(
        Equal((r - rational(5, 7)) / (r - rational(5, 7)), 1), for_all={r: positive}
    ),
    "I11 a pole in a proof only": lambda: Statement(
        AtMost(0, r, because=r * (r - rational(3, 7)) / (r - rational(3, 7))),
        for_all={r: nonnegative},
    ),
    "I14 a place too many": lambda: Statement(Equal(W[i, j, m], 0), for_all=ARRAYS),
    "I14 a place too few": lambda: Statement(Equal(W[i], 0), for_all=ARRAYS),
    "I15 a free index beyond its array": lambda: Statement(Equal(a[n], 0), for_all=ARRAYS),
    "I15 a free index one further": lambda: Statement(
        Equal(a[i + 1] - a[i + 1] * 1, 0), for_all=ARRAYS
    ),
    "I15 a place that is no whole number": lambda: Statement(
        Equal(a[i / 2] * 1, a[i / 2]), for_all=ARRAYS
    ),
    "I15 a place that is a real": lambda: Statement(Equal(a[r] * 1, a[r]), for_all=ARRAYS),
    "I17 one name for a size and an index": lambda: Statement(
        Equal(total(a[indices("d", d)], indices("d", d)), 0), for_all=ARRAYS
    ),
    "I17 a Dummy": lambda: Statement(Equal(sp.Dummy("N"), sp.Dummy("N")), for_all=SIZES),
    "I17 an array and a scalar of one name": lambda: Statement(
        Equal(a[i], scalars("a")), for_all=ARRAYS
    ),
    "I19 a trace of a matrix that is not square": lambda: Statement(
        Equal(total(M[i, i], i), 0), for_all=SIZES | {M: reals[d, N]}
    ),
    "I19 entries of one matrix over two sizes": lambda: Statement(
        Equal(Mean(total(M[n, i], n, i) ** 2, M), q * N), for_all=DRAWN | {M: gaussian(q)[N, d]}
    ),
    "I21 a sign that only SymPy knows": lambda: Statement(
        Equal(sp.sqrt(sp.Symbol("r", positive=True) ** 2), r), for_all={r: reals}
    ),
    "I21 an even size": lambda: Statement(
        Equal((-1) ** sp.Symbol("N", even=True), 1), for_all={N: naturals(1)}
    ),
    "I21 a prime size": lambda: Statement(
        Equal(sp.Symbol("N", prime=True), N + 1), for_all={N: naturals(1)}
    ),
    "I21 an unknown function": lambda: Statement(
        Equal(sp.Function("f")(sp.Symbol("r")), r), for_all=ARRAYS
    ),
    "I21 a case distinction": lambda: Statement(
        Equal(sp.Piecewise((0, sp.Symbol("r") < 1), (1, True)), r), for_all=ARRAYS
    ),
    "I21 a delta of SymPy": lambda: Statement(
        Equal(sp.KroneckerDelta(sp.Symbol("N"), 0), 0), for_all=SIZES
    ),
    "I22 a power of zero": lambda: Statement(Equal(tree(0) ** N, 0), for_all={N: naturals(0)}),
    "I22 a power of a negative base": lambda: Statement(
        Equal((r**2) ** rational(1, 2), r), for_all={r: reals}
    ),
    "I22 roots that do not split": lambda: Statement(
        Equal(sqrt(r) * sqrt(s), sqrt(r * s)), for_all={r: reals, s: reals}
    ),
    "I22 a logarithm that does not split": lambda: Statement(
        Equal(log(r) + log(s), log(r * s)), for_all={r: reals, s: reals}
    ),
    "I23 a slope that forgets a definition": lambda: Statement(
        Equal(slope(h[N], a[i]), 0),
        for_all=ARRAYS | {a: reals[N]},
        defined={h[0]: 0, h[low + 1]: h[low] + a[low + 1]},
    ),
    "I23 a slope by what is defined": lambda: Statement(
        Equal(slope(h[i], h[i]), 1), for_all=ARRAYS, defined={h[i]: a[i]}
    ),
    "I23 a slope without its delta": lambda: Statement(
        Equal(slope(total(a[i] ** 2, i), a[j]), 2 * total(a[i], i)), for_all=ARRAYS
    ),
    "I23 a slope by a size": lambda: Statement(Equal(slope(total(a[i], i), d), 0), for_all=ARRAYS),
    # -- D: definitions and inductions ----------------------------------------------------------
    "D1 a recursion that does not move": lambda: Statement(
        Equal(S[L], 5 * L, by=induction(L)),
        for_all=DEPTH,
        defined={S[0]: 0, S[before + 1]: S[before]},
    ),
    "D3 a sum whose end moves too": lambda: Statement(
        Equal(S[L], L * total(a[t], t), by=induction(L)),
        for_all=DEPTH,
        defined=S_STEP,
    ),
    "D3 a definition that depends on the counter": lambda: Statement(
        Equal(S[L], r, by=induction(L)),
        for_all=DEPTH,
        defined={S[0]: r, S[before + 1]: S[before] + L - L * r},
    ),
    "D4 a counter that is also a constant": lambda: Statement(
        Equal(S[L], L, by=induction(L)), for_all=DEPTH, defined={S[0]: L, S[before + 1]: S[before]}
    ),
    "D6 even depths only": lambda: Statement(
        Equal((1 + (-1) ** L) / 2, 1, by=induction(L)), for_all={L: naturals(0)}
    ),
    "D6 a base in the wrong place": lambda: Statement(
        Equal(S[L], 1, by=induction(L)),
        for_all=DEPTH | {L: naturals(0)},
        defined={S[0]: 0, S[before + 1]: 1},
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
    "D9 a counter with an end": lambda: Statement(
        Equal(L * (L - 1) * (L - 2), 0, by=induction(L)), for_all={L: interval(0, 9, whole=True)}
    ),
    "D9 a multiple that hides a pole": lambda: Statement(
        Equal(S[L], 0, by=induction(L, times=1 / (L - 3))), for_all=DEPTH, defined=S_STEP
    ),
    "D9 an index that is not in the clause": lambda: Statement(
        Equal(S[L], 0, by=induction(before)), for_all=DEPTH, defined=S_STEP
    ),
    "D9 a step for an induction": lambda: Statement(
        Equal(S[before + 1], S[before], by=step(before)), for_all=DEPTH, defined=S_STEP
    ),
    "D9 a definition of a scalar": lambda: Statement(Equal(r, 0), for_all=ARRAYS, defined={r: 0}),
    "D9 a definition of what is quantified": lambda: Statement(
        Equal(a[i], 0), for_all=ARRAYS, defined={a[i]: 0 * b[i]}
    ),
    # -- C: inequalities ------------------------------------------------------------------------
    "C1 a square of an imaginary number": lambda: Statement(
        AtMost(0, -(r**2), because=(sp.I * sp.Symbol("r")) ** 2 * tree(1)), for_all={r: reals}
    ),
    "C1 a square of a root of a negative number": lambda: Statement(
        AtMost(0, s * r**2, because=(sqrt(s) * r) ** 2), for_all={r: reals, s: reals}
    ),
    "C1 an even power that is none": lambda: Statement(
        AtMost(0, r**3, because=r**3), for_all={r: reals}
    ),
    "C2 a factor that is sometimes negative": lambda: Statement(
        AtMost(0, (N - 3) * r**2, because=(N - 3) * r**2), for_all={N: naturals(1), r: reals}
    ),
    "C3 hypotheses that contradict each other": lambda: Statement(
        AtMost(1, 0, because=(r - 1) + (0 - r)),
        for_all={r: reals},
        given=(AtMost(1, r), AtMost(r, 0)),
    ),
    "C3 a false hypothesis": lambda: Statement(
        AtMost(1, 0, because=tree(-1) - 0), for_all={r: reals}, given=(AtMost(0, -1),)
    ),
    "C4 a hypothesis as the clause": lambda: Statement(
        AtMost(q, r, because=r - q), for_all={q: reals, r: reals}, given=(AtMost(q, r),)
    ),
    "C4 a hypothesis as the clause, in other words": lambda: Statement(
        AtMost(0, r - q, because=(r - q) * 1), for_all={q: reals, r: reals}, given=(AtMost(q, r),)
    ),
    "C4 an equality as its own hypothesis": lambda: Statement(
        Equal(q, r, because=r - q), for_all={q: reals, r: reals}, given=(Equal(q, r),)
    ),
    "C5 a hypothesis beyond its range": lambda: Statement(
        AtMost(0, total(u[n], n), because=total(u[n] - 0, n)),
        for_all=ARRAYS | {N: naturals(2)},
        given=(AtMost(0, u[ups]),),
    ),
    "C5 a hypothesis at one place for all": lambda: Statement(
        AtMost(0, total(u[n], n), because=total(u[n] - 0, n)),
        for_all=ARRAYS,
        given=(AtMost(0, u[1]),),
    ),
    "C6 squares without a sign": lambda: Statement(
        AtMost(r, s, because=s**2 - r**2),
        for_all={r: nonnegative, s: reals},
        given=(AtMost(r**2, s**2),),
    ),
    "C6 a strict sign by squares": lambda: Statement(
        Less(0, (r - rational(5, 7)) ** 2, because=(r - rational(5, 7)) ** 2), for_all={r: reals}
    ),
    "C7 an inequality without a gap": lambda: Statement(AtMost(0, total(a[i], i)), for_all=ARRAYS),
    "C7 a gap that is not the gap": lambda: Statement(
        AtMost(0, total(a[i], i), because=total(a[i] ** 2, i)), for_all=ARRAYS
    ),
    "C7 a later clause as a lemma": lambda: Statement(
        AtMost(0, r, because=r - 0), AtMost(0, r, because=r), for_all={r: reals}
    ),
    "C8 an end that is left out": lambda: Statement(Less(0, r), for_all={r: nonnegative}),
    "C8 a minimum between the points": lambda: Statement(
        Less(0, (r - rational(5, 7)) ** 2), for_all={r: interval(0, 1)}
    ),
    "C8 a large size": lambda: Statement(AtMost(N, 1000), for_all={N: naturals(1)}),
    # -- G: sums of polynomials -----------------------------------------------------------------
    "G1 a size that is even for SymPy": lambda: Statement(
        Equal(sp.floor(sp.Symbol("L", integer=True, even=True) / 2), L / 2),
        for_all={L: naturals(0)},
    ),
    "G2 a sum of powers with the wrong degree": lambda: Statement(
        Equal(total(n * n, n), N**3 / 3 + N**2 / 2 + N / 7), for_all=SIZES
    ),
    "G2 right at the first four sizes": lambda: Statement(
        Equal(total(n * 1, n), N * (N + 1) / 2 + (N - 1) * (N - 2) * (N - 3) * (N - 4)),
        for_all=SIZES,
    ),
    "G4 a sum that runs backwards": lambda: Statement(
        Equal(total(1 + 0 * tree(index("t", 1, r)), index("t", 1, r)), r), for_all={r: reals}
    ),
    # -- W: words -------------------------------------------------------------------------------
    "W1 one direction": lambda: Statement(Exactly(r < 1, r < 2), for_all={r: reals}),
    "W1 an end of a condition": lambda: Statement(
        Exactly(r**2 < 1, r <= 1), for_all={r: nonnegative}
    ),
    "W1 a border between the points": lambda: Statement(
        Exactly(r < rational(5, 7), r <= rational(5, 7)), for_all={r: positive}
    ),
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
    "W4 printed digits of another number": lambda: Statement(Rounds(rational(1383, 1000), "1.39")),
    "W4 digits that are none": lambda: Statement(Rounds(r, "one"), for_all={r: reals}),
    "W5 hypotheses that nothing meets": lambda: Statement(
        AtMost(r, 0), for_all={r: positive}, given=(Less(r, -1),)
    ),
    "W5 a special case outside its domain": lambda: Statement(
        Equal(total(u[n], n), -N, where={u[n]: r, r: 5}), for_all=SIZES | {u: reals[N], r: reals}
    ),
    "W6 a formula beyond its domain": lambda: Statement(
        Less(0, registered("chain-sharpness", mu_xx=1, mu_yx=r)),
        for_all={r: reals, scalars("L"): at_least(1)},
    ),
    "W7 a deep tree": lambda: Statement(Equal(sum([r] * 500), 500 * r + 1), for_all={r: reals}),
    "W7 a large power": lambda: Statement(
        Equal((r + s) ** 500, r**500), for_all={r: reals, s: reals}
    ),
    "W7 a large number": lambda: Statement(
        Equal(r * 10**4000, r * 10**4000 + 1), for_all={r: reals}
    ),
    "W7 a tower": lambda: Statement(
        Equal(tree(2) ** (tree(2) ** (tree(2) ** 9)), r), for_all={r: reals}
    ),
    "W7 many alike indices": lambda: Statement(
        Equal(
            total(W[i, j] * W[j, m] * W[m, i], i, j, m) ** 4,
            total(W[i, j] * W[j, m] * W[m, i], i, j, m) ** 4 * rational(1001, 1000),
        ),
        for_all=ARRAYS,
    ),
    "W7 a mean of many": lambda: Statement(
        Equal(Mean(total(W[i, i], i) ** 14, W), 0), for_all=DRAWN
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
    "W10 a growth of what may be negative": lambda: Statement(
        Equal(Growth(s * N, N), 1), for_all={N: naturals(1), s: reals}
    ),
    "W9 code that says otherwise": lambda: Statement(
        Cases(lambda N: (N, N + 1), {N: (1, 2)}, "N is N + 1"), for_all={N: naturals(1)}
    ),
}
GREEN = {"PROVED", "FORMALLY PROVED", "EXACT", "CERTIFIED", "EXACT IN CASES", "SUPPORTED"}


def outcome(make):
    """Verdicts of a statement; the message with which it is refused must be short."""
    try:
        checks = make().checks
    except FormError as error:
        message = str(error)
        return {"refused"} if "\n" not in message and len(message) < 200 else set()
    return {str(check.run(Context()).verdict) for check in checks}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_in_one_line_or_gets_the_word_it_deserves(name):
    started = time.process_time()
    words = outcome(ATTACKS[name])
    assert not words <= GREEN, words
    assert time.process_time() - started < LIMIT_S
