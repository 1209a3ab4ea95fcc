"""Definitions used in the proofs, each tested where it allows two readings."""

from collections.abc import Iterator

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Array,
    Equal,
    Index,
    Mean,
    Statement,
    Tree,
    arrays,
    gaussian,
    index,
    indices,
    induction,
    naturals,
    nonnegative,
    positive,
    reals,
    scalars,
    total,
    tree,
)
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import LINEAR, Options, exact, mean_square, written_out
from depthlaws_papers.ammup.claims.layer import C, dot, j, n, u, v

CLAIMS = Claims()


N, taps, q, K, scale = scalars("N k q K c")
p, o = indices("p", N), indices("o", taps)
read, kernel, unit = arrays("phi W a")  # read[c, o, p]: what the kernel's tap o meets at site p
channel = indices("c", C)

CLAIMS.add(
    id="AMMUP-E03",
    source=AMMUP.eq(3),
    says="A convolution with Var W = 1/(q k C) makes sum E z^2 over the sites the mean over its k "
    "taps of the energy each reads, over q C: sum phi^2/(q C) where each reads all, as on a ring.",
    statement=Statement(
        Equal(
            total(
                Mean(total(kernel[channel, o] * read[channel, o, p], channel, o) ** 2, kernel), p
            ),
            total(read[channel, o, p] ** 2, channel, o, p) / (q * taps * C),
        ),
        Equal(
            total(unit[channel] ** 2, channel, o) / (q * taps * C),
            total(unit[channel] ** 2, channel) / (q * C),
        ),
        for_all={
            N: naturals(1),
            taps: naturals(1),
            C: naturals(1),
            q: positive,
            kernel: gaussian(1 / (q * taps * C))[C, taps],
            read: reals[C, taps, N],
            unit: reals[C],
        },
    ),
)


def _written_blocks() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Update energy of linear blocks z + W z, weight by weight, and that of the recursion."""
    for depth, width in ((1, 2), (2, 1)):
        moved, normal = written_out(width, depth, 1, skip=1)
        asked: Options = {"width": width, "inputs": "gaussian", "scaled": "none", **LINEAR}
        energy = exact("residual", depth, **asked)[-1]
        right = sp.Rational(*energy.as_integer_ratio())
        yield f"K={depth}, n={width}", mean_square(moved, normal), right


blocks, eta = scalars("K eta")
x, F, matrix, G, z, dz, after, rest = arrays("x F M G z dz z_after rest")
feature, other_feature = indices("f h", n)
layer, passed = index("l", 0, blocks), index("before", 0, blocks - 1)
block = indices("block", blocks)


def behind(state: Array) -> Tree:
    """W times a state in front of the next block."""
    return total(
        matrix[passed + 1, feature, other_feature] * state[passed, other_feature], other_feature
    )


def along(state: Array) -> Tree:
    """The step's G times a state in front of the next block."""
    return total(
        G[passed + 1, feature, other_feature] * state[passed, other_feature], other_feature
    )


CLAIMS.add(
    id="AMMUP-E04",
    source=AMMUP.eq(4),
    says="Behind K residual blocks z + F(z), one depth unit each, z is x plus the sum of all "
    "branches.",
    statement=Statement(
        Equal(
            z[blocks, feature], x[feature] + total(F[block, feature], block), by=induction(blocks)
        ),
        for_all={blocks: naturals(1), n: naturals(1), x: reals[n], F: reals[blocks, n]},
        defined={
            z[0, feature]: x[feature],
            z[passed + 1, feature]: z[passed, feature] + F[passed + 1, feature],
        },
    ),
)

CLAIMS.add(
    id="AMMUP-E28",
    source=AMMUP.eq(28),
    says="In the homogeneous model z + W z at every width and depth, a step W - eta G of every "
    "block changes the states by -eta dz up to eta^2, dz growing by W dz + G z in each block.",
    statement=Statement(
        Equal(
            after[layer, feature],
            z[layer, feature] - eta * dz[layer, feature] + eta**2 * rest[layer, feature],
            by=induction(layer),
        ),
        for_all={
            blocks: naturals(1),
            n: naturals(1),
            eta: reals,
            x: reals[n],
            matrix: reals[blocks, n, n],
            G: reals[blocks, n, n],
        },
        defined={
            z[0, feature]: x[feature],
            after[0, feature]: x[feature],
            dz[0, feature]: tree(0),
            rest[0, feature]: tree(0),
            z[passed + 1, feature]: z[passed, feature] + behind(z),
            after[passed + 1, feature]: after[passed, feature] + behind(after) - eta * along(after),
            dz[passed + 1, feature]: dz[passed, feature] + behind(dz) + along(z),
            rest[passed + 1, feature]: rest[passed, feature]
            + behind(rest)
            + along(dz)
            - eta * along(rest),
        },
    ),
    cross_checks=(Exhaustive(_written_blocks, what="energies of the recursions"),),
)


CLAIMS.add(
    id="AMMUP-E29",
    source=AMMUP.eq(29),
    says="Var W = c/(K n) is the initialisation of eq. (5) at c = 1/q.",
    statement=Statement(
        Equal(scale / (K * n), 1 / (q * K * n), where={scale: 1 / q}),
        for_all={n: naturals(1), K: naturals(1), q: positive, scale: positive},
    ),
)


jacobian, state, gate = arrays("J a g")
a, b, c1, c2 = indices("i h c1 c2", n)  # rows of two weights, then their columns


def gram(one: Index, other: Index) -> Tree:
    """Product of two columns of J: tangents of two weights are a_j J e_i."""
    return total(jacobian[j, one] * jacobian[j, other], j)


OVERLAP = Statement(
    Equal(
        total((u[j] + v[j]) ** 2, j) / n,
        dot(u, u) / n + 2 * dot(u, v) / n + dot(v, v) / n,
    ),
    Equal(
        total((state[c1] * state[c2] * gram(a, b) / n) ** 2, a, b, c1, c2),
        total(state[j] ** 2, j) ** 2
        * total(total(jacobian[a, j] * jacobian[b, j], j) ** 2, a, b)
        / n**2,
    ),
    for_all={n: naturals(1), jacobian: reals[n, n], **dict.fromkeys((u, v, state), reals[n])},
)

CLAIMS.add(
    id="AMMUP-E13",
    source=AMMUP.eq(13),
    says="T averages products of two tangents over units; its square summed over the weights of a "
    "layer is |a|^4 tr (J J^T)^2/n^2.",
    statement=OVERLAP,
)

CLAIMS.add(
    id="AMMUP-E30",
    source=AMMUP.eq(30),
    says="In residual networks T averages products of two tangents over units; its square summed "
    "over the weights of a layer is |a|^4 tr (J J^T)^2/n^2.",
    statement=OVERLAP,
)

CLAIMS.add(
    id="AMMUP-E36",
    source=AMMUP.eq(36),
    says="In Transformers T averages products of two tangents over the n = N d features of tokens; "
    "its square summed over n x n weights is |a|^4 tr (J J^T)^2/n^2.",
    statement=OVERLAP,
)


zero_or_one = Equal(gate[j] ** 2, gate[j])

CLAIMS.add(
    id="AMMUP-E32",
    source=AMMUP.eq(32),
    says="T~ is the overlap of the gated tangents: for ReLU the part of T on the open units.",
    statement=Statement(
        Equal(
            total(gate[j] * u[j] * gate[j] * v[j], j) / n,
            total(gate[j] * u[j] * v[j], j) / n,
            because=-total(zero_or_one.gap * u[j] * v[j], j) * -1 / n,
        ),
        for_all={n: naturals(1), **dict.fromkeys((gate, u, v), reals[n])},
        given=(zero_or_one,),
    ),
)


outputs, label = scalars("m sigma2")
out, y, moved, other = arrays("out y e f")
t, t2 = indices("t t2", outputs)
LABELS = {outputs: naturals(1), label: nonnegative, y: gaussian(label)[outputs]}

CLAIMS.add(
    id="AMMUP-E16",
    source=AMMUP.eq(16),
    says="T_{L+1} averages over the outputs: the labels' share of a squared gradient is "
    "sigma_y^2 T_{L+1}/m.",
    statement=Statement(
        Equal(
            Mean((total(y[t] * moved[t], t) / outputs) ** 2, y),
            label * (total(moved[t] ** 2, t) / outputs) / outputs,
        ),
        for_all=LABELS | {moved: reals[outputs]},
    ),
)


CLAIMS.add(
    id="AMMUP-E17",
    source=AMMUP.eq(17),
    says="S_{L+1} is the product of the gradients due to the network's own output.",
    statement=Statement(
        Equal(
            (total(out[t] * moved[t], t) / outputs) * (total(out[t] * other[t], t) / outputs),
            total(moved[t] * out[t] * (other[t2] * out[t2]), t, t2) / outputs**2,
        ),
        for_all={outputs: naturals(1), **dict.fromkeys((out, moved, other), reals[outputs])},
    ),
)


parameters = scalars("P")
mu, nu = indices("mu nu", parameters)
rate, push = arrays("eta c")  # push: dz times the slope of the loss, of each parameter

CLAIMS.add(
    id="AMMUP-D07",
    source=AMMUP.section("B"),
    says="With a rate for each parameter the energy is the double sum with eta_mu eta_nu.",
    statement=Statement(
        Equal(
            total(rate[mu] * push[mu], mu) ** 2,
            total(rate[mu] * rate[nu] * push[mu] * push[nu], mu, nu),
        ),
        for_all={parameters: naturals(1), rate: reals[parameters], push: reals[parameters]},
    ),
)


k = scalars("k")
alternating = (
    Equal(2 + tree(-1) ** (2 * k), 3),
    Equal(2 + tree(-1) ** (2 * k + 1), 1),
)
THETA = Statement(*alternating, for_all={k: naturals(0)})

CLAIMS.add(
    id="AMMUP-D21",
    source=AMMUP.section("1"),
    says="Theta does not imply proportionality: 2 + (-1)^s is Theta(1), but 3 for even s and 1 for "
    "odd s, without a limit.",
    statement=THETA,
)

CLAIMS.add(
    id="AMMUP-D22",
    source=AMMUP.section("3.4"),
    says="Theta bounds a ratio from both sides: 2 + (-1)^s, which is 1 or 3, is Theta(1).",
    statement=THETA,
)


CLAIMS.add(
    id="AMMUP-D09",
    source=AMMUP.section("B"),
    says="Labels of mean 0, variance sigma_y^2, independent of the network and of one another: no "
    "cross term between label and output.",
    statement=Statement(
        Equal(
            Mean(total((out[t] - y[t]) * moved[t], t) * total((out[t] - y[t]) * other[t], t), y),
            total(out[t] * moved[t], t) * total(out[t] * other[t], t)
            + label * total(moved[t] * other[t], t),
        ),
        for_all=LABELS | dict.fromkeys((out, moved, other), reals[outputs]),
    ),
)


def _weights() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Three seeds on one grid point: sample variance 0, so the weight 1/s^2 is infinite."""
    x = sp.symbols("x:3")
    middle = sp.Add(*x) / 3
    spread = sp.Add(*((v - middle) ** 2 for v in x)) / 2
    same = spread.subs(dict.fromkeys(x[1:], x[0]))
    yield "three equal rates", same + 1, sp.Integer(1)
    step = sp.Rational(5, 79)
    apart = spread.subs({x[1]: x[0], x[2]: x[0] + step})
    yield "one a grid step away", apart, step**2 / 3


CLAIMS.add(
    id="AMMUP-D19",
    source=AMMUP.section("4.1"),
    says="Weights inverse to the sample variance of three seeds are infinite whenever the seeds "
    "choose the same of 80 grid points; one step away they are 3/(5/79)^2.",
    checks=(Exhaustive(_weights, named=True),),
)
