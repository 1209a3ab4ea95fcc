"""Clauses of statements, judged: a proof in terms, and numbers at small sizes, which must agree."""

from .cells import decided
from .expansion import Expansion
from .growth import derived as powers_of
from .inductions import (
    at_step,
    equal_at_points,
    fields,
    holds,
    induction,
    one_step,
    put,
    start_of,
    vanishes,
)
from .parse import indices_in, need
from .stated import Statement, loaded
from .visible import MINUS_ONE, Signs, defined, gap_of, instance, minus_tree, ranged
from .witnesses import witnessed


def judged(raw):
    """Return whether the certificate of a clause holds. Raises: RefusedError for no certificate."""
    statement, earlier, proof = loaded(raw)
    witnessed(statement, raw["witnesses"])
    rules = {
        "normal form": normal_form,
        "induction": induction,
        "step": one_step,
        "known to be 0": known_zero,
        "visible signs": visible_signs,
        "induction of signs": induction_of_signs,
        "cells": on_cells,
    }
    need(proof["rule"] in rules, f"no rule {proof['rule']!r}")
    left, relation, right = statement.clause
    statement.clause = powers_of(statement, left), relation, powers_of(statement, right)
    lemmas = [lemma(statement, row) for row in earlier]
    known = [*statement.given, *lemmas]
    return rules[proof["rule"]](statement, known, dict(proof))


def lemma(statement, raw):
    """Return the clause of an earlier certificate of the same statement, if it holds."""
    need(isinstance(raw, dict), "no certificate of an earlier clause")
    other = Statement(raw["statement"])
    alike = ("domains", "defined", "given")
    for what in alike:
        need(same(getattr(statement, what), getattr(other, what)), "another statement's clause")
    need(judged(raw), "an earlier clause does not hold")
    for k, ends in other.indices.items():
        need(statement.indices.get(k, ends) == ends, "an index has two ranges")
        statement.indices[k] = ends
    return other.clause


def same(one_, two):
    return repr(one_) == repr(two)


def normal_form(statement, _known, proof):
    fields(proof)
    left, relation, right = statement.clause
    need(relation == "=", "an equality")
    defined(statement, left, right)
    gap = minus_tree(left, right)
    return vanishes(Expansion(statement), gap) and equal_at_points(statement, left, right)


def known_zero(statement, known, proof):
    because, sign = fields(proof, "because", "sign")
    statement.tree(because)
    left, relation, right = statement.clause
    need(relation == "=" and sign in {"1", "-1"}, "an equality")
    defined(statement, left, right, because)
    gaps = [gap_of(row) for row in known if row[1] == "="]
    expansion = Expansion(statement)
    if not zero(because, gaps, expansion):
        return False
    rest = ["+", minus_tree(left, right), ["*", ["rational", sign], because]]
    return vanishes(Expansion(statement), rest)


def zero(t, gaps, expansion):
    if any(instance(gap, t, expansion) for gap in gaps):
        return True
    if t[0] in {"+", "*"}:
        return (all if t[0] == "+" else any)(zero(p, gaps, expansion) for p in t[1:])
    return t[0] == "sum" and ranged(t, expansion, lambda: zero(t[4], gaps, expansion))


def on_cells(statement, _known, proof):
    fields(proof)
    return decided(statement)


def induction_of_signs(statement, known, proof):
    counter, because = fields(proof, "counter", "because")
    statement.tree(counter)
    statement.tree(because)
    left, relation, right = statement.clause
    need(relation in {"<", "<="}, "an order")
    defined(statement, left, right, because)
    gap = gap_of(statement.clause)
    first = start_of(statement, counter, gap)
    for a, _, b in statement.given:
        own = indices_in(a) | indices_in(b)
        need(not any(holds(statement, t, counter, own) for t in (a, b)), "a hypothesis that moves")
    gaps = known_gaps(known)
    begin, good = put(gap, counter, first), {"+"} if relation == "<" else {"+", "0"}
    signs = Signs(statement, gaps)
    if signs.of(begin) not in good:
        terms = Expansion(statement).terms(begin)
        if not terms_show(statement, terms, relation == "<"):
            return False
    expansion = at_step(statement, counter, None)
    known_now = [*gaps, (gap, "+" if relation == "<" else "0")]
    later = Signs(statement, known_now, expansion, (gap, counter))
    if later.of(because) not in good:
        return False
    rest = ["+", put(gap, counter, ["+", counter, ["rational", "1"]]), ["*", MINUS_ONE, because]]
    return vanishes(expansion, rest)


def terms_show(statement, terms, strict):
    """True if terms show that their sum is not negative: coefficients, and entries that are not."""
    expansion, positive = Expansion(statement), False
    for c, factors, bounds in terms:
        for f in factors:
            d = statement.domains.get(f[0])
            even = factors.count(f) % 2 == 0
            if not even and (d is None or d.variance is not None or d.low is None or d.low < 0):
                return False
        if not expansion.nonnegative(c):
            return False
        positive |= not factors and not bounds and expansion.nonnegative(c, True)
    return positive or not strict


def known_gaps(known):
    rows = [(gap_of(row), row[1]) for row in known if row[1] != "!="]
    return [(gap, {"<": "+", "<=": "0", "=": "zero"}[relation]) for gap, relation in rows]


def visible_signs(statement, known, proof):
    because, squares = fields(proof, "because", "squares")
    statement.tree(because)
    left, relation, right = statement.clause
    need(relation in {"<", "<="} and type(squares) is bool, "an order")
    defined(statement, left, right, because)
    own = gap_of(statement.clause)
    need(all(gap_of(row) != own for row in known), "the clause is its own hypothesis")
    signs = Signs(statement, known_gaps(known))
    sign = signs.of(because)
    if not sign or (relation == "<" and sign != "+"):
        return False
    if squares:
        if not signs.of(right):
            return False
        left, right = squared(left), squared(right)
    rest = ["+", minus_tree(right, left), ["*", MINUS_ONE, because]]
    good = vanishes(Expansion(statement), rest)
    return good and equal_at_points(statement, minus_tree(right, left), because)


def squared(t):
    if t[0] == "*":
        return ["*", *map(squared, t[1:])]
    if t[0] == "^" and t[2] == ["rational", "1/2"]:
        return t[1]
    return ["^", t, ["rational", "2"]]
