"""Mutation testing of the ledger: strong claims kill every mutant, weak claims are reported."""

import json
import re
from functools import lru_cache
from types import SimpleNamespace

import pytest
import sympy as sp

from depthlaws.claims.engine import formula_mutants, mutants
from depthlaws.claims.engine import ledger as book
from depthlaws.claims.engine import verify_claims as engine
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Property, Sampled
from depthlaws.claims.engine.mutants import MutantReport, Outcome, Status, _key
from depthlaws.claims.engine.records import Verdict
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.symbolic.registry import UnknownNameError
from tests.claims.toy_claims import claim
from tests.claims.toy_mutants import L, make, of, run, shown, x, y

pytestmark = pytest.mark.usefixtures("own_registry")

# -- what becomes of them --------------------------------------------------------------------------


def test_a_strong_claim_kills_every_mutant(ledger):
    f = make(x * L * (y / x) ** (2 - 2 / L), L, x, y)
    truth = x ** (2 / L - 1) * y ** (2 - 2 / L) * L
    ledger(claim("c", Identity(lambda: (f.expr, truth), f.domain)))
    report = run()
    assert report.ok
    assert report.survivors == []
    assert report.counts[Status.KILLED] == len(report.outcomes) >= 15
    killed = of(report)["whole doubled"]
    assert killed.mutated == str(2 * f.expr)
    assert killed.by.startswith("c (Identity): REFUTED, the sides differ by")


def test_a_weak_claim_lets_mutants_survive(ledger):
    """That f is positive says nothing about factors or exponents."""
    f = make(3 * x**2, x)
    ledger(claim("c", Property(lambda x: f(x) > 0, f.domain)))
    report = run()
    assert not report.ok
    survivors = {o.change for o in report.survivors}
    assert survivors == {
        "whole doubled",
        "constant 2 doubled",
        "exponent of x**2 plus one",
        "exponent of x**2 minus one",
    }
    assert of(report)["sign of the whole"].status == Status.KILLED


def test_any_claim_of_the_ledger_may_notice_a_mutant(ledger):
    f = make(3 * x**2, x)
    weak = claim("weak", Property(lambda x: f(x) > 0, f.domain))
    strong = claim("strong", Property(lambda x: (f(x), 3 * x * x), f.domain), source=LOOPED.eq(1))
    ledger(weak, strong)
    report = run("weak")
    assert report.ok
    assert {o.subject for o in report.outcomes} == {"f"}
    assert of(report)["whole doubled"].by.startswith("strong (Property)")


def test_cross_checks_may_notice(ledger):
    f = make(3 * x**2, x)
    ledger(
        claim(
            "c",
            Property(lambda x: f(x) > 0, f.domain),
            cross_checks=(Property(lambda x: (f(x), 3 * x * x), f.domain),),
        )
    )
    assert all(o.status == Status.KILLED for o in of(run()).values())


def test_a_mutant_that_breaks_the_check_is_no_kill(ledger):
    f = make(sp.sqrt(x), x)

    def test(x):
        return {f.expr: True}[sp.sqrt(sp.Symbol("x", positive=True))]

    ledger(claim("c", Property(test, f.domain)))
    outcome = of(run()).values()
    assert {o.status for o in outcome} == {Status.UNDECIDED}
    assert all("UNKNOWN, KeyError" in o.by for o in outcome)


def test_mutants_that_refute_a_single_claim_are_counted(ledger):
    """One claim checks the sign, one the value, and one is a definition."""
    f = make(3 * x**2, x)
    ledger(
        claim("all", Property(lambda x: (f(x), 3 * x * x), f.domain)),
        claim("sign", Property(lambda x: f(x) > 0, f.domain)),
        claim("idle", Property(lambda x: f(x) == f(x), f.domain)),
    )
    report = run()
    rows = {row.claim: row for row in report.sensitivity}
    assert report.blind == ["idle"]
    assert not report.survivors
    assert not report.ok
    assert report.summary().endswith("refuted by no mutant: idle; 0 CPU s")
    assert re.search(r"idle .* noticed nothing ", shown(report))
    assert rows["sign"].formulas == 1
    assert rows["sign"].alone == rows["sign"].statements == rows["idle"].statements == 0
    assert rows["all"].alone == rows["all"].formulas - 1 > 3
    assert rows["all"].statements == 4
    assert sorted(of(report)["sign of the whole"].killers) == ["all", "sign"]  # the quickest first


@pytest.mark.parametrize("wrongly", [False, True])
def test_a_definition_is_refuted_by_no_mutant(ledger, wrongly):
    f = make(3 * x**2, x)
    law = Property(lambda x: (f(x), 3 * x * x), f.domain)
    idle = Property(lambda x: f(x) == f(x), f.domain)
    ledger(claim("law", law, definition=wrongly), claim("idle", idle, definition=True))
    report = run()
    rows = {row["claim"]: row for row in report.as_dict()["sensitivity"]}
    assert (rows["idle"]["definition"], rows["idle"]["blind"]) == (True, True)
    assert report.ok is rows["law"]["ok"] is not wrongly
    assert "idle; " in report.summary()
    assert ("refuted, so no definition: law" in report.summary()) is wrongly
    assert re.search(r"idle .* definition ", shown(report))


def test_a_check_that_does_not_read_the_formula_runs_once(ledger):
    f, other, seen = make(3 * x**2, x), make(5 * x, x, name="other"), set()

    def elsewhere(x):
        seen.add(f._replacement)
        return other(x), 5 * x

    positive = Property(lambda x: f(x) > 0, f.domain)
    ledger(claim("c", Property(elsewhere, f.domain, n=12), positive))
    assert len(of(run())) > 4
    assert len(seen - {None}) == 1


def test_a_proof_is_tried_if_no_claim_is_refuted(ledger):
    """The sides differ only beyond all tried points: neither refuted nor proved."""
    truth = sp.Piecewise((x, x < sp.Integer(10) ** 40), (x + 1, True))
    f = make(truth, x)
    ledger(claim("c", Identity(lambda: (f.expr, truth), f.domain)))
    doubtful = of(run())["constant 1 doubled"]
    assert doubtful.status == Status.UNDECIDED
    assert "UNKNOWN, equal at" in doubtful.by
    assert "no proof was asked for" not in doubtful.by


def test_stored_mutants_do_not_depend_on_how_long_the_claims_took(ledger):
    f = make(3 * x**2, x)
    ledger(claim("c", Property(lambda x: (f(x), 3 * x * x), f.domain)))
    shelf = book.book()
    question = ("f", ("whole doubled",), (("c", 20.0),), 0)
    slower = ("f", ("whole doubled",), (("c", 99.0),), 0)
    other = ("f", ("sign of the whole",), (("c", 20.0),), 0)
    assert _key("judge_formula", question, shelf) == _key("judge_formula", slower, shelf)
    assert _key("judge_formula", question, shelf) != _key("judge_formula", other, shelf)


def test_a_claim_after_two_refuted_ones_runs_again(ledger):
    """Two claims check the value; of two others one has sides, the other a truth value."""
    f = make(3 * x**2, x)
    laws = [claim(c, Property(lambda x: (f(x), 3 * x * x), f.domain)) for c in ("a", "b", "d")]
    ledger(*laws, claim("c", Property(lambda x: f(x) > 0, f.domain)))
    report = run()
    rows = {row.claim: row for row in report.sensitivity}
    assert not report.blind
    assert not any(row.alone for row in report.sensitivity)
    assert sum(rows[c].formulas > 0 for c in "abcd") == 3
    assert rows["c"].formulas


def test_equivalent_mutants_are_proved_so(ledger):
    """(y - x)^2 is the same formula in other words."""
    f = make((x - y) ** 2, x, y)
    ledger(claim("c", Property(lambda x, y: (f(x, y), (x - y) ** 2), f.domain)))
    report = run()
    assert report.ok
    swapped = of(report)["x and y swapped"]
    assert swapped.status == Status.EQUIVALENT
    assert report.counts[Status.EQUIVALENT] == 1


def test_errata_neither_judge_nor_are_changed(ledger):
    f = make(x, x)
    printed = claim("printed", Property(lambda x: (2 * f(x), x), f.domain), corrected_by="right")
    right = claim("right", Property(lambda x: (f(x), x), f.domain))
    ledger(printed, right)
    report = run()
    assert report.ok
    assert {o.subject for o in report.outcomes} == {"f", "right"}


def test_a_claim_that_is_red_already_notices_nothing(ledger):
    f = make(x, x)
    red = claim("red", Property(lambda x: (f(x), 2 * x), f.domain))
    ledger(red)
    report = run()
    assert {o.subject for o in report.outcomes} == {"f"}
    assert {o.status for o in report.outcomes} == {Status.SURVIVED}


def test_memo_tables_do_not_carry_values_across_a_change(ledger, monkeypatch):
    f = make(3 * x**2, x)

    @lru_cache
    def remembered(value):
        return f(value)

    monkeypatch.setattr(formula_mutants.sampling, "remembered", remembered, raising=False)
    ledger(claim("c", Property(lambda x: (remembered(x), 3 * x * x), f.domain)))
    assert run().ok
    assert remembered(2.0) == 12


def test_the_formula_is_itself_again_afterwards(ledger):
    f = make(3 * x**2, x)
    ledger(claim("c", Property(lambda x: (f(x), 3 * x * x), f.domain)))
    run()
    assert f.expr == 3 * x**2
    assert engine.verify(["c"], jobs=0, fresh=True).ok


# -- changed statements ----------------------------------------------------------------------------


def test_changed_statements_must_be_noticed_or_be_true(ledger):
    half = Certify(lambda: (x, "<=", 2 * x + 1), {x: (1, 2)})
    exact = Exhaustive(lambda: [("zero", 0, 0)])
    ledger(claim("c", half, exact))
    outcome = of(run(), "c")
    assert outcome["<= became >"].status == Status.KILLED
    assert outcome["weak became strict"].status == Status.TRUE
    statuses = {o.status for o in run().outcomes}
    assert statuses == {Status.KILLED, Status.TRUE}


def test_a_simulation_without_power_survives(ledger):
    noisy = SimpleNamespace(n=3, mean=0.01, sem=10.0)
    ledger(claim("c", Sampled(lambda seed: noisy, lambda: 0.02)))
    report = run()
    assert not report.ok
    survivors = {o.change for o in report.survivors}
    assert survivors == {"truth negated", "truth doubled", "truth halved"}


# -- the report ------------------------------------------------------------------------------------


def test_results_are_cached_reported_and_reproducible(ledger):
    f, runs = make(3 * x**2, x), []

    def test(x):
        runs.append(x)
        return f(x) > 0

    ledger(claim("c", Property(test, f.domain)))
    seen = []
    first = run(progress=seen.extend)
    count = len(runs)
    assert run().outcomes == first.outcomes
    assert len(runs) == count
    assert sorted(seen, key=lambda o: o.change) == list(first.outcomes)
    assert run(fresh=True).outcomes == first.outcomes
    assert len(runs) > count


def test_formulas_that_no_claim_uses_are_named(ledger):
    make(x, x, name="lonely")
    f = make(2 * x, x)
    make(x, x, name="elsewhere", source=LOOPED.eq(1))
    ledger(claim("c", Property(lambda x: (f(x), 2 * x), f.domain)))
    report = run("chain")
    assert report.unused == ["lonely"]
    assert report.ok
    assert report.summary().endswith("1 formulas used by no claim; 0 CPU s")


def test_only_claims_that_may_read_the_formulas_are_verified(ledger, monkeypatch):
    f, verified, verify = make(2 * x, x), [], engine.verify
    reads = Property(lambda x: (f(x), 2 * x), f.domain)
    ledger(*(claim(name, reads) for name in "abc"))
    monkeypatch.setattr(mutants, "_possible_readers", lambda: lambda name: {"a", "b"})
    monkeypatch.setattr(
        engine,
        "verify",
        lambda names, **options: verified.append(names) or verify(names, **options),
    )
    run("a")
    assert verified == [["a"], ["b"]]


def test_phases_are_announced_and_counted(ledger):
    f, phases = make(2 * x, x), []
    ledger(claim("c", Property(lambda x: (f(x), 2 * x), f.domain)))
    run(status=lambda *phase: phases.append(phase))
    assert phases[:2] == [("verdicts", 0, 1), ("verdicts", 1, 1)]
    assert ("mutants of formulas", 1, 1) in phases
    assert ("mutants of statements", 1, 1) in phases


def test_the_report_prints_and_writes_survivors(tmp_path):
    outcomes = [
        Outcome("f", "whole doubled", Status.SURVIVED, "2*x[0]"),
        Outcome("f", "sign of the whole", Status.KILLED, "-x", "c: REFUTED", seconds=2.0),
        Outcome("g", "whole doubled", Status.EQUIVALENT, "x"),
    ]
    report = MutantReport(outcomes, ["h"])
    assert report.summary() == (
        "3 mutants: 1 killed, 1 equivalent, 0 true, 0 undecided, 1 survived; "
        "1 formulas used by no claim; 2 CPU s"
    )
    assert "whole doubled: 2*x[0]" in shown(report)
    path = tmp_path / "m.json"
    report.to_json(path)
    data = json.loads(path.read_text())
    assert data["ok"] is False
    assert data["counts"]["survived"] == 1
    assert data["unused"] == ["h"]
    assert data["mutants"][0]["mutated"] == "2*x[0]"


def test_nothing_selected_is_nothing_tried(ledger):
    ledger()
    with pytest.raises(ValueError, match="no claims of any paper"):
        run()
    with pytest.raises(UnknownNameError):
        run("no-such-claim")


def test_verdicts_of_mutants_do_not_touch_those_of_claims(ledger):
    f = make(3 * x**2, x)
    ledger(claim("c", Property(lambda x: (f(x), 3 * x * x), f.domain)))
    run()
    assert engine.verify(["c"], jobs=0).results[0].verdict == Verdict.SUPPORTED
