"""Appendix A.4.1 and A.4.2: sizes at the start (eqs. 20 to 55), by exact second moments.

Weights are N^(-b/2) times unit draws, so each layer of a product contributes N^(-a - b/2). Means
over one layer hold for whatever the layers below or above it are; products of independent layers
multiply them.
"""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Array,
    Equal,
    Exactly,
    Mean,
    Statement,
    Tree,
    arrays,
    both,
    gaussian,
    half,
    index,
    indices,
    induction,
    naturals,
    positive,
    reals,
    same,
    scalars,
    sqrt,
    total,
)
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization import solve
from depthlaws.theory.parametrization.polyhedra import unknown
from depthlaws_papers.pc.claims import linear
from depthlaws_papers.pc.claims.common import Case

CLAIMS = Claims()

N, D, a, b, a1, b1, d, gamma0 = scalars("N D a b a1 b1 d gamma0")
W, X, R, u, v, x, y, q, g, skip = arrays("W X R u v x y q g k")
i, j = indices("i j", N)
p = indices("p", D)
unit = indices("unit", 2)
L = scalars("L")
layer = indices("l", L)
before = index("l", 0, L - 1)
passed = indices("l", L - 1)

gamma = gamma0 * N**d
EXPONENTS = {a: reals, b: reals, a1: reals, b1: reals}
WIDTH = {N: naturals(1)}
GAMMA = {d: reals, gamma0: positive}
INPUTS = {D: naturals(1), x: reals[D]}
BELOW = {u: reals[N]}


# -- desideratum 1: features at the start (eqs. 27 to 36) ------------------------------------------

CLAIMS.add(
    id="PC-E27",
    source=PC.eq("27, 31"),
    says="Features have mean zero at the start, whatever the widths, with skips and without.",
    statement=Statement(
        Equal(Mean(total(X[i, p] * x[p], p), X), 0),
        Equal(Mean(skip[layer] * u[i] + total(W[i, j] * u[j], j), W), skip[layer] * u[i]),
        Equal(q[layer], 0, by=induction(layer)),
        for_all={
            **{L: naturals(1), D: naturals(1), N: naturals(1), x: reals[D], u: reals[N]},
            **{skip: reals[L], X: gaussian(1)[N, D], W: gaussian(1)[N, N]},
        },
        defined={q[1]: 0, q[passed + 1]: skip[passed + 1] * q[passed]},
    ),
)

# Weights are drawn as units times N^(-b/2); the multipliers are N^-a_1 / sqrt D and N^-a.
first_gain = N**-a1 * N ** (-b1 / 2) / sqrt(D)
gain = N**-a * N ** (-b / 2)


def first(number: Tree | int, inputs: Array) -> Tree:
    """One of two units of the first layer, over its gain."""
    return total(X[number, p] * inputs[p], p)


def later(number: Tree | int, below: Array) -> Tree:
    """One of two units of a later layer, over its gain."""
    return total(W[number, i] * below[i], i)


CLAIMS.add(
    id="PC-E28",
    source=PC.eq("28-30"),
    says="First features: E[h_i h_j] = delta_ij N^-(2 a_1 + b_1) Phi_0, exactly.",
    statement=Statement(
        Equal(
            first_gain**2 * Mean(first(unit, x) * first(unit, y), X),
            N ** -(2 * a1 + b1) * (total(x[p] * y[p], p) / D),
        ),
        Equal(Mean(first(1, x) * first(2, y), X), 0),
        for_all=EXPONENTS | WIDTH | INPUTS | {y: reals[D], X: gaussian(1)[2, D]},
    ),
)

CLAIMS.add(
    id="PC-E32",
    source=PC.eq("32-35"),
    says="Later features of plain networks: E[h_i h_j] = delta_ij N^(1 - 2a - b) times that of "
    "the layer below, at every width.",
    statement=Statement(
        Equal(
            gain**2 * Mean(later(unit, u) * later(unit, v), W),
            N ** (1 - 2 * a - b) * (total(u[i] * v[i], i) / N),
        ),
        Equal(Mean(later(1, u) * later(2, v), W), 0),
        for_all=EXPONENTS | WIDTH | BELOW | {v: reals[N], W: gaussian(1)[2, N]},
    ),
)


def _fourth_moment() -> sp.Expr:
    """E h_1^2 h_2^2 above one neuron g: both are g times weights of their own, so E g^4."""
    g = sp.Symbol("g", real=True)
    return sp.integrate(g**4 * sp.exp(-(g**2) / 2) / sp.sqrt(2 * sp.pi), (g, -sp.oo, sp.oo))


CLAIMS.add(
    id="PC-E35",
    source=PC.eq("35, 101"),
    says="Two neurons of the first layer, which see rows of their own, have E h_1^2 h_2^2 = "
    "E h_1^2 E h_2^2 at the start, as independent ones do.",
    quote="neurons are i.i.d. at initialisation",
    reading="Deeper layers, which the sentences after (35) and (101) include, are exchangeable and "
    "uncorrelated, not independent at finite width (PC-E35-exchangeable). The paper uses only "
    "means of products, which are right.",
    statement=Statement(
        Equal(
            Mean(first(1, x) ** 2 * first(2, x) ** 2, X),
            Mean(first(1, x) ** 2, X) * Mean(first(2, x) ** 2, X),
        ),
        for_all=INPUTS | {X: gaussian(1)[2, D]},
    ),
    imprecise=True,
    exact="PC-E35-exchangeable",
    change="uncorrelated and exchangeable, in place of i.i.d., above the first layer.",
    against=(
        Smallest(
            lambda N: (1 + sp.Rational(2, N), "==", 1),
            {"N": [1]},
            of=("E h_1^2 h_2^2 in the second layer", "E h_1^2 E h_2^2"),
            again=lambda N: _fourth_moment(),
        ),
    ),
)


def _second_layer() -> Statement:
    """Two units of the second layer over N units of the first."""
    one, two = (total(W[r, i] * total(X[i, p] * x[p], p), i) for r in (1, 2))

    def mean(e: Tree) -> Tree:
        return Mean(Mean(e, W), X)

    return Statement(
        Equal(mean(one**2 * two**2), (1 + 2 / N) * mean(one**2) * mean(two**2)),
        Equal(mean(one * two), 0),
        Equal(mean(one**2), mean(two**2)),
        for_all=WIDTH | INPUTS | {W: gaussian(1)[2, N], X: gaussian(1)[N, D]},
    )


CLAIMS.add(
    id="PC-E35-exchangeable",
    source=PC.ledger("ERR-PC-17"),
    says="Neurons of the second layer of a plain network are uncorrelated, with one variance, and "
    "not independent: E h_1^2 h_2^2 is 1 + 2/N times the product of the means.",
    statement=_second_layer(),
)


def _solver_keeps_it() -> Iterator[Case]:
    (line,) = solve("pc")
    (word,) = solve("pc", reading="literal")
    for name, demand in (
        ("2 a_1 + b_1 = 0", 2 * unknown("a1") + unknown("b1")),
        ("2 a + b = 1", 2 * unknown("a") + unknown("b") - 1),
        ("2 a_L + b_L = 1", 2 * unknown("aL") + unknown("bL") - 1),
    ):
        for piece in (line, word):
            kept = demand
            for solved, form in piece.solved.items():
                kept = kept.substituted(solved, form)
            yield f"{name} on {piece}", str(kept) == "0"


CLAIMS.add(
    id="PC-E36",
    source=PC.eq(36),
    says="Features keep their size at the start, N^-(a_1 + b_1/2) and N^(1/2 - a_l - b_l/2) times "
    "that of the layer below, exactly if 2 a_1 + b_1 = 0 and 2 a_l + b_l = 1.",
    statement=Statement(
        Equal((first_gain * sqrt(D)) ** 2, N ** (2 * -(a1 + b1 / 2))),
        Equal(gain**2 * N, N ** (2 * (half - a - b / 2))),
        Exactly(
            both(same(-(a1 + b1 / 2), 0), same(half - a - b / 2, 0)),
            both(same(2 * a1 + b1, 0), same(2 * a + b, 1)),
        ),
        for_all=EXPONENTS | WIDTH | {D: naturals(1)},
    ),
    cross_checks=(Exhaustive(_solver_keeps_it, what="the theory's solver"),),
)


# -- kernels (eqs. 37 to 42) -----------------------------------------------------------------------


def _backward_vectors() -> Statement:
    """The output as a function of the activities x of any layer, with H - 1 layers above it."""
    h, m, w, z = linear.h, linear.path, linear.w, linear.x
    n, top, width = linear.i, linear.top, linear.d
    kept = Equal(total(m[top, n] * h[top, n], n), total(m[1, n] * z[n], n), by=induction(top))
    output = total(w[n] * h[linear.H, n], n)
    divisor = scalars("gamma")
    scaled = total((sqrt(width) * divisor * m[top, n]) ** 2, n) / width
    return Statement(
        kept,
        Equal(output, total(m[1, n] * z[n], n), because=kept.gap.put({top: linear.H})),
        Equal(total(m[top, n] ** 2, n), divisor**-2 * scaled),
        for_all=linear.ANY_LINEAR | {divisor: positive},
        defined=linear.LINEAR,
    )


CLAIMS.add(
    id="PC-E39",
    source=PC.eq("37-40"),
    says="The output is m_l . z in the activities z of layer l, so the paths m_l are its slopes; "
    "|m_l|^2 = gamma^-2 G_l with g_l = sqrt N gamma m_l.",
    statement=_backward_vectors(),
)


def _kernels() -> Statement:
    """Means over one layer of units of variance 1/N, forwards and backwards, and over all."""
    phi, after = total(u[i] ** 2, i) / N, total(total(W[i, j] * u[j], j) ** 2, i) / N
    first_phi = total(total(X[i, p] * x[p], p) ** 2, i) / N
    back, last = total(total(W[i, j] * u[i], i) ** 2, j) / N, total(g[i] ** 2, i) / N
    other = total(total(W[i, j] * u[j], j) * total(W[i, j] * v[j], j), i) / N
    data = total(x[p] ** 2, p) / D
    wider = 1 + 2 / N
    return Statement(
        Equal(Mean(other, W), total(u[i] * v[i], i) / N),
        Equal(Mean(first_phi, X), data),
        Equal(Mean(back, W), phi),
        Equal(Mean(last, g), 1),
        Equal(Mean(after**2, W), wider * phi**2),
        Equal(Mean(first_phi**2, X), wider * data**2),
        Equal(Mean(back**2, W), wider * phi**2),
        Equal(Mean(last**2, g), wider),
        Equal(q[layer], wider**layer, by=induction(layer)),
        for_all={
            **(WIDTH | INPUTS | BELOW | {L: naturals(1), v: reals[N]}),
            **{W: gaussian(1 / N)[N, N], X: gaussian(1 / D)[N, D], g: gaussian(1)[N]},
        },
        defined={q[0]: 1, q[before + 1]: wider * q[before]},
    )


CLAIMS.add(
    id="PC-E41",
    source=PC.eq("41, 42"),
    says="In plain networks under desideratum 1 feature and gradient kernels have means Phi_0 and "
    "1 at every width; each layer between them and the data or the output, the first included, "
    "multiplies their mean squares at one input by 1 + 2/N, l or L - l times: they "
    "concentrate at a fixed depth.",
    statement=_kernels(),
)


# -- derivative of the network function (eqs. 43, 44) ----------------------------------------------

CLAIMS.add(
    id="PC-E43",
    source=PC.eq(43),
    says="The slope of f in W_l is c_l m_l h_{l-1}^T: backward vector times feature.",
    reading="g_i has no index mu, as printed: in a linear network all inputs have the same g.",
    statement=Statement(
        *linear.slope_of_output(),
        for_all=linear.ANY_MOVE | linear.ANY_SAMPLES,
        defined=linear.SAMPLES | linear.MOVES | linear.MOVED_FEATURES | linear.PATHS,
    ),
)


def _squares(*, readout_power: Tree) -> tuple[Equal, ...]:
    """Mean squares of c_l m_i h_j with E m_i^2 = 1/(N gamma^2) below the readout, E h_j^2 = 1."""

    def printed(power: Tree) -> Tree:
        return N ** (2 * power) / gamma0**2

    return (
        Equal((N**-a) ** 2 / (N * gamma**2), printed(-d - a - half)),
        Equal((N**-a1) ** 2 / (N * gamma**2), printed(-d - a1 - half)),
        Equal((N**-a / gamma) ** 2, printed(readout_power)),
    )


CLAIMS.add(
    id="PC-E44",
    source=PC.eq(44),
    says="The slope of f in a weight has size N^(-d - a_l - 1/2) in every layer.",
    quote="Derivative of the network function with respect to layer weights ... = Theta(N^(-d - "
    "a_l - 1/2))",
    reading="Tested for all layers l = 1..L, as the sums over layers in (69) and (73) use it. "
    "Below the readout the equation holds (PC-E44-layers).",
    statement=Statement(
        *_squares(readout_power=-d - a - half), for_all=WIDTH | GAMMA | {a: reals, a1: reals}
    ),
    corrected_by="PC-E44-layers",
    sides=("mean square in the readout, exact", "as printed"),
    fault="formula",
    change="for the layers below the readout; in the readout N^(-d - a_L).",
)

CLAIMS.add(
    id="PC-E44-layers",
    source=PC.ledger("ERR-PC-5"),
    says="The mean square of the slope of f in a weight, with E|m_l|^2 = 1/gamma^2 and E h_j^2 = "
    "1, has the root N^(-d - a_l - 1/2)/gamma0 below the readout, but N^(-d - a_L)/gamma0 in it.",
    statement=Statement(
        Equal(Mean(total(W[i, j] * u[j], j) ** 2, W), total(u[j] ** 2, j) / N),
        Equal(Mean(total(W[i, j] * u[i], i) ** 2, W), total(u[i] ** 2, i) / N),
        Equal(Mean(total(g[i] ** 2, i), g) / (N * gamma**2), gamma**-2),
        *_squares(readout_power=-d - a),
        for_all={
            **(WIDTH | GAMMA | BELOW | {a: reals, a1: reals}),
            **{W: gaussian(1 / N)[N, N], g: gaussian(1)[N]},
        },
    ),
)
