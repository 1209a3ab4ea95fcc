"""Inference step by step: it ends at the equilibrium, or says which step would not diverge."""

import dataclasses
import math

import numpy as np
import pytest

from depthlaws.sims.predictive_coding import PCN, Inference, infer, inference
from depthlaws.sims.predictive_coding import energy as pc
from tests.sims.pc_networks import TASK, Naive, differences, drawn

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


def test_steps_of_more_than_a_day_are_not_begun():
    model, task = PCN(width=3, depth=2, features=4), TASK
    weights = [np.ones(shape) for shape in model.shapes]
    how = Inference(method="gradient", step=0.1, iterations=10**10)
    with pytest.raises((ValueError, MemoryError), match="inference of 10000000000 steps"):
        infer(model, how, weights, task.x, task.y)
