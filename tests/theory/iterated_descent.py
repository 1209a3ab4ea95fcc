"""Plain iteration of gradient descent on balanced chains."""

import math

import numpy as np
from hypothesis import settings

CASES = settings(max_examples=60, deadline=None, derandomize=True, database=None)
INF = math.inf


def step_mp(v, k, depth):
    return v + k / depth * (1 - v**depth) * v ** (depth - 1)


def step_total(alpha, k, depth):
    """One step in alpha > 0, or None if the weight leaves the positive half-line."""
    if depth == INF:
        return alpha * math.exp(k * alpha * (1 - alpha))
    inside = 1 + k / depth * alpha ** (1 - 2 / depth) * (1 - alpha)
    return alpha * inside**depth if inside > 0 else None


def orbit(v, k, depth, steps):
    """Signed weights at integer depth; stops once beyond 1e3."""
    out = [v]
    for _ in range(steps):
        v = v + k / depth * (1 - v**depth) * v ** (depth - 1)
        out.append(v)
        if abs(v) > 1e3:
            break
    return np.array(out)


def fate(alpha0, k, depth, steps=20_000):
    """'target', 'saddle' or 'infinity' by plain iteration at integer depth."""
    v = alpha0 ** (1 / depth)
    for _ in range(steps):
        v = v + k / depth * (1 - v**depth) * v ** (depth - 1)
        if abs(v) > 1e3:
            return "infinity"
    # Close to 0 an orbit needs very long, but from v > 0 (even depth: from any v) it only grows.
    assert abs(v) < 0.2 or abs(abs(v) - 1) < 0.02
    return "target" if v > 0 or depth % 2 == 0 else "saddle"
