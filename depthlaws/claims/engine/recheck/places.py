"""Places and coefficients as sums, in which the index k is the symbol ``#k``; signs that show."""

from fractions import Fraction
from functools import lru_cache

from .algebra import Algebra
from .parse import refuse
from .sums import ONE, add, minus, mul, one, term


def at_index(k):
    return one(("symbol", f"#{k}"))


@lru_cache(maxsize=1 << 16)
def names(x):
    """Return the texts in a sum, or in a part of one."""
    if isinstance(x, (tuple, frozenset)):
        return frozenset().union(*map(names, x))
    return frozenset((x,)) if isinstance(x, str) else frozenset()


@lru_cache(maxsize=1 << 16)
def indices(x):
    """Return the numbers of the indices in a sum."""
    return frozenset(int(name[1:]) for name in names(x) if name[:1] == "#")


def holds(x, name):
    """True if a sum, or a pair of sums, holds a symbol (``#k`` for an index)."""
    return any(holds(y, name) for y in x) if isinstance(x, list) else name in names(x)


def depends(x, k):
    return holds(x, f"#{k}")


def linear(s, k):
    """Return the coefficient of an index in a place, or None if it is no number."""
    inside = [(p, c) for p, c in s if depends(p, k)]
    plain = frozenset({(("symbol", f"#{k}"), term(1))})
    if not inside:
        return Fraction(0)
    return inside[0][1] if len(inside) == 1 and inside[0][0] == plain else None


class Places:
    """Sums of trees without arrays, over the domains and ranges of a statement."""

    def __init__(self, statement):
        self.s, self.ranges, self.steps = statement, {}, 0
        self.low = {n: d.low for n, d in statement.domains.items() if d.low is not None}
        whole = {n for n, d in statement.domains.items() if d.whole}
        self.algebra = Algebra({n: x for n, x in self.low.items() if x >= 0}, whole=whole)
        for k, ends in statement.indices.items():
            self.ranges[k] = tuple(self.plain(e, {}) for e in ends)

    def plain(self, t, env):
        """Return the sum of a tree without arrays."""
        head, *parts = t
        if head == "index":
            return env.get(parts[0], at_index(parts[0]))
        if head == "symbol":
            return env.get(parts[0], one(("symbol", parts[0])))
        if head in {"sum", "entry", "expectation", "slope"}:
            refuse("no polynomial in its arrays")
        if head == "rational":
            return term(parts[0])
        return self.algebra.applied(head, [self.plain(p, env) for p in parts])

    def moved(self, s, new):
        """Replace symbols (by name; ``#k`` for indices) in a sum."""
        if names(s).isdisjoint(new):
            return s
        parts = []
        for powers, c in s:
            still = [t for t in powers if t[1] == ONE and t[0][0] != "sum"]
            still = {t for t in still if names(t[0]).isdisjoint(new)}
            factors = [term(c, still)]
            for atom, e in powers - still:
                base = new.get(atom[1]) if atom[0] == "symbol" else None
                if base is None:
                    inner = atom[:1] + tuple(
                        self.moved(x, new) if isinstance(x, frozenset) else x for x in atom[1:]
                    )
                    base = inner[1] if atom[0] == "sum" else one(inner)
                factors.append(self.algebra.power(base, self.moved(e, new)))
            parts.append(mul(*factors))
        return add(*parts)

    def nonnegative(self, s, strict=False):
        """True if a sum shows its sign once indices and symbols stand at their ends."""
        for _ in range(20):
            inside = indices(s)
            keys = [k for k in self.ranges if k in inside and linear(s, k) is not None]
            if not keys:
                break
            inner = (  # an index that ends the range of another one waits for it
                k for k in keys if not any(depends(self.ranges[n], k) for n in keys if n != k)
            )
            k = next(inner, keys[0])
            first, last = self.ranges[k]
            end = first if (linear(s, k) or 0) > 0 else last
            s = self.moved(s, {f"#{k}": end})
        swap = {}
        for name, d in self.s.domains.items():
            if d.sizes or not holds(s, name):
                continue
            slope = sum(c for p, c in s if (("symbol", name), term(1)) in p)
            if slope < 0 and d.high is not None:
                swap[name] = add(term(d.high), minus(one(("symbol", name))))
            elif d.low is not None:
                swap[name] = add(term(d.low), one(("symbol", name)))
        s = self.algebra.settled(self.moved(s, swap))
        free = {n for n in self.s.domains if n not in swap and holds(s, n)}
        if free or indices(s) & self.ranges.keys():
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

    def within(self, place, ends):
        low, high = add(place, minus(ends[0])), add(ends[1], minus(place))
        return self.nonnegative(low) and self.nonnegative(high)

    def same_range(self, place, ends):
        return any(place == at_index(k) and tuple(r) == tuple(ends) for k, r in self.ranges.items())
