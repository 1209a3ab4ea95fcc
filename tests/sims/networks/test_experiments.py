"""Stored experiments: their files are whole, and small ones run."""

import io
import sys

import numpy as np
import pytest
import xarray as xr

from depthlaws.sims.common import stored_runs
from depthlaws.sims.networks import (
    ImageNetwork,
    LoopedTransformer,
    Training,
    image_first_step,
    looped_start,
    looped_training,
)
from depthlaws_papers.ammup.runs.experiments import POWERED
from depthlaws_papers.looped.runs.experiments import EXPERIMENTS, SIZES, looped_norms


def test_a_damaged_file_is_refused(tmp_path, monkeypatch):
    folder, run = stored_runs.runs()["looped-norms"]
    content = (folder / "looped-norms.nc").read_bytes()
    (tmp_path / "looped-norms.nc").write_bytes(content[:-1] + b"x")
    monkeypatch.setattr(stored_runs, "runs", lambda: {"looped-norms": (tmp_path, run)})
    with pytest.raises(ValueError, match="damaged"):
        stored_runs.stored_run("looped-norms")
    (tmp_path / "looped-norms.nc").write_bytes(content)
    assert stored_runs.stored_run("looped-norms").attrs["width"] == 128


def test_an_unknown_experiment_is_named():
    with pytest.raises(ValueError, match="name must be one of image-exponents, image-rates"):
        stored_runs.stored_run("looped-norm")


def test_a_change_of_a_stored_run_changes_no_other():
    """A file is read once a process."""
    first = stored_runs.stored_run("looped-norms")
    kept = first.copy(deep=True)
    first.norm.values[...] = 0
    first.attrs["width"] = 0
    xr.testing.assert_identical(stored_runs.stored_run("looped-norms"), kept)


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
    known = {"looped-norms": (tmp_path, stored_runs.Run("looped-norms", ""))}
    monkeypatch.setattr(stored_runs, "runs", lambda: known)
    checksum = stored_runs.make(["looped-norms"], {"looped-norms": lambda: looped_norms(**small)})
    made = stored_runs.Run("looped-norms", checksum)
    known["looped-norms"] = (tmp_path, made)
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


@pytest.mark.networks
def test_the_stored_first_steps_are_those_of_the_networks():
    kept = stored_runs.stored_run("looped-first-steps").sel(layers=1, scaling="sqrt", loops=4)
    model = LoopedTransformer(width=64, loops=4, scaling="sqrt")
    setup = Training(steps=1, batch=1, length=64, text="random", learning_rate=1e-4,
                     weight_decay=0.1)  # fmt: skip
    run = looped_training(model, setup, samples=2, seed=2)
    np.testing.assert_allclose(kept.start[:2], run.norm[:, 0, 0], rtol=1e-3)
    np.testing.assert_allclose(kept.norm[:2, :2], run.norm[:, :, -1], rtol=1e-3)
    np.testing.assert_allclose(kept.change[:2, 1], run.change[:, 1, -1], rtol=1e-2)


@pytest.mark.networks
@pytest.mark.parametrize(("name", "seed"), [("looped-rates", 1), ("looped-best-rates", 2)])
def test_the_stored_losses_are_those_of_trained_looped_networks(name, seed):
    """To 5 %: the text is Python's own library, which differs between its versions."""
    kept = stored_runs.stored_run(name)
    (row,) = np.flatnonzero(
        (kept.decay == "fixed") & (kept.loops == 1) & (kept.learning_rate == 1e-3)
    )
    setup = Training(steps=200, warmup=10, cooldown=20, length=32, batch=8, held_out=64,
                     learning_rate=1e-3, weight_decay=0.1)  # fmt: skip
    run = looped_training(LoopedTransformer(width=32), setup, samples=2, seed=seed)
    np.testing.assert_allclose(kept.held_out[row, :2], run.held_out, rtol=0.05)


@pytest.mark.networks
@pytest.mark.parametrize("name", ["looped-first-steps", "looped-rates"])
def test_a_quick_size_runs_and_continues_from_its_cells(name, tmp_path, monkeypatch):
    stored_runs.make([name, "quick", str(tmp_path)], EXPERIMENTS, SIZES)
    file = tmp_path / f"{name}.nc"
    monkeypatch.setitem(sys.modules, "torch", None)  # all cells are stored
    content = file.read_bytes()
    stored_runs.make([name, "quick", str(tmp_path)], EXPERIMENTS, SIZES)
    kept, again = (xr.load_dataset(io.BytesIO(c)) for c in (content, file.read_bytes()))
    xr.testing.assert_identical(kept, again)
    stored = stored_runs.stored_run(name)
    assert {*stored.data_vars} == {*kept.data_vars}
    assert {*stored.attrs} == {*kept.attrs}
    with pytest.raises(ValueError, match="size must be one of quick, laptop, gpu"):
        stored_runs.make([name, "small"], EXPERIMENTS, SIZES)


@pytest.mark.networks
def test_the_stored_exponents_are_those_of_the_networks():
    kept = stored_runs.stored_run("image-exponents").sel(depth=4)
    for network, (_, options) in POWERED.items():
        model = ImageNetwork(depth=4, **{k: v for k, v in options.items() if k != "seed"})
        run = image_first_step(model, samples=2, seed=options.get("seed", 200), batch=16)
        np.testing.assert_allclose(kept.rate.sel(network=network)[:2], run.rate, rtol=1e-3)
