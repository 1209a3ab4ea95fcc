"""Properties at points of a domain, and the points at which claims are tried."""

import math
from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

from depthlaws.claims.engine import sampling
from depthlaws.claims.engine.checks import Property
from depthlaws.claims.engine.records import Context, Verdict
from depthlaws.theory.symbolic.domain import DEPTH, POSITIVE, REAL, UNIT, Interval
from tests.claims.checked import NOW, verdict, verdicts_of_mutants, x, y


@pytest.mark.parametrize(
    ("off", "verdict"), [(0.998e-6, Verdict.SUPPORTED), (1.002e-6, Verdict.REFUTED)]
)
def test_the_tolerance_of_a_property_is_its_rtol(off, verdict):
    check = Property(lambda x: (x, x * (1 + off)), {"x": [0.3, 5.0, 1e6]}, rtol=1e-6)
    assert check.run(NOW).verdict == verdict


# -- Property --------------------------------------------------------------------------------------


def test_a_property_holds_at_every_point_tried():
    check = Property(
        lambda x: (math.log(x) + math.log(2), math.log(2 * x)), {"x": POSITIVE}, rtol=1e-9
    )
    evidence = check.run(NOW)
    assert evidence.verdict == Verdict.SUPPORTED
    assert evidence.data["n"] == 100
    assert set(verdicts_of_mutants(check).values()) == {Verdict.REFUTED}


@pytest.mark.parametrize(
    ("answer", "relation", "expected"),
    [
        (True, "==", Verdict.SUPPORTED),
        (False, "==", Verdict.REFUTED),
        (np.True_, "==", Verdict.SUPPORTED),
        (None, "==", Verdict.VACUOUS),
        ((1.0, 1.0 + 1e-13), "==", Verdict.SUPPORTED),
        ((1.0, 1.0 + 1e-11), "==", Verdict.REFUTED),
        ((math.inf, math.inf), "==", Verdict.SUPPORTED),
        ((math.inf, -math.inf), "==", Verdict.REFUTED),
        ((0.0, 0.0), "==", Verdict.SUPPORTED),
        ((0.0, 1e-300), "==", Verdict.REFUTED),
        ((math.nan, math.nan), "==", Verdict.UNKNOWN),
        ((1.0, 1.0), "<", Verdict.REFUTED),
        ((1.0, 1.0), "<=", Verdict.SUPPORTED),
        ((math.nan, 1.0), "<=", Verdict.UNKNOWN),
        (([], []), "==", Verdict.UNKNOWN),
        ((1.0, []), "<=", Verdict.UNKNOWN),
        ((1.0, 1.0, 1.0), "==", Verdict.UNKNOWN),
        (math.nan, "==", Verdict.UNKNOWN),
        (1.0, "==", Verdict.UNKNOWN),
        ("yes", "==", Verdict.UNKNOWN),
        (np.array([True, True]), "==", Verdict.SUPPORTED),
        (np.array([True, False]), "==", Verdict.REFUTED),
        (np.array([], dtype=bool), "==", Verdict.UNKNOWN),
        (([1.0, 2.0], [1.0, 2.0]), "==", Verdict.SUPPORTED),
        (([1.0, 2.0], [1.0, 3.0]), "==", Verdict.REFUTED),
        (([0.0, 2.0], [1.0, 1.0]), "<", Verdict.REFUTED),
    ],
)
def test_answers_of_a_property(answer, relation, expected):
    assert verdict(Property(lambda x: answer, {"x": UNIT}, relation=relation, n=5)) == expected


def test_a_property_reaches_both_ends_of_its_domain():
    for end in (1.0, 7.0):
        check = Property(lambda n, end=end: n != end, {"n": Interval(1, 7)}, n=60)
        evidence = check.run(NOW)
        assert evidence.verdict == Verdict.REFUTED
        assert evidence.data["point"] == {"n": end}


def test_every_combination_of_listed_values_is_run():
    seen = []
    domain = {"a": [1, 2, 3], "b": ["x", "y", "x"], "t": UNIT}
    evidence = Property(lambda **point: not seen.append(point), domain, n=4).run(NOW)
    assert {(p["a"], p["b"]) for p in seen} == {(a, b) for a in (1, 2, 3) for b in "xy"}
    assert len(seen) == 6
    assert evidence.summary == "holds at 6 distinct points of a continuum"
    few = Property(lambda n, a: True, {"n": Interval(1, 4, integer=True), "a": [5, 6]}, n=8)
    assert few.run(NOW).summary == "holds at 8 distinct points of 8 cases"
    drawn = Property(lambda n: True, {"n": Interval(1, 40, integer=True)}, n=8)
    assert drawn.run(NOW).summary == "holds at 8 distinct points of 40 cases"


def test_of_many_combinations_every_listed_value_is_run():
    seen = []
    domain = {"a": list(range(30)), "b": list(range(40)), "c": [1, 2]}
    evidence = Property(lambda **point: not seen.append(point), domain, n=10).run(NOW)
    assert len(seen) == 40
    for name, values in domain.items():
        assert {p[name] for p in seen} == set(values)
    assert evidence.summary == "holds at 40 distinct points of 2400 cases"


@pytest.mark.parametrize("seed", range(20))
def test_rare_assumptions_are_met_by_further_points(seed):
    """One point in ten: with ten points alone, a third of all seeds would meet none."""
    rare = Property(lambda x: True if x > 0.9 else None, {"x": UNIT}, n=10)
    evidence = rare.run(Context(seed=seed))
    assert evidence.verdict == Verdict.SUPPORTED
    assert 10 <= evidence.data["n"] < evidence.data["tried"] < 310


@pytest.mark.parametrize(("met", "expected"), [(9, Verdict.VACUOUS), (10, Verdict.SUPPORTED)])
def test_enough_points_must_meet_the_assumptions(met, expected):
    few = Property(lambda n: True if n <= met else None, {"n": Interval(1, 60, integer=True)})
    assert verdict(few) == expected
    assert verdict(replace(few, at_least=met)) == Verdict.SUPPORTED
    listed = Property(lambda n: n == 1 or None, {"n": [1, 2]})
    assert verdict(listed) == Verdict.VACUOUS


def test_known_counterexamples_are_tried_first():
    check = Property(lambda x: x != 0.123, {"x": UNIT}, try_first=[{"x": 0.123}])
    assert check.run(NOW).summary == "fails at point 1"


def test_a_property_out_of_time_is_unknown():
    evidence = Property(lambda x: True, {"x": UNIT}).run(Context(deadline=-math.inf))
    assert evidence.verdict == Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        ("0.800", "SUPPORTED"),
        ("0.792", "REFUTED"),
        ("0.808", "REFUTED"),
        (("0.8", "0.2"), "SUPPORTED"),
        (("0.8", "0.1"), "REFUTED"),
    ],
)
@pytest.mark.parametrize("relation", ["<=", ">="])
def test_an_inequality_says_how_near_it_comes_to_its_bound(met, expected, relation):
    """A bound that is loosened or tightened by one percent is refuted, on either side of zero."""

    def test(x):
        small, large = [x, -10.0], [2.5, -x]
        return (small, large) if relation == "<=" else (large, small)

    check = Property(test, {"x": [1, 2]}, relation=relation, met=met)
    assert verdict(check) == expected


def test_a_thing_compared_with_itself_says_nothing():
    """Objects under any name count; equal objects, or a constant on both sides, do not."""
    domain = {"x": [1.0, 2.0]}
    itself = Property(lambda x: 2 * (x,), domain).run(Context())
    assert (itself.verdict, itself.summary) == (
        Verdict.UNKNOWN,
        "compares one thing with itself: 1.0, 2.0",
    )
    assert verdict(Property(lambda x: 2 * (np.array([x]),), domain)) == Verdict.UNKNOWN
    assert verdict(Property(lambda x: (x + 1, 1 + x), domain)) == Verdict.SUPPORTED
    assert verdict(Property(lambda x: (math.inf, math.inf), domain)) == Verdict.SUPPORTED


def test_mutants_of_a_property():
    near = Property(lambda x: (x, 2.5), {"x": [1, 2]}, relation="<=", met="0.800")
    assert set(verdicts_of_mutants(near).values()) == {Verdict.REFUTED}
    assert len(verdicts_of_mutants(near)) == 3
    strict = Property(lambda x: (x, 2 * x), {"x": POSITIVE}, relation="<")
    assert verdicts_of_mutants(strict) == {"< became >": Verdict.REFUTED}
    assert verdicts_of_mutants(Property(lambda x: True, {"x": UNIT})) == {}
    zero = Property(lambda x: (0.0, 0.0), {"x": UNIT})
    assert verdicts_of_mutants(zero) == {"right side plus one": Verdict.REFUTED}


# -- where claims are tried ------------------------------------------------------------------------


def test_points_are_named_and_mix_intervals_with_choices():
    domain = {x: UNIT, "kind": ["feedforward", "block1"]}
    drawn = list(sampling.points(domain, 50, seed=1))
    assert all(list(p) == ["x", "kind"] for p in drawn)
    assert {p["kind"] for p in drawn} == {"feedforward", "block1"}


@pytest.mark.parametrize(
    ("interval", "reached"),
    [
        (POSITIVE, [(1e-3, 1e-1), (1, 10), (1e6, 1e9)]),
        (DEPTH, [(1, 1.1), (2, 10), (1e6, 1e9)]),
        (REAL, [(-1e9, -1e6), (-1, 0), (1e6, 1e9)]),
        (Interval(-sp.oo, 0), [(-1e9, -1e6), (-1, 0)]),
        (Interval(1, sp.oo, integer=True), [(1, 9), (100, 1000), (10**6, 10**9)]),
        (Interval(-sp.oo, sp.oo, integer=True), [(-(10**9), -(10**6)), (-9, 9), (10**6, 10**9)]),
        (Interval(-sp.oo, -3, integer=True), [(-(10**9), -(10**6)), (-9, -3)]),
    ],
    ids=str,
)
def test_unbounded_domains_reach_far_and_stay_near(interval, reached):
    drawn = [p["x"] for p in sampling.points({"x": interval}, 60, seed=0)]
    for low, high in reached:
        assert any(low < x < high for x in drawn)
    near = [p["x"] for p in sampling.points({"x": interval}, 60, seed=0, far=100.0)]
    assert all(abs(x) <= 200 for x in near if math.isfinite(x))


def test_relations_are_decided_exactly():
    given = sp.Lt(x, y)
    assert sampling.allows(given, {"x": 0.1, "y": 0.1 + 2**-56})
    assert not sampling.allows(given, {"x": 0.1, "y": 0.1})
    assert sampling.allows(given, {"x": 1.0, "y": math.inf})
    assert sampling.allows(sp.true, {"x": 1.0})


def test_sides_that_are_lists_are_changed_as_numbers():
    """A doubled list has doubled entries, not twice as many."""
    check = Property(lambda n: ([1.0, n], [1.0, n]), {"n": [2, 3]}, n=2)
    evidence = verdicts_of_mutants(check)
    assert len(evidence) == 4
    assert set(evidence.values()) == {Verdict.REFUTED}
