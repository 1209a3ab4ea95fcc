"""Predictive coding networks, against dense solvers, differences and a naive trainer."""

import dataclasses
import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from depthlaws.sims.common import activations, backend, cost
from depthlaws.sims.predictive_coding import (
    PCN,
    Exponents,
    Inference,
    Task,
    equilibrium,
    infer,
    inference,
    linear_equilibrium,
    plan,
    toy,
    train,
)
from depthlaws.sims.predictive_coding import energy as pc
from depthlaws.sims.predictive_coding.linearised import Linearised
from depthlaws.sims.predictive_coding.model import NAMED, seeds

NUMPY = backend.get("cpu")
TASK = Task("small", np.random.default_rng(5).standard_normal((3, 4)), [[1.0], [-1.0], [0.5]])
SMALL_RUN = {"rules": ("pc", "bp"), "samples": 2, "seed": 3, "task": TASK}

models = st.builds(
    lambda network, alpha, **options: PCN(
        network=network, **options, **({"alpha": alpha} if network == "residual" else {})
    ),
    width=st.integers(1, 5),
    depth=st.integers(2, 5),
    features=st.just(4),
    outputs=st.integers(1, 3),
    network=st.sampled_from(["mlp", "residual"]),
    parametrization=st.sampled_from(sorted(NAMED)),
    gamma0=st.floats(0.3, 2),
    alpha=st.sampled_from([0.0, 0.5, 1.0]),
    output_precision=st.sampled_from([1.0, 0.3, 4.0]),
)
numbers = st.integers(0, 2**32)


def drawn(model, seed, samples=1):
    """Weights, inputs and targets of independent networks."""
    _, children = seeds(seed, samples)
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((samples, 3, model.features))
    y = rng.standard_normal((samples, 3, model.outputs))
    return model.draw(children, NUMPY, "float64"), x, y


class Naive:
    """One network, written out: predictions, energy and loss of given matrices."""

    def __init__(self, model, weights, x, y):
        self.model, self.w, self.x, self.y = model, [np.array(w) for w in weights], x, y
        self.phi = activations.get(model.activation).function

    def predicted(self, layer, z):
        m, n = self.model, self.model.width
        e = m.exponents
        last, first = layer == m.depth, layer == 1
        seen = z if first else self.phi(z)
        scale = (n**-e.a1 / math.sqrt(m.features)) if first else n**-e.a
        scale = 1.0 if first and e.kaiming else scale
        scale /= m.gamma0 * n**e.d if last else 1.0
        if m.network == "residual" and not (first or last):
            return z + scale * m.depth**-m.alpha * seen @ self.w[layer - 1].T
        return scale * seen @ self.w[layer - 1].T

    def output(self):
        z = self.x
        for layer in range(1, self.model.depth + 1):
            z = self.predicted(layer, z)
        return z

    def loss(self):
        return 0.5 * np.sum((self.y - self.output()) ** 2) / len(self.x)

    def energy(self, flat):
        """Sum over inputs, of activities (input, layer, width) in one row."""
        inner = flat.reshape(len(self.x), self.model.depth - 1, -1)
        z = [self.x, *inner.transpose(1, 0, 2), self.y]
        total = 0.0
        for layer in range(1, self.model.depth + 1):
            e = z[layer] - self.predicted(layer, z[layer - 1])
            precision = self.model.output_precision if layer == self.model.depth else 1.0
            total += 0.5 * precision * np.sum(e * e)
        return total

    def least(self):
        """The least energy of a linear network, by the dense Hessian."""
        size = len(self.x) * (self.model.depth - 1) * self.model.width
        zero, unit = np.zeros(size), np.eye(size)
        start = self.energy(zero)
        ends = np.array([[self.energy(u), self.energy(-u)] for u in unit])
        gradient = (ends[:, 0] - ends[:, 1]) / 2
        hessian = np.array(
            [
                [self.energy(u + v) - self.energy(u) - self.energy(v) + start for v in unit]
                for u in unit
            ]
        )
        z = np.linalg.solve(hessian, -gradient)
        return z.reshape(len(self.x), self.model.depth - 1, -1), self.energy(z)


def flat(z):
    return np.stack([a[0] for a in z[1:]], axis=1).ravel()


# -- equilibrium -----------------------------------------------------------------------------------


@settings(max_examples=30)
@given(models, numbers)
def test_exact_inference_is_the_dense_solve(model, seed):
    w, x, y = drawn(model, seed)
    naive = Naive(model, [a[0] for a in w], x[0], y[0])
    z, energy = naive.least()
    result = equilibrium.solve(pc.Net(model, w), x, y)
    scale = 1 + np.abs(z).max()
    np.testing.assert_allclose(flat(result.z), z.ravel(), atol=1e-9 * scale)
    np.testing.assert_allclose(result.energy.sum(), energy, rtol=1e-9, atol=1e-10)


@settings(max_examples=25)
@given(models, numbers)
def test_the_stiffness_gives_the_energy_from_the_error_of_the_output(model, seed):
    w, x, y = drawn(model, seed, samples=2)
    net = pc.Net(model, w)
    result = equilibrium.solve(net, x, y)
    r = y - pc.forward(net, x)[-1]
    expected = 0.5 * np.einsum("spi,sij,spj->sp", r, np.linalg.inv(result.stiffness), r)
    np.testing.assert_allclose(result.energy, expected, rtol=1e-9)


@pytest.mark.parametrize("network", ["mlp", "residual"])
@pytest.mark.parametrize("activation", ["tanh", "gelu", "relu", "leaky_relu:0.3"])
def test_equilibrium_of_nonlinear_networks_has_the_energy_of_a_general_minimiser(
    network, activation
):
    model = PCN(width=7, depth=4, features=4, network=network, activation=activation, gamma0=0.5)
    w, x, y = drawn(model, 11)
    naive = Naive(model, [a[0] for a in w], x[0], y[0])
    result = equilibrium.solve(pc.Net(model, w), x, y, tolerance=1e-13)
    assert (result.promise <= 1e-13).all()
    np.testing.assert_allclose(naive.energy(flat(result.z)), result.energy.sum(), rtol=1e-12)
    start = flat(pc.forward(naive_net(naive), x)[:-1])
    options = {"maxiter": 20_000, "maxfun": 10**6, "ftol": 1e-15, "gtol": 1e-10}
    other = minimize(naive.energy, start, method="L-BFGS-B", options=options)
    assert result.energy.sum() <= other.fun * (1 + 1e-7)
    again = minimize(naive.energy, flat(result.z), method="Powell", options={"maxiter": 3})
    assert result.energy.sum() <= again.fun * (1 + 1e-9)


@pytest.mark.parametrize("activation", ["tanh", "gelu"])
def test_newton_steps_end_where_gauss_newton_takes_hundreds(activation, monkeypatch):
    model = PCN(width=4, depth=4, features=4, activation=activation, gamma0=0.2)
    net = pc.Net(model, model.draw(seeds(3, 2)[1], NUMPY, "float64"))
    x, y = (np.broadcast_to(a, (2, *a.shape)) for a in (TASK.x, TASK.y))
    result = equilibrium.solve(net, x, y, tolerance=1e-12)
    assert result.promise.max() <= 1e-12
    assert result.iterations <= 12
    monkeypatch.setattr(equilibrium, "GAUSS_NEWTON_STEPS", 400)
    slow = equilibrium.solve(net, x, y, tolerance=1e-12, most=400)
    assert slow.iterations > 100
    np.testing.assert_allclose(result.energy, slow.energy, rtol=1e-11)


@pytest.mark.parametrize("network", ["mlp", "residual"])
def test_newton_steps_are_those_of_the_dense_hessian(network, monkeypatch):
    monkeypatch.setattr(equilibrium, "CONJUGATE_STEPS", 60)
    monkeypatch.setattr(equilibrium, "CONJUGATE_TOLERANCE", 1e-24)
    model = PCN(width=3, depth=4, features=4, network=network, activation="tanh", gamma0=0.2,
                output_precision=0.3)  # fmt: skip
    w, x, y = drawn(model, 4)
    naive, net = Naive(model, [a[0] for a in w], x[0], y[0]), pc.Net(model, w)
    z = equilibrium.solve(net, x, y, tolerance=1e-9).z
    rng, h = np.random.default_rng(0), 1e-3
    z = [z[0], *(a + 0.05 * rng.standard_normal(a.shape) for a in z[1:])]
    at, unit = flat(z), h * np.eye(z[1].size * 3)
    ends = [[naive.energy(at + u + v) - naive.energy(at + u - v) for v in unit] for u in unit]
    backs = [[naive.energy(at - u + v) - naive.energy(at - u - v) for v in unit] for u in unit]
    hessian = (np.array(ends) - backs) / (4 * h * h)
    gradient = [(naive.energy(at + u) - naive.energy(at - u)) / (2 * h) for u in unit]
    linear = Linearised(net, net.slopes(z))
    d, slope = equilibrium._curved(net, z, pc.errors(net, z, y), linear)
    expected = -np.linalg.solve(hessian, gradient)
    np.testing.assert_allclose(flat([None, *d]), expected, atol=1e-4 * np.abs(expected).max())
    np.testing.assert_allclose(slope.sum(), -0.5 * expected @ gradient, rtol=1e-4)


def naive_net(naive):
    return pc.Net(naive.model, [w[None] for w in naive.w])


def test_relu_rests_on_its_kinks_where_the_gradient_does_not_vanish():
    model = PCN(width=24, depth=4, activation="relu", network="residual")
    w, _, _ = drawn(model, 2)
    task = toy(0)
    net = pc.Net(model, w)
    result = equilibrium.solve(net, task.x[None], task.y[None], tolerance=1e-12)
    held = [a == 0 for a in result.z[1:]]
    assert sum(int(h.sum()) for h in held) > 3
    g = pc.activity_gradients(net, net.slopes(result.z), result.e)
    off = [np.abs(a[~h]).max() for a, h in zip(g, held, strict=True)]
    on = [np.abs(a[h]).max(initial=0) for a, h in zip(g, held, strict=True)]
    assert max(off) < 1e-6 < 1e-3 < max(on)


def test_the_changes_of_held_units_are_zero_and_of_no_others():
    model = PCN(width=5, depth=4, features=4, outputs=2, activation="relu", network="residual")
    w, x, _ = drawn(model, 1)
    net, rng = pc.Net(model, w), np.random.default_rng(0)
    slopes = net.slopes(pc.forward(net, x)[:-1])
    free = [(rng.random(a.shape) < 0.6).astype(float) for a in slopes[1:]]
    result = Linearised(net, slopes, free).solve([rng.standard_normal(a.shape) for a in free])
    for d, f in zip(result, free, strict=True):
        assert np.all(d[f == 0] == 0)
        assert np.all(d[f == 1] != 0)


# -- gradients -------------------------------------------------------------------------------------


def matrix(gradient):
    left, right = gradient
    return np.einsum("spi,spj->sij", left, right)


def differences(function, w):
    """Central differences of a function of nothing in one matrix."""
    result = np.zeros_like(w)
    for index in np.ndindex(w.shape):
        old, values = w[index], []
        for shift in (1e-5, -1e-5):
            w[index] = old + shift
            values.append(function())
        w[index] = old
        result[index] = (values[0] - values[1]) / 2e-5
    return result


@pytest.mark.parametrize("activation", ["linear", "tanh"])
@pytest.mark.parametrize("network", ["mlp", "residual"])
def test_gradients_are_those_of_the_loss_and_of_the_least_energy(network, activation):
    model = PCN(
        width=3,
        depth=4,
        features=4,
        outputs=2,
        network=network,
        activation=activation,
        gamma0=0.5,
        output_precision=0.7,
    )
    w, x, y = drawn(model, 1)
    naive = Naive(model, [a[0] for a in w], x[0], y[0])
    net = naive_net(naive)

    def least():
        fresh = naive_net(naive)
        return equilibrium.solve(fresh, x, y, tolerance=1e-15).energy.mean()

    result = equilibrium.solve(net, x, y, tolerance=1e-15)
    bp = pc.backpropagated(net, pc.forward(net, x), y)
    own = pc.weight_gradients(net, result.z, result.e)
    for layer in range(4):
        expected = differences(naive.loss, naive.w[layer])
        np.testing.assert_allclose(matrix(bp[layer])[0], expected, atol=1e-8)
        np.testing.assert_allclose(
            matrix(own[layer])[0], differences(least, naive.w[layer]), atol=1e-7
        )


@settings(max_examples=20)
@given(models, numbers)
def test_inner_products_need_no_matrix(model, seed):
    w, x, y = drawn(model, seed, samples=2)
    net = pc.Net(model, w)
    h = pc.forward(net, x)
    bp = pc.backpropagated(net, h, y)
    result = equilibrium.solve(net, x, y)
    own = pc.weight_gradients(net, result.z, result.e)
    for a, b in zip(bp, own, strict=True):
        expected = np.sum(matrix(a) * matrix(b), axis=(1, 2))
        scale = np.abs(matrix(a)).max() * np.abs(matrix(b)).max() + 1e-300
        np.testing.assert_allclose(pc.inner(a, b), expected, atol=1e-11 * scale * a[0].size)


# -- inference step by step ------------------------------------------------------------------------

WIDE_MODEL = PCN(width=12, depth=4, network="residual", features=4)


@pytest.mark.parametrize(
    "how",
    [
        Inference(method="gradient", step=0.3, iterations=6000, batch="sum"),
        Inference(method="gradient", step=0.9, iterations=6000),
        Inference(method="nesterov", step=0.15, iterations=2500, batch="sum"),
        Inference(method="nesterov", step=0.15, iterations=900, momentum=0.9, batch="sum"),
        Inference(method="conjugate", iterations=37),
    ],
)
def test_every_method_ends_at_the_equilibrium(how):
    w, x, y = drawn(WIDE_MODEL, 4)
    exact, least = infer(WIDE_MODEL, Inference(), [a[0] for a in w], x[0], y[0])
    z, path = infer(WIDE_MODEL, how, [a[0] for a in w], x[0], y[0])
    for a, b in zip(exact, z, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-6)
    assert len(path) == how.iterations + 1
    np.testing.assert_allclose(path[0], Naive(WIDE_MODEL, [a[0] for a in w], x[0], y[0]).loss())
    np.testing.assert_allclose(path[-1], least[0], rtol=1e-9)


def test_a_step_moves_against_the_gradient_of_the_mean_energy():
    w, x, y = drawn(WIDE_MODEL, 4)
    naive = Naive(WIDE_MODEL, [a[0] for a in w], x[0], y[0])
    start = np.random.default_rng(0).standard_normal((3, 3, 12))  # layer, input, width
    how = Inference(method="gradient", step=0.3, iterations=1)
    z, _ = infer(WIDE_MODEL, how, naive.w, x[0], y[0], start=list(start))
    at = start.transpose(1, 0, 2).ravel().copy()
    gradient = differences(lambda: naive.energy(at) / 3, at).reshape(3, 3, 12).transpose(1, 0, 2)
    np.testing.assert_allclose(np.stack(z), start - 0.3 * gradient, atol=1e-8)


def test_exact_inference_goes_on_from_its_start():
    """A start is found in the answer if any energy will do; from the answer it does not move."""
    model = dataclasses.replace(WIDE_MODEL, activation="tanh")
    w, x, y = drawn(model, 4)
    of = (model, Inference(), [a[0] for a in w], x[0], y[0])
    start = list(np.random.default_rng(0).standard_normal((3, 3, 12)))
    z, _ = infer(*of, start=start, tolerance=1)
    np.testing.assert_allclose(np.stack(z), start)
    least, energy = infer(*of, tolerance=1e-12)
    again, same = infer(*of, start=least, tolerance=1e-6)
    np.testing.assert_array_equal(np.stack(again), np.stack(least))
    np.testing.assert_allclose(same, energy)


def test_nesterov_steps_are_the_textbook_ones():
    w, x, y = drawn(WIDE_MODEL, 4)
    z, _ = infer(
        WIDE_MODEL,
        Inference(method="nesterov", iterations=3, step=0.2),
        [a[0] for a in w],
        x[0],
        y[0],
    )
    net, zs = pc.Net(WIDE_MODEL, w), [pc.forward(pc.Net(WIDE_MODEL, w), x)[1:-1]]
    ahead = zs[0]
    for t in range(1, 4):
        here = [x, *ahead]
        g = pc.activity_gradients(net, net.slopes(here), pc.errors(net, here, y))
        zs.append([a - 0.2 / 3 * b for a, b in zip(ahead, g, strict=True)])
        ahead = [a + (t - 1) / (t + 2) * (a - b) for a, b in zip(zs[-1], zs[-2], strict=True)]
    for a, b in zip(z, zs[-1], strict=True):
        np.testing.assert_allclose(a, b[0], rtol=1e-12)


@pytest.mark.parametrize("batch", ["sum", "mean"])
@pytest.mark.parametrize("activation", ["linear", "tanh"])
def test_inference_that_diverges_says_which_step_would_not(activation, batch):
    model = PCN(width=12, depth=4, features=4, activation=activation, gamma0=0.1)
    w, x, y = drawn(model, 4)
    weights = [a[0] for a in w]
    how = Inference(method="gradient", step=50.0, iterations=400, batch=batch)
    with pytest.raises(ArithmeticError, match=r"a step below .* does not") as caught:
        infer(model, how, weights, x[0], y[0])
    safe = float(str(caught.value).split("below ")[1].split(" ")[0])
    calm = Inference(method="gradient", step=0.99 * safe, iterations=3000, batch=batch)
    _, path = infer(model, calm, weights, x[0], y[0])
    assert path[-1] < path[0]
    top = inference.largest_step(pc.Net(model, w), x)
    assert safe == pytest.approx(top * (3 if batch == "mean" else 1), rel=0.01)


def test_nesterov_that_diverges_says_two_thirds_of_the_step_of_plain_descent():
    w, x, y = drawn(WIDE_MODEL, 4)
    how = Inference(method="nesterov", step=50.0, iterations=400, batch="sum")
    with pytest.raises(ArithmeticError, match=r"a step below .* does not") as caught:
        infer(WIDE_MODEL, how, [a[0] for a in w], x[0], y[0])
    safe = float(str(caught.value).split("below ")[1].split(" ")[0])
    assert safe == pytest.approx(2 / 3 * inference.largest_step(pc.Net(WIDE_MODEL, w), x), rel=0.01)


def test_inference_diverges_at_a_thousand_times_its_first_energy():
    """At three halves of the largest step energies grow at most fourfold a step."""
    w, x, y = drawn(WIDE_MODEL, 4)
    step = 1.5 * inference.largest_step(pc.Net(WIDE_MODEL, w), x)
    how = Inference(method="gradient", step=step, iterations=400, batch="sum")
    with pytest.raises(ArithmeticError, match="diverges") as caught:
        infer(WIDE_MODEL, how, [a[0] for a in w], x[0], y[0])
    before = int(str(caught.value).split("iteration ")[1].split(")")[0]) - 1
    how = dataclasses.replace(how, iterations=before)
    _, path = infer(WIDE_MODEL, how, [a[0] for a in w], x[0], y[0])
    assert 200 * path[0] < path[-1] <= 1000 * path[0]


def test_the_largest_step_is_two_over_the_largest_curvature():
    w, x, y = drawn(WIDE_MODEL, 9)
    net = pc.Net(WIDE_MODEL, w)
    size = 3 * WIDE_MODEL.width
    naive = Naive(WIDE_MODEL, [a[0] for a in w], x[0][:1], y[0][:1])
    zero = naive.energy(np.zeros(size))
    h = np.array(
        [
            [naive.energy(u + v) - naive.energy(u) - naive.energy(v) + zero for v in np.eye(size)]
            for u in np.eye(size)
        ]
    )
    top = np.linalg.eigvalsh(h)[-1]
    assert 0.95 * 2 / top <= inference.largest_step(net, x) < 2 / top


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


def test_conjugate_gradients_that_end_early_lead_to_the_same_equilibrium(monkeypatch):
    model = PCN(width=4, depth=4, features=4, activation="tanh")
    w, x, y = drawn(model, 7, samples=2)
    asked = pc.Net(model, [2 * a for a in w]), x, y
    exact = equilibrium.solve(*asked, tolerance=1e-13)
    assert exact.iterations > equilibrium.GAUSS_NEWTON_STEPS
    monkeypatch.setattr(equilibrium, "CONJUGATE_STEPS", 1)
    early = equilibrium.solve(*asked, tolerance=1e-13)
    assert max(exact.promise.max(), early.promise.max()) <= 1e-13
    np.testing.assert_allclose(early.energy, exact.energy, rtol=1e-10)


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


@pytest.mark.parametrize("network", ["mlp", "residual"])
@pytest.mark.parametrize(("outputs", "precision"), [(1, 1.0), (3, 1.0), (1, 0.3), (2, 4.0)])
def test_linear_networks_by_outputs_are_those_by_inputs(network, outputs, precision):
    model = PCN(
        width=5,
        depth=4,
        features=4,
        outputs=outputs,
        network=network,
        gamma0=0.5,
        output_precision=precision,
    )
    w, x, y = drawn(model, 4, samples=3)
    net = pc.Net(model, w)
    result = linear_equilibrium.compare(net, x, y, bp=True, pc=True)
    at, h = equilibrium.solve(net, x, y), pc.forward(net, x)
    np.testing.assert_allclose(result.loss, pc.losses(h[-1], y).mean(axis=1), rtol=1e-12)
    np.testing.assert_allclose(result.energy, at.energy.mean(axis=1), rtol=1e-12)
    np.testing.assert_allclose(result.stiffness, at.stiffness, rtol=1e-12)
    rules = {"bp": pc.backpropagated(net, h, y), "pc": pc.weight_gradients(net, at.z, at.e)}
    for rule, gradients in rules.items():
        alone = linear_equilibrium.compare(net, x, y, bp=rule == "bp", pc=rule == "pc")
        for layer, gradient in enumerate(gradients):
            wanted = matrix(gradient)
            for one in (result, alone):
                ours = matrix(getattr(one, rule)[layer])
                np.testing.assert_allclose(ours, wanted, atol=1e-12 * np.abs(wanted).max())


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


# -- bad input -------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"method": "newton"}, "method must be one of"),
        ({"step": 0.0}, "step must be positive"),
        ({"method": "nesterov", "momentum": 1.0}, r"momentum must be in \[0, 1\)"),
        ({"batch": "average"}, "batch must be one of mean, sum"),
        ({"iterations": -1}, "iterations must be at least 0"),
    ],
)
def test_inference_that_cannot_be(options, said):
    with pytest.raises(ValueError, match=said):
        Inference(**options)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"weights": 0}, r"weights of layer 1 must be \(out, in\) = \(12, 4\), got \(13, 5\)"),
        ({"weights": 3}, r"weights of layer 4 must be \(out, in\) = \(1, 12\), got \(2, 13\)"),
        ({"nan": "weights of layer 2"}, "weights of layer 2 must be finite, got 1 that are not"),
        ({"x": np.ones((3, 5))}, r"x and y must be \(input, 4\) and \(input, 1\), got \(3, 5\)"),
        ({"y": np.ones((2, 1))}, "x and y must be"),
        ({"y": np.full((3, 1), math.nan)}, "y must be finite, got 3"),
        ({"start": [np.ones((3, 12))] * 2}, r"start must be 3 arrays \(3, 12\)"),
        (
            {"start": [np.full((3, 12), math.inf)] * 3},
            "activities of layer 1 must be finite, got 36",
        ),
    ],
)
def test_networks_that_do_not_fit_together(change, said):
    w, x, y = drawn(WIDE_MODEL, 0)
    weights = [a[0].copy() for a in w]
    if "weights" in change:
        layer = change["weights"]
        weights[layer] = np.ones(np.array(weights[layer].shape) + 1)
    if "nan" in change:
        weights[1][0, 0] = math.nan
    with pytest.raises(ValueError, match=said):
        infer(
            WIDE_MODEL,
            Inference(),
            weights,
            change.get("x", x[0]),
            change.get("y", y[0]),
            start=change.get("start"),
        )


def test_one_matrix_too_few():
    w, x, y = drawn(WIDE_MODEL, 0)
    with pytest.raises(ValueError, match="weights must be 4 matrices, one for each layer, got 3"):
        infer(WIDE_MODEL, Inference(), [a[0] for a in w[:3]], x[0], y[0])


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


def test_steps_of_more_than_a_day_are_not_begun():
    model, task = PCN(width=3, depth=2, features=4), TASK
    weights = [np.ones(shape) for shape in model.shapes]
    how = Inference(method="gradient", step=0.1, iterations=10**10)
    with pytest.raises((ValueError, MemoryError), match="inference of 10000000000 steps"):
        infer(model, how, weights, task.x, task.y)


def test_a_task_too_large_for_the_memory_is_not_drawn():
    with pytest.raises(MemoryError, match="task of 1000000000 inputs of 40000 numbers needs"):
        toy(0, inputs=10**9, features=40_000)


def test_a_network_too_large_for_the_memory_is_not_begun():
    with pytest.raises(MemoryError, match="networks of width 5000000, 3 layers needs"):
        train(PCN(width=5_000_000, depth=3), Inference(), samples=1, seed=0)
