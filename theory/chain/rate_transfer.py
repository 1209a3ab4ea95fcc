"""What a data-agnostic rule does between depths: eta = c/L (plain), c (block one), c L (block two).

With such a rule the normalised rate k = eta S is proportional to S L^p, which keeps a factor
r^(-2/L): a rate tuned at depth L0 is wrong at depth L by the mismatch factor k_L / k_L0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.chain.balanced import SHARPNESS
from depthlaws.theory.chain.networks import BLOCK2, PLAIN, Network, any_depth, of_network
from depthlaws.theory.chain.symbols import ABOVE_ONE, FINITE_DEPTH, L0, L, mu_xx, mu_yx, r
from depthlaws.theory.chain.thresholds import converges
from depthlaws.theory.numerics.arguments import as_float
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
            np.power(r, 2 / L0 - 2 / L) * net.stiffness(L, np.log(r)) / net.stiffness(L0, np.log(r))
        )

    return {
        "says": "k_L / k_L0 when the agnostic rule carries a rate from depth L0 to depth L.",
        "source": CHAIN.ledger("CHAIN-I16"),
        "domain": {L: depth, L0: depth, r: ABOVE_ONE if net is BLOCK2 else POSITIVE},
        "expr": scaled / scaled.subs(L, L0),
        "kernel": kernel,
    }


_both = Formula(id="chain-mismatch", **_mismatch(PLAIN))

MISMATCH = {
    "plain": _both,
    "block1": _both,
    "block2": Formula(id="block2-mismatch", **_mismatch(BLOCK2)),
}


@dataclass(frozen=True, slots=True)
class Transfer:
    """Normalised rate k at the new depth, the factor it came from, and whether it converges.

    ``converges`` is local: balanced gradient descent that comes near the minimum stays there.
    """

    mismatch: Any
    k: Any
    converges: Any


def mismatch(L: Numbers, L0: Numbers, r: Numbers, *, network: str = "plain") -> Floats:
    """k_L / k_L0 under the agnostic rule, where k = eta S and r = mu_yx / mu_xx.

    Source: chain, section 3 (CHAIN-I16): r^(2/L0 - 2/L) for plain and block1.
    Shapes: broadcasts; both depths may be inf.
    Raises: ValueError outside L, L0 >= 1 and r > 0 (block2: r > 1).
    """
    return any_depth(of_network(MISMATCH, network), L, L0, r)


def transfer(
    L: Numbers,
    L0: Numbers,
    r: Numbers,
    *,
    network: str = "plain",
    k0: Numbers = 1.0,
    alpha0: MaybeNumbers = None,
) -> Transfer:
    """Rate tuned at depth L0 with k0 = eta S, moved to depth L by the agnostic rule.

    With ``alpha0`` (not block2) convergence is decided from that start, see
    :func:`~theory.chain.descent_map.converges`; without, near the minimum: k < 2, or k = 2 and
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
    return Transfer(factor, as_float(k), bool(converged) if np.ndim(converged) == 0 else converged)
