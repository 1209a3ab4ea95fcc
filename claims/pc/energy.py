"""Section 2.1: loss, energy and equilibrium of linear networks (eqs. 1 to 6)."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.common import SHAPES, SMALL, Case, equal, net, over, slopes, symbols
from depthlaws.sims.predictive_coding import PCN
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval

CLAIMS = Claims()

# Networks of small integers: every float on the way is exact.
INTEGERS = tuple((width, depth, seed) for width in (1, 2, 3) for depth in (2, 3, 4) for seed in (0, 1))


def _drawn(width: int, depth: int, seed: int, *, outputs: int = 1) -> tuple[list, ...]:
    rng = np.random.default_rng([width, depth, seed])
    shapes = [(width, 2), *[(width, width)] * (depth - 2), (outputs, width)]
    weights = [rng.integers(-2, 3, size=shape) for shape in shapes]
    return weights, rng.integers(-3, 4, size=(4, 2)), rng.integers(-3, 4, size=(4, outputs))


def _loss(width: int, depth: int, seed: int) -> Iterator[Case]:
    weights, x, y = _drawn(width, depth, seed)
    outputs = x
    for w in weights:
        outputs = outputs @ w.T
    exact = Fraction(int(np.sum((y - outputs) ** 2)), 2 * len(x))
    found = predictive_coding.equilibrium(weights, x, y)
    yield "loss", Fraction(found.loss), exact
    reached = predictive_coding.equilibrium(weights, x, outputs)
    yield "loss at its own outputs", Fraction(reached.loss), Fraction(0)
    yield "zero for no other targets", (found.loss == 0) == bool(np.all(y == outputs))


CLAIMS.add(
    id="PC-E1",
    source=PC.eq(1),
    says="The loss is the mean over the samples of half the squared error, 0 exactly where every "
    "target is met.",
    checks=(Exhaustive(over(_loss, INTEGERS)),),
)


def _energy_of_forward_pass(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = net(width, depth, skips)
    energy, unknown = one.energy()
    states = [h for layer in one.h[1:-1] for h in layer[:, 0]]
    at_forward = energy.subs(dict(zip(unknown, states, strict=True)), simultaneous=True)
    yield from equal("energy of the forward pass", at_forward, one.loss)


CLAIMS.add(
    id="PC-E2",
    source=PC.eq(2),
    says="The energy is a sum of squared prediction errors, so never negative; at the forward pass "
    "it is the loss. Multipliers and skips belong inside each prediction.",
    checks=(Exhaustive(over(_energy_of_forward_pass, SHAPES)),),
)


def _determinant(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = net(width, depth, skips)
    energy, unknown = one.energy()
    hessian = sp.hessian(energy, unknown)
    yield from equal("det of the Hessian", hessian.det(method="berkowitz"), one.s)
    yield from equal("s - 1 is a sum of squares", one.s - 1, one.norms())


CLAIMS.add(
    id="PC-S1",
    source=PC.section("2.1, equilibrated energy"),
    says="Inference in a linear network has one solution, whatever the weights: the determinant of "
    "its Hessian is s >= 1.",
    checks=(Exhaustive(over(_determinant, SHAPES)),),
)


def _stationary(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """With z = h + V lambda, lambda = r / s: the slopes of the energy vanish, multiplied by s."""
    one = net(width, depth, skips)
    energy, unknown = one.energy()
    multiplier = sp.Symbol("multiplier")
    states = [
        entry
        for h, reach in zip(one.h[1:-1], one.V[1:-1], strict=True)
        for entry in h[:, 0] + reach[:, 0] * multiplier
    ]
    there = dict(zip(unknown, states, strict=True))
    error, s = one.r[0, 0], one.s
    for i, z in enumerate(unknown):
        slope = sp.expand(sp.diff(energy, z).subs(there, simultaneous=True))
        constant, linear = slope.coeff(multiplier, 0), slope.coeff(multiplier, 1)
        yield from equal(f"slope {i}", constant * s + linear * error, sp.Integer(0))


def _own_equilibrium(width: int, depth: int, seed: int, precision: float) -> tuple[float, float]:
    """Closed form against the simulator's descent, which shares no code with it."""
    model = PCN(width=width, depth=depth, output_precision=precision) if False else None
    del model
    weights, x, y = _drawn(width, depth, seed)
    scaled = [w / 2 for w in weights]
    found = predictive_coding.equilibrium(scaled, x, y, output_precision=precision)
    hessian = predictive_coding.activity_hessian(scaled, output_precision=precision)
    pull = np.zeros((len(x), len(hessian)))
    pull[:, :width] = x @ scaled[0].T
    pull[:, -width:] += precision * y @ scaled[-1]
    states = np.linalg.solve(hessian, pull.T).T
    return np.hstack(found.activities[1:-1]), states


CLAIMS.add(
    id="PC-E3",
    source=PC.eq(3),
    says="The activities of least energy are z_l = h_l + V_l lambda, lambda the output's error over "
    "s, with V_l = M_l V_{l-1} + m_l and m_l = (M_L ... M_{l+1})^T.",
    checks=(Exhaustive(over(_stationary, SHAPES)),),
)
