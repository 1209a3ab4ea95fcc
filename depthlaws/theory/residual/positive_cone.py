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
from depthlaws.theory.symbolic.domain import NONNEGATIVE, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["cone_mass", "cone_width"]

MAX_SQUARABLE = 1e150  # entries below it have squares that are finite doubles
k = sp.Symbol("k")  # index of a sum

GAMMA = Interval(0, 1 - 1 / sp.sqrt(2), left_open=True, right_open=True)

cone_gain_lower = Formula(
    id="cone-gain-lower",
    says="Lower bound on the gain of a Gaussian matrix on every vector of the positive cone.",
    source=LOOPED.lemma(5),
    domain={gamma: GAMMA, s: NONNEGATIVE},
    expr=s * (1 - 1 / sp.sqrt(2) - gamma),
)

cone_gain_upper = Formula(
    id="cone-gain-upper",
    says="Upper bound on the gain of a Gaussian matrix on every vector of the positive cone.",
    # Chevet and Gordon on the cone instead of the operator norm: the paper has 3 s.
    source=LOOPED.beyond("LOOP-B-L5"),
    domain={gamma: GAMMA, s: NONNEGATIVE},
    expr=s * (1 + 1 / sp.sqrt(2) + gamma),
)

cone_gain_probability = Formula(
    id="cone-gain-probability",
    says="Lower bound on the probability that both bounds of lemma 5 hold (0 if negative).",
    source=LOOPED.lemma(5),
    domain={gamma: GAMMA, d: COUNT},
    expr=1 - sp.exp(-(gamma**2) * d / 2) - 2 * sp.exp(-d / 2),
    kernel=lambda gamma, d: -np.expm1(-0.5 * gamma**2 * d) - 2 * np.exp(-0.5 * d),
)

_chi = sp.sqrt(2) * sp.gamma((k + 1) / 2) / sp.gamma(k / 2)

gordon_slack = Formula(
    id="gordon-slack",
    says="Positive slack of Gordon's bound on the cone: E|g| - E|g_+| - sqrt(d) (1 - 1/sqrt 2).",
    source=LOOPED.beyond("LOOP-B-L5"),
    domain={d: COUNT},
    expr=_chi.subs(k, d)
    - sp.Sum(sp.binomial(d, k) * _chi, (k, 1, d)) / 2**d
    - sp.sqrt(d) * (1 - 1 / sp.sqrt(2)),
)

norm_upper = Formula(
    id="tied-norm-upper",
    says="Upper bound on R_N if the mean branch output has norm at most C per loop.",
    source=LOOPED.section("7.2.1"),
    domain={eps: NONNEGATIVE, N: COUNT, R0: NONNEGATIVE, C: NONNEGATIVE},
    expr=R0 + C * eps * N,
)

norm_lower = Formula(
    id="tied-norm-lower",
    says="Lower bound on R_N if the mean branch output has norm at least c per loop.",
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
    """Return both sides of lemma 4 for N nonnegative vectors, and the norm between them.

    The bounds are N mean(u) and N sqrt(mean |u|^2 / d).

    Parameters
    ----------
    u : array_like
        Nonnegative vectors, an array (loop, width). Below 1e150.

    Returns
    -------
    ConeMass
        Bounds ``lower`` and ``upper``, the norm ``value`` = |sum u_n| / sqrt(d), the mean ``mass``
        and the mean ``square`` of the entries.

    Raises
    ------
    ValueError
        If an entry is negative or not finite.

    References
    ----------
    Source: looped, lemma 4.

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.cone_mass([[1.0, 0.0], [0.5, 2.0]]).value
    1.76777
    """
    vectors = with_axes("u", u, "loop", "width")
    loops, width = vectors.shape
    require("u", vectors, (vectors >= 0) & np.isfinite(vectors), "finite and nonnegative")
    require("u", vectors, vectors < MAX_SQUARABLE, f"below {MAX_SQUARABLE:g}: squares overflow")
    mass, square = float(vectors.mean()), float(np.square(vectors).mean())
    value = float(np.linalg.norm(vectors.sum(axis=0)) / math.sqrt(width))
    return ConeMass(mass * loops, value, math.sqrt(square) * loops, mass, square)


def cone_width(confidence: float, /, gamma: float = 0.2) -> int:
    """Return the smallest width at which lemma 5 holds with this probability.

    Parameters
    ----------
    confidence : float
        Probability that the bound holds. In (0, 1).
    gamma : float
        Slack of the gain on the positive cone. In (0, 1 - 1/sqrt(2)).

    Returns
    -------
    int
        Width: number of coordinates.

    Raises
    ------
    ValueError
        Unless 0 < confidence < 1 and 0 < gamma < 1 - 1/sqrt(2).

    References
    ----------
    Source: looped, lemma 5.

    Examples
    --------
    >>> from depthlaws import residual
    >>> residual.cone_width(0.99)
    231
    """
    confidence, gamma = finite("confidence", confidence), finite("gamma", gamma)
    if not 0 < confidence < 1:
        msg = f"confidence must be in (0, 1), got {confidence}; for 99 % write 0.99"
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
