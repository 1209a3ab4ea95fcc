"""Inequalities over boxes: certified, refuted inside the box, or unknown."""

import math
from dataclasses import replace

import pytest
import sympy as sp

from depthlaws.claims.engine.checks import Certify, Identity, common
from depthlaws.claims.engine.records import Context, Verdict
from depthlaws.theory.symbolic.domain import POSITIVE, Interval
from tests.claims.checked import HALF, NOW, L, t, verdict, verdicts_of_mutants, x, y


def test_a_box_keeps_what_its_symbols_promise():
    with pytest.raises(ValueError, match="symbol x is positive for SymPy, but its domain is"):
        certify(sp.Abs(x) - x, "<", 1, {x: (-2, 1)})
    with pytest.raises(ValueError, match="symbol x is positive for SymPy, but its domain is"):
        certify(sp.Abs(x) - x, "<", 1, {x: [-2, 1]})
    assert verdict(certify(sp.Abs(t) - t, "<", 1, {t: (-2, 1)})) == Verdict.REFUTED


def certify(left, relation, right, box, **options):
    return Certify(lambda: (sp.sympify(left), relation, sp.sympify(right)), box, **options)


@pytest.mark.parametrize(
    ("left", "relation", "right", "box"),
    [
        (x**2 - x + 1, ">", HALF, {x: (0, 10)}),
        (sp.exp(-t), "<", 1 - t + t**2, {t: (sp.Rational(1, 100), 1)}),
        (x * y, "<=", (x**2 + y**2) / 2 + sp.Rational(1, 100), {x: (0, 1), y: (0, 1)}),
        (sp.Abs(t), "<", 2, {t: (-1, 1)}),
        (sp.sin(t), "<", 1, {t: (0, sp.pi / 2 - sp.Rational(1, 100))}),
        (3, ">", sp.E, {}),
    ],
)
def test_a_true_inequality_is_certified(left, relation, right, box):
    assert verdict(certify(left, relation, right, box)) == Verdict.CERTIFIED


def test_listed_values_in_a_box_are_certified_only_where_the_sentence_names_them():
    check = certify(2 ** (1 - 1 / L), ">=", 1, {L: [1, 2, 64, sp.oo]})
    evidence = check.run(NOW)
    assert (evidence.verdict, evidence.data["over"]) == (
        Verdict.EXACT_IN_CASES,
        ["L = 1, 2, 64, oo"],
    )
    assert verdict(replace(check, named=True)) == Verdict.CERTIFIED


@pytest.mark.parametrize(
    ("left", "relation", "right", "box"),
    [
        (x**2 - x + 1, ">", sp.Rational(4, 5), {x: (0, 10)}),
        (sp.exp(-t), "<", 1 - t, {t: (sp.Rational(1, 100), 1)}),
        (x, "<", y, {x: [1, 2], y: [2]}),
        (t, ">=", 0, {t: (-sp.Rational(1, 10**9), 1)}),
        (sp.Piecewise((1, t < sp.Rational(3, 5)), (-1, True)), ">", 0, {t: (0, 1)}),
    ],
)
def test_a_false_inequality_is_refuted_inside_its_box(left, relation, right, box):
    evidence = certify(left, relation, right, box).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    for symbol, side in box.items():
        value = float(evidence.data["point"][symbol.name])
        assert float(min(side)) - 1e-15 <= value <= float(max(side)) + 1e-15


def test_no_counterexample_outside_the_box():
    """1/3 is no binary number, so the first ball overshoots the box a little."""
    check = certify(x, ">=", sp.Rational(1, 3), {x: (sp.Rational(1, 3), 1)}, max_boxes=2000)
    assert verdict(check) != Verdict.REFUTED
    exact = certify(x, ">=", sp.Rational(1, 3), {x: [sp.Rational(1, 3)]}, max_boxes=200)
    assert verdict(exact) != Verdict.REFUTED


def test_a_jump_has_no_mean_value():
    """The slope is zero on both sides of the jump, but the middle says nothing about the ends."""
    step = sp.Piecewise((1, t < sp.Rational(9, 10)), (0, True))
    assert verdict(certify(step, ">", HALF, {t: (0, 1)})) == Verdict.REFUTED


def test_a_margin_that_touches_zero_stays_unknown():
    evidence = certify(x**2, ">", 0, {x: (0, 1)}, max_boxes=200).run(NOW)
    assert evidence.verdict in {Verdict.UNKNOWN, Verdict.REFUTED}
    weak = certify((x - HALF) ** 2 * (1 + x), ">", -x * 0, {x: (0, 2)}, max_boxes=300)
    assert not verdict(weak).green


def test_no_case_is_vacuous():
    assert verdict(certify(x, "<", 0, {x: []})) == Verdict.VACUOUS


def test_a_box_without_inside_is_refused():
    with pytest.raises(ValueError, match="the box of x is empty: 2 is above 1"):
        certify(x, "<", 0, {x: (2, 1)})


def test_boxes_out_of_budget_are_unknown():
    wave = sp.sin(100 * x * y)
    hard = certify((wave + 2) * (wave - 2), ">", -sp.Rational(4001, 1000), {x: (0, 9), y: (0, 9)})
    assert verdict(replace(hard, max_boxes=50)) == Verdict.UNKNOWN
    evidence = hard.run(Context(deadline=-math.inf))
    assert evidence.verdict == Verdict.UNKNOWN
    assert set(evidence.data["undecided box"]) == {"x", "y"}


def test_a_given_counterexample_is_tried_first():
    needle = sp.Piecewise((-1, sp.Eq(x, sp.Rational(1, 7))), (1, True))
    check = certify(needle, ">", 0, {x: [sp.Rational(1, 7), 1]}, try_first=[{"x": "1/7"}])
    evidence = check.run(NOW)
    assert evidence.verdict != Verdict.CERTIFIED
    direct = certify(x, "<", y, {x: (0, 9), y: (0, 9)}, try_first=[{"x": 4, "y": 2}]).run(NOW)
    assert direct.verdict == Verdict.REFUTED
    assert direct.data["point"] == {"x": 4, "y": 2}


def test_mutants_of_an_inequality():
    evidence = verdicts_of_mutants(certify(x, "<=", 2 * x + 1, {x: (1, 2)}))
    assert evidence["<= became >"] == Verdict.REFUTED
    assert evidence["right side negated"] == Verdict.REFUTED
    # These are other truths, and are recognised as such.
    assert evidence["weak became strict"] == Verdict.CERTIFIED
    assert evidence["right side doubled"] == Verdict.CERTIFIED


def test_a_relation_that_is_none_and_words_for_sides_are_refused():
    with pytest.raises(ValueError, match=r"the relation must be <, <=, > or >=, got '~'"):
        Certify(lambda: (x, "~", 2 * x), {x: (1, 2)}).run(Context())
    with pytest.raises(TypeError, match="words are no sides of an identity: 'a', 'a'"):
        Identity(lambda: ("a", "a"), {x: POSITIVE}).run(Context())


def test_a_refutation_says_where_and_by_how_much():
    """In words, also where the point has long numbers."""
    y = sp.Symbol("y", real=True)
    box = {y: (1, 4)}
    above = Certify(lambda: (y, "<", sp.Integer(2)), box, try_first=[{"y": 3}])
    assert above.run(NOW).summary == "false at y = 3, by -1.00000"
    wrong = Identity(lambda: (y, y + 2), {y: Interval(0, 1)})
    assert wrong.run(NOW).summary.startswith("the sides differ by -2.00000 at y = ")
    assert common.in_words({"a": sp.Rational(1, 3), "b": sp.pi.n(40)}) == "a = 1/3, b = 3.1415927"
    assert common.in_words({}) == "the only point"
