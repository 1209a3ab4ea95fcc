"""Lines of our functions are marked for whoever runs them, and these stay what they were."""

import ast
import importlib
import sys

import pytest

from tests import recording
from tests.marking import Marks, marked

TOY = '''"""A toy."""

EDGE = 2


def sign(x):
    """Return the sign."""
    if x > (
        0
    ):
        return 1
    elif x < 0:
        return (
            -1
        )
    match x:
        case 0:
            try:
                1 / x
            except (
                ZeroDivisionError
            ):
                return 0


doubled = lambda x: (
    2
    * x
)
'''


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """The toy, imported with marks, and the marks."""
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "toy_with_marks.py").write_text(TOY, encoding="utf-8")
    (tmp_path / "ours" / "toy_of_numbers.py").write_text("EDGE = 2\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "ours")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    marks = Marks(tmp_path, [tmp_path / "ours"], without=tmp_path / "ours" / "machinery")
    marks.start(tmp_path / "compiled")
    importlib.import_module("toy_of_numbers")
    yield importlib.import_module("toy_with_marks"), marks
    for name in ("toy_with_marks", "toy_of_numbers"):
        del sys.modules[name]


def test_each_line_is_marked_for_who_runs_it(toy):
    module, marks = toy
    module.sign(3)  # nobody's
    for name, x in (("above", 2), ("below", -2), ("none", 0), ("above", 1)):
        marks.of(name)
        assert module.sign(x) == (x > 0) - (x < 0)
    marks.of("double")
    assert module.doubled(4) == 8
    assert marks.lines() == {
        "ours/toy_of_numbers.py": {},
        "ours/toy_with_marks.py": {
            "above": [8, 9, 10, 11],
            "below": [8, 9, 10, 12, 13, 14, 15],
            "none": [8, 9, 10, 12, 16, 17, 18, 19, 20, 21, 22, 23],
            "double": [27, 28],
        },
    }


def test_marks_change_no_file_of_ours():
    """Without its marks every marked program is the one that it was."""
    for room in recording.ROOMS:
        for path in sorted((recording.ROOT / room).glob("*/*.py"))[::25]:
            text = path.read_text(encoding="utf-8")
            assert ast.dump(_Unmarked().visit(marked(text))) == ast.dump(ast.parse(text)), path


def test_marks_stand_in_the_lines_that_they_mark():
    """Who watches which line comes next, as the kernels' tests do, sees the same."""
    code = compile(marked(TOY), "toy", "exec")
    (sign,) = (c for c in code.co_consts if getattr(c, "co_name", "") == "sign")
    own = compile(TOY, "toy", "exec")
    (bare,) = (c for c in own.co_consts if getattr(c, "co_name", "") == "sign")
    lines, others = ({line for *_, line in found.co_lines()} for found in (sign, bare))
    assert others <= lines
    assert lines - others == {15}, "the head of a statement of three lines"


class _Unmarked(ast.NodeTransformer):
    def visit_Expr(self, node):
        self.generic_visit(node)
        return None if "__marks__" in ast.unparse(node.value) else node

    def visit_Lambda(self, node):
        node.body = node.body.values[1]
        self.generic_visit(node)
        return node


def test_constants_are_read_by_everyone_who_imports_them():
    here = {recording.AT_IMPORT: frozenset({"CHAIN-E1"})}
    found = recording.Readers({"theory/papers.py": here}, {"CHAIN-E1": 1.0})
    assert found.of("theory/papers.py", 1) == ["CHAIN-E1"]
    found = recording.Readers({"theory/papers.py": here | {70: frozenset({"LOOP-A-K"})}}, {})
    assert found.of("theory/papers.py", 1) == ["LOOP-A-K"], "who runs its functions says more"


def test_a_file_of_tests_that_need_what_is_not_here_is_recorded_as_nobody():
    """As where Dask is not installed: pytest collects nothing, and the others are still asked."""
    marks = Marks(recording.ROOT, [], without=recording.ROOT)
    assert recording._run_tests("tests/sims/local_cluster.py", marks) == ({}, {})
