"""Energies of the first step: exact test vectors, limits, great depths, bad input."""

import itertools
import math
import re
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import mpmath
import numpy as np
import pytest

from depthlaws import activations, updates
from depthlaws.theory.numerics import matrix_powers
from depthlaws.theory.updates import (
    cross_entropy_energies,
    cross_entropy_gradient,
    state_frame_moments,
)
from depthlaws.theory.updates.missing_laws import ask

ONE = Fraction(1)
CLAIMS = Path("papers/depthlaws_papers/ammup/claims")
NOTHING = {"network": "residual", "activation": "linear", "skip": 0, "multiplier": 0}

VECTORS = {  # ledger section 7, oracle 1
    "relu": (
        ("plain", {}),
        [(3, 8), (51, 16), (2025, 128)],
        [(4815, 1024), (123075, 2048), (1837215, 4096)],
    ),
    "linear": (
        ("plain", {"activation": "linear"}),
        [(2, 1), (23, 2), (309, 8)],
        [(279, 32), (2151, 32), (38601, 128)],
    ),
    "residual": (
        ("residual", {"activation": "linear", "scaled": "none", "variance": Fraction(1, 2)}),
        [(9, 2), (537, 16), (18669, 128)],
        [(47901, 1024), (863315, 2048), (36121635, 16384)],
    ),
}


@pytest.mark.parametrize("name", VECTORS)
def test_rational_energies(name: str) -> None:
    (network, options), labels, outputs = VECTORS[name]
    for part, expected in (("label", labels), ("output", outputs)):
        actual = updates.energies(
            network, 3, width=4, outputs=2, part=part, label_variance=ONE, **options
        )
        assert actual == [Fraction(*e) for e in expected]
        assert all(isinstance(v, Fraction) for v in actual)
        inexact = options | ({"variance": 0.5} if "variance" in options else {})
        floats = updates.energies(network, 3, width=4, outputs=2, part=part, **inexact)
        np.testing.assert_allclose(floats, [float(v) for v in actual], rtol=1e-14)


@pytest.mark.parametrize("part", ["label", "output"])
@pytest.mark.parametrize(
    ("network", "options"),
    [("plain", {}), ("plain", {"activation": "linear"}), ("residual", {"activation": "linear"})],
)
def test_infinite_width_is_the_limit(network: str, options: dict, part: str) -> None:
    width = 10**24
    for outputs, limit in ((3, {}), (width // 2, {"output_ratio": 0.5})):
        exact = updates.energies(
            network, 5, width=width, outputs=outputs, label_variance=ONE, part=part, **options
        )
        wide = updates.energies(network, 5, part=part, **options, **limit)
        np.testing.assert_allclose([float(v * outputs / width) for v in exact], wide, rtol=1e-14)


def test_great_depths_keep_their_digits() -> None:
    for L in (10**6, 10**15):
        mean = Fraction((L + 1) * (L**2 + L + 1), 6) * Fraction(3, 16)  # h q^2 (1 + h), h = q = 1/2
        exact = 1 / math.sqrt(mean)
        assert updates.max_update_rate("plain", L) == pytest.approx(exact, rel=1e-13)
    assert updates.local_slope("plain", 10**6, width=64) < -1e5  # exp(5 L / n): beyond doubles
    assert updates.local_slope("residual", 10**6, activation="linear") == pytest.approx(
        -1, rel=1e-5
    )


def test_sums_over_the_depth_equal_arrays_of_all_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    from depthlaws.theory.updates import law_selection

    cases = [
        ("plain", {"width": 64, "outputs": 10}),
        ("plain", {"width": 2}),  # energies beyond doubles, and states
        ("plain", {"activate_input": False, "variance": 2.5, "width": 20}),
        ("residual", {"activation": "linear", "width": 30, "stem": 3}),
        ("residual", {"activation": "linear"}),
    ]
    direct = [updates.max_update_rate(name, 300, **options) for name, options in cases]
    monkeypatch.setattr(law_selection, "QUICK_ARRAY_DEPTH", 0)
    monkeypatch.setattr(law_selection, "MAX_ARRAY_DEPTH", 0)
    summed = [updates.max_update_rate(name, 300, **options) for name, options in cases]
    np.testing.assert_allclose(summed, direct, rtol=1e-12)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"network": "plane"}, "unknown network 'plane'; the nearest are: plain"),
        ({"network": "mlp"}, "unknown network 'mlp'; it is called 'plain' here"),
        ({"loss": "hinge"}, "unknown loss 'hinge'"),
        ({"optimizer": "adamw"}, "unknown optimizer"),
        ({"activation": "swish"}, "unknown activation"),
        ({"scalled": "each"}, "unknown option 'scalled'; the nearest are: scaled"),
        ({"width": 0}, "width must be at least 1, got 0"),
        ({"outputs": 0}, "outputs must be at least 1, got 0"),
        ({"batch": 0}, "batch must be at least 1, got 0"),
        ({"L": 0}, "L must be at least 1, got 0"),
        ({"width": 2.5}, "width must be an integer"),
        ({"head": -1.0}, "head must be at least 0"),
        ({"network": "residual", "stem": 9, "activation": "linear"}, "stem must be at most"),
        ({"network": "residual", "width": 8}, "no exact law .* simulate it with sims.onestep: "),
        ({"variance": Fraction(2), "head": 0.5, "width": 8}, "floats among Fractions"),
        ({"batch": 2, "width": 8, "activation": "linear"}, "part='label'"),
        ({"network": "transformer"}, "no exact law .* softmax .* simulate it with sims.onestep"),
        ({"optimizer": "sign", "width": 8}, "no exact law .* 1-norms .* simulate it"),
        ({"network": "residual", "optimizer": "sign"}, "no exact law .* path of a coordinate's"),
        (
            {"network": "residual", "activation": "linear", "loss": "ce", "outputs": 4, "width": 8},
            "no exact law .* no polynomial of the logits",
        ),
        (
            {"loss": "ce", "outputs": 4, "width": 8, "batch": 2},
            "no exact law .* gates of two inputs",
        ),
        (
            {"loss": "ce", "outputs": 4, "width": 8, "head": Fraction(1, 2)},
            "means of a softmax are not rational",
        ),
        ({"network": "residual", "width": 8}, "no exact law .* gates persist"),
        ({"network": "residual", "skip": 2}, "no exact law"),
        ({"network": "residual", "norm": "post"}, "no exact law .* normalised states"),
        ({"network": "residual", "norm": "pre"}, "no exact law .* normalised states"),
        ({"network": "residual", "weights": "orthogonal"}, "no exact law .* plain networks"),
        ({"network": "residual", "stem": 1}, "no exact law .* without stem"),
        ({"network": "residual", "activation": "gelu"}, "no exact law .* more than two values"),
        ({"network": "post-activation", "skip": 2}, "no exact law .* skip of 1"),
        ({"skip": 2}, "plain units have no skip: use network='residual'"),
        ({"stem": 1}, "stem is an option of network='residual'"),
        ({"stream": "normalized"}, "stream='normalized' needs norm='pre'"),
        ({"stream": "normalized", "width": 8}, "stream='normalized' needs norm='pre'"),
        ({"optimizer": "sign", "part": "label"}, "energies of a sign step are not a sum of parts"),
        ({"optimizer": "sign", "batch": 2}, "the sign of a sum over inputs is not a product"),
        ({"optimizer": "sign", "evaluate": "fresh"}, "the sign of a sum over inputs is not a prod"),
        ({"optimizer": "sign", "output_ratio": 1}, "output_ratio needs equal units"),
        ({"loss": "ce", "outputs": 3, "output_ratio": 1}, "output_ratio needs equal units"),
        ({"weights": "orthogonal", "output_ratio": 1}, "orthogonal weights are solved in plain"),
        (NOTHING | {"stem": 1}, r"needs a skip or a branch that is not 0, got a\^2 = 0, b\^2 = 0"),
        (NOTHING | {"skip": 1, "stem": 1, "output_ratio": 1}, "output_ratio needs equal units"),
        ({"batch": 2}, "batches are solved for linear networks at a finite width"),
        ({"batch": 2, "width": 8, "part": "label"}, "gates of two inputs are not independent"),
        ({"width": 8, "activation": "gelu"}, "no exact law .* two slopes only"),
        ({"loss": "ce"}, "cross-entropy needs at least 2 outputs, its classes, got 1"),
        ({"variance": Fraction(2)}, "rational energies need a finite width"),
        ({"variance": 0}, "plain units of variance or multiplier 0 have no states"),
        ({"multiplier": 0.0, "optimizer": "sign"}, "plain units of variance or multiplier 0"),
        ({"network": "residual", "branch_depth": 2}, "no exact law .* several matrices"),
        ({"branch_depth": 2}, "no exact law .* several matrices"),
        ({"branch_depth": 0}, "branch_depth must be at least 1, got 0"),
    ],
)
def test_bad_input(options: dict, words: str) -> None:
    asked = {"network": "plain", "L": 4} | options
    network, L = asked.pop("network"), asked.pop("L")
    with pytest.raises(ValueError, match=words):
        updates.energies(network, L, **asked)


@pytest.mark.parametrize("options", [{"head": 0}, {"multiplier": 0}, {"label_variance": 0}])
def test_networks_that_do_not_move(options: dict) -> None:
    asked = {"activation": "linear", "part": "label"} | options
    for width in (8, math.inf):
        assert not updates.energies("residual", 3, width=width, **asked).any()
        with pytest.raises(ValueError, match="no layer moves"):
            updates.local_slope("residual", 3, width=width, **asked)
    for loss in ("mse", "ce"):
        asked = {"width": 8, "outputs": 3, "head": 0, "loss": loss}
        assert updates.energies("plain", 5, **asked).tolist() == [0] * 5
    free = updates.energies("residual", 3, activation="linear", variance=0.0, part="label")
    np.testing.assert_allclose(free, [1, 4, 9])  # weights of 0 learn: G = l


@pytest.mark.parametrize("words", [{}, {"part": "output"}, {"arrangement": "spread"}])
def test_exact_energies_of_unequal_units_are_the_float_ones(words: dict[str, Any]) -> None:
    asked = {"activation": "linear", "width": 7, "outputs": 2, "stem": 2, **words}
    exact = updates.energies("residual", 5, head=Fraction(1, 3), **asked)
    assert all(isinstance(one, Fraction) for one in exact)
    floats = updates.energies("residual", 5, head=1 / 3, **asked)
    np.testing.assert_allclose([float(one) for one in exact], floats, rtol=1e-13)


def test_refusals_name_a_simulation_that_runs() -> None:
    """Every call in an error is evaluated, for two small networks."""
    from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step

    known = {f.__name__: f for f in (Architecture, FirstStep, Sampling, first_step)} | {"L": 3}
    for network, options in (
        ("residual", {"width": 6, "multiplier": Fraction(1, 2), "skip": 2}),
        ("residual", {"optimizer": "sign", "activation": activations.leaky_relu(0.3)}),
        ("plain", {"loss": "ce", "outputs": 3, "width": 5, "batch": 2, "weights": "orthogonal"}),
        ("plain", {"output_ratio": 0.25, "optimizer": "sign", "label_variance": 2}),
        ("transformer", {"norm": "pre", "weights": "orthogonal"}),
    ):
        with pytest.raises(ValueError, match="no exact law") as refused:
            updates.energies(network, 3, **options)
        call = str(refused.value).partition("sims.onestep: ")[2].replace("400", "2")
        assert eval(call, known).energy.shape == (2, 3)


def test_multipliers_of_plain_units_are_simulated() -> None:
    """b W phi(z): the network of b W, whose weights move by b as much."""
    from depthlaws.sims.onestep import Architecture, FirstStep, Sampling, first_step

    words = {"activation": "linear", "multiplier": 0.5}
    a = Architecture(width=24, depth=3, outputs=24, **words)
    ran = first_step(a, FirstStep(), Sampling(samples=400, seed=3), observe="label").label
    exact = updates.energies("plain", 3, width=24, outputs=24, part="label", **words)
    error = ran.std("sample") / 20
    assert np.all(np.abs(ran.mean("sample") - exact) < 5 * error)
    assert np.all(error < 0.04 * exact)
    words = {"multiplier": 0.5}
    for more in ({}, {"activation": "tanh"}, {"activate_input": False}, {"weights": "orthogonal"}):
        if more == {"activation": "tanh"}:
            halves = {"variance": 0.25 / activations.gate("tanh")}
        else:
            halves = {"variance": 0.5}
        for power, optimizer in ((4, "sgd"), (2, "sign")):
            asked = more | {"optimizer": optimizer}
            actual = updates.energies("plain", 4, **words, **asked)
            np.testing.assert_allclose(
                actual, 0.5**power * updates.energies("plain", 4, **halves, **asked), rtol=1e-12
            )


def test_linear_post_activation_blocks_are_residual_ones() -> None:
    for options in ({"width": 8}, {"norm": "pre"}, {"optimizer": "sign", "skip": 0.5}):
        words = {"activation": "linear"} | options
        np.testing.assert_array_equal(
            updates.energies("post-activation", 4, **words),
            updates.energies("residual", 4, **words),
        )


@pytest.mark.parametrize(("arrangement", "plain"), [("first", [0, 1]), ("spread", [2, 5])])
def test_plain_units_are_where_the_arrangement_puts_them(
    arrangement: str, plain: list[int]
) -> None:
    """Branches multiplied by 0 do not learn: only the two plain units add to the energy."""
    actual = updates.energies(
        "residual", 6, activation="linear", stem=2, arrangement=arrangement, width=8, multiplier=0
    )
    assert np.flatnonzero(np.diff(actual, prepend=0) > 1).tolist() == plain


def test_one_depth_and_several() -> None:
    rates = updates.max_update_rate("plain", [4, 8], width=64)
    assert rates.shape == (2,)
    assert updates.max_update_rate("plain", 8, width=64) == rates[1]
    assert updates.local_slope("plain", 4, width=64) == pytest.approx(
        math.log2(rates[1] / rates[0])
    )
    with pytest.raises(ValueError, match="one depth"):
        updates.energies("plain", [4, 8])


# -- at infinite width -----------------------------------------------------------------------------


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


def test_any_activation_meets_the_homogeneous_law() -> None:
    from depthlaws.theory.updates import infinite_width_energies

    for options in ({}, {"variance": 1.3}, {"activate_input": False}):
        direct = updates.energies("plain", 6, activation="linear", part="label", **options)
        law = infinite_width_energies.any_activation(
            6, activations.get("linear"), options.get("variance", 1.0)
        )
        np.testing.assert_allclose(law.energies.floats, direct, rtol=1e-12)


def dense_energies(
    kind: str, width: int, blocks: int, runs: int, *, eps: float, variance: float
) -> tuple[np.ndarray, np.ndarray]:
    """Label energies of random networks over width/outputs, the mean over labels done exactly."""
    rng, actual, eye = np.random.default_rng(1), [], np.eye(width)
    for _ in range(runs):
        z, G = rng.standard_normal(width), np.zeros((width, width))
        z *= math.sqrt(width) / np.linalg.norm(z)
        grams, jacobians = [], []
        for _ in range(blocks):
            W = rng.standard_normal((width, width)) * math.sqrt(variance / width)
            if kind == "tanh":
                a, D = np.tanh(z), 1 - np.tanh(z) ** 2
                A, new, z = W * D, eye, W @ a
            elif kind == "post":
                a, D = z, (W @ z > 0).astype(float)
                A, new, z = (
                    eye + eps * D[:, None] * W,
                    eps**2 * np.diag(D),
                    z + eps * D * (W @ z),
                )
            else:
                a, D = np.maximum(z, 0), (z > 0).astype(float)
                A, new, z = eye + eps * W * D, eps**2 * eye, z + eps * W @ a
            G = (a @ a) * new + A @ G @ A.T
            grams.append(G)
            jacobians.append(A)
        M = np.diag((1 - np.tanh(z) ** 2) ** 2) if kind == "tanh" else eye
        energies = []
        for G, A in zip(reversed(grams), reversed(jacobians), strict=True):
            energies.insert(0, np.sum(M * (G @ G)) / width**3)
            M = A.T @ M @ A
        actual.append(energies)
    return np.mean(actual, axis=0), np.std(actual, axis=0, ddof=1) / math.sqrt(runs)


DENSE = {
    "relu": ("residual", {"scaled": "multiplier"}, 5**-0.5, 2.0),
    "post": ("post-activation", {"scaled": "multiplier", "power": 1}, 1 / 5, 2.0),
    "tanh": ("plain", {"activation": "tanh", "variance": 2.0}, 1.0, 2.0),
}


@pytest.mark.parametrize("kind", DENSE)
def test_infinite_width_against_dense_networks(kind: str) -> None:
    network, options, eps, variance = DENSE[kind]
    mean, sem = dense_energies(kind, 240, 5, 20, eps=eps, variance=variance)
    exact = updates.energies(network, 5, part="label", **options)
    assert np.all(np.abs(mean - exact) < 5 * sem + 0.04 * exact)  # at width 240
    assert np.all(sem < 0.08 * exact)


def test_branches_of_two_unequal_matrices_against_dense_networks() -> None:
    """Blocks z + b W_2 W_1 z, n Var W = 3 and 0.2: E M_l is a multiple of the identity.

    Sizes of states have their limit, to spare their noise; traces of matrices are sampled.
    """
    from depthlaws.theory.updates import infinite_width_energies

    n, blocks, b2, gains, runs = 400, 4, 0.5, (3.0, 0.2), 3
    rng, eye, growth = np.random.default_rng(6), np.eye(n), 1 + b2 * gains[0] * gains[1]
    sampled = np.zeros((runs, blocks))
    for run in range(runs):
        G = np.zeros((n, n))
        for block in range(blocks):
            first, last = (rng.standard_normal((n, n)) * math.sqrt(g / n) for g in gains)
            A = eye + math.sqrt(b2) * last @ first
            G = b2 * growth**block * n * (gains[0] * eye + last @ last.T) + A @ G @ A.T
            sampled[run, block] = growth ** (blocks - 1 - block) * np.sum(G * G) / n**3
    exact = infinite_width_energies.deep_branches(blocks, 1.0, b2, gains).energies.floats
    np.testing.assert_allclose(sampled.mean(axis=0), exact, rtol=0.01)


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


# -- tables, graphs, borders -----------------------------------------------------------------------


def test_exponent_table() -> None:
    table = updates.exponent_table([64])
    assert len(table.rows) >= 20
    exponents = {"-3/2": -1.5, "-1": -1.0, "-2": -2.0, "0": 0.0, "1": 1.0}
    near = [r for r in table.rows if r.exponent in exponents and "LN" not in r.architecture]
    assert len(near) >= 17
    for row in near:
        assert row.slopes[0] == pytest.approx(exponents[row.exponent], abs=0.04), row
    assert table.markdown().count("\n") == len(table.rows) + 2 == str(table).count("\n")
    assert table.csv().count("\n") == len(table.rows) + 1
    assert table.latex().startswith(r"\begin{tabular}{lllrrl}")
    with pytest.raises(ValueError, match="depths must be at least 1"):
        updates.exponent_table([0])


def paths(edges: list) -> list[tuple[int, Fraction]]:
    """Length and weight of every path, one by one."""
    ends = {e[0] for e in edges}

    def walk(node: object, length: int, weight: Fraction) -> list[tuple[int, Fraction]]:
        if node not in ends:
            return [(length, weight)]
        return [p for a, b, d, w in edges if a == node for p in walk(b, length + d, weight * w)]

    starts = ends - {e[1] for e in edges}
    return [p for start in starts for p in walk(start, 0, Fraction(1))]


def test_path_sums_against_all_paths() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        edges = [
            (i, j, int(rng.integers(0, 4)), Fraction(int(rng.integers(1, 5)), 3))
            for i in range(6)
            for j in range(i + 1, 7)
            if rng.random() < 0.5
        ]
        if not edges:
            continue
        every = paths(edges)
        for power in range(5):
            expected = sum(w * Fraction(d) ** power for d, w in every)
            assert updates.path_sum(edges, power=power) == expected
        assert updates.effective_depth(edges) == min(d for d, _ in every)


def test_path_sums_of_deep_graphs() -> None:
    assert updates.path_sum(updates.residual_graph(0, 500), power=0) == 2**500
    deep = updates.residual_graph(0, 4000)
    assert updates.path_sum(deep) == 2**3997 * 4000**2 * 4003
    assert updates.path_sum_rate(deep) == 0.0  # 1e-607 underflows
    assert updates.path_sum_rate(updates.residual_graph(9, 0)) == pytest.approx(1 / 27)
    assert updates.effective_depth(updates.residual_graph(3, 8)) == 3


@pytest.mark.parametrize(
    ("edges", "words"),
    [
        ([("a", "b"), ("b", "a")], "the graph has a cycle: .* -> "),
        ([], "at least one edge"),
        ([("a",)], "an edge must be"),
        ([("a", "b", -1)], "the length of an edge must be at least 1"),
        ([("a", "b", 1, math.nan)], "the weight of an edge must be finite"),
    ],
)
def test_bad_graphs(edges: list, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        updates.path_sum(edges)


def test_borders_by_counting() -> None:
    rng = np.random.default_rng(4)
    for _ in range(40):
        lengths = tuple(int(v) for v in rng.integers(1, 7, rng.integers(1, 3)))
        offsets = list({tuple(int(v) for v in rng.integers(-3, 4, len(lengths))) for _ in range(4)})
        sites = [*np.ndindex(*lengths)]
        leaves = [
            [
                not all(0 <= a + b < n for a, b, n in zip(p, o, lengths, strict=True))
                for o in offsets
            ]
            for p in sites
        ]
        border = Fraction(sum(any(one) for one in leaves), len(sites))
        assert updates.boundary_fraction(lengths, offsets) == border
        missing = Fraction(sum(map(sum, leaves)), len(sites))
        assert updates.missing_fraction(lengths, offsets) == missing
    with pytest.raises(ValueError, match="offsets must be different"):
        updates.boundary_fraction(4, [1, 1])


def test_zero_padding_survival() -> None:
    quoted = [0.979, 0.944, 0.865, 0.799, 0.704, 0.570]  # ledger ERR-11
    each = updates.zero_padding_survival(32, 128, each=True)
    np.testing.assert_allclose(each[[1, 4, 16, 32, 64, 128]], quoted, atol=2e-3)
    assert updates.zero_padding_survival((32, 32), 64) == pytest.approx(each[64] ** 2)
    rate = (1 + 2 * math.cos(math.pi / 33)) / 3
    deep = [updates.zero_padding_survival(32, d) for d in (10**4, 10**4 + 1)]
    assert deep[1] / deep[0] == pytest.approx(rate, rel=1e-9)
    assert updates.zero_padding_survival(8, 10**9) == 0.0


@pytest.mark.parametrize("kernel", [1, 2, 3, 4, 7])
def test_zero_padding_survival_is_the_share_of_walks_that_stay_inside(kernel: int) -> None:
    """Every walk of four steps is followed: those that leave five sites meet the padding."""
    offsets = range(-((kernel - 1) // 2), kernel // 2 + 1)
    assert len(offsets) == kernel
    stay = 0
    for start, steps in itertools.product(range(5), itertools.product(offsets, repeat=4)):
        places = itertools.accumulate(steps, initial=start)
        stay += all(0 <= place < 5 for place in places)
    assert updates.zero_padding_survival(5, 4, kernel=kernel) == pytest.approx(
        stay / (5 * kernel**4)
    )


def test_transfer() -> None:
    exact = updates.transfer_update_rate(1.0, "plain", 4, 8, activation="linear")
    assert exact == pytest.approx(math.sqrt(25 * 6 / (81 * 10)))  # (L+1)^2 (L+2)


def test_survival_after_each_of_so_many_layers_that_it_nearly_underflows():
    """One site, kernel 3: a third is left after each layer."""
    each = updates.zero_padding_survival(1, 640, each=True)
    np.testing.assert_allclose(each, 3.0 ** -np.arange(641.0), rtol=1e-12)


def test_powers_beyond_the_doubles_are_scaled():
    """Of a matrix whose power 5000 is 2^5000."""
    actual, rate = matrix_powers.orbit(np.array([[2.0, 0.0], [1.0, 1.0]]), np.ones(2), 5000)
    assert np.isfinite(actual).all()
    assert math.log(actual[0, -1]) + 5000 * rate == pytest.approx(5000 * math.log(2), rel=1e-12)
