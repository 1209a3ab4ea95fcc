"""Who runs which line: every claim and every test once, unchanged, each line marked as it runs.

The marks are set by our own functions, made so as they are imported: a tracer would slow down
SymPy's proofs too, which nobody asks about. A statement of several lines marks them all. One part
a file of claims or tests, each in a process of its own and stored when it ends: a recording that is
stopped goes on where it was, and only parts that imported a file which has changed since are
recorded again.
"""

import ast
import gc
import hashlib
import json
import operator
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

from depthlaws._workers import GARBAGE, SYMPY
from depthlaws.claims.engine.closure import Sources
from tests.marking import Marks

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("theory", "sims", "claims")
MACHINERY = "claims/engine"  # judged by its own tests
ALSO = {"tests/claims/test_strategies.py"}  # the others judge the machinery
AGAIN = {"tests/theory/test_theorems.py"}  # runs every claim once more
# Compares no numbers but which line follows which, and marks are steps too.
OF_LINES = "tests/theory/test_kernels.py::test_every_kernel_takes_every_way"
SECONDS = 3600.0  # for one part, on a busy machine
AT_IMPORT = 0  # the line of a file none of whose functions ran
NO_CACHE = ("-p", "no:cacheprovider")


@dataclass(frozen=True)
class Readers:
    """Claims and tests by the line that they run, with seconds and the ids that claims read.

    ``states``: digest of all the files that each of them ran.
    """

    lines: Mapping[str, Mapping[int, frozenset[str]]]
    seconds: Mapping[str, float]
    reads: Mapping[str, Sequence[str]] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)

    def of(self, path: str, line: int) -> list[str]:
        """Who runs the line, quickest first; of a line run by imports, whoever uses its record.

        A function that only imports call, to make checks, is run by nobody: everyone is asked who
        runs another line of the file.
        """
        found = self.lines.get(path, {}).get(line, frozenset())
        if not (found and _in_function(path, line)):  # else recorded for the first who imported it
            found |= self._at_import(path, line)
        return sorted(found, key=lambda name: self.seconds.get(name, 0.0))

    def _at_import(self, path: str, line: int) -> frozenset[str]:
        """Claims of the statement, users of the ids in it, or everyone who runs the file.

        Nobody runs a file of constants: of that, everyone who imports it.
        """
        ids = _ids(path, line)
        claims = {name for name, reads in self.reads.items() if name in ids or ids & {*reads}}
        tests = {name for name in self.seconds if any(f"[{one}" in name for one in ids)}
        lines = {**self.lines.get(path, {})}
        imports = lines.pop(AT_IMPORT, frozenset())
        return frozenset(claims | tests) or frozenset().union(*lines.values()) or imports


@cache
def _tree(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


@cache
def _bodies(path: str) -> tuple[range, ...]:
    """Lines of the bodies of functions: what runs when they are called."""
    functions = (n for n in ast.walk(_tree(path)) if isinstance(n, ast.FunctionDef))
    return tuple(range(f.body[0].lineno, (f.end_lineno or 0) + 1) for f in functions)


def _in_function(path: str, line: int) -> bool:
    return any(line in body for body in _bodies(path))


@cache
def _ids(path: str, line: int) -> frozenset[str]:
    """Literal ids in the statement at the top of a file that holds a line."""
    for node in _tree(path).body:
        if node.lineno <= line <= (node.end_lineno or node.lineno):
            keywords = (k for k in ast.walk(node) if isinstance(k, ast.keyword) and k.arg == "id")
            return frozenset(
                str(k.value.value) for k in keywords if isinstance(k.value, ast.Constant)
            )
    return frozenset()


def parts() -> list[str]:
    """Files of claims as modules, files of tests by their place."""
    from depthlaws.claims.engine import ledger

    tests = [p for room in ("theory", "sims") for p in (ROOT / "tests" / room).glob("test_*.py")]
    places = {*(path.relative_to(ROOT).as_posix() for path in tests), *ALSO} - AGAIN
    return [*ledger.modules(), *sorted(places)]


def recorded(
    folder: Path,
    *,
    jobs: int,
    among: Sequence[str] | None = None,
    progress: Callable[[], Any] = lambda: None,
) -> Readers:
    """Record the parts (all, or those named) that are missing or stale, and read them.

    Raises: RuntimeError for a part that does not pass unchanged.
    """
    folder.mkdir(parents=True, exist_ok=True)

    def complete(part: str) -> str:
        stored = _stored(folder, part)
        command = [sys.executable, "-m", "tests.recording", part, str(stored)]
        if not _current(stored):
            subprocess.run(
                command,
                check=False,
                timeout=SECONDS,
                cwd=ROOT,
                env=SYMPY | os.environ,
                capture_output=True,
            )
        progress()
        return "" if stored.exists() else part

    wanted = parts() if among is None else among
    with ThreadPoolExecutor(jobs) as pool:
        failed = [part for part in pool.map(complete, wanted) if part]
    if failed:
        msg = f"{', '.join(failed)}: mend these first, they do not pass unchanged"
        raise RuntimeError(msg)
    return _joined(json.loads(_stored(folder, p).read_text(encoding="utf-8")) for p in wanted)


def _stored(folder: Path, part: str) -> Path:
    return folder / (part.replace("/", ".").removesuffix(".py") + ".json")


def _current(stored: Path) -> bool:
    if not stored.exists():
        return False
    digests = json.loads(stored.read_text(encoding="utf-8"))["digests"]
    return all(_digest(place) == digest for place, digest in digests.items())


def _digest(place: str) -> str:
    path = ROOT / place
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def digest(content: Any) -> str:
    """Digest of anything that JSON knows."""
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _joined(found: Iterator[Mapping[str, Any]]) -> Readers:
    lines: dict[str, dict[int, set[str]]] = {}
    seconds, reads, states = {}, {}, {}
    for part in found:
        seconds |= part["seconds"]
        states |= dict.fromkeys(part["seconds"], digest(sorted(part["digests"].items())))
        reads |= part["reads"]
        for place, by_context in part["lines"].items():
            here = lines.setdefault(place, {})
            for name, numbers in by_context.items():
                for number in numbers:
                    here.setdefault(number, set()).add(name)
    frozen = {p: {n: frozenset(w) for n, w in rows.items()} for p, rows in lines.items()}
    return Readers(frozen, seconds, reads, states)


# -- one part, in a process of its own --------------------------------------------------------


@click.command()
@click.argument("part")
@click.argument("path", type=Path)
def main(part: str, path: Path) -> None:
    """Run one part and write who ran which line; nothing is written unless it passes."""
    gc.set_threshold(GARBAGE)
    marks = Marks(ROOT, [ROOT / room for room in ROOMS], without=ROOT / MACHINERY)
    marks.start(path.parent / f"marked-{_digest('tests/marking.py')[:8]}")
    run = _run_tests if part.endswith(".py") else _run_claims
    seconds, reads = run(part, marks)
    lines = marks.lines()
    places = [*lines, *([part] if part.endswith(".py") else [])]
    for of_import in filter(operator.not_, lines.values()):  # whose lines run only then: anyone's
        of_import.update({name: [AT_IMPORT] for name in seconds})
    found = {
        "digests": {place: _digest(place) for place in places},
        "seconds": seconds,
        "reads": reads,
        "lines": lines,
    }
    whole = path.with_suffix(".part")
    whole.write_text(json.dumps(found), encoding="utf-8")
    whole.replace(path)


Found = tuple[dict[str, float], dict[str, Sequence[str]]]


def _run_claims(module: str, marks: Marks) -> Found:
    from depthlaws.claims.engine.judge import run_claim
    from depthlaws.claims.engine.ledger import claims_of
    from depthlaws.claims.engine.reading import Reader

    seconds, reads, reader = {}, {}, Reader(Sources())
    for claim in claims_of(module):
        marks.of(claim.id)
        started = time.monotonic()
        result = run_claim(claim)
        marks.of("")
        seconds[claim.id] = time.monotonic() - started
        reads[claim.id] = sorted({*result.reads, *reader.named(module, claim.id)})
        if not result.as_expected:
            sys.exit(f"{claim.id} is {result.verdict}")
    return seconds, reads


class _Contexts:
    """A pytest plug-in: each test is a context of its own."""

    def __init__(self, marks: Marks) -> None:
        self.marks, self.seconds = marks, {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.marks.of(f"test:{nodeid}")

    def pytest_runtest_logreport(self, report: Any) -> None:
        name = f"test:{report.nodeid}"
        self.seconds[name] = self.seconds.get(name, 0.0) + report.duration


def _run_tests(place: str, marks: Marks) -> Found:
    """Run a file of tests, of which none is there if what they need is not installed."""
    plugin = _Contexts(marks)
    options = ["-q", "--rootdir", str(ROOT), *NO_CACHE, "--deselect", OF_LINES]
    status = pytest.main([*options, place], plugins=[plugin])
    marks.of("")
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        sys.exit(f"{place} does not pass: {status!r}")
    return plugin.seconds, {}


if __name__ == "__main__":
    main()
