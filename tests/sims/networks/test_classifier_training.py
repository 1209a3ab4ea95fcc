"""Training of image classifiers: optimisers against NumPy, real runs, runs that diverge."""

import numpy as np
import pytest

from depthlaws.sims.networks import (
    ImageNetwork,
    ImageTraining,
    image_set,
    image_training,
)

pytestmark = pytest.mark.networks
TINY = ImageNetwork(network="resnet", depth=2, width=8, side=4)


def gradients(torch, model, weights, images, classes):
    """Gradient of the cross-entropy by one plain backward pass."""
    leaves = {n: torch.from_numpy(w).float().requires_grad_() for n, w in weights.items()}
    scores = model.scores(leaves, [*model.states(leaves, torch.from_numpy(images))][-1])
    loss = torch.nn.functional.cross_entropy(scores, torch.from_numpy(classes))
    loss.backward()
    return float(loss.detach()), {n: w.grad.numpy().astype(float) for n, w in leaves.items()}


@pytest.mark.parametrize("optimizer", ["SGD", "Adam", "AdamW"])
def test_steps_are_those_of_the_written_out_optimiser(optimizer):
    """Warm-up of one step, one at the full rate, decay of one; momentum, moments, weight decay."""
    torch = pytest.importorskip("torch")
    own = {"momentum": 0.9} if optimizer == "SGD" else {}
    training = ImageTraining(
        steps=3, optimizer=optimizer, learning_rate=0.02, weight_decay=0.5, warmup=1, cooldown=1,
        batch=5, evaluated=40, **own,
    )  # fmt: skip
    run = image_training(TINY, training, samples=2, seed=4)
    child = int(np.random.SeedSequence(4, spawn_key=(1,)).generate_state(1)[0])
    data = image_set("digits", side=4)
    w = {n: x.numpy().astype(float) for n, x in TINY.weights(child).items()}
    first, second = ({n: np.zeros_like(x) for n, x in w.items()} for _ in range(2))
    losses = []
    for step, drawn in enumerate(training.batches(data, child)):
        rate = 0.02 * (0.5, 1.0, 0.5)[step]
        loss, gradient = gradients(torch, TINY, w, data.images[drawn], data.classes[drawn])
        losses.append(loss)
        for n, g in gradient.items():
            g = g if optimizer == "AdamW" else g + 0.5 * w[n]
            if optimizer == "SGD":
                first[n] = 0.9 * first[n] + g
                w[n] = w[n] - rate * first[n]
                continue
            first[n] = 0.9 * first[n] + 0.1 * g
            second[n] = 0.999 * second[n] + 0.001 * g**2
            mean = first[n] / (1 - 0.9 ** (step + 1))
            square = second[n] / (1 - 0.999 ** (step + 1))
            kept = 1 - rate * 0.5 if optimizer == "AdamW" else 1
            w[n] = kept * w[n] - rate * mean / (square**0.5 + 1e-8)
    np.testing.assert_allclose(run.loss[1], losses, rtol=1e-3)
    last, _ = gradients(torch, TINY, w, data.images[:40], data.classes[:40])
    assert float(run.train[1, 1]) == pytest.approx(last, rel=1e-3)


def test_a_vit_learns_digits_and_diverges_above_a_rate():
    """A real loop: one epoch, two networks, whose number changes no other."""
    model = ImageNetwork(network="vit", depth=1, width=16, patch=4)
    run = image_training(model, ImageTraining(steps=45, learning_rate=0.1), samples=2, seed=0)
    assert bool((run.train[:, 1] < run.train[:, 0] - 1).all())
    assert bool((run.held_out[:, 1] < 1.5).all())
    assert bool((run.accuracy[:, 1] > 0.5).all())
    assert not run.diverged.any()
    alone = image_training(model, ImageTraining(steps=45, learning_rate=0.1), samples=1, seed=0)
    np.testing.assert_array_equal(alone.loss[0], run.loss[0])
    kept = image_training(model, ImageTraining(steps=45, learning_rate=1e5), samples=2, seed=0)
    assert bool(kept.diverged.all())
    assert float(kept.loss[0, 0]) == float(run.loss[0, 0])
    assert np.isnan(kept.loss[:, -1]).all()


def test_every_image_is_drawn_once_an_epoch():
    data = image_set("digits", side=8)
    drawn = [*ImageTraining(steps=100, batch=30).batches(data, 0)]
    first = np.concatenate(drawn)[: len(data.images)]
    assert sorted(first.tolist()) == [*range(1438)]
    assert {len(batch) for batch in drawn} == {30}


def test_a_teacher_gives_images_of_any_size_and_number():
    model = ImageNetwork(width=4, depth=2, side=6)
    training = ImageTraining(steps=2, images="teacher", teacher_count=100, batch=8, evaluated=10)
    assert np.isfinite(image_training(model, training, samples=1, seed=0).loss).all()
    assert image_set("teacher", side=6, count=100).held_out_images.shape == (20, 1, 6, 6)


@pytest.mark.parametrize(
    ("model", "training", "says"),
    [
        ({"colours": 3}, {}, "digits need colours=1 and 10 classes or more, got colours=3"),
        ({"classes": 4}, {}, "10 classes or more, got colours=1, classes=4"),
        ({"side": 3}, {}, "side must divide 8, the side of images=digits, got 3"),
        ({}, {"batch": 2000}, "batch must be at most 1438"),
        ({}, {"images": "cifar-10"}, "give folder="),
        ({}, {"optimizer": "Lion"}, "optimizer must be one of SGD, Adam, AdamW"),
        ({}, {"momentum": 1.0}, r"momentum must lie in \[0, 1\), got 1.0"),
        (
            {},
            {"warmup": 90, "cooldown": 20},
            "must fit into 100 steps, got 90 and 20",
        ),
    ],
)
def test_bad_runs_are_refused(model, training, says):
    with pytest.raises(ValueError, match=says):
        image_training(ImageNetwork(**model), ImageTraining(**training), samples=1, seed=0)


def test_too_little_memory_is_said_before_the_run():
    with pytest.raises(MemoryError, match=r"training of a cnn .* needs .* a smaller batch"):
        image_training(ImageNetwork(width=1 << 20), ImageTraining(), samples=1, seed=0)
    with pytest.raises(ValueError, match="would take"):
        image_training(ImageNetwork(), ImageTraining(steps=10**9), samples=1, seed=0)
