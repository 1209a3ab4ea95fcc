"""Global minima of the three networks: sharpness spectrum and other minima.

At a global minimum the Hessian is mu_xx grad(a) grad(a)^T, so its only nonzero eigenvalue is
mu_xx r^2 sum_l (b'/b)^2. For the feedforward chain and block one balanced weights make that
smallest (AM-GM); for block two and r^(1/L) < 4 they make it largest. Block two cannot reach a
target r < 1: see :mod:`.unreachable_targets`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from depthlaws.theory.chain.balanced import FACTOR, LAYER_SHARPNESS, RATE
from depthlaws.theory.chain.balanced_flow import FLOW
from depthlaws.theory.chain.networks import (
    BLOCK2,
    any_depth,
    double_power,
    network_named,
    of_network,
)
from depthlaws.theory.chain.symbols import (
    ABOVE_ONE,
    FINITE_DEPTH,
    MOMENTS,
    L,
    alpha,
    eta,
    mu_xx,
    mu_yx,
    mu_yy,
    r,
    tau,
    total,
    w,
    y,
)
from depthlaws.theory.numerics import elementary
from depthlaws.theory.numerics.arguments import as_float, numbers, positive, require
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, NONNEGATIVE, POSITIVE, REAL, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["escape_rate", "minimum_sharpness"]

MAX_LOG_FACTORS = 300.0  # sum of |log b| up to which all products and squares are doubles

# -- the loss of the data ---------------------------------------------------------------------

data_loss = Formula(
    id="data-loss",
    says="Training loss of any network with total weight a.",
    source=CHAIN.ledger("CHAIN-I1"),
    domain={total: REAL, mu_yx: REAL, mu_xx: POSITIVE, mu_yy: REAL},
    given=sp.Ge(mu_yy * mu_xx, mu_yx**2),  # Cauchy-Schwarz: such data exist
    expr=(mu_yy - 2 * total * mu_yx + total**2 * mu_xx) / 2,
    budget=16.0,
)

irreducible_loss = Formula(
    id="irreducible-loss",
    says="Training loss of the best linear fit: the part that no scalar network can remove.",
    source=CHAIN.ledger("CHAIN-I1"),
    domain={mu_yx: REAL, mu_xx: POSITIVE, mu_yy: REAL},
    given=data_loss.declared_given,
    expr=(mu_yy - mu_yx**2 / mu_xx) / 2,
)

# -- balanced weights -------------------------------------------------------------------------

radial_share = Formula(
    id="chain-radial-share",
    says="Radial Hessian eigenvalue on the balanced ray in units of S/L (feedforward, block one).",
    source=CHAIN.ledger("CHAIN-I5"),
    domain={alpha: POSITIVE, L: FINITE_DEPTH},
    expr=(2 * L - 1) * alpha ** (2 - 2 / L) - (L - 1) * alpha ** (1 - 2 / L),
    kernel=lambda alpha, L: (
        (alpha * elementary.power(alpha, -2 / L)) * ((2 * L - 1) * alpha - (L - 1))
    ),
)

transverse_share = Formula(
    id="chain-transverse-share",
    says="The other L-1 Hessian eigenvalues on the balanced ray in units of S/L.",
    source=CHAIN.ledger("CHAIN-I5"),
    domain={alpha: POSITIVE, L: DEPTH},
    expr=alpha ** (1 - 2 / L) * (1 - alpha),
    kernel=lambda alpha, L: alpha * elementary.power(alpha, -2 / L) * (1 - alpha),
)

negative_curvature = Formula(
    id="chain-negative-curvature",
    says="Relative total weight below which the balanced ray is concave.",
    source=CHAIN.ledger("CHAIN-I5"),
    domain={L: FINITE_DEPTH},
    expr=(L - 1) / (2 * L - 1),
)


def minimum_sharpness(
    weights: Numbers, mu_xx: Numbers = 1.0, *, network: str = "feedforward"
) -> Floats:
    """Return the sharpness of the global minimum whose layers have these weights.

    The target is the product of the factors. At balanced weights this is :func:`sharpness`.

    Parameters
    ----------
    weights : array_like
        Weights of the layers, as an array: '[0.2,0.7]'. Shape (..., layer); no factor may be 0.
    mu_xx : float or array_like
        Input second moment E[x^2] of the data, in units of x^2. Positive; broadcasts against (...).
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).

    Returns
    -------
    float or ndarray
        Largest Hessian eigenvalue, in units of loss per squared weight. Shape (...).

    Raises
    ------
    ValueError
        If there is no layer, a layer has factor 0, or an argument lies outside its domain.
    UnknownNameError
        If there is no such network.

    References
    ----------
    Source: chain, beyond the paper (X-C6).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.minimum_sharpness([0.5, 2.0, 2.0])
    18.0
    """
    network_named(network)
    weights, mu_xx = np.asarray(numbers("weights", weights)), positive("mu_xx", mu_xx)
    if weights.ndim == 0 or weights.shape[-1] == 0:
        msg = f"weights must have a last axis with at least one layer, got shape {weights.shape}"
        raise ValueError(msg)
    require("weights", weights, np.isfinite(weights), "finite")
    layers = {"w": weights, "L": float(weights.shape[-1])}

    def of(records: Mapping[str, Formula]) -> Any:
        law = of_network(records, network)
        return law.unchecked(*(layers[name] for name in law.names))

    factors = of(FACTOR)
    finite = np.broadcast_to(np.isfinite(factors), weights.shape)
    require("weights", weights, finite, "of finite factors")
    if np.any(factors == 0):
        msg = f"a layer with factor 0 is no global minimum of a nonzero target: {weights}"
        raise ValueError(msg)
    with np.errstate(all="ignore"):
        curvature = mu_xx * np.prod(factors, axis=-1) ** 2 * np.sum(of(LAYER_SHARPNESS), axis=-1)
        in_range = (np.abs(np.log(np.abs(factors))).sum(axis=-1) < MAX_LOG_FACTORS) & (
            abs(np.log(mu_xx)) < 100
        )
        if not np.all(in_range):
            slopes = np.broadcast_to(_slopes(network, weights), factors.shape)
            curvature = np.where(in_range, curvature, _scaled_sharpness(mu_xx, factors, slopes))
    return as_float(curvature)


def _slopes(network: str, weights: Any) -> Any:
    """Return the derivative of every layer's factor."""
    depth = float(weights.shape[-1])
    named = {"feedforward": 1.0, "block1": 1 / np.sqrt(depth), "block2": 2 * weights / depth}
    return named[network]


def _scaled_sharpness(mu_xx: Any, factors: Any, slopes: Any) -> Any:
    """Return mu_xx sum_l (b_l' prod_(m != l) b_m)^2, with exponents kept apart from the doubles."""
    (sizes, powers), (gains, lifts), (moment, lift) = map(np.frexp, (factors, slopes, mu_xx))
    product, power = np.ones(factors.shape[:-1]), np.zeros(factors.shape[:-1], dtype=int)
    for layer in range(factors.shape[-1]):
        product, carry = np.frexp(product * sizes[..., layer])
        power = power + powers[..., layer] + carry
    terms = gains * product[..., None] / sizes
    exponents = np.where(terms == 0, -(2**28), lifts + power[..., None] - powers)
    top = exponents.max(axis=-1)
    total = np.ldexp(terms**2, np.maximum(2 * (exponents - top[..., None]), -4000)).sum(axis=-1)
    return np.ldexp(moment * total, 2 * top + lift)


# -- other minima of block two ----------------------------------------------------------------

phi = Formula(
    id="block2-phi",
    says="Share of a block with log factor y in the sharpness of a minimum, in 4 mu_xx r^2 / L.",
    source=CHAIN.beyond("X-C6"),
    values=Interval(0, sp.Rational(1, 4)),
    domain={y: NONNEGATIVE},
    expr=sp.exp(-y) - sp.exp(-2 * y),
    kernel=lambda y: -np.exp(-y) * np.expm1(-y),
)

flattest_sharpness = Formula(
    id="block2-flattest-sharpness",
    says="Sharpness of the flattest global minimum of block two: a single active block.",
    source=CHAIN.beyond("X-C6"),
    domain={L: FINITE_DEPTH, **MOMENTS},
    given=BLOCK2.given,
    expr=4 * (mu_yx - mu_xx) / L,
)

escape_rate_formula = Formula(
    id="block2-escape-rate",
    says="kappa_L: tau times the rate at which log w grows near w = 0 with eta = 1/(tau S).",
    source=CHAIN.beyond("X-A5"),
    values=Interval(0, sp.Rational(1, 2)),
    falling=(r,),
    domain={r: ABOVE_ONE, L: FINITE_DEPTH},
    # d log w / dt at w = 0 and eta = 1/S
    expr=(FLOW["block2"].deferred / (w * eta) * RATE["block2"].deferred).subs(
        {w: 0, tau: 1, mu_xx: 1, mu_yx: r}
    ),
    kernel=lambda r, L: 2 * (r - 1) / (double_power(r, L) * BLOCK2.stiffness(L, np.log(r))),
)

escape_rate_infinite = Formula(
    id="block2-escape-rate-infinite",
    says="Escape rate kappa of block two at infinite depth.",
    source=CHAIN.beyond("X-A5"),
    domain={r: ABOVE_ONE},
    expr=(r - 1) / (2 * r**2 * sp.log(r)),
)


def escape_rate(r: Numbers, L: Numbers) -> Floats:
    """Return kappa_L, the rate at which log w of block two grows near w = 0.

    Parameters
    ----------
    r : float or array_like
        Target total weight mu_yx / mu_xx. Above 1.
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.

    Returns
    -------
    float or ndarray
        Growth rate of log w per time constant, a pure number in (0, 1/2]. The arguments broadcast.

    Raises
    ------
    ValueError
        Unless r > 1 and L >= 1.

    References
    ----------
    Source: chain, beyond the paper (X-A5).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.escape_rate(2.0, L=8)
    0.205301
    """
    return any_depth(escape_rate_formula, r, L)


# -- depths of extreme sharpness --------------------------------------------------------------

flattest_depth = Formula(
    id="chain-flattest-depth",
    says="Depth at which the feedforward chain is least sharp; deeper is sharper only beyond it.",
    source=CHAIN.ledger("CHAIN-I8"),
    domain={r: Interval(0, sp.exp(-sp.Rational(1, 2)), left_open=True)},
    expr=2 * sp.log(1 / r),
)

sharpest_depth = Formula(
    id="block2-sharpest-depth",
    says="Depth at which block two is sharpest: r^(1/L) = 2; S falls with depth only beyond it.",
    source=CHAIN.eq(35),
    domain={r: Interval(2, sp.oo, right_open=True)},
    expr=sp.log(r) / sp.log(2),
)
