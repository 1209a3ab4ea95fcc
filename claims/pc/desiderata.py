"""Section 2.3: desiderata 1 to 3, their solutions (eq. 15) and theorem 1."""

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.common import (
    HALF,
    Case,
)
from depthlaws.claims.pc.sizes import (
    ANY,
    LINE,
    answered,
    bp_line,
    c,
    decided,
    first_points,
    grown,
    on_the_line,
    pc_line,
    second_points,
    third_points,
    typed,
    word_set,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization.polyhedra import Polyhedron, unknown

CLAIMS = Claims()

THIRDS = [Fraction(n, 3) for n in range(-3, 4)]


def _line() -> Polyhedron:
    """Eq. (15), typed from the paper."""
    x = {name: unknown(name) for name in ("c", "d", "a1", "b1", "a", "b", "aL", "bL")}
    equations = [2 * x["a1"] + x["b1"], 2 * x["a1"] + x["c"], x["d"] - Fraction(1, 2)]
    for end in ("", "L"):
        equations += [2 * x[f"a{end}"] + x[f"b{end}"] - 1, 2 * x[f"a{end}"] + x["c"] - 1]
    found = Polyhedron.of(tuple(x), equations, [])
    return found or Polyhedron(())


def _same_set(algorithm: Any, *, trained: bool) -> Iterator[Case]:
    (found,) = parametrization.solve(algorithm, trained=trained)
    printed = _line()
    yield "solutions on the line", found.inside(printed)
    yield "line of solutions", printed.inside(found)
    yield "dimension", found.dimension, 1


def bp_set() -> Iterator[Case]:
    """Solution set of backpropagation, before and while it trains."""
    yield from _same_set("bp", trained=False)
    yield from _same_set("bp", trained=True)


def pc_set() -> Iterator[Case]:
    """Solution set of predictive coding, before and while it trains."""
    yield from _same_set("pc", trained=False)
    yield from _same_set("pc", trained=True)


def _literal_set() -> Iterator[Case]:
    for algorithm in ("bp", "pc"):
        for piece in parametrization.solve(algorithm, reading="literal"):  # pyrefly: ignore
            yield f"{algorithm}: dimension of the solutions", piece.dimension, 1
            yield f"{algorithm}: only the line", piece.inside(_line())


def _larger_set() -> Iterator[Case]:
    """d = 1/2, u_1 = 0, D1, u_l >= 1 for every later layer: for both algorithms the same."""
    x = {name: unknown(name) for name in ("c", "d", "a1", "b1", "a", "b", "aL", "bL")}
    equations = [2 * x["a1"] + x["b1"], 2 * x["a1"] + x["c"], x["d"] - Fraction(1, 2)]
    equations += [2 * x["a"] + x["b"] - 1, 2 * x["aL"] + x["bL"] - 1]
    bounds = [2 * x["a"] + x["c"] - 1, 2 * x["aL"] + x["c"] - 1]
    wide = Polyhedron.of(tuple(x), equations, bounds) or Polyhedron(())
    for algorithm in ("bp", "pc"):
        for trained in (False, True):
            # pyrefly: ignore[bad-argument-type]  (one of the two words)
            (found,) = parametrization.solve(algorithm, reading="literal", trained=trained)
            where = f"{algorithm}, trained = {trained}"
            yield f"{where}: inside", found.inside(wide)
            yield f"{where}: all of it", wide.inside(found)
    yield "dimension", wide.dimension, 3


def _beside_the_line() -> Iterator[Case]:
    """A solution at the word that is not on the line, for both algorithms."""
    point = parametrization.abcd(**{n: str(p) for n, p in BESIDE.items() if n[1:] != "L"})
    yield "off (15)", not _line().contains({n: point.exponents[n] for n in _line().unknowns})
    for algorithm, trained in itertools.product(("bp", "pc"), (False, True)):
        # pyrefly: ignore[bad-argument-type]  (one of the two words)
        (found,) = parametrization.solve(algorithm, reading="literal", trained=trained)
        exponents = {n: point.exponents[n] for n in found.unknowns}
        yield f"{algorithm}, trained = {trained}: a solution", found.contains(exponents)
    own = parametrization.growth(point)["width"]["own_l"]
    yield "its hidden layers' own updates vanish like 1/N", own, Fraction(-1)


CLAIMS.add(
    id="PC-D1",
    source=PC.section("2.3, desideratum 1"),
    says="Features of order 1 at the start: kept by all four columns; features go by 1/N to the "
    "power by which a is raised, and to half that by which b is, in the layers whose a or b it is.",
    checks=(Exhaustive(lambda: decided(1, first_points())),),
    cross_checks=(Exhaustive(lambda: answered(1, first_points()), what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-D2",
    source=PC.section("2.3, desideratum 2"),
    says="Predictions change at order 1: kept by NTK, mean-field and muP; by N in SP, and by 1/N "
    "to the power by which c is raised.",
    checks=(Exhaustive(lambda: decided(2, second_points())),),
    cross_checks=(Exhaustive(lambda: answered(2, second_points()), what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-D3",
    source=PC.section("2.3, desideratum 3"),
    says="Features change at order 1 by their own layer: kept by mean-field and muP; by N^(-1/2) "
    "in NTK and in SP's first layer, N^(1/2) in its later ones; by N to the power by which d is "
    "raised, 1/N to that of c.",
    checks=(Exhaustive(lambda: decided(3, third_points())),),
    cross_checks=(Exhaustive(lambda: answered(3, third_points()), what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-E15",
    source=PC.eq(15),
    says="The desiderata, every layer moving by its own update, are solved for backpropagation by "
    "exactly the line (15): d = 1/2, a = (1-c)/2, b = b_1 = c, a_1 = -c/2.",
    checks=(Exhaustive(bp_line),),
    cross_checks=(Exhaustive(bp_set, what="the theory's solver"),),
)


def _one_fixed() -> Iterator[Case]:
    """Fixing a, b or c leaves one point; a = 1/2 gives the mean-field column."""
    (line,) = parametrization.solve("bp")
    for name, value in itertools.product(("a", "b", "c", "a1", "b1"), THIRDS):
        equations = [unknown(n) - form for n, form in line.solved.items()]
        found = Polyhedron.of(line.unknowns, [*equations, unknown(name) - value], [])
        yield f"{name} = {value}: free exponents", found.dimension if found else -1, 0
    mean_field = Polyhedron.of(
        line.unknowns,
        [*(unknown(n) - f for n, f in line.solved.items()), unknown("a") - Fraction(1, 2)],
        [],
    ) or Polyhedron(())
    point = parametrization.named["mean_field"].exponents
    yield "a = 1/2", mean_field.contains({n: point[n] for n in line.unknowns})


C_AT: dict[str, Callable[[Any], Any]] = {
    "a": lambda value: 1 - 2 * value,
    "b": lambda value: value,
    "c": lambda value: value,
    "a1": lambda value: -2 * value,
    "b1": lambda value: value,
}


def _one_c() -> Iterator[Case]:
    """An exponent is strictly monotone in c along (15), so that its value leaves one point."""
    value = sp.Symbol("value", real=True)
    for name, c_at in C_AT.items():
        yield f"slope of {name} in c, squared", sp.diff(LINE[name], c) ** 2, ">", sp.Integer(0)
        there = {c: c_at(value)}
        point = {ANY[n]: form.subs(there) for n, form in LINE.items()}
        yield from on_the_line(f"{name} = value", point)
        if LINE[name] != c:
            yield f"{name} = value: {name}", LINE[name].subs(there), value
    for name, cell in typed("mean_field").items():
        if name != "d":  # fixed
            yield f"{name} where a = 1/2", LINE[name].subs(c, C_AT["a"](HALF)), cell


CLAIMS.add(
    id="PC-S2",
    source=PC.section("2.3, after eq. (15)"),
    says="Fixing one of a, b, c leaves one solution; a = 1/2 is the mean-field column.",
    checks=(Exhaustive(_one_c),),
    cross_checks=(Exhaustive(_one_fixed, what="the theory's solver"),),
)


def _standard_sizes() -> Iterator[Case]:
    found = parametrization.growth("sp", "bp")["width"]
    yield "features of later layers evolve at order 1", found["own_l"], Fraction(0)
    yield "features of the first layer evolve at order 1", found["own_1"], Fraction(0)


def _standard_and_tangent() -> Iterator[Case]:
    found = parametrization.growth("sp", "bp")["width"]
    yield "SP predictions", found["q_l"], Fraction(1)
    yield "SP later features", found["own_l"], Fraction(1, 2)
    yield "SP first features", found["own_1"], Fraction(-1, 2)
    lazy = parametrization.growth(parametrization.abcd(0, 0, 0, 1, 1, 0), "bp")["width"]
    yield "SP at c = 1: predictions", lazy["q_l"], Fraction(0)
    yield "SP at c = 1: features", lazy["own_l"], Fraction(-1, 2)
    tangent = parametrization.growth("ntk", "bp")["width"]
    yield "NTK predictions", tangent["q_l"], Fraction(0)
    yield "NTK features", tangent["own_l"], Fraction(-1, 2)


CLAIMS.add(
    id="PC-S3",
    source=PC.section("2.3"),
    says="The standard parametrisation has stable initialisation and evolving features; only its "
    "predictions explode.",
    quote="the SP has stable initialisation as well as evolving features",
    reading="Of the column of table 2, c = 0; 'evolving' as desideratum 3 defines it: Theta(1)."
    " Read as not frozen, without a rate, it stands for later layers.",
    checks=(Exhaustive(_standard_sizes),),
    corrected_by="PC-S3-sizes",
    sides=("power of N by which features move", "power that order 1 asks for"),
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
    says="At c = 0 its predictions move like N, later features like N^(1/2), first ones like "
    "N^(-1/2); at the largest stable c = 1 it is lazy. NTK keeps predictions at order 1, lazily.",
    checks=(Exhaustive(_sizes_of_standard),),
    cross_checks=(Exhaustive(_standard_and_tangent, what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-T1",
    source=PC.theorem(1),
    says="The desiderata are solved for predictive coding at equilibrium by the same line (15).",
    quote="there exists a set of one-dimensional parameterisations that satisfies the 3 Desiderata",
    reading="Every layer's own update moves its features and the predictions at order 1, as the "
    "proof takes it. Taken at their word the desiderata have more solutions (PC-T1-literal).",
    checks=(Exhaustive(pc_line),),
    cross_checks=(Exhaustive(pc_set, what="the theory's solver"),),
    imprecise=True,
    exact="PC-T1-word",
)

CLAIMS.add(
    id="PC-T1-literal",
    source=PC.theorem(1),
    says="Desiderata 1 to 3 at their word are solved by no other parametrisation than (15).",
    quote="this is the same as for BP (Eq. 15)",
    reading="At their word: a feature's change may come from the layers below it. The set is the "
    "same for both algorithms under either reading."
    " Where every layer's own change counts the theorem stands (PC-T1-word).",
    checks=(Exhaustive(_literal_set),),
    corrected_by="PC-T1-word",
    sides=("dimension of the solution set", "dimension of the line (15)"),
)

CLAIMS.add(
    id="PC-T1-word",
    source=PC.ledger("ERR-PC-8"),
    says="At their word they are solved by d = 1/2, 2 a_1 + c = 0, desideratum 1 and "
    "2 a_l + c >= 1 for each later layer: three dimensions, the same for both algorithms; (15) is "
    "its edge where every layer's own update counts.",
    checks=(Exhaustive(word_set), Exhaustive(pc_line)),
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
    """What decides is of order 1 in the first layer, and vanishes like 1/N in the later ones."""
    wanted = {1: (0, 0), 2: (0, -1), 3: (0, -1)}
    for number, sizes in wanted.items():
        yield from decided(number, [("beside the line", BESIDE, sizes)])
    yield "2 a_l + c - 1, which is 0 on (15)", 2 * BESIDE["a"] + BESIDE["c"] - 1, sp.Integer(1)


CLAIMS.add(
    id="PC-B10",
    source=PC.beyond("PC-B10"),
    says="a_l = 1, b_l = -1, a_1 = b_1 = c = 0, d = 1/2 keeps the desiderata at their word and "
    "lies off (15): later layers' own updates vanish like 1/N.",
    checks=(Exhaustive(_beside),),
    cross_checks=(Exhaustive(_beside_the_line, what="the theory's solver"),),
)
