"""The engine: what is stored, what is recomputed, what happens when things go wrong."""

import os
import time

import pytest
import sympy as sp

from depthlaws import claims
from depthlaws.claims.engine import run as engine
from depthlaws.claims.engine import sampling
from depthlaws.claims.engine.checks import Certify, Property
from depthlaws.claims.engine.records import Claim, Evidence, Verdict
from depthlaws.theory.papers import CHAIN, LOOPED
from depthlaws.theory.symbolic.domain import DEPTH, REAL, UNIT
from depthlaws.theory.symbolic.registry import UnknownNameError

x = sp.Symbol("x", positive=True)


class Counting:
    """A check that counts its runs and answers what it is told (or raises it)."""

    what = "counting"

    def __init__(self, answer=Verdict.PROVED):
        self.answer, self.runs = answer, 0

    def run(self, context):
        self.runs += 1
        if isinstance(self.answer, type):
            raise self.answer("broken")
        return Evidence(self.answer, "told so", {"seed": context.seed})

    def mutants(self):
        return iter(())


def claim(name, *checks, source=None, **options):
    source = source or CHAIN.eq(1)
    return Claim(id=name, source=source, says="A sentence.", checks=checks, **options)


@pytest.fixture
def ledger(monkeypatch, tmp_path):
    """Install claims as if they were the whole ledger, with a cache of their own."""
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))

    def install(*found):
        monkeypatch.setattr(engine, "all_claims", lambda: {c.id: c for c in found})

    return install


def verify(*names, **options):
    return engine.verify(names, jobs=1, **options)


# -- verdicts of claims ----------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", Verdict)
def test_only_green_is_as_expected_and_only_red_for_an_erratum(ledger, verdict):
    right = claim("right", Counting())
    ledger(right, claim("c", Counting(verdict)))
    assert verify("c").ok == verdict.green
    wrong = claim("c", Counting(verdict), corrected_by="right")
    assert engine.run_claim(wrong).as_expected == (verdict == Verdict.REFUTED)


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
        Verdict.REFUTED, Verdict.VACUOUS, Verdict.VACUOUS, Verdict.UNKNOWN, Verdict.UNKNOWN
    ]  # fmt: skip
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
    assert engine.run_claim(helped).verdict == Verdict.PROVED
    spoilt = claim("c", Counting(), cross_checks=(Counting(Verdict.REFUTED),))
    result = engine.run_claim(spoilt)
    assert result.verdict == Verdict.REFUTED
    assert [e.verdict for e in result.evidence] == [Verdict.PROVED]
    assert [e.verdict for e in result.cross_evidence] == [Verdict.REFUTED]


@pytest.mark.parametrize(
    "error", [ValueError, ZeroDivisionError, KeyError, sp.PolynomialError, RecursionError, OSError]
)
def test_a_check_that_breaks_is_evidence_of_nothing(error):
    found = engine.run_claim(claim("c", Counting(error), Counting()))
    assert found.verdict == Verdict.UNKNOWN
    assert error.__name__ in found.evidence[0].summary
    assert found.evidence[0].check == "Counting: counting"
    assert found.evidence[1].verdict == Verdict.PROVED


def test_a_claim_must_say_and_check_something():
    with pytest.raises(ValueError, match="claim 'c' needs a sentence and at least one check"):
        claim("c")
    with pytest.raises(ValueError, match="needs a sentence"):
        Claim(id="c", source=CHAIN.eq(1), says=" ", checks=(Counting(),))


# -- time ------------------------------------------------------------------------------------------


class Stubborn(Counting):
    """Never returns, and swallows every ordinary exception on its way."""

    def run(self, context):
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                continue


def test_an_exhausted_budget_is_unknown_and_spares_the_others(ledger):
    ledger(claim("slow", Stubborn()), claim("quick", Counting()))
    started = time.monotonic()
    report = verify(budget=0.3)
    assert time.monotonic() - started < 3
    assert report.by_id["slow"].verdict == Verdict.UNKNOWN
    assert "no decision within 0.3 s" in report.by_id["slow"].evidence[0].summary
    assert report.by_id["quick"].verdict == Verdict.PROVED


def test_the_budget_is_the_claims_not_the_checks(ledger):
    ledger(claim("slow", *(Stubborn() for _ in range(4))))
    started = time.monotonic()
    assert verify(budget=0.5).results[0].verdict == Verdict.UNKNOWN
    assert time.monotonic() - started < 1.5


@pytest.mark.parametrize("budget", [0, -1, float("nan")])
def test_a_budget_must_be_positive(ledger, budget):
    ledger(claim("c", Counting()))
    with pytest.raises(ValueError, match="budget must be a positive number of seconds, got"):
        verify(budget=budget)


# -- selection -------------------------------------------------------------------------------------


def test_claims_are_selected_by_paper_and_id(ledger):
    a, b = claim("a", Counting()), claim("b", Counting(), source=LOOPED.eq(2))
    ledger(a, b)
    assert engine.select(["chain"]) == [a.entry]
    assert engine.select(["b", "chain"]) == [b.entry, a.entry]
    assert sorted(c.id for c in engine.select([])) == ["a", "b"]
    assert engine.select(["a", "a"]) == [a.entry]


def test_an_unknown_claim_suggests_the_nearest(ledger):
    ledger(claim("CHAIN-X-A2", Counting()))
    with pytest.raises(UnknownNameError, match=r"unknown paper or claim 'CHAIN-XA2'.*CHAIN-X-A2"):
        verify("CHAIN-XA2")
    with pytest.raises(UnknownNameError, match="nearest are: chain"):
        verify("chian")


def test_the_real_ledger_is_sound():
    """Every formula that a claim uses exists; a correction is not itself an erratum."""
    from depthlaws.theory import formula

    ledger = engine.all_claims()
    for found in ledger.values():
        for name in found.uses:
            assert formula(name).id == name
        if found.corrected_by:
            assert not ledger[found.corrected_by].erratum


# -- the cache -------------------------------------------------------------------------------------


def stored_files(folder):
    return sorted(p for p in folder.rglob("output.pkl"))


def test_a_second_run_answers_from_the_cache(ledger):
    check = Counting()
    ledger(claim("c", check))
    first, seen = verify(), []
    second = verify(progress=seen.append)
    assert check.runs == 1
    assert second.results == first.results
    assert seen == first.results
    verify(fresh=True)
    assert check.runs == 2


@pytest.mark.parametrize("changed", ["seed", "budget", "sources"])
def test_whatever_the_answer_depends_on_is_part_of_the_key(ledger, monkeypatch, changed):
    check = Counting()
    ledger(claim("c", check))
    verify()
    if changed == "sources":
        monkeypatch.setattr(engine, "source_hash", lambda: "other")
        verify()
    else:
        assert verify(**{changed: 7}).results[0].evidence[0].data["seed"] == 7 * (changed == "seed")
    assert check.runs == 2


def test_the_source_hash_sees_every_source_and_library(monkeypatch, tmp_path):
    for room in ("theory", "sims", "claims"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "a.py").write_text("1")
    monkeypatch.setattr(claims, "__file__", str(tmp_path / "claims" / "__init__.py"))
    hashes = {engine.source_hash.__wrapped__()}
    for room in ("theory", "sims", "claims"):
        (tmp_path / room / "a.py").write_text("2")
        hashes.add(engine.source_hash.__wrapped__())
    (tmp_path / "theory" / "a.py").rename(tmp_path / "theory" / "b.py")
    hashes.add(engine.source_hash.__wrapped__())
    monkeypatch.setattr(engine, "version", lambda name: f"{name} 99")
    hashes.add(engine.source_hash.__wrapped__())
    assert len(hashes) == 6


def test_an_interrupted_run_resumes_where_it_stopped(ledger):
    checks = [Counting() for _ in range(3)]
    ledger(*(claim(f"c{i}", check) for i, check in enumerate(checks)))

    def interrupt(result):
        if result.id == "c1":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify(progress=interrupt)
    assert [check.runs for check in checks] == [1, 1, 0]
    assert verify().ok
    assert [check.runs for check in checks] == [1, 1, 1]


@pytest.mark.parametrize("damage", [b"", b"garbage", b"\x80\x05\x95", None], ids=repr)
def test_a_broken_cache_file_is_recomputed_silently(ledger, tmp_path, damage):
    """Warnings are errors in this suite, so silently means silently."""
    check = Counting()
    ledger(claim("c", check))
    first = verify()
    for path in stored_files(tmp_path):  # the ledger's own entry, and the result
        path.write_bytes(path.read_bytes()[:-5] if damage is None else damage)
    second = verify()
    assert check.runs == 2
    assert second.results[0].evidence == first.results[0].evidence
    verify()
    assert check.runs == 2


def test_lost_cache_files_are_recomputed(ledger, tmp_path):
    check = Counting()
    ledger(claim("c", check))
    verify()
    for path in stored_files(tmp_path):
        path.unlink()
    assert verify().ok
    assert check.runs == 2


def test_an_unwritable_cache_is_one_clear_error(ledger, monkeypatch, tmp_path):
    ledger(claim("c", Counting()))
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(OSError, match=r"cannot write the cache folder .*cache: .*DEPTHLAWS_CACHE"):
        verify()
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(OSError, match=r"cannot write the cache folder .*: Permission denied"):
        verify()


def test_the_cache_folder_is_the_users_unless_named(monkeypatch, tmp_path):
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path))
    assert engine.cache_folder() == tmp_path
    monkeypatch.delenv("DEPTHLAWS_CACHE")
    assert engine.cache_folder().name == "depthlaws"


# -- parallel --------------------------------------------------------------------------------------


def test_worker_processes_give_the_same_answers(monkeypatch, tmp_path):
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path))
    intervals = [(UNIT,), (DEPTH,), (REAL,)]
    seen = []
    options = {"fresh": False, "progress": seen.append}
    two = list(engine.run_all(sampling.edges, intervals, jobs=2, **options))
    assert sorted(two) == sorted(sampling.edges(*key) for key in intervals)
    assert seen == two
    assert sorted(engine.run_all(sampling.edges, intervals, jobs=1, **options)) == sorted(two)
    assert len(stored_files(tmp_path)) == 3
