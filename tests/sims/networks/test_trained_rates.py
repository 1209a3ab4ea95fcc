"""Sweeps over rates and depths of trained classifiers: stored losses, and a small sweep."""

import numpy as np
import pytest

from depthlaws.sims.common import stored_runs
from depthlaws.sims.networks import ImageNetwork, ImageTraining, image_training
from depthlaws_papers.ammup.runs import experiments


@pytest.mark.networks
@pytest.mark.parametrize("network", experiments.TRAINED)
def test_the_stored_losses_are_those_of_trained_networks(network):
    """At a low rate, where a last digit stays one."""
    kept = stored_runs.stored_run("trained-rates").sel(network=network).isel(place=0, seed=0)
    options = dict(experiments.TRAINED[network])
    depth = options.pop("depths")[0]
    model = ImageNetwork(
        depth=depth, **{k: v for k, v in options.items() if k not in ("seeds", "rates")}
    )
    rate = float(kept.learning_rate[4])
    training = ImageTraining(steps=45, batch=32, learning_rate=rate)
    run = image_training(model, training, samples=1, seed=100)
    assert float(run.train[0, 1]) == pytest.approx(float(kept.train[4]), rel=1e-3)


@pytest.mark.networks
def test_a_quick_sweep_over_rates_marks_what_diverges(tmp_path):
    run = experiments.trained_rates(size="quick", rates=3, store=tmp_path)
    assert run.diverged.sel(network="CNN").isel(seed=0).values.tolist()[0][0] == 0
    assert bool((run.diverged[..., -1] == 1).all())
    np.testing.assert_allclose(run.learning_rate[0], [0.01, 10**0.5, 1e3])
    again = experiments.trained_rates(size="quick", rates=3, store=tmp_path)
    np.testing.assert_array_equal(again.train, run.train)
