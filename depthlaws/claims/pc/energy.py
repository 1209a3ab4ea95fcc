"""Section 2.1: loss, energy and equilibrium of linear networks (eqs. 1 to 6)."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, jacobian
from depthlaws.claims.engine.statement import Equal, Statement, induction, total
from depthlaws.claims.pc import linear
from depthlaws.claims.pc.common import SHAPES, Case, equal, net, over, slopes, symbols
from depthlaws.sims.predictive_coding import PCN, Inference, infer
from depthlaws.theory import predictive_coding
from depthlaws.theory.papers import PC
from depthlaws.theory.symbolic.domain import Interval

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
    for w in weights:
        x = x @ w.T
    return x


CLAIMS.add(
    id="PC-E1",
    source=PC.eq(1),
    says="The loss is the mean over the samples of half the squared error, 0 where every target is "
    "met.",
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
    says="The energy, a sum of squared prediction errors with multipliers and skips inside each "
    "prediction, is the loss at the forward pass.",
    checks=(Exhaustive(over(_energy_of_forward_pass, SHAPES)),),
)


def curvature(energy: sp.Expr, unknown: Sequence[sp.Symbol]) -> sp.Matrix:
    """Hessian of an energy, its derivatives not taken."""
    return jacobian(jacobian([energy], unknown), unknown)


def _determinant(width: int, depth: int, skips: bool) -> Iterator[Case]:
    one = net(width, depth, skips)
    energy, unknown = one.energy()
    hessian = curvature(energy, unknown)
    yield from equal("det of the Hessian", hessian.det(method="berkowitz"), one.s)
    yield from equal("s - 1 is a sum of squares", one.s - 1, one.norms())


def _public_hessian(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """The public function at whole weights, whose Hessian is exact in floats."""
    one = net(width, depth, skips)
    energy, unknown = one.energy()
    there: dict[sp.Symbol, int] = dict.fromkeys(one.c, 1)
    for at, w in enumerate(w for weights in one.W for w in weights.flat):
        there[w] = at % 5 - 2
    whole = [np.vectorize(lambda w: float(there[w]))(weights) for weights in one.W]
    hessian_matrix = predictive_coding.activity_hessian(whole, skips=skips)
    hessian = sp.hessian(energy, unknown).subs(there)
    for i, j in itertools.product(range(len(unknown)), repeat=2):
        yield f"entry {i}, {j}", Recorded(hessian_matrix[i, j]), hessian[i, j]


CLAIMS.add(
    id="PC-S1",
    source=PC.section("2.1, equilibrated energy"),
    says="Inference in a linear network has one solution, whatever the weights: the determinant of "
    "its Hessian is s = 1 + a sum of squares.",
    checks=(Exhaustive(over(_determinant, SHAPES)),),
    cross_checks=(Exhaustive(over(_public_hessian, SHAPES), what="public function"),),
)


def _stationary(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """With z = h + V lambda, lambda = r / s, the slopes of the energy vanish (multiplied by s)."""
    one = net(width, depth, skips)
    energy, unknown = one.energy()
    multiplier = sp.Symbol("multiplier")
    layers = zip(one.h[1:-1], one.V[1:-1], strict=True)
    states = [entry for h, reach in layers for entry in h[:, 0] + reach[:, 0] * multiplier]
    there = dict(zip(unknown, states, strict=True))
    for i, z in enumerate(unknown):
        slope = D(energy, z).subs(there, simultaneous=True)
        pushed, pulled = slope.coeff(multiplier, 1) * one.r[0, 0], -slope.coeff(multiplier, 0)
        yield from equal(f"slope {i}", pushed, pulled * one.s)


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
    checks=(Exhaustive(over(_stationary, SHAPES)),),
    cross_checks=(Property(_simulated, SCALES, rtol=1e-9, n=36),),
)


def _bordered(width: int, depth: int, skips: bool, outputs: int, weight: int) -> Iterator[Case]:
    """2 F* = det of the form in (z, 1) over det of the Hessian; both are known polynomials."""
    one = net(width, depth, skips, outputs=outputs, precision=sp.Rational(weight))
    energy, unknown = one.energy()
    one_more = sp.Symbol("one_more")
    form = energy.subs({z: z / one_more for z in unknown}) * one_more**2
    determinant = sp.hessian(form, [*unknown, one_more]).det(method="berkowitz")
    S, r = sp.Matrix(one.S), sp.Matrix(one.r)
    scale = sp.Rational(weight) ** outputs  # det H = det S at precision 1
    yield from equal("det H", curvature(energy, unknown).det(method="berkowitz"), scale * S.det())
    yield from equal("2 F* det H", determinant, scale * (r.T * S.adjugate() * r)[0, 0])


ONE_OUTPUT = tuple((*shape, 1, 1) for shape in SHAPES)
OUTPUTS = ((1, 2, False, 2, 1), (1, 3, True, 2, 1), (2, 2, False, 2, 1), (1, 3, False, 2, 3))

CLAIMS.add(
    id="PC-E5",
    source=PC.eq(5),
    says="At equilibrium the energy of a linear network with one output is the loss over s.",
    checks=(Exhaustive(over(_bordered, ONE_OUTPUT)),),
)

CLAIMS.add(
    id="PC-B1",
    source=PC.beyond("PC-B1"),
    says="Several outputs and an output precision p: the energy is r^T S^-1 r / 2 with "
    "S = I/p + sum_{l >= 2} (M_L ... M_l)(M_L ... M_l)^T.",
    checks=(Exhaustive(over(_bordered, OUTPUTS)),),
    cross_checks=(Property(_simulated, SCALES, rtol=1e-9, n=24),),
)

CLAIMS.add(
    id="PC-B2",
    source=PC.beyond("PC-B2"),
    says="The determinant of the Hessian of inference is that of S times p for each output.",
    checks=(Exhaustive(over(_bordered, OUTPUTS)),),
)


def _curvature() -> Statement:
    H, V, i, path, t, top, w = (
        getattr(linear, name) for name in ["H", "V", "i", "path", "t", "top", "w"]
    )
    squares = total(path[t, i] ** 2, i, t)
    one_layer = Equal(total(V[top, i] * path[top, i], i), squares, by=induction(top))
    return Statement(
        one_layer,
        Equal(
            total(w[i] * V[H, i], i),
            squares.put({top: H}),
            because=one_layer.gap.put({top: H}),
        ),
        Equal(total(w[i] * V[H, i], i), total(w[i] ** 2, i), where={H: 1}),
        for_all=linear.ANY_LINEAR,
        defined=linear.LINEAR,
    )


CLAIMS.add(
    id="PC-E6",
    source=PC.eq(6),
    says="s - 1, by which a unit error at the output moves the output, is the sum of |m_l|^2 over "
    "the hidden layers; with one hidden layer it is |w|^2.",
    statement=_curvature(),
)


def _envelope(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """Total derivative of F* = r^2/(2 s) against -c (m lambda) z^T, both times s^2."""
    one = net(width, depth, skips)
    s, r = one.s, one.r[0, 0]
    for layer in range(1, depth + 1):
        W, c = one.W[layer - 1], one.c[layer - 1]
        total = slopes(r**2 / 2, W) * s - r**2 / 2 * slopes(s, W)
        below = one.h[layer - 1] * s + one.V[layer - 1] * r  # s z of the layer below
        local = -c * r * (one.m[layer] @ below.T)
        yield from equal(f"layer {layer}", total, local)


CLAIMS.add(
    id="PC-E4",
    source=PC.eq(4),
    says="Learning by the slope of the energy at fixed equilibrium activities is gradient descent "
    "on the equilibrated energy: -c_l (m_l r/s) z_{l-1}^T is its whole slope.",
    checks=(Exhaustive(over(_envelope, SHAPES)),),
)


TWO_SAMPLES = ((1, 2, False), (1, 3, False), (1, 3, True), (2, 2, False))


def _gradients(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """The three gradients of PC-B3 from their definitions, over two samples."""
    one = net(width, depth, skips, samples=2)
    s, r = one.s, one.r
    for layer in range(1, depth + 1):
        W, c, m = one.W[layer - 1], one.c[layer - 1], one.m[layer]
        k = one.h[layer - 1] @ r.T / 2
        yield from equal(f"loss, layer {layer}", slopes(one.loss, W), -c * m @ k.T)
        reach = one.V[layer - 1]
        yield from equal(f"s, layer {layer}", slopes(s, W), 2 * c * m @ reach.T)
        energy = slopes(one.loss, W) * s - one.loss * slopes(s, W)
        ours = -c * m @ (k * s + 2 * one.loss * reach).T
        yield from equal(f"s^2 F*, layer {layer}", energy, ours)


CLAIMS.add(
    id="PC-B3",
    source=PC.beyond("PC-B3"),
    says="All gradients have rank one: of the loss -c m k^T, of s 2 c m V^T, of the energy "
    "-(c/s) m (k + 2 F* V)^T, k the mean of r h over the samples.",
    checks=(Exhaustive(over(_gradients, TWO_SAMPLES)),),
)


def _shares(width: int, depth: int, skips: bool) -> Iterator[Case]:
    """|e_l|^2 = |m_l|^2 r^2/s^2, so the shares |m_l|^2/s add up to one; the output's is 1/s."""
    one = net(width, depth, skips)
    squares = [sum(entry**2 for entry in m.flat) for m in one.m[1:]]
    yield from equal("sum of |m_l|^2", sum(squares), one.s)
    yield from equal("output's", squares[-1], sp.Integer(1))
    for layer, lower in enumerate(one.V[:-1], start=1):
        error = one.V[layer] - one.M[layer - 1] @ lower
        wanted = one.m[layer] if layer < depth else np.eye(1, dtype=int)
        yield from equal(f"error of layer {layer}", error, wanted)


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
    says="At equilibrium layer l holds the share |m_l|^2/s of the energy, the output 1/s.",
    checks=(Exhaustive(over(_shares, SHAPES)),),
    cross_checks=(
        Property(
            _reported_shares,
            {"width": [2, 3], "depth": [2, 3, 4], "seed": [1, 2, 3]},
            rtol=1e-12,
            n=18,
        ),
    ),
)


# -- locality --------------------------------------------------------------------------------------


def _locality() -> Iterator[Case]:
    """Symbols in the slopes of eq. (2), for any activation, four layers of two units."""
    phi, units, depth = sp.Function("phi"), 2, 4
    z = [symbols(f"z{i}", units) for i in range(depth + 1)]
    W = [symbols(f"w{i}", units, units) for i in range(1, depth + 1)]
    inputs = [W[i] @ z[i] for i in range(depth)]
    errors = [z[i + 1][n] - phi(inputs[i][n]) for i in range(depth) for n in range(units)]
    energy = sum(e**2 for e in errors) / 2

    def layers_in(slope: sp.Expr) -> set[str]:
        return {s.name.partition("_")[0] for s in slope.free_symbols}

    for layer in (1, 2, 3):
        seen = layers_in(D(energy, z[layer][0]).doit())
        wanted = {f"z{layer - 1}", f"z{layer}", f"z{layer + 1}", f"w{layer}", f"w{layer + 1}"}
        yield f"activities of layer {layer}", seen == wanted
        yield f"kinds of symbols for the activities of layer {layer}", sp.Integer(len(seen)), 5
        seen = layers_in(D(energy, W[layer - 1][0, 0]).doit())
        yield f"weights of layer {layer}", seen == {f"z{layer - 1}", f"z{layer}", f"w{layer}"}
        yield f"kinds of symbols for the weights of layer {layer}", sp.Integer(len(seen)), 3
    states = z[0]
    for w in W:
        states = np.array([phi(entry) for entry in w @ states])
    loss = sum((z[depth][n] - states[n]) ** 2 for n in range(units)) / 2
    seen = layers_in(D(loss, W[0][0, 0]).doit())
    yield "the loss: weights of layer 1 need those of every layer", {"w1", "w2", "w3", "w4"} <= seen


CLAIMS.add(
    id="PC-S11",
    source=PC.section("2.1"),
    says="The energy's slope in the activities of a layer contains only this layer, its neighbours "
    "and the weights between them; that in its weights only its two ends. The loss's slope in the "
    "first weights contains every layer.",
    quote="both the activity and weight gradients of the energy for any layer are local",
    reading="Eq. (2) with any activation, four layers of two units.",
    only_said="sets of the symbols that slopes contain, which the package lists",
    checks=(Exhaustive(_locality),),
)
