"""The simplest counterexample of printed words: exact search, and what it does to a verdict."""

from fractions import Fraction

import pytest
import sympy as sp

from depthlaws.claims.engine import Claim, Property, Smallest, Verdict
from depthlaws.claims.engine.ledger import all_claims
from depthlaws.claims.engine.records import FAULTS, Context
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.theory.papers import CHAIN

TOO_NEAR = 1 + sp.pi - sp.Rational(str(sp.N(sp.pi, 90)))  # 1 to ninety digits
WORDS = {"quote": "q", "reading": "r"}


def found(sides, **ranges):
    return Smallest(sides, ranges).run(Context())


def test_the_first_point_in_the_order_of_the_lists_is_found():
    evidence = found(lambda a, b: (a * b, "<", 6), a=range(1, 9), b=[1, 3, 2, 5])
    assert (evidence.verdict, evidence.data["point"]) == (Verdict.REFUTED, {"a": "2", "b": "3"})
    assert (evidence.data["left"], evidence.data["right"]) == ("6", "6")


def test_words_that_hold_are_not_refuted():
    assert found(lambda a: (a, "<", 9), a=range(9)).verdict == Verdict.EXACT_IN_CASES


@pytest.mark.parametrize(
    ("left", "relation", "right"),
    [
        (sp.log(2), ">=", Fraction(7, 10)),
        (sp.sqrt(2), "==", Fraction(7, 5)),
        (sp.exp(-1), "<=", 0),
        (Fraction(1, 3), ">", Fraction(1, 3)),
    ],
)
def test_roots_and_logarithms_are_enclosed(left, relation, right):
    assert found(lambda _: (left, relation, right), _=[0]).verdict == Verdict.REFUTED


@pytest.mark.parametrize("left", [0.5, sp.Float(2), TOO_NEAR, sp.Symbol("x")])
def test_floats_and_numbers_too_near_are_undecided(left):
    assert found(lambda _: (left, "<", 1), _=[0]).verdict == Verdict.UNKNOWN


def test_a_second_route_that_differs_decides_nothing():
    two = Smallest(lambda n: (n**2, "==", n), {"n": [1, 2]}, again=lambda n: n + n)
    assert "by two routes" in two.run(Context()).summary
    other = Smallest(lambda n: (n**2, "==", n), {"n": [1, 3]}, again=lambda n: n + n)
    assert other.run(Context()).verdict == Verdict.UNKNOWN


def test_printed_words_must_fail():
    check = Property(lambda x: (x, x), {"x": [1, 2]})
    fields = {"id": "A", "source": CHAIN.eq(1), "says": "It is so.", "checks": (check,), **WORDS}
    fails, holds = (Smallest(lambda n, top=top: (n, "<", top), {"n": [1, 2]}) for top in (2, 3))
    loose = {**fields, "imprecise": True, "exact": "B"}
    assert run_claim(Claim(**loose, against=(fails,))).as_expected
    result = run_claim(Claim(**loose, against=(fails, holds)))
    assert result.verdict.green
    assert not result.as_expected
    with pytest.raises(ValueError, match="against and change go with corrected_by"):
        Claim(**fields, against=(fails,))
    with pytest.raises(ValueError, match="fault of an erratum is one of 'result'"):
        Claim(**fields, corrected_by="B", fault="typo")


def test_each_erratum_says_what_would_change_and_each_fault_its_kind():
    for claim in all_claims().values():
        if claim.imprecise or (claim.erratum and not claim.same_fault_as):
            assert claim.change, claim.id
            assert claim.change[0] != " ", claim.id
        own = claim.erratum and not claim.same_fault_as
        assert (claim.fault in FAULTS) == own, claim.id


# Trained networks of infinite width alone show it, whose course no exact number follows.
WITHOUT_SMALL_NUMBERS = {"PC-FA9"}


def test_each_imprecise_statement_shows_small_numbers_at_which_it_fails():
    without = {c.id for c in all_claims().values() if c.imprecise and not c.against}
    assert without == WITHOUT_SMALL_NUMBERS
