"""Energies of the first step: exact test vectors, limits, great depths, bad input."""

import math
from fractions import Fraction

import numpy as np
import pytest

from depthlaws import updates

ONE = Fraction(1)

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
        found = updates.energies(
            network, 3, width=4, outputs=2, part=part, label_variance=ONE, **options
        )
        assert found == [Fraction(*e) for e in expected]
        assert all(isinstance(v, Fraction) for v in found)
        inexact = options | ({"variance": 0.5} if "variance" in options else {})
        floats = updates.energies(network, 3, width=4, outputs=2, part=part, **inexact)
        np.testing.assert_allclose(floats, [float(v) for v in found], rtol=1e-14)


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


def test_short_and_long_ways_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    from depthlaws.theory.updates import networks

    cases = [
        ("plain", {"width": 64, "outputs": 10}),
        ("plain", {"activate_input": False, "variance": 2.5, "width": 20}),
        ("residual", {"activation": "linear", "width": 30, "stem": 3}),
        ("residual", {"activation": "linear"}),
    ]
    direct = [updates.max_update_rate(name, 300, **options) for name, options in cases]
    monkeypatch.setattr(networks, "SHORT", 0)
    monkeypatch.setattr(networks, "LONG", 0)
    summed = [updates.max_update_rate(name, 300, **options) for name, options in cases]
    np.testing.assert_allclose(summed, direct, rtol=1e-12)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"network": "plane"}, "unknown network 'plane'; the nearest are: plain"),
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
        ({"network": "residual", "width": 8}, "no exact law .* simulate it with sims.onestep"),
        ({"variance": Fraction(2), "head": 0.5, "width": 8}, "floats among Fractions"),
        ({"batch": 2, "width": 8, "activation": "linear"}, "part='label'"),
    ],
)
def test_bad_input(options: dict, words: str) -> None:
    asked = {"network": "plain", "L": 4} | options
    network, L = asked.pop("network"), asked.pop("L")
    with pytest.raises(ValueError, match=words):
        updates.energies(network, L, **asked)


def test_one_depth_and_several() -> None:
    rates = updates.max_update_rate("plain", [4, 8], width=64)
    assert rates.shape == (2,)
    assert updates.max_update_rate("plain", 8, width=64) == rates[1]
    assert updates.local_slope("plain", 4, width=64) == pytest.approx(
        math.log2(rates[1] / rates[0])
    )
    with pytest.raises(ValueError, match="one depth"):
        updates.energies("plain", [4, 8])
