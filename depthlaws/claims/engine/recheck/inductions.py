"""Inductions over a size or a free index, and single steps through definitions."""

from .expansion import Expansion
from .matching import cancels
from .parse import indices_in, need
from .places import at_index
from .points import agrees
from .sums import add, one, term
from .visible import MINUS_ONE, defined, minus_tree


def fields(proof, *names):
    need(set(proof) == {"rule", *names}, f"{proof['rule']}: other fields than {names}")
    return [proof[n] for n in names]


def free_of(statement, *trees):
    """Return the free indices of trees, those first whose ranges need no other."""
    inside = lambda k: {i for e in statement.indices[k] for i in indices_in(e)}  # noqa: E731
    return sorted(statement.free_of(*trees), key=lambda k: (len(inside(k)), k))


def equal_at_points(statement, left, right):
    free = free_of(statement, left, right)
    same_value = lambda p, env: p.value(left, env) == p.value(right, env)  # noqa: E731
    return agrees(statement, free, same_value) is not False


def vanishes(expansion, gap):
    return cancels(expansion, expansion.terms(gap))


def one_step(statement, _known, proof):
    (counter,) = fields(proof, "counter")
    left, relation, right = statement.clause
    need(relation == "=" and counter[:1] == ["index"], "an equality and an index")
    defined(statement, left, right)
    expansion = Expansion(statement, at_index(counter[1]))
    return vanishes(expansion, minus_tree(left, right)) and equal_at_points(statement, left, right)


def induction(statement, _known, proof):
    counter, way, times = fields(proof, "counter", "way", "times")
    left, relation, right = statement.clause
    need(relation == "=" and way in {"hypothesis", "multiple"}, "an equality by a known way")
    statement.tree(counter)
    statement.tree(times)
    defined(statement, left, right, times)
    gap = minus_tree(left, right)
    first = start_of(statement, counter, gap)
    if not vanishes(Expansion(statement), put(gap, counter, first)):
        return False
    later = put(gap, counter, ["+", counter, ["rational", "1"]])
    expansion = at_step(statement, counter, None)
    if way == "hypothesis":
        expansion.instead = hypothesis(statement, counter, left, right)
        rest = later
    else:
        rest = ["+", later, ["*", MINUS_ONE, times, gap]]
    return vanishes(expansion, rest) and equal_at_points(statement, left, right)


def start_of(statement, counter, gap):
    """Return the first value of a counter. Raises: RefusedError for what cannot count."""
    for k in free_of(statement, gap):
        inside = any(holds(statement, e, counter, set()) for e in statement.indices[k])
        need(not inside, "a free index runs to the counter")
    if counter[0] == "index":
        need(counter[1] in free_of(statement, gap), "the counter is no free index")
        return statement.indices[counter[1]][0]
    need(counter[0] == "symbol", "a counter is a size or an index")
    d = statement.domains[counter[1]]
    need(d.whole and not d.values and d.high is None and d.low is not None, "no counter")
    need(not d.low_open and d.low.denominator == 1, "a counter begins at a whole number")
    for name, rules in statement.defined.items():
        for places, body in rules:
            own = set().union(*(indices_in(p) for p in places))
            fixed = [p for p in places if not indices_in(p)]
            firsts = [statement.indices[k][0] for k in own if k in statement.indices]
            inside = any(holds(statement, t, counter, own) for t in [body, *fixed, *firsts])
            need(not inside, f"{name} depends on the counter")
    for other in statement.domains.values():
        inside = other.variance is not None and holds(statement, other.variance, counter, set())
        need(not inside, "a variance depends on the counter")
    return ["rational", str(d.low)]


def holds(statement, t, counter, own):
    """True if a counter stands in a tree or in the ranges of its free indices but its own."""
    if t == counter:
        return True
    if t[0] == "index":
        ends = () if t[1] in own else statement.indices.get(t[1], ())
        return any(holds(statement, e, counter, own) for e in ends)
    return any(holds(statement, p, counter, own) for p in t[1:] if isinstance(p, list))


def at_step(statement, counter, instead):
    if counter[0] == "index":
        expansion = Expansion(statement, at_index(counter[1]), instead=instead)
        first, last = expansion.ranges[counter[1]]
        expansion.ranges[counter[1]] = first, add(last, term(-1))
        return expansion
    name = counter[1]
    return Expansion(statement, one(("symbol", name)), shifted=[name], instead=instead)


def hypothesis(statement, counter, left, right):
    """Return the clause as a definition of its left side at the counter."""
    need(left[0] == "entry" and left[1] in statement.defined, "the left side is no entry")
    formal = [p for p in left[2:] if p != counter]
    need(len(formal) == len(left) - 3 and all(p[0] == "index" for p in formal), "no places")
    names = [p[1] for p in formal]
    need(len(set(names)) == len(names), "one index in two places")
    need(indices_in(right) & set(statement.indices) <= {*names, *indices_in(counter)}, "indices")
    return left[1], left[2:], right


def put(t, old, new):
    """Replace a scalar or a free index, also in the ranges of sums."""
    if t == old:
        return new
    return [put(p, old, new) if isinstance(p, list) else p for p in t]
