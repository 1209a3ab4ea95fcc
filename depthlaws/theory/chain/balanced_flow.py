"""Loss, gradient flow and curvature of the three networks at any balanced weight w."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np

from depthlaws.theory.chain.balanced import Record
from depthlaws.theory.chain.networks import (
    BLOCK1,
    BLOCK2,
    FEEDFORWARD,
    NETWORKS,
    Network,
    double_power,
)
from depthlaws.theory.chain.symbols import (
    ABOVE_ONE,
    FINITE_DEPTH,
    MOMENTS,
    L,
    a,
    alpha,
    b,
    eta,
    mu_xx,
    mu_yx,
    r,
    w,
)
from depthlaws.theory.numerics import elementary
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.kernel_terms import Term
from depthlaws.theory.symbolic.lazy_sympy import deferring, forced, sp
from depthlaws.theory.symbolic.namespaces import numpy_namespace

# -- the flow of the total weight ---------------------------------------------------------------


def _effective_flow(net: Network) -> Record:
    slope = net.slope_squared
    ratio = slope.subs(b, (r * alpha) ** (1 / L)) / slope.subs(b, r ** (1 / L))

    def feedforward_flow(alpha: Any, L: Any) -> Any:
        return double_power(alpha, L) * (1 - alpha)

    def block2_flow(alpha: Any, L: Any, r: Any) -> Any:
        flow = feedforward_flow(alpha, L)
        return flow * net.stiffness(L, np.log(r * alpha)) / net.stiffness(L, np.log(r))

    depends = net is BLOCK2
    return {
        "says": "tau d(alpha)/dt along the balanced flow with eta = 1/(tau S).",
        "domain": {alpha: POSITIVE, L: FINITE_DEPTH, r: ABOVE_ONE}
        if depends
        else {alpha: POSITIVE, L: DEPTH},
        "expr": alpha ** (2 - 2 / L) * (1 - alpha) * ratio,
        "given": sp.Ge(r * alpha, 1) if depends else sp.true,
        "kernel": block2_flow if depends else feedforward_flow,
    }


_both = Formula(id="chain-effective-flow", source=CHAIN.eq(6), **_effective_flow(FEEDFORWARD))

EFFECTIVE_FLOW = {
    "feedforward": _both,
    "block1": _both,
    "block2": Formula(
        id="block2-effective-flow", source=CHAIN.beyond("X-A2"), **_effective_flow(BLOCK2)
    ),
}


def _total_flow(net: Network) -> Record:
    def kernel(a: Any, L: Any, mu_yx: Any, mu_xx: Any, eta: Any) -> Any:
        stiff = net.stiffness(L, np.log(a)) * elementary.power(L, -net.rate_power)
        return eta * double_power(a, L) * (mu_yx - mu_xx * a) * stiff

    slope = net.slope_squared
    return {
        "says": "da/dt of the total weight along the balanced flow.",
        "domain": {a: POSITIVE, L: FINITE_DEPTH, **MOMENTS, eta: POSITIVE},
        "expr": eta * L * a ** (2 - 2 / L) * slope.subs(b, a ** (1 / L)) * (mu_yx - mu_xx * a),
        "given": sp.Ge(a, 1) if net is BLOCK2 else sp.true,
        "kernel": kernel,
    }


TOTAL_FLOW = {
    "feedforward": Formula(id="chain-total-flow", source=CHAIN.eq(14), **_total_flow(FEEDFORWARD)),
    "block1": Formula(id="block1-total-flow", source=CHAIN.beyond("X-A1"), **_total_flow(BLOCK1)),
    "block2": Formula(id="block2-total-flow", source=CHAIN.beyond("X-A2"), **_total_flow(BLOCK2)),
}


@deferring
def _primitive(powers: Any) -> Any:
    """Integrate a sum of powers of w (sp.integrate would cost a tenth of a second at import)."""
    integral: Any = 0
    for term in forced(sp.Add.make_args(sp.expand(powers))):
        constant, power = term.as_independent(w)
        n = power.as_base_exp()[1] if power.has(w) else 0
        integral += constant * (sp.log(w) if n == -1 else w ** (n + 1) / (n + 1))
    return integral


def _invariant(net: Network) -> Record:
    weights = {w: POSITIVE if net is BLOCK2 else net.weights}
    return {
        "says": "Conserved by the flow: the difference of this quantity between two layers.",
        # dw/dt = eta g a b'/b with one g a for all layers: integrate 2b/b', normalised as w^2.
        "domain": weights if net is FEEDFORWARD else weights | {L: FINITE_DEPTH},
        "given": net.positive,
        "expr": _primitive(2 * net.factor / sp.diff(net.factor, w)),
        "kernel": (lambda w, L: w * (w + 2 * np.sqrt(L))) if net is BLOCK1 else None,
        "source": CHAIN.ledger("CHAIN-I3"),
    }


INVARIANT = {
    "feedforward": Formula(id="chain-invariant", **_invariant(FEEDFORWARD)),
    "block1": Formula(id="block1-invariant", **_invariant(BLOCK1)),
    "block2": Formula(id="block2-invariant", **_invariant(BLOCK2)),
}

# -- loss, flow and curvature at any balanced weight ----------------------------------------------


class _Terms:
    """The loss as a function of w, and the terms that its derivatives need, as formulas and floats.

    The terms are the residual mu_xx a - mu_yx, the power b^n, the slope b' and the bend b b''.
    """

    def __init__(self, net: Network) -> None:
        self.net = net
        self.slope, self.bend = sp.diff(net.factor, w), sp.diff(net.factor, w, 2)
        layer = {"factor": net.factor, "slope": self.slope, "bend": self.bend}
        self.layer = [Term(f"{net.name} {name}", expr, (w, L)) for name, expr in layer.items()]
        self.residual = mu_xx * net.factor**L - mu_yx
        self.gauss_newton = L * mu_xx * (net.factor ** (L - 1) * self.slope) ** 2
        self.common: Record = {
            "domain": {w: net.weights, L: FINITE_DEPTH, **MOMENTS},
            "given": net.positive,
        }

    @cached_property
    def _code(self) -> list[Callable[..., Any]]:
        from depthlaws.theory.symbolic import arrays

        numbers = arrays.ArrayContext(numpy_namespace())
        return [partial(term.code, numbers) for term in self.layer]

    def floats(self, weight: Any, depth: Any, mu_yx: Any, mu_xx: Any) -> Any:
        """Return residual, power function, slope and bend as floats.

        Powers go through the log factor if the network has one.
        """
        weight, depth = np.float64(weight), np.float64(depth)
        factor, slope, bend = (code(weight, depth) for code in self._code)
        if self.net.log_factor is None:
            power = partial(elementary.power, factor)
            return mu_xx * power(depth) - mu_yx, power, slope, factor * bend
        log = self.net.log_factor(weight, depth)
        total = np.exp(depth * log)
        return mu_xx * total - mu_yx, lambda n: np.exp(n * log), slope, factor * bend


_TERMS = {name: _Terms(net) for name, net in NETWORKS.items()}


def _loss(name: str) -> Record:
    terms = _TERMS[name]

    def kernel(w: Any, L: Any, mu_yx: Any, mu_xx: Any) -> Any:
        return terms.floats(w, L, mu_yx, mu_xx)[0] ** 2 / (2 * mu_xx)

    return terms.common | {
        "says": "Training loss above the best linear fit, all layers at weight w.",
        "expr": terms.residual**2 / (2 * mu_xx),
        "kernel": kernel,
    }


LOSS = {
    "feedforward": Formula(
        id="chain-loss", source=CHAIN.ledger("CHAIN-I1"), **_loss("feedforward")
    ),
    "block1": Formula(id="block1-loss", source=CHAIN.eq(23), **_loss("block1")),
    "block2": Formula(id="block2-loss", source=CHAIN.eq(29), **_loss("block2")),
}


def _flow(name: str) -> Record:
    terms = _TERMS[name]

    def kernel(w: Any, L: Any, mu_yx: Any, mu_xx: Any, eta: Any) -> Any:
        residual, power, slope, _ = terms.floats(w, L, mu_yx, mu_xx)
        return -eta * residual * power(L - 1) * slope

    return terms.common | {
        "says": "dw/dt of every layer along the balanced flow.",
        "domain": terms.common["domain"] | {eta: POSITIVE},
        "expr": -eta * terms.residual * terms.net.factor ** (L - 1) * terms.slope,
        "kernel": kernel,
    }


FLOW = {
    "feedforward": Formula(id="chain-flow", source=CHAIN.eq(4), **_flow("feedforward")),
    "block1": Formula(id="block1-flow", source=CHAIN.eq(25), **_flow("block1")),
    "block2": Formula(id="block2-flow", source=CHAIN.eq(31), **_flow("block2")),
}


def _radial(name: str) -> Record:
    terms = _TERMS[name]
    factor, slope, bend = terms.net.factor, terms.slope, terms.bend

    def kernel(w: Any, L: Any, mu_yx: Any, mu_xx: Any) -> Any:
        residual, power, slope, bend = terms.floats(w, L, mu_yx, mu_xx)
        tail = power(L - 2) * (bend + (L - 1) * slope**2)
        return L * mu_xx * (power(L - 1) * slope) ** 2 + residual * tail

    return terms.common | {
        "says": "Hessian eigenvalue along (1, ..., 1) at balanced weights.",
        "expr": terms.gauss_newton
        + terms.residual * factor ** (L - 2) * (factor * bend + (L - 1) * slope**2),
        "kernel": kernel,
    }


RADIAL = {
    "feedforward": Formula(id="chain-radial", source=CHAIN.eq(12), **_radial("feedforward")),
    "block1": Formula(id="block1-radial", source=CHAIN.eq(26), **_radial("block1")),
    "block2": Formula(id="block2-radial", source=CHAIN.eq(32), **_radial("block2")),
}


def _transverse(name: str) -> Record:
    terms = _TERMS[name]
    factor, slope, bend = terms.net.factor, terms.slope, terms.bend

    def kernel(w: Any, L: Any, mu_yx: Any, mu_xx: Any) -> Any:
        residual, power, slope, bend = terms.floats(w, L, mu_yx, mu_xx)
        return residual * power(L - 2) * (bend - slope**2)

    return terms.common | {
        "says": "Hessian eigenvalue of the other L-1 directions at balanced weights.",
        "expr": terms.residual * factor ** (L - 2) * (factor * bend - slope**2),
        "kernel": kernel,
    }


TRANSVERSE = {
    "feedforward": Formula(
        id="chain-transverse", source=CHAIN.ledger("CHAIN-I5"), **_transverse("feedforward")
    ),
    "block1": Formula(id="block1-transverse", source=CHAIN.beyond("X-A1"), **_transverse("block1")),
    "block2": Formula(
        id="block2-transverse", source=CHAIN.ledger("CHAIN-E33"), **_transverse("block2")
    ),
}
