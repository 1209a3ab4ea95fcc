"""Block two with a target r < 1 that it cannot reach: the minimum w = 0, its rates, its basin."""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain.balanced_flow import FLOW, LOSS, RADIAL
from depthlaws.theory.chain.networks import stretched
from depthlaws.theory.chain.symbols import FINITE_DEPTH, L, b, eta, mu_xx, mu_yx, n, w, w0
from depthlaws.theory.numerics import elementary
from depthlaws.theory.numerics.arguments import as_float, numbers, require
from depthlaws.theory.numerics.roots import root
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, REAL, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["floor_basin", "floor_max_learning_rate"]

UNREACHED = {"domain": {mu_yx: REAL, mu_xx: POSITIVE}, "given": sp.Lt(mu_yx, mu_xx)}

floor_loss = Formula(
    id="block2-floor-loss",
    says="Smallest excess loss of block two for a target r < 1, reached at w = 0.",
    source=CHAIN.ledger("CHAIN-I22"),
    **UNREACHED,
    expr=LOSS["block2"].deferred.subs(w, 0),
)

floor_sharpness = Formula(
    id="block2-floor-sharpness",
    says="Eigenvalue of the Hessian of block two at w = 0, where all of them are equal.",
    source=CHAIN.ledger("CHAIN-I22"),
    domain={L: FINITE_DEPTH, mu_yx: REAL, mu_xx: POSITIVE},
    expr=RADIAL["block2"].deferred.subs(w, 0),
)

floor_max_rate = Formula(
    id="block2-floor-max-rate",
    says="Largest learning rate at which w = 0 is stable for block two and a target r < 1.",
    source=CHAIN.ledger("CHAIN-I22"),
    domain=dict(floor_sharpness.declared),
    given=sp.Lt(mu_yx, mu_xx),
    expr=2 / floor_sharpness.deferred,
)

floor_edge_rate = Formula(
    id="block2-floor-edge-rate",
    says="Learning rate at which w and -w are a 2-cycle of block two: the edge of the basin of 0.",
    source=CHAIN.ledger("CHAIN-I22"),
    domain={b: Interval(1, sp.oo, right_open=True), **floor_sharpness.declared},
    given=sp.Lt(mu_yx, mu_xx),
    # w + flow = -w
    expr=-2 / (FLOW["block2"].deferred / (eta * w)).subs(w**2, L * (b - 1)),
)


def floor_max_learning_rate(L: Numbers, mu_yx: Numbers, mu_xx: Numbers) -> Floats:
    """Return the largest stable learning rate of block two at w = 0, for targets mu_yx/mu_xx < 1.

    The flip at this rate is subcritical: above it gradient descent diverges.

    Parameters
    ----------
    L : float or array_like
        Depth: number of layers, a real number from 1 on.
    mu_yx : float or array_like
        Input-output moment E[y x] of the data, in units of y x. Below ``mu_xx``.
    mu_xx : float or array_like
        Input second moment E[x^2] of the data, in units of x^2. Positive.

    Returns
    -------
    float or ndarray
        Learning rate, in units of 1/curvature: squared weight per loss. The arguments broadcast.

    Raises
    ------
    ValueError
        Unless mu_yx < mu_xx.

    References
    ----------
    Source: chain, equation 34 completed below r = 1 (CHAIN-I22).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.floor_max_learning_rate(8, 0.5, 1.0)
    16.0
    """
    rate = floor_max_rate(L, mu_yx, mu_xx)
    if np.any(numbers("mu_yx", mu_yx) >= numbers("mu_xx", mu_xx)):
        msg = f"mu_yx must be below mu_xx, got mu_yx={mu_yx}, mu_xx={mu_xx}"
        raise ValueError(msg)
    return rate


def floor_basin(eta: Numbers, L: Numbers, mu_yx: Numbers, mu_xx: Numbers) -> Floats:
    """Return the largest balanced |w| from which block two reaches w = 0.

    For targets mu_yx/mu_xx < 1, which block two cannot reach, w = 0 is the minimum. The edge of the
    basin is the 2-cycle {w, -w}.

    Parameters
    ----------
    eta : float or array_like
        Learning rate, in units of 1/curvature. Positive.
    L : float or array_like
        Depth: number of layers, a real number from 1 on.
    mu_yx : float or array_like
        Input-output moment E[y x] of the data, in units of y x. Below ``mu_xx``.
    mu_xx : float or array_like
        Input second moment E[x^2] of the data, in units of x^2. Positive.

    Returns
    -------
    float or ndarray
        Weight of every layer; 0 if eta is not stable. The arguments broadcast.

    Raises
    ------
    ValueError
        Unless mu_yx < mu_xx and eta > 0.

    References
    ----------
    Source: chain, beyond the paper (CHAIN-I22).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.floor_basin(1.0, 8, 0.5, 1.0)
    1.13601
    """
    limit = floor_max_learning_rate(L, mu_yx, mu_xx)
    rate, depth, moment, second = (
        numbers(name, value)
        for name, value in (("eta", eta), ("L", L), ("mu_yx", mu_yx), ("mu_xx", mu_xx))
    )
    require("eta", rate, rate > 0, "positive")
    depth, moment, second, rate, limit = np.broadcast_arrays(depth, moment, second, rate, limit)
    inside = rate < limit
    rate, limit = np.where(inside, rate, 1.0), np.where(inside, limit, 2.0)
    slow = elementary.log_ratio(rate, limit, rate - limit)
    share = np.log(second) - np.log(second - moment)  # log of mu_xx / (mu_xx - mu_yx)
    log_a = root(_edge_excess, 0.0, np.maximum(-share, 0) - slow, slow, depth, share)
    with np.errstate(over="ignore"):
        far = np.sqrt(depth) * np.exp(log_a / (2 * depth))
        weight = np.where(log_a / depth > 100, far, np.sqrt(stretched(log_a, depth)))
    return as_float(np.where(inside, weight, 0.0))


def _edge_excess(y: Any, slow: Any, L: Any, share: Any) -> Any:
    """Return the log of eta over the rate at which e^y is the edge of the basin.

    ``slow`` is the log of eta over the largest stable rate, ``share`` that of 1 / (1 - r).
    """
    near = np.log1p(np.exp(share) * np.expm1(np.minimum(y, 1.0)))
    grown = np.where(y < 1, near, np.logaddexp(share + y + np.log(-np.expm1(-y)), 0.0))
    return slow + y * (1 - 1 / L) + grown


critical_decay = Formula(
    id="block2-critical-decay",
    says="Weight of block two after n steps of gradient descent at r = 1, to leading order.",
    source=CHAIN.ledger("CHAIN-I22"),
    domain={n: NONNEGATIVE, w0: NONNEGATIVE, L: FINITE_DEPTH, eta: POSITIVE, mu_xx: POSITIVE},
    expr=w0 / sp.sqrt(1 + 4 * eta * mu_xx * w0**2 * n / L),
)
