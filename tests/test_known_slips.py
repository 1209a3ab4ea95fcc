"""Slips planted one at a time in a copy of the package: a named test or claim must fail each time.

``make test`` plants a sample that DEPTHLAWS_MUTANTS_SEED chooses, ``make networks`` one of those
that tests of networks notice, ``make known-slips`` all of ``known_slips.toml``. A slip whose text
is no longer unique in its file needs a new place there.
"""

import os
import random
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TABLE = tomllib.loads((ROOT / "tests" / "known_slips.toml").read_text(encoding="utf-8"))
SLIPS = {f"{file}-{i}": (file, *slip) for file in TABLE for i, slip in enumerate(TABLE[file])}
SEED = int(os.environ.get("DEPTHLAWS_MUTANTS_SEED", "0"))
NETWORKS = ("tests/sims/networks/", "tests/cli/test_torch_recorder")
ON_PYTORCH = {key for key, slip in SLIPS.items() if slip[-1].startswith(NETWORKS)}


def sample(keys, count):
    """Return so many of the keys, all with a negative seed."""
    return sorted(keys) if SEED < 0 else random.Random(SEED).sample(sorted(keys), count)


SAMPLE = [
    *sample(SLIPS.keys() - ON_PYTORCH, 5),
    *(pytest.param(key, marks=pytest.mark.networks) for key in sample(ON_PYTORCH, 1)),
]
COPIED = ("depthlaws", "papers", "tests", "benchmarks", "docs", "pyproject.toml", "README.md")
# A claim notices a slip if its verdict turns, or if its tolerance became wider than it needs.
CLAIM = """
import sys
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.claims.engine.ledger import claim
from tests import tolerances
claim = claim(sys.argv[1])
result = run_claim(claim)
sys.exit(int(not result.as_expected or any(tolerances.unused(claim, result))))
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Copy of the package and its tests; file times are kept, so nothing is compiled again."""
    folder = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / name)
    return folder


def failure(tree, file, text, slip, name):
    """Plant a slip; return the output of the claim or test that fails, empty if it passes."""
    original = (ROOT / file).read_text(encoding="utf-8")
    (tree / file).write_text(original.replace(text, slip), encoding="utf-8")
    test = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--rootdir=.", name]
    variables = {"PYTHONDONTWRITEBYTECODE": "1", "DEPTHLAWS_CACHE": str(tree / "cache")}
    path = [str(tree / "papers"), os.environ.get("PYTHONPATH", "")]
    variables["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    try:
        done = subprocess.run(
            [sys.executable, *(test if "::" in name else ["-c", CLAIM, name])],
            capture_output=True,
            text=True,
            timeout=600,
            cwd=tree,
            env=os.environ | variables,
            check=False,
        )
    finally:
        shutil.copy2(ROOT / file, tree / file)
    if done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED:
        pytest.skip(f"{name} is left out here: the last lines of the run say what it needs")
    crashed = done.returncode not in {0, 1} or "Traceback" in done.stderr
    assert not crashed, f"{name} could not be asked: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return (done.stdout or name) * done.returncode


@pytest.mark.slow
@pytest.mark.parametrize("key", SAMPLE)
def test_a_known_slip_is_noticed(tree, key):
    file, text, slip, name = SLIPS[key]
    assert failure(tree, file, text, slip, name), f"{file}: {text} -> {slip}, unnoticed by {name}"


def test_the_text_of_every_known_slip_is_unique_in_its_file():
    sources = {file: ROOT.joinpath(file) for file in TABLE}
    texts = {file: path.read_text("utf-8") for file, path in sources.items() if path.exists()}
    gone = [s[:2] for s in SLIPS.values() if texts.get(s[0], "").count(s[1]) != 1]
    assert gone == [], "find their new places, or remove them from tests/known_slips.toml"


def test_every_test_that_notices_a_known_slip_exists():
    names = {name for *_, name in SLIPS.values() if "::" in name}
    files = {name: (ROOT / name.partition("::")[0]).read_text("utf-8") for name in names}
    gone = [n for n in names if f"def {n.rpartition('::')[2].partition('[')[0]}(" not in files[n]]
    assert gone == [], "find their new names, or name other tests in tests/known_slips.toml"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["CHAIN-E5", "tests/claims/test_hollow_checks.py::test_no_check"])
def test_a_package_without_a_slip_is_not_noticed(tree, name):
    if "::" in name:
        name += "_agrees_with_itself"
    assert failure(tree, "papers/depthlaws_papers/chain/claims/common.py", "", "", name) == ""


@pytest.mark.slow
def test_a_slip_that_ends_the_process_is_not_noticed(tree):
    file = "papers/depthlaws_papers/chain/claims/common.py"
    text = (ROOT / file).read_text(encoding="utf-8")
    with pytest.raises(AssertionError, match="could not be asked"):
        failure(tree, file, text, "import os; os._exit(3)", "CHAIN-E5")
