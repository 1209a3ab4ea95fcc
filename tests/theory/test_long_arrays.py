"""Time of elementwise functions on long arrays: said before they begin, once, and never wrongly."""

import time

import numpy as np
import pytest

from depthlaws import chain
from depthlaws.base import array_cost
from depthlaws.base.argument_errors import guarded
from depthlaws.theory.numerics.types import Floats, Numbers
from tests.theory.test_public import ELEMENTWISE, FUNCTIONS

PER_ELEMENT_S = 5e-6


def burn(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def slow(x: Numbers, y: Numbers = 1.0, *, plain: bool = False) -> Floats:
    """Take 5 microseconds for each of a few elements, and nothing for many."""
    size = np.broadcast(x, y).size
    burn(PER_ELEMENT_S * size if size < 5000 else 0.0)
    return np.asarray(x) + y + plain


slow.__annotations__ = {"x": "Numbers", "y": "Numbers", "plain": "bool", "return": "Floats"}


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_arrays_of_every_elementwise_function_are_known(name):
    names = {name for name, _ in array_cost.elementwise_arguments(FUNCTIONS[name].__wrapped__)}
    assert {*ELEMENTWISE[name]} <= names


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((np.ones(10**6),), {}),
        ((1.0, [1.0] * 10**6), {}),
        ((np.ones((1000, 1)), np.ones(1000)), {"plain": True}),
        ((1.0,), {"y": np.ones((10, 10**5))}),
    ],
)
def test_the_time_of_long_arrays_is_said(args, kwargs, caplog):
    assert guarded(slow)(*args, **kwargs).size == 10**6
    (line,) = caplog.messages
    before, _, seconds = line.partition(" takes about ")
    assert before == "slow of 1,000,000 numbers"
    assert 2.5 < float(seconds.split()[0]) < 25


def test_short_arrays_of_slow_elements_are_said(caplog):
    """2,000 elements of a millisecond; one short trial of quick ones says that they are quick."""
    tried = []

    def costly(x: Numbers) -> Floats:
        tried.append(np.size(x))
        burn(1e-3 * np.size(x) if np.size(x) < 100 else 0.0)
        return np.asarray(x)

    def quick(x: Numbers) -> Floats:
        tried.append(np.size(x))
        return np.asarray(x)

    for function in (costly, quick):
        function.__annotations__ = {"x": "Numbers", "return": "Floats"}
    guarded(costly)(np.ones(2000))
    (line,) = caplog.messages
    assert line.startswith("costly of 2,000 numbers takes about ")
    tried.clear()
    guarded(quick)(np.ones(2000))
    assert tried == [8, 2000]


def test_elements_of_a_trial_are_not_those_of_the_last(monkeypatch):
    """Solvers of block two are kept by depth and target: to ask for one again takes no time."""
    targets = np.linspace(31, 60, 2000)
    said = []

    def stop(what, seconds):
        said.extend([what, seconds])
        raise KeyboardInterrupt

    monkeypatch.setattr(array_cost, "announce", stop)
    with pytest.raises(KeyboardInterrupt):
        chain.alpha(1.0, 0.5, np.linspace(3, 60, 2000), network="block2", r=targets)
    assert said[0] == "alpha of 2,000 numbers"
    assert said[1] > 1


def test_short_arrays_and_wrong_ones_say_nothing(caplog):
    guarded(slow)(np.ones(array_cost.MIN_TRIED_SIZE - 1))
    with pytest.raises(ValueError, match="shapes do not broadcast"):
        chain.alpha(np.ones(10**6), np.ones(3), 8)
    with pytest.raises(ValueError, match="alpha0 must be"):
        chain.alpha(np.ones(10**5), -1.0, 8)
    assert not caplog.messages


def test_times_to_second_order_are_said(caplog, monkeypatch):
    monkeypatch.setattr("depthlaws.theory.chain.depth_expansion.SECONDS_PER_END", 10.0)
    chain.deep_time(0.9, 0.5, L=64, order=2)
    assert caplog.messages == ["deep_time to second order at 2 ends takes about 20 seconds"]
