"""The content key of a figure: what makes numbers changes it, nothing else does."""

from dataclasses import dataclass

import pytest

from depthlaws.figures.engine import key


@dataclass(frozen=True)
class Parameters:
    """Parameters of the figure of these tests."""

    points: int = 5


FIGURE = '''
"""A toy."""
from depthlaws.figures.toypaper import helper
from depthlaws.figures.toypaper.helper import factor as scale
from depthlaws.theory import chain

COLOUR = "red"
RANGE = (1, 2)


def data(p, seed):
    """Numbers."""
    return inner(p) * scale(2)  # a comment


def inner(p):
    return helper.used(p) + RANGE[0] + chain.alpha(1, 2, 3)


def draw(ds, canvas):
    canvas.plot(ds, color=COLOUR)
    helper.unused()
'''
HELPER = """
LIMIT = 3


def used(p):
    return LIMIT


def unused():
    return 7


def factor(x):
    return x
"""


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """Key of a figure with one replacement in its source or in its helper's."""

    def of(old="", new="", *, seed=0, parameters=None):
        key.forget()
        sources = {
            "depthlaws.figures.toypaper.fig": FIGURE,
            "depthlaws.figures.toypaper.helper": HELPER,
        }
        for name, text in sources.items():
            (tmp_path / name).write_text(text.replace(old, new) if old else text)
        real = key._path
        monkeypatch.setattr(key, "_path", lambda m: tmp_path / m if m in sources else real(m))
        function = type("F", (), {"__module__": "depthlaws.figures.toypaper.fig"})
        function.__name__ = "data"
        found = key.content_key(function, parameters or Parameters(), seed)
        monkeypatch.setattr(key, "_path", real)
        return found

    yield of
    key.forget()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('COLOUR = "red"', 'COLOUR = "blue"'),
        ("canvas.plot", "canvas.scatter"),
        ('"""Numbers."""', '"""Better numbers."""'),
        ("  # a comment", ""),
        ("return 7", "return 8"),
    ],
)
def test_drawing_and_words_change_no_key(toy, old, new):
    assert toy(old, new) == toy()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("scale(2)", "scale(3)"),
        ("RANGE = (1, 2)", "RANGE = (2, 2)"),
        ("+ RANGE[0]", "- RANGE[0]"),
        ("LIMIT = 3", "LIMIT = 4"),
        ("return x", "return 2 * x"),
    ],
)
def test_what_makes_numbers_changes_the_key(toy, old, new):
    assert toy(old, new) != toy()


def test_seed_and_parameters_are_in_the_key(toy):
    assert len({toy(), toy(seed=1), toy(parameters=Parameters(points=6))}) == 3


def test_the_modules_behind_a_subject_are_reached():
    found = {m for m, name in key.reached("depthlaws.figures.chain.fig4", "data") if not name}
    assert found >= {
        "depthlaws.theory.chain",
        "depthlaws.theory.chain.flow",
        "depthlaws.theory.symbolic.formula",
        "depthlaws.sims.scalar.descent",
        "depthlaws.sims.scalar.grid",
    }
    assert not any(m.startswith("depthlaws.theory.residual") for m in found)
    looked_up = key.reached("depthlaws.figures.looped.cosines", "data")  # theory.formula("id")
    assert ("depthlaws.theory.residual.accumulation", "") in looked_up


def test_a_changed_module_of_the_theory_changes_the_key(monkeypatch, tmp_path):
    from depthlaws.figures.chain import fig4

    key.forget()
    before = key.content_key(fig4.data, fig4.Parameters(), 0)
    flow = "depthlaws.theory.chain.flow"
    source = key._path(flow)
    changed = tmp_path / "flow.py"
    changed.write_text(source.read_text() + "\nEXTRA = 1\n")
    real = key._path
    monkeypatch.setattr(key, "_path", lambda m: changed if m == flow else real(m))
    key.forget()
    assert key.content_key(fig4.data, fig4.Parameters(), 0) != before
    changed.write_text("# only a comment\n" + source.read_text())
    key.forget()
    assert key.content_key(fig4.data, fig4.Parameters(), 0) == before
    monkeypatch.undo()
    key.forget()
