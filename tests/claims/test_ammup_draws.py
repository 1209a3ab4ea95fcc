"""Weights that are drawn only along the vectors they meet have the law of Gaussian matrices."""

import math

import numpy as np
import pytest

from depthlaws.sims.onestep import Architecture
from depthlaws_papers.ammup.claims.wide_draws import Known, Unmet, _moments, drawn


def rows(rng, *shape):
    return rng.standard_normal(shape)


def test_products_are_those_of_one_matrix():
    """g . (W dx) = (W^T g) . dx, and what is known of W x stays: the parts linear in dx."""
    rng = np.random.default_rng(0)
    x, g, dx = (rows(rng, 5, 7) for _ in range(3))
    weight = Unmet(rng, 1.3, sign=False)
    out, pulled = weight.forward(x), weight.back(g)
    assert np.vecdot(out, g) == pytest.approx(np.vecdot(x, pulled), rel=1e-12)
    step = weight._moved()
    assert np.vecdot(weight.along(dx) + step, g) == pytest.approx(np.vecdot(dx, pulled), rel=1e-12)
    assert weight.along(2 * x) + step == pytest.approx(2 * out, rel=1e-9)


@pytest.mark.parametrize("sign", [False, True])
def test_products_have_the_moments_of_a_matrix(sign):
    """Second moments of all three products beside those of matrices, and with one another."""
    rng, many, n, s = np.random.default_rng(1), 20_000, 3, 1.7
    x, g, dx = (np.broadcast_to(rows(rng, n), (many, n)) for _ in range(3))
    dense = Known(rows(rng, many, n, n) * s / math.sqrt(n), sign=sign)
    found = []
    for weight in (Unmet(rng, s, sign=sign), dense):
        parts = weight.forward(x), weight.back(g), weight.along(dx) + weight._moved()
        every = np.concatenate(parts, axis=1)
        found.append(every.T @ every / many)
    assert found[0] == pytest.approx(found[1], abs=0.04 * found[1].max())


@pytest.mark.parametrize("activation", ["relu", "gelu", "linear"])
def test_controls_have_mean_zero(activation):
    a = Architecture(network="residual", width=16, depth=2, outputs=16, activation=activation)
    _, controls = drawn(a, 3000, 2, sign=False)
    errors = controls.mean(axis=0) / controls.std(axis=0) * math.sqrt(len(controls))
    assert np.abs(errors).max() < 4.5


def test_moments_on_both_sides_of_a_kink():
    assert _moments("relu") == pytest.approx((1 / math.sqrt(2 * math.pi), 0.5, 0.5), rel=1e-12)
