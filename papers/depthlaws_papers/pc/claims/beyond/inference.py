"""Conditioning of inference (PC-B30, PC-B31): spectra and condition numbers; section 5."""

import functools
import itertools
import math
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Sampled
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import lim
from depthlaws.claims.engine.statement import (
    Equal,
    Less,
    Statement,
    Tree,
    half,
    interval,
    naturals,
    pi,
    reals,
    registered,
    scalars,
    tree,
)
from depthlaws.claims.engine.statement.language import function
from depthlaws.theory import formula, predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.pc.claims import simplest
from depthlaws_papers.pc.claims.common import L
from depthlaws_papers.pc.claims.runs import Array, above, below

CLAIMS = Claims()

SMALLEST, CONDITION_NUMBER = "pc-orthogonal-chain-smallest", "pc-orthogonal-chain-condition"
depth = scalars("L")

# -- orthogonal layers, in closed form -------------------------------------------------------------
# In the bases that the layers carry along, the Hessian of L - 1 hidden layers is the chain with
# rows (-1, 2, -1) and a last row (-1, 1); its modes are sin(l theta), 0 at l = 0.

l, k, theta, smaller, larger = scalars("l k theta x y")


def sin(x: Tree) -> Tree:
    """Sine in a statement."""
    return function("sin", x)


def cos(x: Tree) -> Tree:
    """Cosine in a statement."""
    return function("cos", x)


def _chain() -> Statement:
    eigenvalue = 4 * sin(theta / 2) ** 2
    angle = (2 * k - 1) * pi / (2 * depth - 1)
    condition = sp.cos(sp.pi / (2 * L - 1)) ** 2 / sp.sin(sp.pi / (2 * (2 * L - 1))) ** 2
    return Statement(
        Equal(
            2 * sin(l * theta) - sin(l * theta - theta) - sin(l * theta + theta),
            eigenvalue * sin(l * theta),
        ),
        # The last row asks that sin(L theta) = sin((L - 1) theta).
        Equal(
            sin(depth * theta) - sin(depth * theta - theta),
            2 * cos((2 * depth - 1) * theta / 2) * sin(theta / 2),
        ),
        Equal(cos((2 * depth - 1) * angle / 2), 0),
        Equal(eigenvalue.put({theta: angle.put({k: 1})}), registered(SMALLEST)),
        Equal(angle.put({k: depth - 1}) / 2, pi / 2 - pi / (2 * depth - 1)),
        Equal(4 * sin(pi / 2 - theta) ** 2, 4 * cos(theta) ** 2),
        Equal(lim(condition / L**2, L, sp.oo), 16 / pi**2),
        for_all={depth: naturals(2), k: naturals(1), l: naturals(1), theta: reals},
    )


def _rotated(depth: int, width: int, seed: int) -> tuple[list, list]:
    rng = np.random.default_rng(seed)
    layers = [np.linalg.qr(rng.standard_normal((width, width)))[0] for _ in range(depth - 1)]
    spectrum = predictive_coding.inference([*layers, np.zeros((1, width))])
    names = (CONDITION_NUMBER, SMALLEST)
    return [spectrum.condition, spectrum.smallest], [formula(name)(depth) for name in names]


CLAIMS.add(
    id="PC-B30",
    source=PC.beyond("PC-B30"),
    says="Orthogonal layers with vanishing output weights: the Hessian of inference has the "
    "eigenvalues 4 sin^2((2k-1) pi / (2(2L-1))), so the condition number "
    "cos^2(pi/(2L-1)) / sin^2(pi/(2(2L-1))), 16/pi^2 times L^2 at large depth.",
    statement=_chain(),
    cross_checks=(
        Property(_rotated, {"depth": [2, 3, 8, 30], "width": [1, 4], "seed": [0]}, rtol=1e-9, n=8),
    ),
)


rising = Less(smaller, larger)
turn = cos(pi / (2 * depth - 1))


def _of_cosine(cosine: Any) -> Any:
    return 2 * cosine**2 / (1 - cosine)


CLAIMS.add(
    id="PC-S6",
    source=PC.section("5"),
    says="Inference gets ill-conditioned with depth: for orthogonal layers, or skips alone, and "
    "vanishing output weights the condition number is 2 x^2/(1 - x), which rises with x = "
    "cos(pi/(2L - 1)), so with every layer, from 1 at L = 2.",
    statement=Statement(
        Less(
            _of_cosine(smaller),
            _of_cosine(larger),
            because=2
            * rising.gap
            * (smaller + larger * (1 - smaller))
            / ((1 - smaller) * (1 - larger)),
        ),
        Equal(_of_cosine(smaller) - 1, (2 * smaller - 1) * (smaller + 1) / (1 - smaller)),
        for_all=dict.fromkeys((smaller, larger), interval(0, 1, low_open=True, high_open=True)),
        given=(rising,),
    ),
    checks=Statement(
        Equal(registered(SMALLEST), 2 * (1 - turn)),
        Equal(registered(CONDITION_NUMBER) * (1 - turn), 2 * turn**2),
        Equal(cos(pi / (2 * tree(2) - 1)), half),
        for_all={depth: naturals(2)},
    ).checks,
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
    reading="Compared are mean logarithms of condition numbers, N = 32, with those of plain "
    "networks as they are usually drawn. The sentence does not say with which: plain networks in "
    "the same mean-field parametrisation are worse conditioned than residual ones at alpha = 1/2 "
    "(PC-S6-order).",
    checks=(
        above(
            _residual_over_uniform, what="L = 24: logarithms of ratios to uniform plain networks"
        ),
        above(_residual_growth, what="logarithms of the growth from L = 16 to 24"),
    ),
    imprecise=True,
    exact="PC-S6-order",
    why_sampled="random",
    change="Say which plain networks: those with the standard initialisation.",
    against=(simplest.WORSE_PLAIN,),
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
