"""Inequalities over boxes, and orders of numbers, in mpmath's intervals.

An inequality holds if, on every piece that the box is cut into, interval arithmetic encloses its
margin inside what the certificate states, and that is of the right sign.
"""

import math
from fractions import Fraction

from mpmath import iv, mp

from .sums import number

iv.prec = mp.prec = 80


def enclosed(tree, box):
    """Enclose an expression over a box {name: (low, high)} of rationals."""
    head, *rest = tree
    if head in {"symbol", "rational"}:
        ends = box[rest[0]] if head == "symbol" else [Fraction(rest[0])] * 2
        low, high = (iv.mpf(q.numerator) / q.denominator for q in ends)
        return iv.mpf([low.a, high.b])
    args = [enclosed(a, box) for a in rest]
    if head in {"+", "*"}:
        return sum(args) if head == "+" else math.prod(args)
    if head == "^":
        n = Fraction(rest[1][1]) if rest[1][0] == "rational" else Fraction(1, 2)
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
    return getattr(iv, head)(*args) if args else {"pi": +iv.pi}[head]


def valued(s):
    """Enclose a sum in normal form that has no symbols."""
    parts = ((c, [raised(*power) for power in powers]) for powers, c in s)
    return sum((math.prod(p) * c.numerator / c.denominator for c, p in parts), iv.mpf(0))


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
    """Whether the margin is positive on every piece, and its values there lie where stated."""
    if node[0] == "cut":
        name, at = node[1], Fraction(node[2])
        low, high = box[name]
        halves = {**box, name: (low, at)}, {**box, name: (at, high)}
        both = zip(halves, node[3:], strict=True)
        return low < at < high and all(covered(margin, half, strict, n) for half, n in both)
    found, stated = enclosed(margin, box), iv.mpf([iv.mpf(node[1]).a, iv.mpf(node[2]).b])
    return found in stated and bool(stated.a > 0 or (stated.a >= 0 and not strict))


def judged(check):
    """Yield (box, whether the margin was found positive on it)."""
    for sides, node in check.get("boxes", ()):
        box = {name: (Fraction(low), Fraction(high)) for name, (low, high) in sides.items()}
        yield str(sides), covered(check["margin"], box, check["strict"], node)
