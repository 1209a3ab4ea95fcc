"""Sections 2.2, 2.3 and 3: exponents, desiderata 1 to 3, theorem 1, tables 1 and 2."""

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
    gamma,
    net,
    over,
    slopes,
)
from depthlaws.claims.pc.sizes import (
    ANY,
    COLUMNS,
    LINE,
    TABLE_2,
    Point,
    answered,
    bp_line,
    c,
    columns,
    d,
    decided,
    grown,
    moved,
    on_the_line,
    pc_line,
    typed,
    word_set,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws.theory.parametrization.polyhedra import Polyhedron, unknown

CLAIMS = Claims()

Exact = list[list[Fraction]]
THIRDS = [Fraction(n, 3) for n in range(-3, 4)]


# -- the parametrisation (eqs. 7 to 14, tables 1 and 2) --------------------------------------------


def _powers(width: int, which: str) -> Iterator[Case]:
    """Squared multipliers, variances and rates at a size, read from a conversion to SP."""
    e = parametrization.named[which].exponents
    found = parametrization.convert(which, "sp", width=width, learning_rate=3.0, gamma0=2.0)
    for name, end in (("input", "1"), ("hidden", ""), ("output", "L")):
        group = found.groups[name]
        scale = 4 * width ** (2 * e["d"]) if name == "output" else 1
        square = Fraction(width) ** int(-2 * e[f"a{end}"]) / Fraction(scale)
        yield f"{name}: squared multiplier", Fraction(group.multipliers[0]) ** 2, square
        own = Fraction(group.deviation) ** 2 / Fraction(group.weights) ** 2
        yield f"{name}: variance", own, Fraction(width) ** int(-e[f"b{end}"])
        rate = Fraction(group.learning_rate) / Fraction(group.weights) ** 2
        wanted = 12 * Fraction(width) ** int(2 * e["d"] - e[f"c{end}"])
        yield f"{name}: rate", rate, wanted


CLAIMS.add(
    id="PC-E7",
    source=PC.eq("7-14, 20-23"),
    says="Layers are multiplied by N^-a, drawn with variance N^-b, the output is divided by "
    "gamma = gamma0 N^d, and the rate is eta_0 gamma^2 N^-c.",
    reading="N_a in (8) to (10) is N^a, as (21) to (23) print it.",
    # Widths 4 and 16: every root is exact in floats.
    checks=(Exhaustive(over(_powers, [*itertools.product((4, 16), COLUMNS)])),),
)


def _loss_velocity(pc: bool) -> Iterator[Case]:
    """eta |grad|^2 at given errors r, for an output divided by gamma; eta = gamma^2 here."""
    one = net(1, 3)
    unit = {one.c[0]: 1, one.c[1]: 1, one.c[2]: 1 / gamma}
    error = sp.Symbol("r", real=True)
    velocity = sp.Integer(0)
    for layer in (1, 2, 3):
        slope = error * slopes(-one.h[-1][0, 0], one.W[layer - 1])[0, 0]
        if pc:  # r^2 / (2 s)
            slope = slope / one.s - error**2 / 2 * slopes(one.s, one.W[layer - 1])[0, 0] / one.s**2
        plain = error * slopes(-one.h[-1][0, 0], one.W[layer - 1])[0, 0]
        velocity += plain * slope
    yield "slope in gamma", sp.diff(gamma**2 * velocity.subs(unit), gamma), sp.Integer(0)


CLAIMS.add(
    id="PC-E14",
    source=PC.eq(14),
    says="With eta proportional to gamma^2 the loss falls at a rate free of gamma at the start.",
    quote="to make the change in the loss at initialisation independent of gamma",
    reading="For l = L and for l = F*, as (13) says of l. For the loss, at given errors, it holds.",
    checks=(Exhaustive(lambda: _loss_velocity(True)),),
    corrected_by="PC-E14-loss",
    sides=("slope in gamma, exact", "slope as printed"),
)

CLAIMS.add(
    id="PC-E14-loss",
    source=PC.ledger("ERR-PC-15"),
    says="For backpropagation it is free of gamma at given errors, which is at the start where "
    "f(0) -> 0 (d > 0); on the energy the rate carries 1/s(gamma).",
    checks=(Exhaustive(lambda: _loss_velocity(False)),),
)


def _table_one() -> Iterator[Case]:
    """Each exponent moves what the table says, and nothing else."""
    base: dict[str, Any] = {"a1": 0, "b1": 0, "a": "1/2", "b": 0, "c": 0, "d": "1/2"}
    before = parametrization.abcd(**base)
    for name, moves in (("a", "a"), ("b", "b"), ("c", "c"), ("d", "d")):
        after = parametrization.abcd(**base | {name: "1"})
        changed = {
            letter[0]
            for letter, value in after.exponents.items()
            if value != before.exponents[letter]
        }
        yield f"{name} moves only itself", changed == {moves}


CLAIMS.add(
    id="PC-TAB1",
    source=PC.table(1),
    says="a scales preactivations, b the initial variance, c the learning rate, d the output: four "
    "separate exponents.",
    checks=(
        Exhaustive(_table_one),
        Exhaustive(over(_powers, [*itertools.product((4, 16), COLUMNS)])),
    ),
)

ON_THE_LINE = {"sp": False, "ntk": False, "mean_field": True, "mup": True}
FAILED = {"sp": [2, 3], "ntk": [3], "mean_field": [], "mup": []}


def _table_two() -> Iterator[Case]:
    (line,) = parametrization.solve("pc")
    for name, cells in TABLE_2.items():
        found = parametrization.named[name].exponents
        for letter, cell in zip(("a1", "b1", "a", "b", "c", "d"), cells, strict=True):
            yield f"{name}: {letter}", found[letter], Fraction(cell)
        for letter in ("a", "b", "c"):
            yield f"{name}: {letter}_L", found[f"{letter}L"], found[letter]
        point = {key: found[key] for key in line.unknowns}
        yield f"{name} on the line", line.contains(point) == ON_THE_LINE[name]
        failed = [k.number for k in parametrization.desiderata(name) if not k.holds]
        yield f"{name} fails {FAILED[name]}", failed == FAILED[name]


def _columns_decided() -> Iterator[Case]:
    """What the cells make of the desiderata, and of (15)."""
    for number, points in enumerate((_first_points, _second_points, _third_points), start=1):
        yield from decided(number, (point for point in points() if point[0] in COLUMNS))
    for column, kept in ON_THE_LINE.items():
        cells = {ANY[name]: power for name, power in typed(column).items()}
        if kept:
            yield from on_the_line(column, cells)
        else:
            yield f"{column}: d off (15)", cells[d], "<", HALF


CLAIMS.add(
    id="PC-TAB2",
    source=PC.table(2),
    says="Every cell; all four keep desideratum 1, mean-field and muP lie on the line (15), NTK "
    "fails desideratum 3, SP 2 and 3.",
    checks=(Exhaustive(_columns_decided),),
    cross_checks=(Exhaustive(_table_two, what="the theory's table and answers"),),
)


# -- desiderata and their solutions (section 2.3, eq. 15, theorem 1) -------------------------------


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


def _first_points() -> Iterator[Point]:
    yield from columns()
    yield from moved("a1", -1, 0)
    yield from moved("b1", -HALF, 0)
    yield from moved("a", 0, -1)
    yield from moved("b", 0, -HALF)


def _second_points() -> Iterator[Point]:
    yield from columns(sp=(0, 1))
    yield from moved("c", -1, -1)


def _third_points() -> Iterator[Point]:
    yield from columns(sp=(-HALF, HALF), ntk=(-HALF, -HALF))
    yield from moved("d", 1, 1)
    yield from moved("c", -1, -1)


CLAIMS.add(
    id="PC-D1",
    source=PC.section("2.3, desideratum 1"),
    says="Features of order 1 at the start: kept by all four columns; features go by 1/N to the "
    "power by which a is raised, and to half that by which b is, in the layers whose a or b it is.",
    checks=(Exhaustive(lambda: decided(1, _first_points())),),
    cross_checks=(Exhaustive(lambda: answered(1, _first_points()), what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-D2",
    source=PC.section("2.3, desideratum 2"),
    says="Predictions change at order 1: kept by NTK, mean-field and muP; by N in SP, and by 1/N "
    "to the power by which c is raised.",
    checks=(Exhaustive(lambda: decided(2, _second_points())),),
    cross_checks=(Exhaustive(lambda: answered(2, _second_points()), what="the theory's answer"),),
)

CLAIMS.add(
    id="PC-D3",
    source=PC.section("2.3, desideratum 3"),
    says="Features change at order 1 by their own layer: kept by mean-field and muP; by N^(-1/2) "
    "in NTK and in SP's first layer, N^(1/2) in its later ones; by N to the power by which d is "
    "raised, 1/N to that of c.",
    checks=(Exhaustive(lambda: decided(3, _third_points())),),
    cross_checks=(Exhaustive(lambda: answered(3, _third_points()), what="the theory's answer"),),
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
    reading="Of the column of table 2, c = 0; 'evolving' as desideratum 3 defines it: Theta(1).",
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
    "same for both algorithms under either reading.",
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
