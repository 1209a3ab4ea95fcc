"""Exact polyhedra: equations, bounds, unions and elimination."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from depthlaws.theory.parametrization.polyhedra import Form, Polyhedron, _eliminated, union, unknown

HALF = Fraction(1, 2)
x, y, z = (unknown(name) for name in "xyz")


def test_equations_and_bounds_are_solved():
    actual = Polyhedron.of("xyz", [x + y - 1, x - z], [z - HALF, 3 - x])
    assert str(actual) == "y = -x + 1, z = x, x - 1/2 >= 0, -x + 3 >= 0"
    assert actual.free == ("x",)
    assert actual.contains({"x": 1, "y": 0, "z": 1})
    assert not actual.contains({"x": 0, "y": 1, "z": 0})
    assert not actual.contains({"x": 1, "y": 1, "z": 1})


def test_systems_without_solution_are_none():
    assert Polyhedron.of("xy", [x + y, x + y - 1], []) is None
    assert Polyhedron.of("xy", [], [x - y - 1, y - x]) is None
    assert Polyhedron.of("xy", [x - 2], [1 - x]) is None


def test_bounds_that_pin_become_equations_and_redundant_ones_go():
    pinned = Polyhedron.of("xy", [], [x - y, y - x, x])
    assert str(pinned) == "y = x, x >= 0"
    assert str(Polyhedron.of("xy", [], [x, x + 1, 2 * x])) == "x >= 0"


def test_inside_and_union():
    big, small = Polyhedron.of("xy", [], [x]), Polyhedron.of("xy", [y], [x - 1])
    line = Polyhedron.of("xy", [y - 3], [-x])
    assert small.inside(big)
    assert not big.inside(small)
    assert not line.inside(big)
    assert union([small, big, None, line]) == [big, line]


@pytest.mark.parametrize("seed", range(12))
def test_membership_by_elimination_is_membership_by_definition(seed):
    rng = np.random.default_rng(seed)
    coefficients = rng.integers(-2, 3, size=(5, 4)).tolist()
    forms = [Form.of(dict(zip("xyz", row[:3], strict=True)), row[3]) for row in coefficients]
    actual = Polyhedron.of("xyz", forms[:1], forms[1:])
    inside = [
        dict(zip("xyz", point, strict=True))
        for point in itertools.product(range(-2, 3), repeat=3)
        if forms[0].at(dict(zip("xyz", point, strict=True))) == 0
        and all(f.at(dict(zip("xyz", point, strict=True))) >= 0 for f in forms[1:])
    ]
    assert actual is not None or not inside
    for point in itertools.product(range(-2, 3), repeat=3):
        values = dict(zip("xyz", point, strict=True))
        assert (actual is not None and actual.contains(values)) == (values in inside)


def test_forms_without_an_unknown_survive_its_elimination():
    x, y = unknown("x"), unknown("y")
    assert [*_eliminated([x, y, 3 - x, -y - 1], "x")] == [y, -y - 1, Form.of({}, 3)]
