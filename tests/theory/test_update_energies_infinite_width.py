"""Energies of the first step at infinite width: recursions beside dense networks and quadrature."""

import math

import numpy as np
import pytest

from depthlaws import activations, updates


def test_laws_at_infinite_width_have_their_ledger_values() -> None:
    pre = {"activation": "linear", "norm": "pre", "scaled": "none", "part": "label"}
    actual = [updates.energies("residual", L, **pre).mean() for L in (4, 16, 64)]
    np.testing.assert_allclose(actual, [5.51, 87.4, 1140], rtol=1e-3)  # ledger BP-7
    post = {"activation": "linear", "norm": "post", "scaled": "none", "part": "label"}
    assert updates.energies("residual", 4, **post).mean() == pytest.approx(2.8125)
    straight = {"weights": "orthogonal", "activation": "linear", "part": "label"}
    for width, scale in ((math.inf, 1), (192, 192)):
        actual = updates.energies("plain", 16, width=width, **straight)
        np.testing.assert_allclose(actual / scale, np.arange(1, 17) ** 2.0)


def test_branches_of_one_matrix_meet_the_law_of_units() -> None:
    from depthlaws.theory.updates import infinite_width_energies

    actual = infinite_width_energies.deep_branches(6, 0.49, 0.64, [1.3]).energies.floats
    options = {"activation": "linear", "skip": 0.7, "multiplier": 0.8, "variance": 1.3}
    exact = updates.energies("residual", 6, scaled="none", part="label", **options)
    np.testing.assert_allclose(actual, exact, rtol=1e-13)


def test_any_activation_meets_the_homogeneous_law() -> None:
    from depthlaws.theory.updates import infinite_width_energies

    for options in ({}, {"variance": 1.3}, {"activate_input": False}):
        direct = updates.energies("plain", 6, activation="linear", part="label", **options)
        law = infinite_width_energies.any_activation(
            6, activations.get("linear"), options.get("variance", 1.0)
        )
        np.testing.assert_allclose(law.energies.floats, direct, rtol=1e-12)


@pytest.mark.parametrize("count", [2, 3])
def test_a_branch_scaled_in_its_last_matrix_only_against_dense_networks(count: int) -> None:
    """Four blocks z + W_p ... W_1 z with n Var W_i = 1 but for the last, 1/4: by the public law."""
    n, blocks, runs = 400, 4, 3
    gains = [1.0] * (count - 1) + [1 / blocks]
    rng, eye, growth = np.random.default_rng(count), np.eye(n), 1 + 1 / blocks
    sampled = np.zeros((runs, blocks))
    for run in range(runs):
        G = np.zeros((n, n))
        for block in range(blocks):
            weights = [rng.standard_normal((n, n)) * math.sqrt(g / n) for g in gains]
            above = [eye]  # what the branch still does after each weight, the last one first
            for W in reversed(weights[1:]):
                above.append(above[-1] @ W)
            A = eye + above[-1] @ weights[0]
            size = growth**block * n  # of the states that a weight reads
            G = A @ G @ A.T
            for W, U in zip(gains, reversed(above), strict=True):
                G += size * U @ U.T
                size *= W
            sampled[run, block] = growth ** (blocks - 1 - block) * np.sum(G * G) / n**3
    options = {"activation": "linear", "branch_depth": count, "scaled": "last", "power": 0.5}
    exact = updates.energies("residual", blocks, part="label", **options)
    np.testing.assert_allclose(sampled.mean(axis=0), exact, rtol=0.01)


def test_energies_of_post_activation_blocks_by_quadrature() -> None:
    """q' = q + 2 m E phi + E phi^2 and m' = m + E phi, phi = eps leaky(s sqrt(q) x), x normal."""
    from depthlaws.theory.updates import infinite_width_energies

    eps, s, x = 0.5, 0.8, np.linspace(-12, 12, 240_001)
    density = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)
    q, m, expected = 1.0, 0.0, [1.0]
    for _ in range(5):
        z = s * math.sqrt(q) * x
        phi = eps * np.where(z > 0, z, 3 * z)
        mean, square = (float(np.trapezoid(f * density, x)) for f in (phi, phi**2))
        q, m = q + 2 * m * mean + square, m + mean
        expected.append(q)
    path = infinite_width_energies.post_activation_path(5, eps, s, (3.0, 1.0))
    np.testing.assert_allclose(path, expected, rtol=1e-8)


def test_post_activation_blocks_by_their_recursion() -> None:
    """tr (A G A^T)^2 with A = 1 + eps D W and fresh gates, by the freeness of G and A^T A."""
    from depthlaws.theory.updates import infinite_width_energies

    eps, s2, (low, high) = 0.5, 0.6, (9.0, 1.0)  # squared slopes of leaky_relu(3)
    q, fourth, gain = (low + high) / 2, (low**2 + high**2) / 2, eps**2 * s2
    path = infinite_width_energies.post_activation_path(5, eps, math.sqrt(s2), (3.0, 1.0))
    y = r = 0.0
    expected = []
    for x in eps**2 * path[:-1]:
        spread = (2 * gain * q + gain**2 * fourth) * y**2
        r = (1 + gain * q) ** 2 * r + spread + 2 * x * (q + gain * fourth) * y + x**2 * fourth
        y = (1 + gain * q) * y + q * x
        expected.append(r)
    options = {"scaled": "none", "multiplier": eps, "variance": s2, "part": "label"}
    leaky = activations.leaky_relu(3.0)
    actual = updates.energies("post-activation", 5, activation=leaky, **options)
    tail = (1 + gain * q) ** np.arange(4, -1, -1.0)
    np.testing.assert_allclose(actual, expected * tail, rtol=1e-12)


def test_gates_persist_in_the_backward_pass_too() -> None:
    """E M_l of a ReLU residual network is diagonal, not isotropic: it meets G through the gates."""
    from depthlaws.theory.updates import infinite_width_energies

    rng, width, blocks, tau = np.random.default_rng(5), 300, 16, 0.25
    law = infinite_width_energies.persistent_gates(blocks, tau, 1.0, (0.0, 1.0))
    actual = []
    for _ in range(6):
        z, G, squares, gates = rng.standard_normal(width), np.zeros((width, width)), [], []
        for _ in range(blocks):
            D, W = (z > 0).astype(float), rng.standard_normal((width, width))
            W *= math.sqrt(tau / width)
            A = np.eye(width) + W * D
            G = np.square(D * z).sum() * np.eye(width) + A @ G @ A.T
            z = z + W @ (D * z)
            squares.append(np.square(G).sum(axis=0))
            gates.append(D)
        seen = np.ones(width)
        for D in gates[: blocks // 2 - 1 : -1]:
            seen = seen + tau * seen.mean() * D
        half = squares[blocks // 2 - 1]
        actual.append((seen @ half) / (seen.mean() * half.sum()))
    isotropic = infinite_width_energies.persistent_gates(
        blocks // 2, tau, 1.0, (0.0, 1.0)
    ).energies.floats[-1]
    gain = (1 + tau / 2) ** (blocks // 2)
    exact = law.energies.floats[blocks // 2 - 1] / (gain * isotropic)
    assert exact > 1.02
    assert np.mean(actual) == pytest.approx(exact, abs=4 * np.std(actual) / math.sqrt(6) + 0.005)


def test_post_activation_energy() -> None:
    limit = math.cosh(1 / math.sqrt(math.pi)) ** 2
    assert updates.post_activation_energy(10**5, 1e-5) == pytest.approx(limit, rel=1e-4)
    for blocks, quoted in ((16, 29.3), (64, 2367), (144, 2.09e5)):  # ledger X21
        actual = updates.post_activation_energy(blocks, blocks**-0.5)
        assert actual == pytest.approx(quoted, rel=3e-3)
    with pytest.raises(ValueError, match="eps must be finite"):
        updates.post_activation_energy(4, math.inf)


def test_gates_of_smooth_activations() -> None:
    assert activations.kappa4("erf") == pytest.approx(5 / 3, rel=1e-14)
    assert activations.gate("erf") == pytest.approx(4 / (math.pi * math.sqrt(5)), rel=1e-14)
    assert activations.kappa4("gelu") == pytest.approx(2.088334044250502, rel=1e-14)
    assert activations.gate("tanh") == pytest.approx(0.464402902448268242, rel=1e-14)
    assert activations.kappa4("tanh", variance=1e4) > 5
    with pytest.raises(ValueError, match="variance must be positive"):
        activations.gate("gelu", variance=0.0)
