"""Section 2.3: desiderata 1 to 3, their solutions (eq. 15) and theorem 1."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Exactly,
    Max,
    Statement,
    Tree,
    both,
    nonnegative,
    positive,
    reals,
    same,
    scalars,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization.polyhedra import Polyhedron, unknown
from depthlaws_papers.pc.claims import simplest
from depthlaws_papers.pc.claims.common import (
    HALF,
    Case,
)
from depthlaws_papers.pc.claims.exponents import (
    ANY_EXPONENT,
    AT_START,
    POWER,
    SMALLER,
    THE_LINE,
    UPDATED,
    a,
    a1,
    aL,
    b,
    b1,
    bL,
    c,
    d,
)
from depthlaws_papers.pc.claims.sizes import (
    LINE,
    answered,
    columns,
    decided,
    first_points,
    grown,
    second_points,
    third_points,
    typed,
)

CLAIMS = Claims()

THIRDS = [Recorded(n, 3) for n in range(-3, 4)]


def _line() -> Polyhedron:
    """Eq. (15), typed from the paper."""
    x = {name: unknown(name) for name in ("c", "d", "a1", "b1", "a", "b", "aL", "bL")}
    equations = [2 * x["a1"] + x["b1"], 2 * x["a1"] + x["c"], x["d"] - Recorded(1, 2)]
    for end in ("", "L"):
        equations += [2 * x[f"a{end}"] + x[f"b{end}"] - 1, 2 * x[f"a{end}"] + x["c"] - 1]
    solutions = Polyhedron.of(tuple(x), equations, [])
    return solutions or Polyhedron(())


def _same_set(algorithm: Any, *, trained: bool) -> Iterator[Case]:
    (solutions,) = parametrization.solve(algorithm, trained=trained)
    printed = _line()
    yield "solutions on the line", solutions.inside(printed)
    yield "line of solutions", printed.inside(solutions)
    yield "dimension", solutions.dimension, 1


def bp_set() -> Iterator[Case]:
    """Solution set of backpropagation, before and while it trains."""
    yield from _same_set("bp", trained=False)
    yield from _same_set("bp", trained=True)


def pc_set() -> Iterator[Case]:
    """Solution set of predictive coding, before and while it trains."""
    yield from _same_set("pc", trained=False)
    yield from _same_set("pc", trained=True)


def _larger_set() -> Iterator[Case]:
    """d = 1/2, u_1 = 0, D1, u_l >= 1 for every later layer; the same for both algorithms."""
    x = {name: unknown(name) for name in ("c", "d", "a1", "b1", "a", "b", "aL", "bL")}
    equations = [2 * x["a1"] + x["b1"], 2 * x["a1"] + x["c"], x["d"] - Recorded(1, 2)]
    equations += [2 * x["a"] + x["b"] - 1, 2 * x["aL"] + x["bL"] - 1]
    bounds = [2 * x["a"] + x["c"] - 1, 2 * x["aL"] + x["c"] - 1]
    wide = Polyhedron.of(tuple(x), equations, bounds) or Polyhedron(())
    for algorithm in ("bp", "pc"):
        for trained in (False, True):
            # pyrefly: ignore[bad-argument-type]  (one of the two readings)
            (solutions,) = parametrization.solve(algorithm, reading="literal", trained=trained)
            where = f"{algorithm}, trained = {trained}"
            yield f"{where}: inside", solutions.inside(wide)
            yield f"{where}: all of it", wide.inside(solutions)
    yield "dimension", wide.dimension, 3


def _beside_the_line() -> Iterator[Case]:
    """A solution of the literal desiderata that is off the line, for both algorithms."""
    point = parametrization.abcd(**{n: str(p) for n, p in BESIDE.items() if n[1:] != "L"})
    yield "off (15)", not _line().contains({n: point.exponents[n] for n in _line().unknowns})
    for algorithm, trained in itertools.product(("bp", "pc"), (False, True)):
        # pyrefly: ignore[bad-argument-type]  (one of the two readings)
        (solutions,) = parametrization.solve(algorithm, reading="literal", trained=trained)
        exponents = {n: point.exponents[n] for n in solutions.unknowns}
        yield f"{algorithm}, trained = {trained}: a solution", solutions.contains(exponents)
    own = parametrization.growth(point)["width"]["own_l"]
    yield "its hidden layers' own updates vanish like 1/N", own, Recorded(-1)


N, more, own = scalars("N delta own")
ANY_POWER = ANY_EXPONENT | {N: positive, more: reals}
MULTIPLIERS = (("1", (a1, -1)), ("l", (a, -1)), ("L", (aL, -1)))
VARIANCES = (
    ("1", (b1, -Fraction(1, 2))),
    ("l", (b, -Fraction(1, 2))),
    ("L", (bL, -Fraction(1, 2))),
)


def raised(name: str, exponent: Tree, by: Any) -> Equal:
    """A size where an exponent is larger by delta: times a power of N^delta."""
    return Equal(
        N ** POWER[name].put({exponent: exponent + more}), N ** (by * more) * N ** POWER[name]
    )


# Literally: own_1 is of order 1, other layers' own updates at most, and so is the largest q.
_LITERAL = (
    *(Equal(POWER[f"q_{k}"] - POWER[f"own_{k}"], Fraction(1, 2) - d) for k in "1lL"),
    Exactly(
        both(same(Max(Fraction(1, 2) - d, own + Fraction(1, 2) - d), 0), own <= 0),
        both(same(d, Fraction(1, 2)), own <= 0),
    ),
    *(Equal(-2 * POWER[f"h_{k}"], AT_START[k]) for k in "1lL"),
    *(Equal(POWER[f"own_{k}"], d - Fraction(1, 2) - UPDATED[k]) for k in "1lL"),
)
BOTH = Statement(*THE_LINE, *SMALLER, for_all=ANY_EXPONENT | {d: nonnegative})

CLAIMS.add(
    id="PC-D1",
    source=PC.section("2.3, desideratum 1"),
    says="Features have order 1 at the start in all four columns, SP, NTK, mean-field and muP; "
    "raising a of a layer by some power multiplies its features by 1/N to that power, raising b by "
    "1/N to half of it.",
    statement=Statement(
        *(raised(f"h_{k}", *pair) for k, pair in MULTIPLIERS),
        *(raised(f"h_{k}", *pair) for k, pair in VARIANCES),
        for_all=ANY_POWER,
    ),
    checks=(Exhaustive(lambda: decided(1, columns()), named=True),),
    cross_checks=(Exhaustive(lambda: answered(1, first_points()), what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-D2",
    source=PC.section("2.3, desideratum 2"),
    says="Predictions change at order 1 in NTK, mean-field and muP and at order N in SP; raising c "
    "by some power multiplies the change by 1/N to that power.",
    statement=Statement(*(raised(f"q_{k}", c, -1) for k in "1lL"), for_all=ANY_POWER),
    checks=(Exhaustive(lambda: decided(2, columns(sp=(0, 1))), named=True),),
    cross_checks=(Exhaustive(lambda: answered(2, second_points()), what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-D3",
    source=PC.section("2.3, desideratum 3"),
    says="Features change at order 1 by their own layer in mean-field and muP, at N^(-1/2) in NTK "
    "and in SP's first layer, at N^(1/2) in SP's later layers; raising d by some power multiplies "
    "the change by N to that power, raising c by 1/N to that power.",
    statement=Statement(
        *(raised(f"own_{k}", e, by) for k in "1lL" for e, by in ((d, 1), (c, -1))),
        for_all=ANY_POWER,
    ),
    checks=(
        Exhaustive(lambda: decided(3, columns(sp=(-HALF, HALF), ntk=(-HALF, -HALF))), named=True),
    ),
    cross_checks=(Exhaustive(lambda: answered(3, third_points()), what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-E15",
    source=PC.eq(15),
    says="If every layer counts only its own update, the solutions of the desiderata for "
    "backpropagation are exactly the line (15): d = 1/2, a = (1-c)/2, b = b_1 = c, a_1 = -c/2.",
    statement=Statement(*THE_LINE, for_all=ANY_EXPONENT),
    cross_checks=(Exhaustive(bp_set, what="the theory's solver"),),
)


def _one_fixed() -> Iterator[Case]:
    """Fixing a, b or c leaves one point; a = 1/2 gives the mean-field column."""
    (line,) = parametrization.solve("bp")
    for name, value in itertools.product(("a", "b", "c", "a1", "b1"), THIRDS):
        equations = [unknown(n) - form for n, form in line.solved.items()]
        solutions = Polyhedron.of(line.unknowns, [*equations, unknown(name) - value], [])
        yield f"{name} = {value}: free exponents", solutions.dimension if solutions else -1, 0
    mean_field = Polyhedron.of(
        line.unknowns,
        [*(unknown(n) - f for n, f in line.solved.items()), unknown("a") - Recorded(1, 2)],
        [],
    ) or Polyhedron(())
    point = parametrization.named["mean_field"].exponents
    yield "a = 1/2", mean_field.contains({n: point[n] for n in line.unknowns})


CLAIMS.add(
    id="PC-S2",
    source=PC.section("2.3, after eq. (15)"),
    says="Fixing one of a, b, c leaves one solution, as each gives c on the line (15), "
    "c = 1 - 2a = b; a = 1/2 is the mean-field column.",
    statement=Statement(
        Exactly(same(a, (1 - c) / 2), same(c, 1 - 2 * a)),
        Exactly(same(a1, -c / 2), same(c, -2 * a1)),
        Exactly(
            both(same(a, (1 - c) / 2), same(a, Fraction(1, 2))),
            both(same(a, Fraction(1, 2)), same(c, 0)),
        ),
        Exactly(both(same(a1, -c / 2), same(c, 0)), both(same(a1, 0), same(c, 0))),
        Exactly(both(same(b, c), same(c, 0)), both(same(b, 0), same(c, 0))),
        for_all=ANY_EXPONENT,
    ),
    cross_checks=(Exhaustive(_one_fixed, what="the theory's solver"),),
)


def _standard_evolves() -> Iterator[Case]:
    """Powers of N at the start and of the updates, by the product of their factors."""
    cells = typed("sp")
    yield "first layer at the start", 2 * cells["a1"] + cells["b1"], sp.Integer(0)
    yield "later layers at the start", 2 * cells["a"] + cells["b"], sp.Integer(1)
    yield grown("features of later layers do not freeze", "own_l", cells, HALF)
    yield grown("predictions explode", "q_l", cells, 1)


def _standard_sizes() -> Iterator[Case]:
    growth = parametrization.growth("sp", "bp")["width"]
    yield "features of later layers do not freeze", growth["own_l"], ">=", Recorded(0)
    yield "predictions explode", growth["q_l"], ">", Recorded(0)


def _standard_and_tangent() -> Iterator[Case]:
    growth = parametrization.growth("sp", "bp")["width"]
    yield "SP predictions", growth["q_l"], Recorded(1)
    yield "SP later features", growth["own_l"], Recorded(1, 2)
    yield "SP first features", growth["own_1"], Recorded(-1, 2)
    lazy = parametrization.growth(parametrization.abcd(0, 0, 0, 1, 1, 0), "bp")["width"]
    yield "SP at c = 1: predictions", lazy["q_l"], Recorded(0)
    yield "SP at c = 1: features", lazy["own_l"], Recorded(-1, 2)
    tangent = parametrization.growth("ntk", "bp")["width"]
    yield "NTK predictions", tangent["q_l"], Recorded(0)
    yield "NTK features", tangent["own_l"], Recorded(-1, 2)


CLAIMS.add(
    id="PC-S3",
    source=PC.section("2.3"),
    says="The standard parametrisation has stable initialisation and evolving features, meaning "
    "later ones do not freeze as the width grows; its predictions explode.",
    quote="the SP has stable initialisation as well as evolving features",
    reading="The column of table 2, c = 0; 'evolving' is read as not frozen. As desideratum 3 "
    "defines it, Theta(1), it would fail: later features move like N^(1/2), first ones freeze like "
    "N^(-1/2) (PC-S3-sizes).",
    checks=(Exhaustive(_standard_evolves, named=True),),
    cross_checks=(Exhaustive(_standard_sizes, what="the theory's answer"),),
    imprecise=True,
    exact="PC-S3-sizes",
    change="as well as features that do not freeze.",
    against=(simplest.FROZEN_NOT,),
)


def _sizes_of_standard() -> Iterator[Case]:
    for label, cells, wanted in (
        ("SP", typed("sp"), (1, HALF, -HALF)),
        ("SP at c = 1", typed("sp") | {"c": sp.Integer(1)}, (0, -HALF, -3 * HALF)),
        ("NTK", typed("ntk"), (0, -HALF, -HALF)),
    ):
        for name, power in zip(("q_l", "own_l", "own_1"), wanted, strict=True):
            yield grown(label, name, cells, power)


CLAIMS.add(
    id="PC-S3-sizes",
    source=PC.ledger("ERR-PC-16"),
    says="In SP at c = 0 predictions move like N, later features like N^(1/2), first ones like "
    "N^(-1/2); at c = 1, the largest stable rate, they move like 1, N^(-1/2) and N^(-3/2). NTK "
    "keeps predictions at order 1, its features move like N^(-1/2).",
    statement=Statement(
        Exactly(POWER["q_l"].put({a: 0, d: 0}) <= 0, c >= 1),
        Exactly(POWER["q_L"].put({aL: 0, d: 0}) <= 0, c >= 1),
        for_all=ANY_EXPONENT,
    ),
    checks=(Exhaustive(_sizes_of_standard, named=True),),
    cross_checks=(Exhaustive(_standard_and_tangent, what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-T1",
    source=PC.theorem(1),
    says="The desiderata are solved for predictive coding at equilibrium by the same line (15).",
    quote="there exists a set of one-dimensional parameterisations that satisfies the 3 Desiderata",
    reading="Every layer's own update moves its features and the predictions at order 1, as the "
    "proof takes it. Taken literally, the desiderata have more solutions (PC-T1-word).",
    statement=BOTH,
    cross_checks=(Exhaustive(pc_set, what="the theory's solver"),),
    imprecise=True,
    exact="PC-T1-word",
    change="Add: desideratum 3 for the update by every layer's own weights.",
    against=(simplest.BESIDE_THE_LINE,),
)


CLAIMS.add(
    id="PC-T1-word",
    source=PC.ledger("ERR-PC-8"),
    says="Taken literally they are solved by d = 1/2, 2 a_1 + c = 0, desideratum 1 and "
    "2 a_l + c >= 1 for each later layer: three dimensions, the same for both algorithms; (15) is "
    "its edge where every layer's own update counts.",
    statement=Statement(
        *_LITERAL, *SMALLER, *THE_LINE, for_all=ANY_EXPONENT | {d: nonnegative, own: reals}
    ),
    cross_checks=(
        Exhaustive(_larger_set, what="the theory's solver"),
        Exhaustive(pc_set, what="the theory's solver, layer by layer"),
        Exhaustive(bp_set, what="the same, backpropagation"),
    ),
)

BESIDE = {name: sp.Rational(0) for name in LINE} | {
    **{"a": sp.Integer(1), "b": -sp.Integer(1), "aL": sp.Integer(1), "bL": -sp.Integer(1)},
    "d": HALF,
}


def _beside() -> Iterator[Case]:
    """The deciding factor is of order 1 in the first layer and of order 1/N in later layers."""
    wanted = {1: (0, 0), 2: (0, -1), 3: (0, -1)}
    for number, sizes in wanted.items():
        yield from decided(number, [("beside the line", BESIDE, sizes)])
    yield "2 a_l + c - 1, which is 0 on (15)", 2 * BESIDE["a"] + BESIDE["c"] - 1, sp.Integer(1)


CLAIMS.add(
    id="PC-B10",
    source=PC.beyond("PC-B10"),
    says="a_l = 1, b_l = -1, a_1 = b_1 = c = 0, d = 1/2 fulfils the literal desiderata and lies "
    "off (15): later layers' own updates vanish like 1/N.",
    checks=(Exhaustive(_beside, named=True),),
    cross_checks=(Exhaustive(_beside_the_line, what="the theory's solver"),),
)
