"""Expressions of registered formulas, with positive symbols or other values."""

import functools
from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp

from depthlaws.claims.engine.substitution import put_in
from depthlaws.theory import formula
from depthlaws.theory.symbolic.exact import symbolic
from depthlaws.theory.symbolic.formula import Formula

__all__ = ["law", "looked_up", "symbol"]


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


def foreign(record: Formula, names: Iterable[str]) -> str:
    """Return a message about the first name that is no symbol of the formula, or an empty text."""
    own = [s.name for s in record.symbols]
    other = next((n for n in names if n not in own), "")
    return f"{record.id} has no symbol {other}; it has {', '.join(own)}" if other else ""


def _record(name: str, values: Mapping[str, Any]) -> Formula:
    """Return a formula. Raises: ValueError for a value of a symbol that it does not have."""
    record = formula(name)
    if wrong := foreign(record, values):
        raise ValueError(wrong)
    return record


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

    Raises
    ------
    ValueError
        For a value of a symbol that the formula does not have.
    """
    record = _record(name, values)
    replaced = {s: values.get(s.name, symbol(s.name)) for s in record.symbols}
    return put_in(record.expr, replaced)


class LookedUp(sp.Expr):
    """Registered formula within a SymPy expression, whose right-hand side is not put in yet."""

    @property
    def name(self) -> str:
        """Id of the formula."""
        return str(self.args[0])

    @property
    def values(self) -> dict[str, sp.Expr]:
        """Values of its arguments by their names."""
        return {str(name): value for name, value in zip(self.args[1], self.args[2], strict=True)}

    def put_in(self) -> sp.Expr:
        """Return the right-hand side as it is now."""
        return law(self.name, **self.values)

    def _sympystr(self, printer: Any) -> str:
        own = {n: v for n, v in self.values.items() if str(v) != n}
        given = "".join(f", {name} = {printer.doprint(value)}" for name, value in own.items())
        return f"formula({self.name}{given})"


def looked_up(name: str, /, **values: Any) -> sp.Expr:
    """Return a registered formula for ``D``, ``at`` and ``lim``, looked up whenever it is needed.

    Parameters
    ----------
    name : str
        Id of the formula, for example ``"chain-sharpness"``.
    **values : sympy.Expr or number
        Values of its arguments; every other argument becomes a positive symbol.

    Returns
    -------
    sympy.Expr
        Expression that stands for the right-hand side.

    Raises
    ------
    ValueError
        For a value of a symbol that the formula does not have.

    Examples
    --------
    >>> looked_up("chain-effective-flow", L=2)
    formula(chain-effective-flow, L = 2)
    """
    symbols = _record(name, values).symbols
    given = {s.name: symbolic(values.get(s.name, symbol(s.name))) for s in symbols}
    names = sp.Tuple(*map(sp.core.symbol.Str, given))
    return LookedUp(sp.core.symbol.Str(name), names, sp.Tuple(*given.values()))


def all_put_in(e: sp.Basic) -> sp.Basic:
    """Expression with the right-hand sides of its formulas as they are now."""
    return _put_in(e, tuple(formula(one.name).expr for one in _formulas_of(e)))


@functools.lru_cache(maxsize=4096)
def _formulas_of(e: sp.Basic) -> tuple[LookedUp, ...]:
    """Formulas within an expression."""
    return tuple(e.atoms(LookedUp))


@functools.lru_cache(maxsize=4096)
def _put_in(e: sp.Basic, _: tuple[sp.Expr, ...]) -> sp.Basic:
    """Expression with these right-hand sides of its formulas; asked again at every point."""
    return e.replace(lambda x: isinstance(x, LookedUp), lambda x: x.put_in())
