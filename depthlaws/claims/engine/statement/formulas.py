"""Right-hand sides of registered formulas as trees."""

import sympy as sp

from depthlaws.claims.engine.statement.errors import FormError
from depthlaws.claims.engine.statement.expressions import Tree, replaced, tree
from depthlaws.theory import formula


def resolved(t: Tree) -> Tree:
    """Right-hand side of a registered formula as it is now, with the values of its arguments."""
    record = formula(t.args[0])
    values = {Tree("scalar", name): value for name, value in t.args[1:]}
    plain = record.expr.subs({s: sp.Symbol(s.name) for s in record.symbols}, simultaneous=True)
    try:
        body = tree(plain)
    except FormError:  # a sum or a case distinction, which only balls and SymPy know
        body = Tree("undone", plain)
    return replaced(body, values)
