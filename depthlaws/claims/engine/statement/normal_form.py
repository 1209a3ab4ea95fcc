"""Polynomials in arrays, summed over ranges of any size, as sums of terms.

``sum_i a_i b_i`` is a dot product in any dimension, ``sum_j W_ij u_j`` a product with a matrix of
any shape. A term is a coefficient, entries at places, and bound indices with their ranges. A mean
over Gaussian entries is Wick's sum over pairings, in which indices are set equal. Two polynomials
are equal at every size if their terms cancel up to the names of bound indices (:mod:`.canonical`).
"""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.statement import polynomials as poly
from depthlaws.claims.engine.statement.definitions import Rule, Rules
from depthlaws.claims.engine.statement.errors import LimitError
from depthlaws.claims.engine.statement.expressions import Index, Tree, nodes
from depthlaws.claims.engine.statement.layers import depth_of
from depthlaws.claims.engine.statement.polynomials import Poly
from depthlaws.claims.engine.statement.setting import Range, Setting, substituted

Factor = tuple[Any, tuple[Poly, ...]]  # a name, or ("mean", Gaussian array, name)
EQUAL = "="  # Kronecker's delta of two places; no name that a user can write
MAX_DRAWN = 10  # Gaussian entries in one term: 945 pairings
MAX_TERMS = 6000


@dataclass(frozen=True)
class Term:
    """Coefficient times entries, summed over bound indices (numbers) within their ranges."""

    coefficient: Poly
    factors: tuple[Factor, ...] = ()
    bounds: Mapping[int, Range] = field(default_factory=dict)


@dataclass
class Expansion:
    """Terms of trees, with definitions unfolded.

    Parameters
    ----------
    setting : Setting
        Domains and ranges.
    rules : mapping
        Definitions by array; those that recur unfold at ``counter`` and at numbers only.
    counter : Poly, optional
        Place from which an induction makes one step.
    instead : Rule, optional
        Hypothesis of an induction: an entry at the counter and what it is.
    """

    setting: Setting
    rules: Rules = field(default_factory=dict)
    counter: Poly | None = None
    instead: Rule | None = None
    names: Iterator[int] = field(default_factory=itertools.count)

    def terms(self, t: Tree, env: Mapping[Index, Poly] | None = None) -> list[Term]:
        """Terms of a tree."""
        env = env or {}
        if t.head == "formula":
            return self.terms(self.setting.resolve(t), env)
        if t.head == "+":
            return [term for a in t.args for term in self.terms(a, env)]
        if t.head == "*":
            return self._product([self.terms(a, env) for a in t.args])
        if t.head == "^" and _has_arrays(t.args[0]):
            return self._power(t, env)
        if t.head == "sum":
            return self._sum(t, env)
        if t.head == "mean":
            return self._mean(t, env)
        if t.head == "slope":
            return self._slope(t, env)
        if t.head == "entry":
            return self._entry(t.args[0], tuple(self.setting.poly(p, env) for p in t.args[1:]))
        coefficient = self.setting.poly(t, env)
        return [Term(coefficient)] if coefficient else []

    def _product(self, factors: list[list[Term]]) -> list[Term]:
        out = [Term(poly.constant(1))]
        for terms in factors:
            if len(out) * len(terms) > MAX_TERMS:
                msg = f"more than {MAX_TERMS} terms"
                raise LimitError(msg)
            out = [self._times(a, self._apart(b)) for a in out for b in terms]
        return out

    def _times(self, a: Term, b: Term) -> Term:
        if any(_averages(f, g[0][1]) for f in a.factors for g in b.factors if _averages(g)):
            msg = "a product of two means over what definitions hide"
            raise LimitError(msg)
        bounds = {**a.bounds, **b.bounds}
        return Term(a.coefficient * b.coefficient, a.factors + b.factors, bounds)

    def _power(self, t: Tree, env: Mapping[Index, Poly]) -> list[Term]:
        exponent = self.setting.poly(t.args[1], env).number
        if exponent is None or exponent.denominator != 1 or not 0 <= exponent <= 12:
            msg = f"{t} is no polynomial in its arrays"
            raise LimitError(msg)
        return self._product([self.terms(t.args[0], env)] * int(exponent))

    def _apart(self, term: Term) -> Term:
        """Term with new numbers for its bound indices."""
        if not term.bounds:
            return term
        new = {k: self._number(ends) for k, ends in term.bounds.items()}
        return self.moved(term, {("i", k): poly.atom(("i", n)) for k, n in new.items()})

    def _number(self, ends: Range) -> int:
        k = next(self.names)
        self.setting.ranges[k] = ends
        return k

    def moved(self, term: Term, values: Mapping[tuple[Any, ...], Poly]) -> Term:
        """Replace indices of a term, bound ones by new bound ones."""
        put = lambda p: substituted(p, values, self.setting)  # noqa: E731
        bounds = {}
        for k, (first, last) in term.bounds.items():
            new = values.get(("i", k))
            key = k if new is None else _index(new)
            bounds[key] = put(first), put(last)
            self.setting.ranges[key] = bounds[key]
        factors = tuple((name, tuple(map(put, places))) for name, places in term.factors)
        return Term(put(term.coefficient), factors, bounds)

    def _sum(self, t: Tree, env: Mapping[Index, Poly]) -> list[Term]:
        i, body = t.args
        first, last = self.setting.poly(i.first, env), self.setting.poly(i.last, env)
        length = (last - first).number
        if length is not None and length.denominator == 1:  # a few terms, none if it is negative
            if length > 40:
                msg = f"a sum of {length + 1} terms"
                raise LimitError(msg)
            places = [first + poly.constant(k) for k in range(int(length) + 1)]
            return [term for at in places for term in self.terms(body, {**env, i: at})]
        out = []
        if self.counter is not None and (last - self.counter).number == 1:
            if not self.setting.sign(last - first + poly.constant(0)):
                msg = f"the sum over {i} may be empty"
                raise LimitError(msg)
            out = self.terms(body, {**env, i: last})
            last = self.counter
        k = self._number((first, last))
        for term in self.terms(body, {**env, i: poly.atom(("i", k))}):
            out.append(Term(term.coefficient, term.factors, {**term.bounds, k: (first, last)}))
        return out

    # -- definitions ---------------------------------------------------------------------------

    def _entry(self, name: str, places: tuple[Poly, ...]) -> list[Term]:
        if self.instead is not None and self.instead.name == name:
            env = self._fits(self.instead, places, hypothesis=True)
            if env is not None:
                rest = Expansion(self.setting, self.rules, self.counter, None, self.names)
                return rest.terms(self.instead.body, env)
        for rule in self.rules.get(name, ()):
            env = self._fits(rule, places)
            if env is not None:
                return self.terms(rule.body, env)
        return [Term(poly.constant(1), ((name, places),))]

    def _fits(
        self, rule: Rule, places: tuple[Poly, ...], *, hypothesis: bool = False
    ) -> dict[Index, Poly] | None:
        """Indices of a rule that make it an entry, if it may unfold there."""
        env: dict[Index, Poly] = {}
        for (i, offset, fixed), place in zip(rule.slots, places, strict=True):
            if i is None:
                if place != fixed:
                    return None
            else:
                env[i] = place - poly.constant(offset)
        slot = rule.step_slot
        counted = None if slot is None else rule.slots[slot][0]
        if rule.recursive and not hypothesis and counted is not None:
            at = env[counted]
            if at.number is None and (self.counter is None or at != self.counter):
                return None
        if rule.recursive and not hypothesis and slot is None and not self._at_counter(env):
            return None
        places_of = {("i", k): v for k, v in env.items()}
        for i, at in env.items():
            ends = (substituted(e, places_of, self.setting) for e in self.setting.range_of(i))
            if not self.setting.covers(at, *ends):
                return None
        return env

    def _at_counter(self, env: Mapping[Index, Poly]) -> bool:
        """True if some index of a rule without a start or a step is the counter, or a number."""
        return any(at.number is not None or at == self.counter for at in env.values())

    # -- means ---------------------------------------------------------------------------------

    def _mean(self, t: Tree, env: Mapping[Index, Poly]) -> list[Term]:
        name, body = t.args
        domain = self.setting.domains[name]
        if domain.variance is None:
            msg = f"{name} is not Gaussian"
            raise LimitError(msg)
        variance = self.setting.poly(domain.variance, {})
        out = []
        for term in self.terms(body, env):
            drawn = [f for f in term.factors if f[0] == name]
            others = tuple(f for f in term.factors if f[0] != name)
            others = self._averaged(name, drawn, others)
            if len(drawn) > MAX_DRAWN:
                msg = f"a mean of {len(drawn)} Gaussian entries"
                raise LimitError(msg)
            for pairs in _pairings(drawn):
                equal = tuple(
                    (EQUAL, slots)
                    for (_, one), (_, two) in pairs
                    for slots in zip(one, two, strict=True)
                )
                weight = self.setting.power(variance, poly.constant(len(pairs)))
                joined = self.joined(Term(term.coefficient * weight, others + equal, term.bounds))
                out += [joined] if joined else []
        return out

    def _averaged(
        self, name: str, drawn: list[Factor], others: tuple[Factor, ...]
    ) -> tuple[Factor, ...]:
        """Factors of which those that depend on a Gaussian array stand for their mean together.

        Raises: LimitError unless every drawn entry is of a layer on which none of them depends.
        """
        hidden = [f for f in others if isinstance(f[0], str) and name in reached(f[0], self.rules)]
        if hidden and any(_averages(f, name) for f in others):
            msg = f"a product of two means over {name}"
            raise LimitError(msg)
        for other, places in hidden:
            depth = depth_of(other, name, self.rules, self.setting)
            if depth is None or not all(
                depth.apart(places[depth.slot], at[0], self.setting) for _, at in drawn
            ):
                msg = f"{other} depends on {name} and does not unfold in its mean"
                raise LimitError(msg)
        return tuple((("mean", name, f[0]), f[1]) if f in hidden else f for f in others)

    # -- slopes --------------------------------------------------------------------------------

    def _slope(self, t: Tree, env: Mapping[Index, Poly]) -> list[Term]:
        """Terms of a derivative, by the rule of products."""
        body, target = t.args
        name = target.args[0]
        places = tuple(self.setting.poly(p, env) for p in target.args[1:])
        out = []
        for term in self.terms(body, env):
            for other, _ in term.factors:
                if self._depends(other if isinstance(other, str) else other[2], target):
                    msg = f"{other} depends on {target} and does not unfold in its slope"
                    raise LimitError(msg)
            if target.head == "scalar":
                if any(name in end.scalars() for ends in term.bounds.values() for end in ends):
                    msg = f"the range of a sum depends on {name}"
                    raise LimitError(msg)
                out.append(Term(poly.slope(term.coefficient, name), term.factors, term.bounds))
                continue
            for k, (other, at) in enumerate(term.factors):
                if other == name:
                    equal = tuple((EQUAL, pair) for pair in zip(at, places, strict=True))
                    others = term.factors[:k] + term.factors[k + 1 :]
                    joined = self.joined(Term(term.coefficient, others + equal, term.bounds))
                    out += [joined] if joined else []
        return [term for term in out if term.coefficient]

    def _depends(self, name: str, target: Tree) -> bool:
        """True if the definition of an array leads to what a slope is by."""
        if name not in self.rules:
            return False
        if target.head == "entry":
            return target.args[0] in reached(name, self.rules)
        names = {name, *reached(name, self.rules)}
        return any(target in nodes(r.body) for n in names for r in self.rules.get(n, ()))

    def joined(self, term: Term) -> Term | None:
        """Term without the deltas that a bound index settles; None if it vanishes.

        Raises: LimitError where two ranges may differ.
        """
        kept: list[Factor] = []
        while True:
            equal = next((f for f in term.factors if f[0] == EQUAL and f not in kept), None)
            if equal is None:
                return term
            others = list(term.factors)
            others.remove(equal)
            term = Term(term.coefficient, tuple(others), term.bounds)
            difference = equal[1][0] - equal[1][1]
            if difference.number is not None:
                if difference.number:
                    return None
                continue
            if self.setting.sign(difference) == "+" or self.setting.sign(-difference) == "+":
                return None
            solved = self._solved(difference, term)
            if solved is None:
                term = self._with_free_equal(term, difference)
                delta = (EQUAL, tuple(sorted(equal[1], key=repr)))
                kept.append(delta)
                term = Term(term.coefficient, (*term.factors, delta), term.bounds)
                continue
            key, place = solved
            bounds = {k: v for k, v in term.bounds.items() if k != key}
            term = self.moved(Term(term.coefficient, term.factors, bounds), {("i", key): place})

    def _with_free_equal(self, term: Term, difference: Poly) -> Term:
        """Term with one free index replaced by what a delta, which stays, sets it equal to."""
        for m, c in sorted(difference.terms.items(), key=lambda x: repr(x[0])):
            if c in (1, -1) and len(m) == 1:
                ((a, e),) = m
                if a[0] == "i" and e == 1:
                    return self.moved(term, {a: poly.atom(a) - difference.times(1 / c)})
        return term

    def _solved(self, difference: Poly, term: Term) -> tuple[int, Poly] | None:
        """Bound index that a difference of 0 settles, with its place."""
        bound = False
        for k, (first, last) in sorted(term.bounds.items(), reverse=True):
            c = difference.terms.get(frozenset([(("i", k), Fraction(1))]))
            if c not in (1, -1):
                bound = bound or ("i", k) in _atoms(difference)
                continue
            bound = True
            place = poly.atom(("i", k)) - difference.times(1 / c)
            same = _same_range(place, (first, last), self.setting)
            if same or self.setting.covers(place, first, last):
                return k, place
        if bound:
            msg = "entries of a mean meet whose ranges may differ"
            raise LimitError(msg)
        return None


def _same_range(place: Poly, ends: Range, setting: Setting) -> bool:
    """True if a place is one index with the same range."""
    atoms = _atoms(place)
    if len(atoms) != 1:
        return False
    (a,) = atoms
    return a[0] == "i" and place == poly.atom(a) and setting.range_of(a[1]) == ends


def _atoms(p: Poly) -> set[Any]:
    return {a for m in p.terms for a, _ in m}


def _index(p: Poly) -> int:
    ((m, _),) = p.terms.items()
    ((a, _),) = m
    return a[1]


def _has_arrays(t: Tree) -> bool:
    return t.head in ("entry", "mean", "sum", "slope") or any(
        _has_arrays(a) for a in t.args if isinstance(a, Tree)
    )


def reached(name: str, rules: Rules) -> set[str]:
    """Names of all arrays that the definitions of one lead to."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        for rule in rules.get(waiting.pop(), ()):
            for n in nodes(rule.body):
                if n.head == "entry" and n.args[0] not in seen:
                    seen.add(n.args[0])
                    waiting.append(n.args[0])
    return seen


def _averages(factor: Factor, name: str | None = None) -> bool:
    """True for a factor that stands, with others, for a mean over a Gaussian array."""
    kind: Any = factor[0]
    return isinstance(kind, tuple) and kind[0] == "mean" and name in (None, kind[1])


def _pairings(items: list[Factor]) -> Iterator[list[tuple[Factor, Factor]]]:
    if not items:
        yield []
    for k in range(1, len(items)):
        for others in _pairings(items[1:k] + items[k + 1 :]):
            yield [(items[0], items[k]), *others]
