"""Right-hand sides of registered formulas as trees."""

import functools

import sympy as sp

from depthlaws.claims.engine.formula_expressions import all_put_in, foreign
from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import Tree, nodes, replaced, tree
from depthlaws.claims.engine.substitution import put_in
from depthlaws.theory import formula


def resolved(t: Tree) -> Tree:
    """Right-hand side of a registered formula as it is now, with the values of its arguments.

    An undone expression with formulas in it has their right-hand sides put in.
    """
    if isinstance(t.args[0], sp.Basic):
        own = {Tree("scalar", name): value for name, value in t.args[1:]}
        return replaced(
            Tree("undone", all_put_in(t.args[0])), {k: v for k, v in own.items() if k != v}
        )
    record = formula(t.args[0])
    if wrong := foreign(record, [name for name, _ in t.args[1:]]):
        raise FormError(wrong)
    assumed = tuple(n.symbol for n in nodes(t))  # which equality of trees does not see
    return _with_values(record.expr, tuple(record.symbols), t, assumed)


@functools.lru_cache(maxsize=4096)
def _with_values(expr: sp.Expr, symbols: tuple[sp.Symbol, ...], t: Tree, _: object) -> Tree:
    """Expression of a formula with the values that a tree gives; asked again at every point."""
    values = {Tree("scalar", name): value for name, value in t.args[1:]}
    plain = put_in(expr, {s: sp.Symbol(s.name) for s in symbols})
    try:
        body = tree(plain)
    except FormError:  # a sum or a case distinction, which only balls and SymPy know
        body = Tree("undone", plain)
    return replaced(body, values)
