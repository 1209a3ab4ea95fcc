"""Energies of the first step: exact test vectors, limits, great depths, bad input."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from depthlaws import activations, updates

ONE = Fraction(1)
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


def test_multipliers_of_plain_units_are_variances_by_their_powers() -> None:
    """b W phi(z): the network of b W, whose weights move by b as much."""
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


def test_transfer() -> None:
    exact = updates.transfer_update_rate(1.0, "plain", 4, 8, activation="linear")
    assert exact == pytest.approx(math.sqrt(25 * 6 / (81 * 10)))  # (L+1)^2 (L+2)
