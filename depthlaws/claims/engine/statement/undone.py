"""Conditions under which an undone expression has a value: SymPy says nothing about poles.

``integrate(1/(x - y)**2, (x, 0, 1))`` is finite for SymPy, even where the pole y lies in between.
"""

from collections.abc import Mapping
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks.identity import with_signs
from depthlaws.claims.engine.checks.inequality import prove_sign
from depthlaws.claims.engine.stated import Mean
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import symbolic

JUMPS = (sp.floor, sp.ceiling, sp.sign, sp.Piecewise, sp.Heaviside)
ROUGH = (sp.Abs, sp.Max, sp.Min, sp.floor, sp.ceiling, sp.sign, sp.Piecewise, sp.Heaviside)

Scope = Mapping[sp.Symbol, Any]  # domains of free and bound symbols; None: near a place only


def unmet_undone(e: Any, domain: Scope, places: Mapping[Any, Any] | None = None) -> str | None:
    """Condition under which an undone expression has a value and that nothing shows, or None.

    Parameters
    ----------
    e : sympy.Basic
        Expression as it was typed.
    domain : mapping
        Interval or list of values of every symbol.
    places : mapping, optional
        Values of symbols at which the expression is taken.
    """
    places = places or {}
    if isinstance(e, sp.Derivative):
        return _slope(e, domain, places)
    if isinstance(e, sp.Subs):
        inner = {s: p.subs(places) for s, p in zip(e.variables, e.point, strict=True)}
        return unmet_undone(e.expr, domain, {**places, **inner})
    if isinstance(e, sp.Limit):
        body, x, *_ = e.args
        return unmet_undone(body, {**domain, x: None}, {s: p for s, p in places.items() if s != x})
    if isinstance(e, (sp.Integral, sp.Sum)):
        return _over_range(e, domain, places)
    if isinstance(e, Mean):
        body, variance, *unknown = e.args
        inner = unmet_undone(body, {s: d for s, d in domain.items() if s not in unknown}, places)
        return inner or unmet_undone(variance, domain, places)
    if isinstance(e, sp.Pow) and not (e.exp.is_integer and e.exp.is_nonnegative):
        strict = e.exp.is_nonnegative is not True
        either = strict and e.exp.is_integer and _apart_from_0(e.base, domain, places)
        if not either and not _shown(e.base, domain, places, strict=strict):
            return f"{e.base} in {e} may be {'0' if e.exp.is_integer else 'negative or 0'}"
    if isinstance(e, sp.log) and not _shown(e.args[0], domain, places, strict=True):
        return f"{e.args[0]} in {e} may be 0 or negative"
    if isinstance(e, sp.polylog) and not _shown(1 - e.args[1], domain, places, strict=True):
        return f"{e.args[1]} in {e} may be 1 or above"
    return next(filter(None, (unmet_undone(a, domain, places) for a in e.args)), None)


def _slope(e: sp.Derivative, domain: Scope, places: Mapping[Any, Any]) -> str | None:
    by = set(e.variables)
    for node in sp.preorder_traversal(e.expr):
        if node.free_symbols & by and isinstance(node, ROUGH):
            signed = isinstance(node, (sp.Abs, sp.sign))
            if not (signed and _apart_from_0(node.args[0], domain, places)):
                return f"{node} may have no slope"
        root = isinstance(node, sp.Pow) and node.base.free_symbols & by and not node.exp.is_integer
        if root and not _shown(node.base, domain, places, strict=True):
            return f"{node} may have no slope where {node.base} is 0"
    return unmet_undone(e.expr, domain, places)


def _over_range(e: Any, domain: Scope, places: Mapping[Any, Any]) -> str | None:
    """Condition of an integral or a sum, whose symbols run over their ranges."""
    body, *limits = e.args
    inner, bound = dict(domain), {limit[0] for limit in limits}
    for x, *ends in limits:
        if len(ends) != 2:
            return f"{e} has no range"
        if unmet := next(filter(None, (unmet_undone(end, domain, places) for end in ends)), None):
            return unmet
        first, last = (end.subs(places) for end in ends)
        inner = {s: d for s, d in inner.items() if s != x}
        if isinstance(e, sp.Sum):
            if not _shown(last - first + 1, domain, {}, strict=False):
                return f"the range of {x} in {e} may be shorter than empty"
            allowed = Interval(first, sp.oo, integer=True) if first.is_number else None
        else:
            known = first.is_extended_real and last.is_extended_real
            ordered = known and first.is_number and last.is_number and bool(first < last)
            allowed = Interval(first, last) if ordered else None
            if first == last:
                body = body.subs(x, first)
            elif not allowed and (way := _way(first, last, domain)):
                between, moved, allowed = way
                body, x = body.subs(x, between), moved
        inner |= {x: allowed} if allowed else {}
    return unmet_undone(body, inner, {s: p for s, p in places.items() if s not in bound})


def _way(first: Any, last: Any, domain: Scope) -> tuple[Any, sp.Symbol, Interval] | None:
    """Return g(m), m and its domain where the ends of a range are g(a) and g(b), g continuous.

    Here a and b run over the same interval, so that g(m) takes every value between both ends.
    """
    own = [end.free_symbols - other.free_symbols for end, other in ((first, last), (last, first))]
    if [*map(len, own)] != [1, 1] or first.has(*JUMPS):
        return None
    (a,), (b,) = own
    known, m = domain.get(a), sp.Dummy("m", **a.assumptions0)
    between, same = first.subs(a, m), known == domain.get(b)
    if not (isinstance(known, Interval) and same and between == last.subs(b, m)):
        return None
    return (between, m, known) if not known.integer else None


def _apart_from_0(e: Any, domain: Scope, places: Mapping[Any, Any]) -> bool:
    return any(_shown(sign * e, domain, places, strict=True) for sign in (1, -1))


def _shown(e: Any, domain: Scope, places: Mapping[Any, Any], *, strict: bool) -> bool:
    """True if a sign shows over the domain."""
    e = symbolic(e).subs(places)
    intervals = {s: d for s, d in domain.items() if d is not None}
    e = with_signs(e, intervals) if e.has(sp.Abs, sp.sign) else e
    seen: set[sp.Symbol] = set()

    def lambert(x: sp.Expr) -> sp.Expr:
        """LambertW of a positive number, which is positive."""
        if not _shown(x, domain, {}, strict=True):
            return sp.LambertW(x, evaluate=False)
        seen.add(positive := sp.Dummy("W", positive=True))
        return positive

    e = e.replace(sp.LambertW, lambert) if e.has(sp.LambertW) else e
    if e.is_number:
        return bool(e.is_positive if strict else e.is_nonnegative)
    near = [s for s in e.free_symbols if s in domain and domain[s] is None]
    if near:  # beside a place only: a limit, which SymPy takes
        return True
    used = {s: domain[s] for s in e.free_symbols if s in domain}
    if len(used) < len(e.free_symbols - seen):
        return False
    return prove_sign(e, used, strict=strict) is not None
