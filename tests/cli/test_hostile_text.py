"""Text that others wrote, everywhere that text is read: nothing in it runs or steers a terminal."""

import ast
import contextlib
import json

import pytest

from depthlaws import chain, parametrization, residual, theory, updates
from depthlaws.base.exact_numbers import fraction
from depthlaws.base.visit_order import visit_order
from depthlaws.cli.output import printable
from depthlaws.sims import load_sweep, simulators, sweep
from depthlaws.theory.symbolic.exact import exact_number, symbolic
from tests import layout

RUNS = {"eval", "exec", "compile", "sympify", "nsimplify", "parse_expr", "parse_latex", "loads"}
RUNS |= {"literal_eval", "S", "__import__"}
ALLOWED = {  # what runs our own source, or reads what this process has written
    ("base/public_names.py", "literal_eval"),  # __all__ of our files
    ("base/workers.py", "loads"),  # answers of our workers
    ("sims/sweeps/batch_runners.py", "loads"),  # functions handed to our workers
    ("theory/symbolic/exact.py", "sympify"),  # strict: refuses text
    ("theory/symbolic/exact.py", "nsimplify"),  # of a SymPy object
    ("theory/symbolic/formula_code.py", "exec"),  # code of our formulas, stored in the package
    ("theory/symbolic/formula_code.py", "compile"),
}


def test_nothing_evaluates_text():
    found = set()
    for path in layout.sources():
        above = next(top for top in (layout.PACKAGE, layout.LIBRARY) if path.is_relative_to(top))
        place = path.relative_to(above)
        if above == layout.LIBRARY and place.parts[1:2] == ("claims",):
            continue  # programs, and no readers of text
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node, "func", None)
            name = getattr(called, "attr", getattr(called, "id", ""))
            owner = getattr(getattr(called, "value", None), "id", "")
            if name in RUNS and owner not in {"json", "re", "tomllib"}:
                found.add((place.as_posix(), name))
    assert found <= ALLOWED, found - ALLOWED


CODE = (
    "__import__('pathlib').Path('hit').touch()",
    "().__class__.__base__.__subclasses__()",
    "exec(\"open('hit','w')\")",
    "$(touch hit)",
    "`touch hit`",
    "{0.__class__}",
    "%(x)s",
    "<script>touch()</script>",
    "1e999999999",
    "9" * 5000,
    "\x1b]0;hit\x07\x1b[31m",
    "a\u202eb",
    "1/0",
    "../../etc/passwd",
    "\x00",
)
CONTROLS = [chr(i) for i in (*range(8), 11, *range(14, 32), 127, *range(0x80, 0xA0), 0x202E)]
SHARPNESS = theory.formula("chain-sharpness")
TEXTS = {
    "formula.mp": lambda text: SHARPNESS.mp(text, "2", "1"),
    "formula.ball": lambda text: SHARPNESS.ball(text, 2, 1),
    "formula.at": lambda text: SHARPNESS.at(L=text),
    "formula.limit": lambda text: SHARPNESS.limit("L", text),
    "formula.diff": lambda text: SHARPNESS.diff("L", text),
    "formula.diff symbol": lambda text: SHARPNESS.diff(text),
    "formula": lambda text: SHARPNESS(text, 2, 1),
    "formula name": theory.formula,
    "exact number": exact_number,
    "symbolic": symbolic,
    "fraction": lambda text: fraction("x", text),
    "visits": visit_order,
    "loop": lambda text: residual.loop(visits=text, eps=0.1, sites=0),
    "activation": lambda text: residual.tied_energy(2, 0.1, activation=text),
    "network": lambda text: chain.sharpness(2.0, 2.0, 1.0, network=text),
    "number": lambda text: chain.sharpness(text, 2.0, 1.0),
    "graph": lambda text: updates.effective_depth(text),
    "parametrization": lambda text: parametrization.branch_scale(text, 2),
    "simulator": lambda text: sweep(text, {"width": [2]}),
    "store": load_sweep,
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_given_to_a_function_is_refused_and_not_run(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for text in CODE:
        refused = pytest.raises((ValueError, TypeError, KeyError, OSError))
        passes = contextlib.suppress(ValueError, TypeError, ArithmeticError)
        with passes if name == "formula.ball" else refused:  # Arb reads digits of any number
            TEXTS[name](text)
    assert not (tmp_path / "hit").exists()


LONG = ("a" * 100_000, "9" * 5000, "0," * 50_000 + "x", "(" * 20_000, "é" * 70_000, "-" * 9000)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("text", LONG, ids=lambda text: text[0])
def test_a_message_shows_a_long_value_in_short(name, text):
    message = ""
    try:
        TEXTS[name](text)
    except (ValueError, TypeError, KeyError, OSError, ArithmeticError) as error:
        message = str(error)
    assert len(message) < 2100, message[:300]


LINES = {
    "a number": lambda text: ("whatif", "chain.sharpness", "--L", text, "--mu-yx=2", "--mu-xx=1"),
    "a name": lambda text: ("whatif", text),
    "visits": lambda text: ("loop", "--visits", text, "--eps", "1"),
    "a place": lambda text: ("where", "chain", text),
    "a claim": lambda text: ("verify", text),
    "a figure": lambda text: ("figures", text),
    "a shard": lambda text: ("simulate", "residual", "--shard", text),
    "words": lambda text: ("list", "formulas", "--about", text),
    "an optimizer": lambda text: ("transfer", "--lr=1", "--layers=2", "--optimizer", text),
    "a graph": lambda text: ("transfer", "--lr=1", "--layers=2", "--graph", text),
    "a file": lambda text: ("coordcheck", text),
    "a column": lambda text: ("coordcheck", "a.csv", "--size", text),
    "a condition": lambda text: ("coordcheck", "a.csv", "--where", text),
    "an unknown option": lambda text: ("loop", f"--{text}"),
}


@pytest.mark.parametrize("name", LINES)
def test_text_of_a_command_line_is_not_run(name, run, tmp_path):
    (tmp_path / "a.csv").write_text("width,rms\n1,1\n2,1\n")
    for text in CODE:
        done = run(*LINES[name](text))
        assert done.status in {0, 1, 2, 3}
        assert not any(c in done.out + done.err for c in CONTROLS)
    assert not (tmp_path / "hit").exists()


FILES = {
    "a.csv": ("coordcheck", "a.csv", "--size", "width", "--value", "rms"),
    "edges.csv": ("transfer", "--lr=1", "--layers=2", "--optimizer=sgd", "--graph", "edges.csv"),
    "p.txt": (
        *("transfer", "--lr=1", "--layers=2", "--law=looped", "--trainer=torch"),
        *("--parameters", "p.txt"),
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_text_of_a_file_is_not_run(name, run, tmp_path):
    for text in CODE:
        for content in (
            text,
            f"width,rms\n{text},1\n2,{text}\n",
            f"{text} 2 3\n",
            f"{text},rms\n1,2\n",
        ):
            (tmp_path / name).write_text(content, encoding="utf-8")
            done = run(*FILES[name])
            assert done.status in {0, 1, 2, 3}
            assert not any(c in done.out + done.err for c in CONTROLS), content
    assert not (tmp_path / "hit").exists()


def test_control_characters_are_written_out(run, tmp_path):
    """In a file that is refused, and in everything that is printed."""
    rows = "".join(f"{width},1.0,\x1b]0;x\x07\x1b[31ma\n" for width in (64, 128, 256))
    (tmp_path / "a.csv").write_text(f"width,rms,layer\n{rows}")
    done = run("coordcheck", "a.csv", "--by", "layer")
    assert "\\x1b" in done.out + done.err
    assert not any(c in done.out + done.err for c in CONTROLS)
    assert printable("a\x1b[31m\u202eb\tc\n") == "a\\x1b[31m\\u202eb\tc\n"


def test_text_of_a_store_is_not_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    given = {"eps": 1.0, "samples": 1, "seed": 0}
    store = tmp_path / "s"
    sweep(simulators()["residual"], {"width": [2]}, given=given, store=store)
    for path in [*store.glob("*.json")]:
        content = path.read_text()
        for text in CODE:
            path.write_text(json.dumps({"given": {text: text}, "axes": {text: [text]}, text: text}))
            with contextlib.suppress(ValueError, TypeError, KeyError):
                load_sweep(store)
            path.write_text(content)
    assert not (tmp_path / "hit").exists()
