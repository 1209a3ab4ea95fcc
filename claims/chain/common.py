"""What several sections need: symbols, domains, and the networks derived again from their loss.

Nothing here reads the theory package's formulas, so that agreement with them is evidence. One
weight (or two) is told apart from the L - 1 (or L - 2) equal ones, so that everything holds for
symbolic depth: the product of the equal layers is b(w)^(L - 1).
"""

import functools
import math
from collections.abc import Callable, Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.laws import law
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.chain import balanced, rate_transfer
from depthlaws.theory.symbolic.domain import Interval

L, w, u, v, s, x, theta = sp.symbols("L w u v s x theta", positive=True)

mu_yx, mu_xx, mu_yy = sp.symbols("mu_yx mu_xx mu_yy", positive=True)

alpha, alpha0, r, eta, tau, k, t = sp.symbols("alpha alpha0 r eta tau k t", positive=True)

NETWORKS = ("plain", "block1", "block2")

BLOCKS = ("block1", "block2")

FINITE_DEPTH = Interval(1, 40, right_open=True)

MODERATE = Interval(sp.Rational(1, 4), 4)

DATA = {mu_yx: MODERATE, mu_xx: MODERATE}


def law_id(network: str, name: str) -> str:
    """Id of a network's law; block one shares some with the plain network."""
    records = vars(balanced) | vars(rate_transfer)
    return records[name.upper().replace("-", "_")][network].id


def layer(network: str, weight: sp.Expr, depth: sp.Expr = L) -> sp.Expr:
    """Factor by which one layer multiplies its input (eqs. 1 and 11)."""
    return {
        "plain": weight,
        "block1": 1 + weight / sp.sqrt(depth),
        "block2": 1 + weight**2 / depth,
    }[network]


def loss(total: sp.Expr) -> sp.Expr:
    """Training loss as a function of the total weight, from the moments of the data."""
    return (mu_yy - 2 * total * mu_yx + total**2 * mu_xx) / 2


def gradient(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Derivative of the loss in one weight, at equal weights w."""
    total = layer(network, u, depth) * layer(network, w, depth) ** (depth - 1)
    return sp.diff(loss(total), u).subs(u, w)


def radial_curvature(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Hessian eigenvalue along (1, ..., 1): derivative of the gradient when all weights move."""
    return sp.diff(gradient(network, depth), w)


def transverse_curvature(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Hessian eigenvalue orthogonal to (1, ..., 1): H_11 - H_12 at equal weights."""
    rest = layer(network, w, depth) ** (depth - 2)
    both = loss(layer(network, u, depth) * layer(network, v, depth) * rest)
    gap = sp.diff(both, u, 2) - sp.diff(both, u, v)
    return gap.subs({u: w, v: w}, simultaneous=True)


def minimum(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Equal weights of the global minimum with target total weight r."""
    root = r ** (1 / depth)
    return {
        "plain": root,
        "block1": sp.sqrt(depth) * (root - 1),
        "block2": sp.sqrt(depth * (root - 1)),
    }[network]


def at_minimum(expr: sp.Expr, network: str, depth: sp.Expr = L) -> sp.Expr:
    """Evaluate at the balanced global minimum, in terms of r and mu_xx."""
    return expr.subs(w, minimum(network, depth)).subs(mu_yx, r * mu_xx)


ABOVE_ONE = Interval(1, 8, left_open=True)

WEIGHT = {w: MODERATE}

TARGET = {"plain": MODERATE, "block1": MODERATE, "block2": ABOVE_ONE}


def residual_gradients(network: str, printed: Callable[..., Any]) -> Callable[[], Iterator[Any]]:
    """Flow of the first layer, from the loss and as printed, for every depth up to five."""

    def cases() -> Iterator[tuple[str, Any, Any]]:
        for depth in range(1, 6):
            weights = sp.symbols(f"w1:{depth + 1}", real=True)
            factors = [layer(network, x, sp.Integer(depth)) for x in weights]
            flow = -eta * sp.diff(loss(sp.prod(factors)), weights[0])
            yield f"L={depth}", flow, printed(weights[0], factors, sp.Integer(depth))

    return cases


def plain_sharpness() -> sp.Expr:
    """Right-hand side of eq. (13)."""
    return mu_xx * L * r ** (2 - 2 / L)


def block1_sharpness() -> sp.Expr:
    """Right-hand side of eq. (27)."""
    return mu_xx * r ** (2 - 2 / L)


def block2_sharpness() -> sp.Expr:
    """Right-hand side of eq. (33)."""
    return 4 * mu_xx * r ** (2 - 2 / L) * (r ** (1 / L) - 1)


PRINTED_SHARPNESS = {
    "plain": plain_sharpness,
    "block1": block1_sharpness,
    "block2": block2_sharpness,
}


def flow_slope(network: str) -> sp.Expr:
    """(1/eta) d(dw/dt)/dw along equal weights: minus the radial curvature."""
    return sp.diff(-gradient(network), w)


def names(at: dict[sp.Symbol, Any]) -> dict[str, Any]:
    """Values by the names of their symbols."""
    return {s.name: value for s, value in at.items()}


def full_hessian(network: str) -> Callable[[], Iterator[tuple[str, Any, Any]]]:
    """Radial and transverse eigenvalues from the L x L Hessian, rational weights, L = 2..5."""

    def cases() -> Iterator[tuple[str, Any, Any]]:
        at = {w: sp.Rational(3, 5), mu_yx: sp.Rational(7, 4), mu_xx: sp.Rational(2, 3)}
        for depth in (2, 3, 4, 5):
            n = sp.Integer(depth)
            xs = sp.symbols(f"w1:{depth + 1}", positive=True)
            total = sp.prod([layer(network, x, n) for x in xs])
            equal = dict.fromkeys(xs, at[w])
            first = [sp.diff(loss(total), xs[0], x).subs({**equal, **at}) for x in xs]
            radial = law(law_id(network, "radial"), L=n, **names(at))
            across = law(law_id(network, "transverse"), L=n, **names(at))
            yield f"L={depth} radial", sp.expand(sum(first)), sp.expand(radial)
            yield f"L={depth} transverse", sp.expand(first[0] - first[1]), sp.expand(across)

    return cases


def largest_eigenvalue(network: str) -> Callable[..., tuple[float, float]]:
    """Largest eigenvalue of the simulator's Hessian at the balanced minimum, and our S."""

    def compare(depth: int, ratio: float, second: float) -> tuple[float, float]:
        weight = float(minimum(network, sp.Integer(int(depth))).subs(r, ratio))
        matrix = scalar.hessian(
            network, np.full(int(depth), weight), mu_yx=ratio * second, mu_xx=second
        )
        ours = chain.sharpness(depth, ratio * second, second, network=network)
        return float(np.linalg.eigvalsh(matrix)[-1]), ours

    return compare


CURVATURE_DOMAIN = {w: MODERATE, L: FINITE_DEPTH, **DATA}


def target_domain(network: str) -> dict[sp.Symbol, Interval]:
    """Where identities at the balanced minimum are tried."""
    return {r: TARGET[network], mu_xx: MODERATE, L: FINITE_DEPTH}


def speed_of_total(network: str) -> sp.Expr:
    """d(total weight)/dt on equal weights, from the flow of one weight."""
    return sp.diff(layer(network, w) ** L, w) * -eta * gradient(network)


def speed_of_alpha(network: str) -> tuple[sp.Expr, sp.Expr]:
    """tau d(alpha)/dt under the paper's rule, and the registered law, as functions of w and r."""
    rule = 1 / (tau * PRINTED_SHARPNESS[network]())
    share = layer(network, w) ** L / r
    speed = (tau * speed_of_total(network) / r).subs(eta, rule).subs(mu_yx, r * mu_xx)
    name = "block2" if network == "block2" else "plain"  # block one shares the plain law
    return speed, law(law_id(name, "effective-flow"), alpha=share)


BELOW = Interval(sp.Rational(1, 1000), sp.Rational(999, 1000))

LOW_START = Interval(sp.Rational(1, 200), sp.Rational(9, 10))

COURSE_DEPTHS = [1.0, 1.3, 2.0, 2.0 + 1e-9, 3.0, 4.0, 7.0, 64.0, 1e6, math.inf]


def descent(depth: float, start: float, rate: float, steps: int, **options: Any) -> np.ndarray:
    """Relative total weight at every step, target 1, rate in units of 1/S: (steps + 1,)."""
    scaled = rate  # eta S = rate at mu_yx = mu_xx = 1, where S = L and eta = c / L
    out = scalar.gradient_descent(
        scalar.Grid("plain", depth, mu_yx=1.0, scaled_rate=scaled, total=start, balanced=True),
        steps=steps,
        record=range(steps + 1),
        observe=("total",),
        **options,
    )
    return np.squeeze(out["total"].to_numpy())


ONE = sp.Integer(1)

L0 = sp.Symbol("L0", positive=True)

RATE_POWER = {"plain": -1, "block1": 0, "block2": 1}


def total_weight(network: str) -> Any:
    """The simulated network against its definition, layer by layer."""

    def compare(depth: int, seed: int) -> tuple[float, float]:
        weights = np.random.default_rng(int(seed)).normal(size=int(depth))
        value = math.prod(
            float(layer(network, sp.Float(float(x)), sp.Integer(int(depth)))) for x in weights
        )
        exact = (0.3 * value - 0.7) ** 2 / 0.6
        return float(scalar.loss(network, weights, mu_yx=0.7, mu_xx=0.3)), exact

    return Property(compare, {"depth": [1, 2, 3, 7], "seed": list(range(20))}, rtol=1e-9, n=40)


def scaled(network: str) -> sp.Expr:
    """k = eta S under the agnostic rule eta = c L^p, per unit c, at mu_xx = 1."""
    return L ** RATE_POWER[network] * law(law_id(network, "sharpness"), mu_yx=r, mu_xx=ONE)


def final_loss(network: str, depth: float, ratio: float, k: float, start: Any) -> float:
    """Training loss after 30 steps at eta S = k."""
    rate = k * chain.learning_rate(depth, ratio, 1.0, 1.0, network=network)
    out = scalar.gradient_descent(
        scalar.Grid(network, depth, mu_yx=ratio, rate=rate, balanced=True, **start), steps=30
    )
    return float(np.squeeze(out["loss"].to_numpy()))


def transfers(network: str, ratio: float, start: dict[str, float], limit: float):
    """One k = 1/tau in the middle of the window works at every depth."""

    def test(depth: float, k: float) -> bool:
        return final_loss(network, depth, ratio, k, start) < limit

    return test


FIGURE_2 = {"depth": [1.0, 2.0, 4.0, 16.0, 128.0, 1024.0], "k": [0.9, 1.0, 1.2, 1.5]}

RATE = Interval(sp.Rational(1, 20), sp.Rational(39, 20))

CYCLE_DEPTHS = [2.0, 3.0, 4.0, 8.0, 17.0, 64.0, math.inf]

FINITE = [d for d in CYCLE_DEPTHS if math.isfinite(d)]


def mp(name: str, *args: Any) -> Any:
    """A formula's value at mpmath's precision in force."""
    return formula(name).mp(*args, dps=mpmath.mp.dps)


def precise(test: Callable[..., Any]) -> Callable[..., Any]:
    """Run a test in 60 digits, so that mpmath operations between formulas keep theirs."""

    @functools.wraps(test)
    def at_sixty_digits(**point: Any) -> Any:
        with mpmath.workdps(60):
            return test(**point)

    return at_sixty_digits


def close(left: Any, right: Any) -> tuple[float, float]:
    """Agreement of two multiple-precision numbers, as (relative gap, 0) for `<=`."""
    return float(abs(left - right) / (abs(right) + mpmath.mpf(10) ** -30)), 1e-22


START = Interval(sp.Rational(1, 100), sp.Rational(95, 100))

RATIO = Interval(sp.Rational(12, 10), 6)


def by_integral(speed: Callable[[Any], Any], start: Any, end: Any) -> Any:
    """Time from start to end at this speed."""
    return mpmath.quad(lambda a: 1 / speed(a), mpmath.linspace(start, end, 7))


def gap(ours: Any, exact: Any) -> tuple[float, float]:
    """Error, relative where the value is large, and what is allowed."""
    return float(abs(ours - exact) / (1 + abs(exact))), 1e-20
