"""Streams with visits at three widths: their controls have the means that are called exact."""

import numpy as np
import pytest

from depthlaws.sims.common.stored_runs import stored_run
from depthlaws.sims.residual import Ensemble
from depthlaws_papers.looped.runs import widths_of_laws

MAX_ERRORS = 5  # standard errors between a mean and its exact value


@pytest.mark.parametrize("name", widths_of_laws.CASES)
def test_controls_deviate_from_their_exact_means_by_chance_alone(name):
    case = widths_of_laws.CASES[name]
    ensemble = Ensemble(samples=400, seed=3, dtype=case.dtype)
    run = widths_of_laws._run(case, case.model(8), ensemble)
    controls = widths_of_laws._controls(run, case)
    used = controls[:, controls.std(axis=0) > 0]
    error = used.std(axis=0, ddof=1) / np.sqrt(len(used))
    assert used.shape[1] == (3 if "kernel" in case.observe else 4)
    assert np.abs(used.mean(axis=0) / error).max() < MAX_ERRORS


def test_stored_controls_have_their_exact_means():
    kept = stored_run("visits-by-width")
    spread = kept.covariance.values.diagonal(axis1=-2, axis2=-1)[..., 1:]
    error = np.sqrt(spread / kept.samples.values[..., None])
    used = error > 0
    assert used.sum(axis=-1).min() >= 3
    assert np.abs(kept["mean"].values[..., 1:][used] / error[used]).max() < MAX_ERRORS
