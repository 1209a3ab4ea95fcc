"""Sums of vectors of the positive cone, and matrices on it: lemmas 4 and 5 with constants."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from depthlaws.theory.numerics.arguments import finite, require, with_axes
from depthlaws.theory.numerics.types import Numbers
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual.symbols import (
    COUNT,
    R0,
    C,
    N,
    c,
    d,
    eps,
    gamma,
    s,
)
from depthlaws.theory.symbolic.deferred import sp
from depthlaws.theory.symbolic.domain import NONNEGATIVE, Interval
from depthlaws.theory.symbolic.formula import Formula

__all__ = ["cone_mass", "cone_width"]

MOST = 1e150  # of an entry: its square is still a double
k = sp.Symbol("k")  # index of a sum

GAMMA = Interval(0, 1 - 1 / sp.sqrt(2), left_open=True, right_open=True)

cone_gain_lower = Formula(
    id="cone-gain-lower",
    says="Factor by which a Gaussian matrix stretches every vector of the positive cone at least.",
    source=LOOPED.lemma(5),
    domain={gamma: GAMMA, s: NONNEGATIVE},
    expr=s * (1 - 1 / sp.sqrt(2) - gamma),
)

cone_gain_upper = Formula(
    id="cone-gain-upper",
    says="Factor by which a Gaussian matrix stretches every vector of the positive cone at most.",
    # Chevet and Gordon on the cone instead of the operator norm: the paper has 3 s.
    source=LOOPED.beyond("LOOP-B-L5"),
    domain={gamma: GAMMA, s: NONNEGATIVE},
    expr=s * (1 + 1 / sp.sqrt(2) + gamma),
)

cone_gain_probability = Formula(
    id="cone-gain-probability",
    says="Probability that the two-sided gain of lemma 5 holds is at least this (or 0).",
    source=LOOPED.lemma(5),
    domain={gamma: GAMMA, d: COUNT},
    expr=1 - sp.exp(-(gamma**2) * d / 2) - 2 * sp.exp(-d / 2),
    kernel=lambda gamma, d: -np.expm1(-0.5 * gamma**2 * d) - 2 * np.exp(-0.5 * d),
)

_chi = sp.sqrt(2) * sp.gamma((k + 1) / 2) / sp.gamma(k / 2)

gordon_slack = Formula(
    id="gordon-slack",
    says="Room in Gordon's bound on the cone: E|g| - E|g_+| - sqrt(d) (1 - 1/sqrt 2), positive.",
    source=LOOPED.beyond("LOOP-B-L5"),
    domain={d: COUNT},
    expr=_chi.subs(k, d)
    - sp.Sum(sp.binomial(d, k) * _chi, (k, 1, d)) / 2**d
    - sp.sqrt(d) * (1 - 1 / sp.sqrt(2)),
)

norm_upper = Formula(
    id="tied-norm-upper",
    says="R_N is at most this if the mean branch output has norm at most C per loop.",
    source=LOOPED.section("7.2.1"),
    domain={eps: NONNEGATIVE, N: COUNT, R0: NONNEGATIVE, C: NONNEGATIVE},
    expr=R0 + C * eps * N,
)

norm_lower = Formula(
    id="tied-norm-lower",
    says="R_N is at least this if the mean branch output has norm at least c per loop.",
    source=LOOPED.section("7.2.1"),
    domain={eps: NONNEGATIVE, N: COUNT, R0: NONNEGATIVE, c: NONNEGATIVE},
    expr=(c * eps * N - R0 + sp.Abs(c * eps * N - R0)) / 2,  # the positive part
)


@dataclass(frozen=True, slots=True)
class ConeMass:
    """Lemma 4 on given activations: lower <= |sum u_n| / sqrt(d) <= upper."""

    lower: float
    value: float
    upper: float
    mass: float
    square: float


def cone_mass(u: Numbers, /) -> ConeMass:
    """Both sides of lemma 4 for N nonnegative vectors: N mean(u) and N sqrt(mean |u|^2 / d).

    Source: looped, lemma 4.
    Shapes: (loop, width).
    Raises: ValueError for negative or non-finite entries.

    >>> from depthlaws import residual
    >>> residual.cone_mass([[1.0, 0.0], [0.5, 2.0]]).value
    1.76777
    """
    vectors = with_axes("u", u, "loop", "width")
    loops, width = vectors.shape
    require("u", vectors, (vectors >= 0) & np.isfinite(vectors), "finite and nonnegative")
    require("u", vectors, vectors < MOST, f"below {MOST:g}: squares overflow")
    mass, square = float(vectors.mean()), float(np.square(vectors).mean())
    value = float(np.linalg.norm(vectors.sum(axis=0)) / math.sqrt(width))
    return ConeMass(mass * loops, value, math.sqrt(square) * loops, mass, square)


def cone_width(confidence: float, /, gamma: float = 0.2) -> int:
    """Smallest width at which lemma 5 holds with this probability.

    Source: looped, lemma 5.
    Raises: ValueError unless 0 < confidence < 1 and 0 < gamma < 1 - 1/sqrt(2).

    >>> from depthlaws import residual
    >>> residual.cone_width(0.99)
    231
    """
    confidence, gamma = finite("confidence", confidence), finite("gamma", gamma)
    if not 0 < confidence < 1:
        msg = f"confidence must be in (0, 1), got {confidence}"
        raise ValueError(msg)
    high = 1
    while cone_gain_probability(gamma, high) < confidence:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (
            (low, middle) if cone_gain_probability(gamma, middle) >= confidence else (middle, high)
        )
    return high
