"""A paper of one's own: the folder that ``new-paper`` writes, and the example, from end to end."""

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from depthlaws.base import paper_folders
from tests import one_process
from tests.cli.conftest import WARNINGS, assert_refused

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "attention2017"
WRITTEN = {
    "MINE-E1": "PROVED",
    "MINE-E2": "CERTIFIED",
    "MINE-E3": "SUPPORTED",
    "MINE-E4": "REFUTED",
    "MINE-E4-range": "PROVED",
}


@pytest.fixture
def mine(good, tmp_path):
    """Folder of a new paper."""
    assert "verify --papers mine mine" in good("new-paper", "mine")
    return tmp_path / "mine"


def verdicts_of(spawn, folder, *names):
    """A run of ``verify`` on a paper in a folder, and the verdicts in its JSON."""
    done = spawn("verify", "--papers", folder, *names, "--json", "--jobs", "1")
    return done, verdicts_in(done.out)


def verdicts_in(text):
    return {one["id"]: one["verdict"] for one in json.loads(text)["claims"]}


def change(folder, name, old, new):
    path = folder / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def python(*words, **options):
    """Run Python with the package of this tree."""
    return subprocess.run(
        [sys.executable, *WARNINGS, *words],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"},
        timeout=300,
        check=False,
        **options,
    )


@pytest.mark.slow
def test_a_new_paper_runs_in_every_command(mine, spawn, tmp_path):
    commands = {
        "verify": ["mine", "--json", "--jobs", "1"],
        "figures": ["mine", "--out", "drawn", "--jobs", "1"],
        "where": ["mine", "4"],
        "list": ["--paper", "mine"],
        "report": ["mine", "--figures", "drawn", "--out", "pages"],
    }
    asked = {name: [name, "--papers", mine, *words] for name, words in commands.items()}
    said = one_process.answers(python, asked, cwd=tmp_path)
    assert {name: status for name, (status, _, _) in said.items()} == dict.fromkeys(commands, 0)
    assert verdicts_in(said["verify"][1]) == WRITTEN
    assert (tmp_path / "drawn" / "mine-fig1.png").exists()
    assert "MINE-E4 " in said["where"][1]
    assert "mine-fig1" in said["list"][1]
    pages = {path.name for path in (tmp_path / "pages").glob("*.html")}
    assert {f"{name}.html" for name in (*WRITTEN, "mine", "figure-mine-fig1")} <= pages
    # A change of a helper in another file of the paper makes the stored verdict stale.
    change(mine, "claims/section_1.py", "rational(11, 10)", "rational(9, 10)")
    done, verdicts = verdicts_of(spawn, mine, "mine")
    assert (done.status, verdicts) == (1, WRITTEN | {"MINE-E2": "REFUTED"})


@pytest.mark.slow
def test_claims_of_a_paper_are_tests_of_pytest(mine, tmp_path):
    change(mine, "claims/section_1.py", "rational(11, 10)", "rational(9, 10)")
    installed = {e.value for e in importlib.metadata.entry_points(group="pytest11")}
    plugin = [] if "depthlaws.pytest_plugin" in installed else ["-p", "depthlaws.pytest_plugin"]
    command = [sys.executable, "-m", "pytest", *plugin, "-p", "no:cacheprovider", "-q"]
    done = subprocess.run(
        [*command, "--depthlaws", "mine", "mine"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "5 passed" in done.stdout
    assert "FAILED MINE-E2" in done.stdout or "MINE-E2: REFUTED" in done.stdout
    wrong = subprocess.run(
        [*command, "--depthlaws", "mein"], cwd=tmp_path, capture_output=True, text=True
    )
    assert "unknown paper or claim 'mein'" in wrong.stderr
    assert wrong.returncode == 4


@pytest.mark.slow
def test_the_example_has_its_verdicts_and_certificates(spawn, tmp_path):
    done, verdicts = verdicts_of(spawn, EXAMPLE, "attention2017", "--certificates", "proofs")
    assert done.status == 0, done.err
    assert verdicts == {
        "ATT-FN4": "PROVED",
        "ATT-FN4-signs": "SUPPORTED",
        "ATT-35": "REFUTED",
        "ATT-35-longest": "PROVED",
        "ATT-E3-warmup": "PROVED",
        "ATT-E3-decay": "PROVED",
    }
    recheck = subprocess.run(
        [sys.executable, "-m", "recheck", "."], cwd=tmp_path / "proofs", capture_output=True,
        text=True,
    )  # fmt: skip
    assert "statements hold" in recheck.stdout, recheck.stderr


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("My-Paper", ["My-Paper", "small letters"]),
        ("numpy", ["'numpy'", "installed"]),
        ("chain", ["key 'chain'"]),
        ("", ["small letters"]),
        ("class", ["no word of Python, got 'class'"]),
        ("there", ["is there already"]),
    ],
)
def test_a_name_that_a_paper_cannot_have_is_refused(run, tmp_path, name, parts):
    (tmp_path / "there").mkdir()
    assert_refused(run("new-paper", name), *parts)


def test_a_folder_that_is_no_paper_is_refused(run, tmp_path, monkeypatch):
    monkeypatch.setenv(paper_folders.VARIABLE, "")
    assert_refused(run("cite", "--papers", "nowhere"), "--papers", "nowhere", "is no folder")
    (tmp_path / "empty").mkdir()
    assert_refused(run("cite", "--papers", "empty"), "has no paper.py", "new-paper")
    shutil.copytree(EXAMPLE, tmp_path / "json")
    assert_refused(run("cite", "--papers", "json"), "name of another package", "'json'")
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "paper.py").touch()
    assert_refused(run("cite", "--papers", "bare"), "add an empty", "__init__.py")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("PAPER.eq(1)", "PAPER.eq(9)", "cites eq. 9, which `places` of mine does not list"),
        ('id="MINE-E2"', 'id="CHAIN-E5"', "claim 'CHAIN-E5' is left out"),
        ("CLAIMS = Claims()", "CLAIMS = Clams()", "section_1.py cannot be imported (NameError"),
    ],
)
def test_a_file_that_is_wrong_is_one_line_and_the_others_run(mine, spawn, old, new, said):
    other = (mine / "claims" / "section_1.py").read_text().replace("MINE-E", "MINE-F")
    (mine / "claims" / "section_2.py").write_text(other)
    change(mine, "claims/section_1.py", old, new)
    done = spawn("verify", "--papers", mine, "MINE-F1")
    assert (done.status, said in done.err.replace("\n", " ")) == (1, True), done.err
    assert "MINE-F1" in done.out


@pytest.mark.slow
def test_two_papers_of_one_key_are_refused(mine, spawn):
    change(mine, "paper.py", 'key="mine"', 'key="chain"')
    assert_refused(spawn("cite", "--papers", mine), "another paper has the key 'chain'")
