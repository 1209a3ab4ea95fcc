"""Clauses of statements, judged: a proof in terms, and numbers at small sizes, which must agree."""

from fractions import Fraction

from .expansion import Expansion, indices_in
from .matching import cancels
from .parse import RefusedError, Statement, loaded, need, refuse
from .places import at_index
from .points import agrees
from .sums import add, minus, one, term

ZERO, MINUS_ONE = ["rational", "0"], ["rational", "-1"]


def minus_tree(left, right):
    if right == ZERO:
        return left
    return ["+", left, ["*", MINUS_ONE, right]]


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


def fields(proof, *names):
    need(set(proof) == {"rule", *names}, f"{proof['rule']}: other fields than {names}")
    return [proof[n] for n in names]


def free_of(statement, *trees):
    """Return the free indices of trees, those first whose ranges need no other."""
    free = set().union(*(indices_in(t) for t in trees)) & set(statement.indices)
    inside = lambda k: {i for e in statement.indices[k] for i in indices_in(e)}  # noqa: E731
    while more := {i for k in free for i in inside(k)} - free:
        free |= more
    return sorted(free, key=lambda k: (len(inside(k)), k))


def equal_at_points(statement, left, right):
    free = free_of(statement, left, right)
    same_value = lambda p, env: p.value(left, env) == p.value(right, env)  # noqa: E731
    return agrees(statement, free, same_value) is not False


def vanishes(expansion, gap):
    return cancels(expansion, expansion.terms(gap))


def normal_form(statement, _known, proof):
    fields(proof)
    left, relation, right = statement.clause
    need(relation == "=", "an equality")
    defined(statement, left, right)
    gap = minus_tree(left, right)
    return vanishes(Expansion(statement), gap) and equal_at_points(statement, left, right)


def one_step(statement, _known, proof):
    (counter,) = fields(proof, "counter")
    left, relation, right = statement.clause
    need(relation == "=" and counter[:1] == ["index"], "an equality and an index")
    defined(statement, left, right)
    expansion = Expansion(statement, at_index(counter[1]))
    return vanishes(expansion, minus_tree(left, right)) and equal_at_points(statement, left, right)


# -- induction -------------------------------------------------------------------------------------


def induction(statement, _known, proof):
    counter, way, times = fields(proof, "counter", "way", "times")
    left, relation, right = statement.clause
    need(relation == "=" and way in {"hypothesis", "multiple"}, "an equality by a known way")
    statement.tree(counter)
    statement.tree(times)
    defined(statement, left, right)
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
    if counter[0] == "index":
        need(counter[1] in free_of(statement, gap), "the counter is no free index")
        return statement.indices[counter[1]][0]
    need(counter[0] == "symbol", "a counter is a size or an index")
    d = statement.domains[counter[1]]
    need(d.whole and not d.values and d.high is None and d.low is not None, "no counter")
    for name, rules in statement.defined.items():
        for places, body in rules:
            own = set().union(*(indices_in(p) for p in places))
            fixed = [p for p in places if not indices_in(p)]
            need(not any(holds(statement, t, counter, own) for t in [body, *fixed]),
                 f"{name} depends on the counter")  # fmt: skip
    for other in statement.domains.values():
        need(other.variance is None or not holds(statement, other.variance, counter, set()),
             "a variance depends on the counter")  # fmt: skip
    for k in free_of(statement, gap):
        need(not any(holds(statement, e, counter, set()) for e in statement.indices[k]),
             "a free index runs to the counter")  # fmt: skip
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


# -- known equalities and visible signs ------------------------------------------------------------


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


def gap_of(row):
    """Return right side less left side, as the package writes it."""
    left, _, right = row
    if right == ZERO:
        return ["*", MINUS_ONE, left]
    return right if left == ZERO else ["+", right, ["*", MINUS_ONE, left]]


def zero(t, gaps, expansion):
    if any(instance(gap, t, expansion) for gap in gaps):
        return True
    if t[0] in {"+", "*"}:
        return (all if t[0] == "+" else any)(zero(p, gaps, expansion) for p in t[1:])
    return t[0] == "sum" and ranged(t, expansion, lambda: zero(t[4], gaps, expansion))


def ranged(t, expansion, ask):
    """Answer a question inside a sum, whose index has its range there."""
    expansion.ranges[t[1]] = tuple(expansion.plain(e, {}) for e in t[2:4])
    return ask()


def instance(gap, t, expansion):
    """True if a tree is a known gap at some places of its free indices, within their ranges."""
    to = {}

    def match(p, q, bound):
        if not isinstance(p, list) or not isinstance(q, list):
            return type(p) is type(q) and p == q
        if p[:1] == ["index"] and p[1] in bound:
            return q == ["index", bound[p[1]]]
        if p[:1] == ["index"]:
            if set(bound.values()) & indices_in(q):
                return False
            place = expansion.plain(q, {})
            return to.setdefault(p[1], q) == q and (
                q == p or expansion.within(place, expansion.ranges[p[1]])
            )
        if p[:1] != q[:1] or len(p) != len(q):
            return False
        if p[0] == "sum":
            ends = all(match(a, b, bound) for a, b in zip(p[2:4], q[2:4], strict=True))
            return ends and match(p[4], q[4], {**bound, p[1]: q[1]})
        return all(match(a, b, bound) for a, b in zip(p, q, strict=True))

    try:
        return match(gap, t, {})
    except RefusedError:
        return False


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
        if row[1] in {"<", "<="}:
            gaps[repr(gap)] = (gap, "+" if row[1] == "<" else "0")
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


class Signs:
    """Signs that show: "+" positive, "0" not negative, "" neither."""

    def __init__(self, statement, gaps):
        self.s, self.gaps, self.expansion = statement, gaps, Expansion(statement)

    def of(self, t):
        for gap, sign in self.gaps:
            if instance(gap, t, self.expansion):
                return sign
        head, *parts = t
        if head == "rational":
            return "+" if Fraction(parts[0]) > 0 else "0" if Fraction(parts[0]) == 0 else ""
        if head in {"symbol", "entry"} and parts[0] in self.s.domains:
            return self.of_domain(self.s.domains[parts[0]])
        if head == "sum":
            sign = ranged(t, self.expansion, lambda: self.of(parts[3]))
            span = add(
                *(self.expansion.ranges[parts[0]][1:]), minus(self.expansion.ranges[parts[0]][0])
            )
            return sign if sign != "+" or self.expansion.nonnegative(span) else "0"
        if head == "expectation":
            return "0" if self.of(parts[1]) else ""
        if head in {"exp", "pi"}:
            return "+"
        if head == "Abs":
            return "0"
        found = {"+": self.plus, "*": self.times, "^": self.power}.get(head)
        return (found(parts) if found else "") or self.plain(t)

    def of_domain(self, d):
        if d.variance is not None or d.low is None or d.low < 0:
            return ""
        return "+" if d.low > 0 or d.low_open else "0"

    def plus(self, parts):
        signs = [self.of(p) for p in parts]
        return "" if "" in signs else "+" if "+" in signs else "0"

    def times(self, parts):
        factors = [f for p in parts for f in factors_of(p)]
        odd = []
        for f in factors:
            if f in odd:
                odd.remove(f)
            else:
                odd.append(f)
        signs = [self.of(f) for f in odd]
        if "" in signs:
            return ""
        paired = len(odd) < len(factors) and not all(self.of(f) == "+" for f in factors)
        return "0" if "0" in signs or paired else "+"

    def power(self, parts):
        base, exponent = parts
        sign, n = self.of(base), Fraction(exponent[1]) if exponent[0] == "rational" else None
        if sign == "+":
            return "+"
        if n is not None and n.denominator == 1 and n % 2 == 0:
            return "0"
        return sign if sign and (n is not None or self.of(exponent)) else ""

    def plain(self, t):
        try:
            s = self.expansion.plain(t, {})
        except RefusedError:
            return ""
        if self.expansion.nonnegative(s, True):
            return "+"
        return "0" if self.expansion.nonnegative(s) else ""


def factors_of(t):
    return [f for p in t[1:] for f in factors_of(p)] if t[0] == "*" else [t]


# -- values at all ---------------------------------------------------------------------------------


def defined(statement, *trees):
    """Refuse a quotient by what may be 0 and a root of what may be negative."""
    gaps = [
        (gap_of(r), "+" if r[1] == "<" else "0") for r in statement.given if r[1] in {"<", "<="}
    ]
    signs = Signs(statement, gaps)
    apart = [repr(t) for r in statement.given if r[1] == "!="
             for t in (gap_of(r), minus_tree(r[0], r[2]))]  # fmt: skip
    bodies = [body for rules in statement.defined.values() for _, body in rules]
    variances = [d.variance for d in statement.domains.values() if d.variance is not None]
    for t in (*trees, *bodies, *variances):
        for node in powers_in(t, signs):
            base, exponent = node[1:]
            n = Fraction(exponent[1]) if exponent[0] == "rational" else None
            below = n < 0 if n is not None else not signs.of(exponent)
            whole = n.denominator == 1 if n is not None else is_whole(statement, signs, exponent)
            sign = signs.of(base)
            if not whole and not (sign == "+" or (sign and not below)):
                refuse("a root of what may be negative")
            if whole and below and sign != "+" and signs.of(["*", MINUS_ONE, base]) != "+":
                need(repr(base) in apart, "a quotient by what may be 0")


def powers_in(t, signs):
    if t[0] == "^":
        yield t
    if t[0] == "log":
        need(signs.of(t[1]) == "+", "a logarithm of what may not be positive")
    if t[0] == "sum":
        signs.expansion.ranges[t[1]] = tuple(signs.expansion.plain(e, {}) for e in t[2:4])
    for p in t[1:]:
        if isinstance(p, list):
            yield from powers_in(p, signs)


def is_whole(statement, signs, t):
    """True if a power is a whole number on the domain."""
    s = signs.expansion.plain(t, {})
    return all(
        c.denominator == 1
        and all(
            a[0] == "symbol"
            and (a[1].startswith("#") or statement.domains[a[1]].whole)
            and len(e) == 1
            and all(not p and x > 0 and x.denominator == 1 for p, x in e)
            for a, e in powers
        )
        for powers, c in s
    )
