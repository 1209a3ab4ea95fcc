"""Polynomials in arrays as lists of terms, which are matched one by one with backtracking.

A term is (coefficient, factors, bounds): a sum of :mod:`.sums`, entries (name, places), and bound
indices with their ranges. An index stands in sums as the symbol ``#k``. Definitions unfold, means
over Gaussian entries are taken by parts, one entry after the other.
"""

from collections import Counter
from fractions import Fraction
from itertools import count
from math import factorial

from .algebra import Algebra
from .parse import need, refuse
from .sums import add, minus, mul, number, one, term

MAX_TERMS, MAX_STEPS = 6000, 200000
EQUAL = "="  # Kronecker's delta; no name of an array


def at_index(k):
    return one(("symbol", f"#{k}"))


def depends(x, k):
    if isinstance(x, (tuple, frozenset, list)):
        return any(depends(y, k) for y in x)
    return x == f"#{k}"


def linear(s, k):
    """Return the coefficient of an index in a place, or None if it is no number."""
    inside = [(p, c) for p, c in s if depends(p, k)]
    plain = frozenset({(("symbol", f"#{k}"), term(1))})
    if not inside:
        return Fraction(0)
    return inside[0][1] if len(inside) == 1 and inside[0][0] == plain else None


class Expansion:
    """Terms of trees; ``counter`` is the place from which definitions unfold one step."""

    def __init__(self, statement, counter=None, shifted=None, instead=None):
        self.s, self.counter, self.instead = statement, counter, instead
        self.low = {n: d.low for n, d in statement.domains.items() if d.low is not None}
        self.algebra = Algebra({n: x for n, x in self.low.items() if x >= 0})
        self.fresh, self.ranges, self.steps = count(1 << 20), {}, 0
        for k, ends in statement.indices.items():
            self.ranges[k] = tuple(self.plain(e, {}) for e in ends)
        for name in shifted or ():  # the counter of an induction is a size: one further
            one_more = {name: add(one(("symbol", name)), term(1))}
            self.ranges = {
                k: tuple(self.moved(e, one_more) for e in r) for k, r in self.ranges.items()
            }

    # -- sums ----------------------------------------------------------------------------------

    def plain(self, t, env):
        """Return the sum of a tree without arrays."""
        head, *parts = t
        if head == "index":
            return env.get(parts[0], at_index(parts[0]))
        if head == "symbol":
            return env.get(parts[0], one(("symbol", parts[0])))
        if head in {"sum", "entry", "expectation", "slope"}:
            refuse("no polynomial in its arrays")
        if head in {"+", "*"}:
            values = [self.plain(p, env) for p in parts]
            return add(*values) if head == "+" else mul(*values)
        if head == "^":
            return self.algebra.power(*(self.plain(p, env) for p in parts))
        if head == "rational":
            return term(parts[0])
        values = [self.plain(p, env) for p in parts]
        known = {"exp": self.algebra.exp, "log": self.algebra.log}
        return known[head](*values) if head in known else one((head, *values))

    def moved(self, s, new):
        """Replace symbols (by name; ``#k`` for indices) in a sum."""
        if not any(self.holds(s, name) for name in new):
            return s
        parts = []
        for powers, c in s:
            factors = [term(c)]
            for atom, e in powers:
                base = new.get(atom[1]) if atom[0] == "symbol" else None
                if base is None:
                    inner = atom[:1] + tuple(
                        self.moved(x, new) if isinstance(x, frozenset) else x for x in atom[1:]
                    )
                    base = inner[1] if atom[0] == "sum" else one(inner)
                factors.append(self.algebra.power(base, self.moved(e, new)))
            parts.append(mul(*factors))
        return add(*parts)

    def holds(self, x, name):
        if isinstance(x, (tuple, frozenset, list)):
            return any(self.holds(y, name) for y in x)
        return x == name

    def nonnegative(self, s, strict=False):
        """True if a sum shows its sign once indices and symbols stand at their ends."""
        for _ in range(20):
            keys = [k for k in self.ranges if depends(s, k) and linear(s, k) is not None]
            if not keys:
                break
            first, last = self.ranges[keys[0]]
            end = first if (linear(s, keys[0]) or 0) > 0 else last
            s = self.moved(s, {f"#{keys[0]}": end})
        swap = {}
        for name, d in self.s.domains.items():
            if d.sizes or not self.holds(s, name):
                continue
            slope = sum(c for p, c in s if (("symbol", name), term(1)) in p)
            if slope < 0 and d.high is not None:
                swap[name] = add(term(d.high), minus(one(("symbol", name))))
            elif d.low is not None:
                swap[name] = add(term(d.low), one(("symbol", name)))
        s = self.algebra.settled(self.moved(s, swap))
        free = {n for n in self.s.domains if n not in swap and self.holds(s, n)}
        if free or any(depends(s, k) for k in self.ranges):
            return False
        signs = [c > 0 and all(self.known(a, swap) for a, _ in p) for p, c in s]
        if not all(signs):
            return False
        return not strict or any(all(self.apart(a, swap) for a, _ in p) for p, _ in s)

    def known(self, atom, swap):
        return atom[0] in {"prime", "e", "pi", "Abs"} or (atom[0] == "symbol" and atom[1] in swap)

    def apart(self, atom, swap):
        """True if an atom, a distance from an open end, is positive."""
        if atom[0] == "symbol" and atom[1] in swap:
            d = self.s.domains[atom[1]]
            return d.low_open if d.low is not None else d.high_open
        return atom[0] in {"prime", "e", "pi"}

    # -- terms ---------------------------------------------------------------------------------

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
            return self.product([self.terms(parts[0], env)] * int(n))
        if head == "sum":
            return self.summed(*parts, env)
        if head == "expectation":
            return [x for y in self.terms(parts[1], env) for x in self.mean(parts[0], y)]
        if head == "slope":
            return self.slope(*parts, env)
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

    def summed(self, k, first, last, body, env):
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

    def slope(self, body, by, env):
        """Return the terms of a derivative: each factor in turn, by the rule of products."""
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
                    place = add(at_index(free[0]), minus(mul(gap, term(1 / linear(gap, free[0])))))
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

    def within(self, place, ends):
        low, high = add(place, minus(ends[0])), add(ends[1], minus(place))
        return self.nonnegative(low) and self.nonnegative(high)

    def same_range(self, place, ends):
        return any(place == at_index(k) and tuple(r) == tuple(ends) for k, r in self.ranges.items())

    # -- whether terms cancel ------------------------------------------------------------------

    def cancels(self, terms):
        """True if terms add up to nothing at every size."""
        kinds, waiting = [], [y for x in terms for y in self.joined(x)]
        while waiting:
            self.steps += 1
            need(self.steps < MAX_STEPS, "too many steps")
            x = waiting.pop()
            for part in split(x):
                counted = self.counted(part)
                if counted is not None:
                    waiting += counted
                    continue
                free, shape = shaped(part)
                for kind in kinds:
                    if self.alike(kind[0], shape):
                        kind[1] = add(kind[1], free)
                        break
                else:
                    kinds.append([shape, free])
        return all(not self.algebra.settled(total) for _, total in kinds)

    def counted(self, x):
        """Return terms after the sum over an index that only the coefficient holds, or None."""
        c, f, b = x
        for k in sorted(b, reverse=True):
            others = [e for n, r in b.items() if n != k for e in r]
            if depends([at for _, at in f], k) or depends(others, k):
                continue
            ((powers, _), *_) = c
            plain = ("symbol", f"#{k}")
            n = number(dict(powers).get(plain, frozenset()))
            if n is None or n.denominator != 1 or not 0 <= n <= 12:
                continue
            if any(depends(t, k) for t in powers if t[0] != plain):
                continue
            first, last = b[k]
            length = add(last, minus(first), term(1))
            need(self.nonnegative(length), "a range may be shorter than empty")
            total = add(powers_up_to(last, int(n)), minus(powers_up_to(first_less(first), int(n))))
            rest = frozenset((frozenset(t for t in p if t[0] != plain), q) for p, q in c)
            return [(mul(rest, total), f, {m: r for m, r in b.items() if m != k})]
        return None

    def alike(self, one_, two):
        """True if a renaming of bound indices turns one shape into the other: depth first."""
        (f, b), (g, a) = one_, two
        if len(f) != len(g) or len(b) != len(a) or sizes(f) != sizes(g):
            return False
        keys = sorted(b, key=lambda k: sum(depends(x, k) for x in f), reverse=True)
        return self.paired(f, b, g, a, keys, {})

    def paired(self, f, b, g, a, keys, to):
        self.steps += 1
        need(self.steps < MAX_STEPS, "too many steps")
        if not keys:
            new = {f"#{k}": at_index(n) for k, n in to.items()}
            ranged = all(
                tuple(self.moved(e, new) for e in b[k]) == tuple(a[n]) for k, n in to.items()
            )
            return ranged and Counter(self.shifted(x, new) for x in f) == Counter(g)
        (k, *rest), used = keys, set(to.values())
        mine = seen(f, k, b)
        for n in a:
            if n in used or seen(g, n, a) != mine:
                continue
            now = {**to, k: n}
            if self.possible(f, b, g, a, now) and self.paired(f, b, g, a, rest, now):
                return True
        return False

    def possible(self, f, b, g, a, to):
        """True if the factors with all their indices named so far are among the others."""
        new = {f"#{k}": at_index(n) for k, n in to.items()}
        whole = [x for x in f if all(k in to or not depends(x, k) for k in b)]
        return not Counter(self.shifted(x, new) for x in whole) - Counter(g)

    def shifted(self, x, new):
        name, at = x
        if name == EQUAL:
            return name, tuple(sorted((self.moved(p, new) for p in at), key=repr))
        return name, tuple(self.moved(p, new) for p in at)


def first_less(first):
    return add(first, term(-1))


def powers_up_to(last, k):
    """Return 1^k + ... + last^k: Stirling numbers times binomials of last + 1."""
    out = []
    for j in range(k + 1):
        falling = term(1)
        for i in range(j + 1):
            falling = mul(falling, add(last, term(1 - i)))
        share = Fraction(stirling(k, j) * factorial(j), factorial(j + 1))
        out.append(mul(term(share), falling))
    return add(*out) if k else last


def stirling(n, k):
    if n == k:
        return 1
    return 0 if not 0 < k <= n else k * stirling(n - 1, k) + stirling(n - 1, k - 1)


def split(x):
    """Yield a term for each product of indices in its coefficient."""
    c, f, b = x
    groups = {}
    for powers, q in c:
        inside = frozenset(t for t in powers if "#" in repr(t))
        groups.setdefault(inside, []).append((powers, q))
    for rows in groups.values():
        yield frozenset(rows), f, b


def shaped(x):
    """Return the coefficient without indices, and all the rest as factors with ranges."""
    c, f, b = x
    ((powers, _), *_) = c
    inside = frozenset(t for t in powers if "#" in repr(t))
    free = frozenset((p - inside, q) for p, q in c)
    kept = [(n, tuple(sorted(at, key=repr)) if n == EQUAL else at) for n, at in f]
    more = [("^", (frozenset({(frozenset({t}), Fraction(1))}),)) for t in inside]
    return free, ([*kept, *more], b)


def sizes(factors):
    return Counter((n, len(at)) for n, at in factors)


def seen(factors, k, bounds):
    """Return where an index occurs, in a way that renaming leaves alone."""
    ends = [e for n, r in bounds.items() if n != k for e in r]
    places = [(n, i) for n, at in factors for i, p in enumerate(at) if depends(p, k)]
    return Counter((n, -1 if n == EQUAL else i) for n, i in places), sum(
        depends(e, k) for e in ends
    )


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
