"""Points of a domain at which claims are tried.

The checks (seeded draws) and the public Hypothesis strategies take the edges of domains from here.
Listed values are cases: every combination of them is run if there are at most MAX_CASES, else every
value at least once. Points of intervals are drawn, on a logarithmic scale where they are unbounded.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.substitution import put_in
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.exact import symbolic

Domain = Mapping[Any, Interval | Sequence[Any]]

MAX_MAGNITUDE = 1e9  # of random draws from unbounded intervals, whose ends are tried besides
MIN_DISTANCE = 1e-3  # nearest random draw to the finite end of an unbounded domain
USUAL_DISTANCE = 1e3  # from a finite end, not exceeded by half of the draws
MAX_SUM_BOUND = 64  # largest argument that bounds a sum or product: each term is computed
MAX_CASES = 500  # combinations of listed values that are all run
MAX_DRAWS = 8  # attempts to draw a point that is new


def finite_ends(interval: Interval, *, far: float = MAX_MAGNITUDE) -> tuple[float, float]:
    """Cut an interval at +-far where it is unbounded."""
    low, high = float(interval.low), float(interval.high)
    return max(low, min(-far, high - far)), min(high, max(far, low + far))


def evaluation_limit(expr: sp.Basic) -> float:
    """Largest argument of an expression: small if it sums or multiplies terms."""
    return MAX_SUM_BOUND if expr.has(sp.Sum, sp.Product) else MAX_MAGNITUDE


def edges(interval: Interval, *, far: float = MAX_MAGNITUDE) -> list[float]:
    """Allowed values at and near the ends, infinity included where the interval is closed there.

    Integers are Python's.
    """
    low, high = finite_ends(interval, far=far)
    step = 1.0 if interval.integer else 1e-6 * min(high - low, USUAL_DISTANCE)
    ends = [float(interval.low), low, low + step, high - step, high, float(interval.high)]
    allowed = {float(x) for x in [*ends, 1.0, 2.0] if interval.contains(x)}
    return sorted(int(x) if interval.integer and math.isfinite(x) else x for x in allowed)


def allows(given: sp.Basic, point: Mapping[str, Any]) -> bool:
    """True if a point (values by symbol name) satisfies the relation of a formula."""
    if given == sp.true:
        return True
    values = {s: _exact(point[s.name]) for s in given.free_symbols}
    return put_in(given, values) == sp.true


def _exact(x: Any) -> sp.Expr:
    return symbolic(x) if isinstance(x, float) and math.isinf(x) else sp.Rational(x)


def integers(interval: Interval, *, far: float = MAX_MAGNITUDE) -> tuple[int, int]:
    """First and last allowed integer, cut at +-far."""
    low, high = finite_ends(interval, far=far)
    first = math.floor(low) + 1 if interval.left_open else math.ceil(low)
    last = math.ceil(high) - 1 if interval.right_open else math.floor(high)
    return first, last


def _distance(rng: np.random.Generator, low: float, high: float) -> float:
    """Logarithmic draw between two positive numbers, half of them below USUAL_DISTANCE."""
    high = min(high, max(USUAL_DISTANCE, 2 * low)) if rng.random() < 0.5 else high
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def draw(interval: Interval, rng: np.random.Generator, *, far: float = MAX_MAGNITUDE) -> float:
    """Draw a value: uniform, or log-uniform in the distance from the end of a half-line."""
    if interval.integer:
        return _draw_integer(*integers(interval, far=far), rng)
    below, above = math.isinf(float(interval.low)), math.isinf(float(interval.high))
    if not (below or above):
        low, high = float(interval.low), float(interval.high)
        return float(rng.uniform(np.nextafter(low, high), high))
    if below and above:
        return float(rng.choice([-1.0, 1.0])) * _distance(rng, MIN_DISTANCE, far)
    if above:
        return float(interval.low) + _distance(rng, MIN_DISTANCE, far)
    return float(interval.high) - _distance(rng, MIN_DISTANCE, far)


def _draw_integer(first: int, last: int, rng: np.random.Generator) -> int:
    if last - first < USUAL_DISTANCE:
        return int(rng.integers(first, last, endpoint=True))
    distance = int(_distance(rng, 1.0, float(last - first + 1))) - 1
    if last <= 0:
        return last - distance
    return (
        first + distance
        if first > -USUAL_DISTANCE
        else int(rng.choice([-1, 1])) * min(distance, last)
    )


def values(allowed: Interval | Sequence[Any]) -> list[Any] | None:
    """All values of a finite domain without repetition; None if there are too many."""
    if not isinstance(allowed, Interval):
        return list({repr(v): v for v in allowed}.values())
    if not allowed.integer or any(math.isinf(x) for x in edges(allowed)):
        return None
    first, last = integers(allowed)
    return list(range(first, last + 1)) if last - first < MAX_CASES else None


def cases(domain: Domain) -> float:
    """Number of points of a domain: infinity unless all of it is listed or bounded integers."""
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


def size_in_words(domain: Domain) -> str:
    """Size of a domain in words."""
    total = cases(domain)
    if math.isfinite(total):
        return f"{int(total)} case{'s' * (total != 1)}"
    real = any(isinstance(a, Interval) and not a.integer for a in domain.values())
    return "a continuum" if real else "infinitely many cases"


def points(
    domain: Domain, n: int, *, seed: int, far: float = MAX_MAGNITUDE
) -> Iterator[dict[str, Any]]:
    """Yield distinct points, n of them or as many as the listed values need.

    A domain of at most n points is run completely. In every fourth point each drawn coordinate is
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
    yielded: set[str] = set()
    for i in range(max(n, len(listed))):
        chosen = listed[i % len(listed)]
        for attempt in range(MAX_DRAWS):
            edge = (i % len(listed) + i // len(listed)) % 4 == 3 and attempt < 2
            listed_values = iter(chosen)
            point = [
                next(listed_values)
                if not isinstance(allowed, Interval)
                else next(at_ends[id(allowed)])
                if edge
                else draw(allowed, rng, far=far)
                for allowed in domain.values()
            ]
            if repr(point) not in yielded:
                yielded.add(repr(point))
                yield dict(zip(names, point, strict=True))
                break


def _ends_first(interval: Interval, rng: np.random.Generator, far: float) -> Iterator[float]:
    """Iterator without end over the edges in random order, the outermost two first."""
    while True:
        values_at_edges = edges(interval, far=far)
        order = [values_at_edges[0], values_at_edges[-1]]
        yield from (order[i] for i in rng.permutation(2))
        yield from (
            values_at_edges[i] for i in 1 + rng.permutation(max(0, len(values_at_edges) - 2))
        )


def _listed(domain: Domain, n: int, rng: np.random.Generator) -> list[tuple[Any, ...]]:
    """Combinations of listed values, shuffled: all of them, or each value at least once."""
    lists = [values(a) or [] for a in domain.values() if not isinstance(a, Interval)]
    if math.prod(map(len, lists)) <= MAX_CASES:
        combinations = list(itertools.product(*lists))
        return [combinations[i] for i in rng.permutation(len(combinations))]
    size = max(n, *map(len, lists))
    columns = []
    for choices in lists:
        rounds = [rng.permutation(len(choices)) for _ in range(-(-size // len(choices)))]
        columns.append([choices[i] for i in np.concatenate(rounds)[:size]])
    return list(zip(*columns, strict=True))
