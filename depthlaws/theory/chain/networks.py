"""The three scalar networks f(x) = prod_l b(w_l) x, one record of data for each.

A network is the factor b(w) of a layer and its inverse. Loss, flow, curvature, sharpness and rates
at balanced weights follow from the chain rule, once for all three: see :mod:`.balanced` and
:mod:`.balanced_flow`.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from depthlaws.theory.chain.symbols import L, b, mu_xx, mu_yx, w
from depthlaws.theory.numerics import elementary, special
from depthlaws.theory.numerics.arguments import as_float, reals
from depthlaws.theory.symbolic.domain import NONNEGATIVE, POSITIVE, REAL, Interval
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.lazy_sympy import sp
from depthlaws.theory.symbolic.namespaces import namespace
from depthlaws.theory.symbolic.registry import UnknownNameError


def double_power(x: Any, depth: Any) -> Any:
    """Return x^(2-2/L) without the rounding of the exponent, which would cost |log x| eps."""
    return x * x * elementary.power(x, -2 / depth)


def stretched(x: Any, depth: Any) -> Any:
    """Return L (exp(x/L) - 1); x at infinite depth."""
    return x * special.exprel(x / depth)


@dataclass(frozen=True, kw_only=True)
class Network:
    """A scalar network: factor of a layer, its inverse, and how its sharpness scales with depth.

    ``factor`` is b(w), ``weight`` its inverse w(b). ``rate_power`` is the data-agnostic rule
    eta = c L^rate_power. ``log_factor(w, L)`` and
    ``stiffness(L, log r)`` = S L^rate_power / (mu_xx r^(2-2/L)) serve the float kernels.
    """

    name: str
    factor: Any
    weight: Any
    rate_power: int
    stiffness: Callable[[Any, Any], Any]
    log_factor: Callable[[Any, Any], Any] | None
    weights: Interval = POSITIVE
    positive: Any = sp.true  # b > 0 in terms of w
    given: Any = sp.true  # a global minimum with a = r exists

    @property
    def slope_squared(self) -> Any:
        """b'^2 as a function of b."""
        return sp.factor((sp.diff(self.factor, w) ** 2).subs(w, self.weight))


FEEDFORWARD = Network(
    name="feedforward",
    factor=w,
    weight=b,
    rate_power=-1,
    stiffness=lambda L, _: 1.0,
    log_factor=None,
)

BLOCK1 = Network(
    name="block1",
    factor=1 + w / sp.sqrt(L),
    weight=sp.sqrt(L) * (b - 1),
    rate_power=0,
    stiffness=lambda L, _: 1.0,
    log_factor=lambda w, L: np.log1p(w / np.sqrt(L)),
    weights=REAL,
    positive=sp.Gt(w, -sp.sqrt(L)),
)

BLOCK2 = Network(
    name="block2",
    factor=1 + w**2 / L,
    weight=sp.sqrt(L) * sp.sqrt(b - 1),
    rate_power=1,
    stiffness=lambda L, log_r: 4 * stretched(log_r, L),
    log_factor=lambda w, L: np.log1p(w * w / L),
    weights=NONNEGATIVE,
    given=sp.Gt(mu_yx, mu_xx),
)

NETWORKS = {net.name: net for net in (FEEDFORWARD, BLOCK1, BLOCK2)}


def network_named(name: str) -> Network:
    """Return the network of this name.

    Raises: UnknownNameError with the nearest names.
    """
    if name not in NETWORKS:
        raise UnknownNameError("network", name, NETWORKS)
    return NETWORKS[name]


def of_network(records: Mapping[str, Formula], network: str) -> Formula:
    """Return the formula of one network.

    Raises: UnknownNameError with the nearest names.
    """
    return records[network_named(network).name]


def any_depth(law: Formula, *values: Any) -> Any:
    """Evaluate a formula at depths that may be infinite: there its float kernel takes the limit.

    Infinite depths take the NumPy path; everything else is the formula's own call.
    """
    if namespace(*values) is None:
        values = tuple(reals(name, v) for name, v in zip(law.names, values, strict=True))
    limits = [interval.kernel_at_infinity for interval in law.declared.values()]
    deep = [limit and any_true(v == math.inf) for v, limit in zip(values, limits, strict=True)]
    if not any(deep):
        return law(*values)
    finite = [
        np.where(v == math.inf, 2.0, v) if d else v for v, d in zip(values, deep, strict=True)
    ]
    law(*finite)  # checks the domain
    return as_float(law.at_limits(*values))


def any_true(mask: Any) -> bool:
    """True if a mask, of any array library, holds anywhere."""
    return bool(mask if isinstance(mask, bool) else (namespace(mask) or np).any(mask))
