"""Training of predictive coding networks, against a naive trainer; its observables."""

import math

import numpy as np
import pytest

from depthlaws.sims.common import backend
from depthlaws.sims.predictive_coding import (
    PCN,
    Exponents,
    Inference,
    Task,
    equilibrium,
    infer,
    toy,
    train,
)
from depthlaws.sims.predictive_coding import energy as pc
from depthlaws.sims.predictive_coding.model import seeds
from tests.sims.pc_networks import NUMPY, SMALL_RUN, TASK, Naive, differences, matrix

# -- models ----------------------------------------------------------------------------------------


def test_mean_field_and_mup_are_one_model():
    runs = [
        train(
            PCN(width=20, depth=4, parametrization=p, gamma0=0.7),
            Inference(),
            samples=2,
            seed=1,
            steps=8,
        )
        for p in ("mean_field", "mup")
    ]
    for name in runs[0].data_vars:
        np.testing.assert_allclose(runs[0][name], runs[1][name], rtol=1e-10)


@pytest.mark.parametrize(
    ("name", "first", "other"),
    [
        ("sp", 1, 1 / 400),
        ("ntk", 1, 1),
        ("mean_field", 1, 1),
        ("mup", 1 / 400, 1 / 400),
        ("kaiming", 1 / 120, 1 / 1200),
    ],
)
def test_initial_variances(name, first, other):
    model = PCN(width=400, depth=4, parametrization=name)
    w = model.draw(seeds(0, 1)[1], NUMPY, "float64")
    for layer, expected in zip(w[:3], (first, other, other), strict=True):
        n = layer.size
        assert abs(layer.var() / expected - 1) < 5 * math.sqrt(2 / n)
        assert abs(layer.mean()) < 5 * math.sqrt(expected / n)
    rng = np.random.default_rng(seeds(0, 1)[1][0])
    for layer, expected in zip(w[:3], (first, other, other), strict=True):
        flat = 3**0.5 * rng.uniform(-1, 1, layer.shape) if name == "kaiming" else None
        plain = rng.standard_normal(layer.shape) if flat is None else flat
        np.testing.assert_allclose(layer, math.sqrt(expected) * plain, rtol=1e-12)


def test_rates_follow_width_and_depth():
    model = PCN(width=64, depth=9, gamma0=2.0, network="residual")
    assert model.rate(0.1, "sgd") == pytest.approx(0.1 * 4 * 64)
    assert model.rate(0.1, "adam") == pytest.approx(0.1 / math.sqrt(64 * 9))
    assert PCN(width=64, depth=9).rate(0.1, "adam") == pytest.approx(0.1 / 8)
    assert PCN(width=64, depth=9, parametrization="mup").rate(0.1, "sgd") == pytest.approx(0.1)
    assert PCN(width=64, depth=9, parametrization="ntk").rate(0.1, "sgd") == pytest.approx(0.1)
    custom = Exponents(a=1.0, b=-1.0, c=0.5, d=0.25)
    assert PCN(width=16, depth=3, parametrization=custom).rate(1.0, "sgd") == pytest.approx(1.0)
    assert PCN(width=16, depth=3, parametrization=custom).multipliers[1] == pytest.approx(1 / 16)


# -- learning --------------------------------------------------------------------------------------


def naive_run(model, rule, optimizer, rate, steps, seed=3, batches=None):
    """Losses along a run by differences of the loss, or of the least energy by the dense solve."""
    batches = [TASK] * (steps + 1) if batches is None else batches
    w = model.draw(seeds(seed, 1)[1], NUMPY, "float64")
    naive = Naive(model, [a[0] for a in w], batches[0].x, batches[0].y)
    objective = naive.loss if rule == "bp" else lambda: naive.least()[1] / len(naive.x)
    m = [np.zeros_like(a) for a in naive.w]
    v = [np.zeros_like(a) for a in naive.w]
    seen = [naive.loss()]
    for t in range(1, steps + 1):
        g = [differences(objective, a) for a in naive.w]
        for i, one in enumerate(g):
            m[i] = 0.9 * m[i] + 0.1 * one
            v[i] = 0.999 * v[i] + 0.001 * one**2
            step = (m[i] / (1 - 0.9**t)) / (np.sqrt(v[i] / (1 - 0.999**t)) + 1e-8)
            naive.w[i] -= rate * (one if optimizer == "sgd" else step)
        naive.x, naive.y = batches[t].x, batches[t].y
        seen.append(naive.loss())
    return seen


@pytest.mark.parametrize("rule", ["pc", "bp"])
@pytest.mark.parametrize(("optimizer", "base"), [("sgd", 0.1), ("adam", 0.05)])
def test_learning_is_the_naive_trainer(rule, optimizer, base):
    model = PCN(width=2, depth=3, features=4, network="residual", gamma0=0.6)
    rate = base * 0.36 * 2 if optimizer == "sgd" else base / 6**0.5
    expected = naive_run(model, rule, optimizer, rate, steps=3)
    run = train(
        model, Inference(), samples=1, seed=3, task=TASK, steps=3, rate=base,
        optimizer=optimizer, rules=(rule,), observe="loss",
    )  # fmt: skip
    np.testing.assert_allclose(run.loss[0, 0], expected, rtol=1e-5)


@pytest.mark.parametrize("rule", ["pc", "bp"])
def test_every_step_draws_a_batch_of_its_own_for_both_rules(rule):
    model = PCN(width=2, depth=3, features=4)
    sequences = [np.random.SeedSequence(3, spawn_key=(0, step)) for step in range(4)]
    batches = [TASK.batch(2, sequence) for sequence in sequences]
    assert len({batch.x.tobytes() for batch in batches}) > 1
    expected = naive_run(model, rule, "sgd", 0.2, steps=3, batches=batches)
    options = {"samples": 1, "seed": 3, "task": TASK, "steps": 3, "rate": 0.1, "minibatch": 2}
    run = train(model, Inference(), rules=("pc", "bp"), observe="loss", **options)
    np.testing.assert_allclose(run.loss.sel(rule=rule)[0], expected, rtol=1e-5)
    assert (run.attrs["inputs"], run.attrs["minibatch"]) == (3, 2)


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_back_propagation_alone_learns_by_differences_of_the_loss(activation):
    """Networks that are not linear, without an observable of the energy."""
    model = PCN(width=3, depth=3, features=4, activation=activation, gamma0=0.6)
    run = train(model, Inference(), samples=1, seed=3, task=TASK, steps=1, rate=0.1, rules="bp",
                observe="loss")  # fmt: skip
    phi = {"tanh": np.tanh, "relu": lambda z: np.maximum(z, 0)}[activation]
    w = [a[0].copy() for a in model.draw(seeds(3, 1)[1], NUMPY, "float64")]

    def loss():
        z = TASK.x
        for i, (times, one) in enumerate(zip(model.multipliers, w, strict=True)):
            z = times * (phi(z) if i else z) @ one.T
        return 0.5 * ((TASK.y - z) ** 2).mean()

    seen, slopes = [loss()], [differences(loss, a) for a in w]
    for a, slope in zip(w, slopes, strict=True):
        a -= model.rate(0.1, "sgd") * slope
    np.testing.assert_allclose(run.loss[0, 0], [*seen, loss()], rtol=1e-6)
    assert seen[0] - loss() > 1e-3 * seen[0]


def test_what_is_compared():
    """Cosines and lengths from the matrices themselves."""
    model = PCN(width=4, depth=3, features=4, gamma0=0.4)
    names = ("loss", "energy", "rescaling", "cosine", "ratio", "layer_cosine", "between")
    run = train(model, Inference(), steps=2, rate=0.2, observe=names, **SMALL_RUN)
    assert set(run.data_vars) == {*names, *(f"{name}_out" for name in names)}
    w = model.draw(seeds(3, 2)[1], NUMPY, "float64")
    x, y = (np.broadcast_to(a, (2, *a.shape)) for a in (TASK.x, TASK.y))
    learners = {rule: [a.copy() for a in w] for rule in ("pc", "bp")}
    for step in range(3):
        used = {}
        for rule, weights in learners.items():
            net = pc.Net(model, weights)
            h = pc.forward(net, x)
            at = equilibrium.solve(net, x, y)
            both = {
                "bp": [matrix(g) for g in pc.backpropagated(net, h, y)],
                "pc": [matrix(g) for g in pc.weight_gradients(net, at.z, at.e)],
            }
            used[rule] = both[rule]
            seen = run.sel(rule=rule, step=step)
            np.testing.assert_allclose(seen.loss, 0.5 * ((y - h[-1]) ** 2).mean(axis=(1, 2)))
            np.testing.assert_allclose(seen.energy, at.energy.mean(axis=1))
            np.testing.assert_allclose(seen.rescaling, seen.loss / seen.energy, rtol=1e-9)
            np.testing.assert_allclose(seen.cosine, cosine(both["pc"], both["bp"]), rtol=1e-9)
            lengths = [np.sqrt(sum((a**2).sum(axis=(1, 2)) for a in both[r])) for r in ("pc", "bp")]
            np.testing.assert_allclose(seen.ratio, lengths[0] / lengths[1], rtol=1e-9)
            for layer in range(3):
                one = cosine(both["pc"][layer : layer + 1], both["bp"][layer : layer + 1])
                np.testing.assert_allclose(seen.layer_cosine[:, layer], one, rtol=1e-9)
        np.testing.assert_allclose(
            run.between.sel(step=step), cosine(used["pc"], used["bp"]), rtol=1e-9
        )
        rate = model.rate(0.2, "sgd")
        for rule, weights in learners.items():
            learners[rule] = [a - rate * g for a, g in zip(weights, used[rule], strict=True)]


def cosine(one, other):
    inner = [
        sum((a * b).sum(axis=(1, 2)) for a, b in zip(p, q, strict=True))
        for p, q in ((one, other), (one, one), (other, other))
    ]
    return inner[0] / np.sqrt(inner[1] * inner[2])


def test_the_rescaling_of_several_outputs_is_their_largest_eigenvalue():
    rng = np.random.default_rng(3)
    task = Task("three outputs", rng.standard_normal((5, 4)), rng.standard_normal((5, 3)))
    run = train(
        PCN(width=6, depth=3), Inference(), samples=2, seed=0, steps=0, task=task, rules="pc",
        observe="rescaling",
    )  # fmt: skip
    model = PCN(width=6, depth=3, features=4, outputs=3)
    _, middle, last = model.draw(seeds(0, 2)[1], backend.get("cpu"), "float64")
    for i in range(2):
        upper = model.multipliers[2] * last[i]
        lower = model.multipliers[1] * upper @ middle[i]
        largest = 1 + np.linalg.eigvalsh(upper @ upper.T + lower @ lower.T)[-1]
        assert float(run.rescaling[0, i, 0]) == pytest.approx(largest, rel=1e-12)


def test_inference_by_steps_learns_from_where_it_stops():
    model = PCN(width=6, depth=3, activation="tanh")
    few = Inference(method="gradient", step=1.0, iterations=3)
    run = train(model, few, samples=1, seed=0, steps=2, rules=("pc",), observe="energy")
    w = model.draw(seeds(0, 1)[1], NUMPY, "float64")
    task = toy(seeds(0, 1)[0])
    _, path = infer(model, few, [a[0] for a in w], task.x, task.y)
    np.testing.assert_allclose(run.energy[0, 0, 0], path[-1])
    exact = train(model, Inference(), samples=1, seed=0, steps=2, rules=("pc",), observe="energy")
    assert float(exact.energy[0, 0, 0]) < path[-1]


@pytest.mark.parametrize("rules", ["pc", "bp"])
def test_the_promise_is_that_of_the_input_furthest_from_equilibrium(rules):
    model = PCN(width=4, depth=4, features=4, activation="tanh", gamma0=0.2)
    options = {**SMALL_RUN, "rules": rules, "steps": 0, "observe": "promise"}
    result = [train(model, Inference(), tolerance=t, **options).promise[0, :, 0] for t in (1, 1e-9)]
    assert (result[1] <= 1e-9).all()
    w = model.draw(seeds(3, 2)[1], NUMPY, "float64")
    x, y = (np.broadcast_to(a, (2, *a.shape)) for a in (TASK.x, TASK.y))
    z = pc.forward(pc.Net(model, w), x)[:-1]
    begun = equilibrium.solve(pc.Net(model, w), x, y, tolerance=1.0, start=z)
    np.testing.assert_allclose(result[0], begun.promise.max(axis=-1), rtol=1e-12)
    assert (result[0] > 1e-6).all()
