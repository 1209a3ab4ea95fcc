"""Formulas derived from a formula: derivatives, special values, limits. They are not registered."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sympy as sp

from depthlaws.base.argument_errors import shown
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import exact_number
from depthlaws.theory.symbolic.lazy_sympy import forced
from depthlaws.theory.symbolic.registry import UnknownNameError

if TYPE_CHECKING:
    from depthlaws.theory.symbolic.formula import Formula


def _derived(
    parent: "Formula", how: str, expr: sp.Expr, domain: Mapping[sp.Symbol, Interval]
) -> "Formula":
    return type(parent)(
        id=f"{parent.id}{how}",
        says=f"{parent.says} {how}",
        source=parent.source,
        domain=domain,
        expr=expr,
        given=parent.given,
        budget=parent.budget,
        parent=parent,
        how=how,
    )


def _symbol(parent: "Formula", symbol: Any) -> sp.Symbol:
    name = symbol if isinstance(symbol, str) else symbol.name
    for candidate in parent.symbols:
        if candidate.name == name:
            return candidate
    raise UnknownNameError(f"symbol of {parent.id}", name, parent.names)


def derivative(parent: "Formula", symbol: Any, order: int = 1) -> "Formula":
    """Return the derivative in one symbol, of the same arguments."""
    variable = _symbol(parent, symbol)
    if not isinstance(order, int) or isinstance(order, bool) or order < 0:
        msg = f"order must be a number of derivatives, 0 or more, got {shown(order)}"
        raise ValueError(msg)
    how = f".diff({variable}, {order})"
    return _derived(parent, how, sp.diff(parent.expr, variable, order), parent.domain)


def special_value(parent: "Formula", values: Mapping[str, Any]) -> "Formula":
    """Return a formula with some arguments fixed to exact values (infinite ones by the limit)."""
    expr, domain = parent.expr, dict(parent.domain)
    for name, value in values.items():
        variable, exact = _symbol(parent, name), exact_number(forced(value))
        expr = sp.limit(expr, variable, exact) if exact.is_infinite else expr.subs(variable, exact)
        del domain[variable]
    how = ", ".join(f"{k}={v}" for k, v in values.items())
    return _derived(parent, f".at({how})", expr, domain)


def limit(parent: "Formula", symbol: Any, point: Any, side: str = "-") -> "Formula":
    """Return the limit as one symbol goes to a point."""
    variable = _symbol(parent, symbol)
    domain = {s: d for s, d in parent.domain.items() if s != variable}
    if side not in ("+", "-", "+-"):
        msg = f'side must be "+", "-" or "+-", got {shown(side)}'
        raise ValueError(msg)
    expr = sp.limit(parent.expr, variable, exact_number(forced(point)), side)
    return _derived(parent, f".limit({variable}, {point})", expr, domain)
