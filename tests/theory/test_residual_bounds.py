"""Bounds on the growth of residual streams, on random matrices and vectors."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from depthlaws.theory import formula, residual
from depthlaws.theory.residual import Stream, tied_kernel
from tests.theory.kernel_sums import z_scores


@given(st.integers(1, 30), st.floats(0.001, 1.5), st.floats(0.05, 3), st.floats(0.01, 50))
@settings(max_examples=60)
def test_energy_sandwich(loops, eps, s, h0):
    kernel = tied_kernel(loops, eps, s, h0)
    slack = 1 + 1e-12
    assert formula("tied-energy-lower")(loops, eps, s, h0) <= kernel[-1, -1] * slack
    assert kernel[-1, -1] <= formula("tied-energy-upper")(loops, eps, s, h0) * slack
    T = eps * loops
    assert kernel[-1, -1] <= formula("tied-energy-exponential")(T, s, h0) * slack
    energies = np.diag(kernel)[:-1]
    assert np.sqrt(energies / (2 * np.pi)).min() * slack >= formula("activation-mass-lower")(h0)
    assert energies.max() / 2 <= formula("activation-square-upper")(T, s, h0) * slack
    normal = tied_kernel(loops, eps, s, h0, normalize=True)[-1, -1]
    assert formula("tied-normalized-energy-lower")(T, s, h0) <= normal * slack
    assert normal <= formula("tied-normalized-energy-upper")(T, s, h0) * slack


@given(st.integers(1, 12), st.integers(1, 30), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_positive_cone_mass(loops, width, seed, sparsity):
    rng = np.random.default_rng(seed)
    u = rng.exponential(size=(loops, width)) * (rng.random((loops, width)) >= sparsity)
    result = residual.cone_mass(u)
    assert result.lower <= result.value * (1 + 1e-12)
    assert result.value <= result.upper * (1 + 1e-12)
    total, squares = math.fsum(u.flat), math.fsum(x * x for x in u.flat)
    assert (result.mass, result.square) == pytest.approx((total / u.size, squares / u.size))
    assert result.lower == pytest.approx(loops * result.mass, rel=1e-14)
    assert result.upper == pytest.approx(loops * math.sqrt(result.square), rel=1e-14)
    sums = [math.fsum(column) for column in u.T]
    assert result.value == pytest.approx(math.hypot(*sums) / math.sqrt(width))


def test_positive_cone_mass_is_attained():
    flat = residual.cone_mass(np.full((3, 5), 0.7))
    assert flat.lower == pytest.approx(flat.value, rel=1e-14)
    same = residual.cone_mass(np.tile([0.0, 1.0, 4.0], (6, 1)))
    assert same.value == pytest.approx(same.upper, rel=1e-14)
    with pytest.raises(ValueError, match="nonnegative"):
        residual.cone_mass([[1.0, -0.1]])


def test_gordon_slack_is_positive_and_certified():
    slack = formula("gordon-slack")
    for width in (1, 2, 3, 4, 5, 9, 33, 100, 301):
        assert slack.ball(width) * width**0.5 > 0.1
    limit_value = 5 / (8 * math.sqrt(2)) - 0.25
    assert slack(301) * 301**0.5 == pytest.approx(limit_value, rel=5e-3)
    rng = np.random.default_rng(8)
    g = rng.standard_normal((200000, 7))
    room = np.linalg.norm(g, axis=1) - np.linalg.norm(np.maximum(g, 0), axis=1)
    truth = slack(7) + math.sqrt(7) * (1 - 1 / math.sqrt(2))
    assert abs(z_scores(room, truth)) < 5


def test_cone_gain_on_random_nonnegative_vectors():
    width, gamma = 300, 0.2
    low, high = (formula(f"cone-gain-{side}")(gamma, 1.3) for side in ("lower", "upper"))
    rng = np.random.default_rng(9)
    w = 1.3 * rng.standard_normal((width, width)) / math.sqrt(width)
    x = np.maximum(rng.standard_normal((width, 200)), 0)
    # The worst directions of the cone: projected power and inverse iterations.
    best, worst = x[:, :1], x[:, :1]
    for _ in range(300):
        best = np.maximum(w.T @ (w @ best), 0)
        best /= np.linalg.norm(best)
        worst = np.maximum(worst - 0.2 * (w.T @ (w @ worst)), 0)
        worst /= np.linalg.norm(worst)
    x = np.hstack([x, best, worst])
    gain = np.linalg.norm(w @ x, axis=0) / np.linalg.norm(x, axis=0)
    assert low < gain.min() < 0.6 * 1.3
    assert 1.6 * 1.3 < gain.max() < high
    assert residual.cone_width(0.95) == 150
    probability = formula("cone-gain-probability")
    assert probability(0.2, 149) < 0.95 <= probability(0.2, 150)


def test_trajectory_isometry():
    width, loops, t = 400, 24, 4.0
    low, high = (
        formula(f"trajectory-isometry-{side}")(loops, width, t, 1.0) for side in ("lower", "upper")
    )
    assert formula("trajectory-isometry-probability")(t) > 0.999
    rng = np.random.default_rng(10)
    w = rng.standard_normal((width, width)) / math.sqrt(width)
    h, met = rng.standard_normal(width), []
    for _ in range(loops):
        met.append(np.maximum(h, 0))
        h = h + 0.3 * w @ met[-1]
    basis = np.linalg.qr(np.array(met).T)[0]
    values = np.linalg.svd(w @ basis, compute_uv=False)
    assert low < values.min() < values.max() < high
    assert values.min() < 1 - math.sqrt(loops / width) / 2


@given(st.integers(1, 8), st.integers(2, 10), st.floats(0.01, 1), st.integers(0, 2**32 - 1))
@settings(max_examples=50)
def test_one_step_bounds_hold_for_any_matrices(loops, width, eps, seed):
    rng = np.random.default_rng(seed)
    w, change = rng.standard_normal((2, width, width)) / math.sqrt(width)
    eta = 0.3
    h = moved = rng.standard_normal(width)
    total, largest = np.zeros(width), 0.0
    for _ in range(loops):
        u, v = np.maximum(h, 0), np.maximum(moved, 0)
        total, largest = total + u, max(largest, np.linalg.norm(v) / math.sqrt(width))
        h, moved = h + eps * w @ u, moved + eps * (w + eta * change) @ v
    size = np.linalg.norm(moved - h) / math.sqrt(width)
    norms = [np.linalg.norm(m, 2) for m in (w, change)]
    loose = formula("loop-update-upper")(eta, eps, loops, *norms, largest)
    sharp = formula("loop-update-upper-sharp")(eta, eps, loops, *norms, largest)
    assert size <= sharp * (1 + 1e-12)
    assert sharp <= loose * (1 + 1e-12)
    if not total.any():
        return
    zeta = residual.update_gain(eta * change, total, eta)
    straight = eps * eta * change @ total
    theta = np.linalg.norm(moved - h - straight) / max(np.linalg.norm(straight), 1e-300)
    if theta < 1:
        scale = np.linalg.norm(total) / math.sqrt(width) / loops
        low = formula("loop-update-sharp-lower")(eta, eps, loops, zeta, scale, theta)
        high = formula("loop-update-sharp-upper")(eta, eps, loops, zeta, scale**2, theta)
        assert low * (1 - 1e-9) <= size <= high * (1 + 1e-9)


def test_norm_bounds_of_theorem_one():
    rng = np.random.default_rng(11)
    for _ in range(20):
        eps, loops, width = rng.uniform(0.01, 1), int(rng.integers(1, 9)), 12
        h = rng.standard_normal(width)
        w = rng.standard_normal((width, width)) / math.sqrt(width)
        start, total = np.linalg.norm(h) / math.sqrt(width), np.zeros(width)
        for _ in range(loops):
            total = total + np.maximum(h, 0)
            h = h + eps * w @ np.maximum(h, 0)
        end = np.linalg.norm(h) / math.sqrt(width)
        rate = np.linalg.norm(w @ total) / math.sqrt(width) / loops
        assert formula("tied-norm-lower")(eps, loops, start, rate) <= end * (1 + 1e-12)
        assert end <= formula("tied-norm-upper")(eps, loops, start, rate) * (1 + 1e-12)


@pytest.mark.parametrize(("loops", "layers", "lam"), [(4, 3, 0.5), (4, 8, 1.0), (2, 16, 1.0)])
def test_block_theorem_brackets_the_exact_value(loops, layers, lam):
    bound = residual.block_bound(
        Stream(loops=loops, layers=layers, eps=lam / (loops * layers**0.5))
    )
    assert bound.tight
    assert bound.lower < bound.exact < bound.upper
    assert bound.a_low <= bound.exact / (layers * loops**2) <= bound.a_high
    assert 0.05 < bound.coupling < 0.2


def test_the_constants_of_the_block_theorem_by_their_definitions():
    loops, layers, eps = 3, 4, 0.05
    stream = Stream(loops=loops, layers=layers, eps=eps)
    bound, beta = residual.block_bound(stream), eps * loops
    energies = residual.branch_energies(stream)
    changes = [residual.replacement_stability(stream, i) for i in range(layers)]
    coupling = max(changes[i][j] for i in range(layers) for j in range(layers) if i != j) / beta**2
    assert (bound.beta, bound.drift) == (pytest.approx(beta, rel=1e-15), 0.0)
    assert bound.coupling == pytest.approx(coupling, rel=1e-12)
    low, high = energies.min() / loops**2, energies.max() / loops**2
    assert (bound.a_low, bound.a_high) == pytest.approx((low, high), rel=1e-14)
    assert bound.exact == pytest.approx(energies.sum(), rel=1e-14)
    spread, size = (layers - 1) * coupling * beta**2, loops**2 * layers
    assert bound.lower == pytest.approx(size * (low - spread) / 2, rel=1e-12)
    assert bound.upper == pytest.approx(2 * size * (high + spread), rel=1e-12)


def test_coherence_and_proposition_seven():
    rng = np.random.default_rng(12)
    contributions, eta, eps = rng.standard_normal((4, 6, 30)), 0.2, 0.1
    size = eps * np.linalg.norm(contributions.sum(axis=(0, 1))) / math.sqrt(30)
    lam = eps * 4 * math.sqrt(6)
    coherent = residual.coherence(contributions, eta)
    assert coherent * eta * lam * math.sqrt(6) == pytest.approx(size, rel=1e-13)
    largest = np.linalg.norm(contributions, axis=-1).max() / math.sqrt(30) / eta
    assert size <= formula("block-update-upper")(eta, lam, 6, 1.0, largest)
