"""The cross of rare arguments: two simulators, one law, over observables, inputs, sharing, norms.

A single pass of two inputs needs other products than a pass with gradients, and a visit of a
negative scale other signs: each combination is a case of its own.
"""

import itertools

import numpy as np
import pytest
from scipy import stats

from depthlaws.sims import SGD, Sign
from depthlaws.sims.residual import Ensemble, ResidualMLP, dense, matrix_free

LEVEL = 1e-4  # false-alarm rate of one case (Bonferroni), seeds fixed
SAMPLES = 1500
INPUTS = {"one input": 1.3, "two inputs": ((1.0, 0.4), (0.4, 2.0))}
SHARING = {
    "one step": {"eps": 0.8},
    "two layers": {"layers": 2, "eps": 0.7},
    "two loops": {"loops": 2, "eps": -0.6},
    "visits of both signs": {"visits": (0, 1, 0), "eps": (0.8, -0.5, 0.6)},
}
NORMS = {"no norm": {}, "pre-norm": {"normalize": True}, "after": {"post_activation": True}}
OBSERVED = {
    "states": ("kernel",),
    "branches": ("overlaps", "increments", "activation_mean"),
    "gradients": ("gradient_kernel", "weight_gradient"),
}
CASES = [*itertools.product(OBSERVED, INPUTS, SHARING, NORMS)]


def entries(run, name):
    """Return the values of an observable: (sample, entry)."""
    return run[name].to_numpy().reshape(SAMPLES, -1).astype(np.float64)


def p_values(one, other):
    """P-values of equal means of x / (scale + |x|), entry by entry, for all that vary."""
    for name in one:
        x, y = entries(one, name), entries(other, name)
        scale = np.median(np.abs(np.concatenate([x, y])), axis=0) + 1e-300
        x, y = x / (scale + np.abs(x)), y / (scale + np.abs(y))
        sem = np.sqrt((x.var(axis=0) + y.var(axis=0)) / SAMPLES)
        gap = np.abs(x.mean(axis=0) - y.mean(axis=0))
        assert np.all(gap[sem < 1e-7] < 1e-5), name  # the same number in every network
        yield from 2 * stats.norm.sf(gap[sem >= 1e-7] / sem[sem >= 1e-7])


@pytest.mark.parametrize(("observed", "inputs", "sharing", "norm"), CASES)
def test_both_simulators_have_one_law(observed, inputs, sharing, norm):
    model = ResidualMLP(width=3, h0=INPUTS[inputs], **SHARING[sharing], **NORMS[norm])
    dtype = "float32" if CASES.index((observed, inputs, sharing, norm)) % 2 else "float64"
    runs = [
        simulator.simulate(
            model, Ensemble(samples=SAMPLES, seed=seed, dtype=dtype), observe=OBSERVED[observed]
        )[list(OBSERVED[observed])]
        for seed, simulator in enumerate((dense, matrix_free))
    ]
    found = sorted(p_values(*runs))
    assert found[0] > LEVEL / len(found)


TRAINED = {"sign": Sign(0.05), "sgd": SGD(0.05)}
STEPS = [*itertools.product(TRAINED, INPUTS, ("two loops", "visits of both signs"), NORMS)]


@pytest.mark.parametrize(("optimizer", "inputs", "sharing", "norm"), STEPS)
def test_both_simulators_train_alike(optimizer, inputs, sharing, norm):
    """The change of the output and the energies after a step have one law in both."""
    model = ResidualMLP(width=3, h0=INPUTS[inputs], **SHARING[sharing], **NORMS[norm])
    dtype = "float32" if STEPS.index((optimizer, inputs, sharing, norm)) % 2 else "float64"
    runs = [
        simulator.train(
            model, Ensemble(samples=SAMPLES, seed=seed, dtype=dtype), TRAINED[optimizer]
        )[["change"]].isel(step=-1)
        for seed, simulator in enumerate((dense, matrix_free))
    ]
    found = sorted(p_values(*runs))
    assert found[0] > LEVEL / len(found)
