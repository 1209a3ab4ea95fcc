"""Trees in numbers at one point: sums by loops, definitions by their steps, means by moments.

Numbers are exact wherever they are rational; roots, exponentials and undone expressions are balls.
This route shares nothing with the normal form: it reads the statement as it was typed.
"""

import functools
import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
from flint import Ordering, arb, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from depthlaws.claims.engine.checks.common import ball_at
from depthlaws.claims.engine.stated import worked_out
from depthlaws.claims.engine.statement.definitions import Rules
from depthlaws.claims.engine.statement.domains import Domain
from depthlaws.claims.engine.statement.errors import FormError, LimitError
from depthlaws.claims.engine.statement.expressions import Index, Tree
from depthlaws.claims.engine.statement.numbers import (
    Dual,
    Number,
    UndefinedError,
    compared,
    exact,
    function,
    moment,
    power,
)

PRECISION = 192  # bits
MAX_STEPS = 400_000  # nodes evaluated at one point
GROWTH_SIZES = (200, 400)  # exponents of 2 at which a growth is estimated
GROWTH_ERROR = 0.02  # of such an estimate
MAX_GAUSSIANS = 64  # entries drawn at one point


@dataclass
class Point:
    """Values of scalars, and of the entries of arrays as they are asked for.

    Parameters
    ----------
    scalars : dict
        Values by name.
    entry : callable
        Value of an entry (name, places), asked once.
    domains : mapping
        Domains by name, for the sizes of arrays and the variances of Gaussian ones.
    rules : mapping
        Definitions by array.
    resolve : callable
        Right-hand side of a registered formula.
    """

    scalars: dict[str, fmpq]
    entry: Callable[[str, tuple[int, ...]], fmpq]
    domains: Mapping[str, Domain]
    rules: Rules = field(default_factory=dict)
    resolve: Callable[[Tree], Tree] = lambda t: t
    seen: dict[tuple[str, tuple[int, ...]], Number] = field(default_factory=dict)
    steps: int = 0
    level: int = 0
    _ring: Any = None

    def value(self, t: Tree, env: Mapping[Index, int] | None = None) -> Number:
        """Value of a tree; relations are True, False, or None where balls overlap.

        Raises: UndefinedError where there is no value, FormError for a place outside an array.
        """
        self.steps += 1
        if self.steps > MAX_STEPS:
            msg = "too many operations at one point"
            raise LimitError(msg)
        return getattr(self, _METHODS.get(t.head, "_function"))(t, env or {})

    def _number(self, t: Tree, _: Any) -> Number:
        return _rational(t)

    def _scalar(self, t: Tree, _: Any) -> Number:
        return self.scalars[t.args[0]]

    def _index(self, t: Tree, env: Mapping[Index, int]) -> Number:
        return fmpq(env[t.args[0]])

    def _plus(self, t: Tree, env: Any) -> Number:
        out = self.value(t.args[0], env)
        for a in t.args[1:]:
            out = out + self.value(a, env)
        return out

    def _times(self, t: Tree, env: Any) -> Number:
        out = self.value(t.args[0], env)
        for a in t.args[1:]:
            out = out * self.value(a, env)
        return out

    def _power(self, t: Tree, env: Any) -> Number:
        return power(self.value(t.args[0], env), self.value(t.args[1], env))

    def _sum(self, t: Tree, env: Mapping[Index, int]) -> Number:
        i, body = t.args
        out, places = fmpq(0), range(self.whole(i.first, env), self.whole(i.last, env) + 1)
        if len(places) > MAX_STEPS // 10:
            msg = f"a sum of {len(places)} terms at one point"
            raise LimitError(msg)
        for k in places:
            out = out + self.value(body, {**env, i: k})
        return out

    def whole(self, t: Tree, env: Mapping[Index, int]) -> int:
        """Value of a place or an end of a range."""
        value = self.value(t, env)
        if not isinstance(value, fmpq) or value.q != 1:
            msg = f"{t} is {value}, which is no whole number"
            raise FormError(msg)
        return int(value.p)

    def _entry(self, t: Tree, env: Mapping[Index, int]) -> Number:
        return self.at(t.args[0], tuple(self.whole(p, env) for p in t.args[1:]))

    def at(self, name: str, places: tuple[int, ...]) -> Number:
        """Value of one entry: by its definition, drawn for a Gaussian array, else asked for."""
        key = (name, places)
        if key not in self.seen:
            self.seen[key] = (
                self._defined(name, places) if name in self.rules else self._drawn(name, places)
            )
        return self.seen[key]

    def _defined(self, name: str, places: tuple[int, ...]) -> Number:
        for rule in self.rules[name]:
            env: dict[Index, int] = {}
            for (i, offset, _), typed, place in zip(rule.slots, rule.places, places, strict=True):
                if i is None:
                    if self.whole(typed, {}) != place:
                        break
                else:
                    env[i] = place - int(offset)
            else:
                ends = (
                    (self.whole(i.first, env), k, self.whole(i.last, env)) for i, k in env.items()
                )
                if all(a <= k <= b for a, k, b in ends):
                    return self.value(rule.body, env)
        msg = f"{name}{list(places)} is not defined at {self.sizes()}"
        raise FormError(msg)

    def _drawn(self, name: str, places: tuple[int, ...]) -> Number:
        sizes = [self.whole(s, {}) for s in self.domains[name].sizes]
        if len(sizes) != len(places) or not all(
            1 <= k <= n for k, n in zip(places, sizes, strict=True)
        ):
            msg = f"{name}{list(places)} lies outside {name}{sizes} at {self.sizes()}"
            raise FormError(msg)
        if self.domains[name].variance is not None:
            return self._gaussians()[name, places]
        return self.entry(name, places)

    def sizes(self) -> str:
        """Whole scalars in words."""
        whole = (f"{n} = {v}" for n, v in self.scalars.items() if self.domains[n].whole)
        return ", ".join(whole) or "this point"

    def _gaussians(self) -> Mapping[tuple[str, tuple[int, ...]], fmpq_mpoly]:
        """One generator of a ring for each Gaussian entry."""
        if self._ring is None:
            count = 0
            for domain in self.domains.values():
                if domain.variance is not None:
                    count += math.prod(max(0, self.whole(s, {})) for s in domain.sizes)
            if count > MAX_GAUSSIANS:
                msg = f"{count} Gaussian entries at one point"
                raise LimitError(msg)
            keys = [
                (name, places)
                for name, domain in self.domains.items()
                if domain.variance is not None
                for places in itertools.product(
                    *(range(1, self.whole(s, {}) + 1) for s in domain.sizes)
                )
            ]
            names = [f"g{k}" for k in range(max(1, len(keys)))]
            ring = fmpq_mpoly_ctx.get(names, Ordering.lex)
            self._ring = dict(zip(keys, ring.gens(), strict=False)), keys, ring
        return self._ring[0]

    def _slope(self, t: Tree, env: Mapping[Index, int]) -> Number:
        """Derivative by dual numbers: the body again, with one number that carries a slope."""
        body, target = t.args
        level = self.level + 1
        if any(d.variance is not None for d in self.domains.values()):
            self._gaussians()  # one ring for both points
        free = {k: v for k, v in self.seen.items() if k[0] not in self.rules}
        there = replace(self, scalars=dict(self.scalars), seen=free, level=level)
        if target.head == "scalar":
            name = target.args[0]
            there.scalars[name] = Dual(self.scalars[name], fmpq(1), level)
        else:
            key = target.args[0], tuple(self.whole(p, env) for p in target.args[1:])
            there.seen[key] = Dual(self.at(*key), fmpq(1), level)
        value = there.value(body, env)
        self.steps = there.steps
        return value.slope if isinstance(value, Dual) and value.level == level else fmpq(0)

    def _mean(self, t: Tree, env: Any) -> Number:
        try:
            return self._averaged(t, self.value(t.args[1], env))
        except TypeError as error:  # a ball times a polynomial in Gaussian entries
            msg = f"the mean {t} is computed at rational numbers only"
            raise LimitError(msg) from error

    def _averaged(self, t: Tree, value: Number) -> Number:
        name, body = t.args
        drawn = self._gaussians()
        if isinstance(value, Dual):
            low, high = (self._averaged(t, part) for part in (value.value, value.slope))
            return Dual(low, high, value.level)
        if not isinstance(value, fmpq_mpoly):
            if isinstance(value, arb):
                msg = f"a mean of {body} by moments needs a polynomial"
                raise LimitError(msg)
            return value
        variance = self.value(self.domains[name].variance or t, {})
        _, keys, ring = self._ring
        own = [k for k, (other, _) in enumerate(keys) if other == name]
        out = ring.constant(0) if hasattr(ring, "constant") else value * 0
        gens = list(drawn.values())
        for powers, c in value.terms():
            weight = c
            for k in own:
                weight = weight * moment(int(powers[k]), variance)
            if weight == 0:
                continue
            rest = [int(p) if k not in own else 0 for k, p in enumerate(powers)]
            term = weight
            for g, p in zip(gens, rest, strict=False):
                term = g**p * term if p else term
            out = out + term
        terms = list(out.terms())
        if all(not any(powers) for powers, _ in terms):
            return terms[0][1] if terms else fmpq(0)
        return out

    def _growth(self, t: Tree, env: Any) -> Number:
        body, size = t.args
        values = []
        for bits in GROWTH_SIZES:
            there = replace(self, scalars=self.scalars | {size.args[0]: fmpq(2) ** bits}, seen={})
            values.append(arb(there.value(body, env)))
        low, high = (v.log() for v in values)
        power = (high - low) / (arb(2).log() * (GROWTH_SIZES[1] - GROWTH_SIZES[0]))
        if not power.is_finite():
            msg = f"{body} at large {size}"
            raise UndefinedError(msg)
        return power + arb(0, GROWTH_ERROR)

    def _formula(self, t: Tree, env: Any) -> Number:
        return self.value(self.resolve(t), env)

    def _undone(self, t: Tree, _: Any) -> Number:
        e = worked_out(t.args[0])
        values = {s: self.scalars[s.name] for s in e.free_symbols}
        at = {s: sp.Rational(int(v.p), int(v.q)) for s, v in values.items()}
        if e.is_Rational:
            return fmpq(int(e.p), int(e.q))
        ball = ball_at(e, at, PRECISION)
        if not ball.is_finite():
            msg = f"{t.args[0]} is undefined"
            raise UndefinedError(msg)
        return ball

    def _function(self, t: Tree, env: Any) -> Number:
        return function(t.head, [self.value(a, env) for a in t.args])

    # -- relations: True, False, or None where balls overlap ------------------------------------

    def _relation(self, t: Tree, env: Any) -> bool | None:
        left, right = (self.value(a, env) for a in t.args)
        return compared(left, t.head, right)

    def _and(self, t: Tree, env: Any) -> bool | None:
        values = [self.value(a, env) for a in t.args]
        return False if False in values else None if None in values else True

    def _or(self, t: Tree, env: Any) -> bool | None:
        values = [self.value(a, env) for a in t.args]
        return True if True in values else None if None in values else False

    def _not(self, t: Tree, env: Any) -> bool | None:
        value = self.value(t.args[0], env)
        return None if value is None else not value


@functools.lru_cache(maxsize=1 << 14)
def _rational(t: Tree) -> fmpq:
    """Value of a number, which comes again at every point."""
    return exact(t.args[0])


_METHODS = {
    "number": "_number",
    "scalar": "_scalar",
    "index": "_index",
    "+": "_plus",
    "*": "_times",
    "^": "_power",
    "sum": "_sum",
    "entry": "_entry",
    "mean": "_mean",
    "slope": "_slope",
    "growth": "_growth",
    "formula": "_formula",
    "undone": "_undone",
    "<": "_relation",
    "<=": "_relation",
    "=": "_relation",
    "!=": "_relation",
    "and": "_and",
    "or": "_or",
    "not": "_not",
}
