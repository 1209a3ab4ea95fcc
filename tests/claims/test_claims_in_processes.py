"""Claims in worker processes: faults, limits, and the end of the parent."""

import collections
import contextlib
import itertools
import json
import math
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from depthlaws.base import workers
from depthlaws.base.cost_notice import announce
from depthlaws.claims.engine import ledger as book
from depthlaws.claims.engine import verify_claims as engine
from depthlaws.claims.engine.records import Verdict

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
