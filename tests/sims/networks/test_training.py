"""Training of looped Transformers against a plain torch loop and against finite differences."""

import numpy as np
import pytest

from depthlaws.sims.networks import (
    LoopedTransformer,
    Training,
    looped_training,
    text_bytes,
    training,
)
from depthlaws.sims.networks.training_setup import clip_gradients
from tests.sims.networks import dense

pytestmark = pytest.mark.networks

SMALL = {"width": 8, "heads": 2, "vocabulary": 16}
SHORT = {"batch": 2, "length": 6, "held_out": 2}
DRAWN = {"batch": 2, "length": 6, "text": "random"}


def child(seed, sample):
    return int(np.random.SeedSequence(seed, spawn_key=(sample,)).generate_state(1)[0])


def plain(model, setup, seed, sample, make):
    """Train one network with a loop that uses nothing but torch; return losses and weights."""
    torch = pytest.importorskip("torch")
    weights = {n: w.requires_grad_() for n, w in model.weights(child(seed, sample)).items()}
    optimizers = make(torch.optim, weights)
    losses = []
    for step, tokens in enumerate(setup.batches(child(seed, sample), model.vocabulary)):
        loss = model.loss(weights, torch.from_numpy(tokens))
        losses.append(float(loss.detach()))
        gradients = torch.autograd.grad(loss, list(weights.values()))
        for w, gradient in zip(weights.values(), gradients, strict=True):
            w.grad = gradient
        if setup.clip is not None:
            torch.nn.utils.clip_grad_norm_(weights.values(), setup.clip)
        for optimizer, rates in optimizers:
            for group, rate in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = rate * setup.factor(step)
            optimizer.step()
    return losses, weights


def rows(weights, names):
    return [w for n, w in weights.items() if names(n, w)]


def adamw(optim, weights):
    matrices = rows(weights, lambda n, w: w.dim() == 2 and n != "embedding")
    groups = [
        {"params": [weights["embedding"]], "weight_decay": 0.1},
        {"params": matrices, "weight_decay": 0.1},
        {"params": [weights["norm"]], "weight_decay": 0.0},
        {"params": rows(weights, lambda n, w: w.dim() == 1 and n != "norm"), "weight_decay": 0.0},
    ]
    optimizer = optim.AdamW(groups, betas=(0.9, 0.95), eps=1e-8)
    return [(optimizer, [0.02, 0.01, 0.02, 0.01])]


def muon(optim, weights):
    matrices = rows(weights, lambda n, w: w.dim() == 2 and n != "embedding")
    others = rows(weights, lambda n, w: w.dim() == 1 or n == "embedding")
    groups = [
        {"params": rows(weights, lambda n, _: n == "embedding"), "weight_decay": 0.1},
        {"params": rows(weights, lambda n, _: n == "norm"), "weight_decay": 0.0},
        {"params": [w for w in others if w.dim() == 1 and w is not weights["norm"]],
         "weight_decay": 0.0},
    ]  # fmt: skip
    return [
        (optim.AdamW(groups, betas=(0.9, 0.95)), [0.02, 0.02, 0.01]),
        (optim.Muon(matrices, weight_decay=0.1, momentum=0.95, adjust_lr_fn="match_rms_adamw"),
         [0.01]),
    ]  # fmt: skip


@pytest.mark.parametrize(("optimizer", "make"), [("AdamW", adamw), ("Muon", muon)])
def test_networks_together_are_those_of_a_plain_loop(optimizer, make):
    model = LoopedTransformer(**SMALL, layers=2, loops=2, scaling="factorized")
    setup = Training(**SHORT, steps=6, optimizer=optimizer, learning_rate=0.02, block_rate=0.5,
                     weight_decay=0.1, warmup=2, cooldown=2, clip=0.5)  # fmt: skip
    run = looped_training(model, setup, samples=2, seed=3)
    assert float(run.loss.std()) > 0.02
    for sample in range(2):
        losses, _ = plain(model, setup, 3, sample, make)
        np.testing.assert_allclose(run.loss[sample], losses, rtol=2e-4)


@pytest.mark.parametrize("optimizer", ["SGD", "Adam"])
def test_the_first_step_is_that_of_finite_differences(optimizer):
    """The loss is written out with NumPy loops; its gradient is a difference."""
    model = LoopedTransformer(**SMALL, loops=2, std=0.3, embedding_std=0.3)
    setup = Training(**SHORT, steps=1, optimizer=optimizer, learning_rate=0.01)
    run = training._Run(model, setup, 2, 5, "cpu")
    before = {n: w[1].detach().double().numpy().copy() for n, w in run.weights.items()}
    losses, _ = run.train([0, 1], None)
    tokens = next(setup.batches(child(5, 1), 16))

    def cost(w):
        parts = []
        for text in tokens:
            h = dense.looped_stream(w, text, [0, 0], 0.5, 2)[-1]
            scores = dense.rms_norm(h, w["norm"]) @ w["embedding"].T
            pairs = zip(scores[:-1], text[1:], strict=True)
            parts += [-np.log(dense.softmax(s)[t]) for s, t in pairs]
        return np.mean(parts)

    assert losses[1, 0] == pytest.approx(cost(before), rel=1e-5)
    for name in ("embedding", "0.query", "0.down", "0.mlp_norm"):
        place = np.unravel_index(3, before[name].shape)
        ends = []
        for sign in (1, -1):
            w = {n: x.copy() for n, x in before.items()}
            w[name][place] += sign * 1e-4
            ends.append(cost(w))
        slope = (ends[0] - ends[1]) / 2e-4
        step = float(run.weights[name].detach()[1][tuple(place)]) - before[name][place]
        expected = -0.01 * (slope if optimizer == "SGD" else slope / (abs(slope) + 1e-8))
        assert step == pytest.approx(expected, rel=0.02, abs=1e-7)


def test_the_stream_is_that_of_the_recorded_weights():
    torch = pytest.importorskip("torch")
    model = LoopedTransformer(**SMALL, loops=3)
    setup = Training(**DRAWN, steps=3, learning_rate=0.01)
    run = looped_training(model, setup, samples=2, seed=0, record=(1, 2))
    assert run.after.values.tolist() == [0, 1, 2, 3]
    streams = []
    for steps in (2, 3):
        short = training._Run(model, setup, 2, 0, "cpu")
        for _ in range(steps):
            short._step()
        weights = {n: w[1].detach() for n, w in short.weights.items()}
        tokens = torch.from_numpy(next(setup.batches(child(0, 1), 16)))
        streams.append(np.stack([h.numpy() for h in model.states(weights, tokens)]))
    kept = run.sel(sample=1, after=3)
    axes = (1, 2, 3)
    np.testing.assert_allclose(kept.norm, (streams[1] ** 2).mean(axes) ** 0.5, rtol=1e-4)
    moved = ((streams[1] - streams[0]) ** 2).mean(axes) ** 0.5
    np.testing.assert_allclose(kept.change, moved, rtol=1e-2)
    flat = np.diff(streams[1], axis=0).reshape(3, -1)
    lengths = np.linalg.norm(flat, axis=1)
    cosines = flat @ flat.T / np.outer(lengths, lengths)
    np.testing.assert_allclose(kept.cosine, cosines, atol=1e-4)
    # The one random mini-batch is what is trained on and observed.
    np.testing.assert_allclose(run.held_out[:, :3], run.loss, rtol=1e-5)
    assert bool(np.isnan(run.change.sel(after=0)).all())


def test_the_change_by_the_last_step_needs_no_earlier_record():
    model = LoopedTransformer(**SMALL, loops=2)
    setup = Training(**DRAWN, steps=3, learning_rate=0.01)
    alone, both = (
        looped_training(model, setup, samples=1, seed=0, record=record).change.sel(after=3)
        for record in ((), (1, 2))
    )
    assert bool((alone > 0).all())
    np.testing.assert_array_equal(alone, both)


def test_large_gradients_are_cut_and_small_ones_left():
    """Sample by sample, as torch clips those of one network."""
    torch = pytest.importorskip("torch")
    size = torch.tensor([0.1, 1.0, 30.0])
    weights = [torch.zeros(3, 4, 2), torch.zeros(3, 5)]
    for w in weights:
        w.grad = torch.randn(w.shape, generator=torch.Generator().manual_seed(1))
        w.grad *= size.reshape(-1, *[1] * (w.dim() - 1))
    expected = [[w.grad[sample].clone() for w in weights] for sample in range(3)]
    clip_gradients(weights, 1.5)
    for sample, gradients in enumerate(expected):
        ones = [torch.zeros_like(g) for g in gradients]
        for one, gradient in zip(ones, gradients, strict=True):
            one.grad = gradient
        torch.nn.utils.clip_grad_norm_(ones, 1.5)
        for one, w in zip(ones, weights, strict=True):
            torch.testing.assert_close(w.grad[sample], one.grad)


def test_networks_are_the_same_in_turn_and_for_more_samples(monkeypatch):
    model, setup = LoopedTransformer(**SMALL, loops=2), Training(**SHORT, steps=3)
    run = looped_training(model, setup, samples=2, seed=1)
    more = looped_training(model, setup, samples=3, seed=1)
    np.testing.assert_allclose(more.loss[:2], run.loss, rtol=1e-5)
    monkeypatch.setattr(training, "MAX_BATCHED_TOKENS", 0)
    in_turn = looped_training(model, setup, samples=2, seed=1)
    np.testing.assert_allclose(in_turn.loss, run.loss, rtol=1e-5)
    np.testing.assert_allclose(in_turn.norm, run.norm, rtol=1e-4)


def test_no_held_out_text_is_trained_on(tmp_path):
    text = tmp_path / "text"
    text.write_bytes(bytes(90) + bytes([1] * 10))
    setup = Training(steps=50, batch=4, length=4, held_out=20, text=str(text))
    assert {*np.unique([*setup.batches(0, 256)])} == {0}
    assert {*np.unique(setup.held_out_tokens(0, 256))} == {1}
    assert len(text_bytes()) > 1e6


def test_a_diverged_run_is_kept_and_marked():
    model = LoopedTransformer(**SMALL)
    setup = Training(**DRAWN, steps=4, optimizer="SGD")
    values = looped_training(model, setup, samples=2, seed=1)
    assert not values.diverged.any()
    wild = Training(**SHORT, steps=4, optimizer="SGD", learning_rate=1e30)
    run = looped_training(model, wild, samples=2, seed=1)
    assert bool(run.diverged.all())
    assert dict(run.sizes) == dict(values.sizes)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"optimizer": "Adamw"}, "optimizer must be one of SGD, Adam, AdamW, Muon"),
        ({"warmup": 8, "cooldown": 3}, "warmup and cooldown must fit into 10 steps, got 8 and 3"),
        ({"clip": 0}, "clip must be positive, got 0"),
        ({"beta2": 1.0}, "beta2 must lie in"),
        ({"length": 1}, "length must be at least 2"),
    ],
)
def test_bad_settings_are_named(changes, says):
    with pytest.raises(ValueError, match=says):
        Training(**changes)


def test_bad_runs_are_refused():
    model = LoopedTransformer(**SMALL)
    with pytest.raises(ValueError, match="record must lie from 0 to 10"):
        looped_training(model, Training(), samples=1, seed=0, record=(11,))
    with pytest.raises(MemoryError, match="fewer samples"):
        looped_training(LoopedTransformer(width=1 << 20), Training(), samples=1, seed=0)
    with pytest.raises(ValueError, match="allowed"):
        looped_training(LoopedTransformer(width=512), Training(steps=10**7), samples=1, seed=0)
    with pytest.raises(OSError, match="missing"):
        looped_training(model, Training(text="missing"), samples=1, seed=0)
