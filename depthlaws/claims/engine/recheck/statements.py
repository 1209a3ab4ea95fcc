"""Clauses of statements, judged: a proof in terms, and numbers at small sizes, which must agree."""

from .expansion import Expansion
from .inductions import equal_at_points, fields, induction, one_step, vanishes
from .parse import Statement, loaded, need
from .visible import MINUS_ONE, Signs, defined, gap_of, instance, minus_tree, ranged


def judged(raw):
    """Return whether the certificate of a clause holds. Raises: RefusedError for no certificate."""
    statement, earlier, proof = loaded(raw)
    rules = {
        "normal form": normal_form,
        "induction": induction,
        "step": one_step,
        "known to be 0": known_zero,
        "visible signs": visible_signs,
    }
    need(proof["rule"] in rules, f"no rule {proof['rule']!r}")
    lemmas = [lemma(statement, row) for row in earlier]
    known = [*statement.given, *lemmas]
    return rules[proof["rule"]](statement, known, dict(proof))


def lemma(statement, raw):
    """Return the clause of an earlier certificate of the same statement, if it holds."""
    need(isinstance(raw, dict), "no certificate of an earlier clause")
    other = Statement(raw["statement"])
    alike = ("domains", "defined", "given")
    raw_domains = [sorted(s.domains) for s in (statement, other)]
    need(raw_domains[0] == raw_domains[1], "an earlier clause of another statement")
    for what in alike[1:]:
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


def visible_signs(statement, known, proof):
    because, squares = fields(proof, "because", "squares")
    statement.tree(because)
    left, relation, right = statement.clause
    need(relation in {"<", "<="} and type(squares) is bool, "an order")
    defined(statement, left, right, because)
    gaps = {}
    for row in known:
        gap = gap_of(row)
        need(gap != gap_of(statement.clause), "the clause is its own hypothesis")
        if row[1] != "!=":
            gaps[repr(gap)] = (gap, {"<": "+", "<=": "0", "=": "zero"}[row[1]])
    signs = Signs(statement, [*gaps.values()])
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
