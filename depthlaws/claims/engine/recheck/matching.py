"""Terms that cancel at every size, matched one by one with backtracking."""

from collections import Counter
from fractions import Fraction
from math import factorial

from .expansion import MAX_STEPS
from .means import EQUAL
from .parse import need
from .places import at_index, depends, indices
from .sums import add, minus, mul, number, term


def cancels(expansion, terms):
    """True if terms add up to nothing at every size."""
    kinds, waiting = [], [y for x in terms for y in expansion.joined(x)]
    while waiting:
        expansion.steps += 1
        need(expansion.steps < MAX_STEPS, "too many steps")
        x = waiting.pop()
        for part in split(x):
            summed = counted(expansion, part)
            if summed is not None:
                waiting += summed
                continue
            free, shape = shaped(part)
            for kind in kinds:
                if alike(expansion, kind[0], shape):
                    kind[1] = add(kind[1], free)
                    break
            else:
                kinds.append([shape, free])
    return all(not expansion.algebra.settled(total) for _, total in kinds)


def counted(expansion, x):
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
        need(expansion.nonnegative(length), "a range may be shorter than empty")
        total = add(powers_up_to(last, int(n)), minus(powers_up_to(first_less(first), int(n))))
        rest = frozenset((frozenset(t for t in p if t[0] != plain), q) for p, q in c)
        return [(mul(rest, total), f, {m: r for m, r in b.items() if m != k})]
    return None


def alike(expansion, one_, two):
    """True if a renaming of bound indices turns one shape into the other: depth first."""
    (f, b), (g, a) = one_, two
    if len(f) != len(g) or len(b) != len(a) or sizes(f) != sizes(g):
        return False
    keys = sorted(b, key=lambda k: sum(depends(x, k) for x in f), reverse=True)
    return paired(expansion, f, b, g, a, keys, {})


def paired(expansion, f, b, g, a, keys, to):
    expansion.steps += 1
    need(expansion.steps < MAX_STEPS, "too many steps")
    if not keys:
        new = {f"#{k}": at_index(n) for k, n in to.items()}
        ranged = all(
            tuple(expansion.moved(e, new) for e in b[k]) == tuple(a[n]) for k, n in to.items()
        )
        return ranged and Counter(shifted(expansion, x, new) for x in f) == Counter(g)
    (k, *rest), used = keys, set(to.values())
    mine = seen(f, k, b)
    for n in a:
        if n in used or seen(g, n, a) != mine:
            continue
        now = {**to, k: n}
        if possible(expansion, f, b, g, a, now) and paired(expansion, f, b, g, a, rest, now):
            return True
    return False


def possible(expansion, f, b, g, a, to):
    """True if the factors with all their indices named so far are among the others."""
    new = {f"#{k}": at_index(n) for k, n in to.items()}
    whole = [x for x in f if all(k in to or not depends(x, k) for k in b)]
    return not Counter(shifted(expansion, x, new) for x in whole) - Counter(g)


def shifted(expansion, x, new):
    name, at = x
    if name == EQUAL:
        return name, tuple(sorted((expansion.moved(p, new) for p in at), key=repr))
    return name, tuple(expansion.moved(p, new) for p in at)


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
        inside, _ = by_index(powers)
        groups.setdefault(inside, []).append((powers, q))
    for rows in groups.values():
        yield frozenset(rows), f, b


def by_index(powers):
    """Return the powers that hold an index, without the rest of their exponents, and all others."""
    inside, others = [], []
    for atom, e in powers:
        if indices(atom):
            inside.append((atom, e))
            continue
        moving = frozenset(t for t in e if indices(t))
        inside += [(atom, moving)] if moving else []
        others += [(atom, e - moving)] if e - moving else []
    return frozenset(inside), frozenset(others)


def shaped(x):
    """Return the coefficient without indices, and all the rest as factors with ranges."""
    c, f, b = x
    ((powers, _), *_) = c
    inside, _ = by_index(powers)
    free = add(*(term(q, by_index(p)[1]) for p, q in c))
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
