"""Balanced minima of the three networks: their weights, sharpness and learning rates.

Balanced means that every layer has the same weight w. Loss, flow and curvature away from the
minimum are in :mod:`.balanced_flow`.

With a = b^L the chain rule gives

    d a / d w_l = b^(L-1) b',   d2 a / d w_l2 = b^(L-1) b'',   d2 a / d w_l d w_m = b^(L-2) b'^2.

The paper prints equations 12, 13, 26, 27, 32, 33 with the opposite sign on the left. Each law is
derived once for all networks; networks with the same expression share one formula.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from depthlaws.theory.chain.networks import (
    BLOCK1,
    BLOCK2,
    FEEDFORWARD,
    Network,
    any_depth,
    any_true,
    double_power,
    of_network,
    stretched,
)
from depthlaws.theory.chain.symbols import (
    FINITE_DEPTH,
    MOMENTS,
    RATIO,
    L,
    b,
    mu_xx,
    tau,
    w,
)
from depthlaws.theory.numerics import elementary
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import POSITIVE, REAL
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp

__all__ = ["learning_rate", "max_learning_rate", "sharpness"]

Record = dict[str, Any]
SMALLEST_SQUARE = 2.0**-960  # below it a square has lost digits

# -- one layer ----------------------------------------------------------------------------------


def _factor(net: Network) -> Record:
    return {
        "says": "Factor by which one layer of weight w multiplies its input.",
        "domain": {w: REAL} if net is FEEDFORWARD else {w: REAL, L: FINITE_DEPTH},
        "expr": net.factor,
    }


FACTOR = {
    "feedforward": Formula(id="chain-factor", source=CHAIN.eq(1), **_factor(FEEDFORWARD)),
    "block1": Formula(id="block1-factor", source=CHAIN.eq(11), **_factor(BLOCK1)),
    "block2": Formula(id="block2-factor", source=CHAIN.eq(11), **_factor(BLOCK2)),
}

# -- at the minimum -----------------------------------------------------------------------------


def _minimum(net: Network) -> Record:
    kernels: dict[str, Callable[..., Any]] = {
        "feedforward": lambda L, mu_yx, mu_xx: elementary.power(mu_yx / mu_xx, 1 / L),
        "block1": lambda L, mu_yx, mu_xx: stretched(np.log(mu_yx / mu_xx), L) / np.sqrt(L),
        "block2": lambda L, mu_yx, mu_xx: np.sqrt(stretched(np.log(mu_yx / mu_xx), L)),
    }
    return {
        "says": "Weight of every layer at the balanced global minimum.",
        "domain": {L: FINITE_DEPTH, **MOMENTS},
        "given": net.given,
        "expr": net.weight.subs(b, RATIO ** (1 / L)),
        "kernel": kernels[net.name],
    }


MINIMUM = {
    "feedforward": Formula(
        id="chain-minimum", source=CHAIN.ledger("CHAIN-I5"), **_minimum(FEEDFORWARD)
    ),
    "block1": Formula(id="block1-minimum", source=CHAIN.ledger("CHAIN-I5"), **_minimum(BLOCK1)),
    "block2": Formula(id="block2-minimum", source=CHAIN.ledger("CHAIN-I5"), **_minimum(BLOCK2)),
}


def _layer_sharpness(net: Network) -> Record:
    return {
        "says": "Share (b'/b)^2 of one layer in S / (mu_xx r^2) at a minimum.",
        "domain": {w: net.weights} if net is FEEDFORWARD else {w: net.weights, L: FINITE_DEPTH},
        "given": sp.Ne(net.factor, 0),
        "expr": (sp.diff(net.factor, w) / net.factor) ** 2,
        "kernel": (lambda w, L: 1 / (np.sqrt(L) + w) ** 2) if net is BLOCK1 else None,
        "source": CHAIN.beyond("X-C6"),
    }


LAYER_SHARPNESS = {
    "feedforward": Formula(id="chain-layer-sharpness", **_layer_sharpness(FEEDFORWARD)),
    "block1": Formula(id="block1-layer-sharpness", **_layer_sharpness(BLOCK1)),
    "block2": Formula(id="block2-layer-sharpness", **_layer_sharpness(BLOCK2)),
}


def _scaled_sharpness(net: Network, L: Any, mu_yx: Any, mu_xx: Any) -> Any:
    """Return S L^rate_power, which has a limit at infinite depth."""
    ratio = mu_yx / mu_xx
    square = ratio * ratio
    kept = (square > SMALLEST_SQUARE) & (square < 1 / SMALLEST_SQUARE)
    far = mu_yx * (ratio * elementary.power(ratio, -2 / L))
    size = np.where(kept, mu_xx * double_power(ratio, L), far)
    return size * net.stiffness(L, np.log(ratio))


def _sharpness_expr(net: Network) -> Any:
    # At a = r only the square of the gradient of a is left: S = mu_xx L (b^(L-1) b')^2.
    return mu_xx * L * RATIO ** (2 - 2 / L) * net.slope_squared.subs(b, RATIO ** (1 / L))


def _sharpness(net: Network) -> Record:
    return {
        "says": "Largest Hessian eigenvalue at the balanced minimum.",
        "domain": {L: FINITE_DEPTH, **MOMENTS},
        "given": net.given,
        "expr": _sharpness_expr(net),
        "kernel": lambda L, mu_yx, mu_xx: (
            _scaled_sharpness(net, L, mu_yx, mu_xx) * elementary.power(L, -float(net.rate_power))
        ),
    }


SHARPNESS = {
    "feedforward": Formula(id="chain-sharpness", source=CHAIN.eq(13), **_sharpness(FEEDFORWARD)),
    "block1": Formula(id="block1-sharpness", source=CHAIN.eq(27), **_sharpness(BLOCK1)),
    "block2": Formula(id="block2-sharpness", source=CHAIN.eq(33), **_sharpness(BLOCK2)),
}


def _rate_kernel(net: Network) -> Callable[..., Any]:
    def kernel(L: Any, mu_yx: Any, mu_xx: Any, tau: Any = 0.5) -> Any:
        scaled = _scaled_sharpness(net, L, mu_yx, mu_xx)
        return elementary.power(L, float(net.rate_power)) / (tau * scaled)

    return kernel


def _max_rate(net: Network) -> Record:
    return {
        "says": "Largest learning rate that is stable at the balanced minimum: 2/S.",
        "domain": {L: FINITE_DEPTH, **MOMENTS},
        "given": net.given,
        "expr": 2 / SHARPNESS[net.name].deferred,
        "kernel": _rate_kernel(net),
    }


MAX_RATE = {
    "feedforward": Formula(
        id="chain-max-rate", source=CHAIN.ledger("CHAIN-I6"), **_max_rate(FEEDFORWARD)
    ),
    "block1": Formula(id="block1-max-rate", source=CHAIN.eq(28), **_max_rate(BLOCK1)),
    "block2": Formula(id="block2-max-rate", source=CHAIN.eq(34), **_max_rate(BLOCK2)),
}


def _rate(net: Network) -> Record:
    return {
        "says": "Learning rate with time constant tau gradient steps: eta = 1/(tau S).",
        "domain": {L: FINITE_DEPTH, **MOMENTS, tau: POSITIVE},
        "given": net.given,
        "expr": 1 / (tau * SHARPNESS[net.name].deferred),
        "kernel": _rate_kernel(net),
    }


RATE = {
    "feedforward": Formula(id="chain-rate", source=CHAIN.eq(5), **_rate(FEEDFORWARD)),
    "block1": Formula(id="block1-rate", source=CHAIN.eq(28), **_rate(BLOCK1)),
    "block2": Formula(id="block2-rate", source=CHAIN.eq(34), **_rate(BLOCK2)),
}

# -- answers ------------------------------------------------------------------------------------


def _above_floor(mu_yx: Any, mu_xx: Any, network: str) -> None:
    """Raise ValueError for block two and a target r <= 1: its total weight is at least 1."""
    if network != BLOCK2.name:
        return
    y, x = (np.asarray(v) if isinstance(v, (list, tuple)) else v for v in (mu_yx, mu_xx))
    if any_true(y <= x):
        pairs = np.broadcast_arrays(np.asarray(y), np.asarray(x))
        first = np.ravel(pairs[0] <= pairs[1]).argmax()
        y, x = (float(v.flat[first]) for v in pairs)
        msg = (
            f"{network} needs a target mu_yx/mu_xx > 1, got mu_yx={y}, mu_xx={x}; "
            "for smaller targets its minimum is w = 0, see floor_max_learning_rate"
        )
        raise ValueError(msg)


def sharpness(
    L: Numbers, mu_yx: Numbers, mu_xx: Numbers, *, network: str = "feedforward"
) -> Floats:
    """Return the largest Hessian eigenvalue S at the balanced global minimum.

    Parameters
    ----------
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    mu_yx : float or array_like
        Input-output moment E[y x] of the data, in units of y x. Positive; above ``mu_xx`` for
        block2, whose total weight is at least 1.
    mu_xx : float or array_like
        Input second moment E[x^2] of the data, in units of x^2. Positive.
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).

    Returns
    -------
    float or ndarray
        Sharpness, in units of loss per squared weight. The arguments broadcast.

    Raises
    ------
    ValueError
        If an argument lies outside its domain.
    UnknownNameError
        If there is no such network.

    References
    ----------
    Source: chain, equations 13, 27, 33.

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.sharpness(8, 2.0, 1.0)
    26.9087
    """
    eigenvalue = any_depth(of_network(SHARPNESS, network), L, mu_yx, mu_xx)
    _above_floor(mu_yx, mu_xx, network)
    return eigenvalue


def max_learning_rate(
    L: Numbers, mu_yx: Numbers, mu_xx: Numbers, *, network: str = "feedforward"
) -> Floats:
    """Return the largest stable learning rate 2/S at the balanced minimum.

    Above it gradient descent from balanced weights leaves the minimum.

    Parameters
    ----------
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    mu_yx : float or array_like
        Input-output moment E[y x] of the data, in units of y x. Positive; above ``mu_xx`` for
        block2, whose total weight is at least 1.
    mu_xx : float or array_like
        Input second moment E[x^2] of the data, in units of x^2. Positive.
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).

    Returns
    -------
    float or ndarray
        Learning rate, in units of 1/curvature: squared weight per loss. The arguments broadcast.

    Raises
    ------
    ValueError
        If an argument lies outside its domain.
    UnknownNameError
        If there is no such network.

    References
    ----------
    Source: chain, section 2.

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.max_learning_rate([2, 8, 64], 2.0, 1.0)
    array([0.5     , 0.074325, 0.007984])
    """
    rate = any_depth(of_network(MAX_RATE, network), L, mu_yx, mu_xx)
    _above_floor(mu_yx, mu_xx, network)
    return rate


def learning_rate(
    L: Numbers, mu_yx: Numbers, mu_xx: Numbers, tau: Numbers, *, network: str = "feedforward"
) -> Floats:
    """Return the learning rate 1/(tau S) whose time constant is tau gradient steps.

    The rate is stable at the balanced minimum for tau > 1/2.

    Parameters
    ----------
    L : float or array_like
        Depth: number of layers, a real number from 1 on, or inf.
    mu_yx : float or array_like
        Input-output moment E[y x] of the data, in units of y x. Positive; above ``mu_xx`` for
        block2, whose total weight is at least 1.
    mu_xx : float or array_like
        Input second moment E[x^2] of the data, in units of x^2. Positive.
    tau : float or array_like
        Time constant 1/(eta S), in gradient steps. Positive.
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).

    Returns
    -------
    float or ndarray
        Learning rate eta, in units of 1/curvature: squared weight per loss. The arguments
        broadcast.

    Raises
    ------
    ValueError
        If an argument lies outside its domain.
    UnknownNameError
        If there is no such network.

    References
    ----------
    Source: chain, equations 5, 28, 34.

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.learning_rate(8, 2.0, 1.0, tau=10.0)
    0.00371627
    """
    rate = any_depth(of_network(RATE, network), L, mu_yx, mu_xx, tau)
    _above_floor(mu_yx, mu_xx, network)
    return rate
