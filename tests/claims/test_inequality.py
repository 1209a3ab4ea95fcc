"""Inequalities proved by the signs of their terms and slopes."""

from dataclasses import replace

import sympy as sp

from depthlaws.claims.engine.checks import Inequality
from depthlaws.claims.engine.records import Context, Verdict
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT, Interval

v, L, x, n = sp.symbols("v L x n", positive=True)
FROM_ONE = Interval(1, sp.oo, right_open=True)


def _bernoulli() -> tuple[sp.Expr, str, sp.Expr]:
    return 1 - v**L, "<=", L * (1 - v)


def _exponential() -> tuple[sp.Expr, str, sp.Expr]:
    return 1 - sp.exp(-x), "<", x


def _false_beyond_two() -> tuple[sp.Expr, str, sp.Expr]:
    return x**2, "<", 2 * x


def _verdict(check: Inequality) -> Verdict:
    return check.run(Context(seed=0)).verdict


def test_the_slope_in_one_symbol_after_the_other_proves_bernoulli():
    at_one = Inequality(_bernoulli, {v: UNIT, L: FROM_ONE}, along=((v, 1), (L, 1)))
    assert _verdict(at_one) == Verdict.PROVED


def test_without_an_end_to_start_from_it_stays_unknown():
    assert _verdict(Inequality(_exponential, {x: POSITIVE})) == Verdict.UNKNOWN
    assert _verdict(Inequality(_exponential, {x: POSITIVE}, along=((x, 0),))) == Verdict.PROVED


def test_a_false_inequality_is_refuted_with_its_point():
    found = Inequality(_false_beyond_two, {x: POSITIVE}).run(Context(seed=0))
    assert found.verdict == Verdict.REFUTED
    assert found.data["point"]["x"] >= 2


def test_a_strict_inequality_is_not_proved_at_a_closed_end_where_it_fails():
    closed = Interval(0, 1)
    nonnegative = sp.Symbol("x", nonnegative=True)

    def statement() -> tuple[sp.Expr, str, sp.Expr]:
        return sp.Integer(0), "<", nonnegative

    assert _verdict(Inequality(statement, {nonnegative: closed})) != Verdict.PROVED


def test_listed_values_are_exact_in_cases_where_the_sentence_is_wider():
    def statement() -> tuple[sp.Expr, str, sp.Expr]:
        return x / n, "<=", x

    check = Inequality(statement, {x: POSITIVE, n: [1, 2, 5]})
    assert _verdict(check) == Verdict.EXACT_IN_CASES
    assert check.run(Context()).summary.endswith("at n = 1, 2, 5, the sentence is wider")
    assert _verdict(replace(check, named=True)) == Verdict.PROVED
    half = [1, sp.Rational(1, 2)]
    assert _verdict(Inequality(statement, {x: POSITIVE, n: half})) == Verdict.REFUTED


def test_no_mutant_of_a_proved_inequality_is_green():
    check = Inequality(_exponential, {x: POSITIVE}, along=((x, 0),))
    assert {label: _verdict(mutant) for label, mutant in check.mutants()} == {
        "< became >": Verdict.REFUTED
    }


def test_no_proof_is_looked_for_where_only_a_refutation_is_asked_for():
    asked = Context(refuting=True)
    true = Inequality(_exponential, {x: POSITIVE}, along=((x, 0),))
    false = Inequality(_false_beyond_two, {x: POSITIVE})
    assert true.run(Context()).verdict == Verdict.PROVED
    assert (true.run(asked).verdict, false.run(asked).verdict) == (Verdict.UNKNOWN, Verdict.REFUTED)
