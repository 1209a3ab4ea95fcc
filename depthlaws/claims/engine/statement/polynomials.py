"""Coefficients: sums of rationals times powers of atoms, with powers that may hold symbols.

Atoms are scalars, primes, e, other functions, and *bases*: sums such as 1 + c q/K that stand in a
power which cannot be multiplied out. A zero is recognised after every base below the line has been
multiplied by; that no base vanishes is asked elsewhere, of the tree as it was typed.
"""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from depthlaws.claims.engine.statement.errors import LimitError

Atom = tuple[Any, ...]
Monomial = frozenset[tuple[Atom, Any]]
MAX_TERMS = 4000
MAX_POWER = 40
MAX_BITS = 20_000  # of a coefficient that a power makes

ONE: Monomial = frozenset()
E: Atom = ("e",)


class Poly:
    """Sum of rationals times monomials; a monomial maps atoms to rationals or polynomials."""

    __slots__ = ("_atoms", "_hash", "terms")

    def __init__(self, terms: dict[Monomial, Fraction]) -> None:
        self.terms = {m: c for m, c in terms.items() if c}
        self._hash: int | None = None
        self._atoms: frozenset[Atom] | None = None
        if len(self.terms) > MAX_TERMS:
            msg = f"more than {MAX_TERMS} terms"
            raise LimitError(msg)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.terms == other.terms

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __add__(self, other: "Poly") -> "Poly":
        out = dict(self.terms)
        for m, c in other.terms.items():
            out[m] = out[m] + c if m in out else c
        return Poly(out)

    def __neg__(self) -> "Poly":
        return self.times(Fraction(-1))

    def __sub__(self, other: "Poly") -> "Poly":
        return self + -other

    def __mul__(self, other: "Poly") -> "Poly":
        if len(self.terms) * len(other.terms) > 20 * MAX_TERMS:
            msg = f"a product of {len(self.terms)} by {len(other.terms)} terms"
            raise LimitError(msg)
        plain: dict[Monomial, Fraction] = {}
        expanded = []
        for m, c in self.terms.items():
            for n, d in other.terms.items():
                factor, product, more = _merged(m, n)
                e = c * d if factor == 1 else c * d * factor
                if more:
                    expanded.append(reduce(Poly.__mul__, more, Poly({product: e})))
                else:
                    plain[product] = plain[product] + e if product in plain else e
        return reduce(Poly.__add__, expanded, Poly(plain))

    def times(self, c: Fraction) -> "Poly":
        """Return the polynomial times a number."""
        return Poly({m: c * x for m, x in self.terms.items()})

    @property
    def number(self) -> Fraction | None:
        """The rational that the polynomial is, or None."""
        if not self.terms:
            return Fraction(0)
        return self.terms.get(ONE) if len(self.terms) == 1 else None

    @property
    def atoms(self) -> frozenset[Atom]:
        """All atoms, in powers, bases and functions too."""
        if self._atoms is None:
            inside = (atoms_in(part) for m in self.terms for pair in m for part in pair)
            self._atoms = frozenset[Atom]().union(*inside)
        return self._atoms

    def scalars(self) -> set[str]:
        """Names of all scalars, in powers and bases too."""
        return set().union(*(_names(part) for m in self.terms for pair in m for part in pair))

    def __repr__(self) -> str:
        return " + ".join(f"{c}{''.join(f' {a}^{e}' for a, e in m)}" for m, c in self.terms.items())


def atoms_in(part: Any) -> frozenset[Atom]:
    """All atoms in an atom, itself too, or in a power."""
    if isinstance(part, Poly):
        return part.atoms
    if isinstance(part, tuple):
        return frozenset((part,)).union(*map(atoms_in, part))
    return frozenset()


def _names(part: Any) -> set[str]:
    if isinstance(part, Poly):
        return part.scalars()
    if isinstance(part, tuple):
        return {part[1]} if part[0] == "scalar" else set().union(set(), *map(_names, part))
    return set()


def constant(c: Any) -> Poly:
    """Polynomial of a number."""
    return Poly({ONE: Fraction(c)})


def scalar(name: str) -> Poly:
    """Polynomial of a scalar."""
    return Poly({frozenset([(("scalar", name), Fraction(1))]): Fraction(1)})


def atom(a: Atom, power: Any = Fraction(1)) -> Poly:
    """Polynomial of one atom to a power."""
    factor, product, more = _merged(frozenset(), frozenset([(a, power)]))
    return reduce(Poly.__mul__, more, Poly({product: Fraction(factor)}))


def add_powers(a: Any, b: Any) -> Any:
    """Sum of two powers, a rational wherever it is one."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return a + b
    total = as_poly(a) + as_poly(b)
    number = total.number
    return total if number is None else number


def as_poly(power: Any) -> Poly:
    """Power as a polynomial."""
    return power if isinstance(power, Poly) else constant(power)


@lru_cache(maxsize=1 << 15)
def _merged(m: Monomial, n: Monomial) -> tuple[Fraction | int, Monomial, tuple[Poly, ...]]:
    """Product of monomials: a rational, a monomial, and bases to be multiplied out."""
    if not m and not any(a[0] in ("prime", "base") for a, _ in n):
        return 1, n, ()
    powers: dict[Atom, Any] = dict(m)
    for a, e in n:
        powers[a] = add_powers(powers[a], e) if a in powers else e
    factor: Fraction | int = 1
    more, kept = [], {}
    for a, e in powers.items():
        if a[0] in ("prime", "base"):
            whole = math.floor(e if isinstance(e, Fraction) else e.terms.get(ONE, Fraction(0)))
            if a[0] == "prime" and whole:
                if abs(whole) > 400:
                    msg = f"{a[1]} to the power {whole}"
                    raise LimitError(msg)
                factor, e = factor * Fraction(a[1]) ** whole, add_powers(e, Fraction(-whole))
            elif whole > 0:
                more += [power(a[1], constant(whole), lambda _: False)]
                e = add_powers(e, Fraction(-whole))
        if e:
            kept[a] = e
    return factor, frozenset(kept.items()), tuple(more)


def power(
    base: Poly, exponent: Poly, nonnegative: Callable[[Atom], bool], *, whole: bool = False
) -> Poly:
    """Power of a polynomial.

    Parameters
    ----------
    base, exponent : Poly
        What is raised, and to what.
    nonnegative : callable
        Whether an atom is nonnegative on the domain.
    whole : bool
        True if the exponent is a whole number on the whole domain.

    Raises
    ------
    LimitError
        For a power of 0 that holds symbols, and for powers too large to multiply out.
    """
    n = exponent.number
    if n is not None and n.denominator == 1 and n >= 0:
        bits = max(
            (
                max(c.numerator.bit_length(), c.denominator.bit_length())
                for c in base.terms.values()
            ),
            default=0,
        )
        if n > MAX_POWER and (len(base.terms) > 1 or bits * n > MAX_BITS):
            msg = f"{base} to the power {n}"
            raise LimitError(msg)
        return _whole_power(base, int(n))
    if not base:
        msg = "a power of 0 that holds symbols"
        raise LimitError(msg)
    whole = whole or (n is not None and n.denominator == 1)
    share = _content(base, signed=whole)
    primitive = base.times(1 / share)
    out = _number_power(share, exponent)
    if len(primitive.terms) == 1:
        ((m, c),) = primitive.terms.items()
        if c == 1 and (whole or all(nonnegative(a) for a, _ in m)):
            for a, e in m:
                product = as_poly(e) * exponent
                out = out * atom(a, product if product.number is None else product.number)
            return out
    return out * atom(("base", primitive), exponent if n is None else n)


def _whole_power(base: Poly, n: int) -> Poly:
    out = constant(1)
    while n:
        out = out * base if n % 2 else out
        n //= 2
        base = base * base if n else base
    return out


def _content(base: Poly, *, signed: bool) -> Fraction:
    """Positive rational that all terms share; with a sign if the power is whole."""
    numbers = [*base.terms.values()]
    share = Fraction(
        math.gcd(*(c.numerator for c in numbers)), math.lcm(*(c.denominator for c in numbers))
    )
    first = min(base.terms, key=lambda m: (len(m), repr(sorted(map(repr, m)))))
    return -share if signed and base.terms[first] < 0 else share


def _number_power(c: Fraction, exponent: Poly) -> Poly:
    """Power of a rational, by primes."""
    n = exponent.number
    if n is not None and n.denominator == 1:
        if abs(n) > 400:
            msg = f"{c} to the power {n}"
            raise LimitError(msg)
        return constant(c ** int(n))
    if c < 0:
        return atom(("base", constant(-1)), exponent) * _number_power(-c, exponent)
    out = constant(1)
    for p, k in _primes(c):
        product = exponent.times(Fraction(k))
        out = out * atom(("prime", p), product if product.number is None else product.number)
    return out


def _primes(c: Fraction) -> Iterable[tuple[int, int]]:
    for n, sign in ((c.numerator, 1), (c.denominator, -1)):
        p = 2
        while n > 1:
            if p > 10_000:
                p = n
            k = 0
            while n % p == 0:
                n, k = n // p, k + 1
            if k:
                yield p, sign * k
            p += 1


def slope(p: Poly, name: str) -> Poly:
    """Derivative by a scalar, where it stands in powers that do not hold it themselves.

    Raises: LimitError where it stands in an exponent or a function.
    """
    own, out = ("scalar", name), constant(0)
    for m, c in p.terms.items():
        for a, e in m:
            others = Poly({m - {(a, e)}: c})
            if _holds(e, name) or (a[0] == "f" and _holds(a, name)):
                msg = f"a slope by {name} of an exponent or a function"
                raise LimitError(msg)
            if a == own or (a[0] == "base" and _holds(a, name)):
                inner = constant(1) if a == own else slope(a[1], name)
                lower = add_powers(e, Fraction(-1))
                out = out + others * as_poly(e) * inner * (atom(a, lower) if lower else constant(1))
    return out


def _holds(part: Any, name: str) -> bool:
    return name in _names(part)


def is_zero(p: Poly) -> bool:
    """True if a polynomial vanishes once it is multiplied by every base below the line."""
    for _ in range(60):
        if not p.terms:
            return True
        lowest: dict[Atom, Fraction] = {}
        for m in p.terms:
            for a, e in m:
                least = e if isinstance(e, Fraction) else e.terms.get(ONE, Fraction(0))
                if a[0] == "base" and least < 0:
                    lowest[a] = min(lowest.get(a, Fraction(0)), least)
        if not lowest:
            return False
        a, least = next(iter(lowest.items()))
        p = p * atom_times(a, -math.floor(least))
    msg = "denominators in denominators"
    raise LimitError(msg)


def atom_times(a: Atom, k: int) -> Poly:
    """Base to a positive whole power, not multiplied out."""
    return Poly({frozenset([(a, Fraction(k))]): Fraction(1)})
