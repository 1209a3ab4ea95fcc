"""Laws of the three networks at balanced weights: every layer has the weight w.

With a = b^L the chain rule gives

    d a / d w_l = b^(L-1) b',   d2 a / d w_l2 = b^(L-1) b'',   d2 a / d w_l d w_m = b^(L-2) b'^2.

The paper prints equations 12, 13, 26, 27, 32, 33 with the opposite sign on the left. Each law is
derived once for all networks; networks with the same expression share one formula.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np

from depthlaws.theory.chain.networks import (
    BLOCK1,
    BLOCK2,
    NETWORKS,
    PLAIN,
    Network,
    any_depth,
    any_true,
    double_power,
    of_network,
    stretched,
)
from depthlaws.theory.chain.symbols import (
    ABOVE_ONE,
    FINITE_DEPTH,
    MOMENTS,
    RATIO,
    L,
    a,
    alpha,
    b,
    eta,
    mu_xx,
    mu_yx,
    r,
    tau,
    w,
)
from depthlaws.theory.numerics.types import Floats, Numbers
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.deferred import deferring, forced, sp
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE, REAL
from depthlaws.theory.symbolic.formula import Formula
from depthlaws.theory.symbolic.namespaces import numpy_namespace

__all__ = ["learning_rate", "max_learning_rate", "sharpness"]

Record = dict[str, Any]
SMALLEST_SQUARE = 2.0**-960  # below it a square has lost digits

# -- one layer ----------------------------------------------------------------------------------


def _factor(net: Network) -> Record:
    return {
        "says": "Factor by which one layer of weight w multiplies its input.",
        "domain": {w: REAL} if net is PLAIN else {w: REAL, L: FINITE_DEPTH},
        "expr": net.factor,
    }


FACTOR = {
    "plain": Formula(id="chain-factor", source=CHAIN.eq(1), **_factor(PLAIN)),
    "block1": Formula(id="block1-factor", source=CHAIN.eq(11), **_factor(BLOCK1)),
    "block2": Formula(id="block2-factor", source=CHAIN.eq(11), **_factor(BLOCK2)),
}

# -- at the minimum -----------------------------------------------------------------------------


def _minimum(net: Network) -> Record:
    kernels: dict[str, Callable[..., Any]] = {
        "plain": lambda L, mu_yx, mu_xx: np.power(mu_yx / mu_xx, 1 / L),
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
    "plain": Formula(id="chain-minimum", source=CHAIN.ledger("CHAIN-I5"), **_minimum(PLAIN)),
    "block1": Formula(id="block1-minimum", source=CHAIN.ledger("CHAIN-I5"), **_minimum(BLOCK1)),
    "block2": Formula(id="block2-minimum", source=CHAIN.ledger("CHAIN-I5"), **_minimum(BLOCK2)),
}


def _layer_sharpness(net: Network) -> Record:
    return {
        "says": "Share (b'/b)^2 of one layer in S / (mu_xx r^2) at a minimum.",
        "domain": {w: net.weights} if net is PLAIN else {w: net.weights, L: FINITE_DEPTH},
        "given": sp.Ne(net.factor, 0),
        "expr": (sp.diff(net.factor, w) / net.factor) ** 2,
        "kernel": (lambda w, L: 1 / (np.sqrt(L) + w) ** 2) if net is BLOCK1 else None,
        "source": CHAIN.beyond("X-C6"),
    }


LAYER_SHARPNESS = {
    "plain": Formula(id="chain-layer-sharpness", **_layer_sharpness(PLAIN)),
    "block1": Formula(id="block1-layer-sharpness", **_layer_sharpness(BLOCK1)),
    "block2": Formula(id="block2-layer-sharpness", **_layer_sharpness(BLOCK2)),
}


def _scaled_sharpness(net: Network, L: Any, mu_yx: Any, mu_xx: Any) -> Any:
    """S L^rate_power, which has a limit at infinite depth."""
    ratio = mu_yx / mu_xx
    square = ratio * ratio
    kept = (square > SMALLEST_SQUARE) & (square < 1 / SMALLEST_SQUARE)
    far = mu_yx * (ratio * np.power(ratio, -2 / L))
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
            _scaled_sharpness(net, L, mu_yx, mu_xx) * np.power(L, -float(net.rate_power))
        ),
    }


SHARPNESS = {
    "plain": Formula(id="chain-sharpness", source=CHAIN.eq(13), **_sharpness(PLAIN)),
    "block1": Formula(id="block1-sharpness", source=CHAIN.eq(27), **_sharpness(BLOCK1)),
    "block2": Formula(id="block2-sharpness", source=CHAIN.eq(33), **_sharpness(BLOCK2)),
}


def _rate_kernel(net: Network) -> Callable[..., Any]:
    def kernel(L: Any, mu_yx: Any, mu_xx: Any, tau: Any = 0.5) -> Any:
        scaled = _scaled_sharpness(net, L, mu_yx, mu_xx)
        return np.power(L, float(net.rate_power)) / (tau * scaled)

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
    "plain": Formula(id="chain-max-rate", source=CHAIN.ledger("CHAIN-I6"), **_max_rate(PLAIN)),
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
    "plain": Formula(id="chain-rate", source=CHAIN.eq(5), **_rate(PLAIN)),
    "block1": Formula(id="block1-rate", source=CHAIN.eq(28), **_rate(BLOCK1)),
    "block2": Formula(id="block2-rate", source=CHAIN.eq(34), **_rate(BLOCK2)),
}

# -- the flow of the total weight ---------------------------------------------------------------


def _effective_flow(net: Network) -> Record:
    slope = net.slope_squared
    ratio = slope.subs(b, (r * alpha) ** (1 / L)) / slope.subs(b, r ** (1 / L))

    def plain_flow(alpha: Any, L: Any) -> Any:
        return double_power(alpha, L) * (1 - alpha)

    def block2_flow(alpha: Any, L: Any, r: Any) -> Any:
        flow = plain_flow(alpha, L)
        return flow * net.stiffness(L, np.log(r * alpha)) / net.stiffness(L, np.log(r))

    depends = net is BLOCK2
    return {
        "says": "tau d(alpha)/dt along the balanced flow with eta = 1/(tau S).",
        "domain": {alpha: POSITIVE, L: FINITE_DEPTH, r: ABOVE_ONE}
        if depends
        else {alpha: POSITIVE, L: DEPTH},
        "expr": alpha ** (2 - 2 / L) * (1 - alpha) * ratio,
        "given": sp.Ge(r * alpha, 1) if depends else sp.true,
        "kernel": block2_flow if depends else plain_flow,
    }


_both = Formula(id="chain-effective-flow", source=CHAIN.eq(6), **_effective_flow(PLAIN))

EFFECTIVE_FLOW = {
    "plain": _both,
    "block1": _both,
    "block2": Formula(
        id="block2-effective-flow", source=CHAIN.beyond("X-A2"), **_effective_flow(BLOCK2)
    ),
}


def _total_flow(net: Network) -> Record:
    def kernel(a: Any, L: Any, mu_yx: Any, mu_xx: Any, eta: Any) -> Any:
        stiff = net.stiffness(L, np.log(a)) * np.power(L, -net.rate_power)
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
    "plain": Formula(id="chain-total-flow", source=CHAIN.eq(14), **_total_flow(PLAIN)),
    "block1": Formula(id="block1-total-flow", source=CHAIN.beyond("X-A1"), **_total_flow(BLOCK1)),
    "block2": Formula(id="block2-total-flow", source=CHAIN.beyond("X-A2"), **_total_flow(BLOCK2)),
}


@deferring
def _primitive(powers: Any) -> Any:
    """Integrate a sum of powers of w (sp.integrate costs a tenth of a second of every import)."""
    integral: Any = 0
    for term in forced(sp.Add.make_args(sp.expand(powers))):
        constant, power = term.as_independent(w)
        n = power.as_base_exp()[1] if power.has(w) else 0
        integral += constant * (sp.log(w) if n == -1 else w ** (n + 1) / (n + 1))
    return integral


def _invariant(net: Network) -> Record:
    weights = {w: POSITIVE if net is BLOCK2 else net.weights}
    return {
        "says": "Its difference between two layers is constant along the flow.",
        # dw/dt = eta g a b'/b with one g a for all layers: integrate 2b/b', normalised as w^2.
        "domain": weights if net is PLAIN else weights | {L: FINITE_DEPTH},
        "given": net.positive,
        "expr": _primitive(2 * net.factor / sp.diff(net.factor, w)),
        "kernel": (lambda w, L: w * (w + 2 * np.sqrt(L))) if net is BLOCK1 else None,
        "source": CHAIN.ledger("CHAIN-I3"),
    }


INVARIANT = {
    "plain": Formula(id="chain-invariant", **_invariant(PLAIN)),
    "block1": Formula(id="block1-invariant", **_invariant(BLOCK1)),
    "block2": Formula(id="block2-invariant", **_invariant(BLOCK2)),
}

# -- loss, flow and curvature at any balanced weight ----------------------------------------------


class _Terms:
    """The loss as a function of w: mu_xx a - mu_yx, n -> b^n, b', b b''; as formulas and floats."""

    def __init__(self, net: Network) -> None:
        self.net = net
        self.slope, self.bend = sp.diff(net.factor, w), sp.diff(net.factor, w, 2)
        self.residual = mu_xx * net.factor**L - mu_yx
        self.gauss_newton = L * mu_xx * (net.factor ** (L - 1) * self.slope) ** 2
        self.common: Record = {
            "domain": {w: net.weights, L: FINITE_DEPTH, **MOMENTS},
            "given": net.positive,
        }

    @cached_property
    def _code(self) -> list[Callable[..., Any]]:
        from depthlaws.theory.symbolic import arrays, codegen

        numbers = arrays.ArrayContext(numpy_namespace())
        layer = (self.net.factor, self.slope, self.bend)
        codes = (codegen.compile_expression(forced(e), forced((w, L))) for e in layer)
        return [partial(code, numbers) for code in codes]

    def floats(self, weight: Any, depth: Any, mu_yx: Any, mu_xx: Any) -> Any:
        """Residual, powers, slope and bend in numbers, through the log factor if there is one."""
        weight, depth = np.float64(weight), np.float64(depth)
        factor, slope, bend = (code(weight, depth) for code in self._code)
        if self.net.log_factor is None:
            return mu_xx * factor**depth - mu_yx, lambda n: factor**n, slope, factor * bend
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
    "plain": Formula(id="chain-loss", source=CHAIN.ledger("CHAIN-I1"), **_loss("plain")),
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
    "plain": Formula(id="chain-flow", source=CHAIN.eq(4), **_flow("plain")),
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
    "plain": Formula(id="chain-radial", source=CHAIN.eq(12), **_radial("plain")),
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
    "plain": Formula(
        id="chain-transverse", source=CHAIN.ledger("CHAIN-I5"), **_transverse("plain")
    ),
    "block1": Formula(id="block1-transverse", source=CHAIN.beyond("X-A1"), **_transverse("block1")),
    "block2": Formula(
        id="block2-transverse", source=CHAIN.ledger("CHAIN-E33"), **_transverse("block2")
    ),
}

# -- answers ------------------------------------------------------------------------------------


def _above_floor(mu_yx: Any, mu_xx: Any, network: str) -> None:
    """Block two cannot reach a target r <= 1: its total weight is at least 1."""
    if network != BLOCK2.name:
        return
    y, x = (np.asarray(v) if isinstance(v, (list, tuple)) else v for v in (mu_yx, mu_xx))
    if any_true(y <= x):
        msg = (
            f"{network} needs a target mu_yx/mu_xx > 1, got mu_yx={mu_yx}, mu_xx={mu_xx}; "
            "for smaller targets its minimum is w = 0, see floor_max_learning_rate"
        )
        raise ValueError(msg)


def sharpness(L: Numbers, mu_yx: Numbers, mu_xx: Numbers, *, network: str = "plain") -> Floats:
    """Largest Hessian eigenvalue at the balanced global minimum.

    Source: chain, equations 13, 27, 33.
    Shapes: broadcasts; L may be inf.
    Raises: ValueError outside L >= 1, moments > 0, and for block2 unless mu_yx > mu_xx.

    >>> from depthlaws import chain
    >>> chain.sharpness(8, 2.0, 1.0)
    26.9087
    """
    found = any_depth(of_network(SHARPNESS, network), L, mu_yx, mu_xx)
    _above_floor(mu_yx, mu_xx, network)
    return found


def max_learning_rate(
    L: Numbers, mu_yx: Numbers, mu_xx: Numbers, *, network: str = "plain"
) -> Floats:
    """Learning rate 2/S at which balanced gradient descent loses stability at the minimum.

    Source: chain, section 2. Shapes: broadcasts; L may be inf.
    Raises: as :func:`sharpness`.

    >>> from depthlaws import chain
    >>> chain.max_learning_rate([2, 8, 64], 2.0, 1.0)
    array([0.5     , 0.074325, 0.007984])
    """
    found = any_depth(of_network(MAX_RATE, network), L, mu_yx, mu_xx)
    _above_floor(mu_yx, mu_xx, network)
    return found


def learning_rate(
    L: Numbers, mu_yx: Numbers, mu_xx: Numbers, tau: Numbers, *, network: str = "plain"
) -> Floats:
    """Learning rate 1/(tau S) with time constant tau; stable for tau > 1/2.

    Source: chain, equations 5, 28, 34. Shapes: broadcasts; L may be inf.
    Raises: as :func:`sharpness`, and for tau <= 0.

    >>> from depthlaws import chain
    >>> chain.learning_rate(8, 2.0, 1.0, tau=10.0)
    0.00371627
    """
    found = any_depth(of_network(RATE, network), L, mu_yx, mu_xx, tau)
    _above_floor(mu_yx, mu_xx, network)
    return found
