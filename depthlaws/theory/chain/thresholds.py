"""Balanced gradient descent as a map: the thresholds that are roots of equations.

Depths are 1, or real from 2 on, or infinity. A step that makes v negative needs an integer depth;
then v -> -v is a symmetry for even depth, while for odd depth the saddle 0 attracts from below.
"Exactly" leaves out the countably many rates at which an orbit lands on 0 or on the target.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from depthlaws.theory.chain.depths import integer_depth, odd_depth, real_depth, remainder
from depthlaws.theory.chain.descent_map import gd_total_step, zero_rate
from depthlaws.theory.chain.two_cycles import MARGIN
from depthlaws.theory.numerics import elementary
from depthlaws.theory.numerics.arguments import as_float, positive
from depthlaws.theory.numerics.roots import root
from depthlaws.theory.numerics.types import Floats, Numbers

__all__ = ["capture_window", "divergence_rate", "leaving_rate", "outer_cycle", "zero_crossing"]

SMALL_RATIO = 1e-8  # L/k below which alpha - 1 equals L/k to first order
LARGE_ALPHA = 1e14  # alpha beyond which alpha - 1 rounds to alpha


def zero_crossing(k: Numbers, L: Numbers) -> Floats:
    """Return alpha_z > 1, the start from which one step lands on the saddle 0.

    Gradient descent with k <= 2 converges from every start in (0, alpha_z).

    Parameters
    ----------
    k : float or array_like
        Normalised learning rate eta S, S the sharpness at the minimum. Positive.
    L : float or array_like
        Depth: number of layers, a real number from 2 on, or inf.

    Returns
    -------
    float or ndarray
        Relative total weight alpha_z; infinite at infinite depth. The arguments broadcast.

    Raises
    ------
    ValueError
        If k <= 0 or L < 2.

    References
    ----------
    Source: chain, beyond the paper (X-C2).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.zero_crossing(1.5, L=4)
    2.64093
    """
    k, L = np.broadcast_arrays(positive("k", k), real_depth(L))
    return as_float(_crossing(k, L, 1.0))


def _crossing(k: Any, L: Any, overshoot: float) -> Any:
    """Return alpha > 1 of this overshoot, as doubles round it where L/k is beyond every double."""
    deep = np.isinf(L)
    depth = np.where(deep, 2.0, L)
    reach, near, far = _reach(k, depth)
    rate = np.where(near | far, depth, k) / overshoot
    span = depth / rate  # alpha^(1-2/L) (alpha-1)
    least = np.maximum(1.0, 0.99 * elementary.power(span, 1 / (2 - 2 / depth)))
    alpha = root(lambda a, k, L: _overshoot(a, k, L) - 1, least, 1 + 1.01 * span, rate, depth)
    ends = [1 + overshoot * reach, _outer_scale(k, depth, overshoot)]
    return np.select([deep, near, far], [np.inf, *ends], alpha)


def _reach(k: Any, L: Any) -> tuple[Any, Any, Any]:
    """Return L/k, and masks where it is too near 0 or too far from it for an equation in alpha."""
    with np.errstate(over="ignore"):
        reach = L / k
    return reach, reach < SMALL_RATIO, _outer_scale(k, L, 1.0) > LARGE_ALPHA


def _outer_scale(k: Any, L: Any, overshoot: Any) -> Any:
    """Return alpha of this overshoot far from the target.

    It solves alpha^(2-2/L) (1 - 1/alpha) = overshoot L/k.
    """
    power = 1 / (2 - 2 / L)
    with np.errstate(over="ignore"):
        return elementary.power(overshoot * L, power) * elementary.power(k, -power) + power


def _critical_rate(c: Any, L: Any) -> Any:
    """Return the rate k whose map has its maximum at alpha = c."""
    return elementary.power(c, 2 / L - 1) / ((2 - 1 / L) * c - (1 - 1 / L))


def _overshoot(alpha: Any, k: Any, L: Any) -> Any:
    """Return (k/L) alpha^(1-2/L) (alpha-1): 1 where the next step lands on 0, 2 where it is -v."""
    return k / zero_rate.unchecked(alpha, L)


def _return(alpha: Any, k: Any, L: Any) -> Any:
    """Return (v'' / v) - 1 after two steps from alpha at odd depth, the first to negative v."""
    beyond = np.maximum(_overshoot(alpha, k, L) - 1, 0)
    return beyond * (recoil(alpha * elementary.power(beyond, L), k, L) - 1) - 1


def recoil(size: Any, k: Any, L: Any) -> Any:
    """Return step / |v| from v = -size^(1/L) at odd depth: below 1, v flows into 0 from below."""
    return k / L * (1 + size) * elementary.power(size, 1 - 2 / L)


def _critical_point(overshoot: float, L: Any) -> Any:
    def excess(c: Any, L: Any) -> Any:
        k = _critical_rate(c, L)
        return np.log(_overshoot(gd_total_step.unchecked(c, k, L), k, L) / overshoot)

    flat = (1 - 1 / L) / (2 - 1 / L)
    width = 1 - flat
    low = flat + width / (8 * np.log(L + 8))  # k is beyond every threshold there
    return root(excess, low, 1 - MARGIN, L)


def leaving_rate(L: Numbers) -> Floats:
    """Return the rate k beyond which orbits from (0, 1) leave the positive half-line.

    Parameters
    ----------
    L : float or array_like
        Depth: number of layers, 1 or a real number from 2 on, or inf.

    Returns
    -------
    float or ndarray
        Normalised rate k = eta S, of the shape of ``L``; inf at infinite depth.

    Raises
    ------
    ValueError
        Unless L = 1 or L >= 2.

    References
    ----------
    Source: chain, beyond the paper (X-C3).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.leaving_rate([2, 3, 8])
    array([3.196152, 3.660996, 4.751329])
    """
    L = real_depth(L, least=1)
    finite = np.where(np.isinf(L) | (L == 1), 2.0, L)
    rate = _critical_rate(_critical_point(1.0, finite), finite)
    return as_float(np.select([L == 1, np.isinf(L)], [2.0, np.inf], rate))


def divergence_rate(L: Numbers) -> Floats:
    """Return the rate k beyond which gradient descent diverges from starts in (0, 1).

    The maximum of the map then lies outside the outer 2-cycle.

    Parameters
    ----------
    L : int or float or array_like
        Depth: number of layers, an integer, or inf.

    Returns
    -------
    float or ndarray
        Normalised rate k = eta S, of the shape of ``L``; inf at infinite depth.

    Raises
    ------
    ValueError
        Unless L is an integer from 1 on, or inf.

    References
    ----------
    Source: chain, beyond the paper (X-C3), there by simulation for odd depth.

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.divergence_rate([2, 3, 8])
    array([4.      , 4.300348, 5.638946])
    """
    L = integer_depth(real_depth(L, least=1))
    finite = np.where(np.isinf(L) | (L == 1), 2.0, L)
    odd = remainder(finite, 2) == 1
    depth = np.where(odd, finite, 3.0)

    def excess(c: Any, L: Any) -> Any:
        k = _critical_rate(c, L)
        return _return(gd_total_step.unchecked(c, k, L), k, L)

    c = root(excess, _critical_point(2.0, depth), _critical_point(1.0, depth), depth)
    c, finite = np.where(odd, c, _critical_point(2.0, finite)), np.where(odd, depth, finite)
    return as_float(np.select([L == 1, np.isinf(L)], [2.0, np.inf], _critical_rate(c, finite)))


def outer_cycle(k: Numbers, L: Numbers) -> Floats:
    """Return alpha of the positive point of the outer 2-cycle: beyond it gradient descent diverges.

    The cycle is {v, -v} for even depth.

    Parameters
    ----------
    k : float or array_like
        Normalised learning rate eta S, S the sharpness at the minimum. Positive.
    L : int or float or array_like
        Depth: number of layers, an integer from 2 on, or inf.

    Returns
    -------
    float or ndarray
        Relative total weight; infinite at infinite depth. The arguments broadcast.

    Raises
    ------
    ValueError
        If k <= 0, or unless L is an integer from 2 on or inf.

    References
    ----------
    Source: chain, beyond the paper (X-C4).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.outer_cycle(1.5, L=4)
    3.75302
    """
    k, L = np.broadcast_arrays(positive("k", k), integer_depth(real_depth(L)))
    odd = remainder(L, 2) == 1
    depth = np.where(odd, L, 3.0)
    reach, near, far = _reach(k, depth)
    rate = np.where(near | far | ~odd, depth, k)
    bent = root(_return, *_overshooting(rate, depth), rate, depth)
    # Near 1 overshoot = 1 + x with x^(L-1) (1 + x^L) = (1 + x) L/k; far out -v mirrors v.
    beyond = root(_near_return, 0.0, 1.0, np.where(near, reach, 0.5), depth)
    bent = np.where(near, 1 + reach * (1 + beyond), bent)
    return as_float(np.where(odd & ~far, bent, _crossing(k, L, 2.0)))


def _overshooting(k: Any, L: Any) -> tuple[Any, Any]:
    """Return alphas thrown to 0 and, by a rounding or more, beyond -v: beyond^L is noise there."""
    return _crossing(k, L, 1.0), (1 + MARGIN**1.5) * _crossing(k, L, 2.0)


def _near_return(x: Any, reach: Any, L: Any) -> Any:
    return elementary.power(x, L - 1) * (1 + elementary.power(x, L)) - reach * (1 + x)


def capture_window(k: Numbers, L: Numbers) -> tuple[Floats, Floats]:
    """Return the window of starts that land below 0 and flow into the saddle, at odd depth.

    From -y < v < 0 with (k/L) y^(L-2) (1+y^L) = 1 the saddle attracts. Farther up there are more
    such windows, up to :func:`outer_cycle`.

    Parameters
    ----------
    k : float or array_like
        Normalised learning rate eta S, S the sharpness at the minimum. Positive.
    L : int or array_like
        Depth: number of layers, an odd integer from 3 on.

    Returns
    -------
    low, high : float or ndarray
        Relative total weights alpha0 of the ends of the window. The arguments broadcast.

    Raises
    ------
    ValueError
        If k <= 0, or unless L is an odd integer from 3 on.

    References
    ----------
    Source: chain, beyond the paper (X-C4).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.capture_window(1.5, L=3)
    (2.47797, 3.25887)
    """
    k, L = np.broadcast_arrays(positive("k", k), odd_depth(L))

    def excess(alpha: Any, k: Any, L: Any) -> Any:
        beyond = np.maximum(_overshoot(alpha, k, L) - 1, 0)
        return recoil(alpha * elementary.power(beyond, L), k, L) - 1

    def near_excess(x: Any, reach: Any, L: Any) -> Any:
        return elementary.power(x, L - 2) * (1 + elementary.power(x, L)) - reach

    def far_excess(x: Any, L: Any) -> Any:
        return L * np.log(x) + np.log1p(x) / (2 - 2 / L)

    reach, near, far = _reach(k, L)
    rate = np.where(near | far, L, k)
    upper = root(excess, *_overshooting(rate, L), rate, L)
    beyond = root(near_excess, 0.0, 1.0, np.where(near, reach, 0.5), L)
    spread = 1 + root(far_excess, 0.5, 1.0, L)
    ends = [1 + reach * (1 + beyond), _outer_scale(k, L, spread)]
    return as_float(_crossing(k, L, 1.0)), as_float(np.select([near, far], ends, upper))
