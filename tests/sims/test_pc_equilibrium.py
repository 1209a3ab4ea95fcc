"""Equilibria and gradients of predictive coding networks, against dense solvers and differences."""

import numpy as np
import pytest
from hypothesis import given, settings
from scipy.optimize import minimize

from depthlaws.sims.predictive_coding import PCN, equilibrium, linear_equilibrium, toy
from depthlaws.sims.predictive_coding import energy as pc
from depthlaws.sims.predictive_coding.linearised import Linearised
from depthlaws.sims.predictive_coding.model import seeds
from tests.sims.pc_networks import (
    NUMPY,
    TASK,
    Naive,
    differences,
    drawn,
    flat,
    matrix,
    models,
    naive_net,
    numbers,
)


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
