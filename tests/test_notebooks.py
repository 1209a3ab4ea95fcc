"""Objects show themselves in a notebook: LaTeX, tables, pictures."""

import importlib.util
import tempfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from depthlaws import chain, claims, parametrization, residual, theory
from depthlaws.cli import plot
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.updates import exponent_table

SHOWN = {
    "formula": lambda: theory.formula("chain-sharpness"),
    "source": lambda: CHAIN.eq(13),
    "transfer": lambda: parametrization.transfer(1e-3, layers=2, to_layers=4),
    "loop": lambda: residual.loop(2, 2, eps=0.1, sites=16),
    "scalings": lambda: parametrization.compare_scaling(0.125),
    "coordinate check": lambda: parametrization.coordinate_check([1, 4, 16], [1.0, 1.0, 1.0]),
    "verdicts": lambda: claims.verify(["LOOP-B-TAB4"], jobs=1),
    "verdict": lambda: claims.verify(["LOOP-B-TAB4"], jobs=1).results[0],
    "claim": lambda: claims.all_claims()["LOOP-B-TAB4"],
    "exponents": lambda: exponent_table([4]),
    "move of a chain": lambda: chain.transfer(L=64, L0=4, r=2.0),
    "limit": lambda: residual.limit(1.0),
}


class Balanced(HTMLParser):
    """Text of a page whose tags must close in order."""

    def __init__(self):
        super().__init__()
        self.open, self.text = [], ""

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("what", SHOWN)
def test_html(what):
    page = Balanced()
    page.feed(SHOWN[what]()._repr_html_())
    assert page.open == []
    says = {"formula": "Largest Hessian", "source": "eq. (13)", "transfer": "complete_p",
            "loop": "many loops", "scalings": "Adam", "coordinate check": "PASS",
            "verdicts": "EXACT", "verdict": "LOOP-B-TAB4", "claim": "statement",
            "exponents": "plain ReLU", "move of a chain": "largest_k0",
            "limit": "1.5679573246"}  # fmt: skip
    assert says[what] in page.text


def test_words_of_a_record_are_escaped():
    from depthlaws.base.tables import html

    assert "<b>" not in html(["a"], [["<b>1 & 2</b>"]])


def test_a_formula_in_latex_and_its_paper():
    law = theory.formula("chain-sharpness")
    assert law._repr_latex_() == f"$\\displaystyle {law.latex}$"
    assert law.bibtex == law.source.bibtex == CHAIN.bibtex


def test_a_picture_of_a_range():
    drawn = plot.over(chain.max_learning_rate, L=[1, 2, 4], mu_yx=2.0, mu_xx=1.0)
    assert drawn._repr_png_().startswith(b"\x89PNG")
    (line,) = drawn.axes[0].lines
    assert list(line.get_xdata()) == [1, 2, 4]
    assert list(line.get_ydata()) == list(chain.max_learning_rate([1, 2, 4], 2.0, 1.0))


def test_nothing_to_draw():
    with pytest.raises(ValueError, match="more than one value"):
        plot.over("chain.max_learning_rate", L=2, mu_yx=2.0, mu_xx=1.0)


TUTORIALS = sorted((Path(__file__).parent.parent / "docs/tutorials").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("script", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_runs(script, tmp_path, monkeypatch):
    """As the site shows it: outputs of cells, and what its own assertions say."""
    monkeypatch.syspath_prepend(script.parent.parent / "site")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    import tutorial_pages

    assert tutorial_pages.page(script, tmp_path).startswith("# ")


def test_a_tutorial_that_is_wrong_fails(tmp_path):
    path = Path(__file__).parent.parent / "docs/site/tutorial_pages.py"
    spec = importlib.util.spec_from_file_location("tutorial_pages_alone", path)
    pages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pages)
    script = tmp_path / "wrong.py"
    script.write_text("# %% [markdown]\n# # Title\n\n# %%\nx = 1\nassert x == 2\n")
    assert [kind for kind, _ in pages.cells(script.read_text())] == ["markdown", "code"]
    with pytest.raises(AssertionError):
        pages.page(script, tmp_path)
