"""Induction over a size or over a free index: definitions unfold one step from the counter."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.statement import polynomials as poly
from depthlaws.claims.engine.statement.clauses import Clause, Induction
from depthlaws.claims.engine.statement.conditions import NONNEGATIVE, POSITIVE, Signs
from depthlaws.claims.engine.statement.definitions import Rule, Rules
from depthlaws.claims.engine.statement.expressions import Index, Tree, free_indices, nodes, tree
from depthlaws.claims.engine.statement.form import Form
from depthlaws.claims.engine.statement.normal_form import Expansion, Term
from depthlaws.claims.engine.statement.proof import Proof, fault_of, unknown, verdict_of
from depthlaws.claims.engine.statement.setting import substituted


def begins_elsewhere(s: Form, by: Induction) -> str | None:
    """Reason why an induction would not begin where the sentence does, or None."""
    if by.first is None or by.first == first_of(s, by):
        return None
    return f"the induction begins at {by.first}, the sentence at {first_of(s, by)}"


def by_induction(s: Form, clause: Clause, gap: Tree, rules: Rules) -> Proof:
    """Proof at the first counter, and from each to the next."""
    by = clause.by
    assert isinstance(by, Induction)
    counter = by.counter
    key = counter if isinstance(counter, Index) else tree(counter)
    problem = _induction_problem(s, gap, key, rules) or begins_elsewhere(s, by)
    if problem:
        return unknown(problem)
    first = first_of(s, by)
    start = fault_of(gap.put({key: first}), Expansion(s.setting(), rules))
    if start:
        return unknown(f"at {key} = {first}, left over: {start}")
    later = gap.put({key: tree(key) + 1})
    faults: list[str] = []
    for attempt in _attempts(s, clause, gap, later, key, rules):
        fault, how, way = attempt
        if fault is None:
            said = f"induction on {key} from {first} ({how}), sizes free"
            return verdict_of(None, said, rule="induction", way=way)
        faults.append(fault)
    return unknown(f"in the step of {key}, left over: {faults[-1]}")


def order_by_induction(s: Form, clause: Clause, signs: Signs) -> Proof:
    """Inequality at the first counter, and from each to the next: ``because`` is the later gap.

    In ``because`` the gap at the counter counts as known.
    """
    by, rules, gap = clause.by, s.rules(), clause.gap
    assert isinstance(by, Induction)
    key = by.counter if isinstance(by.counter, Index) else tree(by.counter)
    problem = _induction_problem(s, gap, key, rules) or _hypotheses_move(s, key)
    problem = problem or begins_elsewhere(s, by)
    if problem:
        return unknown(problem)
    if clause.because is None:
        return unknown("the step of an inequality needs because= for the gap one further")
    strict, first = clause.relation == "<", first_of(s, by)
    begin = gap.put({key: first})
    shown = signs.of(begin) or sign_of(Expansion(s.setting(), rules).terms(begin), signs)
    if not shown or (strict and shown != POSITIVE):
        return unknown(f"at {key} = {first} the gap {begin} shows no sign")
    expansion = _moved(s, key, rules, None, [i for g in s.given for i in free_indices(g.gap)])
    known = signs.known | {gap: POSITIVE if strict else NONNEGATIVE}
    fixed = {gap: key} if isinstance(key, Index) else {}
    later = Signs(expansion.setting, known, fixed)
    shown = later.of(clause.because)
    if not shown or (strict and shown != POSITIVE):
        return unknown(f"{clause.because} shows no sign in the step of {key}")
    signs.used |= later.used
    fault = fault_of(gap.put({key: tree(key) + 1}) - clause.because, expansion)
    how = f"induction on {key} from {first}: one further the gap is {clause.because}, sizes free"
    return verdict_of(fault, how, rule="induction of signs")


def _hypotheses_move(s: Form, key: Any) -> str | None:
    """Reason why hypotheses for all sizes would not hold for the size before, or None."""
    if isinstance(key, Index):
        return None
    for g in s.given:
        own = set(free_indices(g.gap))
        firsts = [n for i in own for n in nodes(i.first)]
        if key in firsts or any(key in nodes_without(t, own) for t in (g.left, g.right)):
            return f"the hypothesis {g} depends on the counter {key}"
    return None


def nodes_without(t: Tree, own: set[Index]) -> Iterator[Tree]:
    """Yield the nodes of a tree, but for the ranges of some indices."""
    yield t
    for a in t.args:
        if isinstance(a, Tree):
            yield from nodes_without(a, own)
        elif isinstance(a, Index) and a not in own:
            yield from nodes_without(a.first, own)
            yield from nodes_without(a.last, own)


def sign_of(terms: list[Term], signs: Signs) -> str:
    """Sign that a sum of terms shows: of coefficients, and of entries that are not negative."""
    shown = [_sign_of_term(term, signs) for term in terms]
    if not all(shown):
        return ""
    return POSITIVE if POSITIVE in shown else NONNEGATIVE


def _sign_of_term(term: Term, signs: Signs) -> str:
    setting, factors = signs.setting, list(term.factors)
    odd = [f for f in dict.fromkeys(factors) if factors.count(f) % 2]
    for name, _ in odd:
        domain = setting.domains.get(name)
        if domain is None or domain.variance is not None or not domain.sign:
            return ""
    sign = setting.sign(term.coefficient)
    return sign if sign != POSITIVE or not (factors or term.bounds) else NONNEGATIVE


def first_of(s: Form, by: Induction) -> Tree:
    """First value of the counter in the sentence."""
    if isinstance(by.counter, Index):
        return by.counter.first
    return tree(Fraction(s.domains[tree(by.counter).args[0]].low))


def _attempts(
    s: Form, clause: Clause, gap: Tree, later: Tree, key: Any, rules: Rules
) -> Iterator[tuple[str | None, str, str]]:
    """Yield the fault of each kind of step, how it goes, and its name in a certificate."""
    by = clause.by
    assert isinstance(by, Induction)
    hypothesis = _hypothesis(s, clause, key, rules)
    if hypothesis is not None and by.times is None:
        fault = fault_of(later, _moved(s, key, rules, hypothesis))
        yield fault, "the hypothesis replaces its left side", "hypothesis"
    times = by.times or tree(1)
    how = (
        f"difference at {key} + 1 = {'' if times == tree(1) else f'({times}) '}difference at {key}"
    )
    yield fault_of(later - times * gap, _moved(s, key, rules, None)), how, "multiple"


def _moved(
    s: Form, key: Any, rules: Rules, instead: Rule | None, more: Sequence[Index] = ()
) -> Expansion:
    """Expansion at the step from a counter: definitions reach one further."""
    setting = s.setting()
    if isinstance(key, Index):
        counter = poly.atom(("i", key))
        first, last = setting.range_of(key)
        setting.ranges[key] = first, last - poly.constant(1)
        return Expansion(setting, rules, counter, instead)
    name = key.args[0]
    counter = poly.scalar(name)
    one_more = {("scalar", name): counter + poly.constant(1)}
    slots = [slot for group in rules.values() for rule in group for slot in rule.slots]
    for i in dict.fromkeys([*(i for i, _, _ in slots if i is not None), *more]):
        first, last = (substituted(e, one_more, setting) for e in setting.range_of(i))
        setting.ranges[i] = first, last
    return Expansion(setting, rules, counter, instead)


def _induction_problem(s: Form, gap: Tree, key: Any, rules: Rules) -> str | None:
    """Reason why an induction over a counter would not be one, or None."""
    if isinstance(key, Index):
        if key not in free_indices(gap):
            return f"{key} is no free index of the clause"
        for i in free_indices(gap):
            if i is not key and key in {*free_indices(i.first), *free_indices(i.last)}:
                return f"the free index {i} runs to the counter {key}"
        return None
    if key.head != "scalar":
        return f"an induction counts along a scalar or a free index, not along {key}"
    name = key.args[0]
    domain = s.domains[name]
    begins = not domain.low_open and Fraction(domain.low).denominator == 1
    if not domain.whole or domain.high != float("inf") or not begins:
        return f"{name} does not run over all whole numbers from a first one on"
    for group in rules.values():
        for rule in group:
            firsts = [i.first for i, _, _ in rule.slots if i is not None]
            if name in _scalars_inside(rule).union(*map(_scalar_names, firsts)):
                return f"the definition of {rule.name} depends on the counter {name}"
    for other, d in s.domains.items():
        if d.variance is not None and name in _scalar_names(d.variance):
            return f"the variance of {other} depends on the counter {name}"
    for i in free_indices(gap):
        if name in _scalar_names(i.first) | _scalar_names(i.last):
            return f"the free index {i} runs to the counter {name}"
    return None


def _scalars_inside(rule: Rule) -> set[str]:
    """Scalars in a definition, but not those that end the ranges of its own places."""
    own = {i for i, _, _ in rule.slots if i is not None}

    def inside(t: Tree) -> set[str]:
        if t.head == "scalar":
            return {t.args[0]}
        if t.head == "index" and t.args[0] in own:
            return set()
        out: set[str] = set()
        for a in t.args:
            if isinstance(a, Index):
                out |= inside(a.first) | inside(a.last)
            elif isinstance(a, Tree):
                out |= inside(a)
        return out

    fixed = (inside(p) for (i, _, _), p in zip(rule.slots, rule.places, strict=True) if i is None)
    return inside(rule.body).union(*fixed)


def _scalar_names(t: Tree) -> set[str]:
    return {n.args[0] for n in nodes(t) if n.head == "scalar"}


def _hypothesis(s: Form, clause: Clause, key: Any, rules: Rules) -> Rule | None:
    """Clause as a rule for its left side at the counter, if that is one entry."""
    left = clause.left
    if left.head != "entry" or left.args[0] not in rules:
        return None
    slots = []
    setting = s.setting()
    for place in left.args[1:]:
        if place == tree(key):
            slots.append((None, Fraction(0), setting.poly(place, {})))
        elif place.head == "index":
            slots.append((place.args[0], Fraction(0), poly.constant(0)))
        else:
            return None
    formal = [i for i, _, _ in slots if i is not None]
    others = set(free_indices(clause.right)) - set(formal) - {key}
    if len(set(formal)) != len(formal) or others or len(formal) == len(slots):
        return None
    return Rule(left.args[0], left.args[1:], clause.right, tuple(slots), True)
