"""Registered formulas as expressions with the claims' own symbols."""

import sympy as sp

from depthlaws.theory import formula

__all__ = ["law", "symbol"]


def symbol(name: str) -> sp.Symbol:
    """Positive symbol, as :func:`law` makes them."""
    return sp.Symbol(name, positive=True)


def law(name: str, /, **values: sp.Expr) -> sp.Expr:
    """A registered formula's expression now; arguments not named become positive symbols."""
    found = formula(name)
    replaced = {s: values.get(s.name, symbol(s.name)) for s in found.symbols}
    return found.expr.subs(replaced, simultaneous=True)
