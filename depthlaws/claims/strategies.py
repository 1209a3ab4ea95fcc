"""Hypothesis strategies from the domain of a formula or claim: test a theorem of your own.

In this example the gate kernel is the slope of the kernel, so kappa never falls:

>>> from hypothesis import given, settings
>>> from depthlaws.theory import formula
>>> from depthlaws.claims.strategies import points
>>> @settings(derandomize=True, database=None)
... @given(points(formula("gate-relu")))
... def kappa_never_falls(point):
...     assert formula("gate-relu")(**point) >= 0
>>> kappa_never_falls()

Edges (ends, values next to them, infinity if the domain is closed there) are those of the checks
(``depthlaws.claims.engine.sampling``).
"""

import math
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from depthlaws.claims.engine import sampling
from depthlaws.claims.engine.records import Claim
from depthlaws.theory.symbolic.domain import Interval
from depthlaws.theory.symbolic.formula import Formula

MAX_DRAWS = 25  # attempts to draw a point that satisfies the extra relation of a formula
MIN_MAGNITUDE = 1e-12  # of numbers that are not zero: theorems are not about underflow


@cache
def numbers(interval: Interval, *, far: float = sampling.MAX_MAGNITUDE) -> st.SearchStrategy[float]:
    """Strategy for numbers of an interval: its edges, values near finite ends, any others.

    Integers are of Python's type. Magnitudes other than zero are at least MIN_MAGNITUDE. Unbounded
    intervals are cut at ``far``; infinity itself is drawn if they are closed there.
    """
    low, high = sampling.finite_ends(interval, far=far)
    edges = st.sampled_from(sampling.edges(interval, far=far))
    if interval.integer:
        inside: st.SearchStrategy[Any] = st.integers(math.ceil(low), math.floor(high))
        return (edges | inside).filter(lambda x: bool(interval.contains(x)))
    plain = st.floats(low, high, allow_subnormal=False)
    strategies = [edges, plain.filter(lambda x: x == 0 or abs(x) >= MIN_MAGNITUDE)]
    exponents = st.floats(-12, 0)
    if math.isfinite(float(interval.low)):
        strategies.append(exponents.map(lambda e: low + (high - low) * 10**e))
    if math.isfinite(float(interval.high)):
        strategies.append(exponents.map(lambda e: high - (high - low) * 10**e))
    return st.one_of(strategies).filter(lambda x: bool(interval.contains(x)))


def domain_of(subject: Formula | Claim | sampling.Domain, /) -> tuple[sampling.Domain, sp.Basic]:
    """Return domain by name and extra relation of a formula, a claim's checks or a mapping.

    Raises: ValueError for a claim whose checks declare no domain.
    """
    if isinstance(subject, Formula):
        return _by_name(subject.domain), subject.given
    if isinstance(subject, Claim):
        return _claim_domain(subject)
    return _by_name(subject), sp.true


def _by_name(domain: Mapping[Any, Any]) -> dict[str, Any]:
    return {getattr(s, "name", s): allowed for s, allowed in domain.items()}


def _claim_domain(claim: Claim) -> tuple[sampling.Domain, sp.Basic]:
    domain: dict[str, Any] = {}
    for check in (*claim.checks, *claim.cross_checks):
        domain |= _by_name(getattr(check, "domain", {}))
        for name, side in _by_name(getattr(check, "box", {})).items():
            domain[name] = Interval(*side) if isinstance(side, tuple) else side
    if domain:
        return domain, sp.true
    msg = f"the checks of claim {claim.id!r} declare no domain: give one instead"
    raise ValueError(msg)


def _coordinate(allowed: Any, far: float) -> st.SearchStrategy[Any]:
    return numbers(allowed, far=far) if isinstance(allowed, Interval) else st.sampled_from(allowed)


@st.composite
def points(
    draw: st.DrawFn,
    subject: Formula | Claim | sampling.Domain,
    /,
    *,
    far: float | None = None,
) -> dict[str, Any]:
    """Draw keyword arguments inside the domain (and the extra relation) of a formula or claim.

    Unbounded domains are cut at ``far``: 1e9, or 64 for a formula that sums or multiplies terms.
    """
    domain, given = domain_of(subject)
    if far is None:
        far = (
            sampling.evaluation_limit(subject.expr)
            if isinstance(subject, Formula)
            else sampling.MAX_MAGNITUDE
        )
    for _ in range(MAX_DRAWS):
        point = {name: draw(_coordinate(allowed, far)) for name, allowed in domain.items()}
        if sampling.allows(given, point):
            return point
    return reject()


@st.composite
def arrays(
    draw: st.DrawFn, subject: Formula, /, *, max_dims: int = 3, max_side: int = 4
) -> dict[str, Any]:
    """Draw arrays for every argument, of shapes that broadcast against each other (0-d included).

    Points satisfy the extra relation of the formula after broadcasting.
    """
    shapes = draw(
        hnp.mutually_broadcastable_shapes(
            num_shapes=len(subject.domain), max_dims=max_dims, max_side=max_side
        )
    )
    if subject.given != sp.true:
        # A relation ties the arguments together: one point for each element of the full shape.
        shape = shapes.result_shape
        drawn = [draw(points(subject)) for _ in range(math.prod(shape))]
        return {
            name: np.asarray([p[name] for p in drawn], dtype=float).reshape(shape)
            for name in subject.names
        }
    far = sampling.evaluation_limit(subject.expr)
    sides = zip(subject.names, subject.domain.values(), shapes.input_shapes, strict=True)
    return {
        name: draw(hnp.arrays(np.float64, shape, elements=numbers(interval, far=far)))
        for name, interval, shape in sides
    }


def weights(
    depth: int | tuple[int, int] = (1, 8), /, *, largest: float = 2.0, positive: bool = False
) -> st.SearchStrategy[np.ndarray]:
    """Weights of a scalar chain, one a layer: any sign unless ``positive``, none of them zero."""
    low, high = (depth, depth) if isinstance(depth, int) else depth
    size = st.floats(1e-3, largest)
    each = size if positive else st.builds(lambda x, sign: sign * x, size, st.sampled_from([-1, 1]))
    return st.integers(low, high).flatmap(lambda n: hnp.arrays(np.float64, n, elements=each))


@st.composite
def datasets(
    draw: st.DrawFn, /, *, samples: tuple[int, int] = (1, 20), largest: float = 10.0
) -> tuple[np.ndarray, np.ndarray]:
    """Draw inputs x and targets y of a scalar network with mean(x^2) > 0 and mean(x y) > 0."""
    n = draw(st.integers(*samples))
    numbers_in = st.floats(-largest, largest, allow_subnormal=False)
    x = draw(hnp.arrays(np.float64, n, elements=numbers_in))
    y = draw(hnp.arrays(np.float64, n, elements=numbers_in))
    x[0] = draw(st.floats(0.1, largest))
    # Flip and lift the targets until the correlation is positive; the data stay arbitrary.
    y = y if x @ y > 0 else -y
    if not x @ y > 1e-6 * (x @ x):
        y = y + draw(st.floats(0.1, largest)) * x
    return x, y
