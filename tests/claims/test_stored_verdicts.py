"""Stored verdicts: what their keys hold; damage, forgery and full disks."""

import errno
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from depthlaws.base import sources as closures
from depthlaws.base.files import part_of
from depthlaws.base.sources import Sources
from depthlaws.claims.engine import verify_claims as engine
from depthlaws.claims.engine.cache import Store, cache_folder
from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Verdict
from depthlaws.theory import formula
from tests.claims.toy_claims import Counting, claim, verify


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
