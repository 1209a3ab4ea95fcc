"""What a data-agnostic rule does between depths: eta = c/L (plain), c (block one), c L (block two).

With such a rule the normalised rate k = eta S is proportional to S L^p, which keeps a factor
r^(-2/L): a rate tuned at depth L0 is wrong at depth L by the mismatch factor k_L / k_L0.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.chain.networks import (
    ABOVE_ONE,
    FINITE_DEPTH,
    L0,
    NETWORKS,
    L,
    any_depth,
    mu_xx,
    mu_yx,
    network_named,
    r,
)
from depthlaws.theory.chain.stability import converges
from depthlaws.theory.numerics.roots import plain
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import DEPTH, POSITIVE

__all__ = ["Transfer", "mismatch", "transfer"]

for _net in NETWORKS.values():
    _scaled = (_net.laws["sharpness"].expr * L**_net.rate_power).subs({mu_yx: r, mu_xx: 1})
    _depth = FINITE_DEPTH if _net.name == "block2" else DEPTH
    _net.register(
        "mismatch", "k_L / k_L0 when the agnostic rule carries a rate from depth L0 to depth L.",
        domain={L: _depth, L0: _depth, r: ABOVE_ONE if _net.name == "block2" else POSITIVE},
        expr=_scaled / _scaled.subs(L, L0),
        kernel=lambda L, L0, r, _net=_net: np.power(r, 2 / L0 - 2 / L)
        * _net.stiffness(L, np.log(r)) / _net.stiffness(L0, np.log(r)),
        source=CHAIN.ledger("CHAIN-I16"),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Transfer:
    """Normalised rate k at the new depth, the factor it came from, and whether it converges.

    ``converges`` is local: balanced gradient descent that comes near the minimum stays there.
    """

    mismatch: Any
    k: Any
    converges: Any


def mismatch(L: Any, L0: Any, r: Any, *, network: str = "plain") -> Any:
    """k_L / k_L0 under the agnostic rule, where k = eta S and r = mu_yx / mu_xx.

    Source: chain, section 3 (CHAIN-I16): r^(2/L0 - 2/L) for plain and block1.
    Shapes: broadcasts; both depths may be inf.
    Raises: ValueError outside L, L0 >= 1 and r > 0 (block2: r > 1).
    """
    return any_depth(network_named(network).laws["mismatch"], L, L0, r)


def transfer(
    L: Any, L0: Any, r: Any, *, network: str = "plain", k0: Any = 1.0, alpha0: Any = None
) -> Transfer:
    """Rate tuned at depth L0 with k0 = eta S, moved to depth L by the agnostic rule.

    With ``alpha0`` (not block2) convergence is decided from that start, see
    :func:`~theory.chain.discrete.converges`; without, near the minimum: k < 2, or k = 2 and
    a supercritical flip.
    Raises: ValueError as :func:`mismatch`, and unless k0 > 0.
    """
    factor = mismatch(L, L0, r, network=network)
    k = np.multiply(factor, k0)
    if not np.all(np.asarray(k0) > 0):
        msg = f"k0 must be positive, got {k0}"
        raise ValueError(msg)
    if alpha0 is None:
        marginal = (k == 2) & ((np.asarray(L) > 1) | (network == "block2"))
        converged = (k < 2) | marginal
    elif network == "block2":
        msg = "alpha0 decides convergence for 'plain' and 'block1' only, got network='block2'"
        raise ValueError(msg)
    else:
        converged = converges(alpha0, k, L)
    return Transfer(factor, plain(k), bool(converged) if np.ndim(converged) == 0 else converged)
