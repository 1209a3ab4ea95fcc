"""Printed numbers to half a unit, and listed cases in exact arithmetic."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb

from depthlaws.claims.engine.checks import Exhaustive, Quoted, exhaustive
from depthlaws.claims.engine.records import Verdict
from tests.claims.checked import NOW, verdict, verdicts_of_mutants, x

# -- Quoted ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "printed", "expected"),
    [
        (0.7549, "0.75", Verdict.SUPPORTED),
        (0.7551, "0.75", Verdict.REFUTED),
        (0.7451, "0.75", Verdict.SUPPORTED),
        (0.7449, "0.75", Verdict.REFUTED),
        (1234.4, "1234", Verdict.SUPPORTED),
        (1.24e-5, "1.2e-5", Verdict.SUPPORTED),
        (1.26e-5, "1.2e-5", Verdict.REFUTED),
        (-3.14, "-3.1", Verdict.SUPPORTED),
        (math.nan, "1.0", Verdict.UNKNOWN),
        (arb(0.75), "0.75", Verdict.CERTIFIED),
        (arb(0.75, 1e-3), "0.75", Verdict.CERTIFIED),
        (arb(0.75, 0.1), "0.75", Verdict.UNKNOWN),
        (arb(0.8, 1e-3), "0.75", Verdict.REFUTED),
        (sp.sqrt(2), "1.41", Verdict.CERTIFIED),
        (sp.sqrt(2), "1.42", Verdict.REFUTED),
        (Fraction(2, 3), "0.667", Verdict.CERTIFIED),
        (Fraction(2, 3), "0.666", Verdict.REFUTED),
        (sp.Rational(2047, 2048) ** 2048, "0.3678", Verdict.CERTIFIED),  # 13 000 digits
    ],
)
def test_printed_numbers_hold_to_half_a_unit(ours, printed, expected):
    assert verdict(Quoted(lambda: [("a", ours, printed)])) == expected


def test_one_wrong_number_spoils_the_table():
    evidence = Quoted(lambda: [("a", 1.0, "1.0"), ("b", 2.2, "2.1")]).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert [row["what"] for row in evidence.data["wrong"]] == ["b"]
    assert verdict(Quoted(list)) == Verdict.VACUOUS


@pytest.mark.parametrize(("ours", "printed"), [(0.0098, "0.01"), (0.0, "0.00"), (-41.2, "-41")])
def test_changed_numbers_are_noticed(ours, printed):
    check = Quoted(lambda: [("a", ours, printed)])
    assert verdict(check).green
    assert set(verdicts_of_mutants(check).values()) == {Verdict.REFUTED}


# -- Exhaustive ------------------------------------------------------------------------------------


def test_every_case_in_exact_arithmetic():
    check = Exhaustive(lambda: [(n, n * (n + 1) // 2, sum(range(n + 1))) for n in range(1, 9)])
    evidence = check.run(NOW)
    assert evidence.verdict == Verdict.EXACT_IN_CASES
    assert evidence.summary == "exact in 8 cases: 1, 2, 3, 4, ..., 8; the sentence is wider"
    assert evidence.data["over"] == [str(n) for n in range(1, 9)]
    assert verdict(replace(check, named=True)) == Verdict.EXACT
    assert set(verdicts_of_mutants(check).values()) == {Verdict.REFUTED}
    evidence = Exhaustive(lambda: [("a", 1, 1), ("b", Fraction(1, 3), sp.Rational(1, 2))]).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert evidence.data["case"] == "b"
    last = Exhaustive(lambda: ((n, n, min(n, 998)) for n in range(1000)))
    assert last.run(NOW).data["case"] == "999"


def test_cases_may_be_truths_and_no_case_is_vacuous():
    assert verdict(Exhaustive(lambda: [("a", True), ("b", np.True_)])) == Verdict.EXACT_IN_CASES
    assert verdict(Exhaustive(lambda: [("a", True), ("b", False)])) == Verdict.REFUTED
    assert verdict(Exhaustive(list)) == Verdict.VACUOUS
    assert list(Exhaustive(lambda: [("a", True)]).mutants()) == []
    assert list(Exhaustive(lambda: [("a", 1, "==", 1)]).mutants()) == []
    mixed = Exhaustive(lambda: [("a", True), ("b", 3, 3), ("c", 1, "<", 2)])
    assert [verdict(changed) for _, changed in mixed.mutants()] == [Verdict.REFUTED] * 5
    ordered = Exhaustive(lambda: [("a", 1, "==", 1), ("b", 1, "<=", 1)])
    assert verdicts_of_mutants(ordered) == {"the order turned round": Verdict.REFUTED}


@pytest.mark.parametrize("left", [sp.I, sp.Function("f")(x)])
def test_sides_that_are_no_numbers_are_refuted_in_words(left):
    evidence = Exhaustive(lambda: [("a", left, 2 * left)]).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert "f(2)" in evidence.data["left"] or evidence.data["left"] == "I"


@pytest.mark.parametrize(("gap", "apart"), [
    (sp.sqrt(x) - 1, True), (1 / (x - 1), True), (sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1, False),
    (sp.Symbol("z", real=True) - 1, True), (sp.Symbol("z", negative=True) + 1, False),
    (sp.Symbol("z", integer=True) - 5, False), (sp.Integer(3), True), (sp.zoo, False),
])  # fmt: skip
def test_sides_of_a_case_are_simplified_only_where_no_point_tells_them_apart(gap, apart):
    """The first point of one symbol is 2, the second 16/9."""
    assert exhaustive._apart(gap) == apart
    assert exhaustive._apart(gap * (x - 2)) == apart, "the first point alone says nothing"


@pytest.mark.parametrize(
    ("case", "sides"),
    [
        (("a", Fraction(1, 3), "<", Fraction(1, 4)), ("1/3", "<", "1/4")),
        (("a", "SGD", "==", "Adam"), ("SGD", "==", "Adam")),
        (("a", sp.oo, 1), ("inf", "==", "1")),
        (("a", sp.E, 1), ("2.718281828", "==", "1")),
        (("a", Fraction(10**20, 3), 0), ("3.333333333e+19", "==", "0")),
    ],
)
def test_a_case_that_fails_shows_two_numbers(case, sides):
    evidence = Exhaustive(lambda: [case]).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert tuple(evidence.data[name] for name in ("left", "relation", "right")) == sides


def test_expressions_that_differ_are_shown_at_a_point():
    evidence = Exhaustive(lambda: [("power", -2 * x, 1 - 2 * x)]).run(NOW)
    assert evidence.data["at"] == {"x": "2"}
    assert (evidence.data["left"], evidence.data["right"]) == ("-4", "-3")
    assert evidence.data["in symbols"] == "-2*x beside 1 - 2*x"


def test_cases_may_be_in_order():
    rising = [("a", Fraction(1, 3), "<", Fraction(1, 2)), ("b", 2, ">=", 2), ("c", "x", "==", "x")]
    assert verdict(Exhaustive(lambda: rising)) == Verdict.EXACT_IN_CASES
    assert verdict(Exhaustive(lambda: [("a", 2, "<", 2)])) == Verdict.REFUTED
    assert verdict(Exhaustive(lambda: [("a", sp.oo, sp.oo)])) == Verdict.EXACT_IN_CASES


@pytest.mark.parametrize(
    ("case", "why"),
    [
        (("a", 0.5, "<", 1), "case a: 0.5, 1 are not exact"),
        (("a", x, "<", 1), "case a: got x < 1, which is no yes or no"),
        (("a", 0.5, sp.Rational(1, 2)), "case a: 0.5, 1/2 are not exact"),
        (("a", math.nan, math.nan), "case a: nan, nan are not exact"),
        (("a", sp.nan, sp.nan), "case a: nan, nan are not exact"),
        (("a", None, 1), "case a: None, 1 are not exact"),
        (("a", math.nan), "case a: got nan, which is no yes or no"),
        (("a", None), "case a: got None, which is no yes or no"),
        (("a", "yes"), "case a: got 'yes', which is no yes or no"),
    ],
)
def test_what_is_not_exact_proves_nothing(case, why):
    evidence = Exhaustive(lambda: [case]).run(NOW)
    assert evidence.verdict == Verdict.UNKNOWN
    assert why in evidence.summary
