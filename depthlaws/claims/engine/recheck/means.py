"""Terms of means over Gaussian entries, in which deltas set indices equal."""

from fractions import Fraction

from .parse import indices_in, need, refuse
from .places import Places, at_index, depends, linear
from .sums import add, minus, mul, number, term

EQUAL = "="  # Kronecker's delta; no name of an array


class Means(Places):
    """Means by parts; deltas that settle bound indices."""

    def reach(self, name, seen):
        """Return the arrays that the definitions of one lead to."""
        for _, body in self.s.defined.get(name, ()):
            for other in entries_in(body):
                if other not in seen:
                    seen.add(other)
                    self.reach(other, seen)
        return seen

    def put(self, x, values, new=()):
        c, f, b = x
        bounds = {}
        for k, ends in b.items():
            key = dict(new).get(k, k)
            bounds[key] = self.ranges[key] = tuple(self.moved(e, values) for e in ends)
        factors = tuple((n, tuple(self.moved(p, values) for p in at)) for n, at in f)
        return self.moved(c, values), factors, bounds

    def mean(self, name, x):
        """Yield the terms of a mean: one entry meets each of the others, by parts."""
        c, f, b = x
        drawn = [i for i, (n, _) in enumerate(f) if n == name]
        need(len(drawn) <= 10, "a mean of many entries")
        f = self.averaged(name, [f[i] for i in drawn], f)
        x = (c, f, b)
        if not drawn:
            return [x]
        (i, *others), out = drawn, []
        variance = self.plain(self.s.domains[name].variance, {})
        for j in others:
            rest = tuple(g for n, g in enumerate(f) if n not in (i, j))
            equal = tuple((EQUAL, pair) for pair in zip(f[i][1], f[j][1], strict=True))
            out += self.mean(name, (mul(c, variance), rest + equal, b))
        return [y for x in out for y in self.joined(x)]

    def averaged(self, name, drawn, factors):
        """Return factors of which those that hide a Gaussian array stand for their mean."""
        hidden = [f for f in factors if name in self.reach(f[0], set())]
        need(not hidden or not any(averages(f, name) for f in factors), "a product of means")
        for n, at in hidden:
            apart = [self.layers_apart(n, at, name, g[1][0]) for g in drawn]
            need(all(apart), f"{name} is hidden in its mean")
        return tuple((("mean", name, f[0]), f[1]) if f in hidden else f for f in factors)

    def layers_apart(self, n, at, name, layer):
        """True if an entry that is defined by recursion does not depend on a layer."""
        slot, bounds = self.slot(n), [self.farthest(n, name, sign) for sign in (1, -1)]
        if slot is None:
            return False
        for far, sign in zip(bounds, (1, -1), strict=True):
            gap = add(layer, minus(at[slot]), term(-(far or 0)))
            if far is not None and self.nonnegative(gap if sign > 0 else minus(gap), True):
                return True
        return False

    def slot(self, n):
        """Return the slot along which the definitions of an array count."""
        for places, _ in self.s.defined[n]:
            for k, p in enumerate(places):
                if not indices_in(p) or p[0] != "index":
                    return k
        return None

    def farthest(self, n, name, sign):
        """Return the farthest layer over all chains of definitions, or None if they run on."""
        far = {}
        for _ in range(20):
            new = {}
            for m in self.s.defined:
                ends = {other: far.get(other) for other in self.s.defined} | {name: Fraction(0)}
                steps = [(move, ends[other]) for other, move in self.moves(m, name)]
                reached = [move + x for move, x in steps if x is not None]  # pyrefly: ignore
                new[m] = max(reached, key=lambda x: sign * x) if reached else None  # pyrefly: ignore
            if new == far:
                return far.get(n)
            far = new
        return None

    def moves(self, m, name):
        """Yield arrays in the definitions of one, with the layers between."""
        for places, body in self.s.defined[m]:
            for e in parts_of(body, "entry"):
                if e[1] == name or e[1] in self.s.defined:
                    slot, there = self.slot(m), 0 if e[1] == name else self.slot(e[1])
                    need(slot is not None and there is not None, "no slot that counts")
                    here, other = self.plain(places[slot], {}), self.plain(e[2 + there], {})
                    move = number(add(other, minus(here)))
                    need(move is not None, "a step that is not fixed")
                    yield e[1], move

    def joined(self, x):
        """Return a term in which bound indices settle the deltas; none where it vanishes."""
        kept = []
        while True:
            c, f, b = x
            self.ranges.update(b)  # another term may have moved them
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
                if slope in {1, -1}:  # its own inverse
                    place = add(at_index(k), minus(mul(gap, term(slope))))
                    if self.same_range(place, b[k]) or self.within(place, b[k]):
                        left = (c, tuple(rest), {n: r for n, r in b.items() if n != k})
                        x = self.put(left, {f"#{k}": place})
                        break
            else:
                refuse("entries meet whose ranges may differ")


def arrays(t):
    return t[0] in {"entry", "sum", "expectation", "slope"} or any(
        isinstance(p, list) and arrays(p) for p in t[1:]
    )


def entries_in(t):
    if t[0] == "entry":
        yield t[1]
    for p in t[1:]:
        if isinstance(p, list):
            yield from entries_in(p)


def averages(factor, name=None):
    """True for a factor that stands, with others, for a mean."""
    kind = factor[0]
    return isinstance(kind, tuple) and kind[0] == "mean" and name in {None, kind[1]}


def parts_of(t, head):
    """Yield the parts of a tree with a head."""
    if t[0] == head:
        yield t
    for p in t[1:]:
        if isinstance(p, list):
            yield from parts_of(p, head)
