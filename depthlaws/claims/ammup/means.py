"""Appendix A: the case for the arithmetic mean of the layers' energies."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import sympy as sp

from depthlaws.claims.ammup.common import MODERATE, L
from depthlaws.claims.engine.checks import Exhaustive, Identity, Inequality
from depthlaws.claims.engine.formula_expressions import law, symbol
from depthlaws.claims.engine.recorded import Recorded
from depthlaws.claims.engine.records import Claims
from depthlaws.claims.engine.stated import D, lim, total
from depthlaws.theory.papers import AMMUP
from depthlaws.theory.symbolic.domain import POSITIVE, Interval

CLAIMS = Claims()

S, R, e = symbol("S"), symbol("R"), symbol("e")
Mean = Callable[[Sequence[Any]], Any]


def _arithmetic(values: Sequence[Any]) -> Any:
    return sum(values) / sp.Integer(len(values))


def _geometric(values: Sequence[Any]) -> Any:
    return sp.Mul(*values) ** sp.Rational(1, len(values))


def _harmonic(values: Sequence[Any]) -> Any:
    return len(values) / sum(1 / sp.sympify(v) for v in values)


def _partitions(items: list[int]) -> Iterator[list[list[int]]]:
    """All partitions of a list into groups."""
    if not items:
        yield []
        return
    first, *rest = items
    for smaller in _partitions(rest):
        yield [[first], *smaller]
        for i, group in enumerate(smaller):
            yield [*smaller[:i], [first, *group], *smaller[i + 1 :]]


def _merged(values: Sequence[Any], groups: list[list[int]]) -> list[Any]:
    """Every energy replaced by the arithmetic mean of its group."""
    merged = list(values)
    for group in groups:
        average = _arithmetic([values[i] for i in group])
        for i in group:
            merged[i] = average
    return merged


def _merge_consistent(mean: Mean) -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Eq. (11) for every partition of up to five energies, with a symbol for each."""
    for size in (1, 2, 3, 4, 5):
        values = sp.symbols(f"s:{size}", positive=True)
        for groups in _partitions(list(range(size))):
            yield f"{groups}", mean(_merged(values, groups)), mean(values)


CLAIMS.add(
    id="AMMUP-E11",
    source=AMMUP.eq(11),
    says="The arithmetic mean is the same after energies are replaced by the means of their "
    "groups, for every partition.",
    checks=(Exhaustive(lambda: _merge_consistent(_arithmetic)),),
)


def _normalised() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for size, (name, mean) in itertools.product(
        (1, 2, 5), (("A", _arithmetic), ("G", _geometric), ("H", _harmonic))
    ):
        yield f"{name} of {size}", mean([S] * size), S


CLAIMS.add(
    id="AMMUP-E12",
    source=AMMUP.eq(12),
    says="M(c, ..., c) = c, which the geometric and the harmonic mean satisfy as well.",
    checks=(Exhaustive(_normalised),),
)


def _characterised() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """Eq. (11) with one group and eq. (12): for any M, M(S) = M(mean, ..., mean) = mean."""
    for size in (2, 3, 6):
        values = sp.symbols(f"s:{size}", positive=True)
        everything = _merged(values, [list(range(size))])
        apart = sum((one - everything[0]) ** 2 for one in everything)
        yield f"{size} layers: all equal", apart, sp.Integer(0)
        yield f"{size} layers: the value", size * everything[0], sum(values)


CLAIMS.add(
    id="AMMUP-A1",
    source=AMMUP.section("A"),
    says="The arithmetic mean is the only aggregator with these properties.",
    quote="Hence the arithmetic mean is the unique aggregator satisfying the above properties.",
    reading=(
        "The statement is true; but one group in eq. (11) with eq. (12) already implies "
        "it, because the group's energy is defined by the arithmetic mean: permutation "
        "and scale are not used."
    ),
    checks=(Exhaustive(_characterised), Exhaustive(lambda: _merge_consistent(_arithmetic))),
    imprecise=True,
    exact="AMMUP-A1-circular",
)


def _other_mean() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """If groups are replaced by geometric means, the geometric mean is the consistent one."""
    for size in (2, 3, 4):
        values = sp.symbols(f"s:{size}", positive=True)
        for groups in _partitions(list(range(size))):
            merged = list(values)
            for group in groups:
                for i in group:
                    merged[i] = _geometric([values[j] for j in group])
            yield f"{groups}", _geometric(merged), _geometric(values)


CLAIMS.add(
    id="AMMUP-A1-circular",
    source=AMMUP.ledger("ERR-21"),
    says=(
        "The characterisation assumes its conclusion: with geometric group means the "
        "geometric mean is merge consistent."
    ),
    checks=(Exhaustive(_other_mean),),
)


def _uniform_layer() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for size in (1, 2, 6):
        values = sp.symbols(f"s:{size}", positive=True)
        drawn = sum(sp.Rational(1, size) * v for v in values)
        yield f"L = {size}", drawn, _arithmetic(values)


CLAIMS.add(
    id="AMMUP-A2",
    source=AMMUP.section("A"),
    says="S-bar is the mean energy of a layer drawn uniformly.",
    checks=(Exhaustive(_uniform_layer),),
)


def _between(upper: bool) -> tuple[sp.Expr, str, sp.Expr]:
    """Sorted energies s, s + a, s + a + b: the mean is between the first and the last."""
    a, b = symbol("a"), symbol("b")
    values = [S, S + a, S + a + b]
    return (
        (_arithmetic(values), "<=", values[-1]) if upper else (values[0], "<=", _arithmetic(values))
    )


GAPS = Interval(0, 3, left_open=True)


def _sharp() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for size in (1, 4):
        yield f"{size} equal energies", _arithmetic([S] * size), S


CLAIMS.add(
    id="AMMUP-A3",
    source=AMMUP.section("A"),
    says="min S <= S-bar <= max S, with equality for equal energies.",
    checks=(
        Inequality(lambda: _between(False), {S: MODERATE, symbol("a"): GAPS, symbol("b"): GAPS}),
        Inequality(lambda: _between(True), {S: MODERATE, symbol("a"): GAPS, symbol("b"): GAPS}),
        Exhaustive(_sharp),
    ),
)


def _cancelled() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    for size in (2, 3, 7):
        values = [e, 1 / e, *[sp.Integer(1)] * (size - 2)]
        yield f"G, L = {size}", _geometric(values), sp.Integer(1)
        printed = (e + 1 / e + size - 2) / size
        yield f"A, L = {size}", _arithmetic(values), printed
        yield (
            f"limit of A e, L = {size}",
            lim(e * _arithmetic(values), e, 0),
            sp.Rational(1, size),
        )


CLAIMS.add(
    id="AMMUP-A4",
    source=AMMUP.section("A"),
    says="For S = (e, 1/e, 1, ..., 1) the geometric mean is 1, the arithmetic one about 1/(L e).",
    checks=(Exhaustive(_cancelled),),
)


def _slope() -> tuple[sp.Expr, sp.Expr]:
    """H^2/(L S^2) of the paper, with H written in S and R, the sum of the other inverses."""
    H = L / (1 / S + R)
    return H**2 / (L * S**2), law("harmonic-mean-slope")


def _differentiated() -> tuple[sp.Expr, sp.Expr]:
    return D(L / (1 / S + R), S), law("harmonic-mean-slope")


CLAIMS.add(
    id="AMMUP-A5-slope",
    source=AMMUP.section("A"),
    says="dH/dS_i = H^2/(L S_i^2) = L/(1 + R S_i)^2 > 0, R the sum of the other inverses.",
    checks=(
        Identity(_slope, {S: MODERATE, R: MODERATE, L: MODERATE}),
        Identity(_differentiated, {S: MODERATE, R: MODERATE, L: MODERATE}),
    ),
)


def _unbounded() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """True if the slope exceeds every bound as S_i falls to 0."""
    yield "limit of dH/dS_i as S_i falls to 0", lim(law("harmonic-mean-slope"), S, 0), sp.oo


CLAIMS.add(
    id="AMMUP-A5",
    source=AMMUP.section("A"),
    says="As S_i falls to 0 the slope of the harmonic mean grows without bound.",
    quote="S_i -> 0 implies dH/dS_i -> infinity",
    reading=(
        "The other energies held fixed. H^2 falls as S_i^2, so that the slope tends to "
        "L. For 1/H, whose slope is -1/(L S_i^2), the statement holds."
    ),
    checks=(Exhaustive(_unbounded),),
    corrected_by="AMMUP-A5-limit",
    sides=("slope dH/dS_i in the limit", "limit as printed"),
)


def _bounded() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    yield "limit at S_i = 0", lim(law("harmonic-mean-slope"), S, 0), L
    yield "at S_i = 1/R", law("harmonic-mean-slope").subs(S, 1 / R), L / 4


CLAIMS.add(
    id="AMMUP-A5-limit",
    source=AMMUP.ledger("ERR-13"),
    says="As S_i falls to 0 the slope of the harmonic mean rises to L but not beyond.",
    checks=(
        Exhaustive(_bounded),
        Inequality(
            lambda: (L / law("harmonic-mean-slope"), ">", sp.Integer(1)),
            {S: POSITIVE, R: POSITIVE, L: POSITIVE},
        ),
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
    says="Regrouping leaves the arithmetic mean and changes the geometric and the harmonic ones.",
    checks=(Exhaustive(_regrouped), Exhaustive(lambda: _merge_consistent(_arithmetic))),
)

CLAIMS.add(
    id="AMMUP-A7",
    source=AMMUP.section("A"),
    says=(
        "For equal energies every mean is that energy, so the budget is the energy of each layer."
    ),
    checks=(Exhaustive(_normalised),),
)


def _cubic_sums() -> Iterator[tuple[str, sp.Expr, sp.Expr]]:
    """S_l = sum of min(h1, h2): limits of A/L^3 and max/A, and of H/L by partial fractions."""
    sums = total(law("overlap-sum", l=symbol("l")), (symbol("l"), 1, L))
    yield "A/L^3", lim(sums / L**4, L, sp.oo), sp.Rational(1, 12)
    top = law("overlap-sum", l=L)
    yield "max/A", lim(top * L / sums, L, sp.oo), sp.Integer(4)
    k = sp.Symbol("k", integer=True, positive=True)
    parts = 6 / (k * (k + 1) * (2 * k + 1))
    yield (
        "partial fractions",
        parts - (6 / k + 6 / (k + 1) - 24 / (2 * k + 1)) + 1,
        sp.Integer(1),
    )
    # Sum of 1/k + 1/(k+1) - 4/(2k+1) over k >= 1: 1 + 2 (1/2 - 2/3 + 1/4 + ...) = 3 - 4 log 2.
    yield "sum of 1/S", 6 * (3 - 4 * sp.log(2)), 18 - 24 * sp.log(2)


CLAIMS.add(
    id="AMMUP-B-BP10",
    source=AMMUP.beyond("BP-10"),
    says="For S_l = sum of min: S-bar/L^3 tends to 1/12 and max/S-bar to 4; the harmonic mean "
    "grows as L/(18 - 24 log 2) only, so that it would give eta* ~ L^(-1/2).",
    checks=(Exhaustive(_cubic_sums),),
    cross_checks=(
        Exhaustive(
            lambda: [
                (
                    "partial sums of 1/S",
                    bool(
                        abs(
                            float(
                                sum(Recorded(6, k * (k + 1) * (2 * k + 1)) for k in range(1, 400))
                            )
                            - float(18 - 24 * sp.log(2))
                        )
                        < 1e-5
                    ),
                )
            ]
        ),
    ),
)
