"""Theorem 6 and the steps of its proof, section 7.4 of the second version."""

import math

import numpy as np
import sympy as sp

from depthlaws.claims.engine.checks import Property, Sampled, Smallest
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Array,
    AtMost,
    Equal,
    Statement,
    Tree,
    arrays,
    indices,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    sqrt,
    total,
)
from depthlaws.theory import residual
from depthlaws.theory.papers import LOOPED
from depthlaws.theory.residual import Stream
from depthlaws.theory.symbolic.domain import Interval
from depthlaws_papers.looped.claims.common import SEEDS, controlled, network
from depthlaws_papers.looped.claims.stream import N

CLAIMS = Claims()


a, b, c, p, q, L = scalars("A B C p q L")  # sizes of probability spaces, bounds, layers
beta, lam, high, low, C_0, C_1 = scalars("beta lambda a_high a_low C_0 C_1")
f, g, size, M, B, Z = arrays("f g b M B Z")
x, X = indices("x X", a)  # one variable and its independent copy
y, Y = indices("y Y", b)  # another
z = indices("z", c)  # all others, and the coordinates
l, k = indices("l k", L)
w = indices("w", c)


def mean(body: Tree) -> Tree:
    """Mean over the outcomes w, all equally likely."""
    return total(body, w) / c


ANY_LAYERS = {L: naturals(1), c: naturals(1)}
unit = AtMost(mean(Z[l, w] ** 2), 1)
added = mean(total(size[l] * Z[l, w], l) ** 2)
MINKOWSKI = Statement(
    AtMost(
        added,
        total(size[l], l) ** 2,
        because=total(
            size[l] * size[k] * (mean((Z[l, w] - Z[k, w]) ** 2) + unit.gap + unit.gap.put({l: k})),
            l,
            k,
        )
        / 2,
    ),
    Equal(added, total(size[l], l) ** 2 * mean(g[w] ** 2), where={Z[l, w]: g[w]}),
    for_all={**ANY_LAYERS, size: nonnegative[L], Z: reals[L, c], g: reals[c]},
    given=(unit,),
)


def _drift_sum(seed: int) -> tuple[float, float]:
    parts = np.random.default_rng(seed).standard_normal((50, 4, 6))
    total = np.mean(np.sum(parts.sum(axis=1) ** 2, axis=-1))
    roots = np.sqrt(np.mean(np.sum(parts**2, axis=-1), axis=0))
    return float(total), float(np.sum(roots) ** 2)


CLAIMS.add(
    id="LOOP-B-T6a",
    source=LOOPED.section("7.4"),
    says="Minkowski: E|sum_l b_l Z_l|^2 <= (sum_l b_l)^2 for b_l >= 0 and E|Z_l|^2 <= 1, over any "
    "number of equally likely outcomes; equal parts add up to (sum_l b_l)^2 times theirs.",
    statement=MINKOWSKI,
    cross_checks=(Property(_drift_sum, {"seed": SEEDS}, relation="<=", n=40),),
)

part = f[x, z] - total(f[X, z], X) / a  # what the mean over x leaves out

CLAIMS.add(
    id="LOOP-B-T6b",
    source=LOOPED.section("7.4"),
    says="What the mean over a variable leaves of f is orthogonal to every mean over it, so "
    "Hoeffding-ANOVA components are orthogonal; mean squares add up. The variable x has any number "
    "of equally likely values, z stands for all others.",
    statement=Statement(
        Equal(total(part * (total(g[X, z], X) / a), x, z), 0),
        Equal(
            total(f[x, z] ** 2, x, z),
            total(part**2, x, z) + total((total(f[X, z], X) / a) ** 2, x, z),
        ),
        for_all={a: naturals(1), c: naturals(1), f: reals[a, c], g: reals[a, c]},
    ),
)


CLAIMS.add(
    id="LOOP-B-T6c",
    source=LOOPED.section("7.4"),
    says="Efron-Stein: half the mean square change of f by a copy of one variable is the mean "
    "square of what the mean over this variable leaves out.",
    statement=Statement(
        Equal(
            total((f[x, z] - f[X, z]) ** 2, x, X, z) / (2 * a**2 * c),
            total(part**2, x, z) / (a * c),
        ),
        for_all={a: naturals(1), c: naturals(1), f: reals[a, c]},
    ),
)


def _replacement_covariance(seed: int) -> tuple[float, float]:
    """|E M_0 M_1| <= sqrt(V_01 V_10) on three bits, for M_l the part of Y_l with bit l."""
    rng = np.random.default_rng(seed)
    tables = rng.standard_normal((2, 2, 2, 2))
    parts = [table - table.mean(axis=i, keepdims=True) for i, table in enumerate(tables)]
    swaps = [np.mean((p - np.flip(p, axis=1 - i)) ** 2) / 4 for i, p in enumerate(parts)]
    return abs(float(np.mean(parts[0] * parts[1]))), math.sqrt(swaps[0] * swaps[1]) + 1e-12


def _centred(h: Array, *, over_x: bool = True, over_y: bool = True) -> Tree:
    """A function of x, y and z less its means over x, over y, or over both."""
    out = h[x, y, z]
    if over_x:
        out -= total(h[X, y, z], X) / a
    if over_y:
        out -= total(h[x, Y, z], Y) / b
    return out + total(h[X, Y, z], X, Y) / (a * b) if over_x and over_y else out


def _covariance() -> Statement:
    """Y_l = f is centred over its variable x, Y_s = g over its own, y.

    Centring f over y and g over x leaves the mean of their product. A replacement stability is the
    mean square of f less its mean over y, and exceeds that of f centred over both by a mean square.
    """

    def average(body: Tree) -> Tree:
        return total(body, x, y, z) / (a * b * c)

    covariance = average(_centred(f, over_y=False) * _centred(g, over_x=False))
    first = AtMost(total((f[x, y, z] - f[x, Y, z]) ** 2, x, y, Y, z) / (2 * a * b**2 * c), p**2)
    second = AtMost(total((g[x, y, z] - g[X, y, z]) ** 2, x, X, y, z) / (2 * a**2 * b * c), q**2)
    lost_f = total((total(_centred(f, over_x=False), x) / a) ** 2, y, z) / (b * c)
    lost_g = total((total(_centred(g, over_y=False), y) / b) ** 2, x, z) / (a * c)
    bounds = [
        AtMost(
            sign * covariance,
            p * q,
            because=average((q * _centred(f) - sign * p * _centred(g)) ** 2) / (2 * p * q)
            + q / (2 * p) * (first.gap + lost_f)
            + p / (2 * q) * (second.gap + lost_g),
        )
        for sign in (1, -1)
    ]
    return Statement(
        *bounds,
        for_all=dict.fromkeys((a, b, c), naturals(1))
        | dict.fromkeys((p, q), positive)
        | dict.fromkeys((f, g), reals[a, b, c]),
        given=(first, second),
    )


SHARED = _covariance()
SHARED_NUMBERS = (
    Property(_replacement_covariance, {"seed": list(range(100))}, relation="<=", n=100),
)


CLAIMS.add(
    id="LOOP-B-T6d",
    source=LOOPED.section("7.4"),
    says="|E<M_l, M_s>| <= p q for replacement stabilities V_ls <= p^2 and V_sl <= q^2, that is "
    "sqrt(V_ls V_sl); M_l is f less its mean over x, M_s is g less its mean over y, over any "
    "numbers of equally likely values.",
    statement=SHARED,
    cross_checks=SHARED_NUMBERS,
)

CLAIMS.add(
    id="LOOP-B-E11",
    source=LOOPED.eq(11),
    says="The covariance of two centred branches is at most the root of the product of their "
    "replacement stabilities, which are at most p^2 and q^2, over any numbers of equally "
    "likely values of the matrices.",
    statement=SHARED,
    cross_checks=SHARED_NUMBERS,
)


CLAIMS.add(
    id="LOOP-B-T6e",
    source=LOOPED.section("7.4"),
    says="|x -+ y|^2 >= |x|^2/2 - |y|^2 and |x + y|^2 <= 2|x|^2 + 2|y|^2: each difference is a "
    "square.",
    statement=Statement(
        *(
            AtMost(
                total(f[w] ** 2, w) / 2 - total(g[w] ** 2, w),
                total((f[w] + sign * g[w]) ** 2, w),
                because=total((f[w] + 2 * sign * g[w]) ** 2, w) / 2,
            )
            for sign in (1, -1)
        ),
        AtMost(
            total((f[w] + g[w]) ** 2, w),
            2 * total(f[w] ** 2, w) + 2 * total(g[w] ** 2, w),
            because=total((f[w] - g[w]) ** 2, w),
        ),
        for_all={c: naturals(1), f: reals[c], g: reals[c]},
    ),
)


def _assembled() -> Statement:
    """Both bounds from those on centred parts M_l, their pairs and drifts B_l of L branches."""
    parts, drifts = total(M[l, w], l), total(B[l, w], l)
    whole = N**2 * mean(total(M[l, w] + B[l, w], l) ** 2)
    pairs = mean(M[l, w] * (total(M[k, w], k) - M[l, w]))  # of layer l with all others
    diagonal = AtMost(mean(M[l, w] ** 2), high)
    own = AtMost(low, mean(M[l, w] ** 2) + mean(B[l, w] ** 2))
    above = AtMost(pairs, (L - 1) * C_1 * beta**2)
    below = AtMost(-pairs, (L - 1) * C_1 * beta**2)
    drift = AtMost(mean(B[l, w] ** 2), C_0 * beta**2)
    summed = L * total(drift.gap, l) + total(mean((B[l, w] - B[k, w]) ** 2), l, k) / 2
    sizes = dict.fromkeys((high, low, C_0, C_1, beta), nonnegative)
    return Statement(
        AtMost(
            whole,
            registered("block-branch-upper"),
            because=N**2
            * (mean((parts - drifts) ** 2) + 2 * total(diagonal.gap + above.gap, l) + 2 * summed),
        ),
        AtMost(
            registered("block-branch-lower"),
            whole,
            because=N**2
            * (
                mean((parts + 2 * drifts) ** 2) / 2
                + total(own.gap + drift.gap + below.gap, l) / 2
                + summed
            ),
        ),
        for_all=ANY_LAYERS | {N: naturals(1), M: reals[L, c], B: reals[L, c], **sizes},
        given=(diagonal, own, above, below, drift),
    )


ASSEMBLY = _assembled()
CONSTANTS = dict.fromkeys((high, C_0, C_1, beta, lam), nonnegative)

CLAIMS.add(
    id="LOOP-B-T6f",
    source=LOOPED.section("7.4"),
    says="Assembly: diagonal terms of at most a_high, pairs of at most C_1 beta^2 and drifts of at "
    "most C_0 beta^2 give both bounds on E|sum_l N Y_l|^2, Y_l = M_l + B_l, over any number of "
    "equally likely outcomes.",
    statement=ASSEMBLY,
)


CLAIMS.add(
    id="LOOP-B-E10",
    source=LOOPED.eq(10),
    says="E|sum G_l|^2/d <= C N^2 (L + beta^2 L^2) with C = 2 (a_high + C_0 + C_1), under (7) to "
    "(9), over any number of equally likely outcomes.",
    statement=ASSEMBLY,
    checks=Statement(
        AtMost(
            registered("block-branch-upper"),
            2 * (high + C_0 + C_1) * N**2 * (L + beta**2 * L**2),
            because=2 * N**2 * L * (beta**2 * (L * high + C_1) + C_0 + C_1),
        ),
        for_all={**dict.fromkeys((N, L), naturals(1)), **CONSTANTS},
    ).checks,
)


CLAIMS.add(
    id="LOOP-B-T6g",
    source=LOOPED.theorem(6),
    says="With eps = lambda/(N sqrt L), beta = eps N the bound times eps^2 is 2 a_high lambda^2 + "
    "2 (C_0 + C_1 (1 - 1/L)) lambda^4: free of N, and of L up to a factor below one.",
    statement=Statement(
        Equal(
            (lam / (N * sqrt(L))) ** 2 * registered("block-branch-upper", beta=lam / sqrt(L)),
            2 * high * lam**2 + 2 * (C_0 + C_1 * (1 - 1 / L)) * lam**4,
        ),
        Equal(
            (lam / (N * sqrt(L))) ** 2 * N**2 * (L + (lam / sqrt(L)) ** 2 * L**2), lam**2 + lam**4
        ),
        for_all={**dict.fromkeys((N, L), naturals(1)), **CONSTANTS},
    ),
)


def _block_bound(loops: int, layers: int, lam: float) -> bool:
    stream = Stream(loops=loops, layers=layers, eps=lam / (loops * math.sqrt(layers)))
    bounds = residual.block_bound(stream)
    exact = float(stream.branch.sum())
    same_total, slack = abs(bounds.exact / exact - 1) < 1e-11, 1 + 1e-12
    return bool(same_total and bounds.lower <= exact * slack and exact <= bounds.upper * slack)


def _block_energy(stream: Stream) -> Sampled:
    """E|sum_l G_l|^2/d of wide networks."""
    exact = stream.eps**2 * float(np.sum(residual.branch_energies(stream)))
    what = f"N={stream.loops}, L={stream.layers}"
    return controlled(network(stream, 4096), "quadratic", lambda: exact, samples=192, what=what)


CLAIMS.add(
    id="LOOP-B-T6",
    source=LOOPED.theorem(6),
    says="E|sum_l G_l|^2/d <= 2 N^2 L (a_high + (L - 1) C_1 beta^2 + C_0 beta^2 L), and the lower "
    "bound likewise, under (7) to (9), over any number of equally likely outcomes: a branch is its "
    "drift plus a centred part orthogonal to it, and pairs of these have at most the covariance "
    "C_1 beta^2 of their replacement stabilities.",
    statement=ASSEMBLY,
    checks=SHARED.checks,
    cross_checks=(
        Property(
            _block_bound,
            {"loops": [1, 2, 6, 16], "layers": [1, 2, 5, 16]}
            | {"lam": Interval(sp.Rational(1, 20), 2)},
            n=48,
        ),
        _block_energy(Stream(loops=4, layers=3, eps=1 / (4 * math.sqrt(3)), s=1.2, h0=2.0)),
        _block_energy(Stream(loops=2, layers=6, eps=1 / (2 * math.sqrt(6)))),
    ),
)


def _over_both_powers(loops: int, layers: int, lam: float) -> tuple[float, float]:
    """(H_out - H_0)/(lambda^2 + lambda^4) at infinite width, and 1/2."""
    stream = Stream(loops=loops, layers=layers, eps=lam / (loops * math.sqrt(layers)))
    return (float(stream.energies[-1]) - 1) / (lam**2 + lam**4), 0.5 * (1 + 1e-12)


def _many_layers(lam: float) -> tuple[float, float]:
    """(H_out - H_0)/(lambda^2 + lambda^4) for one loop of infinitely many layers, and 1/2."""
    return math.expm1(lam**2 / 2) / (lam**2 + lam**4), 0.5


LAST_LAMBDA = 2.53517791100229

CLAIMS.add(
    id="LOOP-B-T6-loose",
    source=LOOPED.theorem(6),
    says="eps^2 E|sum G_l|^2/d = O(lambda^2 + lambda^4) for lambda <= Lambda: at infinite width "
    "1/2 is such a constant for every N and L up to Lambda = 2.53518, where one loop of many "
    "layers reaches it.",
    quote="eps^2 E[d^-1 |sum_l G_l|^2] = O(lambda^2 + lambda^4), with constants independent of N "
    "and L",
    reading="The theorem says constants independent of N and L, not of lambda. Those of (7) to (9) "
    "depend on lambda, so it is read for bounded lambda. With one constant for every lambda it "
    "would fail: one loop of many layers grows like exp(lambda^2/2).",
    checks=(
        Property(
            _over_both_powers,
            {"loops": [1, 2, 8, 24], "layers": [1, 2, 6, 12, 48]}
            | {"lam": [0.01, 0.5, 1.0, 2.0, LAST_LAMBDA]},
            relation="<=",
            n=100,
            met="1.000",
        ),
        Property(_many_layers, {"lam": [LAST_LAMBDA]}, rtol=1e-9, what="attained"),
        Property(_many_layers, {"lam": [LAST_LAMBDA + 1e-6, 4.0]}, relation=">", what="beyond"),
    ),
    imprecise=True,
    exact="LOOP-B-T3",
    why_sampled="no enclosure of a full kernel",
    change="Add: for lambda <= Lambda, with constants that depend on Lambda.",
    against=(
        Smallest(
            lambda lam, L: (
                (1 + sp.Rational(lam**2, 2 * L)) ** L - 1,
                "<=",
                sp.Rational(lam**2 + lam**4, 2),
            ),
            {"lam": [1, 2, 3, 4], "L": range(1, 17)},
            of=("branch energy at N = 1, infinite width", "(lambda^2 + lambda^4)/2"),
        ),
    ),
)
