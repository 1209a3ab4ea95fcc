"""Papers' records and letters, and the numbers typed in files of claims and figures."""

import pytest

from depthlaws.theory.papers import PAPERS
from tests import snapshots
from tests.layout import rooms

FOLDERS = {
    f"{room}/{path.parent.name}": path for room in ("claims", "figures") for path in rooms(room)
}


@pytest.mark.parametrize("key", PAPERS)
def test_papers(key, snapshot):
    assert snapshots.of_paper(PAPERS[key]) == snapshot


@pytest.mark.parametrize("folder", FOLDERS)
def test_numbers_of_the_files_of_claims_and_figures(folder, snapshot):
    files = sorted(FOLDERS[folder].rglob("*.py"))
    texts = {str(p.relative_to(FOLDERS[folder])): p.read_text(encoding="utf-8") for p in files}
    assert {name: snapshots.of_file(text) for name, text in texts.items()} == snapshot


@pytest.mark.parametrize(
    ("text", "other", "same"),
    [
        ("x = 0.03", "x = 0.3", False),
        ('says = "fails at T = 3.5"', 'says = "fails at T = 2.5"', False),
        ('says = "a <= b"', 'says = "a >= b"', False),
        ("x = [1, 2, 4]", "x = [1, 4]", False),
        ("x = f(1)  # once", "x = g(1)", True),
    ],
)
def test_a_changed_number_changes_the_snapshot(text, other, same):
    assert (snapshots.of_file(text) == snapshots.of_file(other)) == same
