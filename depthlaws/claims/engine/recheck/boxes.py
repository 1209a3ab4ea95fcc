"""Inequalities over boxes, orders of numbers, orbits and roots, in mpmath's intervals.

An inequality holds if, on every piece that the box is cut into, interval arithmetic encloses its
margin inside what the certificate states, and that is of the right sign.
"""

import itertools
import math
from fractions import Fraction

from mpmath import iv, mp

from .limits import MAX_STEPS, MAX_TERMS, end, exact
from .sums import number

iv.prec = mp.prec = 80


def between(first, last):
    """Enclose what lies between two rationals."""
    low, high = (iv.mpf(q.numerator) / q.denominator for q in (first, last))
    return iv.mpf([low.a, high.b])


def enclosed(tree, box):
    """Enclose an expression over a box {name: (low, high)} of rationals, or of intervals."""
    head, *rest = tree
    if head in {"symbol", "rational"}:
        ends = box[rest[0]] if head == "symbol" else [exact(rest[0])] * 2
        return between(*ends) if isinstance(ends, (tuple, list)) else ends
    args = [enclosed(a, box) for a in rest]
    if head in {"+", "*"}:
        return sum(args) if head == "+" else math.prod(args)
    if head == "^":
        n = exact(rest[1][1]) if rest[1][0] == "rational" else Fraction(1, 2)
        return args[0] ** int(n) if n.denominator == 1 else iv.exp(args[1] * iv.log(args[0]))
    return function(head, args)


def function(head, args):
    """Enclose a function of what is enclosed."""
    if head in {"Max", "Min"}:
        pick = max if head == "Max" else min
        return iv.mpf([pick(x.a for x in args), pick(x.b for x in args)])  # pyrefly: ignore
    if head == "Abs":
        return abs(args[0])
    if head in {"acos", "asin", "atan"}:  # monotone; 2^-60 is far more than their rounding
        ends = sorted(getattr(mp, head)(mp.mpf(x)) for x in (args[0].a, args[0].b))  # pyrefly: ignore
        return iv.mpf([ends[0] - mp.mpf(2) ** -60, ends[1] + mp.mpf(2) ** -60])
    if head in {"lerchphi", "polygamma"}:
        return series(*args) if head == "lerchphi" else digamma(*args)
    if not args:
        return {"pi": +iv.pi, "EulerGamma": -digamma(0, iv.mpf(1))}[head]
    return {"exp": iv.exp, "log": iv.log, "cos": iv.cos, "sin": iv.sin}[head](*args)


def series(z, s, a):
    """Enclose sum z^k/(k + a) for 0 <= z < 1: its terms, and the rest by a geometric series."""
    if s != 1 or not (z >= 0 and z < 0.999 and a > -MAX_TERMS):
        raise ValueError("a Lerch function of another order, or outside [0, 0.999)")
    power, total, k = iv.mpf(1), iv.mpf(0), 0
    while power.b > mp.mpf(2) ** -iv.prec or k + a.a <= 0:
        total, power, k = total + power / (k + a), power * z, k + 1
    return total + iv.mpf([0, (power / ((k + a) * (1 - z))).b])


def digamma(order, x):
    """Enclose the digamma function: beyond 2^10 between two sums of its asymptotic series."""
    if order != 0 or not x > -9:
        raise ValueError("a polygamma function of another order, or below -9")
    below = iv.mpf(0)
    while x.a < 2**10:
        below, x = below + 1 / x, x + 1
    coarse = iv.log(x) - 1 / (2 * x) - 1 / (12 * x**2)
    return coarse + iv.mpf([0, (1 / (120 * x**4)).b]) - below


def valued(s):
    """Enclose a sum in normal form that has no symbols."""
    parts = (
        math.prod((raised(*p) for p in powers), start=iv.mpf(c.numerator)) / c.denominator
        for powers, c in s
    )
    return sum(parts, iv.mpf(0))


def raised(atom, e):
    """Enclose an atom to an exponent."""
    n, base = number(e), base_of(atom)
    whole = n is not None and n.denominator == 1
    return base ** int(n) if whole else iv.exp(valued(e) * iv.log(base))  # pyrefly: ignore


def base_of(atom):
    """Enclose an atom: a prime, e, a sum, the logarithm of an atom, a function of sums."""
    head, *rest = atom
    if head in {"prime", "e"}:
        return iv.mpf(rest[0]) if rest else +iv.e
    if head in {"sum", "log"}:
        return valued(rest[0]) if head == "sum" else iv.log(base_of(rest[0]))
    return function(head, [*map(valued, rest)])


def covered(margin, box, strict, node):
    """True if the margin is positive on every piece, and its values there lie where stated."""
    if node[0] == "cut":
        name, at = node[1], exact(node[2])
        low, high = box[name]
        halves = {**box, name: (low, at)}, {**box, name: (at, high)}
        both = zip(halves, node[3:], strict=True)
        return low < at < high and all(covered(margin, half, strict, n) for half, n in both)
    result, stated = enclosed(margin, box), iv.mpf([iv.mpf(end(node[1])).a, iv.mpf(end(node[2])).b])
    return result in stated and bool(stated.a > 0 or (stated.a >= 0 and not strict))


def boxes_of(domain):
    """Return the boxes that make up a domain of closed intervals "[0, 1]" and listed values."""
    sides = []
    for text in domain.values():
        values = text[1:-1].split(", ")
        sides.append([values] if text[0] == "[" else [[value] * 2 for value in values])
    return [dict(zip(domain, chosen, strict=True)) for chosen in itertools.product(*sides)]


def judged(check):
    """Yield (box, whether the margin was found positive on it)."""
    boxes = check.get("boxes", ())
    whole = not boxes or [sides for sides, _ in boxes] == boxes_of(check["domain"])
    for sides, node in boxes:
        box = {name: (exact(low), exact(high)) for name, (low, high) in sides.items()}
        yield str(sides), whole and covered(check["margin"], box, check["strict"], node)


def steps_hold(name, start, step, bits, seen):
    """True if what is seen holds, at each of its steps (first, last, by), along x -> step(x)."""
    wanted = [range(first, last + 1, by) for first, last, by, *_ in seen]
    rows, plain = [], iv.prec
    if max(steps.stop for steps in wanted) > MAX_STEPS:
        raise ValueError(f"an orbit of more than {MAX_STEPS} steps")
    try:
        iv.prec = min(bits, 8192)
        at = enclosed(start, {})
        for n in range(1 + max(steps[-1] for steps in wanted)):
            for steps, (*_, small, large) in zip(wanted, seen, strict=True):
                if n in steps:
                    gap = enclosed(large, {name: at}) - enclosed(small, {name: at})
                    rows.append((gap > 0) is True)
            at = enclosed(step, {name: at})
    finally:
        iv.prec = plain
    return all(rows) and len(rows) == sum(map(len, wanted))


def rooted(name, ends, zero, value, printed):
    """True if `zero` changes sign between two ends, and `value` there lies where it is printed."""
    (a, b), (low, high) = (map(exact, pair) for pair in (ends, printed))
    if not a < b:
        return False
    first, last = (enclosed(zero, {name: (q, q)}) for q in (a, b))
    way, result = (enclosed(tree, {name: (a, b)}) for tree in (zero, value))
    seen = (first * last < 0, result > between(low, low), result < between(high, high))
    finite = bool(way.b - way.a < mp.inf)  # pyrefly: ignore
    return finite and all(one is True for one in seen)
