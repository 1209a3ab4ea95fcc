"""One model under several parametrisations (PC-B9), growth of every size (PC-B11)."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from depthlaws.claims.engine.checks import Exhaustive, Property
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Less,
    Statement,
    arrays,
    both,
    half,
    indices,
    naturals,
    nonnegative,
    positive,
    reals,
    same,
    scalars,
    sqrt,
    tree,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization import Parametrization
from depthlaws_papers.pc.claims import sizes
from depthlaws_papers.pc.claims.common import HALF, Case
from depthlaws_papers.pc.claims.desiderata import THIRDS, bp_set, pc_set
from depthlaws_papers.pc.claims.sizes import ANY, a1, aL, b1, bL, d, exponent, grown, typed

CLAIMS = Claims()


# -- one model under several parametrisations (the abc symmetry) -----------------------------------

a, b, c, t, N, L, eta0, eta, other = scalars("a b c t N L eta0 eta other")
U, S = arrays("U S")
i, j = indices("i j", N)


def _gauge(shift: Fraction) -> Parametrization:
    """A point of the line (15): the mean-field column with a + shift, b - 2 shift, c - 2 shift."""
    steps = {"a1": shift, "b1": -2 * shift, "a": Recorded(1, 2) + shift, "b": -2 * shift}
    typed = {name: str(value) for name, value in steps.items()}
    return parametrization.abcd(**typed, c=str(-2 * shift), d="1/2")


def _symmetry() -> Statement:
    """A layer m W with m = N^-a, W = N^(-b/2) U: drawn, and after a step by its slope m S.

    S is the slope in the layer as a whole, of loss or energy, or a sign, which knows no m.
    """
    drawn = N ** (-b / 2) * U[i, j]
    redrawn = N ** (-(b - 2 * t) / 2) * U[i, j]
    old, new = N**-a, N ** -(a + t)
    return Statement(
        Equal(new * redrawn, old * drawn),
        Equal(
            new * (redrawn - eta0 * N ** -(c - 2 * t) * new * S[i, j]),
            old * (drawn - eta0 * N**-c * old * S[i, j]),
        ),
        Equal(
            new * (redrawn - eta0 * N ** -(c - t) * S[i, j]),
            old * (drawn - eta0 * N**-c * S[i, j]),
        ),
        Equal((1 - c) / 2 + t, (1 - (c - 2 * t)) / 2),  # a of eq. (15), and a_1
        Equal(-c / 2 + t, -(c - 2 * t) / 2),
        for_all={
            **dict.fromkeys((a, b, c, t), reals),
            **{N: naturals(1), eta0: positive, U: reals[N, N], S: reals[N, N]},
        },
    )


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
    says="(a, b, c) -> (a + t, b - 2t, c - 2t) in every layer changes no layer m W, neither at the "
    "start nor by a step of either algorithm: all of (15) is one model. Steps of an adaptive "
    "optimiser stay with c - t.",
    statement=_symmetry(),
    cross_checks=(
        Exhaustive(_invariants, what="the theory's invariants"),
        Exhaustive(_multiplied_branches, what="a multiplier or scaled weights"),
    ),
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


# A step of a branch whose weights are scaled, and of one with a persistent multiplier.
root = L**-half
scaled = root * U[i, j] - eta * S[i, j]
multiplied = root * (U[i, j] - other * root * S[i, j])

CLAIMS.add(
    id="PC-B9-multiplier",
    source=PC.beyond("PC-B9"),
    says="Branch weights scaled by L^(-1/2) at the start, and a persistent multiplier L^(-1/2), "
    "have the same forward pass but from L = 2 on are two models: their steps differ by eta - "
    "eta'/L times the slope, or by eta - eta'/sqrt(L) times the sign of Adam, so equal training "
    "needs L times the rate, or sqrt(L) times.",
    statement=Statement(
        Equal(multiplied - scaled, (eta - other / L) * S[i, j]),
        Equal(
            root * (U[i, j] - other * S[i, j]) - (root * U[i, j] - eta * S[i, j]),
            (eta - other / sqrt(L)) * S[i, j],
        ),
        for_all={
            **{L: naturals(1), N: naturals(1), eta: positive, other: positive},
            **{U: reals[N, N], S: reals[N, N]},
        },
    ),
    cross_checks=(
        Exhaustive(_two_points, what="the package's converter"),
        Property(_any_depth, {"depth": [2, 3, 12, 1000, 10**6 + 3, 10**9]}, rtol=1e-14),
    ),
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
    checks=(Exhaustive(_columns, named=True),),
    cross_checks=(Exhaustive(_growth, what="the theory's answer"),),
)


def _same_line() -> Statement:
    """Sizes of each kind of layer as sums of exponents; an update is own, q over s and r over s^2.

    At d >= 0 neither s changes a power of N; r is the contribution of the slope of s.
    """
    clauses: list[Any] = []
    on_line = {d: half, sizes.a: (1 - tree(sizes.c)) / 2, aL: (1 - tree(sizes.c)) / 2}
    for k, inputs in (("1", 0), ("l", 1), ("L", 1)):
        size, own, change = (tree(exponent(f"{name}_{k}", ANY)) for name in ("h", "own", "q"))
        a_, b_ = ({"1": (a1, b1), "l": (sizes.a, sizes.b), "L": (aL, bL)})[k]
        clauses += [
            Exactly(both(same(own, 0), same(change, 0)), both(same(change, 0), same(d, half))),
            Exactly(
                both(same(size, 0), same(change, 0)),
                both(same(2 * a_ + b_, inputs), same(2 * a_ + sizes.c, inputs)),
                where={d: half},
            ),
        ]
    for trained, power in ((False, -3 * half), (True, -1)):
        for small, large in (("r_l", "q_l"), ("r_L", "q_L"), ("D_l", "own_l")):
            one, two = (tree(exponent(x, ANY, trained=trained)) for x in (small, large))
            smaller = Equal(two - one, 1) if trained else Less(one, two)
            clauses += [smaller, Equal(one, power, where=on_line)]
    return Statement(*clauses, for_all=dict.fromkeys(ANY.values(), reals) | {d: nonnegative})


CLAIMS.add(
    id="PC-TK1",
    source=PC.section("3, takeaway 1"),
    says="Stable feature-learning parametrisations of PC at equilibrium, d >= 0, are those of BP, "
    "as what it adds is smaller at every point, and at each of them vanishes with the width.",
    statement=_same_line(),
    cross_checks=(
        Exhaustive(pc_set, what="the theory's solver"),
        Exhaustive(bp_set, what="the same, backpropagation"),
        Exhaustive(_growth, what="the theory's answer"),
    ),
)
