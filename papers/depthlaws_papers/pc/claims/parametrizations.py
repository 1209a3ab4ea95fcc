"""Section 2.2: exponents, tables 1 and 2."""

import itertools
from collections.abc import Iterator
from typing import Any

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    arrays,
    indices,
    naturals,
    nonnegative,
    positive,
    reals,
    scalars,
    total,
)
from depthlaws.theory import parametrization
from depthlaws.theory.papers import PC
from depthlaws_papers.pc.claims.common import (
    HALF,
    Case,
    over,
)
from depthlaws_papers.pc.claims.sizes import (
    ANY,
    COLUMNS,
    EQUATIONS,
    TABLE_2,
    decided,
    first_points,
    on_the_line,
    second_points,
    third_points,
    typed,
)

CLAIMS = Claims()


# -- the parametrisation (eqs. 7 to 14, tables 1 and 2) --------------------------------------------


def _powers(width: int, which: str) -> Iterator[Case]:
    """Squared multipliers, variances and rates at a size, read from a conversion to SP."""
    e = parametrization.named[which].exponents
    conversion = parametrization.convert(which, "sp", width=width, learning_rate=3.0, gamma0=2.0)
    for name, end in (("input", "1"), ("hidden", ""), ("output", "L")):
        group = conversion.groups[name]
        scale = 4 * width ** (2 * e["d"]) if name == "output" else 1
        square = Recorded(width) ** int(-2 * e[f"a{end}"]) / Recorded(scale)
        yield f"{name}: squared multiplier", Recorded(group.multipliers[0]) ** 2, square
        own = Recorded(group.deviation) ** 2 / Recorded(group.weights) ** 2
        yield f"{name}: variance", own, Recorded(width) ** int(-e[f"b{end}"])
        rate = Recorded(group.learning_rate) / Recorded(group.weights) ** 2
        wanted = 12 * Recorded(width) ** int(2 * e["d"] - e[f"c{end}"])
        yield f"{name}: rate", rate, wanted


POWERS = Exhaustive(
    over(_powers, [*itertools.product((4, 16), COLUMNS)]),
    what="the package's converter",
    named=True,
)

CLAIMS.add(
    id="PC-E7",
    source=PC.eq("7-14, 20-23"),
    says="Layers are multiplied by N^-a, drawn with variance N^-b, the output is divided by "
    "gamma = gamma0 N^d, and the rate is eta_0 gamma^2 N^-c: so the package converts SP, NTK, "
    "mean-field and muP at N = 4 and 16, gamma0 = 2.",
    reading="N_a in (8) to (10) is N^a, as (21) to (23) print it.",
    # Every root of these widths is exact in floats.
    checks=(POWERS,),
)


N, c, gamma, eta0, P, Q, B = scalars("N c gamma eta0 P Q B")
e, f, k = arrays("e f k")
n, p = indices("n", P), indices("p", Q)

# Slopes of the outputs f/gamma at given errors e, and s = 1 + B/gamma^2 (PC-B5) with slopes k.
loss_slope = -total(e[n] * f[n, p] / gamma, n) / P
s = 1 + B / gamma**2
loss = total(e[n] ** 2, n) / (2 * P)
rate = eta0 * gamma**2 * N**-c
ANY_ERRORS = {
    **{N: naturals(1), P: naturals(1), Q: naturals(1), c: reals, gamma: positive, eta0: positive},
    **{e: reals[P], f: reals[P, Q]},
}
BY_BP = Equal(
    rate * total(loss_slope**2, p), eta0 * N**-c * total((total(e[n] * f[n, p], n) / P) ** 2, p)
)

CLAIMS.add(
    id="PC-E14",
    source=PC.eq(14),
    says="With eta proportional to gamma^2 the loss falls at a rate free of gamma by "
    "backpropagation, at given errors.",
    quote="to make the change in the loss at initialisation independent of gamma",
    reading="For descent on the loss, at given errors. (13) also lets the descent be on the energy "
    "F*: then the rate has the factor 1/s, which contains gamma (PC-E14-loss).",
    statement=Statement(BY_BP, for_all=ANY_ERRORS),
)

CLAIMS.add(
    id="PC-E14-loss",
    source=PC.ledger("ERR-PC-15"),
    says="For backpropagation the rate of the fall of the loss is free of gamma at given errors; "
    "for descent on the energy it is that over s = 1 + B/gamma^2, less the part that the slope of "
    "s takes.",
    statement=Statement(
        BY_BP,
        Equal(
            rate * total(loss_slope * (loss_slope / s - loss / s**2 * k[p]), p),
            BY_BP.right / s - rate * loss / s**2 * total(loss_slope * k[p], p),
        ),
        for_all=ANY_ERRORS | {B: nonnegative, k: reals[Q]},
    ),
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
    checks=(Exhaustive(_table_one, named=True),),
    cross_checks=(POWERS,),
)

ON_THE_LINE = {"sp": False, "ntk": False, "mean_field": True, "mup": True}
FAILED = {"sp": [2, 3], "ntk": [3], "mean_field": [], "mup": []}


def _table_two() -> Iterator[Case]:
    (line,) = parametrization.solve("pc")
    for name, cells in TABLE_2.items():
        exponents = parametrization.named[name].exponents
        for letter, cell in zip(("a1", "b1", "a", "b", "c", "d"), cells, strict=True):
            yield f"{name}: {letter}", exponents[letter], Recorded(cell)
        for letter in ("a", "b", "c"):
            yield f"{name}: {letter}_L", exponents[f"{letter}L"], exponents[letter]
        point = {key: exponents[key] for key in line.unknowns}
        yield f"{name} on the line", line.contains(point) == ON_THE_LINE[name]
        failed = [k.number for k in parametrization.desiderata(name) if not k.holds]
        yield f"{name} fails {FAILED[name]}", failed == FAILED[name]


def _columns_decided() -> Iterator[Case]:
    """The desiderata and eq. (15), evaluated at the exponents of each cell of the table."""
    for number, points in enumerate((first_points, second_points, third_points), start=1):
        yield from decided(number, (point for point in points() if point[0] in COLUMNS))
    for column, kept in ON_THE_LINE.items():
        cells = {ANY[name]: power for name, power in typed(column).items()}
        if kept:
            yield from on_the_line(column, cells)
        else:
            yield f"{column}: d - 1/2", EQUATIONS["d = 1/2"].subs(cells), -HALF


CLAIMS.add(
    id="PC-TAB2",
    source=PC.table(2),
    says="Every cell of the columns SP, NTK, mean-field and muP is right: all four keep "
    "desideratum 1, mean-field and muP lie on the line (15), NTK fails desideratum 3, SP 2 and 3.",
    checks=(Exhaustive(_columns_decided, named=True),),
    cross_checks=(Exhaustive(_table_two, what="the theory's table and answers"),),
)
