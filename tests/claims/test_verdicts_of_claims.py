"""Verdicts of claims: what decides, budgets of time, selection, formulas that are read."""

import math
import time
from types import SimpleNamespace

import pytest
import sympy as sp

from depthlaws import claims
from depthlaws.base import clock
from depthlaws.claims.engine import ledger as book
from depthlaws.claims.engine.checks import Certify, Identity, Property
from depthlaws.claims.engine.records import Claim, Evidence, Verdict
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.theory import formula
from depthlaws.theory.papers import CHAIN, LOOPED
from depthlaws.theory.symbolic.domain import UNIT, Interval
from depthlaws.theory.symbolic.registry import UnknownNameError
from tests.claims.toy_claims import Counting, Seedless, claim, verify, x

# -- verdicts of claims ----------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", Verdict)
def test_only_green_is_as_expected_and_only_red_for_an_erratum(ledger, verdict):
    right = claim("right", Counting())
    ledger(right, claim("c", Counting(verdict)))
    assert verify("c").ok == (verdict.green or verdict.of_stand_in)
    wrong = claim("c", Counting(verdict), corrected_by="right")
    assert run_claim(wrong).as_expected == (verdict == Verdict.REFUTED)


def test_refuted_unknown_and_vacuous_are_never_green(ledger):
    ledger(
        claim("refuted", Property(lambda x: False, {"x": UNIT})),
        claim("vacuous", Property(lambda x: None, {"x": UNIT})),
        claim("empty", Certify(lambda: (x, "<", x + 1), {x: []})),
        claim("unknown", Certify(lambda: (x, ">", sp.S(0)), {x: (0, 1)}, max_boxes=5)),
        claim("error", Counting(KeyError)),
    )
    report = verify()
    assert [r.verdict for r in report.results] == [
        Verdict.REFUTED,
        Verdict.VACUOUS,
        Verdict.VACUOUS,
        Verdict.UNKNOWN,
        Verdict.UNKNOWN,
    ]
    assert not report.ok
    assert not any(r.as_expected for r in report.results)


def test_an_erratum_brings_its_correction_and_needs_it_green(ledger):
    printed = claim("printed", Counting(Verdict.REFUTED), corrected_by="corrected")
    for verdict, ok in ((Verdict.PROVED, True), (Verdict.UNKNOWN, False)):
        corrected = claim("corrected", Counting(verdict))
        ledger(printed, corrected)
        report = verify("printed", fresh=True)
        assert set(report.by_id) == {"printed", "corrected"}
        assert report.ok is ok


def test_a_cross_check_can_only_spoil(ledger):
    helped = claim("c", Counting(), cross_checks=(Counting(Verdict.SUPPORTED),))
    assert run_claim(helped).verdict == Verdict.PROVED
    spoilt = claim("c", Counting(), cross_checks=(Counting(Verdict.REFUTED),))
    result = run_claim(spoilt)
    assert result.verdict == Verdict.REFUTED
    assert [e.verdict for e in result.evidence] == [Verdict.PROVED]
    assert [e.verdict for e in result.cross_evidence] == [Verdict.REFUTED]


def test_what_drew_nothing_is_not_asked_again_under_another_seed():
    """Its evidence is kept; only checks that read the seed run again."""
    checks = Seedless(Verdict.REFUTED), Counting(), Seedless()
    one = claim("c", *checks[:2], cross_checks=checks[2:])
    first = run_claim(one, seed=0)
    again = run_claim(one, seed=5, known=first)
    assert [check.runs for check in checks] == [1, 2, 1]
    assert [e.drew for e in (*again.evidence, *again.cross_evidence)] == [False, True, False]
    assert again.evidence[1].data == {"seed": 5}
    assert first.verdict == again.verdict == Verdict.REFUTED
    run_claim(one, seed=5)
    assert [check.runs for check in checks] == [2, 3, 2]


@pytest.mark.parametrize(
    "error", [ValueError, ZeroDivisionError, KeyError, sp.PolynomialError, RecursionError, OSError]
)
def test_a_check_that_breaks_is_evidence_of_nothing(error):
    result = run_claim(claim("c", Counting(error), Counting()))
    assert result.verdict == Verdict.UNKNOWN
    assert error.__name__ in result.evidence[0].summary
    assert result.evidence[0].check == "Counting: counting"
    assert result.evidence[1].verdict == Verdict.PROVED


def test_a_claim_must_say_and_check_something():
    with pytest.raises(ValueError, match="claim 'c' needs a sentence and at least one check"):
        claim("c")
    with pytest.raises(ValueError, match="needs a sentence"):
        Claim(id="c", source=CHAIN.eq(1), says=" ", checks=(Counting(),))


@pytest.mark.parametrize("missing", ["quote", "reading"])
@pytest.mark.parametrize("fault", [{"corrected_by": "d"}, {"imprecise": True, "exact": "d"}])
def test_a_fault_of_the_paper_quotes_it_and_says_how_it_is_read(missing, fault):
    with pytest.raises(ValueError, match="'c' faults the paper: it needs a quote and the reading"):
        claim("c", Counting(), **fault, **{missing: " "})


# -- time ------------------------------------------------------------------------------------------


class Stubborn(Counting):
    """Check that never returns, and swallows every ordinary exception."""

    def run(self, context):
        while True:
            try:
                time.process_time()  # asleep it would spend a fifth of its budget
            except Exception:
                continue


def test_an_exhausted_budget_is_unknown_and_spares_the_others(ledger):
    ledger(claim("slow", Stubborn()), claim("quick", Counting()))
    report = verify(budget=0.3)
    assert report.by_id["slow"].verdict == Verdict.UNKNOWN
    assert "no decision within 0." in report.by_id["slow"].evidence[0].summary
    assert report.by_id["quick"].verdict == Verdict.PROVED


def test_the_budget_is_the_claims_not_the_checks(ledger):
    ledger(claim("slow", *(Stubborn() for _ in range(4))))
    (result,) = verify(budget=0.5).results
    assert result.verdict == Verdict.UNKNOWN
    limits = [float(e.summary.split()[-2]) for e in result.evidence]
    # 0.1 s for a check that comes too late; the first may have lost some milliseconds.
    assert limits == pytest.approx([0.5, 0.1, 0.1, 0.1], abs=0.02)


class Working(Counting):
    """Check that computes for some seconds of processor time and watches the clock."""

    def run(self, context):
        end = time.process_time() + 0.2
        while time.process_time() < end:
            if context.late():
                return Evidence(Verdict.UNKNOWN, "out of time")
        return super().run(context)


def test_other_programs_hardly_spend_a_budget(ledger, monkeypatch):
    """Beside three of them 0.2 s of work take 0.8 s on the wall."""
    crowded = SimpleNamespace(
        thread_time=time.thread_time, monotonic=lambda: 4 * time.thread_time()
    )
    monkeypatch.setattr(clock, "time", crowded)
    ledger(claim("busy", Working()))
    assert verify(budget=0.5).by_id["busy"].verdict == Verdict.PROVED


class Asleep(Counting):
    """Check that never returns and takes no processor time."""

    def run(self, context):
        while True:
            time.sleep(0.01)


def test_what_sleeps_ends_after_five_times_its_budget(ledger):
    begun = time.monotonic()
    ledger(claim("hung", Asleep()))
    assert verify(budget=0.1).by_id["hung"].verdict == Verdict.UNKNOWN
    assert 0.3 < time.monotonic() - begun < 60


def test_the_clock_counts_processor_time_and_a_fifth_of_the_wall(monkeypatch):
    monkeypatch.setattr(clock, "time", SimpleNamespace(thread_time=lambda: 7, monotonic=lambda: 15))
    assert clock.clock() == 10


@pytest.mark.parametrize("budget", [0, -1, math.nan, math.inf])
def test_a_budget_must_be_positive(ledger, budget):
    ledger(claim("c", Counting()))
    with pytest.raises(ValueError, match="budget must be a positive number of seconds, got"):
        verify(budget=budget)


# -- selection -------------------------------------------------------------------------------------


def test_claims_are_selected_by_paper_and_id(ledger):
    a, b = claim("a", Counting()), claim("b", Counting(), source=LOOPED.eq(2))
    ledger(a, b)
    assert book.select(["chain"]) == [a.entry]
    assert book.select(["b", "chain"]) == [b.entry, a.entry]
    assert sorted(c.id for c in book.select([])) == ["a", "b"]
    assert book.select(["a", "a"]) == [a.entry]


def test_an_unknown_claim_suggests_the_nearest(ledger):
    ledger(claim("CHAIN-X-A2", Counting()))
    with pytest.raises(UnknownNameError, match=r"unknown paper or claim 'CHAIN-XA2'.*CHAIN-X-A2"):
        verify("CHAIN-XA2")
    with pytest.raises(UnknownNameError, match="nearest are: chain"):
        verify("chian")


def test_a_paper_without_claims_says_so(ledger):
    ledger(claim("a", Counting()))
    with pytest.raises(ValueError, match=r"no claims of pc; there are claims of \['chain'\]"):
        verify("pc")


@pytest.mark.parametrize("seed", [-1, -7])
def test_a_seed_must_not_be_negative(ledger, seed):
    ledger(claim("c", Counting()))
    with pytest.raises(ValueError, match=f"seed must be 0 or above, got {seed}"):
        verify(seed=seed)


def test_the_real_ledger_is_sound():
    """A correction is no erratum itself; an exact form is neither an erratum nor imprecise."""
    claims_by_id = book.all_claims()
    for one in claims_by_id.values():
        if one.corrected_by:
            assert not claims_by_id[one.corrected_by].erratum
        if one.exact:
            assert not claims_by_id[one.exact].erratum
            assert not claims_by_id[one.exact].imprecise


# -- what a claim reads ----------------------------------------------------------------------------


def test_the_formulas_that_are_evaluated_are_recorded(ledger):
    names = ("gate-abs", "gate-relu", "kappa-relu")

    def reads(x):
        formula("gate-abs")(x)  # by its expression
        formula("gate-relu")(x)  # by its kernel
        return formula("kappa-relu").expr != formula("chain-rate")

    ledger(claim("c", Property(reads, {"x": [0.25, 0.5]})), claim("d", Counting()))
    report = verify()
    assert report.by_id["c"].reads == names
    assert report.by_id["d"].reads == ()
    assert verify().by_id["c"].reads == names  # from the store


class TestOwnClaims:
    def own(self, **changes):
        x = sp.Symbol("x", real=True)
        given = {
            "id": "OWN",
            "source": CHAIN.beyond("mine"),
            "says": "A square.",
            "checks": (Identity(lambda: ((x + 1) ** 2, x**2 + 2 * x + 1), {x: Interval(-2, 2)}),),
        }
        return Claim(**given | changes)

    def test_a_claim_made_outside_is_verified(self):
        for names in ([self.own()], self.own()):
            report = claims.verify(names, jobs=0)
            assert [(r.id, str(r.verdict)) for r in report.results] == [("OWN", "PROVED")]
            assert report.ok

    def test_beside_claims_of_the_papers(self):
        report = claims.verify([self.own(), "CHAIN-E5"], jobs=0)
        assert [r.id for r in report.results] == ["OWN", "CHAIN-E5"]

    def test_an_id_that_is_taken(self):
        with pytest.raises(ValueError, match="two claims have the id 'CHAIN-E5'; give yours"):
            claims.verify([self.own(id="CHAIN-E5")], jobs=0)

    def test_neither_a_name_nor_a_claim(self):
        with pytest.raises(TypeError, match="names of papers, ids of claims and claims, got 3"):
            claims.verify([3], jobs=0)
        with pytest.raises(TypeError, match="names of papers, ids of claims and claims, got None"):
            claims.verify(None)
