"""Mutants of source files: every kind is made, words are left alone, a decided answer is a kill."""

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

from depthlaws.claims.engine import source_mutants
from depthlaws.claims.engine.source_mutants import Kind

_SPEC = importlib.util.spec_from_file_location("judging", Path(__file__).parents[1] / "judging.py")
judging = sys.modules["judging"] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(judging)

KERNEL = '''"""A kernel: 1 + 1 in words."""

import math

__all__ = ["kernel"]
EDGE = 0.25


def kernel(x: float, n: int = 3) -> float:
    """Return 2 times it."""
    if not x > EDGE:
        msg = f"x must be above {EDGE + 1}"
        raise ValueError(msg)
    near = -x if n == 2 and x < 1 else x
    return math.exp(
        near * 0.5
    )
'''
CHECK = """def agrees(x):
    left, right = x**2, x * x
    if x > 3:
        return bool(left == right)
    return left, right
"""


@pytest.fixture
def made(tmp_path):
    def make(place, text):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return [*source_mutants.mutants(Path(place), root=tmp_path)]

    return make


def test_every_kind_of_a_kernel_is_made_once(made):
    found = {(m.kind, m.before, m.after) for m in made("theory/kernel.py", KERNEL)}
    assert found == {
        (Kind.CONSTANT, "0.25", "0.25025"),
        (Kind.COMPARISON, "x > EDGE", "x >= EDGE"),
        (Kind.CONDITION, "-x if n == 2 and x < 1 else x", "-x if not (n == 2 and x < 1) else x"),
        (Kind.CONDITION, "n == 2 and x < 1", "n == 2 or x < 1"),
        (Kind.COMPARISON, "n == 2", "n != 2"),
        (Kind.COMPARISON, "x < 1", "x <= 1"),
        (Kind.CONSTANT, "2", "3"),
        (Kind.CONSTANT, "1", "2"),
        (Kind.CONSTANT, "3", "4"),
        (Kind.SIGN, "-x", "x"),
        (Kind.OPERATOR, "near * 0.5", "near / 0.5"),
        (Kind.CONSTANT, "0.5", "0.5005"),
        (Kind.FACTOR, "math.exp(near * 0.5)", "math.exp(near * 0.5) * 1.001"),
    }


def test_a_check_is_hollowed_out(made):
    hollow = [m for m in made("claims/chain/toy.py", CHECK) if m.kind == Kind.HOLLOW]
    assert {(m.before, m.after) for m in hollow} == {
        ("bool(left == right)", "True"),
        ("(left, right)", "(left, left)"),
    }


@pytest.mark.parametrize(("place", "text"), [("theory/kernel.py", KERNEL), ("claims/a.py", CHECK)])
def test_every_mutant_is_another_program_with_the_same_lines(made, place, text):
    same = ast.dump(ast.parse(text))
    for mutant in made(place, text):
        assert ast.dump(ast.parse(mutant.text)) != same, mutant
        assert mutant.text.count("\n") == text.count("\n"), mutant
        assert "1 + 1 in words" in mutant.text or place != "theory/kernel.py"


def test_a_sample_takes_every_kind_and_replays(made):
    found = made("theory/kernel.py", KERNEL)
    first = source_mutants.sample(found, 6, seed=3)
    assert first == source_mutants.sample(found, 6, seed=3)
    assert {m.kind for m in first} == {m.kind for m in found}
    assert len(source_mutants.sample(found, None, seed=0)) == len(found)


def test_all_our_mutants_are_programs():
    """A stride through the whole list: each parses."""
    found = [*judging.all_mutants()]
    assert len(found) > 5000
    for mutant in found[::97]:
        ast.parse(mutant.text)


def test_the_quickest_reader_is_asked_first(made):
    mutant = made("theory/kernel.py", KERNEL)[0]
    lines = {"theory/kernel.py": {str(mutant.line): ["SLOW", "QUICK"]}}
    assert judging.Readers(lines, {"SLOW": 2.0, "QUICK": 0.1}).of(mutant) == ["QUICK", "SLOW"]
    assert judging.judge(mutant, judging.Readers({}, {})).fate == judging.Fate.UNREAD
