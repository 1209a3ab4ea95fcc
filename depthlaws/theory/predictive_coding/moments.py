"""Mean and variance of the rescaling at the start of training, exact at any width and depth.

A row u through a Gaussian layer keeps only its length: |u (1 + c W)|^2 = |u|^2 X with X
independent of u. So s - 1 is a sum of products of independent chi-squared variables, for a plain
network sum_j prod_{i <= j} chi^2_N / N over gamma^2, in every parametrisation whose features are of
order 1 at the start: only gamma = gamma0 N^d tells them apart.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from depthlaws.base.unread_arguments import require_read
from depthlaws.theory.numerics import elementary
from depthlaws.theory.numerics.arguments import count, finite, positive
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization.exponents import Parametrization
from depthlaws.theory.parametrization.named_parametrizations import parametrization_named
from depthlaws.theory.predictive_coding.symbols import (
    DEPTH_EXPONENT,
    OUTPUT_EXPONENT,
    SIZES,
    SUMMED_DEPTH,
    L,
    N,
    alpha,
    d,
    gamma0,
    p,
    v,
)
from depthlaws.theory.symbolic.domain import POSITIVE, UNIT, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.symbolic.registry import UnknownNameError

__all__ = ["expected_rescaling", "rescaling_variance"]

Network = Literal["mlp", "residual"]
# Standard parametrisation with PyTorch's uniform law, of variance 1/(3 inputs): two names
UNIFORM = ("kaiming_uniform", "kaiming")
ABOVE_ONE = Interval(1, sp.oo)

mean_mlp = Formula(
    id="pc-rescaling-mean-mlp",
    says="Mean rescaling of a plain network at the start; d is the output scale's width exponent.",
    source=PC.beyond("PC-B6"),
    domain={**SIZES, d: OUTPUT_EXPONENT},
    expr=1 + (L - 1) / (gamma0**2 * N ** (2 * d)),
    values=ABOVE_ONE,
    rising=(L,),
    falling=(N, gamma0),
)

mean_uniform = Formula(
    id="pc-rescaling-mean-uniform",
    says="Mean rescaling of a plain network of any width under Kaiming's uniform law, gamma = 1.",
    source=PC.beyond("ERR-PC-19"),
    domain={L: SIZES[L]},
    expr=1 + (1 - 3 ** (1 - L)) / 2,
    values=Interval(1, sp.Rational(3, 2)),
    rising=(L,),
)


def _grown(depth: Any, exponent: Any, gain: Any) -> Any:
    """Return L^(2 alpha) ((1 + v L^(-2 alpha))^(L-1) - 1) without cancellation."""
    share = elementary.power(depth, -2 * exponent)
    return np.expm1((depth - 1) * np.log1p(gain * share)) / share


mean_residual = Formula(
    id="pc-rescaling-mean-residual",
    says="Mean rescaling of a residual network at the start; v is width times variance, 1 or 1/3.",
    source=PC.beyond("PC-B6"),
    domain={**SIZES, d: OUTPUT_EXPONENT, alpha: DEPTH_EXPONENT, v: Interval(0, 1, left_open=True)},
    expr=1
    + L ** (2 * alpha) / (gamma0**2 * N ** (2 * d)) * ((1 + v * L ** (-2 * alpha)) ** (L - 1) - 1),
    kernel=lambda N, L, gamma0, d, alpha, v: (
        1 + _grown(L, alpha, v) / (gamma0**2 * elementary.power(N, 2 * d))
    ),
    budget=16,
    values=ABOVE_ONE,
    rising=(v,),
    falling=(N, gamma0),
)


def _spread(N: Any, L: Any) -> Any:
    """Return the sum over i < L of (2(L-1-i)+1)((1+2/N)^i - 1), in powers of 2/N if these are few.

    With n = L-1 and t = 2/N it is sum_j t^j (2 C(n,j+2) + 3 C(n,j+1) + C(n,j)), j >= 1.
    """
    n, t = L - 1.0, 2.0 / N
    first, total = n * t, 0.0 * (n + t)
    for j in range(1, 45):
        second = first * (n - j) / (j + 1)
        total = total + 2 * second * (n - j - 1) / (j + 2) + 3 * second + first
        first = second * t
    many = (N + 2) / 2 * ((N + 1) * np.expm1(n * np.log1p(t)) - 2 * n) - n * n
    return np.where(n * t < 4.0, total, many)


variance_mlp = Formula(
    id="pc-rescaling-variance-mlp",
    says="Variance of the rescaling of a plain Gaussian network at the start.",
    source=PC.beyond("PC-B6"),
    domain={**SIZES, d: OUTPUT_EXPONENT},
    expr=((N + 2) * ((N + 1) * ((1 + 2 / N) ** (L - 1) - 1) - 2 * (L - 1)) / 2 - (L - 1) ** 2)
    / (gamma0**4 * N ** (4 * d)),
    kernel=lambda N, L, gamma0, d: _spread(N, L) / (gamma0**4 * elementary.power(N, 4 * d)),
    budget=64,
    values=POSITIVE,
    rising=(L,),
    falling=(gamma0,),
)

_m1 = 1 + L ** (-2 * alpha)
_m2 = _m1**2 + (4 * L ** (-2 * alpha) + 2 * L ** (-4 * alpha)) / N
_pairs = (
    _m1
    / (_m1 - 1)
    * ((_m2 ** (L - 1) - _m1 ** (L - 1)) / (_m2 - _m1) - (_m2 ** (L - 1) - 1) / (_m2 - 1))
)


def _residual_spread(N: float, L: float, exponent: float) -> float:
    """Return the sum over layers i, j of m_1^|i-j| ((1+2/N) m_2^min - m_1^(2 min)).

    All terms have one sign.
    """
    share = float(L) ** (-2 * exponent)
    low = np.arange(int(L) - 1)
    ahead = low[::-1]  # layers beyond the lower one
    grown = np.expm1(ahead * np.log1p(share)) / share * (1 + share)
    widened = np.log1p(share * (4 + 2 * share) / (N * (1 + share) ** 2))
    gap = np.expm1(low * widened + np.log1p(2 / N))
    return float(np.sum((1 + 2 * grown) * gap * np.exp(2 * low * np.log1p(share))))


variance_residual = Formula(
    id="pc-rescaling-variance-residual",
    says="Variance of the rescaling of a Gaussian residual network at the start.",
    source=PC.beyond("PC-B6"),
    domain={**SIZES, L: SUMMED_DEPTH, d: OUTPUT_EXPONENT, alpha: DEPTH_EXPONENT},
    expr=(
        (1 + 2 / N) * ((_m2 ** (L - 1) - 1) / (_m2 - 1) + 2 * _pairs)
        - ((_m1 ** (L - 1) - 1) / (_m1 - 1)) ** 2
    )
    / (gamma0**4 * N ** (4 * d)),
    kernel=lambda N, L, gamma0, d, alpha: (
        np.vectorize(_residual_spread, otypes=[float])(N, L, alpha)
        / (gamma0**4 * elementary.power(N, 4 * d))
    ),
    budget=64,
    values=POSITIVE,
    falling=(gamma0,),
)

deep_quantile = Formula(
    id="pc-deep-rescaling-quantile",
    says="Quantile of gamma0^2 (s - 1) for plain networks much deeper than wide: 1 / Exp(1).",
    source=PC.beyond("PC-B7"),
    domain={p: UNIT},
    expr=-1 / sp.log(p),
    values=POSITIVE,
    rising=(p,),
)


def checked_sizes(width: int, depth: int, network: str, gamma0: float) -> tuple[int, int, float]:
    """Return width, depth and richness, checked."""
    if network not in ("mlp", "residual"):
        raise UnknownNameError("network", network, ("mlp", "residual"))
    depth = count("depth", depth)
    if depth < 2:
        msg = f"depth must be at least 2, one hidden layer, got {depth}"
        raise ValueError(msg)
    return count("width", width), depth, float(positive("gamma0", finite("gamma0", gamma0)))


def _output_exponent(which: str | Parametrization) -> float:
    """Return the exponent d of the parametrisation.

    Raises: ValueError for a parametrisation whose features are not of order 1 at the start.
    """
    point = parametrization_named(which)
    e = point.exponents
    if 2 * e["a1"] + e["b1"] or 2 * e["a"] + e["b"] != 1 or 2 * e["aL"] + e["bL"] != 1:
        msg = f"{point.name} must keep features of order 1 at the start: 2a + b = 1, 2a_1 + b_1 = 0"
        raise ValueError(msg)
    return float(e["d"])


def checked_alpha(value: float, network: str) -> float:
    """Return a depth exponent. Raises: ValueError out of range, and for a network without it."""
    if not 0 <= finite("alpha", value) <= 2:
        msg = f"alpha must be in [0, 2], got {value}"
        raise ValueError(msg)
    branches = network == "residual"
    require_read("alpha", value, 0.5, read=branches, says="network='residual'")
    return float(value)


def expected_rescaling(
    width: int,
    depth: int,
    *,
    network: Network = "mlp",
    parametrization: str | Parametrization = "mean_field",
    alpha: float = 0.5,
    gamma0: float = 1.0,
) -> float:
    """Return the mean of the rescaling s over random initial weights, exact at any width and depth.

    Parameters
    ----------
    width : int
        Width N: units of a hidden layer. At least 1.
    depth : int
        Depth L: layers of weights. At least 2.
    network : {"mlp", "residual"}
        Network: mlp, or residual with branches multiplied by depth^-alpha.
    parametrization : str or Parametrization
        Parametrization: sp, ntk, mean_field, mup, ... or kaiming_uniform (also kaiming: sp with
        PyTorch's uniform law). A :class:`~depthlaws.parametrization.Parametrization` of your own is
        allowed too. Only its output scale counts, gamma0 width^d.
    alpha : float
        Depth exponent: a residual branch is multiplied by depth^-alpha. In [0, 2]; for network
        residual alone.
    gamma0 : float
        Richness: the output is divided by gamma0 width^d. Positive.

    Returns
    -------
    float
        Mean of s, a pure number of at least 1.

    Raises
    ------
    UnknownNameError
        If there is no such network or parametrisation.
    ValueError
        If a size or the richness is out of range, or the features of the parametrisation explode or
        vanish at the start.

    References
    ----------
    Source: pc, eqs. (16), (19), (47), with the constants: beyond the paper (PC-B6).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> predictive_coding.expected_rescaling(64, 5)
    1.0625
    >>> predictive_coding.expected_rescaling(64, 16, network="residual")
    1.370689
    """
    width, depth, gamma0 = checked_sizes(width, depth, network, gamma0)
    alpha, uniform = checked_alpha(alpha, network), parametrization in UNIFORM
    exponent = 0.0 if uniform else _output_exponent(parametrization)
    if network == "residual":
        gain = 1 / 3 if uniform else 1.0
        return mean_residual(width, depth, gamma0, exponent, alpha, gain)
    if uniform:
        return 1 + (mean_uniform(depth) - 1) / gamma0**2
    return mean_mlp(width, depth, gamma0, exponent)


def rescaling_variance(
    width: int,
    depth: int,
    *,
    network: Network = "mlp",
    parametrization: str | Parametrization = "mean_field",
    alpha: float = 0.5,
    gamma0: float = 1.0,
) -> float:
    """Return the variance of the rescaling s over random initial weights, exact.

    Parameters
    ----------
    width : int
        Width N: units of a hidden layer. At least 1.
    depth : int
        Depth L: layers of weights. At least 2.
    network : {"mlp", "residual"}
        Network: mlp, or residual with branches multiplied by depth^-alpha.
    parametrization : str or Parametrization
        Parametrization: sp, ntk, mean_field, mup, ... or kaiming_uniform (also kaiming: sp with
        PyTorch's uniform law). A :class:`~depthlaws.parametrization.Parametrization` of your own is
        allowed too. Only its output scale counts, gamma0 width^d.
    alpha : float
        Depth exponent: a residual branch is multiplied by depth^-alpha. In [0, 2]; for network
        residual alone.
    gamma0 : float
        Richness: the output is divided by gamma0 width^d. Positive.

    Returns
    -------
    float
        Variance of s, a pure number.

    Raises
    ------
    UnknownNameError
        If there is no such network or parametrisation.
    ValueError
        If a size or the richness is out of range, or the features of the parametrisation explode or
        vanish at the start.

    References
    ----------
    Source: pc, beyond the paper (PC-B6).

    Examples
    --------
    >>> from depthlaws import predictive_coding
    >>> predictive_coding.rescaling_variance(8, 5)
    0.138488770
    """
    width, depth, gamma0 = checked_sizes(width, depth, network, gamma0)
    alpha = checked_alpha(alpha, network)
    if parametrization in UNIFORM:
        branch = 1.0 if network == "mlp" else float(depth) ** -alpha
        return _uniform_spread(width, depth, branch, skips=network == "residual") / gamma0**4
    exponent = _output_exponent(parametrization)
    if network == "residual":
        return variance_residual(width, depth, gamma0, exponent, alpha)
    return variance_mlp(width, depth, gamma0, exponent)


def _uniform_spread(width: int, depth: int, branch: float, *, skips: bool) -> float:
    """Return the variance of gamma0^2 (s - 1) under U(+-1/sqrt(width)), by fourth moments of paths.

    The columns of a layer are independent given the path v above it, so that the means of |v|^4
    and of sum v_i^4 obey a closed recursion; |v|^2 grows by one factor a layer in the mean.
    """
    n, square = float(width), 1 / (3 * width)  # mean square of an entry
    tail = 1 / (5 * n * n) - 3 * square**2  # fourth cumulant of an entry
    kept, pushed = float(skips), branch**2 * square  # variances of a layer 1 + c W or c W
    growth = kept + n * pushed
    fourth = 1 / (5 * n)
    size = fourth + n * (n - 1) * square**2
    below = [0.0]  # mean sum of |v|^2 over all layers below, per unit of |v|^2
    for _ in range(depth - 2):
        below.append(growth * (1 + below[-1]))
    total, mean, mean_sum = 0.0, 1 / 3, 0.0
    for ahead in reversed(below):
        mean_sum += mean
        total += size * (1 + 2 * ahead)
        diagonal = kept * fourth + 6 * kept * pushed * size
        diagonal += n * branch**4 * (3 * square**2 * size + tail * fourth)
        others = growth**2 * size
        others -= kept * fourth + 2 * kept * pushed * size + n * pushed**2 * size
        size, fourth, mean = diagonal + others, diagonal, mean * growth
    return total - mean_sum**2
