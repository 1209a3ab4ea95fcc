"""Which kind of thing a mutant of the sources changed: a kernel, a law, a simulator, a check."""

import ast
from enum import StrEnum
from functools import cache

from depthlaws.claims.engine.source_mutants import Kind, Mutant
from tests.recording import ROOT

__all__ = ["Family", "family"]

SOLVERS = ("theory/numerics/", "theory/chain/flow", "theory/chain/block2_solver")


class Family(StrEnum):
    """What was changed, in the order of the report."""

    KERNEL = "float kernels"
    FORMULA = "formulas"
    THEORY = "theory, no formula"
    SIMULATOR = "simulators"
    CONSTANT = "claims: constants"
    TOLERANCE = "claims: tolerances"
    DOMAIN = "claims: domains"
    HOLLOW = "checks hollowed out"
    CLAIM = "claims: the rest"


OF_CLAIMS = {
    Kind.CONSTANT: Family.CONSTANT,
    Kind.TOLERANCE: Family.TOLERANCE,
    Kind.DOMAIN: Family.DOMAIN,
    Kind.HOLLOW: Family.HOLLOW,
}


def family(mutant: Mutant) -> Family:
    """Return the kind of thing that a mutant changed."""
    room = mutant.path.parts[0]
    if room == "sims":
        return Family.SIMULATOR
    if room == "claims":
        return OF_CLAIMS.get(mutant.kind, Family.CLAIM)
    path = mutant.path.as_posix()
    if path.startswith(SOLVERS) or any(mutant.line in lines for lines in _kernels(path)):
        return Family.KERNEL
    formula = any(mutant.line in _lines(call) for call in _formulas(path))
    return Family.FORMULA if formula else Family.THEORY


@cache
def _tree(path: str) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


@cache
def _formulas(path: str) -> tuple[ast.Call, ...]:
    calls = (node for node in ast.walk(_tree(path)) if isinstance(node, ast.Call))
    return tuple(call for call in calls if ast.unparse(call.func) == "Formula")


def _lines(node: ast.expr | ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


@cache
def _kernels(path: str) -> tuple[range, ...]:
    """Lines of what stands after ``kernel=``, and of the functions of the file that it calls."""
    functions = {f.name: f for f in ast.walk(_tree(path)) if isinstance(f, ast.FunctionDef)}
    values = [k.value for f in _formulas(path) for k in f.keywords if k.arg == "kernel"]
    reached: list[ast.expr | ast.stmt] = []
    waiting: list[ast.expr | ast.stmt] = [*values]
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached.append(node)
            names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            waiting += [functions[name] for name in names & {*functions}]
    return tuple(_lines(node) for node in reached)
