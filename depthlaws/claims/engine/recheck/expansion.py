"""Polynomials in arrays as lists of terms.

A term is (coefficient, factors, bounds): a sum of :mod:`.sums`, entries (name, places), and bound
indices with their ranges. Definitions unfold, means over Gaussian entries are taken by parts, one
entry after the other.
"""

from itertools import count

from .means import EQUAL, Means, arrays, averages
from .parse import indices_in, need, refuse
from .places import at_index, holds
from .sums import add, minus, mul, number, one, term

MAX_TERMS, MAX_STEPS = 6000, 200000


class Expansion(Means):
    """Terms of trees; ``counter`` is the place from which definitions unfold one step."""

    def __init__(self, statement, counter=None, shifted=None, instead=None):
        super().__init__(statement)
        self.counter, self.instead, self.fresh = counter, instead, count(1 << 20)
        for name in shifted or ():  # the counter of an induction is a size: one further
            one_more = {name: add(one(("symbol", name)), term(1))}
            self.ranges = {
                k: tuple(self.moved(e, one_more) for e in r) for k, r in self.ranges.items()
            }

    def terms(self, t, env=None):
        """Return the terms of a tree."""
        env = env or {}
        head, *parts = t
        self.steps += 1
        need(self.steps < MAX_STEPS, "too many steps")
        if head == "+":
            return [x for p in parts for x in self.terms(p, env)]
        if head == "*":
            return self.product([self.terms(p, env) for p in parts])
        if head == "^" and arrays(parts[0]):
            n = number(self.plain(parts[1], env))
            need(n is not None and n.denominator == 1 and 0 <= n <= 12, "a power of arrays")
            return self.product([self.terms(parts[0], env)] * int(n or 0))
        if head == "sum":
            return self.summed(parts, env)
        if head == "expectation":
            return [x for y in self.terms(parts[1], env) for x in self.mean(parts[0], y)]
        if head == "slope":
            return self.slope(parts, env)
        if head == "entry":
            return self.entry(parts[0], tuple(self.plain(p, env) for p in parts[1:]))
        s = self.plain(t, env)
        return [(s, (), {})] if s else []

    def product(self, lists):
        out = [(term(1), (), {})]
        for terms in lists:
            need(len(out) * len(terms) <= MAX_TERMS, "too many terms")
            out = [
                (mul(c, d), joint(f, g), {**b, **a})
                for c, f, b in out
                for d, g, a in (self.renamed(x) for x in terms)
            ]
        return out

    def renamed(self, x):
        """Return a term with new bound indices."""
        new = {k: next(self.fresh) for k in x[2]}
        for k, n in new.items():
            self.ranges[n] = x[2][k]
        return self.put(x, {f"#{k}": at_index(n) for k, n in new.items()}, new)

    def summed(self, parts, env):
        k, first, last, body = parts
        low, high = self.plain(first, env), self.plain(last, env)
        length = number(add(high, minus(low)))
        if length is not None and length.denominator == 1:
            need(length <= 40, "a long sum")
            at = [add(low, term(i)) for i in range(int(length) + 1)]
            return [x for p in at for x in self.terms(body, {**env, k: p})]
        out = []
        if self.counter is not None and add(high, minus(self.counter)) == term(1):
            need(self.nonnegative(add(high, minus(low))), "a sum that may be empty")
            out, high = self.terms(body, {**env, k: high}), self.counter
        n = next(self.fresh)
        self.ranges[n] = (low, high)
        inner = self.terms(body, {**env, k: at_index(n)})
        return out + [(c, f, {**b, n: (low, high)}) for c, f, b in inner]

    def slope(self, parts, env):
        """Return the terms of a derivative: each factor in turn, by the rule of products."""
        body, by = parts
        name, out = by[1], []
        at = tuple(self.plain(p, env) for p in by[2:])
        for c, f, b in self.terms(body, env):
            for n in (x[0][2] if averages(x) else x[0] for x in f):
                names = {n, *self.reach(n, set())} if n in self.s.defined else set()
                bodies = [t for m in names for _, t in self.s.defined.get(m, ())]
                hidden = any(holds_name(t, name) for t in bodies)
                need(not hidden, f"{n} hides {name}")
            if by[0] == "symbol":
                need(not holds([*b.values()], name), "a range that moves")
                out.append((derived(c, ("symbol", name)), f, b))
                continue
            for i, (n, places) in enumerate(f):
                if n == name:
                    equal = tuple((EQUAL, pair) for pair in zip(places, at, strict=True))
                    out += self.joined((c, f[:i] + f[i + 1 :] + equal, b))
        return [x for x in out if x[0]]

    def entry(self, name, places):
        if self.instead is not None and self.instead[0] == name:
            env = self.fits(self.instead[1], places, True)
            if env is not None:
                own = Expansion(self.s, self.counter)
                own.fresh, own.ranges = self.fresh, self.ranges
                return own.terms(self.instead[2], env)
        for at, body in self.s.defined.get(name, ()):
            env = self.fits(at, places, False)
            if env is not None:
                return self.terms(body, env)
        return [(term(1), ((name, places),), {})]

    def fits(self, at, places, hypothesis):
        """Return the indices of a definition that make it an entry, if it may unfold there."""
        env = {}
        counted = []
        for typed, place in zip(at, places, strict=True):
            inside = {n for n in indices_in(typed) if n in self.s.indices}
            own = self.plain(typed, {})
            if hypothesis and own == self.counter:
                inside = set()
            if not inside:
                if own != place:
                    return None
                continue
            (k,) = inside if len(inside) == 1 else refuse("two indices in one place")
            offset = add(own, minus(at_index(k)))
            need(number(offset) is not None and k not in env, "no place of a definition")
            env[k] = add(place, minus(offset))
            if number(offset):
                counted.append(k)
        for k, p in env.items():
            ends = [self.moved(e, {f"#{n}": q for n, q in env.items()}) for e in self.ranges[k]]
            inside = self.nonnegative(add(p, minus(ends[0])))
            if not inside or not self.nonnegative(add(ends[1], minus(p))):
                return None
        if hypothesis:
            return env
        return env if self.unfolds(at, env, counted) else None

    def unfolds(self, at, env, counted):
        """True at the counter and at numbers, and for a definition that never comes back."""
        name = next(n for n, rules in self.s.defined.items() if any(a is at for a, _ in rules))
        if name not in self.reach(name, set()):
            return True
        moved = counted or ([] if any(not indices_in(p) for p in at) else [*env])
        places = [env[k] for k in moved]
        return (
            not env or not moved or any(number(p) is not None or p == self.counter for p in places)
        )


def joint(f, g):
    """Return the factors of a product, in which a mean stands once."""
    need(not any(averages(y, x[0][1]) for x in f if averages(x) for y in g), "a product of means")
    return f + g


def holds_name(t, name):
    return t == name or (isinstance(t, list) and any(holds_name(p, name) for p in t))


def derived(s, atom):
    """Return the derivative of a sum by a symbol that stands in plain whole powers only."""
    out = []
    for powers, c in s:
        e = number(dict(powers).get(atom, frozenset()))
        others = [t for t in powers if t[0] != atom]
        need(
            e is not None and e.denominator == 1 and repr(atom) not in repr(others),
            "a power that moves",
        )
        if e:
            out.append(mul(term(c * e, others), one(atom, term(e - 1)) if e != 1 else term(1)))
    return add(*out)
