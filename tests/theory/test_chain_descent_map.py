"""Balanced gradient descent near the minimum: one step, late rates, 2-cycles; against iteration."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from depthlaws.theory import chain
from depthlaws.theory.chain import balanced, descent_map
from tests.theory.iterated_descent import CASES, INF, orbit, step_mp, step_total

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
