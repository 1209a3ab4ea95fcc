"""Conditioning of inference (PC-B30, PC-B31): spectra and condition numbers; section 5."""

import functools
import itertools
import math
from collections.abc import Iterator

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Identity, Property, Sampled
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.common import HALF, Case, L, exponent
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
DEPTHS = {L: Interval(2, 99, integer=True)}


# -- orthogonal layers, in closed form -------------------------------------------------------------


def _inner_rows() -> tuple[sp.Expr, sp.Expr]:
    """A row of the chain (-1, 2, -1) multiplies sin(l theta) by 4 sin^2(theta/2)."""
    here = layer * angle
    row = 2 * sp.sin(here) - sp.sin(here - angle) - sp.sin(here + angle)
    return sp.expand_trig(row), sp.sin(here) * 2 * (1 - sp.cos(angle))


def _last_row() -> Iterator[Case]:
    """The last row (-1, 1) requires sin(L theta) = sin((L-1) theta): theta = (2k-1) pi / (2L-1)."""
    for depth in range(2, 9):
        for number in range(1, depth):
            theta = sp.pi * (2 * number - 1) / (2 * depth - 1)
            half = (2 * depth - 1) * theta / 2  # cos(theta) times 2 sin(theta/2) is the difference
            yield f"L = {depth}, k = {number}", sp.cos(half), sp.Integer(0)


def _smallest() -> tuple[sp.Expr, sp.Expr]:
    """The registered smallest eigenvalue is k = 1 in 4 sin^2((2k-1) pi / (2(2L-1)))."""
    return law("pc-orthogonal-chain-smallest"), 4 * sp.sin(sp.pi / (2 * (2 * L - 1))) ** 2


def _condition() -> tuple[sp.Expr, sp.Expr]:
    """sin((2L-3) x / 2) = cos(x) for x = pi/(2L-1), as (2L-3)/2 x = pi/2 - x."""
    turn = sp.pi / (2 * L - 1)
    largest = 4 * sp.sin(sp.pi / 2 - turn) ** 2
    smallest = law("pc-orthogonal-chain-smallest")
    return law("pc-orthogonal-chain-condition"), largest / smallest


def _growth() -> Iterator[Case]:
    x = symbol("x")
    yield "power of L", exponent(law("pc-orthogonal-chain-condition", L=x), x), sp.Integer(2)


def _rotated(depth: int, width: int, seed: int) -> tuple[list, list]:
    rng = np.random.default_rng(seed)
    layers = [np.linalg.qr(rng.standard_normal((width, width)))[0] for _ in range(depth - 1)]
    spectrum = predictive_coding.inference([*layers, np.zeros((1, width))])
    names = ("pc-orthogonal-chain-condition", "pc-orthogonal-chain-smallest")
    return [spectrum.condition, spectrum.smallest], [formula(name)(depth) for name in names]


CLAIMS.add(
    id="PC-B30",
    source=PC.beyond("PC-B30"),
    says="Orthogonal layers with vanishing output weights: the Hessian of inference has the "
    "eigenvalues 4 sin^2((2k-1) pi / (2(2L-1))), so the condition number "
    "cos^2(pi/(2L-1)) / sin^2(pi/(2(2L-1))), 16/pi^2 times L^2 at large depth.",
    checks=(
        Identity(_inner_rows, {layer: Interval(1, 40, integer=True), angle: Interval(0, 3)}),
        Exhaustive(_last_row),
        Identity(_smallest, DEPTHS),
        Identity(_condition, DEPTHS),
        Exhaustive(_growth),
    ),
    cross_checks=(
        Property(_rotated, {"depth": [2, 3, 8, 30], "width": [1, 4], "seed": [0]}, rtol=1e-9, n=8),
    ),
)


def _rising() -> Iterator[Case]:
    """2 cos^2 x / (1 - cos x) at x = pi/(2L - 1), the condition number by half the angle."""
    cosine = [HALF, *(sp.cos(sp.pi / (2 * depth - 1)) for depth in range(3, 42))]
    values = [2 * cos**2 / (1 - cos) for cos in cosine]
    yield "L = 2", values[0], sp.Integer(1)
    for depth, (one, following) in enumerate(itertools.pairwise(values), start=2):
        yield f"L = {depth} and the next", one, "<", following


def _half_angle() -> tuple[sp.Expr, sp.Expr]:
    """The registered condition number against the expression of ``_rising``."""
    x = sp.pi / (2 * L - 1)
    return law("pc-orthogonal-chain-condition"), 2 * sp.cos(x) ** 2 / (1 - sp.cos(x))


CLAIMS.add(
    id="PC-S6",
    source=PC.section("5"),
    says="Inference gets ill-conditioned with depth: for orthogonal layers, or skips alone, the "
    "condition number rises from 1 at L = 2 with every layer, up to L = 40.",
    checks=(Exhaustive(_rising),),
    cross_checks=(
        Identity(_half_angle, DEPTHS, what="the registered condition number"),
        Exhaustive(_growth, what="the power of L of the condition number"),
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


RESIDUAL = ("residual", "unscaled")


def _residual_over_uniform(seed: int) -> Array:
    """Logarithm of the condition number at L = 24 over that of uniform plain networks."""
    plain = _logs("uniform", 24, seed)
    return np.stack([_logs(law_, 24, seed) - plain for law_ in RESIDUAL], axis=-1)


def _residual_growth(seed: int) -> Array:
    """Logarithm of the condition number at L = 24 over that at L = 16."""
    return np.stack([_logs(law_, 24, seed) - _logs(law_, 16, seed) for law_ in RESIDUAL], axis=-1)


CLAIMS.add(
    id="PC-S6-residual",
    source=PC.section("5"),
    says="The ill-conditioning of residual networks grows from L = 16 to 24, and at L = 24 it is "
    "above that of plain networks with PyTorch's uniform weights, for alpha = 1/2 and for alpha "
    "= 0.",
    quote="its degree of ill-conditioning grows with the depth, especially for residual networks",
    reading=(
        "Compared are mean logarithms of condition numbers, N = 32, with those of plain networks "
        "as they are usually drawn. The sentence does not say with which: plain networks in the "
        "same mean-field parametrisation are worse conditioned than residual ones at alpha = 1/2 "
        "(PC-S6-order)."
    ),
    checks=(
        above(
            _residual_over_uniform, what="L = 24: logarithms of ratios to uniform plain networks"
        ),
        above(_residual_growth, what="logarithms of the growth from L = 16 to 24"),
    ),
    imprecise=True,
    exact="PC-S6-order",
    why_sampled="random",
)


def _order(depth: int, seed: int) -> Array:
    """Logarithm of each law's condition number over that of the previous law."""
    logs_of_laws = [_logs(law_, depth, seed) for law_ in LAWS]
    return np.stack([upper - lower for lower, upper in itertools.pairwise(logs_of_laws)], axis=-1)


def _power(law_: str, low: int, seed: int) -> Array:
    """Exponent of the condition number in the depth, from a depth to four times that depth."""
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
    spectrum = predictive_coding.inference(weights, skips=skips)
    layers = [np.eye(width) + w if skips else w for w in weights[1:-1]]
    total = 0.0
    for start in range(depth - 1):
        path = np.eye(width)
        total += 1.0
        for upper in layers[start:]:
            path = upper @ path
            total += np.linalg.norm(path, 2) ** 2
    widest = max((1 + np.linalg.norm(m, 2)) ** 2 for m in [*layers, weights[-1]])
    return [1 / spectrum.smallest, spectrum.largest], [total * (1 + 1e-9), widest * (1 + 1e-9)]


CLAIMS.add(
    id="PC-B31",
    source=PC.beyond("PC-B31"),
    says="1/smallest eigenvalue <= sum over k <= l of |M_l ... M_{k+1}|^2 (operator norms), and "
    "the largest <= max (1 + |M_l|)^2.",
    checks=(
        Property(
            _bounds,
            {
                "depth": [2, 4, 9],
                "width": [1, 3, 6],
                "skips": [False, True],
                "seed": Interval(0, 10**6, integer=True),
            },
            relation="<=",
            n=36,
        ),
    ),
    why_sampled="no enclosure of operator norms",
)
