"""Conditions on scalars, decided on cells that together cover the domain of the sentence.

Conditions that are not piecewise linear are cut at the borders of one scalar, and each relation
needs one sign on each cell, which the rules of inequalities show.
"""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks.common import COMPARE
from depthlaws.claims.engine.checks.inequality import prove_sign
from depthlaws.claims.engine.records import Verdict
from depthlaws.claims.engine.stated import worked_out
from depthlaws.claims.engine.statement.domains import INFINITY, Domain, exact_end
from depthlaws.claims.engine.statement.ends import borders_of
from depthlaws.claims.engine.statement.errors import LimitError
from depthlaws.claims.engine.statement.expressions import Tree, nodes
from depthlaws.claims.engine.statement.linear_cells import branches as branches_of
from depthlaws.claims.engine.statement.linear_cells import (
    domain_limits,
    feasible,
    given_limits,
    names_of,
    scaled,
    truths,
)
from depthlaws.claims.engine.statement.sympy_trees import to_sympy
from depthlaws.theory.symbolic.domain import Interval


def order(s: Any, gap: Tree, *, strict: bool) -> str | None:
    """Reason why a piecewise linear gap is positive (or not negative), or None."""
    try:
        given = given_limits(s)
        names = names_of(gap, *(g.gap for g in s.given))
        domain = [*domain_limits({n: s.domains[n] for n in names}), *given]
        branches = list(branches_of(gap))
        bad = [
            [*domain, *limits, (scaled(form, Fraction(-1)), ">=" if strict else ">")]
            for form, limits in branches
        ]
        if any(map(feasible, bad)):
            return None
    except LimitError:
        return None
    return f"linear on {len(branches)} cells that cover the domain"


def equivalent(s: Any, left: Tree, right: Tree) -> tuple[Verdict, str, dict[str, Any]]:
    """Verdict on two conditions: the same truth on every cell, both directions at once."""
    try:
        given = given_limits(s)
        names = names_of(left, right, *(g.gap for g in s.given))
        domain = [*domain_limits({n: s.domains[n] for n in names}), *given]
        pairs = itertools.product(truths(left, domain), truths(right, domain))
        count = 0
        for (one, limits), (two, more) in pairs:
            if not feasible([*domain, *limits, *more]):
                continue
            count += 1
            if one != two:
                return Verdict.UNKNOWN, "the conditions differ on a cell of the domain", {}
    except LimitError:
        return _on_borders(s, left, right)
    how = f"the same truth on {count} cells that cover the domain"
    return Verdict.PROVED, how, {"rule": "cells"}


# -- other conditions ------------------------------------------------------------------------------


def _on_borders(s: Any, left: Tree, right: Tree) -> tuple[Verdict, str, dict[str, Any]]:
    if s.given:
        return Verdict.UNKNOWN, "a condition with hypotheses that are not linear", {}
    relations = [n for t in (right, left) for n in nodes(t) if n.head in ("<", "<=", "=", "!=")]
    names = names_of(left, right)
    domains = {n: s.domains[n] for n in names}
    symbols = {n: d.symbol(n) for n, d in domains.items()}
    sides = [to_sympy(left, symbols), to_sympy(right, symbols)]
    borders = []
    for relation in relations:
        try:
            borders += borders_of([relation], domains)
        except (LimitError, NotImplementedError, sp.PolynomialError):
            continue
    if multiple(left, right, symbols, domains):
        return Verdict.PROVED, "one gap is a positive multiple of the other", {"rule": "multiple"}
    for name in dict.fromkeys(n for n, _ in borders):
        places = list(dict.fromkeys(p for n, p in borders if n == name))
        cells = list(_cut(domains, symbols, name, places))
        truths = [[_truth(side, values, allowed) for side in sides] for values, allowed in cells]
        if cells and all(one is not None and one == two for one, two in truths):
            how = f"the same truth on {len(cells)} cells that cover the domain"
            at = {"counted": name, "places": [str(p) for p in places if p.is_Rational]}
            return Verdict.PROVED, how, {"rule": "borders", **at}
    return Verdict.UNKNOWN, "no cells on which both conditions have one truth", {}


def multiple(
    left: Tree, right: Tree, symbols: dict[str, sp.Symbol], domains: dict[str, Domain]
) -> tuple[sp.Expr, sp.Expr, sp.Expr] | None:
    """Gaps of two relations and the positive factor between them, or None if there is none."""
    if left.head != right.head or left.head not in ("<", "<=", "="):
        return None
    one, two = (to_sympy(t.args[1], symbols) - to_sympy(t.args[0], symbols) for t in (left, right))
    first, second = worked_out(one), worked_out(two)
    ratio = sp.factor(sp.simplify(first / second)) if second != 0 else sp.nan
    if ratio.has(sp.nan, sp.zoo) or sp.simplify(first - ratio * second) != 0:
        return None
    below = sp.fraction(sp.together(ratio))[1]
    used = {symbols[n]: d.interval for n, d in domains.items()}
    signs = [
        _sign(e, {s: a for s, a in used.items() if s in e.free_symbols}) for e in (ratio, below)
    ]
    return (one, two, ratio) if signs[0] == 1 and signs[1] in (1, -1) else None


def _cut(
    domains: dict[str, Domain], symbols: dict[str, sp.Symbol], name: str, places: list[Any]
) -> Iterator[tuple[dict[Any, Any], dict[Any, Any]]]:
    """Yield substitutions and domains: below, at and above each border of one scalar.

    Nothing is yielded where the cells would not cover the domain.
    """
    others = {symbols[n]: d.interval for n, d in domains.items() if n != name}
    parts: list[dict[Any, Any]] = [others]
    for n, d in domains.items():  # the least size by itself: conditions often turn there
        if n != name and d.whole:
            first = sp.Integer(int(d.low))
            later = Interval(first + 1, sp.oo, right_open=True, integer=True)
            parts = [{**p, symbols[n]: x} for p in parts for x in ([first], later)]
    x, d = symbols[name], domains[name]
    if all(p.is_number for p in places):
        cells = _cut_at_numbers(x, d, places)
    elif len(places) == 1:
        bare = {sp.Symbol(s.name, real=True): s for s in symbols.values()}
        cells = _cut_at_expression(x, d, places[0].subs(bare), others)
    else:
        cells = []
    yield from ((values, {**part, **more}) for part in parts for values, more in cells)


def _cut_at_numbers(
    x: sp.Symbol, d: Domain, places: list[Any]
) -> list[tuple[dict[Any, Any], dict[Any, Any]]]:
    """Points and open intervals between them that cover a domain."""
    if d.values or d.whole:
        return []
    low, high = map(exact_end, (d.low, d.high))
    inner = sorted({p for p in places if p.is_Rational and low < p < high})
    cuts = [low, *inner, high]
    cells: list[tuple[dict[Any, Any], dict[Any, Any]]] = [
        ({}, {x: Interval(a, b, left_open=True, right_open=True)})
        for a, b in itertools.pairwise(cuts)
    ]
    points = [p for p in cuts if p.is_finite and d.has(Fraction(str(p)))]
    return cells + [({x: p}, {}) for p in points]


def _cut_at_expression(
    x: sp.Symbol, d: Domain, place: Any, others: dict[Any, Any]
) -> list[tuple[dict[Any, Any], dict[Any, Any]]]:
    """Below, at and above a border that holds other scalars, for a scalar over all x > 0."""
    used = {s: a for s, a in others.items() if s in place.free_symbols}
    if d.low != 0 or not d.low_open or d.high != INFINITY or d.whole or d.values:
        return []
    if _sign(place, used) != 1:
        return []
    t = sp.Dummy("t", positive=True)
    inside = {t: Interval(0, sp.oo, left_open=True, right_open=True)}
    return [({x: place * t / (1 + t)}, inside), ({x: place}, {}), ({x: place * (1 + t)}, inside)]


def _truth(b: Any, values: dict[Any, Any], allowed: dict[Any, Any]) -> bool | None:
    """Truth of a condition on a cell; None if it is not seen to have one."""
    if b in (sp.true, sp.false, True, False):
        return bool(b)
    if isinstance(b, (sp.And, sp.Or)):
        inner = [_truth(a, values, allowed) for a in b.args]
        decided = isinstance(b, sp.Or)
        return decided if decided in inner else None if None in inner else not decided
    if isinstance(b, sp.Not):
        inner = _truth(b.args[0], values, allowed)
        return None if inner is None else not inner
    gap = worked_out((b.lhs - b.rhs).subs(values))
    listed = {s: a[0] for s, a in allowed.items() if isinstance(a, list) and len(a) == 1}
    gap = sp.factor(gap.subs(listed))
    used = {s: a for s, a in allowed.items() if s in gap.free_symbols}
    sign = _sign(gap, used)
    if sign is None:
        return None
    return bool(COMPARE[b.rel_op](sign, 0)) if b.rel_op in COMPARE else sign != 0


def _sign(gap: Any, used: dict[Any, Any]) -> int | None:
    if gap == 0:
        return 0
    if not used:
        return 1 if gap.is_positive else -1 if gap.is_negative else None
    for sign in [guess] if (guess := _sign_somewhere(gap, used)) else [1, -1]:
        if prove_sign(sign * gap, used, strict=True):
            return sign
    return None


def _sign_somewhere(gap: Any, used: dict[Any, Any]) -> int:
    """Sign at one point of a cell, so that only this one needs a proof; 0 if it is not seen."""
    point = {}
    for s, allowed in used.items():
        if isinstance(allowed, Interval):
            low = allowed.low if allowed.low != -sp.oo else sp.Integer(-3)
            high = allowed.high if allowed.high != sp.oo else low + 2
            middle = low + (high - low) * sp.Rational(3, 7)
            point[s] = sp.ceiling(middle) if allowed.integer else middle
        else:
            point[s] = allowed[0]
    value = sp.N(gap.subs(point), 30)
    return int(sp.sign(value)) if value.is_real and abs(value) > 1e-20 else 0
