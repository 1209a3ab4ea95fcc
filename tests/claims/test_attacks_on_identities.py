"""Attempts to have a false identity in arrays and means proved.

Named after the kind of fault: I for indices and means, E for deltas.
"""

import pytest
import sympy as sp

from depthlaws.claims.engine.statement import (
    Abs,
    AtMost,
    Equal,
    Max,
    Mean,
    Statement,
    array,
    exp,
    gaussian,
    index,
    indices,
    induction,
    interval,
    log,
    naturals,
    nonnegative,
    positive,
    rational,
    reals,
    scalars,
    slope,
    sqrt,
    total,
    tree,
)
from tests.claims.attacks import (
    AGAINST,
    ARRAYS,
    DIM,
    DRAWN,
    DRAWN_BY_SIZE,
    LINE,
    OPEN,
    SEQ,
    SIZES,
    SQUARE,
    TABLE,
    TWO,
    M,
    N,
    V,
    W,
    a,
    assert_fails,
    b,
    c,
    d,
    g,
    h,
    i,
    j,
    less,
    m,
    n,
    q,
    r,
    s,
    start,
    u,
    ups,
    v,
)

REFUTED = {  # two sides differ at a point
    # -- I: indices and means ---------------------------------------------------------------------
    "I3 an index captured by a sum": lambda: Statement(
        Equal(total(h[i], i), total(a[i] * total(b[i], i), i) + 1),
        for_all=ARRAYS,
        defined={h[i]: a[i] * total(b[i], i)},
    ),
    "I6 a mean of what hides the drawn matrix": lambda: Statement(
        Equal(Mean(h[N, i] * W[i, j], W), 0),
        for_all=DRAWN_BY_SIZE | {u: reals[d]},
        defined={h[0, i]: u[i], h[start + 1, i]: total(W[i, j] * h[start, j], j)},
    ),
    "I6 one matrix for all layers": lambda: Statement(
        Equal(
            Mean(total(h[N, i] ** 2, i), W), q**N * total(a[i] ** 2, i), by=induction(N, times=q)
        ),
        for_all=DRAWN_BY_SIZE | {N: naturals(0)},
        defined={h[0, i]: a[i], h[start + 1, i]: total(W[i, j] * h[start, j], j)},
    ),
    "I6 a product of two means for a mean": lambda: Statement(
        Equal(
            Mean(total(h[N, i] ** 2, i), M) ** 2,
            Mean(total(h[N, i] ** 2, i) ** 2, M),
            by=induction(N),
        ),
        for_all=DRAWN_BY_SIZE | {N: naturals(0), M: gaussian(q / d)[N, d, d]},
        defined={h[0, i]: a[i], h[start + 1, i]: total(M[start + 1, i, j] * h[start, j], j)},
    ),
    "I6 a layer that comes back": lambda: Statement(
        Equal(
            Mean(total(h[N, i] ** 2, i), M), q**N * total(a[i] ** 2, i), by=induction(N, times=q)
        ),
        for_all=DRAWN_BY_SIZE | {N: naturals(0), M: gaussian(q / d)[N + 1, d, d]},
        defined={
            h[0, i]: total(M[1, i, j] * a[j], j),
            h[start + 1, i]: total(M[start + 1, i, j] * h[start, j], j),
        },
    ),
    "I6 a mean of a plain definition that hides it": lambda: Statement(
        Equal(Mean(h[i] * W[i, j], W), 0),
        for_all=DRAWN_BY_SIZE,
        defined={h[i]: total(W[i, j] * a[j], j)},
    ),
    "I6 a product of means for the mean of a product": lambda: Statement(
        Equal(Mean(total(W[i, i], i) ** 2, W), Mean(total(W[i, i], i), W) ** 2),
        for_all=DRAWN_BY_SIZE,
    ),
    "I7 Kronecker's delta by name": lambda: Statement(
        Equal(total(array("delta")[i, j] * a[j], j), a[i]),
        for_all=ARRAYS | {array("delta"): reals[d, d]},
    ),
    "I8 a root of entries": lambda: Statement(Equal(sqrt(a[i] ** 2), a[i]), for_all=ARRAYS),
    "I19 entries of one matrix over two sizes": lambda: Statement(
        Equal(Mean(total(M[n, i], n, i) ** 2, M), q * N),
        for_all=DRAWN_BY_SIZE | {M: gaussian(q)[N, d]},
    ),
    "I22 a power of zero": lambda: Statement(Equal(tree(0) ** N, 0), for_all={N: naturals(0)}),
    "I22 a power of a negative base": lambda: Statement(
        Equal((r**2) ** rational(1, 2), r), for_all={r: reals}
    ),
    "I23 a slope without its delta": lambda: Statement(
        Equal(slope(total(a[i] ** 2, i), a[j]), 2 * total(a[i], i)), for_all=ARRAYS
    ),
    "I a mean inside its own mean": lambda: Statement(
        Equal(Mean(Mean(W[i, j] ** 2, W) * W[i, j] ** 2, W), 3 * q**2), for_all=DRAWN
    ),
    "I the sixth moment by a wrong power": lambda: Statement(
        Equal(Mean(W[i, j] ** 6, W), 15 * q**2), for_all=DRAWN
    ),
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
    "I two independent matrices for one": lambda: Statement(
        Equal(Mean(Mean(total(W[i, j] * M[i, j], i, j) ** 2, W), M), 3 * q**2 * d**2),
        for_all=DRAWN | {M: gaussian(q)[d, d]},
    ),
    "I one index both bound and free": lambda: Statement(
        Equal(total(a[i], i) * b[i], total(a[i] * b[i], i)), for_all=DIM
    ),
    "I one factor transposed": lambda: Statement(
        Equal(total(W[i, j] * a[i] * b[j], i, j), total(W[j, i] * a[i] * b[j], i, j)),
        for_all=SQUARE,
    ),
    "I the trace of a product as a product of traces": lambda: Statement(
        Equal(total(W[i, j] * V[j, i], i, j), total(W[i, i], i) * total(V[j, j], j)),
        for_all=SQUARE,
    ),
    "I a fourth moment as a square of second ones": lambda: Statement(
        Equal(Mean(W[i, j] ** 4, W), q**2), for_all=DRAWN
    ),
    "I a mean of a product of rows that may coincide": lambda: Statement(
        Equal(Mean(total(W[i, m] * W[j, m], m), W), 0), for_all=DRAWN | {q: positive}
    ),
    "I two matrices that commute": lambda: Statement(
        Equal(total(W[i, j] * V[j, m], j), total(V[i, j] * W[j, m], j)), for_all=SQUARE
    ),
    "I two drawn matrices as one": lambda: Statement(
        Equal(Mean(Mean(total(W[i, j] * V[i, j], i, j), W), V), q * d), for_all=TWO
    ),
    "I a mean of a transposed product": lambda: Statement(
        Equal(Mean(total(W[i, j] * W[j, i], i, j), W), q * d), for_all=TWO
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
    "E a slope without its own entry": lambda: Statement(
        Equal(slope(total(a[i] * b[i], i), a[j]), total(b[i], i) - b[j]), for_all=DIM
    ),
    "E a slope of a square of a matrix": lambda: Statement(
        Equal(slope(total(W[i, j] * W[j, i], i, j), W[m, m]), 4 * W[m, m]), for_all=SQUARE
    ),
    "E a second moment off the diagonal": lambda: Statement(
        Equal(Mean(W[1, 1] * W[d, d], W), q / d), for_all=TWO
    ),
}
UNPROVED = {  # refused, left open, or undefined at a point
    # -- I: indices and means ---------------------------------------------------------------------
    "I1 a name of the normal form": lambda: Statement(Equal(array("#0")[i], a[i]), for_all=ARRAYS),
    "I2 a name of a fresh index": lambda: Statement(
        Equal(total(a[i] * array("_3")[i], i), 0), for_all=ARRAYS
    ),
    "I3 a definition with a free index": lambda: Statement(
        Equal(total(h[i] * a[j], j), total(W[i, j] * a[j], j)),
        for_all=ARRAYS,
        defined={h[i]: W[i, j]},
    ),
    "I4 a definition of the diagonal only": lambda: Statement(
        Equal(total(h[i, j], i, j), total(a[i], i) ** 2),
        for_all=ARRAYS,
        defined={h[i, i]: a[i] * a[i]},
    ),
    "I6 a drawn matrix outside its mean": lambda: Statement(
        Equal(total(W[i, i], i), 0), for_all=DRAWN_BY_SIZE
    ),
    "I6 a drawn matrix outside, in a definition": lambda: Statement(
        Equal(h[i], 0), for_all=DRAWN_BY_SIZE, defined={h[i]: W[i, i]}
    ),
    "I6 a mean over what is not drawn": lambda: Statement(Equal(Mean(a[i], a), 0), for_all=ARRAYS),
    "I6 a variance that may be negative": lambda: Statement(
        Equal(Mean(total(W[i, i] ** 2, i), W), r * d), for_all=ARRAYS | {W: gaussian(r)[d, d]}
    ),
    "I6 a variance that holds an array": lambda: Statement(
        Equal(Mean(W[i, i] ** 2, W), a[i]), for_all=ARRAYS | {W: gaussian(a[i])[d, d]}
    ),
    "I8 a negative power of entries": lambda: Statement(
        Equal(a[i] ** -1 * a[i], 1), for_all=ARRAYS
    ),
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
    "I22 roots that do not split": lambda: Statement(
        Equal(sqrt(r) * sqrt(s), sqrt(r * s)), for_all={r: reals, s: reals}
    ),
    "I22 a logarithm that does not split": lambda: Statement(
        Equal(log(r) + log(s), log(r * s)), for_all={r: reals, s: reals}
    ),
    "I23 a slope that forgets a definition": lambda: Statement(
        Equal(slope(h[N], a[i]), 0),
        for_all=ARRAYS | {a: reals[N]},
        defined={h[0]: 0, h[start + 1]: h[start] + a[start + 1]},
    ),
    "I23 a slope by what is defined": lambda: Statement(
        Equal(slope(h[i], h[i]), 1), for_all=ARRAYS, defined={h[i]: a[i]}
    ),
    "I23 a slope by a size": lambda: Statement(Equal(slope(total(a[i], i), d), 0), for_all=ARRAYS),
    "I a variance that depends on an index": lambda: Statement(
        Equal(Mean(W[i, i] ** 2, W), tree(i)), for_all={d: naturals(1), W: gaussian(i)[d, d]}
    ),
    "I a size that is an index": lambda: Statement(
        Equal(total(a[1], i), d * a[1]), for_all={d: naturals(1), a: reals[i]}
    ),
    "I a special case outside an interval": lambda: Statement(
        Equal(r * 2, 10, where={r: 5}), for_all={r: interval(0, 1)}
    ),
    "I a special case of half a size": lambda: Statement(
        Equal(N * 2, 1, where={N: rational(1, 2)}), for_all={N: naturals(1)}
    ),
    "I a special case of another sign": lambda: Statement(
        Equal(total(v[n], n), -N, where={v[n]: -1}), for_all={N: naturals(1), v: nonnegative[N]}
    ),
    "I a special case of one entry": lambda: Statement(
        Equal(total(u[n], n), 0, where={u[1]: 0}), for_all=TABLE
    ),
    "I a mean of an inverse": lambda: Statement(
        Equal(Mean(W[i, j] / W[i, j], W), 1), for_all=DRAWN
    ),
    "I a mean of an absolute value": lambda: Statement(
        AtMost(0, Mean(Abs(W[1, 1]) - 1, W)), for_all=DRAWN
    ),
    "I a mean of an exponential": lambda: Statement(
        Equal(Mean(exp(W[1, 1]), W), exp(q)), for_all=DRAWN
    ),
    "I a slope by a variance": lambda: Statement(
        Equal(slope(Mean(W[1, 1] ** 2, W), q), 0), for_all=DRAWN
    ),
    "I a mean of a largest entry": lambda: Statement(
        AtMost(Mean(Max(W[1, 1], 0), W), 0), for_all=DRAWN
    ),
    "I a variance with a pole": lambda: Statement(
        Equal(Mean(total(W[i, j] ** 2, i, j), W), q * d),
        for_all={d: naturals(0), q: nonnegative, W: gaussian(q / d)[d, d]},
    ),
    "I a drawn array in a hypothesis": lambda: Statement(
        Equal(Mean(W[1, 1] ** 2, W), 1), for_all=DRAWN, given=(Equal(W[1, 1] ** 2, 1),)
    ),
    "I an index over the size of another array": lambda: Statement(
        Equal(total(a[n] * u[n], n), total(u[n] * a[n] * 1, n)),
        for_all=DIM | SEQ,
    ),
}

REASONS = {
    "I an index over the size of another array": "refused: .*a\\[",
}


@pytest.mark.parametrize("name", REFUTED)
def test_a_false_sentence_is_refuted_by_its_sides(name):
    assert_fails(REFUTED[name], AGAINST)


@pytest.mark.parametrize("name", UNPROVED)
def test_a_sentence_without_a_proof_is_not_proved(name):
    assert_fails(UNPROVED[name], REASONS.get(name, OPEN))
