"""Conditions on scalars, decided on cells that together cover the domain of the sentence.

Piecewise linear conditions (exponents) are cut by all their linear forms, and a cell is empty or
not by Fourier and Motzkin's elimination in rationals. Other conditions are cut at the borders of
one symbol, and each relation needs one sign on each cell, which the rules of inequalities show.
"""

import itertools
from collections.abc import Iterator, Sequence
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
from depthlaws.claims.engine.statement.sympy_trees import to_sympy
from depthlaws.theory.symbolic.domain import Interval

MAX_CELLS = 3000

Form = dict[str, Fraction]  # linear form; the constant under ""
Limit = tuple[Form, str]  # form ">= 0", "> 0" or "= 0"


# -- piecewise linear ------------------------------------------------------------------------------


def linear(t: Tree) -> Form | None:
    """Linear form of a tree without Max and Min, or None."""
    if t.head == "number":
        return {"": t.args[0]}
    if t.head == "scalar":
        return {t.args[0]: Fraction(1)}
    if t.head == "+":
        parts = [linear(a) for a in t.args]
        return None if None in parts else _added(*parts)  # type: ignore[arg-type]
    if t.head == "*":
        out: Form = {"": Fraction(1)}
        for a in t.args:
            part = linear(a)
            if part is None:
                return None
            if set(part) <= {""}:
                out = _scaled(out, part.get("", Fraction(0)))
            elif set(out) <= {""}:
                out = _scaled(part, out.get("", Fraction(0)))
            else:
                return None
        return out
    if t.head == "^" and t.args[1].head == "number":
        base = linear(t.args[0])
        if base is not None and set(base) <= {""} and t.args[1].args[0] == -1 and base.get(""):
            return {"": 1 / base[""]}
    return None


def _added(*forms: Form) -> Form:
    out: Form = {}
    for form in forms:
        for name, c in form.items():
            out[name] = out.get(name, Fraction(0)) + c
    return {n: c for n, c in out.items() if c}


def _scaled(form: Form, c: Fraction) -> Form:
    return {n: c * x for n, x in form.items() if c * x}


def _branches(t: Tree) -> Iterator[tuple[Form, list[Limit]]]:
    """Yield the linear form of a tree with Max and Min on each of its branches.

    Raises: LimitError for a tree that is not piecewise linear.
    """
    plain = linear(t)
    if plain is not None:
        yield plain, []
        return
    if t.head in ("Max", "Min"):
        for choice in itertools.product(*(list(_branches(a)) for a in t.args)):
            for k, (form, _) in enumerate(choice):
                limits = [limit for _, more in choice for limit in more]
                for other, _ in choice[:k] + choice[k + 1 :]:
                    difference = _added(form, _scaled(other, Fraction(-1)))
                    limits.append(
                        (_scaled(difference, Fraction(1 if t.head == "Max" else -1)), ">=")
                    )
                yield form, limits
        return
    if t.head == "+":
        for choice in itertools.product(*(list(_branches(a)) for a in t.args)):
            yield _added(*(f for f, _ in choice)), [x for _, more in choice for x in more]
        return
    if t.head == "*":
        factors = [linear(a) for a in t.args]
        numbers = [f for f in factors if f is not None and set(f) <= {""}]
        others = [
            a for a, f in zip(t.args, factors, strict=True) if f is None or not set(f) <= {""}
        ]
        if len(others) == 1:
            c = Fraction(1)
            for n in numbers:
                c *= n.get("", Fraction(0))
            for form, limits in _branches(others[0]):
                yield _scaled(form, c), limits
            return
    msg = f"{t} is not piecewise linear"
    raise LimitError(msg)


def _domain_limits(domains: dict[str, Domain]) -> list[Limit]:
    limits: list[Limit] = []
    for name, d in domains.items():
        if d.values or d.whole:
            msg = f"{name} is not a real interval"
            raise LimitError(msg)
        if d.low != -INFINITY:
            form = _added({name: Fraction(1)}, {"": -Fraction(d.low)})
            limits.append((form, ">" if d.low_open else ">="))
        if d.high != INFINITY:
            form = _added({name: Fraction(-1)}, {"": Fraction(d.high)})
            limits.append((form, ">" if d.high_open else ">="))
    return limits


def feasible(limits: Sequence[Limit]) -> bool:
    """True if linear conditions can hold together: Fourier and Motzkin's elimination."""
    limits = list(limits)
    while names := {n for form, _ in limits for n in form if n}:
        if len(limits) > MAX_CELLS:
            msg = "too many linear conditions"
            raise LimitError(msg)
        equal = next((x for x in limits if x[1] == "=" and set(x[0]) - {""}), None)
        if equal is not None:
            name = next(n for n in equal[0] if n)
            limits.remove(equal)
            limits = [
                (_added(f, _scaled(equal[0], -f.get(name, Fraction(0)) / equal[0][name])), r)
                for f, r in limits
            ]
            continue
        name = min(names, key=lambda n: sum(n in f for f, _ in limits))
        up = [(f, r) for f, r in limits if f.get(name, 0) > 0]
        down = [(f, r) for f, r in limits if f.get(name, 0) < 0]
        others = [(f, r) for f, r in limits if name not in f]
        for (f, r), (g, q) in itertools.product(up, down):
            joined = _added(_scaled(f, -g[name]), _scaled(g, f[name]))
            joined.pop(name, None)
            others.append((joined, ">" if ">" in (r, q) else ">="))
        limits = others
    constants = [(form.get("", Fraction(0)), r) for form, r in limits]
    return all({"=": c == 0, ">=": c >= 0, ">": c > 0}[r] for c, r in constants)


def _truths(t: Tree, domain: Sequence[Limit]) -> list[tuple[bool, list[Limit]]]:
    """Parts of the domain on which a condition has one truth value."""
    if t.head in ("and", "or"):
        out = [(t.head == "and", list[Limit]())]
        for a in t.args:
            joined = []
            for (one, limits), (two, more) in itertools.product(out, _truths(a, domain)):
                both = [*limits, *more]
                if feasible([*domain, *both]):
                    joined.append((one and two if t.head == "and" else one or two, both))
            out = joined
            if len(out) > MAX_CELLS:
                msg = "too many cells"
                raise LimitError(msg)
        return out
    if t.head == "not":
        return [(not value, limits) for value, limits in _truths(t.args[0], domain)]
    out = []
    for form, limits in _branches(t.args[0] - t.args[1]):
        for relation, sign in ((">", 1), ("=", 1), (">", -1)):
            cell = [*limits, (_scaled(form, Fraction(sign)), relation)]
            value = 0 if relation == "=" else sign
            truth = {"<": value < 0, "<=": value <= 0, "=": value == 0, "!=": value != 0}[t.head]
            if feasible([*domain, *cell]):
                out.append((truth, cell))
    return out


def _given_limits(s: Any) -> list[Limit]:
    limits: list[Limit] = []
    for g in s.given:
        form = linear(g.gap)
        if form is None or g.relation == "!=":
            msg = f"the hypothesis {g} is not linear"
            raise LimitError(msg)
        limits.append((form, {"<=": ">=", "<": ">", "=": "="}[g.relation]))
    return limits


def _names(*trees: Tree) -> set[str]:
    return {n.args[0] for t in trees for n in nodes(t) if n.head == "scalar"}


def order(s: Any, gap: Tree, *, strict: bool) -> str | None:
    """Reason why a piecewise linear gap is positive (or not negative), or None."""
    try:
        given = _given_limits(s)
        names = _names(gap, *(g.gap for g in s.given))
        domain = [*_domain_limits({n: s.domains[n] for n in names}), *given]
        branches = list(_branches(gap))
        bad = [
            [*domain, *limits, (_scaled(form, Fraction(-1)), ">=" if strict else ">")]
            for form, limits in branches
        ]
        if any(map(feasible, bad)):
            return None
    except LimitError:
        return None
    return f"linear on {len(branches)} cells that cover the domain"


def equivalent(s: Any, left: Tree, right: Tree) -> tuple[Verdict, str]:
    """Verdict on two conditions: the same truth on every cell, both directions at once."""
    try:
        given = _given_limits(s)
        names = _names(left, right, *(g.gap for g in s.given))
        domain = [*_domain_limits({n: s.domains[n] for n in names}), *given]
        pairs = itertools.product(_truths(left, domain), _truths(right, domain))
        count = 0
        for (one, limits), (two, more) in pairs:
            if not feasible([*domain, *limits, *more]):
                continue
            count += 1
            if one != two:
                return Verdict.UNKNOWN, "the conditions differ on a cell of the domain"
    except LimitError:
        return _on_borders(s, left, right)
    return Verdict.PROVED, f"the same truth on {count} cells that cover the domain"


# -- other conditions ------------------------------------------------------------------------------


def _on_borders(s: Any, left: Tree, right: Tree) -> tuple[Verdict, str]:
    if s.given:
        return Verdict.UNKNOWN, "a condition with hypotheses that are not linear"
    relations = [n for t in (right, left) for n in nodes(t) if n.head in ("<", "<=", "=", "!=")]
    names = _names(left, right)
    domains = {n: s.domains[n] for n in names}
    symbols = {n: d.symbol(n) for n, d in domains.items()}
    sides = [to_sympy(left, symbols), to_sympy(right, symbols)]
    borders = []
    for relation in relations:
        try:
            borders += borders_of([relation], domains)
        except (LimitError, NotImplementedError, sp.PolynomialError):
            continue
    if _multiple(left, right, symbols, domains):
        return Verdict.PROVED, "one gap is a positive multiple of the other"
    for name in dict.fromkeys(n for n, _ in borders):
        places = list(dict.fromkeys(p for n, p in borders if n == name))
        cells = list(_cut(domains, symbols, name, places))
        truths = [[_truth(side, values, allowed) for side in sides] for values, allowed in cells]
        if cells and all(one is not None and one == two for one, two in truths):
            return Verdict.PROVED, f"the same truth on {len(cells)} cells that cover the domain"
    return Verdict.UNKNOWN, "no cells on which both conditions have one truth"


def _multiple(
    left: Tree, right: Tree, symbols: dict[str, sp.Symbol], domains: dict[str, Domain]
) -> bool:
    """True if the gap of one relation is a positive multiple of the other's."""
    if left.head != right.head or left.head not in ("<", "<=", "="):
        return False
    one, two = (
        worked_out(to_sympy(t.args[1], symbols) - to_sympy(t.args[0], symbols))
        for t in (left, right)
    )
    ratio = sp.factor(sp.simplify(one / two)) if two != 0 else sp.nan
    if ratio.has(sp.nan, sp.zoo) or sp.simplify(one - ratio * two) != 0:
        return False
    below = sp.fraction(sp.together(ratio))[1]
    used = {symbols[n]: d.interval for n, d in domains.items()}
    signs = [
        _sign(e, {s: a for s, a in used.items() if s in e.free_symbols}) for e in (ratio, below)
    ]
    return signs[0] == 1 and signs[1] is not None and signs[1] != 0


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
