"""Controls of predictive coding's simulated means, and matrices drawn along what they meet."""

import math

import numpy as np
import pytest

from depthlaws.sims.predictive_coding import PCN
from depthlaws_papers.pc.claims.runs import KINDS, at_start, first_kernel
from depthlaws_papers.pc.claims.wide_starts import Known, Unmet


@pytest.mark.parametrize("network", KINDS)
@pytest.mark.parametrize("depth", [2, 4])
def test_controls_of_the_first_step_have_mean_zero(network, depth):
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((5, 3)), rng.standard_normal(5)
    model = PCN(width=6, depth=depth, features=3, network=network, gamma0=0.7)
    found = first_kernel(model, 4000, 1, x, y, 2)
    assert found.shape == (4000, 2 + 3)
    errors = found.mean(axis=0) / found.std(axis=0) * math.sqrt(len(found))
    assert np.abs(errors).max() < 4.5


@pytest.mark.parametrize("network", KINDS)
@pytest.mark.parametrize("parametrization", ["mean_field", "sp", "kaiming"])
def test_what_is_left_out_of_the_rescaling_has_mean_zero(network, parametrization):
    model = PCN(
        width=6, depth=4, features=1, outputs=2, network=network, parametrization=parametrization
    )
    _, off = at_start(model, 6000, 3)
    assert abs(off.mean()) < 4.5 * off.std() / math.sqrt(len(off))
    assert off.std() > 0


def test_products_are_those_of_one_matrix():
    """(W k) . m = k . (W^T m) for every k, and W is linear."""
    rng = np.random.default_rng(2)
    m, k, v = (rng.standard_normal((4, n)) for n in (6, 3, 3))
    weight = Unmet(rng, 3)
    below = weight.down(m)
    up, later = weight.up(k), weight.up(v)
    assert np.vecdot(up, m) == pytest.approx(np.vecdot(below, k), rel=1e-12)
    assert np.vecdot(later, m) == pytest.approx(np.vecdot(below, v), rel=1e-12)
    assert weight.up(2 * k) == pytest.approx(2 * up, rel=1e-9)


def test_products_have_the_moments_of_a_matrix():
    rng, many = np.random.default_rng(3), 20_000
    m, k, v = (np.broadcast_to(rng.standard_normal(n), (many, n)) for n in (4, 3, 3))
    moments = []
    for weight in (Unmet(rng, 3), Known(rng.standard_normal((many, 4, 3)))):
        every = np.concatenate([weight.down(m), weight.up(k), weight.up(v)], axis=1)
        moments.append(every.T @ every / many)
    assert moments[0] == pytest.approx(moments[1], abs=0.04 * moments[1].max())
