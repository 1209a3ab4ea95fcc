"""Tables 1, 3, 4, 5 and 6, and the statements of sections 4 and E about their numbers."""

import itertools
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive, Quoted
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.statement import Rounds, Statement
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims import printed
from depthlaws_papers.ammup.claims.common import AM_MUP
from depthlaws_papers.ammup.claims.fits import (
    line,
    log10,
    mean,
    rounded,
    scaled_rate,
    standard_errors,
    two_sided,
)
from depthlaws_papers.ammup.claims.printed import exact, table_1, table_3

CLAIMS = Claims()

THEORY = Recorded(*AM_MUP.as_integer_ratio())


# -- tables 1 and 3 --------------------------------------------------------------------------------


def _twice(
    table: Mapping[tuple[str, str], Fraction], text: Mapping[tuple[str, str], str]
) -> Exhaustive:
    """Cells of a table against the same numbers in the text."""
    cells = [(f"{c}, table and text", value, exact(text[c])) for c, value in table.items()]
    return Exhaustive(lambda: cells, data=True)


def _shared_cells() -> Iterator[tuple[str, Fraction, Fraction]]:
    """The baselines of table 3 are cells of table 1."""
    shared = {
        ("CNN", "Baseline"): ("CNN", "CIFAR-10"),
        ("ResNet", "Baseline"): ("ResNet", "CIFAR-10"),
        ("ViT", "Post-LN"): ("ViT", "ImageNet"),
    }
    for ablation, baseline in shared.items():
        yield f"{ablation} is {baseline}", table_3()[ablation], table_1()[baseline]


CLAIMS.add(
    id="AMMUP-T1",
    source=AMMUP.table(1),
    says="The nine exponents of the baselines, as sections 4.2 to 4.4 repeat them.",
    checks=(_twice(table_1(), printed.TABLE_1_TEXT),),
)
CLAIMS.add(
    id="AMMUP-T3",
    source=AMMUP.table(3),
    says="The nine exponents of the ablations, as section 4.5 repeats them; their baselines are "
    "those of table 1.",
    checks=(
        _twice(table_3(), printed.TABLE_3_TEXT),
        Exhaustive(_shared_cells, data=True),
    ),
)


values = [*table_1().values()]
CENTRE_AND_ENDS = Statement(
    Rounds(sum(values) / 9, "-1.38"), Rounds(min(values), "-1.57"), Rounds(max(values), "-1.18")
)


def _distance_of_table_1() -> Iterator[tuple[str, Any, str]]:
    t = standard_errors([*table_1().values()], THEORY)
    yield "standard errors above -3/2", t, "3.48"
    yield "p, eight degrees of freedom", two_sided(t, 8), "0.0083"


CLAIMS.add(
    id="AMMUP-X17",
    source=AMMUP.section("4.1"),
    says="The exponents of table 1 have the mean -1.38 and the range -1.57 to -1.18.",
    statement=CENTRE_AND_ENDS,
)
CLAIMS.add(
    id="AMMUP-X17-t",
    source=AMMUP.beyond("ERR-15"),
    says="The mean of table 1 lies 3.48 standard errors above -3/2, p = 0.0083 by Student's t.",
    checks=(Quoted(_distance_of_table_1),),
)


ABLATIONS = [*table_3().values()]
OF_SGD = [exact(row[2]) for row in printed.TABLE_3.values() if row[0] == "SGD"]

CLAIMS.add(
    id="AMMUP-X13",
    source=AMMUP.section("4.5"),
    says="All tested configurations have a mean of -1.39.",
    quote="All tested configurations yield exponents within the range [-1.8, -1.1], "
    "with a mean of -1.39",
    reading="all nine rows of table 3, as the sentence says; -1.39 is the mean of the seven rows "
    "trained by SGD, and with that reading the sentence would hold",
    corrected_by="AMMUP-X13-means",
    statement=Statement(Rounds(sum(ABLATIONS) / 9, "-1.39")),
    sides=("mean of the nine rows", "printed mean"),
    fault="number",
    change="with a mean of -1.36 (-1.39 over the seven trained by SGD).",
)
CLAIMS.add(
    id="AMMUP-X13-means",
    source=AMMUP.beyond("ERR-15"),
    says="The mean of all nine exponents of table 3 is -1.356; that of the seven trained by SGD is "
    "-1.390.",
    statement=Statement(Rounds(sum(ABLATIONS) / 9, "-1.356"), Rounds(sum(OF_SGD) / 7, "-1.390")),
)


def _in_range() -> Iterator[tuple[str, Fraction, str, int]]:
    for cell, value in table_3().items():
        yield f"{cell}, steepest", value + Recorded(18, 10), ">=", 0
        yield f"{cell}, flattest", value + Recorded(11, 10), "<=", 0


CLAIMS.add(
    id="AMMUP-X13-range",
    source=AMMUP.section("4.5"),
    says="All nine exponents of table 3 lie in [-1.8, -1.1].",
    checks=(Exhaustive(_in_range, named=True),),
)


def _mostly_within_fifth() -> Iterator[tuple[str, Fraction, str, Fraction]]:
    """The middle one of the nine distances from -3/2; most rows are at most as far."""
    away = sorted(abs(value / THEORY - 1) for value in table_3().values())
    yield "the median distance", away[len(away) // 2], "<=", Recorded(1, 5)


def _share_beyond_fifth() -> Iterator[tuple[str, Fraction, str, Fraction]]:
    """Exactly the two ViT rows lie beyond 20 %."""
    for cell, value in table_3().items():
        relation = ">" if cell[0] == "ViT" else "<="
        yield str(cell), abs(value / THEORY - 1), relation, Recorded(1, 5)


CLAIMS.add(
    id="AMMUP-X13-fifth",
    source=AMMUP.section("4.5"),
    says="Typically, in the median and so in most rows of table 3, ablations stay within 20 % of "
    "-3/2.",
    quote="with secondary modulations typically within ±20%",
    reading="'typically' is read as: in the median; the two ViT rows are farther away "
    "(AMMUP-X13-beyond)",
    checks=(Exhaustive(_mostly_within_fifth, named=True),),
)
CLAIMS.add(
    id="AMMUP-X13-beyond",
    source=AMMUP.beyond("ERR-15"),
    says="Both ViT rows of table 3 are more than 20 % away from -3/2, the other seven are not.",
    checks=(Exhaustive(_share_beyond_fifth, named=True),),
)


def _distance(configuration: str) -> Fraction:
    return abs(table_3()["ResNet", configuration] - THEORY)


def _closer() -> Iterator[tuple[str, Fraction, str, Fraction]]:
    for change in ("BatchNorm", "Dropout"):
        yield f"{change}, and the baseline", _distance(change), "<", _distance("Baseline")


def _farther() -> Iterator[tuple[str, Fraction, Fraction]]:
    yield "baseline", _distance("Baseline"), Recorded("0.065")
    yield "batch normalisation", _distance("BatchNorm"), Recorded("0.201")
    yield "dropout", _distance("Dropout"), Recorded("0.068")


CLAIMS.add(
    id="AMMUP-X14",
    source=AMMUP.section("4.5"),
    says="Batch normalisation and dropout bring the exponent of ResNets closer to -3/2.",
    quote="both bringing the exponent closer to the theoretical -1.5",
    reading="the distance to -1.5 of the rows of table 3; read as steeper than the baseline, which "
    "both are, the sentence holds",
    corrected_by="AMMUP-X14-farther",
    sides=("distance from -3/2 with the change", "distance of the baseline"),
    checks=(Exhaustive(_closer),),
    fault="number",
    change="both making the exponent steeper, and moving it farther from -1.5.",
)
CLAIMS.add(
    id="AMMUP-X14-farther",
    source=AMMUP.beyond("ERR-15"),
    says="Batch normalisation and dropout move the exponent of ResNets farther away from -3/2: "
    "from 0.065 to 0.201 and to 0.068.",
    checks=(Exhaustive(_farther, named=True),),
)


def _percent(first: Fraction, second: Fraction) -> Fraction:
    return abs(second / first - 1) * 100


CLAIMS.add(
    id="AMMUP-X15",
    source=AMMUP.section("4.5"),
    says="Adam makes the exponents 10 % (CNN) and 12 % (ResNet) smaller.",
    statement=Statement(
        *(
            Rounds(_percent(table_3()[model, "Baseline"], table_3()[model, "Adam"]), said)
            for model, said in (("CNN", "10"), ("ResNet", "12"))
        )
    ),
)


CLAIMS.add(
    id="AMMUP-X16",
    source=AMMUP.section("4.4 and 4.5"),
    says="GELU changes the exponent by 3 %, the place of the normalisation by 4.0 %; CCT is 3.3 % "
    "away from -3/2.",
    statement=Statement(
        Rounds(_percent(table_3()["CNN", "Baseline"], table_3()["CNN", "GELU"]), "3"),
        Rounds(_percent(table_3()["ViT", "Post-LN"], table_3()["ViT", "Pre-LN"]), "4.0"),
        Rounds(_percent(THEORY, exact(printed.VARIANTS["CCT"])), "3.3"),
    ),
)


# -- the same protocol in several places -----------------------------------------------------------


def _one_protocol() -> Iterator[tuple[str, Fraction, str, Fraction]]:
    """CNN, CIFAR-10, ReLU, circular padding, and ViT of width 384 after one epoch."""
    table, kernel = table_1()["CNN", "CIFAR-10"], exact(printed.KERNELS[3])
    small, base = exact(printed.TABLE_4[384][0][0]), table_1()["ViT", "CIFAR-10"]
    yield "table 1 against figure 6", abs(table - THEORY), ">", Recorded(15, 100)
    yield "table 1 against figure 7", abs(table - kernel), ">", Recorded(3, 10)
    yield "table 4 against table 1", abs(small - base), ">", Recorded(6, 100)


CLAIMS.add(
    id="AMMUP-X20",
    source=AMMUP.beyond("ERR-16"),
    says="One protocol has several exponents: -1.339 (table 1), about -1.5 (figure 6) and -1.74 "
    "(figure 7) for the ReLU CNN, -1.441 (table 1) and -1.360 (table 4) for ViT: more than "
    "0.15, 0.3 and 0.06 apart.",
    checks=(Exhaustive(_one_protocol, named=True),),
)


def _kernels() -> Iterator[tuple[str, Fraction, str, Fraction]]:
    for size, value in printed.KERNELS.items():
        yield f"kernel {size}", abs(exact(value) / THEORY - 1), "<=", Recorded(1, 5)


CLAIMS.add(
    id="AMMUP-X19",
    source=AMMUP.section("E.3"),
    says="The exponents of kernels 3, 4 and 5 are within 20 % of -3/2.",
    checks=(Exhaustive(_kernels, named=True),),
)


# -- tables 4, 5 and 6 -----------------------------------------------------------------------------


def _slopes_of_table_4() -> list[Fraction]:
    return [exact(slope) for row in printed.TABLE_4.values() for slope, _ in row]


def _of_table_4() -> Iterator[tuple[str, Any, str]]:
    yield "mean of nine", (mean(_slopes_of_table_4())), "-1.437"
    for epoch, said in enumerate(("-1.352", "-1.541", "-1.419")):
        column = [exact(row[epoch][0]) for row in printed.TABLE_4.values()]
        yield f"mean after epoch {epoch + 1}", (mean(column)), said
    widths = zip(printed.TABLE_4.items(), ("-1.363", "-1.435", "-1.514"), strict=True)
    for (width, row), said in widths:
        yield f"mean of {width}", (mean([exact(slope) for slope, _ in row])), said


def _noisiest() -> Iterator[tuple[str, Fraction, str, int]]:
    """R^2 of the smallest width after epoch 3 against all others."""
    (*first, last), *rows = printed.TABLE_4.values()
    for _, fit in [*first, *itertools.chain(*rows)]:
        yield f"R^2 = {fit}", exact(last[1]) - exact(fit), "<", 0


def _concentrated() -> Iterator[tuple[str, Fraction, str, Fraction]]:
    for value in _slopes_of_table_4():
        yield str(float(value)), abs(value - THEORY), "<", Recorded(3, 10)


CLAIMS.add(
    id="AMMUP-T4",
    source=AMMUP.table(4),
    says="Nine exponents of three widths and three epochs: all within 0.3 of -3/2, their mean "
    "-1.437; after the first epoch, which the theory is about, -1.352. The smallest width's after "
    "the third is the noisiest fit; means of wider networks are steeper.",
    checks=(
        Exhaustive(_concentrated, named=True),
        Quoted(_of_table_4),
        Exhaustive(_noisiest, named=True),
    ),
)


def _of_table_5() -> Iterator[tuple[str, Any, str]]:
    source = exact(printed.SOURCE_RATE)
    for blocks, (oracle, scaled, raw_error, error, _, _) in printed.TABLE_5.items():
        best, said = (exact(oracle)), (exact(scaled))
        yield f"scaled rate at D = {blocks}", scaled_rate(blocks), scaled
        yield f"error of the raw rate at D = {blocks}", abs(log10(source / best)), raw_error
        yield f"error of the scaled rate at D = {blocks}", abs(log10(said / best)), error


def _losses_of_table_5() -> Iterator[tuple[str, Fraction, str, int]]:
    for blocks, row in printed.TABLE_5.items():
        yield f"D = {blocks}", exact(row[5]) - exact(row[4]), "<=", 0


CLAIMS.add(
    id="AMMUP-T5",
    source=AMMUP.table(5),
    says="The scaled rates follow from the -3/2 rule at effective depth 2 D + 2, the errors follow "
    "from the printed rates, and no scaled loss is larger than the raw one.",
    checks=(Quoted(_of_table_5), Exhaustive(_losses_of_table_5, named=True)),
)


def _medians() -> Iterator[tuple[str, Any, str, int]]:
    """Each median is one of the four printed rows, and the printed rows allow that."""
    for column, median in ((2, "0.314"), (3, "0.057")):
        values = sorted(exact(row[column]) for row in printed.TABLE_5.values())
        at = values.index(exact(median))
        yield f"{median} is printed", values[at] - exact(median), "==", 0
        yield f"{median}: below it of seven", at, "<=", 3
        yield f"{median}: above it of seven", len(values) - 1 - at, "<=", 3


CLAIMS.add(
    id="AMMUP-X18",
    source=AMMUP.section("E.4"),
    says="The median errors over seven targets, 0.314 and 0.057 decades, are values of the four "
    "rows that table 5 prints, and these allow them; the other three rows are not given.",
    only_said="places in a sorted list of printed numbers are counts, beside the bound 3",
    checks=(Exhaustive(_medians, named=True),),
)


def _audio_fit() -> Iterator[tuple[str, Any, str]]:
    slope, _, r2 = line({L: (exact(rate)) for L, rate in printed.TABLE_6.items()})
    yield "slope of the printed rates", slope, "-1.577"
    yield "R^2", r2, "0.891"


def _audio_error() -> Iterator[tuple[str, Any, str]]:
    """Two degrees of freedom: t exceeds q in modulus with probability 1 - q/sqrt(2 + q^2)."""
    slope, error, _ = line({L: exact(rate) for L, rate in printed.TABLE_6.items()})
    share = Recorded(19, 20)
    wide = share * sp.sqrt(2 / (1 - sp.Rational(share) ** 2)) * error
    yield "standard error of the slope", error, "0.390"
    yield "p of a slope of 0", two_sided(-slope / error, 2), "0.056"
    yield "95 % interval, from", slope - wide, "-3.25"
    yield "to", slope + wide, "0.10"


def _audio_range() -> Iterator[tuple[str, sp.Expr, str, Fraction]]:
    """Rates that round to the printed ones give slopes on both sides of -1.578."""
    ends = {L: rounded(rate) for L, rate in printed.TABLE_6.items()}
    steep, flat = (
        line({L: pair[(L < 12) == up] for L, pair in ends.items()})[0] for up in (True, False)
    )
    yield "from below", steep, "<", Recorded("-1.5785")
    yield "from above", flat, ">", Recorded("-1.5775")


CLAIMS.add(
    id="AMMUP-T6",
    source=AMMUP.table(6),
    says="The audio sweep's slope is -1.577 for the rates as printed, and the paper's -1.578 for "
    "rates that round to them; R^2 = 0.891, from four depths and three different rates.",
    checks=(Quoted(_audio_fit), Exhaustive(_audio_range, named=True)),
)
CLAIMS.add(
    id="AMMUP-T6-error",
    source=AMMUP.ledger("ERR-27"),
    says="Four depths leave two degrees of freedom: the slope's standard error is 0.39, its 95 % "
    "interval [-3.25, 0.10], p = 0.056 for no slope at all.",
    checks=(Quoted(_audio_error),),
)
