"""Sums of rationals times powers of atoms: symbols, primes, e, sums, logarithms, functions."""

from functools import lru_cache

from .limits import MAX_PRIME, bounded, exact, raised_number

KEPT = 1 << 15  # results of small questions that are asked again and again
NO_POWERS = frozenset()  # also the sum without terms


def short(c):
    """Return a rational as a whole number if it is one: Python computes with these faster."""
    return c.numerator if type(c) is not int and c.denominator == 1 else c


def collected(terms):
    """Return the sum of (powers, coefficient)."""
    total = {}
    for powers, c in terms:
        total[powers] = total[powers] + c if powers in total else c
    return frozenset([(powers, short(c)) for powers, c in total.items() if c])


def add(*sums):
    if len(sums) == 2 and not (sums[0] and sums[1]):
        return frozenset(sums[0] or sums[1])
    return collected(t for s in sums for t in s)


def term(c, powers=()):
    """Return c times atoms to exponents; whole powers of primes go into c."""
    c, kept = bounded(c if type(c) is int else short(exact(c))), {}
    if not powers or not c:
        return frozenset({(NO_POWERS, c)}) if c else NO_POWERS
    for atom, e in dict(powers).items():
        if atom[0] == "prime":
            whole = sum(x for inner, x in e if not inner) // 1
            c, e = c * raised_number(exact(atom[1]), whole), add(e, term(-whole))
        if atom == ("i",) and (turns := number(e)) is not None and turns.denominator == 1:
            c, e = (-c if turns % 4 > 1 else c), frozenset(term(turns % 2)) if turns % 2 else ()
        if e:
            kept[atom] = e
    return frozenset({(frozenset(kept.items()), short(c))})


ONE = term(1)


def one(atom, e=None):
    return term(1, {atom: ONE if e is None else e})


@lru_cache(maxsize=KEPT)
def together(p, q):
    """Multiply two products of powers, and return the powers and the number in front."""
    powers = dict(p)
    for atom, e in q:
        powers[atom] = add(powers[atom], e) if atom in powers else e
    ((powers, c),) = term(1, powers)
    return powers, c


def mul(*factors):
    out, *others = sorted(factors or [ONE], key=len)  # short ones first: fewer terms on the way
    for factor in others:
        out = collected(product(p, c, q, d) for p, c in out for q, d in factor)
    return frozenset(out)


def product(p, c, q, d):
    """Return (powers, coefficient) of the product of two terms."""
    if not (p and q):
        return p or q, bounded(c * d)
    powers, scale = together(p, q)
    return powers, bounded(c * d * scale)


def minus(s):
    return frozenset([(powers, -c) for powers, c in s])


def number(s):
    """Return the rational that a sum is, or None."""
    if len(s) > 1:
        return None
    for powers, c in s:
        return None if powers else c
    return 0


def whole(s):
    n = number(s)
    return int(n) if n is not None and n.denominator == 1 else None


def text(x):
    """Return a text by which sums, and what makes them up, are put in order."""
    return listed(x) if isinstance(x, (frozenset, tuple)) else repr(x)


@lru_cache(maxsize=KEPT)
def listed(x):
    return repr(sorted(map(text, x)))


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
