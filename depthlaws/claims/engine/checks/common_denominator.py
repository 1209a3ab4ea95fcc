"""Expressions over a common denominator: quotients of polynomials in atoms, which may be 0.

Atoms are symbols, functions, and powers b^(m/q) of a base, where m is a product of symbols or 1 and
q a common denominator of its rational factors. b^(1/q) to the power q is b again, and factors that
are not negative leave a base: (a b)^e = a^e b^e for a >= 0. Each of these rules holds for complex
numbers at principal values, so an expression that comes out as 0 is 0 wherever it is defined.
"""

import math
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

MAX_TERMS = 20_000  # of a polynomial
MAX_EXPONENT = 60
MAX_PRIME = 10_000  # up to which a number under a root is taken apart

NO_NUMBERS = {sp.oo, -sp.oo, sp.zoo, sp.nan}

Polynomial = fmpq_mpoly
Quotient = tuple[Polynomial, Polynomial]


class _NoWayError(Exception):
    """A polynomial of too many terms, a quotient by 0, no number: another rewriting may do."""


def is_zero(expr: sp.Expr, nonnegative: Callable[[sp.Expr], bool]) -> bool:
    """Return whether an expression comes out as 0; False also where it would be too large.

    Parameters
    ----------
    expr : sympy.Expr
        Expression without unevaluated operations; what is not arithmetic is an atom.
    nonnegative : callable
        True for symbols that are at least 0.

    Returns
    -------
    bool
        True if its numerator over a common denominator is 0, and the denominator is not.

    Examples
    --------
    >>> x = sp.Symbol("x")
    >>> is_zero(1 / (1 + sp.sqrt(x)) - (1 - sp.sqrt(x)) / (1 - x), lambda symbol: False)
    True
    """
    try:
        return _Quotients(expr, nonnegative).vanish()
    except (_NoWayError, OverflowError):
        return False


class _Quotients:
    """Quotients of polynomials in the atoms of one expression."""

    def __init__(self, expr: sp.Expr, nonnegative: Callable[[sp.Expr], bool]) -> None:
        self.expr, self.nonnegative = expr, nonnegative
        self.below: dict[sp.Expr, int] = {}  # common denominator of the factors of m
        nodes = {*sp.preorder_traversal(expr)}
        if not expr.is_commutative or nodes & NO_NUMBERS:
            raise _NoWayError
        for node in nodes:
            for c, m in _terms(_exponent(node)):
                self.below[m] = math.lcm(int(c.q), self.below.get(m, 1))
        count = 8 + 4 * sum(not isinstance(node, (sp.Add, sp.Mul)) for node in nodes)
        context = fmpq_mpoly_ctx.get([f"x{k}" for k in range(count)], Ordering.degrevlex)
        self.one, self.atoms = context.constant(1), context.gens()
        self.places: dict[Any, int] = {}  # of an atom among the variables
        self.roots: list[tuple[int, int, Quotient]] = []  # place, q and the base of a root
        self.signed: set[int] = set()  # places of what is at least 0
        self.known: dict[sp.Expr, Quotient] = {}

    def vanish(self) -> bool:
        above, below = self._of(self.expr)
        for root in reversed(self.roots):
            above, below = _without_root(above, *root), _without_root(below, *root)
        return above == 0 and below != 0

    def _of(self, expr: sp.Expr) -> Quotient:
        if expr not in self.known:
            self.known[expr] = self._made(expr)
        return self.known[expr]

    def _made(self, expr: sp.Expr) -> Quotient:
        if expr.is_Rational:
            return fmpq(int(expr.p), int(expr.q)) * self.one, self.one
        if isinstance(expr, sp.Add):
            return reduce(_sum, map(self._of, expr.args))
        if isinstance(expr, sp.Mul):
            return reduce(_product, map(self._of, expr.args))
        if (exponent := _exponent(expr)) == 0:
            return self._atom(expr, expr.is_Symbol and self.nonnegative(expr)), self.one
        base = sp.S.NegativeOne if expr is sp.I else expr.as_base_exp()[0]
        powers = (self._power(base, c, m) for c, m in _terms(exponent))
        return reduce(_product, powers, (self.one, self.one))

    def _atom(self, key: Any, signed: bool) -> Polynomial:
        place = self.places.setdefault(key, len(self.places))
        if place >= len(self.atoms):
            raise _NoWayError
        if signed:
            self.signed.add(place)
        return self.atoms[place]

    def _power(self, base: sp.Expr, c: sp.Rational, m: sp.Expr) -> Quotient:
        """Return a base to the power c m, c a rational and m a product of atoms."""
        if base is sp.E:
            x = self._atom((base, m), bool(m.is_real))
            return _raised((x, self.one), int(c * self.below[m]))
        quotient = self._of(base)
        if m == 1 and c.is_Integer:
            return _raised(quotient, int(c))
        if quotient[0] == 0:
            raise _NoWayError
        parts = (self._root(part, c * n, m) for part, n in self._parts(quotient))
        return reduce(_product, parts, (self.one, self.one))

    def _root(self, base: Quotient, c: sp.Rational, m: sp.Expr) -> Quotient:
        """Return the power c m of a base that stays one atom."""
        if m == 1 and c.is_Integer:
            return _raised(base, int(c))
        key, q = (str(base), m), self.below[m]
        new = key not in self.places
        x = self._atom(key, base[1] == 1 and self._seen(base[0]) and bool(m.is_real))
        if new and m == 1:
            self.roots.append((self.places[key], q, base))
        return _raised((x, self.one), int(c * q))

    def _parts(self, quotient: Quotient) -> Iterator[tuple[Quotient, int]]:
        """Yield factors that are not negative, each with its exponent, and last what is left."""
        left = self.one, self.one
        for polynomial, sign in zip(quotient, (1, -1), strict=True):
            content, factors = polynomial.factor()
            number = abs(sp.Rational(int(content.p), int(content.q)))
            primes = sp.factorrat(number, limit=MAX_PRIME)
            if content < 0:
                left = -left[0], left[1]
            yield from (((int(p) * self.one, self.one), sign * n) for p, n in primes.items())
            for factor, n in factors:
                if self._seen(factor):
                    yield (factor, self.one), sign * int(n)
                else:
                    left = _product(left, _raised((factor, self.one), sign * int(n)))
        if left != (self.one, self.one):
            yield left, 1

    def _seen(self, p: Polynomial) -> bool:
        """True if positive coefficients of what is at least 0 show that a polynomial is."""
        places = {k for monomial in p.monoms() for k, n in enumerate(monomial) if n}
        return places <= self.signed and all(c > 0 for c in p.coeffs())


def _exponent(expr: sp.Expr) -> sp.Expr:
    """Return the exponent of a power; 0 for what is none."""
    if expr is sp.I:
        return sp.S.Half
    return expr.as_base_exp()[1] if isinstance(expr, (sp.Pow, sp.exp)) else sp.S.Zero


def _terms(exponent: sp.Expr) -> Iterator[tuple[sp.Rational, sp.Expr]]:
    """Yield the rational factors of the terms of an exponent, and the rest of these terms."""
    for part in sp.Add.make_args(sp.expand(exponent)):
        yield part.as_coeff_Mul(rational=True)


def _without_root(p: Polynomial, place: int, q: int, base: Quotient) -> Polynomial:
    """Return a polynomial, times a power of the base's denominator, with powers below q only."""
    by_power: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for monomial, c in p.to_dict().items():
        n, left = divmod(monomial[place], q)
        by_power.setdefault(n, {})[*monomial[:place], left, *monomial[place + 1 :]] = c
    most = max(by_power, default=0)
    if most > MAX_EXPONENT:
        raise _NoWayError
    context, (above, below) = p.context(), base
    parts = (
        context.from_dict(rows) * above**n * below ** (most - n) for n, rows in by_power.items()
    )
    return reduce(lambda a, b: _small(a + b), parts, context.constant(0))


def _small(p: Polynomial) -> Polynomial:
    if len(p) > MAX_TERMS:
        raise _NoWayError
    return p


def _times(p: Polynomial, q: Polynomial) -> Polynomial:
    if len(p) * len(q) > 20 * MAX_TERMS:
        raise _NoWayError
    return _small(p * q)


def _sum(a: Quotient, b: Quotient) -> Quotient:
    (p, q), (r, s) = a, b
    if q == s:
        return _small(p + r), q
    shared = q.gcd(s)
    left, right = q / shared, s / shared
    return _small(_times(p, right) + _times(r, left)), _times(q, right)


def _product(a: Quotient, b: Quotient) -> Quotient:
    above, below = _times(a[0], b[0]), _times(a[1], b[1])
    if below.is_constant():
        return above, below
    shared = above.gcd(below)
    return above / shared, below / shared


def _raised(quotient: Quotient, n: int) -> Quotient:
    above, below = quotient if n >= 0 else quotient[::-1]
    if below == 0 or abs(n) > MAX_EXPONENT:
        raise _NoWayError
    out = above.context().constant(1), above.context().constant(1)
    for _ in range(abs(n)):
        out = _times(out[0], above), _times(out[1], below)
    return out
