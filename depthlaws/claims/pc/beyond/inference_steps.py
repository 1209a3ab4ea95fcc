"""Number of inference steps (PC-B32): safe and best step sizes, rates, iterations; section A.2."""

import math
from collections.abc import Iterator
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D
from depthlaws.claims.pc.beyond.inference import CONDITION, kappa
from depthlaws.claims.pc.common import Case, net, over
from depthlaws.theory import formula, predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()


# -- steps and rates -------------------------------------------------------------------------------


def _best_descent() -> Iterator[Case]:
    """At the step 2/(low + high) both ends of the spectrum shrink by the same factor."""
    low, high = sp.Integer(1), kappa
    step = 2 / (low + high)
    yield "low end", 1 - step * low, law("pc-inference-descent-rate")
    yield "high end", step * high - 1, law("pc-inference-descent-rate")
    yield "largest step: high end of size 1", 1 - 2 / high * high, sp.Integer(-1)


def _rate() -> tuple[sp.Expr, sp.Expr]:
    return law("pc-inference-descent-rate"), (kappa - 1) / (kappa + 1)


CLAIMS.add(
    id="PC-B32-descent",
    source=PC.beyond("PC-B32"),
    says=(
        "Gradient descent on the batch-sum energy is safe below 2/high and fastest at "
        "2/(low + high), where the error shrinks by (kappa - 1)/(kappa + 1) per step; "
        "with the batch mean all step sizes are multiplied by P."
    ),
    checks=(Exhaustive(_best_descent), Identity(_rate, CONDITION)),
)

root = sp.sqrt(3 * kappa + 1)
momentum = (root - 2) / (root + 2)
shrink_low = 1 - 4 / (1 + 3 * kappa)  # 1 - step x curvature of the slowest mode, at the best step
shrink_high = 1 - 4 * kappa / (1 + 3 * kappa)


def _double_root() -> tuple[sp.Expr, sp.Expr]:
    """The registered rate is a double root of the slowest mode's z^2 - (1+m) q z + m q."""
    return (1 + momentum) * shrink_low / 2, law("pc-inference-nesterov-rate")


def _discriminant() -> tuple[sp.Expr, sp.Expr]:
    return ((1 + momentum) * shrink_low) ** 2, 4 * momentum * shrink_low


def _fastest_mode() -> tuple[sp.Expr, sp.Expr]:
    """At the other end of the spectrum -rate is a root."""
    z = -law("pc-inference-nesterov-rate")
    return z**2 - (1 + momentum) * shrink_high * z + momentum * shrink_high, sp.Integer(0)


def _from_rest() -> Iterator[Case]:
    """(1 + k b) r^k with b = (1-m)/(1+m) solves the double root's recursion from rest."""
    m, r, k = sp.symbols("m r k", positive=True)
    slope = (1 - m) / (1 + m)

    def mode(n: Any) -> sp.Expr:
        return (1 + n * slope) * r**n

    shrink = 4 * m / (1 + m) ** 2  # q of the double root: (1+m)^2 q = 4 m
    value = (1 + m) * shrink / 2
    yield "starts at one", mode(sp.Integer(0)), sp.Integer(1)
    yield "first step", mode(sp.Integer(1)).subs(r, value), shrink
    following = shrink * ((1 + m) * mode(k + 1) - m * mode(k))
    gap = ((mode(k + 2) - following) / r**k).subs(r, value)
    yield "every further step", gap, sp.Integer(0)


def _stability() -> Iterator[Case]:
    """The root -1 of z^2 - (1+m) q z + m q is met at q = -1/(1 + 2m): the largest safe step."""
    m, high = sp.symbols("m high", positive=True)
    step = 2 * (1 + m) / (1 + 2 * m) / high
    shrink = 1 - step * high
    yield "root -1", 1 + (1 + m) * shrink + m * shrink, sp.Integer(0)
    yield "m = 0", step.subs(m, 0), 2 / high


def _reported_steps(low: float, ratio: float, samples: int) -> tuple[list, list]:
    inference = predictive_coding.Inference(low, low * ratio, activities=10**6, samples=samples)
    ours = [inference.momentum, inference.best_steps["nesterov"], inference.largest_step_with(0.5)]
    r = math.sqrt(3 * ratio + 1)
    wanted = [(r - 2) / (r + 2), samples * 4 / (low * (1 + 3 * ratio))]
    return ours, [*wanted, samples * 1.5 / (low * ratio)]


CLAIMS.add(
    id="PC-B32-nesterov",
    source=PC.beyond("PC-B32"),
    says=(
        "Nesterov's method is fastest at the step 4/(low + 3 high) and the momentum "
        "(sqrt(3 kappa + 1) - 2)/(sqrt(3 kappa + 1) + 2): the error shrinks by r = 1 - "
        "2/sqrt(3 kappa + 1) per step, and the slowest mode is (1 + k (1-m)/(1+m)) r^k; "
        "it is safe below 2(1+m)/((1+2m) high)."
    ),
    checks=(
        Identity(_double_root, CONDITION),
        Identity(_discriminant, CONDITION),
        Identity(_fastest_mode, CONDITION),
        Exhaustive(_from_rest),
        Exhaustive(_stability),
    ),
    cross_checks=(
        Property(
            _reported_steps,
            {"low": [0.01, 1.0], "ratio": [1.5, 40.0, 1e5], "samples": [1, 64]},
            rtol=1e-12,
            n=12,
        ),
    ),
)


def _chebyshev() -> tuple[sp.Expr, sp.Expr]:
    """1/T_1 at (kappa + 1)/(kappa - 1), expressed in the rate: 2/(r + 1/r)."""
    r = law("pc-inference-conjugate-rate")
    return 2 / (r + 1 / r), (kappa - 1) / (kappa + 1)


def _fewer() -> tuple[Any, str, Any]:
    """Conjugate gradients need fewer steps; kappa = t^2 makes both sides rational."""
    t = symbol("t")
    first, second = ("pc-inference-conjugate-rate", "pc-inference-descent-rate")
    return law(first, kappa=t**2), "<", law(second, kappa=t**2)


CLAIMS.add(
    id="PC-B32-conjugate",
    source=PC.beyond("PC-B32"),
    says=(
        "Conjugate gradients leave at most 2/(r^k + r^-k) of the error after k steps, r "
        "= (sqrt(kappa) - 1)/(sqrt(kappa) + 1): less than gradient descent, whose factor "
        "is (kappa - 1)/(kappa + 1) per step."
    ),
    checks=(
        Identity(_chebyshev, CONDITION),
        Inequality(_fewer, {symbol("t"): Interval(1, sp.oo, left_open=True, right_open=True)}),
    ),
)


def _iterations(depth: int) -> tuple[list, list]:
    """Steps to 1 % for the orthogonal chain: CG and Nesterov need O(L), descent O(L^2)."""
    counts = []
    for layers in (depth, 2 * depth):
        low = formula("pc-orthogonal-chain-smallest")(layers)
        high = low * formula("pc-orthogonal-chain-condition")(layers)
        counts.append(predictive_coding.Inference(low, high, activities=10**6).iterations(0.01))
    methods = ("gradient descent", "nesterov", "conjugate gradients")
    powers = [math.log2(counts[1][m] / counts[0][m]) for m in methods]
    return [1.9, 0.9, 0.9, *powers], [*powers, 2.1, 1.1, 1.1]


CLAIMS.add(
    id="PC-B32-depth",
    source=PC.beyond("PC-B32"),
    says="To 1 % from any start the orthogonal chain takes L^2 steps of gradient descent, L of "
    "Nesterov's method and of conjugate gradients: exponents within 0.1 per doubling from L = 16.",
    checks=(
        Property(
            _iterations,
            {"depth": [16, 32, 64, 512]},
            relation="<=",
            met=("0.949", "0.899", "0.900", "0.979", "0.950", "0.946"),
        ),
    ),
    why_sampled="no enclosure of a count of steps",
)


def _linear_cost(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """The sweeps solve H z = b; with the right side of inference they give the minimum."""
    one = net(width, depth, skips)
    energy, unknown = one.energy()
    hessian = sp.hessian(energy, unknown)
    multiplier = one.r[0, 0] / one.s
    states = [
        entry
        for h, reach in zip(one.h[1:-1], one.V[1:-1], strict=True)
        for entry in h[:, 0] + reach[:, 0] * multiplier
    ]
    pull = [-D(energy, z).subs(dict.fromkeys(unknown, 0)) for z in unknown]
    product = hessian * sp.Matrix(states)
    for i, (result, wanted) in enumerate(zip(product, pull, strict=True)):
        yield f"row {i}", sp.together(result - wanted).as_numer_denom()[0], sp.Integer(0)


CLAIMS.add(
    id="PC-A2",
    source=PC.section("A.2"),
    says=(
        "The equilibrated energy needs no inverse of the Hessian: in exact arithmetic two sweeps "
        "over the layers solve its linear system."
    ),
    checks=(
        Exhaustive(over(_linear_cost, ((1, 2, False), (1, 3, False), (1, 4, True), (2, 2, False)))),
    ),
)
