"""Claims that are their statements: what is proved, refuted and refused."""

import re

import pytest

from depthlaws.claims.engine import Context, Verdict
from depthlaws.claims.engine.recheck import statements
from depthlaws.claims.engine.statement import (
    AtMost,
    Cases,
    Equal,
    Exactly,
    Growth,
    LambertW,
    Less,
    Max,
    Mean,
    Min,
    Rounds,
    Statement,
    array,
    arrays,
    at_least,
    erf,
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
    sqrt,
    step,
    tanh,
    total,
)
from depthlaws.claims.engine.statement.contradictions import contradictions
from depthlaws.claims.engine.statement.errors import FormError

N, d, c, q, r, s = scalars("N d c q r s")
h, u, v, W, x, R = arrays("h u v W x R")
n, k = indices("n k", N)
i, j = indices("i j", d)
before = index("before", 0, N - 1)
STREAM = {h[0, i]: x[i], h[before + 1, i]: h[before, i] + c * R[before + 1, i]}
ANY = {N: naturals(1), d: naturals(1), c: reals, q: nonnegative, x: reals[d], R: reals[N, d]}
VECTORS = {d: naturals(1), u: reals[d], v: reals[d], c: nonnegative}
dot = total(u[i] * v[i], i)
lagrange = total((u[i] * v[j] - u[j] * v[i]) ** 2, i, j) / 2


def verdicts(*clauses, **fields):
    statement = Statement(*clauses, **fields)
    return [check.run(Context()) for check in statement.checks]


def words(*clauses, **fields):
    return [str(e.verdict) for e in verdicts(*clauses, **fields)]


PROVED = {
    "a square of a sum": (Equal(total(u[i], i) ** 2, total(u[i] * u[j], i, j)), VECTORS, {}),
    "Lagrange": (
        Equal(total(u[i] ** 2, i) * total(v[i] ** 2, i) - dot**2, lagrange), VECTORS, {}),
    "Cauchy and Schwarz": (
        AtMost(dot, sqrt(total(u[i] ** 2, i) * total(v[i] ** 2, i)), because=lagrange),
        VECTORS, {}),
    "a stream by induction": (
        Equal(h[N, i], x[i] + c * total(R[n, i], n), by=induction(N)),
        ANY | {N: naturals(0)}, {"defined": STREAM}),
    "one step": (
        Equal(h[before + 1, i] - h[before, i], c * R[before + 1, i], by=step(before)),
        ANY, {"defined": STREAM}),
    "a Gaussian matrix": (
        Equal(Mean(total(total(W[i, j] * u[j], j) ** 2, i), W), c * total(u[i] ** 2, i)),
        VECTORS | {W: gaussian(c / d)[d, d]}, {}),
    "a fourth moment": (
        Equal(Mean(total(total(W[i, j] * u[j], j) ** 2, i) ** 2, W),
              c**2 * (1 + 2 / d) * total(u[i] ** 2, i) ** 2),
        VECTORS | {W: gaussian(c / d)[d, d]}, {}),
    "fresh matrices at every depth": (
        Equal(Mean(total(h[N, i] ** 2, i), W), c**N * total(u[i] ** 2, i),
              by=induction(N, times=c)),
        {N: naturals(0), d: naturals(1), c: nonnegative, u: reals[d], W: gaussian(c / d)[N, d, d]},
        {"defined": {h[0, i]: u[i],
                     h[before + 1, i]: total(W[before + 1, i, j] * h[before, j], j)}}),
    "a fresh residual stream": (
        Equal(Mean(total(h[N, i] ** 2, i), W), (1 + c) ** N * total(u[i] ** 2, i),
              by=induction(N, times=1 + c)),
        {N: naturals(0), d: naturals(1), c: nonnegative, u: reals[d], W: gaussian(c / d)[N, d, d]},
        {"defined": {h[0, i]: u[i],
                     h[before + 1, i]: h[before, i]
                     + total(W[before + 1, i, j] * h[before, j], j)}}),
    "a polynomial sum": (Equal(total(n * n, n), N * (N + 1) * (2 * N + 1) / 6), ANY, {}),
    "a piecewise linear condition": (
        Exactly(same(Max(c, 2 * c), q), same(q, Max(0, c) + c)), {c: reals, q: reals}, {}),
    "the power of a size": (
        Equal(Growth(4 * N ** (-2 * c - 1) * (N + 2) * (N**q + 3), N), Max(q, 0) - 2 * c),
        {N: naturals(1), c: reals, q: reals}, {}),
    "an inequality by induction": (
        AtMost(1 + N * q, (1 + q) ** N, by=induction(N),
               because=(1 + q) * AtMost(1 + N * q, (1 + q) ** N).gap + N * q**2),
        {N: naturals(0), q: nonnegative}, {}),
    "a recursion that stays below another": (
        AtMost(h[N], u[N], by=induction(N),
               because=(1 + c) * AtMost(h[N], u[N]).gap + s),
        {N: naturals(0), c: nonnegative, s: nonnegative},
        {"defined": {h[0]: 0, h[before + 1]: (1 + c) * h[before],
                     u[0]: 1, u[before + 1]: (1 + c) * u[before] + s}}),
    "an inequality of scalars": (Less(c / (1 + c), 1), {c: nonnegative}, {}),
    "an inequality that grows from an end": (
        AtMost(log(1 + q), q, along=((q, 0),)), {q: nonnegative}, {}),
    "a mean with a root beside it": (
        Equal(Mean((sqrt(q) * total(W[i, j] * u[j], j)) ** 2, W), q * total(u[j] ** 2, j)),
        VECTORS | {q: nonnegative, W: gaussian(1)[d, d]}, {}),
    "a minimum": (AtMost(Min(c, q), (c + q) / 2), {c: reals, q: reals}, {}),
    "a bound on a mean, its variance in no side": (
        AtMost(0, Mean(total(W[i, j] * u[j], j) ** 2, W), because=c * total(u[j] ** 2, j)),
        VECTORS | {W: gaussian(c)[d, d]}, {}),
    "growth from an end, whose mutants are made again": (
        Less(log(1 + r), r, along=((r, 0),)), {r: positive}, {}),
    "nine alike indices": (
        Equal(total(u[i], i) ** 9, total(u[i], i) ** 8 * total(u[j], j)), VECTORS, {}),
}  # fmt: skip


SCALARS = {"rewriting", "sign on intervals", "balls", "multiple", "cells"}  # other certificates


@pytest.mark.parametrize("name", PROVED)
def test_proofs_hold_for_every_size_and_planted_errors_do_not(name):
    clause, for_all, more = PROVED[name]
    statement = Statement(clause, for_all=for_all, **more)
    (check,) = statement.checks
    evidence = check.run(Context())
    assert evidence.verdict == Verdict.PROVED, evidence.summary
    raw = check.certificate(evidence)
    assert all(map(statements.judged, raw.get("statements", ()))), name
    assert "statements" in raw or evidence.data["rule"] in SCALARS
    mutants = dict(check.mutants())
    assert mutants
    for label, mutant in mutants.items():
        outcome = mutant.run(Context())
        assert outcome.verdict in (Verdict.REFUTED, Verdict.UNKNOWN), (label, outcome.summary)


@pytest.mark.parametrize(
    ("clause", "for_all", "where"),
    [
        (Less(r, 2 * r), {r: nonnegative}, "r = 0"),
        (Equal((N**2 - 1) / (N - 1), N + 1), {N: naturals(1)}, "N = 1"),
        (AtMost(dot, total(u[i] ** 2, i)), VECTORS, "d = "),
        (Exactly((1 - r) ** 2 < 1, r <= 2), {r: positive}, "r = 2"),
        (Equal(Mean(total(W[i, i], i) ** 2, W), c), VECTORS | {W: gaussian(c)[d, d]}, "d = 2"),
    ],
)
def test_a_false_sentence_is_refuted_at_an_end_that_nobody_typed(clause, for_all, where):
    (evidence,) = verdicts(clause, for_all=for_all)
    assert evidence.verdict == Verdict.REFUTED
    assert where in evidence.summary


def test_listed_values_are_no_proof():
    prime = Cases(lambda n: all((n**2 + n + 41) % p for p in range(2, 40)), {N: range(39)}, "prime")
    assert words(prime, for_all={N: naturals(0)}) == ["EXACT IN CASES"]
    assert words(prime, for_all={N: one_of(*range(39))}) == ["EXACT"]
    listed = Equal(N * (N - 1), N**2 - N, over={N: (1, 2)})
    assert words(listed, for_all={N: naturals(1)}) == ["EXACT IN CASES"]
    left_open = Less(0, N + r, over={N: (1, 2)})
    assert words(left_open, for_all={N: naturals(1), r: positive}) == ["UNKNOWN"]


def test_printed_digits():
    assert words(Rounds(rational(-11, 8), "-1.38")) == ["EXACT"]
    assert words(Rounds(sqrt(2), "1.414"), Rounds(sqrt(2), "1.415")) == ["EXACT", "REFUTED"]


def test_hypotheses_that_nothing_meets_and_hypotheses_that_are_the_clause():
    assert words(AtMost(r, 0), for_all={r: positive}, given=(Less(r, -1),)) == ["VACUOUS"]
    assert words(
        AtMost(q, r, because=r - q), for_all={q: reals, r: reals}, given=(AtMost(q, r),)
    ) == ["UNKNOWN"]


def test_a_witness_meets_hypotheses_that_chance_does_not():
    p, f = arrays("p f")
    fields = {
        "for_all": {N: naturals(1), p: nonnegative[N], f: nonnegative[N]},
        "given": (Equal(total(p[n], n), 1),),
        "witness": ({N: 2, p: [rational(1, 3), rational(2, 3)]},),
    }
    mean = total(p[n] * f[n], n)
    square = total(p[n] * (f[n] - mean) ** 2, n)
    sides = mean**2, total(p[n] * f[n] ** 2, n)
    assert words(AtMost(*sides, because=square), **fields) == ["UNKNOWN"]  # if p adds up to 1
    one = fields["given"][0]
    assert words(AtMost(*sides, because=square + one.gap * mean**2), **fields) == ["PROVED"]
    assert words(AtMost(mean, rational(1, 9)), **fields) == ["REFUTED"]


def test_a_formula_keeps_what_its_symbols_promise():
    clause = Less(0, registered("chain-sharpness", mu_xx=1, mu_yx=r) + 1)
    (evidence,) = verdicts(clause, for_all={r: nonnegative, scalars("L"): at_least(1)})
    assert evidence.verdict == Verdict.UNKNOWN
    assert "mu_yx = r of chain-sharpness may not be positive" in evidence.summary


def test_a_sum_of_squares_shows_at_most_but_not_less():
    gap = (r - rational(5, 7)) ** 2
    assert words(AtMost(0, gap, because=gap), for_all={r: reals}) == ["PROVED"]
    assert words(Less(0, gap, because=gap), for_all={r: reals}) == ["UNKNOWN"]


REFUSED = {
    "no quantifier": (lambda: Statement(Equal(r + s, 0), for_all={r: reals}), "s has no quantif"),
    "no clause": (lambda: Statement(for_all={r: reals}), "without a clause"),
    "alike sides": (lambda: Equal(r, r), "both sides are r"),
    "a float": (lambda: Equal(r, 0.5), "0.5 is no exact number"),
    "a place outside": (
        lambda: Statement(Equal(x[n], 0), for_all={N: naturals(1), d: naturals(1), x: reals[d]}),
        "is not seen to lie in 1..d"),
    "a listed value outside": (
        lambda: Statement(Equal(r, r**2, over={r: (-1,)}), for_all={r: positive}),
        "outside its quantifier"),
    "a drawn matrix outside its mean": (
        lambda: Statement(Equal(W[i, i], 0), for_all=VECTORS | {W: gaussian(c)[d, d]}),
        "stands outside Mean"),
    "a definition by itself": (
        lambda: Statement(
            Equal(h[i], 0), for_all=VECTORS, defined={h[i]: R[i], R[j]: h[j]}),
        "reaches back to itself"),
    "two definitions that meet": (
        lambda: Statement(
            Equal(h[N, i], 0), for_all=ANY, defined={h[1, i]: x[i], h[before + 1, i]: x[i]}),
        "may meet"),
    "a truth of a chain": (lambda: 0 < r < 1, "has no truth value"),
    "a negative variance": (
        lambda: Statement(Equal(c, 1), for_all={d: naturals(1), c: reals, W: gaussian(c)[d]}),
        "may be negative"),
    "an empty interval": (lambda: interval(2, 1), "has no inside"),
    "a hostile name": (lambda: array("#1"), "is no name"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_statement_is_refused_in_one_line(name):
    make, message = REFUSED[name]
    with pytest.raises(FormError, match=re.escape(message)) as error:
        make()
    assert "\n" not in str(error.value)


def test_claims_about_one_quantity_are_tried_at_each_others_points():
    attracts = (1 - r) ** 2 < 1
    wide = Statement(Less(r * N, 9), for_all={r: interval(0, 2), N: naturals(1)}, about=r)
    narrow = Statement(Exactly(attracts, r < 2), for_all={r: positive, N: naturals(7)}, about=r)
    other = Statement(Less(r, 9), for_all={r: positive}, about=N)
    said = {"wide": wide, "narrow": narrow, "other": other}
    ((one, two, how),) = contradictions(said)
    assert (one, two) == ("wide", "narrow")
    assert "N = 7" in how


def test_a_clause_that_grows_from_an_end_can_be_renewed():
    """Mutants and special cases are copies of a clause, whose ends are names by then."""
    clause = AtMost(log(1 + q), q, along=((q, 0),))
    (check,) = Statement(clause, for_all={q: nonnegative}).checks
    assert {m.run(Context()).verdict for _, m in check.mutants()} == {Verdict.REFUTED}


@pytest.mark.parametrize("f", [LambertW, tanh, erf])
def test_a_quotient_by_a_growing_function_is_proved_where_its_argument_is_positive(f):
    quotient = Equal((1 + f(r)) / (1 + f(r)), 1)
    above, anywhere = (Statement(quotient, for_all={r: d}) for d in (positive, reals))
    assert above.checks[0].run(Context()).verdict == Verdict.PROVED
    assert anywhere.checks[0].run(Context()).verdict != Verdict.PROVED


def test_a_statement_cannot_be_changed_after_it_was_checked():
    """Else its check would prove another sentence than the one that was built."""
    clause = AtMost(0, c * total(u[i] ** 2, i), because=c * total(u[i] ** 2, i))
    statement = Statement(clause, for_all=VECTORS)
    changes = [
        lambda: statement.domains.pop("c"),
        lambda: statement.domains.update(c=reals),
        lambda: clause.where.update({c: 1}),
        lambda: clause.over.update(c=(1,)),
        lambda: setattr(clause, "right", c),
        lambda: setattr(statement, "clauses", ()),
        lambda: setattr(clause.right, "args", (c, d)),
        lambda: setattr(i, "last", N),
        lambda: setattr(u, "name", "v"),
    ]
    for change in changes:
        with pytest.raises((FormError, AttributeError)):
            change()
    assert [check.run(Context()).verdict for check in statement.checks] == [Verdict.PROVED]
