"""Assumptions of a proof: domains of scalars and indices, and the signs that follow from them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.statement import polynomials as poly
from depthlaws.claims.engine.statement.domains import INFINITY, Domain
from depthlaws.claims.engine.statement.errors import LimitError
from depthlaws.claims.engine.statement.expressions import Index, Tree
from depthlaws.claims.engine.statement.polynomials import Atom, Poly

Range = tuple[Poly, Poly]


@dataclass
class Setting:
    """Domains by name, ranges of indices, and the polynomials of trees without arrays.

    Parameters
    ----------
    domains : mapping
        Domain of every scalar and array, by name.
    ranges : dict
        Ends of the range of every index, free (an :class:`Index`) or bound (a number).
    lows : dict
        Least values of scalars that differ from their domain's: of the counter of an induction.
    """

    domains: Mapping[str, Domain]
    ranges: dict[Any, Range] = field(default_factory=dict)
    lows: dict[str, Fraction] = field(default_factory=dict)
    resolve: Callable[[Tree], Tree] = lambda t: t

    def range_of(self, key: Any) -> Range:
        """Ends of an index."""
        if key not in self.ranges and isinstance(key, Index):
            self.ranges[key] = self.poly(key.first, {}), self.poly(key.last, {})
        return self.ranges[key]

    def poly(self, t: Tree, env: Mapping[Index, Poly]) -> Poly:
        """Polynomial of a tree without arrays; indices by ``env``, else free.

        Raises: LimitError for arrays, and for what stands undone.
        """
        head, args = t.head, t.args
        if head == "number":
            return poly.constant(args[0])
        if head == "scalar":
            return poly.scalar(args[0])
        if head == "index":
            own = args[0]
            if own in env:
                return env[own]
            self.range_of(own)
            return poly.atom(("i", own))
        if head == "formula":
            return self.poly(self.resolve(t), env)
        if head in ("+", "*"):
            parts = [self.poly(a, env) for a in args]
            out = parts[0]
            for part in parts[1:]:
                out = out + part if head == "+" else out * part
            return out
        if head == "^":
            return self.power(self.poly(args[0], env), self.poly(args[1], env))
        if head == "exp":
            exponent = self.poly(args[0], env)
            n = exponent.number
            return poly.atom(poly.E, exponent if n is None else n) if exponent else poly.constant(1)
        if head in (
            "sum",
            "entry",
            "mean",
            "slope",
            "growth",
            "undone",
            "=",
            "<",
            "<=",
            "!=",
            "and",
            "or",
            "not",
        ):
            msg = f"{t} is no polynomial in its arrays"
            raise LimitError(msg)
        return poly.atom(("f", head, *(self.poly(a, env) for a in args)))

    def power(self, base: Poly, exponent: Poly) -> Poly:
        """Power by the rules that hold on the domain."""
        return poly.power(base, exponent, self.atom_nonnegative, whole=self.whole(exponent))

    def whole(self, p: Poly) -> bool:
        """True if a polynomial is a whole number wherever its symbols are what they are."""
        return all(
            c.denominator == 1 and all(self._whole_atom(a) and _natural(e) for a, e in m)
            for m, c in p.terms.items()
        )

    def _whole_atom(self, a: Atom) -> bool:
        if a[0] == "scalar":
            domain = self.domains[a[1]]
            return domain.whole or (
                bool(domain.values) and all(v.denominator == 1 for v in domain.values)
            )
        return a[0] == "i"

    # -- signs ---------------------------------------------------------------------------------

    def atom_nonnegative(self, a: Atom) -> bool:
        """True if an atom is visibly nonnegative."""
        if a[0] == "scalar":
            return self.low(a[1]) >= 0
        if a[0] == "base":
            return self.sign(a[1]) in ("+", "0+")
        if a[0] == "i":
            return self.sign(poly.atom(a)) in ("+", "0+")
        return a[0] in ("prime", "e") or a[:2] == ("f", "Abs") or a[:2] == ("f", "pi")

    def _atom_positive(self, a: Atom) -> bool:
        if a[0] == "scalar":
            low = self.low(a[1])
            return low > 0 or (low == 0 and self.domains[a[1]].sign == "+")
        if a[0] in ("base", "i"):
            return self.sign(a[1] if a[0] == "base" else poly.atom(a)) == "+"
        return a[0] in ("prime", "e") or a[:2] == ("f", "pi")

    def low(self, name: str) -> Any:
        """Least value of a scalar, or the value above which it lies."""
        domain = self.domains[name]
        own = min(domain.values) if domain.values else domain.low
        return max(own, self.lows.get(name, own))

    def high(self, name: str) -> Any:
        """Largest value of a scalar, or the value below which it lies."""
        domain = self.domains[name]
        return max(domain.values) if domain.values else domain.high

    def sign(self, p: Poly) -> str:
        """One of ``+``, ``0+`` and empty, as far as it shows when scalars start at their ends."""
        p = self._without_indices(p)
        number = p.number
        if number is not None:
            return "+" if number > 0 else "0+" if number == 0 else ""
        if result := self._by_terms(p):
            return result
        try:
            return self._by_terms(self._shifted(p), shifted=True)
        except LimitError:
            return ""

    def _by_terms(self, p: Poly, *, shifted: bool = False) -> str:
        """Sign of a sum whose terms all have one."""
        plain = (lambda a: a[0] == "t") if shifted else (lambda _: False)
        for m, c in p.terms.items():
            if c < 0 or not all(plain(a) or self.atom_nonnegative(a) or _even(e) for a, e in m):
                return ""
        positive = lambda a: (plain(a) and a[2]) or (not plain(a) and self._atom_positive(a))  # noqa: E731
        return "+" if any(all(positive(a) for a, _ in m) for m in p.terms) else "0+"

    def _without_indices(self, p: Poly) -> Poly:
        """Least value over the indices that occur to the first power, by their ranges."""
        for _ in range(12):
            linear: dict[Atom, Fraction | None] = {}
            for m, c in p.terms.items():
                for a, e in m:
                    if a[0] == "i":
                        alone = len(m) == 1 and e == 1
                        linear[a] = c if alone and a not in linear else None
            slopes = [(a, c) for a, c in linear.items() if c is not None]
            if not slopes:
                return p
            key, slope = next(
                ((a, c) for a, c in slopes if not self._ends_another(a, linear)), slopes[0]
            )
            first, last = self.range_of(key[1])
            p = substituted(p, {key: first if slope > 0 else last}, self)
        return p

    def _ends_another(self, a: Atom, others: Mapping[Atom, Any]) -> bool:
        """True if an index stands in the range of another one, which comes first then."""
        ranges = (self.range_of(b[1]) for b in others if b != a)
        return any(a == atom for ends in ranges for e in ends for m in e.terms for atom, _ in m)

    def _shifted(self, p: Poly) -> Poly:
        """Write every scalar as an end of its domain plus or minus a new symbol."""
        swap = {}
        for name in sorted(p.scalars()):
            low, high, domain = self.low(name), self.high(name), self.domains[name]
            slope = [c for m, c in p.terms.items() if (("scalar", name), Fraction(1)) in m]
            falls = any(c < 0 for c in slope) and high != INFINITY
            t = poly.atom(("t", name, domain.high_open if falls else domain.low_open))
            if falls:
                swap[("scalar", name)] = poly.constant(high) - t
            elif low != -INFINITY:
                swap[("scalar", name)] = poly.constant(low) + t
        return substituted(p, swap, self)

    def covers(self, place: Poly, first: Poly, last: Poly) -> bool:
        """True if a place visibly lies in a range, whatever the indices in it."""
        return bool(self.sign(place - first)) and bool(self.sign(last - place))

    def outside(self, place: Poly, first: Poly, last: Poly) -> bool:
        """True if a place visibly lies outside a range."""
        return self.sign(first - place) == "+" or self.sign(place - last) == "+"


def _natural(e: Any) -> bool:
    return isinstance(e, Fraction) and e >= 0 and e.denominator == 1


def _even(e: Any) -> bool:
    return isinstance(e, Fraction) and e.denominator == 1 and e.numerator % 2 == 0


def substituted(p: Poly, values: Mapping[Atom, Poly], setting: Setting) -> Poly:
    """Replace atoms by polynomials, in powers and bases too."""
    if p.atoms.isdisjoint(values):
        return p
    still = {m for m in p.terms if all(_still(part, values) for pair in m for part in pair)}
    out = Poly({m: p.terms[m] for m in still})
    for m, c in p.terms.items():
        if m in still:
            continue
        product = poly.constant(c)
        for a, e in m:
            changed = _atom_with(a, values, setting)
            exponent = substituted(e, values, setting) if isinstance(e, Poly) else e
            if changed is None and exponent is e:
                product = product * poly.atom(a, e)
            else:
                base = poly.atom(a) if changed is None else changed
                product = product * setting.power(base, poly.as_poly(exponent))
        out = out + product
    return out


def _still(part: Any, values: Mapping[Atom, Poly]) -> bool:
    """True if an atom or a power holds nothing that is replaced."""
    return poly.atoms_in(part).isdisjoint(values)


def _atom_with(a: Atom, values: Mapping[Atom, Poly], setting: Setting) -> Poly | None:
    """Polynomial that replaces an atom; None if it stays."""
    if a in values:
        return values[a]
    if a[0] == "base":
        inner = substituted(a[1], values, setting)
        return None if inner == a[1] else inner
    if a[0] == "f":
        inner = [substituted(x, values, setting) for x in a[2:]]
        return None if inner == list(a[2:]) else poly.atom(("f", a[1], *inner))
    return None
