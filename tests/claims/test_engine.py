"""Verdicts of claims: budgets, selection, stored results, worker processes and their faults."""

import collections
import contextlib
import errno
import itertools
import json
import math
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import sympy as sp

from depthlaws import claims
from depthlaws.base import clock
from depthlaws.base import sources as closures
from depthlaws.base import workers as workers
from depthlaws.base.cost_notice import announce
from depthlaws.base.files import part_of
from depthlaws.base.sources import Sources
from depthlaws.claims.engine import ledger as book
from depthlaws.claims.engine import records
from depthlaws.claims.engine import verify_claims as engine
from depthlaws.claims.engine.cache import Store, cache_folder
from depthlaws.claims.engine.checks import Certify, Identity, Property
from depthlaws.claims.engine.records import Claim, Evidence, Verdict
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.theory import formula
from depthlaws.theory.papers import CHAIN, LOOPED
from depthlaws.theory.symbolic.domain import UNIT, Interval
from depthlaws.theory.symbolic.registry import UnknownNameError

x = sp.Symbol("x", positive=True)


class Counting:
    """Check that counts its runs and returns or raises a given answer."""

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


class Seedless(Counting):
    """Check that never reads the seed."""

    def run(self, context):
        self.runs += 1
        return Evidence(self.answer, "told so")


def claim(name, *checks, source=None, **options):
    source = source or CHAIN.eq(1)
    words = {"quote": "as printed", "reading": "literal"}
    return Claim(id=name, source=source, says="A sentence.", checks=checks, **words | options)


@pytest.fixture
def ledger(monkeypatch, tmp_path):
    """Install claims as if they were the whole ledger, with a cache of their own."""
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))
    here = Path(book.__file__).parent / "records.py"
    monkeypatch.setattr(book, "modules", lambda paper=None: {records.__name__: here})

    def install(*found):
        monkeypatch.setattr(book, "claims_of", lambda module: list(found))
        shutil.rmtree(tmp_path / "cache" / "ledger", ignore_errors=True)

    return install


def verify(*names, **options):
    """Verdicts in this process, so that checks may count."""
    return engine.verify(names, jobs=0, **options)


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


# -- the cache -------------------------------------------------------------------------------------


def stored_files(folder):
    return sorted(folder.rglob("*.json"))


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


def test_results_stand_with_their_claims_in_whatever_order_they_come(ledger):
    ledger(*(claim(name, Counting()) for name in "abc"))
    verify("b")
    report = verify("c", "a", "b")
    assert [r.id for r in report.results] == [c.id for c in report.claims] == ["c", "a", "b"]
    assert [r.id for r in verify().results] == ["a", "b", "c"]


def test_what_decides_is_part_of_every_key(ledger, monkeypatch):
    """Sources of the engine and the checks, and versions of the libraries that compute."""
    asked, digest = [], Sources.digest
    monkeypatch.setattr(
        Sources, "digest", lambda self, names: asked.append({*names}) or digest(self, names)
    )
    ledger(claim("c", Counting()))
    verify()
    assert any({engine.MACHINERY, "depthlaws.theory.symbolic.registry"} <= names for names in asked)
    computing = "numpy scipy sympy mpmath python-flint xarray array-api-compat scikit-learn"
    assert {*computing.split()} <= {*closures.versions()}


def test_a_stored_result_falls_with_a_formula_whose_name_was_made_up(ledger, monkeypatch):
    """The module of the claim does not name the formula; the result stores which was read."""
    reads = Property(lambda x: formula("-".join(["gate", "abs"]))(x) >= 0, {"x": [0.25]})
    ledger(claim("c", reads))
    verify()
    theirs, digest = Sources().ids()["gate-abs"], Sources.digest
    ours = lambda self, names: digest(self, names) + "!" * (theirs in {*names})  # noqa: E731
    monkeypatch.setattr(Sources, "digest", ours)
    seen = []
    monkeypatch.setattr(engine, "_verdict", lambda *q: seen.append(q) or engine_verdict(*q))
    verify()
    assert len(seen) == 1


engine_verdict = engine._verdict


def test_what_is_decided_does_not_depend_on_the_budget(ledger):
    check = Counting()
    ledger(claim("c", check))
    verify()
    verify(budget=7)
    assert check.runs == 1


@pytest.mark.parametrize("changed", ["seed", "meaning", "library"])
def test_whatever_the_answer_depends_on_is_part_of_the_key(ledger, monkeypatch, changed):
    check = Counting()
    ledger(claim("c", check))
    verify()
    if changed == "seed":
        assert verify(seed=7).results[0].evidence[0].data["seed"] == 7
    elif changed == "meaning":
        monkeypatch.setattr(Sources, "digest", lambda self, modules: "other")
        verify()
    else:
        monkeypatch.setattr(closures, "version", lambda name: f"{name} 99")
        verify()
    assert check.runs == 2


@pytest.mark.parametrize("verdict", Verdict)
def test_what_is_undecided_is_not_stored(ledger, verdict):
    check = Counting(verdict)
    ledger(claim("c", check))
    verify()
    verify()
    assert check.runs == (2 if verdict == Verdict.UNKNOWN else 1)


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


DAMAGE = {
    "empty": lambda raw: b"",
    "random": lambda raw: b"\x80\x05\x95\x00garbage",
    "cut": lambda raw: raw[:-5],
    "number": lambda raw: b"7",
    "list": lambda raw: b"[1, 2]",
    "other shape": lambda raw: b'{"sha256": "", "content": {}}',
    "forged": lambda raw: raw.replace(b"PROVED", b"REFUTED").replace(b"It", b"That"),
    "deep": lambda raw: b"[" * 100_000,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_broken_or_forged_file_is_computed_again(ledger, tmp_path, damage):
    """Warnings are errors in this suite, so silently means silently."""
    check = Counting()
    ledger(claim("c", check))
    first = verify()
    files = stored_files(tmp_path)
    assert len(files) == 3  # the sources, the ledger, the verdict
    for path in files:
        path.write_bytes(damage(path.read_bytes()))
    second = verify()
    assert check.runs == 2
    assert second.results[0].evidence == first.results[0].evidence
    verify()
    assert check.runs == 2


@pytest.mark.parametrize("name", ["depthlaws.nothing", "", "<script>", "../../x", "a" * 9999])
def test_a_rehashed_verdict_of_a_module_that_is_not_there_is_computed_again(ledger, tmp_path, name):
    check = Counting()
    ledger(claim("c", check))
    verify()
    (path,) = (tmp_path / "cache" / "verdicts").glob("*.json")
    content = json.loads(path.read_text())["content"] | {"also": [name]}
    Store("verdicts").save(path.stem, content)
    assert verify().ok
    assert check.runs == 2


def test_one_claims_stored_verdict_is_not_believed_of_another(ledger, tmp_path):
    wrong = Counting(Verdict.REFUTED)
    ledger(claim("right", Counting()), claim("wrong", wrong))
    verify()
    good, bad = sorted(
        (tmp_path / "cache" / "verdicts").glob("*.json"), key=lambda p: b"REFUTED" in p.read_bytes()
    )
    bad.write_bytes(good.read_bytes())
    assert verify().by_id["wrong"].verdict == Verdict.REFUTED
    assert wrong.runs == 2


def test_stored_code_is_never_run(ledger, tmp_path):
    """A pickle that would leave a trace when it is read."""

    class Trace:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "ran",))

    check = Counting()
    ledger(claim("c", check))
    verify()
    for path in stored_files(tmp_path):
        path.write_bytes(pickle.dumps(Trace()))
    verify()
    assert check.runs == 2
    assert not (tmp_path / "ran").exists()


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


def test_a_full_disk_keeps_the_old_file_and_gives_the_verdict(ledger, monkeypatch, tmp_path):
    check = Counting()
    ledger(claim("c", check))
    verify()
    before = {path: path.read_bytes() for path in stored_files(tmp_path)}

    def full(self, *_args, **_options):
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    report = verify(fresh=True)
    assert report.ok
    assert check.runs == 2
    assert {path: path.read_bytes() for path in stored_files(tmp_path)} == before
    assert [note for note in report.notes if "No space left on device" in note]
    assert "not stored" in report.summary()
    assert not list(tmp_path.rglob("*.part"))


def test_what_a_killed_run_left_half_written_goes(ledger, tmp_path):
    ledger(claim("c", Counting()))
    verify()
    folder = tmp_path / "cache" / "verdicts"
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    dead, ours = (part_of(folder / "x.json", n) for n in (ended.pid, os.getpid()))
    theirs = folder / f".x.json.another-machine.{ended.pid}.part"
    for part in (dead, ours, theirs):
        part.touch()
    verify()
    assert [p.exists() for p in (dead, ours, theirs)] == [False, True, True]
    os.utime(ours, (0, 0))
    verify()
    assert not ours.exists()


def test_the_cache_folder_is_the_users_unless_named(monkeypatch, tmp_path):
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("DEPTHLAWS_CACHE")
    assert cache_folder().name == "depthlaws"


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


# -- in worker processes ---------------------------------------------------------------------------


NOISE = "noise that is no part of the report\n"
FAULTS = """
import ctypes, math, os, signal, sys
from depthlaws.claims.engine import Claims
from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Evidence, Verdict
from depthlaws.theory.papers import CHAIN

CLAIMS = Claims()


class Told:
    def __init__(self, act):
        self.act = act

    def run(self, context):
        return self.act()

    def mutants(self):
        return iter(())


def hang():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM, signal.SIGTERM])
    ctypes.PyDLL(None).pause()  # holds the interpreter's lock: no Python code runs any more


def loop():
    while True:
        try:
            pass
        except Exception:
            pass


def interrupted():
    raise KeyboardInterrupt


def at_length():
    raise ValueError("two\\nlines, " + 1000 * "x")


def good():
    print("noise that is no part of the report", flush=True)
    return Evidence(Verdict.PROVED, "told so")


def add(name, act):
    CLAIMS.add(id=name, source=CHAIN.eq(1), says="It holds.", checks=(Told(act),))


add("good", good)
add("exits", lambda: sys.exit(0))
add("leaves", lambda: os._exit(3))
add("killed", lambda: os.kill(os.getpid(), signal.SIGKILL))
add("nothing", lambda: None)
add("nonsense", lambda: ("PROVED", "trust me"))
add("forged", lambda: Evidence("SURE", "trust me"))
add("memory", lambda: bytearray(1 << 62))
add("loops", loop)
add("lines", at_length)
add("dataless", lambda: Evidence(Verdict.PROVED, "told so", None))
for name, value in {"NaN": math.nan, "empty": ([], []), "three": (1, 2, 3), "words": "yes"}.items():
    one = Property(lambda x, value=value: value, {"x": [1]})
    CLAIMS.add(id=name, source=CHAIN.eq(1), says="It holds.", checks=(one,))
add("hangs", hang)
add("interrupted", interrupted)
add("last", good)
"""


@pytest.fixture
def house(monkeypatch, tmp_path, toy_papers):
    """Lay out one paper whose only file has this source."""
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(tmp_path / "cache"))
    toy_papers.alone()
    book._all_claims.cache_clear()
    yield lambda source: toy_papers.lay("faulty", claims={"one": source})
    book._all_claims.cache_clear()


# Answers of checks that end the process in which they run.
ENDING = {"leaves", "killed", "hangs", "interrupted"}


def soon_for_hangs(options):
    """Options of workers with an eighth of the limit for the claim that hangs until then."""
    limit = options["limit"]
    return options | {"limit": lambda q: limit(q) / 8 if q[1] == "hangs" else limit(q)}


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_faults_are_one_line_each_and_harm_nobody(house, monkeypatch, capfd, jobs):
    house(FAULTS)
    monkeypatch.setattr(engine, "GRACE_S", 5.0)  # imports among them
    monkeypatch.setattr(workers, "WALL_FACTOR", 2.0)
    answers = workers.answers
    monkeypatch.setattr(workers, "answers", lambda *a, **k: answers(*a, **soon_for_hangs(k)))
    names = [n for n in book.book().entries if jobs or n not in ENDING]
    report = engine.verify(names, jobs=jobs, budget=1.0)
    why = {r.id: r.evidence[0].summary for r in report.results if r.verdict == Verdict.UNKNOWN}
    assert {r.id for r in report.results} - set(why) == {"good", "last"}
    expected = {
        "exits": "SystemExit: 0",
        "leaves": "the process died (exit status 3)",
        "killed": "the process died (killed by SIGKILL)",
        "nothing": "the check returned None, which is no evidence",
        "nonsense": "the check returned ('PROVED', 'trust me'), which is no evidence",
        "forged": why["forged"],
        "memory": why["memory"],
        "hangs": "it did not stop in time and was killed",
        "loops": "no decision within 1 s",
        "lines": f"{'ValueError: two lines, ':x<500} ...",
        "dataless": why["dataless"],
        "NaN": "the test: got nan, which is no yes or no",
        "empty": "nothing to compare: shapes (0,) and (0,)",
        "three": "the test gave 3 values, not (left, right)",
        "words": "the test: got 'yes', which is no yes or no",
        "interrupted": "KeyboardInterrupt",
    }
    assert why == {name: said for name, said in expected.items() if jobs or name not in ENDING}
    assert "which is no evidence" in why["dataless"]
    assert json.loads(json.dumps(report.as_dict(), allow_nan=False))["ok"] is False
    assert "which is no evidence" in why["forged"]
    assert why["memory"].startswith("MemoryError")
    assert capfd.readouterr().out == ("" if jobs else 2 * NOISE)
    assert not report.ok


def test_as_many_processes_as_there_is_work(house, monkeypatch):
    house(FAULTS)
    pools, made = [], workers._new_pool
    monkeypatch.setattr(workers, "_new_pool", lambda threads: pools.append(1) or made(threads))
    assert engine.verify(["good", "last"], jobs=24).ok
    assert len(pools) == 2


ENDLESS = FAULTS.replace('add("good", good)', 'add("good", hang)')


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_workers_end_with_their_parent(house, tmp_path, ending):
    house(ENDLESS)
    code = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"  # nohup hands it on as ignored
        "from depthlaws.base import paper_folders, workers\n"
        "from depthlaws.claims.engine import verify_claims\n"
        "paper_folders._installed = lambda: iter(())\n"  # alone, as here
        "start = workers.LokyProcess.start\n"
        "def shown(self):\n"
        "    start(self)\n"
        "    print(self.pid, flush=True)\n"
        "workers.LokyProcess.start = shown\n"
        "verify_claims.verify(['hangs', 'good'], jobs=2, budget=500.0)\n"
    )
    children = []
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as p:
        try:
            children += [int(p.stdout.readline()) for _ in range(2)]
            wait_until(lambda: all(stuck(pid) for pid in children))
            p.send_signal(ending)
            _, errors = p.communicate(timeout=60)
            assert ("KeyboardInterrupt" in errors) == (ending == signal.SIGINT)
            wait_until(lambda: not any(alive(pid) for pid in children))
        finally:
            for pid in (p.pid, *children):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def test_a_worker_says_no_times():
    """The caller shows how far it is; ``announce`` returns whether it has said something."""
    done = workers.answers(announce, [("a part", 99.0)], jobs=1, limit=lambda _: 60)
    assert [answer for _, answer in done] == [False]


def test_a_question_may_have_no_limit():
    answers = dict(workers.answers(math.sqrt, [(4.0,), (9.0,)], jobs=2, limit=lambda _: math.inf))
    assert answers == {(4.0,): 2.0, (9.0,): 3.0}


def test_processor_time_ends_in_c_too(monkeypatch):
    """The limit holds while C code runs, long before the limit on wall-clock time."""
    monkeypatch.setattr(workers, "WALL_FACTOR", 1e6)
    monkeypatch.setattr(workers, "cores", lambda: 1)
    questions = [(itertools.repeat(0), 0), ((), 0)]
    answers = [*workers.answers(collections.deque, questions, jobs=1, limit=lambda _: 1.0)]
    killed = workers.Failure("it did not stop in time and was killed")
    assert [answer for _, answer in answers] == [killed, collections.deque()]


UNREADABLE = "type('Unreadable', (), {'__reduce__': lambda _: (int, ('one',))})()"


@pytest.mark.parametrize(
    ("function", "argument", "why"),
    [
        (eval, UNREADABLE, "the answer cannot be read: ValueError: invalid literal"),
        (eval, "__import__('threading').Lock()", "TypeError: cannot pickle '_thread.lock' object"),
        (str, eval(UNREADABLE), "ValueError: invalid literal"),
    ],
)
def test_what_cannot_travel_is_a_failure(function, argument, why):
    ((_, failure),) = workers.answers(function, [(argument,)], jobs=1, limit=lambda _: 60.0)
    assert failure.why.startswith(why)


def test_the_script_of_the_caller_is_not_run_again(tmp_path):
    """The script needs no main guard."""
    script = tmp_path / "script.py"
    script.write_text(
        "import math\nfrom depthlaws.base import workers\nprint('begun')\n"
        "print(*workers.answers(math.sqrt, [(4.0,)], jobs=1, limit=lambda _: 60.0))\n"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(workers.__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=True, env=environment
    )
    assert (done.stdout, done.stderr) == ("begun\n((4.0,), 2.0)\n", "")


def test_workers_share_the_processors(monkeypatch):
    monkeypatch.setattr(workers, "cores", lambda: 6)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "5")
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    names = [("OMP_NUM_THREADS",), ("OPENBLAS_NUM_THREADS",), ("SYMPY_CACHE_SIZE",)]
    answers = workers.answers(os.getenv, names, jobs=2, limit=lambda _: 60.0)
    assert dict(answers) == dict(zip(names, ["3", "5", "50000"], strict=True))
    answers = workers.answers(os.getenv, names[:1], jobs=2, limit=lambda _: 60.0)
    assert [answer for _, answer in answers] == ["6"]


def test_a_worker_stays_with_its_group_and_helps_at_the_end():
    questions = [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("b", 3)]
    following = workers._chooser(questions, lambda question: question[0])
    assert [following(None), following(None)] == [("a", 1), ("b", 1)]
    assert following(("b", 1)) == ("b", 2)
    assert following(("a", 1)) == ("a", 2)
    assert following(("a", 2)) == ("b", 3)
    assert following(("b", 2)) is None


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def stuck(pid):
    """True if the process blocks the signals that the hanging check blocks."""
    (line,) = re.findall(r"SigBlk:\s*(\w+)", Path(f"/proc/{pid}/status").read_text())
    return bool(int(line, 16) & (1 << (signal.SIGALRM - 1)))


def wait_until(true, seconds=60.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


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
