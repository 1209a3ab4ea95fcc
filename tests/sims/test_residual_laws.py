"""Laws of what a dense residual stream draws, at every width."""

import math

import numpy as np
import pytest
from scipy import stats

from depthlaws.sims.common.draws import blocks
from depthlaws.sims.common.estimate import Estimate
from depthlaws.sims.residual import dense as residual
from depthlaws.sims.residual.dense import simulate
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import Observation
from depthlaws.sims.residual.plan import DensePlan
from tests.sims.small_streams import ACTIVATIONS, start, trajectory, weights

# The law. Every bound is 5 standard errors at a fixed seed; the statements hold at every width.


@pytest.mark.parametrize("device", ["cpu", "strict"])
def test_weights_are_gaussian_of_the_stated_variance(device):
    model = ResidualMLP(width=30, layers=2, eps=1.0, s=1.7, h0=0.25)
    ensemble = Ensemble(samples=20, seed=6, probe=4.0, device=device, workers=1)
    plan = DensePlan(model, ensemble, Observation(observe="gradient_energy"))
    matrices, states, probes = [[], []], [], []
    for block in blocks(6, 20, block=10, device=device):
        [batch] = plan.batches(block)
        weights = residual.Dense.planned(plan, batch)
        for layer in (0, 1):
            matrices[layer].append(np.from_dlpack(weights.transposed(layer)))
            again = np.from_dlpack(weights.transposed(layer))
            np.testing.assert_array_equal(again, matrices[layer][-1])  # a matrix is drawn once
        states.append(np.array(np.from_dlpack(batch.h0)))
        probes.append(np.array(np.from_dlpack(batch.v)))
    drawn = np.stack([np.concatenate(layer) for layer in matrices])
    h0, v = np.concatenate(states), np.concatenate(probes)
    sets = [(drawn, 1.7 / math.sqrt(30)), (h0, 0.5), (v, 2.0)]
    for values, scale in sets:
        assert stats.kstest(values.ravel() / scale, "norm").pvalue > 1e-3
    flat = drawn.reshape(2, -1)
    assert abs(np.corrcoef(flat)[0, 1]) < 5 / math.sqrt(flat.shape[1])
    assert len(np.unique(drawn)) == drawn.size


def test_given_overlaps_are_the_overlaps_of_the_inputs():
    overlaps = np.array([[1.0, 0.8, 0.2], [0.8, 1.0, 0.5], [0.2, 0.5, 2.0]])
    model = ResidualMLP(width=10, eps=0.0, h0=overlaps)
    result = simulate(model, Ensemble(samples=4000, seed=7), observe="kernel").kernel
    z = Estimate.of(result.isel(time=0, time_other=0), "sample").z(overlaps)
    assert np.abs(z).max() < 5


def test_equal_inputs_stay_equal():
    """A singular overlap matrix is a covariance too."""
    model = ResidualMLP(width=10, loops=3, eps=0.5, h0=np.ones((2, 2)))
    result = simulate(model, Ensemble(samples=5, seed=8)).energy
    np.testing.assert_allclose(result[:, 0], result[:, 1], rtol=1e-6)


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("width", [1, 7])
def test_untied_energy_grows_by_the_energy_of_the_branch(width, activation):
    """E[H_{k+1} | h_k] = H_k + eps^2 s^2 |u_k|^2 / d at every width: a martingale."""
    model = ResidualMLP(width=width, layers=3, eps=0.6, s=1.3, activation=activation)
    result = simulate(model, Ensemble(samples=20_000, seed=9), observe=("energy", "overlaps"))
    grown = result.energy.diff("time").to_numpy()
    branch = np.einsum("sii->si", result.overlaps)
    assert np.abs(Estimate.of(grown - (0.6 * 1.3) ** 2 * branch).z(0.0)).max() < 5


@pytest.mark.parametrize("width", [1, 2, 8])
def test_second_cross_term_of_a_tied_stream(width):
    """E B_2 = 2 eps^2 s^2 / d^2 E sum_i u_0i^2 1[h_1i > 0] at every width: reuse correlates.

    Source: Gaussian integration by parts in W; ledger X-4.
    """
    eps, s, samples = 0.7, 1.2, 20_000
    model = ResidualMLP(width=width, loops=2, eps=eps, s=s)
    w, h = weights(model, 10, samples), start(model, 10, samples)
    h0, h1, h2 = (x[:, 0] for x in trajectory(model, w, h))
    cross = 2 * np.mean(h0 * (h2 - h0), axis=-1)
    gates = 2 * (eps * s) ** 2 / width * np.mean(np.maximum(h0, 0) ** 2 * (h1 > 0), axis=-1)
    assert abs(Estimate.of(cross - gates).z(0.0)) < 5
    assert Estimate.of(gates).z(0.0) > 5  # it is not zero: the check can fail


def test_linear_tied_stream_of_width_one():
    """(1 + eps w)^N with one Gaussian w: moments by Gauss-Hermite quadrature."""
    model = ResidualMLP(width=1, loops=4, eps=0.3, s=0.9, activation="linear")
    result = simulate(model, Ensemble(samples=50_000, seed=11)).energy.isel(time=-1)
    x, weight = np.polynomial.hermite_e.hermegauss(40)
    truth = np.sum(weight * (1 + 0.3 * 0.9 * x) ** 8) / math.sqrt(2 * math.pi)
    assert abs(Estimate.of(result).z(truth)) < 5


def test_gradients_grow_like_states_in_a_linear_stream():
    """W and W^T have one law: |g_0|^2 / d from v is distributed as |h_K|^2 / d from h_0."""
    model = ResidualMLP(width=4, loops=2, layers=2, eps=0.4, activation="linear")
    result = simulate(model, Ensemble(samples=4000, seed=12), observe=("energy", "gradient_energy"))
    other = simulate(model, Ensemble(samples=4000, seed=13), observe="energy")
    p = stats.ks_2samp(result.gradient_energy.isel(time=0), other.energy.isel(time=-1)).pvalue
    assert p > 1e-3


class TestPostActivation:
    """h + eps phi(W h): against matrices written out, and a derivative by differences."""

    @pytest.mark.parametrize("simulator", ["dense", "matrix_free"])
    def test_energy_is_that_of_the_limit(self, simulator):
        from depthlaws.sims.residual import dense, matrix_free

        model = ResidualMLP(width=400, loops=2, layers=2, eps=0.4, s=1.3, post_activation=True)
        run = {"dense": dense, "matrix_free": matrix_free}[simulator].simulate(
            model, Ensemble(samples=60, seed=3)
        )
        # One step and two, by hand: E relu(Z)^2 = 1/2, E relu(Z) = (2 pi)^(-1/2), variance s^2.
        gain = (0.4 * 1.3) ** 2
        one = 1 + gain / 2
        two = 1 + gain * (1 / 2 + one / 2 + 2 * one**0.5 / (2 * np.pi))
        for time, limit in ((1, one), (2, two)):
            result = Estimate.of(run.energy.isel(time=time).to_numpy())
            assert abs(result.z(limit)) < 5, (time, result, limit)
            assert result.sem < 0.02

    @pytest.mark.parametrize("activation", ["relu", "tanh"])
    def test_a_small_gradient_step_lowers_the_loss_by_its_square(self, activation):
        from depthlaws.sims import SGD
        from depthlaws.sims.residual import dense

        model = ResidualMLP(
            width=16, loops=3, layers=2, eps=0.4, activation=activation, post_activation=True
        )
        ensemble, rate = Ensemble(samples=4, seed=2), 1e-6
        run = dense.train(model, ensemble, SGD(rate), observe=("loss", "weight_gradient"))
        slope = np.diff(run.loss.to_numpy(), axis=1)[:, 0] / rate
        square = run.weight_gradient.isel(step=0).sum("layer").to_numpy()
        assert np.allclose(-slope, square, rtol=1e-4)

    def test_it_is_not_normalised(self):
        with pytest.raises(ValueError, match="exclude each other"):
            ResidualMLP(width=8, eps=0.1, normalize=True, post_activation=True)


def test_independent_inputs_have_the_energies_that_were_asked_for():
    model = ResidualMLP(width=64, eps=0.1, h0=((0.25, 0.0), (0.0, 4.0)))
    start = simulate(model, Ensemble(samples=200, seed=0)).energy[:, :, 0].to_numpy()
    np.testing.assert_array_less(np.abs(start.mean(axis=0) / [0.25, 4.0] - 1), 0.1)
