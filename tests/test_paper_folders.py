"""Papers that are installed: a package that is one, or a package whose folders are papers."""

import sys

import pytest

from depthlaws.base import paper_folders
from depthlaws.base.sources import Sources, ours
from depthlaws.theory import papers
from depthlaws.theory.papers import PAPERS

ENTRIES = "[depthlaws.papers]\nlone = lone_paper\nmany = many_papers\ngone = no_such_package\n"
ENTRIES += "inside = no_such_package.paper\n"


def forget():
    paper_folders._folders.cache_clear()
    papers._papers.cache_clear()


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Two packages with an entry point, and one that is no longer there."""
    for folder in ("lone_paper", "many_papers/second", "many_papers/first", "many_papers/tools"):
        for room in ("", "claims"):
            (tmp_path / folder / room).mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / room / "__init__.py").touch()
        if "tools" not in folder:
            key = folder.rpartition("/")[2]
            record = f"PAPER = Paper('{key}', 'Title', 'A. B. Cee', 2026, 'preprint', {{}}, {{}})\n"
            text = f"from depthlaws.theory.papers import Paper\n\n{record}"
            (tmp_path / folder / "paper.py").write_text(text)
    (tmp_path / "many_papers" / "__init__.py").touch()
    information = tmp_path / "many-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Name: many\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv(paper_folders.VARIABLE, "")
    forget()
    yield tmp_path
    forget()
    for name in [name for name in sys.modules if name.startswith(("lone_paper", "many_papers"))]:
        del sys.modules[name]


def test_every_folder_with_a_paper_is_found(installed):
    names = [folder.package for folder in paper_folders.paper_folders()]
    new = [name for name in names if name.startswith(("lone", "many"))]
    assert new == ["lone_paper", "many_papers.first", "many_papers.second"]
    assert {"lone_paper", "first", "second"} <= {*PAPERS}
    assert all(folder.root == installed for folder in map(paper_folders.folder_of, new))


def test_a_module_belongs_to_the_paper_in_whose_folder_it_is(installed):
    belongs = paper_folders.folder_of
    assert belongs("many_papers.first.claims.one").path == installed / "many_papers" / "first"
    assert belongs("many_papers.first").package == "many_papers.first"
    assert belongs("many_papers.firstling") is belongs("many_papers") is None
    assert ours("many_papers.tools")
    assert not ours("many_papers_of_others.x")
    reached = Sources().imported("many_papers.first.paper")
    assert {"many_papers", "many_papers.first", "depthlaws.theory.papers"} <= reached


def test_a_paper_that_formulas_cite_is_not_rewritten(installed):
    file = installed / "lone_paper" / "paper.py"
    file.write_text(file.read_text().replace("'lone_paper'", "'chain'"))
    with pytest.raises(ValueError, match="another paper has the key 'chain'"):
        dict(PAPERS)
