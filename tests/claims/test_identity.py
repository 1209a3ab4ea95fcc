"""Identities: proved, refuted with a point, or unknown; what words of verdicts reach."""

import pytest
import sympy as sp

from depthlaws.claims.engine.checks import Identity, Inequality
from depthlaws.claims.engine.checks.identity import prove_zero
from depthlaws.claims.engine.records import Context, Verdict
from depthlaws.claims.engine.verdicts import combine, weakest
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE, REAL, UNIT, Interval
from tests.claims.checked import HALF, NOW, L, t, verdict, verdicts_of_mutants, x, y

# -- verdicts --------------------------------------------------------------------------------------


def test_words_of_verdicts_say_how_far_they_reach():
    scopes = {str(v): v.scope for v in Verdict if v.green}
    assert scopes == {
        "FORMALLY PROVED": "all", "PROVED": "all", "EXACT": "cases", "CERTIFIED": "box",
        "EXACT IN CASES": "cases", "SUPPORTED": "samples",
    }  # fmt: skip
    assert all(v.scope == "none" for v in Verdict if not v.green)


def test_the_weakest_check_decides_and_cross_checks_can_only_spoil():
    assert weakest([Verdict.PROVED, Verdict.SUPPORTED]) == Verdict.SUPPORTED
    assert weakest([Verdict.UNKNOWN, Verdict.REFUTED, Verdict.PROVED]) == Verdict.REFUTED
    assert weakest([Verdict.PROVED, Verdict.VACUOUS]) == Verdict.VACUOUS
    assert combine([Verdict.PROVED], [Verdict.SUPPORTED]) == Verdict.PROVED
    assert combine([Verdict.SUPPORTED], [Verdict.PROVED]) == Verdict.SUPPORTED
    for spoiler in (Verdict.REFUTED, Verdict.UNKNOWN, Verdict.VACUOUS):
        assert combine([Verdict.PROVED], [Verdict.SUPPORTED, spoiler]) == spoiler


# -- Identity --------------------------------------------------------------------------------------


def identity(left, right, domain):
    return Identity(lambda: (left, right), domain)


@pytest.mark.parametrize(
    ("left", "right", "domain"),
    [
        (sp.sqrt(-1 - x), sp.sqrt(1 + x), {x: POSITIVE}),
        (sp.log(t**2), 2 * sp.log(t), {t: Interval(-1, 1)}),  # real for positive t only
    ],
)
def test_a_side_that_is_no_real_number_is_refuted(left, right, domain):
    """A complex number beside a real one: certainly not the same."""
    evidence = identity(left, right, domain).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert "left - right" in evidence.data


@pytest.mark.parametrize(
    ("left", "right", "domain"),
    [
        ((x + y) ** 2, x**2 + 2 * x * y + y**2, {x: POSITIVE, y: POSITIVE}),
        (
            x * (y / x) ** (2 - 2 / L),
            x ** (2 / L - 1) * y ** (2 - 2 / L),
            {x: POSITIVE, y: POSITIVE, L: DEPTH},
        ),
        (sp.log((1 - x) ** 2), 2 * sp.log(1 - x), {x: UNIT}),
        (sp.tanh(t), 1 - 2 / (sp.exp(2 * t) + 1), {t: REAL}),
        (sp.Sum(x**0 * t, (sp.Symbol("k"), 1, 4)), 4 * t, {t: REAL}),
    ],
)
def test_a_true_identity_is_proved_and_its_mutants_refuted(left, right, domain):
    check = identity(left, right, domain)
    assert verdict(check) == Verdict.PROVED
    assert set(verdicts_of_mutants(check).values()) == {Verdict.REFUTED}


@pytest.mark.parametrize(
    ("left", "right", "domain"),
    [
        (sp.sqrt(t**2), t, {t: REAL}),
        (x, sp.Abs(x) + sp.Rational(1, 10**30), {x: POSITIVE}),
        (x ** (2 / L), x, {x: POSITIVE, L: DEPTH}),
    ],
)
def test_a_false_identity_is_refuted_with_a_point(left, right, domain):
    evidence = identity(left, right, domain).run(NOW)
    assert evidence.verdict == Verdict.REFUTED
    assert set(evidence.data["point"]) == {s.name for s in domain}


@pytest.mark.parametrize(
    ("gap", "domain"),
    [
        (sp.sqrt(t**2) - t, {t: REAL}),
        (sp.log((1 - x) ** 2) - 2 * sp.log(1 - x), {x: Interval(0, 2)}),
        (sp.log((L - 2) ** 2) - 2 * sp.log(L - 2), {L: DEPTH}),
        (
            ((x - y) ** 2) ** sp.Rational(1, 3) - (x - y) ** sp.Rational(2, 3),
            {x: POSITIVE, y: POSITIVE},
        ),
    ],
)
def test_rules_for_positive_numbers_prove_nothing_about_others(gap, domain):
    """Every gap is zero on a part of its domain only."""
    assert prove_zero(gap, domain) is None


@pytest.mark.parametrize(("right", "evidence"), [(2 * x, "UNKNOWN"), (3 * x, "REFUTED")])
def test_an_identity_is_not_proved_where_only_a_refutation_is_asked_for(right, evidence):
    check = identity(x + x, right, {x: POSITIVE})
    assert verdict(check, Context(refuting=True)) == evidence


def test_an_identity_without_proof_is_unknown():
    """Euler's reflection of the dilogarithm: true, but SymPy does not know it."""
    left = sp.polylog(2, x) + sp.polylog(2, 1 - x)
    evidence = identity(left, sp.pi**2 / 6 - sp.log(x) * sp.log(1 - x), {x: UNIT}).run(NOW)
    assert evidence.verdict == Verdict.UNKNOWN
    assert "no proof" in evidence.summary


@pytest.mark.parametrize(
    ("symbol", "allowed"),
    [
        (x, REAL),
        (x, Interval(0, 1)),
        (x, [1, 0]),
        (sp.Symbol("n", integer=True), Interval(0, 4)),
        (sp.Symbol("n", integer=True), [1, sp.Rational(1, 2)]),
        (sp.Symbol("n", negative=True), Interval(-1, 0)),
        (sp.Symbol("n", nonnegative=True), Interval(-1, 2)),
    ],
)
def test_assumptions_that_the_domain_does_not_keep_are_refused(symbol, allowed):
    """|x| = x is proved for a positive symbol, and false on the reals."""
    with pytest.raises(ValueError, match="for SymPy, but its domain is"):
        identity(sp.Abs(symbol), symbol, {symbol: allowed})
    with pytest.raises(ValueError, match="for SymPy, but its domain is"):
        Inequality(lambda: (symbol - sp.Abs(symbol), ">=", 0), {symbol: allowed})


def test_assumptions_that_the_domain_keeps_are_used():
    n = sp.Symbol("n", integer=True, nonnegative=True)
    domain = {x: UNIT, n: Interval(0, 9, integer=True), y: [1, HALF]}
    assert verdict(identity(sp.Abs(x) * (-1) ** (2 * n) * y, x * y, domain)) == Verdict.PROVED
