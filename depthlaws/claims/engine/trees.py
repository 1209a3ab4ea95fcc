"""Expressions as prefix lists: r/2 is ``["*", ["rational", "1/2"], ["symbol", "r"]]``.

Operations that a claim states undone stay so: derivatives are "slope", values at a point "at",
limits "limit". Integrals and sums are printed with an antiderivative or antidifference, from which
a reader can check them; integrals in registered formulas, which have none, are "area".
"""

import functools
from collections.abc import Sequence
from typing import Any

import sympy as sp

from depthlaws.claims.engine.recorded import Recorded, Step, tree_of
from depthlaws.claims.engine.stated import Integral, Mean, Total, worked_out
from depthlaws.theory.symbolic.exact import symbolic

Tree = list[Any]
NAMES = {sp.Add: "+", sp.Mul: "*", sp.Pow: "^"}


def tree(expr: Any) -> Tree:
    """Write an expression as a prefix list, hyperbolic functions by exponentials and logarithms.

    Raises: TypeError for an inexact number.
    """
    if isinstance(expr, Recorded):
        return tree_of(expr)
    expr = symbolic(expr)
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
    if isinstance(expr, sp.atanh):
        return tree(expr.rewrite(sp.log))
    if isinstance(expr, sp.Limit):
        inner, symbol, place, side = expr.args
        return ["limit", tree(inner), symbol.name, _end(place), "-1" if str(side) == "-" else "1"]
    if isinstance(expr, (Integral, Total)):
        return _with_antiderivative(expr)
    if type(expr) is sp.Integral and len(expr.limits) == 1:  # of a formula, between two ends
        inner, (symbol, low, high) = expr.args
        return ["area", tree(inner), symbol.name, tree(low), tree(high)]
    if isinstance(expr, Mean):
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


def _end(place: sp.Expr) -> Tree:
    return [str(place)] if place.is_infinite else tree(place)


def _with_antiderivative(expr: Integral | Total) -> Tree:
    """Integral with an antiderivative, or sum with its value up to any last index."""
    inner, *within, (symbol, low, high) = expr.args
    inner = expr.func(inner, *within) if within else inner
    with sp.evaluate(True):
        if isinstance(expr, Integral):
            name, whole = "integral", sp.integrate(worked_out(inner), symbol)
        else:
            index = sp.Dummy()
            summand = worked_out(inner).subs(symbol, index)
            name, whole = "total", sp.summation(summand, (index, low, symbol))
    return [name, tree(inner), symbol.name, _end(low), _end(high), tree(whole)]


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
    return {key: result for key, result in proof.items() if result or key == "identities"}


def _steps(rows: Sequence[list[Any]]) -> list[Step]:
    """Every step that rows lead back to, in the order in which they were made."""
    result: dict[int, Step] = {}
    waiting: list[Any] = [*rows]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list) and id(node) not in result:
            waiting += node
            if isinstance(node, Step):
                result[id(node)] = node
    return sorted(result.values(), key=lambda step: step.made)
