"""Sines, limits, parities and signs that recheck works out: true ones hold, false ones do not."""

import random
from fractions import Fraction
from math import isqrt
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from depthlaws.claims.engine import Context
from depthlaws.claims.engine.recheck import (
    borders,
    parse,
    points,
    sentences,
    signs,
    stated,
    witnesses,
)
from depthlaws.claims.engine.recheck.algebra import Algebra
from depthlaws.claims.engine.recheck.judge import judged
from depthlaws.claims.engine.recheck.sums import number
from depthlaws.claims.engine.statement import (
    Equal,
    Statement,
    array,
    indices,
    naturals,
    reals,
    scalars,
    total,
)

ONE, TWO, HALF, MINUS = (["rational", x] for x in ("1", "2", "1/2", "-1"))
ZERO, PI = ["rational", "0"], ["pi"]
x, y, c, z, k, L = (["symbol", s] for s in ["x", "y", "c", "z", "k", "L"])


def plus(*parts):
    return ["+", *parts]


def times(*parts):
    return ["*", *parts]


def power(a, b):
    return ["^", a, b]


def limit(t):
    return ["limit", t, "L", ["oo"], "1"]


LOG = times(plus(L, ["rational", "-2"]), ["log", plus(ONE, times(c, power(L, MINUS)))])
GROWN = ["exp", times(plus(L, MINUS), ["log", plus(ONE, times(c, power(L, MINUS)))])]
NEXT = plus(L, ONE)
EQUAL = {
    "a sine of a sum": (
        ["sin", plus(x, y)],
        plus(times(["sin", x], ["cos", y]), times(["cos", x], ["sin", y])),
        times(["sin", x], ["cos", y]),
    ),
    "a half angle": (["sin", x], times(TWO, ["sin", times(HALF, x)], ["cos", times(HALF, x)]), x),
    "a square": (plus(power(["sin", x], TWO), power(["cos", x], TWO)), ONE, TWO),
    "an arccosine of the negative": (
        ["acos", times(MINUS, x)],
        plus(PI, times(MINUS, ["acos", x])),
        ["acos", x],
    ),
    "both arcs": (plus(["acos", x], ["asin", x]), times(HALF, PI), PI),
    "a sine of an arccosine": (
        ["sin", ["acos", x]],
        power(plus(ONE, times(MINUS, x, x)), HALF),
        x,
    ),
    "a cosine of two arcsines": (
        ["cos", times(TWO, ["asin", x])],
        plus(ONE, times(["rational", "-2"], x, x)),
        ONE,
    ),
    "a gamma function five further": (
        ["gamma", plus(c, ["rational", "5/2"])],
        times(plus(c, ["rational", "3/2"]), plus(c, HALF), ["gamma", plus(c, HALF)]),
        times(plus(c, HALF), ["gamma", plus(c, ["rational", "3/2"])]),
    ),
    "a gamma function before": (
        times(plus(c, MINUS), ["gamma", plus(c, MINUS)]),
        ["gamma", c],
        ["gamma", plus(c, MINUS)],
    ),
    "a gamma function of halves": (
        ["gamma", ["rational", "5/2"]],
        times(["rational", "3/4"], power(PI, HALF)),
        power(PI, HALF),
    ),
    "whole turns": (["sin", times(PI, k)], ZERO, ["sin", times(PI, x)]),
    "an even power": (power(MINUS, times(TWO, k)), ONE, power(MINUS, k)),
    "an odd power": (power(MINUS, plus(times(TWO, k), ONE)), MINUS, ONE),
    "a maximum with a factor": (
        ["Max", ZERO, times(c, z)],
        times(c, ["Max", ZERO, z]),
        times(c, z),
    ),
    "a maximum without one": (["Max", ZERO, times(MINUS, c)], ZERO, times(MINUS, c)),
    "a logarithm of what tends to 1": (limit(LOG), c, times(TWO, c)),
    "a power that grows to an exponential": (limit(GROWN), ["exp", c], ONE),
    "a sum that divides": (
        [
            "cos",
            times(PI, HALF, plus(times(TWO, k), MINUS), plus(L, ONE), power(plus(L, ONE), MINUS)),
        ],
        ZERO,
        ONE,
    ),
}


def holds(left, right, above=()):
    check = {"low": {"c": "0", "k": "0", "L": "1"}, "whole": ["k"], "above": above}
    try:
        return all(good for _, good in judged(check | {"identities": [["", left, right]]}))
    except (ArithmeticError, KeyError, ValueError):
        return False


@pytest.mark.parametrize("name", EQUAL)
def test_what_is_equal_is_seen_and_what_is_not_is_refused(name):
    left, right, wrong = EQUAL[name]
    assert holds(left, right)
    assert not holds(left, wrong)
    assert not holds(left, plus(right, ["rational", "1/1000"]))


def test_a_factor_leaves_a_maximum_only_with_a_sign():
    assert not holds(["Max", ZERO, times(x, z)], times(x, ["Max", ZERO, z]))


def test_only_powers_of_a_fixed_exponent_above_0_vanish():
    """L^(1/L) tends to 1; L^-c, e^(-c L) and c L have other limits at c = 0."""
    moving = power(power(L, ["rational", "-2"]), power(L, MINUS))
    assert not holds(limit(moving), ZERO)
    assert holds(limit(power(TWO, power(L, MINUS))), ONE)
    assert not holds(limit(power(c, power(L, MINUS))), ONE)  # 0 at c = 0
    assert not holds(limit(power(["Abs", ZERO], power(L, MINUS))), ONE)
    for body, end in (
        (power(L, times(MINUS, c)), ZERO),
        (["exp", times(MINUS, c, L)], ZERO),
        (times(c, L), ["Infinity"]),
    ):
        assert holds(limit(body), end, above=["c"])
        assert not holds(limit(body), end)


def test_rests_of_different_series_do_not_cancel():
    """(log(1 + u) - log(1 - u) - 2 u)/u^3 tends to 2/3, which both rests make up."""
    u = power(L, MINUS)
    odd = plus(["log", plus(ONE, u)], times(MINUS, ["log", plus(ONE, times(MINUS, u))]))
    gap = limit(times(plus(odd, times(["rational", "-2"], u)), power(L, ["rational", "3"])))
    assert not holds(gap, ZERO)


def shown(margin, **domain):
    boxes = [{n: t[1:-1].split(", ") for n, t in domain.items()}]
    return boxes and all(
        good
        for _, good in judged(
            {"domain": domain, "margin": margin, "strict": True, "along": [], "signs": boxes}
        )
    )


def test_a_power_below_1_and_a_cosine_have_no_other_sign():
    small = power(plus(ONE, x), times(MINUS, y))
    assert shown(plus(ONE, times(MINUS, small)), x="(0, oo)", y="(0, oo)")
    assert not shown(plus(HALF, times(MINUS, small)), x="(0, oo)", y="(0, oo)")
    assert not shown(plus(ONE, times(MINUS, power(x, times(MINUS, y)))), x="(0, oo)", y="(0, oo)")
    assert not shown(["cos", x], x="(0, oo)")
    root = power(plus(x, MINUS), HALF)  # of a negative number where x < 1
    assert not shown(["exp", root], x="(0, oo)")
    assert not shown(["exp", ["log", plus(x, MINUS)]], x="(0, oo)")
    assert shown(["exp", root], x="(1, oo)")


def conditions(right, places=("2",)):
    square = ["<", power(plus(ONE, times(MINUS, x)), TWO), ONE]
    return {"domain": {"x": "(0, oo)"}, "cut": ["x", *places], "conditions": [square, right]}


def test_conditions_are_compared_on_every_cell():
    assert borders.judged(conditions(["<", x, TWO]))
    assert not borders.judged(conditions(["<=", x, TWO]))
    assert not borders.judged(conditions(["<", x, TWO], places=("3",)))
    assert not borders.judged(conditions(["<", x, ["rational", "3"]], places=("2", "3")))


# -- sentences and witnesses -----------------------------------------------------------------------

N, d, r, s = scalars("N d r s")
u, i, j = array("u"), *indices("i j", d)


@pytest.fixture(scope="module")
def raw():
    """Certificate of a clause with a hypothesis."""
    clause = Equal(total(u[i] ** 2, i), total(u[i], i), because=total(u[i] * (u[i] - 1), i) * -1)
    (check,) = Statement(
        clause,
        for_all={d: naturals(1), u: reals[d]},
        given=(Equal(0, u[i] * (u[i] - 1)),),
    ).checks
    (made,) = check.certificate(check.run(Context()))["statements"]
    return made


def accepted(made):
    try:
        return all(good for _, good in judged({"statements": [made]}))
    except parse.RefusedError:
        return False


def test_a_sentence_is_printed_from_its_trees(raw):
    assert accepted(raw)
    assert raw["sentence"] == sentences.sentence(stated.Statement(raw["statement"]))
    assert not accepted(raw | {"sentence": raw["sentence"].replace("real", "positive")})
    assert not accepted(raw | {"sentence": "Gordon's theorem"})


def test_hypotheses_need_points_that_meet_them_at_two_sizes(raw):
    said = stated.Statement(raw["statement"])
    sizes = {w["scalars"]["d"] for w in raw["witnesses"]}
    assert len(sizes) > 1
    assert not accepted(raw | {"witnesses": []})
    assert not accepted(raw | {"witnesses": raw["witnesses"][:1]})
    for row in raw["witnesses"]:
        name, places, _ = row["entries"][0]
        for value in ("1/2", "2"):
            wrong = row | {"entries": [[name, places, value], *row["entries"][1:]]}
            with pytest.raises(parse.RefusedError):
                witnesses.witnessed(said, [wrong, *raw["witnesses"]])
        with pytest.raises(parse.RefusedError):
            witnesses.witnessed(said, [row | {"entries": []}, *raw["witnesses"]])
        outside = row | {"scalars": {"d": "1/2"}}
        with pytest.raises(parse.RefusedError):
            witnesses.witnessed(said, [outside, *raw["witnesses"]])


@given(st.integers(1, 400), st.integers(0, 10), st.fractions(-99, 99, max_denominator=9))
def test_roots_and_rationals_beside_them_are_put_in_their_order(square, whole, steps):
    """Rationals are 1e-20 from the root: rounded to doubles, they lie on either side of it."""
    near = Fraction(isqrt(square * 10**40), 10**20) + steps / 10**20
    root = plus(power(["rational", str(square)], HALF), ["rational", str(whole)])
    ends = root, ["rational", str(near + whole)]
    assert signs.ordered(Algebra({}), ends[0], "<", ends[1]) <= (near > 0 and near**2 > square)
    assert signs.ordered(Algebra({}), ends[0], ">", ends[1]) <= (near < 0 or near**2 < square)


def drawn(rng, depth):
    """Return a tree of rationals and its value."""
    if not depth:
        q = Fraction(rng.randint(-9, 9) or 1, rng.choice([1, 1, 2, 3]))
        return ["rational", str(q)], q
    (a, p), (b, q) = (drawn(rng, depth - 1) for _ in range(2))
    n = rng.choice([-2, -1, 2])
    ways = [
        (plus(a, b), p + q),
        (times(a, b), p * q),
        (power(a, ["rational", str(n)]), (p or 1) ** n),
    ]
    return rng.choice(ways if p else ways[:2])


def test_rationals_stay_exact_and_are_whole_numbers_where_they_can_be():
    for seed in range(60):
        t, value = drawn(random.Random(seed), 3)
        n = number(Algebra({}).read(t))
        assert n == value
        assert type(n) is (int if value.denominator == 1 else Fraction)
        (row,) = Algebra({}).read(times(t, ["log", x])) or [(None, 0)]
        assert (row[1], type(row[1])) == (n, type(n))
        assert points.Point(SimpleNamespace(defined={}, domains={}), {}, 0).value(t, {}) == value


def test_a_sign_is_that_of_what_is_not_0():
    """x and c are at least 0; x is above it where the certificate says so."""
    assert not holds(["sign", c], ONE)
    assert holds(["sign", c], ONE, above=["c"])
    assert holds(["sign", plus(c, ONE)], ONE)
    assert holds(["sign", plus(times(MINUS, c), MINUS)], MINUS)


def test_many_turns_by_an_arc_and_many_steps_of_gamma_end_at_once():
    far = ["rational", str(10**7)]
    for side in (["cos", times(far, ["asin", x])], ["gamma", plus(c, far)]):
        assert not holds(side, ONE)
