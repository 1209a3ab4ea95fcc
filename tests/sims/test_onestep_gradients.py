"""The first step of every network, against finite differences."""

import functools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from depthlaws.sims.onestep import (
    Architecture,
    FirstStep,
    Sampling,
    first_step,
    given_step,
    observables,
    weight_changes,
)
from depthlaws.sims.onestep.unit_parts import Attend, Gradient, Patches, Pool
from tests.sims import naive
from tests.sims.first_step_networks import ACTIVATIONS, CPU, NETWORKS, problem


def assert_finite_differences(a, step, *, seed=0, inputs=1, fresh=False, rtol=1e-6):
    """Energies of a network against differences along its differenced gradient."""
    weights, x, y, probe = problem(a, step, seed, inputs)
    extra = {"fresh": probe} if fresh else {}
    result = given_step(a, step, weights, x, y, observe=("energy", "unit_energy"), **extra)
    flat = (inputs, a.sites, a.width)
    seen = (probe if fresh else x).reshape(flat)
    expected = naive.energies(a, step, weights, x.reshape(flat), y, seen)
    assert (expected > 0).all()
    np.testing.assert_allclose(result.energy, expected, rtol=rtol)
    np.testing.assert_allclose(result.unit_energy.mean(("site", "unit")), expected, rtol=rtol)


@pytest.mark.parametrize("activation", ["leaky_relu:0.3", "tanh"])
@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_the_step_is_that_of_finite_differences(network, activation):
    assert_finite_differences(
        Architecture(**network, outputs=2, activation=activation), FirstStep()
    )


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("loss", ["mse", "ce"])
@pytest.mark.parametrize("fresh", [False, True])
def test_losses_batches_and_fresh_inputs(activation, loss, fresh):
    step = FirstStep(loss=loss, batch=3)
    a = Architecture(network="residual", width=3, depth=2, outputs=2, activation=activation)
    assert_finite_differences(a, step, seed=1, inputs=3, fresh=fresh)


def test_fresh_inputs_are_others():
    """One linear layer moves x' by (x . x')/n of what it moves x: 1/n of the energy in the mean."""
    a, sampling = (
        Architecture(width=64, depth=1, activation="linear"),
        Sampling(samples=200, seed=0),
    )
    own, fresh = (
        first_step(a, FirstStep(evaluate=at), sampling, observe="label").label.mean()
        for at in ("in-batch", "fresh")
    )
    assert 0.3 / 64 < fresh / own < 3 / 64


@pytest.mark.parametrize("inputs", [1, 3])
@pytest.mark.parametrize("network", ["plain", "two matrices", "circular", "pre-norm"])
def test_sign_descent(network, inputs):
    a = Architecture(**NETWORKS[network], outputs=2, activation="leaky_relu:0.3")
    assert_finite_differences(a, FirstStep(optimizer="sign"), seed=2, inputs=inputs, fresh=True)


GIVEN_GRADIENTS = {  # of |out - y|^2/(2 m) and of cross-entropy, at out = (1, -1) of input (1, -1)
    "mse": ([[3.0, 1.0]], ((1 - 3) ** 2 + (-1 - 1) ** 2) / 2**2),
    "ce": ([0], 2 / (1 + math.exp(2)) ** 2),
}


@pytest.mark.parametrize("also", [(), ("label", "output", "cross")])
@pytest.mark.parametrize("loss", GIVEN_GRADIENTS)
def test_given_labels_give_the_gradient_of_the_whole_loss(loss, also):
    """Not the sum of the squares of outputs and labels, as for labels of both signs."""
    also = also if loss == "mse" else ()
    a, (labels, expected) = (
        Architecture(width=2, depth=1, outputs=2, activation="linear"),
        GIVEN_GRADIENTS[loss],
    )
    given = [np.eye(2), np.eye(2)], [[1.0, -1.0]], labels
    result = given_step(a, FirstStep(loss=loss), *given, observe=("loss_gradient", *also))
    assert float(result.loss_gradient) == pytest.approx(expected, rel=1e-12)


def test_the_change_as_factors_and_as_a_matrix(monkeypatch):
    """Both orders of multiplication give the same change."""
    rng = np.random.default_rng(0)
    left, right = rng.standard_normal((1, 1, 2, 4, 9)), rng.standard_normal((1, 3, 2, 4, 3))
    factors = weight_changes.descent(Gradient(left, right), 1)
    whole = weight_changes.descent(Gradient(left, right), 10**6)
    assert (type(factors).__name__, type(whole).__name__) == ("Factors", "Matrix")
    rows = rng.standard_normal((1, 1, 2, 4, 9))
    direct = -np.einsum("acpsi,abqti,abqto->abpso", rows, left, right)
    for result in (factors, whole):
        np.testing.assert_allclose(result.along(rows), direct, rtol=1e-12)
    a, result = Architecture(width=3, depth=2, grid=4, outputs=2), []
    for rows in (1, 10**6):
        order = functools.partial(lambda g, _, rows: weight_changes.descent(g, rows), rows=rows)
        monkeypatch.setitem(observables.OPTIMIZERS, "sgd", order)
        result.append(given_step(a, FirstStep(), *problem(a, FirstStep(), 3, 2)[:3]).energy)
    np.testing.assert_allclose(*result, rtol=1e-12)


@given(
    st.tuples(st.integers(1, 5)) | st.tuples(st.integers(1, 4), st.integers(1, 4)),
    st.integers(1, 5),
    st.sampled_from(["circular", "zero"]),
)
def test_gathering_and_scattering_patches_are_transposed(grid, kernel, padding):
    patches, rng = Patches(grid, kernel, padding, CPU), np.random.default_rng(0)
    x = rng.standard_normal((2, 1, 1, math.prod(grid), 3))
    rows = patches.gather(x)
    g = rng.standard_normal(rows.shape)
    assert np.sum(rows * g) == pytest.approx(np.sum(x * patches.scatter(g)), abs=1e-9)


def test_a_mean_over_sites_is_its_own_tangent():
    x, dx = np.random.default_rng(0).standard_normal((2, 2, 3, 5, 4))
    (before, saved), (after, _) = (Pool().forward(z, None) for z in (x, x + dx))
    np.testing.assert_allclose(Pool().push(dx, saved, None, None), after - before, atol=1e-14)
    assert Pool().push(None, saved, None, None) is None
    assert Attend(2).push(None, (), None, None) is None
