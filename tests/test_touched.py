"""Selection of tests and claims by the code that changed."""

from functools import cache
from pathlib import Path

import pytest

from depthlaws.base.sources import Sources
from tests import touched

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
    assert modules >= {"depthlaws.claims.looped.blocks", "tests.sims.test_residual"}
    assert "depthlaws.claims.chain.plateau" not in modules


def test_comments_and_docstrings_touch_nothing():
    text = 'def f():\n    """One."""\n    return 1\n'
    assert [*touched.differences("m", text, f"# why\n{text.replace('One', 'Two')}")] == []
    assert [*touched.differences("m", text, text.replace("1", "2"))] == [("m", "f")]


def test_an_unknown_commit_is_named():
    with pytest.raises(pytest.UsageError, match="no such commit"):
        [*touched.changed("no-such-commit")]
