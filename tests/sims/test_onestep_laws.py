"""Relations between first steps, and the law of what they draw."""

import math

import numpy as np
import pytest
from scipy import stats

from depthlaws.sims.common.draws import blocks
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step, tangent_gain
from depthlaws.sims.onestep import architecture as architectures
from depthlaws.sims.onestep.plan import Plan
from tests.sims.first_step_networks import ACTIVATIONS


def test_affine_units_are_blocks_of_their_own():
    """a z + b W z with the weights handed a variance, or b as a multiplier: omega = 1 or b^2."""
    common = {"width": 8, "depth": 4, "activation": "linear", "skip": 0.8, "readout": "raw"}
    inside = Architecture(**common, variance=0.36)
    outside = Architecture(**common, variance=1.0, multiplier=0.6)
    sampling = Sampling(samples=50, seed=5)
    one, two = (first_step(a, FirstStep(), sampling, observe="label") for a in (inside, outside))
    np.testing.assert_allclose(two.label, 0.36**2 * one.label, rtol=1e-9)


def test_the_power_counts_blocks_and_not_the_stem():
    """K = 4 of 5 units: K^-1/2 on each tensor, the last one, or outside of both."""
    sizes = {"network": "residual", "width": 8, "depth": 5, "stem": 1, "branch_depth": 2}
    expected = {
        "none": (2.0, 2.0, 1.0),
        "each": (0.5, 0.5, 1.0),
        "last": (2.0, 0.5, 1.0),
        "multiplier": (2.0, 2.0, 0.5),
    }
    for scaled, (first, last, outside) in expected.items():
        a = Architecture(**sizes, scaled=scaled)
        assert a.tensors[0].variance == 2.0
        assert [t.variance for t in a.tensors[1:3]] == pytest.approx([first, last])
        assert a.branch_multiplier == pytest.approx(outside)


def test_orthogonal_weights_are_uniform_over_the_group():
    """Q and -Q alike: no entry has a mean, and every row is a random direction."""
    a = Architecture(width=3, depth=1, weights="orthogonal", variance=1.0)
    sampling = Sampling(samples=4000, seed=12)
    stream = blocks(12, 4000, block=4000)[0].stream
    q = Plan(a, FirstStep(), sampling).draw_weight(a.tensors[0], stream, 4000)
    np.testing.assert_allclose(q @ np.swapaxes(q, 1, 2), np.eye(3)[None] + 0 * q, atol=1e-12)
    assert np.abs(q.mean(axis=0)).max() < 5 / math.sqrt(3 * 4000)
    assert stats.kstest(q[:, 0, 0], stats.uniform(-1, 2).cdf).pvalue > 1e-4


def test_sign_descent_forgets_the_loss():
    a, sampling = Architecture(width=8, depth=3, outputs=2), Sampling(samples=20, seed=7)
    one, two = (
        first_step(a, FirstStep(optimizer="sign", label_variance=1e9 * c), sampling).energy
        for c in (1, 1000)
    )
    np.testing.assert_allclose(one, two, rtol=1e-12)


def test_label_part_is_quadratic_in_the_labels():
    a, sampling = Architecture(width=8, depth=3, outputs=2), Sampling(samples=20, seed=8)
    one, two = (
        first_step(a, FirstStep(label_variance=s), sampling, observe=("label", "output"))
        for s in (1.0, 3.0)
    )
    np.testing.assert_allclose(two.label, 3 * one.label, rtol=1e-12)
    np.testing.assert_array_equal(two.output, one.output)


@pytest.mark.parametrize("activation", [*ACTIVATIONS, "abs", "erf"])
def test_gates_are_the_mean_square_slopes(activation):
    x, weight = np.polynomial.hermite_e.hermegauss(120)
    slope = architectures.activations.get(activation).derivative(x)
    exact = np.sum(weight * slope**2) / math.sqrt(2 * math.pi)
    assert architectures.gate(activation) == pytest.approx(exact, rel=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    ("options", "first"),
    [
        ({"activation": "linear"}, 1.0),
        ({"activation": "linear", "variance": 1.7}, 1.7),
        ({"activation": "linear", "grid": 4}, 1.0),
        ({"activation": "linear", "grid": 4, "padding": "zero"}, 10 / 12),
        ({"network": "residual", "activation": "linear"}, 1.5),
        ({"network": "residual", "scaled": "multiplier", "power": 1.0}, 1.25),
        ({"network": "post-activation", "variance": 4.0, "multiplier": 0.5}, 1.25),
        ({"network": "residual", "norm": "post"}, 1.0),
        ({"weights": "orthogonal", "activation": "linear", "variance": 2.0}, 2.0),
    ],
    ids=str,
)
def test_weights_have_the_stated_variance(options, first, dtype):
    a = Architecture(width=32, depth=2, **options)
    sampling = Sampling(samples=6000, seed=9, dtype=dtype)
    state = first_step(a, FirstStep(), sampling, observe="state").state.isel(layer=0)
    result = Estimate.of(state, "sample")
    if result.sem < 1e-6:
        assert result.mean == pytest.approx(first, rel=1e-4)
    else:
        assert abs(result.z(first)) < 5
        assert result.sem < 0.0045 * first


def test_classes_are_uniform_and_gaussian_inputs_gaussian():
    step = FirstStep(loss="ce", inputs="gaussian")
    noise = np.random.default_rng(0).standard_normal((4000, 1, 1, 5))
    drawn = step.drawn(noise)
    assert (drawn.sum(axis=-1) == 1).all()
    assert stats.chisquare(drawn.sum(axis=(0, 1, 2))).pvalue > 1e-4
    a = Architecture(
        width=4, depth=1, outputs=5, activation="linear", variance=0.0, network="residual"
    )
    run = first_step(a, step, Sampling(samples=4000, seed=11), observe="state")
    assert stats.kstest(4 * run.state[:, 0], stats.chi2(4).cdf).pvalue > 1e-4


def test_tangents_of_a_linear_network_keep_their_mean_square():
    a = Architecture(width=16, depth=4, activation="linear", grid=4)
    result = tangent_gain(a, Sampling(samples=4000, seed=2), start=1)
    assert np.abs(Estimate.of(result.gain, "sample").z(1.0)).max() < 5


def test_tangents_of_orthogonal_layers_grow_by_their_variance():
    a = Architecture(width=5, depth=4, activation="linear", weights="orthogonal", variance=1.3)
    result = tangent_gain(a, Sampling(samples=2, seed=2), start=1)
    np.testing.assert_allclose(result.gain, 1.3 ** np.arange(1, 4) + 0 * result.gain, rtol=1e-12)


def test_every_other_unit_of_a_transformer_attends():
    """Queries, keys, values and their output, then the two layers of its other unit."""
    a = Architecture(
        network="transformer", width=4, depth=4, grid=3, heads=2, branch_depth=2, outputs=2
    )
    assert a.shapes == [(12, 4), (4, 4), (4, 4), (4, 4)] * 2 + [(2, 4)]
