"""Points at which a statement is tried, from its quantifiers alone; they refute, and prove nothing.

Smallest sizes, all alike and all different; 0, 1, halves, negatives, both ends of an interval and
beside them; borders of conditions; arrays that are alike, opposite, mostly zero, of one row
repeated, or drawn. The simplest points come first, so that a counterexample is short.
"""

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import fmpq

from depthlaws.claims.engine.statement.definitions import Rules
from depthlaws.claims.engine.statement.domains import Domain
from depthlaws.claims.engine.statement.errors import LimitError
from depthlaws.claims.engine.statement.expressions import Index, Tree, free_indices, nodes, tree
from depthlaws.claims.engine.statement.numbers import exact
from depthlaws.claims.engine.statement.sympy_trees import to_sympy
from depthlaws.claims.engine.statement.values import Point

KINDS = ("alike", "drawn", "opposite", "sparse", "rows", "drawn")
PLAIN_KINDS = {"zero": lambda _: 0, "ones": lambda _: 1, "unit": lambda p: {*p} == {1}}
MAX_POINTS = 60  # where not all combinations are tried
AGAIN = 24  # points that come again with zeros
MAX_CASES = 4000  # combinations of listed values that are all tried
MAX_PLACES = 12  # places of free indices at one point
SIZES_AT_ONCE = 9  # combinations of sizes


@dataclass(frozen=True)
class Quantifiers:
    """Range of a statement: scalars and arrays by name, definitions, and sizes."""

    domains: Mapping[str, Domain]
    rules: Rules
    sizes: frozenset[str]

    def scalars(self) -> dict[str, Domain]:
        """Domains of the scalars."""
        return {n: d for n, d in self.domains.items() if not d.sizes}


def sizes_of(domains: Mapping[str, Domain], trees: Sequence[Tree]) -> frozenset[str]:
    """Names of scalars that bound arrays or ranges of indices."""
    made = [size for d in domains.values() for size in d.sizes]
    for t in trees:
        for n in nodes(t):
            if n.head == "index" or n.head == "sum":
                made += [n.args[0].first, n.args[0].last]
    return frozenset(n.args[0] for t in made for n in nodes(t) if n.head == "scalar")


class Filling:
    """Entries of arrays on demand, all of one kind, remembered for the counterexample."""

    def __init__(self, domains: Mapping[str, Domain], kind: str, seed: int) -> None:
        self.domains, self.kind, self.rng = domains, kind, random.Random(seed)
        self.first: dict[str, Fraction] = {}
        self.choices: dict[str, list[Fraction]] = {}
        self.rows: dict[tuple[Any, ...], fmpq] = {}
        self.seen: dict[tuple[str, tuple[int, ...]], fmpq] = {}

    def __call__(self, name: str, places: tuple[int, ...]) -> fmpq:
        """Value of an entry."""
        if (name, places) not in self.seen:
            self.seen[name, places] = exact(self._made(name, places))
        return self.seen[name, places]

    def _made(self, name: str, places: tuple[int, ...]) -> Fraction:
        domain = self.domains[name]
        if name not in self.choices:
            self.choices[name] = domain.entries()
        choices = self.choices[name]
        one = self.first.setdefault(name, self.rng.choice(choices[:4]))
        if self.kind == "alike":
            return one
        if self.kind == "opposite" and sum(places) % 2 and domain.has(-one):
            return -one
        if self.kind == "opposite":
            return one
        if self.kind in PLAIN_KINDS:
            plain = Fraction(PLAIN_KINDS[self.kind](places))
            return plain if domain.has(plain) else choices[0]
        if self.kind == "sparse" and domain.has(0) and self.rng.random() < 0.6:
            return Fraction(0)
        if self.kind == "rows" and len(places) > 1:  # every row alike: rank one
            key = (name, places[-1])
            return self.rows.setdefault(key, self.rng.choice(choices))  # type: ignore[arg-type]
        return self.rng.choice(choices)

    def words(self) -> str:
        """Entries that were asked for."""
        shown = [
            f"{n}[{', '.join(map(str, p))}] = {v}"
            for n, p in [*self.seen]
            if (v := self.seen[n, p]) is not None
        ]
        return ", ".join(shown[:8]) + (", ..." if len(shown) > 8 else "")


class Given(Filling):
    """Entries of a witness, others as usual."""

    def __init__(self, domains: Mapping[str, Domain], arrays: Mapping[str, Any]) -> None:
        super().__init__(domains, "drawn", 0)
        self.arrays = arrays

    def _made(self, name: str, places: tuple[int, ...]) -> Fraction:
        entries = self.arrays.get(name)
        if entries is None:
            return super()._made(name, places)
        for k in places:
            entries = entries[k - 1]
        return tree(entries).args[0]


def witnesses(
    q: Quantifiers, given: Sequence[Mapping[Any, Any]], sides: Sequence[Tree], resolve: Any
) -> Iterator[tuple[Point, Filling, dict[Index, int]]]:
    """Yield points that a statement names itself, where its hypotheses are hard to meet."""
    free = list(dict.fromkeys(i for t in sides for i in free_indices(t)))
    for values in given:
        scalars = {n: d.ends(size=n in q.sizes)[0] for n, d in q.scalars().items()}
        named = {getattr(k, "name", None) or k.args[0]: v for k, v in values.items()}
        scalars |= {n: tree(v).args[0] for n, v in named.items() if n in scalars}
        filling = Given(q.domains, {n: v for n, v in named.items() if n not in scalars})
        numbers = {n: exact(v) for n, v in scalars.items()}
        point = Point(numbers, filling, q.domains, q.rules, resolve)
        for env in _places(free, point, every=False):
            yield point, filling, env


def points(
    q: Quantifiers,
    used: Sequence[Tree],
    sides: Sequence[Tree],
    *,
    over: Mapping[str, Sequence[Fraction]],
    borders: Sequence[tuple[str, sp.Expr]],
    seed: int,
    resolve: Any,
    zeros: bool = False,
) -> Iterator[tuple[Point, Filling, dict[Index, int]]]:
    """Yield points with their arrays and the places of free indices.

    ``used`` are all trees whose scalars need values, ``sides`` those whose free indices do;
    ``over`` lists all values of some scalars; ``borders`` are scalars with the expression at which
    a condition turns. With ``zeros`` the points come again with entries all 0, all 1, and 1 at one
    place, where hypotheses that chance does not meet may hold.
    """
    named = {n.args[0] for t in used for n in nodes(t) if n.head == "scalar"} | q.sizes
    undone = [n.args[0] for t in used for n in nodes(t) if n.head == "undone"]
    named |= {s.name for e in undone for s in e.free_symbols}
    scalars = {n: d for n, d in q.scalars().items() if n in named or n in over}
    free = list(dict.fromkeys(i for t in sides for i in free_indices(t)))
    rng = random.Random(seed)
    combinations = _combinations(q, scalars, over, rng)
    kinds = [KINDS[number % len(KINDS)] for number in range(len(combinations))]
    if zeros and not over:
        again = list(itertools.product(combinations[:AGAIN], PLAIN_KINDS))
        kinds += [kind for _, kind in again]
        combinations = combinations + [values for values, _ in again]
    for kind, values in zip(kinds, combinations, strict=True):
        for at in _with_borders(values, borders, scalars):
            filling = Filling(q.domains, kind, rng.randrange(1 << 30))
            point = Point(
                {n: exact(v) for n, v in at.items()}, filling, q.domains, q.rules, resolve
            )
            every = bool(over) or all(d.values for d in scalars.values())
            for env in _places(free, point, every=every):
                yield point, filling, env


def _combinations(
    q: Quantifiers,
    scalars: Mapping[str, Domain],
    over: Mapping[str, Sequence[Fraction]],
    rng: random.Random,
) -> list[dict[str, Fraction]]:
    """Values of scalars: all of them where they are listed, else ends one by one and mixed."""
    tries = {
        n: list(over[n]) if n in over else d.ends(size=n in q.sizes) for n, d in scalars.items()
    }
    count = 1
    for values in tries.values():
        count *= len(values)
    finite = all(n in over or d.values for n, d in scalars.items())
    if finite and count > MAX_CASES:
        msg = f"{count} listed cases, of which at most {MAX_CASES} are tried"
        raise LimitError(msg)
    if finite or count <= MAX_POINTS:
        made = [dict(zip(tries, v, strict=True)) for v in itertools.product(*tries.values())]
    else:
        made = list(_mixed(q, tries, rng))
    if finite:
        return made
    made = sorted(made, key=_cost)
    sizes = [n for n in tries if n in q.sizes]
    ladder = [tuple(c.values()) for c in itertools.islice(_size_choices(sizes, tries, rng), 4)]
    first = {tuple(v[n] for n in sizes): v for v in made[::-1]}
    ahead = [first[key] for key in ladder if key in first]  # every size at its least, all different
    return [*ahead, *(v for v in made if not any(v is a for a in ahead))]


def _mixed(
    q: Quantifiers, tries: Mapping[str, list[Fraction]], rng: random.Random
) -> Iterator[dict[str, Fraction]]:
    sizes = [n for n in tries if n in q.sizes]
    others = [n for n in tries if n not in q.sizes]
    seen = set()
    for chosen in _size_choices(sizes, tries, rng):
        for k in range(max(6, MAX_POINTS // SIZES_AT_ONCE)):
            values = {**chosen, **{n: rng.choice(tries[n][: 3 if k < 2 else None]) for n in others}}
            if (key := tuple(values.items())) not in seen:
                seen.add(key)
                yield values
    small = {n: tries[n][0] for n in tries}
    yield {n: max(v) if n in others else v[0] for n, v in tries.items()}
    for n in others:
        for v in tries[n]:
            values = {**small, n: v}
            if (key := tuple(values.items())) not in seen:
                seen.add(key)
                yield values


def _size_choices(
    sizes: Sequence[str], tries: Mapping[str, list[Fraction]], rng: random.Random
) -> Iterator[dict[str, Fraction]]:
    """Least sizes, the next ones, all different in two orders, and some more."""
    ladder = [{n: tries[n][min(k, len(tries[n]) - 1)] for n in sizes} for k in (0, 1)]
    for order in (list(sizes), list(sizes)[::-1]):
        ladder.append({n: tries[n][k % len(tries[n])] for k, n in enumerate(order)})
        ladder.append({n: tries[n][(k + 1) % len(tries[n])] for k, n in enumerate(order)})
    while len(ladder) < SIZES_AT_ONCE:
        ladder.append({n: rng.choice(tries[n]) for n in sizes})
    yield from {tuple(c.items()): c for c in ladder}.values()


def _cost(values: Mapping[str, Fraction]) -> Fraction:
    return sum((abs(v) + v.denominator for v in values.values()), Fraction(0))


def _with_borders(
    values: Mapping[str, Fraction],
    borders: Sequence[tuple[str, sp.Expr]],
    scalars: Mapping[str, Domain],
) -> Iterator[Mapping[str, Fraction]]:
    """Yield values, and with them a scalar at the border of a condition, and just beside it."""
    yield values
    for name, place in borders:
        at = place.subs({s: sp.Rational(str(values[s.name])) for s in place.free_symbols})
        if not (at.is_Rational and name in values):
            continue
        border = Fraction(int(at.p), int(at.q))
        for v in (border, border * Fraction(99, 100), border * Fraction(101, 100)):
            if scalars[name].has(v):
                yield {**values, name: v}


def _places(free: Sequence[Index], point: Point, *, every: bool) -> Iterator[dict[Index, int]]:
    """Yield places of free indices; both ends of each range are among them."""
    made: list[dict[Index, int]] = [{}]
    for i in sorted(free, key=lambda i: len(free_indices(i.last)) + len(free_indices(i.first))):
        longer = []
        for env in made:
            ends = point.whole(i.first, env), point.whole(i.last, env)
            places = range(ends[0], ends[1] + 1)
            if every and len(places) > MAX_CASES:
                msg = f"{len(places)} places of {i}"
                raise LimitError(msg)
            span = [*places] if every or len(places) <= 3 else [*places[:2], places[-1]]
            longer += [{**env, i: k} for k in span]
        made = longer
    if not every and len(made) > MAX_PLACES:
        step = len(made) / MAX_PLACES
        made = [made[int(k * step)] for k in range(MAX_PLACES - 1)] + [made[-1]]
    yield from made


def borders_of(relations: Sequence[Tree], domains: Mapping[str, Domain]) -> list[tuple[str, Any]]:
    """Scalars with the expressions at which a relation turns, solved for each scalar."""
    symbols = {n: sp.Symbol(n, real=True) for n, d in domains.items() if not d.sizes}
    places: list[tuple[str, Any]] = []
    for relation in relations:
        e = sp.expand(to_sympy(relation.args[0] - relation.args[1], symbols))
        for s in sorted(e.free_symbols, key=str):
            if domains[s.name].whole or not e.is_polynomial(s) or sp.degree(e, s) > 2:
                continue
            places += [(s.name, p) for p in sp.roots(e, s) if p.is_rational is not False]
    return places
