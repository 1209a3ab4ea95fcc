"""More attempts to have something false proved, by somebody who did not write the engine.

Letters as in ``test_attacks``, and P for printed sentences, S for what SymPy hides, Q for words of
listed cases, T for time.
"""

import time

import numpy as np
import pytest
import sympy as sp

from depthlaws.claims.engine import Context, stated
from depthlaws.claims.engine.recheck import judge, parse, statements
from depthlaws.claims.engine.stated import D, integral, lim
from depthlaws.claims.engine.statement import (
    Abs,
    AtMost,
    Cases,
    Equal,
    Exactly,
    Index,
    Less,
    Max,
    Mean,
    Rounds,
    Statement,
    Tree,
    arrays,
    both,
    exp,
    gaussian,
    index,
    indices,
    induction,
    interval,
    log,
    naturals,
    negated,
    nonnegative,
    one_of,
    pi,
    positive,
    rational,
    reals,
    same,
    scalars,
    slope,
    sqrt,
    total,
    tree,
)
from depthlaws.claims.engine.statement.language import function
from tests.claims.test_attacks import GREEN, LIMIT_S, outcome
from tests.claims.test_forged_certificates import accepted, changed, rehashed

N, d, L, r, s, q, z = scalars("N d L r s q z")
a, b, f, h, u, v, W, M, S = arrays("a b f h u v W M S")
n, k = indices("n k", N)
i, j, m = indices("i j m", d)
ups = indices("ups", N - 1)
low = indices("low", n)  # from 1 to n
before = index("before", 0, L - 1)
i1, i2 = Index("i", 1, d), Index("i", 1, d)
x, y = sp.symbols("x y", real=True)
plain = sp.symbols("x y")
X, Y = scalars("x y")
SHARE = sp.Rational(22, 7)  # in no list of points
share = rational(22, 7)
long = index("long", 1, 10**9)
DIM = {d: naturals(1), a: reals[d], b: reals[d], M: reals[d, d]}
SQUARE = {N: naturals(1), W: reals[N, N], u: reals[N]}
DRAWN = {d: naturals(1), q: nonnegative, W: gaussian(q)[d, d]}
REALS = {r: reals, s: reals}
COUNT = {L: naturals(0)}
STAYS = {S[0]: 0, S[before + 1]: S[before]}
count, moved = sp.Symbol("count", integer=True), sp.Symbol("L", integer=True, positive=True)
wide = sp.Derivative(x**2 * y, x), sp.Derivative(x**2 * y, y)

ATTACKS = {
    # -- C: hypotheses ------------------------------------------------------------------------
    "C a hypothesis for k <= n at every k": lambda: Statement(
        AtMost(0, W[n, k], because=W[n, k] - 0),
        for_all=SQUARE,
        given=(AtMost(0, W[low, n]),),
    ),
    "C an equality for k <= n at every k": lambda: Statement(
        Equal(W[n, k] * r, 0, because=-r * W[n, k]),
        for_all=SQUARE | {r: reals},
        given=(Equal(W[low, n], 0),),
    ),
    "C a witness outside the quantifiers": lambda: Statement(
        AtMost(r, -(s**2), because=(-1 - r) + (1 - s**2)),
        for_all={r: positive, s: interval(0, 1)},
        given=(Less(r, -1),),
        witness=({r: -2, s: 0},),
    ),
    "C digits as a hypothesis": lambda: Statement(
        Equal(r, 1), for_all={r: reals}, given=(Rounds(r, "1.3"),)
    ),
    "C an earlier clause that nobody proves": lambda: Statement(
        Less(0, (r - share) ** 2),
        Equal((r - share) ** 2 / (r - share) ** 2, 1),
        for_all={r: reals},
    ),
    "C Cauchy and Schwarz the wrong way": lambda: Statement(
        AtMost(
            total(a[i] ** 2, i) * total(b[i] ** 2, i),
            total(a[i] * b[i], i) ** 2,
            because=total((a[i] * b[j] - a[j] * b[i]) ** 2, i, j) / 2,
        ),
        for_all=DIM,
    ),
    "C a square of a difference with a sign": lambda: Statement(
        AtMost(2 * r * s, -(r**2) - s**2, because=(r + s) ** 2), for_all=REALS
    ),
    "C a factor whose sign changes, twice": lambda: Statement(
        AtMost(0, (r - share) ** 3, because=(r - share) * (r - share) * (r - share)),
        for_all={r: positive},
    ),
    "C a root of a square": lambda: Statement(AtMost(sqrt(r**2), r), for_all={r: reals}),
    "C the absolute value is the number": lambda: Statement(
        AtMost(Abs(r), r, because=r - Abs(r)), for_all={r: reals}
    ),
    "C strict where a sum may be empty": lambda: Statement(
        Less(0, total(v[n], n), because=total(v[n], n)),
        for_all={N: naturals(0), v: positive[N]},
    ),
    "C less for at most": lambda: Statement(Less(r, Max(r, s)), for_all=REALS),
    # -- D: inductions ------------------------------------------------------------------------
    "D a counter that is a sum": lambda: Statement(
        Equal(S[L], 1, by=induction(L + 1)), for_all=COUNT, defined=STAYS
    ),
    "D a counter that is an entry": lambda: Statement(
        Equal(S[L], 1, by=induction(S[L])), for_all=COUNT, defined=STAYS
    ),
    "D a start that is not the sentence's": lambda: Statement(
        Equal(S[L], 0, by=induction(L, first=5)), for_all=COUNT, defined=STAYS
    ),
    "D a counter in halves": lambda: Statement(
        Equal(S[L], 0, by=induction(L)), for_all={L: naturals(rational(1, 2))}, defined=STAYS
    ),
    "D an index that runs to the counter": lambda: Statement(
        Equal(S[ups, indices("inner", ups)], 1, by=induction(ups)),
        for_all={N: naturals(2)},
        defined={S[1, k]: 1, S[ups + 1, k]: S[ups, k] * 2},
    ),
    # -- I: names, sizes, special cases --------------------------------------------------------
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
        Equal(total(u[n], n), 0, where={u[1]: 0}), for_all=SQUARE
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
    "I a mean inside its own mean": lambda: Statement(
        Equal(Mean(Mean(W[i, j] ** 2, W) * W[i, j] ** 2, W), 3 * q**2), for_all=DRAWN
    ),
    "I the sixth moment by a wrong power": lambda: Statement(
        Equal(Mean(W[i, j] ** 6, W), 15 * q**2), for_all=DRAWN
    ),
    "I a slope by a variance": lambda: Statement(
        Equal(slope(Mean(W[1, 1] ** 2, W), q), 0), for_all=DRAWN
    ),
    # -- P: printed sentences that say something else ------------------------------------------
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
    # -- Q: words of listed cases ---------------------------------------------------------------
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
    "Q integers of NumPy": lambda: Statement(
        Cases(lambda N: (np.int64(N), N + 1), {N: (1, 2)}, "N is N + 1"), for_all={N: naturals(1)}
    ),
    "Q arrays of NumPy": lambda: Statement(
        Cases(lambda N: (np.array([1, N]), np.array([2, 3])), {N: (1,)}, "1 is 2"),
        for_all={N: naturals(1)},
    ),
    "Q a truth of NumPy": lambda: Statement(
        Cases(lambda _: np.bool_(False), {N: (1,)}, "false"), for_all={N: naturals(1)}
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
    "Q a border of three": lambda: Statement(
        Exactly(Tree("<", (r - 1) * (r - 2) * (r - share), tree(0)), r < 1), for_all={r: reals}
    ),
    "Q a factor that may be 0": lambda: Statement(
        Exactly((s - 1) * (r - share) ** 2 > 0, s > 1), for_all={r: nonnegative, s: reals}
    ),
    # -- S: what SymPy hides ---------------------------------------------------------------------
    "S a pole in a derivative": lambda: Statement(
        Equal(D(1 / (x - SHARE), x) * (x - SHARE) ** 2, -1), for_all={X: reals}
    ),
    "S a derivative at a corner": lambda: Statement(
        Equal(D(sp.Abs(x - SHARE), x) * sp.Abs(x - SHARE), x - SHARE), for_all={X: reals}
    ),
    "S a slope at a corner": lambda: Statement(
        Equal(slope(sqrt((X - share) ** 2), X) * sqrt((X - share) ** 2), X - share),
        for_all={X: reals},
    ),
    "S a slope of a root at 0": lambda: Statement(
        Equal(slope(sqrt(X - share), X) * sqrt(X - share), rational(1, 2)),
        for_all={X: reals},
        given=(AtMost(share, X),),
    ),
    "S a pole in an integral": lambda: Statement(
        Equal(integral((x - y) ** -2, (x, 0, 1)), 1 / (y * (y - 1))),
        for_all={Y: interval(rational(1, 4), rational(3, 4))},
    ),
    "S an integral across a pole": lambda: Statement(Equal(integral(1 / x, (x, -1, 1)), 0)),
    "S a logarithm across 0": lambda: Statement(
        Equal(integral(1 / x, (x, -1, y)), sp.log(y)), for_all={Y: positive}
    ),
    "S the slope of a step": lambda: Statement(
        Equal(D(sp.Piecewise((0, x < SHARE), (1, True)), x), 0), for_all={X: reals}
    ),
    "S the slope of a floor": lambda: Statement(
        Equal(D(sp.floor(x / 100), x), 0), for_all={X: reals}
    ),
    "S the slope of a sign": lambda: Statement(
        Equal(D(sp.sign(x - SHARE), x), 0), for_all={X: reals}
    ),
    "S the slope of a maximum": lambda: Statement(
        Equal(D(sp.Max(x, SHARE), x) * (x - SHARE), sp.Max(x - SHARE, 0)), for_all={X: reals}
    ),
    "S an arc sine beyond 1": lambda: Statement(
        Equal(function("sin", function("asin", X)), X),
        for_all={X: interval(0, rational(1001, 1000), low_open=True, high_open=True)},
    ),
    "S poles of the gamma function": lambda: Statement(
        Equal(function("gamma", X - share + 1), (X - share) * function("gamma", X - share)),
        for_all={X: reals},
    ),
    "S two values that SymPy takes for one": lambda: Statement(
        Equal(tree(sp.Subs(wide[0], (x, y), (1, 1))) - tree(sp.Subs(wide[1], (x, y), (1, 1))), 0)
    ),
    "S a sum that runs backwards": lambda: Statement(
        Equal(stated.total(1, (count, 1, moved - 5)), L - 5), for_all={L: naturals(1)}
    ),
    "S a number that is no integer": lambda: Statement(
        Equal(sp.floor(sp.Symbol("r", real=True, integer=False)), r - 1), for_all={r: reals}
    ),
    "S an infinite number": lambda: Statement(
        Equal(1 / (1 + sp.Symbol("r", finite=False)), 0), for_all={r: positive}
    ),
    "S a limit that does not exist": lambda: Statement(Equal(lim(sp.sin(1 / x), x, 0), 0)),
    "S two limits for one": lambda: Statement(Equal(sp.Limit(sp.Abs(x) / x, x, 0, "+-"), 1)),
    "S a limit by a sign that is open": lambda: Statement(
        Equal(lim(sp.exp(-y * x), x, sp.oo), 0), for_all={Y: nonnegative}
    ),
    "S a limit of an angle": lambda: Statement(
        Equal(lim(sp.atan(y * x), x, sp.oo), sp.pi / 2), for_all={Y: reals}
    ),
    "S a bound variable captured": lambda: Statement(
        Equal(integral(x * y, (x, 0, 1)), rational(1, 3), where={Y: X}),
        for_all={X: reals, Y: reals},
    ),
    "S a bound variable captured, without assumptions": lambda: Statement(
        Equal(integral(plain[0] * plain[1], (plain[0], 0, 1)), rational(1, 3), where={Y: X}),
        for_all={X: interval(rational(2, 3), rational(7, 10)), Y: reals},
    ),
    "S an even root": lambda: Statement(Equal((r**4) ** rational(1, 4), r), for_all={r: reals}),
    "S an odd root": lambda: Statement(Equal((r**3) ** rational(1, 3), r), for_all={r: reals}),
    "S a logarithm of a square": lambda: Statement(
        Equal(log(r**2), 2 * log(r)), for_all={r: reals}, given=(Less(0, r**2),)
    ),
    "S an arc cosine beyond pi": lambda: Statement(
        Equal(function("acos", function("cos", r)), r), for_all={r: interval(0, rational(315, 100))}
    ),
    "S an arc cosine beyond 1": lambda: Statement(
        Equal(function("acos", -r), pi - function("acos", r)), for_all={r: positive}
    ),
    "S a quotient by a sine beyond pi": lambda: Statement(
        Equal(function("sin", r) / function("sin", r), 1),
        for_all={r: interval(rational(1, 2), rational(315, 100))},
    ),
    "S the gamma function one before": lambda: Statement(
        Equal(function("gamma", r), r * function("gamma", r)), for_all={r: positive}
    ),
    "S the other branch of Lambert's function": lambda: Statement(
        Equal(function("LambertW", r * exp(r)), r), for_all={r: reals}
    ),
    # -- T: time ----------------------------------------------------------------------------------
    "T a number without end": lambda: Statement(Equal(tree(10**5000) * r, r), for_all={r: reals}),
    "T a large power of a sum": lambda: Statement(
        Equal((2 * r) ** (10**9), tree(2) ** (10**9) * r ** (10**9) * 1), for_all={r: reals}
    ),
    "T a long sum": lambda: Statement(Equal(total(r * long, long), r), for_all={r: reals}),
    "T a long free index": lambda: Statement(Equal(tree(long) * r, r), for_all={r: reals}),
    "T a hypothesis at many places": lambda: Statement(
        Equal(r, s), for_all=REALS, given=(AtMost(r * 0, tree(long)),)
    ),
    "T a large least size": lambda: Statement(
        Equal(total(u[n], n), total(u[n], n) * 2), for_all={N: naturals(10**8), u: reals[N]}
    ),
    "T many Gaussian entries": lambda: Statement(
        Equal(Mean(W[1, 1] ** 2, W), 2), for_all={d: naturals(10**5), W: gaussian(1)[d, d]}
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_refused_in_one_line_or_gets_the_word_it_deserves(name):
    started = time.process_time()
    words = outcome(ATTACKS[name])
    assert words
    assert not words <= GREEN, words
    assert time.process_time() - started < LIMIT_S


def test_a_hypothesis_is_printed_with_its_own_places():
    """Without them it would read as a hypothesis at the one place of the clause."""
    statement = Statement(
        AtMost(u[n], total(u[k], k) + u[n], because=total(u[k] - 0, k)),
        for_all={N: naturals(1), u: reals[N]},
        given=(AtMost(0, u[n]),),
    )
    assert "with 0 <= u[n] for all 1 <= n <= N" in str(statement)


def proved(statement):
    """Certificate of the last clause of a statement that is proved."""
    check = statement.checks[-1]
    evidence = check.run(Context())
    assert str(evidence.verdict) == "PROVED"
    (raw,) = check.certificate(evidence)["statements"]
    assert statements.judged(raw)
    return raw


def domains(raw, name, row):
    place = [r[0] for r in raw["statement"]["for all"]].index(name)
    return rehashed(changed(raw, ("statement", "for all", place), lambda _: row))


def test_an_earlier_clause_over_another_domain_is_refused():
    raw = proved(
        Statement(
            AtMost(0, r * s, because=r * s),
            AtMost(0, r * s * 2, because=(r * s - 0) * 2),
            for_all={r: nonnegative, s: nonnegative},
        )
    )
    real = ["r", None, True, None, True, False, [], [], None]
    assert not accepted(domains(raw, "r", real))


def test_a_hypothesis_beyond_its_moving_range_is_refused():
    raw = proved(
        Statement(
            AtMost(0, W[low, n] * 2, because=(W[low, n] - 0) * 2),
            for_all=SQUARE,
            given=(AtMost(0, W[low, n]),),
        )
    )
    numbers = {row[1]: row[0] for row in raw["statement"]["indices"]}
    swap = {numbers["low"]: numbers["n"], numbers["n"]: numbers["low"]}

    def swapped(t):
        if t[:1] == ["index"]:
            return ["index", swap[t[1]]]
        return [swapped(p) if isinstance(p, list) else p for p in t]

    forged = changed(raw, ("statement", "clause", 2), swapped)
    assert not accepted(rehashed(changed(forged, ("proof", "because"), swapped)))


def test_a_counter_off_the_whole_numbers_is_refused():
    raw = proved(
        Statement(Equal(S[L], 0, by=induction(L)), for_all={L: naturals(0)}, defined=STAYS)
    )
    for start, is_open in (("1/2", False), ("0", True)):
        row = ["L", start, is_open, None, True, True, [], [], None]
        assert not accepted(domains(raw, "L", row))


def test_counts_are_whole_numbers_and_no_folder_is_empty(tmp_path):
    raw = proved(Statement(Equal((r + s) ** 2, r**2 + 2 * r * s + s**2), for_all=REALS))
    whole = {"claim": "X", "statements to recheck": 1, "checks": [{"statements": [raw]}]}
    good, truth, empty = tmp_path / "good.json", tmp_path / "truth.json", tmp_path / "empty"
    good.write_text(parse.json.dumps(whole))
    truth.write_text(parse.json.dumps(whole | {"statements to recheck": True}))
    empty.mkdir()
    assert [judge.main([good]), judge.main([truth]), judge.main([good, empty])] == [0, 1, 2]
