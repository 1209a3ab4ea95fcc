"""Gradient descent as a map, beyond the paper: X-C1 to X-C6, and other minima of block two."""

import functools
import math
from collections.abc import Callable, Iterator
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from depthlaws.claims.chain.derive import (
    FINITE_DEPTH,
    MODERATE,
    L,
    eta,
    gradient,
    k,
    law_id,
    minimum,
    mu_xx,
    mu_yx,
    r,
    w,
)
from depthlaws.claims.chain.equations import ABOVE_ONE
from depthlaws.claims.chain.statements import descent
from depthlaws.claims.engine.checks import Certify, Exhaustive, Identity, Property, Quoted
from depthlaws.claims.engine.laws import law
from depthlaws.claims.engine.records import Claim
from depthlaws.sims.scalar import descent as scalar
from depthlaws.theory import chain, formula
from depthlaws.theory.papers import CHAIN
from depthlaws.theory.symbolic.formula import UNIT, Interval

v, s, x = sp.symbols("v s x", positive=True)
RATE = Interval(sp.Rational(1, 20), sp.Rational(39, 20))
WIDE_RATE = Interval(sp.Rational(1, 20), 3)
CYCLE_X = Interval(sp.Rational(1, 50), 4)
DEPTHS = [2.0, 3.0, 4.0, 8.0, 17.0, 64.0, math.inf]
FINITE = [d for d in DEPTHS if math.isfinite(d)]


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


def _close(left: Any, right: Any) -> tuple[float, float]:
    """Agreement of two multiple-precision numbers, as (relative gap, 0) for `<=`."""
    return float(abs(left - right) / (abs(right) + mpmath.mpf(10) ** -30)), 1e-22


# -- the map ---------------------------------------------------------------------------------


def _normalised_step(network: str, unit: sp.Expr) -> sp.Expr:
    """(w - eta dL/dw) / w_* at w = unit * w_* and eta = k/S, from the loss."""
    target = minimum(network)
    sharp = law(law_id(network, "sharpness"), mu_yx=r * mu_xx)
    step = (w - k / sharp * gradient(network)).subs(mu_yx, r * mu_xx)
    return step.subs(w, unit * target) / target


def _plain_step() -> tuple[sp.Expr, sp.Expr]:
    return _normalised_step("plain", v), law("chain-gd-step", v=v)


def _block1_step() -> tuple[sp.Expr, sp.Expr]:
    """In v = b/rho, block one makes the same step."""
    rho = r ** (1 / L)
    sharp = law("block1-sharpness", mu_yx=r * mu_xx)
    here = sp.sqrt(L) * (v * rho - 1)
    push = (-k / sharp * gradient("block1")).subs(mu_yx, r * mu_xx).subs(w, here)
    return v + push / (sp.sqrt(L) * rho), law("chain-gd-step", v=v)


def _block2_step() -> tuple[sp.Expr, sp.Expr]:
    return _normalised_step("block2", s), law("block2-gd-step", s=s)


@precise
def _total_step(alpha: float, k: float, L: float) -> tuple[float, float] | None:
    weight = mpmath.mpf(alpha) ** (1 / mpmath.mpf(L))
    after = mp("chain-gd-step", weight, k, L)
    return _close(mp("chain-gd-total-step", alpha, k, L), after**L) if after > 0 else None


@precise
def _log_slope(alpha: float, k: float, L: float) -> tuple[float, float] | None:
    if 1 + mpmath.mpf(k) / L * mpmath.mpf(alpha) ** (1 - 2 / mpmath.mpf(L)) * (1 - alpha) <= 0:
        return None
    found = mpmath.diff(
        lambda y: mpmath.log(mp("chain-gd-total-step", mpmath.exp(y), k, L)), mpmath.log(alpha)
    )
    return float(mp("chain-gd-log-slope", alpha, k, L)), float(found)


def _late_rate(depth: float, rate: float) -> tuple[float, float] | None:
    if abs(rate - 1) < 0.05:
        return None
    path = np.abs(descent(depth, 1 - 1e-7, rate, 1) - 1)
    return math.log(path[0] / path[1]), chain_late_rate(rate)


def chain_late_rate(rate: float) -> float:
    """Exponential rate at which gradient descent ends, from the registered formula."""
    return formula("gd-late-rate")(rate)


def _imbalance() -> tuple[sp.Expr, sp.Expr]:
    one, two, rest, g = sp.symbols("one two B g", positive=True)
    total = one * two * rest
    after = [z + eta * g * total / z for z in (one, two)]
    factor = law("chain-imbalance-factor", step=eta * g * total, w1=one, w2=two)
    return after[0] ** 2 - after[1] ** 2, (one**2 - two**2) * factor


# -- monotone regime, global convergence ------------------------------------------------------


def _distance_factors() -> Iterator[tuple[str, Any, Any]]:
    """1 - f_k(v) = (1 - v) (1 - (k/L) v^(L-1) (1 + v + ... + v^(L-1))).

    For 0 < v < 1 every power is below 1, so the last factor is above 1 - k >= 0: no overshoot.
    """
    for depth in range(1, 13):
        n = sp.Integer(depth)
        powers = sum(v**i for i in range(depth))
        product = (1 - v) * (1 - k / n * v ** (n - 1) * powers)
        yield f"L={depth}", sp.expand(1 - law("chain-gd-step", v=v, L=n)), sp.expand(product)


def _never_overshoots(depth: float, start: float, rate: float) -> bool:
    path = descent(depth, start, rate, 200)
    return bool(np.all(np.diff(path) >= 0) and path[-1] <= 1 + 1e-14)


def _smaller_is_slower(depth: float, start: float, rate: float, n: int) -> bool:
    """The loss after n steps strictly decreases with k on (0, 1]."""
    slow, fast = (descent(depth, start, q, int(n))[-1] for q in (0.9 * rate, rate))
    return bool(slow < fast or fast > 1 - 1e-12)


def _converges(depth: float, start: float, rate: float) -> bool:
    path = descent(depth, start, rate, 1500)
    return bool(abs(path[-1] - 1) < 1e-6)


def _never_diverges_at_infinite_depth(start: float, rate: float) -> bool:
    path = descent(math.inf, start, rate, 500)
    return bool(np.all(np.isfinite(path)))


def _caption_diverges(depth: float) -> bool:
    """Figure 3: at 1/tau = 2.05 gradient descent from 0.01 diverges."""
    return not bool(np.max(np.abs(descent(depth, 0.01, 2.05, 4000)[-100:])) < 10)


# -- 2-cycles --------------------------------------------------------------------------------


@precise
def _is_cycle(x: float, L: float) -> tuple[float, float]:
    rate = mp("chain-cycle-rate", x, L)
    low, high = mp("chain-cycle-low", x, L), mp("chain-cycle-high", x, L)
    if math.isinf(L):
        rate = mp("chain-cycle-rate-infinite", x)
        after = [mp("chain-gd-total-step-infinite", a, rate) for a in (low, high)]
    else:
        after = [mp("chain-gd-total-step", a, rate, L) for a in (low, high)]
    first, second = _close(after[0], high)[0], _close(after[1], low)[0]
    ratio = _close(high / low, mpmath.exp(2 * mpmath.mpf(x)))[0]
    return max(first, second, ratio), 1e-22


@precise
def _cycle_multiplier(x: float, L: float) -> tuple[float, float]:
    rate, low = mp("chain-cycle-rate", x, L), mp("chain-cycle-low", x, L)

    def twice(alpha: Any) -> Any:
        once = mp("chain-gd-total-step", alpha, rate, L)
        return mp("chain-gd-total-step", once, rate, L)

    return float(mp("chain-cycle-multiplier", x, L)), float(mpmath.diff(twice, low))


def _simulated_cycles() -> Iterator[tuple[str, float, str]]:
    printed = {2.0: ("0.8331", "1.1425"), 3.0: ("0.8683", "1.1117"), 4.0: ("0.8808", "1.1009"),
               8.0: ("0.8956", "1.0880"), 16.0: ("0.9017", "1.0828"),
               math.inf: ("0.9072", "1.0781")}  # fmt: skip
    for depth, (low, high) in printed.items():
        tail = descent(depth, 0.01, 2.05, 4000)[-100:]
        yield f"lowest alpha at L = {depth}", float(np.min(tail)), low
        yield f"highest alpha at L = {depth}", float(np.max(tail)), high


def _cycle_amplitude(depth: float) -> tuple[float, float]:
    """At k = 2 + d the cycle in v has amplitude sqrt(d/C) to leading order."""
    d = 1e-3
    tail = descent(depth, 0.9, 2 + d, 10_000)[-2:] ** (1 / depth)
    return abs(tail[1] - tail[0]) / 2 / math.sqrt(d / formula("chain-flip")(depth)), 1.0


# -- single steps from a start -----------------------------------------------------------------


@precise
def _one_step(alpha0: float, L: float) -> tuple[float, float] | None:
    if abs(alpha0 - 1) < 1e-3:
        return None
    rate = mp("chain-one-step-rate", alpha0, L)
    return _close(mp("chain-gd-total-step", alpha0, rate, L), mpmath.mpf(1))


@precise
def _onto_zero(alpha0: float, L: float) -> tuple[float, float]:
    weight = mpmath.mpf(alpha0) ** (1 / mpmath.mpf(L))
    after = mp("chain-gd-step", weight, mp("chain-zero-rate", alpha0, L), L)
    return float(abs(after)), 1e-25


@precise
def _mirrored(alpha0: float, L: float) -> tuple[float, float]:
    weight = mpmath.mpf(alpha0) ** (1 / mpmath.mpf(L))
    after = mp("chain-gd-step", weight, mp("chain-catapult-rate", alpha0, L), L)
    return _close(after, -weight)


def _catapult(depth: float, start: float, side: float) -> bool:
    """Even depth: from alpha0 > 1 gradient descent converges iff k is below the catapult rate."""
    rate = side * min(2.0, formula("chain-catapult-rate")(start, depth))
    with np.errstate(all="ignore"):
        weight = start ** (1 / depth)
        out = scalar.gradient_descent("plain", depth, mu_yx=1.0, rate=rate / depth, weight=weight,
                                      steps=12_000, balanced=True)  # fmt: skip
    total = float(np.squeeze(out["total"].to_numpy()))
    return (abs(total - 1) < 1e-6) == (side < 1)


@precise
def _chaotic(theta0: float, n: int) -> tuple[float, float]:
    """At L = 2, k = 4 the map triples the angle."""
    value = mpmath.sqrt(2) * mpmath.sin(mpmath.mpf(theta0))
    for _ in range(int(n)):
        value = mp("chain-gd-step", value, 4, 2)
    return _close(mp("chain-chaos", int(n), theta0), value)


# -- block two -------------------------------------------------------------------------------


def _flip_from_derivatives() -> Iterator[tuple[str, Any, Any]]:
    """f''^2/4 + f'''/6 of the derived step at s = 1, k = 2 and rational r^(1/L)."""
    root = sp.Rational(3, 2)
    for depth in (1, 2, 3, 5):
        n = sp.Integer(depth)
        b = 1 + (root - 1) * s**2
        step = s * (1 + k / (2 * n * (root - 1)) * root ** (2 - 2 * n) * (root**n - b**n)
                    * b ** (n - 1))  # fmt: skip
        second, third = (sp.diff(step, s, i).subs({s: 1, k: 2}) for i in (2, 3))
        flip = law("block2-flip", L=n, r=root**n)
        yield f"L={depth}", sp.nsimplify(second**2 / 4 + third / 6), sp.nsimplify(flip)


def _to_infinite_depth(name: str, *args: float) -> tuple[float, float]:
    """A block-two formula at depth 1e12 against its infinite-depth form."""
    finite = {
        "block2-gd-step": lambda: mp("block2-gd-step", args[0], args[1], 10**12, args[2]),
        "block2-flip": lambda: mp("block2-flip", 10**12, args[0]),
    }[name]()
    return float(finite), float(mp(f"{name}-infinite", *args))


def _block2_escape(depth: float, ratio: float) -> tuple[float, float]:
    """Growth of log w per unit of time near w = 0, k small: simulation against kappa_L."""
    rate = 1e-3 * chain.learning_rate(depth, ratio, 1.0, 1.0, network="block2")
    out = scalar.gradient_descent("block2", depth, mu_yx=ratio, rate=rate, weight=1e-3, steps=100,
                                  record=[0, 100], balanced=True)  # fmt: skip
    total = np.squeeze(out["total"].to_numpy())
    weight = np.sqrt(np.expm1(np.log(total) / depth))
    return float(np.log(weight[1] / weight[0]) / 0.1), formula("block2-escape-rate")(ratio, depth)


def _other_minimum(depth: int, seed: int) -> tuple[float, float]:
    """Largest Hessian eigenvalue at a random global minimum of block two, and the phi form."""
    rng = np.random.default_rng(int(seed))
    logs = rng.dirichlet(np.ones(int(depth))) * math.log(2.0)
    weights = np.sqrt(int(depth) * np.expm1(logs))
    top = np.linalg.eigvalsh(scalar.hessian("block2", weights, mu_yx=2.0))[-1]
    phi = [formula("block2-phi")(y) for y in logs]
    return float(top), 4 * 4.0 / int(depth) * math.fsum(phi)


def _balanced_is_extreme(network: str, sign: int) -> Callable[..., bool]:
    """At a random minimum with the same target the sharpness lies on one side of the balanced S."""

    def test(depth: int, seed: int, ratio: float) -> bool:
        rng = np.random.default_rng(int(seed))
        logs = rng.dirichlet(np.ones(int(depth))) * math.log(ratio)
        factors = np.exp(logs)
        weights = {"plain": factors, "block1": math.sqrt(depth) * (factors - 1),
                   "block2": np.sqrt(depth * (factors - 1))}[network]  # fmt: skip
        top = np.linalg.eigvalsh(scalar.hessian(network, weights, mu_yx=ratio))[-1]
        return bool(sign * (top - chain.sharpness(depth, ratio, 1.0, network=network)) >= -1e-9)

    return test


def _above_the_limit(rate: float) -> tuple[float, float]:
    """Block two, r = 2, L = 2, perturbed start: does k above 2 still train?"""
    eta = rate * chain.learning_rate(2, 2.0, 1.0, 1.0, network="block2")
    weights = 0.3 * np.exp(1e-3 * np.random.default_rng(5).standard_normal(2))
    out = scalar.gradient_descent("block2", 2, mu_yx=2.0, rate=eta, steps=20_000,
                                  weight=_layers(weights))  # fmt: skip
    return float(np.squeeze(out["loss"].to_numpy())), 1e-12


def _layers(weights: np.ndarray) -> Any:
    import xarray as xr

    return xr.DataArray(weights, dims="layer")


def _printed_limit(rate: float) -> bool:
    """Eq. (34): no learning rate above 2/S (tau below 0.5) trains block two."""
    return not _above_the_limit(rate)[0] < 1e-12


_MAP = (
    Claim(
        id="CHAIN-X-C-map",
        source=CHAIN.beyond("X-C"),
        says="Normalised by its minimum, gradient descent of the plain network and of block one is "
        "one map without data, v + (k/L)(1 - v^L) v^(L-1); block two's keeps r.",
        uses=("chain-gd-step", "block2-gd-step", "gd-multiplier", "chain-imbalance-factor"),
        checks=(
            Identity(_plain_step, {v: MODERATE, k: WIDE_RATE, L: FINITE_DEPTH, r: MODERATE,
                                   mu_xx: MODERATE}, what="plain"),
            Identity(_block1_step, {v: MODERATE, k: WIDE_RATE, L: FINITE_DEPTH, r: MODERATE,
                                    mu_xx: MODERATE}, what="block one"),
            Identity(_block2_step, {s: MODERATE, k: WIDE_RATE, L: Interval(1, 12), r: ABOVE_ONE,
                                    mu_xx: MODERATE}, what="block two"),
            Identity(lambda: (law("gd-multiplier"), 1 - k), {k: WIDE_RATE}),
            Identity(_imbalance, dict.fromkeys(sp.symbols("one two B g", positive=True), MODERATE)
                     | {eta: UNIT}),
        ),
    ),
    Claim(
        id="CHAIN-X-C-total",
        source=CHAIN.beyond("X-C"),
        says="In the total weight the map is alpha (1 + (k/L) alpha^(1-2/L) (1-alpha))^L, at "
        "infinite depth alpha exp(k alpha (1-alpha)); its logarithmic slope.",
        uses=("chain-gd-total-step", "chain-gd-total-step-infinite", "chain-gd-log-slope"),
        checks=(
            Property(_total_step, {"alpha": MODERATE, "k": WIDE_RATE, "L": FINITE},
                     relation="<=", n=40),
            Property(lambda alpha, k: (mp("chain-gd-total-step", alpha, k, 10**14),
                                       mp("chain-gd-total-step-infinite", alpha, k)),
                     {"alpha": MODERATE, "k": WIDE_RATE}, rtol=1e-11, n=30),
            Property(_log_slope, {"alpha": MODERATE, "k": WIDE_RATE, "L": FINITE}, n=25,
                     rtol=1e-10),
        ),
    ),
    Claim(
        id="CHAIN-X-E-late",
        source=CHAIN.beyond("X-E"),
        says="Gradient descent ends at the rate -ln|1 - k| per step, the flow at k.",
        uses=("gd-late-rate",),
        checks=(Property(_late_rate, {"depth": [1.0, 2.0, 5.0], "rate": RATE}, n=40, rtol=1e-4),),
    ),
    Claim(
        id="CHAIN-R1",
        source=CHAIN.figure(3),
        says="For 0 < k <= 1 gradient descent from alpha0 in (0, 1) is monotone and never "
        "overshoots (theorem X-C1), and a larger k is faster.",
        uses=("chain-gd-step",),
        checks=(Exhaustive(_distance_factors),),
        cross_checks=(
            Property(_never_overshoots, {"depth": [1.0, *DEPTHS], "start": UNIT, "rate": UNIT},
                     n=36),
            Property(_smaller_is_slower, {"depth": [1.0, *DEPTHS],
                                          "start": Interval(sp.Rational(1, 20), sp.Rational(9, 10)),
                                          "rate": Interval(sp.Rational(1, 10), 1), "n": [1, 3, 9]},
                     n=36),
        ),
        domain="alpha0 <= 1; the factorisation is exact for L = 1..12",
    ),
    Claim(
        id="CHAIN-R2",
        source=CHAIN.figure(3),
        says="For 1 < k < 2 gradient descent oscillates and converges (theorem X-C2: every "
        "alpha0 in (0, 2), real L >= 2 and infinite).",
        uses=("chain-cycle-rate",),
        checks=(
            Property(_converges, {"depth": DEPTHS,
                                  "start": Interval(sp.Rational(1, 10), sp.Rational(199, 100)),
                                  "rate": Interval(1, sp.Rational(197, 100))}, n=24),
            Certify(lambda: (sp.Min(x / 3, 1), "<", sp.Rational(3, 2) * sp.tanh(x / 2)),
                    {x: (sp.Rational(1, 1000), 50)}, what="no 2-cycle: the bound on (ln k)'"),
        ),
    ),
    Claim(
        id="CHAIN-R3",
        source=CHAIN.figure(3),
        says="For k >= 2 gradient descent is oscillatory and diverging (the panel's k = 2.05).",
        checks=(Property(_caption_diverges, {"depth": [2.0, 4.0, 16.0, math.inf]}, n=4),),
        corrected_by="CHAIN-R3-bounded",
    ),
    Claim(
        id="CHAIN-R3-bounded",
        source=CHAIN.beyond("ERR-A1"),
        says="At k = 2.05 every L >= 2 ends on a stable 2-cycle (only L = 1 diverges); infinite "
        "depth never diverges.",
        uses=("chain-cycle-low", "chain-cycle-high", "chain-cycle-rate"),
        checks=(
            Quoted(_simulated_cycles),
            Property(_never_diverges_at_infinite_depth,
                     {"start": UNIT, "rate": Interval(2, 12)}, n=30),
            Property(_caption_diverges, {"depth": [1.0]}, n=1),
        ),
    ),
    Claim(
        id="CHAIN-X-C2",
        source=CHAIN.beyond("X-C2"),
        says="The positive 2-cycles are explicit in x = ln(alpha_high/alpha_low)/2: k, both "
        "points, the multiplier; k(x) grows from 2, so there is none for k <= 2.",
        uses=("chain-cycle-rate", "chain-cycle-rate-infinite", "chain-cycle-low",
              "chain-cycle-high", "chain-cycle-multiplier"),
        checks=(
            Property(_is_cycle, {"x": CYCLE_X, "L": DEPTHS}, relation="<=", n=40),
            Property(_cycle_multiplier, {"x": CYCLE_X, "L": FINITE}, n=20, rtol=1e-10),
            Certify(lambda: (sp.Integer(0), "<", sp.diff(sp.log(law("chain-cycle-rate", x=x)), x)),
                    {x: (sp.Rational(1, 20), 6), L: [2, 3, 4, 8, 64]}, what="k grows with x"),
            Property(lambda L: (mp("chain-cycle-rate", mpmath.mpf("1e-12"), L), mpmath.mpf(2)),
                     {"L": DEPTHS}, n=10, rtol=1e-14),
        ),
    ),
    Claim(
        id="CHAIN-X-C3",
        source=CHAIN.beyond("X-C3"),
        says="The flip at k = 2 is supercritical, C = (4/3)(L-1)(5L-4): above it a stable 2-cycle "
        "of amplitude sqrt((k-2)/C), at it decay like (2 C n)^(-1/2).",
        uses=("chain-flip", "chain-flip-total", "chain-marginal-distance", "chain-chaos"),
        checks=(
            Identity(lambda: (law("chain-flip"), sp.Rational(4, 3) * (L - 1) * (5 * L - 4)),
                     {L: FINITE_DEPTH}),
            Identity(lambda: (law("chain-flip-total"), law("chain-flip") / L**2),
                     {L: FINITE_DEPTH}),
            Identity(lambda: (law("chain-marginal-distance", n=x),
                              1 / sp.sqrt(2 * x * sp.Rational(4, 3) * (L - 1) * (5 * L - 4))),
                     {L: Interval(2, 40), x: Interval(1, 100)}),
            Property(_cycle_amplitude, {"depth": [2.0, 3.0, 8.0]}, n=3, rtol=1e-2),
            Property(_chaotic, {"theta0": UNIT, "n": [0, 1, 2, 7, 20]}, relation="<=", n=20),
        ),
    ),
    Claim(
        id="CHAIN-X-C5",
        source=CHAIN.beyond("X-C5"),
        says="One step reaches the target at k = L (1 - v)/((1 - alpha0) v^(L-1)), lands on the "
        "saddle at k = L/(alpha0^(1-2/L) (alpha0 - 1)), on the mirror image at twice that.",
        uses=("chain-one-step-rate", "chain-zero-rate", "chain-catapult-rate"),
        checks=(
            Property(_one_step, {"alpha0": MODERATE, "L": FINITE}, relation="<=", n=30),
            Property(_onto_zero, {"alpha0": Interval(sp.Rational(11, 10), 9),
                                  "L": [1.0, 2.0, 3.0, 8.0]}, relation="<=", n=30),
            Property(_mirrored, {"alpha0": Interval(sp.Rational(11, 10), 9),
                                 "L": [2.0, 4.0, 8.0]}, relation="<=", n=30),
            Quoted(lambda: [
                (f"alpha0 = 0.1, L = {d}", formula("chain-one-step-rate").ball("0.1", d), p)
                for d, p in ((1, "1.000"), (2, "4.805"), (4, "10.938"), (16, "20.635"))]),
        ),
    ),
    Claim(
        id="CHAIN-X-C4",
        source=CHAIN.beyond("X-C4"),
        says="Even depth, alpha0 > 1: gradient descent converges to a global minimum exactly for "
        "k <= 2 below the catapult rate 2L/(alpha0^(1-2/L)(alpha0 - 1)).",
        uses=("chain-catapult-rate",),
        checks=(Property(_catapult, {"depth": [2.0, 4.0, 6.0], "start": [3.5, 5.0, 20.0],
                                     "side": [0.999, 1.001]}, n=10),),
        domain="up to a countable set of rates that land exactly on the saddle",
    ),
)  # fmt: skip

_BLOCK2 = (
    Claim(
        id="CHAIN-X-C6",
        source=CHAIN.beyond("X-C6"),
        says="Block two flips supercritically at k = 2 for every depth and target.",
        uses=("block2-flip", "block2-flip-infinite", "block2-gd-step-infinite"),
        checks=(
            Exhaustive(_flip_from_derivatives),
            Property(lambda r: _to_infinite_depth("block2-flip", r), {"r": ABOVE_ONE}, n=20,
                     rtol=1e-9),
            Property(lambda s, k, r: _to_infinite_depth("block2-gd-step", s, k, r),
                     {"s": UNIT, "k": RATE, "r": ABOVE_ONE}, n=20, rtol=1e-9),
        ),
    ),
    Claim(
        id="CHAIN-X-A5",
        source=CHAIN.beyond("X-A5"),
        says="Block two leaves w = 0 at the rate kappa_L/tau, which depends on the data at "
        "every depth: 0.1803 at infinite depth for r = 2, 0.0263 for r = 8.",
        uses=("block2-escape-rate", "block2-escape-rate-infinite"),
        checks=(
            Property(_block2_escape, {"depth": [1.0, 2.0, 8.0, 64.0], "ratio": [1.5, 2.0, 8.0]},
                     n=12, rtol=2e-3),
            Quoted(lambda: [
                (f"kappa at infinite depth, r = {q}",
                 formula("block2-escape-rate-infinite")(float(q)), p)
                for q, p in (("1.01", "0.4926"), ("1.5", "0.274"), ("2", "0.1803"),
                             ("4", "0.0676"), ("8", "0.0263"), ("16", "0.0106"))]),
        ),
    ),
    Claim(
        id="CHAIN-X-C6-minima",
        source=CHAIN.beyond("X-C6"),
        says="At a global minimum of block two S = (4 mu_xx r^2/L) sum phi(ln b_l); for r = 2 the "
        "balanced one is the sharpest. For the plain network and block one it is the flattest.",
        uses=("block2-phi", "block2-flattest-sharpness", "block2-ceiling", "block2-escape-rate"),
        checks=(
            Property(_other_minimum, {"depth": [1, 2, 4, 9], "seed": list(range(20))}, n=40,
                     rtol=1e-9),
            Property(_balanced_is_extreme("block2", -1),
                     {"depth": [2, 4, 9], "seed": list(range(40)), "ratio": [2.0, 4.0]}, n=60),
            Property(_balanced_is_extreme("plain", 1),
                     {"depth": [2, 4, 9], "seed": list(range(40)), "ratio": [2.0, 4.0]}, n=60),
            Property(_balanced_is_extreme("block1", 1),
                     {"depth": [2, 4, 9], "seed": list(range(40)), "ratio": [2.0, 4.0]}, n=60),
            Identity(lambda: (law("block2-flattest-sharpness", mu_yx=r * mu_xx),
                              4 * mu_xx * (r - 1) / L),
                     {r: ABOVE_ONE, mu_xx: MODERATE, L: FINITE_DEPTH}),
            Identity(lambda: (law("block2-ceiling") * law("block2-escape-rate"), sp.Integer(1)),
                     {r: ABOVE_ONE, L: FINITE_DEPTH}),
        ),
    ),
    Claim(
        id="CHAIN-E34-largest",
        source=CHAIN.eq(34),
        says="Block two: 2/S at the balanced minimum is the largest stable learning rate "
        "(r = 2, L = 2, weights perturbed by 1e-3).",
        checks=(Property(_printed_limit, {"rate": [2.2]}, n=1),),
        corrected_by="CHAIN-E34-ceiling",
    ),
    Claim(
        id="CHAIN-E34-ceiling",
        source=CHAIN.beyond("ERR-A11"),
        says="Gradient descent moves to a flatter minimum: k = 2.2 trains; the ceiling is "
        "k_max = 1/kappa_L (3.314 at L = 2, 4.281 at L = 4, 4.871 at L = 8 for r = 2).",
        uses=("block2-ceiling",),
        checks=(
            Property(_above_the_limit, {"rate": [2.2]}, relation="<", n=1),
            Quoted(lambda: [
                (f"k_max at L = {d}, r = 2", formula("block2-ceiling").ball(2, d), p)
                for d, p in ((2, "3.314"), (4, "4.281"), (8, "4.871"))]),
        ),
    ),
)  # fmt: skip

CLAIMS = (*_MAP, *_BLOCK2)
