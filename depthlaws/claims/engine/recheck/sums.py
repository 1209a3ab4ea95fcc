"""Sums of rationals times powers of atoms: symbols, primes, e, sums, logarithms, functions."""

from fractions import Fraction

from .limits import MAX_PRIME, bounded, exact, raised_number


def add(*sums):
    total = {}
    for powers, c in (t for s in sums for t in s):
        total[powers] = total.get(powers, 0) + c
    return frozenset((powers, c) for powers, c in total.items() if c)


def term(c, powers=()):
    """Return c times atoms to exponents; whole powers of primes go into c."""
    c, kept = bounded(exact(c)), {}
    for atom, e in dict(powers).items():
        if atom[0] == "prime":
            whole = sum(x for inner, x in e if not inner) // 1
            c, e = c * raised_number(exact(atom[1]), whole), add(e, term(-whole))
        if atom == ("i",) and (turns := number(e)) is not None and turns.denominator == 1:
            c, e = (-c if turns % 4 > 1 else c), frozenset(term(turns % 2)) if turns % 2 else ()
        if e:
            kept[atom] = e
    return frozenset({(frozenset(kept.items()), c)}) if c else frozenset()


def one(atom, e=None):
    return term(1, {atom: term(1) if e is None else e})


def mul(*factors):
    out = term(1)
    for factor in factors:
        parts = []
        for (p, c), (q, d) in ((x, y) for x in out for y in factor):
            powers = dict(p)
            for atom, e in q:
                powers[atom] = add(powers.get(atom, ()), e)
            parts.append(term(c * d, powers))
        out = add(*parts)
    return out


def minus(s):
    return mul(s, term(-1))


def number(s):
    """Return the rational that a sum is, or None."""
    return None if any(powers for powers, _ in s) else sum((c for _, c in s), Fraction(0))


def whole(s):
    n = number(s)
    return int(n) if n is not None and n.denominator == 1 else None


def text(x):
    return repr(sorted(map(text, x))) if isinstance(x, (frozenset, tuple)) else repr(x)


def depends(x, atom):
    """True if an atom is in a sum, or in what makes it up."""
    return x == atom or (isinstance(x, (frozenset, tuple)) and any(depends(y, atom) for y in x))


def sums(x):
    """Yield every sum that is an atom, or in one."""
    if isinstance(x, tuple) and x[:1] == ("sum",):
        yield x[1]
    for y in x if isinstance(x, (frozenset, tuple)) else ():
        yield from sums(y)


def split(powers):
    """Return the exponent of e and the other powers."""
    return dict(powers).get(("e",), add()), {t for t in powers if t[0] != ("e",)}


def primes(c):
    """Yield the prime factors of a positive rational with 1, or -1 below the line."""
    for n, q, sign in ((c.numerator, 2, 1), (c.denominator, 2, -1)):
        while n > 1:
            if q > MAX_PRIME:
                raise ArithmeticError(f"a number without factors up to {MAX_PRIME}")
            if n % q == 0:
                yield q, sign
            n, q = (n // q, q) if n % q == 0 else (n, q + 1)
