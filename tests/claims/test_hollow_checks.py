"""Checks in files of claims that cannot fail: the same side twice, or a constant True."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from depthlaws.claims.engine import ledger
from tests.layout import LIBRARY, rooms

REWRITES = {"simplify", "expand", "factor", "cancel", "together", "apart", "sympify", "nsimplify"}


def hollow_answers(text: str) -> Iterator[str]:
    """Yield the answers in a file of claims that cannot fail.

    An answer is what a function or lambda returns or yields. Two conditions joined by ``or`` count,
    because ``or`` is a likely slip for ``and``.
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            for answer, labels in _answers(node):
                if _is_true(_sides(answer, labels)):
                    yield f"line {answer.lineno}: {ast.unparse(answer)}"


def _answers(function: ast.FunctionDef | ast.Lambda) -> Iterator[tuple[ast.expr, int]]:
    """Answers of a function, not of those inside it, and how many of their parts are labels."""
    if isinstance(function, ast.Lambda):
        yield function.body, 0
        return
    nodes: list[ast.AST] = [*function.body]
    while nodes:
        node = nodes.pop(0)
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            yield node.value, int(isinstance(node, ast.Yield))
        elif not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            nodes[:0] = ast.iter_child_nodes(node)


def _sides(answer: ast.expr, labels: int) -> list[ast.expr]:
    """Parts of an answer without its label."""
    if isinstance(answer, ast.Tuple):
        return answer.elts[labels:]
    return [] if labels else [answer]


def _is_true(sides: Sequence[ast.expr]) -> bool:
    match sides:
        case [ast.Constant(value=True)]:
            return True
        case [ast.Call(func=ast.Name(id="bool"), args=[condition])]:
            return _is_true([condition])
        case [ast.BoolOp(op=ast.Or(), values=values)]:
            return any(isinstance(value, ast.Compare | ast.BoolOp) for value in values)
        case [left, right] | [left, ast.Constant(value="<=" | ">=" | "=="), right]:
            return _undone(left) == _undone(right) != "math.nan"
        case _:
            return False


def _undone(side: ast.expr) -> str:
    """Text of a side without the calls that only rewrite it, such as ``sp.simplify``."""
    match side:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="sp"), attr=name), args=[inner, *_]):
            if name in REWRITES:
                return _undone(inner)
    return ast.unparse(side)


@pytest.mark.parametrize("module", ledger.modules())
def test_no_check_agrees_with_itself(module):
    text = ledger.modules()[module].read_text(encoding="utf-8")
    assert not [*hollow_answers(text)]


@pytest.mark.parametrize(
    ("text", "hollow"),
    [
        ("def f(x):\n    return x, x\n", ["line 2: (x, x)"]),
        ("def f(x):\n    return x, -x\n", []),
        ("def f():\n    return True\n", ["line 2: True"]),
        ("def f():\n    yield 'case', True\n", ["line 2: ('case', True)"]),
        ("def f(x):\n    yield 'case', x, x\n", ["line 2: ('case', x, x)"]),
        ("def f(x):\n    yield 'case', x, '<=', x\n", ["line 2: ('case', x, '<=', x)"]),
        ("def f(x):\n    yield 'case', x, '<', x\n", []),
        (
            "def f(x):\n    yield 'case', x, sp.simplify(sp.expand(x))\n",
            ["line 2: ('case', x, sp.simplify(sp.expand(x)))"],
        ),
        ("def f(x):\n    yield 'case', x, sp.log(x)\n", []),
        ("h = lambda x: (x, -x)\n", []),
        ("i = lambda x: bool(x < 1 or x > 2)\n", ["line 1: bool(x < 1 or x > 2)"]),
        ("j = lambda x: x or 1\n", []),
    ],
)
def test_an_answer_that_cannot_fail_is_found(text, hollow):
    assert [*hollow_answers(text)] == hollow


def frozen_formulas(path):
    """Yield lines of a file of claims that read a formula while the file is imported."""
    waiting = [ast.parse(path.read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "law":
            yield node.lineno
        inside = isinstance(node, ast.FunctionDef | ast.Lambda)
        waiting += [] if inside else ast.iter_child_nodes(node)


def test_formulas_are_looked_up_when_a_check_runs(tmp_path):
    """Else a changed formula, as a mutant plants it, is compared with what it was before."""
    (tmp_path / "a.py").write_text('x = law("a")\n\n\ndef f():\n    return law("b")\n')
    assert [*frozen_formulas(tmp_path / "a.py")] == [1]
    paths = [path for folder in rooms("claims") for path in folder.rglob("*.py")]
    frozen = [path.relative_to(LIBRARY) for path in paths if [*frozen_formulas(path)]]
    # A slope beside clauses that look its formula up.
    assert frozen == [Path("looped/claims/kernel_bounds.py")]
