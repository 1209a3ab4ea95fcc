"""Simulators on PyTorch's arrays: on the CPU the numbers of NumPy, to rounding."""

import threading

import numpy as np
import pytest

from depthlaws.base.threads import spread
from depthlaws.sims import SGD, AdamW, Muon, Noise, Sign, predictive_coding, scalar
from depthlaws.sims.common import backend, draws
from depthlaws.sims.common.activations import ACTIVATIONS
from depthlaws.sims.networks import (
    ImageNetwork,
    ImageTraining,
    LoopedTransformer,
    Training,
    classifier_training,
    image_first_step,
    image_updates,
    library,
    looped_start,
    stream_at_start,
    training,
)
from depthlaws.sims.networks.image_sets import image_set
from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step, tangent_gain
from depthlaws.sims.onestep.observables import OBSERVED
from depthlaws.sims.onestep.unit_parts import Patches
from depthlaws.sims.predictive_coding import PCN, Inference
from depthlaws.sims.residual import Ensemble, InjectedMLP, ResidualMLP, dense, matrix_free
from depthlaws.sims.residual.observables import OBSERVABLES
from depthlaws.sims.residual.training import TRAINED

pytestmark = pytest.mark.networks

TWO_INPUTS = ((1.0, 0.5), (0.5, 1.0))


def assert_same(run, rtol=1e-9, atol=1e-12):
    """Assert that ``run(device)`` has the same numbers with both libraries, and names each."""
    plain, torch = run("cpu"), run("torch")
    assert (plain.attrs["device"], torch.attrs["device"]) == ("numpy", "torch")
    for name in plain:
        np.testing.assert_allclose(torch[name], plain[name], rtol=rtol, atol=atol, err_msg=name)


@pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
@pytest.mark.parametrize("form", ["plain", "normalize", "post_activation"])
@pytest.mark.parametrize("simulate", [dense.simulate, matrix_free.simulate])
def test_streams_are_those_of_numpy(simulate, form, activation):
    options = {} if form == "plain" else {form: True}
    for loops, layers in ((2, 1), (1, 2), (2, 2)):
        model = ResidualMLP(
            width=4, loops=loops, layers=layers, eps=0.4, activation=activation, h0=TWO_INPUTS,
            **options,
        )  # fmt: skip
        assert_same(
            lambda device, model=model: simulate(
                model, Ensemble(samples=3, seed=5, device=device), observe=tuple(OBSERVABLES)
            )
        )


@pytest.mark.parametrize("optimizer", [SGD(0.3, decay=0.1), Sign(0.1), AdamW(0.2), Noise(0.3)])
@pytest.mark.parametrize("train", [dense.train, matrix_free.train])
def test_training_is_that_of_numpy(train, optimizer):
    model = ResidualMLP(width=5, loops=2, layers=2, eps=(0.1, 0.2, 0.3, 0.4), h0=TWO_INPUTS)
    assert_same(
        lambda device: train(
            model, Ensemble(samples=3, seed=6, device=device), optimizer, steps=3, loss="mse",
            target=[0.5, -0.5], observe=tuple(set(TRAINED) - {"loop_cosines"}),
        )
    )  # fmt: skip


def test_muon_and_injection_are_those_of_numpy():
    model = ResidualMLP(width=5, loops=2, layers=2, eps=0.3, h0=TWO_INPUTS)
    assert_same(lambda d: dense.train(model, Ensemble(samples=2, seed=1, device=d), Muon(0.1)))
    layer = InjectedMLP(width=6, loops=3, eps=0.5, a=0.5, b=0.5, norm="post")
    assert_same(lambda d: dense.simulate(layer, Ensemble(samples=2, seed=1, device=d)))


@pytest.mark.parametrize(
    "network",
    [
        {"network": "plain"},
        {"network": "residual", "grid": (2, 3), "norm": "pre"},
        {"network": "plain", "grid": (4,), "padding": "zero", "activation": "gelu"},
        {"network": "transformer", "grid": (3,), "heads": 2, "norm": "post"},
        {"network": "post-activation", "branch_depth": 2},
    ],
    ids=str,
)
@pytest.mark.parametrize("loss", ["mse", "ce"])
def test_first_steps_are_those_of_numpy(network, loss):
    a = Architecture(**{"width": 4, "depth": 4, "outputs": 3, **network})
    for step in (
        FirstStep(loss=loss, batch=2, evaluate="fresh", labels=2),
        FirstStep(loss=loss, batch=2, optimizer="sign"),
    ):
        names = [name for name in OBSERVED if step.splits or not OBSERVED[name].splits]
        assert_same(
            lambda d, step=step, names=names: first_step(
                a, step, Sampling(samples=3, seed=5, device=d), observe=names
            )
        )


def test_orthogonal_weights_are_those_of_numpy():
    a = Architecture(width=4, depth=3, weights="orthogonal")
    assert_same(lambda d: tangent_gain(a, Sampling(samples=3, seed=5, device=d), start=1))


def test_scalar_networks_are_those_of_numpy():
    grid = {"rate": [0.1, 0.2], "mu_yx": [1.1, 2.0]}
    for network, options in (
        (scalar.Grid(scalar.NETWORKS, [2, 3], weight=0.4, **grid), {"observe": scalar.OBSERVABLES}),
        (scalar.Grid(scalar.NETWORKS, [2, 30], weight=0.4, balanced=True, **grid), {}),
        (scalar.Grid(scalar.NETWORKS, np.inf, scaled_rate=0.1, mu_yx=1.5, total=1.2), {}),
    ):
        plain, torch = (
            scalar.gradient_descent(network, steps=5, record=range(6), device=d, **options)
            for d in ("cpu", "torch")
        )
        for name in plain:
            np.testing.assert_allclose(torch[name], plain[name], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("how", [Inference(), Inference(method="gradient", iterations=4)])
@pytest.mark.parametrize("activation", ["linear", "relu"])
def test_predictive_coding_is_that_of_numpy(how, activation):
    for network in ("mlp", "residual"):
        model = PCN(width=4, depth=3, network=network, activation=activation)
        assert_same(
            lambda d, model=model: predictive_coding.train(
                model, how, samples=2, seed=0, steps=2, device=d
            ),
            rtol=1e-7,
        )


def test_single_precision_stays_single():
    model = ResidualMLP(width=2100, loops=2, eps=0.5)  # one product in parts
    runs = [
        dense.simulate(model, Ensemble(samples=1, seed=0, dtype="float32", device=d)).energy
        for d in ("cpu", "torch")
    ]
    error = float(np.abs(runs[1] / runs[0] - 1).max())
    assert error < 1e-5


def test_batches_and_workers_change_no_sample():
    model = ResidualMLP(width=40, loops=3, eps=0.3)
    runs = [
        dense.simulate(model, Ensemble(samples=9, seed=2, device="torch", **how)).energy
        for how in ({}, {"batch": 2}, {"workers": 2}, {"workers": 1})
    ]
    for run in runs[1:]:
        np.testing.assert_allclose(run, runs[0], rtol=1e-12)


# -- a GPU's code, on the CPU -------------------------------------------------------------------


def stand_in():
    """Backend of a GPU whose arrays are on the CPU: its draws, its batches, one thread."""
    import torch

    return backend.Backend("torch:cuda", backend.get("torch").xp, torch.device("cpu"))


def test_a_gpu_draws_from_a_generator_for_every_stream():
    where = stand_in()
    first, second = draws.blocks(7, 5, block=3, device=where)
    again, _ = draws.blocks(7, 5, block=3, device=where)
    other, _ = draws.blocks(8, 5, block=3, device=where)
    z = [
        stream.normal((3, 20_000), scale=2.0, dtype="float64")
        for stream in (*first.stream.spawn(2), *second.stream.spawn(2), *other.stream.spawn(1))
    ]
    repeated = again.stream.spawn(1)[0].normal((3, 20_000), scale=2.0, dtype="float64")
    np.testing.assert_array_equal(z[0], repeated)
    correlations = np.corrcoef([x.flatten().numpy() for x in z])
    assert np.abs(correlations - np.eye(5)).max() < 5 / 60_000**0.5
    for x in z:
        assert abs(float(x.square().mean()) / 4 - 1) < 5 * (2 / 60_000) ** 0.5
    assert z[0][0, 0] != first.stream.spawn(1)[0].normal((1, 1), dtype="float64")
    assert first.stream.normal((2, 2), dtype="float32").dtype == where.xp.float32


def test_a_run_of_a_gpu_has_the_law_of_numpy(monkeypatch):
    monkeypatch.setattr(backend.Backend, "available", lambda self: 2**32)
    model = ResidualMLP(width=16, loops=3, eps=0.5)
    energies = [
        dense.simulate(model, Ensemble(samples=4000, seed=3, device=d)).energy[:, -1]
        for d in ("cpu", stand_in())
    ]
    means, errors = [e.mean() for e in energies], [e.std() / 4000**0.5 for e in energies]
    assert abs(means[0] - means[1]) < 5 * (errors[0] ** 2 + errors[1] ** 2) ** 0.5
    assert not np.isin(energies[0], energies[1]).any()
    network = Architecture(width=6, depth=2)
    run = first_step(network, FirstStep(), Sampling(samples=4, seed=0, device=stand_in()))
    assert run.attrs["device"] == "torch:cuda"


def test_no_array_is_made_on_another_device_than_the_states(monkeypatch):
    """On PyTorch's device without memory, a product with an array of the CPU is an error."""
    import torch

    where = backend.Backend("torch:cuda", backend.get("torch").xp, torch.device("meta"))
    shapes = []

    def to_numpy(self, x, /):
        assert x.device.type == "meta"
        shapes.append(x.shape)
        return np.ones(x.shape)

    def normal(self, shape, /, *, scale=1.0, dtype):
        return torch.empty(shape, dtype=getattr(torch, dtype), device="meta")

    monkeypatch.setattr(backend.Backend, "to_numpy", to_numpy)
    monkeypatch.setattr(backend.Backend, "available", lambda self: 2**32)
    monkeypatch.setattr(draws.TorchStream, "normal", normal)
    model = ResidualMLP(width=4, loops=2, layers=2, eps=(0.1, 0.2, 0.3, 0.4), h0=TWO_INPUTS)
    ensemble = Ensemble(samples=3, seed=0, device=where)
    observe = tuple(set(OBSERVABLES) - {"loop_cosines"})
    dense.simulate(model, ensemble, observe=observe)
    for optimizer in (SGD(0.1), Sign(0.1), AdamW(0.1), Noise(0.1), Muon(0.1)):
        names = tuple(set(TRAINED) - {"loop_cosines"})
        dense.train(model, ensemble, optimizer, loss="mse", steps=2, observe=names)
    for network in (
        {"grid": (2, 3)},
        {"network": "transformer", "grid": (3,), "heads": 2},
        {"outputs": 3},
    ):
        for step in (FirstStep(batch=2), FirstStep(loss="ce", batch=2, optimizer="sign")):
            a = Architecture(width=4, depth=4, **network)
            first_step(a, step, Sampling(samples=2, seed=0, device=where))
    linear = PCN(width=4, depth=3)
    predictive_coding.train(linear, Inference(), samples=2, seed=0, steps=1, device=where)
    assert len(shapes) > 100
    # This device reads an index of any other; a GPU does not.
    assert Patches((2,), 3, "zero", where)._sources.device.type == "meta"


# -- devices that are not here ----------------------------------------------------------------


def test_a_gpu_that_is_missing_is_one_line(monkeypatch):
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    for name in ("torch:cuda", "torch:cuda:1"):
        says = f"^device '{name}' needs a GPU and PyTorch finds none: use device 'torch'$"
        with pytest.raises(RuntimeError, match=says):
            backend.get(name)


def test_one_of_several_gpus_is_taken_by_its_number(monkeypatch):
    import torch

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.cuda, "current_device", lambda: 0)
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda device: (device.index + 7, 99))
    assert [backend.get(f"torch:cuda{n}").device.index for n in ("", ":0", ":1")] == [0, 0, 1]
    assert backend.get("torch:cuda:1").available() == 8
    assert backend.get("torch:cuda").gpu
    assert not backend.get("torch").gpu
    with pytest.raises(RuntimeError, match="'torch:cuda:2' is not here, PyTorch finds 2 GPU"):
        backend.get("torch:cuda:2")


# -- threads ------------------------------------------------------------------------------------


def test_threads_of_a_spread_share_those_of_pytorch(monkeypatch):
    import torch

    from depthlaws.base import threads

    monkeypatch.setattr(threads, "processors", lambda: 2)
    before, barrier = torch.get_num_threads(), threading.Barrier(2)
    try:
        torch.set_num_threads(2)

        def work(_):
            barrier.wait(timeout=30)  # both threads take a part
            return torch.get_num_threads()

        assert spread(work, [0, 1], threads=2) == [1, 1]
        assert torch.get_num_threads() == 2
        with pytest.raises(ZeroDivisionError):
            spread(lambda i: 1 // i, [0, 0], threads=2)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


# -- devices of networks ----------------------------------------------------------------------


def test_devices_of_networks_are_those_of_pytorch(monkeypatch):
    import torch

    assert [library.on_device(name).device.type for name in ("cpu", "torch")] == ["cpu", "cpu"]
    for name in ("numpy", "cupy", "gpu", 1):
        with pytest.raises(ValueError, match="device must be one of cpu, cuda, torch, torch:cuda"):
            library.on_device(name)
    with pytest.raises(RuntimeError, match="'torch:cuda' needs a GPU and PyTorch finds none"):
        library.on_device("cuda")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.backends.cudnn, "allow_tf32", True)
    assert library.on_device("torch:cuda:1").device.index == 1
    assert not torch.backends.cudnn.allow_tf32


def test_networks_run_on_the_device_that_is_asked_for(monkeypatch):
    """PyTorch's device without memory stands for a GPU: mixtures with the CPU are errors."""
    import torch

    where = backend.Backend("torch:cuda", backend.get("torch").xp, torch.device("meta"))
    monkeypatch.setattr(backend.Backend, "available", lambda self: 2**32)
    for module in (stream_at_start, image_updates, training, classifier_training):
        monkeypatch.setattr(module, "on_device", lambda name: where)
    losses = []

    def observed(model, weights, text, *_):
        losses.append(model.loss(weights, text))
        return {"norm": np.zeros(len(model.marks))}

    def changes(model, weights, images, classes, _):
        labels = torch.from_numpy(classes).to(images.device)
        scores = model.scores(weights, [*model.states(weights, images)][-1])
        losses.append(torch.nn.functional.cross_entropy(scores, labels))
        return 0.0, np.ones(model.layers)

    monkeypatch.setattr(stream_at_start, "_observed", observed)
    monkeypatch.setattr(image_updates, "changes", changes)
    looped_start(LoopedTransformer(width=8), samples=1, seed=0, length=4, device="cuda")
    for network in ("cnn", "resnet", "vit"):
        model = ImageNetwork(network=network, width=8, depth=2)
        image_first_step(model, samples=1, seed=0, batch=2, device="cuda")
    text = training._Run(LoopedTransformer(width=8), Training(length=4, batch=2), 1, 0, "cuda")
    losses.append(text._each(text.model.loss, text.held_out))
    assert {loss.device.type for loss in losses} == {"meta"}
    assert len(losses) == 5
    data = image_set("teacher", side=4, folder=None, count=64)
    images = classifier_training._Run(ImageNetwork(side=4), ImageTraining(), data, 0, "cuda")
    drawn = images._tensors(data.images[:2], data.classes[:2])
    assert images._scores(drawn[0]).device.type == drawn[1].device.type == "meta"
