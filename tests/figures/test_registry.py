"""Looking up figures: by id, by paper and by pattern, in whatever layout their files have."""

import subprocess
import sys

import pytest

from depthlaws.figures.engine import registry
from depthlaws.theory.symbolic.registry import UnknownNameError


def test_figures_are_named_by_id_by_paper_and_by_pattern():
    assert registry.select(["chain-fig3", "chain-fig3"]) == ["chain-fig3"]
    assert set(registry.select(["chain"])) == set(registry.select(["chain-*"]))
    assert len(registry.select()) == len(registry.figures()) > len(registry.select(["looped"])) > 5
    with pytest.raises(UnknownNameError, match=r"paper or figure 'chan-fig3'; .*chain-fig3"):
        registry.select(["chan-fig3"])
    with pytest.raises(UnknownNameError, match=r"the nearest are: .*looped"):
        registry.select(["looped-v0"])
    with pytest.raises(UnknownNameError):
        registry.figure("*")


def test_looking_up_one_figure_imports_no_other():
    code = (
        "import sys; from depthlaws import figures; figures.figure('chain-fig5');"
        "print([m for m in sys.modules if m.startswith(('depthlaws_papers.looped.figures.',"
        " 'depthlaws_papers.chain.figures.fig'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "['depthlaws_papers.chain.figures.fig5']"


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ('FIGURE = Figure(\n    id="toy-1",\n    says="x")', ["toy-1"]),
        ("FIGURE = Figure(says='x', id='toy-1')", ["toy-1"]),
        ('FIGURE: Figure = records.Figure(id="toy-1")', ["toy-1"]),
        ('if True:\n    FIGURE = Figure(id="toy-1")', ["toy-1"]),
        ('"""Of the FIGURE."""\nFIGURE = Figure(\n    id="toy-1",\n)', ["toy-1"]),
        ("OTHER = 1", []),
        ('"""A helper of every FIGURE."""\nprint(FIGURE)', []),
    ],
)
def test_a_figure_is_found_in_any_layout(toy_papers, monkeypatch, text, ids):
    _lay(toy_papers, monkeypatch, text)
    assert [n for n in registry.modules() if n.startswith("toy")] == ids


@pytest.mark.parametrize(
    "text",
    [
        'NAME = "toy-1"\nFIGURE = Figure(id=NAME)',
        "FIGURE = made()",
        "from depthlaws_papers.chain.figures.fig1 import FIGURE",
        "def FIGURE(): pass",
        "FIGURE, OTHER = made()",
    ],
)
def test_a_figure_that_cannot_be_found_is_an_error(toy_papers, monkeypatch, text):
    _lay(toy_papers, monkeypatch, text)
    with pytest.raises(
        ValueError, match=r"toypaper.figures.one\.py has a FIGURE without a literal id"
    ):
        registry.modules()


def test_a_figure_whose_file_is_broken_is_one_line(toy_papers, monkeypatch):
    _lay(toy_papers, monkeypatch, 'FIGURE = Figure(id="toy-1")')
    with pytest.raises(
        ValueError, match=r"toypaper.figures.one\.py cannot be imported \(NameError"
    ):
        registry.figure("toy-1")
    assert registry.figure("chain-fig1").id == "chain-fig1"
    _lay(toy_papers, monkeypatch, "FIGURE = = 1")
    with pytest.raises(ValueError, match=r"toypaper.figures.one\.py cannot be imported"):
        registry.modules()


def _lay(toy_papers, monkeypatch, text):
    """Add a paper with one file."""
    toy_papers.lay("toypaper", figures={"one": text})
    found = getattr(registry._modules, "__wrapped__", registry._modules)
    monkeypatch.setattr(registry, "_modules", found)  # read at every call
