"""Expressions of registered formulas, with positive symbols or other values."""

import sympy as sp

from depthlaws.claims.engine.substitution import put_in
from depthlaws.theory import formula

__all__ = ["law", "symbol"]


def symbol(name: str) -> sp.Symbol:
    """Return a positive symbol, as :func:`law` makes them.

    Parameters
    ----------
    name : str
        Name of the symbol.

    Returns
    -------
    sympy.Symbol
        Symbol with the assumption ``positive=True``.
    """
    return sp.Symbol(name, positive=True)


def law(name: str, /, **values: sp.Expr) -> sp.Expr:
    """Return the expression of a registered formula as it is when called.

    Parameters
    ----------
    name : str
        Id of the formula, for example ``"chain-sharpness"``.
    **values : sympy.Expr
        Values of its arguments; every other argument becomes a positive symbol.

    Returns
    -------
    sympy.Expr
        Expression with the values in place.
    """
    record = formula(name)
    replaced = {s: values.get(s.name, symbol(s.name)) for s in record.symbols}
    return put_in(record.expr, replaced)
