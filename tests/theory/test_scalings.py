"""A multiplied branch and one with scaled weights, trained side by side."""

import numpy as np
import pytest

from depthlaws import parametrization

STEPS, WIDTH = 25, 6


def trained(multiplier, weights, *, rate, decay, epsilon=None):
    """Outputs h + m W2 tanh(W1 h) at every step, W2 trained by SGD (epsilon None) or AdamW."""
    rng = np.random.default_rng(5)
    h, target = rng.standard_normal((2, 9, WIDTH))
    inner, last = rng.standard_normal((2, WIDTH, WIDTH)) / np.sqrt(WIDTH)
    last = weights * last
    u = np.tanh(h @ inner.T)
    mean, square, outputs = np.zeros_like(last), np.zeros_like(last), []
    for step in range(1, STEPS + 1):
        out = h + multiplier * (u @ last.T)
        outputs.append(out)
        gradient = multiplier * ((out - target).T @ u) / len(h)
        if epsilon is None:
            last = last - rate * (gradient + decay * last)
            continue
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        corrected = np.sqrt(square / (1 - 0.999**step)) + epsilon
        last = last * (1 - rate * decay) - rate * (mean / (1 - 0.9**step)) / corrected
    return np.array(outputs)


@pytest.mark.parametrize("m", [1 / 8, 0.3, 1.0, 2.5])
class TestSameStepsForEver:
    def test_gradient_descent(self, m):
        factors = parametrization.compare_scaling(m)
        scaled = trained(1.0, m, rate=0.05, decay=0.2)
        multiplied = trained(
            m, m * factors.weights, rate=0.05 * factors.sgd, decay=0.2 * factors.sgd_decay
        )
        assert np.allclose(multiplied, scaled, rtol=1e-11, atol=1e-11)
        assert np.ptp(scaled, axis=0).max() > 0.1  # they were trained

    def test_adam(self, m):
        factors = parametrization.compare_scaling(m)
        scaled = trained(1.0, m, rate=0.01, decay=0.2, epsilon=0.05)
        multiplied = trained(
            m,
            m * factors.weights,
            rate=0.01 * factors.adam,
            decay=0.2 * factors.adam_decay,
            epsilon=0.05 * factors.adam_epsilon,
        )
        assert np.allclose(multiplied, scaled, rtol=1e-10, atol=1e-10)
        assert np.ptp(scaled, axis=0).max() > 0.1


@pytest.mark.parametrize("field", ["sgd", "sgd_decay", "adam", "adam_decay", "adam_epsilon"])
def test_every_factor_matters(field):
    """With any one factor left out, the two networks train differently."""
    m = 0.3
    factors = parametrization.compare_scaling(m)
    factor = {
        name: getattr(factors, name)
        for name in ("sgd", "sgd_decay", "adam", "adam_decay", "adam_epsilon")
    } | {field: 1.0}
    if field.startswith("sgd"):
        scaled = trained(1.0, m, rate=0.05, decay=0.2)
        other = trained(m, 1.0, rate=0.05 * factor["sgd"], decay=0.2 * factor["sgd_decay"])
    else:
        scaled = trained(1.0, m, rate=0.01, decay=0.2, epsilon=0.05)
        other = trained(
            m,
            1.0,
            rate=0.01 * factor["adam"],
            decay=0.2 * factor["adam_decay"],
            epsilon=0.05 * factor["adam_epsilon"],
        )
    assert np.abs(other - scaled).max() > 1e-3


@pytest.mark.parametrize("multiplier", [0.0, -1.0, np.inf, np.nan])
def test_bad_input(multiplier):
    with pytest.raises(ValueError, match="multiplier"):
        parametrization.compare_scaling(multiplier)
