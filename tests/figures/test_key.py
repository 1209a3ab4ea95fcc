"""The content key of a figure: what makes numbers changes it, nothing else does."""

import ast
import sys
from dataclasses import dataclass

import pytest

from depthlaws import figures
from depthlaws.base.sources import Sources
from depthlaws.figures.engine import key
from tests.layout import PACKAGE, rooms


@dataclass(frozen=True)
class Parameters:
    """Parameters of the figure of these tests."""

    points: int = 5


FIGURE = '''
"""A toy."""
from toypaper.figures import helper
from toypaper.figures.helper import factor as scale
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


@pytest.fixture(autouse=True)
def read_again():
    """Read the sources again before and after each test."""
    key.sources.cache_clear()
    yield
    key.sources.cache_clear()


@pytest.fixture
def toy(toy_papers):
    """Key of a figure with one replacement in its source or in its helper's."""

    def of(old="", new="", *, seed=0, parameters=None):
        files = {"fig": FIGURE, "helper": HELPER}
        changed = {n: text.replace(old, new) if old else text for n, text in files.items()}
        toy_papers.lay("toypaper", figures=changed)
        key.sources.cache_clear()
        function = type("F", (), {"__module__": "toypaper.figures.fig"})
        function.__name__ = "data"
        return key.content_key(function, parameters or Parameters(), seed)

    return of


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


def test_a_function_without_source_has_no_key(toy):
    with pytest.raises(LookupError, match=r"no function data in toypaper\.figures\.fig"):
        toy("def data(", "def other(")


def test_seed_and_parameters_are_in_the_key(toy):
    assert len({toy(), toy(seed=1), toy(parameters=Parameters(points=6))}) == 3


def test_the_modules_behind_a_subject_are_reached():
    _, modules = key.reached("depthlaws_papers.chain.figures.fig4", "data")
    assert {*modules} >= {
        "depthlaws.theory.chain",
        "depthlaws.theory.chain.flow",
        "depthlaws.theory.symbolic.formula",
        "depthlaws.sims.scalar.descent",
        "depthlaws.sims.scalar.grid",
    }
    assert not any(m.startswith("depthlaws.theory.residual") for m in modules)
    _, looked_up = key.reached("depthlaws_papers.looped.figures.cosines", "data")
    assert "depthlaws.theory.residual.accumulation" in looked_up


def test_the_checksum_of_stored_results_is_in_the_key():
    _, modules = key.reached("depthlaws_papers.pc.figures.fig4", "data")
    assert "depthlaws_papers.pc.runs" in modules
    _, modules = key.reached("depthlaws_papers.chain.figures.fig4", "data")
    assert not any(module.endswith(".runs") for module in modules)


def test_a_changed_module_of_the_theory_changes_the_key(monkeypatch, tmp_path):
    from depthlaws_papers.chain.figures import fig4

    before = key.content_key(fig4.data, fig4.Parameters(), 0)
    flow, path = "depthlaws.theory.chain.flow", Sources.path
    source, changed = Sources().path(flow).read_text(), tmp_path / "flow.py"
    monkeypatch.setattr(
        Sources, "path", lambda self, module: changed if module == flow else path(self, module)
    )
    changed.write_text(f"{source}\nEXTRA = 1\n")
    key.sources.cache_clear()
    assert key.content_key(fig4.data, fig4.Parameters(), 0) != before
    changed.write_text(f"# only a comment\n{source}")
    key.sources.cache_clear()
    assert key.content_key(fig4.data, fig4.Parameters(), 0) == before


@pytest.mark.parametrize("room", ["theory", "sims", "figures"])
def test_formulas_are_looked_up_by_literal_ids(room):
    """A key follows the ids in the code, not names made up at run time (claims record these)."""
    folders = [PACKAGE / room, *(rooms(room) if room == "figures" else [])]
    computed = [
        f"{path}:{call.lineno}"
        for path in sorted(path for folder in folders for path in folder.rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if path.stem not in {"catalogue", "registry"}  # define the look-up
        if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] == "formula"
        if not isinstance(call.args[0], ast.Constant)
    ]
    assert computed == [], "write formula('its-id')"


def test_what_a_figure_computes_in_a_claims_file_is_in_its_key(tmp_path, monkeypatch):
    """REVIEW F2: the best rate of ammup-networks is found in a file of claims."""
    from depthlaws_papers.ammup.figures import networks

    place, path = "depthlaws_papers.ammup.claims.trained_networks", Sources.path
    source, changed = Sources().path(place).read_text(), tmp_path / "changed.py"
    before = key.content_key(networks.data, networks.Parameters(), 0)
    monkeypatch.setattr(
        Sources, "path", lambda self, module: changed if module == place else path(self, module)
    )
    function = source.index("def best_rates(")
    body = source.index('"""\n', source.index('"""', function) + 3) + 4
    for text, same in (
        (f"{source[:body]}    1 + 1\n{source[body:]}", False),
        (f"{source}\nUNUSED = 1\n", True),
    ):
        changed.write_text(text)
        key.sources.cache_clear()
        assert (key.content_key(networks.data, networks.Parameters(), 0) == before) is same


@pytest.mark.parametrize(
    "name",
    ["ammup-table-slopes", "ammup-fig5", "pc-200-steps", "looped-network-streams", "chain-fig3"],
)
def test_every_function_that_runs_is_in_the_key(name):
    """Of this package, as the interpreter sees it: no way of calling a function hides it."""
    one = figures.figure(name)
    one.small()  # imports, and what is kept in memory
    seen = set()

    def note(frame, event, _argument):
        module = frame.f_globals.get("__name__", "")
        name = frame.f_code.co_qualname.partition(".")[0]
        if event == "call" and module.startswith("depthlaws.") and name != "__create_fn__":
            seen.add((module, name))  # __create_fn__ makes the methods of a dataclass

    sys.setprofile(note)
    try:
        one.small()
    finally:
        sys.setprofile(None)
    statements, modules = key.reached(one.data.__module__, one.data.__name__)
    own = ("depthlaws.figures.engine.record", "depthlaws.figures.engine.registry")
    missing = {
        place
        for place in seen
        if place[0] not in modules
        and place[0] not in own
        and not any(text.startswith(f"{place}: ") for text in statements)
    }
    assert not missing
    assert seen
