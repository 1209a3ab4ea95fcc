"""Every option of every simulator changes the answer, or is refused with what would read it.

Each option of a simulator is changed in every mode. Either the results differ, or the sentence says
that it "has no effect here". An option that is dropped on the way is noticed in both cases.
"""

import pytest

from depthlaws.base.arguments import call, parameters
from depthlaws.sims import simulators

pytestmark = pytest.mark.filterwarnings("ignore:Degrees of freedom:RuntimeWarning")

RESIDUAL = {"width": 4, "loops": 2, "layers": 2, "eps": 0.3, "samples": 2, "seed": 0, "workers": 1}
GRADIENT = {"observe": ["energy", "gradient"]}
SCALAR = {"network": "block1", "depth": 3, "mu_yx": 1.0, "steps": 3}
PC = {"width": 4, "depth": 3, "samples": 2, "seed": 0, "steps": 2, "workers": 1}
STEP = {"width": 8, "depth": 4, "samples": 3, "seed": 0, "activation": "gelu", "outputs": 3}
GAIN = {"width": 8, "depth": 4, "samples": 3, "seed": 0, "activation": "gelu"}
MODES = {
    "residual": [
        RESIDUAL,
        RESIDUAL | {"normalize": True},
        RESIDUAL | {"post_activation": True},
        RESIDUAL | {"start": [1.0, 2.0, 3.0, 4.0]},
        {"width": 4, "eps": 0.3, "samples": 2, "seed": 0, "visits": "1+1x2"},
    ],
    "matrix-free": [RESIDUAL, RESIDUAL | {"start": [1.0, 2.0, 3.0, 4.0]}],
    "scalar": [
        SCALAR | {"rate": 0.1, "weight": 0.5},
        SCALAR | {"scaled_rate": 0.1, "weight": 0.5},
        SCALAR | {"rate": 0.1, "total": 1.5},
    ],
    "predictive-coding": [
        PC,
        PC | {"method": "gradient", "step": 0.1},
        PC | {"method": "gradient", "step": 0.1, "coordinates": "errors"},
        PC | {"method": "nesterov", "step": 0.1},
        PC | {"method": "conjugate"},
        PC | {"network": "residual"},
        PC | {"activation": "tanh"},
        PC | {"rules": "bp", "observe": "loss"},
        PC | {"task": "digits", "inputs": 6},
    ],
    "first-step": [
        STEP,
        STEP | {"network": "residual"},
        STEP | {"network": "residual", "norm": "pre"},
        STEP | {"network": "residual", "scaled": "none"},
        STEP | {"network": "residual", "stem": 1},
        STEP | {"network": "post-activation"},
        STEP | {"network": "transformer", "grid": [3]},
        STEP | {"grid": [5]},
        STEP | {"loss": "ce", "outputs": 3},
        STEP | {"optimizer": "sign"},
    ],
    "tangent-gain": [
        GAIN,
        GAIN | {"network": "residual"},
        GAIN | {"network": "transformer", "grid": [3]},
        GAIN | {"grid": [5]},
    ],
}
OTHER = {  # another value of each option; of several, the first that the mode does not have
    "width": [6], "depth": [5, 3], "features": [7], "outputs": [2], "network": ["residual",
    "post-activation", "block2"], "activation": ["tanh", "abs"], "parametrization":
    ["sp"], "gamma0": [2.0],
    "alpha": [1.0], "output_precision": [2.0], "method": ["gradient", "exact"], "step": [0.05],
    "iterations": [7], "coordinates": ["errors"], "momentum": [0.3], "samples": [4], "seed": [1],
    "steps": [1], "rate": [0.05],
    "optimizer": ["adam", "sgd"], "task": ["digits", "toy"], "inputs": [5], "minibatch": [3],
    "folder": ["/tmp"], "rules": ["pc"], "tolerance": [0.5], "dtype": ["float32"], "loops": [3],
    "layers": [3], "eps": [0.4], "s": [1.5], "h0": [2.0], "normalize": [True],
    "post_activation": [True], "scale": ["sqrt"], "visits": ["1+1x3"], "start":
    [[4.0, 3.0, 2.0, 1.0]], "probe": [2.0], "mu_yx": [2.0], "mu_xx": [2.0], "scaled_rate": [0.2],
    "weight": [0.7], "total": [0.7], "balanced": [True], "record": [[0, 1]], "norm": ["pre",
    "post"],
    "stem": [2], "branch_depth": [2], "skip": [0.7], "multiplier": [0.5], "variance": [0.9],
    "weights": ["orthogonal"], "scaled": ["none", "each"], "power": [0.25], "grid": [[6]],
    "kernel": [5], "padding": ["zero"], "heads": [2], "head": [2.0], "readout": ["raw"],
    "activate_input": [False], "norm_epsilon": [0.1], "loss": ["ce", "mse"], "evaluate": ["fresh"],
    "labels": [5], "label_variance": [2.0], "direction": ["constant"],
    "observe": ["energy", "loss"],
}  # fmt: skip
OWN = {  # other values where two simulators have an option of one name
    ("predictive-coding", "batch"): ["sum"], ("first-step", "batch"): [2],
    ("first-step", "optimizer"): ["sign", "sgd"], ("first-step", "inputs"): ["gaussian"],
    ("tangent-gain", "inputs"): ["gaussian"], ("tangent-gain", "start"): [1],
    ("first-step", "observe"): ["budget"], ("residual", "observe"): ["linear"],
    ("matrix-free", "observe"): ["linear"], ("predictive-coding", "observe"): ["ratio"],
}  # fmt: skip
# The same computation in other words: memory, threads, and the default written out.
SAME = {"device", "workers", "together"}
EQUAL = {("residual", "batch"), ("matrix-free", "batch"), ("scalar", "balanced")}
WRITTEN_OUT = {  # the state that the head reads anyway, and units that have one tensor each
    ("first-step", "readout"): lambda mode: (
        mode.get("network", "plain") != "plain" and "norm" not in mode
    ),
}


def changed(name, option, mode):
    values = OWN.get((name, option)) or OTHER[option]
    return next(value for value in [*values, not values[0]] if mode.get(option) != value)


@pytest.mark.parametrize("name", MODES)
def test_an_option_changes_the_answer_or_is_refused(name):
    function = simulators()[name]
    idle = []
    for mode in MODES[name]:
        answer = call(function, mode)
        for option in (p.name for p in parameters(function)):
            written_out = WRITTEN_OUT.get((name, option), lambda _: False)(mode)
            if option in SAME or (name, option) in EQUAL or written_out:
                continue
            value = changed(name, option, mode)
            try:
                other = call(function, mode | {option: value})
            except (ValueError, TypeError, RuntimeError) as error:
                named = option in str(error) or str(value) in str(error)
            else:
                named = not answer.equals(other)
            if not named:
                idle.append((option, value, mode))
    assert idle == []


def test_every_simulator_that_needs_no_torch_is_looked_at():
    networks = {"looped-start", "looped-training", "image-training", "image-first-step"}
    assert {*MODES} | networks == {*simulators()}


def test_an_option_at_its_default_says_nothing():
    inference = simulators()["predictive-coding"]
    call(inference, PC | {"iterations": 20, "alpha": 0.5, "features": 40, "outputs": 1})
    with pytest.raises(ValueError, match=r"iterations=21 has no effect here: it is read with an"):
        call(inference, PC | {"iterations": 21})
    with pytest.raises(ValueError, match="features must be 64, those of digits, got 7: leave"):
        call(inference, PC | {"features": 7, "task": "digits"})
    assert call(inference, PC | {"features": 7, "steps": 0}).loss.shape == (2, 2, 1)


def test_refusals_of_networks_in_torch():
    """Records can be made without PyTorch."""
    from depthlaws.sims.networks.classifier_training import ImageTraining
    from depthlaws.sims.networks.images import ImageNetwork
    from depthlaws.sims.networks.looped import LoopedTransformer
    from depthlaws.sims.networks.training_setup import Training

    for kind, options in (
        (ImageNetwork, {"heads": 8}),
        (ImageNetwork, {"norm": "pre"}),
        (ImageNetwork, {"patch": 4}),
        (ImageNetwork, {"network": "vit", "padding": "zero"}),
        (ImageNetwork, {"network": "vit", "activation": "gelu"}),
        (ImageTraining, {"teacher_count": 7}),
        (ImageTraining, {"folder": "x"}),
        (ImageTraining, {"beta1": 0.5}),
        (ImageTraining, {"optimizer": "AdamW", "momentum": 0.5}),
        (Training, {"momentum": 0.5}),
        (Training, {"optimizer": "SGD", "epsilon": 1e-3}),
        (Training, {"text": "random", "held_out": 7}),
        (LoopedTransformer, {"visits": "1+2x4", "shared": False}),
        (LoopedTransformer, {"branches": "mlp", "heads": 2}),
        (LoopedTransformer, {"branches": "attention", "hidden": 16}),
    ):
        with pytest.raises(ValueError, match="has no effect here: it is read with"):
            kind(**options)
