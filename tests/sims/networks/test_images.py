"""Image classifiers at the start against NumPy, and their first step against finite differences."""

import numpy as np
import pytest

from depthlaws.sims.networks import (
    ImageNetwork,
    digit_images,
    image_first_step,
    image_updates,
    teacher_images,
)
from tests.sims.networks import dense

pytestmark = pytest.mark.networks

SMALL = {"width": 6, "side": 4, "classes": 3}


def arrays(weights):
    return {name: w.numpy() for name, w in weights.items()}


def written_out(model, weights, image):
    circular, phi = model.padding == "circular", getattr(dense, model.activation)
    if model.network == "cnn":
        return dense.cnn(weights, image, model.depth, phi, circular=circular)
    if model.network == "resnet":
        return dense.resnet(weights, image, model.depth, phi, circular=circular)
    return dense.vit(weights, image, model.depth, model.heads, model.patch, model.norm)


CASES = [
    *({"network": n, "padding": p, "kernel": k} for n in ("cnn", "resnet")
      for p in ("circular", "zero") for k in (3, 5)),
    {"network": "cnn", "activation": "gelu"},
    *({"network": "vit", "norm": norm, "heads": 2} for norm in ("pre", "post")),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case.values())))
def test_states_and_outputs_are_those_of_loops_over_sites(case):
    torch = pytest.importorskip("torch")
    model = ImageNetwork(**SMALL, depth=3, **case)
    images, _ = teacher_images(2, seed=1, side=4)
    weights = model.weights(2, dtype="float64")
    states = [z.numpy() for z in model.states(weights, torch.from_numpy(images))]
    scores = model.scores(weights, torch.from_numpy(states[-1])).numpy()
    assert len(states) == model.layers
    for i, image in enumerate(images):
        expected, outputs = written_out(model, arrays(weights), image)
        np.testing.assert_allclose([z[i] for z in states], expected, rtol=1e-9, atol=1e-11)
        np.testing.assert_allclose(scores[i], outputs, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("network", ["cnn", "resnet", "vit"])
@pytest.mark.parametrize("loss", ["ce", "mse"])
def test_the_first_step_is_that_of_finite_differences(network, loss):
    """The loss is written out with NumPy; its gradient and the change are differences."""
    torch = pytest.importorskip("torch")
    own = {"heads": 2} if network == "vit" else {"activation": "gelu"}
    model = ImageNetwork(**SMALL, network=network, depth=2, **own)
    images, classes = teacher_images(3, seed=4, side=4, classes=3)
    drawn = model.weights(1, dtype="float64")
    before, energy = image_updates.changes(model, drawn, torch.from_numpy(images), classes, loss)

    def at(w):
        runs = [written_out(model, w, image) for image in images]
        return np.array([r[0] for r in runs]), np.array([r[1] for r in runs])

    def cost(w):
        scores = at(w)[1]
        if loss == "ce":
            pairs = zip(scores, classes, strict=True)
            return -np.mean([np.log(dense.softmax(s)[y]) for s, y in pairs])
        targets = (np.eye(3)[classes] * 3 - 1) / 2**0.5
        return np.mean((scores - targets) ** 2) / 2

    assert before == pytest.approx(cost(arrays(drawn)), rel=1e-9)
    step = image_updates.descent(model, drawn, torch.from_numpy(images), classes, loss)[1]
    small = 1e-5
    for name in {"cnn": ("0", "1", "head"), "resnet": ("2",), "vit": ("class", "0.out")}[network]:
        for place in [*np.ndindex(drawn[name].shape)][::7]:
            ends = []
            for sign in (1, -1):
                w = {n: x.copy() for n, x in arrays(drawn).items()}
                w[name][place] += sign * small
                ends.append(cost(w))
            slope = (ends[0] - ends[1]) / (2 * small)
            assert float(step[name][place]) == pytest.approx(-slope, rel=1e-4, abs=1e-8)
    w = arrays(drawn)
    up, down = (at({n: x + s * small * step[n].numpy() for n, x in w.items()})[0] for s in (1, -1))
    change = (up - down) / (2 * small)
    expected = (change**2).mean(axis=(0, *range(2, change.ndim)))
    np.testing.assert_allclose(energy, expected, rtol=1e-5)


def test_weights_have_the_variance_of_their_fan_in():
    """An error of one percent in a standard deviation is seen."""

    def assert_variance(model, names, variance):
        weights = model.weights(0)
        w = np.concatenate([weights[name].numpy().ravel() for name in names])
        assert 5 * (2 / w.size) ** 0.5 < 0.02
        assert w.var() == pytest.approx(variance, rel=5 * (2 / w.size) ** 0.5)

    resnet = ImageNetwork(network="resnet", depth=4, width=64, kernel=5)
    assert_variance(resnet, "1234", 2 / 4 / (64 * 25))
    gelu = ImageNetwork(depth=5, width=64, activation="gelu")
    assert_variance(gelu, "1234", 1 / 0.45585 / (64 * 9))
    vit = ImageNetwork(network="vit", depth=4, width=128, side=64)
    for name, fan_in in {"qkv": 128, "up": 128, "down": 512}.items():
        assert_variance(vit, [f"{i}.{name}" for i in range(4)], 1 / fan_in)
    assert_variance(vit, ["position"], 1.0)


def test_the_record_holds_energies_and_rates():
    model = ImageNetwork(depth=3, width=8)
    run = image_first_step(model, samples=2, seed=1, batch=5)
    assert dict(run.sizes) == {"sample": 2, "layer": 3}
    np.testing.assert_allclose(run.rate**2 * run.energy.mean("layer"), 1, rtol=1e-6)
    more = image_first_step(model, samples=3, seed=1, batch=5)
    np.testing.assert_allclose(more.energy[:2], run.energy, rtol=1e-4)
    teacher = image_first_step(ImageNetwork(**SMALL), samples=1, seed=0, images="teacher")
    assert bool((teacher.energy > 0).all())


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"kernel": 4}, "kernel must be odd, got 4"),
        ({"network": "vit", "width": 10}, "heads must divide the width 10, got 4"),
        ({"network": "vit", "patch": 3}, "patch must divide the side 8, got 3"),
        ({"padding": "reflect"}, "padding must be one of circular, zero"),
    ],
)
def test_bad_settings_are_named(changes, says):
    with pytest.raises(ValueError, match=says):
        ImageNetwork(**changes)


def test_bad_runs_are_refused():
    with pytest.raises(ValueError, match="digits 8 x 8 pixels"):
        image_first_step(ImageNetwork(side=4), samples=1, seed=0)
    with pytest.raises(MemoryError, match="needs"):
        image_first_step(ImageNetwork(width=1 << 20), samples=1, seed=0)


def test_digits_are_standardised():
    images, classes = digit_images(1797, seed=0)
    assert images.mean() == pytest.approx(0, abs=1e-9)
    assert images.var() == pytest.approx(1, rel=1e-9)
    assert sorted(set(classes)) == [*range(10)]
