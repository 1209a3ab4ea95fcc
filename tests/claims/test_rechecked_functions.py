"""Functions, limits and values that the rechecker knows; all others are refused."""

import itertools
from fractions import Fraction

import mpmath
import pytest
import sympy as sp

from depthlaws.claims.engine.recheck import boxes
from depthlaws.claims.engine.trees import tree
from tests.claims.toy_certificates import all_good, safely, x, y

Z = ["symbol", "z"]
INVERSE_SQUARE = ["^", Z, ["rational", "-2"]]
MINUS_INVERSE = ["*", ["rational", "-1"], ["^", Z, ["rational", "-1"]]]

NEAR_ZERO = ["z", ["rational", "0"], "1"]
UNDEFINED = {
    "a pole between the ends": (
        ["integral", INVERSE_SQUARE, "z", ["rational", "-1"], ["rational", "1"], MINUS_INVERSE]
    ),
    "no antiderivative": ["integral", Z, "z", ["rational", "0"], ["rational", "1"], Z],
    "no antidifference": ["total", Z, "z", ["rational", "1"], ["rational", "3"], Z],
    "no limit": ["limit", ["^", ["+", Z, ["rational", "1"]], ["symbol", "L"]], "L", ["oo"], "1"],
    "a power of any sign": ["limit", ["^", Z, ["symbol", "L"]], *NEAR_ZERO],
    "a logarithm of 0": ["limit", ["log", Z], *NEAR_ZERO],
    "no polynomial": ["mean", ["exp", Z], ["rational", "1"], "z"],
    "a root": ["mean", ["^", Z, ["rational", "1/2"]], ["rational", "1"], "z"],
}


@pytest.mark.parametrize("kind", UNDEFINED)
def test_what_is_not_defined_or_not_known_is_refused(kind):
    with pytest.raises(ValueError, match=r"pole|limit|polynomial|not the (integrand|summand)"):
        all_good({"identities": [["", UNDEFINED[kind], ["rational", "-2"]]]})


@pytest.mark.parametrize("z", ["1/2", "1/10", "1/1000"])
@pytest.mark.parametrize("a", ["2/3", "1/64", "-1/3"])
def test_intervals_of_lerch_and_digamma_hold_them(z, a):
    found = boxes.enclosed(tree(sp.lerchphi(sp.Rational(z), 1, sp.Rational(a))), {})
    with mpmath.workdps(40):
        point, ratio = (mpmath.mpf(q.numerator) / q.denominator for q in map(Fraction, (z, a)))
        assert mpmath.lerchphi(point, 1, ratio) in found
        digamma = boxes.enclosed(tree(sp.polygamma(0, sp.Rational(a))), {})
        assert mpmath.digamma(ratio) in digamma
    assert found.delta < 1e-19
    assert digamma.delta < 1e-13


def test_lerch_series_come_from_hypergeometric_functions():
    z, a = sp.Rational(1, 2), sp.Rational(1, 3)
    found = boxes.enclosed(tree(sp.hyper((1, a), (a + 1,), z)), {})
    assert mpmath.mpf("1.1814367760594") in found + boxes.iv.mpf([-1e-12, 1e-12])
    with pytest.raises(TypeError, match="no Lerch series"):
        tree(sp.hyper((1, a), (a + 2,), z))
    for outside in (
        tree(sp.lerchphi(2, 1, a)),
        tree(sp.lerchphi(z, 2, a)),
        ["polygamma", ["rational", "1"], ["rational", "1/3"]],
        ["polygamma", ["rational", "0"], ["rational", "-29/3"]],
    ):
        with pytest.raises(ValueError, match="of another order, or"):
            boxes.enclosed(outside, {})


def test_only_functions_that_are_known_are_enclosed():
    for unknown in ("floor", "mpf", "gamma", "Infinity"):
        args = [["rational", "1"]] * (unknown != "Infinity")
        with pytest.raises(KeyError, match=unknown):
            boxes.enclosed([unknown, *args], {})
    euler = boxes.enclosed(tree(sp.EulerGamma), {})
    assert mpmath.mpf("0.57721566490153286") in euler + boxes.iv.mpf([-1e-16, 1e-16])


HALF, NOTHING = sp.Rational(1, 2), ["+", ["rational", "1"], ["rational", "-1"]]


def identities():
    """Both sides of identities that the rechecker knows."""
    for value, arc in itertools.product((-1, -HALF, 0, HALF, 1), (sp.asin, sp.acos)):
        yield [arc.__name__, ["rational", str(value)]], arc(value)
    for turn in ("0", "1/6", "-1/4", "1/3", "1/2", "2/3", "-5/4", "1", "7", "11/6"):
        yield ["cos", ["*", ["rational", turn], ["pi"]]], sp.cos(sp.Rational(turn) * sp.pi)
    yield ["^", NOTHING, ["rational", "1/2"]], sp.Integer(0)
    f, g = sp.Function("f")(x), sp.Function("g")(x)
    yield slope(f / g), slope(f) / g - f / g**2 * slope(g)
    yield slope(sp.Function("f")(x**2)), ["*", ["f'", tree(x**2)], tree(2 * x)]
    value = ["at", tree(x**2 * y), "x", tree(y**2)]  # of y^5; x is bound
    yield ["slope", value, "y"], 5 * y**4
    yield ["slope", value, "x"], sp.Integer(0)
    yield sp.tanh(sp.atanh(x)), x
    yield sp.exp(2 * sp.atanh(x)), (1 + x) / (1 - x)
    yield sp.Subs(sp.Derivative(sp.log(1 + y * x), x, x), x, 0), -(y**2)
    yield sp.Abs(1 / (1 + x) - 1), x / (1 + x)


def slope(expr):
    return sp.Derivative(expr, x, evaluate=False)


def written(side):
    return side if isinstance(side, list) else tree(side)


@pytest.mark.parametrize("sides", [*identities()], ids=str)
def test_an_identity_holds_and_with_a_thousandth_more_it_does_not(sides):
    left, right = map(written, sides)
    low = {"x": "0", "y": "0"}
    assert all_good({"low": low, "identities": [["", left, right]]})
    more = ["+", right, ["rational", "1/1000"]]
    assert not all_good({"low": low, "identities": [["", left, more]]})


@pytest.mark.parametrize(
    "left",
    [
        ["asin", ["rational", "1/3"]],
        ["cos", ["*", ["rational", "1/5"], ["pi"]]],
        ["^", NOTHING, ["rational", "0"]],
        ["^", NOTHING, ["rational", "-1/2"]],
    ],
    ids=str,
)
def test_a_value_that_is_not_known_is_refused(left):
    assert not safely(all_good, {"identities": [["", left, ["rational", "0"]]]})
