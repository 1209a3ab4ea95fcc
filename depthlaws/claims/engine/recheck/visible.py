"""Signs that show in a tree, and conditions under which a tree has a value at all."""

from fractions import Fraction

from .expansion import Expansion
from .parse import RefusedError, indices_in, need, refuse
from .sums import add, minus

ZERO, MINUS_ONE = ["rational", "0"], ["rational", "-1"]


def minus_tree(left, right):
    if right == ZERO:
        return left
    return ["+", left, ["*", MINUS_ONE, right]]


def gap_of(row):
    """Return right side less left side, as the package writes it."""
    left, _, right = row
    less = (
        ["rational", str(-Fraction(left[1]))] if left[0] == "rational" else ["*", MINUS_ONE, left]
    )
    if right == ZERO:
        return less
    return right if left == ZERO else ["+", right, less]


def ranged(t, expansion, ask):
    """Answer a question inside a sum, whose index has its range there."""
    expansion.ranges[t[1]] = tuple(expansion.plain(e, {}) for e in t[2:4])
    return ask()


def instance(gap, t, expansion, fixed=None):
    """True if a tree is a known gap at some places of its free indices, within their ranges.

    ``fixed``: the counter of an induction, at which alone the gap is known.
    """
    to = {}

    def match(p, q, bound):
        if not isinstance(p, list) or not isinstance(q, list):
            return type(p) is type(q) and p == q
        if p[:1] == ["index"] and p[1] in bound:
            return q == ["index", bound[p[1]]]
        if p[:1] == ["index"] and p != fixed:
            if set(bound.values()) & indices_in(q):
                return False
            return to.setdefault(p[1], q) == q
        if p[:1] != q[:1] or len(p) != len(q):
            return False
        if p[0] == "sum":
            ends = all(match(a, b, bound) for a, b in zip(p[2:4], q[2:4], strict=True))
            return ends and match(p[4], q[4], {**bound, p[1]: q[1]})
        return all(match(a, b, bound) for a, b in zip(p, q, strict=True))

    def inside():
        """True if every place lies in the range of its index, whose ends move with the others."""
        places = {f"#{k}": expansion.plain(q, {}) for k, q in to.items()}
        ranges = {k: [expansion.moved(e, places) for e in expansion.ranges[k]] for k in to}
        return all(expansion.within(places[f"#{k}"], ranges[k]) for k in to)

    try:
        return match(gap, t, {}) and inside()
    except RefusedError:
        return False


class Signs:
    """Signs that show: "+" positive, "0" not negative, "" neither."""

    def __init__(self, statement, gaps, expansion=None, fixed=None):
        self.s, self.gaps, self.expansion = statement, gaps, expansion or Expansion(statement)
        self.fixed = fixed  # a gap that is known at one index only, with that index

    def of(self, t):
        for gap, sign in self.gaps:
            fixed = self.fixed[1] if self.fixed and self.fixed[0] == gap else None
            if instance(gap, t, self.expansion, fixed):
                return "0" if sign == "zero" else sign
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
        rule = {"+": self.plus, "*": self.times, "^": self.power}.get(head)
        return (rule(parts) if rule else "") or self.plain(t)

    def of_domain(self, d):
        if d.variance is not None or d.low is None or d.low < 0:
            return ""
        return "+" if d.low > 0 or d.low_open else "0"

    def plus(self, parts):
        signs = [self.of(p) for p in parts]
        return "" if "" in signs else "+" if "+" in signs else "0"

    def times(self, parts):
        factors = [f for p in parts for f in factors_of(p)]
        zeros = [gap for gap, sign in self.gaps if sign == "zero"]
        if any(instance(gap, f, self.expansion) for gap in zeros for f in factors):
            return "0"
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


def defined(statement, *trees):
    """Refuse a quotient by what may be 0 and a root of what may be negative."""
    gaps = [
        (gap_of(r), "+" if r[1] == "<" else "0") for r in statement.given if r[1] in {"<", "<="}
    ]
    signs = Signs(statement, gaps)
    different = [r for r in statement.given if r[1] == "!="]
    apart = [repr(t) for r in different for t in (gap_of(r), minus_tree(r[0], r[2]))]
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
    if t[0] == "LambertW":
        need(signs.of(t[1]), "Lambert's function of what may be negative")
    if t[0] in {"acos", "asin"}:
        ends = (["+", ["rational", "1"], ["*", MINUS_ONE, x]] for x in turned(t[1]))
        need(all(map(signs.of, ends)), "an arc of what may lie outside -1..1")
    if t[0] == "sum":
        signs.expansion.ranges[t[1]] = tuple(signs.expansion.plain(e, {}) for e in t[2:4])
    for p in t[1:]:
        if isinstance(p, list):
            yield from powers_in(p, signs)


def turned(t):
    return t, ["*", MINUS_ONE, t]


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
