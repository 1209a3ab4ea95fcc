"""Plateaus, constants and expansions against quadrature of equation 6 and plain iteration."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from depthlaws.theory import chain, formula
from depthlaws.theory.chain import (
    convergence,
    depth_expansion,
    descent_map,
    modified_flow,
    plateaus,
)

CASES = settings(max_examples=25, deadline=None, derandomize=True, database=None)
INF = math.inf
DEPTHS = [1, 1.5, 2, 3, 8, 100, INF]


NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)


def duration(alpha0, theta, depth):
    """Time of equation 6 from alpha0 to theta by quadrature in u = log(alpha/|1 - alpha|)."""
    side = math.copysign(1, 1 - alpha0)
    ends = np.linspace(*(math.log(a / abs(1 - a)) for a in (alpha0, theta)), 13)[:, np.newaxis]
    half = np.diff(ends, axis=0) / 2
    alpha = 1 / (1 + side * np.exp(-ends[:-1] - half * (1 + NODES)))
    return float(np.sum(half * WEIGHTS * alpha ** (2 / depth - 1)))


def holds(name, *values):
    """Whether what a record presupposes is true of alpha, alpha0 (and r)."""
    law = formula(name)
    symbols = {s.name: s for s in law.symbols}
    places = zip(("alpha", "alpha0", "r"), values, strict=False)
    return bool(law.given.subs({symbols[n]: value for n, value in places}))


def test_courses_stay_on_their_side_of_the_target_and_above_the_floor():
    for course in [(0.8, 0.9), (0.9, 0.8), (1.5, 4.0)]:
        assert holds("chain-descent-lag", *course)
        assert holds("block2-depth-correction", *course, 1.5)
    for course in [(0.8, 1.2), (1.5, 0.9), (1.0, 0.9), (0.9, 1.0)]:
        assert not holds("chain-descent-lag", *course)
        assert not holds("block2-depth-correction", *course, 1.5)
    for course in [(0.5, 0.9), (0.9, 0.5), (2 / 3, 0.9)]:
        assert not holds("block2-depth-correction", *course, 1.5)


# -- plateaus ---------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [2, 3, 8, INF])
def test_the_printed_plateau_is_the_leading_order(depth):
    ratios = [chain.plateau_time(a, depth) / duration(a, 0.5, depth) for a in (1e-2, 1e-4, 1e-6)]
    gaps = np.abs(np.array(ratios) - 1)
    assert np.all(np.diff(gaps) < 0) or depth == 2  # there the time is log(1/alpha0 - 1) already
    assert gaps[-1] < 2e-2


def test_golden_plateaus():
    depths = [2, 3, 4, 5, 6]
    np.testing.assert_allclose(
        chain.plateau_time(0.1, depths), [2.303, 6.463, 6.325, 6.635, 6.962], atol=5e-4
    )
    assert chain.plateau_time(0.3, INF, 10.0) == pytest.approx(10 / 0.3)
    # longer for three layers than for four above (3/2)^-6
    edge = (3 / 2) ** -6
    for a, more in ((1.001 * edge, True), (0.999 * edge, False)):
        assert (chain.plateau_time(a, 3) > chain.plateau_time(a, 4)) == more


@pytest.mark.parametrize("depth", DEPTHS)
@given(alpha0=st.floats(1e-4, 0.45), theta=st.floats(0.5, 0.95))
@CASES
def test_the_uniform_plateau_is_too_long_by_its_remainder(depth, alpha0, theta):
    excess = chain.uniform_plateau_time(alpha0, depth, theta=theta) - duration(alpha0, theta, depth)
    size = max(1.0, duration(alpha0, theta, depth))
    remainder = plateaus.plateau_remainder(alpha0, depth)
    assert excess == pytest.approx(remainder, abs=1e-12 * size)
    assert 0 < remainder <= plateaus.plateau_bound(alpha0, depth)


@pytest.mark.parametrize("depth", [3, 8, 1e9])
def test_both_series_of_the_remainder_hold_where_they_meet(depth):
    for x in (0.5, np.nextafter(0.5, 1)):
        exact = float(plateaus.plateau_remainder.mp(x, depth))
        assert plateaus.plateau_remainder(x, depth) == pytest.approx(exact, rel=1e-14)


def test_bounds_of_the_infinite_plateau():
    for theta in (0.1, 0.25, 0.5, 0.9):
        edge = plateaus.exceeds_below(theta)
        for alpha0 in (0.01 * theta, 0.5 * theta, 0.99 * theta):
            exact = duration(alpha0, theta, INF)
            low = plateaus.plateau_lower(alpha0, theta)
            assert low <= exact <= plateaus.plateau_upper(alpha0, theta)
        for alpha0, longer in ((0.999 * edge, True), (1.001 * edge, False)):
            assert (duration(alpha0, theta, INF) > 1 / alpha0) == longer


@pytest.mark.parametrize("depth", [3, 4, 6, 50])
def test_where_the_printed_plateau_breaks_its_own_bound(depth):
    edge = plateaus.printed_exceeds_above(depth)
    for alpha0, longer in ((0.999 * edge, False), (1.001 * edge, True)):
        assert (chain.plateau_time(alpha0, depth) > 1 / alpha0) == longer


@pytest.mark.parametrize(("depth", "r"), [(1, 2.0), (4, 2.0), (INF, 4.0)])
def test_the_plateau_of_block_two_is_logarithmic(depth, r):
    """A tenfold smaller start takes log(10)/kappa longer; the rest does not depend on it."""

    def half_way(w0):
        share = (1 + w0**2 / depth) ** depth if depth < INF else math.exp(w0**2)
        return chain.time(0.75, share / r, depth, network="block2", r=r)

    result = half_way(1e-5) - half_way(1e-4)
    ours = [chain.block2_plateau_time(w, depth, r) for w in (1e-5, 1e-4)]
    assert ours[0] - ours[1] == pytest.approx(result, rel=1e-6)
    assert ours[0] == pytest.approx(half_way(1e-5), rel=0.2)


# -- convergence ------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("alpha0", [1e-3, 0.3, 0.9, 1.5, 20.0])
def test_convergence_constant(depth, alpha0):
    power = 1 if depth == INF else 1 - mpmath.mpf(2) / depth
    with mpmath.workdps(30):
        s0 = 1 / mpmath.mpf(alpha0) - 1  # alpha = 1/(1+s): dt = -(1+s)^q ds/s
        rest = mpmath.quad(lambda s: ((1 + s) ** power - 1) / s, mpmath.linspace(0, s0, 9))
        exact = float(rest + mpmath.log(abs(s0)))
    assert chain.convergence_constant(alpha0, depth) == pytest.approx(exact, rel=1e-12, abs=1e-13)


def test_convergence_constants_at_the_target_and_in_closed_form():
    assert chain.convergence_constant(1.0, 3) == -INF
    for alpha0 in (0.02, 0.7):
        two = convergence.constant_two(alpha0), chain.convergence_constant(alpha0, 2)
        infinite = convergence.constant_infinite(alpha0), chain.convergence_constant(alpha0, INF)
        for left, right in (two, infinite):
            assert left == pytest.approx(right, rel=1e-13)


# -- deep networks ----------------------------------------------------------------------------


@pytest.mark.parametrize("order", [0, 1, 2])
def test_deep_time_has_its_order(order):
    depths = np.array([256.0, 1024.0, 4096.0])
    exact = np.array([duration(0.1, 0.9, L) for L in depths])
    errors = np.abs(chain.deep_time(0.9, 0.1, depths, 2.0, order=order) / 2 - exact)
    np.testing.assert_allclose(errors[1:] / errors[:-1], 0.25 ** (order + 1), rtol=0.05)


def test_second_correction_is_what_the_first_leaves():
    correction = depth_expansion.second_depth_correction
    gain = correction(0.9) - correction(0.1)
    assert 2 * gain == pytest.approx(60.4016, abs=1e-4)
    with mpmath.workdps(20):
        exact = mpmath.quad(lambda a: mpmath.log(a) ** 2 / (a**2 * (1 - a)), [0.1, 0.3, 0.9])
    assert gain == pytest.approx(float(exact), rel=1e-14)


def test_correction_of_gradient_descent():
    for alpha, k in ((0.2, 0.7), (1.5, 1.3)):
        first = math.log(descent_map.gd_total_step_infinite(alpha, k))
        gaps = [
            L
            * (math.log(descent_map.gd_total_step(alpha, k, L)) - first)
            / depth_expansion.gd_depth_correction(alpha, k)
            - 1
            for L in (1e2, 1e3, 1e4)
        ]
        np.testing.assert_allclose(np.array(gaps[1:]) / gaps[:-1], 0.1, rtol=0.1)


@pytest.mark.parametrize(("low", "high", "r"), [(0.6, 0.9, 2.0), (0.3, 0.8, 8.0), (1.2, 3.0, 2.0)])
def test_correction_of_block_two(low, high, r):
    def exact(depth):
        return chain.time(high, low, depth, network="block2", r=r)

    ours = depth_expansion.block2_depth_correction(high, low, r)
    gaps = [L * (exact(L) - exact(INF)) / ours - 1 for L in (1e2, 1e3, 1e4)]
    np.testing.assert_allclose(np.array(gaps[1:]) / gaps[:-1], 0.1, rtol=0.1)


def test_expansion_of_the_sharpness_of_block_two():
    expansion = depth_expansion.sharpness_expansion
    gaps = [
        chain.sharpness(L, 3.0, 1.5, network="block2") / expansion(L, 3.0, 1.5) - 1
        for L in (30, 60, 120)
    ]
    np.testing.assert_allclose(np.array(gaps[1:]) / gaps[:-1], 1 / 8, rtol=0.05)


# -- gradient descent against its flow --------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 5])
@pytest.mark.parametrize("start", [0.5, 0.9, 1.1])
def test_the_modified_flow_makes_the_step(depth, start):
    """One unit of its time is one step, up to O(k^4)."""

    def error(k):
        run = solve_ivp(
            lambda _, v: [modified_flow.modified_flow.unchecked(v[0], k, depth)],
            (0, 1),
            [start],
            method="DOP853",
            rtol=1e-13,
            atol=1e-15,
        )
        return abs(run.y[0, -1] - descent_map.gd_step(start, k, depth))

    assert error(0.02) / error(0.04) == pytest.approx(1 / 16, rel=0.1)


@pytest.mark.parametrize("depth", [1, 4])
def test_the_modified_flow_of_the_total_weight(depth):
    alpha, k = 0.4, 1e-3
    v = alpha ** (1 / depth)
    full = depth * v ** (depth - 1) * modified_flow.modified_flow(v, k, depth)
    ours = modified_flow.modified_total_flow(alpha, k, depth)
    assert abs(ours / full - 1) < 2e-6
    assert abs(ours / (k * alpha ** (2 - 2 / depth) * (1 - alpha)) - 1) > 2e-6
    infinite = modified_flow.modified_total_flow(alpha, k, INF)
    assert infinite == pytest.approx(modified_flow.modified_total_flow(alpha, k, 1e12), rel=1e-10)


def descend(alpha, k, depth, steps):
    for _ in range(steps):
        if depth == INF:
            alpha *= math.exp(k * alpha * (1 - alpha))
        else:
            alpha *= (1 + k / depth * alpha ** (1 - 2 / depth) * (1 - alpha)) ** depth
    return alpha


@pytest.mark.parametrize("depth", [1, 2, 4, INF])
@pytest.mark.parametrize("start", [0.05, 1.6])
@pytest.mark.parametrize("order", [1, 2, 3])
def test_predicted_steps_have_their_order(depth, start, order):
    errors = []
    for k in (0.02, 0.01, 0.005):
        steps = round(abs(duration(start, 0.5 if start < 1 else 1.1, depth)) / k)
        last = descend(start, k, depth, steps)
        errors.append(k * (chain.descent_steps(last, start, k, depth, order=order) - steps))
    np.testing.assert_allclose(np.array(errors[1:]) / errors[:-1], 0.5**order, rtol=0.12)


def test_lag_at_infinite_depth():
    assert modified_flow.descent_lag(0.5, 0.01, INF) == pytest.approx(1.614, abs=5e-4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: chain.plateau_time(0.1, 2.5), "L must be 2 or at least 3.*got 2.5"),
        (lambda: chain.plateau_time(0.1, 1), r"L must be at least 2 \(or inf\), got 1"),
        (lambda: chain.plateau_time(1.5, 3), r"alpha0 must be above 0 and below 1, got 1.5"),
        (lambda: chain.uniform_plateau_time(0.6, 3), "alpha0 must be below theta, got 0.6"),
        (lambda: chain.uniform_plateau_time(0.6, 3, theta=1.5), "theta must be below 1, got 1.5"),
        (lambda: chain.convergence_constant(0, 3), "alpha0 must be positive and finite, got 0"),
        (lambda: chain.convergence_constant(0.1, 0.5), "L must be at least 1.*got 0.5"),
        (lambda: chain.deep_time(0.9, 0.1, 50, order=3), "order must be 0, 1 or 2, got 3"),
        (lambda: chain.descent_steps(0.9, 0.1, 0.5, 2, order=0), "order must be 1, 2 or 3, got 0"),
        (lambda: chain.descent_steps(1.2, 0.1, 0.5, 2), "same side of 1"),
        (lambda: chain.block2_plateau_time(0.1, 2, 0.5), "r must be above 1 and finite, got 0.5"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("start", "end", "r"),
    [
        (1.00001, 1.000000001, 1e20),  # log(log(r alpha)) - log(log(r)) has no digits here
        (1.1e-60, 1 - 1e-12, 1e60),  # poles close to the path
        (1.001, 1e300, 1 + 1e-9),
        (0.2, 0.9, 10.0),
    ],
)
def test_the_correction_of_block_two_keeps_its_digits(start, end, r):
    """Against the integral in log(alpha), on pieces of unit length."""
    with mpmath.workdps(30):
        first, last, log_r = (mpmath.log(mpmath.mpf(x)) for x in (start, end, r))

        def slope(s):
            return -log_r / (log_r + s) * mpmath.exp(-s) * (s / mpmath.expm1(s) if s else 1)

        pieces = mpmath.linspace(first, last, max(2, int(abs(last - first) / 4)))
        exact = 1.5 * mpmath.quad(slope, pieces)
    result = depth_expansion.block2_depth_correction(end, start, r)
    assert result == pytest.approx(float(exact), rel=1e-11)
