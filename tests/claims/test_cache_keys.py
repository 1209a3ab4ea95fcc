"""Keys of everything that is stored: what changes an answer changes its key, words do not.

Verdicts, mutants, entries of the ledger, datasets of figures and cells of sweeps.
"""

import ast
import dataclasses
import random
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.base import sources as reading
from depthlaws.base.sources import Sources
from depthlaws.claims.engine import ledger, mutants, verify_claims
from depthlaws.claims.engine.run_checks import run_claim
from depthlaws.figures.engine import key as figure_keys
from depthlaws.sims.sweeps import simulator_version

# Of each paper: closed form, sample, simulation, statement.
CLAIMS = (
    "CHAIN-E5",
    "CHAIN-I8-range",
    "AMMUP-E07",
    "AMMUP-X06-root",
    "LOOP-B-E5",
    "LOOP-B-X17-width",
    "PC-B30",
    "PC-E66",
)
FIGURES = (
    "depthlaws_papers.chain.figures.fig1",
    "depthlaws_papers.looped.figures.fig2",
    "depthlaws_papers.ammup.figures.branches",
    "depthlaws_papers.pc.figures.conditioning",
)
SIMULATORS = (
    "depthlaws.sims.scalar.descent",
    "depthlaws.sims.residual.matrix_free",
    "depthlaws.sims.onestep.step",
)
KEYS = {
    "verdict": lambda name, book: verify_claims._keys(book, [name], 0)[name],
    "mutants": lambda name, book: mutants._key("judged", (name, "check", 1.0, 0), book),
}


@dataclasses.dataclass(frozen=True)
class Parameters:
    """Of a figure."""

    depth: int = 8


def figure_key(name, book, parameters=Parameters(), seed=0):  # it is frozen
    data = SimpleNamespace(__module__=name, __name__="data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figure_keys, "sources", lambda: book.sources)
        return figure_keys.content_key(data, parameters, seed)


def figure_modules(name, book):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figure_keys, "sources", lambda: book.sources)
        return figure_keys.reached(name, "data")[1]


def simulator_key(name, book):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulator_version, "Sources", lambda: book.sources)
        return simulator_version._digest.__wrapped__(name)


@pytest.fixture(scope="module")
def book():
    return ledger.book()


def reached(book, name):
    """Return the modules that the key of a claim must follow."""
    return sorted(book.sources.needed([book.module_of[name], verify_claims.MACHINERY]))


def edited(book, folder, module, change):
    """Return the ledger after a change of the text of one module."""
    fresh = Sources(book.sources.known)
    path = folder / f"{module}.py"
    path.write_text(change(fresh.path(module).read_text(encoding="utf-8")), encoding="utf-8")
    package = fresh.path(module)
    fresh._paths[module] = path if package.name != "__init__.py" else None
    if fresh._paths[module] is None:  # a package is known by the name of its file
        (folder / module).mkdir(exist_ok=True)
        fresh._paths[module] = path.rename(folder / module / "__init__.py")
    return dataclasses.replace(book, sources=fresh)


def with_other_code(text, pick):
    """Return a module after one of its numbers or texts has changed, none of a docstring."""
    tree = ast.parse(text)
    words = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    places = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, int) and id(node) not in words
    ]
    if not places:
        return f"{text}\nCHANGED = 1\n"
    node = places[pick % len(places)]
    node.value = not node.value if isinstance(node.value, bool) else node.value + 1
    return ast.unparse(tree)


def with_other_words(text, pick):
    """Return a module with another comment, docstring and layout."""
    tree = ast.parse(text)
    described = [
        n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) and ast.get_docstring(n)
    ]
    if described:
        described[pick % len(described)].body[0].value.value = "Another sentence."
    return f"# {pick}\n\n{ast.unparse(tree)}\n\n"


@pytest.mark.parametrize("kind", KEYS)
@settings(max_examples=8)
@given(name=st.sampled_from(CLAIMS), pick=st.integers(0, 10**6))
def test_code_that_is_reached_changes_a_key_and_words_do_not(
    tmp_path_factory, book, kind, name, pick
):
    key, folder = KEYS[kind], tmp_path_factory.mktemp("edited")
    modules = [m for m in reached(book, name) if m.startswith("depthlaws.")]
    if kind == "mutants":  # a mutant is judged by the claim's own file and its formulas
        modules = sorted(book.sources.needed([book.module_of[name]]))
    module = random.Random(pick).choice(modules)
    before = key(name, book)
    same = edited(book, folder, module, lambda text: with_other_words(text, pick))
    assert key(name, same) == before, module
    other = edited(book, folder, module, lambda text: with_other_code(text, pick))
    assert key(name, other) != before, module


@pytest.mark.parametrize(
    ("key", "modules", "names"),
    [
        (figure_key, figure_modules, FIGURES),
        (simulator_key, lambda n, b: b.sources.needed([n], inside="depthlaws"), SIMULATORS),
    ],
    ids=["figure", "sweep"],
)
@settings(max_examples=8)
@given(pick=st.integers(0, 10**6))
def test_code_behind_numbers_changes_their_key_and_words_do_not(
    tmp_path_factory, book, key, modules, names, pick
):
    folder, name = tmp_path_factory.mktemp("edited"), names[pick % len(names)]
    module = random.Random(pick).choice(sorted(modules(name, book)))
    before = key(name, book)
    same = edited(book, folder, module, lambda text: with_other_words(text, pick))
    assert key(name, same) == before, module
    other = edited(book, folder, module, lambda text: with_other_code(text, pick))
    assert key(name, other) != before, module


@pytest.mark.parametrize(
    ("key", "name"), [(figure_key, FIGURES[0]), (simulator_key, SIMULATORS[0])]
)
def test_libraries_are_in_the_keys_of_numbers(book, key, name, monkeypatch):
    before = key(name, book)
    monkeypatch.setattr(reading, "version", lambda library: f"99 of {library}")
    monkeypatch.setattr(simulator_version, "installed", lambda library: "99.1")
    fresh = dataclasses.replace(book, sources=Sources(book.sources.known))
    assert key(name, fresh) != before


def test_seed_and_parameters_are_in_the_key_of_a_figure(book):
    asked = ((Parameters(), 0), (Parameters(), 1), (Parameters(9), 0))
    assert len({figure_key(FIGURES[0], book, *question) for question in asked}) == 3


@pytest.mark.parametrize("kind", KEYS)
def test_the_question_and_the_libraries_are_in_a_key(book, kind, monkeypatch):
    first, second = CLAIMS[:2]
    assert KEYS[kind](first, book) != KEYS[kind](second, book)
    fresh = dataclasses.replace(book, sources=Sources(book.sources.known))
    assert KEYS[kind](first, fresh) == KEYS[kind](first, book)
    monkeypatch.setattr(reading, "version", lambda library: f"99 of {library}")
    fresh = dataclasses.replace(book, sources=Sources(book.sources.known))
    assert KEYS[kind](first, fresh) != KEYS[kind](first, book)


def test_a_seed_is_in_the_key_of_a_verdict(book):
    keys = {seed: verify_claims._keys(book, CLAIMS[:1], seed)[CLAIMS[0]] for seed in (0, 1)}
    assert len({*keys.values()}) == 2


def test_what_decides_a_verdict_is_in_its_key(book, tmp_path):
    """Claims are run by the machinery, whether their modules reach it or not."""
    decides = verify_claims.MACHINERY
    name = next(n for n, m in book.module_of.items() if decides not in book.sources.needed([m]))
    other = edited(book, tmp_path, decides, lambda text: f"{text}\nMORE = 1\n")
    assert KEYS["verdict"](name, other) != KEYS["verdict"](name, book)


def test_a_module_that_is_not_reached_changes_no_key(book, tmp_path):
    name = "CHAIN-E5"
    assert "depthlaws.report.site" not in reached(book, name)
    other = edited(book, tmp_path, "depthlaws.report.site", lambda text: f"{text}\nMORE = 1\n")
    assert KEYS["verdict"](name, other) == KEYS["verdict"](name, book)


@pytest.mark.parametrize("name", CLAIMS)
def test_all_code_that_runs_and_all_data_that_is_read_are_in_the_key(book, name):
    """As the interpreter sees it: no way of calling a function or opening a file hides it."""
    (claim,) = [c for c in ledger.claims_of(book.module_of[name]) if c.id == name]
    run_claim(claim, seed=0, budget=60.0)  # imports, and what is kept in memory
    ran, files = set(), set()

    def note(frame, event, _argument):
        if event == "call":
            ran.add(frame.f_globals.get("__name__", ""))

    def opened(event, arguments):
        if watching and event == "open" and isinstance(arguments[0], str):
            files.add(arguments[0])

    watching = [True]
    sys.addaudithook(opened)
    sys.setprofile(note)
    try:
        result = run_claim(claim, seed=0, budget=60.0)
    finally:
        sys.setprofile(None)
        watching.clear()
    also = {book.sources.ids()[n] for n in result.reads if n in book.sources.ids()}
    known = {*reached(book, name), *book.sources.needed(also)}
    assert {m for m in ran if m.startswith("depthlaws.")} - known == set()
    data = {f for f in files if "/depthlaws/" in f and not f.endswith((".py", ".pyc"))}
    assert data == set()
    assert ran
