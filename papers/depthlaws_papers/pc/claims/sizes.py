"""Sizes behind the exponents: each size is a product of powers of N, one per factor.

The rate is gamma^2 N^-c with gamma = N^d, a layer has the multiplier N^-a and weights of variance
N^-b, and a unit moves the prediction by N^(-1/2)/gamma. The solutions of the desiderata follow from
these factors by adding exponents; the theory's tables and its solver are compared with them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sympy as sp

from depthlaws.theory import parametrization
from depthlaws_papers.pc.claims.common import HALF, Case, N

c, d, a1, b1, a, b, aL, bL = sp.symbols("c d a1 b1 a b aL bL", real=True)
ANY = {s.name: s for s in (c, d, a1, b1, a, b, aL, bL)}
LINE = {
    **{"c": c, "d": HALF, "a1": -c / 2, "b1": c},
    **{"a": (1 - c) / 2, "b": c, "aL": (1 - c) / 2, "bL": c},
}
WORD = {**ANY, "d": HALF, "a1": -c / 2, "b1": c, "b": 1 - 2 * a, "bL": 1 - 2 * aL}


def powers(e: Mapping[str, Any], *, trained: bool = False) -> dict[str, tuple[Any, ...]]:
    """Exponents in N of the factors of each size, for d >= 0 (all sizes but h are also over s).

    ``h``: features. ``q``: change of the predictions by a layer. ``own``: change of the features by
    their own layer, and of the readout relative to its start. ``r``, ``D``: change of predictions
    and of features by the slope of the rescaling; they contain the prediction, which is N^-d at the
    start and of order 1 when ``trained``.
    """
    rate, unit, phi = (2 * e["d"], -e["c"]), (-e["d"], -HALF), 0 if trained else -e["d"]
    first, later, last = (
        (*rate, -e["a1"], -e["a1"]),
        (*rate, -e["a"], -e["a"]),
        (*rate, -e["aL"], -e["aL"]),
    )
    inputs, units = 1, (1, *unit, *unit)  # exponents of N: sum over inputs, sum over squared units
    return {
        "h_1": (-e["a1"], -e["b1"] * HALF),
        "h_l": (-e["a"], -e["b"] * HALF, inputs * HALF),
        "h_L": (-e["aL"], -e["bL"] * HALF, inputs * HALF),
        "q_1": (*first, *units),
        "q_l": (*later, *units, inputs),
        "q_L": (*last, -e["d"], -e["d"], inputs),
        "own_1": (*first, *unit),
        "own_l": (*later, *unit, inputs),
        "own_L": (*last, -e["d"], inputs * HALF),
        "r_l": (*later, *units, phi),
        "r_L": (*last, -e["d"], -e["d"], phi),
        "D_l": (*later, *unit, phi),
    }


def exponent(name: str, e: Mapping[str, Any], *, trained: bool = False) -> sp.Expr:
    """Power of N of a size: the sum over its factors."""
    return sp.Add(*powers(e, trained=trained)[name])


def grown(label: str, name: str, e: Mapping[str, Any], power: Any) -> Case:
    """One case: the product of the factors of a size equals this power of N."""
    return f"{label}: {name}", sp.Mul(*(N**p for p in powers(e)[name])), N ** sp.sympify(power)


# Sizes that decide a desideratum in the first layer and in later ones, the largest first.
DECIDE = {
    1: (("h_1",), ("h_l", "h_L")),
    2: (("q_1",), ("q_l", "q_L", "r_l", "r_L")),
    3: (("own_1",), ("own_l", "own_L", "D_l")),
}
Point = tuple[str, Mapping[str, Any], Sequence[Any]]  # label, exponents, expected powers of N


def decided(number: int, points: Iterable[Point]) -> Iterator[Case]:
    """In the first and in later layers the largest size in ``DECIDE`` is the expected power of N.

    The first desideratum requires that power of every size; otherwise the other sizes are not
    larger.
    """
    for label, e, wanted in points:
        for (largest, *rest), power in zip(DECIDE[number], wanted, strict=True):
            yield grown(label, largest, e, power)
            for name in rest:
                if number == 1:  # a condition on every layer
                    yield grown(label, name, e, power)
                else:
                    yield f"{label}: {name} <= {largest}", exponent(name, e), "<=", power


def answered(number: int, points: Iterable[Point]) -> Iterator[Case]:
    """The theory's exponents agree, and it says "kept" exactly if all expected powers are zero."""
    for label, e, wanted in points:
        typed = {name: str(power) for name, power in e.items() if name[1:] != "L"}
        which = label if label in parametrization.named else parametrization.abcd(**typed)
        (desideratum,) = [x for x in parametrization.desiderata(which) if x.number == number]
        for name, power in desideratum.exponents.items():
            yield f"{label}: {name}", power, exponent(name, e)
        yield f"{label} keeps it", desideratum.holds == (not any(wanted))


COLUMNS = ("sp", "ntk", "mean_field", "mup")
TABLE_2 = {
    "sp": ("0", "0", "0", "1", "0", "0"),
    "ntk": ("0", "0", "1/2", "0", "0", "0"),
    "mean_field": ("0", "0", "1/2", "0", "0", "1/2"),
    "mup": ("-1/2", "1", "0", "1", "1", "1/2"),
}


def typed(column: str) -> dict[str, sp.Rational]:
    """Exponents of a column of table 2; the output layer takes those of the hidden layers."""
    cells = map(sp.Rational, TABLE_2[column])
    e = dict(zip(("a1", "b1", "a", "b", "c", "d"), cells, strict=True))
    return e | {"aL": e["a"], "bL": e["b"]}


def columns(**wanted: tuple[Any, Any]) -> Iterator[Point]:
    """All four columns; those without an argument keep the desideratum."""
    for column in COLUMNS:
        yield column, typed(column), wanted.get(column, (0, 0))


def moved(name: str, first: Any, later: Any) -> Iterator[Point]:
    """The mean-field column with one exponent moved by a quarter, and the resulting powers."""
    for step in (-sp.Rational(1, 4), sp.Rational(1, 4)):
        e = typed("mean_field")
        e |= {key: e[key] + step for key in (name, f"{name}L") if key in e}
        yield f"{name} moved by {step}", e, (first * step, later * step)


def first_points() -> Iterator[Point]:
    """Points and powers for desideratum 1."""
    yield from columns()
    yield from moved("a1", -1, 0)
    yield from moved("b1", -HALF, 0)
    yield from moved("a", 0, -1)
    yield from moved("b", 0, -HALF)


def second_points() -> Iterator[Point]:
    """Points and powers for desideratum 2."""
    yield from columns(sp=(0, 1))
    yield from moved("c", -1, -1)


def third_points() -> Iterator[Point]:
    """Points and powers for desideratum 3."""
    yield from columns(sp=(-HALF, HALF), ntk=(-HALF, -HALF))
    yield from moved("d", 1, 1)
    yield from moved("c", -1, -1)


def _below(trained: bool) -> Iterator[Case]:
    """The contribution of the rescaling's slope is smaller, at every d >= 0."""
    e = ANY | {"d": sp.Symbol("d_from_0", nonnegative=True)}
    for small, large in (("r_l", "q_l"), ("r_L", "q_L"), ("D_l", "own_l")):
        sides = (exponent(name, e, trained=trained) for name in (small, large))
        yield f"{small} below {large}, trained = {trained}", next(sides), "<", next(sides)


EQUATIONS = {
    "d = 1/2": d - HALF,
    "2 a_1 + b_1 = 0": 2 * a1 + b1,
    "2 a_1 + c = 0": 2 * a1 + c,
    "2 a + b = 1": 2 * a + b - 1,
    "2 a + c = 1": 2 * a + c - 1,
    "2 a_L + b_L = 1": 2 * aL + bL - 1,
    "2 a_L + c = 1": 2 * aL + c - 1,
}


def only_the_line() -> Iterator[Case]:
    """Eq. (15) follows from the sizes that must be of order 1; d < 0 changes no quotient."""
    at = {name: exponent(name, ANY) for name in powers(ANY)}
    first, later, last = ((-2 * at[f"h_{k}"], -at[f"q_{k}"]) for k in ("1", "l", "L"))
    sizes = (at["own_1"] - at["q_1"], *first, *later, *last)
    for (label, equation), size in zip(EQUATIONS.items(), sizes, strict=True):
        yield label, equation, size


def on_the_line(label: str, at: Mapping[sp.Symbol, Any]) -> Iterator[Case]:
    """True if a point solves every equation of (15)."""
    for equation, left in EQUATIONS.items():
        yield f"{label}: {equation}", left.subs(at), sp.Integer(0)


def all_of_the_line() -> Iterator[Case]:
    """On (15) each of these sizes is of order 1."""
    for name in ("h_1", "h_l", "h_L", "q_1", "q_l", "q_L", "own_1", "own_l", "own_L"):
        yield f"{name} on the line", exponent(name, LINE), sp.Integer(0)


def bp_line() -> Iterator[Case]:
    """The solutions for backpropagation are exactly (15)."""
    yield from only_the_line()
    yield from all_of_the_line()


def pc_line() -> Iterator[Case]:
    """The solutions for predictive coding are the same, before and while it trains."""
    yield from bp_line()
    for trained in (False, True):
        yield from _below(trained)


def word_set() -> Iterator[Case]:
    """Literal desiderata: own_1 = 0, and the largest q, and own_l at most, are 0.

    q_k - own_k = 1/2 - d in every layer k, where own_k <= 0 with equality for k = 1: the largest q
    is 1/2 - d. The bounds are the remaining conditions own_k <= 0.
    """
    at = {name: exponent(name, ANY) for name in powers(ANY)}
    for k in ("1", "l", "L"):
        yield f"q_{k} - own_{k}", at[f"q_{k}"] - at[f"own_{k}"], HALF - d
    for trained in (False, True):
        yield from _below(trained)
    zero = sp.Integer(0)
    for name in ("h_1", "h_l", "h_L", "q_1", "own_1"):
        yield f"{name}, literally", exponent(name, WORD), zero
    for name, bound in (("l", 2 * a + c - 1), ("L", 2 * aL + c - 1)):
        yield f"bound of own_{name}", exponent(f"own_{name}", WORD), -bound
        yield f"bound of q_{name}", exponent(f"q_{name}", WORD), -bound
