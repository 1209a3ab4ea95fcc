"""Trees of scalars as prefix lists, every operation undone, for ``recheck``'s algebra."""

from typing import Any

from depthlaws.claims.engine import trees
from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import Tree
from depthlaws.claims.engine.statement.formulas import resolved

ONE, TWO, MINUS = ["rational", "1"], ["rational", "2"], ["rational", "-1"]
ARRAYS = ("entry", "index", "sum", "mean", "growth")


def undone(t: Tree) -> list[Any]:
    """Write a tree or a condition without arrays, hyperbolic functions by exponentials.

    Raises: FormError for arrays.
    """
    head, args = t.head, t.args
    if head in ARRAYS or (head == "slope" and args[1].head != "scalar"):
        msg = f"{t} is no expression of scalars"
        raise FormError(msg)
    if head == "number":
        return ["rational", str(args[0])]
    if head == "scalar":
        return ["symbol", args[0]]
    if head == "formula":
        return undone(resolved(t))
    if head == "undone":
        return trees.tree(args[0])
    if head == "slope":
        return ["slope", undone(args[0]), args[1].args[0]]
    parts = [undone(a) for a in args]
    return _HYPERBOLIC[head](*parts) if head in _HYPERBOLIC else [head, *parts]


def _tanh(x: list[Any]) -> list[Any]:
    below = ["^", ["+", ["exp", ["*", TWO, x]], ONE], MINUS]
    return ["+", ONE, ["*", ["rational", "-2"], below]]


def _mean(x: list[Any], sign: str) -> list[Any]:
    """Half of exp(x) plus or minus exp(-x)."""
    other = ["*", ["rational", sign], ["exp", ["*", MINUS, x]]]
    return ["*", ["rational", "1/2"], ["+", ["exp", x], other]]


def _atanh(x: list[Any]) -> list[Any]:
    logs = ["+", ["log", ["+", ONE, x]], ["*", MINUS, ["log", ["+", ONE, ["*", MINUS, x]]]]]
    return ["*", ["rational", "1/2"], logs]


_HYPERBOLIC = {
    "tanh": _tanh,
    "cosh": lambda x: _mean(x, "1"),
    "sinh": lambda x: _mean(x, "-1"),
    "atanh": _atanh,
}
