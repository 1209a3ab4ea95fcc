"""Hypothesis profiles, one thread a process, a cache of verdicts that is not the user's."""

import os

import pytest
from hypothesis import settings

from tests.report import browser

# Parallel test processes share the cores. NumPy is not imported yet.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

# deadline=None: the first evaluation of a formula compiles it.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True, database=None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "default")
settings.load_profile(PROFILE)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory):
    """Verdicts of the test run are its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DEPTHLAWS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def _without_browser(config):
    return not (browser.chromium() or browser.required() or "browser" in config.option.markexpr)


def pytest_collection_modifyitems(config, items):
    """Leave out what needs a browser where there is none; the end of the run says so."""
    if not _without_browser(config):
        return
    apart = [i for i in items if i.get_closest_marker("browser")]
    config.hook.pytest_deselected(items=apart)
    items[:] = [i for i in items if not i.get_closest_marker("browser")]


def pytest_terminal_summary(terminalreporter, config):
    """Say what was left out, and what to install."""
    if _without_browser(config):
        terminalreporter.write_line(f"NOT RUN: tests/report/test_browser.py {browser.ADVICE}")
