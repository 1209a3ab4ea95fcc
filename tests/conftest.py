"""Hypothesis profiles, one thread for each process, and a cache of verdicts for the test run."""

import functools
import gc
import importlib.util
import os
import signal

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from depthlaws.base.memory import keep_freed_memory
from depthlaws.base.workers import GC_THRESHOLD, SYMPY_ENVIRONMENT
from tests import layout, verdicts
from tests.report import browser, pyodide
from tests.sims.networks import pytorch
from tests.theory import trainers

# Parallel test processes share the cores. NumPy is not imported yet.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")
# The settings of the workers: proofs take a good part of the tests' time.
os.environ |= SYMPY_ENVIRONMENT | os.environ
gc.set_threshold(GC_THRESHOLD)
keep_freed_memory()

# A shell that starts the tests in the background has them ignore Ctrl-C, which some of them send.
signal.signal(signal.SIGINT, signal.default_int_handler)

# deadline=None: the first evaluation of a formula compiles it.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True, database=None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "default")
settings.load_profile(PROFILE)


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """Folder of this test run, the same in all of its processes."""
    here = tmp_path_factory.getbasetemp()
    folder = (here.parent if "PYTEST_XDIST_WORKER" in os.environ else here) / "shared"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def judged(shared):
    """Function ``judged(claim, seed)``: result of a claim, computed once a test run."""
    folder = shared / "judged"
    folder.mkdir(exist_ok=True)
    return functools.partial(verdicts.judged, folder)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(shared, tmp_path_factory):
    """Store verdicts of the test run apart from the user's; claims are listed once a test run."""
    cache, listed = tmp_path_factory.mktemp("cache"), shared / "ledger"
    listed.mkdir(exist_ok=True)
    (cache / "ledger").symlink_to(listed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DEPTHLAWS_CACHE", str(cache))
        yield


@pytest.fixture
def toy_papers(tmp_path):
    """Writer of papers: ``toy_papers.lay("toy", claims={"one": text})``."""
    yield from layout.written(tmp_path / "papers")


@pytest.fixture
def new_cache(shared, tmp_path, monkeypatch):
    """Folder in which one test stores its verdicts; all claims are listed there already."""
    folder = tmp_path / "cache"
    folder.mkdir()
    (folder / "ledger").symlink_to(shared / "ledger")
    monkeypatch.setenv("DEPTHLAWS_CACHE", str(folder))
    return folder


def _left_out(config):
    """Marks of tests whose tools are not installed, unless asked for, with advice."""
    asked = config.option.markexpr
    apart = {
        "browser": (browser.chromium() or browser.required(), browser.ADVICE),
        "cluster": (
            importlib.util.find_spec("distributed"),
            "needs Dask: `make cluster` installs it apart and runs them",
        ),
        "networks": (pytorch.installed(), pytorch.ADVICE),
        "pyodide": (pyodide.installed() or pyodide.required(), pyodide.ADVICE),
        "trainers": (trainers.installed(), trainers.ADVICE),
    }
    return {
        mark: advice for mark, (here, advice) in apart.items() if not here and mark not in asked
    }


UNFOLLOWED = pytest.StashKey[list[str]]()  # changed files that no test follows
FILES = {
    "browser": "tests/report/test_browser.py",
    "cluster": "tests/sims/test_cluster.py",
    "networks": "tests/sims/networks, tests/cli/test_torch_recorder*.py",
    "pyodide": "part of tests/report/test_recheck_in_page.py and tests/test_distribution.py",
    "trainers": "tests/theory/test_trainers.py, part of tests/cli/test_recorder.py",
}


class Examples:
    """Examples are sought only in files of Python that have one: no other is imported for them."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path):
        """Leave out the doctests of a file without a prompt."""
        collectors = yield
        if file_path.suffix != ".py" or ">>>" in file_path.read_text(encoding="utf-8"):
            return collectors
        return [c for c in collectors if not isinstance(c, DoctestModule)]


def pytest_configure(config):
    """Add what holds for files outside tests/ too, which a conftest does not reach."""
    config.pluginmanager.register(Examples())


def pytest_addoption(parser):
    """Add ``--touched COMMIT``: only tests and claims that use what changed since then."""
    parser.addoption("--touched", metavar="COMMIT", help="what uses code changed since COMMIT")


def pytest_collection_modifyitems(config, items):
    """Leave out tests whose tools are not installed, or that use no changed code."""
    if since := config.option.touched:
        from tests.touched import Selection, changed, changed_files
        from tests.touched_files import unfollowed

        config.option.disable_unused_snapshots = True
        others = [name for name in changed_files(since) if not name.endswith(".py")]
        config.stash[UNFOLLOWED] = unfollowed(others)
        selection = Selection(changed(since), files=others)
        config.hook.pytest_deselected(items=[i for i in items if i not in selection])
        items[:] = [i for i in items if i in selection]
    without = _left_out(config)
    apart = [i for i in items if any(i.get_closest_marker(mark) for mark in without)]
    config.hook.pytest_deselected(items=apart)
    items[:] = [i for i in items if i not in apart]


def pytest_terminal_summary(terminalreporter, config):
    """Print which tests were left out and what to install, and files that no test follows."""
    if names := config.stash.get(UNFOLLOWED, []):
        terminalreporter.write_line(f"FOLLOWED BY NO TEST: {', '.join(names)}; run make test")
    for mark, advice in _left_out(config).items():
        terminalreporter.write_line(f"NOT RUN: {FILES[mark]} {advice}")
