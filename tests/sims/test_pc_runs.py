"""Runs of predictive coding: settings that change no number, memory, bad input."""

import itertools
import math

import numpy as np
import pytest

from depthlaws.sims.common import backend, cost
from depthlaws.sims.predictive_coding import PCN, Inference, plan, toy, train
from tests.sims.pc_networks import SMALL_RUN, TASK


def test_networks_do_not_depend_on_their_number_or_on_workers(monkeypatch):
    model = PCN(width=5, depth=3)
    options = {"seed": 2, "steps": 3, "observe": ("loss", "cosine")}
    one = train(model, Inference(), samples=5, workers=1, **options)
    fewer = train(model, Inference(), samples=2, workers=1, **options)
    np.testing.assert_array_equal(one.loss[:, :2], fewer.loss)
    monkeypatch.setattr("depthlaws.sims.predictive_coding.plan.BATCH_BYTES", 1)
    parts = train(model, Inference(), samples=5, workers=2, **options)
    for name in one.data_vars:
        np.testing.assert_array_equal(one[name], parts[name])
    other = train(model, Inference(), samples=2, **options | {"seed": 3})
    assert not np.isclose(other.loss, fewer.loss).any()


def test_batches_at_once_fit_into_the_memory(monkeypatch):
    threads, needs = [], []

    def measured(*arguments, **options):
        threads.append(options["threads"])
        return measure_blocks(*arguments, **options)

    measure_blocks = plan.measure_blocks
    monkeypatch.setattr(plan, "measure_blocks", measured)
    monkeypatch.setattr(plan, "BATCH_BYTES", 1)  # one network a batch
    monkeypatch.setattr(plan, "fit", lambda _what, need, **_: needs.append(need))
    options = {"samples": 4, "seed": 0, "steps": 0, "task": TASK, "workers": 4}
    for networks in (1e6, 2.5):
        free = networks * needs[0] if needs else 1e9
        monkeypatch.setattr(backend.Backend, "available", lambda _, free=free: free)
        train(PCN(width=50, depth=4, features=4), Inference(), **options)
    assert threads == [4, 2]


def test_every_batch_keeps_small_arrays_of_its_own(monkeypatch):
    """Seven networks, one at a time: seven arrays of each observable after every step.

    Of the results there are eight bytes a network, step, rule, and layer where each has a number,
    and again for the last step.
    """
    monkeypatch.setattr("depthlaws.sims.predictive_coding.plan.BATCH_BYTES", 1)
    model, seen = PCN(width=5, depth=3), ("loss", "layer_cosine")

    def need(samples):
        return cost.expected(
            lambda told: train(
                model, Inference(), samples=samples, steps=9, observe=seen, seed=0, progress=told
            )
        )

    few, more = need(3), need(7)
    assert more.output == 8 * 7 * (10 + 1) * 2 * (1 + 3)
    arrays = more.need - 2 * more.output - (few.need - 2 * few.output)
    assert arrays == 4 * cost.OBJECT_BYTES * 10 * 2


@pytest.mark.parametrize("how", [Inference(), Inference(method="gradient", iterations=4)])
@pytest.mark.parametrize("activation", ["linear", "tanh", "relu"])
def test_the_same_code_on_strict_arrays(how, activation):
    for network, optimizer in itertools.product(["mlp", "residual"], ["sgd", "adam"]):
        model = PCN(width=4, depth=3, network=network, activation=activation)
        runs = [
            train(model, how, steps=2, optimizer=optimizer, device=device, **SMALL_RUN)
            for device in ("cpu", "strict")
        ]
        for name in runs[0].data_vars:
            np.testing.assert_allclose(runs[0][name], runs[1][name], rtol=1e-7, err_msg=name)


def test_single_precision_is_near_double():
    runs = [
        train(PCN(width=16, depth=4), Inference(), samples=2, seed=0, steps=5, dtype=dtype)
        for dtype in ("float32", "float64")
    ]
    assert runs[0].loss.dtype == np.float32
    for name in runs[0].data_vars:
        np.testing.assert_allclose(runs[0][name], runs[1][name], rtol=2e-4, err_msg=name)


def test_progress_is_told():
    told = []
    train(
        PCN(width=3, depth=2),
        Inference(),
        samples=2,
        seed=0,
        steps=4,
        progress=lambda done, total: told.append((done, total)),
    )
    assert told == [(2 * i, 10) for i in range(1, 6)]


def test_learning_that_diverges_says_so():
    said = r"learning diverges at step \d+: lower the rate 50 \(400 with the factor"
    with pytest.raises(ArithmeticError, match=said):
        train(PCN(width=8, depth=4), Inference(), samples=1, seed=0, steps=200, rate=50.0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"width": 0}, "width must be at least 1, got 0"),
        ({"depth": 1}, "depth must be at least 2, got 1"),
        ({"network": "resnet"}, "'resnet' is nearest to residual"),
        ({"parametrization": "meanfield"}, "'meanfield' is nearest to mean_field"),
        ({"activation": "tanhh"}, "nearest are tanh"),
        ({"output_precision": 0.0}, "output_precision must be positive and finite, got 0"),
        ({"gamma0": -1.0}, "gamma0 must be positive"),
        ({"gamma0": math.nan}, "gamma0 must be positive"),
        ({"alpha": math.inf}, "alpha must be a finite number"),
    ],
)
def test_models_that_cannot_be(options, said):
    with pytest.raises(ValueError, match=said):
        PCN(**{"width": 4, "depth": 3} | options)


def test_conjugate_gradients_need_a_linear_network():
    model = PCN(width=3, depth=3, activation="relu")
    with pytest.raises(ValueError, match="need a linear network, not 'relu'"):
        train(model, Inference(method="conjugate"), samples=1, seed=0, steps=1)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"observe": "losses"}, "'losses' is nearest to loss"),
        ({"observe": ()}, "observe must name at least one of"),
        ({"observe": "between", "rules": "pc"}, "'between' needs both rules"),
        ({"rules": "backprop"}, "rules must be one of pc, bp"),
        ({"optimizer": "adamw"}, "'adamw' is nearest to adam"),
        ({"task": "mnist"}, "'mnist' is nearest to fashion-mnist"),
        ({"task": "cifar-10"}, "read from local files: give their folder"),
        ({"inputs": 1798, "task": "digits"}, "digits has 1797 inputs, got inputs=1798"),
        (
            {"minibatch": 65, "task": "digits"},
            "at most 64, the inputs of the task, got 65",
        ),
        ({"minibatch": 0}, "minibatch must be at least 1"),
        ({"rate": -1.0}, "rate must be finite and at least 0"),
        ({"seed": -1}, "seed must be at least 0"),
        ({"samples": 0}, "samples must be at least 1"),
        ({"dtype": "float16"}, "dtype must be float32 or float64"),
        ({"device": "gpu"}, "device must be one of"),
    ],
)
def test_runs_that_cannot_be(options, said):
    with pytest.raises(ValueError, match=said):
        train(PCN(width=3, depth=2), Inference(), **{"samples": 1, "seed": 0, "steps": 1} | options)


def test_the_rescaling_needs_a_linear_network():
    model = PCN(width=3, depth=2, activation="tanh")
    with pytest.raises(ValueError, match="'rescaling' needs a linear network"):
        train(model, Inference(), samples=1, seed=0, steps=1, observe="rescaling")


@pytest.mark.parametrize(("activation", "method"), [("linear", "exact"), ("tanh", "gradient")])
def test_a_promise_needs_exact_inference_of_a_nonlinear_network(activation, method):
    model = PCN(width=3, depth=2, activation=activation)
    with pytest.raises(ValueError, match="'promise' needs exact inference of a network that is"):
        train(model, Inference(method=method), samples=1, seed=0, steps=1, observe="promise")


def test_a_task_too_large_for_the_memory_is_not_drawn():
    with pytest.raises(MemoryError, match="task of 1000000000 inputs of 40000 numbers needs"):
        toy(0, inputs=10**9, features=40_000)


def test_a_network_too_large_for_the_memory_is_not_begun():
    with pytest.raises(MemoryError, match="networks of width 5000000, 3 layers needs"):
        train(PCN(width=5_000_000, depth=3), Inference(), samples=1, seed=0)
