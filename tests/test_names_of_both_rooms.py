"""Names that theory and simulators share mean the same in both."""

import numpy as np
import pytest

from depthlaws import activations, predictive_coding, updates
from depthlaws.sims.common import activations as simulated
from depthlaws.sims.onestep import Architecture, FirstStep, given_step
from depthlaws.sims.predictive_coding.model import PCN


def test_a_slope_after_a_colon_is_an_activation_in_both():
    x = np.array([-2.0, 0.5])
    ours, theirs = activations.get("leaky_relu:0.1"), simulated.get("leaky_relu:0.1")
    assert ours(x).tolist() == theirs.function(x).tolist() == [-0.2, 0.5]
    named = updates.energies("plain", 4, activation="leaky_relu:0.1")
    given = updates.energies("plain", 4, activation=activations.leaky_relu(0.1))
    np.testing.assert_allclose(named, given, rtol=1e-14)
    for word in ("leaky_relu:", "leaky_relu:inf", "leaky_relu:1_0", "leaky_relu:\u0663"):
        with pytest.raises(ValueError, match="must be a finite number, as in"):
            activations.get(word)


@pytest.mark.parametrize("function", ["expected_rescaling", "rescaling_variance"])
def test_kaiming_has_two_names_in_both(function):
    first, second = (
        getattr(predictive_coding, function)(8, 5, parametrization=name)
        for name in ("kaiming", "kaiming_uniform")
    )
    assert first == second
    shape = {"width": 8, "depth": 3, "features": 4}
    models = [PCN(parametrization=name, **shape) for name in ("kaiming", "kaiming_uniform")]
    assert models[0].exponents == models[1].exponents


@pytest.mark.parametrize("network", ["mlp", "residual"])
@pytest.mark.parametrize("name", ["sp", "ntk", "mean_field", "mup"])
def test_the_scales_of_a_parametrisation_are_those_of_the_simulator(name, network):
    shape = {"width": 12, "depth": 5, "features": 7, "gamma0": 0.3, "network": network}
    shape |= {"alpha": 0.7} if network == "residual" else {}
    scales = predictive_coding.layer_scales(name, **shape)
    model = PCN(parametrization=name, **shape)
    np.testing.assert_allclose(scales, model.multipliers, rtol=1e-14)


def test_scales_of_a_parametrisation_with_its_own_depth_exponent():
    asked = {"width": 4, "depth": 9, "features": 1, "network": "residual"}
    scales = predictive_coding.layer_scales("residual_mean_field", **asked)
    with pytest.raises(ValueError, match=r"alpha=0\.1 has no effect here"):
        predictive_coding.layer_scales("residual_mean_field", **asked, alpha=0.1)
    np.testing.assert_allclose(scales, [1, *[1 / 6] * 7, 1 / 4], rtol=1e-14)
    for wrong, says in (({"depth": 1}, "at least 2"), ({"network": "cnn"}, "unknown network")):
        with pytest.raises(ValueError, match=says):
            predictive_coding.layer_scales("sp", **{"width": 4, "depth": 3, "features": 2} | wrong)


def test_a_first_layer_of_another_width_is_refused_with_the_way():
    network = Architecture(width=2, depth=1, activation="linear")
    with pytest.raises(ValueError, match="pass its outputs as inputs"):
        given_step(network, FirstStep(), [np.ones((2, 3)), [[1, 0]]], np.ones((1, 3)), [[1.0]])
