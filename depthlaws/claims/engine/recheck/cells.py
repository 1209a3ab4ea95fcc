"""Piecewise linear orders and conditions: no point of the domain contradicts them.

A condition is written as alternatives of linear inequalities; whether an alternative has a point is
decided by elimination, one scalar after the other, in whole numbers.
"""

from fractions import Fraction
from itertools import product
from math import gcd, lcm

from .parse import need, refuse, symbols_in

MAX_ROWS = 4000
MINUS = Fraction(-1)


def scaled(form, c):
    return {n: c * x for n, x in form.items() if c * x}


def added(*forms):
    out = {}
    for form in forms:
        for n, c in form.items():
            out[n] = out.get(n, 0) + c
    return {n: c for n, c in out.items() if c}


def pieces(t):
    """Return [(linear form, inequalities)] that together are the values of a tree."""
    head, *parts = t
    if head == "rational":
        return [({"": Fraction(parts[0])} if Fraction(parts[0]) else {}, [])]
    if head == "symbol":
        return [({parts[0]: Fraction(1)}, [])]
    choices = list(product(*map(pieces, parts)))
    need(len(choices) <= MAX_ROWS, "too many pieces")
    if head == "+":
        return [(added(*(f for f, _ in c)), joined(c)) for c in choices]
    if head == "*":
        return [(times([f for f, _ in c]), joined(c)) for c in choices]
    if head == "^":
        return [(inverse(*(f for f, _ in c)), joined(c)) for c in choices]
    need(head in {"Max", "Min"}, f"{head} is not piecewise linear")
    sign, out = Fraction(1 if head == "Max" else -1), []
    for c in choices:
        for k, (form, _) in enumerate(c):
            others = [added(form, scaled(f, MINUS)) for f, _ in c[:k] + c[k + 1 :]]
            out.append((form, joined(c) + [(scaled(f, sign), False) for f in others]))
    return out


def joined(choice):
    return [row for _, rows in choice for row in rows]


def times(forms):
    out = {"": Fraction(1)}
    for form in forms:
        need(set(form) <= {""} or set(out) <= {""}, "a product that is not linear")
        number, other = (form, out) if set(form) <= {""} else (out, form)
        out = scaled(other, number.get("", Fraction(0)))
    return out


def inverse(base, power):
    need(set(base) == {""} and power == {"": MINUS}, "a power that is not linear")
    return {"": 1 / base[""]}


def alternatives(t, truth=True):
    """Return lists of inequalities, one of which holds where a condition has a truth value."""
    head, *parts = t
    if head == "not":
        return alternatives(parts[0], not truth)
    if head in {"and", "or"}:
        sides = [alternatives(p, truth) for p in parts]
        if (head == "and") != truth:
            return [rows for side in sides for rows in side]
        need(lengths(sides) <= MAX_ROWS, "too many alternatives")
        return [[row for rows in choice for row in rows] for choice in product(*sides)]
    out = []
    for form, rows in pieces(["+", parts[1], ["*", ["rational", "-1"], parts[0]]]):
        back = scaled(form, MINUS)
        if head == "<":
            out.append([*rows, (form, True) if truth else (back, False)])
        elif head == "<=":
            out.append([*rows, (form, False) if truth else (back, True)])
        elif (head == "=") == truth:
            out.append([*rows, (form, False), (back, False)])
        else:
            out += [[*rows, (form, True)], [*rows, (back, True)]]
    return out


def lengths(sides):
    out = 1
    for side in sides:
        out *= len(side)
    return out


def whole(row):
    """Return an inequality in whole numbers without a common factor."""
    form, strict = row
    many = lcm(*(c.denominator for c in form.values())) if form else 1
    numbers = {n: int(c * many) for n, c in form.items()}
    share = gcd(*numbers.values()) if numbers else 1
    return tuple(sorted((n, c // (share or 1)) for n, c in numbers.items())), strict


def empty(rows):
    """True if linear inequalities, form >= 0 or form > 0, have no common point."""
    rows = {whole(row) for row in rows}
    while True:
        plain = [(dict(f), strict) for f, strict in rows if {*dict(f)} <= {""}]
        if any(f.get("", 0) < 0 or (strict and not f.get("")) for f, strict in plain):
            return True
        names = sorted({n for form, _ in rows for n in dict(form) if n})
        if not names:
            return False
        name = min(names, key=lambda n: sum(n in dict(form) for form, _ in rows))
        above = [(dict(f), s) for f, s in rows if dict(f).get(name, 0) > 0]
        below = [(dict(f), s) for f, s in rows if dict(f).get(name, 0) < 0]
        kept = {row for row in rows if name not in dict(row[0])}
        need(len(above) * len(below) + len(kept) <= MAX_ROWS, "too many inequalities")
        for (f, s), (g, q) in product(above, below):
            form = added(scaled(f, Fraction(-g[name])), scaled(g, Fraction(f[name])))
            kept.add(whole(({n: Fraction(c) for n, c in form.items()}, s or q)))
        rows = kept


def domain_rows(statement, names):
    rows = []
    for n in names:
        d = statement.domains[n]
        need(not (d.values or d.whole or d.sizes), f"{n} is no real number in an interval")
        if d.low is not None:
            rows.append((added({n: Fraction(1)}, {"": -d.low}), d.low_open))
        if d.high is not None:
            rows.append((added({n: MINUS}, {"": d.high}), d.high_open))
    return rows


def decided(statement):
    """True if no point of the domain contradicts the clause of a statement."""
    left, relation, right = statement.clause
    given = [[r, a, b] for a, r, b in statement.given]
    names = {n for t in (left, right, *given) for n in symbols_in(t)}
    rows = domain_rows(statement, sorted(names))
    for hypothesis in given:
        (only,) = alternatives(hypothesis) if hypothesis[0] != "!=" else refuse("a hypothesis !=")
        rows = rows + only
    if relation == "<=>":
        wrong = [a + b for a in alternatives(left) for b in alternatives(right, False)]
        wrong += [a + b for a in alternatives(left, False) for b in alternatives(right)]
    else:
        wrong = alternatives([relation, left, right], False)
    need(len(wrong) <= MAX_ROWS, "too many cells")
    return all(empty(rows + more) for more in wrong)
