"""Neural tangent kernels beside gradients of finite networks, written out without a library."""

import math

import numpy as np
import pytest

from depthlaws import residual, updates
from depthlaws.theory.activations import get
from depthlaws.theory.residual import Stream

GRAM = np.array([[1.0, 0.4, -0.3], [0.4, 2.0, 0.5], [-0.3, 0.5, 0.5]])
WIDTH, SAMPLES = 256, 40


def inputs(rng, width):
    """Vectors (input, width) whose products over the width are GRAM, exactly."""
    directions = np.linalg.qr(rng.standard_normal((width, 3)))[0].T
    return math.sqrt(width) * np.linalg.cholesky(GRAM) @ directions


def stream_gradient(stream, weights, v, start):
    """Output v . h_K / sqrt(d) and its gradient in all weights: one row for each input."""
    phi, width = get(stream.activation), len(v)
    rows, outputs = [], []
    for x in start:
        states, gates, acts = [x], [], []
        for layer, eps in zip(stream.labels, stream.scales, strict=True):
            h = states[-1]
            size = math.sqrt(np.mean(h**2)) if stream.normalize else 1.0
            acts.append(phi.function(h / size))
            gates.append((phi.derivative(h / size), h / size, size))
            gain = eps * stream.s / math.sqrt(width)
            states.append(h + gain * weights[layer] @ acts[-1])
        back = v / math.sqrt(width)
        gradients = np.zeros_like(weights)
        for k in range(stream.steps - 1, -1, -1):
            layer, gain = stream.labels[k], stream.scales[k] * stream.s / math.sqrt(width)
            gradients[layer] += gain * np.outer(back, acts[k])
            gate, unit, size = gates[k]
            inner = gate * (gain * weights[layer].T @ back)
            if stream.normalize:
                inner = (inner - unit * (unit @ inner) / width) / size
            back = back + inner
        outputs.append(v @ states[-1] / math.sqrt(width))
        rows.append(np.concatenate([gradients.ravel(), states[-1] / math.sqrt(width)]))
    return np.array(outputs), np.array(rows)


def plain_gradient(layers, s, activation, weights, v, start):
    """Output v . phi(z_L) / sqrt(d) and its gradient in all weights: one row for each input."""
    phi, width = get(activation), len(v)
    rows, outputs, gain = [], [], s / math.sqrt(width)
    for x in start:
        acts, before = [x], []
        for weight in weights:
            before.append(gain * weight @ acts[-1])
            acts.append(phi.function(before[-1]))
        back, gradients = v / math.sqrt(width), np.zeros_like(weights)
        for k in range(layers - 1, -1, -1):
            back = back * phi.derivative(before[k])
            gradients[k] = gain * np.outer(back, acts[k])
            back = gain * weights[k].T @ back
        outputs.append(v @ acts[-1] / math.sqrt(width))
        rows.append(np.concatenate([gradients.ravel(), acts[-1] / math.sqrt(width)]))
    return np.array(outputs), np.array(rows)


STREAMS = {
    "tied": {"loops": 4, "eps": 0.4},
    "untied": {"layers": 3, "eps": 0.6, "s": 1.3},
    "looped block, tanh-like": {"loops": 2, "layers": 2, "eps": 0.5, "activation": "erf"},
    "normalised": {"loops": 3, "eps": 0.5, "normalize": True},
    "visits": {"visits": "1+2x2+1", "eps": [0.7, 0.3, 0.4, 0.3, 0.4, 0.6]},
}


@pytest.mark.parametrize("name", STREAMS)
def test_tangent_kernel_of_a_stream_is_that_of_wide_networks(name):
    stream = Stream(**STREAMS[name], h0=GRAM)
    law = updates.tangent_kernel(stream)
    rng, kernels = np.random.default_rng(7), []
    for _ in range(SAMPLES):
        weights = rng.standard_normal((stream.layers, WIDTH, WIDTH))
        v = rng.standard_normal(WIDTH)
        _, rows = stream_gradient(stream, weights, v, inputs(rng, WIDTH))
        kernels.append(rows @ rows.T)
    assert_wide_limit(law, np.array(kernels))


@pytest.mark.parametrize("activation", ["relu", "erf"])
def test_tangent_kernel_of_a_plain_network_is_that_of_wide_networks(activation):
    law = updates.plain_tangent_kernel(3, 1.4, GRAM, activation)
    rng, kernels = np.random.default_rng(8), []
    for _ in range(SAMPLES):
        weights = rng.standard_normal((3, WIDTH, WIDTH))
        v = rng.standard_normal(WIDTH)
        _, rows = plain_gradient(3, 1.4, activation, weights, v, inputs(rng, WIDTH))
        kernels.append(rows @ rows.T)
    assert_wide_limit(law, np.array(kernels))


def assert_wide_limit(law, kernels):
    """Means of networks are the law within five standard errors and a bias of order 1/width."""
    size = np.sqrt(np.outer(np.diag(law), np.diag(law)))
    error = kernels.std(axis=0, ddof=1) / math.sqrt(len(kernels))
    assert np.max(error / size) < 0.04, "too few networks to tell"
    np.testing.assert_array_less(np.abs(kernels.mean(axis=0) - law), 5 * error + 3 * size / WIDTH)


@pytest.mark.parametrize("kind", ["stream", "plain"])
def test_gradients_of_the_finite_networks_are_finite_differences(kind):
    rng, width = np.random.default_rng(9), 12
    stream = Stream(**STREAMS["normalised"] | {"layers": 2}, h0=GRAM)
    start = inputs(rng, width)

    def output(theta):
        weights, v = theta[:-width].reshape(-1, width, width), theta[-width:]
        if kind == "stream":
            return stream_gradient(stream, weights, v, start)
        return plain_gradient(2, 1.4, "erf", weights, v, start)

    theta = rng.standard_normal(2 * width**2 + width)
    way = rng.standard_normal(theta.shape) * 1e-6
    difference = (output(theta + way)[0] - output(theta - way)[0]) / 2
    np.testing.assert_allclose(difference, output(theta)[1] @ way, rtol=1e-3)


def test_one_input_has_the_sum_of_the_squared_gradients():
    stream = Stream(loops=3, layers=2, eps=0.3)
    kernel = updates.tangent_kernel(stream, readout=False)
    np.testing.assert_allclose(kernel, updates.gradient_energies(stream).sum(), rtol=1e-13)
    whole = updates.tangent_kernel(stream) - kernel
    np.testing.assert_allclose(whole, stream.energies[-1], rtol=1e-13)


def test_a_linear_network_adds_the_gram_matrix_for_each_of_its_matrices():
    law = updates.plain_tangent_kernel(4, 1.0, GRAM, "linear")
    np.testing.assert_allclose(law, 5 * GRAM, rtol=1e-13)
    law = updates.plain_tangent_kernel(4, 1.0, GRAM, "linear", readout=False)
    np.testing.assert_allclose(law, 4 * GRAM, rtol=1e-13)


def test_an_untied_stream_is_small_steps_of_its_closed_form():
    """Each untied ReLU layer adds (eps s)^2 H_l/2 times the growth of the later layers."""
    growth = 1 + 0.3**2 / 2
    stream = Stream(layers=6, eps=0.3)
    expected = 6 * 0.3**2 / 2 * growth**5 + growth**6
    np.testing.assert_allclose(updates.tangent_kernel(stream), expected, rtol=1e-13)


def test_bad_input_names_the_value():
    with pytest.raises(ValueError, match=r"L must be .*0"):
        updates.plain_tangent_kernel(0, 1.4)
    with pytest.raises(ValueError, match="s must be positive, got 0"):
        updates.plain_tangent_kernel(2, 0)
    with pytest.raises(ValueError, match="overflows or vanishes in 3 layers at s=1e-170"):
        updates.plain_tangent_kernel(3, 1e-170)
    with pytest.raises(ValueError, match="positive semidefinite"):
        updates.plain_tangent_kernel(2, 1.4, [[1.0, 2.0], [2.0, 1.0]])
    with pytest.raises(MemoryError, match="tangent_kernel of 1,000,000 steps"):
        updates.tangent_kernel(residual.Stream(loops=1_000_000, eps=1e-6))
