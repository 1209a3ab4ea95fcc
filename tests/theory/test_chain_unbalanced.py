"""Unbalanced flow of the feedforward chain against the equations of all its layers."""

import math

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
    found = chain.unbalanced_flow(weights, mu_yx, 1.2, 0.5).at(TIMES)
    np.testing.assert_allclose(found, all_layers(weights, mu_yx, 1.2, 0.5), rtol=1e-9, atol=1e-11)


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
    found = chain.unbalanced_flow(weights, mu_yx, 1.2, 0.5).at(TIMES)
    np.testing.assert_allclose(found, all_layers(weights, mu_yx, 1.2, 0.5), rtol=1e-9, atol=1e-10)


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
        (lambda: chain.unbalanced_flow([0.1, 0.4], 1.0).time(5.0), "w must be between.*got 5"),
        (lambda: chain.unbalanced_flow([0.1, 0.4], 1.0).three_layer_time(0.2), "got 2 layers"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
