"""Roots of one function of a number beside SciPy's."""

import math

import pytest
from scipy.optimize import brentq

from depthlaws.theory.numerics.roots import single_root

FUNCTIONS = {
    "steep": (lambda x: math.expm1(5 * x) - 3e3, 0.0, 10.0),
    "falling": (lambda x: math.cos(x), 1.0, 3.0),
    "at the end": (lambda x: x - 1.0, 0.0, 1.0),
    "tiny": (lambda x: math.log(x / 1e-9), 1e-12, 1.0),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_it_is_scipys(name):
    f, low, high = FUNCTIONS[name]
    assert single_root(f, low, high) == pytest.approx(brentq(f, low, high, rtol=1e-13), rel=1e-11)


def test_an_infinite_value_is_a_sign_and_few_calls_are_enough():
    seen = []

    def f(x):
        seen.append(x)
        return math.inf if x > 3 else x**2 - 2

    assert single_root(f, 0.0, 64.0) == pytest.approx(math.sqrt(2), rel=1e-13)
    assert len(seen) < 25


def test_without_a_change_of_sign_there_is_none():
    with pytest.raises(ArithmeticError, match="no root between 1"):
        single_root(lambda x: x * x, 1.0, 2.0)
