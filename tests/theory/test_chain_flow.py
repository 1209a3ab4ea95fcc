"""Gradient flow of the chain: doubles against sixty digits, and the equation that they solve."""

import itertools
import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from depthlaws.theory.chain import flow
from depthlaws.theory.numerics import solver_groups
from depthlaws.theory.numerics.binade_table import BinadeTable, value_of_own_table
from tests.theory.exact_flow import (
    ABOVE,
    BELOW,
    DEPTHS,
    EPS,
    INF,
    depths,
    exact_time,
    moments,
    point,
    positions,
    speed,
)


def in_units(result, exact, condition):
    return float(abs(result - exact) / abs(exact) / (EPS * (1 + condition)))


@pytest.mark.parametrize("depth", DEPTHS)
def test_alpha_gap_and_time_meet_their_bars_against_sixty_digits(depth):
    with mpmath.workdps(110):
        for start in (*BELOW, *ABOVE):
            a0 = mpmath.mpf(start)
            push = abs(a0 / speed(a0, depth))
            for moment in moments(start, depth):
                result, rest = (f(moment, start, depth) for f in (flow.alpha, flow.gap))
                near = 1 - mpmath.mpf(rest) if abs(rest) < 0.3 else mpmath.mpf(result)
                # One Newton step from the double is exact far beyond sixty digits' worth of test.
                exact = near - (exact_time(near, start, depth) - moment) * speed(near, depth)
                condition = abs(speed(exact, depth)) / exact * (abs(moment) + push)
                where = f"alpha0={start}, t={moment}"
                assert in_units(result, exact, condition) < 8, where
                condition *= exact / abs(1 - exact)
                assert in_units(rest, 1 - exact, condition) < 8, where
                if result in (1, start):
                    continue
                end = mpmath.mpf(result)
                exact = exact_time(end, start, depth)
                condition = (abs(end / speed(end, depth)) + push) / abs(exact)
                assert in_units(flow.time(result, start, depth), exact, condition) < 4, where


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("rest", [1e-20, 1e-300, -1e-20])
def test_a_tiny_gap_keeps_its_digits(depth, rest):
    # So close to the target the equation is linear: the gap decays by exp(-t).
    assert flow.gap(3.0, None, depth, gap0=rest) == pytest.approx(rest * np.exp(-3), rel=4 * EPS)
    later = rest * np.exp(-2.5)
    assert flow.time(None, None, depth, gap0=rest, gap=later) == pytest.approx(2.5, rel=4 * EPS)


@pytest.mark.parametrize(("depth", "start"), [*itertools.product((1.7, 3, 8), (0.02, 3.0))])
def test_alpha_solves_the_equation(depth, start):
    times = np.linspace(0, 40, 81)
    solved = solve_ivp(
        lambda _, a: a ** (2 - 2 / depth) * (1 - a),
        (0, 40),
        [start],
        "DOP853",
        times,
        rtol=1e-12,
        atol=1e-14,
    )
    np.testing.assert_allclose(flow.alpha(2.5 * times, start, depth, 2.5), solved.y[0], rtol=2e-10)


@given(positions, depths, st.floats(0, 30), st.floats(0.1, 10))
def test_time_undoes_alpha(start, depth, moment, scale):
    (a, rest), reach = point(moment, start, depth, scale)
    back = flow.time(a, start, depth, scale, gap=rest)
    reach += point(0, start, depth, scale)[1] + moment
    assert abs(back - moment) <= 12 * EPS * reach


@given(positions, depths, st.floats(0, 20), st.floats(0, 20))
def test_two_legs_are_one_journey(start, depth, first, second):
    (a, rest), reach = point(first, start, depth)
    legs = flow.alpha(second, a, depth, gap0=rest)
    whole = flow.alpha(first + second, start, depth)
    reach += point(0, start, depth)[1] + first + second
    relative_speed = whole ** (1 - 2 / depth) * abs(1 - whole)
    assert abs(legs - whole) <= 12 * EPS * (1 + relative_speed * reach) * whole


@given(st.floats(-8, -1e-3).map(lambda e: 10.0**e), st.floats(1, 2), st.floats(0, 20))
def test_above_the_target_is_below_it_at_another_depth(start, depth, moment):
    # alpha -> 1/alpha takes q = 1-2/L to -1-q, which is depth 2L/(3L-2).
    above, below = (
        flow.alpha(moment, 1 / start, depth),
        flow.alpha(moment, start, 2 * depth / (3 * depth - 2)),
    )
    assert 1 / above == pytest.approx(below, rel=400 * EPS)


@given(positions, depths, st.lists(st.floats(0, 50), min_size=2, max_size=20))
def test_alpha_moves_towards_the_target(start, depth, moments):
    rest = np.abs(flow.gap(np.sort(moments), start, depth))
    assert np.all(np.diff(rest) <= 8 * EPS * rest[:-1])
    assert np.all(rest <= abs(1 - start) * (1 + 8 * EPS))


def test_arrays_broadcast_to_the_numbers_they_hold():
    depth = np.array([1, 2, 3.5, INF])[:, None, None]
    start = np.array([1e-3, 0.7, 1.0, 4.0])[:, None]
    moment = np.array([-1e-4, 0.0, 3.0, 90.0])
    result = flow.alpha(moment, start, depth, 1.5)
    assert result.shape == (4, 4, 4)
    for i, j, k in np.ndindex(result.shape):
        one = flow.alpha(moment[k], start[j, 0], depth[i, 0, 0], 1.5)
        assert isinstance(one, float)
        assert result[i, j, k] == pytest.approx(one, rel=4 * EPS)
    ends = flow.time(np.array([0.2, 0.9]), 0.5, depth[..., 0])
    assert ends.shape == (4, 2)
    assert ends[2, 1] == flow.time(0.9, 0.5, 3.5)
    assert flow.alpha(np.empty((0, 3)), 0.1, 2).shape == (0, 3)
    result = flow.alpha(1.0, 0.1, [2.0, 2.0])
    result += 1  # results belong to the caller
    assert result.shape == (2,)


def test_many_depths_need_no_tables():
    rng = np.random.default_rng(1)
    depth, start = 1 + 9 * rng.random(300), 10 ** rng.uniform(-3, 1, 300)
    moment = rng.uniform(0, 20, 300)
    for function in (flow.alpha, flow.gap):
        many = function(moment, start, depth)
        each = [function(*values) for values in zip(moment, start, depth, strict=True)]
        condition = 1 + moment + 1 / np.abs(start - 1) + start ** (2 / depth - 1)
        assert np.all(np.abs(many - each) <= 8 * EPS * condition * np.abs(many))


def test_a_piece_alone_is_that_of_its_table_also_in_the_last_binade_and_below():
    """Every quarter of five binades, its ends included; below three the value is constant."""
    ends = 2.0 ** -np.arange(6.0)[:, None] * np.array([1, 1.25, 1.5, 1.75]) / 2
    x = np.array([np.nextafter(ends, 0), ends, np.nextafter(ends, 1)]).ravel()
    whole = BinadeTable(lambda v: 1 + v, binades=3)(x)
    alone = value_of_own_table(lambda v: 1 + v, x, binades=3, degree=11)
    assert np.array_equal(alone, whole)
    assert len({*whole[x < 2**-3]}) == 1
    assert np.allclose(whole[x >= 2**-2.5], 1 + x[x >= 2**-2.5], rtol=1e-15)


def test_long_arrays_are_cut_into_chunks():
    moment = np.linspace(0, 60, 3 * solver_groups.CHUNK + 5)
    whole = flow.alpha(moment, 0.03, 5)
    assert np.array_equal(whole[::977], [flow.alpha(v, 0.03, 5) for v in moment[::977]])


def test_a_solver_gets_numbers_as_numbers_and_arrays_flat():
    """A start that all points share is worked out once; points may have any shape."""
    seen = []

    def call(*args):
        seen.append([np.shape(a) for a in args])
        return -args[1]

    (result,) = solver_groups.one_call(call, [2.0, np.arange(6.0).reshape(2, 3)], (2, 3))
    assert seen == [[(), (6,)]]
    assert result.tolist() == [[0, -1, -2], [-3, -4, -5]]


@pytest.mark.parametrize("depth", DEPTHS)
def test_exact_values(depth):
    for start in (*BELOW, 1.0, *ABOVE):
        assert flow.alpha(0, start, depth) == start
        assert flow.time(start, start, depth) == 0
        assert flow.alpha(INF, start, depth) == 1
        assert flow.gap(INF, start, depth) == 0
    assert flow.alpha(-7.0, 1, depth) == 1
    assert flow.time(1, 0.3, depth) == INF
    assert flow.alpha(2.0, 0.3, depth, network="block1") == flow.alpha(2.0, 0.3, depth)


@pytest.mark.parametrize(("depth", "start"), [(1, 0.3), (1.5, 0.9), (2, 5.0), (4, 1.2), (INF, 9.0)])
def test_solutions_begin_where_earliest_says(depth, start):
    first = flow.earliest(start, depth, 2.0)
    edge = flow.alpha(first * (1 - 1e-9), start, depth, 2.0)
    assert edge < 1e-6 if start < 1 else edge > 1e2
    with pytest.raises(ValueError, match="must be after"):
        flow.alpha(first * (1 + 1e-9), start, depth, 2.0)
    assert flow.earliest(0.5, 2) == flow.earliest(2, 1) == flow.earliest(1, 3) == -INF


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: flow.alpha(1, 0.1, 0.5), "L must be at least 1 .* got 0.5"),
        (lambda: flow.alpha(1, 0, 2), "alpha0 must be positive and finite, got 0"),
        (lambda: flow.alpha(1, [0.1, -3], 2), "alpha0 must be positive and finite, got -3"),
        (lambda: flow.alpha(math.nan, 0.1, 2), "t must be a number, got nan"),
        (lambda: flow.alpha(1, 0.1, math.nan), "L must be a number"),
        (lambda: flow.alpha("soon", 0.1, 2), "t must be a real number .* 'soon'"),
        (lambda: flow.alpha(1, 0.1, 2, 0), "tau must be positive and finite, got 0"),
        (lambda: flow.alpha(1, 0.1, 2, network="blocks"), "unknown network 'blocks'"),
        (lambda: flow.alpha(1, 0.1, 2, gap0=0.9), "exactly one of alpha0 and gap0"),
        (lambda: flow.gap(1, None, 2, gap0=1.0), "gap0 must be finite and below 1, got 1"),
        (lambda: flow.alpha([1, 2], [0.1] * 3, 2), r"do not broadcast: t \(2,\), alpha0 \(3,\)"),
        (lambda: flow.time(0.5, 2, 3), "same side of 1, got 0.5 and 2"),
        (lambda: flow.time([0.5, 2], 1, 3), "same side of 1, got 0.5 and 1"),
        (lambda: flow.time(INF, 2, 3), "alpha must be positive and finite, got inf"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("L", [3, 8, 50, 1e6, np.inf])
@pytest.mark.parametrize("alpha0", [1.2361906773509657e-18, 1e-100, 1e-300])
def test_ends_of_long_plateaus_stay_between_start_and_target(L, alpha0):
    """Where one rounding of t is longer than the whole rise, alpha is one of its values."""
    half = flow.time(0.5, alpha0, L=L)
    alpha = flow.alpha(half * (1 + np.arange(-20, 21) * 1.1e-16), alpha0, L=L)
    assert np.all((alpha >= alpha0) & (alpha <= 1 + 1e-15))
    assert np.all(np.diff(alpha) >= -1e-15)
