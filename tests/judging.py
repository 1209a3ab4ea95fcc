"""Judge mutants of the sources: ``make mutants``, or ``python tests/judging.py --sample 50``.

First every claim and every test of ``tests/`` runs once with nothing changed, under coverage: which
of them ran which line. Then each mutant runs in a process of its own, against the claims and then
the tests that ran its line, quickest first, until one decides against it.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import coverage
import pytest

from depthlaws.claims.engine import source_mutants
from depthlaws.claims.engine.source_mutants import Mutant

ROOT = Path(__file__).resolve().parents[1]
EQUIVALENT = ROOT / "tests" / "equivalent_mutants.toml"
SECONDS = 60.0  # for one mutant
ROOMS = ("theory", "sims", "claims")
MACHINERY = ("claims/engine",)


class Fate(StrEnum):
    """What became of a mutant; only a survivor is a defect."""

    KILLED = "killed"  # a verdict turned, or an assertion failed
    EQUIVALENT = "equivalent"  # listed with the reason in tests/equivalent_mutants.toml
    BROKEN = "broken"  # it crashed or decided nothing: no kill, and no oversight
    UNREAD = "unread"  # no claim and no test runs the line
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Fate of one mutant, and who noticed or why nobody could."""

    mutant: Mutant
    fate: Fate
    by: str = ""


@dataclass(frozen=True, slots=True)
class Readers:
    """Claims and tests by the line that they run, ``{file: {line: [id, ...]}}``, with seconds."""

    lines: Mapping[str, Mapping[str, Sequence[str]]]
    seconds: Mapping[str, float]

    def of(self, mutant: Mutant) -> list[str]:
        """Who runs the line, quickest first."""
        found = self.lines.get(mutant.path.as_posix(), {}).get(str(mutant.line), ())
        return sorted(found, key=lambda name: self.seconds.get(name, 0.0))


# -- who runs which line ----------------------------------------------------------------------


def readers(folder: Path, *, fresh: bool = False) -> Readers:
    """Run everything once under coverage, or read what an earlier run stored."""
    stored = folder / "readers.json"
    if fresh or not stored.exists():
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run([sys.executable, __file__, "--record", str(stored)], check=False)
        if done.returncode:
            msg = "the claims and tests do not pass unchanged: mend them first"
            raise RuntimeError(msg)
    found = json.loads(stored.read_text(encoding="utf-8"))
    return Readers(found["lines"], found["seconds"])


def record(path: Path) -> int:
    """Write which claim and which test ran which line."""
    folders = [str(ROOT / room) for room in ROOMS]
    traced = coverage.Coverage(data_file=None, include=[f"{f}/*" for f in folders])
    traced.start()
    seconds = _run_claims(traced) | _run_tests(traced)
    traced.stop()
    data, lines = traced.get_data(), {}
    for file in data.measured_files():
        place = Path(file).resolve().relative_to(ROOT).as_posix()
        contexts = data.contexts_by_lineno(file)
        lines[place] = {str(n): [c for c in names if c] for n, names in contexts.items()}
    path.write_text(json.dumps({"lines": lines, "seconds": seconds}), encoding="utf-8")
    return 0


def _run_claims(traced: Any) -> dict[str, float]:
    from depthlaws.claims.engine.ledger import all_claims
    from depthlaws.claims.engine.run import run_claim

    seconds = {}
    for name, claim in all_claims().items():
        traced.switch_context(name)
        started = time.monotonic()
        run_claim(claim)
        seconds[name] = time.monotonic() - started
    traced.switch_context("")
    return seconds


class _Contexts:
    """A pytest plug-in: each test is a context of its own."""

    def __init__(self, traced: Any) -> None:
        self.traced, self.seconds = traced, {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.traced.switch_context(f"test:{nodeid}")

    def pytest_runtest_logreport(self, report: Any) -> None:
        name = f"test:{report.nodeid}"
        self.seconds[name] = self.seconds.get(name, 0.0) + report.duration


def _run_tests(traced: Any) -> dict[str, float]:
    plugin = _Contexts(traced)
    tests = [str(ROOT / "tests" / room) for room in ROOMS]
    pytest.main(["-q", "--rootdir", str(ROOT), "-p", "no:cacheprovider", *tests], plugins=[plugin])
    traced.switch_context("")
    return plugin.seconds


# -- one mutant, in a process of its own ------------------------------------------------------


class _Changed(importlib.abc.MetaPathFinder):
    """Imports one file with another text."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.text = path, text

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or Path(spec.origin).resolve() != self.path:
            return None
        spec.loader = _Text(name, spec.origin, self.text)
        return spec


class _Text(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> Any:
        return compile(self.text, self.path, "exec", dont_inherit=True)


def ask(order: Mapping[str, Any]) -> str:
    """Say who objects to a mutant, or nothing; BROKEN before it where nobody could decide."""
    sys.meta_path.insert(0, _Changed(ROOT / order["path"], order["text"]))
    from depthlaws.claims.engine.ledger import all_claims
    from depthlaws.claims.engine.run import run_claim

    undecided = ""
    ledger = all_claims()
    for name in order["claims"]:
        result = run_claim(ledger[name])
        if result.verdict in {"UNKNOWN", "VACUOUS"}:
            undecided = f"BROKEN {name} is {result.verdict}"
        elif not result.as_expected:
            return f"{name} is {result.verdict}"
    return _ask_tests(order["tests"], undecided)


class _Failures:
    """A pytest plug-in: which assertion failed first, and which test crashed."""

    def __init__(self) -> None:
        self.failed, self.crashed = "", ""

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        if call.excinfo is not None:
            asserted = issubclass(call.excinfo.type, AssertionError) or (
                call.excinfo.type.__name__ == "Failed"
            )
            if asserted:
                self.failed = self.failed or item.nodeid
            else:
                self.crashed = f"BROKEN {item.nodeid} raised {call.excinfo.type.__name__}"


def _ask_tests(tests: Sequence[str], undecided: str) -> str:
    if not tests:
        return undecided
    plugin = _Failures()
    pytest.main(
        ["-q", "-x", "--rootdir", str(ROOT), "-p", "no:cacheprovider", *tests], plugins=[plugin]
    )
    return plugin.failed or undecided or plugin.crashed


def judge(mutant: Mutant, found: Readers, *, alone: str = "") -> Outcome:
    """Ask everyone who runs the line of a mutant, or one claim ``alone``."""
    reason = _listed().get(f"{mutant.path.as_posix()}: {mutant.before} -> {mutant.after}")
    if reason:
        return Outcome(mutant, Fate.EQUIVALENT, reason)
    who = [alone] if alone else found.of(mutant)
    if not who:
        return Outcome(mutant, Fate.UNREAD)
    order = {
        "path": str(mutant.path),
        "text": mutant.text,
        "claims": [name for name in who if not name.startswith("test:")],
        "tests": [name.removeprefix("test:") for name in who if name.startswith("test:")],
    }
    said = _asked(order)
    if said.startswith("BROKEN"):
        return Outcome(mutant, Fate.BROKEN, said.removeprefix("BROKEN "))
    return Outcome(mutant, Fate.KILLED if said else Fate.SURVIVED, said)


def _asked(order: Mapping[str, Any]) -> str:
    """Answer of a fresh process, which is killed when its time is up."""
    with tempfile.TemporaryDirectory() as folder:
        asked, answer = Path(folder) / "order.json", Path(folder) / "answer"
        asked.write_text(json.dumps(order), encoding="utf-8")
        command = [sys.executable, __file__, "--ask", str(asked), str(answer)]
        environment = os.environ | {
            "DEPTHLAWS_CACHE": folder,
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(ROOT),
        }
        try:
            subprocess.run(
                command,
                timeout=SECONDS,
                check=False,
                env=environment,
                cwd=ROOT,
                capture_output=True,
            )
        except subprocess.TimeoutExpired:
            return "BROKEN out of time"
        if not answer.exists():
            return "BROKEN the process crashed"
        return answer.read_text(encoding="utf-8")


def _listed() -> Mapping[str, str]:
    """Mutants known to change nothing, with the reason."""
    return tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")) if EQUIVALENT.exists() else {}


# -- the report -------------------------------------------------------------------------------


def all_mutants() -> Iterator[Mutant]:
    """Yield the mutants of every source file that makes numbers or claims."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            place = path.relative_to(ROOT)
            if not place.as_posix().startswith(MACHINERY):
                yield from source_mutants.mutants(place, root=ROOT)


def table(outcomes: Sequence[Outcome]) -> str:
    """Counts by kind and fate, then every survivor."""
    counts = Counter((o.mutant.kind, o.fate) for o in outcomes)
    rows = [f"{'kind':12}" + "".join(f"{fate:>12}" for fate in Fate)]
    rows += [
        f"{kind:12}" + "".join(f"{counts[kind, fate]:>12}" for fate in Fate)
        for kind in source_mutants.Kind
    ]
    alive = [o for o in outcomes if o.fate in {Fate.SURVIVED, Fate.UNREAD}]
    return "\n".join([*rows, *(f"{o.fate}: {o.mutant} {o.by}" for o in alive)])


@click.command()
@click.option("--sample", type=click.IntRange(min=1), help="How many (all of them by default).")
@click.option("--seed", default=0, show_default=True, help="Which ones, and in which order.")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(min=1))
@click.option("--only", default="", help="Files whose path contains this.")
@click.option("--fresh", is_flag=True, help="Record again who runs which line.")
@click.option("--out", default=Path("out/mutants"), type=Path, show_default=True)
@click.option("--record", "recorded", type=Path, hidden=True)
@click.option("--ask", "asked", type=(Path, Path), hidden=True)
def main(
    sample: int | None,
    seed: int,
    jobs: int,
    only: str,
    fresh: bool,
    out: Path,
    recorded: Path | None,
    asked: tuple[Path, Path] | None,
) -> None:
    """Change the sources one place at a time; exit status 1 if a mutant survives."""
    if recorded:
        sys.exit(record(recorded))
    if asked:
        order = json.loads(asked[0].read_text(encoding="utf-8"))
        asked[1].write_text(ask(order), encoding="utf-8")
        return
    found = readers(out, fresh=fresh)
    known = [m for m in all_mutants() if only in m.path.as_posix()]
    picked = source_mutants.sample(known, sample, seed=seed)
    outcomes = []
    with (
        ThreadPoolExecutor(jobs) as pool,
        click.progressbar(length=len(picked), label="mutants") as bar,
    ):
        for outcome in pool.map(lambda m: judge(m, found), picked):
            outcomes.append(outcome)
            bar.update(1)
    click.echo(f"{len(picked)} of {len(known)} mutants, seed {seed}")
    click.echo(table(outcomes))
    sys.exit(any(o.fate in {Fate.SURVIVED, Fate.UNREAD} for o in outcomes))


if __name__ == "__main__":
    main()
