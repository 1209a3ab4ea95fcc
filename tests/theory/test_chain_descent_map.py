"""Balanced gradient descent: closed forms and thresholds against plain iteration."""

import functools
import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.theory import chain
from depthlaws.theory.chain import balanced, basins, descent_map

CASES = settings(max_examples=60, deadline=None, derandomize=True, database=None)
INF = math.inf


def step_mp(v, k, depth):
    return v + k / depth * (1 - v**depth) * v ** (depth - 1)


def step_total(alpha, k, depth):
    """One step in alpha > 0, or None if the weight leaves the positive half-line."""
    if depth == INF:
        return alpha * math.exp(k * alpha * (1 - alpha))
    inside = 1 + k / depth * alpha ** (1 - 2 / depth) * (1 - alpha)
    return alpha * inside**depth if inside > 0 else None


def orbit(v, k, depth, steps):
    """Signed weights at integer depth; stops once beyond 1e3."""
    out = [v]
    for _ in range(steps):
        v = v + k / depth * (1 - v**depth) * v ** (depth - 1)
        out.append(v)
        if abs(v) > 1e3:
            break
    return np.array(out)


def fate(alpha0, k, depth, steps=20_000):
    """'target', 'saddle' or 'infinity' by plain iteration at integer depth."""
    v = alpha0 ** (1 / depth)
    for _ in range(steps):
        v = v + k / depth * (1 - v**depth) * v ** (depth - 1)
        if abs(v) > 1e3:
            return "infinity"
    # Close to 0 an orbit needs very long, but from v > 0 (even depth: from any v) it only grows.
    assert abs(v) < 0.2 or abs(abs(v) - 1) < 0.02
    return "target" if v > 0 or depth % 2 == 0 else "saddle"


# -- one step ---------------------------------------------------------------------------------


@pytest.mark.parametrize("network", ["feedforward", "block1", "block2"])
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_step_of_the_map_is_a_step_of_the_network(network, depth):
    """All weights, by the difference of the loss of a noise-free data set."""
    x = np.array([0.5, -1.2, 2.0])
    target, k = 1.7, 0.8
    mu_xx = np.mean(x * x)

    def loss(w):
        layers = {"feedforward": w, "block1": 1 + w / np.sqrt(depth), "block2": 1 + w * w / depth}
        return np.mean((target * x - np.prod(layers[network]) * x) ** 2) / 2

    end = balanced.MINIMUM[network](depth, target * mu_xx, mu_xx)
    start = np.full(depth, {"feedforward": 0.8, "block1": 0.3, "block2": 0.4}[network] * abs(end))
    rate = k * chain.learning_rate(depth, target * mu_xx, mu_xx, 1.0, network=network)
    steps = 1e-30j * np.eye(depth)
    moved = start - rate * np.array([loss(start + s).imag for s in steps]) / 1e-30
    if network == "block2":
        ours = end * descent_map.block2_gd_step(start[0] / end, k, depth, target)
    else:
        root = target ** (1 / depth)
        scale, shift = (1.0, 0.0) if network == "feedforward" else (math.sqrt(depth), 1.0)
        ours = scale * (
            root * descent_map.gd_step((start[0] / scale + shift) / root, k, depth) - shift
        )
    np.testing.assert_allclose(moved, ours, rtol=1e-12)


@given(alpha=st.floats(1e-3, 1.9), k=st.floats(0.01, 2), depth=st.integers(1, 60))
@CASES
def test_the_step_of_the_total_weight(alpha, k, depth):
    with mpmath.workdps(40):
        v = mpmath.mpf(alpha) ** (mpmath.mpf(1) / depth)
        exact = float(step_mp(v, mpmath.mpf(k), depth) ** depth)
    if k * alpha * (alpha - 1) < depth:
        assert descent_map.gd_total_step(alpha, k, depth) == pytest.approx(
            exact, rel=1e-13, abs=1e-300
        )


def test_infinite_depth_is_the_limit_of_the_step():
    gaps = [
        descent_map.gd_total_step(0.3, 1.5, L) / descent_map.gd_total_step_infinite(0.3, 1.5) - 1
        for L in (1e3, 1e4, 1e5)
    ]
    np.testing.assert_allclose(np.array(gaps[1:]) / gaps[:-1], 0.1, rtol=0.01)
    assert descent_map.gd_total_step.unchecked(0.3, 1.5, INF) == pytest.approx(
        descent_map.gd_total_step_infinite(0.3, 1.5), rel=8 * 2.0**-52
    )
    deep = descent_map.block2_gd_step(0.6, 1.5, 1e9, 3.0)
    assert descent_map.block2_gd_step_infinite(0.6, 1.5, 3.0) == pytest.approx(deep, rel=1e-8)


def test_the_two_networks_of_one_map():
    s = np.linspace(-1.2, 1.2, 7)
    for r in (1.3, 4.0):
        ours = descent_map.block2_gd_step(s, 1.4, 1, r)
        np.testing.assert_allclose(ours, [step_mp(v, 1.4, 2) for v in s], rtol=1e-12, atol=1e-15)
    near = descent_map.block2_gd_step(s, 1.4, 7, 1 + 1e-9)
    np.testing.assert_allclose(near, [step_mp(v, 1.4, 2) for v in s], rtol=1e-8, atol=1e-15)


@given(weights=st.lists(st.floats(0.2, 2), min_size=2, max_size=4), eta=st.floats(0.001, 0.5))
@CASES
def test_imbalance_after_one_step(weights, eta):
    w = np.array(weights)
    total = np.prod(w)
    moved = w + eta * (0.9 - 1.1 * total) * total / w
    factor = descent_map.imbalance_factor(eta * (0.9 - 1.1 * total) * total, w[0], w[1])
    before, after = w[0] ** 2 - w[1] ** 2, moved[0] ** 2 - moved[1] ** 2
    assert after == pytest.approx(before * factor, rel=1e-9, abs=1e-12)


# -- near the minimum -------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 3, 8])
def test_multiplier_and_flip_by_numerical_derivatives(depth):
    with mpmath.workdps(40):
        first = mpmath.diff(lambda v: step_mp(v, mpmath.mpf("1.3"), depth), 1)
        second, third = (mpmath.diff(lambda v: step_mp(v, 2, depth), 1, n) for n in (2, 3))
        flip = float(second**2 / 4 + third / 6)
    assert descent_map.gd_multiplier(1.3) == pytest.approx(float(first), abs=1e-15)
    assert descent_map.flip(depth) == pytest.approx(flip, abs=1e-12)
    assert descent_map.flip_total(depth) == pytest.approx(flip / depth**2, abs=1e-12)


def test_flip_of_the_total_weight_at_infinite_depth():
    with mpmath.workdps(40):
        second, third = (
            mpmath.diff(lambda a: a * mpmath.exp(2 * a * (1 - a)), 1, n) for n in (2, 3)
        )
        assert descent_map.flip_total(INF) == pytest.approx(float(second**2 / 4 + third / 6))


@pytest.mark.parametrize(("depth", "r"), [(1, 2.0), (3, 1.2), (8, 30.0), (INF, 2.0)])
def test_flip_of_block_two_by_numerical_derivatives(depth, r):
    def step(s):
        if depth == INF:
            y = mpmath.mpf(r) ** (s * s - 1)
            return s * (1 + y * (1 - y) / mpmath.log(r))
        gap = mpmath.mpf(r) ** (mpmath.mpf(1) / depth) - 1
        b = 1 + gap * s * s
        push = (r - b**depth) * b ** (depth - 1) * mpmath.mpf(r) ** (-2 + mpmath.mpf(2) / depth)
        return s * (1 + push / (depth * gap))

    with mpmath.workdps(40):
        assert mpmath.diff(step, 1) == pytest.approx(-1, abs=1e-20)
        second, third = (mpmath.diff(step, 1, n) for n in (2, 3))
        flip = float(second**2 / 4 + third / 6)
    ours = (
        descent_map.block2_flip_infinite(r) if depth == INF else descent_map.block2_flip(depth, r)
    )
    assert ours == pytest.approx(flip, rel=1e-12)


@pytest.mark.parametrize("depth", [2, 4])
def test_at_the_threshold_descent_converges_like_one_over_root_n(depth):
    last = orbit(0.1 ** (1 / depth), 2.0, depth, 200_000)[-1]
    assert descent_map.marginal_distance(200_000, depth) == pytest.approx(abs(last - 1), rel=5e-3)


@pytest.mark.parametrize("k", [0.1, 0.9, 1.5, 1.95])
def test_late_rate(k):
    with mpmath.workdps(60):
        v = mpmath.mpf("0.999999999")
        far = 1 - v
        for _ in range(20):
            v = step_mp(v, mpmath.mpf(k), 3)
        rate = -mpmath.log(abs(1 - v) / far) / 20
    assert descent_map.gd_late_rate(k) == pytest.approx(float(rate), rel=1e-6)


# -- 2-cycles ---------------------------------------------------------------------------------


@given(k=st.floats(2 + 1e-8, 50), depth=st.sampled_from([2, 2.5, 3, 7, 64, 1e6, INF]))
@CASES
def test_two_cycles_return(k, depth):
    low, high = chain.two_cycle(k, depth)
    assert 0 < low < 1 < high
    up = descent_map.gd_total_step.unchecked(low, k, depth)
    down = descent_map.gd_total_step.unchecked(high, k, depth)
    # near k = 2 the cycle is determined by the rounding of k, but it is a cycle all the same
    assert up == pytest.approx(high, rel=1e-11)
    assert down == pytest.approx(low, rel=1e-8)


@given(x=st.floats(1e-3, 15), depth=st.sampled_from([2, 2.2, 3, 7, 64, 1e6]))
@CASES
def test_there_is_no_two_cycle_at_or_below_two(x, depth):
    assert descent_map.cycle_rate(x, depth) > 2
    assert descent_map.cycle_rate(1.01 * x, depth) > descent_map.cycle_rate(x, depth)


@pytest.mark.parametrize("depth", [2, 3, 8, INF])
def test_descent_just_above_the_threshold_settles_on_the_two_cycle(depth):
    alpha = 0.01
    for _ in range(20_000):
        alpha = step_total(alpha, 2.05, depth)
    pair = sorted([alpha, step_total(alpha, 2.05, depth)])
    np.testing.assert_allclose(pair, chain.two_cycle(2.05, depth), rtol=1e-9)


@pytest.mark.parametrize("depth", [2, 3, 8, INF])
def test_the_two_cycle_loses_stability_at_multiplier_minus_one(depth):
    k = chain.period_doubling_rate(depth)
    point = chain.two_cycle(k, depth)[0]

    def twice(alpha):
        for _ in range(2):
            alpha = (
                alpha * mpmath.exp(k * alpha * (1 - alpha))
                if depth == INF
                else step_mp(alpha ** (mpmath.mpf(1) / depth), k, depth) ** depth
            )
        return alpha

    with mpmath.workdps(30):
        assert mpmath.diff(twice, point) == pytest.approx(-1, abs=1e-11)


def test_golden_period_doubling():
    assert chain.period_doubling_rate(2) == pytest.approx(2 * (math.sqrt(5) - 1), rel=1e-14)
    quoted = {3: 2.48921, 4: 2.49434, 8: 2.49970, 16: 2.50166, INF: 2.50329}
    for depth, k in quoted.items():
        assert chain.period_doubling_rate(depth) == pytest.approx(k, abs=5e-6)


def test_solvable_chaos_of_two_layers():
    with mpmath.workdps(60):
        theta = mpmath.mpf("0.37")
        v = mpmath.sqrt(2) * mpmath.sin(theta)
        for n in range(1, 31):
            v = step_mp(v, 4, 2)
            if n % 6 == 0:
                assert abs(descent_map.chaos.mp(n, "0.37", dps=40) - v) < mpmath.mpf(10) ** -30
    assert descent_map.chaos(5, 0.37) == pytest.approx(
        orbit(math.sqrt(2) * math.sin(0.37), 4, 2, 5)[5]
    )


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


def test_golden_thresholds():
    assert chain.leaving_rate(2) == pytest.approx(3 * math.sqrt(3) - 2, rel=1e-14)
    quoted = {3: 3.66100, 4: 3.97858, 8: 4.75133, 16: 5.56819, 64: 7.38375}
    for depth, k in quoted.items():
        assert chain.leaving_rate(depth) == pytest.approx(k, abs=5e-6)
    quoted = {2: 4, 4: 4.81815, 6: 5.29409, 8: 5.63895, 16: 6.50587, 64: 8.41565}
    for depth, k in quoted.items():
        assert chain.divergence_rate(depth) == pytest.approx(k, abs=5e-6)
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


def test_golden_exact_rates():
    rates = chain.exact_rates(0.1, 8, 2)
    quoted = [1.00342382953, 1.04230710256, 1.16110230008, 1.42050827529]
    np.testing.assert_allclose(rates[-4:], quoted, rtol=1e-10)
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
