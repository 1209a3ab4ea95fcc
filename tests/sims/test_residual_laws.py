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


class TestPostActivation:
    """h + eps phi(W h): against matrices written out, and a derivative by differences."""

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
