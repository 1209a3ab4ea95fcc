"""Appendix A: the case for the arithmetic mean of the layers' energies."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from depthlaws.claims.engine.checks import Exhaustive
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, integral, lim
from depthlaws.claims.engine.statement import (
    AtMost,
    Equal,
    Less,
    Statement,
    arrays,
    indices,
    induction,
    interval,
    naturals,
    nonnegative,
    positive,
    reals,
    registered,
    scalars,
    total,
    tree,
)
from depthlaws.theory.papers import AMMUP
from depthlaws_papers.ammup.claims.common import L, delta, mean_energy

CLAIMS = Claims()

S, R, e = symbol("S"), symbol("R"), symbol("e")


def _arithmetic(values: Sequence[Any]) -> Any:
    return sum(values) / sp.Integer(len(values))


def _geometric(values: Sequence[Any]) -> Any:
    return sp.Mul(*values) ** sp.Rational(1, len(values))


def _harmonic(values: Sequence[Any]) -> Any:
    return len(values) / sum(1 / sp.sympify(v) for v in values)


def _merged(values: Sequence[Any], groups: list[list[int]]) -> list[Any]:
    """Every energy replaced by the arithmetic mean of its group."""
    merged = list(values)
    for group in groups:
        average = _arithmetic([values[i] for i in group])
        for i in group:
            merged[i] = average
    return merged


size, others, layers, value, least, most = scalars("a b L c least most")
share = scalars("p")
group, rest, energy = arrays("s r S")
i, i2, j, layer = *indices("i i2", size), indices("j", others), indices("l", layers)
average = (total(group[i], i) + total(rest[j], j)) / (size + others)
MERGE_CONSISTENT = Equal(
    (total(total(group[i], i) / size, i2) + total(rest[j], j)) / (size + others), average
)
GROUPED = {size: naturals(1), others: naturals(0), group: reals[size], rest: reals[others]}

CLAIMS.add(
    id="AMMUP-E11",
    source=AMMUP.eq(11),
    says="The arithmetic mean is the same after the energies of a group are replaced by their "
    "mean, and so after all groups of any partition are, one after the other.",
    statement=Statement(MERGE_CONSISTENT, for_all=GROUPED),
)


NORMALISED = Statement(
    Equal(total(value, layer) / layers, value),
    Equal((value**layers) ** (1 / layers), value),
    Equal(total(1 / value, layer) / layers, 1 / value),
    for_all={layers: naturals(1), value: positive},
)

CLAIMS.add(
    id="AMMUP-E12",
    source=AMMUP.eq(12),
    says="M(c, ..., c) = c, which the geometric and the harmonic mean satisfy as well.",
    statement=NORMALISED,
)


of_all, of_means = scalars("M M_merged")  # M(S_1, ..., S_L), and M of L times their mean
centre = total(energy[layer], layer) / layers
one_group, normalised = Equal(of_all, of_means), Equal(of_means, centre)  # eqs. (11), (12)

CLAIMS.add(
    id="AMMUP-A1",
    source=AMMUP.section("A"),
    says="An aggregator that is merge consistent, eq. (11), and normalised, eq. (12), is the "
    "arithmetic mean, which has both properties and is scale equivariant.",
    quote="Hence the arithmetic mean is the unique aggregator satisfying the above properties.",
    reading="One group in eq. (11) with eq. (12) already implies the sentence, because the group's "
    "energy is defined by the arithmetic mean (AMMUP-A1-circular): permutation and scale are not "
    "used.",
    statement=Statement(
        Equal(of_all, centre, because=one_group.gap + normalised.gap),
        MERGE_CONSISTENT,
        Equal(centre, value, where={energy[layer]: value}),
        Equal(total(value * energy[layer], layer) / layers, value * centre),
        for_all={
            layers: naturals(1),
            **dict.fromkeys((of_all, of_means), reals),
            value: nonnegative,
            energy: nonnegative[layers],
            **GROUPED,
        },
        given=(one_group, normalised),
    ),
)


CLAIMS.add(
    id="AMMUP-A1-circular",
    source=AMMUP.ledger("ERR-21"),
    says="The characterisation assumes its conclusion: with geometric group means the geometric "
    "mean is merge consistent, as its logarithm is the mean of logarithms s and r.",
    statement=Statement(MERGE_CONSISTENT, for_all=GROUPED),
)


CLAIMS.add(
    id="AMMUP-A2",
    source=AMMUP.section("A"),
    says="S-bar is the mean energy of a layer drawn uniformly.",
    statement=Statement(
        Equal(total(share * energy[layer], layer), centre, where={share: 1 / layers}),
        for_all={layers: naturals(1), share: positive, energy: nonnegative[layers]},
    ),
)


above_least, below_most = AtMost(least, energy[layer]), AtMost(energy[layer], most)

CLAIMS.add(
    id="AMMUP-A3",
    source=AMMUP.section("A"),
    says="min S <= S-bar <= max S, with equality for equal energies.",
    statement=Statement(
        AtMost(least, centre, because=total(above_least.gap, layer) / layers),
        AtMost(centre, most, because=total(below_most.gap, layer) / layers),
        Equal(centre, value, where={energy[layer]: value}),
        for_all={
            layers: naturals(1),
            energy: reals[layers],
            **dict.fromkeys((least, most, value), reals),
        },
        given=(above_least, below_most),
    ),
)


added = arrays("r")[0]

CLAIMS.add(
    id="AMMUP-A3-monotone",
    source=AMMUP.section("A"),
    says="The mean is monotone: energies that grow by r_l >= 0 raise it by the mean of the r_l.",
    quote="The arithmetic mean is monotone",
    statement=Statement(
        Equal(
            total(energy[layer] + added[layer], layer) / layers - centre,
            total(added[layer], layer) / layers,
        ),
        AtMost(0, total(added[layer], layer) / layers, because=total(added[layer], layer) / layers),
        for_all={layers: naturals(1), energy: reals[layers], added: nonnegative[layers]},
    ),
)

ones = indices("k", layers - 2)
outlier = tree(e)

CLAIMS.add(
    id="AMMUP-A4",
    source=AMMUP.section("A"),
    says="For S = (e, 1/e, 1, ..., 1) the geometric mean is 1, the arithmetic one "
    "(e + 1/e + L - 2)/L, which is 1/(L e) in the limit of small e.",
    statement=Statement(
        Equal((outlier * (1 / outlier) * tree(1) ** (layers - 2)) ** (1 / layers), 1),
        Equal(
            (outlier + 1 / outlier + total(1, ones)) / layers,
            (outlier + 1 / outlier + layers - 2) / layers,
        ),
        Equal(lim(e * (e + 1 / e + L - 2) / L, e, 0), 1 / L),
        for_all={layers: naturals(2), e: positive},
    ),
)


harmonic, slope = L / (1 / S + R), registered("harmonic-mean-slope")
INVERSES = {layers: naturals(2), S: positive, R: positive}

CLAIMS.add(
    id="AMMUP-A5-slope",
    source=AMMUP.section("A"),
    says="dH/dS_i = H^2/(L S_i^2) = L/(1 + R S_i)^2 > 0, R the sum of the other inverses.",
    statement=Statement(
        Equal(harmonic**2 / (L * S**2), slope),
        Equal(D(harmonic, S), slope),
        Less(0, slope),
        for_all=INVERSES,
    ),
)


def _unbounded() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """True if the slope exceeds every bound as S_i falls to 0."""
    yield "limit of dH/dS_i as S_i falls to 0", lim(law("harmonic-mean-slope"), S, 0), sp.oo


CLAIMS.add(
    id="AMMUP-A5",
    source=AMMUP.section("A"),
    says="The slope of the harmonic mean in S_i grows without bound as S_i falls to 0.",
    quote="S_i -> 0 implies dH/dS_i -> infinity",
    reading="The other energies held fixed. H^2 falls as S_i^2, so that the slope tends to L. For "
    "1/H, whose slope is -1/(L S_i^2), the statement holds.",
    checks=(Exhaustive(_unbounded),),
    corrected_by="AMMUP-A5-limit",
    sides=("slope dH/dS_i in the limit", "limit as printed"),
    fault="formula",
    change="S_i -> 0 implies dH/dS_i -> L.",
)


CLAIMS.add(
    id="AMMUP-A5-limit",
    source=AMMUP.ledger("ERR-13"),
    says="The slope of the harmonic mean in S_i rises to L but not beyond as S_i falls to 0.",
    statement=Statement(
        Equal(lim(D(harmonic, S), S, 0), L),
        Less(slope, L),
        Less(D(harmonic, (S, 2)), 0),
        for_all=INVERSES,
    ),
)


CLAIMS.add(
    id="AMMUP-A5-least",
    source=AMMUP.section("A"),
    says="The harmonic mean is below L times each energy, so below L times the smallest, whatever "
    "the others are, and near it where that one is small.",
    quote="the harmonic mean becomes dominated by the smallest layers",
    statement=Statement(
        Less(harmonic, L * S),
        Equal(lim(harmonic / S, S, 0), L),
        for_all=INVERSES,
    ),
)


def _quadratic(values: Sequence[Any]) -> Any:
    return sp.sqrt(_arithmetic([v**2 for v in values]))


def _regrouped() -> Iterator[tuple[Any, ...]]:
    """(1, 4, 2, 8) in pairs and all together: A is the same; G, H, quadratic mean are not."""
    values = [sp.Integer(v) for v in (1, 4, 2, 8)]
    merged = [_merged(values, groups) for groups in ([[0, 1], [2, 3]], [[0, 1, 2, 3]])]
    courses = [values, *merged]
    for before, after in itertools.pairwise(courses):
        yield f"A stays at {after}", _arithmetic(before), _arithmetic(after)
        for name, mean in (("G", _geometric), ("H", _harmonic)):
            yield f"{name} rises to {after}", mean(before), "<", mean(after)
        yield f"the quadratic mean falls to {after}", _quadratic(before), ">", _quadratic(after)


CLAIMS.add(
    id="AMMUP-A6",
    source=AMMUP.section("A"),
    says="Regrouping leaves the arithmetic mean. Of (1, 4, 2, 8), in pairs and then all together, "
    "it raises the geometric and the harmonic means and lowers the quadratic one.",
    statement=Statement(MERGE_CONSISTENT, for_all=GROUPED),
    checks=(Exhaustive(_regrouped, named=True),),
)

CLAIMS.add(
    id="AMMUP-A7",
    source=AMMUP.section("A"),
    says="For equal energies the arithmetic, the geometric and the harmonic mean are that energy, "
    "so the budget is the energy of each layer.",
    statement=NORMALISED,
)


place, t = sp.Symbol("l", positive=True, integer=True), sp.Symbol("t", positive=True)
sum_of_min = place**3 / 3 + place**2 / 2 + place / 6
passed, whole = indices("k", layers), scalars("x")


def _all_inverses() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Sum of 1/S_l over all l."""
    yield "sum", integral(12 * t * (1 - t) / (1 + t), (t, 0, 1)), 18 - 24 * sp.log(2)


CLAIMS.add(
    id="AMMUP-B-BP10",
    source=AMMUP.beyond("BP-10"),
    says="In the delta law, at delta = 1 the sum of min, S-bar/L^3 tends to delta/12 and max/S-bar "
    "to 4. But the inverse of the sum of min is the integral of 12 x^(2l-1) (1-x)^2 from 0 to 1, "
    "and these add up to that of 12 x (1-x)/(1+x), 18 - 24 log 2: the harmonic mean grows as L, "
    "which would give eta* ~ L^(-1/2).",
    statement=Statement(
        Equal(registered("mean-update-energy"), mean_energy),
        Equal(lim(mean_energy / L**3, L, sp.oo), delta / 12),
        Equal(
            lim((L**2 + delta * (L - 1) * L * (2 * L - 1) / 6) / mean_energy, L, sp.oo),
            4,
        ),
        Equal(registered("overlap-sum", l=place), sum_of_min),
        Equal(integral(12 * t ** (2 * place - 1) * (1 - t) ** 2, (t, 0, 1)), 1 / sum_of_min),
        Equal(
            (1 - whole**2) * total(whole ** (2 * passed - 1), passed),
            whole * (1 - whole ** (2 * layers)),
            by=induction(layers),
        ),
        for_all={
            layers: naturals(1),
            place: naturals(1),
            delta: positive,
            whole: interval(0, 1),
        },
    ),
    checks=(Exhaustive(_all_inverses, named=True),),
)
