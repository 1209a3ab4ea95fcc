"""Both sides of what was proved as prefix lists, written as the check writes them.

``["*", ["rational", "1/2"], ["symbol", "r"]]`` is r/2. A check mostly brings its sides to one form,
and two equal lists say nothing to a stranger. So its code runs again while derivatives are not
taken, products not multiplied out and sums of numbers not added.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import sympy as sp

from depthlaws.claims.engine import recheck
from depthlaws.claims.engine.judge import BudgetSpentError, alarm

Tree = list[Any]
NAMES = {sp.Add: "+", sp.Mul: "*", sp.Pow: "^"}


def tree(expr: Any) -> Tree:
    """Write an expression as a prefix list, hyperbolic functions by exponentials.

    Raises: TypeError for an inexact number.
    """
    expr = sp.sympify(expr)
    if expr.is_Rational:
        return ["rational", str(expr)]
    if expr.is_Float:
        msg = f"{expr} is not exact"
        raise TypeError(msg)
    if expr.is_Symbol:
        return ["symbol", expr.name]
    if expr == sp.E:
        return ["exp", ["rational", "1"]]
    if isinstance(expr, sp.tanh):
        return tree(1 - 2 / (sp.exp(2 * expr.args[0]) + 1))
    if isinstance(expr, (sp.sinh, sp.cosh, sp.coth)):
        return tree(expr.rewrite(sp.exp))
    if isinstance(expr, sp.Derivative):
        written = tree(expr.expr)
        for symbol, count in expr.variable_count:
            for _ in range(int(count)):
                written = ["slope", written, symbol.name]
        return written
    if isinstance(expr, sp.Subs):
        places = zip(expr.variables, map(tree, expr.point), strict=True)
        return reduce(lambda f, at: ["at", f, at[0].name, at[1]], places, tree(expr.expr))
    if isinstance(expr, sp.Pow) and expr.base == sp.E:
        return ["exp", tree(expr.exp)]
    if isinstance(expr, sp.functions.combinatorial.factorials.CombinatorialFunction):
        with sp.evaluate(True):
            expr = expr.func(*expr.args)
        if expr.is_Rational:
            return tree(expr)
    name = NAMES.get(expr.func) or {"Pi": "pi"}.get(type(expr).__name__, type(expr).__name__)
    return [name, *map(tree, expr.args)]


def written_rows(
    sides: Callable[[], Iterable[list[Any]]], low: Mapping[str, str]
) -> tuple[list[Any], list[Any]]:
    """Rows [label, left, right] that ``recheck.py`` accepts, and those that it learns nothing from.

    As much of what the check works out is left undone as it can do without.
    """
    plain = [[label, *map(tree, pair)] for label, *pair in sides()]
    rows: list[Any] = [None] * len(plain)
    for kept in FORMS:
        if None in rows:
            written = _as_written(sides, kept, len(plain))
            rows = [
                row or _recheckable(low, own, found)
                for row, own, found in zip(rows, plain, written, strict=True)
            ]
    rows = [row or _recheckable(low, own, None) for row, own in zip(rows, plain, strict=True)]
    left = [own for row, own in zip(rows, plain, strict=True) if row is None]
    return [row for row in rows if row], left


WORKED_OUT = (
    "apart",
    "cancel",
    "expand",
    "expand_log",
    "factor",
    "gammasimp",
    "powsimp",
    "radsimp",
    "simplify",
    "together",
)
FORMS = (
    (*WORKED_OUT, "diff", "arithmetic"),
    (*WORKED_OUT, "diff"),
    ("diff",),
    (*WORKED_OUT, "arithmetic"),
    WORKED_OUT,
)


def _as_written(
    sides: Callable[[], Iterable[list[Any]]], kept: Sequence[str], count: int
) -> Sequence[list[Any] | None]:
    """The same sides, these functions only written; nothing where a check needs their results."""
    idle = dict.fromkeys(kept, lambda expr, *_args, **_options: sp.sympify(expr))
    if "diff" in kept:
        idle["diff"] = lambda f, *by: sp.Derivative(sp.sympify(f), *by, evaluate=False)
    exact = idle.pop("arithmetic", None)
    places = [(vars(sp), name, function) for name, function in idle.items()]
    places += [(vars(m), "Fraction", sp.Rational) for m in _with_fractions() if exact]
    before = [space[name] for space, name, _ in places]
    try:
        for space, name, new in places:
            space[name] = new
        with sp.evaluate(not exact), alarm(LONGEST_S, of_processor=True):
            found = [*sides()]
    except (Exception, BudgetSpentError):  # the sides need the results
        found = []
    finally:
        for (space, name, _), old in zip(places, before, strict=True):
            space[name] = old
    return found if len(found) == count else [None] * count


LONGEST_S = 5.0  # of processor time, to write a form and for a stranger to judge it


def _with_fractions() -> list[Any]:
    """Modules of claims and theory that count in Fractions: SymPy's rationals keep what is done."""
    ours = [m for name, m in sys.modules.items() if name.startswith("depthlaws.")]
    return [m for m in ours if m.__name__ != __name__ and vars(m).get("Fraction") is Fraction]


def _recheckable(low: Mapping[str, str], plain: list[Any], found: list[Any] | None) -> Any:
    """A row as it was written, if its sides differ and ``recheck.py`` finds what was proved."""
    try:
        row = [plain[0], *map(tree, found[1:])] if found else plain
    except TypeError:
        return None
    proved = [row, [plain[0], row[1], plain[1]]]
    return row if row[1] != row[2] and accepted({"low": low, "identities": proved}) else None


def accepted(proof: Mapping[str, Any]) -> bool:
    """Whether ``recheck.py`` accepts it in time; what it cannot read it does not."""
    try:
        with alarm(LONGEST_S, of_processor=True):
            return all(good for _, good in recheck.judged(proof))
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return False
    except BudgetSpentError:
        return False
