"""Unbalanced flow of the feedforward chain against the equations of all its layers."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from depthlaws.theory import chain

CASES = settings(max_examples=30, deadline=None, derandomize=True, database=None)
TIMES = np.array([0.0, 0.7, 2.0, 5.0])
layers = st.floats(0.05, 1.6).flatmap(lambda w: st.sampled_from([w, -w]))


def all_layers(weights, mu_yx, mu_xx, eta, times=TIMES):
    """Equation 2 of the paper, layer by layer."""

    def speed(_, w):
        rest = np.array([np.prod(np.delete(w, layer)) for layer in range(len(w))])
        return eta * (mu_yx - mu_xx * np.prod(w)) * rest

    run = solve_ivp(
        speed,
        (0, times[-1]),
        np.array(weights, dtype=float),
        t_eval=times,
        method="DOP853",
        rtol=1e-12,
        atol=1e-14,
    )
    return run.y.T


@given(
    weights=st.lists(layers, min_size=1, max_size=2),
    mu_yx=st.floats(-2, 2),
    mu_xx=st.floats(0.3, 2),
)
@CASES
def test_one_and_two_layers_in_closed_form(weights, mu_yx, mu_xx):
    flow = chain.unbalanced_flow(weights, mu_yx, mu_xx, 0.5)
    truth = all_layers(weights, mu_yx, mu_xx, 0.5)
    np.testing.assert_allclose(flow.at(TIMES), truth, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("weights", [[0.5, 0.5], [0.5, -0.5], [0.0, 0.0], [0.0, 0.4], [1e-6, 1.0]])
@pytest.mark.parametrize("mu_yx", [-1.0, 0.0, 0.8])
def test_ties_and_zeros_of_two_layers(weights, mu_yx):
    result = chain.unbalanced_flow(weights, mu_yx, 1.2, 0.5).at(TIMES)
    np.testing.assert_allclose(result, all_layers(weights, mu_yx, 1.2, 0.5), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize(
    ("weights", "mu_yx"),
    [
        ([-0.2, 0.7, 1.1], 1.0),  # the smallest layer changes sign: footnote 1
        ([0.7, 0.2, 0.9], -1.0),  # layer 1 is not the smallest: equation 3 gets stuck
        ([0.3, 0.3, 0.9], 1.0),
        ([0.4, -0.4, 0.9], 1.0),
        ([0.1, 0.4, -0.6, 0.8], 1.3),
        ([0.5, 0.5, 0.5, 0.5], 1.0),
        ([0.2, 0.3, 0.4, 0.5, 0.6], 0.9),
    ],
)
def test_deeper_chains_by_quadrature(weights, mu_yx):
    result = chain.unbalanced_flow(weights, mu_yx, 1.2, 0.5).at(TIMES)
    np.testing.assert_allclose(result, all_layers(weights, mu_yx, 1.2, 0.5), rtol=1e-9, atol=1e-10)


def test_equation_3_with_another_layer_gets_stuck():
    """The paper's reduction to layer 1 of (0.7, 0.2) at mu_yx = -1 stops where layer 2 is 0."""
    truth = all_layers([0.7, 0.2], -1.0, 1.0, 1.0)[-1]
    np.testing.assert_allclose(truth, [1.11783, -0.89417], atol=1e-5)
    np.testing.assert_allclose(chain.unbalanced_flow([0.7, 0.2], -1.0).at(5.0), truth, rtol=1e-9)
    offset = 0.2**2 - 0.7**2

    def printed(_, w):
        rest = math.sqrt(max(w[0] ** 2 + offset, 0.0))
        return [(-1.0 - w[0] * rest) * rest]

    stuck = solve_ivp(printed, (0, 5), [0.7], rtol=1e-10, atol=1e-12).y[0, -1]
    assert stuck == pytest.approx(math.sqrt(0.45), abs=1e-4)


@given(
    weights=st.lists(layers, min_size=3, max_size=3),
    mu_yx=st.floats(0.1, 2),
    share=st.floats(0.01, 0.999),
)
@CASES
def test_carlsons_integral_is_the_time_of_three_layers(weights, mu_yx, share):
    flow = chain.unbalanced_flow(weights, mu_yx, 0.9, 0.4)
    assume(flow.outcome == "target" and abs(flow.end - flow.start) > 1e-3)
    w = flow.start + share * (flow.end - flow.start)
    assert flow.three_layer_time(w) == pytest.approx(flow.time(w), rel=1e-7)


def test_carlsons_integral_against_the_layers():
    truth = all_layers([-0.2, 0.7, 1.1], 1.0, 1.0, 0.5)
    flow = chain.unbalanced_flow([-0.2, 0.7, 1.1], 1.0, 1.0, 0.5)
    np.testing.assert_allclose(flow.three_layer_time(truth[:, 0]), TIMES, rtol=1e-9, atol=1e-12)
    assert flow.three_layer_time(flow.end) == math.inf == flow.time(flow.end)


@given(weights=st.lists(layers, min_size=1, max_size=5), mu_yx=st.floats(-2, 2))
@CASES
def test_the_end_and_its_rate(weights, mu_yx):
    assume(abs(mu_yx) > 0.2)
    flow = chain.unbalanced_flow(weights, mu_yx, 1.1, 0.7)
    ends = flow.weights(flow.end)
    if flow.outcome == "saddle":
        assert flow.tied > 1
        assert flow.end == 0
        return
    assert np.prod(ends) == pytest.approx(mu_yx / 1.1, rel=1e-12)
    rate = 0.7 * chain.minimum_sharpness(ends, 1.1)
    assert flow.final_rate == pytest.approx(rate, rel=1e-11)
    balanced = 0.7 * chain.sharpness(len(weights), abs(mu_yx), 1.1)
    assert flow.final_rate >= balanced * (1 - 1e-12)
    early, late = flow.time(flow.end + (flow.start - flow.end) * np.array([1e-5, 1e-6]))
    if abs(flow.start - flow.end) > 1e-3:
        assert math.log(10) / (late - early) == pytest.approx(rate, rel=1e-3)


@pytest.mark.parametrize(
    ("weights", "outcome"),
    [
        ([0.5, 0.5], "target"),
        ([0.5, -0.5], "saddle"),
        ([0.5, -0.6], "target"),
        ([-0.5, 0.5, 0.5], "saddle"),
        ([0.2, -0.2, 0.2, -0.5], "target"),
        ([0, 0, 1], "saddle"),
        ([0, 0.3, 0.7], "target"),
        ([-0.3], "target"),
        ([-0.3, 0.4, 0.4], "target"),
    ],
)
def test_outcomes(weights, outcome):
    flow = chain.unbalanced_flow(weights, 1.0)
    assert flow.outcome == outcome
    last = np.prod(all_layers(weights, 1.0, 1.0, 1.0, np.array([0.0, 400.0]))[-1])
    assert last == pytest.approx(1.0 if outcome == "target" else 0.0, abs=1e-3)


# Review of 0.2.0, cases 1 to 5: weights, mu_yx, mu_xx, eta, t and the exact weights (40 digits).
HARD = [
    ([1e-8] * 3, 1.0, 1.0, 0.5, 1.0, [1.000000005e-8] * 3),
    (
        [0.0011, 0.0011, 0.0012, 0.0008, 0.00056, 0.00246, 0.00037],
        *(-0.47, 0.98, 0.9, 0.1),
        [0.0011, 0.0011, 0.0012, 0.0008, 0.00056, 0.00246, 0.00037],  # to 17 digits
    ),
    (
        [0.8677, 0.8677, -1.11],
        *(1.232, 1.13, 0.818, 400.0),
        [3.5864157044383538e-122, 3.5864157044383538e-122, -0.69224035565690633],
    ),
    (
        [1.36, -0.039, -0.448],
        *(0.0, 0.125, 0.288, 1e5),
        [1.3594406938149234, 0.0, -0.44629922697670003],  # the middle one is -1.2e-577
    ),
    ([0.0, 0.0], 1.0, 1.0, 1.0, 1000.0, [0.0, 0.0]),
    ([0.0, 0.0, 0.0], 1.0, 1.0, 1.0, 1000.0, [0.0, 0.0, 0.0]),
    (
        [0.3, 0.5, 0.9],
        *(2.0, 1.5, 0.3, 20.0),
        [0.97658485103085824, 1.0553283712963295, 1.2937225248340401],
    ),
    (
        [-0.5, 0.5, 0.5],
        *(1.0, 1.0, 1.0, 1e6),
        [-9.9999788080664506e-7, 9.9999788080664506e-7, 9.9999788080664506e-7],
    ),
    ([1.0, -1.0], 1.0, 1.0, 1.0, 400.0, [1.3542294089587789e-174, -1.3542294089587789e-174]),
]


@pytest.mark.parametrize(("weights", "mu_yx", "mu_xx", "eta", "t", "exact"), HARD)
def test_tiny_zero_and_equal_weights_and_late_saddles(weights, mu_yx, mu_xx, eta, t, exact):
    result = chain.unbalanced_flow(weights, mu_yx, mu_xx, eta).at([0.0, t])
    np.testing.assert_allclose(result[0], weights, rtol=1e-14, atol=0)
    np.testing.assert_allclose(result[1], exact, rtol=1e-12, atol=0)


def test_weights_at_infinity_and_where_nothing_moves():
    flow = chain.unbalanced_flow([0.3, 0.5, 0.9], 2.0, 1.5)
    ends = [[0.3, 0.5, 0.9], flow.weights(flow.end)]
    np.testing.assert_allclose(flow.at([0.0, math.inf]), ends, rtol=1e-14)
    still = chain.unbalanced_flow([0.0, 0.0, 0.5], 1.0).at(1e200)
    np.testing.assert_allclose(still, [0.0, 0.0, 0.5], rtol=1e-14, atol=0)
    still = chain.unbalanced_flow([0.0, 0.5], 0.0).at(3.0)
    np.testing.assert_allclose(still, [0.0, 0.5], rtol=1e-14, atol=0)


@pytest.mark.parametrize("weights", [[1e-149, 2.0, -1e-149], [1e140, 1e-140, 0.0], [1e150] * 9])
def test_weights_whose_products_leave_the_doubles(weights):
    """Each layer moves one way, from its start to its end, however fast or slow."""
    flow = chain.unbalanced_flow(weights, -1.0, 2.0, 0.5)
    moments = [0.0, *np.logspace(-300, 290, 60), math.inf]
    course = flow.at(moments)[:, flow.smallest]
    assert np.all(np.diff(course) * np.sign(flow.end - flow.start) >= -1e-14 * np.abs(course[1:]))
    assert course[[0, -1]].tolist() == [flow.start, flow.end]


def exact_time(weights, mu_yx, mu_xx, eta, w):
    """Time of the smallest layer by quadrature with 30 digits, between points that halve gaps."""
    with mp.workdps(30):
        layers = [mp.mpf(x) for x in weights]
        small = min(layers, key=abs)
        others = [x for x in layers if x is not small]

        def pace(v):
            rest = mp.fprod(mp.sign(x) * mp.sqrt(v**2 + x**2 - small**2) for x in others)
            return 1 / (eta * (mu_yx - mu_xx * v * rest) * rest)

        gap = chain.unbalanced_flow(weights, mu_yx, mu_xx, eta).end - mp.mpf(w)
        away = abs(small - w)
        points = [w + (small - w) * mp.mpf(2) ** -k for k in range(24)] + [mp.mpf(w)]
        middle = [w - gap * (mp.mpf(2) ** k - 1) for k in range(60)]
        points += [p for p in middle if abs(p - w) < away and (p - w) * (small - w) > 0]
        points = sorted(points, key=lambda p: -abs(p - w))
        return mp.quad(pace, points)


@given(
    weights=st.lists(layers, min_size=2, max_size=6),
    mu_yx=st.floats(0.2, 2).flatmap(lambda mu: st.sampled_from([mu, -mu])),
    share=st.floats(0.01, 0.999),
)
@settings(CASES, max_examples=6)
def test_times_and_weights_against_quadrature_with_30_digits(weights, mu_yx, share):
    flow = chain.unbalanced_flow(weights, mu_yx, 0.9, 0.4)
    assume(flow.tied == 1 and abs(flow.end - flow.start) > 1e-3)
    w = float(flow.start + share * (flow.end - flow.start))
    exact = float(exact_time(weights, mu_yx, 0.9, 0.4, w))
    assert flow.time(w) == pytest.approx(exact, rel=1e-11)
    assert flow.at(exact)[flow.smallest] == pytest.approx(w, rel=1e-11, abs=1e-13)


def test_two_layers_start_with_the_digits_of_their_start():
    """Soon after t = 0 the angle is the start's, and not the end's less its way."""
    weights, mu_yx, t = [-3.536e-9, -0.263], -2.6, 2e-9
    exact = solve_ivp(
        lambda _, w: (mu_yx - w[0] * w[1]) * w[::-1], (0, t), weights, rtol=1e-13, atol=1e-30
    ).y[:, -1]
    np.testing.assert_allclose(chain.unbalanced_flow(weights, mu_yx).at(t), exact, rtol=1e-11)


def test_the_speed_is_that_of_the_layer():
    flow = chain.unbalanced_flow([0.5, -0.9, 1.2], -1.3, 0.8, 0.6)
    assert flow.speed(0.4) == pytest.approx(flow_speed(flow.weights(0.4)), rel=1e-13)
    early, late = flow.at([0.3, 0.3 + 1e-6])[:, 0]
    assert flow.speed(early) == pytest.approx((late - early) / 1e-6, rel=1e-5)


def flow_speed(weights):
    """Speed of the first layer at mu_yx = -1.3, mu_xx = 0.8, eta = 0.6."""
    return 0.6 * (-1.3 - 0.8 * math.prod(weights)) * math.prod(weights[1:])


@pytest.mark.parametrize("mu_yx", [-0.6, 2.5])
def test_the_rate_of_a_saddle_grows_with_the_modulus_of_mu_yx(mu_yx):
    weights = [0.5, -0.5 * np.sign(mu_yx), 1.0]
    flow = chain.unbalanced_flow(weights, mu_yx, 0.7, 0.9)
    times = np.array([0.0, 14.0, 15.0]) / abs(mu_yx)
    late = all_layers(weights, mu_yx, 0.7, 0.9, times)[1:, 0]
    assert flow.outcome == "saddle"
    assert flow.final_rate == pytest.approx(math.log(late[0] / late[1]) * abs(mu_yx), rel=1e-5)


def test_rate_of_a_saddle():
    flow = chain.unbalanced_flow([0.5, -0.5, 1.0], 1.0)
    ends = all_layers([0.5, -0.5, 1.0], 1.0, 1.0, 1.0, np.array([0.0, 14.0, 15.0]))[1:, 0]
    assert flow.final_rate == pytest.approx(math.log(ends[0] / ends[1]), rel=1e-6)
    assert chain.unbalanced_flow([-0.5, 0.5, 0.5], 1.0).final_rate == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: chain.unbalanced_flow([], 1.0), "one finite number per layer"),
        (lambda: chain.unbalanced_flow([[0.1, 0.2]], 1.0), "one finite number per layer"),
        (lambda: chain.unbalanced_flow([0.1, math.nan], 1.0), "weights must be a number, got nan"),
        (lambda: chain.unbalanced_flow([0.1], 1.0, 0.0), "mu_xx must be positive.*got 0"),
        (lambda: chain.unbalanced_flow([0.1], 1.0, 1.0, -2.0), "eta must be positive.*got -2"),
        (lambda: chain.unbalanced_flow([0.1, 0.4], 1.0).at(-1.0), "t must be at least 0, got -1"),
        (lambda: chain.unbalanced_flow([0.1, 0.4], 1.0).at(1e291), "at most 1e.290, or infinite"),
        (lambda: chain.unbalanced_flow([1e-160] * 2, 1.0), "0, or between 1e-150 .* got 1e-160"),
        (lambda: chain.unbalanced_flow([0.1], math.inf), "mu_yx must be finite, got inf"),
        (lambda: chain.unbalanced_flow([0.1], 1e300, 0.1), "below 1e.300 mu_xx, got 1e.300"),
        (lambda: chain.unbalanced_flow([0.1, 0.4], 1.0).time(5.0), "w must be between.*got 5"),
        (lambda: chain.unbalanced_flow([0.1, 0.4], 1.0).three_layer_time(0.2), "got 2 layers"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("end", [0.2, -5.0])
def test_an_end_among_the_subnormal_doubles_is_refused_by_its_value(end):
    """Its gap underflowed, and the times on the last panel were no numbers."""
    away = [1e80, 1e117, 1e120]
    flow = chain.unbalanced_flow([1e-60, *away], end, 1.0, 1.0)
    with pytest.raises(ValueError, match=r"tends to weight -?[0-9.]+e-31\d, which must be 0 or"):
        flow.at([1.0, 1e200])


@pytest.mark.parametrize("t", [1e-300, 1e-12, 1e-3, 0.5, 3.0, 40.0])
def test_one_layer_keeps_its_first_change_and_its_last_gap(t):
    """w = -expm1(-t) from 0, exactly; exp(-t) from 1 to 0."""
    grown = chain.unbalanced_flow([0.0], 1.0, 1.0, 1.0).at(t)[0]
    assert grown == pytest.approx(-math.expm1(-t), rel=1e-15)
    assert chain.unbalanced_flow([1.0], 0.0, 1.0, 1.0).at(t)[0] == pytest.approx(
        math.exp(-t), rel=1e-15
    )
