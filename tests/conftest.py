"""Hypothesis profiles, one thread a process, a cache of verdicts that is not the user's."""

import os

# Before NumPy is imported: parallel test processes share the cores.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import pytest
from hypothesis import settings

# deadline=None: the first evaluation of a formula compiles it.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True, database=None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "default")
settings.load_profile(PROFILE)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory):
    """Verdicts of the test run are its own."""
    before = os.environ.get("DEPTHLAWS_CACHE")
    os.environ["DEPTHLAWS_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["DEPTHLAWS_CACHE"]
    else:
        os.environ["DEPTHLAWS_CACHE"] = before
