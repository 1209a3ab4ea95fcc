"""A data-agnostic rule between depths: eta = c/L (feedforward), c (block one), c L (block two).

With such a rule the normalised rate k = eta S is proportional to S L^p, which keeps a factor
r^(-2/L): a rate tuned at depth L0 is wrong at depth L by the mismatch factor k_L / k_L0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws import _tables
from depthlaws.theory.chain.balanced import SHARPNESS
from depthlaws.theory.chain.networks import BLOCK2, FEEDFORWARD, Network, any_depth, of_network
from depthlaws.theory.chain.symbols import ABOVE_ONE, FINITE_DEPTH, L0, L, mu_xx, mu_yx, r
from depthlaws.theory.chain.thresholds import converges
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
    """Normalised rate k at the new depth, the factor it came from, and whether it converges.

    ``converges`` is local: balanced gradient descent that comes near the minimum stays there.
    ``largest_k0`` is the tuned rate k0 that arrives at k = 2, beyond which it does not converge.
    ``largest_r`` is the target r up to which this k0 converges: inf for every r, nan for none.

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
        return _tables.html(["quantity", "value"], rows)


def mismatch(L: Numbers, L0: Numbers, r: Numbers, *, network: str = "feedforward") -> Floats:
    """k_L / k_L0 under the agnostic rule, where k = eta S and r = mu_yx / mu_xx.

    Source: chain, section 3 (CHAIN-I16): r^(2/L0 - 2/L) for feedforward and block1.
    Shapes: broadcasts; both depths may be inf.
    Raises: ValueError outside L, L0 >= 1 and r > 0 (block2: r > 1).

    >>> from depthlaws import chain
    >>> chain.mismatch(64, 4, r=2.0)
    1.38391
    """
    return any_depth(of_network(MISMATCH, network), L, L0, r)


def _largest_ratio(L: Any, L0: Any, k0: Any, network: str) -> Any:
    """The r with k0 mismatch = 2; the mismatch grows with r if and only if L > L0."""
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
    found = np.exp(root(excess, 1e-12, end, depth, tuned, rate))
    return np.where(
        solvable, found, np.where(room >= 0, np.inf, np.where(power < 0, np.inf, np.nan))
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
    """Rate tuned at depth L0 with k0 = eta S, moved to depth L by the agnostic rule.

    With ``alpha0`` (not block2) convergence is decided from that start, see :func:`converges`;
    without, near the minimum: k < 2, or k = 2 and a supercritical flip.

    Source: chain, section 3 (CHAIN-I16). Shapes: broadcasts; both depths may be inf.
    Raises: ValueError as :func:`mismatch`, and unless k0 is positive and finite.

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
