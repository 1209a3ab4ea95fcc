"""Thresholds of the rate of balanced gradient descent, and budgets of steps; against iteration."""

import functools
import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.theory import chain
from depthlaws.theory.chain import basins, descent_map
from tests.theory.iterated_descent import INF, fate, orbit, step_mp, step_total

# -- thresholds of the rate -------------------------------------------------------------------


def highest(k, depth):
    """The largest value of the map on (0, 1), by brute force."""
    v = np.linspace(0.5, 1, 2_000_001) if depth < 8 else np.linspace(0.8, 1, 2_000_001)
    return float(v[np.argmax(v + k / depth * (1 - v**depth) * v ** (depth - 1))])


@pytest.mark.parametrize("depth", [2, 3, 4, 8])
def test_leaving_the_positive_half_line(depth):
    k = chain.leaving_rate(depth)
    for factor, sign in ((1 - 1e-6, 1), (1 + 1e-6, -1)):
        top = highest(factor * k, depth)
        assert np.sign(orbit(top, factor * k, depth, 2)[2]) == sign


@pytest.mark.parametrize("depth", [2, 3, 4, 5, 6, 7])
def test_divergence_from_below_the_target(depth):
    k = chain.divergence_rate(depth)
    below = orbit(highest((1 - 1e-5) * k, depth), (1 - 1e-5) * k, depth, 20_000)
    beyond = orbit(highest((1 + 1e-5) * k, depth), (1 + 1e-5) * k, depth, 20_000)
    assert np.abs(below).max() < 3
    assert np.abs(beyond[-1]) > 1e3


def test_thresholds_of_one_two_and_infinitely_many_layers():
    assert chain.leaving_rate(2) == pytest.approx(3 * math.sqrt(3) - 2, rel=1e-14)
    assert [chain.leaving_rate(1), chain.divergence_rate(1)] == [2, 2]
    assert [chain.leaving_rate(INF), chain.divergence_rate(INF)] == [INF, INF]


@pytest.mark.parametrize("depth", [2, 4, 6])
@pytest.mark.parametrize("alpha0", [3.5, 5.0, 20.0])
def test_convergence_limit_of_even_depth_is_sharp(depth, alpha0):
    k = chain.convergence_limit(alpha0, depth)
    assert fate(alpha0, 0.999 * k, depth) == "target"
    if k < 2:
        assert fate(alpha0, 1.001 * k, depth) == "infinity"


@pytest.mark.parametrize("depth", [3, 5])
@pytest.mark.parametrize("alpha0", [3.5, 20.0])
def test_beyond_the_convergence_limit_of_odd_depth_waits_the_saddle(depth, alpha0):
    k = chain.convergence_limit(alpha0, depth)
    assert fate(alpha0, 0.999 * k, depth) == "target"
    if k < 2:
        assert fate(alpha0, 1.001 * k, depth) == "saddle"
    assert chain.zero_crossing(k, depth) == pytest.approx(alpha0, rel=1e-12) or k == 2


@given(alpha0=st.floats(1e-3, 30), k=st.floats(0.02, 1.98), depth=st.integers(2, 9))
@settings(max_examples=40, deadline=None, derandomize=True, database=None)
def test_convergence_is_decided_as_by_iteration(alpha0, k, depth):
    assert chain.converges(alpha0, k, depth) == (fate(alpha0, k, depth) == "target")


def test_convergence_at_and_above_two():
    assert chain.converges(0.3, 2.0, [1, 2, 3, INF]).tolist() == [False, True, True, True]
    assert not chain.converges(0.3, 2.001, 4)
    assert chain.converges(1.0, 7.0, 4)  # it starts there
    assert chain.converges([0.5, 50.0], 1.9, INF).all()


def test_orbits_that_take_too_long_are_named(monkeypatch):
    beyond = [4.25, 4.4, 4.45, 9.0]  # caught after 3, 3 and 4 steps, and far away at once
    monkeypatch.setattr(basins, "MAX_ORBIT_STEPS", 3)
    with pytest.raises(
        ArithmeticError, match=r"undecided after 3 steps: alpha0=\[4\.45\], k=\[1\.\]"
    ):
        chain.converges(beyond, 1.0, 3)
    monkeypatch.setattr(basins, "MAX_ORBIT_STEPS", 5)
    assert chain.converges(beyond, 1.0, 3).tolist() == [fate(a, 1.0, 3) == "target" for a in beyond]


@pytest.mark.parametrize("k", [1.0, 1.5, 1.9])
def test_capture_window_of_three_layers(k):
    low, high = chain.capture_window(k, 3)
    ends = [fate(a, k, 3) for a in (0.999 * low, 1.001 * low, 0.999 * high)]
    assert ends == ["target", "saddle", "saddle"]
    # just above the window v lands below -y, and comes back through 0
    v = orbit((1.001 * high) ** (1 / 3), k, 3, 2)
    assert v[1] < 0 < v[2]
    beyond = np.linspace(1.001 * high, 0.999 * chain.outer_cycle(k, 3), 8)
    reached = [fate(a, k, 3) == "target" for a in beyond]
    assert any(reached)
    assert chain.converges(beyond, k, 3).tolist() == reached


@pytest.mark.parametrize("depth", [2, 3, 6, 7])
def test_outside_the_outer_cycle_descent_diverges(depth):
    edge = chain.outer_cycle(1.2, depth)
    v = orbit(edge ** (1 / depth), 1.2, depth, 2)
    assert v[1] < 0
    assert v[2] == pytest.approx(v[0], rel=1e-11)
    assert fate(1.001 * edge, 1.2, depth) == "infinity"
    assert fate(0.999 * edge, 1.2, depth) != "infinity"


@pytest.mark.parametrize("depth", [1, 2, 5, INF])
@pytest.mark.parametrize("alpha0", [0.05, 1.5, 4.0])
def test_monotone_limit(depth, alpha0):
    k = chain.monotone_limit(alpha0, depth)
    for factor, monotone in ((0.999, True), (1.001, False)):
        alpha, signs = alpha0, []
        for _ in range(400):
            alpha = step_total(alpha, factor * k, depth)
            if abs(alpha - 1) < 1e-13:
                break
            signs.append(alpha > 1)
        assert (len(set(signs)) == 1 and signs[0] == (alpha0 > 1)) == monotone


def test_block_two_ceiling_is_where_its_flattest_minimum_loses_stability():
    r, depth = 2.0, 4
    flat = np.zeros(depth)
    flat[0] = math.sqrt(depth * (r - 1))
    balanced = chain.sharpness(depth, r, 1.0, network="block2")
    ratio = 2 * balanced / chain.minimum_sharpness(flat, network="block2")
    assert descent_map.block2_ceiling(r, depth) == pytest.approx(ratio, rel=1e-13)


# -- budgets of steps -------------------------------------------------------------------------


def test_one_step_reaches_the_target_exactly():
    for alpha0, depth in ((0.1, 1), (0.1, 4), (3.0, 2), (0.4, INF)):
        k = descent_map.one_step_rate.unchecked(alpha0, float(depth))
        assert step_total(alpha0, k, depth) == pytest.approx(1, rel=1e-13)


@pytest.mark.parametrize(("depth", "steps"), [(2, 3), (2, 8), (4, 12), (INF, 12)])
def test_exact_rates_are_exact(depth, steps):
    rates = chain.exact_rates(0.1, steps, depth)
    assert rates.size > 0
    with mpmath.workdps(50):
        for k in rates:
            alpha = mpmath.mpf("0.1")
            for _ in range(steps):
                if depth == INF:
                    alpha = alpha * mpmath.exp(k * alpha * (1 - alpha))
                else:
                    alpha = step_mp(alpha ** (mpmath.mpf(1) / depth), mpmath.mpf(k), depth) ** depth
            assert abs(alpha - 1) < 1e-10
    fewer = chain.exact_rates(0.1, steps - 1, depth)
    assert all(np.min(np.abs(rates - k)) < 1e-9 for k in fewer)


def test_the_exact_rate_of_one_layer_is_one():
    assert chain.exact_rates(0.1, 3, 1).tolist() == [1.0]


@pytest.mark.parametrize(("depth", "steps"), [(2, 1), (2, 4), (8, 3), (INF, 2)])
def test_best_rate_beats_a_grid(depth, steps):
    def error(k):
        alpha = 0.1
        for _ in range(steps):
            alpha = step_total(alpha, k, depth)
        return abs(alpha - 1)

    best = chain.best_rate(0.1, steps, depth)
    assert error(best) <= min(error(k) for k in np.linspace(0.01, 2, 2001)) + 1e-12


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: chain.two_cycle(1.9, 2), "k must be at least 2.*got 1.9"),
        (lambda: chain.two_cycle(2.1, 1.5), "L must be at least 2.*got 1.5"),
        (lambda: chain.period_doubling_rate(0), "L must be at least 2.*got 0"),
        (lambda: chain.zero_crossing(0, 2), "k must be positive.*got 0"),
        (lambda: chain.divergence_rate(2.5), "L must be an integer or inf, got 2.5"),
        (lambda: chain.leaving_rate(1.5), "L must be 1 or at least 2.*got 1.5"),
        (lambda: chain.capture_window(1.0, 4), "an odd integer from 3 on, got 4"),
        (lambda: chain.convergence_limit(-1, 2), "alpha0 must be positive.*got -1"),
        (lambda: chain.converges(math.nan, 1, 2), "alpha0 must be a number, got nan"),
        (lambda: chain.monotone_limit(0, 2), "alpha0 must be positive"),
        (lambda: chain.exact_rates(1.5, 3, 2), "alpha0 must be below 1, got 1.5"),
        (lambda: chain.exact_rates(0.5, 0, 2), "steps must be at least 1, got 0"),
        (lambda: chain.best_rate(0.5, 2, 2, below=9), r"below must be in \(0, 3\], got 9"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_below_the_rate_of_one_the_largest_rate_is_best_and_none_exact():
    """There the weight only rises, and faster at larger rates."""
    assert chain.exact_rates(0.1, 8, L=8, below=1.0).size == 0
    assert chain.best_rate(0.1, 8, L=8, below=0.75) == 0.75
    step, ends = descent_map.gd_total_step.unchecked, []
    for k in (0.25, 0.5, 0.75):
        ends.append(functools.reduce(lambda a, _, k=k: step(a, k, 8.0), range(8), 0.1))
    assert ends == sorted(ends)
    assert ends[-1] < 1
