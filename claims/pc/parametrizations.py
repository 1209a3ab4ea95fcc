"""Sections 2.2, 2.3 and 3: exponents, desiderata 1 to 3, theorem 1, tables 1 and 2."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.pc.common import (
    Case,
    gamma,
    net,
    over,
    slopes,
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


COLUMNS = ("sp", "ntk", "mean_field", "mup")
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

TABLE_2 = {
    "sp": ("0", "0", "0", "1", "0", "0"),
    "ntk": ("0", "0", "1/2", "0", "0", "0"),
    "mean_field": ("0", "0", "1/2", "0", "0", "1/2"),
    "mup": ("-1/2", "1", "0", "1", "1", "1/2"),
}
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


CLAIMS.add(
    id="PC-TAB2",
    source=PC.table(2),
    says="Every cell; all four keep desideratum 1, mean-field and muP lie on the line (15), NTK "
    "fails desideratum 3, SP 2 and 3.",
    checks=(Exhaustive(_table_two),),
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
    point = parametrization.abcd(0, 0, 1, -1, 0, "1/2")
    yield "off (15)", not _line().contains({n: point.exponents[n] for n in _line().unknowns})
    for algorithm, trained in itertools.product(("bp", "pc"), (False, True)):
        # pyrefly: ignore[bad-argument-type]  (one of the two words)
        (found,) = parametrization.solve(algorithm, reading="literal", trained=trained)
        exponents = {n: point.exponents[n] for n in found.unknowns}
        yield f"{algorithm}, trained = {trained}: a solution", found.contains(exponents)
    own = parametrization.growth(point)["width"]["own_l"]
    yield "its hidden layers' own updates vanish like 1/N", own, Fraction(-1)


MEAN_FIELD: dict[str, Any] = {"a1": 0, "b1": 0, "a": "1/2", "b": 0, "c": 0, "d": "1/2"}


def _sizes(number: int, which: Any, *wanted: Any) -> Iterator[Case]:
    """Powers of N that decide a desideratum: first layer and later ones; it asks for zeros."""
    (found,) = [x for x in parametrization.desiderata(which) if x.number == number]
    largest: dict[str, Fraction] = {}
    for name, power in found.exponents.items():
        layer = "first" if name.endswith("1") else "later"
        largest[layer] = max(power, largest.get(layer, power))
    for layer, power in zip(("first", "later"), wanted, strict=True):
        yield f"{which}: {layer} layers", largest[layer], Fraction(power)
    yield f"{which} keeps it", found.holds == (not any(map(Fraction, wanted)))


def _moved(number: int, name: str, first: int | Fraction, later: int | Fraction) -> Iterator[Case]:
    """What an exponent of the mean-field column, moved by a quarter, adds to those powers."""
    for step in (Fraction(-1, 4), Fraction(1, 4)):
        moved = MEAN_FIELD | {name: str(Fraction(MEAN_FIELD[name]) + step)}
        yield from _sizes(number, parametrization.abcd(**moved), first * step, later * step)


def _columns(number: int, **wanted: tuple[Any, Any]) -> Iterator[Case]:
    """All four columns; those not named keep the desideratum."""
    for column in COLUMNS:
        yield from _sizes(number, column, *wanted.get(column, (0, 0)))


CLAIMS.add(
    id="PC-D1",
    source=PC.section("2.3, desideratum 1"),
    says="Features of order 1 at the start: kept by all four columns; features go by 1/N to the "
    "power by which a is raised, and to half that by which b is, in the layers whose a or b it is.",
    checks=(
        Exhaustive(lambda: _columns(1)),
        Exhaustive(lambda: _moved(1, "a1", -1, 0)),
        Exhaustive(lambda: _moved(1, "b1", Fraction(-1, 2), 0)),
        Exhaustive(lambda: _moved(1, "a", 0, -1)),
        Exhaustive(lambda: _moved(1, "b", 0, Fraction(-1, 2))),
    ),
)

CLAIMS.add(
    id="PC-D2",
    source=PC.section("2.3, desideratum 2"),
    says="Predictions change at order 1: kept by NTK, mean-field and muP; by N in SP, and by 1/N "
    "to the power by which c is raised.",
    checks=(
        Exhaustive(lambda: _columns(2, sp=(0, 1))),
        Exhaustive(lambda: _moved(2, "c", -1, -1)),
    ),
)

CLAIMS.add(
    id="PC-D3",
    source=PC.section("2.3, desideratum 3"),
    says="Features change at order 1 by their own layer: kept by mean-field and muP; by N^(-1/2) "
    "in NTK and in SP's first layer, N^(1/2) in its later ones; by N to the power by which d is "
    "raised, 1/N to that of c.",
    checks=(
        Exhaustive(lambda: _columns(3, sp=("-1/2", "1/2"), ntk=("-1/2", "-1/2"))),
        Exhaustive(lambda: _moved(3, "d", 1, 1)),
        Exhaustive(lambda: _moved(3, "c", -1, -1)),
    ),
)

CLAIMS.add(
    id="PC-E15",
    source=PC.eq(15),
    says="The desiderata, every layer moving by its own update, are solved for backpropagation by "
    "exactly the line (15): d = 1/2, a = (1-c)/2, b = b_1 = c, a_1 = -c/2.",
    checks=(Exhaustive(bp_set),),
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


CLAIMS.add(
    id="PC-S2",
    source=PC.section("2.3, after eq. (15)"),
    says="Fixing one of a, b, c leaves one solution; a = 1/2 is the mean-field column.",
    checks=(Exhaustive(_one_fixed),),
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

CLAIMS.add(
    id="PC-S3-sizes",
    source=PC.ledger("ERR-PC-16"),
    says="At c = 0 its predictions move like N, later features like N^(1/2), first ones like "
    "N^(-1/2); at the largest stable c = 1 it is lazy. NTK keeps predictions at order 1, lazily.",
    checks=(Exhaustive(_standard_and_tangent),),
)

CLAIMS.add(
    id="PC-T1",
    source=PC.theorem(1),
    says="The desiderata are solved for predictive coding at equilibrium by the same line (15).",
    quote="there exists a set of one-dimensional parameterisations that satisfies the 3 Desiderata",
    reading="Every layer's own update moves its features and the predictions at order 1, as the "
    "proof takes it. Taken at their word the desiderata have more solutions (PC-T1-literal).",
    checks=(Exhaustive(pc_set),),
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
    checks=(Exhaustive(_larger_set), Exhaustive(pc_set), Exhaustive(bp_set)),
)

CLAIMS.add(
    id="PC-B10",
    source=PC.beyond("PC-B10"),
    says="a_l = 1, b_l = -1, a_1 = b_1 = c = 0, d = 1/2 keeps the desiderata at their word and "
    "lies off (15): later layers' own updates vanish like 1/N.",
    checks=(Exhaustive(_beside_the_line),),
)
