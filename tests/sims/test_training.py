"""Optimiser steps on dense streams, against finite differences and a naive trainer."""

import dataclasses
import math
import tracemalloc

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.sims.common.cost import expected
from depthlaws.sims.common.optimizers import SGD, AdamW, Noise, Sign
from depthlaws.sims.residual import dense as residual
from depthlaws.sims.residual.dense import train
from depthlaws.sims.residual.ensemble import Ensemble
from depthlaws.sims.residual.network import ResidualMLP
from depthlaws.sims.residual.observables import OBSERVABLES, Tape, factors, walk, walk_back
from depthlaws.sims.residual.training import ONLY_TRAINED, TRAINED, Training
from tests.sims.flat import flat
from tests.sims.naive_training import NUMPY, OPTIMIZERS, Naive, drawn, losses, models, run, seeds


def test_each_input_learns_its_own_target():
    target = np.array([1.0, -2.0, 0.5])
    model = ResidualMLP(width=16, loops=2, eps=0.5, h0=np.eye(3), normalize=True)
    options = {"steps": 40, "loss": "mse", "target": target, "observe": ("readout", "loss")}
    run = train(model, Ensemble(samples=2, seed=0), AdamW(0.03), **options)
    readout = run.readout.transpose("sample", "step", "input").values
    expected = ((readout - target) ** 2 / 2).mean(axis=-1)
    np.testing.assert_allclose(run.loss.transpose("sample", "step"), expected, rtol=1e-9)
    assert (run.loss.isel(step=-1) < 0.8 * run.loss.isel(step=0)).all()


@settings(max_examples=40)
@given(models, seeds, losses, st.sampled_from([SGD(0.1, 0.2), AdamW(0.05, 0.2, epsilon=0.1)]))
def test_training_is_the_naive_trainer(model, seed, loss, optimizer):
    """Three steps; kinks and sign flips excluded by smooth activations and a soft quotient."""
    smooth = {"relu": "tanh", "linear": "erf"}.get(model.activation, model.activation)
    model = dataclasses.replace(model, activation=smooth, eps=model.eps / 2)
    w, h0, v, dense = drawn(model, seed)
    training = Training(
        optimizer=optimizer,
        steps=3,
        loss=loss,
        target=0.5,
        observe=("energy", "change", "last_change", "readout", "loss"),
    )
    result = {k: x[0] for k, x in run(training, model, dense, h0, v).items()}
    naive = Naive(model, w[:, 0], h0[0], v[0, 0], loss, 0.5)
    before = first = naive.states()
    for t in range(4):
        states = naive.states()
        expected = {
            "energy": (states**2).mean(-1).T,
            "change": ((states - first) ** 2).mean(-1).T,
            "last_change": ((states - before) ** 2).mean(-1).T,
            "readout": states[-1] @ naive.v / model.width,
            "loss": naive.loss(),
        }
        scale = 1e-6 * (1 + (states**2).sum()) ** 2 * 10**model.normalize
        for name, value in expected.items():
            np.testing.assert_allclose(result[name][t], value, rtol=0, atol=scale, err_msg=name)
        before = states
        naive.step(optimizer, t + 1)


@given(models, seeds, losses)
def test_the_gradient_of_every_matrix(model, seed, loss):
    """Factors of the gradient against central differences, away from kinks."""
    model = dataclasses.replace(model, activation="tanh")
    w, h0, v, dense = drawn(model, seed)
    naive = Naive(model, w[:, 0], h0[0], v[0, 0], loss, -0.3)

    def cotangent(h):
        f = np.mean(v * h, axis=-1, keepdims=True)
        return v if loss == "linear" else (f + 0.3) * v

    keep = frozenset({"states", "gradients", "activations"})
    tape = walk(Tape(model, h0, backend=NUMPY, observe=("weight_gradient",), keep=keep), dense)
    walk_back(tape, dense, cotangent(tape.last))
    expected = naive.gradient()
    scale = 1 + np.abs(expected).max() + np.abs(v).max() * np.abs(h0).max()
    for layer in range(model.layers):
        left, right = factors(tape, layer)
        np.testing.assert_allclose(left[0].T @ right[0], expected[layer], atol=1e-7 * scale)
        norm = (expected[layer] ** 2).sum() / model.width**2
        result = tape.values()["weight_gradient"][0, layer]
        assert result == pytest.approx(norm, abs=1e-7 * scale**2)


@given(seeds)
def test_one_step_of_one_matrix_in_closed_form(seed):
    """N = L = 1: every entry of the update is known, and so are coherence and linear part."""
    model = ResidualMLP(width=5, eps=0.7)
    _, h0, v, _ = drawn(model, seed)
    u = np.maximum(h0[0, 0], 0)
    gradient = 0.7 * np.outer(v[0, 0], u)
    for optimizer, direction in ((SGD(0.2), gradient), (Sign(0.2), np.sign(gradient))):
        dense = drawn(model, seed)[3]
        training = Training(
            optimizer=optimizer,
            steps=1,
            loss="linear",
            target=0.0,
            observe=("change", "coherence", "nonlinear", "readout"),
        )
        result = run(training, model, dense, h0, v)
        moved = -0.2 / 5 * direction @ u
        expected = (0.7**2) * np.mean(moved**2)
        assert result["change"][0, 1, 0, 1] == pytest.approx(
            expected, rel=1e-9, abs=1e-14 * math.sqrt(expected)
        )
        drop = result["readout"][0, 1] - result["readout"][0, 0]
        np.testing.assert_allclose(drop, 0.7 * np.mean(v[0, 0] * moved), rtol=0, atol=1e-12)
        if u.max() > 0.1:  # else the move is lost in the rounding of the state
            zeta = np.linalg.norm(moved) / (0.2 * np.linalg.norm(u))
            assert result["coherence"][0, 1, 0, 0] == pytest.approx(zeta, rel=1e-9)
            assert result["nonlinear"][0, 1, 0] < 1e-9
        assert np.isnan(result["nonlinear"][0, 0, 0])


@settings(max_examples=30)
@given(models, seeds)
def test_coherence_and_nonlinear_part_from_the_matrices(model, seed):
    """Both from the matrices before and after two steps, layer by layer and input by input."""
    model = dataclasses.replace(model, activation="relu")
    w, h0, v, dense = drawn(model, seed)
    training = Training(
        optimizer=Sign(0.1),
        steps=2,
        loss="linear",
        target=0.0,
        observe=("coherence", "nonlinear"),
    )
    result = run(training, model, dense, h0, v)
    naive = Naive(model, w[:, 0], h0[0], v[0, 0], "linear", 0.0)
    before = naive.states()
    after_w = np.stack([dense.transposed(layer)[0].T for layer in range(model.layers)])
    after = Naive(model, after_w, h0[0], v[0, 0], "linear", 0.0).states()
    linear = np.zeros_like(h0[0])
    for layer in range(model.layers):
        met = sum(model.branch(h) for h in before[layer : model.steps : model.layers])
        moved = met @ (after_w[layer] - w[layer, 0]).T
        linear += model.eps * moved
        for x in range(model.inputs):
            size = np.linalg.norm(met[x])
            if size > 0.1:  # else the move is lost in the rounding of the image
                zeta = np.linalg.norm(moved[x]) / (0.1 * size)
                assert result["coherence"][0, 2, x, layer] == pytest.approx(zeta, abs=1e-10)
    for x in range(model.inputs):
        size = np.linalg.norm(linear[x])
        if size > 0.01:
            rest = np.linalg.norm(after[-1, x] - before[-1, x] - linear[x])
            assert result["nonlinear"][0, 2, x] == pytest.approx(rest / size, rel=1e-8, abs=1e-10)


@settings(max_examples=30)
@given(models, seeds)
def test_nothing_moves_at_rate_zero(model, seed):
    for optimizer in (SGD(0.0), Sign(0.0), AdamW(0.0), Noise(0.0)):
        result = train(
            model,
            Ensemble(samples=2, seed=seed),
            optimizer,
            steps=2,
            observe=("change", "last_change"),
        )
        assert not result.change.any()
        assert not result.last_change.any()


def test_updates_add_up_to_changes():
    """After one step both are the same; the last change is at most the sum of the updates."""
    model = ResidualMLP(width=20, loops=2, layers=2, eps=0.4)
    result = train(
        model, Ensemble(samples=5, seed=3), Sign(0.1), steps=10, observe=("change", "last_change")
    )
    size = np.sqrt(result)
    np.testing.assert_array_equal(size.change.isel(step=1), size.last_change.isel(step=1))
    assert (size.change <= size.last_change.cumsum("step") * (1 + 1e-12)).all()
    assert not result.change.isel(step=0).any()
    assert not result.change.isel(time=0).any()


@pytest.mark.parametrize("optimizer", OPTIMIZERS, ids=lambda o: type(o).__name__)
def test_batches_workers_and_namespace_do_not_change_the_run(monkeypatch, optimizer):
    monkeypatch.setattr("depthlaws.sims.residual.plan.ENTRIES_PER_BLOCK", 4 * 25)
    model = ResidualMLP(width=5, loops=2, layers=2, eps=0.3, h0=((1.0, 0.5), (0.5, 1.0)))
    options = {"optimizer": optimizer, "steps": 3, "samples": 7, "seed": 6, "loss": "mse",
               "target": [0.5, -0.5], "observe": tuple(TRAINED)}  # fmt: skip
    plain = flat(train, model, **options)
    assert plain.identical(flat(train, model, batch=1, **options))
    assert plain.identical(flat(train, model, workers=2, **options))
    strict = flat(train, model, device="strict", **options)
    for name in TRAINED:
        np.testing.assert_allclose(strict[name], plain[name], rtol=1e-9, atol=1e-12)
    assert [name for name in plain if not name.endswith("_out")] == list(TRAINED)
    assert plain.change_out.equals(plain.change.isel(time=-1))
    for name, observable in TRAINED.items():
        assert plain[name].dims == ("sample", "step", *observable.dims)
    assert plain.sizes["step"] == 4
    assert eval(plain.attrs["optimizer"]) == optimizer


def test_step_zero_is_the_simulation():
    """Training draws the very networks of a simulation with the same seed."""
    model = ResidualMLP(width=9, loops=2, layers=2, eps=0.3)
    observe = ("energy", "gradient_kernel", "weight_gradient")
    still = residual.simulate(model, Ensemble(samples=4, seed=7), observe=observe)
    trained = train(model, Ensemble(samples=4, seed=7), SGD(0.1), observe=observe)
    for name in observe:
        np.testing.assert_array_equal(trained[name].isel(step=0), still[name])


def test_only_what_training_adds_is_its_own():
    assert not set(ONLY_TRAINED) & set(OBSERVABLES)


@pytest.mark.parametrize(
    ("bad", "error", "says"),
    [
        ({"steps": 0}, ValueError, "steps must be at least 1"),
        ({"loss": "mae"}, ValueError, "nearest to mse"),
        ({"target": math.nan}, ValueError, "target must be finite"),
        ({"observe": "chnge"}, ValueError, "nearest are change"),
        ({"optimizer": "sgd"}, TypeError, "optimizer must be SGD"),
        ({"seed": None}, TypeError, "seed must be an integer"),
    ],
    ids=str,
)
def test_training_that_is_none(bad, error, says):
    options = {"optimizer": SGD(0.1), "samples": 1, "seed": 1} | bad
    with pytest.raises(error, match=says):
        flat(train, ResidualMLP(width=3, eps=0.1), **options)


@pytest.mark.parametrize("kind", [SGD, Sign, AdamW, Noise])
@pytest.mark.parametrize("bad", [{"rate": -1.0}, {"rate": math.nan}, {"rate": 1.0, "decay": -1.0}])
def test_bad_rates(kind, bad):
    with pytest.raises(ValueError, match="finite and at least 0"):
        kind(**bad)


def test_bad_betas():
    with pytest.raises(ValueError, match="betas"):
        AdamW(0.1, betas=(0.9, 1.0))


def test_training_that_cannot_fit():
    with pytest.raises(MemoryError, match="matrix_free"):
        train(ResidualMLP(width=10**6, eps=0.1), Ensemble(samples=1, seed=1), SGD(0.1))


@pytest.mark.parametrize("optimizer", [SGD(0.1), AdamW(0.1)])
def test_memory_counted_for_training_is_memory_taken(optimizer):
    """Most of it are histories of the first pass, of the last one and of the one in progress."""
    model = ResidualMLP(width=32, loops=300, eps=0.01)

    def run(told):
        ensemble = Ensemble(samples=32, batch=32, seed=1, workers=1, progress=told)
        train(model, ensemble, optimizer, steps=4)

    run(None)
    tracemalloc.start()
    run(None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert 0.7 * expected(run).need < peak < 1.05 * expected(run).need


def test_no_observable_hides_behind_a_method_of_dataset():
    """found.energy works for every name, so the name is no attribute of xarray's own."""
    assert not [name for name in TRAINED if hasattr(xr.Dataset, name)]
