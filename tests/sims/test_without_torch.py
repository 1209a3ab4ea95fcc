"""Networks without PyTorch: simulators are listed, runs fail with the one command that helps."""

import sys

import pytest

from depthlaws.sims import simulators
from depthlaws.sims.networks import (
    ImageNetwork,
    ImageTraining,
    LoopedTransformer,
    Training,
    image_first_step,
    image_training,
    looped_start,
    looped_training,
)
from tests.test_architecture import PACKAGE, every_import, sources


@pytest.mark.parametrize(
    "run",
    [
        lambda: looped_start(LoopedTransformer(width=8), samples=1, seed=0),
        lambda: looped_training(LoopedTransformer(width=8), Training(), samples=1, seed=0),
        lambda: image_first_step(ImageNetwork(width=8), samples=1, seed=0),
        lambda: image_training(ImageNetwork(width=8), ImageTraining(), samples=1, seed=0),
        lambda: LoopedTransformer(width=8).weights(0),
    ],
)
def test_a_missing_extra_is_one_clear_error(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(RuntimeError, match=r"^networks need torch, .*depthlaws\[networks\]'$"):
        run()


def test_simulators_are_listed_without_torch(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    trained = {"looped-training", "image-training"}
    assert {"looped-start", "image-first-step", *trained} <= simulators().keys()


def test_no_other_simulator_imports_networks():
    inside = PACKAGE / "sims" / "networks"
    for path in sources("sims"):
        if inside not in path.parents:
            assert not [m for m in every_import(path) if "sims.networks" in m], path
