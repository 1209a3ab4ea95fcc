"""Section 2.1: loss, energy and equilibrium of linear networks (eqs. 1 to 6)."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import jacobian
from depthlaws.claims.engine.statement import AtMost, Equal, Statement, induction, reals, total
from depthlaws.sims.predictive_coding import PCN, Inference, infer
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.pc.claims.common import SHAPES, Case, equal, net, over
from depthlaws_papers.pc.claims.equilibrium import (
    ANY_NETWORK,
    ANY_SLOPE,
    EVERY,
    NETWORK,
    OWN_SHARES,
    PATHS,
    SLOPES,
    TARGET,
    VARIED,
    F,
    H,
    P,
    V,
    all_layers,
    carried,
    curvature_in_errors,
    df,
    ds,
    error,
    errors,
    h,
    i,
    least,
    loss,
    lower,
    mu,
    no_error,
    output,
    r,
    reached,
    several_outputs,
    slope_of_f,
    slope_of_s,
    top_V,
    u,
    upto,
    v,
    w,
    y,
)

CLAIMS = Claims()

# Networks of small integers: every intermediate float is exact.
INTEGERS = tuple((width, depth, seed) for width in (1, 2) for depth in (2, 3, 4) for seed in (0, 1))


def _drawn(width: int, depth: int, seed: int, *, outputs: int = 1) -> tuple[Any, ...]:
    rng = np.random.default_rng([width, depth, seed])
    shapes = [(width, 2), *[(width, width)] * (depth - 2), (outputs, width)]
    weights = [rng.integers(-2, 3, size=shape) for shape in shapes]
    return weights, rng.integers(-3, 4, size=(4, 2)), rng.integers(-3, 4, size=(4, outputs))


def _loss(width: int, depth: int, seed: int) -> Iterator[Case]:
    weights, x, y = _drawn(width, depth, seed)
    equilibrium = predictive_coding.equilibrium(weights, x, y)
    errors = (_exact(y) - _outputs(weights, _exact(x))).flat
    yield "loss", Recorded(equilibrium.loss), sum(e**2 for e in errors) / 8
    outputs = _outputs(weights, x)
    reached = predictive_coding.equilibrium(weights, x, outputs)
    left = (_exact(outputs) - _outputs(weights, _exact(x))).flat
    yield "loss at its own outputs", Recorded(reached.loss), sum(e**2 for e in left) / 8


def _exact(values: np.ndarray) -> np.ndarray:
    """Integers as SymPy's integers, whose sums a certificate can write out."""
    return np.vectorize(sp.Integer, otypes=[object])(values)


def _outputs(weights: Sequence[np.ndarray], x: np.ndarray) -> np.ndarray:
    for matrix in weights:
        x = x @ matrix.T
    return x


CLAIMS.add(
    id="PC-E1",
    source=PC.eq(1),
    says="The loss, the mean over the samples of half the squared error, is at least 0, and 0 "
    "where every target is met.",
    statement=Statement(
        AtMost(0, loss, because=loss),
        Equal(loss, 0, where={y[mu]: output}),
        for_all=ANY_NETWORK | {y: reals[P]},
        defined=NETWORK,
    ),
    cross_checks=(Exhaustive(over(_loss, INTEGERS)),),
)

CLAIMS.add(
    id="PC-E2",
    source=PC.eq(2),
    says="The energy, a sum of squared prediction errors with multipliers and skips inside each "
    "prediction, is the loss at the forward pass.",
    statement=Statement(
        no_error,
        Equal(
            total(error**2, i, lower, mu) / (2 * P) + loss,
            loss,
            because=-total(error * no_error.gap, i, lower, mu) / (2 * P),
        ),
        for_all=ANY_NETWORK | {y: reals[P]},
        defined=NETWORK,
    ),
)


CLAIMS.add(
    id="PC-S1",
    source=PC.section("2.1, equilibrated energy"),
    says="Inference in a linear network has one solution, whatever the weights: from it activities "
    "that are moved by u have more energy by |v|^2 + (w.u_H)^2, v the errors of u, and u is 0 "
    "where v is.",
    statement=Statement(
        reached,
        carried,
        errors,
        least,
        Equal(u[upto, i, mu], 0, where={v[lower + 1, i, mu]: 0}, by=induction(upto)),
        **EVERY,
    ),
)

SCALES = {
    "width": [1, 3, 6],
    "depth": [2, 5, 9],
    "network": ["mlp", "residual"],
    "precision": [0.5, 3.0],
    "seed": Interval(0, 10**6, integer=True),
}


def _simulated(
    width: int, depth: int, network: str, precision: float, seed: int
) -> tuple[Any, Any]:
    """The closed form against conjugate gradients of the simulator."""
    model = PCN(
        width=width,
        depth=depth,
        features=2,
        outputs=2,
        network=network,
        gamma0=width**-0.5,
        output_precision=precision,
    )
    rng = np.random.default_rng(seed)
    weights = [rng.standard_normal(shape) for shape in model.shapes]
    x, y = rng.standard_normal((3, 2)), rng.standard_normal((3, 2))
    method = Inference(method="conjugate", iterations=3 * width * depth + 20)
    z, energies = infer(model, method, weights, x, y)
    equilibrium = predictive_coding.equilibrium(
        weights,
        x,
        y,
        skips=network == "residual",
        scale=model.multipliers,
        output_precision=precision,
    )
    return np.hstack([*z, [[energies[-1]]] * 3]), np.hstack(
        [*equilibrium.activities[1:-1], [[equilibrium.energy]] * 3]
    )


CLAIMS.add(
    id="PC-E3",
    source=PC.eq(3),
    says="The activities of least energy are z_l = h_l + V_l r/s, r the output's error, with "
    "V_l = M_l V_{l-1} + m_l and m_l = (M_L ... M_{l+1})^T.",
    statement=Statement(reached, carried, errors, least, **EVERY),
    cross_checks=(Property(_simulated, SCALES, rtol=1e-9, n=36),),
)

CLAIMS.add(
    id="PC-E5",
    source=PC.eq(5),
    says="At equilibrium the energy of a linear network with one output is the loss over s, and "
    "no activities have less.",
    statement=Statement(
        reached,
        carried,
        errors,
        least,
        Equal(
            (1 + PATHS) * total((y[mu] - output) * r[mu], mu),
            total((y[mu] - output) ** 2, mu),
        ),
        **EVERY,
    ),
)


CLAIMS.add(
    id="PC-B1",
    source=PC.beyond("PC-B1"),
    says="Several outputs and an output precision p: the energy is r^T S^-1 r / 2 with "
    "S = I/p + sum_{l >= 2} (M_L ... M_l)(M_L ... M_l)^T.",
    statement=several_outputs(),
    cross_checks=(Property(_simulated, SCALES, rtol=1e-9, n=24),),
)


def curvature(energy: sp.Expr, unknown: Sequence[sp.Symbol]) -> sp.Matrix:
    """Hessian of an energy, its derivatives not taken."""
    return jacobian(jacobian([energy], unknown), unknown)


def _public_hessian(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """The public function at whole weights, whose Hessian is exact in floats."""
    one = net(width, depth, skips)
    energy, unknown = one.energy()
    there: dict[sp.Symbol, int] = dict.fromkeys(one.c, 1)
    for at, entry in enumerate(entry for weights in one.W for entry in weights.flat):
        there[entry] = at % 5 - 2
    whole = [np.vectorize(lambda entry: float(there[entry]))(weights) for weights in one.W]
    hessian_matrix = predictive_coding.activity_hessian(whole, skips=skips)
    hessian = sp.hessian(energy, unknown).subs(there)
    for at in itertools.product(range(len(unknown)), repeat=2):
        yield f"entry {at}", Recorded(hessian_matrix[at]), hessian[at]


def _determinant(
    width: int, depth: int, skips: bool, outputs: int = 1, weight: int = 1
) -> Iterator[Case]:
    one = net(width, depth, skips, outputs=outputs, precision=sp.Rational(weight))
    energy, unknown = one.energy()
    det, S = curvature(energy, unknown).det(method="berkowitz"), sp.Matrix(one.S)
    yield from equal("det H", det, sp.Rational(weight) ** outputs * S.det())


SEVERAL = ((1, 2, False, 2, 1), (1, 3, True, 2, 1), (2, 2, False, 2, 1), (1, 3, False, 2, 3))

CLAIMS.add(
    id="PC-B2",
    source=PC.beyond("PC-B2"),
    says="The determinant of the Hessian of inference is that of S times p for each output: it is "
    "A^T (1 + p R^T R) A, where A takes activities to errors and has determinant 1, R takes "
    "errors to outputs and R R^T = S - 1/p, so that the middle factor takes R^T r to R^T (p S r) "
    "and keeps what R takes to 0.",
    statement=curvature_in_errors(),
    cross_checks=(
        Exhaustive(over(_determinant, (*SHAPES, *SEVERAL)), what="determinants written out"),
        Exhaustive(over(_public_hessian, SHAPES), what="public function"),
    ),
)

CLAIMS.add(
    id="PC-E6",
    source=PC.eq(6),
    says="s - 1, by which a unit error at the output moves the output, is the sum of |m_l|^2 over "
    "the hidden layers; with one hidden layer it is |w|^2.",
    statement=Statement(
        reached,
        Equal(top_V, PATHS, because=reached.gap.put({upto: H})),
        Equal(top_V, total(w[i] ** 2, i), where={H: 1}),
        for_all=ANY_NETWORK,
        defined=NETWORK,
    ),
)


CLAIMS.add(
    id="PC-E4",
    source=PC.eq(4),
    says="Learning by the slope of the energy at fixed equilibrium activities is gradient descent "
    "on the equilibrated energy: -c_l (m_l r/s) z_{l-1}^T is its whole slope, here times P.",
    statement=Statement(
        *SLOPES,
        Equal(
            -total(r[mu] * df, mu) - total(r[mu] ** 2, mu) / 2 * ds,
            -total(r[mu] * (all_layers(h, mu) + all_layers(V) * r[mu]), mu),
            because=total(r[mu] * slope_of_f.gap + r[mu] ** 2 / 2 * slope_of_s.gap, mu),
        ),
        for_all=ANY_SLOPE,
        defined=NETWORK | VARIED,
    ),
)

CLAIMS.add(
    id="PC-B3",
    source=PC.beyond("PC-B3"),
    says="With one output no gradient has a rank above one, for any number of samples: that of the "
    "loss is -c m k^T, of s 2 c m V^T, of the energy -(c/s) m (k + 2 F* V)^T, k the mean of r h "
    "over the samples.",
    statement=Statement(
        *SLOPES,
        Equal(
            -total(r[mu] * df, mu) / P - F * ds,
            -total(r[mu] * all_layers(h, mu), mu) / P - 2 * F * all_layers(V),
            because=total(r[mu] * slope_of_f.gap, mu) / P + F * slope_of_s.gap,
        ),
        for_all=ANY_SLOPE | {F: reals},
        defined=NETWORK | VARIED,
    ),
)


def _reported_shares(width: int, depth: int, seed: int) -> tuple[list, list]:
    weights, x, y = _drawn(width, depth, seed)
    equilibrium = predictive_coding.equilibrium(weights, x, y)
    errors = [np.sum(e**2) / (2 * len(x)) for e in equilibrium.errors]
    return [*errors, float(equilibrium.shares[-1])], [
        *(equilibrium.shares * equilibrium.energy),
        1 / predictive_coding.rescaling(weights),
    ]


CLAIMS.add(
    id="PC-B4",
    source=PC.beyond("PC-B4"),
    says="At equilibrium layer l holds the share |m_l|^2/s of the energy, the output 1/s: its "
    "error is m_l r/s, the output's r/s.",
    statement=Statement(*OWN_SHARES, for_all=ANY_NETWORK | {r: reals[P]}, defined=NETWORK | TARGET),
    cross_checks=(
        Property(
            _reported_shares,
            {"width": [2, 3], "depth": [2, 3, 4], "seed": [1, 2, 3]},
            rtol=1e-12,
            n=18,
        ),
    ),
)
