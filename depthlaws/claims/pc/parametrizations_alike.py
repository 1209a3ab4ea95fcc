"""One model under several parametrisations (PC-B9), growth of every size (PC-B11)."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.common import HALF, Case
from depthlaws.claims.pc.desiderata import THIRDS, bp_set, pc_set
from depthlaws.claims.pc.sizes import extra_terms, grown, pc_line, typed
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization import Parametrization

CLAIMS = Claims()

Exact = list[list[Fraction]]


# -- one model under several parametrisations (the abc symmetry) -----------------------------------


def _matmul(left: Exact, right: Exact) -> Exact:
    return [
        [
            sum((x * y for x, y in zip(row, column, strict=True)), Recorded(0))
            for column in zip(*right, strict=True)
        ]
        for row in left
    ]


def _course(point: Parametrization, *, pc: bool) -> list[Fraction]:
    """Predictions in three exact steps at width 4, where every root of N is rational."""
    width, roots = 4, {Recorded(n, 2): Recorded(2) ** n for n in range(-8, 9)}
    rng = np.random.default_rng(0)
    shapes = [(width, 1), (width, width), (1, width)]
    groups = list(point.groups.values())
    scales = [roots[-Recorded(g.a.width)] for g in groups]
    scales[-1] *= roots[-Recorded(point.d)]
    eta = Recorded(1, 64) * roots[2 * Recorded(point.d) - Recorded(groups[0].c.width)]
    weights = []
    for g, shape in zip(groups, shapes, strict=True):
        spread = roots[-Recorded(g.b.width) / 2]
        draw = rng.integers(-2, 3, size=shape).tolist()
        weights.append([[spread * Recorded(int(x)) for x in row] for row in draw])
    outputs = []
    for _ in range(3):
        layers = [[[c * x for x in row] for row in w] for c, w in zip(scales, weights, strict=True)]
        first = layers[0]
        second = _matmul(layers[1], first)
        outputs.append(_matmul(layers[2], second)[0][0])
        error = 1 - outputs[-1]
        paths = [_matmul(layers[2], layers[1]), layers[2], [[Recorded(1)]]]
        s = 1 + sum(x * x for path in paths[:2] for x in path[0])
        reach = [[x] for x in paths[0][0]]
        upper = _matmul(layers[1], reach)
        reaches = [
            [[Recorded(0)]],
            reach,
            [[x[0] + y] for x, y in zip(upper, paths[1][0], strict=True)],
        ]
        below = [[[Recorded(1)]], first, second]
        for i in range(3):
            row = [
                h[0] * error + (error**2 / s * v[0] if pc else 0)
                for h, v in zip(below[i], reaches[i], strict=True)
            ]
            push = eta * scales[i] / (s if pc else 1)
            for j, m in enumerate(paths[i][0]):
                for k, r in enumerate(row):
                    weights[i][j][k] += push * m * r
    return outputs


def _gauge(shift: Fraction) -> Parametrization:
    """A point of the line (15): the mean-field column with a + shift, b - 2 shift, c - 2 shift."""
    steps = {"a1": shift, "b1": -2 * shift, "a": Recorded(1, 2) + shift, "b": -2 * shift}
    typed = {name: str(value) for name, value in steps.items()}
    return parametrization.abcd(**typed, c=str(-2 * shift), d="1/2")


def _same_courses() -> Iterator[Case]:
    for pc in (False, True):
        base = _course(parametrization.named["mean_field"], pc=pc)
        for shift in (Recorded(-1, 2), Recorded(1, 2), Recorded(1)):
            moved = _course(_gauge(shift), pc=pc)
            for step, (one, other) in enumerate(zip(base, moved, strict=True)):
                yield f"pc = {pc}, shift {shift}, step {step}", one, other
        yield f"pc = {pc}: it moves", base[0] != base[2]


def _symmetry() -> Iterator[Case]:
    """m -> m / t, W -> t W, eta -> t^2 eta leaves the step of m W as it is; Adam: t eta."""
    m, W, eta, t, slope, sign = sp.symbols("m W eta t slope sign", real=True, nonzero=True)
    layer = m * W
    step = m * (W - eta * m * slope)
    moved = (m / t) * (t * W - t**2 * eta * (m / t) * slope)
    yield "same layer", (m / t) * (t * W), layer
    yield "same step of descent", moved, step
    adaptive = (m / t) * (t * W - t * eta * sign)
    yield "same step of an adaptive optimiser", adaptive, m * (W - eta * sign)


def _invariants() -> Iterator[Case]:
    names = ("mean_field", "mup")
    for shift in THIRDS:
        same = parametrization.invariants(_gauge(shift)) == parametrization.invariants(names[0])
        yield f"shift {shift}", same
        adaptive = parametrization.invariants(_gauge(shift), "adam")
        kept = adaptive == parametrization.invariants(names[0], "adam")
        yield f"shift {shift}, adaptive", kept == (shift == 0)
    one, other = (parametrization.invariants(name) for name in names)
    yield "mean-field and muP", one == other
    yield "NTK is another", parametrization.invariants("ntk") != one


def _multiplied_branches() -> Iterator[Case]:
    """Steps of A = m W: descent moves it by rate m^2, Adam by rate m; the slope in W is m times."""
    for m in (Recorded(1, 2), Recorded(1, 8), Recorded(4)):
        factors = parametrization.compare_scaling(float(m))
        yield f"m={m}, descent", Recorded(factors.sgd) * m**2, Recorded(1)
        yield f"m={m}, Adam", Recorded(factors.adam) * m, Recorded(1)
        yield f"m={m}, its epsilon", Recorded(factors.adam_epsilon), m


CLAIMS.add(
    id="PC-B9",
    source=PC.beyond("PC-B9"),
    says="(a, b, c) -> (a + t, b - 2t, c - 2t) in every layer changes no step of either algorithm: "
    "all of (15) is one model. An adaptive optimiser needs c - t.",
    checks=(Exhaustive(_symmetry), Exhaustive(_same_courses), Exhaustive(_invariants)),
    cross_checks=(Exhaustive(_multiplied_branches, what="a multiplier or scaled weights"),),
)


def _two_points() -> Iterator[Case]:
    for depth in (4, 9, 16):
        conversion = parametrization.convert(
            "scaled_init", "branch_multiplier", width=64, depth=depth
        )
        yield f"L = {depth}: same forward pass", conversion.same_forward
        yield f"L = {depth}: other training", not conversion.same_training
        factors = conversion.groups["hidden"].rate_factors
        yield f"L = {depth}: factor of descent", Recorded(factors["sgd"]), depth
        yield f"L = {depth}: factor of Adam", Recorded(factors["adam"]) ** 2, depth


def _any_depth(depth: int) -> tuple[list[float], list[float]]:
    """Rate factors of the public function at depths whose roots are not whole numbers."""
    conversion = parametrization.convert("scaled_init", "branch_multiplier", width=64, depth=depth)
    factors = conversion.groups["hidden"].rate_factors
    return [factors["sgd"], factors["adam"]], [depth, depth**0.5]


CLAIMS.add(
    id="PC-B9-multiplier",
    source=PC.beyond("PC-B9"),
    says=(
        "Branch weights scaled by L^(-1/2) at the start, and a persistent multiplier "
        "L^(-1/2), have the same forward pass but are two models: equal training needs L "
        "times the rate of gradient descent, or sqrt(L) times the rate of Adam."
    ),
    checks=(Exhaustive(_two_points), Exhaustive(_symmetry)),
    cross_checks=(Property(_any_depth, {"depth": [2, 3, 12, 1000, 10**6 + 3, 10**9]}, rtol=1e-14),),
)


# Exponents at the start: q_l, own_l, own_1, r_l.
GROWTH = {
    "mean_field": (0, 0, 0, -3 * HALF),
    "mup": (0, 0, 0, -3 * HALF),
    "ntk": (0, -HALF, -HALF, -1),
    "sp": (1, HALF, -HALF, 0),
}
KEYS = ("q_l", "own_l", "own_1", "r_l")


def _columns() -> Iterator[Case]:
    """PC-B11 as measured in the ledger: each size is the product of its factors."""
    for name, row in GROWTH.items():
        for key, power in zip(KEYS, row, strict=True):
            yield grown(name, key, typed(name), power)


def _growth() -> Iterator[Case]:
    for name, row in GROWTH.items():
        width = parametrization.growth(name)["width"]
        for key, power in zip(KEYS, row, strict=True):
            yield f"{name}: {key}", width[key], power


CLAIMS.add(
    id="PC-B11",
    source=PC.beyond("PC-B11"),
    says="Exponents in N of predictions, own features, first features and the extra term: 0, 0, 0, "
    "-3/2 (mean-field, muP), 0, -1/2, -1/2, -1 (NTK), 1, 1/2, -1/2, 0 (SP).",
    checks=(Exhaustive(_columns),),
    cross_checks=(Exhaustive(_growth, what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-TK1",
    source=PC.section("3, takeaway 1"),
    says="Stable feature-learning parametrisations of PC at equilibrium are those of BP, and under "
    "each of them the extra terms vanish with the width.",
    checks=(Exhaustive(pc_line), Exhaustive(extra_terms)),
    cross_checks=(
        Exhaustive(pc_set, what="the theory's solver"),
        Exhaustive(bp_set, what="the same, backpropagation"),
        Exhaustive(_growth, what="the theory's answer"),
    ),
)
