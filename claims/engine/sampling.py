"""Points of a domain: the one place that says where a claim is tried.

Both the checks (seeded draws) and the public Hypothesis strategies take their edges from here.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.theory.symbolic.domain import Interval

Domain = Mapping[Any, Interval | Sequence[Any]]

FAR = 1e3  # where an unbounded domain is cut for random draws; its ends are tried besides


def finite_ends(interval: Interval, *, far: float = FAR) -> tuple[float, float]:
    """Cut an interval at +-far where it is unbounded."""
    low, high = float(interval.low), float(interval.high)
    return max(low, min(-far, high - far)), min(high, max(far, low + far))


def edges(interval: Interval, *, far: float = FAR) -> list[float]:
    """Allowed values at and near the ends, infinity included where the interval is closed there."""
    low, high = finite_ends(interval, far=far)
    step = 1.0 if interval.integer else 1e-6 * (high - low)
    ends = [float(interval.low), low, low + step, high - step, high, float(interval.high)]
    return sorted({float(x) for x in [*ends, 1.0, 2.0] if interval.contains(x)})


def allows(given: sp.Basic, point: Mapping[str, Any]) -> bool:
    """Whether a point (values by symbol name) satisfies the relation of a formula."""
    if given == sp.true:
        return True
    values = {s: _exact(point[s.name]) for s in given.free_symbols}
    return given.subs(values) == sp.true


def _exact(x: Any) -> sp.Expr:
    return sp.sympify(x) if isinstance(x, float) and math.isinf(x) else sp.Rational(x)


def draw(interval: Interval, rng: np.random.Generator) -> float:
    """One value: logarithmic on a positive half-line, else uniform."""
    low, high = finite_ends(interval)
    if interval.integer:
        first = math.floor(low) + 1 if interval.left_open else math.ceil(low)
        last = math.ceil(high) - 1 if interval.right_open else math.floor(high)
        last = min(last, max(64, first + 63))
        return float(rng.integers(first, last, endpoint=True))
    if low >= 0 and math.isinf(float(interval.high)):
        low = max(low, 1e-3)
        return float(np.exp(rng.uniform(np.log(low), np.log(high))))
    return float(rng.uniform(np.nextafter(low, high), high))


def points(domain: Domain, n: int, *, seed: int) -> Iterator[dict[str, Any]]:
    """Yield n points: every fourth has each coordinate at or near an end of its interval."""
    rng = np.random.default_rng(seed)
    names = [getattr(s, "name", s) for s in domain]
    for i in range(n):
        values = []
        for allowed in domain.values():
            if not isinstance(allowed, Interval):
                values.append(allowed[int(rng.integers(len(allowed)))])
            elif i % 4 == 3:
                values.append(float(rng.choice(edges(allowed))))
            else:
                values.append(draw(allowed, rng))
        yield dict(zip(names, values, strict=True))
