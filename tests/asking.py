"""Ask claims and tests about one changed file, in a process of its own.

Nothing of ours is imported before the change is in place, so that a server which has imported
the libraries may fork one process a mutant.
"""

import gc
import importlib.abc
import importlib.machinery
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = ["numpy", "scipy.stats", "scipy.optimize", "sympy", "mpmath", "flint", "xarray"]
LIBRARIES += ["hypothesis", "pytest", "array_api_strict", "rich.table", "tests.asking"]
# The libraries are there before pytest is: it may not rewrite their assertions.
OPTIONS = ["-q", "--rootdir", str(ROOT), "-p", "no:cacheprovider"]
OPTIONS += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
PROVED = "PROVED "  # before claims whose changed text is proved all the same
UNDECIDED = "BROKEN "  # before the reason why nobody could decide
OUT_OF_TIME = f"{UNDECIDED}out of time"
CRASHES = 10  # tests that raise an error before a mutant is given up as broken
WAITING = 10  # times the processor's time, for a process that waits, or for the processor

Order = Mapping[str, Any]  # path and text of the changed file; claims and tests to ask


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


def answer(order: Order, *, seconds: int) -> str:
    """Who objects in a fresh process, or nothing; its time is that of the processor."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LIBRARIES)
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(order, theirs, seconds))
    process.start()
    theirs.close()
    try:
        return ours.recv() if ours.poll(WAITING * seconds) else OUT_OF_TIME
    except EOFError:
        process.join()
        stopped = process.exitcode == -signal.SIGXCPU
        return OUT_OF_TIME if stopped else f"{UNDECIDED}the process crashed"
    finally:
        process.kill()
        process.join()


def _serve(order: Order, pipe: Connection, seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    sys.dont_write_bytecode = True
    os.environ["HYPOTHESIS_PROFILE"] = "ci"  # the same examples whenever it is asked
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DEPTHLAWS_CACHE"] = folder
        pipe.send(_ask(order))


def _ask(order: Order) -> str:
    sys.meta_path.insert(0, _Changed(ROOT / order["path"], order["text"]))
    from depthlaws._workers import GARBAGE

    gc.set_threshold(GARBAGE)
    verdicts: set[str] = set()
    found: list[str] = []
    for ask in (
        lambda: _ask_claims(order["claims"], verdicts),
        lambda: _ask_tests(order["tests"]),
        lambda: _ask_claims(order["slow"], verdicts),
    ):
        found.append(ask())
        if _decided(found[-1]):
            break
    said = next(filter(_decided, found), next(filter(None, found), ""))
    of_a_claim = order["path"].startswith("claims") and not order["tests"]
    all_proved = verdicts and verdicts <= {"PROVED", "CERTIFIED"}
    names = ", ".join([*order["claims"], *order["slow"]])
    return said or (f"{PROVED}by {names}" if of_a_claim and all_proved else "")


def _decided(said: str) -> bool:
    return bool(said) and not said.startswith(UNDECIDED)


def _ask_claims(names: Sequence[str], verdicts: set[str]) -> str:
    from depthlaws.claims.engine.judge import run_claim
    from depthlaws.claims.engine.ledger import claim
    from tests import tolerances

    undecided = ""
    for name in names:
        try:
            result = run_claim(claim(name))
            unused = [*tolerances.unused(claim(name), result)]
        except Exception as error:  # the changed file cannot be imported
            return f"{UNDECIDED}{name}: {type(error).__name__}"
        verdicts.add(result.verdict)
        if result.verdict in {"UNKNOWN", "VACUOUS"}:
            undecided = f"{UNDECIDED}{name} is {result.verdict}"
        elif not result.as_expected:
            return f"{name} is {result.verdict}"
        elif unused:
            return f"{name} is {result.verdict}, with a tolerance that nothing needs"
    return undecided


class _Failures:
    """A pytest plug-in: which assertion failed first, and which tests crashed."""

    def __init__(self) -> None:
        self.failed, self.crashed = "", list[str]()

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        """Stop at an assertion that failed; go on after a crash, but not for ever."""
        if call.excinfo is None:
            return
        if issubclass(call.excinfo.type, AssertionError) or call.excinfo.type.__name__ == "Failed":
            self.failed = self.failed or item.nodeid
            item.session.shouldstop = "an assertion failed"
        else:
            self.crashed.append(f"{item.nodeid} raised {call.excinfo.type.__name__}")
            if len(self.crashed) == CRASHES:
                item.session.shouldstop = "it is broken"


def _ask_tests(tests: Sequence[str]) -> str:
    import pytest

    if not tests:
        return ""
    plugin = _Failures()
    pytest.main([*OPTIONS, *tests], plugins=[plugin])
    return plugin.failed or (f"{UNDECIDED}{plugin.crashed[-1]}" if plugin.crashed else "")
