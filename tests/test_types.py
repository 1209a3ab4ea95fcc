"""Types of public functions as `make types` checks them, and as they are at run time."""

from fractions import Fraction
from typing import Any, assert_type, get_args

import numpy as np
from numpy.typing import NDArray

from depthlaws import activations, chain, residual, updates
from depthlaws.base import stubs

Array = NDArray[np.float64]


def check(value: Any, kind: Any) -> None:
    assert isinstance(value, (np.ndarray if get_args(kind) else kind)), value


def test_numbers_give_floats():
    check(assert_type(chain.alpha(1.0, 0.1, 8), float), float)
    check(assert_type(chain.sharpness(8, 2, 1), float), float)
    check(assert_type(chain.sharpness(np.int64(8), np.float32(2), 1), float), float)
    check(assert_type(chain.two_cycle(2.2, 2), tuple[float, float])[0], float)
    check(assert_type(chain.converges(0.1, 1.0, 4), bool), (bool, np.bool_))
    check(assert_type(residual.tied_energy(4, 0.25), float), float)
    check(assert_type(activations.kappa(0.5), float), float)
    check(assert_type(updates.local_slope("plain", 4), float), float)
    check(assert_type(updates.zero_padding_survival(32, 4), float), float)
    check(assert_type(activations.get("relu")(0.5), float), float)


def test_arrays_and_lists_give_arrays():
    ten = np.linspace(0.1, 0.9, 10)
    check(assert_type(chain.alpha(ten, 0.1, 8), Array), Array)
    check(assert_type(chain.sharpness([2, 8], 2, 1), Array), Array)
    check(assert_type(chain.two_cycle([2.2, 2.3], 2), tuple[Array, Array])[1], Array)
    check(assert_type(chain.converges(ten, 1.0, 4), NDArray[np.bool_]), NDArray[np.bool_])
    check(assert_type(activations.dual(1.0, ten, 1.0), Array), Array)
    check(assert_type(updates.max_update_rate("plain", [2, 4]), Array), Array)
    check(assert_type(updates.zero_padding_survival(32, 4, each=True), Array), Array)
    check(assert_type(updates.energies("plain", 4, label_variance=2.0), Array), Array)


def test_fractions_give_fractions():
    energies = updates.energies("plain", 2, width=4, part="label", label_variance=Fraction(1))
    assert assert_type(energies, list[Fraction]) == [Fraction(3, 4), Fraction(51, 8)]


def test_flows_of_unbalanced_weights():
    flow = chain.unbalanced_flow([0.2, 0.7, 0.9], 1.0)
    check(assert_type(flow.rest(0.5), float), float)
    check(assert_type(flow.speed(np.array([0.5, 0.6])), Array), Array)
    check(assert_type(flow.at(1.0), Array), Array)


def test_no_stub_leaves_an_answer_open():
    for package in stubs.packages():
        assert "Floats" not in stubs.stub(package)
