"""How hard inference is (PC-B30, PC-B31): spectra, safe and best steps, iterations; section 5."""

import functools
import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality, Property, Sampled
from depthlaws.claims.engine.laws import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.common import Case, L, exponent, net, over
from depthlaws.claims.pc.runs import Array, above, below
from depthlaws.theory import formula, predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

kappa = symbol("kappa")
CONDITION = {kappa: Interval(1, 10**6, left_open=True)}
angle = sp.Symbol("theta", real=True)
layer = sp.Symbol("l", integer=True)
mode = sp.Symbol("k", integer=True)


# -- orthogonal layers, in closed form -------------------------------------------------------------


def _inner_rows() -> tuple[sp.Expr, sp.Expr]:
    """A row of the chain (-1, 2, -1) on sin(l theta) is 4 sin^2(theta/2) times it."""
    here = layer * angle
    row = 2 * sp.sin(here) - sp.sin(here - angle) - sp.sin(here + angle)
    return sp.expand_trig(row), sp.sin(here) * 2 * (1 - sp.cos(angle))


def _last_row() -> Iterator[Case]:
    """The last row (-1, 1) asks sin(L theta) = sin((L-1) theta): theta = (2k-1) pi / (2L-1)."""
    for depth in range(2, 9):
        for number in range(1, depth):
            theta = sp.pi * (2 * number - 1) / (2 * depth - 1)
            half = (2 * depth - 1) * theta / 2  # cos of it times 2 sin(theta/2) is the difference
            yield f"L = {depth}, k = {number}", sp.cos(half), sp.Integer(0)


def _extremes() -> Iterator[Case]:
    """k = 1 and k = L - 1 in 4 sin^2(theta_k / 2), against the registered laws."""
    first, last = (sp.pi * (2 * k - 1) / (2 * L - 1) for k in (sp.Integer(1), L - 1))
    smallest, largest = (4 * sp.sin(theta / 2) ** 2 for theta in (first, last))
    for depth in range(2, 40):
        at = {L: sp.Integer(depth)}
        found = law("pc-orthogonal-chain-smallest", L=sp.Integer(depth))
        yield f"smallest at L = {depth}", sp.N(found - smallest.subs(at), 40) < 10**-30
        ratio = law("pc-orthogonal-chain-condition", L=sp.Integer(depth))
        gap = ratio / (largest / smallest).subs(at) - 1
        yield f"condition at L = {depth}", abs(sp.N(gap, 40)) < 10**-30


def _condition() -> tuple[sp.Expr, sp.Expr]:
    """sin((2L-3) x / 2) = cos(x) for x = pi/(2L-1), as (2L-3)/2 x = pi/2 - x."""
    turn = sp.pi / (2 * L - 1)
    largest = 4 * sp.sin(sp.expand(sp.pi / 2 - turn)) ** 2
    smallest = law("pc-orthogonal-chain-smallest")
    return law("pc-orthogonal-chain-condition"), largest / smallest


def _growth() -> Iterator[Case]:
    x = symbol("x")
    yield "power of L", exponent(law("pc-orthogonal-chain-condition", L=x), x), sp.Integer(2)


def _rotated(depth: int, width: int, seed: int) -> tuple[list, list]:
    rng = np.random.default_rng(seed)
    layers = [np.linalg.qr(rng.standard_normal((width, width)))[0] for _ in range(depth - 1)]
    found = predictive_coding.inference([*layers, np.zeros((1, width))])
    names = ("pc-orthogonal-chain-condition", "pc-orthogonal-chain-smallest")
    return [found.condition, found.smallest], [formula(name)(depth) for name in names]


CLAIMS.add(
    id="PC-B30",
    source=PC.beyond("PC-B30"),
    says="Orthogonal layers with vanishing output weights: the Hessian of inference has the "
    "eigenvalues 4 sin^2((2k-1) pi / (2(2L-1))), so the condition number "
    "cos^2(pi/(2L-1)) / sin^2(pi/(2(2L-1))), 16/pi^2 times L^2 at large depth.",
    checks=(
        Identity(_inner_rows, {layer: Interval(1, 40, integer=True), angle: Interval(0, 3)}),
        Exhaustive(_last_row),
        Identity(_condition, {L: Interval(2, 99, integer=True)}),
        Exhaustive(_growth),
    ),
    cross_checks=(
        Exhaustive(_extremes),
        Property(_rotated, {"depth": [2, 3, 8, 30], "width": [1, 4], "seed": [0]}, rtol=1e-9, n=8),
    ),
)


def _rising() -> Iterator[Case]:
    name = "pc-orthogonal-chain-condition"
    values = [sp.N(law(name, L=sp.Integer(depth)), 30) for depth in range(2, 42)]
    for depth, (one, following) in enumerate(itertools.pairwise(values), start=2):
        yield f"L = {depth}", bool(following > one)


CLAIMS.add(
    id="PC-S6",
    source=PC.section("5"),
    says="Inference gets ill-conditioned with depth: for orthogonal layers, or skips alone, the "
    "condition number rises from 1 at L = 2 with every layer, up to L = 40.",
    checks=(
        Exhaustive(_rising),
        Exhaustive(_growth),
    ),
)


DRAWS, WIDTH = 32, 32
LAWS = ("uniform", "residual", "mlp", "unscaled")  # in the order of their condition numbers


@functools.lru_cache(maxsize=64)
def _logs(law_: str, depth: int, seed: int) -> Array:
    """Logarithms of the condition numbers of drawn networks; uniform is PyTorch's law."""
    rng = np.random.default_rng([seed, depth, LAWS.index(law_)])
    return np.log([_condition_of(law_, depth, rng) for _ in range(DRAWS)])


def _condition_of(law_: str, depth: int, rng: np.random.Generator) -> float:
    shapes = [(WIDTH, 8), *[(WIDTH, WIDTH)] * (depth - 2), (1, WIDTH)]
    if law_ == "uniform":
        weights = [rng.uniform(-1, 1, s) / math.sqrt(s[1]) for s in shapes]
        return predictive_coding.inference(weights).condition
    weights = [rng.standard_normal(shape) for shape in shapes]
    block = (depth**-0.5 if law_ == "residual" else 1.0) * WIDTH**-0.5
    scale = [8**-0.5, *[block] * (depth - 2), 1 / WIDTH]
    return predictive_coding.inference(weights, skips=law_ != "mlp", scale=scale).condition


CLAIMS.add(
    id="PC-S6-residual",
    source=PC.section("5"),
    says="The ill-conditioning grows with depth especially for residual networks, stably "
    "parametrised or not: at L = 24 their condition number is above that of plain ones.",
    quote="its degree of ill-conditioning grows with the depth, especially for residual networks",
    reading="Of alpha = 1/2 against plain networks in the same mean-field parametrisation, mean "
    "logarithms. Against PyTorch's uniform law, or for alpha = 0, it holds.",
    checks=(
        above(
            lambda seed: _logs("residual", 24, seed) - _logs("mlp", 24, seed),
            what="logarithm of the ratio",
        ),
    ),
    corrected_by="PC-S6-order",
)


def _order(depth: int, seed: int) -> Array:
    """Logarithms of each law's condition number over that of the one before."""
    found = [_logs(law_, depth, seed) for law_ in LAWS]
    return np.stack([upper - lower for lower, upper in itertools.pairwise(found)], axis=-1)


def _power(law_: str, low: int, seed: int) -> Array:
    """Exponent of the condition number between a depth and four times it."""
    return (_logs(law_, 4 * low, seed) - _logs(law_, low, seed)) / math.log(4)


def _nearest(law_: str, low: int, power: int) -> tuple[Sampled, Sampled]:
    what = f"{law_}: exponent of L"
    return (
        above(lambda seed: _power(law_, low, seed), power - 0.5, what=what),
        below(lambda seed: _power(law_, low, seed), power + 0.5, what=what),
    )


CLAIMS.add(
    id="PC-S6-order",
    source=PC.ledger("ERR-PC-27"),
    says="At L = 16 and 24, N = 32, condition numbers (mean logarithms) rise in the order: uniform "
    "standard law, alpha = 1/2, plain mean-field, alpha = 0. They grow by an exponent of L that "
    "is nearest to 2 at alpha = 1/2, L = 8 to 32, and to 3 in plain networks below L = N, L = 4 to "
    "16.",
    checks=(
        above(lambda seed: _order(16, seed), what="L = 16: logarithms of ratios"),
        above(lambda seed: _order(24, seed), what="L = 24: logarithms of ratios"),
        *_nearest("residual", 8, 2),
        *_nearest("mlp", 4, 3),
    ),
    why_sampled="random",
)


def _bounds(depth: int, width: int, skips: bool, seed: int) -> tuple[list, list]:
    """1/smallest <= sum |M_l ... M_{k+1}|^2, and largest <= max (1 + |M_{l+1}|)^2."""
    rng = np.random.default_rng(seed)
    shapes = [(width, 3), *[(width, width)] * (depth - 2), (1, width)]
    weights = [0.6 * rng.standard_normal(shape) for shape in shapes]
    found = predictive_coding.inference(weights, skips=skips)
    layers = [np.eye(width) + w if skips else w for w in weights[1:-1]]
    total = 0.0
    for start in range(depth - 1):
        path = np.eye(width)
        total += 1.0
        for upper in layers[start:]:
            path = upper @ path
            total += np.linalg.norm(path, 2) ** 2
    widest = max((1 + np.linalg.norm(m, 2)) ** 2 for m in [*layers, weights[-1]])
    return [1 / found.smallest, found.largest], [total * (1 + 1e-9), widest * (1 + 1e-9)]


CLAIMS.add(
    id="PC-B31",
    source=PC.beyond("PC-B31"),
    says="1/smallest eigenvalue <= sum over k <= l of |M_l ... M_{k+1}|^2 (operator norms), and "
    "the largest <= max (1 + |M_l|)^2.",
    checks=(
        Property(
            _bounds,
            {"depth": [2, 4, 9], "width": [1, 3, 6], "skips": [False, True],
             "seed": Interval(0, 10**6, integer=True)},
            relation="<=",
            n=36,
        ),
    ),
    why_sampled="no enclosure of operator norms",
)  # fmt: skip


# -- steps and rates -------------------------------------------------------------------------------


def _best_descent() -> Iterator[Case]:
    """At the step 2/(low + high) both ends of the spectrum shrink alike."""
    low, high = sp.Integer(1), kappa
    step = 2 / (low + high)
    yield "low end", sp.simplify(1 - step * low), sp.simplify(law("pc-inference-descent-rate"))
    yield "high end", sp.simplify(step * high - 1), sp.simplify(law("pc-inference-descent-rate"))
    yield "largest step: high end of size 1", 1 - 2 / high * high, sp.Integer(-1)


def _rate() -> tuple[sp.Expr, sp.Expr]:
    return law("pc-inference-descent-rate"), (kappa - 1) / (kappa + 1)


CLAIMS.add(
    id="PC-B32-descent",
    source=PC.beyond("neighbours"),
    says="Gradient descent on the batch-sum energy is safe below 2/high and fastest at "
    "2/(low + high), by (kappa - 1)/(kappa + 1) a step; with the batch mean steps are times P.",
    checks=(Exhaustive(_best_descent), Identity(_rate, CONDITION)),
)

root = sp.sqrt(3 * kappa + 1)
momentum = (root - 2) / (root + 2)
shrink_low = 1 - 4 / (1 + 3 * kappa)  # of the slowest mode at the best step
shrink_high = 1 - 4 * kappa / (1 + 3 * kappa)


def _double_root() -> tuple[sp.Expr, sp.Expr]:
    """The slowest mode's z^2 - (1+m) q z + m q has the root of the law, twice."""
    return (1 + momentum) * shrink_low / 2, law("pc-inference-nesterov-rate")


def _discriminant() -> tuple[sp.Expr, sp.Expr]:
    return ((1 + momentum) * shrink_low) ** 2, 4 * momentum * shrink_low


def _fastest_mode() -> tuple[sp.Expr, sp.Expr]:
    """At the other end -rate is a root."""
    z = -law("pc-inference-nesterov-rate")
    return z**2 - (1 + momentum) * shrink_high * z + momentum * shrink_high, sp.Integer(0)


def _from_rest() -> Iterator[Case]:
    """(1 + k b) r^k with b = (1-m)/(1+m) follows the recursion of the double root from rest."""
    m, r, k = sp.symbols("m r k", positive=True)
    slope = (1 - m) / (1 + m)

    def mode(n: Any) -> sp.Expr:
        return (1 + n * slope) * r**n

    shrink = 4 * m / (1 + m) ** 2  # q of the double root: (1+m)^2 q = 4 m
    value = (1 + m) * shrink / 2
    yield "starts at one", mode(sp.Integer(0)), sp.Integer(1)
    yield "first step", sp.simplify(mode(sp.Integer(1)).subs(r, value)), sp.simplify(shrink)
    following = shrink * ((1 + m) * mode(k + 1) - m * mode(k))
    gap = sp.simplify(sp.powsimp(sp.expand((mode(k + 2) - following) / r**k)).subs(r, value))
    yield "every further step", gap, sp.Integer(0)


def _stability() -> Iterator[Case]:
    """The root -1 of z^2 - (1+m) q z + m q is met at q = -1/(1 + 2m): the largest safe step."""
    m, high = sp.symbols("m high", positive=True)
    step = 2 * (1 + m) / (1 + 2 * m) / high
    shrink = 1 - step * high
    yield "root -1", sp.simplify(1 + (1 + m) * shrink + m * shrink), sp.Integer(0)
    yield "m = 0", sp.simplify(step.subs(m, 0)), 2 / high


def _reported_steps(low: float, ratio: float, samples: int) -> tuple[list, list]:
    found = predictive_coding.Inference(low, low * ratio, activities=10**6, samples=samples)
    ours = [found.momentum, found.best_steps["nesterov"], found.largest_step_with(0.5)]
    r = math.sqrt(3 * ratio + 1)
    wanted = [(r - 2) / (r + 2), samples * 4 / (low * (1 + 3 * ratio))]
    return ours, [*wanted, samples * 1.5 / (low * ratio)]


CLAIMS.add(
    id="PC-B32-nesterov",
    source=PC.beyond("neighbours"),
    says="Nesterov's method is fastest at the step 4/(low + 3 high) and the momentum "
    "(sqrt(3 kappa + 1) - 2)/(sqrt(3 kappa + 1) + 2): by r = 1 - 2/sqrt(3 kappa + 1) a step, its "
    "slowest mode being (1 + k (1-m)/(1+m)) r^k; it is safe below 2(1+m)/((1+2m) high).",
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
    """1/T_1 at (kappa + 1)/(kappa - 1), by the rate: 2/(r + 1/r)."""
    r = law("pc-inference-conjugate-rate")
    return 2 / (r + 1 / r), (kappa - 1) / (kappa + 1)


def _fewer() -> tuple[Any, str, Any]:
    """With kappa = t^2, so that both sides are rational."""
    t = symbol("t")
    first, second = ("pc-inference-conjugate-rate", "pc-inference-descent-rate")
    return law(first, kappa=t**2), "<", law(second, kappa=t**2)


CLAIMS.add(
    id="PC-B32-conjugate",
    source=PC.beyond("neighbours"),
    says="Conjugate gradients leave at most 2/(r^k + r^-k) of the error after k steps, "
    "r = (sqrt(kappa) - 1)/(sqrt(kappa) + 1): less than descent's (kappa - 1)/(kappa + 1) a step.",
    checks=(
        Identity(_chebyshev, CONDITION),
        Inequality(_fewer, {symbol("t"): Interval(1, sp.oo, left_open=True, right_open=True)}),
    ),
)


def _iterations(depth: int) -> tuple[list, list]:
    """Steps to 1 % for the orthogonal chain: CG and Nesterov grow like L, descent like L^2."""
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
    source=PC.beyond("neighbours"),
    says="To 1 % from any start the orthogonal chain takes L^2 steps of gradient descent, L of "
    "Nesterov's method and of conjugate gradients: exponents within 0.1 per doubling from L = 16.",
    checks=(Property(_iterations, {"depth": [16, 32, 64, 512]}, relation="<=", n=4),),
    why_sampled="no enclosure of a count of steps",
)


def _linear_cost(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """The sweeps solve H z = b: applied to the right side of inference they give the minimum."""
    one = net(width, depth, skips)
    energy, unknown = one.energy()
    hessian = sp.hessian(energy, unknown)
    multiplier = one.r[0, 0] / one.s
    states = [
        entry
        for h, reach in zip(one.h[1:-1], one.V[1:-1], strict=True)
        for entry in h[:, 0] + reach[:, 0] * multiplier
    ]
    pull = [-sp.diff(energy, z).subs(dict.fromkeys(unknown, 0)) for z in unknown]
    product = hessian * sp.Matrix(states)
    for i, (found, wanted) in enumerate(zip(product, pull, strict=True)):
        yield f"row {i}", sp.expand(sp.together(found - wanted).as_numer_denom()[0]), sp.Integer(0)


CLAIMS.add(
    id="PC-A2",
    source=PC.section("A.2"),
    says="The equilibrated energy needs no inverse of the Hessian: two sweeps over the layers "
    "solve its linear system, whatever its condition.",
    checks=(Exhaustive(over(_linear_cost, ((1, 2, False), (1, 3, False), (1, 4, True),
                                           (2, 2, False)))),),
)  # fmt: skip
