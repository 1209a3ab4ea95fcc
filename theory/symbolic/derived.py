"""Formulas derived from a formula: derivatives, special values, limits. They are not registered."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import sympy as sp

from depthlaws.theory.symbolic.deferred import forced
from depthlaws.theory.symbolic.domain import Interval
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


def _own(parent: "Formula", symbol: Any) -> sp.Symbol:
    name = symbol if isinstance(symbol, str) else symbol.name
    for own in parent.symbols:
        if own.name == name:
            return own
    raise UnknownNameError(f"symbol of {parent.id}", name, parent.names)


def derivative(parent: "Formula", symbol: Any, order: int = 1) -> "Formula":
    """Derivative in one symbol, of the same arguments."""
    own = _own(parent, symbol)
    how = f".diff({own}, {order})"
    return _derived(parent, how, sp.diff(parent.expr, own, order), parent.domain)


def special_value(parent: "Formula", values: Mapping[str, Any]) -> "Formula":
    """Some arguments fixed to exact values (infinite ones by the limit)."""
    expr, rest = parent.expr, dict(parent.domain)
    for name, value in values.items():
        own, exact = _own(parent, name), sp.nsimplify(forced(value))
        expr = sp.limit(expr, own, exact) if exact.is_infinite else expr.subs(own, exact)
        del rest[own]
    how = ", ".join(f"{k}={v}" for k, v in values.items())
    return _derived(parent, f".at({how})", expr, rest)


def limit(parent: "Formula", symbol: Any, point: Any, side: str = "-") -> "Formula":
    """Limit as one symbol goes to a point."""
    own = _own(parent, symbol)
    rest = {s: d for s, d in parent.domain.items() if s != own}
    found = sp.limit(parent.expr, own, forced(point), side)
    return _derived(parent, f".limit({own}, {point})", found, rest)
