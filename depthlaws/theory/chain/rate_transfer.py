"""Transfer of a learning rate between depths by the data-agnostic rule of each network.

The rule is eta = c/L (feedforward), eta = c (block one) or eta = c L (block two), with c tuned at
one depth. With it the normalised rate k = eta S keeps a factor r^(-2/L): a rate tuned at depth L0
is wrong at depth L by the mismatch factor k_L / k_L0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.base import tables
from depthlaws.theory.chain.balanced import SHARPNESS
from depthlaws.theory.chain.basins import converges
from depthlaws.theory.chain.networks import BLOCK2, FEEDFORWARD, Network, any_depth, of_network
from depthlaws.theory.chain.symbols import ABOVE_ONE, FINITE_DEPTH, L0, L, mu_xx, mu_yx, r
from depthlaws.theory.numerics import elementary
from depthlaws.theory.numerics.arguments import as_float, numbers, positive
from depthlaws.theory.numerics.roots import root
from depthlaws.theory.numerics.types import Floats, MaybeNumbers, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE
from depthlaws.theory.symbolic.formula import Formula

__all__ = ["Transfer", "mismatch", "transfer"]


def _mismatch(net: Network) -> dict[str, Any]:
    scaled = (SHARPNESS[net.name].deferred * L**net.rate_power).subs({mu_yx: r, mu_xx: 1})
    depth = FINITE_DEPTH if net is BLOCK2 else DEPTH

    def kernel(L: Any, L0: Any, r: Any) -> Any:
        return (
            elementary.power(r, 2 / L0 - 2 / L)
            * net.stiffness(L, np.log(r))
            / net.stiffness(L0, np.log(r))
        )

    return {
        "says": "k_L / k_L0 when the agnostic rule carries a rate from depth L0 to depth L.",
        "source": CHAIN.ledger("CHAIN-I16"),
        "domain": {L: depth, L0: depth, r: ABOVE_ONE if net is BLOCK2 else POSITIVE},
        "expr": scaled / scaled.subs(L, L0),
        "kernel": kernel,
    }


_both = Formula(id="chain-mismatch", **_mismatch(FEEDFORWARD))

MISMATCH = {
    "feedforward": _both,
    "block1": _both,
    "block2": Formula(id="block2-mismatch", **_mismatch(BLOCK2)),
}


@dataclass(frozen=True, slots=True)
class Transfer:
    """A learning rate moved to another depth, and its convergence there.

    Attributes
    ----------
    mismatch : float or ndarray
        Factor k_L / k_L0 by which the agnostic rule changes the normalised rate.
    k : float or ndarray
        Normalised rate eta S at the new depth.
    converges : bool or ndarray of bool
        True if balanced gradient descent converges at the new depth: from ``alpha0`` if that was
        given, else from near the minimum.
    largest_k0 : float or ndarray
        Largest tuned rate k0 that converges near the minimum: the one that arrives at k = 2.
    largest_r : float or ndarray
        Largest target r at which this k0 converges near the minimum: inf for every r, nan for none.

    Examples
    --------
    >>> from depthlaws import chain
    >>> moved = chain.transfer(L=64, L0=4, r=2.0, k0=1.5)
    >>> bool(moved.converges), moved.k > 2 > moved.largest_k0
    (False, True)
    """

    mismatch: Any
    k: Any
    converges: Any
    largest_k0: Any
    largest_r: Any

    def _repr_html_(self) -> str:
        rows = [(name, str(getattr(self, name))) for name in self.__slots__]
        return tables.html(["quantity", "value"], rows)


def mismatch(L: Numbers, L0: Numbers, r: Numbers, *, network: str = "feedforward") -> Floats:
    """Return k_L / k_L0, the change of the normalised rate under the data-agnostic rule.

    The rule ignores the data: eta = c/L (feedforward), eta = c (block one), eta = c L (block two).
    For feedforward and block one the mismatch is r^(2/L0 - 2/L).

    Parameters
    ----------
    L : float or array_like
        New depth: number of layers, a real number from 1 on, or inf.
    L0 : float or array_like
        Depth at which the learning rate was tuned, a real number from 1 on, or inf.
    r : float or array_like
        Target total weight mu_yx / mu_xx of the data. Positive; above 1 for block2.
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).

    Returns
    -------
    float or ndarray
        Factor k_L / k_L0, a pure number. The arguments broadcast.

    Raises
    ------
    ValueError
        Unless L, L0 >= 1 and r > 0 (block2: r > 1).
    UnknownNameError
        If there is no such network.

    References
    ----------
    Source: chain, section 3 (CHAIN-I16).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.mismatch(64, 4, r=2.0)
    1.38391
    """
    return any_depth(of_network(MISMATCH, network), L, L0, r)


def _largest_ratio(L: Any, L0: Any, k0: Any, network: str) -> Any:
    """Return the r with k0 mismatch = 2; the mismatch grows with r if and only if L > L0."""
    power, room = 2 / L0 - 2 / L, np.log(2 / k0)
    if network != BLOCK2.name:
        grows = np.exp(room / np.where(power > 0, power, 1.0))
        return np.where(power > 0, grows, np.where((power < 0) | (room >= 0), np.inf, np.nan))

    def excess(log_r: Any, L: Any, L0: Any, k0: Any) -> Any:
        return np.log(MISMATCH["block2"].unchecked(L, L0, np.exp(log_r)) * k0 / 2)

    solvable = (power > 0) & (room > 0)
    depth, tuned, rate = (
        np.where(solvable, v, safe) for v, safe in ((L, 2.0), (L0, 1.0), (k0, 1.0))
    )
    # The mismatch is at least r^(1/L0 - 1/L).
    end = 1.01 * np.log(2 / rate) / (1 / tuned - 1 / depth) + 1e-9
    ratio = np.exp(root(excess, 1e-12, end, depth, tuned, rate))
    return np.where(
        solvable, ratio, np.where(room >= 0, np.inf, np.where(power < 0, np.inf, np.nan))
    )


def transfer(
    *,
    L: Numbers,
    L0: Numbers,
    r: Numbers,
    network: str = "feedforward",
    k0: Numbers = 1.0,
    alpha0: MaybeNumbers = None,
) -> Transfer:
    """Move a learning rate tuned at depth L0 to depth L by the data-agnostic rule.

    The rule ignores the data: eta = c/L (feedforward), eta = c (block one), eta = c L (block two),
    with the constant c tuned at depth L0. What changes is the normalised rate k = eta S, where S is
    the sharpness at the balanced minimum: gradient descent converges near that minimum for k < 2,
    and for k = 2 where the flip is supercritical (block two, and every depth above 1).

    Parameters
    ----------
    L : float or array_like
        New depth: number of layers, a real number from 1 on, or inf.
    L0 : float or array_like
        Depth at which the learning rate was tuned, a real number from 1 on, or inf.
    r : float or array_like
        Target total weight mu_yx / mu_xx of the data. Positive; above 1 for block2.
    network : {"feedforward", "block1", "block2"}
        Network: feedforward (product of w), block1 (of 1 + w/sqrt(L)) or block2 (of 1 + w^2/L).
    k0 : float or array_like
        Normalised learning rate eta S at L0. Positive.
    alpha0 : float or array_like, optional
        Relative total weight a/r at the start, from which convergence is then decided. Positive;
        not for block2. Without it convergence is decided near the minimum.

    Returns
    -------
    Transfer
        Mismatch, new rate k, convergence, and the largest safe k0 and r. The arguments broadcast.

    Raises
    ------
    ValueError
        If an argument lies outside its domain.
    UnknownNameError
        If there is no such network.

    References
    ----------
    Source: chain, section 3 (CHAIN-I16).

    Examples
    --------
    >>> from depthlaws import chain
    >>> chain.transfer(L=64, L0=4, r=2.0).k
    1.38391
    """
    factor = mismatch(L, L0, r, network=network)
    depth, tuned, start = numbers("L", L), numbers("L0", L0), positive("k0", k0)
    k = np.multiply(factor, start)
    if alpha0 is None:
        marginal = (k == 2) & ((depth > 1) | (network == BLOCK2.name))
        converged = (k < 2) | marginal
    elif network == BLOCK2.name:
        msg = "alpha0 decides convergence for 'feedforward' and 'block1' only, got network='block2'"
        raise ValueError(msg)
    else:
        converged = converges(alpha0, k, L)
    with np.errstate(all="ignore"):
        depth, tuned, start = np.broadcast_arrays(depth, tuned, start)
        bound = _largest_ratio(depth, tuned, start, network)
    safe = 2 / np.asarray(factor)
    as_bool = bool(converged) if np.ndim(converged) == 0 else converged
    return Transfer(factor, as_float(k), as_bool, as_float(safe), as_float(bound))
