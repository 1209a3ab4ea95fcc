"""The three scalar networks f(x) = prod_l b(w_l) x, and their laws at balanced weights.

A network is one row of data: the factor b(w) of a layer and its inverse. Loss, flow, curvature,
sharpness and rates follow from the chain rule, once for all three. With a = b^L,

    d a / d w_l = b^(L-1) b',   d2 a / d w_l2 = b^(L-1) b'',   d2 a / d w_l d w_m = b^(L-2) b'^2.

The paper prints equations 12, 13, 26, 27, 32, 33 with the opposite sign on the left.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import array_api_compat
import numpy as np
import scipy.special
import sympy as sp

from depthlaws.theory.numerics.roots import plain
from depthlaws.theory.papers import CHAIN, Source
from depthlaws.theory.symbolic import arithmetic
from depthlaws.theory.symbolic.formula import (
    DEPTH,
    NONNEGATIVE,
    POSITIVE,
    REAL,
    Formula,
    Interval,
    UnknownNameError,
)

__all__ = ["learning_rate", "max_learning_rate", "sharpness"]

L, L0, mu_yx, mu_xx, eta, tau = sp.symbols("L L0 mu_yx mu_xx eta tau", positive=True)
r, b, a, alpha = sp.symbols("r b a alpha", positive=True)
w = sp.Symbol("w", real=True)

FINITE_DEPTH = Interval(1, sp.oo, right_open=True)
ABOVE_ONE = Interval(1, sp.oo, left_open=True, right_open=True)
MOMENTS = {mu_yx: POSITIVE, mu_xx: POSITIVE}
RATIO = mu_yx / mu_xx


def double_power(x: Any, depth: Any) -> Any:
    """x^(2-2/L): at large depth the rounding of the exponent 2-2/L alone would cost |log x| eps."""
    return x * x * np.power(x, -2 / depth)


def stretched(x: Any, depth: Any) -> Any:
    """L (exp(x/L) - 1); x at infinite depth."""
    return x * scipy.special.exprel(x / depth)


_shared: dict[tuple[str, sp.Expr], Formula] = {}


@dataclass(frozen=True, kw_only=True)
class Network:
    """One row of data per network, and the formulas that follow from it.

    ``rate_power`` is the data-agnostic rule eta = c L^rate_power. ``log_factor(w, L)`` and
    ``stiffness(L, log r)`` = S L^rate_power / (mu_xx r^(2-2/L)) serve the float kernels.

    Raises: ValueError if ``weight`` does not invert ``factor``.
    """

    name: str
    key: str
    factor: sp.Expr
    weight: sp.Expr
    rate_power: int
    stiffness: Callable[[Any, Any], Any]
    log_factor: Callable[[Any, Any], Any] | None
    sources: Mapping[str, Source]
    weights: Interval = POSITIVE
    positive: sp.Basic = sp.true  # b > 0 in terms of w
    given: sp.Basic = sp.true  # a global minimum with a = r exists
    laws: dict[str, Formula] = field(default_factory=dict)

    def __post_init__(self) -> None:
        back = sp.expand(self.factor.subs(w, self.weight))
        if back != b:
            msg = f"{self.name}: the factor of {self.weight} is {back}, it should be {b}"
            raise ValueError(msg)
        for law in (_static_laws, _flow_laws, _curvature_laws):
            law(self)

    def register(
        self, name: str, says: str, *, source: Source | None = None, **record: Any
    ) -> None:
        """Add the formula ``key-name`` to the laws; networks may share one."""
        same = name, record["expr"]
        if same not in _shared:
            place = source or self.sources[name]
            used = {s: d for s, d in record["domain"].items() if record["expr"].has(s)}
            _shared[same] = Formula(
                id=f"{self.key}-{name}", says=says, source=place, **record | {"domain": used}
            )
        self.laws[name] = _shared[same]

    @property
    def slope_squared(self) -> sp.Expr:
        """Return b'^2 as a function of b."""
        return sp.factor((sp.diff(self.factor, w) ** 2).subs(w, self.weight))


def _static_laws(net: Network) -> None:
    # At a = r only the square of the gradient of a is left: S = mu_xx L (b^(L-1) b')^2.
    sharpness = mu_xx * L * RATIO ** (2 - 2 / L) * net.slope_squared.subs(b, RATIO ** (1 / L))

    def scaled(L: Any, mu_yx: Any, mu_xx: Any) -> Any:
        ratio = mu_yx / mu_xx
        return mu_xx * double_power(ratio, L) * net.stiffness(L, np.log(ratio))

    def kernel(L: Any, mu_yx: Any, mu_xx: Any) -> Any:
        return scaled(L, mu_yx, mu_xx) * np.power(L, -float(net.rate_power))

    def rate_kernel(L: Any, mu_yx: Any, mu_xx: Any, tau: Any = 0.5) -> Any:
        return np.power(L, float(net.rate_power)) / (tau * scaled(L, mu_yx, mu_xx))

    net.register(
        "factor", "Factor by which one layer of weight w multiplies its input.",
        domain={w: REAL, L: FINITE_DEPTH}, expr=net.factor,
    )  # fmt: skip
    domain = {L: FINITE_DEPTH, **MOMENTS}
    common: dict[str, Any] = {"domain": domain, "given": net.given}
    net.register(
        "sharpness", "Largest Hessian eigenvalue at the balanced minimum.",
        expr=sharpness, kernel=kernel, **common,
    )  # fmt: skip
    net.register(
        "max-rate", "Largest learning rate that is stable at the balanced minimum: 2/S.",
        expr=2 / sharpness, kernel=rate_kernel, **common,
    )  # fmt: skip
    net.register(
        "rate", "Learning rate with time constant tau gradient steps: eta = 1/(tau S).",
        expr=1 / (tau * sharpness), kernel=rate_kernel,
        domain={**domain, tau: POSITIVE}, given=net.given,
    )  # fmt: skip


def _primitive(powers: sp.Expr) -> sp.Expr:
    """Integrate a sum of powers of w (sp.integrate costs a tenth of a second of every import)."""
    total = sp.S.Zero
    for term in sp.Add.make_args(sp.expand(powers)):
        constant, power = term.as_independent(w)
        n = power.as_base_exp()[1] if power.has(w) else 0
        total += constant * (sp.log(w) if n == -1 else w ** (n + 1) / (n + 1))
    return total


def _flow_laws(net: Network) -> None:
    slope = net.slope_squared
    ratio = slope.subs(b, (r * alpha) ** (1 / L)) / slope.subs(b, r ** (1 / L))
    depends = {r: ABOVE_ONE} if ratio.has(r) else {}

    def effective_kernel(alpha: Any, L: Any, r: Any = 1.0) -> Any:
        flow = double_power(alpha, L) * (1 - alpha)
        if not depends:
            return flow
        return flow * net.stiffness(L, np.log(r * alpha)) / net.stiffness(L, np.log(r))

    def total_kernel(a: Any, L: Any, mu_yx: Any, mu_xx: Any, eta: Any) -> Any:
        stiff = net.stiffness(L, np.log(a)) * np.power(L, -net.rate_power)
        return eta * double_power(a, L) * (mu_yx - mu_xx * a) * stiff

    net.register(
        "effective-flow", "tau d(alpha)/dt along the balanced flow with eta = 1/(tau S).",
        domain={alpha: POSITIVE, L: FINITE_DEPTH if depends else DEPTH, **depends},
        expr=alpha ** (2 - 2 / L) * (1 - alpha) * ratio,
        given=sp.Ge(r * alpha, 1) if depends else sp.true,
        kernel=effective_kernel,
    )  # fmt: skip
    net.register(
        "total-flow", "da/dt of the total weight along the balanced flow.",
        domain={a: POSITIVE, L: FINITE_DEPTH, **MOMENTS, eta: POSITIVE},
        expr=eta * L * a ** (2 - 2 / L) * slope.subs(b, a ** (1 / L)) * (mu_yx - mu_xx * a),
        given=sp.Ge(a, 1) if depends else sp.true,
        kernel=total_kernel,
    )  # fmt: skip
    net.register(
        "invariant", "Its difference between two layers is constant along the flow.",
        # dw/dt = eta g a b'/b with one g a for all layers: integrate 2b/b', normalised as w^2.
        domain={w: POSITIVE if net.name == "block2" else net.weights, L: FINITE_DEPTH},
        given=net.positive,
        expr=_primitive(2 * net.factor / sp.diff(net.factor, w)),
        kernel=None if net.name != "block1" else lambda w, L: w * (w + 2 * np.sqrt(L)),
    )  # fmt: skip


def _curvature_laws(net: Network) -> None:
    slope, bend = sp.diff(net.factor, w), sp.diff(net.factor, w, 2)
    factor = net.factor
    residual = mu_xx * factor**L - mu_yx
    gauss_newton = L * mu_xx * (factor ** (L - 1) * slope) ** 2
    common: dict[str, Any] = {
        "domain": {w: net.weights, L: FINITE_DEPTH, **MOMENTS}, "given": net.positive,
    }  # fmt: skip
    numbers = [arithmetic.compile_expression(e, (w, L)) for e in (factor, slope, bend)]
    array = arithmetic.ArrayContext(array_api_compat.numpy)

    def terms(w: Any, L: Any, mu_yx: Any, mu_xx: Any) -> Any:
        """mu_xx a - mu_yx, n -> b^n, b', b b''."""
        w, L = np.float64(w), np.float64(L)
        factor, slope, bend = (code(array, w, L) for code in numbers)
        if net.log_factor is None:
            return mu_xx * factor**L - mu_yx, lambda n: factor**n, slope, factor * bend
        log = net.log_factor(w, L)
        return mu_xx * np.exp(L * log) - mu_yx, lambda n: np.exp(n * log), slope, factor * bend

    def flow(w: Any, L: Any, mu_yx: Any, mu_xx: Any, eta: Any) -> Any:
        residual, power, slope, _ = terms(w, L, mu_yx, mu_xx)
        return -eta * residual * power(L - 1) * slope

    def loss(w: Any, L: Any, mu_yx: Any, mu_xx: Any) -> Any:
        return terms(w, L, mu_yx, mu_xx)[0] ** 2 / (2 * mu_xx)

    def radial(w: Any, L: Any, mu_yx: Any, mu_xx: Any) -> Any:
        residual, power, slope, bend = terms(w, L, mu_yx, mu_xx)
        tail = power(L - 2) * (bend + (L - 1) * slope**2)
        return L * mu_xx * (power(L - 1) * slope) ** 2 + residual * tail

    def transverse(w: Any, L: Any, mu_yx: Any, mu_xx: Any) -> Any:
        residual, power, slope, bend = terms(w, L, mu_yx, mu_xx)
        return residual * power(L - 2) * (bend - slope**2)

    net.register(
        "loss", "Training loss above the best linear fit, all layers at weight w.",
        expr=residual**2 / (2 * mu_xx), kernel=loss, **common,
    )  # fmt: skip
    net.register(
        "flow", "dw/dt of every layer along the balanced flow.",
        expr=-eta * residual * factor ** (L - 1) * slope, kernel=flow,
        **common | {"domain": common["domain"] | {eta: POSITIVE}},
    )  # fmt: skip
    net.register(
        "radial", "Hessian eigenvalue along (1, ..., 1) at balanced weights.",
        expr=gauss_newton
        + residual * factor ** (L - 2) * (factor * bend + (L - 1) * slope**2),
        kernel=radial, **common,
    )  # fmt: skip
    net.register(
        "transverse", "Hessian eigenvalue of the other L-1 directions at balanced weights.",
        expr=residual * factor ** (L - 2) * (factor * bend - slope**2),
        kernel=transverse, **common,
    )  # fmt: skip


PLAIN = Network(
    name="plain",
    key="chain",
    factor=w,
    weight=b,
    rate_power=-1,
    stiffness=lambda L, _: 1.0,
    log_factor=None,
    sources={
        "factor": CHAIN.eq(1), "loss": CHAIN.ledger("CHAIN-I1"), "flow": CHAIN.eq(4),
        "radial": CHAIN.eq(12), "transverse": CHAIN.ledger("CHAIN-I5"),
        "sharpness": CHAIN.eq(13), "rate": CHAIN.eq(5),
        "max-rate": CHAIN.ledger("CHAIN-I6"), "total-flow": CHAIN.eq(14),
        "effective-flow": CHAIN.eq(6), "invariant": CHAIN.ledger("CHAIN-I3"),
    },
)  # fmt: skip

BLOCK1 = Network(
    name="block1",
    key="block1",
    factor=1 + w / sp.sqrt(L),
    weight=sp.sqrt(L) * (b - 1),
    rate_power=0,
    stiffness=lambda L, _: 1.0,
    log_factor=lambda w, L: np.log1p(w / np.sqrt(L)),
    weights=REAL,
    positive=sp.Gt(w, -sp.sqrt(L)),
    sources={
        "factor": CHAIN.eq(11), "loss": CHAIN.eq(23), "flow": CHAIN.eq(25), "radial": CHAIN.eq(26),
        "transverse": CHAIN.beyond("X-A1"), "sharpness": CHAIN.eq(27), "rate": CHAIN.eq(28),
        "max-rate": CHAIN.eq(28), "total-flow": CHAIN.beyond("X-A1"),
        "effective-flow": CHAIN.beyond("X-A1"), "invariant": CHAIN.ledger("CHAIN-I3"),
    },
)  # fmt: skip

BLOCK2 = Network(
    name="block2",
    key="block2",
    factor=1 + w**2 / L,
    weight=sp.sqrt(L) * sp.sqrt(b - 1),
    rate_power=1,
    stiffness=lambda L, log_r: 4 * stretched(log_r, L),
    log_factor=lambda w, L: np.log1p(w * w / L),
    weights=NONNEGATIVE,
    given=sp.Gt(mu_yx, mu_xx),
    sources={
        "factor": CHAIN.eq(11), "loss": CHAIN.eq(29), "flow": CHAIN.eq(31), "radial": CHAIN.eq(32),
        "transverse": CHAIN.ledger("CHAIN-E33"), "sharpness": CHAIN.eq(33), "rate": CHAIN.eq(34),
        "max-rate": CHAIN.eq(34), "total-flow": CHAIN.beyond("X-A2"),
        "effective-flow": CHAIN.beyond("X-A2"), "invariant": CHAIN.ledger("CHAIN-I3"),
    },
)  # fmt: skip

NETWORKS = {net.name: net for net in (PLAIN, BLOCK1, BLOCK2)}


def network_named(name: str) -> Network:
    """Look up one network.

    Raises: UnknownNameError with the nearest names.
    """
    if name not in NETWORKS:
        raise UnknownNameError("network", name, NETWORKS)
    return NETWORKS[name]


def any_depth(law: Formula, *values: Any) -> Any:
    """Evaluate a formula whose depths may also be infinite: there its kernel takes the limit.

    Infinite depths take the NumPy path; everything else is the formula's own call.
    """
    values = tuple(np.asarray(v) if isinstance(v, (list, tuple)) else v for v in values)
    depths = [name in {"L", "L0"} for name in law.names]
    deep = [is_depth and _any(v == math.inf) for v, is_depth in zip(values, depths, strict=True)]
    if not any(deep):
        return law(*values)
    finite = [
        np.where(v == math.inf, 2.0, v) if d else v for v, d in zip(values, deep, strict=True)
    ]
    law(*finite)  # checks the domain
    with np.errstate(all="ignore"):
        return plain(law.unchecked(*values))


def _any(mask: Any) -> bool:
    one = isinstance(mask, (bool, np.bool_))
    return bool(mask if one else array_api_compat.array_namespace(mask).any(mask))


def _law(name: str, network: str) -> Formula:
    return network_named(network).laws[name]


def _above_floor(mu_yx: Any, mu_xx: Any, network: str) -> None:
    """Block two cannot reach a target r <= 1: its total weight is at least 1."""
    if NETWORKS[network].given == sp.true:
        return
    y, x = (np.asarray(v) if isinstance(v, (list, tuple)) else v for v in (mu_yx, mu_xx))
    if _any(y <= x):
        msg = (
            f"{network} needs a target mu_yx/mu_xx > 1, got mu_yx={mu_yx}, mu_xx={mu_xx}; "
            "for smaller targets its minimum is w = 0, see floor_max_learning_rate"
        )
        raise ValueError(msg)


def sharpness(L: Any, mu_yx: Any, mu_xx: Any, *, network: str = "plain") -> Any:
    """Largest Hessian eigenvalue at the balanced global minimum.

    Source: chain, equations 13, 27, 33.
    Shapes: broadcasts; L may be inf.
    Raises: ValueError outside L >= 1, moments > 0, and for block2 unless mu_yx > mu_xx.
    """
    found = any_depth(_law("sharpness", network), L, mu_yx, mu_xx)
    _above_floor(mu_yx, mu_xx, network)
    return found


def max_learning_rate(L: Any, mu_yx: Any, mu_xx: Any, *, network: str = "plain") -> Any:
    """Learning rate 2/S at which balanced gradient descent loses stability at the minimum.

    Source: chain, section 2. Shapes: broadcasts; L may be inf.
    Raises: as :func:`sharpness`.
    """
    found = any_depth(_law("max-rate", network), L, mu_yx, mu_xx)
    _above_floor(mu_yx, mu_xx, network)
    return found


def learning_rate(L: Any, mu_yx: Any, mu_xx: Any, tau: Any, *, network: str = "plain") -> Any:
    """Learning rate 1/(tau S) with time constant tau; stable for tau > 1/2.

    Source: chain, equations 5, 28, 34. Shapes: broadcasts; L may be inf.
    Raises: as :func:`sharpness`, and for tau <= 0.
    """
    found = any_depth(_law("rate", network), L, mu_yx, mu_xx, tau)
    _above_floor(mu_yx, mu_xx, network)
    return found
