"""Sines and cosines: roots at multiples of pi/6 and pi/4, else exponentials of I times a sum."""

from fractions import Fraction

from .sums import add, depends, minus, mul, number, one, term, whole

HALF = Fraction(1, 2)
IMAGINARY = ("i",)
COS_SQUARED = {0: 1, HALF / 3: 3 * HALF / 2, HALF / 2: HALF, 2 * HALF / 3: HALF / 2, HALF: 0}


def sine(algebra, s):
    """Return a sine by exponentials."""
    a, b = turns(algebra, s)
    return mul(term(-HALF), one(IMAGINARY), add(a, minus(b)))


def cosine(algebra, s):
    """Return a cosine: of a multiple of pi/6 or pi/4 as a root, else by exponentials."""
    ratio = number(mul(s, one(("pi",), term(-1))))
    share = 1 if ratio is None else min(ratio % 2, -ratio % 2)
    square = COS_SQUARED.get(min(share, 1 - share)) if ratio is not None else None
    if square is None:
        return mul(term(HALF), add(*turns(algebra, s)))
    return mul(term(1 if share <= HALF else -1), algebra.power(term(square), term(HALF)))


def turns(algebra, s):
    """Return exp(I s) and exp(-I s), term by term unless denominators cancel."""
    plain = divided(algebra, algebra.settled(s))
    s = s if any(a[0] == "sum" for p, _ in plain for a, _ in p) else plain
    i = one(IMAGINARY)
    return [mul(*(algebra.exp(mul(frozenset({t}), i, term(c))) for t in s)) for c in (1, -1)]


def divided(algebra, s):
    """Return a sum over a sum, c x + b, that divides it; another sum as it is."""
    for atom in {a for p, _ in s for a, _ in p if a[0] == "sum"}:
        below = all(dict(p).get(atom) == term(-1) for p, _ in s)
        for powers, c in atom[1] if below else ():
            ((x, e),) = powers if len(powers) == 1 else ((("none",), term(0)),)
            b = atom[1] - {(powers, c)}
            if e != term(1) or depends(b, x):
                continue
            above, by = [(dict(p), d) for p, d in s], {}
            for p, d in above:
                n = whole(p.pop(x, frozenset()))
                by.setdefault(n, []).append(term(d, {a: f for a, f in p.items() if a != atom}))
            q, parts = add(), []
            for n in range(max(by) if None not in by else 0, 0, -1):
                q = mul(term(Fraction(1) / c), add(*by.get(n, ()), minus(mul(b, q))))
                parts.append(mul(q, one(x, term(n - 1)) if n > 1 else term(1)))
            if parts and min(by) >= 0 and not add(*by.get(0, ()), minus(mul(b, q))):
                return add(*parts)
    return s


def turned(algebra, s):
    """Return an exponent without whole turns: I pi n, n whole, is I pi (n mod 2)."""
    out = []
    for powers, c in s:
        left = dict(powers)
        once = [left.pop(a, None) == term(1) for a in (IMAGINARY, ("pi",))]
        natural = all((whole(e) or 0) > 0 and a[-1] in algebra.whole for a, e in left.items())
        if all(once) and natural and (left or (2 * c).denominator == 1):
            c = c % 2
        out.append(term(c, powers))
    return add(*out)
