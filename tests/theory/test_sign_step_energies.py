"""Energies of a first sign step at infinite width, by other routes."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from depthlaws import activations, updates


def test_sign_steps_of_equal_units_by_the_law_of_unequal_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from depthlaws.theory.updates import infinite_width_energies, infinite_width_sign_energies

    for options in ({}, {"skip": -0.6, "multiplier": 0.8, "scaled": "none"}):
        asked = {"activation": "linear", "optimizer": "sign"} | options
        quick = updates.energies("residual", 9, **asked)
        monkeypatch.setattr(infinite_width_energies.np, "ptp", lambda x: 1.0)
        np.testing.assert_allclose(updates.energies("residual", 9, **asked), quick, rtol=1e-13)
        monkeypatch.undo()
        monkeypatch.setattr(
            infinite_width_sign_energies, "_overlaps_before", lambda *_: pytest.fail("pair by pair")
        )
        assert updates.energies("residual", 9, **asked).tolist() == quick.tolist()
        monkeypatch.undo()
    stem = updates.energies("residual", 3, stem=3, activation="linear", optimizer="sign")
    plain = updates.energies("plain", 3, activation="linear", optimizer="sign")
    np.testing.assert_allclose(stem, plain, rtol=1e-13)


@pytest.mark.parametrize("options", [{}, {"activate_input": False}, {"weights": "orthogonal"}])
@pytest.mark.parametrize("slope", [0.0, 0.3, -1.0])
def test_sign_steps_of_two_slopes_in_closed_form_and_layer_by_layer(
    slope: float, options: dict
) -> None:
    """The recursion of any activation, from means by quadrature, beside sums over pairs."""
    phi = activations.leaky_relu(slope)
    same = activations.from_function("same", phi.function, phi.derivative)
    asked = {"optimizer": "sign", "variance": 1.7} | options
    np.testing.assert_allclose(
        updates.energies("plain", 6, activation=same, **asked),
        updates.energies("plain", 6, activation=phi, **asked),
        rtol=1e-12,
    )


def test_a_unit_where_the_activation_is_flat_has_no_gate():
    from depthlaws.theory.updates.infinite_width_sign_energies import Gates

    flat = activations.from_function(
        "flat on the left",
        lambda x: np.hypot(1.0, np.maximum(x, 0)) - 1,
        lambda x: np.maximum(x, 0) / np.hypot(1.0, x),
    )
    assert Gates.of(flat, 2.0).moments[0] == pytest.approx(0.5, rel=1e-12)


@pytest.mark.parametrize("variance", [0.7, 2.3])
def test_means_of_gates_by_quadrature_between_their_zeros(variance: float) -> None:
    """x^2 - 1, whose zeros are no nodes of a grid, and its slope: moments of half a normal."""
    from depthlaws.theory.updates.infinite_width_sign_energies import Gates

    phi = SimpleNamespace(
        name="square", slopes=None, function=lambda x: x * x - 1, derivative=lambda x: 2 * x
    )
    actual, c = Gates.of(phi, variance), 1 / math.sqrt(variance)
    inside, density = math.erf(c / math.sqrt(2)), math.exp(-c * c / 2) / math.sqrt(2 * math.pi)
    size = variance * (1 - c * c + 2 * ((c * c - 1) * inside + 2 * c * density))
    moments = [(8 * variance) ** (p / 2) * math.gamma((p + 1) / 2) for p in range(5)]
    assert actual.square == pytest.approx(3 * variance**2 - 2 * variance + 1, rel=1e-14)
    assert actual.size == pytest.approx(size, rel=1e-14)
    np.testing.assert_allclose(actual.moments, np.divide(moments, math.sqrt(math.pi)), rtol=1e-14)


def test_sign_steps_of_pre_norm_blocks_on_raw_and_normalised_streams() -> None:
    """The states after block l have energy v_l = 1 + tau l, by which a last LN divides."""
    asked = {"activation": "linear", "optimizer": "sign", "norm": "pre", "scaled": "none"}
    raw, normalised = (
        updates.energies("residual", 5, stream=stream, multiplier=0.8, **asked)
        for stream in ("raw", "normalized")
    )
    np.testing.assert_allclose(raw / normalised, 1 + 0.64 * np.arange(1, 6), rtol=1e-13)
    assert raw[0] == pytest.approx(0.64 * 2 / math.pi, rel=1e-14)


def test_sign_steps_of_post_activation_blocks_with_equal_slopes() -> None:
    """Linear blocks z + W z, by the law of gates that are all open and by that of units."""
    from depthlaws.theory.updates import infinite_width_sign_energies

    actual = infinite_width_sign_energies.sign_post_activation(7, 0.3, 0.6, (1.0, 1.0)).floats
    words = {"activation": "linear", "scaled": "none", "multiplier": math.sqrt(0.6)}
    exact = updates.energies("residual", 7, optimizer="sign", variance=0.5, **words)
    np.testing.assert_allclose(actual, exact, rtol=1e-13)


@pytest.mark.parametrize("slopes", [(0.0, 1.0), (-0.5, 2.0)])
def test_sign_steps_of_two_post_activation_blocks_by_hand(slopes: tuple[float, float]) -> None:
    """z_1 = x + phi(sqrt(G) g) by one integral; then all products of changes, one by one."""
    from depthlaws.theory.updates import infinite_width_sign_energies

    G, half = 0.7, math.sqrt(2 / math.pi)
    m1, q, m3, q4 = (sum(abs(s) ** p for s in slopes) / 2 for p in (1, 2, 3, 4))
    g = np.linspace(0.0, 12.0, 20001)  # kinks at 0 are at an end
    folded = []
    for slope in slopes:
        u = abs(slope) * math.sqrt(G) * g
        cdf = np.array([math.erf(v / math.sqrt(2)) for v in u])
        mean = half * np.exp(-(u**2) / 2) + u * cdf
        folded.append(np.trapezoid(mean * np.exp(-(g**2) / 2), g) / math.sqrt(2 * math.pi))
    first, second = half, sum(folded)  # E|x| and E|z_1|
    rms = math.sqrt(1 + G * q)  # of delta_1, where delta_2 has 1
    one = q * first**2
    beta = G * first * m1 * half / rms
    along = second * m1 * first * m1 * 2 / math.pi * math.asin(1 / rms)
    along += beta * q * first * m1 * half / rms
    new = q * second**2 + 2 * second * beta * m3 * half + beta**2 * q4 + G * q * one
    actual = infinite_width_sign_energies.sign_post_activation(2, G, 1.0, slopes).floats
    np.testing.assert_allclose(actual, [one, one + 2 * along + new], rtol=1e-8)
