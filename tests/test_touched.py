"""Selection of tests and claims by the code that changed."""

from functools import cache
from pathlib import Path

import pytest

from depthlaws.base.sources import Sources
from tests import touched
from tests.touched_files import followers, unfollowed

USERS = cache(touched.users)


def places(module, old, new):
    """Places that use what differs after a replacement in a module."""
    text = Path(Sources().path(module)).read_text(encoding="utf-8")
    assert text.count(old) == 1
    changed = touched.differences(module, text, text.replace(old, new))
    return touched.touched(changed, USERS())


@pytest.mark.slow
def test_a_changed_formula_reaches_its_claims_and_tests():
    reached = places("depthlaws.theory.chain.balanced", '"expr": 1 / (tau', '"expr": 2 / (tau')
    names = {name for _, name in reached}
    assert {
        "chain-rate",
        "CHAIN-E5",
        "test_a_rate_carried_between_depths_is_off_by_the_mismatch",
    } <= names
    assert not any(name.startswith(("PC-E", "AMMUP-E")) for name in names)


@pytest.mark.slow
def test_a_changed_simulator_reaches_claims_figures_and_tests():
    module = "depthlaws.sims.residual.observables"
    modules = {place[0] for place in places(module, "2 * inner(h0", "3 * inner(h0")}
    assert modules >= {"depthlaws_papers.looped.claims.blocks", "tests.sims.test_residual_laws"}
    assert "depthlaws_papers.chain.claims.plateau" not in modules


def test_comments_and_docstrings_touch_nothing():
    text = 'def f():\n    """One."""\n    return 1\n'
    assert [*touched.differences("m", text, f"# why\n{text.replace('One', 'Two')}")] == []
    assert [*touched.differences("m", text, text.replace("1", "2"))] == [("m", "f")]


def test_an_unknown_commit_is_named():
    with pytest.raises(pytest.UsageError, match="no such commit"):
        [*touched.changed("no-such-commit")]


@pytest.mark.parametrize(
    ("name", "test"),
    [
        ("depthlaws/report/templates/explore-pc.js", "tests/report"),
        ("depthlaws/report/templates/page.html.j2", "tests/report"),
        ("depthlaws/cli/recorders/torch.txt", "tests/cli"),
        ("tests/known_slips.toml", "tests/test_known_slips.py"),
        ("tests/theory/architectures.toml", "tests/theory"),
        ("tests/claims/__snapshots__/test_snapshot.ambr", "tests/claims/test_snapshot.py"),
        ("depthlaws/theory/chain/__init__.pyi", "tests/test_stubs.py"),
        ("README.md", "tests/test_readme.py"),
    ],
)
def test_files_that_are_not_python_are_followed(name, test):
    assert any(found.startswith(test) for found in followers(name)), followers(name)


def test_files_that_nobody_follows_are_named():
    assert unfollowed(["a/b.xyz", "README.md"]) == ["a/b.xyz"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "test"),
    [
        (("depthlaws.cli.sweep_plot", "_draw_best"), "tests/cli"),
        (("depthlaws_papers.pc.claims.runs", "*"), "tests/claims/test_snapshot.py"),
    ],
)
def test_statements_that_no_test_names_select_the_tests_of_their_room(place, test):
    selection = touched.Selection([place], USERS())
    assert test in selection.tests or any(m.startswith("tests.cli") for m, _ in selection.places)
