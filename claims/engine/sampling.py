"""Points of a domain: the one place that says where a claim is tried.

Both the checks (seeded draws) and the public Hypothesis strategies take their edges from here.
Listed values are cases: every combination of them is run where there are at most CASES, else every
value at least once. Intervals are drawn, far out and near by on a logarithmic scale.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.theory.symbolic.domain import Interval

Domain = Mapping[Any, Interval | Sequence[Any]]

FAR = 1e9  # where an unbounded domain is cut for random draws; its ends are tried besides
NEAR = 1e-3  # nearest random draw to the finite end of an unbounded domain
USUAL = 1e3  # half of the draws stay within this distance: there most of the structure is
SUMMED = 64  # where sums and products with a bound in the domain are cut: each term is computed
CASES = 500  # combinations of listed values that are all run
TRIES = 8  # draws in search of a point that is new


def finite_ends(interval: Interval, *, far: float = FAR) -> tuple[float, float]:
    """Cut an interval at +-far where it is unbounded."""
    low, high = float(interval.low), float(interval.high)
    return max(low, min(-far, high - far)), min(high, max(far, low + far))


def reach(expr: sp.Basic) -> float:
    """How far out an expression can be evaluated: not far where it sums or multiplies terms."""
    return SUMMED if expr.has(sp.Sum, sp.Product) else FAR


def edges(interval: Interval, *, far: float = FAR) -> list[float]:
    """Allowed values at and near the ends, infinity included where the interval is closed there.

    Integers are Python's.
    """
    low, high = finite_ends(interval, far=far)
    step = 1.0 if interval.integer else 1e-6 * min(high - low, USUAL)
    ends = [float(interval.low), low, low + step, high - step, high, float(interval.high)]
    allowed = {float(x) for x in [*ends, 1.0, 2.0] if interval.contains(x)}
    return sorted(int(x) if interval.integer and math.isfinite(x) else x for x in allowed)


def allows(given: sp.Basic, point: Mapping[str, Any]) -> bool:
    """Whether a point (values by symbol name) satisfies the relation of a formula."""
    if given == sp.true:
        return True
    values = {s: _exact(point[s.name]) for s in given.free_symbols}
    return given.subs(values) == sp.true


def _exact(x: Any) -> sp.Expr:
    return sp.sympify(x) if isinstance(x, float) and math.isinf(x) else sp.Rational(x)


def integers(interval: Interval, *, far: float = FAR) -> tuple[int, int]:
    """First and last allowed integer, cut at +-far."""
    low, high = finite_ends(interval, far=far)
    first = math.floor(low) + 1 if interval.left_open else math.ceil(low)
    last = math.ceil(high) - 1 if interval.right_open else math.floor(high)
    return first, last


def _distance(rng: np.random.Generator, low: float, high: float) -> float:
    """Logarithmic draw between two positive numbers, half of the time not beyond USUAL."""
    high = min(high, max(USUAL, 2 * low)) if rng.random() < 0.5 else high
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def draw(interval: Interval, rng: np.random.Generator, *, far: float = FAR) -> float:
    """One value: logarithmic in the distance from a finite end where unbounded, else uniform."""
    if interval.integer:
        return _draw_integer(*integers(interval, far=far), rng)
    below, above = math.isinf(float(interval.low)), math.isinf(float(interval.high))
    if not (below or above):
        low, high = float(interval.low), float(interval.high)
        return float(rng.uniform(np.nextafter(low, high), high))
    if below and above:
        return float(rng.choice([-1.0, 1.0])) * _distance(rng, NEAR, far)
    if above:
        return float(interval.low) + _distance(rng, NEAR, far)
    return float(interval.high) - _distance(rng, NEAR, far)


def _draw_integer(first: int, last: int, rng: np.random.Generator) -> int:
    if last - first < USUAL:
        return int(rng.integers(first, last, endpoint=True))
    distance = int(_distance(rng, 1.0, float(last - first + 1))) - 1
    if last <= 0:
        return last - distance
    return first + distance if first > -USUAL else int(rng.choice([-1, 1])) * min(distance, last)


def values(allowed: Interval | Sequence[Any]) -> list[Any] | None:
    """All values of a finite domain, listed ones once each; None if there are too many to list."""
    if not isinstance(allowed, Interval):
        return list({repr(v): v for v in allowed}.values())
    if not allowed.integer or any(math.isinf(x) for x in edges(allowed)):
        return None
    first, last = integers(allowed)
    return list(range(first, last + 1)) if last - first < CASES else None


def cases(domain: Domain) -> float:
    """How many points a domain has: infinity unless all of it is listed or bounded integers."""
    total = 1.0
    for allowed in domain.values():
        if not isinstance(allowed, Interval):
            total *= len(values(allowed) or ())
        elif allowed.integer and all(math.isfinite(float(e)) for e in (allowed.low, allowed.high)):
            first, last = integers(allowed)
            total *= last - first + 1
        else:
            return math.inf
    return total


def said(domain: Domain) -> str:
    """Say what a domain's points are drawn from, in words."""
    total = cases(domain)
    if math.isfinite(total):
        return f"{int(total)} case{'s' * (total != 1)}"
    real = any(isinstance(a, Interval) and not a.integer for a in domain.values())
    return "a continuum" if real else "infinitely many cases"


def points(domain: Domain, n: int, *, seed: int, far: float = FAR) -> Iterator[dict[str, Any]]:
    """Yield distinct points, n of them or as many as the listed values need.

    A domain of at most n points is run whole. Every fourth point has each coordinate that is drawn
    at or near an end of its interval.
    """
    names = [getattr(s, "name", s) for s in domain]
    everything = [values(allowed) for allowed in domain.values()]
    if cases(domain) <= n and all(v is not None for v in everything):
        # pyrefly: ignore[no-matching-overload]  (no None is left here)
        yield from (dict(zip(names, p, strict=True)) for p in itertools.product(*everything))
        return
    rng = np.random.default_rng(seed)
    listed = _listed(domain, n, rng)
    at_ends = {id(a): _ends_first(a, rng, far) for a in domain.values() if isinstance(a, Interval)}
    seen: set[str] = set()
    for i in range(max(n, len(listed))):
        chosen = listed[i % len(listed)]
        for attempt in range(TRIES):
            edge = (i % len(listed) + i // len(listed)) % 4 == 3 and attempt < 2
            rest = iter(chosen)
            point = [
                next(rest)
                if not isinstance(allowed, Interval)
                else next(at_ends[id(allowed)])
                if edge
                else draw(allowed, rng, far=far)
                for allowed in domain.values()
            ]
            if repr(point) not in seen:
                seen.add(repr(point))
                yield dict(zip(names, point, strict=True))
                break


def _ends_first(interval: Interval, rng: np.random.Generator, far: float) -> Iterator[float]:
    """Edges in a random order, the outermost two first, again and again."""
    while True:
        found = edges(interval, far=far)
        order = [found[0], found[-1]]
        yield from (order[i] for i in rng.permutation(2))
        yield from (found[i] for i in 1 + rng.permutation(max(0, len(found) - 2)))


def _listed(domain: Domain, n: int, rng: np.random.Generator) -> list[tuple[Any, ...]]:
    """Combinations of listed values, shuffled: all of them, or each value at least once."""
    lists = [values(a) or [] for a in domain.values() if not isinstance(a, Interval)]
    if math.prod(map(len, lists)) <= CASES:
        combinations = list(itertools.product(*lists))
        return [combinations[i] for i in rng.permutation(len(combinations))]
    size = max(n, *map(len, lists))
    columns = []
    for choices in lists:
        rounds = [rng.permutation(len(choices)) for _ in range(-(-size // len(choices)))]
        columns.append([choices[i] for i in np.concatenate(rounds)[:size]])
    return list(zip(*columns, strict=True))
