"""Stored runs of predictive coding: they are those of the simulator, and small ones run."""

import numpy as np

from depthlaws.sims.common import stored_runs
from depthlaws.sims.predictive_coding import PCN, Inference, train
from depthlaws_papers.pc.runs import experiments, trained_networks


def test_a_stored_cell_is_what_the_networks_do():
    cell = {"network": "mlp", "depth": 8, "width": 32}
    kept = stored_runs.stored_run("pc-halved-loss").sel(cell)
    run = train(
        PCN(**cell),
        Inference(),
        samples=8,
        seed=1,
        steps=14,
        rate=0.05,
        optimizer="adam",
        task="digits",
        observe=("loss", "energy", "cosine", "between"),
    )
    made = trained_networks.halved(**cell, samples=8, seed=1)
    for name in ("step", "loss", "energy", "rescaling", "cosine", "bp_loss", "between"):
        there = kept[name].transpose(*made[name].dims)
        np.testing.assert_allclose(made[name], there, rtol=2e-3, err_msg=name)
    share = (run.loss / run.loss[..., 0]).mean("sample").sel(rule="pc")
    step = int(kept.step)
    assert share[step] <= 0.5 < share[step - 1]
    for stage, at in {"start": 0, "halved": step}.items():
        for name in ("loss", "energy", "cosine"):
            there = kept[name].sel(stage=stage)
            np.testing.assert_allclose(there, run[name].sel(rule="pc")[:, at], rtol=2e-3)
        np.testing.assert_allclose(kept.between.sel(stage=stage), run.between[:, at], rtol=2e-3)
        bp = run.loss.sel(rule="bp")[:, at]
        np.testing.assert_allclose(kept.bp_loss.sel(stage=stage), bp, rtol=2e-3)


def test_small_experiments_run_and_are_read_again(tmp_path, monkeypatch):
    small = {
        "pc-halved-loss": lambda store: experiments.halved_loss(
            widths=(4,), depths=(2,), samples=2, store=store
        ),
        "pc-inference": lambda store: experiments.inference_while_training(
            width=2, depths=(2,), samples=2, steps=1, store=store
        ),
        "pc-inference-512": lambda store: experiments.inference_at_512(
            width=2, depths=(2,), samples=2, store=store
        ),
        "pc-sixteen-layers": lambda store: experiments.sixteen_layers(
            widths=(4,), samples=2, store=store
        ),
        "pc-two-hundred-steps": lambda store: experiments.two_hundred_steps(
            widths={2: (4,), 3: (4,)}, samples=2, store=store
        ),
    }
    known = {name: (tmp_path, stored_runs.Run(name, "")) for name in small}
    monkeypatch.setattr(stored_runs, "runs", lambda: known)
    monkeypatch.setattr(trained_networks, "STEPS_KEPT", (0, 2))
    for steps in trained_networks.STEPS.values():
        monkeypatch.setitem(steps, 2, 3)
    for name, experiment in small.items():
        monkeypatch.setitem(experiments.EXPERIMENTS, name, experiment)
        words = [name, "laptop", str(tmp_path / "cells")]
        checksum = stored_runs.make(words, experiments.EXPERIMENTS)
        known[name] = (tmp_path, stored_runs.Run(name, checksum))
        run = stored_runs.stored_run(name)
        assert np.isfinite(run.loss).all()
        assert run.attrs["prediction"]
        assert run.attrs["samples"] == 2


def test_stored_runs_on_fresh_batches_are_those_of_the_networks(monkeypatch):
    monkeypatch.setattr(trained_networks, "STEPS_KEPT", (0, 10, 25))
    adam = stored_runs.stored_run("pc-two-hundred-steps")
    descent = stored_runs.stored_run("pc-sixteen-layers")
    for kept, model, rate, optimizer in (
        (adam, {"network": "residual", "depth": 4, "width": 128}, 0.02, "adam"),
        (descent, {"network": "mlp", "depth": 16, "width": 32}, 0.025, "sgd"),
    ):
        made = trained_networks.course(**model, rate=rate, optimizer=optimizer, samples=2, seed=1)
        cell = kept.sel({k: v for k, v in (model | {"rate": rate}).items() if k in kept.dims})
        for name in ("loss", "energy", "rescaling", "bp_loss"):
            there = cell[name].isel(sample=slice(2), step=slice(3))
            np.testing.assert_allclose(made[name], there, rtol=2e-3, err_msg=name)
        for name in ("cosine", "between"):
            there = cell[name].isel(sample=slice(2), step=slice(3))
            np.testing.assert_allclose(made[name], there, atol=2e-3, err_msg=name)


def test_stored_runs_of_the_toy_task_are_those_of_the_networks():
    kept = stored_runs.stored_run("pc-toy-task").sel(case="relu residual", size=1)
    model = PCN(width=64, depth=5, network="residual", activation="relu")
    options = {"samples": 2, "seed": 1, "steps": 8, "rate": 1.0}
    run = train(model, Inference(), observe=("loss", "energy", "cosine"), **options)
    for stage, at in {"start": 0, "end": 8}.items():
        for name in ("loss", "energy", "cosine"):
            there = kept[name].sel(stage=stage)[:2]
            np.testing.assert_allclose(there, run[name].sel(rule="pc")[:, at], rtol=2e-3)
