"""Polynomials in arrays as lists of terms.

A term is (coefficient, factors, bounds): a sum of :mod:`.sums`, entries (name, places), and bound
indices with their ranges. Definitions unfold, means over Gaussian entries are taken by parts, one
entry after the other.
"""

from itertools import count

from .parse import need, refuse
from .places import Places, at_index, depends, linear
from .sums import add, minus, mul, number, one, term

MAX_TERMS, MAX_STEPS = 6000, 200000
EQUAL = "="  # Kronecker's delta; no name of an array


class Expansion(Places):
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
                (mul(c, d), f + g, {**b, **a})
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

    def put(self, x, values, new=()):
        c, f, b = x
        bounds = {}
        for k, ends in b.items():
            key = dict(new).get(k, k)
            bounds[key] = self.ranges[key] = tuple(self.moved(e, values) for e in ends)
        factors = tuple((n, tuple(self.moved(p, values) for p in at)) for n, at in f)
        return self.moved(c, values), factors, bounds

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

    def reach(self, name, seen):
        """Return the arrays that the definitions of one lead to."""
        for _, body in self.s.defined.get(name, ()):
            for other in entries_in(body):
                if other not in seen:
                    seen.add(other)
                    self.reach(other, seen)
        return seen

    # -- means ---------------------------------------------------------------------------------

    def mean(self, name, x):
        """Yield the terms of a mean: one entry meets each of the others, by parts."""
        c, f, b = x
        drawn = [i for i, (n, _) in enumerate(f) if n == name]
        need(len(drawn) <= 10, "a mean of many entries")
        need(all(name not in self.reach(n, set()) for n, _ in f), f"{name} is hidden in its mean")
        if not drawn:
            return [x]
        (i, *others), out = drawn, []
        variance = self.plain(self.s.domains[name].variance, {})
        for j in others:
            rest = tuple(g for n, g in enumerate(f) if n not in (i, j))
            equal = tuple((EQUAL, pair) for pair in zip(f[i][1], f[j][1], strict=True))
            out += self.mean(name, (mul(c, variance), rest + equal, b))
        return [y for x in out for y in self.joined(x)]

    def slope(self, parts, env):
        """Return the terms of a derivative: each factor in turn, by the rule of products."""
        body, by = parts
        name, out = by[1], []
        at = tuple(self.plain(p, env) for p in by[2:])
        for c, f, b in self.terms(body, env):
            for n, _ in f:
                hidden = n in self.s.defined and any(
                    holds_name(t, name) for m in {n, *self.reach(n, set())}
                    for _, t in self.s.defined.get(m, ()))  # fmt: skip
                need(not hidden, f"{n} hides {name}")
            if by[0] == "symbol":
                need(not self.holds([*b.values()], name), "a range that moves")
                out.append((derived(c, ("symbol", name)), f, b))
                continue
            for i, (n, places) in enumerate(f):
                if n == name:
                    equal = tuple((EQUAL, pair) for pair in zip(places, at, strict=True))
                    out += self.joined((c, f[:i] + f[i + 1 :] + equal, b))
        return [x for x in out if x[0]]

    def joined(self, x):
        """Return a term in which bound indices settle the deltas; none where it vanishes."""
        kept = []
        while True:
            c, f, b = x
            at = next((g for g in f if g[0] == EQUAL and g not in kept), None)
            if at is None:
                return [x]
            rest = list(f)
            rest.remove(at)
            gap = add(at[1][0], minus(at[1][1]))
            if not gap:
                x = (c, tuple(rest), b)
                continue
            if self.nonnegative(gap, True) or self.nonnegative(minus(gap), True):
                return []
            inside = [k for k in b if depends(gap, k)]
            if not inside:
                pair = (EQUAL, tuple(sorted(at[1], key=repr)))
                kept.append(pair)
                free = [k for k in sorted(self.s.indices) if linear(gap, k) in {1, -1}]
                x = (c, tuple(rest), b)
                if free:  # where the delta is not 0, one free index is the other
                    sign = linear(gap, free[0])  # 1 or -1, its own inverse
                    place = add(at_index(free[0]), minus(mul(gap, term(sign))))
                    x = self.put(x, {f"#{free[0]}": place})
                x = (x[0], (*x[1], pair), x[2])
                continue
            for k in sorted(inside, reverse=True):
                slope = linear(gap, k)
                if slope in {1, -1}:
                    place = add(at_index(k), minus(mul(gap, term(1 / slope))))
                    if self.same_range(place, b[k]) or self.within(place, b[k]):
                        left = (c, tuple(rest), {n: r for n, r in b.items() if n != k})
                        x = self.put(left, {f"#{k}": place})
                        break
            else:
                refuse("entries meet whose ranges may differ")


def holds_name(t, name):
    return t == name or (isinstance(t, list) and any(holds_name(p, name) for p in t))


def derived(s, atom):
    """Return the derivative of a sum by a symbol that stands in plain whole powers only."""
    out = []
    for powers, c in s:
        e = number(dict(powers).get(atom, frozenset()))
        others = [t for t in powers if t[0] != atom]
        need(e is not None and repr(atom) not in repr(others), "a power that moves")
        if e:
            out.append(mul(term(c * e, others), one(atom, term(e - 1)) if e != 1 else term(1)))
    return add(*out)


def arrays(t):
    return t[0] in {"entry", "sum", "expectation", "slope"} or any(
        isinstance(p, list) and arrays(p) for p in t[1:]
    )


def indices_in(t):
    """Return the indices in a tree that it does not bind."""
    if t[0] == "index":
        return {t[1]}
    if t[0] == "sum":
        outer = indices_in(t[2]) | indices_in(t[3])
        return outer | (indices_in(t[4]) - {t[1]})
    return set().union(set(), *(indices_in(p) for p in t[1:] if isinstance(p, list)))


def entries_in(t):
    if t[0] == "entry":
        yield t[1]
    for p in t[1:]:
        if isinstance(p, list):
            yield from entries_in(p)
