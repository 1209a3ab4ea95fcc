"""Both sides of what was proved as prefix lists, written as the check writes them.

``["*", ["rational", "1/2"], ["symbol", "r"]]`` is r/2. A check mostly brings its sides to one form,
and two equal lists say nothing to a stranger. So its code runs again while derivatives are not
taken, products not multiplied out and sums of numbers not added.
"""

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.extremes import largest, smallest
from depthlaws.claims.engine.gaussian import gaussian_mean
from depthlaws.claims.engine.judge import BudgetSpentError, alarm
from depthlaws.claims.engine.recheck.judge import judged
from depthlaws.claims.engine.traced import Step, Traced, tree_of

Tree = list[Any]
NAMES = {sp.Add: "+", sp.Mul: "*", sp.Pow: "^"}
MEAN, INTEGRAL, TOTAL = (sp.Function(name) for name in ("mean", "integral", "total"))


def tree(expr: Any) -> Tree:
    """Write an expression as a prefix list, hyperbolic functions by exponentials.

    Raises: TypeError for an inexact number.
    """
    if type(expr) is Traced:
        return tree_of(expr)
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
    if isinstance(expr, sp.Limit):
        inner, symbol, place, side = expr.args
        at = [str(place)] if place.is_infinite else tree(place)
        return ["limit", tree(inner), symbol.name, at, "-1" if str(side) == "-" else "1"]
    if isinstance(expr, (INTEGRAL, TOTAL)):
        inner, symbol, *ends, whole_of = expr.args
        ends = [[str(end)] if end.is_infinite else tree(end) for end in ends]
        return [expr.func.__name__, tree(inner), symbol.name, *ends, tree(whole_of)]
    if isinstance(expr, MEAN):
        inner, variance, *unknown = expr.args
        return ["mean", tree(inner), tree(variance), *(symbol.name for symbol in unknown)]
    if isinstance(expr, sp.hyper):
        return tree(_lerch(expr))
    if expr in {sp.oo, -sp.oo}:
        return ["*", ["rational", "1" if expr == sp.oo else "-1"], ["Infinity"]]
    if isinstance(expr, sp.Derivative):
        written = tree(expr.expr)
        for symbol, count in expr.variable_count:
            for _ in range(int(count)):
                written = ["slope", written, symbol.name]
        return written
    if isinstance(expr, sp.Subs):
        places = zip(expr.variables, map(tree, expr.point), strict=True)
        return functools.reduce(lambda f, at: ["at", f, at[0].name, at[1]], places, tree(expr.expr))
    if isinstance(expr, sp.Pow) and expr.base == sp.E:
        return ["exp", tree(expr.exp)]
    if isinstance(expr, sp.functions.combinatorial.factorials.CombinatorialFunction):
        with sp.evaluate(True):
            expr = expr.func(*expr.args)
        if expr.is_Rational:
            return tree(expr)
    name = NAMES.get(expr.func) or {"Pi": "pi"}.get(type(expr).__name__, type(expr).__name__)
    return [name, *map(tree, expr.args)]


def _lerch(expr: sp.hyper) -> sp.Expr:
    """2F1(1, a; a + 1; z) as the Lerch series a sum z^k/(k + a). Raises: TypeError for others."""
    above, (below,), z = expr.args
    with sp.evaluate(True):
        a = (below - 1).doit()
        known = {number.doit() for number in above} == {sp.Integer(1), a}
    if not known:
        msg = f"{expr} is no Lerch series"
        raise TypeError(msg)
    return a * sp.lerchphi(z, 1, a)


def written_rows(
    sides: Callable[[], Iterable[list[Any]]], low: Mapping[str, str]
) -> dict[str, list[Any]]:
    """What ``recheck`` accepts, and rows that it learns nothing from ("only said").

    Rows are [label, left, right] ("identities") or [label, left, relation, right] ("orders"); what
    their numbers were worked out by is in "steps". As much of what the check works out is left
    undone as it can do without.
    """
    plain = [[*map(_side, row)] for row in sides()]
    rows: list[Any] = [None] * len(plain)
    tried: list[list[Any]] = [[] for _ in plain]
    for kept in FORMS:
        if None in rows:
            for i, found in enumerate(_as_written(sides, kept, len(plain))):
                if rows[i] is None and found and found not in tried[i]:
                    tried[i].append(found)
                    rows[i] = _recheckable(low, plain[i], found)
    rows = [row or _recheckable(low, own, own) for row, own in zip(rows, plain, strict=True)]
    for i, row in enumerate(rows):
        shared = (_shared(low, plain[i], found) for found in tried[i] if row is None)
        rows[i] = row or next(filter(None, shared), None)
    left = [own for row, own in zip(rows, plain, strict=True) if row is None]
    return in_steps([row for row in rows if row]) | {"only said": left}


def _side(side: Any) -> Any:
    """A label or a relation as it is, the tree of a side."""
    return side if isinstance(side, str) else tree(side)


def in_steps(rows: Sequence[list[Any]]) -> dict[str, list[Any]]:
    """Identities and orders of a proof, its steps with fractions one after the other."""
    steps = _steps(rows)
    names = {id(step): f"#{i}" for i, step in enumerate(steps, start=1)}

    def named(node: Any) -> Any:
        if isinstance(node, Step):
            return ["symbol", names[id(node)]]
        return [named(part) for part in node] if isinstance(node, list) else node

    written = [named(row) for row in rows]
    proof = {
        "steps": [[names[id(step)], [named(part) for part in step]] for step in steps],
        "identities": [row for row in written if len(row) == 3],
        "orders": [row for row in written if len(row) == 4],
    }
    return {key: found for key, found in proof.items() if found or key == "identities"}


def _steps(rows: Sequence[list[Any]]) -> list[Step]:
    """Every step that rows lead back to, in the order in which they were made."""
    found: dict[int, Step] = {}
    waiting: list[Any] = [*rows]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list) and id(node) not in found:
            waiting += node
            if isinstance(node, Step):
                found[id(node)] = node
    return sorted(found.values(), key=lambda step: step.made)


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
DEFINED = ("integrate", "limit", "summation", "gaussian_mean", "largest", "smallest")
FORMS = (
    (*WORKED_OUT, *DEFINED, "diff", "arithmetic"),
    (*WORKED_OUT, *DEFINED, "diff", "steps"),
    (*DEFINED, "diff", "steps"),
    (*WORKED_OUT, *DEFINED, "arithmetic"),
    (*WORKED_OUT, *DEFINED, "steps"),
    (*WORKED_OUT, "diff"),
    ("steps",),
    (*WORKED_OUT, "diff", "methods"),
    (*WORKED_OUT, *DEFINED, "diff", "methods", "arithmetic"),
)


def _as_written(
    sides: Callable[[], Iterable[list[Any]]], kept: Sequence[str], count: int
) -> Sequence[list[Any] | None]:
    """The same sides, these functions only written; nothing where a check needs their results."""
    places = [place for name in kept for place in _places(name)]
    before = [getattr(space, name) for space, name, _ in places]
    try:
        for space, name, new in places:
            setattr(space, name, new)
        with sp.evaluate("arithmetic" not in kept), alarm(LONGEST_S, of_processor=True):
            found = [[*map(_side, row)] for row in sides()]
    except (Exception, BudgetSpentError):  # the sides need the results
        found = []
    finally:
        for (space, name, _), old in zip(places, before, strict=True):
            setattr(space, name, old)
    return found if len(found) == count else [None] * count


def _places(name: str) -> Iterator[tuple[Any, str, Any]]:
    """Where a function stands that is only to be written, its name there and what takes its place.

    SymPy's own stand in SymPy, the rest in the modules of claims and theory that import it.
    """
    if name in {"arithmetic", "steps"}:  # SymPy's rationals keep what is done, traced ones steps
        yield from _imported("Fraction", Fraction, sp.Rational if name == "arithmetic" else Traced)
    elif name in OURS:
        yield from _imported(name, *OURS[name])
    elif name in WRITTEN:
        yield sp, name, functools.partial(WRITTEN[name], vars(sp)[name])
    elif name == "methods":
        yield sp.Expr, "diff", lambda expr, *by, **_options: _derivative(None, expr, *by)
    else:
        yield sp, name, lambda expr, *_args, **_options: sp.sympify(expr)


def _imported(name: str, meant: Any, new: Any) -> Iterator[tuple[Any, str, Any]]:
    ours = [m for key, m in sys.modules.items() if key.startswith("depthlaws.")]
    for module in ours:
        if module.__name__ not in MACHINERY and vars(module).get(name) is meant:
            yield module, name, new


OURS: dict[str, tuple[Any, Any]] = {
    "gaussian_mean": (gaussian_mean, lambda p, unknown, variance: MEAN(p, variance, *unknown)),
    "largest": (largest, lambda *numbers: sp.Max(*numbers, evaluate=False)),
    "smallest": (smallest, lambda *numbers: sp.Min(*numbers, evaluate=False)),
}
MACHINERY = (__name__, gaussian_mean.__module__, largest.__module__, Traced.__module__)


def _derivative(_: Any, expr: Any, *by: Any) -> sp.Expr:
    return sp.Derivative(sp.sympify(expr), *by, evaluate=False)


def _limit(_: Any, expr: Any, symbol: Any, place: Any, side: str = "+") -> sp.Expr:
    return sp.Limit(sp.sympify(expr), symbol, place, side)


def _integral(integrate: Any, expr: Any, over: Any) -> sp.Expr:
    """An integral with an antiderivative; an indefinite one is worked out."""
    with sp.evaluate(True):
        symbol, *ends = over if isinstance(over, tuple) else (over,)
        whole_of = integrate(expr, symbol)
    return INTEGRAL(expr, symbol, *ends, whole_of) if ends else whole_of


def _total(summation: Any, expr: Any, over: Any) -> sp.Expr:
    """A sum with the sum up to any last index."""
    symbol, low, high = over
    with sp.evaluate(True):
        index = sp.Dummy()
        whole_of = summation(sp.sympify(expr).subs(symbol, index), (index, low, symbol))
    return TOTAL(expr, symbol, low, high, whole_of)


WRITTEN = {"diff": _derivative, "limit": _limit, "integrate": _integral, "summation": _total}
LONGEST_S = 5.0  # of processor time, to write a form and for a stranger to judge it


def _recheckable(low: Mapping[str, str], plain: list[Any], row: list[Any]) -> Any:
    """A row as it was written, if its sides differ and ``recheck`` finds what was proved."""
    label, left, *_, right = row
    if left == right or (len(row) == 4 and left[:1] == right[:1] == ["rational"]):
        return None
    own = plain[1]
    proved = [row, *([[label, left, own]] if left != own else []), [label, right, plain[-1]]]
    proof = in_steps([one for one in proved if one[1] != one[-1]])
    return row if accepted({"low": low} | proof) else None


def _shared(low: Mapping[str, str], plain: list[Any], row: list[Any]) -> Any:
    """Both sides are worked out alike: what they are worked out from, beside what it comes to."""
    label, left, *_, right = row
    if left != right or plain[1] != plain[-1] or _atoms(left) == _atoms(plain[1]):
        return None
    found = [f"{label}: both sides", left, plain[1]]
    return found if accepted({"low": low} | in_steps([found])) else None


def _atoms(node: Any) -> list[str]:
    """What stands in an expression but for its arithmetic, in order."""
    return sorted(_leaves(node))


def _leaves(node: Any) -> Iterator[str]:
    for part in node:
        if isinstance(part, list):
            yield from _leaves(part)
        elif part not in {"0", "1", "-1", "rational", "+", "*", "^"}:
            yield part


def accepted(proof: Mapping[str, Any]) -> bool:
    """Whether ``recheck`` accepts it in time; what it cannot read it does not."""
    try:
        with alarm(LONGEST_S, of_processor=True):
            return all(good for _, good in judged(proof))
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return False
    except BudgetSpentError:
        return False
