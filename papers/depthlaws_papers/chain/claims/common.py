"""Symbols, domains and networks (derived again from their loss), for several sections.

The derivations use none of the theory package's formulas, so agreement with those is evidence. One
weight (or two) has its own symbol beside the L - 1 (or L - 2) equal ones, so everything holds for
symbolic depth, where the product of the equal layers is b(w)^(L - 1).
"""

import functools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import sympy as sp
from flint import arb

from depthlaws.claims.engine.formula_expressions import law, looked_up, symbol
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.roots_and_orbits import Orbit
from depthlaws.claims.engine.stated import D, at
from depthlaws.claims.engine.statement import at_least, interval, positive
from depthlaws.sims import scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.chain import balanced, balanced_flow, rate_transfer
from depthlaws.theory.symbolic.balls import precision
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

L, w, u, v, s, x, theta = sp.symbols("L w u v s x theta", positive=True)
mu_yx, mu_xx, mu_yy = sp.symbols("mu_yx mu_xx mu_yy", positive=True)
alpha, alpha0, r, eta, tau, k, t, L0 = sp.symbols("alpha alpha0 r eta tau k t L0", positive=True)
n, w0 = sp.symbols("n w0", positive=True)
rest = sp.Symbol("B", positive=True)  # product of all layers but one or two
p, q, others = sp.symbols("p q B", real=True)  # two weights and that product, of any sign

ONE = sp.Integer(1)
NETWORKS = ("feedforward", "block1", "block2")

FINITE_DEPTH = Interval(1, sp.oo, right_open=True)
DEEPER = Interval(1, sp.oo, left_open=True, right_open=True)
ABOVE_ONE = Interval(1, sp.oo, left_open=True, right_open=True)
DATA = {mu_yx: POSITIVE, mu_xx: POSITIVE}
TARGET = {"feedforward": POSITIVE, "block1": POSITIVE, "block2": ABOVE_ONE}
CURVATURE_DOMAIN = {w: POSITIVE, L: FINITE_DEPTH, **DATA}

# Quantifiers of statements.
DEPTH = at_least(1)
SHARE = interval(0, 1, low_open=True, high_open=True)  # alpha below the target
MOMENTS = {mu_yx: positive, mu_xx: positive, mu_yy: positive}
BALANCED = {w: positive, L: DEPTH, eta: positive, **MOMENTS}
AT_TARGET = {r: positive, L: DEPTH, mu_xx: positive, mu_yy: positive}

# Domains of properties that simulate or integrate.
START = Interval(sp.Rational(1, 1000), sp.Rational(999, 1000))
DEPTHS = [1.0, 2.0, 3.0, 4.0, 8.0, 16.0, 64.0, math.inf]
ANY_DEPTHS = [1.0, 1.3, 2.0, 2.0 + 1e-9, 3.0, 4.0, 7.0, 64.0, 1e6, 1e9, math.inf]


def target_domain(network: str) -> dict[sp.Symbol, Interval]:
    """Domains on which identities at the balanced minimum are tested."""
    return {r: TARGET[network], mu_xx: POSITIVE, L: FINITE_DEPTH}


# -- the networks, from their loss -----------------------------------------------------------------


def layer(network: str, weight: sp.Expr, depth: sp.Expr = L) -> sp.Expr:
    """Factor by which one layer multiplies its input (eqs. 1 and 11)."""
    return {
        "feedforward": weight,
        "block1": 1 + weight / sp.sqrt(depth),
        "block2": 1 + weight**2 / depth,
    }[network]


def loss(total: sp.Expr) -> sp.Expr:
    """Training loss as a function of the total weight, from the moments of the data."""
    return (mu_yy - 2 * total * mu_yx + total**2 * mu_xx) / 2


def gradient(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Derivative of the loss in one weight, at equal weights w."""
    total = layer(network, u, depth) * layer(network, w, depth) ** (depth - 1)
    return at(D(loss(total), u), {u: w})


def radial_curvature(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Hessian eigenvalue along (1, ..., 1): derivative of the gradient when all weights move."""
    return D(gradient(network, depth), w)


def transverse_curvature(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Hessian eigenvalue orthogonal to (1, ..., 1): H_11 - H_12 at equal weights."""
    others = layer(network, w, depth) ** (depth - 2)
    both = loss(layer(network, u, depth) * layer(network, v, depth) * others)
    return at(D(both, u, 2) - D(both, u, v), {u: w, v: w})


def minimum(network: str, depth: sp.Expr = L) -> sp.Expr:
    """Equal weights of the global minimum with target total weight r."""
    root = r ** (1 / depth)
    return {
        "feedforward": root,
        "block1": sp.sqrt(depth) * (root - 1),
        "block2": sp.sqrt(depth * (root - 1)),
    }[network]


def at_minimum(expr: sp.Expr, network: str, depth: sp.Expr = L) -> sp.Expr:
    """Evaluate at the balanced global minimum, in terms of r and mu_xx."""
    here = minimum(network, depth)
    moved = expr.subs(w, here) if isinstance(expr, sp.Subs) else at(expr, {w: here})
    return moved.subs(mu_yx, r * mu_xx)


def printed_sharpness(network: str) -> sp.Expr:
    """Right-hand side of eqs. (13), (27) and (33)."""
    return {
        "feedforward": mu_xx * L * r ** (2 - 2 / L),
        "block1": mu_xx * r ** (2 - 2 / L),
        "block2": 4 * mu_xx * r ** (2 - 2 / L) * (r ** (1 / L) - 1),
    }[network]


def flow_slope(network: str) -> sp.Expr:
    """(1/eta) d(dw/dt)/dw along equal weights: minus the radial curvature."""
    return D(-gradient(network), w)


def speed_of_total(network: str) -> sp.Expr:
    """d(total weight)/dt on equal weights, from the flow of one weight."""
    return D(layer(network, w) ** L, w) * -eta * gradient(network)


def speed_of_alpha(network: str) -> tuple[sp.Expr, sp.Expr]:
    """tau d(alpha)/dt under the paper's rule, and the registered law, as functions of w and r."""
    rule = 1 / (tau * printed_sharpness(network))
    share = layer(network, w) ** L / r
    speed = (tau * speed_of_total(network) / r).subs(eta, rule).subs(mu_yx, r * mu_xx)
    # Block one shares the law of the feedforward network.
    name = "block2" if network == "block2" else "feedforward"
    return speed, looked_up(law_id(name, "effective-flow"), alpha=share)


def step_in_units(network: str, unit: sp.Expr) -> sp.Expr:
    """(w - eta dL/dw) / w_* at w = unit * w_* and eta = k/S, from the loss."""
    target = minimum(network)
    step = (w - k / printed_sharpness(network) * gradient(network)).subs(mu_yx, r * mu_xx)
    return at(step, {w: unit * target}) / target


def law_id(network: str, name: str) -> str:
    """Id of a network's law; some laws of block one are those of the feedforward network."""
    records = vars(balanced) | vars(balanced_flow) | vars(rate_transfer)
    return records[name.upper().replace("-", "_")][network].id


# -- checks for all three networks ----------------------------------------------------------


def full_hessian(network: str) -> Callable[[], Iterator[tuple[str, Any, Any]]]:
    """Radial and transverse eigenvalues from the L x L Hessian, rational weights, L = 2..5."""

    def cases() -> Iterator[tuple[str, Any, Any]]:
        here = {w: sp.Rational(3, 5), mu_yx: sp.Rational(7, 4), mu_xx: sp.Rational(2, 3)}
        named = {symbol.name: value for symbol, value in here.items()}
        for depth in (2, 3, 4, 5):
            n = sp.Integer(depth)
            xs = sp.symbols(f"w1:{depth + 1}", positive=True)
            total = sp.prod([layer(network, z, n) for z in xs])
            equal = dict.fromkeys(xs, here[w])
            first = [at(D(loss(total), xs[0], z), {**equal, **here}) for z in xs]
            radial = law(law_id(network, "radial"), L=n, **named)
            across = law(law_id(network, "transverse"), L=n, **named)
            yield f"L={depth} radial", sum(first), radial
            yield f"L={depth} transverse", first[0] - first[1], across

    return cases


def largest_eigenvalue(network: str) -> Callable[..., tuple[float, float]]:
    """Largest eigenvalue of the simulator's Hessian at the balanced minimum, and the theory's S.

    E[x^2], the size of the Hessian's entries, is added to both: an eigenvalue far below it, as for
    blocks near r = 1, is lost in the rounding of doubles.
    """

    def compare(depth: int, ratio: float, second: float) -> tuple[float, float]:
        weight = float(minimum(network, sp.Integer(depth)).subs(r, ratio))
        weights = np.full(depth, weight)
        matrix = scalar.hessian(network, weights, mu_yx=ratio * second, mu_xx=second)
        ours = chain.sharpness(depth, ratio * second, second, network=network)
        return second + float(np.linalg.eigvalsh(matrix)[-1]), second + ours

    return compare


def exact_networks(network: str) -> Callable[[], Iterator[tuple[str, Any, Any]]]:
    """The simulator's total weight against the product of the layers, in exact arithmetic.

    At depths 1 and 4 the scales 1/sqrt(L) and 1/L are powers of two, so that no double rounds.
    """

    def factor(weight: Fraction, depth: int) -> Fraction:
        return {
            "feedforward": weight,
            "block1": 1 + weight / math.isqrt(depth),
            "block2": 1 + weight**2 / depth,
        }[network]

    def cases() -> Iterator[tuple[str, Any, Any]]:
        rng = np.random.default_rng(0)
        for depth in (1, 1, 4, 4, 4, 4):
            weights = rng.integers(-7, 8, size=depth) / 4
            loss = scalar.loss(network, weights, mu_yx=1.0, mu_xx=2.0)  # (2 a - 1)^2 / 4
            total = math.prod(factor(Recorded(z), depth) for z in weights.tolist())
            yield f"w = {weights.tolist()}", Fraction(float(loss)), (2 * total - 1) ** 2 / 4

    return cases


# -- gradient descent ------------------------------------------------------------------------------


def descent(depth: float, start: float, rate: float, steps: int) -> np.ndarray:
    """Relative total weight at every step, simulated, in units mu_yx = mu_xx = 1: (steps + 1,)."""
    # In these units S = L, so eta = c / L gives eta S = c.
    grid = scalar.Grid(
        "feedforward", depth, mu_yx=1.0, scaled_rate=rate, total=start, balanced=True
    )
    record = range(steps + 1)
    out = scalar.gradient_descent(grid, steps=steps, record=record, observe=("total",))
    return np.squeeze(out["total"].to_numpy())


def final_loss(
    network: str, depth: float, ratio: float, k: float, *, steps: int = 30, **start: float
) -> float:
    """Simulated training loss after ``steps`` steps at eta S = k."""
    rate = k * chain.learning_rate(depth, ratio, 1.0, 1.0, network=network)
    out = scalar.gradient_descent(
        scalar.Grid(network, depth, mu_yx=ratio, rate=rate, balanced=True, **start), steps=steps
    )
    return float(np.squeeze(out["loss"].to_numpy()))


def orbit(depth: Any, start: str, rate: str, steps: int) -> list[arb]:
    """Relative total weight at every step in certified balls, for any integer depth or infinity.

    A step can widen a ball by a factor of about 5, hence three extra bits per step.
    """
    with precision(128 + 3 * steps):
        alpha, step = arb(start), arb(rate)
        if depth == math.inf:
            alphas = [alpha]
            for _ in range(steps):
                alphas.append(alphas[-1] * (step * alphas[-1] * (1 - alphas[-1])).exp())
            return alphas
        v, alphas = alpha.root(depth), [alpha]
        for _ in range(steps):
            v = v + step / depth * (1 - v**depth) * v ** (depth - 1)
            alphas.append(v**depth)
        return alphas


def written_orbit(depth: Any, start: str, rate: str) -> tuple[Orbit, sp.Expr]:
    """Orbit in the form of the independent recheck: the registered step, and the total weight."""
    k, first = sp.Rational(rate), sp.Rational(start)
    if depth == math.inf:
        total = symbol("alpha")
        return Orbit(total, first, law("chain-gd-total-step-infinite", k=k)), total
    step = law("chain-gd-step", k=k, L=sp.Integer(depth))
    root = first ** sp.Rational(1, depth)
    return Orbit(symbol("v"), root, step), symbol("v") ** depth


# -- time courses ----------------------------------------------------------------------------------


def running_time(alpha: sp.Expr, depth: Any) -> sp.Expr:
    """t/tau up to a constant, below the target; its slope is 1/(alpha^(2-2/L) (1 - alpha)).

    The sum of alpha^(j-1+2/L)/(j-1+2/L) over j from 0 on; after its first term a Lerch series.
    """
    if depth == math.inf:
        return sp.log(alpha / (1 - alpha)) - 1 / alpha
    if depth == 2:
        return sp.log(alpha / (1 - alpha))
    share = sp.Integer(2) / depth
    series = sp.hyper((1, share), (1 + share,), alpha) / share
    return alpha ** (share - 1) / (share - 1) + alpha**share * series


def time_by_series(alpha: sp.Expr, alpha0: sp.Expr, depth: Any) -> sp.Expr:
    """Time from alpha0 to alpha, both below the target, over tau."""
    return running_time(alpha, depth) - running_time(alpha0, depth)


# -- many digits -----------------------------------------------------------------------------------


def mp(name: str, *args: Any) -> Any:
    """Value of a formula at the current precision of mpmath."""
    return formula(name).mp(*args, dps=mpmath.mp.dps)


def precise(test: Callable[..., Any]) -> Callable[..., Any]:
    """Run a test in 60 digits, so that mpmath operations between formulas keep theirs."""

    @functools.wraps(test)
    def at_sixty_digits(**point: Any) -> Any:
        with mpmath.workdps(60):
            return test(**point)

    return at_sixty_digits


def by_integral(speed: Callable[[Any], Any], start: Any, end: Any) -> Any:
    """Time from start to end at this speed, to 30 digits; 60 digits take four times as long."""
    with mpmath.workdps(min(30, mpmath.mp.dps)):
        return mpmath.quad(lambda a: 1 / speed(a), mpmath.linspace(start, end, 7))


def gap(ours: Any, exact: Any) -> tuple[float, float]:
    """Error, relative if the value is large, and its tolerance."""
    return float(abs(ours - exact) / (1 + abs(exact))), 4e-29
