"""Energies of the first step under the cross-entropy, against sampling and exact laws."""

import math
import re
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest

from depthlaws import activations, updates
from depthlaws.theory.updates import (
    cross_entropy_energies,
    cross_entropy_gradient,
    state_frame_moments,
)
from depthlaws.theory.updates.missing_laws import ask

CLAIMS = Path("papers/depthlaws_papers/ammup/claims")


def test_cross_entropy() -> None:
    assert updates.ce_gradient_norm(10) == 0.9
    assert updates.ce_gradient_norm(4, 1e15) == pytest.approx(1.5, abs=1e-6)
    rng = np.random.default_rng(0)
    p = np.exp(rng.standard_normal((400_000, 3)))
    p /= p.sum(axis=1, keepdims=True)
    sampled = 1 / 3 + np.square(p).sum(axis=1)
    sem = sampled.std() / math.sqrt(len(sampled))
    assert abs(sampled.mean() - updates.ce_gradient_norm(3, 1.0)) < 4 * sem
    with pytest.raises(ValueError, match="outputs must be at least 2"):
        updates.ce_gradient_norm(1)
    ce = updates.local_slope("plain", 8, loss="ce", outputs=10)
    assert ce == pytest.approx(updates.local_slope("plain", 8))
    parts = [
        updates.energies("plain", 4, loss="ce", outputs=3, part=part)
        for part in ("label", "output", "total")
    ]
    np.testing.assert_allclose(parts[0] + parts[1], parts[2], rtol=1e-13)
    np.testing.assert_allclose(parts[0] / parts[2], 2 / 3 / updates.ce_gradient_norm(3, 0.5))


def _mean_square(outputs: int, log_variance: np.ndarray) -> np.ndarray:
    """E|u|^2 and E(u.out)^2/v of u = out/m."""
    v = np.exp(log_variance)
    return np.array([v / outputs, (outputs + 2) * v / outputs])


def _steep(name: str) -> activations.Activation:
    """An activation of one's own: one of those that have slopes, 20 times as steep."""
    one = activations.get(name)
    low, high = one.slopes or (0, 0)
    return activations.Activation(
        name=f"steep {name}",
        function=lambda x: 20 * one.function(x),
        derivative=lambda x: 20 * one.derivative(x),
        dual=lambda *h: 400 * one.dual(*h),
        gate=lambda *h: 400 * one.gate(*h),
        slopes=(20 * low, 20 * high),
    )


@pytest.mark.parametrize(
    ("width", "words"),
    [
        (64, {}),
        (1000, {"activate_input": False, "head": 0.3}),
        (40, {"inputs": "gaussian", "variance": 1.2}),
        (30, {"activation": "linear", "inputs": "gaussian", "multiplier": 0.7}),
        (30, {"activation": activations.leaky_relu(-1.0)}),
        (2, {"weights": "orthogonal"}),
        (7, {"weights": "orthogonal", "inputs": "gaussian", "variance": 2.6}),
        (64, {"weights": "orthogonal", "activate_input": False, "head": 0.3}),
        (5, {"weights": "orthogonal", "activation": "linear", "multiplier": 0.7}),
        (2, {"weights": "orthogonal", "activation": "linear", "inputs": "gaussian"}),
        (64, {"activation": _steep("relu")}),
        (64, {"activation": _steep("relu"), "activate_input": False}),
        (5, {"activation": _steep("linear"), "weights": "orthogonal"}),
    ],
)
def test_states_weighted_by_their_size_at_a_width(width: int, words: dict[str, Any]) -> None:
    """The gradient of mse is a polynomial of the outputs, and its energies are rational."""
    for depth in (1, 3, 8):
        asked = ask("plain", {"width": width, "outputs": 3, **words})
        net = cross_entropy_energies.plain_network(asked)
        assert net is not None
        actual = cross_entropy_energies.energies_of_outputs(net, depth, _mean_square).floats
        exact = updates.energies("plain", depth, width=width, outputs=3, part="output", **words)
        np.testing.assert_allclose(actual, exact, rtol=1e-9)


def _products(h: np.ndarray, gram: np.ndarray) -> np.ndarray:
    """The eight products of a state and its tangents' Gram matrix, without a frame."""
    x = np.einsum("...i,...i", h, h)
    along = np.einsum("...ij,...j->...i", gram, h)
    g = np.einsum("...i,...i", h, along) / x
    q = np.einsum("...i,...i", along, along) / x - g**2
    trace = np.trace(gram, axis1=-2, axis2=-1) - g
    square = np.einsum("...ij,...ij", gram, gram) - 2 * q - g**2
    return np.array([x**2, x * g, x * trace, g**2, q, square, trace**2, g * trace])


SAMPLES = 200_000


def _sampled_layers(
    net: state_frame_moments.PlainNetwork, h: np.ndarray, gram: np.ndarray, A: float, B: float
) -> tuple[np.ndarray, np.ndarray]:
    """Growth of |h|^2 and 13 products of random layers, those with an open gate only."""
    rng, n = np.random.default_rng(11), net.width
    W = rng.standard_normal((SAMPLES, n, n))
    if net.orthogonal:
        W, R = np.linalg.qr(W)
        W *= np.sign(np.diagonal(R, axis1=1, axis2=2))[:, None, :] * math.sqrt(net.gain)
    else:
        W *= math.sqrt(net.gain / n)
    z = W @ h
    D = (z > 0) * 1.0 if net.gated else np.ones_like(z)
    D, W, z = (v[D.any(axis=1)] for v in (D, W, z))
    new = D * z
    tangents = net.omega * (h @ h) * np.eye(n) + W @ gram @ W.transpose(0, 2, 1)
    after = D[:, :, None] * tangents * D[:, None, :]
    # A gradient with E a a^T = diag(A, B, ..., B) in the frame of the new state.
    axis = new / np.linalg.norm(new, axis=1, keepdims=True)
    a = math.sqrt(B) * D * rng.standard_normal(D.shape)
    a += axis * (math.sqrt(A) * rng.standard_normal(len(D)) - np.sum(axis * a, axis=1))[:, None]
    below = np.einsum("sij,si->sj", W, a)
    along = (below @ h) ** 2 / (h @ h)
    across = (np.sum(below**2, axis=1) - along) / (n - 1)
    at_open = np.einsum("sij,sj->si", after, a)
    at_shut = (1 - D) * np.einsum("sij,jk,sk->si", W, gram, below)
    changes = [np.sum(v**2, axis=1) for v in (at_open, at_shut)]
    products = [np.ones(len(D)), *_products(new, after), along, across, *changes]
    return np.sum(new**2, axis=1) / (h @ h), np.array(products)


@pytest.mark.parametrize("orthogonal", [False, True])
@pytest.mark.parametrize("gated", [False, True])
def test_one_layer_against_sampled_matrices(orthogonal: bool, gated: bool) -> None:
    """Sampled layers of width 4: their products and changes need no frame of the state."""
    net = state_frame_moments.PlainNetwork(
        4, 1.3, 0.7, 1.0, gated, 1.0, 2, activate_input=True, sphere=True, orthogonal=orthogonal
    )
    rng = np.random.default_rng(12)
    h, root = rng.standard_normal(4), rng.standard_normal((4, 4))
    before, gradient = _products(h, root @ root.T)[None], np.array([[0.8, 0.3]])
    growth, products = _sampled_layers(net, h, root @ root.T, 0.8, 0.3)
    change = state_frame_moments.squared_change
    for tilt in (0.0, 0.4, 0.6j):
        maps = state_frame_moments.unit_maps(net, np.array([tilt + 0j]))
        state, down, shut = (
            np.einsum("tij,tj->ti", map_, vector)
            for map_, vector in (
                (maps.state, before),
                (maps.gradient, gradient),
                (maps.shut, gradient),
            )
        )
        at_shut = change(shut, before)
        if maps.without_new is not None:
            at_shut = at_shut - change(gradient, np.einsum("tij,tj->ti", maps.without_new, before))
        exact = [*maps.weight, *state[0], *down[0], *change(gradient, state), *at_shut]
        sampled = growth**tilt * products
        mean = sampled.sum(axis=1) / SAMPLES
        variance = np.sum(np.abs(sampled) ** 2, axis=1) / SAMPLES - np.abs(mean) ** 2
        error = 5 * np.sqrt(np.abs(variance) / SAMPLES) + 1e-9
        np.testing.assert_array_less(np.abs(mean - exact), error)
        assert np.all(error[:-1] < 0.06 * np.abs(exact[:-1]))


def test_the_derivation_names_tests_and_claims_that_exist() -> None:
    root = Path(__file__).parents[2]
    text = (root / "docs/derivations/cross-entropy-finite-width.md").read_text(encoding="utf-8")
    tests, claims = (set(re.findall(f"`({p})`", text)) for p in (r"test_\w+", r"AMMUP-[\w-]+"))
    assert len(tests) >= 6
    assert len(claims) >= 4
    assert tests <= globals().keys()
    source = "".join(p.read_text(encoding="utf-8") for p in (root / CLAIMS).rglob("*.py"))
    assert all(f'id="{claim}"' in source for claim in claims)


@pytest.mark.parametrize("slope", [0.01, 0.5])
def test_gates_of_two_open_slopes_are_no_gates_of_one(slope: float) -> None:
    asked = ask("plain", {"width": 8, "activation": activations.leaky_relu(slope)})
    assert cross_entropy_energies.plain_network(asked) is None


@pytest.mark.parametrize("degrees", [3, 60, 598, 599, 600, 601, 5000, 10**7])
def test_moments_of_chi_on_both_sides_of_stirling(degrees: int) -> None:
    """E (chi^2_k)^tilt: log Gamma below 600 degrees, its series above."""
    tilts = np.array([0, 1, 2 + 0.3j, -0.2j, 5j, 2 + 30j])
    with mpmath.workdps(40):
        half = mpmath.mpf(degrees) / 2
        exact = [
            complex(mpmath.loggamma(half + t) - mpmath.loggamma(half) + t * mpmath.log(2))
            for t in tilts.tolist()
        ]
    actual = state_frame_moments.log_chi(np.array(float(degrees)), tilts)
    np.testing.assert_allclose(actual, exact, rtol=1e-13, atol=2e-12)


def test_cross_entropy_at_a_width(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"loss": "ce", "outputs": 10}
    parts = [
        updates.energies("plain", 4, width=8, part=part, **words)
        for part in ("label", "output", "total")
    ]
    np.testing.assert_allclose(parts[0] + parts[1], parts[2], rtol=1e-13)
    narrow = updates.energies("plain", 8, width=4, **words)
    wide = updates.energies("plain", 4, **words)
    gaps = [
        (updates.energies("plain", 4, width=n, **words) / n / wide - 1) * n
        for n in (4000, 8000, 10**6)
    ]
    np.testing.assert_allclose(gaps[0], gaps[2], rtol=0.05)
    np.testing.assert_allclose(gaps[0] - gaps[2], 2 * (gaps[1] - gaps[2]), rtol=0.05)
    monkeypatch.setattr(cross_entropy_energies, "REACH", 14.0)
    monkeypatch.setattr(cross_entropy_energies, "DIGITS", 60.0)
    np.testing.assert_allclose(updates.energies("plain", 8, width=4, **words), narrow, rtol=1e-10)
    assert updates.energies("plain", 2, width=8, head=0, part="output", **words).tolist() == [0, 0]
    depth = "depthlaws.theory.updates.law_selection.QUICK_ARRAY_DEPTH"
    monkeypatch.setattr(depth, 2)  # a softmax has arrays only, at any depth
    rate = updates.max_update_rate("plain", 8, width=4, **words)
    assert rate == pytest.approx(narrow.mean() ** -0.5, rel=1e-10)


@pytest.mark.parametrize("classes", [2, 10])
def test_gradients_of_softmax_at_any_size_of_the_logits(classes: int) -> None:
    """Interpolated between 1e-6 and 1e3, by series beyond."""
    logs = np.log([1e-12, 0.99e-6, 1.01e-6, 3e-3, 0.7, 40.0, 990.0, 1010.0, 5e4])
    actual = cross_entropy_gradient.excess(classes, logs)
    direct = np.array(
        [cross_entropy_gradient._means(classes, math.exp(0.5 * y)) for y in logs[1:]]
    ).T
    np.testing.assert_allclose(actual[:, 1:], direct, rtol=2e-6, atol=1e-11)
    assert actual[0, 0] == pytest.approx(1e-12 * (classes - 1) / classes**2)
    small = cross_entropy_gradient.excess(classes, np.log([5e-5]))[:, 0]
    np.testing.assert_allclose(
        small, cross_entropy_gradient._means(classes, math.sqrt(5e-5)), rtol=1e-6
    )
    rng = np.random.default_rng(1)
    z = rng.standard_normal((200_000, classes))
    p = np.exp(math.sqrt(0.7) * z)
    p /= p.sum(axis=1, keepdims=True)
    along = ((p * z).sum(axis=1) - z.mean(axis=1)) ** 2
    assert abs(along.mean() - actual[1, 4]) < 5 * along.std() / math.sqrt(200_000)


def test_a_million_classes_are_their_means() -> None:
    """C E p_1^2 goes to e^v / C, and the mean of a logit under p to v."""
    square, along = cross_entropy_gradient._means(10**6, 1.0)
    assert square == pytest.approx((math.e - 1) / 10**6, rel=1e-3)
    assert along == pytest.approx(1, rel=1e-5)


@pytest.mark.parametrize(("classes", "error"), [(2, 1e-11), (11, 1e-11), (10**4, 1e-11)])
def test_means_over_logits_between_the_nodes_of_their_series(classes: int, error: float) -> None:
    variances = np.exp(np.linspace(math.log(1.1e-6), math.log(900), 12))
    exact = np.array([cross_entropy_gradient._means(classes, math.sqrt(v)) for v in variances]).T
    actual = cross_entropy_gradient.excess(classes, np.log(variances))
    assert np.all(np.abs(actual - exact).max(axis=1) < error * exact.max(axis=1))


def test_a_series_that_is_not_resolved_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_entropy_gradient, "DEGREES", (20, 20))
    cross_entropy_gradient._interpolants.cache_clear()
    with pytest.raises(ArithmeticError, match="the mean over 5 logits is not resolved"):
        cross_entropy_gradient.excess(5, np.zeros(1))


def test_labels_part_of_cross_entropy_at_a_width() -> None:
    """With a head of nearly 0 the logits are 0, and p is uniform: the labels' part is all."""
    from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step

    a = Architecture(width=16, depth=3, outputs=4, head=1e-8, activation="linear")
    ran = first_step(a, FirstStep(loss="ce"), Sampling(samples=4000, seed=1)).energy
    exact = updates.energies(
        "plain", 3, width=16, outputs=4, head=1e-8, activation="linear", loss="ce", part="label"
    )
    z = (ran.mean("sample") - exact) / (ran.std("sample") / math.sqrt(4000))
    assert np.all(np.abs(z) < 5)
    assert np.all(ran.std("sample") / math.sqrt(4000) < 0.03 * exact)
