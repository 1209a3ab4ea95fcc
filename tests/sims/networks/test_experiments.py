"""Stored experiments: their files are whole, and small ones run."""

import numpy as np
import pytest

from depthlaws.sims.common import stored_runs
from depthlaws.sims.networks import (
    ImageNetwork,
    LoopedTransformer,
    experiments,
    image_first_step,
    looped_start,
)


def test_a_damaged_file_is_refused(tmp_path, monkeypatch):
    content = (stored_runs.FOLDER / "looped-norms.nc").read_bytes()
    (tmp_path / "looped-norms.nc").write_bytes(content[:-1] + b"x")
    monkeypatch.setattr(stored_runs, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="damaged"):
        stored_runs.stored_run("looped-norms")
    (tmp_path / "looped-norms.nc").write_bytes(content)
    assert stored_runs.stored_run("looped-norms").attrs["width"] == 128


def test_an_unknown_experiment_is_named():
    with pytest.raises(ValueError, match="name must be one of image-rates, looped-norms"):
        stored_runs.stored_run("looped-norm")


@pytest.mark.networks
def test_the_stored_norms_are_those_of_the_networks(tmp_path, monkeypatch):
    kept = stored_runs.stored_run("looped-norms")
    model = LoopedTransformer(width=128, loops=4, scaling="sqrt")
    run = looped_start(model, samples=2, seed=2, length=64)
    point = kept.sel(stack="looped", scaling="sqrt", loops=4)
    np.testing.assert_allclose(point.norm[:2], run.norm[:, -1], rtol=1e-3)
    pairs = run.cosine.values[:, *np.triu_indices(4, 1)]
    np.testing.assert_allclose(point["mean"][:2], pairs.mean(axis=1), atol=1e-3)
    np.testing.assert_allclose(point.least[:2], pairs.min(axis=1), atol=1e-3)
    np.testing.assert_allclose(point.largest[:2], pairs.max(axis=1), atol=1e-3)
    small = {"samples": 1, "width": 8, "length": 4, "loops": (1, 2)}
    monkeypatch.setattr(stored_runs, "FOLDER", tmp_path)
    monkeypatch.setitem(
        experiments.EXPERIMENTS, "looped-norms", lambda: experiments.looped_norms(**small)
    )
    monkeypatch.setitem(stored_runs.RESULTS, "looped-norms", experiments.main("looped-norms"))
    assert bool(np.isfinite(stored_runs.stored_run("looped-norms").norm).all())


@pytest.mark.networks
def test_the_stored_rates_are_those_of_the_networks():
    kept = stored_runs.stored_run("image-rates").sel(depth=4)
    for network, options in {
        "CNN": {},
        "CNN, zero padding": {"padding": "zero"},
        "CNN, kernel 5": {"kernel": 5},
        "CNN, GELU": {"activation": "gelu"},
        "ResNet": {"network": "resnet"},
        "ViT": {"network": "vit"},
    }.items():
        model = ImageNetwork(depth=4, width=64, **options)
        run = image_first_step(model, samples=2, seed=1, batch=16)
        np.testing.assert_allclose(kept.rate.sel(network=network)[:2], run.rate, rtol=1e-3)
